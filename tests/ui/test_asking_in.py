"""Asking to be let in: what is read by who asks, by everybody, and by the host who answers."""

from __future__ import annotations

import pytest

from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.route import Route
from tests.ui.clicks import DAI, ELSEWHERE, Answer, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.test_start_times import card
from tests.ui.test_table_verbs import call

ASKED = "You have asked to be let in. The card says so, and Ada decides."


async def by_invitation(ui: UI) -> Table:
    """Open a table that is by invitation."""
    table = await ui.open(ADA)
    return await ui.services.lobby_verbs.choose(table.id, ADA.id, closed=True)


async def asks(ui: UI, table: Table) -> Answer:
    """Let Bob press Join, and then ask to be let in."""
    joining = await press(ui, BOB, f"t:join:{table.id}")
    assert "Ada's table is by invitation." in joining.text, joining.text
    assert list(joining.buttons) == ["Ask to be let in"] and not joining.public
    typed = await call(ui, BOB, "join", table)
    assert (typed.text, typed.buttons) == (joining.text, joining.buttons), "typed it differs"
    return await press(ui, BOB, joining.buttons["Ask to be let in"], own=True)


async def test_a_host_lets_somebody_in_who_asks(ui: UI, server: FakeDiscord) -> None:
    table = await by_invitation(ui)
    assert ASKED in (await asks(ui, table)).text
    assert "Asks to join: Bob" in card(ui, table), card(ui, table)
    settings = await press(ui, ADA, f"t:settings:{table.id}", own=True)
    assert "Asks to join: Bob" in settings.text and "isn't told" in settings.text
    lists = dict(settings.lists)
    let, down = f"t:let:{table.id}", f"t:down:{table.id}"
    assert (lists[let], lists[down]) == ([str(BOB.id)], [str(BOB.id)])
    for person, control in ((BOB, let), (CLEO, down)):
        refused = await press(ui, person, control, str(BOB.id), own=True)
        assert "Only Ada, the host" in refused.text, refused.text
    done = await press(ui, ADA, let, str(BOB.id), own=True)
    assert "They have a seat." in done.text, done.text
    assert table.sits(BOB.id) and "Asks to join" not in card(ui, table)
    (said,) = server.places[CHANNEL].up.values()
    assert said.mentions == {BOB.id} and "you have a seat in Donburiko! http" in said.content
    again = await press(ui, ADA, let, str(BOB.id), own=True)
    assert "don't ask to be let in any more" in again.text, again.text


@pytest.mark.walked
async def test_who_is_turned_down_reads_what_they_read_before(ui: UI, server: FakeDiscord) -> None:
    table = await by_invitation(ui)
    asked = await asks(ui, table)
    before = card(ui, table)
    settings = await press(ui, ADA, f"t:down:{table.id}", str(BOB.id), own=True)
    assert "Asks to join" not in settings.text, "the host is asked again"
    assert card(ui, table) == before, "the card says that somebody was turned down"
    assert not server.places[CHANNEL].up, "somebody is told"
    for pressed in ("join", "ask"):
        again = await press(ui, BOB, f"t:{pressed}:{table.id}")
        assert (again.text, again.buttons) == (asked.text, asked.buttons), pressed


async def test_who_is_blocked_or_sees_no_table_asks_for_nothing(ui: UI) -> None:
    table = await by_invitation(ui)
    await ui.tables.servers.block(100, DAI.id, ADA.id)
    texts = {(await press(ui, DAI, f"t:{each}:{table.id}")).text for each in ("join", "ask")}
    assert len(texts) == 1 and "have blocked you" in texts.pop()
    hidden = await press(ui, CLEO, f"t:ask:{table.id}", channel=ELSEWHERE)
    assert "no such table" in hidden.text
    assert table.askers == ()


async def test_a_card_names_only_some_of_many(ui: UI) -> None:
    table = await by_invitation(ui)
    for number in range(7):
        await ui.services.asking_in.ask(table.id, type(ADA)(50 + number, f"P{number}"))
    assert "Asks to join: P0, P1, P2, P3, P4, +2" in card(ui, table), card(ui, table)


@pytest.mark.usefixtures("server")
async def test_a_lobby_that_sleeps_wakes_with_all_that_is_pressed(ui: UI) -> None:
    """Its place was shut; whoever uses it wants to see it again."""
    table = await by_invitation(ui)
    await asks(ui, table)
    presses: list[tuple[Person, Route, tuple[object, ...], int | None]] = [
        (ADA, routes.ADD_COMPUTER, (0, "casual"), None),
        (CLEO, routes.ASK_IN, (), None),
        (ADA, routes.LET_IN, (), BOB.id),
        (ADA, routes.TURN_DOWN, (), CLEO.id),
        (ADA, routes.ENTRY, ("anyone",), None),
        (ADA, routes.AWAY_DAYS, (3,), None),
        (ADA, routes.BANTER, ("off",), None),
        (ADA, routes.LOBBY_PACE, ("days",), None),
        (CLEO, routes.JOIN, (), None),
        (BOB, routes.LEAVE_LOBBY, (), None),
        (ADA, routes.START, (), None),
    ]
    for person, route, parts, picked in presses:
        await ui.tables.save_whereabouts(table.id, asleep=True)
        values = () if picked is None else (str(picked),)
        said = await press(ui, person, route(table.id, *parts), *values, own=True)
        assert not table.asleep, f"{route.head} leaves it asleep: {said.text}"
