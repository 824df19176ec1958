"""The tests in parts, for machines and evenings that end.

A part is one of several of about equal length, or all that has to do with kills and secrets.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Final, TypeVar
from zlib import crc32

T = TypeVar("T")

KILLS_AND_SECRETS: Final = "kills-and-secrets"
"""The part of the tests that nothing is lost, and that nobody sees what they may not."""
_OF_THEM: Final = re.compile(
    r"/test_(\w+_)?(kills?|secrets?|alarms|alarms_shown|storm|restart|restore|restore_drill)\.py::"
)

Part = tuple[int, int] | str
"""Which one, and of how many; or the name of one."""


def part(text: str) -> Part:
    """Read "2/4" as which part is meant, and of how many; or read the name of one."""
    if text == KILLS_AND_SECRETS:
        return text
    number, slash, count = text.partition("/")
    if slash and number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count):
        return int(number), int(count)
    raise argparse.ArgumentTypeError(f"give a part as 2/4 or as {KILLS_AND_SECRETS}, not as {text}")


def in_part(ids: Sequence[str], which: Part) -> set[str]:
    """Return the tests of a part, of all that there are: each is in one numbered part alone.

    Those of one function take about as long as each other, so every part gets as many of them.
    Which goes where follows from the ids, not from their order: that may repeat itself.
    """
    if isinstance(which, str):
        return {each for each in ids if _OF_THEM.search(each)}
    number, count = which
    dealt = sorted(ids, key=lambda each: (each.partition("[")[0], crc32(each.encode()), each))
    return set(dealt[number - 1 :: count])
