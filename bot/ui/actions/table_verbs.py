"""The affairs of a table on Discord: going and coming back, pauses, votes, and what hosts do."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TYPE_CHECKING, Final, cast

from bot.engine.text import marked as _
from bot.tables.table import Table, TableEvent
from bot.tables.table_verbs import NOT_YOURS, Right
from bot.tables.trouble import HostOnly, NoTable, NotAtTable, Stale, Trouble
from bot.ui.incoming.clicks import NUMBER, TABLE_ID, UnknownControl
from bot.ui.incoming.which_table import may_see, moderates
from bot.ui.pages.away_seats import free
from bot.ui.pages.pace_names import PACES, move_seconds, pace_at
from bot.ui.pages.table_page import end_page, table_page
from bot.ui.pages.typed_words import same_name
from bot.ui.pages.wording import Wording, plain_name
from bot.ui.posting import channels
from bot.ui.posting.replies import Interaction, person_of, pressed_on_own, say, show, wording_of
from storage.rows import Pace

if TYPE_CHECKING:
    from bot.ui.house import House

PREFIX: Final = "a"
"""The ids of the controls begin with this."""
PERSON: Final = re.compile(r"[0-9]{1,20}")
NUMBERED: Final = re.compile(r"(#?)\s*([0-9]{1,2})")
"""A seat as its number, which begins with # where it can't be a name."""
OFFERED: Final = re.compile(r"#\s*([0-9]{1,2})\s+(\S.*)")
"""A seat as it is offered while somebody types: its number, and who sits there."""
MEANWHILE: Final = 12
"""So many lines of what was played meanwhile are shown to who comes back."""
MEANWHILE_TEXT: Final = 600
"""They take so many characters at the most, so that the hand has room below them."""

Verb = Callable[[Interaction, str], Awaitable[None]]


