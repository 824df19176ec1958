"""What a person can do, and no more: the same for tests and for the page.

Everything that Discord's client wouldn't let somebody do raises `NotPossible`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.sandbox import (
    command_calls,
    command_rights,
    installs,
    permissions,
    scheduled_events,
    threads,
)
from bot.sandbox.command_calls import Asked
from bot.sandbox.components import STRING_SELECT
from bot.sandbox.errors import NotPossible
from bot.sandbox.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    SUBMIT,
    Interaction,
    Interactions,
)
from bot.sandbox.json_text import Json
from bot.sandbox.models import (
    FORUM,
    NEWS,
    NEWS_THREAD,
    POSTABLE,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Guild,
    Message,
    Person,
    walk,
)
from bot.sandbox.world import World


class UserActions:
    """Everything people do in this Discord."""

    def __init__(self, world: World, interactions: Interactions) -> None:
        self.world = world
        self.interactions = interactions

    # Looking

    def may(self, person: Person, channel: Channel) -> int:
        """Return what somebody may do in a channel they see."""
        may = permissions.in_channel(channel, person.id)
        if channel.deleted or not may & permissions.VIEW_CHANNEL:
            raise NotPossible(f"{person.name} can't see that channel.")
        return may

    def sees(self, person: Person, channel: Channel) -> list[Message]:
        """Return the messages somebody sees in a channel, oldest first."""
        may = self.may(person, channel)
        found = list(channel.messages.values())
        if not may & permissions.READ_MESSAGE_HISTORY:
            found = []
        found += [m for m in channel.ephemerals.values() if shown_alone_to(m, person)]
        return sorted(found, key=lambda message: int(message.id))

    def find(self, person: Person, message_id: str) -> Message:
        """Return a message somebody sees."""
        message = self.world.messages.get(message_id)
        if message is None:
            raise NotPossible("That message is gone.")
        self._see(person, message)
        return message

    def _see(self, person: Person, message: Message) -> int:
        may = self.may(person, message.channel)
        hidden = message.only_for is not None and not shown_alone_to(message, person)
        if message.deleted or hidden:
            raise NotPossible(f"{person.name} can't see that message.")
        return may

    # Interactions

    def commands(self, person: Person, channel: Channel) -> list[Json]:
        """Return the application commands somebody may call in a channel."""
        return command_rights.callable_in(channel, person, self.world)

    def slash(
        self, person: Person, channel: Channel, name: str, options: Mapping[str, Any]
    ) -> Interaction:
        """Call a slash command, such as "dice roll", with its options by name."""
        command, path, takes = command_calls.find(self.commands(person, channel), name)
        asked = Asked(self.world, person, channel)
        given = command_calls.fill(takes, options, asked)
        data = command_calls.data(command, path, given, asked)
        self._ready(person, channel)
        owners = installs.owners_of(command, self.world, person, channel)
        return self.interactions.hand_in(COMMAND, person, channel, data, name=name, owners=owners)

    def complete(
        self,
        person: Person,
        channel: Channel,
        name: str,
        focused: str,
        typed: str,
        options: Mapping[str, Any],
    ) -> Interaction:
        """Type into an option of a slash command, with what the others contain so far."""
        command, path, takes = command_calls.find(self.commands(person, channel), name)
        asked = Asked(self.world, person, channel)
        given = command_calls.fill_partly(takes, options, focused, typed, asked)
        data = command_calls.data(command, path, given, asked)
        owners = installs.owners_of(command, self.world, person, channel)
        hand_in = self.interactions.hand_in
        return hand_in(AUTOCOMPLETE, person, channel, data, name=name, owners=owners)

    def press(self, person: Person, message: Message, custom_id: str) -> Interaction:
        """Press a button."""
        part = self._control(person, message, custom_id)
        if part["type"] != 2:
            raise NotPossible(f"{custom_id!r} isn't a button.")
        data = {"custom_id": custom_id, "component_type": 2, "id": part["id"]}
        return self._touch(person, message, data)

    def select(
        self, person: Person, message: Message, custom_id: str, values: Sequence[str]
    ) -> Interaction:
        """Choose in a select: values that it offers, or ids of people, roles, channels."""
        part = self._control(person, message, custom_id)
        if part["type"] == 2:
            raise NotPossible(f"{custom_id!r} isn't a menu.")
        data = self._chosen(part, values, Asked(self.world, person, message.channel))
        return self._touch(person, message, data)

    def submit(self, person: Person, shown: Interaction, values: Mapping[str, Any]) -> Interaction:
        """Fill in and send the modal that answered an interaction."""
        modal = shown.modal
        if modal is None or shown.person is not person or shown.submitted:
            raise NotPossible("That form is gone.")
        parts = [part for part in walk(modal["components"]) if "custom_id" in part]
        strange = set(values) - {part["custom_id"] for part in parts}
        if strange:
            raise NotPossible(f"The form has no {', '.join(sorted(strange))}.")
        asked = Asked(self.world, person, shown.channel)
        rows: list[Json] = []
        for top in modal["components"]:
            row: Json = {"type": top["type"], "id": top["id"]}
            if top["type"] == 1:
                row["components"] = [
                    self._filled(part, values, asked) for part in top["components"]
                ]
            elif top["type"] == 18:
                row["component"] = self._filled(top["component"], values, asked)
            rows.append(row)
        data: Json = {"custom_id": modal["custom_id"], "components": rows}
        if asked.resolved:
            data["resolved"] = asked.resolved
        self._ready(person, shown.channel)
        shown.submitted = True
        message = shown.message if shown.type == COMPONENT else None
        return self.interactions.hand_in(
            SUBMIT, person, shown.channel, data, name=shown.name, message=message, origin=shown
        )

    def _filled(self, part: Json, values: Mapping[str, Any], asked: Asked) -> Json:
        name = part["custom_id"]
        shape: Json = {"type": part["type"], "id": part["id"], "custom_id": name}
        if part["type"] == 4:
            text = str(values.get(name, part.get("value", "")))
            command_calls.check_text(part, text)
            return {**shape, "value": text}
        chosen = values.get(name)
        if chosen is None:
            chosen = [o["value"] for o in part.get("options", []) if o.get("default")]
            chosen += [each["id"] for each in part.get("default_values", [])]
        chosen = [chosen] if isinstance(chosen, str) else list(chosen)
        if not chosen and not part["required"]:
            return {**shape, "values": []}
        return {**shape, "values": self._chosen(part, chosen, asked)["values"]}

    def _control(self, person: Person, message: Message, custom_id: str) -> Json:
        """Find a control that somebody can use on a message they see."""
        self._see(person, message)
        part = next((p for p in message.controls if p.get("custom_id") == custom_id), None)
        if part is None:
            raise NotPossible(f"That button or menu is gone ({custom_id!r}).")
        if part.get("disabled"):
            raise NotPossible(f"You can't press that now: it is switched off ({custom_id!r}).")
        if message.author is not self.world.bot:
            raise NotPossible("Only the bot's own buttons and menus work.")
        return part

    def _chosen(self, part: Json, values: Sequence[str], asked: Asked) -> Json:
        """Write what was chosen in a select, if it can be."""
        low, high = part["min_values"], part["max_values"]
        if not low <= len(values) <= high or len(set(values)) != len(values):
            raise NotPossible(f"Choose {low} to {high} different options.")
        data: Json = {
            "custom_id": part["custom_id"],
            "component_type": part["type"],
            "id": part["id"],
            "values": list(values),
        }
        if part["type"] == STRING_SELECT:
            offered = {option["value"] for option in part["options"]}
            if not offered.issuperset(values):
                raise NotPossible("That isn't one of the options.")
        else:
            kinds = {5: (6,), 6: (8,), 7: (6, 8), 8: (7,)}[part["type"]]
            types = part.get("channel_types", ())
            guild = asked.channel.guild
            for value in values:
                # Whoever has left a server is in none of its menus; a command accepts any id.
                if guild is not None and value in self.world.people and value not in guild.members:
                    raise NotPossible(f"There's no {value} to choose.")
                command_calls.resolve(kinds, value, asked, types)
            data["resolved"] = asked.resolved
        return data

    def _touch(self, person: Person, message: Message, data: Json) -> Interaction:
        self._ready(person, message.channel)
        return self.interactions.hand_in(COMPONENT, person, message.channel, data, message=message)

    def _ready(self, person: Person, channel: Channel) -> None:
        """Unarchive a thread as the client does; a locked one stays as it is."""
        may = self.may(person, channel)
        if not channel.is_thread:
            return
        if channel.locked and not may & permissions.MANAGE_THREADS:
            raise NotPossible("This thread is locked.")
        if channel.archived:
            if not may & (permissions.SEND_MESSAGES_IN_THREADS | permissions.MANAGE_THREADS):
                raise NotPossible("This thread is archived.")
            self.world.change_channel(channel, archived=False)

    # Adding the app, and talking in private

    def install(self, person: Person, *, wanted: bool = True) -> None:
        """Add the app to somebody's account, or take it away."""
        self.world.change_person(person, installed=wanted)
        self.world.tell("commands")

    def close_dms(self, person: Person, *, closed: bool = True) -> None:
        """Close somebody's direct messages to the bot, or open them again."""
        (self.world.refusing_dms.add if closed else self.world.refusing_dms.discard)(person.id)

    def open_dm(self, person: Person, others: Sequence[Person]) -> Channel:
        """Open somebody's DM with the bot or another person, or a group of several people."""
        bot = self.world.bot
        if person in others or not others or (bot in others and len(others) > 1):
            raise NotPossible("Pick the bot, or one or more other people.")
        return (
            self.world.dm(person)
            if bot in others
            else self.world.private_channel([person, *others])
        )

    # Talking and tidying

    def say(self, person: Person, channel: Channel, content: str) -> Message:
        """Write a message."""
        may = self.may(person, channel)
        speak = permissions.SEND_MESSAGES
        if channel.is_thread:
            speak = permissions.SEND_MESSAGES_IN_THREADS
        if not may & speak or channel.type not in POSTABLE:
            raise NotPossible(f"{person.name} can't write there.")
        text = content.strip()
        if not 0 < len(text) <= 2000:
            raise NotPossible("Write 1 to 2000 characters.")
        self._ready(person, channel)
        world = self.world
        known = channel.guild.members if channel.guild is not None else channel.recipients
        mentions = [id for id in command_calls.mentioned(text) if id in known]
        message = world.add_message(
            channel,
            person,
            content=text,
            mentions=mentions,
            mention_roles=command_calls.mentioned_roles(text, channel, may),
        )
        if channel.is_thread:
            world.join_thread(channel, person)
        return message

    def open_thread(
        self,
        person: Person,
        channel: Channel,
        name: str,
        content: str = "",
        *,
        private: bool = False,
    ) -> Channel:
        """Open a thread, or a forum post (which needs a first message)."""
        may = self.may(person, channel)
        wanted = permissions.CREATE_PUBLIC_THREADS
        if channel.type == FORUM:
            wanted = permissions.SEND_MESSAGES
        elif private:
            wanted = permissions.CREATE_PRIVATE_THREADS
        if channel.type not in (TEXT, NEWS, FORUM) or not may & wanted:
            raise NotPossible(f"{person.name} can't start a thread there.")
        if not 0 < len(name.strip()) <= 100 or (channel.type == FORUM and not content.strip()):
            raise NotPossible("Give the thread a name. A forum post needs a first message, too.")
        kind = PRIVATE_THREAD if private else PUBLIC_THREAD
        kind = NEWS_THREAD if channel.type == NEWS else kind
        world = self.world
        thread = threads.add_thread(world, channel, person, name.strip(), kind)
        if channel.type == FORUM:
            world.add_message(thread, person, number=thread.id, content=content.strip())
        else:
            if not private:
                threads.announce_thread(world, channel, person, thread)
            if content.strip():
                self.say(person, thread, content)
        return thread

    def dismiss(self, person: Person, message: Message) -> None:
        """Dismiss a message that only this person sees."""
        self._see(person, message)
        if message.only_for is None:
            raise NotPossible("You can only dismiss messages that only you see.")
        self.world.dismiss(message)

    def delete(self, person: Person, message: Message) -> None:
        """Delete a message: one's own, or any with Manage Messages."""
        may = self._see(person, message)
        if message.only_for is not None:
            return self.dismiss(person, message)
        if message.author is not person and not may & permissions.MANAGE_MESSAGES:
            raise NotPossible(f"{person.name} can't delete that message.")
        return self.world.delete_message(message)

    def delete_channel(self, person: Person, channel: Channel) -> None:
        """Delete a channel or thread, as those who may manage it can."""
        wanted = permissions.MANAGE_THREADS if channel.is_thread else permissions.MANAGE_CHANNELS
        if channel.guild is None or not self.may(person, channel) & wanted:
            raise NotPossible(f"{person.name} can't delete that channel.")
        self.world.delete_channel(channel)

    def delete_event(self, person: Person, guild: Guild, event_id: str) -> None:
        """Delete a scheduled event: one's own with Create Events, any with Manage Events."""
        event = guild.events.get(event_id)
        if event is None:
            raise NotPossible("That event is gone.")
        own = permissions.CREATE_EVENTS if event.creator_id == person.id else 0
        if not permissions.in_guild(guild, person.id) & (permissions.MANAGE_EVENTS | own):
            raise NotPossible(f"{person.name} can't delete that event.")
        scheduled_events.delete(self.world, guild, event)

    def set_thread(
        self,
        person: Person,
        thread: Channel,
        *,
        archived: bool | None = None,
        locked: bool | None = None,
    ) -> None:
        """Archive, unarchive, lock or unlock a thread."""
        may = self.may(person, thread)
        manages = bool(may & permissions.MANAGE_THREADS)
        if not thread.is_thread:
            raise NotPossible("That isn't a thread.")
        if locked is not None and not manages:
            raise NotPossible("Only members with Manage Threads can lock a thread.")
        if archived and not manages and thread.owner_id != person.id:
            raise NotPossible(
                "Only its owner, or a member with Manage Threads, can archive this thread."
            )
        if archived is False and not manages and thread.locked:
            raise NotPossible("This thread is locked.")
        wanted = {"archived": archived, "locked": locked}
        changes = {key: value for key, value in wanted.items() if value is not None}
        self.world.change_channel(thread, **changes)


def shown_alone_to(message: Message, person: Person) -> bool:
    """Tell whether an ephemeral message is for somebody who hasn't dismissed it."""
    return message.only_for == person.id and not message.dismissed
