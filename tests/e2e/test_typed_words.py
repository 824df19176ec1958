"""Words typed into commands make the same moves in every language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.engine.game import AnyGame
from tests.contract.games import configurations, games
from tests.e2e.follow import ByWords, follow, sit_down
from tests.e2e.play import Sitting
from tests.e2e.scripts import Written, golden_of
from tests.e2e.spoken import JAPANESE, in_japanese
from tests.e2e.stage import ENGLISH, Stage
from tests.golden.transcripts import transcript_of

QUICK = "korpokkur"
"""The shortest."""


def marked(game: AnyGame) -> Any:
    """Return a game as a parameter; one goes the quick way."""
    key = game.info.key
    return pytest.param(game, marks=[] if key == QUICK else pytest.mark.long, id=key)


def shortest(game: AnyGame) -> Written:
    """Return the golden transcript of a game that has the fewest moves."""
    found = [each for each in configurations() if each.game.info.key == game.info.key]
    return golden_of(min(found, key=lambda each: len(transcript_of(each))))


def left(sitting: Sitting) -> tuple[object, ...]:
    """Return everything about a game that lies on disk, except ids."""
    log = sitting.stage.log_of(sitting.table_id)
    steps = [(row.step, row.seat, row.action, row.draws, row.events) for row in log]
    query = "SELECT phase, result, state FROM tables WHERE id = ?"
    return steps, sitting.stage.rows(query, sitting.table_id)


@pytest.mark.parametrize("game", [marked(each) for each in games()])
async def test_words_typed_in_japanese_make_the_moves_of_the_english_ones(
    tmp_path: Path, game: AnyGame
) -> None:
    """Play a whole game twice; autocomplete offers each word as it is typed, and none is picked."""
    written = shortest(game)
    found: list[tuple[object, ...]] = []
    typed: list[list[str]] = []
    async with Stage(tmp_path, deals=written.draws) as stage:
        for language in (ENGLISH, JAPANESE):
            stage.speak(language)
            way = ByWords(written)
            sitting = await sit_down(stage, written, way, "games")
            assert in_japanese(sitting.board.text) == (language == JAPANESE), sitting.board.text
            await follow(sitting, way, written.moves)
            await stage.shown()
            found.append(left(sitting))
            typed.append(way.typed)
        assert [row.seat for row in stage.log_of(sitting.table_id)[1:]] == [
            move.seat for move in written.moves
        ]
    assert found[0] == found[1]
    # A number is typed alike in every language.
    worded = [pair for pair in zip(*typed, strict=True) if any(map(str.isalpha, pair[0]))]
    alike = [one for one, two in worded if one == two]
    assert len(alike) <= len(worded) // 2, f"hardly any word was typed in Japanese: {alike}"
