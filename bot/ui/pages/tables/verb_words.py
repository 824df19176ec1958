"""What people read about the verbs of a table: on buttons, in votes, and once they are done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.engine.text import marked as _
from bot.tables.table_event import Moved, TableEventKind


@dataclass(frozen=True, slots=True)
class VerbWords:
    """The words of a verb that leaves a line in the history; empty where it needs none."""

    event: TableEventKind
    """The event recorded for it."""
    told: str
    """The line that tells everybody about it."""
    motion: Moved | None = None
    """What is proposed if it takes a vote."""
    asks: str = ""
    """What the vote is about."""
    button: str = ""
    """Its button on the table page, if it has one that needs no choice."""
    ask_button: str = ""
    """The same if others are asked first, where that reads differently."""
    done: str = ""
    """What the person who asked for it is told once it is done."""


VERB_WORDS: Final[Mapping[str, VerbWords]] = {
    "end": VerbWords(
        "ended",
        _("{who} ended the game."),
        "end_void",
        asks=_("{name} wants to end the game without a result."),
        done=_("The game has ended, without a result."),
    ),
    "end_points": VerbWords(
        "ended_points",
        _("Everybody who was there ended the game, with the points as they stood."),
        "end_points",
        asks=_("{name} wants to end the game early, with the points as they stand when it ends."),
        done=_("The game has ended, with the points as they stood."),
    ),
    "concede": VerbWords("conceded", _("{name} gave up.")),
    "kick": VerbWords("kicked", _("{who} removed somebody: a computer plays.")),
    "leave": VerbWords("left", _("{name} left: a computer plays."), button=_("Leave …")),
    "back": VerbWords("back", _("{name} is back."), button=_("I'm back")),
    "replace": VerbWords("replaced", _("{name} took over a seat.")),
    "pause": VerbWords(
        "paused",
        _("{who} paused the game."),
        "pause",
        asks=_("{name} wants to pause the game."),
        button=_("Pause"),
        ask_button=_("Ask for a pause"),
        done=_("The game is paused."),
    ),
    "resume": VerbWords(
        "resumed",
        _("{who} resumed the game."),
        "resume",
        asks=_("{name} wants to resume the game."),
        button=_("Resume"),
        ask_button=_("Ask to resume"),
        done=_("The game goes on."),
    ),
    "stand_in": VerbWords(
        "away",
        _("A computer is playing for {name}."),
        "stand_in",
        asks=_("{name} wants a computer to play for {whom}."),
        done=_("A computer plays for {name} now, until they are back."),
    ),
    "free": VerbWords(
        "freed",
        _("The table freed {name}'s seat: a computer plays."),
        "free",
        asks=_("{name} wants to free {whom}'s seat."),
        done=_("{name}'s seat is free now. A computer plays there until somebody takes it."),
    ),
    "pace": VerbWords(
        "pace",
        _("{who} changed the pace."),
        "pace",
        asks=_("{name} wants another pace: **{pace}**."),
        done=_("The pace is now: {pace}."),
    ),
    "takeback": VerbWords(
        "taken_back",
        _("{name} took back a move."),
        "take_back",
        asks=_("{name} wants to take back their last move."),
        button=_("Take back"),
        done=_("Your move was taken back."),
    ),
}
"""By the verb's name in its command and controls."""

OF_MOTION: Final[Mapping[Moved, VerbWords]] = {
    words.motion: words for words in VERB_WORDS.values() if words.motion is not None
}
