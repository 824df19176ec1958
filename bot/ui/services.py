"""What everything on Discord uses: the bot, the tables, the games, and the languages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import discord
from discord.ext import commands

from bot.engine.computer import Player
from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.engine.views import PublicView
from bot.nights.forgetting import Forgetting
from bot.nights.night import Night
from bot.nights.night_points import why_unearned
from bot.nights.nights import Nights
from bot.nights.run_rounds import RoundRunner
from bot.nights.seasons import Season
from bot.tables.after_game import AfterGame
from bot.tables.announcement import Announcement
from bot.tables.asking_in import AskingIn
from bot.tables.away_days import AwayDays
from bot.tables.clocks import Clocks
from bot.tables.history import History
from bot.tables.honours import Honour, honours_of
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.moves import Moves
from bot.tables.night_verbs import NightVerbs
from bot.tables.reports import Reports
from bot.tables.results import WhyNobodys
from bot.tables.servers import OperatorBans, SettingKind
from bot.tables.set_ahead import SetAhead
from bot.tables.table import Table
from bot.tables.table_face import TableFace
from bot.tables.table_verbs import TableVerbs
from bot.tables.tables import Tables
from bot.tables.trouble import Frozen, NoTable, Trouble
from bot.tables.typed_lists import listed
from bot.tables.workers import Workers
from bot.tables.zone_names import known_zones
from bot.ui.in_sight import may_know_of
from bot.ui.pages.catalogues import ENGLISH
from bot.ui.pages.long_lists import fit
from bot.ui.pages.page import Page, Pngs
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.ahead_menu import AheadPlan
from bot.ui.pages.typed_words import Suggestion, in_kana, narrowed, the_one
from bot.ui.pages.wording import Wording, plain_name, seat_names
from bot.ui.pictures.drawings import SOON, Drawings
from bot.ui.pictures.emoji import all_emoji
from bot.ui.pictures.uploads import Uploads

Interaction = discord.Interaction[Any]

MOST_GAMES: Final = 3
"""How many games a night can be of."""
MOST_NAMED: Final = 10
"""How many games are named to somebody who typed one that isn't there."""
MOST_HONOURS: Final = 1000
"""How many tables' honours are kept in memory."""


class EmojiTaken(Exception):
    """A game that has an emoji of the name of another one."""


