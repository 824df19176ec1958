"""A busy minute at many tables, in which the bot is killed again and again."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.engine.dealer import ReplayDealer
from bot.engine.match import Match
from bot.sandbox import Actor, Message, NotPossible, Outcome
from bot.tables.game_json import GameJson
from bot.ui.pages.numbers import number
from bot.ui.pages.tables.board import alt_text
from bot.ui.pages.wording import Wording
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import Options
from tests.e2e.play import Chance, Clicks, Sitting, boards, done, has_menu, table_id_of
from tests.e2e.stage import Stage

ROOMS = ["general", "games", "game-night", "Lounge"]
FORMS = GameJson(GAME)


@dataclass
class Promises:
    """What the bot has claimed to have done, by the interaction it was said to."""

    joins: list[tuple[str, Actor]] = field(default_factory=list)
    steps: dict[int, tuple[str, Actor]] = field(default_factory=dict)
    """By interaction id: a start or a move, where, and whose."""


class Group:
    """A few people who play one game after the other, whatever happens to the bot."""

    def __init__(
        self, stage: Stage, people: list[Actor], promises: Promises, choose: Chance
    ) -> None:
        self._stage = stage
        self._people = people
        self._promises = promises
        self._choose = choose
        self._card: Message | None = None

    async def play(self) -> None:
        """Go on with the game, or open the next one; runs until it is cancelled."""
        while True:
            card = self._card
            if card is None:
                opened = await self._people[0].slash("donburiko new")
                self._card = opened.message
                continue
            sitting = Sitting(self._stage, "donburiko", self._people, table_id_of(card), card)
            if "Join" in card.buttons:
                await self._sit_down(sitting)
            await self._play(sitting)
            self._card = None

    async def _sit_down(self, sitting: Sitting) -> None:
        for person in self._people[1:]:
            with contextlib.suppress(NotPossible):
                joined = await person.press(sitting.card, "Join")
                if "You're in!" in joined.text:
                    self._promises.joins.append((sitting.table_id, person))
                else:
                    assert "already" in joined.text, joined.text
        with contextlib.suppress(NotPossible):
            started = await self._people[0].press(sitting.card, "Start")
            if "The game begins." in started.text:
                self._promise(started, sitting, self._people[0])
            else:
                assert "already" in started.text, started.text

    async def _play(self, sitting: Sitting) -> None:
        """Play to the end, with hands opened again from the card."""
        hands = sitting.hands
        await self._stage.until(lambda: "Join" not in sitting.card.buttons)
        while True:
            for person in self._people:
                if "My hand" not in sitting.card.buttons:
                    return
                outcome = await person.press(sitting.card, "My hand")
                assert outcome.message is not None, outcome.text
                hands[person.name] = outcome.message
                if not has_menu(outcome.message):
                    continue
                last = await Clicks().prepare(sitting, person, self._choose)
                outcome = await last()
                if done(outcome):
                    self._promise(outcome, sitting, person)

    def _promise(self, outcome: Outcome, sitting: Sitting, person: Actor) -> None:
        self._promises.steps[int(outcome.interaction.id)] = sitting.table_id, person


@pytest.mark.parametrize(
    ("kills", "tables", "seed"),
    [
        pytest.param(4, 5, 1, id="few", marks=pytest.mark.takes(6)),
        pytest.param(8, 20, 1, id="some", marks=pytest.mark.long),
        pytest.param(30, 20, 2, id="many", marks=pytest.mark.long),
    ],
)
async def test_no_acknowledged_action_is_lost_and_none_applied_twice(
    tmp_path: Path, kills: int, tables: int, seed: int
) -> None:
    rng = random.Random(seed)
    promises = Promises()
    async with Stage(tmp_path) as stage:
        names = [stage.sandbox.host.add_person(f"Guest {n}").name for n in range(30)]
        groups: list[Group] = []
        for number in range(tables):
            room = ROOMS[number % len(ROOMS)]
            people = [stage.person(name, room) for name in rng.sample(names, 2 + number % 3)]
            groups.append(Group(stage, people, promises, Chance(f"{seed} {number}")))
        for _ in range(kills):
            await busy(groups, kill_after(stage, rng.randrange(1, tables * 25)))
            check_disk(stage, promises)
            await stage.start()
        await busy(groups, stage.stored(lambda: all_have_played(stage, groups)))
        await stage.shown()
        check_disk(stage, promises)
        for table_id in begun(stage):
            check_shown(stage, table_id)


async def kill_after(stage: Stage, requests: int) -> None:
    """Kill the bot when it has made this many more requests to Discord."""
    asked = len(stage.sandbox.requests) + requests
    await stage.until(lambda: len(stage.sandbox.requests) >= asked)
    await stage.kill()


async def busy(groups: list[Group], enough: Coroutine[Any, Any, None]) -> None:
    """Let all groups play until it is enough. What they are waiting for then stays unanswered."""
    playing = [asyncio.create_task(group.play()) for group in groups]
    stopping = asyncio.create_task(enough)
    await asyncio.wait([*playing, stopping], return_when=asyncio.FIRST_COMPLETED)
    for task in (*playing, stopping):
        task.cancel()
    for found in await asyncio.gather(*playing, stopping, return_exceptions=True):
        if isinstance(found, Exception):
            raise found


def begun(stage: Stage) -> list[str]:
    """Return the tables whose game has begun."""
    query = "SELECT id FROM tables WHERE phase IN ('playing', 'finished')"
    return [table_id for (table_id,) in stage.rows(query)]


def all_have_played(stage: Stage, groups: list[Group]) -> bool:
    """Tell whether a move was made at as many tables as there are groups."""
    query = "SELECT count(DISTINCT table_id) FROM log WHERE seat IS NOT NULL"
    return stage.rows(query)[0][0] >= len(groups)


def check_disk(stage: Stage, promises: Promises) -> None:
    """Find everything that was promised on disk, once; and the state that the log leads to."""
    people = {
        (table_id, seat): str(person)
        for table_id, seat, person in stage.rows("SELECT table_id, seat, person FROM seats")
    }
    for table_id, person in promises.joins:
        assert person.id in [who for (where, _), who in people.items() if where == table_id], (
            f"{person.name} was told of a seat at {table_id} and has none"
        )
    found: dict[int, tuple[str, str | None]] = {}
    for table_id, seat, interaction in stage.rows("SELECT table_id, seat, interaction_id FROM log"):
        who = people[table_id, 0 if seat is None else seat]
        made = stage.sandbox.interactions.all[str(interaction)]
        assert made.person.id == who, "a step of somebody who didn't ask for it"
        assert interaction not in found, "one interaction, applied twice"
        found[interaction] = table_id, who
    for interaction, (table_id, person) in promises.steps.items():
        assert found.get(interaction) == (table_id, person.id), "a promise that was not kept"
    for table_id in begun(stage):
        ((state,),) = stage.rows("SELECT state FROM tables WHERE id = ?", table_id)
        assert replayed(stage, table_id).sealed() == state, (
            f"the log of {table_id} leads to another state than is stored"
        )


def replayed(stage: Stage, table_id: str) -> Match:
    """Play a table's log again, from its recorded draws."""
    opening, *steps = stage.log_of(table_id)
    ((seats,),) = stage.rows("SELECT count(*) FROM seats WHERE table_id = ?", table_id)
    dealer = ReplayDealer(FORMS.load_draws(opening.draws))
    match, _ = Match.deal(GAME, FORMS, seats, Options(), dealer)
    for row in steps:
        assert row.seat is not None, "only the deal is nobody's move"
        dealer = ReplayDealer(FORMS.load_draws(row.draws))
        match.accept(match.propose(row.seat, FORMS.load_action(row.action), dealer))
    return match


