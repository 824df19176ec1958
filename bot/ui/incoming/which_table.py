"""Which table a command means: the one named, the one that lies here, the one that waits."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import discord

from bot.engine.text import marked as _
from bot.tables.table import Table
from bot.tables.trouble import NoTable, Trouble
from bot.ui.pages.wording import Wording, bare_name, seat_name
from bot.ui.posting.replies import Interaction
from storage.rows import LIVE, Phase, SeatRow, TableHead
from storage.store import Seated, Store

if TYPE_CHECKING:
    from bot.ui.house import House

Fits = Callable[[Seated, int], bool]
"""Tells whether a person (by id) could mean a table."""

MOST_ASKED = 25
LATEST = 200
"""Of the tables that are over, so many of a server are looked through for the one that is meant."""

OVER: tuple[Phase, ...] = ("finished", "cancelled")


@dataclass(frozen=True, slots=True)
class Aim:
    """Which tables something is for; `none` is said where there is no such table, untranslated.

    With `afar` False no table is taken that is elsewhere, without having asked. `led` tells which
    tables of this channel a moderator may mean without sitting there.
    """

    fits: Fits
    none: str
    afar: bool = True
    phases: Collection[Phase] = LIVE
    led: Fits | None = None


class Several(Exception):
    """More than one table could be meant, or one that is elsewhere: the person is asked."""

    def __init__(self, tables: list[Seated]) -> None:
        """Keep the tables to choose from, newest first."""
        super().__init__()
        self.tables = tables


def sits(seats: list[SeatRow], person: int) -> bool:
    """Tell whether a person has one of the seats."""
    return any(seat.person == person for seat in seats)


def _sits(table: Seated, person: int) -> bool:
    return sits(table[1], person)


def _plays(table: Seated, person: int) -> bool:
    return table[0].phase == "playing" and sits(table[1], person)


def _could_join(table: Seated, person: int) -> bool:
    return table[0].phase == "lobby" and not sits(table[1], person)


def _could_leave(table: Seated, person: int) -> bool:
    return table[0].phase == "lobby" and sits(table[1], person)


def _could_start(table: Seated, person: int) -> bool:
    return table[0].phase == "lobby" and table[0].host == person


def _leaves(table: Seated, person: int) -> bool:
    return any(
        seat.person == person and seat.stand_in in (None, "once", "away") for seat in table[1]
    )


def _away(table: Seated, person: int) -> bool:
    return table[0].phase == "playing" and any(
        seat.person == person and seat.stand_in not in (None, "once") for seat in table[1]
    )


def _has_room(table: Seated, person: int) -> bool:
    head, seats = table
    free = any(seat.stand_in == "left" for seat in seats)
    return head.phase == "playing" and free and not sits(seats, person)


def _hosts(table: Seated, person: int) -> bool:
    return table[0].host == person


def _any(_table: Seated, _person: int) -> bool:
    return True


def _goes_on(table: Seated, _person: int) -> bool:
    return table[0].phase == "playing" and not table[0].paused


def _stands(table: Seated, _person: int) -> bool:
    return table[0].phase == "playing" and table[0].paused


def _may_pause(table: Seated, person: int) -> bool:
    return _goes_on(table, person) and sits(table[1], person)


def _may_resume(table: Seated, person: int) -> bool:
    return (_stands(table, person) or table[0].asleep) and _plays(table, person)


def _votes(table: Seated, person: int) -> bool:
    return table[0].motion is not None and _plays(table, person)


def _was_played(table: Seated, _person: int) -> bool:
    head, seats = table
    return head.phase == "finished" or any(seat.first is not None for seat in seats)


def _played(table: Seated, person: int) -> bool:
    return _was_played(table, person) and sits(table[1], person)


PLAY = Aim(_plays, _("You sit at no table on this server where that could be played now."))
SEE = Aim(_sits, _("You sit at no table on this server."))
JOIN = Aim(
    _could_join,
    _("No table here is open to join. `/table list` shows those that you can see."),
    afar=False,
)
LEAVE = Aim(_leaves, _("You sit at no table that you could leave."), afar=False)
SEATING = Aim(_could_leave, _("You sit at no table that hasn't begun."), afar=False)
START = Aim(_could_start, _("You are host of no table that hasn't begun."), afar=False)
BACK = Aim(_away, _("You are away from no table on this server."))
REPLACE = Aim(_has_room, _("At no table here is a seat free to be taken over."), afar=False)
LEAD = Aim(_hosts, _("You are host of no table on this server."), afar=False, led=_any)
PAUSE = Aim(_may_pause, _("You sit at no table that could be paused."), afar=False, led=_goes_on)
RESUME = Aim(
    _may_resume,
    _("You sit at no table that is paused or was put away."),
    afar=False,
    led=_stands,
)
IN_PLAY = Aim(_plays, _("You sit at no table where a game is on."), afar=False)
VOTE = Aim(_votes, _("No vote is open at a table where you sit."), afar=False)
AGAIN = Aim(_played, _("You sit at no table whose game is over."), afar=False, phases=OVER)
PAST = Aim(
    _was_played, _("No game that you can see has come to its end on this server."), phases=OVER
)


def may_see(interaction: Interaction, head: TableHead | Table) -> bool:
    """Tell whether who asks sees the channel of a table on this server."""
    guild, user = interaction.guild, interaction.user
    if head.guild_id != interaction.guild_id:
        return False
    if interaction.channel_id in (head.place_id, head.channel_id):
        return True
    # Right after the start the bot may not know yet what the server looks like.
    if guild is None or not isinstance(user, discord.Member):
        return False
    channel = guild.get_channel_or_thread(head.channel_id)
    if isinstance(channel, discord.Thread):
        thread, channel = channel, channel.parent
        if thread.is_private() and channel is not None:
            # Discord doesn't tell the bot who was let in; who is may ask in the thread itself.
            may = channel.permissions_for(user)
            return may.view_channel and may.manage_threads
    return channel is not None and channel.permissions_for(user).view_channel


def moderates(interaction: Interaction, head: TableHead | Table) -> bool:
    """Tell whether who asks may manage messages where a table lies, and asks there."""
    here = interaction.channel_id in (head.place_id, head.channel_id)
    same = head.guild_id == interaction.guild_id
    return here and same and interaction.permissions.manage_messages


def meant(interaction: Interaction, table: Seated, aim: Aim) -> bool:
    """Tell whether who asks could mean a table."""
    if aim.fits(table, interaction.user.id):
        return True
    led = aim.led is not None and aim.led(table, interaction.user.id)
    return led and moderates(interaction, table[0])


def known(interaction: Interaction, table: Seated) -> bool:
    """Tell whether a person may know of a table: it is on this server, and theirs or in sight."""
    head, seats = table
    here, person = head.guild_id == interaction.guild_id, interaction.user.id
    sat = any(person in (seat.person, seat.first) for seat in seats)
    return here and (sat or may_see(interaction, head))


async def which(
    store: Store,
    interaction: Interaction,
    named: str | None,
    aim: Aim,
    *,
    game: str | None = None,
) -> str:
    """Return the id of the table that is meant; raise Trouble, or Several to be asked about.

    In order: the one `named`; the one whose board lies in this thread; the only one in this channel
    that fits; the only one on the server that waits for the person; the only one that fits at all.
    """
    if named is not None and named.strip():
        return await _named(store, interaction, named, game)
    person, guild, channel = interaction.user.id, interaction.guild_id, interaction.channel_id
    if guild is None or channel is None:
        raise NoTable(_("Tables are for servers: please try this in a server's channel."))
    here = [table for table in await store.tables_in(channel, aim.phases) if _of(table, game)]
    if isinstance(interaction.channel, discord.Thread):
        lying = [head for head, _seats in here if head.place_id == channel]
        if len(lying) == 1:
            return lying[0].id
        over = await store.table_of_place(channel) if not here else None
        if over is not None and _of(over, game):
            return over[0].id
    mine = [table for table in here if meant(interaction, table, aim)]
    if len(mine) == 1:
        return mine[0][0].id
    waiting = [
        table
        for table in await store.waiting_for(person, guild)
        if _of(table, game) and aim.fits(table, person)
    ]
    if len(waiting) == 1 and aim.afar:
        return waiting[0][0].id
    fitting = [
        table
        for table in await store.tables_of_guild(guild, aim.phases, _most(aim))
        if _of(table, game) and meant(interaction, table, aim) and known(interaction, table)
    ]
    if not fitting:
        raise Trouble(aim.none)
    if len(fitting) == 1 and aim.afar:
        return fitting[0][0].id
    raise Several(fitting)


async def offered(
    house: House, interaction: Interaction, aim: Aim, text: str, game: str | None = None
) -> list[tuple[str, str]]:
    """Return (id, label) of the tables that an option may be filled with, fitting ones only."""
    if interaction.guild_id is None:
        return []
    person = interaction.user.id
    part = text.casefold().strip()
    found = [
        (table[0].id, label(house, table, Wording(str(interaction.locale)), person))
        for table in await house.tables.store.tables_of_guild(
            interaction.guild_id, aim.phases, _most(aim)
        )
        if _of(table, game) and meant(interaction, table, aim) and known(interaction, table)
    ]
    return [each for each in found if part in each[1].casefold()][:MOST_ASKED]


def label(house: House, table: Seated, wording: Wording, person: int) -> str:
    """Return a table in a few words, for where markdown isn't read; 100 characters at most."""
    _ = wording.gettext
    head, seats = table
    parts = [title_of(house, head.game), head.id, state(table, wording, person)]
    names = ", ".join(bare_name(seat_name(seat.name, seat.level)) for seat in seats)
    said = " · ".join([*parts, names])
    return said if len(said) <= 100 else said[:99] + "…"


