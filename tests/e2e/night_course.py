"""A whole night on a stage, from its announcement to the next of its series, whatever goes wrong.

Who sees no answer, because Discord has refused it, presses again, as a person would.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from bot.sandbox import Actor, Channel, Guild, Message, NotPossible, Outcome
from bot.sandbox.faults import Fault
from tests.e2e.night_host import Evening
from tests.e2e.scenes import people, server
from tests.e2e.stage import Stage
from tests.e2e.timed import HOUR, MINUTE

STEPS: Final = (
    *("announced", "in", "reminded", "doors", "here"),
    *("proposed", "dealt", "finished", "ended", "next"),
)
"""What happens in the course of a night, one after the other."""
LINK: Final = re.compile(r"/channels/[0-9]+/[0-9]+/([0-9]+)")
"""A link to a message, whose id it holds."""
TRIES: Final = 3
"""How often somebody presses again who sees no answer."""


@dataclass(slots=True, eq=False)
class OnceAt(Fault):
    """Refuses the request of this number, counted from 0; all of them are noted."""

    number: int = -1
    step: str = ""
    seen: list[tuple[str, str, str]] = field(default_factory=list)
    """The step in whose course a request came, its method, and its path."""

    def fits(self, method: str, path: str) -> bool:
        """Tell whether it is this request's turn."""
        self.seen.append((self.step, method, path))
        return len(self.seen) - 1 == self.number

    @property
    def refused(self) -> str:
        """Return what was refused; "" if nothing was yet."""
        return " ".join(self.seen[self.number]) if self.hits else ""


