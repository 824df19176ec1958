"""The private hand: what one person sees and may do, in messages only they can see."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import discord
from discord import ButtonStyle

from bot.tables.table import Table
from bot.tables.trouble import Over, Trouble
from bot.ui.pages.lobby_card import footer, hand_id, won
from bot.ui.pages.menu import Path, leads_on, menu_rows, moves
from bot.ui.pages.page import Button, Page
from bot.ui.pages.render import Field
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import Interaction
from bot.ui.posting.retry_queue import RetryQueue, may_pass_later

if TYPE_CHECKING:
    from bot.ui.house import House, PlayableGame

Moment = tuple[object, ...]
"""What a hand was drawn for: when it differs, an open hand is out of date."""

Key = tuple[str, int]
"""A table's id and a person's."""


def hand_page(
    playable: PlayableGame,
    table: Table,
    seat: int,
    wording: Wording,
    notice: str = "",
    path: Path = (),
) -> Page:
    """Return a seat's hand and the controls for what it may do, `path` deep into the menu.

    `note` stands above the hand, in finished words. Raises NotBegun and Frozen.
    """
    _ = wording.gettext
    render, view = playable.render, table.view(seat)
    page = render.hand(view, wording)
    open_to_play = table.phase == "playing" and table.seats[seat].here and not table.paused
    found = moves(render, table.legal(seat), view, wording) if open_to_play else []
    path = path if leads_on(found, path) else ()
    fields = list(page.fields)
    if found:
        question, rows = menu_rows(render, found, path, table.id, table.question_seq(seat), wording)
        kinds = [path[0]] if path else list(dict.fromkeys(move.path[0] for move in found))
        helps = [f"• {_(render.kinds[kind].help)}" for kind in kinds]
        fields.append(Field(question or _("Your move"), "\n".join(helps)))
        state = ""
    elif table.phase != "playing":
        rows = ()
        state = won(table, wording)
    elif not table.seats[seat].here:
        rows = ((Button(back_id(table), _("I'm back"), ButtonStyle.success),),)
        state = _("A computer plays for you while you are away. **I'm back** ends that.")
    else:
        rows = ((Button(hand_id(table), _("Refresh")),),)
        waiting = render.waiting(table.public(), table.to_act(), wording)
        state = _("The game is paused.") if table.paused else waiting
    quoted = "\n".join(f"> {line}" for line in notice.splitlines())
    return Page(
        title=_("Your hand · {game}").format(game=playable.game.info.title),
        text="\n".join(part for part in (quoted, state, page.text) if part),
        fields=tuple(fields),
        footer=footer(table, wording),
        rows=rows,
    )


def back_id(table: Table) -> str:
    """Return the id of the button by which somebody takes up their seat again."""
    return f"a:back:{table.id}"


def over_page(playable: PlayableGame, table: Table, wording: Wording) -> Page:
    """Return what takes the place of a hand at a table that was closed."""
    return Page(
        title=playable.game.info.title,
        text=Over().say(wording.gettext),
        footer=footer(table, wording),
    )


def moment(table: Table, seat: int) -> Moment:
    """Return what a seat's hand depends on.

    While the seat is asked, that is its question and whether it may be answered, so that nobody's
    doings elsewhere close the menu it has open.
    """
    stands = table.seats[seat].here, table.paused
    if table.phase == "playing" and seat in table.to_act():
        return ("asked", table.question_seq(seat), *stands)
    return (table.phase, table.to_act(), *stands)


class Open:
    """A hand that lies open: how to change it, and what it was drawn for."""

    __slots__ = ("drawn", "interaction", "language")

    def __init__(self, interaction: Interaction, drawn: Moment) -> None:
        """Keep the interaction whose answer the hand is."""
        self.interaction = interaction
        self.drawn = drawn
        self.language = str(interaction.locale)


class Down:
    """A hand that was put down because its person is doing something with it."""

    def __init__(self, hands: Hands, key: Key, held: Open | None) -> None:
        """Remember which hand it is."""
        self._hands = hands
        self._key = key
        self.held = held

    def take_up(self, interaction: Interaction, drawn: Moment, stands: Moment) -> None:
        """Lay the hand open again, as the answer to an interaction; what stands may be newer."""
        self._hands.lay(self._key, Open(interaction, drawn), behind=drawn != stands)


class Hands:
    """Remembers, for as long as Discord lets them be changed, which hands lie open.

    Only in memory, and only the newest hand of a person at a table.
    """

    def __init__(self, house: House) -> None:
        """Serve one house."""
        self._house = house
        self._open: dict[Key, Open] = {}
        self._queue: RetryQueue[Key] = RetryQueue("hand", self._redraw, house.answers_first)

    async def close(self) -> None:
        """Stop drawing."""
        await self._queue.close()

    def hear(self, table: Table) -> None:
        """Take note that a table has changed."""
        for seat in table.seats:
            key = table.id, seat.person
            if key in self._open:
                self._queue.schedule(key)

    @contextmanager
    def put_down(self, table_id: str, person: int) -> Iterator[Down]:
        """Don't touch a person's hand while they do something with it.

        Unless it is taken up anew in the meantime, it lies open again afterwards.
        """
        key = table_id, person
        held = self._open.pop(key, None)
        try:
            yield Down(self, key, held)
        finally:
            if held is not None and key not in self._open:
                self.lay(key, held, behind=True)

    def lay(self, key: Key, hand: Open, *, behind: bool) -> None:
        """Lay a hand open, and have it drawn anew if it may be out of date already."""
        self._open.pop(key, None)
        while self._open:
            # The one that was laid open first is at the front.
            oldest = next(iter(self._open))
            if not self._open[oldest].interaction.is_expired():
                break
            del self._open[oldest]
        self._open[key] = hand
        if behind:
            self._queue.schedule(key)

    async def _redraw(self, key: Key) -> None:
        """Draw a hand anew if what it was drawn for has changed."""
        table_id, person = key
        hand = self._open.get(key)
        if hand is None:
            return
        if hand.interaction.is_expired():
            self._forget(key, hand)
            return
        try:
            table = await self._house.tables.get(table_id)
            seat = table.seat_of(person)
            if seat is None or self._open.get(key) is not hand:
                return
            drawn = moment(table, seat)
            if drawn == hand.drawn:
                return
            playable = self._house.playables[table.game_key]
            wording = self._house.wording(table, hand.language)
            if table.phase == "cancelled":
                page = over_page(playable, table, wording)
            else:
                page = hand_page(playable, table, seat, wording)
        except Trouble:
            self._forget(key, hand)
            return
        try:
            await hand.interaction.edit_original_response(embed=page.embed(), view=page.view())
            hand.drawn = drawn
        except discord.HTTPException as error:
            if may_pass_later(error):
                raise
            # Dismissed, or its time is over: the person opens it again when they want to.
            self._forget(key, hand)

    def _forget(self, key: Key, hand: Open) -> None:
        if self._open.get(key) is hand:
            del self._open[key]
