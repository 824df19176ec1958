"""What a command is sent to do at a table, also after asking which table was meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from bot.engine.text import marked as _
from bot.tables.table import known_level
from bot.tables.trouble import Frozen, Stale, Trouble
from bot.ui.incoming import which_table
from bot.ui.incoming.which_table import Aim
from bot.ui.pages.level_names import levels_at
from bot.ui.pages.pace_names import PACES
from bot.ui.pages.page import Page, Select
from bot.ui.pages.typed_words import picker, same_name
from bot.ui.posting.replies import Interaction, refuse, show, wording_of

if TYPE_CHECKING:
    from bot.ui.house import House

PREFIX = "w"
"""The custom ids of "which table?" begin with this."""
_ID = 100


@dataclass(frozen=True, slots=True)
class Request:
    """Something to be done at one table; `kind` and `words` say the move of an `act`.

    The words of other verbs say whom or what they are about.
    """

    verb: str
    game: str = ""
    kind: str = ""
    words: Mapping[str, str] = field(default_factory=dict)

    def custom_id(self) -> str:
        """Return the wish as a custom id; one too long for it becomes a look at the hand."""
        words = [f"{name}={quote(text, safe='')}" for name, text in self.words.items()]
        said = ":".join([PREFIX, self.verb, self.game, self.kind, *words])
        return said if len(said) <= _ID else f"{PREFIX}:hand:{self.game}:"

    @classmethod
    def read(cls, custom_id: str) -> Request:
        """Return the wish of a custom id; raise Stale for one that never was."""
        prefix, *parts = custom_id.split(":")
        if prefix != PREFIX or len(parts) < 3 or parts[0] not in VERBS:
            raise Stale
        verb, game, kind, *said = parts
        words = dict(word.split("=", 1) for word in said if "=" in word)
        return cls(verb, game, kind, {name: unquote(text) for name, text in words.items()})


VERBS: Mapping[str, Aim] = {
    "act": which_table.PLAY,
    "hand": which_table.SEE,
    "board": which_table.SEE,
    "join": which_table.JOIN,
    "leave": which_table.LEAVE,
    "computer": which_table.SEATING,
    "dismiss": which_table.SEATING,
    "start": which_table.START,
    "back": which_table.BACK,
    "replace": which_table.REPLACE,
    "kick": which_table.LEAD,
    "end": which_table.LEAD,
    "pause": which_table.PAUSE,
    "resume": which_table.RESUME,
    "pace": which_table.IN_PLAY,
    "takeback": which_table.IN_PLAY,
    "vote": which_table.VOTE,
    "rematch": which_table.AGAIN,
    "replay": which_table.PAST,
    "export": which_table.PAST,
    "verify": which_table.PAST,
}
"""Each verb with the tables it is for."""


async def run(house: House, interaction: Interaction, request: Request, named: str | None) -> None:
    """Find the table that a command means and do the wish there, or ask which one is meant."""
    with house.answers_first.answering():
        try:
            store, aim = house.tables.store, VERBS[request.verb]
            try:
                table_id = await which_table.which(
                    store, interaction, named, aim, game=request.game or None
                )
            except which_table.Several as several:
                await _ask(house, interaction, request, several)
                return
            await _do(house, interaction, request, table_id)
        except Exception as error:
            await refuse(interaction, error)


async def chosen(house: House, interaction: Interaction, parts: list[str]) -> None:
    """Do a wish at the table that was picked: the last of the parts of a control's id."""
    *said, table_id = parts or [""]
    request = Request.read(":".join([PREFIX, *said]))
    store, aim = house.tables.store, VERBS[request.verb]
    # What is picked is checked as if it had been typed: it may be weeks old, or made up.
    found = await which_table.which(
        store, interaction, table_id or "-", aim, game=request.game or None
    )
    await _do(house, interaction, request, found)


async def _do(house: House, interaction: Interaction, request: Request, table_id: str) -> None:
    match request.verb:
        case "act":
            table = await house.tables.get(table_id)
            playable = house.playables.get(table.game_key)
            if playable is None:
                raise Frozen
            wording = house.wording(table, str(interaction.locale))
            pick = picker(playable.render, request.kind, request.words, wording)
            await house.play(interaction, table_id, pick)
        case "hand":
            await house.show_hand(interaction, await house.tables.get(table_id))
        case "board":
            await house.show_board(interaction, table_id)
        case "join":
            await house.join(interaction, table_id)
        case "computer":
            level = known_level(request.words.get("level"))
            if level is None:
                raise Stale
            await house.add_computer(interaction, table_id, level)
        case "dismiss":
            await _dismiss(house, interaction, table_id, request.words.get("computer", ""))
        case "start":
            await house.start(interaction, table_id)
        case "replay":
            await house.finished_games.replay(interaction, table_id)
        case "export":
            await house.finished_games.export(interaction, table_id)
        case "verify":
            await house.finished_games.verify(interaction, table_id)
        case _:
            await _lead(house, interaction, request, table_id)


async def _lead(house: House, interaction: Interaction, request: Request, table_id: str) -> None:
    """Do what isn't a move of the game, at a table that has begun for the most part."""
    table_actions, words = house.table_actions, request.words
    match request.verb:
        case "leave":
            await table_actions.leave(interaction, table_id)
        case "back":
            await table_actions.back(interaction, table_id)
        case "replace":
            await table_actions.replace_named(interaction, table_id, words.get("seat", ""))
        case "kick":
            await table_actions.kick_named(interaction, table_id, words.get("seat", ""))
        case "end":
            await table_actions.end(interaction, table_id)
        case "pause":
            await table_actions.pause(interaction, table_id)
        case "resume":
            await table_actions.resume(interaction, table_id)
        case "pace" if words.get("pace") in PACES:
            await table_actions.pace(
                interaction, table_id, words["pace"], _number(words.get("move_time"))
            )
        case "takeback":
            await table_actions.take_back(interaction, table_id)
        case "vote" if words.get("answer") in ("yes", "no"):
            await table_actions.vote(interaction, table_id, words["answer"] == "yes")
        case "rematch":
            await table_actions.rematch(interaction, table_id)
        case _:
            raise Stale


def _number(text: str | None) -> int | None:
    """Return the number that a word is; a word that no command can have sent raises Stale."""
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise Stale
    return int(text)


async def _dismiss(house: House, interaction: Interaction, table_id: str, name: str) -> None:
    """Take away the computer player of this name, or of what was offered for it."""
    table = await house.table(interaction, table_id)
    computers = table.computers()
    labels = levels_at(table, house.wording(table, str(interaction.locale)))
    for seat, label in zip(computers, labels, strict=True):
        if same_name(seat.name, name) or same_name(label, name):
            await house.remove_computer(interaction, table_id, seat.person)
            return
    if not computers:
        raise Trouble(_("No computer player sits at table `{table}`."), table=table_id)
    names = ", ".join(seat.name for seat in computers)
    raise Trouble(_("No computer player here is called that. There are: {names}."), names=names)


async def _ask(
    house: House, interaction: Interaction, request: Request, several: which_table.Several
) -> None:
    wording = wording_of(interaction)
    _ = wording.gettext
    person = interaction.user.id
    tables = several.tables[: which_table.MOST_ASKED]
    choices = tuple(
        (table[0].id, which_table.label(house, table, wording, person)) for table in tables
    )
    await show(
        interaction,
        Page(
            title=_("Which table?"),
            text=_("Nothing was done yet. Pick the table that you mean."),
            rows=(Select(request.custom_id(), _("Pick a table"), choices),),
        ),
    )
