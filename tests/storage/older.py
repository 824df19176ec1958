"""A database as an older version of the bot has left it, with games at play and over."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from storage import Database
from storage.database import MIGRATIONS
from tests.storage.samples import ANNA, BEN, CLEO

FORMER = -(1 << 61) - 5
"""Stands for somebody who was forgotten."""
ASKED = 1_000
"""When a vote to end a game was begun that is still open."""


async def older_database(path: Path, folder: Path, formats: int) -> None:
    """Make a database of format 15 with tables, seats and results, and bring it to a later one.

    Its migrations are put into a folder of its own.
    """
    for number in sorted({15, formats}):
        older = folder / f"older{number}"
        older.mkdir()
        for file in sorted(MIGRATIONS.glob("*.sql"))[:number]:
            (older / file.name).write_bytes(file.read_bytes())
        database = await Database.open(path, migrations=older)
        if number == 15:
            await database.transaction(_fill)
        await database.close()


def _fill(link: sqlite3.Connection) -> None:
    """Write tables of all kinds that somebody has left, and results."""
    for number, (name, phase) in enumerate(
        (("play1", "playing"), ("out11", "playing"), ("done1", "finished"))
    ):
        link.execute(
            "INSERT INTO tables (id, game, rules_version, phase, options, host, guild_id,"
            " channel_id, board_revision, asleep, revision, opened_by, opened_at, touched_at,"
            " language) VALUES (?, 'x', 1, ?, '{}', 1, 9, 8, -1, 0, 50, ?, 1, 1, 'en')",
            (name, phase, number),
        )
        for seat, (person, stand_in, since) in enumerate(
            ((ANNA, "left", 3), (BEN, "away", 5), (CLEO, None, None))
        ):
            link.execute(
                "INSERT INTO seats (table_id, seat, person, name, first, stand_in, away_since)"
                " VALUES (?, ?, ?, '', ?, ?, ?)",
                (name, seat, person, person, stand_in, since),
            )
    link.execute(
        "INSERT INTO table_events (table_id, step, at, what, role) VALUES"
        " ('out11', 5, 1, 'played_out', 'night')"
    )
    link.execute("UPDATE seats SET first = ? WHERE table_id = 'done1' AND seat = 2", (FORMER,))
    for name, night in (("done1", "nnnnn"), ("alone", None)):
        for seat, person in enumerate((None, BEN, None)):
            link.execute(
                "INSERT INTO results (table_id, seat, person, name, guild_id, game, seats,"
                " score, place, points, won, decisions, by_computer, counts, ended_at,"
                " night_id, round) VALUES (?, ?, ?, '', 9, 'x', 3, 7, ?, ?, ?, 4, 0, 1, 5,"
                " ?, 2)",
                (name, seat, person, seat + 1, 5040 - 2520 * seat, seat == 0, night),
            )
    vote = f'{{"what": "end_void", "by": 2, "ayes": [2], "revision": 9, "at": {ASKED}}}'
    link.execute("UPDATE tables SET motion = ? WHERE id = 'play1'", (vote,))
    pause = vote.replace("end_void", "pause").replace(str(ASKED), "0")
    link.execute("UPDATE tables SET motion = ? WHERE id = 'out11'", (pause,))
    link.execute("INSERT INTO people (id, zone) VALUES (?, 'UTC')", (BEN,))
    for name, state, weeks, following in (
        ("week1", "over", 1, "week2"),
        ("week2", "cancelled", 1, "week3"),
        ("week3", "open", 1, None),
        ("draft", "draft", 2, None),
        ("again", "draft", 1, None),
        ("ends1", "over", 1, "ended"),
        ("ended", "over", 0, None),
    ):
        older_night(link, name, state, weeks, following)
    link.execute(
        "INSERT INTO night_events (night_id, at, what, note) VALUES ('again', 1, 'drafted', ?)",
        ("week3",),
    )


def older_night(
    link: sqlite3.Connection, name: str, state: str, weeks: int = 0, following: str | None = None
) -> None:
    """Write a night as it was until series had rows of their own."""
    opened_by = int.from_bytes(name.encode(), "big")
    columns = {each[1] for each in link.execute("PRAGMA table_info(nights)")}
    number = "revision" if "revision" in columns else "seq"
    link.execute(
        "INSERT INTO nights (id, guild_id, channel_id, language, state, host, hosts, title,"
        " game, options, mode, rounds, move_time, pause, local, zone, starts_at, doors_at,"
        f" closes_at, doors, rung, repeat, next_id, size_shift, {number}, touched_at, opened_by)"
        " VALUES (?, 9, 8, 'en', ?, 1, '[]', 'Weekly', 'x', '{}', 'social', 1, 60, 0,"
        " '2026-12-04T20:00', 'UTC', 1, 1, 1, 'shut', 0, ?, ?, 0, 0, 0, ?)",
        (name, state, weeks, following, opened_by),
    )
