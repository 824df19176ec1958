"""Votes: who counts, how many it takes, and what a vote that passes does to the table.

Nothing here changes a table or asks anybody: all is counted from the table as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.match import Step
from bot.engine.text import marked as _
from bot.tables import early_end, seat_rules
from bot.tables.clock import DAY
from bot.tables.going_on import SILENCE, GoOn, can_ask, can_go_on
from bot.tables.lobby_rules import time_for
from bot.tables.table import Changes, Table
from bot.tables.table_event import Motion, Moved, TableEvent, TableEventKind
from bot.tables.table_face import PublicFacts
from bot.tables.trouble import PAUSED, Trouble
from storage.rows import Pace, Phase, TableEventRow

ASKED: Final = _("You asked the others to end the game. You can ask again {when}.")


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that can be voted on, and what holds for it."""

    paused: bool | None = None
    """What the table must be: paused or not; None where it doesn't matter."""
    otherwise: str = PAUSED
    """Why it can't be proposed if the table isn't."""
    at_once: bool = False
    """Whether host and moderators do it without a vote."""
    by_all: bool = False
    """Whether all who are here must agree, and never one alone."""
    of_move: bool = False
    """Whether it is about the newest move of whoever proposes it: it lapses with the next move, and
    is done as a step of the game.
    """
    ends: bool = False
    """Whether it ends the game: one is asked once a day by each, and stays open for a week."""
    silent: bool = False
    """Whether silence agrees: after `SILENCE` one yes and no no is enough."""
    about: GoOn | None = None
    """How to go on without somebody, if it is about that."""
    alone: str = ""
    """Why nobody can propose it alone."""
    changes: Callable[[Table, Motion], Changes] = lambda _table, _motion: {}
    """What it does to the table, unless it is a step of the game."""
    event: TableEventKind | None = None
    """What is recorded of that."""


def at_pace(table: Table, pace: Pace, move_time: int, reserve: int = 0) -> Changes:
    """Return what another pace changes at a table."""
    # Everybody's clock starts again, with the whole reserve: whoever learns has no other one.
    seats = [replace(each, clock=None, reserve_left=None, learns=False) for each in table.seats]
    return {"pace": pace, "move_time": move_time, "reserve": reserve, "seats": seats}


def other_time(table: Table, pace: Pace, move_time: int | None, reserve: int = 0) -> int:
    """Return the seconds for a move at another pace. Raises Trouble if the table has it already."""
    seconds = time_for(pace, move_time, reserve)
    if (pace, seconds, reserve) == (table.pace, table.move_time, table.reserve):
        raise Trouble(_("That is already the pace."))
    return seconds


TOO_SOON: Final = _("The table still waits for them: it isn't time yet to go on without them.")
NOT_ASKED: Final = _("Your table doesn't wait for them any more, or nobody else is there to ask.")
NEEDS_TWO: Final = _("Play on or give up: two people must be here to end the game.")
OPEN_FOR: Final = 7 * DAY
"""After so long a vote to end the game is over."""


def _without(table: Table, motion: Motion, *, free: bool) -> Changes:
    """Return what changes as a table goes on without somebody: a computer plays until they are
    back, or until anybody takes the seat.
    """
    assert motion.whom is not None
    seat = table.seats[motion.whom]
    step, revision = table.step(), table.revision
    gone = seat.left(step, revision, "not_here") if free else seat.gone_away(step, revision)
    return seat_rules.without(table, motion.whom, gone)


SUBJECTS: Final[Mapping[Moved, Subject]] = {
    "pace": Subject(
        changes=lambda table, motion: at_pace(table, motion.pace, motion.move_time, motion.reserve),
        event="pace",
    ),
    "pause": Subject(
        paused=False,
        otherwise=_("The game is already paused."),
        at_once=True,
        changes=lambda _table, _motion: {"paused": True},
        event="paused",
    ),
    "resume": Subject(
        paused=True,
        otherwise=_("The game isn't paused."),
        at_once=True,
        silent=True,
        changes=lambda _table, _motion: {"paused": False},
        event="resumed",
    ),
    "stand_in": Subject(
        paused=False,
        silent=True,
        about="stand_in",
        changes=lambda table, motion: _without(table, motion, free=False),
        event="away",
    ),
    "free": Subject(
        paused=False,
        silent=True,
        about="free",
        changes=lambda table, motion: _without(table, motion, free=True),
        event="freed",
    ),
    "take_back": Subject(
        paused=False,
        by_all=True,
        of_move=True,
        alone=_("There is nobody here who could agree, so moves stand."),
    ),
    "end_points": Subject(
        by_all=True,
        ends=True,
        alone=NEEDS_TWO,
        changes=lambda table, _motion: early_end.with_points(table),
        event="ended_points",
    ),
    "end_void": Subject(
        by_all=True,
        ends=True,
        alone=NEEDS_TWO,
        changes=lambda _table, _motion: {"phase": "cancelled", "paused": False},
        event="ended",
    ),
}


