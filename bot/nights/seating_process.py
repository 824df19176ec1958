"""Seating outside the bot's own process, in the one that draws: it would hold up every answer."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from bot.nights.assign_tables import Proposal, SeatingJob, seating
from bot.tables.workers import NoAnswer

log = logging.getLogger(__name__)


class Seats(Protocol):
    """What seats guests: the process that draws, or what takes its place in a test."""

    async def think(self, job: SeatingJob, /) -> Proposal:
        """Return a proposal; raise NoAnswer if there can't be one now."""
        ...


async def proposal(process: Seats, job: SeatingJob) -> Proposal:
    """Return what `seating` returns; in a thread if the process can't do it now."""
    try:
        return await process.think(job)
    except NoAnswer as why:
        log.warning("a round is seated in the bot's own process: %s", why)
        return await asyncio.to_thread(seating, job)
