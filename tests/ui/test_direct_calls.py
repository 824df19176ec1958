"""Calls by direct message: sent once, quietly, and in the thread if nobody can be reached."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.tables.clock import DAY, HOUR, MINUTE
from bot.tables.clocks import out_of_time
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.my_calls import Called, call_text, digest_form, digest_text
from bot.ui.pages.wording import Wording
from bot.ui.posting import request_budget
from bot.ui.posting.answers_first import PATIENCE, AnswersFirst
from bot.ui.posting.direct_calls import GAP, DirectCalls
from storage.call_store import CallsRow, PlannedCall, put_calls
from storage.rows import PersonRow
from tests.ui.clicks import Answer, command, fill_in, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.test_table_verbs import computers_play

NOON = 1_800_014_400 // 86_400 * 86_400 + 12 * HOUR


@pytest.fixture(autouse=True)
def clock(ui: UI) -> dict[str, int]:
    """Set the time; `now` in it is changed by tests."""
    time = {"now": NOON}
    ui.tables._now = lambda: time["now"]
    return time


async def called(ui: UI, person: int = ADA.id) -> list[str]:
    """Do what is due for a person; return what lies in their direct messages."""
    times = ui.direct_calls.due_timer._store
    if str(person) in await times.due(ui.tables.now(), ()):
        await ui.direct_calls._call(str(person))
    places = ui.services.bot.places  # pyright: ignore[reportAttributeAccessIssue]
    return [each.content for each in places[person].up.values()] if person in places else []


async def asks_ada(ui: UI, table: Table | None = None) -> Table:
    """Bring a game of Ada's and Bob's on until Ada is asked anew."""
    if table is None:
        table = await ui.start(ADA, BOB)
    while table.asks(ADA.id):
        await ui.move(table, random.Random(1))
    while not table.asks(ADA.id):
        await ui.move(table, random.Random(1))
    return table


async def directly(ui: UI, **more: Any) -> None:
    await ui.tables.call_ways.choose(CallsRow(ADA.id, "dm", **more))


async def start_again(ui: UI) -> None:
    """Have calls made as a process does that has just begun."""
    await ui.tables.call_ways.load()
    ui.direct_calls = DirectCalls(ui.services, AnswersFirst(), ui.messages.schedule)


async def test_a_turn_calls_by_direct_message_and_not_in_the_thread(
    ui: UI, server: FakeDiscord
) -> None:
    await directly(ui)
    table = await asks_ada(ui)
    server.guild = SimpleNamespace(name="Acorn *Café*")
    assert await called(ui) == ["Your turn in **Donburiko!** · Acorn \\*Café\\*."]
    calls = ui.messages._pings._in_thread(table)
    assert not [call for call in calls if call.person == ADA.id and call.reason == "move"]
    (message,) = server.places[ADA.id].up.values()
    assert message.view is not None
    go: Any = message.view.children[0]
    assert go.label == "Go to the table" and str(table.guild_id) in go.url
    assert await called(ui) == [message.content], "called twice for one thing"
    shown = await press(ui, ADA, message.controls[-1], guild_id=None)
    assert "by direct message" in shown.text


async def test_a_call_says_so_once_its_turns_are_over(
    ui: UI, server: FakeDiscord, clock: dict[str, int]
) -> None:
    """One that called to several tables does once the last of them is over, by a single edit."""
    await directly(ui)
    tables = [await asks_ada(ui) for _ in range(2)]
    (said,) = await called(ui)
    edits = list[str]()
    for table in tables:
        assert not edits, "it is over while a table waits"
        while table.asks(ADA.id):
            await ui.move(table, random.Random(2))
        await asyncio.gather(*ui.direct_calls._past._queue._tasks.values())
        (now,) = await called(ui)
        edits += [now] if now != said else []
    assert len(edits) == 1 and edits[0].startswith("It's no longer your turn in these games:"), (
        edits
    )
    assert "<t:" not in edits[0]
    (message,) = server.places[ADA.id].up.values()
    assert message.view is None, "what is over has buttons"
    clock["now"] += GAP
    await asks_ada(ui)
    await called(ui)
    await asyncio.gather(*ui.direct_calls._past._gone._tasks.values())
    assert message not in server.places[ADA.id].up.values(), "what is over piles up"


async def over(ui: UI) -> str:
    """Return what the only call says once its edit is out."""
    await asyncio.gather(*ui.direct_calls._past._queue._tasks.values())
    (said,) = await called(ui)
    return said


async def ran_out(ui: UI, table: Table, before: int = 0) -> None:
    """Let Ada's time run out, as it did so many times in a row before."""
    seats, mine = [*table.seats], table.seat_of(ADA.id)
    assert mine is not None
    seats[mine], _deed = out_of_time(replace(seats[mine], timeouts=before), table)
    async with ui.tables.held(table.id):
        await ui.tables.change(table, seats=seats)


