"""The ping: one short message that mentions people, and can be read again after a crash."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.tables import votes
from bot.tables.clock import MINUTE, teaching_times
from bot.tables.clocks import goes_away
from bot.tables.table_event import TableEvent
from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.games.rules import learn_button, rules_id
from bot.ui.pages.page import Button, Row
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.absent_words import (
    THEN_PLAYS,
    away_costs,
    brief_costs,
    come_back_line,
    may_be_taken,
)
from bot.ui.pages.tables.vote_words import proposal, vote_rows
from bot.ui.pages.tables.who_to_ping import PingCall, Reason
from bot.ui.pages.wording import Wording

SIGNS: Final[Mapping[Reason, str]] = {
    "start": "🎲 ",
    "move": "",
    "half": "⏳ ",
    "last": "⌛ ",
    "over": "⏰ ",
    "vote": "✋ ",
    "taken": "🪑 ",
    "seated": "👋 ",
    "back": "🔙 ",
}
"""What each line of a ping begins with: in any language, it tells what the line calls for."""

LINES: Final[Mapping[Reason, str]] = {
    # First: behind somebody's turn it could be read as whose turn it is.
    "seated": _("{people} You have a seat here now: press **My hand**."),
    "start": _("{people} Game on!"),
    "move": _("{people} your turn in {game}."),
    "half": _("{people} In {game} it's still your turn."),
    "last": _("{people} Your time in {game} is almost up."),
    "over": _("{people} Your time in {game} is up. The table waits for you."),
    "vote": _("{people} {asks} Vote here or in **My hand**."),
    "taken": _("{people} A computer plays for you until you're back: press **My hand**."),
    "back": _("{people} Nobody is at your table. To play on, press **My hand** and come back."),
}

THEN_MOVES: Final = _(
    "Then a computer moves for you. If you miss the next move, too, it plays on until you're back."
)

_MENTION = re.compile(r"<@([0-9]{1,20})>")
NOTHING_LEFT: Final[Mapping[int, str]] = {}


def ping_text(
    playable: PlayableGame,
    table: TableFace,
    calls: Collection[PingCall],
    ends: Mapping[int, int],
    wording: Wording,
    *,
    hurried: tuple[int, ...] | None = None,
    left: Mapping[int, str] = NOTHING_LEFT,
) -> str:
    """Return the message that makes some calls, one line for each reason.

    `ends` is when time runs out for the seats whose clock is running, as reminders say. Nobody is
    told to move in more than one line. `hurried` are the seats of those who have learned the game
    since somebody there had more time; None if nobody had. `left` has the seats that
    somebody has just got, with what is left there.
    """
    if table.step() == 0:
        twice = {call.person for call in calls if call.reason == "start"}
        calls = {call for call in calls if call.reason != "move" or call.person not in twice}
    lines: list[str] = []
    for reason in LINES:
        called = [(n, s) for n, s in enumerate(table.seats) if PingCall(s.person, reason) in calls]
        seats = [number for number, _seat in called]
        until = {n: ends[n] for n in seats if n in ends} if reason in ("half", "last") else {}
        # The end that all share is said once, behind the words.
        each = until if len({*until.values()}) > 1 else {}
        people = [
            f"<@{seat.person}>" + (f" (<t:{each[number]}:R>)" if number in each else "")
            for number, seat in called
        ]
        if people:
            title = playable.title(wording)
            said = wording.gettext(
                _line_of(table, reason, title, ends=bool(until and not each)),
                when=f"<t:{min(until.values())}:R>" if until else "",
                people=" ".join(people),
                game=title,
                asks=_asks(playable, table, wording) if reason == "vote" else "",
            )
            hint = _hint(playable, table, seats, wording) if reason == "move" else ""
            if reason == "start" and table.step() == 0:
                # As the board says it: who starts may not be who leads, or several choose at once.
                hint = playable.render.doing(table.public(), table.to_act(), wording)
            if reason in ("seated", "move") and {*seats} <= left.keys():
                hint = wording.sentences(hint, left[seats[0]])
            if reason == "taken":
                hint = _briefly(table, seats[0], wording)
            if until and not each:
                hint = _afterwards(table, seats, wording, brief=reason == "half")
            lines.append(SIGNS[reason] + wording.sentences(said, hint))
            if reason == "start":
                lines += _of_this_game(playable, table, wording, hurried=hurried)
    return "\n".join(lines)


def _line_of(table: TableFace, reason: Reason, title: str, *, ends: bool) -> str:
    """Return the words of a reason, at a table where a game of a `title` is played; whether they
    say when time `ends`, as it does for all at once.
    """
    if reason == "move" and title[-1] in "!?.！？。":
        return _("{people} your turn in {game}")
    if reason == "vote" and table.motion is not None and votes.ends_unless_back(table.motion):
        return _("{people} {asks} To play on, press **My hand** and come back.")
    if ends and reason == "half":
        return _("{people} It's still your turn: your time in {game} ends {when}.")
    return _("{people} Your time in {game} ends {when}.") if ends else LINES[reason]


def ping_rows(
    playable: PlayableGame, table: TableFace, calls: Collection[PingCall], wording: Wording
) -> tuple[Row, ...]:
    """Return the controls below a ping: with a vote its own, and as a game begins at a teaching
    table the rules.
    """
    found = [Button(ping_id(table.id), wording.gettext("My hand"), ButtonStyle.primary)]
    if table.teaching and any(call.reason == "start" for call in calls):
        found.append(Button(rules_id(table.game_key, 0), wording.gettext("Rules")))
        if table.teaching == "alone" and playable.lesson is not None:
            found.append(learn_button(playable, wording))
    if not any(call.reason == "vote" for call in calls):
        return (tuple(found),)
    return (tuple(found), *vote_rows(table, wording))


def _of_this_game(
    playable: PlayableGame, table: TableFace, wording: Wording, *, hurried: tuple[int, ...] | None
) -> Iterator[str]:
    """Yield what is said of a game as it begins: what is otherwise at other tables of its night."""
    if table.night_id and table.options == playable.game.info.short:
        yield wording.gettext("⏱️ This is a short game.")
    if hurried is not None:
        yield _usual_time(table, hurried, wording)
    if table.teaching:
        yield _taught(playable, table, wording)


def _usual_time(table: TableFace, learned: tuple[int, ...], wording: Wording) -> str:
    """Return how long a move may take, and why that isn't long any more; it tells nothing of a
    hand.
    """
    why = wording.ngettext(
        "⏱️ {names} has learned this game, so moves have a limit again.",
        "⏱️ {names} have learned this game, so moves have a limit again.",
        len(learned),
        names=wording.names(learned),
    )
    usual = wording.ngettext(
        "You have the usual {n} minute for each move.",
        "You have the usual {n} minutes for each move.",
        table.move_time // MINUTE,
    )
    return wording.sentences(why, usual) if learned else f"⏱️ {usual}"


def _taught(playable: PlayableGame, table: TableFace, wording: Wording) -> str:
    """Return who teaches at a table, and what is otherwise there; it tells nothing of a hand.

    Whoever asks for it learns it, though they may have played it on an earlier night.
    Who teaches opened the table; whoever is its host once they have left didn't offer to.
    """
    gettext = wording.gettext
    seats = enumerate(table.seats)
    teachers = [n for n, seat in seats if seat.here and seat.person == table.opener]
    said = gettext("📖 Somebody here is learning the game.")
    if table.teaching == "taught" and teachers:
        said = gettext(
            "📖 {name} teaches whoever is learning the game.",
            name=wording.name(teachers[0]),
        )
    tips = gettext("Everybody here gets tips on their hand.") if playable.has_tips else ""
    return wording.sentences(said, *_how_long(table, wording), tips)


def _how_long(table: TableFace, wording: Wording) -> Iterator[str]:
    """Yield how long a move may take at a teaching table, as a game begins."""
    if not table.learners:
        return
    first, later = (each // MINUTE for each in teaching_times(table.move_time))
    yield wording.gettext(
        "Whoever is learning has {first} minutes for the first move, {later} for each later one.",
        first=first,
        later=later,
    )
    yield wording.ngettext(
        "The others have {n} minute for each move.",
        "The others have {n} minutes for each move.",
        table.move_time // MINUTE,
    )


def ping_id(table_id: str) -> str:
    """Return the id of the button below a ping, which tells it from another table's."""
    return routes.HAND_FROM_PING(table_id)


