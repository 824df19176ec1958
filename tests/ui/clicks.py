"""What people click and write, without a Discord, and what they are shown in answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
from discord import File

from bot.tables.seat import Person
from bot.ui.actions.tables.requests import Request, run
from bot.ui.incoming.rows.all_rows import NIGHT_COMMANDS, TABLE_COMMANDS
from bot.ui.incoming.rows.row import Command
from bot.ui.pages.page import Button, Page
from tests.only import only
from tests.ui.conftest import CHANNEL, GUILD, MODERATOR, UI
from tests.ui.stand_in import StandIn

DAI = Person(4, "Dai")
ELSEWHERE = 999
"""A channel from which nobody sees another."""


@dataclass
class Answer:
    """What came back to the person who asked."""

    text: str = ""
    """All words, of the message and of its embed."""
    buttons: dict[str, str] = field(default_factory=dict)
    """The ids of buttons that can be pressed, by label."""
    grey: set[str] = field(default_factory=set)
    """The labels of buttons that can't."""
    lists: list[tuple[str, list[str]]] = field(default_factory=list)
    """The ids of lists, with the values that can be picked."""
    least: dict[str, int] = field(default_factory=dict)
    """By the id of a list, how many values must be picked."""
    file: dict[str, Any] | None = None
    """What is in the file that came along."""
    files: dict[str, bytes] = field(default_factory=dict)
    """What is in the files that came along, by their names."""
    page: bool = False
    """Whether there is an embed."""
    pictures: list[str] = field(default_factory=list)
    """The addresses of the pictures in its embeds."""
    public: bool = False
    edited: bool = False
    sent: int = 0
    """How often something was shown."""
    form: Any = None
    """The form that was opened."""

    @staticmethod
    def content(text: str) -> str:
        """Return what a message says besides its embed, as it is read."""
        return text


def demand_plain(controls: Any, embeds: Any = ()) -> None:
    """Refuse times that Discord shows as they are typed: it writes none in controls and titles."""
    said = [getattr(each, name, None) for each in controls for name in ("label", "placeholder")]
    for control in controls:
        for each in getattr(control, "options", ()):
            said += [each.label, each.description]
    for each in filter(None, embeds):
        said += [each.title, each.author.name, each.footer.text, *(f.name for f in each.fields)]
    raw = [each for each in said if each and "<t:" in each]
    assert not raw, f"a time that Discord doesn't write: {raw}"


def interaction(ui: UI, person: Person, channel: int, answer: Answer, **more: Any) -> Any:
    """Make an interaction; what is said in answer is kept in `answer`."""

    async def send(text: str | None = None, **sent: Any) -> Any:
        answer.sent += 1
        embeds, view = sent.get("embeds") or [sent.get("embed")], sent.get("view")
        words = [answer.content(text or "")]
        embed = embeds[0]
        for embed in filter(None, embeds):
            words += [embed.author.name or "", embed.title or "", embed.description or ""]
            words += [f"{each.name}\n{each.value}" for each in embed.fields]
        shown = [each.image.url for each in embeds if each is not None]
        answer.pictures = [url for url in shown if url]
        answer.text, answer.page = "\n".join(words).strip(), embed is not None
        children = view.children if view else []
        demand_plain(children, embeds)
        ids = Counter(getattr(item, "custom_id", None) for item in children)
        twice = [one for one, count in ids.items() if one and count > 1]
        assert not twice, f"Discord takes no message with two controls of one id: {twice}"
        found = [item for item in children if isinstance(item, discord.ui.Button)]
        answer.buttons = {b.label or "": b.custom_id or "" for b in found if not b.disabled}
        answer.grey = {b.label or "" for b in found if b.disabled}
        answer.lists = [
            (item.custom_id, [option.value for option in item.options])
            for item in children
            if isinstance(item, discord.ui.Select)
        ]
        answer.least = {
            item.custom_id: item.min_values
            for item in children
            if isinstance(item, discord.ui.Select)
        }
        if "file" in sent:
            answer.file = json.loads(sent["file"].fp.read())
        up = [*sent.get("files", ()), *sent.get("attachments", ())]
        answer.files = {each.filename: each.fp.read() for each in up if isinstance(each, File)}
        answer.public = not answer.edited and not sent.get("ephemeral")
        return SimpleNamespace(message_id=4711)

    async def edit(**sent: Any) -> None:
        answer.edited, response.type = True, discord.InteractionResponseType.message_update
        await send(sent.pop("content", None), **sent)

    async def open_form(form: Any) -> None:
        answer.text, answer.form = form.title, form

    user = StandIn(discord.Member, id=person.id, display_name=person.name)
    response: Any = StandIn(
        is_done=lambda: False, send_message=send, edit_message=edit, send_modal=open_form
    )
    asked = {
        "id": ui.interaction(),
        "type": discord.InteractionType.application_command,
        "user": user,
        "guild_id": GUILD,
        "guild": None,
        "channel_id": channel,
        "channel": StandIn(discord.TextChannel, type=discord.ChannelType.text),
        "locale": discord.Locale.british_english,
        "guild_locale": discord.Locale.british_english,
        "permissions": discord.Permissions(manage_messages=person == MODERATOR),
        "app_permissions": discord.Permissions.all(),
        "response": response,
        "message": None,
        "custom_id": None,
        "data": {},
        "extras": {},
        "is_expired": lambda: True,
        "token": "unused",
    }
    asked |= more
    in_server = asked["guild_id"] is not None
    asked["context"] = discord.app_commands.AppCommandContext(
        guild=in_server, dm_channel=not in_server, private_channel=False
    )
    asked.setdefault("is_guild_integration", lambda: in_server)
    return SimpleNamespace(**asked)


