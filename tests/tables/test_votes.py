"""Votes are counted from the people who are here: who is needed, what passes, what can't now."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import votes
from bot.tables.clock import new_clock
from bot.tables.game_json import dump_motion, load_motion
from bot.tables.lobby_rules import MOVE_TIMES, time_for
from bot.tables.seat import Seat
from bot.tables.table import Table
from bot.tables.table_event import Motion, Moved, TableEvent
from bot.tables.trouble import PAUSED, Trouble
from cogs.donburiko.views import Options
from storage.rows import Pace
from tests.refusal import refused_with


def table(seats: str, motion: Motion | None = None, *, paused: bool = False) -> Table:
    """Return a table in play: p is a person, a is one who is away, l has left, c is a computer."""
    stand_in = {"p": None, "o": "once", "a": "away", "l": "left", "c": None}
    return Table(
        id="aaaaa",
        game=None,
        game_key="donburiko",
        rules_version=1,
        options=Options(),
        phase="playing",
        host=100,
        seats=[
            Seat(-1 - n, f"C{n}", "casual")
            if kind == "c"
            else Seat(100 + n, f"P{n}", stand_in=stand_in[kind])  # type: ignore[arg-type]
            for n, kind in enumerate(seats)
        ],
        language="en",
        guild_id=1,
        channel_id=2,
        opened_by=3,
        opened_at=0,
        touched_at=0,
        motion=motion,
        paused=paused,
    )


def motion(
    what: Moved = "pause", ayes: tuple[int, ...] = (0,), noes: tuple[int, ...] = ()
) -> Motion:
    """Return what the first seat has moved."""
    return Motion(what, 0, ayes, 7, "none", 0, noes)


@pytest.mark.parametrize(
    ("seats", "most", "all_of_them"),
    [
        ("p", 1, 2),
        ("pp", 2, 2),
        ("ppp", 2, 3),
        ("pppp", 3, 4),
        ("ppppp", 3, 5),
        ("pppppp", 4, 6),
        ("pccc", 1, 2),
        ("ppal", 2, 2),
        ("poc", 2, 2),
    ],
)
def test_more_than_half_of_the_people_here_are_needed(
    seats: str, most: int, all_of_them: int
) -> None:
    """Computers and people who are away don't count; a move is only taken back by all."""
    whats: tuple[Moved, ...] = ("pause", "resume", "pace")
    assert {votes.needed(table(seats), motion(what)) for what in whats} == {most}
    assert votes.needed(table(seats), motion("take_back")) == all_of_them


def test_a_vote_passes_as_soon_as_enough_are_for_it() -> None:
    """Not before; and votes of people who are away count for nothing."""
    assert not votes.passed(table("ppp"), motion(ayes=(0,)))
    assert votes.passed(table("ppp"), motion(ayes=(0, 2)))
    assert not votes.passed(table("pppa"), motion(ayes=(0, 3)))
    assert not votes.passed(table("ppp"), motion("take_back", ayes=(0, 1)))
    assert votes.passed(table("pppal"), motion("take_back", ayes=(0, 1, 2)))
    assert not votes.passed(table("pcc"), motion("take_back", ayes=(0,)))


@pytest.mark.parametrize(
    ("seats", "what", "noes", "failed"),
    [
        ("ppp", "pause", (1,), False),
        ("ppp", "pause", (1, 2), True),
        ("pppp", "pause", (1,), False),
        ("pppp", "pause", (1, 2), True),
        ("pp", "pause", (1,), True),
        ("pppa", "pause", (1, 3), False),
        ("ppp", "pause", (0,), True),
        ("pppp", "take_back", (3,), True),
        ("pccc", "take_back", (), True),
        ("lpp", "pause", (), True),
        ("app", "pause", (), True),
    ],
)
def test_a_vote_fails_as_soon_as_it_cannot_pass(
    seats: str, what: Moved, noes: tuple[int, ...], failed: bool
) -> None:
    """Or when the one who moved it withdraws it or goes away. All read whose no has ended it."""
    held = motion(what, noes=noes)
    assert votes.failed(table(seats), held) is failed
    changes, events = votes.settled(table(seats, held), 0)
    assert (changes == {"motion": None}) is failed
    down = failed and any(seat != held.by for seat in noes)
    assert [(each.what, each.seat) for each in events] == [
        ("voted_down", seat) for seat in noes[-1:] if down
    ]


def test_a_vote_that_makes_no_sense_any_more_is_over() -> None:
    """When the table is already paused, or not any more, or the game is over."""
    for what, paused in (("pause", True), ("take_back", True), ("resume", False)):
        held = motion(what)  # type: ignore[arg-type]
        assert votes.settled(table("pp", held, paused=paused), 0) == ({"motion": None}, [])
    over = replace(table("pp", motion()), phase="cancelled")
    assert votes.settled(over, 0) == ({"motion": None}, [])


