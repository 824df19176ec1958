"""`/night desk`, and the controls of the desk and of the pages it leads to."""

from __future__ import annotations

from typing import Any, Final

from discord import app_commands
from discord.ext import commands

from bot.nights.corrections import LONGEST_REASON
from bot.ui.actions.typed_names import night_options
from bot.ui.incoming.clicks import NUMBER, TABLE_ID, UnknownControl
from bot.ui.incoming.game_commands import no_choices
from bot.ui.incoming.requests import Requests
from bot.ui.pages.long_lists import more_from
from bot.ui.pages.nights.night_words import PREFIX
from bot.ui.services import Interaction
from cogs.nights.choices import Choices, fitting

LONGEST_PLACES: Final = 200
AT_TABLE: Final = ("nudge", "time", "finish", "days")
NEWEST: Final = (
    "doors",
    "here",
    "cohosts",
    "end",
    "seat",
    "shuffle",
    "smaller",
    "larger",
    "swap",
    "drop",
    "start",
)
"""The verbs that work only if the night is still as it was when the control was drawn."""


class DeskCog(commands.Cog):
    """The command, and the controls."""

    def __init__(self, requests: Requests) -> None:
        self.requests = requests
        self.desk = requests.actions.night_desk
        self.guests = requests.actions.night_guests
        self.recaps = requests.actions.night_recaps

    async def cog_load(self) -> None:
        """Add the command to `/night`, and register the reader of the controls."""
        self.requests.clicks.add(PREFIX, self.read, self.read_form)
        group = self._group()
        if group is not None:
            group.add_command(
                app_commands.Command(
                    name="desk", description="Lead your game night", callback=self.find
                )
            )
            correct: app_commands.Command[Any, ..., None] = app_commands.Command(
                name="correct",
                description="Correct the places of a game of your night",
                callback=self.correct,
            )
            correct.autocomplete("table")(self.games)
            correct.autocomplete("places")(self.orders)
            group.add_command(correct)
            seat: app_commands.Command[Any, ..., None] = app_commands.Command(
                name="seat",
                description="Give a guest of your night another seat",
                callback=self.seat,
            )
            seat.autocomplete("guest")(self.guests_to_seat)
            seat.autocomplete("place")(self.places)
            seat.autocomplete("night")(self.led_nights)
            group.add_command(seat)

    async def cog_unload(self) -> None:
        """Take the command down."""
        group = self._group()
        if group is not None:
            for name in ("desk", "correct", "seat"):
                group.remove_command(name)

    def _group(self) -> app_commands.Group | None:
        found = self.requests.services.bot.tree.get_command("night")
        return found if isinstance(found, app_commands.Group) else None

    async def find(self, interaction: Interaction) -> None:
        """Show the desk of the night that the person leads."""
        await self.requests.answered(interaction, self.desk.find(interaction))

    @app_commands.describe(
        table="Which game",
        places="The order of places, as in: Bob, Ada = Cleo, Dai",
        reason="Why; everybody reads it on the recap",
    )
    async def correct(
        self,
        interaction: Interaction,
        table: str,
        places: app_commands.Range[str, 1, LONGEST_PLACES],
        reason: app_commands.Range[str, 1, LONGEST_REASON],
    ) -> None:
        """Correct the places of a game."""
        await self.requests.answered(
            interaction, self.recaps.correct(interaction, table, places, reason)
        )

    async def games(self, interaction: Interaction, text: str) -> Choices:
        """Return the games to correct while somebody types."""
        try:
            found = await self.recaps.games(interaction, text)
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, found)

    async def orders(self, interaction: Interaction, _text: str) -> Choices:
        """Return the current places, to be changed."""
        try:
            table = str(getattr(interaction.namespace, "table", "") or "")
            now = await self.recaps.order_now(interaction, table) if table else ""
        except Exception as error:
            return no_choices(interaction, error)
        return [app_commands.Choice(name=now[:100], value=now[:100])] if now else []

    @app_commands.describe(
        guest="Who gets another seat",
        place="In whose place: both change places, or the guest plays on for who is away",
        night="Which night, if there are several",
    )
    async def seat(
        self, interaction: Interaction, guest: str, place: str, night: str | None = None
    ) -> None:
        """Give a guest another seat."""
        seated = self.guests.seat(interaction, guest, place, night)
        await self.requests.answered(interaction, seated)

    async def guests_to_seat(self, interaction: Interaction, text: str) -> Choices:
        """Return the guests to choose from while somebody types."""
        try:
            found = await self.guests.guests_to_seat(interaction, _typed(interaction, "night"))
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, found)

    async def places(self, interaction: Interaction, text: str) -> Choices:
        """Return the places that the chosen guest can have."""
        guest, night = _typed(interaction, "guest"), _typed(interaction, "night")
        try:
            found = await self.guests.places_for(interaction, guest or "", night)
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, found)

    async def led_nights(self, interaction: Interaction, text: str) -> Choices:
        """Return the nights to choose from: those that the person may lead."""
        try:
            found = await self.requests.actions.planning.led_nights(interaction)
        except Exception as error:
            return no_choices(interaction, error)
        return fitting(text, night_options(found))

    async def read(self, interaction: Interaction, parts: list[str]) -> None:
        """Do what a control stands for, given the parts of its id.

        Raises UnknownControl if it stands for nothing.
        """
        if len(parts) < 2 or not TABLE_ID.fullmatch(parts[1]):
            raise UnknownControl
        verb, night, *more = parts
        if verb in NEWEST:
            if not more or not NUMBER.fullmatch(more[0]):
                raise UnknownControl
            await self._read_newest(interaction, verb, night, int(more[0]), more[1:])
        elif verb == "mine" and len(more) == 1 and NUMBER.fullmatch(more[0]):
            await self.recaps.say_where(interaction, night, int(more[0]))
        elif more and (start := more_from(more[-1])) is not None:
            await self._read_on(interaction, verb, night, more[:-1], start)
        elif verb == "replay" and len(more) == 2 and TABLE_ID.fullmatch(more[1]):
            await self.recaps.replay(interaction, night, more[1])
        elif more:
            if not TABLE_ID.fullmatch(more[0]):
                raise UnknownControl
            await self._read_table(interaction, verb, night, more)
        else:
            await self._read_night(interaction, verb, night)

    async def read_form(self, interaction: Interaction, parts: list[str]) -> None:
        """Do what a form that was sent stands for.

        Raises UnknownControl if it stands for nothing.
        """
        match parts:
            case ["say", night] if TABLE_ID.fullmatch(night):
                await self.desk.say(interaction, night)
            case ["limit", night] if TABLE_ID.fullmatch(night):
                await self.desk.set_limit(interaction, night)
            case _:
                raise UnknownControl

    async def _read_night(self, interaction: Interaction, verb: str, night: str) -> None:
        """Do what doesn't depend on whether the night has changed since the control was drawn."""
        desk = self.desk
        match verb:
            case "desk":
                await desk.show(interaction, night)
            case "guests":
                await self.guests.show(interaction, night)
            case "plan":
                await desk.show_plan(interaction, night)
            case "post":
                await desk.post_again(interaction, night)
            case "say":
                await desk.ask_word(interaction, night)
            case "limit":
                await desk.ask_limit(interaction, night)
            case "standings":
                await self.recaps.show_standings(interaction, night)
            case "replays":
                await self.recaps.show_replays(interaction, night)
            case "again":
                await self.recaps.same_again(interaction, night)
            case "pause" | "resume":
                await desk.pause_all(interaction, night, on=verb == "pause")
            case _:
                raise UnknownControl

    async def _read_on(
        self, interaction: Interaction, verb: str, night: str, more: list[str], start: int
    ) -> None:
        """Show a long list from another place on."""
        match verb, more:
            case "pick", []:
                await self.desk.show(interaction, night, start=start)
            case "put", [table] if TABLE_ID.fullmatch(table):
                await self.desk.show(interaction, night, picked=table, start=start)
            case "replay", [_]:
                await self.recaps.show_replays(interaction, night, start)
            case _:
                raise UnknownControl

    async def _read_table(
        self, interaction: Interaction, verb: str, night: str, more: list[str]
    ) -> None:
        """Do something about one table of the night."""
        desk = self.desk
        match verb, more:
            case (("desk" | "pick"), [table]):
                await desk.show(interaction, night, picked=table)
            case "void", [table]:
                await desk.ask_to_void(interaction, night, table)
            case "void", [table, "yes"]:
                await desk.void(interaction, night, table)
            case "put", [table, place]:
                seat, _, person = place.partition(".")
                if not NUMBER.fullmatch(seat) or not _is_id(person):
                    raise UnknownControl
                await desk.put(interaction, night, table, int(seat), int(person))
            case _, [table] if verb in AT_TABLE:
                await desk.at_table(interaction, night, verb, table)
            case _:
                raise UnknownControl

    async def _read_newest(
        self, interaction: Interaction, verb: str, night: str, revision: int, more: list[str]
    ) -> None:
        """Do what works only if the night is still as it was when the control was drawn."""
        desk = self.desk
        match verb, more:
            case "doors", []:
                await desk.open_doors(interaction, night, revision)
            case "here", [people]:
                picked = people.split("+")
                starts = [at for each in picked if (at := more_from(each)) is not None]
                found = [int(each) for each in picked if _is_id(each)]
                if len(starts) + len(found) != len(picked):
                    raise UnknownControl
                await self.guests.mark_here(
                    interaction, night, revision, found, *starts[:1] or (0,)
                )
            case "cohosts", []:
                await self.guests.set_cohosts(interaction, night, revision, [])
            case "cohosts", [people] if all(map(_is_id, people.split("+"))):
                found = [int(each) for each in people.split("+")]
                await self.guests.set_cohosts(interaction, night, revision, found)
            case "end", []:
                await desk.ask_to_end(interaction, night)
            case "end", ["yes"]:
                await desk.end(interaction, night, revision)
            case "seat", []:
                await desk.seat(interaction, night, revision)
            case "seat", [choice] if choice in ("c0", "c1"):
                await desk.seat(interaction, night, revision, choice=int(choice[1:]))
            case "shuffle", []:
                await desk.seat(interaction, night, revision, shuffle=True)
            case "smaller", []:
                await desk.seat(interaction, night, revision, shift=-1)
            case "larger", []:
                await desk.seat(interaction, night, revision, shift=1)
            case "swap", []:
                await desk.swap(interaction, night, revision, None, None)
            case "swap", [_, value] if (start := more_from(value)) is not None:
                await desk.swap(interaction, night, revision, None, None, start)
            case "swap", [one, _, value] if _is_id(one) and (start := more_from(value)) is not None:
                await desk.swap(interaction, night, revision, int(one), None, start)
            case "swap", [_, one] if _is_id(one):
                await desk.swap(interaction, night, revision, int(one), None)
            case "swap", [one, _, other] if _is_id(one) and _is_id(other):
                await desk.swap(interaction, night, revision, int(one), int(other))
            case "drop", []:
                await desk.drop(interaction, night, revision)
            case "start", []:
                await desk.start_all(interaction, night, revision)
            case _:
                raise UnknownControl


def _typed(interaction: Interaction, option: str) -> str | None:
    """Return what another option of the command being typed contains so far."""
    return getattr(interaction.namespace, option, None) or None


def _is_id(part: str) -> bool:
    return part.isascii() and part.isdecimal() and len(part) < 20


async def setup(bot: commands.AutoShardedBot) -> None:
    """Add the cog to the bot."""
    requests: Any = getattr(bot, "requests", None)
    await bot.add_cog(DeskCog(requests))
