"""What can be set ahead in 7 Little Korpokkurs: an answer, and the offer in the turn after it.

Both hang on one's own bag being untouched: since they were set, nothing that all saw could have
changed it, whether it did or not. Cards, calls and secret choices have no case: their seat is
called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine import ahead
from bot.engine.ahead import Offered
from cogs.korpokkur import bags
from cogs.korpokkur.actions import Answer, Give
from cogs.korpokkur.all_actions import ANSWERS, GIVES
from cogs.korpokkur.components import BUTTERBUR, KORPOKKUR, Card
from cogs.korpokkur.views import Bounds, Public, SeatView

LEAVES_BAGS: Final[frozenset[Card]] = frozenset({"reverse", "swap-seats", "pass-card"})
"""The cards that change no bag."""


@dataclass(frozen=True, slots=True)
class Offer(ahead.Case, kind="offered"):
    """As many chips are held out to the seat, and its bag is untouched."""

    round: int
    number: int
    bag: Bounds
    """What all could work out about it."""
    discards: int
    """How many KAMUY cards had been played in the match."""


@dataclass(frozen=True, slots=True)
class Turn(ahead.Case, follows=True):
    """It is the seat's turn, and its bag is untouched but for its own answer."""

    round: int
    bag: Bounds
    discards: int


Case = Offer | Turn
Action = Answer | Give


def cases(view: SeatView) -> Sequence[Offered]:
    """Return the cases of the seat's next visit; none while answers may still change its bag."""
    seen, mine = view.public, view.private
    seat, round_ = view.seat, seen.round
    out = not seen.playing[seat] or seen.phase in ("bags", "over")
    if out or (seen.phase == "answer" and seen.turn == seat):
        return ()
    since = (seen.bags[seat], len(seen.discards))
    held = {KORPOKKUR: mine.korpokkur, BUTTERBUR: mine.butterbur}
    gives = tuple(give for (chips, number), give in GIVES.items() if number <= held[chips])
    found = [Offered(Offer(round_, number, *since), ANSWERS) for number in (1, 2)]
    return [*found, Offered(Turn(round_, *since), gives)] if gives else found


def holds(case: Case, public: Public, seat: int) -> bool:
    """Tell whether a case holds for the seat that is asked."""
    if public.round != case.round or public.asked != (seat,):
        return False
    if any(card not in LEAVES_BAGS for card in public.discards[case.discards :]):
        return False
    if isinstance(case, Offer):
        asked = public.phase == "answer" and public.number == case.number
        return asked and public.bags[seat] == case.bag
    # A wrong Korkoni would have lowered how many butterbur the bag may hold.
    return public.phase == "turn" and public.bags[seat] in (case.bag, *_after_eh(case.bag))


def aside(public: Public) -> bool:
    """Tell whether cards are handed over: that changes no bag, and is nobody's turn."""
    return public.phase == "handover"


def _after_eh(bag: Bounds) -> list[Bounds]:
    """Return all that may be known about a bag once it got the chips held out to it."""
    kinds = ((True, True), (True, False), (False, True))
    return [bags.got(bag, number, *each) for number in (1, 2) for each in kinds]
