"""The ids of all controls: how each is made and read. Nothing else writes or parses one.

A page names a control by its route: `JOIN(table.id)`. What a route leads to is a row in
`bot/ui/incoming/rows`. Ids that lie on Discord already must stay readable for ever. Those of a
night's desk are in `nights/desk_routes.py`, of a question which date suits in
`nights/ask_routes.py`, of series in `nights/series_routes.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import quote, unquote

from bot.engine.computer import LEVELS
from bot.nights.late_times import (
    LATE_BYS,
    ON_TIME,
)
from bot.nights.leading import WHYS
from bot.ui.pages.route import Part, Route

LONGEST: Final = 100
"""The most characters that Discord takes as an id."""
PACES: Final = ("live", "days", "none")
NEWCOMERS: Final = "newcomers"
"""The pace of tables where newcomers learn, as it is picked again once a host has set another."""
_AGAIN: Final = "again"
"""How ids end of what opens a form as it was filled in."""
TEMPOS: Final = (*PACES, "live_reserve", "days_reserve")


def _ids(text: str) -> list[int]:
    return [int(each) for each in text.split("+")]


def _digits(text: str) -> list[int]:
    return [int(each) for each in text]


def _path(text: str) -> tuple[str, ...]:
    return tuple(text.split(":"))


def words(text: str) -> list[str]:
    """Return the words that a part of an id holds."""
    return text.split("+")


def one_of(*choices: str) -> Part:
    """Return a part of an id that is one of a few words."""
    return Part("|".join(choices))


ID: Final = "(?:[0-9]{1,18}|[1-8][0-9]{18})"
"""An id of Discord that storage can keep."""

TABLE: Final = Part("[a-z2-7]{5}")
NIGHT: Final = TABLE
NUMBER: Final = Part("[0-9]{1,18}", int)
PERSON: Final = Part(ID, int)
IDS: Final = Part(rf"{ID}(?:\+{ID}){{0,24}}", _ids)
"""People, roles or channels, as picked from one of Discord's own lists."""
GAME: Final = Part("[^:]*")
PATH: Final = Part(".*", _path, optional=True, missing=())
"""The rest of an id: how far somebody has come in a menu."""
MORE: Final = Part("more[0-9]{1,4}", lambda text: int(text.removeprefix("more")))
"""What is picked to see more of a long list: where it goes on."""
LIST: Final = Part("l[0-9]{1,2}")
"""Tells lists of one page apart."""

# A table before the game begins

JOIN: Final = Route("t:join", TABLE)
LEAVE_LOBBY: Final = Route("t:leave", TABLE)
START: Final = Route("t:start", TABLE)
COMPUTERS: Final = Route("t:computers", TABLE)
ADD_COMPUTER: Final = Route("c:add", TABLE, NUMBER, one_of(*LEVELS))
REMOVE_COMPUTER: Final = Route("c:remove", TABLE, NUMBER, NUMBER)
SETTINGS: Final = Route("t:settings", TABLE)
ENTRY: Final = Route("t:entry", TABLE, one_of("anyone", "invited", "host", "full"))
BANTER: Final = Route("t:banter", TABLE, one_of("on", "off"))
AWAY_DAYS: Final = Route("t:away", TABLE, Part("0|3|7|14", int))
ASK_IN: Final = Route("t:ask", TABLE)
LET_IN: Final = Route("t:let", TABLE, PERSON)
TURN_DOWN: Final = Route("t:down", TABLE, PERSON)
START_AT: Final = Route("t:at", TABLE, marks=True)
START_SET: Final = Route("t:at", TABLE, "set")
START_MISSED: Final = Route("t:start", TABLE, "missed")
"""Below the call of a host whose game hasn't begun at its time."""
INVITE: Final = Route("t:invite", TABLE, IDS)
INVITE_NOBODY: Final = Route("t:invite", TABLE)
LOBBY_PACE: Final = Route("t:pace", TABLE, one_of(*TEMPOS))

# A game that is played

