"""`/table …` and `/hand`: the commands that are the same for every game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from discord import app_commands
from discord.ext import commands

from bot.engine.computer import Level
from bot.ui.actions.table_verbs import may_be_kicked
from bot.ui.incoming import which_table
from bot.ui.incoming.game_commands import (
    FOR_SERVERS,
    IN_SERVERS,
    MOVE_TIME,
    MOVE_TIME_TEXT,
    PACE_TEXT,
    computer_completer,
    seat_completer,
    table_command,
)
from bot.ui.incoming.table_requests import PREFIX, chosen
from bot.ui.pages.away_seats import free
from bot.ui.pages.page import Page
from bot.ui.pages.wording import plain_name, seat_name
from bot.ui.posting.replies import Interaction, refuse, show, wording_of
from storage.rows import Pace
from storage.store import Seated

if TYPE_CHECKING:
    from bot.ui.house import House
    from bot.ui.pages.wording import Wording

MOST_LISTED = 12

VERBS = {
    "join": "Take a seat at a table that is open to join",
    "leave": "Get up from a table; a computer plays for you until you are back",
    "back": "Take up your seat again, and see what was played meanwhile",
    "start": "Deal and begin; for the host of the table",
    "hand": "Look at your hand, and see what you can do now",
    "board": "Put the board up again in this channel",
    "end": "End a table without a result; for its host and moderators",
    "pause": "Pause a game: asks the others, unless you are its host or a moderator",
    "resume": "Go on with a paused game, or wake one that was put away, in this channel",
    "takeback": "Ask the others to let you take your last move back",
    "rematch": "Open a table for the same people once more, seats moved by one",
    "replay": "Look back at a game that is over, step by step",
    "export": "Get a game that is over as a file",
    "verify": "Have the deal and the log of a finished game checked",
}


class TableCog(commands.Cog):
    """`/table join`, `leave`, `computer`, `dismiss`, `start`, `hand` …, and `/hand`."""

    def __init__(self, house: House) -> None:
        """Build the commands for a house."""
        self.house = house
        self.group = app_commands.Group(
            name="table",
            description="Join, leave, start, see or end a table of any game",
            allowed_contexts=IN_SERVERS,
            allowed_installs=FOR_SERVERS,
        )
        for verb, text in VERBS.items():
            self.group.add_command(table_command(house, verb, verb, text))
        self.group.add_command(
            table_command(
                house,
                "computer",
                "computer",
                "Have a computer player take a seat",
                {"level": (Level, "How well it plays")},
            )
        )
        self.group.add_command(
            table_command(
                house,
                "dismiss",
                "dismiss",
                "Take a computer player away from a table that hasn't begun",
                {"computer": (str, "Its name")},
                {"computer": computer_completer(house)},
            )
        )
        for command in self._about_seats():
            self.group.add_command(command)
        self.group.add_command(
            table_command(
                house,
                "pace",
                "pace",
                "Ask the table for another pace",
                {"pace": (Pace, PACE_TEXT), "move_time": (MOVE_TIME, MOVE_TIME_TEXT)},
                optional={"move_time"},
            )
        )
        answer = {"answer": (Literal["yes", "no"], "What you vote")}
        self.group.add_command(
            table_command(house, "vote", "vote", "Vote on what the table is asked", answer)
        )
        self.group.add_command(
            app_commands.Command(
                name="list", description="List the tables of this server", callback=self.list
            )
        )
        self.hand = table_command(house, "hand", "hand", VERBS["hand"])
        self.hand.allowed_contexts = IN_SERVERS
        self.hand.allowed_installs = FOR_SERVERS

    def _about_seats(self) -> Iterator[Any]:
        """Give the commands that name a seat."""
        about = {
            "replace": ("Take over a seat that somebody has left", free),
            "kick": ("Take somebody off a table; for its host and moderators", may_be_kicked),
        }
        for verb, (text, wanted) in about.items():
            complete = {"seat": seat_completer(self.house, verb, wanted)}
            words = {"seat": (str, "Whose seat: a name, or its number")}
            yield table_command(self.house, verb, verb, text, words, complete)

    async def cog_load(self) -> None:
        """Put the commands up, and have the door read who was asked which table they meant."""
        self.house.clicks.add(PREFIX, partial(chosen, self.house))
        self.house.bot.tree.add_command(self.group)
        self.house.bot.tree.add_command(self.hand)

    async def cog_unload(self) -> None:
        """Take the commands down."""
        self.house.bot.tree.remove_command(self.group.name)
        self.house.bot.tree.remove_command(self.hand.name)

    async def list(self, interaction: Interaction) -> None:
        """List the tables of this server that the person may know of."""
        try:
            await show(interaction, await self._listed(interaction))
        except Exception as error:
            await refuse(interaction, error)

    async def _listed(self, interaction: Interaction) -> Page:
        wording = wording_of(interaction)
        _ = wording.gettext
        found = [
            table
            for table in await self.house.tables.store.tables_of_guild(interaction.guild_id or 0)
            if which_table.known(interaction, table)
        ]
        person = interaction.user.id
        found.sort(key=lambda table: not which_table.sits(table[1], person))
        lines = [self._line(table, wording, person) for table in found[:MOST_LISTED]]
        if len(found) > MOST_LISTED:
            rest = len(found) - MOST_LISTED
            more = wording.ngettext("and {n} more table", "and {n} more tables", rest)
            lines.append(more.format(n=rest))
        if not lines:
            games = ", ".join(f"`/{key} new`" for key in sorted(self.house.playables))
            lines = [_("No table is open here. Open one with {games}.").format(games=games)]
        return Page(title=_("Tables"), text="\n".join(lines))

    def _line(self, table: Seated, wording: Wording, person: int) -> str:
        head, seats = table
        names = ", ".join(plain_name(seat_name(seat.name, seat.level)) for seat in seats)
        where = f"<#{head.place_id or head.channel_id}>"
        title = which_table.title_of(self.house, head.game)
        said = f"**{title}** `{head.id}` · {which_table.state(table, wording, person)} · {where}"
        return f"{said}\n{names}"


async def setup(bot: commands.Bot) -> None:
    """Add the cog to the bot."""
    house: Any = getattr(bot, "house", None)
    await bot.add_cog(TableCog(house))
