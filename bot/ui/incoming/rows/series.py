"""What is pressed about series of game nights, by those who lead them, and by their guests."""

from __future__ import annotations

from typing import Final

from bot.ui.incoming.rows.row import Control
from bot.ui.pages.nights import series_routes

CONTROLS: Final = (
    Control(
        series_routes.CHANGE,
        lambda on, it, night, scope: on.planning.show_form(it, night, scope),
        "leader",
    ),
    Control(
        series_routes.MORE,
        lambda on, it, night, scope: on.planning.show_settings_form(it, night, scope),
        "leader",
    ),
    Control(
        series_routes.TIMES,
        lambda on, it, night, scope: on.planning.show_times(it, night, scope),
        "leader",
    ),
    Control(
        series_routes.LIMIT,
        lambda on, it, night, scope: on.night_desk.ask_limit(it, night, scope),
        "leader",
    ),
    Control(
        series_routes.PILOT,
        lambda on, it, night, scope: on.night_pilot.show(it, night, scope),
        "leader",
    ),
    Control(
        series_routes.ASK_CANCEL,
        lambda on, it, night, scope: on.cancelling.ask_some(it, night, scope),
        "leader",
    ),
    Control(
        series_routes.CANCEL_ALL,
        lambda on, it, night: on.cancelling.cancel(it, night, to_come=True),
        "leader",
    ),
    Control(series_routes.SERIES, lambda on, it, night: on.series.show(it, night), "leader"),
    *(
        Control(each, lambda on, it, night, date: on.series.skip(it, night, date), "leader")
        for each in (series_routes.SKIP, series_routes.OLD_SKIP)
    ),
    Control(
        series_routes.TAKE_IN,
        lambda on, it, night, date: on.series.take_in(it, night, date),
        "leader",
    ),
    Control(
        series_routes.ANNOUNCE,
        lambda on, it, night, date: on.series.announce(it, night, date),
        "organizer",
    ),
    Control(series_routes.ASK_END, lambda on, it, night: on.series.ask_to_end(it, night), "leader"),
    Control(series_routes.END, lambda on, it, night: on.series.end(it, night), "leader"),
    Control(series_routes.TELL, lambda on, it, night: on.fans.want(it, night, "tell"), "anyone"),
    Control(series_routes.EVERY, lambda on, it, night: on.fans.want(it, night, "every"), "anyone"),
    Control(series_routes.WISHES, lambda on, it, night: on.fans.show_wishes(it, night), "anyone"),
    Control(
        series_routes.UNWISH,
        lambda on, it, guild, scope: on.fans.unwish(it, guild, scope),
        "anyone",
    ),
    Control(series_routes.TIME, lambda on, it, night: on.series.ask_time(it, night), "leader"),
)

FORMS: Final = (
    Control(series_routes.TIME_SET, lambda on, it, night: on.series.set_time(it, night), "leader"),
)
