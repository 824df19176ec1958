"""From one table to the next that waits: in the same message, which then is that table's alone."""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from unittest.mock import AsyncMock

import pytest

from bot.tables.order import Order
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.posting.tables.next_tables import NextTables
from bot.ui.posting.tables.open_hands import OpenHands
from storage.order_store import OrderRow
from tests.ui.clicks import Answer, press
from tests.ui.conftest import ADA, BOB, GUILD, UI
from tests.ui.test_open_hands import drawn

MESSAGE = 4711
"""What Ada's private message was opened by."""
NEXT = "▸ Next: Donburiko!"


async def table_where(ui: UI, *, asked: bool, guild: int = GUILD) -> Table:
    """Begin a game of Ada's and Bob's in which Ada is asked, or isn't."""
    table = await ui.start(ADA, BOB, guild_id=guild)
    while table.asks(ADA.id) != asked:
        await ui.move(table, random.Random(1))
    return table


async def at(ui: UI, custom_id: str, edits: AsyncMock | None = None) -> Answer:
    """Press something on Ada's private message; `edits` is what a later drawing of it calls."""
    more: dict[str, Any] = {} if edits is None else {"edit_original_response": edits}
    metadata = SimpleNamespace(id=MESSAGE)
    flags = SimpleNamespace(ephemeral=True)
    message = SimpleNamespace(
        flags=flags, interaction_metadata=metadata, embeds=[], components=[], reference=None
    )
    return await press(
        ui, ADA, custom_id, message=message, is_expired=lambda: False, own=True, **more
    )


async def test_the_message_then_belongs_to_the_new_table_alone(ui: UI, hands: OpenHands) -> None:
    first = await table_where(ui, asked=False)
    second = await table_where(ui, asked=True)
    old, new = AsyncMock(), AsyncMock()
    answer = await at(ui, routes.HAND(first.id), old)
    assert answer.buttons[NEXT] == routes.NEXT(first.id)
    answer = await at(ui, answer.buttons[NEXT], new)
    assert answer.edited and any(second.id in each for each in answer.buttons.values()), (
        "the next table's hand isn't in place of the old one"
    )
    assert NEXT not in answer.buttons, "it is their turn here"
    await ui.services.table_verbs.pause(first.id, ADA, "host")
    await drawn(hands)
    assert not old.await_count and not new.await_count, "a table that it left redraws the message"
    await ui.services.table_verbs.pause(second.id, ADA, "host")
    await drawn(hands)
    assert (old.await_count, new.await_count) == (0, 1), "the new table doesn't follow its game"


async def test_a_drawing_of_the_table_that_it_left_is_drawn_over(ui: UI, hands: OpenHands) -> None:
    """Discord may carry it out after the answer that shows the next table."""
    first, _second = await table_where(ui, asked=False), await table_where(ui, asked=True)
    new, told = AsyncMock(), ""

    async def slowly(**_page: Any) -> None:
        nonlocal told
        told = (await at(ui, routes.NEXT(first.id), new)).text

    await at(ui, routes.HAND(first.id), AsyncMock(side_effect=slowly))
    await ui.services.table_verbs.pause(first.id, ADA, "host")
    await drawn(hands)
    await drawn(hands)
    assert "Your turn" in told
    assert new.await_count == 1, "an old table may lie on the message, and stays there"


async def test_whoever_has_to_move_isnt_led_away_and_how_many_wait_is_said(ui: UI) -> None:
    asked = [await table_where(ui, asked=True) for _ in range(2)]
    waits = await table_where(ui, asked=False)
    assert not [label for label in (await at(ui, routes.HAND(asked[0].id))).buttons if "▸" in label]
    assert f"{NEXT} · 2 wait" in (await at(ui, routes.HAND(waits.id))).buttons


async def test_the_whole_round_comes_to_an_end(ui: UI, hands: OpenHands) -> None:
    """A move leads on; after the last one nothing waits, and a button drawn before says so."""
    first, second = [await table_where(ui, asked=True) for _ in range(2)]
    while first.asks(ADA.id):
        await ui.move(first, random.Random(2))
    answer = await at(ui, routes.HAND(first.id))
    stale = answer.buttons[NEXT]
    while second.asks(ADA.id):
        await ui.move(second, random.Random(2))
    answer = await at(ui, stale)
    assert "No other game waits for you now." in answer.text
    assert NEXT not in answer.buttons
    assert (first.id, ADA.id) in hands._open, "the hand that it stays at isn't kept fresh"


async def test_another_servers_table_is_linked_and_never_opened_here(ui: UI) -> None:
    """Names there mustn't be carried here."""
    here = await table_where(ui, asked=False)
    there = await table_where(ui, asked=True, guild=555)
    await ui.tables.save_whereabouts(there.id, place_id=556, board_id=557)
    answer = await at(ui, routes.HAND(here.id))
    assert answer.buttons[NEXT] == "", "a link has no id"
    answer = await at(ui, routes.NEXT(here.id))
    assert "is on another server" in answer.text
    assert not any(there.id in each for each in answer.buttons.values()), "it was opened here"


