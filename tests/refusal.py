"""What is refused, and why: one class with a text, so it's the text that tells refusals apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.tables.trouble import Trouble


@contextmanager
def refused_with(text: str) -> Iterator[pytest.ExceptionInfo[Trouble]]:
    """Check that what is done within is refused for this reason, an untranslated text."""
    with pytest.raises(Trouble) as caught:
        yield caught
    assert caught.value.text == text, f"refused for another reason: {caught.value}"
