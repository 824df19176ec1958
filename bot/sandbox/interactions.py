"""Interactions in flight: who asked what, which clocks are running, what the bot answered."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox import installs, message_payloads, payloads, permissions
from bot.sandbox.gateway import Gateway
from bot.sandbox.installs import Owners
from bot.sandbox.json_text import Json
from bot.sandbox.models import Channel, Message, Person
from bot.sandbox.monitor import Monitor
from bot.sandbox.settings import Settings
from bot.sandbox.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
ANSWERS: dict[int, frozenset[int]] = {
    COMMAND: frozenset({4, 5, 9}),
    COMPONENT: frozenset({4, 5, 6, 7, 9}),
    AUTOCOMPLETE: frozenset({8}),
    SUBMIT: frozenset({4, 5, 6, 7}),
}
"""Which first answers Discord accepts for which interaction."""
REMEMBERED = 20_000
UPLOAD_LIMIT = 10 * 1024 * 1024


@dataclass(slots=True, eq=False)
class Interaction:
    """One thing a person did that the bot must answer.

    `status` is pending, answered or failed. `answer` is the type of the first answer. `original` is
    the message that @original means: the answer, or the message whose control was used. `first`
    resolves with the first answer or failure; so does `settled`, but after a deferred answer (5, 6)
    only with what follows it.
    """

    id: str
    token: str
    type: int
    person: Person
    channel: Channel
    made: float
    data: Json
    first: asyncio.Future[None]
    settled: asyncio.Future[None]
    name: str | None = None
    message: Message | None = None
    origin: Interaction | None = None
    owners: Owners = field(default_factory=dict)
    """Whose installs let the app be used."""
    status: str = "pending"
    answer: int | None = None
    original: Message | None = None
    loading: bool = False
    modal: Json | None = None
    submitted: bool = False
    choices: list[Json] = field(default_factory=list)
    written: list[Message] = field(default_factory=list)
    follow_ups: int = 0
    timer: asyncio.TimerHandle | None = None
    delivered: bool = False

    @property
    def custom_id(self) -> str | None:
        """Return the custom id of the control or modal used; None for a command."""
        return self.data.get("custom_id")

    def asked_by(self) -> Json:
        """Describe it for the messages that answer it."""
        shape: Json = {
            "id": self.id,
            "type": self.type,
            "user_id": self.person.id,
            "name": self.name or "",
            "owners": self.owners,
        }
        if self.type == COMPONENT and self.message is not None:
            shape["message_id"] = self.message.id
        if self.type == SUBMIT and self.origin is not None:
            shape["trigger"] = self.origin.asked_by()
        return shape


class Interactions:
    """All interactions: their delivery to the bot, their clocks, its answers."""

    def __init__(
        self, world: World, settings: Settings, monitor: Monitor, gateway: Gateway
    ) -> None:
        self._world = world
        self._settings = settings
        self._monitor = monitor
        self._gateway = gateway
        self.all: OrderedDict[str, Interaction] = OrderedDict()
        self.by_token: dict[str, Interaction] = {}
        self._running: dict[Interaction, None] = {}
        """Those whose clock is running, in the order of their arrival."""

    def hand_in(
        self,
        type: int,
        person: Person,
        channel: Channel,
        data: Json,
        *,
        name: str | None = None,
        message: Message | None = None,
        origin: Interaction | None = None,
        owners: Owners | None = None,
    ) -> Interaction:
        """Deliver an interaction to the bot and start its clock. Nothing is checked here.

        `owners` says whose installs let a command be called. A control goes by those of the
        interaction that its message answers.
        """
        loop = asyncio.get_running_loop()
        number = self._world.mint()
        token = base64.urlsafe_b64encode(
            f"interaction:{number}:{secrets.token_hex(24)}".encode()
        ).decode()
        it = Interaction(
            number,
            token.rstrip("="),
            type,
            person,
            channel,
            self._world.clock(),
            data,
            loop.create_future(),
            loop.create_future(),
            name=name,
            message=message,
            origin=origin,
            owners=self._owners(person, channel, message) if owners is None else owners,
        )
        self.all[number] = it
        self.by_token[it.token] = it
        if len(self.all) > REMEMBERED:
            _, oldest = self.all.popitem(last=False)
            del self.by_token[oldest.token]
        self._tell(it)
        if not it.owners:
            self._fail(it)
            return it
        it.timer = loop.call_later(self._settings.deadlines.ack_seconds, self._expire, it)
        self._running[it] = None
        it.delivered = self._gateway.dispatch_interaction(self.payload(it))
        return it

    def _owners(self, person: Person, channel: Channel, message: Message | None) -> Owners:
        """Return whose installs let somebody use the app in a channel, or a control there."""
        world, guild = self._world, channel.guild
        asked = None if message is None else message.asked_by
        if asked is None:
            return installs.owners_at(world, person, channel)
        gone = guild is not None and world.bot_id not in guild.members
        return {kind: id for kind, id in asked["owners"].items() if not (kind == "0" and gone)}

    def payload(self, it: Interaction) -> Json:
        """Write an interaction as the gateway delivers it."""
        world = self._world
        guild = it.channel.guild
        shape: Json = {
            "id": it.id,
            "application_id": world.bot_id,
            "type": it.type,
            "token": it.token,
            "version": 1,
            "data": it.data,
            "channel_id": it.channel.id,
            "channel": payloads.partial_channel(it.channel, world, it.person.id),
            "app_permissions": str(installs.app_permissions(world, it.person, it.channel)),
            "locale": it.person.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "attachment_size_limit": UPLOAD_LIMIT,
            "authorizing_integration_owners": it.owners,
            "context": installs.context_of(it.channel, world.bot_id),
        }
        if guild is None:
            shape["user"] = payloads.user(it.person)
        else:
            shape["guild_id"] = guild.id
            shape["guild_locale"] = guild.locale
            shape["guild"] = {"id": guild.id, "locale": guild.locale, "features": []}
            may = permissions.in_channel(it.channel, it.person.id)
            who = guild.members.get(it.person.id)
            shape["member"] = {
                **(
                    payloads.member(who)
                    if who is not None
                    else {"user": payloads.user(it.person), "roles": [], "flags": 0}
                ),
                "permissions": str(may),
            }
        if it.message is not None:
            shape["message"] = message_payloads.message(it.message, world)
        return shape

    def expired(self, it: Interaction) -> bool:
        """Tell whether its token is too old to be used."""
        age = self._world.clock() - it.made
        return age > self._settings.deadlines.token_seconds

    def acknowledge(self, it: Interaction, answer: int, **results: Any) -> None:
        """Note the first answer and whatever came with it, and tell the person."""
        if it.timer is not None:
            it.timer.cancel()
        self._running.pop(it, None)
        it.answer = answer
        it.status = "answered"
        for key, value in results.items():
            setattr(it, key, value)
        it.loading = answer == 5
        if not it.first.done():
            it.first.set_result(None)
        if answer not in (5, 6):
            self.settle(it)
        self._tell(it)

    def settle(self, it: Interaction) -> None:
        """Note that what a deferred answer promised has arrived."""
        it.loading = False
        if not it.settled.done():
            it.settled.set_result(None)

    def _expire(self, it: Interaction) -> None:
        """Give up on an interaction that had no answer in time."""
        self._running.pop(it, None)
        if it.delivered:
            what = it.name or it.custom_id
            self._monitor.problem("unanswered", f"no answer to {what!r} of {it.person.name}")
        self._fail(it)

    def _fail(self, it: Interaction) -> None:
        it.status = "failed"
        if not it.first.done():
            it.first.set_result(None)
        self.settle(it)
        self._tell(it)

    def _tell(self, it: Interaction) -> None:
        """Tell listeners, except about autocompletion."""
        if it.type != AUTOCOMPLETE:
            self._world.tell("interaction", person=it.person, extra=it)
        else:
            self._monitor.changed()

    def pending(self) -> list[Interaction]:
        """Return the interactions whose clock is running."""
        return list(self._running)

    def close(self) -> None:
        """Stop every clock."""
        for it in self._running:
            assert it.timer is not None
            it.timer.cancel()
        self._running.clear()
