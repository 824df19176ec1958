"""What can be set ahead: each move that is offered for a case is legal wherever that case holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import get_args

import pytest

from bot.engine.ahead import Ahead, Offered, is_aside
from bot.engine.game import Action
from bot.engine.match import Match
from bot.games.find_games import ahead_of
from bot.tables.game_json import CaseJson
from tests.contract.games import Configuration, package_of, play

GAMES = [4, pytest.param(120, marks=pytest.mark.long)]


def waiting(match: Match, ahead: Ahead) -> dict[int, list[Offered]]:
    """Return what each seat that isn't asked can set."""
    asked = match.to_act()
    return {
        seat: [*ahead.cases(match.view(seat))]
        for seat in range(match.seats)
        if asked and seat not in asked
    }


def check(
    match: Match, ahead: Ahead, seat: int, offered: Sequence[Offered], used: Action | None = None
) -> list[Offered]:
    """Check what was offered to a seat that is asked now; return what holds.

    A card that it has just `used` in this visit can't be played once more, as all have seen.
    """
    legal = match.legal(seat)
    held = [each for each in offered if ahead.holds(each.case, match.public(), seat)]
    for case, moves, lowest in held:
        wrong = [move for move in moves if move not in legal and move != used]
        assert not wrong, f"{case} holds, and these were offered for it: {wrong} of {legal}"
        assert lowest is None or lowest in moves, f"the lowest isn't offered for {case}"
    cases = [each.case for each in held]
    for other in offered:
        never = [case for case in cases if other.case.covers(case) and other.case not in cases]
        assert not never, f"{other.case} is said to hold wherever these do: {never}"
    return held


@pytest.mark.parametrize("number", GAMES)
def test_a_move_is_offered_for_a_case_only_if_it_is_legal_wherever_that_holds(
    configuration: Configuration, number: int
) -> None:
    """Whenever it was set since the seat was asked last, and for all questions of the visit; also
    beyond a question that leaves what was set.
    """
    ahead = ahead_of(package_of(configuration.game.info.key))
    if ahead is None:
        pytest.skip("nothing can be set ahead in this game")
    sets = get_args(ahead.Action) or (ahead.Action,)
    json, kinds = CaseJson(ahead), Counter[str]()
    for game in range(number):
        rng = configuration.rng(f"ahead {game}")
        set_by: dict[int, list[Offered]] = {}
        visiting: dict[int, list[Offered]] = {}
        for match, step in play(configuration, rng):
            aside = is_aside(ahead, match.public())
            for seat in match.to_act():
                if aside:
                    # Within a visit, what is left of it is dropped.
                    visiting = {each: [] if each == seat else visiting[each] for each in visiting}
                    continue
                offered = set_by.pop(seat, [])
                if seat in visiting and step.seat == seat:
                    # The visit goes on; what was set goes on only if it was followed.
                    followed = any(step.action in each.moves for each in visiting[seat])
                    left = visiting[seat] if followed else []
                    held = check(match, ahead, seat, left, step.action)
                else:
                    held = check(match, ahead, seat, offered)
                    visiting[seat] = offered if held else []
                kinds.update(each.case.kind for each in held)
            for seat, offered in waiting(match, ahead).items():
                visiting.pop(seat, None)
                if seat not in set_by or rng.random() < 0.3:
                    set_by[seat] = offered
                for each in offered:
                    assert json.load(json.dump(each.case)) == each.case
                    assert all(isinstance(move, sets) for move in each.moves)
                    assert each.moves, f"nothing can be done for {each.case}"
            for seat in () if aside else set_by.keys() & {*match.to_act()}:
                del set_by[seat]
    assert len(kinds) > (configuration.game.info.key in ("kirifuda", "shiranui", "korpokkur")), (
        f"some cases never held: {kinds}"
    )
