"""All that lies on Discord of an evening whose people press what they like, held against it."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Final

from bot.nights import rounds
from bot.nights.after_night import correct_result
from bot.nights.announcing import cancel, edit, open_now
from bot.nights.dates import local_time, moment, zone_of
from bot.nights.guest_presses import (
    PRESSES,
    come_late,
    mark_not_here,
    pass_seat,
    press_here,
    press_home,
    press_in,
    press_maybe,
    press_out,
    set_limit,
    take_off,
    take_seat,
    toggle,
)
from bot.nights.leading import Host
from bot.nights.left_out import left_out_before
from bot.nights.more_tables import waiting_now
from bot.nights.next_night import SeriesRunner
from bot.nights.night import Night, Now, Press, Round, Rule
from bot.nights.night_timer import NightTimer
from bot.nights.pilot import ALONE, alone
from bot.nights.pilot_presses import resume, set_pilot, stop
from bot.nights.rounds import closes_at
from bot.nights.series_rules import (
    answer_by,
    date_sign,
    end_series,
    left_out,
    next_dates,
    series_due,
    skip,
    take_in,
)
from bot.nights.stages import (
    NOTICE,
    break_left,
    deal_at,
    ends_at,
    finishes_at,
    first_start,
    gives_up_at,
    goes_on_at,
    too_few_by,
)
from bot.nights.taking_back import AT_ONCE, take_back
from bot.nights.teaching import LONGER, to_teach
from bot.tables.clock import DAY, HOUR
from bot.tables.results import of_seats
from bot.tables.seat import Person
from bot.tables.trouble import Trouble
from bot.ui.pages.nights import series_routes
from bot.ui.pages.nights.night_ranking import points_in_line
from bot.ui.pages.nights.night_recap import recap_mark, recap_page
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.round_list import list_page
from bot.ui.pages.nights.standings_page import shown_points
from bot.ui.pages.wording import Wording
from bot.ui.posting.nights.night_rounds import following_night, recap_facts
from tests.nights.setup import Known
from tests.ui.clicks import press
from tests.ui.conftest import GUILD, UI
from tests.ui.fake_discord import FakeDiscord, Message, Place
from tests.ui.night_evening import GUESTS, HOST, Evening

ZONE: Final = zone_of("Europe/Berlin")
NEWCOMER: Final = Person(99, "Noor")
"""Never answers."""
ANSWERS: Final = (press_in, press_in, press_maybe, press_out, press_here, press_here, press_home)
MARKS: Final = (*(partial(toggle, each) for each in ("learner", "teacher")), *ANSWERS)
STATES: Final = ("open", "doors", "playing", "over", "cancelled")
AWAY: Final = (0, 0, 0, 0, HOUR, 3 * DAY, 9 * DAY)
"""For how many seconds the bot is away as something falls due."""
RUNS_NOW: Final = ("Doors are open for", "starts at <t:", "Can you come?", "It's yours until")
"""What is said only as long as it is so."""


class Walk:
    """An evening whose people press what they like, with a clock of its own."""

    def __init__(self, ui: UI, server: FakeDiscord, night: Evening, seed: int) -> None:
        self.ui, self.server, self.evening = ui, server, night
        self.rng, self.away = random.Random(seed), random.Random(seed)
        self.at = ui.tables.now()
        ui.tables._now = lambda: float(self.at)
        hosts = Known(host=Host(hosts=True, calls=True))
        self.timer = NightTimer(
            ui.services.nights, ui.services.round_runner, SeriesRunner(ui.services.nights, hosts)
        )
        self.done: list[str] = []
        self.starts: set[int] = set()
        self.skipped: set[int] = set()
        self.by_id: dict[str, Night] = {}

    async def step(self) -> None:
        """Have something happen, and show what came of it."""
        night = await self.evening.night()
        weights = {self.guest: 12, self.time: 3, self.move: 1, self.host: 2, self.play: 3}
        weights |= {self.desk: 2}
        if night.playing is not None:
            weights |= {self.late_table: 2}
        if night.goes_on is not None:
            weights |= {self.series: 2, self.wish: 3}
        if night.dealt:
            weights |= {self.correct: 2}
        (thing,) = self.rng.choices([*weights], [*weights.values()])
        self.done.append(thing.__name__)
        try:
            await thing(night)
        except Trouble as refused:
            self.done[-1] += f": {refused.text[:40]}"
        await self.evening.quiet()
        for each in await self.nights():
            await self.ui.night_messages._update(each.id)
            await self.ui.night_messages._update(each.id)

    async def nights(self) -> list[Night]:
        """Return the night, and those that have followed it in its series."""
        return await self.ui.services.nights.reader.of_guild(GUILD, STATES)

    async def guest(self, night: Night) -> None:
        """Let a guest press something."""
        until = self.rng.choice((self.at + 900, night.guests.starts_at, None))
        late = partial(come_late, until, second=until is not None and self.rng.random() < 0.5)
        rule = self.rng.choice((*MARKS, take_seat, pass_seat, late))
        self.done[-1] = getattr(rule, "__name__", str(rule))
        who = self.rng.choice(GUESTS[:7])
        await self.evening.answer(rule, who)
        if night.several and self.rng.random() < 0.5:
            games = [each.key for each in night.games if self.rng.random() < 0.5]
            await self.ui.services.nights.tick(night.id, who.id, games)

    async def desk(self, night: Night) -> None:
        """Press something about the guests or the pilot on the desk."""
        person = self.rng.choice([each.person for each in night.guests.guests])
        presses: tuple[Rule, ...] = (
            *(stop(), resume(), resume(), set_pilot(self.rng.choice(("host", "helper", "auto")))),
            *(take_off(person), mark_not_here(person), set_limit(self.rng.choice((3, 5, None)))),
        )
        await self.led(self.rng.choice(presses))

    async def late_table(self, night: Night) -> None:
        """Deal one more table to those who wait."""
        press = Press(HOST, self.ui.interaction(), leads=True)
        await self.ui.services.round_runner.seat_waiting(night.id, press)
        await self.lie()

    async def series(self, night: Night) -> None:
        """Leave a date of the series out, take it in again, or end the series."""
        (date, *_others) = next_dates(night, self.at)
        sign = date_sign(date.local)
        await self.led(self.rng.choice((skip(sign), skip(sign), take_in(sign), end_series())))

    async def wish(self, night: Night) -> None:
        """Have a guest want to come every time, to be told, or neither any more."""
        every, tell = series_routes.EVERY(night.id), series_routes.TELL(night.id)
        ends = series_routes.UNWISH(GUILD, night.row.series_id or "")
        who = self.rng.choice(GUESTS[:7])
        await press(self.ui, who, self.rng.choice((every, every, tell, ends)), own=True)

    async def correct(self, night: Night) -> None:
        """Put the seats of a game that is over in another order."""
        results, _void = await self.ui.services.nights.reader.results_of(night)
        table = self.rng.choice(sorted({each.table_id for each in results}) or [""])
        seats = sorted(each.seat for each in of_seats(results) if each.table_id == table)
        order = [[seat] for seat in self.rng.sample(seats, len(seats))]
        by = Press(HOST, self.ui.interaction(), leads=True)
        await correct_result(self.ui.services.nights, night.id, by, table, order, "So it was")

    async def time(self, night: Night) -> None:
        """Let time go by until something is due, or the doors would open; or longer, without the
        bot.
        """
        self.at = max(self.at + 60, (night.row.due or 0) + self.away.choice(AWAY))
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
        if (await self.evening.night()).row.state == "cancelled" and self.rng.random() < 0.8:
            # That it is off is said before that is taken back.
            await self.ui.night_messages._update(night.id)
            self.at += self.away.choice((0, AT_ONCE))
            press = Press(HOST, self.ui.interaction(), leads=True)
            await take_back(self.ui.services.nights, night.id, press)
            self.done[-1] += ": taken back"

    async def play(self, night: Night) -> None:
        """Seat and start a round, or play it to its end."""
        if night.playing is not None:
            for table in (await self.ui.services.nights.reader.tables_of(night)).values():
                await self.evening.play_out(table)
            return
        press = Press(HOST, self.ui.interaction(), leads=True)
        runner = self.ui.services.round_runner
        await runner.seat(night.id, press, choice="computers")
        await runner.start_all(night.id, replace(press, interaction_id=self.ui.interaction()))
        await self.lie()

    async def lie(self) -> None:
        """Give each table its thread."""
        await self.evening.quiet()
        night = await self.evening.night()
        for number, table in (await self.ui.services.nights.reader.tables_of(night)).items():
            if table.place_id is None:
                await self.ui.tables.save_whereabouts(table.id, place_id=5000 + number[1])

    async def led(self, rule: Rule) -> None:
        """Let the host press something."""
        press = Press(HOST, self.ui.interaction(), leads=True)
        await self.ui.services.nights.change(self.evening.id, press, rule)

    async def untrue(self, nights: Sequence[Night]) -> AsyncIterator[str]:
        """Yield what lies on Discord and isn't so."""
        self.by_id = {each.id: each for each in nights}
        self.starts = {each.guests.starts_at for each in nights}
        self.skipped = {at for each in nights for at in left_out_before(each)}
        self.skipped |= {date.at for each in nights for date in left_out(each, self.at)}
        for place in self.server.places.values():
            for message in place.up.values():
                night = self.of_night(nights, place, message)
                if night is None:
                    continue
                said = message.content
                if message.embed is not None:
                    said = message.embed.description or ""
                faults = [*self._faults(night, message, said)]
                faults += [each async for each in self._miscalculated(night, message, said)]
                for fault in faults:
                    yield f"{fault}: {said!r} with {message.controls} · {night.row.state}"

    def of_night(self, nights: Sequence[Night], place: Place, message: Message) -> Night | None:
        """Return the night that a message is of: by its controls, or by the thread where it lies.

        What a night that is over has left in the channel names none any more; what asks for a date
        is of none.
        """
        if any(each.startswith("q:") for each in message.controls):
            return None
        named = {part for each in message.controls for part in each.split(":")}
        by_control = [each for each in nights if each.id in named]
        return next(
            (each for each in (*by_control, *nights)
             if each in by_control or place.id == each.places.thread_id or len(nights) == 1),
            None,
        )  # fmt: skip

    def _faults(self, night: Night, message: Message, said: str) -> Iterator[str]:
        guests = night.guests
        times = {guests.starts_at, guests.doors_at, guests.closes_at, break_left(night)}
        times |= {guest.offered_until for guest in guests.guests}
        times |= {guest.late_until for guest in guests.guests}
        times |= {each.at for each in next_dates(night, self.at)}
        times |= {*self.skipped, night.row.stage_at}
        if any(each.startswith(recap_mark(night.id)) for each in message.controls):
            # The day of a recap.
            times |= {each.began_at for each in night.dealt[:1]}
        pace = self.ui.services.nights.pace_of(night)
        times |= {deal_at(night), ends_at(night, pace), finishes_at(night), *self.starts}
        times |= {each.at + ALONE for each in alone(night)} | {gives_up_at(night)}
        if night.row.state == "open" and not guests.missed:
            times |= {too_few_by(night)}
        if night.row.state == "doors":
            times.add(closes_at(night))
        if night.row.state in ("open", "doors") and pace is not None:
            times |= planned_ends(night, pace.minutes)
        next_at = goes_on_at(night, pace)
        times |= {*(first_start(night) or ()), None if next_at is None else next_at + NOTICE}
        if night.series is not None:
            times |= {answer_by(night)} | ({series_due(night)} if night.over else set())
        # Who follows a series is called in the morning, if it changes at night.
        calls = [int(each) for each in re.findall(r"At <t:([0-9]+):t> I ping those", said)]
        times |= {each for each in calls if each > self.at}
        # The date before, one that was skipped, and since when a round runs over time.
        before = r", not <t:[0-9]+:[Ft]>|<t:[0-9]+:F> is skipped|Over time since <t:[0-9]+:t>"
        shown = re.sub(before, "", said)
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
        unconfirmed = [each for each in guests.coming if each.to_confirm]
        for count in re.findall(r"([0-9]+) yet to confirm", said):
            if int(count) != len(unconfirmed):
                yield f"{len(unconfirmed)} haven't confirmed"
        yield from miscounted(night, said)
        for control in message.controls:
            yield from self._dead(night, message, control)

    async def _miscalculated(self, night: Night, message: Message, said: str) -> AsyncIterator[str]:
        """Yield points that are said and that nobody has, or not any more."""
        wording, services = Wording("en"), self.ui.services
        if found := re.search(r"Round ([0-9]+) is over\. Night points(?: so far)?: (.+)", said):
            facts = await recap_facts(services, night, int(found[1]))
            points = points_in_line(facts, wording)
            if not found[2].startswith(f"{points}."):
                yield f"the points are {points!r}"
        facts = await recap_facts(services, night)
        title = "" if message.embed is None else message.embed.title or ""
        if any(each.startswith(recap_mark(night.id)) for each in message.controls):
            # The points in a round's list have the same button.
            following = await following_night(services, night)
            now = recap_page(night, facts, wording, following).text
            if ("🏆" in title or "night points" in title) and said != now:
                yield f"the recap is {now!r}"
        for round_ in night.dealt:
            if title.startswith(f"Round {round_.number} of "):
                now = await self._list(night, round_)
                if said != now:
                    yield f"the list of round {round_.number} is {now!r}"
        if found := re.search(r"won \*\*.+\*\* with ([0-9.]+[0-9])", said):
            points = shown_points(facts.points.standings.listed[0].value, wording)
            if found[1] != points or not facts.points.from_results:
                yield f"the night was won with {points}"

    async def _list(self, night: Night, round_: Round) -> str:
        services, reader = self.ui.services, self.ui.services.nights.reader
        tables = sorted((await reader.tables_of(night)).items())
        unearned = await reader.unearned_of(night, [table for _at, table in tables])
        shown = [
            DeskTable(
                round_.number,
                table.night_table or 0,
                table.face(),
                unearned=unearned.get(table.id, {}),
                home=night.guests.gone_home,
            )
            for (number, _), table in tables
            if number == round_.number
        ]
        games, now = services.some_games_of(night), services.tables.now()
        return list_page(night, round_, shown, games, now, Wording("en")).text

    def _dead(self, night: Night, message: Message, control: str) -> Iterator[str]:
        """Yield that a control does nothing for anybody whom the message is for."""
        head, _, rest = control.partition(":")
        verb = rest.partition(":")[0]
        make: Callable[[], Rule] | None = PRESSES.get(verb) if head == "n" else None
        if make is None or not message.content:
            return
        # In the morning after a night it is about the one that follows.
        night = self.by_id.get(rest.split(":")[1], night)
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


def miscounted(night: Night, said: str) -> Iterator[str]:
    """Yield what is said of how many there are, and of which round is next, that isn't so."""
    counts = {
        r"([0-9]+) guests? (?:is|are) here": len(night.guests.there),
        r"([0-9]+) guests? waits? for a seat": len(waiting_now(night)),
        r"Seat round ([0-9]+)": len(night.dealt) + 1,
        r"Round ([0-9]+) starts": len(night.dealt) + 1,
        r"Round ([0-9]+) waits for a host": len(night.dealt) + 1,
    }
    for pattern, count in counts.items():
        yield from (f"it is {count}" for each in re.findall(pattern, said) if int(each) != count)
    begun = re.findall(r"Round ([0-9]+) has begun", said)
    yield from (f"round {each} hasn't begun" for each in begun if int(each) > len(night.dealt))


def planned_ends(night: Night, minutes: int) -> set[int]:
    """Return when the last round of a night that nobody began is over, of so many minutes each: at
    the soonest, and at the latest.
    """
    rounds, pause = night.row.rounds, night.row.pause
    soonest = night.guests.starts_at + rounds * minutes * 60 + (rounds - 1) * pause
    return {soonest, soonest + (LONGER - 1) * minutes * 60 * to_teach(night)}
