"""Forgetting a person: their id and their names leave every row, and every sum stays as it is."""

# The queries are put together from literals in this file; every value is bound.
# ruff: noqa: S608

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Final, cast

from storage.former_players import keyed_number, new_number, person_key
from storage.mapper import column

_TABLES: Final = """
    SELECT table_id FROM seats WHERE :person IN (person, first)
    UNION SELECT table_id FROM holders WHERE person = :person
    UNION SELECT table_id FROM results WHERE person = :person
    UNION SELECT table_id FROM invited WHERE person = :person
    UNION SELECT table_id FROM asking WHERE person = :person
    UNION SELECT table_id FROM table_events WHERE person = :person
    UNION SELECT table_id FROM table_events WHERE whom = :person
    UNION SELECT id FROM tables WHERE opener = :person
"""
"""All tables that name somebody. A host has a seat, or was taken off one, or opened the table."""
_NAMES: Final = """
    SELECT name FROM seats WHERE person = :person
    UNION SELECT name FROM holders WHERE person = :person
    UNION SELECT name FROM asking WHERE person = :person
    UNION SELECT name FROM table_events WHERE person = :person
    UNION SELECT whom_name FROM table_events WHERE whom = :person
    UNION SELECT name FROM results WHERE person = :person
    UNION SELECT name FROM guests WHERE person = :person
    UNION SELECT name FROM ask_answers WHERE person = :person
    UNION SELECT host_name FROM nights WHERE host = :person
    UNION SELECT host_name FROM asks WHERE host = :person
    UNION SELECT name FROM fans WHERE person = :person
"""
_CALLED_AT_NIGHT: Final = """
    SELECT name FROM guests WHERE person = :person AND night_id = :night
    UNION SELECT name FROM results WHERE person = :person AND night_id = :night
    UNION SELECT s.name FROM seats s JOIN tables t ON t.id = s.table_id
        WHERE s.person = :person AND t.night_id = :night
    UNION SELECT h.name FROM holders h JOIN tables t ON t.id = h.table_id
        WHERE h.person = :person AND t.night_id = :night
    UNION SELECT host_name FROM nights WHERE id = :night AND host = :person
    UNION SELECT json_extract(value, '$.name') FROM nights, json_each(hosts)
        WHERE nights.id = :night AND json_extract(value, '$.id') = :person
"""
"""What a person was called at one night."""
NIGHTS: Final = """
    SELECT night_id FROM guests WHERE person = :person
    UNION SELECT night_id FROM night_events WHERE :person IN (by, whom)
    UNION SELECT night_id FROM rounds WHERE instr(seating, :person)
        AND EXISTS (SELECT 1 FROM json_tree(seating) WHERE atom = :person)
    UNION SELECT night_id FROM night_posts
        WHERE EXISTS (SELECT 1 FROM json_each(people) WHERE atom = :person)
        OR instr(details, '@' || :person || '>') OR instr(details, '@!' || :person || '>')
    UNION SELECT id FROM nights WHERE host = :person
        OR instr(why || about, '@' || :person || '>')
        OR instr(why || about, '@!' || :person || '>')
        OR EXISTS (SELECT 1 FROM json_tree(hosts) WHERE key = 'id' AND atom = :person)
    UNION SELECT night_id FROM series
        WHERE instr(template, '@' || :person || '>') OR instr(template, '@!' || :person || '>')
"""
"""All nights that name somebody."""


