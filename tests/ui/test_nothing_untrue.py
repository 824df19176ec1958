"""Nothing said that isn't so: all that lies on Discord of an evening, held against the night."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest

from bot.nights import rounds
from bot.nights.announcing import cancel, edit, open_now
from bot.nights.dates import local_time, moment, zone_of
from bot.nights.guest_presses import (
    pass_seat,
    press_here,
    press_home,
    press_in,
    press_maybe,
    press_out,
    take_seat,
)
from bot.nights.leading import Host
from bot.nights.next_night import SeriesRunner
from bot.nights.night import Night, Now, Press, Rule
from bot.nights.night_timer import NightTimer
from bot.nights.stages import break_until
from bot.tables.seat import Person
from bot.tables.trouble import Trouble
from bot.ui.actions.nights.nights import PRESSES
from tests.nights.setup import Known
from tests.ui.conftest import UI
from tests.ui.fake_discord import FakeDiscord, Message
from tests.ui.night_evening import GUESTS, HOST, Evening, evening

ZONE: Final = zone_of("Europe/Berlin")
NEWCOMER: Final = Person(99, "Noor")
"""Never answers."""
ANSWERS: Final = (press_in, press_in, press_maybe, press_out, press_here, press_here, press_home)
RUNS_NOW: Final = ("Doors are open for", "starts <t:", "Can you come?", "It's yours until")
"""What is said only as long as it is so."""


class Walk:
    """An evening whose people press what they like, with a clock of its own."""

    def __init__(self, ui: UI, server: FakeDiscord, night: Evening, seed: int) -> None:
        self.ui, self.server, self.evening = ui, server, night
        self.rng = random.Random(seed)
        self.at = ui.tables.now()
        ui.tables._now = lambda: float(self.at)
        hosts = Known(host=Host(hosts=True, calls=True))
        self.timer = NightTimer(
            ui.services.nights, ui.services.round_runner, SeriesRunner(ui.services.nights, hosts)
        )
        self.done: list[str] = []

    async def step(self) -> None:
        """Have something happen, and show what came of it."""
        night = await self.evening.night()
        weights = {self.guest: 12, self.time: 3, self.move: 1, self.host: 2, self.play: 3}
        (thing,) = self.rng.choices([*weights], [*weights.values()])
        self.done.append(thing.__name__)
        try:
            await thing(night)
        except Trouble as refused:
            self.done[-1] += f": {refused.text[:40]}"
        await self.evening.quiet()
        await self.ui.night_messages._update(night.id)
        await self.ui.night_messages._update(night.id)

    async def guest(self, night: Night) -> None:
        """Let a guest press something."""
        rule = self.rng.choice((*ANSWERS, take_seat, pass_seat))
        self.done[-1] = f"{rule.__name__}"
        await self.evening.answer(rule, self.rng.choice(GUESTS[:7]))

    async def time(self, night: Night) -> None:
        """Let time go by until something is due, or the doors would open."""
        self.at = max(self.at + 60, night.row.due or 0)
        await self.timer.ring(night.id)

    async def move(self, night: Night) -> None:
        """Move the night by some days, to and fro."""
        days = self.rng.choice((-1, 1, 2))
        local = local_time(night.guests.starts_at, ZONE) + timedelta(days=days)
        await self.led(edit(moment(local, ZONE)))

    async def host(self, night: Night) -> None:
        """Open the doors, or end or cancel the night."""
        end: Rule = self.rng.choice((open_now(), open_now(), rounds.end(), cancel("Snow")))
        if night.row.state in ("open", "doors") and self.rng.random() < 0.8:
            end = open_now()
        await self.led(end)

    async def play(self, night: Night) -> None:
        """Seat and start a round, or play it to its end."""
        if night.playing is not None:
            for table in (await self.ui.services.nights.tables_of(night)).values():
                await self.evening.play_out(table)
            return
        press = Press(HOST, self.ui.interaction(), leads=True)
        runner = self.ui.services.round_runner
        await runner.seat(night.id, press, choice="computers")
        await runner.start_all(night.id, replace(press, interaction_id=self.ui.interaction()))
        await self.evening.quiet()
        for number, table in (await self.ui.services.nights.tables_of(night)).items():
            if table.place_id is None:
                await self.ui.tables.save_whereabouts(table.id, place_id=5000 + number[1])

    async def led(self, rule: Rule) -> None:
        """Let the host press something."""
        press = Press(HOST, self.ui.interaction(), leads=True)
        await self.ui.services.nights.change(self.evening.id, press, rule)

    def untrue(self, night: Night) -> Iterator[str]:
        """Yield what lies on Discord and isn't so."""
        for place in self.server.places.values():
            for message in place.up.values():
                said = message.content
                if message.embed is not None:
                    said = message.embed.description or ""
                for fault in self._faults(night, message, said):
                    yield f"{fault}: {said!r} with {message.controls} · {night.row.state}"

    def _faults(self, night: Night, message: Message, said: str) -> Iterator[str]:
        guests = night.guests
        times = {guests.starts_at, guests.doors_at, break_until(night)}
        times |= {guest.offered_until for guest in guests.guests}
        # The date before, and since when a round runs over time.
        shown = re.sub(r", not <t:[0-9]+:F>|Over time since <t:[0-9]+:R>", "", said)
        for time in re.findall(r"<t:([0-9]+):", shown):
            if int(time) not in times:
                yield f"{time} is no time of the night any more"
        if night.over:
            yield from (f"“{each}” of a night that is over" for each in RUNS_NOW if each in said)
        if "Doors are open" in said and night.row.state == "open":
            yield "the doors are shut"
        if "is cancelled" in said and night.row.state != "cancelled":
            yield "it isn't cancelled"
        if night.row.state == "cancelled" and "Snow" not in said and "has a new date" in said:
            yield "nobody reads that it is off"
        if found := re.search(r"\*\*(?:In|Here) \(([0-9]+)", said):
            count = guests.there if night.row.state in ("doors", "playing") else guests.coming
            if int(found[1]) != len(count):
                yield f"{len(count)} are there"
        for control in message.controls:
            yield from self._dead(night, message, control)

    def _dead(self, night: Night, message: Message, control: str) -> Iterator[str]:
        """Yield that a control does nothing for anybody whom the message is for."""
        head, _, rest = control.partition(":")
        verb = rest.partition(":")[0]
        make: Callable[[], Rule] | None = PRESSES.get(verb) if head == "n" else None
        if make is None or not message.content:
            return
        reason = ""
        people = [*message.mentions] or [each.person for each in night.guests.guests]
        for person in (*people, NEWCOMER.id):
            try:
                make()(night, Press(Person(person, "x"), None), Now(self.at))
            except Trouble as refused:
                reason = refused.text
            else:
                return
        yield f"{verb} is refused to all: {reason}"


@pytest.mark.parametrize(
    "seed", [1, 2, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(3, 40))]
)
async def test_nothing_lies_there_that_isnt_so(ui: UI, server: FakeDiscord, seed: int) -> None:
    """A night is published, answered, moved, opened, seated, played and ended or called off."""
    night = await evening(ui, 3, doors=False, cap=4, mention=None)
    walk = Walk(ui, server, night, seed)
    for _number in range(40):
        await walk.step()
        state = await night.night()
        faults = [*walk.untrue(state)]
        assert not faults, f"after {walk.done[-6:]}:\n" + "\n".join(faults)
        if state.over:
            break
