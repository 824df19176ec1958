"""Random games of all verbs by all kinds of people, with a reckoning of their own beside the bot's.

Nothing is stored but in memory, so that thousands of games take a minute.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.nights.night_points import there_at_end
from bot.tables.clocks import after_ring
from bot.tables.early_end import sign_of
from bot.tables.going_on import can_go_on
from bot.tables.history import History
from bot.tables.lobby_verbs import LobbyVerbs
from bot.tables.moves import Moves
from bot.tables.night_verbs import NightVerbs
from bot.tables.seat import Person, Seat
from bot.tables.table import NewTable, Table
from bot.tables.table_verbs import TableVerbs
from bot.tables.tables import Tables
from bot.tables.trouble import Trouble
from storage.result_rows import ResultRow
from storage.rows import LogRow, PersonRow, SeatRow, TableEventRow
from tests.tables.counting_game import GAME, Options

PEOPLE = [Person(100 + number, name) for number, name in enumerate("ABCDEFGH")]
ZOE = Person(900, "Zoe")
"""She moderates, and plays nowhere."""


class Memory:
    """Holds what tables store of one game."""

    def __init__(self) -> None:
        self.steps: list[LogRow] = []
        self.told: list[TableEventRow] = []
        self.seats: Sequence[SeatRow] = ()
        self.results: Sequence[ResultRow] = ()
        self.privacy = self
        """The store for this subject, too."""

    async def table(self, _table_id: str) -> None:
        """Return nothing: each id is new."""

    async def applied(self, _interaction: int) -> None:
        """Return nothing: each press is new."""

    async def was_forgotten_at(self, _table_id: str, _person: int) -> bool:
        """Return that nobody was."""
        return False

    async def log(self, _table_id: str) -> list[LogRow]:
        """Return the log."""
        return [*self.steps]

    async def table_events(self, _table_id: str) -> list[TableEventRow]:
        """Return what was done."""
        return [*self.told]

    async def open_table(
        self, _row: Any, seats: Any, step: Any = None, *_: Any, **_kw: Any
    ) -> None:
        """Keep the deal."""
        self.seats = seats
        self.steps.append(step)

    async def save_step(
        self,
        _row: Any,
        seats: Any,
        step: Any,
        told: Any = (),
        _holders: Any = (),
        rows: Any = (),
        *_: Any,
    ) -> None:
        """Keep a step."""
        self.seats, self.results = seats, rows
        self.steps.append(step)
        self.told += told

    async def save_change(
        self,
        _row: Any,
        seats: Any,
        told: Any = (),
        _holders: Any = (),
        _invited: Any = (),
        rows: Any = (),
        *_: Any,
    ) -> None:
        """Keep a change."""
        self.seats = seats
        self.told += told
        self.results = rows or self.results


class Nobody:
    """Knows that nobody is blocked, that anybody may open tables, and that nobody sleeps."""

    async def demand_may_open(self, _new: NewTable) -> None:
        """Allow it."""

    async def demand_not_blocked(self, _guild: int, _person: int) -> None:
        """Allow it."""

    async def blocked(self, _guild: int, _people: Collection[int]) -> tuple[int, ...]:
        """Return nobody."""
        return ()

    async def row(self, person: int) -> PersonRow:
        """Return that somebody has set nothing."""
        return PersonRow(person)

    async def stills_at(self, _table: Table, _now: int) -> dict[int, Any]:
        """Return that no clock stands by itself."""
        return {}


@dataclass
class Chair:
    """What the reckoning knows of a seat."""

    holder: int | None
    """None for a computer."""
    had: list[int] = field(default_factory=list[int])
    """The people who had it, in order, the holder too."""
    gone: int | None = None
    """When its holder went, counted in things that were done."""
    gave_up: bool = False
    here: bool = True
    made: list[int | None] = field(default_factory=list[int | None])
    """Who made each decision that counts; None for a computer."""
    made_after: list[int | None] = field(default_factory=list[int | None])
    """The same once computers finish the game, which count if there were none before."""

    @property
    def idle(self) -> bool:
        """Whether a computer made half of a person's moves or more, and they fewer than half."""
        own, moves = self.made.count(self.holder), len(self.made)
        return self.holder is not None and 2 * own < moves <= 2 * self.made.count(None)


