"""What the leaders of a game night do about the proposal of a round, until it is dealt."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Final, Literal

from bot.engine.text import marked as _
from bot.nights import proposals
from bot.nights.mend import Filling
from bot.nights.night import Night, Press, ProposalSign, Round
from bot.tables.trouble import Trouble
from bot.ui.actions.nights.night_desk import AsTold, NightDesk
from bot.ui.actions.rights import led_night
from bot.ui.pages.nights.left_over import left_over_page, without_page
from bot.ui.pages.nights.night_seating import (
    PlanFacts,
    choice_page,
    mend_choice_page,
    seating_page,
    undo_page,
)
from bot.ui.pages.nights.seating_changes import other_game_page, sit_out_page, swap_page
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services

Other = Literal["shuffle", "smaller", "larger"]
"""How another seating is asked for."""
SEEN_NEWEST: Final = _("{name} has changed this seating. This is the newest.")
LARGER: Final[dict[Other, int]] = {"shuffle": 0, "smaller": -1, "larger": 1}


class NightProposal:
    """The proposal and what is pressed there. Every method answers or raises Trouble."""

    def __init__(self, services: Services, desk: NightDesk) -> None:
        self._services = services
        self._nights = services.nights
        self._runner = services.round_runner
        self._desk = desk

    async def show(self, interaction: Interaction, night_id: str, notice: str = "") -> None:
        """Show the proposal, or the desk if there is none."""
        night, press = await led_night(self._services, interaction, night_id)
        if night.proposal is None:
            await self._desk.show(interaction, night_id, notice)
            return
        wording, sign = wording_of(interaction), night.proposal.sign

        async def draw(night: Night, told: AsTold, notice: str) -> Page:
            if night.proposal is None:
                return await self._desk.page(interaction, night, told=told)
            changed = night.proposal.sign != sign
            by = await self._changed_by(night_id, press) if changed else None
            said = notice if by is None else wording.gettext(SEEN_NEWEST, name=f"<@{by}>")
            return await self._page(night, night.proposal, wording, said, told)

        page = await self._page(night, night.proposal, wording, notice)
        await self._desk.show_open(interaction, night_id, page, draw, notice)

    async def _page(
        self,
        night: Night,
        proposal: Round,
        wording: Wording,
        notice: str,
        told: AsTold | None = None,
    ) -> Page:
        facts, desk = await self._runner.facts(night), await self._desk.facts(night, told)
        smaller = proposals.next_shift(night, facts, -1) is not None
        plan = PlanFacts(
            points=facts.points if night.row.mode == "standing" else None,
            elsewhere=desk.elsewhere,
            away=desk.away,
            smaller=smaller,
            split=not smaller and proposals.split(night, facts) is not None,
            larger=proposals.next_shift(night, facts, 1) is not None,
            games=self._services.games_of(night),
            other_games=bool(proposals.other_games(night, facts, proposal)),
            now=self._services.tables.now(),
        )
        return seating_page(night, proposal, plan, wording, notice)

    async def seat(
        self, interaction: Interaction, night_id: str, number: int, choice: Filling | None = None
    ) -> None:
        """Propose the round of that number, and show it.

        If no tables fit the number of guests, `choice` must be made first.
        """
        night, press = await led_night(self._services, interaction, night_id)
        try:
            await self._runner.seat(night_id, press, number=number, choice=choice)
        except proposals.NoTablesFit:
            sizes = await self._runner.size_choices(night)
            await show(interaction, choice_page(night, sizes, wording_of(interaction)))
            return
        except Trouble as trouble:
            await self.show(interaction, night_id, trouble.say(wording_of(interaction).gettext))
            return
        await self.show(interaction, night_id)

    async def seat_again(
        self,
        interaction: Interaction,
        night_id: str,
        sign: ProposalSign,
        how: Other,
        *,
        sure: bool = False,
    ) -> None:
        """Propose another seating; asks first if swaps made by hand would be lost."""
        night, press = await led_night(self._services, interaction, night_id)
        found = night.proposal
        by_hand = found is not None and (found.seating.swaps or found.seating.games_picked)
        if found is not None and found.sign == sign and by_hand and not sure:
            await show(interaction, undo_page(night, found, how, wording_of(interaction)))
            return
        seated = self._runner.seat_again(night_id, press, sign, larger=LARGER[how])
        await self._do(interaction, night, press, seated)

    async def mend(
        self,
        interaction: Interaction,
        night_id: str,
        sign: ProposalSign,
        choice: Filling | None = None,
    ) -> None:
        """Give everybody who is here a place in the proposal, and nobody else."""
        night, press = await led_night(self._services, interaction, night_id)
        mended = self._runner.mend(night_id, press, sign, choice=choice)
        await self._do(interaction, night, press, mended)

    async def swap(
        self,
        interaction: Interaction,
        night_id: str,
        sign: ProposalSign | None,
        one: int | None,
        other: int | None,
        start: int = 0,
    ) -> None:
        """Let two guests change places once both are known; until then, ask for them.

        `start` is where the shown part of a long list begins.
        """
        night, press = await led_night(self._services, interaction, night_id)
        if other is None and night.proposal is not None and night.proposal.sign == sign:
            games = self._services.games_of(night)
            page = swap_page(night, night.proposal, one, games, wording_of(interaction), start)
            await show(interaction, page)
            return
        swapped = self._runner.swap(night_id, press, one or 0, other or 0, sign)
        await self._do(interaction, night, press, swapped)

    async def ask_sit_out(
        self, interaction: Interaction, night_id: str, sign: ProposalSign, start: int = 0
    ) -> None:
        """Ask who sits the proposed round out; `start` is as for `swap`."""
        night, press = await led_night(self._services, interaction, night_id)
        wording = wording_of(interaction)
        try:
            round_ = proposals.proposed(night, press, sign)
        except Trouble as trouble:
            notice = await self._said(night.id, press, trouble, wording)
            await self.show(interaction, night.id, notice)
            return
        games = self._services.games_of(night)
        await show(interaction, sit_out_page(night, round_, games, wording, start))

    async def sit_out(
        self,
        interaction: Interaction,
        night_id: str,
        sign: ProposalSign,
        person: int,
        choice: Filling | None = None,
    ) -> None:
        """Have a guest sit the proposed round out, or play after all."""
        night, press = await led_night(self._services, interaction, night_id)
        changed = self._runner.sit_out(night_id, press, person, sign, choice=choice)
        await self._do(interaction, night, press, changed, sits_out=person)

    async def change_game(
        self,
        interaction: Interaction,
        night_id: str,
        sign: ProposalSign,
        picked: tuple[int, str] | None = None,
        start: int = 0,
    ) -> None:
        """Have another game of the night played at a table; until it is picked, ask which.

        `start` is where the shown part of a long list begins.
        """
        night, press = await led_night(self._services, interaction, night_id)
        found = night.proposal
        if picked is None and found is not None and found.sign == sign:
            facts = await self._runner.facts(night, seated=False)
            others, games = (
                proposals.other_games(night, facts, found),
                self._services.games_of(night),
            )
            page = other_game_page(night, found, others, games, wording_of(interaction), start)
            await show(interaction, page)
            return
        changed = self._runner.change_game(night_id, press, *picked or (0, ""), sign)
        await self._do(interaction, night, press, changed)

    async def drop(self, interaction: Interaction, night_id: str, sign: ProposalSign) -> None:
        """Drop the proposal."""
        night, press = await led_night(self._services, interaction, night_id)
        dropped = self._nights.change(night_id, press, proposals.take_back(sign))
        await self._do(interaction, night, press, dropped)

    async def start_all(
        self,
        interaction: Interaction,
        night_id: str,
        sign: ProposalSign,
        *,
        as_it_is: bool = False,
        without: bool = False,
    ) -> None:
        """Deal the proposed round; asks first if somebody has come or gone since, and unless they
        are to be left out, if seats are still kept for some who haven't come.
        """
        night, press = await led_night(self._services, interaction, night_id)
        found = night.proposal
        if found is not None and found.sign == sign and not (as_it_is or without):
            asks = proposals.kept_without(night, found)
            if asks and not proposals.left_over_since(night, found):
                await self._ask_without(interaction, night, found)
                return
        started = self._runner.start_all(night_id, press, sign, as_it_is=as_it_is)
        await self._do(interaction, night, press, started)

    async def mend_and_start(
        self, interaction: Interaction, night_id: str, sign: ProposalSign
    ) -> None:
        """Mend the proposal and deal it at one press."""
        night, press = await led_night(self._services, interaction, night_id)
        started = self._runner.mend(night_id, press, sign, start=True)
        await self._do(interaction, night, press, started)

    async def _do(
        self,
        interaction: Interaction,
        night: Night,
        press: Press,
        doing: Awaitable[object],
        sits_out: int | None = None,
    ) -> None:
        """Wait until something is done, and show what came of it; or ask what must be known.

        `sits_out` is whom it has sit out, or play after all.
        """
        wording, notice = wording_of(interaction), ""
        try:
            await doing
        except proposals.LeftOver:
            night = await self._nights.get(night.id)
            if night.proposal is not None:
                await self._ask_left_over(interaction, night, night.proposal, press)
                return
        except proposals.NoTablesFit:
            night = await self._nights.get(night.id)
            if night.proposal is not None:
                if sits_out is not None:
                    changed = proposals.with_sit_out(night, night.proposal, sits_out)
                    night = night.with_round(changed)
                sizes = await self._runner.mend_choices(night)
                await show(interaction, mend_choice_page(night, sizes, wording, sits_out))
                return
        except Trouble as trouble:
            notice = await self._said(night.id, press, trouble, wording)
        await self.show(interaction, night.id, notice)

    async def _ask_left_over(
        self, interaction: Interaction, night: Night, proposal: Round, press: Press
    ) -> None:
        """Ask whether to start though somebody has come or gone since; once that doesn't hold any
        more, show the proposal as it is then.
        """
        wording = wording_of(interaction)

        async def draw(night: Night, told: AsTold | None = None, _notice: str = "") -> Page:
            found, now = night.proposal, self._services.tables.now()
            if found is None:
                return await self._desk.page(interaction, night, told=told)
            if found.sign != proposal.sign or not proposals.left_over_since(night, found):
                return await self._page(night, found, wording, "", told)
            mended = await self._runner.if_mended(night, press)
            return left_over_page(night, found, mended, now, wording)

        await self._desk.show_open(interaction, night.id, await draw(night), draw)

    async def _ask_without(self, interaction: Interaction, night: Night, proposal: Round) -> None:
        """Ask whether to start without those whose seats are kept; once that doesn't hold any more,
        show the proposal as it is then.
        """
        wording = wording_of(interaction)

        async def draw(night: Night, told: AsTold | None = None, _notice: str = "") -> Page:
            found, now = night.proposal, self._services.tables.now()
            if found is None:
                return await self._desk.page(interaction, night, told=told)
            left_over = proposals.left_over_since(night, found)
            if found.sign != proposal.sign or left_over or not proposals.kept_without(night, found):
                return await self._page(night, found, wording, "", told)
            return without_page(night, found, now, wording)

        await self._desk.show_open(interaction, night.id, await draw(night), draw)

    async def _said(self, night_id: str, press: Press, trouble: Trouble, wording: Wording) -> str:
        """Return why something can't be done; if another host changed the seating, who did."""
        if isinstance(trouble, proposals.OldProposal):
            by = await self._changed_by(night_id, press)
            if by is not None:
                text = _("{name} has changed this seating. Nothing was done; this is the newest.")
                if (await self._nights.get(night_id)).playing is not None:
                    text = _("{name} has started this round. Nothing was done; this is the newest.")
                return wording.gettext(text, name=f"<@{by}>")
        return trouble.say(wording.gettext)

    async def _changed_by(self, night_id: str, press: Press) -> int | None:
        """Return which other leader has last changed the seating; None if nobody has."""
        by = proposals.last_changed_by(await self._nights.store.events(night_id))
        return None if by == press.by.id else by
