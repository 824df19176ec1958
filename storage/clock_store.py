"""The clocks of all tables in the database: what is due, and what goes on after a restart."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.
# ruff: noqa: S608

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from storage.database import Database
from storage.rows import Pace, PersonRow
from storage.statements import ALIVE, PERSON, number_in_meta, set_meta


@dataclass(frozen=True, slots=True)
class ClockRow:
    """The clock of one seat in play, with what is needed to work it out."""

    table_id: str
    seat: int
    person: PersonRow
    pace: Pace
    limit: int
    """Seconds for the whole question."""
    left: int
    """Seconds that were left at `at`."""
    at: int | None
    """Since when it counts; None while it stands still."""
    reminders: int
    due: int | None
    away_days: int = 7
    away_used: int = 0


class ClockStore:
    """What can be read of clocks and written to them."""

    def __init__(self, database: Database) -> None:
        """Work on an open database, whose closing stays with its owner."""
        self.database = database

    async def running(self) -> list[str]:
        """Return the tables where a clock runs."""
        query = "SELECT DISTINCT table_id FROM seats WHERE due IS NOT NULL"
        return await self.database.column(query)

    async def of(self, person: int) -> list[str]:
        """Return the tables where a person's clock runs."""
        query = "SELECT table_id FROM seats WHERE person = ? AND due IS NOT NULL ORDER BY due"
        return await self.database.column(query, (person,))

    async def recalculate(
        self, recalculate: Callable[[ClockRow, int | None], tuple[ClockRow, bool]], alive: int
    ) -> int:
        """Replace the clocks of all tables in play, and note a sign of life.

        `recalculate` gets a clock and the last sign of life before, and tells with the clock
        whether its table's messages are to be put right. Returns how many clocks have changed.
        Clocks of paused tables are left alone, and so are those that have run out for good. Those
        of tables that sleep stand, also where the bot went down before it could stop them.
        """
        query = (
            "SELECT s.table_id, s.seat, t.pace, s.clock_limit, s.clock_left, s.clock_at,"
            " s.reminders, s.due, t.away_days, s.away_used, s.person,"
            f" {', '.join(f'p.{name}' for name in PERSON.names[1:])}"
            " FROM seats s JOIN tables t ON t.id = s.table_id LEFT JOIN people p ON p.id = s.person"
            " WHERE s.clock_left IS NOT NULL AND (s.clock_at IS NOT NULL OR s.clock_left > 0)"
            " AND t.phase = 'playing' AND t.paused = 0 AND t.asleep = 0"
        )

        def run(connection: sqlite3.Connection) -> int:
            last = number_in_meta(connection, ALIVE)
            changed: list[tuple[int | str | None, ...]] = []
            wrong: set[str] = set()
            for values in connection.execute(query):
                table_id, seat, *clock = values[:10]
                row = ClockRow(table_id, seat, PERSON(values[10:]), *clock)
                now, shown_wrong = recalculate(row, last)
                if shown_wrong:
                    wrong.add(table_id)
                if now != row:
                    clock = now.left, now.at, now.reminders, now.due, now.away_used
                    changed.append((*clock, table_id, seat))
            connection.executemany(
                "UPDATE seats SET clock_left = ?, clock_at = ?, reminders = ?, due = ?,"
                " away_used = ? WHERE table_id = ? AND seat = ?",
                changed,
            )
            connection.execute(
                "UPDATE seats SET clock_at = NULL, due = NULL WHERE due IS NOT NULL"
                " AND table_id IN (SELECT id FROM tables WHERE asleep = 1)"
            )
            connection.executemany(
                "UPDATE tables SET board_revision = -1 WHERE id = ?", [(each,) for each in wrong]
            )
            set_meta(connection, ALIVE, str(alive))
            return len(changed)

        return await self.database.transaction(run)
