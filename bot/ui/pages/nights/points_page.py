"""The points of a night, round by round, so that everybody can check them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from string import digits
from typing import Final

from wcwidth import wcswidth

from bot.nights.night import Night, Round
from bot.nights.night_points import HALF as HALF_OF_FIRST
from bot.nights.night_points import still_coming
from bot.ui.pages.long_lists import on_page, page_line, turning
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_ranking import IN_LINE, RecapFacts, at_play, shown_people
from bot.ui.pages.nights.night_recap import best_lines
from bot.ui.pages.nights.night_words import plain_name_of
from bot.ui.pages.nights.recap_remarks import by_computers, nobodys_firsts, remarks
from bot.ui.pages.nights.replays_page import none_ended
from bot.ui.pages.nights.standings_page import (
    HALF_POINTS,
    NO_POINTS,
    SHOWN_HALF,
    bare_name_of,
    is_rounded,
    name_of,
    shown_points,
    worth_line,
)
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording, cut
from storage.result_rows import FULL_POINTS

ROUNDS: Final = 3
"""How many rounds stand next to each other, and the sum of the others; there are more pages for
those. One more stands in the place of that sum where there is no other.
"""
PEOPLE: Final = 18
"""How many people are on a page."""
CELLS: Final = 35
"""The cells of a line of a code block on a phone; a CJK character takes two."""
SHORTEST_NAME: Final = 5
HALF: Final = "*"
"""Stands before half of a first place, so that points stay below each other."""
NOTHING: Final = "x"
NOBODYS: Final = "–"
DECIDED: Final = "!"
TOO_LATE: Final = "+"
OPEN: Final = "·"
COMING: Final = "?"
MINE: Final = "▸"


@dataclass(frozen=True, slots=True)
class _Line:
    """Somebody's points: a cell for each round shown, for all others, and for the sum of all."""

    person: int
    mark: str
    """Stands before the line of whoever looks."""
    place: str
    name: str
    cells: tuple[str, ...]