class Course:
    """A night that Bob hosts and leads; Ada owns the server, and Cleo comes."""

    steps: ClassVar = STEPS
    ends: ClassVar = "over"
    """The state in which the night is before the next one comes."""
    noted: ClassVar[Mapping[str, int]] = {"published": 1, "dealt": 1, "ended": 1}
    """What is noted of the night, and how often it happens."""

    def __init__(self, stage: Stage, place: Channel, fault: OnceAt) -> None:
        self.stage, self.place, self.fault = stage, place, fault
        self.leader, _owner, _guest = self.people = people(stage, place, "Bob", "Ada", "Cleo")
        self.given: dict[str, Any] = {"repeat": "weekly", "rounds": 1, "zone": "Europe/Berlin"}
        self.night = Evening(stage, self.people, "")
        self.follows = True
        """Whether the series goes on after this night."""
        self.let_go: set[str] = set()
        """Messages that needn't be put up again, and tables of which none need be."""

    @property
    def guild(self) -> Guild:
        """Return the server where it is."""
        assert self.place.guild is not None, "the channel is on no server"
        return self.place.guild

    def column(self, name: str) -> Any:
        """Return something about the night, as it is stored."""
        ((found,),) = self.stage.rows(f"SELECT {name} FROM nights WHERE id = ?", self.night.id)
        return found

    def message(self, message_id: object) -> Message | None:
        """Return a message that lies somewhere."""
        world = self.stage.sandbox.world
        places = [each for each in world.channels.values() if not each.deleted]
        return next(
            (each.messages[str(message_id)] for each in places if str(message_id) in each.messages),
            None,
        )

    def card(self, which: str = "") -> Message | None:
        """Return the card, wherever it lies, if it has a button."""
        found = self.message(self.column("card_id"))
        return found if found is not None and (not which or which in found.buttons) else None

    def gather(self, place: Channel) -> None:
        """Have everybody press and talk in another channel from now on."""
        self.people = [each.in_(place) for each in self.people]
        self.leader = self.leader.in_(place)

    def leave(self, person: Actor) -> None:
        """Have somebody leave the server; the bot hears nothing of that."""
        self.people = [each for each in self.people if each.id != person.id]
        del self.guild.members[person.id]

    # Presses

    async def do(self, press: Callable[[], Awaitable[Outcome]]) -> Message | None:
        """Press something; return the page that comes of it, None if there is none to be seen."""
        before = self.fault.hits

        def lost() -> bool:
            return self.fault.hits > before and self.fault.refused.endswith("/callback")

        task = asyncio.ensure_future(press())
        waiting = asyncio.ensure_future(self.stage.until(lost))
        await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
        answered = task.done()
        for each in (task, waiting):
            each.cancel()
        await asyncio.wait((task, waiting))
        if answered:
            # A message may just be taken down, to lie elsewhere: whoever pressed looks again.
            with contextlib.suppress(NotPossible):
                return task.result().message
            return None
        for interaction in self.stage.sandbox.interactions.pending():
            interaction.delivered = False
        return None

    async def until(
        self, done: Callable[[], bool], *presses: str, typed: str = "night desk"
    ) -> None:
        """Press one thing after the other from the desk, again until it is stored."""
        for _again in range(TRIES):
            if done():
                break
            page = await self.do(lambda: self.leader.slash(typed))
            if page is not None and "Which night?" in page.text:
                # A draft was saved whose preview nobody saw.
                several, newest = page, self.next_id()
                page = await self.do(
                    lambda on=several, one=newest: self.leader.select(on, "Pick a night", one)
                )
            for labels in presses:
                which = page and offered(page, labels)
                if page is None or not which:
                    break
                pressed, on = which, page
                page = await self.do(lambda on=on, pressed=pressed: self.leader.press(on, pressed))
        await self.stage.stored(done)

    async def by_all(self, which: str, done: str) -> None:
        """Have all press something on the card, each again until it is stored."""
        query = f"SELECT 1 FROM guests WHERE night_id = ? AND person = ? AND {done}"
        for person in self.people:
            for _again in range(TRIES):
                if self.stage.rows(query, self.night.id, int(person.id)):
                    break
                await self.stage.stored(lambda: self.card(which) is not None)
                card = self.card(which)
                if card is not None:
                    await self.do(lambda card=card, by=person: by.press(card, which))
            found = self.stage.rows(query, self.night.id, int(person.id))
            assert found, f"{which} of {person.name} is lost after {self.fault.refused}"

    # Time

    async def shown(self) -> None:
        """Wait until all that there is to show and to say has been tried."""
        behind = (
            "SELECT id FROM nights WHERE guild_id = ? AND asleep = 0 AND state <> 'draft'"
            " AND (shown_revision < revision OR due <= ? OR id IN"
            " (SELECT night_id FROM night_posts WHERE message_id IS NULL AND at <= ?))"
        )
        stage, guild = self.stage, int(self.guild.id)
        await stage.stored(lambda: not stage.rows(behind, guild, stage.now(), stage.now()))
        await stage.shown()

    async def later(self, seconds: int) -> None:
        """Let time go by, and have what is due then happen."""
        self.stage.later(seconds)
        await self.shown()

    # Steps

    async def led(self, before: Callable[[str], Awaitable[object]] | None = None) -> None:
        """Lead it from its announcement to the next of its series; `before` each step, do this."""
        for step in self.steps:
            if before is not None:
                await before(step)
            self.fault.step = step
            await self.step(step)
            await self.shown()

    async def step(self, step: str) -> None:
        """Do the next step."""
        match step:
            case "announced":
                await self.announce()
            case "in":
                await self.by_all("I'm in", "answer = 'in'")
            case "reminded":
                await self.later(2 * HOUR + MINUTE)
            case "doors":
                await self.later(30 * MINUTE)
            case "here":
                await self.by_all("I'm here", "came_at IS NOT NULL")
            case "proposed":
                await self.until(lambda: self.night.round_state(1) == "proposed", "Seat round 1")
            case "dealt":
                seating = "Seating of round 1"
                # Whoever left has a seat in it.
                mended = "Mend and start / Seat them and start"
                starts = seating, "Start all / Start all …", mended
                await self.until(lambda: self.night.round_state(1) == "dealt", *starts)
                await self.night.dealt(1)
            case "finished":
                await self.finish()
            case "ended":
                sure = "Change or end …", "End the night …", "End the night"
                await self.until(lambda: self.column("state") == "over", *sure)
                await self.stage.stored(lambda: self.column("recap_id") is not None)
            case _:
                await self.follow()

    async def announce(self) -> None:
        """Announce it; its host is offered to try again if it can't be posted."""
        given = {"when": "in 3 hours", "game": "donburiko", **self.given}
        preview = None
        for _again in range(TRIES):
            preview = preview or await self.do(lambda: self.leader.slash("night new", given))
        assert preview is not None and "Publish" in preview.buttons, f"{preview and preview.text}"
        page = preview
        ((self.night.id,),) = self.stage.rows(
            "SELECT id FROM nights WHERE guild_id = ? ORDER BY opened_by DESC LIMIT 1",
            int(self.guild.id),
        )
        for _again in range(TRIES):
            if self.column("card_id") is not None or self.column("state") == "open":
                break
            answer = await self.do(lambda: self.leader.press(page, "Publish"))
            await self.shown()
            self.true(answer)
            if answer is not None and "Try again" in answer.buttons:
                again = answer
                await self.do(lambda again=again: self.leader.press(again, "Try again"))
                await self.shown()
        await self.stage.stored(lambda: self.column("card_id") is not None)

    def true(self, answer: Message | None) -> None:
        """Check that an answer links nothing but what is there."""
        for link in LINK.findall("" if answer is None else answer.text):
            said = f"{link} is linked and lies nowhere after {self.fault.refused}"
            assert self.message(link) is not None, said

    async def finish(self) -> None:
        """Have computers finish the games."""
        for table in self.night.tables(1):
            query = "SELECT 1 FROM tables WHERE id = ? AND (played_out = 1 OR phase = 'finished')"
            for _again in range(TRIES):
                if self.stage.rows(query, table):
                    break
                page = await self.do(lambda: self.leader.slash("night desk"))
                if page is not None and page.selects:
                    desk = page
                    page = await self.do(
                        lambda desk=desk, table=table: self.leader.select(
                            desk, "Pick a table …", table
                        )
                    )
                for which in ("More …", "Computers finish it …", "Computers finish it"):
                    if page is not None and which in page.buttons:
                        page = await self.do(
                            lambda page=page, which=which: self.leader.press(page, which)
                        )
        await self.night.over(1)

    def next_id(self) -> str:
        """Return the night that follows in the series; the night itself while none does."""
        query = "SELECT night_id FROM series WHERE id = ?"
        ((found,),) = self.stage.rows(query, self.column("series_id"))
        return str(found)

    async def follow(self) -> None:
        """Wait for the next night of the series, or for the word that none follows."""
        await self.later(36 * HOUR)
        if self.follows:
            await self.stage.stored(lambda: self.next_id() != self.night.id)
            return
        query = "SELECT 1 FROM night_posts WHERE night_id = ? AND kind = 'unfollowed'"
        await self.stage.stored(lambda: bool(self.stage.rows(query, self.night.id)))

    def lies(self, message_id: object) -> bool:
        """Tell whether a message lies somewhere, or doesn't need to."""
        return str(message_id) in self.let_go or self.message(message_id) is not None

    # What must hold in the end

    def faults(self) -> list[str]:
        """Return what was lost, doubled, or is stuck."""
        stage, night = self.stage, self.night
        found: list[str] = []
        gone_by = self.gone_by()
        columns = "id, state, asleep, shown_revision = revision, card_id, recap_id"
        for night_id, state, asleep, shown, card, recap in stage.rows(
            f"SELECT {columns} FROM nights WHERE guild_id = ? AND state <> 'draft'",
            int(self.guild.id),
        ):
            wanted = self.ends if night_id in gone_by else "open"
            if state != wanted or asleep or not shown:
                found.append(f"a night is {state}, {asleep=}, {shown=}, and should be {wanted}")
            if state == "over" and self.noted.get("dealt"):
                if not self.lies(recap):
                    found.append("the recap lies nowhere")
            elif not self.lies(card):
                found.append(f"the card of a night that is {state} lies nowhere")
        for phase, asleep, *ids in stage.rows(
            "SELECT phase, asleep, id, board_id, end_id FROM tables WHERE night_id = ?", night.id
        ):
            if phase != "finished" or asleep or not any(map(self.lies, ids)):
                found.append(f"a table is {phase}, {asleep=}, and lies nowhere")
        for kind, message in stage.rows(
            "SELECT kind, message_id FROM night_posts WHERE night_id = ? AND past = 0", night.id
        ):
            if message is None:
                found.append(f"what was to be said ({kind}) never was")
        query = "SELECT count(*) FROM night_events WHERE night_id = ? AND what = ?"
        for what, times in self.noted.items():
            ((count,),) = stage.rows(query, night.id, what)
            if count != times:
                found.append(f"it was {what} {count} times")
        if len(self.recaps()) > 1:
            found.append("its recap lies there twice")
        return found

    def gone_by(self) -> set[str]:
        """Return the nights that must have come to their end."""
        return {self.night.id}

    def recaps(self) -> list[Message]:
        """Return all recaps in the channel where the night lies now.

        Where Discord said that a channel is gone, what it took away with it may have gone up anew.
        """
        mark = f"d:standings:{self.night.id}"
        place = self.guild.channels.get(str(self.column("channel_id")))
        return [
            message
            for message in (place.messages.values() if place is not None else ())
            if any(str(each.get("custom_id", "")).startswith(mark) for each in message.controls)
        ]


def offered(page: Message, labels: str) -> str:
    """Return the button of a page that is or begins like one of some labels; "" if none is."""
    found = (
        each
        for label in labels.split(" / ")
        for each in sorted(page.buttons, key=lambda each: each != label)
        if each.startswith(label)
    )
    return next(found, "")


def a_course(
    stage: Stage, number: int = -1, status: int = 403, code: int = 0, of: type[Course] = Course
) -> Course:
    """Found a server, with another channel where things may go on; refuse one request there."""
    place, host = server(stage), stage.sandbox.host
    assert place.guild is not None, "the channel is on no server"
    elsewhere = host.add_channel(place.guild, "elsewhere")
    stage.sandbox.world.change_guild(place.guild, system=elsewhere.id)
    host.add_role(place.guild, "Hosts", ["manage_events"], members=["Bob"])
    fault = OnceAt("*", "*", status, code, number=number)
    stage.sandbox.faults.lasting[:] = [fault]
    return of(stage, place, fault)
