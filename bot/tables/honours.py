"""What a finished game meant to its people: their best score so far, several wins in a row, or
nothing at all where computers played their seats.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.tables.results import WhyNobodys, nobodys
from storage.result_rows import EarlierResult, ResultRow
from storage.store import Store

ENOUGH_GAMES: Final = 3
"""From so many earlier games on, a score can be somebody's best yet."""
ENOUGH_WINS: Final = 2
"""From so many wins on, they are in a row."""


@dataclass(frozen=True, slots=True)
class Honour:
    """What is said after somebody's score: how many wins in a row it was, or 0 for the best yet."""

    wins: int = 0
    nobodys: WhyNobodys | None = None
    """Why the result of that seat is nobody's, if it is."""


async def honours_of(store: Store, table_id: str, holders: Sequence[int]) -> dict[int, Honour]:
    """Return what can be said of those who played a game, by seat: nothing for a game alone.

    `holders` is who has each seat at the end.
    """
    own = await store.results.of_table(table_id)
    people = [row.person for row in own if row.person is not None and row.person > 0]
    earlier = await store.results.earlier(table_id) if people else ()
    hidden = await store.results.hidden(people) if people else ()
    return honours(own, earlier, hidden, holders)


def honours(
    own: Sequence[ResultRow],
    earlier: Iterable[EarlierResult],
    hidden: Collection[int],
    holders: Sequence[int],
) -> dict[int, Honour]:
    """Return what the results of a game mean, by seat, at most one thing each.

    `earlier` are those of the same game and server, the newest first. No praise is for whoever is
    `hidden` in standings, was forgotten, or had left.
    """
    found = {seat: Honour(nobodys=why) for seat, why in nobodys(own, holders).items()}
    known = list(earlier)
    for row in own:
        if row.person is None or row.person <= 0 or row.person in hidden or row.gone:
            continue
        before = [each for each in known if each.person == row.person]
        scores = [each.score for each in before if each.seats == row.seats and not each.gone]
        wins = _in_a_row(before) + 1 if row.won and row.counts else 0
        if len(scores) >= ENOUGH_GAMES and row.score > max(scores):
            found[row.seat] = Honour()
        elif wins >= ENOUGH_WINS:
            found[row.seat] = Honour(wins)
    return found


def _in_a_row(results: Iterable[EarlierResult]) -> int:
    """Return how many of the newest results that count are wins."""
    wins = 0
    for each in results:
        if not each.counts:
            continue
        if not each.won:
            break
        wins += 1
    return wins