class TableActions:
    """Leads the affairs of the tables. Every method answers the interaction, or raises Trouble."""

    def __init__(self, house: House) -> None:
        """Serve one house, whose door leads here."""
        self._house = house
        self._verbs: Mapping[str, Verb] = {
            "leave": self.leave,
            "back": self.back,
            "pause": self.pause,
            "resume": self.resume,
            "takeback": self.take_back,
            "rematch": self.rematch,
        }
        house.clicks.add(PREFIX, self.read)

    async def read(self, interaction: Interaction, parts: list[str]) -> None:
        """Do what a control stands for; what can't be done is said on the page it lies on."""
        verb, table_id, *more = (*parts, "", "")
        if not TABLE_ID.fullmatch(table_id):
            raise UnknownControl
        try:
            await self._read(interaction, verb, table_id, [part for part in more if part])
        except (NoTable, NotAtTable, UnknownControl):
            raise
        except Trouble as trouble:
            if verb == "back" or not pressed_on_own(interaction):
                raise
            notice = trouble.say(wording_of(interaction).gettext)
            await self.show_page(interaction, table_id, notice)

    async def _read(
        self, interaction: Interaction, verb: str, table_id: str, more: list[str]
    ) -> None:
        match verb, more:
            case "page", []:
                await self.show_page(interaction, table_id)
            case "end", []:
                await self._ask_end(interaction, table_id)
            case "end", ["yes"]:
                await self.end(interaction, table_id)
            case "vote", [seq, "y" | "n" as answer] if NUMBER.fullmatch(seq):
                await self.vote(interaction, table_id, answer == "y", int(seq))
            case "pace", [pace] if pace in PACES:
                await self.pace(interaction, table_id, pace)
            case "seat", [seat] if NUMBER.fullmatch(seat):
                await self.replace(interaction, table_id, int(seat))
            case "kick", [whom] if PERSON.fullmatch(whom):
                await self.kick_person(interaction, table_id, int(whom))
            case _, [] if verb in self._verbs:
                await self._verbs[verb](interaction, table_id)
            case _:
                raise UnknownControl

    # The page

    async def show_page(self, interaction: Interaction, table_id: str, notice: str = "") -> None:
        """Show the table page to who asks, with `note` (finished words) above it."""
        house = self._house
        table = await self._in_sight(interaction, table_id)
        wording = house.wording(table, str(interaction.locale))
        page = table_page(
            house.playables[table.game_key],
            table,
            interaction.user.id,
            right_of(interaction, table),
            await house.tables.people.ends(table),
            wording,
            notice,
        )
        await show(interaction, page)

    async def _ask_end(self, interaction: Interaction, table_id: str) -> None:
        table = await self._in_sight(interaction, table_id)
        _demand(interaction, table)
        wording = self._house.wording(table, str(interaction.locale))
        await show(interaction, end_page(self._house.playables[table.game_key], table, wording))

    async def _in_sight(self, interaction: Interaction, table_id: str) -> Table:
        """Return a table that the person may know of; raise NoTable or Frozen."""
        table = await self._house.table(interaction, table_id)
        if table.seat_of(interaction.user.id) is None and not may_see(interaction, table):
            raise NoTable
        return table

    # Coming and going

    async def leave(self, interaction: Interaction, table_id: str) -> None:
        """Get up: from the lobby for good, in play until one is back."""
        await self._house.table(interaction, table_id)
        table = await self._house.table_verbs.leave(table_id, person_of(interaction))
        if table.phase != "playing":
            await self._house.say_left(interaction, table)
            return
        await self._done(
            interaction,
            table,
            _(
                "You have left the game. A computer plays for you until **I'm back** ends that, "
                "or until somebody takes your seat over."
            ),
        )

    async def back(self, interaction: Interaction, table_id: str) -> None:
        """Take up one's seat again; see what was played meanwhile, and the hand."""
        house = self._house
        table = await house.table(interaction, table_id)
        with house.hands.put_down(table.id, interaction.user.id):
            try:
                table, away_since = await house.table_verbs.back(table_id, person_of(interaction))
            except NotAtTable:
                raise
            except Trouble as trouble:
                if not pressed_on_own(interaction):
                    raise
                await house.show_moved_on(interaction, table, trouble)
            else:
                await house.wake_if_asleep(table)
                notice = await self._meanwhile(interaction, table, away_since)
                await house.show_hand(interaction, table, notice)

    async def _meanwhile(
        self, interaction: Interaction, table: Table, away_since: int | None
    ) -> str:
        """Return what the person's seat heard since a step, the newest of it, in finished words."""
        wording = self._house.wording(table, str(interaction.locale))
        hello = wording.gettext("You are back.")
        seat = table.seat_of(interaction.user.id)
        if away_since is None or seat is None:
            return hello
        record = await self._house.history.record(table.id)
        events = [
            each
            for step in range(away_since + 1, record.last + 1)
            for each in record.heard(step, seat)
            if not _is_back(each, seat)
        ]
        lines = [f"• {line}" for line in self._house.said(table, events, wording)[-MEANWHILE:]]
        while len("\n".join(lines)) > MEANWHILE_TEXT:
            lines = lines[1:]
        if not lines:
            return hello
        return "\n".join([wording.gettext("You are back. What was played meanwhile:"), *lines])

    async def replace(self, interaction: Interaction, table_id: str, seat: int) -> None:
        """Take over a seat that somebody has left; its hand is the answer."""
        await self._in_sight(interaction, table_id)
        table = await self._house.table_verbs.replace(table_id, person_of(interaction), seat)
        await self._house.wake_if_asleep(table)
        notice = wording_of(interaction).gettext("This seat is yours now, with the hand as it is.")
        await self._house.show_hand(interaction, table, notice)

    async def replace_named(self, interaction: Interaction, table_id: str, text: str) -> None:
        """Take over a seat, by who sat there or by its number."""
        table = await self._in_sight(interaction, table_id)
        await self.replace(interaction, table_id, seat_named(table, text, free(table)))

    # Hosts and moderators

    async def kick_named(self, interaction: Interaction, table_id: str, text: str) -> None:
        """Take a person off the table, by their name or the number of their seat."""
        table = await self._in_sight(interaction, table_id)
        _demand(interaction, table)
        seat = seat_named(table, text, may_be_kicked(table))
        await self._kick(interaction, table, seat, table.seats[seat].person)

    async def kick_person(self, interaction: Interaction, table_id: str, whom: int) -> None:
        """Take a person off the table, wherever they sit."""
        table = await self._in_sight(interaction, table_id)
        seat = table.seat_of(whom)
        if seat is None:
            raise Trouble(_("Nobody of that name sits at this table any more."))
        await self._kick(interaction, table, seat, whom)

    async def _kick(self, interaction: Interaction, table: Table, seat: int, whom: int) -> None:
        right = _demand(interaction, table)
        name = self._house.wording(table).name(seat)
        table = await self._house.table_verbs.kick(
            table.id, person_of(interaction), right, seat, whom
        )
        if table.phase == "lobby":
            text = _("{name} has been taken off the table.")
        else:
            text = _("{name} has been taken off the table. A computer plays that seat now.")
        await self._done(interaction, table, text, name=name)

    async def end(self, interaction: Interaction, table_id: str) -> None:
        """End a table without a result."""
        table = await self._in_sight(interaction, table_id)
        right = _demand(interaction, table)
        table = await self._house.table_verbs.end(table_id, person_of(interaction), right)
        await self._done(interaction, table, _("The table is closed, without a result."))

    # What is decided at once, or by vote

    async def pause(self, interaction: Interaction, table_id: str) -> None:
        """Pause a table: host and moderators at once, others by vote."""
        table = await self._in_sight(interaction, table_id)
        right, person = right_of(interaction, table), person_of(interaction)
        if right is not None:
            table = await self._house.table_verbs.pause(table_id, person, right)
        else:
            table = await self._house.table_verbs.propose(table_id, person, "pause")
        await self._decided(interaction, table, _("The game is paused."))

    async def resume(self, interaction: Interaction, table_id: str) -> None:
        """Let a paused table go on, and wake one that sleeps in this channel."""
        house = self._house
        table = await self._in_sight(interaction, table_id)
        if table.asleep and table.seat_of(interaction.user.id) is not None:
            await self._wake(interaction, table)
            return
        right, person = right_of(interaction, table), person_of(interaction)
        if right is not None:
            table = await house.table_verbs.resume(table_id, person, right)
        else:
            table = await house.table_verbs.propose(table_id, person, "resume")
        await self._decided(interaction, table, _("The game goes on."))

    async def _wake(self, interaction: Interaction, table: Table) -> None:
        """Have a table that was put away go on here, with the person back on their seat."""
        house, person = self._house, person_of(interaction)
        channels.check(interaction)
        assert interaction.channel_id is not None
        seat = table.seat_of(person.id)
        if table.phase == "playing" and seat is not None and not table.seats[seat].here:
            table, _since = await house.table_verbs.back(table.id, person)
        right = right_of(interaction, table)
        if table.paused and right is not None:
            table = await house.table_verbs.resume(table.id, person, right)
        elif table.paused:
            table = await house.table_verbs.propose(table.id, person, "resume")
        await house.show_board(interaction, table.id)

    async def pace(
        self, interaction: Interaction, table_id: str, pace: str, move_time: int | None = None
    ) -> None:
        """Ask the table for another pace; `move_time` is in minutes or hours, by pace."""
        await self._house.table(interaction, table_id)
        chosen = cast(Pace, pace)
        table = await self._house.table_verbs.propose(
            table_id,
            person_of(interaction),
            "pace",
            pace=chosen,
            move_time=move_seconds(chosen, move_time),
        )
        wording = wording_of(interaction)
        await self._decided(
            interaction, table, _("The pace is now: {pace}."), pace=pace_at(table, wording)
        )

    async def take_back(self, interaction: Interaction, table_id: str) -> None:
        """Ask the others to let one's last move be taken back."""
        await self._house.table(interaction, table_id)
        table = await self._house.table_verbs.propose(table_id, person_of(interaction), "take_back")
        await self._decided(interaction, table, _("Your move was taken back."))

    async def vote(
        self, interaction: Interaction, table_id: str, yes: bool, seq: int | None = None
    ) -> None:
        """Vote on what is open; `seq` is that of the vote which a control was drawn for."""
        await self._house.table(interaction, table_id)
        table = await self._house.table_verbs.vote(table_id, person_of(interaction), yes, seq)
        voted = _("You have voted **yes**.") if yes else _("You have voted **no**.")
        if table.motion is None:
            decided = _("You have voted **yes**. With that the vote is over.")
            against = _("You have voted **no**. With that the vote is over.")
            voted = decided if yes else against
        await self._done(interaction, table, voted)

    # Once the game is over

    async def rematch(self, interaction: Interaction, table_id: str) -> None:
        """Open a lobby for the same people, with its card as the answer; there is only one."""
        house = self._house
        await house.table(interaction, table_id)
        channels.check(interaction)
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        table = await house.table_verbs.rematch(
            table_id,
            person_of(interaction),
            interaction_id=interaction.id,
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
        )
        if table.opened_by == interaction.id:
            await house.put_card(interaction, table)
            return
        text = _("The rematch is open already: table `{table}` in {channel}.")
        if table.phase == "finished":
            text = _("The rematch is over, too: table `{table}` in {channel}. Press Rematch there.")
        await say(
            interaction,
            text,
            table=table.id,
            channel=f"<#{table.place_id or table.channel_id}>",
        )

    # Answers

    async def _decided(
        self, interaction: Interaction, table: Table, text: str, **values: object
    ) -> None:
        """Say what came of it, or that the others are asked now."""
        if table.motion is not None:
            text = _("The others are asked now: the vote lies on the board.")
        await self._done(interaction, table, text, **values)

    async def _done(
        self, interaction: Interaction, table: Table, text: str, **values: object
    ) -> None:
        """Say what was done: on the table page if it was asked for there."""
        await self._house.wake_if_asleep(table)
        if pressed_on_own(interaction):
            notice = wording_of(interaction).gettext(text).format(**values)
            await self.show_page(interaction, table.id, notice)
        else:
            await say(interaction, text, **values)