HAND: Final = Route("t:hand", TABLE)
HAND_FROM_CARD: Final = Route("t:hand", TABLE, "card")
HAND_FROM_PING: Final = Route("t:hand", TABLE, "ping")
BACK_FROM_PING: Final = Route("t:back", TABLE, "ping")
MENU: Final = Route("m", TABLE, NUMBER, PATH, numbers=True)
NEXT: Final = Route("a:next", TABLE)
"""Leads from a table to the next that waits for whoever presses it."""
AHEAD: Final = Route("o", TABLE, NUMBER, PATH, numbers=True)
"""The menu in which moves are set ahead. The number changes with what can be set."""
AHEAD_LOWEST: Final = Route("o:low", TABLE, NUMBER)
AHEAD_UNDO: Final = Route("o:undo", TABLE)
HINT: Final = Route("hint", TABLE, NUMBER)
KNOW: Final = Route("a:know", TABLE)
TIPS: Final = Route("a:tips", TABLE)
MINE_HERE: Final = Route("a:mine", TABLE)
NOTE: Final = Route("a:note", TABLE)
NOTE_SET: Final = Route("a:noted", TABLE)
REPORT: Final = Route("a:wrong", TABLE)
REPORT_SENT: Final = Route("a:report", TABLE)
CALLS_HERE: Final = Route("a:calls", TABLE, one_of("usual", "thread", "dm", "quiet"))
TABLE_PAGE: Final = Route("a:page", TABLE)
AS_TEXT: Final = Route("a:text", TABLE)
SEAL: Final = Route("a:seal", TABLE)
CALL_HOST: Final = Route("a:call", TABLE)
CALL_HOST_WHY: Final = Route("a:call", TABLE, one_of(*WHYS))
LEAVE: Final = Route("a:leave", TABLE)
LEAVE_FOR_HOME: Final = Route("a:leave", TABLE, "home")
BACK: Final = Route("a:back", TABLE)
ASK_LEAVE: Final = Route("a:leave", TABLE, "ask")
ASK_END: Final = Route("a:end", TABLE)
END: Final = Route("a:end", TABLE, "yes")
"""As an older version drew it."""
ASK_END_AS: Final = Route("a:end", TABLE, one_of("concede", "points", "void"))
END_AS: Final = Route("a:end", TABLE, one_of("concede", "points", "void"), NUMBER)
"""With a number that changes once what it is drawn beside has changed."""
TAKE_SEAT: Final = Route("a:seat", TABLE, NUMBER)
KICK: Final = Route("a:kick", TABLE, Part("[0-9]{1,20}", int))
KICK_FROM_GAME: Final = Route("a:kick", TABLE, Part("[0-9]{1,20}", int), "yes")
ASK_PACE: Final = Route("a:pace", TABLE, one_of(*PACES, NEWCOMERS))
PAUSE: Final = Route("a:pause", TABLE)
RESUME: Final = Route("a:resume", TABLE)
TAKE_BACK: Final = Route("a:takeback", TABLE, Part(NUMBER.fits, int, optional=True, missing=None))
"""With the step at which it was drawn."""
GO_ON: Final = Route("a:on", TABLE, one_of("stand_in", "free"), NUMBER)
"""Asks the others to go on without the person of a seat."""
VOTE: Final = Route("a:vote", TABLE, NUMBER, one_of("y", "n"))
VOTE_ON_SCREEN: Final = Route("a:say", TABLE, NUMBER, one_of("y", "n"))
"""The same on somebody's screen, which stays there."""

# A game that is over

