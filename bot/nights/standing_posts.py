"""What was said of a night: whether it still holds, whom it still concerns, and who reads it when.

Pure. A post is kept as long as it holds; what it says then is `bot/ui/pages/nights/night_posts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Final, Literal

from bot.nights.added_rounds import came_to
from bot.nights.dates import UnknownZone, days_until, read_stored, zone_of
from bot.nights.doors import waited_for
from bot.nights.guest_list import Guest
from bot.nights.more_tables import without_seat
from bot.nights.night import Night, Post, PostKind
from bot.nights.stages import next_round
from bot.tables.clock import HOUR, Quiet, ahead

Holds = Literal["yes", "moved", "cancelled", "no"]
"""Whether a post still holds; if not, whether the night was moved or cancelled since."""

STARTS: Final = "start"
"""In the details of a post: when the night was to begin as it was written."""
QUIET: Final = "quiet"
"""In the details of a post: that it waits for the end of somebody's quiet hours."""
DEALT: Final = "dealt"
"""In the details of a call of somebody who comes late: the round in which they have a seat."""
MINDED: Final = "minded"
"""Of which tables, and when, people may lose a seat later than was told, as the bot was offline."""
ANNOUNCED: Final = "announced"
"""In the details of a post that the bot was offline: whether a round had been announced before."""
FREE: Final = "free"
"""In the details of a post: the seats that it tells of, each as its table's id and its number."""
REST: Final = "rest"
"""In the details of a post: that others were called by the same words before."""
FROM: Final = "from"
"""In the details of a post that a night has another date: when it was to begin before. Of one that
all nights to come have: when the first of them is.
"""
BEFORE: Final = "before"
"""In the details of a post that all nights to come have another date: when the first was before."""
KNOWN: Final = "known"
"""In the details of the same post: when the first was before several moves, as it was announced."""
FIRST: Final = "first"
"""In the details of the same post: when the first of them is that isn't left out."""
BOTH: Final = "both"
"""In the details of a post about another date: that a night and all to come have moved at once."""
DATE: Final = "date"
"""In the details of a post about one date of a series: that wall time."""
MORNING: Final = "morning"
"""In the details of a post about a series: when those are called, later, who follow it."""
AFTER_ALL: Final = "after_all"
"""In the details of a post that doors are open: that the night was cancelled before."""
KEPT: Final = "kept"
"""In the details of a post that a night takes place after all: that all answers still hold."""
ASK: Final = "ask"
"""In the details of a post that a night is announced: where the card is of the question of which
it came, as its channel and its message.
"""
SAID_YES: Final = "said_yes"
"""In the details of a post that people haven't confirmed: that they said the date suits them."""
ENDED: Final = "ended"
"""In the details of a post that a series is followed no more: that a host has ended it."""
IN_CHANNEL: Final = "in_channel"
"""In the details of a post about a series that it was said between two nights: it stands where the
card of the next one will, as nobody reads the thread of the last one any more.
"""
FOR_GOOD: Final[frozenset[PostKind]] = frozenset({"unfollowed", "left", "few", "corrected"})
"""What holds for good."""
DATED: Final[Collection[PostKind]] = frozenset(
    (
        *("remind", "doors", "late", "moved", "unconfirmed", "asked", "regulars", "after_all"),
        *("expected", "unkept"),
    )
)
"""What is about one date of the night."""
_BEFORE: Final[Collection[PostKind]] = ("remind", "unconfirmed", "regulars")
"""What reminds those who come of a date that is near."""
_ASKS_AHEAD: Final[Collection[PostKind]] = ("moved", "asked", "told", "after_all")
"""What asks people well before a date whether they come."""
OF_DATES: Final[frozenset[PostKind]] = frozenset({"series_moved", "skipped", "on_again"})
"""What is said of the dates of a series."""
LEADS_ON: Final[frozenset[PostKind]] = frozenset(
    {*("cancelled", "few", "goes_on", "morning"), *OF_DATES}
)
"""What says when the next night is, as it stands now."""
OF_SERIES: Final[Collection[PostKind]] = frozenset({*OF_DATES, "unfollowed"})
"""What calls those who come to a series every time, or wanted to be told of its dates."""
AFTER: Final[Collection[PostKind]] = frozenset(
    {*OF_SERIES, "round_over", "ended", "goes_on", "morning"}
)
"""What may hold, or be said, once a night is over."""
FOR_ALL: Final[Collection[PostKind]] = (
    *OF_SERIES,
    *("moved", "cancelled", "word", "announced", "late", "doors", "round_over"),
    *("notice", "overtime", "goes_on", "morning", "few", "corrected", "after_all"),
    *("paused", "resumed", "offline", "added", "ended"),
)
"""What is said also if nobody can be called for it now."""
_GOES: Final[Collection[PostKind]] = (
    *("needed", "missing", "remind", "lost", "back", "cohost", *OF_DATES),
    *("cancelled", "regulars", "unconfirmed", "expected", "unkept", "offline", "off"),
)
"""What is taken down as soon as it doesn't hold any more."""
_TO_ONE: Final[Collection[PostKind]] = (
    *("offer", "seat", "invite", "off", "vacant", "lost", "back", "cohost", "expected"),
)
"""What is said to one person alone, so that it doesn't end what others were told."""


