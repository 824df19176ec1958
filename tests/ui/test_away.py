"""Being away for some days: what is typed and pressed, and who reads what of it."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.tables.away import shown
from bot.tables.clock import DAY
from bot.tables.quiet_hours import OwnClock
from bot.tables.seat import Person
from bot.tables.seat_rules import put
from bot.tables.table import Table
from bot.tables.table_timer import TableTimer
from bot.ui.pages.away_page import dates_form
from bot.ui.pages.nights.night_tables import DeskTable, table_state
from bot.ui.pages.tables.board import board_page
from bot.ui.pages.tables.table_controls import Viewer
from bot.ui.pages.tables.table_page import table_page
from bot.ui.pages.wording import Wording
from tests.ui.clicks import Answer, command, fill_in, interaction, offered, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI, begun
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import GUESTS, evening
from tests.ui.test_table_verbs import page

MODERATOR = Person(9, "Mo")
FRIDAY = int(datetime(2026, 11, 27, 12, tzinfo=UTC).timestamp())


@pytest.fixture(autouse=True)
def friday(ui: UI) -> None:
    """Let it be a Friday at noon."""
    ui.tables._now = lambda: FRIDAY


async def in_a_zone(ui: UI) -> None:
    """Say where Bob is."""
    await ui.services.clocks.set_person(OwnClock(BOB.id, "Europe/Berlin"))


async def typed(ui: UI, name: str, **given: str) -> Answer:
    """Let Bob type a command."""
    answer = Answer()
    await command(ui, name, interaction(ui, BOB, CHANNEL, answer), **given)
    return answer


async def test_a_holiday_is_one_command(ui: UI, server: FakeDiscord) -> None:
    table, _place = await begun(ui, server)
    await ui.services.table_verbs.set_pace(table.id, MODERATOR, "moderator", "days")
    await in_a_zone(ui)
    answer = await typed(ui, "me away", until="mon 8:00", from_="fri 18:00")
    title = "Away · Fri 27 Nov 18:00 – Mon 30 Nov 08:00"
    assert title in answer.text, "8:00 isn't the morning"
    assert "Your clock stops (7 of 7 days left):" in answer.text
    assert "If you meant" in answer.text, "the evening isn't offered"
    assert "the others can tell that it was set ahead" in answer.text, (
        "what a move tells the others isn't said"
    )
    row = await ui.services.away_days.row(BOB.id)
    assert (row.away_from, row.away_until) == (FRIDAY + 5 * 3600, FRIDAY + 2 * DAY + 19 * 3600)
    pressed = await press(ui, BOB, "me:away:computer", own=True)
    assert "A computer plays for you from your next turn on:" in pressed.text
    while not table.asks(BOB.id):
        await ui.move(table, random.Random(1))
    shown_then = await press(ui, BOB, "me:away", own=True)
    assert "Your turn now: play this move" in shown_then.text, "a computer plays no open question"
    pressed = await press(ui, BOB, "me:away:back", own=True)
    assert "Your clocks go on\n> You won't be away." in pressed.text
    games = await press(ui, BOB, pressed.buttons["My games"], own=True)
    assert "Your turn in" in games.text, "who is back isn't led to what waits"
    assert not table.seats[1].away_how
    again = await typed(ui, "me back")
    assert "You're not away. Set dates" in again.text


@pytest.mark.parametrize(
    ("until", "start", "why"),
    [
        ("tomato", None, "I can't read"),
        ("2026-11-26 10:00", None, "over already"),
        ("mon 8:00", "tue 8:00", "back before you leave"),
        ("2027-03-01 10:00", None, "60 days"),
    ],
)
async def test_what_cannot_be_says_why_and_changes_nothing(
    ui: UI, until: str, start: str | None, why: str
) -> None:
    nowhere = await typed(ui, "me away", until="mon 8:00", how="table")
    assert "/me clock" in nowhere.text, "without a time zone nobody says how to set it"
    await in_a_zone(ui)
    answer = await typed(ui, "me away", until=until, **({"from_": start} if start else {}))
    assert why in answer.text, answer.text
    assert "Nothing was changed" in answer.text
    assert (await ui.services.away_days.row(BOB.id)).away_until is None


async def test_without_a_time_zone_it_is_asked_for_on_the_spot(ui: UI) -> None:
    shown = Answer()
    made = interaction(ui, BOB, CHANNEL, shown)
    found = await offered(ui, "me away", "until", made, "mon 8:00")
    said = [("Send it: I'll ask for your time zone next", "mon 8:00")]
    assert [(each.name, each.value) for each in found] == said, "it isn't said while typing"
    await command(ui, "me away", made, until="mon 8:00")
    form = shown.form
    filled = {each.component.custom_id: each.component.default for each in form.children}
    assert filled == {"until": "mon 8:00", "from": None, "zone": None}
    said = {"until": "mon 8:00", "from": "", "zone": "Berlin"}
    answer = await fill_in(ui, BOB, form.custom_id, said)
    assert "Away · Fri 27 Nov 13:00 – Mon 30 Nov 08:00" in answer.text, answer.text


async def test_dates_are_offered_and_changed_in_a_form(ui: UI, server: FakeDiscord) -> None:
    await begun(ui, server)
    made = interaction(ui, BOB, CHANNEL, Answer())
    asked = dates_form(OwnClock(BOB.id), None, FRIDAY, Wording("en-GB"))
    assert [each.id for each in asked.lines] == ["until", "from", "zone"]
    await in_a_zone(ui)
    labels = [each.name for each in await offered(ui, "me away", "until", made, "mon 8:00")]
    assert labels[0].startswith("Mon 30 Nov 08:00"), labels
    form = (await press(ui, BOB, "me:away:dates")).form
    assert form is not None, "no form is shown"
    answer = await fill_in(ui, BOB, form.custom_id, {"until": "mon 8:00", "from": ""})
    assert "Away · Fri 27 Nov 13:00 – Mon 30 Nov 08:00" in answer.text


async def test_the_others_read_until_when_and_nothing_else(ui: UI, server: FakeDiscord) -> None:
    """On the board, the table page and the desk of a night; and not before it begins."""
    table, _place = await begun(ui, server)
    playable, wording = ui.services.games[table.game_key], ui.services.wording(table)

    def read() -> str:
        face = table.face()
        board = board_page(playable, face, [], wording)
        page = table_page(playable, face, Viewer(ADA.id), {}, wording)
        desk = " · ".join(table_state(DeskTable(1, 1, face), playable, wording))
        assert (("💤" in board.text), ("💤" in desk)) == ("💤" in str(page.fields), "💤" in desk)
        return f"{board.text}\n{page.fields}\n{desk}"

    until = FRIDAY + 3 * DAY
    await ui.services.away_days.set(BOB.id, FRIDAY + DAY, until, None)
    assert "💤" not in read(), "others read of days that haven't begun"
    await ui.services.away_days.set(BOB.id, None, until, None)
    said = read()
    assert f"💤 Bob is away until <t:{until}:f>." in said
    assert said.count(str(until)) == 3, said
    await ui.services.away_days.set(CLEO.id, None, until, "computer")
    row = await ui.services.away_days.row(CLEO.id)
    assert shown(table.seats[2], row, "live", FRIDAY).back_at is None


async def test_the_host_chooses_how_many_days_before_the_game(ui: UI, server: FakeDiscord) -> None:
    del server
    table = await ui.open(ADA, BOB)
    await ui.services.lobby_verbs.set_pace(table.id, ADA.id, "days")
    answer = await press(ui, ADA, f"t:settings:{table.id}")
    assert "Clocks stop for up to 7 days for whoever sets **Away …** in" in answer.text
    answer = await press(ui, ADA, f"t:away:{table.id}:14", own=True)
    assert "up to 14 days" in answer.text
    answer = await press(ui, ADA, f"t:away:{table.id}:0", own=True)
    assert "Clocks go on while somebody is away." in answer.text
    assert table.away_days == 0
    refused = await press(ui, BOB, f"t:away:{table.id}:3", own=True)
    assert "can change that" in refused.text
    assert table.away_days == 0


async def test_the_others_go_on_without_somebody_by_vote(ui: UI, server: FakeDiscord) -> None:
    """The buttons come when it is time and not before, on the board and on the table page."""
    table, _place = await begun(ui, server)
    asked = table.to_act()[0]
    late = Person(table.seats[asked].person, table.seats[asked].name)
    one, other = (each for each in (ADA, BOB, CLEO) if each.id != late.id)
    said = f"a:on:{table.id}:stand_in:{asked}"
    assert said not in (await page(ui, table, one)).buttons.values()
    refused = await press(ui, one, said, own=True)
    assert "still waits for them" in refused.text
    ui.tables._now = lambda: FRIDAY + 3 * DAY
    await TableTimer(ui.tables, ui.services.lobby_verbs).ring(table.id)
    playable, wording = ui.services.games[table.game_key], ui.services.wording(table)
    board = board_page(playable, table.face(), [], wording)
    assert said in str(board.rows)
    assert said not in (await page(ui, table, late)).buttons.values(), "about oneself"
    assert f"a:back:{table.id}" in (await page(ui, table, late)).buttons.values()
    if table.host != one.id:
        await ui.services.table_verbs.make_host(table.id, late, one.id)
    offered = [each for each, _said in (await page(ui, table, one)).lists]
    assert offered == [f"a:pace:{table.id}"], "the same is offered twice"
    removed = await press(ui, one, f"a:kick:{table.id}", str(late.id), own=True)
    assert "I've asked the others to vote." in removed.text
    assert table.seats[asked].here and table.motion is not None, "the host removes somebody alone"
    await press(ui, one, f"a:vote:{table.id}:{table.motion.revision}:n", own=True)
    answer = await press(ui, one, said, own=True)
    assert "I've asked the others to vote." in answer.text
    board = board_page(playable, table.face(), [], wording)
    assert f"{one.name} wants a computer to play for {late.name}." in str(board.fields)
    ends = f"one yes is enough <t:{FRIDAY + 5 * DAY}:R>"
    assert ends in str(board.fields), "nobody reads that silence doesn't block"
    assert said not in str(board.rows), "a second vote is offered while one is open"
    assert table.motion is not None
    await press(ui, other, f"a:vote:{table.id}:{table.motion.revision}:y", own=True)
    assert table.seats[asked].away


async def test_the_list_of_games_leads_to_the_days_away(ui: UI, server: FakeDiscord) -> None:
    await begun(ui, server)
    await in_a_zone(ui)
    listed = await typed(ui, "me games")
    assert listed.buttons["Away …"] == "me:away"
    assert "💤" not in listed.text
    await ui.services.away_days.set(BOB.id, None, FRIDAY + 2 * DAY, None)
    listed = await typed(ui, "me games")
    assert f"💤 You're away until <t:{FRIDAY + 2 * DAY}:f>." in listed.text
    assert listed.buttons["I'm back"] == "me:away:back"
    shown = await press(ui, BOB, "me:away", own=True)
    assert "I don't call you while you're away." in shown.text


@pytest.mark.usefixtures("server")
async def test_who_comes_back_does_so_wherever_a_computer_plays_for_them(ui: UI) -> None:
    left, gave_up, other = [await ui.start(ADA, BOB, CLEO) for _ in range(3)]
    verbs = ui.services.table_verbs
    await verbs.give_up(gave_up.id, BOB)
    for table in (left, other):
        await away_at(ui, table, 1)
    listed = await typed(ui, "me games")
    assert listed.buttons["I'm back"] == "me:away:back", "nothing leads back from the computers"
    back = await typed(ui, "me back")
    assert "Welcome back\n> You have your seats back in 2 games." in back.text, back.text
    assert left.seats[1].here and other.seats[1].here and gave_up.seats[1].gave_up
    assert left.seats[1].name == "Bobby", "a name is carried to another server"
    assert "I'm back" not in (await typed(ui, "me games")).buttons, "who gave up can't come back"
    assert "You're not away." in (await typed(ui, "me back")).text


async def away_at(ui: UI, table: Table, number: int) -> None:
    """Let a computer play on somebody's seat until they are back, under their name there."""
    seat = replace(table.seats[number], name="Bobby", stand_in="away", away_since=table.step())
    async with ui.tables.held(table.id):
        await ui.tables.change(table, seats=put(table, number, seat))


async def test_nights_that_somebody_is_in_for_are_called_off_there(
    ui: UI, server: FakeDiscord
) -> None:
    del server
    night, guest = await evening(ui, 3, doors=False), GUESTS[1]
    at = (await night.night()).guests.starts_at
    await ui.services.away_days.set(guest.id, at + 1, at + DAY, None)
    label = "I can't come: Friday"
    assert label not in (await press(ui, guest, "me:away", own=True)).buttons, "it is before that"
    await ui.services.away_days.set(guest.id, at, at + DAY, None)
    shown = await press(ui, guest, "me:away", own=True)
    assert f"<t:{at}:f> · You're in" in shown.text
    await night.click(label, shown, guest)
    found = (await night.night()).guests.find(guest.id)
    assert found is not None and found.answer == "out"
    assert "Friday" not in (await press(ui, guest, "me:away", own=True)).text


async def test_who_has_no_games_reads_that_they_are_away(ui: UI) -> None:
    await in_a_zone(ui)
    await typed(ui, "me away", until="mon 8:00")
    shown = await typed(ui, "me games")
    assert "in no game right now" in shown.text and "💤 You're away until" in shown.text
    assert {"I'm back", "Away …", "My calls"} <= shown.buttons.keys(), shown.buttons
