"""What a server sets about tables and nights, and who is blocked there. For those who manage it."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence

import discord

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.nights.night import Night
from bot.tables.trouble import NO_SUCH_CHOICE, Trouble
from bot.ui.pages.catalogues import ENGLISH, languages
from bot.ui.pages.form import filled_in
from bot.ui.pages.games.gallery import game_page
from bot.ui.pages.page import Page
from bot.ui.pages.server.setup_page import (
    AUTO,
    Checked,
    Setting,
    blocks_page,
    check_page,
    language_page,
    settings_page,
    setup_page,
    zone_form,
)
from bot.ui.pages.typed_date_words import typed_zone, zone_line
from bot.ui.posting import channels
from bot.ui.posting.forms import Forms
from bot.ui.posting.nights.hosts_on_discord import may_call
from bot.ui.posting.picture_messages import send_with_picture
from bot.ui.posting.replies import WIRE, error_name, show, wording_of
from bot.ui.services import Interaction, Services
from storage.night_rows import RIGHT_NOW

MANY = 20
"""How many channels are checked at most."""

log = logging.getLogger(__name__)


class Setup:
    """What people who manage a server do about it. Every method answers or raises Trouble.

    The rows of `bot/ui/incoming/rows/server.py` say who may.
    """

    def __init__(self, services: Services, forms: Forms) -> None:
        self._services = services
        self._forms = forms
        self._servers = services.tables.servers

    # Settings

    async def show(self, interaction: Interaction, zone: str | None = None) -> None:
        """Show what is set, or set the time zone first."""
        if zone is not None:
            await self._keep_zone(interaction, zone)
        await self._show(interaction, saved=None if zone is None else "zone")

    async def show_more(
        self,
        interaction: Interaction,
        saved: Setting | None = None,
        picked: Sequence[Checked] = (),
    ) -> None:
        """Show what works as it is, with the lists that change it; `saved` was changed just now, to
        the channels `picked`.
        """
        settings = await self._servers.settings(_guild(interaction))
        now, wording = self._services.tables.now(), wording_of(interaction)
        page = settings_page(
            settings,
            now,
            wording,
            saved=saved,
            locale=_locale(interaction),
            here=channels.text_channel_of(interaction),
            picked=picked,
        )
        await show(interaction, page)

    async def set_hosts(self, interaction: Interaction, roles: Sequence[int]) -> None:
        """Set which roles host game nights."""
        guild = interaction.guild
        known = [role for role in roles if guild is None or guild.get_role(role) is not None]
        await self._servers.change(_guild(interaction), host_roles=tuple(known))
        await self.show_more(interaction, saved="host_roles")

    async def set_tables(self, interaction: Interaction, places: Sequence[int]) -> None:
        """Set where tables may be opened; everywhere if no channel is given."""
        known = tuple(_known(interaction, places))
        await self._servers.change(_guild(interaction), table_channels=known)
        found = [self._checked(interaction, each, nights=False, tables=True) for each in known]
        await self.show_more(interaction, "table_channels", found)

    async def set_nights(self, interaction: Interaction, places: Sequence[int]) -> None:
        """Set where nights are announced."""
        known = _known(interaction, places)[:1]
        await self._servers.change(_guild(interaction), night_channel=next(iter(known), None))
        found = [self._checked(interaction, each, nights=True, tables=False) for each in known]
        await self.show_more(interaction, "night_channel", found)

    async def set_most(self, interaction: Interaction, most: int) -> None:
        """Set how many open tables each person may have."""
        await self._servers.change(_guild(interaction), most_open_tables=most)
        await self.show_more(interaction, saved="most_open_tables")

    async def show_languages(self, interaction: Interaction) -> None:
        """Show the languages that the bot can use for everybody on the server."""
        settings = await self._servers.settings(_guild(interaction))
        wording = wording_of(interaction)
        page = language_page(settings.language, wording, _locale(interaction))
        await show(interaction, page)

    async def set_language(self, interaction: Interaction, language: str) -> None:
        """Set the language of what everybody reads; `AUTO` for Discord's own for the server.

        Raises Trouble for a language that isn't there.
        """
        if language not in (AUTO, ENGLISH, *languages()):
            raise Trouble(NO_SUCH_CHOICE)
        chosen = None if language == AUTO else language
        await self._servers.change(_guild(interaction), language=chosen)
        await self.show_more(interaction, saved="language")

    async def check(self, interaction: Interaction, notice: str = "") -> None:
        """Show what the bot lacks in the channels where tables and nights go, and where nights are
        announced already; below it `notice`, in finished words.

        What may go anywhere goes where this was asked, or in its channel if that is a thread.
        """
        settings = await self._servers.settings(_guild(interaction))
        nights = await self._services.nights.reader.of_guild(_guild(interaction), RIGHT_NOW)
        planned = settings.night_channel or channels.text_channel_of(interaction)
        announced = [planned, *(night.row.channel_id for night in nights)]
        tables = settings.table_channels or (interaction.channel_id or 0,)
        places = dict.fromkeys((*tables, *(each for each in announced if each is not None)))
        found = [
            self._checked(interaction, each, nights=each in announced, tables=each in tables)
            for each in [*places][:MANY]
        ]
        mute = _mute_roles(interaction, nights)
        page = check_page(found, wording_of(interaction), settings, mute, notice)
        await show(interaction, page)

    async def ask_zone(self, interaction: Interaction, came_from: str) -> None:
        """Ask for the time zone."""
        settings = await self._servers.settings(_guild(interaction))
        form = zone_form(settings, wording_of(interaction), came_from)
        await self._forms.open(interaction, form)

    async def set_zone(self, interaction: Interaction, came_from: str) -> None:
        """Set the time zone as the form says, which leads back to where it came from.

        Raises Trouble for one that can't be read.
        """
        typed = filled_in(interaction.data).get("zone", "")
        if not came_from:
            await self.show(interaction, typed)
            return
        zone = await self._keep_zone(interaction, typed)
        said = zone_line(zone, self._services.tables.now(), wording_of(interaction))
        await self.check(interaction, f"✅ {said}")

    async def _keep_zone(self, interaction: Interaction, typed: str) -> str:
        zone = typed_zone(typed, wording_of(interaction))
        await self._servers.change(_guild(interaction), zone=zone)
        return zone

    async def try_table(self, interaction: Interaction) -> None:
        """Put up what a table starts with, take it down, say what came of it. Raises Trouble."""
        services, wording = self._services, wording_of(interaction)
        settings = await self._servers.settings(_guild(interaction))
        channel = interaction.channel_id or 0
        here = settings.allows_tables(channel, channels.parent_of(interaction))
        if settings.table_channels and not here:
            channel = settings.table_channels[0]
        playable = next(iter(services.sorted_games(wording)), None)
        if playable is None:
            raise Trouble(_("There are no games here."))
        page = game_page(playable, wording)
        place = services.bot.get_partial_messageable(channel)
        text = _("It works: I posted a test table in {channel} and removed it.")
        why = ""
        message = None
        try:
            message = await send_with_picture(
                services,
                Page(page.title, page.text, image=page.image, alt=page.alt),
                channel,
                lambda embed, view, files: place.send(embed=embed, view=view, files=files),
            )
            await message.delete()
        except WIRE as error:
            log.info("channel %s: a table was tried and failed: %s", channel, error_name(error))
            text = _("I couldn't post a table in {channel}: {why}.")
            if message is not None:
                text = _("I posted a test table in {channel}, but couldn't remove it: {why}.")
            why = getattr(error, "text", "") or wording.gettext("Discord didn't answer")
        notice = wording.gettext(text, channel=f"<#{channel}>", why=why.rstrip("."))
        await self.check(interaction, notice)

    def _checked(
        self, interaction: Interaction, channel_id: int, *, nights: bool, tables: bool
    ) -> Checked:
        guild = interaction.guild
        channel = None if guild is None else guild.get_channel_or_thread(channel_id)
        if channel_id == interaction.channel_id:
            may, kind = interaction.app_permissions, interaction.channel
            channel_type = None if kind is None else kind.type
        elif guild is not None and channel is not None:
            may, channel_type = channel.permissions_for(guild.me), channel.type
        else:
            return Checked(channel_id, known=False, nights=nights, tables=tables)
        if channel_type is discord.ChannelType.forum:
            # Tables lie in the forum's posts, which are threads.
            channel_type = discord.ChannelType.public_thread
        optional = ["attach_files", "create_events"] if nights else ["attach_files"]
        return Checked(
            channel_id,
            True,
            _missing(interaction, may, channels.needed(channel_type)),
            _missing(interaction, may, optional),
            nights=nights,
            tables=tables,
        )

    async def _show(
        self, interaction: Interaction, notice: str = "", *, saved: Setting | None = None
    ) -> None:
        settings = await self._servers.settings(_guild(interaction))
        server = "" if interaction.guild is None else cleaned(interaction.guild.name)
        now, wording = self._services.tables.now(), wording_of(interaction)
        games = [*self._services.titles(wording).values()]
        locale = _locale(interaction)
        page = setup_page(
            settings,
            server,
            now,
            wording,
            notice,
            saved=saved,
            games=games,
            locale=locale,
            here=channels.text_channel_of(interaction),
        )
        await show(interaction, page)

    # Blocks

    async def block(
        self, interaction: Interaction, person: discord.abc.User, days: int | None, note: str
    ) -> None:
        """Keep somebody from tables and nights; computers play on. Raises Trouble for a bot."""
        if person.bot:
            raise Trouble(_("Bots don't play, so there is nobody to block."))
        guild = _guild(interaction)
        await self._servers.block(guild, person.id, interaction.user.id, days, note)
        await self._services.table_verbs.take_off_blocked()
        await self._services.nights.take_off_blocked()
        text = _(
            "{person} can't join tables or game nights here any more. "
            "A computer plays on where they sat."
        )
        notice = wording_of(interaction).gettext(text, person=f"<@{person.id}>")
        await self.list_blocks(interaction, notice=notice)

    async def unblock(self, interaction: Interaction, person: discord.abc.User) -> None:
        """Let somebody come to tables and nights again."""
        await self._servers.unblock(_guild(interaction), person.id)
        text = wording_of(interaction).gettext(
            "{person} can join tables and game nights again.", person=f"<@{person.id}>"
        )
        await self.list_blocks(interaction, notice=text)

    async def list_blocks(self, interaction: Interaction, page: int = 0, notice: str = "") -> None:
        """Show who is blocked."""
        found = await self._servers.blocks(_guild(interaction))
        await show(interaction, blocks_page(found, page, wording_of(interaction), notice))


def _locale(interaction: Interaction) -> str:
    """Return the language that Discord has for a server."""
    return str(interaction.guild_locale or ENGLISH)


def _guild(interaction: Interaction) -> int:
    """Return the server where something was asked; there always is one here."""
    return interaction.guild_id or 0


def _known(interaction: Interaction, places: Sequence[int]) -> list[int]:
    """Return those of some channels that are on the server, as far as the bot knows."""
    guild = interaction.guild
    return [each for each in places if guild is None or guild.get_channel(each) is not None]


def _mute_roles(interaction: Interaction, nights: Sequence[Night]) -> list[int]:
    """Return the roles that nights here are to mention and the bot can't."""
    roles = dict.fromkeys(night.row.mention for night in nights)
    may, guild = interaction.app_permissions, interaction.guild
    return [role for role in roles if role is not None and not may_call(may, guild, role)]


def _missing(
    interaction: Interaction, may: discord.Permissions, needed: Collection[str]
) -> tuple[str, ...]:
    """Return those of some permissions that aren't granted, as Discord's settings call them."""
    gettext = wording_of(interaction).gettext
    if may.administrator:
        return ()
    return tuple(gettext(channels.NAMES[name]) for name in needed if not getattr(may, name))
