"""Everything that a person can see of a match, by name, to be compared byte for byte.

Whatever is shown to people belongs here: what the tests of secrets compare is what stands here.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Final

from bot.engine.computer import LEVELS
from bot.engine.dealer import AddressedEvent
from bot.engine.game import Action, AnyGame, Event
from bot.engine.match import Match
from bot.nights.assign_tables import Measure, SeatedRound, SeatedTable
from bot.nights.guest_list import Guest, GuestList
from bot.nights.night import Night, Round
from bot.nights.seating import Seating
from bot.nights.table_sizes import TableSizes
from bot.tables.early_end import early_result
from bot.tables.seat import Seat
from bot.tables.table import Table
from bot.tables.trouble import CHANGED
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.desk_page import desk_page
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.round_list import list_page
from bot.ui.pages.page import Page
from bot.ui.pages.tables import menu_moves
from bot.ui.pages.tables.board import board_page, text_page
from bot.ui.pages.tables.end_page import HOWS, Ways, end_page, really_end_page
from bot.ui.pages.tables.fit import Notice, fitted
from bot.ui.pages.tables.game_end import end_message, scoring_page
from bot.ui.pages.tables.hand import Advice, hand_of
from bot.ui.pages.tables.lobby_card import lobby_card_page
from bot.ui.pages.tables.ping import ping_text
from bot.ui.pages.tables.screen import screen
from bot.ui.pages.tables.table_controls import Viewer
from bot.ui.pages.tables.table_page import table_page
from bot.ui.pages.tables.who_to_ping import PingCall
from bot.ui.pages.wording import Wording
from bot.ui.pictures.shapes import Picture
from storage.night_rows import NightPlaces, NightRow
from storage.rows import NO_SERVER
from tests.contract.games import games, must_have, part_of

if TYPE_CHECKING:
    from bot.ui.pages.playable_game import PlayableGame

NAMES = ("Ada", "Bob", "Cleo", "Dai", "Emi", "Finn")
RESTORED = 10**12
"""What the numbers of questions begin with after a restore, so that ids are as long as they get."""
language = "en-GB"
"""What everybody speaks."""
looks_alone = False
"""Whether each seat is also looked at as if its person played alone, in one message."""
emoji: Mapping[str, str] = {}
"""The emoji that Discord knows, as texts have them; see `drawn` in `conftest.py`."""


@cache
def playable_of(game: AnyGame) -> PlayableGame:
    """Return a game as the house offers it."""
    from bot.ui.pages.playable_game import PlayableGame

    render, help = must_have(game, "render").RENDER, must_have(game, "help").HELP
    picture, lesson = part_of(game, "picture"), part_of(game, "lesson")
    return PlayableGame(
        game,
        render,
        help,
        None if picture is None else picture.PICTURES,
        None if lesson is None else lesson.LESSON,
    )


def lessons() -> list[PlayableGame]:
    """Return the games that have a lesson."""
    return [each for each in map(playable_of, games()) if each.lesson is not None]


def table_of(game: AnyGame, match: Match, names: tuple[str, ...] = NAMES) -> Table:
    """Return a table in play, or over, on which the match lies."""
    return Table(
        id="abcde",
        game=game,
        game_key=game.info.key,
        rules_version=game.info.rules_version,
        options=game.info.variants[0],
        phase="playing" if match.to_act() else "finished",
        host=100,
        seats=[Seat(100 + seat, names[seat]) for seat in range(match.seats)],
        language=language,
        guild_id=1,
        channel_id=2,
        opened_by=3,
        opened_at=4,
        touched_at=5,
        revision=match.step,
        question_base=RESTORED,
        _match=match,
    )


def wording_of(table: Table) -> Wording:
    """Return the wording of a table."""
    return Wording(table.language, tuple(seat.name for seat in table.seats), emoji)


def board(game: AnyGame, table: Table) -> Page:
    """Return the board without its log lines: those are compared one by one."""
    return board_page(playable_of(game), table.face(), [], wording_of(table))


def end(game: AnyGame, table: Table) -> Page | None:
    """Return the message that a finished game ends with; None while it is on."""
    if table.phase != "finished":
        return None
    return end_message(playable_of(game), table.face(), wording_of(table))


def ways_to_end(game: AnyGame, table: Table, wording: Wording | None = None) -> dict[str, Page]:
    """Return what is shown of ending a game that is on: the questions, and the end that it has once
    somebody has given up.
    """
    wording, playable = wording or wording_of(table), playable_of(game)
    ways = Ways(HOWS, points=game.points_now(table.public()))
    shown = {"the page": end_page(playable, table.face(), ways, wording, wording.gettext(CHANGED))}
    for how in HOWS:
        shown[how] = really_end_page(playable, table.face(), ways, how, wording)
    seats = [*table.seats]
    seats[-1] = seats[-1].given_up(table.step(), table.revision)
    early = early_result(game, table.public(), len(seats))
    over = replace(table, phase="finished", seats=seats, early=early)
    shown["the message"] = end_message(playable, over.face(), wording)
    shown["how it was scored"] = scoring_page(playable, over.face(), (), wording)
    shown["the card"] = lobby_card_page(playable, over.face(), wording)
    return shown


def page(game: AnyGame, table: Table, person: int) -> Page:
    """Return the table page as a person sees it."""
    return table_page(playable_of(game), table.face(), Viewer(person), {}, wording_of(table))


def night_of(table: Table) -> Night:
    """Return a night whose only table this is, led by the person on its first seat."""
    row = NightRow(
        id="23456",
        guild_id=1,
        channel_id=2,
        language=language,
        state="playing",
        host=table.seats[0].person,
        title="Friday",
        game=table.game_key,
        options="{}",
        local="2026-11-27T20:00",
        zone="Europe/Berlin",
        starts_at=100,
        doors_at=50,
        closes_at=150,
        touched_at=100,
        opened_by=3,
    )
    people = tuple(seat.person for seat in table.seats)
    guests = tuple(
        Guest(seat.person, seat.name, "in", number, came_at=60)
        for number, seat in enumerate([*table.seats, Seat(900, "Kim")], 1)
    )
    seated = SeatedRound((SeatedTable(people, people[0]),))
    seating = Seating(TableSizes((len(people),)), seated, Measure(1, 0))
    return Night(
        row,
        NightPlaces(),
        GuestList(guests=guests, starts_at=100, doors_at=50, closes_at=150, doors="closed"),
        (Round(1, 1, seating, "dealt", began_at=100),),
    )


def desk(game: AnyGame, table: Table) -> list[Page]:
    """Return what the host of a night sees of a table there, and what its round's list says."""
    night, wording, playable = night_of(table), Wording(language), playable_of(game)
    shown = [DeskTable(1, 1, table.face())]
    facts = DeskFacts([playable], 10_000, shown)
    return [
        desk_page(night, facts, wording),
        desk_page(night, facts, wording, picked=table.id),
        list_page(night, night.rounds[0], shown, [playable], 10_000, wording),
    ]


