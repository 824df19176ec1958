"""Every control there is: what it does, and what else is to know about it. One row each.

Its id is made and read by its route; where it lies is up to the pages. A new one is its rule, its
route, a row here, and its place on a page.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from bot.engine.text import marked as _
from bot.tables.trouble import Trouble
from bot.ui.actions.actions import Actions
from bot.ui.pages import routes
from bot.ui.pages.long_lists import more_from
from bot.ui.pages.routes import Route
from bot.ui.services import Interaction

Do = Callable[..., Awaitable[None]]
"""Called with the actions, the interaction and the values of the id. Answers, or raises Trouble."""

Who = Literal["anyone", "player", "host", "leader", "organizer", "manager"]
"""Who may do it: a `player` sits at the table, its `host` or a moderator leads it, a `leader` leads
the night, an `organizer` may host nights on the server, a `manager` has *Manage Server*."""

Elsewhere = Literal["refused", "covers", "shows"]
"""At a table on no server, which has one message: it can't be used there; what it shows takes the
place of the game; or it shows the game."""


@dataclass(frozen=True, slots=True)
class Control:
    """What a control does. The right is checked by what it does, and said here for tests.

    With `newest` it is done only if what it is about stands as it did when it was drawn. With
    `on_page` a refusal is said on the table page, if the control lies there.
    """

    route: Route
    do: Do
    who: Who = "anyone"
    newest: bool = False
    on_page: bool = False
    alone: Elsewhere = "refused"


class UnknownControl(Trouble):
    """A control that no version of the bot ever made, or that none makes any more."""

    text = _("This button doesn't work any more.")


async def _mark_here(
    on: Actions, it: Interaction, night: str, revision: int, picked: list[str]
) -> None:
    starts = [at for each in picked if (at := more_from(each)) is not None]
    people = [int(each) for each in picked if re.fullmatch(routes.PERSON.fits, each)]
    if len(starts) + len(people) != len(picked):
        raise UnknownControl
    await on.night_guests.mark_here(it, night, revision, people, *starts[:1] or (0,))


async def _rules(on: Actions, it: Interaction, game: str, page: int, origin: str) -> None:
    await _show_rules(on, it, game, page, origin, here=False)


async def _how_it_works(on: Actions, it: Interaction, game: str, page: int, origin: str) -> None:
    await _show_rules(on, it, game, page, origin, here=True)


async def _show_rules(
    on: Actions, it: Interaction, game: str, page: int, origin: str, *, here: bool
) -> None:
    gallery = origin == routes.FROM_GALLERY
    table = "" if gallery else origin
    await on.show_rules(it, game, page, from_gallery=gallery, here=here, table_id=table)


def _press(verb: str) -> Do:
    return lambda on, it, night: on.nights.answer(it, verb, night)


def _at_table(verb: str) -> Do:
    return lambda on, it, night, table: on.night_desk.at_table(it, night, verb, table)


def _game(key: str) -> str | None:
    return None if key == routes.ALL_GAMES else key


TABLES: Final = (
    Control(routes.JOIN, lambda on, it, table: on.lobby.join(it, table)),
    Control(routes.LEAVE_LOBBY, lambda on, it, table: on.lobby.leave(it, table), "player"),
    Control(routes.START, lambda on, it, table: on.lobby.start(it, table), "host"),
    Control(routes.COMPUTERS, lambda on, it, table: on.lobby.show_computers(it, table), "player"),
    Control(
        routes.ADD_COMPUTER,
        lambda on, it, table, revision, level: on.lobby.add_computer(it, table, level, revision),
        "player",
        newest=True,
    ),
    Control(
        routes.REMOVE_COMPUTER,
        lambda on, it, table, revision, number: on.lobby.remove_computer(
            it, table, -number, revision
        ),
        "player",
        newest=True,
    ),
    Control(routes.SETTINGS, lambda on, it, table: on.lobby_settings.show(it, table), "host"),
    Control(
        routes.ENTRY,
        lambda on, it, table, entry: on.lobby_settings.choose(it, table, entry),
        "host",
    ),
    Control(
        routes.INVITE, lambda on, it, table, who: on.lobby_settings.invite(it, table, who), "host"
    ),
    Control(
        routes.INVITE_NOBODY, lambda on, it, table: on.lobby_settings.invite(it, table, []), "host"
    ),
    Control(
        routes.LOBBY_PACE, lambda on, it, table, pace: on.lobby.set_pace(it, table, pace), "host"
    ),
    *(
        Control(
            each, lambda on, it, table: on.play.show_named_hand(it, table), "player", alone="shows"
        )
        for each in (routes.HAND, routes.HAND_FROM_CARD, routes.HAND_FROM_PING)
    ),
    Control(routes.BACK, lambda on, it, table: on.seats.back(it, table), "player", alone="shows"),
    Control(routes.TABLE_PAGE, lambda on, it, table: on.table_page.show(it, table), on_page=True),
    Control(routes.AS_TEXT, lambda on, it, table: on.table_page.show_text(it, table), on_page=True),
    Control(routes.SEAL, lambda on, it, table: on.table_page.show_seal(it, table), on_page=True),
    Control(
        routes.CALL_HOST,
        lambda on, it, table: on.table_page.ask_why(it, table),
        "player",
        on_page=True,
    ),
    Control(
        routes.CALL_HOST_WHY,
        lambda on, it, table, why: on.table_page.call_host(it, table, why),
        "player",
        on_page=True,
    ),
    Control(routes.LEAVE, lambda on, it, table: on.seats.leave(it, table), "player", on_page=True),
    Control(
        routes.ASK_END,
        lambda on, it, table: on.table_page.ask_end(it, table),
        "host",
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.END,
        lambda on, it, table: on.decisions.end(it, table),
        "host",
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.TAKE_SEAT,
        lambda on, it, table, seat: on.seats.replace(it, table, seat),
        on_page=True,
    ),
    Control(
        routes.KICK,
        lambda on, it, table, person: on.seats.kick_person(it, table, person),
        "host",
        on_page=True,
    ),
    Control(
        routes.ASK_PACE,
        lambda on, it, table, pace: on.decisions.pace(it, table, pace, None),
        "player",
        on_page=True,
    ),
    Control(
        routes.PAUSE, lambda on, it, table: on.decisions.pause(it, table), "player", on_page=True
    ),
    Control(
        routes.RESUME, lambda on, it, table: on.decisions.resume(it, table), "player", on_page=True
    ),
    Control(
        routes.TAKE_BACK,
        lambda on, it, table: on.decisions.ask(it, table, "takeback"),
        "player",
        on_page=True,
    ),
    Control(
        routes.VOTE,
        lambda on, it, table, revision, answer: on.decisions.vote(
            it, table, answer == "y", revision
        ),
        "player",
        newest=True,
        on_page=True,
    ),
    Control(
        routes.REMATCH, lambda on, it, table: on.finished_games.rematch(it, table), on_page=True
    ),
    Control(
        routes.REPLAY_AT,
        lambda on, it, table, step: on.finished_games.replay(it, table, step),
        alone="covers",
    ),
    Control(
        routes.REPLAY,
        lambda on, it, table, step, look: on.finished_games.replay(it, table, step, look),
        alone="covers",
    ),
    Control(
        routes.EXPORT, lambda on, it, table: on.finished_games.export(it, table), alone="covers"
    ),
    Control(
        routes.VERIFY, lambda on, it, table: on.finished_games.verify(it, table), alone="covers"
    ),
    Control(
        routes.SCORED,
        lambda on, it, table: on.finished_games.show_scoring(it, table),
        alone="covers",
    ),
    Control(
        routes.REVEAL_HANDS,
        lambda on, it, table: on.finished_games.open_hands(it, table),
        "player",
        alone="covers",
    ),
)
"""Controls of tables, whose first value is the table's id."""

