"""The end of a game that people end before it is over: by giving up, or with points as they stand.

Its scores are those that all can see. Nothing here knows more of a game than its public view.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.game import AnyGame, Result
from bot.engine.text import marked as _
from bot.engine.views import PublicView
from bot.tables.clock import MINUTE
from bot.tables.going_on import SILENCE
from bot.tables.table import Changes, Table
from bot.tables.table_face import PublicFacts
from bot.tables.trouble import CHANGED, Trouble

EARLY: Final = ("conceded", "ended_points")
"""The table events with which a game may end before it is over."""
LIVE_SILENCE: Final = 10 * MINUTE
"""For how long those who are gone may still come back to a live game that is to end."""
POINTS_SEEN: Final = _("points so far")
"""What the scores of a game that ended early are made of."""


def early_result(
    game: AnyGame, public: PublicView, seats: int, winners: Collection[int] | None = None
) -> Result:
    """Return how a game ends now, with the points that all can see.

    `winners` have won it whatever they scored; None leaves that to the points.
    """
    scores = game.points_now(public) or (0,) * seats
    if winners is None:
        winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return Result(scores, tuple(winners), tuple(((POINTS_SEEN, score),) for score in scores))


def is_early(result: Result, game: AnyGame, public: PublicView) -> bool:
    """Tell whether a result is one with which a game could have ended where it stands.

    What its points are called doesn't matter: in older games that was said otherwise.
    """
    parts = tuple(tuple((POINTS_SEEN, n) for _called, n in each) for each in result.breakdown)
    early = early_result(game, public, len(result.scores), result.winners)
    return replace(result, breakdown=parts) == early


def can_end_with_points(table: Table) -> bool:
    """Tell whether the game at a table has points that all can see, to end it with."""
    return table.game is not None and table.game.points_now(table.public()) is not None


def with_points(table: Table) -> Changes:
    """Return what ends a table with the points as they stand."""
    return _ended(table, None)


def sign_of(table: PublicFacts, points: Sequence[int] | None = None) -> int:
    """Return a number that changes once something has changed that matters to whoever ends a game:
    who sits there, who of them is there, and the `points` if it ends with them.
    """
    seats = [(seat.person, seat.here, seat.gave_up) for seat in table.seats]
    said = (table.phase, seats, None if points is None else tuple(points))
    return zlib.crc32(repr(said).encode())


def demand_as_drawn(table: Table, sign: int | None, *, with_points: bool = False) -> None:
    """Raise Trouble if a table isn't as it was when a page was drawn; None asks about none."""
    points = None
    if with_points and table.game is not None:
        points = table.game.points_now(table.public())
    if sign not in (None, sign_of(table, points)):
        raise Trouble(CHANGED)


def outlasted(table: PublicFacts) -> bool:
    """Tell whether one person alone is there where nobody but people sat: all others come below
    them, so they may end the game.
    """
    people_only = len(table.seats) > 1 and not table.computers()
    return table.phase == "playing" and people_only and len(table.people_here()) == 1


def outlasted_until(table: PublicFacts, now: int) -> int:
    """Return until when the others may come back if whoever has outlasted them ends the game now.

    Nobody can come back where all others gave up; days away that go on are waited for.
    """
    absent = [table.seats[number] for number in table.absent()]
    if not absent:
        return now
    back_at = [seat.back_at for seat in absent if seat.back_at is not None]
    return max([now, *back_at]) + (LIVE_SILENCE if table.pace == "live" else SILENCE)


def last_one_left(table: PublicFacts) -> tuple[int, ...] | None:
    """Return who has won a table since all others have given up or are gone; None if the game goes
    on.

    That is where nobody but people sat, and one is there; and at two seats, once one gave up.
    """
    others = tuple(seat for seat in range(len(table.seats)) if seat not in table.gone())
    people_only = not table.computers() or len(table.seats) == 2
    return others if people_only and len(others) == 1 else None


def after_giving_up(table: Table) -> Changes:
    """Return what else changes at a table once one more person has given up: it may be over.

    Where nobody is left who could come back, computers play the game to its end.
    """
    winners = last_one_left(table)
    if winners is not None:
        return _ended(table, winners)
    could_play = any(seat.here or (seat.absent and not seat.gave_up) for seat in table.seats)
    return {} if could_play else {"played_out": True}


def _ended(table: Table, winners: Collection[int] | None) -> Changes:
    assert table.game is not None
    result = early_result(table.game, table.public(), len(table.seats), winners)
    return {"phase": "finished", "paused": False, "early": result}
