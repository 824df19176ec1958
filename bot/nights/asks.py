"""All questions which date suits: how they are read and changed, with one lock per question."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Final, Protocol
from weakref import WeakValueDictionary

from pydantic import TypeAdapter

from bot.nights.ask_rules import Ask, AskAnswer, AskedDate, AskRule, NoAsk, closed, without
from bot.nights.night import CHANGED_MEANWHILE, Now, Press
from bot.tables.clock import DAY
from bot.tables.due_timer import AGAIN, DueTimer
from bot.tables.listening import reported
from bot.tables.seat import Person
from bot.tables.sweep_tables import UNTOUCHED_DAYS
from bot.tables.tables import Tables, unused_id
from bot.tables.trouble import NotSaved, Trouble
from storage.all_ids import ASKS, all_ids
from storage.ask_store import AnswerRow, AskState, AskStore, DatesAskRow, StoredAsk
from storage.due_rows import DueRows
from storage.errors import AlreadyDone, OutOfStep, WriteRefused

KEPT_DAYS: Final = 30
"""How long a question is kept after it should have closed."""
NOBODY: Final = Press(Person(0, ""), None)
_DATES: Final = TypeAdapter(tuple[AskedDate, ...])
_NUMBERS: Final = TypeAdapter(frozenset[int])
_GAMES: Final = TypeAdapter(tuple[str, ...])

log = logging.getLogger(__name__)


class KnowsBlocked(Protocol):
    """Knows who may not come to nights of a server."""

    async def demand_not_blocked(self, guild_id: int, person_id: int) -> None:
        """Raise Trouble for somebody who may not come."""
        ...

    async def blocked(self, guild_id: int, people: Collection[int]) -> Collection[int]:
        """Return which of some people may not come."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAsk:
    """What a question is made with."""

    guild_id: int
    channel_id: int
    language: str
    host: Person
    zone: str
    dates: tuple[AskedDate, ...]
    games: tuple[str, ...]
    until: int
    until_said: str = ""
    mention: int | None = None
    title: str = ""
    about: str = ""


