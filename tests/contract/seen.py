"""All that a person can see of a match, as text to be compared byte for byte.

Whatever is shown to people belongs here: what the tests of secrets compare is what stands here.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from bot.engine.dealer import AddressedEvent
from bot.engine.game import AnyGame, Event
from bot.engine.match import Match
from bot.tables.table import Seat, Table
from bot.ui.pages import menu
from bot.ui.pages.board import board_page
from bot.ui.pages.hand import hand_page, moment
from bot.ui.pages.ping import ping_text
from bot.ui.pages.table_page import table_page
from bot.ui.pages.who_to_ping import Call
from bot.ui.pages.wording import Wording

if TYPE_CHECKING:
    from bot.ui.house import PlayableGame
    from bot.ui.pages.page import Page

NAMES = ("Ada", "Bob", "Cleo", "Dai", "Emi", "Finn")


@cache
def offer_of(game: AnyGame) -> PlayableGame:
    """Return a game as the house offers it."""
    from bot.ui.house import PlayableGame

    folder = f"cogs.{game.info.key}"
    render = importlib.import_module(f"{folder}.render").RENDER
    return PlayableGame(game, render, importlib.import_module(f"{folder}.help").HELP)


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
        language="en-GB",
        guild_id=1,
        channel_id=2,
        opened_by=3,
        opened_at=4,
        touched_at=5,
        seq=match.seq,
        _match=match,
    )


def wording_of(table: Table) -> Wording:
    """Return who speaks of a table."""
    return Wording(table.language, tuple(seat.name for seat in table.seats))


def board(game: AnyGame, table: Table) -> Page:
    """Return the board without its log lines: those are compared one by one."""
    return board_page(offer_of(game), table, [], wording_of(table))


def page(game: AnyGame, table: Table, person: int) -> Page:
    """Return the table page as a person sees it."""
    return table_page(offer_of(game), table, person, None, {}, wording_of(table))


def hands(game: AnyGame, table: Table, seat: int) -> Iterator[Page]:
    """Yield the hand of a seat with its menu, at every place in the menu."""
    playable, wording = offer_of(game), wording_of(table)
    found = menu.moves(playable.render, table.legal(seat), table.view(seat), wording)
    deep = max((len(move.path) for move in found), default=1)
    paths = dict.fromkeys(
        move.path[:depth] for depth in range(deep) for move in found if depth < len(move.path)
    )
    for path in paths or [()]:
        yield hand_page(playable, table, seat, wording, path=path)


def by_anyone(game: AnyGame, match: Match) -> list[str]:
    """Return all that anyone sees of a match as it stands."""
    table = table_of(game, match)
    called = {Call(table.seats[seat].person, "move") for seat in match.to_act()}
    return [
        repr(match.public()),
        repr(match.to_act()),
        repr(match.seq),
        repr(board(game, table)),
        repr(page(game, table, 99)),
        ping_text(table, called, {}, wording_of(table)),
    ]


def by_seat(game: AnyGame, match: Match, seat: int) -> list[str]:
    """Return all that the person on a seat sees of a match as it stands."""
    table = table_of(game, match)
    playable, wording, view = offer_of(game), wording_of(table), match.view(seat)
    return [
        *by_anyone(game, match),
        repr(page(game, table, table.seats[seat].person)),
        repr(view),
        repr(match.legal(seat)),
        repr(match.question_seq(seat)),
        repr(moment(table, seat)),
        *(repr(playable.render.words(action, view, wording)) for action in match.legal(seat)),
        *(repr(page) for page in hands(game, table, seat)),
    ]


def heard(events: list[AddressedEvent], seat: int | None) -> list[Event]:
    """Return the events that a seat heard, or a spectator (None)."""
    return [
        each.event
        for each in events
        if each.audience == "all" or (seat is not None and seat in each.audience)
    ]


def line(game: AnyGame, match: Match, event: Event) -> list[str]:
    """Return all the ways in which an event is told to who heard it, after it happened."""
    wording = wording_of(table_of(game, match))
    return [repr(event), repr(offer_of(game).render.line(event, wording))]
