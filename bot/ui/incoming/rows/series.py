"""What is pressed about series of game nights, by those who lead them."""

from __future__ import annotations

from typing import Final

from bot.ui.incoming.rows.row import Control
from bot.ui.pages import routes

CONTROLS: Final = (
    Control(
        routes.CHANGE_SOME,
        lambda on, it, night, scope: on.planning.show_form(it, night, scope),
        "leader",
    ),
    Control(
        routes.MORE_OF_SOME,
        lambda on, it, night, scope: on.planning.show_settings_form(it, night, scope),
        "leader",
    ),
    Control(
        routes.TIMES_OF_SOME,
        lambda on, it, night, scope: on.planning.show_times(it, night, scope),
        "leader",
    ),
    Control(
        routes.ASK_CANCEL_SOME,
        lambda on, it, night, scope: on.cancelling.ask_some(it, night, scope),
        "leader",
    ),
    Control(
        routes.CANCEL_ALL,
        lambda on, it, night: on.cancelling.cancel(it, night, to_come=True),
        "leader",
    ),
    Control(routes.SERIES, lambda on, it, night: on.series.show(it, night), "leader"),
    Control(
        routes.ASK_SKIP,
        lambda on, it, night, date: on.series.ask_to_skip(it, night, date),
        "leader",
    ),
    Control(routes.SKIP, lambda on, it, night, date: on.series.skip(it, night, date), "leader"),
    Control(
        routes.TAKE_IN, lambda on, it, night, date: on.series.take_in(it, night, date), "leader"
    ),
    Control(
        routes.ANNOUNCE,
        lambda on, it, night, date: on.series.announce(it, night, date),
        "organizer",
    ),
    Control(routes.END_SERIES, lambda on, it, night: on.series.ask_to_end(it, night), "leader"),
    Control(routes.REALLY_END_SERIES, lambda on, it, night: on.series.end(it, night), "leader"),
    Control(routes.SERIES_TIME, lambda on, it, night: on.series.ask_time(it, night), "leader"),
)

FORMS: Final = (
    Control(routes.SERIES_TIME_SET, lambda on, it, night: on.series.set_time(it, night), "leader"),
)
