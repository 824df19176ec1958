"""Evenings that differ only in what nobody may know: the same is said of them at the same times."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.nights.night import Night
from storage.night_rows import Pilot
from tests.nights.setup import Setup, open_house, people

Said = list[tuple[str, int, str]]


async def rung(setup: Setup, night: Night, until: int) -> Night:
    """Let time go on, ring what is due, and note the messages that announce a round."""
    night = await setup.nights.get(night.id)
    for _ring in range(100):
        if night.row.due is None or night.row.due > until:
            break
        setup.time = max(setup.time, night.row.due)
        await setup.timer.ring(night.id)
        for post in await setup.nights.store.unsent(night.id):
            await setup.nights.store.sent(post.id, post.id, int(setup.time))
        await setup.quiet()
        night = await setup.nights.get(night.id)
    setup.time = until
    return night


async def said(path: Path, pilot: Pilot, apart: list[tuple[int, int]], known: list[int]) -> Said:
    """Lead an evening of two rounds; return what was said of it, when, and to whom."""
    setup = await open_house(path)
    setup.known.apart = apart
    for person in known:
        await setup.database.write(
            "INSERT INTO learnt (person, game, ended) VALUES (?, 'donburiko', 1)", (person,)
        )
    night = await setup.at_doors(await setup.announced(pilot=pilot), *people(7))
    for number in (1, 2):
        night = await rung(setup, night, int(setup.time) + 45 * 60)
        if pilot != "auto":
            await setup.dealt(night)
        for table in await setup.dealt_now(night):
            await setup.play_out(table)
        night = await setup.nights.get(night.id)
        assert len(night.dealt) == number and night.playing is None, f"{night.row.stage}"
    await rung(setup, night, int(setup.time) + 3 * 60 * 60)
    rows = await setup.database.all(
        lambda row: (str(row[0]), int(row[1]), str(row[2])),
        "SELECT kind, at, people FROM night_posts ORDER BY id",
    )
    await setup.round_runner.close()
    await setup.database.close()
    return rows


@pytest.mark.parametrize("pilot", ["helper", "auto"])
async def test_wishes_to_sit_apart_and_what_people_know_change_nothing_that_is_said(
    tmp_path: Path, pilot: Pilot
) -> None:
    one, other = people(7)[1].id, people(7)[2].id
    plain = await said(tmp_path / "plain.sqlite3", pilot, [], [])
    assert {"helper": "needed", "auto": "notice"}[pilot] in {kind for kind, _at, _who in plain}
    apart = await said(tmp_path / "apart.sqlite3", pilot, [(one, other)], [])
    assert apart == plain, "it can be told that two wish to sit apart"
    known = await said(tmp_path / "known.sqlite3", pilot, [], [one, other])
    assert known == plain, "it can be told who has played before"
