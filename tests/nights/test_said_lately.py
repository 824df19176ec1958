"""What is still news of a series' dates as those are called who follow it."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from bot.nights.said_lately import LATELY, NEAR, held_back, news, untold
from bot.nights.standing_posts import AFTER_ALL, BEFORE, DATE, FIRST, FROM
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


@pytest.mark.parametrize("seed", range(20))
def test_nobody_is_called_of_a_plan_more_than_twice_in_ten_minutes(seed: int) -> None:
    """The last change is said in the end; none of a night waits that begins within two hours."""
    chance, rows, sent, changed = Random(seed), list[PostRow](), list[int](), 0
    for now in range(0, 4 * LATELY, 30):
        if now < 3 * LATELY and not chance.randrange(6):
            kind, changed = chance.choice(("moved", "cancelled", "after_all")), now
            row = PostRow(id=len(rows) + 1, night_id="night", kind=kind, people="[1]", at=now)
            assert held_back([*rows, row], now, starts_at=now + NEAR - 1) == [], (
                "it waits though it is near"
            )
            rows.append(row)
        for back in held_back(rows, now, starts_at=99 * LATELY):
            rows[back.id - 1] = back
        due = [each for each in rows if each.message_id is None and each.at <= now]
        for each in due:
            # What doesn't hold any more isn't said.
            said = {"message_id": each.id, "sent_at": now} if each == due[-1] else {"message_id": 0}
            rows[each.id - 1] = replace(each, **said)
        sent += [now] if due else []
    assert all(third - first >= LATELY for first, third in zip(sent, sent[2:], strict=False)), sent
    assert sent[-1] >= changed, "the last change isn't said"


def test_who_never_read_of_a_date_reads_of_the_one_they_know() -> None:
    told = PostRow(id=1, night_id="n", kind="told", people="[1]", at=0, message_id=5, sent_at=0)
    moves = [
        PostRow(
            id=at, night_id="n", kind="moved", people="[1]", at=at, details=f'{{"{FROM}": {d}}}'
        )
        for at, d in ((2, 500000), (3, 600000))
    ]
    held = held_back([told, *moves], 3, starts_at=700_000)
    assert [json.loads(each.details)[FROM] for each in held] == [500_000, 500_000]


def test_who_took_a_cancel_back_or_read_at_the_doors_that_it_was_hears_of_the_next_one() -> None:
    """Nothing that people haven't heard is kept from them as if they had."""
    off = PostRow(id=1, night_id="n", kind="cancelled", people="[1, 2]", at=0, message_id=5)
    doors = PostRow(
        id=2, night_id="n", kind="doors", people="[2]", at=0, details=f'{{"{AFTER_ALL}": true}}'
    )
    again = replace(off, id=3, people="[1, 2, 3]", message_id=None)
    assert untold(again, [off]) == (3,), "they are called twice"
    assert untold(again, [off, doors]) == (2, 3), "2 read that it takes place"
    assert untold(again, [off], {1}) == (1, 3), "1 had it take place"
    back = replace(again, kind="after_all", people="[1, 4]")
    assert untold(back, [off]) == (1,), "4 never read that it's off"
    assert untold(back, []) is None