def check_shown(stage: Stage, table_id: str) -> None:
    """See one board with what the log has led to, one ping if anybody is asked, and one card."""
    ((place_id, room_id),) = stage.rows(
        "SELECT place_id, channel_id FROM tables WHERE id = ?", table_id
    )
    seated = stage.rows("SELECT name FROM seats WHERE table_id = ? ORDER BY seat", table_id)
    place, somebody = stage.sandbox.world.channels[str(place_id)], stage.person("Ada")
    (board,) = boards(somebody, place, table_id)
    match = replayed(stage, table_id)
    wording = Wording("en-US", tuple(name for (name,) in seated))
    view: Any = match.public()
    if match.to_act():
        assert RENDER.doing(view, match.to_act(), wording) in board.text, (
            f"an old board: {board.text}"
        )
        picture = board.embeds[0]["image"]
        assert picture["description"] == alt_text(RENDER.board(view, wording), wording), (
            "an old picture"
        )
    else:
        for (name,), points in zip(seated, match.result().scores, strict=True):
            line = f"{name} · **{number(points)}**"
            assert line in board.text, "the end message has other points than the log"
    mark = f"t:hand:{table_id}:ping"
    public = [m for m in somebody.sees(place) if not m.only_me]
    pings = [m for m in public if any(each["custom_id"] == mark for each in m.controls)]
    assert len(pings) == (1 if match.to_act() else 0), "not one ping for those who are asked"
    foot = f"Table {table_id}"
    room = somebody.sees(stage.sandbox.world.channels[str(room_id)])
    cards = [m for m in room if m.text.endswith(foot) and not m.only_me and m is not board]
    assert len(cards) == 1, f"{len(cards)} cards of {table_id} lie there"
