"""The HTTP interface for people: the page, its events, and what a person or the host can do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from bot.sandbox import page_feed, permissions, scheduled_events
from bot.sandbox.changes import Change
from bot.sandbox.errors import NotPossible
from bot.sandbox.host_actions import HostActions
from bot.sandbox.json_text import Json, dumps, read_json
from bot.sandbox.models import Channel, Person
from bot.sandbox.page_feed import Feed
from bot.sandbox.services import Services
from bot.sandbox.user_actions import UserActions

PAGE = Path(__file__).parent / "page"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
STILL_HERE = 15.0

Act = Callable[[Json], Awaitable[object]]


class PageServer:
    """The page and what its scripts ask for."""

    def __init__(self, services: Services, users: UserActions, host: HostActions) -> None:
        self._services = services
        self._users = users
        self._host = host
        self._feeds: set[Feed] = set()
        self._acts: dict[str, Act] = {
            "slash": self._slash,
            "autocomplete": self._autocomplete,
            "press": self._press,
            "select": self._select,
            "submit": self._submit,
            "say": self._say,
            "thread": self._thread,
            "dismiss": self._dismiss,
            "archive": self._archive,
            "unarchive": self._unarchive,
            "lock": self._lock,
            "unlock": self._unlock,
            "delete": self._delete,
            "delete_event": self._delete_event,
            "install": self._install,
            "language": self._language,
            "dm": self._dm,
            "host": self._host_act,
            "bot": self._bot,
            "later": self._later,
        }

    def add_routes(self, app: web.Application) -> None:
        """Serve everything except Discord's own API."""
        app.router.add_get("/", self._index)
        app.router.add_get("/gateway", self._services.gateway.serve)
        app.router.add_get("/page/{file}", self._file)
        app.router.add_get("/attachments/{channel}/{id}/{name}", self._attachment)
        app.router.add_get("/emojis/{id}", self._emoji)
        app.router.add_get("/sandbox/people", self._people)
        app.router.add_get("/sandbox/events", self._events)
        app.router.add_post("/sandbox/{act}", self._act)

    @web.middleware
    async def guard(
        self,
        request: web.Request,
        handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
    ) -> web.StreamResponse:
        """Turn away whoever comes by another host name than ours, or from another site."""
        ours = {f"{name}:{self._services.settings.port}" for name in LOOPBACK}
        host = request.headers.get("Host", "").lower()
        origin = request.headers.get("Origin")
        if host not in ours or (origin is not None and not _same(origin, host)):
            return _json({"error": "The sandbox only answers on this machine."}, 403)
        return await handler(request)

    def hear(self, change: Change) -> None:
        """Tell every open page about a change."""
        for each in self._feeds:
            each.hear(change)

    def close(self) -> None:
        """Let every page's connection end."""
        for each in self._feeds:
            each.close()

    # The page

    async def _index(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._services.gateway.serve(request)
        return _send_file(PAGE / "index.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        # A set of known names rather than a path: nothing else can be reached.
        name = request.match_info["file"]
        known = {each.name: each for each in PAGE.iterdir()} if PAGE.is_dir() else {}
        if name not in known:
            return _json({"error": "There is no such file."}, 404)
        return _send_file(known[name])

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        blob = self._services.world.blobs.get(request.match_info["id"])
        place = request.match_info["channel"]
        secret = request.query.get("hm", "")
        if blob is None or blob.channel_id != place or blob.secret != secret:
            return _json({"error": "There is no such attachment."}, 404)
        return _foreign(blob.data, blob.content_type)

    async def _emoji(self, request: web.Request) -> web.StreamResponse:
        # As on Discord, the address may end in a file extension.
        number = request.match_info["id"].partition(".")[0]
        emoji = self._services.world.emojis.get(number)
        if emoji is None:
            return _json({"error": "There is no such emoji."}, 404)
        return _foreign(emoji.data, emoji.content_type)

    async def _people(self, request: web.Request) -> web.StreamResponse:
        return _json(page_feed.people(self._services.world))

    async def _events(self, request: web.Request) -> web.StreamResponse:
        try:
            person = self._person({"as": request.query.get("as", "")})
        except NotPossible as error:
            return _json({"error": str(error)}, 400)
        # Unlike a long answer, a WebSocket isn't one of the six that a browser allows a host.
        socket = web.WebSocketResponse(heartbeat=STILL_HERE, compress=False)
        await socket.prepare(request)
        mine = Feed(self._services, person)
        self._feeds.add(mine)
        writer = asyncio.create_task(_tell(socket, mine))
        try:
            # A page says nothing here but its goodbye.
            async for _ in socket:
                pass
        finally:
            self._feeds.discard(mine)
            writer.cancel()
        return socket

    # What people do

    async def _act(self, request: web.Request) -> web.StreamResponse:
        act = self._acts.get(request.match_info["act"])
        if act is None:
            return _json({"error": "The sandbox can't do that."}, 404)
        if request.content_type != "application/json":
            return _json({"error": "Send JSON."}, 415)
        try:
            body = read_json(await request.read())
            if not isinstance(body, dict):
                raise NotPossible("Send a JSON object.")
            return _json(await act(body))
        except KeyError as error:
            return _json({"error": f"Something is missing: {error.args[0]}."}, 400)
        except (NotPossible, ValueError, TypeError) as error:
            return _json({"error": str(error)}, 400)

    def _person(self, body: Json) -> Person:
        person = self._services.world.people.get(str(body.get("as")))
        if person is None or person.bot:
            raise NotPossible("That person isn't here.")
        return person

    def _place(self, body: Json) -> tuple[Person, Channel]:
        channel = self._services.world.channels.get(str(body.get("channel_id")))
        if channel is None:
            raise NotPossible("That channel is gone.")
        return self._person(body), channel

    async def _slash(self, body: Json) -> object:
        person, channel = self._place(body)
        options = body.get("options") or {}
        it = self._users.slash(person, channel, str(body["name"]), options)
        return {"interaction_id": it.id}

    async def _autocomplete(self, body: Json) -> object:
        person, channel = self._place(body)
        options: Json = dict(body.get("options") or {})
        focused = str(body["focused"])
        typed = str(options.pop(focused, "") or "")
        it = self._users.complete(person, channel, str(body["name"]), focused, typed, options)
        await asyncio.shield(it.first)
        if it.status == "failed":
            return {"choices": [], "failed": True}
        return {"choices": it.choices}

    async def _press(self, body: Json) -> object:
        person = self._person(body)
        message = self._users.find(person, str(body["message_id"]))
        it = self._users.press(person, message, str(body["custom_id"]))
        return {"interaction_id": it.id}

    async def _select(self, body: Json) -> object:
        person = self._person(body)
        message = self._users.find(person, str(body["message_id"]))
        values = [str(value) for value in body["values"]]
        it = self._users.select(person, message, str(body["custom_id"]), values)
        return {"interaction_id": it.id}

    async def _submit(self, body: Json) -> object:
        person = self._person(body)
        shown = self._services.interactions.all.get(str(body["interaction_id"]))
        if shown is None:
            raise NotPossible("That form is gone.")
        it = self._users.submit(person, shown, body.get("values") or {})
        return {"interaction_id": it.id}

    async def _say(self, body: Json) -> object:
        person, channel = self._place(body)
        return {"id": self._users.say(person, channel, str(body["content"])).id}

    async def _thread(self, body: Json) -> object:
        person, channel = self._place(body)
        content = str(body.get("content") or "")
        thread = self._users.open_thread(person, channel, str(body["name"]), content)
        return {"id": thread.id}

    async def _dismiss(self, body: Json) -> object:
        person = self._person(body)
        message = self._users.find(person, str(body["message_id"]))
        self._users.dismiss(person, message)
        return {"ok": True}

    async def _archive(self, body: Json) -> object:
        self._users.set_thread(*self._place(body), archived=True)
        return {"ok": True}

    async def _unarchive(self, body: Json) -> object:
        self._users.set_thread(*self._place(body), archived=False)
        return {"ok": True}

    async def _lock(self, body: Json) -> object:
        self._users.set_thread(*self._place(body), locked=True)
        return {"ok": True}

    async def _unlock(self, body: Json) -> object:
        self._users.set_thread(*self._place(body), locked=False)
        return {"ok": True}

    async def _delete(self, body: Json) -> object:
        users = self._users
        if "message_id" in body:
            person = self._person(body)
            users.delete(person, users.find(person, str(body["message_id"])))
        else:
            users.delete_channel(*self._place(body))
        return {"ok": True}

    async def _delete_event(self, body: Json) -> object:
        guild = self._host.guild(str(body["guild_id"]))
        self._users.delete_event(self._person(body), guild, str(body["event_id"]))
        return {"ok": True}

    async def _install(self, body: Json) -> object:
        self._users.install(self._person(body), wanted=bool(body.get("wanted", True)))
        return {"ok": True}

    async def _language(self, body: Json) -> object:
        guild_id = body.get("guild_id")
        who = self._person(body) if guild_id is None else self._host.guild(str(guild_id))
        self._host.set_locale(who, str(body["locale"]))
        return {"ok": True}

    async def _dm(self, body: Json) -> object:
        world = self._services.world
        ids = [str(each) for each in body["with"]] if body.get("with") else [world.bot_id]
        if not world.people.keys() >= {*ids}:
            raise NotPossible("That person isn't here.")
        found = self._users.open_dm(self._person(body), [world.people[id] for id in ids])
        return {"id": found.id}

    async def _host_act(self, body: Json) -> object:
        host, guild_id, action = self._host, str(body["guild_id"]), body.get("action")
        if action == "kick_bot":
            host.kick_bot(guild_id)
        elif action == "invite_bot":
            host.invite_bot(guild_id)
        elif action == "add_people":
            host.add_people(int(body["number"]))
        elif action == "remove_role":
            host.remove_role(guild_id, host.role(guild_id, str(body["role_id"])))
        elif action == "role":
            self._role(guild_id, body)
        else:
            raise NotPossible("Send kick_bot, invite_bot, add_people, role or remove_role.")
        return {"ok": True}

    def _role(self, guild_id: str, body: Json) -> None:
        """Make a role or change one; `members` are those who have it from now on."""
        host = self._host
        name, give = str(body["name"]).strip(), [str(each) for each in body["permissions"]]
        mentionable = bool(body.get("mentionable"))
        if strange := set(give) - set(permissions.NAMES):
            raise NotPossible(f"There's no permission {', '.join(sorted(strange))}.")
        if body.get("role_id") is None:
            role = host.add_role(guild_id, name, give, mentionable=mentionable)
        else:
            role = host.role(guild_id, str(body["role_id"]))
            host.change_role(guild_id, role, give, name=name, mentionable=mentionable)
        if body.get("members") is not None:
            host.set_members(guild_id, role, [str(each) for each in body["members"]])

    async def _later(self, body: Json) -> object:
        clock = self._services.bot_clock
        if clock is None:
            raise NotPossible("This bot goes by the machine's own clock.")
        world = self._services.world
        starts = scheduled_events.starts(world)
        before = await clock.go_by(int(body["seconds"]), lambda: world.tell("bot"), starts)
        return {"ok": True, "before": before}

    async def _bot(self, body: Json) -> object:
        supervisor = self._services.supervisor
        if supervisor is None:
            raise NotPossible("You started the bot yourself, so you can't stop it from this page.")
        if body.get("action") == "kill":
            supervisor.kill()
        elif body.get("action") == "start":
            supervisor.start()
        elif body.get("action") == "stop":
            await supervisor.stop()
        else:
            raise NotPossible("Send kill, start or stop.")
        return {"ok": True}


async def _tell(socket: web.WebSocketResponse, feed: Feed) -> None:
    """Send a page all it is told, then close; do nothing more once it is gone."""
    with suppress(ConnectionError):
        while events := await feed.next():
            for event in events:
                await socket.send_str(event)
        await socket.close()


def _same(origin: str, host: str) -> bool:
    """Tell whether a page from this origin is our own."""
    return urlsplit(origin).netloc.lower() == host and origin.startswith("http://")


def _json(value: object, status: int = 200) -> web.Response:
    head = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
    return web.Response(
        text=dumps(value), status=status, content_type="application/json", headers=head
    )


def _foreign(data: bytes, content_type: str) -> web.Response:
    """Serve bytes that a bot has sent in a way that no browser interprets."""
    head = {
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Content-Type": content_type,
    }
    return web.Response(body=data, headers=head)


def _send_file(path: Path) -> web.StreamResponse:
    kind = TYPES.get(path.suffix)
    if kind is None or not path.is_file():
        return _json({"error": "There is no such file."}, 404)
    head = {
        "Cache-Control": "no-cache",
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
    }
    return web.Response(body=path.read_bytes(), content_type=kind, charset="utf-8", headers=head)
