"""What a night's games come to, worked out from their logs and results without the bot's sums."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction

from tests.e2e.stage import Stage

_LINE = re.compile(
    r"^[▸ ]*(\d+=?|–) +((?:(?:\*?[0-9]+(?:\.[0-9])?|[·!+x]) +)+)(?:[a-e]+ +)?(\S.*)$", re.MULTILINE
)


def shown_points(text: str) -> dict[str, str]:
    """Return everybody's points on a page, all in all, by name, in the order of the lines."""
    return {name: cells.split()[-1] for _place, cells, name in _LINE.findall(text)}


def without_place(text: str) -> list[str]:
    """Return who is listed on such a page without a place."""
    return [name for place, _cells, name in _LINE.findall(text) if place == "–"]


def expected_points(stage: Stage, night_id: str) -> dict[int, str]:
    """Return what each guest's points should read."""
    sums: Counter[int] = Counter()
    query = "SELECT id, phase, result FROM tables WHERE night_id = ? ORDER BY night_round"
    for table, phase, result in stage.rows(query, night_id):
        for person, points in _at_table(stage, table, phase, result).items():
            sums[person] += points  # pyright: ignore[reportArgumentType]
    return {person: _shown(Fraction(value)) for person, value in sums.items()}


def _at_table(stage: Stage, table: str, phase: str, result: str) -> dict[int, Fraction]:
    """Return what those at a table earned: nothing, if they led the night and ended their own."""
    query = "SELECT first, person, level, gone FROM seats WHERE table_id = ? ORDER BY seat"
    seats = stage.rows(query, table)
    query = "SELECT what, step, seat, person FROM table_events WHERE table_id = ?"
    ends = [row for row in stage.rows(query, table) if row[0] in ("ended", "played_out")]
    own = {person for _what, _step, seat, person in ends if seat is not None}
    if phase == "cancelled":
        there = {person for _first, person, level, gone in seats if level is None and gone is None}
        earned = dict.fromkeys(there - own, Fraction(1, 2))
    else:
        # Once computers finish a game, what they do says nothing of those who sit there.
        counted = min([step for what, step, *_who in ends if what == "played_out"], default=10**9)
        ranks = _ranks(json.loads(result), [gone for *_person, gone in seats])
        earned: dict[int, Fraction] = {}
        for seat, ((_first, person, level, _gone), rank) in enumerate(
            zip(seats, ranks, strict=True)
        ):
            if level is None and person not in own and _played(stage, table, seat, person, counted):
                beaten = sum(other < rank for other in ranks)
                equal = ranks.count(rank) - 1
                earned[person] = (beaten + Fraction(equal, 2)) / (len(ranks) - 1)
    for first, *_others in seats:
        earned.setdefault(first, Fraction(0))
    return earned


def _ranks(result: dict[str, list[int]], gone: list[int | None]) -> list[tuple[bool, bool, int]]:
    """Return what seats are ranked by: staying, winning, the score; whoever went first is last."""
    return [
        (False, False, gone[seat] or 0)
        if gone[seat] is not None
        else (True, seat in result["winners"], 0 if seat in result["winners"] else score)
        for seat, score in enumerate(result["scores"])
    ]


def _played(stage: Stage, table: str, seat: int, person: int, counted: int) -> bool:
    """Tell whether somebody made half or more of a seat's moves that count, and any at all."""
    moves = [
        row.interaction_id
        for row in stage.log_of(table)
        if row.seat == seat and row.step <= counted
    ]
    asked = stage.sandbox.interactions.all
    made = sum(each is not None and int(asked[str(each)].person.id) == person for each in moves)
    return 2 * made >= max(1, len(moves))


def _shown(value: Fraction) -> str:
    tenths = int(value * 100 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"
