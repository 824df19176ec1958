"""How high a screen is on a phone, and how near its height is reckoned.

It is measured along games played to their end, as `test_heights.py` does it for channels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from statistics import median
from typing import Any

import pytest

from bot.engine.ahead import Line, room_for, with_line
from bot.engine.game import Event
from bot.engine.match import Match
from bot.games.find_games import ahead_of
from bot.sandbox import Sandbox
from bot.tables.order import Order
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.catalogues import languages
from bot.ui.pages.page import Button, Page
from bot.ui.pages.phone_height import INSIDE, height, rest
from bot.ui.pages.phone_height import lines as lines_on_phone
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.ahead_menu import AHEAD, AheadPlan
from bot.ui.pages.tables.fit import MOST_BELOW, NO_NOTICE, ROOMY, Notice, fitted
from bot.ui.pages.tables.hand import Advice, Hand, hand_of, heard_lines
from bot.ui.pages.tables.menu_moves import menu_moves
from bot.ui.pages.tables.screen import screen
from bot.ui.pages.wording import Wording, seat_names
from tests.contract import seen
from tests.contract.games import Configuration, configurations, package_of, play
from tests.emoji import mentions, plant
from tests.page.heights import OpenTab, measured

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

MESSAGE = 700
"""The most pixels of a screen with its buttons, at 390 pixels of width."""
WITHOUT_EMOJI = 770
"""The same where words stand in for emoji."""
USUAL = 640
"""The most pixels of the usual screen."""
NEAR = 12
"""How many pixels off a height may usually be reckoned."""
A_LINE = 22
"""How many it may be off at most: letters are so wide that one line more or less is there."""
RARELY = 0.1
"""For what part of the screens."""
SELDOM = 0.15
"""For what part of the screens there may be more below the board than `MOST_BELOW`.

Those that most phones show whole don't count: there the hand stays large."""
QUICK = ("shiranui-5", "korpokkur-6")
"""Whose screens are the highest."""
POSITIONS = 12
"""How many positions of a game are looked at. A page of the sandbox shows 50 messages."""


def cases() -> list[Any]:
    """Return each game for each number of seats and language, with emoji and with words instead.

    The quick ones are the highest in English with emoji, and help a newcomer.
    """
    found: list[Any] = []
    for language, known, each in product(("en-GB", *languages()), (True, False), configurations()):
        if each.options != type(each.options)():
            continue
        quick = known and language == "en-GB" and str(each) in QUICK
        marks = () if quick else pytest.mark.long
        name = f"{each}-{language}-{'emoji' if known else 'words'}"
        found.append(pytest.param(each, known, language, id=name, marks=marks))
    return found


@pytest.mark.parametrize(("configuration", "known", "language"), cases())
@pytest.mark.takes(4)
async def test_a_screen_fits_on_a_phone_and_is_as_high_as_is_reckoned(
    tab: OpenTab, empty: Sandbox, configuration: Configuration, known: bool, language: str
) -> None:
    emoji = plant(empty) if known else {}
    pages = list(_pages(configuration, emoji, language))
    found = await measured(tab, empty, pages, f"screen-{configuration}-{language}-{known}")
    most = MESSAGE if known else WITHOUT_EMOJI
    over = [f"{one.what}: {one.height:.0f}" for one in found if one.height > most]
    assert not over, f"higher than {most} px on a phone: {over} of {len(found)}"
    authors = {page.author for _what, page in pages}
    wrapped = [each for each in authors if lines_on_phone(each, INSIDE, bold=True) > 1]
    assert not wrapped, f"where the match stands takes two lines: {wrapped[:3]}"
    usual = median(one.height for one in found)
    assert usual <= USUAL, f"a usual screen is {usual:.0f} px high on a phone"
    off = {
        f"{one.what}: {height(page):.0f}, not {one.height:.0f}": abs(height(page) - one.height)
        for (_what, page), one in zip(pages, found, strict=True)
    }
    far = [what for what, pixels in off.items() if pixels > NEAR]
    assert len(far) <= RARELY * len(off), f"reckoned wrong: {far}"
    assert max(off.values()) <= A_LINE, f"reckoned wrong by more than a line: {far}"


