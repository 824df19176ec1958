"""Hints: for those who play against computers alone, from what their seat sees."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from bot.tables.table import Table
from bot.tables.worker_jobs import Job
from bot.tables.workers import NoAnswer
from bot.ui.actions.tables import play
from cogs.donburiko import hints, player
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


class Slow:
    """Replaces workers that are busy with other things."""

    async def think(self, _job: Job) -> Any:
        await asyncio.Event().wait()


class Wrong:
    """Replaces workers gone wrong."""

    async def think(self, _job: Job) -> Any:
        return "what isn't legal"


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
    drawn = ui.hands.screens.page(table, 0, "en-GB", advice=open_hand.advice)
    assert drawn.under == open_hand.shown.under, "the hint goes when the hand is drawn again"
    await ui.move(table, random.Random(1))
    moved = ui.hands.screens.page(table, 0, "en-GB", advice=open_hand.advice)
    assert moved == ui.hands.screens.page(table, 0, "en-GB"), "the hint stands after the move"


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


@pytest.mark.parametrize("workers", [Nobody(), Slow(), Wrong()], ids=["lost", "slow", "wrong"])
async def test_the_rule_of_thumb_gives_the_hint_if_no_worker_does(
    ui: UI, monkeypatch: pytest.MonkeyPatch, workers: Any
) -> None:
    monkeypatch.setattr(play, "HINT_SECONDS", 0.01)
    ui.services.workers = workers
    table, hand = await practice(ui)
    step, legal = table.step(), table.legal(0)
    said = await press(ui, ADA, hand.buttons["Hint"], own=True)
    assert "💡" in said.text, f"there is no hint while the workers are busy: {said.text}"
    await press(ui, ADA, said.buttons["Do it"], own=True)
    log = await ui.tables.store.log(table.id)
    made = next(row for row in log if row.step == step + 1)
    could = [ui.tables.game_json(table).dump_action(each) for each in legal]
    assert made.seat == 0 and made.action in could, "the hint is a move that can't be made"


class Tossing:
    """A rule of thumb that leaves everything to chance, and notes what it is shown."""

    LEVELS = player.LEVELS

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def choose(self, view: Any, legal: Sequence[Any], rng: random.Random) -> Any:
        self.seen.append(view)
        return rng.choice(legal)


async def test_a_hint_by_the_rule_of_thumb_is_from_the_hand_alone_and_stays(ui: UI) -> None:
    nobody: Any = Nobody()
    ui.services.workers, tossing = nobody, Tossing()
    ui.services.players["donburiko"] = tossing
    table, hand = await practice(ui)
    said = {(await press(ui, ADA, hand.buttons["Hint"], own=True)).text for _ in range(6)}
    assert len(table.legal(0)) > 2 and len(said) == 1, f"each press gives another hint: {said}"
    assert tossing.seen == [table.view(0)] * 6, "it has seen what its seat doesn't see"


async def test_a_hint_by_the_rule_of_thumb_is_not_called_best(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the game has a reason of its own, which is certain, it stays."""
    _table, hand = await practice(ui)
    nobody: Any = Nobody()
    for reason, thinker, because in (
        ("", Thinker(ui), "because it came out best when I played on from here many times."),
        ("", nobody, "because it's usually a good move."),
        ("it is red", nobody, "because it is red."),
    ):
        monkeypatch.setattr(hints, "because", lambda *_, reason=reason: reason)
        monkeypatch.setattr(ui.services, "workers", thinker)
        said = await press(ui, ADA, hand.buttons["Hint"], own=True)
        assert because in said.text, f"{because!r} isn't said: {said.text}"


@pytest.mark.parametrize("choice", [None, "what isn't legal", RuntimeError("the 4 of hearts")])
async def test_if_the_rule_of_thumb_fails_too_the_hint_is_refused_politely(
    ui: UI, caplog: pytest.LogCaptureFixture, choice: object
) -> None:
    nobody: Any = Nobody()
    ui.services.workers = nobody
    ui.services.players.clear()
    if choice is not None:
        thumb = Mock(side_effect=[choice])
        failing: Any = SimpleNamespace(LEVELS=player.LEVELS, choose=thumb)
        ui.services.players["donburiko"] = failing
    _table, hand = await practice(ui)
    said = await press(ui, ADA, hand.buttons["Hint"], own=True)
    assert "couldn't think of a hint" in said.text, said.text
    assert "hearts" not in caplog.text, "the log quotes what may name cards"


@pytest.mark.parametrize("control", ["hint", "hint:", "hint:abcde", "hint:abcde:x", "hint:a:1:2"])
async def test_a_made_up_control_is_refused(ui: UI, control: str) -> None:
    said = await press(ui, ADA, control)
    assert "doesn't work any more" in said.text, said.text
