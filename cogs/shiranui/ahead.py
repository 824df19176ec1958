"""What can be set ahead in Shiranui: a card for each colour that may be strong, without tokens.

A hand stays as it is until its seat is asked, so what it may play follows from the strong colour.
Tokens have no case: whoever wants to give some is called for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine import ahead
from bot.engine.ahead import Offered
from cogs.shiranui.views import Play, Public, SeatView


@dataclass(frozen=True, slots=True)
class Strong(ahead.Case):
    """A colour is strong."""

    round: int
    colour: int


@dataclass(frozen=True, slots=True)
class Leads(ahead.Case):
    """The seat leads."""

    round: int


Case = Strong | Leads
Action = Play


def cases(view: SeatView) -> Sequence[Offered]:
    """Return the cases of the seat's next visit: what may be strong then, and that it leads."""
    seen, hand = view.public, view.private.hand
    if seen.turn is None or not hand:
        return ()
    found = [_follows(Strong(seen.round, colour), hand) for colour in seen.colours]
    played = any(laid.seat == view.seat for laid in seen.trick)
    # The last card of a hand is led by itself.
    if played and len(hand) > 1:
        plays = tuple(Play(card) for card in hand)
        found.append(Offered(Leads(seen.round), plays, _lowest(hand)))
    return found


def holds(case: Case, public: Public, seat: int) -> bool:
    """Tell whether a case holds for the seat that is asked."""
    if public.turn != seat or public.round != case.round:
        return False
    if isinstance(case, Leads):
        return not public.trick
    return bool(public.trick) and public.strong == case.colour


def _follows(case: Strong, hand: Sequence[int]) -> Offered:
    follow = [card for card in hand if card // 10 == case.colour] or [*hand]
    return Offered(case, tuple(Play(card) for card in follow), _lowest(follow))


def _lowest(cards: Sequence[int]) -> Play:
    return Play(min(cards, key=lambda card: (card % 10, card)))
