"""Failed asserts in every module of the tests say what they compared, also in helpers."""

from __future__ import annotations

from pathlib import Path

import pytest

# Not `tests` itself: it is imported already when this runs, which pytest would warn about.
for each in Path(__file__).parent.iterdir():
    pytest.register_assert_rewrite(f"tests.{each.stem}")
