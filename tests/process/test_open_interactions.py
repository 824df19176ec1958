"""Who waits for an answer is known from the moment their click comes in."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord

from bot.process.open_interactions import LATE, OpenInteractions


def click(number: int) -> Any:
    kind = discord.InteractionType.component
    return SimpleNamespace(id=number, type=kind, response=SimpleNamespace(is_done=lambda: False))


def test_who_waits_is_known_until_they_are_answered_or_it_is_too_late() -> None:
    now = 100.0
    found = OpenInteractions(lambda: now)
    first, second, third = click(1), click(2), click(3)
    found.came(first)
    now += 1
    found.came(second)
    found.came(third)
    assert found.waiting() == 3
    third.response.is_done = lambda: True
    assert found.waiting() == 2, "who was answered is waited for"
    now += 0.5
    assert found.answered(2) == (second, 0.5)
    assert found.answered(2) is None, "one answer is counted twice"
    now += LATE - 1.5
    assert not found.waiting(), "the end waits for somebody whom no answer can reach"
    found.came(click(4))
    assert len(found._since) == 2, "who is never answered is remembered for ever"
    assert found.late["component"] == 1, "who was never answered isn't counted, or who was is"
