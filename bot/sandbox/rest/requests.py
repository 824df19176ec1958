"""What happens around each of the bot's requests: token, limits, scripted failures, the record."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from bot.sandbox import rate_limits
from bot.sandbox.errors import Refusal, refuse, unauthorised
from bot.sandbox.faults import Fault
from bot.sandbox.json_text import Json, dumps, read_json
from bot.sandbox.monitor import Exchange
from bot.sandbox.services import Services
from bot.sandbox.settings import Settings
from bot.sandbox.snowflake import is_snowflake
from bot.sandbox.world import World

PREFIX = "/api/v10"
log = logging.getLogger("sandbox")


@dataclass(slots=True)
class Upload:
    """A file sent along with a request."""

    filename: str
    content_type: str
    data: bytes


@dataclass(slots=True)
class _Sent:
    """What a request contained; `broken` if its JSON can't be read."""

    raw: bytes = b""
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)
    broken: bool = False


@dataclass(slots=True)
class Call:
    """One of the bot's requests, read and checked as far as all requests are."""

    services: Services
    params: dict[str, str]
    query: dict[str, str]
    body: Any
    files: dict[int, Upload]

    @property
    def world(self) -> World:
        """The world it is about."""
        return self.services.world

    @property
    def settings(self) -> Settings:
        """Where this Discord is served, and its deadlines."""
        return self.services.settings

    def note_unknown(self, body: Json, known: set[str], where: str) -> None:
        """Note the fields of a body that Discord would silently ignore."""
        strange = ", ".join(sorted(set(body) - known))
        if strange:
            self.services.monitor.problem("field", f"unknown fields in {where}: {strange}")

    @property
    def fields(self) -> Json:
        """Return the body as an object. Raises Refusal if it is anything else."""
        if not isinstance(self.body, dict):
            raise refuse(50109)
        return self.body


Answer = tuple[int, object]
Act = Callable[[Call], Answer]


@dataclass(slots=True, frozen=True)
class Route:
    """One kind of request: its template, what carries it out, and the limit that counts it."""

    method: str
    template: str
    steps: tuple[str, ...]
    act: Act
    limit: str | None
    major: str
    open: bool


class Routes:
    """A list of routes, filled by decorating; `limit` names one of `rate_limits.DEFAULTS`, or none.

    Each value of the parameter `major` has a limit of its own. An `open` route needs no bot token:
    the interaction's own token is in the path. What carries a request out raises Refusal for what
    Discord refuses.
    """

    def __init__(self) -> None:
        self.all: list[Route] = []

    def __call__(
        self,
        method: str,
        *templates: str,
        limit: str | None = "other",
        major: str = "",
        open: bool = False,
    ) -> Callable[[Act], Act]:
        """Register what carries out a kind of request."""

        def register(act: Act) -> Act:
            for template in templates:
                steps = tuple(template.strip("/").split("/"))
                self.all.append(Route(method, template, steps, act, limit, major, open))
            return act

        return register


