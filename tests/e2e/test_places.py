"""Where a table lies: what is deleted, shut, moved, forbidden or scrolled away, and comes back."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio

from bot.sandbox import Channel, Message, NotPossible
from bot.sandbox.models import (
    FORUM,
    NEWS,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    STAGE,
    TEXT,
    VOICE,
)
from bot.sandbox.snowflake import Mint
from tests.e2e.play import (
    Clicks,
    Sitting,
    board_up,
    boards,
    end_game,
    is_hand,
    open_table,
    table_id_of,
)
from tests.e2e.scenes import CLICKS, asked, command, move, people, server, steps, table
from tests.e2e.stage import Stage

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def stage(module_stage: Stage) -> AsyncIterator[Stage]:
    """Yield the one stage, and check it after each test."""
    yield module_stage
    module_stage.check()


async def another(stage: Stage, sitting: Sitting) -> Channel:
    """Make one more channel on the server of a table."""
    guild = sitting.card.channel.guild
    assert guild is not None, "the server isn't there"
    return stage.sandbox.host.add_channel(guild, "elsewhere")


async def lies_in(sitting: Sitting, place: Channel) -> Message:
    """Wait until the board lies in a place and shows the newest state; return it."""
    ada, stage = sitting.people[0].in_(place), sitting.stage
    noted = "SELECT board_id FROM tables WHERE id = ? AND board_revision = revision"

    def lies() -> bool:
        found = [(int(board.id),) for board in boards(ada, place, sitting.table_id)]
        return len(found) == 1 and stage.rows(noted, sitting.table_id) == found

    await stage.stored(lies)
    return boards(ada, place, sitting.table_id)[0]


def whereabouts(sitting: Sitting) -> tuple[int | None, bool]:
    """Return the place of a table as it is noted on disk, and whether it sleeps."""
    query = "SELECT place_id, asleep FROM tables WHERE id = ?"
    ((place, asleep),) = sitting.stage.rows(query, sitting.table_id)
    return place, bool(asleep)


async def plays_on(sitting: Sitting, place: Channel) -> None:
    """Make two moves at a table that lies in a place, by its board and hands; it must show them."""
    for _ in range(2):
        board = await lies_in(sitting, place)
        for person in sitting.people:
            opened = await person.press(board, "My hand")
            assert opened.message is not None, "the table wasn't opened"
            sitting.hands[person.name] = opened.message
        before = board.text
        await move(sitting)
        board = await lies_in(sitting, place)
        assert board.text != before, "the board wasn't drawn anew"
    found = [
        m for m in sitting.people[0].sees(place) if m.content.endswith(f"(`{sitting.table_id}`)")
    ]
    assert len(found) <= 1, "a table has more than one board"


async def closed(sitting: Sitting) -> None:
    """End a game, so that it leaves nothing for others to be woken by."""
    sitting.stage.check()


# Gone


async def test_a_deleted_thread_sends_the_board_to_the_channel(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    channel, thread = sitting.card.channel, sitting.place
    assert thread is not channel
    person, _ = await asked(sitting)
    stage.sandbox.host.delete_channel(thread)
    await command(person, sitting, channel)
    board = await lies_in(sitting, channel)
    assert whereabouts(sitting) == (int(channel.id), False)
    assert (
        int(board.id)
        == stage.rows("SELECT board_id FROM tables WHERE id = ?", sitting.table_id)[0][0]
    )
    await plays_on(sitting, channel)


async def test_a_deleted_board_is_put_up_again(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    old = sitting.board
    stage.sandbox.host.delete_message(old)
    await move(sitting)
    board = await lies_in(sitting, sitting.place)
    assert board.id != old.id
    await plays_on(sitting, sitting.place)


async def test_a_deleted_board_can_be_called_for(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    await stage.shown()
    old = sitting.board
    stage.sandbox.host.delete_message(old)
    answer = await sitting.people[1].in_(sitting.place).slash("table board")
    assert answer.text == "Moving the board here."
    assert (await lies_in(sitting, sitting.place)).id != old.id


async def test_a_deleted_ping_does_no_harm(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    await stage.shown()
    for ping in sitting.pings():
        stage.sandbox.host.delete_message(ping)
    await plays_on(sitting, sitting.place)


async def test_a_lobby_card_that_was_deleted_is_put_up_again(stage: Stage) -> None:
    sitting = await open_table(stage, people(stage, server(stage), "Ada", "Bob"), Clicks())
    ada, bob = sitting.people
    await stage.shown()
    channel, old = sitting.card.channel, sitting.card
    stage.sandbox.host.delete_message(old)
    assert (await bob.slash("table board")).text == "Moving the board here."
    await stage.until(lambda: cards(sitting))
    stage.sandbox.host.delete_message(cards(sitting)[0])
    assert "You have left the table." in (await bob.slash("table leave")).text
    await stage.until(lambda: cards(sitting))
    (card,) = cards(sitting)
    assert "●\u00a0Ada (host)" in card.text
    assert "Bob" not in card.text
    assert "You're in!" in (await bob.press(card, "Join")).text
    stage.sandbox.host.delete_message(card)
    assert "The game begins." in (await ada.slash("table start")).text
    await stage.shown()
    place, _ = whereabouts(sitting)
    thread = stage.sandbox.world.channels[str(place)]
    assert thread.parent_id == channel.id
    await lies_in(sitting, thread)


def cards(sitting: Sitting) -> list[Message]:
    """Return the lobby cards of a table that its channel shows."""
    found = [m for m in sitting.people[0].sees(sitting.card.channel) if "Join" in m.buttons]
    return [m for m in found if table_id_of(m) == sitting.table_id]


async def test_a_game_needs_no_card(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    thread = sitting.place
    stage.sandbox.host.delete_message(sitting.card)
    await plays_on(sitting, thread)


async def test_a_deleted_channel_puts_the_table_to_sleep_until_it_is_called(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob", "Cleo")
    elsewhere = await another(stage, sitting)
    person, _ = await asked(sitting)
    stage.sandbox.host.delete_channel(sitting.card.channel)
    before = steps(sitting)
    await command(person, sitting, elsewhere)
    assert steps(sitting) == before + 1
    await stage.stored(lambda: whereabouts(sitting)[1])
    hand = await person.in_(elsewhere).slash("hand")
    assert is_hand(hand), hand.text
    dai = stage.person("Dai", elsewhere)
    assert dai is not None
    refused = await dai.slash("table board", table=sitting.table_id)
    assert "There is no such table here." in refused.text
    called = await sitting.people[2].in_(elsewhere).slash("table board")
    assert called.text == "Moving the board here."
    await plays_on(sitting, elsewhere)
    assert whereabouts(sitting) == (int(elsewhere.id), False)


async def test_a_lobby_whose_channel_is_gone_can_still_be_closed(stage: Stage) -> None:
    sitting = await open_table(stage, people(stage, server(stage), "Ada", "Bob"), Clicks())
    elsewhere = await another(stage, sitting)
    stage.sandbox.host.delete_channel(sitting.card.channel)
    ada, bob = (each.in_(elsewhere) for each in sitting.people)
    assert (
        "You have left the table." in (await bob.slash("table leave", table=sitting.table_id)).text
    )
    closed = await end_game(ada, sitting.table_id)
    assert "The game has ended, without a result." in closed.text
    # Nothing is left to be shown, now or at the next start.
    await stage.shown()


# Shut


async def test_an_archived_thread_is_opened_again(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    elsewhere = await another(stage, sitting)
    thread = sitting.place
    person, _ = await asked(sitting)
    await stage.shown()
    stage.sandbox.host.set_thread(thread, archived=True)
    await command(person, sitting, elsewhere)
    await lies_in(sitting, thread)
    assert not thread.archived
    assert whereabouts(sitting) == (int(thread.id), False)
    await plays_on(sitting, thread)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_locked_thread_sends_the_board_to_the_channel(stage: Stage, archived: bool) -> None:
    sitting = await table(stage, "Cleo", "Bob")
    thread, channel = sitting.place, sitting.card.channel
    await stage.shown()
    person, _ = await asked(sitting)
    stage.sandbox.host.set_thread(thread, archived=archived, locked=True)
    # Whoever may not manage threads can't even press a button there.
    with pytest.raises(NotPossible, match="locked"):
        await person.press(sitting.board, "My hand")
    with pytest.raises(NotPossible, match="locked"):
        await person.in_(thread).slash("hand")
    before = steps(sitting)
    await command(person, sitting, channel)
    assert steps(sitting) == before + 1
    await lies_in(sitting, channel)
    assert whereabouts(sitting) == (int(channel.id), False)
    await plays_on(sitting, channel)


async def test_a_table_opened_in_an_archived_thread_is_opened_again(stage: Stage) -> None:
    channel = server(stage)
    ada, bob = people(stage, channel, "Ada", "Bob")
    thread = await ada.post("Friday", "Who is in?")
    sitting = await table(stage, "Ada", "Bob", place=thread)
    assert sitting.place is thread
    await stage.shown()
    stage.sandbox.host.set_thread(thread, archived=True)
    person, _ = await asked(sitting)
    await command(person, sitting, channel)
    await lies_in(sitting, thread)
    assert not thread.archived
    assert bob.channel is channel


async def test_a_table_whose_own_thread_is_locked_can_be_called_elsewhere(stage: Stage) -> None:
    """Nobody can write there any more: anyone who sits at the table may take it along."""
    channel = server(stage)
    ada, _bob = people(stage, channel, "Ada", "Bob")
    thread = await ada.post("Friday", "Who is in?")
    sitting = await table(stage, "Ada", "Bob", place=thread)
    await stage.shown()
    elsewhere = await another(stage, sitting)
    stage.sandbox.host.set_thread(thread, locked=True)
    called = await sitting.people[1].in_(elsewhere).slash("table board", table=sitting.table_id)
    assert called.text == "Moving the board here.", f"a guest is refused: {called.text}"
    await lies_in(sitting, elsewhere)
    assert whereabouts(sitting) == (int(elsewhere.id), False), "the table isn't where it was called"
    await plays_on(sitting, elsewhere)


# The bot leaves and comes back


async def test_the_bot_is_removed_and_invited_again(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    guild = sitting.card.channel.guild
    assert guild is not None
    await stage.shown()
    person, _ = await asked(sitting)
    stage.sandbox.host.kick_bot(guild)
    # Its messages are still there; Discord itself tells that nobody answers.
    assert (await person.press(sitting.board, "My hand")).failed
    await stage.stored(lambda: whereabouts(sitting)[1])
    stage.sandbox.host.invite_bot(guild)
    await stage.stored(lambda: not whereabouts(sitting)[1])
    await plays_on(sitting, sitting.place)


async def test_the_bot_is_removed_while_it_has_something_to_show(stage: Stage) -> None:
    """Throw it out between a move and the board: the table sleeps, and wakes with an invitation."""
    sitting = await table(stage, "Ada", "Bob")
    channel = sitting.card.channel
    guild = channel.guild
    assert guild is not None
    await stage.shown()
    seen = sitting.board.text

    async def kick() -> None:
        stage.sandbox.host.kick_bot(guild)

    fault = stage.sandbox.faults.fail(
        "PATCH", f"/channels/{sitting.place.id}/messages/*", status=None, before=kick
    )
    before = steps(sitting)
    await move(sitting)
    await stage.stored(lambda: whereabouts(sitting)[1])
    assert fault.hits == 1
    assert steps(sitting) == before + 1
    assert sitting.board.text == seen
    stage.sandbox.host.invite_bot(guild)
    await stage.stored(lambda: not whereabouts(sitting)[1])
    board = await lies_in(sitting, sitting.place)
    assert board.text != seen
    await plays_on(sitting, sitting.place)


async def test_the_bot_is_invited_again_while_it_is_down(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async with Stage(tmp_path_factory.mktemp("away")) as stage:
        sitting = await table(stage, "Ada", "Bob")
        guild = sitting.card.channel.guild
        assert guild is not None
        await stage.shown()
        elsewhere = await another(stage, sitting)
        stage.sandbox.faults.fail(
            "PATCH",
            f"/channels/{sitting.place.id}/messages/*",
            status=403,
            code=50001,
            message="Missing Access",
        )
        person, _ = await asked(sitting)
        await command(person, sitting, elsewhere)
        await stage.stored(lambda: whereabouts(sitting)[1])
        await stage.kill()
        stage.sandbox.host.kick_bot(guild)
        stage.sandbox.host.invite_bot(guild)
        await stage.start()
        await stage.stored(lambda: not whereabouts(sitting)[1])
        await plays_on(sitting, sitting.place)


# What the bot may do

PLAIN = ["view_channel", "embed_links", "read_message_history"]
NAMES = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "create_public_threads": "Create Public Threads",
    "embed_links": "Embed Links",
    "read_message_history": "Read Message History",
}
NEEDED = {
    TEXT: list(NAMES),
    NEWS: list(NAMES),
    VOICE: [*PLAIN, "send_messages"],
    PUBLIC_THREAD: [*PLAIN, "send_messages_in_threads"],
}


@pytest.mark.parametrize("kind", sorted(NEEDED))
async def test_a_missing_permission_is_named_with_its_fix(stage: Stage, kind: int) -> None:
    host = stage.sandbox.host
    channel = server(stage, "place", TEXT if kind == PUBLIC_THREAD else kind)
    (ada,) = people(stage, channel, "Ada")
    place = await ada.post("Friday", "Hello") if kind == PUBLIC_THREAD else channel
    here = ada.in_(place)
    for name, called in NAMES.items():
        host.bot_permissions(channel, take=[name])
        answer = await here.slash("donburiko new")
        host.bot_permissions(channel, give=[name])
        host.overwrite(channel, stage.sandbox.world.bot)
        if name in NEEDED[kind]:
            assert answer.only_me
            assert f"**{called}" in answer.text or f", {called}" in answer.text
            assert "*Edit Channel → Permissions*" in answer.text
            if name in ("embed_links", "read_message_history", "create_public_threads"):
                assert f"I still need: **{called}**." in answer.text
        else:
            assert not answer.only_me
            assert "Join" in answer.message.buttons if answer.message else False
            await end_game(here)
    opened = await here.slash("donburiko new")
    assert opened.message is not None and "Join" in opened.message.buttons
    query = "SELECT count(*) FROM tables WHERE channel_id = ? AND phase = 'lobby'"
    assert stage.rows(query, int(place.id)) == [(1,)]


async def test_the_board_is_not_called_to_where_it_can_not_lie(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    elsewhere = await another(stage, sitting)
    stage.sandbox.host.bot_permissions(elsewhere, take=["embed_links", "send_messages"])
    answer = await sitting.people[0].in_(elsewhere).slash("table board")
    assert "I still need: **Send Messages, Embed Links**." in answer.text or (
        "I still need: **Embed Links, Send Messages**." in answer.text
    )
    await plays_on(sitting, sitting.place)


@pytest.mark.parametrize(
    "name", ["view_channel", "send_messages_in_threads", "embed_links", "read_message_history"]
)
async def test_a_permission_lost_during_a_game_costs_no_move(stage: Stage, name: str) -> None:
    """Take it away between two moves: the move counts, and the board comes back with the right."""
    host = stage.sandbox.host
    sitting = await table(stage, "Ada", "Bob")
    channel, thread = sitting.card.channel, sitting.place
    elsewhere = await another(stage, sitting)
    await stage.shown()
    person, _ = await asked(sitting)
    before = steps(sitting)
    host.bot_permissions(channel, take=[name])
    await command(person, sitting, elsewhere)
    assert steps(sitting) == before + 1
    await stage.stored(
        lambda: (
            whereabouts(sitting)[1]
            or not stage.rows(
                "SELECT 1 FROM tables WHERE board_revision < revision AND id = ?", sitting.table_id
            )
        )
    )
    host.overwrite(channel, stage.sandbox.world.bot)
    query = "SELECT board_id FROM tables WHERE id = ? AND board_id IS NOT NULL"
    old = stage.rows(query, sitting.table_id)
    called = await person.in_(thread).slash("table board")
    assert called.text == "Moving the board here."
    await stage.stored(lambda: stage.rows(query, sitting.table_id) not in ([], old))
    await plays_on(sitting, thread)


async def test_where_no_thread_can_be_opened_any_more_the_board_lies_in_the_channel(
    stage: Stage,
) -> None:
    """Take the right away between opening a table and starting it."""
    channel = server(stage)
    sitting = await open_table(stage, people(stage, channel, "Ada", "Bob"), Clicks())
    stage.sandbox.host.bot_permissions(channel, take=["create_public_threads"])
    assert "The game begins." in (await CLICKS.start(sitting)).text
    await plays_on(sitting, channel)
    assert whereabouts(sitting) == (int(channel.id), False)


# Kinds of places


def text_thread(stage: Stage) -> Channel:
    channel = server(stage)
    ada = stage.sandbox.world.person("Ada")
    return stage.sandbox.users.open_thread(ada, channel, "Friday")


def private_thread(stage: Stage) -> Channel:
    """Return one that the bot was brought into: it sees no other."""
    channel = server(stage)
    world = stage.sandbox.world
    thread = stage.sandbox.users.open_thread(world.person("Ada"), channel, "Us", private=True)
    world.join_thread(thread, world.bot)
    world.join_thread(thread, world.person("Bob"))
    return thread


def news_thread(stage: Stage) -> Channel:
    channel = server(stage, "news", NEWS)
    return stage.sandbox.users.open_thread(stage.sandbox.world.person("Ada"), channel, "News")


def forum_post(stage: Stage) -> Channel:
    channel = server(stage, "tables", FORUM)
    ada = stage.sandbox.world.person("Ada")
    return stage.sandbox.users.open_thread(ada, channel, "Friday round", "Who is in?")


@pytest.mark.parametrize(
    ("make", "kind", "in_thread"),
    [
        (server, TEXT, True),
        (lambda stage: server(stage, "news", NEWS), NEWS, True),
        (lambda stage: server(stage, "lounge", VOICE), VOICE, False),
        (lambda stage: server(stage, "stage", STAGE), STAGE, False),
        (text_thread, PUBLIC_THREAD, False),
        (private_thread, PRIVATE_THREAD, False),
        (news_thread, NEWS_THREAD, False),
        (forum_post, PUBLIC_THREAD, False),
    ],
)
async def test_a_table_lies_where_its_kind_of_place_wants_it(
    stage: Stage, make: Callable[[Stage], Channel], kind: int, in_thread: bool
) -> None:
    place = make(stage)
    assert place.type == kind
    sitting = await table(stage, "Ada", "Bob", place=place)
    if in_thread:
        thread = sitting.place
        assert thread.parent_id == place.id
        assert thread.auto_archive == 7 * 24 * 60
        assert thread.name == "Donburiko! · Ada, Bob"
        await stage.until(lambda: f"<#{thread.id}>" in sitting.card.text)
        # In the channel only the card tells of the game.
        assert [m.id for m in sitting.people[0].sees(place) if not m.only_me] == [sitting.card.id]
    else:
        assert sitting.place is place
    await plays_on(sitting, sitting.place)
    assert whereabouts(sitting) == (int(sitting.place.id), False)


# Scrolled away, and old


async def test_a_board_that_has_scrolled_away_is_put_up_again_at_the_bottom(stage: Stage) -> None:
    sitting = await table(stage, "Ada", "Bob")
    old, thread = sitting.board, sitting.place
    dai = stage.person("Dai", thread)
    for n in range(7):
        await dai.say(f"line {n}")
    await move(sitting)
    assert (await lies_in(sitting, thread)).id == old.id, "a few lines are no reason to move"
    await dai.say("and one more")
    last = thread.last_message_id
    await move(sitting)
    await stage.until(lambda: old.deleted)
    board = await lies_in(sitting, thread)
    assert int(board.id) > int(last or 0)
    await plays_on(sitting, thread)


async def test_a_board_that_scrolled_away_during_a_restart_is_put_up_again(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async with Stage(tmp_path_factory.mktemp("scrolled")) as stage:
        sitting = await table(stage, "Ada", "Bob")
        await stage.shown()
        old, thread = sitting.board, sitting.place
        await stage.kill()
        dai = stage.person("Dai", thread)
        for n in range(9):
            await dai.say(f"line {n}")
        await stage.start()
        elsewhere = await another(stage, sitting)
        person, _ = await asked(sitting)
        await command(person, sitting, elsewhere)
        await stage.until(lambda: old.deleted)
        assert (await lies_in(sitting, thread)).id != old.id


class EarlierMint(Mint):
    """Make ids that say they were made a while ago."""

    def __init__(self, seconds: float) -> None:
        """Say how long ago."""
        super().__init__()
        self._ago = int(seconds * 1000) << 22

    def __call__(self) -> str:
        """Return the next id."""
        return str(int(super().__call__()) - self._ago)


async def test_after_an_hour_the_board_is_put_up_anew(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Put things up an hour ago: Discord would let them be edited only now and then."""
    async with Stage(tmp_path_factory.mktemp("old")) as stage:
        world, ago, mint = stage.sandbox.world, 3700.0, stage.sandbox.world.mint
        sitting = await open_table(stage, people(stage, server(stage), "Ada", "Bob"), Clicks())
        await stage.shown()
        world.mint, world.clock = EarlierMint(ago), lambda: time.time() - ago
        lobby = await open_table(stage, people(stage, server(stage), "Cleo"), Clicks())
        assert "The game begins." in (await CLICKS.start(sitting)).text
        await board_up(sitting)
        await stage.shown()
        world.mint, world.clock = mint, time.time
        stage.sandbox.ratelimits.limits["old"] = (0, 6.0)
        late = len(stage.sandbox.requests)
        old, thread = sitting.board, sitting.place
        for person in sitting.people:
            await sitting.open_hand(person)
        await move(sitting)
        board = await lies_in(sitting, thread)
        assert old.deleted
        assert board.id != old.id
        await plays_on(sitting, thread)
        assert sitting.board.id == board.id
        # The card of a lobby is put up again as well.
        dai = stage.person("Dai", lobby.card.channel)
        (old,) = cards(lobby)
        assert "You're in!" in (await dai.press(old, "Join")).text
        await stage.until(lambda: old.deleted)
        (card,) = cards(lobby)
        assert card.id != old.id and "Dai" in card.text
        assert 429 not in [each.status for each in list(stage.sandbox.requests)[late:]]
