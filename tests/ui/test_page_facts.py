"""What stands on pages where it is so, and only there: one line each that nothing else needs."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Literal, get_args

import pytest
from discord import ButtonStyle

from bot.nights.doors import close_doors
from bot.nights.guest_list import Guest, Mark
from bot.nights.night import Night, NightGame, Post, PostKind
from bot.nights.night_calls import Call
from bot.nights.rounds import NEVER_BEGAN
from bot.nights.series import Series
from bot.nights.stages import RoundPace
from bot.nights.standing_posts import BOTH, FROM, comes_down, from_round, holds
from bot.nights.table_sizes import TableSizes
from bot.tables.clock import DAY, HOUR
from bot.tables.seat import Person
from bot.ui.pages import routes
from bot.ui.pages.away_page import AwayTable, _becomes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.desk_more import void_page
from bot.ui.pages.nights.desk_page import desk_page
from bot.ui.pages.nights.desk_table_buttons import (
    _not_here_buttons,
    _nudge_button,
    _table_buttons,
)
from bot.ui.pages.nights.doors_post import awaited
from bot.ui.pages.nights.evening_page import evening_page
from bot.ui.pages.nights.in_line import unkept_line
from bot.ui.pages.nights.leading_on import Reader, leads_on
from bot.ui.pages.nights.night_answers import answer_line, answer_page
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_guests import guests_page, seat_line
from bot.ui.pages.nights.night_late import joins_words, late_page
from bot.ui.pages.nights.night_move import moved_words
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.nights.night_preview import Amiss, preview_page
from bot.ui.pages.nights.night_seating import PlanFacts, seating_page
from bot.ui.pages.nights.night_tables import DeskTable, table_state
from bot.ui.pages.nights.night_waiting import _tables_lines
from bot.ui.pages.nights.pilot_words import call_line, pilot_lines
from bot.ui.pages.nights.round_list import list_page
from bot.ui.pages.nights.round_notice import notice_text
from bot.ui.pages.nights.what_follows import what_follows
from bot.ui.pages.phone_height import rows_height
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.server.privacy_page import sure_page
from bot.ui.pages.tables.end_page import Ways, end_page, really_end_page
from bot.ui.pages.tables.setting_names import pace_lines
from bot.ui.pages.wording import Wording
from cogs.kasane import help as kasane_help
from cogs.kasane import render as kasane_render
from cogs.kasane import rules as kasane
from cogs.shiranui import help as shiranui_help
from cogs.shiranui import render as shiranui_render
from cogs.shiranui import rules as shiranui
from storage.night_rows import NightState, Pilot, Stage
from storage.series_store import SeriesState
from tests.nights.night_with_guests import STARTS
from tests.nights.sample_nights import guests_in, played_by, sample_night
from tests.ui.clicks import buttons_of
from tests.ui.conftest import ADA, BOB, CLEO, UI
from tests.ui.night_evening import evening

VOICE = Wording("en-GB")
NEEDS = "To take place, the night needs at least"
HOLDS = "A host can have it wait longer."
NO_FACTS = DeskFacts((), 0)
KASANE = PlayableGame(kasane.GAME, kasane_render.RENDER, kasane_help.HELP)
SHIRANUI = PlayableGame(shiranui.GAME, shiranui_render.RENDER, shiranui_help.HELP)
BETWEEN = (
    f"{{what}} at <t:{STARTS}:t>. If somebody isn't here by then, {{who}} until "
    f"<t:{STARTS + 300}:t> at most."
)
FIRST = BETWEEN.format(what="Round 1 starts", who="it waits")
IF_ENOUGH = (
    f"Round 1 starts at <t:{STARTS}:t> if enough are here. If somebody is missing then, it waits "
    f"until <t:{STARTS + 300}:t> at most."
)


async def test_a_reserve_is_explained_where_there_is_one(ui: UI) -> None:
    face = (await ui.start(ADA, BOB)).face()
    for reserve in (0, 10 * HOUR):
        said = "\n".join(pace_lines(replace(face, reserve=reserve), VOICE))
        assert ("stays yours for later moves" in said) is bool(reserve), f"{reserve} s: {said}"


@pytest.mark.parametrize(
    ("of_games", "said"),
    [
        ((), ["1 table of 3 and 1 of 2."]),
        (("a", "b"), ["a · 1 table of 3.", "b · 1 table of 2."]),
        (("a", "a"), ["a · 1 table of 3 and 1 of 2."]),
    ],
)
def test_those_who_wait_read_as_tables_where_there_are_several_games(
    of_games: tuple[str, ...], said: list[str]
) -> None:
    sizes = TableSizes((3, 2), games=of_games)
    assert [*_tables_lines(sizes, (), VOICE)] == said


@pytest.mark.parametrize("leads", [False, True])
async def test_who_leads_and_plays_is_told_that_an_end_gives_them_nothing(
    ui: UI, leads: bool
) -> None:
    table = await ui.start(ADA, BOB)
    ways = Ways(("void",), at_once=True, leads=leads)
    page = really_end_page(None, table.face(), ways, "void", VOICE)
    assert ("you yourself get no night points" in page.text) is leads, page.text
    assert ("gets 5 night points" in page.text) is leads, page.text


@pytest.mark.parametrize(("used", "left"), [(0, 7), (1, 7), (DAY, 6), (7 * DAY, 0), (9 * DAY, 0)])
def test_days_of_absence_that_were_used_are_gone(used: int, left: int) -> None:
    table: Any = SimpleNamespace(
        id="abcde", mine=lambda _person: None, away_days=7, pace="days", on_timeout="seat"
    )
    line = _becomes(AwayTable(table, "Donburiko!", None, used), 1, "clock", DAY, VOICE)
    assert ("your clock stops" in line) is bool(left), line
    assert ("no away days left here" in line) is (not left), line
    assert not left or f"({left} of 7 days left)" in line, f"after {used} s: {line}"
    line = _becomes(AwayTable(table, "Donburiko!", None, used), 1, "clock", 8 * DAY, VOICE)
    assert (f"for {left} days at most, then goes on" in line) is bool(left), line


async def test_nobody_is_given_time_where_no_clock_runs_but_reminded_all_the_same(ui: UI) -> None:
    """At a teaching table there is none."""
    face = (await ui.start(ADA, BOB)).face()
    for seconds in (0, 180):
        shown = DeskTable(1, 1, replace(face, move_time=seconds))
        buttons = _table_buttons(sample_night(guests_in(), "playing"), shown, NO_FACTS, VOICE)
        can = {each.label for each in buttons if not each.disabled}
        assert any("Nudge" in each for each in can), f"{seconds} s a move: nobody can be reminded"
        assert ("Give 5 minutes" in can) is bool(seconds), f"{seconds} s a move: {can}"
        grey = {each.label for each in buttons if each.disabled}
        assert not grey, f"{seconds} s a move: {grey} are grey, and nothing says why"


async def test_who_is_asked_can_be_said_not_to_be_here(ui: UI) -> None:
    """Whether a clock runs or not. Who plays may be there all the same, so it asks first."""
    face = (await ui.start(ADA, BOB)).face()
    (asked,) = face.people_asked()
    person = face.seats[asked].person
    guest = replace(guests_in("Ada")[0], person=person, came_at=STARTS)
    night = sample_night([guest], "playing")
    me_there = next(seat.person for seat in face.seats if seat.person != person)
    cases = ((None, 0, True), (me_there, 0, True), (person, 0, False), (None, 60, True))
    for me, seconds, offered in cases:
        shown = DeskTable(1, 1, replace(face, pace="live", move_time=seconds))
        found = {
            each.id: each.label
            for each in _not_here_buttons(night, shown.face, replace(NO_FACTS, me=me), VOICE)
        }
        told = desk_routes.NOT_AT_TABLE(night.id, face.id, person)
        assert (told in found) is offered, f"{seconds} s a move, seen by {me}: {found}"
        assert not offered or found[told].endswith("…"), f"done at one tap: {found[told]}"


async def test_of_several_who_are_asked_the_desk_first_offers_who_has_gone(ui: UI) -> None:
    face = replace((await ui.start(ADA, BOB)).face(), pace="live", move_time=0, asked=(0, 1))
    for gone in (0, 1):
        guests = [
            replace(guest, person=face.seats[n].person, came_at=None if n == gone else STARTS)
            for n, guest in enumerate(guests_in("Ada", "Bob"))
        ]
        night = sample_night(guests, "playing")
        first = next(_not_here_buttons(night, face, NO_FACTS, VOICE))
        told = desk_routes.NOT_AT_TABLE(night.id, face.id, face.seats[gone].person)
        assert told == first.id, f"seat {gone}: {first}"


async def test_where_somebody_is_missing_nobody_is_offered_whom_the_table_does_not_wait_for(
    ui: UI,
) -> None:
    face = replace((await ui.start(ADA, BOB)).face(), pace="live", move_time=0, asked=(1,))
    guests = [
        replace(g, person=s.person) for g, s in zip(guests_in("A", "B"), face.seats, strict=True)
    ]
    night = sample_night([replace(each, came_at=STARTS) for each in guests], "playing")
    for missing, offered in ((None, (1, 0)), ("missing", (1,))):
        facts = replace(NO_FACTS, asks=missing)
        found = [each.id for each in _not_here_buttons(night, face, facts, VOICE)]
        people = [face.seats[n].person for n in offered]
        assert found == [desk_routes.NOT_AT_TABLE(night.id, face.id, each) for each in people]


async def test_who_has_called_since_they_were_asked_is_neither_gone_nor_reminded(ui: UI) -> None:
    """Nor is whoever looks at the desk; the button says who is."""
    face = replace((await ui.start(ADA, BOB)).face(), pace="live", move_time=0, asked=(0, 1))
    seats = tuple(replace(seat, asked_at=STARTS, clock=None) for seat in face.seats)
    face = replace(face, seats=seats)
    guests = [replace(g, person=s.person) for g, s in zip(guests_in("A", "B"), seats, strict=True)]
    night = sample_night([replace(each, came_at=STARTS) for each in guests], "playing")
    ada, bob = (seat.person for seat in seats)
    both, only_bob = "Nudge 2 players", f"Nudge {seats[1].name}"
    for me, at, label in (
        (None, STARTS - 1, both),
        (None, STARTS, only_bob),
        (ada, STARTS - 1, only_bob),
    ):
        facts = DeskFacts((), 0, me=me, asks="missing", called={(face.id, ada): at})
        (nudge,) = _nudge_button(night, face, facts, VOICE)
        assert nudge.label == label, f"seen by {me}, called at {at}: {nudge.label}"
        gone = [each.id for each in _not_here_buttons(night, face, facts, VOICE)]
        people = [ada, bob] if label == both else [bob]
        assert gone == [desk_routes.NOT_AT_TABLE(night.id, face.id, each) for each in people]


@pytest.mark.parametrize(("live", "over"), [(0, 0), (2, 0), (0, 2)])
def test_what_deleting_costs_is_said_of_what_there_is(live: int, over: int) -> None:
    page = sure_page(live, over, VOICE)
    said = "\n".join([page.text, *(field.text for field in page.fields)])
    assert ("Your seats at 2 tables" in said) is bool(live), said
    assert ("2 finished games" in said) is bool(over), said


def test_a_card_names_those_who_come_first_and_the_round_that_is_about_to_start() -> None:
    people = [*guests_in("Ada", "Bob"), replace(guests_in("Cleo")[0], person=3, answer="maybe")]
    text = night_card_page(sample_night(people), (), VOICE).text
    assert text.index("**In (") < text.index("**Maybe ("), text
    for stage, said in (("", False), ("notice", True)):
        night = sample_night(people, "playing", stage=stage, stage_at=STARTS)
        text = night_card_page(night, (), VOICE).text
        assert ("▶️ Round 1 starts at <t:" in text) is said, f"{stage}: {text}"


@pytest.mark.parametrize("state", ["runs", "ended"])
def test_a_series_that_has_ended_asks_nobody_about_every_time(state: SeriesState) -> None:
    night = sample_night(guests_in("Ada"))
    night = replace(night, series=Series("a", 1, night.id, 1, night.row.local, state=state))
    asked = post_message(night, Post("regulars", (1,)), 1, VOICE)
    said = " ".join([asked.text, *(each.label or "" for each in asked.row)])
    for words in ("every time", "two in a row", "Not this time"):
        assert (words in said) is (state == "runs"), said


@pytest.mark.parametrize("kind", ["moved", "unconfirmed", "regulars", "invite", "asked", "told"])
def test_from_the_doors_on_nobody_is_asked_whether_they_come(kind: PostKind) -> None:
    """Who is called then reads that doors are open, and can say that they are here."""
    for state in ("open", "doors", "playing"):
        guest = replace(guests_in("Ada")[0], marks=frozenset({"asked"}))
        post = Post(kind, (1,), {"from": STARTS - DAY})
        night = sample_night([guest], state)
        said = post_message(night, post, 1, VOICE)
        answers = [each.label for each in said.row if each.style is ButtonStyle.success]
        asks = any(word in said.text for word in ("?", "you're asked", "I'm in"))
        assert asks is (state == "open"), said.text
        assert "is announced" not in said.text or state == "open", f"as if it were new: {said.text}"
        arrives = "Press **I'm here** when you arrive." in said.text
        assert (answers == ["I'm here"]) is arrives is (state != "open"), (said.text, answers)
        shut = replace(night, guests=replace(night.guests, doors="closed"))
        text = post_message(shut, post, 1, VOICE).text
        assert "Doors are open." not in text and ("I'm here" in text) is arrives, text
        came = replace(night, guests=night.guests.put(replace(guest, came_at=1)))
        here = post_message(came, post, 1, VOICE)
        assert "I'm here" not in str((here.text, here.row)), f"they are: {here.text}"


def test_who_gets_a_seat_after_doors_opened_can_say_that_they_are_here() -> None:
    night = sample_night(guests_in("Ada"), "doors")
    said = post_message(night, Post("seat", (1,)), 1, VOICE)
    assert "Doors are open. Press **I'm here** when you arrive." in said.text, said.text
    assert [each.label for each in said.row] == ["I'm here", "Show the night"], said.row


@pytest.mark.parametrize("stage", ["round", "late", "last"])
@pytest.mark.parametrize("hurries", [False, True])
def test_computers_take_over_where_people_play(stage: Stage, hurries: bool) -> None:
    night = sample_night(guests_in("Ada"), "playing", stage=stage, stage_at=STARTS, pilot="auto")
    playing = replace(played_by([*night.guests.guests]), state="dealt", began_at=STARTS)
    night = replace(night, rounds=(playing,))
    said = "\n".join(pilot_lines(night, RoundPace(3, 10), (), VOICE, hurries=hurries))
    assert said and ("computers finish" in said) is hurries, said
    usual = f"This round should end by about <t:{STARTS + 600}:t>."
    assert (usual in said) is (hurries and stage == "round"), f"it seems to take so long: {said}"


@pytest.mark.parametrize(
    ("pilot", "rounds", "said"),
    [
        ("auto", 3, "Round 2 starts by itself 5 minutes after this round's last game."),
        ("auto", 1, "The night ends by itself 10 minutes after the last game."),
        ("helper", 3, "I call you in the thread when round 2 can be seated."),
        (
            "helper",
            1,
            "I call you in the thread once the last game is over. Then end the night here.",
        ),
        ("host", 3, ""),
    ],
)
async def test_the_desk_says_what_comes_after_a_round(
    ui: UI, pilot: Pilot, rounds: int, said: str
) -> None:
    led = await evening(ui, 4)
    await led.start()
    night = (await led.night()).with_row(pilot=pilot, rounds=rounds)
    # It stays while a table calls.
    stuck = Call("still", 1, 0, said=True, table="aaaaa", number=1, still="unseen")
    night = replace(night, calls=(stuck,))
    lines = [*pilot_lines(night, RoundPace(3, 10), (), VOICE, hurries=True)]
    assert (lines[0] if lines else "").removeprefix("▶️ ") == said, lines
    assert ("computers finish" in "".join(lines)) is (pilot == "auto"), lines
    assert ("**Hold the night**" in "".join(lines)) is (pilot == "auto"), lines
    if pilot == "helper":
        over = replace(night, rounds=(replace(night.rounds[0], state="over"),))
        lines = [*pilot_lines(over, RoundPace(3, 10), (), VOICE, hurries=False)]
        assert bool(lines) is (rounds == 3), f"after {rounds} rounds the desk says {lines}"


WAITS = f"If fewer than 2 are here by {VOICE.at(STARTS + 1800)}, the night doesn't take place."


@pytest.mark.parametrize(
    ("came", "said"),
    [
        (1, IF_ENOUGH),
        (2, FIRST),
        (3, f"Round 1 starts at {VOICE.at(STARTS)}."),
    ],
)
def test_at_the_doors_the_desk_says_when_the_first_round_begins(came: int, said: str) -> None:
    guests = guests_in("Ada", "Bob", "Cleo")
    people = [replace(each, came_at=1 if at < came else None) for at, each in enumerate(guests)]
    night = sample_night(people, "doors", stage="doors", stage_at=1, pilot="auto")
    found = "\n".join(pilot_lines(night, RoundPace(3, 10), (), VOICE, hurries=False))
    assert said in found, found
    assert WAITS not in found, "three said they'd come"
    past = replace(night, guests=replace(night.guests, rung=STARTS))
    found = "\n".join(pilot_lines(past, RoundPace(3, 10), (), VOICE, hurries=False))
    if came < 3:
        enough = " if enough are here" if came == 1 else ""
        assert f"Round 1 starts at <t:{STARTS + 300}:t> at the latest{enough}." in found, found
        assert (WAITS in found) is (came == 1), found
    if came == 1:
        alone = replace(night, guests=replace(night.guests, guests=tuple(people[:1])))
        found = "\n".join(pilot_lines(alone, RoundPace(3, 10), (), VOICE, hurries=False))
        once = "starts by itself once 2 are here (so far: 1)."
        said = f"▶️ From <t:{STARTS}:t> on, round 1 {once}"
        assert said in found, f"nothing starts before: {found}"
        closed = replace(night, guests=close_doors(night.guests, STARTS + 300, {})[0])
        found = "\n".join(pilot_lines(closed, RoundPace(3, 10), (), VOICE, hurries=False))
        assert "Round 1 starts by itself once 2 are here (so far: 1)." in found, found
        assert f"here by {VOICE.at(STARTS + 1800)}, the night doesn't take place" in found, found


@pytest.mark.parametrize("came", [0, 2, 3])
def test_at_the_doors_a_host_reads_by_when_they_are_called(came: int) -> None:
    guests = guests_in("Ada", "Bob", "Cleo")
    people = [replace(each, came_at=1 if at < came else None) for at, each in enumerate(guests)]
    night = sample_night(people, "doors", stage="doors", stage_at=1, pilot="helper")
    (said,) = pilot_lines(night, RoundPace(3, 10), (), VOICE, hurries=False)
    by = BETWEEN.format(what="I call you in the thread for round 1", who="I wait")
    assert (by in said) is (came < 3), said
    past = replace(night, guests=replace(night.guests, rung=STARTS))
    (said,) = pilot_lines(past, RoundPace(3, 10), (), VOICE, hurries=False)
    assert (f"for round 1 by <t:{STARTS + 300}:t>." in said) is (came < 3), said


PLANNED = f"Planned start: <t:{STARTS}:t>."
BY_THE_HOST = "Round 1 starts when the host seats it."


def arriving(came: int, *names: str, **row: Any) -> Night:
    """Return a night whose doors are open, on which so many are here; with the names, those In."""
    guests = guests_in(*(names or ("Ada", "Bob", "Cleo")))
    people = [replace(each, came_at=1 if at < came else None) for at, each in enumerate(guests)]
    return sample_night(people, "doors", stage="doors", stage_at=1, **row)


@pytest.mark.parametrize(
    ("came", "said"),
    [
        (0, []),
        (2, ["Here (2): Ada\N{NO-BREAK SPACE}(host), Bob", "Not here yet (1): Cleo"]),
        (3, ["Here (3): Ada\N{NO-BREAK SPACE}(host), Bob, Cleo"]),
    ],
)
def test_the_thread_says_who_is_here_and_leads_to_the_desk(came: int, said: list[str]) -> None:
    """Whoever cancels makes no number smaller that stands there."""
    people = [each.person for each in arriving(came).guests.guests]
    doors = post_message(arriving(came), Post("doors", tuple(people)), 1, VOICE)
    called = [each for each in people if f"<@{each}>" in doors.text]
    assert called == ([] if came else people), "all are named below it all evening"
    assert [
        each for each in doors.text.splitlines() if each.startswith(("Here", "Not here"))
    ] == said
    assert "Host: Desk" in [each.label for each in doors.row], doors.row
    night = arriving(1)
    unsure = replace(night.guests.guests[2], answer="maybe", place=None)
    guests = replace(night.guests, guests=(*night.guests.guests[:2], unsure))
    maybe = post_message(replace(night, guests=guests), Post("doors"), 1, VOICE).text
    assert (
        "Here (1): Ada\N{NO-BREAK SPACE}(host)\nNot here yet (1): Bob\nMaybe (1): Cleo" in maybe
    ), maybe
    late = replace(night.guests.guests[2], marks=frozenset({"absent"}))
    guests = replace(night.guests, guests=(*night.guests.guests[:2], late), doors="closed")
    closed = replace(night, guests=guests)
    for text in (
        night_card_page(closed, (), VOICE).text,
        post_message(closed, Post("doors"), 1, VOICE).text,
    ):
        assert "Not here yet (2)" in text, "it is past the start, and they are said to come"


@pytest.mark.parametrize(
    ("came", "row", "said"),
    [
        (2, {"pilot": "host"}, f"{PLANNED} {BY_THE_HOST}"),
        (2, {"pilot": "helper"}, f"{PLANNED} {BY_THE_HOST}"),
        (2, {"pilot": "auto"}, FIRST),
        (3, {"pilot": "auto"}, "Round 1 starts at {start}."),
        (
            3,
            {"pilot": "auto", "stage": "held"},
            f"{PLANNED} Round 1 waits for a host: Ada. The night has been on hold since <t:1:t>.",
        ),
    ],
)
def test_at_the_doors_guests_read_when_the_first_round_begins(
    came: int, row: dict[str, Any], said: str
) -> None:
    """In the thread and on the card, which follow; the answer to *I'm here* doesn't, and says what
    stays true.
    """
    night, pace = arriving(came), RoundPace(3, 10)
    night = night.with_row(**row)
    said = said.format(start=VOICE.at(STARTS))
    assert said in post_message(night, Post("doors"), 1, VOICE, pace).text.splitlines()
    if night.row.pilot == "auto" and night.row.stage == "doors":
        assert said in night_card_page(night, (), VOICE).text.splitlines()
    answer = answer_line(night, 1, "here", VOICE, pace=pace)
    # The host, who has come first, seats it.
    assert answer.splitlines()[1:] == [said.replace("the host seats", "you seat")]
    assert ("You're the first one here. Play alone until others come: `/play`" in answer) is (
        came == 1
    ), answer


def test_who_is_here_and_gets_a_seat_reads_that_they_need_not_press_again() -> None:
    night = arriving(1)
    said = post_message(night, Post("seat", (1,)), 1, VOICE).text
    assert said.endswith("and it's yours. You're marked as here already."), said


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"pilot": "helper"}, "Round 1 starts when the host seats it."),
        (
            {"pilot": "auto", "stage": "held"},
            "Round 1 waits for a host: Ada. The night has been on hold since <t:1:t>.",
        ),
    ],
)
def test_who_arrives_past_the_start_reads_what_the_first_round_waits_for(
    row: dict[str, Any], said: str
) -> None:
    night = arriving(3)
    late = replace(night, guests=replace(night.guests, doors="closed")).with_row(**row)
    answer = answer_line(late, 2, "here", VOICE, pace=RoundPace(3, 10))
    assert answer.splitlines()[1:2] == [said], f"when does it start? {answer}"
    end = f"If no host starts it, the night ends at {VOICE.at(STARTS + NEVER_BEGAN)}."
    alone = "Until then you can play against computers: `/play`."
    assert answer.splitlines()[2:] == [end, alone], answer


def test_with_open_doors_all_read_until_when_a_night_waits_for_enough() -> None:
    """The answer to *I'm here* says it in words that stay true when others come."""
    night, pace, games = arriving(1, "Ada", pilot="auto"), RoundPace(2, 10), [SHIRANUI]
    doors = post_message(night, Post("doors"), 1, VOICE, pace).text
    answer = answer_line(night, 1, "here", VOICE, pace=pace)
    assert "Round 1 waits for 1 more guest. At least 2 are needed." in doors, doors
    by = VOICE.at(STARTS + 1800)
    both = f"it waits for more until {by}, and a host can have it wait longer."
    assert both in answer and answer.count("If fewer") == 1, answer
    assert f"{NEEDS} 2 people here by {by}" in doors, doors
    for came, names in ((1, ("Ada",)), (0, ("Ada", "Bob"))):
        card = night_card_page(arriving(came, *names), games, VOICE).text
        assert ("2 with a computer." in card) is bool(came), card