def moved(
    table: Table,
    by: int,
    what: Moved,
    pace: Pace | None = None,
    move_time: int | None = None,
    at: int = 0,
    whom: int | None = None,
    reserve: int = 0,
) -> Motion:
    """Return the motion that a seat proposes.

    `pace` and `reserve` are for "pace" alone; times are in seconds, and without a `move_time` it is
    the usual one. `whom` is the
    seat without whose person it is to go on. Raises Trouble if the motion makes no sense now.
    """
    subject = SUBJECTS[what]
    demand_pause_fits(table, what)
    if subject.about is not None and (
        whom is None or whom == by or not can_go_on(table, subject.about, whom, at)
    ):
        raise Trouble(TOO_SOON)
    outlasted = what == "end_points" and early_end.outlasted(table)
    if subject.alone and len(table.people_here()) < 2 and not outlasted:
        raise Trouble(subject.alone)
    if what == "end_points" and not early_end.can_end_with_points(table):
        raise Trouble(_("This game has no points before its end."))
    pace = pace or "none"
    if what == "pace":
        move_time = other_time(table, pace, move_time, reserve)
    else:
        move_time = time_for(pace, move_time)
    until = at + SILENCE if subject.silent else None
    return Motion(
        *(what, by, (by,), table.revision + 1, pace, move_time),
        at=at if subject.ends else 0,
        whom=whom,
        until=early_end.outlasted_until(table, at) if outlasted else until,
        reserve=reserve,
    )


def asked_by_leader(table: Table, by: int, whom: int) -> Motion:
    """Return the motion of whoever leads the night, and plays there, to go on at once without
    somebody. Raises Trouble if it makes no sense now.
    """
    if not can_ask(table, by, whom):
        raise Trouble(NOT_ASKED)
    motion = Motion("stand_in", by, (by,), table.revision + 1, whom=whom)
    now_open = table.motion
    return motion if now_open is None or not same(motion, now_open) else voted(now_open, by, True)


def pause_fits(table: PublicFacts, what: Moved) -> bool:
    """Tell whether a table is paused, or isn't, as something to be voted on requires."""
    return SUBJECTS[what].paused in (None, table.paused)


def demand_pause_fits(table: Table, what: Moved) -> None:
    """Raise Trouble if something can't be done because the table is paused, or isn't."""
    if not pause_fits(table, what):
        raise Trouble(SUBJECTS[what].otherwise)


def same(one: Motion, other: Motion) -> bool:
    """Tell whether two motions ask for the same; a move is only its player's to take back."""
    asked = [
        (each.what, each.pace, each.move_time, each.reserve, each.whom) for each in (one, other)
    ]
    return asked[0] == asked[1] and (not SUBJECTS[one.what].of_move or one.by == other.by)


def voted(motion: Motion, seat: int, yes: bool) -> Motion:
    """Return a motion with one more vote; a no from whoever proposed it withdraws it.

    Raises Trouble if the seat has voted already.
    """
    if seat in (*motion.ayes, *motion.noes) and (yes or seat != motion.by):
        raise Trouble(_("You have already voted on this."))
    if yes:
        return replace(motion, ayes=(*motion.ayes, seat))
    return replace(motion, noes=(*motion.noes, seat))


def needed(table: PublicFacts, motion: Motion) -> int:
    """Return how many must be for it, including the one who proposed it.

    More than half of the people here, without whom it is about; to take a move back, or to end the
    game, all of them, and never one alone.
    """
    here = len(_voters(table, motion))
    return max(2, here) if SUBJECTS[motion.what].by_all else here // 2 + 1


def open_to(table: PublicFacts, motion: Motion) -> tuple[int, ...]:
    """Return the seats whose vote is awaited: people who are here and haven't voted."""
    voted = {*motion.ayes, *motion.noes}
    return tuple(seat for seat in _voters(table, motion) if seat not in voted)


def passed(table: PublicFacts, motion: Motion, now: int = 0) -> bool:
    """Tell whether enough are for it, or by now nobody is against it."""
    ayes = len(_here(table, motion.ayes))
    silent = motion.until is not None and now >= motion.until
    return ayes >= needed(table, motion) or (silent and ayes > 0 and not motion.noes)


def _voters(table: PublicFacts, motion: Motion) -> tuple[int, ...]:
    return tuple(seat for seat in table.people_here() if seat != motion.whom)


def _waits_no_more(table: PublicFacts, motion: Motion, now: int) -> bool:
    """Tell whether a motion is about somebody who isn't waited for any more."""
    about = SUBJECTS[motion.what].about
    return about is not None and (
        motion.whom is None or not can_go_on(table, about, motion.whom, now)
    )


def ends_unless_back(motion: Motion) -> bool:
    """Tell whether it ends the game unless somebody comes back: one person alone is there."""
    return SUBJECTS[motion.what].ends and motion.until is not None


