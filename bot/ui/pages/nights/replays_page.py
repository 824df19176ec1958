"""The finished games of a night, to look at again."""

from __future__ import annotations

from typing import Final

from bot.nights.night import Night
from bot.tables.rankings import place_once_gone
from bot.tables.results import SeatResult, computers_tables, of_seats
from bot.ui.pages.gone_words import why_behind
from bot.ui.pages.long_lists import fit, lots
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_games import title_of_game
from bot.ui.pages.nights.night_ranking import RecapFacts
from bot.ui.pages.nights.night_words import plain_name_of
from bot.ui.pages.nights.standings_page import bare_name_of
from bot.ui.pages.numbers import number
from bot.ui.pages.page import Choice, Page, Row, Select
from bot.ui.pages.wording import NO_BREAK, Wording, cut, seat_name

LISTS: Final = 4
"""The most lists of games."""
ROOM: Final = 85
"""How many characters the players of a game take in a list; more of them are counted."""
FIRST: Final = "🏆"
CELLS: Final = 18
"""The most cells of a name there; a CJK character takes two."""


def replays_page(
    night: Night, facts: RecapFacts, wording: Wording, me: int | None, start: int = 0
) -> Page:
    """Return lists of a night's finished games, from which one is picked to look at; `me` is who
    looks.
    """
    gettext = wording.gettext
    kept = [table for table in facts.tables if any(r.table_id == table for r in facts.results)]
    kept.sort(key=lambda table: facts.tables[table])
    rows: list[Row] = []
    games = [_game(table, facts, me, wording, several=night.several) for table in kept]
    for at, lot in enumerate(lots(games, start, wording, LISTS)):
        found = [facts.tables[each.value][0] for each in lot if each.value in facts.tables]
        first, last = found[0], found[-1]
        prompt = gettext("Games of rounds {first} to {last}", first=first, last=last)
        if first == last:
            prompt = gettext("Games of round {n}", n=first)
        rows.append(Select(desk_routes.REPLAY_OF(night.id, f"l{at}"), prompt, lot))
    text = gettext("Pick a game.")
    if not facts.results:
        text = none_ended(night, facts, wording)
    elif not rows:
        text = gettext("No game of this night is kept any more.")
    title = gettext("Replays · {title}", title=plain_name_of(night))
    return Page(title, text, rows=tuple(rows))


def none_ended(night: Night, facts: RecapFacts, wording: Wording) -> str:
    """Return the line that stands where no game has ended with a result."""
    if night.over and not facts.still_on:
        return wording.gettext("No game of this night has ended with a result.")
    return wording.gettext("No game of this night has ended yet.")


def _game(
    table: str, facts: RecapFacts, me: int | None, wording: Wording, *, several: bool
) -> Choice:
    """Return a game for a list: where it was played, of several games which, and who has won, above
    its players with their scores.

    The best score is first. Whoever was away comes last, but for one that is nobody's.
    """
    round_, of_round = facts.tables[table]
    rows = [row for row in of_seats(facts.results) if row.table_id == table]
    earned = not computers_tables(rows)
    rows.sort(key=lambda row: (earned and row.place, -row.score))
    corrected = any(each.table_id == table for each in facts.corrected)
    # Else the order of the scores says who stands where.
    told = [earned and any(r.score <= row.score for r in rows[:at]) for at, row in enumerate(rows)]

    def scored(*, points: bool) -> list[str]:
        each = zip(rows, told, strict=True)
        return [_score(row, facts, me, wording, told=say, points=points) for row, say in each]

    more = [wording.gettext("places corrected by a host")] if corrected else []
    room = ROOM - len(" · ".join([*more, ""]))
    scores = scored(points=True)
    if len(wording.series(scores)) > room:
        # All names come before that.
        scores = scored(points=False)
    more.append(wording.series(fit(scores, len(scores), wording, room=room, people=True)))
    label = [wording.gettext("Round {round}, table {table}", round=round_, table=of_round)]
    label += [title_of_game(facts.games, row.game, wording) for row in rows[:1] if several]
    crowned = earned and table not in facts.by_rule
    first = [_name(row, facts, me, wording) for row in rows if row.won and crowned]
    room = ROOM - len(" · ".join([*label, FIRST]))
    first = fit(first, len(first), wording, room=room, people=True)
    label += [f"{FIRST} {wording.series(first)}"] if first else []
    return Choice(table, " · ".join(label), more=" · ".join(more))


def _score(
    row: SeatResult,
    facts: RecapFacts,
    me: int | None,
    wording: Wording,
    *,
    told: bool,
    points: bool,
) -> str:
    """Return the score of a seat, with who had it at the end, as the list of its round has it; if
    `told`, also why they stand behind, unless a host has put them elsewhere, and with `points` that
    this brings none.
    """
    said = f"{_name(row, facts, me, wording)}{NO_BREAK}{number(row.score)}"
    table, why = facts.seated[row.table_id], ""
    gone = table.gone()
    if told and row.seat in gone and row.place == place_once_gone(row.seat, gone, row.seats):
        why = why_behind(row.seat, table, wording)
    if not why:
        return said
    if points and table.seats[row.seat].level is None and not _has_points(row, facts):
        why = f"{why} · {wording.gettext('no night points')}"
    return wording.annotated(said, why, NO_BREAK)


def _has_points(row: SeatResult, facts: RecapFacts) -> bool:
    """Tell whether whoever had a seat at the end of its game has points for that round."""
    person = facts.seated[row.table_id].seats[row.seat].person
    return any(e.points for e in facts.points.earned if (e.person, e.round) == (person, row.round))


def _name(row: SeatResult, facts: RecapFacts, me: int | None, wording: Wording) -> str:
    """Return who had a seat at the end of its game."""
    table = facts.seated[row.table_id]
    seat = table.seats[row.seat]
    name = bare_name_of(seat.person, facts.named, me, wording)
    if seat.level is not None:
        name = seat_name(seat.name, seat.level, table.language)
    return cut(name, CELLS)
