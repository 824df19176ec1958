"""Games on no server: whose they are, what can be done there, and that nobody else gets in."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from bot.tables.lobby_verbs import MOST_PRACTICE
from bot.tables.table import Table
from bot.ui.actions.tables.verbs import VERBS
from bot.ui.incoming.rows.row import UNKNOWN_CONTROL
from bot.ui.incoming.rows.tables import TABLES
from bot.ui.pages import routes
from storage.rows import NO_SERVER
from tests.ui.clicks import Answer, command, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, GUILD, UI

NOWHERE = "zzzzz"
"""The id of no table."""
IN_DM: dict[str, Any] = {"guild_id": None}
ELSEWHERE: dict[str, Any] = {"guild_id": GUILD + 1, "is_guild_integration": lambda: False}
"""On a server where the bot isn't, by the app that somebody has added."""
NONE_SUCH = "There is no such table"
STEPS = ("", ":0", ":1", ":yes", ":live", f":{ADA.id}", ":0:y", ":0:casual", ":card", ":anyone")
"""What may follow the table's id in the id of a control, between them all that there is."""


async def deal(ui: UI, where: dict[str, Any] = IN_DM) -> tuple[Table, Answer]:
    """Let Ada start a game; return its table and the message."""
    shown = await press(ui, ADA, "play:computers:donburiko", own=True, **where)
    found = await ui.tables.store.tables_of(ADA.id, NO_SERVER)
    assert found, shown.text
    return await ui.tables.get(found[0][0].id), shown


async def at_her_turn(ui: UI, table: Table) -> Answer:
    """Let the computers before Ada play, whoever moves first; return her message then."""
    while (seat := table.to_act()[0]) != table.seat_of(ADA.id):
        await ui.services.moves.play_for_computer(
            table.id,
            seat,
            lambda _view, legal: legal[0],
            question_number=table.question_number(seat),
        )
    return await press(ui, ADA, f"t:hand:{table.id}", own=True, **IN_DM)


async def moved(ui: UI, table: Table) -> None:
    """Let Ada make her first move."""
    while not table.has_moved(table.seat_of(ADA.id) or 0):
        await ui.move(table, random.Random(1))


@pytest.mark.parametrize("where", [IN_DM, ELSEWHERE, {}], ids=["dm", "elsewhere", "server"])
async def test_a_game_is_one_message_and_nowhere_else(ui: UI, where: dict[str, Any]) -> None:
    table, shown = await deal(ui, where)
    assert (table.guild_id, table.channel_id) == (0, 0), "what is played there belongs to a server"
    assert table.pace == "none" and len(table.people_here()) == 1
    assert shown.edited and "brings this game back" in shown.text
    for name in (seat.name for seat in table.seats):
        assert name in shown.text, "the board isn't there"
    assert {"Rules", "More"} <= shown.buttons.keys()
    asked = await at_her_turn(ui, table)
    assert any(each.startswith("m:") for each in [*asked.buttons.values(), *dict(asked.lists)])
    assert await ui.tables.store.to_repair() == [], "a board is to be put up"
    assert await ui.tables.store.tables_of_guild(GUILD) == []


async def test_nobody_else_reaches_it(ui: UI) -> None:
    table, _shown = await deal(ui)
    shown = await at_her_turn(ui, table)
    before = ui.tables.game_json(table), table.revision, await ui.tables.store.log(table.id)
    heads = {control.route.head for control in TABLES}
    ids = [f"{head}:{table.id}{step}" for head in sorted(heads) for step in STEPS]
    drawn = [*shown.buttons.values(), *dict(shown.lists)]
    ids += [each for each in drawn if table.id in each and not each.startswith("r:")]
    for custom_id in ids:
        for where in ({}, ELSEWHERE):
            said = (await press(ui, BOB, custom_id, own=True, **where)).text
            assert NONE_SUCH in said or UNKNOWN_CONTROL in said, (custom_id, said)
        nowhere = custom_id.replace(table.id, NOWHERE)
        as_if = (await press(ui, BOB, nowhere, own=True, **IN_DM)).text
        said = (await press(ui, BOB, custom_id, own=True, **IN_DM)).text
        assert said == as_if, f"{custom_id} tells a stranger that there is a table"
    assert before[1:] == (table.revision, await ui.tables.store.log(table.id)), "Bob changed it"
    assert "Donburiko" not in (await press(ui, BOB, "me:games:0", own=True)).text