def row_of(name: str) -> Command:
    """Return the row of a command."""
    found = [each for each in (*TABLE_COMMANDS, *NIGHT_COMMANDS) if each.name == name]
    return only(found, f"row of /{name}")


async def command(ui: UI, name: str, asked: Any, /, **given: Any) -> None:
    """Type a command; options that aren't given are as usual."""
    row = row_of(name)
    usual = {each.parameter: each.usual for each in row.options}
    await ui.requests.enter(asked, row, {**usual, **given})


async def ask(ui: UI, asked: Any, request: Request, table_id: str | None) -> None:
    """Ask for something at a table that is named, or has to be found."""
    await ui.answered(asked, run(ui.requests.actions, asked, request, table_id))


async def offered(ui: UI, name: str, option: str, asked: Any, text: str = "") -> list[Any]:
    """Return the choices for an option of a command while somebody types."""
    options = [each for each in row_of(name).options if each.name == option]
    found = only(options, f"option {option} of /{name}")
    assert found.offers is not None, f"/{name} offers nothing for {option}"
    return await ui.requests.offered(asked, found.offers, text)


def server_where(**rights: bool) -> Any:
    """Return a server where the person who asks has these rights in all channels."""
    may = discord.Permissions(**rights)
    channel = StandIn(discord.TextChannel, permissions_for=lambda _person: may)
    return SimpleNamespace(id=GUILD, get_channel_or_thread=lambda _id: channel)


async def press(
    ui: UI,
    person: Person,
    custom_id: str,
    *picked: str,
    channel: int = CHANNEL,
    own: bool = False,
    **more: Any,
) -> Answer:
    """Use a control; `own` is one on a message that only this person sees."""
    answer = Answer()
    made = interaction(
        ui,
        person,
        channel,
        answer,
        **{
            "type": discord.InteractionType.component,
            "message": SimpleNamespace(
                flags=SimpleNamespace(ephemeral=own), interaction_metadata=None, embeds=[]
            ),
            "custom_id": custom_id,
            "data": {"values": list(picked)} if picked else {},
            **more,
        },
    )
    await ui.clicks.enter(made)
    return answer


async def fill_in(
    ui: UI,
    person: Person,
    custom_id: str,
    filled: Mapping[str, str | list[str]],
    *,
    own: bool = True,
    **more: Any,
) -> Answer:
    """Send a form: what was typed into its lines, and what was picked from its lists."""
    sent = {"type": discord.InteractionType.modal_submit, "data": form_data(filled)}
    return await press(ui, person, custom_id, own=own, **sent, **more)


def form_data(filled: Mapping[str, str | list[str]]) -> dict[str, Any]:
    """Return what Discord sends of a form that is filled in."""
    parts = [
        {"component": {"custom_id": key, "value" if isinstance(value, str) else "values": value}}
        for key, value in filled.items()
    ]
    return {"components": parts}


def buttons_of(page: Page) -> list[Button]:
    """Return the buttons of a page, without its lists."""
    return [each for row in page.rows if isinstance(row, tuple) for each in row]