GONE: Final = "…"
"""Stands where a name was."""
CORRECTED: Final = "corrected"
"""The event of a night whose note begins with the id of a table."""
SHORTEST: Final = 3
"""The fewest letters of a name that is cut out of words; a shorter one may be anything."""
_LINKS: Final = "のとはがをにもやでへ"
"""What Japanese writes before or after a name without a space."""
_FOLLOWS: Final = re.compile(f"さん|ちゃん|くん|さま|たち|から|より|まで|[{_LINKS}]")


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A person who was forgotten, and where."""

    names: frozenset[str]
    """All names by which the person was known."""
    tables: tuple[str, ...]
    """The tables that named them."""


def tables_with(connection: sqlite3.Connection, person: int) -> tuple[str, ...]:
    """Return the tables that name a person."""
    return tuple(column(connection, _TABLES, {"person": person}))


def nights_with(connection: sqlite3.Connection, person: int) -> tuple[str, ...]:
    """Return the nights that name a person."""
    return tuple(column(connection, NIGHTS, {"person": person}))


def forget(connection: sqlite3.Connection, person: int, names: Collection[str] = ()) -> Forgotten:
    """Remove a person from every row; `names` are what they are called besides what is stored.

    Where a row stays for the sake of others, a number that is nobody's replaces the id. It is a new
    one each time, except where somebody is still kept out: there it is made with a key.
    """
    found = {*column(connection, _NAMES, {"person": person}), *names} - {None, ""}
    new, keyed = new_number(), keyed_number(person_key(connection), person)
    tables = tables_with(connection, person)
    # First, while what the person was called there can still be read.
    found |= _leave_nights(connection, person, new, found)
    _leave_notes(connection, person, tables)
    _leave_tables(connection, person, new, keyed, tables)
    connection.execute("UPDATE results SET person = ?, name = '' WHERE person = ?", (new, person))
    for query in (
        "DELETE FROM people WHERE id = :person",
        "DELETE FROM lessons WHERE person = :person",
        "DELETE FROM learnt WHERE person = :person",
        "DELETE FROM apart WHERE :person IN (person, other)",
        "DELETE FROM invited WHERE person = :person",
        "DELETE FROM asking WHERE person = :person",
        "DELETE FROM orders WHERE person = :person",
        "DELETE FROM notes WHERE person = :person",
        "UPDATE reports SET person = NULL WHERE person = :person",
        "DELETE FROM mine_here WHERE person = :person",
        "DELETE FROM dm_calls WHERE person = :person",
        "UPDATE asks SET revision = revision + 1 WHERE host = :person"
        " OR id IN (SELECT ask_id FROM ask_answers WHERE person = :person)",
        "UPDATE asks SET host = :new, host_name = '', call_at = NULL WHERE host = :person",
        "DELETE FROM ask_answers WHERE person = :person",
        "DELETE FROM fans WHERE person = :person",
        "DELETE FROM unpinged WHERE person = :person",
        "UPDATE blocks SET by = 0 WHERE by = :person",
        # The reason for a block may say who it is.
        "UPDATE OR REPLACE blocks SET person = :keyed, note = '' WHERE person = :person",
        "UPDATE OR REPLACE bans SET id = :keyed WHERE kind = 'person' AND id = :person",
    ):
        connection.execute(query, {"person": person, "new": new, "keyed": keyed})
    return Forgotten(frozenset(found), tables)


def _leave_notes(connection: sqlite3.Connection, person: int, tables: tuple[str, ...]) -> None:
    """Cut a person's names at each table from what others noted or reported about it."""
    query = (
        "SELECT name FROM seats WHERE table_id = :table AND person = :person"
        " UNION SELECT name FROM holders WHERE table_id = :table AND person = :person"
    )
    put = "UPDATE notes SET text = ? WHERE table_id = ? AND person = ?"
    for table_id in tables:
        names = {*column(connection, query, {"table": table_id, "person": person})} - {None, ""}
        noted = "SELECT person, text FROM notes WHERE table_id = ?"
        for who, text in connection.execute(noted, (table_id,)).fetchall():
            connection.execute(put, (unnamed(text, names), table_id, who))
        reported = "SELECT words, id FROM reports WHERE table_id = ?"
        for words, report in connection.execute(reported, (table_id,)).fetchall():
            changed = "UPDATE reports SET words = ? WHERE id = ?"
            connection.execute(changed, (unnamed(words, names), report))


