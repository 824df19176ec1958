"""Python doesn't look for garbage among all that was loaded, again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from bot.process import garbage


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_what_is_there_stays_and_what_comes_is_looked_at() -> None:
    there: list[object] = []
    garbage.look_seldom()
    new: list[object] = []
    looked_at = gc.get_objects()
    assert not any(each is there for each in looked_at), "what was there is looked at again"
    assert any(each is new for each in looked_at), "what is new is never looked at"
    assert gc.get_threshold()[0] == garbage.NEW_OBJECTS
