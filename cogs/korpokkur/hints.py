"""A move of 7 Little Korpokkurs as advice: what to do, and why."""

from __future__ import annotations

from typing import Final

from bot.ui.pages.wording import Wording
from cogs.korpokkur import card_words
from cogs.korpokkur.actions import (
    Action,
    Answer,
    Arwampe,
    Bag,
    Give,
    Handover,
    Isam,
    Kamuy,
    Korkoni,
)
from cogs.korpokkur.components import ENOUGH, KORPOKKUR
from cogs.korpokkur.views import SeatView

_MUCH: Final = ENOUGH - 2
"""Of so many butterbur in a bag it is worth speaking."""


def hint(action: Action, view: SeatView, wording: Wording) -> str:
    """Return what a move does, verb first."""
    _ = wording.gettext
    match action:
        case Give():
            chips = card_words.some(action.chips, action.number, wording)
            return _("Offer {chips}", chips=chips)
        case Answer():
            return _("Say Eh (yes) and take them") if action.eh else _("Say Somo (no)")
        case Kamuy():
            card = card_words.shown_card(action.card, wording)
            if action.target is None:
                return _("Play {card}", card=card)
            return _("Play {card} with {who}", card=card, who=wording.marked(action.target))
        case Korkoni():
            return _("Accuse {who}", who=wording.marked(action.target))
        case Isam():
            return _("Call Isam! and leave the round with 1 point")
        case Arwampe():
            return _("Call Arwampe!")
        case Bag():
            chips = card_words.both(action.korpokkur, action.butterbur, wording)
            return _("Fill your bag with {chips}", chips=chips)
        case Handover():
            return _("Pass on {card}", card=card_words.shown_card(action.card, wording))


def because(action: Action, view: SeatView, wording: Wording) -> str:
    """Return the first good reason for a move that the seat can be sure of; "" for none."""
    _ = wording.gettext
    match action:
        case Arwampe():
            return _("it wins the round")
        case Korkoni():
            least = view.private.bags[action.target][2]
            if least >= _MUCH:
                return _("you know of {n} butterbur there", n=least)
        case Give(chips=chips, number=number):
            if chips == KORPOKKUR:
                return _("after Somo you draw more")
            return _("after Eh you're rid of {n}", n=number)
        case Answer(eh=True) if view.private.bags[view.public.turn][3] < view.public.number:
            return _("it can only be korpokkur")
        case Answer(eh=False) if (after := view.private.butterbur + view.public.number) >= ENOUGH:
            return _("with Eh you might hold {n} butterbur", n=after)
        case Isam():
            return _("it's a sure point")
        case _:
            pass
    return ""
