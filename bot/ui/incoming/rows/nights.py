"""What is pressed and typed about game nights: by guests, to plan them, to look back at them.

What their leaders do from the desk is in `night_desk.py`.
"""

from __future__ import annotations

from typing import Any, Final, Literal, cast

import discord
from discord import app_commands

from bot.nights.announcing import LONGEST_ABOUT
from bot.nights.night import NotLeading
from bot.ui.actions.actions import Actions
from bot.ui.actions.command_options import Option
from bot.ui.actions.nights.ask_planning import AskPlanning
from bot.ui.actions.nights.cancelling import Cancelling
from bot.ui.actions.nights.night_files import NightFiles
from bot.ui.actions.nights.night_form import (
    LIMITS,
    LONGEST_TITLE,
    MINUTES_A_MOVE,
    PAUSES,
)
from bot.ui.actions.nights.night_lists import NightLists
from bot.ui.actions.nights.night_making import NightMaking, NightPlan
from bot.ui.actions.nights.night_planning import NightPlanning
from bot.ui.actions.nights.night_recaps import NightRecaps
from bot.ui.actions.nights.nights import NightActions
from bot.ui.actions.nights.which_night import person_invited
from bot.ui.incoming import offers
from bot.ui.incoming.rows.row import Command, Control, Do, Top
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.evening_page import MOST_ROUNDS
from bot.ui.pages.nights.night_words import MODES, TEACH
from bot.ui.pages.nights.pilot_words import PILOTS
from bot.ui.posting.replies import named
from bot.ui.services import Interaction
from storage.night_rows import Mode, Pilot

Repeat = Literal["no", "weekly", "every 2 weeks"]
WEEKS: Final[dict[Repeat, int]] = {"no": 0, "weekly": 1, "every 2 weeks": 2}
"""What `repeat` takes, in weeks."""


def _press(verb: str) -> Do:
    return lambda on, it, night: on.nights.answer(it, verb, night)


async def _to_desk(on: Actions, it: Interaction, night: str) -> None:
    """Show the desk from what everybody sees; to guests, raise OnPage with the night."""
    try:
        await on.night_desk.show(it, night)
    except NotLeading:
        raise await on.nights.instead_of_desk(it, night) from None


async def _new(
    on: Actions,
    it: Interaction,
    *,
    mode: str,
    pilot: str,
    teach: str,
    repeat: Repeat,
    break_: int,
    mention: discord.Role | None,
    channel: discord.TextChannel | None,
    voice: discord.VoiceChannel | None,
    **typed: Any,
) -> None:
    plan = NightPlan(
        **typed,
        mode=cast(Mode, mode),
        pilot=cast(Pilot, pilot),
        teach=teach == "on",
        repeat=WEEKS[repeat],
        pause=break_,
        mention=None if mention is None else mention.id,
        channel=None if channel is None else channel.id,
        voice=None if voice is None else voice.id,
    )
    await on.night_making.make(it, plan)


async def _add(on: Actions, it: Interaction, person: discord.Member, night: str | None) -> None:
    await on.planning.add(it, person_invited(person), night)


