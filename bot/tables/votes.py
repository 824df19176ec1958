"""Votes: who counts, how many it takes, and what a vote that passes does to the table.

Nothing here changes a table or asks anybody: all is counted from the table as it stands.
"""

from __future__ import annotations

from dataclasses import replace

from bot.tables.table import Act, Changes, Motion, Table
from storage.rows import Phase


def needed(table: Table, motion: Motion) -> int:
    """Return how many must be for it, the one who moved it among them.

    More than half of the people here; to take a move back all of them, and never one alone.
    """
    here = len(table.people_here())
    return max(2, here) if motion.what == "take_back" else here // 2 + 1


def open_to(table: Table, motion: Motion) -> tuple[int, ...]:
    """Return the seats whose vote is awaited: people who are here and haven't voted."""
    voted = {*motion.ayes, *motion.noes}
    return tuple(seat for seat in table.people_here() if seat not in voted)


def passed(table: Table, motion: Motion) -> bool:
    """Tell whether enough are for it."""
    return len(_here(table, motion.ayes)) >= needed(table, motion)


def failed(table: Table, motion: Motion) -> bool:
    """Tell whether it can't pass any more, or makes no sense any more.

    A motion falls with the one who moved it, who may withdraw it or go away.
    """
    here = table.people_here()
    return (
        table.phase != "playing"
        or motion.by not in here
        or motion.by in motion.noes
        or (motion.what in ("pause", "take_back") and table.paused)
        or (motion.what == "resume" and not table.paused)
        or len(here) - len(_here(table, motion.noes)) < needed(table, motion)
    )


def settled(table: Table) -> tuple[Changes, list[Act]]:
    """Count the open vote of a table as it is about to stand; return what comes of it.

    Votes of those who have gone away are dropped for good. That somebody went away never takes
    a move back: such a vote only lapses. One that passes by being voted for is carried out by
    who counts it, as it is a step of the game.
    """
    motion = table.motion
    if motion is None:
        return {}, []
    if failed(table, motion):
        return {"motion": None}, []
    motion = replace(motion, ayes=_here(table, motion.ayes), noes=_here(table, motion.noes))
    if not passed(table, motion):
        return {"motion": motion}, []
    by = table.seats[motion.by].person
    if motion.what == "pause":
        return {"motion": None, "paused": True}, [Act("paused", "vote", person=by)]
    if motion.what == "resume":
        return {"motion": None, "paused": False}, [Act("resumed", "vote", person=by)]
    if motion.what == "pace":
        # Everybody's clock begins anew at the new pace.
        seats = [replace(seat, clock=None) for seat in table.seats]
        changes = Changes(motion=None, pace=motion.pace, move_time=motion.move_time, seats=seats)
        return changes, [Act("pace", "vote", person=by)]
    return {"motion": None}, []


def after_step(motion: Motion | None, phase: Phase) -> Motion | None:
    """Return what stands of a vote after a step of the game: a move that is over stays made."""
    lapses = motion is None or motion.what == "take_back" or phase != "playing"
    return None if lapses else motion


def _here(table: Table, voters: tuple[int, ...]) -> tuple[int, ...]:
    here = table.people_here()
    return tuple(seat for seat in voters if seat in here)
