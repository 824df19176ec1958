"""What is pressed and typed at tables, whatever the game. A move is in `MOVES`."""

from __future__ import annotations

from typing import Final

from bot.ui.actions.games.gallery import Gallery
from bot.ui.actions.my_calls import MyCalls
from bot.ui.actions.my_note import MyNote
from bot.ui.actions.reports import ReportActions
from bot.ui.actions.tables import requests
from bot.ui.actions.tables.ahead import AheadActions
from bot.ui.actions.tables.decisions import Decisions
from bot.ui.actions.tables.endings import Endings
from bot.ui.actions.tables.finished_games import FinishedGames
from bot.ui.actions.tables.lobby import Lobby
from bot.ui.actions.tables.lobby_settings import LobbySettings
from bot.ui.actions.tables.next_table import NextTable
from bot.ui.actions.tables.play import Play
from bot.ui.actions.tables.private_games import PrivateGames
from bot.ui.actions.tables.requests import table_option
from bot.ui.actions.tables.seats import Seats
from bot.ui.actions.tables.table_list import TableList
from bot.ui.actions.tables.table_page import TablePage
from bot.ui.actions.tables.verbs import VERBS, Verb
from bot.ui.incoming.rows.row import Command, Control, Top
from bot.ui.pages import routes
from bot.ui.pages.tables.replay import replay_id

