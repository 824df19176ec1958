"""The rounds of game nights: who sits where, from the proposal to its deal."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, Protocol

from bot.engine.text import marked as _
from bot.nights import more_tables, proposals, rounds
from bot.nights.assign_tables import Proposal, SeatingJob
from bot.nights.deal_rounds import RoundDealer, options_of
from bot.nights.free_seats import FreeSeats
from bot.nights.guest_list import Guest
from bot.nights.mend import Filling, mended_sizes, mending_of, new_as_ticked, seated
from bot.nights.night import Change, Night, Now, Press, ProposalSign, Round, Rule
from bot.nights.night_points import points_of_night, tonight
from bot.nights.nights import Nights
from bot.nights.standstill import Standstills
from bot.nights.table_sizes import TableSizes
from bot.nights.teaching import learners_welcome, who_stay_together
from bot.tables.night_verbs import NightVerbs
from bot.tables.trouble import Trouble
from bot.tables.workers import NoAnswer

RECENT_NIGHTS: Final = 4
"""The number of earlier nights in which sitting together counts: such people rather get other
company.
"""
log = logging.getLogger(__name__)


class RoundRunner:
    """Runs the rounds of nights: who sits where, the deals, and when a round is over."""

    def __init__(
        self,
        nights: Nights,
        dealer: RoundDealer,
        process: Seater,
    ) -> None:
        """Take the nights, what deals tables, and what seats guests."""
        self._nights = nights
        self.dealer = dealer
        self._night_verbs = NightVerbs(nights.tables)
        self._process = process
        self._chance = random.SystemRandom()
        self.standstills = Standstills(nights)
        self.free_seats = FreeSeats(nights, self._night_verbs)

    async def close(self) -> None:
        """Stop dealing; the next start goes on where this one stopped."""
        await self.standstills.close()
        await self.free_seats.close()
        await self.dealer.close()

    async def size_choices(self, night: Night) -> list[TableSizes]:
        """Return the table sizes for those who are there; several if the host has to choose."""
        return rounds.choices_now(night, await self.facts(night, seated=False))

    async def seat(
        self,
        night_id: str,
        press: Press,
        *,
        number: int | None = None,
        choice: Filling | None = None,
    ) -> Night:
        """Propose the next round, whose number is `number`; one that is proposed already stays.

        `choice` is what is done about guests whom no tables fit. Raises Trouble if nobody can be
        seated yet, and NoTablesFit if that must be chosen first.
        """
        async with self._nights.held(night_id) as night:
            if await self._nights.done_before(press):
                return night
            proposals.demand_next(night, press, number)
            rounds.demand_seatable(night, press)
            if night.proposal is not None:
                return night
            return await self._seat(night, press, self._chance.getrandbits(32), choice=choice)

    async def seat_again(
        self,
        night_id: str,
        press: Press,
        sign: ProposalSign | None = None,
        *,
        larger: int = 0,
    ) -> Night:
        """Propose the round that is proposed differently; the swaps made by hand are lost.

        `larger` is 1 for larger tables than now, and -1 for smaller ones, with a computer at one if
        there are no others. Raises Trouble if there are none, and OldProposal if the proposal isn't
        the one of that sign any more.
        """
        async with self._nights.held(night_id) as night:
            if await self._nights.done_before(press):
                return night
            round_ = proposals.proposed(night, press, sign)
            shift, facts = None, await self.facts(night, seated=False)
            sizes = None if larger else proposals.still_split(night, facts)
            if larger:
                shift = proposals.next_shift(night, facts, larger)
                sizes = proposals.split(night, facts) if shift is None and larger < 0 else None
                if shift is None and sizes is None:
                    raise Trouble(_("No other tables fit those who are here."))
            choice = proposals.filling_of(round_.seating.sizes) or "computers"
            return await self._seat(
                night, press, round_.seed + 1, shift=shift, choice=choice, sizes=sizes
            )

    async def mend(
        self,
        night_id: str,
        press: Press,
        sign: ProposalSign | None = None,
        *,
        choice: Filling | None = None,
        start: bool = False,
    ) -> Night:
        """Give a place in the proposal to all who are here, and to nobody else; few move.

        With `start` it is dealt at once. Raises NoTablesFit if it must be chosen first what to do
        about guests whom no tables fit: it was chosen before, or is `choice`.
        """
        async with self._nights.held(night_id) as night:
            if await self._nights.done_before(press):
                return night
            round_ = proposals.proposed(night, press, sign)
            left_over = proposals.left_over_since(night, round_)
            if not (left_over or start):
                return night
            rule = proposals.start_all()
            if left_over:
                mends = await self._mended(night, round_, choice)
                rule = _one_after_the_other(mends, rule) if start else mends
            night = await self._nights.apply(night, press, rule)
        if start:
            self.dealer.deal(night_id)
        return night

    async def sit_out(
        self,
        night_id: str,
        press: Press,
        person: int,
        sign: ProposalSign | None = None,
        *,
        choice: Filling | None = None,
    ) -> Night:
        """Have a guest sit the proposed round out, or play again; the proposal is mended for that.

        Raises NoTablesFit as `mend` does.
        """
        async with self._nights.held(night_id) as night:
            if await self._nights.done_before(press):
                return night
            round_ = proposals.proposed(night, press, sign)
            changed = proposals.with_sit_out(night, round_, person)
            mends = await self._mended(night.with_round(changed), changed, choice)
            return await self._nights.apply(night, press, mends)

    async def if_mended(self, night: Night, press: Press) -> Round | None:
        """Return what a night's proposal would be like if it were mended now; None if it would have
        to be chosen first what to do about guests whom no tables fit.
        """
        try:
            mends = await self._mended(night, proposals.proposed(night, press), None)
        except proposals.NoTablesFit:
            return None
        return mends(night, press, await self._nights.now_for(night)).night.proposal

    async def mend_choices(self, night: Night) -> list[TableSizes]:
        """Return with which sizes the proposal of a night can be mended, if no tables fit."""
        if night.proposal is None:
            return []
        facts = await self.facts(night, seated=False)
        fillings: tuple[Filling, ...] = ("computers", "sit_outs")
        found = [_mended_sizes(night, night.proposal, facts, each) for each in fillings]
        return [each[1] for each in found if each is not None]

    async def swap(
        self, night_id: str, press: Press, one: int, other: int, sign: ProposalSign | None = None
    ) -> Night:
        """Swap two guests of the proposal."""
        facts = await self.facts(await self._nights.get(night_id))
        return await self._nights.change(night_id, press, proposals.swap(facts, one, other, sign))

    async def change_game(
        self, night_id: str, press: Press, number: int, key: str, sign: ProposalSign | None = None
    ) -> Night:
        """Have another game played at a table of the proposal, counted from 0."""
        facts = await self.facts(await self._nights.get(night_id), seated=False)
        rule = proposals.change_game(facts, number, key, sign)
        return await self._nights.change(night_id, press, rule)

    async def start_all(
        self,
        night_id: str,
        press: Press,
        sign: ProposalSign | None = None,
        *,
        as_it_is: bool = False,
    ) -> Night:
        """Deal the proposed round; its tables follow, also if the bot dies meanwhile."""
        rule = proposals.start_all(sign, as_it_is=as_it_is)
        night = await self._nights.change(night_id, press, rule)
        self.dealer.deal(night_id)
        return night

    async def waiting(self, night: Night) -> tuple[list[Guest], TableSizes | None]:
        """Return who is here without a seat in this round, and tables for them; None if too few."""
        tables = (await self._nights.reader.tables_of(night)).values()
        seated = {s.person for table in tables if not table.lets_go for s in table.seats}
        found = more_tables.waiting_now(night, seated)
        facts = await self.facts(night, seated=False)
        return found, more_tables.sizes_for(night, facts, found)

    async def waiting_for_each_game(
        self, night: Night, guests: Sequence[Guest]
    ) -> dict[str, TableSizes]:
        """Return the tables for those who wait if all play one game of a night of several, for each
        that has some.
        """
        if not night.several:
            return {}
        facts, found = await self.facts(night, seated=False), dict[str, TableSizes]()
        for game in facts.games:
            sizes = more_tables.sizes_for(night, replace(facts, games=(game,)), guests)
            if sizes is not None:
                found[game.key] = sizes
        return found

    def short_now(self, night: Night) -> frozenset[str]:
        """Return which games of a night are dealt short at a table that is added now."""
        infos = {info.key: info for info in self._nights.infos_of(night)}
        if not more_tables.is_late(night, [*infos.values()], self._nights.tables.now()):
            return frozenset()
        found: set[str] = set()
        for game in night.games:
            short = infos[game.key].short if game.key in infos else None
            # A night may be one of short games anyway.
            if short is not None and short != options_of(self._nights, game):
                found.add(game.key)
        return frozenset(found)

    async def seat_waiting(
        self, night_id: str, press: Press, number: int | None = None, game: str = ""
    ) -> Night:
        """Deal one more table, or some, in the round of that number, for those who wait, also on
        the waitlist: of a game, if one is given.
        """
        async with self._nights.held(night_id) as night:
            if await self._nights.done_before(press):
                return night
            more_tables.demand_played(night, press, number)
            add = await self.more_tables(more_tables.let_in(night), game=game)
            if add is None:
                raise Trouble(_("Too few are waiting for a table of their own."))
            night = await self._nights.apply(night, press, more_tables.for_all_here(add))
        self.dealer.deal(night_id)
        return night

    async def more_tables(self, night: Night, game: str = "") -> Rule | None:
        """Return the rule that adds tables for those who wait; None if too few do."""
        guests, sizes = await self.waiting(night)
        if game:
            sizes = (await self.waiting_for_each_game(night, guests)).get(game)
        if sizes is None:
            return None
        facts = await self.facts(night)
        job = rounds.job_of(night, facts, sizes, self._chance.getrandbits(32), planned=False)
        people = {guest.person for guest in guests}
        only = tuple(each for each in job.guests if each.person in people)
        found = await proposal(self._process, replace(job, guests=only, rounds=1))
        return more_tables.add(sizes, found, facts.new, self.short_now(night))

    async def seating_now(self, night: Night) -> Rule:
        """Return the rule that seats those who are here, in the proposal there is or anew.

        If no tables fit them, one computer fills up; else some sit out in turn.
        """
        round_ = night.proposal
        if round_ is not None and not (
            proposals.came_since(night, round_) or proposals.gone_since(night, round_)
        ):
            return lambda night, _press, _now: Change(night, "proposed")
        facts = await self.facts(night, seated=False)
        fits = _with_a_computer(night, facts)
        if round_ is not None and not fits:
            night, round_ = _without_rests(night, round_)
            fits = _with_a_computer(night, facts)
        choice = proposals.filling_of(fits[0]) if fits else None
        if round_ is not None:
            return await self._mended(night, round_, choice)
        return await self._proposed(night, self._chance.getrandbits(32), choice=choice)

    async def finish(self, night: Night, only: Collection[str] | None = None) -> None:
        """Let computers finish the live games of a night, or those of some that are left alone."""
        for table in (await self._nights.reader.tables_of(night)).values():
            if only is not None and table.id not in only:
                continue
            if table.phase == "playing" and table.pace == "live" and not table.played_out:
                # One that has just ended needs no computers.
                with contextlib.suppress(Trouble):
                    alone = only is not None
                    await self._night_verbs.play_out(table.id, None, left_alone=alone)

    async def _seat(
        self,
        night: Night,
        press: Press,
        seed: int,
        *,
        shift: int | None = None,
        choice: Filling | None = None,
        sizes: TableSizes | None = None,
    ) -> Night:
        """Propose a round of a night whose lock is held; of tables of these sizes, if any."""
        rule = await self._proposed(night, seed, shift=shift, choice=choice, sizes=sizes)
        return await self._nights.apply(night, press, rule)

    async def _proposed(
        self,
        night: Night,
        seed: int,
        *,
        shift: int | None = None,
        choice: Filling | None = None,
        sizes: TableSizes | None = None,
    ) -> Rule:
        """Return the rule that proposes a round."""
        if night.proposal is not None and not rounds.to_seat(night):
            night, _changed = _without_rests(night, night.proposal)
        asked = night if shift is None else night.with_row(size_shift=shift)
        facts = await self.facts(night)
        chosen = sizes or proposals.sizes_to_propose(asked, facts, choice)
        if chosen is None:
            raise Trouble(_("Nobody can be seated yet."))
        again = night.proposal is not None
        job = rounds.job_of(asked, facts, chosen, seed, planned=not again or shift is not None)
        found = await proposal(self._process, job)
        rests = rounds.resting(night)
        return proposals.propose(chosen, found, seed, shift, facts.new, rests)

    async def _mended(self, night: Night, round_: Round, choice: Filling | None) -> Rule:
        """Return the rule that mends a proposal."""
        if not rounds.to_seat(night):
            night, round_ = _without_rests(night, round_)
        facts = await self.facts(night)
        filling = choice or proposals.filling_of(round_.seating.sizes)
        sizes = _mended_sizes(night, round_, facts, filling)
        if sizes is None:
            raise proposals.NoTablesFit
        old, new = sizes
        if night.several:
            kept = {person for t in round_.seating.seated.tables for person in t.people}
            ticks = [each.games for each in rounds.to_seat(night) if each.person not in kept]
            still = sum(map(bool, old))
            new = new_as_ticked(new, still, facts.games, ticks)
        hand = sorted({person for pair in round_.seating.swaps for person in pair})
        mending = mending_of(round_.seating.seated, old, new, hand)
        job = replace(rounds.job_of(night, facts, new, round_.seed), mending=mending, plan=())
        found, rests = await proposal(self._process, job), rounds.resting(night)
        return proposals.mend(new, found, new=facts.new, rests=rests)

    async def facts(self, night: Night, *, seated: bool = True) -> rounds.SeatingFacts:
        """Return what is known about the guests for seating them; less for sizes alone."""
        games = self._nights.infos_of(night)
        if not games:
            raise Trouble(_("There is no such game here."))
        facts = rounds.SeatingFacts(rounds.sizes_of(night, games))
        if not seated:
            return facts
        results, void = await self._nights.reader.results_of(night)
        people = [guest.person for guest in night.seatable]
        late = {guest.person for guest in night.seatable if guest.late}
        return replace(
            facts,
            points=tonight(points_of_night(night, results, void)),
            earlier=rounds.pairs_before(await self._nights.reader.before(night, RECENT_NIGHTS)),
            apart=tuple(await self._nights.servers.apart_among(people)),
            away=tuple(sorted(await self._nights.reader.away(night) | late)),
            new=await self._nights.reader.new_to(night, people),
        )


class Seater(Protocol):
    """What seats guests: the drawing process, or what takes its place in a test."""

    async def think(self, job: SeatingJob, /) -> Proposal:
        """Return a proposal. Raises NoAnswer if there can't be one now."""
        ...