async def test_a_call_that_another_one_repeats_goes(
    ui: UI, server: FakeDiscord, clock: dict[str, int]
) -> None:
    """Or two would call to one turn, with one deadline."""
    await directly(ui)
    table = await asks_ada(ui)
    (first,) = await called(ui)
    clock["now"] += GAP
    other, seat = await asks_ada(ui), table.seat_of(ADA.id)
    assert seat is not None
    half = PlannedCall(table.id, table.question_number(seat), ADA.id, "half", clock["now"])
    await ui.tables.store.database.transaction(lambda link: put_calls(link, [half]))
    await called(ui)
    await asyncio.gather(*ui.direct_calls._past._gone._tasks.values())
    (said,) = await called(ui)
    assert said != first and said.startswith("Your turn in 2 games:"), "what is repeated stays"
    for each in (table, other):
        while each.asks(ADA.id):
            await ui.move(each, random.Random(2))
    assert (await over(ui)).startswith("It's no longer your turn in these games:")


async def test_a_call_says_that_a_computer_moved(ui: UI, server: FakeDiscord) -> None:
    await directly(ui)
    table = await asks_ada(ui)
    await called(ui)
    await ran_out(ui, table)
    assert (await over(ui)).startswith("Your turn in"), "whoever comes back in time is asked again"
    await computers_play(ui, table, random.Random(2))
    assert await over(ui) == "Your time ran out. A computer moved for you in **Donburiko!**"


@pytest.mark.parametrize("alone", [False, True])
async def test_a_call_says_that_a_computer_plays_on_or_that_nobody_does(
    ui: UI, server: FakeDiscord, clock: dict[str, int], *, alone: bool
) -> None:
    """The way back is still below it; a digest tells of a game that stands still."""
    await ui.tables.people.keep(PersonRow(ADA.id, "UTC"))
    await directly(ui)
    table = await asks_ada(ui)
    if alone:
        await ui.services.table_verbs.leave(table.id, BOB)
    await called(ui)
    await ran_out(ui, table, before=1)
    said = {
        False: "Your time ran out. Until you're back, a computer plays for you in **Donburiko!** "
        "If a computer makes more than half of your moves, or you're away at the end, you finish "
        "behind everybody who stays.",
        True: "Your time ran out. **Donburiko!** waits until you're back.",
    }
    assert await over(ui) == said[alone]
    (message,) = server.places[ADA.id].up.values()
    assert message.view is not None, "nothing leads back to the game"
    await ui.tables.call_ways.choose(CallsRow(ADA.id, "dm", digest="[480]", digest_at=NOON + DAY))
    clock["now"] += DAY
    digest = [each for each in await called(ui) if "Digest" in each]
    assert [each.endswith(" waits until you're back.") for each in digest] == [True] * alone, digest


