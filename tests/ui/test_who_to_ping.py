"""Whom a ping calls: those newly asked or reminded, nobody who has just acted or was called."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.tables.clock import new_clock
from bot.tables.seat import Seat
from bot.tables.table import Table
from bot.tables.table_event import Motion, TableEvent
from bot.tables.table_face import TableFace
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.absent_words import STAYING_AWAY, THEN_PLAYS
from bot.ui.pages.tables.ping import SIGNS, called_in, ping_text
from bot.ui.pages.tables.who_to_ping import (
    PendingCalls,
    PingCall,
    Reason,
    calls_at,
    same_vote,
    uncalled,
)
from bot.ui.pages.wording import Wording
from bot.ui.posting.tables.table_messages import TableMessages
from cogs.donburiko.help import HELP
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME as RULES
from storage.rows import OnTimeout, Pace
from tests.contract.games import configurations, must_have, play
from tests.only import first
from tests.ui.conftest import ADA, BOB, CLEO, UI

GAME = PlayableGame(RULES, RENDER, HELP)
VOTE = Motion("pause", 0, (0,), 5)


ON = f" {THEN_PLAYS}"
"""What becomes of a seat from then on."""
COSTS = f"{ON} {STAYING_AWAY}"
"""That, and what it costs."""


class Asked:
    """A table of three that asks whomever the test says."""

    on_server = True
    night_id: str | None = None
    paused = played_out = frozen = False

    def __init__(
        self,
        pace: Pace = "days",
        on_timeout: OnTimeout = "ask",
        here: tuple[int, ...] = (0, 1, 2),
    ) -> None:
        self.id = "abcde"
        self.pace = pace
        self.on_timeout = on_timeout
        self.here = here
        self.phase = "playing"
        self.card_id = 1
        self.seats = [Seat(person, str(person)) for person in (11, 12, 13)]
        self.seats_asked: tuple[int, ...] = ()
        self.motion: Motion | None = None
        self.recent: tuple[TableEvent, ...] = ()

    def step(self) -> int:
        return 5

    def newest_mover(self) -> int | None:
        return None

    def newly_back(self) -> int | None:
        return None

    def to_act(self) -> tuple[int, ...]:
        return self.seats_asked

    def people_asked(self) -> tuple[int, ...]:
        return self.seats_asked

    def people_here(self) -> tuple[int, ...]:
        return self.here

    def away(self) -> tuple[int, ...]:
        return ()

    def deserted(self) -> bool:
        return False

    def remind(self, seat: int, reminders: int) -> None:
        """Let the clock of a seat run, after some reminders."""
        clock = replace(new_clock("days", 100, 0, None), reminders=reminders)
        self.seats[seat] = replace(self.seats[seat], clock=clock)

    def run_out(self, seat: int) -> None:
        """Let the time of a seat be over for good."""
        clock = new_clock("days", 100, 0, None).spent()
        self.seats[seat] = replace(self.seats[seat], clock=clock)

    def public(self) -> None:
        return None

    def face(self) -> TableFace:
        return cast(TableFace, cast(Any, self))

    def table(self) -> Table:
        return cast(Table, cast(Any, self))


def due(messages: TableMessages, table: Asked, *rounds: tuple[int, ...]) -> set[int]:
    """Let the table change again and again; return who is to be called after that."""
    for asked in rounds:
        table.seats_asked = asked
        messages.table_changed(table.table())
    return {call.person for call in messages._pings._pending[table.id].due}


def called(messages: TableMessages, table: Asked) -> None:
    """Call all who are due."""
    messages._pings._pending[table.id].due.clear()
    messages._pings._pending[table.id].ping_known = True


async def test_turns_call_the_next(ui: UI) -> None:
    messages, table = ui.messages, Asked()
    assert due(messages, table, (), (0,)) == {11}
    called(messages, table)
    assert due(messages, table, (1,)) == {12}


async def test_who_is_asked_again_at_once_is_not_called(ui: UI) -> None:
    messages, table = ui.messages, Asked()
    due(messages, table, (), (0,))
    called(messages, table)
    assert due(messages, table, (0,)) == set()


async def test_who_has_acted_before_the_ping_went_out_is_not_called(ui: UI) -> None:
    messages, table = ui.messages, Asked()
    assert due(messages, table, (), (0,), (1,)) == {12}


async def test_who_is_asked_again_after_others_is_called_again(ui: UI) -> None:
    messages, table = ui.messages, Asked()
    due(messages, table, (), (0,))
    called(messages, table)
    assert due(messages, table, (1,), (0,)) == {11}


async def test_a_sealed_choice_of_one_calls_none_of_the_others_again(ui: UI) -> None:
    messages, table = ui.messages, Asked()
    assert due(messages, table, (), (0, 1, 2)) == {11, 12, 13}
    called(messages, table)
    assert due(messages, table, (0, 2)) == set()
    assert due(messages, table, (2,)) == set()
    assert due(messages, table, (0, 1, 2)) == {11, 12}


async def test_the_end_calls_nobody(ui: UI) -> None:
    messages, table = ui.messages, Asked()
    assert due(messages, table, (), (0,), ()) == set()


# Reminders and votes


async def test_each_reminder_calls_only_whom_it_is_for(ui: UI) -> None:
    messages, table = ui.messages, Asked()
    due(messages, table, (), (0, 1))
    for reminders in (1, 2):
        called(messages, table)
        table.remind(1, reminders)
        assert due(messages, table, (0, 1)) == {12}
    called(messages, table)
    table.run_out(1)
    assert due(messages, table, (0, 1)) == {12}
    called(messages, table)
    assert due(messages, table, (0, 1)) == set()


async def test_who_acts_after_a_reminder_and_is_asked_again_is_not_called(ui: UI) -> None:
    messages, table = ui.messages, Asked()
    due(messages, table, (), (0,))
    table.remind(0, 1)
    due(messages, table, (0,))
    called(messages, table)
    table.remind(0, 0)
    assert due(messages, table, (0,)) == set()


async def test_a_vote_calls_once_those_who_have_not_voted(ui: UI) -> None:
    messages, table = ui.messages, Asked()
    due(messages, table, (), (0,))
    called(messages, table)
    table.motion = VOTE
    assert due(messages, table, (0,)) == {12, 13}
    called(messages, table)
    table.motion = replace(VOTE, ayes=(0, 1))
    assert due(messages, table, (0,)) == set()
    assert PingCall(12, "vote") not in messages._pings._pending[table.id].asked
    table.motion = Motion("pace", 1, (1,), 5, "live", 180)
    assert due(messages, table, (0,)) == {11, 13}
    table.motion = None
    assert due(messages, table, (0,)) == set()


async def test_a_ping_found_after_a_crash_tells_whom_it_has_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever had not gone out by then goes out now, and nothing else."""
    monkeypatch.setattr(type(RENDER), "call", lambda *_given: "")
    table = Asked()
    table.seats_asked = (0, 1, 2)
    table.remind(0, 1)
    table.remind(1, 2)
    lay_there = called_in(ping_text(GAME, table.face(), calls_at(table.face()), {}, Wording("en")))
    table.remind(0, 2)
    table.motion = VOTE
    calls = PendingCalls(calls_at(table.face()), VOTE)
    calls.compare_with_ping(lay_there)
    assert calls.take_due() == {PingCall(11, "last"), PingCall(12, "vote"), PingCall(13, "vote")}
    calls = PendingCalls(calls_at(table.face()), VOTE)
    calls.compare_with_ping(calls_at(table.face()))
    assert not calls.due


