"""A move of Donburiko! as advice: what to do, and its outcome as far as its player knows."""

from __future__ import annotations

from bot.ui.pages.wording import Wording
from cogs.donburiko import card_words
from cogs.donburiko.views import FULL, Action, Add, Count, SeatView, Take


def hint(action: Action, view: SeatView, wording: Wording) -> str:
    """Return a move as advice to the player of a seat."""
    _ = wording.gettext
    match action:
        case Add():
            return _add(action, view, wording)
        case Take():
            gain = card_words.taking(action.row, view, wording)
            return _("Take row {row}. It brings you {gain}.", row=action.row, gain=gain)
        case Count():
            choice = card_words.count_label(action, view.public, wording)
            return _("Choose {choice}.", choice=choice)


def _add(add: Add, view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    if add.face_down:
        said = _("Put {card} face down on row {row}. To you the row is then worth {worth}.")
    elif view.public.bank:
        said = _("Add {card} to row {row}. You win a chip, and the row is then worth {worth}.")
    else:
        said = _("Add {card} to row {row}. The row is then worth {worth}.")
    row = (*card_words.known(add.row, view), add.card)
    worth = card_words.worth(row, wording) if len(row) < FULL else "0"
    card = card_words.shown([add.card], wording)
    return said.format(card=card, row=add.row, worth=worth)
