"""The door for clicks: it reads a control's id and leads on; nothing that comes in is swallowed."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import discord

from bot.engine.text import marked as _
from bot.engine.views import SeatView
from bot.tables.table import known_level
from bot.tables.trouble import NotAtTable, Trouble
from bot.ui.pages.computer_players import PREFIX as COMPUTERS
from bot.ui.pages.menu import Move, chosen, leads_on, moves, no_move, together
from bot.ui.posting.replies import Interaction, refuse

if TYPE_CHECKING:
    from bot.ui.house import House

Reader = Callable[[Interaction, list[str]], Awaitable[None]]
"""Does what a control stands for, given the parts of its id after the first, and what was picked
from a list as the last part. It answers, or raises."""

TABLE_ID = re.compile(r"[a-z2-7]{5}")
NUMBER = re.compile(r"[0-9]{1,18}")


class UnknownControl(Trouble):
    """A control that no version of the bot has made, or none any more."""

    text = _("This control doesn't work any more.")


class Clicks:
    """Reads controls by the first part of their ids, `prefix:…`; a prefix has one reader."""

    def __init__(self, house: House) -> None:
        """Serve one house."""
        self._house = house
        self._readers: dict[str, Reader] = {}
        self.add("t", self._table)
        self.add("m", self._menu)
        self.add("r", self._rules)
        self.add(COMPUTERS, self._computers)

    def add(self, prefix: str, reader: Reader) -> None:
        """Have a reader for a prefix: letters only, since a number may follow it."""
        self._readers[prefix] = reader

    async def enter(self, interaction: Interaction) -> None:
        """Answer a click, a choice from a list or a form, whatever it holds."""
        with self._house.answers_first.answering():
            try:
                prefix, *parts = (interaction.custom_id or "").split(":")
                reader = self._readers.get(prefix.rstrip("0123456789"))
                if reader is None or interaction.type is not discord.InteractionType.component:
                    raise UnknownControl
                await reader(interaction, parts + picked(interaction))
            except Exception as error:
                await refuse(interaction, error)

    async def _table(self, interaction: Interaction, parts: list[str]) -> None:
        house = self._house
        verb, table_id = (*parts, "", "")[:2]
        if not TABLE_ID.fullmatch(table_id):
            raise UnknownControl
        match verb:
            case "hand":
                await house.show_hand(interaction, await house.table(interaction, table_id))
            case "join":
                await house.join(interaction, table_id)
            case "leave":
                await house.leave(interaction, table_id)
            case "computers":
                await house.show_computers(interaction, await house.table(interaction, table_id))
            case "start":
                await house.start(interaction, table_id)
            case _:
                raise UnknownControl

    async def _computers(self, interaction: Interaction, parts: list[str]) -> None:
        """Seat a computer player, or take one away, on the page that was drawn for a `seq`."""
        verb, table_id, seq, which = (*parts, "", "", "", "")[:4]
        if not TABLE_ID.fullmatch(table_id) or not NUMBER.fullmatch(seq):
            raise UnknownControl
        level = known_level(which)
        if verb == "add" and level is not None:
            await self._house.add_computer(interaction, table_id, level, int(seq))
        elif verb == "remove" and NUMBER.fullmatch(which):
            await self._house.remove_computer(interaction, table_id, -int(which), int(seq))
        else:
            raise UnknownControl

    async def _rules(self, interaction: Interaction, parts: list[str]) -> None:
        game_key, page = (*parts, "", "")[:2]
        if not NUMBER.fullmatch(page):
            raise UnknownControl
        await self._house.show_rules(interaction, game_key, int(page))

    async def _menu(self, interaction: Interaction, parts: list[str]) -> None:
        """Go a step deeper into a hand's menu, or play the move that the path has led to."""
        house = self._house
        table_id, number, *steps = parts if len(parts) > 1 else ["", ""]
        if not TABLE_ID.fullmatch(table_id) or not NUMBER.fullmatch(number):
            raise UnknownControl
        path, question_seq = tuple(steps), int(number)
        table = await house.table(interaction, table_id)
        seat = table.seat_of(interaction.user.id)
        if seat is None:
            raise NotAtTable
        render = house.playables[table.game_key].render
        wording = house.wording(table, str(interaction.locale))

        found: list[Move] = []
        if seat in table.to_act() and question_seq == table.question_seq(seat):
            found = moves(render, table.legal(seat), table.view(seat), wording)
        action = chosen(found, path)
        if action is None and leads_on(found, path):
            await house.show_hand(interaction, table, path=path)
            return

        def pick(_view: SeatView[Any, Any], _legal: list[Any]) -> Any:
            # Asked only if the question still stands, so what was found still holds.
            if action is None:
                raise no_move(found, path)
            return action

        # Whatever is wrong with it is found under the table's lock.
        await house.play(interaction, table_id, pick, question_seq)


def picked(interaction: Interaction) -> list[str]:
    """Return what was picked from a list, as one part of an id: nothing for a button."""
    data: Any = interaction.data or {}
    values = data.get("values") or []
    return [together(map(str, values))] if values else []
