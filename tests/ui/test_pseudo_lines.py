"""Lines and pages that few come by, in a language with longer words: all is said in that one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import astuple, replace
from fractions import Fraction
from typing import Any, get_args

import pytest

from bot.nights.attendance import Attendance
from bot.nights.guest_list import Guest, Mark
from bot.nights.night import Night
from bot.nights.standings import Standing, Standings
from bot.tables import verify_deal
from bot.tables.clock import Clock
from bot.tables.table_event import TableEvent, TableEventKind
from bot.tables.trouble import Trouble
from bot.ui.pages import posting_words
from bot.ui.pages.nights import standings_page
from bot.ui.pages.nights.night_answers import answer_line
from bot.ui.pages.nights.nights_list import attendance_page, nights_page
from bot.ui.pages.nights.remind_page import remind_page
from bot.ui.pages.nights.standings_page import Named, StandingsScope
from bot.ui.pages.page import Page
from bot.ui.pages.posting_words import PostingWords
from bot.ui.pages.server import privacy_page
from bot.ui.pages.server.policies import Operator
from bot.ui.pages.tables import hand, lobby_card, table_page
from bot.ui.pages.tables.board import board_page, frozen_page
from bot.ui.pages.tables.computer_seats import computers_page
from bot.ui.pages.tables.lobby_settings import asking_page, invitation, lobby_settings_page
from bot.ui.pages.tables.replay import agreed_line, verdict_page
from bot.ui.pages.tables.table_controls import Viewer
from bot.ui.pages.tables.table_event_lines import WHO, table_event_line
from bot.ui.pages.wording import Wording
from storage.asking_in_store import AskerRow
from storage.night_rows import Answer, NightPlaces
from storage.result_rows import SeasonRow
from storage.rows import Holder, OnTimeout
from tests.contract import seen
from tests.contract.games import Configuration, games, play
from tests.locale.pseudo import check_all_said, check_said
from tests.nights.sample_nights import sample_night

LANGUAGE = "de"
VOICE_NAMES = ("Ada", "Bob")
FAULTS = [text for name, text in vars(verify_deal).items() if name.isupper()]
"""What can be wrong with a deal that is checked."""
NAMES = (*seen.NAMES, "Ωμέγα", "Café", "SHA", "abcde")


@pytest.fixture(autouse=True)
def spoken(speak_longer: Callable[[str], None]) -> None:
    speak_longer(LANGUAGE)


@pytest.mark.parametrize("role", WHO)
@pytest.mark.parametrize("what", get_args(TableEventKind))
def test_what_was_done_to_a_table(what: TableEventKind, role: Any) -> None:
    wording = Wording(LANGUAGE, VOICE_NAMES)
    for seat in (None, 1):
        for name, before in ((None, None), ("Ada", "Bob")):
            act = TableEvent(what, role, seat, 4711, 4712, name=name, whom_name=before)
            for rule in get_args(OnTimeout):
                check_said(table_event_line(act, wording, rule), *NAMES)


def as_guest(answer: Answer, *marks: Mark, offered: int | None = None) -> Night:
    """Return a night at which the last guest has this answer."""
    before = [Guest(1, "Ada", "in", 1), Guest(2, "Bob", "waits", 2)]
    guest = Guest(9, "Cleo", answer, 9, frozenset(marks), offered_until=offered)
    return sample_night([*before, guest], title="Ω" * 80, limit=1)


def test_answers_to_a_guest() -> None:
    wording = Wording(LANGUAGE)
    verbs = ("in", "learn", "teach", "home", "here", "pass")
    nights = [as_guest(answer) for answer in get_args(Answer)]
    nights += [as_guest("in", mark) for mark in get_args(Mark)]
    nights.append(as_guest("waits", offered=10**9))
    for night in nights:
        waits = night.guests.position(9) is not None
        for verb in verbs if waits else verbs[:-1]:
            for person in (9, 99):
                check_said(answer_line(night, person, verb, wording), *NAMES)
        for reminds in (frozenset[Any](), frozenset({"day", "hour", "doors"})):
            guests = tuple(replace(each, remind=reminds) for each in night.guests.guests)
            told = replace(night, guests=replace(night.guests, guests=guests))
            check_all_said(remind_page(told, 9, wording), *NAMES)


def test_what_is_said_of_what_is_put_up() -> None:
    wording = Wording(LANGUAGE)
    filled = {
        "name": "Ada",
        "title": "Friday",
        "channel": "#games",
        "night": "23456",
        "place": "#b",
        "link": "#l",
    }
    for words in vars(posting_words).values():
        if isinstance(words, PostingWords):
            for text in filter(None, astuple(words)):
                check_said(wording.gettext(text, **filled), *NAMES, *filled.values())


def test_a_long_list_of_nights() -> None:
    """As many as are listed, with titles as long as they can be, and every answer."""
    wording, places = Wording(LANGUAGE), NightPlaces(card_id=10**18)
    for answer in get_args(Answer):
        night = replace(as_guest(answer), places=places)
        night = night.with_row(guild_id=10**18, channel_id=10**18)
        for person in (9, 99):
            check_all_said(nights_page([night] * 20, person, wording), *NAMES)
    check_all_said(nights_page([], 9, wording), *NAMES)
    for found in (Attendance(), Attendance(1, 1, 1), Attendance(2, 3, 2)):
        check_all_said(attendance_page(found, wording), *NAMES)


def test_a_deal_that_is_checked() -> None:
    seal, wording = "0123456789abcdef" * 4, Wording(LANGUAGE)
    game = games()[0]
    configuration = Configuration(game, 2, game.info.variants[0])
    *_, (match, _step) = play(configuration, configuration.rng("checked"))
    table = replace(
        seen.table_of(game, match),
        commitment=seal,
        start_print=seal,
        log_print=seal,
        _secret=seal,
    )
    former = -(1 << 61)
    gone = Holder(former, "", False)
    faces = [
        table.face(),
        replace(table, hands_open=True).face(),
        replace(table, started_by=3, opened_by=3).face(),
        replace(table, holders=(gone,)).face(),
        replace(table, seats=[replace(each, first=former) for each in table.seats]).face(),
    ]
    for face in faces:
        for wrong in (None, Trouble()):
            check_all_said(verdict_page(face, wrong, wording), *NAMES)
        check_all_said(table_page.seal_page(seen.playable_of(game), face, wording), *NAMES)
    agreed = replace(table, holders=(gone, Holder(3, "Ada", True))).face()
    check_said(agreed_line(agreed, wording), *NAMES)
    for fault in FAULTS:
        check_said(Trouble(fault, step=3).say(wording.gettext))


def ends(wording: Wording) -> Iterator[Page]:
    """Yield what is left of tables that were closed, and can't be read."""
    game = games()[0]
    playable = seen.playable_of(game)
    configuration = Configuration(game, 2, game.info.variants[0])
    match = next(play(configuration, configuration.rng("ends")))[0]
    table = seen.table_of(game, match)
    frozen = replace(table, frozen=True).face()
    yield frozen_page(frozen, wording)
    for server in (1, 0):
        yield hand.over_page(playable, replace(table, guild_id=server).face(), wording)
    for closed in (
        replace(table, phase="cancelled"),
        replace(table, phase="cancelled", _match=None),
    ):
        yield lobby_card.lobby_card_page(playable, closed.face(), wording)
        yield table_page.table_page(playable, closed.face(), Viewer(100), {}, wording)
    yield Page("", invitation(playable, table.face(), "Ada", [1, 2], wording))


