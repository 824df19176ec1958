"""What the page asks for: its files, its events, and everything a person can do."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
import yarl

from bot.sandbox import NotPossible, Sandbox
from bot.sandbox.interactions import COMMAND
from tests.sandbox.conftest import Wire
from tests.sandbox.small_bot import Small
from tests.sandbox.waiting import within


class Tab:
    """A person's open page, without a browser."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession, name: str) -> None:
        self.sandbox = sandbox
        self.session = session
        self.person = sandbox.world.person(name)
        self.heard = 0
        self.state: Any = None
        self._stream: aiohttp.ClientWebSocketResponse | None = None

    async def open(self) -> Tab:
        """Open the stream of events and read the state."""
        url = f"{self.sandbox.url}/sandbox/events?as={self.person.id}"
        self._stream = await self.session.ws_connect(url, max_msg_size=0)
        self.state = await self.get("state")
        return self

    async def close(self) -> None:
        """Close the page."""
        if self._stream is not None:
            await self._stream.close()

    async def get(self, kind: str, **wanted: Any) -> Any:
        """Read events up to one of a kind that holds these values."""
        while True:
            name, data = await within(self._next(), f"{kind} {wanted} on {self.person.name}'s page")
            if name == kind and all(data.get(key) == value for key, value in wanted.items()):
                return data

    async def _next(self) -> tuple[str, Any]:
        assert self._stream is not None, "the page isn't open"
        name, data = await self._stream.receive_json()
        self.heard += 1
        return name, data

    async def do(self, act: str, **body: Any) -> Any:
        """Do something and return the answer; AssertionError if it was refused."""
        status, answer = await self.attempt(act, **body)
        assert status == 200, answer
        return answer

    async def attempt(self, act: str, **body: Any) -> tuple[int, Any]:
        """Try something; return status and answer."""
        url = f"{self.sandbox.url}/sandbox/{act}"
        async with self.session.post(url, json={"as": self.person.id, **body}) as answer:
            return answer.status, await answer.json()


@pytest_asyncio.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    """Yield an HTTP client whose streams have no time limit."""
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(timeout=timeout) as opened:
        yield opened


@pytest_asyncio.fixture
async def ada(sandbox: Sandbox, session: aiohttp.ClientSession) -> AsyncIterator[Tab]:
    """Yield Ada's page."""
    tab = await Tab(sandbox, session, "Ada").open()
    yield tab
    await tab.close()


@pytest_asyncio.fixture
async def bob(sandbox: Sandbox, session: aiohttp.ClientSession) -> AsyncIterator[Tab]:
    """Yield Bob's page."""
    tab = await Tab(sandbox, session, "Bob").open()
    yield tab
    await tab.close()


async def test_the_state(sandbox: Sandbox, bot: Small, ada: Tab) -> None:
    state = ada.state
    assert state["me"] == {"id": ada.person.id, "name": "Ada", "color": ada.person.color}
    assert [guild["name"] for guild in state["guilds"]] == ["Acorn Café", "River House"]
    names = [channel["name"] for channel in state["guilds"][0]["channels"]]
    assert names == [
        "general",
        "games",
        "game-night",
        "news",
        "tables",
        "Lounge",
        "Friday round",
    ]
    general = sandbox.channel("general")
    (welcome,) = state["messages"][general.id]
    assert welcome["author_name"] == "Ada" and welcome["only_me"] is False
    assert {each["name"] for each in state["commands"]["commands"]} == {"acorns", "purge"}
    assert set(state["commands"]["denied"][sandbox.channel("games").id]) == set()
    assert state["bot"]["online"] and not state["bot"]["managed"]
    assert state["pending"] == []


