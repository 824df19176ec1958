"""Guests of a night who aren't there: how that came, by name or in a line, on every page alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.nights.doors import due_at
from bot.nights.guest_list import Guest, GuestGone
from bot.nights.night import Night
from bot.nights.stages import RoundPace
from bot.ui.pages.nights.night_words import GuestNames, late_lines
from bot.ui.pages.wording import Wording

WHO_HAS_GONE: Final[Sequence[GuestGone]] = ("home", "not_here", "off")
"""How those have gone who were here, in the order in which pages name them."""
NOT_HERE_NAMED: Final = _("Not here: {names}")
_LISTS: Final[dict[GuestGone, str]] = {
    "home": _("Gone home: {names}"),
    "not_here": NOT_HERE_NAMED,
    "off": _("Off the list: {names}"),
}
_HEADS: Final[dict[GuestGone, str]] = {
    "home": _("Gone home"),
    "not_here": _("Not here"),
    "off": _("Off the list"),
}
NOT_YET: Final = _("Not here yet")
UNKEPT: Final = _("Not here, seat not kept")
NOT_YET_NAMED: Final = _("Not here yet: {names}")
NOT_YET_COUNTED: Final = _("Not here yet ({n})")
UNKEPT_NAMED: Final = _("Not here, seat not kept: {names}")
UNKEPT_COUNTED: Final = _("Not here, seat not kept ({n})")
AWAY: Final = _("Away from their table")
AWAY_COUNTED: Final = _("Away from their table ({n})")
LATER_COUNTED: Final = _("Later ({n})")
CAME_SINCE: Final = _("Came since round {number} began: {names}")


def with_how(night: Night, *hows: GuestGone) -> Iterator[tuple[GuestGone, Sequence[Guest]]]:
    """Yield the guests who have gone, or never came, in each of some ways; no way for nobody.

    Once a round is dealt, who never came isn't there, as others aren't.
    """
    for how in hows:
        found = [guest for guest in night.guests.guests if _how_gone(night, guest) == how]
        if found:
            yield how, sorted(found, key=lambda guest: (guest.place or 0, guest.person))


def gone_head(how: GuestGone, wording: Wording) -> str:
    """Return what stands above those who have gone in a way; who never came may be on the way."""
    return wording.gettext(_HEADS.get(how, NOT_YET))


def on_the_way(night: Night) -> list[Guest]:
    """Return who is In and may still come; until a round is dealt, that is everybody who hasn't."""
    return [
        guest
        for guest in night.guests.with_answer("in")
        if guest.came_at is None and _how_gone(night, guest) != "not_here"
    ]


def by_their_tables(night: Night) -> tuple[list[Guest], list[Guest]]:
    """Return who is there, and who of them has gone from their game and isn't back: they came, but
    have a place in the next round only if they come back.
    """
    away = () if night.playing is None else night.playing.seating.away
    gone = [guest for guest in night.guests.there if guest.person in away]
    return [guest for guest in night.guests.there if guest not in gone], gone


def coming_late(night: Night, now: int) -> list[Guest]:
    """Return who of those has said that they come later than `now`, also to a seat at a table."""
    return [each for each in on_the_way(night) if comes_late(each, now)]


def comes_late(guest: Guest, now: int) -> bool:
    """Tell whether somebody has said that they come later than `now`."""
    return guest.late or (due_at(guest) or 0) > now


def on_the_way_groups(night: Night) -> Iterator[tuple[str, Sequence[Guest]]]:
    """Yield the same by whether their seats are kept, each with the head that counts them."""
    coming = on_the_way(night)
    unkept = [guest for guest in coming if is_unkept(night, guest)]
    later = [guest for guest in coming if guest.late]
    yield NOT_YET_COUNTED, [each for each in coming if each not in (*unkept, *later)]
    yield UNKEPT_COUNTED, unkept
    yield LATER_COUNTED, later


def awaited_groups(night: Night, awaited: Iterable[Guest]) -> Iterator[tuple[str, Sequence[Guest]]]:
    """Yield who of some guests may still come, and isn't late, by whether their seats are kept,
    each with the head that names them; none where nobody is.
    """
    coming = on_the_way(night)
    found = [guest for guest in awaited if guest in coming and not guest.late]
    unkept = [guest for guest in found if is_unkept(night, guest)]
    groups = (NOT_YET_NAMED, [each for each in found if each not in unkept]), (UNKEPT_NAMED, unkept)
    yield from ((head, people) for head, people in groups if people)


def is_unkept(night: Night, guest: Guest) -> bool:
    """Tell whether no seat is kept for a guest; where everybody has room, none needs to be."""
    return night.guests.limit is not None and not guest.seated


