"""7 Little Korpokkurs: what a computer player looks at, what it mixes and what it fears."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from cogs.korpokkur import player
from cogs.korpokkur.actions import Answer, Give, Korkoni
from cogs.korpokkur.bags import EVERYBODY
from cogs.korpokkur.components import BUTTERBUR, KORPOKKUR
from cogs.korpokkur.rules import GAME
from tests.games.korpokkur.table import lay

OFFERS = [Give(kind, number) for kind in (KORPOKKUR, BUTTERBUR) for number in (1, 2)]


def test_the_rule_of_thumb_is_told_what_the_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(player, "instinct", lambda *given: asked.append(given))
    chips = [(3, 1), (2, 4), (1, 1)]
    hands: Any = [["reverse"], ["swap-bags"], []]
    state = lay(chips, hands, turn=1, order=(1, 0, 2), direction=-1, out=(2,), turns=4)
    view, rng = GAME.view(state, 1), random.Random(1)
    player.choose(view, [], rng)
    ((table, seat, chance),) = asked
    assert (seat, chance) == (1, rng)
    assert (table.seats, table.short, table.phase, table.turn) == (3, False, "turn", 1)
    assert (table.turns, table.number, table.asked) == (4, 0, (1,))
    assert (table.order, table.direction) == ([1, 0, 2], -1)
    assert table.playing == [True, True, False]
    assert (table.korpokkur[1], table.butterbur[1]) == (2, 4)
    assert table.hands[1] == ("swap-bags",)
    assert table.facts == {EVERYBODY: list(view.public.bags), 1: list(view.private.bags)}


@pytest.mark.parametrize("number", [1, 2])
def test_offers_are_of_the_number_that_the_rule_of_thumb_tossed(number: int) -> None:
    legal = [*OFFERS, Answer(eh=True)]
    view = hidden()
    left = player.one_number(view, legal, Give(KORPOKKUR, number), random.Random(1))
    assert left == [each for each in legal if not isinstance(each, Give) or each.number == number]


def hidden() -> Any:
    """Return what a seat whose bag nobody knows sees."""
    state = lay([(4, 4), (2, 2), (1, 1)])
    view = GAME.view(state, 0)
    return bags_of(view, (0, 7, 0, 7, 8, 8))


def bags_of(view: Any, mine: tuple[int, ...]) -> Any:
    """Return a view in which everybody knows this much about the seat's own bag."""
    bags = (mine, *view.public.bags[1:])
    return replace(view, public=replace(view.public, bags=bags))


def test_without_an_offer_in_mind_a_coin_decides() -> None:
    found = {tuple(player.one_number(hidden(), OFFERS, None, random.Random(n))) for n in range(20)}
    assert found == {(OFFERS[0], OFFERS[2]), (OFFERS[1], OFFERS[3])}


@pytest.mark.parametrize(("most", "left"), [(0, 1), (6, 1), (7, 2)])
def test_no_search_passes_the_turn_on_by_an_accusation_that_is_surely_wrong(
    most: int, left: int
) -> None:
    view = hidden()
    bags = (view.private.bags[0], (0, 4, 0, most, 0, 9), *view.private.bags[2:])
    view = replace(view, private=replace(view.private, bags=bags))
    legal = [Give(KORPOKKUR, 1), Korkoni(1)]
    found = player.considered(view, legal, legal[0], random.Random(1))
    assert list(found) == legal[:left], f"thought about: {found}"
    # The rule of thumb seldom makes one, and what it makes is thought about.
    assert legal[1] in player.considered(view, legal, legal[1], random.Random(1))
    assert player.considered(view, legal[1:], None, random.Random(1)) == legal[1:], "none is left"


@pytest.mark.parametrize("known", [(0, 0, 0, 7, 7, 7), (0, 7, 0, 0, 7, 7)])
def test_where_all_know_of_which_kind_the_chips_are_all_offers_are_left(
    known: tuple[int, ...],
) -> None:
    view = bags_of(hidden(), known)
    assert player.one_number(view, OFFERS, OFFERS[0], random.Random(1)) == OFFERS


def test_an_eh_costs_more_the_fewer_there_are() -> None:
    assert player.wary(Answer(eh=True), 2) == pytest.approx(player.WARY)
    assert player.wary(Answer(eh=True), 4) == pytest.approx(player.WARY / 9)
    assert player.wary(Answer(eh=False), 2) == player.wary(OFFERS[0], 2) == 0


@pytest.mark.parametrize(
    ("seats", "phase", "turns", "asked", "anew"),
    [
        (2, "bags", 0, (0, 1), True),
        (2, "bags", 0, (1,), False),
        (2, "turn", 0, (0, 1), False),
        (2, "bags", 1, (0, 1), False),
        (3, "turn", 0, (0,), True),
        (3, "bags", 0, (0, 1), False),
        (3, "turn", 2, (0,), False),
    ],
)
def test_a_round_begins_with_bags_for_two_and_with_a_turn_for_more(
    seats: int, phase: Any, turns: int, asked: tuple[int, ...], anew: bool
) -> None:
    state = lay([(1, 1)] * seats, turns=turns)
    state.phase, state.asked = phase, asked
    assert player.dealt_again(state) is anew
