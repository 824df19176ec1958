"""Affairs as people lead them: by the buttons of board and table page, and by commands."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, get_args
from unittest.mock import AsyncMock

import pytest

from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_event import Moved, TableEvent
from bot.tables.who_decides import Right
from bot.ui.actions.tables.requests import Request
from bot.ui.actions.tables.verbs import VERBS
from bot.ui.incoming.rows.tables import TABLES
from bot.ui.pages import routes
from bot.ui.pages.page import Page, Select, hand_id
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.absent_words import deserted_line, few_own_moves
from bot.ui.pages.tables.board import board_page
from bot.ui.pages.tables.end_page import HOWS, Ways, end_page, really_end_page
from bot.ui.pages.tables.fit import fitted
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pages.tables.hand import hand_of
from bot.ui.pages.tables.lobby_card import lobby_card_page
from bot.ui.pages.tables.screen import screen
from bot.ui.pages.tables.table_controls import Viewer
from bot.ui.pages.tables.table_lines import recent_lines
from bot.ui.pages.tables.table_page import table_page
from bot.ui.pages.tables.verb_words import OF_MOTION, VERB_WORDS
from bot.ui.pages.wording import SEAT_SHAPES
from bot.ui.posting.tables.hand_screens import HandScreens
from cogs.shiranui import help as shiranui_help
from cogs.shiranui import render as shiranui_render
from cogs.shiranui import rules as shiranui
from storage.rows import PersonRow
from tests.ui.clicks import DAI, ELSEWHERE, MODERATOR, Answer, ask, interaction, offered, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI

RIGHTS: tuple[Right | None, ...] = (None, "host", "moderator")
WRONG = "Report to the bot's owner …"
UNKNOWN = "This button doesn't work any more."
NOT_IN_CHARGE = "or a moderator can do that"


async def call(
    ui: UI,
    person: Person,
    /,
    verb: str,
    table: Table | None = None,
    channel: int = CHANNEL,
    **words: str,
) -> Answer:
    """Call `/table verb`."""
    answer = Answer()
    made = interaction(ui, person, channel, answer)
    await ask(ui, made, Request(verb, words=words), table.id if table else None)
    return answer


def board(ui: UI, table: Table) -> Page:
    wording = ui.services.wording(table)
    playable = ui.services.games[table.game_key]
    if table.phase == "finished":
        return end_message(playable, table.face(), wording)
    lately = recent_lines(playable, table, wording, 6)
    return board_page(playable, table.face(), lately, wording)


def hand(ui: UI, table: Table, seat: int) -> Page:
    wording = ui.services.wording(table)
    return screen(ui.services.games[table.game_key], hand_of(table, seat), wording)


def controls(page: Page) -> dict[str, str]:
    """Return the ids of a sheet's buttons by their labels."""
    rows = [row for row in page.rows if isinstance(row, tuple)]
    return {button.label: button.id for row in rows for button in row}


async def page(ui: UI, table: Table, person: Person, **more: Any) -> Answer:
    """Open the table page from the board."""
    return await press(ui, person, f"a:page:{table.id}", **more)


async def computers_play(ui: UI, table: Table, rng: random.Random) -> int:
    """Let computers play until a person is asked; return how many moves they made."""
    made = 0
    while table.computers_asked():
        seat = table.computers_asked()[0]
        await ui.services.moves.play_for_computer(
            table.id,
            seat,
            lambda _view, legal: rng.choice(legal),
            question_number=table.question_number(seat),
        )
        made += 1
    return made


async def test_the_table_page_tells_what_happened_lately(ui: UI) -> None:
    """What everybody could see: a phone's screen may have had no room for it."""
    table, rng = await ui.start(ADA, BOB, CLEO), random.Random(5)
    for _ in range(8):
        await ui.move(table, rng)
    await ui.services.table_verbs.leave(table.id, BOB)
    await ui.services.table_verbs.replace(table.id, DAI, 1)
    lines = recent_lines(ui.services.game_of(table), table, ui.services.wording(table), 8)
    assert "Bob added a card face down" in "".join(lines), "what is hidden wasn't among it"
    for reader in (MODERATOR, ADA, DAI):
        said = (await page(ui, table, reader)).text
        assert "What happened" in said
        missing = [line for line in lines if line not in said]
        assert not missing, f"{reader.name} isn't told on the table page: {missing}"


# Coming and going


async def test_who_leaves_comes_back_to_what_was_played_meanwhile(ui: UI) -> None:
    rng = random.Random(5)
    table = await ui.start(ADA, BOB, CLEO)
    while table.to_act() != (1,):
        await ui.move(table, rng)
    asked = await press(ui, BOB, (await page(ui, table, BOB)).buttons["Leave …"], own=True)
    assert "If you leave, a computer plays for you until you press" in asked.text, asked.text
    assert table.seats[1].here and list(asked.buttons) == ["Leave", "Back"]
    left = await press(ui, BOB, asked.buttons["Leave"], own=True)
    assert left.edited
    assert "You have left the game." in left.text
    assert (
        "If a computer makes more than half of your moves, or you're away at the end" in left.text
    )
    assert "Leave …" not in left.buttons
    assert table.seats[1].stand_in == "left"
    assert "The seat of Bob is free" in board(ui, table).text
    assert list(controls(hand(ui, table, 1))) == ["I'm back", "Rules", "More"]
    under = hand(ui, table, 1).under
    assert under is not None and under.fields == ()
    made = await computers_play(ui, table, rng)
    assert made
    await ui.tables.change(table, [TableEvent("freed", "clock", 1, BOB.id)])
    for _ in range(2):
        await ui.move(table, rng)
    # What is kept of the newest steps is gone after a restart.
    table.become(replace(table, _recent_steps=()))
    back = await press(ui, BOB, controls(hand(ui, table, 1))["I'm back"], own=True)
    assert back.edited
    assert re.search(
        r"You are back. Meanwhile a computer made \d+ choices? for you(, marked|\. 🤖 marks)",
        back.text,
    ), back.text
    assert back.text.count("> • ") >= made + 2
    heard = back.text.splitlines()
    own = [line for line in heard if "You " in line and line.startswith("> • ")]
    noted = [line for line in heard if line.startswith("> • 🤖\u00a0You ")]
    assert own and own == noted, f"whose moves these are: {heard}"
    assert not [line for line in heard if re.search(r"[.。] ?[(（]", line)], f"a stop amid: {heard}"
    assert "Bob is back" not in back.text
    assert "Bob isn't here" not in back.text, "it says of who is back that they aren't here"
    assert table.seats[1].here
    assert "free" not in board(ui, table).text
    again = await press(ui, BOB, f"a:back:{table.id}", own=True)
    assert "No computer is playing for you here." in again.text
    assert "Your cards" in again.text


