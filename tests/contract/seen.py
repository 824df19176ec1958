"""All that a person can see of a match, as text to be compared byte for byte.

Whatever is shown to people belongs here: what the tests of secrets compare is what stands here.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from bot.engine.dealer import Told
from bot.engine.game import AnyGame, Event
from bot.engine.match import Match
from bot.tables.table import Seat, Table
from bot.ui import menu
from bot.ui.board import board_sheet
from bot.ui.calls import Call
from bot.ui.hand import hand_sheet, moment
from bot.ui.ping import ping_text
from bot.ui.tablepage import table_sheet
from bot.ui.voice import Voice

if TYPE_CHECKING:
    from bot.ui.house import Offer
    from bot.ui.sheet import Sheet

NAMES = ("Ada", "Bob", "Cleo", "Dai", "Emi", "Finn")


@cache
def offer_of(game: AnyGame) -> Offer:
    """Return a game as the house offers it."""
    from bot.ui.house import Offer

    folder = f"cogs.{game.info.key}"
    render = importlib.import_module(f"{folder}.render").RENDER
    return Offer(game, render, importlib.import_module(f"{folder}.help").HELP)


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


def voice_of(table: Table) -> Voice:
    """Return who speaks of a table."""
    return Voice(table.language, tuple(seat.name for seat in table.seats))


def board(game: AnyGame, table: Table) -> Sheet:
    """Return the board without its log lines: those are compared one by one."""
    return board_sheet(offer_of(game), table, [], voice_of(table))


def page(game: AnyGame, table: Table, person: int) -> Sheet:
    """Return the table page as a person sees it."""
    return table_sheet(offer_of(game), table, person, None, {}, voice_of(table))


def hands(game: AnyGame, table: Table, seat: int) -> Iterator[Sheet]:
    """Yield the hand of a seat with its menu, at every place in the menu."""
    offer, voice = offer_of(game), voice_of(table)
    found = menu.moves(offer.render, table.legal(seat), table.view(seat), voice)
    deep = max((len(move.path) for move in found), default=1)
    paths = dict.fromkeys(
        move.path[:depth] for depth in range(deep) for move in found if depth < len(move.path)
    )
    for path in paths or [()]:
        yield hand_sheet(offer, table, seat, voice, path=path)


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
        ping_text(table, called, {}, voice_of(table)),
    ]


def by_seat(game: AnyGame, match: Match, seat: int) -> list[str]:
    """Return all that the person on a seat sees of a match as it stands."""
    table = table_of(game, match)
    offer, voice, view = offer_of(game), voice_of(table), match.view(seat)
    return [
        *by_anyone(game, match),
        repr(page(game, table, table.seats[seat].person)),
        repr(view),
        repr(match.legal(seat)),
        repr(match.ask(seat)),
        repr(moment(table, seat)),
        *(repr(offer.render.words(action, view, voice)) for action in match.legal(seat)),
        *(repr(sheet) for sheet in hands(game, table, seat)),
    ]


def heard(told: list[Told], seat: int | None) -> list[Event]:
    """Return the events that a seat heard, or a spectator (None)."""
    return [
        each.event
        for each in told
        if each.audience == "all" or (seat is not None and seat in each.audience)
    ]


def line(game: AnyGame, match: Match, event: Event) -> list[str]:
    """Return all the ways in which an event is told to who heard it, after it happened."""
    voice = voice_of(table_of(game, match))
    return [repr(event), repr(offer_of(game).render.line(event, voice))]
