"""Games that are over: looking back at them, a file of them, whether the deal was honest."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import discord

from bot.tables.history import StillOn
from bot.tables.trouble import NoTable, NotBegun, Trouble
from bot.ui.incoming.clicks import NUMBER, TABLE_ID, UnknownControl
from bot.ui.incoming.which_table import may_see
from bot.ui.pages.lobby_card import footer, in_code
from bot.ui.pages.page import Button, Page
from bot.ui.pages.render import Field
from bot.ui.pages.replay import ALL, PREFIX, agreed_line, replay_id, replay_page
from bot.ui.posting import replies

if TYPE_CHECKING:
    from bot.tables.history import GameRecord
    from bot.tables.table import Table
    from bot.ui.house import House
    from bot.ui.pages.wording import Wording
    from bot.ui.posting.replies import Interaction


class FinishedGames:
    """Shows what has been. Every method answers the interaction, or raises Trouble."""

    def __init__(self, house: House) -> None:
        """Serve one house, whose door leads here."""
        self._house = house
        house.clicks.add(PREFIX, self.read)

    async def read(self, interaction: Interaction, parts: list[str]) -> None:
        """Do what a control stands for, given the parts of its id."""
        verb, table_id, step, look = (*parts, "", "", "", "")[:4]
        if not TABLE_ID.fullmatch(table_id):
            raise UnknownControl
        match verb:
            case "replay" if NUMBER.fullmatch(step):
                await self.replay(interaction, table_id, int(step), look or ALL)
            case "export":
                await self.export(interaction, table_id)
            case "verify":
                await self.verify(interaction, table_id)
            case "open":
                await self.open_hands(interaction, table_id)
            case _:
                raise UnknownControl

    async def replay(
        self, interaction: Interaction, table_id: str, step: int = 0, look: str = ALL
    ) -> None:
        """Show one step of a game, with buttons that lead to the others."""
        table, record = await self._record(interaction, table_id)
        wording = self._house.wording(table, str(interaction.locale))
        playable = self._house.playables[table.game_key]
        page = replay_page(playable, table, record, step, look, interaction.user.id, wording)
        await replies.show(interaction, page)

    async def export(self, interaction: Interaction, table_id: str) -> None:
        """Give the person a file of all that they may know of a game."""
        table = await self._table(interaction, table_id)
        found = await self._house.history.export(table.id, interaction.user.id)
        text = json.dumps(found, ensure_ascii=False, indent=1)
        file = discord.File(io.BytesIO(text.encode()), f"{table.game_key}-{table.id}.json")
        gettext = replies.wording_of(interaction).gettext
        if table.hands_open:
            said = gettext("Table `{table}` as a file: all of it, with the secret of its deal.")
        elif found.get("yours"):
            said = gettext("Table `{table}` as a file: what all could see, and what you knew.")
        else:
            said = gettext("Table `{table}` as a file: what all could see.")
        answer = interaction.response.send_message(
            said.format(table=table.id), file=file, ephemeral=True
        )
        await replies.arrived(interaction, answer, first=True)

    async def verify(self, interaction: Interaction, table_id: str) -> None:
        """Reckon a game's deal and log anew, and say whether they are what was promised."""
        # A table that can't be read, or played again, is what this is to tell of.
        table = await self._table(interaction, table_id, frozen=True)
        wrong = await self._house.history.verify(table.id)
        wording = self._house.wording(table, str(interaction.locale))
        await replies.show(interaction, verdict_page(table, wrong, wording))

    async def open_hands(self, interaction: Interaction, table_id: str) -> None:
        """Agree to open all hands of a game that is over."""
        await self._house.table(interaction, table_id)
        table = await self._house.table_verbs.agree(table_id, replies.person_of(interaction))
        wording = self._house.wording(table, str(interaction.locale))
        await replies.tell(interaction, agreed_line(table, wording))

    async def _record(self, interaction: Interaction, table_id: str) -> tuple[Table, GameRecord]:
        """Return a game that is over, step by step; raise Trouble as `_table` does."""
        table = await self._table(interaction, table_id)
        return table, await self._house.history.record(table_id)

    async def _table(
        self, interaction: Interaction, table_id: str, *, frozen: bool = False
    ) -> Table:
        """Return a game that is over, if the person may see it or sat there.

        Raise NoTable for one that they may not even know of, and Frozen for one that can't be read
        unless `frozen`.
        """
        house, person = self._house, interaction.user.id
        table = await house.table(interaction, table_id, frozen=frozen)
        seen = table.seat_of(person) is not None or may_see(interaction, table)
        if table.frozen:
            # Nobody knows who sat there meanwhile.
            if not seen:
                raise NoTable
            return table
        if table.step() < 0:
            raise NotBegun if seen else NoTable
        if not seen and not (await house.history.record(table_id)).seat_known(person):
            raise NoTable
        if table.phase == "playing":
            raise StillOn
        return table


def verdict_page(table: Table, wrong: Trouble | None, wording: Wording) -> Page:
    """Return whether a finished game is what was promised; `wrong` says where it differs."""
    _ = wording.gettext
    secret = table.opened_secret()
    if wrong is None:
        text = _(
            "**Equal.** The deal, every draw, every move and the result are what was promised."
        )
    else:
        where = wrong.say(wording.gettext)
        text = _("**It differs:** {where}").format(where=where)
    if secret is None:
        word = _(
            "This is the bot's own word: the secret of the deal stays sealed until everybody at "
            "the table has agreed to open all hands."
        )
    else:
        word = _(
            "Hands are open, so nobody has to take the bot's word for it: the SHA-256 of the "
            "secret is what the card showed before the deal, and all draws follow from the secret. "
            "“Check a deal” in the bot's README says how, with the file of `/table export`."
        )
    prints = [
        (_("Before the deal (SHA-256 of the secret)"), table.commitment),
        (_("At the start (options, rules, seats)"), table.start_print),
        (_("At the end (the log)"), table.log_print),
        (_("The secret of the deal"), secret),
    ]
    return Page(
        title=_("Check the deal"),
        text=f"{text}\n\n{word}",
        fields=tuple(Field(name, in_code(value)) for name, value in prints if value),
        footer=footer(table, wording),
        rows=((Button(replay_id(table.id, 0), _("Replay")),),),
    )
