"""What is still news of a series' dates as those are called who follow it."""

from __future__ import annotations

import json

import pytest

from bot.nights.said_lately import news
from bot.nights.standing_posts import BEFORE, DATE, FIRST, FROM
from storage.night_rows import PostRow


def _rows(*changes: str, people: tuple[int, ...] = (1, 2)) -> list[PostRow]:
    """Return rows that wait: "AB" moves all nights from A to B, "-A" leaves A out, "+A" doesn't."""
    found: list[PostRow] = []
    for number, (one, other) in enumerate(changes, 1):
        kind = {"-": "skipped", "+": "on_again"}.get(one, "series_moved")
        details = {BEFORE: one, FROM: other, FIRST: other}
        details = details if kind == "series_moved" else {DATE: other}
        row = PostRow(
            id=number,
            night_id="night",
            kind=kind,
            people=json.dumps(people),
            details=json.dumps(details),
            at=0,
        )
        found.append(row)
    return found


@pytest.mark.parametrize(
    ("changes", "left", "known"),
    [
        ("AB BA", "", ""),
        ("AB BC CA", "", ""),
        ("AB BC", "2", "A"),
        ("AB BC CB", "3", "A"),
        ("AB BA AC", "3", "A"),
        ("-A +A", "", ""),
        ("-A +A -A", "3", ""),
        ("-A -B +A", "2", ""),
        ("AB -B", "1", "A"),
    ],
)
def test_what_was_taken_back_before_anybody_heard_of_it_is_no_news(
    changes: str, left: str, known: str
) -> None:
    """Whoever is called reads of the date that they know."""
    rows = _rows(*changes.split())
    found = news(rows)
    gone, joined = {each.id for each in found.gone}, {each.id: each for each in found.joined}
    still = [joined.get(each.id, each) for each in rows if each.id not in gone]
    assert "".join(str(each.id) for each in still) == left
    assert [json.loads(each.details).get(BEFORE, "") for each in still] == ([known] if left else [])
    assert [*joined] == [each for each in joined if each not in gone]


def test_who_has_heard_of_a_change_hears_that_it_is_taken_back() -> None:
    (first,), (_same, second) = _rows("AB", people=(1,)), _rows("AB", "BA", people=(1, 2))
    assert news([first, second]).gone == [], "2 knows it already"
