"""`/table …` and `/hand`: the commands that are the same for every game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from discord import app_commands
from discord.ext import commands

from bot.engine.computer import Level
from bot.ui import find
from bot.ui.absent import free
from bot.ui.affairs import may_be_kicked
from bot.ui.commands import (
    FOR_SERVERS,
    IN_SERVERS,
    MOVE_TIME,
    MOVE_TIME_TEXT,
    PACE_TEXT,
    computer_completer,
    seat_completer,
    wish_command,
)
from bot.ui.replies import Interaction, refuse, show, voice_of
from bot.ui.sheet import Sheet
from bot.ui.voice import plain_name, seat_name
from bot.ui.wish import PREFIX, chosen
from storage.rows import Pace
from storage.store import Seated

if TYPE_CHECKING:
    from bot.ui.house import House
    from bot.ui.voice import Voice

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
            self.group.add_command(wish_command(house, verb, verb, text))
        self.group.add_command(
            wish_command(
                house,
                "computer",
                "computer",
                "Have a computer player take a seat",
                {"level": (Level, "How well it plays")},
            )
        )
        self.group.add_command(
            wish_command(
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
            wish_command(
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
            wish_command(house, "vote", "vote", "Vote on what the table is asked", answer)
        )
        self.group.add_command(
            app_commands.Command(
                name="list", description="List the tables of this server", callback=self.list
            )
        )
        self.hand = wish_command(house, "hand", "hand", VERBS["hand"])
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
            yield wish_command(self.house, verb, verb, text, words, complete)

    async def cog_load(self) -> None:
        """Put the commands up, and have the door read who was asked which table they meant."""
        self.house.door.add(PREFIX, partial(chosen, self.house))
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

    async def _listed(self, interaction: Interaction) -> Sheet:
        voice = voice_of(interaction)
        _ = voice.gettext
        found = [
            table
            for table in await self.house.tables.store.tables_of_guild(interaction.guild_id or 0)
            if find.known(interaction, table)
        ]
        person = interaction.user.id
        found.sort(key=lambda table: not find.sits(table[1], person))
        lines = [self._line(table, voice, person) for table in found[:MOST_LISTED]]
        if len(found) > MOST_LISTED:
            rest = len(found) - MOST_LISTED
            more = voice.ngettext("and {n} more table", "and {n} more tables", rest)
            lines.append(more.format(n=rest))
        if not lines:
            games = ", ".join(f"`/{key} new`" for key in sorted(self.house.offers))
            lines = [_("No table is open here. Open one with {games}.").format(games=games)]
        return Sheet(title=_("Tables"), text="\n".join(lines))

    def _line(self, table: Seated, voice: Voice, person: int) -> str:
        head, seats = table
        names = ", ".join(plain_name(seat_name(seat.name, seat.level)) for seat in seats)
        where = f"<#{head.place_id or head.channel_id}>"
        title = find.title_of(self.house, head.game)
        said = f"**{title}** `{head.id}` · {find.state(table, voice, person)} · {where}"
        return f"{said}\n{names}"


async def setup(bot: commands.Bot) -> None:
    """Add the cog to the bot."""
    house: Any = getattr(bot, "house", None)
    await bot.add_cog(TableCog(house))
