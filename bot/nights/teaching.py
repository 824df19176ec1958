"""Teaching tables: where those who want to be taught play a game, and aren't hurried. Pure.

They have a teacher where there is one, once on each night for each game: what somebody learned on
an earlier night doesn't count. Whoever comes to another game in a later round, or whose first one
computers have finished, has one again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.nights.assign_tables import SeatedTable
from bot.nights.night import Night, Round
from bot.nights.seating import Seating, Teaching
from bot.nights.seating_search import A_TEACHER
from bot.tables.results import SeatResult

LONGER: Final = 2
"""How many times as long as usual a round may take while a teaching table is on."""


def needs_teacher(night: Night) -> bool:
    """Tell whether somebody who comes wants to learn the game, and nobody offers to teach it; not
    where newcomers play like others.
    """
    marks = {mark for guest in night.guests.coming for mark in guest.marks}
    return night.row.teach and "learner" in marks and "teacher" not in marks


def to_teach(night: Night) -> bool:
    """Tell whether the first round is to have a teaching table, as far as guests have said: whoever
    comes late isn't taught in it.
    """
    learners = (each for each in night.guests.coming if "learner" in each.marks)
    return night.row.teach and any(not each.late for each in learners)


def dealt_to(night: Night, seating: Seating, first: int = 1) -> Seating:
    """Return the seating of a round that is dealt, with who is taught at its tables from `first`
    on.

    From now on nobody's marks change that.
    """
    tables = seating.seated.tables[first - 1 :] if night.row.teach else ()
    found = (_taught(night, at, table, seating.new) for at, table in enumerate(tables, first))
    teaching = (*seating.teaching, *(each for each in found if each is not None))
    return replace(seating, new=(), teaching=teaching)


def to_be_taught(night: Night, seating: Seating) -> dict[int, Teaching]:
    """Return the teaching tables of a proposal by their numbers, as they would be dealt now."""
    found = dealt_to(night, replace(seating, teaching=())).teaching
    return {each.table: each for each in found}


def who_stay_together(night: Night, seating: Seating) -> list[frozenset[int]]:
    """Return who of each table of a proposal is taught or teaches there; nobody where nobody does
    either.
    """
    taught = to_be_taught(night, seating)
    tables = (taught.get(number) for number in range(1, len(seating.seated.tables) + 1))
    return [
        frozenset((*each.learners, *each.teachers)) if each and each.teachers else frozenset()
        for each in tables
    ]


def learners_welcome(
    night: Night, seating: Seating, there: Collection[int], new: Collection[tuple[str, int]]
) -> list[int]:
    """Return how many learners who have no seat yet would find a teacher with time at each table
    of a proposal: nowhere any where nobody of those who are `there` is such a learner.

    `new` is who hasn't finished a game of a kind tonight, as tables name it.
    """
    tables = seating.seated.tables
    games, seated = {table.game for table in tables}, seating.seated.everybody()
    waiting = {person for game, person in new if game in games and person in there}
    marked = {each.person for each in night.guests.guests if "learner" in each.marks}
    if not (waiting & marked).difference(seated):
        return [0] * len(tables)
    found = list[int]()
    for table in tables:
        teachers = set(_marked(night, table, "teacher")).intersection(there)
        learners = set(_marked(night, table, "learner")).intersection(there)
        found.append(max(0, A_TEACHER * len(teachers - learners) - len(learners)))
    return found


def _taught(
    night: Night, number: int, table: SeatedTable, new: Collection[tuple[str, int]]
) -> Teaching | None:
    learners = [each for each in _marked(night, table, "learner") if (table.game, each) in new]
    teachers = [each for each in _marked(night, table, "teacher") if each not in learners]
    return Teaching(number, tuple(learners), tuple(teachers)) if learners else None


def _marked(night: Night, table: SeatedTable, mark: str) -> list[int]:
    guests = ((person, night.guests.find(person)) for person in table.people)
    # The others would wait for long for whoever isn't there yet.
    return [person for person, guest in guests if guest and guest.here and mark in guest.marks]


def teaching_at(round_: Round, number: int) -> Teaching | None:
    """Return who is taught at a table of a round; None if nobody is."""
    return next((each for each in round_.seating.teaching if each.table == number), None)


def taught_before(night: Night, number: int, people: Collection[int]) -> Mapping[int, str]:
    """Return who of a table of a round was taught at their last one tonight, and had more time
    there: with what was played, as tables name it.
    """
    last: dict[int, tuple[str, Teaching | None]] = {}
    for round_ in night.dealt:
        for at, table in enumerate(round_.seating.seated.tables, 1):
            if round_.number < number:
                last |= dict.fromkeys(table.everybody, (table.game, teaching_at(round_, at)))
    found = {each: last[each] for each in people if each in last}
    return {each: game for each, (game, at) in found.items() if at and each in at.learners}


def times_longer(night: Night) -> int:
    """Return how many times as long as usual the round at play may take."""
    playing = night.playing
    on = playing is not None and any(not each.over for each in playing.seating.teaching)
    return LONGER if on else 1


def taught_until(night: Night, over: Collection[int]) -> Night:
    """Return a night that knows which tables of the round at play are over: at those nobody is
    taught any more.
    """
    playing = night.playing
    if playing is None or not any(each.table in over for each in playing.seating.teaching):
        return night
    teaching = tuple(replace(each, over=each.table in over) for each in playing.seating.teaching)
    return night.with_round(replace(playing, seating=replace(playing.seating, teaching=teaching)))


def learners_of(night: Night) -> tuple[int, ...]:
    """Return who was to be taught tonight, each once."""
    tables = (table for each in night.dealt for table in each.seating.teaching)
    return tuple(dict.fromkeys(person for table in tables for person in table.learners))


def taught_tonight(
    night: Night, results: Sequence[SeatResult], new: Collection[tuple[str, int]] = ()
) -> tuple[list[tuple[int, str]], list[int]]:
    """Return who learned which game by playing it to its end, and who taught learners, each once.

    `new` is who of the learners hasn't finished a game of a kind tonight, as tables name it: they
    are taught again, as after a game that computers have finished.
    """
    played = {(each.round, each.person) for each in results if not each.gone}
    learners: list[tuple[int, str]] = []
    teachers: list[int] = []
    for round_ in night.dealt:
        for table in round_.seating.teaching:
            game = round_.seating.seated.tables[table.table - 1].game
            there = [each for each in table.learners if (round_.number, each) in played]
            learners += [(each, game) for each in there if (game, each) not in new]
            if there:
                teachers += [each for each in table.teachers if (round_.number, each) in played]
    return [*dict.fromkeys(learners)], [*dict.fromkeys(teachers)]
