"""Nothing that one person does alone earns them more than playing on and coming last.

Random games of all verbs, by people, moderators, leaders of nights and clocks; and the proof that
each rule is needed: with any one of them planted wrong the same games tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest

from bot.tables import (
    early_end,
    rankings,
    results,
    table_verbs,
    tables,
    votes,
)
from bot.tables.seat import Seat
from tests.tables import fair_games
from tests.tables.fair_games import Wrong, play_fair

QUICK = range(150)
LONG = range(10_000)
Patch = pytest.MonkeyPatch


async def test_nothing_that_one_person_does_alone_pays() -> None:
    await play_fair(QUICK)


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
async def test_nothing_pays_in_ten_thousand_games(part: int) -> None:
    await play_fair(LONG[part::20])


def _places(given: Callable[..., Any]) -> Callable[[Patch], None]:
    """Return a fault in who came where."""
    right = rankings.places_of

    def plant(patch: Patch) -> None:
        def wrong(result: Any, gone: Any = rankings.NOBODY_GONE) -> Any:
            return right(result, given(gone))

        patch.setattr(rankings, "places_of", wrong)
        patch.setattr(results, "places_of", wrong)

    return plant


def _of(owner: Any, name: str, wrong: Any) -> Callable[[Patch], None]:
    """Return a fault in place of something."""
    return lambda patch: patch.setattr(owner, name, wrong)


def _majority(seat: Any, counted: Any, events: Any) -> int | None:
    own = [row for row in counted if row.seat == seat.seat]
    made = sum(results._made_by(seat.person, row, seat, events) for row in own)
    return seat.person if seat.level is None and 2 * made > len(own) else None


def _first_holder(seat: Any, counted: Any, events: Any) -> int | None:
    whoms = [each.whom for each in events if results.hands_over(each, seat.seat)]
    return next((each for each in whoms if each and each > 0), None) or _right_owner(
        seat, counted, events
    )


_right_owner = results.owner_of
_right_lost = results.empty_handed
_right_away = Seat.gone_away

FAULTS: Final[dict[str, Callable[[Patch], None]]] = {
    "who is gone is placed by the result": _places(lambda _gone: {}),
    "who went first isn't last": _places(lambda gone: {seat: -at for seat, at in gone.items()}),
    "all who are gone share their places": _places(lambda gone: dict.fromkeys(gone, 0)),
    "coming back undoes nothing": _of(
        Seat,
        "back",
        lambda self, name: replace(
            self, name=name, stand_in=None, away_since=None, timeouts=0, clock=None
        ),
    ),
    "computers that finish make people gone": _of(
        Seat, "gone_away", lambda self, step, since: _right_away(self, step, since or 1)
    ),
    "half of the decisions aren't enough": _of(results, "owner_of", _majority),
    "whoever had a seat first has its points": _of(results, "owner_of", _first_holder),
    "who left a seat to another has no row": _of(results, "empty_handed", lambda *_: {}),
    "what computers decide at the end counts": _of(
        results, "before_computers_finished", lambda standing, _events: [*standing]
    ),
    "leaving a game undoes that it counts": _of(
        results,
        "empty_handed",
        lambda seats, owners, events: {
            person: seat
            for person, seat in _right_lost(seats, owners, events).items()
            if len({*owners} - {None}) > 1
        },
    ),
    "who is gone has half of a game without a result": _of(
        fair_games,
        "there_at_end",
        lambda seats, _told: frozenset(row.person for row in seats if row.level is None),
    ),
    "one alone ends a game": _of(votes, "needed", lambda _table, _motion: 1),
    "who plays decides as a moderator": _of(
        table_verbs, "demand_may_decide", lambda _table, _by, _role: None
    ),
    "the host removes somebody alone": _of(table_verbs, "only_asks", lambda _table, _role: False),
    "the host ends a game alone": _of(table_verbs, "ends_alone", lambda _table: True),
    "giving up is undone by coming back": _of(
        Seat,
        "given_up",
        _right_away,
    ),
    "who left their moves to a computer comes before those who played": _of(
        tables, "with_ended_seats", lambda after: after
    ),
    "the last one left hasn't won": _of(early_end, "last_one_left", lambda table: (0,)),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_each_rule_planted_wrong_is_told(fault: str, monkeypatch: Patch) -> None:
    FAULTS[fault](monkeypatch)
    with pytest.raises(Wrong):
        await play_fair(QUICK)
