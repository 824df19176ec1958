"""What managers see of a server's settings: what is set, what the bot lacks, and who is blocked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import discord
from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.tables.servers import MOST_OPEN, Block, ServerSettings
from bot.ui.pages import routes
from bot.ui.pages.catalogues import ENGLISH, catalogue, languages, own_name
from bot.ui.pages.form import Form, TextLine
from bot.ui.pages.long_lists import on_page, turning
from bot.ui.pages.nights import ask_routes
from bot.ui.pages.page import Button, Choice, Page, Row, Select, ServerSelect
from bot.ui.pages.typed_date_words import zone_line
from bot.ui.pages.wording import Wording, plain_name, plain_words
from storage.former_players import is_former

Setting = Literal[
    "zone", "night_channel", "host_roles", "table_channels", "most_open_tables", "language"
]
"""What a server can set, as its settings call it."""
MOST_ROLES: Final = 10
MOST_CHANNELS: Final = 10
TABLE_CHANNELS: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
)
"""The kinds of channels where tables may lie."""
AUTO: Final = "-"
"""Stands, among the languages to choose from, for the one that Discord has for a server."""
AS_DISCORD: Final = _("As this server is set on Discord ({language} now)")
MOST_LANGUAGES: Final = 25
"""The most entries in a list."""
GONE: Final[Mapping[str, str]] = {
    "host_roles": _("Roles that were picked are gone."),
    "table_channels": _("Channels that were picked are gone."),
    "night_channel": _("The channel that was picked is gone."),
}
"""What is said of a setting that named something which was deleted since."""
HOW_TO_ALLOW: Final = _("To allow something: *Edit Channel → Permissions*, for me or my role.")
WITHOUT: Final[Mapping[str, str]] = {
    _("Attach Files"): _("Without **Attach Files**, tables have no pictures."),
    _("Create Events"): _(
        "Without **Create Events**, game nights aren't among the server's events."
    ),
}
"""What is missing without each permission that I can do without."""
BLOCKS: Final = 10
"""How many blocks are on a page."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What the bot may do in a channel; permissions as Discord's settings call them."""

    channel: int
    known: bool = True
    """False if the bot doesn't see the channel, or it is gone."""
    missing: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    """What would be useful but isn't needed."""
    nights: bool = False
    """Whether nights are announced there."""
    tables: bool = False
    """Whether tables are opened there."""


def setup_page(
    settings: ServerSettings,
    server: str,
    now: int,
    wording: Wording,
    notice: str = "",
    *,
    saved: Setting | None = None,
    games: Sequence[str] = (),
    locale: str = ENGLISH,
    here: int | None = None,
) -> Page:
    """Return what a server needs first, and all else that it has set, in small; above it, which
    games there are. `locale` is Discord's for the server, `here` the text channel where it is seen.

    Below it stands a notice, or what was `saved` just now and what comes next.
    """
    _ = wording.gettext
    lines = _setting_lines(settings, now, wording, locale, here)
    if saved is not None:
        # What it is now stands above.
        notice = f"✅ {_next_step(wording)}"
    zone = lines.pop("zone")
    rest = _("**More settings** changes the rest:")
    if not settings.gone:
        rest = _("The rest works as it is. **More settings** changes it:")
    small = [f"-# {line}" for line in lines.values()]
    return Page(
        title=_("Setup · {server}", server=plain_name(server)) if server else _("Setup"),
        text="\n".join([*_games_line(games, wording), zone, "", rest, *small]),
        rows=(_steps(wording),),
        # On a phone, the head of this page is off the screen.
        under=Page("", notice) if notice else None,
    )


def _games_line(games: Sequence[str], wording: Wording) -> Iterator[str]:
    """Yield the titles of the games, and how to try one at once."""
    if games:
        named = wording.listed([f"**{title}**" for title in games])
        yield wording.gettext("You can play {games}. Try one alone: `/play`", games=named)
        yield ""


def settings_page(
    settings: ServerSettings,
    now: int,
    wording: Wording,
    *,
    saved: Setting | None = None,
    locale: str = ENGLISH,
    here: int | None = None,
    picked: Sequence[Checked] = (),
) -> Page:
    """Return all that works as it is, with the lists that change it; below it stands what was
    `saved` just now, and what the bot lacks in the channels `picked` there. `locale` is Discord's
    for the server, `here` the text channel where it is seen.
    """
    lines = _setting_lines(settings, now, wording, locale, here)
    notice = "" if saved is None else "\n".join([f"✅ {lines[saved]}", *_lacks(picked, wording)])
    del lines["zone"]
    return Page(
        title=wording.gettext("More settings"),
        text="\n".join(lines.values()),
        rows=_lists(settings, wording),
        under=Page("", notice) if notice else None,
    )