def state(table: Seated, wording: Wording, person: int) -> str:
    """Return how far a table is, and whether it waits for this person."""
    _ = wording.gettext
    head, seats = table
    if head.phase == "lobby":
        return _("open to join")
    if head.phase not in LIVE:
        day = datetime.fromtimestamp(head.touched_at, UTC).date()
        return _("over since {day}").format(day=day)
    if head.paused:
        return _("paused")
    if _away(table, person):
        return _("you are away")
    if any(seat.person == person and seat.question_seq is not None for seat in seats):
        return _("your turn")
    return _("in play")


def title_of(house: House, key: str) -> str:
    """Return the title of a game; its key if this version of the bot has no such game."""
    playable = house.playables.get(key)
    return key if playable is None else playable.game.info.title


async def _named(store: Store, interaction: Interaction, text: str, game: str | None) -> str:
    """Return the table whose id was typed, or picked as a choice and sent as its label."""
    ids = [part.strip() for part in text.casefold().split("·")]
    for table_id in ids[:2]:
        found = await store.table(table_id) if len(table_id) == 5 else None
        if found is None or not known(interaction, found):
            continue
        if not _of(found, game):
            raise Trouble(_("At table `{table}` another game is played."), table=table_id)
        return table_id
    # A table that is out of sight is answered as one that isn't there.
    raise NoTable(_("There is no table of that name here. `/table list` shows those you can see."))


def _most(aim: Aim) -> int | None:
    """Return how many tables are looked through: there are few that aren't over."""
    return None if aim.phases == LIVE else LATEST


def _of(table: Seated, game: str | None) -> bool:
    return game is None or table[0].game == game
