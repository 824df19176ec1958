"""What can be set ahead in Ameno Kirifuda: a card for each season that may be led, and blessings.

A hand stays as it is until its seat is asked, so what it may play follows from the season led.
Discards and stones have no case: their seat is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.engine import ahead
from bot.engine.ahead import Offered
from cogs.kirifuda.all_actions import DRAFTS
from cogs.kirifuda.views import SEASONS, Draft, Play, Public, SeatView


@dataclass(frozen=True, slots=True)
class Led(ahead.Case):
    """A season was led."""

    round: int
    season: int


@dataclass(frozen=True, slots=True)
class Leads(ahead.Case):
    """The seat leads."""

    round: int


@dataclass(frozen=True, slots=True)
class Open(ahead.Case, with_move=True):
    """A blessing card still lies open."""

    round: int
    blessing: int


Case = Led | Leads | Open
Action = Draft | Play


def cases(view: SeatView) -> Sequence[Offered]:
    """Return the cases of the seat's next visit: what may be led then, or what lies open."""
    seen, round_ = view.public, view.public.round
    if seen.phase == "draft":
        if not _drafts_again(seen, view.seat):
            return ()
        return [Offered(Open(round_, each), (DRAFTS[each],)) for each in seen.display]
    hand = view.private.hand
    # The last cards of all hands are played by themselves.
    if len(hand) < 2 or seen.phase == "over":
        return ()
    found = [_follows(Led(round_, each), hand) for each in _may_be_led(seen, view.seat)]
    if _may_lead(seen, view.seat):
        plays = tuple(Play(card) for card in hand)
        found.append(Offered(Leads(round_), plays, _lowest(hand)))
    return found


def holds(case: Case, public: Public, seat: int) -> bool:
    """Tell whether a case holds for the seat that is asked."""
    if public.turn != seat or public.round != case.round:
        return False
    match case:
        case Led():
            return public.phase == "play" and [c // 10 for c in public.running[:1]] == [case.season]
        case Leads():
            return public.phase == "play" and not public.running
        case Open():
            return public.phase == "draft" and case.blessing in public.display


def aside(public: Public) -> bool:
    """Tell whether whoever won a trick deals with a stone for it before they lead."""
    return public.phase in ("place", "return")


def _follows(case: Led, hand: Sequence[int]) -> Offered:
    follow = [card for card in hand if card // 10 == case.season] or [*hand]
    return Offered(case, tuple(Play(card) for card in follow), _lowest(follow))


def _lowest(cards: Sequence[int]) -> Play:
    return Play(min(cards, key=lambda card: (card % 10, card)))


def _has_played(seen: Public, seat: int) -> bool:
    """Tell whether the seat has played to the current trick."""
    return (seat - seen.leader) % seen.seats < len(seen.running)


def _may_be_led(seen: Public, seat: int) -> Iterator[int]:
    """Yield the seasons that may have been led when the seat is asked next."""
    if seen.phase == "play" and seen.running and not _has_played(seen, seat):
        yield seen.running[0] // 10
    elif seen.phase != "discard" or seat != seen.dealer:
        # The dealer leads the first trick.
        yield from SEASONS


def _may_lead(seen: Public, seat: int) -> bool:
    if seen.phase == "discard":
        return seat == seen.dealer
    return seen.phase == "play" and _has_played(seen, seat)


def _drafts_again(seen: Public, seat: int) -> bool:
    """Tell whether the seat has a choice of blessing cards once more: clockwise, then back.

    Whoever is asked now has theirs already; the last card is taken without asking.
    """
    seats = seen.seats
    for left in range(len(seen.display) - 1, 1, -1):
        at = seen.dealer + 1 - left if left > seats else seen.dealer + left
        if at % seats == seat:
            return True
    return False
