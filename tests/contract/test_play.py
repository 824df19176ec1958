"""Every game keeps the contract: whole matches at random and by rule of thumb."""

from __future__ import annotations

import dataclasses
import random
from typing import Any, get_args, get_type_hints

import pytest

from bot.engine.dealer import LiveDealer
from bot.engine.game import Action, AnyGame
from bot.engine.match import Match, NotAsked, NotLegal, StaleQuestion, Step
from tests.contract.games import (
    Configuration,
    configurations,
    game_json,
    games,
    hooks,
    play,
    positions,
    repeat,
    rule_of_thumb,
    text,
)

GAMES = [6, pytest.param(150, marks=pytest.mark.long)]


def test_games_are_found() -> None:
    assert games()
    assert len({str(each) for each in configurations()}) == len(configurations())


def test_a_game_says_what_it_is(game: AnyGame) -> None:
    info = game.info
    assert info.title
    assert info.japanese
    assert info.designer
    assert info.publisher
    assert info.minutes > 0
    assert info.longest > 0
    assert info.short is None or info.short in info.variants, "the short game can't be chosen"
    assert bool(info.short) == bool(info.short_minutes)
    assert list(info.seats) == sorted(set(info.seats))
    assert info.variants[0] == game.Options()
    assert len(set(info.variants)) == len(info.variants)
    for seats in info.seats:
        game.setup(seats, info.variants[0], LiveDealer(random.Random(0)))


def test_a_game_has_its_hooks(game: AnyGame) -> None:
    assert hooks(game)


def test_actions_and_events_tell_their_kind_first(game: AnyGame) -> None:
    for union in (game.Action, game.Event):
        kinds = []
        for each in get_args(union) or (union,):
            assert dataclasses.fields(each)[0].name == "kind"
            (kind,) = get_args(get_type_hints(each)["kind"])
            assert each.__dataclass_params__.frozen
            kinds.append(kind)
        assert len(set(kinds)) == len(kinds)


@pytest.mark.heavy
@pytest.mark.parametrize("count", GAMES)
def test_matches_go_by_the_contract(configuration: Configuration, count: int) -> None:
    rng = configuration.rng("play")
    game = configuration.game
    conserved = hooks(game).conserved
    known: dict[Action, None] = {}
    for _ in range(count):
        kept: object = None
        before: dict[int, list[Any]] = {}
        asks: list[int] = []
        match = None
        for match, step in play(configuration, rng, seen=untouched(configuration)):
            if kept is None:
                kept = conserved(match._state)
                asks = [0] * configuration.seats
            assert conserved(match._state) == kept
            legal = look_at_legal(configuration, match)
            for seat in range(configuration.seats):
                if step.seat == seat or (step.seat is not None and legal[seat] != before[seat]):
                    asks[seat] = match.step
                assert match.question_number(seat) == asks[seat]
            before = legal
            known |= dict.fromkeys(action for actions in legal.values() for action in actions)
            look_at_forms(configuration, match, step)
            if rng.random() < 0.1:
                refuse(configuration, match, rng, list(known))
        assert match is not None
        look_at_result(configuration, match)
        refuse(configuration, match, rng, list(known))


def look_at_legal(configuration: Configuration, match: Match) -> dict[int, list[Any]]:
    """Check who is asked and for what; return it by seat."""
    to_act = match.to_act()
    assert list(to_act) == sorted(set(to_act)), f"seats asked twice or out of order: {to_act}"
    legal = {seat: match.legal(seat) for seat in range(configuration.seats)}
    for seat, actions in legal.items():
        assert bool(actions) == (seat in to_act), (
            f"{to_act} are asked, and seat {seat} may do {actions}"
        )
        assert len(set(actions)) == len(actions), f"offered twice to seat {seat}: {actions}"
        assert match.legal(seat) == actions, f"asked twice, seat {seat} may do something else"
        assert match.legal(seat) is not actions, "a list that its reader could change"
    return legal


def look_at_forms(configuration: Configuration, match: Match, step: Step) -> None:
    """Check that everything that is stored comes back as it was."""
    form = game_json(configuration.game)
    assert step.sealed == text(configuration, match), (
        "what is stored isn't the state after the step"
    )
    resumed = Match.resume(configuration.game, form, step.sealed)
    assert resumed._state == match._state, "what is stored leads to another state"
    assert text(configuration, resumed) == step.sealed, (
        "a match that was resumed is stored otherwise"
    )
    assert form.load_events(form.dump_events(step.events)) == step.events, (
        "events come back changed"
    )
    assert form.load_options(form.dump_options(configuration.options)) == configuration.options, (
        "options come back changed"
    )
    for seat in match.to_act():
        for action in match.legal(seat):
            assert form.load_action(form.dump_action(action)) == action, (
                f"{action} comes back changed"
            )
    hash(match.public())
    for seat in range(configuration.seats):
        hash(match.view(seat))