async def test_only_what_is_on_the_message_can_be_done(ui: UI) -> None:
    table, _shown = await deal(ui)
    heads = {control.route.head for control in TABLES if control.alone == "refused"}
    for head in sorted(heads):
        for step in STEPS:
            custom_id = f"{head}:{table.id}{step}"
            answer = await press(ui, ADA, custom_id, own=True, **IN_DM)
            assert UNKNOWN_CONTROL in answer.text, (custom_id, answer.text)
    assert table.phase == "playing" and table.pace == "none"


@pytest.mark.walked
async def test_it_is_there_wherever_its_person_is(ui: UI) -> None:
    table, _shown = await deal(ui, ELSEWHERE)
    for where in (IN_DM, ELSEWHERE, {}):
        mine = await press(ui, ADA, "me:games:0", own=True, **where)
        back = await press(ui, ADA, mine.buttons["Continue Donburiko!"], own=True, **where)
        assert back.edited and "More" in back.buttons
    listed = await press(ui, ADA, "play:all", own=True, **IN_DM)
    assert listed.buttons["Continue Donburiko!"] == f"t:hand:{table.id}"


@pytest.mark.walked
async def test_rules_take_its_place_and_lead_back(ui: UI) -> None:
    _table, shown = await deal(ui)
    page = await press(ui, ADA, shown.buttons["Rules"], own=True, **IN_DM)
    page = await press(ui, ADA, page.buttons["Next"], own=True, **IN_DM)
    back = await press(ui, ADA, page.buttons["Back to the game"], own=True, **IN_DM)
    assert "More" in back.buttons


@pytest.mark.walked
async def test_it_is_ended_after_a_question(ui: UI) -> None:
    table, shown = await deal(ui)
    more = await press(ui, ADA, shown.buttons["More"], own=True, **IN_DM)
    asked = await press(ui, ADA, more.buttons["End the game"], own=True, **IN_DM)
    assert "everybody" not in asked.text and table.phase == "playing"
    kept = await press(ui, ADA, asked.buttons["Back"], own=True, **IN_DM)
    assert "More" in kept.buttons
    ended = await press(ui, ADA, asked.buttons["End the game"], own=True, **IN_DM)
    assert table.phase == "cancelled"
    again = await press(ui, ADA, ended.buttons["Rematch"], own=True, **IN_DM)
    assert "brings this game back" in again.text


async def test_no_command_but_its_own_persons_reaches_it_by_its_id(ui: UI) -> None:
    table, _shown = await deal(ui)
    before = table.revision, table.phase
    for person in (ADA, BOB):
        for verb in (
            name for name, each in VERBS.items() if person == BOB or not each.tables.alone
        ):
            for where in ({}, IN_DM, ELSEWHERE):
                asked = f"w:{verb}::"
                said = (await press(ui, person, asked, table.id, own=True, **where)).text
                as_if = (await press(ui, person, asked, NOWHERE, own=True, **where)).text
                assert said == as_if and "no such table" in said, (verb, said)
    assert (table.revision, table.phase) == before


async def test_an_old_message_plays_nothing(ui: UI) -> None:
    table, _shown = await deal(ui)
    shown = await at_her_turn(ui, table)
    moves = [each for each in shown.buttons.values() if each.startswith(("m:", "hint:"))]
    lists = [(each, values[0]) for each, values in shown.lists]
    assert any(each.startswith("m:") for each in [*moves, *dict(lists)]), "she isn't asked"
    asked = await press(ui, ADA, f"a:end:{table.id}", own=True, **IN_DM)
    both = (press(ui, ADA, asked.buttons["End the game"], own=True, **IN_DM) for _ in range(2))
    ended = await asyncio.gather(*both)
    assert table.phase == "cancelled" and all("Rematch" in each.buttons for each in ended)
    before = await ui.tables.store.log(table.id)
    for custom_id, *picked in [*((each,) for each in moves), *lists]:
        answer = await press(ui, ADA, custom_id, *picked, own=True, **IN_DM)
        assert "Rematch" in answer.buttons, (custom_id, answer.text)
    assert await ui.tables.store.log(table.id) == before


