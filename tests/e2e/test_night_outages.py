"""Discord is down for a while at each step of a night, or does what it says it didn't."""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pytest

from bot.sandbox import Message
from bot.sandbox.faults import Fault
from tests.e2e.night_course import Course, a_course
from tests.e2e.stage import Stage
from tests.e2e.test_night_refusals import turns

pytestmark = pytest.mark.long

LASTS: Final = 3.0
"""Seconds for which Discord is down at each step: the second try fails as well."""


@dataclass(slots=True, eq=False)
class Outage(Fault):
    """Refuses all that the bot does by itself, up to a moment."""

    until: float = 0.0

    def fits(self, method: str, path: str) -> bool:
        """Tell whether Discord is down for this request; what people press is still answered."""
        return time.monotonic() < self.until and not path.startswith(("/interactions", "/webhooks"))


class Told(Course):
    """A night whose host reads what came of announcing it."""

    announced: Message | None = None

    def true(self, answer: Message | None) -> None:
        """Check that nothing is said to be there before it is."""
        self.announced = answer
        if answer is not None and self.column("card_id") is None:
            assert "Announced" not in answer.text, f"it isn't announced yet: {answer.text}"


DATE: Final = re.compile(r"\b[A-Z][a-z]{2} [0-9]{1,2}\b")


def lying(course: Course) -> Counter[str]:
    """Return how many messages that all see lie in the channel of a night and the threads of it.

    In the other one the bot says hello once.
    """
    found: Counter[str] = Counter()
    for place in course.stage.sandbox.world.channels.values():
        if place.guild is course.guild and not place.deleted and place.name != "elsewhere":
            # The dates are those on which the nights of this course are.
            kind = DATE.sub("", place.name)
            found[kind] += sum(not each.only_for for each in place.messages.values())
    return found


@pytest.mark.takes(20)
async def test_an_outage_at_each_step_loses_nothing_and_doubles_nothing(clocked: Stage) -> None:
    """From the announcement to the next night; the host isn't told before it is so."""
    usual = a_course(clocked)
    await usual.led()
    course, outage = a_course(clocked, of=Told), Outage("*", "*", 503)
    clocked.sandbox.faults.lasting.append(outage)
    down: dict[str, int] = {}

    async def before(step: str) -> None:
        down[step] = outage.hits
        outage.until = time.monotonic() + LASTS

    await course.led(before)
    hits = pairwise([*down.values(), outage.hits])
    idle = [step for step, (was, then) in zip(down, hits, strict=True) if was == then]
    assert {*idle} <= {"proposed"}, f"nothing was refused at {idle}"
    assert not course.faults(), course.faults()
    assert lying(course) == lying(usual), "something lies there twice, or not at all"
    assert isinstance(course, Told)
    assert course.announced is not None, "the host read nothing"
    assert "Announced: " in course.announced.text, course.announced.text


@pytest.mark.takes(30)
@pytest.mark.parametrize("status", [502, 503])
async def test_what_was_done_though_discord_denies_it_is_done_once(
    clocked: Stage, status: int
) -> None:
    """Whether discord.py tries that again, or the bot."""
    usual = a_course(clocked)
    await usual.led()
    wrong: list[str] = []
    for number in turns(usual.fault):
        _step, method, path = usual.fault.seen[number]
        if method != "POST" or path.startswith("/interactions"):
            continue
        course = a_course(clocked, number, status)
        course.fault.after_apply = True
        await course.led()
        found = course.faults()
        if sum(lying(course).values()) > sum(lying(usual).values()):
            found.append(f"{lying(course)} lie there, and {lying(usual)} would")
        wrong += [f"{number}: {course.fault.refused}: {each}" for each in found]
    assert not wrong, "\n".join(wrong)
