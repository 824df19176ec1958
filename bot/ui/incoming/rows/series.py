"""What is pressed about series of game nights, by those who lead them, and by their guests."""

from __future__ import annotations

from typing import Final

from bot.ui.actions.nights.cancelling import Cancelling
from bot.ui.actions.nights.fans import FanActions
from bot.ui.actions.nights.night_desk import NightDesk
from bot.ui.actions.nights.night_more import NightMore
from bot.ui.actions.nights.night_planning import NightPlanning
from bot.ui.actions.nights.series import SeriesActions
from bot.ui.incoming.rows.row import Control
from bot.ui.pages.nights import series_routes

CONTROLS: Final = (
    Control(series_routes.CHANGE, NightPlanning.show_form, "leader"),
    Control(series_routes.MORE, NightPlanning.show_settings_form, "leader"),
    Control(series_routes.TIMES, NightPlanning.show_times, "leader"),
    Control(series_routes.LIMIT, NightDesk.ask_limit, "leader"),
    Control(series_routes.PILOT, NightMore.show_evening, "leader"),
    Control(series_routes.ASK_CANCEL, Cancelling.ask_some, "leader"),
    Control(
        series_routes.CANCEL_ALL,
        lambda on, it, night: on.cancelling.cancel(it, night, to_come=True),
        "leader",
    ),
    Control(series_routes.SERIES, SeriesActions.show, "leader"),
    Control(series_routes.ASK_SKIP, SeriesActions.ask_to_skip, "leader"),
    Control(series_routes.SKIP, SeriesActions.skip, "leader"),
    Control(series_routes.TAKE_IN, SeriesActions.take_in, "leader"),
    Control(series_routes.ASK_ANNOUNCE, SeriesActions.ask_to_announce, "announcer"),
    Control(series_routes.ANNOUNCE, SeriesActions.announce, "announcer"),
    Control(series_routes.ASK_END, SeriesActions.ask_to_end, "leader"),
    Control(series_routes.END, SeriesActions.end, "leader"),
    Control(series_routes.TELL, lambda on, it, night: on.fans.want(it, night, "tell"), "anyone"),
    Control(series_routes.EVERY, lambda on, it, night: on.fans.want(it, night, "every"), "anyone"),
    Control(series_routes.NEXT_IN, FanActions.come_next, "anyone"),
    Control(
        series_routes.NEXT_OUT,
        lambda on, it, night, date: on.fans.come_next(it, night, date, comes=False),
        "anyone",
    ),
    Control(series_routes.WISH, FanActions.show, "anyone"),
    Control(series_routes.STOP, FanActions.stop, "anyone"),
    Control(series_routes.TELL_HERE, FanActions.want_all, "anyone"),
    Control(
        series_routes.ATTEND, lambda on, it, _guild: on.night_lists.show_attendance(it), "anyone"
    ),
    Control(series_routes.PINGS, FanActions.turn_pings, "anyone"),
    Control(series_routes.UNWISH, FanActions.unwish, "anyone"),
    Control(series_routes.TIME, SeriesActions.ask_time, "leader"),
    Control(series_routes.NAME, SeriesActions.ask_name, "leader"),
    Control(series_routes.OTHER_TIME, SeriesActions.other_time, "leader"),
    Control(series_routes.MOVE, SeriesActions.move, "leader"),
)

FORMS: Final = (
    Control(series_routes.TIME_SET, SeriesActions.set_time, "leader"),
    Control(series_routes.NAME, SeriesActions.name, "leader"),
)
