"""A page of a lesson: what came of the last step, the board, the hand, and what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.engine.game import Action, Event
from bot.engine.lesson import LEARNER, Lesson, Position, positions
from bot.engine.text import marked as _
from bot.tables.trouble import Trouble
from bot.ui.pages import routes
from bot.ui.pages.games.rules import rules_id
from bot.ui.pages.page import Button, Page, Row, hand_id
from bot.ui.pages.phone_height import height
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Body, Render
from bot.ui.pages.tables.board import GREY, shown_board
from bot.ui.pages.tables.fit import MOST_AT_END
from bot.ui.pages.tables.hand import heard_lines, heard_notice
from bot.ui.pages.tables.menu import menu_rows
from bot.ui.pages.tables.menu_moves import MenuPath, menu_moves
from bot.ui.pages.what_happened import Told
from bot.ui.pages.wording import NO_EMOJI, Wording, seat_name
from bot.ui.pictures.palette import SEATS, number_of

NO_LESSON: Final = _("This game has no lesson yet. Read how to play it instead.")


def step_id(game_key: str, number: int) -> str:
    """Return the id of the button that leads to a step of a lesson."""
    return routes.LESSON_STEP(game_key, number)


def lesson_of(playable: PlayableGame) -> Lesson:
    """Return a game's lesson. Raises Trouble if it has none."""
    if playable.lesson is None:
        raise Trouble(NO_LESSON)
    return playable.lesson


def lesson_wording(
    lesson: Lesson, learner: str, language: str, emoji: Mapping[str, str] = NO_EMOJI
) -> Wording:
    """Return the words for a lesson: with the learner's name, and those of the computers."""
    names = (
        seat_name(learner, None, language),
        *(seat_name(each, "casual", language) for each in lesson.computers),
    )
    return Wording(language, names, emoji)


def lesson_page(
    playable: PlayableGame,
    number: int,
    wording: Wording,
    path: MenuPath = (),
    *,
    tried: Action | None = None,
    resumed: bool = False,
    drawn: bool = True,
    playing: str = "",
) -> Page:
    """Return a step of a game's lesson, `path` deep into the menu of its hand.

    `tried` is a move other than the one asked for, which is explained. `resumed` offers to start
    again. The board is a picture, unless the game has none or it can't be `drawn` now. The end
    leads back to the game that the learner is `playing` against computers, if any.
    """
    lesson = lesson_of(playable)
    step, at = lesson.steps[number], positions(playable.game, lesson)[number]
    said = _came(playable, number, wording)
    if tried is not None:
        said = f"✗ {_say(step.said_of(tried), lesson, wording)}"
    seats = 1 + len(lesson.computers)
    page = shown_board(playable, at.view.public, at.to_act, seats, wording, drawn=drawn)
    # Deeper in the menu there are more buttons: what was said before makes room for them, and so
    # does the hand unless all fits on a phone.
    above = [] if path else [f"> {line}" for line in said.splitlines()]
    hand, question, rows = Body(), "", ()
    if step.move is not None:
        question, rows = _menu(playable, number, at, wording, path)
        below = playable.render.hand_below(at.view, wording)
        hand = below.at(deeper=bool(path), lists=not path)
    if not path:
        rows = (*rows, _ways(playable, number, wording, playing, resumed=resumed))
    author = wording.gettext(
        "{game} · Lesson, {n} of {all}",
        game=playable.title(wording),
        n=number + 1,
        all=len(lesson.steps),
    )

    def laid(hand: Body) -> Page:
        parts = *above, _say(step.text, lesson, wording), page.text, hand.text, question
        return replace(
            page,
            title=_say(step.title, lesson, wording),
            text="\n".join(part for part in parts if part),
            fields=(*page.fields, *hand.fields),
            rows=rows,
            author=author,
            colour=GREY if step.move is None else number_of(SEATS[LEARNER]),
        )

    whole = laid(hand)
    return laid(Body()) if path and height(whole) > MOST_AT_END else whole


def _say(text: str, lesson: Lesson, wording: Wording) -> str:
    """Return a text of a lesson with the names of its computers."""
    named = {name.lower(): wording.name(seat) for seat, name in enumerate(lesson.computers, 1)}
    return wording.gettext(text, **named)


def _came(playable: PlayableGame, number: int, wording: Wording) -> str:
    """Return what came of the step before: in the lesson's words, and what the others did.

    Where the lesson has no words for what the learner did, the game's are used.
    """
    lesson = lesson_of(playable)
    done = lesson.steps[number - 1].done if number else ""
    heard = positions(playable.game, lesson)[number].heard if number else ()
    first = f"✓ {_say(done, lesson, wording)}" if done else ""
    told = told_to_learner(playable.render, heard, wording, done=bool(done))
    all_told = number and lesson.steps[number - 1].tells_all
    return heard_notice(first, [] if all_told else told)


def told_to_learner(
    render: Render, heard: Sequence[Event], wording: Wording, *, done: bool
) -> list[Told]:
    """Return what the learner has heard, in the game's words.

    What they did themselves is left out where the lesson has words for what they have `done`.
    """
    events = [(event, wording) for event in heard]
    if done:
        events = [each for each in events if not _own(render, *each)]
    return heard_lines(render, events, LEARNER)


def _own(render: Render, event: Event, wording: Wording) -> bool:
    """Tell whether an event is about the learner, and none of the others' doing."""
    told = heard_lines(render, [(event, wording)], LEARNER)
    return getattr(event, "seat", LEARNER) == LEARNER and any(each.touches for each in told)


def _menu(
    playable: PlayableGame, number: int, at: Position, wording: Wording, path: MenuPath
) -> tuple[str, tuple[Row, ...]]:
    render = playable.render
    found = menu_moves(render, at.legal, at.view, wording)
    key = playable.game.info.key
    return menu_rows(render, found, path, key, number, wording, route=routes.LESSON_MENU)


def _ways(
    playable: PlayableGame, number: int, wording: Wording, playing: str, *, resumed: bool
) -> Row:
    """Return the buttons that lead on and back and, at the end, to a game."""
    _ = wording.gettext
    key, steps = playable.game.info.key, lesson_of(playable).steps
    back = Button(step_id(key, max(number - 1, 0)), _("Back"), disabled=not number)
    again = Button(routes.LESSON_AGAIN(key), _("Start over"))
    if number == len(steps) - 1:
        there = hand_id(playing) if playing else routes.AGAINST_COMPUTERS(key)
        play = Button(there, _("Play against computers"), ButtonStyle.success)
        return play, back, again, Button(rules_id(key, 0), _("Rules"))
    row: Row = (back,)
    if steps[number].move is None:
        row = (back, Button(step_id(key, number + 1), _("Next"), ButtonStyle.primary))
    return (*row, again) if resumed and number else row
