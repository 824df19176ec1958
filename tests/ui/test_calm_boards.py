"""Boards that lag while the bot is busy and all who play look at hands that are kept fresh."""

from __future__ import annotations

import random
from dataclasses import replace
from time import monotonic
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables.table import Table
from bot.ui.posting.request_budget import LATELY, RequestBudget
from bot.ui.posting.tables import boards as posting
from bot.ui.posting.tables import calm_boards
from bot.ui.posting.tables.boards import PostedBoard
from bot.ui.posting.tables.calm_boards import BETWEEN_EDITS, GRACE, CalmBoards
from cogs.donburiko.picture import PICTURES
from tests.ui.conftest import ADA, BOB, CLEO, UI, begun
from tests.ui.fake_discord import FakeDiscord, Place
from tests.ui.test_boards import board_of

PEOPLE = (ADA.id, BOB.id, CLEO.id)
PAUSE = 2.0


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot send more requests than the mark."""
    monkeypatch.setattr(RequestBudget, "rate", property(lambda _budget: 26.0))


class Looking:
    """Who has a hand open; each shows the newest step, but for those who are behind."""

    def __init__(self, ui: UI, table: Table) -> None:
        self.people, self.behind = {*PEOPLE}, set[int]()
        self._table = table
        ui.messages._boards.step_shown = self

    def __call__(self, table_id: str, person: int) -> int | None:
        """Return the step that a hand shows."""
        if table_id != self._table.id or person not in self.people:
            return None
        return self._table.step() - (person in self.behind)


async def played_live(ui: UI, server: FakeDiscord) -> tuple[Table, Place, Looking]:
    """Begin a live game at which all have their hands open, and show its board once."""
    table, place = await begun(ui, server)
    async with ui.tables.held(table.id) as held:
        await ui.tables.change(held, pace="live", move_time=90)
    looking = Looking(ui, table)
    await ui.messages._update(table.id)
    return table, place, looking


async def test_no_board_lags_where_nobody_plays(ui: UI, server: FakeDiscord) -> None:
    table, _place, _looking = await played_live(ui, server)
    budget: Any = SimpleNamespace(rate=26.0)
    calm = CalmBoards(budget, 25.0, PAUSE)
    assert calm.calm(table.face(), {0: 3}) and not calm.calm(table.face(), {})


def lags(ui: UI, table: Table) -> PostedBoard:
    """Return what is known of a board, which must not show the newest step yet."""
    assert table.board_revision < table.revision, "what isn't shown counts as shown"
    return ui.messages._posted[table.id].board


async def move(ui: UI, table: Table) -> None:
    """Make a move, and look after the table's messages."""
    await ui.move(table, random.Random(1))
    await ui.messages._update(table.id)


