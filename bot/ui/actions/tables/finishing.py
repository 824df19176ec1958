"""What somebody is told at a table whose game computers finish: why, and that they play again."""

from __future__ import annotations

from bot.nights.night import Night
from bot.tables.table import Table
from bot.tables.table_cache import table_event_of
from bot.ui.pages.tables.table_event_lines import table_event_line
from bot.ui.services import Interaction, Services


async def plays_on(services: Services, table: Table, person: int) -> Night | None:
    """Return the night of a table if somebody is on the list for its next round."""
    if table.night_id is None:
        return None
    night = await services.nights.get(table.night_id)
    guest = night.guests.find(person)
    return night if guest is not None and guest.here and not night.all_dealt else None


async def why_finishing(services: Services, interaction: Interaction, table: Table) -> str:
    """Return why computers finish a game, and in which round the person plays again."""
    wording = services.wording_to(interaction, table)
    told = map(table_event_of, await services.tables.store.table_events(table.id))
    why = [
        table_event_line(each, wording, table.on_timeout)
        for each in told
        if each.what == "played_out"
    ]
    night = await plays_on(services, table, interaction.user.id)
    number = 0 if night is None else len(night.dealt) + 1
    again = wording.gettext("You play again in round {number}.", number=number)
    return wording.sentences(*why[-1:], again if number else "")
