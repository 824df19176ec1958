"""A guest is asked once more whether they come: to the new date of a night, or as every time."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.due_times import not_confirmed
from bot.nights.guest_list import changed
from bot.nights.guest_presses import posts_for
from bot.nights.night import Change, Night, Press, demand_lead
from bot.nights.nights import Nights
from bot.tables.clock import HOUR
from bot.tables.trouble import Trouble

ASKED_AGAIN: Final = "asked_again"
"""As it is noted."""
ONCE_IN: Final = 12 * HOUR
"""Nobody is asked more often."""


async def ask_again(nights: Nights, night_id: str, press: Press, person: int) -> Night:
    """Ask somebody who is In and hasn't confirmed the date, in the night's thread.

    Raises Trouble if they have, or were asked too recently.
    """
    async with nights.held(night_id) as night:
        if await nights.done_before(press):
            return night
        demand_lead(night, press)
        guest = night.guests.find(person)
        if guest is None or not guest.unconfirmed:
            raise Trouble(_("They needn't confirm anything."))
        now = (await nights.now_for(night)).at
        times = [
            each.at
            for each in await nights.store.events(night.id)
            if each.what == ASKED_AGAIN and each.whom == person
        ]
        again = max(times, default=0) + ONCE_IN
        if now < again:
            text = _("They were asked already. You can ask them again {when}.")
            raise Trouble(text, when=f"<t:{again}:R>")
        posts = posts_for(not_confirmed([guest]))
        night = replace(night, guests=night.guests.put(changed(guest, minus=("unasked",))))
        change = Change(night, ASKED_AGAIN, person, posts=posts)
        return await nights.save(night, change, press, now)
