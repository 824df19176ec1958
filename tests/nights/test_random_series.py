"""Series whose hosts press whatever there is, while the bot is away for hours or for weeks."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial

import pytest

from bot.nights.announcing import cancel, edit
from bot.nights.dates import Moment, local_time, moment, read_stored, zone_of
from bot.nights.fans import come_next
from bot.nights.next_night import announce_next
from bot.nights.night import Night, Rule
from bot.nights.rounds import end
from bot.nights.series_rules import (
    answer_by,
    asked_now,
    date_sign,
    end_series,
    left_out,
    next_dates,
    other_time,
    skip,
    take_in,
    would_be,
)
from bot.nights.taking_back import take_back
from bot.tables.clock import DAY, HOUR
from bot.tables.trouble import Trouble
from tests.nights.setup import ZONE, Setup, people

STEPS = 40
"""What happens to a series, one thing after the other."""
AWAY = (0, 0, HOUR, 3 * DAY, 8 * DAY, 20 * DAY)
"""For how many seconds the bot is away as something falls due."""


class Course:
    """A series and its newest night."""

    def __init__(self, setup: Setup, night: Night, seed: int) -> None:
        self.setup, self.newest, self.rng = setup, night.id, random.Random(seed)
        self.early: dict[str, dict[int, bool]] = {}
        """Who said that they come on a date that isn't announced yet, or don't; not once all dates
        to come have moved, which is for other tests.
        """

    async def night(self) -> Night:
        """Return the newest night as it stands."""
        night = await self.setup.nights.get(self.newest)
        while (following := await self.setup.following(night)) is not None:
            assert following.guests.starts_at > self.setup.time, "a date that is over is announced"
            night = following
        if night.id != self.newest:
            said = self.early.pop(date_sign(read_stored(night.row.local)), {})
            found = {each: night.guests.find(each) for each in said}
            kept = {each: guest and guest.answer == "in" for each, guest in found.items()}
            assert kept == said, f"what they said of {night.row.local} is lost"
        self.newest = night.id
        return night

    async def answered(self) -> None:
        """Have somebody say of one of the next dates that they come, or don't after all."""
        night, now = await self.night(), int(self.setup.time)
        dates = next_dates(night, now)
        if not dates:
            return
        date, comes = date_sign(self.rng.choice(dates).local), self.rng.random() < 0.7
        person = self.rng.choice(people(12)[6:])
        with suppress(Trouble):
            await self.setup.nights.answer(
                night.id, self.setup.press(person), come_next(date, comes=comes)
            )
            said = self.early.setdefault(date, {})
            said.pop(person.id, None)
            if comes:
                said[person.id] = True

    async def rung(self) -> None:
        """Ring it when it is due, or later; nothing may be due any more then."""
        night = await self.night()
        if night.row.due is None:
            return
        self.setup.time = max(self.setup.time, night.row.due + self.rng.choice(AWAY))
        for _ring in range(9):
            night = await self.setup.timer.ring(night.id)
            if night.row.due is None or night.row.due > self.setup.time:
                return
        raise AssertionError(f"it rings for ever at {self.setup.time}")

    async def pressed(self) -> None:
        """Have its host press something, which may be refused."""
        with suppress(Trouble):
            await self.press(await self.night())()

    def press(self, night: Night) -> Callable[[], Awaitable[object]]:
        """Return something that can be pressed on a series, or on its newest night."""
        setup, rng, now = self.setup, self.rng, int(self.setup.time)
        nights, leads = setup.nights, setup.press(leads=True)

        def changed(rule: Rule) -> Callable[[], Awaitable[object]]:
            return lambda: nights.change(night.id, leads, rule)

        to_come = [date_sign(each.local) for each in next_dates(night, now)]
        asked = [date_sign(each.local) for each in would_be(night)]
        without = [date_sign(each.local) for each in left_out(night, now)]
        match rng.randrange(14):
            case 0 | 1 | 2 if to_come:
                return changed(skip(rng.choice(to_come)))
            case 3 if without:
                return changed(take_in(rng.choice(without)))
            case 4 | 5 | 6 if to_come:
                date = rng.choice([*asked, to_come[0]])
                return lambda: announce_next(nights, night.id, leads, date)
            case 7:
                return changed(cancel())
            case 8 if rng.random() < 0.2:
                return changed(end_series())
            case 9 if to_come:
                other, moved = partial(other_time, rng.choice(to_come)), self.moved(night)
                self.early.clear()
                return changed(rng.choice((other, edit))(moved))
            case 10:
                return changed(asked_now())
            case 11:
                return lambda: take_back(nights, night.id, leads)
            case _:
                return self.rung

    def moved(self, night: Night) -> Moment:
        """Return another date for a night, some days before or after."""
        zone = zone_of(ZONE)
        days = self.rng.choice((-6, -1, 1, 3, 9))
        return moment(local_time(night.guests.starts_at, zone) + timedelta(days=days), zone)

    async def place(self) -> None:
        """Have the channel of the night deleted, or another one found for it."""
        asleep = self.rng.random() < 0.5
        await self.setup.nights.store.save_whereabouts((await self.night()).id, asleep=asleep)

    async def played(self) -> None:
        """Let some people come and play, if the doors are still to open."""
        night = await self.night()
        if night.row.state != "open" or night.guests.doors_at < self.setup.time:
            return
        night = await self.setup.at_doors(night, *people(4))
        tables = await self.setup.dealt(night)
        for table in tables:
            await self.setup.play_out(table)
        with suppress(Trouble):
            await self.setup.nights.change(night.id, self.setup.press(leads=True), end())

    async def check(self) -> None:
        """Check that a series that goes on waits for something, and that whoever is asked whether
        it does has time to answer.
        """
        night = await self.night()
        series = night.goes_on
        if series is None:
            return
        if series.state == "asks" and series.asked_at is None:
            # It has no place: whoever leads it is asked once they press something.
            return
        assert night.row.due is not None, "the series is stuck"
        if series.state == "asks":
            by = answer_by(night)
            assert by is not None and series.asked_at is not None
            assert 3 * DAY <= by - series.asked_at <= 10 * DAY, "too little time, or too much"
            assert by > self.setup.time, "it waits for an answer though time is up"
            assert [each.at > self.setup.time for each in would_be(night)] == [True], "too late"


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=() if seed < 8 else pytest.mark.long) for seed in range(200)],
)
async def test_a_series_goes_on_or_ends_whatever_its_hosts_press(setup: Setup, seed: int) -> None:
    night = await setup.announced("27.11. 20:00", repeat=1 + seed % 2)
    course = Course(setup, night, seed)
    for _step in range(STEPS):
        doing = course.rng.choice((course.rung, course.rung, course.pressed, course.pressed))
        await course.answered()
        if course.rng.random() < 0.1:
            doing = course.rng.choice((course.played, course.place))
        await doing()
        await course.check()
        if (await course.night()).goes_on is None:
            break
