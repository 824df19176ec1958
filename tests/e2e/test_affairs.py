"""People come and go, vote, take back and are taken off, through kills; and every game goes on."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from bot.engine.game import AnyGame
from bot.sandbox import Actor
from bot.sandbox.interactions import COMPONENT
from tests.contract.games import games
from tests.e2e.back import verdict
from tests.e2e.chairs import (
    acts,
    chair,
    chairs,
    come_back,
    host,
    press_page,
    struck,
    table_page,
)
from tests.e2e.play import Clicks, Sitting, board_up, done, has_menu, open_table
from tests.e2e.scenes import NOT_IN_CHARGE, NOT_SEATED, OVER, steps
from tests.e2e.stage import Stage
from tests.e2e.wander import move, to_the_end

CLICKS = Clicks()
MOVES = 60
"""So many moves are made at the most until one may be taken back."""
TAKEN_OFF = "You were taken off this table, so you can't sit down here again."


def some(*quick: str) -> Any:
    """Return a test's parameter: every game, most of them the long way."""
    return pytest.mark.parametrize(
        "game",
        [
            pytest.param(
                game,
                id=game.info.key,
                marks=[] if game.info.key in quick else pytest.mark.long,
            )
            for game in games()
        ],
    )


async def sit(
    stage: Stage, game: AnyGame | str, *names: str, computers: int | None = None
) -> Sitting:
    """Begin a game in the café, where Emi moderates; the seats left over are computers'."""
    key = game if isinstance(game, str) else game.info.key
    if computers is None and not isinstance(game, str):
        computers = max(1, min(max(game.info.seats), 4) - len(names))
    seated = [stage.person(name, "games") for name in names]
    sitting = await open_table(stage, seated, CLICKS, key)
    ada = seated[0]
    for _ in range(computers or 0):
        outcome = await ada.slash("table computer", level="casual", table=sitting.table_id)
        assert "sits at the table now" in outcome.text, outcome.text
    started = await CLICKS.start(sitting)
    assert started.message is not None, started.text
    sitting.hands[ada.name] = started.message
    await board_up(sitting)
    await stage.shown()
    return sitting


def gone(sitting: Sitting, *people: Actor) -> None:
    """Count on these people no more: they have left, or were taken off."""
    sitting.people = [each for each in sitting.people if each not in people]
    for person in people:
        sitting.hands.pop(person.name, None)


@some("donburiko", "shiranui")
async def test_a_game_goes_on_whoever_comes_and_goes(stage: Stage, game: AnyGame) -> None:
    """Leave, be replaced, come back, be taken off, the host too; and play to the end by clicks."""
    rng = random.Random(game.info.key)
    sitting = await sit(stage, game, "Ada", "Bob", "Cleo")
    ada, bob, cleo = sitting.people
    dai, emi = stage.person("Dai", sitting.place), stage.person("Emi", sitting.place)
    for _ in range(3):
        await move(sitting, rng)
    # Bob leaves by the table page; his seat is free.
    outcome = await press_page(sitting, bob, "Leave")
    assert "You have left the game." in outcome.text
    assert chair(sitting, bob).minded == "left"
    gone(sitting, bob)
    # Ada, the host, leaves by command, and the bot dies of it: Cleo is host now.
    here = ada.in_(sitting.place)
    await struck(stage, lambda: here.slash("table leave"))
    assert chair(sitting, ada).minded == "left"
    assert host(sitting) == int(cleo.id)
    assert re.search("The seats of .*Ada and .*Bob are free", sitting.board.text)
    again = await here.slash("table leave", table=sitting.table_id)
    assert again.text == "You have left this table already."
    gone(sitting, ada)
    sitting.hands.clear()
    await move(sitting, rng)
    # Ada is back, through a kill too; she isn't host again.
    hand = await sitting.open_hand(ada)
    await struck(stage, lambda: ada.press(hand, "I'm back"))
    assert chair(sitting, ada).minded is None
    assert host(sitting) == int(cleo.id)
    sitting.people.insert(0, ada)
    sitting.hands.clear()
    # Dai takes Bob's seat: through a kill, and once.
    number = chair(sitting, bob).seat
    page = await table_page(sitting, dai)
    await struck(stage, lambda: dai.press(page, "Take Bob's seat"))
    assert chairs(sitting)[number].name == "Dai"
    again = await dai.press(page, "Take Bob's seat")
    assert "You sit at this table already." in again.text
    for what in ("back", "hand", "leave"):
        refused = await bob.in_(sitting.place).slash(f"table {what}", table=sitting.table_id)
        assert refused.text == NOT_SEATED
    sitting.people.append(dai)
    await move(sitting, rng)
    # Moderators take off anyone, the host too, and are shown nobody's hand.
    outcome = await ada.in_(sitting.place).slash("table kick", seat="Dai", table=sitting.table_id)
    # In this café Ada, who owns it, moderates too.
    assert "Dai has been taken off the table." in outcome.text
    outcome = await emi.in_(sitting.place).slash("table kick", seat="Cleo", table=sitting.table_id)
    assert "Cleo has been taken off the table." in outcome.text
    assert "Your hand" not in outcome.text
    assert host(sitting) == int(ada.id)
    assert (await emi.press(sitting.board, "My hand")).text == NOT_SEATED
    for person in (cleo, dai):
        seat = {"seat": f"#{number + 1}", "table": sitting.table_id}
        refused = await person.in_(sitting.place).slash("table replace", seat)
        assert refused.text == TAKEN_OFF
    gone(sitting, cleo, dai)
    sitting.hands.clear()
    await to_the_end(sitting, rng)
    found = [(what, role) for what, role, _seat in acts(stage, sitting.table_id)]
    assert found == [
        *[("left", "player")] * 2,
        ("back", "player"),
        ("replaced", "player"),
        *[("kicked", "moderator")] * 2,
    ]
    people = [each.name for each in chairs(sitting) if each.level is None]
    assert people == ["Ada"]
    assert "**Equal.**" in await verdict(sitting, ada)


