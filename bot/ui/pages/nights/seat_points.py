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
    stand where they do; "" if their place says it, as the last one does. `why` is why its result is
    nobody's, if it is.
    """
    gettext = wording.gettext
    gone, sits = seat in table.gone() and not table.moved_by_host(seat), table.seats[seat]
    if sits.level is not None:
        return ""
    if why == "late" and sits.never_came:
        half = gettext("{points} night points", points=SHOWN_HALF)
        return half if gone else gettext("wasn't there: {points}", points=half)
    if why in HALF_POINTS:
        return gettext(HALF_POINTS[why], half=SHOWN_HALF)
    place = table.ending().places[seat]
    if why in ("computers", "few", None) and gone and place == len(table.seats):
        return ""
    if why in ("computers", "few") and gone and (sits.stayed or sits.never_came):
        # Why they made too few moves stands there already.
        return gettext("no night points")
    if why is not None:
        return gettext(NO_POINTS[why])
    if not gone:
        return ""
    worth = Fraction(points_of(place, len(table.seats)), FULL_POINTS)
    return gettext("{points} night points", points=shown_points(worth, wording))
