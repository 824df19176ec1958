"""What helps somebody who has never played Colors of Kasane: one line about their position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bot.ui.pages.wording import Wording
from cogs.kasane import card_words
from cogs.kasane.card_art import number
from cogs.kasane.melds import BOXES_OF, ways
from cogs.kasane.views import (
    FREE,
    PLUS_ONE,
    ROBE_COUNTS_FROM,
    ROUNDS,
    ROW,
    WHOLE_ROBE,
    Meld,
    SeatView,
)

_MAKES_TEN: Final = 10
_NEARLY: Final = range(ROBE_COUNTS_FROM - 2, ROBE_COUNTS_FROM)
"""The sizes of a robe that will soon score its colours."""
_RUNS: Final[tuple[tuple[Meld, range], ...]] = (("kagen", range(1, 6)), ("jyougen", range(5, 10)))


def coach(view: SeatView, wording: Wording) -> str:
    """Return the first line that fits a seat's position, from what it knows; "" for none."""
    if view.public.turn != view.seat:
        return ""
    return next(filter(None, (line(view, wording) for line in _LINES)))


def _fronts(view: SeatView) -> Iterator[tuple[int, int]]:
    """Yield the rows that aren't empty, each with its front card."""
    for row, cards in enumerate(view.public.rows, start=1):
        if cards:
            yield row, cards[-1]


def _makes_meld(view: SeatView, wording: Wording) -> str:
    found = [
        (card_words.worth(way, view.public), -row, way)
        for row, card in _fronts(view)
        if card != PLUS_ONE
        for way in ways(*card_words.to_meld_with(view, card), view.public.marks)
    ]
    if not found:
        return ""
    _points, negative, way = max(found, key=lambda each: each[:2])
    # Which meld it is stands below the hand.
    said = (
        wording.gettext(
            "Row {r}'s {card} would make a meld with the last card of your robe, in brackets here. "
            "If you take it, you can score that."
        )
        if way.top
        else wording.gettext(
            "Row {r}'s {card} would make a meld at the end of your hand. If you take it, you can "
            "score that."
        )
    )
    return said.format(r=-negative, card=number(view.public.rows[-negative - 1][-1]))


def _no_hand(view: SeatView, wording: Wording) -> str:
    if view.private.hand or view.seat in view.public.marks:
        return ""
    return wording.gettext(
        "Take a front card: a number goes on the right of your hand. Collect a meld there, like "
        "4-3-2: it scores 3 points."
    )


def _first_box(view: SeatView, wording: Wording) -> str:
    if view.private.hand or view.public.marks.count(view.seat) != 1:
        return ""
    return wording.gettext(
        "On the board, each + beside a meld can still be scored: +4 takes 4 cards, but a trio "
        "always 3. Your sign marks the one you scored."
    )


def _robe_counts_soon(view: SeatView, wording: Wording) -> str:
    # With cards to build on there is something nearer at hand.
    if view.private.hand or len(view.public.robes[view.seat]) not in _NEARLY:
        return ""
    return wording.gettext(
        "At the end a robe of 8 cards or more scores its colours too: 5 points for 1 or 9 colours, "
        "0 for 5."
    )


def _plus_one(view: SeatView, wording: Wording) -> str:
    # Whoever has one knows what it does.
    known = PLUS_ONE in view.public.robes[view.seat]
    if known or all(card != PLUS_ONE for _row, card in _fronts(view)):
        return ""
    if view.public.easier:
        return wording.gettext(
            "A +1 goes straight to your robe for 1 point. Your hand stays as it is, and you may "
            "still lay a meld from it."
        )
    return wording.gettext("A +1 goes straight to your robe for 1 point. Your hand stays as it is.")


def _last_round(view: SeatView, wording: Wording) -> str:
    seats, left = view.public.seats, sum(map(len, view.public.rows))
    first = left > seats * (ROW[seats] - 1)
    if view.public.round < ROUNDS[seats] or not first:
        return ""
    return wording.gettext(
        "Last round: cards left in your hand score nothing, so even a small meld helps."
    )


