"""A game's commands: what is offered while somebody types, and what Discord is told about them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Literal, cast
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.engine import game
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.actions.nights.night_form import LIMITS, MINUTES_A_MOVE, PAUSES
from bot.ui.actions.tables.requests import chosen
from bot.ui.incoming import game_commands
from bot.ui.incoming.commands import made
from bot.ui.incoming.game_commands import GameCog
from bot.ui.incoming.rows.all_rows import NIGHT_COMMANDS, TABLE_COMMANDS, TOPS
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.routes import WHICH_TABLE
from bot.ui.pages.wording import Wording
from cogs.donburiko.cog import DonburikoCog
from cogs.donburiko.help import HELP
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from storage.rows import TableSettings
from tests.only import only
from tests.tables.conftest import ADA, BOB, CLEO, Setup, open_setup
from tests.ui import clicks
from tests.ui.conftest import build

USUAL: Mapping[str, Any] = {
    "pace": "days",
    "move_time": None,
    "reserve": 0,
    "timeout": "move",
    "away": "7",
    "boards": "pictures",
    "join": "anyone",
    "start": "host",
}
"""What discord.py fills in for the options on the clock that are left out."""


class Namespace(SimpleNamespace):
    """What is filled in, as discord.py gives it."""

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        yield from vars(self).items()


class FakeSetup:
    """All that commands need; it keeps what it is asked to do."""

    def __init__(self, ui: Setup) -> None:
        self.ui = ui
        self.tables = ui.tables
        bot = SimpleNamespace(tree=MagicMock())
        self.built = build(ui.tables, bot)
        self.requests = self.built.requests
        self.services = self.requests.services
        self.services.games["donburiko"] = PlayableGame(GAME, RENDER, HELP)
        self.asked: list[tuple[Any, ...]] = []
        actions: Any = self.requests.actions
        actions.play.play = self.play
        actions.lobby.open = self.open
        actions.show_rules = self.show_rules

    async def play(
        self, interaction: Any, table_id: str, pick: Any, question_number: int | None = None
    ) -> None:
        person = Person(interaction.user.id, interaction.user.display_name)
        await self.services.moves.play(
            table_id, person, pick, question_number=question_number, interaction_id=interaction.id
        )

    async def open(self, interaction: Any, key: str, options: Any, settings: TableSettings) -> None:
        self.asked.append(("open", key, options, settings, self.answering()))

    async def show_rules(self, interaction: Any, key: str) -> None:
        self.asked.append(("rules", key, self.answering()))

    def answering(self) -> int:
        return self.built.answers_first.answering_now


@pytest.fixture
async def setup(tmp_path: Path) -> AsyncIterator[FakeSetup]:
    ui = await open_setup(tmp_path / "house.sqlite3")
    yield FakeSetup(ui)
    await ui.database.close()


def asks(person: Person, channel: int = 2, interaction_id: int = 900, **given: str) -> Any:
    """Make an interaction of a person at a keyboard."""
    user = MagicMock(spec=discord.Member)
    user.id, user.display_name = person.id, person.name
    response = MagicMock()
    response.is_done.return_value = False
    response.send_message = AsyncMock()
    return SimpleNamespace(
        id=interaction_id,
        type=discord.InteractionType.application_command,
        user=user,
        guild_id=1,
        is_guild_integration=lambda: True,
        guild=None,
        channel_id=channel,
        channel=MagicMock(spec=discord.TextChannel),
        locale=discord.Locale.british_english,
        guild_locale=discord.Locale.british_english,
        extras={},
        namespace=Namespace(**given),
        response=response,
        message=None,
        custom_id=None,
    )


def command(cog: GameCog, name: str) -> app_commands.Command[Any, ..., Any]:
    """Return one of a game's commands."""
    (group,) = cog.own
    assert isinstance(group, app_commands.Group)
    found = group.get_command(name)
    assert isinstance(found, app_commands.Command)
    return found


