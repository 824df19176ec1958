"""How rows of the database become rows of a dataclass, and back: by the names of its fields."""

# The statements are put together from the names of fields and of tables; every value is bound.
# ruff: noqa: S608

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Generic, TypeVar, get_type_hints

R = TypeVar("R")

Values = Sequence[object] | Mapping[str, object]
"""What is bound to a statement, in order or by name."""


class Mapper(Generic[R]):
    """The rows of a table as those of a dataclass, whose fields are columns of the table.

    It is called with what `select` finds of a row, and returns that as the class.
    """

    def __init__(self, form: type[R], table: str, given: Collection[str] = ()) -> None:
        """Map a class to a table; the database itself gives new rows the fields in `given`."""
        types = get_type_hints(form)
        self._form = form
        # Those of a dataclass that only takes names aren't among its `__match_args__`.
        self._by_place = bool(getattr(form, "__match_args__", ()))
        self._truths = [place for place, kind in enumerate(types.values()) if kind is bool]
        self.names = tuple(types)
        self.written = tuple(name for name in types if name not in given)
        """The fields that `insert` and `put` write."""
        self.values: Callable[[R], tuple[Any, ...]] = attrgetter(*self.written)
        """Returns what is bound to `insert` and `put` for a row."""
        self.select = f"SELECT {', '.join(self.names)} FROM {table}"
        self.insert = (
            f"INSERT INTO {table} ({', '.join(self.written)})"
            f" VALUES ({', '.join('?' * len(self.written))})"
        )

    def __call__(self, found: Sequence[Any]) -> R:
        """Make a row of the class; SQLite has no booleans."""
        if self._truths:
            found = [*found]
            for place in self._truths:
                found[place] = bool(found[place])
        if self._by_place:
            return self._form(*found)
        return self._form(**dict(zip(self.names, found, strict=True)))

    def put(self, *key: str) -> str:
        """Write the statement that inserts a row, or replaces the one with the same key."""
        changes = ", ".join(f"{name} = excluded.{name}" for name in self.written)
        return f"{self.insert} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"


def sets(columns: Iterable[str]) -> str:
    """Write what an UPDATE sets, each column to a value that is bound."""
    return ", ".join(f"{name} = ?" for name in columns)


def as_found(found: Any) -> Any:
    """Return a row as it was found."""
    return found


def first(found: Sequence[Any]) -> Any:
    """Return the value in a row's first column."""
    return found[0]


def column(connection: sqlite3.Connection, query: str, values: Values = ()) -> list[Any]:
    """Return the only column of all rows that a query finds."""
    return [value for (value,) in connection.execute(query, values)]
