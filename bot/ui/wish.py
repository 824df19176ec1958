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
from bot.ui import find
from bot.ui.find import Aim
from bot.ui.levels import levels_at
from bot.ui.paces import PACES
from bot.ui.replies import Interaction, refuse, show, voice_of
from bot.ui.sheet import Select, Sheet
from bot.ui.typed import picker, same_name

if TYPE_CHECKING:
    from bot.ui.house import House

PREFIX = "w"
"""The custom ids of "which table?" begin with this."""
_ID = 100


@dataclass(frozen=True, slots=True)
class Wish:
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
    def read(cls, custom_id: str) -> Wish:
        """Return the wish of a custom id; raise Stale for one that never was."""
        prefix, *parts = custom_id.split(":")
        if prefix != PREFIX or len(parts) < 3 or parts[0] not in VERBS:
            raise Stale
        verb, game, kind, *said = parts
        words = dict(word.split("=", 1) for word in said if "=" in word)
        return cls(verb, game, kind, {name: unquote(text) for name, text in words.items()})


VERBS: Mapping[str, Aim] = {
    "act": find.PLAY,
    "hand": find.SEE,
    "board": find.SEE,
    "join": find.JOIN,
    "leave": find.LEAVE,
    "computer": find.SEATING,
    "dismiss": find.SEATING,
    "start": find.START,
    "back": find.BACK,
    "replace": find.REPLACE,
    "kick": find.LEAD,
    "end": find.LEAD,
    "pause": find.PAUSE,
    "resume": find.RESUME,
    "pace": find.IN_PLAY,
    "takeback": find.IN_PLAY,
    "vote": find.VOTE,
    "rematch": find.AGAIN,
    "replay": find.PAST,
    "export": find.PAST,
    "verify": find.PAST,
}
"""Each verb with the tables it is for."""


async def run(house: House, interaction: Interaction, wish: Wish, named: str | None) -> None:
    """Find the table that a command means and do the wish there, or ask which one is meant."""
    with house.lull.answering():
        try:
            store, aim = house.tables.store, VERBS[wish.verb]
            try:
                table_id = await find.which(store, interaction, named, aim, game=wish.game or None)
            except find.Several as several:
                await _ask(house, interaction, wish, several)
                return
            await _do(house, interaction, wish, table_id)
        except Exception as error:
            await refuse(interaction, error)


async def chosen(house: House, interaction: Interaction, parts: list[str]) -> None:
    """Do a wish at the table that was picked: the last of the parts of a control's id."""
    *said, table_id = parts or [""]
    wish = Wish.read(":".join([PREFIX, *said]))
    store, aim = house.tables.store, VERBS[wish.verb]
    # What is picked is checked as if it had been typed: it may be weeks old, or made up.
    found = await find.which(store, interaction, table_id or "-", aim, game=wish.game or None)
    await _do(house, interaction, wish, found)


async def _do(house: House, interaction: Interaction, wish: Wish, table_id: str) -> None:
    match wish.verb:
        case "act":
            table = await house.tables.get(table_id)
            offer = house.offers.get(table.game_key)
            if offer is None:
                raise Frozen
            voice = house.voice(table, str(interaction.locale))
            pick = picker(offer.render, wish.kind, wish.words, voice)
            await house.act(interaction, table_id, pick)
        case "hand":
            await house.show_hand(interaction, await house.tables.get(table_id))
        case "board":
            await house.show_board(interaction, table_id)
        case "join":
            await house.join(interaction, table_id)
        case "computer":
            level = known_level(wish.words.get("level"))
            if level is None:
                raise Stale
            await house.add_computer(interaction, table_id, level)
        case "dismiss":
            await _dismiss(house, interaction, table_id, wish.words.get("computer", ""))
        case "start":
            await house.start(interaction, table_id)
        case "replay":
            await house.past.replay(interaction, table_id)
        case "export":
            await house.past.export(interaction, table_id)
        case "verify":
            await house.past.verify(interaction, table_id)
        case _:
            await _lead(house, interaction, wish, table_id)


async def _lead(house: House, interaction: Interaction, wish: Wish, table_id: str) -> None:
    """Do what isn't a move of the game, at a table that has begun for the most part."""
    chair, words = house.chair, wish.words
    match wish.verb:
        case "leave":
            await chair.leave(interaction, table_id)
        case "back":
            await chair.back(interaction, table_id)
        case "replace":
            await chair.replace_named(interaction, table_id, words.get("seat", ""))
        case "kick":
            await chair.kick_named(interaction, table_id, words.get("seat", ""))
        case "end":
            await chair.end(interaction, table_id)
        case "pause":
            await chair.pause(interaction, table_id)
        case "resume":
            await chair.resume(interaction, table_id)
        case "pace" if words.get("pace") in PACES:
            await chair.pace(interaction, table_id, words["pace"], _number(words.get("move_time")))
        case "takeback":
            await chair.take_back(interaction, table_id)
        case "vote" if words.get("answer") in ("yes", "no"):
            await chair.vote(interaction, table_id, words["answer"] == "yes")
        case "rematch":
            await chair.rematch(interaction, table_id)
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
    labels = levels_at(table, house.voice(table, str(interaction.locale)))
    for seat, label in zip(computers, labels, strict=True):
        if same_name(seat.name, name) or same_name(label, name):
            await house.remove_computer(interaction, table_id, seat.person)
            return
    if not computers:
        raise Trouble(_("No computer player sits at table `{table}`."), table=table_id)
    names = ", ".join(seat.name for seat in computers)
    raise Trouble(_("No computer player here is called that. There are: {names}."), names=names)


async def _ask(house: House, interaction: Interaction, wish: Wish, several: find.Several) -> None:
    voice = voice_of(interaction)
    _ = voice.gettext
    person = interaction.user.id
    tables = several.tables[: find.MOST_ASKED]
    choices = tuple((table[0].id, find.label(house, table, voice, person)) for table in tables)
    await show(
        interaction,
        Sheet(
            title=_("Which table?"),
            text=_("Nothing was done yet. Pick the table that you mean."),
            rows=(Select(wish.custom_id(), _("Pick a table"), choices),),
        ),
    )