async def run(cog: GameCog, name: str, interaction: Any, **given: Any) -> None:
    """Run a command as discord.py does: what wasn't typed is as usual."""
    found = cast(Any, command(cog, name))
    usual = {each.name: each.default for each in found.parameters}
    await found._callback(interaction, **{**usual, **given})


async def offered(cog: GameCog, name: str, option: str, interaction: Any, text: str) -> list[str]:
    """Return the values that are offered while an option is typed."""
    parameter = command(cog, name)._params[option]
    found = await cast(Any, parameter.autocomplete)(interaction, text)
    assert len(found) <= 25, "more is offered than Discord shows"
    return [choice.value for choice in found]


def said(interaction: Any) -> str:
    """Return what was answered, words and embed together, to the person alone."""
    calls = interaction.response.send_message.await_args_list
    words, more = only([(call.args, call.kwargs) for call in calls], "an answer to the command")
    assert more["ephemeral"] is True, "the refusal is shown to all"
    embed = more.get("embed")
    return " ".join([*words, embed.to_dict().__str__() if embed else ""])


async def seated(setup: FakeSetup) -> tuple[Table, Person, Person]:
    """Begin a game of two; return it, who is to move and who isn't."""
    table = await setup.ui.game(ADA, BOB)
    (seat,) = table.to_act()
    return table, (ADA, BOB)[seat], (ADA, BOB)[1 - seat]


async def test_only_the_own_legal_moves_are_offered(setup: FakeSetup) -> None:
    cog = DonburikoCog(setup.requests)
    table, mover, other = await seated(setup)
    (seat,) = table.to_act()
    view: Any = table.view(seat)
    wanted = list(dict.fromkeys("loach" if c == 0 else str(c) for c in view.private.hand))
    assert await offered(cog, "add", "card", asks(mover), "") == wanted
    assert await offered(cog, "add", "row", asks(mover, card=wanted[0]), "") == ["1", "2"]
    assert await offered(cog, "add", "face", asks(mover, card="x"), "") == ["up", "down"]
    assert await offered(cog, "take", "row", asks(mover), "") == []
    assert await offered(cog, "add", "card", asks(other), "") == []
    assert await offered(cog, "add", "card", asks(CLEO), "") == []
    assert await offered(cog, "add", "card", asks(CLEO, table=table.id), "") == []


