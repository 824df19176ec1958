"""What a finished game of 7 Little Korpokkurs will be remembered for, in one sentence."""

from __future__ import annotations

from bot.engine.game import Result
from bot.ui.pages.wording import Wording
from cogs.korpokkur.views import Public


def story(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Return the first sentence that fits a winner; "" if none does."""
    return (
        _tie(view, result, who, wording)
        or _caught(view, who, wording)
        or _calls(view, who, wording)
        or _nobody_caught(view, wording)
    )


def _tie(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Tell of a tie, and what decided it."""
    _ = wording.gettext
    counts = {count.seat: count for count in view.tie}
    if who not in counts:
        return ""
    own = counts.pop(who)
    for other in counts.values():
        if own.butterbur < other.butterbur:
            said = _("{who} and {other} have {n} each, and {who} held fewer butterbur.")
        elif own.butterbur == other.butterbur and own.cards > other.cards:
            said = _("{who} and {other} have {n} each, and {who} held more KAMUY cards.")
        else:
            continue
        names = wording.name(who), wording.name(other.seat)
        return said.format(who=names[0], other=names[1], n=result.scores[who])
    return ""


def _caught(view: Public, who: int, wording: Wording) -> str:
    caught = [mark.round for mark in view.marks if (mark.seat, mark.reason) == (who, "korkoni")]
    if not caught:
        return ""
    text = wording.gettext("{who} was caught in round {r} and still won.")
    return text.format(who=wording.name(who), r=caught[-1])


def _calls(view: Public, who: int, wording: Wording) -> str:
    """Tell of a call that the winner made several times."""
    _ = wording.gettext
    reasons = [mark.reason for mark in view.marks if mark.seat == who]
    for reason, said in (
        ("arwampe", _("{who} called Arwampe! {n} times.")),
        ("isam", _("{who} left with an empty bag {n} times: sure points.")),
    ):
        if reasons.count(reason) > 1:
            return said.format(who=wording.name(who), n=reasons.count(reason))
    return ""


def _nobody_caught(view: Public, wording: Wording) -> str:
    if view.short or any(mark.reason == "korkoni" for mark in view.marks):
        return ""
    return wording.gettext("Nobody was caught in the whole game.")
