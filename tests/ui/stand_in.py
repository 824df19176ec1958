"""What passes for one of discord.py's things."""

from __future__ import annotations

from typing import Any
from unittest.mock import MagicMock


class StandIn:
    """Passes for one of discord.py's things; what it isn't given is like a mock's.

    A mock that knows its class takes milliseconds to make, and most are never asked for more.
    """

    def __init__(self, kind: type | None = None, **given: Any) -> None:
        self._kind = kind
        self.__dict__.update(given)

    @property
    def __class__(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        return self._kind or StandIn

    def __getattr__(self, name: str) -> Any:
        if name == "_mock":
            self._mock = MagicMock(spec=self._kind)
            return self._mock
        return getattr(self._mock, name)
