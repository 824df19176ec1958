"""Which tables each verb is for, and what is said when there is no such table."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.engine.text import marked as _
from bot.ui.actions.rights import moderates, sits
from bot.ui.pages.wording import Wording
from bot.ui.services import Interaction
from storage.rows import LIVE, Phase
from storage.store import Seated

Fits = Callable[[Seated, int], bool]
"""Tells whether a person (by id) could mean a table."""

OVER: tuple[Phase, ...] = ("finished", "cancelled")


@dataclass(frozen=True, slots=True)
class Aim:
    """Which tables something is for; `none` is said where there is no such table, untranslated.

    With `afar` False a table that is elsewhere is only chosen after asking the person. `led` tells
    which tables a moderator, or the leader of a table's night, may mean without sitting there.
    """

    fits: Fits
    none: str
    afar: bool = True
    phases: Collection[Phase] = LIVE
    led: Fits | None = None


def _sits(table: Seated, person: int) -> bool:
    return sits(table[1], person)


def _plays(table: Seated, person: int) -> bool:
    return table[0].phase == "playing" and sits(table[1], person)


def _could_join(table: Seated, person: int) -> bool:
    return table[0].phase == "lobby" and not sits(table[1], person)


def _could_leave(table: Seated, person: int) -> bool:
    return table[0].phase == "lobby" and sits(table[1], person)


def _could_start(table: Seated, person: int) -> bool:
    return table[0].phase == "lobby" and table[0].host == person


def _leaves(table: Seated, person: int) -> bool:
    return any(
        seat.person == person and seat.stand_in in (None, "once", "away") for seat in table[1]
    )


def _away(table: Seated, person: int) -> bool:
    return table[0].phase == "playing" and any(
        seat.person == person and seat.stand_in not in (None, "once") for seat in table[1]
    )


def _has_room(table: Seated, person: int) -> bool:
    head, seats = table
    free = any(seat.stand_in == "left" for seat in seats)
    return head.phase == "playing" and free and not sits(seats, person)


def _hosts(table: Seated, person: int) -> bool:
    return table[0].host == person


def _hosts_or_asks(table: Seated, person: int) -> bool:
    """At a table of a night, everybody who sits there is told who leads it."""
    return _hosts(table, person) or (table[0].night_id is not None and sits(table[1], person))


def _of_night(table: Seated, _person: int) -> bool:
    return table[0].night_id is not None and table[0].phase == "playing"


def _any(_table: Seated, _person: int) -> bool:
    return True


def _goes_on(table: Seated, _person: int) -> bool:
    return table[0].phase == "playing" and not table[0].paused


def _is_paused(table: Seated, _person: int) -> bool:
    return table[0].phase == "playing" and table[0].paused


def _may_pause(table: Seated, person: int) -> bool:
    return _goes_on(table, person) and sits(table[1], person)


def _may_resume(table: Seated, person: int) -> bool:
    return (_is_paused(table, person) or table[0].asleep) and _plays(table, person)


def _votes(table: Seated, person: int) -> bool:
    return table[0].motion is not None and _plays(table, person)


def _was_played(table: Seated, _person: int) -> bool:
    head, seats = table
    return head.phase == "finished" or any(seat.first is not None for seat in seats)


def _played(table: Seated, person: int) -> bool:
    return _was_played(table, person) and sits(table[1], person)


PLAY = Aim(_plays, _("You aren't in a game where you can do that. Start one with `/play`."))
SEE = Aim(_sits, _("You aren't in a game here. Start one with `/play`."))
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
LEAD = Aim(_hosts_or_asks, _("You aren't the host of a game here."), afar=False, led=_any)
HOST = Aim(_hosts, _("You have no table to invite people to here. Open one with `/play`."))
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
PAST = Aim(_was_played, _("No finished games here yet."), phases=OVER)


def could_mean(
    interaction: Interaction, table: Seated, aim: Aim, nights: Collection[str] = ()
) -> bool:
    """Tell whether the person who asks, and leads these nights, could mean a table."""
    if aim.fits(table, interaction.user.id):
        return True
    led = aim.led is not None and aim.led(table, interaction.user.id)
    return led and (table[0].night_id in nights or moderates(interaction, table[0]))


def is_away(table: Seated, person: int) -> bool:
    """Tell whether a computer plays for a person at a table at play."""
    return _away(table, person)


def state(table: Seated, wording: Wording, person: int) -> str:
    """Return how far a table has got, and whether it waits for this person."""
    _ = wording.gettext
    head, seats = table
    if head.phase == "lobby":
        return _("waiting for players")
    if head.phase not in LIVE:
        day = datetime.fromtimestamp(head.touched_at, UTC).date()
        return _("ended {day}", day=day)
    if head.paused:
        return _("paused")
    if is_away(table, person):
        return _("you are away")
    if any(seat.person == person and seat.question_number is not None for seat in seats):
        return _("your turn")
    return _("in play")
