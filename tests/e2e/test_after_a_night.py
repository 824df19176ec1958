"""After a night, by the real process: a correction's reason, and what a blocked host can't do."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.sandbox import Message
from tests.e2e.night_host import Evening, shown
from tests.e2e.stage import Stage
from tests.e2e.test_nights import announce, people_of, press_all
from tests.e2e.test_nights import shown as all_shown
from tests.e2e.timed import MINUTE
from tests.only import only

BLOCKED = "its moderators have blocked you"
DIRTY = "Mis\u202ecounted ```[here](https://evil.example) by one"
CLEAN = "by one"
FORBIDDEN = ("\u202e", "```", "](http")


async def ended(stage: Stage, *names: str) -> tuple[Evening, str]:
    """Have computers play a night of one round to its end; return it, and its table.

    The first of these people hosts it.
    """
    guests = people_of(stage, *names)
    card = await announce(stage, guests[0], title="Friday", rounds=1)
    await press_all(guests, card, "I'm in")
    ((night_id,),) = stage.rows("SELECT id FROM nights")
    night = Evening(stage, guests, night_id)
    await night.open_doors()
    await night.come(*guests)
    (table,) = await night.start(1)
    await night.finish(table)
    await night.press(await night.press(await night.more(), "End the night …"), "End the night")
    await stage.until(lambda: len(night.marked("d:again")) == 1)
    return night, table


def recap(night: Evening) -> Message:
    """Return the recap that all see."""
    return only(night.marked(f"d:standings:{night.id}"), "the recap")


@pytest.mark.long
@pytest.mark.takes(10)
async def test_the_reason_of_a_correction_is_read_as_words_and_nothing_else(tmp_path: Path) -> None:
    """No link is masked, no text turned round, no fence left open."""
    async with Stage(tmp_path) as stage:
        night, table = await ended(stage, "Ada", "Bob", "Cleo", "Dai")
        typed = {"table": table, "places": "1, 2, 3, 4", "reason": DIRTY}
        asked = shown(await night.host.slash("night correct", typed))
        said = shown(await night.host.press(asked, "Correct it"))
        assert "Corrected" in said.text, said.text
        await stage.until(lambda: "Corrected by a host who played there" in recap(night).text)
        (line,) = [each for each in recap(night).text.splitlines() if "counted" in each]
        found = [each for each in FORBIDDEN if each in line]
        assert not found, f"{found} of what was typed is left: {line!r}"
        assert CLEAN in line, line
        # What was typed is kept clean, for every page there will be.
        ((kept,),) = stage.rows("SELECT note FROM night_events WHERE what = 'corrected'")
        assert not [each for each in FORBIDDEN if each in kept], kept


@pytest.mark.long
@pytest.mark.takes(10)
async def test_a_host_who_is_blocked_makes_no_night_of_the_last_one(tmp_path: Path) -> None:
    """Neither *Same again* nor a draft of before; a co-host who was, nothing either."""
    async with Stage(tmp_path) as stage:
        guild = stage.channel("games").guild
        assert guild is not None, "the channel is on no server"
        stage.sandbox.host.add_role(guild, "Hosts", ["manage_events"], members=["Bob"])
        night, _table = await ended(stage, "Bob", "Ada", "Cleo", "Dai")
        again = shown(await night.host.press(recap(night), "Host: Same again next week"))
        assert "Publish" in again.buttons, again.text
        owner = night.guests[1]
        said = await owner.slash("block add", person=night.host.id)
        assert said.only_me and night.host.mention in said.text, said.text
        for message, label in ((again, "Publish"), (recap(night), "Host: Same again next week")):
            refused = await night.host.press(message, label)
            assert refused.only_me and BLOCKED in refused.text, f"{label}: {refused.text}"
        refused = await night.host.slash("night new", when="in 10 days", game="donburiko")
        assert refused.only_me and BLOCKED in refused.text, refused.text
        there = stage.rows("SELECT id FROM nights WHERE state NOT IN ('draft', 'over')")
        assert not there, "who is blocked has announced a night"


@pytest.mark.long
@pytest.mark.takes(10)
@pytest.mark.parametrize("unheard", [False, True], ids=["said", "lost"])
async def test_the_morning_after_is_said_once_though_the_bot_dies_over_it(
    clocked: Stage, *, unheard: bool
) -> None:
    """No next night is announced: so nothing else would say it again."""
    night, _table = await ended(clocked, "Ada", "Bob", "Cleo", "Dai")
    await all_shown(clocked)
    await clocked.kill()
    # Whether that is today or tomorrow depends on the hour at which the night was.
    ((at,),) = clocked.rows("SELECT at FROM night_posts WHERE kind = 'morning'")
    clocked.later(at - clocked.now() + MINUTE)
    clocked.dying_at(1, "POST", "/channels/*/messages", unheard=unheard)
    await clocked.launch()
    await clocked.death()
    await clocked.start()
    await all_shown(clocked)
    said = only(night.said("Thanks for coming to"), "the morning after")
    assert "Host: Same again next week" in said.buttons, said.buttons
    await clocked.restart()
    await all_shown(clocked)
    assert len(night.said("Thanks for coming to")) == 1, "it is said again"