async def test_what_is_filled_in_already_narrows_what_is_offered(
    setup: FakeSetup, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, mover, _other = await seated(setup)
    narrowed_by: list[dict[str, str]] = []

    def noted(_moves: Any, _word: str, given: dict[str, str], _text: str) -> list[Any]:
        narrowed_by.append(given)
        return []

    monkeypatch.setattr(game_commands, "choices", noted)
    typing = asks(mover, card="7", face="", row="1", table=table.id)
    await offered(DonburikoCog(setup.requests), "add", "row", typing, "1")
    (given,) = narrowed_by
    assert given["card"] == "7", "the card that is filled in narrows nothing"
    assert given.keys() <= {"card", "row"}, f"what is empty, or no word of it, narrows: {given}"


async def test_nothing_fails_while_somebody_types(
    setup: FakeSetup, caplog: pytest.LogCaptureFixture
) -> None:
    cog = DonburikoCog(setup.requests)
    for interaction in (asks(ADA), asks(ADA, table="zzzzz"), asks(ADA, table="\x00")):
        assert await offered(cog, "add", "card", interaction, "x" * 6000) == []
    await setup.ui.lobby(ADA, BOB)
    assert await offered(cog, "add", "card", asks(ADA), "") == []
    setup.services.tables = cast(Any, None)
    assert await offered(cog, "add", "card", asks(ADA), "") == []
    assert await offered(cog, "add", "table", asks(ADA), "") == []
    assert caplog.text.count("AttributeError") == 2, "a fault isn't noted, or a refusal is"


async def test_the_tables_offered_are_the_persons_own(setup: FakeSetup) -> None:
    cog = DonburikoCog(setup.requests)
    table, mover, _other = await seated(setup)
    assert await offered(cog, "add", "table", asks(mover), "") == [table.id]
    assert await offered(cog, "add", "table", asks(CLEO), "") == []


async def test_a_move_is_played_as_it_is_typed(setup: FakeSetup) -> None:
    cog = DonburikoCog(setup.requests)
    table, mover, _other = await seated(setup)
    (seat,) = table.to_act()
    view: Any = table.view(seat)
    card = "Loach" if view.private.hand[0] == 0 else str(view.private.hand[0])
    interaction = asks(mover)
    await run(cog, "add", interaction, card=card, row="Row 2", face="FACE UP")
    interaction.response.send_message.assert_not_awaited()
    public: Any = table.public()
    assert public.rows[1].cards[1] == view.private.hand[0]


async def test_a_wrong_word_changes_nothing_and_names_what_would_do(setup: FakeSetup) -> None:
    cog = DonburikoCog(setup.requests)
    table, mover, other = await seated(setup)
    before = table.revision, table.public()
    interaction = asks(mover)
    await run(cog, "add", interaction, card="9", row="1", face="up")
    assert "You can pick:" in said(interaction)
    interaction = asks(mover)
    await run(cog, "add", interaction, card="@everyone", row="1", face="up")
    assert "You can't pick “\\@everyone”" in said(interaction), "what was typed calls people"
    interaction = asks(other)
    await run(cog, "add", interaction, card="9", row="1", face="up")
    assert "turn" in said(interaction)
    interaction = asks(CLEO)
    await run(cog, "add", interaction, card="9", row="1", face="up", table=table.id)
    assert "aren't playing" in said(interaction)
    assert (table.revision, table.public()) == before


@pytest.mark.walked
async def test_where_several_could_be_meant_the_move_is_played_at_the_one_picked(
    setup: FakeSetup,
) -> None:
    cog = DonburikoCog(setup.requests)
    tables = [await setup.ui.game(ADA, BOB) for _ in range(2)]
    for table in tables:
        while table.to_act() != (0,):
            await setup.ui.play(table, table.to_act()[0])
    interaction = asks(ADA)
    first: Any = RENDER.words(tables[0].legal(0)[0], cast(Any, tables[0].view(0)), Wording("en"))
    words = {word.name: word.value for word in first}
    before = [table.revision for table in tables]
    await run(cog, tables[0].legal(0)[0].kind, interaction, **words)
    more = interaction.response.send_message.await_args.kwargs
    (select,) = more["view"].children
    assert isinstance(select, discord.ui.Select)
    assert {option.value for option in select.options} == {table.id for table in tables}
    assert [table.revision for table in tables] == before
    values = WHICH_TABLE.read(f"{select.custom_id}:{tables[0].id}")
    assert values is not None, "nobody reads which table was picked"
    picked = asks(ADA, interaction_id=901)
    await chosen(setup.requests.actions, picked, *values)
    assert tables[0].revision == before[0] + 1
    assert tables[1].revision == before[1]


async def test_new_and_rules(setup: FakeSetup) -> None:
    cog = DonburikoCog(setup.requests)
    await run(cog, "new", asks(ADA), **USUAL)
    await run(cog, "rules", asks(ADA))
    settings = TableSettings(pace="days", move_time=24 * 3600)
    opened = ("open", "donburiko", GAME.Options(), settings, 1)
    assert setup.asked == [opened, ("rules", "donburiko", 1)], "background work doesn't wait"
    assert setup.answering() == 0


@dataclass(frozen=True, slots=True)
class Choices(game.Options):
    """Options of a game that has some."""

    short: bool = game.option(False, "A short game")
    colours: Literal["all", "few"] = game.option(
        "all", "Which colours", {"all": "all of them", "few": "red and blue"}
    )


class ChoicesGame(type(GAME)):
    """A game that has options."""

    Options: ClassVar[Any] = Choices


class ChoicesCog(GameCog):
    """The commands of a game that has options."""

    game, render, help = ChoicesGame(), RENDER, HELP


async def test_a_games_options_are_options_of_new(setup: FakeSetup) -> None:
    cog = ChoicesCog(setup.requests)
    parameters = {each.name: each for each in command(cog, "new").parameters}
    assert list(parameters) == ["short", "colours", *USUAL]
    assert {name: parameters[name].default for name in USUAL} == USUAL
    choices = {choice.value: choice.name for choice in parameters["colours"].choices}
    assert choices == {"all": "all of them", "few": "red and blue"}
    assert not parameters["short"].required
    clock = {"pace": "live", "move_time": 15, "reserve": 10, "timeout": "ask", "boards": "text"}
    clock |= {"join": "invited", "start": "full"}
    await run(cog, "new", asks(ADA), short=cast(Any, True), colours="few", **clock)
    settings = TableSettings(
        pace="live",
        move_time=15,
        reserve=600,
        on_timeout="ask",
        boards="text",
        closed=True,
        start_when_full=True,
    )
    assert setup.asked == [("open", "donburiko", Choices(True, "few"), settings, 1)], (
        "what Discord's options choose isn't what the table is opened with"
    )


async def test_discord_is_told_commands_within_its_limits(setup: FakeSetup) -> None:
    tree = commands.Bot("!", intents=discord.Intents.none()).tree
    ours = made(setup.requests, TOPS, (*TABLE_COMMANDS, *NIGHT_COMMANDS))
    assert {each.name for each in ours} == {*TOPS}, "a first word without a command"
    for top in (*DonburikoCog(setup.requests).own, *ours):
        form = top.to_dict(tree)
        where = ([0], [0])
        if top.name in ("me", "play", "learn", "privacy"):
            where = ([0, 1, 2], [0, 1])
        assert (form["contexts"], form["integration_types"]) == where, top.name
        check(form)
        assert len(json.dumps(form)) <= 8000


def check(form: dict[str, Any]) -> None:
    """Check a command or option, and what is in it."""
    assert 1 <= len(form["name"]) <= 32, form
    assert form["name"] == form["name"].lower(), form
    assert 1 <= len(form["description"]) <= 100, form
    assert form["description"] != "…", f"it isn't described: {form}"
    inner = form.get("options", [])
    assert len(inner) <= 25, f"{len(inner)} options, and Discord takes 25: {form}"
    required = [bool(each.get("required")) for each in inner]
    assert required == sorted(required, reverse=True), f"what must be given comes first: {form}"
    for each in inner:
        check(each)


@pytest.mark.walked
async def test_the_list_shows_a_table_to_those_who_may_know_of_it(setup: FakeSetup) -> None:
    table = await setup.ui.game(ADA, BOB)
    for person, channel, known in ((ADA, 77, True), (CLEO, 2, True), (CLEO, 77, False)):
        interaction = asks(person, channel)
        await clicks.command(setup.built, "table list", interaction)
        assert (table.id in said(interaction)) is known


@pytest.mark.walked
async def test_a_gap_stands_between_the_tables_of_the_list(setup: FakeSetup) -> None:
    """A table takes two lines, so without one nobody sees where the next begins."""
    tables = [await setup.ui.game(ADA, BOB) for _number in range(3)]
    asked = asks(ADA, 77)
    await clicks.command(setup.built, "table list", asked)
    text = asked.response.send_message.call_args.kwargs["embed"].description
    entries = [each.split("\n") for each in text.split("\n\n")]
    assert [len(lines) for lines in entries] == [2] * len(tables), f"no gap in {text!r}"
    assert all("Ada" in names and "`" in title for title, names in entries), text


def test_numbers_may_be_the_least_and_the_most_that_forms_take() -> None:
    (new,) = [each for each in NIGHT_COMMANDS if each.name == "night new"]
    taken = {each.name: each.type for each in new.options}
    for name, allowed in (("limit", LIMITS), ("move_time", MINUTES_A_MOVE), ("break", PAUSES)):
        found: Any = taken[name]
        assert (found.min_value, found.max_value) == (allowed[0], allowed[-1]), name
