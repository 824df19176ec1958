"""What is pressed and typed at tables, whatever the game. A move is in `MOVES`."""

from __future__ import annotations

from typing import Final

from bot.ui.actions.tables import requests
from bot.ui.actions.tables.requests import table_option
from bot.ui.actions.tables.verbs import VERBS, Verb
from bot.ui.incoming.rows.row import Command, Control, Top
from bot.ui.pages import routes

TABLES: Final = (
    Control(routes.JOIN, lambda on, it, table: on.lobby.join(it, table), "anyone"),
    Control(routes.LEAVE_LOBBY, lambda on, it, table: on.lobby.leave(it, table), "player"),
    Control(routes.START, lambda on, it, table: on.lobby.start(it, table), "host"),
    Control(routes.START_MISSED, lambda on, it, table: on.lobby.start(it, table), "host"),
    Control(routes.ASK_IN, lambda on, it, table: on.lobby.ask_in(it, table), "anyone"),
    Control(
        routes.LET_IN,
        lambda on, it, table, who: on.lobby_settings.let_in(it, table, who),
        "host",
    ),
    Control(
        routes.TURN_DOWN,
        lambda on, it, table, who: on.lobby_settings.turn_down(it, table, who),
        "host",
    ),
    Control(routes.START_AT, lambda on, it, table: on.lobby_settings.ask_start(it, table), "host"),
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
        routes.BANTER,
        lambda on, it, table, to: on.table_page.set_banter(it, table, to),
        "host",
        alone="covers",
    ),
    Control(
        routes.AWAY_DAYS,
        lambda on, it, table, days: on.lobby_settings.set_away_days(it, table, days),
        "host",
    ),
    Control(
        routes.INVITE, lambda on, it, table, who: on.lobby_settings.invite(it, table, who), "host"
    ),
    Control(
        routes.INVITE_NOBODY, lambda on, it, table: on.lobby_settings.invite(it, table, []), "host"
    ),
    Control(
        routes.LOBBY_PACE, lambda on, it, table, tempo: on.lobby.set_pace(it, table, tempo), "host"
    ),
    *(
        Control(
            each, lambda on, it, table: on.play.show_named_hand(it, table), "player", alone="shows"
        )
        for each in (routes.HAND, routes.HAND_FROM_CARD, routes.HAND_FROM_PING)
    ),
    Control(routes.NEXT, lambda on, it, table: on.next_table.open(it, table), "player"),
    Control(routes.BACK, lambda on, it, table: on.seats.back(it, table), "player", alone="shows"),
    Control(
        routes.KNOW,
        lambda on, it, table: on.play.tips(it, table, wanted=False),
        "player",
        on_page=True,
        alone="shows",
    ),
    Control(
        routes.MINE_HERE,
        lambda on, it, table: on.my_calls.show_here(it, table),
        "player",
        on_page=True,
    ),
    Control(routes.NOTE, lambda on, it, table: on.my_note.ask(it, table), "player", on_page=True),
    Control(
        routes.REPORT,
        lambda on, it, table: on.reports.ask(it, table),
        "anyone",
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.CALLS_HERE,
        lambda on, it, table, way: on.my_calls.choose_here(it, table, way),
        "player",
        on_page=True,
    ),
    Control(
        routes.TIPS,
        lambda on, it, table: on.play.tips(it, table, wanted=True),
        "player",
        on_page=True,
        alone="shows",
    ),
    Control(
        routes.TABLE_PAGE,
        lambda on, it, table: on.table_page.show(it, table),
        "anyone",
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.AS_TEXT,
        lambda on, it, table: on.table_page.show_text(it, table),
        "anyone",
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.SEAL,
        lambda on, it, table: on.table_page.show_seal(it, table),
        "anyone",
        on_page=True,
    ),
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
        lambda on, it, table: on.endings.ask(it, table),
        "player or decider",
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.ASK_END_AS,
        lambda on, it, table, how: on.endings.ask(it, table, how),
        "player or decider",
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.END_AS,
        lambda on, it, table, how, sign: on.endings.do(it, table, how, sign),
        "player or decider",
        newest=True,
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.END,
        lambda on, it, table: on.endings.old_end(it, table),
        "player or decider",
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.TAKE_SEAT,
        lambda on, it, table, seat: on.seats.replace(it, table, seat),
        "anyone",
        on_page=True,
    ),
    Control(
        routes.KICK,
        lambda on, it, table, person: on.seats.kick_person(it, table, person),
        "decider",
        on_page=True,
    ),
    Control(
        routes.ASK_PACE,
        lambda on, it, table, pace: on.decisions.pace(it, table, pace, None),
        "player",
        on_page=True,
    ),
    Control(
        routes.PAUSE,
        lambda on, it, table: on.decisions.pause(it, table),
        "player or decider",
        on_page=True,
    ),
    Control(
        routes.RESUME,
        lambda on, it, table: on.decisions.resume(it, table),
        "player or decider",
        on_page=True,
    ),
    Control(
        routes.TAKE_BACK,
        lambda on, it, table, since: on.decisions.take_back(it, table, since),
        "player",
        on_page=True,
        alone="shows",
    ),
    Control(
        routes.FRIENDS_OF,
        lambda on, it, table: on.gallery.with_friends_of(it, table),
        "player",
        on_page=True,
        alone="shows",
    ),
    Control(
        routes.GO_ON,
        lambda on, it, table, what, seat: on.decisions.go_on(it, table, what, seat),
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
        routes.VOTE_ON_SCREEN,
        lambda on, it, table, revision, answer: on.decisions.vote(
            it, table, answer == "y", revision, on_screen=True
        ),
        "player",
        newest=True,
    ),
    Control(
        routes.REMATCH,
        lambda on, it, table: on.finished_games.rematch(it, table),
        "player",
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.REMATCH_INSTEAD,
        lambda on, it, table, ended: on.private_games.again_instead(it, table, ended),
        "player",
        on_page=True,
        alone="covers",
    ),
    Control(
        routes.REPLAY_AT,
        lambda on, it, table, step: on.finished_games.replay(it, table, step),
        "anyone",
        alone="covers",
    ),
    Control(
        routes.REPLAY,
        lambda on, it, table, step, look: on.finished_games.replay(it, table, step, look),
        "anyone",
        alone="covers",
    ),
    Control(
        routes.EXPORT,
        lambda on, it, table: on.finished_games.export(it, table),
        "anyone",
        alone="covers",
    ),
    Control(
        routes.VERIFY,
        lambda on, it, table: on.finished_games.verify(it, table),
        "anyone",
        alone="covers",
    ),
    Control(
        routes.END_MORE,
        lambda on, it, table: on.finished_games.show_more(it, table),
        "anyone",
        alone="covers",
    ),
    Control(
        routes.SHARE,
        lambda on, it, table: on.finished_games.share(it, table),
        "player",
    ),
    Control(
        routes.SCORED,
        lambda on, it, table: on.finished_games.show_scoring(it, table),
        "anyone",
        alone="covers",
    ),
    Control(
        routes.REVEAL_HANDS,
        lambda on, it, table: on.finished_games.open_hands(it, table),
        "player",
        alone="covers",
    ),
)
"""Controls whose first value is the id of their table."""

