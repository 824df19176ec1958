"""A move of Donburiko! as advice: what to do, and why."""

from __future__ import annotations

from typing import Final

from bot.ui.pages.wording import Wording
from cogs.donburiko import card_words
from cogs.donburiko.views import FULL, MOST_POINTS, Action, Add, Count, SeatView, Take, totals

_ENOUGH: Final = 99
"""With this many chips anybody pays for any row."""
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
            return _takes(action.row, view, wording)
        case Count():
            return _counts(action, view, wording)
        case Add():
            return _adds(action, view, wording)


def _takes(row: int, view: SeatView, wording: Wording) -> str:
    """Return what a row brings, or that no other brings more."""
    _ = wording.gettext
    if not _known(row, view):
        seen = [card for card in card_words.known(row, view) if card is not None]
        worth = card_words.best(seen, 0)
        return _("what you see of it is worth {n}", n=worth) if worth > 0 else ""
    won = _brings(row, view)
    if won > 0:
        owed = _owed(won - view.public.rows[row - 1].chips, view, wording)
        return owed or _("it brings {n} now", n=won)
    others = [each.number for each in view.public.rows if len(each.cards) > 1]
    if all(_known(each, view) and _brings(each, view) <= won for each in others):
        return _("no row brings more now")
    return ""


def _counts(count: Count, view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    if view.public.taking is None:
        return ""
    found = dict(view.public.taking.counts)
    won = found[count.total]
    if won <= 0:
        return _("no other choice brings more") if won == max(found.values()) else ""
    if owed := _owed(won, view, wording):
        return owed
    if count.announce and not all(view.public.out):
        return _("it brings {n} now, and whoever has no row yet gets none", n=won)
    return _("it brings {n} now", n=won)


def _owed(points: int, view: SeatView, wording: Wording) -> str:
    """Return that the bank can't pay points in full, so that they count at the end only."""
    if points <= view.public.bank:
        return ""
    return wording.gettext("the bank then owes you {n} until the end", n=points)


def _adds(add: Add, view: SeatView, wording: Wording) -> str:
    """Return why a card is laid on a row: what it makes of that, and what is kept."""
    _ = wording.gettext
    if add.face_down and _makes_six(add, view):
        return _("the row is 6 then, and nobody else sees it")
    if spoilt := _spoils(add, view, wording):
        return spoilt
    if given := _gives(add, view, wording):
        return given
    if kept := _keeps(add, view, wording):
        return kept
    chip, total = bool(view.public.bank), _comes_to(add, view)
    if view.public.out.count(False) == 1:
        alone = _("nobody can take a row from you, and it wins a chip")
        return alone if chip and not add.face_down else _("nobody can take a row from you")
    if add.face_down:
        return _("nobody else can tell then what row {r} is worth", r=add.row)
    if total < 0:
        return _("whoever takes row {r} then pays {n}", r=add.row, n=-total)
    if total:
        both = _("it wins a chip, and row {r} is worth {n} then")
        return (both if chip else _("row {r} is worth {n} then")).format(r=add.row, n=total)
    return _("it wins a chip") if chip else ""


def _gives(add: Add, view: SeatView, wording: Wording) -> str:
    """Return that all see what a face-up card makes of its row, and that the next player could take
    it for much.
    """
    cards, after = _known(add.row, view), _next_in(view)
    if add.face_down or not cards or None in view.public.rows[add.row - 1].cards or after is None:
        return ""
    worth = card_words.best((*cards, add.card), view.public.chips[after])
    if worth < _MUCH:
        return ""
    _ = wording.gettext
    text = (
        _("it wins a chip, though {who} could then take row {r} for {n}")
        if view.public.bank
        else _("row {r} is worth {n} then, though {who} could take it")
    )
    return text.format(who=wording.name(after), r=add.row, n=worth)


def _next_in(view: SeatView) -> int | None:
    """Return which of the others plays next in this round; None if nobody does."""
    public = view.public
    others = ((view.seat + step) % public.seats for step in range(1, public.seats))
    return next((seat for seat in others if not public.out[seat]), None)


def _keeps(add: Add, view: SeatView, wording: Wording) -> str:
    """Return that a card which stays in the hand can make another row exactly 6."""
    hand = list(view.private.hand)
    hand.remove(add.card)
    for row in view.public.rows:
        for card in hand if row.number != add.row else ():
            if _makes_six(Add(card, row.number, face_down=False), view):
                named = card_words.named(card, wording)
                return wording.gettext(
                    "you keep your {card}, which can make row {r} exactly 6",
                    card=named,
                    r=row.number,
                )
    return ""


def _comes_to(add: Add, view: SeatView) -> int:
    """Return what a row is worth with a card, at best; below 0 what it costs; 0 if none knows."""
    cards = (*_known(add.row, view), add.card)
    return card_words.best(cards, _ENOUGH) if len(cards) > 1 else 0


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
    public, cards, after = view.public, _known(add.row, view), _next_in(view)
    if len(cards) < 2 or None in public.rows[add.row - 1].cards or after is None:
        return ""
    held = public.chips[after]
    now = card_words.best(cards, held)
    if now < _MUCH or now <= card_words.best((*cards, add.card), held):
        return ""
    return wording.gettext("{who} could take that row for {n}", who=wording.name(after), n=now)
