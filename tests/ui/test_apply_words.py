"""Files of better texts are applied to code and catalogues whole, or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from bot.ui.pages import catalogues
from tests.locale.apply import applied
from tests.locale.extract import read, save, written
from tests.locale.python_calls import with_text

CODE = '''def said(_, n):
    """Say "Go on now" in a docstring that is more than the text."""
    return f"{_('Go on now')}: " + _(
        "Press **Go** to see "  # A comment is no piece.
        "what the others do."
    )
'''
PRESS = "Press **Go** to see what the others do."


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project of one file and one catalogue."""
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path / "locale")
    monkeypatch.setattr("tests.locale.extract.written.__defaults__", (tmp_path / "locale",))
    catalogue = Catalog("ja", fuzzy=False)
    catalogue.add("Go on now", "続行")
    catalogue.add(("{n} card of it", "{n} cards of it"), ("{n}枚",))
    catalogue.add(PRESS, "押す", context="help")
    save(written("ja"), catalogue)
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "said.py").write_text(CODE, encoding="utf-8")
    return tmp_path


def words(root: Path, name: str, *rows: dict[str, str]) -> Path:
    """Write a file of better texts."""
    file = root / name
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_english_is_renamed_where_it_stands_and_its_translation_is_kept(root: Path) -> None:
    english = words(
        root,
        "english.jsonl",
        {"now": "Go on now", "better": "Resume now"},
        {"now": PRESS, "better": "Press **Go**.", "msgctxt": "help"},
        {"now": "{n} cards of it", "better": "{n} of its cards"},
    )
    japanese = words(
        root,
        "japanese-2.jsonl",
        {"msgid": "Go on now", "now": "続行", "better": "再開"},
        {"msgid": "{n} card of it", "now": "{n}枚", "better": "カード{n}枚"},
    )
    change = applied([english, japanese], root=root)
    assert change.problems == []
    assert (root / "bot" / "said.py").read_text() == CODE, "nothing is written before all is known"
    change.write()
    code = (root / "bot" / "said.py").read_text()
    assert "_('Resume now')" in code, "an f-string's text wasn't changed"
    assert '"Go on now" in a docstring' in code, "what only has the text within it was changed"
    assert '"Press **Go**."' in code and "what the others" not in code, "pieces weren't joined"
    now = read(written("ja"))
    said = {message.id: message.string for message in now if message.id}
    assert said == {
        "Resume now": "再開",
        ("{n} card of it", "{n} of its cards"): ("カード{n}枚",),
        "Press **Go**.": "押す",
    }
    assert not any(message.fuzzy for message in now), "a translation was marked as a guess"
    again = applied([english, japanese], root=root)
    assert (again.problems, again.code) == ([], {}), "what already is as wanted is no problem"


@pytest.mark.parametrize(
    ("name", "row", "problem"),
    [
        ("english.jsonl", {"now": "Not there", "better": "Nowhere"}, "isn't a text of the bot"),
        ("english.jsonl", {"now": "Go on now", "better": "Go {n}"}, "other fields"),
        ("english.jsonl", {"now": "days", "better": "turns"}, "by hand"),
        (
            "japanese.jsonl",
            {"msgid": "None", "now": "無", "better": "空"},
            "isn't a text of the bot",
        ),
        ("japanese.jsonl", {"msgid": "Go on now", "now": "中断", "better": "再開"}, "isn't '中断'"),
        ("japanese.jsonl", {"msgid": "Go on now", "now": "続行", "better": "{n}"}, "other fields"),
        ("french.jsonl", {"msgid": "Go on now", "now": "x", "better": "y"}, "no catalogue"),
    ],
)
def test_what_cannot_be_applied_is_told(
    root: Path, name: str, row: dict[str, str], problem: str
) -> None:
    file = words(root, name, row)
    problems = applied([file], root=root).problems
    assert len(problems) == 1 and problem in problems[0], problems
    assert name.startswith("french") or not applied([file], [file], root=root).problems, "skipped"


def test_a_long_text_is_broken_at_its_lines_and_words() -> None:
    better = "One line.\n\n" + "A word and another, " * 8
    code = with_text('    call(\n        "short",\n    )\n', "short", better)
    lines = code.splitlines()
    assert lines[1].endswith('"One line.\\n\\n"'), lines
    assert len(lines) > 4 and all(len(line) <= 100 for line in lines), lines
    found: list[str] = []
    exec(code.strip(), {"call": found.append})
    assert found == [better]