def _setting_lines(
    settings: ServerSettings, now: int, wording: Wording, locale: str, here: int | None
) -> dict[Setting, str]:
    """Return what is set, a line each, the first steps first."""
    _ = wording.gettext
    zone = _("Not set yet. Set it here, or when you plan a night.")
    if settings.zone is not None:
        zone = zone_line(settings.zone, now, wording)
    roles = [f"<@&{role}>" for role in settings.host_roles]
    hosts = _("Everybody who has **Manage Events** or **Manage Server**")
    if roles:
        hosts = _(
            "{roles}, and everybody who has **Manage Events** or **Manage Server**",
            roles=wording.listed(roles),
        )
    tables = wording.series(f"<#{channel}>" for channel in settings.table_channels)
    tables = tables or _("In every channel")
    if settings.channels_gone:
        tables = _("Only members who have **Manage Server** can open tables. Pick other channels.")
    most = wording.ngettext("{n} table", "{n} tables", settings.most_open_tables)
    night = _("In the channel where you plan it")
    if here is not None:
        night = _("In the channel where you plan it: from here, in {channel}", channel=f"<#{here}>")
    if settings.night_channel is not None:
        night = f"<#{settings.night_channel}>"
    said: dict[Setting, tuple[str, str]] = {
        "zone": (_("Time zone"), zone),
        "night_channel": (_("Where nights are announced"), night),
        "host_roles": (_("Who hosts game nights"), hosts),
        "table_channels": (_("Where tables may be opened"), tables),
        "most_open_tables": (_("How many tables one person may have open"), most),
        "language": (
            _("Language of boards and cards"),
            _language(settings.language, wording, locale),
        ),
    }
    return {
        name: _noted(name, wording.labelled(f"**{label}**", value), settings, wording)
        for name, (label, value) in said.items()
    }


def _next_step(wording: Wording) -> str:
    """Return which button comes next, which is the blue one."""
    return wording.gettext(
        "Saved. Press **Plan a night …** next, or **Ask which date suits …** if you don't know the "
        "day yet."
    )


def _noted(name: Setting, said: str, settings: ServerSettings, wording: Wording) -> str:
    """Return what is set and, below it, that some of it was deleted on the server."""
    _ = wording.gettext
    if name not in settings.gone:
        return said
    return f"{said}\n-# {_(GONE[name])}"


def _steps(wording: Wording) -> tuple[Button, ...]:
    _ = wording.gettext
    return (
        _plan_button(wording),
        _ask_button(wording),
        _zone_button(wording),
        Button(routes.CHECK_SETUP(), _("Check permissions")),
        Button(routes.MORE_SETUP(), _("More settings")),
    )


def _lists(settings: ServerSettings, wording: Wording) -> tuple[Row, ...]:
    _ = wording.gettext
    return (
        ServerSelect(
            routes.SET_HOSTS(),
            "roles",
            _("Roles that host game nights"),
            settings.host_roles,
            most=MOST_ROLES,
        ),
        ServerSelect(
            routes.SET_TABLES(),
            "channels",
            _("Pick channels for tables")
            if settings.channels_gone
            else _("Tables in every channel. Pick some instead"),
            settings.table_channels,
            most=MOST_CHANNELS,
            channel_types=TABLE_CHANNELS,
        ),
        Select(
            routes.SET_MOST(),
            _("Tables one person may have open: {n}", n=settings.most_open_tables),
            tuple(Choice(str(n), str(n)) for n in MOST_OPEN),
        ),
        ServerSelect(
            routes.SET_NIGHTS(),
            "channels",
            _("Where nights are announced"),
            () if settings.night_channel is None else (settings.night_channel,),
            channel_types=(discord.ChannelType.text, discord.ChannelType.news),
        ),
        (
            Button(routes.LANGUAGES(), _("Language")),
            _plan_button(wording),
            _ask_button(wording),
            Button(routes.SETUP(), _("Back")),
        ),
    )


def _zone_button(wording: Wording, came_from: str = "") -> Button:
    """Return the button that asks for the time zone.

    `came_from` is "check" where what it leads back to is what the bot may do.
    """
    return Button(routes.SET_ZONE(came_from), wording.gettext("Time zone …"))


def _plan_button(wording: Wording) -> Button:
    """Return the button that plans a night: what comes next. It asks for a missing time zone."""
    return Button(routes.NEW_NIGHT(), wording.gettext("Plan a night …"), ButtonStyle.primary)


def _ask_button(wording: Wording) -> Button:
    """Return the button that asks which date suits, for who doesn't know the day yet."""
    return Button(ask_routes.NEW(), wording.gettext("Ask which date suits …"))


def zone_form(settings: ServerSettings, wording: Wording, came_from: str = "") -> Form:
    """Return the form that asks for a server's time zone; it leads back to where it came from."""
    _ = wording.gettext
    label, example = _("Your country or its biggest city"), _("London")
    line = TextLine("zone", label, settings.zone or "", most=60, hint=example)
    return Form(routes.SET_ZONE(came_from), _("Time zone"), (line,))


def language_page(language: str | None, wording: Wording, locale: str = ENGLISH) -> Page:
    """Return the languages to choose from, each under its own name, which everybody finds; `locale`
    is Discord's for the server.
    """
    _ = wording.gettext
    offered = [
        (AUTO, _language(None, wording, locale)),
        *((each, own_name(each)) for each in (ENGLISH, *languages())),
    ]
    return Page(
        title=_("Language"),
        text=_(
            "Boards, cards and reminders that everybody sees are in this language. Tables and "
            "nights that are open already keep theirs. What only you see is in your own language."
        ),
        rows=(
            Select(
                routes.LANGUAGES(),
                _language(language, wording, locale),
                tuple(Choice(value, name) for value, name in offered[:MOST_LANGUAGES]),
            ),
            (Button(routes.MORE_SETUP(), _("Back")),),
        ),
    )


