"""The slash commands of a game: new, rules, and its moves, all made from its own texts."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import Field, fields
from typing import Any, ClassVar, Final, get_type_hints

from discord import app_commands
from discord.ext import commands

from bot.engine.game import AnyGame
from bot.engine.lesson import Lesson
from bot.tables.trouble import Trouble
from bot.ui.actions.tables.fitting_tables import PLAY, Aim
from bot.ui.actions.tables.lobby_settings import ENTRIES, Join, Start
from bot.ui.actions.tables.verbs import MOVE_TIME, MOVE_TIME_TEXT, PACE_TEXT
from bot.ui.incoming import which_table
from bot.ui.incoming.command_texts import filled
from bot.ui.incoming.requests import MOVE, Request, Requests
from bot.ui.pages.render import Help, Kind, PlayableGame, Render
from bot.ui.pages.typed_words import choices, typed_moves
from bot.ui.pictures.game_pictures import GamePictures
from bot.ui.posting.replies import report
from bot.ui.services import Interaction, Services
from storage.errors import WriteRefused
from storage.rows import Boards, OnTimeout, Pace

IN_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
FOR_SERVERS = app_commands.AppInstallationType(guild=True, user=False)
ANYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
FOR_EVERYBODY = app_commands.AppInstallationType(guild=True, user=True)
"""With `ANYWHERE`: for servers, and for whoever has added the app to their account. Both apply to a
whole command with all its subcommands.
"""

TABLE = "table"
"""The option by which every command may name its table."""
TABLE_TEXT = "Which table, if you play at several"

SETTINGS: Final[Mapping[str, tuple[Any, Any, str]]] = {
    "pace": (Pace, "days", PACE_TEXT),
    "move_time": (MOVE_TIME, None, MOVE_TIME_TEXT),
    "timeout": (str, "move", "When time runs out"),
    "boards": (Boards, "pictures", "pictures: the board is drawn · text: it is written out"),
    "join": (Join, "anyone", "anyone: whoever presses Join · invited: only people you invite"),
    "start": (Start, "host", "host: when you press Start · full: when all seats are taken"),
}
"""The options of every `new`, as Discord names them: their type, default and text."""
TIMEOUT_CHOICES: Final[Mapping[OnTimeout, str]] = {
    "move": "a computer plays that move",
    "seat": "a computer takes over until they are back",
    "ask": "they are reminded and the table waits",
}
"""The choices of "timeout" as they read on Discord."""

Complete = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]


class GameCog(commands.Cog):
    """The commands of one game, made from its options and its render.

    Fields of the game's options (`bool`, or `Literal` of strings) become options of `new`, and each
    of `render.kinds` a command of the same name.
    """

    game: ClassVar[AnyGame]
    render: ClassVar[Render]
    help: ClassVar[Help]
    pictures: ClassVar[GamePictures | None] = None
    lesson: ClassVar[Lesson | None] = None

    def __init__(self, requests: Requests) -> None:
        self.requests = requests
        info = self.game.info
        self.group = app_commands.Group(
            name=info.key,
            description=self.render.summary,
            allowed_contexts=IN_SERVERS,
            allowed_installs=FOR_SERVERS,
        )
        self.group.add_command(self._new())
        self.group.add_command(self._rules())
        for name, kind in self.render.kinds.items():
            self.group.add_command(self._move(name, kind))

    async def cog_load(self) -> None:
        """Put the commands up and offer the game; if either fails, neither is there."""
        tree = self.requests.services.bot.tree
        tree.add_command(self.group)
        try:
            playable = PlayableGame(self.game, self.render, self.help, self.pictures, self.lesson)
            self.requests.services.add_game(playable)
        except Exception:
            tree.remove_command(self.group.name)
            raise

    async def cog_unload(self) -> None:
        """Take the commands down."""
        self.requests.services.bot.tree.remove_command(self.group.name)

    def _new(self) -> app_commands.Command[Any, ..., None]:
        info = self.game.info
        types = get_type_hints(self.game.Options)
        chosen = fields(self.game.Options)

        @app_commands.choices(
            timeout=[
                app_commands.Choice(name=text, value=rule) for rule, text in TIMEOUT_CHOICES.items()
            ]
        )
        async def new(interaction: Interaction, **values: Any) -> None:
            await self.requests.answered(interaction, self._open(interaction, values))

        return slash_command(
            new,
            "new",
            filled(
                "Open a table of {title} for {least} to {most} players",
                title=info.title,
                least=min(info.seats),
                most=max(info.seats),
            ),
            {field.name: (types[field.name], field.default) for field in chosen}
            | {name: (form, usual) for name, (form, usual, _text) in SETTINGS.items()},
            {field.name: _option_text(info.key, field) for field in chosen}
            | {name: text for name, (_form, _usual, text) in SETTINGS.items()},
            {},
        )

    async def _open(self, interaction: Interaction, values: Mapping[str, Any]) -> None:
        """Open a table with what was chosen: its settings, and the options of the game."""
        settings = {name: values[name] for name in ("pace", "move_time", "boards")}
        settings["on_timeout"] = values["timeout"]
        settings |= {**ENTRIES[values["join"]], **ENTRIES[values["start"]]}
        options = {name: value for name, value in values.items() if name not in SETTINGS}
        await self.requests.actions.lobby.open(
            interaction, self.game.info.key, self.game.Options(**options), **settings
        )

    def _rules(self) -> app_commands.Command[Any, ..., None]:
        info = self.game.info

        async def rules(interaction: Interaction) -> None:
            shown = self.requests.actions.show_rules(interaction, info.key)
            await self.requests.answered(interaction, shown)

        text = filled("Learn {title} in a few short pages", title=info.title)
        return slash_command(rules, "rules", text, {}, {}, {})

    def _move(self, name: str, kind: Kind) -> app_commands.Command[Any, ..., None]:
        key = self.game.info.key

        async def play(interaction: Interaction, **given: str | None) -> None:
            table = given.pop(TABLE, None)
            words = {word: text for word, text in given.items() if text is not None}
            await self.requests.run(interaction, Request(MOVE, key, name, words), table)

        options: dict[str, tuple[Any, Any]] = {
            word: (str | None, None) if word in kind.optional else (str, inspect.Parameter.empty)
            for word in kind.words
        }
        complete = {word: self._completer(name, word) for word in kind.words}
        return slash_command(
            play,
            name,
            kind.command,
            options | {TABLE: (str | None, None)},
            {**kind.words, TABLE: TABLE_TEXT},
            complete | {TABLE: table_completer(self.requests.services, PLAY, key)},
        )

    def _completer(self, kind: str, word: str) -> Complete:
        async def complete(interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
            try:
                return await self._complete(interaction, kind, word, text)
            except Exception as error:
                return no_choices(interaction, error)

        return complete

    async def _complete(
        self, interaction: Interaction, kind: str, word: str, text: str
    ) -> list[app_commands.Choice[str]]:
        """Return what may be filled in, taken only from the legal moves of the person who types."""
        services, key = self.requests.services, self.game.info.key
        given = {
            other: value
            for other, value in interaction.namespace
            if isinstance(value, str) and value and other in self.render.kinds[kind].words
        }
        named = getattr(interaction.namespace, TABLE, None)
        table_id = await which_table.which(services, interaction, named, PLAY, game=key)
        table = await services.tables.get(table_id)
        seat = table.seat_of(interaction.user.id)
        if seat is None:
            return []
        wording = services.wording(table, str(interaction.locale))
        legal, view = table.legal(seat), table.view(seat)
        words = choices(typed_moves(self.render, kind, view, legal, wording), word, given, text)
        return [app_commands.Choice(name=w.label[:100], value=w.value) for w in words]


def _option_text(game: str, field: Field[Any]) -> str:
    text = field.metadata.get("text")
    if not text:
        raise ValueError(f"{game}: the option `{field.name}` has no text; make it by `option`")
    return text


def table_completer(services: Services, tables: Aim, game: str | None = None) -> Complete:
    """Return what fills in the option `table`: the tables that the command can be used at."""

    async def complete(interaction: Interaction, text: str) -> list[app_commands.Choice[str]]:
        try:
            found = await which_table.offered(services, interaction, tables, text, game)
        except Exception as error:
            return no_choices(interaction, error)
        return [app_commands.Choice(name=each.label, value=each.value) for each in found]

    return complete


def no_choices(interaction: Interaction, error: Exception) -> list[app_commands.Choice[str]]:
    """Return no choices: while somebody types, nothing may fail. A fault is logged."""
    if not isinstance(error, Trouble | which_table.Several | WriteRefused):
        report(error, f"autocomplete {interaction.id}")
    return []


def slash_command(
    callback: Callable[..., Any],
    name: str,
    text: str | app_commands.locale_str,
    options: Mapping[str, tuple[Any, Any]],
    texts: Mapping[str, str],
    complete: Mapping[str, Complete],
) -> app_commands.Command[Any, ..., None]:
    """Return a slash command; `options` has (type, default) by name, as if written by hand."""
    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_ONLY, annotation=Any),
        *(
            inspect.Parameter(option, kind, annotation=form, default=default)
            for option, (form, default) in options.items()
        ),
    ]
    # discord.py reads a command's options from the signature of its callback.
    callback.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
    app_commands.describe(**texts)(callback)
    command: app_commands.Command[Any, ..., None]
    command = app_commands.Command(name=name, description=text, callback=callback)
    for option, completer in complete.items():
        command.autocomplete(option)(completer)
    return command