async def test_who_comes_back_hears_what_their_own_seat_heard(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    history, whose = ui.services.history, set[int]()
    heard_since = history.heard_since

    async def spy(table: Table, seat: int, since: int) -> Any:
        whose.add(seat)
        return await heard_since(table, seat, since)

    monkeypatch.setattr(history, "heard_since", spy)
    table = await ui.start(ADA, BOB, CLEO)
    await call(ui, BOB, "leave")
    for _ in range(2):
        await computers_play(ui, table, random.Random(1))
        await ui.move(table, random.Random(1))
    await call(ui, BOB, "back")
    assert whose == {1}, "somebody was told what another seat heard"


async def test_who_comes_back_reads_once_that_a_round_has_ended(ui: UI) -> None:
    rng = random.Random(1)
    table = await ui.start(ADA, BOB, CLEO)
    await call(ui, BOB, "leave")
    playable, wording = ui.services.game_of(table), ui.services.wording(table)
    while not (scores := playable.render.round_scores(table.face().public(), wording)):
        if not await computers_play(ui, table, rng):
            await ui.move(table, rng)
    back = await call(ui, BOB, "back")
    said = back.text[: back.text.index("Your cards")]
    assert scores not in said, f"how the round ended is said below what came after it: {said}"
    assert "Round 1 ended" in said, said


@pytest.mark.walked
async def test_leaving_and_coming_back_by_command(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    assert "You have left the game" in (await call(ui, ADA, "leave")).text
    assert table.host == BOB.id
    assert "Your cards" in (await call(ui, ADA, "back")).text
    assert "No computer is playing for you" in (await call(ui, ADA, "back")).text
    lobby = await ui.open(CLEO, DAI)
    assert "You have left the table." in (await call(ui, DAI, "leave")).text
    assert len(lobby.seats) == 1


async def test_who_leaves_as_the_game_begins_is_told_what_they_have_left(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, table_verbs = await ui.open(ADA, BOB), ui.services.table_verbs
    leave = table_verbs.leave

    async def too_late(table_id: str, person: Person) -> Table:
        await ui.services.lobby_verbs.start(table_id, ADA, ui.interaction())
        return await leave(table_id, person)

    monkeypatch.setattr(table_verbs, "leave", too_late)
    left = await call(ui, BOB, "leave", table)
    assert table.seats[1].stand_in == "left"
    assert "You have left the game. A computer plays for you" in left.text


async def test_the_button_of_an_old_card_takes_nobody_out_of_the_game(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    old = lobby_card_page(ui.services.games["donburiko"], table.face(), ui.services.wording(table))
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    assert "has begun" in (await press(ui, BOB, controls(old)["Leave"])).text
    assert table.seats[1].here


@pytest.mark.walked
async def test_many_lines_leave_room_for_the_hand(ui: UI) -> None:
    rng = random.Random(8)
    table = await ui.start(ADA, BOB, CLEO)
    await call(ui, ADA, "leave")
    for _ in range(40):
        await computers_play(ui, table, rng)
        if table.phase != "playing":
            break
        await ui.move(table, rng)
    back = await call(ui, ADA, "back")
    if table.phase == "playing":
        # How many there is room for depends on how long they are.
        assert 1 <= back.text.count("> • ") <= 12
        assert "Your cards" in back.text


async def test_who_comes_back_reads_that_computers_made_too_many_of_their_moves(ui: UI) -> None:
    """In time to mend it, and no longer than that."""
    rng = random.Random(8)
    table = await ui.start(ADA, BOB, CLEO)
    assert "of your seat's" not in (await call(ui, ADA, "hand", table)).text
    await call(ui, ADA, "leave")
    while table.own_moves(0)[1] < 2:
        if not await computers_play(ui, table, rng):
            await ui.move(table, rng)
    own, moves = table.own_moves(0)
    said = f"So far {own} of your seat's {moves} choices are your own. With"
    assert said in (await call(ui, ADA, "hand", table)).text, "who is away isn't told"
    assert said in (await call(ui, ADA, "back")).text, "who comes back isn't told"
    ui.services.tables.cache.drop(table)
    again = await ui.services.tables.get(table.id)
    assert again.own_moves(0) == (own, moves), "a restart forgot who made the moves"
    for night, made, told in ((None, (3, 5), False), ("abcde", (3, 6), True)):
        face = replace(again.face(), night_id=night)
        line = few_own_moves(face, 0, made, ui.services.wording(face))
        assert bool(line) is told, f"{made}: {line}"
        assert line.endswith("stays. That place brings no night points.") is told, line
    line = few_own_moves(face, 0, (2, 6), ui.services.wording(face), 1)
    assert "too few are left" in line and line.endswith("That place brings no night points."), line


async def test_who_took_a_seat_over_reads_whether_its_points_can_still_be_theirs(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    seats = (replace(table.seats[0], first=BOB.id), *table.seats[1:])
    face = replace(table.face(), night_id="abcde", seats=seats)
    can, cannot = "points are yours if you make at least half", "so it brings you no points"
    for made, left, said in (
        ((0, 1), None, ""),
        ((0, 5), None, can),
        ((0, 5), 5, can),
        ((0, 5), 4, cannot),
        ((1, 6), 4, can),
        ((1, 6), 3, cannot),
        ((4, 7), 0, ""),
    ):
        line = few_own_moves(face, 0, made, ui.services.wording(face), left)
        assert said in line and bool(said) is bool(line), f"{made}, {left} left: {line}"
    line = few_own_moves(replace(face, night_id=None), 0, (0, 5), ui.services.wording(face), 5)
    assert not line, "off nights there are no points"


async def test_a_computer_is_said_to_have_played_only_where_its_move_is_told(ui: UI) -> None:
    rng = random.Random(5)
    table = await ui.start(ADA, BOB, CLEO)
    await call(ui, BOB, "leave")
    while not await computers_play(ui, table, rng):
        await ui.move(table, rng)
    await call(ui, BOB, "back")
    told = (await call(ui, BOB, "hand", table)).text
    assert "Meanwhile a computer made 1 choice for you" in told and "🤖\u00a0You " in told, told
    step = table.step()
    while table.step() < step + 1:
        await ui.move(table, rng)
    screens = HandScreens(ui.services)
    since = screens.heard(table, 1, "en", step)
    page = fitted(screens.page(table, 1, "en"), since)
    assert "computer made" not in str(page), "a computer's move that isn't in the list is announced"


async def test_what_a_computer_played_before_is_not_counted_as_no_moves(ui: UI) -> None:
    """An unfinished trick tells again what it led, also to whoever has come back since."""
    ui.services.add_game(PlayableGame(shiranui.GAME, shiranui_render.RENDER, shiranui_help.HELP))
    rng, told, fields = random.Random(5), 0, {"options": shiranui.GAME.Options()}
    table = await ui.start(ADA, BOB, CLEO, game_key="shiranui", **fields)
    screens = HandScreens(ui.services)
    while table.phase == "playing" and told < 3:
        await call(ui, BOB, "leave")
        if not await computers_play(ui, table, rng):
            await call(ui, BOB, "back")
            await ui.move(table, rng)
            continue
        await call(ui, BOB, "back")
        since = table.step()
        if table.to_act() != (1,):
            await ui.move(table, rng)
        page = str(fitted(screens.page(table, 1, "en"), screens.heard(table, 1, "en", since)))
        assert "made 0 moves" not in page, page
        told += "🤖" in page
    assert told == 3, "no move of a computer's was told again"


async def test_who_took_a_seat_over_was_played_for_by_nobody(ui: UI) -> None:
    rng = random.Random(5)
    table = await ui.start(ADA, BOB, CLEO)
    await call(ui, BOB, "leave")
    while not await computers_play(ui, table, rng):
        await ui.move(table, rng)
    await ui.services.table_verbs.replace(table.id, DAI, 1)
    shown = await call(ui, DAI, "hand", table)
    assert "Meanwhile a computer played for you" not in shown.text, shown.text


async def test_a_willing_person_takes_a_seat_over(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    seen = await page(ui, table, DAI)
    assert list(seen.buttons) == ["Refresh", "As text", "Check the deal", WRONG]
    await call(ui, BOB, "leave")
    assert "Take Bob's seat" not in (await page(ui, table, CLEO)).buttons
    taken = await press(ui, DAI, (await page(ui, table, DAI)).buttons["Take Bob's seat"], own=True)
    assert "This seat is yours now" in taken.text
    assert "Your cards" in taken.text
    assert table.seats[1].person == DAI.id
    assert "Dai took over Bob's seat." in board(ui, table).text
    late = await press(ui, MODERATOR, f"a:seat:{table.id}:1", own=True)
    assert "That seat isn't free" in late.text
    assert "aren't playing" in (await call(ui, BOB, "hand", table)).text
    await call(ui, CLEO, "leave")
    named = await call(ui, MODERATOR, "replace", seat="cleo")
    assert "This seat is yours now" in named.text


# Who may do what


@pytest.mark.walked
async def test_the_page_offers_each_what_they_may_do(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    paces, looks = (f"a:pace:{table.id}", ["live", "days"]), ["As text", "Check the deal", WRONG]
    sees = ["My hand", "As text", "End tips", "Calls, note …", "Check the deal", WRONG]
    host = await page(ui, table, ADA)
    assert list(host.buttons) == ["Leave …", "Pause", "End or give up …", *sees]
    assert "Take back" not in host.buttons, "there is no move to take back yet"
    assert host.lists == [paces], "the host may remove somebody alone"
    player = await page(ui, table, BOB)
    assert list(player.buttons) == ["Leave …", "Ask for a pause", "End or give up …", *sees]
    assert player.lists == [paces]
    moderator = await page(ui, table, MODERATOR)
    assert list(moderator.buttons) == ["Pause", "Refresh", "End the game", *looks]
    assert len(moderator.lists[0][1]) == 3
    await call(ui, CLEO, "leave", table)
    await call(ui, CLEO, "back", table)
    assert list((await page(ui, table, DAI)).buttons) == ["Refresh", *looks]
    await call(ui, ADA, "pause")
    assert "Resume" in (await page(ui, table, MODERATOR)).buttons
    assert list((await page(ui, table, BOB)).buttons)[:2] == ["Leave …", "Ask to resume"]


async def test_at_a_live_table_the_page_counts_no_quiet_hours(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    (asked,) = table.to_act()
    now = ui.tables.now()
    minute = now // 60 % (24 * 60)
    for person in (ADA, BOB):
        quiet = PersonRow(person.id, "UTC", (minute - 60) % 1440, (minute + 60) % 1440)
        await ui.tables.people.keep(quiet)
    async with ui.tables.held(table.id) as held:
        await ui.tables.change(held, pace="live", move_time=180)
    clock = table.seats[asked].clock
    assert clock is not None
    assert clock.at is not None
    assert f"<t:{clock.at + 180}:R>" in (await page(ui, table, ADA)).text


async def test_a_page_out_of_sight_is_a_page_that_is_not_there(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    there = await page(ui, table, DAI, channel=ELSEWHERE)
    assert there.text == "There is no such table any more."
    assert (await press(ui, DAI, "a:page:zzzzz")).text == there.text
    assert "Seats" in (await page(ui, table, BOB, channel=ELSEWHERE)).text


@pytest.mark.parametrize("verb", ["end", "pause", "resume", "kick"])
async def test_nobody_else_decides_for_the_table(ui: UI, verb: str) -> None:
    """Neither strangers nor players, nor moderators of another channel."""
    table = await ui.start(ADA, BOB, CLEO)
    before = table.phase, table.paused, list(table.seats)
    words: dict[str, Any] = {"seat": "Bob"} if verb == "kick" else {}
    for person, channel in ((DAI, CHANNEL), (MODERATOR, ELSEWHERE)):
        answer = await call(ui, person, verb, table, channel, **words)
        assert any(
            said in answer.text
            for said in (NOT_IN_CHARGE, "aren't playing", "There is no such table")
        ), answer.text
    if verb == "kick":
        assert NOT_IN_CHARGE in (await call(ui, BOB, verb, table, **words)).text
    assert (table.phase, table.paused, list(table.seats)) == before
    for custom_id, picked in (
        (f"a:{verb}:{table.id}", [str(BOB.id)] if verb == "kick" else []),
        (f"a:end:{table.id}:yes", []),
    ):
        await press(ui, DAI, custom_id, *picked)
        await press(ui, MODERATOR, custom_id, *picked, channel=ELSEWHERE)
    assert (table.phase, table.paused, list(table.seats)) == before


async def test_all_who_are_there_end_a_game_on_one_page(ui: UI) -> None:
    """Typed or pressed it is the same page; a red button after it acts, on what it showed."""
    table = await ui.start(ADA, BOB, CLEO)
    asked = await press(ui, ADA, (await page(ui, table, ADA)).buttons["End or give up …"], own=True)
    ways = ["I give up …", "End early, points as they stand …", "End without a result …"]
    assert list(asked.buttons) == [*ways, "Back"], asked.buttons
    assert "Ada 4 · Bob 4 · Cleo 4 (points so far)" in asked.text, asked.text
    for verb in ("end", "concede"):
        typed = await call(ui, ADA, verb, table)
        assert (typed.text, typed.buttons) == (asked.text, asked.buttons), f"/table {verb}"
    sure = await press(ui, ADA, asked.buttons[ways[2]], own=True)
    assert list(sure.buttons) == ["End without a result", "Back"]
    assert "If all say yes, the game ends at once" in sure.text, sure.text
    how = await call(ui, ADA, "end", table, how="void")
    assert (how.text, how.buttons) == (sure.text, sure.buttons), "with `how` it asks otherwise"
    assert (table.phase, table.motion) == ("playing", None), "a page has ended the game"
    await call(ui, CLEO, "leave", table)
    changed = await press(ui, ADA, sure.buttons["End without a result"], own=True)
    assert "The table changed: look again." in changed.text, changed.text
    assert list(changed.buttons) == [*ways, "Back"], "one can't look again"
    assert table.motion is None, "what was shown before somebody left was done"
    sure = await press(ui, ADA, changed.buttons[ways[2]], own=True)
    await ui.move(table, random.Random(1))
    voted = await press(ui, ADA, sure.buttons["End without a result"], own=True)
    assert "I've asked the others to vote." in voted.text, voted.text
    assert "Ada wants to end the game without a result." in str(board(ui, table))
    await call(ui, BOB, "vote", table, answer="yes")
    assert table.phase == "cancelled", "all who are there agreed"
    assert board(ui, table).title == "Ended without a result"
    assert "The players ended the game." in board(ui, table).text
    assert list(controls(board(ui, table))) == ["Rules", "More", "Rematch", "Replay"]
    again = await press(ui, ADA, sure.buttons["End without a result"], own=True)
    assert "This game has ended." in again.text


async def test_who_has_asked_to_end_a_game_reads_at_once_when_they_can_again(ui: UI) -> None:
    table, voting = await ui.start(ADA, BOB, CLEO), ui.services.table_verbs.voting
    await voting.propose(table.id, ADA, "end_void")
    asked = await call(ui, ADA, "end", table)
    assert "You can ask again" not in asked.text, "the second of two presses is refused"
    await voting.vote(table.id, BOB, yes=False)
    for person, again in ((ADA, True), (BOB, False)):
        shown = await call(ui, person, "end", table)
        assert ("You can ask again <t:" in shown.text) is again, f"{person.name}: {shown.text}"
        said = f"{person.name} is offered what is refused"
        assert ("End without a result …" not in shown.buttons) is again, said


async def test_whose_vote_ends_a_game_with_its_points_reads_them_beside_it(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    await ui.services.table_verbs.voting.propose(table.id, ADA, "end_points")
    under = hand(ui, table, 1).under
    assert under is not None and "Ada 4 · Bob 4 · Cleo 4 (points so far)" in under.text, under


async def test_who_gives_up_is_asked_once_and_then_played_for(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    asked = await call(ui, ADA, "concede", table)
    sure = await press(ui, ADA, asked.buttons["I give up …"], own=True)
    assert "You finish below everybody who stays, and you can't come back." in sure.text, sure.text
    done = await press(ui, ADA, sure.buttons["I give up"], own=True)
    assert "You gave up. A computer plays your seat to the end." in done.text, done.text
    assert "Ada gave up" in board(ui, table).text, board(ui, table).text
    assert not {"I'm back", "Leave …", "End or give up …"} & {*done.buttons}, done.buttons
    assert list(controls(hand(ui, table, 0))) == ["Rules", "More"], "who can't is let come back"
    for verb in ("end", "back", "leave"):
        refused = await call(ui, ADA, verb, table)
        assert "You gave this game up" in refused.text or "No computer" in refused.text, (
            refused.text
        )
    asked = await call(ui, BOB, "concede", table)
    sure = await press(ui, BOB, asked.buttons["I give up …"], own=True)
    assert "The game is over at once: whoever is left wins" in sure.text, sure.text
    await press(ui, BOB, sure.buttons["I give up"], own=True)
    assert table.phase == "finished" and table.face().ending().winners == (2,)


async def test_a_game_waits_for_nobody_who_gave_up(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    ada, bob = table.seats
    face = replace(table.face(), seats=(ada.gone_away(1, 2), bob.given_up(1, 3)))
    said = deserted_line(face, ui.services.wording(face))
    assert said == "The game waits until Ada is back."
    of_night = deserted_line(replace(face, night_id="aaaaa"), ui.services.wording(face))
    assert of_night == "Ada can still come back.", "computers may finish it"


async def test_the_host_makes_somebody_who_is_there_the_host(ui: UI) -> None:
    """In the lobby and in play; the board says so; others, and for others, are refused."""
    for begin in (ui.open, ui.start):
        table = await begin(ADA, BOB, CLEO)
        before = table.revision, table.host
        if begin == ui.start:
            await call(ui, CLEO, "leave", table)
            before = table.revision, table.host
            away = await call(ui, ADA, "host", table, person=str(CLEO.id))
            assert "You can make one of these the host: Bob" in away.text, away.text
        for person, whom, said in (
            (BOB, CLEO, "Only Ada, the host"),
            (ADA, ADA, "You are the host already"),
            (ADA, DAI, "You can make one of these the host: Bob"),
        ):
            refused = await call(ui, person, "host", table, person=str(whom.id))
            assert said in refused.text, refused.text
        assert (table.revision, table.host) == before, "a refused command has changed the table"
        done = await call(ui, ADA, "host", table, person=str(BOB.id))
        assert "Bob is the host now." in done.text and table.host == BOB.id, done.text
        told = (await ui.tables.store.table_events(table.id))[-1]
        assert (told.what, told.role, told.person, told.whom) == ("host", "host", ADA.id, BOB.id)
    assert "Bob is the host now." in board(ui, table).text, board(ui, table).text
    await ui.end(table.id)
    late = await call(ui, BOB, "host", table, person=str(ADA.id))
    assert "This game has ended." in late.text, late.text


async def test_one_alone_is_told_what_becomes_of_the_game_however_they_end_it(ui: UI) -> None:
    """Who has outlasted all others ends it unless one comes back, who is called for that."""
    table = await ui.start(ADA, BOB)
    await call(ui, BOB, "leave", table)
    pages = [await call(ui, ADA, "end", table), await call(ui, ADA, "end", table, how="void")]
    for asked in pages:
        assert "Nobody else is there." in asked.text
        assert "You come first, and whoever left comes below." in asked.text
        assert "If you give up, the game waits until Bob is back" in asked.text
        assert list(asked.buttons) == ["End early, points as they stand …", "I give up …", "Back"]
    sure = await press(ui, ADA, pages[0].buttons["End early, points as they stand …"], own=True)
    ends = re.search(r"The game ends <t:[0-9]+:R> unless somebody comes back\.", sure.text)
    assert ends, sure.text
    asked = await press(ui, ADA, sure.buttons["End early, points as they stand"], own=True)
    assert "Nobody else is there. The game ends unless somebody comes back." in asked.text
    assert ends[0] in board(ui, table).text or ends[0] in str(board(ui, table).fields)
    assert "Play on" in asked.buttons and "Vote yes" not in asked.buttons, asked.buttons
    kept = await press(ui, ADA, asked.buttons["Play on"], own=True)
    assert "You have withdrawn what you asked for." in kept.text
    assert table.motion is None


async def test_one_alone_with_computers_gives_up_and_they_finish(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    await call(ui, ADA, "computer", table, level="casual")
    await call(ui, ADA, "start", table)
    await ui.services.table_verbs.give_up(table.id, BOB)
    asked = await call(ui, ADA, "end", table)
    why = "With computer players, one person alone can't end the game early. Play on, and whoever"
    assert why in asked.text, "nothing says why no end by points is offered"
    assert "computers finish the game. You come below the computer players" in asked.text
    assert "I give up" in asked.buttons, asked.buttons


async def test_what_is_said_of_a_deserted_game_is_that_it_waits(ui: UI) -> None:
    """Nobody plays there, so no computer is said to; and who gave up isn't offered to end it."""
    table = await ui.open(ADA, BOB)
    await call(ui, ADA, "computer", table, level="casual")
    await call(ui, ADA, "start", table)
    await call(ui, BOB, "leave", table)
    asked = await call(ui, ADA, "end", table)
    gave_up = await press(ui, ADA, asked.buttons["I give up"], own=True)
    hand = await press(ui, BOB, hand_id(table.id))
    page = await press(ui, BOB, routes.TABLE_PAGE(table.id), own=True)
    for said in (gave_up.text, page.text, hand.text):
        now = said.partition("What happened")[0]
        assert "omputer is playing" not in now and "omputer plays" not in now, said
    assert "Waiting for" not in gave_up.text
    lately = recent_lines(
        ui.services.game_of(table.face()), table.face(), ui.services.wording(table.face()), 8
    )
    assert any("a computer plays" in each for each in lately), lately
    playable, face = ui.services.game_of(table), table.face()
    shown = board_page(playable, face, lately, ui.services.wording(face))
    assert "omputer is playing" not in shown.text, shown.text
    assert "End the game" not in gave_up.buttons, "what always refuses is offered"


async def test_a_moderator_decides_without_sitting_there(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    assert "The game is paused." in (await call(ui, MODERATOR, "pause")).text
    assert "A moderator paused the game." in board(ui, table).text
    assert "The game goes on." in (await call(ui, MODERATOR, "resume")).text
    asked = await call(ui, MODERATOR, "kick", seat="#2")
    assert "Remove Bob from this game?" in asked.text
    assert table.seat_of(BOB.id) is not None, "a player was removed without a question"
    kicked = await press(ui, MODERATOR, asked.buttons["Remove them"], own=True)
    assert "Bob was removed from the table. A computer is playing that seat now." in kicked.text
    assert MODERATOR.name not in str(board(ui, table)), "the board names the moderator"
    assert "aren't playing" in (await call(ui, MODERATOR, "hand", table)).text
    assert "without a result" in (await call(ui, MODERATOR, "end")).text


@pytest.mark.walked
async def test_a_seat_is_named_without_doubt_before_somebody_is_taken_off(ui: UI) -> None:
    bobs = replace(BOB, id=11), replace(BOB, id=12)
    table = await ui.open(ADA, *bobs, CLEO)
    several = await call(ui, ADA, "kick", seat="bob")
    assert "Several players have that name. Pick one by number: #1 Ada, #2 Bob," in several.text
    assert "Nobody has that name" in (await call(ui, ADA, "kick", seat="Emi")).text
    assert "no such seat" in (await call(ui, ADA, "kick", seat="#9")).text
    assert "can't remove yourself" in (await call(ui, ADA, "kick", seat="Ada")).text
    assert len(table.seats) == 4
    assert "Bob \\#3 was removed" in (await call(ui, ADA, "kick", seat="bob #3")).text
    assert [seat.person for seat in table.seats] == [ADA.id, 11, CLEO.id]
    gone = await press(ui, ADA, f"a:kick:{table.id}", "12", own=True)
    assert "That player isn't at this table" in gone.text


async def test_seats_are_offered_while_somebody_types(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    await call(ui, BOB, "leave", table)
    for person, text, labels in (
        (ADA, "", []),
        (MODERATOR, "bo", ["#2 Bob"]),
        (MODERATOR, "", ["#1 Ada", "#2 Bob", "#3 Cleo"]),
        (MODERATOR, "3", ["#3 Cleo"]),
        (DAI, "", []),
    ):
        made = interaction(ui, person, CHANNEL, Answer(), namespace=SimpleNamespace())
        assert [
            choice.name for choice in await offered(ui, "table kick", "seat", made, text)
        ] == labels
    made = interaction(ui, MODERATOR, CHANNEL, Answer(), namespace=SimpleNamespace(table=table.id))
    assert [choice.value for choice in await offered(ui, "table kick", "seat", made, "bob")] == [
        "#2 Bob"
    ]


async def test_a_seat_that_was_offered_is_that_of_who_sat_there(ui: UI) -> None:
    """Phones send what was shown, and the others have moved up before it came."""
    long = Person(21, "Maximiliane von und zu Hohenlohe")
    table = await ui.open(ADA, BOB, CLEO, long)
    made = interaction(ui, ADA, CHANNEL, Answer(), namespace=SimpleNamespace(table=table.id))
    bob, cleo, last = [choice.value for choice in await offered(ui, "table kick", "seat", made)]
    await call(ui, BOB, "leave", table)
    for stale in (bob, cleo, last):
        answer = await call(ui, ADA, "kick", table, seat=stale)
        assert "The seats have changed since this was shown" in answer.text
    assert [seat.person for seat in table.seats] == [ADA.id, CLEO.id, long.id]
    for choice in reversed(await offered(ui, "table kick", "seat", made)):
        answer = await call(ui, ADA, "kick", table, seat=choice.value)
        assert "was removed from the table" in answer.text
    assert [seat.person for seat in table.seats] == [ADA.id]


# Votes


async def test_a_vote_lies_on_the_board_for_all(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    asked = await call(ui, BOB, "pause")
    assert asked.text == "I've asked the others to vote."
    shown = board(ui, table)
    text = str(shown.fields)
    assert "Bob wants to pause the game." in text
    assert "Yes: Bob · **1** of 2 needed" in text
    assert "Waiting for Ada and Cleo" in text
    yes, no = controls(shown)["Vote yes"], controls(shown)["Vote no"]
    assert "aren't playing" in (await press(ui, DAI, yes)).text
    assert "already voted on this" in (await press(ui, BOB, yes)).text
    assert not table.paused
    assert "You voted **no**." in (await press(ui, ADA, no)).text
    assert "No: Ada\\nWaiting for Cleo" in str(board(ui, table).fields)
    passed = await press(ui, CLEO, yes)
    assert "The vote passed." in passed.text
    assert table.paused
    assert board(ui, table).title == "Paused"
    assert "Vote yes" not in controls(board(ui, table))
    assert "That vote has ended." in (await press(ui, ADA, yes)).text


async def test_a_vote_lies_on_the_screens_of_those_who_may_vote(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)

    async def screen(person: Person, control: str = f"t:hand:{table.id}") -> Answer:
        shown = await press(ui, person, control, own=True)
        awaited = person.id in awaits
        assert ("Vote yes" in shown.buttons) == ("Bob wants to pause" in shown.text) == awaited
        assert ("sees how you vote" in shown.text) == awaited, "nobody is warned who sees a vote"
        assert "More" in shown.buttons, f"this is no screen: {shown}"
        return shown

    awaits = set[int]()
    for person in (ADA, BOB, CLEO):
        await screen(person)
    await call(ui, BOB, "pause")
    awaits = {ADA.id, CLEO.id}
    asked = [await screen(person) for person in (ADA, BOB, CLEO)]
    awaits.remove(ADA.id)
    assert "You voted **no**." in (await screen(ADA, asked[0].buttons["Vote no"])).text
    awaits.clear()
    assert "The vote passed." in (await screen(CLEO, asked[2].buttons["Vote yes"])).text
    assert table.paused
    late = await press(ui, ADA, asked[0].buttons["Vote yes"], own=True)
    assert "That vote has ended." in late.text and not late.edited, "it takes the screen's place"


async def test_who_has_left_counts_no_more_in_a_vote(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO, DAI)
    await call(ui, BOB, "pause")
    await call(ui, CLEO, "vote", answer="yes")
    assert "Yes: Bob and Cleo · **2** of" in str(board(ui, table).fields)
    await call(ui, CLEO, "leave")
    assert "Yes: Bob · **1** of" in str(board(ui, table).fields), "who has left still votes"


async def test_an_old_button_votes_on_no_other_motion(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    await call(ui, BOB, "pause")
    old = controls(board(ui, table))["Vote yes"]
    await call(ui, CLEO, "pace", pace="live", move_time="7")
    assert "**live, up to 7 min a move**" in str(board(ui, table).fields)
    assert "That vote has ended." in (await press(ui, ADA, old)).text
    assert table.motion is not None
    assert table.motion.ayes == (2,)
    assert "The vote passed." in (await call(ui, ADA, "vote", answer="yes")).text
    assert (table.pace, table.move_time) == ("live", 7 * 60)
    assert "ive, up to 7 min a move" in (await page(ui, table, ADA)).text
    assert "There is no vote" in (await call(ui, ADA, "vote", answer="no")).text


async def test_move_times_that_there_are_not(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    for pace, time, said in (
        ("live", "61", "1 to 60 minutes"),
        ("days", "169", "1 to 168 hours"),
        ("none", "3", "only for games with a clock"),
    ):
        assert said in (await call(ui, ADA, "pace", pace=pace, move_time=time)).text
    for pace, reserve, said in (
        ("live", "61", "a reserve can be 1 to 60 minutes"),
        ("days", "337", "A reserve can be 1 hour to 14 days."),
        ("none", "3", "only for games with a clock"),
        ("days", "3", "can't give back more"),
    ):
        answer = await call(ui, ADA, "pace", pace=pace, reserve=reserve, move_time="20")
        assert said in answer.text
    assert table.motion is None


async def test_a_reserve_is_asked_for_and_seen_on_the_page(ui: UI) -> None:
    ui.tables._now = lambda: 1_000_000
    table = await ui.start(ADA, BOB, CLEO)
    await call(ui, BOB, "pace", pace="live", reserve="10", move_time="20")
    assert "**live, 10 min + 20 s a move**" in str(board(ui, table).fields)
    await call(ui, CLEO, "vote", answer="yes")
    assert (table.pace, table.move_time, table.reserve) == ("live", 20, 600)
    await call(ui, BOB, "pace", pace="days", reserve="76")
    await call(ui, CLEO, "vote", answer="yes")
    assert (table.pace, table.move_time, table.reserve) == ("days", 8 * 3600, 76 * 3600)
    ui.tables._now = lambda: 1_000_000 + 5 * 3600
    shown = (await page(ui, table, ADA)).text
    assert "Turn by turn, 3 d 4 h + 8 h a move" in shown
    times = ["3 d 4 h"] * 3
    times[table.to_act()[0]] = "2 d 23 h"
    left = [f"{name} {time}" for name, time in zip(("Ada", "Bob", "Cleo"), times, strict=True)]
    assert " · ".join(left) in shown, "nobody sees what everybody has left"


async def test_who_is_alone_with_computers_decides_at_once(ui: UI) -> None:
    table = await ui.open(ADA)
    await ui.services.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    ((of_pace, others),) = (await page(ui, table, ADA)).lists
    assert "live" in others
    shown = await press(ui, ADA, of_pace, "live", own=True)
    assert "The pace is now: live, up to 3 min a move." in shown.text
    assert "live" not in shown.lists[0][1]


async def test_a_move_is_taken_back_when_the_others_agree(ui: UI) -> None:
    rng = random.Random(3)
    table = await ui.start(ADA, BOB)
    assert "last move of the game" in (await call(ui, ADA, "takeback")).text
    asked = table.to_act()
    mover = await ui.move(table, rng)
    person, other = (ADA, BOB) if mover == ADA.id else (BOB, ADA)
    assert "I've asked the others" in (await call(ui, person, "takeback")).text
    assert "take back their last move" in str(board(ui, table).fields)
    await press(ui, other, controls(board(ui, table))["Vote yes"])
    assert table.to_act() == asked
    assert f"{person.name} took back a move." in board(ui, table).text


async def test_who_asked_in_vain_to_take_a_move_back_reads_so(ui: UI) -> None:
    """The question is gone from the board as somebody moves on."""
    table, rng = await ui.start(ADA, BOB, CLEO), random.Random(5)
    mover = await ui.move(table, rng)
    person = next(each for each in (ADA, BOB, CLEO) if each.id == mover)
    step, seat = table.step(), table.seat_of(mover)
    assert "I've asked the others" in (await call(ui, person, "takeback")).text
    await ui.move(table, rng)
    assert table.motion is None
    said = f"{person.name}'s move stands: the next one was made before all had agreed."
    assert said in board(ui, table).text
    for number in range(3):
        heard = ui.hands.screens.heard(table, number, "en-GB", step)
        assert heard.first.startswith("Your move stands: ") == (number == seat), heard
    await ui.move(table, rng)
    assert not ui.hands.screens.heard(table, seat or 0, "en-GB", table.step() - 1).first


# Paused, and put away


async def test_a_paused_hand_has_no_menu_and_old_ones_say_why(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    (seat,) = table.to_act()
    mover = (ADA, BOB)[seat]
    before = hand(ui, table, seat)
    await call(ui, ADA, "pause")
    assert list(controls(hand(ui, table, seat))) == ["Rules", "More"]
    assert hand(ui, table, seat).title.startswith("Paused")
    for number, says in ((seat, "You move next."), (1 - seat, f"Next: {mover.name}.")):
        page = hand(ui, table, number)
        assert page.under is not None and f"{says} You can resume" in page.under.text, page
        assert "ahead until" not in page.under.text, "it isn't the round that is waited for"
    select_or_button = next(iter(ids(before)))
    answer = await press(ui, mover, select_or_button, own=True)
    assert "aused" in answer.text
    assert table.step() == 0


async def test_a_table_that_was_put_away_wakes_where_it_is_called(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ui.start(ADA, BOB)
    for person in (ADA, BOB):
        await call(ui, person, "leave", table)
    assert "The game waits until somebody takes a seat." in board(ui, table).text
    await ui.tables.save_whereabouts(table.id, asleep=True)

    async def bring(table: Table, person: int, channel: int) -> None:
        await ui.services.table_verbs.wake(table.id, person, channel)

    monkeypatch.setattr(ui.messages, "bring_to", bring)
    answer = await call(ui, BOB, "resume", table, ELSEWHERE)
    assert answer.text == "Moving the board here."
    assert not table.asleep
    assert table.place_id == ELSEWHERE
    assert [seat.here for seat in table.seats] == [False, True]
    assert table.host == BOB.id


@pytest.mark.parametrize(("person", "asked"), [(ADA, None), (BOB, "resume")])
async def test_a_paused_table_that_was_put_away_goes_on_as_its_host_or_a_vote_decides(
    ui: UI, monkeypatch: pytest.MonkeyPatch, person: Person, asked: str | None
) -> None:
    table = await ui.start(ADA, BOB)
    await call(ui, ADA, "pause", table)
    await ui.tables.save_whereabouts(table.id, asleep=True)
    monkeypatch.setattr(ui.messages, "bring_to", AsyncMock())
    await call(ui, person, "resume", table, ELSEWHERE)
    subject = None if table.motion is None else table.motion.what
    assert (table.paused, subject) == (asked is not None, asked)


# Once more


async def test_a_rematch_is_opened_once(ui: UI) -> None:
    rng = random.Random(4)
    table = await ui.start(ADA, BOB, CLEO)
    assert "has ended yet" in (await call(ui, ADA, "rematch")).text
    while table.phase == "playing":
        await ui.move(table, rng)
    button = controls(board(ui, table))["Rematch"]
    assert "aren't playing" in (await press(ui, DAI, button)).text
    opened = await press(ui, BOB, button)
    assert opened.public
    assert "Join" in opened.buttons
    assert "The rematch!" in opened.text, "nobody knows that it is a rematch"
    assert not any(sign in opened.text for sign in SEAT_SHAPES), "a sign may change at the start"
    found = await ui.tables.get(opened.buttons["Join"].split(":")[2])
    assert [seat.name for seat in found.seats] == ["Bob"], "somebody sits who didn't ask for it"
    assert (found.host, found.card_id) == (BOB.id, 4711)
    for answer in (await press(ui, CLEO, button), await call(ui, ADA, "rematch", table)):
        assert not answer.public
        assert f"You're in the rematch! It is here: <#{CHANNEL}>" in answer.text, answer.text
    again = (await press(ui, BOB, button)).text
    assert f"Your rematch is open: <#{CHANNEL}>" in again, f"it says so to who opened it: {again}"
    assert [seat.name for seat in found.seats] == ["Bob", "Cleo", "Ada"]
    await ui.services.lobby_verbs.start(found.id, BOB, ui.interaction())
    assert [seat.name for seat in found.seats] == ["Ada", "Bob", "Cleo"], "a sign has changed"
    while found.phase == "playing":
        await ui.move(found, rng)
    over = await press(ui, ADA, button)
    assert "The rematch has ended, too" in over.text


# All of it


def ids(page: Page) -> Iterator[str]:
    """Yield what the controls of a sheet say when they are used, by the first of a list."""
    for row in page.rows:
        if isinstance(row, Select):
            yield f"{row.id}:{row.choices[0][0]}"
        elif isinstance(row, tuple):
            yield from (button.id for button in row)


@pytest.mark.walked
async def test_every_control_that_is_drawn_is_understood(ui: UI) -> None:
    """Also by tables that have moved on, and by people who may not: nobody is left unanswered."""
    table = await ui.start(ADA, BOB, CLEO)
    await call(ui, BOB, "leave")
    await call(ui, CLEO, "pause")
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    ways = Ways(HOWS, points=(1, 2, 3))
    drawn = set(ids(board(ui, table))) | set(ids(end_page(playable, table.face(), ways, wording)))
    for how in HOWS:
        drawn |= set(ids(really_end_page(playable, table.face(), ways, how, wording)))
    for person in (ADA, BOB, CLEO, DAI, MODERATOR):
        for role in RIGHTS:
            viewer = Viewer(person.id, role, removable=(1, 2))
            drawn |= set(ids(table_page(playable, table.face(), viewer, {}, wording)))
    drawn = {each for each in drawn if each.startswith("a:")}
    assert len(drawn) >= 14
    for custom_id in sorted(drawn, key=lambda each: each.endswith("yes")):
        for person in (DAI, CLEO, ADA):
            parts = custom_id.split(":")
            picked = [parts.pop()] if parts[1] == "kick" else []
            answer = await press(ui, person, ":".join(parts), *picked, own=True)
            assert answer.text, custom_id
            assert UNKNOWN not in answer.text, custom_id
            assert "Something went wrong" not in answer.text, custom_id


@pytest.mark.parametrize(
    "custom_id",
    [
        *("a", "a:", "a:fly:abcde", "a:page:x", "a:page:abcde:more", "a:vote:abcde", "a:end"),
        *("a:vote:abcde:1:x", "a:vote:abcde:-1:y", "a:pace:abcde:fast", "a:seat:abcde:x"),
        *("a:kick:abcde:x", "a:back:abcde:1", "a:end:abcde:no"),
    ],
)
async def test_a_control_that_never_was(ui: UI, custom_id: str) -> None:
    assert (await press(ui, ADA, custom_id)).text == UNKNOWN


async def test_the_page_is_the_same_whatever_the_hands_hold(ui: UI) -> None:
    """Swap two hands in the truth itself: no byte of anybody's page may follow."""
    rng = random.Random(9)
    table = await ui.start(ADA, BOB, CLEO)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)

    def pages() -> list[Page]:
        people = (ADA.id, BOB.id, CLEO.id, DAI.id)
        viewers = (Viewer(who, right, removable=(0, 1, 2)) for who in people for right in RIGHTS)
        return [table_page(playable, table.face(), each, {}, wording) for each in viewers]

    differed = 0
    for _move in range(30):
        if table.phase != "playing":
            break
        before = pages()
        assert table._match is not None
        state = table._match._state
        mine, other = state.hands[0], state.hands[1]
        if len(mine) == len(other):
            state.hands[0], state.hands[1] = other, mine
            assert pages() == before
            differed += mine != other
            state.hands[0], state.hands[1] = mine, other
        await ui.move(table, rng)
    assert differed > 5


async def test_the_page_holds_the_seals(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    commitment = table.commitment
    assert commitment is not None
    lines = f"```\n{commitment[:32]}\n{commitment[32:]}\n```"
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    on_page = await page(ui, table, ADA)
    assert commitment[:8] not in on_page.text, "a fingerprint is shown to who hasn't asked for it"
    shown = await press(ui, ADA, on_page.buttons["Check the deal"], own=True)
    assert lines in shown.text
    assert table.start_print is not None
    assert table.start_print[:32] in shown.text


async def test_the_secret_is_shown_once_all_have_agreed(ui: UI) -> None:
    rng = random.Random(4)
    table = await ui.start(ADA, BOB)
    secret = table._secret
    assert secret is not None
    while table.phase == "playing":
        await ui.move(table, rng)
    assert table.log_print is not None
    for person, still in (
        (ADA, "Still to press **Reveal hands**: Bob."),
        (BOB, "All hands are revealed"),
    ):
        verify = f"h:verify:{table.id}"
        assert table.log_print[32:] in (await press(ui, person, verify)).text
        assert secret[:32] not in str(board(ui, table))
        assert secret[:32] not in (await press(ui, person, verify)).text
        assert secret[:32] not in (await page(ui, table, person)).text
        more = await press(ui, person, controls(board(ui, table))["More"])
        await press(ui, person, more.buttons["Reveal hands"])
        assert still in board(ui, table).text
    opened = await press(ui, ADA, verify)
    assert f"```\n{secret[:32]}\n{secret[32:]}\n```" in opened.text
    more = await press(ui, ADA, controls(board(ui, table))["More"])
    assert "Reveal hands" not in more.buttons


@pytest.mark.walked
async def test_a_free_seat_is_offered_to_those_alone_who_may_take_it(ui: UI) -> None:
    """Those who were taken off, and those who did that, would only be refused."""
    table = await ui.start(ADA, BOB, CLEO)
    await ui.services.table_verbs.kick(table.id, MODERATOR, "moderator", 1)
    for person, wanted in ((DAI, True), (BOB, False), (MODERATOR, False)):
        page = await press(ui, person, f"a:page:{table.id}")
        seats = [label for label in page.buttons if label.startswith("Take ")]
        assert bool(seats) == wanted, f"{person.name}'s table page offers: {seats}"
        typing = interaction(ui, person, CHANNEL, Answer(), namespace=SimpleNamespace())
        choices = await offered(ui, "table replace", "seat", typing)
        assert bool(choices) == wanted, f"/table replace offers {person.name}: {choices}"


def test_words_are_of_verbs_and_every_vote_has_its_own() -> None:
    """A button is drawn by the name of its verb: it must lead somewhere."""
    for verb, words in VERB_WORDS.items():
        assert verb in VERBS or words.motion, f"{verb} has words and is neither verb nor vote"
        if words.button:
            heads = {each.route.head for each in TABLES}
            assert f"a:{verb}" in heads, f"{verb} has a button and no control for it"
    assert set(OF_MOTION) == set(get_args(Moved)), "what can be voted on and its words differ"
    for motion, words in OF_MOTION.items():
        assert words.asks, f"a vote on {motion} says nothing"
        assert words.done, f"nobody is told that {motion} was done"


async def test_the_host_picks_a_pace_on_the_card(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    rows = lobby_card_page(
        ui.services.games["donburiko"], table.face(), ui.services.wording(table)
    ).rows
    (select,) = [row for row in rows if isinstance(row, Select)]
    assert [choice.label for choice in select.choices] == [
        "Live, up to 3 min a move",
        "Live, 10 min + 30 s a move",
        "Turn by turn, up to 1 day a move",
        "Turn by turn, 3 days + 8 h a move",
        "No clock",
    ]
    refused = await press(ui, BOB, select.id, "live")
    assert "Only Ada" in refused.text, "nobody is told whose choice it is"
    assert table.pace == "none"
    said = await press(ui, ADA, select.id, "live")
    assert "live, up to 3 min a move" in said.text
    assert (table.pace, table.move_time) == ("live", 180)
    said = await press(ui, ADA, select.id, "days_reserve")
    assert "turn by turn, 3 days + 8 h a move" in said.text
    assert (table.pace, table.move_time, table.reserve) == ("days", 8 * 3600, 72 * 3600)
    await press(ui, ADA, select.id, "live")
    assert table.reserve == 0, "the reserve stays with a pace that has none"
    assert "button" in (await press(ui, ADA, select.id, "fast")).text
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    assert "begun" in (await press(ui, ADA, select.id, "days")).text
    assert table.pace == "live", "a card that is out of date changes the pace of a game"


@pytest.mark.walked
async def test_start_is_the_hosts_and_leads_to_the_board(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    await ui.tables.save_whereabouts(table.id, card_id=4711)
    refused = await press(ui, BOB, f"t:start:{table.id}")
    assert "Only Ada" in refused.text and table.phase == "lobby"
    begun = await press(ui, ADA, f"t:start:{table.id}")
    assert "Posting the board" in begun.text, "a board that isn't there is said to be"
    assert "<#" not in begun.text, "there is a link to what isn't there yet"