def holds(night: Night, post: Post, later: Iterable[Post] = ()) -> Holds:
    """Tell whether what a post says still holds; `later` are the posts of the night after it."""
    state = night.row.state
    if post.kind in FOR_GOOD:
        return "yes"
    if post.kind == "cancelled":
        return "yes" if state == "cancelled" else "no"
    if post.kind == "word":
        return "no" if night.over else "yes"
    if state == "cancelled" and post.kind not in AFTER:
        # A post of its own says it in the thread, once.
        told = post.kind != "announced" and any(each.kind == "cancelled" for each in later)
        return "no" if told else "cancelled"
    if post.kind in DATED and post.details.get(STARTS, 0) not in (0, night.guests.starts_at):
        return "moved"
    if any(REST not in each.details and _same(each, post) for each in later):
        return "no"
    if night.over and post.kind not in AFTER:
        return "no"
    if any(_overtakes(night, post, each) for each in later):
        return "no"
    check = _CHECKS.get(post.kind)
    return "yes" if check is None or check(night, post) else "no"


def stays(post: Post) -> bool:
    """Tell whether a post stays as it was said, whatever happens.

    That too few came doesn't, as it says when the next one is; nor that a night is the last one
    of its series, which names its date.
    """
    return post.kind in FOR_GOOD - LEADS_ON and ENDED not in post.details


def on_its_day(night: Night, at: int) -> bool:
    """Tell whether a moment is on the day of a night, where that is."""
    try:
        return days_until(night.guests.starts_at, at, zone_of(night.row.zone)) == 0
    except UnknownZone:
        return False


def is_past(night: Night, post: Post, following: Night | None) -> bool:
    """Tell whether a post says for good what it says now: the next night is over, too, and leads
    on from then on; or that is announced, and says when it is. That a night is cancelled may be
    taken back.
    """
    over = following is not None and following.row.state == "over"
    return stays(post) or (over and post.kind in LEADS_ON - {"morning", "cancelled"})


def comes_down(night: Night, post: Post) -> bool:
    """Tell whether a post that doesn't hold any more is taken down: nothing came of it, or another
    one says what holds now.

    That a round ran over time stays once, where it called somebody.
    """
    if post.kind == "overtime":
        return not post.people
    if post.kind == "doors":
        # That too few came is said by a message of its own, and what was played by its list.
        return bool(night.dealt) or night.row.stage == "few"
    if post.kind in _ASKS_AHEAD:
        # Else it doesn't hold as its night is over, and is part of what was.
        return night.row.state in ("doors", "playing")
    if post.kind == "added":
        return not came_to(night, post.details.get("round", 0))
    if post.kind in ("notice", "vacant"):
        # While its round is played, a notice leads to the tables; and whoever was called to a seat
        # that somebody else has by now reads that. If it is free, another post says so.
        played = night.is_played(post.details.get("round", 0))
        needless = _all_sit(night, post) or _still_free(night, post)
        return not played or (post.kind == "vacant" and needless)
    return post.kind in _GOES


def concerned(night: Night, post: Post) -> tuple[int, ...]:
    """Return the people of a post whom it still concerns."""
    wanted, guests = _CONCERNS.get(post.kind), night.guests
    if post.kind in ("asked", "told"):
        return tuple(person for person in post.people if guests.find(person) is None)
    if post.kind == "after_all" or AFTER_ALL in post.details:
        out = {each.person for each in guests.with_answer("out")}
        return tuple(person for person in post.people if person not in out)
    if wanted is None:
        return post.people
    # Doors, and another date, concern hosts, whatever they have answered; another date also those
    # who were called to the night, and have said nothing yet, or couldn't come on the one before.
    moved = FROM in post.details
    others = {*(night.leaders if moved or post.kind == "doors" else ())}
    others |= {each for each in post.people if moved and _says_nothing(guests.find(each))}
    wanted = (*wanted, "invited") if moved else wanted
    return tuple(
        person
        for person in post.people
        if person in others or _is_concerned(guests.find(person), post, wanted)
    )