def test_what_passes_is_done() -> None:
    """Pausing, going on, another pace: with an act that says the table did it."""
    paused = votes.settled(table("pp", motion("pause", (0, 1))), 0)
    assert paused == ({"motion": None, "paused": True}, [TableEvent("paused", "vote", person=100)])
    resumed = votes.settled(table("pp", motion("resume", (1, 0)), paused=True), 0)
    assert resumed == (
        {"motion": None, "paused": False},
        [TableEvent("resumed", "vote", person=100)],
    )
    held = table("pp", Motion("pace", 0, (0, 1), 7, "live", 120))
    held.seats[1] = replace(held.seats[1], clock=new_clock("days", 3600, 0, None))
    changes, table_events = votes.settled(held, 0)
    assert changes.pop("seats") == table("pp").seats
    assert changes == {"motion": None, "pace": "live", "move_time": 120, "reserve": 0}
    assert table_events == [TableEvent("pace", "vote", person=100)]


def test_votes_of_people_who_go_away_are_dropped() -> None:
    """Somebody else on the seat, or they when they are back, have a vote of their own."""
    held = table("ppplp", motion(ayes=(0, 3), noes=(1,)))
    assert votes.settled(held, 0) == ({"motion": motion(ayes=(0,), noes=(1,))}, [])
    assert votes.open_to(held, motion(ayes=(0,), noes=(1,))) == (2, 4)


def test_nobody_going_away_takes_a_move_back() -> None:
    """Such a vote lapses: it passes only by being voted for."""
    assert votes.settled(table("ppl", motion("take_back", (0, 1))), 0) == ({"motion": None}, [])
    held = motion("take_back", (0,))
    assert votes.settled(table("ppl", held), 0) == ({"motion": held}, [])


def test_one_votes_once() -> None:
    """Whatever the second vote says; but the one who moved it may withdraw it."""
    held = votes.voted(votes.voted(motion(), 1, yes=True), 2, yes=False)
    assert (held.ayes, held.noes) == ((0, 1), (2,))
    for seat, yes in ((0, True), (1, True), (1, False), (2, True), (2, False)):
        with pytest.raises(Trouble, match="already"):
            votes.voted(held, seat, yes)
    assert votes.failed(table("pppp"), votes.voted(held, 0, yes=False))


def test_what_makes_no_sense_is_not_moved() -> None:
    """The pace as it is, a pause of what is paused, taking back where nobody could agree."""
    for held, what, pace, said in (
        (table("pp", paused=True), "pause", None, "already paused"),
        (table("pp"), "resume", None, "isn't paused"),
        (table("pc"), "take_back", None, "There is nobody here"),
        (table("pp"), "pace", None, "already the pace"),
        (table("pp"), "pace", "none", "already the pace"),
    ):
        with pytest.raises(Trouble, match=said):
            votes.moved(held, 0, what, pace)  # type: ignore[arg-type]
    with refused_with(PAUSED):
        votes.moved(table("pp", paused=True), 0, "take_back")
    moved = votes.moved(table("pp"), 1, "pace", "days")
    assert moved == Motion("pace", 1, (1,), 1, "days", 24 * 3600)


@pytest.mark.parametrize(
    ("pace", "fits", "others"),
    [
        ("live", (60, 180, 3600), (59, 0, -60, 3601)),
        ("days", (3600, 86400, 604800), (3599, 60, 604801)),
        ("none", (0,), (1, 60, -1)),
    ],
)
def test_times_for_a_move_have_limits(
    pace: Pace, fits: tuple[int, ...], others: tuple[int, ...]
) -> None:
    """Live 1 to 60 minutes, over days 1 to 168 hours; what is usual is among them."""
    assert [time_for(pace, seconds) for seconds in fits] == list(fits)
    assert time_for(pace, None) in MOVE_TIMES[pace]
    for seconds in others:
        with pytest.raises(Trouble) as caught:
            time_for(pace, seconds)
        assert "{" not in caught.value.say(str.format)


def test_a_vote_is_kept_over_moves_unless_it_takes_one_back() -> None:
    """And no vote outlasts the game."""
    assert votes.after_step(motion("pause"), "playing") == motion("pause")
    assert votes.after_step(motion("take_back"), "playing") is None
    assert votes.after_step(motion("pause"), "finished") is None
    assert votes.after_step(None, "playing") is None


def test_a_vote_is_kept_in_full() -> None:
    """Written down and read again it is the same, and one without noes can be read too."""
    held = Motion("pace", 2, (2, 0), 41, "live", 120, (1, 3))
    assert load_motion(dump_motion(held)) == held
    text = '{"what": "pause", "by": 1, "ayes": [1], "revision": 3, "pace": "none", "move_time": 0}'
    assert load_motion(text) == Motion("pause", 1, (1,), 3)