REMATCH: Final = Route("a:rematch", TABLE)
REMATCH_INSTEAD: Final = Route("a:rematch", TABLE, TABLE)
"""Ends another private game for it, whose id is the second one."""
REPLAY_AT: Final = Route("h:replay", TABLE, NUMBER)
REPLAY: Final = Route("h:replay", TABLE, NUMBER, Part("[^:]*"), marks=True)
JUMP: Final = Route("h:jump", TABLE, Part("[^:]*"), NUMBER)
"""To a step of the replay that is picked, looked at as before."""
EXPORT: Final = Route("h:export", TABLE)
VERIFY: Final = Route("h:verify", TABLE)
VERIFY_FROM_TABLE: Final = Route("h:verify", TABLE, "table")
"""From the table's page, to which its *Back* leads."""
VERIFY_FROM_REPLAY: Final = Route("h:verify", TABLE, NUMBER, Part("[^:]*"))
"""From a step of the replay, and how that was looked at."""
SCORED: Final = Route("h:scored", TABLE)
END_MORE: Final = Route("h:more", TABLE)
MORE_FROM_REPLAY: Final = Route("h:more", TABLE, NUMBER, Part("[^:]*"))
"""The same, as `VERIFY_FROM_REPLAY`."""
SHARE: Final = Route("h:share", TABLE)
REVEAL_HANDS: Final = Route("h:open", TABLE)

# Games

GALLERY: Final = Route("play:all")
GALLERY_BESIDE: Final = Route("play:beside")
SHOW_GAME: Final = Route("play:game", GAME)
SO_MANY: Final = Part("[1-9][0-9]?", int, optional=True, missing=None)
"""How many there shall be; as usual where it isn't said."""
AGAINST_COMPUTERS: Final = Route("play:computers", GAME)
AGAINST_SO_MANY: Final = Route("play:against", GAME, SO_MANY)
PLAY_ANOTHER: Final = Route("play:another", GAME)
PLAY_INSTEAD: Final = Route("play:instead", TABLE, GAME, SO_MANY)
FRIENDS_OF: Final = Route("t:friends", TABLE)
WITH_FRIENDS: Final = Route("play:friends", GAME)
FROM_GALLERY: Final = "gallery"
"""In ids of the rules: that they lead back to the game in the gallery; else a table's id."""
_FROM: Final = Part(f"{FROM_GALLERY}|{TABLE.fits}", optional=True)
RULES: Final = Route("r", GAME, NUMBER, _FROM, marks=True)
RULES_BESIDE: Final = Route("r", GAME, "beside")
RULES_JUMP: Final = Route("r", GAME, "go", _FROM, NUMBER)
HOW_IT_WORKS: Final = Route("r", GAME, "here", NUMBER, _FROM, marks=True)
LESSON: Final = Route("learn", GAME)
LEARN_BESIDE: Final = Route("learn", GAME, "beside")
LESSON_AGAIN: Final = Route("learn", GAME, "again")
LESSON_STEP: Final = Route("learn", GAME, "to", NUMBER)
LESSON_MENU: Final = Route("learn", GAME, NUMBER, PATH, numbers=True)

# One's own

MY_GAMES: Final = Route("me:games", NUMBER, marks=True)
MY_PAST_GAMES: Final = Route("me:past")
MORE_PAST_GAMES: Final = Route("me:replay", MORE)
REPLAY_MINE: Final = Route("me:replay", TABLE)
FIRST_THAT_WAITS: Final = Route("me:next")
DROP_ORDER: Final = Route("me:ahead", TABLE)
"""Takes off what is set ahead at a table, on the list of all that is."""
WAYS: Final = ("thread", "dm", "quiet")
"""How somebody's turn may call them."""
MY_CALLS: Final = Route("me:calls")
SET_CALLS: Final = Route("me:calls", one_of(*WAYS))
TRY_CALLS: Final = Route("me:calls", "again")
CALLS_FROM_DM: Final = Route("me:called", NUMBER, NUMBER, NUMBER)
"""Below a direct message that calls somebody; the numbers tell which."""
CALLS_AS_USUAL: Final = Route("me:usual", TABLE)
DIGEST: Final = Route("me:digest", marks=True)
DIGEST_SET: Final = Route("me:digest", "set")
NO_QUIET_HOURS: Final = Route("me:clock", "quiet")
FORGET_CLOCK: Final = Route("me:clock", "all")
APART: Final = Route("me:apart", IDS)
APART_NOBODY: Final = Route("me:apart", Part("nobody", optional=True))
REMINDERS: Final = Route("me:reminders", one_of("thread", "dm"))
HIDE: Final = Route("me:hide", one_of("yes", "no"))
AWAY: Final = Route("me:away")
AWAY_HOW: Final = Route("me:away", one_of("clock", "computer", "table"))
AWAY_BACK: Final = Route("me:away", "back")
AWAY_DATES: Final = Route("me:away", "dates", marks=True)
AWAY_SET: Final = Route("me:away", "set")
READ: Final = Route("me:read", one_of("words", "pictures", "tips"))

