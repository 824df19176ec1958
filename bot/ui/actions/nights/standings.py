"""Standings and seasons of a server: anybody looks at them, those who may lead nights make them."""

from __future__ import annotations

from typing import Final

import discord

from bot.engine.text import marked as _
from bot.nights.seasons import Season, day_of, new_season
from bot.nights.standings import season_standings
from bot.tables.trouble import Trouble
from bot.ui.actions.at_once import AtOnce
from bot.ui.actions.rights import known_of
from bot.ui.actions.typed_names import NO_SEASON, season_meant, season_options
from bot.ui.pages.nights.night_card import points_button
from bot.ui.pages.nights.night_ranking import points_in_line
from bot.ui.pages.nights.night_words import plain_name_of
from bot.ui.pages.nights.standings_page import (
    Named,
    StandingsScope,
    people_on,
    remove_page,
    season_page,
    seasons_page,
    standings_page,
)
from bot.ui.pages.page import Button, Page
from bot.ui.pages.typed_words import meant
from bot.ui.pages.wording import Wording, bare_name, plain_name
from bot.ui.posting.nights.night_rounds import recap_facts
from bot.ui.posting.replies import arrived, say, show, wording_of
from bot.ui.services import Interaction, Services
from storage.result_rows import SeasonTables
from storage.result_store import MOST_SEASONS

LOOKED_AT: Final = 3
"""How many of the last nights are looked at for one that has brought points."""


class StandingsActions:
    """What people do with standings and seasons. Every method answers or raises Trouble."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._at_once = AtOnce()

    async def show(
        self,
        interaction: Interaction,
        game: str | None = None,
        season: str | int | None = None,
        page: int = 0,
    ) -> None:
        """Show standings to the person alone; of a season by its name or number."""
        wording = wording_of(interaction)
        scope = await self._scope(interaction, game, season, wording)
        person = interaction.user.id
        await show(interaction, await self._page(interaction, scope, page, person, wording))

    async def show_to_all(
        self, interaction: Interaction, game: str | None, season: int | None, page: int
    ) -> None:
        """Show standings to the whole channel. Raises Trouble if the person may not write there."""
        wording = Wording(await self._services.language(interaction))
        scope = await self._scope(interaction, game, season, wording)
        may = interaction.permissions
        in_thread = isinstance(interaction.channel, discord.Thread)
        if not (may.send_messages_in_threads if in_thread else may.send_messages):
            raise Trouble(_("You can't write in this channel."))
        shown = await self._page(interaction, scope, page, None, wording)

        async def put_up() -> None:
            answer = interaction.response.send_message(embed=shown.embed())
            await arrived(interaction, answer, first=True)

        _there, first = await self._at_once.make(interaction, "standings", put_up)
        if not first:
            await say(interaction, _("Everybody here can see the standings now."))

    async def show_seasons(self, interaction: Interaction) -> None:
        """List the seasons of this server."""
        seasons = await self._services.seasons(interaction)
        now, wording = self._services.tables.now(), wording_of(interaction)
        titles = self._services.titles(wording)
        await show(interaction, seasons_page(seasons, titles, now, wording))

    async def save_season(
        self,
        interaction: Interaction,
        name: str,
        days: tuple[str, str],
        tables: SeasonTables,
        game: str | None,
    ) -> None:
        """Save a season, replacing one of the same name. Raises Trouble if there are too many."""
        services = self._services
        assert interaction.guild_id is not None
        called = bare_name(name)
        known = meant(season_options(await self._services.seasons(interaction)), name)
        if len(known) == 1 and known[0].value.casefold() != called.casefold():
            # Typed in another width or without its accents, it is still the same season.
            called = known[0].value
        made = new_season(
            interaction.guild_id,
            called,
            (day_of(days[0]), day_of(days[1])),
            await self.zone(interaction),
            game=None if game is None else self._services.typed_game(game, wording_of(interaction)),
            tables=tables,
            now=services.tables.now(),
        )
        if not await services.tables.store.results.save_season(made):
            raise Trouble(
                _("A server can have {most} seasons. Remove one first."), most=MOST_SEASONS
            )
        await self._show_season(interaction, await self._season(interaction, made.name))

    async def ask_to_remove(self, interaction: Interaction, season_id: int) -> None:
        """Ask whether a season should really be removed."""
        found = await self._season(interaction, season_id)
        await show(interaction, remove_page(found, wording_of(interaction)))

    async def keep(self, interaction: Interaction, season_id: int) -> None:
        """Show a season that isn't to be removed after all."""
        await self._show_season(interaction, await self._season(interaction, season_id))

    async def remove(self, interaction: Interaction, season_id: int) -> None:
        """Remove a season; the results stay."""
        found = await self._season(interaction, season_id)
        await self._services.tables.store.results.delete_season(found.guild_id, found.id)
        await self.show_seasons(interaction)

    # What the commands offer

    async def zone(self, interaction: Interaction) -> str:
        """Return the time zone in which a server's days are meant, or else the person's."""
        guild, person = interaction.guild_id or 0, interaction.user.id
        return await self._services.zone_name(guild, person) or "UTC"

    # Within

    async def _page(
        self,
        interaction: Interaction,
        scope: StandingsScope,
        page: int,
        person: int | None,
        wording: Wording,
    ) -> Page:
        store, guild = self._services.tables.store, interaction.guild_id or 0
        found = season_standings(await store.results.points(guild, scope.game, scope.season))
        people = people_on(found, page)
        names = await store.results.names(guild, people)
        named = Named(names, frozenset(await store.results.hidden(people)))
        last = None if found.listed else await self._last(interaction, scope, wording)
        return standings_page(found, named, scope, wording, page=page, person=person, last=last)

    async def _last(
        self, interaction: Interaction, scope: StandingsScope, wording: Wording
    ) -> tuple[str, Button] | None:
        """Return what the newest night that these standings are about has brought, and the button
        to its points; None without one that has brought any.
        """
        reader, guild = self._services.nights.reader, interaction.guild_id or 0
        nights = [*await reader.of_guild(guild, ("playing",)), *await reader.last(guild, LOOKED_AT)]
        for night in await known_of(self._services, interaction, nights):
            if not scope.includes(night):
                continue
            facts = await recap_facts(self._services, night)
            if points := points_in_line(facts, wording, final=night.over):
                named = f"**{plain_name_of(night)}** · <t:{night.row.starts_at}:D>"
                return f"{named} · {points}", points_button(night, wording)
        return None

    async def _scope(
        self,
        interaction: Interaction,
        game: str | None,
        season: str | int | None,
        wording: Wording,
    ) -> StandingsScope:
        found = None if season is None else await self._season(interaction, season)
        key = None if game is None else self._services.typed_game(game, wording_of(interaction))
        if found is not None and None not in (key, found.game) and key != found.game:
            raise Trouble(
                _("The season {name} is of {game} alone."),
                name=plain_name(found.name),
                game=self._services.title_of(found.game or "", wording_of(interaction)),
            )
        key = key or (found.game if found else None)
        title = None if key is None else self._services.title_of(key, wording)
        return StandingsScope(key, title, found)

    async def _season(self, interaction: Interaction, wanted: str | int) -> Season:
        seasons = await self._services.seasons(interaction)
        if isinstance(wanted, str):
            return season_meant(seasons, wanted)
        for each in seasons:
            if each.id == wanted:
                return each
        raise Trouble(NO_SEASON)

    async def _show_season(self, interaction: Interaction, found: Season) -> None:
        wording = wording_of(interaction)
        await show(interaction, season_page(found, self._services.titles(wording), wording))
