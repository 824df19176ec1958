"""Who stands where on a night, with what, and why somebody has no place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from bot.nights.after_night import Correction
from bot.nights.night import Night
from bot.nights.night_points import NightPoints
from bot.nights.standings import Standings
from bot.tables.results import SeatResult
from bot.tables.who_sits import TableBrief
from bot.ui.pages.long_lists import fit
from bot.ui.pages.nights.night_games import Games
from bot.ui.pages.nights.standings_page import (
    NO_POINTS,
    SHOWN_HALF,
    Named,
    name_of,
    shown_points,
)
from bot.ui.pages.numbers import place_mark
from bot.ui.pages.wording import NO_BREAK, Wording

LISTED: Final = 10
"""How many people have a line of their own on the recap; the others share one."""
ROOM: Final = 800
"""The most characters of the names in that line, about 30 of them."""
IN_LINE: Final = 5
"""How many people are named in a line."""


@dataclass(frozen=True, slots=True)
class RecapFacts:
    """A night's results, besides the night itself. Nothing about a game that isn't over."""

    points: NightPoints
    named: Named
    results: Sequence[SeatResult]
    tables: Mapping[str, tuple[int, int]]
    """The round and number of each table that is still kept."""
    still_on: Sequence[tuple[int, int]] = ()
    """The round and number of the tables still at play."""
    corrected: Sequence[Correction] = ()
    games: Games = ()
    """The games of the night."""
    decided: Collection[tuple[int, int]] = ()
    """Who earned nothing in a round as they decided for the others at their own table: the round,
    and the person."""
    new: Collection[tuple[str, int]] = ()
    """Who of tonight's learners hasn't finished a game of a kind tonight, as tables name it."""
    finished: Sequence[tuple[int, int]] = ()
    """The round and number of the tables whose games computers were told to finish, and have."""
    seated: Mapping[str, TableBrief] = field(default_factory=dict)
    """Who sits how at each table that is still kept."""
    by_rule: Collection[str] = ()
    """The tables with somebody who is first by rule alone, and isn't celebrated."""


