"""Seating in the process that draws, and without it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.nights.assign_tables import Proposal, SeatingJob, seating
from bot.nights.mend import mending_of, seated
from bot.nights.run_rounds import proposal
from bot.nights.table_sizes import SeatingMode
from bot.tables.worker_jobs import MOST, TimedJob, as_frame
from bot.tables.workers import NoAnswer
from bot.ui.pictures.drawings import Drawings, drawing_process
from bot.ui.pictures.shapes import Picture
from tests.nights.evenings import evening, guests_of, sizes_of

PATIENCE = 60.0
"""Bounds the wait for what never comes."""


async def test_the_process_that_draws_seats_guests_between_pictures() -> None:
    process = drawing_process()
    process.start()
    try:
        async with asyncio.timeout(PATIENCE):
            while not process.pids:
                await asyncio.sleep(0.01)
            pids = set(process.pids)
            job = SeatingJob(guests_of(11), sizes_of(11), 5, rounds=3)
            picture = Picture(20, 10, "#000000", ())
            made, png = await asyncio.gather(
                process.think(job), Drawings(process).png(picture, PATIENCE)
            )
            assert made == seating(job), "the process seats in another way"
            mending = mending_of(made.now, job.sizes.seats, job.sizes, ())
            mends = replace(job, mending=mending)
            assert await process.think(mends) == seated(mends), "the process doesn't mend"
            assert png is not None and png.startswith(b"\x89PNG"), "it draws no pictures any more"
            assert await proposal(process, job) == made
            assert process.pids == pids, "the process was lost on the way"
    finally:
        await process.close()


async def test_a_round_is_seated_without_the_process() -> None:
    class Lost:
        async def think(self, job: SeatingJob, /) -> Proposal:
            raise NoAnswer("there are no workers")

    job = SeatingJob(guests_of(7), sizes_of(7), 5)
    assert await proposal(Lost(), job) == seating(job)


def test_the_largest_night_passes_through_the_pipe() -> None:
    guests, sizes = guests_of(60), sizes_of(60)
    people = [guest.person for guest in guests]
    pairs = [(a, b) for a in people for b in people if a < b]
    job = SeatingJob(
        guests,
        sizes,
        1,
        SeatingMode.SOCIAL,
        rounds=20,
        tonight=evening(guests, sizes, 20, planned=False),
        earlier=tuple([(a, b, 4) for a, b in pairs]),
        apart=tuple(pairs),
    )
    size = len(as_frame(TimedJob(job, 1 << 63, 5.0)))
    assert size < MOST / 2, f"{size} bytes are nearly too many for the pipe"
