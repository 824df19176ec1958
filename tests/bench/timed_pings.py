"""The bot, noting how long pings take: `… -m tests.bench.timed_pings FILE python -m bot run`.

Each line of the file says how many seconds after somebody was asked their ping was on Discord.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from bot import __main__ as command_line
from bot.process.settings import read_settings
from bot.tables.table import Table
from bot.ui.pages.tables.who_to_ping import PendingCalls, PingCall
from bot.ui.posting.tables.pings import Pings, PostedPing

count_calls = Pings.count_calls
call_people = Pings._call
asked_at: dict[tuple[str, PingCall], float] = {}


def counted(self: Pings, table: Table) -> PendingCalls:
    """Note since when somebody is to be called."""
    calls = count_calls(self, table)
    for key in [key for key in asked_at if key[0] == table.id and key[1] not in calls.due]:
        # Who has moved before their ping was there needs none.
        del asked_at[key]
    for call in calls.due:
        asked_at.setdefault((table.id, call), time.monotonic())
    return calls


async def called(self: Pings, table: Table, ping: PostedPing, calls: PendingCalls) -> None:
    """Note how long it took until they were called."""
    due = set(calls.due)
    await call_people(self, table, ping, calls)
    now = time.monotonic()
    with Path(sys.argv[1]).open("a") as out:
        out.writelines(f"{now - asked_at.pop((table.id, call), now):.4f}\n" for call in due)


if __name__ == "__main__":
    Pings.count_calls, Pings._call = counted, called
    sys.exit(command_line.run(read_settings(None), None, None))
