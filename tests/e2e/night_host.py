"""A host who leads a night on a stage from its desk, by clicks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.sandbox import Actor, Channel, Message, Outcome
from tests.e2e.play import Sitting, boards, page_of
from tests.e2e.stage import Stage
from tests.e2e.test_nights import announce
from tests.only import only

EARLY = "Open the doors now"


FIRST, SECOND = "First of the two …", "Second of the two …"
"""The lists on the pages by which two change places."""


@dataclass(eq=False)
class Evening:
    """A night on a stage, its host, and its guests; the host is the first of them."""

    stage: Stage
    guests: list[Actor]
    id: str

    @property
    def host(self) -> Actor:
        """Return who leads it."""
        return self.guests[0]

    def column(self, name: str) -> int:
        """Return a time of it, as it is stored; 0 for none."""
        ((value,),) = self.stage.rows(f"SELECT {name} FROM nights WHERE id = ?", self.id)
        return int(value or 0)

    def seated(self, number: int) -> list[int]:
        """Return who was dealt in in a round, with doubles if there are any."""
        query = (
            "SELECT seats.first FROM seats JOIN tables ON tables.id = seats.table_id"
            " WHERE night_id = ? AND night_round = ? AND seats.first > 0"
        )
        return [person for (person,) in self.stage.rows(query, self.id, number)]

    def card(self) -> Message:
        """Return the card as it lies there now."""
        ((card_id,),) = self.stage.rows("SELECT card_id FROM nights WHERE id = ?", self.id)
        found = [each for each in self.host.sees("games") if each.id == str(card_id)]
        return only(found, f"the card of night {self.id} that its host sees in #games")

    def thread(self) -> Channel:
        """Return the night's thread."""
        ((thread,),) = self.stage.rows("SELECT thread_id FROM nights WHERE id = ?", self.id)
        return self.stage.sandbox.world.channels[str(thread)]

    def said(self, words: str) -> list[Message]:
        """Return what was said to all in the night's thread with these words, oldest first."""
        seen = self.host.sees(self.thread())
        return [each for each in seen if words in each.text and not each.only_me]

    async def desk(self) -> Message:
        """Open the desk; pick the night if several are to come."""
        page = shown(await self.host.slash("night desk"))
        if "Which night?" in page.text:
            page = shown(await self.host.select(page, "Pick a night", self.id))
        return page

    async def more(self) -> Message:
        """Open what is behind *Change or end …* on the desk."""
        return await self.press(await self.desk(), "Change or end …")

    async def press(self, page: Message, which: str) -> Message:
        """Press something on a page that only the host sees; return the page that comes of it."""
        return shown(await self.host.press(page, which))

    async def open_doors(self) -> None:
        """Open the doors, however early it is."""
        await self.host.press(await self.early_doors(), EARLY)

    async def early_doors(self) -> Message:
        """Return the question that the button of a desk asks which still offers early doors."""
        doors = {"component_type": 2, "custom_id": f"d:doors:{self.id}:0"}
        return shown(await self.host.raw(3, doors, message=await self.desk()))

    async def come(self, *people: Actor) -> None:
        """Let people say that they are here, once the card asks them."""
        await self.stage.until(lambda: "I'm here" in self.card().buttons)
        for person in people:
            said = await person.press(self.card(), "I'm here")
            assert said.only_me, said.text

    async def plan(self, number: int) -> Message:
        """Seat a round; return its proposal."""
        desk, added = await self.desk(), "One more round"
        page = await self.press(desk, added if added in desk.buttons else f"Seat round {number}")
        assert f"Round {number} · proposal" in page.text, page.text
        return page

    async def start(self, number: int) -> list[str]:
        """Seat and start a round; return the ids of its tables once all are dealt."""
        await self.start_all(await self.plan(number))
        return await self.dealt(number)

    async def start_all(self, plan: Message) -> None:
        """Start a proposal, also without those whose seats are kept still."""
        asks = "Start all …" in plan.buttons
        page = await self.press(plan, "Start all …" if asks else "Start all")
        if asks:
            await self.press(page, "Start without them")

    async def dealt(self, number: int) -> list[str]:
        """Wait until all tables of a round are dealt; return their ids in order."""
        query = (
            "SELECT json_array_length(seating, '$.seated.tables') FROM rounds"
            " WHERE night_id = ? AND number = ?"
        )
        ((count,),) = self.stage.rows(query, self.id, number)
        await self.stage.stored(lambda: len(self.tables(number)) == count)
        return self.tables(number)

    def tables(self, number: int) -> list[str]:
        """Return the ids of the tables of a round that were dealt, in order."""
        query = (
            "SELECT id FROM tables WHERE night_id = ? AND night_round = ? AND phase <> 'lobby'"
            " ORDER BY night_table"
        )
        return [table for (table,) in self.stage.rows(query, self.id, number)]

    async def at_table(self, table: str, *presses: str) -> Message:
        """Pick a table on the desk and press something about it, then what is asked."""
        page = await self.desk()
        picked = shown(await self.host.select(page, "Pick a table …", table))
        for which in presses:
            if which not in picked.buttons:
                picked = await self.press(picked, "More …")
            picked = await self.press(picked, which)
        return picked

    async def finish(self, *tables: str) -> None:
        """Let computers finish games, and wait until they have."""
        for table in tables:
            await self.at_table(table, "Computers finish it …", "Computers finish it")
        for table in tables:
            await self.finished(table)

    async def finished(self, table: str) -> None:
        """Wait until a game is over, for as long as moves are made."""
        while self.phase(table) != "finished":
            steps = len(self.stage.log_of(table))
            await self.stage.stored(
                lambda steps=steps: (
                    self.phase(table) == "finished" or len(self.stage.log_of(table)) > steps
                )
            )

    def has_board(self, table: str) -> bool:
        """Tell whether the board of a table lies where its game is shown."""
        ((place,),) = self.stage.rows("SELECT place_id FROM tables WHERE id = ?", table)
        channels = self.stage.sandbox.world.channels
        return place is not None and len(boards(self.host, channels[str(place)], table)) == 1

    def sitting(self, table: str) -> Sitting:
        """Return the people at a table as they sit there, to play on."""
        query = "SELECT person FROM seats WHERE table_id = ? AND person > 0 ORDER BY seat"
        seated = [str(person) for (person,) in self.stage.rows(query, table)]
        people = [each for one in seated for each in self.guests if each.id == one]
        ((game, place_id),) = self.stage.rows(
            "SELECT game, place_id FROM tables WHERE id = ?", table
        )
        place = self.stage.sandbox.world.channels[str(place_id)]
        # Its card goes once the list of its round stands, so what stands for it is its board.
        board = only(boards(self.host, place, table), f"the board of table {table}")
        return Sitting(self.stage, game, people, table, board)

    def phase(self, table: str) -> str:
        """Return the phase of a table."""
        ((phase,),) = self.stage.rows("SELECT phase FROM tables WHERE id = ?", table)
        return str(phase)

    def pace(self, table: str) -> str:
        """Return the pace of a table."""
        ((pace,),) = self.stage.rows("SELECT pace FROM tables WHERE id = ?", table)
        return str(pace)

    def round_state(self, number: int) -> str:
        """Return the state of a round; "" if there is none."""
        query = "SELECT state FROM rounds WHERE night_id = ? AND number = ?"
        return "".join(state for (state,) in self.stage.rows(query, self.id, number))

    async def over(self, number: int) -> None:
        """Wait until a round is over, for as long as moves are made at its tables."""
        for table in self.tables(number):
            if self.phase(table) == "playing" and self.pace(table) != "days":
                await self.finished(table)
        await self.stage.stored(lambda: self.round_state(number) == "over")

    def lists(self, number: int) -> list[Message]:
        """Return the lists of a round's tables in the channel."""
        return [
            message
            for message in self.host.sees("games")
            if any(line.startswith(f"Round {number} of ") for line in message.text.splitlines())
            and not message.only_for
        ]

    def marked(self, mark: str) -> list[Message]:
        """Return the messages in the channel that have a control whose id starts with this."""
        return [
            message
            for message in self.host.sees("games")
            if any(str(c.get("custom_id", "")).startswith(mark) for c in message.controls)
            and not message.only_for
        ]


