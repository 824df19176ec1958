"""Looking back fits into Discord at every step, and shows nobody more than they saw then."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dealer import AddressedEvent
from bot.engine.match import Match
from bot.tables.game_record import GameRecord
from bot.tables.table import Table
from bot.ui.pages.page import Page
from bot.ui.pages.tables.replay import ALL, MINE, replay_page
from storage.rows import LogRow, SeatRow, TableEventRow
from tests.contract import seen
from tests.contract.games import Configuration, hooks, play, with_state
from tests.contract.test_render import check_message, named

OFTEN = 6
"""Every so many steps of a match are looked back at in the quick share."""
TURNS = [
    pytest.param(0, OFTEN, id="0"),
    pytest.param(0, 1, id="0, each step", marks=pytest.mark.long),
    pytest.param(1, 1, id="1", marks=pytest.mark.long),
]
"""Which steps are worlds of a seat, and which are twins: in the long share each is both."""
MATCHES = [pytest.param(1, OFTEN, id="1"), pytest.param(6, 1, id="6", marks=pytest.mark.long)]
STEPS = [
    pytest.param(OFTEN, id="each sixth"),
    pytest.param(1, id="each step", marks=pytest.mark.long),
]
WATCHER = 1


class Played:
    """A match that was played to its end, as a table that is over."""

    def __init__(self, configuration: Configuration, rng: random.Random) -> None:
        """Play it."""
        self.configuration = configuration
        self.matches: list[Match] = []
        self.events: list[list[AddressedEvent]] = []
        self.log: list[LogRow] = []
        for match, step in play(configuration, rng):
            # A match goes on from state to state: what it had is never changed in place.
            self.matches.append(with_state(configuration, match, match._state))
            self.events.append(step.events)
            self.log.append(LogRow("abcde", step.number, step.seat, "null", "[]", "[]", None, 0))
        self.last = len(self.log) - 1

    def steps(self, often: int) -> list[int]:
        """Return every so many of the steps, and the first and the last."""
        return sorted({*range(0, self.last, often), self.last})

    def table(self, names: tuple[str, ...] = seen.NAMES, *, hands_open: bool = False) -> Table:
        """Return the table, with open hands or without."""
        table = seen.table_of(self.configuration.game, self.matches[-1], names)
        return replace(table, hands_open=hands_open)

    def record(
        self, acts: tuple[TableEventRow, ...] = (), names: tuple[str, ...] = seen.NAMES
    ) -> GameRecord:
        """Return the story as it was."""
        return GameRecord(self.matches, self.events, self.log, acts, self._seats(names))

    def masked(self, seat: int, other: Callable[[int], Any]) -> GameRecord:
        """Return a story like it for all that a seat knew: with other states, and others deaf."""
        matches = [
            match
            if match is self.matches[-1]
            else with_state(self.configuration, match, other(step))
            for step, match in enumerate(self.matches)
        ]
        events = [
            [each for each in some if each.audience == "all" or seat in each.audience]
            for some in self.events
        ]
        return GameRecord(matches, events, self.log, (), self._seats(seen.NAMES))

    def _seats(self, names: tuple[str, ...]) -> list[SeatRow]:
        return [
            SeatRow("abcde", seat, 100 + seat, names[seat], None, first=100 + seat)
            for seat in range(self.configuration.seats)
        ]


def sheets(table: Table, record: GameRecord, step: int, look: str, person: int) -> Page:
    """Return a page of a replay."""
    assert table.game is not None, "no game of this table was found"
    playable, wording = seen.playable_of(table.game), seen.wording_of(table)
    return replay_page(playable, table.face(), record, step, look, person, wording)


@pytest.mark.heavy
@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize(("count", "often"), MATCHES)
def test_every_step_fits_whatever_people_are_called(
    configuration: Configuration, count: int, often: int
) -> None:
    rng = configuration.rng("replay")
    for number in range(count):
        played = Played(configuration, rng)
        all_names = list(named(configuration.seats))
        acts = tuple(
            TableEventRow("abcde", step, 0, what, "moderator", step % configuration.seats, 7)
            for step in range(0, played.last, 3)
            for what in ("out", "away", "back")
        )
        for turn, step in enumerate(played.steps(often)):
            names = all_names[(number + turn) % len(all_names)]
            table, record = played.table(names, hands_open=True), played.record(acts, names)
            check_message(sheets(table, record, step, ALL, WATCHER), 0)
            for seat in range(configuration.seats):
                check_message(sheets(table, record, step, MINE, 100 + seat), 0)
                check_message(sheets(table, record, step, str(seat), WATCHER), 0)


def test_nothing_of_a_step_is_left_out(configuration: Configuration) -> None:
    game = configuration.game
    played = Played(configuration, configuration.rng("replay lines"))
    table, record = played.table(), played.record()
    wording, render = seen.wording_of(table), seen.playable_of(game).render
    for step in range(played.last + 1):
        page = sheets(table, record, step, ALL, WATCHER)
        for events in played.events[step]:
            if events.audience == "all":
                line = render.line(events.event, wording)
                assert line is None or f"• {line}" in page.text
    # The end is who has won, and where the scores come from.
    end, last = sheets(table, record, played.last, ALL, WATCHER), played.matches[-1]
    account = render.final(last.public(), last.result(), wording)
    assert account.text in end.text
    assert [field for field in account.fields if field not in end.fields] == []


@pytest.mark.heavy
@pytest.mark.parametrize(("turn", "often"), TURNS)
def test_a_seat_looks_back_on_worlds_and_twins_as_on_the_truth(
    configuration: Configuration, turn: int, often: int
) -> None:
    rng = configuration.rng("replay worlds and twins")
    played = Played(configuration, rng)
    game, make, truth = configuration.game, hooks(configuration.game).twins, Truth(played)
    for seat in range(configuration.seats):

        def other(step: int, seat: int = seat) -> Any:
            match = played.matches[step]
            if (step // often + seat) % 2 == turn:
                return game.world(match.view(seat), rng)
            return make(match._state, seat, rng) or match._state

        check_alike(played, truth, played.masked(seat, other), seat, often)


class Truth:
    """The pages of a replay as it was. Each is made once, for all that it is compared with."""

    def __init__(self, played: Played) -> None:
        self._record = played.record()
        self._tables = {opened: played.table(hands_open=opened) for opened in (False, True)}
        self._pages: dict[tuple[int, str, int, bool], Page] = {}

    def page(self, step: int, look: str, person: int, *, opened: bool = False) -> Page:
        """Return a page, with open hands or without."""
        asked = (step, look, person, opened)
        if asked not in self._pages:
            table = self._tables[opened]
            self._pages[asked] = sheets(table, self._record, step, look, person)
        return self._pages[asked]


def check_alike(played: Played, truth: Truth, other: GameRecord, seat: int, often: int) -> None:
    """Check that all and one seat look back on both alike, and that open hands would tell."""
    table = played.table()
    for step in played.steps(often):
        for look, person in ((ALL, WATCHER), (MINE, WATCHER), (MINE, 100 + seat)):
            told = seen.differences(
                f"step {step} as seat {seat} looks back on it",
                truth.page(step, look, person),
                sheets(table, other, step, look, person),
            )
            assert not told, "\n".join(told)
    if not hooks(played.configuration.game).private:
        # Nobody is ever told anything alone, so all hands lie open anyway.
        return
    opened = played.table(hands_open=True)
    others = [str(n) for n in range(len(table.seats)) if n != seat]
    assert any(
        truth.page(step, look, WATCHER, opened=True) != sheets(opened, other, step, look, WATCHER)
        for step in range(played.last)
        for look in others
    ), "the replay looks alike in both, so what is compared shows nothing"


@pytest.mark.heavy
@pytest.mark.parametrize("often", STEPS)
def test_a_hand_is_shown_to_its_own_person_and_when_all_are_open(
    configuration: Configuration, often: int
) -> None:
    played = Played(configuration, configuration.rng("replay looks"))
    table, record = played.table(), played.record()
    for step in played.steps(often):
        public = sheets(table, record, step, ALL, WATCHER)
        for look in (MINE, *map(str, range(configuration.seats)), "9", "-1", "", "x" * 50):
            assert sheets(table, record, step, look, WATCHER) == public
        for seat in range(configuration.seats):
            mine = sheets(table, record, step, MINE, 100 + seat)
            opened = sheets(played.table(hands_open=True), record, step, str(seat), WATCHER)
            name = seen.NAMES[seat]
            said = mine.text.replace("**Your view**", f"**{name}'s view**: “you” is {name}.")
            assert (said, mine.fields) == (opened.text, opened.fields)
            assert sheets(table, record, step, str(seat), 100 + seat).text == public.text
