"""What is pressed and typed at the desk of those who lead a game night."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from discord import app_commands

from bot.engine.text import marked as _
from bot.nights import pilot_presses, rounds
from bot.nights.after_night import LONGEST_REASON
from bot.nights.night import Rule
from bot.tables.trouble import Trouble
from bot.ui.actions.command_options import Option
from bot.ui.actions.nights.desk_tables import DeskTables
from bot.ui.actions.nights.night_desk import NightDesk
from bot.ui.actions.nights.night_files import NightFiles
from bot.ui.actions.nights.night_guests import NightGuests
from bot.ui.actions.nights.night_more import NightMore
from bot.ui.actions.nights.night_proposal import NightProposal
from bot.ui.actions.nights.night_recaps import LONGEST_PLACES, NightRecaps
from bot.ui.actions.nights.night_waiting import NightWaiting
from bot.ui.incoming import offers
from bot.ui.incoming.rows.nights import LED_NIGHT
from bot.ui.incoming.rows.row import UNKNOWN_CONTROL, Command, Control, Do
from bot.ui.pages import routes
from bot.ui.pages.long_lists import more_from
from bot.ui.pages.nights import desk_routes


def _people(picked: list[str]) -> tuple[list[int], int]:
    """Return who was picked, and where the list goes on if that was picked."""
    starts = [at for each in picked if (at := more_from(each)) is not None]
    people = [int(each) for each in picked if re.fullmatch(routes.PERSON.fits, each)]
    if len(starts) + len(people) != len(picked):
        raise Trouble(UNKNOWN_CONTROL)
    return people, next(iter(starts), 0)


def _by_rule(rule: Callable[..., Rule], done: str = "") -> Do:
    """Return what changes a night by a rule, made from what its id says else, and shows the desk.

    Above it stands what is `done`, or why it can't be.
    """
    return lambda on, it, night, *said: on.night_desk.change(it, night, rule(*said), done)


def _at_table(verb: str) -> Do:
    return lambda on, it, night, table: on.desk_tables.do(it, night, verb, table)


def _other_seating(how: str) -> Do:
    return lambda on, it, night, sign: on.night_proposal.seat_again(it, night, sign, how)


CONTROLS: Final = (
    Control(desk_routes.DESK, NightDesk.show, "leader"),
    *(
        Control(
            each,
            lambda on, it, night, table: on.night_desk.show(it, night, picked=table),
            "leader",
        )
        for each in (desk_routes.DESK_TABLE, desk_routes.DESK_TABLE_OF_BEFORE)
    ),
    Control(
        desk_routes.DESK_TABLE_MORE,
        lambda on, it, night, table: on.night_desk.show(it, night, picked=table, more=True),
        "leader",
    ),
    *(
        Control(each, DeskTables.answer_call, "leader")
        for each in (desk_routes.PICK_TABLE, desk_routes.ANSWER_CALL)
    ),
    Control(
        desk_routes.PICK_TABLE_MORE,
        lambda on, it, night, start: on.night_desk.show(it, night, start=start),
        "leader",
    ),
    Control(
        desk_routes.PUT_ON_SEAT,
        lambda on, it, night, table, place: on.desk_tables.put(it, night, table, *place),
        "leader",
    ),
    Control(
        desk_routes.PUT_FOR_GOOD,
        lambda on, it, night, table, place: on.desk_tables.put(it, night, table, *place, sure=True),
        "leader",
    ),
    Control(
        desk_routes.PUT_ON_SEAT_MORE,
        lambda on, it, night, table, start: on.night_desk.show(
            it, night, picked=table, start=start
        ),
        "leader",
    ),
    Control(desk_routes.NIGHT_FILES, NightFiles.results, "leader"),
    Control(desk_routes.GUESTS, NightGuests.show, "leader"),
    Control(desk_routes.DESK_MORE, NightMore.show, "leader"),
    Control(desk_routes.CORRECT, NightRecaps.ask_correction, "leader"),
    Control(desk_routes.CORRECT_MORE, NightRecaps.ask_correction, "leader"),
    Control(desk_routes.CORRECT_GAME, NightRecaps.show_correction, "leader"),
    Control(desk_routes.CORRECTED, NightRecaps.correct, "leader"),
    Control(desk_routes.GUEST, NightGuests.show_one, "leader"),
    Control(
        desk_routes.GUEST_MORE,
        lambda on, it, night, start: on.night_guests.show(it, night, start=start),
        "leader",
    ),
    Control(desk_routes.GUEST_IS, NightGuests.change_one, "leader"),
    Control(
        desk_routes.SURELY_OFF,
        lambda on, it, night, person: on.night_guests.change_one(
            it, night, person, "off", sure=True
        ),
        "leader",
    ),
    Control(
        desk_routes.GONE,
        lambda on, it, night, picked: on.night_guests.have_gone(it, night, *_people(picked)),
        "leader",
    ),
    Control(
        desk_routes.GONE_BEFORE_ROUND,
        lambda on, it, night, picked: on.night_guests.have_gone(
            it, night, *_people(picked), proposed=True
        ),
        "leader",
    ),
    Control(desk_routes.NOT_AT_TABLE, NightGuests.not_at_table, "leader"),
    Control(desk_routes.ASK_TABLE, NightGuests.ask_table, "leader"),
    Control(
        desk_routes.SURELY_NOT_AT_TABLE,
        lambda on, it, night, table, person: on.night_guests.not_at_table(
            it, night, table, person, sure=True
        ),
        "leader",
    ),
    Control(desk_routes.GIVE_SEAT, NightGuests.ask_place, "leader"),
    Control(
        desk_routes.GIVE_SEAT_FROM_DESK,
        lambda on, it, night, person: on.night_guests.ask_place(it, night, person, at_desk=True),
        "leader",
    ),
    Control(desk_routes.GIVE_SEAT_MORE, NightGuests.ask_place, "leader"),
    Control(
        desk_routes.GIVE_SEAT_AT,
        lambda on, it, night, person, place: on.desk_tables.put(it, night, *place, person),
        "leader",
    ),
    Control(desk_routes.PLAN, NightProposal.show, "leader"),
    Control(desk_routes.POST_AGAIN, NightDesk.post_again, "leader"),
    Control(desk_routes.SAY, NightDesk.ask_word, "leader"),
    Control(desk_routes.LIMIT, NightDesk.ask_limit, "leader"),
    Control(desk_routes.PILOT, NightMore.show_evening, "leader"),
    Control(desk_routes.PLAN_EVENING, NightMore.ask_evening, "leader"),
    Control(desk_routes.SET_ROUNDS, NightMore.set_rounds, "leader"),
    Control(desk_routes.SET_REPEAT, NightMore.set_repeat, "leader"),
    Control(desk_routes.SET_TEACH, NightMore.set_teach, "leader"),
    Control(desk_routes.SET_PILOT, NightMore.choose_pilot, "leader"),
    Control(
        desk_routes.STOP_PILOT,
        _by_rule(pilot_presses.stop, _("The night is on hold.")),
        "leader",
    ),
    Control(
        desk_routes.RESUME_PILOT,
        _by_rule(pilot_presses.resume, _("The night goes on.")),
        "leader",
    ),
    Control(
        desk_routes.PAUSE_ALL,
        lambda on, it, night: on.desk_tables.pause_all(it, night, on=True),
        "leader",
    ),
    Control(
        desk_routes.RESUME_ALL,
        lambda on, it, night: on.desk_tables.pause_all(it, night, on=False),
        "leader",
    ),
    Control(desk_routes.NUDGE, DeskTables.nudge, "leader"),
    Control(desk_routes.GIVE_TIME, _at_table("time"), "leader"),
    Control(desk_routes.RESUME_TABLE, _at_table("resume"), "leader"),
    Control(desk_routes.ASK_FINISH, DeskTables.ask_to_finish, "leader"),
    Control(desk_routes.FINISH, DeskTables.finish, "leader"),
    Control(desk_routes.ASK_TURN_BY_TURN, DeskTables.ask_for_days, "leader"),
    Control(desk_routes.TURN_BY_TURN, _at_table("days"), "leader"),
    Control(desk_routes.ASK_VOID, DeskTables.ask_to_void, "leader"),
    Control(desk_routes.VOID, DeskTables.void, "leader"),
    Control(desk_routes.OPEN_DOORS, NightDesk.open_doors, "leader"),
    Control(
        desk_routes.MARK_HERE,
        lambda on, it, night, _number, picked: on.night_guests.mark_here(
            it, night, *_people(picked)
        ),
        "leader",
    ),
    Control(desk_routes.HERE_MYSELF, NightGuests.here_myself, "leader"),
    Control(desk_routes.COHOSTS, NightGuests.set_cohosts, "leader", newest=True),
    Control(
        desk_routes.NO_COHOSTS,
        lambda on, it, night, seen: on.night_guests.set_cohosts(it, night, seen, []),
        "leader",
        newest=True,
    ),
    Control(desk_routes.SEAT_ROUND, NightProposal.seat, "leader", newest=True),
    Control(desk_routes.SEAT_CHOICE, NightProposal.seat, "leader", newest=True),
    *(
        Control(route, _other_seating(how), "leader", newest=True)
        for route, how in (
            (desk_routes.SHUFFLE, "shuffle"),
            (desk_routes.SMALLER_TABLES, "smaller"),
            (desk_routes.LARGER_TABLES, "larger"),
        )
    ),
    Control(
        desk_routes.UNDO_SWAPS,
        lambda on, it, night, sign, how: on.night_proposal.seat_again(
            it, night, sign, how, sure=True
        ),
        "leader",
        newest=True,
    ),
    Control(desk_routes.MEND, NightProposal.mend, "leader", newest=True),
    Control(desk_routes.MEND_CHOICE, NightProposal.mend, "leader", newest=True),
    Control(
        desk_routes.SWAP,
        lambda on, it, night, sign: on.night_proposal.swap(it, night, sign, None, None),
        "leader",
        newest=True,
    ),
    Control(
        desk_routes.SWAP_ONE,
        lambda on, it, night, sign, _list, one: on.night_proposal.swap(it, night, sign, one, None),
        "leader",
        newest=True,
    ),
    Control(
        desk_routes.SWAP_ONE_MORE,
        lambda on, it, night, sign, _list, start: on.night_proposal.swap(
            it, night, sign, None, None, start
        ),
        "leader",
        newest=True,
    ),
    Control(
        desk_routes.SWAP_TWO,
        lambda on, it, night, sign, one, _list, other: on.night_proposal.swap(
            it, night, sign, one, other
        ),
        "leader",
        newest=True,
    ),
    Control(
        desk_routes.SWAP_TWO_MORE,
        lambda on, it, night, sign, one, _list, start: on.night_proposal.swap(
            it, night, sign, one, None, start
        ),
        "leader",
        newest=True,
    ),
    Control(desk_routes.SIT_OUT, NightProposal.ask_sit_out, "leader", newest=True),
    Control(
        desk_routes.SIT_OUT_ONE,
        lambda on, it, night, sign, _list, person: on.night_proposal.sit_out(
            it, night, sign, person
        ),
        "leader",
        newest=True,
    ),
    Control(
        desk_routes.SIT_OUT_MORE,
        lambda on, it, night, sign, _list, start: on.night_proposal.ask_sit_out(
            it, night, sign, start
        ),
        "leader",
        newest=True,
    ),
    Control(desk_routes.SIT_OUT_CHOICE, NightProposal.sit_out, "leader", newest=True),
    Control(desk_routes.CHANGE_GAME, NightProposal.change_game, "leader", newest=True),
    Control(
        desk_routes.CHANGE_GAME_TO,
        lambda on, it, night, sign, _list, picked: on.night_proposal.change_game(
            it, night, sign, picked
        ),
        "leader",
        newest=True,
    ),
    Control(
        desk_routes.CHANGE_GAME_MORE,
        lambda on, it, night, sign, _list, start: on.night_proposal.change_game(
            it, night, sign, None, start
        ),
        "leader",
        newest=True,
    ),
    Control(desk_routes.DROP_PLAN, NightProposal.drop, "leader", newest=True),
    Control(desk_routes.START_ALL, NightProposal.start_all, "leader", newest=True),
    Control(desk_routes.MEND_AND_START, NightProposal.mend_and_start, "leader", newest=True),
    Control(
        desk_routes.START_WITHOUT,
        lambda on, it, night, sign: on.night_proposal.start_all(it, night, sign, without=True),
        "leader",
        newest=True,
    ),
    Control(
        desk_routes.START_AS_IT_IS,
        lambda on, it, night, sign: on.night_proposal.start_all(it, night, sign, as_it_is=True),
        "leader",
        newest=True,
    ),
    Control(desk_routes.ADD_TABLE, NightWaiting.show, "leader", newest=True),
    Control(desk_routes.ADD_TABLE_OF, NightWaiting.show, "leader", newest=True),
    Control(desk_routes.DEAL_TABLE, NightWaiting.deal, "leader", newest=True),
    Control(
        desk_routes.ASK_END_NIGHT,
        lambda on, it, night, _number: on.night_more.ask_to_end(it, night),
        "leader",
    ),
    Control(desk_routes.ASK_FINISH_ALL, NightMore.ask_to_finish, "leader", newest=True),
    Control(desk_routes.FINISH_ALL, NightMore.finish_all, "leader", newest=True),
    Control(desk_routes.END_FINISHED, NightMore.finish_and_end, "leader", newest=True),
    Control(desk_routes.END_NIGHT, _by_rule(rounds.end), "leader", newest=True),
)

FORMS: Final = (
    Control(desk_routes.SAY, NightDesk.say, "leader"),
    Control(desk_routes.LIMITED, NightDesk.set_limit, "leader"),
    Control(desk_routes.PLAN_EVENING, NightMore.plan_evening, "leader"),
    Control(desk_routes.ASK_CORRECTED, NightRecaps.correct_by_form, "leader"),
)

COMMANDS: Final = (
    Command("night desk", "Lead your game night", NightDesk.find, "leader"),
    Command(
        "night correct",
        "Correct the places of a game of your night",
        NightRecaps.correct_typed,
        "leader",
        (
            Option("table", str, "Which game", offers=offers.ended_games),
            Option(
                "places",
                app_commands.Range[str, 1, LONGEST_PLACES],
                "The order of places, ties with =, as in: Bob, Ada = Cleo, Dai",
                offers=offers.order_now,
            ),
            Option(
                "reason",
                app_commands.Range[str, 1, LONGEST_REASON],
                "Why; everybody reads it on the recap",
            ),
        ),
    ),
    Command(
        "night seat",
        "Give a guest of your night another seat",
        lambda on, it, guest, place, night: on.night_guests.seat(it, guest, place, night),
        "leader",
        (
            Option("guest", str, "Who gets another seat", offers=offers.guests_to_seat),
            Option(
                "place",
                str,
                "In whose place: both change places, or the guest plays on for who is away",
                offers=offers.places,
            ),
            LED_NIGHT,
        ),
    ),
)
