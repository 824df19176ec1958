"""A move of Donburiko! as advice: what to do, and why."""

from __future__ import annotations

from typing import Final

from bot.ui.pages.wording import Wording
from cogs.donburiko import card_words
from cogs.donburiko.views import FULL, MOST_POINTS, Action, Add, Count, SeatView, Take, totals

_MUCH: Final = 3
"""So much somebody should be kept from winning."""


def hint(action: Action, view: SeatView, wording: Wording) -> str:
    """Return what a move does, verb first."""
    _ = wording.gettext
    match action:
        case Add():
            card = card_words.shown([action.card], wording)
            if action.face_down:
                return _("Put {card} face down on row {row}", card=card, row=action.row)
            return _("Add {card} face up to row {row}", card=card, row=action.row)
        case Take():
            return _("Take row {row}", row=action.row)
        case Count():
            choice = card_words.count_label(action, view.public, wording)
            return _("Choose {choice}", choice=choice)


def because(action: Action, view: SeatView, wording: Wording) -> str:
    """Return the first good reason for a move that the seat can be sure of; "" for none."""
    _ = wording.gettext
    match action:
        case Take():
            won = _brings(action.row, view)
            if won > 0:
                return _("it brings {n} now", n=won)
        case Count():
            if view.public.taking is not None:
                won = dict(view.public.taking.counts)[action.total]
                return _("it brings {n} now", n=won) if won > 0 else ""
        case Add():
            if action.face_down and _makes_six(action, view):
                return _("the row is 6 then, and nobody else sees it")
            chip = "" if action.face_down or not view.public.bank else _("it wins a chip")
            return _spoils(action, view, wording) or chip
    return ""


def _known(row: int, view: SeatView) -> tuple[int, ...]:
    """Return the cards of a row if the seat knows them all, else none."""
    cards = card_words.known(row, view)
    seen = tuple(card for card in cards if card is not None)
    return seen if len(seen) == len(cards) else ()


def _brings(row: int, view: SeatView) -> int:
    """Return what a row brings with the chips on it; 0 if the seat doesn't know all of it."""
    cards, on_it = _known(row, view), view.public.rows[row - 1].chips
    return card_words.best(cards, view.public.chips[view.seat] + on_it) + on_it if cards else 0


def _makes_six(add: Add, view: SeatView) -> bool:
    cards = _known(add.row, view)
    after = (*cards, add.card)
    return bool(cards) and len(after) < FULL and MOST_POINTS in totals(after)


def _spoils(add: Add, view: SeatView, wording: Wording) -> str:
    """Return that the next player could take the row, if all see it and it's worth less then."""
    public, cards = view.public, _known(add.row, view)
    others = ((view.seat + step) % public.seats for step in range(1, public.seats))
    after = [seat for seat in others if not public.out[seat]]
    if len(cards) < 2 or None in public.rows[add.row - 1].cards or not after:
        return ""
    held = public.chips[after[0]]
    now = card_words.best(cards, held)
    if now < _MUCH or now <= card_words.best((*cards, add.card), held):
        return ""
    return wording.gettext("{who} could take that row for {n}", who=wording.name(after[0]), n=now)
