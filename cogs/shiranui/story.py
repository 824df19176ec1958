"""What a finished game of Shiranui will be remembered for, in one sentence."""

from __future__ import annotations

from typing import Final

from bot.engine.game import Result
from bot.ui.pages.wording import Wording
from cogs.shiranui import card_words
from cogs.shiranui.views import TRICKS, Public

MANY: Final = 5
"""From so many points on a single trick is a story."""
SOME: Final = 2
"""From so many tokens left at the end could have won something."""


def story(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Return the first sentence that fits a winner; "" if none does."""
    return (
        _was_last(view, who, wording)
        or _trick(view, who, wording)
        or _last_round(view, who, wording)
    )


def tie(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Tell of a tie that was won by getting there last."""
    for other, score in enumerate(result.scores):
        earlier = view.moved[other] < view.moved[who]
        if other != who and score == result.scores[who] and earlier:
            return wording.gettext(
                "{who} and {other} have {n} each, and {who} got there last.",
                who=wording.name(who),
                other=wording.name(other),
                n=score,
            )
    return ""


def _was_last(view: Public, who: int, wording: Wording) -> str:
    """Tell of the latest round after which the winner was last, with nobody beside them."""
    scores = [0] * view.seats
    found = 0
    for at, trick in enumerate(view.tricks, start=1):
        scores[trick.seat] += trick.points
        others = [score for seat, score in enumerate(scores) if seat != who]
        if at % TRICKS == 0 and at < len(view.tricks) and scores[who] < min(others):
            found = at // TRICKS
    if not found:
        return ""
    return wording.gettext(
        "{who} was last after round {r} and still won.", who=wording.name(who), r=found
    )


def _trick(view: Public, who: int, wording: Wording) -> str:
    """Tell of the winner's best trick, if nobody won more in one."""
    own = [(trick.points, at) for at, trick in enumerate(view.tricks) if trick.seat == who]
    points, at = max(own, key=lambda each: each[0], default=(0, 0))
    if points < MANY or points < max(trick.points for trick in view.tricks):
        return ""
    return wording.gettext(
        "{who}'s {card} won {n} in one trick of round {r}.",
        who=wording.name(who),
        card=card_words.shown(view.tricks[at].card, wording),
        n=points,
        r=at // TRICKS + 1,
    )


def _last_round(view: Public, who: int, wording: Wording) -> str:
    """Tell how many tricks of the last round the winner won, if nobody won more of them."""
    winners = [trick.seat for trick in view.tricks[-TRICKS:]]
    won = winners.count(who)
    if not won or won < max(map(winners.count, winners)):
        return ""
    _ = wording.gettext
    said = (
        _("{who} won {n} of the last {all} tricks.")
        if len(view.tricks) > TRICKS
        else _("{who} won {n} of {all} tricks.")
    )
    return said.format(who=wording.name(who), n=won, all=TRICKS)


def next_time(seat: int, view: Public, result: Result, wording: Wording) -> str:
    """Return what became of a seat's tokens, or how its tricks compare with the winner's."""
    _, left = wording.gettext, view.tokens[seat]
    if left >= SOME:
        return _(
            "You had {n} tokens left at the end: given to a card of its colour, each adds 1.",
            n=left,
        )
    best = next(iter(result.winners))
    if result.scores[seat] == result.scores[best]:
        # That a tie was won by getting there last is told above.
        return ""
    own, theirs = (sum(trick.seat == each for trick in view.tricks) for each in (seat, best))
    if own < theirs:
        said = _("Tricks won: you {n}, {who} {m}. The lowest card of the strong colour wins.")
    else:
        said = _(
            "Tricks won: you {n}, {who} {m}, but theirs scored more."
            " A low card scores the gap to the next."
        )
    return said.format(n=own, who=wording.name(best), m=theirs)