async def test_who_moves_while_a_call_is_under_way_is_told_that_it_is_over(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    await directly(ui)
    table = await asks_ada(ui)
    send = ui.direct_calls._send

    async def slowly(*message: Any) -> tuple[int, int]:
        found = await send(*message)
        while table.asks(ADA.id):
            await ui.move(table, random.Random(2))
        return found

    monkeypatch.setattr(ui.direct_calls, "_send", slowly)
    await called(ui)
    assert await over(ui) == "It's no longer your turn in **Donburiko!**"


async def test_who_has_just_moved_is_called_late_even_after_a_computer(
    ui: UI, server: FakeDiscord, clock: dict[str, int]
) -> None:
    await directly(ui)
    ui.direct_calls._pause = 30
    table = await asks_ada(ui)
    while table.asks(ADA.id):
        await ui.move(table, random.Random(2))
    await ui.services.table_verbs.leave(table.id, BOB)
    await computers_play(ui, table, random.Random(2))
    assert table.asks(ADA.id) and table.newest_mover() is None
    assert await called(ui) == [], "called with the hand open"
    clock["now"] += 30
    assert len(await called(ui)) == 1


async def test_a_call_by_direct_message_goes_as_soon_as_one_in_the_thread(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Discord takes no more requests, neither boards nor cards go before it."""
    levels: list[request_budget.Urgency] = []

    async def send(*_message: object) -> None:
        levels.append(request_budget._urgency.get())

    monkeypatch.setattr(ui.direct_calls, "_send", send)
    await directly(ui)
    await asks_ada(ui)
    sent = ui.direct_calls._queue.schedule(str(ADA.id))
    assert sent is not None
    await sent
    assert levels == [request_budget.Urgency.PING]


async def test_a_call_lets_no_answer_go_first(ui: UI, server: FakeDiscord) -> None:
    """Nor do the others' boards: by the time an answer is out, they would."""
    answers_first = AnswersFirst()
    ui.direct_calls = DirectCalls(ui.services, answers_first, ui.messages.schedule)
    await directly(ui)
    await asks_ada(ui)
    with answers_first.answering():
        sent = ui.direct_calls._queue.schedule(str(ADA.id))
        assert sent is not None
        await asyncio.wait([sent], timeout=PATIENCE / 2)
        assert sent.done(), "a call by direct message waits for somebody's answer"


async def test_somebody_who_is_to_be_called_is_put_off_meanwhile(
    ui: UI, clock: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the timer, for which they stay due, would do nothing else until they were called."""
    await directly(ui)
    await asks_ada(ui)
    clock["now"] += DAY
    calls, scheduled = ui.direct_calls, list[str]()
    monkeypatch.setattr(calls._queue, "schedule", scheduled.append)
    assert await calls.due_timer.round() > 0, "the next round follows at once"
    assert scheduled == [str(ADA.id)] == list(calls.due_timer.put_off)


async def test_what_comes_within_ten_minutes_goes_into_the_next(
    ui: UI, server: FakeDiscord, clock: dict[str, int]
) -> None:
    await directly(ui)
    await asks_ada(ui)
    assert len(await called(ui)) == 1
    others = [await asks_ada(ui) for _ in range(2)]
    assert len(await called(ui)) == 1, "called again within ten minutes"
    clock["now"] += GAP
    said = (await called(ui))[1:]
    assert len(said) == 1 and said[0].startswith("Your turn in 2 games:")
    assert all(str(table.channel_id) in said[0] for table in others)


async def test_nobody_is_called_for_what_they_have_done_meanwhile(
    ui: UI, server: FakeDiscord
) -> None:
    await directly(ui)
    table = await asks_ada(ui)
    while table.asks(ADA.id):
        await ui.move(table, random.Random(2))
    assert await called(ui) == []


async def test_quiet_hours_put_calls_off_to_their_end(
    ui: UI, server: FakeDiscord, clock: dict[str, int]
) -> None:
    await directly(ui)
    await ui.tables.people.keep(PersonRow(ADA.id, "UTC", 11 * 60, 13 * 60))
    await asks_ada(ui)
    assert await called(ui) == []
    clock["now"] = NOON + HOUR - MINUTE
    assert await called(ui) == [], "called in quiet hours"
    clock["now"] = NOON + HOUR
    assert len(await called(ui)) == 1, "the call was lost with the quiet hours"


@pytest.mark.parametrize("sent", [False, True], ids=["before", "after"])
async def test_a_process_that_ends_calls_once(ui: UI, server: FakeDiscord, sent: bool) -> None:
    """It may have died before the message was sent, or before that was noted."""
    await directly(ui)
    await asks_ada(ui)
    place = await server.create_dm(SimpleNamespace(id=ADA.id))
    ends = {"send": [asyncio.CancelledError()]}
    (place.lost if sent else place.failures).update(ends)
    with pytest.raises(asyncio.CancelledError):
        await ui.direct_calls._call(str(ADA.id))
    await start_again(ui)
    assert len(await called(ui)) == 1
    due = await ui.tables.store.calls.due(ADA.id)
    assert due.planned == [], "it is still to be sent"


async def test_a_message_that_called_to_more_tables_has_called_to_those_that_are_left(
    ui: UI, server: FakeDiscord
) -> None:
    """The process died as it had sent it, and one of its tables has gone on meanwhile."""
    await directly(ui)
    tables = [await asks_ada(ui) for _ in range(2)]
    place = await server.create_dm(SimpleNamespace(id=ADA.id))
    place.lost["send"] = [asyncio.CancelledError()]
    with pytest.raises(asyncio.CancelledError):
        await ui.direct_calls._call(str(ADA.id))
    while tables[0].asks(ADA.id):
        await ui.move(tables[0], random.Random(1))
    await start_again(ui)
    assert len(await called(ui)) == 1, "called once more for what was said"


async def test_a_call_that_is_held_back_goes_with_one_that_is_not(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    await directly(ui)
    ui.direct_calls._pause = 60
    tables = [await asks_ada(ui) for _ in range(2)]
    monkeypatch.setattr(Table, "newest_mover", lambda at: ADA.id if at is tables[0] else BOB.id)
    (said,) = await called(ui)
    assert said.startswith("Your turn in 2 games"), said


async def test_only_what_was_planned_before_the_process_is_looked_for(
    ui: UI, server: FakeDiscord
) -> None:
    """Looking costs a request, and as much time as calling."""
    await directly(ui)
    await start_again(ui)
    await asks_ada(ui)
    place = await server.create_dm(SimpleNamespace(id=ADA.id))
    place.failures["history"] = [AssertionError("it is looked for what nobody can have sent")]
    assert len(await called(ui)) == 1


async def test_a_number_that_a_restore_gives_out_again_is_another_call(
    ui: UI, server: FakeDiscord, clock: dict[str, int]
) -> None:
    """The message of the first one still lies there."""
    await directly(ui)
    table = await asks_ada(ui)
    await called(ui)

    def forget(link: Any) -> None:
        link.execute("DELETE FROM dm_calls")

    await ui.tables.store.database.transaction(forget)
    clock["now"] += GAP
    await asks_ada(ui, table)
    await start_again(ui)
    assert len(await called(ui)) == 2, "an old message passed for the new call"


async def test_closed_direct_messages_are_made_up_for_in_the_thread(
    ui: UI, server: FakeDiscord, clock: dict[str, int]
) -> None:
    await directly(ui)
    table = await asks_ada(ui)
    scheduled: list[str] = []
    ui.direct_calls._schedule = scheduled.append
    server.refusing_dms.add(ADA.id)
    assert await called(ui) == []
    assert scheduled == [table.id], "the thread isn't told that it has to call"
    assert any(call.person == ADA.id for call in ui.messages._pings._in_thread(table))
    answer = Answer()
    await ui.requests.actions.play.show_named_hand(interaction(ui, ADA, CHANNEL, answer), table.id)
    assert "I couldn't send you a direct message" in answer.text
    answer = Answer()
    await ui.requests.actions.play.show_named_hand(interaction(ui, ADA, CHANNEL, answer), table.id)
    assert "I couldn't send" not in answer.text, "it is said again and again"
    server.refusing_dms.clear()
    clock["now"] += GAP
    await asks_ada(ui, table)
    assert await called(ui) == [], "they haven't asked to try again"
    await press(ui, ADA, routes.TRY_CALLS(), own=True)
    await asks_ada(ui, table)
    said = await called(ui)
    assert [text.startswith("Your turn in") for text in said] == [False, True], said


async def test_a_message_is_never_longer_than_discord_takes(ui: UI) -> None:
    """A refused one would pass for closed direct messages."""
    await asks_ada(ui)
    ((table, *_rest),) = await ui.tables.store.waiting.asked_at(ADA.id)
    table = replace(table, guild_id=10**19, channel_id=10**19, place_id=10**19, board_id=10**19)
    game = "A game of a package whose name is long " * 2
    called = Called(table, NOON, game, "_" * 20)
    for many in (2, 10, 11):
        text = call_text([called] * many, Wording("en-GB"))
        assert len(text) <= 2000, f"{many} tables: {len(text)}"
        whole = digest_text([called] * many, [called] * 10, Wording("en-GB"))
        assert len(whole) <= 2000, f"a digest of {many} tables: {len(whole)}"
        assert text.count("\n- ") == many or text.endswith("`/me games` lists all of them.")


async def test_the_log_does_not_say_who_is_called_directly(
    ui: UI, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def refused(*_given: object) -> None:
        raise RuntimeError

    await directly(ui)
    await asks_ada(ui)
    monkeypatch.setattr(ui.direct_calls._queue, "_run", refused)
    task = ui.direct_calls._queue.schedule(str(ADA.id))
    assert task is not None
    await task
    said = [each.getMessage().splitlines()[0] for each in caplog.records]
    assert [*said, task.get_name()] == ["call -: RuntimeError", "call -"], (
        "the log says who chose direct messages"
    )


async def test_a_digest_lists_what_waits_and_says_nothing_if_nothing_does(
    ui: UI, server: FakeDiscord, clock: dict[str, int]
) -> None:
    await ui.tables.people.keep(PersonRow(ADA.id, "UTC"))
    row = CallsRow(ADA.id, "thread", digest=json.dumps([13 * 60]), digest_at=NOON + HOUR)
    await ui.tables.call_ways.choose(row)
    clock["now"] = NOON + HOUR
    assert await called(ui) == []
    assert (await ui.tables.store.calls.of(ADA.id)).digest_at == NOON + 25 * HOUR
    await asks_ada(ui)
    clock["now"] = NOON + 25 * HOUR
    said = "🗓️ **Digest**\nYour turn in **Donburiko!**"
    assert await called(ui) == [said], "a digest isn't told from a call"
    assert len(await called(ui)) == 1, "the same digest comes twice"
    away = PersonRow(ADA.id, "UTC", away_from=clock["now"], away_until=NOON + 60 * HOUR)
    await ui.tables.people.keep(away)
    clock["now"] = NOON + 49 * HOUR
    assert len(await called(ui)) == 1, "a digest comes to who is away"
    assert (await ui.tables.store.calls.of(ADA.id)).digest_at == NOON + 73 * HOUR


async def test_no_digest_is_tried_where_direct_messages_are_closed(
    ui: UI, server: FakeDiscord
) -> None:
    await ui.tables.people.keep(PersonRow(ADA.id, "UTC"))
    await directly(ui, calls_closed=2, digest=json.dumps([12 * 60]), digest_at=NOON)
    await asks_ada(ui)
    # They may have been found closed since this was due.
    await ui.direct_calls._call(str(ADA.id))
    assert await called(ui) == [], "they haven't asked to try again"


async def test_a_digest_makes_the_calls_that_are_planned(
    ui: UI, server: FakeDiscord, clock: dict[str, int]
) -> None:
    await ui.tables.people.keep(PersonRow(ADA.id, "UTC"))
    await directly(ui, digest=json.dumps([12 * 60]), digest_at=NOON)
    await asks_ada(ui)
    assert len(await called(ui)) == 1
    clock["now"] += GAP
    assert len(await called(ui)) == 1, "called once more for what the digest has said"


async def test_the_page_is_kept_press_by_press(ui: UI, server: FakeDiscord) -> None:
    answer = Answer()
    await command(ui, "me calls", interaction(ui, ADA, CHANNEL, answer))
    assert "in the table's thread" in answer.text
    assert "before time runs out, either" in answer.text, (
        "what quiet means is said before it is chosen"
    )
    answer = await press(ui, ADA, answer.buttons["By direct message"], own=True)
    assert "by direct message" in answer.text
    assert len(server.places[ADA.id].up) == 1, "no message was sent as a test"
    answer = await press(ui, ADA, answer.buttons["Quiet: only my list of games"], own=True)
    assert "I don't call you" in answer.text
    assert ui.tables.call_ways.way(ADA.id, "any") == "quiet"


async def test_closed_direct_messages_are_noticed_as_they_are_chosen(
    ui: UI, server: FakeDiscord
) -> None:
    server.refusing_dms.add(ADA.id)
    answer = await press(ui, ADA, routes.SET_CALLS("dm"), own=True)
    assert "can't send you direct messages" in answer.text and "Try again" in answer.buttons
    assert ui.tables.call_ways.way(ADA.id, "any") == "thread"
    server.refusing_dms.clear()
    answer = await press(ui, ADA, answer.buttons["Try again"], own=True)
    assert "Try again" not in answer.buttons
    assert ui.tables.call_ways.way(ADA.id, "any") == "dm"


async def test_one_table_can_be_another_way_and_as_usual_again(ui: UI, server: FakeDiscord) -> None:
    table = await ui.start(ADA, BOB)
    page = await press(ui, ADA, routes.TABLE_PAGE(table.id), own=True)
    page = await press(ui, ADA, page.buttons["Calls, note …"], own=True)
    assert "as usual: **in the thread**" in page.text
    page = await press(ui, ADA, page.buttons["Quiet: only my list of games"], own=True)
    assert "Your turn here: **quiet**" in page.text
    page = await press(ui, ADA, routes.MY_CALLS(), own=True)
    assert "Donburiko!: quiet" in page.text
    (usual, values) = page.lists[0]
    page = await press(ui, ADA, usual, *values, own=True)
    assert "Donburiko!" not in page.text
    assert ui.tables.call_ways.chosen(ADA.id, table.id) is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("25:00", "isn't a time of day"),
        ("8, 9, 10, 11", "Three at most. Remove one first."),
    ],
)
async def test_a_digest_that_cant_be_is_refused_and_nothing_changes(
    ui: UI, server: FakeDiscord, typed: str, said: str
) -> None:
    await ui.tables.people.keep(PersonRow(ADA.id, "UTC"))
    assert said in (await sent_form(ui, typed)).text
    assert await ui.tables.store.calls.of(ADA.id) == CallsRow(ADA.id)


async def test_a_digest_asks_for_a_zone_and_follows_it(ui: UI, server: FakeDiscord) -> None:
    assert "needs your time zone" in (await sent_form(ui, "13")).text
    asked = digest_form(CallsRow(ADA.id), Wording("en-GB"), asks_zone=True)
    assert [each.id for each in asked.lines] == ["times", "zone"], "nobody asks for a time zone"
    unknown = (await sent_form(ui, "13", "Bristol")).text
    assert "I don't know “Bristol”. Type your country or its biggest city" in unknown, unknown
    assert "Did you mean `Europe/London`?" in (await sent_form(ui, "13", "Lodnon")).text
    assert (await ui.tables.people.row(ADA.id)).zone is None
    assert "**13:00, 18:00** (UTC)" in (await sent_form(ui, "18:00, 13", "UTC")).text
    assert (await ui.tables.store.calls.of(ADA.id)).digest_at == NOON + HOUR
    await command(ui, "me clock", interaction(ui, ADA, CHANNEL, Answer()), zone="Europe/Berlin")
    moved = (await ui.tables.store.calls.of(ADA.id)).digest_at
    assert moved in (NOON + 5 * HOUR, NOON + 4 * HOUR), "the digest doesn't follow the time zone"


async def sent_form(ui: UI, text: str, zone: str | None = None) -> Answer:
    """Send the form for a digest, with a time zone if it asks for one."""
    filled = {"times": text} | ({} if zone is None else {"zone": zone})
    return await fill_in(ui, ADA, routes.DIGEST_SET(), filled)


async def test_nothing_of_a_game_is_in_a_call(ui: UI, server: FakeDiscord) -> None:
    """Without the table's state and secret it says the same."""
    await directly(ui)
    await asks_ada(ui)

    def forget(link: Any) -> None:
        link.execute("UPDATE tables SET state = '', secret = ''")

    await ui.tables.store.database.transaction(forget)
    assert await called(ui) == ["Your turn in **Donburiko!**"]
