"""After a restart: what people have lying open still works, and Discord isn't told twice."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.sandbox import Actor, Message, Outcome
from tests.e2e.back import at_the_end
from tests.e2e.play import (
    Chance,
    Clicks,
    begin,
    done,
    end_game,
    has_menu,
    is_hand,
    is_over,
    made,
    menu,
    open_table,
)
from tests.e2e.scripts import golden
from tests.e2e.stage import Stage

COMMANDS = "/applications/{application_id}/commands"

both_ways = pytest.mark.parametrize(
    "kill", [True, pytest.param(False, marks=pytest.mark.long)], ids=["killed", "stopped"]
)


def events(stage: Stage, route: str = COMMANDS) -> int:
    """Return how often the bot has sent Discord its commands."""
    found = [each for each in stage.sandbox.requests if each.method == "PUT"]
    return len([each for each in found if each.route == route])


async def pressed(person: Actor, message: Message, which: str) -> Outcome:
    """Press a button that must work; return the answer."""
    outcome = await person.press(message, which)
    assert not outcome.failed, f"no answer came: {outcome.text}"
    assert "doesn't work any more" not in outcome.text, outcome.text
    return outcome


async def test_commands_are_told_when_they_have_changed_and_only_then(tmp_path: Path) -> None:
    async with Stage(tmp_path) as stage:
        assert events(stage) == 1
        registered = stage.sandbox.world.commands[None]
        assert {each["name"] for each in registered.values()} >= {"donburiko", "table", "hand"}
        await stage.restart(kill=False)
        await stage.restart(kill=True)
        assert events(stage) == 1
        # The next version of the bot has other commands: then what is on disk is another hash.
        await stage.kill()
        with sqlite3.connect(stage.database) as connection:
            changed = connection.execute("UPDATE meta SET value = 'old' WHERE key = 'commands'")
            assert changed.rowcount == 1
        connection.close()
        await stage.start()
        assert events(stage) == 2
        await stage.restart()
        assert events(stage) == 2


async def test_commands_that_discord_may_not_have_are_told_again(tmp_path: Path) -> None:
    """Die while telling the commands: it isn't known whether Discord has them."""
    async with Stage(tmp_path) as stage:
        await stage.kill()
        with sqlite3.connect(stage.database) as connection:
            connection.execute("DELETE FROM meta WHERE key = 'commands'")
        connection.close()
        stage.dying_at(1, "PUT", "/applications/*/commands")
        await stage.launch()
        await stage.death()
        before = events(stage)
        await stage.start()
        assert events(stage) == before + 1


async def test_commands_can_be_put_in_one_server_for_trying(tmp_path: Path) -> None:
    async with Stage(tmp_path) as stage:
        await stage.kill()
        guild = stage.sandbox.guild()
        stage.env["SYNC_GUILD"] = guild.id
        route = "/applications/{application_id}/guilds/{guild_id}/commands"
        for _ in range(2):
            await stage.start()
            assert events(stage, route) == 1
            assert stage.sandbox.world.commands[guild.id]
            await stage.kill()
        # Back to all servers: what they have may have changed since.
        stage.env["SYNC_GUILD"] = ""
        await stage.start()
        assert events(stage) == 2


@both_ways
@pytest.mark.long
async def test_an_old_lobby_card_works(stage: Stage, kill: bool) -> None:
    """Use every control of a card after a restart each."""
    ada, bob = stage.person("Ada", "games"), stage.person("Bob", "games")
    sitting = await open_table(stage, [ada], Clicks())
    card = sitting.card
    await stage.restart(kill=kill)
    assert "You're in!" in (await pressed(bob, card, "Join")).text
    await stage.restart(kill=kill)
    assert "You have left" in (await pressed(bob, card, "Leave")).text
    await stage.restart(kill=kill)
    assert "Page 1 of" in (await pressed(bob, card, "Rules")).text
    await stage.restart(kill=kill)
    (select,) = card.selects
    assert "live" in (await ada.select(card, select["placeholder"], "live")).text
    await pressed(bob, card, "Join")
    await stage.restart(kill=kill)
    await stage.shown()
    assert "Bob" in card.text
    assert "The game begins." in (await pressed(ada, card, "Start")).text
    await stage.shown()
    # What is left on it while the game is on.
    await stage.restart(kill=kill)
    assert card.buttons == ["My hand", "Rules"]
    assert is_hand(await pressed(bob, card, "My hand"))
    assert "Page 1 of" in (await pressed(bob, card, "Rules")).text


