"""A move of Shiranui as advice: which card or tokens, and why."""

from __future__ import annotations

from bot.ui.pages.wording import Wording
from cogs.shiranui import card_words
from cogs.shiranui.outlook import bound, outlook
from cogs.shiranui.views import Action, Give, Play, Public, SeatView


def hint(action: Action, view: SeatView, wording: Wording) -> str:
    """Return what a move does, verb first."""
    _ = wording.gettext
    match action:
        case Give():
            return _give(action, view.public, wording)
        case Play():
            card = card_words.shown(action.card, wording)
            if view.public.strong is None:
                return _("Lead {card}", card=card)
            return _("Play {card}", card=card)


def _give(give: Give, view: Public, wording: Wording) -> str:
    (laid,) = [each for each in view.trick if each.card == give.target]
    return wording.gettext(
        "Give {tokens} to {owner}'s {card}",
        tokens=card_words.given(give.target // 10, give.tokens, give.clear, wording),
        owner=wording.name(laid.seat),
        card=card_words.shown(give.target, wording),
    )


def _gives(give: Give, view: SeatView, wording: Wording) -> str:
    """Return what a card that must be played wins after a give, as the trick stands then."""
    public = view.public
    place = [laid.card for laid in public.trick].index(give.target)
    looks = [(outlook(card, public, place, give.tokens + give.clear), card) for card in bound(view)]
    points, card = max(((look.points, -card) for look, card in looks), default=(0, 0))
    if not points:
        return ""
    mine = card_words.card(-card, wording)
    return wording.gettext("your {mine} then wins {n} as it stands", mine=mine, n=points)


def because(action: Action, view: SeatView, wording: Wording) -> str:
    """Return the first good reason for a move that the seat can be sure of; "" for none."""
    _ = wording.gettext
    public = view.public
    if isinstance(action, Give):
        return _gives(action, view, wording)
    if public.strong is None:
        return ""
    if won := public.wins_with(action.card):
        return _("you play last and win {n}", n=won)
    look = outlook(action.card, public)
    if look.lowest and look.strong == public.strong:
        return _("it would be the lowest so far")
    if look.strong == action.card // 10 != public.strong:
        return _("it makes {colour} strong", colour=card_words.colour(look.strong, wording))
    return ""
