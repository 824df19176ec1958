"""The bot dies at every action: what it answered is on disk, and the game goes on from there."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.sandbox import Message, NotPossible, Outcome
from bot.sandbox.interactions import Interaction
from tests.e2e.play import (
    Clicks,
    Commands,
    Door,
    Script,
    Sitting,
    begin,
    board_up,
    done,
    has_menu,
    is_over,
    made,
    open_table,
    table_id_of,
)
from tests.e2e.scenes import server
from tests.e2e.scripts import Written, golden
from tests.e2e.stage import Stage
from tests.only import first

NAMES = ["Ada", "Bob", "Cleo", "花子"]
CALLBACK = "/interactions/*/callback"


@dataclass
class Undisturbed:
    """A game as it looks where nobody dies: board and card after each step, by the log's length."""

    boards: dict[int, str] = field(default_factory=dict)
    cards: dict[int, str] = field(default_factory=dict)
    steps: list[tuple[object, ...]] = field(default_factory=list)

    def see(self, sitting: Sitting) -> None:
        """Remember how it looks now."""
        steps = len(sitting.stage.log_of(sitting.table_id))
        self.boards[steps] = sitting.written(sitting.board)
        self.cards[steps] = sitting.written(sitting.card)

    def compare(self, sitting: Sitting) -> None:
        """Hold a table that was disturbed to how it should look."""
        steps = len(sitting.stage.log_of(sitting.table_id))
        assert sitting.written(sitting.board) == self.boards[steps], (
            f"another board after {steps} steps than undisturbed"
        )
        assert sitting.written(sitting.card) == self.cards[steps], (
            f"another card after {steps} steps than undisturbed"
        )


async def undisturbed(stage: Stage, written: Written, door: Door) -> Undisturbed:
    """Play a written game and remember how it looks at each step.

    It is on a server of its own: where it is won again, that would be a second win.
    """
    place = server(stage)
    people = [stage.person(name, place) for name in NAMES[: written.seats]]
    sitting = await begin(stage, people, door)
    choose, seen = Script(written.words), Undisturbed()
    await stage.shown()
    seen.see(sitting)
    while (person := await door.turn(sitting)) is not None:
        last = await door.prepare(sitting, person, choose)
        outcome = await last()
        assert made(stage, outcome), outcome.text
        await stage.shown()
        seen.see(sitting)
    seen.steps = steps_of(sitting)
    return seen


def steps_of(sitting: Sitting) -> list[tuple[object, ...]]:
    """Return the log of a table on disk, without what differs from run to run."""
    rows = sitting.stage.log_of(sitting.table_id)
    return [(row.step, row.seat, row.action, row.draws, row.events) for row in rows]


async def refresh(sitting: Sitting) -> None:
    """Let everybody use the control that their old hand still has."""
    for person in sitting.people:
        hand = sitting.hands.get(person.name)
        if hand is None or has_menu(hand) or is_over(hand):
            continue
        for label in ("More", "My hand"):
            outcome = await person.press(hand, label)
            assert outcome.kind == "edit", outcome.text


async def strike(
    stage: Stage, act: Callable[[], Awaitable[Outcome]], *, heard: bool
) -> Interaction:
    """Kill the bot as it answers an action; `heard`: the answer still gets through."""
    stage.dying_at(1, "POST", CALLBACK, unheard=not heard)
    it = await stage.death(act())
    assert it is not None, "the bot died without a click"
    assert it.status == ("answered" if heard else "pending"), (
        f"the bot died otherwise than meant: {it.status}"
    )
    return it