@pytest.mark.long
@pytest.mark.parametrize(("configuration", "known", "language"), cases())
async def test_a_screen_is_never_reckoned_too_high(
    configuration: Configuration, known: bool, language: str
) -> None:
    """At five times as many positions as are measured."""
    emoji = mentions() if known else {}
    most = MESSAGE if known else WITHOUT_EMOJI
    pages = list(_pages(configuration, emoji, language, positions=5 * POSITIONS))
    over = [f"{what}: {height(page):.0f}" for what, page in pages if height(page) > most]
    assert not over, f"higher than {most} px on a phone: {over} of {len(pages)}"
    if known:
        drawn = [(what, page) for what, page in pages if page.image is not None]
        high = [(what, rest(page)) for what, page in drawn if height(page) > ROOMY]
        deep = [f"{what}: {below:.0f}" for what, below in high if below > MOST_BELOW + NEAR]
        assert len(deep) <= SELDOM * len(drawn), f"much below the board: {deep} of {len(drawn)}"


def _pages(
    configuration: Configuration,
    emoji: Mapping[str, str],
    language: str,
    positions: int = POSITIONS,
) -> Iterator[tuple[str, Page]]:
    """Yield the message at some positions: with what was heard, with a hint, deeper in the menu."""
    playable = seen.playable_of(configuration.game)
    total = sum(1 for _ in play(configuration, configuration.rng("heights"), None))
    looked_at = {at * (total - 1) // positions for at in range(positions + 1)}
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
            over = table.phase == "finished"
            notice = _notice(playable, heard[seat], seat, wording, over=over)
            for what, page in _shown(playable, table, seat, wording, notice):
                yield f"{what} at {number}", page
            for what, page in _set_ahead(playable, match, seat, wording):
                yield f"{what} at {number}", page


def _notice(
    playable: PlayableGame, events: list[Event], seat: int, wording: Wording, *, over: bool
) -> Notice:
    """Return what stands above the hand of what its seat has heard since it last played."""
    told = heard_lines(playable.render, [(event, wording) for event in events], seat, over=over)
    return Notice("", tuple(told), lacks=None if over else _lacks)


def _lacks(lines: int) -> str:
    return f"{lines} more lines under **More**" if lines else ""


def _shown(
    playable: PlayableGame, table: Table, seat: int, wording: Wording, notice: Notice
) -> Iterator[tuple[str, Page]]:
    """Yield the message as it stands, also with the longest hint, and somewhere in its menu.

    It is a newcomer's: they are helped, which takes room.
    """
    hand = replace(hand_of(table, seat), helped=True)
    page = screen(playable, hand, wording)
    yield "end" if table.phase == "finished" else "game", fitted(page, notice)
    for advice in _longest(playable, hand, wording):
        hinted = replace(hand, advice=advice)
        yield "hint", fitted(screen(playable, hinted, wording), NO_NOTICE)
    for deeper in seen.menu_paths(playable, table, seat, wording)[1:]:
        yield "menu", fitted(screen(playable, hand, wording, deeper), NO_NOTICE)


def _set_ahead(
    playable: PlayableGame, match: Match, asked: int, wording: Wording
) -> Iterator[tuple[str, Page]]:
    """Yield the hand of somebody who waits and has set all there is, and where it was set."""
    ahead = ahead_of(package_of(playable.game.info.key))
    seat = (asked + 1) % match.seats
    if ahead is None or seat in match.to_act() or not match.to_act():
        return
    offered = ahead.cases(match.view(seat))
    lines: tuple[Line, ...] = ()
    for each in offered:
        if room_for(lines, each.case):
            lines = with_line(lines, Line(each.case, each.lowest or each.moves[-1]))
    plan = AheadPlan(offered, Order(1, lines, 1) if lines else None, lines)
    leads_on = Button(routes.NEXT("abcde"), "▸ Next: Colors of Kasane · 3 wait")
    hand = replace(hand_of(seen.table_of(playable.game, match), seat), plan=plan, next=leads_on)
    for what, path in (("waits", ()), ("sets", (AHEAD,)), ("picks", (AHEAD, "0"))):
        yield what, fitted(screen(playable, hand, wording, path), NO_NOTICE)


def _longest(playable: PlayableGame, hand: Hand, wording: Wording) -> list[Advice]:
    """Return the hint that takes most words, if there is one."""
    advices = [
        Advice(
            hand.question_number, move.path, playable.render.advice(move.action, hand.view, wording)
        )
        for move in menu_moves(playable.render, hand.legal, hand.view, wording)
    ]
    return sorted(advices, key=lambda each: len(each.text))[-1:]
