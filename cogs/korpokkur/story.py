"""How a finished game of 7 Little Korpokkurs is told: its story, where points came from, what to
try.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.game import Result
from bot.ui.pages.numbers import number, signed
from bot.ui.pages.wording import Wording
from cogs.korpokkur.components import START_SCORE
from cogs.korpokkur.views import Public


def story(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Return the first sentence that fits a winner; "" if none does."""
    return (
        _caught(view, who, wording) or _calls(view, who, wording) or _nobody_caught(view, wording)
    )


def tie(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Tell of a tie, and what decided it."""
    _ = wording.gettext
    counts = {count.seat: count for count in view.tie}
    if who not in counts:
        return ""
    own = counts.pop(who)
    for other in counts.values():
        if own.butterbur < other.butterbur:
            said = _("{who} and {other} have {n} each, and {who} held fewer butterbur.")
            if not view.playing[who]:
                # They handed their bag in, whatever was in it.
                said = _(
                    "{who} and {other} have {n} each, and {who} was out of the last round, which "
                    "counts as 0 butterbur."
                )
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
    return wording.gettext(
        "{who} was caught in round {r} and still won.", who=wording.name(who), r=caught[-1]
    )


def _calls(view: Public, who: int, wording: Wording) -> str:
    """Tell of a call that the winner made several times, and nobody else more often."""
    _ = wording.gettext
    for reason, said in (
        ("arwampe", _("{who} called Arwampe! in {n} rounds.")),
        ("isam", _("{who} left with an empty bag in {n} rounds: sure points.")),
    ):
        callers = [mark.seat for mark in view.marks if mark.reason == reason]
        calls = callers.count(who)
        if calls > 1 and calls == max(map(callers.count, callers)):
            return said.format(who=wording.name(who), n=calls)
    return ""


def _nobody_caught(view: Public, wording: Wording) -> str:
    if view.short or any(mark.reason == "korkoni" for mark in view.marks):
        return ""
    return wording.gettext("Nobody was caught in the whole game.")


def account(seat: int, view: Public, result: Result, wording: Wording) -> Sequence[str]:
    """Return what a seat won and lost points for, on one line that adds up."""
    _ = wording.gettext
    if view.short:
        return ()
    reasons = {
        "isam": _("round {n}: Isam! {points}"),
        "korkoni": _("round {n}: caught {points}"),
        "arwampe": _("round {n}: Arwampe! {points}"),
        "last": _("round {n}: last one left {points}"),
    }
    parts = [
        reasons[mark.reason].format(n=mark.round, points=signed(mark.points))
        for mark in view.marks
        if mark.seat == seat
    ]
    if not parts:
        return (_("{points} from the start, none since", points=START_SCORE),)
    parts.insert(0, _("start {points}", points=START_SCORE))
    return (f"{' · '.join(parts)} = {number(result.scores[seat])}",)


def next_time(seat: int, view: Public, wording: Wording) -> str:
    """Return what somebody might have done who was caught, or never won a round by chips."""
    _ = wording.gettext
    own = [mark for mark in view.marks if mark.seat == seat]
    caught = [mark.round for mark in own if mark.reason == "korkoni"]
    if caught:
        return _(
            "You were caught in round {n}: from 5 butterbur on, offer some and hope for Eh (yes).",
            n=caught[-1],
        )
    if view.short or any(mark.reason == "arwampe" for mark in own):
        return ""
    return _(
        "You won no round by Arwampe! this time. Offer korpokkur and hope for Somo (no): you draw "
        "as many more."
    )
