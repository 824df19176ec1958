"""What stands above a hand: what its seat has heard, private events included, and nobody else."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, cast
from unittest.mock import AsyncMock

import pytest

from bot.engine.game import Event
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.pages.page import DESCRIPTION, Page
from bot.ui.pages.render import Render
from bot.ui.pages.tables.fit import Notice, fitted
from bot.ui.pages.tables.hand import heard_lines, heard_notice
from bot.ui.pages.tables.table_lines import heard_at, recent_lines
from bot.ui.pages.what_happened import Told
from bot.ui.pages.wording import Wording
from bot.ui.posting.tables.open_hand import OpenHand
from cogs.donburiko import views as donburiko
from cogs.donburiko.render import RENDER as DONBURIKO
from cogs.donburiko.views import Add
from cogs.kirifuda import views as kirifuda
from cogs.kirifuda.render import RENDER as KIRIFUDA
from cogs.shiranui import views as shiranui
from cogs.shiranui.render import RENDER as SHIRANUI
from tests.ui.clicks import Answer, interaction
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI
from tests.ui.test_table_verbs import computers_play

SECRET = "You added"
"""How a line begins that says which card was laid face down: its player alone hears it."""


def pick(_view: Any, legal: list[Any]) -> Any:
    """Hide a card if that can be done."""
    return next((each for each in legal if isinstance(each, Add) and each.face_down), legal[0])


async def hide(ui: UI, table: Table) -> tuple[Person, Answer]:
    """Let whoever is asked hide a card; return them, and what they are answered."""
    seat = table.seats[table.to_act()[0]]
    person, answer = Person(seat.person, seat.name), Answer()
    made = interaction(ui, person, CHANNEL, answer)
    await ui.requests.actions.play.play(made, table.id, pick)
    return person, answer


def open_hand(ui: UI, table: Table, person: Person) -> AsyncMock:
    """Lay a person's hand open; return what is called when it is drawn again."""
    made: Any = interaction(ui, person, CHANNEL, Answer())
    made.is_expired = lambda: False
    made.edit_original_response = AsyncMock()
    seat = table.seat_of(person.id)
    assert seat is not None, "they don't sit there"
    page = ui.hands.screens.page(table, seat, "en-GB")
    hand = OpenHand(made, (), page, seat, table.step(), ui.tables.now())
    ui.hands.lay_open((table.id, person.id), hand, behind=False)
    return cast(AsyncMock, made.edit_original_response)


async def redrawn(ui: UI, table: Table, person: Person, edit: AsyncMock) -> str:
    """Look after an open hand; return what it says now."""
    await ui.hands._redraw((table.id, person.id))
    assert edit.await_args is not None, "the hand wasn't drawn anew"
    return str(edit.await_args.kwargs["embeds"][-1].description)


