"""A night of several games: planned, ticked, seated, changed and looked back at by clicks."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from bot.nights import proposals
from bot.nights.announcing import edit
from bot.nights.dates import moment, read_stored, zone_of
from bot.nights.guest_presses import press_here
from bot.nights.night import Night, NightGame, Press
from bot.tables.seat import Person
from bot.tables.trouble import Trouble
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.points_page import points_page
from bot.ui.pages.nights.round_list import list_page
from bot.ui.pages.nights.seating_changes import other_game_page
from bot.ui.pages.page import Select
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.wording import Wording
from bot.ui.posting.nights.night_pages import night_page
from bot.ui.posting.nights.night_rounds import recap_facts
from cogs.kirifuda import help as kirifuda_help
from cogs.kirifuda import player as kirifuda_player
from cogs.kirifuda import render as kirifuda_render
from cogs.kirifuda import rules as kirifuda
from cogs.shiranui import help as shiranui_help
from cogs.shiranui import player as shiranui_player
from cogs.shiranui import render as shiranui_render
from cogs.shiranui import rules as shiranui
from tests.ui.clicks import Answer, command, interaction, press
from tests.ui.conftest import CHANNEL, UI
from tests.ui.fake_discord import FakeDiscord, Place
from tests.ui.night_evening import EVENTS, GUESTS, HOST, Evening, evening
from tests.ui.test_forms import filled
from tests.ui.test_nights import form

ENGLISH = Wording("en-GB")


@pytest.fixture
def games(ui: UI) -> None:
    """Give the bot two more games."""
    ui.services.add_game(PlayableGame(kirifuda.GAME, kirifuda_render.RENDER, kirifuda_help.HELP))
    ui.services.add_game(PlayableGame(shiranui.GAME, shiranui_render.RENDER, shiranui_help.HELP))
    ui.services.players |= {"kirifuda": kirifuda_player, "shiranui": shiranui_player}


async def planned(ui: UI, count: int = 9, **more: Any) -> Evening:
    """Announce a night of two games to which so many come."""
    further = (NightGame("shiranui", "{}"),)
    return await evening(ui, count, game="kirifuda", further=further, **more)


async def tick(ui: UI, night: Evening, person: Person, *games: str) -> Answer:
    """Tick games on the card; none for any."""
    return await press(ui, person, routes.TICK_NONE(night.id), *games)


def played(night: Night) -> list[tuple[str, tuple[int, ...]]]:
    """Return what is played at the tables of the newest round, and by whom."""
    return [(each.game, each.people) for each in night.rounds[-1].seating.seated.tables]


@pytest.mark.usefixtures("games")
async def test_an_evening_of_two_games(ui: UI) -> None:
    """Guests sit at what they ticked, tables are named by their games, and each has a best."""
    night = await planned(ui)
    card = await press(ui, GUESTS[1], routes.SHOW_NIGHT(night.id), own=True)
    assert "Each table plays one of these games." in card.text, "nobody says which is played"
    rules = await night.click("Rules", card, GUESTS[1])
    assert "**Shiranui**: " in rules.text, f"what kind of game is it? {rules.text}"
    shown = await night.click("Shiranui", rules, GUESTS[1])
    assert "Shiranui · The game at a glance" in shown.text, (
        f"no rules behind the button: {shown.text}"
    )
    for person in GUESTS[:4]:
        await tick(ui, night, person, "kirifuda")
    for person in GUESTS[4:9]:
        await tick(ui, night, person, "shiranui")
    desk = await night.desk()
    # By what is ticked they may sit otherwise; nothing that is said before tells of that.
    assert "3 tables of 3. The games they pick can change that." in desk.text, desk.text
    plan = await night.click("Seat round 1", desk)
    assert "Kirifuda · " in plan.text and "Shiranui · " in plan.text, plan.text
    assert "Not played yet" not in plan.text, plan.text
    await night.click("Start all", plan)
    await night.quiet()
    now = await night.night()
    of = {game: {*people} for game, people in played(now)}
    assert of["kirifuda"] == {each.id for each in GUESTS[:4]}
    tables = [t for _, t in sorted((await ui.services.nights.reader.tables_of(now)).items())]
    assert sorted(each.game_key for each in tables) == ["kirifuda", "shiranui"]
    desk = (await night.desk()).text
    assert "Ameno Kirifuda" in desk and "Shiranui" in desk, "the desk doesn't say what is played"
    shown = [DeskTable(1, each.night_table or 0, each.face()) for each in tables]
    known = ui.services.games_of(now)
    listed = list_page(now, now.rounds[0], shown, known, 0, ENGLISH).text
    assert listed.count("Ameno Kirifuda · ") == 1, "the round's card doesn't name the games"
    names = [await ui.messages._lobby_cards._thread_name(each) for each in tables]
    assert names[0].startswith("R1 table 1 · "), f"a phone cuts off which table it is: {names}"
    assert any("· Shiranui ·" in each for each in names), names
    local = read_stored(now.row.local)
    await evening(ui, 0, doors=False, when=moment(local, zone_of(now.row.zone)))
    timed = [await ui.messages._lobby_cards._thread_name(each) for each in tables]
    hour = f" {Wording(now.row.language).clock(local)}"
    assert timed == [f"{each}{hour}" for each in names], "two nights of a day are called the same"
    for each in tables:
        await night.play_out(each)
    facts = await recap_facts(ui.services, now)
    points = points_page(now.with_row(state="over"), facts, ENGLISH, None)
    assert "Highest score" not in points.text, "scores of different games were compared"
    nothing = [
        replace(each, result=each.result and each.result._replace(points=0, won=False))
        for each in facts.points.earned
    ]
    facts = replace(facts, points=replace(facts.points, earned=tuple(nothing)))
    points = points_page(now.with_row(state="over"), facts, ENGLISH, None)
    assert "Best at" not in points.text, "somebody is best where computers played all of it"


@pytest.mark.usefixtures("games")
async def test_a_host_picks_the_game_of_a_table_for_those_who_wait(ui: UI) -> None:
    """One is suggested, any other that their number fits is a press away."""
    night = await planned(ui, 4)
    await night.start()
    await night.answer(press_here, *GUESTS[4:7])
    page = await night.click("Add a table to round 1 …", await night.desk())
    (other,) = (each for each in page.buttons if each.endswith("instead"))
    title = other.removeprefix("Play ").removesuffix(" instead")
    assert f"{title} · " not in page.text, page.text
    page = await night.click(other, page)
    assert f"{title} · 1 table of 3" in page.text and other not in page.buttons, page.text
    await night.click("Deal table 2", page)
    game, people = played(await night.night())[-1]
    assert title in ui.services.games[game].title(ENGLISH), game
    assert {*people} == {each.id for each in GUESTS[4:7]}


@pytest.mark.usefixtures("games")
async def test_a_host_changes_the_game_of_a_table(ui: UI) -> None:
    """A new seating asks before it is lost."""
    night = await planned(ui, 8)
    plan = await night.click("Seat round 1", await night.desk())
    assert "Not played yet: Shiranui. Next round, what was played least comes first" in plan.text
    asked = await night.click("Change game …", plan)
    assert len(asked.lists[0][1]) == 2, "each of the two tables has one other game"
    assert list(asked.buttons) == ["Back"], "nothing leads back without a change"
    assert "at most" not in asked.text, asked.text
    plan = await night.pick(asked, "1.shiranui")
    assert [game for game, _people in played(await night.night())] == ["kirifuda", "shiranui"]
    older = await night.pick(asked, "0.shiranui")
    assert "Nothing was done" in older.text, "a list of an older seating still changes it"
    asked = await night.click("Shuffle", plan)
    assert "This undoes 1 change of yours." in asked.text
    before = await night.click("Change game …", plan)
    plan = await night.pick(before, "0.shiranui")
    again = await night.click("Change game …", plan)
    await night.pick(again, "0.kirifuda")
    older = await night.click("Change game …", plan)
    assert "Nothing was done" in older.text, "a button of an older seating asks about the newest"


@pytest.mark.usefixtures("games")
async def test_a_proposal_says_which_game_its_tables_are_too_large_for(ui: UI) -> None:
    night = await planned(ui, 5)
    plan = await night.click("Seat round 1", await night.desk())
    assert "Table 1 has too many people for Ameno Kirifuda (4 at most)." in plan.text, plan.text
    assert not {"Change game …", "Shuffle"} & {*plan.buttons}, "nothing else is possible"


async def takes(ui: UI, night: Evening) -> dict[str, str]:
    """Return what is said below each other game that a table of the proposal can play."""
    now = await night.night()
    assert now.proposal is not None
    facts = await ui.services.round_runner.facts(now)
    others, games = proposals.other_games(now, facts, now.proposal), ui.services.games_of(now)
    page = other_game_page(now, now.proposal, others, games, ENGLISH, 0)
    lists = (row for row in page.rows if isinstance(row, Select))
    return {each.value: each.more for found in lists for each in found.choices}


@pytest.mark.usefixtures("games")
async def test_a_computer_fills_up_a_table_for_a_game_that_needs_more(ui: UI) -> None:
    """As another one that needs fewer does without it."""
    night = await evening(ui, 2, game="donburiko", further=(NightGame("kirifuda", "{}"),))
    plan = await night.click("Seat round 1", await night.desk())
    assert await takes(ui, night) == {"0.kirifuda": "With 1 computer"}
    plan = await night.pick(await night.click("Change game …", plan), "0.kirifuda")
    found = (await night.night()).proposal
    assert found is not None
    sizes = found.seating.sizes
    assert (sizes.seats, sizes.computers, sizes.guests_by_table()) == ((3,), 1, (2,))
    assert await takes(ui, night) == {"0.donburiko": "Without a computer"}
    await night.click("Start all", plan)
    await night.quiet()
    (table,) = (await ui.services.nights.reader.tables_of(await night.night())).values()
    assert table.game_key == "kirifuda" and sum(seat.mind is not None for seat in table.seats) == 1


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("count", [4, 5, 7, 8])
async def test_other_sizes_are_offered_exactly_if_a_press_gives_them(ui: UI, count: int) -> None:
    """Not if only another game would be played at tables of the same sizes."""
    further = (NightGame("kirifuda", "{}"),)
    night = await evening(ui, count, game="donburiko", further=further)
    await night.click("Seat round 1", await night.desk())
    for person in GUESTS[:2]:
        await tick(ui, night, person, "kirifuda")
    runner = ui.services.round_runner
    for larger in (-1, 1, -1):
        now = await night.night()
        assert now.proposal is not None
        before = now.proposal.seating.sizes
        facts = await runner.facts(now)
        offered = proposals.next_shift(now, facts, larger) is not None
        split = not offered and larger < 0 and proposals.split(now, facts) is not None
        by = Press(HOST, ui.interaction(), leads=True)
        with suppress(Trouble):
            now = await runner.seat_again(night.id, by, larger=larger)
        assert now.proposal is not None
        after = now.proposal.seating.sizes
        fewer = len(before.seats) - len(after.seats)
        found = f"{larger}: {before.seats} to {after.seats}"
        assert (offered or split) == (fewer * larger > 0), found
        assert after.computers <= before.computers + split, "a computer fills up larger tables"


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("further", [(), (NightGame("kirifuda", "{}"),)], ids=["one", "two"])
async def test_a_large_table_can_be_split_with_a_computer(
    ui: UI, further: tuple[NightGame, ...]
) -> None:
    """Where no smaller ones fit exactly; it stays split as it is shuffled, and can be one again."""
    night = await evening(ui, 5, game="shiranui", further=further)
    plan = await night.click("Seat round 1", await night.desk())
    seats: list[tuple[int, ...]] = []
    for label in ("Smaller tables, 1 computer", "Shuffle", "Larger tables"):
        plan = await night.click(label, plan)
        found = (await night.night()).proposal
        assert found is not None
        sizes = found.seating.sizes
        assert len(found.seating.seated.everybody()) == 5, "somebody sits out"
        assert sizes.computers == sum(sizes.seats) - 5
        seats.append(sizes.seats)
    assert seats == [(3, 3), (3, 3), (5,)]


@pytest.mark.usefixtures("games")
async def test_nobody_can_tell_who_ticked_what(ui: UI) -> None:
    """Whatever is ticked, all pages stay as they are, and no message is touched, until tables are
    proposed.
    """
    night = await planned(ui, 9, doors=False)
    told: list[Night] = []
    ui.services.nights.listeners.append(told.append)

    async def seen() -> list[str]:
        now = await night.night()
        asked = [
            (await night.desk()).text,
            (await press(ui, HOST, desk_routes.GUESTS(night.id), own=True)).text,
            (await press(ui, HOST, desk_routes.GUEST(night.id, GUESTS[2].id), own=True)).text,
            (await press(ui, HOST, routes.KEEP_NIGHT(night.id), own=True)).text,
        ]
        sizes = await ui.services.round_runner.size_choices(now)
        row = replace(now.row, games="")
        asked = [re.sub("as of .*|[0-9:]+ there now", "", text) for text in asked]
        return [str(night_page(ui.services, now)), *asked, str(sizes), str(row), str(now.calls)]

    async def all_tick(*ways: tuple[str, ...]) -> None:
        for number, person in enumerate(GUESTS[:9]):
            await tick(ui, night, person, *ways[number % len(ways)])

    for doors in (False, True):
        if doors:
            await night.click("Open the doors now", await night.desk())
            for person in GUESTS[:9]:
                await press(ui, person, routes.PRESS_HERE(night.id))
        before = await seen()
        told.clear()
        for ways in ([("kirifuda",)], [("shiranui",), ()], [("kirifuda", "shiranui")], [()]):
            await all_tick(*ways)
            assert await seen() == before, f"{ways} can be seen"
        assert not told, "a tick has something drawn anew"
    events = await ui.services.nights.store.events(night.id)
    assert not [each for each in events if "tick" in each.what], "a tick is noted for others"


@pytest.mark.usefixtures("games")
async def test_a_tick_is_answered_to_its_guest_alone(ui: UI) -> None:
    night = await planned(ui, 2, doors=False)
    said = await tick(ui, night, GUESTS[1], "shiranui")
    assert "You'd play: Shiranui\n" in said.text and not said.public
    said = await tick(ui, night, GUESTS[1])
    assert "any of these games" in said.text
    asked = await tick(ui, night, GUESTS[5], "shiranui")
    assert "I'm in" in asked.buttons, "a stranger isn't asked whether they come"
    found = await ui.services.nights.get(night.id)
    assert found.guests.find(GUESTS[5].id) is None, "a tick put somebody on the list"
    said = await tick(ui, night, GUESTS[1], "donburiko")
    assert (await night.night()).guests.find(GUESTS[1].id).games == frozenset()  # pyright: ignore[reportOptionalMemberAccess]


@pytest.mark.usefixtures("games")
async def test_a_tick_before_the_answer_is_kept_with_it(ui: UI) -> None:
    night = await planned(ui, 3, doors=False)
    newcomer = GUESTS[5]
    asked = await tick(ui, night, newcomer, "shiranui")
    assert "You'd play: Shiranui" in asked.text and "can you come?" in asked.text, asked.text
    assert (await night.night()).guests.find(newcomer.id) is None, "a tick alone is an answer"
    told = await press(ui, newcomer, asked.buttons["Maybe"], own=True)
    assert "maybe" in told.text and "You'd play: Shiranui" in told.text, told.text
    guest = (await night.night()).guests.find(newcomer.id)
    assert guest is not None and guest.games == {"shiranui"}, "the tick is lost"


@pytest.mark.usefixtures("games")
async def test_a_tick_before_the_answer_counts_whichever_button_answers(ui: UI) -> None:
    night = await planned(ui, 3, doors=False)
    kim, lea = Person(70, "Kim"), Person(71, "Lea")
    for person, verb in ((kim, routes.PRESS_LEARN), (lea, routes.PRESS_IN)):
        await tick(ui, night, person, "shiranui")
        answer = await press(ui, person, verb(night.id))
        assert "You'd play: Shiranui" in answer.text, f"the tick is lost: {answer.text}"
        guest = (await night.night()).guests.find(person.id)
        assert guest is not None and guest.games == {"shiranui"}, "the tick is lost"
        answer = await press(ui, person, routes.PRESS_TEACH(night.id))
        assert "You'd play: Shiranui" in answer.text, "the tick seems lost"
        assert answer.text.startswith("🎓 You can teach."), "first comes what wasn't pressed"
    await tick(ui, night, kim)
    await press(ui, kim, routes.PRESS_IN(night.id))
    guest = (await night.night()).guests.find(kim.id)
    assert guest is not None and not guest.games, "an old tick came back"


@pytest.mark.usefixtures("games")
async def test_a_game_that_is_gone_is_left_out_and_said(ui: UI) -> None:
    night = await planned(ui, 5)
    await tick(ui, night, GUESTS[0], "shiranui")
    for known in (ui.services.games, ui.tables.games):
        known.pop("shiranui")  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType]
    said = "shiranui isn't here now and is left out."
    assert said in str(night_page(ui.services, await night.night()))
    desk = await night.desk()
    assert said in desk.text
    plan = await night.click("Seat round 1", desk)
    plan = await night.click("Add 1 computer", plan)
    assert said in plan.text
    assert {game for game, _people in played(await night.night())} == {"kirifuda"}


async def new(ui: UI, **typed: Any) -> Answer:
    """Type `/night new`."""
    answer = Answer()
    asked = interaction(ui, HOST, CHANNEL, answer, permissions=EVENTS)
    await command(ui, "night new", asked, when="in 2 hours", zone="Europe/Berlin", **typed)
    return answer


@pytest.mark.usefixtures("games")
async def test_several_games_are_planned_by_one_command(ui: UI) -> None:
    shown = await new(ui, game="アメノキリフダ、Shiranui", game2="donburiko")
    assert "Preview: Game night" in shown.text
    sizes = "Players at a table: Ameno Kirifuda (3–4), Shiranui (3–5), Donburiko! (2–4)"
    assert sizes in shown.text, "sizes are promised that hold for one of the games alone"
    (night,) = await ui.services.nights.reader.of_guild(100, ["draft"])
    assert [each.key for each in night.games] == ["kirifuda", "shiranui", "donburiko"]
    changed = await press(ui, HOST, shown.lists[-1][0], "1.1", permissions=EVENTS)
    assert "Shiranui: " in changed.text, "what was picked isn't said of its game"
    (night,) = await ui.services.nights.reader.of_guild(100, ["draft"])
    ways = [each.options for each in night.games]
    assert ways[1] != "{}" and "thirteen" in ways[1], "what was picked isn't kept"


@pytest.mark.usefixtures("games")
async def test_the_games_of_a_draft_change_and_its_title_with_them(ui: UI) -> None:
    """A game that stays is played as was picked; a title that somebody has typed stays, too."""
    night_of = ui.services.nights.get
    preview = await new(ui, game="kirifuda")
    (night,) = await ui.services.nights.reader.of_guild(100, ["draft"])
    await press(ui, HOST, routes.OPTIONS(night.id, "1"), own=True, permissions=EVENTS)
    (before,) = (await night_of(night.id)).games

    async def pick(**changes: str) -> Answer:
        button = preview.buttons["Games, rounds …"]
        modal: Any = (await press(ui, HOST, button, permissions=EVENTS)).form
        return await form(ui, HOST, modal.custom_id, {**filled(modal), **changes})

    preview = await pick(game="shiranui,kirifuda")
    night = await night_of(night.id)
    assert (night.games[0], night.games[1].key) == (before, "shiranui"), "not as it was picked"
    assert night.row.title == "Ameno Kirifuda & Shiranui night", night.row.title
    for wrong in ({"game": "chess"}, {"rounds": "11"}, {"move_time": "11"}):
        await pick(**wrong)
        assert await night_of(night.id) == night, f"{wrong} is taken"
    await pick(game="shiranui")
    night = await night_of(night.id)
    assert [each.key for each in night.games] == ["shiranui"]
    assert night.row.title == "Shiranui night", "it is called after a game that isn't played"

    async def change(**fields: Any) -> None:
        by = Press(HOST, ui.interaction(), leads=True)
        await ui.services.nights.change(night.id, by, edit(**fields))

    await change(title="Friday")
    await pick(game="kirifuda")
    assert (await night_of(night.id)).row.title == "Friday"
    await change(mode="one_table")
    refused = await pick(game="kirifuda,shiranui")
    assert "guests can't keep their tables" in refused.text, refused.text


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"game2": "kirifuda"}, "Name each game once."),
        ({"game2": "shiranui", "mode": "one_table"}, "guests can't keep their tables"),
        ({"game2": "chess"}, "There is no game “chess” here."),
        ({"game": ""}, "Which game? Type one of these:"),
    ],
)
async def test_games_that_cannot_be_together_are_refused(
    ui: UI, typed: dict[str, str], said: str
) -> None:
    shown = await new(ui, **{"game": "kirifuda", **typed})
    assert said in shown.text
    assert "Try again" in shown.buttons, "what was typed is lost"
    again = await press(ui, HOST, shown.buttons["Try again"], own=True, permissions=EVENTS)
    (line,) = [each for each in again.form.children if each.component.custom_id == "game"]
    titles = [each.label for each in line.component.options]
    assert titles == ["Ameno Kirifuda", "Donburiko!", "Shiranui"], "which games are there?"
    assert not await ui.services.nights.reader.of_guild(100, ["draft"])


@pytest.mark.usefixtures("games")
async def test_a_night_with_ticks_makes_the_same_requests(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the card to the doors: what is ticked sends, edits and deletes nothing."""
    made: list[str] = []
    carry_out = Place.carry_out

    async def counted(place: Place, kind: str) -> None:
        made.append(kind)
        await carry_out(place, kind)

    monkeypatch.setattr(Place, "carry_out", counted)
    found: list[list[str]] = []
    for games in ((), ("shiranui",)):
        made.clear()
        night = await planned(ui, 6, doors=False)
        await ui.night_messages._update(night.id)
        for person in GUESTS[:6] if games else ():
            await tick(ui, night, person, *games)
        await night.click("Open the doors now", await night.desk())
        for person in GUESTS[:6]:
            await press(ui, person, routes.PRESS_HERE(night.id))
        await ui.night_messages._update(night.id)
        found.append([*made])
    without, ticked = found
    assert without, "nothing was shown, so nothing was counted"
    assert ticked == without, f"ticks can be told from requests: {ticked}, {without}"
