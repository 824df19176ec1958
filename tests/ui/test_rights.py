"""What made-up clicks reach: no table out of sight, no other server, nobody else's hand or seat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.actions.tables.requests import Request
from bot.ui.actions.tables.verbs import VERBS
from bot.ui.pages import routes
from bot.ui.pages.routes import WHICH_TABLE
from tests.ui.clicks import DAI, ELSEWHERE, MODERATOR, Answer, ask, interaction, press, server_where
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI

NO_TABLE = "There is no such table any more."
NOT_IN_CHARGE = "or a moderator can do that"
UNKNOWN = "This button doesn't work any more."


def of(table: Table) -> tuple[Any, ...]:
    """Return what a click without the right to must not change."""
    return table.revision, table.phase, table.paused, list(table.seats), table.motion


async def test_a_moderator_of_another_channel_who_sees_this_one_does_not_lead_here(
    ui: UI,
) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    before = of(table)
    sees = server_where(view_channel=True)
    for verb, *picked in (("end",), ("end:yes",), ("kick", str(BOB.id))):
        verb, _, rest = verb.partition(":")
        custom_id = f"a:{verb}:{table.id}" + (f":{rest}" if rest else "")
        answer = await press(
            ui, MODERATOR, custom_id, *picked, channel=ELSEWHERE, own=True, guild=sees
        )
        assert NOT_IN_CHARGE in answer.text, f"{custom_id}: {answer.text}"
        assert "End the game" not in answer.buttons, f"{custom_id} offers to end the game"
    assert of(table) == before, "a moderator of another channel has changed the table"
    page = await press(ui, MODERATOR, f"a:page:{table.id}", channel=ELSEWHERE, guild=sees)
    assert set(page.buttons) == {
        "Refresh",
        "As text",
        "Check the deal",
        "Report to the bot's owner …",
    }, "more is offered than to look"


async def test_nobody_sits_down_where_they_cannot_see(ui: UI) -> None:
    table = await ui.open(ADA)
    blind = server_where(view_channel=False)
    answer = await press(ui, DAI, f"t:join:{table.id}", channel=ELSEWHERE, guild=blind)
    assert answer.text == NO_TABLE
    assert len(table.seats) == 1, "somebody sits at a table out of their sight"
    # Where they see it, they may; and who sits there is answered wherever they are.
    sees = server_where(view_channel=True)
    await press(ui, DAI, f"t:join:{table.id}", channel=ELSEWHERE, guild=sees)
    assert len(table.seats) == 2
    again = await press(ui, DAI, f"t:join:{table.id}", channel=ELSEWHERE, guild=blind)
    assert again.text != NO_TABLE


@pytest.mark.parametrize("phase", ["lobby", "playing"])
@pytest.mark.parametrize(
    "custom_id",
    [
        *("t:join:{}", "t:leave:{}", "t:start:{}", "t:hand:{}", "t:computers:{}"),
        *("c:add:{}:0:sharp", "a:page:{}", "a:leave:{}", "a:back:{}", "a:end:{}:yes"),
        *("a:pause:{}", "a:takeback:{}", "a:pace:{}:live", "a:rematch:{}", "m:{}:0:add:1:1"),
        *("h:replay:{}:0", "h:export:{}", "h:verify:{}", "h:open:{}"),
    ],
)
async def test_a_table_of_another_server_is_not_there(ui: UI, custom_id: str, phase: str) -> None:
    """Even for its own host, who could only be there by making the click up."""
    table = await (ui.open if phase == "lobby" else ui.start)(ADA, BOB)
    before = of(table)
    there = discord.Permissions.all()
    answer = await press(ui, ADA, custom_id.format(table.id), guild_id=GUILD + 1, permissions=there)
    assert answer.text == NO_TABLE, answer.text
    assert of(table) == before, "a click on another server has changed the table"


@pytest.mark.walked
async def test_a_host_who_does_not_sit_there_leads_nothing(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    await ui.tables.change(table, host=DAI.id)
    before = of(table)
    page = await press(ui, DAI, f"a:page:{table.id}")
    assert set(page.buttons) == {
        "Refresh",
        "As text",
        "Check the deal",
        "Report to the bot's owner …",
    }, "a host in name only is offered a host's buttons"
    assert not page.lists, "a host in name only is offered to take people off"
    ended = await press(ui, DAI, f"a:end:{table.id}:yes", own=True)
    assert NOT_IN_CHARGE in ended.text
    assert of(table) == before, "a host in name only has changed the table"


async def test_the_question_before_the_end_is_for_those_who_may_end(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    for pressed in ("", ":void", ":concede", ":points", f":void:{table.revision}"):
        answer = await press(ui, DAI, f"a:end:{table.id}{pressed}", own=True)
        assert NOT_IN_CHARGE in answer.text, f"{pressed}: {answer.text}"
        assert not any(each.startswith("a:end") for each in answer.buttons.values())
    assert table.phase == "playing"


async def test_who_may_take_nobody_off_does_not_learn_who_is_called_what(ui: UI) -> None:
    """The refusal of a name lists those who sit there; the right comes first."""
    table = await ui.start(ADA, BOB)
    answer = Answer()
    made = interaction(ui, DAI, CHANNEL, answer)
    await ask(ui, made, Request("kick", words={"seat": "nobody"}), table.id)
    assert NOT_IN_CHARGE in answer.text, answer.text


# Hands


@pytest.mark.parametrize("person", [DAI, BOB, CLEO])
async def test_the_menu_of_another_hand_plays_and_shows_nothing(ui: UI, person: Person) -> None:
    """Neither to strangers nor to those who sit there and aren't asked."""
    table = await ui.start(ADA, BOB, CLEO)
    while table.to_act() != (0,):
        await ui.services.moves.play(
            table.id,
            (ADA, BOB, CLEO)[table.to_act()[0]],
            lambda _view, legal: legal[0],
            interaction_id=ui.interaction(),
        )
    hand = await press(ui, ADA, f"t:hand:{table.id}")
    menu = [*hand.buttons.values(), *(f"{name}:{values[0]}" for name, values in hand.lists)]
    menu = [each for each in menu if each.startswith("m")]
    assert menu, "a hand that is asked has no menu"
    before, number = of(table), table.seat_of(person.id)
    own = "" if number is None else str(ui.hands.screens.page(table, number, "en-GB").text)
    for custom_id in menu:
        answer = await press(ui, person, custom_id, own=True)
        if number is None:
            assert "aren't playing" in answer.text, f"{custom_id}: {answer.text}"
        else:
            assert own in answer.text, f"{custom_id} shows something else than their own hand"
    assert of(table) == before, "a click on another hand's menu has played"


