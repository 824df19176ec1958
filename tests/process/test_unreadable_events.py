"""A payload that can't be read: a shard connects again, once with its session and then anew."""

from __future__ import annotations

import logging
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.process import unreadable_events
from bot.process.unreadable_events import (
    OF_THE_LINE,
    pass_over_unreadable,
    reconnect_after_unreadable,
)

SECRET = "winter 4 in Ada's hand"


class Line:
    """A shard's line."""

    def __init__(self, session: str | None = "s") -> None:
        self.shard_id = 3
        self.session_id = session
        self.close = AsyncMock()


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Give how long it has waited before it connects again."""
    seconds: list[float] = []

    async def sleep(time: float) -> None:
        seconds.append(time)

    monkeypatch.setattr(unreadable_events.asyncio, "sleep", sleep)
    return seconds


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch, slept: list[float]) -> Any:
    """Give discord.py's reader of a line, which can be made to fail, and the bot's around it."""
    inner = AsyncMock()

    async def received_message(self: Any, msg: Any, /) -> None:
        await inner(self, msg)

    monkeypatch.setattr(DiscordWebSocket, "received_message", received_message)
    reconnect_after_unreadable()
    reconnect_after_unreadable()
    outer = DiscordWebSocket.received_message
    assert not hasattr(outer.__wrapped__, "__wrapped__"), "it is put around itself"  # type: ignore[attr-defined]
    return inner, outer


async def ends(read: Any, line: Line) -> bool:
    """Have a payload come that can't be read; return whether the session is to be resumed."""
    inner, outer = read
    inner.side_effect = ValueError(SECRET)
    with pytest.raises(ReconnectWebSocket) as told:
        await outer(line, "payload")
    assert told.value.shard_id == line.shard_id
    return told.value.resume


async def test_what_can_be_read_is_read(read: Any, slept: list[float]) -> None:
    inner, outer = read
    line = Line()
    await outer(line, "payload")
    inner.assert_awaited_once_with(line, "payload")
    assert not slept and not line.close.await_count


@pytest.mark.parametrize("kind", OF_THE_LINE)
async def test_the_end_of_a_line_is_left_to_discord_py(read: Any, kind: Any) -> None:
    error = ReconnectWebSocket(0) if kind is ReconnectWebSocket else kind.__new__(kind)
    inner, outer = read
    inner.side_effect = error
    line = Line()
    with pytest.raises(kind) as told:
        await outer(line, "payload")
    assert told.value is error and not line.close.await_count


async def test_a_session_is_resumed_once_and_then_given_up(
    read: Any, slept: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    """A code above 4000 keeps the session, 1000 ends it."""
    line = Line()
    found = [await ends(read, line) for _ in range(4)]
    assert found == [True, False, True, False], "a session isn't tried once more, or for ever"
    assert [call.args[0] for call in line.close.await_args_list] == [4000, 1000, 4000, 1000]
    other = Line("another")
    assert await ends(read, other), "another session isn't tried"
    assert len(slept) == 5, "it connects again without a pause"
    assert "shard 3 connects again: ValueError" in caplog.text and SECRET not in caplog.text


async def test_a_line_without_a_session_gets_a_new_one(read: Any) -> None:
    line = Line(None)
    assert not await ends(read, line)
    line.close.assert_awaited_once_with(1000)


def test_an_event_that_cannot_be_read_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    seen: list[Any] = []

    def broken(data: Any) -> None:
        raise KeyError(SECRET)

    parsers: dict[str, Any] = {"GOOD": seen.append, "BAD": broken}
    pass_over_unreadable(parsers)
    parsers["BAD"]({})
    parsers["GOOD"](7)
    assert seen == [7], "each event goes to its own reader"
    assert "the event BAD can't be read" in caplog.text and SECRET not in caplog.text
    assert discord.DiscordException in OF_THE_LINE
