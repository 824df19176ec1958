"""What a host reads of the seats that those who wait are offered."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bot.nights.guest_list import Guest
from bot.nights.minded_seats import can_lose
from bot.nights.more_tables import LONG_WAITED, without_seat
from bot.nights.night import Night
from bot.tables.clock import MINUTE
from bot.tables.who_sits import WhoSits
from bot.ui.pages.nights.night_games import Games, easiest
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.nights.seats_to_take import may_sit_at, sat_before
from bot.ui.pages.wording import Wording


def minded_lines(
    night: Night, table: DeskTable | None, seated: Collection[int], wording: Wording
) -> Iterator[str]:
    """Yield to a host what becomes of seats at a table of the round that is played where a computer
    plays for somebody, if anybody waits for one besides those who are `seated`.
    """
    if table is None or night.playing is None or table.round != night.playing.number:
        return
    waiting = [guest.person for guest in without_seat(night, seated)]
    if any(may_sit_at(night, person, table.face.id) for person in waiting) and any(
        can_lose(table.face, seat) for seat in range(len(table.face.seats))
    ):
        yield wording.ngettext(
            "A seat on which a computer has played for {n} minute is offered to whoever waits, if "
            "enough is left to play.",
            "A seat on which a computer has played for {n} minutes is offered to whoever waits, if "
            "enough is left to play.",
            LONG_WAITED // MINUTE,
        )


def too_few_line(
    night: Night,
    games: Games,
    wording: Wording,
    tables: Sequence[DeskTable],
    waiting: Sequence[Guest],
) -> str:
    """Return how many a new table needs where fewer are `waiting`, and how those play all the same
    at these `tables`.
    """
    playing = night.playing
    dealt = () if playing is None else playing.seating.seated.tables
    keys = {table.game or night.row.game for table in dealt}
    # Another game would be a surprise: it is named only where this round's aren't here.
    info = easiest([each for each in games if each.game.info.key in keys] or games)
    few = wording.gettext(
        "A new table of {game} needs {fewest} players.",
        game=wording.gettext(info.title),
        fewest=min(info.seats),
    )
    offered = _offered_to(night, waiting, wording)
    faces = [
        each.face
        for each in tables
        if each.face.phase == "playing"
        and any(may_sit_at(night, guest.person, each.face.id) for guest in waiting)
    ]
    seats = [(face, seat) for face in faces for seat in {*face.absent(), *WhoSits.free(face)}]
    if seats and all(seat in face.played_off() for face, seat in seats):
        offered = wording.ngettext(
            "On the seat that a computer plays, hardly a move is left.",
            "On the seats that computers play, hardly a move is left.",
            len(seats),
        )
    elif seats and all(face.paused for face, _seat in seats):
        offered = wording.gettext("No seat can be given away while its game is paused.")
    return wording.sentences(few, offered)


def _offered_to(night: Night, waiting: Sequence[Guest], wording: Wording) -> str:
    """Return to a host which seats those who wait are offered, and which not."""
    names = GuestNames(night, wording)
    offered = wording.ngettext(
        "{names} is offered any seat that is free, or that a computer has played for {minutes} "
        "minutes, if enough is left to play.",
        "{names} are offered any seat that is free, or that a computer has played for {minutes} "
        "minutes, if enough is left to play.",
        len(waiting),
        names=wording.listed([names.said(guest.person) for guest in waiting]),
        minutes=LONG_WAITED // MINUTE,
    )
    barred = [
        wording.gettext(
            "{name} isn't offered table {table}, where they sat before.",
            name=names.said(guest.person),
            table=wording.listed([*map(str, before)]),
        )
        for guest in waiting
        if (before := sat_before(night, guest.person))
    ]
    return wording.sentences(offered, *barred)
