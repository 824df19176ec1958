"""How high public messages are on a phone, along games of every kind played to their end.

The pages are sent to a sandbox as the bot would send them, and measured in the browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from itertools import islice, product
from typing import Any

import pytest

from bot.engine.dealer import AddressedEvent
from bot.nights.standings import Standing, Standings
from bot.sandbox import Sandbox
from bot.tables.clock import DAY
from bot.tables.going_on import FREE_AFTER, SILENCE
from bot.tables.seat import Person
from bot.tables.seat_rules import put
from bot.tables.table_event import Motion
from bot.tables.who_sits import TableBrief
from bot.ui.pages.away_page import AwayTable, away_page
from bot.ui.pages.catalogues import languages
from bot.ui.pages.my_calls import OwnWay, calls_page, mine_page
from bot.ui.pages.nights.standings_page import Named, StandingsScope, standings_page
from bot.ui.pages.page import Page
from bot.ui.pages.tables.board import LINES, board_page
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pages.tables.lobby_card import lobby_card_page
from bot.ui.pages.wording import Wording
from storage.call_store import CallsRow
from storage.rows import PersonRow, facts_of
from tests.contract import seen
from tests.contract.games import Configuration, configurations, play
from tests.emoji import plant
from tests.only import first
from tests.page.browser import PHONE
from tests.page.heights import OpenTab, measured

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

BOARD = 640
"""The most pixels of a board with its buttons, at 390 pixels of width."""
TEXT_BOARD = 900
POSITIONS, QUICK_POSITIONS = 12, 5
"""How many positions of a game are looked at."""
HIGHEST = "donburiko-4"
"""Which game's boards are the highest."""
MOST_SAID = "kirifuda-4"
"""On which game's boards most is said beside the picture."""


def extremes() -> list[Configuration]:
    """Return each game with its fewest and with its most seats."""
    found: list[Configuration] = []
    for each in configurations():
        seats = each.game.info.seats
        if each.options == type(each.options)() and each.seats in (min(seats), max(seats)):
            found.append(each)
    return found


def cases() -> list[Any]:
    """Return the games in every language, with emoji and with words in their place.

    The quick ones are those in English with emoji, and of each other language the one whose boards
    are the highest.
    """
    found: list[Any] = []
    for language, known, each in product(("en-GB", *languages()), (True, False), extremes()):
        name = f"{each}-{language}-{'emoji' if known else 'words'}"
        if known and (language == "en-GB" or str(each) == HIGHEST):
            found.append(pytest.param(each, known, language, QUICK_POSITIONS, id=f"{name}-few"))
        found.append(
            pytest.param(each, known, language, POSITIONS, id=name, marks=pytest.mark.long)
        )
    return found


@pytest.mark.parametrize(("configuration", "known", "language", "positions"), cases())
@pytest.mark.takes(3)
async def test_boards_fit_on_a_phone(
    tab: OpenTab,
    empty: Sandbox,
    configuration: Configuration,
    known: bool,
    language: str,
    positions: int,
) -> None:
    emoji = plant(empty) if known else {}
    name = f"{configuration}-{known}-{language}"
    found = await measured(tab, empty, _pages(configuration, emoji, language, positions), name)
    for kind, most in (("board", BOARD), ("end", BOARD), ("text", TEXT_BOARD)):
        high = [f"{one.what}: {one.height:.0f}" for one in found if one.what.startswith(kind)]
        over = [f"{one.what}: {one.height:.0f}" for one in found
                if one.what.startswith(kind) and one.height > most]  # fmt: skip
        assert not over, f"higher than {most} px on a phone: {over} of {len(high)}"


@pytest.mark.parametrize("language", ["en-GB", *languages()])
async def test_being_away_and_going_on_fit_on_a_phone(
    tab: OpenTab, empty: Sandbox, language: str
) -> None:
    """The board with whom the others may go on without, with the vote, one's own days away, how
    one's turn calls, and the card of a table that begins by itself and has been asked to let in.
    """
    pages = _going_on(plant(empty), language)
    found = await measured(tab, empty, pages, f"going-on-{language}")
    most = {"away": PHONE["height"], "card": PHONE["height"]}
    over = [
        f"{one.what}: {one.height:.0f}" for one in found if one.height > most.get(one.what, BOARD)
    ]
    assert not over, f"too high on a phone: {over}"


