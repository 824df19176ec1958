"""Lists that are too long: cut, with how many more there are, or a page at a time."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import bot
from bot.ui.pages.long_lists import fit, on_page
from bot.ui.pages.wording import Wording

VOICE = Wording("en-GB")
FIVE = ["a", "b", "c", "d", "e"]
MORE = re.compile(r"\{n\} (more|others?)$")
ENTRIES = re.compile(r"// ?(PAGE|[A-Z_]*LISTED|BLOCKS)\b")


@pytest.mark.parametrize(
    ("most", "room", "kept"),
    [
        (5, None, FIVE),
        (9, None, FIVE),
        (3, None, ["a", "b", "c", "2 more"]),
        (0, None, ["5 more"]),
        (5, 6, ["a", "b", "3 more"]),
        (1, 6, ["a", "4 more"]),
        (5, 2, ["5 more"]),
        (5, 15, FIVE),
    ],
)
def test_what_is_left_out_is_counted(most: int, room: int | None, kept: list[str]) -> None:
    assert fit(FIVE, most, VOICE, room=room) == kept
    counted = fit(FIVE, most, VOICE, room=room, apart=True)
    assert len(counted) == len(kept), "a list of its own lines is cut elsewhere"
    assert len(kept) == 5 or counted[-1] == f"… and {kept[-1]}"
    people = fit(FIVE, most, Wording("ja"), room=room, people=True)
    assert len(kept) == 5 or people[-1].endswith("人"), "people aren't counted as people"


@pytest.mark.parametrize(
    ("page", "items", "found"),
    [(0, "ab", 0), (1, "cd", 1), (2, "e", 2), (7, "e", 2), (-1, "ab", 0)],
)
def test_a_page_that_is_not_there_is_the_nearest(page: int, items: str, found: int) -> None:
    assert on_page("abcde", page, 2) == (items, found, 3)


def test_an_empty_list_has_one_page() -> None:
    assert on_page([], 3, 2) == ([], 0, 1)


def test_nobody_else_counts_what_is_left_out() -> None:
    """The words for it, and the sum for pages, stand in one place."""
    folder = Path(bot.__file__).parent / "ui"
    found = [
        f"{file.relative_to(folder)}: {node.value}"
        for file in sorted(folder.rglob("*.py"))
        if file.name != "long_lists.py"
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and MORE.search(str(node.value))
    ]
    assert not found, f"`fit` says how many more there are: {found}"
    sums = [
        str(file.relative_to(folder))
        for file in sorted(folder.rglob("*.py"))
        if ENTRIES.search(file.read_text("utf-8"))
    ]
    assert not sums, f"`on_page` knows how many pages a list has: {sums}"
