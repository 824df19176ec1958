"""Hints: for those who play against computers alone, from what their seat sees."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.tables.table import Table
from bot.tables.worker_jobs import Job
from bot.tables.workers import NoAnswer
from tests.ui.clicks import Answer, press
from tests.ui.conftest import ADA, BOB, CLEO, UI


class Thinker:
    """Replaces the workers: notes what it is asked, and returns one legal action."""

    def __init__(self, ui: UI) -> None:
        self.jobs: list[Job] = []
        self._room = ui

    async def think(self, job: Job) -> Any:
        self.jobs.append(job)
        game = self._room.services.games[job.game].game
        return game.legal(game.world(job.view, random.Random(1)), job.view.seat)[0]


class Nobody:
    """Replaces workers that are all lost."""

    async def think(self, _job: Job) -> Any:
        raise NoAnswer("there are no workers")


async def practice(ui: UI) -> tuple[Table, Answer]:
    """Begin a game of Ada's against computers alone, and go on to her turn; return her hand."""
    table = await ui.open(ADA)
    for _ in range(2):
        await ui.services.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    while (seat := table.to_act()[0]) != table.seat_of(ADA.id):
        await ui.services.moves.play_for_computer(
            table.id,
            seat,
            lambda _view, legal: legal[0],
            question_number=table.question_number(seat),
        )
    return table, await press(ui, ADA, f"t:hand:{table.id}")


@pytest.mark.walked
async def test_a_hint_says_a_move_that_can_be_made_and_what_comes_of_it(ui: UI) -> None:
    thinker: Any = Thinker(ui)
    ui.services.workers = thinker
    table, hand = await practice(ui)
    assert "Hint" in hand.buttons, "there is no button for a hint in a game against computers"
    said = await press(ui, ADA, hand.buttons["Hint"], own=True)
    (job,) = thinker.jobs
    assert job.level == "sharp", "a hint isn't by the strongest computer"
    assert job.view == table.view(0), "a hint was thought out from another view than its seat's"
    assert "💡 Add" in said.text or "💡 Put" in said.text or "💡 Take" in said.text, said.text
    assert ", because " in said.text, f"no reason is given: {said.text}"
    assert said.edited and "More" in said.buttons, "the hand isn't there any more under its hint"
    assert (await ui.tables.get(table.id)).step() == table.step(), "asking for a hint played"


async def test_a_hint_can_be_followed_with_one_press(ui: UI) -> None:
    thinker: Any = Thinker(ui)
    ui.services.workers = thinker
    table, hand = await practice(ui)
    step, advised = table.step(), table.legal(0)[0]
    said = await press(ui, ADA, hand.buttons["Hint"], own=True)
    assert "Hint" not in said.buttons, "there is a hint already"
    ids = list(said.buttons.values())
    assert len(ids) == len({*ids}), "two controls have one id, which Discord refuses"
    again = await press(ui, ADA, f"t:hand:{table.id}", own=True)
    assert "Hint" in again.buttons and "💡" not in again.text, "the hint stays for ever"
    await press(ui, ADA, said.buttons["Do it"], own=True)
    log = await ui.tables.store.log(table.id)
    made = next(row for row in log if row.step == step + 1)
    assert made.seat == 0 and made.action == ui.tables.game_json(table).dump_action(advised)
    before = table.step()
    late = await press(ui, ADA, said.buttons["Do it"], own=True)
    assert "Too late" in late.text and table.step() == before, "an old hint was followed"


async def test_a_hint_stands_until_it_can_be_followed_no_more(ui: UI) -> None:
    """It is part of the screen, also when that is drawn again."""
    thinker: Any = Thinker(ui)
    ui.services.workers = thinker
    table, hand = await practice(ui)
    await press(ui, ADA, hand.buttons["Hint"], own=True)
    open_hand = ui.hands._open[table.id, ADA.id]
    drawn = ui.hands.page(table, 0, "en-GB", advice=open_hand.advice)
    assert drawn.under == open_hand.shown.under, "the hint goes when the hand is drawn again"
    await ui.move(table, random.Random(1))
    moved = ui.hands.page(table, 0, "en-GB", advice=open_hand.advice)
    assert moved == ui.hands.page(table, 0, "en-GB"), "the hint stands after the move"


async def test_there_are_no_hints_where_two_people_play(ui: UI) -> None:
    thinker: Any = Thinker(ui)
    ui.services.workers = thinker
    table = await ui.start(ADA, BOB, CLEO)
    for person in (ADA, BOB):
        seat = table.seat_of(person.id)
        assert seat is not None
        hand = await press(ui, person, f"t:hand:{table.id}")
        assert "Hint" not in hand.buttons, "there is a button for hints at a table that counts"
        number = table.question_number(seat) if seat in table.to_act() else 0
        said = await press(ui, person, f"hint:{table.id}:{number}", own=True)
        assert "💡" not in said.text and "only in games with computers" in said.text, said.text
    assert not thinker.jobs, "somebody thought about a table that counts"


async def test_nobody_gets_a_hint_on_the_game_of_somebody_else(ui: UI) -> None:
    thinker: Any = Thinker(ui)
    ui.services.workers = thinker
    _table, hand = await practice(ui)
    said = await press(ui, BOB, hand.buttons["Hint"])
    assert "You aren't playing" in said.text and not thinker.jobs, said.text


async def test_an_old_hint_button_shows_the_hand_as_it_is(ui: UI) -> None:
    thinker: Any = Thinker(ui)
    ui.services.workers = thinker
    table, hand = await practice(ui)
    await ui.move(table, random.Random(1))
    said = await press(ui, ADA, hand.buttons["Hint"], own=True)
    assert "Too late" in said.text and "💡" not in said.text, said.text
    assert not thinker.jobs


async def test_without_workers_the_hint_is_refused_politely(ui: UI) -> None:
    nobody: Any = Nobody()
    ui.services.workers = nobody
    _table, hand = await practice(ui)
    said = await press(ui, ADA, hand.buttons["Hint"], own=True)
    assert "couldn't think of a hint" in said.text, said.text


@pytest.mark.parametrize("control", ["hint", "hint:", "hint:abcde", "hint:abcde:x", "hint:a:1:2"])
async def test_a_made_up_control_is_refused(ui: UI, control: str) -> None:
    said = await press(ui, ADA, control)
    assert "doesn't work any more" in said.text, said.text
