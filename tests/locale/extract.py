"""Finds every text that people read, and brings the catalogues up to date with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.games.find_games import folders_of
from bot.ui.pages.catalogues import FILE, LOCALE
from tests.locale.commands import command_texts
from tests.only import only

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "cogs")
READER = "tests.locale.python_calls:marked_texts"
KEYWORDS = {
    "_": None,
    "gettext": None,
    "marked": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
WIDTH = 100
HEADER = """\
# The texts of the bot in another language. Write the lines after `msgstr` alone: `make locale`
# takes all others from the code.
#"""


def template() -> Catalog:
    """Return all texts of ours, in the order of the files they are in; commands come first."""
    return _in_order(_extracted(command_texts(), [ROOT / folder for folder in FOLDERS]))


def template_of(package: str) -> Catalog:
    """Return the texts of an installed package, but for those that we have, too."""
    found, ours = texts_of(package), template()
    for message in [each for each in found if ours.get(each.id, each.context) is not None]:
        found.delete(message.id, message.context)
    return _in_order(found)


def texts_of(package: str) -> Catalog:
    """Return all texts of a package, in no order."""
    return _extracted(command_texts([package]), [folder_of(package)])


def folder_of(package: str) -> Path:
    """Return where a package lies."""
    return Path(only(folders_of(package), f"folder of {package}"))


def _extracted(found: Catalog, folders: Iterable[Path]) -> Catalog:
    """Add the texts in the Python files of some folders to others."""
    for folder in folders:
        for file, line, text, _comments, context in extract_from_dir(
            folder, [("**.py", READER)], keywords=KEYWORDS
        ):
            found.add(text, locations=[(f"{folder.name}/{file}", line)], context=context)
    return found


def written(language: str, folder: Path = LOCALE) -> Path:
    """Return the file of a language's catalogue."""
    return folder / language.replace("-", "_") / FILE


def read(file: Path) -> Catalog:
    """Return the catalogue in a file."""
    with file.open("rb") as lines:
        return read_po(lines, locale=file.parents[1].name)


def update(file: Path, texts: Catalog, ours: Path | None = None) -> Catalog:
    """Bring a catalogue up to date, or begin it; return what it is now.

    Texts that the code no longer has are dropped, and nothing is guessed from similar texts; but
    what all groups of commands call `new` or `table` alike, a new group calls so, too. `ours` is
    another catalogue to look for that, if this one is a package's.
    """
    if file.exists():
        now = read(file)
        now.update(texts, no_fuzzy_matching=True, update_creation_date=False)
        now.obsolete.clear()
    else:
        now = _begun(file.parents[1].name)
        for message in _messages(texts):
            now.add(message.id, locations=message.locations, context=message.context)
    _call_alike(now, [now, read(ours)] if ours is not None and ours.exists() else [now])
    save(file, now)
    return now


def _call_alike(catalogue: Catalog, known: Sequence[Catalog]) -> None:
    """Give names of commands and options that have none yet the one that all other groups use."""
    said: dict[tuple[str, str], set[str]] = defaultdict(set)
    for message in (each for texts in known for each in _messages(texts)):
        if (name := _kind_of_name(message)) is not None and message.string:
            said[name].add(str(message.string))
    for message in missing(catalogue):
        name = _kind_of_name(message)
        if name is not None and len(said[name]) == 1:
            message.string = next(iter(said[name]))


def _kind_of_name(message: Message) -> tuple[str, str] | None:
    """Return what is named, a command or an option, and how in English; None if nothing is."""
    kind, in_a_group, _group = (message.context or "").partition(" in /")
    return (kind, str(message.id)) if in_a_group else None


def save(file: Path, catalogue: Catalog) -> None:
    """Write a catalogue, without line numbers: a change of the code alone changes nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as lines:
        write_po(lines, catalogue, width=WIDTH, include_lineno=False)


def missing(catalogue: Catalog) -> Sequence[Message]:
    """Return the messages of a catalogue that have no translation, or not in every form."""
    return [message for message in _messages(catalogue) if not all(_strings(message))]


def _strings(message: Message) -> Sequence[str]:
    return (message.string,) if isinstance(message.string, str) else message.string or ("",)


def _messages(catalogue: Catalog) -> Iterable[Message]:
    """Yield all messages except the header of the file."""
    return (message for message in catalogue if message.id)


def _begun(language: str) -> Catalog:
    return Catalog(
        language,
        project="kakushi",
        version="1",
        header_comment=HEADER,
        msgid_bugs_address="-",
        last_translator="-",
        language_team="-",
        creation_date=datetime.now(UTC).replace(hour=0, minute=0),
        revision_date=datetime.now(UTC).replace(hour=0, minute=0),
        fuzzy=False,
    )


def _in_order(texts: Catalog) -> Catalog:
    """Return texts with their files as locations, sorted by these, then as in the file."""
    first = sorted(_messages(texts), key=lambda message: sorted(message.locations))
    files = {
        (message.id, message.context): sorted({file for file, _line in message.locations})
        for message in first
    }
    ordered = Catalog()
    for message in sorted(first, key=lambda message: files[message.id, message.context]):
        places = [(file, 0) for file in files[message.id, message.context]]
        ordered.add(message.id, locations=places, context=message.context)
    return ordered