# Words


async def test_a_ping_mentions_ids_and_says_where_the_table_stands(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ui.start(ADA, BOB)
    wording = ui.services.wording(table)
    hints = {0: "Row 2 is at 5.", 1: "Row 2 is at 5."}
    monkeypatch.setattr(type(RENDER), "call", lambda _self, _view, seat, _wording: hints[seat])
    monkeypatch.setattr(TableFace, "to_act", lambda _table: (0, 1))
    calls = {PingCall(1, "move"), PingCall(2, "move")}
    text = ping_text(GAME, table.face(), calls, {}, wording)
    assert text == "<@1> <@2> your turn in Donburiko! Row 2 is at 5."
    hints[1] = "Row 3 is at 6."
    text = ping_text(GAME, table.face(), calls, {}, wording)
    assert text == "<@1> <@2> your turn in Donburiko!", "one is told what holds for another"


async def test_a_game_is_asked_for_its_call_only_while_a_seat_is_to_act(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ui.start(ADA, BOB)
    asked: list[int] = []

    def call(_self: object, _view: object, seat: int, _wording: object) -> str:
        asked.append(seat)
        return "Go on."

    monkeypatch.setattr(type(RENDER), "call", call)
    calls, wording = {PingCall(1, "move"), PingCall(2, "move")}, ui.services.wording(table)
    assert ping_text(GAME, table.face(), calls, {}, wording).endswith("Go on.")
    assert asked == [*table.to_act()], "a seat that isn't to act is given a call"
    monkeypatch.setattr(TableFace, "to_act", lambda _table: ())
    assert not ping_text(GAME, table.face(), calls, {}, wording).endswith("Go on.")
    assert len(asked) == 1, "a game that is over is asked for a call"


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("korpokkur", "Ada and Bob fill their bags in secret."),
        ("kirifuda", "{first} takes the first blessing card."),
    ],
)
async def test_a_start_says_who_begins_as_the_board_does(ui: UI, kind: str, says: str) -> None:
    """Where two choose at once, or whoever leads moves later, nobody else is said to start."""
    people = (ADA, BOB) if kind == "korpokkur" else (ADA, BOB, CLEO)
    table = await ui.start(*people)
    calls = {PingCall(person.id, "start") for person in people}
    found = (each for each in configurations() if each.game.info.key == kind)
    configuration = first(
        (each for each in found if each.seats == len(people)), "game of that size"
    )
    match, _deal = first(play(configuration, random.Random(1)), "deal")
    render = must_have(configuration.game, "render").RENDER
    playable = PlayableGame(configuration.game, render, HELP)
    wording, view, asked = ui.services.wording(table), match.public(), match.to_act()
    face = replace(table.face(), game_key=kind, public_view=view, asked=asked)
    text = ping_text(playable, face, calls, {}, wording)
    called = " ".join(f"<@{person.id}>" for person in people)
    assert text == f"🎲 {called} Game on! {says.format(first=wording.names(asked))}"