async def test_a_command_and_its_answer(sandbox: Sandbox, bot: Small, ada: Tab, bob: Tab) -> None:
    games = sandbox.channel("games")
    typed = await ada.do(
        "autocomplete",
        channel_id=games.id,
        name="acorns add",
        options={"card": "leaf"},
        focused="card",
    )
    assert [choice["value"] for choice in typed["choices"]] == ["leaf 1", "leaf 2"]
    asked = await ada.do(
        "slash", channel_id=games.id, name="acorns add", options={"card": "leaf 1"}
    )
    pending = await ada.get("interaction", id=asked["interaction_id"])
    assert pending["status"] == "pending" and pending["command"] == "acorns add"
    whisper = await ada.get("message")
    assert whisper["only_me"] and whisper["command"] == "/acorns add"
    assert (await ada.get("interaction"))["status"] == "answered"
    await ada.do("slash", channel_id=games.id, name="acorns new", options={"seats": "3"})
    board = await bob.get("message")
    assert board["embeds"][0]["description"] == "3 seats, slow"
    assert board["author_name"] == "Kakushi"
    assert bob.heard == 2, "Bob was told of the whisper, besides his state and the board"
    assert (await bob.attempt("press", message_id=whisper["id"], custom_id="x"))[0] == 400
    await bob.do("press", message_id=board["id"], custom_id="count")
    assert (await ada.get("message", content="board+"))["edited_timestamp"]
    await ada.do("dismiss", message_id=whisper["id"])
    assert (await ada.get("message_delete"))["id"] == whisper["id"]


async def test_a_form(sandbox: Sandbox, bot: Small, ada: Tab) -> None:
    games = sandbox.channel("games")
    await ada.do("slash", channel_id=games.id, name="acorns new")
    board = await ada.get("message")
    await ada.do("press", message_id=board["id"], custom_id="form")
    modal = await ada.get("modal")
    assert modal["title"] == "Name the table"
    wrong = {"interaction_id": modal["interaction_id"], "values": {"name": ""}}
    assert (await ada.attempt("submit", **wrong))[0] == 400
    await ada.do(
        "submit", interaction_id=modal["interaction_id"], values={"name": "Friday", "why": ""}
    )
    assert (await ada.get("message", id=board["id"]))["content"] == "named Friday"
    chosen = {"message_id": board["id"], "custom_id": "play", "values": ["leaf 1"]}
    await ada.do("select", **chosen)
    assert (await ada.get("message"))["content"] == "played leaf 1"
    assert (await ada.attempt("select", **{**chosen, "values": ["leaf 9"]}))[0] == 400


async def test_no_answer(sandbox: Sandbox, bot: Small, ada: Tab) -> None:
    sandbox.deadlines.ack_seconds = 0.2
    games = sandbox.channel("games")
    await ada.do("slash", channel_id=games.id, name="acorns new")
    board = await ada.get("message")
    await ada.do("press", message_id=board["id"], custom_id="silent")
    failed = await ada.get("interaction", status="failed")
    assert failed["custom_id"] == "silent" and failed["message_id"] == board["id"]
    assert [problem.kind for problem in sandbox.problems] == ["unanswered"]
    assert (await ada.attempt("press", message_id=board["id"], custom_id="off"))[0] == 400


async def test_talk_and_tidy(sandbox: Sandbox, ada: Tab, bob: Tab) -> None:
    games = sandbox.channel("games")
    said = await bob.do("say", channel_id=games.id, content="hi")
    heard = await ada.get("message")
    assert (heard["id"], heard["content"]) == (said["id"], "hi")
    mine = await ada.do("say", channel_id=games.id, content="ho")
    assert (await bob.attempt("delete", message_id=mine["id"]))[0] == 400
    await ada.do("delete", message_id=said["id"])
    assert (await bob.get("message_delete"))["id"] == said["id"]
    thread = await bob.do("thread", channel_id=games.id, name="Corner")
    written = [each.content for each in sandbox.world.channels[thread["id"]].messages.values()]
    assert not any(written), f"a thread opened without a word says {written}"
    shown = await ada.get("channel")
    assert shown["name"] == "Corner" and shown["guild_id"] == sandbox.guild().id
    await ada.do("lock", channel_id=thread["id"])
    assert (await bob.get("channel", locked=True))["id"] == thread["id"]
    assert (await bob.attempt("say", channel_id=thread["id"], content="x"))[0] == 400
    assert (await bob.attempt("unlock", channel_id=thread["id"]))[0] == 400
    for act in ("unlock", "archive", "unarchive"):
        await ada.do(act, channel_id=thread["id"])
    await ada.do("delete", channel_id=thread["id"])
    assert (await bob.get("channel_delete"))["id"] == thread["id"]