async def test_a_table_that_everybody_leaves_waits(stage: Stage) -> None:
    """Computers wait for people; who is back first is host; and the game goes on to its end."""
    rng = random.Random(5)
    sitting = await sit(stage, "donburiko", "Ada", "Bob", computers=1)
    beside = await sit(stage, "donburiko", "Cleo", computers=1)
    ada, bob = sitting.people
    await move(sitting, rng)
    for person in (ada, bob):
        await press_page(sitting, person, "Leave")
    await stage.shown()
    assert "Everybody is away. The game waits until somebody is back." in sitting.board.text
    before = steps(sitting)
    assert sitting.pings() == []
    await stage.restart()
    for _ in range(3):
        # After a restart nobody's hand lies open until they look at it.
        beside.hands.clear()
        await move(beside, rng)
    assert steps(sitting) == before
    await come_back(sitting, bob)
    assert host(sitting) == int(bob.id)
    gone(sitting, ada)
    await to_the_end(sitting, rng)
    assert steps(sitting) > before


async def test_a_pause_is_voted_on_and_survives_kills(stage: Stage) -> None:
    """Ask, vote, be paused, be refused, go on: with the bot killed at each of these."""
    rng = random.Random(7)
    sitting = await sit(stage, "donburiko", "Ada", "Bob", "Cleo")
    ada, bob, cleo = sitting.people
    await move(sitting, rng)
    page = await table_page(sitting, bob)
    await struck(stage, lambda: bob.press(page, "Ask for a pause"))
    assert "Bob asks to pause the game." in sitting.board.text
    assert "**1** of 2 needed" in sitting.board.text
    assert "Still asked: Ada and Cleo" in re.sub(r"[*\u2066-\u2069]", "", sitting.board.text)
    ping = sitting.pings()[0]
    assert ping.content.count("✋ ") == 1
    assert {ada.id, cleo.id} <= set(re.findall(r"<@([0-9]+)>", ping.content))
    # A move that is made meanwhile doesn't end the vote.
    sitting.hands.clear()
    await move(sitting, rng)
    person = await CLICKS.turn(sitting)
    assert person is not None
    last = await CLICKS.prepare(sitting, person, lambda _, offered: next(iter(offered)))
    await stage.shown()
    yes = sitting.board.controls[-2]["custom_id"]
    await struck(stage, lambda: cleo.press(sitting.board, "Yes"))
    assert paused(sitting)
    assert "**The game is paused.**" in sitting.board.text
    assert sitting.board.buttons == ["My hand", "Rules", "Table"]
    assert sitting.pings() == []
    late = await ada.raw(COMPONENT, {"component_type": 2, "custom_id": yes}, message=sitting.board)
    assert late.text == "That vote is over. Nothing was counted."
    before = steps(sitting)
    outcome = await last()
    assert not done(outcome)
    assert "The table is paused." in outcome.text
    assert steps(sitting) == before
    # Refused: two of three are against going on. The one who asked may withdraw as well.
    for against in (lambda: no(sitting, ada, cleo), lambda: no(sitting, bob)):
        outcome = await press_page(sitting, bob, "Ask to go on")
        assert "The others are asked now" in outcome.text
        await stage.restart()
        await stage.shown()
        await against()
        assert paused(sitting)
        await stage.shown()
        assert sitting.board.buttons == ["My hand", "Rules", "Table"]
    # The host needs no vote.
    page = await table_page(sitting, ada)
    await struck(stage, lambda: ada.press(page, "Go on"))
    assert not paused(sitting)
    found = [each[:2] for each in acts(stage, sitting.table_id)]
    assert found == [("paused", "vote"), ("resumed", "host")]
    assert "The host lets the game go on." in sitting.board.text
    sitting.hands.clear()
    await to_the_end(sitting, rng)


