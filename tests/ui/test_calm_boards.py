"""Boards that lag while the bot is busy and all who play look at hands that are kept fresh."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.tables.table import Table
from bot.ui.posting.request_budget import LATELY, RequestBudget
from bot.ui.posting.tables import calm_boards
from bot.ui.posting.tables.boards import PostedBoard
from bot.ui.posting.tables.calm_boards import BETWEEN_EDITS, GRACE, CalmBoards
from tests.only import only
from tests.ui.conftest import ADA, BOB, CLEO, UI, begun
from tests.ui.fake_discord import FakeDiscord, Message, Place

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


def board_of(place: Place, table: Table) -> Message:
    """Return the board of a table."""
    found = [each for each in place.up.values() if each.id == table.board_id]
    return only(found, f"the board of table {table.id}")


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
        await ui.services.table_verbs.propose(table.id, ADA, "pause")
    edits = place.edits
    if why in ("behind", "pressed"):
        await move(ui, table)
        assert place.edits == edits, "it isn't calm, so this test shows nothing"
    if why == "behind":
        looking.behind.add(CLEO.id)
        step, since = lags(ui, table).behind
        lags(ui, table).behind = step, since - ui.messages._boards._pause - GRACE
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
        edits = place.edits
        await ui.move(table, rng)
        await ui.messages._update(table.id)
        over = table.phase != "playing"
        ended = over or render.round_scores(table.face().public(), wording) != scores
        assert (place.edits > edits) == ended, f"step {table.step()}: ended {ended}"
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


async def test_how_long_a_calm_board_waits(ui: UI, server: FakeDiscord) -> None:
    table, _place, _looking = await played_live(ui, server)
    calm, face = CalmBoards(RequestBudget(45), 25, PAUSE), table.face()
    fresh = dict.fromkeys(PEOPLE, face.step())
    assert calm.wait(face, fresh, edited_for=4, behind_for=20) == BETWEEN_EDITS - 4
    late = fresh | {BOB.id: face.step() - 1}
    assert calm.wait(face, late, edited_for=4, behind_for=1) == PAUSE + GRACE - 1
    assert calm.wait(face, late, edited_for=BETWEEN_EDITS - 0.5, behind_for=1) == 0.5
    assert not calm.calm(face, {}), "nobody looks"


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