async def test_a_talk_with_somebody_or_with_the_bot(sandbox: Sandbox, ada: Tab) -> None:
    bob = sandbox.world.person("Bob").id
    for others in ([bob], [sandbox.world.bot_id]):
        opened = await ada.do("dm", **{"with": others})
        found = sandbox.world.channels[opened["id"]]
        assert {*found.recipients} == {ada.person.id, *others}
    assert (await ada.do("dm"))["id"] == opened["id"], "with nobody named, it is with the bot"
    status, answer = await ada.attempt("dm", **{"with": [bob, "1"]})
    assert status == 400 and "isn't here" in str(answer), "1 is nobody"


async def test_who_may_not_look(sandbox: Sandbox, wire: Wire, ada: Tab, bob: Tab) -> None:
    games = sandbox.channel("games")
    member = next(role for role in sandbox.guild().roles.values() if role.name == "Member")
    sandbox.host.overwrite(games, member, deny=["view_channel"])
    state = await bob.get("state")
    assert games.id not in state["messages"]
    assert "games" not in [channel["name"] for channel in state["guilds"][0]["channels"]]
    await wire.say(games.id, content="behind closed doors")
    sandbox.host.add_channel("Acorn Café", "next")
    assert (await bob.get("channel"))["name"] == "next"
    assert bob.heard == 4  # state, state, commands, channel: nothing of the message
    assert (await bob.attempt("say", channel_id=games.id, content="x"))[0] == 400
    assert (await ada.get("message"))["content"] == "behind closed doors"


async def test_a_page_shows_only_its_own_persons_things(
    sandbox: Sandbox, wire: Wire, bob: Tab, session: aiohttp.ClientSession
) -> None:
    games = sandbox.channel("games")
    bob_here = sandbox.world.person("Bob")
    await wire.say(games.id, content="before")
    await bob.get("message")
    ada = sandbox.world.person("Ada")
    sandbox.interactions.hand_in(COMMAND, ada, games, {"options": []}, name="hers")
    sandbox.host.overwrite(games, bob_here, deny=["read_message_history"])
    state = await bob.get("state")
    assert state["pending"] == [], "Ada's command waits on Bob's page"
    assert state["messages"][games.id] == [], "Bob may not read what was written before"


async def test_a_form_is_sent_once_by_whom_it_was_shown(sandbox: Sandbox, bot: Small) -> None:
    ada, bob = sandbox.world.person("Ada"), sandbox.world.person("Bob")
    here = sandbox.person("Ada", "games")
    board = (await here.slash("acorns new")).message
    assert board is not None
    shown = (await here.press(board, "Form")).interaction
    with pytest.raises(NotPossible):
        sandbox.users.submit(bob, shown, {"name": "Bob's"})
    sandbox.users.submit(ada, shown, {"name": "Friday"})
    with pytest.raises(NotPossible):
        sandbox.users.submit(ada, shown, {"name": "Friday"})