class Services:
    """What the layers above share. It knows none of them."""

    def __init__(
        self,
        bot: commands.AutoShardedBot,
        tables: Tables,
        lobby_verbs: LobbyVerbs,
        clocks: Clocks,
        drawings: Drawings,
        nights: Nights,
        round_runner: RoundRunner,
        workers: Workers,
    ) -> None:
        self.bot = bot
        self.tables = tables
        self.away_days = AwayDays(tables)
        self.clocks = clocks
        self.drawings = drawings
        self.uploads = Uploads()
        self.nights = nights
        self.round_runner = round_runner
        self.workers = workers
        self.lobby_verbs = lobby_verbs
        self.asking_in = AskingIn(tables, lobby_verbs)
        self.moves = Moves(tables)
        self.set_ahead = SetAhead(tables)
        self.night_verbs = NightVerbs(tables)
        self.history = History(tables)
        self.table_verbs = TableVerbs(tables, self.history)
        self.after_game = AfterGame(tables)
        self.bans = OperatorBans(tables.store)
        self.announcement = Announcement(tables.store, tables.now)
        self.reports = Reports(tables)
        self.forgetting = Forgetting(nights, self.table_verbs)
        tables.servers.exists = self._exists
        tables.about_to_save = self._draw_ahead
        self.games: dict[str, PlayableGame] = {}
        self.players: dict[str, Player] = {}
        """Each game's rule of thumb, by the game's key."""
        self.honours: dict[tuple[str, tuple[float, ...] | None], Mapping[int, Honour]] = {}
        """What games that ended lately meant to their people, by table and by the places that a
        host has corrected.
        """
        self.alone_until: dict[str, int] = {}
        """Until when somebody must be back at each table that all have left, as boards say."""
        self.emoji: dict[str, str] = {}
        """The emoji that Discord has, as written in a text, by the name a game gave them."""

    def _exists(self, guild_id: int, kind: SettingKind, wanted: int) -> bool:
        """Tell whether a server has a channel or a role; True while that isn't known."""
        guild = None if self.bot is None else self.bot.get_guild(guild_id)
        if guild is None or guild.unavailable:
            return True
        found = guild.get_role(wanted) if kind == "role" else guild.get_channel(wanted)
        return found is not None

    def _draw_ahead(self, table: Table, view: PublicView, asked: Sequence[int]) -> None:
        """Have the board drawn that a move leads to while the move is written down.

        Whoever made it waits for that picture next, and so does the board.
        """
        playable = self.games.get(table.game_key)
        pictures = None if playable is None else playable.pictures
        if pictures is not None and table.boards == "pictures":
            self.drawings.begin(pictures.of(view, tuple(asked)))

    async def pngs(self, page: Page, patience: float = SOON) -> Pngs | None:
        """Return the pictures of a page to upload; None without any, or if they take longer."""
        drawn = [await self.drawings.png(each, patience) for each in page.pictures()]
        found = tuple(png for png in drawn if png is not None)
        if not found or len(found) < len(drawn):
            return None
        self.uploads.count(found)
        return found

    def add_game(self, playable: PlayableGame) -> None:
        """Offer a game; its cog does so when it is loaded.

        Raises EmojiTaken if one of its emoji is called as one of another game or of the seats.
        """
        others = [each for key, each in self.games.items() if key != playable.game.info.key]
        known = all_emoji(each.pictures.emoji for each in others if each.pictures)
        if playable.pictures and playable.pictures.emoji.keys() & {each.name for each in known}:
            raise EmojiTaken
        self.tables.add_game(playable.game)
        self.games[playable.game.info.key] = playable

    async def night_channel(self, guild_id: int) -> int | None:
        """Return the channel where a server wants its nights announced, if it has said so."""
        return (await self.tables.servers.settings(guild_id)).night_channel

    async def ways_on(self, guild_id: int) -> list[int]:
        """Return the channels where something goes on whose own place is shut, the best first.

        A forum takes nothing but posts.
        """
        settings = await self.tables.servers.settings(guild_id)
        found = [settings.night_channel, *settings.table_channels]
        guild = self.bot.get_guild(guild_id)
        if guild is not None and guild.system_channel is not None:
            found.append(guild.system_channel.id)
        if guild is not None:
            forums = {each.id for each in guild.forums}
            found = [each for each in found if each not in forums]
        return [*dict.fromkeys(each for each in found if each is not None)]

    async def zone_name(self, guild_id: int, person: int) -> str | None:
        """Return the time zone in which dates are meant: the server's, or else the person's."""
        server = await self.tables.servers.settings(guild_id)
        row = await self.tables.people.row(person)
        return next((zone for zone in (server.zone, row.zone) if zone in known_zones()), None)

    async def reminded_directly(self, people: Collection[int]) -> frozenset[int]:
        """Return which of some people want to be reminded of nights by direct message."""
        return frozenset(await self.tables.store.people.reminded_by_dm(people))

    async def note_language(self, interaction: Interaction) -> None:
        """Note the language of the person who asked, if they are reminded by direct message."""
        person = interaction.user.id
        if await self.reminded_directly([person]):
            await self.tables.store.people.note_language(person, str(interaction.locale))

    async def own_language(self, person: int, otherwise: str) -> str:
        """Return the language for what the bot sends somebody unasked: the one they last used.

        If none was noted it is `otherwise`, the server's.
        """
        return await self.tables.store.people.language_of(person) or otherwise

    def game_of(self, table: Table | TableFace) -> PlayableGame:
        """Return the game that is played at a table. Raises Frozen if this bot doesn't have it."""
        playable = self.games.get(table.game_key)
        if playable is None:
            raise Frozen
        return playable

    def game_by_key(self, key: str) -> PlayableGame:
        """Return a game by its key. Raises Trouble if this bot doesn't have it."""
        playable = self.games.get(key)
        if playable is None:
            raise Trouble(_("There is no such game here."))
        return playable

    def games_of(self, night: Night) -> list[PlayableGame]:
        """Return the games of a night that this bot has, in the order in which they were named."""
        found = (self.games.get(each.key) for each in night.games)
        return [each for each in found if each is not None]

    def some_games_of(self, night: Night) -> list[PlayableGame]:
        """Return the games of a night. Raises Trouble if this bot has none of them."""
        return self.games_of(night) or [self.game_by_key(night.row.game)]

    def title_of(self, key: str, wording: Wording) -> str:
        """Return the title of a game; its key if this version of the bot has no such game."""
        playable = self.games.get(key)
        return key if playable is None else playable.title(wording)

    async def seasons(self, interaction: Interaction) -> list[Season]:
        """Return the seasons of the server where this was asked."""
        return await self.tables.store.results.seasons(interaction.guild_id or 0)

    def server_name(self, guild_id: int) -> str | None:
        """Return what a server is called, as far as that is known."""
        guild = self.bot.get_guild(guild_id)
        return None if guild is None else cleaned(guild.name)

    def sorted_games(self, wording: Wording) -> list[PlayableGame]:
        """Return all games in the order in which a reader of a language looks for them."""
        return sorted(self.games.values(), key=lambda each: each.order(wording))

    def titles(self, wording: Wording) -> dict[str, str]:
        """Return the titles of all games, by key, sorted for the reader."""
        return {each.game.info.key: each.title(wording) for each in self.sorted_games(wording)}

    def typed_game(self, text: str, wording: Wording) -> str:
        """Return the key of a game that was typed by its key or title, or a part of one alone.

        The title may be that of the person's own language, or the English one. Raises Trouble if
        there is none.
        """
        options = self.game_options(wording)
        begun = narrowed(options, text) if text.strip() else []
        if len(begun) == 1:
            return begun[0].value
        names = wording.series(fit([each.label for each in options], MOST_NAMED, wording))
        why = _("Which game? Type one of these:\n{names}")
        if text.strip():
            why = _("There is no game “{said}” here. Type one of these:\n{names}")
        unknown = Trouble(why, said=plain_name(text), names=names)
        return the_one(options, text, unknown).value

    def typed_games(self, texts: Iterable[str | None], wording: Wording) -> list[str]:
        """Return the keys of games that were typed, also several in one text.

        Raises Trouble if there is no such game, if there are too many, or if all are blank.
        """
        typed = self.apart(texts, wording)
        if len(typed) > MOST_GAMES:
            raise Trouble(_("Name at most {most} games."), most=MOST_GAMES)
        return [self.typed_game(each, wording) for each in typed or [""]]

    def apart(self, texts: Iterable[str | None], wording: Wording) -> list[str]:
        """Return the games that were typed one by one, as they were typed."""

        def is_one(text: str) -> bool:
            try:
                return bool(text and self.typed_game(text, wording))
            except Trouble:
                return False

        return [each for text in texts if text for each in listed(text, is_one)]

    def game_options(self, wording: Wording) -> list[Suggestion]:
        """Return the choices for an option that names a game, sorted for the reader."""
        return [
            Suggestion(
                info.key,
                each.title(wording),
                (info.title, info.japanese, *in_kana(info.reading or info.japanese)),
            )
            for each in self.sorted_games(wording)
            for info in [each.game.info]
        ]

    async def language(self, interaction: Interaction) -> str:
        """Return the language of what everybody reads in the place where something was asked.

        It is the one set with `/setup`, or else Discord's for that server.
        """
        return await self.server_language(interaction.guild_id or 0, interaction.guild_locale)

    async def server_language(self, guild_id: int, locale: discord.Locale | None) -> str:
        """Return the language of what everybody reads on a server; `locale` is Discord's for it.

        Tables and nights keep the language they were opened in: their messages on Discord are found
        again by words in it, and a game told half in one language and half in another would help
        nobody. Whatever is opened after a change uses the new one.
        """
        settings = await self.tables.servers.settings(guild_id)
        return settings.language or str(locale or ENGLISH)

    def wording(self, table: Table | TableFace, language: str | None = None) -> Wording:
        """Return the words for a table: in its own language, or in that of one person."""
        names = seat_names(table.seats, table.language)
        return Wording(language or table.language, names, self.emoji)

    async def table(
        self, interaction: Interaction, table_id: str, *, frozen: bool = False
    ) -> Table:
        """Return a table that the person may know of, of the server where this was asked.

        They sit there, see its channel or, once it has ended, held a hand there. A table on no
        server is there wherever its person is, and for nobody else. Raises NoTable for any other,
        and Frozen if it can't be read, unless `frozen`.
        """
        table, person = await self.tables.get(table_id), interaction.user.id
        known = table.sits(person)
        if table.on_server:
            held = table.holder(person) is not None
            known = may_know_of(interaction, table, table.seats, held=held)
        if not known:
            raise NoTable
        if table.frozen and not frozen:
            raise Frozen
        return table

    async def learn_honours(self, table: Table) -> Mapping[int, Honour]:
        """Find out and return what a finished game meant to its people; it is kept for a while."""
        if table.phase != "finished" or not table.on_server:
            return {}
        key, holders = (table.id, table.corrected), [seat.person for seat in table.seats]
        found = self.honours.get(key)
        if found is None or any(each.nobodys == "coming" for each in found.values()):
            # Whoever could still come can't any more once the night is over.
            found = self.honours[key] = await honours_of(self.tables.store, table.id, holders)
            if len(self.honours) > MOST_HONOURS:
                del self.honours[next(iter(self.honours))]
        if table.night_id is not None:
            # Somebody may come only after the end.
            night = await self.nights.get(table.night_id)
            why: dict[int, WhyNobodys] = {n: e.nobodys for n, e in found.items() if e.nobodys}
            why = why_unearned(night, table, why)
            found = {**found, **{n: Honour(nobodys=each) for n, each in why.items()}}
            self.honours[key] = found
        return found

    def helped(self, person: int, playable: PlayableGame, table: Table) -> bool:
        """Tell whether somebody is helped through the game of a table, as far as that was read."""
        steps = 0 if playable.lesson is None else len(playable.lesson.steps)
        key, taught = playable.game.info.key, bool(table.teaching)
        return self.tables.readers.helped(person, key, steps, taught=taught)

    def plan_of(self, table: Table, seat: int) -> AheadPlan | None:
        """Return what a seat has and can set ahead, for its eyes alone; None where none can."""
        if table.phase != "playing" or self.set_ahead.ahead_at(table) is None:
            return None
        offered, lines = self.set_ahead.offered(table, seat), self.set_ahead.lines(table, seat)
        order = table.order_of(seat)
        unfit = order is not None and order.dropped == "unfit"
        caseless = unfit and not self.set_ahead.has_case(table, seat)
        away = table.seats[seat].back_at is not None
        stays = bool(lines) and order is not None and order.due is None and seat in table.to_act()
        return AheadPlan(offered, order, lines, table.pace == "live", away, caseless, stays)

    def own_wording(self, table: Table | TableFace, language: str, person: int) -> Wording:
        """Return the words for a table as one person reads them."""
        return self.as_read(self.wording(table, language), person)

    def wording_to(self, interaction: Interaction, table: Table | TableFace) -> Wording:
        """Return the words for a table as the person who asks reads them."""
        return self.own_wording(table, str(interaction.locale), interaction.user.id)

    def as_read(self, wording: Wording, person: int) -> Wording:
        """Return a wording as its reader wants it: in words alone, for whoever asked for that."""
        return wording.in_words() if self.tables.readers.in_words(person) else wording
