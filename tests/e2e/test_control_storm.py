"""Every control there is, sent in by everybody with whatever its id may name, on the real bot."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from bot.process.check_database import check_database
from bot.sandbox import Actor, Message, Outcome
from bot.sandbox.interactions import COMPONENT, SUBMIT, Interaction
from bot.sandbox.json_text import Json
from bot.sandbox.models import Channel
from bot.ui.incoming.rows.all_rows import CONTROLS, FORMS
from bot.ui.incoming.rows.row import Control
from bot.ui.pages import routes
from bot.ui.pages.route import Part
from tests.e2e.alone import Alone
from tests.e2e.night_host import evening, shown
from tests.e2e.play import page_of
from tests.e2e.scenes import move, table
from tests.e2e.stage import Stage
from tests.e2e.test_asks import ASKED, settled
from tests.e2e.test_hostile import FAULT, LONG, ODD
from tests.e2e.test_nights import shown as nights_shown
from tests.e2e.wander import to_the_end

TOGETHER: Final = 40
NEVER: Final = "zzzzz"
"""The id of no table, no night and no question."""
TRIES: Final = 3
"""How often everybody sends in each control, with other values each time."""
LINES: Final = (
    *("title", "when", "rounds", "move_time", "limit", "word", "at", "about", "voice", "until"),
    *("from", "mode", "pause", "repeat", "season", "mention", "game", "zone", "reason", "text"),
)
ANSWERED: Final = ("message", "edit", "modal", "deferred", "deferred edit")
FILLED: Final = ("in 3 days", "20:00", "2", "0", "Hello!", "social", *ODD, *LONG)
WORDS: Final = (
    *("0", "1", "2", "l0", "c0", "c1", "1.2", "0.donburiko", "20301211", "add:1:2/up"),
    *("more0", "more25", "more9999", "nobody", "all", "gallery", "donburiko", "poker"),
    *(each for each in ODD if ":" not in each),
)
"""What may stand for a part of an id, where it fits."""
REVISIONS: Final = "SELECT revision FROM tables UNION SELECT revision FROM nights"
ABOUT: Final = (
    "SELECT id, phase, revision, host, paused, pace, motion FROM tables WHERE guild_id = ?",
    "SELECT * FROM nights WHERE guild_id = ?",
    "SELECT * FROM asks WHERE guild_id = ?",
    "SELECT * FROM servers WHERE guild_id = ?",
    "SELECT * FROM seats WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "SELECT * FROM log WHERE table_id IN (SELECT id FROM tables WHERE guild_id = ?)",
    "SELECT * FROM guests WHERE night_id IN (SELECT id FROM nights WHERE guild_id = ?)",
    "SELECT * FROM rounds WHERE night_id IN (SELECT id FROM nights WHERE guild_id = ?)",
    "SELECT * FROM ask_answers WHERE ask_id IN (SELECT id FROM asks WHERE guild_id = ?)",
)
"""What is on a server, and nobody who isn't there may change."""


@dataclass
class Scene:
    """A server with a bit of everything, and what lies there to be pressed."""

    stage: Stage
    place: Channel
    people: dict[str, Actor]
    tables: list[str]
    nights: list[str]
    asks: list[str]
    hidden: str
    """A game against computers that Ada plays by herself."""
    pages: dict[str, list[Message]]
    """By name, what somebody may say that they pressed something on."""
    origins: dict[str, Interaction]
    """By name, what their forms pretend to have come from."""
    numbers: list[int] = field(default_factory=list)
    """How often what lies there has changed, and before it last did."""
    rng: random.Random = field(default_factory=lambda: random.Random(1))

    def values(self, control: Control) -> Iterator[str]:
        """Yield what may stand in its id, part by part: mostly what is of the right kind."""
        right = {"n": self.nights, "d": self.nights, "q": self.asks}.get(
            control.route.prefix, self.tables
        )
        for part in control.route._changing:
            if part.fits == routes.TABLE.fits:
                others = [NEVER, self.hidden, *self.tables, *self.nights, *self.asks]
                yield self.rng.choice(right if self.rng.random() < 0.7 else others)
                right = self.tables
            else:
                yield self.value(part)

    def value(self, part: Part) -> str:
        """Return something that fits a part of an id."""
        rng, people = self.rng, [each.id for each in self.people.values()]
        if part.fits == routes.NUMBER.fits:
            return f"{rng.choice([0, 1, 2, 3, 10**17, *self.numbers])}"
        if part is routes.GAME and rng.random() < 0.7:
            return "donburiko"
        words = [*people, "+".join(people[:2]), self.place.id, f"1.{people[1]}"]
        words += [f"{self.tables[0]}.1", *part.fits.split("|"), *WORDS]
        fitting = [each for each in words if re.fullmatch(part.fits, each)]
        return rng.choice(["", *fitting] if part.optional else fitting)

    def id_of(self, control: Control) -> str:
        """Return an id that a control may have."""
        said = [*self.values(control)]
        while said and not said[-1]:
            said.pop()
        return control.route(*said)[: routes.LONGEST]


def guild_of(place: Channel) -> int:
    """Return the id of the server where a channel is."""
    assert place.guild is not None, "the channel is on no server"
    return int(place.guild.id)


