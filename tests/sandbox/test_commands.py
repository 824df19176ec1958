"""Application commands: registering, and who may call what with what."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox import NotPossible, Sandbox, threads
from bot.sandbox.interactions import Interaction
from tests.sandbox.conftest import Wire
from tests.sandbox.test_limits import codes

Json = dict[str, Any]


def option(kind: int, name: str, **more: Any) -> Json:
    """Return an option."""
    return {"type": kind, "name": name, "description": "d", **more}


def command(*options: Json, **more: Any) -> Json:
    """Return a command."""
    return {"name": "play", "description": "d", "options": list(options), **more}


async def put(sandbox: Sandbox, wire: Wire, *commands: Json) -> Any:
    """Register global commands."""
    return await wire("PUT", f"/applications/{sandbox.world.bot_id}/commands", list(commands))


BAD: list[tuple[Json, str]] = [
    (command(type=2), "0/type:SANDBOX_UNSUPPORTED"),
    (command(name="Play"), "0/name:APPLICATION_COMMAND_INVALID_NAME"),
    (command(name="x" * 33), "0/name:BASE_TYPE_BAD_LENGTH"),
    (command(name="a b"), "0/name:APPLICATION_COMMAND_INVALID_NAME"),
    (command(description=""), "0/description:"),
    (command(description="x" * 101), "0/description:BASE_TYPE_BAD_LENGTH"),
    (command(*(option(3, f"o{n}") for n in range(26))), "0/options:BASE_TYPE_BAD_LENGTH"),
    (
        command(option(1, "a", options=[option(3, f"o{n}") for n in range(26)])),
        "0/options/0/options:BASE_TYPE_BAD_LENGTH",
    ),
    (command(option(3, "a"), option(3, "a")), "0/options/1/name:APPLICATION_COMMAND_OPTIONS_NAME"),
    (command(option(3, "a"), option(3, "b", required=True)), "0/options/1:APPLICATION_COMMAND_OPT"),
    (command(option(1, "a"), option(3, "b")), "0/options:APPLICATION_COMMAND_OPTIONS_TYPE"),
    (command(option(12, "a")), "0/options/0/type:NUMBER_TYPE_MAX"),
    (command(option(5, "a", autocomplete=True)), "0/options/0:APPLICATION_COMMAND_OPTIONS_TYPE"),
    (
        command(option(3, "a", choices=[{"name": "x", "value": 5}])),
        "0/options/0/choices/0/value:STRING_TYPE_CONVERT",
    ),
    (
        command(option(3, "a", choices=[{"name": "x", "value": "x"}], autocomplete=True)),
        "0/options/0:APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
    ),
    (
        command(option(2, "a", options=[option(2, "b", options=[])])),
        "0/options/0/options/0:APPLICATION_COMMAND_OPTIONS_TYPE",
    ),
    (
        command(*(option(3, f"{n:032}") | {"description": "x" * 100} for n in range(25)))
        | {"name": "y", "description": "x" * 100, "description_localizations": {"xx": "y"}},
        "0/description_localizations:BASE_TYPE_CHOICES",
    ),
    (
        command(
            *(
                option(
                    3,
                    f"o{n}",
                    choices=[{"name": f"{c:0100}", "value": f"{c:0100}"} for c in range(25)],
                )
                for n in range(2)
            )
        ),
        "0:APPLICATION_COMMAND_TOO_LARGE",
    ),
]


@pytest.mark.parametrize(("bad", "wrong"), BAD)
async def test_bad_commands(sandbox: Sandbox, wire: Wire, bad: Json, wrong: str) -> None:
    answer = await put(sandbox, wire, bad)
    assert answer.verdict == (400, 50035)
    found = codes(answer.body["errors"])
    assert any(each.startswith(wrong) for each in found), found
    assert not sandbox.world.commands.get(None)


async def test_permissions_may_be_a_text(sandbox: Sandbox, wire: Wire) -> None:
    """discord.js writes them so, and so are they told."""
    answer = await put(sandbox, wire, command(default_member_permissions="8192"))
    assert answer.body[0]["default_member_permissions"] == "8192"
    # Where Discord's description is at hand, the check takes it, too.
    assert sandbox.problems == []


async def test_the_life_of_a_command(sandbox: Sandbox, wire: Wire) -> None:
    path = f"/applications/{sandbox.world.bot_id}/commands"
    twice = await put(sandbox, wire, command(), command())
    assert codes(twice.body["errors"]) == {"1/name:APPLICATION_COMMANDS_DUPLICATE_NAME"}
    first = (await put(sandbox, wire, command(), command(name="other"))).body
    again = (await put(sandbox, wire, command(description="new"))).body
    assert again[0]["id"] == first[0]["id"] and again[0]["version"] != first[0]["version"]
    assert (await wire("GET", path)).body == again
    here = f"/applications/{sandbox.world.bot_id}/guilds/{sandbox.guild().id}/commands"
    local = await wire("PUT", here, [command(name="local")])
    assert local.body[0]["guild_id"] == sandbox.guild().id
    assert (await wire("GET", here)).body == local.body
    ada = sandbox.world.person("Ada")
    names = {c["name"] for c in sandbox.users.commands(ada, sandbox.channel("games"))}
    assert names == {"play", "local"}
    river = sandbox.channel("games", "River House")
    assert {c["name"] for c in sandbox.users.commands(ada, river)} == {"play"}


async def call(
    sandbox: Sandbox, who: str = "Ada", name: str = "play", **options: Any
) -> Interaction:
    """Call a command in #games."""
    person = sandbox.world.person(who)
    return sandbox.users.slash(person, sandbox.channel("games"), name, options)