async def proposal(process: Seater, job: SeatingJob) -> Proposal:
    """Return what `seating` returns; calculated in a thread if the process can't do it now."""
    try:
        return await process.think(job)
    except NoAnswer as why:
        log.warning("a round is seated in the bot's own process: %s", why)
        return await asyncio.to_thread(seated, job)


def _one_after_the_other(first: Rule, then: Rule) -> Rule:
    """Return the rule for two changes at one press; it is noted as the second one."""

    def rule(night: Night, press: Press, now: Now) -> Change:
        return then(first(night, press, now).night, press, now)

    return rule


def _with_a_computer(night: Night, facts: rounds.SeatingFacts) -> list[TableSizes]:
    """Return the sizes of tables for those who are to be seated, with one computer at most."""
    return [each for each in rounds.choices_now(night, facts) if each.computers < 2]


def _without_rests(night: Night, round_: Round) -> tuple[Night, Round]:
    """Return a proposal in which whom a host had sit out plays after all: too few others are left.

    It is returned with its night.
    """
    changed = replace(round_, seating=replace(round_.seating, rests=()))
    return night.with_round(changed), changed


def _mended_sizes(
    night: Night, round_: Round, facts: rounds.SeatingFacts, filling: Filling | None
) -> tuple[tuple[int, ...], TableSizes] | None:
    """Return the sizes with which a proposal is mended: of its old tables, and of all."""
    there = {guest.person for guest in rounds.to_seat(night)}
    still = [len(there.intersection(table.people)) for table in round_.seating.seated.tables]
    played = [table.game for table in round_.seating.seated.tables] if night.several else ()
    taught = [len(there & people) for people in who_stay_together(night, round_.seating)]
    welcome = learners_welcome(night, round_.seating, there, facts.new)
    return mended_sizes(still, len(there), facts.shifted(night), filling, played, taught, welcome)
