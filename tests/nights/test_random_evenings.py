"""Evenings of random presses on a real database: guests come and go, and two hosts lead."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from bot.nights import proposals
from bot.nights.guest_presses import press_here, press_home, press_in, press_out
from bot.nights.mend import Filling
from bot.nights.night import Night, Press, ProposalSign, Round
from bot.tables.history import History
from bot.tables.seat import Person
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import Trouble
from tests.nights.setup import HOST, Setup, people

GUESTS = people(12)
HOSTS = (HOST, Person(201, "Bob"))
ROUNDS = 2
PRESSES = 12
"""How many times hosts press something on the proposal of a round."""


class Evening:
    """A night with its guests, and with two hosts who each press on the page they last saw."""

    def __init__(self, setup: Setup, night: Night, seed: int) -> None:
        self.setup, self.id, self.rng = setup, night.id, random.Random(seed)
        self.pages: dict[Person, ProposalSign] = {}

    async def night(self) -> Night:
        """Return the night as it stands."""
        return await self.setup.nights.get(self.id)

    async def guests(self) -> None:
        """Let some guests come, go or answer; one at least is here after it."""
        for _each in range(self.rng.randrange(3)):
            rule = self.rng.choice((press_here, press_here, press_home, press_in, press_out))
            with suppress(Trouble):
                await self.setup.guests(await self.night(), self.rng.choice(GUESTS), rule=rule)
        night = await self.night()
        if not night.guests.there:
            await self.setup.guests(night, HOST, rule=press_here)

    async def host(self) -> None:
        """Let a host press something on the page they see, which may be old by then."""
        host = self.rng.choice(HOSTS)
        found = (await self.night()).proposal
        assert found is not None, "the proposal is gone"
        if host not in self.pages or self.rng.random() < 0.7:
            self.pages[host] = found.sign
        await self.guests()
        sign, old = self.pages[host], self.pages[host] != found.sign
        doing, refuses = self.doing(found, self.setup.press(host, leads=True), sign)
        refused = await self.refusal(host, doing)
        said = f"an {'old' if old else 'up-to-date'} page: {refused and refused.text}"
        assert isinstance(refused, proposals.OldProposal) == old, said
        assert refused is None or old or refuses, said

    async def refusal(self, host: Person, doing: Callable[[], Awaitable[Night]]) -> Trouble | None:
        """Have a host press something, and see what comes of it; return why it was refused."""
        try:
            self.pages[host] = proposed(await doing()).sign
        except Trouble as refused:
            return refused
        return None

    def doing(
        self, found: Round, press: Press, sign: ProposalSign
    ) -> tuple[Callable[[], Awaitable[Night]], bool]:
        """Return something to press on a proposal, and whether it may be refused."""
        runner, rng = self.setup.round_runner, self.rng
        choice: Filling = rng.choice(("computers", "sit_outs"))
        seated = [person for table in found.seating.seated.tables for person in table.people]
        match rng.randrange(5):
            case 0:
                return lambda: runner.mend(self.id, press, sign, choice="computers"), False
            case 1:
                return lambda: runner.seat_again(self.id, press, sign), False
            case 2:
                larger = rng.choice((-1, 1))
                return lambda: runner.seat_again(self.id, press, sign, larger=larger), True
            case 3 if len(seated) > 1:
                one, other = rng.sample(seated, 2)
                return lambda: runner.swap(self.id, press, one, other, sign), False
            case _:
                who = rng.choice(GUESTS).id
                return lambda: runner.sit_out(self.id, press, who, sign, choice=choice), True

    async def deal(self) -> Night:
        """Deal the proposal, mended or as it is, after guests have come and gone."""
        await self.guests()
        night = await self.night()
        found, press = proposed(night), self.setup.press(leads=True)
        tables = found.seating.seated.tables
        seated = {person for table in tables for person in table.people}
        runner = self.setup.round_runner
        if self.rng.random() < 0.5 and not seated.isdisjoint(g.person for g in night.guests.there):
            night = await runner.start_all(self.id, press, found.sign, as_it_is=True)
        else:
            night = await runner.mend(self.id, press, found.sign, choice="computers", start=True)
        there = {guest.person for guest in night.guests.there}
        assert night.dealt[-1].seating.seated.everybody() == there, "somebody here has no place"
        return night

    async def late_table(self) -> None:
        """Deal one more table, if enough wait for one."""
        for _each in range(3):
            await self.guests()
        with suppress(Trouble):
            await self.setup.round_runner.seat_waiting(self.id, self.setup.press(leads=True))

    async def end_round(self) -> None:
        """End the tables of a round without results, at which everybody has one seat."""
        verbs, night = TableVerbs(self.setup.tables, History(self.setup.tables)), await self.night()
        tables = await self.setup.dealt_now(night)
        dealt = [seat.person for table in tables for seat in table.seats if seat.person > 0]
        assert len(dealt) == len({*dealt}), "somebody sits at two tables of a round"
        for table in tables:
            await verbs.end(table.id, HOST, "night")
        await self.setup.quiet()


def proposed(night: Night) -> Round:
    """Return the proposal of a night that has one."""
    assert night.proposal is not None, "there is no proposal"
    return night.proposal


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=() if seed < 4 else pytest.mark.long) for seed in range(60)],
)
async def test_whatever_guests_press_no_hosts_press_is_lost(setup: Setup, seed: int) -> None:
    """A press on a proposal is refused only if another host has pressed something since.

    At each deal everybody who is here sits somewhere, or sits the round out.
    """
    night = await setup.announced(rounds=ROUNDS)
    night = await setup.at_doors(night, *people(7))
    evening = Evening(setup, night, seed)
    for number in range(1, ROUNDS + 1):
        await setup.round_runner.seat(night.id, setup.press(), choice="computers")
        for _press in range(PRESSES):
            await evening.host()
        await evening.deal()
        await evening.late_table()
        await evening.end_round()
        night = await evening.night()
        assert len(night.dealt) == number and night.playing is None, "the round isn't over"
        if not night.guests.there:
            await setup.guests(night, HOST, rule=press_here)
