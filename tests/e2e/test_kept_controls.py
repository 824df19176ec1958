"""Controls that an older version drew, pressed today on the tables that it wrote.

`kept/tables.sql` is the database of commit 161c6ad after an afternoon in the sandbox: tables of all
five games in a lobby, in play, with a vote open, paused, with a stand-in, over, and over with open
hands. `kept/controls.json` lists what was drawn for them: the custom id, whose page it was on (null
for a message that all see), the channel, whether it still lay there at the end, and for a list its
values and how many must be picked. `kept/ahead.json` lists what commit 2841aa80 drew on the same
tables for those who wait, to set moves ahead. None is ever written again: they stand for messages
that lie in people's channels.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import discord
import pytest

from bot.engine.game import Action, SeatView
from bot.games.find_games import aheads, extension_of, packages
from bot.process.app import Bot
from bot.process.settings import read_settings
from bot.tables.history import History
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.tables import Tables
from storage.database import Database
from storage.store import Store
from tests.e2e.stage import Stage
from tests.ui.clicks import Answer, interaction

KEPT = Path(__file__).parent / "kept"
DATA: dict[str, Any] = json.loads((KEPT / "controls.json").read_text("utf-8"))
PEOPLE = {name: Person(number, name) for name, number in DATA["people"].items()}
GAMES = sorted({game for game, _ in DATA["tables"].values()})
HOST, PLAYER, MODERATOR, STRANGER = "Bob", "Cleo", "Emi", "Finn"
"""Who is what at all of these tables."""
NOT_UNDERSTOOD = (
    "This button doesn't work any more.",
    "Something went wrong",
    "This command has changed",
)
CASE = 4
"""The parts of an id that leads no deeper than to a case of what is set ahead."""
DEPTH = 5
"""Each menu leads to a move in fewer steps than this."""
CLICKED = 3
"""How many moves each person clicks in a game that goes on."""
CHANGING: Mapping[str, set[str]] = {
    "lobby": {"t:join", "t:leave", "t:start", "c:add", "c:remove"},
    "new": {"t:join", "t:leave"},
    "playing": {"m", "a:leave", "a:pause", "a:pace", "a:end:yes"},
    "vote": {"m", "a:leave", "a:vote:y", "a:vote:n", "a:pace"},
    "paused": {"a:leave", "a:resume", "a:pace"},
    "stand-in": {"m", "a:back", "a:seat", "a:pause"},
    "over": {"a:rematch", "h:open"},
    "open": set(),
}
"""By the scene of a table: what some control there must still be able to change. Whoever removes a
player from a game is asked first now.
"""
COMPARED = (
    "SELECT id, phase, revision, host, paused, pace, motion, hands_open FROM tables ORDER BY id",
    "SELECT * FROM seats ORDER BY table_id, seat",
    "SELECT table_id, count(*) FROM log GROUP BY 1 ORDER BY 1",
    "SELECT count(*) FROM table_events",
    "SELECT table_id, seat, number, case_json, action_json FROM orders ORDER BY 1, 2, 3",
    "SELECT * FROM people ORDER BY 1",
)


class Control(NamedTuple):
    """One control as it was drawn."""

    id: str
    owner: str | None
    channel: int
    current: int
    values: Sequence[str] = ()
    least: int = 1

    @property
    def parts(self) -> list[str]:
        """Return the parts of the id."""
        return self.id.split(":")

    @property
    def verb(self) -> str:
        """Return what the control stands for, without which table and which answer."""
        prefix, *rest = self.parts
        kind = prefix.rstrip("0123456789")
        if kind in ("m", "r", "me", "w"):
            return kind
        if kind == "o":
            return f"o:{rest[0]}" if rest[0] in ("low", "undo") else kind
        return ":".join([kind, rest[0], *(each for each in rest[2:] if each in ("yes", "y", "n"))])

    def picks(self) -> Iterator[Sequence[str]]:
        """Yield what is picked of a list; nothing, once, for a button."""
        if not self.values:
            yield ()
        for value in dict.fromkeys([self.values[0], self.values[-1]] if self.values else []):
            others = [each for each in self.values if each != value]
            yield [value, *others[: self.least - 1]]


AHEAD: list[list[Any]] = json.loads((KEPT / "ahead.json").read_text("utf-8"))
CONTROLS = [Control(*row) for row in [*DATA["controls"], *AHEAD]]


@dataclass
class Kept:
    """Today's bot, without a Discord, on a copy of the kept database."""

    bot: Bot
    tables: Tables
    folder: Path
    pristine: bytes
    interactions: int = 10**18 * 9
    copies: int = 0

    def interaction(self) -> int:
        """Return the id of an interaction that hasn't come in yet."""
        self.interactions += 1
        return self.interactions

    async def renew(self) -> None:
        """Go on with a fresh copy of the kept database."""
        for table_id in DATA["tables"]:
            table = self.tables.cache.loaded(table_id)
            if table is not None:
                self.tables.cache.drop(table)
        await self.tables.store.database.close()
        self.copies += 1
        path = self.folder / f"copy{self.copies}.sqlite3"
        path.write_bytes(self.pristine)
        # All stores of the bot hold this one.
        vars(self.tables.store.database).update(vars(await Database.open(path)))

    async def snapshot(self) -> list[Any]:
        """Return what is stored, except where messages lie."""
        return await self.tables.store.database.read(
            lambda link: [link.execute(query).fetchall() for query in COMPARED]
        )

    async def press(
        self, name: str, custom_id: str, picked: Sequence[str] = (), *, channel: int, own: bool
    ) -> Answer:
        """Use a control as somebody; fail unless it was understood."""
        answer = Answer()
        room: Any = self
        made = interaction(
            room,
            PEOPLE[name],
            channel,
            answer,
            type=discord.InteractionType.component,
            guild_id=DATA["guild"],
            permissions=discord.Permissions(view_channel=True, manage_messages=name == MODERATOR),
            message=SimpleNamespace(
                id=0,
                flags=SimpleNamespace(ephemeral=own),
                interaction_metadata=None,
                embeds=[],
            ),
            custom_id=custom_id,
            data={"values": list(picked)} if picked else {},
        )
        await self.bot._events.on_interaction(made)
        said = f"{name} pressed {custom_id} {picked}: {answer.text!r}"
        assert answer.text or answer.file is not None, f"no answer: {said}"
        assert not any(words in answer.text for words in NOT_UNDERSTOOD), said
        return answer


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the kept database, as the old version left it."""
    path = tmp_path_factory.mktemp("kept") / "tables.sqlite3"
    link = sqlite3.connect(path)
    link.executescript((KEPT / "tables.sql").read_text("utf-8"))
    link.close()
    return path.read_bytes()


@pytest.fixture
async def kept(tmp_path: Path, migrated: bytes) -> AsyncIterator[Kept]:
    """Yield today's bot as it is built for Discord, without a connection to it."""
    path = tmp_path / "copy0.sqlite3"
    path.write_bytes(migrated)
    database = await Database.open(path)
    (now,) = await database.read(
        lambda link: link.execute("SELECT max(touched_at) FROM tables").fetchone()
    )
    tables = Tables(Store(database), now=lambda: now + 60)
    for key, ahead in aheads().items():
        tables.add_ahead(key, ahead)
    async with Bot(tables, read_settings(None)) as bot:
        for package in packages().values():
            await bot.load_extension(extension_of(package))
    # Nothing is put up on Discord here.
    # Later copies need no migration of their own.
    await database.read(lambda link: link.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
    yield Kept(bot, tables, tmp_path, path.read_bytes())
    await tables.store.database.close()


def controls_of(table_id: str) -> list[Control]:
    """Return the controls that name a table."""
    return [each for each in CONTROLS if table_id in each.parts]


def scenes(game: str) -> list[tuple[str, str]]:
    """Return the tables of a game, with what is going on there."""
    return [(id, scene) for id, (key, scene) in DATA["tables"].items() if key == game]


async def press_all(kept: Kept, controls: Sequence[Control]) -> set[str]:
    """Press controls, each on the tables as they were kept; return the verbs that changed them."""
    changed: set[str] = set()
    before = await kept.snapshot()
    others: set[str] = set()
    for control in controls:
        owners = [control.owner or HOST]
        if control.owner is None and control.current and control.verb not in others:
            owners += [PLAYER, STRANGER]
            others.add(control.verb)
        for name in owners:
            for picked in control.picks():
                channel, own = control.channel, control.owner is not None
                answer = await kept.press(name, control.id, picked, channel=channel, own=own)
                for _ in range(DEPTH if control.verb == "m" else 0):
                    if not menu_of(answer) or await kept.snapshot() != before:
                        break
                    deeper, picked = menu_of(answer)[0]
                    answer = await kept.press(name, deeper, picked, channel=channel, own=own)
                if await kept.snapshot() != before:
                    changed.add(control.verb)
                    await kept.renew()
    return changed


@pytest.mark.takes(3)
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[] if game in ("donburiko", "kirifuda") else pytest.mark.long)
        for game in GAMES
    ],
)
async def test_every_control_is_understood_and_still_does_what_it_says(
    kept: Kept, game: str
) -> None:
    for table_id, scene in scenes(game):
        controls = controls_of(table_id)
        changed = await press_all(kept, controls)
        sets = {each.verb for each in controls if each.verb == "o" and len(each.parts) > CASE}
        missing = (CHANGING[scene] | sets) - changed
        assert not missing, f"{game}, {scene}: {missing} changed nothing; {changed} did"


