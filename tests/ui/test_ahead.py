"""Setting the next move ahead: the button on a hand that waits, its menu, what is said of it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.ahead import Line
from bot.tables.clock import DAY
from bot.tables.order import Order
from bot.tables.seat import Person
from bot.tables.set_ahead import NO_CASE, NOW, PRACTICE, SetAhead
from bot.tables.table import Table
from bot.ui.actions.tables.requests import MOVE, Request
from bot.ui.pages import routes
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.ahead_menu import AheadPlan, line_of, said_of, set_button
from bot.ui.pages.tables.board import board_page
from bot.ui.pages.tables.my_orders import MyOrder, my_orders_page
from bot.ui.pages.wording import Wording
from bot.ui.services import Services
from cogs.donburiko import ahead as donburiko_ahead
from cogs.kirifuda import ahead as kirifuda_ahead
from cogs.kirifuda.help import HELP
from cogs.kirifuda.render import RENDER
from cogs.kirifuda.rules import GAME
from cogs.korpokkur import ahead as korpokkur_ahead
from storage.rows import NO_SERVER
from tests.contract.games import games
from tests.contract.seen import playable_of
from tests.emoji import mentions
from tests.only import first
from tests.refusal import refused_with
from tests.ui.clicks import Answer, ask, buttons_of, command, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI
from tests.ui.night_evening import evening

PEOPLE = {each.id: each for each in (ADA, BOB, CLEO)}


@pytest.fixture
async def table(ui: UI) -> Table:
    """Begin Ameno Kirifuda, and play until somebody leads the first trick."""
    ui.services.add_game(PlayableGame(GAME, RENDER, HELP))
    ui.tables.add_ahead("kirifuda", kirifuda_ahead)
    found = await begun(ui, "kirifuda")
    rng = random.Random(1)
    seen: Any = found.public()
    while seen.phase != "play":
        await ui.move(found, rng)
        seen = found.public()
    return found


async def begun(ui: UI, game: str) -> Table:
    """Begin a game of three."""
    options = ui.services.games[game].game.Options()
    return await ui.start(ADA, BOB, CLEO, game_key=game, options=options)


def sitting(table: Table, further: int) -> Person:
    """Return who sits so many seats after the one that is asked."""
    return PEOPLE[table.seats[(table.to_act()[0] + further) % len(table.seats)].person]


async def hand(ui: UI, table: Table, person: Person) -> Answer:
    """Look at one's hand."""
    return await press(ui, person, routes.HAND(table.id), own=True)


async def use(ui: UI, person: Person, answer: Answer, label: str) -> Answer:
    """Press a button on what was shown."""
    return await press(ui, person, answer.buttons[label], own=True)


async def test_each_case_gets_its_card_and_all_can_be_undone(ui: UI, table: Table) -> None:
    bob = sitting(table, 1)
    shown = await hand(ui, table, bob)
    assert "Set my next move …" in shown.buttons and "Undo" not in shown.buttons
    menu = await use(ui, bob, shown, "Set my next move …")
    assert "20 to 90 minutes" in menu.text and "Set all of these" not in menu.text
    cases = [label for label in menu.buttons if label.endswith(" is led …")]
    assert cases == [f"{each} is led …" for each in ("Spring", "Summer", "Autumn", "Winter")]
    cards = await use(ui, bob, menu, "Summer is led …")
    assert "If summer is led:" in cards.text
    card = next(label for label in cards.buttons if label.startswith(("s", "a", "w")))
    menu = await use(ui, bob, cards, card)
    assert f"Summer is led → {card}" in menu.buttons
    said = "nobody is told that a gap hints at their hand"
    assert "Set all of these" in menu.text and "20 to 90 minutes" not in menu.text, said
    shown = await use(ui, bob, menu, "Done")
    assert f"⏩ Set: summer is led → {card}" in shown.text
    assert "⚠️" not in shown.text, f"there is nothing to warn of: {shown.text}"
    menu = await use(ui, bob, menu, "The lowest for the rest")
    assert menu.text.count(" is led → ") == 4 and "Your turn" not in menu.text
    shown = await use(ui, bob, menu, "Undo all")
    assert "⏩" not in shown.text and not table._orders


