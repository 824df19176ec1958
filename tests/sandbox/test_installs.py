"""Where the app can be used, by whose install, and what that lets the bot see and do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import NotPossible, Sandbox, gateway_events
from bot.sandbox.actor import Actor
from bot.sandbox.changes import Change
from tests.sandbox.conftest import Wire
from tests.sandbox.test_commands import command, put

EPHEMERAL = 64
BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
ROW = {"type": 1, "components": [BUTTON]}


@pytest.fixture
async def ada(sandbox: Sandbox, wire: Wire) -> Actor:
    """Register a command for each kind of install and place; return Ada in a server's channel."""
    await put(
        sandbox,
        wire,
        command(name="servers", contexts=[0], integration_types=[0]),
        command(name="both", contexts=[0, 1, 2], integration_types=[0, 1]),
        command(name="mine", contexts=[0, 1, 2], integration_types=[1]),
        command(name="usual"),
    )
    return sandbox.person("Ada", "games")


async def test_each_place_lists_the_commands_that_are_for_it(sandbox: Sandbox, ada: Actor) -> None:
    bob = sandbox.person("Bob")
    theirs, group = ada.in_dm(bob), ada.in_dm(bob, sandbox.person("Cleo"))
    own = ada.in_dm()
    assert ada.commands() == ["both", "servers", "usual"]
    assert own.commands() == ["both", "usual"], "a server's install reaches into the bot's DM"
    assert theirs.commands() == group.commands() == [], "an app that nobody has added is in a DM"
    ada.install()
    assert ada.commands() == ["both", "mine", "servers", "usual"]
    for place in (own, theirs, group):
        assert place.commands() == ["both", "mine", "usual"], place.channel
    assert bob.in_(theirs.channel or "").commands() == [], "what Ada has added works for Bob"
    sandbox.host.kick_bot("Acorn Café")
    assert ada.commands() == ["both", "mine", "usual"], "only the own app is where the bot isn't"
    sandbox.host.kick_bot("River House")
    assert bob.in_dm().commands() == [], "the bot's DM works for who meets it nowhere"
    ada.install(wanted=False)
    assert ada.commands() == own.commands() == []


async def test_an_interaction_says_by_whose_install_it_came(sandbox: Sandbox, ada: Actor) -> None:
    ada.install()
    bob = sandbox.person("Bob")
    sandbox.host.kick_bot("River House")
    cafe = sandbox.guild()
    alone = sandbox.channel("games", "River House")

    def told(place: Actor, name: str) -> dict[str, Any]:
        assert place.channel is not None
        it = sandbox.users.slash(place.person, place.channel, name, {})
        return sandbox.interactions.payload(it)

    here = told(ada, "both")
    assert here["authorizing_integration_owners"] == {"0": cafe.id, "1": ada.id}
    assert here["context"] == 0
    assert told(ada, "servers")["authorizing_integration_owners"] == {"0": cafe.id}
    assert told(ada, "mine")["authorizing_integration_owners"] == {"1": ada.id}
    away = told(ada.in_(alone), "both")
    assert away["authorizing_integration_owners"] == {"1": ada.id}
    assert away["guild_id"] == alone.guild.id if alone.guild else False
    own = told(ada.in_dm(), "both")
    assert (own["context"], own["authorizing_integration_owners"]) == (1, {"0": "0", "1": ada.id})
    assert "guild_id" not in own and "member" not in own and own["user"]["id"] == ada.id
    theirs = told(ada.in_dm(bob), "both")
    assert (theirs["context"], theirs["authorizing_integration_owners"]) == (2, {"1": ada.id})
    assert own["channel"]["type"] == theirs["channel"]["type"] == 1
    assert told(ada.in_dm(bob, sandbox.person("Cleo")), "both")["channel"]["type"] == 3
    # Attach Files, Embed Links and Mention Everyone, and External Emojis with the bot alone.
    assert int(theirs["app_permissions"]) == 1 << 15 | 1 << 14 | 1 << 17
    assert int(own["app_permissions"]) == int(theirs["app_permissions"]) | 1 << 18
    sandbox.interactions.close()