def _going_on(emoji: Mapping[str, str], language: str) -> Iterator[tuple[str, Page]]:
    """Yield boards on which somebody is away and asked, and the page of their days away."""
    each = first((each for each in extremes() if str(each) == MOST_SAID), MOST_SAID)
    played = [*islice(play(each, each.rng("heights")), 21)]
    match, _step = played[-1]
    playable = seen.playable_of(each.game)
    start = datetime(2026, 11, 27, 17, tzinfo=UTC)
    now, until = int(start.timestamp()), int(start.timestamp()) + 3 * DAY
    table = replace(seen.table_of(each.game, match), pace="days", touched_at=now)
    (asked,) = match.to_act()
    away = replace(table.seats[asked], back_at=until, vote_at=now - FREE_AFTER)
    table = replace(table, seats=put(table, asked, away))
    wording = Wording(language, tuple(seat.name for seat in table.seats), emoji)
    events = [each for _match, step in played for each in step.events]
    told = [each.event for each in events[-24:] if each.audience == "all"]
    lately = playable.render.told(told, None, wording)[-LINES:]
    yield "to go on", board_page(playable, table.face(), lately, wording)
    by = (asked + 1) % match.seats
    motion = Motion("stand_in", by, (by,), 1, whom=asked, until=now + SILENCE)
    yield "vote", board_page(playable, replace(table, motion=motion).face(), lately, wording)
    title, person = playable.title(wording), table.seats[asked].person
    facts = TableBrief(
        **facts_of(table),
        game_key=table.game_key,
        seats=tuple(table.seats),
        asked=table.to_act(),
        voting=False,
    )
    days = PersonRow(person, "Europe/Berlin", away_from=now, away_until=until, away_how="clock")
    tables = [AwayTable(facts, title, "Acorn Café", DAY)] * 4
    night = seen.night_of(table)
    nights = [replace(night, row=replace(night.row, id=f"2345{n}")) for n in (6, 7)]
    yield "away", away_page(days, days.zone, tables, now, wording, "", nights, 1, ended=False)
    way = CallsRow(person, "dm", calls_closed=1, digest="[480, 720, 1080]")
    own = [OwnWay(f"2345{n}", f"{title} · Acorn Café", "quiet") for n in (6, 7)]
    yield "calls", calls_page(way, days.zone, own, wording)
    yield "calls here", mine_page(playable, table.face(), "dm", None, "winter " * 71, wording)
    asking = tuple(Person(200 + n, "Wolfeschlegelsteinhausen") for n in range(6))
    lobby = replace(table, phase="lobby", closed=True, starts_at=until).face()
    lobby = replace(lobby, have_asked=asking, seats=lobby.seats[:2])
    yield "card", lobby_card_page(playable, lobby, wording)


async def test_standings_fit_on_a_phone(tab: OpenTab, empty: Sandbox) -> None:
    """Ten people a page with names as long as can be, each on a line or two of its own."""
    people = [Standing(n, n, Fraction(30 - n, 30), 99, 88) for n in range(1, 26)]
    named = Named(dict.fromkeys(range(1, 26), "Wolfeschlegelsteinhausenbergerdorff"))
    standings = Standings(tuple(people), {99: 1})
    voice = Wording("en-GB")
    pages = (
        (f"page {n}", standings_page(standings, named, StandingsScope(), voice, page=n, person=25))
        for n in range(3)
    )
    heights = [one.height for one in await measured(tab, empty, pages, "standings")]
    assert max(heights) <= BOARD, f"higher than {BOARD} px on a phone: {heights}"


def _pages(
    configuration: Configuration, emoji: Mapping[str, str], language: str, positions: int
) -> Iterator[tuple[str, Page]]:
    """Yield boards and text boards at some positions of a game, and its end."""
    game = configuration.game
    playable = seen.playable_of(game)
    total = sum(1 for _ in play(configuration, configuration.rng("heights"), None))
    events: list[AddressedEvent] = []
    for number, (match, step) in enumerate(play(configuration, configuration.rng("heights"))):
        events += step.events
        last = number == total - 1
        if number % max(1, total // positions) and not last:
            continue
        table = seen.table_of(game, match)
        wording = Wording(language, tuple(seat.name for seat in table.seats), emoji)
        told = [each.event for each in events[-24:] if each.audience == "all"]
        lately = playable.render.told(told, None, wording)[-LINES:]
        face = table.face()
        if last:
            yield f"end after {number}", end_message(playable, face, wording)
            continue
        if number == 0 or number * 2 in (total, total + 1):
            for what, page in seen.ways_to_end(game, table, wording).items():
                yield f"end, {what}, at {number}", page
        yield f"board at {number}", board_page(playable, face, lately, wording)
        yield f"text board at {number}", board_page(playable, face, lately, wording, drawn=False)
