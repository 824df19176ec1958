"""Every game of the house with every number of seats and every variant, found by looking.

For `python -m tests.contract PACKAGE` it is the game of that package alone.
"""

from __future__ import annotations

import importlib
import os
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from bot.engine.dealer import LiveDealer, ReplayDealer
from bot.engine.game import Action, AnyGame, Options
from bot.engine.match import Match, Sealed, Step
from bot.engine.views import SeatView
from bot.games.find_games import has_module, is_ours, packages, packages_with, rules
from bot.tables.game_json import GameJson

HOUSE = Path(__file__).parents[2]
ALONE: Final = "CONTRACT_OF"
"""The setting that names the installed package whose game alone is looked at."""


@dataclass(frozen=True)
class Hooks:
    """What the contract tests must know about a game. Its test file has one as `HOOKS`."""

    conserved: Callable[[Any], object]
    """From a state: what never changes in a match, such as all cards and chips there are."""
    secrets: Callable[[Any, int], Mapping[str, Hashable]]
    """From a state and a seat: what that seat mustn't know, by name; only what could be otherwise
    for all that the seat has seen."""
    twins: Callable[[Any, int, random.Random], Any]
    """From a state, a seat and chance: a clone in which two unlike things that the seat can't see
    have changed places; None if there are no two."""
    reveals: Mapping[str, frozenset[str]]
    """By kind of event that shows what was hidden: the fields in which twins may then differ."""
    private: frozenset[str] = frozenset()
    """The kinds of events that are told to single seats, and never to all."""
    wordless: frozenset[str] = frozenset()
    """The kinds of events told to all that need no line of the log, since others say it."""


@dataclass(frozen=True)
class Configuration:
    """A game with a number of seats and options."""

    game: AnyGame
    seats: int
    options: Options

    def __str__(self) -> str:
        """Name it: game, seats, and the options that aren't the standard ones."""
        standard = type(self.options)()
        chosen = [
            f"{field.name}={getattr(self.options, field.name)}"
            for field in fields(self.options)
            if getattr(self.options, field.name) != getattr(standard, field.name)
        ]
        return "-".join([self.game.info.key, str(self.seats), *chosen])

    def rng(self, purpose: str) -> random.Random:
        """Return a random generator that is the same in every run."""
        return random.Random(f"{self} {purpose}")


def games() -> list[AnyGame]:
    """Return every game that lies under cogs/, or that of the package which is looked at alone."""
    return list(_games())


@cache
def _games() -> list[AnyGame]:
    alone = os.environ.get(ALONE)
    return [
        rules(key, package)
        for key, package in packages_with("rules").items()
        if (package == alone if alone else is_ours(package))
    ]


def part_of(game: AnyGame, name: str) -> ModuleType | None:
    """Return a module of a game's package; None if it does without."""
    package = package_of(game.info.key)
    return importlib.import_module(f"{package}.{name}") if has_module(package, name) else None


def must_have(game: AnyGame, name: str) -> Any:
    """Return a module that every game's package has."""
    found = part_of(game, name)
    assert found is not None, f"{package_of(game.info.key)} has no {name}.py"
    return found


@cache
def package_of(key: str) -> str:
    """Return the package of a game."""
    return packages()[key]


def configurations() -> list[Configuration]:
    """Return every game with every number of seats and every variant it allows for them."""
    return list(_configurations())


@cache
def _configurations() -> tuple[Configuration, ...]:
    return tuple(
        Configuration(game, seats, options)
        for game in games()
        for seats in game.info.seats
        for options in game.info.variants
        if _fits(game, seats, options)
    )


def quick_share() -> list[Configuration]:
    """Return configurations that include every number of seats and every variant of each game.

    They are for what takes long; the long share has them all.
    """
    return list(_quick_share())


