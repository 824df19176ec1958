"""What is decided for the whole table: pauses, pace, taking moves back, votes."""

from __future__ import annotations

from typing import cast

from bot.engine.text import marked as _
from bot.nights.leading import night_that_decides
from bot.tables.clock import MINUTE, TEACHING_TIME
from bot.tables.going_on import GoOn, asked_by_leader
from bot.tables.table import Table
from bot.tables.votes import SUBJECTS
from bot.tables.who_decides import Right
from bot.ui.actions.nights.going_on import tell_last_resumed
from bot.ui.actions.rights import demand_vote, press_of, right_of
from bot.ui.actions.tables.play import Play
from bot.ui.actions.tables.table_page import TablePage
from bot.ui.pages.routes import NEWCOMERS
from bot.ui.pages.tables.setting_names import clock_seconds, pace_at
from bot.ui.pages.tables.verb_words import VERB_WORDS
from bot.ui.posting import channels
from bot.ui.posting.replies import person_of, wording_of
from bot.ui.services import Interaction, Services
from storage.rows import Pace


class Decisions:
    """Hosts and moderators decide at once, others by vote. Every method answers or raises."""

    def __init__(self, services: Services, play: Play, page: TablePage) -> None:
        self._services = services
        self._play = play
        self._page = page

    async def ask(self, interaction: Interaction, table_id: str, verb: str) -> None:
        """Ask the others for something that nobody does alone, by the name of its verb."""
        await self._services.table(interaction, table_id)
        words, person = VERB_WORDS[verb], person_of(interaction)
        assert words.motion is not None
        table = await self._services.table_verbs.voting.propose(table_id, person, words.motion)
        await self._page.say_decided(interaction, table, words.done)

    async def go_on(self, interaction: Interaction, table_id: str, what: GoOn, seat: int) -> None:
        """Ask the others to go on without the person of a seat."""
        services, person = self._services, person_of(interaction)
        table = await services.table(interaction, table_id)
        if table.sits(person.id):
            await demand_vote(services, table)
        table = await services.table_verbs.voting.propose(table_id, person, what, whom=seat)
        name = services.wording(table, str(interaction.locale)).name(seat)
        await self._page.say_decided(interaction, table, VERB_WORDS[what].done, name=name)

    async def take_back(
        self, interaction: Interaction, table_id: str, since: int | None = None
    ) -> None:
        """Take the person's last move back: at once against computers alone, else by vote.

        `since` is the step at which the control was drawn.
        """
        await self._services.table(interaction, table_id)
        person = person_of(interaction)
        table = await self._services.table_verbs.voting.take_back(table_id, person, since)
        await self._page.say_decided(interaction, table, VERB_WORDS["takeback"].done)

    async def pause(self, interaction: Interaction, table_id: str) -> None:
        """Pause a table: host and moderators at once, others by vote."""
        table = await self._services.table(interaction, table_id)
        right, person = await right_of(self._services, interaction, table), person_of(interaction)
        if right is not None and not (right == "host" and table.pause_by_vote):
            table = await self._services.table_verbs.pause(table_id, person, right)
        else:
            if table.sits(person.id):
                await demand_vote(self._services, table)
            table = await self._services.table_verbs.voting.propose(table_id, person, "pause")
        await self._page.say_decided(interaction, table, VERB_WORDS["pause"].done)

    async def resume(self, interaction: Interaction, table_id: str) -> None:
        """Let a paused table go on, and wake one that sleeps in this channel."""
        services = self._services
        table = await self._services.table(interaction, table_id)
        if table.asleep and table.sits(interaction.user.id):
            await self._wake(interaction, table)
            return
        right, person = await right_of(self._services, interaction, table), person_of(interaction)
        if right is not None:
            table = await self._resume(interaction, table_id, right)
        else:
            if table.sits(person.id):
                await demand_vote(services, table)
            table = await services.table_verbs.voting.propose(table_id, person, "resume")
        await self._page.say_decided(interaction, table, VERB_WORDS["resume"].done)

    async def _resume(self, interaction: Interaction, table_id: str, right: Right) -> Table:
        """Let a paused table go on at once; its night's thread hears if no other one is paused."""
        services = self._services
        table = await services.table_verbs.resume(table_id, person_of(interaction), right)
        if table.night_id is not None:
            press = await press_of(services, interaction)
            await tell_last_resumed(services, table.night_id, press)
        return table

    async def _wake(self, interaction: Interaction, table: Table) -> None:
        """Let a table that was put away go on here, with the person back on their seat."""
        services, person = self._services, person_of(interaction)
        channels.demand_allowed(interaction)
        assert interaction.channel_id is not None
        seat = table.seat_of(person.id)
        away = seat is not None and not table.seats[seat].here
        if table.phase == "playing" and away and not table.left_to_computers():
            table, _since = await services.table_verbs.back(table.id, person)
        right = await right_of(services, interaction, table)
        if table.paused and right is not None:
            table = await self._resume(interaction, table.id, right)
        elif table.paused and await night_that_decides(services.nights, table) is None:
            table = await services.table_verbs.voting.propose(table.id, person, "resume")
        await self._play.show_board(interaction, table.id)

    async def pick_pace(self, interaction: Interaction, table_id: str, picked: str) -> None:
        """Ask the table for a pace with its usual times, or for that where newcomers learn."""
        if picked == NEWCOMERS:
            await self.pace(interaction, table_id, "live", TEACHING_TIME // MINUTE)
        else:
            await self.pace(interaction, table_id, picked)

    async def pace(
        self,
        interaction: Interaction,
        table_id: str,
        pace: str,
        move_time: int | None = None,
        reserve: int = 0,
    ) -> None:
        """Ask the table for another pace; times are in minutes or hours, by pace.

        At a table of a night it is set at once, by whoever decides there.
        """
        services, person = self._services, person_of(interaction)
        table = await services.table(interaction, table_id)
        chosen = cast(Pace, pace)
        time, carried = clock_seconds(chosen, move_time, reserve)
        right = await right_of(services, interaction, table) if table.night_id else None
        if right is not None:
            table = await services.table_verbs.set_pace(
                table_id, person, right, chosen, time, carried
            )
        else:
            if table.sits(person.id):
                await demand_vote(services, table)
            table = await services.table_verbs.voting.propose(
                table_id, person, "pace", chosen, time, reserve=carried
            )
        wording = wording_of(interaction)
        await self._page.say_decided(
            interaction, table, VERB_WORDS["pace"].done, pace=pace_at(table.face(), wording)
        )

    async def vote(
        self,
        interaction: Interaction,
        table_id: str,
        yes: bool,
        revision: int | None = None,
        *,
        on_screen: bool = False,
    ) -> None:
        """Vote on the open proposal; `revision` is that of the vote a control was drawn for.

        Who has voted `on_screen` sees their screen again.
        """
        table = await self._services.table(interaction, table_id)
        motion, sits = table.motion, table.sits(interaction.user.id)
        by_table = motion is None or SUBJECTS[motion.what].of_move or asked_by_leader(motion)
        if yes and sits and not by_table:
            # Begun while no host pressed anything, and one is back now.
            await demand_vote(self._services, table)
        table = await self._services.table_verbs.voting.vote(
            table_id, person_of(interaction), yes, revision
        )
        voted = _("You voted **yes**.") if yes else _("You voted **no**.")
        own = motion is not None and motion.by == table.seat_of(interaction.user.id)
        if own and not yes:
            voted = _("You have withdrawn what you asked for.")
        elif table.motion is None:
            decided = _("You voted **yes**. The vote passed.")
            against = _("You voted **no**. The vote failed.")
            voted = decided if yes else against
        if on_screen and not table.frozen:
            notice = wording_of(interaction).gettext(voted)
            await self._play.show_hand(interaction, table, notice)
        else:
            await self._page.say_done(interaction, table, voted)
