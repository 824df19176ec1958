"""The commands in other languages: all of it comes from the catalogues, and Discord accepts it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from discord import Locale, app_commands

from bot.sandbox.command_schema import TEXT_TOGETHER, letters, read_command
from bot.sandbox.validation import Form
from bot.ui.incoming.command_texts import CommandTexts, filled
from bot.ui.pages import catalogues
from tests.locale.commands import all_commands, forms, texts_of
from tests.locale.extract import written

Json = dict[str, Any]


def inside(form: Json) -> Iterator[Json]:
    """Yield a command, and all that is in it."""
    yield form
    for key in ("options", "choices"):
        for each in form.get(key, []):
            yield from inside(each)


def check(commands: list[Json]) -> None:
    """Check that Discord accepts the commands, and that no two are alike in any language."""
    faults = Form()
    for number, each in enumerate(commands):
        read_command(faults, (number,), each)
        size = letters(each)
        assert size <= TEXT_TOGETHER, f"/{each['name']} has {size} characters"
    assert not faults.errors, faults.errors
    alike(commands)


def alike(siblings: list[Json]) -> None:
    """Check that no two things side by side have the same name in any language."""
    for language in ("", *catalogues.languages()):
        names = [
            each.get("name_localizations", {}).get(language, each["name"]) for each in siblings
        ]
        twice = {name for name in names if names.count(name) > 1}
        assert not twice, f"{twice} in {language or 'English'} is the name of two"
    for each in siblings:
        for key in ("options", "choices"):
            alike(each.get(key, []))


async def test_discord_takes_the_commands_in_every_language() -> None:
    async with all_commands() as bot:
        check(await forms(bot, CommandTexts()))


async def test_all_that_people_read_of_a_command_is_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    file = written("ja", tmp_path)
    file.parent.mkdir(parents=True)
    async with all_commands() as bot:
        found = Catalog("ja", fuzzy=False)
        for message in await texts_of(bot):
            if message.id:
                said = f"ー{message.id}" if message.context else f"「{message.id}"[:100]
                found.add(message.id, said, context=message.context)
        with file.open("wb") as lines:
            write_po(lines, found)
        commands = await forms(bot, CommandTexts())
    check(commands)
    for each in (each for command in commands for each in inside(command)):
        name = each["name_localizations"]
        assert name == {"ja": f"ー{each['name']}"}, f"the name of {each['name']} isn't translated"
        if "description" in each:
            said = each["description_localizations"]
            assert said["ja"].startswith("「"), f"{each['description']!r} isn't translated"


async def japanese(name: str, text: str | app_commands.locale_str) -> tuple[str | None, str | None]:
    """Return what the name and the description of a command are in Japanese."""

    async def call(interaction: Any) -> None: ...

    made: Any = app_commands.Command(name=name, description=text, callback=call)
    context: Any = app_commands.TranslationContext
    place = app_commands.TranslationContextLocation
    said = [
        await CommandTexts().translate(string, Locale.japanese, context(where, made))
        for string, where in (
            (made._locale_name, place.command_name),
            (made._locale_description, place.command_description),
        )
    ]
    return said[0], said[1]


@pytest.mark.parametrize(
    "said", ["どんぶりこ！", "どん ぶりこ", "Donburi", "ん" * 33, "どん・ぶり"]
)
async def test_a_name_that_discord_refuses_stays_english(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single one would take all commands with it."""
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    file = written("ja", tmp_path)
    file.parent.mkdir(parents=True)
    found = Catalog("ja", fuzzy=False)
    found.add("donburiko", said, context="command name")
    found.add("play", "あそぶー", context="command name")
    found.add("Play {title} now", "{title}で今すぐ遊ぶ")
    found.add("Donburiko!", "どんぶりこ！")
    found.add("Long", "長" * 101)
    with file.open("wb") as lines:
        write_po(lines, found)
    name, text = await japanese("donburiko", filled("Play {title} now", title="Donburiko!"))
    assert name is None, "a name that Discord would refuse is sent"
    assert text == "どんぶりこ！で今すぐ遊ぶ"
    name, text = await japanese("play", "Long")
    assert name == "あそぶー"
    assert text is None, "a text that is too long is sent"
    assert await japanese("other", "Another") == (None, None)