TABLES: Final = (
    Control(routes.JOIN, Lobby.join, "anyone"),
    Control(routes.LEAVE_LOBBY, Lobby.leave, "player"),
    Control(routes.START, Lobby.start, "host"),
    Control(routes.START_MISSED, Lobby.start, "host"),
    Control(routes.ASK_IN, Lobby.ask_in, "anyone"),
    Control(routes.LET_IN, LobbySettings.let_in, "host"),
    Control(routes.TURN_DOWN, LobbySettings.turn_down, "host"),
    Control(routes.START_AT, LobbySettings.ask_start, "host"),
    Control(routes.COMPUTERS, Lobby.show_computers, "player"),
    Control(
        routes.ADD_COMPUTER,
        lambda on, it, table, computers, level: on.lobby.add_computer(it, table, level, computers),
        "player",
    ),
    Control(
        routes.REMOVE_COMPUTER,
        lambda on, it, table, revision, number: on.lobby.remove_computer(
            it, table, -number, revision
        ),
        "player",
        newest=True,
    ),
    Control(routes.SETTINGS, LobbySettings.show, "host"),
    Control(routes.ENTRY, LobbySettings.choose, "host"),
    Control(routes.BANTER, TablePage.set_banter, "host", alone="covers"),
    Control(routes.AWAY_DAYS, LobbySettings.set_away_days, "host"),
    Control(routes.INVITE, LobbySettings.invite, "host"),
    Control(
        routes.INVITE_NOBODY, lambda on, it, table: on.lobby_settings.invite(it, table, []), "host"
    ),
    Control(routes.LOBBY_PACE, Lobby.set_pace, "host"),
    *(
        Control(each, Play.show_named_hand, "player", alone="shows")
        for each in (routes.HAND, routes.HAND_FROM_CARD, routes.HAND_FROM_PING)
    ),
    Control(routes.NEXT, NextTable.open, "player"),
    *(
        Control(each, Seats.back, "player", alone="shows")
        for each in (routes.BACK, routes.BACK_FROM_PING)
    ),
    Control(
        routes.KNOW,
        lambda on, it, table: on.play.tips(it, table, wanted=False),
        "player",
        on_page=True,
        alone="shows",
    ),
    Control(routes.MINE_HERE, MyCalls.show_here, "player", on_page=True),
    Control(routes.NOTE, MyNote.ask, "player", on_page=True),
    Control(routes.REPORT, ReportActions.ask, "anyone", on_page=True, alone="covers"),
    Control(routes.CALLS_HERE, MyCalls.choose_here, "player", on_page=True),
    Control(
        routes.TIPS,
        lambda on, it, table: on.play.tips(it, table, wanted=True),
        "player",
        on_page=True,
        alone="shows",
    ),
    Control(routes.TABLE_PAGE, TablePage.show, "anyone", on_page=True, alone="covers"),
    Control(routes.AS_TEXT, TablePage.show_text, "anyone", on_page=True, alone="covers"),
    Control(routes.SEAL, TablePage.show_seal, "anyone", on_page=True),
    Control(routes.CALL_HOST, TablePage.ask_why, "player", on_page=True),
    Control(routes.CALL_HOST_WHY, TablePage.call_host, "player", on_page=True),
    Control(routes.ASK_LEAVE, Seats.ask_to_leave, "player", on_page=True),
    Control(routes.LEAVE, Seats.leave, "player", on_page=True),
    Control(routes.LEAVE_FOR_HOME, Seats.leave_for_home, "player", on_page=True),
    Control(routes.ASK_END, Endings.ask, "player or decider", on_page=True, alone="covers"),
    Control(routes.ASK_END_AS, Endings.ask, "player or decider", on_page=True, alone="covers"),
    Control(
        routes.END_AS, Endings.do, "player or decider", newest=True, on_page=True, alone="covers"
    ),
    Control(routes.END, Endings.old_end, "player or decider", on_page=True, alone="covers"),
    Control(routes.TAKE_SEAT, Seats.replace, "anyone", on_page=True),
    Control(routes.KICK, Seats.kick_person, "decider", on_page=True),
    Control(
        routes.KICK_FROM_GAME,
        lambda on, it, table, whom: on.seats.kick_person(it, table, whom, sure=True),
        "decider",
        on_page=True,
    ),
    Control(
        routes.ASK_PACE,
        Decisions.pick_pace,
        "player",
        on_page=True,
    ),
    Control(routes.PAUSE, Decisions.pause, "player or decider", on_page=True),
    Control(routes.RESUME, Decisions.resume, "player or decider", on_page=True),
    Control(routes.TAKE_BACK, Decisions.take_back, "player", on_page=True, alone="shows"),
    Control(routes.FRIENDS_OF, Gallery.with_friends_of, "player", on_page=True, alone="shows"),
    Control(routes.GO_ON, Decisions.go_on, "player", on_page=True),
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
    Control(routes.REMATCH, FinishedGames.rematch, "player", on_page=True, alone="covers"),
    Control(
        routes.REMATCH_INSTEAD, PrivateGames.again_instead, "player", on_page=True, alone="covers"
    ),
    Control(routes.REPLAY_AT, FinishedGames.replay, "anyone", alone="covers"),
    Control(routes.REPLAY, FinishedGames.replay, "anyone", alone="covers"),
    Control(
        routes.JUMP,
        lambda on, it, table, look, step: on.finished_games.replay(it, table, step, look),
        "anyone",
        alone="covers",
    ),
    Control(routes.EXPORT, FinishedGames.export, "anyone", alone="covers"),
    Control(routes.VERIFY, FinishedGames.verify, "anyone", alone="covers"),
    Control(
        routes.VERIFY_FROM_TABLE,
        lambda on, it, table: on.finished_games.verify(it, table, routes.TABLE_PAGE(table)),
        "anyone",
        alone="covers",
    ),
    Control(
        routes.VERIFY_FROM_REPLAY,
        lambda on, it, table, step, look: on.finished_games.verify(
            it, table, replay_id(table, step, look)
        ),
        "anyone",
        alone="covers",
    ),
    Control(routes.END_MORE, FinishedGames.show_more, "anyone", alone="covers"),
    Control(
        routes.MORE_FROM_REPLAY,
        lambda on, it, table, step, look: on.finished_games.show_more(it, table, (step, look)),
        "anyone",
        alone="covers",
    ),
    Control(routes.SHARE, FinishedGames.share, "player"),
    Control(routes.SCORED, FinishedGames.show_scoring, "anyone", alone="covers"),
    Control(routes.REVEAL_HANDS, FinishedGames.open_hands, "player", alone="covers"),
)
"""Controls whose first value is the id of their table."""

MOVES: Final = (
    Control(routes.MENU, Play.press_menu, "player", newest=True),
    Control(routes.HINT, Play.hint, "player", newest=True),
    Control(routes.AHEAD_LOWEST, AheadActions.lowest, "player"),
    Control(routes.AHEAD_UNDO, AheadActions.undo, "player"),
    Control(routes.AHEAD, AheadActions.press, "player"),
)
"""The menu of a hand, which looks for its table itself: it is part of a game."""

OTHERS: Final = (
    Control(routes.WHICH_TABLE, requests.chosen, "anyone"),
    Control(routes.TABLE_LIST, TableList.show, "anyone"),
)


FORMS: Final = (
    Control(routes.START_SET, LobbySettings.set_start, "host"),
    Control(routes.NOTE_SET, MyNote.fill_in, "player"),
    Control(routes.REPORT_SENT, ReportActions.send, "anyone", alone="shows"),
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
    Command("table list", "List the tables of this server", TableList.show, "anyone"),
    _command("hand", VERBS["hand"]),
)