MOVES: Final = (
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
    Control(
        routes.AHEAD_LOWEST, lambda on, it, table, sign: on.ahead.lowest(it, table, sign), "player"
    ),
    Control(routes.AHEAD_UNDO, lambda on, it, table: on.ahead.undo(it, table), "player"),
    Control(
        routes.AHEAD,
        lambda on, it, table, sign, path: on.ahead.press(it, table, sign, path),
        "player",
    ),
)
"""The menu of a hand, which looks for its table itself: it is part of a game."""

OTHERS: Final = (
    Control(
        routes.WHICH_TABLE,
        requests.chosen,
        "anyone",
    ),
    Control(routes.TABLE_LIST, lambda on, it, page: on.table_list.show(it, page), "anyone"),
)


FORMS: Final = (
    Control(routes.START_SET, lambda on, it, table: on.lobby_settings.set_start(it, table), "host"),
    Control(routes.NOTE_SET, lambda on, it, table: on.my_note.fill_in(it, table), "player"),
    Control(
        routes.REPORT_SENT,
        lambda on, it, table: on.reports.send(it, table),
        "anyone",
        alone="shows",
    ),
)
"""What is filled in at tables."""


def _command(name: str, verb: Verb) -> Command:
    options = (*verb.options, table_option(verb.tables))
    return Command(name, verb.text, requests.typed(verb.name), verb.who, options)


TOPS: Final = {
    "table": Top("Join, start, leave, end, look back: all you can do at a table"),
    "hand": Top(),
}

COMMANDS: Final = (
    *(_command(f"table {verb.name}", verb) for verb in VERBS.values()),
    Command(
        "table list",
        "List the tables of this server",
        lambda on, it: on.table_list.show(it),
        "anyone",
    ),
    _command("hand", VERBS["hand"]),
)