def _says_nothing(guest: Guest | None) -> bool:
    """Tell whether somebody has said nothing of a night's date yet."""
    return guest is None or guest.open_again


def _is_concerned(guest: Guest | None, post: Post, wanted: Collection[str]) -> bool:
    """Tell whether a post still concerns a guest who is one of its people."""
    return (
        guest is not None
        and guest.answer in wanted
        and not (post.kind in ("remind", "expected", "unkept") and guest.came_at is not None)
        and not (post.kind in ("unconfirmed", "regulars") and "asked" not in guest.marks)
        and not (post.kind == "unkept" and waited_for(guest))
    )


def from_round(night: Night, post: Post) -> Post:
    """Return what is said of a seat on the list with the round from which on it is for."""
    details = {**post.details, "round": len(night.dealt) + 1}
    return replace(post, details=details) if post.kind == "seat" else post


def in_their_hours(
    before: Night, post: Post, at: int, quiets: Mapping[int, Quiet | None]
) -> Iterator[tuple[Post, int]]:
    """Yield a post as it is said now, and again on the hour for those whose quiet hours end.

    From the doors to the end nobody's quiet hours count.
    """
    if before.row.state in ("doors", "playing") or post.kind in ("doors", "expected"):
        yield post, at
        return
    waits: dict[int, list[int]] = {}
    for person in post.people:
        end = ahead(at, 0, quiets.get(person))
        if end > at:
            waits.setdefault(-(-end // HOUR) * HOUR, []).append(person)
    quiet = {person for people in waits.values() for person in people}
    now = tuple(person for person in post.people if person not in quiet)
    said = bool(now) or not quiet or post.kind in FOR_ALL
    if said:
        yield replace(post, people=now), at
    more = {QUIET: True, REST: True} if said else {QUIET: True}
    for end, people in sorted(waits.items()):
        yield replace(post, people=tuple(people), details={**post.details, **more}), end
        more = {QUIET: True, REST: True}


def _overtakes(night: Night, post: Post, later: Post) -> bool:
    """Tell whether a later post leads all whom an older one still concerns to the same night: that
    doors are open, or a reminder that is nearer to it. Not one that waits for their quiet hours.
    """
    if later.kind == "doors" and post.kind in _BEFORE:
        return True
    nearer = (later.kind == "doors" and post.kind in _ASKS_AHEAD) or (
        later.kind == post.kind == "remind" and QUIET not in later.details
    )
    return nearer and {*_still_asked(night, post)} <= {*later.people}


def _still_asked(night: Night, post: Post) -> tuple[int, ...]:
    """Return whom a post concerns, but for those who have said that they can't come."""
    out = {each.person for each in night.guests.with_answer("out")}
    return tuple(person for person in concerned(night, post) if person not in out)


def _same(one: Post, other: Post) -> bool:
    """Tell whether one of two posts takes the place of the other."""
    if one.kind != other.kind or one.kind in ("remind", "announced", "overtime"):
        return False
    if one.kind in ("unconfirmed", "regulars", "unkept"):
        # Who was asked once more, alone, doesn't end the question for the others.
        return {*other.people} <= {*one.people}
    return one.kind not in _TO_ONE or one.people == other.people


def _helps_lead(night: Night, post: Post) -> bool:
    return {*post.people} <= {each.id for each in night.cohosts}


def _offered(night: Night, post: Post) -> bool:
    return any(guest.person in post.people for guest in night.guests.offered)


def _open_to_all(night: Night, post: Post) -> bool:
    waits = [guest for guest in night.guests.with_answer("waits") if "called" in guest.marks]
    free = night.guests.free > 0 and not night.all_dealt
    return free and any(guest.person in post.people for guest in waits)


def _seated(night: Night, post: Post) -> bool:
    """Tell whether the seat on the list of somebody who got one is still of use: for a round. Once
    they have been dealt in, they play.
    """
    since = (each for each in night.dealt if each.number >= post.details.get("round", 1))
    if any({*post.people} & each.seating.had_seat for each in since):
        return False
    return not night.all_dealt and any(guest.person in post.people for guest in night.guests.coming)


def _invited(night: Night, post: Post) -> bool:
    guests = [night.guests.find(person) for person in post.people]
    return any(guest is None or guest.answer not in ("in", "waits") for guest in guests)


def _off(night: Night, post: Post) -> bool:
    guests = [night.guests.find(person) for person in post.people]
    return any(guest is None or guest.answer == "out" for guest in guests)


def _announced(night: Night, post: Post) -> bool:
    """Tell whether the round of a notice may yet be dealt as it says."""
    return len(night.dealt) < post.details.get("round", 0)


def _over_time(night: Night, post: Post) -> bool:
    playing = night.playing
    late = night.row.stage in ("late", "last")
    return late and playing is not None and playing.number == post.details.get("round")


def _vacant(night: Night, post: Post) -> bool:
    """Tell whether one of the seats of a post is still free, and one of its people without any."""
    waits = any(guest.person in post.people for guest in without_seat(night))
    return waits and _still_free(night, post)


def _all_sit(night: Night, post: Post) -> bool:
    """Tell whether all whom a post called to a seat have one by now: that it isn't free any more
    would sound to them as if it weren't theirs.
    """
    playing = night.playing
    return playing is not None and {*post.people} <= playing.seating.had_seat


def _still_free(night: Night, post: Post) -> bool:
    seats = [[each.table, each.seat] for each in night.free_seats]
    return any(each in seats for each in post.details.get(FREE, ()))


def misses_seat(night: Night, person: int) -> bool:
    """Tell whether somebody whose seat has gone to another may want to know: not who went home."""
    guest = night.guests.find(person)
    comes = guest is not None and guest.answer in ("in", "waits")
    return comes and person not in night.guests.gone_home


def _expected(night: Night, post: Post) -> bool:
    """Tell whether somebody who said that they come late may still come: to play, in the round that
    a post says is dealt if it does, or if the last one is over, as a post that names it says.
    """
    if DEALT in post.details:
        return night.is_played(int(post.details[DEALT])) and bool(concerned(night, post))
    on = night.row.state in ("doors", "playing") and not night.all_played
    on = night.all_played if "round" in post.details else on and bool(post.details.get("until"))
    return on and bool(concerned(night, post))


def _unkept(night: Night, post: Post) -> bool:
    """Tell whether somebody who wasn't here at the start may still come to play."""
    on = night.row.state in ("doors", "playing") and not night.all_played
    return on and bool(concerned(night, post))


def _lost(night: Night, post: Post) -> bool:
    """Tell whether the round of a post is still played, and its person not off the night."""
    playing, (person,) = night.playing, post.people
    on = playing is not None and playing.number == post.details.get("round")
    return on and misses_seat(night, person)


def _asked_back(night: Night, post: Post) -> bool:
    """Tell whether somebody who was found gone in this break is still left out of the next."""
    waits = next_round(night) == post.details.get("round", 0)
    return waits and any(person in night.left_out for person in post.people)


def _moved(night: Night, _post: Post) -> bool:
    return night.series is not None and night.series.state != "ended"


def _skipped(night: Night, post: Post) -> bool:
    """Tell whether a date is still left out."""
    series = night.series
    return series is not None and _moved(night, post) and post.details.get(DATE) in series.skipped


def _on_again(night: Night, post: Post) -> bool:
    """Tell whether a date that was left out is one of its series, which may have moved since."""
    series, date = night.series, str(post.details.get(DATE))
    if series is None or not _moved(night, post):
        return False
    apart = read_stored(date) - read_stored(series.local)
    return date not in series.skipped and not apart % timedelta(weeks=series.weeks)


_CHECKS: Final[Mapping[PostKind, Callable[[Night, Post], bool]]] = {
    "remind": lambda night, _post: night.row.state in ("open", "doors"),
    "late": lambda night, _post: night.row.state == "open",
    "doors": lambda night, _post: night.row.state != "open",
    "unconfirmed": lambda night, post: bool(concerned(night, post)),
    "regulars": lambda night, post: bool(concerned(night, post)),
    "offer": _offered,
    "open": _open_to_all,
    "seat": _seated,
    "invite": _invited,
    "off": _off,
    "notice": _announced,
    "vacant": _vacant,
    "lost": _lost,
    "back": _asked_back,
    "cohost": _helps_lead,
    "overtime": _over_time,
    "added": lambda night, post: came_to(night, post.details.get("round", 0)),
    "expected": _expected,
    "unkept": _unkept,
    "offline": lambda night, post: len(night.dealt) == post.details.get("round"),
    "series_moved": _moved,
    "skipped": _skipped,
    "on_again": _on_again,
    "goes_on": lambda night, _post: night.goes_on is not None and night.goes_on.state == "asks",
}
_CONCERNS: Final[Mapping[PostKind, Collection[str]]] = {
    "moved": ("in", "waits", "maybe"),
    "open": ("waits",),
    "remind": ("in", "maybe"),
    "doors": ("in", "waits", "maybe"),
    "unconfirmed": ("in",),
    "regulars": ("in",),
    "expected": ("in",),
    "unkept": ("in",),
}