async def test_controls_of_no_single_table_are_understood(kept: Kept) -> None:
    """Rules, what is a person's own, and "which table?"."""
    rest = [each for each in CONTROLS if not any(part in DATA["tables"] for part in each.parts)]
    assert {each.verb for each in rest} == {"r", "me", "w"}
    changed = await press_all(kept, rest)
    assert changed == {"me", "w"}, changed


def menu_of(answer: Answer) -> list[tuple[str, Sequence[str]]]:
    """Return the controls of an answer that lead on to a move, with what to pick."""
    found: list[tuple[str, Sequence[str]]] = [
        (id, ()) for label, id in answer.buttons.items() if label != "Back"
    ]
    for id, values in answer.lists:
        least = answer.least[id]
        found += [(id, [*values[n:], *values[:n]][:least]) for n in range(len(values))]
    return [each for each in found if each[0].startswith("m")]


async def play_on(kept: Kept, table: Table, rng: random.Random) -> None:
    """Play a table to its end, beginning with the controls that were kept.

    The first moves of each person are clicked, the others only made.
    """
    moves = kept.bot.requests.services.moves
    clicked = Counter[str]()
    names = {person.id: name for name, person in PEOPLE.items()}
    old = [each for each in controls_of(table.id) if each.verb == "m" and each.current]
    where = table.place_id or table.channel_id
    used = False

    def by_chance(_view: SeatView[Any, Any], legal: Sequence[Action]) -> Action:
        return rng.choice(legal)

    while table.phase == "playing":
        seat = table.to_act()[0]
        if table.seats[seat].mind is not None:
            question = table.question_number(seat)
            await moves.play_for_computer(table.id, seat, by_chance, question_number=question)
            continue
        name, step = names[table.seats[seat].person], table.step()
        clicked[name] += 1
        if clicked[name] > CLICKED:
            await moves.play(table.id, PEOPLE[name], by_chance, interaction_id=kept.interaction())
            continue
        controls = [each for each in old if each.owner == name]
        answer = Answer()
        if controls and not used:
            control = rng.choice(controls)
            picked = rng.choice([*control.picks()])
            answer = await kept.press(name, control.id, picked, channel=where, own=True)
            used = True
        for _ in range(100):
            if table.step() != step:
                break
            following = menu_of(answer)
            if following:
                id, picked = rng.choice(following)
                answer = await kept.press(name, id, picked, channel=where, own=True)
            else:
                answer = await kept.press(name, f"t:hand:{table.id}", channel=where, own=False)
                assert "More" in answer.buttons, answer.text
        assert table.step() != step, f"{name} comes to no move at table {table.id}: {answer}"
    assert used or not old, "no menu that was kept was of use"