class Wrong(AssertionError):
    """Something that is not fair."""


class FairGame:
    """One random game, and the reckoning beside it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.memory, self.time, self.done = Memory(), 1_000_000.0, 0
        self.tables = Tables(self.memory, now=lambda: self.time)  # type: ignore[arg-type]
        self.tables.servers = self.tables.people = Nobody()  # type: ignore[assignment]
        self.tables.add_game(GAME)
        self.verbs = TableVerbs(self.tables, History(self.tables))
        self.night_verbs = NightVerbs(self.tables)
        self.moves = Moves(self.tables)
        self.interactions = 0
        self.finishing = False
        self.own_end: set[int] = set()
        """Leaders who decided about their own table."""

    async def open(self) -> Table:
        """Deal for two to six, with or without computers, at a night or not."""
        rng = self.rng
        count = rng.randint(2, 6)
        computers = rng.choice((0, 0, rng.randrange(count - 1)))
        people = PEOPLE[: count - computers]
        seats = [Seat(person.id, person.name) for person in people]
        seats += [Seat(-1 - number, f"C{number}", "casual") for number in range(computers)]
        self.chairs = [
            Chair(seat.person, [seat.person]) if seat.level is None else Chair(None, here=False)
            for seat in seats
        ]
        self.night = rng.random() < 0.4
        return await LobbyVerbs(self.tables).open_and_deal(
            NewTable(
                game_key="counting",
                guild_id=1,
                channel_id=2,
                person=people[0],
                options=Options(),
                interaction_id=self.press(),
                language="en",
                pace="live",
                on_timeout=rng.choice(("seat", "move", "ask")),
                seats=tuple(seats),
                **{"night_id": "nnnnn", "night_round": 1, "night_table": 1} if self.night else {},
            )
        )

    def press(self) -> int:
        """Return the id of a press that nobody made before."""
        self.interactions += 1
        return self.interactions

    async def play(self) -> Table:
        """Play to the end, with anything done meanwhile; then compare."""
        table = self.table = await self.open()
        for _ in range(400):
            if table.over:
                break
            if self.rng.random() < 0.45:
                await self.anything()
            elif not await self.move():
                await self.somebody_comes()
        else:
            return table
        self.compare()
        return table

    # What is done

    async def move(self) -> bool:
        """Let whoever is asked move; False if nobody can."""
        table = self.table
        if table.paused:
            await self.verbs.resume(table.id, ZOE, "moderator")
        if not table.people_asked() and not table.computers_asked():
            return False
        (number,) = table.to_act()
        seat = table.seats[number]
        choice = self.rng.randrange(3)
        if seat.mind is not None:
            await self.moves.play_for_computer(
                table.id,
                number,
                lambda _view, legal: legal[choice],
                question_number=table.question_number(number),
            )
            made = None
        else:
            await self.moves.play(
                table.id,
                Person(seat.person, seat.name),
                lambda _view, legal: legal[choice],
                interaction_id=self.press(),
            )
            made = seat.person
        chair = self.chairs[number]
        (chair.made_after if self.finishing else chair.made).append(made)
        return True

    async def somebody_comes(self) -> None:
        """Bring somebody back, or put somebody on a seat; if nobody may, let computers finish."""
        for number, chair in enumerate(self.chairs):
            if chair.holder is not None and not chair.here and not chair.gave_up:
                await self.back(number)
                return
        await self.finish()

    async def anything(self) -> None:
        """Do one of the things that people, moderators, leaders and clocks do."""
        deeds: list[Callable[[], Awaitable[None]]] = [
            *[self.leave] * 3,
            *[self.come_back] * 2,
            *[self.take_over] * 2,
            *[self.time_runs_out] * 2,
            *[self.remove, self.give_up, self.forbidden],
            *[self.end_by_vote] * (self.rng.random() < 0.3),
            *[self.forget] * (self.rng.random() < 0.3),
            *[self.finish] * (self.night and self.rng.random() < 0.3),
            *[self.end_at_once] * (self.rng.random() < 0.2),
        ]
        self.done += 1
        await self.rng.choice(deeds)()

    def some(self, fits: Callable[[Chair], bool]) -> tuple[int, Chair] | None:
        """Return any chair that fits, with its number."""
        found = [(n, each) for n, each in enumerate(self.chairs) if fits(each)]
        return self.rng.choice(found) if found else None

    def person_on(self, number: int) -> Person:
        """Return who has a seat."""
        seat = self.table.seats[number]
        return Person(seat.person, seat.name)

    def goes(self, chair: Chair) -> None:
        """Note that somebody is gone, unless they were before."""
        chair.here = False
        chair.gone = self.done if chair.gone is None else chair.gone

    async def leave(self) -> None:
        """Let somebody leave."""
        found = self.some(lambda each: each.here)
        if found:
            await self.verbs.leave(self.table.id, self.person_on(found[0]))
            self.goes(found[1])

    async def come_back(self) -> None:
        """Let somebody come back."""
        found = self.some(
            lambda each: each.holder is not None and not each.here and not each.gave_up
        )
        if found:
            await self.back(found[0])

    async def back(self, number: int) -> None:
        """Let whoever has a seat come back; a computer answers first what they have left twice."""
        come = self.verbs.back(self.table.id, self.person_on(number))
        if self.finishing:
            await self.refused(come, "come back to a game that computers finish")
            return
        if self.table.seats[number].said_back and number in self.table.computers_asked():
            await self.refused(come, "come back again before the computer has answered")
            return
        await come
        self.chairs[number].here, self.chairs[number].gone = True, None

    async def take_over(self) -> None:
        """Let somebody take over a seat that is free, if they may."""
        free = self.table.free()
        person = self.rng.choice(PEOPLE)
        if not free:
            return
        number = self.rng.choice(free)
        try:
            await self.verbs.replace(self.table.id, person, number)
        except Trouble:
            return
        chair = self.chairs[number]
        chair.holder, chair.here, chair.gone = person.id, True, None
        chair.had.append(person.id)

    async def remove(self) -> None:
        """Let a moderator who doesn't play take somebody off."""
        found = self.some(lambda each: each.holder is not None and not each.gave_up)
        if found:
            role = "night" if self.night else "moderator"
            await self.verbs.kick(self.table.id, ZOE, role, found[0])
            self.goes(found[1])
            found[1].holder = None

    async def forget(self) -> None:
        """Let somebody have their data deleted."""
        found = self.some(lambda each: each.holder is not None and not each.gave_up)
        if found:
            await self.verbs.leave_for_good(self.table.id, self.person_on(found[0]))
            self.goes(found[1])
            found[1].holder = None

    async def time_runs_out(self) -> None:
        """Let the clock of whoever is asked run out."""
        table = self.table
        self.time += 3600
        seats, told = after_ring(table, int(self.time), {})
        if not told:
            return
        async with self.tables.held(table.id):
            await self.tables.change(table, told, seats=seats)
        for event in told:
            if event.what == "away" and event.seat is not None:
                self.goes(self.chairs[event.seat])

    async def give_up(self) -> None:
        """Let somebody give the game up."""
        if self.rng.random() < 0.6:
            return
        found = self.some(lambda each: each.here)
        if found:
            await self.verbs.give_up(self.table.id, self.person_on(found[0]), sign_of(self.table))
            self.goes(found[1])
            found[1].gave_up = True
            there = [each for each in self.chairs if each.gone is None]
            people_only = len(self.chairs) == 2 or all(each.had for each in self.chairs)
            if self.table.over != (people_only and len(there) == 1):
                raise Wrong("who gives up ends the game for others, or the last one goes on alone")

    async def finish(self) -> None:
        """Let computers finish the game, by a leader who may play there."""
        if not self.night:
            # Nobody may decide that: somebody new is needed.
            await self.end_at_once()
            return
        if self.finishing or self.table.played_out:
            return
        plays = self.some(lambda each: each.here) if self.rng.random() < 0.5 else None
        by = ZOE if plays is None else self.person_on(plays[0])
        await self.night_verbs.play_out(self.table.id, by)
        if plays is not None:
            self.own_end.add(by.id)
        self.finishing = True
        here = [each for each in self.chairs if each.gone is None]
        idle = [each for each in here if each.idle]
        for chair in idle if idle != here else ():
            chair.gone = self.done
        for chair in self.chairs:
            chair.here = False

    async def end_at_once(self) -> None:
        """Let a moderator who doesn't play, or a leader who may, end it without a result."""
        plays = self.some(lambda each: each.here)
        if self.night and plays is not None and self.rng.random() < 0.5:
            by = self.person_on(plays[0])
            await self.verbs.end(self.table.id, by, "night")
            self.own_end.add(by.id)
            return
        await self.verbs.end(self.table.id, ZOE, "moderator")

    async def end_by_vote(self) -> None:
        """Let somebody ask for an end, and all others who are there answer."""
        what = self.rng.choice(("end_points", "end_void"))
        here = [number for number, each in enumerate(self.chairs) if each.here]
        self.rng.shuffle(here)
        if not here:
            return
        self.time += 90_000
        first, *others = here
        table = self.table
        ask = self.verbs.voting.propose(table.id, self.person_on(first), what)
        if not others and (what == "end_void" or not all(each.had for each in self.chairs)):
            await self.refused(ask, "end a game alone")
            return
        await ask
        if not others:
            await self.nobody_comes()
            return
        for number in others:
            if table.over:
                raise Wrong("a game was ended before all who are there had agreed")
            yes = self.rng.random() < 0.9
            await self.verbs.voting.vote(table.id, self.person_on(number), yes)
            if not yes:
                if table.motion is not None:
                    raise Wrong("one no doesn't end a vote to end the game")
                return
        if not table.over:
            raise Wrong("all who are there agreed, and the game goes on")

    async def nobody_comes(self) -> None:
        """Let the time pass in which the others may come back to a game that one person ends."""
        table = self.table
        if table.motion is not None and table.motion.until is not None:
            self.time = table.motion.until
            async with self.tables.held(table.id):
                await self.tables.change(table)
        if not table.over:
            raise Wrong("whoever has outlasted all others can't end the game")

    async def forbidden(self) -> None:
        """Try what nobody may do alone."""
        table, found = self.table, self.some(lambda each: each.here)
        other = self.some(lambda each: each.here)
        if not found or not other or found[0] == other[0]:
            return
        person, number = self.person_on(found[0]), other[0]
        await self.refused(self.verbs.end(table.id, person, "moderator"), "end as a moderator")
        await self.refused(
            self.verbs.kick(table.id, person, "moderator", number), "remove as a moderator"
        )
        if not can_go_on(table, "stand_in", number, int(self.time)):
            await self.refused(self.verbs.kick(table.id, person, "host", number), "remove as host")
        if not table.practice:
            await self.refused(self.verbs.end(table.id, person, "host"), "end as host")
        gave_up = self.some(lambda each: each.gave_up)
        if gave_up:
            again = self.verbs.back(table.id, self.person_on(gave_up[0]))
            await self.refused(again, "come back after giving up")

    async def refused(self, deed: Awaitable[object], what: str) -> None:
        """Demand that something is refused."""
        try:
            await deed
        except Trouble:
            return
        raise Wrong(f"somebody who plays there can {what}")

    # The reckoning

    def compare(self) -> None:
        """Demand that everybody has what the reckoning gives them, and that nobody gained."""
        table = self.table
        if table.phase == "cancelled":
            self.compare_void()
            return
        rows = self.memory.results
        count = len(self.chairs)
        places = self.places()
        if sum(row.points for row in rows if row.of_seat) * 2 != 5040 * count:
            raise Wrong("the points of the seats don't add up to half a point each")
        people = {person for chair in self.chairs for person in chair.had}
        for person in people:
            mine = [row for row in rows if row.person == person]
            due = self.due(person, places)
            if [row.points for row in mine] != ([] if due is None else [due]):
                raise Wrong(f"{person} is due {due} and has {[row.points for row in mine]}")
            self.compare_with_staying(person, sum(row.points for row in mine))
        counts = len([person for person in people if self.due(person, places) is not None]) > 1
        if any(row.counts != counts for row in rows):
            raise Wrong("whether a game counts can be undone by leaving it")
        winners = {seat for seat, place in enumerate(places) if place == min(places)}
        if {row.seat for row in rows if row.won} != winners or {
            *table.face().ending().winners
        } != winners:
            raise Wrong("somebody else has won than came first")

    def places(self) -> list[float]:
        """Return the places: those there by result, below them those who left most of their moves
        to a computer, then the gone, first gone last.
        """
        result = self.table.result()
        here = [seat for seat, each in enumerate(self.chairs) if each.gone is None]
        idle = [seat for seat in here if self.chairs[seat].idle]
        if self.finishing or self.table.early is not None or idle == here:
            idle = []
        there = [seat for seat in here if seat not in idle]
        won = [seat for seat in there if seat in result.winners]
        others = [seat for seat in there if seat not in won]
        found: dict[int, float] = {}

        def give(seats: list[int], key: Callable[[int], int]) -> None:
            for one in {key(seat) for seat in seats}:
                tied = [seat for seat in seats if key(seat) == one]
                above = len(found_above) + sum(key(seat) > one for seat in seats)
                for seat in tied:
                    found[seat] = above + (len(tied) + 1) / 2

        found_above: list[int] = []
        for group, key in (
            (won, lambda _seat: 0),
            (others, lambda seat: result.scores[seat]),
            (idle, lambda _seat: 0),
            (
                [seat for seat in range(len(self.chairs)) if seat not in here],
                lambda seat: self.chairs[seat].gone or 0,
            ),
        ):
            give(group, key)
            found_above += group
        return [found[seat] for seat in range(len(self.chairs))]

    def due(self, person: int, places: list[float]) -> int | None:
        """Return what somebody is due; None for no row at all."""
        seats = len(self.chairs)
        nothing = False
        for number, chair in enumerate(self.chairs):
            if person not in chair.had:
                continue
            if chair.holder == person:
                counted = chair.made or chair.made_after
                if 2 * counted.count(person) >= len(counted):
                    whole = (seats - places[number]) / (seats - 1)
                    return 0 if person in self.own_end else round(whole * 5040)
                nothing |= chair.had[0] == person or chair.had.count(person) > 1
            else:
                nothing = True
        return 0 if nothing else None

    def compare_with_staying(self, person: int, points: int) -> None:
        """Demand that who went has no more than if they had stayed and come last of those there."""
        holds = any(chair.holder == person for chair in self.chairs)
        if not holds and points:
            raise Wrong(f"{person} has {points} for a seat that they left to another")
        for number, chair in enumerate(self.chairs):
            if chair.holder == person and chair.gone is not None:
                others = [n for n, each in enumerate(self.chairs) if each.gone is not None]
                others.remove(number)
                last = round(len(others) / (len(self.chairs) - 1) * 5040)
                if points > last:
                    raise Wrong(f"{person} went and has {points}, more than {last} for staying")

    def compare_void(self) -> None:
        """Demand that half the points go to those who are there, and to nobody else."""
        if self.memory.results:
            raise Wrong("a game without a result has results")
        if not self.night:
            return
        half = there_at_end(self.memory.seats, self.memory.told)
        there = {
            each.holder for each in self.chairs if each.holder is not None and each.gone is None
        }
        if half != there - self.own_end:
            raise Wrong("somebody who was gone, or ended their own table, has half the points")


async def play_fair(seeds: range) -> None:
    """Play some games; raises Wrong for what isn't fair."""
    for seed in seeds:
        game = FairGame(seed)
        try:
            await game.play()
        except Wrong as wrong:
            told = ", ".join(each.what for each in game.memory.told)
            raise Wrong(f"seed {seed}: {wrong}; what was done: {told}") from wrong