def away_id(table_id: str) -> str:
    """Return the id of the button below a call whose person is away, which tells it from a ping."""
    return routes.BACK_FROM_PING(table_id)


def mentioned(text: str) -> frozenset[int]:
    """Return whom a message mentions."""
    return frozenset(map(int, _MENTION.findall(text)))


def away_text(
    table: TableFace, people: Collection[int], kept: Mapping[int, int], wording: Wording
) -> str:
    """Return what a call says once its people are away: how they come back, what it costs to stay
    away, or who has their seat by now; "" for those whom none of that concerns. `kept` is until
    when seats are kept for those whom others wait to replace.
    """
    called: dict[str, list[str]] = {}
    for number, seat in enumerate(table.seats):
        if seat.person in _can_come_back(table, people):
            costs = _briefly(table, number, wording, kept.get(seat.person))
            called.setdefault(costs, []).append(f"<@{seat.person}>")
    back = wording.gettext("A computer plays for you until you press **I'm back**.")
    if table.paused or table.deserted():
        back = come_back_line(table, wording)
    said = [" ".join([*away, wording.sentences(back, costs)]) for costs, away in called.items()]
    for person in sorted(people):
        if (by := _who_has_seat(table, person)) is not None:
            name = wording.name(by)
            took = wording.gettext("Your seat went to {name} meanwhile.", name=name)
            again = wording.gettext("Press **I'm here** to see how you can play on.")
            took = wording.sentences(took, "" if table.night_id is None else again)
            said.append(f"<@{person}> {took}")
    return "\n".join(SIGNS["taken"] + each for each in said)