class Asks:
    """Opens questions, reads and changes them. What a method returned from is on disk.

    What it raised Trouble for has changed nothing. Listeners are told about every change.
    """

    def __init__(self, tables: Tables, servers: KnowsBlocked, chance: random.Random) -> None:
        """Take the tables, for clock, people and database, who is blocked where, and what ids are
        drawn from.
        """
        self.store = AskStore(tables.store.database)
        self.listeners: list[Callable[[Ask], None]] = []
        self._tables = tables
        self._servers = servers
        self._chance = chance
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        times = DueRows(tables.store.database, "asks")
        self.due_timer = DueTimer("asks", times, tables.now, self.ring, _wait_after)
        """Closes those whose time is over."""

    async def get(self, ask_id: str) -> Ask:
        """Return a question as it stands. Raises NoAsk if there is none of this id."""
        found = await self.find(ask_id)
        if found is None:
            raise NoAsk
        return found

    async def find(self, ask_id: str) -> Ask | None:
        """Return a question as it stands, if there is one of this id."""
        found = await self.store.ask(ask_id)
        return None if found is None else loaded(found)

    async def of_guild(self, guild_id: int, states: Collection[AskState]) -> list[Ask]:
        """Return the questions of a server in some states, the one that closes next first."""
        return [loaded(each) for each in await self.store.asks_of_guild(guild_id, states)]

    async def open(self, new: NewAsk, press: Press) -> Ask:
        """Make the draft of a question, which its host alone sees. Raises NotSaved."""
        assert press.interaction_id is not None
        row = DatesAskRow(
            id=await unused_id(self._chance, self.store.ask),
            guild_id=new.guild_id,
            channel_id=new.channel_id,
            language=new.language,
            host=new.host.id,
            host_name=new.host.name,
            zone=new.zone,
            dates=_DATES.dump_json(new.dates).decode(),
            games=json.dumps(new.games),
            until=new.until,
            until_said=new.until_said,
            mention=new.mention,
            title=new.title,
            about=new.about,
            made_at=self._tables.now(),
            opened_by=press.interaction_id,
        )
        try:
            await self.store.open(row)
        except AlreadyDone as done:
            return await self.get(done.table_id)
        except WriteRefused as error:
            raise NotSaved from error
        return await self.get(row.id)

    async def change(self, ask_id: str, press: Press, rule: AskRule) -> Ask:
        """Change a question by a rule, and return it; what changes nothing isn't saved.

        Raises whatever Trouble the rule raises.
        """
        async with self.held(ask_id) as ask:
            after = rule(ask, press, await self._now_for(ask))
            return ask if after == ask else await self._save(after)

    async def answer(self, ask_id: str, press: Press, rule: AskRule) -> Ask:
        """Change a question by an answer. Raises Trouble for whoever may not come."""
        ask = await self.get(ask_id)
        await self._servers.demand_not_blocked(ask.row.guild_id, press.by.id)
        return await self.change(ask_id, press, rule)

    async def ring(self, ask_id: str) -> bool:
        """Close a question whose time is over."""
        await self.change(ask_id, NOBODY, lambda ask, _press, now: closed(ask, "time", now))
        return True

    async def place_gone(self, ask_id: str) -> None:
        """Close a question whose channel was deleted."""
        await self.change(ask_id, NOBODY, lambda ask, _press, now: closed(ask, "place", now))

    async def take_off_blocked(self) -> None:
        """Take off what those have answered who may not come any more."""
        for ask_id in await self.store.ids_with_answers():
            ask = await self.get(ask_id)
            people = [each.person for each in ask.answers]
            gone = await self._servers.blocked(ask.row.guild_id, people)
            if gone:
                await self.change(ask_id, NOBODY, without(gone))

    async def sweep(self) -> None:
        """Delete drafts that weren't posted for a week, and what ended a month ago."""
        now = self._tables.now()
        await self.store.discard_old(now - UNTOUCHED_DAYS * DAY, now - KEPT_DAYS * DAY)

    @asynccontextmanager
    async def held(self, ask_id: str) -> AsyncIterator[Ask]:
        """Hold the lock of a question, and yield it as it stands. Raises NoAsk."""
        lock = self._locks.setdefault(ask_id, asyncio.Lock())
        async with lock:
            yield await self.get(ask_id)

    def tell(self, ask: Ask) -> None:
        """Tell the listeners that a question has changed."""
        for listener in self.listeners:
            with reported(f"question {ask.id}"):
                listener(ask)

    async def _now_for(self, ask: Ask) -> Now:
        return Now(self._tables.now(), await self._tables.people.quiets([ask.row.host]))

    async def _save(self, ask: Ask) -> Ask:
        row = replace(
            ask.row,
            dates=_DATES.dump_json(ask.dates).decode(),
            revision=ask.row.revision + 1,
        )
        try:
            await self.store.save(row, [_answer_row(ask.id, each) for each in ask.answers])
        except OutOfStep as error:
            raise Trouble(CHANGED_MEANWHILE) from error
        except WriteRefused as error:
            raise NotSaved from error
        saved = await self.get(ask.id)
        if row.state == "open":
            self.due_timer.hear(row.until)
        self.tell(saved)
        return saved


def loaded(stored: StoredAsk) -> Ask:
    """Return a question as it was stored."""
    row = stored.ask
    return Ask(
        row,
        stored.places,
        _DATES.validate_json(row.dates),
        _GAMES.validate_json(row.games),
        tuple(map(_answer, stored.answers)),
    )


def _answer(row: AnswerRow) -> AskAnswer:
    return AskAnswer(
        row.person,
        row.name,
        _NUMBERS.validate_json(row.can),
        _NUMBERS.validate_json(row.maybe),
        frozenset(_GAMES.validate_json(row.games)),
        row.none,
    )


def _answer_row(ask_id: str, answer: AskAnswer) -> AnswerRow:
    return AnswerRow(
        ask_id=ask_id,
        person=answer.person,
        name=answer.name,
        can=json.dumps(sorted(answer.can)),
        maybe=json.dumps(sorted(answer.maybe)),
        games=json.dumps(sorted(answer.games)),
        none=answer.none,
    )


def _wait_after(ask_id: str, error: Exception) -> float:
    """Return for how many seconds a question is put off that couldn't be closed."""
    if isinstance(error, NoAsk):
        return 0.0
    log.error("question %s: its timer: %s", ask_id, type(error).__name__)
    return AGAIN


async def check_asks(store: AskStore) -> AsyncIterator[tuple[str, str]]:
    """Read every question, and yield the id of each that can't be read, with the kind of error."""
    async for ask_id in all_ids(store.database, ASKS):
        try:
            found = await store.ask(ask_id)
            if found is not None:
                loaded(found)
        except ValueError as error:
            # Its words may quote what is stored.
            yield ask_id, f"can't be read ({type(error).__name__})"
