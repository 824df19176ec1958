"""What helps somebody who has never played Shiranui: one line about their own position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from bot.ui.pages.wording import Wording
from cogs.shiranui import card_words
from cogs.shiranui.views import CLEAR, MOST, Laid, Public, SeatView, judged, strongest, sums, won

_SPEND: Final = 6
"""From this trick of a round on, tokens should be spent."""


class _Outlook(NamedTuple):
    """How the trick would stand with one card more."""

    strong: int
    wins: bool
    points: int
    """What the card would win."""
    lowest: bool
    """It's the lowest of the strong colour, alone."""


def coach(view: SeatView, wording: Wording) -> str:
    """Return the first line that fits a seat's position, from what it knows; "" for none."""
    if view.public.turn != view.seat:
        return ""
    return next(filter(None, (line(view, wording) for line in _LINES)))


def _outlook(card: int, public: Public, given: int = -1, tokens: int = 0) -> _Outlook:
    """Return how the trick would stand with a card, after tokens on the card in some place."""
    assert public.strong is not None
    cards = [*(laid.card for laid in public.trick), card]
    totals = [*(laid.total for laid in public.trick), card % 10]
    totals[given] += tokens
    strong = judged(public.strong, sums(cards, totals))
    place, points, void = won(cards, totals, strong, public.thirteen)
    wins = place == len(public.trick)
    alone = strongest(cards, totals, strong).count(totals[-1]) == 1
    return _Outlook(strong, wins, points if wins else 0, wins and alone and not void)


