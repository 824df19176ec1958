"""Positions of any game in two worlds that one seat can't tell apart, and how both go on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.engine.dealer import LiveDealer, ReplayDealer
from bot.engine.game import Action
from bot.engine.match import Match
from bot.ui.pages.render import Body
from bot.ui.pages.tables import menu_moves
from bot.ui.pages.wording import Wording
from tests.contract.checks import alike, shown
from tests.contract.games import Configuration, game_json, hooks, text, with_state
from tests.e2e.scripts import NAMES, Move, Written, by_chance, render_of

AHEAD = 8
"""The most moves that are made in both worlds."""
FEWEST = 3
"""Where hidden things are shown sooner, another position is looked for."""
TRIES = 40


@dataclass(frozen=True)
class World:
    """One of two worlds: the state, as it is kept, and the draws and moves that follow."""

    state: str
    draws: list[Any]
    moves: list[Move]


@dataclass(frozen=True)
class Twins:
    """A position in two worlds that look the same to one seat and to all who have none."""

    written: Written
    made: int
    """How many moves lead to the position, in the log of both worlds."""
    drawn: int
    """How many draws lead there."""
    seat: int
    """Who can't tell the worlds apart."""
    knowing: tuple[int, ...]
    """Who can: their hand shows what differs. Nobody, where it lies in a pile."""
    worlds: tuple[World, World]


def find(configuration: Configuration, seed: int) -> Twins:
    """Find twins that go on for some moves alike, and that some other seat can tell apart.

    Where nobody ever holds what is hidden, nobody can.
    """
    unknown: Twins | None = None
    rng = configuration.rng(f"twins {seed}")
    for number in range(TRIES):
        written = by_chance(configuration, number)
        made = rng.randrange(len(written.moves))
        seat = rng.randrange(configuration.seats)
        twins = _at(written, made, seat, rng)
        if twins is not None and twins.knowing:
            return twins
        unknown = unknown or twins
    if unknown is not None:
        return unknown
    raise LookupError(f"{configuration}: there are hardly any twins")


def _at(written: Written, made: int, seat: int, rng: random.Random) -> Twins | None:
    configuration = written.configuration
    dealer = ReplayDealer(written.draws)
    match = _match(written, made, dealer)
    before = len(dealer.draws)
    other = hooks(configuration.game).twins(match._state, seat, rng)
    if other is None:
        return None
    one, two = (with_state(configuration, match, s) for s in (match._state.clone(), other))
    hand = partial(_hand, configuration)
    knowing = tuple(s for s in range(one.seats) if hand(one, s) != hand(two, s))
    states = text(configuration, one), text(configuration, two)
    drawn: tuple[list[Any], list[Any]] = [], []
    moves: tuple[list[Move], list[Move]] = [], []
    for pair, draws in _ahead(configuration, one, two, seat, rng):
        for n in range(2):
            moves[n].append(pair[n])
            drawn[n].extend(draws[n])
    if len(moves[0]) < FEWEST:
        return None
    worlds = [World(states[n], drawn[n], moves[n]) for n in range(2)]
    return Twins(written, made, before, seat, knowing, (worlds[0], worlds[1]))


def _hand(configuration: Configuration, match: Match, seat: int) -> Body:
    """Return what is written in the hand of a seat, which may be less than it knows."""
    wording = Wording("en-GB", NAMES[: configuration.seats])
    return render_of(configuration.game).hand_below(match.view(seat), wording)


def _match(written: Written, made: int, dealer: ReplayDealer) -> Match:
    """Return the match of a written game after some moves."""
    game, options = written.configuration.game, written.configuration.options
    match, _ = Match.deal(game, game_json(game), written.seats, options, dealer)
    for move in written.moves[:made]:
        match.accept(match.propose(move.seat, move.action, dealer))
    return match


def _ahead(
    configuration: Configuration, one: Match, two: Match, seat: int, rng: random.Random
) -> Iterator[tuple[tuple[Move, Move], tuple[list[Any], list[Any]]]]:
    """Play on alike in both worlds; yield each pair of moves with the draws, until one tells."""
    events = hooks(configuration.game)
    for _ in range(AHEAD):
        pair = alike(events, one, two, seat, rng)
        if pair is None:
            return
        actor, *actions = pair
        chance = rng.getrandbits(64)
        dealers = [LiveDealer(random.Random(chance)) for _ in range(2)]
        steps = [
            match.propose(actor, action, dealer)
            for match, action, dealer in zip((one, two), actions, dealers, strict=True)
        ]
        first, second = (
            _move(configuration, match, actor, action)
            for match, action in zip((one, two), actions, strict=True)
        )
        one.accept(steps[0])
        two.accept(steps[1])
        if not one.to_act():
            return
        for listener in (None, seat):
            told = steps[0].events, steps[1].events
            if shown(events, configuration, (one, two), told, listener, worded=True):
                return
        yield (first, second), (dealers[0].draws, dealers[1].draws)


def _move(configuration: Configuration, match: Match, seat: int, action: Action) -> Move:
    render, view = render_of(configuration.game), match.view(seat)
    wording = Wording("en-GB", NAMES[: configuration.seats])
    (found,) = menu_moves.menu_moves(render, [action], view, wording)
    typed = {word.name: word.value for word in render.words(action, view, wording)}
    return Move(seat, found.path, typed, action, view, match.legal(seat))