def right_of(interaction: Interaction, table: Table) -> Right | None:
    """Return by what right who asks may decide for the whole table; None without any."""
    if table.host == interaction.user.id and table.seat_of(interaction.user.id) is not None:
        return "host"
    return "moderator" if moderates(interaction, table) else None


def _is_back(events: object, seat: int) -> bool:
    """Tell whether something says that who sits there is back, which they know."""
    return isinstance(events, TableEvent) and events.what == "back" and events.seat == seat


def _demand(interaction: Interaction, table: Table) -> Right:
    """Return the right to decide for the whole table; raise HostOnly without any."""
    right = right_of(interaction, table)
    if right is None:
        raise HostOnly(NOT_YOURS)
    return right


def may_be_kicked(table: Table) -> tuple[int, ...]:
    """Return the seats of people."""
    return tuple(number for number, seat in enumerate(table.seats) if seat.level is None)


def seat_named(table: Table, text: str, wanted: tuple[int, ...]) -> int:
    """Return the seat that was typed: `#2`, a name, or a number; raise Trouble if none is meant.

    A name counts on the `wanted` seats, and must be on one of them alone; a number always does.
    Those of one name are also known by what boards call them. `#2 Bob` is meant only where both
    fit: seats move up in the lobby, and the next one isn't to be taken for who sat there.
    """
    number = NUMBERED.fullmatch(text.strip())
    called = Wording(table.language, tuple(seat.name for seat in table.seats))

    def on(seats: Collection[int], name: str) -> list[int]:
        return [
            seat
            for seat in seats
            if same_name(table.seats[seat].name, name) or same_name(called.bare(seat), name)
        ]

    named = on(wanted, text)
    offered = None if named else OFFERED.fullmatch(text.strip())
    if offered is not None:
        seat = int(offered[1]) - 1
        if seat not in on(range(len(table.seats)), offered[2]):
            raise Stale(_("The seats have changed since this was shown. Nothing was done."))
        return seat
    if number is not None and (number[1] or not named):
        seat = int(number[2]) - 1
        if not 0 <= seat < len(table.seats):
            raise Trouble(_("There is no such seat at this table."))
        return seat
    if len(named) == 1:
        return named[0]
    names = ", ".join(f"#{seat + 1} {plain_name(table.seats[seat].name)}" for seat in wanted)
    if not wanted:
        raise Trouble(_("There is no seat here of which that could be said."))
    if named:
        raise Trouble(_("Several are called that. Say which by its number: {names}."), names=names)
    raise Trouble(_("Nobody is called that on such a seat. There are: {names}."), names=names)
