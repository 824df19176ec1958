"""Requests about the bot's own account, who is on its servers, and where its gateway is."""

from __future__ import annotations

from bot.sandbox import payloads
from bot.sandbox.errors import refuse
from bot.sandbox.rest.lookup import guild_of
from bot.sandbox.rest.requests import Answer, Call, Routes

routes = Routes()


@routes("GET", "/gateway")
def gateway(call: Call) -> Answer:
    """Return where the gateway is."""
    return 200, {"url": call.settings.gateway_url}


@routes("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Answer:
    """Return where the gateway is, how many shards to use, and how fast they may be started."""
    return 200, call.settings.sharding.gateway_bot(call.settings.gateway_url)


@routes("GET", "/users/@me")
def me(call: Call) -> Answer:
    """Return the bot's account."""
    return 200, payloads.me(call.world.bot)


@routes("POST", "/users/@me/channels")
def open_dm(call: Call) -> Answer:
    """Open the DM with somebody: it can be opened even if nothing can be said there."""
    world = call.world
    person = world.people.get(str(call.fields.get("recipient_id")))
    if person is None or person.bot:
        raise refuse(50007)
    return 200, payloads.channel(world.dm(person), world)


@routes("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(call: Call) -> Answer:
    """Let the bot leave a server."""
    call.world.remove_bot(guild_of(call))
    return 204, None


@routes("GET", "/guilds/{guild_id}/members/{user_id}")
def guild_member(call: Call) -> Answer:
    """Return somebody who is on a server."""
    found = guild_of(call).members.get(call.params["user_id"])
    if found is None:
        raise refuse(10007)
    return 200, payloads.member(found)


@routes("GET", "/applications/@me", "/oauth2/applications/@me")
def application(call: Call) -> Answer:
    """Return the bot's application."""
    owner = next((p for p in call.world.people.values() if not p.bot), call.world.bot)
    return 200, payloads.application(call.world, owner)
