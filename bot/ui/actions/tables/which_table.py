"""Which table a command means: the one named, the one that lies here, the one that waits."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import discord

from bot.engine.text import marked as _
from bot.tables.trouble import NoTable, Trouble
from bot.tables.who_sits import TableBrief, brief_of, briefs
from bot.ui.actions.rights import led_nights
from bot.ui.actions.tables.fitting_tables import Aim, could_mean, state
from bot.ui.in_sight import may_know_of, server_of
from bot.ui.pages.typed_words import Suggestion, folded, meant, narrowed
from bot.ui.pages.wording import Wording, bare_name, seat_names
from bot.ui.services import Interaction, Services
from storage.rows import LIVE, NO_SERVER
from storage.store import Store

TABLE: Final = "table"
"""The option by which every command may name its table."""
LATEST: Final = 200
"""At most this many of a server's finished tables are looked through."""
_SERVERS_ONLY: Final = _("This works on servers only. Try it in a server's channel.")


class Several(Exception):
    """More than one table could be meant, or one that is elsewhere, so the person is asked."""

    def __init__(self, tables: list[TableBrief]) -> None:
        super().__init__()
        self.tables = tables


async def which(
    services: Services,
    interaction: Interaction,
    named: str | None,
    aim: Aim,
    *,
    game: str | None = None,
) -> str:
    """Return the id of the table that is meant.

    In this order: the one `named`; the one whose board lies in this thread; the only fitting one in
    this channel; the only one on the server that waits for the person; the only fitting one at all;
    the only one that the person plays in private. Raises Trouble if there is none, and Several if
    the person must be asked.
    """
    if named is not None and named.strip():
        return await _named(services, interaction, named, aim, game)
    store = services.tables.store
    person, guild, channel = interaction.user.id, server_of(interaction), interaction.channel_id
    if guild is None or channel is None:
        private = await _private(store, person, aim, game)
        if len(private) != 1:
            raise Several(private) if private else NoTable(_SERVERS_ONLY)
        return private[0].id
    nights = await led_by(services, interaction, aim)
    found = briefs(await store.tables_in(channel, aim.phases))
    here = [table for table in found if _of(table, game)]
    if isinstance(interaction.channel, discord.Thread):
        lying = await _lying_in_thread(store, channel, here, game)
        if lying is not None:
            return lying
    mine = [table for table in here if could_mean(interaction, table, aim, nights)]
    if len(mine) == 1:
        return mine[0].id
    if aim.afar:
        waiting = [
            table
            for table in briefs(await store.waiting_for(person, guild))
            if _of(table, game) and aim.fits(table, person)
        ]
        if len(waiting) == 1:
            return waiting[0].id
    fitting = await _fitting(store, interaction, guild, aim, game, nights)
    if not fitting:
        raise Trouble(aim.none)
    if len(fitting) == 1 and aim.afar:
        return fitting[0].id
    raise Several(fitting)


async def led_by(services: Services, interaction: Interaction, aim: Aim) -> Collection[str]:
    """Return the nights that the person leads, if leading one is a way to what is aimed at."""
    if aim.led is None or server_of(interaction) is None:
        return ()
    return await led_nights(services, interaction)


async def _lying_in_thread(
    store: Store, thread: int, here: list[TableBrief], game: str | None
) -> str | None:
    """Return the table whose board lies in a thread, if there is one."""
    lying = [table.id for table in here if table.place_id == thread]
    if len(lying) == 1:
        return lying[0]
    over = await store.table_of_place(thread) if not here else None
    brief = None if over is None else brief_of(over)
    return brief.id if brief is not None and _of(brief, game) else None


