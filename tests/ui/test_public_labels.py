"""A private answer names the buttons that all see by the words on them: the server's."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.pages import catalogues, routes
from bot.ui.pages.catalogues import catalogue
from bot.ui.pages.page import Button, Page
from bot.ui.posting.public_labels import LANGUAGE, PUBLIC, labelled, labelled_text
from tests.locale.extract import read, written
from tests.ui.clicks import press
from tests.ui.conftest import GUILD, UI
from tests.ui.night_evening import GUESTS, evening


def to_reader(locale: str, server: str) -> Any:
    """Return an interaction of somebody who reads one language on a server of another."""
    return SimpleNamespace(locale=locale, extras={LANGUAGE: server})


def texts() -> list[tuple[str, str]]:
    """Return all texts that name such a button, in English and in Japanese."""
    return [pair for pair in all_texts() if any(f"**{label}**" in pair[0] for label in PUBLIC)]


def all_texts() -> list[tuple[str, str]]:
    """Return all texts in English and in Japanese."""
    found = list[tuple[str, str]]()
    for each in read(written("ja")):
        said: Any = each.string
        one = [each.id] if isinstance(each.id, str) else [*each.id]
        other = [said] if isinstance(said, str) else [*said]
        found += [(text, other[min(number, len(other) - 1)]) for number, text in enumerate(one)]
    return found


@pytest.mark.parametrize("locale", ["en-GB", "de", "ja"])
def test_all_texts_name_them_as_they_are_labelled(locale: str) -> None:
    server = "en-GB" if locale == "ja" else "ja"
    reads, labels = catalogue(locale).gettext, catalogue(server).gettext
    named = set[str]()
    for pair in texts():
        said = labelled_text(pair[locale == "ja"], to_reader(locale, server))
        for label in PUBLIC:
            if f"**{label}**" in pair[0]:
                named.add(label)
                assert f"**{labels(label)}**" in said, said
                assert f"**{reads(label)}**" not in said, said
        own = pair[locale == "ja"]
        assert labelled_text(own, to_reader(locale, locale)) == own, "nothing to translate"
    assert named == {*PUBLIC}, "no text names it, so it needn't be on the list"


def test_no_other_text_reads_as_if_it_named_one() -> None:
    """A heading such as "**Your cards**" would be put into the server's language."""
    says = catalogue("ja").gettext
    for text, translated in all_texts():
        wrong = [
            label
            for label in PUBLIC
            if f"**{says(label)}**" in translated and f"**{label}**" not in text
        ]
        assert not wrong, f"taken for the button {wrong}: {translated}"


def test_a_button_of_the_page_itself_is_in_the_readers_language() -> None:
    here = Button(routes.PRESS_HERE("abcde"), "I'm here")
    text = "Press **I'm here**, or **I'm in**."
    page = labelled(Page("", text, rows=((here,),), under=Page("", text)), to_reader("en-GB", "ja"))
    assert page.under is not None
    for part in (page, page.under):
        assert part.text == "Press **I'm here**, or **参加**."


def test_labels_are_those_of_the_catalogue_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another one takes its place, as when a game is installed, nothing old is kept."""
    said = labelled_text("**I'm in**", to_reader("en-GB", "ja"))
    monkeypatch.setattr(catalogues, "LOCALE", catalogues.LOCALE / "none")
    assert labelled_text("**I'm in**", to_reader("en-GB", "ja")) == "**I'm in**", "it is kept"
    monkeypatch.undo()
    assert labelled_text("**I'm in**", to_reader("en-GB", "ja")) == said, "it is kept"


async def test_a_guest_reads_which_button_of_the_card_to_press(ui: UI) -> None:
    """In the language of the night, whatever its server's is by now."""
    night = await evening(ui, 1, doors=False)
    here = routes.PRESS_HERE(night.id)
    await ui.services.tables.servers.change(GUILD, language="ja")
    answer = await press(ui, GUESTS[1], here)
    assert "Press **I'm here**" in answer.text, answer.text
    answer = await press(ui, GUESTS[1], here, locale=discord.Locale.japanese)
    assert "**I'm here**" in answer.text, answer.text
