"""A move of Colors of Kasane as advice: which card to take, and which meld to score with it."""

from __future__ import annotations

from bot.ui.pages.wording import Wording
from cogs.kasane import card_words
from cogs.kasane.melds import Way
from cogs.kasane.views import PLUS_ONE, Action, SeatView


def hint(action: Action, view: SeatView, wording: Wording) -> str:
    """Return a move as advice to the player of a seat."""
    _ = wording.gettext
    card = view.public.rows[action.row - 1][-1]
    hand, top = card_words.to_meld_with(view, card)
    shown = card_words.shown([card], wording)
    if action.meld is not None:
        way = Way(action.meld, action.size, action.top)
        meld = card_words.way_shown(way, hand, top, view.public, wording)
        said = _("Take {card} from row {row} and score {meld}.")
        return said.format(card=shown, row=action.row, meld=meld)
    if card == PLUS_ONE:
        said = _("Take {card} from row {row}: it's 1 point, and your hand stays as it is.")
    else:
        said = _("Take {card} from row {row} and score no meld yet: you build up your hand.")
    return said.format(card=shown, row=action.row)
