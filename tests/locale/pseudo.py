"""A language that nobody speaks: made from the texts, all letters changed, and 40 % longer.

Whatever is shown in it with a letter of English was never asked of the catalogue, and whatever is
cut or too long would be in a language with longer words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from bot.ui.pages.page import Page
from tests.contract.games import games, package_of
from tests.locale.extract import read, texts_of, written

LONGER = 0.4
FIRST, LAST = "⟦", "⟧"
LETTERS = str.maketrans(
    {chr(ord("a") + n): chr(ord("а") + n) for n in range(26)}
    | {chr(ord("A") + n): chr(ord("А") + n) for n in range(26)}
    | {":": "꞉", ",": "‚"}
)
"""Other letters for ours, and other marks, by which nobody takes them for English."""
KEPT = re.compile(r"(\{[^{}]*\}|`[^`]*`|<[^>]*>|https?://\S+)")
"""What a translation doesn't change: fields, commands, mentions and addresses."""
CUT = re.compile(r"💬|[•✓] .*…")
"""How lines look that may be cut on a screen."""
WORD = re.compile(r"[A-Za-z]{2,}")
MARK = re.compile(r"\S[:,](?=[\s*]|$)")
"""A mark of English, which code has put there."""
UNSPOKEN = re.compile(
    r"`[^`]*`|<[^>]*>|https?://\S+|"
    r"(?:\b(?:Mo|Di|Mi|Do|Fr|Sa|So)\., )?\b[0-9]{1,2}\. (?:Sept|Nov|Dez)\b"
)
"""What nobody translates: ids, links, and the names of days and months, which the calendar has."""
TEXTS = ("title", "description", "name", "value", "text", "label", "placeholder")
"""The keys under which messages have what people read."""


def said(text: str) -> str:
    """Return a text in this language; one that only joins others has no letters to change."""
    parts = KEPT.split(text)
    changed = "".join(
        part if number % 2 else part.translate(LETTERS) for number, part in enumerate(parts)
    )
    if not any(char.isalpha() for part in parts[::2] for char in part):
        return changed
    # The end of a sentence stays its end: some lists do without its dot.
    end = changed[len(changed.rstrip(".!?꞉")) :]
    longer = "ы" * math.ceil(LONGER * len(text))
    return f"{FIRST}{changed.removesuffix(end)}{longer}{LAST}{end}"


def write_language(folder: Path, language: str) -> None:
    """Write the catalogue of this language under the name of another.

    It has the texts of the Japanese one, and those of games that this one has none of yet: of a
    new game, and of a package that is looked at alone.
    """
    file = written(language, folder)
    file.parent.mkdir(parents=True)
    found = Catalog(file.parents[1].name, fuzzy=False)
    texts = [*read(written("ja"))]
    for package in without_texts(texts):
        texts += texts_of(package)
    for message in texts:
        if not message.id:
            continue
        texts = [message.id] if isinstance(message.id, str) else [*message.id]
        forms = tuple(said(str(text)) for text in texts)
        if message.context and "name" in message.context:
            forms = (f"{texts[0]}ы".translate(LETTERS),)
        string = forms if len(texts) > 1 else forms[0]
        found.add(message.id, string, context=message.context)
    with file.open("wb") as lines:
        write_po(lines, found)


def without_texts(texts: Iterable[Message]) -> list[str]:
    """Return the packages of games that none of some texts is from."""
    files = [file for message in texts for file, _line in message.locations]
    return [
        package
        for package in map(package_of, (game.info.key for game in games()))
        if not any(file.startswith(package.replace(".", "/") + "/") for file in files)
    ]


def read_by_people(payload: Any, key: str = "") -> Iterator[str]:
    """Yield the texts of a message that people read."""
    if isinstance(payload, dict):
        for name, value in payload.items():
            # What a choice sends is no text of its own; the value of a field is.
            if name != "value" or "inline" in payload:
                yield from read_by_people(value, name)
    elif isinstance(payload, list | tuple):
        for each in payload:
            yield from read_by_people(each, key)
    elif isinstance(payload, str) and key in TEXTS:
        yield payload


def texts_of_page(page: Page) -> list[str]:
    """Return what people read on a page, except what a picture shows: that may be cut."""
    embeds: list[dict[str, Any]] = [{**embed.to_dict(), "image": None} for embed in page.embeds()]
    return list(read_by_people([embeds, page.view().to_components()]))


def check_all_said(page: Page, *allowed: str) -> None:
    """Check that all of a page is in this language, and that none of it is cut or left out."""
    for text in texts_of_page(page):
        check_said(text, *allowed)
    check_said(page.alt, *allowed, whole=False)
    parts = [page] if page.under is None else [page, page.under]
    for part, embed in zip(parts, page.embeds(), strict=True):
        lost = len(part.text) - len(embed.description or "")
        assert not lost, f"{lost} characters of {len(part.text)} are cut off: {part.text!r}"
        said = sum(len(field.text) for field in part.fields)
        lost = said - sum(len(field.value or "") for field in embed.fields)
        assert not lost, f"{lost} characters of {said} in fields are cut off: {part.fields}"


def check_said(text: str, *allowed: str, whole: bool = True) -> None:
    """Check that all of a text is in this language, and that none of it is cut off.

    `allowed` are names, which no language changes. A text needn't be `whole` where it may be cut.
    """
    left = UNSPOKEN.sub(" ", text)
    for name in sorted(allowed, key=len, reverse=True):
        left = left.replace(name, " ")
    words = WORD.findall(left)
    assert not words, (
        f"{words} can't be translated: {text!r}. A new text needs gettext, and then `make locale`."
    )
    joined = MARK.findall(left)
    assert not joined, f"{joined} has a colon or comma that can't be translated: {text!r}"
    # Where there is no room the middle of a line is left out, and the coach's second sentence.
    lines = [line.removeprefix("> ") for line in text.split("\n")]
    kept = "\n".join(line for line in lines if not CUT.match(line))
    cut = whole and kept.count(FIRST) != kept.count(LAST)
    assert not cut, f"something is cut off: {text!r}"
