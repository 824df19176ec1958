"""What whoever runs the bot announces to everybody: one text at a time, until some time."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from storage.command_line import open_beside_bot
from storage.statements import set_meta

ANNOUNCED: Final = "announced"
"""The key in `meta` of the text, and of the second since 1970 until which it is shown."""


def announce(path: Path, text: str, until: int) -> None:
    """Have a text shown until a second since 1970, in place of the one before.

    A running bot notices within half a minute. Raises StorageError.
    """
    with open_beside_bot(path) as connection:
        set_meta(connection, ANNOUNCED, f"{until} {text}")


def clear_announcement(path: Path) -> bool:
    """Take the text back; False if there was none. Raises StorageError."""
    with open_beside_bot(path) as connection:
        gone = connection.execute("DELETE FROM meta WHERE key = ?", (ANNOUNCED,))
        return gone.rowcount > 0
