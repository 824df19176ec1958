"""Which tables each verb is for, and what is said when there is no such table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.engine.text import marked as _
from bot.tables.who_sits import TableBrief
from bot.ui.actions.rights import moderates
from bot.ui.pages.wording import Wording
from bot.ui.services import Interaction
from storage.rows import LIVE, Phase

Fits = Callable[[TableBrief, int], bool]
"""Tells whether a person (by id) could mean a table."""

OVER: tuple[Phase, ...] = ("finished", "cancelled")


@dataclass(frozen=True, slots=True)
class Aim:
    """Which tables something is for; `none` is said where there is no such table, untranslated.

    With `afar` False a table that is elsewhere is only chosen after asking the person. `led` tells
    which tables a moderator, or the leader of a table's night, may mean without sitting there. With
    `alone`, where there is no such table, a game that the person plays in private is meant.
    """

    fits: Fits
    none: str
    afar: bool = True
    phases: Collection[Phase] = LIVE
    led: Fits | None = None
    alone: bool = False


def _sits(table: TableBrief, person: int) -> bool:
    return table.sits(person)


def _plays(table: TableBrief, person: int) -> bool:
    return table.phase == "playing" and table.sits(person)


def _could_join(table: TableBrief, person: int) -> bool:
    return table.phase == "lobby" and not table.sits(person)


def _could_leave(table: TableBrief, person: int) -> bool:
    return table.phase == "lobby" and table.sits(person)


def _could_start(table: TableBrief, person: int) -> bool:
    return table.phase == "lobby" and table.host == person


def _leaves(table: TableBrief, person: int) -> bool:
    mine = table.mine(person)
    return mine is not None and not mine.free


def _away(table: TableBrief, person: int) -> bool:
    mine = table.mine(person)
    return table.phase == "playing" and mine is not None and mine.absent


def _has_room(table: TableBrief, person: int) -> bool:
    return table.phase == "playing" and bool(table.free()) and not table.sits(person)


def _hosts(table: TableBrief, person: int) -> bool:
    return table.host == person


def _hosts_or_asks(table: TableBrief, person: int) -> bool:
    """At a table of a night, everybody who sits there is told who leads it."""
    return _hosts(table, person) or (table.night_id is not None and table.sits(person))


def _could_end(table: TableBrief, person: int) -> bool:
    return _plays(table, person) or _hosts_or_asks(table, person)


def _of_night(table: TableBrief, _person: int) -> bool:
    return table.night_id is not None and table.phase == "playing"


def _any(_table: TableBrief, _person: int) -> bool:
    return True


def _goes_on(table: TableBrief, _person: int) -> bool:
    return table.phase == "playing" and not table.paused


def _is_paused(table: TableBrief, _person: int) -> bool:
    return table.phase == "playing" and table.paused


def _may_pause(table: TableBrief, person: int) -> bool:
    return _goes_on(table, person) and table.sits(person)


def _may_resume(table: TableBrief, person: int) -> bool:
    return (_is_paused(table, person) or table.asleep) and _plays(table, person)


def _votes(table: TableBrief, person: int) -> bool:
    return table.voting and _plays(table, person)


def _was_played(table: TableBrief, _person: int) -> bool:
    return table.phase == "finished" or any(seat.first is not None for seat in table.seats)


def _played(table: TableBrief, person: int) -> bool:
    return _was_played(table, person) and table.sits(person)


PLAY = Aim(
    _plays, _("You aren't in a game where you can do that. Start one with `/play`."), alone=True
)
SEE = Aim(_sits, _("You aren't in a game here. Start one with `/play`."))
HAND = replace(SEE, alone=True)
JOIN = Aim(
    _could_join,
    _("No game here is waiting for players. Start one with `/play`."),
    afar=False,
)
LEAVE = Aim(_leaves, _("You have no game to leave here."), afar=False)
SEATING = Aim(_could_leave, _("You have no game here that is waiting for players."), afar=False)
START = Aim(_could_start, _("You have no game to start here. Open one with `/play`."), afar=False)
BACK = Aim(_away, _("No computer is playing for you."))
REPLACE = Aim(_has_room, _("No free seats here."), afar=False)
END = Aim(_could_end, _("You have no game to end here."), afar=False, led=_any)
GIVE_UP = Aim(_plays, _("You aren't in a game here."), afar=False)
LEAD = Aim(_hosts_or_asks, _("You aren't the host of a game here."), afar=False, led=_any)
HOST = Aim(_hosts, _("You have no table to invite people to here. Open one with `/play`."))
MAKE_HOST = Aim(_hosts, _("You aren't the host of a game here."), afar=False)
PAUSE = Aim(_may_pause, _("You have no game to pause here."), afar=False, led=_goes_on)
RESUME = Aim(
    _may_resume,
    _("None of your games here is paused or archived."),
    afar=False,
    led=_is_paused,
)
IN_PLAY = Aim(_plays, _("You aren't in a game here."), afar=False)
PACE = Aim(_plays, _("You aren't in a game here."), afar=False, led=_of_night)
VOTE = Aim(_votes, _("There is no vote at your tables now."), afar=False)
AGAIN = Aim(_played, _("None of your games here has ended yet."), afar=False, phases=OVER)
PAST = Aim(_was_played, _("No finished games here yet."), phases=OVER, alone=True)


def could_mean(
    interaction: Interaction, table: TableBrief, aim: Aim, nights: Collection[str]
) -> bool:
    """Tell whether the person who asks, and leads these nights, could mean a table."""
    if aim.fits(table, interaction.user.id):
        return True
    led = aim.led is not None and aim.led(table, interaction.user.id)
    return led and (table.night_id in nights or moderates(interaction, table))


def state(table: TableBrief, wording: Wording, person: int) -> str:
    """Return how far a table has got, and whether it waits for this person."""
    _ = wording.gettext
    if table.phase == "lobby":
        return _("waiting for players")
    if table.over:
        day = datetime.fromtimestamp(table.touched_at, UTC).date()
        return _("ended {day}", day=day)
    if table.paused:
        return _("paused")
    if _away(table, person):
        return _("you are away")
    if table.asks(person):
        return _("your turn")
    return _("in play")