def playing(came: int, *names: str, **row: Any) -> Night:
    """Return a night that runs by itself, in its first round, with so many here."""
    night = arriving(came, *names, pilot="auto").with_row(state="playing", stage="round", rounds=3)
    guests = replace(night.guests, doors="closed")
    begun = replace(played_by(guests_in()[5:8]), state="dealt", began_at=STARTS)
    return replace(night, guests=guests, rounds=(begun,)).with_row(**row)


@pytest.mark.parametrize("over", [False, True])
def test_too_few_for_another_round_are_told_how_many_are_missing(over: bool) -> None:
    night, pace = playing(1, "Ada"), RoundPace(2, 10)
    by, ends = "after this round", "after this round"
    if over:
        played = replace(night.rounds[0], state="over", over_at=STARTS)
        night = replace(night, rounds=(played,)).with_row(stage="break", stage_at=STARTS)
        end = STARTS + night.row.pause + 600
        by, ends = f"by <t:{end}:t>", f"at {VOICE.at(end)}"
    needs = f"Round 2 needs 1 more guest, else the night ends {ends}."
    desk = [*pilot_lines(night, pace, (), VOICE, hurries=False)]
    keeps = " With **Keep waiting** it waits longer." if over else ""
    assert desk[0] == f"▶️ {needs}{keeps}", desk
    doors = post_message(night, Post("doors"), 1, VOICE, pace).text
    assert needs in doors.splitlines(), doors
    answer = answer_line(night, 1, "here", VOICE, pace=pace)
    assert f"If fewer than 2 are here {by}, the night ends." in answer, answer
    led = night.with_row(pilot="helper")
    for other in (led, night.with_row(stage="held"), playing(2)):
        text = post_message(other, Post("doors"), 1, VOICE, pace).text
        ends = over and other is led
        assert ("needs" in text) is ends, f"it ends only where nobody plays any more: {text}"