def _last_turn(view: SeatView, wording: Wording) -> str:
    # A meld in reach is said before, and what helps on a later turn after it.
    if len(view.private.hand) + len(view.public.robes[view.seat]) + 1 < WHOLE_ROBE:
        return ""
    if any(card == PLUS_ONE for _row, card in _fronts(view)):
        return wording.gettext("This is your last turn: a +1 still scores 1 point.")
    return wording.gettext(
        "This is your last turn, and no front card brings you points: take any of them."
    )


def _free(view: SeatView, meld: Meld, size: int) -> bool:
    return any(view.public.marks[box] == FREE for box in BOXES_OF[meld, size])


def _robe_helps(view: SeatView, wording: Wording) -> str:
    _, last = wording.gettext, (PLUS_ONE, *view.public.robes[view.seat])[-1]
    if last == PLUS_ONE:
        return ""
    text = ""
    if _free(view, "juu", 2):
        text = _(
            "If a card {b} comes to the front, it can score 2 by itself: with the {a} at the end "
            "of your robe it makes 10."
        )
    elif not view.private.hand and _free(view, _alike(last), 3):
        text = (
            _("The last card of your robe may begin a meld: its {a} and two more odd numbers.")
            if last % 2
            else _(
                "The last card of your robe may begin a meld: its {a} and two more even numbers."
            )
        )
    return text.format(a=last, b=_MAKES_TEN - last)


def _alike(card: int) -> Meld:
    """Return the meld of odd or of even numbers that a card may be in."""
    return "katyou" if card % 2 else "setsu"


def _two_of_a_kind(view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    below = view.private.hand[-1] if view.private.hand else PLUS_ONE
    if below == PLUS_ONE or not _free(view, _alike(below), 3):
        return ""
    for _row, card in _fronts(view):
        if card != PLUS_ONE and card % 2 == below % 2:
            text = (
                _("With the {c} your hand ends in {a}-{c}: two odd numbers. A third can score 3.")
                if below % 2
                else _(
                    "With the {c} your hand ends in {a}-{c}: two even numbers. A third can score 3."
                )
            )
            return text.format(c=card, a=below)
    return ""


def _two_in_order(view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    below = view.private.hand[-1] if view.private.hand else PLUS_ONE
    if below == PLUS_ONE:
        return ""
    for row, card in _fronts(view):
        for meld, within in _RUNS:
            if below not in within or card not in within or not _free(view, meld, 3):
                continue
            onward = range(card - 1, within[0] - 1, -1) if card < below else range(card + 1, 10)
            further = [each for each in onward if each in within and card != below]
            if further:
                seen = _next_fronts(view, row)
                third = next((each for each in further if each in seen), further[0])
                text = (
                    _(
                        "With the {c} your hand ends in {a}-{c}, which goes down. {b} next turn "
                        "can score 3 as a run."
                    )
                    if card < below
                    else _(
                        "With the {c} your hand ends in {a}-{c}, which goes up. {b} next turn can "
                        "score 3 as a run."
                    )
                )
                return text.format(c=card, a=below, b=third)
    return ""


def _next_fronts(view: SeatView, taken: int) -> list[int]:
    """Return the cards that lie in front once the front card of a row is taken."""
    rows = enumerate(view.public.rows, start=1)
    left = (cards[:-1] if row == taken else cards for row, cards in rows)
    return [cards[-1] for cards in left if cards]


def _what_to_do(view: SeatView, wording: Wording) -> str:
    return wording.gettext(
        "You may never sort your hand, so take cards in the order of the meld you want."
    )


_LINES: Final[tuple[Callable[[SeatView, Wording], str], ...]] = (
    _makes_meld,
    _no_hand,
    _first_box,
    _robe_counts_soon,
    _plus_one,
    _last_round,
    _last_turn,
    _robe_helps,
    _two_of_a_kind,
    _two_in_order,
    _what_to_do,
)
"""The first that says something is said; the last always does."""