class Rest:
    """Discord's HTTP API."""

    def __init__(self, services: Services, routes: list[Route]) -> None:
        self._services = services
        self._routes: dict[tuple[str, int], list[Route]] = {}
        for route in routes:
            self._routes.setdefault((route.method, len(route.steps)), []).append(route)

    def find(self, method: str, steps: list[str]) -> tuple[Route, dict[str, str]] | None:
        """Find the route of a request and the parameters in its path."""
        for route in self._routes.get((method, len(steps)), []):
            params: dict[str, str] = {}
            for want, got in zip(route.steps, steps, strict=True):
                if want[0] == "{":
                    # A word such as "@me" or "search" isn't an id: it is another request.
                    if want.endswith("_id}") and not is_snowflake(got):
                        break
                    params[want[1:-1]] = got
                elif want != got:
                    break
            else:
                return route, params
        return None

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request and record it."""
        services = self._services
        path = request.path.removeprefix(PREFIX)
        found = self.find(request.method, path.strip("/").split("/"))
        sent = await _read(request)
        fault = services.faults.take(request.method, path)
        if fault is not None:
            await fault.hold()
        head: dict[str, str] = {}
        try:
            if found is None:
                services.monitor.problem("route", f"{request.method} {path} is not known here")
                raise Refusal(404, 0, "404: Not Found")
            status, answer = self._carry_out(request, *found, sent, fault, head)
        except Refusal as refusal:
            status, answer = refusal.status, refusal.body()
            head |= refusal.headers
        except Exception as error:
            services.monitor.problem("sandbox", f"{request.method} {path}: {error!r}")
            status, answer = 500, {"message": "500: Internal Server Error", "code": 0}
            log.exception("The sandbox could not answer %s %s", request.method, path)
        got = b"" if status == 204 else dumps(answer).encode()
        template, query = found[0].template if found else "", dict(request.query)
        raw = b"" if sent.broken else sent.raw
        files = tuple([len(upload.data) for upload in sent.files.values()])
        services.monitor.record(
            Exchange(time.time(), request.method, path, template, raw, status, got, query, files),
            scripted=fault is not None and fault.status is not None,
        )
        if fault is None or fault.via:
            head["Via"] = "1.1 sandbox"
        if status == 204:
            return web.Response(status=204, headers=head)
        # Just the type, no charset: discord.py takes anything else for text.
        head["Content-Type"] = "application/json"
        return web.Response(status=status, body=got, headers=head)

    def _carry_out(
        self,
        request: web.Request,
        route: Route,
        params: dict[str, str],
        sent: _Sent,
        fault: Fault | None,
        head: dict[str, str],
    ) -> Answer:
        """Check who asks and how often, then do it, unless a failure is scripted."""
        token = f"Bot {self._services.settings.token}"
        if not route.open and request.headers.get("Authorization") != token:
            raise unauthorised()
        if fault is not None and fault.status is not None and not fault.after_apply:
            raise _as_refusal(fault)
        head |= self._count(route, params)
        if sent.broken:
            raise refuse(50109)
        call = Call(self._services, params, dict(request.query), sent.body, sent.files)
        answer = route.act(call)
        if fault is not None and fault.status is not None:
            raise _as_refusal(fault)
        return answer

    def _count(self, route: Route, params: dict[str, str]) -> dict[str, str]:
        """Count the request against its limits; return the headers, or refuse with 429."""
        limits = self._services.ratelimits
        if not route.open:
            everything = limits.take("global", "")
            if everything.over:
                raise too_many(everything.reset_after, for_all=True)
        if route.limit is None:
            return {}
        # One window has one name: clients combine it with the major parameter themselves.
        bucket, key = route.limit, params.get(route.major)
        if key is None:
            bucket = key = route.limit + route.template
        window = limits.take(route.limit, key)
        head = rate_limits.headers(window, bucket)
        if window.over:
            refusal = too_many(window.reset_after)
            refusal.headers |= head
            raise refusal
        return head


def too_many(
    retry_after: float, *, for_all: bool = False, code: int = 0, message: str = ""
) -> Refusal:
    """Return the refusal of a request over its limit."""
    head = {
        "Retry-After": str(max(1, round(retry_after))),
        "X-RateLimit-Scope": "global" if for_all else "user",
    }
    if for_all:
        head["X-RateLimit-Global"] = "true"
    extra = {"retry_after": round(retry_after, 3), "global": for_all}
    message = message or "You are being rate limited."
    return Refusal(429, code, message, headers=head, extra=extra)


def _as_refusal(fault: Fault) -> Refusal:
    assert fault.status is not None
    if fault.status == 429:
        after = 1.0 if fault.retry_after is None else fault.retry_after
        return too_many(after, for_all=fault.for_all, code=fault.code, message=fault.message)
    words = fault.message or f"{fault.status}: scripted"
    return Refusal(fault.status, fault.code, words)


async def _read(request: web.Request) -> _Sent:
    """Read a request's JSON, even from a form with files."""
    sent = _Sent()
    if not request.can_read_body:
        return sent
    if request.content_type == "multipart/form-data":
        for name, part in (await request.post()).items():
            number = re.fullmatch(r"files\[(\d{1,3})\]", name, re.A)
            if name == "payload_json":
                sent.raw = bytes(part) if isinstance(part, bytearray) else str(part).encode()
            elif isinstance(part, web.FileField) and number is not None:
                data = await asyncio.to_thread(part.file.read)
                sent.files[int(number[1])] = Upload(part.filename, part.content_type, data)
    else:
        sent.raw = await request.read()
    if sent.raw:
        try:
            sent.body = read_json(sent.raw)
        except ValueError:
            sent.broken = True
    return sent
