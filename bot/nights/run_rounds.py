"""The rounds of game nights, from the proposal to the deal of their tables."""

from __future__ import annotations

import asyncio
import logging
import random
import traceback
from dataclasses import replace
from typing import Final, Protocol

from bot.engine.text import marked as _
from bot.nights import rounds
from bot.nights.assign_tables import Proposal, SeatingJob, seating
from bot.nights.night import Night, Press, Round
from bot.nights.night_points import points_of_night, tonight
from bot.nights.nights import Nights, demand_newest
from bot.nights.table_sizes import TableSizes
from bot.tables.lobby_rules import computer
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.new_table import NewTable
from bot.tables.seat import Person, Seat
from bot.tables.table import Table
from bot.tables.trouble import Trouble
from bot.tables.workers import NoAnswer
from storage.former_players import is_former

BETWEEN_TABLES: Final = 0.5
"""Seconds between two tables of a round that are dealt, so as not to send Discord too much at
once.
"""
AT_ONCE: Final = 4
"""A round of no more tables is dealt without waiting."""
RECENT_NIGHTS: Final = 4
"""The number of earlier nights in which sitting together counts: such people rather get other
company.
"""
COMPUTER: Final = "steady"
"""How well a computer that fills up a table plays."""

log = logging.getLogger(__name__)