# A server

TABLE_LIST: Final = Route("tables", NUMBER, marks=True)
SETUP: Final = Route("s:page")
MORE_SETUP: Final = Route("s:more")
SET_HOSTS: Final = Route("s:hosts", IDS)
SET_NO_HOSTS: Final = Route("s:hosts")
SET_TABLES: Final = Route("s:tables", IDS)
SET_NO_TABLES: Final = Route("s:tables")
SET_NIGHTS: Final = Route("s:nights", IDS)
SET_NO_NIGHTS: Final = Route("s:nights")
SET_MOST: Final = Route("s:most", NUMBER)
CHECK_SETUP: Final = Route("s:check")
SET_ZONE: Final = Route("s:zone", Part("check", optional=True), marks=True)
TRY_TABLE: Final = Route("s:try")
LANGUAGES: Final = Route("s:language")
SET_LANGUAGE: Final = Route("s:language", Part("[^:]*"))
BLOCKS: Final = Route("s:blocks", NUMBER)
PRIVACY: Final = Route("p:about")
POLICY: Final = Route("p", one_of("policy", "terms"))
KEEP_DATA: Final = Route("p:keep")
DELETE_DATA: Final = Route("p:delete")

# Standings and seasons

ALL_GAMES: Final = "-"
"""In ids of standings: that they are of all games."""
STANDINGS: Final = Route("st:page", NUMBER, GAME, NUMBER, marks=True)
SHOW_STANDINGS: Final = Route("st:all", NUMBER, GAME, NUMBER)
STANDINGS_OF: Final = Route("st:of", NUMBER)
REMOVE_SEASON: Final = Route("st:remove", NUMBER)
REALLY_REMOVE_SEASON: Final = Route("st:remove", NUMBER, "yes")
KEEP_SEASON: Final = Route("st:keep", NUMBER)


# A game night, for its guests. Those on its posts end with the number of the post.


def mark_of(custom_id: str) -> int | None:
    """Return the number of the post of a night that an id ends with; None if it is of no post."""
    found = re.fullmatch(f"n:[a-z]+:{NIGHT.fits}:([0-9]+)", custom_id)
    return None if found is None else int(found[1])


def prefix_of(custom_id: str) -> str:
    """Return what an id begins with, by which its route is looked for."""
    return custom_id.partition(":")[0].rstrip("0123456789")


def with_picked(custom_id: str, values: Iterable[str]) -> str:
    """Return the id of a list as if what was picked from it stood in it."""
    return ":".join([custom_id, *values])


def again(opener: str) -> str:
    """Return the id of what opens a form as it was filled in, where `opener` opens it anew."""
    return f"{opener}:{_AGAIN}"


def is_again(custom_id: str) -> bool:
    """Tell whether an id opens a form as it was filled in."""
    return custom_id.endswith(f":{_AGAIN}")


def opener_of(custom_id: str) -> str:
    """Return the id of what opens a form anew, by the id of what opens it anew or again."""
    return custom_id.removesuffix(f":{_AGAIN}")


def table_in(custom_id: str) -> str:
    """Return the table or night that an id names, for the log; "-" if there is none."""
    parts = custom_id.split(":")
    # In these ids a verb comes before the table, and "start" would pass for one.
    part = "".join(parts[2:3] if parts[0] in ("t", "a", "h") else parts[1:2])
    return part if len(part) == 5 and part.isascii() and part.isalnum() else "-"


def _of_night(verb: str, *parts: Part | str) -> Route:
    return Route(f"n:{verb}", NIGHT, *parts, marks=True)


