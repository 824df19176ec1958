"""How a series goes on, in words, and when its next night is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from bot.nights.dates import Moment, read_stored
from bot.nights.left_out import left_out_before, left_out_next
from bot.nights.night import Night
from bot.nights.series import MOST_EMPTY
from bot.nights.series_rules import (
    answer_by,
    being_announced,
    counted,
    left_out,
    next_at,
    next_dates,
    series_due,
    undecided,
    would_be,
)
from bot.ui.pages.nights.night_words import REPEATS, card_link
from bot.ui.pages.wording import Wording, capital


def title_to_come(night: Night) -> str:
    """Return what the nights to come of the series are called that a night carries on; without one,
    what it is called itself.
    """
    series = night.goes_on
    return night.row.title if series is None else series.template.get("title", night.row.title)


def series_words(night: Night, wording: Wording) -> str:
    """Return how the series goes on that a night carries on: "Every week, but not on 18 Dec · next
    4 Dec, 11 Dec"; of its last one that it is that, and once it is over, that the series has ended.
    """
    series = night.goes_on
    if series is None:
        ended = wording.gettext("The series has ended.")
        said = ended if night.over else wording.gettext("This is the last night of the series.")
        return said if night.ended_series else ""
    said = capital(wording.gettext(REPEATS[series.weeks]))
    dates, own = next_dates(night, 0, 2), read_stored(night.row.local)
    if undecided(night):
        if not (dates := would_be(night)):
            return wording.gettext("{every} · not decided yet whether it goes on", every=said)
        day = _day_beside(dates[0], own)
        every = _but(night, said, wording)
        return wording.gettext("{every} · {day} isn't decided yet", every=every, day=day)
    if not dates:
        return said
    # One of them tells the hour of all.
    days = wording.series([_day_beside(dates[0], own), *(day_at(each.at) for each in dates[1:])])
    return wording.gettext("{every} · next {dates}", every=_but(night, said, wording), dates=days)


def new_times_line(night: Night, wording: Wording) -> str:
    """Return that a series has another day or time from a night on that is to come; "" if it
    hasn't, or that night itself was moved since.
    """
    series, before = night.series, night.row.moved_from
    if not before or series is None or series.state == "ended" or night.over:
        return ""
    old, own, usual = (read_stored(each) for each in (before, night.row.local, series.local))
    day, time = old.weekday() != own.weekday(), old.time() != own.time()
    if (own.weekday(), own.time()) != (usual.weekday(), usual.time()):
        return ""
    if day and time:
        return wording.gettext("From this night on, the series has a new day and time.")
    if day:
        return wording.gettext("From this night on, the series has a new day.")
    return wording.gettext("From this night on, the series has a new time.") if time else ""


def _but(night: Night, every: str, wording: Wording) -> str:
    """Return how often a series comes, but for the dates to come that are left out: those between a
    night and the one before it, too.
    """
    now = night.row.touched_at
    later = (each.at for each in left_out(night, now))
    skipped = [*left_out_before(night), *later]
    if not skipped:
        return every
    days = wording.series(map(day_at, skipped))
    return wording.gettext("{every}, but not on {dates}", every=every, dates=days)


def skipped_line(dates: Sequence[int], wording: Wording) -> str:
    """Return in a sentence which dates are left out; "" without any."""
    days = wording.series(map(day_at, dates))
    return wording.gettext("Skipped: {day}.", day=days) if days else ""


def day_at(at: int) -> str:
    """Return the day of a moment, where each reader is: one in words would be that of a zone."""
    return f"<t:{at}:D>"


def _day_beside(when: Moment, own: datetime) -> str:
    """Return the day of a later night; with its hour, if weekday or hour aren't those of a night at
    a wall time.
    """
    local = when.local
    usual = (local.weekday(), local.time()) == (own.weekday(), own.time())
    return day_at(when.at) if usual else f"<t:{when.at}:f>"


def next_line(night: Night, wording: Wording, *, leads: bool = False) -> str:
    """Return when the next night is after one that is over or off, by its series, when it is
    announced, and which dates before it are left out; as long as that isn't decided, who decides
    it, to those who lead it by which button; and that there is none once the series has ended.

    When it would be, and until when they decide, guests of a night that nobody played read in the
    question itself.
    """
    gettext = wording.gettext
    if undecided(night):
        said = gettext("A host decides whether the series goes on.")
        if leads:
            said = gettext("Press **Series …** to decide whether the series goes on.")
        return wording.sentences(said, decided_line(night, wording) if leads or night.dealt else "")
    if night.series is not None and night.series.state == "ended":
        return gettext("The series has ended.")
    if not (at := next_at(night)):
        return ""
    said = gettext("The next night is on {date}.", date=f"<t:{at}:F>")
    # As long as a night is on, nobody knows which morning comes after it.
    due = (series_due(night) or 0) if night.over else 0
    told = gettext("I announce it on {date}.", date=f"<t:{due}:F>")
    told = told if due > night.row.touched_at else ""
    return wording.sentences(skipped_line(left_out_next(night), wording), said, told)


def warned_line(night: Night, wording: Wording) -> str:
    """Return that those who lead a night are asked about its series after one more like it, on
    which nobody has played; "" unless they will be.
    """
    series = night.goes_on
    if series is None or counted(night, series).empty != MOST_EMPTY - 1 or night.dealt:
        return ""
    return wording.gettext(
        "If nobody plays on the next one, either, I ask the hosts in the thread whether the series "
        "goes on."
    )


def decided_line(night: Night, wording: Wording, *, dated: bool = True) -> str:
    """Return when the next night would be, if `dated`, of a series of which that isn't decided, and
    until when it waits for an answer.
    """
    gettext, by = wording.gettext, answer_by(night)
    would = would_be(night) if dated else []
    date = "".join(f"<t:{each.at}:F>" for each in would)
    said = gettext("The next night would be on {date}.", date=date) if date else ""
    if by is None:
        return said
    if any(each.at == by for each in would):
        return wording.sentences(said, gettext("Without an answer by then, the series ends."))
    until = gettext("Without an answer it ends on {when}.", when=when_words(by, wording))
    return wording.sentences(said, until)


def when_words(at: int, wording: Wording) -> str:
    """Return a moment with how soon it is."""
    return wording.annotated(f"<t:{at}:f>", f"<t:{at}:R>")


def next_words(night: Night, following: Night | None, wording: Wording) -> str:
    """Return the same, or once the next night is announced what leads to its card."""
    if following is not None and following.row.state == "cancelled":
        return series_words(following, wording)
    if following is None or following.over or following.places.card_id is None:
        return series_words(night, wording)
    # Discord writes no times in links.
    show = f"[{wording.gettext('Show the night')}]({card_link(following)})"
    return wording.gettext("Next: {link}", link=f"<t:{following.guests.starts_at}:f> · {show}")


def may_cancel(night: Night) -> bool:
    """Tell whether a night of a series is announced and hasn't begun."""
    return night.row.state in ("open", "doors") and not night.dealt


def cancel_or_skip(night: Night, now: int, wording: Wording) -> Iterator[str]:
    """Yield, in small, which of the two calls off which night, where both can be pressed."""
    if may_cancel(night) and next_dates(night, now, 1) and not being_announced(night, now):
        said = wording.gettext(
            "**Cancel** calls off the announced night, **Skip** a later one. The series goes on."
        )
        yield f"-# {said}"
