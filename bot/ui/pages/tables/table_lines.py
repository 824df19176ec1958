"""What has happened at a table, line by line: as everybody saw it, and as one seat has heard it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, TypeVar

from bot.engine.game import Event
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_event import MindedMove, TableEvent, people_then
from bot.tables.table_face import TableFace
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.banter import banter
from bot.ui.pages.tables.board import MANY_SEATS
from bot.ui.pages.tables.hand import MOST_HEARD, heard_lines
from bot.ui.pages.tables.table_event_lines import as_told, table_event_line, wording_then
from bot.ui.pages.what_happened import UNMINDED, Told, told_lines
from bot.ui.pages.wording import PHONE_LINE, Wording

LATELY: Final = 24
"""How many of the newest events a board's lines are made from."""
STEPS_BEFORE: Final = 16
"""How many steps before a move tell which trick it was in, and how that began."""
MOST_LATELY: Final = 8
"""How many lines tell what happened lately, unless more did since somebody's last move."""
MOST_LACKING: Final = 24
"""Of how many lines at most a hand says that they are told elsewhere."""

Happened = TypeVar("Happened", Event, Event | TableEvent)


def recent_lines(
    playable: PlayableGame,
    table: Table | TableFace,
    wording: Wording,
    most: int,
    lately: int = LATELY,
    *,
    ended: bool = False,
) -> list[str]:
    """Return the last things that everybody could see at a table, oldest first; not who has won if
    that stands where it is said how the game `ended`.

    Whatever the scores on the board say is left out. They speak to nobody: what a seat is told
    of its own doing is among what it alone has heard, and not here. They are made from the newest
    events, so many of them as `lately` says.
    """
    render, events = playable.render, table.recent[-lately:]
    if render.scored and render.round_scores(table.public(), wording):
        events = [each for each in events if not isinstance(each, render.scored)]
    if table.corrected or ended:
        events = [each for each in events if not isinstance(each, render.ends)]
    cells = PHONE_LINE if len(table.seats) >= MANY_SEATS else None
    return lines_of(playable, table, events, wording, cells=cells, minded=table.minded())[-most:]


def lines_since_move(
    playable: PlayableGame, table: Table, seat: int | None, wording: Wording
) -> list[str]:
    """Return all that everybody could see since the last move of a seat's person, oldest first, and
    what came before it if that is little. Without a `seat` it is what happened last.
    """
    since = () if seat is None else table.told_since(table.last_step_of(seat))
    new = min(len(lines_of(playable, table, since, wording)), MOST_HEARD + MOST_LACKING)
    most, events = max(MOST_LATELY, new), len(since) + LATELY
    return recent_lines(playable, table, wording, most, events)


def lacks(table: Table, wording: Wording, more: int = 0) -> Callable[[int], str] | None:
    """Return what says of so many lines, and `more`, that a hand has no room for them, and where
    they are.
    """
    if table.phase != "playing":
        return None

    def said(many: int) -> str:
        # There is room for more than these, and not for all of a long absence.
        many = min(many + more, MOST_LACKING)
        if not many:
            return ""
        return wording.ngettext(
            "{n} more line under **More**", "{n} more lines under **More**", many
        )

    return said


def lines_of(
    playable: PlayableGame,
    table: Table | TableFace,
    events: Sequence[Event | TableEvent],
    wording: Wording,
    seat: int | None = None,
    cells: int | None = None,
    minded: Mapping[int, MindedMove] = UNMINDED,
) -> list[str]:
    """Return the newest events as lines, with the names people had then.

    What was done at the table breaks a trick or turn in two. They are addressed to the person
    on a seat, if one is given. Lines of more than so many `cells` are said briefly; `minded` is
    as for `told_lines`.
    """
    render, says = playable.render, _says(playable, table, wording)
    now = [Person(each.person, each.name) for each in table.seats]
    lines: list[str] = []
    events = as_told(events, table.gone())
    then = _with_wording(
        zip(events, people_then(events, now), strict=True), wording, table.language
    )
    for is_done, several in groupby(then, key=lambda each: isinstance(each[0], TableEvent)):
        lot: list[Any] = list(several)
        if is_done:
            rule, named = table.on_timeout, table.language
            lines += [table_event_line(event, words, rule, named) for event, words in lot]
        else:
            lines += told_lines(render, lot, seat, says, cells, minded)
    return lines


def _says(playable: PlayableGame, table: Table | TableFace, wording: Wording) -> Mapping[int, str]:
    """Return what computers say about what all could see lately; nothing if they are quiet."""
    if not table.banter:
        return {}
    events = [each for each in table.recent if not isinstance(each, TableEvent)]
    return banter(playable.render, events, len(table.seats), wording, begins=table.step() == 0)


def heard_at(
    playable: PlayableGame,
    table: Table,
    seat: int,
    step: int,
    wording: Wording,
    seen: Collection[str] | None = None,
) -> list[Told]:
    """Return what a seat's person has heard lately, after a step. Only for that seat's eyes.

    `seen` are the lines that their screen has shown; None if that isn't known.
    """
    render, last = playable.render, table.last_step_of(seat)
    heard = table.heard_since(seat, min(step, last) - STEPS_BEFORE)
    events = list(_with_wording(heard, wording, table.language))
    older, moved = (len(heard) - len(table.heard_since(seat, each)) for each in (step, last))
    scores, over = "", table.phase == "finished"
    if table.step() >= 0 and not over:
        begun = any(isinstance(each, render.begins_round) for each, _words in events[older:])
        scores_of = render.last_scores if begun else render.round_scores
        scores = scores_of(table.public(), wording)
    says, minded = _says(playable, table, wording), table.minded()
    return heard_lines(
        render, events, seat, older, scores, says, moved, seen=seen, over=over, minded=minded
    )


def _with_wording(
    events: Iterable[tuple[Happened, tuple[Person, ...]]], wording: Wording, language: str
) -> Iterator[tuple[Happened, Wording]]:
    """Yield events with the wording that has the names of those who sat there: one for each lot."""
    then: dict[tuple[Person, ...], Wording] = {}
    for event, people in events:
        if people not in then:
            then[people] = wording_then(wording, people, language)
        yield event, then[people]