async def killed_in_the_lobby(stage: Stage, seats: int, *, heard: bool) -> Sitting:
    """Open a table, join, leave, join again and start, with the bot killed at each of these."""
    people = [stage.person(name, "games") for name in NAMES[:seats]]
    ada, bob = people[:2]
    it = await strike(stage, lambda: ada.slash("donburiko new"), heard=heard)
    ((table_id,),) = stage.rows("SELECT id FROM tables WHERE opened_by = ?", int(it.id))

    def cards() -> list[Message]:
        wanted = f"t:join:{table_id}"
        return [m for m in ada.sees() if any(c["custom_id"] == wanted for c in m.controls)]

    assert len(cards()) == int(heard), f"{len(cards())} cards lie there as the bot dies"
    await stage.start()
    await stage.shown()
    (card,) = cards()
    sitting = Sitting(stage, "donburiko", people, table_id, card)

    async def do(person: str, button: str, seated: list[str], again: str) -> None:
        actor = first((each for each in people if each.name == person), person)
        it = await strike(stage, lambda: actor.press(card, button), heard=heard)
        assert stage.names_at(table_id) == seated, f"after {button} of {person}"
        if heard:
            assert it.original is not None, "the answer has no message to press on"
            assert again not in it.original.text, (
                f"{person} is told of a second press: {it.original.text}"
            )
        await stage.start()
        await stage.shown()
        assert [name for name in NAMES if name in card.text] == seated, card.text
        if not heard:
            outcome = await actor.press(card, button)
            assert again in outcome.text, outcome.text
            assert stage.names_at(table_id) == seated, f"after {button} of {person}"

    await do("Bob", "Join", ["Ada", "Bob"], "You already have a seat here.")
    await do("Bob", "Leave", ["Ada"], "You aren't playing at this table.")
    await do("Bob", "Join", ["Ada", "Bob"], "You already have a seat here.")
    for person in people[2:]:
        await do(person.name, "Join", NAMES[: people.index(person) + 1], "already")

    it = await strike(stage, lambda: ada.press(card, "Start"), heard=heard)
    assert stage.applied(it), "the start was answered and isn't on disk"
    assert len(stage.log_of(table_id)) == 1, f"dealt {len(stage.log_of(table_id))} times"
    if heard:
        assert it.original is not None, "the answer has no message to press on"
        assert "The game begins." in it.original.text, it.original.text
        sitting.hands["Ada"] = it.original
    await stage.start()
    await board_up(sitting)
    await stage.shown()
    with pytest.raises(NotPossible):
        await ada.press(card, "Start")
    assert table_id_of(card) == table_id, f"the card leads to another table: {card.text}"
    outcome = await bob.press(card, "My hand")
    assert outcome.message is not None, "nothing came to join with"
    sitting.hands["Bob"] = outcome.message
    return sitting


@pytest.mark.takes(4.5)
@pytest.mark.parametrize(
    "heard",
    [
        # A start and a move of that kind are in `test_a_kill_at_any_request_leaves_one_board`.
        pytest.param(True, marks=pytest.mark.long, id="answered"),
        pytest.param(False, id="unanswered"),
    ],
)
@pytest.mark.parametrize(
    "seats", [2, pytest.param(3, marks=pytest.mark.long), pytest.param(4, marks=pytest.mark.long)]
)
async def test_a_game_survives_a_kill_at_every_click(
    tmp_path: Path, seats: int, heard: bool
) -> None:
    """Go on from exactly there, with the old controls and the newest board, without a step twice.

    `answered`: the bot dies though its answer gets through. `unanswered`: the answer is lost, and
    the person clicks once more on what they still see.
    """
    written = golden(seats)
    door = Clicks()
    async with Stage(tmp_path, deals=written.draws) as stage:
        reference = await undisturbed(stage, written, door)
        sitting = await killed_in_the_lobby(stage, seats, heard=heard)
        reference.compare(sitting)
        choose = Script(written.words)
        while (person := await door.turn(sitting)) is not None:
            before = len(stage.log_of(sitting.table_id))
            last = await door.prepare(sitting, person, choose)
            it = await strike(stage, last, heard=heard)
            assert stage.applied(it), "an answer was given for what is not on disk"
            assert len(stage.log_of(sitting.table_id)) == before + 1
            await stage.start()
            await stage.shown()
            reference.compare(sitting)
            check_ping(sitting)
            if not heard:
                again = await last()
                assert again.kind == "edit"
                assert not done(again), again.text
                assert len(stage.log_of(sitting.table_id)) == before + 1
            await refresh(sitting)
        assert steps_of(sitting) == reference.steps
        assert len(reference.steps) == len(written.moves) + 1


@pytest.mark.long
async def test_a_game_survives_a_kill_at_every_command(tmp_path: Path) -> None:
    written = golden(3)
    door = Commands()
    async with Stage(tmp_path, deals=written.draws) as stage:
        reference = await undisturbed(stage, written, door)
        people = [stage.person(name, "games") for name in NAMES[:3]]
        sitting = await begin(stage, people, door)
        choose = Script(written.words)
        while (person := await door.turn(sitting)) is not None:
            last = await door.prepare(sitting, person, choose)
            it = await strike(stage, last, heard=True)
            assert stage.applied(it), "the start was answered and isn't on disk"
            await stage.start()
            await stage.shown()
            reference.compare(sitting)
            check_ping(sitting)
        assert steps_of(sitting) == reference.steps


def check_ping(sitting: Sitting) -> None:
    """See that the one who is asked is called once, and nobody when the game is over.

    The start of a game calls everybody.
    """
    stage = sitting.stage
    asked = stage.rows(
        "SELECT person FROM seats WHERE table_id = ? AND question_number IS NOT NULL",
        sitting.table_id,
    )
    called = [message.mentions for message in sitting.pings()]
    if len(stage.log_of(sitting.table_id)) == 1:
        assert [sorted(each) for each in called] == [sorted(p.id for p in sitting.people)], (
            "not each player was called as often as asked"
        )
        return
    assert called == ([[str(person) for (person,) in asked]] if asked else []), (
        "who was called isn't who is asked"
    )