CONTROLS: Final = (
    *(
        Control(route, _press(verb), "guest" if verb in ("home", "absent") else "anyone")
        for route, verb in (
            (routes.PRESS_IN, "in"),
            (routes.PRESS_MAYBE, "maybe"),
            (routes.PRESS_OUT, "out"),
            (routes.PRESS_TAKE, "take"),
            (routes.PRESS_PASS, "pass"),
            (routes.PRESS_HERE, "here"),
            (routes.PRESS_HOME, "home"),
            (routes.PRESS_ABSENT, "absent"),
            (routes.PRESS_LEARN, "learn"),
            (routes.PRESS_TEACH, "teach"),
        )
    ),
    Control(routes.CALL_TO_START, NightActions.call_to_start, "anyone"),
    Control(routes.SHOW_NIGHT, NightActions.show, "anyone"),
    Control(routes.TRY_AGAIN, NightActions.try_again, "anyone"),
    Control(routes.LATE, NightActions.ask_late, "anyone"),
    Control(routes.LATE_BY, NightActions.come_late, "anyone"),
    Control(routes.REMIND, lambda on, it, night: on.fans.show_reminders(it, night), "anyone"),
    Control(
        routes.REMINDED, lambda on, it, night, picked: on.fans.remind(it, night, picked), "guest"
    ),
    Control(routes.TICK, NightActions.tick, "anyone"),
    Control(routes.TICK_NONE, lambda on, it, night: on.nights.tick(it, night, []), "anyone"),
    Control(
        routes.ANSWER_TICKED,
        lambda on, it, night, verb, places: on.nights.answer(it, verb, night, places),
        "anyone",
    ),
    Control(
        routes.NIGHTS_LIST,
        lambda on, it, _night, page: on.night_lists.show_list(it, page),
        "anyone",
    ),
    Control(routes.EVERYBODY, NightActions.show_everybody, "anyone"),
    Control(routes.NIGHT_RULES, NightActions.ask_rules, "anyone"),
    Control(routes.NIGHT_LESSONS, NightActions.ask_lesson, "anyone"),
    # Planned and changed
    Control(routes.PUBLISH, NightPlanning.publish, "leader"),
    Control(routes.DISCARD, NightPlanning.discard, "leader"),
    Control(routes.OPTIONS, NightPlanning.pick_options, "leader"),
    Control(routes.OTHER_DATE, NightPlanning.pick_date, "leader"),
    Control(routes.MOVE_NIGHT, NightPlanning.move, "leader"),
    Control(routes.NEW_NIGHT, NightMaking.ask, "organizer"),
    Control(routes.CHANGE, NightPlanning.show_form, "leader"),
    Control(routes.MORE_SETTINGS, NightPlanning.show_settings_form, "leader"),
    Control(routes.TIMES, NightPlanning.show_times, "leader"),
    Control(routes.ASK_CANCEL, Cancelling.ask, "leader"),
    Control(routes.CANCEL, Cancelling.cancel, "leader"),
    Control(routes.ASK_UNCANCEL, Cancelling.ask_back, "leader"),
    Control(routes.UNCANCEL, Cancelling.take_back, "leader"),
    Control(routes.CANCEL_WHY, Cancelling.ask_why, "leader"),
    Control(routes.KEEP_NIGHT, NightPlanning.show_edit, "leader"),
    Control(routes.TO_DESK, _to_desk, "leader"),
    Control(
        routes.WHICH_NIGHT, lambda on, it, _night, then: on.which_night.chosen(it, then), "anyone"
    ),
    # Looked back at
    Control(desk_routes.MY_TABLE, NightRecaps.say_where, "anyone"),
    Control(desk_routes.NIGHT_STANDINGS, NightRecaps.show_points, "anyone"),
    Control(routes.CALENDAR, NightFiles.calendar, "anyone"),
    Control(desk_routes.NIGHT_POINTS, NightRecaps.show_points, "anyone"),
    Control(desk_routes.REPLAYS, NightRecaps.show_replays, "anyone"),
    Control(
        desk_routes.REPLAY_OF,
        lambda on, it, night, _list, table: on.night_recaps.replay(it, night, table),
        "anyone",
    ),
    Control(
        desk_routes.REPLAY_OF_MORE,
        lambda on, it, night, _list, start: on.night_recaps.show_replays(it, night, start),
        "anyone",
    ),
    Control(desk_routes.SAME_AGAIN, NightRecaps.same_again, "announcer"),
    Control(desk_routes.ANOTHER_DATE, NightRecaps.another_date, "announcer"),
    Control(desk_routes.ASK_DATES, AskPlanning.ask_about, "announcer"),
)

FORMS: Final = (
    Control(routes.NEW_NIGHT, NightMaking.make_again, "organizer"),
    Control(
        routes.CANCEL_WHY,
        lambda on, it, night, to_come: on.cancelling.cancel(it, night, to_come=bool(to_come)),
        "leader",
    ),
    Control(routes.CHANGED, NightPlanning.change, "leader", newest=True),
    Control(routes.MORE_CHANGED, NightPlanning.change_settings, "leader", newest=True),
    Control(routes.TIMES_CHANGED, NightPlanning.change_times, "leader", newest=True),
)

