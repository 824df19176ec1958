"""The transcripts, played again, say what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.dealer import WrongDeal
from bot.engine.transcript import replay
from tests.contract.games import Configuration, configurations
from tests.golden.transcripts import FOLDER, file_of, renew, replays, transcript_of, write

ALL = pytest.mark.parametrize("configuration", configurations(), ids=str)


@ALL
def test_a_transcript_plays_again_to_the_letter(configuration: Configuration) -> None:
    text = transcript_of(configuration)
    again = replay(configuration.game, configuration.seats, configuration.options, text)
    assert again.splitlines() == text.splitlines()
    assert again == text


@ALL
def test_a_transcript_with_another_draw_is_noticed(configuration: Configuration) -> None:
    lines = transcript_of(configuration).splitlines(keepends=True)
    draws = [at for at, line in enumerate(lines) if line.startswith("draw ")]
    del lines[draws[-1]]
    with pytest.raises((WrongDeal, ValueError)):
        replay(configuration.game, configuration.seats, configuration.options, "".join(lines))


def test_no_transcript_is_left_over() -> None:
    assert set(FOLDER.glob("*.txt")) == {file_of(each) for each in configurations()}


def test_only_what_is_missing_or_no_longer_replays_is_written_anew(tmp_path: Path) -> None:
    game = [each for each in configurations() if each.game.info.key == "donburiko"]
    missing, wrong, right = (file_of(each, tmp_path) for each in game)
    assert renew(game, folder=tmp_path) == [missing, wrong, right]
    # Another match than would be played today, but a true one.
    true = write(game[2], "another match")
    right.write_text(true, "utf-8")
    missing.unlink()
    wrong.write_text(wrong.read_text("utf-8").replace("scores [", "scores [1"), "utf-8")
    assert renew(game, folder=tmp_path) == [missing, wrong]
    assert right.read_text("utf-8") == true, "a transcript that replays was written anew"
    assert renew(game, folder=tmp_path) == []
    assert renew(game, every=True, folder=tmp_path) == [missing, wrong, right]
    assert right.read_text("utf-8") != true, "not every transcript was written anew"


@pytest.mark.parametrize("damage", ["cut", "emptied", "a draw lost"])
def test_a_damaged_transcript_no_longer_replays(damage: str) -> None:
    configuration = configurations()[0]
    text = transcript_of(configuration)
    lines = text.splitlines(keepends=True)
    assert replays(configuration, text)
    cut, lost = lines[: len(lines) // 2], [line for line in lines if line[:4] != "draw"]
    damaged = {"cut": cut, "emptied": [], "a draw lost": lost}[damage]
    assert not replays(configuration, "".join(damaged))
