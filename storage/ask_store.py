"""The dates that servers are asked about before a night is announced, and who answers what."""

# The queries are put together from the names of dataclass fields and from literals in this file;
# every value is bound.
# ruff: noqa: S608

import json
import sqlite3
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict, Unpack

from storage.database import Database
from storage.errors import AlreadyDone, OutOfStep
from storage.mapper import Mapper, first, sets
from storage.statements import ON_SHARD, WHOLE, Shard, on_shard

AskState = Literal["draft", "open", "closed", "announced"]
"""A draft is seen by its host alone; "announced" means that a night has come of it."""
WhyClosed = Literal["", "time", "host", "place"]
"""Why it was closed: its time was over, a host did so, or its channel was deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatesAskRow:
    """A question which date suits; times are whole seconds since 1970, UTC."""

    id: str
    guild_id: int
    channel_id: int
    """Where it is asked."""
    language: str
    state: AskState = "draft"
    host: int
    host_name: str
    zone: str
    """The time zone in which its dates were typed."""
    dates: str
    """JSON: the dates, the earliest first."""
    games: str
    """JSON: the keys of the games that may be played."""
    until: int
    """When it closes by itself."""
    until_said: str
    """What was typed for that; "" if nothing was."""
    mention: int | None = None
    """The role that is called once when it is asked."""
    title: str = ""
    """What the night is called that may come of it; "" if it is called as usual."""
    about: str = ""
    """What its host says of that night."""
    why: WhyClosed = ""
    night_id: str | None = None
    """The night that has come of it."""
    call_at: int | None = None
    """From when on its host is called as it was closed; None if they aren't."""
    revision: int = 0
    """Grows with every change."""
    made_at: int
    opened_by: int
    """The id of the interaction that made it."""


class AskWhereabouts(TypedDict, total=False):
    """Where its messages are; `AskStore.save_whereabouts` writes them."""

    channel_id: int
    card_id: int | None
    called: bool
    call_id: int | None
    shown_revision: int
    asleep: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPlaces:
    """Where its messages are, and the newest revision that they show."""

    card_id: int | None = None
    called: bool = False
    """Whether its card has called the role."""
    call_id: int | None = None
    """The message that calls its host; 0 if it isn't sent any more."""
    shown_revision: int = -1
    asleep: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRow:
    """What somebody has answered."""

    ask_id: str
    person: int
    name: str
    can: str
    """JSON: the numbers of the dates on which they can come, from 0."""
    maybe: str
    """JSON: those on which they come if need be."""
    games: str
    """JSON: the keys of the games that they would play."""
    none: bool
    """Whether they have said that no date suits them."""


@dataclass(frozen=True, slots=True)
class StoredAsk:
    """All that is stored about a question."""

    ask: DatesAskRow
    places: AskPlaces
    answers: tuple[AnswerRow, ...]
    """In the order in which people first answered."""


ASK = Mapper(DatesAskRow, "asks")
PLACES = Mapper(AskPlaces, "asks")
ANSWER = Mapper(AnswerRow, "ask_answers")
SELECT = f"SELECT {', '.join((*ASK.names, *PLACES.names))} FROM asks"
CHANGE = f"UPDATE asks SET {sets(ASK.names)} WHERE id = ? AND revision = ?"