async def test_where_nothing_can_be_set_no_button_leads_there(
    ui: UI, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = AheadPlan()
    assert not set_button(table.id, nothing, ui.services.wording(table))
    bob, said = sitting(table, 1), "You can't set a move ahead until "
    assert said not in (await hand(ui, table, bob)).text
    monkeypatch.setattr(Services, "plan_of", lambda _self, _table, _seat: nothing)
    assert said in (await hand(ui, table, bob)).text, "nobody reads why the button is missing"


async def test_nothing_is_set_where_one_plays_with_computers_alone(ui: UI, table: Table) -> None:
    """They move at once, so nobody ever waits there."""
    nowhere = {"guild_id": NO_SERVER, "channel_id": NO_SERVER}
    new = ui.new(ADA, game_key="kirifuda", options=GAME.Options(), **nowhere)
    alone = await ui.services.lobby_verbs.deal_against_computers(new)
    seat = next(each for each in range(len(alone.seats)) if each not in alone.to_act())
    with refused_with(PRACTICE):
        ui.services.set_ahead.demand_waiting(alone, seat)


async def test_a_label_says_what_is_set_without_backslashes(ui: UI) -> None:
    game = first((each for each in games() if each.info.key == "korpokkur"), "korpokkur")
    ui.services.add_game(playable_of(game))
    ui.tables.add_ahead("korpokkur", korpokkur_ahead)
    table = await begun(ui, "korpokkur")
    bob = sitting(table, 1)
    menu = await use(ui, bob, await hand(ui, table, bob), "Set my next move …")
    menu = await use(ui, bob, menu, "1 chip is offered …")
    menu = await use(ui, bob, menu, first((each for each in menu.buttons if "Eh" in each), "Eh"))
    assert "1 chip is offered → Eh: take it" in menu.buttons, "a label shows a backslash"


@pytest.mark.usefixtures("server")
async def test_it_can_be_undone_until_it_is_played(ui: UI, table: Table) -> None:
    bob = sitting(table, 1)
    await ui.services.set_ahead.set_lowest(table.id, bob.id)
    games = await typed(ui, bob, "me games", {}, None)
    assert f"⏩ Set: {' · '.join(words_of(ui, table, bob))}"[:100] in games.text, (
        "the list of one's games doesn't say what is set"
    )
    games = await typed(ui, sitting(table, 0), "me games", {}, None)
    assert "⏩" not in games.text
    await ui.move(table, random.Random(1))
    games = await typed(ui, bob, "me games", {}, None)
    assert "your turn: your move is set" in games.text and "Your turn in" not in games.text, (
        "a table is counted as one's turn to which no button leads: it is played by itself"
    )
    shown = await hand(ui, table, bob)
    assert "⏩ Set: " in shown.text and shown.text.count(" is led → ") == 1
    assert "You needn't press" in shown.text, "nobody knows whether they must press"
    assert "**Play a card" not in shown.text and "Or move yourself:" in shown.text, (
        "who needn't press reads that they must"
    )
    assert "Set my next move …" not in shown.buttons
    await ui.services.away_days.set(bob.id, None, ui.tables.now() + DAY, None)
    shown = await hand(ui, table, bob)
    said = "one reads that nobody can tell, and all see that they are away"
    assert "nobody can tell" not in shown.text and "the others can tell" in shown.text, said
    shown = await use(ui, bob, shown, "⏩ Undo")
    assert "⏩" not in shown.text and not table._orders
    assert table.to_act() == (table.seat_of(bob.id),)


def words_of(ui: UI, table: Table, person: Person) -> list[str]:
    """Return what somebody has set at a table, line by line."""
    seat = table.seat_of(person.id)
    assert seat is not None
    render, wording = ui.services.game_of(table).render, ui.services.wording(table)
    lines = ui.services.set_ahead.lines(table, seat)
    return [line_of(line, render, table.view(seat), wording) for line in lines]


async def test_who_is_asked_is_told_to_play_and_an_older_menu_sets_nothing(
    ui: UI, table: Table
) -> None:
    asked, bob, cleo = (sitting(table, number) for number in range(3))
    refused = await press(ui, asked, routes.AHEAD(table.id, 0), own=True)
    assert NOW in refused.text
    shown = await hand(ui, table, cleo)
    menu = await use(ui, cleo, shown, "Set my next move …")
    cards = await use(ui, cleo, menu, "Spring is led …")
    card = next(each for label, each in cards.buttons.items() if label != "Back")
    await ui.move(table, random.Random(1))
    late = await press(ui, cleo, card, own=True)
    assert not table._orders, "an older menu sets something"
    seen: Any = table.public()
    assert NO_CASE in late.text and len([each for each in late.buttons if " is led …" in each]) == 1
    for made_up in ("9:play:spring1", "x", "0:place:1", "0:play:winter9", "-:play:x"):
        sign = int(late.buttons["Back"] and menu_sign(late))
        await press(ui, cleo, routes.AHEAD(table.id, sign, made_up), own=True)
        assert not table._orders, f"{made_up} sets something"
    assert bob is not cleo and seen.running


def menu_sign(answer: Answer) -> int:
    """Return the number in the ids of a menu's controls."""
    values = (routes.AHEAD.read(each) for each in answer.buttons.values())
    return first((each[1] for each in values if each is not None), "a value")


async def test_why_nothing_was_played_is_said_to_its_person_alone(ui: UI, table: Table) -> None:
    bob = sitting(table, 1)
    led = random.Random(4).choice(table.legal(table.to_act()[0]))
    assert "⏩" not in (await hand(ui, table, sitting(table, 0))).text
    season = ("spring", "summer", "autumn", "winter")[led.card // 10 - 1]
    other = "winter" if season != "winter" else "spring"
    menu = await use(ui, bob, await hand(ui, table, bob), "Set my next move …")
    cards = await use(ui, bob, menu, f"{other.capitalize()} is led …")
    await use(ui, bob, cards, next(label for label in cards.buttons if label != "Back"))
    await ui.move(table, random.Random(4))
    shown = await hand(ui, table, bob)
    assert f"{season.capitalize()} was led; you had set nothing for it." in shown.text
    card = next(each for each in shown.buttons.values() if each.startswith("m:"))
    shown = await press(ui, bob, card, own=True)
    assert "nothing for it" not in shown.text
    said = board_page(ui.services.games["kirifuda"], table.face(), [], ui.services.wording(table))
    assert "⏩" not in str(said)


async def test_what_could_not_be_set_ahead_is_said_to_be_so(ui: UI, table: Table) -> None:
    """Whoever wins a trick places a stone: their card was played, and nothing else was to fit."""
    lines: dict[int, Line] = {}
    seen: Any = table.public()
    while seen.phase != "place":
        for seat in range(len(table.seats)):
            for case, moves, _lowest in ui.services.set_ahead.offered(table, seat):
                lines[seat] = Line(case, moves[0])
        await ui.move(table, random.Random(4))
        seen = table.public()
    (seat,) = table.to_act()
    person = sitting(table, 0)
    order = Order(person.id, (lines[seat],), 0, dropped="unfit")
    await ui.tables.save_orders(table, {seat: order})
    said = (await hand(ui, table, person)).text
    assert "> ⏩ This can't be set ahead, so what you had set is gone." in said, said
    await ui.tables.save_orders(table, {seat: replace(order, dropped=None)})
    shown = await hand(ui, table, person)
    assert "> ⏩ Still set: " in shown.text and "Or move yourself" not in shown.text, shown.text
    shown = await use(ui, person, shown, "⏩ Undo")
    assert not table._orders, "what stays can't be taken off"


@pytest.mark.usefixtures("server")
async def test_it_can_be_typed_and_listed(ui: UI, table: Table) -> None:
    bob = sitting(table, 1)
    seat = table.seat_of(bob.id)
    assert seat is not None
    offered = {each.case.kind: each for each in ui.services.set_ahead.offered(table, seat)}
    season = getattr(offered["led"].case, "season", 0)
    assert season == 4, "the last case"
    card: Any = offered["led"].moves[0]
    view: Any = table.view(seat)
    word = RENDER.words(card, view, ui.services.wording(table))[0].value
    words = {"card": word}
    early = await typed(ui, bob, "kirifuda play", words, table.id)
    assert "Waiting for " in early.text and "fill in `ahead` too." in early.text
    for case in ("winter is led", "if winter is led", "Winter IS LED"):
        await typed(ui, bob, "kirifuda play", words | {"ahead": case}, table.id)
        assert [each.action for each in orders(table)] == [card], case
    refused = await typed(ui, bob, "kirifuda play", words | {"ahead": "red strong"}, table.id)
    assert "You can pick: **if spring is led**" in refused.text
    ui.services.emoji |= mentions()
    assert "winter is led → <:" in (await hand(ui, table, bob)).text, "no card is drawn"
    listed = await typed(ui, bob, "me ahead", {}, None)
    assert "winter is led → " in listed.text and "Ameno Kirifuda" in listed.text
    assert "<:" not in listed.text, "with emoji what is set at ten tables is too long for a message"
    other = await typed(ui, sitting(table, 2), "me ahead", {}, None)
    assert "nothing ahead" in other.text
    left = await use(ui, bob, listed, "Undo Ameno Kirifuda")
    assert "nothing ahead" in left.text and not table._orders


async def typed(
    ui: UI, person: Person, name: str, words: dict[str, str], table_id: str | None
) -> Answer:
    """Type a command."""
    answer = Answer()
    asked = interaction(ui, person, CHANNEL, answer)
    if table_id is None:
        await command(ui, name, asked)
    else:
        game, _space, kind = name.partition(" ")
        await ask(ui, asked, Request(MOVE, game, kind, words), table_id)
    return answer


def test_what_is_set_at_many_tables_fits_and_each_button_says_where() -> None:
    said, server = "Set: " + "winter is led → winter 10 · " * 5, "S" * 40
    orders = [
        MyOrder(f"abcd{n}", f"{game} · abcd{n} · {server}", game, said, "https://x/" + "1" * 80)
        for n, game in enumerate(["Kirifuda", "Kirifuda", *(f"Game {n}" for n in range(18))])
    ]
    page = my_orders_page(orders, Wording("en-GB"))
    buttons = buttons_of(page)
    labels = [each.label for each in buttons]
    assert len(page.embed().fields) == len(labels), "a table is left out, but not its button"
    assert labels[:3] == ["Undo Kirifuda · abcd0", "Undo Kirifuda · abcd1", "Undo Game 0"]
    assert page.text.endswith("\n… and 10 more")


async def test_where_the_case_goes_with_the_move_choices_are_made_at_once(ui: UI) -> None:
    ui.tables.add_ahead("donburiko", donburiko_ahead)
    table = await begun(ui, "donburiko")
    await ui.move(table, random.Random(3))
    bob = sitting(table, 1)
    menu = await use(ui, bob, await hand(ui, table, bob), "Set my next move …")
    for nth in ("First", "Second", "Third"):
        assert f"{nth} choice" in menu.text, menu.text
        rows = await use(ui, bob, menu, next(each for each in menu.buttons if "acorn" in each))
        free = [each for each in rows.buttons if each.startswith("Row")]
        taken = {f"Row {line.case.row}" for line in orders(table)}
        assert not taken & {each[:5] for each in free}, "a row that is set is offered again"
        label = free[0]
        menu = await use(ui, bob, rows, label)
    assert len(orders(table)) == 3 and menu.text.count(", else ") == 2, menu.text
    assert "All your choices are set." in menu.text and "choice:" not in menu.text, menu.text
    assert not any("acorn" in each or "pond" in each for each in menu.buttons), (
        "a fourth choice is offered, and none can be set"
    )
    before = orders(table)
    undone = await use(ui, bob, menu, "Undo third choice")
    assert "Third choice" in undone.text and orders(table) == before[:2], undone.text
    await use(ui, bob, menu, "Undo third choice")
    assert orders(table) == before[:2], "pressed twice, it takes off two"
    done = await hand(ui, table, bob)
    assert "Undo all" in done.buttons and "Undo" not in done.buttons, done.buttons
    menu = await use(ui, bob, done, "Change my next move …")
    assert "Undo second choice" in menu.buttons, "one can't be changed without all others"
    before = orders(table)
    seat = table.seat_of(bob.id)
    assert seat is not None
    number = AheadPlan(ui.services.set_ahead.offered(table, seat)).sign
    for made_up in ("0", "0:take:1", "-:take:9", "-", "-:add:2:2/down"):
        await press(ui, bob, routes.AHEAD(table.id, number, made_up), own=True)
        assert orders(table) == before, f"{made_up} sets something"
    gone = AheadPlan(order=table.order_of(seat))
    render, wording = ui.services.game_of(table).render, ui.services.wording(table)
    said = said_of(gone, render, table.view(seat), wording)
    assert "changed. What you had set can't be played any more." in said, said


def orders(table: Table) -> list[Any]:
    """Return all lines that are set at a table."""
    return [line for order in table._orders.values() for line in order.lines]


@pytest.mark.usefixtures("server")
async def test_a_desk_is_the_same_whatever_is_set_and_noted(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As are the page of the table there, and that of the guests."""
    second = ui.tables.now()
    monkeypatch.setattr(ui.tables, "now", lambda: second)
    ui.tables.add_ahead("donburiko", donburiko_ahead)
    night = await evening(ui, 4)
    table, *_others = await night.start()
    asked = await night.click(
        "Finish it another day …", await night.pick(await night.desk(), table.id)
    )
    await night.click("Finish it another day", asked)

    async def looked_at() -> list[Answer]:
        desk = await night.desk()
        return [desk, await night.pick(desk, table.id), await night.click("Guests …", desk)]

    before, seat = await looked_at(), (table.to_act()[0] + 1) % len(table.seats)
    person = table.seats[seat].person
    for case, moves, _lowest in SetAhead(ui.tables).offered(table, seat)[:3]:
        await SetAhead(ui.tables).set_line(table.id, person, Line(case, moves[0]))
    await ui.tables.notes.keep(person, table.id, "Bob has no winter left")
    assert await ui.tables.store.orders.at(table.id), "nothing is set"
    assert await looked_at() == before, "a host can tell what is set or noted"
