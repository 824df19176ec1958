"""Only an address on this machine is ever given a token."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.process.loopback import NotLoopback, loopback_url, point_discord_at

HOUSE = Path(__file__).parents[2]

SHOW = """
import json, sys
import discord.http, discord.gateway
if sys.argv[1:]:
    from bot.process.loopback import point_discord_at
    point_discord_at(sys.argv[1])
import bot.process.loopback, bot.process.settings
route = discord.http.Route("GET", "/users/@me")
gateway = discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
print(json.dumps([route.url, str(gateway)]))
"""


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8642",
        "http://127.0.0.1",
        "http://localhost:1/",
        "http://[::1]:8642",
    ],
)
def test_this_machine_will_do(url: str) -> None:
    assert loopback_url(url) == url.removesuffix("/")


@pytest.mark.parametrize(
    "url",
    [
        "https://discord.com",
        "http://example.com:8642",
        "https://127.0.0.1:8642",
        "ws://127.0.0.1:8642",
        "127.0.0.1:8642",
        "//127.0.0.1",
        "http://127.0.0.1.example.com",
        "http://localhost.example.com",
        "http://127.0.0.1@example.com",
        "http://127.0.0.1:80@example.com",
        "http://user@127.0.0.1",
        "http://example.com#@127.0.0.1",
        "http://example.com\\@127.0.0.1",
        "http://127.0.0.1\\.example.com",
        "http://127.0.0.1:8642/api",
        "http://127.0.0.1:8642?to=example.com",
        "http://127.0.0.1:8642\n.example.com",
        "http://127.0.0.1:８642",
        "http://127.0.0.1:65536",
        "http://127.0.0.2:8642",
        "http://0.0.0.0:8642",
        "http://192.168.0.1:8642",
        "http://2130706433",
        "http://ⅼocalhost",
        "HTTP://LOCALHOST\u212a",
        "http://",
        "",
    ],
)
def test_anything_else_is_refused(url: str) -> None:
    with pytest.raises(NotLoopback, match="on this machine"):
        loopback_url(url)
    with pytest.raises(NotLoopback):
        point_discord_at(url)


def shown(*arguments: str) -> list[str]:
    """Return where discord.py sends requests and opens its gateway, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", SHOW, *arguments],
        cwd=HOUSE,
        env=os.environ | {"PYTHONPATH": str(HOUSE)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_discord_is_pointed_at_the_address() -> None:
    assert shown("http://127.0.0.1:8642/") == [
        "http://127.0.0.1:8642/api/v10/users/@me",
        "ws://127.0.0.1:8642/",
    ]


def test_nothing_is_patched_otherwise() -> None:
    assert shown() == ["https://discord.com/api/v10/users/@me", "wss://gateway.discord.gg/"]