def test_where_a_game_is_over_its_people_read_what_comes_next() -> None:
    """Also that nothing does as a host has stopped the night, as card and list of tables say."""
    night = playing(3, "Ada", "Bob", "Cleo", pause=300)
    after, held = "about 5 minutes after the last table is over.", night.with_row(stage="held")
    assert f"Round 2 starts {after} I'll call" in what_follows(night, 1, VOICE)
    assert what_follows(night, 0, VOICE) == "", "that round is long over"
    led = what_follows(night.with_row(pilot="host"), 1, VOICE)
    assert "once the last table is over and the host seats it." in led, led
    last = what_follows(night.with_row(rounds=1), 1, VOICE)
    assert (
        last == f"The night's result comes in <#{night.row.channel_id}> once all tables are over."
    )
    waits = "Round 2 waits for a host"
    listed = list_page(held, held.dealt[0], (), [SHIRANUI], 0, VOICE).text
    for said in (what_follows(held, 1, VOICE), night_card_page(held, (), VOICE).text, listed):
        assert said.count(waits) == 1, f"nobody reads that it is on hold: {said}"
    assert waits not in night_card_page(night, (), VOICE).text


def test_a_thread_says_once_that_its_night_is_over() -> None:
    """Where rounds were dealt, what is said of the last one says it."""
    night = playing(1, "Ada").with_row(state="over")
    for over, said in ((night, False), (replace(night, rounds=()), True)):
        text = post_message(over, Post("doors"), 1, VOICE, holds="no").text
        assert ("didn't take place" in text) is said and "is over" not in text, text


def test_who_is_still_to_come_may_be_enough_for_another_round() -> None:
    night = playing(1, "Ada", "Bob")
    late = replace(night.guests.guests[1], late_until=STARTS + 9999)
    night = replace(night, guests=night.guests.put(late))
    said = next(iter(pilot_lines(night, RoundPace(2, 10), (), VOICE, hurries=False)))
    assert "Round 2 starts by itself" in said and "If fewer than 2 are here after" in said, said


@pytest.mark.parametrize(("count", "few"), [(0, True), (1, True), (2, False)])
def test_before_the_doors_too_few_read_what_is_needed(count: int, few: bool) -> None:
    """Also what happens then on a night that runs by itself, and who is reminded alone."""
    people = guests_in("Ada", "Bob")[:count]
    night, pace = sample_night(people, pilot="auto", game="shiranui"), RoundPace(2, 10)
    cleo = replace(guests_in("Cleo")[0], person=3, answer="out")
    for answer in (None, replace(cleo, answer="invited"), cleo):
        answered = [*people, *([answer] if answer else [])]
        card = night_card_page(
            replace(night, guests=replace(night.guests, guests=tuple(answered))), [SHIRANUI], VOICE
        ).text
        more = "\n2 more are needed." if count == 0 else "\n1 more is needed."
        assert (more in card) is few, card
    (desk,) = pilot_lines(night, pace, (), VOICE, hurries=False)
    assert (f"{NEEDS} 2 people here by" in desk) is (HOLDS in desk) is few, desk
    ids = tuple(each.person for each in people)
    text = post_message(night, Post("remind", ids), 1, VOICE, pace).text
    assert ("you're the only one. At least 2 are needed." in text) is (count == 1), text