@pytest.mark.takes(5)
@pytest.mark.parametrize(
    "unheard",
    [
        pytest.param(False, id="carried out"),
        # A request of that kind, lost, is in `test_a_game_survives_a_kill_at_every_click`.
        pytest.param(True, marks=pytest.mark.long, id="lost"),
    ],
)
async def test_a_kill_at_any_request_leaves_one_board(tmp_path: Path, unheard: bool) -> None:
    """Kill at the nth request that follows a start or a move, for every n there is.

    Whatever was put up but not noted, or noted but not put up: there is one board in the end, one
    ping, one card, and all of them show the newest state.
    """
    written = golden(2)
    async with Stage(tmp_path, deals=written.draws) as stage:
        reference = await undisturbed(stage, written, Clicks())
        people = [stage.person(name, "games") for name in NAMES[:2]]
        door = Clicks()
        nth = 0
        while nth := nth + 1:
            sitting = await open_table(stage, people, door)
            await stage.shown()
            start = functools.partial(door.start, sitting)
            if not await died_at(stage, nth, start, unheard=unheard):
                break
            await one_of_each(sitting, reference)
        assert nth > 4, "there were callback, thread, board and ping at least"
        nth = 0
        while nth := nth + 1:
            sitting = await begin(stage, people, door)
            person = await door.turn(sitting)
            assert person is not None
            last = await door.prepare(sitting, person, Script(written.words))
            await stage.shown()
            if not await died_at(stage, nth, last, unheard=unheard):
                break
            await one_of_each(sitting, reference)
        assert nth > 3, "there were callback, board and ping at least"


async def died_at(
    stage: Stage, nth: int, act: Callable[[], Awaitable[Outcome]], *, unheard: bool
) -> bool:
    """Do something that the bot dies of at its nth request; False if it asks for less."""
    stage.dying_at(nth, unheard=unheard)
    doing = asyncio.ensure_future(act())
    await stage.stored(
        lambda: stage.dead or (stage.running and doing.done() and not stage.behind())
    )
    stage.sandbox.faults.clear()
    if stage.dead:
        doing.cancel()
    await asyncio.wait([doing])
    return stage.dead


async def one_of_each(sitting: Sitting, reference: Undisturbed) -> None:
    """Start the bot again and see that what it had begun to show is there, once."""
    stage = sitting.stage
    await stage.start()
    await board_up(sitting)
    await stage.shown()
    reference.compare(sitting)
    check_ping(sitting)
    mine = [m for m in sitting.people[0].sees() if not m.only_me and sitting.table_id in m.text]
    assert mine == [sitting.card], "there is another board than the one that was known"


@pytest.mark.parametrize("heard", [True, False], ids=["answered", "unanswered"])
async def test_a_table_stays_closed(stage: Stage, heard: bool) -> None:
    """Kill the bot as it closes a game, and as the last one leaves a lobby."""
    people = [stage.person(name, "games") for name in NAMES[:2]]
    playing = await begin(stage, people, Clicks())
    lobby = await open_table(stage, people[:1], Clicks())
    await stage.shown()
    here = people[0].in_(playing.place)
    page = (await here.slash("table concede")).message
    assert page is not None, "nothing is asked before the end"
    page = (await here.press(page, "I give up …")).message
    assert page is not None, "nothing is asked before the end"
    await strike(stage, lambda: here.press(page, "I give up"), heard=heard)
    await stage.start()
    await strike(stage, lambda: people[0].press(lobby.card, "Leave"), heard=heard)
    phases = dict(stage.rows("SELECT id, phase FROM tables"))
    assert phases == {playing.table_id: "finished", lobby.table_id: "cancelled"}
    points = stage.rows("SELECT person, points FROM results ORDER BY seat")
    assert points == [(int(each.id), 5040 * at) for at, each in enumerate(people)], points
    await stage.start()
    await stage.shown()
    await stage.until(lambda: lobby.card.buttons == ["Rules"])
    assert "was closed" in lobby.card.text
    for shown in (playing.card, playing.board):
        assert f"{people[1].name} wins" in shown.text, shown.text
    assert playing.pings() == []


@pytest.mark.real_start(when_long=True)
@pytest.mark.takes(3)
async def test_whoever_starts_it_waits_for_a_kill_that_is_under_way(stage: Stage) -> None:
    """A request may be what kills the bot, while a test has long gone on."""
    killing = asyncio.ensure_future(stage.kill())
    await asyncio.sleep(0)
    assert not stage.running, "a bot that is being killed counts as alive"
    await stage.start()
    assert killing.done(), "a bot was started next to the one that was being killed"
    assert stage.running, "the bot that was started is gone"
