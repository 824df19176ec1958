"""Whatever one person types and another reads is cleaned where it comes in; names, too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest
from discord import app_commands

from bot.engine.text import cleaned
from bot.ui.pages.form import filled_in
from bot.ui.pages.wording import bare_name, plain_words
from bot.ui.posting.replies import named
from tests.locale.commands import all_commands

HOUSE: Final = Path(__file__).parents[2]
DIRTY: Final = "a\u202e \x07b\nc\u2066 ```[safe]\u200b(https://evil.example)\ufeff"
CLEAN: Final = "a b c '''[safe] (https://evil.example)"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (DIRTY, CLEAN),
        ("  Friday,\u3000 20 Uhr\t", "Friday, 20 Uhr"),
        ("さくら さん 👩‍👩‍👧", "さくら さん 👩‍👩‍👧"),
        ("see [1](x)(y) and (z)", "see [1] (x)(y) and (z)"),
        ("\u200b\u2060\u00ad", ""),
        ("\u2800\u3164 \u115f\uffa0", ""),
        ("\u200d \ufe0f \u0301", ""),
        ("Ada\u2800B", "Ada B"),
        ("**bold** ||hush||", "**bold** ||hush||"),
    ],
)
def test_what_turns_or_hides_is_dropped(typed: str, read: str) -> None:
    assert cleaned(typed) == read
    assert cleaned(read) == read, "cleaning twice changes it again"


def options_of(
    commands: list[Any],
) -> Iterator[tuple[app_commands.Command[Any, ..., Any], app_commands.Parameter]]:
    """Yield every option of every command that takes a text of one's own."""
    for command in commands:
        if isinstance(command, app_commands.Group):
            yield from options_of(command.commands)
        elif isinstance(command, app_commands.Command):
            for option in command.parameters:
                if option.type is discord.AppCommandOptionType.string and not option.choices:
                    yield command, option


async def test_every_text_typed_into_a_command_is_cleaned() -> None:
    async with all_commands() as bot:
        seen: set[str] = set()
        for command, option in options_of(bot.tree.get_commands()):
            given = {"name": option.display_name, "type": 3, "value": DIRTY}
            interaction: Any = SimpleNamespace(
                command=command,
                guild_id=10,
                user=SimpleNamespace(id=1),
                type=discord.InteractionType.application_command,
                data={"options": [given]},
            )
            assert await bot.tree.interaction_check(interaction)
            name = f"/{command.qualified_name} {option.display_name}"
            assert given["value"] == CLEAN, f"{name} is read as it was typed"
            seen.add(name)
        read_by_others = {"/night new title", "/night correct reason", "/night season name"}
        missing = {*read_by_others, "/block add note"} - seen
        assert not missing, f"not looked at: {missing}, but {sorted(seen)}"


def test_every_line_of_a_form_is_cleaned() -> None:
    line = {"type": 18, "component": {"type": 4, "custom_id": "word", "value": DIRTY}}
    row = {"type": 1, "components": [{"type": 4, "custom_id": "title", "value": DIRTY}]}
    found = filled_in({"components": [line, row]})
    assert found == {"word": CLEAN, "title": CLEAN}, "a line of a form is read as it was typed"


def test_a_name_is_cleaned_and_never_empty() -> None:
    for written, name in ((DIRTY, CLEAN), ("\u202e\u200b", "?"), ("Ada", "Ada")):
        user: Any = SimpleNamespace(id=1, display_name=written)
        assert named(user).name == name, f"{written!r} comes in as {named(user).name!r}"


def test_what_was_kept_before_is_cleaned_where_it_is_shown() -> None:
    assert plain_words("a\u202e [b](c) `d`") == r"a \[b\] \(c\) 'd'"
    assert bare_name("a\u202e\nb") == "a b"