async def test_a_control_goes_by_the_install_of_what_it_answers(
    sandbox: Sandbox, wire: Wire, ada: Actor
) -> None:
    ada.install()
    bob = sandbox.person("Bob")
    theirs = ada.in_dm(bob)
    assert theirs.channel is not None
    it = sandbox.users.slash(ada.person, theirs.channel, "both", {})
    data = {"content": "here", "components": [ROW]}
    answer = await wire(
        "POST", f"/interactions/{it.id}/{it.token}/callback", {"type": 4, "data": data}
    )
    assert answer.status == 204 and it.original is not None
    assert not it.original.only_me
    pressed = sandbox.users.press(bob.person, it.original, "go")
    assert pressed.owners == {"1": ada.id}, "Bob's press isn't known as on what Ada's app has said"
    path = f"/channels/{theirs.channel.id}/messages"
    assert (await wire("GET", path)).verdict == (403, 50001), "the bot reads people's own DM"
    assert (await wire("POST", path, {"content": "x"})).verdict == (403, 50001)
    sandbox.interactions.close()


async def test_an_own_app_alone_gives_five_follow_ups(
    sandbox: Sandbox, wire: Wire, ada: Actor
) -> None:
    ada.install()
    for place, most in ((ada, 7), (ada.in_dm(sandbox.person("Bob")), 5)):
        assert place.channel is not None
        it = sandbox.users.slash(ada.person, place.channel, "both", {})
        hook = f"/webhooks/{sandbox.world.bot_id}/{it.token}"
        first = {"type": 4, "data": {"content": "first", "flags": EPHEMERAL}}
        await wire("POST", f"/interactions/{it.id}/{it.token}/callback", first)
        sandbox.ratelimits.generous()
        codes = [(await wire("POST", hook, {"content": "more"})).code for _ in range(7)]
        assert codes == [None] * most + [40094] * (7 - most), place.channel.name
        edited = await wire("PATCH", f"{hook}/messages/@original", {"content": "edited"})
        assert edited.status == 200, "edits count as follow-ups"


async def test_the_bot_hears_of_no_message_where_it_is_not(
    sandbox: Sandbox, wire: Wire, ada: Actor
) -> None:
    ada.install()
    theirs = ada.in_dm(sandbox.person("Bob"))
    assert theirs.channel is not None
    heard: list[str] = []

    def hear(change: Change) -> None:
        heard.extend(each.name for each in gateway_events.of(change, sandbox.world))

    sandbox.world.listeners.append(hear)
    await theirs.say("psst")
    it = sandbox.users.slash(ada.person, theirs.channel, "both", {})
    data = {"content": "for you", "flags": EPHEMERAL}
    await wire("POST", f"/interactions/{it.id}/{it.token}/callback", {"type": 4, "data": data})
    assert heard == [], "the gateway told of messages between people"


async def test_whom_one_can_write_to(sandbox: Sandbox, ada: Actor) -> None:
    bob, cleo = sandbox.person("Bob"), sandbox.person("Cleo")
    assert ada.in_dm(bob).channel is bob.in_dm(ada).channel
    assert ada.in_dm(bob, cleo).channel is cleo.in_dm(ada, bob).channel
    assert ada.in_dm().channel is sandbox.world.dm(ada.person)
    for others in ([ada.person], [bob.person, sandbox.world.bot], []):
        with pytest.raises(NotPossible):
            sandbox.users.open_dm(ada.person, others)
    with pytest.raises(NotPossible):
        cleo.sees(ada.in_dm(bob).channel)


async def test_installs_and_dms_are_there_tomorrow(tmp_path: Path) -> None:
    async with Sandbox(data=tmp_path) as sandbox:
        ada = sandbox.person("Ada")
        ada.install()
        message = await ada.in_dm(sandbox.person("Bob")).say("see you")
        await ada.in_dm().say("hello")
    async with Sandbox(data=tmp_path) as sandbox:
        ada, bob = sandbox.person("Ada"), sandbox.person("Bob")
        assert ada.person.installed and not bob.person.installed
        assert [each.id for each in bob.in_dm(ada).sees()] == [message.id]
        assert [each.content for each in ada.in_dm().sees()] == ["hello"]
