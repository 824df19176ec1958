"""What every lesson keeps to, whatever the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.engine.dealer import ReplayDealer
from bot.engine.game import AnyGame, carry_out
from bot.engine.lesson import LEARNER, BadLesson, Lesson, LessonStep, positions
from bot.ui.pages.games.lesson import (
    lesson_of,
    lesson_page,
    lesson_wording,
    step_id,
    told_to_learner,
)
from bot.ui.pages.page import ROWS, Button, Page, Select
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.menu_moves import MenuPath, menu_moves
from bot.ui.pictures.shapes import Text
from tests.contract import seen
from tests.contract.test_pictures import flattened

STEPS = range(8, 15)
SENTENCES = 2
ID = 100
_SEEN = re.compile(r"(?:sees?|shows?) (−?\d+(?: [/+] (?:\d+|\?))*)")
"""What is said to be seen of a number that may be hidden in part."""
_END = re.compile(r"[.!?][*”)]*(?=\s+[*“]*[A-Z{]|$)")

each_lesson = pytest.mark.parametrize(
    "playable", seen.lessons(), ids=[each.game.info.key for each in seen.lessons()]
)


def pages(playable: PlayableGame) -> Iterator[tuple[int, MenuPath, Page]]:
    """Yield every page of a lesson: each step, each place in its menu, and each wrong move."""
    lesson = lesson_of(playable)
    wording = lesson_wording(lesson, "Ada", "en-GB", seen.emoji)
    for number, (step, at) in enumerate(
        zip(lesson.steps, positions(playable.game, lesson), strict=True)
    ):
        for drawn in (True, False):
            yield number, (), lesson_page(playable, number, wording, resumed=True, drawn=drawn)
        if step.move is None:
            continue
        found = menu_moves(playable.render, at.legal, at.view, wording)
        for path in {move.path[:depth] for move in found for depth in range(1, len(move.path))}:
            yield number, path, lesson_page(playable, number, wording, path)
        for move in at.legal:
            if move != step.move:
                yield number, (), lesson_page(playable, number, wording, tried=move)


@each_lesson
def test_every_step_can_be_done_and_every_other_move_is_explained(playable: PlayableGame) -> None:
    lesson = lesson_of(playable)
    for step, at in zip(lesson.steps, positions(playable.game, lesson), strict=True):
        if step.move is None:
            assert not step.others, f"{step.title}: nothing can be tried at a step to read"
            continue
        assert step.move in at.legal, f"{step.title}: {step.move} can't be done"
        tried = [move for move in at.legal if move != step.move]
        said = {step.said_of(move) for move in tried}
        never = [other.text for other in step.others if other.text not in said]
        assert not never, f"{step.title}: no move is answered by {never}"
    assert any(step.move for step in lesson.steps), "nothing is done in it"
    assert lesson.steps[-1].move is None, "it ends before a move"


@each_lesson
def test_every_page_of_a_lesson_can_be_shown(playable: PlayableGame) -> None:
    """With controls that Discord takes, at every place in the menu."""
    for number, path, page in pages(playable):
        where = f"step {number} at {path}"
        assert page.embed().description, where
        assert len(page.rows) <= ROWS, f"{where}: {len(page.rows)} rows"
        parts = [
            each for row in page.rows for each in ([row] if not isinstance(row, tuple) else row)
        ]
        ids = [part.id for part in parts]
        assert max(map(len, ids)) <= ID, f"{where}: {max(ids, key=len)}"
        assert max(Counter(ids).values()) == 1, f"{where}: {ids}"
        assert all(len(part.choices) <= 25 for part in parts if isinstance(part, Select)), where
        assert len(page.view().children) == len(parts), where


@each_lesson
def test_a_lesson_is_short_and_plain(playable: PlayableGame) -> None:
    lesson = lesson_of(playable)
    assert len(lesson.steps) in STEPS
    for step in lesson.steps:
        assert len(_END.findall(step.text)) <= SENTENCES, f"{step.title}: more than two sentences"
        assert step.text[-1] in ".!?*”", f"{step.title}: no end"
    assert len({step.title for step in lesson.steps}) == len(lesson.steps), "two steps look alike"


@each_lesson
def test_a_learner_hears_and_sees_what_their_seat_may(playable: PlayableGame) -> None:
    game, lesson = playable.game, lesson_of(playable)
    dealer = ReplayDealer(lesson.draws)
    state = game.setup(1 + len(lesson.computers), lesson.options, dealer)
    told = 0
    for step, at in zip(lesson.steps, positions(game, lesson), strict=True):
        may_hear = [e.event for e in dealer.events[told:] if e.audience == "all" or 0 in e.audience]
        told = len(dealer.events)
        assert list(at.heard) == may_hear, f"{step.title}: hears other things than its seat"
        assert at.view == game.view(state, LEARNER), step.title
        for seat, move in (*([(LEARNER, step.move)] if step.move else []), *step.then):
            carry_out(game, state, seat, move, dealer)


@each_lesson
def test_what_a_lesson_says_is_seen_is_in_the_picture(playable: PlayableGame) -> None:
    """Who compares the words with the picture isn't left with a number that stands nowhere."""
    lesson = lesson_of(playable)
    wording = lesson_wording(lesson, "Ada", "en-GB", seen.emoji)
    for number, step in enumerate(lesson.steps):
        for at, text in ((number, step.text), (number + 1, step.done)):
            for found in _SEEN.finditer(text):
                image = lesson_page(playable, at, wording).image
                shapes = () if image is None else flattened(image.shapes)
                drawn = [shape.text for shape in shapes if isinstance(shape, Text)]
                assert found[1] in drawn, f"{step.title}: {found[1]} isn't in {drawn}"
                more = [each for each in drawn if each.startswith(f"{found[1]} +")]
                assert not more, f"{step.title}: {found[1]}, where {more} is drawn"