def test_one_who_came_alone_is_told_what_is_waited_for_and_until_when() -> None:
    night = arriving(1, pilot="auto")
    night = replace(night, guests=replace(night.guests, doors="closed"))
    answer, by = (
        answer_line(night, 1, "here", VOICE, pace=RoundPace(3, 10)),
        VOICE.at(STARTS + 1800),
    )
    for text in (
        post_message(night, Post("missing", (1,)), 1, VOICE, RoundPace(3, 10)).text,
        post_message(night, Post("doors"), 1, VOICE, RoundPace(3, 10)).text,
        answer,
    ):
        assert "ound 1" in text and "planned" not in text.lower(), f"that is past: {text}"
        assert ("waits for 1 more guest." in text) is (text != answer), f"it isn't mended: {text}"
        assert (
            f"If fewer than 2 are here by {by}, the night doesn't take place"
            if "Meanwhile" in text
            else f"{NEEDS} 2 people here by {by}"
        ) in text, text
        keeps = "With **Host: Keep waiting** it waits longer."
        assert (keeps if "Meanwhile" in text else HOLDS) in text, text
    row = post_message(night, Post("missing", (1,)), 1, VOICE, RoundPace(3, 10)).row
    assert "Host: Keep waiting" in [each.label for each in row], "what keeps the night isn't there"
    held = post_message(night.with_row(stage="held"), Post("missing"), 1, VOICE, RoundPace(3, 10))
    assert "take place" not in held.text and "Keep waiting" not in str(held.row), held
    card = night_card_page(night, [SHIRANUI], VOICE).text
    assert f"{NEEDS} 2 people here by {by}" in card, card


@pytest.mark.parametrize(
    ("rounds", "verb", "came", "said"),
    [
        (3, "in", None, "Press **I'm here** when you arrive. Those who are here get free seats"),
        (3, "here", 1, "You're marked as here. Those who are here get free seats first."),
        (1, "here", 1, "You're marked as here. No further round is planned"),
        (1, "home", 1, "Thank you for coming!"),
    ],
)
def test_whoever_waits_for_a_seat_reads_what_they_can_do(
    rounds: int, verb: str, came: int | None, said: str
) -> None:
    seated, (late,) = guests_in("Ada", "Bob"), guests_in("Cleo", answer="waits")
    late = replace(late, person=9, came_at=came, gone_at=2 if verb == "home" else None)
    night = sample_night([*seated, late], "playing", limit=2, rounds=rounds)
    night = replace(night, rounds=(played_by(seated),))
    assert said in (text := answer_line(night, 9, verb, VOICE)), text
    assert ("number 1 on the waitlist" in text) is (rounds == 3), text


@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize("weeks", [0, 1])
def test_who_goes_home_reads_that_their_points_stay_and_when_the_next_night_is(
    rounds: int, weeks: int
) -> None:
    ada, bob = guests_in("Ada", "Bob", came_at=STARTS)
    night = sample_night([replace(ada, gone_at=STARTS + 1), bob], "playing", weeks=weeks)
    night = night.with_row(rounds=rounds, touched_at=STARTS + 1)
    played = replace(played_by([ada, bob]), over_at=STARTS)
    night = replace(night, rounds=(played,))
    text = answer_line(night, 1, "home", VOICE)
    assert "Your points from finished rounds stay." in text, text
    assert (f"The next night is on <t:{STARTS + 7 * DAY}:F>." in text) is bool(weeks), text
    assert "I announce it on" not in text, "the night may end on another day"
    before = replace(night, rounds=(replace(played, state="dealt", over_at=None),))
    assert "points" not in answer_line(before, 1, "home", VOICE), "they have none yet"


def test_whose_seat_went_to_another_reads_so_as_they_come() -> None:
    """Not as if it were kept for them yet; whoever wasn't In had none."""
    here, gone, new = guests_in("Ada", "Bob", "Cleo")
    gone = replace(gone, marks=frozenset({"absent"}))
    new = replace(new, answer="maybe")
    before = sample_night([replace(here, came_at=1), gone, new], "doors", limit=1)
    before = replace(before, guests=replace(before.guests, doors="closed"))
    closed = f"<t:{before.guests.closes_at}:t>"
    text = "\n".join(awaited(before, None, VOICE))
    assert "Not here, seat not kept (1): Bob" in text and "Not here yet" not in text, text
    desk = desk_page(before, DeskFacts([SHIRANUI], STARTS), VOICE).text
    assert "Not here, seat not kept: Bob" in desk and "Not here yet" not in desk, desk
    waits = [replace(each, answer="waits", came_at=2, marks=frozenset()) for each in (gone, new)]
    after = replace(before, guests=replace(before.guests, guests=(here, *waits)))
    said = [unkept_line(before, after, each.person, VOICE) for each in waits]
    assert said == [f"Seats were kept until {closed}, then they went to those who were here.", ""]
    in_time = replace(after, guests=replace(after.guests, guests=(here, gone)))
    in_time = replace(in_time, guests=in_time.guests.put(replace(gone, marks=frozenset())))
    assert unkept_line(before, in_time, gone.person, VOICE) == "", "they have a seat all the same"


def test_a_seat_on_the_list_in_mid_round_is_none_at_a_table() -> None:
    """The post says from when on they play, and that a seat at a table comes apart."""
    playing = replace(played_by(seated := guests_in("Ada", "Bob")), state="dealt", began_at=STARTS)
    new = replace(guests_in("Cleo")[0], person=9, came_at=1)
    night = sample_night([*seated, new], "doors", limit=3)
    post = Post("seat", (9,))
    assert "and it's yours" in post_message(night, post, 1, VOICE).text
    night = replace(sample_night([*seated, new], "playing", limit=3, rounds=3), rounds=(playing,))
    text = post_message(night, post, 1, VOICE).text
    assert "you play from the next round on. If a seat becomes free before then" in text, text
    for each in (played_by([*seated, new]), replace(played_by([*seated, new]), state="dealt")):
        dealt = replace(night, rounds=(each,))
        assert holds(dealt, post) == "no", "who has been dealt in reads that they aren't"
        again = from_round(dealt, post)
        assert holds(dealt, again) == "yes", "who gets another seat later reads nothing of it"


@pytest.mark.parametrize("offered", [False, True])
def test_who_waits_reads_whether_all_seats_are_taken_or_one_is_offered(*, offered: bool) -> None:
    """The card has one fewer In than the limit then."""
    (seated, first, waits) = guests_in("Ada", "Bob", "Cleo")
    first = replace(first, answer="waits" if offered else "in")
    first = replace(first, offered_until=STARTS if offered else None)
    waits = replace(waits, answer="waits")
    text = answer_line(sample_night([seated, first, waits], limit=2), waits.person, "in", VOICE)
    said = ("All seats are taken.", "The free seat is offered to somebody else on the waitlist.")
    assert text.startswith(f"{said[offered]} You're number {2 if offered else 1} "), text


@pytest.mark.parametrize("kind", ["offer", "open"])
def test_a_seat_that_is_gone_reads_as_nothing_to_take(kind: Literal["offer", "open"]) -> None:
    """And while one is offered, the card says why fewer than the limit are In."""
    (seated, waits) = guests_in("Ada", "Pia")
    waits = replace(waits, answer="waits", offered_until=STARTS)
    night = sample_night([seated, waits], limit=2)
    for mark in (frozenset[Mark](), frozenset[Mark]({"passed"})):
        asked = replace(night, guests=night.guests.put(replace(waits, marks=mark)))
        assert "Waitlist (1), seats offered: 1" in night_card_page(asked, (), VOICE).text
    gone = {
        "in": "The free seat at **Friday of tricks** went to Pia.",
        "out": "of a seat at **Friday of tricks** is over.",
        "waits": "is over. You keep your place on the waitlist.",
    }
    offers = answer_page(night, waits.person, "in", VOICE)
    labels = [each.label for each in buttons_of(offers)]
    assert "Press **Take it**" in offers.text and "Take it" in labels, f"no such button: {labels}"
    answers: tuple[Literal["in", "out", "waits"], ...] = ("in", "out", "waits")
    for answer in answers:
        taken = replace(waits, answer=answer, offered_until=None)
        after = replace(night, guests=night.guests.put(taken))
        text = post_message(after, Post(kind, (waits.person,)), 1, VOICE, holds="no").text
        assert gone[answer] in text, text


@pytest.mark.parametrize("came", [None, 1])
def test_at_the_doors_who_waits_reads_that_seats_are_kept_only_for_now(came: int | None) -> None:
    """Not that all are taken while nobody sits on them."""
    rosa = guests_in("Ada", "Bob", "Rosa")[2]
    night = arriving(1, "Ada", "Bob", limit=2)
    waits = replace(rosa, answer="waits", came_at=came)
    night = replace(night, guests=night.guests.put(waits))
    for verb in ("in", "here"):
        text = answer_line(night, rosa.person, verb, VOICE)
        kept = f"All 2 seats are kept until doors close, at {VOICE.at(STARTS + 300)}."
        assert kept in text and "taken" not in text, text
    night = replace(night, guests=night.guests.put(replace(night.guests.guests[1], came_at=1)))
    assert "All seats are taken." in answer_line(night, rosa.person, "here", VOICE)


@pytest.mark.parametrize(
    ("came", "said"),
    [
        (None, "Once you're here, I call you if a seat becomes"),
        (1, "If a seat becomes free in this"),
    ],
)
def test_in_the_last_round_only_who_is_here_reads_that_they_are_called(
    came: int | None, said: str
) -> None:
    seated, (late,) = guests_in("Ada", "Bob"), guests_in("Cleo", answer="waits")
    playing = replace(played_by(seated), state="dealt", began_at=STARTS)
    guests = [*seated, replace(late, person=9, came_at=came)]
    night = replace(sample_night(guests, "playing", stage="round", rounds=1), rounds=(playing,))
    assert said in (text := answer_line(night, 9, "in", VOICE)), text


@pytest.mark.parametrize("rounds", [1, 2])
def test_once_a_round_is_on_the_thread_has_what_a_latecomer_needs(rounds: int) -> None:
    people = [replace(each, came_at=1) for each in guests_in("Ada", "Bob", "Cleo")]
    playing = replace(played_by(people), state="dealt", began_at=STARTS)
    night = sample_night(people, "playing", stage="round", rounds=rounds)
    doors = post_message(replace(night, rounds=(playing,)), Post("doors"), 1, VOICE)
    assert [each.label for each in doors.row] == ["I'm here", "Host: Desk"], doors.row
    assert ("you play in round 2" in doors.text) is (rounds == 2), doors.text
    assert "Doors are open" not in doors.text and "Here (" not in doors.text, doors.text
    full = sample_night(people, "playing", stage="round", rounds=rounds, limit=3)
    doors = post_message(replace(full, rounds=(playing,)), Post("doors"), 1, VOICE)
    assert ("round 2 if it has room" in doors.text) is (rounds == 2), doors.text


