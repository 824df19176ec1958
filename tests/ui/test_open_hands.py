"""Hands that lie open: each is drawn again when what it shows has changed, and only then."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest

from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.workers import NoAnswer
from bot.ui.actions.tables import play
from bot.ui.pages import routes
from bot.ui.pictures.drawings import Drawings
from bot.ui.pictures.shapes import Picture
from bot.ui.posting.tables.open_hand import OpenHand
from bot.ui.posting.tables.open_hands import OpenHands
from cogs.donburiko.picture import PICTURES
from storage.rows import NO_SERVER
from tests.ui.clicks import MODERATOR, Answer, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI
from tests.ui.fake_discord import failure


def lay_open(ui: UI, table: Table, person: Person, message: int = 0) -> AsyncMock:
    """Lay a person's hand open; return what is called when it is drawn again.

    It lies in a message of its own unless one is named.
    """
    made: Any = interaction(ui, person, CHANNEL, Answer())
    made.id, made.is_expired = message or made.id, lambda: False
    made.edit_original_response = AsyncMock()
    seat = table.seat_of(person.id)
    assert seat is not None, "they don't sit there"
    page = ui.hands.screens.page(table, seat, "en-GB")
    ui.hands.lay_open(
        (table.id, person.id),
        OpenHand(made, (), page, seat, table.step(), ui.tables.now()),
        behind=False,
    )
    return cast(AsyncMock, made.edit_original_response)


async def redrawn(ui: UI, table: Table, person: Person) -> None:
    await ui.hands._redraw((table.id, person.id))


async def test_a_hand_that_waits_is_drawn_anew_once_the_table_it_shows_has_changed(
    ui: UI,
) -> None:
    """Who waits sees the rows: they would stand there as if true though somebody has moved."""
    table = await ui.start(ADA, BOB, CLEO)
    rng = random.Random(1)
    for _move in range(6):
        asked = table.to_act()[0]
        waiting = next(
            Person(seat.person, seat.name)
            for number, seat in enumerate(table.seats)
            if number not in table.to_act()
        )
        number = table.seat_of(waiting.id)
        assert number is not None
        edit, before = lay_open(ui, table, waiting), ui.hands.screens.page(table, number, "en-GB")
        assert before.title == f"Waiting for {table.seats[asked].name}", before.title
        await ui.move(table, rng)
        after = ui.hands.screens.page(table, number, "en-GB")
        await redrawn(ui, table, waiting)
        assert edit.await_count == (before != after), (
            f"after a move of seat {asked} an open hand that waits shows an old table"
        )


async def test_an_open_hand_is_left_alone_while_it_shows_what_is_true(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    edit = lay_open(ui, table, ADA)
    await redrawn(ui, table, ADA)
    assert not edit.await_count, "a hand that is right was drawn anew"


@pytest.mark.parametrize("person", [ADA, BOB, CLEO])
async def test_pausing_and_coming_back_change_every_hand(ui: UI, person: Person) -> None:
    """Nobody may play from it any more, whether they are asked or not."""
    table = await ui.start(ADA, BOB, CLEO)
    edit = lay_open(ui, table, person)
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    await redrawn(ui, table, person)
    assert edit.await_count == 1, "the hand doesn't say that the game is paused"
    await ui.services.table_verbs.resume(table.id, ADA, "host")
    await redrawn(ui, table, person)
    assert edit.await_count == 2, "the hand still says that the game is paused"


async def test_a_move_that_was_begun_is_dropped_once_something_else_is_asked(ui: UI) -> None:
    """Also if a computer made that move, as when time ran out."""
    table = await ui.start(ADA, BOB)
    person = ADA if table.seat_of(ADA.id) in table.to_act() else BOB
    edit, rng = lay_open(ui, table, person), random.Random(1)
    seat, hand = table.to_act()[0], ui.hands._open[table.id, person.id]
    hand.path, hand.question = ("add",), table.question_number(seat)
    while not edit.await_count or seat not in table.to_act():
        await ui.move(table, rng)
        await redrawn(ui, table, person)
    assert hand.path == (), "half of a move for another question stands there"
    assert hand.shown.rows == ui.hands.screens.page(table, seat, "en-GB").rows


async def test_going_away_changes_ones_own_hand(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    edit = lay_open(ui, table, BOB)
    await ui.services.table_verbs.leave(table.id, BOB)
    await redrawn(ui, table, BOB)
    assert edit.await_count == 1, "the hand doesn't say that a computer plays"


# While somebody does something with their hand


async def drawn(hands: OpenHands) -> None:
    """Wait until all hands that are to be looked after were."""
    await asyncio.gather(*hands._queue._tasks.values())


async def test_a_hand_shows_what_has_happened_while_it_was_in_use(ui: UI, hands: OpenHands) -> None:
    table = await ui.start(ADA, BOB)
    edit = lay_open(ui, table, ADA)
    with hands.in_use(table.id, ADA.id):
        await ui.services.table_verbs.pause(table.id, ADA, "host")
        await drawn(hands)
        assert not edit.await_count, "a hand was changed under its person's fingers"
    await drawn(hands)
    assert edit.await_count == 1, "the hand shows an old table, and nothing will change that"


async def test_a_drawing_that_was_under_way_does_not_lie_on_a_newer_answer(
    ui: UI, hands: OpenHands
) -> None:
    """Discord may carry it out after the answer to the press that came meanwhile."""
    table = await ui.start(ADA, BOB)
    edit, sent, go_on = lay_open(ui, table, ADA, 7), asyncio.Event(), asyncio.Event()

    async def slowly(**_page: Any) -> None:
        sent.set()
        await go_on.wait()

    edit.side_effect = slowly
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    await sent.wait()
    with hands.in_use(table.id, ADA.id):
        answered = lay_open(ui, table, ADA, 7)
        go_on.set()
        await drawn(hands)
    await drawn(hands)
    assert answered.await_count == 1, "an old hand may lie on the answer, and stays there"
    await drawn(hands)
    hands.table_changed(table)
    await drawn(hands)
    assert answered.await_count == 1, "it is drawn again and again"


async def test_a_hand_shows_what_has_happened_while_it_was_sent(ui: UI, hands: OpenHands) -> None:
    table = await ui.start(ADA, BOB)
    made: Any = interaction(ui, ADA, CHANNEL, Answer())
    made.is_expired = lambda: False
    edit = made.edit_original_response = AsyncMock()

    async def send(*_: Any, **__: Any) -> None:
        await ui.services.table_verbs.pause(table.id, MODERATOR, "moderator")

    made.response.send_message = send
    await ui.requests.actions.play.show_named_hand(made, table.id)
    await drawn(hands)
    assert edit.await_count == 1, "the hand shows the table as it was when it was drawn"


async def test_hands_that_cannot_be_changed_any_more_are_forgotten(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    for person in (ADA, BOB):
        lay_open(ui, table, person)
    old = ui.hands._open[table.id, ADA.id]
    old.interaction.is_expired = lambda: True
    lay_open(ui, table, CLEO)
    assert set(ui.hands._open) == {(table.id, BOB.id), (table.id, CLEO.id)}, (
        "a hand whose time is over is kept, or one whose time isn't over was let go"
    )


async def test_a_hand_that_was_dismissed_is_forgotten(ui: UI) -> None:
    """And one that Discord couldn't change just now is tried again."""
    table = await ui.start(ADA, BOB)
    edit = lay_open(ui, table, ADA)
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    edit.side_effect = failure(500)
    with pytest.raises(discord.HTTPException):
        await redrawn(ui, table, ADA)
    edit.side_effect = failure(404, 10008)
    await redrawn(ui, table, ADA)
    await redrawn(ui, table, ADA)
    assert edit.await_count == 2, "a hand that isn't there any more is drawn again and again"


