"""The finished games of a night, to look at again."""

from __future__ import annotations

from typing import Final

from bot.nights.night import Night
from bot.tables.results import SeatResult, computers_tables, is_computers, of_seats
from bot.ui.pages.gone_words import gone_in_result
from bot.ui.pages.long_lists import fit, lots
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_ranking import RecapFacts
from bot.ui.pages.nights.night_words import plain_name_of
from bot.ui.pages.nights.standings_page import bare_name_of
from bot.ui.pages.numbers import number
from bot.ui.pages.page import Choice, Page, Row, Select
from bot.ui.pages.wording import NO_BREAK, Wording, cut

LISTS: Final = 4
"""The most lists of games."""
ROOM: Final = 85
"""How many characters the players of a game take in a list; more of them are counted."""
CELLS: Final = 18
"""The most cells of a name there; a CJK character takes two."""


def replays_page(night: Night, facts: RecapFacts, wording: Wording, start: int = 0) -> Page:
    """Return lists of a night's finished games, from which one is picked to look at."""
    gettext = wording.gettext
    kept = [table for table in facts.tables if any(r.table_id == table for r in facts.results)]
    kept.sort(key=lambda table: facts.tables[table])
    rows: list[Row] = []
    games = [_game(table, facts, wording) for table in kept]
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


def _game(table: str, facts: RecapFacts, wording: Wording) -> Choice:
    """Return a game for a list: its players with their scores, and where it was played.

    The best score is first. Whoever was away comes last, but for one that is nobody's.
    """
    round_, at = facts.tables[table]
    rows = [row for row in of_seats(facts.results) if row.table_id == table]
    earned = not computers_tables(rows)
    rows.sort(key=lambda row: (earned and row.place, -row.score))
    scores = [_score(row, facts, wording, earned=earned) for row in rows]
    scores = fit(scores, len(scores), wording, room=ROOM, people=True)
    where = wording.gettext("Round {round}, table {table}", round=round_, table=at)
    if any(each.table_id == table for each in facts.corrected):
        where = wording.annotated(where, wording.gettext("places corrected by a host"))
    return Choice(table, wording.series(scores), more=where)


def _score(row: SeatResult, facts: RecapFacts, wording: Wording, *, earned: bool) -> str:
    """Return the score of a seat, with whose it is."""
    said = number(row.score)
    if row.person is not None:
        name = cut(bare_name_of(row.person, facts.named, None, wording), CELLS)
        said = f"{name}{NO_BREAK}{said}"
    elif is_computers(row):
        said = f"{wording.pgettext('of a seat', 'computer')}{NO_BREAK}{said}"
    else:
        # Several had it, and none of them enough to have its points.
        said = f"–{NO_BREAK}{said}"
    gone = earned and row.gone
    return wording.annotated(said, gone_in_result(wording), NO_BREAK) if gone else said