@pytest.mark.parametrize(
    ("pilot", "ends"),
    [("host", "The host ends the night."), ("auto", f"The night ends at <t:{STARTS + 600}:t>.")],
)
def test_once_all_rounds_are_played_nothing_is_offered_that_does_nothing(
    pilot: Pilot, ends: str
) -> None:
    people = [replace(each, came_at=1) for each in guests_in("Ada", "Bob", "Cleo")]
    night = sample_night(people, "playing", rounds=1, pilot=pilot, stage="break", stage_at=STARTS)
    night = replace(night, rounds=(played_by(people),))
    doors, card = post_message(night, Post("doors"), 1, VOICE), night_card_page(night, (), VOICE)
    assert doors.text == f"All rounds of **Friday of tricks** are played. {ends}"
    assert [each.label for each in doors.row] == ["Host: Desk"], doors.row
    assert card.title == "All rounds are played: Friday of tricks" and ends in card.text
    labels = [each.label for each in buttons_of(card)]
    assert labels == ["Rules", "Night points", "Host: Desk"], labels


@pytest.mark.parametrize("stage", ["break", "notice", "held"])
def test_between_two_rounds_none_seems_to_be_played(stage: Stage) -> None:
    night = playing(2)
    over = replace(night.rounds[0], state="over", over_at=STARTS)
    another = replace(over, number=2, state="proposed", over_at=None)
    break_ = replace(night, rounds=(over, another))
    break_ = break_.with_row(rounds=3, stage=stage, stage_at=STARTS)
    card, doors = night_card_page(break_, (), VOICE), post_message(break_, Post("doors"), 1, VOICE)
    assert card.title == "Between rounds: Friday of tricks", card.title
    assert "you play in round 2" in doors.text, doors.text
    assert night_card_page(night, (), VOICE).title == "Playing: Friday of tricks"


@pytest.mark.parametrize("pilot", get_args(Pilot))
@pytest.mark.parametrize("here", [1, 4])
@pytest.mark.parametrize("rounds", [1, 2])
def test_nobody_reads_of_a_round_that_is_only_proposed(
    pilot: Pilot, here: int, rounds: int
) -> None:
    """Neither after the last one planned nor where too few are here for another one."""
    night, pace = playing(4), RoundPace(3, 10)
    over = replace(night.rounds[0], state="over", over_at=STARTS)
    gone = [replace(g, gone_at=STARTS) for g in night.guests.guests[here:]]
    for each in gone:
        night = replace(night, guests=night.guests.put(each))
    night = night.with_row(rounds=rounds, pilot=pilot, stage="break", stage_at=STARTS)
    night = replace(night, rounds=(over,))
    proposed = night.with_round(replace(over, number=2, state="proposed", over_at=None))
    posts = [Post("doors"), Post("round_over", (), {"round": 1, "points": "Ada 10"})]
    for post in posts:
        said = [post_message(each, post, 1, VOICE, pace) for each in (night, proposed)]
        assert said[0] == said[1], f"{post.kind}: {said}"
    assert night_card_page(night, (), VOICE) == night_card_page(proposed, (), VOICE)


def test_doors_name_who_is_here_and_say_in_few_words_when_it_starts() -> None:
    night = arriving(1, pilot="auto")
    doors = post_message(night, Post("doors"), 1, VOICE, RoundPace(3, 10)).text
    assert "Here (1): Ada" in doors and IF_ENOUGH in doors, doors
    helped = post_message(night.with_row(pilot="helper"), Post("doors"), 1, VOICE).text
    waits = f"Not here yet, waiting until <t:{STARTS + 300}:t> (2): Bob, Cleo"
    assert waits in helped, f"whom do they wait for, and how long? {helped}"
    rosa = replace(night.guests.guests[2], answer="waits", came_at=1)
    late = replace(night, guests=night.guests.put(rosa))
    doors_too = post_message(late, Post("doors"), 1, VOICE, RoundPace(3, 10)).text
    assert "Here, but on the waitlist (1): Cleo" in doors_too, doors_too
    assert "If fewer than 2 are here by" not in doors, "three said they'd come"
    past = replace(night, guests=replace(night.guests, rung=STARTS))
    doors = post_message(past, Post("doors"), 1, VOICE, RoundPace(3, 10)).text
    assert f"<t:{STARTS + 300}:t> at the latest if enough are here." in doors, doors
    assert "it waits" not in doors and f"{NEEDS} 2 people here by" in doors, doors


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (None, "Round 1 hasn't begun yet. Press **I'm here** to play in round 1."),
        (4, "your seat isn't kept any more. Press **I'm here** to play in round 1."),
        (3, "your seat isn't kept any more. Press **I'm here**: you play in round 1 if a seat"),
    ],
)
def test_who_was_not_here_as_doors_closed_is_called_once_and_reads_how_to_play(
    limit: int | None, said: str
) -> None:
    night = arriving(2, "Ada", "Bob", "Cleo", "Dai", "Emi")
    waits = [replace(each, answer="waits") for each in night.guests.guests[4:]]
    guests = replace(night.guests, doors="open", limit=limit)
    guests = replace(guests, guests=(*guests.guests[:4], *(waits if limit else ())))
    doors = post_message(replace(night, guests=guests), Post("doors"), 1, VOICE).text
    assert ("On the waitlist? Press **I'm here**, too" in doors) is bool(limit), doors
    if limit == 3:
        guests = guests.put(replace(waits[0], came_at=1))
    post = Post("unkept", (3, 4))
    warned = post_message(replace(night, guests=guests), post, 1, VOICE)
    until = f"It's time to start. Your seat is kept until <t:{STARTS + 300}:t>: press **I'm here**"
    if limit is None:
        until = f"Press **I'm here** by <t:{STARTS + 300}:t> to play in round 1."
    assert until in warned.text and warned.text.startswith("<@3> <@4>"), warned.text
    assert [each.label for each in warned.row] == ["I'm here", "I'll be late …", "Can't come"]
    late = replace(night, guests=guests.put(replace(guests.guests[2], late_until=STARTS + 900)))
    assert "<@3>" not in post_message(late, post, 1, VOICE).text, "their seat is kept for longer"
    closed = replace(night, guests=close_doors(guests, STARTS + 300, {})[0])
    message = post_message(closed, post, 1, VOICE)
    assert said in message.text and message.text.startswith("<@3> <@4>"), message.text
    assert [each.label for each in message.row] == ["I'm here"], message.row
    here = closed.guests.put(replace(closed.guests.guests[2], came_at=STARTS + 301))
    closed = replace(closed, guests=here)
    assert "<@3>" not in post_message(closed, post, 1, VOICE).text, "they are here by now"
    here = here.put(replace(here.guests[3], answer="out"))
    assert holds(replace(closed, guests=here), post) == "no", "nobody else was called"
    assert comes_down(replace(closed, guests=here), post)


@pytest.mark.parametrize("here", [20, 55])
def test_doors_name_as_many_as_the_message_holds(here: int) -> None:
    """What they say below the names is never cut off."""
    night = arriving(here, *(f"{n:02}{'n' * 28}" for n in range(60)), about="é" * 300)
    lines = post_message(night, Post("doors"), 1, VOICE, RoundPace(3, 10)).text.splitlines()
    assert sum(map(len, lines)) < 1990 and lines[-1] == "> " + "é" * 300, lines
    assert ("19nnn" in lines[1], "54nnn" in lines[1]) == (True, False), lines[1]
    assert lines[1].endswith(", 1 other") is (here == 55), lines[1]
    assert (lines[2] == "Not here yet (5)") is (here == 55), f"no room for names: {lines[2]}"


def test_a_reminder_asks_last_who_has_not_decided() -> None:
    ada, bob = guests_in("Ada", "Bob")
    night = sample_night([ada, replace(bob, answer="maybe")])
    text = post_message(night, Post("remind", (1, 2)), 1, VOICE, RoundPace(4, 10)).text
    assert "Not enough yet." in text and "Still a maybe?" in text.splitlines()[-1], text


@pytest.mark.parametrize("unconfirmed", [True, False])
def test_a_reminder_lets_regulars_say_that_they_come(unconfirmed: bool) -> None:
    ada, bob = guests_in("Ada", "Bob")
    night = sample_night([ada, replace(bob, marks=frozenset({"asked"} if unconfirmed else ()))])
    labels = [each.label for each in post_message(night, Post("remind", (1, 2)), 1, VOICE).row]
    assert ("I'm in" in labels) is unconfirmed, labels


def test_the_card_asks_for_as_many_as_the_thread() -> None:
    ada, bob = guests_in("Ada", "Bob")
    night = sample_night([ada, replace(bob, answer="out")], game="shiranui")
    games = [SHIRANUI]
    text = night_card_page(night, games, VOICE).text
    assert "1 more is needed." in text, text
    enough = sample_night(guests_in("Ada", "Bob"), game="shiranui")
    text = night_card_page(enough, games, VOICE).text
    assert "2 would play with a computer." in text and "pick" not in text, text
    several = replace(enough, further=enough.games)
    card = night_card_page(several, [SHIRANUI, SHIRANUI], VOICE).text
    facts = DeskFacts([SHIRANUI, SHIRANUI], STARTS, sizes=[TableSizes((3,), 1)])
    desk = desk_page(several, facts, VOICE).text
    for text in (card, desk):
        assert "pick can change" not in text, f"what could? {text}"
        assert "would play Shiranui" not in text, text


def test_the_card_says_which_game_alone_seats_so_many() -> None:
    five = sample_night(guests_in("Ada", "Bob", "Cleo", "Dai", "Eve"), game="shiranui")
    several = replace(five, further=(NightGame("kasane", five.games[0].options),))
    card = night_card_page(several, [SHIRANUI, KASANE], VOICE).text
    assert "5 would play Shiranui at 1 table. The games they pick can change that." in card, card
    four = replace(several, guests=replace(several.guests, guests=several.guests.guests[:4]))
    card = night_card_page(four, [SHIRANUI, KASANE], VOICE).text
    assert "4 would sit at 1 table." in card and "would play" not in card, card