def _leave_tables(
    connection: sqlite3.Connection, person: int, new: int, keyed: int, tables: tuple[str, ...]
) -> None:
    """Remove a person from the tables that name them.

    At one that isn't over yet they mustn't come back to cards other than their own.
    """
    for live, number in ((True, keyed), (False, new)):
        values = {"person": person, "number": number, "tables": json.dumps(tables), "live": live}
        these = (
            "IN (SELECT id FROM tables WHERE id IN (SELECT value FROM json_each(:tables))"
            " AND (phase IN ('lobby', 'playing')) = :live)"
        )
        for query in (
            f"UPDATE tables SET opener = NULL WHERE opener = :person AND id {these}",
            f"UPDATE tables SET host = :number WHERE host = :person AND id {these}",
            f"UPDATE seats SET first = :number WHERE first = :person AND table_id {these}",
            f"UPDATE seats SET person = :number, name = '' WHERE person = :person"
            f" AND table_id {these}",
            f"UPDATE OR REPLACE holders SET person = :number, name = '' WHERE person = :person"
            f" AND table_id {these}",
            f"UPDATE table_events SET person = :number, name = NULL WHERE person = :person"
            f" AND table_id {these}",
            f"UPDATE table_events SET whom = :number, whom_name = NULL WHERE whom = :person"
            f" AND table_id {these}",
        ):
            connection.execute(query, values)


def _leave_nights(
    connection: sqlite3.Connection, person: int, new: int, names: Collection[str]
) -> set[str]:
    """Remove a person from the nights that name them; return what they were called there.

    All their names are cut from what they wrote themselves. From others' words only those they had
    on that night are cut: nobody may choose by a new name what is cut from them.
    """
    nights = nights_with(connection, person)
    called = {night: _called_at(connection, person, night) for night in nights}
    everywhere = {*names}.union(*called.values())
    for night_id in nights:
        values = {"person": person, "new": new, "night": night_id}
        _leave_hosts(connection, values, everywhere, called[night_id])
        _leave_posts(connection, called[night_id], values)
        query = (
            "SELECT id, what, note FROM night_events"
            " WHERE by = :person AND note <> '' AND night_id = :night"
        )
        for event_id, what, note in connection.execute(query, values).fetchall():
            # A correction begins with the id of its table.
            first, space, words = note.partition(" ") if what == CORRECTED else ("", "", note)
            said = first + space + unnamed(words, everywhere)
            connection.execute("UPDATE night_events SET note = ? WHERE id = ?", (said, event_id))
    values = {"person": person, "new": new, "nights": json.dumps(nights)}
    _leave_seatings(connection, values)
    for query in (
        # Whoever came is still counted; whoever only said that they would come isn't.
        "UPDATE guests SET person = :new, name = '', marks = '[]', remind = '[]',"
        " offered_until = NULL, late_until = NULL, games = '[]'"
        " WHERE person = :person AND came_at IS NOT NULL",
        "DELETE FROM guests WHERE person = :person",
        "UPDATE night_events SET by = NULL WHERE by = :person",
        "UPDATE night_events SET whom = NULL WHERE whom = :person",
    ):
        connection.execute(query, values)
    return everywhere


def _called_at(connection: sqlite3.Connection, person: int, night_id: str) -> set[str]:
    values = {"person": person, "night": night_id}
    return {*column(connection, _CALLED_AT_NIGHT, values)} - {None, ""}


