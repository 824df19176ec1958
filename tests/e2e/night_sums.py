"""What a night's games come to, worked out from their logs and results without the bot's sums."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction

from tests.e2e.stage import Stage

_LINE = re.compile(r"(?:🥇|🥈|🥉|\*\*\d+\*\*) (?:\*\*)?(.+?)(?:\*\* \(you\))? · \*\*([0-9.]+)\*\*")


def shown_points(text: str) -> dict[str, str]:
    """Return the points on a page, by name, in the order of the lines."""
    return dict(_LINE.findall(text))


def expected_points(stage: Stage, night_id: str) -> dict[int, str]:
    """Return what each guest's points should read."""
    sums: Counter[int] = Counter()
    query = "SELECT id, phase, result FROM tables WHERE night_id = ? ORDER BY night_round"
    for table, phase, result in stage.rows(query, night_id):
        for person, points in _at_table(stage, table, phase, result).items():
            sums[person] += points  # pyright: ignore[reportArgumentType]
    return {person: _shown(Fraction(value)) for person, value in sums.items()}


def _at_table(stage: Stage, table: str, phase: str, result: str) -> dict[int, Fraction]:
    """Return what those at a table earned."""
    query = "SELECT seat, first FROM seats WHERE table_id = ? ORDER BY seat"
    firsts = dict(stage.rows(query, table))
    if phase == "cancelled":
        return {person: Fraction(1, 2) for person in firsts.values()}
    found = json.loads(result)
    ranks = [(seat in found["winners"], score) for seat, score in enumerate(found["scores"])]
    best = max(ranks)
    ranks = [best if won else (won, score) for won, score in ranks]
    earned: dict[int, Fraction] = {}
    for seat, rank in enumerate(ranks):
        owner = _owner(stage, table, seat)
        if owner is not None:
            beaten = sum(other < rank for other in ranks)
            equal = ranks.count(rank) - 1
            earned[owner] = (beaten + Fraction(equal, 2)) / (len(ranks) - 1)
    if earned:
        # Who left a game has earned nothing in it; who is alone with computers has played it.
        for person in firsts.values():
            earned.setdefault(person, Fraction(0))
    return earned


def _owner(stage: Stage, table: str, seat: int) -> int | None:
    """Return who made more than half of a seat's moves; None for nobody."""
    moves = [row.interaction_id for row in stage.log_of(table) if row.seat == seat]
    made = Counter(
        int(stage.sandbox.interactions.all[str(number)].person.id)
        for number in moves
        if number is not None
    )
    for person, count in made.items():
        if 2 * count > len(moves):
            return person
        assert 2 * count != len(moves), "exactly half: somebody has to look who sat there last"
    return None


def _shown(value: Fraction) -> str:
    tenths = int(value * 100 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"