def ping(game: AnyGame, table: Table, called: set[PingCall]) -> str:
    """Return the ping for some calls."""
    return ping_text(playable_of(game), table.face(), called, {}, wording_of(table))


def hand(
    playable: PlayableGame, table: Table, seat: int, wording: Wording, path: menu_moves.MenuPath
) -> Page:
    """Return a seat's screen, some way into the menu."""
    return screen(playable, hand_of(table, seat), wording, path)


def hands(
    game: AnyGame, table: Table, seat: int, paths: list[menu_moves.MenuPath] | None = None
) -> list[Page]:
    """Return the hand of a seat with its menu, at every place in the menu.

    `paths` are these places, if they are known already.
    """
    playable, wording = playable_of(game), wording_of(table)
    paths = paths or menu_paths(playable, table, seat, wording)
    return [hand(playable, table, seat, wording, path) for path in paths]


def table_of_one(game: AnyGame, match: Match, seat: int) -> Table:
    """Return a table on no server, where computers have all seats but one."""
    table = table_of(game, match)
    seats = [
        each if number == seat else Seat(-1 - number, each.name, LEVELS[-1])
        for number, each in enumerate(table.seats)
    ]
    person = seats[seat].person
    return replace(table, seats=seats, host=person, guild_id=NO_SERVER, channel_id=NO_SERVER)


