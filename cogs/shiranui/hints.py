"""A move of Shiranui as advice: which card or tokens, and what that does to the trick."""

from __future__ import annotations

from bot.ui.pages.wording import Wording
from cogs.shiranui import card_words
from cogs.shiranui.views import Action, Give, Play, Public, SeatView


def hint(action: Action, view: SeatView, wording: Wording) -> str:
    """Return a move as advice to the player of a seat."""
    match action:
        case Give():
            return _give(action, view.public, wording)
        case Play():
            return _play(action.card, view.public, wording)


def _give(give: Give, view: Public, wording: Wording) -> str:
    (laid,) = [each for each in view.trick if each.card == give.target]
    return wording.gettext(
        "Give {tokens} to {owner}'s {card}: its total is then {total}.",
        tokens=card_words.given(give.target // 10, give.tokens, give.clear, wording),
        owner=wording.name(laid.seat),
        card=card_words.shown(give.target, wording),
        total=laid.total + give.tokens + give.clear,
    )


def _play(card: int, view: Public, wording: Wording) -> str:
    _ = wording.gettext
    shown = card_words.shown(card, wording)
    if view.strong is None:
        return _("Lead {card}.", card=shown)
    if len(view.trick) + 1 < view.seats:
        if card // 10 == view.strong:
            return _("Play {card}. It's of the strong colour.", card=shown)
        return _("Play {card}. It isn't of the strong colour.", card=shown)
    worth = view.wins_with(card)
    if worth is None:
        return _("Play {card}. It doesn't win the trick.", card=shown)
    return wording.ngettext(
        "Play {card}. It wins the trick for {n} point.",
        "Play {card}. It wins the trick for {n} points.",
        worth,
        card=shown,
        n=worth,
    )
