"""Prove that what older databases hold keeps its points as people who are gone are told apart."""

from __future__ import annotations

from pathlib import Path

from storage import Database, Store
from storage.database import MIGRATIONS
from tests.storage.samples import ANNA, BEN, CLEO

FORMER = -(1 << 61) - 5


async def test_an_older_database_keeps_its_points_and_knows_who_is_gone(
    path: Path, tmp_path: Path
) -> None:
    """Who had left before computers finished is gone, who was there isn't; a night's leaver has a
    row, also one who was forgotten; a table outside nights gets none.
    """
    older = tmp_path / "older"
    older.mkdir()
    for file in sorted(MIGRATIONS.glob("*.sql"))[:15]:
        (older / file.name).write_bytes(file.read_bytes())
    database = await Database.open(path, migrations=older)

    def fill(link: object) -> None:
        run = link.execute  # type: ignore[attr-defined]
        for number, (name, phase) in enumerate(
            (("play1", "playing"), ("out11", "playing"), ("done1", "finished"))
        ):
            run(
                "INSERT INTO tables (id, game, rules_version, phase, options, host, guild_id,"
                " channel_id, board_revision, asleep, revision, opened_by, opened_at, touched_at,"
                " language) VALUES (?, 'x', 1, ?, '{}', 1, 9, 8, -1, 0, 50, ?, 1, 1, 'en')",
                (name, phase, number),
            )
            for seat, (person, stand_in, since) in enumerate(
                ((ANNA, "left", 3), (BEN, "away", 5), (CLEO, None, None))
            ):
                run(
                    "INSERT INTO seats (table_id, seat, person, name, first, stand_in, away_since)"
                    " VALUES (?, ?, ?, '', ?, ?, ?)",
                    (name, seat, person, person, stand_in, since),
                )
        run(
            "INSERT INTO table_events (table_id, step, at, what, role) VALUES"
            " ('out11', 5, 1, 'played_out', 'night')"
        )
        run("UPDATE seats SET first = ? WHERE table_id = 'done1' AND seat = 2", (FORMER,))
        for name, night in (("done1", "nnnnn"), ("alone", None)):
            for seat, person in enumerate((None, BEN, None)):
                run(
                    "INSERT INTO results (table_id, seat, person, name, guild_id, game, seats,"
                    " score, place, points, won, decisions, by_computer, counts, ended_at,"
                    " night_id, round) VALUES (?, ?, ?, '', 9, 'x', 3, 7, ?, ?, ?, 4, 0, 1, 5,"
                    " ?, 2)",
                    (name, seat, person, seat + 1, 5040 - 2520 * seat, seat == 0, night),
                )

    await database.transaction(fill)
    await database.close()
    store = Store(await Database.open(path))
    gone = dict[str, list[int | None]]()
    for name in ("play1", "out11", "done1"):
        found = await store.table(name)
        assert found is not None
        gone[name] = [row.gone for row in found[1]]
    assert gone == {"play1": [3, 5, None], "out11": [3, None, None], "done1": [None] * 3}
    rows = await store.results("done1")
    said = "results of before have other places or points now"
    assert [(row.place, row.points) for row in rows[:3]] == [(1, 5040), (2, 2520), (3, 0)], said
    added = [(row.seat, row.person, row.points, row.counts, row.of_seat) for row in rows[3:]]
    assert added == [(3, ANNA, 0, False, False), (4, FORMER, 0, False, False)], added
    assert len(await store.results("alone")) == 3, "a table of no night got rows"
    await store.database.close()
