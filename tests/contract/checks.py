"""The checks on secrets: worlds, twins and width. Each fails with an AssertionError."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable
from dataclasses import fields
from typing import Any

from bot.engine.dealer import AddressedEvent, LiveDealer
from bot.engine.game import Action, AnyGame, Event, carry_out
from bot.engine.match import Match
from tests.contract import seen
from tests.contract.games import Configuration, Hooks, game_json, positions, text, with_state

WORLDS = 50
"""In how many worlds each secret has to be another."""
AHEAD = 25
"""How many actions twins are followed for."""
WHOLE = 5
"""In every so many positions all is drawn; in the others where what it is drawn from differs."""
MOST_NAMED = 10
"""How many differences a failure names: one leak shows in many places."""


def check_worlds(
    configuration: Configuration,
    hooks: Hooks,
    rng: random.Random,
    count: int,
    whole: int = WHOLE,
) -> None:
    """Put a world of each seat in place of the truth: for that seat and for all it looks the same.

    The world must be a position of the same match that can be played to its end. All is drawn in
    every `whole`th position, and where the match is over.
    """
    game = configuration.game
    for number, match in enumerate(positions(configuration, rng, count)):
        conserved = hooks.conserved(match._state)
        drawn = number % whole == 0 or not match.to_act()
        all_see = seen.by_anyone(game, match) if drawn else None
        for seat in range(configuration.seats):
            state = game.world(match.view(seat), rng)
            other = with_state(configuration, match, state)
            if drawn or unlike(game, other, match, seat):
                check_looks("a world of it", game, other, match, seat, all_see)
            assert hooks.conserved(state) == conserved, "a world has other cards than the truth"
            written = game_json(game).unseal(text(configuration, other))
            assert written.state == state, "a world is no state of this game"
            play_out(game, state, rng)


def check_width(configuration: Configuration, hooks: Hooks, rng: random.Random, count: int) -> None:
    """Check that over many worlds each of a seat's secrets takes at least two values."""
    names: set[str] = set()
    for match in positions(configuration, rng, count):
        for seat in range(configuration.seats):
            view = match.view(seat)
            secrets = hooks.secrets(match._state, seat)
            names |= secrets.keys()
            values: defaultdict[str, set[Hashable]] = defaultdict(set)
            for _ in range(WORLDS):
                world = configuration.game.world(view, rng)
                of_world = hooks.secrets(world, seat)
                assert of_world.keys() == secrets.keys(), "a world has secrets of other names"
                for name, value in of_world.items():
                    values[name].add(value)
                if all(len(values[name]) > 1 for name in secrets):
                    break
            for name in secrets:
                assert len(values[name]) > 1, f"seat {seat}: {name} is the same in all worlds"
    assert names, "no secret was ever looked at"


def check_twins(
    configuration: Configuration,
    hooks: Hooks,
    rng: random.Random,
    count: int,
    whole: int = WHOLE,
) -> None:
    """Swap what a seat can't see, and play on alike: it sees the same until it is shown.

    Follows `count` pairs of twins, hidden from each seat in turn. All is drawn of every `whole`th
    pair.
    """
    found = tried = 0
    while found < count:
        for match in positions(configuration, rng, count):
            tried += 1
            assert tried < 20 * count + 1000, "there are hardly any twins"
            seat = found % configuration.seats
            state = hooks.twins(match._state, seat, rng)
            if state is None:
                continue
            assert state != match._state, "the twins are one"
            assert hooks.conserved(state) == hooks.conserved(match._state), (
                "a twin has other cards than the truth"
            )
            twin = with_state(configuration, match, state)
            drawn = found % whole == 0
            follow(configuration, hooks, match, twin, seat, rng, drawn=drawn)
            found += 1
            if found == count:
                break


def follow(
    configuration: Configuration,
    hooks: Hooks,
    match: Match,
    twin: Match,
    seat: int,
    rng: random.Random,
    *,
    drawn: bool,
) -> None:
    """Take the same steps in both twins, and compare all that the seat sees on the way.

    If `drawn`, all is drawn of the twins as they are and as they end, and in any case where a match
    is over, and every event is worded. Else that is done where what it is made from isn't the same.
    """
    game = configuration.game
    # The position belongs to a match that others go on with: this one is a copy.
    one = with_state(configuration, match, match._state.clone())
    two = twin
    what = "its twin"
    if drawn or unlike(game, two, one, seat):
        check_looks(what, game, two, one, seat)
    for _ in range(AHEAD):
        pair = alike(hooks, one, two, seat, rng)
        if pair is None:
            break
        actor, first, second = pair
        chance = rng.getrandbits(64)
        steps = [
            each.propose(actor, action, LiveDealer(random.Random(chance)))
            for each, action in ((one, first), (two, second))
        ]
        for each, step in zip((one, two), steps, strict=True):
            each.accept(step)
        for listener in (None, seat):
            told = (steps[0].events, steps[1].events)
            if shown(hooks, configuration, (one, two), told, listener, worded=drawn):
                return
        what = f"its twin after {first}"
        if unlike(game, two, one, seat):
            check_looks(what, game, two, one, seat)
    if drawn or not one.to_act():
        check_looks(what, game, two, one, seat)


