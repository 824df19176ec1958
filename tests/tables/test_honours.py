"""What a finished game meant to its people: a best score, or wins in a row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.honours import Honour, honours
from storage.result_rows import EarlierResult, ResultRow
from tests.storage.samples import a_result

ADA, BOB = 7, 8


def own(seat: int, person: int | None, score: int, *, won: bool = False) -> ResultRow:
    """Return the result of a seat in the game that has just ended."""
    return a_result("abcde", seat, person, score=score, won=won, ended_at=100)


def earlier(
    score: int, *, won: bool = False, seats: int = 2, counts: bool = True, gone: bool = False
) -> EarlierResult:
    """Return an earlier result of Ada's."""
    return EarlierResult(ADA, seats, score, won, counts, gone)


WON = earlier(9, won=True)
LOST = earlier(9)


@pytest.mark.parametrize(
    ("score", "won", "before", "said"),
    [
        (10, False, [LOST] * 3, Honour()),
        (10, False, [LOST] * 2, None),
        (9, False, [LOST] * 3, None),
        (10, False, [LOST, LOST, earlier(99, gone=True), LOST], Honour()),
        (10, False, [LOST] * 2 + [earlier(9, seats=3)], None),
        (5, True, [WON, WON, LOST], Honour(3)),
        (5, True, [WON, LOST, WON], Honour(2)),
        (5, True, [LOST, WON], None),
        (5, False, [WON, WON], None),
        (5, True, [earlier(9, counts=False), WON], Honour(2)),
        (10, True, [WON] * 3, Honour()),
    ],
)
def test_a_score_or_wins_in_a_row_are_said(
    score: int, won: bool, before: list[EarlierResult], said: Honour | None
) -> None:
    found = honours([own(0, ADA, score, won=won), own(1, BOB, 0)], before, (), (ADA, BOB))
    assert found == ({} if said is None else {0: said})


def test_nothing_is_said_of_who_is_hidden_forgotten_or_a_computer() -> None:
    assert honours([own(0, ADA, 10)], [LOST] * 3, {ADA}, (ADA,)) == {}, "who is hidden is named"
    shared = replace(own(1, None, 10), decisions=5, by_computer=2)
    played = replace(shared, seat=2, seats=3, by_computer=3)
    lost = replace(shared, seat=3, seats=3, person=BOB, decisions=3, by_computer=0)
    for seats, why in (((-ADA, ADA, BOB), "few"), ((-ADA, BOB, ADA), "decided")):
        rows = [own(0, -ADA, 10), shared, played, lost]
        found = honours(rows, [LOST] * 3, (), seats)
        whys = {seat: honour.nobodys for seat, honour in found.items()}
        assert whys == {1: why, 2: "computers"}, f"why it is nobody's isn't known: {whys}"
