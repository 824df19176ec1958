"""7 Little Korpokkurs: which bags are likely, by what the others have done."""

from __future__ import annotations

from cogs.korpokkur import bags
from cogs.korpokkur.actions import Give
from cogs.korpokkur.components import KORPOKKUR
from cogs.korpokkur.likely_bags import weighs
from cogs.korpokkur.rules import GAME, State
from cogs.korpokkur.views import Bounds
from tests.games.korpokkur.table import do, lay


def table(bag: Bounds, seats: int = 3, *, turn: int = 0) -> State:
    """Return a table at which the others know no more than this about the bag of seat 1."""
    state = lay([(4, 3)] * seats, turn=turn)
    for row in state.facts.values():
        row[1] = bag
    state.facts[1][1] = bags.EMPTY
    return state


def weight(state: State, korpokkur: int) -> float:
    """Return how likely what seat 1 did is with this many korpokkur, as seat 0 sees it."""
    weigh = weighs(GAME.view(state, 0))
    assert weigh is not None, "the game weighs no worlds"
    world = state.clone()
    world.korpokkur[1] = korpokkur
    return weigh(world)


WIDE = (3, 8, 0, 5, 8, 8)
"""Between 3 and 8 korpokkur, of 8 chips."""


def test_bags_that_are_known_tell_nothing() -> None:
    assert weighs(GAME.view(lay([(4, 3), (8, 3), (4, 3)]), 0)) is None


def test_who_holds_out_chips_could_not_call_arwampe() -> None:
    state = table(WIDE, turn=1)
    before = weight(state, 7)
    do(state, 1, Give(KORPOKKUR, 1))
    assert weight(state, 6) == 1
    assert weight(state, 7) == weight(state, 8) < 0.1
    assert 2 * weight(state, 7) < before


def test_who_had_a_turn_could_not_call_arwampe_then() -> None:
    """The seventh may have come since."""
    state = table(WIDE)
    assert weight(state, 6) == 1
    assert 0.2 <= weight(state, 7) == weight(state, 8) <= 0.5


def test_chips_that_went_unseen_were_mostly_two_at_once() -> None:
    state = table((2, 6, 1, 5, 7, 7))
    assert [weight(state, korpokkur) for korpokkur in range(2, 7)] == [1, 0.5, 1, 0.5, 1]
    # Nothing is told where the number of all chips isn't known, or where one has come.
    for bag in ((2, 6, 1, 5, 6, 8), (2, 5, 1, 4, 6, 6), (2, 6, 1, 4, 7, 7)):
        assert weighs(GAME.view(table(bag), 0)) is None, f"{bag} tells nothing"


def test_of_two_players_each_mostly_fills_the_bag_with_korpokkur() -> None:
    bag = (3, 4, 3, 4, 6, 8)
    state = table(bag, 2)
    assert weight(state, 4) == 1
    assert 0.2 <= weight(state, 3) < 0.5
    assert weighs(GAME.view(table(bag, 3), 0)) is None, "more players don't fill bags themselves"


def test_who_is_out_tells_nothing() -> None:
    state = table(WIDE)
    state.playing[1] = False
    assert weighs(GAME.view(state, 0)) is None


def test_what_is_told_is_what_the_seat_itself_can_tell() -> None:
    """Seat 0 knows the bag that is hidden from the others."""
    state = table(WIDE)
    state.facts[0][1] = bags.exact(8, 0)
    assert weighs(GAME.view(state, 0)) is None
    assert weighs(GAME.view(state, 2)) is not None
