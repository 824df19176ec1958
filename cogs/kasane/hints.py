"""A move of Colors of Kasane as advice: which card to take, with which meld, and why."""

from __future__ import annotations

from typing import Final

from bot.ui.pages.wording import Wording
from cogs.kasane import card_words
from cogs.kasane.melds import Way, cards_of, ways
from cogs.kasane.views import NUMBERS, PLUS_ONE, WHOLE_ROBE, Action, SeatView

_PLUS_ONE_POINTS: Final = 1


def hint(action: Action, view: SeatView, wording: Wording) -> str:
    """Return what a move does, verb first."""
    _ = wording.gettext
    card = view.public.rows[action.row - 1][-1]
    hand, top = card_words.to_meld_with(view, card)
    shown = card_words.shown([card], wording)
    if action.meld is None:
        return _("Take {card} from row {row}", card=shown, row=action.row)
    way = Way(action.meld, action.size, action.top)
    # The reason says what it brings.
    cards = card_words.melded(cards_of(way, hand, top), wording, top=way.top)
    meld = f"{card_words.name(way.meld, wording)} {cards}"
    return _("Take {card} from row {row} and score {meld}", card=shown, row=action.row, meld=meld)


def because(action: Action, view: SeatView, wording: Wording) -> str:
    """Return the first good reason for a move that the seat can be sure of; "" for none."""
    _ = wording.gettext
    card = view.public.rows[action.row - 1][-1]
    won = _PLUS_ONE_POINTS if card == PLUS_ONE else 0
    if action.meld is not None:
        won += card_words.worth(Way(action.meld, action.size, action.top), view.public)
    if won:
        return _stays(won, action, view, wording) or _("it scores {n} now", n=won)
    if can := _with_one_more(card, view):
        return _("with one more card it can score {n}", n=can)
    if taken := _takes_from_next(card, view, wording):
        return taken
    rival = _next_without(action.row, view)
    if rival is not None:
        return _("the card behind it makes no meld for {who}", who=wording.name(rival))
    return ""


def _takes_from_next(card: int, view: SeatView, wording: Wording) -> str:
    """Return that the card would make a meld for the next player; all can see their cards."""
    public = view.public
    if not _goes_on(view):
        return ""
    rival = (view.seat + 1) % public.seats
    robe = public.robes[rival]
    top = robe[-1] if robe else PLUS_ONE
    hand = (*public.hands[rival], card)
    found = [card_words.worth(way, public) for way in ways(hand, top, public.marks)]
    if not found:
        return ""
    who = wording.name(rival)
    return wording.gettext("{who} could score {n} with it", who=who, n=max(found))


def _stays(won: int, action: Action, view: SeatView, wording: Wording) -> str:
    """Return what stays in the hand for a later meld, where another meld would score more now."""
    _ = wording.gettext
    found = [
        card_words.worth(way, view.public)
        for row in filter(None, view.public.rows)
        for way in ways(*card_words.to_meld_with(view, row[-1]), view.public.marks)
    ]
    card = view.public.rows[action.row - 1][-1]
    hand, _top = card_words.to_meld_with(view, card)
    used = 0 if action.meld is None else Way(action.meld, action.size, action.top).from_hand
    if won >= max(found, default=0) or len(hand) <= used:
        return ""
    stay = card_words.shown(hand[: len(hand) - used], wording)
    return _("it scores {n} now, and {cards} stays in your hand for more", n=won, cards=stay)


def _with_one_more(card: int, view: SeatView) -> int:
    """Return the most that a card scores with some number on top of it; 0 without another turn."""
    hand, top = card_words.to_meld_with(view, card)
    if len(hand) + len(view.public.robes[view.seat]) >= WHOLE_ROBE:
        return 0
    return max(
        (
            card_words.worth(way, view.public)
            for number in NUMBERS
            for way in ways((*hand, number), top, view.public.marks)
            if way.from_hand > 1
        ),
        default=0,
    )


def _goes_on(view: SeatView) -> bool:
    """Tell whether the next player takes a card, too, before the round is over."""
    return sum(map(len, view.public.rows)) - 1 > view.public.seats


def _next_without(row: int, view: SeatView) -> int | None:
    """Return the next player, if the card behind the front one makes no meld for them."""
    public = view.public
    rival, behind = (view.seat + 1) % public.seats, public.rows[row - 1][-2:-1]
    if not behind or not _goes_on(view) or behind[0] == PLUS_ONE:
        return None
    robe = public.robes[rival]
    hand, top = (*public.hands[rival], behind[0]), robe[-1] if robe else PLUS_ONE
    return None if ways(hand, top, public.marks) else rival
