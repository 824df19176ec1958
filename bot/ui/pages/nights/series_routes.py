"""The ids of the controls of a series of game nights: how each is made and read.

A series is named by its newest night, a date like 20261211.
"""

from __future__ import annotations

from typing import Final

from bot.ui.pages.route import Part, Route
from bot.ui.pages.routes import NIGHT, NUMBER

ALL_NIGHTS: Final = "all"
"""Stands in an id for all nights of a server."""
DATE: Final = Part("20[0-9]{6}")

SERIES: Final = Route("n:series", NIGHT, marks=True)
TIME: Final = Route("n:seriestime", NIGHT, marks=True)
TIME_SET: Final = Route("n:seriestimeset", NIGHT)
NAME: Final = Route("n:seriesname", NIGHT, marks=True)
OTHER_TIME: Final = Route("n:seriesor", NIGHT, NUMBER)
MOVE: Final = Route("n:seriesmove", NIGHT, DATE, NUMBER)
"""With the first date that moves, and to which moment."""
ASK_SKIP: Final = Route("n:skip", NIGHT, DATE, marks=True)
SKIP: Final = Route("n:skipped", NIGHT, DATE, marks=True)
TAKE_IN: Final = Route("n:takein", NIGHT, DATE)
ANNOUNCE: Final = Route("n:announce", NIGHT, DATE, marks=True)
ASK_ANNOUNCE: Final = Route("n:early", NIGHT, DATE)
ASK_END: Final = Route("n:seriesend", NIGHT, marks=True)
END: Final = Route("n:seriesover", NIGHT)

# What guests want of the nights to come: by a night, or by the server and a series of it

TELL: Final = Route("n:tell", NIGHT, marks=True)
EVERY: Final = Route("n:every", NIGHT, marks=True)
NEXT_IN: Final = Route("n:next", NIGHT, DATE, marks=True)
"""With the next date, before it is announced."""
NEXT_OUT: Final = Route("n:notnext", NIGHT, DATE, marks=True)
WISH: Final = Route("n:wish", NIGHT)
STOP: Final = Route("n:wishes", NIGHT, marks=True)
TELL_HERE: Final = Route("n:tellhere", Part("[0-9]{1,20}", int))
ATTEND: Final = Route("n:attend", Part("[0-9]{1,20}", int))
UNWISH: Final = Route("n:unwish", Part("[0-9]{1,20}", int), Part(f"{ALL_NIGHTS}|{NIGHT.fits}"))
PINGS: Final = Route("n:pings", Part("[0-9]{1,20}", int), Part("on|off"))
"""Whether somebody is pinged about a server's nights at all."""

# Only one night of it, or all that come later, too

_SCOPE: Final = Part("one|all")

CHANGE: Final = Route("n:edit", NIGHT, _SCOPE, marks=True)
MORE: Final = Route("n:setting", NIGHT, _SCOPE, marks=True)
TIMES: Final = Route("n:time", NIGHT, _SCOPE, marks=True)
LIMIT: Final = Route("n:limits", NIGHT, _SCOPE, marks=True)
PILOT: Final = Route("n:pilots", NIGHT, _SCOPE, marks=True)
ASK_CANCEL: Final = Route("n:off", NIGHT, _SCOPE, Part("series", optional=True))
"""With where it was asked, if that is the page of the series: it leads back there."""
CANCEL_ALL: Final = Route("n:alloff", NIGHT)
