"""What is said, and what is noted, when something goes wrong."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.posting.replies import table_named


@pytest.mark.parametrize(
    ("custom_id", "table"),
    [
        ("t:start:abcde", "abcde"),
        ("t:hand:abcde:card", "abcde"),
        ("m:abcde:23456:add", "abcde"),
        ("m2:abcde:7:add:4", "abcde"),
        ("h:replay:abcde:0", "abcde"),
        ("a:start:abcde", "abcde"),
        ("t:start:", "-"),
        ("t:start:</b>:x", "-"),
        ("r:donburiko:0", "-"),
        (None, "-"),
    ],
)
def test_a_fault_is_noted_with_the_table_that_its_control_names(
    custom_id: str | None, table: str
) -> None:
    pressed: Any = SimpleNamespace(custom_id=custom_id)
    assert table_named(pressed) == table
