"""Requests about the bot's own account and where its gateway lies."""

from __future__ import annotations

from bot.sandbox import payloads
from bot.sandbox.rest import Answer, Call, Routes

routes = Routes()


@routes("GET", "/gateway")
def gateway(call: Call) -> Answer:
    """Return where the gateway is."""
    return 200, {"url": call.settings.gateway_url}


@routes("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Answer:
    """Return where the gateway is and how many shards to use."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
    return 200, {"url": call.settings.gateway_url, "shards": 1, "session_start_limit": limit}


@routes("GET", "/users/@me")
def me(call: Call) -> Answer:
    """Return the bot's account."""
    return 200, payloads.me(call.world.bot)


@routes("GET", "/applications/@me", "/oauth2/applications/@me")
def application(call: Call) -> Answer:
    """Return the bot's application."""
    owner = next((p for p in call.world.people.values() if not p.bot), call.world.bot)
    return 200, payloads.application(call.world, owner)