def paused(sitting: Sitting) -> bool:
    """Tell whether a table is paused."""
    query = "SELECT paused FROM tables WHERE id = ?"
    return sitting.stage.rows(query, sitting.table_id) == [(1,)]


async def no(sitting: Sitting, *people: Actor) -> None:
    """Vote against what is open."""
    for person in people:
        outcome = await person.press(sitting.board, "No")
        assert "You have voted **no**." in outcome.text, outcome.text


async def may_be_taken_back(sitting: Sitting, rng: random.Random) -> Actor:
    """Play on until somebody has asked to take back what they have just played; return who."""
    for _ in range(MOVES):
        name = await move(sitting, rng)
        assert name is not None, "the game ended too soon"
        person = next(each for each in sitting.people if each.name == name)
        outcome = await press_page(sitting, person, "Take back")
        if "The others are asked now" in outcome.text:
            return person
        assert "can't be taken back" in outcome.text, outcome.text
    raise AssertionError("no move could be taken back")


@some("donburiko", "kirifuda")
async def test_a_move_is_taken_back_if_all_others_agree(stage: Stage, game: AnyGame) -> None:
    """One no is enough against it; with every yes the game stands as before, through kills."""
    rng = random.Random(game.info.key)
    names = ("Ada", "Bob", "Cleo", "花子")[: max(3, min(game.info.seats))]
    sitting = await sit(stage, game, *names, computers=0)
    # Refused by one: the move stays, and the next one ends the matter.
    person = await may_be_taken_back(sitting, rng)
    others = [each for each in sitting.people if each is not person]
    before = steps(sitting)
    await stage.shown()
    await no(sitting, others[0])
    assert steps(sitting) == before
    await stage.shown()
    assert "Yes" not in sitting.board.buttons
    # Overtaken by the next move: the vote lapses.
    person = await may_be_taken_back(sitting, rng)
    await stage.shown()
    seq = next(c["custom_id"] for c in sitting.board.controls if c["label"] == "Yes")
    await move(sitting, rng)
    await stage.shown()
    assert "Yes" not in sitting.board.buttons
    other = next(each for each in sitting.people if each is not person)
    press = {"component_type": 2, "custom_id": seq}
    late = await other.raw(COMPONENT, press, message=sitting.board)
    assert late.text == "That vote is over. Nothing was counted."
    # Agreed by all.
    person = await may_be_taken_back(sitting, rng)
    others = [each for each in sitting.people if each is not person]
    before = steps(sitting)
    for other in others[:-1]:
        await stage.shown()
        await struck(stage, lambda other=other: other.press(sitting.board, "Yes"))
        assert steps(sitting) == before
    sitting.hands.clear()
    for each in sitting.people:
        await sitting.open_hand(each)
    stale = next((p for p in others if has_menu(sitting.hands[p.name])), None)
    old = None
    if stale is not None:
        old = await CLICKS.prepare(sitting, stale, lambda _, offered: next(iter(offered)))
    await struck(stage, lambda: others[-1].press(sitting.board, "Yes"))
    assert steps(sitting) == before + 1
    *_, made, back = stage.log_of(sitting.table_id)
    assert (back.seat, back.draws) == (made.seat, "[]")
    seat = chair(sitting, person)
    assert seat.seat == made.seat
    assert seat.ask is not None
    assert acts(stage, sitting.table_id)[-1] == ("taken_back", "vote", seat.seat)
    assert f"A move of {person.name} was taken back." in sitting.board.text
    if old is not None:
        outcome = await old()
        assert not done(outcome)
        assert steps(sitting) == before + 1
    again = await press_page(sitting, person, "Take back")
    assert "Only the newest move of the game can be taken back" in again.text
    sitting.hands.clear()
    await to_the_end(sitting, rng)
    assert "**Equal.**" in await verdict(sitting, person)
    late = await person.in_(sitting.place).slash("table takeback", table=sitting.table_id)
    assert late.text == OVER


