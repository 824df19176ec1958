"""The log as JSON: an object a line, with the table where it is known, and no error's own words."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import pytest

from bot.process.logs import JsonFormatter

SECRET = "winter 4 in Ada's hand"


def line(message: str, *values: object, name: str = "bot.ui", error: Any = None) -> dict[str, str]:
    """Return what is written for a record."""
    record = logging.LogRecord(name, logging.ERROR, "x.py", 1, message, values, error)
    written = JsonFormatter().format(record)
    assert "\n" not in written, "one record takes several lines"
    return json.loads(written)


@pytest.mark.parametrize(
    ("message", "values", "table"),
    [
        ("table %s: its picture was refused", ("abcde",), "abcde"),
        ("table %s moves: its place is shut", ("ab2d7",), "ab2d7"),
        ("%s %s: %s, again in %.0f s", ("board", "abcde", "500", 2.0), "abcde"),
        ("%s %s: %s, again in %.0f s", ("hand", ("abcde", 12), "500", 2.0), "abcde"),
        ("interaction %d at table %s: KeyError", (4, "abcde"), "abcde"),
        ("interaction %d at table %s: KeyError", (4, "-"), None),
        ("the tables can't be read", (), None),
    ],
)
def test_a_line_names_the_table_that_it_is_about(
    message: str, values: tuple[object, ...], table: str | None
) -> None:
    found = line(message, *values)
    assert found["message"] == message % values
    assert found.get("table") == table
    assert (found["level"], found["logger"]) == ("ERROR", "bot.ui")
    assert found["time"].endswith("+00:00"), "the time is nobody's"


def test_an_error_is_written_by_kind_and_place_without_its_words() -> None:
    try:
        raise ValueError(SECRET)
    except ValueError:
        found = line("Attempting a reconnect", name="discord.client", error=sys.exc_info())
    assert found["error"] == "ValueError"
    assert "test_logs.py" in found["frames"], "nobody could find it"
    assert SECRET not in json.dumps(found), "an error's own words may hold a hand"