def alone(
    playable: PlayableGame, table: Table, seat: int, path: menu_moves.MenuPath, *, drawn: bool
) -> Page:
    """Return the one message of a game on no server, some way into the menu."""
    hand, view = hand_of(table, seat), table.view(seat)
    found = menu_moves.menu_moves(playable.render, hand.legal[:1], view, wording_of(table))
    if found and drawn:
        # With a hint; in words it is as a newcomer sees it.
        said = playable.render.advice(hand.legal[0], view, wording_of(table))
        hand = replace(hand, advice=Advice(hand.question_number, found[0].path, said))
    return screen(playable, replace(hand, helped=True), wording_of(table), path, drawn=drawn)


def private_games(
    playable: PlayableGame, table: Table, seat: int, paths: list[menu_moves.MenuPath]
) -> dict[str, object]:
    """Return what a person who plays alone sees: each hint, and their one message.

    It is there as a picture with a hint as its notice, in words, and as it is sent.
    """
    hints = [hint(playable, table, seat, action) for action in table.legal(seat)]
    drawn = fitted(alone(playable, table, seat, (), drawn=True), Notice("\n".join(hints[:1])))
    return {
        "hints": hints,
        "drawn": drawn,
        "in words": alone(playable, table, seat, paths[-1], drawn=False),
        "sent": [embed.to_dict() for embed in drawn.embeds()],
    }


def hint(playable: PlayableGame, table: Table, seat: int, action: Action) -> str:
    """Return a move as advice to the person on a seat."""
    return playable.render.advice(action, table.view(seat), wording_of(table))


def coach(playable: PlayableGame, table: Table, seat: int) -> str:
    """Return what the coach says to the person on a seat."""
    return playable.render.coach(table.view(seat), wording_of(table))


def menu_paths(
    playable: PlayableGame, table: Table, seat: int, wording: Wording
) -> list[menu_moves.MenuPath]:
    """Return every place in the menu of a seat, starting with the first."""
    found = menu_moves.menu_moves(playable.render, table.legal(seat), table.view(seat), wording)
    deep = max((len(move.path) for move in found), default=1)
    paths = dict.fromkeys(
        move.path[:depth] for depth in range(deep) for move in found if depth < len(move.path)
    )
    return list(paths) or [()]


def by_anyone(game: AnyGame, match: Match) -> dict[str, object]:
    """Return all that anyone sees of a match as it stands."""
    table = table_of(game, match)
    called = {PingCall(table.seats[seat].person, "move") for seat in match.to_act()}
    return {
        "public": match.public(),
        "to_act": match.to_act(),
        "step": match.step,
        "board": board(game, table),
        "end": end(game, table),
        "as text": text_page(playable_of(game), table.face(), wording_of(table)),
        "table page of others": page(game, table, 99),
        "ways to end it": ways_to_end(game, table) if match.to_act() else {},
        "ping": ping(game, table, called),
        "desk of its night": desk(game, table),
    }


def by_seat(game: AnyGame, match: Match, seat: int) -> dict[str, object]:
    """Return what the person on a seat sees of a match as it stands, beyond what everybody sees."""
    table = table_of(game, match)
    playable, wording, view = playable_of(game), wording_of(table), match.view(seat)
    paths = menu_paths(playable, table, seat, wording)
    found: dict[str, object] = {
        "table page": page(game, table, table.seats[seat].person),
        "view": view,
        "legal": match.legal(seat),
        "question_number": match.question_number(seat),
        "words": [playable.render.words(action, view, wording) for action in match.legal(seat)],
        "hand": hands(game, table, seat, paths),
        "coach": coach(playable, table, seat),
    }
    if looks_alone:
        one = table_of_one(game, match, seat)
        found["private game"] = private_games(playable, one, seat, paths)
    return found


