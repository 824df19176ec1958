"""Games that are over: rematch, replay, export, checking that the deal was honest, open hands."""

from __future__ import annotations

import io
import json

import discord

from bot.engine.text import marked as _
from bot.tables.after_game import SHARE_THERE
from bot.tables.game_record import GameRecord
from bot.tables.history import NEVER_ENDED, STILL_ON
from bot.tables.lobby_rules import called_again
from bot.tables.results import is_first_by_rule
from bot.tables.table import Table
from bot.tables.trouble import NotAtTable, NotBegun, Trouble
from bot.tables.who_sits import TableBrief, briefs
from bot.ui.actions.tables.lobby import Lobby
from bot.ui.actions.tables.private_games import PrivateGames
from bot.ui.actions.tables.which_table import label
from bot.ui.in_sight import server_of
from bot.ui.pages.long_lists import part
from bot.ui.pages.page import Choice, Page
from bot.ui.pages.tables.game_end import end_more_page, rounds_of, scoring_page, shared_page
from bot.ui.pages.tables.my_tables import PAGE, SeatScore, past_game_line, past_games_page
from bot.ui.pages.tables.replay import OWN, SeenAt, agreed_line, replay_page, verdict_page
from bot.ui.pages.wording import Wording
from bot.ui.posting import channels
from bot.ui.posting.picture_messages import show_drawn
from bot.ui.posting.replies import arrived, person_of, say, show, show_to_all, tell, wording_of
from bot.ui.services import Interaction, Services
from storage.rows import NO_SERVER