@pytest.mark.parametrize("pilot", ["host", "helper", "auto"])
def test_who_comes_late_is_promised_nothing_for_the_host(pilot: Pilot) -> None:
    ada, bob = guests_in("Ada", "Bob")
    night = sample_night([ada, bob], "open", pilot=pilot, rounds=1)
    text = late_page(night, bob, {"m15": STARTS + 900}, 30, VOICE).text
    starts = "others start without" if pilot == "auto" else "host may start without"
    assert f"The {starts} you." in text, text
    late = replace(bob, late_until=STARTS + 900)
    said = answer_line(replace(night, guests=night.guests.put(late)), 2, "late", VOICE)
    assert "While you aren't here, a computer plays on your seat." in said


@pytest.mark.parametrize("sits_out", [False, True])
def test_whoever_comes_in_mid_round_reads_in_three_lines_when_they_play(sits_out: bool) -> None:
    people = [replace(each, came_at=1) for each in guests_in("Ada", "Bob", "Cleo", "Dai")]
    playing = replace(played_by(people[:3]), state="dealt", began_at=STARTS)
    if sits_out:
        seated = replace(playing.seating.seated, sit_outs=(people[3].person,))
        playing = replace(playing, seating=replace(playing.seating, seated=seated))
    night = sample_night(people, "playing", stage="round", pilot="auto", pause=300)
    said = answer_line(replace(night, rounds=(playing,)), 4, "here", VOICE, pace=RoundPace(3, 10))
    about = f"It starts once round 1 is over, at about <t:{STARTS + 900}:t>: earlier or later"
    assert about in said and "`/play`" in said, said
    assert len(said.splitlines()) == 3, f"a wall of text: {said}"
    assert "list for round 2. " in said.splitlines()[0], said
    longer = answer_line(
        replace(night, rounds=(playing,)),
        4,
        "here",
        VOICE,
        pace=RoundPace(3, 10),
        now=STARTS + 889,
    )
    after = "It starts about 5 minutes after the last table is over."
    assert after in longer and "<t:" not in longer, f"an hour that can't be: {longer}"
    assert ("5 night points for round 1" in said) is sits_out, said
    assert "no points" not in said, said


def test_nothing_is_amiss_while_there_is_time_to_answer() -> None:
    for people, said in (((), "Nobody is in yet."), (("Ada",), "1 player so far.")):
        night = sample_night(guests_in(*people) if people else ())
        for now, marked in ((STARTS - 3601, False), (STARTS - 3600, True)):
            text = desk_page(night, DeskFacts([SHIRANUI], now), VOICE).text
            assert said in text and ("⚠️" in text) is marked, text


def test_a_host_who_is_called_after_a_long_absence_reads_what_waits_for_them() -> None:
    people = guests_in("Ada", "Bob")
    over, night = played_by(people), sample_night(people, "playing", rounds=1)
    for now, said in (
        (arriving(2), "I was offline when round 1 should have begun, so it waits for you."),
        (
            replace(night, rounds=(replace(over, state="dealt"),)),
            "I was offline while round 1 was played. Its games go on; after them the night "
            "waits for you.",
        ),
        (
            replace(night, rounds=(over,)),
            "I was offline when the night should have ended, so it waits for you.",
        ),
    ):
        assert call_line(now, Call("away", 1, STARTS), VOICE) == said


@pytest.mark.parametrize("pilot", ["host", "helper", "auto"])
def test_a_host_reads_before_the_start_that_all_are_here(pilot: Pilot) -> None:
    everybody = guests_in("Ada", "Bob", "Cleo", came_at=1)
    late = replace(everybody[2], came_at=None, late_until=STARTS + 900)
    for guests, now, all_here in (
        (everybody, STARTS - 60, True),
        (everybody, STARTS, False),
        ([*everybody[:2], late], STARTS - 60, False),
        (everybody[:1], STARTS - 60, False),
    ):
        night = sample_night(guests, "doors", pilot=pilot, stage="doors", stage_at=1)
        page = desk_page(night, DeskFacts([SHIRANUI], now), VOICE)
        said = f"Press **Seat round 1** to start before <t:{STARTS}:t>."
        assert (said in page.text) is all_here, page.text
        assert not all_here or "Seat round 1" in [each.label for each in buttons_of(page)]
        assert "can be seated" not in page.text or not all_here, "it can be seated now"


def test_a_host_reads_after_a_break_who_has_come_and_who_has_gone_home() -> None:
    ada, bob, cleo, dai = guests_in("Ada", "Bob", "Cleo", "Dai", came_at=1)
    home = replace(cleo, gone_at=STARTS)
    night = sample_night([ada, bob, home, replace(dai, came_at=STARTS)], "playing", rounds=2)
    night = replace(night, rounds=(replace(played_by([ada, bob, cleo]), began_at=2),))
    called = replace(night, calls=(Call("break", 2, STARTS, said=True),))
    lines = post_message(called, Post("needed"), 1, VOICE, RoundPace(2, 10)).text.split("\n")
    assert lines[1:] == ["Came since round 1 began: Dai", "Gone home: Cleo"], lines
    night = night.with_row(pilot="helper", stage="break", stage_at=STARTS)
    text = desk_page(night, DeskFacts([SHIRANUI], STARTS), VOICE).text
    ends = STARTS + night.row.pause
    assert f"I call you in the thread for round 2 at <t:{ends}:t>." in text, text
    assert "\nCame since round 1 began: Dai\n" in text and "\nGone home: Cleo\n" in text, text


def test_a_host_who_is_called_after_a_break_reads_who_is_here_and_who_is_not() -> None:
    ada, bob, cleo, dai = guests_in("Ada", "Bob", "Cleo", "Dai", came_at=1)
    gone = replace(cleo, gone_at=STARTS, marks=frozenset({"absent"}))
    late = replace(dai, came_at=None, late_until=STARTS + 3600)
    night = sample_night([ada, bob, gone, late], "playing", pilot="helper", stage="break", rounds=2)
    night = replace(night, rounds=(played_by([ada, bob, cleo]),))
    night = replace(night, calls=(Call("break", 2, STARTS, said=True),))
    said, *others = post_message(night, Post("needed"), 1, VOICE, RoundPace(2, 10)).text.split("\n")
    assert said == "The break is over. 2 people are here. Seat round 2 when you're ready.", said
    assert others[0] == "Not here: Cleo" and others[1].startswith("Coming late: Dai"), others


def test_the_desk_names_who_is_missing_in_two_groups() -> None:
    ada, bob, cleo, dai, emi = guests_in("Ada", "Bob", "Cleo", "Dai", "Emi", came_at=1)
    gone = replace(cleo, gone_at=STARTS, marks=frozenset({"absent"}))
    late = replace(dai, came_at=None, late_until=STARTS + 3600)
    people = [ada, bob, gone, late, replace(emi, came_at=None)]
    night = sample_night(people, "playing", rounds=2)
    night = replace(night, rounds=(played_by([ada, bob, cleo]),))
    text = desk_page(night, DeskFacts([SHIRANUI], STARTS), VOICE).text
    late_words = f"Coming late: Dai\xa0(from\xa0<t:{STARTS + 3600}:t>)"
    assert f"\n{late_words}\nNot here: Cleo, Emi\n" in text, text
    assert all(text.count(each) == 1 for each in ("Cleo", "Dai", "Emi")), text


def test_nobody_plays_sooner_than_in_the_next_round_while_none_is_played() -> None:
    people = guests_in("Ada", "Bob", "Cleo", came_at=1)
    row: dict[str, Any] = {"pilot": "helper", "stage": "break", "rounds": 2}
    night = sample_night(people, "playing", **row)
    between = replace(night, rounds=(replace(played_by(people), over_at=STARTS),))
    between = replace(between, guests=replace(between.guests, doors="closed"))
    doors = post_message(between, Post("doors"), 1, VOICE).text
    assert "when you arrive: you play in round 2.\n" in doors, doors
    joins = joins_words(between, STARTS + 60, 20, VOICE)
    assert joins.startswith("You play from round 2, at about <t:"), joins
    assert "sooner" not in joins, joins


@pytest.mark.parametrize(
    ("late", "rounds", "said"), [(30, 3, True), (30, 2, False), (15, 3, False)]
)
def test_who_comes_late_reads_when_their_round_would_begin_without_them(
    late: int, rounds: int, *, said: bool
) -> None:
    """It has a seat for them if it begins ten minutes before they come, and the last one always."""
    night = sample_night(guests_in("Ada"), pilot="auto", rounds=rounds)
    joins = joins_words(night, STARTS + late * 60, 20, VOICE)
    time = f"<t:{STARTS + (late - 10) * 60}:t>"
    sooner = f"But if it starts before {time}, you play from a later round."
    assert (sooner in joins) is said and joins.startswith("You play from round 2, "), joins


def test_who_leads_alone_is_so_for_co_hosts_and_hides_no_ping_of_guests() -> None:
    night = sample_night(guests_in("Ada"), "doors", pilot="host")
    desk = desk_page(night, DeskFacts([SHIRANUI], STARTS), VOICE)
    assert desk.footer == "Who leads: You lead, no calls", f"a co-host reads it, too: {desk.footer}"
    text = evening_page(night, 0, VOICE, "").text
    assert "I call nobody" not in text and "I don't call you when it's time" in text, text