@pytest.mark.walked
@pytest.mark.parametrize("where", [{}, IN_DM], ids=["server", "dm"])
async def test_there_is_room_for_two_and_a_third_takes_the_place_of_one(
    ui: UI, where: dict[str, Any]
) -> None:
    for others in range(MOST_PRACTICE):
        table, shown = await deal(ui, where)
        await moved(ui, table)
        assert ("other game, Donburiko!, stays" in shown.text) == bool(others), shown.text
    full = await press(ui, ADA, "play:computers:donburiko", own=True, **where)
    assert "2 games against computers" in full.text
    ages = ("newer", "older")
    assert list(full.buttons) == [
        *(f"Continue the {age} Donburiko!" for age in ages),
        *(f"End the {age} Donburiko! and play this" for age in ages),
    ], "two games look the same"
    newest, _oldest = await ui.tables.store.tables_of(ADA.id, NO_SERVER, ("playing",))
    assert newest[0].id in full.buttons["Continue the newer Donburiko!"]
    back = await press(ui, ADA, full.buttons["Continue the older Donburiko!"], own=True, **where)
    assert "More" in back.buttons, "a game can't be gone on with"
    instead = full.buttons["End the older Donburiko! and play this"]
    begun = await press(ui, ADA, instead, own=True, **where)
    assert "brings back both" in begun.text
    found = await ui.tables.store.tables_of(ADA.id, NO_SERVER, ("playing",))
    assert len(found) == MOST_PRACTICE, "it took no game's place"
    ended = instead.split(":")[2]
    assert (await ui.tables.get(ended)).phase == "cancelled"
    stolen = await press(ui, BOB, f"play:instead:{found[0][0].id}:donburiko", own=True, **where)
    assert NONE_SUCH in stolen.text
    assert (await ui.tables.get(found[0][0].id)).phase == "playing", "Bob ended Ada's game"


async def test_a_game_that_somebody_only_looked_at_makes_room(ui: UI) -> None:
    first, _shown = await deal(ui)
    second, _shown = await deal(ui)
    third, shown = await deal(ui)
    assert "brings back both" in shown.text and third.phase == "playing", shown.text
    assert (first.phase, second.phase) == ("cancelled", "playing"), "the older one makes room"
    await moved(ui, second)
    _fourth, shown = await deal(ui)
    assert "More" in shown.buttons and third.phase == "cancelled", "she played in the other one"
    assert second.phase == "playing", "a game that she played in has gone"


@pytest.mark.walked
async def test_the_same_again_has_the_same_options_and_computers(ui: UI) -> None:
    """On a server, too; a private game that was played at a public table goes on in private."""
    table, _shown = await deal(ui, {})
    names = sorted(seat.name for seat in table.seats)
    await ui.end(table.id)
    shown = await press(ui, ADA, f"a:rematch:{table.id}", own=True)
    assert shown.edited and not shown.public and "brings this game back" in shown.text
    ((head, _seats),) = await ui.tables.store.tables_of(ADA.id, NO_SERVER, ("playing",))
    again = await ui.tables.get(head.id)
    assert (again.options, sorted(seat.name for seat in again.seats)) == (table.options, names)
    public = await ui.open(ADA)
    await ui.services.lobby_verbs.add_computer(public.id, ADA.id, "sharp")
    await ui.services.lobby_verbs.start(public.id, ADA, ui.interaction())
    await ui.end(public.id)
    asked = await press(ui, ADA, f"a:rematch:{public.id}")
    assert "brings back both" in asked.text and not asked.public, "a rematch alone is public"
    for head, _seats in await ui.tables.store.tables_of(ADA.id, NO_SERVER, ("playing",)):
        await moved(ui, await ui.tables.get(head.id))
    full = await press(ui, ADA, f"a:rematch:{public.id}", own=True)
    instead = next(each for each in full.buttons.values() if each.startswith("a:rematch:"))
    ended = instead.split(":")[-1]
    begun = await press(ui, ADA, instead, own=True)
    assert "brings back both" in begun.text
    assert (await ui.tables.get(ended)).phase == "cancelled", "no game made room"
    assert "aren't playing" in (await press(ui, BOB, f"a:rematch:{public.id}")).text


@pytest.mark.walked
async def test_more_of_a_private_game(ui: UI) -> None:
    table, shown = await deal(ui, {})
    more = await press(ui, ADA, shown.buttons["More"], own=True)
    labels = {"Play with friends", "As text", "Turn banter off", "Back", "End the game"}
    labels |= {"End tips", "Report to the bot's owner …"}
    assert set(more.buttons) == labels and more.edited
    assert "Take back" in more.grey, "a move can be taken back before there is one"
    text = await press(ui, ADA, more.buttons["As text"], own=True)
    assert "Row 1" in text.text or "row" in text.text.lower()
    back = await press(ui, ADA, text.buttons["Back"], own=True)
    assert "More" in back.buttons
    early = await press(ui, ADA, f"a:takeback:{table.id}:0", own=True)
    assert "haven't made a move" in early.text and "More" in early.buttons
    there = await press(ui, ADA, shown.buttons["More"], own=True, **IN_DM)
    assert "opens a table" not in there.text and "on a server" in there.text, there.text
    assert set(there.buttons) == labels - {"Play with friends"}, "a DM has no table for friends"
    in_dm = await press(ui, ADA, more.buttons["Play with friends"], own=True, **IN_DM)
    assert (
        "Friends can join on a server that I'm in: type" in in_dm.text and "More" in in_dm.buttons
    )
    card = await press(ui, ADA, more.buttons["Play with friends"], own=True)
    assert card.public and "Join" in card.buttons and table.phase == "playing"


