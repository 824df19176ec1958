"""The transcripts, played again, say what they say."""

from __future__ import annotations

import pytest

from bot.engine.dealer import WrongDeal
from bot.engine.transcript import replay
from tests.contract.games import Configuration, configurations
from tests.golden.transcripts import FOLDER, file_of

ALL = pytest.mark.parametrize("configuration", configurations(), ids=str)


@ALL
def test_a_transcript_plays_again_to_the_letter(configuration: Configuration) -> None:
    text = file_of(configuration).read_text("utf-8")
    again = replay(configuration.game, configuration.seats, configuration.options, text)
    assert again.splitlines() == text.splitlines()
    assert again == text


@ALL
def test_a_transcript_with_another_draw_is_noticed(configuration: Configuration) -> None:
    lines = file_of(configuration).read_text("utf-8").splitlines(keepends=True)
    draws = [at for at, line in enumerate(lines) if line.startswith("draw ")]
    del lines[draws[-1]]
    with pytest.raises((WrongDeal, ValueError)):
        replay(configuration.game, configuration.seats, configuration.options, "".join(lines))


def test_no_transcript_is_left_over() -> None:
    assert set(FOLDER.glob("*.txt")) == {file_of(each) for each in configurations()}
