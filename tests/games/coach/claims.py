"""Whether what a coach says is so: a checker for each of its lines, made from the whole state.

A game's `LINES` are in the order in which its coach tries them. Each has what the line says, as a
pattern, and a checker: from the state and the seat that is spoken to, all that the line could say
truly, each as the texts of the pattern's groups. It uses nothing of the coach's own, nor a view.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.ui.pages.wording import Wording
from tests.contract.games import Configuration, configurations, play, truth
from tests.contract.seen import NAMES, playable_of

Sayings = Iterable[tuple[object, ...]]
"""All that a line could say: nothing at all if it doesn't fit."""


@dataclass(frozen=True)
class Line:
    """A line of a coach."""

    says: str
    """The whole of it as a pattern, with a group for each thing that differs."""
    fits: Callable[[Any, int], Sayings]
    waiting: bool = False
    """It is said to somebody who isn't asked."""
    variant: bool = False
    """It is the line before it in other words: where both fit, either may be said."""


def check_coach(key: str, lines: Sequence[Line], games: int, seed: str) -> Counter[int]:
    """Play some games of all kinds, and check every line that is said; return how often each was.

    What is said is true, no line before it fits, and whoever is asked is told something.
    """
    kinds = [each for each in configurations() if each.game.info.key == key]
    said: Counter[int] = Counter()
    for number in range(games):
        kind = kinds[number % len(kinds)]
        for match, _step in play(kind, random.Random(f"{seed} {number}")):
            for seat in range(match.seats):
                line = _check(kind, lines, truth(match).state, match.view(seat), match.to_act())
                said[line] += 1
    return said


def _check(
    kind: Configuration, lines: Sequence[Line], state: Any, view: Any, asked: Sequence[int]
) -> int:
    """Check what is said to one seat, and return the number of the line; -1 for nothing."""
    seat = view.seat
    wording = Wording("en-GB", NAMES[: kind.seats])
    text = playable_of(kind.game).render.coach(view, wording)
    earlier: list[str] = []
    for number, line in enumerate(lines):
        if not line.variant:
            assert not earlier, f"{kind}: to seat {seat}, {text!r} is said where {earlier} fit"
        found = re.fullmatch(line.says, text)
        fits = [] if line.waiting == (seat in asked) else list(line.fits(state, seat))
        if found is None:
            earlier += [line.says] if fits else []
            continue
        true = [tuple(map(str, saying)) for saying in fits]
        assert found.groups() in true, f"{kind}: {text!r} isn't so for seat {seat}: {true} {state}"
        return number
    assert not earlier, f"{kind}: seat {seat} is told nothing where {earlier} fit"
    assert not text, f"no line of the page says {text!r}"
    assert seat not in asked, f"{kind}: seat {seat} is asked and told nothing"
    return -1


def check_reached(lines: Sequence[Line], said: Counter[int]) -> None:
    """Check that every line was said."""
    missing = [line.says for number, line in enumerate(lines) if not said[number]]
    assert not missing, f"never said: {missing}"