def _language(language: str | None, wording: Wording, locale: str) -> str:
    """Return the language of a server, with the one that Discord's `locale` means to the bot."""
    if language is not None:
        return own_name(language)
    now = next((each for each in languages() if catalogue(each) is catalogue(locale)), ENGLISH)
    return wording.gettext(AS_DISCORD, language=own_name(now))


def check_page(
    found: Sequence[Checked],
    wording: Wording,
    settings: ServerSettings | None = None,
    mute: Sequence[int] = (),
    notice: str = "",
) -> Page:
    """Return what the bot may do where tables and nights go, and how to mend what is missing.

    `mute` are the roles that nights are to mention and can't, `notice` is said below.
    """
    _ = wording.gettext
    settings = settings or ServerSettings()
    lines = [_("⚠️ No time zone is set. Set it here, or when you plan a night.")]
    lines = [] if settings.zone else lines
    lines += [f"⚠️ {_(text)}" for name, text in GONE.items() if name in settings.gone]
    if mute:
        roles = wording.series(f"<@&{role}>" for role in mute)
        lines.append(
            _(
                "⚠️ I can't mention {roles}. Allow everybody to mention it in its settings, or give "
                "me **Mention Everyone**.",
                roles=roles,
            )
        )
    lines += [_checked(each, wording) for each in found]
    amiss = _amiss(found)
    if amiss:
        lines.append(_(HOW_TO_ALLOW))
    if settings.night_channel is None or not settings.table_channels:
        lines.append(_("To check another channel, type `/setup` there."))
    lines.append(
        _(
            "To hide the commands of nights from some members: "
            "*Server Settings → Integrations*, then my name."
        )
    )
    return Page(
        title=_("Check permissions"),
        text="\n\n".join([*lines, *([f"> {notice}"] if notice else [])]),
        rows=(
            (
                *(() if settings.zone else (_zone_button(wording, "check"),)),
                *(() if amiss else (_plan_button(wording),)),
                Button(routes.CHECK_SETUP(), _("Check again")),
                Button(routes.TRY_TABLE(), _("Try a table")),
                Button(routes.SETUP(), _("Back")),
            ),
        ),
    )


def _lacks(picked: Sequence[Checked], wording: Wording) -> list[str]:
    """Return what the bot lacks in some channels, and how to allow it; that it lacks nothing."""
    if amiss := _amiss(picked):
        return [*(_checked(each, wording) for each in amiss), wording.gettext(HOW_TO_ALLOW)]
    return [wording.gettext("✅ No permission is missing")] if picked else []


def _amiss(found: Sequence[Checked]) -> list[Checked]:
    return [each for each in found if not each.known or each.missing or each.optional]


def _checked(found: Checked, wording: Wording) -> str:
    """Return what the bot may do in a channel, a line each."""
    _ = wording.gettext
    said = [f"<#{found.channel}>"]
    goes = (_("game nights"),) * found.nights + (_("tables"),) * found.tables
    if goes:
        said = [wording.annotated(said[0], wording.series(goes))]
    if not found.known:
        said.append(_("I can't see this channel. Give me **View Channel**, or pick another."))
    elif found.missing:
        missing = wording.series(f"**{name}**" for name in found.missing)
        said.append(_("❌ Missing: {permissions}", permissions=missing))
    else:
        said.append(_("✅ No permission is missing"))
    if found.optional:
        optional = wording.series(f"**{name}**" for name in found.optional)
        said.append(_("Optional: {permissions}", permissions=optional))
        said += [_(text) for name, text in WITHOUT.items() if _(name) in found.optional]
    return "\n".join(said)


def blocks_page(blocks: Sequence[Block], page: int, wording: Wording, notice: str = "") -> Page:
    """Return who is blocked on a server, a page of them."""
    _ = wording.gettext
    shown, page, pages = on_page(blocks, page, BLOCKS)
    lines = [f"> {notice}"] if notice else []
    lines += [_block(each, wording) for each in shown]
    if not blocks:
        lines.append(_("Nobody is blocked on this server."))
    turn = turning(page, pages, lambda to, _mark: routes.BLOCKS(to), wording)
    return Page(title=_("Blocked"), text="\n".join(lines), rows=(turn,) if turn else ())


def _block(block: Block, wording: Wording) -> str:
    _ = wording.gettext
    former = is_former(block.person)
    who = _("somebody who deleted their data") if former else f"<@{block.person}>"
    said = [who, _("since {day}", day=f"<t:{block.at}:d>")]
    if block.until is not None:
        said.append(_("until {time}", time=f"<t:{block.until}:f>"))
    if block.by:
        said.append(_("by {person}", person=f"<@{block.by}>"))
    if block.note:
        said.append(plain_words(block.note))
    return "• " + " · ".join(said)
