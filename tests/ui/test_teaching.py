"""What is said at a teaching table, on whose hand tips stand, and where hosts choose them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.nights.guest_presses import press_here, toggle
from bot.nights.night import Post
from bot.nights.result_files import attendance_file
from bot.nights.table_sizes import TableSizes
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.left_over import left_over_page
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_posts import direct_message, post_message
from bot.ui.pages.nights.night_recap import recap_page
from bot.ui.pages.nights.standings_page import Named
from bot.ui.pages.page import Page, Row
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Render
from bot.ui.pages.tables.board import night_line
from bot.ui.pages.tables.hand import COACH
from bot.ui.pages.tables.ping import called_in, ping_rows, ping_text
from bot.ui.pages.tables.setting_names import newcomers_choice
from bot.ui.pages.tables.who_to_ping import PingCall
from bot.ui.pages.wording import Wording
from bot.ui.posting.nights.night_rounds import recap_facts
from cogs.donburiko.help import HELP
from cogs.donburiko.lesson import LESSON
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from cogs.korpokkur.rules import GAME as KORPOKKUR
from tests.contract import seen
from tests.nights.sample_nights import guests_in, sample_night
from tests.only import only
from tests.ui.clicks import press
from tests.ui.conftest import UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import EVENTS, GUESTS, HOST, Evening, evening

VOICE = Wording("en-GB")
TAUGHT = PlayableGame(GAME, RENDER, HELP, lesson=LESSON)
TEACHER, NEW = GUESTS[1], GUESTS[2]


async def come(ui: UI, *, teacher: bool = True) -> Evening:
    """Return a night to which seven have come, one of whom wants to learn."""
    ui.services.games["donburiko"] = TAUGHT
    night = await evening(ui, 7, doors=False)
    await night.answer(lambda: toggle("learner"), NEW)
    if teacher:
        await night.answer(lambda: toggle("teacher"), TEACHER)
    await night.click("Open the doors now", await night.desk())
    await night.answer(press_here, *GUESTS[:7])
    return night


async def dealt(ui: UI, *, teacher: bool = True) -> tuple[Evening, Table, list[Table]]:
    """Deal a first round; return the teaching table and the others."""
    night = await come(ui, teacher=teacher)
    tables = await night.start()
    table = only([each for each in tables if each.teaching], "a teaching table")
    return night, table, [each for each in tables if each is not table]


def labels(rows: Iterable[Row]) -> list[str]:
    """Return what buttons are called."""
    buttons = (each for row in rows if isinstance(row, tuple) for each in row)
    return [each.label for each in buttons]


def begins(table: Table, playable: PlayableGame = TAUGHT) -> tuple[str, list[str]]:
    """Return the first ping of a table, and its buttons."""
    face = table.face()
    calls = {PingCall(seat.person, "start") for seat in face.seats}
    wording = Wording("en-GB", tuple(seat.name for seat in face.seats))
    text = ping_text(playable, face, calls, {}, wording)
    assert called_in(text) == calls, "whom it called can't be read again"
    rows = ping_rows(playable, face, calls, wording)
    assert Page("", rows=rows).view(), "the page can't be shown"
    return text, labels(rows)


async def test_whoever_has_learnt_it_is_no_learner_in_the_next_round(
    ui: UI, server: FakeDiscord
) -> None:
    """No mark says so any more, and their next table says what time there is, and why."""
    night, table, others = await dealt(ui)
    assert "📖" in night_card_page(await night.night(), [TAUGHT], VOICE).text
    for each in (*others, table):
        await night.play_out(each)
    await night.quiet()
    now = await night.night()
    (guest,) = [each for each in now.guests.guests if each.person == NEW.id]
    assert "learner" not in guest.marks, "they want to learn what they have learnt"
    people = attendance_file(now, str).decode()
    assert f"{NEW.id},in,yes,1,0,yes,no" in people, f"nobody wanted to learn: {people}"
    tables = await night.start()
    assert not any(each.teaching for each in tables)
    usual = "You have the usual 2 minutes for each move."
    played = f"⏱️ {NEW.name} has learned this game, so moves have a limit again. {usual}"

    async def said(each: Table) -> str:
        calls = frozenset({PingCall(each.seats[0].person, "start")})
        _call, *more = (await ui.messages._pings._text(each, calls)).splitlines()
        return "\n".join(more)

    for each in tables:
        there = {seat.person for seat in each.seats}
        wanted = played if NEW.id in there else ""
        assert await said(each) == wanted, "who had the usual time before reads that it is usual"
    # As if they had taken their mark back before they had finished one.
    away = [replace(e, stand_in="away") if e.person == NEW.id else e for e in table.seats]
    table.become(replace(table, seats=away))
    (theirs,) = [each for each in tables if each.sits(NEW.id)]
    assert await said(theirs) == f"⏱️ {usual}"


async def test_a_host_can_give_newcomers_their_time_again(ui: UI, server: FakeDiscord) -> None:
    _night, table, _others = await dealt(ui)
    list_id = routes.ASK_PACE(table.id).removesuffix(":")

    async def paces() -> list[str]:
        page = await press(ui, HOST, routes.TABLE_PAGE(table.id))
        return only(
            [values for id_, values in page.lists if id_.startswith(list_id)], "a list of paces"
        )

    assert routes.NEWCOMERS not in await paces()
    await press(ui, HOST, routes.ASK_PACE(table.id, "none"), own=True)
    assert "no clock" in night_line(table.face(), VOICE)[-1]
    assert routes.NEWCOMERS in await paces()
    again = newcomers_choice(VOICE)
    assert again == "Live, 10 min for the first move, 5 min for each later one"
    await press(ui, HOST, routes.ASK_PACE(table.id, routes.NEWCOMERS), own=True)
    assert (table.pace, table.move_time, table.later_time) == ("live", 600, 300)


@pytest.mark.parametrize("teacher", [True, False])
async def test_the_first_ping_says_who_teaches(ui: UI, server: FakeDiscord, teacher: bool) -> None:
    _night, table, others = await dealt(ui, teacher=teacher)
    text, buttons = begins(table)
    said = f"📖 {TEACHER.name} teaches whoever" if teacher else "📖 Somebody here"
    # It may be their second one: who was taught on another night may ask for it again.
    assert (
        f"{said} is learning the game." in text
        and "is learning has 10 minutes for the first move, 5 for each later one." in text
        and "The others have 2 minutes for each move." in text
        and "tips" in text
    ), text
    learn = [] if teacher else ["Learn by playing, 4 minutes"]
    assert buttons == ["My hand", "Rules", *learn]
    slow = "📖 who learns here: first move 10 min, later 5 min"
    assert slow in night_line(table.face(), VOICE), "why do they wait so long?"
    for pace, said in (("none", "no clock"), ("live", "live, 3 h + 10 s a move")):
        seats = tuple(replace(each, learns=False) for each in table.face().seats)
        other = replace(table.face(), pace=pace, move_time=10 * (pace == "live"), seats=seats)
        other = replace(other, reserve=3 * 3600 * (pace == "live"))
        assert f"📖 somebody learns here: {said}" in night_line(other, VOICE)
    for other in others:
        assert "📖" not in str(night_line(other.face(), VOICE))
        text, buttons = begins(other)
        assert "📖" not in text and buttons == ["My hand"], f"said at another table: {text}"
    later = {PingCall(seat.person, "move") for seat in table.seats}
    assert labels(ping_rows(TAUGHT, table.face(), later, VOICE)) == ["My hand"]
    answer = await press(ui, NEW, routes.RULES(table.game_key, 0, ""))
    assert not answer.public, "everybody reads the rules that one person asked for"


async def test_nobody_is_made_a_teacher_as_the_teacher_leaves(ui: UI, server: FakeDiscord) -> None:
    led, table, _others = await dealt(ui)
    verbs = ui.services.table_verbs
    await verbs.leave(table.id, TEACHER)
    assert table.host != TEACHER.id
    assert "📖 Somebody here" in begins(table)[0], "whoever is host now is said to teach"
    untaught = f"⚠️ Nobody teaches at table {table.night_table} now."
    assert untaught in (await led.desk()).text
    await verbs.back(table.id, TEACHER)
    assert f"📖 {TEACHER.name} teaches whoever" in begins(table)[0]
    assert untaught not in (await led.desk()).text


@pytest.mark.parametrize("teacher", [True, False])
async def test_a_proposal_marks_the_table_where_nobody_teaches(
    ui: UI, server: FakeDiscord, teacher: bool
) -> None:
    night = await come(ui, teacher=teacher)
    plan = await night.click("Seat round 1", await night.desk())
    marked = [line for line in plan.text.splitlines() if "nobody teaches" in line]
    learns = [line for line in plan.text.splitlines() if NEW.name in line and "📖" in line]
    assert learns and marked == ([] if teacher else learns), plan.text
    longer = "who learns may take longer: 10 minutes for the first move, 5 for each later one"
    calm = [line for line in plan.text.splitlines() if longer in line]
    assert calm == learns, f"which table has more time: {plan.text}"


async def test_who_starts_reads_who_then_has_no_teacher_and_which_tables_change(
    ui: UI, server: FakeDiscord
) -> None:
    night = await come(ui)
    await night.click("Seat round 1", await night.desk())
    now = await night.night()
    proposal = now.proposal
    assert proposal is not None
    seating, voice = proposal.seating, Wording("en")
    at = next(n for n, t in enumerate(seating.seated.tables) if NEW.id in t.people)
    other = next(n for n in range(len(seating.seated.tables)) if n != at)
    tables, sizes = [*seating.seated.tables], [*seating.sizes.seats]
    tables[at] = replace(tables[at], people=tuple({*tables[at].people} - {NEW.id}))
    tables[other] = replace(tables[other], people=(*tables[other].people, NEW.id))
    sizes[at], sizes[other] = sizes[at] - 1, sizes[other] + 1
    seated, bent = replace(seating.seated, tables=tuple(tables)), TableSizes(tuple(sizes))
    mended = replace(proposal, seating=replace(seating, sizes=bent, seated=seated))
    told = left_over_page(now, proposal, mended, 0, voice).text
    said = (f"{NEW.name} then has no teacher.", f"Table {at + 1} then has {sizes[at]} seats.")
    assert all(each in told for each in said), told
    same = left_over_page(now, proposal, proposal, 0, voice).text
    assert "no teacher" not in same and "seats" not in same, same


async def test_a_game_without_lesson_and_tips_promises_neither(ui: UI, server: FakeDiscord) -> None:
    class Silent(type(RENDER)):  # type: ignore[misc]
        coach = Render.coach

    plain = PlayableGame(GAME, Silent(), HELP)
    _night, table, _others = await dealt(ui, teacher=False)
    text, buttons = begins(table, plain)
    assert "tips" not in text and buttons == ["My hand", "Rules"], (text, buttons)


async def test_everybody_at_the_table_has_tips_until_they_say_that_they_know_it(
    ui: UI, server: FakeDiscord
) -> None:
    _night, table, others = await dealt(ui)
    readers = ui.tables.readers
    for other, wanted in ((table, True), (others[0], False)):
        seat = other.people_asked()[0]
        person = other.seats[seat].person
        await ui.tables.store.database.write(
            "INSERT INTO learnt (person, game, ended) VALUES (?, 'donburiko', 2)", (person,)
        )
        await readers.read(person, "donburiko")

        def tips(other: Table = other, seat: int = seat) -> bool:
            page = ui.hands.screens.page(other, seat, "en-GB", drawn=False)
            return COACH in f"{page.text}{page.under.text if page.under else ''}"

        assert tips() is wanted, f"tips at a {other.teaching or 'usual'} table: {not wanted}"
        await readers.say(person, ["donburiko"], True)
        assert not tips(), "they go on, though not wanted"


async def test_a_learners_reminder_has_the_lesson(ui: UI, server: FakeDiscord) -> None:
    night, _table, _others = await dealt(ui)
    now = await night.night()
    for people, wanted in (((NEW.id, TEACHER.id), True), ((TEACHER.id,), False)):
        post = Post("remind", people)
        said = post_message(now, post, 7, VOICE, games=[TAUGHT])
        own = direct_message(now, post, 7, VOICE, [TAUGHT])
        for rows in (said.rows, own.rows):
            assert ("Learn by playing, 4 minutes" in labels(rows)) is wanted
        without = post_message(now, post, 7, VOICE, games=[replace(TAUGHT, lesson=None)])
        assert not any("Learn" in each for each in labels(without.rows))
        three = post_message(now, post, 7, VOICE, games=[TAUGHT] * 3)
        offered = [each for each in labels(three.rows) if "Learn" in each]
        assert offered == (["Learn by playing …"] if wanted else []), offered


def test_a_reminder_asks_whoever_may_come_to_decide_without_a_name() -> None:
    people = [
        replace(guest, answer=answer)
        for guest, answer in zip(guests_in("Ada", "Bob"), ("in", "maybe"), strict=True)
    ]
    night = sample_night(people, "open")
    ask = "\nStill a maybe? Press **I'm in**"
    for asked, wanted in ((people[:1], False), (people, True), (people[1:], True)):
        said = post_message(night, Post("remind", tuple(e.person for e in asked)), 7, VOICE).text
        assert (ask in said) is wanted, f"who is in is asked whether they come: {said}"
        assert "Bob" not in said, f"all read who hasn't decided: {said}"


async def test_the_recap_names_who_was_taught_and_by_whom(ui: UI, server: FakeDiscord) -> None:
    night, table, others = await dealt(ui)

    async def recap() -> str:
        now = await night.night()
        return recap_page(now, await recap_facts(ui.services, now), VOICE).text

    for other in others:
        await night.play_out(other)
    assert "Learned" not in await recap(), "their game isn't over"
    await night.play_out(table)
    text = await recap()
    assert f"Learned to play: {NEW.name}." in text, text
    assert "Thanks to" not in text, f"the night is still on: {text}"
    over = (await night.night()).with_row(state="over")
    text = recap_page(over, await recap_facts(ui.services, over), VOICE).text
    assert f"Thanks to {HOST.name} for hosting and to {TEACHER.name} for teaching." in text, text
    now = await night.night()
    facts = await recap_facts(ui.services, now)
    planned = now.row.starts_at
    for began, when in ((planned + 960, f"<t:{planned + 960}:f>"), (planned, f"<t:{planned}:D>")):
        then = now.with_round(replace(now.dealt[0], began_at=began))
        text = recap_page(then, facts, VOICE).text
        assert f"\n-# {when} · " in text, f"when was it? {text}"
    seating, games = (
        now.dealt[0].seating,
        [PlayableGame(g, RENDER, HELP) for g in (GAME, KORPOKKUR)],
    )
    tables = tuple(replace(each, game=GAME.info.key) for each in seating.seated.tables)
    seating = replace(seating, seated=replace(seating.seated, tables=tables))
    then = now.with_round(replace(now.dealt[0], seating=seating))
    text = recap_page(then, replace(facts, games=games), VOICE).text
    assert f"Learned to play: {NEW.name} ({games[0].title(VOICE)})." in text, text
    untaught = tuple(replace(each, teachers=()) for each in now.dealt[0].seating.teaching)
    seating = replace(now.dealt[0].seating, teaching=untaught)
    alone = now.with_round(replace(now.dealt[0], seating=seating))
    text = recap_page(alone, facts, VOICE).text
    assert f"First time: {NEW.name}." in text and "Learned" not in text, text
    hidden = replace(facts, named=Named(facts.named.names, frozenset({NEW.id})))
    assert "Learned" not in recap_page(now, hidden, VOICE).text, "who hides is named"


async def test_whose_game_computers_have_finished_is_taught_again(
    ui: UI, server: FakeDiscord
) -> None:
    night, table, others = await dealt(ui)
    seat = next(n for n, each in enumerate(table.seats) if each.person == NEW.id)
    while not table.has_moved(seat):
        await night.play_once(table)
    await ui.services.night_verbs.play_out(table.id, HOST)
    for each in (table, *others):
        await night.play_out(each)
    await night.quiet()
    now = await night.night()
    text = recap_page(now, await recap_facts(ui.services, now), VOICE).text
    assert "Learned" not in text, text
    await night.answer(press_here, *GUESTS[:7])
    again = only([each for each in await night.start() if each.teaching], "a teaching table")
    assert again.sits(NEW.id) and again.sits(TEACHER.id), "nobody teaches them"


async def test_a_host_says_whether_there_are_such_tables(ui: UI, server: FakeDiscord) -> None:
    night = await evening(ui, 3, doors=False)
    page = await press(ui, HOST, desk_routes.PILOT(night.id), own=True, permissions=EVENTS)
    assert "Whoever wants to be taught learns at a table with more time" in page.text, page.text
    assert desk_routes.SET_TEACH(night.id) in [custom_id for custom_id, _offered in page.lists]
    for to in ("off", "on"):
        page = await press(
            ui, HOST, desk_routes.SET_TEACH(night.id), to, own=True, permissions=EVENTS
        )
        assert (await night.night()).row.teach is (to == "on")
        assert ("newcomers play like everybody else" in page.text) is (to == "off"), page.text
        told = await press(ui, HOST, routes.PRESS_IN(night.id))
        taught = {"Teach me", "I can teach"} & {*told.buttons}
        assert len(taught) == (0 if to == "off" else 2), f"what do they bring? {taught}"


async def test_the_page_and_the_first_ping_say_that_a_late_table_is_dealt_short(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    playable = seen.playable_of(KORPOKKUR)
    ui.services.add_game(playable)
    night = await evening(ui, 4, game="korpokkur")
    first = only(await night.start(), "one table")
    later = ui.tables.now() + 1000
    monkeypatch.setattr(ui.tables, "now", lambda: later)
    await night.answer(press_here, *GUESTS[4:6])
    page = await night.click("Add a table to round 1 …", await night.desk())
    assert "7 Little Korpokkurs is dealt as a short game" in page.text, page.text
    assert "about 5 minutes" in page.text, page.text
    await night.click("Deal table 2", page)
    await night.quiet()
    tables = await ui.services.nights.reader.tables_of(await night.night())
    short = "This is a short game."
    assert short in begins(tables[1, 2], playable)[0], "nobody is told that it is short"
    assert short not in begins(first, playable)[0], "the usual game is called short"


async def test_a_guest_who_looks_at_the_night_can_still_ask_to_be_taught(ui: UI) -> None:
    """The card shown to them alone stands in place of the answer that offered it."""
    night = await evening(ui, 3, doors=False)
    answer = await press(ui, GUESTS[1], routes.PRESS_IN(night.id))
    assert "Teach me" in answer.buttons, [*answer.buttons]
    page = await press(ui, GUESTS[1], routes.SHOW_NIGHT(night.id))
    assert "Teach me" in page.buttons, f"it is gone, with no way back: {[*page.buttons]}"
    page = await press(ui, GUESTS[6], routes.SHOW_NIGHT(night.id))
    assert "Teach me" not in page.buttons, "whoever hasn't answered isn't asked how they come"
