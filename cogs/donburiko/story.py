"""What a finished game of Donburiko! will be remembered for, and what to try next time."""

from __future__ import annotations

from typing import Final

from bot.engine.game import Result
from bot.ui.pages.numbers import number
from bot.ui.pages.wording import Wording
from cogs.donburiko.views import FACE_UP, LOACH, MOST_POINTS, START_CHIPS, Public, TakenRow

DEAR: Final = 3
"""As many chips paid for rows are worth a word."""
SEVERAL: Final = 2
"""From so many calls on they are told."""


def story(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Return the first sentence that fits a winner; "" if none does."""
    return (
        _loach(view, who, wording)
        or _paid(view, result, who, wording)
        or _donburiko(view, who, wording)
        or _calls(view, who, wording)
        or _cards(view, result, who, wording)
        or _best_row(view, who, wording)
    )


def _loach(view: Public, who: int, wording: Wording) -> str:
    """Tell of a row of ponds that a hidden loach made good."""
    for row in view.taken:
        laid = zip(row.cards, row.owners, strict=True)
        hidden = any(card == LOACH and owner != FACE_UP for card, owner in laid)
        ponds = any(card < 0 and card != LOACH for card in row.cards)
        if row.seat == who and hidden and ponds and row.points > 0:
            return wording.gettext(
                "A hidden loach in round {r} turned ponds into plus points: {who} took that row "
                "for {n}.",
                r=row.round,
                who=wording.name(who),
                n=row.points,
            )
    return ""


def _paid(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Tell of a row that cost somebody the victory."""
    rows = [row for row in view.taken if row.seat not in result.winners and row.points < 0]
    for row in sorted(rows, key=lambda row: row.points):
        missed = result.scores[who] - result.scores[row.seat]
        if 0 < missed <= -row.points:
            return wording.gettext(
                "{who} paid {n} for one row in round {r} and missed the win by {m}.",
                who=wording.name(row.seat),
                n=-row.points,
                r=row.round,
                m=missed,
            )
    return ""


def _donburiko(view: Public, who: int, wording: Wording) -> str:
    """Tell of a Donburiko! that left others without a row."""
    last: list[TakenRow] = [row for row in view.taken if row.round == view.round]
    took = {row.seat for row in last}
    others = tuple(seat for seat in range(view.seats) if seat not in took)
    if not others or not any(row.announced and row.seat == who for row in last):
        return ""
    return wording.gettext(
        "{who}'s Donburiko! ended the last round before {others} had a row.",
        who=wording.name(who),
        others=wording.names(others),
    )


def _calls(view: Public, who: int, wording: Wording) -> str:
    """Tell of a winner who called Donburiko! more than once, and nobody else more often."""
    callers = [row.seat for row in view.taken if row.announced]
    calls = callers.count(who)
    if calls < SEVERAL or calls < max(map(callers.count, callers)):
        return ""
    return wording.gettext("{who} called Donburiko! {n} times.", who=wording.name(who), n=calls)


def _best_row(view: Public, who: int, wording: Wording) -> str:
    """Tell of the row that brought a winner most; of equal ones, the last."""
    rows = [row for row in view.taken if row.seat == who and row.points > 0]
    if not rows:
        return ""
    best = max(rows, key=lambda row: (row.points, row.round))
    return wording.gettext(
        "{who}'s best row brought {n} in round {r}.",
        who=wording.name(who),
        n=best.points,
        r=best.round,
    )


def _cards(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Tell of the chips that cards brought, less those laid on them, if no row brought more."""
    rows = [row for row in view.taken if row.seat == who]
    won = result.scores[who] - START_CHIPS[view.seats]
    won -= sum(row.points + row.chips for row in rows)
    if won <= max([0, *(row.points for row in rows)]):
        return ""
    return wording.ngettext(
        "Adding cards alone brought {who} {n} chip.",
        "Adding cards alone brought {who} {n} chips.",
        won,
        who=wording.name(who),
    )


def next_time(seat: int, view: Public, wording: Wording) -> str:
    """Return what a seat paid for rows, in how many rounds it had none, or what its best missed.

    What rows lay there on its turns isn't known any more: so each says what is so in any game.
    """
    _ = wording.gettext
    rows = [row for row in view.taken if row.seat == seat]
    paid, without = -sum(min(row.points, 0) for row in rows), view.round - len(rows)
    if paid >= DEAR:
        return _(
            "Rows over 6 or below 0 cost you {n} chips in all. "
            "Once you have no cards left, you must take a row, even a bad one.",
            n=paid,
        )
    if without:
        return _(
            "You had no row in {n} of {m} rounds: even a row worth 3 wins more than none.",
            n=without,
            m=view.round,
        )
    best = max((row.points for row in rows), default=MOST_POINTS)
    if best < MOST_POINTS:
        return _(
            "Your best row brought {n}: a card that only you know can bring a row to 6.",
            n=number(best),
        )
    return ""
