"""What helps somebody who has never played Donburiko!: one line about their own position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bot.ui.pages.wording import Wording
from cogs.donburiko import card_words
from cogs.donburiko.views import FULL, LOACH, MOST_POINTS, SeatView, totals

_TAKEABLE: Final = 2
"""A row of so many cards can be taken."""
_GOOD: Final = (5, 4)
"""What a row is worth that some would take and others wait with."""


def coach(view: SeatView, wording: Wording) -> str:
    """Return the first line that fits a seat's position, from what it knows; "" for none."""
    public, seat = view.public, view.seat
    if public.turn is None:
        return ""
    if public.turn == seat and public.taking is not None:
        return _counting(view, wording)
    if public.turn != seat:
        return ""
    return next(filter(None, (line(view, wording) for line in _LINES)))


def _counting(view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    assert view.public.taking is not None
    if any(total == MOST_POINTS for total, _won in view.public.taking.counts):
        if all(view.public.out):
            return _(
                "Your row can count as 6, the most a row can. Everybody has a row, so the round "
                "ends either way."
            )
        return _(
            "Your row can count as 6: call Donburiko! and the round ends at once, so "
            "whoever has no row yet gets none."
        )
    return _(
        "You choose now what each 1 or 5 counts as. Nearest to 6 without going over wins most; "
        "over 6 you pay."
    )


def _must_take(view: SeatView, wording: Wording) -> str:
    room = any(0 < len(row.cards) < FULL for row in view.public.rows)
    if view.private.hand and room:
        return ""
    return wording.gettext(
        "You can't add a card now, so you must take a row. Above 6 or below 0 it costs chips."
    )


def _alone(view: SeatView, wording: Wording) -> str:
    if view.public.out.count(False) > 1:
        return ""
    return wording.gettext("You're the last one in: nobody can take a row from you.")


def _known_rows(view: SeatView) -> Iterator[tuple[int, tuple[int, ...], bool]]:
    """Yield each row of which the seat knows all cards: number, cards, whether all see them."""
    for row in view.public.rows:
        cards = card_words.known(row.number, view)
        known = tuple(card for card in cards if card is not None)
        if known and len(known) == len(cards):
            yield row.number, known, None not in row.cards


def _six_in_secret(view: SeatView, wording: Wording) -> str:
    for row, cards, open_ in _known_rows(view):
        if len(cards) >= _TAKEABLE and MOST_POINTS in totals(cards) and not open_:
            return wording.gettext(
                "Row {r} scores 6, and the others can't see that: take it before "
                "somebody adds to it.",
                r=row,
            )
    return ""


def _six_for_all(view: SeatView, wording: Wording) -> str:
    public = view.public
    others = ((view.seat + step) % public.seats for step in range(1, public.seats))
    after = next(seat for seat in others if not public.out[seat])
    for row, cards, open_ in _known_rows(view):
        if len(cards) >= _TAKEABLE and MOST_POINTS in totals(cards) and open_:
            return wording.gettext(
                "Row {r} scores 6, the most a row can, and {who} plays next and could take it.",
                r=row,
                who=wording.name(after),
            )
    return ""


def _card_for_six(view: SeatView, wording: Wording) -> str:
    for row, cards, _open in _known_rows(view):
        for card in view.private.hand:
            after = (*cards, card)
            if len(after) < FULL and MOST_POINTS in totals(after):
                return wording.gettext(
                    "Your {card} can make row {r} exactly 6, but then the others play before "
                    "you: they often take it, or add to it.",
                    card=card_words.named(card, wording),
                    r=row,
                )
    return ""


def _nearly_full(view: SeatView, wording: Wording) -> str:
    for row in view.public.rows:
        if len(row.cards) == FULL - 1:
            return wording.gettext(
                "Row {r} has six cards: a seventh makes it worth 0.", r=row.number
            )
    return ""


def _no_bank(view: SeatView, wording: Wording) -> str:
    if view.public.bank:
        return ""
    return wording.gettext("The bank is empty, so face up wins nothing now.")


def _good_row(view: SeatView, wording: Wording) -> str:
    for worth in _GOOD:
        for row, cards, _open in _known_rows(view):
            best = max((total for total in totals(cards) if total <= MOST_POINTS), default=0)
            if len(cards) >= _TAKEABLE and best == worth:
                return wording.gettext(
                    "Row {r} scores {n} now: waiting may bring more, but somebody may"
                    " take it or add to it.",
                    r=row,
                    n=worth,
                )
    return ""


def _loach_lies(view: SeatView, wording: Wording) -> str:
    for row in view.public.rows:
        known = [card for card in card_words.known(row.number, view) if card is not None]
        if LOACH in known and min(known) < 0:
            return wording.gettext(
                "The loach in row {r} makes ponds count plus: −2 is +2 there.", r=row.number
            )
    return ""


def _loach_held(view: SeatView, wording: Wording) -> str:
    if LOACH not in view.private.hand or not view.public.chips[view.seat]:
        return ""
    return wording.gettext(
        "Your loach makes every pond in its row count plus. Face down, nobody can tell."
    )


def _last_round(view: SeatView, wording: Wording) -> str:
    if not view.public.final:
        return ""
    return wording.gettext("This is the last round: most chips at its end win.")


def _what_to_do(view: SeatView, wording: Wording) -> str:
    return wording.gettext(
        "Add a card (face up wins a chip) or take a row of two cards or more. 6 is best, "
        "and over 6 you pay."
    )


_LINES: Final[tuple[Callable[[SeatView, Wording], str], ...]] = (
    _must_take,
    _alone,
    _six_in_secret,
    _six_for_all,
    _nearly_full,
    _no_bank,
    _good_row,
    _card_for_six,
    _loach_lies,
    _loach_held,
    _last_round,
    _what_to_do,
)
"""The first that says something is said; the last always does."""
