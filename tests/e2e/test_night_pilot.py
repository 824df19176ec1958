"""Evenings that lead themselves, or call whoever leads them, on the real bot."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.e2e.night_host import Evening, evening, shown
from tests.e2e.stage import Stage
from tests.e2e.test_nights import shown as all_shown
from tests.e2e.timed import MINUTE


def stage_of(night: Evening) -> str:
    """Return the stage of a night, as it is stored."""
    ((stage,),) = night.stage.rows("SELECT stage FROM nights WHERE id = ?", night.id)
    return str(stage)


async def to_stage(night: Evening, stage: str) -> None:
    """Let time go on until the pilot has come to a stage, however many steps that takes."""
    for _step in range(12):
        if stage_of(night) == stage:
            return
        due = night.column("due")
        night.stage.later(max(0, due - night.stage.now()) + 1)
        before = stage_of(night), due
        await night.stage.stored(
            lambda before=before: (
                (
                    stage_of(night),
                    night.stage.rows("SELECT due FROM nights WHERE id = ?", night.id)[0][0],
                )
                != before
            )
        )
    raise AssertionError(f"the night stands at {stage_of(night)}, and should come to {stage}")


async def played(night: Evening, number: int) -> None:
    """Let a round that is dealt run over time, until computers have finished its games."""
    await night.dealt(number)
    for stage in ("late", "last"):
        await to_stage(night, stage)
        await all_shown(night.stage)
    await to_stage(night, "finishing")
    await night.over(number)


async def ends_by_itself(night: Evening, rounds: int = 1) -> None:
    """Let a night end after its last round: with one recap, and nothing said again after a kill."""
    stage = night.stage
    stage.later(10 * MINUTE + 5)
    await stage.stored(
        lambda: stage.rows("SELECT state FROM nights WHERE id = ?", night.id) == [("over",)]
    )
    await all_shown(stage)
    assert len(night.marked("d:again")) == 1, "no recap, or two"
    rows = stage.rows("SELECT number, state FROM rounds WHERE night_id = ?", night.id)
    assert sorted(rows) == [(n + 1, "over") for n in range(rounds)], "a round came twice, or never"
    assert len(night.said("Round 1 ran over time")) == 1, "it was said again after a kill"


@pytest.mark.parametrize(
    ("guests", "rounds"),
    [(4, 1), pytest.param(11, 2, marks=pytest.mark.long)],
)
async def test_a_night_on_auto_runs_from_its_doors_to_the_recap(
    clocked: Stage, guests: int, rounds: int
) -> None:
    """Nobody presses anything but *I'm here*, and the bot dies after it has announced a round."""
    night = await evening(clocked, guests, game="donburiko", rounds=rounds, pilot="auto")
    clocked.later(night.column("starts_at") - clocked.now() + 1)
    await to_stage(night, "notice")
    await all_shown(clocked)
    (notice,) = night.said("Round 1 starts")
    assert len(notice.pinged) == guests and "I'm not here" in notice.buttons, notice.text
    await clocked.restart()
    await to_stage(night, "round")
    await clocked.until(lambda: night.said("Round 1 has begun: [Show the tables]"))
    assert len(night.said("Round 1 has begun")) == 1, "the doors say it, too"
    await played(night, 1)
    await all_shown(clocked)
    assert len(night.said("Round 1 ran over time")) == 1, "it still runs, or stays there twice"
    assert not night.said("Round 1 has begun"), "it says so once the round is over"
    if rounds == 2:
        await to_stage(night, "notice")
        await all_shown(clocked)
        (second,) = night.said("Round 2 starts")[-1:]
        assert second.pinged == [], "they are mentioned again"
        await to_stage(night, "round")
        await clocked.until(lambda: night.said("Round 2 has begun"))
        await all_shown(clocked)
        assert len(night.said("Round 2 has begun")) == 1, "the end of round 1 says it, too"
        await played(night, 2)
    await ends_by_itself(night, rounds)


@pytest.mark.long
async def test_an_evening_of_silent_guests_comes_to_its_recap_by_itself(clocked: Stage) -> None:
    """Computers finish the tables that all have left; nobody is dealt in again who isn't there."""
    night = await evening(clocked, 5, game="donburiko", rounds=2, pilot="auto")
    clocked.later(night.column("starts_at") - clocked.now() + 1)
    await to_stage(night, "notice")
    await all_shown(clocked)
    await to_stage(night, "round")
    await night.dealt(1)
    for _step in range(90):
        clocked.later(40)
        # The tables' clocks run out one after the other.
        await asyncio.sleep(0.1)
        if clocked.rows("SELECT state FROM nights WHERE id = ?", night.id) == [("over",)]:
            break
    await all_shown(clocked)
    (said,) = night.said("Round 1 is over")
    assert len(said.pinged) == 5, f"those who were away weren't asked: {said.text}"
    assert "The night ended after this round" in said.text, said.text
    rounds = clocked.rows("SELECT number FROM rounds WHERE night_id = ?", night.id)
    assert rounds == [(1,)], "people who aren't there were dealt in again"
    assert len(night.marked("d:again")) == 1, "no recap, or two"


@pytest.mark.long
async def test_a_host_who_plays_leads_a_night_with_few_presses(clocked: Stage) -> None:
    """Each call has the button that answers; the bot dies after it has called."""
    night = await evening(clocked, 7, game="donburiko", rounds=2)
    host, presses = night.host, 0
    starts = ("people are here. Seat round 1", "The break is over")
    for number, words in enumerate(starts, 1):
        await called(night, words)
        if number == 1:
            await clocked.restart()
            await all_shown(clocked)
        (call,) = night.said(words)
        assert host.id in call.pinged or number == 2, "whoever leads isn't called"
        plan = shown(await host.press(call, f"Host: Seat round {number}"))
        await night.start_all(plan)
        presses += 2
        tables = await night.dealt(number)
        await clocked.until(lambda words=words: not night.said(words))
        await night.finish(*tables)
        # Computers finish the games here; where people play them to the end, nobody presses that.
        await night.over(number)
    await called(night, "The last round is over")
    (call,) = night.said("The last round is over")
    await night.press(await night.press(call, "Host: End the night …"), "End the night")
    presses += 2
    # Besides: the night is published, and its host answers and says that they're here.
    assert presses + 3 <= 10, "a host presses more than ten times"