def test_a_lesson_against_the_rules_is_refused() -> None:
    playable = seen.lessons()[0]
    game: AnyGame = playable.game
    lesson = lesson_of(playable)
    first = next(step for step in lesson.steps if step.move)
    twice = Lesson(lesson.options, lesson.computers, lesson.draws, (first, first))
    with pytest.raises(BadLesson, match="step 1: seat 0"):
        positions(game, twice)
    nobody = LessonStep("t", "t", then=((1, first.move),)) if first.move else first
    with pytest.raises(BadLesson, match="step 0: seat 1"):
        positions(game, Lesson(lesson.options, lesson.computers, lesson.draws, (nobody,)))


@each_lesson
def test_a_step_says_what_has_come_of_the_one_before_and_explains_its_own_moves(
    playable: PlayableGame,
) -> None:
    """On the page of each step, not of another: nothing else tells apart what came when."""
    lesson = lesson_of(playable)
    wording = lesson_wording(lesson, "Ada", "en-GB", seen.emoji)
    names = {name.lower(): wording.name(seat) for seat, name in enumerate(lesson.computers, 1)}
    came = ["", *(step.done for step in lesson.steps)]
    for number, (step, at) in enumerate(
        zip(lesson.steps, positions(playable.game, lesson), strict=True)
    ):
        page = lesson_page(playable, number, wording)
        assert page.title == step.title.format(**names)
        assert step.text.format(**names) in page.text.splitlines(), f"{step.title}: not its text"
        marked = [line for line in page.text.splitlines() if line.startswith("> ✓ ")]
        wanted = [f"> ✓ {came[number].format(**names)}"] if came[number] else []
        assert marked == wanted, f"{step.title}: says {marked} of the step before"
        if number and not lesson.steps[number - 1].tells_all:
            done, said = bool(came[number]), page.text.splitlines()
            told = told_to_learner(playable.render, at.heard, wording, done=done)
            missing = [each.text for each in told if f"> • {each.text}" not in said]
            assert not missing, f"{step.title}: doesn't say what happened: {missing}"
            did = {getattr(event, "seat", LEARNER) for event in at.heard} - {LEARNER}
            unnamed = [name for seat in did if (name := wording.name(seat)) not in page.text]
            assert not unnamed, f"{step.title}: doesn't say what {unnamed} did"
        last = page.rows[-1]
        assert isinstance(last, tuple), f"{step.title}: no way back"
        ways = {each.label: each for each in last if isinstance(each, Button)}
        assert ways["Back"].id == step_id(playable.game.info.key, max(number - 1, 0))
        assert ways["Back"].disabled == (not number), f"{step.title}: a way back from the first"
        for move in at.legal if step.move is not None else ():
            if move == step.move:
                continue
            tried = lesson_page(playable, number, wording, tried=move).text.splitlines()
            said = f"> ✗ {step.said_of(move).format(**names)}"
            assert said in tried, f"{step.title}: {move} isn't answered by {said}"
            assert not [line for line in tried if line.startswith("> ✓ ")], "both at once"
