"""The rules of the lobby: who may sit down and get up, person or computer, before the game begins.

Nothing here changes a table: each function gives the seats as they would be, or raises Trouble.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.engine.computer import Level
from bot.engine.game import AnyGame
from bot.engine.text import marked as _
from bot.tables.clock import HOUR, MINUTE, USUAL
from bot.tables.reserve import given_back
from bot.tables.seat import Person, Seat
from bot.tables.table import Changes, Table
from bot.tables.table_event import TableEvent
from bot.tables.trouble import (
    CHANGED,
    GIVEN_AWAY,
    NOT_INVITED,
    OVER,
    TAKEN_OFF,
    NotAtTable,
    Trouble,
)
from storage.former_players import is_former
from storage.rows import Pace

NAMES = (
    *(_("Akari"), _("Hinata"), _("Hotaru"), _("Kaede"), _("Koharu"), _("Minato")),
    *(_("Momiji"), _("Nagi"), _("Sora"), _("Suzu"), _("Tsubaki"), _("Yuzu")),
)
"""What computer players are called: Japanese given names, of the sun, the sea and the woods.

They are kept as they are here, and said in the language of the table."""
QUICK_SEATS: Final = 3
"""How many play where one person begins against computers: all games work, and none drags on."""
MOST_INVITED: Final = 25
"""How many people may be invited to a table."""
MOVE_TIMES: Final[Mapping[Pace, range]] = {
    "live": range(MINUTE, 60 * MINUTE + 1),
    "days": range(HOUR, 168 * HOUR + 1),
    "none": range(1),
}
"""How many seconds a move may be given."""


def time_for(pace: Pace, seconds: int | None, reserve: int = 0) -> int:
    """Return the seconds for a move at a pace; None asks for the usual time.

    With a reserve they are what a visit gives back. Raises Trouble if the pace has no clock or
    doesn't allow those times.
    """
    if reserve:
        return given_back(pace, seconds, reserve)
    seconds = USUAL[pace] if seconds is None else seconds
    if seconds in MOVE_TIMES[pace]:
        return seconds
    if pace == "none":
        raise Trouble(_("`move_time` is only for games with a clock."))
    if pace == "live":
        most = MOVE_TIMES[pace][-1] // MINUTE
        raise Trouble(_("In a live game `move_time` is 1 to {most} minutes."), most=most)
    most = MOVE_TIMES[pace][-1] // HOUR
    raise Trouble(_("In a turn-by-turn game, `move_time` is 1 to {most} hours."), most=most)


def game_of(table: Table, revision: int | None = None) -> AnyGame:
    """Return the game of a lobby that is still at this revision. Raises Trouble otherwise."""
    if table.phase == "playing":
        raise Trouble(_("The game has already begun."))
    if table.phase != "lobby" or table.game is None:
        raise Trouble(OVER)
    if revision not in (None, table.revision):
        raise Trouble(CHANGED)
    return table.game


def with_person(table: Table, person: Person, table_events: Iterable[TableEvent]) -> list[Seat]:
    """Return the seats with one more person on the next of them.

    `table_events` are all that were done to the table: who was taken off doesn't sit down again.
    Raises Trouble if they sit there already, were taken off or weren't invited.
    """
    game_of(table)
    if table.sits(person.id):
        raise Trouble(_("You already have a seat here."))
    demand_not_taken_off(table_events, person.id)
    if not table.invites(person.id):
        raise Trouble(NOT_INVITED)
    _demand_room(table)
    return [*table.seats, Seat(person.id, person.name)]


def starts_now(table: Table) -> bool:
    """Tell whether a table is full and begins because of that."""
    return table.start_when_full and len(table.seats) == max(game_of(table).info.seats)


def demand_not_taken_off(table_events: Iterable[TableEvent], person_id: int) -> None:
    """Raise Trouble for whom its host or a moderator has taken off the table, or whose seat there a
    leader of its night has given to somebody else.
    """
    for act in table_events:
        if act.what == "kicked" and act.whom == person_id:
            raise Trouble(GIVEN_AWAY if act.role == "night" else TAKEN_OFF)


def without_person(table: Table, person_id: int) -> Changes:
    """Return what changes when a person gets up: the seats and the host, who is a person.

    A table where no person is left is cancelled. Raises NotAtTable if they don't sit there.
    """
    if not table.sits(person_id):
        raise NotAtTable
    game_of(table)
    seats = [seat for seat in table.seats if seat.person != person_id]
    people = [seat.person for seat in seats if seat.level is None]
    if not people:
        return {"phase": "cancelled"}
    return {"seats": seats, "host": table.host if table.host in people else people[0]}


def no_seat(table: Table) -> NotAtTable:
    """Return the trouble of somebody who asks for what only those at a table may do."""
    lobby = table.phase == "lobby"
    return NotAtTable(_("Take a seat first: press **Join**.")) if lobby else NotAtTable()


def computer(seats: Sequence[Seat], level: Level, chance: random.Random) -> Seat:
    """Return a computer player with a number and a name that nobody at the table has."""
    number = min(0, *(seat.person for seat in seats)) - 1
    taken = {seat.name.casefold() for seat in seats}
    name = chance.choice([name for name in NAMES if name.casefold() not in taken])
    return Seat(number, name, level)


def with_computer(
    table: Table, person_id: int, level: Level, computers: int | None, chance: random.Random
) -> list[Seat]:
    """Return the seats with one more computer player, asked for by somebody who sits there.

    `computers` is how many were there when it was asked for, so that it comes once if somebody
    presses twice. Raises NotAtTable if they don't sit there.
    """
    if not table.sits(person_id):
        raise no_seat(table)
    game_of(table)
    _demand_room(table)
    if computers not in (None, len(table.computers())):
        raise Trouble(CHANGED)
    return [*table.seats, computer(table.seats, level, chance)]


def with_computers_only(
    person: Person, game: AnyGame, chance: random.Random, computers: int | None = None
) -> tuple[Seat, ...]:
    """Return the seats of a person and of so many casual computers, usually two.

    There are as nearly as many as the game allows.
    """
    wanted = QUICK_SEATS if computers is None else 1 + computers
    seats = [Seat(person.id, person.name)]
    while len(seats) < min(game.info.seats, key=lambda count: abs(count - wanted)):
        seats.append(computer(seats, "casual", chance))
    return tuple(seats)


def without_computer(table: Table, person_id: int, number: int, revision: int | None) -> list[Seat]:
    """Return the seats without the computer player of this number.

    Raises Trouble if the person isn't there or the computer has left.
    """
    if not table.sits(person_id):
        raise no_seat(table)
    game_of(table, revision)
    if not any(seat.person == number for seat in table.computers()):
        raise Trouble(_("That computer has already left."))
    return [seat for seat in table.seats if seat.person != number]


def with_invited(table: Table, people: Collection[int]) -> frozenset[int]:
    """Return who is invited to a table that isn't over, with some more people.

    Raises Trouble if the table is over, if it is played with no seat that is free, or if too many
    would be invited.
    """
    if table.over:
        raise Trouble(OVER)
    if table.phase == "playing" and people and not any(seat.free for seat in table.seats):
        raise Trouble(_("No seat is free at this table, so there is nothing to invite to."))
    if len(table.invited | {*people}) > MOST_INVITED:
        raise Trouble(_("You can invite up to {most} people."), most=MOST_INVITED)
    return table.invited | {*people}


def invited_again(table: Table) -> tuple[int, ...]:
    """Return who is invited to a rematch: who was at the table, or asked to it."""
    return tuple({*_people_at(table)} | table.invited)


def called_again(before: Table, rematch: Table) -> list[int]:
    """Return whom the card of a rematch calls: who sat there `before` and doesn't sit here yet."""
    here = {seat.person for seat in rematch.seats}
    return [person for person in _people_at(before) if person not in here]