async def called(night: Evening, words: str) -> None:
    """Let time go on until those who lead are called for something."""
    for _step in range(6):
        await all_shown(night.stage)
        if night.said(words):
            return
        due = night.column("due")
        night.stage.later(max(0, due - night.stage.now()) + 1)
        await night.stage.stored(
            lambda due=due: night.column("due") != due or bool(night.said(words))
        )
    raise AssertionError(f"nobody was called: {words}")


@pytest.mark.long
async def test_an_evening_with_a_teaching_table_comes_through_a_kill_after_every_ring(
    clocked: Stage,
) -> None:
    """Nothing is said or dealt twice, whatever the bot was about when it died."""
    night = await evening(clocked, 7, game="donburiko", rounds=1, pilot="auto")
    _ada, bob, cleo = night.guests[:3]
    for person, which in ((bob, "I can teach"), (cleo, "Teach me")):
        answer = await person.press(night.card(), "I'm here")
        assert answer.only_me and answer.message is not None
        said = await person.press(answer.message, which)
        assert said.message is answer.message, "it answers below a message that it deletes"
    clocked.later(night.column("starts_at") - clocked.now() + 1)
    for stage in ("notice", "round", "late", "last", "finishing"):
        await to_stage(night, stage)
        await clocked.restart()
        await all_shown(clocked)
        if stage == "round":
            await night.dealt(1)
            await all_shown(clocked)
            query = "SELECT teaching, host, move_time, place_id FROM tables WHERE teaching <> ''"
            await clocked.stored(lambda query=query: clocked.rows(query)[0][3] is not None)
            ((*table, place),) = clocked.rows(query)
            assert table == ["taught", int(bob.id), 2 * MINUTE], "nobody teaches Cleo"
            thread, words = clocked.sandbox.world.channels[str(place)], "📖 Bob teaches "
            await clocked.until(
                lambda thread=thread, words=words: any(
                    words in each.text for each in bob.sees(thread)
                )
            )
            (ping,) = [each for each in bob.sees(thread) if words in each.text]
            assert "Rules" in ping.buttons, f"no way to the rules, but {ping.buttons}"
    await night.over(1)
    await ends_by_itself(night)


@pytest.mark.long
@pytest.mark.parametrize("path", ["/channels/*/threads", "/channels/*/messages"])
async def test_a_kill_as_who_waits_is_dealt_a_table_by_itself(clocked: Stage, path: str) -> None:
    """Right before the ring that deals it, and as it opens: there is one such table, told once."""
    night = await evening(clocked, 8, there=range(5), game="donburiko", rounds=1, pilot="auto")
    clocked.later(night.column("closes_at") - clocked.now() + 1)
    for stage in ("notice", "round"):
        await to_stage(night, stage)
        await all_shown(clocked)
    tables, late = await night.dealt(1), night.guests[5:7]
    await all_shown(clocked)
    await night.come(*late)
    await all_shown(clocked)
    due = night.column("due")
    await clocked.kill()
    clocked.later(max(0, due - clocked.now()) + 1)
    clocked.dying_at(1, "POST", path)
    await clocked.launch()
    await clocked.death()
    await clocked.start()
    await clocked.stored(lambda: len(night.tables(1)) > len(tables))
    await all_shown(clocked)
    query = "SELECT count(*) FROM night_events WHERE night_id = ? AND what = 'more_tables'"
    assert clocked.rows(query, night.id) == [(1,)], "those who wait were seated twice, or never"
    (more,) = set(night.tables(1)) - {*tables}
    await clocked.until(lambda: night.has_board(more))
    await all_shown(clocked)
    assert {each.id for each in night.sitting(more).people} == {each.id for each in late}
    (list_,) = night.lists(1)
    assert list_.text.count("Table ") == len(tables) + 1, f"a table isn't listed: {list_.text}"
    assert len(night.seated(1)) == len({*night.seated(1)}) == 7, "somebody sits at two tables"


@pytest.mark.long
async def test_a_night_on_auto_deals_several_games(clocked: Stage) -> None:
    """Nine guests tick what they would play; the notice names games, and the recap who was best."""
    games: dict[str, Any] = {"game": "kirifuda", "game2": "shiranui", "game3": "donburiko"}
    night = await evening(clocked, 9, rounds=1, pilot="auto", **games)
    for number, guest in enumerate(night.guests):
        game = "kirifuda" if number < 4 else "shiranui"
        said = await guest.select(night.card(), "I'd play … (nobody else sees it)", game)
        assert said.only_me and "You'd play" in said.text, said.text
    clocked.later(night.column("starts_at") - clocked.now() + 1)
    await to_stage(night, "notice")
    await all_shown(clocked)
    (notice,) = night.said("Round 1 starts")
    assert "Ameno Kirifuda" in notice.text and "Shiranui" in notice.text, notice.text
    await clocked.restart()
    await to_stage(night, "round")
    await night.dealt(1)
    rows = clocked.rows("SELECT game FROM tables WHERE night_id = ?", night.id)
    assert sorted(rows) == [("kirifuda",), ("shiranui",)]
    await played(night, 1)
    await ends_by_itself(night)
