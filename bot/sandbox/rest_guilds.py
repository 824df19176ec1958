"""Requests about the bot's own account, servers, members, roles and DMs."""

from __future__ import annotations

from bot.sandbox import payloads, permissions
from bot.sandbox.errors import refuse
from bot.sandbox.rest import Answer, Call, Routes
from bot.sandbox.rest_lookup import guild_of
from bot.sandbox.snowflake import is_snowflake
from bot.sandbox.validation import Form

routes = Routes()


@routes("GET", "/gateway")
def gateway(call: Call) -> Answer:
    """Tell where the gateway is."""
    return 200, {"url": call.settings.gateway_url}


@routes("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Answer:
    """Tell where the gateway is and how many shards to use."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return 200, {
        "url": call.settings.gateway_url,
        "shards": 1,
        "session_start_limit": limit,
    }


@routes("GET", "/users/@me")
def me(call: Call) -> Answer:
    """Return the bot's account."""
    return 200, payloads.me(call.world.bot)


@routes("GET", "/users/{user_id}")
def user(call: Call) -> Answer:
    """Return somebody's account."""
    person = call.world.people.get(call.params["user_id"])
    if person is None:
        raise refuse(10013)
    return 200, payloads.user(person)


@routes("GET", "/applications/@me")
@routes("GET", "/oauth2/applications/@me")
def application(call: Call) -> Answer:
    """Return the bot's application."""
    world = call.world
    owner = next((p for p in world.people.values() if not p.bot), world.bot)
    return 200, payloads.application(world, owner)


@routes("GET", "/users/@me/guilds")
def my_guilds(call: Call) -> Answer:
    """Return the servers the bot is in."""
    world = call.world
    me = world.bot_id
    found = [guild for guild in world.guilds.values() if me in guild.members]
    return 200, [
        {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": guild.owner_id == me,
            "permissions": str(permissions.in_guild(guild, me)),
            "features": [],
        }
        for guild in found
    ]


@routes("DELETE", "/users/@me/guilds/{guild_id}")
def leave(call: Call) -> Answer:
    """Let the bot leave a server."""
    call.world.remove_bot(guild_of(call))
    return 204, None


@routes("POST", "/users/@me/channels")
def open_dm(call: Call) -> Answer:
    """Open the DM with somebody."""
    form = Form()
    wanted = call.fields.get("recipient_id")
    if not is_snowflake(wanted):
        form.required(("recipient_id",))
        form.check()
    world = call.world
    person = world.people.get(str(wanted))
    if person is None:
        raise refuse(10013)
    if person.bot:
        raise refuse(50007)
    return 200, payloads.channel(world.dm(person), world)


@routes("GET", "/guilds/{guild_id}", major="guild_id")
def guild(call: Call) -> Answer:
    """Return a server."""
    found = guild_of(call)
    shape = payloads.guild(found)
    if call.query.get("with_counts") in ("1", "true"):
        shape["approximate_member_count"] = len(found.members)
        shape["approximate_presence_count"] = len(found.members)
    return 200, shape


@routes("GET", "/guilds/{guild_id}/channels", major="guild_id")
def channels(call: Call) -> Answer:
    """Return a server's channels, threads left out."""
    found = guild_of(call).channels.values()
    return 200, [payloads.channel(each, call.world) for each in found]


@routes("GET", "/guilds/{guild_id}/roles", major="guild_id")
def roles(call: Call) -> Answer:
    """Return a server's roles."""
    return 200, [payloads.role(each) for each in guild_of(call).roles.values()]


@routes("GET", "/guilds/{guild_id}/roles/{role_id}", major="guild_id")
def role(call: Call) -> Answer:
    """Return one role."""
    found = guild_of(call).roles.get(call.params["role_id"])
    if found is None:
        raise refuse(10011)
    return 200, payloads.role(found)


@routes("GET", "/guilds/{guild_id}/members/{user_id}", major="guild_id")
def member(call: Call) -> Answer:
    """Return one member."""
    found = guild_of(call).members.get(call.params["user_id"])
    if found is None:
        known = call.params["user_id"] in call.world.people
        raise refuse(10007 if known else 10013)
    return 200, payloads.member(found)


@routes("PATCH", "/guilds/{guild_id}/members/@me", major="guild_id")
def change_me(call: Call) -> Answer:
    """Change the bot's nickname."""
    guild = guild_of(call)
    world = call.world
    if not permissions.in_guild(guild, world.bot_id) & permissions.CHANGE_NICKNAME:
        raise refuse(50013)
    form = Form()
    nick = form.text(("nick",), call.fields.get("nick"), 0, 32)
    form.check()
    mine = guild.members[world.bot_id]
    world.change_member(guild, mine, nick=nick or None)
    return 200, payloads.member(mine)
