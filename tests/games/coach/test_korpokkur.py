"""What the coach of 7 Little Korpokkurs says is so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cogs.korpokkur.state import State
from tests.contract.seen import NAMES
from tests.games.coach.claims import Line, Sayings, check_coach, check_reached


def asked(state: State, seat: int, phase: str) -> bool:
    """Tell whether the seat is asked something of a kind."""
    return state.phase == phase and seat in state.asked


def here(state: State, seat: int) -> list[int]:
    """Return the others in the round."""
    return [other for other in range(state.seats) if other != seat and state.playing[other]]


def least(state: State, seat: int, other: int) -> int:
    """Return the butterbur that the seat knows of in another's bag, of which there are as many."""
    least = state.facts[seat][other][2]
    assert least <= state.butterbur[other], "what is known of a bag isn't so"
    return least


def most(state: State, seat: int, other: int) -> int:
    """Return the butterbur that another's bag holds at most, for all that the seat knows."""
    most = state.facts[seat][other][3]
    assert most >= state.butterbur[other], "what is known of a bag isn't so"
    return most


def sure_offer(state: State, seat: int) -> Sayings:
    """The giver can't hold as much butterbur, so it isn't that."""
    if asked(state, seat, "answer") and most(state, seat, state.turn) < state.number:
        assert state.offer == "korpokkur", "it isn't korpokkur"
        yield (NAMES[state.turn],)


def offer(state: State, seat: int, *, safe: bool) -> Sayings:
    """What the seat would hold then."""
    after = state.butterbur[seat] + state.number
    if asked(state, seat, "answer") and (after < 7) == safe:
        yield (after, NAMES[state.turn])


def wins(state: State, seat: int) -> Sayings:
    """Seven or more."""
    if asked(state, seat, "turn") and state.korpokkur[seat] >= 7:
        yield (state.korpokkur[seat],)


def sure_call(state: State, seat: int) -> Sayings:
    """It knows of seven."""
    if asked(state, seat, "turn"):
        yield from ((NAMES[o],) for o in here(state, seat) if least(state, seat, o) >= 7)


def empty(state: State, seat: int, *, two: bool) -> Sayings:
    """It holds nothing, and Isam! is played."""
    bag = state.korpokkur[seat] + state.butterbur[seat]
    others = here(state, seat)
    last = state.seats > 2 and len(others) == 1
    if asked(state, seat, "turn") and not bag and not state.short and last == two:
        yield (NAMES[others[0]],) if two else ()


def too_much(state: State, seat: int) -> Sayings:
    """Seven or more."""
    if asked(state, seat, "turn") and state.butterbur[seat] >= 7:
        yield (state.butterbur[seat],)


def much(state: State, seat: int) -> Sayings:
    """Five or six."""
    return [()] if asked(state, seat, "turn") and state.butterbur[seat] in (5, 6) else []


def card_for_all(state: State, seat: int) -> Sayings:
    """It gets two, and so does everybody: there are enough, unless all can't see how many."""
    wanted = 2 * state.playing.count(True)
    enough = state.korpokkur[state.seats] >= wanted
    holds = asked(state, seat, "turn") and "take-korpokkur" in state.hands[seat]
    if holds and state.korpokkur[seat] in (5, 6) and enough:
        yield (state.korpokkur[seat] + 2,)


def many(state: State, seat: int) -> Sayings:
    """Five or six."""
    if asked(state, seat, "turn") and state.korpokkur[seat] in (5, 6):
        yield (state.korpokkur[seat],)


def suspects(state: State, seat: int) -> Iterator[tuple[object, ...]]:
    """Yield those who surely hold five, and could hold seven."""
    for other in here(state, seat) if asked(state, seat, "turn") else ():
        if least(state, seat, other) >= 5 and most(state, seat, other) >= 7:
            yield NAMES[other], least(state, seat, other)


LINES = [
    Line(
        r"7 korpokkur win the round, but with 7 butterbur you can be caught.",
        lambda state, seat: [()] if asked(state, seat, "bags") else [],
    ),
    Line(
        r"Everybody who has KAMUY cards passes one on at the same time. Keep those that help you "
        r"most.",
        lambda state, seat: [()] if asked(state, seat, "handover") else [],
    ),
    Line(
        r"(\w+) holds too little butterbur, by all you have seen: this must be korpokkur. Eh "
        r"\(yes\) takes it.",
        sure_offer,
    ),
    Line(
        r"With Eh \(yes\) you may reach (\d+) butterbur. With Somo \(no\) (\w+) keeps the chips "
        r"and draws more.",
        lambda state, seat: offer(state, seat, safe=False),
    ),
    Line(
        r"Eh \(yes\) is safe: even if it's butterbur, you'd hold (\d). If it's korpokkur, Somo"
        r" \(no\) gives (\w+) more.",
        lambda state, seat: offer(state, seat, safe=True),
    ),
    Line(r"You hold (\d+) korpokkur: call Arwampe! and win the round.", wins),
    Line(
        r"(\w+) holds 7 butterbur or more, by all you have seen: accuse them, and you can't be"
        r" wrong.",
        sure_call,
    ),
    Line(
        r"Isam! brings you 1 point, but (\w+) is then the last one in and wins the round.",
        lambda state, seat: empty(state, seat, two=True),
    ),
    Line(
        r"Your bag is empty: call Isam! and leave the round with 1 point for certain.",
        lambda state, seat: empty(state, seat, two=False),
    ),
    Line(
        r"You hold (\d+) butterbur, and anybody may accuse you: offer 2 of them and hope "
        r"for Eh \(yes\).",
        too_much,
    ),
    Line(
        r"At 7 butterbur you can be caught: offer some and hope for Eh \(yes\). After "
        r"Somo \(no\) you draw more.",
        much,
    ),
    Line(
        r"Your \+2 card brings you to (\d) korpokkur, but you can call Arwampe! only on "
        r"your next turn.",
        card_for_all,
    ),
    Line(
        r"You hold (\d) of 7 korpokkur: offer some and hope for Somo \(no\). Then you "
        r"keep them and draw as many more.",
        many,
    ),
    Line(
        r"(\w+) has at least (\d+) butterbur and could have 7, but it's a guess. Accuse wrongly, "
        r"and you take up to 2 of them.",
        suspects,
    ),
    Line(
        r"The others play this round to its end.",
        lambda state, seat: [()] if state.phase != "over" and not state.playing[seat] else [],
        waiting=True,
    ),
    Line(
        r"7 korpokkur win: offer butterbur for an Eh \(yes\), or korpokkur for a Somo \(no\). "
        r"After Somo you keep yours and draw as many more.",
        lambda _state, _seat: [()],
    ),
]


def test_what_the_coach_says_is_so() -> None:
    check_coach("korpokkur", LINES, 6, "few")


@pytest.mark.long
def test_the_coach_says_each_of_its_lines() -> None:
    check_reached(LINES, check_coach("korpokkur", LINES, 200, "many"))
