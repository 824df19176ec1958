"""What the sums of a night don't say: what is still on, is nobody's, or was corrected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from bot.engine.text import marked as _
from bot.nights.after_night import as_typed
from bot.tables.results import computers_tables, is_computers, of_seats, order_of
from bot.ui.pages.nights.night_ranking import RecapFacts
from bot.ui.pages.nights.standings_page import addressed_name_of, name_of
from bot.ui.pages.wording import Wording, plain_words

TABLES_LISTED: Final = 3
"""The most tables of a round that are named together."""


def remarks(facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield what the sums alone don't say: what is still at play, is nobody's, or was corrected."""
    gettext = wording.gettext
    if facts.still_on:
        yield _still_on(facts, wording)
    if not by_computers(facts, wording):
        yield from _by_computers(facts, wording)
        yield from _finished(facts, wording)
        yield from _stepped_in(facts, wording)
    yield from _alone(facts, wording)
    for each in facts.corrected:
        text = gettext("Corrected by a host: {where} ({reason})")
        if any(row.person == each.by for row in facts.results if row.table_id == each.table_id):
            text = gettext("Corrected by a host who played there: {where} ({reason})")
        where = where_of(each.table_id, facts, wording) or each.table_id
        yield text.format(where=where, reason=plain_words(each.reason))
        if order := _order_now(each.table_id, facts, wording):
            yield f"-# {gettext('New order: {order}', order=order)}"


def by_computers(facts: RecapFacts, wording: Wording) -> str:
    """Return that nobody has points since all games are over and computers played them; "" if it
    isn't so.
    """
    played = computers_tables(facts.results)
    points = any(each.points for each in facts.points.earned)
    if points or not played or facts.still_on or played < {*facts.tables}:
        return ""
    return wording.gettext("Computers played to the end, so there are no night points tonight.")


def where_of(table: str, facts: RecapFacts, wording: Wording) -> str:
    """Return which table of which round it was."""
    if table not in facts.tables:
        return ""
    round_, at = facts.tables[table]
    return wording.gettext("round {round}, table {table}", round=round_, table=at)


def _by_computers(facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield which tables have a result that belongs to nobody."""
    found = computers_tables(facts.results)
    where = sorted(facts.tables[table] for table in found if table in facts.tables)
    every = {*facts.tables, *(row.table_id for row in facts.results)}
    if found and found >= every and not facts.still_on:
        yield wording.gettext(
            "Computers played to the end, so there are night points only for sitting out."
        )
    elif where:
        yield wording.gettext(
            "Computers played nearly all of {tables}: no night points.",
            tables=wording.listed(named_tables(where, wording)),
        )


def nobodys_firsts(facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield at which tables nobody gets the points for first place, where points are added up: else
    whoever has most seems to have too few. Where computers finished a game that left somebody
    without, that says it.
    """
    if by_computers(facts, wording):
        return
    finished = {*_finished_without(facts)}
    said = {
        True: _("A computer came first at {tables}: nobody gets the points for that."),
        False: _("Nobody gets the points for first place at {tables}."),
    }
    found: dict[bool, set[tuple[int, int]]] = {True: set(), False: set()}
    for table, where in facts.tables.items():
        first = [e for e in of_seats(facts.results) if e.table_id == table and e.won]
        if first and where not in finished and all(each.person is None for each in first):
            found[all(map(is_computers, first))].add(where)
    theirs = {facts.tables.get(table) for table in computers_tables(facts.results)}
    for computers, text in said.items():
        if where := [each for each in found[computers] if each not in theirs]:
            yield wording.gettext(text, tables=wording.listed(named_tables(where, wording)))


def _finished(facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield which games computers have finished that gave points, but not to all who played."""
    if where := _finished_without(facts):
        yield wording.gettext(
            "Computers finished {tables}: no night points for whoever had made too few moves.",
            tables=wording.listed(named_tables(where, wording)),
        )


def _stepped_in(facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield who has nothing for a game as they decided for the others at their own table; why
    somebody has no place stands there.
    """
    decided = {person for _round, person in facts.decided}
    placed = (each.person for each in facts.points.standings.listed)
    if people := [person for person in placed if person in decided]:
        names = [addressed_name_of(each, facts.named, wording) for each in people]
        yield wording.gettext(
            "Stepped in as host at their own table: {names}. That game gives them no night points.",
            names=wording.listed(names),
        )


def _finished_without(facts: RecapFacts) -> list[tuple[int, int]]:
    """Return at which tables that computers finished somebody had moved, but too seldom for points;
    none at which nobody has any.
    """
    nobodys = computers_tables(facts.results)
    few = [row for row in facts.results if not row.of_seat and row.decisions]
    few = [row for row in few if (row.round, row.person) not in facts.decided]
    found = {facts.tables.get(row.table_id) for row in few if row.table_id not in nobodys}
    return [each for each in sorted(facts.finished) if each in found]


def _order_now(table: str, facts: RecapFacts, wording: Wording) -> str:
    """Return who came where at a table, as a host types it; "" if computers have places there."""
    rows = [row for row in of_seats(facts.results) if row.table_id == table]
    rows = as_typed(rows, facts.corrected) if rows else []
    people = {row.seat: row.person for row in rows if row.person is not None}
    if len(people) < len(rows):
        return ""
    names = {seat: name_of(each, facts.named, None, wording) for seat, each in people.items()}
    return wording.series(" = ".join(names[seat] for seat in tied) for tied in order_of(rows))


def _alone(facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield at which tables somebody played against computers alone: their place counts as ever.

    Not where another guest had made a move before a computer played on.
    """
    moved: dict[tuple[int, int], list[bool]] = {}
    for row in of_seats(facts.results):
        if row.table_id in facts.tables:
            own = not is_computers(row) or row.by_computer < row.decisions
            moved.setdefault(facts.tables[row.table_id], []).append(own)
    if where := [at for at, theirs in moved.items() if theirs.count(True) == 1]:
        yield wording.gettext(
            "At {tables} one guest played against computers. It counts like any other.",
            tables=wording.listed(named_tables(where, wording)),
        )


def _still_on(facts: RecapFacts, wording: Wording) -> str:
    gettext = wording.gettext
    tables = named_tables(facts.still_on, wording)
    return gettext(
        "Still on: {tables}. Their night points are added as each game ends.",
        tables=wording.series(tables),
    )


def named_tables(where: Iterable[tuple[int, int]], wording: Wording) -> list[str]:
    """Return tables of one or more rounds in words, those of a round together; many are counted."""
    named: list[str] = []
    for round_, found in groupby(sorted(where), key=lambda each: each[0]):
        tables = [wording.gettext("table {number}", number=number) for _, number in found]
        if len(tables) > TABLES_LISTED:
            tables = [wording.ngettext("{n} table", "{n} tables", len(tables))]
        text = wording.gettext(
            "{tables} of round {round}", tables=wording.listed(tables), round=round_
        )
        named.append(text)
    return named