def sources(game: AnyGame, match: Match, seat: int) -> bytes:
    """Return, to be compared, all that is drawn from for everybody and for a seat.

    Pages get a table's face and a seat's hand, in which that face is, and nothing else of a table.
    """
    return written(hand_of(table_of(game, match), seat))


class _Reductions(dict[type, Callable[[Any], Any]]):
    """By class, what pickle makes of an object: of dataclasses with slots far quicker than by
    itself, as it looks for their fields each time.
    """

    def __missing__(self, cls: type) -> Callable[[Any], Any]:
        found: Callable[[Any], Any] = methodcaller("__reduce_ex__", pickle.DEFAULT_PROTOCOL)
        if is_dataclass(cls) and not cls.__dictoffset__:
            listed = "".join(f"it.{each.name}, " for each in fields(cls))
            found = eval(f"lambda it: (made, ({listed}))", {"made": cls})
        self[cls] = found
        return found


_REDUCTIONS: Final = _Reductions()


def written(thing: object) -> bytes:
    """Return a thing to the last detail, as bytes to be compared."""
    into = io.BytesIO()
    pickler = pickle.Pickler(into)
    pickler.dispatch_table = _REDUCTIONS
    # What is one and the same object in one of two matches needn't be in the other.
    pickler.fast = True
    pickler.dump(thing)
    return into.getvalue()


def heard(events: list[AddressedEvent], seat: int | None) -> list[Event]:
    """Return the events that a seat heard, or a spectator (None)."""
    return [
        each.event
        for each in events
        if each.audience == "all" or (seat is not None and seat in each.audience)
    ]


def line(game: AnyGame, match: Match, event: Event, seat: int | None) -> dict[str, object]:
    """Return an event as it is, and as it is worded for all and for a seat that heard it."""
    # As `wording_of` the table: it is asked for each event, and needs no table for it.
    wording = Wording(language, NAMES[: match.seats], emoji)
    render = playable_of(game).render
    return {
        "event": event,
        "line": render.line(event, wording),
        "told": render.told([event], seat, wording),
        "brief": render.told([event], seat, wording, brief=True),
        "mood": render.mood(event),
        "heard": None if seat is None else render.heard(event, seat, wording),
    }


def differences(name: str, one: Any, other: Any) -> list[str]:
    """Return each innermost part in which two things differ, by its name, with both values."""
    alike = type(one) is type(other)
    # A text is equal to the letter; the shapes of a picture are plain values, and writing them all
    # out takes long.
    if one is other or (alike and isinstance(one, str | Picture) and one == other):
        return []
    # What may hold a picture is taken apart first, for the same reason.
    whole = not alike or not isinstance(one, Page | list)
    if whole and repr(one) == repr(other):
        return []
    parts, others = _parts(one), _parts(other)
    found: list[str] = []
    for part, value in parts.items():
        if part in others:
            found += differences(f"{name}{part}", value, others[part])
    return found or ([f"{name}: {one!r} or {other!r}"] if whole else [])


def _parts(thing: Any) -> dict[str, Any]:
    if is_dataclass(thing):
        return {f".{each.name}": getattr(thing, each.name) for each in fields(thing)}
    if isinstance(thing, Mapping):
        return {f"[{key!r}]": value for key, value in thing.items()}
    if isinstance(thing, str) and "\n" in thing:
        lines = thing.split("\n")
        return {", lines": len(lines)} | {f", line {n}": line for n, line in enumerate(lines, 1)}
    if isinstance(thing, list | tuple):
        return {".length": len(thing)} | {f"[{n}]": value for n, value in enumerate(thing)}
    return {}
