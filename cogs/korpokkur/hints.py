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
from cogs.korpokkur.components import BUTTERBUR, CARD_CHIPS, ENOUGH, KORPOKKUR, Card, Chips
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
            if not action.eh:
                return _("Say Somo (no)")
            return wording.ngettext(
                "Say Eh (yes) and take it", "Say Eh (yes) and take them", view.public.number
            )
        case Kamuy():
            card = card_words.shown_card(action.card, wording)
            if action.target is None:
                return wording.pgettext("KAMUY card", "Play {card}", card=card)
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
            return _accusing(action.target, view, wording)
        case Give(chips=chips, number=number):
            return _offer(chips, number, view, wording)
        case Answer(eh=eh):
            return _answer(view, wording, eh=eh)
        case Isam():
            return _("it's a sure point")
        case Kamuy(card=card, target=target):
            return _card(card, target, view, wording)
        case Bag(korpokkur=korpokkur, butterbur=butterbur):
            return _bag(korpokkur, butterbur, wording)
        case _:
            pass
    return ""


def _accusing(target: int, view: SeatView, wording: Wording) -> str:
    """Return what speaks for an accusation, also for one that can't be right."""
    _ = wording.gettext
    least, most = view.private.bags[target][2:4]
    if most < ENOUGH:
        taken = min(most, CARD_CHIPS)
        if view.private.butterbur + taken >= ENOUGH:
            return ""
        return _(
            "your turn ends without an offer: you'll be wrong, but take {n} butterbur at most",
            n=taken,
        )
    if least >= _MUCH:
        return _("you know of {n} butterbur there", n=least)
    who = wording.name(target)
    return _(
        "{who} may hold {n} to {most} butterbur, by all you have seen", who=who, n=least, most=most
    )


def _answer(view: SeatView, wording: Wording, *, eh: bool) -> str:
    """Return what speaks for an answer, by what may have been offered."""
    _ = wording.gettext
    after = view.private.butterbur + view.public.number
    korpokkur = view.private.bags[view.public.turn][3] < view.public.number
    if eh and korpokkur:
        return _("it can only be korpokkur")
    if eh:
        text = _("even if it's butterbur, you hold {n} at most", n=after)
        return text if after < ENOUGH else ""
    if after >= ENOUGH and not korpokkur:
        return _("with Eh you might hold {n} butterbur", n=after)
    return _("nothing unknown gets into your bag, and everybody sees what was offered")


def _offer(chips: Chips, number: int, view: SeatView, wording: Wording) -> str:
    """Return what an offer brings with the answer that is hoped for."""
    _ = wording.gettext
    left, mine = view.public.korpokkur, view.private
    if chips != KORPOKKUR:
        chips_left = card_words.some(chips, mine.butterbur - number, wording)
        return _("after Eh (yes) you hold {chips}", chips=chips_left)
    if left is None or left < number:
        return _("after Somo (no) you keep them")
    return _("after Somo (no) you hold {n} korpokkur", n=mine.korpokkur + number)


def _card(card: Card, target: int | None, view: SeatView, wording: Wording) -> str:
    """Return what a KAMUY card does for the seat that plays it, as far as that is sure."""
    _ = wording.gettext
    mine = view.private
    match card:
        case "drop-butterbur" if mine.butterbur:
            chips_left = card_words.some(BUTTERBUR, max(mine.butterbur - CARD_CHIPS, 0), wording)
            return _("it leaves you {chips}", chips=chips_left)
        case "take-korpokkur":
            return _("it gives you up to 2 more korpokkur")
        case "drop-korpokkur":
            return _("the others lose up to 2 korpokkur, too")
        case "take-butterbur" if mine.butterbur + CARD_CHIPS < ENOUGH:
            return _(
                "others may reach 7 butterbur, and you hold {n} at most",
                n=mine.butterbur + CARD_CHIPS,
            )
        case "swap-bags" | "pass-bags" if mine.butterbur >= _MUCH:
            return _("you're rid of a bag with {n} butterbur", n=mine.butterbur)
        case "swap-bags" if target is not None and mine.bags[target][3] < mine.butterbur:
            who = wording.name(target)
            return _("{who} surely has less butterbur than you", who=who)
        case _:
            return ""


def _bag(korpokkur: int, butterbur: int, wording: Wording) -> str:
    if korpokkur == butterbur:
        return ""
    if korpokkur > butterbur:
        return wording.gettext("more korpokkur is nearer to 7")
    return ""