async def test_values_must_fit(sandbox: Sandbox, wire: Wire) -> None:
    await put(
        sandbox,
        wire,
        command(
            option(3, "card", required=True, min_length=2, max_length=5),
            option(4, "count", min_value=1, max_value=3),
            option(10, "weight", min_value=0),
            option(5, "open"),
            option(6, "whom"),
            option(7, "where"),
            option(8, "role"),
            option(3, "pace", choices=[{"name": "Quick", "value": "q"}]),
        ),
    )
    bob, games = sandbox.world.person("Bob"), sandbox.channel("games")
    it = await call(
        sandbox,
        card="leaf",
        count="2",
        weight=1.5,
        open="true",
        whom=bob,
        where=games.id,
        role=sandbox.guild().id,
        pace="Quick",
    )
    values = {each["name"]: each["value"] for each in it.data["options"]}
    assert values == {
        "card": "leaf",
        "count": 2,
        "weight": 1.5,
        "open": True,
        "whom": bob.id,
        "where": games.id,
        "role": sandbox.guild().id,
        "pace": "q",
    }
    resolved = it.data["resolved"]
    assert set(resolved) == {"users", "members", "channels", "roles"}
    for wrong in (
        {},
        {"card": "x"},
        {"card": "toolong"},
        {"card": "leaf", "count": 4},
        {"card": "leaf", "count": "two"},
        {"card": "leaf", "weight": -1},
        {"card": "leaf", "weight": "nan"},
        {"card": "leaf", "weight": 2**53 + 2},
        {"card": "leaf", "open": "maybe"},
        {"card": "leaf", "whom": "5"},
        {"card": "leaf", "where": bob.id},
        {"card": "leaf", "pace": "slow"},
        {"card": "leaf", "strange": 1},
    ):
        with pytest.raises(NotPossible):
            await call(sandbox, **wrong)


async def test_subcommands(sandbox: Sandbox, wire: Wire) -> None:
    deep = option(2, "row", options=[option(1, "take", options=[option(4, "number")])])
    await put(sandbox, wire, command(option(1, "add"), deep))
    it = await call(sandbox, name="play row take", number=3)
    assert it.data["options"] == [
        {
            "type": 2,
            "name": "row",
            "options": [
                {
                    "type": 1,
                    "name": "take",
                    "options": [{"type": 4, "name": "number", "value": 3}],
                }
            ],
        }
    ]
    for name in ("play", "play row", "play nothing", "nothing", "play add take"):
        with pytest.raises(NotPossible):
            await call(sandbox, name=name)


async def test_typing(sandbox: Sandbox, wire: Wire) -> None:
    await put(sandbox, wire, command(option(3, "card", autocomplete=True), option(4, "row")))
    person, channel = sandbox.world.person("Ada"), sandbox.channel("games")
    it = sandbox.users.complete(person, channel, "play", "card", "le", {"row": "2"})
    assert it.data["options"] == [
        {"type": 3, "name": "card", "value": "le", "focused": True},
        {"type": 4, "name": "row", "value": 2},
    ]
    path = f"/interactions/{it.id}/{it.token}/callback"
    many = [{"name": str(n), "value": str(n)} for n in range(26)]
    for choices in (many, [{"name": "", "value": "x"}], [{"name": "x", "value": 5}]):
        refused = await wire("POST", path, {"type": 8, "data": {"choices": choices}})
        assert refused.verdict == (400, 50035)
    good = await wire("POST", path, {"type": 8, "data": {"choices": many[:25]}})
    assert good.status == 204 and len(it.choices) == 25
    with pytest.raises(NotPossible):
        sandbox.users.complete(person, channel, "play", "row", "2", {})