async def test_done_says_all_that_the_player_heard_of_the_move(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    _person, answer = await hide(ui, table)
    assert "> ✓ " in answer.text
    assert "face down" in answer.text, "the answer doesn't say what all heard of the move"
    assert SECRET in answer.text, "it doesn't say what the player alone heard"


async def test_done_says_nothing_of_the_moves_before(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    await hide(ui, table)
    _second, answer = await hide(ui, table)
    assert answer.text.count("face down to row") == 1, "an earlier move is told as if it were new"
    assert answer.text.count(SECRET) == 1, "more than the own move is told as if it were new"


async def test_an_answer_that_comes_twice_says_the_same(ui: UI) -> None:
    """An interaction that was applied already isn't applied again, and may be answered again."""
    table = await ui.start(ADA, BOB, CLEO)
    seat = table.seats[table.to_act()[0]]
    answers = [Answer(), Answer()]
    made = interaction(ui, Person(seat.person, seat.name), CHANNEL, answers[0])
    again = interaction(ui, Person(seat.person, seat.name), CHANNEL, answers[1])
    again.id = made.id
    for each in (made, again):
        await ui.requests.actions.play.play(each, table.id, pick)
    assert SECRET in answers[1].text, "the second answer says less than the first"


async def test_an_open_hand_that_waits_says_what_its_seat_has_heard(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    waiting = [each for each in (ADA, BOB, CLEO) if table.seat_of(each.id) not in table.to_act()]
    edits = {each: open_hand(ui, table, each) for each in waiting}
    mover, _answer = await hide(ui, table)
    for each, edit in edits.items():
        said = await redrawn(ui, table, each, edit)
        assert f"• {mover.name} added a card face down" in said, "it doesn't say what happened"
        assert SECRET not in said, "what one seat alone heard is said to another"


async def test_an_open_hand_says_what_came_since_its_person_used_it(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    last = next(
        each for each in (ADA, BOB, CLEO) if table.seats[table.to_act()[0]].person != each.id
    )
    edit, movers, said = open_hand(ui, table, last), list[str](), ""
    while table.seats[table.to_act()[0]].person != last.id:
        movers.append((await hide(ui, table))[0].name)
        said = await redrawn(ui, table, last, edit)
    assert all(name in said.partition("\n\n")[0] for name in movers), said


@pytest.mark.parametrize("computers", [False, True])
async def test_what_an_open_hand_has_shown_gives_way_to_what_came_since(
    ui: UI, *, computers: bool
) -> None:
    """Nobody has read what a computer's move took away at once."""
    table = await ui.start(ADA, BOB, CLEO)
    last = next(
        each for each in (ADA, BOB, CLEO) if table.seats[table.to_act()[0]].person != each.id
    )
    edit, known = open_hand(ui, table, last), list[list[bool]]()
    while table.seats[table.to_act()[0]].person != last.id:
        await hide(ui, table)
        if computers:
            steps = tuple(replace(each, interaction_id=None) for each in table._recent_steps)
            table.become(replace(table, _recent_steps=steps))
        await redrawn(ui, table, last, edit)
        told = ui.hands._open[table.id, last.id].notice.told
        known.append([each.known for each in told if not each.begins_round])
    wanted = [[False], [not computers, False]][: len(known)]
    assert known == wanted, f"what was shown isn't known, or what nobody could read is: {known}"


async def test_what_stands_above_a_hand_is_bounded(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    edit, rng = open_hand(ui, table, ADA), random.Random(3)
    for _ in range(40):
        if table.phase == "playing":
            await ui.move(table, rng)
    said = await redrawn(ui, table, ADA, edit)
    above = [line for line in said.splitlines() if line.startswith("> ")]
    assert 0 < len(above) <= 6, f"{len(above)} lines above a hand"
    assert sum(map(len, above)) < 700


def test_the_newest_lines_are_kept_where_there_is_no_room_for_all() -> None:
    def notice(first: str, others: list[str], own: list[str]) -> list[str]:
        lines = [*(Told(each, True) for each in own), *(Told(each, False) for each in others)]
        return heard_notice(first, lines).splitlines()

    many = notice("Hello.", [f"line {n}" for n in range(20)], [])
    assert many == ["Hello.", *(f"• line {n}" for n in range(14, 20))], "not the newest six"
    mine = notice("", [f"line {n}" for n in range(20)], ["You won."])
    assert mine == ["• You won.", *(f"• line {n}" for n in range(15, 20))], "one's own line is gone"
    full = notice("", ["a line"], [f"You did {n}." for n in range(20)])
    assert full == [f"• You did {n}." for n in range(14, 20)], "not the newest six"
    assert notice("", ["x" * 400, "y" * 400], []) == ["• " + "y" * 400], "the hand has no room"
    wide = notice("", ["碁" * 50, "石" * 50, "取" * 50], [])
    assert wide == ["• " + "石" * 50, "• " + "取" * 50], "a wide letter takes the room of two"


async def test_who_takes_a_seat_over_does_not_hear_what_was_told_before(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    mover, _answer = await hide(ui, table)
    seat = table.seat_of(mover.id)
    assert seat is not None
    before = heard_at(ui.services.game_of(table), table, seat, -1, Wording("en"))
    assert SECRET in str(before), "this test would see nothing"
    await ui.services.table_verbs.leave(table.id, mover)
    await ui.services.table_verbs.replace(table.id, Person(9, "Zoe"), seat)
    after = heard_at(ui.services.game_of(table), table, seat, -1, Wording("en"))
    assert after == [], "the successor hears what was told to somebody else"


async def test_a_hand_of_another_seat_is_not_drawn_over(ui: UI) -> None:
    """Its person may have got another seat meanwhile: what that one heard isn't theirs."""
    table = await ui.start(ADA, BOB, CLEO)
    # Not who is asked: a new hand of theirs has the older one deleted.
    waiting = next(each for each in (ADA, BOB) if table.seat_of(each.id) not in table.to_act())
    edit = open_hand(ui, table, waiting)
    hand = ui.hands._open[table.id, waiting.id]
    hand.seat = (hand.seat + 1) % 3
    await hide(ui, table)
    await ui.hands._redraw((table.id, waiting.id))
    assert not edit.await_count, "a hand was drawn in the place of another seat's"


async def test_a_move_that_was_taken_back_is_not_told_any_more(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    mover, _answer = await hide(ui, table)
    other = BOB if mover == ADA else ADA
    seat = table.seat_of(other.id)
    assert seat is not None
    assert heard_at(ui.services.game_of(table), table, seat, 0, Wording("en")) != []
    await ui.services.table_verbs.voting.propose(table.id, mover, "take_back")
    if table.motion is not None:
        await ui.services.table_verbs.voting.vote(table.id, other, yes=True, revision=None)
    told = heard_at(ui.services.game_of(table), table, seat, 0, Wording("en"))
    assert told == [], "it is told all the same"


async def test_a_hand_and_a_board_tell_the_same_after_a_restart(ui: UI) -> None:
    """Also whose move a computer made, and nothing that was taken back."""
    table, chance = await ui.start(ADA, BOB, CLEO), random.Random(2)
    seat = table.to_act()[0]
    away = Person(table.seats[seat].person, table.seats[seat].name)
    await ui.services.table_verbs.leave(table.id, away)
    made = await computers_play(ui, table, chance)
    await ui.services.table_verbs.back(table.id, away)
    mover, _answer = await hide(ui, table)
    await ui.services.table_verbs.voting.propose(table.id, mover, "take_back")
    for person in {ADA, BOB, CLEO} - {mover}:
        if table.motion is not None:
            await ui.services.table_verbs.voting.vote(table.id, person, yes=True, revision=None)
    await hide(ui, table)
    ui.tables.cache.drop(table)
    again, game = await ui.tables.get(table.id), ui.services.game_of(table)
    assert again is not table, "it wasn't read again"
    for number in range(3):
        first, then = (heard_at(game, each, number, -1, Wording("en")) for each in (table, again))
        assert first == then and any("🤖" in each.text for each in then), then
        assert again.minded_since(number, 0) == (made if number == seat else 0)
    first, then = (recent_lines(game, each.face(), Wording("en"), 9) for each in (table, again))
    assert first == then and [each for each in then if f"🤖\u00a0{away.name}" in each], then
    assert again.newest_mover() is None, "whoever was left without an answer isn't called"


async def test_no_text_of_a_table_holds_what_seats_have_heard(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    await hide(ui, table)
    assert "CardHidden" not in repr(table), "a log line with a table in it would tell hands"
    assert "CardHidden" not in repr(table.face()), "what everybody sees would tell hands"


def test_a_hand_that_leaves_little_room_keeps_the_first_lines_above_it() -> None:
    hand = Page("Your turn", "🂡" * (DESCRIPTION - 100))
    above = Notice("\n".join(f"{n} {'heard ' * 6}" for n in range(4)))
    told = fitted(Page("Your turn", under=hand), above).under
    assert told is not None
    assert len(told.text) <= DESCRIPTION, "Discord refuses a hand as long as this"
    assert told.text.startswith("> 0 heard"), "the most important line is missing"
    assert told.text.endswith(hand.text), "the hand is cut"


@pytest.mark.parametrize(
    ("render", "dealt"),
    [
        (DONBURIKO, donburiko.HandDealt(0, (-2, 0, 15))),
        (SHIRANUI, shiranui.HandDealt(0, (13, 24), (0, 2, 0, 1, 0, 0))),
        (KIRIFUDA, kirifuda.HandDealt(0, (11, 41))),
    ],
    ids=["donburiko", "shiranui", "kirifuda"],
)
def test_above_a_hand_nothing_says_what_was_dealt(render: Render, dealt: Event) -> None:
    wording = Wording("en-GB", ("Ada", "Bob", "Cleo"))
    told = heard_lines(render, [(dealt, wording)], 0)
    assert told == [], f"the cards that lie below it are told as well: {told}"


def test_a_finished_game_says_no_more_that_its_last_round_has_come() -> None:
    wording = Wording("en-GB", ("Ada", "Bob"))
    last = [(donburiko.FinalRoundDecided("bank", None), wording)]
    assert heard_lines(DONBURIKO, last, 0), "a last round isn't told"
    assert not heard_lines(DONBURIKO, last, 0, over=True), (
        "a game that is over has no round to come"
    )
