"""The slash commands of a game: new, rules, and its moves, rows made from its own texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import Field, fields, replace
from typing import Any, ClassVar, Final, get_args, get_type_hints

from bot.engine.game import AnyGame, kind_of
from bot.engine.lesson import Lesson
from bot.tables.table import Settings
from bot.ui.actions.actions import Actions
from bot.ui.actions.command_options import REQUIRED, Offers, Option, typed_so_far
from bot.ui.actions.tables import requests
from bot.ui.actions.tables.ahead import AHEAD_OPTION
from bot.ui.actions.tables.fitting_tables import PLAY
from bot.ui.actions.tables.lobby_settings import ENTRIES, Join, Start
from bot.ui.actions.tables.requests import MOVE, table_option
from bot.ui.actions.tables.verbs import MOVE_TIME, MOVE_TIME_TEXT, PACE_TEXT, RESERVE, RESERVE_TEXT
from bot.ui.actions.tables.which_table import TABLE, which
from bot.ui.incoming.command_texts import filled
from bot.ui.incoming.commands import CommandsCog, Requests
from bot.ui.incoming.rows.row import Command, Top
from bot.ui.pages.move_words import Kind
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Help, Render
from bot.ui.pages.tables.setting_names import clock_seconds
from bot.ui.pages.typed_words import Suggestion, choices, narrowed, typed_moves
from bot.ui.pages.words_ahead import WordsAhead
from bot.ui.pictures.game_pictures import GamePictures
from bot.ui.services import Interaction
from storage.rows import Boards, OnTimeout, Pace

TIMEOUT_CHOICES: Final[Mapping[OnTimeout, str]] = {
    "move": "a computer plays that move",
    "seat": "a computer takes over until they are back",
    "ask": "they are reminded and the table waits",
}
"""The choices of "timeout" as they read on Discord."""

AWAY_CHOICES: Final[Mapping[str, str]] = {
    "0": "not at all",
    "3": "up to 3 days",
    "7": "up to 7 days",
    "14": "up to 14 days",
}
"""The choices of "away" as they read on Discord."""

AHEAD_TEXT: Final = "While you wait: play it once you're asked, in this case"

SETTINGS: Final = (
    Option("pace", Pace, PACE_TEXT, usual="days"),
    Option("move_time", MOVE_TIME, MOVE_TIME_TEXT, usual=None),
    Option("reserve", RESERVE, RESERVE_TEXT, usual=0),
    Option("timeout", str, "When time runs out", usual="move", choices=TIMEOUT_CHOICES),
    Option(
        "away",
        str,
        "Turn by turn: how long a clock stops while its player is away",
        usual="7",
        choices=AWAY_CHOICES,
    ),
    Option(
        "boards",
        Boards,
        "pictures: the board is drawn · text: it is written out",
        usual="pictures",
    ),
    Option(
        "join",
        Join,
        "anyone: whoever presses Join · invited: only people you invite",
        usual="anyone",
    ),
    Option(
        "start",
        Start,
        "host: when you press Start · full: when all seats are taken",
        usual="host",
    ),
)
"""The options of every `new`, after those of the game."""


class GameCog(CommandsCog):
    """The commands of one game, made from its options and its render.

    Fields of the game's options (`bool`, or `Literal` of strings) become options of `new`, whose
    choices read as `option` says, and each of `render.kinds` a command of the same name.
    """

    game: ClassVar[AnyGame]
    render: ClassVar[Render]
    help: ClassVar[Help]
    pictures: ClassVar[GamePictures | None] = None
    lesson: ClassVar[Lesson | None] = None

    def __init__(self, requests: Requests) -> None:
        top = {self.game.info.key: Top(self.render.summary)}
        ahead = requests.services.tables.cache.aheads.get(self.game.info.key)
        sets = () if ahead is None else get_args(ahead.Action) or (ahead.Action,)
        self._sets = {kind_of(each) for each in sets}
        """The kinds of moves that can be set ahead."""
        super().__init__(requests, top, [*self._rows()])

    async def cog_load(self) -> None:
        """Put the commands up and offer the game; if either fails, neither is there."""
        await super().cog_load()
        try:
            playable = PlayableGame(self.game, self.render, self.help, self.pictures, self.lesson)
            self.requests.services.add_game(playable)
        except Exception:
            await self.cog_unload()
            raise

    def _rows(self) -> Iterator[Command]:
        info = self.game.info
        opens = filled(
            "Open a table of {title} for {least} to {most} players",
            title=info.title,
            least=min(info.seats),
            most=max(info.seats),
        )
        yield Command(f"{info.key} new", opens, self._open, "anyone", (*self._options(), *SETTINGS))
        yield Command(
            f"{info.key} rules",
            filled("Learn {title} in a few short pages", title=info.title),
            lambda on, it: on.show_rules(it, info.key),
            "anyone",
        )
        for name, kind in self.render.kinds.items():
            yield Command(
                f"{info.key} {name}",
                kind.command,
                requests.typed(MOVE, info.key, name),
                "player",
                (
                    *(self._word(name, kind, word, text) for word, text in kind.words.items()),
                    *self._ahead(name),
                    table_option(PLAY, info.key),
                ),
            )

    def _options(self) -> Iterator[Option]:
        types = get_type_hints(self.game.Options)
        for each in fields(self.game.Options):
            text, choices = _option_text(self.game.info.key, each), each.metadata["choices"]
            kind = str if choices else types[each.name]
            yield Option(each.name, kind, text, usual=each.default, choices=choices)

    async def _open(self, actions: Actions, interaction: Interaction, **chosen: Any) -> None:
        """Open a table with what was chosen: its settings, and the options of the game."""
        pace: Pace = chosen["pace"]
        move_time, reserve = clock_seconds(pace, chosen["move_time"], chosen["reserve"])
        settings = Settings(
            pace=pace,
            move_time=move_time,
            reserve=reserve,
            on_timeout=chosen["timeout"],
            boards=chosen["boards"],
            away_days=int(chosen["away"]),
        )
        for entry in ("join", "start"):
            settings = replace(settings, **ENTRIES[chosen[entry]])
        ours = {each.name for each in SETTINGS}
        options = {name: value for name, value in chosen.items() if name not in ours}
        await actions.lobby.open(
            interaction, self.game.info.key, self.game.Options(**options), settings
        )

    def _word(self, name: str, kind: Kind, word: str, text: str) -> Option:
        usual = None if word in kind.optional else REQUIRED
        return Option(word, str, text, usual=usual, offers=self._offers(name, word))

    def _ahead(self, kind: str) -> Iterator[Option]:
        """Yield the option by which a kind of move is set ahead, if it can be."""
        key = self.game.info.key

        async def offers(
            actions: Actions, interaction: Interaction, text: str
        ) -> Sequence[Suggestion]:
            services = actions.services
            named = typed_so_far(interaction, TABLE)
            table_id = await which(services, interaction, named, PLAY, game=key)
            table, person = await services.tables.get(table_id), interaction.user.id
            wording = services.wording(table, str(interaction.locale))
            return narrowed(actions.ahead.offered_cases(table, person, kind, wording), text)

        if kind in self._sets:
            yield Option(AHEAD_OPTION, str, AHEAD_TEXT, usual=None, offers=offers)

    def _offers(self, kind: str, word: str) -> Offers:
        """Return what fills in a word, taken only from the legal moves of the person who types."""
        key = self.game.info.key

        async def offers(
            actions: Actions, interaction: Interaction, text: str
        ) -> Sequence[Suggestion]:
            services = actions.services
            given = {
                other: value
                for other, value in interaction.namespace
                if isinstance(value, str) and value and other in self.render.kinds[kind].words
            }
            named = typed_so_far(interaction, TABLE)
            table = await services.tables.get(
                await which(services, interaction, named, PLAY, game=key)
            )
            seat = table.seat_of(interaction.user.id)
            if seat is None:
                return []
            wording = services.wording(table, str(interaction.locale))
            legal, view, render = table.legal(seat), table.view(seat), self.render
            if not legal:
                # Who waits may be about to set a move ahead.
                render = WordsAhead(self.render, services.set_ahead.offered(table, seat))
                legal = render.moves
            moves = typed_moves(render, kind, view, legal, wording)
            return [Suggestion(w.value, w.label) for w in choices(moves, word, given, text)]

        return offers


def _option_text(game: str, field: Field[Any]) -> str:
    text = field.metadata.get("text")
    if not text:
        raise ValueError(f"{game}: the option `{field.name}` has no text; make it by `option`")
    return text
