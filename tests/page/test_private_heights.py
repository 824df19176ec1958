"""How high the one message of a game on no server is on a phone: the board, and below it the hand.

It is measured along games played to their end, as `test_heights.py` does it for channels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import product
from statistics import median
from typing import Any

import pytest

from bot.engine.game import Event
from bot.sandbox import Sandbox
from bot.tables.lobby_rules import QUICK_SEATS
from bot.tables.table import Table
from bot.ui.pages.catalogues import languages
from bot.ui.pages.page import Page
from bot.ui.pages.render import PlayableGame
from bot.ui.pages.tables.hand import HEARD_BELOW, hand_of, heard_lines, heard_notice, with_notice
from bot.ui.pages.tables.screen import screen
from bot.ui.pages.wording import Wording, seat_names
from tests.contract import seen
from tests.contract.games import Configuration, configurations, play
from tests.emoji import plant
from tests.page.heights import OpenTab, measured

pytestmark = [pytest.mark.page, pytest.mark.long, pytest.mark.asyncio(loop_scope="session")]

MESSAGE = 735
"""The most pixels of the message with its buttons, at 390 pixels of width."""
IN_WORDS = 770
"""The same until the bot's emoji are there."""
USUAL = 600
"""The most pixels of the usual message."""
POSITIONS = 12
"""How many positions of a game are looked at. A page of the sandbox shows 50 messages."""


def cases() -> list[Any]:
    """Return each game in every language, with emoji and with words in their place."""
    found: list[Any] = []
    for language, known, each in product(("en-GB", *languages()), (True, False), configurations()):
        if each.seats != QUICK_SEATS or each.options != type(each.options)():
            continue
        name = f"{each.game.info.key}-{language}-{'emoji' if known else 'words'}"
        found.append(pytest.param(each, known, language, id=name))
    return found


@pytest.mark.parametrize(("configuration", "known", "language"), cases())
async def test_a_private_game_fits_on_a_phone(
    tab: OpenTab, empty: Sandbox, configuration: Configuration, known: bool, language: str
) -> None:
    emoji = plant(empty) if known else {}
    name = f"private-{configuration.game.info.key}-{language}-{known}"
    found = await measured(tab, empty, _pages(configuration, emoji, language), name)
    most = MESSAGE if known else IN_WORDS
    over = [f"{one.what}: {one.height:.0f}" for one in found if one.height > most]
    assert not over, f"higher than {most} px on a phone: {over} of {len(found)}"
    usual = median(one.height for one in found)
    assert usual <= USUAL, f"a usual message is {usual:.0f} px high on a phone"


def _pages(
    configuration: Configuration, emoji: Mapping[str, str], language: str
) -> Iterator[tuple[str, Page]]:
    """Yield the message at some positions: with what was heard, with a hint, deeper in the menu."""
    playable = seen.playable_of(configuration.game)
    total = sum(1 for _ in play(configuration, configuration.rng("heights"), None))
    looked_at = {at * (total - 1) // POSITIONS for at in range(POSITIONS + 1)}
    heard: dict[int, list[Event]] = defaultdict(list)
    for number, (match, step) in enumerate(play(configuration, configuration.rng("heights"))):
        if step.seat is not None:
            heard[step.seat].clear()
        for seat in range(match.seats):
            heard[seat] += [each.event for each in step.events if each.heard_by(seat)]
        for seat in match.to_act()[:1] or (0,) if number in looked_at else ():
            table = seen.table_of_one(configuration.game, match, seat)
            names = seat_names(table.seats, table.language)
            wording = Wording(language, names, emoji)
            notice = _notice(playable, heard[seat], seat, wording)
            for what, page in _shown(playable, table, seat, wording, notice):
                yield f"{what} at {number}", page


def _notice(playable: PlayableGame, events: list[Event], seat: int, wording: Wording) -> str:
    """Return what stands above the hand of what its seat has heard since it last played."""
    told = heard_lines(playable.render, [(event, wording) for event in events], seat)
    return heard_notice("", told, HEARD_BELOW)


def _shown(
    playable: PlayableGame, table: Table, seat: int, wording: Wording, notice: str
) -> Iterator[tuple[str, Page]]:
    """Yield the message as it stands, also with the longest hint, and somewhere in its menu."""
    hand = hand_of(table, seat)
    page = screen(playable, hand, wording)
    yield "end" if table.phase == "finished" else "game", with_notice(page, notice)
    hints = [playable.render.advice(action, hand.view, wording) for action in hand.legal]
    if hints:
        yield "hint", with_notice(page, f"💡 {max(hints, key=len)}")
    deeper = seen.menu_paths(playable, table, seat, wording)[1:]
    if deeper:
        yield "menu", screen(playable, hand, wording, deeper[0])