OTHERS: Final = (
    Control(
        routes.MENU,
        lambda on, it, table, revision, path: on.play.press_menu(it, table, revision, path),
        "player",
        newest=True,
    ),
    Control(
        routes.HINT,
        lambda on, it, table, revision: on.play.hint(it, table, revision),
        "player",
        newest=True,
    ),
    # Games
    Control(routes.GALLERY, lambda on, it: on.gallery.show_all(it)),
    Control(routes.SHOW_GAME, lambda on, it, game: on.gallery.show_game(it, game)),
    Control(routes.AGAINST_COMPUTERS, lambda on, it, game: on.gallery.against_computers(it, game)),
    Control(routes.WITH_FRIENDS, lambda on, it, game: on.gallery.with_friends(it, game)),
    Control(routes.RULES, _rules),
    Control(
        routes.RULES_JUMP, lambda on, it, game, origin, page: _rules(on, it, game, page, origin)
    ),
    Control(routes.HOW_IT_WORKS, _how_it_works),
    Control(routes.LESSON, lambda on, it, game: on.lessons.open(it, game)),
    Control(routes.LESSON_AGAIN, lambda on, it, game: on.lessons.go_to(it, game, 0)),
    Control(routes.LESSON_STEP, lambda on, it, game, step: on.lessons.go_to(it, game, step)),
    Control(
        routes.LESSON_MENU,
        lambda on, it, game, step, path: on.lessons.press_menu(it, game, step, path),
    ),
    # One's own
    Control(routes.MY_GAMES, lambda on, it, page: on.me.games(it, page)),
    Control(routes.NO_QUIET_HOURS, lambda on, it: on.me.forget_quiet_hours(it)),
    Control(routes.FORGET_CLOCK, lambda on, it: on.me.forget_clock(it)),
    Control(routes.APART, lambda on, it, people: on.me.set_apart(it, people)),
    Control(routes.APART_NOBODY, lambda on, it, _nobody: on.me.set_apart(it, [])),
    Control(routes.REMINDERS, lambda on, it, where: on.me.set_reminders(it, where)),
    Control(routes.HIDE, lambda on, it, said: on.me.hide(it, said == "yes")),
    # A server
    Control(routes.TABLE_LIST, lambda on, it, page: on.table_list.show(it, page)),
    Control(routes.SETUP, lambda on, it: on.setup.show(it), "manager"),
    Control(routes.SET_HOSTS, lambda on, it, roles: on.setup.set_hosts(it, roles), "manager"),
    Control(routes.SET_NO_HOSTS, lambda on, it: on.setup.set_hosts(it, []), "manager"),
    Control(routes.SET_TABLES, lambda on, it, places: on.setup.set_tables(it, places), "manager"),
    Control(routes.SET_NO_TABLES, lambda on, it: on.setup.set_tables(it, []), "manager"),
    Control(routes.SET_NIGHTS, lambda on, it, places: on.setup.set_nights(it, places), "manager"),
    Control(routes.SET_NO_NIGHTS, lambda on, it: on.setup.set_nights(it, []), "manager"),
    Control(routes.SET_MOST, lambda on, it, most: on.setup.set_most(it, most), "manager"),
    Control(routes.CHECK_SETUP, lambda on, it: on.setup.check(it), "manager"),
    Control(routes.TRY_TABLE, lambda on, it: on.setup.try_table(it), "manager"),
    Control(routes.LANGUAGES, lambda on, it: on.setup.show_languages(it), "manager"),
    Control(
        routes.SET_LANGUAGE, lambda on, it, chosen: on.setup.set_language(it, chosen), "manager"
    ),
    Control(routes.BLOCKS, lambda on, it, page: on.setup.list_blocks(it, page), "manager"),
    Control(routes.PRIVACY, lambda on, it: on.privacy.about(it)),
    Control(routes.POLICY, lambda on, it, which: on.privacy.policy(it, which)),
    Control(routes.KEEP_DATA, lambda on, it: on.privacy.keep(it)),
    Control(routes.DELETE_DATA, lambda on, it: on.privacy.delete(it)),
    # Standings and seasons
    Control(
        routes.STANDINGS,
        lambda on, it, page, game, season: on.standings.show(it, _game(game), season or None, page),
    ),
    Control(
        routes.SHOW_STANDINGS,
        lambda on, it, page, game, season: on.standings.show_to_all(
            it, _game(game), season or None, page
        ),
    ),
    Control(routes.STANDINGS_OF, lambda on, it, season: on.standings.show(it, season=season)),
    Control(
        routes.REMOVE_SEASON,
        lambda on, it, season: on.standings.ask_to_remove(it, season),
        "organizer",
    ),
    Control(
        routes.REALLY_REMOVE_SEASON,
        lambda on, it, season: on.standings.remove(it, season),
        "organizer",
    ),
    Control(routes.KEEP_SEASON, lambda on, it, season: on.standings.keep(it, season), "organizer"),
)

