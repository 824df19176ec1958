"""What a seat of Shiranui can tell of a trick: what it may do, and how that would stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from cogs.shiranui.views import CLEAR, MOST, Laid, Public, SeatView, judged, strongest, sums, won

SPEND: Final = 6
"""From this trick of a round on, tokens should be spent."""


class Outlook(NamedTuple):
    """How a trick would stand with a card."""

    strong: int
    wins: bool
    points: int
    """What the card would win."""
    lowest: bool
    """It wins as the lowest of the strong colour, and no other card is as low."""


def outlook(card: int, public: Public, place: int = 0, tokens: int = 0) -> Outlook:
    """Return how the trick stands with a card, after tokens on the one that lies in a place."""
    assert public.strong is not None
    cards = [*(laid.card for laid in public.trick), card]
    totals = [*(laid.total for laid in public.trick), card % 10]
    totals[place] += tokens
    strong = judged(public.strong, sums(cards, totals))
    at, points, void = won(cards, totals, strong, public.thirteen)
    wins = at == len(public.trick)
    alone = strongest(cards, totals, strong).count(totals[-1]) == 1
    return Outlook(strong, wins, points if wins else 0, wins and alone and not void)


def standing(
    public: Public, place: int = 0, tokens: int = 0, card: int | None = None
) -> tuple[int, int] | None:
    """Return who would win a trick, and how much, after tokens on the card in some place, and
    after one more `card` of the seat that is asked; None before a card is led.
    """
    if public.strong is None or public.turn is None:
        return None
    seats, cards = [laid.seat for laid in public.trick], [laid.card for laid in public.trick]
    totals = [laid.total for laid in public.trick]
    totals[place] += tokens
    if card is None:
        strong = public.strong
    else:
        seats, cards, totals = [*seats, public.turn], [*cards, card], [*totals, card % 10]
        strong = judged(public.strong, sums(cards, totals))
    at, points, _void = won(cards, totals, strong, public.thirteen)
    return seats[at], points


def best_after(view: SeatView, place: int, tokens: int) -> tuple[int, int, int]:
    """Return who would win a trick, and how much, after tokens on the card in some place and the
    seat's own card that then wins it most, or else leaves another least; and that card.
    """
    public = view.public
    looks = [
        (*ends, card)
        for card in bound(view) or view.private.hand
        if (ends := standing(public, place, tokens, card))
    ]
    return max(looks, key=lambda end: end[1] if end[0] == public.turn else -end[1])


def bound(view: SeatView) -> list[int]:
    """Return the cards of the strong colour, one of which the seat must play."""
    return [card for card in view.private.hand if card // 10 == view.public.strong]


def gifts(view: SeatView) -> Iterator[tuple[int, Laid, int]]:
    """Yield the others' cards that the seat may still give tokens to: place, card, the most."""
    public, tokens = view.public, view.private.tokens
    if public.gave:
        return
    for place, laid in enumerate(public.trick):
        most = min(MOST - laid.total, tokens[laid.card // 10] + tokens[CLEAR])
        if most:
            yield place, laid, most


def turning(view: SeatView) -> Sequence[tuple[int, Outlook]]:
    """Return the cards that would make their own colour strong, if the seat may play any."""
    if view.public.strong is None or bound(view):
        return ()
    looks = ((card, outlook(card, view.public)) for card in view.private.hand)
    return [(card, look) for card, look in looks if look.strong == card // 10]
