"""What the leaders of a game night do for those who wait while a round is played."""

from __future__ import annotations

from bot.nights.more_tables import demand_played, let_in
from bot.tables.trouble import Trouble
from bot.ui.actions.nights.night_desk import NightDesk
from bot.ui.actions.rights import led_night
from bot.ui.pages.nights.night_waiting import added_text, waiting_page
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services


class NightWaiting:
    """One more table for those who wait. Every method answers or raises Trouble."""

    def __init__(self, services: Services, desk: NightDesk) -> None:
        self._services = services
        self._desk = desk

    async def show(
        self, interaction: Interaction, night_id: str, number: int, picked: str = ""
    ) -> None:
        """Show who waits and where they would sit, of the game that was picked if it can be; or the
        desk, if that round isn't played now.
        """
        night, press = await led_night(self._services, interaction, night_id)
        wording = wording_of(interaction)
        try:
            demand_played(night, press, number)
        except Trouble as trouble:
            await self._desk.show(interaction, night_id, trouble.say(wording.gettext))
            return
        runner = self._services.round_runner
        after = let_in(night)
        guests, sizes = await runner.waiting(after)
        of_game = await runner.waiting_for_each_game(after, guests)
        if picked in of_game:
            sizes = of_game[picked]
        others = [key for key in of_game if sizes is None or {*sizes.games} != {key}]
        games, short = (
            self._services.some_games_of(night),
            runner.short_now(night),
        )
        picked = picked if picked in of_game else ""
        tables = (await self._desk.facts(night)).tables
        page = waiting_page(night, guests, sizes, games, wording, short, picked, others, tables)
        await show(interaction, page)

    async def deal(
        self, interaction: Interaction, night_id: str, number: int, picked: str = ""
    ) -> None:
        """Deal one more table in the round of that number, for those who wait now."""
        night, press = await led_night(self._services, interaction, night_id)
        dealt = self._services.round_runner.seat_waiting(night_id, press, number, picked)
        before = 0 if night.playing is None else len(night.playing.seating.seated.tables)
        wording = wording_of(interaction)
        try:
            said = added_text(await dealt, before, wording)
        except Trouble as trouble:
            said = trouble.say(wording.gettext)
        await self._desk.show(interaction, night_id, said)