async def test_nobody_takes_back_alone(stage: Stage) -> None:
    """With nobody else here there is no take back; with computers alone neither."""
    rng = random.Random(11)
    sitting = await sit(stage, "donburiko", "Ada", "Bob")
    ada, bob = sitting.people
    await press_page(sitting, bob, "Leave")
    gone(sitting, bob)
    await move(sitting, rng)
    outcome = await press_page(sitting, ada, "Take back")
    assert "Nobody else is here who could agree" in outcome.text


async def test_hosts_and_moderators_end_pause_and_kick_and_nobody_else(stage: Stage) -> None:
    """Who may not is told so; who may is recorded; and the table shows it, through a kill."""
    sitting = await sit(stage, "donburiko", "Bob", "Cleo")
    bob, cleo = sitting.people
    dai, emi = stage.person("Dai", sitting.place), stage.person("Emi", sitting.place)
    table = sitting.table_id
    for person in (cleo, dai):
        for command, words in (("end", {}), ("kick", {"seat": "Bob"})):
            outcome = await person.slash(f"table {command}", {**words, "table": table})
            assert outcome.text == NOT_IN_CHARGE
    outcome = await dai.slash("table pause", table=table)
    assert outcome.text == NOT_SEATED
    outcome = await emi.slash("table pause", table=table)
    assert "The game is paused." in outcome.text
    outcome = await bob.slash("table resume", table=table)
    assert "The game goes on." in outcome.text
    outcome = await bob.slash("table kick", seat="Bob", table=table)
    assert "You can't take yourself off the table" in outcome.text
    page = await table_page(sitting, emi)
    ask = await emi.press(page, "End the game")
    assert "It can't be taken up again." in ask.text
    assert ask.message is not None
    await struck(stage, lambda: emi.press(page, "End the game"))
    assert stage.rows("SELECT phase FROM tables WHERE id = ?", table) == [("cancelled",)]
    assert [each[:2] for each in acts(stage, table)] == [
        ("paused", "moderator"),
        ("resumed", "host"),
        ("ended", "moderator"),
    ]
    seen = [m for m in bob.sees(sitting.place) if f"a:page:{table}" in str(m.controls)]
    (board,) = [m for m in seen if not m.only_me]
    assert "A moderator has ended the game." in board.text
    assert "Emi" not in board.text
    late = await bob.slash("table end", table=table)
    assert late.text == OVER


async def test_a_rematch_has_the_same_people_one_seat_on(stage: Stage) -> None:
    """Rematch on the last board: one lobby, whoever presses, also through a kill."""
    sitting = await sit(stage, "donburiko", "Ada", "Bob", "Cleo")
    rng = random.Random(13)
    await to_the_end(sitting, rng)
    ada, bob, _cleo = sitting.people
    await struck(stage, lambda: bob.press(sitting.board, "Rematch"))
    again = await ada.press(sitting.board, "Rematch")
    assert "The rematch is open already" in again.text
    query = "SELECT id, host FROM tables WHERE rematch_of = ?"
    ((table_id, owner),) = stage.rows(query, sitting.table_id)
    assert owner == int(bob.id)
    names = stage.rows("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", table_id)
    assert [name for (name,) in names] == ["Bob", "Cleo", "Ada"]
    await stage.shown()
    (card,) = [m for m in ada.sees(sitting.place) if f"t:start:{table_id}" in str(m.controls)]
    started = await bob.press(card, "Start")
    assert "The game begins." in started.text
