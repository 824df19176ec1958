"""When the next round begins, and what it waits for: said to guests."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from bot.engine.text import marked as _
from bot.nights.night import Night
from bot.nights.stages import (
    RoundPace,
    break_left,
    deal_at,
    ends_at,
    finishes_at,
    first_start,
    gives_up_at,
    kept_waiting,
    may_end,
    missing,
    missing_next,
    past_start,
    round_ends_at,
    runs_by_itself,
    too_few_by,
    waits_for_hosts,
)
from bot.nights.teaching import times_longer
from bot.tables.clock import MINUTE
from bot.ui.pages.nights.unled_words import ends_unled
from bot.ui.pages.wording import Wording, plain_name

IF_TOO_FEW: Final = _(
    "To take place, the night needs at least {n} people here by {time}. A host can have it wait "
    "longer."
)
IF_TOO_FEW_LED: Final = _(
    "To take place, the night needs at least {n} people here by {time}. It waits longer if a host "
    "presses something on the desk."
)
"""The same where a host leads alone."""
NO_NIGHT: Final = _("If fewer than {n} are here by {time}, the night doesn't take place.")
"""The same where it is known what keeps it waiting."""
ENDS_BY: Final = _("If fewer than {n} are here by {time}, the night ends.")
"""The same once a round was played."""


def start_lines(
    night: Night, pace: RoundPace | None, wording: Wording, now: int = 0, me: int | None = None
) -> Iterator[str]:
    """Yield when the next round begins, as far as that is known; nothing if none is to come.

    `now` tells whether the one at play takes longer than it was thought to, `me` is who alone reads
    it.
    """
    if night.all_dealt or night.row.state not in ("doors", "playing"):
        return
    if night.playing is not None:
        yield from _after_this_one(night, pace, now, wording)
    elif night.row.state == "playing":
        if ends_at(night, pace) is None:
            yield between_rounds(night, wording, me)
    elif runs_by_itself(night):
        yield from _by_itself(night, pace, wording)
    else:
        yield wording.sentences(_planned(night, wording), _by_a_host(night, wording, me))
        if night.guests.doors == "closed":
            ends = given_up_lines if missing(night, pace) else ends_unled
            yield from ends(night, pace, wording)


def when_next(
    night: Night, pace: RoundPace | None, now: int, wording: Wording, me: int | None = None
) -> str:
    """Return when the next round begins, and what that hangs on, as far as it is known."""
    starts = start_lines(night, pace, wording, now, me)
    return wording.sentences(*starts, if_fewer_next(night, pace, wording))


def first_start_lines(
    night: Night, pace: RoundPace | None, wording: Wording, *, waits: bool = True
) -> Iterator[str]:
    """Yield when the first round of a night that runs by itself starts, and that it `waits` for
    enough guests, if asked to; nothing while nobody can tell, as more guests are needed than are to
    come.
    """
    gettext, number, times = wording.gettext, len(night.dealt) + 1, first_start(night)
    count, guests = missing(night, pace), night.guests
    awaited = guests.doors == "open" and len(guests.coming) >= len(guests.there) + count
    if times is None or (count and not awaited):
        return
    if times[0] == times[1]:
        said = gettext("Round {number} starts at {time}.", number=number, time=wording.at(times[0]))
    else:
        # Both times stay true on pages that aren't edited by the clock.
        said = gettext(
            "Round {number} starts at {start}. If somebody isn't here by then, it waits until "
            "{end} at most."
        )
        if count:
            said = gettext(
                "Round {number} starts at {start} if enough are here. If somebody is missing "
                "then, it waits until {end} at most."
            )
        if past_start(night):
            said = gettext("Round {number} starts at {end} at the latest.")
        if past_start(night) and count:
            said = gettext("Round {number} starts at {end} at the latest if enough are here.")
        start, end = (f"<t:{each}:t>" for each in times)
        said = said.format(number=number, start=start, end=end)
    fewer = ""
    if waits and count and pace is not None and may_end(night, pace):
        fewer = if_fewer(night, pace, wording)
    yield wording.sentences(said, fewer)


def if_fewer(night: Night, pace: RoundPace, wording: Wording) -> str:
    """Return until when the first round waits for enough guests, and if those are fewer than a
    table has seats, what else sits there.
    """
    waits = wording.gettext(
        "If fewer than {n} are here by then, it waits for more until {time}, and a host can have "
        "it wait longer. Without them the night doesn't take place.",
        n=pace.enough,
        time=wording.at(too_few_by(night)),
    )
    return wording.sentences(waits, _with_computer(pace, wording))


def _with_computer(pace: RoundPace, wording: Wording) -> str:
    """Return with how many guests a computer fills up their table; "" if it never has to."""
    if pace.enough == pace.fewest:
        return ""
    return wording.gettext("With just {n}, a computer plays along.", n=pace.enough)


def after_the_last(night: Night, wording: Wording) -> str:
    """Return what ends a night all rounds of which are played."""
    if (end := ends_at(night, None)) is not None:
        return wording.gettext("The night ends at {time}.", time=f"<t:{end}:t>")
    return wording.gettext("The host ends the night.")


def needed_now(night: Night, pace: RoundPace | None, keeps: str, wording: Wording) -> str:
    """Return how many more guests the first round needs now that the doors are closed, when the
    night ends without them, and the button that `keeps` it waiting; "" while there are enough.
    """
    count, number = missing(night, pace), len(night.dealt) + 1
    if not count or night.guests.doors != "closed":
        return ""
    if gives_up_at(night) is None:
        return wording.ngettext(
            "Round {number} waits for {n} more guest.",
            "Round {number} waits for {n} more guests.",
            count,
            number=number,
        )
    needs = wording.ngettext(
        "Round {number} needs {n} more guest by {time}, else the night doesn't take place.",
        "Round {number} needs {n} more guests by {time}, else the night doesn't take place.",
        count,
        number=number,
        time=wording.at(too_few_by(night)),
    )
    return wording.sentences(needs, _kept_by(keeps, wording))


def _kept_by(keeps: str, wording: Wording) -> str:
    """Return which button `keeps` a night waiting; "" without one."""
    return wording.gettext("With **{button}** it waits longer.", button=keeps) if keeps else ""


def if_fewer_now(night: Night, pace: RoundPace, wording: Wording, keeps: str) -> str:
    """Return what becomes of a night without enough guests for its first round, and the button that
    `keeps` it waiting; "" while there are enough.
    """
    if not missing(night, pace) or not may_end(night, pace):
        return ""
    return _if_fewer_by(NO_NIGHT, pace, wording.at(too_few_by(night)), wording, keeps)


def _if_fewer_by(text: str, pace: RoundPace, at: str, wording: Wording, keeps: str = "") -> str:
    """Return what becomes of a night if too few are here, in the words of `text`; where hosts read
    it, with the button that `keeps` it waiting.
    """
    said = wording.gettext(text, n=pace.enough, time=at)
    return wording.sentences(said, _kept_by(keeps, wording))


def needed_next(night: Night, pace: RoundPace | None, wording: Wording, keeps: str = "") -> str:
    """Return how many guests another round needs, when the night ends without them, and the button
    that `keeps` it waiting; "" while there are enough, or so many are still to come in this round.
    """
    count, number = missing_next(night, pace), len(night.dealt) + 1
    guests, end = night.guests, ends_at(night, pace)
    if not count or pace is None:
        return ""
    if end is not None:
        needs = wording.ngettext(
            "Round {number} needs {n} more guest, else the night ends at {time}.",
            "Round {number} needs {n} more guests, else the night ends at {time}.",
            count,
            number=number,
            time=wording.at(end),
        )
        return wording.sentences(needs, _kept_by(keeps, wording))
    if len(guests.coming) >= len(guests.there) + count:
        return ""
    return wording.ngettext(
        "Round {number} needs {n} more guest, else the night ends after this round.",
        "Round {number} needs {n} more guests, else the night ends after this round.",
        count,
        number=number,
    )


def if_fewer_next(night: Night, pace: RoundPace | None, wording: Wording, keeps: str = "") -> str:
    """Return what becomes of a night without enough guests for another round, and the button that
    `keeps` it waiting, in words that stay true when more come; "" while there are enough.
    """
    if pace is None or not missing_next(night, pace):
        return ""
    if (end := ends_at(night, pace)) is not None:
        ends = _if_fewer_by(ENDS_BY, pace, f"<t:{end}:t>", wording, keeps)
    else:
        ends = wording.gettext(
            "If fewer than {n} are here after this round, the night ends.", n=pace.enough
        )
    return wording.sentences(ends, _with_computer(pace, wording))


def planned_lines(
    night: Night, pace: RoundPace | None, wording: Wording, me: int | None = None
) -> Iterator[str]:
    """Yield when the first round is to begin, for a page that isn't changed any more: what stays
    true whenever it does begin.
    """
    gettext, number, at = wording.gettext, len(night.dealt) + 1, deal_at(night)
    alone = runs_by_itself(night)
    if night.row.state != "doors":
        return
    if at is not None:
        yield gettext("Round {number} starts at {time}.", number=number, time=wording.at(at))
    elif night.guests.doors != "closed":
        first = [*first_start_lines(night, pace, wording)] if alone else []
        planned = gettext("Planned start: {time}.", time=f"<t:{night.guests.starts_at}:t>")
        seated = _by_a_host(night, wording, me)
        if alone:
            seated = "" if pace is None else if_fewer(night, pace, wording)
        yield from first or [wording.sentences(planned, seated)]
    else:
        yield from () if alone else (_by_a_host(night, wording, me),)
        ends = given_up_lines if alone or missing(night, pace) else ends_unled
        yield from ends(night, pace, wording)


def _by_a_host(night: Night, wording: Wording, me: int | None = None) -> str:
    """Return that a host begins the next round, who may hold the night, and may be who reads it."""
    number = len(night.dealt) + 1
    if night.row.stage == "held":
        return waits_for_a_host(night, number, wording)
    if me in night.leaders:
        return wording.gettext("Round {number} starts when you seat it.", number=number)
    return wording.gettext("Round {number} starts when the host seats it.", number=number)


def host_names(night: Night) -> list[str]:
    """Return the names of those who host a night, as far as they are known."""
    names = (night.host_name, *(each.name for each in night.cohosts))
    return [plain_name(each) for each in names if each]


def waits_for_a_host(night: Night, number: int, wording: Wording) -> str:
    """Return that a round waits for those who lead the night, by name; and since when the night
    stands still, if it does.
    """
    names = host_names(night)
    said = wording.gettext("Round {number} waits for a host.", number=number)
    if names:
        said = wording.gettext(
            "Round {number} waits for a host: {names}.", number=number, names=wording.series(names)
        )
    if night.row.stage != "held" or night.row.stage_at is None:
        return said
    since = f"<t:{night.row.stage_at}:t>"
    held = wording.gettext("The night has been on hold since {time}.", time=since)
    return wording.sentences(said, held)


def kept_waiting_line(night: Night, wording: Wording) -> str:
    """Return to those who lead a night how many guests wait since it was stopped."""
    return wording.ngettext(
        "The night has been on hold since {time}, and {n} guest is waiting.",
        "The night has been on hold since {time}, and {n} guests are waiting.",
        kept_waiting(night),
        time=f"<t:{night.row.stage_at}:t>",
    )


def between_rounds(night: Night, wording: Wording, me: int | None = None) -> str:
    """Return when the round after a break begins, and until when that is, while it is on."""
    gettext, number = wording.gettext, len(night.dealt) + 1
    until, at = break_left(night), deal_at(night)
    if runs_by_itself(night) and (at or until) is not None:
        time = f"<t:{at or until}:t>"
        return gettext("Round {number} starts at {time}.", number=number, time=time)
    pause = "" if until is None else gettext("Break until {time}.", time=f"<t:{until}:t>")
    return wording.sentences(pause, _by_a_host(night, wording, me))


def missing_text(night: Night, pace: RoundPace | None, keeps: str, wording: Wording) -> str:
    """Return how many guests are missing for a table at a night that runs by itself, until when it
    waits for them, and the button that `keeps` it waiting.
    """
    gettext, count, number = wording.gettext, missing(night, pace), len(night.dealt) + 1
    waits = wording.ngettext(
        "Too few are here for round {number}: it waits for {n} more guest.",
        "Too few are here for round {number}: it waits for {n} more guests.",
        count,
        number=number,
    )
    if not night.guests.there:
        waits = gettext("Nobody is here yet, so round {number} waits.", number=number)
    lines = [
        waits,
        "" if pace is None else needed_line(pace, wording),
        *given_up_lines(night, pace, wording, keeps),
        gettext("Meanwhile you can invite somebody, or play against computers: `/play`."),
    ]
    return "\n".join(filter(None, lines))


def too_few_line(
    night: Night, reminded: Collection[int], pace: RoundPace | None, wording: Wording
) -> str:
    """Return that more are needed, to those who are reminded; "" once enough are to come."""
    if pace is None or night.expected >= pace.enough or night.row.state != "open":
        return ""
    (*coming,) = (each.person for each in night.guests.coming)
    maybe = night.guests.with_answer("maybe")
    alone = len(coming) == 1 and coming == [*reminded] and not maybe
    said = _("So far you're the only one.") if alone else _("Not enough yet.")
    return wording.sentences(wording.gettext(said), needed_line(pace, wording))


def needed_line(pace: RoundPace, wording: Wording) -> str:
    """Return how many guests are needed for a table, and how many are enough with a computer."""
    if pace.enough < pace.fewest:
        return wording.gettext(
            "{n} are needed, or {enough} with a computer.", n=pace.fewest, enough=pace.enough
        )
    return wording.gettext("At least {n} are needed.", n=pace.enough)


def _by_itself(night: Night, pace: RoundPace | None, wording: Wording) -> Iterator[str]:
    """Yield when the first round of a night that runs by itself begins."""
    gettext, number = wording.gettext, len(night.dealt) + 1
    dealt, count, first = (
        deal_at(night),
        missing(night, pace),
        # By when too few would be here is said instead.
        [*first_start_lines(night, pace, wording, waits=False)],
    )
    if dealt is not None:
        yield gettext("Round {number} starts at {time}.", number=number, time=wording.at(dealt))
    elif first:
        yield from first
        if count:
            yield from given_up_lines(night, pace, wording)
    elif count:
        waits = wording.ngettext(
            "Round {number} waits for {n} more guest.",
            "Round {number} waits for {n} more guests.",
            count,
            number=number,
        )
        needed = "" if pace is None else needed_line(pace, wording)
        yield wording.sentences(_planned(night, wording), waits, needed)
        yield from given_up_lines(night, pace, wording)


def _planned(night: Night, wording: Wording) -> str:
    """Return when a night was to begin, while that is still to come."""
    if night.guests.doors == "closed":
        return ""
    # It isn't counted down: the round may still wait then.
    return wording.gettext("Planned start: {time}.", time=f"<t:{night.guests.starts_at}:t>")


def given_up_lines(
    night: Night, pace: RoundPace | None, wording: Wording, keeps: str = ""
) -> Iterator[str]:
    """Yield when the night ends if nobody else comes; where hosts read it, by which button a host
    `keeps` it waiting.
    """
    if pace is None or not may_end(night, pace):
        return
    text = NO_NIGHT if keeps else _if_too_few(night)
    yield _if_fewer_by(text, pace, wording.at(too_few_by(night)), wording, keeps)


def ends_by(night: Night, pace: RoundPace | None, wording: Wording) -> str:
    """Return until when a night waits for enough guests, before its doors open."""
    if pace is None:
        return ""
    return _if_fewer_by(_if_too_few(night), pace, wording.at(too_few_by(night)), wording)


def _if_too_few(night: Night) -> str:
    """Return the words for a night that may not take place, with what keeps it waiting."""
    return IF_TOO_FEW_LED if night.row.pilot == "host" else IF_TOO_FEW


def _after_this_one(
    night: Night, pace: RoundPace | None, now: int, wording: Wording
) -> Iterator[str]:
    """Yield about when the round after the one at play begins, which has just been named."""
    ends = round_ends_at(night, pace)
    if ends is None or pace is None:
        return
    by_hosts = wording.gettext("It starts when the host seats it, once round {number} is over.")
    if night.row.stage == "held":
        by_hosts = wording.gettext("It waits for a host once round {number} is over.")
    by_hosts = by_hosts.format(number=len(night.dealt))
    if waits_for_hosts(night):
        yield by_hosts
        return
    pause = night.pause
    # Where somebody is taught, the round may take its usual time all the same.
    soonest = ends - (times_longer(night) - 1) * pace.minutes * MINUTE
    ends = max(ends, finishes_at(night) or 0)
    soonest = soonest if soonest > now else ends
    if ends > now and not pace.last_on:
        yield wording.gettext(
            "It starts once round {number} is over, at about {time}: earlier or later as its games "
            "end.",
            number=len(night.dealt),
            time=wording.times(soonest + pause, ends + pause),
        )
    elif not runs_by_itself(night):
        yield by_hosts
    elif pause < MINUTE:
        yield wording.gettext("It starts once the last table is over.")
    else:
        yield wording.ngettext(
            "It starts about {n} minute after the last table is over.",
            "It starts about {n} minutes after the last table is over.",
            pause // MINUTE,
        )
