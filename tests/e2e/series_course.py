"""A series on a stage between its nights, whatever goes wrong: dates left out, a host asked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import ClassVar, Final

from bot.sandbox import Channel
from tests.e2e.night_course import Course, OnceAt, offered
from tests.e2e.stage import Stage

RINGS: Final = 30
"""After so many of them something else is wrong."""


class LeftOut(Course):
    """A series two of whose dates are left out, and whose first night is called off."""

    steps = ("announced", "in", "skipped", "cancelled", "skipped too", "next")
    ends = "cancelled"
    noted: ClassVar = {"published": 1, "skipped": 2, "cancelled": 1}

    def __init__(self, stage: Stage, place: Channel, fault: OnceAt) -> None:
        super().__init__(stage, place, fault)
        self.out: set[str] = set()
        """The dates that were left out."""

    async def step(self, step: str) -> None:
        """Do the next step."""
        match step:
            case "skipped":
                await self.left_out(1, "Series …", "Skip ", "Skip ")
            case "cancelled":
                sure = "Cancel the night …", "Only ", "Yes, cancel it"
                await self.until(
                    lambda: self.column("state") == "cancelled", *sure, typed="night edit"
                )
            case "skipped too":
                await self.left_out(2, "Skip ", "Skip ")
            case _:
                await super().step(step)

    async def left_out(self, count: int, *presses: str) -> None:
        """Leave out one more date."""
        await self.until(lambda: len(self.skipped()) == count, *presses, typed="night edit")
        self.out.update(self.skipped())

    def skipped(self) -> list[str]:
        """Return the dates that are left out of those to come."""
        ((found,),) = self.series("skipped")
        return list(json.loads(str(found)))

    def series(self, column: str) -> list[tuple[object]]:
        """Return something about the series, as it is stored."""
        return self.stage.rows(
            f"SELECT {column} FROM series WHERE id = ?", self.column("series_id")
        )

    def faults(self) -> list[str]:
        """Return what was lost, doubled, or is stuck, and which nights were left out and came."""
        query = "SELECT local FROM nights WHERE series_id = ? AND state <> 'draft'"
        came = {str(at) for (at,) in self.stage.rows(query, self.column("series_id"))}
        return [*super().faults(), *(f"{each} was left out, and came" for each in came & self.out)]


class Asked(LeftOut):
    """A series to which nobody comes, so its host is asked: it goes on, first without a date, and
    later with a night at once.
    """

    steps = ("announced", "again", "asks", "skip", "asks again", "announce")
    ends = "over"
    noted: ClassVar = {"published": 1, "dealt": 0}

    async def step(self, step: str) -> None:
        """Do the next step, unless the series has ended."""
        match step:
            case "again":
                await self.rung(lambda: len(self.gone_by()) == 1)
            case "asks" | "asks again":
                await self.rung(lambda: self.state() == "asks")
            case "skip" if self.state() == "asks":
                await self.answer(lambda: self.state() != "asks", "Skip ", "Skip ")
                self.out.update(self.skipped())
            case "announce" if self.state() == "asks":
                await self.answer(lambda: self.state() != "asks", "Announce ")
            case "skip" | "announce":
                pass
            case _:
                await super().step(step)

    def state(self) -> str:
        """Return the state of the series."""
        return "".join(str(state) for (state,) in self.series("state"))

    async def rung(self, done: Callable[[], bool]) -> None:
        """Let whatever is due of the newest night happen, one thing after the other."""
        query = "SELECT due FROM nights WHERE id = ?"
        for _ring in range(RINGS):
            ((due,),) = self.stage.rows(query, self.next_id())
            if done() or self.state() == "ended":
                return
            assert due is not None, f"nothing is due, and the series {self.state()}"
            await self.later(max(0, due + 1 - self.stage.now()))
        raise AssertionError(f"after {RINGS} rings the series {self.state()}")

    async def answer(self, done: Callable[[], bool], *presses: str) -> None:
        """Answer where the host is asked, or on the page of the series."""
        query = "SELECT message_id FROM night_posts WHERE kind = 'goes_on' AND night_id = ?"
        for (message_id,) in self.stage.rows(query, self.next_id()):
            asked = self.message(message_id)
            label = asked and offered(asked, f"Host: {presses[0]}")
            if asked is not None and label:
                await self.do(lambda asked=asked, label=label: self.leader.press(asked, label))
                await self.shown()
        await self.until(done, *presses, typed="night edit")

    def gone_by(self) -> set[str]:
        """Return the nights of the series before its newest one, and that if it has ended."""
        query = "SELECT id FROM nights WHERE series_id = ? AND state <> 'draft'"
        found = {str(night) for (night,) in self.stage.rows(query, self.column("series_id"))}
        return found - ({self.next_id()} if self.state() != "ended" else set())

    def faults(self) -> list[str]:
        """Return what was lost, doubled, or is stuck, and how the series ended without a reason."""
        query = "SELECT count(*) FROM night_posts WHERE kind = 'unfollowed' AND night_id = ?"
        ((said,),) = self.stage.rows(query, self.next_id())
        wrong = [f"the series {self.state()}, which is said {said} times"]
        ended = self.state() == "ended"
        true = said == ended and not (ended and self.follows)
        return [*super().faults(), *([] if true else wrong)]