async def set_up(stage: Stage) -> Scene:
    """Fill a server: a lobby, a game, one that is over, nights, questions which date suits."""
    stage.sandbox.host.add_person("Iris", guilds=["River House"])
    place = stage.channel("games")
    ada, bob, dai, emi, finn = (
        stage.person(n, place) for n in ("Ada", "Bob", "Dai", "Emi", "Finn")
    )
    iris = stage.person("Iris", stage.sandbox.channel("games", "River House"))
    # No clock of a table rings while somebody is still seen to change nothing.
    night = await evening(stage, 4, game="kirifuda", rounds=2, repeat="weekly", move_time=10)
    await night.start(1)
    over = await table(stage, "Ada", "Bob", place=place)
    await to_the_end(over, random.Random(1))
    playing = await table(stage, "Ada", "Bob", place=place)
    await move(playing)
    lobby = page_of(await ada.slash("kasane new"))
    await bob.press(lobby, "Join")
    preview = await dai.slash(
        "night new", {"when": "in 20 days", "game": "donburiko", "zone": "UTC"}
    )
    await dai.press(shown(preview), "Publish")
    question = await dai.slash("night ask", {**ASKED, "zone": "Europe/Berlin"})
    await dai.press(shown(question), "Ask")
    await ada.slash("night ask", {**ASKED, "zone": "Europe/Berlin"})
    hers = page_of(await iris.slash("donburiko new"))
    await stage.shown()
    await nights_shown(stage)
    await settled(stage)
    alone = await Alone.begin(stage, ada.in_dm(), "Shiranui")
    public = [lobby, playing.board, night.card()]
    pages: dict[str, list[Message]] = {}
    origins: dict[str, Interaction] = {}
    people = {each.name: each for each in (ada, bob, dai, emi, finn, iris)}
    for person in people.values():
        listed = await person.slash("table list")
        origins[person.name] = listed.interaction
        pages[person.name] = [*([hers] if person is iris else public), shown(listed)]
    guild = guild_of(place)
    tables, nights, asks = [
        [each for (each,) in stage.rows(f"SELECT id FROM {kind} WHERE guild_id = ?", guild)]
        for kind in ("tables", "nights", "asks")
    ]
    return Scene(
        stage, place, people, tables, nights, asks, alone.table_id, pages=pages, origins=origins
    )


async def send(scene: Scene, person: Actor, control: Control) -> None:
    """Send in a control, or a form with its lines, as a client never would; it is answered."""
    custom_id = scene.id_of(control)
    page = scene.rng.choice(scene.pages[person.name])
    if control in FORMS:
        lines = [
            {"type": 4, "id": n, "custom_id": name, "value": scene.rng.choice(FILLED)}
            for n, name in enumerate(LINES)
        ]
        rows = [{"type": 1, "id": 99, "components": [each]} for each in lines]
        data: Json = {"custom_id": custom_id, "components": rows}
        desk, origin = scene.stage.sandbox.interactions, scene.origins[person.name]
        it = desk.hand_in(SUBMIT, person.person, page.channel, data, name="form", origin=origin)
        outcome = await Outcome.of(person, it)
    else:
        data = {"custom_id": custom_id, "component_type": 2, "id": 1}
        outcome = await person.raw(COMPONENT, data, message=page)
    outcome = await outcome.settled()
    told = f"{person.name} with {custom_id}: {outcome.kind} {outcome.text}"
    assert outcome.kind in ANSWERED, told
    assert FAULT not in outcome.text, told


def there(scene: Scene) -> set[str]:
    """Return all rows of what is on the server, each with the query that finds it."""
    stage, guild = scene.stage, guild_of(scene.place)
    return {f"{query}: {row}" for query in ABOUT for row in stage.rows(query, guild)}


async def all_is_whole(scene: Scene, known: Mapping[str, Sequence[object]]) -> None:
    """See that nothing is wrong, and that every step that was stored still is."""
    scene.stage.check()
    for table_id, steps in known.items():
        log = scene.stage.log_of(table_id)
        assert log[: len(steps)] == steps, f"steps of {table_id} that were on disk have changed"
        assert [row.step for row in log] == list(range(len(log))), f"{table_id} lacks a step"


async def pressed_by(scene: Scene, *names: str) -> None:
    """Have some people send in every control, in any order and at once."""
    rows = [each for each in (*CONTROLS, *FORMS) if each.route is not routes.DELETE_DATA]
    presses = [*product(rows, names)] * TRIES
    scene.rng.shuffle(presses)
    known = {each: scene.stage.log_of(each) for each in (*scene.tables, scene.hidden)}
    for at in range(0, len(presses), TOGETHER):
        some = presses[at : at + TOGETHER]
        scene.numbers = [abs(each - by) for (each,) in scene.stage.rows(REVISIONS) for by in (0, 1)]
        await asyncio.gather(*(send(scene, scene.people[name], row) for row, name in some))
    await all_is_whole(scene, known)


@pytest.mark.long
@pytest.mark.takes(60)
async def test_every_control_with_whatever_its_id_may_name(tmp_path: Path) -> None:
    """Who isn't there changes nothing there; whoever is breaks nothing, also after a kill."""
    async with Stage(tmp_path) as stage:
        scene = await set_up(stage)
        before = there(scene)
        await pressed_by(scene, "Iris")
        changed = sorted(there(scene) ^ before)
        assert changed == [], "somebody from elsewhere has changed what is on a server"
        await pressed_by(scene, "Finn", "Bob", "Emi")
        await pressed_by(scene, *scene.people)
        await stage.restart(kill=True)
        await pressed_by(scene, *scene.people)
        assert (await check_database(stage.database)).faults == ()