TOPS: Final = {
    "night": Top("Host game nights: add and change seasons"),
    "nights": Top("Standings and seasons of this server"),
}

LED_NIGHT: Final = Option(
    "night", str, "Which night, if there are several", usual=None, offers=offers.led_nights
)
"""The option by which a host may name the night."""
MENTION: Final = Option("mention", discord.Role, "Which role is mentioned once", usual=None)
TITLE: Final = Option(
    "title", app_commands.Range[str, 1, LONGEST_TITLE], "The game night's title", usual=None
)
ABOUT: Final = Option(
    "about",
    app_commands.Range[str, 1, LONGEST_ABOUT],
    "A word about the night; everybody reads it",
    usual=None,
)


def _minutes(allowed: range) -> Any:
    return app_commands.Range[int, allowed[0], allowed[-1]]


COMMANDS: Final = (
    Command(
        "night new",
        "Plan and announce a game night; you see a preview first",
        _new,
        "organizer",
        (
            Option(
                "when",
                app_commands.Range[str, 1, 60],
                "Day and time, as in: fri 20:00 · 27.11. 20:00 · tomorrow 8pm",
                offers=offers.night_dates,
            ),
            Option("game", str, "Which game", offers=offers.games),
            Option(
                "game2",
                str,
                "A second game; guests say what they would play",
                usual=None,
                offers=offers.games,
            ),
            Option("game3", str, "A third game", usual=None, offers=offers.games),
            TITLE,
            Option(
                "rounds",
                app_commands.Range[int, 1, MOST_ROUNDS],
                "How many rounds (usually 3)",
                usual=3,
            ),
            Option(
                "limit",
                _minutes(LIMITS),
                "The most guests; no limit if you leave it out",
                usual=None,
            ),
            Option("mode", str, "Who sits with whom", usual="social", choices=MODES),
            Option(
                "pilot",
                str,
                "Who leads the night: you, or the bot",
                usual="helper",
                choices=PILOTS,
            ),
            Option("teach", str, "How newcomers play", usual="on", choices=TEACH),
            Option(
                "move_time", _minutes(MINUTES_A_MOVE), "Minutes for a move (usually 2)", usual=2
            ),
            Option("break", _minutes(PAUSES), "Minutes between rounds (usually 5)", usual=5),
            Option("repeat", Repeat, "Repeat the night by itself", usual="no"),
            Option(
                "season", str, "In which season its games count", usual=None, offers=offers.seasons
            ),
            MENTION,
            Option(
                "zone",
                str,
                "The time zone of the date; usually the server's, or yours",
                usual=None,
                offers=offers.zones,
            ),
            Option(
                "channel", discord.TextChannel, "Where it is announced; usually here", usual=None
            ),
            ABOUT,
            Option("voice", discord.VoiceChannel, "Where the guests talk", usual=None),
        ),
    ),
    Command(
        "night edit",
        "Change a night",
        lambda on, it, night: on.planning.show_edit(it, night),
        "leader",
        (LED_NIGHT,),
    ),
    Command(
        "night cancel",
        "Cancel a night",
        lambda on, it, night: on.cancelling.ask(it, night),
        "leader",
        (LED_NIGHT,),
    ),
    Command(
        "night add",
        "Invite somebody to a night",
        _add,
        "leader",
        (
            Option("person", discord.Member, "Whom you invite; they press “I'm in” themselves"),
            LED_NIGHT,
        ),
    ),
    Command(
        "night remove",
        "Take somebody off a night",
        lambda on, it, person, night: on.planning.remove(it, named(person), night),
        "leader",
        (Option("person", discord.User, "Who is taken off"), LED_NIGHT),
    ),
    Command("nights list", "See the game nights planned here", NightLists.show_list, "anyone"),
    Command(
        "nights attend",
        "See how often you came to game nights here",
        NightLists.show_attendance,
        "anyone",
    ),
)
