"""A move of Shiranui as advice: which card or tokens, and why."""

from __future__ import annotations

from bot.ui.pages.wording import Wording
from cogs.shiranui import card_words
from cogs.shiranui.outlook import SPEND, bound, outlook, standing
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


def because(action: Action, view: SeatView, wording: Wording) -> str:
    """Return the first good reason for a move that the seat can be sure of; "" for none."""
    _ = wording.gettext
    public = view.public
    if isinstance(action, Give):
        return _gives(action, view, wording)
    if public.strong is None:
        return _leads(action.card, view, wording)
    if won := public.wins_with(action.card):
        return _("you play last and win {n}", n=won)
    look = outlook(action.card, public)
    if look.lowest and look.strong == public.strong:
        return _("it would be the lowest so far")
    if look.strong == action.card // 10 != public.strong:
        return _("it makes {colour} strong", colour=card_words.colour(look.strong, wording))
    if not look.wins:
        return _loses(action.card, view, wording)
    return ""


def _gives(give: Give, view: SeatView, wording: Wording) -> str:
    """Return what a card that must be played wins after a give, as the trick stands then, or else
    what somebody else wins no more.
    """
    _ = wording.gettext
    public, number = view.public, give.tokens + give.clear
    place = [laid.card for laid in public.trick].index(give.target)
    looks = [(outlook(card, public, place, number), card) for card in bound(view)]
    points, card = max(((look.points, -card) for look, card in looks), default=(0, 0))
    if points:
        mine = card_words.card(-card, wording)
        return _("your {mine} then wins {n} as it stands", mine=mine, n=points)
    if change := _less(standing(public), standing(public, place, number), view, wording):
        return change
    if public.number >= SPEND:
        return _("tokens left after trick 8 are lost")
    return ""


def _less(
    now: tuple[int, int] | None, then: tuple[int, int] | None, view: SeatView, wording: Wording
) -> str:
    """Return that whoever else wins as a trick stands `now` wins less `then`, or no more."""
    if now is None or then is None or view.seat in (now[0], then[0]):
        return ""
    _ = wording.gettext
    if now[0] != then[0]:
        return _("{who} then wins no more as it stands", who=wording.name(now[0]))
    if then[1] >= now[1]:
        return ""
    who = wording.name(now[0])
    return _("{who} then wins {n} as it stands, not {m}", who=who, n=then[1], m=now[1])


def _leads(card: int, view: SeatView, wording: Wording) -> str:
    """Return why a card is led: that few cards are lower, or what stays in the hand."""
    colour = card_words.colour(card // 10, wording)
    known = {*view.private.hand, *(each for played in view.public.played for each in played)}
    lower = [each for each in range(card - card % 10, card) if each not in known]
    if not lower:
        return wording.gettext("nobody can have a lower {colour} card", colour=colour)
    if len(lower) == 1:
        return wording.gettext("only one {colour} card can be lower", colour=colour)
    return _kept(card, view, wording)


def _loses(card: int, view: SeatView, wording: Wording) -> str:
    """Return what a card that doesn't win is good for."""
    after = standing(view.public, card=card)
    return _less(standing(view.public), after, view, wording) or _kept(card, view, wording)


def _kept(card: int, view: SeatView, wording: Wording) -> str:
    """Return what is good about a hand without a card."""
    _ = wording.gettext
    colour = card_words.colour(card // 10, wording)
    same = [each for each in view.private.hand if each // 10 == card // 10 and each != card]
    if not same and len(view.private.hand) > 1:
        return _("you hold no {colour} then, and play any card while it's strong", colour=colour)
    if same and min(same) < card:
        lower = card_words.card(min(same), wording)
        return _("you keep your {lower} for later, which is lower", lower=lower)
    return ""
