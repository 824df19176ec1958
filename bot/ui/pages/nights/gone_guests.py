"""Guests of a night who aren't there: how that came, by name or in a line, on every page alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.nights.guest_list import Guest, GuestGone
from bot.nights.night import Night
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.wording import Wording

WHO_HAS_GONE: Final[Sequence[GuestGone]] = ("home", "not_here", "off")
"""How those have gone who were here, in the order in which pages name them."""
_LISTS: Final[dict[GuestGone, str]] = {
    "home": _("Gone home: {names}"),
    "not_here": _("Not here: {names}"),
    "off": _("Off the list: {names}"),
}
_HEADS: Final[dict[GuestGone, str]] = {
    "home": _("Gone home"),
    "not_here": _("Not here"),
    "off": _("Off the list"),
}
NOT_YET: Final = _("Not here yet")
NOT_YET_COUNTED: Final = _("Not here yet ({n})")
LATER_COUNTED: Final = _("Later ({n})")
NEVER: Final = _("Haven't come so far")


def with_how(night: Night, *hows: GuestGone) -> Iterator[tuple[GuestGone, Sequence[Guest]]]:
    """Yield the guests who have gone, or never came, in each of some ways; no way for nobody."""
    for how in hows:
        found = [guest for guest in night.guests.guests if guest.how_gone == how]
        if found:
            yield how, sorted(found, key=lambda guest: (guest.place or 0, guest.person))


def gone_head(night: Night, how: GuestGone, wording: Wording) -> str:
    """Return what stands above those who have gone in a way; until a round is dealt, who never came
    may still be on the way.
    """
    never = NEVER if night.dealt else NOT_YET
    return wording.gettext(_HEADS.get(how, never))


def on_the_way(night: Night) -> list[Guest]:
    """Return who is In and may still come; until a round is dealt, that is everybody who hasn't."""
    return [
        guest
        for guest in night.guests.with_answer("in")
        if guest.came_at is None and not (night.dealt and guest.how_gone == "never")
    ]


def gone_groups(night: Night, wording: Wording) -> Iterator[tuple[str, Sequence[Guest]]]:
    """Yield who isn't there in each way for everybody to see, below a head that counts them; not
    who was taken off.
    """
    heads: dict[GuestGone, str] = {
        "never": _("Haven't come so far ({n})"),
        "home": _("Gone home ({n})"),
        "not_here": _("Not here ({n})"),
    }
    for how, found in with_how(night, *heads):
        if how != "never" or night.dealt:
            yield wording.gettext(heads[how]), found


def gone_lines(
    night: Night, people: Collection[int], names: GuestNames, wording: Wording
) -> Iterator[str]:
    """Yield who of some people, who aren't here any more, has gone in which way."""
    for how, found in _by_how(night, people):
        yield wording.gettext(_LISTS[how], names=names.list(found))


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


def awaited_lines(
    night: Night, awaited: Iterable[Guest], names: GuestNames, wording: Wording
) -> Iterator[str]:
    """Yield who of those who are In hasn't come; once play has begun, who isn't expected any more
    stands apart.
    """
    never = [each for each in awaited if night.dealt and each.how_gone == "never"]
    yet = [each.person for each in awaited if each not in never]
    if yet:
        yield wording.gettext("Not here yet: {names}", names=names.list(yet))
    if never:
        listed = names.list(each.person for each in never)
        yield wording.gettext("Haven't come so far: {names}", names=listed)


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