def test_where_hosts_lead_alone_or_hold_it_no_place_has_a_time_of_the_next_round() -> None:
    ada, *others = [replace(each, came_at=1) for each in guests_in("Ada", "Bob", "Cleo", "Dai")]
    late = replace(ada, came_at=None, late_until=STARTS + 900, marks=frozenset({"second"}))
    night = sample_night([late, *others], "playing", stage="round", pilot="host", pause=300)
    on = replace(played_by(others[:2]), state="dealt", began_at=STARTS)
    on, over = replace(night, rounds=(on,)), replace(night, rounds=(played_by(others),))
    pace, draft = RoundPace(3, 10), night.with_row(state="draft")

    def held(night: Night) -> Night:
        return night.with_row(pilot="auto", stage="held")

    for of, said in (
        (night_card_page(over, (), VOICE), ""),
        (desk_page(over, DeskFacts([SHIRANUI], STARTS), VOICE), ""),
        (preview_page(draft, [SHIRANUI], VOICE, [], [], Amiss()), ""),
        (post_message(over, Post("round_over", (), {"round": 1}), 1, VOICE), "when the host"),
        (answer_line(on, 4, "here", VOICE, pace=pace), "when the host seats it, once round 1"),
        (answer_line(night, 1, "late", VOICE, pace=pace), "from round 2 on, when the host"),
        (
            late_page(night, late, {"round": STARTS + 900}, 10, VOICE),
            "**From round 2**: when the host seats it",
        ),
        (night_card_page(held(over), (), VOICE), ""),
        (desk_page(held(over), DeskFacts([SHIRANUI], STARTS), VOICE), ""),
        (answer_line(held(on), 4, "here", VOICE, pace=pace), "It waits for a host once round 1"),
    ):
        text = of if isinstance(of, str) else of.text
        assert said in text, f"when does it start? {text}"
        for untrue in ("reak until", "between rounds", "at about", "The break is over"):
            assert untrue not in text, f"nothing happens then: {text}"


def test_lists_of_rounds_that_are_past_lead_to_points_alone() -> None:
    people = [replace(each, came_at=1) for each in guests_in("Ada", "Bob", "Cleo")]
    first = played_by(people)
    night = replace(sample_night(people, "playing", rounds=2), rounds=(first,))

    def labels(night: Night) -> list[str]:
        page = list_page(night, first, (), (), 0, VOICE)
        return [each.label for each in buttons_of(page)]

    assert labels(night) == ["Where do I sit?", "Night points", "Host: Desk"]
    over = replace(night, row=replace(night.row, state="over"))
    second = replace(night, rounds=(first, replace(first, number=2)))
    assert labels(over) == labels(second) == ["Night points"]


@pytest.mark.parametrize("missed", [False, True])
def test_doors_that_stayed_shut_at_their_hour_are_not_said_to_open_then(missed: bool) -> None:
    night = sample_night(guests_in("Ada"), "open")
    rung = night.guests.doors_at - (not missed)
    night = replace(night, guests=replace(night.guests, rung=rung))
    text = night_card_page(night, (), VOICE).text
    assert ("Doors open" in text) is not missed, text
    assert ("waits for a host" in text) is missed, text
    (desk, *_rest) = pilot_lines(
        night.with_row(pilot="auto"), RoundPace(2, 10), (), VOICE, hurries=False
    )
    assert ("Doors open by themselves at" in desk) is not missed, desk
    assert ("Press **Open the doors now**." in desk) is missed, desk
    over = night_card_page(night.with_row(state="over"), (), VOICE)
    assert over.title.startswith("Didn't take place: "), over.title


def test_only_a_night_whose_doors_should_have_opened_says_that_they_never_did() -> None:
    facts = DeskFacts([SHIRANUI], STARTS)
    states: tuple[tuple[NightState, bool], ...] = (("over", True), ("cancelled", False))
    for state, said in states:
        night = sample_night(guests_in("Ada"), state)
        night = replace(night, guests=replace(night.guests, doors="shut"))
        text = desk_page(night, facts, VOICE).text
        assert ("doors never opened" in text) is said, f"{state}: {text}"


@pytest.mark.parametrize("people", [(ADA, BOB), (ADA, BOB, CLEO)])
async def test_whose_giving_up_ends_the_game_is_told_so_at_once(ui: UI, people: Any) -> None:
    ways = Ways(("concede", "points"))
    text = end_page(None, (await ui.start(*people)).face(), ways, VOICE).text
    assert ("over at once" in text) is (len(people) == 2), text
    assert ("a computer plays on" in text) is (len(people) > 2), text


