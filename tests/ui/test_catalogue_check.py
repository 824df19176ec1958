"""The check of the catalogues finds what is wrong, and nothing if all is well."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from tests.locale import pseudo
from tests.locale.check import faults
from tests.locale.extract import read, written

GLOSSARY = """
[all]
"hand" = ["手札"]
"open hand" = ["公開"]
[kasane]
"robe" = ["衣"]
[never]
"いまは" = ["今は"]
"""


def found(folder: Path, text: str, said: str, *, more: str = "", **of_message: object) -> list[str]:
    """Return the faults of a catalogue with one message, and lines that follow it."""
    file = written("ja", folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    (file.parents[1] / "glossary.toml").write_text(GLOSSARY, encoding="utf-8")
    catalogue, texts = Catalog("ja", fuzzy=False), Catalog()
    details: dict[str, object] = {"locations": [("cogs/kasane/help.py", 1)], **of_message}
    catalogue.add(text, said, **details)  # pyright: ignore[reportArgumentType]
    texts.add(text, context=details.get("context"))  # pyright: ignore[reportArgumentType]
    with file.open("wb") as lines:
        write_po(lines, catalogue)
        lines.write(more.encode())
    return faults(file, texts)


@pytest.mark.parametrize(
    ("text", "said", "fault"),
    [
        ("Take {card}", "取る", "other fields"),
        ("Take {card}", "{カード}を取る", "other fields"),
        ("Use `/play` now", "`/遊ぶ`を使う", "other commands"),
        ("until <t:1:R>", "まで", "other marks"),
        ("Play", "", "isn't translated"),
        ("Your hand", "カード", "says “hand”"),
        ("Your open hand", "手札", "says “open hand”"),
        ("The robe", "着物", "says “robe”"),
        ("Now", "いまは", "says “いまは”; better 今は"),
    ],
)
def test_what_is_amiss_is_told(tmp_path: Path, text: str, said: str, fault: str) -> None:
    told = found(tmp_path, text, said)
    assert len(told) == 1 and fault in told[0], told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Take {card}", "{card}を取る"),
        ("Use `/play`", "`/play`を使う"),
        ("Your hand", "手札"),
        ("Your open hand", "公開"),
        ("Say `hand`", "言う"),
        ("A handful", "一握り"),
    ],
)
def test_where_all_is_well_nothing_is_told(tmp_path: Path, text: str, said: str) -> None:
    assert found(tmp_path, text, said) == []


def test_a_term_may_be_said_freely_where_that_is_meant(tmp_path: Path) -> None:
    assert found(tmp_path, "Your hand", "カード", user_comments=["free"]) == []
    elsewhere = found(tmp_path, "The robe", "着物", locations=[("bot/ui/pages/tables/hand.py", 1)])
    assert elsewhere == [], "a game's word isn't for other texts"


def test_what_is_fuzzy_too_long_or_obsolete_is_told(tmp_path: Path) -> None:
    (fuzzy,) = found(tmp_path, "Play", "遊ぶ", flags=["fuzzy"])
    assert "fuzzy" in fuzzy
    (longer,) = found(tmp_path, "play", "遊" * 33, context="command name")
    assert "33 characters" in longer
    (longer,) = found(tmp_path, "Play now", "遊" * 101, locations=[("/play", 1)])
    assert "101 characters" in longer
    (obsolete,) = found(tmp_path, "Play", "遊ぶ", more='\n#~ msgid "Old"\n#~ msgstr "昔"\n')
    assert "obsolete" in obsolete


def test_a_text_that_the_code_does_not_say_is_told_unless_unfinished(tmp_path: Path) -> None:
    assert found(tmp_path, "Play", "遊ぶ") == []
    file, texts = written("ja", tmp_path), Catalog()
    texts.add("Another")
    told = faults(file, texts)
    assert len(told) == 1 and all(part in told[0] for part in ("make locale", "(2)", "Play")), told
    assert faults(file, texts, unfinished=True) == []


def test_texts_that_are_new_or_gone_are_one_fault_that_names_make_locale(tmp_path: Path) -> None:
    file, texts = written("ja", tmp_path), Catalog()
    file.parent.mkdir(parents=True)
    with file.open("wb") as lines:
        write_po(lines, Catalog("ja", fuzzy=False))
    for number in range(45):
        texts.add(f"Card {number}")
    told = faults(file, texts)
    assert len(told) == 1 and "(45)" in told[0] and "`make locale`" in told[0], told


def test_the_longer_language_has_the_texts_of_a_game_that_no_catalogue_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a new game: before `make locale` as after it, its tests say what is wrong with it."""
    known = Catalog("ja", fuzzy=False)
    for message in read(written("ja")):
        if message.id and not any("kasane" in file for file, _line in message.locations):
            known.add(message.id, locations=message.locations, context=message.context)
    monkeypatch.setattr(pseudo, "read", lambda _file: known)
    pseudo.write_language(tmp_path, "en-GB")
    made = read(written("en-GB", tmp_path))
    for text, context in (
        ("Colors of Kasane", None),
        ("(only move)", None),
        ("kasane", "command name"),
    ):
        assert made.get(text, context) is not None, f"{text!r} is left in English"
    assert "cogs.kasane" not in pseudo.without_texts([*read(written("ja"))])
