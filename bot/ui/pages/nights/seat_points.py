"""What a seat of a night's table brings its person, where their place alone doesn't say so."""

from __future__ import annotations

from fractions import Fraction

from bot.tables.rankings import points_of
from bot.tables.results import WhyNobodys
from bot.tables.table_face import TableFace
from bot.ui.pages.nights.standings_page import HALF_POINTS, NO_POINTS, SHOWN_HALF, shown_points
from bot.ui.pages.wording import Wording
from storage.result_rows import FULL_POINTS


def points_note(seat: int, table: TableFace, why: WhyNobodys | None, wording: Wording) -> str:
    """Return how many night points somebody has for a seat of a finished game, behind why they
    stand where they do; "" if their place says it. `why` is why its result is nobody's, if it is.
    """
    gettext = wording.gettext
    gone, sits = _gone(seat, table), table.seats[seat]
    if sits.level is not None:
        return ""
    if why == "late" and sits.never_came:
        half = gettext("{points} night points", points=SHOWN_HALF)
        return half if gone else gettext("wasn't there: {points}", points=half)
    if why in HALF_POINTS:
        return gettext(HALF_POINTS[why], half=SHOWN_HALF)
    if why is not None:
        last = table.ending().places[seat] == len(table.seats)
        if why != "decided" and gone and (sits.stayed or sits.never_came or last):
            # Why it brings nothing stands there already.
            return gettext("no night points")
        return gettext(NO_POINTS[why])
    if brings_nothing(seat, table, why):
        return gettext("no night points")
    worth = _worth(seat, table)
    return gettext("{points} night points", points=shown_points(worth, wording)) if gone else ""


def brings_nothing(seat: int, table: TableFace, why: WhyNobodys | None) -> bool:
    """Tell whether somebody has no night points for a seat of a finished game, though they weren't
    just the last of those who stayed; `why` as above.
    """
    if table.seats[seat].level is not None or why in HALF_POINTS:
        return False
    return why in NO_POINTS or (_gone(seat, table) and not _worth(seat, table))


def _gone(seat: int, table: TableFace) -> bool:
    """Tell whether somebody stands where they do because they were gone."""
    return seat in table.gone() and not table.moved_by_host(seat)


def _worth(seat: int, table: TableFace) -> Fraction:
    """Return what a seat's place brings; 1 is a first place."""
    return Fraction(points_of(table.ending().places[seat], len(table.seats)), FULL_POINTS)