async def test_who_has_lost_their_seat_is_shown_no_more_of_it(ui: UI, hands: OpenHands) -> None:
    table = await ui.start(ADA, BOB)
    edit = lay_open(ui, table, BOB)
    seats = [table.seats[0], replace(table.seats[1], person=CLEO.id, name="Cleo")]
    await ui.tables.change(table, seats=seats)
    hands.table_changed(await ui.tables.get(table.id))
    await drawn(hands)
    assert edit.await_count == 1, "it offers to come back, which is refused at each press"
    shown = edit.await_args_list[0].kwargs
    said = "Cleo has your seat now. Its hand isn't shown to you any more."
    assert shown["embed"].description == said and not shown["embed"].fields, "a hand is shown"
    assert not shown["view"].children and shown["attachments"] == [], "it can be played from"
    await redrawn(ui, table, BOB)
    assert edit.await_count == 1, "it is said again"


# Opened again


async def opened_again(ui: UI, table: Table, **more: Any) -> Answer:
    """Let Ada open her hand once more."""
    answer = Answer()
    made: Any = interaction(ui, ADA, CHANNEL, answer, is_expired=lambda: False, **more)
    made.edit_original_response = made.delete_original_response = AsyncMock()
    await ui.requests.actions.play.show_named_hand(made, table.id)
    await drawn(ui.hands)
    assert not made.delete_original_response.await_count, "the new hand was touched"
    return answer