def points_page(
    night: Night,
    facts: RecapFacts,
    wording: Wording,
    person: int | None,
    rounds: int | None = None,
    page: int = 0,
    *,
    leads: bool = False,
) -> Page:
    """Return the points of a night, round by round, for a person who looks at them.

    `rounds` is which part of the rounds is shown, counted from 0; None for the last one. `page` is
    which part of the people. Whoever `leads` the night can correct a result,
    and get its files.
    """
    gettext = wording.gettext
    shown, rounds, parts = _shown(night.dealt, rounds)
    lines = [*_lines(night, facts, wording, person, shown)]
    pages = max(1, -(-len(lines) // PEOPLE))
    # As many on each: a last page of one line would be a press for nothing.
    people, page, pages = on_page(lines, page, max(1, -(-len(lines) // pages)))
    text = [f"-# {said}"] if (said := _after(night, facts, wording)) else []
    if people:
        heads = [*_heads(night, shown, wording)]
        text += ["```", *_block(heads, people), "```"]
        legend = [*_legend(heads, people, wording)]
        if _any_rounded(facts, {each.person for each in people}):
            legend.append(gettext("points are rounded"))
        text += [f"-# {' · '.join(legend)}"] if legend else []
    if said := by_computers(facts, wording):
        text.append(said)
    elif not people:
        text.append(none_ended(night, facts, wording))
    text += best_lines(facts, wording) if night.over or night.all_played else ()
    text += [*_unmoved(night, facts, wording), *nobodys_firsts(facts, wording)]
    text += remarks(facts, wording)
    title = gettext("Night points · {title}", title=plain_name_of(night))
    footer = " · ".join(filter(None, (worth_line(wording), page_line(page, pages, wording))))
    buttons = _turning(night, (rounds, parts), (page, pages), wording)
    if not buttons and not stays(night, facts):
        # Once the page isn't kept up to date any more, a press shows it as it is then.
        now = desk_routes.NIGHT_POINTS(night.id, f"{rounds}.{page}", mark="now")
        buttons.append(Button(now, gettext("Show now")))
    hosts = ()
    if leads and facts.results:
        correct = Button(desk_routes.CORRECT(night.id), gettext("Correct a result …"))
        hosts = correct, Button(desk_routes.NIGHT_FILES(night.id), gettext("Result files"))
    rows = tuple(filter(None, (tuple(buttons), hosts)))
    return Page(title, "\n".join(text), footer=footer, rows=rows)


def _shown(dealt: Sequence[Round], part: int | None) -> tuple[Sequence[Round], int, int]:
    """Return which rounds are shown as a part of them, which part that is, and how many there are;
    None is the last one.
    """
    most = ROUNDS + (len(dealt) == ROUNDS + 1)
    last = max(0, -(-len(dealt) // most) - 1)
    shown, part, parts = on_page(dealt, last if part is None else part, most)
    return (shown if len(shown) == most else dealt[-most:]), part, parts


def stays(night: Night, facts: RecapFacts) -> bool:
    """Tell whether the points of a night stay as they are, unless a host corrects them: it is over,
    and so is every game.
    """
    return night.over and not facts.still_on


def _after(night: Night, facts: RecapFacts, wording: Wording) -> str:
    """Return after which round it is; "" before the first, and where a night has ended before its
    games: what is still on stands below.
    """
    if not night.dealt or (night.over and facts.still_on):
        return ""
    number, rounds = len(night.dealt), night.round_count
    text = wording.gettext("After round {number} of {rounds}")
    if night.playing is not None and not night.over:
        text = wording.gettext("Round {number} of {rounds} is being played")
    return text.format(number=number, rounds=rounds)


def _lines(
    night: Night, facts: RecapFacts, wording: Wording, person: int | None, shown: Sequence[Round]
) -> Iterator[_Line]:
    """Yield everybody's line, the most points first: those with a place, then those without."""
    standings, earned = facts.points.standings, facts.points.earned
    playing, numbers = at_play(night, facts), {each.number for each in shown}
    hides = len(shown) < len(night.dealt)
    coming = {(who, each.number) for each in shown for who in still_coming(night, each)}

    def line(who: int, place: str, value: Fraction) -> _Line:
        name = bare_name_of(who, facts.named, person, wording)
        mark = MINE if who == person else ""
        cells = (_cell(who, each, facts, playing, coming, wording) for each in shown)
        others = sum(e.points for e in earned if e.person == who and e.round not in numbers)
        rest = (shown_points(Fraction(others, FULL_POINTS), wording, in_column=True),) * hides
        # Where there is one round alone, its points are all that there are.
        total = (shown_points(value, wording, in_column=True),) * (night.round_count > 1)
        return _Line(who, mark, place, name, (*cells, *rest, *total))

    places = Counter(each.place for each in standings.listed)
    for each in standings.listed:
        place = f"{each.place}{'=' if places[each.place] > 1 else ''}"
        yield line(each.person, place, each.value)
    for who, value in standings.unplaced.items():
        yield line(who, NOBODYS, value)


def _unmoved(night: Night, facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield who was dealt in and isn't listed, and in the end who came and never was; the recap,
    which all read, doesn't name them. Where one of them is hidden, they are counted.
    """
    still = sorted(night.dealt_in - night.took_part)
    counted = wording.ngettext(
        "{n} guest was away from start to finish.",
        "{n} guests were away from start to finish.",
        len(still),
    )
    named = wording.gettext("Away from start to finish: {names}.")
    yield from _named_or_counted(still, named, counted, facts, wording)
    here = {each.person for each in night.guests.guests if each.came_at is not None}
    seatless = sorted(here - night.dealt_in - {night.row.host}) if night.over else []
    counted = wording.ngettext(
        "{n} guest came, but got no seat.", "{n} guests came, but got no seat.", len(seatless)
    )
    named = wording.gettext("Came, but got no seat: {names}.")
    yield from _named_or_counted(seatless, named, counted, facts, wording)


def _named_or_counted(
    people: Sequence[int], named: str, counted: str, facts: RecapFacts, wording: Wording
) -> Iterator[str]:
    """Yield who some people are, or how many if there is one who isn't named; nothing of nobody."""
    if {*people} - (facts.named.names.keys() - facts.named.hidden):
        yield counted
    elif people:
        names = [name_of(each, facts.named, None, wording) for each in people]
        yield named.format(names=wording.listed(shown_people(names, IN_LINE, wording)))


def _cell(
    who: int,
    round_: Round,
    facts: RecapFacts,
    playing: set[tuple[int, int]],
    coming: set[tuple[int, int]],
    wording: Wording,
) -> str:
    """Return what somebody has for a round; "" if they weren't there."""
    earned, number = facts.points.of(who, round_.number), round_.number
    if not earned:
        late = TOO_LATE if who in round_.seating.joined else ""
        return OPEN if (who, number) in playing else late
    points = sum(each.points for each in earned)
    if points == HALF_OF_FIRST and any(each.points for each in earned if each.result is None):
        return HALF + shown_points(Fraction(1, 2), wording, in_column=True)
    if not points and (who, number) in coming:
        return COMING
    if not any(each.result is not None and each.result.of_seat for each in earned):
        return DECIDED if (number, who) in facts.decided else NOTHING
    return shown_points(Fraction(points, FULL_POINTS), wording, in_column=True)


def _rest(wording: Wording) -> str:
    return wording.pgettext("points of the rounds that aren't shown", "rest")


def _heads(night: Night, shown: Sequence[Round], wording: Wording) -> Iterator[str]:
    """Yield what stands above the columns: of the rounds shown, of the others, and of all."""
    for each in shown:
        yield wording.gettext("R{number}", number=each.number)
    if len(shown) < len(night.dealt):
        yield _rest(wording)
    if night.round_count > 1:
        yield wording.pgettext("points of all rounds", "all")


def _block(heads: Sequence[str], people: Sequence[_Line]) -> Iterator[str]:
    """Yield the lines of a table of fixed width, its head first.

    Names come last: a wide letter isn't quite as wide as two others in every font, and whatever
    came behind it wouldn't stand in its column.
    """
    marks = max(len(each.mark) for each in people)
    places = marks + max(len(each.place) for each in people)
    columns = [
        max(wcswidth(each) for each in column)
        for column in zip(heads, *(line.cells for line in people), strict=True)
    ]
    room = CELLS - places - sum(columns)
    gaps = len(columns) + 1
    # Where names are long, what stands before them moves closer together.
    wide = max(wcswidth(each.name) for each in people) + 2 * gaps <= room
    gap = 2 if wide else 1
    columns = [gap + width for width in columns]
    yield f"{'':{places}}{_numbers(heads, columns)}"
    names = _told_apart([each.name for each in people], max(SHORTEST_NAME, room - gap * gaps))
    for each, name in zip(people, names, strict=True):
        place = f"{each.mark:{marks}}{each.place}"
        yield f"{place:{places}}{_numbers(each.cells, columns)}{'':{gap}}{name}"


def _told_apart(names: Sequence[str], cells: int) -> list[str]:
    """Return names as long as there is room; those that begin alike with how they end."""
    short = [cut(each, cells) for each in names]
    alike = Counter(short)

    def told(name: str, begins: str) -> str:
        end = name[-2:]
        whole = begins == name or alike[begins] < 2
        return begins if whole else f"{cut(name, cells - wcswidth(end))}{end}"

    return [told(*each) for each in zip(names, short, strict=True)]


def _numbers(cells: Sequence[str], columns: Sequence[int]) -> str:
    return "".join(
        " " * (width - wcswidth(cell)) + cell for cell, width in zip(cells, columns, strict=True)
    )


def _legend(heads: Sequence[str], people: Sequence[_Line], wording: Wording) -> Iterator[str]:
    """Yield what the signs and heads mean that are there."""
    gettext = wording.gettext
    said = {
        "=": gettext("the place is shared"),
        HALF: gettext("sat out, late, took a seat over, or no result"),
        NOTHING: gettext("no points: left, away at the end, or too few moves"),
        DECIDED: gettext(NO_POINTS["decided"]),
        TOO_LATE: gettext("took a seat over, and made no move or left"),
        NOBODYS: gettext("no place: finished no game that counts"),
        OPEN: gettext("still at play"),
        COMING: gettext(HALF_POINTS["coming"], half=SHOWN_HALF),
        MINE: gettext("your line"),
        _rest(wording): gettext("the other rounds"),
    }
    cells = {HALF if cell.startswith(HALF) else cell for each in people for cell in each.cells}
    there = {sign for each in people for sign in (*each.place.lstrip(digits), each.mark)}
    there |= {*cells, *heads}
    yield from (f"`{sign}` {meaning}" for sign, meaning in said.items() if sign in there)
    if any("" in each.cells for each in people):
        yield gettext("empty: not in that round")


def _any_rounded(facts: RecapFacts, shown: Collection[int]) -> bool:
    """Tell whether points of those shown are rounded, of a round or in all."""
    points = facts.points
    values = [value for person, value in points.standings.by_value if person in shown]
    values += [Fraction(e.points, FULL_POINTS) for e in points.earned if e.person in shown]
    return any(map(is_rounded, values))


def _turning(
    night: Night, rounds: tuple[int, int], people: tuple[int, int], wording: Wording
) -> list[Button]:
    (part, parts), (page, pages) = rounds, people

    def to(part: int, page: int, mark: str) -> str:
        return desk_routes.NIGHT_POINTS(night.id, f"{part}.{page}", mark=mark)

    buttons = [*turning(page, pages, lambda at, mark: to(part, at, mark), wording)]
    if parts > 1:
        before, after = max(part - 1, 0), min(part + 1, parts - 1)
        gettext = wording.gettext
        buttons += [
            Button(to(before, page, "before"), gettext("Earlier rounds"), disabled=part == 0),
            Button(to(after, page, "after"), gettext("Later rounds"), disabled=part == parts - 1),
        ]
    return buttons
