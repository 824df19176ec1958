"""What a finished game of Colors of Kasane will be remembered for, and what to try next time."""

from __future__ import annotations

from typing import Final

from bot.engine.game import Result
from bot.ui.pages.wording import Wording
from cogs.kasane import card_words, views
from cogs.kasane.views import BOXES, ROBE_COUNTS_FROM, WHOLE_ROBE, Public

MANY: Final = 3
"""As many cards left in a hand could have made a meld with the right one on top."""
NOTHING: Final = next(n for n, points in views.COLOUR_POINTS.items() if not points)
"""How many colours bring a robe nothing: with one more or one fewer they bring as much."""


def story(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Return the first sentence that fits a winner; "" if none does."""
    return (
        _whole(view, who, wording)
        or _colours(view, result, who, wording)
        or _largest(view, who, wording)
        or _most(view, who, wording)
    )


def tie(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Tell of a tie that the longer robe decided."""
    for other, score in enumerate(result.scores):
        fewer = len(view.robes[other]) < len(view.robes[who])
        if other != who and score == result.scores[who] and fewer:
            return wording.gettext(
                "{who} and {other} have {n} each, and {who} laid more cards.",
                who=wording.name(who),
                other=wording.name(other),
                n=score,
            )
    return ""


def _whole(view: Public, who: int, wording: Wording) -> str:
    """Tell of a winner who laid everything, if nobody else did."""
    if [seat for seat, robe in enumerate(view.robes) if len(robe) == WHOLE_ROBE] != [who]:
        return ""
    return wording.gettext("{who} laid all twelve cards.", who=wording.name(who))


def _colours(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Tell of the colours of a robe that brought its owner past somebody."""
    won = [dict(parts)["colours"] for parts in result.breakdown]
    before = [score - colours for score, colours in zip(result.scores, won, strict=True)]
    for other, score in enumerate(result.scores):
        if before[other] > before[who] and score < result.scores[who]:
            return wording.ngettext(
                "{who}'s robe of {k} colour brought {n} and overtook {other}.",
                "{who}'s robe of {k} colours brought {n} and overtook {other}.",
                views.colours(view.robes[who]),
                who=wording.name(who),
                k=views.colours(view.robes[who]),
                n=won[who],
                other=wording.name(other),
            )
    return ""


def _largest(view: Public, who: int, wording: Wording) -> str:
    """Tell of the largest meld, if no other was as large."""
    laid = [(box, owner) for box, owner in zip(BOXES, view.marks, strict=True) if owner >= 0]
    most = max((box.points for box, _owner in laid), default=0)
    largest = [(box, owner) for box, owner in laid if box.points == most]
    if len(largest) != 1 or largest[0][1] != who:
        return ""
    return wording.gettext(
        "The largest meld, {meld} for {n}, was {who}'s.",
        meld=card_words.name(largest[0][0].meld, wording),
        n=most,
        who=wording.name(who),
    )


def _most(view: Public, who: int, wording: Wording) -> str:
    counts = [view.marks.count(seat) for seat in range(view.seats)]
    if any(counts[who] <= count for seat, count in enumerate(counts) if seat != who):
        return ""
    return wording.ngettext(
        "{who} laid {n} meld, more than anybody else.",
        "{who} laid {n} melds, more than anybody else.",
        counts[who],
        who=wording.name(who),
    )


def next_time(seat: int, view: Public, result: Result, wording: Wording) -> str:
    """Return what a seat's cards or colours failed to bring, or how many melds the winner made."""
    _, robe, best = wording.gettext, view.robes[seat], result.winners[0]
    own, theirs = view.marks.count(seat), view.marks.count(best)
    if len(view.hands[seat]) >= MANY:
        return _(
            "{n} cards left in your hand scored nothing: even a small meld brings points.",
            n=len(view.hands[seat]),
        )
    if len(robe) >= ROBE_COUNTS_FROM and not views.colour_points(robe):
        fewer, more = NOTHING - 1, NOTHING + 1
        return _(
            "With {a} or {b} colours instead of {n}, your robe would have brought {p} more.",
            a=fewer,
            b=more,
            n=NOTHING,
            p=views.COLOUR_POINTS[fewer],
        )
    if own < theirs:
        return _(
            "Melds scored: you {n}, {who} {m}. Small ones come sooner, and they add up.",
            n=own,
            m=theirs,
            who=wording.name(best),
        )
    if len(robe) < ROBE_COUNTS_FROM:
        return _(
            "A robe scores its colours from {most} cards on: yours had {n}.",
            n=len(robe),
            most=ROBE_COUNTS_FROM,
        )
    own, theirs = robe.count(views.PLUS_ONE), view.robes[best].count(views.PLUS_ONE)
    if own < theirs:
        return _(
            "“+1” cards: you {n}, {who} {m}. Each is a point for certain.",
            n=own,
            m=theirs,
            who=wording.name(best),
        )
    return ""