def pressed_on_own(opened_by: object = None) -> dict[str, Any]:
    """Return what is told of a press on a private message, and what opened that."""
    own = SimpleNamespace(flags=SimpleNamespace(ephemeral=True), interaction_metadata=opened_by)
    own.embeds, own.components, own.reference = [], [], None
    return {"type": discord.InteractionType.component, "message": own}


def deletion(ui: UI, table: Table, person: Person) -> AsyncMock:
    """Lay a person's hand open; return what is called when it is deleted."""
    lay_open(ui, table, person)
    made: Any = ui.hands._open[table.id, person.id].interaction
    made.delete_original_response = AsyncMock()
    return cast(AsyncMock, made.delete_original_response)


async def test_the_older_hand_is_deleted_once_the_new_one_stands(ui: UI, hands: OpenHands) -> None:
    table = await ui.start(ADA, BOB)
    older, other = deletion(ui, table, ADA), deletion(ui, table, BOB)
    shown = (await opened_again(ui, table)).text
    assert older.await_count == 1, "the older hand still lies there"
    assert shown and not other.await_count, "somebody else's hand was deleted"
    await opened_again(ui, table)
    assert older.await_count == 1, "the oldest hand is deleted again and again"


async def test_the_older_hand_stays_if_the_new_one_cannot_be_sent(ui: UI, hands: OpenHands) -> None:
    table = await ui.start(ADA, BOB)
    older = deletion(ui, table, ADA)
    made: Any = interaction(ui, ADA, CHANNEL, Answer(), is_expired=lambda: False)
    made.response.send_message = AsyncMock(side_effect=failure(500))
    await ui.requests.actions.play.show_named_hand(made, table.id)
    await drawn(hands)
    assert not older.await_count, "the only hand was deleted"
    assert ui.hands._open[table.id, ADA.id].interaction is not made, "the older hand isn't open"


async def test_an_older_hand_is_not_deleted_while_a_press_is_answered(
    ui: UI, hands: OpenHands
) -> None:
    """The press may have been on it, and its answer would find no message."""
    table = await ui.start(ADA, BOB)
    older = deletion(ui, table, ADA)
    with hands.answering(table.id, ADA.id):
        with hands.answering(table.id, ADA.id):
            await opened_again(ui, table)
        await drawn(hands)
        assert not older.await_count, "a hand was deleted on which a press is being answered"
    await drawn(hands)
    assert older.await_count == 1, "the older hand still lies there after the press was answered"


