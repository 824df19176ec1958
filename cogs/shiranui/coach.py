"""What helps somebody who has never played Shiranui: one line about their own position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.ui.pages.wording import Wording
from cogs.shiranui import card_words
from cogs.shiranui.outlook import SPEND, bound, gifts, outlook, standing, turning
from cogs.shiranui.views import CLEAR, SeatView


def coach(view: SeatView, wording: Wording) -> str:
    """Return the first line that fits a seat's position, from what it knows; "" for none."""
    if view.public.turn != view.seat:
        return ""
    return next(filter(None, (line(view, wording) for line in _LINES)))


def _sure(view: SeatView, wording: Wording) -> str:
    cards, wins = bound(view) or view.private.hand, view.public.wins_with
    found = [(worth, -card) for card in cards if (worth := wins(card))]
    if not found:
        return ""
    worth, negative = max(found)
    look = outlook(-negative, view.public)
    among = any(laid.card // 10 == look.strong for laid in view.public.trick)
    text = (
        wording.gettext(
            "You play last, so this is sure: {card} wins {n}, the gap to the next {colour} card."
        )
        if look.lowest and among
        else wording.gettext("You play last, so this is sure: {card} wins {n}.")
    )
    colour = card_words.colour(look.strong, wording)
    return text.format(card=card_words.card(-negative, wording), n=worth, colour=colour)


def _wins_with_tokens(view: SeatView, wording: Wording) -> str:
    public, mine = view.public, bound(view)
    if any(outlook(card, public).wins for card in mine):
        return ""
    found = [
        (number, place, card, laid)
        for place, laid, most in gifts(view)
        for number in range(1, most + 1)
        for card in mine
        if outlook(card, public, place, number).points
    ]
    if not found:
        return ""
    number, _place, card, laid = min(found, key=lambda each: each[:3])
    return wording.ngettext(
        "With {n} token on {who}'s {card}, your {mine} would be winning.",
        "With {n} tokens on {who}'s {card}, your {mine} would be winning.",
        number,
        who=wording.name(laid.seat),
        card=card_words.card(laid.card, wording),
        mine=card_words.card(card, wording),
    )


def _widens_gap(view: SeatView, wording: Wording) -> str:
    public = view.public
    for card in bound(view):
        now = outlook(card, public)
        if not now.lowest:
            continue
        for place, laid, _most in gifts(view):
            then = outlook(card, public, place, 1)
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
    if view.public.number < SPEND or not any(gifts(view)):
        return ""
    return wording.gettext("Tokens left after trick 8 are lost: you may give some before you play.")


def _clear(view: SeatView, wording: Wording) -> str:
    n = view.private.tokens[CLEAR]
    if view.public.number > 1 or not n:
        return ""
    return wording.ngettext(
        "You were last, so you have {n} clear token: it adds 1 to a card of any colour.",
        "You were last, so you have {n} clear tokens: each adds 1 to a card of any colour.",
        n,
    )


def _as_low(view: SeatView, wording: Wording) -> str:
    public = view.public
    for card in bound(view):
        mine = divmod(card, 10)
        equal = [each for each in public.trick if (each.card // 10, each.total) == mine]
        if equal and outlook(card, public).wins:
            return wording.gettext(
                "Your {mine} comes to the same as {who}'s {card}, and of two equal "
                "totals the later one wins.",
                mine=card_words.card(card, wording),
                who=wording.name(equal[-1].seat),
                card=card_words.card(equal[-1].card, wording),
            )
    return ""


def _lowest(view: SeatView, wording: Wording) -> str:
    for card in bound(view):
        if outlook(card, view.public).lowest:
            return wording.gettext(
                "{colour} must be played, and your {mine} would be the lowest so far:"
                " the lowest wins.",
                colour=card_words.colour(card // 10, wording).capitalize(),
                mine=card_words.card(card, wording),
            )
    return ""


def _not_lowest(view: SeatView, wording: Wording) -> str:
    mine = bound(view)
    looks = [outlook(card, view.public) for card in mine]
    if not looks or any(look.wins or look.strong != view.public.strong for look in looks):
        return ""
    if len(mine) > 1:
        return _leaves_less(mine, view, wording)
    return wording.gettext(
        "{colour} is strong and {card} is all you hold of it: you must play it.",
        colour=_strong(view, wording).capitalize(),
        card=card_words.card(mine[0], wording),
    )


def _leaves_less(mine: Sequence[int], view: SeatView, wording: Wording) -> str:
    """Return which of several cards that don't win leaves the winner least, if one leaves less."""
    colour, now = _strong(view, wording).capitalize(), standing(view.public)
    ends = ((standing(view.public, card=card), card) for card in mine)
    less = [(then[1], card) for then, card in ends if then and now and then[0] == now[0]]
    points, card = min(less, default=(0, 0))
    if now is None or not less or points >= now[1]:
        return wording.gettext(
            "{colour} must be played, and none you hold of it wins now: play one you don't need.",
            colour=colour,
        )
    return wording.gettext(
        "{colour} must be played, and none you hold of it wins now. But with your {card}, "
        "{who} wins only {n} so far, not {m}.",
        colour=colour,
        card=card_words.card(card, wording),
        who=wording.name(now[0]),
        n=points,
        m=now[1],
    )


def _strong(view: SeatView, wording: Wording) -> str:
    assert view.public.strong is not None
    return card_words.colour(view.public.strong, wording)


def _turns(view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    lying = {laid.card // 10 for laid in view.public.trick}
    found = [(c // 10 not in lying, look.points, -c) for c, look in turning(view)]
    if not found:
        return ""
    # A card that would be alone comes first, the one that scores most.
    alone, points, negative = max(found)
    text = (
        _(
            "You have no {strong}, but {mine} would make {colour} strong and, while "
            "it's the only one, score {n}."
        )
        if alone
        else _("You have no {strong}, but {mine} would make {colour} strong.")
    )
    return text.format(
        strong=_strong(view, wording),
        mine=card_words.card(-negative, wording),
        colour=card_words.colour(-negative // 10, wording),
        n=points,
    )


def _no_turn(view: SeatView, wording: Wording) -> str:
    if view.public.strong is None or bound(view):
        return ""
    return wording.gettext(
        "You have no {strong} and no card that changes the strong colour: get rid of "
        "one you don't need.",
        strong=_strong(view, wording),
    )


def _lead(view: SeatView, wording: Wording) -> str:
    if view.public.trick:
        return ""
    return wording.gettext(
        "Lead low if you want to win: your colour is strong at first, and its lowest card wins. "
        "It scores the gap to the next one."
    )


def _what_to_do(view: SeatView, wording: Wording) -> str:
    return wording.gettext(
        "The colour with the highest total is strong, and its lowest card wins the trick. Each "
        "token adds 1 to a card."
    )


_LINES: Final[tuple[Callable[[SeatView, Wording], str], ...]] = (
    _sure,
    _wins_with_tokens,
    _widens_gap,
    _spend,
    _clear,
    _as_low,
    _lowest,
    _not_lowest,
    _turns,
    _no_turn,
    _lead,
    _what_to_do,
)
"""The first that says something is said; the last always does."""
