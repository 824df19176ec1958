"""Playing: looking at one's hand, going through its menu, making a move, moving the board here."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from bot.engine.computer import LEVELS
from bot.engine.game import Action, Pick
from bot.engine.text import marked as _
from bot.engine.views import SeatView
from bot.tables.computer_players import by_thumb
from bot.tables.table import Table
from bot.tables.trouble import OVER, STALE, NotAtTable, NotBegun, Trouble
from bot.tables.worker_jobs import Job
from bot.tables.workers import NoAnswer
from bot.ui.actions.tables.finishing import why_finishing
from bot.ui.pages import routes
from bot.ui.pages.my_calls import DMS_REFUSED
from bot.ui.pages.page import Button, Page
from bot.ui.pages.place_words import nowhere_line
from bot.ui.pages.posting_words import BEGUN, BROUGHT
from bot.ui.pages.tables.fit import NO_NOTICE, Notice, fitted, told_on
from bot.ui.pages.tables.hand import Advice
from bot.ui.pages.tables.menu_moves import MenuMove, MenuPath, chosen, leads_on, menu_moves, no_move
from bot.ui.pages.typed_words import picker
from bot.ui.pages.wording import Wording
from bot.ui.posting import channels, outcomes
from bot.ui.posting.outcomes import say_outcome
from bot.ui.posting.replies import (
    OnPage,
    PictureRefused,
    bears_picture,
    may_draw,
    person_of,
    picture_kept,
    pressed_on_own,
    say,
    show,
    show_with_picture,
    wording_of,
)
from bot.ui.posting.tables.open_hand import OpenHand
from bot.ui.posting.tables.open_hands import OpenHands
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Interaction, Services

HINT_SECONDS: Final = 2.0
"""How long a search may take for a hint: Discord gives up on an answer after 3 seconds."""

PICTURE_SECONDS: Final = 0.5
"""How long an answer waits for its picture; then words go first, and the picture by an edit."""


class NotSeated(OnPage, NotAtTable):
    """Somebody who watches has asked for a hand."""


class Play:
    """What a person does with their hand. Every method answers or raises Trouble."""

    def __init__(self, services: Services, messages: TableMessages, hands: OpenHands) -> None:
        self._services = services
        self._messages = messages
        self.hands = hands

    async def play(
        self,
        interaction: Interaction,
        table_id: str,
        pick: Pick,
        question_number: int | None = None,
    ) -> None:
        """Play a move, with the new hand as the private answer.

        A control on an outdated hand shows the fresh hand and says what has changed.
        """
        services = self._services
        table = await services.table(interaction, table_id)
        with self.hands.in_use(table.id, interaction.user.id):
            try:
                table = await services.moves.play(
                    table_id,
                    person_of(interaction),
                    pick,
                    question_number=question_number,
                    interaction_id=interaction.id,
                )
            except NotAtTable:
                raise _not_seated(interaction, table) from None
            except NotBegun:
                raise
            except Trouble as trouble:
                if not pressed_on_own(interaction):
                    raise
                await self.show_moved_on(interaction, table, trouble)
            else:
                nowhere = _nowhere(interaction, table)
                await self._messages.wake_if_asleep(table)
                made = table.step_made_by(interaction.id)
                since = None if made is None else made - 1
                await self.show_hand(interaction, table, nowhere, heard_since=since, played=True)

    async def play_typed(
        self, interaction: Interaction, table_id: str, kind: str, words: Mapping[str, str]
    ) -> None:
        """Play the move that the words of a command describe."""
        services = self._services
        table = await services.tables.get(table_id)
        playable = services.game_of(table)
        wording = services.wording(table, str(interaction.locale))
        command = f"{playable.game.info.key} {kind}"
        await self.play(interaction, table_id, picker(command, playable.render, words, wording))

    async def press_menu(
        self, interaction: Interaction, table_id: str, question_number: int, path: MenuPath
    ) -> None:
        """Go a step deeper into a hand's menu, or play the move that the path has led to.

        Raises Trouble for anybody without a seat.
        """
        services = self._services
        table = await services.table(interaction, table_id)
        seat = table.seat_of(interaction.user.id)
        if seat is None:
            raise _not_seated(interaction, table)
        wording = services.wording(table, str(interaction.locale))
        found: list[MenuMove] = []
        action = None
        if seat in table.to_act() and question_number == table.question_number(seat):
            render = services.game_of(table).render
            legal, view = table.legal(seat), table.view(seat)
            action = chosen(render, legal, view, wording, path)
            if action is None:
                found = menu_moves(render, legal, view, wording)
        if leads_on(found, path):
            await self.show_hand(interaction, table, path=path)
            return

        def pick(_view: SeatView[Any, Any], _legal: list[Any]) -> Any:
            # Called only if the question is still the same, so the moves found above are still
            # right.
            if action is None:
                raise no_move(found, path, wording)
            return action

        # Whether it is their turn and the move is legal is checked under the table's lock.
        await self.play(interaction, table_id, pick, question_number)

    async def hint(self, interaction: Interaction, table_id: str, question_number: int) -> None:
        """Say on the hand which move the strongest computer prefers, and why.

        If no worker has found it in time, it is the rule of thumb's. Raises Trouble if there are no
        hints here, or the rule of thumb fails as well.
        """
        services = self._services
        table = await services.table(interaction, table_id)
        seat = table.seat_of(interaction.user.id)
        if seat is None:
            raise _not_seated(interaction, table)
        if not table.practice:
            raise Trouble(_("There are hints only in games with computers and nobody else."))
        if seat not in table.to_act() or question_number != table.question_number(seat):
            await self.show_moved_on(interaction, table, Trouble(STALE))
            return
        view, legal = table.view(seat), table.legal(seat)
        action = await self._searched(table.game_key, view)
        no_search = action not in legal
        if no_search:
            # Whoever asks again about the same question gets the same answer.
            chance = random.Random(f"{table.id}:{question_number}")
            action = by_thumb(services.players, table.game_key, view, legal, chance)
        if action is None:
            raise Trouble(_("I couldn't think of a hint just now. Try again soon."))
        wording = services.wording_to(interaction, table)
        render = services.game_of(table).render
        found = menu_moves(render, [action], view, wording)
        only = len(legal) == 1
        text = render.advice(action, view, wording, by_thumb=no_search, only=only)
        advice = Advice(question_number, found[0].path, text)
        await self.show_hand(interaction, table, heard_since=table.step(), advice=advice)

    async def _searched(self, game_key: str, view: SeatView[Any, Any]) -> Action | None:
        """Return what the strongest computer would do; None if no worker says so in time."""
        try:
            async with asyncio.timeout(HINT_SECONDS):
                return await self._services.workers.think(Job(game_key, LEVELS[-1], view))
        except (NoAnswer, TimeoutError):
            return None

    async def tips(self, interaction: Interaction, table_id: str, *, wanted: bool) -> None:
        """Help a person through this kind of game from now on, or no more; show their hand."""
        table = await self._services.table(interaction, table_id)
        if not table.sits(interaction.user.id):
            raise NotAtTable
        readers = self._services.tables.readers
        await readers.say(interaction.user.id, [table.game_key], not wanted)
        await self.show_hand(interaction, table)

    async def show_moved_on(
        self, interaction: Interaction, table: Table, trouble: Trouble, more: str = ""
    ) -> None:
        """Show the fresh hand in place of an old one, and say what has happened meanwhile, with
        `more` (finished words).

        If it was their own move, as when a button is pressed twice, they are told so.
        """
        wording = wording_of(interaction)
        notice = wording.sentences(trouble.say(wording.gettext), more)
        seat = table.seat_of(interaction.user.id)
        since = None if seat is None else min(table.last_step_of(seat), table.step() - 1)
        await self.show_hand(interaction, table, notice, heard_since=since)

    async def show_hand(
        self,
        interaction: Interaction,
        table: Table,
        notice: str = "",
        path: MenuPath = (),
        heard_since: int | None = None,
        played: bool = False,
        advice: Advice | None = None,
        meanwhile: Notice | None = None,
    ) -> None:
        """Show a person their hand, with `notice` (finished words) above it.

        `path` is how far into the menu they have gone. The hand stays open: it is drawn again when
        what it shows has changed, as long as Discord allows. Below all this is what their seat has
        heard after the step `heard_since`; None means after its last move and, deeper in the
        menu, nothing. `played` says that this answers a move, `advice` is the hint they asked for.
        Instead of what their seat has heard, `meanwhile` may tell it. Raises Trouble without one.
        """
        notice = notice or _nowhere(interaction, table)
        await self._services.tables.readers.read(interaction.user.id, table.game_key)
        seat = _own_seat(interaction, table)
        language = str(interaction.locale)
        await self._services.learn_honours(table)
        next_table = await self.hands.screens.next_table(interaction, table, seat, path)
        revision, newest, now = table.revision, table.step(), self._services.tables.now()
        question = table.question_number(seat) if path else -1
        step = table.last_step_of(seat) if heard_since is None else heard_since
        if self._services.tables.call_ways.dms_refused(interaction.user.id, untold=True):
            notice = await self._told_dms_refused(interaction, notice)
        said, seen = Notice(notice), self._seen(interaction, table)
        if not path:
            said = self.hands.screens.heard(table, seat, language, step, notice, seen)
        if meanwhile is not None:
            # It tells how rounds ended, too.
            said = replace(meanwhile, first=notice)
        if played:
            said = _ticked(said, wording_of(interaction))
        make = partial(self.hands.screens.page, table, seat, language, path, advice, next_table)
        # Before anything is waited for: the table may be closed meanwhile.
        said = NO_NOTICE if table.phase == "cancelled" else said
        screens = list[Page]()

        def above(page: Page) -> Page:
            screens.append(fitted(page, said, over=table.phase == "finished"))
            return screens[-1]

        with self.hands.in_use(table.id, interaction.user.id) as hand:
            new = not interaction.response.is_done() and not pressed_on_own(interaction)
            shown, late = await self._show(interaction, make, above)
            if shown is not None:
                opened = OpenHand(
                    interaction, path, shown, seat, step, now, newest, new, said, advice=advice
                )
                opened.told = told_on(screens[-1], said)
                opened.seen, opened.question = seen or frozenset(), question
                hand.lay_open(opened, behind=late or table.revision != revision)

    def _seen(self, interaction: Interaction, table: Table) -> frozenset[str] | None:
        """Return what the hand pressed on has told; None for whoever asks for a new one."""
        if not pressed_on_own(interaction):
            return None
        return self.hands.lines_seen(table.id, interaction.user.id)

    async def _told_dms_refused(self, interaction: Interaction, notice: str) -> str:
        """Return a notice that also says, once, that the person's direct messages are closed."""
        tables, person = self._services.tables, interaction.user.id
        await tables.store.calls.note_told_dms_refused(person)
        tables.call_ways.note_dms_refused(person, 2)
        said = wording_of(interaction).gettext(DMS_REFUSED)
        return f"{notice}\n{said}" if notice else said

    async def _show(
        self,
        interaction: Interaction,
        make: Callable[..., Page],
        above: Callable[[Page], Page],
    ) -> tuple[Page | None, bool]:
        """Show a hand with the picture that its message bears, with one drawn soon, or in words.

        `make` returns it, drawn or not, and `above` puts the notice there.
        Return what was shown, None if it didn't arrive, and whether a picture is to follow.
        """
        page = make(drawn=may_draw(interaction))
        if bears_picture(interaction, page):
            # It may be gone: another press on the same message may have been answered meanwhile.
            with suppress(PictureRefused):
                there = await show_with_picture(interaction, above(page), keeps=True)
                return page if there else None, False
        pngs = await self._services.pngs(page, PICTURE_SECONDS)
        kept = picture_kept(interaction, page)
        for below in () if pngs is None else (kept, None) if kept is not None else (None,):
            with suppress(PictureRefused):
                there = await show_with_picture(interaction, above(page), pngs, kept=below)
                return page if there else None, False
        late = page.image is not None and pngs is None
        page = make(drawn=False) if page.image is not None else page
        return page if await show(interaction, above(page)) else None, late

    async def show_begun(self, interaction: Interaction, table: Table) -> None:
        """Show the hand of a game that the person has started, and where its board is.

        The hand comes below the board, unless that takes long.
        """
        gettext = wording_of(interaction).gettext

        async def say(text: str) -> None:
            now = await self._services.tables.get(table.id)
            notice = gettext(text, place=f"<#{now.place_id}>")
            if interaction.response.is_done():
                await self.hands.say_above(now, interaction, notice)
            else:
                await self.show_hand(interaction, now, notice)

        came_of = partial(self._messages.came_of, table.id)
        await say_outcome(BEGUN, came_of, say, soon=outcomes.AT_START)

    async def show_named_hand(self, interaction: Interaction, table_id: str) -> None:
        """Show a person their hand at a table of this server; where computers finish its game, also
        why.
        """
        services, notice = self._services, ""
        table = await services.table(interaction, table_id)
        if (
            table.phase == "playing"
            and table.left_to_computers()
            and table.sits(interaction.user.id)
        ):
            notice = await why_finishing(services, interaction, table)
        await self.show_hand(interaction, table, notice)

    async def show_board(self, interaction: Interaction, table_id: str) -> None:
        """Put a table's board up again in this channel, and wake the table if it sleeps.

        Raises Trouble in the lobby, and if there is none.
        """
        table = await self._services.table(interaction, table_id)
        if not table.sits(interaction.user.id):
            raise _not_seated(interaction, table)
        channels.demand_allowed(interaction)
        if table.phase == "cancelled":
            raise Trouble(OVER)
        assert interaction.channel_id is not None
        if table.phase == "lobby" and table.channel_id != interaction.channel_id:
            raise Trouble(
                _("The game hasn't begun. Find it in {channel}."),
                channel=f"<#{table.channel_id}>",
            )
        await self._messages.bring_to(table, interaction.user.id, interaction.channel_id)
        await say_outcome(
            BROUGHT,
            partial(self._messages.came_of, table.id),
            partial(say, interaction),
            soon=0,
        )