def _how_gone(night: Night, guest: Guest) -> GuestGone | None:
    how = guest.how_gone
    return "not_here" if how == "never" and night.dealt else how


def gone_groups(night: Night, wording: Wording) -> Iterator[tuple[str, Sequence[Guest]]]:
    """Yield who isn't there in each way for everybody to see, below a head that counts them; not
    who was taken off.
    """
    heads: dict[GuestGone, str] = {
        "home": _("Gone home ({n})"),
        "not_here": _("Not here ({n})"),
    }
    for how, found in with_how(night, *heads):
        yield wording.gettext(heads[how]), found


def missing_lines(
    night: Night,
    gone: Collection[int],
    late: Sequence[Guest],
    awaited: Iterable[Guest],
    names: GuestNames,
    wording: Wording,
) -> Iterator[str]:
    """Yield who isn't there, each name once: who of those that are `gone` has gone in which way,
    who comes late, and from when, and who isn't here; of these `awaited` who may still come.

    Once a round is dealt, whoever never came isn't here, as others aren't.
    """
    came = () if night.all_played else night.guests.not_here
    never = (each.person for each in came if each not in on_the_way(night))
    groups = dict(_by_how(night, [*gone, *never]))
    absent = [*groups.pop("not_here", ())]
    for how, found in groups.items():
        yield wording.gettext(_LISTS[how], names=names.list(found))
    yield from late_lines(late, names, wording)
    coming = dict(awaited_groups(night, [each for each in awaited if each not in late]))
    if absent:
        absent += [each.person for each in coming.pop(NOT_YET_NAMED, ())]
        yield wording.gettext(NOT_HERE_NAMED, names=names.list(absent))
    for head, people in coming.items():
        yield wording.gettext(head, names=names.list(each.person for each in people))


def came_lines(night: Night, names: GuestNames, wording: Wording) -> Iterator[str]:
    """Yield who is here for the next round and has come since the last one was dealt, without a
    place in it.
    """
    if came := _came_since(night):
        yield wording.gettext(CAME_SINCE, number=len(night.dealt), names=names.list(came))


def change_groups(night: Night) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield who has come since the last round was dealt, and who of it has gone home, each with the
    head that names them; none where nobody has.
    """
    if came := _came_since(night):
        yield CAME_SINCE, came
    last = night.dealt[-1].seating.placed if night.dealt else frozenset[int]()
    if home := sorted(night.guests.gone_home & last):
        yield _LISTS["home"], home


def _came_since(night: Night) -> list[int]:
    if not night.dealt:
        return []
    last = night.dealt[-1]
    began, placed = last.began_at or 0, last.seating.placed
    new = (guest for guest in night.guests.there if (guest.came_at or 0) >= began)
    return [guest.person for guest in new if guest.person not in placed]


def early_lines(night: Night, pace: RoundPace, now: int, wording: Wording) -> Iterator[str]:
    """Yield to whoever leads a night that all who are expected are here before it starts: nothing
    keeps them from starting earlier.
    """
    guests = night.guests
    all_here = bool(guests.coming) and all(guest.here for guest in guests.coming)
    early = night.row.state == "doors" and not night.dealt and now < guests.starts_at
    if early and all_here and night.proposal is None and pace.is_enough(night):
        yield wording.gettext(
            "✅ All who are expected are here. Press **{button}** to start before {time}.",
            time=f"<t:{guests.starts_at}:t>",
            button=wording.gettext("Seat round {number}", number=1),
        )


def gone_sentences(
    night: Night, people: Collection[int], names: GuestNames, wording: Wording
) -> Iterator[str]:
    """Yield the same as sentences."""
    for how, found in _by_how(night, people):
        said, n = wording.listed([names.said(each) for each in found]), len(found)
        match how:
            case "home":
                yield wording.ngettext("{names} went home.", "{names} went home.", n, names=said)
            case "off":
                yield wording.ngettext(
                    "{names} is off the list.", "{names} are off the list.", n, names=said
                )
            case _:
                yield wording.ngettext("{names} isn't here.", "{names} aren't here.", n, names=said)


def _by_how(night: Night, people: Collection[int]) -> Iterator[tuple[GuestGone, Sequence[int]]]:
    """Yield how some people have gone; of whom nothing else is known, that they aren't here."""
    known = {
        guest.person: guest.how_gone
        for guest in night.guests.guests
        if guest.how_gone in WHO_HAS_GONE
    }
    for how in WHO_HAS_GONE:
        found = [each for each in people if (known.get(each) or "not_here") == how]
        if found:
            yield how, found