class RoundRunner:
    """Runs the rounds of nights: who sits where, the deals, and when a round is over."""

    def __init__(
        self,
        nights: Nights,
        lobby_verbs: LobbyVerbs,
        process: Seater,
        between_tables: float = BETWEEN_TABLES,
    ) -> None:
        """Take the nights, what opens tables, and what seats guests."""
        self._nights = nights
        self._lobby_verbs = lobby_verbs
        self._process = process
        self._chance = random.SystemRandom()
        self._between_tables = between_tables
        self._dealing: dict[str, asyncio.Task[None]] = {}
        self._to_deal: set[str] = set()
        nights.tables.listeners.append(self._table_changed)

    async def close(self) -> None:
        """Stop dealing; the next start goes on where this one stopped."""
        for task in self._dealing.values():
            task.cancel()
        await asyncio.gather(*self._dealing.values(), return_exceptions=True)

    async def size_choices(self, night: Night) -> list[TableSizes]:
        """Return the table sizes for those who are there; several if the host has to choose."""
        return rounds.choices(night, await self._facts(night, seated=False))

    async def seat(
        self,
        night_id: str,
        press: Press,
        *,
        revision: int | None,
        choice: int = 0,
        shift: int | None = None,
        shuffle: bool = False,
    ) -> Night:
        """Propose the next round, or propose it differently.

        `choice` is one of `size_choices`, `shift` by how much larger tables are wanted, and with
        `shuffle` the seating is a new one. Raises Trouble if nobody can be seated yet.
        """
        async with self._nights.held(night_id) as night:
            if await self._nights.done_before(press):
                return night
            demand_newest(night, revision)
            rounds.demand_seatable(night, press)
            asked = night if shift is None else night.with_row(size_shift=shift)
            facts = await self._facts(night)
            sizes = rounds.choices(asked, facts)
            if not sizes:
                raise Trouble(_("Nobody can be seated yet."))
            chosen = sizes[min(choice, len(sizes) - 1)]
            seed = 1 + night.proposal.seed if night.proposal else self._chance.getrandbits(32)
            job = rounds.job_of(asked, facts, chosen, seed, planned=not shuffle)
            found: Proposal = await self._propose(job)
            return await self._nights.apply(
                night, press, rounds.propose(chosen, found, seed, shift), None
            )

    async def swap(
        self, night_id: str, press: Press, one: int, other: int, *, revision: int | None
    ) -> Night:
        """Swap two guests of the proposal."""
        facts = await self._facts(await self._nights.get(night_id))
        return await self._nights.change(
            night_id, press, rounds.swap(facts, one, other), revision=revision
        )

    async def start_all(self, night_id: str, press: Press, *, revision: int | None) -> Night:
        """Deal the proposed round; its tables follow, also if the bot dies meanwhile."""
        night = await self._nights.change(night_id, press, rounds.start_all(), revision=revision)
        self.deal(night_id)
        return night

    def deal(self, night_id: str) -> None:
        """Open and deal the tables of a round that aren't dealt yet, and check whether it is
        over.
        """
        self._to_deal.add(night_id)
        if night_id not in self._dealing:
            task = asyncio.create_task(self._deal(night_id), name=f"deal {night_id}")
            self._dealing[night_id] = task

    async def _deal(self, night_id: str) -> None:
        try:
            while night_id in self._to_deal:
                # Whatever has ended by now is seen in this pass.
                self._to_deal.discard(night_id)
                night = await self._nights.get(night_id)
                if night.playing is not None:
                    await self._deal_round(night, night.playing)
        except Exception as error:
            # The timer tries again. What went wrong may name cards, so only its kind is logged.
            frames = "".join(traceback.format_tb(error.__traceback__))
            log.error("night %s: dealing: %s\n%s", night_id, type(error).__name__, frames)
        finally:
            self._dealing.pop(night_id, None)
            self._to_deal.discard(night_id)

    async def _deal_round(self, night: Night, playing: Round) -> None:
        tables = await self._nights.tables_of(night)
        seated = playing.seating.seated.tables
        for number in range(1, len(seated) + 1):
            if (playing.number, number) not in tables:
                table = await self._lobby_verbs.open_and_deal(
                    self._new_table(night, playing, number)
                )
                tables[playing.number, number] = table
                if len(seated) > AT_ONCE:
                    await asyncio.sleep(self._between_tables)
        if all(_lets_go(tables[playing.number, number]) for number in range(1, len(seated) + 1)):
            timer = Press(Person(0, ""), None)
            await self._nights.change(night.id, timer, rounds.round_over(playing.number))

    def _table_changed(self, table: Table) -> None:
        """End a round once a table's change makes it over; note whether it goes on over days."""
        if table.night_id is not None and _lets_go(table):
            self.deal(table.night_id)

    def _new_table(self, night: Night, playing: Round, number: int) -> NewTable:
        """Return what a table of a round is opened with."""
        table = playing.seating.seated.tables[number - 1]
        people = [person for person in table.people if not is_former(person)]
        seats = [Seat(person, night.name_of(person) or "?") for person in people]
        # Whoever was forgotten since they were seated has a computer in their place.
        while len(seats) < len(table.people) + table.computers:
            seats.append(computer(seats, COMPUTER, self._chance))
        host = people[0] if is_former(table.host) and people else table.host
        game_json = self._nights.tables.json_of(night.row.game)
        return NewTable(
            game_key=night.row.game,
            guild_id=night.row.guild_id,
            channel_id=night.row.channel_id,
            person=Person(host, night.name_of(host) or "?"),
            options=game_json.load_options(night.row.options),
            # No interaction has this id: one press opens many tables.
            interaction_id=self._chance.getrandbits(62) | 1 << 62,
            language=night.row.language,
            seats=tuple(seats),
            pace="live",
            move_time=night.row.move_time,
            on_timeout="seat",
            night_id=night.id,
            night_round=playing.number,
            night_table=number,
        )

    async def _propose(self, job: SeatingJob) -> Proposal:
        return await proposal(self._process, job)

    async def _facts(self, night: Night, *, seated: bool = True) -> rounds.SeatingFacts:
        """Return what is known about the guests for seating them; less for sizes alone."""
        game = self._nights.tables.games.get(night.row.game)
        if game is None:
            raise Trouble(_("There is no such game here."))
        info = game.info
        facts = rounds.SeatingFacts(tuple(info.seats), info.wanted_seats, {})
        if not seated:
            return facts
        results, void = await self._nights.results_of(night)
        people = [guest.person for guest in night.guests.there]
        return replace(
            facts,
            points=tonight(points_of_night(night, results, void)),
            earlier=rounds.pairs_before(await self._nights.before(night, RECENT_NIGHTS)),
            apart=tuple(await self._nights.servers.apart_among(people)),
        )


def _lets_go(table: Table) -> bool:
    """Tell whether a round, and its guests, needn't wait for a table any more."""
    return table.over or table.pace == "days"


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
        return await asyncio.to_thread(seating, job)
