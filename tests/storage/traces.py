"""Looks for what is left of somebody in a database file, and says where it stands."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path


def marks(number: int, *names: str) -> tuple[bytes, ...]:
    """Return the forms in which somebody's id and names may stand in a file."""
    assert number > 1 << 47, "the id is too short to be looked for"
    written = (form for name in names for form in {name, json.dumps(name)[1:-1]})
    return (number.to_bytes(8, "big"), str(number).encode(), *(form.encode() for form in written))


def columns_with(path: Path, number: int) -> list[str]:
    """Return the columns that hold a number, by itself or written in a text."""
    with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as link:
        return [*_columns_with(link, number)]


def traces(path: Path, number: int, *names: str) -> list[str]:
    """Return what of somebody stands in a database file or its log, and where their id does."""
    found: list[str] = []
    for file in path.parent.glob(f"{path.name}*"):
        content = file.read_bytes()
        found += [f"{mark!r} in {file.name}" for mark in marks(number, *names) if mark in content]
    return [*found, *columns_with(path, number)] if found else []


def _columns_with(link: sqlite3.Connection, number: int) -> Iterator[str]:
    for table in _names(link, "SELECT name FROM sqlite_schema WHERE type = 'table'"):
        for column in _names(link, f"SELECT name FROM pragma_table_info('{table}')"):
            query = f"SELECT count(*) FROM {table} WHERE instr({column}, ?)"
            ((rows,),) = link.execute(query, (str(number),))
            if rows:
                yield f"{table}.{column} in {rows} rows"


def _names(link: sqlite3.Connection, query: str) -> Sequence[str]:
    return [name for (name,) in link.execute(query)]
