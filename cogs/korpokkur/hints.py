"""A move of 7 Little Korpokkurs as advice, and its outcome as far as its player knows."""

from __future__ import annotations

from bot.ui.pages.wording import Wording
from cogs.korpokkur import card_words
from cogs.korpokkur.views import (
    ENOUGH,
    KORPOKKUR,
    Action,
    Answer,
    Arwampe,
    Bag,
    Give,
    Handover,
    Isam,
    Kamuy,
    Korkoni,
    SeatView,
)


def hint(action: Action, view: SeatView, wording: Wording) -> str:
    """Return a move as advice to the player of a seat."""
    _ = wording.gettext
    match action:
        case Give():
            return _give(action, wording)
        case Answer():
            if action.eh:
                return _("Say Eh and take them. Nobody else sees what they are.")
            return _("Say Somo. You take nothing, and everybody sees what was offered.")
        case Kamuy():
            return _card(action, wording)
        case Korkoni():
            return _korkoni(action.target, view, wording)
        case Isam():
            return _("Call Isam! Your bag is empty, so you leave the round for 1 point.")
        case Arwampe():
            said = _("Call Arwampe! With {n} korpokkur you win the round.")
            return said.format(n=view.private.korpokkur)
        case Bag():
            said = _("Fill your bag with {chips}.")
            return said.format(chips=card_words.both(action.korpokkur, action.butterbur, wording))
        case Handover():
            return _("Pass on {card}.", card=card_words.shown_card(action.card, wording))


def _give(give: Give, wording: Wording) -> str:
    _ = wording.gettext
    if give.chips == KORPOKKUR:
        said = _("Offer {chips}. If they're refused, you keep them and draw as many more.")
    else:
        said = _("Offer {chips}. If they're taken, you're rid of them.")
    return said.format(chips=card_words.some(give.chips, give.number, wording))


def _card(play: Kamuy, wording: Wording) -> str:
    _ = wording.gettext
    card = card_words.told_card(play.card, 1, wording)
    if play.target is None:
        return _("Play {card}.", card=card)
    return _("Play {card}. Choose {who}.", card=card, who=wording.marked(play.target))


def _korkoni(target: int, view: SeatView, wording: Wording) -> str:
    """Return the call, and whether it is sure, by what the seat can work out about that bag."""
    _ = wording.gettext
    who = wording.marked(target)
    _k0, _k1, least, most, _n0, _n1 = view.private.bags[target]
    if least >= ENOUGH:
        said = _("Call Korkoni! on {who}: you know of {n} butterbur or more in that bag.")
        return said.format(who=who, n=least)
    if most >= ENOUGH:
        said = _("Call Korkoni! on {who}: that bag may hold up to {n} butterbur, but it's a risk.")
        return said.format(who=who, n=most)
    return _("Call Korkoni! on {who}. It costs you 2 butterbur, if anything.", who=who)
