"""People in tests: only what a person can do, and hand-made interactions that no client sends."""

from __future__ import annotations

import asyncio

import pytest

from bot.sandbox import NotPossible, Sandbox
from bot.sandbox.interactions import COMMAND, COMPONENT, SUBMIT
from tests.sandbox.small_bot import Small


async def test_what_nobody_can_do(sandbox: Sandbox, bot: Small) -> None:
    ada, bob = sandbox.person("Ada", "games"), sandbox.person("Bob", "games")
    board = (await ada.slash("acorns new")).message
    hand = (await ada.press(board, "Hand")).message if board else None
    assert board is not None and hand is not None
    for doing in (
        bob.press(hand, "Count"),
        ada.press(board, "Off"),
        ada.press(board, "Nothing"),
        ada.press(board, "Play a card"),
        ada.select(board, "Count", ["x"]),
        ada.select(board, "Play a card", []),
        ada.select(board, "Play a card", ["acorn 1", "acorn 1"]),
        ada.select(board, "Play a card", ["acorn 1", "acorn 2", "acorn 3"]),
        ada.select(board, "Play a card", "acorn 9"),
        ada.select(board, "Whom?", "5"),
        ada.slash("acorns"),
        ada.slash("acorns add"),
        ada.slash("acorns add", card="x"),
        ada.slash("acorns new", seats=5),
        ada.slash("nothing"),
        ada.complete("acorns new", "seats"),
        ada.say(""),
        ada.say("x" * 2001),
        ada.say("x", "tables"),
        bob.slash("purge"),
    ):
        with pytest.raises(NotPossible):
            await doing
    with pytest.raises(NotPossible):
        bob.dismiss(hand)
    with pytest.raises(NotPossible):
        ada.dismiss(board)
    ada.dismiss(hand)
    with pytest.raises(NotPossible):
        await ada.press(hand, "Count")
    sandbox.host.delete_message(board)
    with pytest.raises(NotPossible):
        await ada.press(board, "Count")
    assert sandbox.interactions.pending() == []


async def test_hand_made_interactions(sandbox: Sandbox, bot: Small) -> None:
    ada, bob = sandbox.person("Ada", "games"), sandbox.person("Bob", "games")
    board = (await ada.slash("acorns new")).message
    assert board is not None
    hand = (await ada.press(board, "Hand")).message
    # Bob presses in Ada's whisper, and chooses a card nobody was offered.
    pressed = await bob.raw(COMPONENT, {"custom_id": "hand", "component_type": 2}, message=hand)
    assert pressed.text == "the hand of Bob" and pressed.only_me
    data = {"custom_id": "play", "component_type": 3, "values": ["dragon"]}
    assert (await bob.raw(COMPONENT, data, message=board)).text == "played dragon"
    command = next(iter(sandbox.world.commands[None].values()))
    options = [
        {
            "type": 1,
            "name": "add",
            "options": [{"type": 3, "name": "card", "value": "no such card"}],
        }
    ]
    call = {"id": command["id"], "name": "acorns", "type": 1, "options": options}
    assert (await bob.raw(COMMAND, call)).text == "added no such card"
    sandbox.deadlines.ack_seconds = 0.1
    form = {"custom_id": "made up", "components": []}
    assert (await bob.raw(SUBMIT, form)).failed
    unknown = {"custom_id": "nobody knows this", "component_type": 2}
    assert (await bob.raw(COMPONENT, unknown, message=board)).failed
    elsewhere = await bob.raw(COMPONENT, unknown, channel="tables", message=board)
    assert elsewhere.interaction.channel is sandbox.channel("tables"), "said to be elsewhere"
    assert elsewhere.interaction.message is board


async def test_names_and_places(sandbox: Sandbox) -> None:
    flower = sandbox.person("花子")
    assert flower.in_("games").channel is sandbox.channel("games")
    river = flower.in_(sandbox.channel("games", "River House"))
    assert river._place("games") is sandbox.channel("games", "River House")
    with pytest.raises(KeyError):
        sandbox.person("Zoe")
    with pytest.raises(KeyError):
        flower.in_("nowhere")
    with pytest.raises(ValueError, match="which channel"):
        await flower.say("x")
    long = "**" + "長" * 12 + "\u202e" + "_x_" * 3
    newcomer = sandbox.host.add_person("Zoe")
    sandbox.host.set_nick("Acorn Café", newcomer, long)
    said = await sandbox.person("Zoe", "games").say("hi")
    assert sandbox.guild().members[said.author.id].shown_name == long


async def test_who_stops_waiting_as_it_comes_true_has_stopped(sandbox: Sandbox) -> None:
    """A cancellation isn't lost, whatever comes with it: else a test's people would play on."""
    there: list[bool] = []
    waiting = asyncio.create_task(sandbox.until(lambda: there, 10))
    await asyncio.sleep(0)
    there.append(True)
    sandbox.changed()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_until_gives_up(sandbox: Sandbox) -> None:
    with pytest.raises(TimeoutError, match=r"in vain for: .*sandbox.gateway.online"):
        await sandbox.until(lambda: sandbox.gateway.online, timeout=0.01)

    def broken() -> bool:
        if sandbox.channel("games").messages:
            raise RuntimeError("as it should")
        return False

    waiting = sandbox.until(broken)
    sandbox.users.say(sandbox.world.person("Ada"), sandbox.channel("general"), "x")
    task = asyncio.create_task(waiting)
    await asyncio.sleep(0)
    sandbox.users.say(sandbox.world.person("Ada"), sandbox.channel("games"), "x")
    with pytest.raises(RuntimeError, match="as it should"):
        await task