RAW: Final = {
    # What reads the names, and what it is read for if it stays as it is.
    ("bot/ui/posting/replies.py", "named"): "cleans it",
    ("bot/ui/actions/nights/cohosts.py", "name_picked"): "cleans it",
    ("bot/ui/actions/server/setup.py", "_show"): "cleans it",
    (
        "bot/ui/actions/server/privacy.py",
        "delete",
    ): "raw: all that somebody was called is to be forgotten",
    ("bot/ui/services.py", "server_name"): "cleans it",
    ("bot/process/command_tree.py", "interaction_check"): "the name of an option",
    ("bot/process/command_tree.py", "_demand_choice"): "the name of an option",
    ("bot/process/command_tree.py", "_demand_known"): "the name of an option",
}
"""Every function that reads a name which people chose, and why it may."""
NAMES: Final = {"display_name", "global_name", "nick"}
PLACES: Final = {"guild", "channel", "thread", "role", "user", "member", "author", "server"}
FORMS: Final = {
    # What reads what Discord has sent, besides `filled_in` itself.
    ("bot/ui/actions/nights/cohosts.py", "name_picked"),
    ("bot/ui/posting/replies.py", "bots_among"),
    ("bot/ui/actions/nights/night_desk.py", "set_limit"),
    ("bot/ui/actions/nights/night_desk.py", "say"),
    ("bot/ui/actions/nights/night_more.py", "plan_evening"),
    ("bot/ui/actions/nights/night_planning.py", "change"),
    ("bot/ui/actions/nights/night_planning.py", "change_settings"),
    ("bot/ui/actions/nights/night_planning.py", "change_times"),
    ("bot/ui/actions/nights/night_making.py", "make_again"),
    ("bot/ui/actions/nights/ask_planning.py", "make_again"),
    ("bot/ui/actions/nights/ask_planning.py", "name"),
    ("bot/ui/actions/reports.py", "send"),
    ("bot/ui/actions/nights/night_recaps.py", "correct_by_form"),
    ("bot/ui/actions/nights/cancelling.py", "cancel"),
    ("bot/ui/actions/away.py", "set_dates"),
    ("bot/ui/posting/forms.py", "refused"),
    ("bot/ui/actions/tables/lobby_settings.py", "set_start"),
    ("bot/ui/actions/my_calls.py", "set_digest"),
    ("bot/ui/actions/own_zone.py", "keep_typed_zone"),
    ("bot/ui/actions/my_note.py", "fill_in"),
    ("bot/ui/actions/server/setup.py", "set_zone"),
    ("bot/ui/actions/nights/series.py", "set_time"),
    ("bot/ui/actions/nights/series.py", "name"),
    ("bot/ui/incoming/clicks.py", "picked"),
    ("bot/process/command_tree.py", "interaction_check"),
    ("bot/process/command_tree.py", "_demand_known"),
}


def reading(wanted: Any) -> set[tuple[str, str]]:
    """Return the files and functions in which there is something that is wanted."""
    found: set[tuple[str, str]] = set()
    files = [*(HOUSE / "bot" / "ui").rglob("*.py"), *(HOUSE / "cogs").rglob("*.py")]
    for file in (*files, HOUSE / "bot" / "process" / "command_tree.py"):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and any(
                wanted(each) for each in ast.walk(function)
            ):
                found.add((str(file.relative_to(HOUSE)), function.name))
    return found


def test_every_name_comes_in_where_it_is_cleaned() -> None:
    """Names of people, servers, channels and roles are words that somebody typed."""

    def is_name(each: ast.AST) -> bool:
        if isinstance(each, ast.Constant):
            return each.value in NAMES
        if not isinstance(each, ast.Attribute):
            return False
        owner = each.value
        word = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
        return each.attr in NAMES or (each.attr == "name" and word in PLACES)

    found = reading(is_name)
    assert found <= RAW.keys(), f"a name is read as it was typed in {found - RAW.keys()}"
    assert RAW.keys() <= found, f"no name is read any more in {RAW.keys() - found}"


def test_every_form_is_read_by_the_one_function_that_cleans() -> None:
    found = reading(
        lambda each: (
            isinstance(each, ast.Attribute)
            and each.attr == "data"
            and getattr(each.value, "id", "") == "interaction"
        )
    )
    assert found == FORMS, f"what was sent is read elsewhere, or no more: {found ^ FORMS}"