def gatherings(wording: Wording) -> Iterator[Page]:
    """Yield tables at which people gather, in every way they can be opened, and as they go on."""
    game = games()[0]
    playable = seen.playable_of(game)
    configuration = Configuration(game, max(game.info.seats), game.info.variants[0])
    *_, (over, _step) = play(configuration, configuration.rng("gatherings"))
    match = next(play(configuration, configuration.rng("gatherings")))[0]
    table = seen.table_of(game, match)
    usual = {"phase": "lobby", "closed": True, "invited": frozenset({1, 2})}
    ways: list[dict[str, Any]] = [{}, {"start_when_full": True}, {"rematch_of": "22222"}]
    for way in ways:
        for asked in get_args(OnTimeout):
            pace = {"pace": "days", "move_time": 3600, "on_timeout": asked}
            face = replace(table, **usual, **way, **pace).face()
            yield lobby_card.lobby_card_page(playable, face, wording)
            yield lobby_settings_page(playable, face, wording)
            yield computers_page(playable, face, wording)
    askers = tuple(AskerRow(table.id, 500 + number, f"P{number}", 1) for number in range(7))
    for way in ways:
        face = replace(table, **usual, **way, askers=askers, starts_at=2_000_000_000).face()
        yield lobby_card.lobby_card_page(playable, face, wording)
        yield lobby_settings_page(playable, face, wording)
        yield table_page.table_page(playable, face, Viewer(100), {}, wording)
        for done in (True, False):
            yield asking_page(playable, face, wording, asked=done)
    late = [replace(each, clock=Clock(60, 0, None, 0, None)) for each in table.seats]
    for seats in (table.seats, late):
        face = replace(table, seats=seats, place_id=9, night_id="77777").face()
        yield lobby_card.lobby_card_page(playable, face, wording)
        yield table_page.table_page(playable, face, Viewer(100), {}, wording)
        yield table_page.call_page(playable, face, wording)
    for more in ({}, {"played_out": True}):
        ended = seen.table_of(game, over)
        face = replace(ended, place_id=9, night_round=1, night_table=2, **more).face()
        yield lobby_card.lobby_card_page(playable, face, wording)
        yield board_page(playable, face, [], wording)