NIGHTS: Final = (
    *(
        Control(route, _press(verb))
        for route, verb in (
            (routes.PRESS_IN, "in"),
            (routes.PRESS_MAYBE, "maybe"),
            (routes.PRESS_OUT, "out"),
            (routes.PRESS_TAKE, "take"),
            (routes.PRESS_PASS, "pass"),
            (routes.PRESS_HERE, "here"),
            (routes.PRESS_HOME, "home"),
            (routes.PRESS_LEARN, "learn"),
            (routes.PRESS_TEACH, "teach"),
        )
    ),
    Control(routes.SHOW_NIGHT, lambda on, it, night: on.nights.show(it, night)),
    Control(routes.REMIND, lambda on, it, night: on.nights.show_reminders(it, night)),
    Control(routes.REMINDED, lambda on, it, night, when: on.nights.remind(it, night, when)),
    Control(routes.NIGHTS_LIST, lambda on, it, _night, page: on.nights.show_list(it, page)),
    Control(
        routes.EVERYBODY, lambda on, it, night, page: on.nights.show_everybody(it, night, page)
    ),
    # Planned and changed
    Control(routes.PUBLISH, lambda on, it, night: on.planning.publish(it, night), "leader"),
    Control(routes.DISCARD, lambda on, it, night: on.planning.discard(it, night), "leader"),
    Control(
        routes.OPTIONS,
        lambda on, it, night, picked: on.planning.pick_options(it, night, picked),
        "leader",
    ),
    Control(routes.CHANGE, lambda on, it, night: on.planning.show_form(it, night), "leader"),
    Control(
        routes.MORE_SETTINGS,
        lambda on, it, night: on.planning.show_settings_form(it, night),
        "leader",
    ),
    Control(
        routes.ASK_CANCEL, lambda on, it, night: on.planning.ask_to_cancel(it, night), "leader"
    ),
    Control(routes.CANCEL, lambda on, it, night: on.planning.cancel(it, night), "leader"),
    Control(routes.KEEP_NIGHT, lambda on, it, night: on.planning.show_edit(it, night), "leader"),
    Control(routes.TO_DESK, lambda on, it, night: on.night_desk.show(it, night), "leader"),
    Control(routes.WHICH_NIGHT, lambda on, it, _night, then: on.which_night.chosen(it, then)),
    # The desk
    Control(routes.DESK, lambda on, it, night: on.night_desk.show(it, night), "leader"),
    *(
        Control(
            each,
            lambda on, it, night, table: on.night_desk.show(it, night, picked=table),
            "leader",
        )
        for each in (routes.DESK_TABLE, routes.PICK_TABLE)
    ),
    Control(
        routes.PICK_TABLE_MORE,
        lambda on, it, night, start: on.night_desk.show(it, night, start=start),
        "leader",
    ),
    Control(
        routes.PUT_ON_SEAT,
        lambda on, it, night, table, place: on.night_desk.put(it, night, table, *place),
        "leader",
    ),
    Control(
        routes.PUT_ON_SEAT_MORE,
        lambda on, it, night, table, start: on.night_desk.show(
            it, night, picked=table, start=start
        ),
        "leader",
    ),
    Control(routes.GUESTS, lambda on, it, night: on.night_guests.show(it, night), "leader"),
    Control(routes.PLAN, lambda on, it, night: on.night_desk.show_plan(it, night), "leader"),
    Control(routes.POST_AGAIN, lambda on, it, night: on.night_desk.post_again(it, night), "leader"),
    Control(routes.SAY, lambda on, it, night: on.night_desk.ask_word(it, night), "leader"),
    Control(routes.LIMIT, lambda on, it, night: on.night_desk.ask_limit(it, night), "leader"),
    Control(
        routes.PAUSE_ALL,
        lambda on, it, night: on.night_desk.pause_all(it, night, on=True),
        "leader",
    ),
    Control(
        routes.RESUME_ALL,
        lambda on, it, night: on.night_desk.pause_all(it, night, on=False),
        "leader",
    ),
    Control(routes.NUDGE, _at_table("nudge"), "leader"),
    Control(routes.GIVE_TIME, _at_table("time"), "leader"),
    Control(routes.FINISH, _at_table("finish"), "leader"),
    Control(routes.TURN_BY_TURN, _at_table("days"), "leader"),
    Control(
        routes.ASK_VOID,
        lambda on, it, night, table: on.night_desk.ask_to_void(it, night, table),
        "leader",
    ),
    Control(
        routes.VOID, lambda on, it, night, table: on.night_desk.void(it, night, table), "leader"
    ),
    Control(
        routes.OPEN_DOORS,
        lambda on, it, night, revision: on.night_desk.open_doors(it, night, revision),
        "leader",
        newest=True,
    ),
    Control(routes.MARK_HERE, _mark_here, "leader", newest=True),
    Control(
        routes.COHOSTS,
        lambda on, it, night, revision, people: on.night_guests.set_cohosts(
            it, night, revision, people
        ),
        "leader",
        newest=True,
    ),
    Control(
        routes.NO_COHOSTS,
        lambda on, it, night, revision: on.night_guests.set_cohosts(it, night, revision, []),
        "leader",
        newest=True,
    ),
    Control(
        routes.SEAT_ROUND,
        lambda on, it, night, revision: on.night_desk.seat(it, night, revision),
        "leader",
        newest=True,
    ),
    Control(
        routes.SEAT_CHOICE,
        lambda on, it, night, revision, choice: on.night_desk.seat(
            it, night, revision, choice=choice
        ),
        "leader",
        newest=True,
    ),
    Control(
        routes.SHUFFLE,
        lambda on, it, night, revision: on.night_desk.seat(it, night, revision, shuffle=True),
        "leader",
        newest=True,
    ),
    Control(
        routes.SMALLER_TABLES,
        lambda on, it, night, revision: on.night_desk.seat(it, night, revision, shift=-1),
        "leader",
        newest=True,
    ),
    Control(
        routes.LARGER_TABLES,
        lambda on, it, night, revision: on.night_desk.seat(it, night, revision, shift=1),
        "leader",
        newest=True,
    ),
    Control(
        routes.SWAP,
        lambda on, it, night, revision: on.night_desk.swap(it, night, revision, None, None),
        "leader",
        newest=True,
    ),
    Control(
        routes.SWAP_ONE,
        lambda on, it, night, revision, _list, one: on.night_desk.swap(
            it, night, revision, one, None
        ),
        "leader",
        newest=True,
    ),
    Control(
        routes.SWAP_ONE_MORE,
        lambda on, it, night, revision, _list, start: on.night_desk.swap(
            it, night, revision, None, None, start
        ),
        "leader",
        newest=True,
    ),
    Control(
        routes.SWAP_TWO,
        lambda on, it, night, revision, one, _list, other: on.night_desk.swap(
            it, night, revision, one, other
        ),
        "leader",
        newest=True,
    ),
    Control(
        routes.SWAP_TWO_MORE,
        lambda on, it, night, revision, one, _list, start: on.night_desk.swap(
            it, night, revision, one, None, start
        ),
        "leader",
        newest=True,
    ),
    Control(
        routes.DROP_PLAN,
        lambda on, it, night, revision: on.night_desk.drop(it, night, revision),
        "leader",
        newest=True,
    ),
    Control(
        routes.START_ALL,
        lambda on, it, night, revision: on.night_desk.start_all(it, night, revision),
        "leader",
        newest=True,
    ),
    Control(
        routes.ASK_END_NIGHT,
        lambda on, it, night, _revision: on.night_desk.ask_to_end(it, night),
        "leader",
    ),
    Control(
        routes.END_NIGHT,
        lambda on, it, night, revision: on.night_desk.end(it, night, revision),
        "leader",
        newest=True,
    ),
    # Looked back at
    Control(
        routes.MY_TABLE, lambda on, it, night, number: on.night_recaps.say_where(it, night, number)
    ),
    Control(
        routes.NIGHT_STANDINGS, lambda on, it, night: on.night_recaps.show_standings(it, night)
    ),
    Control(routes.REPLAYS, lambda on, it, night: on.night_recaps.show_replays(it, night)),
    Control(
        routes.REPLAY_OF,
        lambda on, it, night, _list, table: on.night_recaps.replay(it, night, table),
    ),
    Control(
        routes.REPLAY_OF_MORE,
        lambda on, it, night, _list, start: on.night_recaps.show_replays(it, night, start),
    ),
    Control(
        routes.SAME_AGAIN, lambda on, it, night: on.night_recaps.same_again(it, night), "organizer"
    ),
)