def _people_at(table: Table) -> Iterator[int]:
    """Yield who sits at a table, but for computers and whoever has been forgotten."""
    for seat in table.seats:
        if seat.level is None and not is_former(seat.person):
            yield seat.person


def seats_again(table: Table, person: Person) -> tuple[Seat, ...]:
    """Return the seats for a rematch that a person asks for: theirs, and those of the computers.

    They sit in the order of before. A computer that stood in for somebody who was taken off doesn't
    come along, and nobody is seated who didn't ask for it. Raises Trouble if the game isn't over or
    the person wasn't in it.
    """
    if not table.over or table.step() < 0:
        raise Trouble(_("You can ask for a rematch once the game has ended."))
    if not table.sits(person.id):
        raise NotAtTable
    return tuple(
        Seat(seat.person, person.name if seat.level is None else seat.name, seat.level)
        for seat in table.seats
        if seat.person == person.id or seat.computer
    )


def in_old_places(seats: Sequence[Seat], before: Sequence[Seat]) -> list[Seat]:
    """Return the seats of a rematch as it begins: who sat in the game `before` has the old number.

    So sign and colour stay. If two have sat on one seat, it is the last one's. Whose number is no
    longer there, and who is new, fills the gaps in the order of joining.
    """
    placed: dict[int, Seat] = {}
    for was_there in (_sat_last, _sat_first):
        for number, old in enumerate(before[: len(seats)]):
            left = (each for each in seats if each not in placed.values())
            again = next((each for each in left if was_there(each, old)), None)
            if number not in placed and again is not None:
                placed[number] = again
    others = iter([each for each in seats if each not in placed.values()])
    return [placed.get(number) or next(others) for number in range(len(seats))]


def _sat_last(seat: Seat, old: Seat) -> bool:
    """Tell whether somebody sat on an old seat at the end; a computer's number alone says little,
    since the next one that is added may get it.
    """
    return seat.person == old.person and (seat.level is None or seat.name == old.name)


def _sat_first(seat: Seat, old: Seat) -> bool:
    return seat.level is None and seat.person == old.first


def has_room(table: Table) -> bool:
    """Tell whether a lobby has a seat that nobody has taken."""
    return len(table.seats) < max(game_of(table).info.seats)


def _demand_room(table: Table) -> None:
    if not has_room(table):
        raise Trouble(_("All seats at this table are taken. Open one of your own with `/play`."))