def _briefly(table: TableFace, number: int, wording: Wording, until: int | None = None) -> str:
    """Return what comes of staying away from a seat, in few words: its hand says all of it."""
    taken = may_be_taken(table, number, wording, until)
    return wording.sentences(taken, brief_costs(table, number, wording))


def away_row(table: TableFace, people: Collection[int], wording: Wording) -> Row:
    """Return the buttons below it: by which they come back, and on a night by which those play on
    whose seat others have.
    """
    buttons = list[Button]()
    if _can_come_back(table, people):
        back = wording.gettext("I'm back")
        buttons.append(Button(away_id(table.id), back, ButtonStyle.success))
    if table.night_id is not None and any(_who_has_seat(table, e) is not None for e in people):
        here = routes.PRESS_HERE(table.night_id, mark="ping")
        buttons.append(Button(here, wording.gettext("I'm here")))
    return tuple(buttons)


def _can_come_back(table: TableFace, people: Collection[int]) -> list[int]:
    if table.phase != "playing" or table.left_to_computers():
        return []
    ways = ("away", "not_here")
    return [seat.person for seat in table.seats if seat.person in people and seat.how_gone in ways]


def _who_has_seat(table: TableFace, person: int) -> int | None:
    """Return the seat that somebody else has taken over from a person in a game that goes on."""
    if table.phase != "playing" or table.sits(person):
        return None
    told = (each for each in reversed(table.recent) if isinstance(each, TableEvent))
    lost = (each.seat for each in told if (each.what, each.whom) == ("replaced", person))
    return next(lost, None)


def _hint(playable: PlayableGame, table: TableFace, seats: list[int], wording: Wording) -> str:
    """Return where the table stands, if one sentence about it suits everybody who is called."""
    view, asked = table.public(), table.to_act()
    hints = {playable.render.call(view, seat, wording) for seat in seats if seat in asked}
    return hints.pop() if len(hints) == 1 else ""


def _afterwards(table: TableFace, seats: Collection[int], wording: Wording, *, brief: bool) -> str:
    """Return what a reminder says of some seats once their time is up; "" if that isn't the same
    for all.

    Where nobody else is there, the table would wait.
    """
    away = {goes_away(table.seats[number], table.on_timeout) for number in seats}
    alone = {*table.people_here()} <= {*seats}
    if table.on_timeout == "ask" or alone or len(away) > 1:
        return ""
    if False in away:
        return wording.gettext(THEN_MOVES)
    if brief:
        # The last reminder says what it costs.
        return wording.gettext(THEN_PLAYS)
    # What this says once they are away tells from when their seat may go to who waits, too: a ping
    # is read in a hurry.
    return away_costs(table, wording, then=True)


def _asks(playable: PlayableGame, table: TableFace, wording: Wording) -> str:
    """Return what the open vote is about; of a move, also what everybody has heard of it."""
    motion = table.motion
    if motion is None:
        return ""
    told = list[str]()
    if votes.SUBJECTS[motion.what].of_move:
        told = playable.render.told(table.told_last, None, wording)
    move = wording.gettext("It was: {move}", move=" ".join(told)) if told else ""
    return wording.sentences(proposal(motion, wording), move)


def called_in(text: str) -> frozenset[PingCall]:
    """Return the calls that a ping has made."""
    found: set[PingCall] = set()
    for line in text.splitlines():
        reason = _reason_of(line)
        found |= {PingCall(int(person), reason) for person in _MENTION.findall(line)}
    return frozenset(found)


def beside_moves(text: str) -> list[str]:
    """Return the lines of a ping that call for something other than a move."""
    return [line for line in text.splitlines() if _reason_of(line) != "move"]


def _reason_of(line: str) -> Reason:
    for reason, sign in SIGNS.items():
        if sign and line.startswith(sign):
            return reason
    return "move"