def _bound(view: SeatView) -> list[int]:
    """Return the cards of the strong colour, one of which the seat must play."""
    return [card for card in view.private.hand if card // 10 == view.public.strong]


def _sure(view: SeatView, wording: Wording) -> str:
    found = [
        (worth, -card)
        for card in _bound(view) or view.private.hand
        if (worth := view.public.wins_with(card))
    ]
    if not found:
        return ""
    worth, negative = max(found)
    return wording.gettext(
        "You play last, so this is sure: {card} wins {n}.",
        card=card_words.card(-negative, wording),
        n=worth,
    )


def _gifts(view: SeatView) -> Iterator[tuple[int, Laid, int]]:
    """Yield the others' cards that the seat may still give tokens to: place, card, the most."""
    public, tokens = view.public, view.private.tokens
    if public.gave:
        return
    for place, laid in enumerate(public.trick):
        most = min(MOST - laid.total, tokens[laid.card // 10] + tokens[CLEAR])
        if most:
            yield place, laid, most


def _wins_with_tokens(view: SeatView, wording: Wording) -> str:
    public, mine = view.public, _bound(view)
    if any(_outlook(card, public).wins for card in mine):
        return ""
    found = [
        (number, place, card, laid)
        for place, laid, most in _gifts(view)
        for number in range(1, most + 1)
        for card in mine
        if _outlook(card, public, place, number).points
    ]
    if not found:
        return ""
    number, _place, card, laid = min(found, key=lambda each: each[:3])
    return wording.ngettext(
        "With {n} token on {who}'s {card}, your {mine} would be winning.",
        "With {n} tokens on {who}'s {card}, your {mine} would be winning.",
        number,
        n=number,
        who=wording.name(laid.seat),
        card=card_words.card(laid.card, wording),
        mine=card_words.card(card, wording),
    )


def _widens_gap(view: SeatView, wording: Wording) -> str:
    public = view.public
    for card in _bound(view):
        now = _outlook(card, public)
        if not now.lowest:
            continue
        for place, laid, _most in _gifts(view):
            then = _outlook(card, public, place, 1)
            if laid.card // 10 == now.strong and then.points > now.points:
                return wording.gettext(
                    "Your {mine} would be the lowest so far and score the gap to the next card. A "
                    "token on {who}'s {card} adds 1.",
                    mine=card_words.card(card, wording),
                    who=wording.name(laid.seat),
                    card=card_words.card(laid.card, wording),
                )
    return ""


def _spend(view: SeatView, wording: Wording) -> str:
    if view.public.number < _SPEND or not any(_gifts(view)):
        return ""
    return wording.gettext("Tokens left after trick 8 are lost. You may give some before you play.")


def _as_low(view: SeatView, wording: Wording) -> str:
    public = view.public
    for card in _bound(view):
        equal = [
            laid
            for laid in public.trick
            if laid.card // 10 == card // 10 and laid.total == card % 10
        ]
        if equal and _outlook(card, public).wins:
            return wording.gettext(
                "Your {mine} comes to the same as {who}'s {card}. Of two equal totals the later "
                "one wins.",
                mine=card_words.card(card, wording),
                who=wording.name(equal[-1].seat),
                card=card_words.card(equal[-1].card, wording),
            )
    return ""


def _lowest(view: SeatView, wording: Wording) -> str:
    for card in _bound(view):
        if _outlook(card, view.public).lowest:
            return wording.gettext(
                "{colour} is strong and you hold it, so you must play it. Your {mine} would be "
                "the lowest so far, and the lowest wins.",
                colour=_named(card, wording),
                mine=card_words.card(card, wording),
            )
    return ""


def _not_lowest(view: SeatView, wording: Wording) -> str:
    mine = _bound(view)
    looks = [_outlook(card, view.public) for card in mine]
    if not looks or any(look.wins or look.strong != view.public.strong for look in looks):
        return ""
    return wording.gettext(
        "{colour} is strong and you hold it, so you must play it. One just above the lowest "
        "leaves the winner a small gap.",
        colour=_named(mine[0], wording),
    )


def _named(card: int, wording: Wording) -> str:
    """Return the colour of a card as the first word of a sentence."""
    said = card_words.colour(card // 10, wording)
    return said[:1].upper() + said[1:]


def _turning(view: SeatView) -> Sequence[tuple[int, _Outlook]]:
    """Return the cards that would make their own colour strong, if the seat may play any."""
    if view.public.strong is None or _bound(view):
        return ()
    looks = ((card, _outlook(card, view.public)) for card in view.private.hand)
    return [(card, look) for card, look in looks if look.strong == card // 10]


def _turns_alone(view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    lying = {laid.card // 10 for laid in view.public.trick}
    found = [(look.points, -card) for card, look in _turning(view) if card // 10 not in lying]
    if not found or view.public.strong is None:
        return ""
    points, negative = max(found)
    return _(
        "You have no {strong}, so play any card. {mine} would make {colour} strong and, while "
        "it's the only one, score {n}.",
        strong=card_words.colour(view.public.strong, wording),
        mine=_capital(card_words.card(-negative, wording)),
        colour=card_words.colour(-negative // 10, wording),
        n=points,
    )


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _turns(view: SeatView, wording: Wording) -> str:
    for card, _look in _turning(view):
        assert view.public.strong is not None
        return wording.gettext(
            "You have no {strong}, so play any card. {mine} would make {colour} strong.",
            strong=card_words.colour(view.public.strong, wording),
            mine=_capital(card_words.card(card, wording)),
            colour=card_words.colour(card // 10, wording),
        )
    return ""


def _no_turn(view: SeatView, wording: Wording) -> str:
    if view.public.strong is None or _bound(view):
        return ""
    return wording.gettext(
        "You have no {strong} and no card that changes the strong colour. Get rid of one you "
        "don't need.",
        strong=card_words.colour(view.public.strong, wording),
    )


def _lead(view: SeatView, wording: Wording) -> str:
    if view.public.trick:
        return ""
    return wording.gettext(
        "You lead, and your colour is strong at first. Its lowest card wins, so a low one may win."
    )


def _what_to_do(view: SeatView, wording: Wording) -> str:
    return wording.gettext(
        "The colour with the highest total is strong, and its lowest card wins the trick."
    )


_LINES: Final[tuple[Callable[[SeatView, Wording], str], ...]] = (
    _sure,
    _wins_with_tokens,
    _widens_gap,
    _spend,
    _as_low,
    _lowest,
    _not_lowest,
    _turns_alone,
    _turns,
    _no_turn,
    _lead,
    _what_to_do,
)
"""The first that says something is said; the last always does."""