async def test_every_press_at_a_table_keeps_older_hands_while_it_is_answered(
    ui: UI, hands: OpenHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ui.start(ADA, BOB)
    draw, seen = hands.screens.page, list[dict[tuple[str, int], int]]()

    def page(*given: Any, **more: Any) -> Any:
        seen.append(dict(hands._answering))
        return draw(*given, **more)

    monkeypatch.setattr(hands.screens, "page", page)
    await press(ui, ADA, routes.HAND(table.id), own=True)
    assert seen[0] == {(table.id, ADA.id): 1}, "a hand could be deleted while it is drawn"
    assert not hands._answering, "older hands are kept though nobody is being answered"


async def test_an_older_hand_that_shows_something_else_now_is_not_deleted(
    ui: UI, hands: OpenHands
) -> None:
    table = await ui.start(ADA, BOB)
    older = deletion(ui, table, ADA)
    pressed = ui.hands._open[table.id, ADA.id].interaction
    with hands.answering(table.id, ADA.id):
        await opened_again(ui, table)
        await hands.left(pressed, table.id)
    await drawn(hands)
    assert not older.await_count, "the page was deleted that had replaced an older hand"


async def test_what_replaces_a_hand_waits_until_a_drawing_of_it_is_out(
    ui: UI, hands: OpenHands
) -> None:
    """Otherwise *More* or the rules could lie below a hand that nothing draws again."""
    table = await ui.start(ADA, BOB, CLEO)
    edit, drawing, out = lay_open(ui, table, ADA), asyncio.Event(), asyncio.Event()

    async def slowly(**_given: Any) -> None:
        drawing.set()
        await out.wait()

    edit.side_effect = slowly
    pressed = hands._open[table.id, ADA.id].interaction
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    await drawing.wait()
    left = asyncio.create_task(hands.left(pressed, table.id))
    await asyncio.sleep(0)
    assert not left.done(), "what replaces a hand can be covered by a drawing under way"
    out.set()
    await left
    await drawn(hands)


async def test_a_hand_that_goes_on_in_its_message_is_not_deleted(ui: UI, hands: OpenHands) -> None:
    table = await ui.start(ADA, BOB)
    older = deletion(ui, table, ADA)
    await opened_again(ui, table, **pressed_on_own())
    assert not older.await_count, "the hand was deleted that its person is using"


async def test_an_older_hand_goes_though_the_new_one_is_used_at_once(
    ui: UI, hands: OpenHands
) -> None:
    """A press on the new hand is answered in its message: the older one isn't that."""
    table = await ui.start(ADA, BOB)
    older = deletion(ui, table, ADA)
    with hands.answering(table.id, ADA.id):
        await opened_again(ui, table, id=77)
        await opened_again(ui, table, **pressed_on_own(SimpleNamespace(id=77)))
    await drawn(hands)
    assert older.await_count == 1, "the older hand lies there for good, and is never drawn again"


async def test_a_call_that_comes_twice_does_not_delete_what_it_has_opened(
    ui: UI, hands: OpenHands
) -> None:
    table = await ui.start(ADA, BOB)
    await opened_again(ui, table, id=77)
    first: Any = ui.hands._open[table.id, ADA.id].interaction
    await opened_again(ui, table, id=77)
    assert not first.delete_original_response.await_count, "the one message that was opened is gone"


async def test_an_older_hand_that_cannot_be_deleted_is_left_alone(ui: UI, hands: OpenHands) -> None:
    """Its time may be over, or it was dismissed: the new one is open all the same."""
    table = await ui.start(ADA, BOB)
    older = deletion(ui, table, ADA)
    ui.hands._open[table.id, ADA.id].interaction.is_expired = lambda: True
    await opened_again(ui, table)
    assert not older.await_count
    older = deletion(ui, table, ADA)
    older.side_effect = failure(404, 10008)
    await opened_again(ui, table)
    assert (older.await_count, hands._older) == (1, {})


async def test_a_hand_that_lies_open_does_not_keep_what_its_message_looked_like(
    ui: UI,
) -> None:
    table = await ui.start(ADA, BOB)
    made: Any = interaction(ui, ADA, CHANNEL, Answer())
    made.message = SimpleNamespace(embeds=["board"], components=["row"], reference="ping")
    page = ui.hands.screens.page(table, 0, "en-GB")
    hand = OpenHand(made, (), page, 0, table.step(), ui.tables.now())
    ui.hands.lay_open((table.id, ADA.id), hand, behind=False)
    kept = made.message
    assert (kept.embeds, kept.components, kept.reference) == ([], [], None), "memory for nothing"


# A picture that is drawn too late for the answer


async def alone_with_slow_drawer(
    ui: UI, monkeypatch: pytest.MonkeyPatch, png: bytes | None
) -> tuple[AsyncMock, asyncio.Event, dict[str, Any]]:
    """Show Ada a game that she plays alone, while its picture is still being drawn.

    Returns what is called when it is drawn again, what lets the picture be drawn, and the answer.
    """
    monkeypatch.setattr(play, "PICTURE_SECONDS", 0.01)
    playable = ui.services.games["donburiko"]
    ui.services.games["donburiko"] = replace(playable, pictures=PICTURES)
    await press(ui, ADA, "play:computers:donburiko", own=True, guild_id=None)
    (table, *_), *_ = await ui.tables.store.tables_of(ADA.id, NO_SERVER)
    ui.hands._open.clear()
    drawable, sent = asyncio.Event(), dict[str, Any]()

    class SlowDrawer:
        async def think(self, job: Picture, /) -> bytes:
            await drawable.wait()
            if png is None:
                raise NoAnswer("there is nobody to draw")
            return png

    async def send(*_: Any, **given: Any) -> None:
        sent.update(given)

    ui.services.drawings = Drawings(SlowDrawer())
    made: Any = interaction(ui, ADA, CHANNEL, Answer(), guild_id=None, is_expired=lambda: False)
    edit = made.edit_original_response = AsyncMock()
    made.response.send_message = send
    await ui.requests.actions.play.show_named_hand(made, table.id)
    return edit, drawable, sent


async def test_words_go_first_and_a_late_picture_follows_by_an_edit(
    ui: UI, hands: OpenHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit, drawable, sent = await alone_with_slow_drawer(ui, monkeypatch, b"board")
    assert not sent["files"], "the answer has waited for its picture"
    drawable.set()
    await drawn(hands)
    assert edit.await_args is not None, "the picture doesn't follow"
    assert len(edit.await_args.kwargs["attachments"]) == 1, "the picture doesn't follow"


async def test_a_picture_that_cannot_be_drawn_is_no_reason_to_edit(
    ui: UI, hands: OpenHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit, drawable, _sent = await alone_with_slow_drawer(ui, monkeypatch, None)
    drawable.set()
    await drawn(hands)
    assert not edit.await_count, "the same words were sent once more"


async def test_a_hand_is_not_drawn_over_what_took_its_place(ui: UI) -> None:
    """As a night does on the hand of a game that is over. Beside that, it is kept up to date."""
    for custom_id, redraws in ((routes.GALLERY(), 0), (routes.GALLERY_BESIDE(), 1)):
        table = await ui.start(ADA, BOB)
        edit = lay_open(ui, table, ADA, 7)
        message = SimpleNamespace(
            flags=SimpleNamespace(ephemeral=True),
            interaction_metadata=SimpleNamespace(id=7),
            embeds=[],
        )
        shown = await press(ui, ADA, custom_id, message=message)
        assert shown.edited == (not redraws), shown
        await ui.services.table_verbs.pause(table.id, ADA, "host")
        await redrawn(ui, table, ADA)
        assert edit.await_count == redraws
