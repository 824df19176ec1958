"""Every game from invite to result, by clicks alone and by commands alone, through kills."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.contract.games import Configuration, configurations
from tests.e2e.follow import BY_CLICKS, BY_COMMANDS, Way, follow, sit_down
from tests.e2e.litter import beside
from tests.e2e.play import Sitting, is_over, says_done, title_of
from tests.e2e.scenes import MOVED_ON, answer, server
from tests.e2e.scripts import NAMES, Written, by_chance, golden_of, one_of_each
from tests.e2e.stage import Stage

# What is of one game alone is proved in tests/contract; through the process one is enough.
QUICK = {name for name in one_of_each(-1) if name.startswith("korpokkur-")}


def marked(configuration: Configuration) -> Any:
    """Return a configuration as a parameter; most take the long way."""
    name = str(configuration)
    return pytest.param(configuration, marks=[] if name in QUICK else pytest.mark.long, id=name)


ALL = pytest.mark.parametrize("configuration", [marked(each) for each in configurations()])


async def die(sitting: Sitting, way: Way, written: Written, at: int, *, heard: bool) -> None:
    """Kill the bot as it answers the move that is due; start it, and see that the move was made."""
    stage = sitting.stage
    last = await way.reach(sitting, written.moves[at])
    stage.dying_at(1, "POST", "/interactions/*/callback", unheard=not heard)
    it = await stage.death(last())
    assert it is not None, "the bot died without a click"
    assert it.status == ("answered" if heard else "pending"), (
        f"the bot died otherwise than meant: {it.status}"
    )
    assert stage.applied(it), "an answer was given for what is not on disk"
    await stage.start()
    await stage.shown()
    assert len(stage.log_of(sitting.table_id)) == at + 2, f"move {at} was lost or made twice"


async def play_both(stage: Stage, written: Written) -> tuple[Sitting, Sitting]:
    """Play one match at two tables, one by clicks and one by commands, and kill the bot twice.

    Each is on a server of its own, or whoever wins both would be told that they won twice.
    """
    clicked, typed = await asyncio.gather(
        sit_down(stage, written, BY_CLICKS, server(stage)),
        sit_down(stage, written, BY_COMMANDS, server(stage)),
    )
    moves = written.moves
    first, second = len(moves) // 3, 2 * len(moves) // 3
    await asyncio.gather(
        follow(clicked, BY_CLICKS, moves[:first]), follow(typed, BY_COMMANDS, moves[:first])
    )
    await stage.shown()
    await die(clicked, BY_CLICKS, written, first, heard=True)
    # A hand that lay open while the bot died no longer follows: it is opened again.
    clicked.hands.clear()
    await asyncio.gather(
        follow(clicked, BY_CLICKS, moves[first + 1 : second]),
        follow(typed, BY_COMMANDS, moves[first:second]),
    )
    await stage.shown()
    await die(typed, BY_COMMANDS, written, second, heard=False)
    clicked.hands.clear()
    await asyncio.gather(
        follow(clicked, BY_CLICKS, moves[second:]),
        follow(typed, BY_COMMANDS, moves[second + 1 :]),
    )
    await stage.shown()
    return clicked, typed


def result(sitting: Sitting) -> tuple[object, ...]:
    """Return all that is left of a game except ids: its log on disk, its last board and card."""
    steps = sitting.stage.log_of(sitting.table_id)
    log = [(row.step, row.seat, row.action, row.draws, row.events) for row in steps]
    return log, sitting.written(sitting.board), sitting.written(sitting.card)


async def check_end(sitting: Sitting, written: Written) -> None:
    """Hold what board, hands and disk say to how the game is known to end."""
    stage, names = sitting.stage, NAMES[: written.seats]
    log = stage.log_of(sitting.table_id)
    assert [row.seat for row in log] == [None, *(move.seat for move in written.moves)], (
        "others moved than is written"
    )
    assert [draw for row in log for draw in json.loads(row.draws)] == written.draws, (
        "other draws than are written"
    )
    ((phase, text),) = stage.rows("SELECT phase, result FROM tables WHERE id = ?", sitting.table_id)
    assert phase == "finished", f"the last move was made, and the game is {phase}"
    assert json.loads(text)["scores"] == written.scores, "another end than is written"
    assert json.loads(text)["winners"] == written.winners, "others have won than is written"
    board = sitting.board.text
    for seat, name in enumerate(names):
        assert (name in title_of(sitting.board)) == (seat in written.winners), board
    assert beside(sitting) == [], "more than board and card lies there after the end"
    for person in sitting.people:
        hand = await sitting.open_hand(person)
        assert is_over(hand), f"a hand that can still move: {hand.text}"


async def whole(tmp_path: Path, written: Written) -> None:
    """Play a written game through both doors, and hold the ends to each other."""
    async with Stage(tmp_path, deals=written.draws) as stage:
        clicked, typed = await play_both(stage, written)
        assert result(clicked) == result(typed), "clicked and typed, the same game ends in two ways"
        await check_end(clicked, written)


@ALL
@pytest.mark.takes(4.5)
async def test_clicks_and_commands_come_to_the_same_end(
    tmp_path: Path, configuration: Configuration
) -> None:
    """Play the golden transcript, by people who know what they are doing."""
    await whole(tmp_path, golden_of(configuration))


@pytest.mark.long
@pytest.mark.parametrize("configuration", configurations(), ids=str)
async def test_so_does_a_game_of_chance(tmp_path: Path, configuration: Configuration) -> None:
    """Do anything that is allowed: people come to places where no sensible player goes."""
    await whole(tmp_path, by_chance(configuration, 1))


@pytest.mark.real_start(when_long=True)
@pytest.mark.takes(3)
async def test_old_clicks_make_no_second_move(tmp_path: Path) -> None:
    """Make every click of a game with sealed choices twice: the second one changes nothing."""
    written = golden_of(next(each for each in configurations() if str(each) == "kirifuda-3"))
    async with Stage(tmp_path, deals=written.draws) as stage:
        sitting = await sit_down(stage, written, BY_CLICKS, "games")
        for at, move in enumerate(written.moves[:20]):
            last = await BY_CLICKS.reach(sitting, move)
            answers = [answer(stage, each) for each in await asyncio.gather(last(), last())]
            assert sum(map(says_done, answers)) == 1, answers
            assert sum(f"> {MOVED_ON}" in each for each in answers) == 1, answers
            assert len(stage.log_of(sitting.table_id)) == at + 2, (
                f"move {at} was lost or made twice"
            )
