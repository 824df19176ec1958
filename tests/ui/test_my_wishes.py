"""What people wish for game nights: whom not to sit with, and where to be reminded."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.ui.clicks import Answer, command, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI


@pytest.mark.walked
async def test_whom_somebody_would_rather_not_sit_with(ui: UI) -> None:
    store, person = ui.tables.store, discord.Object(BOB.id)
    shown = Answer()
    await command(ui, "me apart", interaction(ui, ADA, CHANNEL, shown), person=person)
    assert f"<@{BOB.id}>" in shown.text and not shown.public, "others see a private wish"
    await press(ui, ADA, "me:apart", str(BOB.id), str(CLEO.id), own=True)
    assert await store.people.apart(ADA.id) == sorted([BOB.id, CLEO.id])
    refused = await press(ui, ADA, "me:apart", str(ADA.id), own=True)
    assert "not yourself" in refused.text
    await press(ui, ADA, "me:apart:99999999999999999999", own=True)
    assert await store.people.apart(ADA.id) == sorted([BOB.id, CLEO.id]), "a made-up id was kept"
    shown = await press(ui, ADA, "me:apart", str(CLEO.id), own=True)
    assert f"<@{BOB.id}>" not in shown.text, "who was taken back is still shown"
    await press(ui, ADA, shown.buttons["Remove everybody"], own=True)
    assert await store.people.apart(ADA.id) == []
    assert await store.people.apart(BOB.id) == [], "somebody else has a wish now"


@pytest.mark.walked
async def test_where_somebody_is_reminded(ui: UI) -> None:
    shown: Any = Answer()
    await command(ui, "me reminders", interaction(ui, ADA, CHANNEL, shown))
    shown = await press(ui, ADA, shown.buttons["Remind me by direct message"], own=True)
    assert await ui.services.reminded_directly([ADA.id, BOB.id]) == {ADA.id}
    assert await ui.services.own_language(ADA.id, "ja") == "en-GB", "not the one they speak"
    assert await ui.services.own_language(BOB.id, "ja") == "ja", "not that of the server"
    await press(ui, ADA, shown.buttons["Remind me in the thread"], own=True)
    assert await ui.services.reminded_directly([ADA.id, BOB.id]) == frozenset()
    await command(ui, "me reminders", interaction(ui, BOB, CHANNEL, Answer()), where="dm")
    assert await ui.services.reminded_directly([BOB.id]) == {BOB.id}, "what was typed isn't kept"