class FinishedGames:
    """What people do with a game that is over. Every method answers or raises Trouble."""

    def __init__(self, services: Services, lobby: Lobby, private: PrivateGames) -> None:
        self._services = services
        self._lobby = lobby
        self._private = private

    async def rematch(self, interaction: Interaction, table_id: str) -> None:
        """Open a lobby with its card as the answer, or sit down at the one that is already open.

        The card calls the others who played: in a long game nobody looks at its end.

        Whoever played alone against computers gets a private game.
        """
        services = self._services
        over = await services.table(interaction, table_id)
        if over.practice:
            await self._private.again(interaction, over)
            return
        channels.demand_allowed(interaction)
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        table = await services.lobby_verbs.rematch(
            table_id,
            person_of(interaction),
            interaction_id=interaction.id,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            parent_id=channels.parent_of(interaction),
            by_manager=interaction.permissions.manage_guild,
        )
        if table.opened_by == interaction.id:
            await self._lobby.put_card(interaction, table, called_again(over, table))
            return
        text = _("The rematch has already begun: {channel}")
        if table.phase == "lobby":
            text = _("You're in the rematch! It is here: {channel}")
            if table.host == interaction.user.id:
                text = _("Your rematch is open: {channel}")
        if table.phase == "finished":
            text = _("The rematch has ended, too. Press **Rematch** there: {channel}")
        await say(
            interaction,
            text,
            table=table.id,
            channel=f"<#{table.place_id or table.channel_id}>",
        )

    async def show_mine(self, interaction: Interaction, start: int = 0) -> None:
        """List the person's finished games, those of this server and private ones, from which one
        is picked to look at, the latest end first.
        """
        services, person, wording = self._services, interaction.user.id, wording_of(interaction)
        here = (NO_SERVER, server_of(interaction))
        stored = await services.tables.store.tables_of(person, phases=("finished",))
        results = {head.id: head.result for head, _seats in stored}
        tables = {each.id: each for each in briefs(stored) if each.guild_id in here}
        ended = await services.tables.store.results.ended(tables)
        latest = sorted(tables.values(), key=lambda each: -ended.get(each.id, each.touched_at))
        games = [Choice(each.id, label(services, each, wording, person)) for each in latest]
        found = part(games, start, wording, PAGE)
        shown = [tables[each.value] for each in found if each.value in tables]
        lines = {each.id: await self._past(each, results[each.id], wording) for each in shown}
        await show(interaction, past_games_page(found, lines, wording))

    async def _past(self, table: TableBrief, kept: str | None, wording: Wording) -> str:
        """Return in a few words how a game has ended; on no server only the result `kept` with the
        table tells, as JSON.
        """
        services, key = self._services, table.game_key
        found = await services.tables.store.results.of_table(table.id)
        rows = [each for each in found if each.of_seat]
        crowned = not await is_first_by_rule(services.tables.store, rows)
        scores = [SeatScore(e.seat, e.score, e.place, e.won and crowned) for e in rows]
        if not rows and kept is not None and key in services.games:
            result = services.tables.json_of(key).load_result(kept)
            scores = [
                SeatScore(seat, score, -score, seat in result.winners)
                for seat, score in enumerate(result.scores)
            ]
        ended_at = rows[0].ended_at if rows else table.touched_at
        return past_game_line(services.title_of(key, wording), table, ended_at, scores, wording)

    async def replay(
        self, interaction: Interaction, table_id: str, step: int = 0, look: str = OWN
    ) -> None:
        """Show one step of a game, with buttons that lead to the others."""
        table, record = await self._record(interaction, table_id)
        wording = self._services.wording_to(interaction, table)
        playable = self._services.game_of(table)
        person = interaction.user.id

        def page(*, drawn: bool) -> Page:
            face = table.face()
            return replay_page(playable, face, record, step, look, person, wording, drawn=drawn)

        await show_drawn(self._services, interaction, page)

    async def show_more(
        self, interaction: Interaction, table_id: str, seen_at: SeenAt | None = None
    ) -> None:
        """Show what else there is about a finished game; `seen_at` is for `end_more_page`."""
        table = await self._table(interaction, table_id)
        if table.phase != "finished":
            raise Trouble(NEVER_ENDED)
        wording = self._services.wording(table, str(interaction.locale))
        playable, person = self._services.game_of(table), interaction.user.id
        # Where the board lies, the end stands already.
        share = table.on_server and interaction.channel_id == table.channel_id != table.place_id
        page = end_more_page(playable, table.face(), wording, person, seen_at, share=share)
        await show(interaction, page)

    async def share(self, interaction: Interaction, table_id: str) -> None:
        """Show everybody in a table's own channel or thread how its game has ended, once.

        Raises Trouble elsewhere, and for whoever may not write there.
        """
        table = await self._services.table(interaction, table_id)
        if not table.sits(interaction.user.id):
            raise NotAtTable
        may = interaction.permissions
        in_thread = isinstance(interaction.channel, discord.Thread)
        if not (may.send_messages_in_threads if in_thread else may.send_messages):
            raise Trouble(SHARE_THERE)
        services = self._services
        await services.after_game.share(table.id, person_of(interaction), interaction.channel_id)
        honours = await services.learn_honours(table)
        wording = services.wording(table)
        page = shared_page(services.game_of(table), table.face(), wording, honours)
        pngs = await services.pngs(page)
        await show_to_all(interaction, page if pngs else page.without_picture(), pngs)

    async def show_scoring(self, interaction: Interaction, table_id: str) -> None:
        """Show where all points of a finished game came from. Raises Trouble without a result."""
        table = await self._table(interaction, table_id)
        if table.phase != "finished":
            raise Trouble(NEVER_ENDED)
        wording = self._services.wording_to(interaction, table)
        playable = self._services.game_of(table)
        record = await self._services.history.record(table.id)
        rounds = rounds_of(playable, record, wording)
        page = scoring_page(playable, table.face(), rounds, wording)
        await show(interaction, page)

    async def export(self, interaction: Interaction, table_id: str) -> None:
        """Give the person a file with everything they may know about a game."""
        table = await self._table(interaction, table_id)
        found = await self._services.history.export(table.id, interaction.user.id)
        text = json.dumps(found, ensure_ascii=False, indent=1)
        file = discord.File(io.BytesIO(text.encode()), f"{table.game_key}-{table.id}.json")
        gettext = wording_of(interaction).gettext
        if table.hands_open:
            said = gettext("Table `{table}` as a file: everything, with the secret of its deal.")
        elif found.get("yours"):
            said = gettext("Table `{table}` as a file: what everybody saw, and what you knew.")
        else:
            said = gettext("Table `{table}` as a file: what everybody saw.")
        answer = interaction.response.send_message(
            said.format(table=table.id), file=file, ephemeral=True
        )
        await arrived(interaction, answer, first=True)

    async def verify(self, interaction: Interaction, table_id: str, back: str = "") -> None:
        """Work out a game's deal and log again, and say whether they are what was promised; `back`
        is the id of what leads back, unless that is what else there is about the game.
        """
        # A table that can't be read or replayed is exactly what this should report.
        table = await self._table(interaction, table_id, frozen=True)
        wrong = await self._services.history.verify(table.id)
        wording = self._services.wording_to(interaction, table)
        await show(interaction, verdict_page(table.face(), wrong, wording, back))

    async def open_hands(self, interaction: Interaction, table_id: str) -> None:
        """Agree to open all hands of a game that is over."""
        await self._services.table(interaction, table_id)
        table = await self._services.after_game.agree(table_id, person_of(interaction))
        wording = self._services.wording_to(interaction, table)
        await tell(interaction, agreed_line(table.face(), wording))

    async def _record(self, interaction: Interaction, table_id: str) -> tuple[Table, GameRecord]:
        table = await self._table(interaction, table_id)
        return table, await self._services.history.record(table_id)

    async def _table(
        self, interaction: Interaction, table_id: str, *, frozen: bool = False
    ) -> Table:
        """Return a game that is over and that the person may know of.

        Raises, unless `frozen`, Frozen for one that can't be read.
        """
        table = await self._services.table(interaction, table_id, frozen=frozen)
        if table.frozen:
            return table
        if table.step() < 0:
            raise NotBegun
        if table.phase == "playing":
            raise Trouble(STILL_ON)
        return table