async def test_points_as_they_stand_are_named_where_they_would_count(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    ways = Ways(("points", "void"), points=(9, 7))
    for how in ways.hows:
        text = really_end_page(None, table.face(), ways, how, Wording("en-GB", ("Ada", "Bob"))).text
        assert ("Ada 9" in text and "Bob 7" in text) is (how == "points"), f"{how}: {text}"


@pytest.mark.parametrize(
    ("weeks", "ended", "again"),
    [
        (0, False, ["Host: Same again next week"]),
        (1, False, ["Host: Series …"]),
        (1, True, ["Host: Same again next week"]),
        (2, True, ["Host: Same again"]),
    ],
)
def test_a_recap_leads_on_where_nothing_else_does(
    weeks: int, ended: bool, again: list[str]
) -> None:
    """Where its series goes on by itself, to that."""
    night = sample_night(guests_in(), "over", weeks=weeks)
    if ended:
        assert night.series is not None
        night = replace(night, series=replace(night.series, state="ended"))
    night = replace(night, rounds=(played_by(guests_in()),))
    _said, row = leads_on(night, None, VOICE)
    labels = [each.label for each in row]
    assert [each for each in labels if each.startswith("Host")] == again, labels


@pytest.mark.parametrize(("stage", "secret"), [("doors", True), ("notice", False)])
def test_a_seating_that_was_announced_is_not_said_to_be_secret(stage: Any, secret: bool) -> None:
    guests = guests_in("Ada", "Bob", "Cleo", came_at=STARTS)
    night = sample_night(guests, "doors", pilot="auto", stage=stage, stage_at=STARTS)
    proposal = replace(played_by(guests), state="proposed")
    night = replace(night, rounds=(proposal,))
    page = seating_page(night, proposal, PlanFacts(), VOICE)
    seen = "Your guests see this once I announce it or you start it."
    assert (page.footer == seen) is secret, f"it is announced by itself: {page.footer}"
    led = seating_page(night.with_row(pilot="host"), proposal, PlanFacts(), VOICE).footer
    assert secret <= (led == "Your guests don't see this until you start it."), led
    (dai,) = guests_in("Dai", answer="waits", came_at=STARTS)
    night = replace(night, guests=night.guests.put(replace(dai, person=4)))
    line = "Here, but on the waitlist: Dai"
    assert line in seating_page(night, proposal, PlanFacts(), VOICE).text.splitlines()
    notice = post_message(night, Post("notice", (), {"round": 1}), 1, VOICE)
    assert (line in notice.text) is not secret, notice.text
    assert notice.row[-1].label == "Host: Desk", f"hosts would look for it far up: {notice.row}"


@pytest.mark.parametrize(("stage", "shown"), [("doors", False), ("notice", True)])
def test_who_is_seated_reads_at_which_table_once_all_can_read_it(stage: Any, shown: bool) -> None:
    guests = guests_in("Ada", "Bob", "Cleo", came_at=STARTS)
    night = sample_night(guests, "doors", pilot="auto", stage=stage, stage_at=STARTS)
    proposal = replace(played_by(guests[:2]), state="proposed")
    seated = replace(proposal.seating.seated, sit_outs=(3,))
    proposal = replace(proposal, seating=replace(proposal.seating, seated=seated))
    night = replace(night, rounds=(proposal,))
    for person, said in ((1, "With you: Bob"), (3, "you sit out round 1.")):
        text = answer_line(night, person, "here", VOICE)
        assert (said in text) is shown, text
        assert ("on the list for round 1" in text) is not shown, text


@pytest.mark.parametrize(
    ("person", "then"),
    [(1, "To play in it, press **Seat them** there."), (3, "if the host seats you, too.")],
)
def test_who_comes_while_a_seating_without_them_is_ready_reads_so(person: int, then: str) -> None:
    guests = guests_in("Ada", "Bob", "Cleo", "Dai", came_at=STARTS)
    night = sample_night(guests, "doors", stage="doors", stage_at=STARTS)
    others = [each for each in guests if each.person != person]
    night = replace(night, rounds=(replace(played_by(others), state="proposed"),))
    text = answer_line(night, person, "here", VOICE)
    ready = "The seating of round 1 is ready, without you so far."
    assert ready in text and then in text and "on the list for" not in text, text


def test_a_pair_of_whom_one_has_gone_does_not_play_together_again() -> None:
    guests = guests_in("Ada", "Bob", "Cleo", "Dai", came_at=STARTS)
    guests[3] = replace(guests[3], came_at=None, gone_at=STARTS)
    first = played_by(guests)
    again = replace(first, number=2, state="proposed")
    measure = replace(again.seating.measure, pairs=6, repeats=6)
    again = replace(again, seating=replace(again.seating, measure=measure))
    night = sample_night(guests, "playing", stage="break", stage_at=STARTS)
    text = seating_page(replace(night, rounds=(first, again)), again, PlanFacts(), VOICE).text
    assert "Already played together tonight: 3 of 3 pairs." in text, text
    assert "left a whole game to a computer" not in text, text
    idle = replace(first, seating=replace(first.seating, idle=(1,)))
    text = seating_page(replace(night, rounds=(idle, again)), again, PlanFacts(), VOICE).text
    assert "pairs. Whoever let a computer play a whole game hasn't met the others there." in text, (
        text
    )


def test_who_is_to_be_taught_reads_who_teaches_them_before_the_table_opens() -> None:
    ada, bob, cleo = guests_in("Ada", "Bob", "Cleo", came_at=STARTS)
    people = [
        replace(ada, marks=frozenset({"learner"})),
        replace(bob, marks=frozenset({"teacher"})),
    ]
    night = sample_night([*people, cleo], "doors", pilot="auto", stage="notice", stage_at=STARTS)
    proposal = replace(played_by([*people, cleo]), state="proposed")
    (table,) = proposal.seating.seated.tables
    seating = replace(proposal.seating, new=((table.game, ada.person),))
    night = replace(night, rounds=(replace(proposal, seating=seating),))
    for person, said in ((1, "Bob teaches you."), (2, "You teach Ada."), (3, "")):
        text = answer_line(night, person, "here", VOICE)
        assert said in text and ("teach" in text) is bool(said), text


@pytest.mark.parametrize("fits", [False, True])
def test_a_seat_plan_has_no_button_that_does_nothing(fits: bool) -> None:
    people = [replace(each, came_at=1) for each in guests_in("Ada", "Bob", "Cleo")]
    proposal = replace(played_by(people), state="proposed")
    night = replace(sample_night(people, "doors"), rounds=(proposal,))
    facts = PlanFacts(smaller=fits, larger=fits, other_games=fits)
    buttons = buttons_of(seating_page(night, proposal, facts, VOICE))
    assert not any(each.disabled for each in buttons), buttons
    labels = {each.label for each in buttons}
    assert ({"Smaller tables", "Larger tables"} <= labels) is fits, labels
    assert not {"Swap two …", "Shuffle"} & labels, "there is one table alone"
    rows = seating_page(night, proposal, facts, VOICE).rows
    assert rows_height(rows) <= (160 if fits else 80), "its buttons push its tables off a phone"


def test_a_list_of_guests_counts_them_as_the_card_does() -> None:
    night, facts, voice = (
        sample_night(guests_in("Ada", "Bob")),
        DeskFacts([], STARTS),
        Wording("ja"),
    )
    assert "**参加**（2人" in guests_page(night, facts, voice).text.replace(" ", "")
    assert "**参加（2人）**" in night_card_page(night, (), voice).text


def test_a_doors_post_says_that_the_nights_to_come_have_moved_with_it() -> None:
    night = sample_night(guests_in("Ada"), "doors")
    both = post_message(night, Post("doors", (), {FROM: 1, BOTH: True}), 1, VOICE)
    assert "All nights after it have moved, too." in both.text, both.text


def test_a_doors_post_says_what_the_card_does_of_a_night_without_a_round() -> None:
    night = sample_night(guests_in("Ada"), "over")
    said = post_message(night, Post("doors"), 1, VOICE, holds="no")
    assert said.text.startswith("**Friday of tricks** didn't take place: ["), said.text
    assert said.row == ()


@pytest.mark.parametrize("state", ["draft", "open", "doors", "playing", "over", "cancelled"])
def test_the_card_names_its_host_once_and_if_they_never_answer(state: NightState) -> None:
    night = sample_night(guests_in("Bob"), state, host=99, host_name="Ada *")
    assert "Hosted by Ada \\*" in night_card_page(night, (), VOICE).text
    comes = sample_night(guests_in("Ada"), state, host_name="Ada")
    text = night_card_page(comes, (), VOICE).text
    assert ("(host)" in text) + ("Hosted by Ada" in text) == 1, f"once is enough: {text}"
    both = replace(comes, cohosts=(Person(98, "Ivo"),))
    assert "Hosted by Ada and Ivo" in night_card_page(both, (), VOICE).text
    assert "主催：AdaさんとIvoさん" in night_card_page(both, (), Wording("ja")).text


def test_who_isnt_on_the_list_reads_so_as_they_go() -> None:
    night = arriving(1, "Ada", "Bob")
    guest = replace(night.guests.guests[1], answer="out")
    night = replace(night, guests=night.guests.put(guest))
    for verb in ("home", "absent"):
        said = answer_line(night, guest.person, verb, VOICE)
        assert said.startswith("You're down as not coming. Press **I'm here**"), said


def test_an_offer_goes_to_others_only_where_others_wait() -> None:
    night = sample_night(guests_in("Ada", "Bob", "Cleo"), "open")
    one, two = night.guests.guests[1:]
    offered = replace(one, answer="waits", offered_until=STARTS - 7200)
    post = Post("offer", (one.person,), {"until": STARTS - 7200})
    for other, others in ((two, False), (replace(two, answer="waits"), True)):
        now = replace(night, guests=night.guests.put(offered).put(other))
        text = post_message(now, post, 1, VOICE).text
        assert ("goes to others" in text) is others, text
        assert "Press **Take it** by" in text, text


@pytest.mark.parametrize(
    ("state", "weeks", "leading"),
    [
        ("open", 1, None),
        (
            "cancelled",
            0,
            ["Take it back", "Another date …", "Ask which date suits …"],
        ),
        ("over", 0, ["Another date …", "Ask which date suits …"]),
        ("over", 1, ["Series …"]),
    ],
)
def test_the_card_of_a_night_that_nobody_has_played_leads_on(
    state: NightState, weeks: int, leading: list[str] | None
) -> None:
    """It has no recap that would. Of several buttons for a host guests see only one."""
    night = sample_night(guests_in(), state, weeks=weeks)
    page = night_card_page(night, (), VOICE)
    rows = [row for row in page.rows if isinstance(row, tuple)]
    labels = [each.label for row in rows for each in row]
    if leading is None:
        assert not any("nother" in each or "Tell me" in each for each in labels), labels
    else:
        pings = ["Ping me for this series", "I'm in every time"]
        pings = pings if weeks else ["Ping me for every night here"]
        (host,) = leading if len(leading) == 1 else ["Desk"]
        assert labels == [*pings, f"Host: {host}"], labels
        led = buttons_of(night_card_page(night, (), VOICE, reader=Reader(True, ())))
        assert [each.label for each in led] == [*pings, *leading], led
        desk = desk_page(night, DeskFacts([SHIRANUI], 0), VOICE)
        assert {*leading} <= {each.label for each in buttons_of(desk)}, "the desk hasn't all"
        assert desk.text.startswith(f"This night is {state}."), desk.text


async def test_a_table_that_everybody_is_away_from_says_so_once(ui: UI) -> None:
    face = (await ui.start(ADA, BOB)).face()
    for many in (1, 2):
        gone = [replace(each, stand_in="away") for each in face.seats[:many]]
        shown = DeskTable(1, 1, replace(face, seats=(*gone, *face.seats[many:])))
        said = " · ".join(table_state(shown, ui.services.games["donburiko"], VOICE))
        assert said.count("away") + said.count("Nobody is there") == 1, said
        asked = void_page(sample_night(guests_in(), "playing"), shown, VOICE).text
        assert ("nobody gets night points" in asked) is (many == len(face.seats)), asked


async def test_a_host_reads_what_becomes_of_the_seat_of_somebody_who_went(ui: UI) -> None:
    face = replace((await ui.start(ADA, BOB)).face(), pace="live", move_time=60)
    bob = face.seats[1]
    gone = (face.seats[0], replace(bob, stand_in="away"))
    for left, said in (
        (face, "once their time runs out"),
        (replace(face, seats=gone), "until they're back"),
        (replace(face, pace="none"), "waits for them"),
        (replace(face, phase="finished"), ""),
    ):
        facts = DeskFacts([], STARTS, [DeskTable(1, 1, left)])
        text = seat_line(facts, BOB.id, VOICE)
        assert said in text and bool(said) is bool(text), f"{left.pace}, {left.phase}: {text}"
        now = "To have a computer play there now, pick their table" in text
        assert now is (said.endswith("out") or "waits" in said), f"what else can they do? {text}"


def test_a_round_that_has_begun_is_shown_by_the_list_of_its_tables() -> None:
    night = sample_night(guests_in(), "playing")
    played = replace(played_by(guests_in("Ada", "Bob")), state="dealt")
    for list_id, shown in ((None, "Show the night"), (4711, "Show the tables")):
        text = notice_text(
            replace(night, rounds=(replace(played, list_id=list_id),)),
            Post("notice", (), {"round": played.number}),
            (),
            VOICE,
        )
        assert f"[{shown}](" in text and ("/4711)" in text) is (list_id is not None), text
    on, notice = replace(night, rounds=(played,)), Post("notice", (), {"round": played.number})
    assert not comes_down(on, notice), "nothing leads to its tables"
    labels = [each.label for each in post_message(on, notice, 1, VOICE).row]
    assert labels == ["Show the night"], f"it is no business of hosts any more: {labels}"
    for later in (on.with_round(replace(played, state="over")), on.with_row(state="over")):
        assert comes_down(later, notice), "it stands there long after"


@pytest.mark.parametrize("pilot", ["auto", "helper"])
def test_guests_read_before_it_that_a_night_runs_by_itself(pilot: Pilot) -> None:
    """At the doors the card says when the first round starts instead."""
    for state in ("draft", "open", "doors"):
        night = sample_night(guests_in("Ada"), state, pilot=pilot)
        said = (
            "It runs by itself: press **I'm here** when the doors open to get a table."
            in night_card_page(night, (), VOICE).text
        )
        assert said is (pilot == "auto" and state != "doors"), state


def test_all_who_are_called_to_another_date_are_counted_but_for_who_moved_it() -> None:
    others = [Guest(20, "Kim", "maybe"), Guest(21, "Lea", "out")]
    before, wording = sample_night([*guests_in("Ada", "Bob"), *others]), Wording("en-GB")
    night = before.with_row(starts_at=before.row.starts_at + DAY)
    assert not moved_words(before, before, 1, wording), "the date is as before"
    said = moved_words(before, night, 1, wording)
    assert said == "2 guests are asked whether this date suits them.", said


@pytest.mark.parametrize("language", ["en-GB", "ja"])
@pytest.mark.parametrize("state", ["open", "doors", "playing"])
def test_each_row_of_a_nights_card_is_one_line_on_a_phone(state: NightState, language: str) -> None:
    """Only the button for hosts may stand below, alone: it is last."""
    night = sample_night(guests_in("Ada", "Bob")).with_row(state=state)
    for row in night_card_page(night, (), Wording(language)).rows:
        assert isinstance(row, tuple)
        guests = [each for each in row if each.id != routes.TO_DESK(night.id)]
        assert (*guests,) == row[: len(guests)], "hosts come first"
        one = rows_height(((row[0],),))
        assert rows_height(((*guests,),)) == one, [each.label for each in guests]
        assert state == "open" or rows_height((row,)) == one, [each.label for each in row]


@pytest.mark.parametrize("teaches", [True, False])
def test_the_desk_says_who_is_left_without_a_teacher_between_rounds(teaches: bool) -> None:
    """Also if somebody has offered to teach, and went home since."""
    ada, bob, *others = [replace(each, came_at=1) for each in guests_in("Ada", "Bob", "Cleo")]
    ada = replace(ada, marks=frozenset({"learner"}))
    bob = replace(bob, marks=frozenset({"teacher"}), came_at=1 if teaches else None)
    people = [ada, bob, *others]
    night = replace(sample_night(people, "playing", rounds=2), rounds=(played_by(people),))
    text = desk_page(night, DeskFacts([SHIRANUI], STARTS), VOICE).text
    assert ("⚠️ Ada still wants to learn, and nobody here teaches." in text) is not teaches, text