async def _fitting(
    store: Store,
    interaction: Interaction,
    guild: int,
    aim: Aim,
    game: str | None,
    nights: Collection[str],
) -> list[TableBrief]:
    """Return the tables of a server that the person could mean and may know of.

    If there are none, the games that they play in private are returned, where these may be meant.
    """
    fitting = [
        table
        for table in briefs(await store.tables_of_guild(guild, aim.phases, _most(aim)))
        if _of(table, game) and could_mean(interaction, table, aim, nights)
    ]
    held = await store.held_by(interaction.user.id, [table.id for table in fitting])
    known = [
        table
        for table in fitting
        if may_know_of(interaction, table, table.seats, held=table.id in held)
    ]
    return known or await _private(store, interaction.user.id, aim, game)


async def _private(store: Store, person: int, aim: Aim, game: str | None) -> list[TableBrief]:
    """Return the games that a person plays in private, where these may be meant."""
    if not aim.alone:
        return []
    found = briefs(await store.tables_of(person, NO_SERVER, aim.phases))
    return [table for table in found if _of(table, game) and aim.fits(table, person)]


async def offered(
    services: Services, interaction: Interaction, aim: Aim, text: str, game: str | None = None
) -> list[Suggestion]:
    """Return the tables that an option may be filled with: only fitting ones."""
    guild = server_of(interaction)
    if guild is None:
        return []
    nights = await led_by(services, interaction, aim)
    found = await _fitting(services.tables.store, interaction, guild, aim, game, nights)
    return narrowed([_option(services, interaction, table) for table in found], text)


def _option(services: Services, interaction: Interaction, table: TableBrief) -> Suggestion:
    """Return a table as an option that can be found by its id, label, game, or who sits there."""
    wording = Wording(str(interaction.locale))
    key, names = table.game_key, [bare_name(seat.name) for seat in table.seats]
    called = [services.title_of(key, each) for each in (wording, wording.in_english())]
    shown = label(services, table, wording, interaction.user.id)
    return Suggestion(table.id, shown, (*called, wording.series(names)))


def label(services: Services, table: TableBrief, wording: Wording, person: int) -> str:
    """Return a table in a few words, for places without markdown; at most 100 characters."""
    _ = wording.gettext
    parts = [services.title_of(table.game_key, wording), table.id, state(table, wording, person)]
    names = wording.series(map(bare_name, seat_names(table.seats, table.language)))
    said = " · ".join([*parts, names])
    return said if len(said) <= 100 else said[:99] + "…"


async def _named(
    services: Services, interaction: Interaction, text: str, aim: Aim, game: str | None
) -> str:
    """Return the table whose id or label was typed, or the fitting one of the game that was typed.

    A label says how the table stood when it was shown, so only the id in it counts.
    """
    store = services.tables.store
    ids = [part.strip() for part in folded(text).split("·")]
    for table_id in ids[:2]:
        stored = await store.table(table_id) if len(table_id) == 5 else None
        held = await store.held_by(interaction.user.id, [table_id])
        if stored is None:
            continue
        table = brief_of(stored)
        private = aim.alone and not table.on_server and table.sits(interaction.user.id)
        if not private and not may_know_of(interaction, table, table.seats, held=table_id in held):
            continue
        if not _of(table, game):
            raise Trouble(_("Table `{table}` has another game."), table=table_id)
        return table_id
    guild = server_of(interaction)
    nights = await led_by(services, interaction, aim)
    if guild is None:
        fitting = await _private(store, interaction.user.id, aim, game)
    else:
        fitting = await _fitting(store, interaction, guild, aim, game, nights)
    options = [_option(services, interaction, table) for table in fitting]
    found = [each.value for each in meant(options, text)]
    if len(found) > 1:
        raise Several([table for table in fitting if table.id in found])
    if found:
        return found[0]
    # A table that the person may not see is answered like one that doesn't exist.
    raise NoTable(_("There is no such table here. `/table list` shows those you can see."))


def _most(aim: Aim) -> int | None:
    """Return the most tables to look through; None for all, where there are few."""
    return None if aim.phases == LIVE else LATEST


def _of(table: TableBrief, game: str | None) -> bool:
    return game is None or table.game_key == game
