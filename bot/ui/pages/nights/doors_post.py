"""The post at the top of a night's thread: that doors are open, then how far the night is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.engine.text import marked as _
from bot.nights.guest_list import Guest
from bot.nights.night import Night, Post
from bot.nights.stages import RoundPace, deal_at
from bot.nights.standing_posts import AFTER_ALL, BOTH, FROM, KEPT, on_its_day
from bot.tables.clock import HOUR
from bot.ui.pages.long_lists import fit
from bot.ui.pages.nights.gone_guests import NOT_YET_COUNTED, on_the_way_groups
from bot.ui.pages.nights.next_start import (
    after_the_last,
    if_fewer_next,
    needed_next,
    start_lines,
)
from bot.ui.pages.nights.night_card import guest_name
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.wording import Wording

OPEN: Final = _("Doors are open for {title}! Press **I'm here** when you arrive.")
STAYS: Final = _("All answers stay as they were.")
"""Said where nobody is asked again."""
WAITS_TOO: Final = _(
    "On the waitlist? Press **I'm here**, too: free seats go first to those who are here."
)
AWAITED: Final = _("Not here yet, waiting until {time} ({n})")
ROOM: Final = 1200
"""The most characters of the names in the thread, about 40 long ones: the message holds 2,000."""


def awaited(night: Night, pace: RoundPace | None, wording: Wording) -> Iterator[str]:
    """Yield who is here while guests arrive, when the next round begins if none is played, and what
    it needs.
    """
    if night.row.state == "doors":
        yield from _who_is_here(night, wording)
    if any(not each.here for each in night.guests.with_answer("waits")) and _fills(night):
        yield wording.gettext(WAITS_TOO)
    if said := needed_next(night, pace, wording) or if_fewer_next(night, pace, wording):
        yield said
    if night.playing is None and deal_at(night) is None:
        # Once that is announced, its notice says it.
        yield from start_lines(night, pace, wording)


def _who_is_here(night: Night, wording: Wording) -> Iterator[str]:
    """Yield who is here, and who else comes, by name as far as there is room; nothing before the
    first one is here.
    """
    called, room = GuestNames(night, wording), ROOM
    here, maybe = night.guests.there, night.guests.with_answer("maybe")
    waits = night.guests.in_line
    groups = (
        (_("Here ({n})"), here),
        (_("Here, but on the waitlist ({n})"), waits),
        *on_the_way_groups(night),
        (_("Maybe ({n})"), maybe),
    )
    until = f"<t:{night.guests.closes_at}:t>"
    for head, people in groups if here or waits else ():
        if people:
            everybody = [guest_name(night, each, called, wording) for each in people]
            shown = fit(everybody, len(people), wording, room=room, people=True)
            if head == NOT_YET_COUNTED and _awaits(night):
                head = AWAITED
            said = wording.gettext(head, n=len(people), time=until)
            named = wording.series(shown)
            room = max(0, room - len(named))
            yield wording.labelled(said, named) if everybody[0] in shown else said


def _awaits(night: Night) -> bool:
    """Tell whether a host is called only as doors close, if not all are here before; where a night
    runs by itself, when it starts says so.
    """
    return night.row.pilot == "helper" and night.guests.doors == "open"


def _fills(night: Night) -> bool:
    """Tell whether those who wait may still get the seats of those who don't come."""
    return night.row.state == "doors" and night.guests.doors == "open"


def moved_lines(night: Night, post: Post, wording: Wording) -> Iterator[str]:
    """Yield that a night whose doors opened as it was moved has another date, or takes place after
    all, until it begins.
    """
    if AFTER_ALL in post.details and night.row.state == "doors":
        kept = wording.gettext(STAYS) if KEPT in post.details else ""
        yield wording.sentences(wording.gettext("It takes place after all."), kept)
    if FROM in post.details and night.row.state == "doors":
        starts, before = night.guests.starts_at, post.details[FROM]
        said, style = _("It has a new date: {date} ({soon}), not {old}."), "F"
        if on_its_day(night, before):
            said, style = _("It has a new time: {date} ({soon}), not {old}."), "t"
        dates = {"date": f"<t:{starts}:F>", "old": f"<t:{before}:{style}>"}
        moved = wording.gettext(said, soon=f"<t:{starts}:R>", **dates)
        yield wording.sentences(moved, also_moved_line(post, wording), answer_again(night, wording))


def also_moved_line(post: Post, wording: Wording) -> str:
    """Return that all nights to come have moved with one; "" if they haven't."""
    return wording.gettext("All nights after it have moved, too.") if BOTH in post.details else ""


def answer_again(night: Night, wording: Wording) -> str:
    """Return to those who couldn't come on an older date that they may answer again; "" if nobody
    is left of them.
    """
    said = wording.gettext("If the old time didn't suit you, please answer again.")
    return said if night.guests.open_again else ""


def doors_call(night: Night, guest: Guest, wording: Wording) -> str:
    """Return when somebody who may come is called; "" for who wants no calls."""
    opens = f"<t:{night.guests.doors_at}:t>"
    said = wording.gettext("I'll call you when doors open, at {time}.", time=opens)
    if "hour" in guest.remind and night.guests.rung < night.guests.starts_at - HOUR:
        said = wording.gettext(
            "I'll call you an hour before, and when doors open, at {time}.", time=opens
        )
    return said if guest.remind else ""


def calls_all(night: Night, post: Post) -> bool:
    """Tell whether a post that doors are open calls all whom it concerns: until the first is here,
    or as what was said before, that the night is off, doesn't hold.
    """
    return AFTER_ALL in post.details or not any(each.came_at for each in night.guests.guests)


def arrivals(night: Night, wording: Wording) -> str:
    """Return what those who arrive are told, by how far the night is."""
    gettext = wording.gettext
    if night.row.state == "doors" and night.guests.doors == "closed":
        return gettext("{title} hasn't begun yet. Press **I'm here** when you arrive.")
    if night.row.state != "playing":
        return gettext(OPEN)
    if night.all_played:
        said = gettext("All rounds of {title} are played.")
        return wording.sentences(said, after_the_last(night, wording))
    last = night.all_dealt and night.playing is not None
    if last and night.round_count == 1:
        return gettext("{title} is on, in its only round.")
    if last:
        return gettext("{title} is on, in its last round.")
    if night.guests.free == 0:
        return gettext("{title} is on. Press **I'm here** to play in round {next} if it has room.")
    if night.playing is None:
        return gettext(
            "{title} is on. Press **I'm here** when you arrive: you play in round {next}."
        )
    return gettext(
        "{title} is on. Press **I'm here** when you arrive: you play in round {next}, or sooner if "
        "a seat is free."
    )
