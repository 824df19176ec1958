"""The timer of clocks and nights: it rings in time, and what fails holds up nothing else."""

from __future__ import annotations

from collections.abc import Collection
from math import inf

from bot.tables.due_timer import AGAIN, DueTimer


class DueThings:
    """Things that are due at times, as the storage would know them."""

    def __init__(self, **times: int) -> None:
        self.times = times
        self.time = 0
        self.rung: list[str] = []
        self.waits: dict[str, float] = {}
        """What fails when it is rung, and for how many seconds it is put off then."""
        self.timer = DueTimer("things", self, lambda: self.time, self.ring, self.wait_after)

    async def due(self, now: int, without: Collection[str]) -> list[str]:
        """Return what is due."""
        keys = [key for key, at in self.times.items() if at <= now and key not in without]
        return sorted(keys, key=self.times.__getitem__)

    async def earliest_due(self, without: Collection[str]) -> int | None:
        """Return when something is due next."""
        return min((at for key, at in self.times.items() if key not in without), default=None)

    async def ring(self, key: str) -> bool:
        """Ring once; tell whether there was anything to do."""
        if key in self.waits:
            raise ZeroDivisionError
        self.rung.append(key)
        return self.times.pop(key) >= 0

    def wait_after(self, key: str, _error: Exception) -> float:
        """Return how long to wait after a failure."""
        return self.waits[key]


async def test_what_is_due_rings_in_order_and_once() -> None:
    things = DueThings(late=9, second=2, first=1)
    things.time = 5
    assert await things.timer.round() == 4, "the timer doesn't wait for the next that is due"
    assert await things.timer.round() == 4
    assert things.rung == ["first", "second"]
    assert things.timer.next == 9


async def test_what_fails_is_put_off_and_holds_up_nothing_else() -> None:
    things = DueThings(broken=1, soon=7)
    things.time, things.waits = 5, {"broken": 60.0}
    assert await things.timer.round() == 2, "what has failed makes the next one late"
    things.time = 7
    assert 0 < await things.timer.round() <= 60
    assert things.rung == ["soon"] and things.timer.next == inf
    things.timer.put_off["broken"], things.waits = -inf, {}
    await things.timer.round()
    assert things.rung == ["soon", "broken"], "what was put off is never tried again"


async def test_what_was_not_due_after_all_keeps_the_timer_from_racing() -> None:
    things = DueThings(broken=1, nothing=-1)
    things.time, things.waits = 5, {"broken": 0.0}
    await things.timer.round()
    assert things.timer.put_off.keys() == {"nothing"}, "it rings again and again"
    assert 0 <= await things.timer.round() <= AGAIN


async def test_a_clock_that_was_set_is_noticed_and_time_that_went_by_is_not() -> None:
    things, leaps = DueThings(late=99_999), list[int]()
    steady = 0.0

    async def leapt(by: int) -> None:
        leaps.append(by)

    timer = DueTimer(
        "things",
        things,
        lambda: things.time,
        things.ring,
        things.wait_after,
        leapt=leapt,
        steady=lambda: steady,
    )
    for clock, went_by in ((30, 30.0), (5000, 5000.0), (10, 0.0), (3600, 1.0), (-7000, 2.0)):
        things.time += clock
        steady += went_by
        await timer.round()
    assert leaps == [3599, -7002], "what was noticed isn't by how much the clock was set"
