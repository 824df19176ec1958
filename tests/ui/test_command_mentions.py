"""Commands named in texts: they can be pressed once Discord has reported their ids."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from discord import app_commands

import bot
from bot.games.find_games import extension_of, packages
from bot.process.app import Bot
from bot.process.settings import read_settings
from bot.tables.tables import Tables
from bot.tables.trouble import Trouble
from bot.ui.incoming.rows.me import COMMANDS
from bot.ui.pages import command_mentions
from bot.ui.pages.command_mentions import NAMED, learn, mentioned
from bot.ui.pages.tables.my_tables import clock_page
from bot.ui.pages.wording import Wording
from storage.database import Database
from storage.rows import PersonRow
from storage.store import Store
from tests.locale.extract import written
from tests.only import first
from tests.up_to_date import up_to_date

ROOT = Path(bot.__file__).parent.parent
TEXT = "Start one with `/play`, leave with `/table leave`. `/what` is unknown, /play plain."


CODE = re.compile(r"`+[^`]+`+")
PLAIN = re.compile(r"(?<![<`A-Za-z])/[a-z]+(?: [a-z]+)*")
"""A command that isn't named as a Discord in another language shows it."""
SIGNS = re.compile(r"\{[a-z_]*\}|[A-Z][a-z]+/[A-Z][A-Za-z_]+")
"""Fields, and time zones: no language changes them."""
ENGLISH_WORD = re.compile("[A-Za-z]{2,}")


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget all known ids before and after the test."""
    monkeypatch.setattr(command_mentions, "IDS", {})


def test_a_command_can_be_pressed_once_its_id_is_known() -> None:
    wording = Wording("en-GB")
    assert wording.gettext(TEXT) == TEXT, "until then it is read as it is typed"
    learn({"play": "11", "table": "12"})
    assert wording.gettext(TEXT) == (
        "Start one with </play:11>, leave with </table leave:12>. `/what` is unknown, /play plain."
    )
    assert Trouble("Use `/play`.").say(wording.gettext) == "Use </play:11>."


def test_what_people_write_is_never_made_a_command() -> None:
    learn({"play": "11"})
    wording = Wording("en-GB", ("`/play`",))
    assert "</play" not in wording.name(0) + wording.bare(0)
    assert "</play" not in Trouble("{who}", who="`/play`").say(wording.gettext)


def texts() -> Iterator[str]:
    """Yield all strings in the code of what people see, except those that explain the code."""
    for folder in ("bot/tables", "bot/ui", "bot/nights", "cogs"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            nodes = list(ast.walk(ast.parse(path.read_text())))
            notes = {node.value for node in nodes if isinstance(node, ast.Expr)}
            for node in nodes:
                if isinstance(node, ast.Constant) and node not in notes:
                    yield str(node.value)


async def test_every_command_that_a_text_names_is_there(tmp_path: Path, kept_modules: None) -> None:
    """Of a group only what is in it: Discord draws no mention of a group alone."""
    database = await Database.open(up_to_date(tmp_path / "games.sqlite3"))
    async with Bot(Tables(Store(database)), read_settings(None)) as made:
        for package in packages().values():
            await made.load_extension(extension_of(package))
        every = made.tree.walk_commands()
        there = {each.qualified_name for each in every if isinstance(each, app_commands.Command)}
    await database.close()
    named = {"".join(found) for text in texts() for found in NAMED.findall(text)}
    assert named, "no command was found in any text"
    assert named <= there, "a text names a command that isn't there"


def test_a_language_names_commands_and_options_as_its_discord_shows_them() -> None:
    """Discord opens nothing at a press on a translated name, so that isn't a mention."""
    learn({"play": "11", "table": "12"})
    japanese = Wording("ja")
    assert mentioned("Use `/table leave`.", japanese.pgettext) == "Use `/卓 抜ける`."
    assert Trouble("Use `/play`.").say(japanese.gettext) == "Use `/遊ぶ`.", "its own text"
    assert "`/what`" in mentioned("`/what`", japanese.pgettext)
    assert japanese.command("kirifuda draft") == "取る"
    assert japanese.option("kirifuda play", "card") == "カード"
    assert japanese.option("table pace", "move_time") == "持ち時間"
    english = Wording("en-GB")
    assert english.command("kirifuda draft") == "draft"
    assert english.option("table pace", "move_time") == "move_time"


def test_one_s_clock_names_the_options_that_its_command_has() -> None:
    clock = first((each for each in COMMANDS if each.name == "me clock"), "/me clock")
    said = CODE.findall(clock_page(PersonRow(1), 0, Wording("en-GB")).text)
    named = {each.strip("`") for each in said} - {"/me clock"}
    assert named == {each.name for each in clock.options}


def test_no_english_stands_in_code_marks_on_japanese_screens() -> None:
    """Commands, options and values are there what a Japanese Discord shows."""
    wording, found = Wording("ja"), list[str]()
    with written("ja").open("rb") as lines:
        texts = [message for message in read_po(lines) if message.id and not message.context]
    assert len(texts) > 1000, "the catalogue wasn't read"
    for message in texts:
        said = [message.string] if isinstance(message.string, str) else message.string
        for text in (mentioned(each, wording.pgettext) for each in said or ()):
            spans = [*CODE.findall(text), *PLAIN.findall(CODE.sub(" ", text))]
            found += [each for each in spans if ENGLISH_WORD.search(SIGNS.sub("", each))]
    # What somebody types into a shell is the same in all languages.
    found = [each for each in found if not each.startswith("`python -m bot ")]
    assert not found, f"English on Japanese screens: {found}"
