"""The mapper between rows of the database and rows of a dataclass."""

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from storage.mapper import Mapper


@dataclass(frozen=True)
class Placed:
    """A row whose class takes its fields in order."""

    id: int
    open: bool
    note: str | None = None


@dataclass(frozen=True, kw_only=True)
class Named:
    """One whose class takes them by name."""

    id: int = 0
    note: str | None = None
    open: bool


@pytest.mark.parametrize("form", [Placed, Named])
def test_a_row_comes_back_as_it_was(form: Callable[..., Placed | Named]) -> None:
    """What is written and read again is the same, booleans among it, and a key replaces."""
    things = Mapper(Placed if form is Placed else Named, "things", given=("id",))
    with sqlite3.connect(":memory:") as link:
        link.execute("CREATE TABLE things (note UNIQUE, open, id INTEGER PRIMARY KEY)")
        for row in (form(id=7, open=True, note="one"), form(id=7, open=False, note="one")):
            link.execute(things.put("note"), things.values(row))
            (found,) = map(things, link.execute(things.select))
            assert found == form(id=1, open=row.open, note="one"), "the row isn't what was written"
            assert found.open is row.open, "a boolean came back as a number"
