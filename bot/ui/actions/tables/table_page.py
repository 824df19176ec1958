"""The table page, and the answers that appear on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from bot.engine.text import marked as _
from bot.nights.leading import call_host, demand_call, night_that_decides
from bot.nights.minded_seats import left_to_play
from bot.nights.night import Press
from bot.nights.night_calls import TableWhy
from bot.nights.pilot import open_calls
from bot.tables.table import Table
from bot.tables.table_face import TableFace
from bot.tables.trouble import NotAtTable
from bot.tables.votes import ends_unless_back
from bot.ui.actions.nights.night_outcomes import NightOutcomes
from bot.ui.actions.rights import press_of, removable_by, right_of
from bot.ui.actions.tables.open_seats import seats_open_to
from bot.ui.actions.tables.play import Play
from bot.ui.in_sight import server_of
from bot.ui.pages.nights.night_words import as_of, plain_name_of
from bot.ui.pages.nights.seats_to_take import what_is_left
from bot.ui.pages.page import ROWS, Button, Page, with_buttons
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.posting_words import CALLED
from bot.ui.pages.tables.board import text_page
from bot.ui.pages.tables.lobby_settings import lobby_settings_page
from bot.ui.pages.tables.table_controls import Viewer
from bot.ui.pages.tables.table_lines import lines_since_move
from bot.ui.pages.tables.table_page import (
    call_page,
    private_page,
    seal_page,
    table_page,
)
from bot.ui.pages.tables.who_to_ping import same_vote
from bot.ui.pages.wording import Wording
from bot.ui.posting import channels
from bot.ui.posting.open_pages import OpenPages
from bot.ui.posting.replies import person_of, pressed_on_own, show, tell, wording_of
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Interaction, Services

UNLESS_BACK = _("Nobody else is there. The game ends unless somebody comes back.")


class TablePage:
    """Shows what a table is about and what can be done there, and says what came of it."""

    def __init__(
        self,
        services: Services,
        messages: TableMessages,
        outcomes: NightOutcomes,
        play: Play,
        pages: OpenPages,
    ) -> None:
        self._services = services
        self._messages = messages
        self._outcomes = outcomes
        self._play = play
        self._pages = pages

    async def show(
        self,
        interaction: Interaction,
        table_id: str,
        notice: str = "",
        *extra: Button,
        stays: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        """Show the table page to the person who asks, with `notice` (finished words) above it, and
        keep it up to date; that a game is over isn't told there before its board shows it. Once a
        vote that was open then is over, or the notice isn't so any more as `stays` tells, what
        happened takes its place.

        In a private game it is a short one, and a notice stands above the game itself.
        """
        services = self._services
        table = await services.table(interaction, table_id)
        await services.tables.readers.read(interaction.user.id, table.game_key)
        if not table.on_server and notice:
            await self._play.show_hand(interaction, table, notice)
            return
        if not table.on_server:
            await show(interaction, self._private(interaction, table))
            return

        vote = table.motion

        async def again() -> Page | None:
            nonlocal vote, notice
            newest = await services.table(interaction, table_id)
            if await self._messages.told(newest) is None:
                return None
            if vote is not None and not same_vote(vote, newest.motion):
                vote, notice = None, ""
            if stays is not None and not await stays():
                notice = ""
            return _with(await self._page(interaction, newest, notice), extra)

        page = _with(await self._page(interaction, table, notice), extra)
        if await show(interaction, page):
            await self._pages.lay_open(table_id, "table", interaction, page, again)

    def _private(self, interaction: Interaction, table: Table) -> Page:
        services, seat = self._services, table.seat_of(interaction.user.id)
        playable, wording = services.game_of(table), services.wording_to(interaction, table)
        return private_page(
            playable,
            table.face(),
            wording,
            moved=seat is not None and table.has_moved(seat),
            helped=services.helped(interaction.user.id, playable, table),
            friends=server_of(interaction) is not None,
            lately=_lately(playable, table, seat, wording),
        )

    async def _page(self, interaction: Interaction, table: Table, notice: str) -> Page:
        """Return the page of a table on a server as it stands."""
        services = self._services
        playable, wording = services.game_of(table), services.wording_to(interaction, table)
        if playable.pictures is not None and table.boards == "pictures":
            said = (notice, channels.without_pictures(interaction))
            notice = "\n".join(line for line in said if line)
        person = interaction.user.id
        right, now = await right_of(services, interaction, table), services.tables.now()
        open_seats, none_open = await seats_open_to(services, table, person_of(interaction))
        of_seats = "" if none_open is None else none_open.say(wording.gettext)
        if table.night_id is not None and open_seats:
            left = {wording.name(seat): left_to_play(table, seat) for seat in open_seats}
            of_seats = "\n".join(what_is_left(left, wording))
        night = await night_that_decides(services.nights, table)
        viewer = Viewer(
            person,
            right,
            open_seats,
            await removable_by(services, interaction, table),
            led=night is not None,
            calls=night is not None and (right is None or person not in night.leaders),
            helped=services.helped(person, playable, table),
            moved_last=table.moved_last(person),
            answered=table.answered(person),
            of_seats=of_seats,
        )
        page = table_page(
            playable,
            table.face(),
            viewer,
            await services.tables.people.ends(table),
            wording,
            notice,
            reserves=await services.tables.people.reserves(table, now),
            lately=_lately(playable, table, table.seat_of(person), wording),
        )
        return replace(page, text=as_of(now, page.text, wording))

    async def set_banter(self, interaction: Interaction, table_id: str, to: str) -> None:
        """Have computers say something now and then, or be quiet; show the page it was set on.

        Raises Trouble for anybody but the host.
        """
        services, person = self._services, interaction.user.id
        await services.table(interaction, table_id)
        table = await services.lobby_verbs.choose(table_id, person, banter=to == "on")
        if not table.on_server:
            await self.show(interaction, table_id)
            return
        await self._messages.wake_if_asleep(table)
        wording = services.wording(table, str(interaction.locale))
        await show(interaction, lobby_settings_page(services.game_of(table), table.face(), wording))

    async def ask_why(self, interaction: Interaction, table_id: str) -> None:
        """Ask why the hosts of its night are called to a table.

        Raises NotAtTable for others, and Trouble if they can't be called now.
        """
        services = self._services
        table, press = await self._who_calls(interaction, table_id)
        await demand_call(services.nights, services.tables.servers, table, press)
        wording = services.wording_to(interaction, table)
        await show(interaction, call_page(services.game_of(table), table.face(), wording))

    async def call_host(self, interaction: Interaction, table_id: str, why: TableWhy) -> None:
        """Ping the leaders of its night to a table, in the night's thread.

        Raises NotAtTable for others, and Trouble if they can't be called now.
        """
        services = self._services
        table, press = await self._who_calls(interaction, table_id)
        night = await call_host(services.nights, services.tables.servers, table, press, why)

        async def called() -> bool:
            now = await services.nights.get(night.id)
            return any(each.table == table.id for each in open_calls(now, None))

        said = partial(self.show_done, interaction, table, stays=called)
        await self._outcomes.tell(interaction, night, CALLED, plain_name_of(night), say_done=said)

    async def _who_calls(self, interaction: Interaction, table_id: str) -> tuple[Table, Press]:
        table = await self._services.table(interaction, table_id)
        if not table.sits(interaction.user.id):
            raise NotAtTable
        return table, await press_of(self._services, interaction)

    async def show_text(self, interaction: Interaction, table_id: str) -> None:
        """Show the board in words."""
        await self._show_made_by(text_page, interaction, table_id)

    async def show_seal(self, interaction: Interaction, table_id: str) -> None:
        """Show what the deal can be checked with."""
        await self._show_made_by(seal_page, interaction, table_id)

    async def _show_made_by(
        self,
        make: Callable[[PlayableGame, TableFace, Wording], Page],
        interaction: Interaction,
        table_id: str,
    ) -> None:
        services = self._services
        table = await services.table(interaction, table_id)
        wording = services.wording_to(interaction, table)
        await show(interaction, make(services.game_of(table), table.face(), wording))

    async def say_done(
        self, interaction: Interaction, table: Table, text: str, **values: object
    ) -> None:
        """Say what was done: on the table page if that is where it was asked for."""
        said = wording_of(interaction).gettext(text, **values)
        await self.show_done(interaction, table, said)

    async def show_done(
        self,
        interaction: Interaction,
        table: Table,
        said: str,
        extra: tuple[Button, ...] = (),
        stays: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        """Say what was done, in finished words, where `say_done` would; with buttons for it. On the
        table page it goes once it isn't so any more, as `stays` tells.
        """
        await self._messages.wake_if_asleep(table)
        if pressed_on_own(interaction) and not table.frozen:
            await self.show(interaction, table.id, said, *extra, stays=stays)
        elif extra:
            await show(interaction, Page("", said, rows=(extra,)))
        else:
            await tell(interaction, said)

    async def say_decided(
        self, interaction: Interaction, table: Table, text: str, **values: object
    ) -> None:
        """Say what came of a proposal, or that the others are being asked."""
        if table.motion is not None:
            alone = ends_unless_back(table.motion)
            text = UNLESS_BACK if alone else _("I've asked the others to vote.")
        await self.say_done(interaction, table, text, **values)


def _lately(
    playable: PlayableGame, table: Table, seat: int | None, wording: Wording
) -> Sequence[str]:
    """Return what happened lately at a table where a game is played, for who has a seat or not."""
    playing = table.phase == "playing"
    return lines_since_move(playable, table, seat, wording) if playing else ()


def _with(page: Page, extra: tuple[Button, ...]) -> Page:
    """Return a page with more buttons next to its first ones, if there is room."""
    if not extra:
        return page
    first, rest = page.rows[:1], page.rows[1:]
    return replace(page, rows=(*with_buttons(first, *extra, room=ROWS - len(rest)), *rest))
