"""Waiting that says what it waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def within(wanted: Awaitable[T], what: str, seconds: float = 10.0) -> T:
    """Wait for something.

    Raises AssertionError, which says for what, if it doesn't come in time.
    """
    try:
        return await asyncio.wait_for(wanted, seconds)
    except TimeoutError:
        raise AssertionError(f"waited {seconds:g} s in vain for {what}") from None
