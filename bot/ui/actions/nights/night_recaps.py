"""What people do with a night's results: look at them, correct them, plan the same night again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.after_night import (
    LONGEST_REASON,
    SamePlaces,
    as_typed,
    correct_result,
    corrections_of,
    reordered,
    same_again,
)
from bot.nights.dates import read_stored
from bot.nights.leading import demand_impartial
from bot.nights.night import Night, NoNight, Press, demand_open
from bot.tables.results import SeatResult, nobodys, of_seats, order_of
from bot.tables.trouble import NoTable, Trouble
from bot.ui.actions.nights.night_planning import NightPlanning
from bot.ui.actions.nights.nights import NightActions
from bot.ui.actions.nights.typed_orders import (
    named_order,
    order_text,
    order_typed,
    plain_name_list,
)
from bot.ui.actions.rights import followed_night, known_of, led_night, night_here, press_of
from bot.ui.actions.tables.finished_games import FinishedGames
from bot.ui.actions.typed_names import night_meant, night_options
from bot.ui.pages.form import filled_in
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.desk_more import (
    ask_corrected_page,
    correct_form,
    correct_page,
    corrected_page,
    no_points_line,
    which_correction,
)
from bot.ui.pages.nights.night_ranking import points_changes
from bot.ui.pages.nights.night_words import as_of, which_night
from bot.ui.pages.nights.own_table import seat_text
from bot.ui.pages.nights.points_page import points_page, stays
from bot.ui.pages.nights.replays_page import replays_page
from bot.ui.pages.nights.round_list import unseated_page
from bot.ui.pages.page import ROW, ROWS, Choice, Page
from bot.ui.pages.typed_words import MOST_CHOICES, Suggestion, folded, meant, narrowed
from bot.ui.pages.wording import Wording, bare_name, escaped, plain_name
from bot.ui.posting.forms import Forms, Keeper, again_page, show_again
from bot.ui.posting.nights.night_rounds import recap_facts
from bot.ui.posting.replies import Which, say, show, tell, wording_of
from bot.ui.services import Interaction, Services

NONE_ENDED: Final = _("No game of a night has ended at that table.")
MOST_LOOKED = 100
"""How many past nights are looked through for what somebody types."""
LONGEST_CHOICE = 100
LONGEST_PLACES: Final = 200
"""The most characters of an order of places."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A correction that somebody is asked about."""

    order: list[list[int]]
    reason: str
    before: list[list[int]]
    """The order as it was when they were asked."""


