"""The record of what happened: what the author of a bot or of the sandbox should look at."""

from __future__ import annotations

import pytest

from bot.sandbox.monitor import Monitor


def test_what_is_wrong_with_the_sandbox_itself_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    monitor = Monitor(0)
    monitor.problem("route", "GET /nowhere is not known here")
    assert not caplog.records, "what a bot did wrong isn't a fault of the sandbox"
    monitor.problem("sandbox", "GET /users: KeyError()")
    assert [each.getMessage() for each in caplog.records] == ["GET /users: KeyError()"]
    assert [each.kind for each in monitor.problems] == ["route", "sandbox"]
