"""Transcripts: what they say, and that a replay proves it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from bot.engine import transcript
from bot.engine.dealer import LiveDealer, WrongDeal
from bot.engine.game import Action, GameInfo
from bot.engine.views import SeatView
from tests.engine.toy import GAME, HighCard, Options, Play


def first(view: SeatView[Any, Any], legal: list[Any]) -> Action:
    return legal[0]


def written(options: Options = Options()) -> str:  # noqa: B008
    return transcript.write(GAME, 2, options, LiveDealer(random.Random(4)), first)


def test_a_transcript_says_all() -> None:
    lines = written().splitlines()
    assert lines[0] == "# High card · 2 seats · Options(tricks=2) · rules 3"
    assert lines[2].startswith("draw [")
    assert lines[3].startswith("  to 0: dealt(cards=(")
    assert sum(": dealt(" in line for line in lines) == 2, "an event stands there more than once"
    assert lines[5].startswith("   1 seat 0 of 3: play(card=")
    assert any(line.startswith("  to all: shown(cards=(") for line in lines)
    assert "scores" in lines[-3]
    assert lines[-1].startswith("  seat 1: tricks ")


def test_a_transcript_plays_again() -> None:
    text = written()
    assert transcript.replay(GAME, 2, Options(), text) == text
    many = written(Options(tricks=3))
    assert transcript.replay(GAME, 2, Options(tricks=3), many) == many
    assert transcript.replay(GAME, 2, Options(), text) != many


def test_a_transcript_that_isnt_so_doesnt_play_again() -> None:
    lines = written().splitlines(keepends=True)
    without_draw = [line for line in lines if line != lines[2]]
    with pytest.raises(WrongDeal):
        transcript.replay(GAME, 2, Options(), "".join(without_draw))
    without_move = lines[:5] + lines[6:]
    with pytest.raises(ValueError, match="may not do"):
        transcript.replay(GAME, 2, Options(), "".join(without_move))
    cut = [line for line in lines[:6] if "draw" in line or "seat 0" in line]
    with pytest.raises(ValueError, match="nothing more"):
        transcript.replay(GAME, 2, Options(), "".join(cut))


def test_a_match_that_is_too_long_is_named() -> None:
    class Short(HighCard):
        info: ClassVar[GameInfo] = replace(GAME.info, longest=1)

    with pytest.raises(RuntimeError, match="longer than 1 actions"):
        transcript.write(Short(), 2, Options(), LiveDealer(random.Random(4)), first)


def test_words() -> None:
    assert transcript.words(Play(3)) == "play(card=3)"
    assert transcript.words(Options(tricks=5)) == "Options(tricks=5)"
