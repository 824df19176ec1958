"""What is wrong with a catalogue: `make lint` fails if there is anything."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from tests.locale.extract import missing, read

Glossary = dict[str, dict[str, list[str]]]
"""By section and English term, the words of which one must stand for it; the first is the usual."""

FIELD = re.compile(r"\{[^{}]*\}")
CODE = re.compile(r"`[^`]*`")
COMMAND = re.compile(r"`/[^`]*`")
TIME = re.compile(r"<[^>]*>")
MOST_NAME, MOST_TEXT = 32, 100
"""The most characters of the name of a command or an option, and of what is said of it."""
FOR_ALL, FOR_NIGHTS = "all", "nights"
NEVER = "never"
"""The section of what no text says, as regular expressions, with what is said instead."""
FREE = "free"
MOST_NAMED = 5
"""How many of the texts that are new or gone are named: a new game has many."""


def faults(file: Path, texts: Catalog, *, unfinished: bool = False) -> list[str]:
    """Return what is wrong with a catalogue, in sentences; `texts` are those of the code.

    In one that is `unfinished` texts may be new, gone, or not translated yet.
    """
    catalogue = read(file)
    words = file.parents[1] / "glossary.toml"
    glossary = tomllib.loads(words.read_text(encoding="utf-8")) if words.exists() else {}
    found: list[str] = []
    if not unfinished:
        other = sorted(map(_short, _other(catalogue, texts)))
        if other:
            some = ", ".join(other[:MOST_NAMED])
            found.append(f"texts are new or gone ({len(other)}): run `make locale`. Such as {some}")
        found += [f"{_short(message)} isn't translated" for message in missing(catalogue)]
    found += [
        f"{_short(message)} is still there as obsolete" for message in catalogue.obsolete.values()
    ]
    for message in catalogue:
        if message.id:
            found += [f"{_short(message)} {fault}" for fault in _faults(message, glossary)]
    return found


def _other(catalogue: Catalog, texts: Catalog) -> Iterator[Message]:
    """Yield the messages that only one of the two has."""
    there, wanted = (
        {(message.id, message.context): message for message in each if message.id}
        for each in (catalogue, texts)
    )
    for key in there.keys() ^ wanted.keys():
        yield there.get(key) or wanted[key]


def _faults(message: Message, glossary: Glossary) -> Iterator[str]:
    """Yield what is wrong with one message."""
    said, meant = strings(message.string), strings(message.id)
    if message.fuzzy:
        yield "is marked as fuzzy: see whether it is right, and take the mark away"
    if not all(said):
        return
    for each in said:
        for pattern, what in ((FIELD, "fields"), (COMMAND, "commands"), (TIME, "marks of Discord")):
            have, want = set(pattern.findall(each)), set(pattern.findall(meant[-1]))
            # The form for one may say "one" in place of {n}.
            if have != want and not (len(said) > 1 and have == set(pattern.findall(meant[0]))):
                yield f"has other {what}: {_listed(want)} became {_listed(have)}"
        longest = _longest(message)
        if longest and len(each) > longest:
            yield f"has {len(each)} characters; Discord takes {longest}"
    yield from _other_terms(meant[0], "".join(said), message, glossary)


def _other_terms(meant: str, said: str, message: Message, glossary: Glossary) -> Iterator[str]:
    """Yield what is never said, and the terms of the glossary that are called something else.

    The terms of a game come before those for all, and longer ones before those within them. A
    translator who is free with them on purpose writes the comment `free` above the message.
    """
    if FREE in message.user_comments or _is_name(message):
        return
    for pattern, instead in glossary.get(NEVER, {}).items():
        if found := re.search(pattern, said):
            yield f"says “{found[0]}”; better {_listed(instead)}: {said!r}"
    terms: dict[str, list[str]] = {}
    for section, its_terms in glossary.items():
        if section == FOR_ALL or (section != NEVER and _concerns(section, message)):
            terms |= its_terms
    plain = CODE.sub(" ", FIELD.sub(" ", meant))
    for term in sorted(terms, key=len, reverse=True):
        left = re.sub(rf"(?<!\w){re.escape(term)}(?!\w)", " ", plain, flags=re.IGNORECASE)
        if left != plain and not any(word in said for word in terms[term]):
            yield f"says “{term}” in other words than {_listed(terms[term])}: {said!r}"
        plain = left


def _concerns(section: str, message: Message) -> bool:
    """Tell whether a section of the glossary is for a message, by the files it is in."""
    files = [file for file, _line in message.locations]
    if section == FOR_NIGHTS:
        return all("night" in file for file in files)
    return all(file.startswith((f"cogs/{section}/", f"/{section}")) for file in files)


def _is_name(message: Message) -> bool:
    """Tell whether a message is the name of a command or an option."""
    return message.context is not None and "name" in message.context


def _longest(message: Message) -> int | None:
    """Return how long a text of a command may be; None for other texts."""
    if _is_name(message):
        return MOST_NAME
    of_commands = any(file.startswith("/") for file, _line in message.locations)
    return MOST_TEXT if of_commands or message.context == "choice" else None


def strings(text: str | Sequence[str] | None) -> list[str]:
    """Return all forms of a text: one, or the singular and the plural."""
    return [text] if isinstance(text, str) else [*(text or [])]


def _short(message: Message) -> str:
    """Return what identifies a message in a complaint."""
    text = strings(message.id)[0]
    where = f" ({message.context})" if message.context else ""
    return f"{text if len(text) <= 60 else text[:59] + '…'!r}{where}"


def _listed(texts: Iterable[str]) -> str:
    return ", ".join(sorted(texts)) or "none"
