"""Pages other than the games' own, in a language with longer words: all is said in that one."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from discord import Locale

from bot.nights.attendance import Attendance
from bot.nights.night import Post, PostKind
from bot.tables.servers import ServerSettings
from bot.tables.trouble import Trouble
from bot.ui.incoming.command_texts import LONGEST_TEXT, CommandTexts
from bot.ui.pages import catalogues
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.nights_list import attendance_page
from bot.ui.pages.nights.standings_page import remove_page, season_page
from bot.ui.pages.page import Page
from bot.ui.pages.server import policies, privacy_page
from bot.ui.pages.server.policies import Operator
from bot.ui.pages.server.setup_page import (
    Checked,
    blocks_page,
    check_page,
    language_page,
    settings_page,
    setup_page,
)
from bot.ui.pages.tables import my_tables
from bot.ui.pages.wording import Wording
from storage.result_rows import SeasonRow
from storage.rows import BlockRow, PersonRow
from tests.locale.commands import all_commands, forms
from tests.locale.extract import FOLDERS, ROOT
from tests.locale.pseudo import check_all_said, check_said, said, texts_of_page
from tests.page import test_night_cards

LANGUAGE = "de"
"""A third language: nothing but its file is there."""
NAMES = (
    *("Ada", "Bob", "Cleo", "Dai", "Emi", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kim", "Lou"),
    *(
        "Café",
        "Europe",
        "Berlin",
        "UTC",
        "Friday of tricks",
        "7kq7m",
        "Autumn",
        "English",
        "Deutsch",
    ),
    *(
        test_night_cards.LONG_NAME,
        "So., 25. Okt.",
        "Create Public Threads",
        "Embed Links",
        "Send Messages",
        *("Freitag", "November", "Dez", "Sunday of acorns", "Changed"),
        *("Bring snacks", "Easier: any meld may be made twice"),
    ),
)


@pytest.fixture(autouse=True)
def spoken(speak_longer: Callable[[str], None]) -> None:
    speak_longer(LANGUAGE)


def own_pages(wording: Wording) -> Iterator[Page]:
    """Yield what people and servers set."""
    block = BlockRow(guild_id=1, person=5, by=9, at=5, until=7)
    season = SeasonRow(
        guild_id=1,
        name="Autumn",
        first_day="2026-09-01",
        last_day="2026-11-30",
        zone="Europe/Berlin",
        begins_at=0,
        ends_at=9,
    )
    for settings in (ServerSettings(), ServerSettings("Europe/Berlin", (7,), (8, 9), 8, 2, "en")):
        yield setup_page(settings, "Café", 1_000_000, wording)
        yield settings_page(settings, 1_000_000, wording, saved="host_roles")
        yield language_page(settings.language, wording)
    yield setup_page(ServerSettings(), "", 1_000_000, wording)
    former = replace(block, person=-(1 << 61))
    yield blocks_page([former], 0, wording)
    found = [Checked(1), Checked(2, known=False), Checked(3, True, (), ("12",)), Checked(4)]
    yield check_page(found, wording)
    yield blocks_page([block], 0, wording)
    yield blocks_page([], 0, wording)
    yield my_tables.games_page([], 0, wording)
    yield my_tables.clock_page(PersonRow(1), 1_000_000, wording)
    yield my_tables.clock_page(PersonRow(1, "Europe/Berlin", 60, 90), 1_000_000, wording)
    for where in ("thread", "dm"):
        yield my_tables.reminders_page(where, wording)
    for yes in (True, False):
        yield my_tables.hide_page(yes, wording)
        yield privacy_page.deleted_page(yes, wording)
    yield my_tables.apart_page([], wording)
    yield my_tables.apart_page([5, 6], wording)
    yield privacy_page.sure_page(2, 3, wording)
    yield privacy_page.kept_page(wording)
    yield attendance_page(Attendance(3, 1, 1), wording)
    yield season_page(season, {}, wording)
    yield remove_page(season, wording)


def test_what_people_and_servers_set() -> None:
    for page in own_pages(Wording(LANGUAGE)):
        check_all_said(page, *NAMES)


def test_what_a_file_of_ones_data_says_of_itself() -> None:
    check_said(json.loads(privacy_page.own_file(1, {}, 0, Wording(LANGUAGE)))["about"])


def test_what_is_filled_into_a_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"PRIVACY.{LANGUAGE}.md").write_text("{operator} {contact} {keep} {backups}")
    monkeypatch.setattr(policies, "ROOT", tmp_path)
    for operator in (Operator(), Operator("Ada", "Bob", 1, 1), Operator("Ada", "Bob", 30, 14)):
        check_said(operator.policy("PRIVACY.md", Wording(LANGUAGE)), *NAMES)


def test_nights(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_night_cards, "VOICE", Wording(LANGUAGE))
    for name, page in test_night_cards.pages():
        try:
            check_all_said(page, *NAMES)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}") from None


def test_what_is_said_in_a_nights_thread() -> None:
    details = {"when": "hour", "until": 9, "seats": 2, "text": "Bring snacks", "by": "Ada"}
    for kind in get_args(PostKind):
        post = Post(kind, (1, 2), details)
        said_there = post_message(test_night_cards.usual_night(), post, 1, Wording(LANGUAGE))
        for text in (said_there.text, *texts_of_page(Page("", rows=said_there.rows))):
            check_said(text, *NAMES)


def kinds_of(kind: type[Trouble]) -> Iterator[type[Trouble]]:
    yield kind
    for each in kind.__subclasses__():
        yield from kinds_of(each)


def refusals() -> Iterator[str]:
    """Yield each text with which something is refused: of a kind of trouble, or given with it."""
    kinds = [k for k in kinds_of(Trouble) if k.__module__.startswith(("bot.", "cogs."))]
    yield from (kind.text for kind in kinds)
    names = {"Aim", *(kind.__name__ for kind in kinds)}
    files = [file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")]
    for code in (file.read_text("utf-8") for file in files):
        if " import marked as _" not in code or not any(f"{name}(" in code for name in names):
            continue
        for call in ast.walk(ast.parse(code)):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in names:
                marked = [each for each in ast.walk(call) if isinstance(each, ast.Call)]
                for each in marked:
                    if getattr(each.func, "id", "") == "_":
                        yield ast.literal_eval(each.args[0])


def test_every_refusal() -> None:
    gettext = Wording(LANGUAGE).gettext
    found = {*refusals()}
    assert len(found) > 100, f"only {len(found)} refusals were found"
    for text in found:
        check_said(re.sub("{[^{}]*}", "", gettext(text)), *NAMES)


async def test_a_third_language_is_its_file_and_nothing_else() -> None:
    assert catalogues.languages() == (LANGUAGE,)
    assert own_names() == ["English", "Deutsch"]
    async with all_commands() as bot:
        commands = await forms(bot, CommandTexts())
    for each in commands:
        check_said(each["name_localizations"][Locale.german.value])
        # What would be longer than Discord takes stays English.
        fits = len(said(each["description"])) <= LONGEST_TEXT
        assert (Locale.german.value in each.get("description_localizations", {})) == fits, each


def own_names() -> list[str]:
    """Return the languages that a server may choose, by their own names."""
    page = language_page("en", Wording("en"))
    return [choice.label for choice in page.rows[0].choices][1:]  # type: ignore[union-attr]
