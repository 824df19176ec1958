"""Choices that several seats make at once, sealed until all have chosen."""

from __future__ import annotations

import random
from dataclasses import dataclass

from bot.engine.dealer import LiveDealer
from bot.engine.game import Action, Chosen, Event
from bot.engine.sealed import guess_choices, open_seats, seal


@dataclass(frozen=True, slots=True)
class Bid(Action, sealed=True):
    """A bid in secret."""

    points: int


@dataclass(frozen=True, slots=True)
class HasBid(Event):
    """A seat has bid."""

    seat: int


def test_a_sealed_action_shows_the_others_that_it_was_done_and_no_more() -> None:
    assert Bid(3).shown() == Bid(9).shown() == "bid"


def test_a_choice_is_put_away_and_all_are_told_that_it_was_made() -> None:
    choices: list[int | None] = [None] * 3
    dealer, asked = LiveDealer(random.Random(1)), open_seats(choices)
    assert asked == (0, 1, 2)
    asked = seal(choices, asked, 1, 7, dealer)
    assert (choices, asked) == ([None, 7, None], (0, 2)) and open_seats(choices) == asked
    assert seal(choices, (2,), 2, 0, dealer, HasBid) == (), "a choice of nothing is a choice, too"
    assert open_seats(choices) == (0,)
    told = [(each.audience, each.event) for each in dealer.events]
    assert told == [("all", Chosen(1)), ("all", HasBid(2))], "what was chosen is told, or not that"


def test_a_world_keeps_the_own_choice_and_gives_the_others_any_that_they_could_make() -> None:
    could = {0: ["a"], 1: ["own"], 2: ["b", "c"], 3: list[str](), 4: ["d"]}
    rng = random.Random(2)
    worlds = {
        tuple(guess_choices(5, (1, "mine"), {4}, could.__getitem__, rng, "")) for _ in range(50)
    }
    assert worlds == {("a", "mine", "b", "", ""), ("a", "mine", "c", "", "")}