@both_ways
@pytest.mark.long
async def test_an_old_page_of_the_rules_can_be_turned(stage: Stage, kill: bool) -> None:
    ada = stage.person("Ada", "games")
    page = (await ada.slash("donburiko rules")).message
    assert page is not None
    numbers: list[str] = []
    last = len(page.selects[0]["options"])
    while len(numbers) < last - 1:
        await stage.restart(kill=kill)
        turned = await pressed(ada, page, "Next")
        assert turned.kind == "edit"
        numbers.append(turned.text.splitlines()[-1])
    assert numbers == [f"Page {n} of {len(numbers) + 1}" for n in range(2, len(numbers) + 2)]
    assert len(numbers) > 1
    await stage.restart(kill=kill)
    assert numbers[-2] in (await pressed(ada, page, "Back")).text


@both_ways
@pytest.mark.long
async def test_an_old_hand_works_at_every_depth_of_its_menu(tmp_path: Path, kill: bool) -> None:
    """Restart before each click on a hand that was opened at the game's beginning."""
    written = golden(2)
    async with Stage(tmp_path, deals=written.draws) as stage:
        people = [stage.person(name, "games") for name in ("Ada", "Bob")]
        sitting = await begin(stage, people, Clicks())
        ada, bob = people
        hand = sitting.hands["Ada"]
        waiting = await sitting.open_hand(bob)
        assert written.words[:4] == ["add", "4", "1", "up"]
        assert written.moves[0].seat == 0
        await stage.restart(kill=kill)
        assert (await menu(ada, hand)["add", "4"]()).kind == "edit"
        assert {path[:2] for path in menu(ada, hand)} == {("add", "4")}
        await stage.restart(kill=kill)
        assert (await pressed(ada, hand, "Back")).kind == "edit"
        assert {path[1] for path in menu(ada, hand)} > {"4"}
        await menu(ada, hand)["add", "4"]()
        await stage.restart(kill=kill)
        outcome = await menu(ada, hand)["add", "4", "1/up"]()
        assert made(stage, outcome), outcome.text
        assert outcome.kind == "edit"
        await stage.restart(kill=kill)
        assert not has_menu(waiting), "a hand that waits has changed by itself"
        for label in ("More", "My hand"):
            assert (await pressed(bob, waiting, label)).kind == "edit"
        assert has_menu(waiting)
        assert [row.seat for row in stage.log_of(sitting.table_id)] == [None, 0]


@pytest.mark.long
async def test_everything_of_a_game_that_is_over_still_works(stage: Stage) -> None:
    people = [stage.person(name, "games") for name in ("Ada", "Bob")]
    sitting = await begin(stage, people, Clicks())
    choose = Chance(7)
    while (person := await Clicks().turn(sitting)) is not None:
        await (await Clicks().prepare(sitting, person, choose))()
    await stage.shown()
    # The board itself has no buttons any more; the end message below it is what `board` finds.
    end, card = sitting.written(sitting.board), sitting.written(sitting.card)
    lying = [each.id for each in people[0].sees(sitting.place) if not each.only_me]
    for kill in (True, False):
        await stage.restart(kill=kill)
        assert "Step 0 of" in (await pressed(people[1], sitting.board, "Replay")).text
        for button, words in (
            ("How it was scored", "start 5 · rows"),
            ("Check the deal", "Verified by the bot:"),
        ):
            assert words in (await at_the_end(people[1], sitting.board, button)).text
        hand = await sitting.open_hand(people[1])
        assert "🏆" in hand.text, hand.text
        assert "Page 1 of" in (await pressed(people[0], sitting.card, "Rules")).text
        assert "ended" in (await end_game(people[0].in_(sitting.place))).text
        assert (sitting.written(sitting.board), sitting.written(sitting.card)) == (end, card)
        now = [each.id for each in people[0].sees(sitting.place) if not each.only_me]
        assert now == lying, "something was put up or taken down once more"


@pytest.mark.long
async def test_old_controls_of_a_table_that_was_closed_say_so(stage: Stage) -> None:
    people = [stage.person(name, "games") for name in ("Ada", "Bob")]
    sitting = await begin(stage, people, Clicks())
    asked = await Clicks().turn(sitting)
    assert asked is not None
    hand = sitting.hands[asked.name]
    await stage.kill()
    await stage.start()
    closed = await end_game(people[0], sitting.table_id, agree=people[1:])
    assert "The vote passed." in closed.text
    await stage.restart()
    click = next(iter(menu(asked, hand).values()))
    after = await click()
    assert after.kind == "edit"
    assert not done(after)
    assert is_over(hand)
    await stage.shown()
    assert sitting.card.buttons == ["Rules"]
