"""Whole games from invite to result, by clicks alone and by slash commands alone."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from tests.e2e.play import (
    Chance,
    Clicks,
    Commands,
    Door,
    Script,
    Sitting,
    begin,
    is_over,
    play_on,
    title_of,
)
from tests.e2e.scenes import people, server
from tests.e2e.scripts import Written, endless, golden
from tests.e2e.stage import Stage

NAMES = ["Ada", "Bob", "Cleo", "花子"]


async def played(stage: Stage, seats: int, door: Door, choose: Script | Chance) -> Sitting:
    """Play a whole game through one door, on a server where nobody has won before."""
    sitting = await begin(stage, people(stage, server(stage), *NAMES[:seats]), door)
    await play_on(sitting, door, choose)
    return sitting


def result(sitting: Sitting) -> tuple[list[object], str, str]:
    """Return all that is left of a game except ids: its log on disk, its last board and card."""
    steps = sitting.stage.log_of(sitting.table_id)
    log: list[object] = [(row.step, row.seat, row.action, row.draws, row.events) for row in steps]
    return log, sitting.written(sitting.board), sitting.written(sitting.card)


def check_end(sitting: Sitting, written: Written) -> None:
    """Hold what board and disk say to how the game is known to end."""
    names = NAMES[: written.seats]
    board = sitting.board.text
    for name, score in zip(names, written.scores, strict=True):
        assert f"{name} · **{score}**" in board, f"{name} has {score}, and the board says: {board}"
    winners = [names[seat] for seat in written.winners]
    assert all(name in title_of(sitting.board) for name in winners), board
    ((phase, text),) = sitting.stage.rows(
        "SELECT phase, result FROM tables WHERE id = ?", sitting.table_id
    )
    assert phase == "finished", f"the last move was made, and the game is {phase}"
    assert json.loads(text)["scores"] == written.scores, "another end than is written"
    assert json.loads(text)["winners"] == written.winners, "others have won than is written"
    assert sitting.pings() == [], f"pings stay after the end: {sitting.pings()}"
    for hand in sitting.hands.values():
        assert is_over(hand), f"a hand that can still move: {hand.text}"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_so_does_a_game_of_chance(tmp_path: Path, seats: int, seed: int) -> None:
    """Choose by chance among all that is offered; both doors must offer the same."""
    async with Stage(tmp_path, deals=endless(seats, seed)) as stage:
        by_clicks, by_commands = await asyncio.gather(
            played(stage, seats, Clicks(), Chance(seed)),
            played(stage, seats, Commands(), Chance(seed)),
        )
        assert result(by_clicks) == result(by_commands)


@pytest.mark.real_start
@pytest.mark.takes(3)
async def test_a_game_goes_on_within_the_usual_limits(tmp_path: Path) -> None:
    """Play with the limits that Discord sets on how much may be asked: no turn waits for them."""
    written = golden(2)
    async with Stage(tmp_path, deals=written.draws) as stage:
        stage.sandbox.ratelimits.usual()
        sitting = await played(stage, 2, Clicks(), Script(written.words))
        check_end(sitting, written)
        assert [each.status for each in stage.sandbox.requests if each.status == 429] == []