async def crowd(stage: Stage) -> Evening:
    """Bring sixty guests to a night, of whom four don't come: they make eighteen tables."""
    return await evening(stage, 60, there=range(56), game="kirifuda", rounds=3)


async def evening(
    stage: Stage,
    count: int,
    *,
    there: Sequence[int] | None = None,
    doors: bool = True,
    **options: object,
) -> Evening:
    """Announce a night, have guests come in, and open its doors; `there` are those who come.

    Without `doors` they stay shut.
    """
    known = [stage.person(name, "games") for name in ("Ada", "Bob", "Cleo", "Dai")]
    more = [stage.sandbox.host.add_person(f"Guest {n}").name for n in range(max(0, count - 4))]
    guests = [*known, *(stage.person(name, "games") for name in more)][:count]
    card = await announce(stage, guests[0], title="Friday", **options)
    for person in guests:
        assert "You're in!" in (await person.press(card, "I'm in")).text, (
            f"{person.name} wasn't let in"
        )
    ((night_id,),) = stage.rows("SELECT id FROM nights")
    found = Evening(stage, guests, night_id)
    if not doors:
        return found
    await found.open_doors()
    await stage.until(lambda: "I'm here" in found.card().buttons)
    await found.come(*(guests if there is None else [guests[n] for n in there]))
    return found


def shown(outcome: Outcome) -> Message:
    """Return the page that a person alone was shown."""
    assert outcome.only_me, outcome.text
    return page_of(outcome)