PRESS_IN: Final = _of_night("in")
PRESS_MAYBE: Final = _of_night("maybe")
PRESS_OUT: Final = _of_night("out")
PRESS_TAKE: Final = _of_night("take")
PRESS_PASS: Final = _of_night("pass")
PRESS_HERE: Final = _of_night("here")
PRESS_HOME: Final = _of_night("home")
PRESS_ABSENT: Final = _of_night("absent")
CALL_TO_START: Final = _of_night("starts")
PRESS_LEARN: Final = _of_night("learn")
PRESS_TEACH: Final = _of_night("teach")
SHOW_NIGHT: Final = _of_night("show")
TRY_AGAIN: Final = _of_night("again")
LATE: Final = _of_night("late")
LATE_BY: Final = Route("n:later", NIGHT, one_of(*LATE_BYS, ON_TIME))
REMIND: Final = _of_night("remind")
REMINDED: Final = Route("n:reminded", NIGHT, Part(".*", words))
NEVER: Final = "never"
"""Stands there for no reminders."""
TICK: Final = Route("n:tick", NIGHT, Part(".+", words))
TICK_NONE: Final = Route("n:tick", NIGHT)
"""The games that somebody would play, or any of them."""
ANSWER_TICKED: Final = Route(
    "n:ticked", NIGHT, one_of("in", "maybe", "here"), Part("[0-9]{0,9}", _digits)
)
"""An answer on a page of one's own, with the games that were ticked before it, by their places."""
CALENDAR: Final = _of_night("calendar")
NIGHT_RULES: Final = _of_night("rules")
NIGHT_LESSONS: Final = _of_night("lessons")
NIGHTS_LIST: Final = _of_night("list", NUMBER)
EVERYBODY: Final = _of_night("everybody", NUMBER)

# A game night that is planned or changed

ALL: Final = Part("all", optional=True)

PUBLISH: Final = _of_night("publish")
DISCARD: Final = _of_night("discard")
OPTIONS: Final = Route("n:options", NIGHT, Part(".*"))
OTHER_DATE: Final = _of_night("or", NUMBER, ALL)
MOVE_NIGHT: Final = Route("n:moveto", NIGHT, NUMBER, ALL)
"""To a moment; with all of its series that come after it, or alone."""
NEW_NIGHT: Final = Route("n:new", marks=True)
CHANGE: Final = Route("n:change", NIGHT, marks=True)
CHANGED: Final = Route("n:change", NIGHT, NUMBER, ALL)
MORE_SETTINGS: Final = Route("n:more", NIGHT, marks=True)
MORE_CHANGED: Final = Route("n:more", NIGHT, NUMBER, ALL)
TIMES: Final = Route("n:times", NIGHT, marks=True)
TIMES_CHANGED: Final = Route("n:times", NIGHT, NUMBER, ALL)
ASK_CANCEL: Final = _of_night("cancel")
CANCEL: Final = _of_night("cancelled")
ASK_UNCANCEL: Final = _of_night("uncancel")
UNCANCEL: Final = _of_night("uncancelled")
CANCEL_WHY: Final = Route("n:why", NIGHT, ALL, marks=True)
KEEP_NIGHT: Final = _of_night("keep")
TO_DESK: Final = _of_night("desk")
WHICH_NIGHT: Final = Route("n:which", NIGHT, Part(".*", _path))

# Which table was meant

WHICH_TABLE: Final = Route("w", Part("[^:]*"), Part("[^:]*"), Part("[^:]*"), PATH)


def which_table(verb: str, game: str, kind: str, words: Mapping[str, str]) -> str:
    """Return the id of the question at which table something is to be done, with its words.

    If that is too long, it becomes a look at the hand.
    """
    said = [f"{name}={quote(text, safe='')}" for name, text in words.items()]
    custom_id = ":".join([WHICH_TABLE(verb, game, kind), *said])
    return custom_id if len(custom_id) <= LONGEST else WHICH_TABLE("hand", game, "")


def words_of(path: tuple[str, ...]) -> dict[str, str]:
    """Return the words in what follows in an id of `which_table`."""
    said = dict(word.split("=", 1) for word in path if "=" in word)
    return {name: unquote(text) for name, text in said.items()}