def untouched(configuration: Configuration) -> Any:
    """Return a look at a step that is proposed: the match is still as it was."""
    last: dict[str, str] = {}

    def look(match: Match, step: Step) -> None:
        now = text(configuration, match)
        if match.step > 0 and last["match"] == str(id(match)):
            assert now == last["text"], "proposing a step changed the match"
        assert not mutable(match._state) & mutable(step._state), "clones share something"
        last["match"], last["text"] = str(id(match)), step.sealed

    return look


def mutable(thing: Any) -> set[int]:
    """Return the identities of everything in a state that can change."""
    found: set[int] = set()
    left = [thing]
    while left:
        each = left.pop()
        kind = type(each)
        if kind in (int, str, bool, type(None)):
            continue
        if isinstance(each, list | set | dict | bytearray):
            found.add(id(each))
        if isinstance(each, dict):
            left.extend(each.values())
        elif isinstance(each, list | set | tuple | frozenset):
            left.extend(each)
        elif dataclasses.is_dataclass(kind):
            if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
                found.add(id(each))
            left.extend(getattr(each, field.name) for field in dataclasses.fields(kind))
    return found


def refuse(
    configuration: Configuration, match: Match, rng: random.Random, known: list[Action]
) -> None:
    """Try what isn't allowed: it is refused, draws nothing, says nothing, changes nothing."""
    before = text(configuration, match)
    dealer = LiveDealer(rng)
    to_act = match.to_act()
    strangers = [-1, configuration.seats, 99]
    for seat in [*range(configuration.seats), *strangers]:
        tries = rng.sample(known, min(20, len(known)))
        legal = match.legal(seat) if seat in to_act else []
        for action in tries:
            if seat not in to_act:
                with pytest.raises(NotAsked):
                    match.propose(seat, action, dealer)
            elif action not in legal:
                with pytest.raises(NotLegal):
                    match.propose(seat, action, dealer)
        if legal:
            for question_number in (match.question_number(seat) - 1, match.step + 1):
                with pytest.raises(StaleQuestion):
                    match.propose(seat, legal[0], dealer, question_number)
            with pytest.raises(NotLegal):
                match.propose(seat, Action(kind="nothing of this game"), dealer)
    assert text(configuration, match) == before, "a refused move has changed the match"
    assert (dealer.draws, dealer.events) == ([], []), "a refused move has drawn or told something"


def look_at_result(configuration: Configuration, match: Match) -> None:
    """Check that scores are the sum of their parts and that somebody has won."""
    result = match.result()
    assert len(result.scores) == len(result.breakdown) == configuration.seats, (
        f"not a score for each seat: {result}"
    )
    for score, parts in zip(result.scores, result.breakdown, strict=True):
        assert score == sum(points for _, points in parts), f"{score} isn't the sum of {parts}"
    assert result.winners, f"nobody has won: {result}"
    assert list(result.winners) == sorted(set(result.winners)), f"winners out of order: {result}"
    assert set(result.winners) <= set(range(configuration.seats)), (
        f"somebody won who doesn't play: {result}"
    )


def test_no_seat_moves_more_often_than_a_game_says(configuration: Configuration) -> None:
    """By this somebody reads that they can't earn the points of a seat any more."""
    game, rng = configuration.game, configuration.rng("moves left")
    for _ in range(2):
        said = list[tuple[int, int, int]]()
        made = [0] * configuration.seats
        for match, step in play(configuration, rng):
            if step.seat is not None:
                made[step.seat] += 1
            for seat, so_far in enumerate(made):
                left = game.moves_left(match.public(), seat)
                said += [] if left is None else [(seat, so_far, left)]
        for seat, so_far, left in said:
            assert made[seat] - so_far <= left, f"{made[seat] - so_far} moves, not {left}"


@pytest.mark.heavy
@pytest.mark.parametrize("count", GAMES)
def test_the_log_leads_to_the_same_states(configuration: Configuration, count: int) -> None:
    rng = configuration.rng("log")
    for _ in range(count):
        steps = [step for _, step in play(configuration, rng)]
        again = [step for _, step in repeat(configuration, steps)]
        for one, other in zip(steps, again, strict=True):
            assert other.draws == one.draws
            assert other.events == one.events
            assert other.sealed == one.sealed
            assert other.asks == one.asks
            assert other.result == one.result
            assert (one.result is None) == bool(one.to_act)


def test_legal_actions_all_work(configuration: Configuration) -> None:
    rng = configuration.rng("all")
    for match in positions(configuration, rng, 60):
        before = text(configuration, match)
        for seat in match.to_act():
            for action in match.legal(seat):
                step = match.propose(seat, action, LiveDealer(rng), match.question_number(seat))
                assert step.events, "nothing is told of it"
        assert text(configuration, match) == before, "a refused move has changed the match"


def test_the_rule_of_thumb_needs_a_view_alone(configuration: Configuration) -> None:
    rng = configuration.rng("thumb")
    choose = rule_of_thumb(configuration.game)
    for match in positions(configuration, rng, 60):
        for seat in match.to_act():
            view = match.view(seat)
            first = choose(view, match.legal(seat), random.Random(1))
            assert first in match.legal(seat)
            assert choose(view, match.legal(seat), random.Random(1)) == first