def place_lines(night: Night, facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield who came where, the most points first; medals are for points, and for results alone.

    Those without a place come last, all alike in one line; where others with a place aren't
    named, nobody without points is, unless they still play.
    """
    standings = facts.points.standings

    def name(person: int) -> str:
        return name_of(person, facts.named, None, wording)

    def shown(who: str, value: Fraction) -> str:
        return f"{who} · **{shown_points(value, wording)}**"

    def first(who: str, value: Fraction) -> str:
        points = f"**{shown_points(value, wording)}**"
        return f"{who} · {wording.gettext('{points} night points', points=points)}"

    shares = Counter(each.place for each in standings.listed)
    medals = facts.points.from_results
    marks = {
        each.person: place_mark(
            each.place, medal=medals and each.value > 0, shared=shares[each.place] > 1
        )
        for each in standings.listed
    }
    places = [
        (shown if at else first)(f"{marks[each.person]} {name(each.person)}", each.value)
        for at, each in enumerate(standings.listed)
    ]
    most = _most_listed(standings)
    most += len(places) == most + 1
    yield from places[:most]
    others = [
        f"{marks[each.person]} {name(each.person)} {shown_points(each.value, wording)}"
        for each in standings.listed[most:]
    ]
    named = fit(others, len(others), wording, room=ROOM, people=True)
    if named:
        yield wording.series(named)
    alike: dict[tuple[Fraction, str], list[str]] = {}
    playing = {person for person, _round in at_play(night, facts)}
    everybody = len(named) == len(others)
    for person, value in standings.unplaced.items():
        if not (value or everybody or person in playing):
            continue
        why = why_no_place(person, night, facts, wording)
        alike.setdefault((value, why), []).append(name(person))
    for (value, why), names in alike.items():
        together = wording.listed(shown_people(names, IN_LINE, wording))
        yield f"{shown(f'– {together}', value)} · {why}"


def _most_listed(standings: Standings) -> int:
    """Return how many of those with a place are listed: a few more where they share the last."""
    listed = standings.listed
    if len(listed) <= LISTED:
        return LISTED
    shared = sum(each.place <= listed[LISTED - 1].place for each in listed)
    return shared if shared <= LISTED + 2 else LISTED


def why_no_place(person: int, night: Night, facts: RecapFacts, wording: Wording) -> str:
    """Return why somebody has no place, and what their points are if they have any; nobody is
    blamed for having gone, or made few moves.
    """
    gettext = wording.gettext
    mine = [each for each in facts.points.earned if each.person == person]
    halves = {each.round for each in mine if each.result is None and each.points}
    out = {each.number for each in night.dealt if person in each.seating.seated.sit_outs}
    if halves and halves <= out:
        return gettext("sat out: {half} points a round, no place", half=SHOWN_HALF)
    over = {each.number for each in night.dealt if person in each.seating.joined}
    if halves and halves <= out | over:
        return gettext("took a seat over: {half} points a round, no place", half=SHOWN_HALF)
    if halves and person in night.over_too_soon:
        return gettext(
            "the night ended before their time: {half} points a round, no place", half=SHOWN_HALF
        )
    if any(each.number in halves and person in night.came_late(each) for each in night.dealt):
        return wording.ngettext(
            "came too late for round {rounds}: {half} points, no place",
            "came too late for rounds {rounds}: {half} points each, no place",
            len(halves),
            half=SHOWN_HALF,
            rounds=wording.listed([*map(str, sorted(halves))]),
        )
    if halves:
        return gettext("game without a result: {half} points a round, no place", half=SHOWN_HALF)
    if any((each.number, person) in facts.decided for each in night.dealt):
        return gettext(NO_POINTS["decided"])
    if mine and _was_gone(person, facts):
        return gettext("wasn't there at the end")
    if mine:
        # They made too few moves of their own, or their table, which tells, isn't kept.
        return gettext("a computer played for them")
    if any(who == person for who, _round in at_play(night, facts)):
        return gettext("still at play")
    return gettext("took a seat over, and made no move or left")


def _was_gone(person: int, facts: RecapFacts) -> bool:
    """Tell whether somebody was gone from a table as it ended, as far as tables are still kept."""
    seats = [seat for table in facts.seated.values() if table.over for seat in table.seats]
    mine = [seat for seat in seats if seat.person == person]
    return any(seat.gone is not None and not (seat.stayed or seat.never_came) for seat in mine)


def at_play(night: Night, facts: RecapFacts) -> set[tuple[int, int]]:
    """Return who sits at a table that isn't over, with the round."""
    return {
        (person, each.number)
        for each in night.dealt
        for number, table in enumerate(each.seating.seated.tables, 1)
        if (each.number, number) in facts.still_on
        for person in (*table.people, *table.came)
    }


def points_in_line(facts: RecapFacts, wording: Wording, *, final: bool = False) -> str:
    """Return who has most points, in a line: "Ada 10, Bob 6.7"; "" if nobody has any. Once they are
    `final`, it says who has no place for them.

    Those who have as many are named together, or counted with what they have if they are too many:
    with a place also who has none, so that all who played read of themselves.
    """
    placed = {each.person for each in facts.points.standings.listed}
    everybody = [
        (person, value)
        for person, value in facts.points.standings.by_value
        if value or person in placed
    ]
    if not any(value for _person, value in everybody):
        return ""
    ends = [at for at in range(1, len(everybody)) if everybody[at - 1][1] != everybody[at][1]]
    # Nobody is left out alone, as many as they may be with.
    last = (len(everybody), ends[0] if ends else 0)
    whole = [at for at in (*ends, len(everybody)) if at <= IN_LINE + (at in last)]

    def shown(person: int, value: Fraction) -> str:
        name = name_of(person, facts.named, None, wording)
        said = f"{name}{NO_BREAK}{shown_points(value, wording)}"
        without = final and placed and person not in placed
        return wording.gettext("{points} (no place)", points=said) if without else said

    said = [shown(person, value) for person, value in everybody]
    if whole:
        named = said[: max(whole)]
        less = len(said) - len(named)
        fewer = wording.ngettext(
            "{n} other with fewer points", "{n} others with fewer points", less
        )
        return wording.listed([*named, fewer] if less else named)
    alike = sum(value == everybody[0][1] for _person, value in everybody) - IN_LINE
    points = shown_points(everybody[0][1], wording)
    text = wording.ngettext(
        "{n} other with {points}", "{n} others with {points}", alike, points=points
    )
    return wording.listed([*said[:IN_LINE], text])


def points_changes(facts: RecapFacts, after: NightPoints, me: int, wording: Wording) -> list[str]:
    """Return whose points of a night would be others, a line each: from what to what."""
    before, now = (dict(each.standings.by_value) for each in (facts.points, after))
    found: list[str] = []
    for who in now | before:
        had, has = before.get(who, Fraction()), now.get(who, Fraction())
        if had != has:
            name = name_of(who, facts.named, me, wording)
            had_, has_ = shown_points(had, wording), shown_points(has, wording)
            found.append(f"{name} · {had_} → **{has_}**")
    return found


def shown_people(people: Sequence[str], most: int, wording: Wording) -> list[str]:
    """Return at most so many people, or one more, since nobody is left out alone."""
    most += len(people) == most + 1
    return fit(people, most, wording, people=True)