@pytest.mark.parametrize(
    ("game", "every"),
    [
        pytest.param("donburiko", True),
        pytest.param("kirifuda", False, marks=pytest.mark.long),
        *(
            pytest.param(game, True, id=f"{game} in every scene", marks=pytest.mark.long)
            for game in GAMES
            if game != "donburiko"
        ),
    ],
)
@pytest.mark.takes(3)
async def test_games_go_on_to_their_end_and_are_equal(
    kept: Kept, game: str, *, every: bool
) -> None:
    """In every scene, or in those in which an older version has dealt and people have played."""
    rng = random.Random(game)
    history = History(kept.tables)
    for table_id, scene in scenes(game):
        if not every and scene not in ("playing", "stand-in", "over", "open"):
            continue
        table = await kept.tables.get(table_id)
        where = table.place_id or table.channel_id
        shown = await kept.press(HOST, f"t:hand:{table_id}", channel=where, own=False)
        if scene in ("playing", "vote", "stand-in"):
            assert "More" in shown.buttons, f"{game}, {scene}: {shown.text}"
        if scene in ("lobby", "new"):
            assert table.game is not None
            while len(table.seats) < min(table.game.info.seats):
                page = await kept.press(HOST, f"t:computers:{table_id}", channel=where, own=False)
                adding = next(id for id in page.buttons.values() if id.startswith("c:add"))
                await kept.press(HOST, adding, channel=where, own=True)
            await kept.press(HOST, f"t:start:{table_id}", channel=where, own=False)
        elif scene == "paused":
            await kept.press(HOST, f"a:resume:{table_id}", channel=where, own=True)
            assert not table.paused
        await play_on(kept, table, rng)
        assert table.phase == "finished", f"{game}, {scene}: {table.phase}"
        assert await history.verify(table_id) is None, f"{game}, {scene}: it differs"


async def test_the_process_starts_on_it_and_says_nothing_bad(
    tmp_path: Path, migrated: bytes
) -> None:
    """None of the servers is there any more, which is no fault."""
    stage = Stage(tmp_path)
    stage.database.write_bytes(migrated)
    async with stage:
        await stage.until(lambda: any("ready" in line for line in stage.log))
    ((version,),) = stage.rows("PRAGMA user_version")
    assert version > 3, "it was not brought up to date"