async def test_where_a_move_set_ahead_is_about_to_be_played_nobody_is_led(ui: UI) -> None:
    """It neither counts nor comes next; once nothing fits there, it waits again."""
    waits = await table_where(ui, asked=False)
    ordered, other = [await table_where(ui, asked=True) for _ in range(2)]
    seat = ordered.seat_of(ADA.id)
    assert seat is not None
    order = OrderRow(ordered.id, seat, 1, ADA.id, "{}", "{}", 5, due=9)
    await ui.tables.store.orders.save(ordered.id, [order])
    buttons = (await at(ui, routes.HAND(waits.id))).buttons
    assert NEXT in buttons, "a table that will be played by itself is counted"
    buttons = (await at(ui, buttons[NEXT])).buttons
    assert any(other.id in each for each in buttons.values()), "the wrong table comes next"
    (await ui.tables.get(ordered.id)).keep_orders({seat: Order(ADA.id, (), 5, due=9)})
    assert NEXT in (await at(ui, routes.HAND(ordered.id))).buttons, "nothing leads on from there"
    unfit = replace(order, due=None, dropped="unfit")
    await ui.tables.store.orders.save(ordered.id, [unfit])
    assert f"{NEXT} · 2 wait" in (await at(ui, routes.HAND(waits.id))).buttons


async def test_a_table_that_stands_still_is_none_that_waits(ui: UI) -> None:
    paused, asleep = [await table_where(ui, asked=True) for _ in range(2)]
    await ui.services.table_verbs.pause(paused.id, ADA, "host")
    await ui.tables.save_whereabouts(asleep.id, asleep=True)
    assert await NextTables(ui.services).waiting(ADA.id) == []


async def test_the_button_is_made_of_what_all_may_see(ui: UI) -> None:
    """Without the state and the secret of the table it leads to, it is the same."""
    here = await table_where(ui, asked=False)
    await table_where(ui, asked=True)
    seat = here.seat_of(ADA.id)
    assert seat is not None
    asked: Any = SimpleNamespace(
        user=SimpleNamespace(id=ADA.id),
        locale="en-GB",
        guild_locale="en-GB",
        extras={},
        guild_id=100,
        is_guild_integration=lambda: True,
    )
    before = await ui.hands.screens.next_table(asked, here, seat)
    assert before is not None

    def forget(connection: Any) -> None:
        connection.execute("UPDATE tables SET state = '', secret = ''")

    await ui.tables.store.database.transaction(forget)
    assert await ui.hands.screens.next_table(asked, here, seat) == before


CALLS: Final = (
    *("bot/tables/waiting.py", "bot/tables/turn_calls.py", "storage/waiting_store.py"),
    *("bot/ui/posting/tables/next_tables.py", "bot/ui/posting/direct_calls.py"),
    *("bot/ui/pages/tables/my_tables.py", "bot/ui/pages/tables/my_tables.py"),
    "bot/ui/pages/my_calls.py",
)
"""What makes *Next*, direct messages, the digest and the list of games."""
OF_HANDS: Final = frozenset(
    {
        *("view(…)", "legal", "private", "order_of", "heard_since", "secret"),
        *("_match", "_orders", "_secret", "_recent_steps", "_drawn", "opened_secret"),
        *("SeatView", "PrivateView", "Match", "Orders", "Order", "TableRow"),
    }
)
"""What leads to what a hand holds, or to what is set ahead."""


@pytest.mark.parametrize("file", CALLS)
def test_what_leads_and_calls_to_tables_knows_no_hand(file: str) -> None:
    tree = ast.parse((Path(__file__).parents[2] / file).read_text(encoding="utf-8"))
    found = {each.attr for each in ast.walk(tree) if isinstance(each, ast.Attribute)}
    found |= {each.name for each in ast.walk(tree) if isinstance(each, ast.alias)}
    # `Page.view` takes nothing, a table's the seat whose view it is.
    calls = [each for each in ast.walk(tree) if isinstance(each, ast.Call) and each.args]
    found |= {f"{each.func.attr}(…)" for each in calls if isinstance(each.func, ast.Attribute)}
    assert not found & OF_HANDS, f"{file} may tell what a hand holds"


async def test_what_waits_is_read_in_one_go(ui: UI, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand that is drawn again asks for it each time."""
    for _ in range(2):
        await table_where(ui, asked=True)
    reads, database = 0, ui.tables.store.database
    hop = database._hop

    async def counted(fn: Any) -> Any:
        nonlocal reads
        reads += 1
        return await hop(fn)

    await ui.tables.people.row(ADA.id)
    monkeypatch.setattr(database, "_hop", counted)
    assert len(await NextTables(ui.services).waiting(ADA.id)) == 2
    assert reads == 1