def failed(table: PublicFacts, motion: Motion) -> bool:
    """Tell whether it can't pass any more, or makes no sense any more.

    A motion falls with whoever proposed it, who may withdraw it or go away.
    """
    here, alone = _voters(table, motion), ends_unless_back(motion)
    return (
        table.phase != "playing"
        or motion.by not in here
        or motion.by in motion.noes
        or not pause_fits(table, motion.what)
        or (alone and not early_end.outlasted(table))
        or _outvoted(table, motion)
    )


def _outvoted(table: PublicFacts, motion: Motion) -> bool:
    """Tell whether too many are against it."""
    left = len(_voters(table, motion)) - len(_here(table, motion.noes))
    return left < (1 if ends_unless_back(motion) else needed(table, motion))


def lapsed(table: PublicFacts, now: int) -> bool:
    """Tell whether the open vote of a table has been open for too long."""
    until = None if table.motion is None else open_until(table.motion)
    return until is not None and now >= until


def open_until(motion: Motion) -> int | None:
    """Return when a vote has been open for too long; None if it never is."""
    return motion.at + OPEN_FOR if SUBJECTS[motion.what].ends and motion.until is None else None


def ask_again_at(told: Iterable[TableEventRow], person: int, now: int) -> int | None:
    """Return when somebody can ask the others again to end the game; None if they can now.

    `told` is all that was done to the table.
    """
    again: int | None = None
    for row in told:
        if row.what == "plays_on":
            # Whoever came back has ended the vote, not those who asked.
            again = None
        elif (row.what, row.person) == ("asked_end", person) and now - row.at < DAY:
            again = row.at + DAY
    return again


def settled(table: Table, now: int) -> tuple[Changes, list[TableEvent]]:
    """Count the open vote of a table as it is about to stand; return the outcome.

    Votes of those who have gone away are dropped for good. That somebody went away never takes a
    move back: such a vote only lapses. One that passes because of a vote is carried out by the
    caller, as it is a step of the game.
    """
    motion = table.motion
    if motion is None:
        return {}, []
    if failed(table, motion):
        return {"motion": None}, _why_over(table, motion)
    if lapsed(table, now) or _waits_no_more(table, motion, now):
        return {"motion": None}, []
    motion = replace(motion, ayes=_here(table, motion.ayes), noes=_here(table, motion.noes))
    if not passed(table, motion, now):
        return {"motion": motion}, []
    subject, by = SUBJECTS[motion.what], table.seats[motion.by].person
    changes: Changes = {**subject.changes(table, motion), "motion": None}
    if motion.what == "resume" and not passed(table, motion):
        changes["pause_by_vote"] = True
    events = [] if subject.event is None else [TableEvent(subject.event, "vote", person=by)]
    if motion.whom is not None:
        whom = table.seats[motion.whom].person
        events = [replace(each, seat=motion.whom, whom=whom) for each in events]
    return changes, events


def _why_over(table: Table, motion: Motion) -> list[TableEvent]:
    """Return that somebody's no ended a vote, or that they came back; nothing where it ended in
    another way.
    """
    noes, here = _here(table, motion.noes), _voters(table, motion)
    if table.phase != "playing" or motion.by in noes:
        return []
    if ends_unless_back(motion) and motion.by in here and len(here) > 1:
        back = next(seat for seat in here if seat != motion.by)
        return [TableEvent("plays_on", "player", back, table.seats[back].person)]
    if not (noes and _outvoted(table, motion)):
        return []
    return [TableEvent("voted_down", "player", noes[-1], table.seats[noes[-1]].person)]


def silence_ends(motion: Motion) -> int | None:
    """Return when silence agrees to what is moved; None if somebody is against it."""
    return None if motion.noes else motion.until


def after_step(
    motion: Motion | None, phase: Phase, mover: int | None = None, asked: tuple[int, ...] = ()
) -> Motion | None:
    """Return what stands of a vote after a step of the game: a move that is over stays made, and
    the table goes on with whoever has moved, or isn't `asked` any more.
    """
    if motion is None or SUBJECTS[motion.what].of_move or phase != "playing":
        return None
    whom = motion.whom
    return None if whom is not None and (whom == mover or whom not in asked) else motion


def lapsed_by(table: Table, step: Step) -> tuple[TableEvent, ...]:
    """Return that a step ends the vote on taking a move back: the game goes on with it, and not by
    whoever asked for the vote, nor back.
    """
    motion = table.motion
    if motion is None or not SUBJECTS[motion.what].of_move or step.result is not None:
        return ()
    if step.action is None or step.seat == motion.by:
        return ()
    by = table.seats[motion.by].person
    return (TableEvent("lapsed", "player", motion.by, by),)


def _here(table: PublicFacts, voters: tuple[int, ...]) -> tuple[int, ...]:
    here = table.people_here()
    return tuple(seat for seat in voters if seat in here)