def unlike(game: AnyGame, other: Match, truth: Match, seat: int) -> bool:
    """Tell whether what all that a seat sees is drawn from isn't the same in two matches."""
    return seen.sources(game, truth, seat) != seen.sources(game, other, seat)


def check_looks(
    what: str,
    game: AnyGame,
    other: Match,
    truth: Match,
    seat: int,
    all_see: dict[str, object] | None = None,
) -> None:
    """Check that a match looks exactly like the truth, to everybody and to a seat.

    `all_see` is what everybody sees of the truth, if that is already known.
    """
    all_see = all_see or seen.by_anyone(game, truth)
    check_same(f"{what} looks different to all", all_see, seen.by_anyone(game, other))
    check_same(
        f"{what} looks different to seat {seat}",
        seen.by_seat(game, truth, seat),
        seen.by_seat(game, other, seat),
    )


def check_same(what: str, one: dict[str, object], other: dict[str, object]) -> None:
    """Check that two lots of things shown are exactly equal, or name what differs."""
    found = [
        difference
        for name, thing in one.items()
        for difference in seen.differences(name, thing, other[name])
    ]
    # Not by assert: pytest would add both whole texts to a message that names what differs.
    if found:
        raise AssertionError("\n".join([f"{what}:", *found[:MOST_NAMED]]))


def alike(
    hooks: Hooks, one: Match, two: Match, seat: int, rng: random.Random
) -> tuple[int, Action, Action] | None:
    """Return who acts and what in each twin, so that everybody sees the same of it."""
    moves = [(actor, action) for actor in one.to_act() for action in one.legal(actor)]
    rng.shuffle(moves)
    for actor, action in moves:
        others = [
            other
            for other in two.legal(actor)
            if other == action or (actor != seat and other.shown() == action.shown())
        ]
        if others:
            return actor, action, action if action in others else rng.choice(others)
    return None


def shown(
    hooks: Hooks,
    configuration: Configuration,
    twins: tuple[Match, Match],
    told: tuple[list[AddressedEvent], list[AddressedEvent]],
    seat: int | None,
    *,
    worded: bool,
) -> bool:
    """Compare what was heard; tell whether something hidden was shown, as it may be.

    If `worded`, so is every event. Else those are that aren't the same to the last detail.
    """
    ones, others = (seen.heard(events, seat) for events in told)
    for one, other in zip(ones, others, strict=False):
        if one == other:
            if not worded and seen.written(one) == seen.written(other):
                continue
            game = configuration.game
            lines = [
                seen.line(game, match, event, seat)
                for match, event in zip(twins, (one, other), strict=True)
            ]
            check_same("an event is told in other words in twins", *lines)
            continue
        assert one.kind == other.kind, leak(one, other)
        different = {
            field.name
            for field in fields(one)
            if getattr(one, field.name) != getattr(other, field.name)
        }
        leaking = different - hooks.reveals.get(one.kind, frozenset())
        assert not leaking, f"{leak(one, other)} by {', '.join(sorted(leaking))}"
        return True
    assert len(ones) == len(others), f"told twins apart by how much is told: {ones} and {others}"
    return False


def leak(one: Event, other: Event) -> str:
    """Say which event told twins apart."""
    return f"told twins apart: {one} and {other}"


def play_out(game: AnyGame, state: Any, rng: random.Random) -> None:
    """Play a state at random to its end, by the bare rules."""
    state, dealer = state.clone(), LiveDealer(rng)
    for _ in range(game.info.longest):
        if not (seats := game.to_act(state)):
            break
        seat = rng.choice(seats)
        carry_out(game, state, seat, rng.choice(game.legal(state, seat)), dealer)
    assert not game.to_act(state), f"a world goes on for more than {game.info.longest} actions"
    game.result(state)
