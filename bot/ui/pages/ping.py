"""The ping: one short message that calls people, and can be read again after a crash."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

from bot.engine.text import marked as _
from bot.tables.table_face import TableFace
from bot.ui.pages.who_to_ping import Call, Reason
from bot.ui.pages.wording import Wording

SIGNS: Final[Mapping[Reason, str]] = {
    "move": "",
    "half": "⏳ ",
    "last": "⌛ ",
    "over": "⏰ ",
    "vote": "✋ ",
}
"""What each line of a ping begins with: it tells, in any language, what the line calls for."""

LINES: Final[Mapping[Reason, str]] = {
    "move": _("{people} It's your move."),
    "half": _("{people} Half of the time for your move is over."),
    "last": _("{people} The time for your move is nearly over."),
    "over": _("{people} The time for your move is over, and the table waits for you."),
    "vote": _("{people} A vote is open; the board says what about."),
}

_MENTION = re.compile(r"<@([0-9]{1,20})>")


def ping_text(
    table: TableFace, calls: Collection[Call], ends: Mapping[int, int], wording: Wording
) -> str:
    """Return the message that makes some calls, one line for each reason.

    `ends` is when time runs out for the seats whose clock runs: those who are reminded read it.
    """
    lines: list[str] = []
    for reason, line in LINES.items():
        people: list[str] = []
        for number, seat in enumerate(table.seats):
            if Call(seat.person, reason) in calls:
                reminded = reason in ("half", "last") and number in ends
                until = f" (<t:{ends[number]}:R>)" if reminded else ""
                people.append(f"<@{seat.person}>{until}")
        if people:
            lines.append(SIGNS[reason] + wording.gettext(line).format(people=" ".join(people)))
    return "\n".join(lines) + f" {ping_mark(table.id)}"


def called_in(text: str) -> frozenset[Call]:
    """Return the calls that a ping has made."""
    found: set[Call] = set()
    for line in text.splitlines():
        reason: Reason = "move"
        for each, sign in SIGNS.items():
            if sign and line.startswith(sign):
                reason = each
        found |= {Call(int(person), reason) for person in _MENTION.findall(line)}
    return frozenset(found)


def ping_mark(table_id: str) -> str:
    """Return what tells a table's ping from another's."""
    return f"(`{table_id}`)"
