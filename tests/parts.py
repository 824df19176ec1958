"""The tests in parts of about equal length, for machines and evenings that end."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")


def part(text: str) -> tuple[int, int]:
    """Read "2/4" as which part is meant, and of how many."""
    number, slash, count = text.partition("/")
    if slash and number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count):
        return int(number), int(count)
    raise argparse.ArgumentTypeError(f"give a part as 2/4, not as {text}")


def in_part(ids: Sequence[str], number: int, count: int) -> set[str]:
    """Return the tests of a part, of all that there are: each is in one part alone.

    Those of one function take about as long as each other, so every part gets as many of them.
    Which goes where follows from the ids, not from their order: that may repeat itself.
    """
    dealt = sorted(ids, key=lambda each: (each.partition("[")[0], crc32(each.encode()), each))
    return set(dealt[number - 1 :: count])