@cache
def _quick_share() -> tuple[Configuration, ...]:
    chosen: list[Configuration] = []
    for game in games():
        left = [each for each in configurations() if each.game is game]
        new: set[object] = {part for each in left for part in (each.seats, each.options)}
        used: Counter[object] = Counter()
        while new:
            # Of those that show most that is new, one whose variant was taken least.
            best = max(
                left,
                key=lambda each: (
                    (each.seats in new) + (each.options in new),
                    -used[each.options],
                ),
            )
            left.remove(best)
            new -= {best.seats, best.options}
            used[best.options] += 1
            chosen.append(best)
    return tuple(chosen)


def _fits(game: AnyGame, seats: int, options: Options) -> bool:
    from bot.engine.game import BadOptions

    try:
        game.setup(seats, options, LiveDealer(random.Random(0)))
    except BadOptions:
        return False
    return True


def hooks(game: AnyGame) -> Hooks:
    """Return what the game's test file tells about it, or `hooks.py` in an installed package."""
    if is_ours(package_of(game.info.key)):
        return importlib.import_module(f"tests.games.test_{game.info.key}").HOOKS
    return must_have(game, "hooks").HOOKS


@cache
def game_json(game: AnyGame) -> GameJson:
    """Return the JSON forms of a game."""
    return GameJson(game)


def rule_of_thumb(
    game: AnyGame,
) -> Callable[[SeatView[Any, Any], list[Any], random.Random], Action]:
    """Return how the game's computer player chooses."""
    return must_have(game, "player").choose


def play(
    configuration: Configuration,
    rng: random.Random,
    seen: Callable[[Match, Step], None] | None = None,
) -> Iterator[tuple[Match, Step]]:
    """Play a match to its end; yield it after the deal and after every action.

    Some matches are played at random, some by the rule of thumb, some by both in turn: they get to
    different places. Fails if the match is longer than the game says. `seen` gets every step before
    it is accepted.
    """
    game = configuration.game
    match, step = Match.deal(
        game, game_json(game), configuration.seats, configuration.options, LiveDealer(rng)
    )
    yield match, step
    thumb = rule_of_thumb(game)
    skill = rng.choice([0.0, 0.5, 1.0])
    while seats := match.to_act():
        assert match.step < game.info.longest, f"longer than {game.info.longest} actions"
        seat = rng.choice(seats)
        legal = match.legal(seat)
        assert legal, f"seat {seat} is asked and can do nothing"
        if rng.random() < skill:
            action = thumb(match.view(seat), list(legal), rng)
            assert action in legal, f"the rule of thumb of seat {seat} does {action}"
        else:
            action = rng.choice(legal)
        step = match.propose(seat, action, LiveDealer(rng))
        if seen is not None:
            seen(match, step)
        match.accept(step)
        yield match, step


def positions(configuration: Configuration, rng: random.Random, count: int) -> Iterator[Match]:
    """Yield positions from many matches, about every third of each."""
    found = 0
    while found < count:
        for match, _ in play(configuration, rng):
            if rng.random() < 0.3:
                yield match
                found += 1
                if found == count:
                    return


def truth(match: Match) -> Sealed[Any]:
    """Return what only the engine and storage may know about a match."""
    return Sealed(match.step, list(match._asks), match._state)


def text(configuration: Configuration, match: Match) -> str:
    """Return the sealed text of a match as it stands."""
    return game_json(configuration.game).seal(truth(match))


def with_state(configuration: Configuration, match: Match, state: Any) -> Match:
    """Return a match like this one, but with another state behind it."""
    sealed = Sealed(match.step, list(match._asks), state)
    return Match(configuration.game, game_json(configuration.game), sealed)


def repeat(configuration: Configuration, steps: list[Step]) -> Iterator[tuple[Match, Step]]:
    """Play the steps again from their records of draws; yield as `play` does."""
    game = configuration.game
    dealer = ReplayDealer(steps[0].draws)
    match, step = Match.deal(
        game, game_json(game), configuration.seats, configuration.options, dealer
    )
    yield match, step
    for one in steps[1:]:
        assert one.seat is not None, "only the deal is nobody's move"
        assert one.action is not None, "only the deal is nobody's move"
        step = match.propose(one.seat, one.action, ReplayDealer(one.draws))
        match.accept(step)
        yield match, step
