"""A game night in a room: announced, answered, and led from its desk by clicks."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import discord

from bot.nights.announcing import NewNight, publish
from bot.nights.dates import moment, zone_of
from bot.nights.guest_presses import press_here, press_in
from bot.nights.night import Night, Press
from bot.nights.typed_dates import read
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.pages.nights import desk_routes
from tests.ui.clicks import Answer, press
from tests.ui.conftest import CHANNEL, GUILD, UI

HOST = Person(11, "Ada")
GUESTS = [HOST] + [
    Person(12 + number, name)
    for number, name in enumerate(
        ("Bob", "Cleo", "Dai", "Emi", "Finn", "Gus", "Hana", "Ivo", "Jun", "Kim")
    )
]


@dataclass
class Evening:
    """A night, and those who press there."""

    ui: UI
    id: str

    async def night(self) -> Night:
        """Return the night as it stands."""
        return await self.ui.services.nights.get(self.id)

    async def answer(self, rule: Any, *people: Person) -> None:
        """Let people press something on the card."""
        for person in people:
            pressed = Press(person, self.ui.interaction())
            await self.ui.services.nights.answer(self.id, pressed, rule())

    async def click(self, label: str, on: Answer, person: Person = HOST, **more: Any) -> Answer:
        """Press a button of a page, or of what is behind *More …* there."""
        behind = on.buttons.get("More …", "")
        if label not in on.buttons and desk_routes.DESK_TABLE_MORE.read(behind):
            on = await press(self.ui, person, behind, own=True, **more)
        assert label in on.buttons, f"no {label!r} among {[*on.buttons]} · {on.text}"
        return await press(self.ui, person, on.buttons[label], own=True, **more)

    async def pick(
        self, on: Answer, *values: str, person: Person = HOST, number: int = 0
    ) -> Answer:
        """Pick something from a list of a page."""
        custom_id, offered = on.lists[number]
        assert set(values) <= set(offered), f"{values} aren't among {offered}"
        return await press(self.ui, person, custom_id, *values, own=True)

    async def desk(self, person: Person = HOST, **more: Any) -> Answer:
        """Look at the desk."""
        return await press(self.ui, person, desk_routes.DESK(self.id), own=True, **more)

    async def more(self, person: Person = HOST, **more: Any) -> Answer:
        """Look at what is behind *Change or end …* on the desk, or *Results …* once it is over."""
        desk = await self.desk(person, **more)
        label = "Change or end …" if "Change or end …" in desk.buttons else "Results …"
        return await self.click(label, desk, person, **more)

    async def start(self, *, choice: str | None = None, lies: bool = True) -> list[Table]:
        """Seat the next round and start it; return its tables, which all have a place if it
        `lies` where it is shown.
        """
        number = len((await self.night()).dealt) + 1
        desk = await self.desk()
        added = "One more round"
        plan = await self.click(added if added in desk.buttons else f"Seat round {number}", desk)
        if choice is not None:
            plan = await self.click(choice, plan)
        without = "Start all" not in plan.buttons
        plan = await self.click("Start all …" if without else "Start all", plan)
        if without:
            await self.click("Start without them", plan)
        await self.quiet()
        tables = await self.ui.services.nights.reader.tables_of(await self.night())
        for table in tables.values():
            if lies and table.place_id is None:
                # As its board would be posted.
                place = table.channel_id
                await self.ui.tables.save_whereabouts(table.id, place_id=place)
        await self.quiet()
        return [table for (round_, _), table in sorted(tables.items()) if round_ == number]

    async def quiet(self) -> None:
        """Wait until no table is being dealt, and all free seats are noted."""
        runner = self.ui.services.round_runner
        while runner.dealer._dealing:
            await asyncio.sleep(0.005)
        await runner.free_seats.settled()

    async def play_out(self, table: Table) -> None:
        """Play a table to its end; computers play for those who are away."""
        while table.phase == "playing":
            await self.play_once(table)
        await self.quiet()

    async def play_once(self, table: Table) -> None:
        """Make one move at a table, or have a computer make it where one plays."""
        number = table.to_act()[0]
        seat, moves = table.seats[number], self.ui.services.moves
        if seat.mind is not None:
            await moves.play_for_computer(
                table.id,
                number,
                lambda _view, legal: legal[0],
                question_number=table.question_number(number),
            )
            return
        await moves.play(
            table.id,
            Person(seat.person, seat.name),
            lambda _view, legal: legal[0],
            interaction_id=self.ui.interaction(),
        )


async def evening(ui: UI, count: int = 7, *, doors: bool = True, **fields: Any) -> Evening:
    """Announce a night to which so many come; with `doors`, they are there."""
    zone = zone_of("Europe/Berlin")
    when = read("in 2 hours", ui.tables.now(), zone).first
    new: dict[str, Any] = {
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "language": "en",
        "host": HOST,
        "title": "Friday",
        "game": "donburiko",
        "options": "{}",
        "when": moment(when.local, zone),
        "zone": "Europe/Berlin",
        "rounds": 2,
        **fields,
    }
    nights = ui.services.nights
    drafted = await nights.open(NewNight(**new), Press(HOST, ui.interaction()))
    published = Press(HOST, ui.interaction(), leads=True)
    night = await nights.change(drafted.id, published, publish())
    found = Evening(ui, night.id)
    await found.answer(press_in, *GUESTS[:count])
    if doors:
        await found.click("Open the doors now", await found.desk())
        await found.answer(press_here, *GUESTS[:count])
    return found


EVENTS = discord.Permissions(manage_events=True)


async def shown(ui: UI, night_id: str) -> Night:
    """Update a night's messages; return it."""
    await ui.night_messages._update(night_id)
    return await ui.services.nights.get(night_id)
