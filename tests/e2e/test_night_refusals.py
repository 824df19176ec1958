"""A night in whose whole course Discord refuses one request, each in its turn; nothing is lost."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.e2e.night_course import Course, OnceAt, a_course
from tests.e2e.series_course import Asked, LeftOut
from tests.e2e.stage import Stage

REFUSALS: Final = {
    "403": (403, 50013),
    "404": (404, 10003),
    "400": (400, 30031),
    "500": (500, 0),
}
PARTS: Final = [(of, part, 2) for of in (Course, LeftOut, Asked) for part in range(2)]
"""The courses whose requests are refused: which part of them, of how many."""
NUMBERS: Final = re.compile(r"[0-9]{15,}|aW50[A-Za-z0-9_=-]+")


def turns(seen: OnceAt) -> list[int]:
    """Return the numbers of the first and last requests of each kind in each step."""
    kinds: dict[tuple[str, str, str], list[int]] = {}
    for number, (step, method, path) in enumerate(seen.seen):
        kinds.setdefault((step, method, NUMBERS.sub("#", path)), []).append(number)
    return sorted({each for found in kinds.values() for each in (found[0], found[-1])})


@pytest.mark.long
@pytest.mark.takes(30)
@pytest.mark.parametrize(("of", "part", "parts"), PARTS)
@pytest.mark.parametrize("refusal", REFUSALS)
async def test_whatever_is_refused_once_is_made_up_for(
    clocked: Stage, refusal: str, of: type[Course], part: int, parts: int
) -> None:
    """The night comes to its end and to the next of its series, all that was pressed is stored,
    all that was to be said is said, and where it lies is true.
    """
    usual = a_course(clocked, of=of)
    await usual.led()
    assert not usual.faults(), f"without any refusal: {usual.faults()}"
    wrong: list[str] = []
    for number in turns(usual.fault)[part::parts]:
        course = a_course(clocked, number, *REFUSALS[refusal], of)
        try:
            await course.led()
            found = course.faults()
        except AssertionError as lost:
            found = [str(lost)[:2000]]
        wrong += [f"{number}: {course.fault.refused}: {each}" for each in found]
    assert not wrong, "\n".join(wrong)