class NightRecaps:
    """Points, replays and corrections of a night. Every method answers or raises Trouble."""

    def __init__(
        self,
        services: Services,
        finished: FinishedGames,
        planning: NightPlanning,
        forms: Forms,
        guests: NightActions,
    ) -> None:
        self._services = services
        self._nights = services.nights
        self._finished = finished
        self._planning = planning
        self._forms = forms
        self._guests = guests
        self._pages = guests.messages.pages
        self._asked: Keeper[tuple[int, int], _Asked] = Keeper(services.tables.now)

    async def show_points(
        self, interaction: Interaction, night_id: str, at: tuple[int, int] | None = None
    ) -> None:
        """Show the points of a night, and keep them up to date: a part of the rounds and of the
        people.

        The page they were opened from, such as the desk, stays.
        """
        press = await press_of(self._services, interaction)

        async def draw() -> Page:
            night = await self._announced(interaction, night_id)
            facts = await recap_facts(self._services, night)
            wording, now = wording_of(interaction), self._services.tables.now()
            leads = night.leads(press)
            page = points_page(night, facts, wording, interaction.user.id, *at or (), leads=leads)
            if stays(night, facts):
                return page
            return replace(page, text=as_of(now, page.text, wording))

        page = await draw()
        anew = at is None and not self._pages.pressed(night_id, "points", interaction)
        if await show(interaction, page, anew=anew):
            await self._pages.lay_open(night_id, "points", interaction, page, draw)

    async def show_named(self, interaction: Interaction, typed: str) -> None:
        """Show the points of the night that was typed. Raises Which if several fit."""
        nights = await self.nights(interaction)
        found = meant(night_options(nights), typed)
        if len(found) > 1:
            called = [each for each in nights if each.id in [one.value for one in found]]
            raise Which(which_night(called, ("standings",), wording_of(interaction)))
        if found:
            await self.show_points(interaction, found[0].value)
            return
        try:
            await self.show_points(interaction, folded(typed))
        except NoNight:
            night_meant([], typed)

    async def _announced(self, interaction: Interaction, night_id: str) -> Night:
        """Return a night of this server that everybody may know of."""
        night = await night_here(self._services, interaction, night_id)
        if night.row.state == "draft":
            raise NoNight
        return night

    async def show_replays(self, interaction: Interaction, night_id: str, start: int = 0) -> None:
        """Show the games of a night to choose one from, and keep up to date who has won them."""

        async def draw() -> Page:
            night = await self._announced(interaction, night_id)
            facts = await recap_facts(self._services, night)
            wording, me = wording_of(interaction), interaction.user.id
            return replays_page(night, facts, wording, me, start)

        page = await draw()
        if await show(interaction, page):
            await self._pages.lay_open(night_id, "replays", interaction, page, draw)

    async def replay(self, interaction: Interaction, night_id: str, table_id: str) -> None:
        """Show a game of a night. Raises NoTable if it isn't one of the night's."""
        await night_here(self._services, interaction, night_id)
        if (await self._services.tables.get(table_id)).night_id != night_id:
            raise NoTable
        await self._finished.replay(interaction, table_id)

    async def say_where(self, interaction: Interaction, night_id: str, number: int) -> None:
        """Say where a person sits in a round, or in the one that was dealt since."""
        night = await night_here(self._services, interaction, night_id)
        newest = max(number, len(night.dealt))
        seat = await self._nights.reader.seat_of(night, interaction.user.id, newest)
        if seat is not None:
            pace, now = await self._nights.pace_now(night), self._services.tables.now()
            await tell(interaction, seat_text(night, seat, pace, now, wording_of(interaction)))
            return
        guest = night.guests.find(interaction.user.id)
        demand_open(night)
        if night.all_played:
            await say(interaction, _("You have no seat in this round."))
        elif guest is None or not guest.here:
            await show(interaction, unseated_page(night, wording_of(interaction)))
        else:
            await self._guests.show_here(interaction, night)

    async def same_again(self, interaction: Interaction, night_id: str) -> None:
        """Make a draft of the next night like this one, and show it to its host."""
        night, press = await followed_night(self._services, interaction, night_id)
        draft = await same_again(self._nights, night.id, press)
        await self._planning.show_draft(interaction, draft)

    async def another_date(self, interaction: Interaction, night_id: str) -> None:
        """Make a draft like a night that nobody has played, and show the form with its date."""
        night, press = await followed_night(self._services, interaction, night_id)
        draft = await same_again(self._nights, night.id, press)
        await self._planning.show_form(interaction, draft.id, anew=True)

    # Corrections

    async def nights(self, interaction: Interaction) -> list[Night]:
        """Return this server's nights that have begun and the person may know of, newest first."""
        guild = interaction.guild_id or 0
        played = await self._nights.reader.of_guild(guild, ("playing",))
        nights = [*reversed(played), *await self._nights.reader.last(guild, MOST_LOOKED)]
        return await known_of(self._services, interaction, nights)

    async def games(self, interaction: Interaction, text: str = "") -> list[Suggestion]:
        """Return the games of nights that the person leads; with a text, those that contain it.

        Those of the newest night are also found by round and table, or by the table alone.
        """
        press = await press_of(self._services, interaction)
        found, titles = list[Suggestion](), set[str]()
        for night in await self.nights(interaction):
            if len(narrowed(found, text)) >= MOST_CHOICES:
                break
            if not night.leads(press):
                continue
            facts = await recap_facts(self._services, night)
            wording, newest = wording_of(interaction), not found
            label = wording.gettext("{title}, round {round}, table {table}")
            ended = {row.table_id for row in facts.results}
            if not newest and night.row.title in titles:
                # Two nights of a name are told apart by their days.
                label = f"{label} · {wording.day(read_stored(night.row.local))}"
            titles.add(night.row.title)
            found += [
                Suggestion(
                    table,
                    label.format(title=bare_name(night.row.title), round=r, table=n),
                    table_names(r, n, wording) if newest else (),
                )
                for table, (r, n) in sorted(facts.tables.items(), key=lambda each: each[1])
                if table in ended
            ]
        return found

    async def order_now(self, interaction: Interaction, typed: str) -> str:
        """Return the order of a game that somebody leads, as it could be typed; "" if none fits."""
        found = meant(await self.games(interaction, typed), typed)
        return await self.typed_now(found[0].value) if len(found) == 1 else ""

    async def ask_correction(self, interaction: Interaction, night_id: str, start: int = 0) -> None:
        """Ask which game of a night a leader wants to correct."""
        night, _press = await led_night(self._services, interaction, night_id)
        facts = await recap_facts(self._services, night)
        wording = wording_of(interaction)
        label = wording.gettext("Round {round}, table {number}: {names}")
        names = {
            table: wording.series((await self._names(table)).values())
            for table in {row.table_id for row in facts.results}
        }
        games = [
            Choice(table, label.format(round=r, number=n, names=names[table]))
            for table, (r, n) in sorted(facts.tables.items(), key=lambda each: each[1])
            if table in names
        ]
        await show(interaction, correct_page(night, games, wording, start))

    async def show_correction(self, interaction: Interaction, night_id: str, table: str) -> None:
        """Show the form with which a leader corrects a game."""
        night, _press = await led_night(self._services, interaction, night_id)
        if (await self._services.tables.get(table)).night_id != night_id:
            raise NoTable
        most = (LONGEST_PLACES, LONGEST_REASON)
        order = await self.typed_now(table, LONGEST_PLACES)
        form = correct_form(night, table, order, most, wording_of(interaction))
        await self._forms.open(interaction, form, desk_routes.CORRECT_GAME(night_id, table))

    async def correct_by_form(self, interaction: Interaction, night_id: str, table: str) -> None:
        """Ask whether a game should really be corrected as the form says."""
        await led_night(self._services, interaction, night_id)
        sent = filled_in(interaction.data)
        await self._ask(interaction, table, sent.get("places", ""), sent.get("reason", ""))

    async def correct_typed(
        self, interaction: Interaction, table: str, places: str, reason: str
    ) -> None:
        """Ask whether the game that was typed should really be corrected; if that can't be done, a
        form has all that was typed.

        Raises Which if several games could be meant, and Trouble without any, or for somebody who
        may not correct it.
        """
        found, wording = [folded(table)], wording_of(interaction)
        if not await self._services.tables.store.results.of_table(found[0]):
            found = [each.value for each in meant(await self.games(interaction, table), table)]
        forms: list[Choice] = []
        for each in found[: ROW * ROWS] or [""]:
            night, _press, _rows = await self._correctable(interaction, each)
            opener = desk_routes.CORRECT_GAME(night.id, each)
            self._forms.keep(interaction, opener, {"places": places, "reason": reason})
            forms.append(Choice(opener, await self._dated(night, each, wording)))
        if len(forms) > 1:
            raise Which(which_correction(forms, wording))
        try:
            await self._ask(interaction, found[0], places, reason)
        except Trouble as trouble:
            await show_again(interaction, trouble.say(wording.gettext), forms[0].value)

    async def _dated(self, night: Night, table_id: str, wording: Wording) -> str:
        """Return which table of a night it is, and of which day."""
        table = await self._services.tables.get(table_id)
        where = wording.gettext(
            "Round {round}, table {table}", round=table.night_round, table=table.night_table
        )
        return f"{where} · {wording.day(read_stored(night.row.local))}"

    async def _correctable(
        self, interaction: Interaction, table_id: str
    ) -> tuple[Night, Press, list[SeatResult]]:
        """Return a game's night, who presses, and its results. Raises Trouble without such a game,
        or for somebody who may not correct it.
        """
        store, none = self._services.tables.store, Trouble(NONE_ENDED)
        rows = of_seats(await store.results.of_table(table_id))
        if not rows or rows[0].night_id is None or rows[0].guild_id != interaction.guild_id:
            raise none
        try:
            night, press = await led_night(self._services, interaction, rows[0].night_id)
        except NoNight:
            raise none from None
        played = await self._services.tables.get(table_id)
        await demand_impartial(self._services.tables.servers, night, press, played)
        return night, press, as_typed(rows, await corrections_of(self._nights, night))

    async def _ask(self, interaction: Interaction, table_id: str, places: str, reason: str) -> None:
        """Show what would change if a game's seats were put in another order. Raises Trouble
        without such a game, or a reason.
        """
        night, _press, rows = await self._correctable(interaction, table_id)
        reason = reason[:LONGEST_REASON].strip()
        if not reason:
            raise Trouble(_("Say why. Everybody reads it on the recap."))
        order = order_typed(places, rows, await self._names(table_id))
        await self._show_changes(interaction, night, rows, _Asked(order, reason, order_of(rows)))

    async def _show_changes(
        self, interaction: Interaction, night: Night, rows: list[SeatResult], asked: _Asked
    ) -> None:
        wording, table_id = wording_of(interaction), rows[0].table_id
        without = no_points_line(await self._needlessly_ahead(table_id, asked.order), wording)
        try:
            after = reordered(rows, asked.order)
        except SamePlaces as same:
            same.more = without
            raise
        self._asked.put((interaction.user.id, interaction.id), asked)
        facts = await recap_facts(self._services, night)
        changed = await self._nights.reader.points_with(night, after)
        changes = points_changes(facts, changed, interaction.user.id, wording)
        text = wording.gettext(
            "**New order** {order}\n**Reason** {reason}",
            order=plain_name_list(asked.order, await self._names(table_id)),
            reason=escaped(asked.reason),
        )
        where = await self._dated(night, table_id, wording)
        text = "\n".join(filter(None, (f"-# {where}", text, without)))
        way = desk_routes.CORRECTED(night.id, table_id, interaction.id)
        await show(interaction, ask_corrected_page(night, way, text, changes, wording))

    async def correct(
        self, interaction: Interaction, night_id: str, table_id: str, question: int
    ) -> None:
        """Put a game's seats in the order that somebody was asked about; ask anew if another has
        corrected it meanwhile.
        """
        await led_night(self._services, interaction, night_id)
        night, press, rows = await self._correctable(interaction, table_id)
        asked, wording = self._asked.get((interaction.user.id, question)), wording_of(interaction)
        if asked is None:
            why = wording.gettext("What you typed isn't kept any more.")
            opener = desk_routes.CORRECT_GAME(night_id, table_id)
            await show(interaction, again_page(why, opener, interaction))
            return
        if order_of(rows) != asked.before:
            anew = replace(asked, before=order_of(rows))
            await self._show_changes(interaction, night, rows, anew)
            return
        names = await self._names(table_id)
        said = named_order(asked.order, names)
        await correct_result(
            self._nights, night.id, press, table_id, asked.order, asked.reason, said
        )
        done = wording.gettext(
            "Corrected: {order}. Reason: {reason}",
            order=plain_name_list(asked.order, names),
            reason=escaped(asked.reason),
        )
        await show(interaction, corrected_page(night, table_id, done, wording))

    async def _names(self, table_id: str) -> dict[int, str]:
        table = await self._services.tables.get(table_id)
        wording = self._services.wording(table)
        return {seat: wording.bare(seat) for seat in range(len(table.seats))}

    async def _needlessly_ahead(self, table_id: str, order: list[list[int]]) -> list[str]:
        """Return who has a seat at the end of a game whose points are nobody's, as too few of its
        moves were theirs, and comes in an order before others, or with them.
        """
        table, names = await self._services.tables.get(table_id), await self._names(table_id)
        rows = await self._services.tables.store.results.of_table(table_id)
        why = nobodys(rows, [seat.person for seat in table.seats])
        few = [
            number
            for number, seat in enumerate(table.seats)
            if seat.level is None and why.get(number) in ("computers", "few")
        ]
        places = {seat: at for at, tied in enumerate(order) for seat in tied}
        last = max((places[seat] for seat in places if seat not in few), default=-1)
        return [plain_name(names[seat]) for seat in few if places[seat] <= last]

    async def typed_now(self, table_id: str, most: int = LONGEST_CHOICE) -> str:
        """Return the order of a game, by name, as it could be typed."""
        rows = of_seats(await self._services.tables.store.results.of_table(table_id))
        if rows and (night_id := rows[0].night_id) is not None:
            night = await self._nights.get(night_id)
            rows = as_typed(rows, await corrections_of(self._nights, night))
        names = await self._names(table_id)
        text = order_text(rows, names)
        return text if len(text) <= most else order_text(rows)


def table_names(round_: int, number: int, wording: Wording) -> tuple[str, ...]:
    """Return how somebody may call a table of a night: by its number, or by round and table."""
    found = [f"{number}", f"T{number}", f"R{round_} T{number}", f"R{round_}T{number}"]
    for each in (wording, wording.in_english()):
        whole = each.gettext("Round {round}, table {table}", round=round_, table=number)
        found += [each.gettext("Table {number}", number=number), whole, whole.replace(",", "")]
    return tuple(found)
