"""7 Little Korpokkurs: what a computer's rule of thumb makes of bags, offers, calls and cards."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cogs.korpokkur import all_actions
from cogs.korpokkur import rule_of_thumb as thumb
from cogs.korpokkur.actions import Give
from cogs.korpokkur.bags import EVERYBODY
from cogs.korpokkur.components import ENOUGH, KORPOKKUR
from cogs.korpokkur.rule_of_thumb import GROWS, TAKEN, instinct
from tests.games.korpokkur.table import lay

# pyright: reportPrivateUsage=false
BAG, CHANGE, TAKING, OFFERING = thumb._bag, thumb._change, thumb._taking, thumb._offering
CALLING, PLAYING, GETTING = thumb._calling, thumb._playing, thumb._getting


@pytest.mark.parametrize(
    ("short", "korpokkur", "butterbur", "worth"),
    [
        # Two points by how near seven korpokkur are, squared; a short game is for one.
        (False, ENOUGH, 0, 2),
        (True, ENOUGH, 0, 1),
        (False, ENOUGH + 2, 0, 2),
        (False, 3.5, 2, 0.5),
        # Or the point for an empty bag, by how near that is: not in a short game, which it loses.
        (False, 0, 0, 1),
        (True, 0, 0, -1),
        (False, 0, 1, 1 - 1 / (thumb.LEAVES + 1)),
        (True, 0, 1, 0),
        # From three butterbur on there is danger, up to a point.
        (False, ENOUGH, 2.5, 2),
        (False, ENOUGH, 4.5, 2 - 0.5),
        (False, ENOUGH, 6.5, 1),
        (False, ENOUGH, 9, 1),
    ],
)
def test_a_bag_is_worth_what_it_may_win_or_lose(
    short: bool, korpokkur: float, butterbur: float, worth: float
) -> None:
    assert BAG(short, korpokkur, butterbur) == pytest.approx(worth)


def test_a_change_never_takes_more_than_there_is() -> None:
    assert CHANGE(False, (1, 1), -2, 0) == pytest.approx(BAG(False, 0, 1) - BAG(False, 1, 1))
    assert CHANGE(False, (1, 1), 0, -2) == pytest.approx(BAG(False, 1, 0) - BAG(False, 1, 1))
    assert CHANGE(True, (3, 2), 1, 2) == pytest.approx(BAG(True, 4, 4) - BAG(True, 3, 2))


TAKER = (2, 4, 2, 2, 4, 6)
"""Three korpokkur and two butterbur, as far as can be told."""


@pytest.mark.parametrize(
    ("giver", "number", "chance"),
    [
        ((0, 4, 0, 4, 4, 4), 2, 1 / 2),
        ((3, 3, 1, 1, 4, 4), 1, 3 / 4),
        # Whoever hasn't that many of a kind holds out the other.
        ((1, 1, 3, 3, 4, 4), 2, 0),
        ((2, 2, 3, 3, 5, 5), 2, 2 / 5),
        ((3, 3, 1, 1, 4, 4), 2, 1),
        ((0, 0, 0, 0, 0, 0), 1, 1 / 2),
    ],
)
def test_what_is_held_out_is_taken_for_the_mean_of_what_it_may_be(
    giver: Any, number: int, chance: float
) -> None:
    korpokkur = CHANGE(False, (3, 2), number, 0) + GROWS
    butterbur = CHANGE(False, (3, 2), 0, number) - GROWS
    wanted = chance * korpokkur + (1 - chance) * butterbur
    assert TAKING(False, number, giver, TAKER) == pytest.approx(wanted)


def test_chips_held_out_are_given_away_or_doubled() -> None:
    """Of one or two, each as likely as there are that many."""

    def one(number: int, *, korpokkur: bool) -> float:
        sign = (1, 0) if korpokkur else (0, 1)
        gone = CHANGE(False, (3, 1), *(-number * each for each in sign))
        more = CHANGE(False, (3, 1), *(number * each for each in sign))
        return TAKEN * (gone + (-GROWS if korpokkur else GROWS)) + (1 - TAKEN) * more

    of_korpokkur, of_butterbur = OFFERING(False, 3, 1)
    assert of_korpokkur == pytest.approx((one(1, korpokkur=True) + one(2, korpokkur=True)) / 2)
    assert of_butterbur == pytest.approx(one(1, korpokkur=False)), "there is one butterbur"
    assert OFFERING(False, 0, 1)[0] == OFFERING(False, 1, 0)[1] == float("-inf")


@pytest.mark.parametrize(
    ("fewest", "most", "chance"),
    [(ENOUGH, ENOUGH, 1), (ENOUGH, ENOUGH + 2, 1), (ENOUGH - 1, ENOUGH + 8, 9 / 10)],
)
def test_a_call_that_is_sure_is_worth_its_points(fewest: int, most: int, chance: float) -> None:
    assert chance >= thumb.SURE
    assert CALLING(False, 3, 2, fewest, most) == pytest.approx(3 * chance)


@pytest.mark.parametrize(("fewest", "most", "brought"), [(0, 1, 0.5), (1, 2, 1.5), (2, 6, 2)])
def test_a_wrong_call_brings_some_butterbur(fewest: int, most: int, brought: float) -> None:
    """At most two: for those who want none that is costly."""
    wanted = CHANGE(False, (3, 2), 0, brought) - 0.2
    assert CALLING(False, 3, 2, fewest, most) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("card", "korpokkur", "butterbur", "more"),
    [
        ("take-korpokkur", 2, 0, -0.3),
        ("take-butterbur", 0, 2, 0),
        ("drop-korpokkur", -2, 0, 0.2),
        ("drop-butterbur", 0, -2, -0.1),
        ("reverse", 0, 0, 0),
    ],
)
def test_a_card_is_worth_what_it_does_to_the_own_bag(
    card: Any, korpokkur: int, butterbur: int, more: float
) -> None:
    wanted = CHANGE(False, (4, 3), korpokkur, butterbur) + more
    assert PLAYING(False, 4, 3, card) == pytest.approx(wanted)


def test_another_bag_is_worth_its_middle_less_the_own() -> None:
    wanted = BAG(False, 3, 2) - 0.75 - 0.2
    assert GETTING(False, 0.75, (2, 4, 1, 3, 3, 7)) == pytest.approx(wanted)


def test_what_wins_or_leaves_is_done_at_once() -> None:
    rng = random.Random(1)
    assert instinct(lay([(ENOUGH, 2), (1, 1), (1, 1)]), 0, rng) == all_actions.ARWAMPE
    assert instinct(lay([(ENOUGH - 1, 0), (0, 0), (1, 1)]), 0, rng) != all_actions.ARWAMPE
    empty = lay([(0, 0), (1, 1), (1, 1)])
    assert instinct(empty, 0, rng) == all_actions.ISAM
    assert instinct(lay([(1, 0), (1, 1), (1, 1)]), 0, rng) != all_actions.ISAM
    short = lay([(0, 0), (1, 1)], short=True)
    assert instinct(short, 0, rng) != all_actions.ISAM, "in a short game that would lose"


def test_who_is_known_to_have_too_many_is_called_and_nobody_else() -> None:
    rng = random.Random(1)
    chips = [(2, 1), (1, 1), (1, ENOUGH)]
    assert instinct(lay(chips), 0, rng) == all_actions.KORKONI[2]
    assert instinct(lay(chips, out=(2,)), 0, rng) != all_actions.KORKONI[2], "who is out is called"
    state = lay([(2, ENOUGH), (1, 1), (1, 1)])
    done = instinct(state, 0, rng)
    assert done not in all_actions.KORKONI, "it calls at itself"


def test_an_offer_is_of_what_is_better_to_hold_out_and_there_are_enough() -> None:
    rng = random.Random(1)
    only = {instinct(lay([(2, 0), (1, 1), (1, 1)]), 0, rng) for _ in range(20)}
    assert only <= {Give(KORPOKKUR, 1), Give(KORPOKKUR, 2)}, only


@pytest.mark.parametrize(("value", "often"), [(1.0, 1.0), (0.0, 0.5), (-1.0, 0.0)])
def test_an_offer_is_taken_if_that_is_worth_something_and_by_chance_between(
    value: float, often: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def taking(*given: Any) -> float:
        asked.append(given)
        return value * thumb.WHIM

    monkeypatch.setattr(thumb, "_taking", taking)
    state = lay([(2, 2), (3, 3), (1, 1)])
    state.phase, state.asked, state.number = "answer", (1,), 2
    said = [instinct(state, 1, random.Random(n)) == all_actions.ANSWERS[0] for n in range(200)]
    assert sum(said) / 200 == pytest.approx(often, abs=0.12)
    facts = state.facts[EVERYBODY]
    assert asked[0] == (False, 2, facts[0], facts[1]), "the giver's bag and the own, as all know"
