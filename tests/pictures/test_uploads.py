"""How much is uploaded lately: it is counted over some seconds, and then forgotten."""

from __future__ import annotations

import asyncio

import pytest

from bot.ui.pictures.uploads import LATELY, Uploads


async def test_it_is_too_much_above_the_most_until_some_seconds_have_passed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 100.0
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now)
    uploads = Uploads(kb_a_second=2)
    uploads.count((b"x" * 15_000, b"x" * 4_000))
    now += LATELY / 2
    uploads.count((b"x" * 1_000,))
    assert not uploads.too_many, "2 kB a second over ten seconds are allowed"
    uploads.count((b"x",))
    assert uploads.too_many
    now += LATELY / 2
    assert not uploads.too_many, "what was uploaded long ago still counts"
    uploads.count((b"x" * 19_001,))
    assert uploads.too_many, "what was uploaded lately was forgotten with the rest"