def test_tables_at_which_people_gather() -> None:
    info = games()[0].info
    for page in gatherings(Wording(LANGUAGE, seen.NAMES)):
        check_all_said(page, *NAMES, info.title, info.japanese)


def test_what_is_left_of_tables() -> None:
    title = games()[0].info.title
    for page in ends(Wording(LANGUAGE, VOICE_NAMES)):
        check_all_said(page, *NAMES, title)


def rankings(wording: Wording) -> Iterator[Page]:
    """Yield standings with nobody and with many, to all, to one on them, and to one who isn't."""
    season = SeasonRow(
        guild_id=1,
        name="Ωμέγα",
        first_day="2026-09-01",
        last_day="2026-11-30",
        zone="Europe/Berlin",
        begins_at=10,
        ends_at=20,
    )
    listed = tuple(
        Standing(n, n if n > 1 else -1, Fraction(9, 10), 10 * n, 9) for n in range(1, 41)
    )
    named = Named(dict.fromkeys(range(1, 50), "Ω" * 20), frozenset({3, 4}))
    nights = replace(season, tables="nights")
    for each in (Standings((), {}), Standings((), {7: 1}), Standings(listed, {50: 1, 51: 2})):
        for scope in (
            StandingsScope(),
            StandingsScope(season=season),
            StandingsScope(season=nights),
        ):
            for person in (None, 2, 40, 50, 51, 99):
                for page in (0, 1):
                    yield standings_page.standings_page(
                        each, named, scope, wording, page=page, person=person
                    )
    for now in (5, 15, 25):
        yield standings_page.seasons_page([season], {}, now, wording)
    yield standings_page.seasons_page([], {}, 5, wording)


def test_standings() -> None:
    for page in rankings(Wording(LANGUAGE)):
        check_all_said(page, *NAMES, "September", "November")


def test_ones_data() -> None:
    wording = Wording(LANGUAGE)
    pages = [privacy_page.about_page(Operator(), wording)]
    pages += [privacy_page.sure_page(live, over, wording) for live in range(3) for over in range(3)]
    for page in pages:
        check_all_said(page, *NAMES)