@pytest.mark.walked
async def test_a_move_is_taken_back_by_a_press_and_a_second_one_takes_back_nothing(
    ui: UI,
) -> None:
    table, _shown = await deal(ui, {})
    for _ in range(20):
        await at_her_turn(ui, table)
        seat = table.seat_of(ADA.id)
        assert seat is not None
        view = table.view(seat)
        await ui.services.moves.play(
            table.id, ADA, lambda _view, legal: legal[-1], interaction_id=ui.interaction()
        )
        more = await press(ui, ADA, f"a:page:{table.id}", own=True)
        taken = await press(ui, ADA, more.buttons["Take back"], own=True)
        assert "More" in taken.buttons, "the game isn't shown"
        if "Your move was taken back." in taken.text:
            break
        assert "so it stands" in taken.text, taken.text
    else:
        raise AssertionError("no move could be taken back")
    assert table.view(seat) == view
    again = await press(ui, ADA, f"a:takeback:{table.id}:{table.step() - 1}", own=True)
    assert "Too late" in again.text and table.view(seat) == view


@pytest.mark.walked
async def test_its_person_can_see_and_delete_it(ui: UI) -> None:
    table, _shown = await deal(ui)
    rows = await ui.services.forgetting.own_rows(ADA.id)
    assert [each["server"] for each in rows["tables"]] == [None]
    assert table.id in json.dumps(rows)
    await ui.services.forgetting.forget(ADA.id, [ADA.name])
    assert await ui.tables.store.privacy.tables_naming(ADA.id) == ()


async def test_a_finished_game_says_who_had_how_much(ui: UI) -> None:
    table, rng = await ui.start(ADA, BOB), random.Random(2)
    while table.phase == "playing":
        await ui.move(table, rng)
    past = await press(ui, BOB, routes.MY_PAST_GAMES(), own=True)
    line = next(each for each in past.text.splitlines() if "🏆" in each)
    for seat, score in enumerate(table.result().scores):
        won = "🏆 " if seat in table.face().ending().winners else ""
        assert f"{won}{table.seats[seat].name} {score}" in line, line


async def test_finished_games_are_listed_by_when_they_ended(ui: UI) -> None:
    """Their lines say that, and a table is touched afterwards, too."""
    over: list[str] = []
    for _ in range(2):
        table, rng = await ui.start(ADA, BOB), random.Random(2)
        while table.phase == "playing":
            await ui.move(table, rng)
        over.append(table.id)
    for table_id, later in zip(over, (90_000, 0), strict=True):
        await ui.tables.store.database.write(
            "UPDATE results SET ended_at = ended_at + ? WHERE table_id = ?", (later, table_id)
        )
    past = await press(ui, BOB, routes.MY_PAST_GAMES(), own=True)
    assert past.text.index(over[0]) < past.text.index(over[1]), f"not by their end: {past.text}"


@pytest.mark.walked
async def test_ones_finished_games_are_found_and_counted(ui: UI) -> None:
    """Private ones, too, and as a file; one that ended without a result is none of them."""
    table, _shown = await deal(ui)
    while table.phase == "playing":
        if (seat := table.to_act()[0]) == table.seat_of(ADA.id):
            await ui.move(table, random.Random(1))
            continue
        await ui.services.moves.play_for_computer(
            table.id,
            seat,
            lambda _view, legal: legal[0],
            question_number=table.question_number(seat),
        )
    looked_at, _shown = await deal(ui)
    await ui.end(looked_at.id)
    assert await ui.requests.actions.privacy._forgetting.seats(ADA.id) == (0, 1)
    games = await press(ui, ADA, routes.MY_GAMES(0), own=True)
    past = await press(ui, ADA, games.buttons["Finished games"], own=True)
    assert past.lists == [(routes.REPLAY_MINE(), [table.id])]
    assert f"**Donburiko!** · {table.id} · <t:" in past.text, past.text
    assert past.text.count("🏆") == len(table.face().ending().winners), past.text
    assert "Replay" in (await press(ui, ADA, routes.REPLAY_MINE(), table.id, own=True)).text
    for person, found in ((ADA, True), (BOB, False)):
        file = Answer()
        asked = interaction(ui, person, CHANNEL, file)
        await command(ui, "table export", asked, table=table.id)
        assert (file.file is not None) is found, file.text
