"""Three rounds of a night on the real bot: led from its desk, through whatever happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ui.pages.nights import desk_routes
from tests.e2e.night_host import evening
from tests.e2e.stage import Stage


@pytest.mark.takes(9)
async def test_three_rounds_through_whatever_happens(tmp_path: Path) -> None:
    """A no-show, a kill in the middle of Start all, a void, computers, a leaver, over days."""
    async with Stage(tmp_path) as stage:
        night = await evening(stage, 11, there=range(10), rounds=3)
        missing = night.guests[10]
        desk = await night.desk()
        assert f"Not here yet: {missing.name}" in desk.text, desk.text

        # The bot dies while the first round is dealt; the rest of it is dealt at the next start.
        plan = await night.plan(1)
        # Whose seat is kept is named first.
        sure = await night.press(plan, "Start all …")
        stage.dying_at(2, "POST", "/channels/*/messages")
        await stage.death(night.host.press(sure, "Start without them"))
        assert night.round_state(1) == "dealt"
        await stage.start()
        tables = await night.dealt(1)
        people = night.seated(1)
        assert len(people) == len(set(people)) == 10, "somebody was dealt in twice, or not at all"
        assert int(missing.id) not in people
        await stage.until(lambda: len(night.lists(1)) == 1)

        # One is voided, computers finish the others.
        sure = await night.at_table(tables[0], "End without a result …")
        assert night.phase(tables[0]) == "playing"
        await night.press(sure, "End without a result")
        assert night.phase(tables[0]) == "cancelled"
        await night.finish(*tables[1:])
        await night.over(1)

        # Somebody goes home; the one who was missing comes late.
        gone = night.guests[9]
        await gone.press(night.card(), "I'm going home")
        await night.come(missing)
        tables = await night.start(2)
        people = night.seated(2)
        assert int(missing.id) in people and int(gone.id) not in people
        assert len(people) == len(set(people)) == 10

        # Somebody leaves a game, one goes on over days, and the others are done.
        await night.at_table(tables[0], "Finish it another day …", "Finish it another day")
        await night.finish(*tables[1:])
        await night.over(2)
        assert night.phase(tables[0]) == "playing"

        tables = await night.start(3)
        assert len(night.seated(3)) == 10, "who plays over days isn't free for the next round"
        await stage.restart()
        await night.finish(*tables)
        await night.over(3)
        await stage.until(lambda: bool(night.marked(f"d:standings:{night.id}")))
        (recap,) = night.marked(f"d:standings:{night.id}")
        assert "Still on: table 1 of round 2" in recap.text, recap.text

        # The end of the night, and of the game that went on.
        await night.press(await night.press(await night.more(), "End the night …"), "End the night")
        await night.finish(night.tables(2)[0])
        await stage.until(lambda: "Still on" not in night.marked(f"d:standings:{night.id}")[0].text)
        assert len(night.marked(f"d:standings:{night.id}")) == 1
        for table, total in stage.rows(
            "SELECT table_id, sum(points) * 2 - max(seats) * 5040 FROM results GROUP BY table_id"
        ):
            assert total == 0, f"the points of {table} aren't half of its seats"
        doubled = stage.rows(
            "SELECT night_round, night_table, count(*) FROM tables WHERE night_id IS NOT NULL"
            " GROUP BY night_round, night_table HAVING count(*) > 1"
        )
        assert not doubled, f"tables were dealt twice: {doubled}"
        for number in (1, 2, 3):
            lists = night.lists(number)
            assert len(lists) == 1, f"round {number} is listed {len(lists)} times"
            assert not any(person.id in each.pinged for each in lists for person in night.guests)


@pytest.mark.long
async def test_a_channel_deleted_while_the_bot_is_down_is_found_as_it_starts(
    tmp_path: Path,
) -> None:
    """Night, list and tables go on in the next channel, before anybody presses anything."""
    async with Stage(tmp_path) as stage:
        night = await evening(stage, 4, rounds=2)
        tables = await night.start(1)
        await stage.until(lambda: len(night.lists(1)) == 1)
        await stage.shown()
        games = stage.channel("games")
        assert games.guild is not None
        elsewhere = stage.sandbox.host.add_channel(games.guild, "elsewhere")
        games.guild.system = elsewhere.id
        await stage.kill()
        stage.sandbox.host.delete_channel(games)
        await stage.start()
        there = [(int(elsewhere.id), 0)]
        lies = "SELECT channel_id, asleep FROM nights"
        await stage.stored(lambda: stage.rows(lies) == there)
        boards = "SELECT DISTINCT place_id, asleep FROM tables WHERE board_revision = revision"
        await stage.stored(lambda: stage.rows(boards) == there)

        def seen(words: str) -> bool:
            return any(words in each.text for each in night.host.sees(elsewhere))

        await stage.until(lambda: seen("Moved here from another channel: the channel was deleted."))
        host = night.host.in_(elsewhere)
        page = (await host.slash("night desk")).message
        assert page is not None and "round 1 of 2" in page.text, "its desk isn't found"
        for table in tables:
            picked = (await host.select(page, desk_routes.PICK_TABLE(night.id), table)).message
            assert picked is not None
            more = (await host.press(picked, "More …")).message
            assert more is not None
            sure = (await host.press(more, "Computers finish it …")).message
            assert sure is not None
            await host.press(sure, "Computers finish it")
            await night.finished(table)
        await stage.stored(lambda: night.round_state(1) == "over")