class AskStore:
    """What can be read of questions and written about them. A refusal is a StorageError."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def open(self, row: DatesAskRow) -> None:
        """Store a new question.

        Raises `AlreadyDone` with the one that its interaction made, and `OutOfStep` if the id is
        taken.
        """

        def run(connection: sqlite3.Connection) -> None:
            query = "SELECT id FROM asks WHERE opened_by = ?"
            found = connection.execute(query, (row.opened_by,)).fetchone()
            if found is not None:
                raise AlreadyDone(found[0])
            statement = ASK.insert + " ON CONFLICT (id) DO NOTHING"
            if not connection.execute(statement, ASK.values(row)).rowcount:
                raise OutOfStep(row.id, row.revision)

        await self.database.transaction(run)

    async def save(self, row: DatesAskRow, answers: Sequence[AnswerRow]) -> None:
        """Store a change of a question with all its answers.

        Raises `OutOfStep` unless the row's revision is the next. Where messages are is left as it
        is.
        """

        def run(connection: sqlite3.Connection) -> None:
            values = (*ASK.values(row), row.id, row.revision - 1)
            if not connection.execute(CHANGE, values).rowcount:
                raise OutOfStep(row.id, row.revision)
            connection.execute("DELETE FROM ask_answers WHERE ask_id = ?", (row.id,))
            connection.executemany(ANSWER.insert, map(ANSWER.values, answers))

        await self.database.transaction(run)

    async def save_whereabouts(self, ask_id: str, **found: Unpack[AskWhereabouts]) -> None:
        """Store where the messages of a question are: only what is given."""
        query = f"UPDATE asks SET {sets(found)} WHERE id = ?"
        await self.database.write(query, (*found.values(), ask_id))

    async def discard(self, ask_id: str) -> None:
        """Delete a draft; what has been asked stays."""
        await self.database.write("DELETE FROM asks WHERE id = ? AND state = 'draft'", (ask_id,))

    async def discard_old(self, drafted: int, ended: int) -> None:
        """Delete drafts made before a time, and what should have closed before another one."""
        await self.database.write(
            "DELETE FROM asks WHERE (state = 'draft' AND made_at < ?)"
            " OR (state <> 'open' AND until < ?)",
            (drafted, ended),
        )

    # Reading

    async def ask(self, ask_id: str) -> StoredAsk | None:
        """Return a question with its answers."""
        found = await self._asks("id = ?", ask_id)
        return found[0] if found else None

    async def asks_of_guild(self, guild_id: int, states: Collection[AskState]) -> list[StoredAsk]:
        """Return the questions of a server, the one that closes next first."""
        return await self._asks(
            "guild_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY until",
            *(guild_id, json.dumps(list(states))),
        )

    async def ids_with_answers(self) -> list[str]:
        """Return the questions that are open or closed and have answers."""
        return await self.database.column(
            "SELECT id FROM asks WHERE state IN ('open', 'closed')"
            " AND id IN (SELECT ask_id FROM ask_answers)"
        )

    async def draft_from(self, ask_id: str, host: int) -> str | None:
        """Return the draft of a night that somebody has made from a question."""
        return await self.database.one(
            first,
            "SELECT n.id FROM nights n JOIN night_events e ON e.night_id = n.id"
            " WHERE n.state = 'draft' AND n.host = ? AND e.what = 'drafted' AND e.note = ?"
            " ORDER BY e.id DESC LIMIT 1",
            (host, ask_id),
        )

    async def to_show(self, shard: Shard = WHOLE) -> list[str]:
        """Return a shard's questions whose messages are out of date, or whose host isn't called."""
        return await self.database.column(
            "SELECT id FROM asks WHERE asleep = 0 AND state <> 'draft'"
            " AND (shown_revision < revision OR (call_at IS NOT NULL AND call_id IS NULL))"
            f" AND {ON_SHARD}",
            on_shard(shard),
        )

    async def wake_guilds(self, guild_ids: Collection[int]) -> list[str]:
        """Wake the questions of some servers; return which."""
        query = (
            "UPDATE asks SET asleep = 0 WHERE asleep = 1"
            " AND guild_id IN (SELECT value FROM json_each(?)) RETURNING id"
        )
        ids = json.dumps(list(guild_ids))
        return await self.database.transaction(
            lambda link: [each for (each,) in link.execute(query, (ids,))]
        )

    async def _asks(self, where: str, *values: int | str) -> list[StoredAsk]:
        def run(connection: sqlite3.Connection) -> list[StoredAsk]:
            split, found = len(ASK.names), list[StoredAsk]()
            query = f"{ANSWER.select} WHERE ask_id = ? ORDER BY rowid"
            for each in connection.execute(f"{SELECT} WHERE {where}", values).fetchall():
                ask = ASK(each[:split])
                answers = tuple(map(ANSWER, connection.execute(query, (ask.id,))))
                found.append(StoredAsk(ask, PLACES(each[split:]), answers))
            return found

        return await self.database.read(run)


def announced(connection: sqlite3.Connection, ask_id: str, night_id: str) -> bool:
    """Note, in a transaction, that a night has come of a question; False if one has before."""
    query = (
        "UPDATE asks SET state = 'announced', night_id = ?, revision = revision + 1"
        " WHERE id = ? AND state <> 'announced'"
    )
    return connection.execute(query, (night_id, ask_id)).rowcount > 0
