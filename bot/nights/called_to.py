"""Who is called to a night besides those who have answered; and who isn't pinged."""

from __future__ import annotations

from collections.abc import Collection

from bot.nights.night import Night
from bot.nights.nights import Nights


async def called_to(nights: Nights, night: Night) -> list[int]:
    """Return who was called to a night, or would have been: whom its thread has asked, and who
    follows its series, or all nights of the server. Some of them may have answered since.

    They are told if it is off, or moves; not whoever may not come any more.
    """
    guild, asked = night.row.guild_id, await nights.reader.asked_to(night)
    fans = await nights.fans_of(guild, None if night.series is None else night.series.id)
    people = [*dict.fromkeys([*asked, *(each.person for each in fans)])]
    gone = await nights.servers.blocked(guild, people)
    return [person for person in people if person not in gone]


async def unpinged(nights: Nights, night: Night, people: Collection[int]) -> set[int]:
    """Return which of some people don't want to be pinged about nights here; who hosts this one is
    all the same.
    """
    others = {*people} - {*night.leaders}
    return await nights.store.fans.unpinged(night.row.guild_id, others) if others else set()


async def is_unpinged(nights: Nights, night: Night, person: int) -> bool:
    """Tell whether somebody isn't pinged about a night, as they have switched that off."""
    return bool(await unpinged(nights, night, [person]))
