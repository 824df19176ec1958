"""What helps somebody who has never played 7 Little Korpokkurs: one line about their position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from bot.ui.pages.wording import Wording
from cogs.korpokkur.components import CARD_CHIPS, ENOUGH
from cogs.korpokkur.views import Phase, SeatView

_NEARLY: Final = ENOUGH - 2
"""With this many chips of a kind, two are missing to those that matter."""

_Line = Callable[[SeatView, Wording], str]


def coach(view: SeatView, wording: Wording) -> str:
    """Return the first line that fits a seat's position, from what it knows; "" for none."""
    public, seat = view.public, view.seat
    if public.phase != "over" and not public.playing[seat]:
        return wording.gettext("The others play this round to its end.")
    if seat not in public.asked:
        return ""
    return next(filter(None, (line(view, wording) for line in _LINES[public.phase])))


def _fill(view: SeatView, wording: Wording) -> str:
    return wording.gettext("7 korpokkur win the round, but with 7 butterbur you can be caught.")


def _pass_on(view: SeatView, wording: Wording) -> str:
    return wording.gettext(
        "Everybody who has KAMUY cards passes one on at the same time. Keep those that help you "
        "most."
    )


def _sure_offer(view: SeatView, wording: Wording) -> str:
    public = view.public
    if view.private.bags[public.turn][3] >= public.number:
        return ""
    return wording.gettext(
        "{who} holds too little butterbur, by all you have seen: this must be korpokkur. Eh (yes) "
        "takes it.",
        who=wording.name(public.turn),
    )


def _risky_offer(view: SeatView, wording: Wording) -> str:
    after = view.private.butterbur + view.public.number
    if after < ENOUGH:
        return ""
    return wording.gettext(
        "With Eh (yes) you may reach {n} butterbur. With Somo (no) {who} keeps the chips and draws "
        "more.",
        n=after,
        who=wording.name(view.public.turn),
    )


def _safe_offer(view: SeatView, wording: Wording) -> str:
    return wording.gettext(
        "Eh (yes) is safe: even if it's butterbur, you'd hold {n}. If it's korpokkur,"
        " Somo (no) gives {who} more.",
        n=view.private.butterbur + view.public.number,
        who=wording.name(view.public.turn),
    )


def _wins(view: SeatView, wording: Wording) -> str:
    if view.private.korpokkur < ENOUGH:
        return ""
    return wording.gettext(
        "You hold {n} korpokkur: call Arwampe! and win the round.", n=view.private.korpokkur
    )


def _others(view: SeatView) -> Iterator[tuple[int, int, int]]:
    """Yield the others in the round, each with the least and the most butterbur in their bag."""
    for seat, bag in enumerate(view.private.bags):
        if seat != view.seat and view.public.playing[seat]:
            yield seat, bag[2], bag[3]


def _sure_call(view: SeatView, wording: Wording) -> str:
    for seat, least, _most in _others(view):
        if least >= ENOUGH:
            return wording.gettext(
                "{who} holds 7 butterbur or more, by all you have seen: accuse them, "
                "and you can't be wrong.",
                who=wording.name(seat),
            )
    return ""


def _empty(view: SeatView, wording: Wording) -> str:
    public, private = view.public, view.private
    if private.korpokkur or private.butterbur or public.short:
        return ""
    others = [seat for seat, _least, _most in _others(view)]
    if public.seats > 2 and len(others) == 1:
        return wording.gettext(
            "Isam! brings you 1 point, but {who} is then the last one in and wins the round.",
            who=wording.name(others[0]),
        )
    return wording.gettext(
        "Your bag is empty: call Isam! and leave the round with 1 point for certain."
    )


def _too_much(view: SeatView, wording: Wording) -> str:
    if view.private.butterbur < ENOUGH:
        return ""
    return wording.gettext(
        "You hold {n} butterbur, and anybody may accuse you: offer 2 of them and hope"
        " for Eh (yes).",
        n=view.private.butterbur,
    )


def _much(view: SeatView, wording: Wording) -> str:
    if view.private.butterbur < _NEARLY:
        return ""
    return wording.gettext(
        "At 7 butterbur you can be caught: offer some and hope for Eh (yes). After "
        "Somo (no) you draw more."
    )


def _card_for_all(view: SeatView, wording: Wording) -> str:
    public, private = view.public, view.private
    left = public.korpokkur
    enough = left is None or left >= CARD_CHIPS * public.playing.count(True)
    if "take-korpokkur" not in private.hand or private.korpokkur < _NEARLY or not enough:
        return ""
    return wording.gettext(
        "Your +2 card brings you to {n} korpokkur, but you can call Arwampe! only on "
        "your next turn.",
        n=private.korpokkur + CARD_CHIPS,
    )


def _many(view: SeatView, wording: Wording) -> str:
    if view.private.korpokkur < _NEARLY:
        return ""
    return wording.gettext(
        "You hold {n} of 7 korpokkur: offer some and hope for Somo (no). Then you "
        "keep them and draw as many more.",
        n=view.private.korpokkur,
    )


def _suspect(view: SeatView, wording: Wording) -> str:
    for seat, least, most in _others(view):
        if least >= _NEARLY and most >= ENOUGH:
            return wording.gettext(
                "{who} has at least {n} butterbur and could have 7, but it's a guess. Accuse "
                "wrongly, and you take up to 2 of them.",
                who=wording.name(seat),
                n=least,
            )
    return ""


def _what_to_do(view: SeatView, wording: Wording) -> str:
    return wording.gettext(
        "7 korpokkur win: offer butterbur for an Eh (yes), or korpokkur for a Somo (no). "
        "After Somo you keep yours and draw as many more."
    )


_TURN: Final[Sequence[_Line]] = (
    _wins,
    _sure_call,
    _empty,
    _too_much,
    _much,
    _card_for_all,
    _many,
    _suspect,
    _what_to_do,
)
_LINES: Final[Mapping[Phase, Sequence[_Line]]] = {
    "bags": (_fill,),
    "handover": (_pass_on,),
    "answer": (_sure_offer, _risky_offer, _safe_offer),
    "turn": _TURN,
}
"""By what is asked: the first that says something is said; the last always does."""
