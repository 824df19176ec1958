"""When a move is played that was set ahead: drawn alike, whatever is set and held."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.engine.ahead import Line
from bot.engine.match import Match
from bot.tables import orders
from bot.tables.clock import DAY, HOUR, MINUTE, Quiet, ahead
from bot.tables.order import Orders
from bot.tables.order_pace import OrderPace
from bot.tables.set_ahead import SetAhead
from storage.rows import Pace
from tests.tables.test_orders import lead, led, next_seat, twin


def drawn(draw: Callable[[OrderPace], int], number: int = 400) -> list[int]:
    """Return many draws."""
    pace = OrderPace(random.Random(number))
    return [draw(pace) for _ in range(number)]


DRAWS = 2000
"""How many times are compared."""


@pytest.mark.long
async def test_the_time_is_the_same_whatever_is_set_and_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The distributions of the drawn times don't differ (Kolmogorov-Smirnov), whether the hand that
    is asked has one move or several, and whatever was set of them.
    """
    found: dict[str, list[int]] = {}
    right, legal = orders.after_step, Match.legal
    for name in ("lowest for all", "another for one", "forced"):
        room = await twin(tmp_path / f"{name}.sqlite3")
        set_ahead, table = SetAhead(room.tables), await led(room)
        seat, now = next_seat(table), int(room.time)
        person = table.seats[seat].person
        season = table.legal(table.to_act()[0])[0].card // 10
        if name == "lowest for all":
            await set_ahead.set_lowest(table.id, person)
        for case, moves, _lowest in set_ahead.offered(table, seat):
            if name != "lowest for all" and getattr(case, "season", 0) == season:
                await set_ahead.set_line(table.id, person, Line(case, moves[-1]))
        times = found[name] = []

        def told(
            *given: Any, forced: bool, seat: int, times: list[int], now: int, **more: Any
        ) -> Orders:
            with monkeypatch.context() as only:
                if forced:
                    only.setattr(Match, "legal", lambda match, at: legal(match, at)[-1:])
                times += [(right(*given, **more)[seat].due or 0) - now for _ in range(DRAWS)]
            return right(*given, **more)

        fixed = partial(told, forced=name == "forced", seat=seat, times=times, now=now)
        with monkeypatch.context() as patch:
            patch.setattr(orders, "after_step", fixed)
            await lead(room, table)
        await room.database.close()
    usual = sorted(found["lowest for all"])
    assert 20 * MINUTE <= usual[0] < usual[-1] <= 90 * MINUTE, "other times are drawn than are said"
    for name, some in found.items():
        assert len(some) == DRAWS, f"{name}: nothing was set"
        other = sorted(some)
        apart = max(abs(bisect_right(usual, at) - bisect_right(other, at)) / DRAWS for at in usual)
        # With p > 0.01 two samples of this size are less than this apart.
        assert apart < 1.63 * (2 / DRAWS) ** 0.5, f"the times tell of {name}: {apart:.3f} apart"


def test_the_time_is_drawn_by_pace_and_by_what_is_left() -> None:
    cases: list[tuple[Pace, int | None, int, int]] = [
        ("days", DAY, 20 * MINUTE, 90 * MINUTE),
        ("none", None, 20 * MINUTE, 90 * MINUTE),
        ("days", HOUR, 12 * MINUTE, 24 * MINUTE),
        ("live", 180, 2, 5),
        ("live", 5, 1, 2),
    ]
    for pace, left, least, most in cases:
        found = drawn(lambda each, pace=pace, left=left: each.asked(pace, 0, left, None))
        assert least <= min(found) and max(found) <= most, (pace, left)
        assert abs(mean(found) - (least + most) / 2) <= (most - least) / 10
    assert {*drawn(lambda each: each.next("live", 0, None))} == {1, 2, 3}
    found = drawn(lambda each: each.next("days", 0, None))
    assert min(found) >= 5 and max(found) <= 60
    pace = OrderPace(random.Random(1))
    assert pace.moved("days", 10, 0) == 2 * MINUTE and pace.moved("live", 10, 0) == 10


def test_nothing_is_played_in_quiet_hours_nor_at_their_end() -> None:
    quiet = Quiet(ZoneInfo("Europe/Berlin"), 22 * 60, 7 * 60)
    evening = 1_795_800_000 // DAY * DAY + 20 * HOUR + 30 * MINUTE
    ends = ahead(evening + HOUR, 0, quiet)
    found = drawn(lambda each: each.asked("days", evening, DAY, quiet))
    late = [each for each in found if each >= ends]
    assert late and min(late) >= ends + 20 * MINUTE, "a move at the end of the night is a label"
    assert all(each < evening + 30 * MINUTE for each in found if each < ends)
    assert (
        max(drawn(lambda each: each.asked("live", evening + HOUR, 100, quiet))) < evening + 2 * HOUR
    )
