"""A person in a test: what they do, and what they see of the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from bot.sandbox.errors import NotPossible
from bot.sandbox.interactions import Interaction
from bot.sandbox.json_text import Json
from bot.sandbox.models import Channel, Message, Person
from bot.sandbox.models import walk as walk_parts
from bot.sandbox.user_actions import UserActions

_KINDS = {4: "message", 5: "deferred", 6: "deferred edit", 7: "edit", 8: "choices", 9: "modal"}
WAIT = 60.0
"""Seconds after which waiting for an answer ends: a test that hangs must fail."""


class Modal:
    """A form that the bot has shown to one person."""

    def __init__(self, actor: Actor, interaction: Interaction, shape: Json) -> None:
        self._actor = actor
        self._interaction = interaction
        self.title: str = shape["title"]
        self.custom_id: str = shape["custom_id"]
        self.parts = [p for p in walk_parts(shape["components"]) if "custom_id" in p]
        self.labels: dict[str, str] = {}
        for top in shape["components"]:
            for part in [*top.get("components", []), top.get("component", {})]:
                if "custom_id" in part:
                    self.labels[part.get("label") or top.get("label") or ""] = part["custom_id"]

    async def submit(self, values: Mapping[str, Any] | None = None, **more: Any) -> Outcome:
        """Fill it in (by custom id or by label) and send it."""
        given = {
            self.labels.get(key, key): value for key, value in {**(values or {}), **more}.items()
        }
        actor = self._actor
        it = actor.users.submit(actor.person, self._interaction, given)
        return await Outcome.of(actor, it)


class Outcome:
    """What came of an interaction. `text` is how the answer read when it arrived.

    `kind`: message, edit, deferred, deferred edit, choices, modal, or failed.
    """

    def __init__(self, actor: Actor, interaction: Interaction) -> None:
        self._actor = actor
        self.interaction = interaction
        self.failed = interaction.status == "failed"
        self.kind = "failed" if self.failed else _KINDS[interaction.answer or 4]
        self.deferred = self.kind.startswith("deferred")
        self.message: Message | None = interaction.original
        self.text = self.message.text if self.message is not None else ""
        self.modal: Modal | None = None
        if interaction.modal is not None:
            self.modal = Modal(actor, interaction, interaction.modal)

    @classmethod
    async def of(cls, actor: Actor, interaction: Interaction) -> Outcome:
        """Wait for the first answer, or until it should have come."""
        await _within_wait(interaction.first)
        return cls(actor, interaction)

    @property
    def only_me(self) -> bool:
        """Tell whether only this person sees the answer."""
        return self.message is not None and self.message.only_me

    @property
    def followups(self) -> list[Message]:
        """Return the further messages written in answer, oldest first."""
        return [m for m in self.interaction.written if m is not self.interaction.original]

    async def settled(self) -> Outcome:
        """Wait for what a deferred answer promised; return the outcome as it is then."""
        await _within_wait(self.interaction.settled)
        return Outcome(self._actor, self.interaction)


class Actor:
    """A person in a place. Methods raise `NotPossible` for what the client wouldn't allow."""

    def __init__(self, users: UserActions, person: Person, channel: Channel | None = None) -> None:
        self.users = users
        self.person = person
        self.channel = channel

    @property
    def id(self) -> str:
        """Return the person's id."""
        return self.person.id

    @property
    def name(self) -> str:
        """Return the person's name."""
        return self.person.name

    @property
    def mention(self) -> str:
        """Return what mentions the person in a text."""
        return f"<@{self.person.id}>"

    def in_(self, channel: Channel | str) -> Actor:
        """Return the same person in another channel."""
        return Actor(self.users, self.person, self._place(channel))

    def in_dm(self, *others: Actor) -> Actor:
        """Return the same person in the DM with others, or with the bot if there are none."""
        people = [each.person for each in others] or [self.users.world.bot]
        return Actor(self.users, self.person, self.users.open_dm(self.person, people))

    def close_dms(self, *, closed: bool = True) -> None:
        """Close this person's direct messages to the bot, or open them again."""
        self.users.close_dms(self.person, closed=closed)

    def install(self, *, wanted: bool = True) -> None:
        """Add the app to this person's account, or take it away."""
        self.users.install(self.person, wanted=wanted)

    async def slash(
        self,
        name: str,
        options: Mapping[str, Any] | None = None,
        *,
        channel: Channel | str | None = None,
        **more: Any,
    ) -> Outcome:
        """Call a slash command and wait for the first answer."""
        given = {**(options or {}), **more}
        it = self.users.slash(self.person, self._place(channel), name, given)
        return await Outcome.of(self, it)

    async def complete(
        self,
        name: str,
        focused: str,
        typed: str = "",
        options: Mapping[str, Any] | None = None,
        *,
        channel: Channel | str | None = None,
        **more: Any,
    ) -> list[Json]:
        """Type into an option and return the choices the bot offers; none if it is silent."""
        given = {**(options or {}), **more}
        place = self._place(channel)
        it = self.users.complete(self.person, place, name, focused, typed, given)
        await _within_wait(it.first)
        return it.choices

    async def press(self, message: Message, which: str) -> Outcome:
        """Press the button with this label, emoji or custom id."""
        part = self._control(message, which, button=True)
        it = self.users.press(self.person, message, part["custom_id"])
        return await Outcome.of(self, it)

    async def select(
        self, message: Message, which: str, values: Sequence[str] | str = ()
    ) -> Outcome:
        """Choose values (or labels) in the select with this placeholder or custom id."""
        part = self._control(message, which, button=False)
        wanted = [values] if isinstance(values, str) else list(values)
        by_label = {o["label"]: o["value"] for o in reversed(part.get("options", []))}
        by_value = {o["value"] for o in part.get("options", [])}
        chosen = [v if v in by_value else by_label.get(v, v) for v in wanted]
        it = self.users.select(self.person, message, part["custom_id"], chosen)
        return await Outcome.of(self, it)

    async def say(self, text: str, channel: Channel | str | None = None) -> Message:
        """Write a message."""
        return self.users.say(self.person, self._place(channel), text)

    async def post(
        self, name: str, text: str = "", channel: Channel | str | None = None, **more: Any
    ) -> Channel:
        """Open a thread or a forum post."""
        place = self._place(channel)
        return self.users.open_thread(self.person, place, name, text, **more)

    def sees(self, channel: Channel | str | None = None) -> list[Message]:
        """Return all messages this person sees in a channel, oldest first."""
        return self.users.sees(self.person, self._place(channel))

    def pings(self, channel: Channel | str | None = None) -> list[Message]:
        """Return the messages of a channel that mentioned this person, oldest first."""
        return [message for message in self.sees(channel) if self.id in message.pinged]

    def commands(self, channel: Channel | str | None = None) -> list[str]:
        """Return the commands this person's list shows in a channel, by their first words."""
        found = self.users.commands(self.person, self._place(channel))
        return sorted(each["name"] for each in found)

    def dismiss(self, message: Message) -> None:
        """Dismiss a message that only this person sees."""
        self.users.dismiss(self.person, message)

    async def raw(
        self,
        type: int,
        data: Json,
        *,
        channel: Channel | str | None = None,
        message: Message | None = None,
        name: str | None = None,
    ) -> Outcome:
        """Hand in an interaction that no client would make; nothing about it is checked."""
        place = message.channel if message is not None and channel is None else self._place(channel)
        hand_in = self.users.interactions.hand_in
        it = hand_in(type, self.person, place, data, name=name, message=message)
        return await Outcome.of(self, it)

    def _place(self, channel: Channel | str | None) -> Channel:
        """Return the channel meant, by name on any of this person's servers, or where they are."""
        if isinstance(channel, Channel):
            return channel
        if channel is None:
            if self.channel is None:
                raise ValueError(f"say which channel {self.name} is in")
            return self.channel
        here = self.channel.guild if self.channel is not None else None
        guilds = [g for g in self.users.world.guilds.values() if self.id in g.members]
        for guild in sorted(guilds, key=lambda g: g is not here):
            try:
                return guild.channel(channel)
            except KeyError:
                continue
        raise KeyError(f"no channel {channel!r} where {self.name} is")

    def _control(self, message: Message, which: str, *, button: bool) -> Json:
        """Find a control by custom id, label or emoji, or placeholder."""
        parts = [part for part in message.controls if (part["type"] == 2) == button]
        for part in parts:
            if part.get("custom_id") == which:
                return part
        for part in parts:
            shown = (part.get("label"), part.get("emoji", {}).get("name"), part.get("placeholder"))
            if which in shown and part.get("custom_id") is not None:
                return part
        seen = [part.get("label") or part.get("placeholder") for part in parts]
        raise NotPossible(f"The message has no {which!r}, only {seen}.")


async def _within_wait(answer: asyncio.Future[None]) -> None:
    """Wait for an answer that others wait for as well."""
    # Not `wait_for`: on Python 3.11 it loses a cancellation that comes with the answer.
    async with asyncio.timeout(WAIT):
        await asyncio.shield(answer)
