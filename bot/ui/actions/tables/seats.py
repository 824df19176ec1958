"""Seats: leaving and coming back, taking a seat over, removing somebody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.nights.guest_presses import press_home
from bot.nights.more_tables import others_wait
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.trouble import Blocked, Finishing, NotAtTable, SeatTaken, Trouble
from bot.tables.who_decides import only_asks, removable
from bot.ui.actions.nights.nights import NightActions
from bot.ui.actions.rights import (
    demand_right,
    demand_right_over_others,
    press_of,
    removable_by,
)
from bot.ui.actions.tables.finishing import note_here, plays_on, why_finishing
from bot.ui.actions.tables.lobby import Lobby
from bot.ui.actions.tables.open_seats import SeatElsewhere, demand_unseated
from bot.ui.actions.tables.play import Play
from bot.ui.actions.tables.seat_names import may_be_kicked, seat_named
from bot.ui.actions.tables.table_page import TablePage
from bot.ui.pages import routes
from bot.ui.pages.nights.own_table import late_line
from bot.ui.pages.nights.standings_page import SHOWN_HALF
from bot.ui.pages.page import Button, Page
from bot.ui.pages.tables.absent_words import away_costs, minded_line
from bot.ui.pages.tables.end_page import back_button, kick_page, leave_page
from bot.ui.pages.tables.fit import Notice
from bot.ui.pages.tables.hand import MOST_HEARD
from bot.ui.pages.tables.my_tables import table_address
from bot.ui.pages.tables.table_lines import lacks, lines_of
from bot.ui.pages.tables.verb_words import VERB_WORDS
from bot.ui.pages.what_happened import Told
from bot.ui.pages.wording import Wording, plain_name
from bot.ui.posting.replies import person_of, pressed_on_own, show, wording_of
from bot.ui.posting.tables.table_messages import TableMessages
from bot.ui.services import Interaction, Services

LEFT: Final = _(
    "You have left the game. A computer plays for you until you press **I'm back**, or somebody "
    "takes your seat."
)
LEFT_ALONE: Final = _(
    "You have left the game, and it waits, as nobody is there: press **I'm back** to return. "
    "Until then somebody else may take your seat."
)
MAY_FINISH: Final = _("If nobody comes back for some minutes, computers may finish the game.")
NOT_YOUR_SEAT: Final = _("You aren't playing at this table. **I'm back** is for those who do.")
OFF_LIST: Final = _("You won't be seated in later rounds. Thanks for playing!")
STILL_LISTED: Final = _(
    "You're still on the list for the next round, unless you press **I'm going home**."
)


class Seats:
    """Who sits where once the game is on. Every method answers or raises Trouble."""

    def __init__(
        self,
        services: Services,
        messages: TableMessages,
        play: Play,
        lobby: Lobby,
        page: TablePage,
        nights: NightActions,
    ) -> None:
        self._services = services
        self._nights = nights
        self._messages = messages
        self._play = play
        self._lobby = lobby
        self._page = page

    async def ask_to_leave(self, interaction: Interaction, table_id: str) -> None:
        """Say what leaving means, and ask whether the person really leaves."""
        table = await self._services.table(interaction, table_id)
        seat = table.seat_of(interaction.user.id)
        if seat is None:
            raise NotAtTable
        if table.phase != "playing" or not table.seats[seat].here:
            await self._page.show(interaction, table_id)
            return
        wording = self._services.wording_to(interaction, table)
        playable = self._services.games.get(table.game_key)
        person = interaction.user.id
        night = await plays_on(self._services, table, person)
        waited = table.night_id is not None and others_wait(
            await self._services.nights.get(table.night_id), person
        )
        page = leave_page(
            playable, table.face(), seat, wording, plays_on=night is not None, others_wait=waited
        )
        await show(interaction, page)

    async def leave_for_home(self, interaction: Interaction, table_id: str) -> None:
        """Give up one's seat, and have none in later rounds of the night."""
        table = await self._services.table(interaction, table_id)
        night = await plays_on(self._services, table, interaction.user.id)
        if night is not None:
            press = await press_of(self._services, interaction)
            await self._services.nights.answer(night.id, press, press_home())
        await self.leave(interaction, table_id, went_home=night is not None)

    async def leave(
        self, interaction: Interaction, table_id: str, *, went_home: bool = False
    ) -> None:
        """Give up one's seat: in the lobby for good, at play until one is back. `went_home` tells
        whether the same press took the person off the night's list.
        """
        await self._services.table(interaction, table_id)
        table = await self._services.table_verbs.leave(table_id, person_of(interaction))
        if table.phase != "playing":
            await self._lobby.say_left(interaction, table)
            return
        night = await plays_on(self._services, table, interaction.user.id)
        wording = wording_of(interaction)
        said = wording.sentences(wording.gettext(LEFT), away_costs(table, wording))
        if table.deserted():
            ends = wording.gettext(MAY_FINISH) if table.night_id is not None else ""
            said = wording.sentences(wording.gettext(LEFT_ALONE), ends)
        extra: tuple[Button, ...] = ()
        if went_home:
            said = f"{said}\n{wording.gettext(OFF_LIST)}"
        elif night is not None:
            said = f"{said}\n{wording.gettext(STILL_LISTED)}"
            extra = (Button(routes.PRESS_HOME(night.id), wording.gettext("I'm going home")),)
        await self._messages.wake_if_asleep(table)
        back = back_button(table_id, wording)
        await show(interaction, Page("", said, rows=((back, *extra),)))

    async def back(self, interaction: Interaction, table_id: str) -> None:
        """Take one's seat again; see what was played meanwhile, and the hand."""
        services = self._services
        table = await services.table(interaction, table_id)
        with self._play.hands.in_use(table.id, interaction.user.id):
            try:
                table, away_since = await services.table_verbs.back(
                    table_id, person_of(interaction)
                )
            except NotAtTable:
                raise await self._not_theirs(table, interaction.user.id) from None
            except Trouble as trouble:
                await self._say_not_back(interaction, table, trouble)
            else:
                await self._messages.wake_if_asleep(table)
                meanwhile = await self._meanwhile(interaction, table, away_since)
                await self._play.show_hand(
                    interaction,
                    table,
                    meanwhile.first,
                    heard_since=table.step(),
                    meanwhile=meanwhile,
                )

    async def _not_theirs(self, table: Table, person: int) -> NotAtTable:
        """Return why somebody without a seat can't come back: who has taken theirs, if anybody."""
        for act in await self._services.tables.store.table_events(table.id):
            if (act.what, act.whom) == ("replaced", person) and act.seat is not None:
                name = plain_name(table.seats[act.seat].name)
                return NotAtTable(_("Your seat went to {name} meanwhile."), name=name)
        return NotAtTable(NOT_YOUR_SEAT)

    async def _say_not_back(self, interaction: Interaction, table: Table, trouble: Trouble) -> None:
        """Say to somebody why they can't come back to their game; at a table of a night they count
        as here all the same, and read in which round they play.
        """
        again = await note_here(self._services, interaction, table)
        if isinstance(trouble, Finishing):
            why = await why_finishing(self._services, interaction, table)
            await self._play.show_hand(interaction, table, why)
        elif pressed_on_own(interaction):
            await self._play.show_moved_on(interaction, table, trouble, again)
        elif again:
            wording = wording_of(interaction)
            said = wording.sentences(trouble.say(wording.gettext), again)
            await show(interaction, Page("", said))
        else:
            raise trouble

    async def _meanwhile(
        self, interaction: Interaction, table: Table, away_since: int | None
    ) -> Notice:
        """Return a greeting, and the newest of what the person's seat has heard since a step: what
        a computer did there, and as much of the rest as there is room for.
        """
        wording = self._services.wording(table, str(interaction.locale))
        hello = wording.gettext("You are back.")
        seat = table.seat_of(interaction.user.id)
        late = "" if seat is None else await self._late_words(table, seat, wording)
        if away_since is None or seat is None:
            return Notice(late + hello)
        heard, minded = await self._services.history.heard_since(table, seat, away_since)
        events = [each for each in heard if not _of_absence(each, seat)]
        playable = self._services.game_of(table)
        others = {event: move for event, move in minded.items() if move.seat != seat}
        plain = lines_of(playable, table, events, wording, seat, minded=others)
        lines = lines_of(playable, table, events, wording, seat, minded=minded)
        pairs = zip(lines, plain, strict=True)
        told = [Told(line, touches=line != own, minded=line != own) for line, own in pairs]
        # There is room only for the newest of them.
        moves = {move for move in minded.values() if move.seat == seat}
        by_computer = wording.sentences(hello, minded_line(len(moves), wording))
        newest = _newest(told)
        return Notice(
            late + (wording.gettext("You are back. Meanwhile:") if told else hello),
            newest,
            minded=late + by_computer,
            lacks=lacks(table, wording, len(told) - len(newest)),
        )

    async def _late_words(self, table: Table, seat: int, wording: Wording) -> str:
        """Return a line on what somebody gets who comes to their table of a night after its deal;
        "" for others.
        """
        if table.night_id is None:
            return ""
        night = await self._services.nights.get(table.night_id)
        said = late_line(night, table, seat, wording)
        return f"{said}\n" if said else ""

    async def replace(self, interaction: Interaction, table_id: str, seat: int) -> None:
        """Take over a seat that somebody has left; the answer is its hand."""
        table, person = await self._services.table(interaction, table_id), person_of(interaction)
        try:
            await demand_unseated(self._services, table, person)
            table = await self._services.table_verbs.replace(table_id, person, seat)
        except Trouble as trouble:
            if table.night_id is None:
                raise
            await self._say_not_theirs(interaction, table_id, seat, trouble)
            return
        await self._messages.wake_if_asleep(table)
        wording = wording_of(interaction)
        notice = wording.gettext("This seat is yours now, and so is its hand.")
        if table.night_id is not None:
            playing = (await self._services.nights.get(table.night_id)).playing
            half = wording.gettext(
                "You sat out: you get at least {half} night points, even if your place brings "
                "none.",
                half=SHOWN_HALF,
            )
            sat_out = playing is not None and person.id in playing.seating.seated.sit_outs
            notice = wording.sentences(notice, half if sat_out else "")
        if interaction.channel_id != (table.place_id or table.channel_id):
            # It was pressed on a night's card, or in its thread.
            link = f"[{wording.gettext('Go to the table')}]({table_address(table)})"
            notice = wording.sentences(notice, link)
        await self._play.show_hand(interaction, table, notice, heard_since=table.step())

    async def _say_not_theirs(
        self, interaction: Interaction, table_id: str, number: int, trouble: Trouble
    ) -> None:
        """Say to somebody why they can't take a seat at a table of a night, and how they play."""
        table, wording = await self._services.tables.get(table_id), wording_of(interaction)
        notice = trouble.say(wording.gettext)
        if isinstance(trouble, SeatTaken) and (seat := table.seats[number]).person > 0:
            name = wording.addressed(plain_name(seat.name))
            # Of their own seat the night says it.
            own = seat.first == interaction.user.id
            went = _("That seat went to {name} meanwhile.")
            notice = "" if own else wording.gettext(went, name=name)
        stuck = isinstance(trouble, Blocked | SeatElsewhere) or table.sits(interaction.user.id)
        if stuck or not await self._nights.show_without_seat(
            interaction, table, notice, waits=True
        ):
            await show(interaction, Page("", notice))

    async def replace_named(self, interaction: Interaction, table_id: str, text: str) -> None:
        """Take over a seat, named by its number or by who sat there."""
        table = await self._services.table(interaction, table_id)
        await self.replace(interaction, table_id, seat_named(table, text, table.free()))

    async def removable_by(self, interaction: Interaction, table: Table) -> tuple[int, ...]:
        """Return the seats of those whom the person who asks may remove now."""
        return await removable_by(self._services, interaction, table)

    async def kick_named(self, interaction: Interaction, table_id: str, text: str) -> None:
        """Remove a person from the table, by their name or the number of their seat; in play that
        is asked about first, and the host asks the others to go on without them.
        """
        table = await self._services.table(interaction, table_id)
        await demand_right(self._services, interaction, table)
        seat = seat_named(table, text, may_be_kicked(table))
        await self._kick(interaction, table, seat, table.seats[seat].person)

    async def kick_person(
        self, interaction: Interaction, table_id: str, whom: int, *, sure: bool = False
    ) -> None:
        """Remove a person from the table, wherever they sit; in play ask first unless `sure`.

        Raises Trouble if they don't sit there.
        """
        table = await self._services.table(interaction, table_id)
        seat = table.seat_of(whom)
        if seat is None:
            raise Trouble(_("That player isn't at this table any more."))
        await self._kick(interaction, table, seat, whom, sure=sure)

    async def _kick(
        self, interaction: Interaction, table: Table, seat: int, whom: int, *, sure: bool = False
    ) -> None:
        right = await demand_right_over_others(self._services, interaction, table)
        by, now = interaction.user.id, self._services.tables.now()
        asks = table.phase == "playing" and not only_asks(table, right)
        if asks and not sure and seat in removable(table, by, right, now):
            wording = self._services.wording_to(interaction, table)
            playable = self._services.games.get(table.game_key)
            costs = right == "night" and await self._services.night_verbs.costs(
                table.id, person_of(interaction), seat
            )
            await show(interaction, kick_page(playable, table.face(), seat, wording, costs=costs))
            return
        name = self._services.wording(table, str(interaction.locale)).name(seat)
        table = await self._services.table_verbs.kick(
            table.id, person_of(interaction), right, seat, whom
        )
        if only_asks(table, right):
            text = VERB_WORDS["stand_in"].done
            await self._page.say_decided(interaction, table, text, name=name)
            return
        if table.phase == "lobby":
            text = _("{name} was removed from the table.")
        else:
            text = _("{name} was removed from the table. A computer is playing that seat now.")
        await self._page.say_done(interaction, table, text, name=name)


OVER_NOW: Final = ("left", "away", "freed", "back")
"""What somebody knows of their own seat once they are back, and what holds no more then."""


def _newest(told: Sequence[Told]) -> tuple[Told, ...]:
    """Return the newest lines, in order: those first about what a computer did for somebody."""
    places = sorted(range(len(told)), key=lambda at: (told[at].minded, at))[-MOST_HEARD:]
    return tuple(told[at] for at in sorted(places))


def _of_absence(event: object, seat: int) -> bool:
    """Tell whether an event says that the person on a seat went or came back, which nobody else has
    decided.
    """
    if not isinstance(event, TableEvent) or event.seat != seat:
        return False
    return event.what in OVER_NOW and event.role in ("player", "clock")
