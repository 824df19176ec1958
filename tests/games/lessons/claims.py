"""Whether what a lesson says is so: each number in its texts is part of a claim that holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from bot.engine.lesson import Lesson, LessonStep

Claims = Mapping[int, Mapping[str, bool]]
"""For each step, parts of its texts, and whether the game's own rules and views bear them out."""

_NUMBER = re.compile(r"[0-9]+")


def check(lesson: Lesson, claims: Claims) -> None:
    """Check that all claims hold and are made, and that no number is left without one."""
    for number, step in enumerate(lesson.steps):
        texts, claimed = list(_texts(step)), claims.get(number, {})
        for said, holds in claimed.items():
            assert any(said in text for text in texts), f"step {number} doesn't say {said!r}"
            assert holds, f"step {number} says {said!r}, and it isn't so"
        for text in texts:
            covered = {at for said in claimed for at in _places(said, text)}
            bare = [found[0] for found in _NUMBER.finditer(text) if found.start() not in covered]
            assert not bare, f"step {number}: nobody checks {', '.join(bare)} in {text!r}"
    assert set(claims) <= set(range(len(lesson.steps))), "there are claims for steps that aren't"


def _texts(step: LessonStep) -> Iterator[str]:
    """Yield all that a step says, without what makes parts of it bold."""
    for text in (step.title, step.text, step.done, *(other.text for other in step.others)):
        yield text.replace("*", "")


def _places(said: str, text: str) -> Iterator[int]:
    """Yield all places in a text that something said in it takes."""
    at = text.find(said)
    while at >= 0:
        yield from range(at, at + len(said))
        at = text.find(said, at + 1)