def _own_seat(interaction: Interaction, table: Table) -> int:
    """Return which seat's hand somebody sees. Raises Trouble if there is none to show."""
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise _not_seated(interaction, table)
    if table.phase == "cancelled" and not pressed_on_own(interaction):
        raise Trouble(OVER)
    return seat


def _not_seated(interaction: Interaction, table: Table) -> Trouble:
    """Return what somebody is told who has no hand at a table: what they can do instead."""
    if table.phase == "lobby":
        return NotAtTable()
    gettext = wording_of(interaction).gettext
    if table.over:
        way = Button(routes.REPLAY_AT(table.id, 0), gettext("Replay"))
        if table.night_id is not None:
            way = Button(routes.SHOW_NIGHT(table.night_id), gettext("Show the night"))
        return NotSeated(Page("", gettext(OVER), rows=((way,),)))
    way = Button(routes.GALLERY(), gettext("All games"))
    said = NotAtTable(_("You aren't playing at this table. Watch here, or join the next game."))
    if table.night_id is not None:
        way = Button(routes.SHOW_NIGHT(table.night_id), gettext("Show the night"))
        said = NotAtTable(
            _(
                "You aren't playing at this table. **Show the night** says whether you can still "
                "play tonight."
            )
        )
    return NotSeated(Page("", said.say(gettext), rows=((way,),)))


def _nowhere(interaction: Interaction, table: Table) -> str:
    """Return why a sleeping table has no board; "" if it has one."""
    return nowhere_line(table.place_code, wording_of(interaction)) if table.asleep else ""


def _ticked(notice: Notice, wording: Wording) -> Notice:
    """Return what was heard about a move, ticked off; a plain sentence if there is nothing."""
    if notice == NO_NOTICE:
        return Notice(wording.gettext("✓ You've made your move."))
    return replace(notice, ticked=True)