async def test_the_start_of_a_game_calls_everybody_once(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    calls = calls_at(table.face())
    mover = table.seats[table.to_act()[0]].person
    everybody = {PingCall(person.id, "start") for person in (ADA, BOB, CLEO)}
    assert calls == everybody | {PingCall(mover, "move")}
    wording = ui.services.wording(table)
    text = ping_text(GAME, table.face(), calls, {}, wording)
    first = table.seats[table.to_act()[0]].name
    assert text == f"🎲 <@1> <@2> <@3> Game on! {first} adds a card to a row."
    assert called_in(text) == everybody
    again = PendingCalls(calls, None)
    again.compare_with_ping(called_in(text))
    assert not again.due, "after a crash who moves first is called twice"
    assert await ui.move(table, random.Random(1)) == mover
    asked = calls_at(table.face())
    assert {call.reason for call in asked} == {"move"}
    assert uncalled(asked, calls) == asked, "whose turn it is now isn't called any more"
    assert PingCall(mover, "start") not in asked


async def test_a_ping_can_be_read_again(ui: UI) -> None:
    """By its signs, so in any language; and it says each one's own deadline."""
    table = Asked().table()
    calls = {
        PingCall(11, "half"),
        PingCall(12, "last"),
        PingCall(13, "over"),
        PingCall(11, "vote"),
        PingCall(13, "vote"),
    }
    text = ping_text(GAME, table.face(), calls, {0: 111, 1: 222, 2: 333}, Wording("en"))
    assert called_in(text) == calls
    assert "⏳ <@11> It's still your turn: your time in Donburiko! ends <t:111:R>." in text
    assert "⌛ <@12> Your time in Donburiko! ends <t:222:R>." in text
    assert "333" not in text
    assert len(text.splitlines()) == 4
    assert len(set(SIGNS.values())) == len(SIGNS)


MOVES = (
    " Then a computer moves for you. If you miss the next move, too, it plays on until you're back."
)


@pytest.mark.parametrize(
    ("pace", "rule", "reason", "here", "told"),
    [
        ("live", "seat", "half", (0, 1), ON),
        ("days", "seat", "last", (0, 1), COSTS),
        ("days", "seat", "half", (0, 1), ON),
        ("live", "move", "half", (0, 1), MOVES),
        ("live", "move again", "half", (0, 1), ON),
        ("days", "ask", "last", (0, 1), ""),
        ("live", "seat", "half", (0,), ""),
    ],
)
def test_a_reminder_says_that_a_computer_plays_on(
    pace: Pace, rule: str, reason: Reason, here: tuple[int, ...], told: str
) -> None:
    """Only where it does: the table may ask, or wait as nobody else is there."""
    table = Asked(pace, cast(OnTimeout, rule.removesuffix(" again")), here)
    table.seats[0] = replace(table.seats[0], timeouts=int(rule == "move again"))
    calls = {PingCall(11, reason)}
    text = ping_text(GAME, table.face(), calls, {0: 111}, Wording("en"))
    assert text.endswith(f"<t:111:R>.{told}"), (
        f"what comes after their time isn't said, or isn't so: {text}"
    )


def test_the_same_motion_once_more_is_another_vote() -> None:
    """Else those who have voted on the first one aren't called to the second."""
    assert same_vote(VOTE, replace(VOTE, ayes=(0, 1), noes=(2,)))
    for other in (
        replace(VOTE, revision=VOTE.revision + 1),
        replace(VOTE, by=1),
        replace(VOTE, what="resume"),
        replace(VOTE, pace="live"),
        replace(VOTE, move_time=60),
        None,
    ):
        assert not same_vote(VOTE, other), f"{other} counts as the vote before"
