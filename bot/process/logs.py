"""The log of the process: as text for people, or as JSON, an object per line, for programs."""

from __future__ import annotations

import json
import logging
import re
import traceback
from datetime import UTC, datetime

TABLE = re.compile(
    r"^(?:board|table) ([a-z2-7]{5})\b|^hand \('([a-z2-7]{5})'| at table ([a-z2-7]{5})\b"
)
"""How log lines of the bot name the table that they are about."""

OURS = ("bot.", "cogs.", "storage.")


class JsonFormatter(logging.Formatter):
    """Writes time, level, logger and message, and which table it is about where that is known.

    For an error it writes its kind and place. Its own words may contain a hand, so they are left
    out.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line."""
        message = record.getMessage()
        fields: dict[str, str] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": message,
        }
        found = TABLE.search(message) if record.name.startswith(OURS) else None
        if found is not None:
            fields["table"] = next(filter(None, found.groups()))
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            fields["error"] = type(error).__name__
            fields["frames"] = "".join(traceback.format_tb(error.__traceback__))
        return json.dumps(fields, ensure_ascii=False)


def open_log(level: str, form: str = "text") -> None:
    """Write the log to standard error.

    Libraries stay at INFO or above: below it they write out what they send, hands included.
    """
    logging.basicConfig(
        level=max(logging.getLevelNamesMapping()[level], logging.INFO),
        format="%(asctime)s %(levelname)-7s %(name)s: %(message)s",
        datefmt="%Y-%m-%d %H:%M:%S",
    )
    if form == "json":
        for handler in logging.getLogger().handlers:
            handler.setFormatter(JsonFormatter())
    for room in ("bot", "cogs", "storage"):
        logging.getLogger(room).setLevel(level)
