"""Applies files of better texts: English in the code and as msgids, then other languages.

Each line of a file is a JSON object. In a file whose name begins with `english` it has `now` and
`better`; in one whose name begins with the English name of another language, `msgid` as well.
Both may have a `msgctxt`, and a `why` for people.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog, Message

from bot.ui.pages.catalogues import languages
from tests.locale.check import FIELD, strings
from tests.locale.extract import FOLDERS, ROOT, read, save, written
from tests.locale.python_calls import with_text

ENGLISH = "english"

Row = dict[str, str]


class Applied(NamedTuple):
    """What files of better texts change, or why nothing can be changed."""

    code: dict[Path, str]
    catalogues: dict[Path, Catalog]
    problems: list[str]

    def write(self) -> None:
        """Write everything that changed."""
        for file, text in self.code.items():
            file.write_text(text, encoding="utf-8")
        for file, catalogue in self.catalogues.items():
            save(file, catalogue)


def applied(files: Sequence[Path], skipped: Sequence[Path] = (), root: Path = ROOT) -> Applied:
    """Return what the files change, except the texts that are skipped.

    What already is as they want it isn't a problem.
    """
    passed_over = {_key(row) for file in skipped for row in _rows(file)}
    rows = {file: [row for row in _rows(file) if _key(row) not in passed_over] for file in files}
    english = [row for file, its in rows.items() if _language(file) == ENGLISH for row in its]
    catalogues = {name: (written(name), read(written(name))) for name in languages()}
    code = {
        file: file.read_text(encoding="utf-8")
        for part in FOLDERS
        for file in sorted((root / part).rglob("*.py"))
    }
    before, problems = dict(code), list[str]()
    for row in english:
        problems += _renamed(row, code, [catalogue for _file, catalogue in catalogues.values()])
    ids = {row["now"]: row["better"] for row in english}
    for file, its in rows.items():
        if (language := _language(file)) == ENGLISH:
            continue
        name = next((each for each in catalogues if _called(each) == language), None)
        if name is None:
            problems.append(f"{file.name}: no catalogue is of a language called {language}")
            continue
        problems += [fault for row in its for fault in _said(row, ids, catalogues[name][1])]
    changed = {file: text for file, text in code.items() if text != before[file]}
    return Applied(changed, dict(catalogues.values()), problems)


def _rows(file: Path) -> Iterator[Row]:
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def _key(row: Row) -> tuple[str, str | None]:
    """Return what identifies a row: the text as it was when the row was written."""
    return row.get("msgid", row["now"]), row.get("msgctxt")


def _language(file: Path) -> str:
    """Return which language a file is for, by the letters that its name begins with."""
    found = re.match(r"[a-z]+", file.name)
    return found[0] if found else file.name


def _called(language: str) -> str:
    return str(Locale.parse(language, sep="-").get_display_name("en")).split(" ")[0].lower()


def _renamed(row: Row, code: dict[Path, str], catalogues: Sequence[Catalog]) -> Iterator[str]:
    """Rename an English text in the code and in each catalogue, or say why not."""
    now, better, context = row["now"], row["better"], row.get("msgctxt")
    if _fields(now) != _fields(better):
        yield f"{_short(now)}: other fields in {better!r}"
    elif " " not in now:
        yield f"{_short(now)}: one word may be no text at all in the code; change it by hand"
    elif any(_messages(each, now, context) for each in catalogues):
        for file, text in code.items():
            # Only where its longest word stands: reading all the code for each text takes long.
            if max(re.findall(r"\w+", now), key=len, default="") in text:
                code[file] = with_text(text, now, better)
        for catalogue in catalogues:
            _rename(catalogue, now, better, context)
    elif not any(_messages(each, better, context) for each in catalogues):
        yield f"{_short(now)}: isn't a text of the bot"


def _rename(catalogue: Catalog, now: str, better: str, context: str | None) -> None:
    """Give all messages with a text the new one; what they are in the language stays."""
    for message in _messages(catalogue, now, context):
        catalogue.delete(message.id, message.context)
        forms = [better if form == now else form for form in strings(message.id)]
        message.id = tuple(forms) if message.pluralizable else forms[0]
        catalogue[message.id] = message


def _said(row: Row, renamed: dict[str, str], catalogue: Catalog) -> Iterator[str]:
    """Say a text differently in a language, or say why not."""
    text, now, better = row["msgid"], row["now"], row["better"]
    context = row.get("msgctxt")
    found = _messages(catalogue, text, context)
    found = found or _messages(catalogue, renamed.get(text, text), context)
    if not found:
        yield f"{_short(text)}: isn't a text of the bot"
    for message in found:
        said = strings(message.string)
        if _fields(now) != _fields(better):
            yield f"{_short(text)}: other fields in {better!r}"
        elif now in said:
            forms = [better if form == now else form for form in said]
            message.string = tuple(forms) if message.pluralizable else forms[0]
        elif better not in said:
            yield f"{_short(text)}: isn't {now!r} now but {message.string!r}"


def _messages(catalogue: Catalog, text: str, context: str | None) -> list[Message]:
    """Return the messages with a text; without a context, whatever theirs is."""
    return [
        message
        for message in catalogue
        if message.id and text in strings(message.id) and context in {None, message.context}
    ]


def _fields(text: str) -> list[str]:
    return sorted(set(FIELD.findall(text)))


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:59] + "…")
