"""A language is one catalogue file, and what it leaves untranslated is said in English."""

from __future__ import annotations

import ast
import io
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.ui.pages import catalogues
from bot.ui.pages.wording import Wording
from tests.locale.extract import KEYWORDS, missing, template, update, written
from tests.locale.python_calls import marked_texts

HOUSE = Path(__file__).parents[2]
TEXT = "There is no such table any more."


Text = tuple[str | tuple[str, str], str | tuple[str, ...], str | None]
"""A text, or its forms for one and for many; what it is in another language; its context."""


def write(folder: Path, language: str, *texts: Text) -> None:
    file = written(language, folder)
    file.parent.mkdir(parents=True)
    made = Catalog(file.parents[1].name, fuzzy=False)
    for text, said, context in texts:
        made.add(text, said, context=context)
    with file.open("wb") as lines:
        write_po(lines, made)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the catalogues are for this test."""
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    return tmp_path


def test_a_text_is_said_in_the_language_of_its_catalogue(folder: Path) -> None:
    write(
        folder,
        "ja",
        (TEXT, "この卓はもうありません。", None),
        (("{n} card", "{n} cards"), ("{n}枚",), None),
        ("Open", "開く", "verb"),
        ("Open", "公開", "state"),
    )
    wording = Wording("ja")
    assert wording.gettext(TEXT) == "この卓はもうありません。"
    assert wording.ngettext("{n} card", "{n} cards", 2) == "2枚"
    assert wording.pgettext("verb", "Open") == "開く"
    assert wording.pgettext("state", "Open") == "公開"
    assert wording.pgettext("noun", "Open") == "Open", "a meaning without a translation"
    assert wording.ngettext("{n} row", "{n} rows", 2, n="two") == "two rows"
    assert wording.gettext("") == "", "nothing to say is the head of the file"
    assert catalogues.languages() == ("ja",)


def test_a_country_reads_its_own_catalogue_else_that_of_the_language(folder: Path) -> None:
    write(folder, "pt-BR", (TEXT, "brasileiro", None))
    write(folder, "es", (TEXT, "español", None))
    said = {name: Wording(name).gettext(TEXT) for name in ("pt-BR", "pt", "es-419", "es", "en-GB")}
    assert said == {
        "pt-BR": "brasileiro",
        "pt": TEXT,
        "es-419": "español",
        "es": "español",
        "en-GB": TEXT,
    }


@pytest.mark.takes(3)
def test_a_catalogue_follows_the_code(folder: Path) -> None:
    file = written("ja", folder)
    texts = template()
    now = update(file, texts)
    assert len(missing(now)) == len(now) == len(texts) > 1000
    now[TEXT].string = "訳"
    now.add("No text of ours.", "訳")
    with file.open("wb") as lines:
        write_po(lines, now)
    after = update(file, texts)
    assert after[TEXT].string == "訳"
    assert len(missing(after)) == len(texts) - 1
    first = file.read_bytes()
    assert b"No text of ours." not in first, "a text that the code doesn't say is still there"
    update(file, texts)
    assert file.read_bytes() == first, "a second update changed the file"
    with file.open("rb") as lines:
        assert read_po(lines).num_plurals == 1, "Japanese has one form for every number"


@pytest.mark.takes(3)
def test_no_sentence_ends_with_a_button_that_ends_in_dots() -> None:
    """They would be four."""
    ends = ("…**.", "…*.", "…`.", "{button}**.")
    found = [str(each.id) for each in template() if str(each.id).endswith(ends)]
    plain = ["presses **{button}**.", "who comes, press **{button}**."]
    assert [each for each in found if not each.endswith(tuple(plain))] == []


def test_a_new_group_calls_its_commands_as_all_others_do(folder: Path) -> None:
    within = [f"command name in /{group}" for group in ("nara", "uji", "ise")]
    write(
        folder,
        "ja",
        ("new", "新規", within[0]),
        ("new", "新規", within[1]),
        ("lay", "置く", within[0]),
        ("lay", "出す", within[1]),
        ("new", "新しい", "verb"),
    )
    texts = Catalog()
    for group in within:
        for name in ("new", "lay"):
            texts.add(name, context=group)
    now = update(written("ja", folder), texts)
    said = {each.id: each.string or "" for each in now if each.context == within[2]}
    assert said == {"new": "新規", "lay": ""}, "only what all others say is said without asking"


def test_texts_are_found_in_f_strings_and_their_fields_are_not() -> None:
    code = b"""f"{said} ({_('only move')})"\nngettext("{n} row", "{n} rows", n)\n_(NAMES["back"])"""
    found = [
        said for _at, _name, said, _comments in marked_texts(io.BytesIO(code), KEYWORDS, (), {})
    ]
    assert found == [("only move",), ("{n} row", "{n} rows", None), (None,)]


def test_one_call_translates_a_text_and_fills_it_in() -> None:
    """What is filled in later has no full stop taken away behind a name that ends with "!"."""
    found: list[str] = []
    for file in (each for room in ("bot", "cogs") for each in (HOUSE / room).rglob("*.py")):
        text = file.read_text("utf-8")
        if ".format(" in text:
            where = file.relative_to(HOUSE)
            found += [f"{where}:{line}" for line in sorted(filled_in_later(ast.parse(text)))]
    assert not found, f"say `gettext(text, name=value)` without `.format(…)`: {found}"


def filled_in_later(tree: ast.AST) -> Iterator[int]:
    """Yield the lines where a text is translated and filled in by the same or the next statement.

    What is chosen among several texts first, or filled in several times, is left alone.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=said, attr="format")) if translates(said):
                yield said.lineno
            case _:
                pass
        body = getattr(node, "body", None)
        block = [*body, *getattr(node, "orelse", ())] if isinstance(body, list) else []
        for at, (first, then) in enumerate(pairwise(block), start=1):
            match first:
                case ast.Assign(targets=[ast.Name(id=name)], value=said) if translates(said):
                    filled = [ast.unparse(each).count(f"{name}.format(") for each in block[at:]]
                    once = filled[0] == 1 == sum(filled) and isinstance(then, AT_ONCE)
                    if once and not any(isinstance(each, REPEATED) for each in ast.walk(then)):
                        yield first.lineno
                case _:
                    pass


AT_ONCE = (ast.Return, ast.Assign, ast.Expr)
REPEATED = (ast.comprehension, ast.Lambda)


def translates(said: ast.AST) -> bool:
    match said:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), keywords=[]):
            return name in KEYWORDS
        case _:
            return False
