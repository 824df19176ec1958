"""What people are called at a table."""

from __future__ import annotations

import pytest
from wcwidth import wcswidth

from bot.ui.pages.wording import NAME_CELLS, Wording


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Ada", "Bob"), ("Ada", "Bob")),
        (("Ada", "Bob", "ada"), ("Ada #1", "Bob", "ada #3")),
        (("Ada", "Ada", "Ada #1"), ("Ada #1", "Ada #2", "Ada #1 #3")),
        (("\u200d", "?"), ("? #1", "? #2")),
        (("W" * 19 + "ab", "W" * 19 + "cd"), ("W" * 16 + "… #1", "W" * 16 + "… #2")),
    ],
)
def test_no_two_at_a_table_are_called_the_same(
    names: tuple[str, ...], said: tuple[str, ...]
) -> None:
    """Else nobody could tell whose cards lie where."""
    wording = Wording("en-GB", names)
    assert tuple(map(wording.bare, range(len(names)))) == said
    assert all(wcswidth(name) <= NAME_CELLS for name in said)
    assert wording.name(0) == said[0].replace("#", "\\#")