async def test_who_may_call(sandbox: Sandbox, wire: Wire) -> None:
    await put(
        sandbox,
        wire,
        command(name="all"),
        command(name="few", default_member_permissions=1 << 13),
        command(name="none", default_member_permissions=0),
        command(name="dm", contexts=[1]),
        command(name="guild", contexts=[0]),
        command(name="old", dm_permission=False),
    )
    games = sandbox.channel("games")
    dm = sandbox.world.dm(sandbox.world.person("Bob"))

    def names(who: str, place: Any = games) -> set[str]:
        return {c["name"] for c in sandbox.users.commands(sandbox.world.person(who), place)}

    assert names("Bob") == {"all", "guild", "old"}
    assert names("Ada") == {"all", "few", "none", "guild", "old"}
    assert names("Emi") == {"all", "few", "guild", "old"}
    assert names("Bob", dm) == {"all", "few", "none", "dm"}
    with pytest.raises(NotPossible):
        await call(sandbox, "Bob", "few")
    bob = sandbox.world.person("Bob")
    sandbox.host.overwrite(games, bob, deny=["use_application_commands"])
    assert names("Bob") == set()
    sandbox.host.kick_bot("Acorn Café")
    assert names("Ada") == set()


async def test_what_admins_say_of_commands(sandbox: Sandbox, wire: Wire) -> None:
    few = command(name="few", default_member_permissions=1 << 13)
    await put(sandbox, wire, command(name="all"), few)
    guild, games, night = sandbox.guild(), sandbox.channel("games"), sandbox.channel("game-night")
    bob, emi = sandbox.person("Bob", games), sandbox.person("Emi", games)
    everyone, role = guild.roles[guild.id], sandbox.host.add_role(guild, "Hosts", members=["Bob"])
    assert (bob.commands(), emi.commands()) == (["all"], ["all", "few"])

    def seen(command: str | None, **said: Any) -> tuple[list[str], list[str]]:
        sandbox.override(guild, command, **said)
        found = bob.commands(), emi.commands()
        sandbox.override(guild, command)
        return found

    assert seen("all", deny=[bob.person]) == ([], ["all", "few"])
    assert seen("few", allow=[role]) == (["all", "few"], ["all", "few"])
    assert seen("few", deny=[everyone]) == (["all"], ["all"])
    # Who is named counts before a role, a role before everyone.
    assert seen("few", deny=[everyone], allow=[role]) == (["all", "few"], ["all"])
    assert seen("few", deny=[bob.person], allow=[role]) == (["all"], ["all", "few"])
    other = sandbox.host.role(guild, "Member")
    assert seen("few", deny=[other], allow=[role])[0] == ["all", "few"], "one role is enough"
    assert seen(None, deny=[everyone]) == ([], [])
    assert seen("all", deny=[games]) == ([], ["few"])
    assert seen("all", deny=[night]) == (["all"], ["all", "few"])
    assert seen("all", deny=[guild], allow=[games]) == (["all"], ["all", "few"])
    assert seen("all", deny=[guild]) == ([], ["few"])
    # What is said of one command goes before what is said of all.
    sandbox.override(guild, None, deny=[everyone])
    assert seen("all", allow=[everyone]) == (["all"], ["all"])
    assert sandbox.person("Ada", games).commands() == ["all", "few"], "admins are never stopped"
    before = len(sandbox.interactions.all)
    with pytest.raises(NotPossible):
        await bob.slash("all")
    assert len(sandbox.interactions.all) == before
    with pytest.raises(NotPossible):
        sandbox.override(guild, "none", deny=[everyone])
    thread = threads.add_thread(sandbox.world, games, bob.person, "inside", 11)
    sandbox.override(guild, None)
    sandbox.override(guild, "all", deny=[games])
    assert bob.commands(thread) == [], "a thread goes by its channel"


async def test_which_channels_and_permissions_are_resolved(sandbox: Sandbox, wire: Wire) -> None:
    await put(sandbox, wire, command(option(7, "where", channel_types=[0, 5])))
    games, hidden = sandbox.channel("games"), sandbox.channel("game-night")
    bob = sandbox.world.person("Bob")
    it = sandbox.users.slash(bob, games, "play", {"where": games.id})
    shape = it.data["resolved"]["channels"][games.id]
    assert not int(shape["permissions"]) & 1 << 34, "what Bob may do there"
    it = sandbox.users.slash(sandbox.world.person("Ada"), games, "play", {"where": games.id})
    shape = it.data["resolved"]["channels"][games.id]
    assert int(shape["permissions"]) & 1 << 34, "what Ada may do there"
    with pytest.raises(NotPossible):
        sandbox.users.slash(bob, games, "play", {"where": sandbox.channel("Lounge").id})
    sandbox.host.overwrite(hidden, bob, deny=["view_channel"])
    with pytest.raises(NotPossible):
        sandbox.users.slash(bob, games, "play", {"where": hidden.id})