async def test_the_host_menu(sandbox: Sandbox, ada: Tab) -> None:
    guild = sandbox.guild()
    host = {"guild_id": guild.id}
    await ada.do("host", action="kick_bot", **host)
    assert sandbox.world.bot_id not in guild.members
    assert (await ada.attempt("host", action="kick_bot", **host))[0] == 400
    await ada.do("host", action="invite_bot", **host)
    assert sandbox.world.bot_id in guild.members
    await ada.do("host", action="add_people", number=10, **host)
    assert len(guild.members) == 19
    body = {"name": "Hosts", "permissions": ["manage_events"], "mentionable": True}
    bob = sandbox.world.person("Bob").id
    await ada.do("host", action="role", **host, **body, members=[bob])
    role = sandbox.host.role(guild, "Hosts")
    assert role.mentionable and role.permissions == 1 << 33
    assert role.id in guild.members[bob].roles
    await ada.do("host", action="role", role_id=role.id, name="Few", permissions=[], **host)
    assert (role.name, role.permissions, role.mentionable) == ("Few", 0, False)
    assert role.id in guild.members[bob].roles, "nothing was said of members"
    wrong = {"action": "role", "name": "x", "permissions": ["fly"], **host}
    assert (await ada.attempt("host", **wrong))[0] == 400
    await ada.do("host", action="remove_role", role_id=role.id, **host)
    assert role.id not in guild.roles
    for wrong in ({}, {"action": "dance"}, {"action": "dance", **host}, {"action": "kick_bot"}):
        assert (await ada.attempt("host", **wrong))[0] == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:{port}"}, 200),
        ({"Host": "evil.example:{port}"}, 403),
        ({"Host": "127.0.0.1:1"}, 403),
        ({"Host": "127.0.0.1"}, 403),
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "http://127.0.0.1:{port}.evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:{port}0"}, 403),
        ({"Origin": "http://127.0.0.1:{port}@evil.example"}, 403),
        ({"Origin": "https://127.0.0.1:{port}"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
async def test_who_is_let_in(
    sandbox: Sandbox, session: aiohttp.ClientSession, headers: dict[str, str], status: int
) -> None:
    sent = {key: value.format(port=sandbox.port) for key, value in headers.items()}
    for path in ("/sandbox/people", "/api/v10/gateway/bot", "/gateway"):
        token = {"Authorization": f"Bot {sandbox.token}"}
        async with session.get(sandbox.url + path, headers={**sent, **token}) as answer:
            if path == "/gateway":
                # Let in, but no websocket.
                assert answer.status == (status if status == 403 else 400)
            else:
                assert answer.status == status, path


async def test_only_json_is_posted(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    body = json.dumps({"as": sandbox.person("Ada").id, "channel_id": sandbox.channel("games").id})
    url = f"{sandbox.url}/sandbox/say"
    for kind in ("text/plain", "application/x-www-form-urlencoded"):
        async with session.post(url, data=body, headers={"Content-Type": kind}) as answer:
            assert answer.status == 415
    for raw in ("", "[]", "{nope", "{}", '{"as": 5}', "[" * 100_000):
        head = {"Content-Type": "application/json"}
        async with session.post(url, data=raw, headers=head) as answer:
            assert answer.status == 400


async def test_files_of_the_page(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    async with session.get(sandbox.url + "/") as answer:
        assert answer.status == 200 and answer.content_type == "text/html"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Cache-Control"] == "no-cache"
    for name in ("..%2Fapi.py", "nothing.js", "%2e%2e%2fapi.py", ".."):
        url = f"{sandbox.url}/page/{name}"
        async with session.get(yarl.URL(url, encoded=True)) as answer:
            assert answer.status == 404, name


async def test_it_listens_on_loopback_alone(sandbox: Sandbox) -> None:
    (address,) = sandbox._runner.addresses
    assert address[0] == "127.0.0.1"


async def test_a_page_that_falls_behind(sandbox: Sandbox, ada: Tab) -> None:
    games = sandbox.channel("games")
    for number in range(2100):
        sandbox.users.say(sandbox.world.person("Bob"), games, str(number))
    state = await ada.get("state")
    assert state["messages"][games.id][-1]["content"] == "2099"
    assert len(state["messages"][games.id]) == 100