CONTROLS: Final = (*TABLES, *OTHERS, *NIGHTS)
"""Every button and list, but for the question which table is meant."""

FORMS: Final = (
    Control(
        routes.CHANGED,
        lambda on, it, night, sign: on.planning.change(it, night, sign),
        "leader",
        newest=True,
    ),
    Control(
        routes.MORE_CHANGED,
        lambda on, it, night, sign: on.planning.change_settings(it, night, sign),
        "leader",
        newest=True,
    ),
    Control(routes.SAY, lambda on, it, night: on.night_desk.say(it, night), "leader"),
    Control(routes.LIMIT, lambda on, it, night: on.night_desk.set_limit(it, night), "leader"),
)
"""Every form: what is done with what somebody has filled in."""


class ControlFinder:
    """Finds the control that an id stands for."""

    def __init__(self, controls: tuple[Control, ...]) -> None:
        self._by_prefix: dict[str, list[Control]] = {}
        for each in controls:
            self._by_prefix.setdefault(each.route.prefix, []).append(each)

    def find(self, custom_id: str) -> tuple[Control, list[Any]]:
        """Return the control of an id, and its values. Raises UnknownControl if there is none."""
        prefix = custom_id.partition(":")[0].rstrip("0123456789")
        for each in self._by_prefix.get(prefix, ()):
            values = each.route.read(custom_id)
            if values is not None:
                return each, values
        raise UnknownControl