async def test_an_old_menu_leads_nowhere(ui: UI) -> None:
    """Not even a step deeper: what it would lead to is another question now."""
    table = await ui.start(ADA, BOB)
    seat = table.to_act()[0]
    old = f"m:{table.id}:{table.question_number(seat) + 1}:{table.legal(seat)[0].kind}"
    answer = await press(ui, (ADA, BOB)[seat], old, own=True)
    assert "moved on" in answer.text, "an old menu is gone through as if it were the newest"


async def test_computers_are_seated_by_those_who_sit_there(ui: UI) -> None:
    table = await ui.open(ADA)
    for custom_id in (f"t:computers:{table.id}", f"c:add:{table.id}:0:sharp"):
        answer = await press(ui, DAI, custom_id, own=True)
        assert "Take a seat first" in answer.text, f"{custom_id}: {answer.text}"
        assert not answer.page, "a stranger is offered to seat computers"
    assert len(table.seats) == 1


@pytest.mark.walked
async def test_a_moderator_lets_a_table_go_on_without_bringing_it_to_them(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    await ui.tables.change(table, paused=True)
    await ui.tables.save_whereabouts(table.id, asleep=True)
    answer = await press(ui, MODERATOR, f"a:resume:{table.id}")
    assert answer.text == "The game goes on."
    assert not ui.messages._wanted_here, "the board was called to who doesn't sit there"


async def test_of_a_table_that_cannot_be_read_nothing_is_shown(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    table.become(replace(table, frozen=True))
    for custom_id in ("t:hand:{}", "a:page:{}", "a:pause:{}", "m:{}:0:add", "h:replay:{}:0"):
        answer = await press(ui, ADA, custom_id.format(table.id))
        assert "This table can't be read" in answer.text, f"{custom_id}: {answer.text}"
        assert not answer.page, f"{custom_id} shows what may be wrong"


async def test_a_hand_asked_for_on_the_board_is_for_one_person_alone(ui: UI) -> None:
    """The board is everybody's: it must not be changed into somebody's hand."""
    table = await ui.start(ADA, BOB)
    answer = await press(ui, ADA, f"t:hand:{table.id}", own=False)
    assert "Your cards" in answer.text
    assert not answer.edited, "the board of all was changed into a hand"
    assert not answer.public, "a hand was shown to all"


async def test_who_does_not_sit_there_is_told_what_they_can_do(ui: UI) -> None:
    """They watch, so the answer is a way to a game of their own, whatever they have pressed."""
    table = await ui.start(ADA, BOB)
    for control in (routes.HAND(table.id), routes.HAND_FROM_PING(table.id), f"m:{table.id}:0"):
        answer = await press(ui, DAI, control)
        said = "You aren't playing at this table. Watch here, or join the next game."
        assert answer.text == said and answer.buttons == {"All games": "play:all"}, answer
        assert not answer.public
    await ui.services.table_verbs.end(table.id, DAI, "moderator")
    over = await press(ui, DAI, routes.HAND(table.id))
    assert over.text == "This game has ended." and [*over.buttons] == ["Replay"], over


async def test_who_plays_while_the_game_is_paused_reads_how_it_goes_on(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    seat = table.to_act()[0]
    person = next(each for each in (ADA, BOB) if each.id == table.seats[seat].person)
    number, card = table.question_number(seat), next(each.card for each in table.legal(seat))
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    move = routes.MENU(table.id, number, ("add", str(card), "1/up"))
    answer = await press(ui, person, move, own=True)
    assert "The game is paused. *Resume* is under *More*." in answer.text, answer.text


async def test_who_does_not_sit_there_calls_no_board(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    answer = Answer()
    made = interaction(ui, MODERATOR, ELSEWHERE, answer, guild=server_where(view_channel=True))
    await ask(ui, made, Request("board"), table.id)
    assert "aren't playing" in answer.text, answer.text
    assert not ui.messages._wanted_here, "a stranger has moved the board"


async def test_the_card_of_a_lobby_stays_where_it_was_opened(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    answer = Answer()
    made = interaction(ui, ADA, ELSEWHERE, answer)
    await ask(ui, made, Request("board"), table.id)
    assert f"Find it in <#{CHANNEL}>" in answer.text, answer.text
    assert not ui.messages._wanted_here, "a card was called into another channel"


# Which table is asked for in a list, and the list is made up


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        ("kick", {"person": "2"}),
        ("replace", {"number": "1"}),
        ("vote", {"revision": "3"}),
        ("computer", {"revision": "3"}),
        ("dismiss", {"number": "1", "revision": "3"}),
        ("replay", {"step": "x", "look": "0"}),
    ],
)
def test_a_list_that_is_made_up_says_nothing_that_only_controls_say(
    verb: str, words: dict[str, str]
) -> None:
    """Controls are checked as they are read; these words would come in unchecked."""
    known = {option.name: "Bob" for option in VERBS[verb].options}
    values = WHICH_TABLE.read(Request(verb, words={**known, **words}).custom_id())
    assert values is not None, "nobody reads such a list"
    assert Request.read(*values).words == known


async def test_a_list_that_is_made_up_reaches_no_table_out_of_sight(ui: UI) -> None:
    table = await ui.open(ADA)
    blind = server_where(view_channel=False)
    answer = await press(ui, DAI, "w:join::", table.id, channel=ELSEWHERE, guild=blind)
    assert "There is no such table here." in answer.text, answer.text
    assert len(table.seats) == 1, "somebody sits at a table out of their sight"


# What is no click


async def test_a_form_is_answered_though_there_is_none(ui: UI) -> None:
    table = await ui.open(ADA)
    modal = discord.InteractionType.modal_submit
    answer = await press(ui, BOB, f"t:join:{table.id}", type=modal)
    assert answer.text == UNKNOWN
    assert len(table.seats) == 1, "a form was taken for a click"


async def test_a_refusal_is_said_to_those_alone_who_may_see_the_table(ui: UI) -> None:
    """On the page of a table that is out of sight nothing is said at all of the table."""
    table = await ui.start(ADA, BOB)
    answer = await press(ui, DAI, f"a:takeback:{table.id}", own=True)
    assert "aren't playing" in answer.text
    assert not answer.page, "who only looks on is answered with a page, as if they sat there"


@pytest.mark.parametrize(
    "custom_id",
    [
        "m:abcde:x:add",
        "m:abcde:-1:add",
        "m:abcde:",
        "r:donburiko:x",
        "r:donburiko:²",
        "r:donburiko:",
    ],
)
async def test_what_is_no_number_is_no_control(ui: UI, custom_id: str) -> None:
    assert (await press(ui, ADA, custom_id)).text == UNKNOWN
