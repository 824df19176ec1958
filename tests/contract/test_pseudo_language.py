"""In a language with longer words: nothing stays English, nothing is cut, no limit is broken."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.game import AnyGame
from bot.engine.match import Match
from bot.tables.lobby_rules import NAMES as COMPUTERS
from bot.tables.seat import Seat
from bot.ui.pages.games.gallery import gallery_page, game_page, welcome_page
from bot.ui.pages.games.rules import pages_of, rules_page
from bot.ui.pages.page import Page
from bot.ui.pages.tables.board import board_page, text_page
from bot.ui.pages.tables.computer_seats import computers_page
from bot.ui.pages.tables.end_page import HOWS, Ways, end_page, really_end_page
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pages.tables.hand import stopped_page
from bot.ui.pages.tables.lobby_card import lobby_card_page
from bot.ui.pages.tables.lobby_settings import lobby_settings_page
from bot.ui.pages.tables.ping import ping_text
from bot.ui.pages.tables.table_controls import Viewer
from bot.ui.pages.tables.table_page import table_page
from bot.ui.pages.tables.who_to_ping import PingCall, Reason
from bot.ui.pages.typed_words import picker, typed_moves
from bot.ui.pages.wording import Wording
from tests.contract import seen
from tests.contract.games import Configuration, games, play, quick_share
from tests.contract.test_lessons import pages as lesson_pages
from tests.contract.test_render import RIGHTS, check_beside_the_game, check_position, stirred
from tests.contract.test_replay import ALL, MINE, Played, sheets
from tests.locale.pseudo import check_all_said, check_said, texts_of_page

MATCHES, OFTEN = [1, pytest.param(3, marks=pytest.mark.long)], 2
"""Of each variant, and how often the same kind of thing is looked at in them."""
SPOKEN = "en-GB"
"""The pseudo-language takes the place of what everybody in these tests speaks."""


@pytest.fixture(autouse=True)
def spoken(speak_longer: Callable[[str], None]) -> None:
    speak_longer(SPOKEN)


def names_of(game: AnyGame) -> tuple[str, ...]:
    """Return the names that no language changes; the credits name the game by its own."""
    info = game.info
    return (
        *seen.NAMES,
        "abcde",
        "Gone",
        "Friday",
        "Kim",
        info.title,
        info.designer,
        info.publisher,
        "SHA",
        *COMPUTERS,
        "🤖",
    )


def check(page: Page, game: AnyGame) -> None:
    check_all_said(page, *names_of(game))


def every(game: AnyGame) -> Configuration:
    """Return the game with as many players as it takes, and all its options."""
    return Configuration(game, max(game.info.seats), game.info.variants[0])


def walk(game: AnyGame, look: Callable[[Match, Any], None]) -> None:
    """Look at about thirty positions of one match, its first and its last among them."""
    configuration = every(game)
    rng = configuration.rng("language")
    for match, step in play(configuration, rng):
        if match.step < 5 or not match.to_act() or rng.random() < 0.15:
            look(match, step)


def test_boards_and_hands(game: AnyGame) -> None:
    playable = seen.playable_of(game)

    def look(match: Match, step: Any) -> None:
        table = seen.table_of(game, match)
        wording = seen.wording_of(table)
        check_position(game, match, seen.NAMES[: match.seats])
        events = step.events if step else []
        lines = [playable.render.line(each.event, wording) or "" for each in events]
        pages = [
            board_page(playable, table.face(), lines, wording),
            text_page(playable, table.face(), wording),
            lobby_card_page(playable, table.face(), wording),
            *seen.desk(game, table),
        ]
        if table.phase == "finished":
            ways = Ways(HOWS, points=(9,) * match.seats, alone=True)
            pages += [end_page(playable, table.face(), ways, wording)]
            pages += [really_end_page(playable, table.face(), ways, how, wording) for how in HOWS]
            pages += [end_message(playable, table.face(), wording)]
        for seat in range(match.seats):
            hands = seen.hands(game, table, seat)
            pages += [*hands, *(stopped_page(each, table.face(), 0, wording) for each in hands)]
            for action in match.legal(seat)[:5]:
                hint = playable.render.advice(action, match.view(seat), wording)
                check_said(hint, *names_of(game))
            check_said(playable.render.coach(match.view(seat), wording), *names_of(game))
            for each in events:
                if each.audience == "all" or seat in each.audience:
                    said = playable.render.heard(each.event, seat, wording) or ""
                    check_said(said, *names_of(game))
        for page in pages:
            check(page, game)

    walk(game, look)


@pytest.mark.parametrize("count", MATCHES)
def test_every_variant(game: AnyGame, count: int) -> None:
    """All that happens in matches of each variant, and what is asked there for the first times."""
    playable = seen.playable_of(game)
    for configuration in (each for each in quick_share() if each.game is game):
        asked: Counter[str] = Counter()
        for number in range(count):
            for match, step in play(configuration, configuration.rng(f"variant {number}")):
                table = replace(seen.table_of(game, match), options=configuration.options)
                wording = seen.wording_of(table)
                said = [
                    text
                    for each in step.events
                    for seat in (None, *range(match.seats))
                    if seat is None or each.audience == "all" or seat in each.audience
                    for text in (
                        playable.render.line(each.event, wording)
                        if seat is None
                        else playable.render.heard(each.event, seat, wording),
                    )
                ]
                new = {each.event.kind for each in step.events}
                new |= {each.kind for seat in match.to_act() for each in match.legal(seat)}
                new = {each for each in new if asked[each] < OFTEN}
                asked.update(new)
                for seat in range(match.seats) if new else ():
                    legal, view = match.legal(seat), match.view(seat)
                    said += [playable.render.advice(each, view, wording) for each in legal[:9]]
                    said += [playable.render.coach(view, wording)]
                    for page in seen.hands(game, table, seat):
                        check(page, game)
                if new or not match.to_act():
                    check(board_page(playable, table.face(), [], wording), game)
                    check(lobby_settings_page(playable, table.face(), wording), game)
                for text in filter(None, said):
                    check_said(text, *names_of(game))


def test_table_pages_and_pings(game: AnyGame) -> None:
    playable = seen.playable_of(game)
    reasons: tuple[Reason, ...] = ("start", "move", "half", "last", "over", "vote")

    def look(match: Match, step: Any) -> None:
        if match.step > 2 and match.to_act():
            return
        check_beside_the_game(game, match, seen.NAMES[: match.seats])
        for table in stirred(game, match, seen.NAMES[: match.seats]):
            wording = seen.wording_of(table)
            for right in RIGHTS:
                there = tuple(range(match.seats))
                viewer = Viewer(100, right, removable=there)
                said = table_page(playable, table.face(), viewer, {}, wording)
                check(said, game)
            for reason in reasons if table.motion else reasons[:-1]:
                calls = {PingCall(seat.person, reason) for seat in table.seats}
                check_said(ping_text(playable, table.face(), calls, {}, wording), *names_of(game))

    walk(game, look)


def test_rules_and_gallery(game: AnyGame) -> None:
    playable, wording = seen.playable_of(game), Wording(SPOKEN)
    for number in range(len(pages_of(playable))):
        check(rules_page(playable, number, wording), game)
    check(game_page(playable, wording), game)
    all_games = [seen.playable_of(each) for each in games()]
    check(gallery_page(all_games, wording), game)
    check(welcome_page(all_games, wording), game)


def test_before_the_game(game: AnyGame) -> None:
    """The open table, its settings, and the page of its computers."""
    playable, match = seen.playable_of(game), next(play(every(game), every(game).rng("lobby")))[0]
    table = seen.table_of(game, match)
    computer = Seat(-1, f"🤖 {COMPUTERS[0]}", "sharp")
    for seats in (table.seats[:1], [table.seats[0], computer]):
        lobby = replace(table, phase="lobby", seats=seats)
        wording = seen.wording_of(lobby)
        for page in (
            lobby_card_page(playable, lobby.face(), wording),
            computers_page(playable, lobby.face(), wording),
            lobby_settings_page(playable, lobby.face(), wording),
        ):
            check(page, game)


def test_replays(game: AnyGame) -> None:
    """Some steps of a game that is over, as all see them, as one of its seats, and opened."""
    configuration = every(game)
    played = Played(configuration, configuration.rng("replay language"))
    record = played.record()
    for hands_open in (False, True):
        table = played.table(hands_open=hands_open)
        for step in sorted({0, 1, 2, played.last // 2, played.last}):
            for look in (ALL, MINE, "1") if hands_open else (ALL, MINE):
                check(sheets(table, record, step, look, 100), game)


def test_lessons(game: AnyGame) -> None:
    """Each step, each place in its menu, and what is said of each wrong move."""
    if seen.playable_of(game).lesson is None:
        pytest.skip("a game may do without a lesson")
    told: set[str] = set()
    for _number, _path, page in lesson_pages(seen.playable_of(game)):
        told |= set(texts_of_page(page))
    for text in told:
        check_said(text, *names_of(game))


def test_a_move_may_be_typed_in_english_too(game: AnyGame) -> None:
    render = seen.playable_of(game).render
    rng = random.Random(7)

    def look(match: Match, _step: Any) -> None:
        wording = Wording(SPOKEN, seen.NAMES[: match.seats])
        english = wording.in_english()
        for seat in match.to_act():
            view, legal = match.view(seat), match.legal(seat)
            for action in rng.sample(legal, min(len(legal), 5)):
                shown = {word.name: word for word in render.words(action, view, wording)}
                spoken = {word.name: word for word in render.words(action, view, english)}
                assert not shown or shown.keys() == spoken.keys()
                for words in (
                    {name: word.label for name, word in shown.items()},
                    {name: word.label for name, word in spoken.items()},
                    {name: word.value for name, word in shown.items()},
                ):
                    picked = picker(f"{game.info.key} {action.kind}", render, words, wording)(
                        view, legal
                    )
                    assert picked == action, f"{words} is taken for {picked}"
            found = typed_moves(render, legal[0].kind, view, legal, wording)
            assert all(move.english.keys() == move.words.keys() for move in found)

    walk(game, look)
