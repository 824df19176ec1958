"""What somebody is told at a table of a night where they can't come back: why, and that they play
again.
"""

from __future__ import annotations

from contextlib import suppress

from bot.nights.guest_presses import press_here
from bot.nights.night import Night
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_cache import table_event_of
from bot.tables.trouble import Finishing, Trouble
from bot.ui.actions.rights import press_by
from bot.ui.pages.tables.table_event_lines import table_event_line
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Interaction, Services


async def plays_on(services: Services, table: Table, person: int) -> Night | None:
    """Return the night of a table if somebody is on the list for its next round."""
    if table.night_id is None:
        return None
    night = await services.nights.get(table.night_id)
    guest = night.guests.find(person)
    return night if guest is not None and guest.here and not night.all_dealt else None


async def note_here(services: Services, interaction: Interaction, table: Table) -> str:
    """Note that somebody who presses *I'm back* at their table of a night is here, also if their
    game is over; return in which round they play again then, "" if in none.
    """
    if table.night_id is None:
        return ""
    night = await services.nights.get(table.night_id)
    guest = night.guests.find(interaction.user.id)
    if night.over or guest is None:
        return ""
    # What they are called where they ask, maybe on another server, is no business of the night.
    by, servers = Person(guest.person, guest.name), services.tables.servers
    press = await press_by(servers, night.row.guild_id, by, interaction.id, leads=False)
    try:
        await services.nights.answer(night.id, press, press_here())
    except Trouble:
        # Whoever may not come is told nothing of the night.
        return ""
    return await again_line(services, interaction, table) if table.over else ""


async def back_if_possible(
    services: Services, messages: TableMessages, table: Table, person: Person
) -> None:
    """Give somebody who says that they are here their seat at a table back, as *I'm back* does;
    where that is refused, a computer plays on for them.
    """
    with suppress(Trouble):
        await services.table_verbs.back(table.id, person)
        await messages.wake_if_asleep(table)


async def why_not_back(
    services: Services, interaction: Interaction, table: Table, trouble: Trouble
) -> str:
    """Return why somebody can't come back to their game, having noted that they are here, and in
    which round of its night they play.
    """
    again = await note_here(services, interaction, table)
    if isinstance(trouble, Finishing):
        return await why_finishing(services, interaction, table)
    wording = services.wording_to(interaction, table)
    return wording.sentences(trouble.say(wording.gettext), again)


async def again_line(services: Services, interaction: Interaction, table: Table) -> str:
    """Return in which round of a table's night somebody plays again; "" if in none."""
    person = interaction.user.id
    night = await plays_on(services, table, person)
    guest = None if night is None else night.guests.find(person)
    if night is None or guest is None or not guest.seated:
        return ""
    wording = services.wording_to(interaction, table)
    return wording.gettext("You play again in round {number}.", number=len(night.dealt) + 1)


async def why_finishing(services: Services, interaction: Interaction, table: Table) -> str:
    """Return why computers finish a game, and in which round the person plays again."""
    wording = services.wording_to(interaction, table)
    told = map(table_event_of, await services.tables.store.table_events(table.id))
    why = [
        table_event_line(each, wording, table.on_timeout)
        for each in told
        if each.what == "played_out"
    ]
    return wording.sentences(*why[-1:], await again_line(services, interaction, table))