def _leave_hosts(
    connection: sqlite3.Connection,
    values: dict[str, Any],
    everywhere: Collection[str],
    called: Collection[str],
) -> None:
    """Remove the person from a night's leaders, and from what they wrote as its leader."""
    person = values["person"]
    query = "SELECT host, host_name, hosts, title, why, about FROM nights WHERE id = :night"
    host, host_name, hosts, *words = connection.execute(query, values).fetchone()
    left = [each for each in json.loads(hosts) if each["id"] != person]
    names: Collection[str] = ()
    if host == person:
        names = everywhere
    elif len(left) < len(json.loads(hosts)):
        names = called

    def rid(value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return re.sub(f"@!?{person}>", f"{GONE}>", unnamed(value, names))

    words = [rid(each) for each in words]
    connection.execute(
        "UPDATE nights SET host = ?, host_name = ?, hosts = ?, title = ?, why = ?, about = ?"
        " WHERE id = ?",
        (
            *((values["new"], "") if host == person else (host, host_name)),
            json.dumps(left),
            *words,
            values["night"],
        ),
    )
    query = (
        "SELECT template, id FROM series"
        " WHERE id = (SELECT series_id FROM nights WHERE id = :night)"
    )
    for template, series in connection.execute(query, values).fetchall():
        written = json.loads(template)
        written |= {name: rid(written[name]) for name in ("title", "about") if name in written}
        connection.execute(
            "UPDATE series SET template = ? WHERE id = ?",
            (json.dumps(written, ensure_ascii=False), series),
        )


def _leave_seatings(connection: sqlite3.Connection, values: dict[str, Any]) -> None:
    """Replace the person's id with the new number where it says who sat where."""

    def renumbered(value: Any) -> Any:
        return values["new"] if value == values["person"] else value

    query = (
        "SELECT night_id, number, seating FROM rounds WHERE instr(seating, :person)"
        " AND night_id IN (SELECT value FROM json_each(:nights))"
    )
    for night_id, number, text in connection.execute(query, values).fetchall():
        changed = json.dumps(_mapped(json.loads(text), renumbered))
        connection.execute(
            "UPDATE rounds SET seating = ? WHERE night_id = ? AND number = ?",
            (changed, night_id, number),
        )


def _leave_posts(
    connection: sqlite3.Connection, names: Collection[str], values: dict[str, Any]
) -> None:
    """Remove the person from what is, or was, to be said on the nights that name them.

    What is still to be said to them alone is dropped.
    """
    person = values["person"]
    query = "SELECT id, people, details, message_id FROM night_posts WHERE night_id = :night"
    for post_id, people, details, message_id in connection.execute(query, values).fetchall():
        told: list[int] = json.loads(people)
        left = [each for each in told if each != person]
        held: dict[str, Any] = json.loads(details)
        if held.get("by") in names:
            held["by"] = GONE
        if "text" in held:
            said = re.sub(f"@!?{person}>", f"{GONE}>", str(held["text"]))
            held["text"] = unnamed(said, names)
        if message_id is None and told == [person]:
            message_id = 0
        if left != told or held != json.loads(details):
            connection.execute(
                "UPDATE night_posts SET people = :people, details = :details,"
                " message_id = :message, past = past OR :message IS 0 WHERE id = :post",
                {
                    "people": json.dumps(left),
                    "details": json.dumps(held),
                    "message": message_id,
                    "post": post_id,
                },
            )


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a value from JSON with each text, number or other leaf of it changed."""
    if isinstance(value, dict):
        found = cast(dict[str, Any], value)
        return {key: _mapped(each, change) for key, each in found.items()}
    if isinstance(value, list):
        several = cast(list[Any], value)
        return [_mapped(each, change) for each in several]
    return change(value)


def unnamed(text: str, names: Collection[str]) -> str:
    """Return a text that somebody wrote without some names, where they are whole words."""
    for name in sorted(names, key=len, reverse=True):
        if sum(char.isalnum() for char in name) >= SHORTEST:
            text = re.sub(re.escape(name), _gone, text)
    return text


def _gone(found: re.Match[str]) -> str:
    """Return what replaces a name that was found; the name itself if it is part of a word."""
    text, (start, end) = found.string, found.span()
    before = start and _in_one_word(text[start - 1], text[start]) and text[start - 1] not in _LINKS
    after = _in_one_word(text[end - 1 : end], text[end : end + 1])
    if before or (after and not _FOLLOWS.match(text, end)):
        return found[0]
    return GONE


def _in_one_word(one: str, other: str) -> bool:
    """Tell whether two adjacent characters may belong to one word."""
    if not (_is_letter(one) and _is_letter(other)):
        return False
    # What lengthens or marks a letter belongs to it in any writing.
    attached = other == "ー" or unicodedata.category(other).startswith("M")
    return attached or _script(one) == _script(other)


def _is_letter(char: str) -> bool:
    return char != "" and (unicodedata.category(char)[0] in "LNM" or char == "_")


def _script(char: str) -> str:
    """Return the script of a letter: where it changes, Japanese begins another word."""
    name = unicodedata.name(char, "").split(" ")[0]
    return name if name in ("HIRAGANA", "KATAKANA", "CJK") else ""