async def test_a_calm_board_waits_its_time_and_says_as_of_when_it_is(
    ui: UI, server: FakeDiscord, busy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, place, _looking = await played_live(ui, server)
    edits, later = place.edits, list[float]()
    monkeypatch.setattr(ui.messages._boards, "schedule_in", lambda _id, secs: later.append(secs))
    for _ in range(3):
        await move(ui, table)
    assert place.edits == edits, "a calm board was edited for a move"
    assert all(0 < wait <= BETWEEN_EDITS for wait in later) and later, "nobody comes back to it"
    lags(ui, table).edited_at -= BETWEEN_EDITS
    await ui.messages._update(table.id)
    assert place.edits == edits + 1, "it isn't edited when its time has come"
    text = getattr(board_of(place, table).embed, "description", "")
    assert text.startswith(f"-# as of <t:{ui.tables.now()}:R>\n"), f"it doesn't say when: {text}"
    edits = place.edits
    await ui.messages._update(table.id)
    assert place.edits == edits, "a board that shows all is edited again"


@pytest.mark.parametrize(
    "why", ["quiet", "no hand", "turn by turn", "paused", "vote", "behind", "pressed"]
)
async def test_a_board_is_edited_at_once(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """Whoever sits there sees the newest step somewhere; others ask for it with a press."""
    monkeypatch.setattr(RequestBudget, "rate", property(lambda _budget: 26.0))
    table, place, looking = await played_live(ui, server)
    changes: dict[str, Any] = {}
    if why == "quiet":
        monkeypatch.setattr(RequestBudget, "rate", property(lambda _budget: 25.0))
    if why == "no hand":
        looking.people.discard(BOB.id)
    if why == "turn by turn":
        changes = {"pace": "days", "move_time": 3600}
    if why == "paused":
        changes = {"paused": True}
    if changes:
        async with ui.tables.held(table.id) as held:
            await ui.tables.change(held, **changes)
    if why == "vote":
        await ui.services.table_verbs.voting.propose(table.id, ADA, "pause")
    edits = place.edits
    if why in ("behind", "pressed"):
        await move(ui, table)
        assert place.edits == edits, "it isn't calm, so this test shows nothing"
    if why == "behind":
        looking.behind.add(CLEO.id)
        step, since = lags(ui, table).unshown.pop()
        lags(ui, table).unshown.append((step, since - ui.messages._boards._pause - GRACE))
    if why == "pressed":
        ui.messages.pressed(table.board_id or 0, BOB.id)
        assert not lags(ui, table).at_once, "whoever has a hand open sees all there"
        ui.messages.pressed(table.board_id or 0, 999)
    if why in ("quiet", "no hand", "turn by turn"):
        await ui.move(table, random.Random(1))
    await ui.messages._update(table.id)
    assert place.edits == edits + 1, f"the board lags although: {why}"
    assert table.board_revision == table.revision


async def test_a_round_that_ends_and_the_end_are_shown_at_once(
    ui: UI, server: FakeDiscord, busy: None
) -> None:
    table, place, _looking = await played_live(ui, server)
    render = ui.services.game_of(table).render
    wording = ui.services.wording(table)
    rng, rounds = random.Random(2), 0
    while table.phase == "playing":
        scores = render.round_scores(table.face().public(), wording)
        # Its ping, below, may say where the table stands as well.
        board = board_of(place, table)
        edits = board.edits
        await ui.move(table, rng)
        await ui.messages._update(table.id)
        over = table.phase != "playing"
        ended = over or render.round_scores(table.face().public(), wording) != scores
        assert (board.edits > edits) == ended, f"step {table.step()}: ended {ended}"
        rounds += ended
    assert rounds > 1, "no round has ended before the last one"


async def test_a_hand_that_is_closed_wakes_its_board(
    ui: UI, server: FakeDiscord, busy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _place, _looking = await played_live(ui, server)
    await move(ui, table)
    asked = list[str]()
    monkeypatch.setattr(ui.messages._boards, "_schedule", asked.append)
    ui.messages._boards.hand_gone("other")
    ui.messages._boards.hand_gone(table.id)
    assert asked == [table.id], "only the board that lags is looked after"


class Simulated:
    """A live table on a busy bot, in a time of its own: moves, and hands that follow or don't."""

    def __init__(self, ui: UI, server: FakeDiscord, patch: pytest.MonkeyPatch, seed: int) -> None:
        self.now, self.rate, self.rng = monotonic(), 26.0, random.Random(seed)
        self.ui, self.server, boards = ui, server, ui.messages._boards
        self.steps: list[tuple[float, int]] = []
        """When each step was made."""
        self.hands: dict[int, int] = {}
        """The step that each open hand shows."""
        self.coming: list[tuple[float, int]] = []
        """When open hands are drawn again, and whose."""
        self.wake: float | None = None
        self.shown = self.held = 0
        """The step that the board shows, and how many steps it didn't show at once."""
        loop = SimpleNamespace(time=lambda: self.now)
        patch.setattr(posting, "asyncio", SimpleNamespace(get_running_loop=lambda: loop))
        patch.setattr(RequestBudget, "rate", property(lambda _budget: self.rate))
        patch.setattr(boards, "schedule_in", self.set_alarm)
        patch.setattr(boards, "_schedule", lambda _id: self.set_alarm("", 0))
        boards._pause, boards._calm = PAUSE, CalmBoards(ui.messages._budget, 25, PAUSE)
        boards.step_shown = lambda _id, person: self.hands.get(person)

    def set_alarm(self, _table_id: str, seconds: float) -> None:
        """Look after the board in some seconds."""
        self.wake = self.now + seconds

    async def run(self, table: Table, place: Place) -> None:
        """Let things happen for some minutes, and check at each of them who sees what."""
        self.hands = dict.fromkeys(PEOPLE, table.step())
        self.steps, self.shown = [(self.now, table.step())], table.step()
        end, moves_at = self.now + 400, self.now
        while self.now < end and table.phase == "playing":
            times = [moves_at, *(at for at, _person in self.coming), self.wake or end]
            self.now = max(self.now, min(times))
            self.check()
            if self.now >= moves_at:
                moves_at = self.now + self.rng.choice((0.4, 2, 5, 15))
                await self.happens(table)
            for drawn in [each for each in self.coming if each[0] <= self.now]:
                self.coming.remove(drawn)
                self.hands[drawn[1]] = table.step()
            if self.wake is not None and self.now >= self.wake:
                self.wake = None
                edits = place.edits
                await self.ui.messages._update(table.id)
                self.shown = table.step() if place.edits > edits else self.shown
                self.held += self.shown < table.step()

    async def happens(self, table: Table) -> None:
        """Make a move, or let somebody close or open their hand."""
        person, chance = self.rng.choice(PEOPLE), self.rng.random()
        self.rate = 26.0 if self.rng.random() < 0.9 else 24.0
        if chance < 0.1 and person in self.hands:
            del self.hands[person]
            self.coming = [each for each in self.coming if each[1] != person]
            self.ui.messages._boards.hand_gone(table.id)
            return
        self.hands.setdefault(person, table.step())
        await self.ui.move(table, random.Random(self.rng.random()))
        self.steps.append((self.now, table.step()))
        for each in self.hands:
            # Discord may keep a hand waiting, and then it shows what is newest.
            wait = 40.0 if self.rng.random() < 0.1 else self.rng.uniform(0.1, 1)
            if each not in [waiting for _at, waiting in self.coming]:
                self.coming.append((self.now + wait, each))
        self.set_alarm(table.id, 0)

    def check(self) -> None:
        """Whatever is older than the pause between two pictures is to be seen somewhere."""
        before = self.now - PAUSE - GRACE - 0.01
        old = max((step for at, step in self.steps if at < before), default=0)
        for person in PEOPLE:
            seen = max(self.hands.get(person, -1), self.shown)
            assert seen >= old, f"{self.now}: {person} sees step {seen} though {old} is long made"


@pytest.mark.parametrize("seed", range(4))
async def test_whoever_has_no_newest_hand_has_a_board(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    playable = ui.services.games["donburiko"]
    ui.services.games["donburiko"] = replace(playable, pictures=PICTURES)
    table, place, _looking = await played_live(ui, server)
    simulated = Simulated(ui, server, monkeypatch, seed)
    await simulated.run(table, place)
    assert simulated.held > 5, "no board lagged, so this shows nothing"


async def test_how_long_a_calm_board_waits(ui: UI, server: FakeDiscord) -> None:
    table, _place, _looking = await played_live(ui, server)
    calm, looking = CalmBoards(RequestBudget(45), 25, PAUSE), dict[int, int | None]()
    looking |= dict.fromkeys(PEOPLE, 7)
    unshown = [(5, 50.0), (6, 80.0), (7, 99.0)]
    assert calm.wait(looking, unshown, edited_at=96, now=100) == BETWEEN_EDITS - 4
    looking[BOB.id] = 6
    assert calm.wait(looking, unshown, edited_at=96, now=100) == PAUSE + GRACE - 1
    assert calm.wait(looking, unshown, edited_at=100.5 - BETWEEN_EDITS, now=100) == 0.5
    looking[BOB.id] = 5
    assert calm.wait(looking, unshown, edited_at=96, now=100) < 0, "newer steps put it off"
    assert not calm.calm(table.face(), {}), "nobody looks"


async def test_the_rate_counts_the_last_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    budget = RequestBudget(45)
    for at in (0.0, 1.0, 9.0, 10.5):
        budget._left.append(at)

    class Clock:
        """A loop whose clock stands still."""

        def time(self) -> float:
            """Return the time."""
            return 11.0

    monkeypatch.setattr("asyncio.get_running_loop", Clock)
    assert budget.rate == 2 / LATELY


def test_who_may_lag_is_decided_without_any_hand() -> None:
    """From the public face and from who looks at a hand; nothing legal can be reached."""
    names = set(CalmBoards.calm.__code__.co_names) | set(CalmBoards.wait.__code__.co_names)
    assert not names & {"legal", "view", "match", "hand", "hands", "private"}, names
    assert "SeatView" not in vars(calm_boards) and "Table" not in vars(calm_boards)
