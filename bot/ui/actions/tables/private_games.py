"""Private games: somebody plays alone against computers, and one message is all there is of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.engine.game import Options
from bot.tables.lobby_rules import seats_again
from bot.tables.lobby_verbs import PracticeFull
from bot.tables.seat import Seat
from bot.tables.table import NewTable, Table
from bot.tables.trouble import NoTable
from bot.tables.who_sits import TableBrief, briefs
from bot.ui.actions.at_once import AtOnce
from bot.ui.actions.tables.play import Play
from bot.ui.pages import routes
from bot.ui.pages.games.gallery import Begun, full_page
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import person_of, show, wording_of
from bot.ui.services import Interaction, Services
from storage.rows import NO_SERVER


class PrivateGames:
    """Begins private games, wherever somebody is. Every method answers or raises Trouble."""

    def __init__(self, services: Services, play: Play) -> None:
        self._services = services
        self._play = play
        self._at_once = AtOnce()

    async def begin(self, interaction: Interaction, key: str, computers: int | None = None) -> None:
        """Deal a game against so many computers; it is the answer, and nothing is posted."""
        playable = self._services.game_by_key(key)
        await self._deal(
            interaction,
            _new(interaction, key, playable.game.Options()),
            f"computers {key}",
            lambda ended: routes.PLAY_INSTEAD(ended, key, computers or ""),
            computers,
        )

    async def begin_instead(
        self, interaction: Interaction, ended: str, key: str, computers: int | None = None
    ) -> None:
        """End one private game and begin another."""
        self._services.game_by_key(key)
        await self._end(interaction, ended)
        await self.begin(interaction, key, computers)

    async def again(self, interaction: Interaction, table: Table) -> None:
        """Deal a game like one that has ended: with the same options and computers."""
        seats = seats_again(table, person_of(interaction))
        await self._deal(
            interaction,
            _new(interaction, table.game_key, table.options, seats),
            f"again {table.id}",
            lambda ended: routes.REMATCH_INSTEAD(table.id, ended),
        )

    async def again_instead(self, interaction: Interaction, table_id: str, ended: str) -> None:
        """End one private game, and play another that has ended again."""
        table = await self._services.table(interaction, table_id)
        seats_again(table, person_of(interaction))
        if not table.practice:
            raise NoTable
        await self._end(interaction, ended)
        await self.again(interaction, table)

    async def begun(self, person: int, wording: Wording) -> list[Begun]:
        """Return the private games that a person plays."""
        store = self._services.tables.store
        found = await store.tables_of(person, NO_SERVER, ("playing",))
        return self._begun(wording, briefs(found))

    def _begun(self, wording: Wording, tables: Sequence[TableBrief]) -> list[Begun]:
        title_of = self._services.title_of
        return [Begun(each.id, title_of(each.game_key, wording), each.opened_at) for each in tables]

    async def _deal(
        self,
        interaction: Interaction,
        new: NewTable,
        kind: str,
        instead: Callable[[str], str],
        computers: int | None = None,
    ) -> None:
        """Deal a game; a second press on the same button meanwhile gets the same game.

        Where somebody has enough of them, one that they only looked at makes room.
        """
        wording = wording_of(interaction)
        try:
            table, _first = await self._at_once.make(
                interaction,
                kind,
                lambda: self._services.lobby_verbs.deal_against_computers(new, computers),
            )
        except PracticeFull as full:
            if unused := await self._unused(interaction, full.tables):
                await self._end(interaction, unused)
                await self._deal(interaction, new, kind, instead, computers)
                return
            begun = self._begun(wording, full.tables)
            title = self._services.title_of(new.game_key, wording)
            await show(interaction, full_page(title, begun, instead, wording))
            return
        await self._play.show_hand(interaction, table, await self._way_back(table, interaction))

    async def _unused(self, interaction: Interaction, tables: Sequence[TableBrief]) -> str:
        """Return the oldest of some games in which the person hasn't moved; "" if there is none."""
        for each in reversed(tables):
            table = await self._services.table(interaction, each.id, frozen=True)
            seat = table.seat_of(interaction.user.id)
            if seat is not None and not table.has_moved(seat):
                return each.id
        return ""

    async def _way_back(self, table: Table, interaction: Interaction) -> str:
        """Return what brings a game back that was just dealt, and another one with it."""
        wording = wording_of(interaction)
        begun = await self.begun(interaction.user.id, wording)
        other = next((each for each in begun if each.table_id != table.id), None)
        if other is None:
            return wording.gettext("`/play` always brings this game back.")
        return wording.gettext(
            "Your other game, {game}, stays: `/play` brings back both.", game=other.title
        )

    async def _end(self, interaction: Interaction, table_id: str) -> None:
        """End a private game of the person, unless it has ended."""
        table = await self._services.table(interaction, table_id, frozen=True)
        if table.on_server:
            raise NoTable
        if not table.over:
            await self._services.table_verbs.end(table_id, person_of(interaction), "host")


def _new(
    interaction: Interaction, key: str, options: Options, seats: Sequence[Seat] = ()
) -> NewTable:
    return NewTable(
        game_key=key,
        guild_id=NO_SERVER,
        channel_id=NO_SERVER,
        person=person_of(interaction),
        options=options,
        interaction_id=interaction.id,
        language=str(interaction.locale),
        seats=tuple(seats),
    )
