"""A storm: people do whatever the table lets them, time leaps, the bot dies; nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.engine.game import AnyGame
from bot.sandbox import Actor, NotPossible
from bot.sandbox.interactions import COMPONENT
from tests.e2e.back import verdict
from tests.e2e.cafe import CLICKS, sit, some
from tests.e2e.chairs import chairs, come_back, host, press_page, seat_now
from tests.e2e.play import Sitting
from tests.e2e.stage import Stage
from tests.e2e.wander import is_move, to_the_end
from tests.only import only

HOUR = 3600
STEPS = 60
FEW = 25
"""The quick way."""
DEADLY = 0.15
"""So often the bot dies of what somebody does, at one of its next requests."""


@dataclass
class Storm:
    """A table in the storm, and what is known for certain about it."""

    sitting: Sitting
    rng: random.Random
    log: list[object] = field(default_factory=list)
    """The steps that were on disk: they stay as they are."""

    async def step(self) -> None:
        """Let something happen, and see that all that was is still there."""
        stage, rng = self.sitting.stage, self.rng
        person = rng.choice(self.sitting.people)
        deadly = rng.random() < DEADLY
        if deadly:
            stage.dying_at(rng.randint(1, 4), unheard=rng.random() < 0.5)
        what = Storm.go_on if paused(stage) and rng.random() < 0.6 else rng.choice(WHAT)
        happening = asyncio.ensure_future(what(self, person))
        await stage.stored(
            lambda: stage.dead or (stage.running and happening.done() and not stage.behind())
        )
        stage.sandbox.faults.clear()
        if stage.dead:
            happening.cancel()
            await asyncio.wait([happening])
            await stage.start()
            self.sitting.hands.clear()
        else:
            # What a client doesn't let people do, as a button is gone by then, is nothing.
            with contextlib.suppress(NotPossible):
                await happening
        if rng.random() < 0.6:
            # Otherwise the next thing happens while computers still think.
            await stage.stored(self.computers_have_moved)
        await stage.shown()
        await self.check()

    def computers_have_moved(self) -> bool:
        """Tell whether no computer is asked, or none will move before people do something."""
        seats = chairs(self.sitting)
        asked = any(
            seat.question_number is not None and (seat.level or seat.stand_in) for seat in seats
        )
        here = any(seat.level is None and seat.stand_in in (None, "once") for seat in seats)
        return not asked or not here or paused(self.sitting.stage)

    async def check(self) -> None:
        """Hold the table to what never changes, and to at most one board and one ping."""
        stage, table_id = self.sitting.stage, self.sitting.table_id
        log = stage.log_of(table_id)
        assert log[: len(self.log)] == self.log, "steps that were on disk have changed"
        assert [row.step for row in log] == list(range(len(log))), (
            f"a step is missing: {[row.step for row in log]}"
        )
        self.log = [*log]
        assert self.sitting.board, "no board lies there"
        assert len(self.sitting.pings()) <= 1, f"several pings lie there: {self.sitting.pings()}"
        # A clock may ring in this very moment.
        await stage.stored(self.calls_nobody_away)

    def calls_nobody_away(self) -> bool:
        """Tell whether all who are called are here."""
        called = {int(who) for ping in self.sitting.pings() for who in ping.mentions}
        return not any(
            each.person in called and each.stand_in in ("away", "left")
            for each in chairs(self.sitting)
        )

    async def go_on(self, _person: Actor) -> None:
        """Let the host resume the game, whoever that is by now."""
        number = host(self.sitting)
        people = [each for each in self.sitting.people if int(each.id) == number]
        await press_page(self.sitting, only(people, f"the host, who is {number}"), "Resume")

    async def move(self, person: Actor) -> None:
        """Click for a while in the hand of the person who is asked, if anybody is."""
        asked = [
            each
            for each in self.sitting.people
            if seat_now(self.sitting, each).question_number is not None
        ]
        person = self.rng.choice(asked or [person])
        hand = await self.sitting.open_hand(person)
        for _ in range(4):
            controls = [part for part in hand.controls if is_move(part)]
            if not controls:
                return
            part = self.rng.choice(controls)
            if part["type"] == 2:
                await person.press(hand, part["custom_id"])
                continue
            offered = [each["value"] for each in part["options"]]
            count = self.rng.randint(part.get("min_values", 1), part.get("max_values", 1))
            await person.select(hand, part["custom_id"], self.rng.sample(offered, count))

    async def page(self, person: Actor) -> None:
        """Press any button of the table page except those after which little can happen."""
        outcome = await person.press(self.sitting.board, "More")
        assert outcome.message is not None, "the press brought no page"
        dull = {"End the game", "Refresh", "Report to the bot's owner …"}
        labels = [label for label in outcome.message.buttons if label not in dull]
        on = [label for label in labels if label.endswith("o on") or label == "I'm back"]
        labels = on if on and self.rng.random() < 0.5 else labels
        pressed = await person.press(outcome.message, self.rng.choice(labels))
        assert pressed.only_me, pressed.text

    async def vote(self, person: Actor) -> None:
        """Vote on whatever is open, or on nothing."""
        ids = [part["custom_id"] for part in self.sitting.board.controls]
        votes = [custom_id for custom_id in ids if custom_id.startswith("a:vote:")]
        made_up = [f"a:vote:{self.sitting.table_id}:3:y"]
        press = {"component_type": 2, "custom_id": self.rng.choice(votes or made_up)}
        outcome = await person.raw(COMPONENT, press, message=self.sitting.board)
        assert outcome.only_me, outcome.text

    async def time(self, _person: Actor) -> None:
        """Let hours go by."""
        self.sitting.stage.later(self.rng.choice((1, 6, 13, 25)) * HOUR)

    async def restart(self, _person: Actor) -> None:
        """End the bot, one way or the other."""
        await self.sitting.stage.restart(kill=self.rng.random() < 0.5)
        self.sitting.hands.clear()


WHAT = [
    *[Storm.move] * 6,
    *[Storm.page] * 3,
    *[Storm.vote] * 2,
    Storm.time,
    Storm.restart,
]


@some("kasane")
@pytest.mark.parametrize(
    ("seed", "count"),
    [(1, FEW), *(pytest.param(seed, STEPS, marks=pytest.mark.long) for seed in (1, 2))],
)
@pytest.mark.takes(5)
async def test_nothing_is_lost_in_a_storm(
    tmp_path: Path, game: AnyGame, seed: int, count: int
) -> None:
    """After it all: everybody is back, the game is played to its end, and its deal is honest."""
    async with Stage(tmp_path, clock=True) as stage:
        sitting = await sit(stage, game, "Ada", "Bob", "Cleo")
        storm = Storm(sitting, random.Random(f"{game.info.key} {seed}"))
        for _ in range(count):
            if stage.rows("SELECT phase FROM tables") != [("playing",)]:
                break
            await storm.step()
        await calm(storm)
        await to_the_end(sitting, storm.rng)
        await storm.check()
        assert "**Verified" in await verdict(sitting, sitting.people[0])


async def calm(storm: Storm) -> None:
    """Bring everybody back, and resume the game if it is paused."""
    sitting, stage = storm.sitting, storm.sitting.stage
    # Those that were open as hours went by follow no more, nor does the end of a game reach them.
    sitting.hands.clear()
    if stage.rows("SELECT phase FROM tables") != [("playing",)]:
        return
    for person in sitting.people:
        if seat_now(sitting, person).stand_in in ("away", "left"):
            await come_back(sitting, person)
            await stage.shown()
    sitting.hands.clear()
    if paused(stage):
        await storm.go_on(sitting.people[0])
    await stage.shown()
    assert not paused(stage), "a table is still paused after the storm"
    assert await CLICKS.turn(sitting) is not None, "nobody is asked for a move after the storm"


def paused(stage: Stage) -> bool:
    """Tell whether the table is paused."""
    return stage.rows("SELECT paused FROM tables") == [(1,)]
