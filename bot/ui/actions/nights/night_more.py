"""What the leaders of a game night do behind *More …* on its desk: how it goes, and its end."""

from __future__ import annotations

from bot.nights import rounds
from bot.nights.announcing import edit
from bot.nights.leading import demand_impartial
from bot.nights.night import CHANGED_MEANWHILE, Night, Press, Rule
from bot.nights.pilot_presses import set_pilot
from bot.tables.trouble import Trouble
from bot.ui.actions.nights.evening_form import evening_form, read_evening
from bot.ui.actions.nights.night_desk import NightDesk
from bot.ui.actions.nights.night_form import scope_asked
from bot.ui.actions.nights.night_planning import NightPlanning
from bot.ui.actions.rights import led_night
from bot.ui.pages.form import filled_in
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.desk_more import more_page
from bot.ui.pages.nights.evening_page import evening_page
from bot.ui.pages.nights.finishing_pages import ToFinish, end_night_page, finish_page
from bot.ui.pages.nights.night_preview import changed_words
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.night_words import SeriesScope
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.posting.forms import Forms
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services
from storage.night_rows import Pilot


class NightMore:
    """The page, the evening, and the end of a night. Every method answers or raises Trouble."""

    def __init__(
        self, services: Services, desk: NightDesk, planning: NightPlanning, forms: Forms
    ) -> None:
        self._services = services
        self._forms = forms
        self._planning = planning
        self._nights = services.nights
        self._desk = desk

    async def show(self, interaction: Interaction, night_id: str) -> None:
        """Show the page: on it a night is changed until it is over."""
        night, _press = await led_night(self._services, interaction, night_id)
        if not night.over:
            await self._planning.show_edit(interaction, night_id)
            return
        await show(interaction, more_page(night, wording_of(interaction)))

    async def ask_to_end(
        self, interaction: Interaction, night_id: str, *, changed: bool = False
    ) -> None:
        """Ask whether the night should really end, and what becomes of games that are on; once more
        if these have `changed`.
        """
        night, press = await led_night(self._services, interaction, night_id)
        await self._nights.demand_possible(night, press, rounds.end())
        facts = await self._desk.facts(night)
        wording, finishing = wording_of(interaction), len(facts.finishing)
        asked = await self._to_finish(night, facts, press, wording)
        page = end_night_page(night, asked, wording, finishing=finishing, changed=changed)
        await show(interaction, page)

    async def finish_and_end(
        self, interaction: Interaction, night_id: str, dealt: int, said: int
    ) -> None:
        """Have computers finish what is played, and end the night; if something else than `said`
        would come of that now, ask again.

        Where the leader plays themselves while another is here to decide, the game goes on.
        """
        night, press = await led_night(self._services, interaction, night_id)
        await self._nights.demand_possible(night, press, rounds.end(dealt))
        facts, wording = await self._desk.facts(night), wording_of(interaction)
        asked = await self._to_finish(night, facts, press, wording)
        if said != asked.sign:
            await self.ask_to_end(interaction, night_id, changed=True)
            return
        # The night ends last: after a kill in between, the same is asked about the rest.
        done = await self._finished(asked, press, wording)
        ended = self._nights.change(night_id, press, rounds.end(dealt))
        notice = await self._desk.tried(interaction, ended)
        await self._desk.show(interaction, night_id, notice or done)

    async def ask_to_finish(
        self, interaction: Interaction, night_id: str, dealt: int, *, changed: bool = False
    ) -> None:
        """Ask whether computers should finish all games of the newest round; once more if these
        have `changed`.
        """
        night, press = await led_night(self._services, interaction, night_id)
        facts, wording = await self._desk.facts(night), wording_of(interaction)
        if dealt != len(night.dealt) or not facts.in_a_hurry:
            await self._desk.show(interaction, night_id, wording.gettext(CHANGED_MEANWHILE))
            return
        asked = await self._to_finish(night, facts, press, wording)
        await show(interaction, finish_page(night, asked, wording, changed=changed))

    async def _to_finish(
        self, night: Night, facts: DeskFacts, press: Press, wording: Wording
    ) -> ToFinish:
        """Return the games that computers would finish now, and who would get points for them."""
        services = self._services
        on: list[DeskTable] = []
        earning: dict[str, list[int]] = {}
        kept: list[str] = []
        for each in facts.in_a_hurry:
            table = await services.tables.get(each.face.id)
            try:
                await demand_impartial(services.tables.servers, night, press, table)
            except Trouble as trouble:
                kept.append(_goes_on(each, trouble, wording))
                continue
            on.append(each)
            earning[table.id] = await services.night_verbs.earning(table.id, press.by)
        return ToFinish(on, earning, press.by.id, kept)

    async def finish_all(
        self, interaction: Interaction, night_id: str, dealt: int, said: int
    ) -> None:
        """Have computers finish all games that are on; if something else than `said` would come of
        that now, ask again. None if another round was dealt since.
        """
        night, press = await led_night(self._services, interaction, night_id)
        facts, wording = await self._desk.facts(night), wording_of(interaction)
        asked = await self._to_finish(night, facts, press, wording)
        if dealt != len(night.dealt) or said != asked.sign:
            await self.ask_to_finish(interaction, night_id, dealt, changed=True)
            return
        done = await self._finished(asked, press, wording)
        await self._desk.show(interaction, night_id, done)

    async def _finished(self, asked: ToFinish, press: Press, wording: Wording) -> str:
        """Have computers finish games; return what came of it, in finished words."""
        notices = [*asked.kept]
        finished = 0
        for each in asked.tables:
            try:
                await self._services.night_verbs.play_out(each.face.id, press.by)
            except Trouble as trouble:
                notices.append(_goes_on(each, trouble, wording))
            else:
                finished += 1
        text = wording.ngettext(
            "Computers finish {n} game.", "Computers finish {n} games.", finished
        )
        return "\n".join([text, *notices])

    # How the evening goes

    async def show_evening(
        self, interaction: Interaction, night_id: str, scope: SeriesScope = ""
    ) -> None:
        """Show how the evening of a night goes, to change it; of a series, ask of which nights."""
        night, _press = await led_night(self._services, interaction, night_id)
        wording = wording_of(interaction)
        if await scope_asked(interaction, night, "pilot", scope):
            return

        async def draw() -> Page:
            newest, _press = await led_night(self._services, interaction, night_id)
            if newest.over:
                return more_page(newest, wording)
            now, to_come = self._services.tables.now(), "all" if scope == "all" else ""
            return evening_page(newest, now, wording, to_come)

        page = await draw()
        if await show(interaction, page):
            await self._desk.pages.lay_open(night_id, "more", interaction, page, draw)

    async def ask_evening(self, interaction: Interaction, night_id: str) -> None:
        """Ask by a form how the evening of a draft goes; of any other night, show it."""
        night, _press = await led_night(self._services, interaction, night_id)
        if night.row.state != "draft":
            await self.show_evening(interaction, night_id)
            return
        form = evening_form(self._services, night, wording_of(interaction))
        await self._forms.open(interaction, form)

    async def plan_evening(self, interaction: Interaction, night_id: str) -> None:
        """Have the evening of a draft go as its form says. Raises Trouble if it is announced."""
        night = await self._planning.draft(interaction, night_id)
        fields = read_evening(self._services, night, filled_in(interaction.data))
        await self._edit(interaction, night_id, edit(**fields))

    async def choose_pilot(
        self, interaction: Interaction, night_id: str, to_come: str, pilot: Pilot
    ) -> None:
        """Take another pilot; or also for all nights of the series that come after it.

        Then the desk is shown; of a draft, its preview.
        """
        before, press = await led_night(self._services, interaction, night_id)
        changed = self._nights.change(night_id, press, set_pilot(pilot, to_come=bool(to_come)))
        refused = await self._desk.tried(interaction, changed)
        night = await self._nights.get(night_id)
        notice = refused or changed_words(before, night, wording_of(interaction))
        if night.row.state == "draft":
            await self._planning.show_draft(interaction, night)
        else:
            await self._desk.show(interaction, night_id, notice)

    async def set_rounds(
        self, interaction: Interaction, night_id: str, to_come: str, rounds: int
    ) -> None:
        """Change how many rounds are planned."""
        await self._edit(interaction, night_id, edit(to_come=bool(to_come), rounds=rounds))

    async def set_repeat(
        self, interaction: Interaction, night_id: str, to_come: str, weeks: int
    ) -> None:
        """Change after how many weeks the next night is announced by itself; 0 for a single one."""
        await self._edit(interaction, night_id, edit(to_come=bool(to_come), weeks=weeks))

    async def set_teach(
        self, interaction: Interaction, night_id: str, to_come: str, picked: str
    ) -> None:
        """Change whether newcomers get teaching tables."""
        await self._edit(interaction, night_id, edit(to_come=bool(to_come), teach=picked == "on"))

    async def _edit(self, interaction: Interaction, night_id: str, rule: Rule) -> None:
        before, press = await led_night(self._services, interaction, night_id)
        night = await self._nights.change(night_id, press, rule)
        await self._planning.show_changed(interaction, before, night)


def _goes_on(table: DeskTable, trouble: Trouble, wording: Wording) -> str:
    """Return that computers don't finish the game at a table, and why."""
    where = wording.gettext(
        "Round {round}, table {number} goes on.", round=table.round, number=table.number
    )
    return wording.sentences(where, trouble.say(wording.gettext))
