"""How the evening of a night goes, all on one page: who leads it, rounds, repeats, newcomers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.engine.text import marked as _
from bot.nights.night import Night
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_words import EVENING, REPEATS, TEACH, as_of, titled
from bot.ui.pages.nights.pilot_words import HEADS, PILOTS
from bot.ui.pages.page import Button, Choice, Page, Row, Select
from bot.ui.pages.wording import Wording, capital
from storage.night_rows import Pilot

ABOUT: Final[Mapping[Pilot, str]] = {
    "host": _(
        "You seat and start each round on the desk: two presses. I don't call you when it's time."
    ),
    "helper": _(
        "The same two presses a round. I call you in the thread when a round can be seated."
    ),
    "auto": _(
        "No presses: I seat and start each round, the first at the start, or a few minutes later "
        "if not all are here. Where games run far over time, computers finish them. I end the "
        "night after the last round, or half an hour after its start if too few come. You can stop "
        "it at any time."
    ),
}
"""What each is, in a line."""
IN_SHORT: Final[Mapping[Pilot, str]] = {
    "host": _("You seat and start each round: two presses. I don't call you."),
    "helper": _("You seat and start each round. I call you when one can be seated."),
    "auto": _("I seat and start each round, and end the night. You can stop me."),
}
"""The same in a list, which shows no more."""
IN_A_LINE: Final[Mapping[Pilot, str]] = {
    "host": _("you lead, no calls"),
    "helper": _("you lead, I call you"),
    "auto": _("I seat and start each round"),
}
"""The same with more in its line, on a phone."""
NEWCOMERS: Final[Mapping[str, str]] = {
    "on": _("Newcomers are taught, with more time"),
    "off": _("Newcomers play like everybody"),
}
"""Whether newcomers get teaching tables, as what is picked stands in a closed list."""
MOST_ROUNDS: Final = 10
ROUNDS: Final = range(1, MOST_ROUNDS + 1)


def evening_page(night: Night, now: int, wording: Wording, to_come: str) -> Page:
    """Return the page on which a host says how the evening of a night goes, as it is `now`.

    `to_come` is "all" where that is for all nights of its series to come, too; how often one comes
    is asked only where that is meant, or there is none yet.
    """
    gettext = wording.gettext
    lines = [
        wording.labelled(f"**{gettext(HEADS[each])}**", gettext(ABOUT[each])) for each in PILOTS
    ]
    learn = capital(gettext(TEACH["on" if night.row.teach else "off"]))
    return Page(
        titled(EVENING, wording),
        as_of(now, "\n".join([*lines, "", learn]), wording),
        rows=tuple(_rows(night, wording, to_come)),
    )


def _rows(night: Night, wording: Wording, to_come: str) -> Iterator[Row]:
    gettext = wording.gettext
    yield leader_select(night, wording, to_come)
    numbers = tuple(Choice(str(n), wording.ngettext("{n} round", "{n} rounds", n)) for n in ROUNDS)
    now = gettext("Rounds: {n}", n=night.round_count)
    yield Select(desk_routes.SET_ROUNDS(night.id, to_come), now, numbers)
    alone = night.goes_on is not None and not to_come
    if night.may_repeat and not alone:
        yield repeat_select(night, wording, to_come)
    yield teach_select(night, wording, to_come)
    yield (Button(routes.KEEP_NIGHT(night.id), gettext("Back")),)


def leader_select(night: Night, wording: Wording, to_come: str = "") -> Select:
    """Return the list from which a host picks who leads a night."""
    gettext = wording.gettext
    now = wording.labelled(gettext("Who leads"), gettext(HEADS[night.row.pilot]))
    choices = tuple(Choice(e, gettext(HEADS[e]), more=gettext(IN_SHORT[e])) for e in PILOTS)
    return Select(desk_routes.SET_PILOT(night.id, to_come), now, choices)


def repeat_select(night: Night, wording: Wording, to_come: str) -> Select:
    """Return the list from which a host picks how often a night is announced by itself."""
    gettext, series = wording.gettext, night.goes_on
    now = gettext("Repeat: {how}", how=gettext(REPEATS[0 if series is None else series.weeks]))
    choices = tuple(Choice(str(weeks), capital(gettext(how))) for weeks, how in REPEATS.items())
    return Select(desk_routes.SET_REPEAT(night.id, to_come), now, choices)


def teach_select(night: Night, wording: Wording, to_come: str) -> Select:
    """Return the list from which a host picks how newcomers play their first game."""
    gettext = wording.gettext
    on = gettext("Once for each game, with a teacher, and tips for all")
    choices = (
        Choice("on", capital(gettext(TEACH["on"])), more=on),
        Choice("off", capital(gettext(TEACH["off"]))),
    )
    return Select(desk_routes.SET_TEACH(night.id, to_come), gettext("Newcomers …"), choices)
