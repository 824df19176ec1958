"""Requests about application commands, both global and a server's own."""

from __future__ import annotations

from bot.sandbox import command_schema
from bot.sandbox.errors import refuse
from bot.sandbox.json_text import Json
from bot.sandbox.rest.lookup import guild_of
from bot.sandbox.rest.requests import Answer, Call, Routes
from bot.sandbox.validation import Form

routes = Routes()
GLOBAL = "/applications/{application_id}/commands"
OF_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def _scope(call: Call) -> str | None:
    """Return the id of the server that the commands belong to; None for global ones."""
    if call.params["application_id"] != call.world.bot_id:
        raise refuse(50001)
    return guild_of(call).id if "guild_id" in call.params else None


def _known(call: Call, scope: str | None) -> dict[str, Json]:
    return call.world.commands.get(scope, {})


def _with_ids(call: Call, made: Json, scope: str | None, old: Json | None) -> Json:
    """Give a command its ids; one with the same name keeps its old id."""
    world = call.world
    shape: Json = {
        "id": old["id"] if old else world.mint(),
        "application_id": world.bot_id,
        "version": world.mint(),
        **made,
    }
    if scope is not None:
        shape["guild_id"] = scope
        del shape["dm_permission"], shape["contexts"]
    return shape


@routes("GET", GLOBAL, OF_GUILD)
def listed(call: Call) -> Answer:
    """Return the commands."""
    return 200, list(_known(call, _scope(call)).values())


@routes("PUT", GLOBAL, OF_GUILD)
def put(call: Call) -> Answer:
    """Replace all commands."""
    scope = _scope(call)
    form = Form()
    raws = form.listing((), call.body, 0, 130)
    made = [command_schema.read_command(form, (place,), raw) for place, raw in enumerate(raws)]
    names = [each["name"] for each in made]
    for place, name in enumerate(names):
        if names.index(name) != place:
            words = "Application command names must be unique"
            form.fault((place, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", words)
    if len(names) > command_schema.COMMANDS:
        form.fault((), "APPLICATION_COMMANDS_MAX", "Maximum number of commands reached (100).")
    form.check()
    before = {old["name"]: old for old in _known(call, scope).values()}
    shapes = [
        _with_ids(call, each, scope, before.get(name))
        for each, name in zip(made, names, strict=True)
    ]
    call.world.set_commands(scope, shapes)
    return 200, shapes
