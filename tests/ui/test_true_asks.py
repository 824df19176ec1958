"""Nothing said that isn't so of which date suits, from the question to the night of it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from bot.nights.ask_rules import Ask, to_announce
from bot.nights.guest_presses import press_in
from bot.nights.night import Press
from bot.tables.clock import DAY
from bot.tables.trouble import Trouble
from bot.ui.pages.nights import ask_routes
from tests.ui.clicks import fill_in, press
from tests.ui.conftest import GUILD, UI
from tests.ui.evening_walk import Walk
from tests.ui.fake_discord import FakeDiscord, Message
from tests.ui.night_evening import GUESTS, HOST, Evening
from tests.ui.test_asks import HOST as MAY_HOST
from tests.ui.test_asks import asked, pick, shown
from tests.ui.test_forms import filled
from tests.ui.test_several_games import games as games  # noqa: PLC0414

STEPS: Final = 30
AFTER: Final = 12
"""So many steps of the night that has come of a question are looked at."""


class AskWalk:
    """A question that is answered, closed and announced, with a clock of its own."""

    def __init__(self, ui: UI, server: FakeDiscord, ask: Ask, seed: int) -> None:
        self.ui, self.server, self.ask = ui, server, ask
        self.rng, self.at = random.Random(seed), ui.tables.now()
        ui.tables._now = lambda: float(self.at)
        self.done: list[str] = []
        self.night = ""

    async def step(self) -> None:
        """Have something happen, and show what came of it."""
        weights = {self.answer: 12, self.time: 2, self.close: 1, self.block: 1}
        if self.ask.row.state == "closed":
            weights = {self.announce: 2, self.time: 2, self.block: 2, self.answer: 1}
        (thing,) = self.rng.choices([*weights], [*weights.values()])
        self.done.append(thing.__name__)
        await thing()
        if self.night:
            await self.ui.night_messages._update(self.night)
        self.ask = await shown(self.ui, self.ask.id)

    async def answer(self) -> None:
        """Have somebody answer in one of the lists, or say that nothing suits them."""
        who = self.rng.choice(GUESTS[:6])
        routes: Mapping[Any, int] = {
            ask_routes.CAN: len(self.ask.dates),
            ask_routes.MAYBE: len(self.ask.dates),
            ask_routes.GAMES: len(self.ask.games),
        }
        if self.rng.random() < 0.1:
            await press(self.ui, who, ask_routes.NO_DATE(self.ask.id))
            return
        route = self.rng.choice([*routes])
        some = [each for each in range(routes[route]) if self.rng.random() < 0.4]
        await pick(self.ui, self.ask, who, route, *some)

    async def time(self) -> None:
        """Let time go by, up to when the question closes or one of its dates."""
        ends = [self.ask.row.until, *(each.at for each in self.ask.dates)]
        self.at = min([each for each in ends if each > self.at] or [self.at]) + 1
        await self.ui.services.nights.asks.due_timer.round()

    async def close(self) -> None:
        """Close it, as its host or as another."""
        who = self.rng.choice(GUESTS[:2])
        await press(self.ui, who, ask_routes.CLOSE_NOW(self.ask.id), permissions=MAY_HOST)

    async def block(self) -> None:
        """Block somebody, who is taken off."""
        who = self.rng.choice(GUESTS[1:6])
        await self.ui.tables.servers.block(GUILD, who.id, HOST.id)
        await self.ui.services.nights.asks.take_off_blocked()

    async def announce(self) -> None:
        """Announce the best date."""
        route = ask_routes.ANNOUNCE(self.ask.id)
        asked = (await press(self.ui, HOST, route, own=True, permissions=MAY_HOST)).form
        if asked is not None:
            sent = filled(asked)
            preview = await fill_in(self.ui, HOST, asked.custom_id, sent, permissions=MAY_HOST)
            publish = preview.buttons["Publish"]
            await press(self.ui, HOST, publish, own=True, permissions=MAY_HOST)
            self.night = publish.split(":")[2]

    def untrue(self) -> Iterator[str]:
        """Yield what lies on Discord of the question, and isn't so."""
        places = self.ask.places
        for place in self.server.places.values():
            for message in place.up.values():
                if message.id not in (places.card_id, places.call_id):
                    continue
                said = message.content
                if message.embed is not None:
                    said = f"{message.embed.title}\n{message.embed.description}"
                for fault in (*self._counts(said), *self._state(said), *self._dead(message)):
                    yield f"{fault}: {said!r} with {message.controls} · {self.ask.row.state}"

    def _counts(self, said: str) -> Iterator[str]:
        """Yield numbers that are others."""
        ask, answers = self.ask, self.ask.answers
        votes = [
            (sum(n in each.can for each in answers), sum(n in each.maybe for each in answers))
            for n in range(len(ask.dates))
        ]
        parts = re.split(r"\*\*([1-6])\*\* · ", said)
        for number, part in zip(map(int, parts[1::2]), parts[2::2], strict=True):
            can, may = votes[number - 1]
            found = re.findall(r"(Can come|If need be) \(([0-9]+)\)", part)
            if found != [(w, str(n)) for w, n in (("Can come", can), ("If need be", may)) if n]:
                yield f"{can} can come on date {number}, {may} if need be"
        best = max(range(len(votes)), key=lambda n: (*votes[n], -n))
        tied = [n for n in range(len(votes)) if votes[n] == votes[best]]
        best_of = re.search(r"Best so far: dates? ([1-6, and]+) ·", said)
        numbers = re.findall("[1-6]", best_of[1]) if best_of else []
        if "Best so far" in said and numbers != [str(n + 1) for n in tied]:
            yield f"the best are {tied}"
        if "The best date" in said:
            can, may = votes[best]
            counts = [f"{can} can come"] if can or not may else []
            if may:
                counts.append(f"{may} more if need be" if can else f"{may} if need be")
            when = [f"<t:{ask.dates[n].at}:F>" for n in tied]
            each = f"({'each: ' * bool(tied[1:])}{', '.join(counts)})."
            named = re.findall("<t:[0-9]+:F>", said.partition("The best date")[2].partition("(")[0])
            if each not in said or named != when:
                yield f"the best date is {best + 1}, with {votes[best]}"
        if "Nobody can come" in said and any(map(any, votes)):
            yield "somebody can come"
        none = sum(each.none for each in answers)
        if (found := re.search(r"No date suits \(([0-9]+)\)", said)) and int(found[1]) != none:
            yield f"no date suits {none}"
        for game, count in re.findall(r"(Donburiko|Kirifuda)!? ([0-9]+)", said):
            key = game.lower()
            if int(count) != sum(key in each.games for each in answers):
                yield f"{game} would be played by others"

    def _state(self, said: str) -> Iterator[str]:
        """Yield that it is something else, or that times are others."""
        row = self.ask.row
        why = {"time": "Time is up", "host": "A host has closed it", "place": "was deleted"}
        told = [key for key, words in why.items() if words in said]
        if told and told != [row.why]:
            yield f"it is closed by {row.why}"
        if "Closes <t:" in said and (row.state != "open" or f"<t:{row.until}:f>" not in said):
            yield f"it is {row.state}, or closes at {row.until}"
        if "is planning" in said and row.state != "open":
            yield "it isn't planned any more"
        if ("Announced" in said or "game night is announced" in said) != (row.state == "announced"):
            yield f"it is {row.state}"

    def _dead(self, message: Message) -> Iterator[str]:
        """Yield a control that does nothing for anybody."""
        ask = self.ask
        for control in message.controls:
            verb = control.split(":")[1]
            if verb in ("can", "maybe", "games", "none", "close") and ask.row.state != "open":
                yield f"{verb} of a question that is over"
            if verb == "announce":
                try:
                    to_announce(ask, Press(HOST, None, leads=True), self.at)
                except Trouble as refused:
                    # Whoever presses once dates are over reads that nobody can on those left.
                    if self.at < ask.dates[0].at:
                        yield f"announce: {refused.text}"


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=() if seed == 2 else pytest.mark.long) for seed in range(60)],
)
@pytest.mark.usefixtures("games")
async def test_nothing_is_said_of_dates_that_isnt_so(
    ui: UI, server: FakeDiscord, seed: int
) -> None:
    """A question is answered, closed by time or a host, and announced; and the night of it goes
    its way.
    """
    ask = await asked(ui, game2="kirifuda")
    walk = AskWalk(ui, server, ask, seed)
    for _number in range(STEPS):
        await walk.step()
        faults = [*walk.untrue()]
        assert not faults, f"after {walk.done[-6:]}:\n" + "\n".join(faults)
        if walk.night or walk.at > walk.ask.dates[-1].at + DAY:
            break
    if walk.night:
        await its_night(walk, seed)


async def its_night(walk: AskWalk, seed: int) -> None:
    """Let the night go its way, with whoever was called for it."""
    ui, server = walk.ui, walk.server
    evening = Evening(ui, walk.night)
    await evening.answer(press_in, HOST)
    night = Walk(ui, server, evening, seed)
    for _number in range(AFTER):
        await night.step()
        walk.ask = await shown(ui, walk.ask.id)
        faults = [*walk.untrue(), *[each async for each in night.untrue(await night.nights())]]
        assert not faults, f"after {walk.done[-3:]}, {night.done[-6:]}:\n" + "\n".join(faults)
