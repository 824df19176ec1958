"""Whatever Discord refuses in an evening, nothing is stuck: it goes on elsewhere, or later."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from itertools import product
from typing import Final

import discord
import pytest

from bot.nights.announcing import open_now
from bot.nights.guest_presses import press_here, press_maybe
from bot.nights.night import Press
from bot.nights.rounds import end
from tests.ui.conftest import CHANNEL, UI
from tests.ui.fake_discord import FakeDiscord, Place, failure
from tests.ui.night_evening import GUESTS, HOST, Evening, evening

LANDING: Final = 888
"""Another channel of the server."""
REFUSALS: Final = {
    "403": failure(403, 50013),
    "blind": failure(403, 50001),
    "404": failure(404, 10003),
    "400": failure(400, 30031),
    "threads": failure(400, 160006),
}
KINDS: Final = ("send", "edit", "thread", "delete", "history")
Step = Callable[[Evening], Awaitable[object]]


async def _led(night: Evening, rule: object) -> None:
    press = Press(HOST, night.ui.interaction(), leads=True)
    await night.ui.services.nights.change(night.id, press, rule)  # pyright: ignore[reportArgumentType]


async def _seat(night: Evening) -> None:
    runner = night.ui.services.round_runner
    press = Press(HOST, night.ui.interaction(), leads=True)
    await runner.seat(night.id, press, choice="computers")
    await runner.start_all(night.id, Press(HOST, night.ui.interaction(), leads=True))
    await night.quiet()


async def _play(night: Evening) -> None:
    for table in (await night.ui.services.nights.reader.tables_of(await night.night())).values():
        await night.play_out(table)


STEPS: Final[dict[str, Step]] = {
    "answers": lambda night: night.answer(press_maybe, GUESTS[5]),
    "doors": lambda night: _led(night, open_now()),
    "here": lambda night: night.answer(press_here, *GUESTS[:4]),
    "deal": _seat,
    "play": _play,
    "end": lambda night: _led(night, end()),
}
"""An evening, a press or a few at a time."""


async def show(ui: UI, night: Evening) -> None:
    """Show the night and its tables, twice: what was refused is tried again."""
    for _ in range(2):
        with contextlib.suppress(discord.HTTPException):
            await ui.night_messages._update(night.id)
        for table in (await ui.services.nights.reader.tables_of(await night.night())).values():
            with contextlib.suppress(discord.HTTPException):
                await ui.messages._update(table.id)


def landing(ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Give the server another channel, where things may go on; return it."""

    async def ways_on(_guild: int) -> list[int]:
        return [CHANNEL, LANDING]

    monkeypatch.setattr(ui.services, "ways_on", ways_on)
    return server.add(LANDING, discord.TextChannel)


async def led_through(
    ui: UI,
    server: FakeDiscord,
    monkeypatch: pytest.MonkeyPatch,
    refused: tuple[str, str, str],
    *,
    for_good: bool,
) -> None:
    """Lead an evening in which Discord refuses one kind of request from a step on.

    It does so everywhere until that step is over, or `for_good` in the night's channel.
    """
    step, kind, refusal = refused
    landing(ui, server, monkeypatch)
    night = await evening(ui, 4, doors=False, rounds=1)
    await show(ui, night)
    for name, press in STEPS.items():
        if name == step and for_good:
            server.places[CHANNEL].failures[kind] = [REFUSALS[refusal]] * 999
        elif name == step:
            server.refusing = {kind: REFUSALS[refusal]}
        await press(night)
        await show(ui, night)
        server.refusing = {}
        # Whoever presses something wakes what sleeps.
        await ui.night_messages.wake(await night.night())
        for table in (await ui.services.nights.reader.tables_of(await night.night())).values():
            await ui.messages.wake_if_asleep(table)
        await show(ui, night)
    said = f"{step}, {kind} {refusal}"
    found = await night.night()
    assert found.row.state == "over" and not found.places.asleep, f"{said}: it sleeps"
    assert found.places.shown_revision == found.row.revision, f"{said}: it isn't all shown"
    assert found.places.recap_id, f"{said}: there is no recap"
    lying = {each for place in server.places.values() for each in place.up}
    assert found.places.recap_id in lying, f"{said}: the recap that is noted isn't there"
    for table in (await ui.services.nights.reader.tables_of(found)).values():
        assert table.phase == "finished" and not table.asleep, f"{said}: a table is stuck"
        # A board that was taken down, where it ended while nothing could be sent, stays away.
        assert {table.board_id, table.end_id} & lying, f"{said}: nobody sees how a game ended"


async def test_the_list_of_a_round_goes_where_the_night_may_go_on(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is played, not only once it is over: it says who sits where."""
    there = landing(ui, server, monkeypatch)
    night = await evening(ui, 4)
    await show(ui, night)
    server.places[CHANNEL].failures["send"] = [REFUSALS["403"]] * 999
    await _seat(night)
    await show(ui, night)
    found = await night.night()
    assert found.row.channel_id == LANDING and not found.places.asleep
    assert found.dealt[-1].list_id in there.up, "nobody reads who sits where"
    assert found.places.card_id in there.up, "the night's card stays where nobody can be told"


@pytest.mark.parametrize("for_good", [False, True], ids=["for a step", "for good"])
@pytest.mark.parametrize(
    "refused",
    [
        ("deal", "send", "403"),
        ("deal", "thread", "threads"),
        *(
            pytest.param(each, marks=pytest.mark.long)
            for each in product(STEPS, KINDS, REFUSALS)
            if each not in (("deal", "send", "403"), ("deal", "thread", "threads"))
        ),
    ],
    ids=" ".join,
)
async def test_an_evening_comes_to_its_end_whatever_discord_refuses(
    ui: UI,
    server: FakeDiscord,
    monkeypatch: pytest.MonkeyPatch,
    refused: tuple[str, str, str],
    for_good: bool,
) -> None:
    await led_through(ui, server, monkeypatch, refused, for_good=for_good)
