"""A command finds the table that is meant, or asks; nobody learns of tables out of their sight."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest

from bot.tables.trouble import STALE, NoTable, Trouble
from bot.tables.who_sits import brief_of
from bot.ui.actions.tables import fitting_tables, which_table
from bot.ui.actions.tables.fitting_tables import Aim
from bot.ui.actions.tables.requests import Request, chosen, run
from bot.ui.actions.tables.verbs import VERBS
from bot.ui.actions.tables.which_table import Several, which
from bot.ui.in_sight import may_know_of
from bot.ui.pages import routes
from bot.ui.pages.wording import Wording
from bot.ui.posting.replies import Interaction
from storage.database import Database
from storage.rows import NO_SERVER, SeatRow
from storage.store import Store
from tests.refusal import refused_with
from tests.storage.samples import a_table
from tests.up_to_date import up_to_date

if TYPE_CHECKING:
    from bot.ui.services import Services

GUILD, HALL, ATTIC, THREAD, SECRET = 10, 20, 21, 30, 40
ADA, BOB, CLEO, MODERATOR = 1, 2, 3, 4


@dataclass
class Room:
    """A store, filled by the test."""

    store: Store
    opened: int = 0

    @property
    def services(self) -> Services:
        """Return what is asked for tables and for the titles of games."""
        titles = {"donburiko": "Donburiko!"}
        found: Any = SimpleNamespace(
            tables=SimpleNamespace(store=self.store),
            title_of=lambda key, _wording: titles.get(key, key),
        )
        return found

    async def put(self, table_id: str, people: tuple[int, ...], **changes: Any) -> str:
        """Put up a table; `asked` says whom it waits for."""
        self.opened += 1
        asked = changes.pop("asked", ())
        stand_in = changes.pop("stand_in", (None,) * len(people))
        first = changes.pop("first", people if changes.get("phase") == "finished" else None)
        row = a_table(
            table_id,
            **{"phase": "playing", "host": people[0], "guild_id": GUILD, "channel_id": HALL}
            | {"opened_by": self.opened, "opened_at": self.opened, "touched_at": 0}
            | changes,
        )
        seats = [
            SeatRow(
                table_id,
                n,
                person,
                f"P{person}",
                0 if person in asked else None,
                first=first[n] if first else None,
                stand_in=stand_in[n],
            )
            for n, person in enumerate(people)
        ]
        await self.store.open_table(row, seats)
        return table_id

    async def which(
        self,
        person: int,
        channel: int,
        named: str | None = None,
        aim: Aim = fitting_tables.PLAY,
        **more: Any,
    ) -> str:
        """Ask as a person in a channel."""
        return await which(self.services, asks(person, channel), named, aim, **more)


@pytest.fixture(autouse=True)
def no_nights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody lead a night: these tables belong to none."""
    monkeypatch.setattr(which_table, "led_nights", AsyncMock(return_value=frozenset()))


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    database = await Database.open(up_to_date(tmp_path / "tables.sqlite3"))
    yield Room(Store(database))
    await database.close()


def asks(person: int, channel: int, guild: int | None = GUILD) -> Interaction:
    """Make an interaction of a person who sees every channel but the secret one."""

    def channel_of(channel_id: int) -> object:
        allowed = channel_id != SECRET
        found = MagicMock(spec=discord.TextChannel)
        found.permissions_for.return_value = discord.Permissions(
            view_channel=allowed, manage_messages=person == MODERATOR and channel_id != ATTIC
        )
        return found

    user = MagicMock(spec=discord.Member)
    user.id = person
    kind = discord.Thread if channel == THREAD else discord.TextChannel
    return cast(
        Interaction,
        SimpleNamespace(
            user=user,
            guild_id=guild,
            is_guild_integration=lambda: guild is not None,
            guild=None
            if guild is None
            else SimpleNamespace(id=guild, get_channel_or_thread=channel_of),
            channel_id=channel,
            channel=MagicMock(spec=kind),
            locale=discord.Locale.british_english,
            guild_locale=discord.Locale.british_english,
            extras={},
            permissions=discord.Permissions(manage_messages=person == MODERATOR),
        ),
    )


async def test_the_one_named_by_any_case(room: Room) -> None:
    await room.put("aaaaa", (ADA, BOB))
    await room.put("bbbbb", (ADA, BOB), asked=(ADA,))
    assert await room.which(ADA, HALL, "aaaaa") == "aaaaa"
    assert await room.which(ADA, HALL, " AAAAA ") == "aaaaa"


async def test_the_one_named_by_its_game_and_two_of_it_are_asked_about(room: Room) -> None:
    await room.put("aaaaa", (ADA, BOB))
    await room.put("kkkkk", (ADA, BOB), game="kasane")
    assert await room.which(ADA, HALL, "ＤＯＮＢＵＲＩＫＯ!") == "aaaaa", "a title is no name"
    await room.put("bbbbb", (ADA, CLEO))
    with pytest.raises(Several) as several:
        await room.which(ADA, HALL, "Donburiko!")
    found = [table.id for table in several.value.tables]
    assert found == ["bbbbb", "aaaaa"], "the tables that fit aren't those that are offered"
    assert await room.which(ADA, HALL, "P1, P3") == "bbbbb", "who sits there is no name"


async def test_all_tables_can_be_picked_however_many_fit(room: Room) -> None:
    """A list of Discord's holds 25: its last choice leads on, and from the end to the beginning."""
    ids = {f"aaa{chr(97 + n // 20)}{chr(97 + n % 20)}" for n in range(60)}
    for table_id in sorted(ids):
        await room.put(table_id, (ADA, BOB))
    shown: list[Any] = []
    actions: Any = SimpleNamespace(services=room.services)
    asked: Any = asks(ADA, HALL)
    response = MagicMock()
    response.is_done.return_value = False
    response.send_message = AsyncMock(side_effect=lambda **sent: shown.append(sent["view"]))
    asked.response, asked.message, asked.id = response, None, 1
    asked.context = discord.app_commands.AppCommandContext(guild=True)
    asked.type = discord.InteractionType.application_command
    await run(actions, asked, Request("hand"), None)
    seen: set[str] = set()
    for _page in range(3):
        (pick,) = shown[-1].children
        values = [option.value for option in pick.options]
        assert len(values) <= 25 and values[-1].startswith("more"), "the list ends without a way on"
        seen |= set(values[:-1])
        read = routes.WHICH_TABLE.read(f"{pick.custom_id}:{values[-1]}")
        assert read is not None, "nobody reads which table was picked"
        await chosen(actions, asked, *read)
    assert seen == ids, f"tables that can't be picked: {ids - seen}"
    assert [o.value for o in shown[-1].children[0].options][:24] == [
        o.value for o in shown[0].children[0].options
    ][:24], "the end doesn't lead back to the beginning"


async def test_the_one_named_by_the_label_of_its_choice(room: Room) -> None:
    await room.put("aaaaa", (ADA, BOB))
    await room.put("bbbbb", (ADA, BOB))
    found = await room.store.table("aaaaa")
    assert found is not None
    services = cast("Services", SimpleNamespace(title_of=lambda key, _wording: key))
    label = which_table.label(services, brief_of(found), Wording("en-GB"), ADA)
    assert len(label) <= 100
    assert await room.which(ADA, HALL, label) == "aaaaa"


@pytest.mark.parametrize("named", ["zzzzz", "x", "·", "aaaaa·", "' OR 1=1", "a" * 6000])
async def test_a_name_that_no_table_has(room: Room, named: str) -> None:
    await room.put("bbbbb", (ADA, BOB), asked=(ADA,))
    with pytest.raises(NoTable):
        await room.which(ADA, HALL, named)


async def test_a_table_out_of_sight_answers_like_none(room: Room) -> None:
    await room.put("sssss", (BOB, CLEO), channel_id=SECRET)
    await room.put("ooooo", (ADA, BOB), guild_id=99)
    said: set[str] = set()
    for named in ("sssss", "ooooo", "zzzzz"):
        with pytest.raises(NoTable) as caught:
            await room.which(ADA, HALL, named)
        said.add(caught.value.say(str.format))
    assert len(said) == 1


@pytest.mark.parametrize(
    ("private", "manages", "seen"), [(False, False, True), (True, False, False), (True, True, True)]
)
async def test_a_table_in_a_private_thread_is_for_those_who_are_in_it(
    room: Room, private: bool, manages: bool, seen: bool
) -> None:
    await room.put("ttttt", (BOB, CLEO), channel_id=THREAD)
    thread = MagicMock(spec=discord.Thread)
    thread.is_private.return_value = private
    thread.parent.permissions_for.return_value = discord.Permissions(
        view_channel=True, manage_threads=manages
    )
    from_afar = asks(ADA, HALL)
    assert from_afar.guild is not None
    from_afar.guild.get_channel_or_thread = MagicMock(return_value=thread)
    found = await room.store.table("ttttt")
    assert found is not None
    assert may_know_of(from_afar, *found) is seen
    assert may_know_of(asks(ADA, THREAD), *found)


async def test_a_seat_lets_one_see_a_table_anywhere(room: Room) -> None:
    await room.put("sssss", (ADA, CLEO), channel_id=SECRET)
    assert await room.which(ADA, HALL, "sssss") == "sssss"


async def test_games_that_are_over_are_found_for_looking_back(room: Room) -> None:
    await room.put("lllll", (ADA, BOB), asked=(ADA,))
    await room.put("fffff", (BOB, CLEO), phase="finished")
    assert await room.which(ADA, HALL, aim=fitting_tables.PAST) == "fffff"
    await room.put("sssss", (BOB, CLEO), phase="finished", channel_id=SECRET)
    await room.put("ccccc", (ADA, BOB), phase="cancelled")
    # A lobby that was closed was never played, and what lies out of sight isn't offered.
    assert await room.which(ADA, ATTIC, aim=fitting_tables.PAST) == "fffff"
    await room.put("ggggg", (ADA, BOB), phase="finished", place_id=THREAD)
    assert await room.which(ADA, THREAD, aim=fitting_tables.PAST) == "ggggg"
    with pytest.raises(Several) as caught:
        await room.which(ADA, ATTIC, aim=fitting_tables.PAST)
    assert [table.id for table in caught.value.tables] == ["ggggg", "fffff"]
    assert await room.which(ADA, HALL) == "lllll"


async def test_who_held_a_hand_meanwhile_may_know_of_a_table(room: Room) -> None:
    """They went before the end, and are asked to open their hand; until then they know no more."""
    await room.put("mmmmm", (BOB, CLEO), phase="finished", channel_id=SECRET)
    await room.put("lllll", (BOB, CLEO), channel_id=SECRET)

    def hold(connection: sqlite3.Connection) -> None:
        for table in ("mmmmm", "lllll"):
            connection.execute("INSERT INTO holders VALUES (?, ?, 'Ada', 0)", (table, ADA))

    await room.store.database.transaction(hold)
    with pytest.raises(NoTable):
        await room.which(ADA, HALL, "lllll")
    assert await room.which(ADA, HALL, "mmmmm") == "mmmmm"
    assert await room.which(ADA, HALL, aim=fitting_tables.PAST) == "mmmmm"
    for named in ("mmmmm", None):
        with pytest.raises(Trouble):
            await room.which(4, HALL, named, aim=fitting_tables.PAST)


async def test_not_all_games_that_were_ever_played_are_looked_through(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(which_table, "LATEST", 2)
    for table_id in ("aaaaa", "bbbbb", "ccccc"):
        await room.put(table_id, (ADA, BOB), phase="finished")
    with pytest.raises(Several) as caught:
        await room.which(ADA, ATTIC, aim=fitting_tables.PAST)
    assert [table.id for table in caught.value.tables] == ["ccccc", "bbbbb"]


async def test_a_table_of_another_game(room: Room) -> None:
    await room.put("kkkkk", (ADA, BOB), game="kasane")
    with pytest.raises(Trouble, match="another game"):
        await room.which(ADA, HALL, "kkkkk", game="donburiko")


async def test_the_table_of_this_thread_goes_before_one_that_waits(room: Room) -> None:
    await room.put("ttttt", (BOB, CLEO), place_id=THREAD)
    await room.put("wwwww", (ADA, BOB), asked=(ADA,))
    assert await room.which(ADA, THREAD) == "ttttt"


async def test_a_thread_whose_table_is_over_still_means_it(room: Room) -> None:
    await room.put("ttttt", (ADA, BOB), place_id=THREAD, phase="finished")
    assert await room.which(ADA, THREAD, aim=fitting_tables.SEE) == "ttttt"


async def test_two_tables_in_one_thread_go_by_who_sits_where(room: Room) -> None:
    await room.put("aaaaa", (ADA, BOB), place_id=THREAD)
    await room.put("bbbbb", (BOB, CLEO), place_id=THREAD)
    assert await room.which(ADA, THREAD) == "aaaaa"
    with pytest.raises(Several):
        await room.which(BOB, THREAD)


async def test_a_thread_of_another_game_is_no_matter(room: Room) -> None:
    await room.put("kkkkk", (ADA, BOB), place_id=THREAD, game="kasane")
    await room.put("ddddd", (ADA, BOB), channel_id=ATTIC)
    assert await room.which(ADA, THREAD, game="donburiko") == "ddddd"


async def test_the_only_one_in_this_channel_goes_before_one_that_waits_elsewhere(
    room: Room,
) -> None:
    await room.put("hhhhh", (ADA, BOB))
    await room.put("aaaaa", (ADA, BOB), channel_id=ATTIC, asked=(ADA,))
    assert await room.which(ADA, HALL) == "hhhhh"


async def test_of_two_in_this_channel_the_one_that_waits(room: Room) -> None:
    await room.put("aaaaa", (ADA, BOB))
    await room.put("bbbbb", (ADA, BOB), asked=(ADA,))
    assert await room.which(ADA, HALL) == "bbbbb"


async def test_of_two_that_wait_one_is_asked_for_newest_first(room: Room) -> None:
    await room.put("aaaaa", (ADA, BOB), asked=(ADA,))
    await room.put("bbbbb", (ADA, BOB), asked=(ADA,))
    await room.put("ccccc", (BOB, CLEO), asked=(BOB,))
    with pytest.raises(Several) as caught:
        await room.which(ADA, HALL)
    assert [table.id for table in caught.value.tables] == ["bbbbb", "aaaaa"]


async def test_the_only_one_elsewhere_unless_it_must_be_sure(room: Room) -> None:
    await room.put("aaaaa", (ADA, BOB), channel_id=ATTIC)
    assert await room.which(ADA, HALL) == "aaaaa"
    with pytest.raises(Several):
        await room.which(ADA, HALL, aim=fitting_tables.LEAD)


async def test_ending_takes_no_table_far_away_because_it_waits(room: Room) -> None:
    await room.put("aaaaa", (ADA, BOB), channel_id=ATTIC, asked=(ADA,))
    await room.put("bbbbb", (ADA, BOB), channel_id=ATTIC)
    assert await room.which(ADA, HALL, aim=replace(fitting_tables.LEAD, afar=True)) == "aaaaa"
    with pytest.raises(Several):
        await room.which(ADA, HALL, aim=fitting_tables.LEAD)


@pytest.mark.parametrize(
    ("aim", "said"),
    [
        (fitting_tables.PLAY, "where you can do that"),
        (fitting_tables.SEE, "aren't in a game here"),
        (fitting_tables.JOIN, "waiting for players"),
        (fitting_tables.START, "no game to start"),
        (fitting_tables.LEAD, "host"),
    ],
)
async def test_no_table_at_all(room: Room, aim: Aim, said: str) -> None:
    await room.put("aaaaa", (BOB, CLEO))
    with pytest.raises(Trouble, match=said):
        await room.which(ADA, HALL, aim=aim)


async def test_a_lobby_out_of_sight_is_not_offered(room: Room) -> None:
    await room.put("sssss", (BOB,), phase="lobby", channel_id=SECRET)
    with pytest.raises(Trouble):
        await room.which(ADA, HALL, aim=fitting_tables.JOIN)
    await room.put("aaaaa", (BOB,), phase="lobby", channel_id=ATTIC)
    with pytest.raises(Several) as caught:
        await room.which(ADA, HALL, aim=fitting_tables.JOIN)
    assert [table.id for table in caught.value.tables] == ["aaaaa"]


async def test_outside_of_servers(room: Room) -> None:
    with pytest.raises(NoTable):
        await which(room.services, asks(ADA, HALL, guild=None), None, fitting_tables.PLAY)


async def test_a_game_played_in_private_is_meant_where_there_is_no_other(room: Room) -> None:
    await room.put("ppppp", (ADA,), guild_id=NO_SERVER, channel_id=NO_SERVER)
    assert await room.which(ADA, HALL) == "ppppp", "whoever plays alone was said to play nowhere"
    assert await room.which(ADA, HALL, "ppppp", fitting_tables.HAND) == "ppppp"
    dm = await which(room.services, asks(ADA, HALL, guild=None), None, fitting_tables.HAND)
    assert dm == "ppppp", "it is there wherever they are"
    offered = await which_table.offered(room.services, asks(ADA, HALL), fitting_tables.PLAY, "")
    assert [each.value for each in offered] == ["ppppp"]
    with pytest.raises(Trouble):
        await room.which(ADA, HALL, game="kasane")
    with pytest.raises(Trouble):
        await room.which(ADA, HALL, aim=fitting_tables.SEE)
    for named in (None, "ppppp"):
        with pytest.raises(Trouble):
            await room.which(BOB, HALL, named)
    await room.put("aaaaa", (ADA, BOB), channel_id=ATTIC)
    assert await room.which(ADA, HALL) == "aaaaa", "a table with others goes first"
    await room.put("qqqqq", (ADA,), guild_id=NO_SERVER, channel_id=NO_SERVER)
    with pytest.raises(Several):
        await which(room.services, asks(ADA, HALL, guild=None), None, fitting_tables.HAND)


async def test_choices_for_the_table_are_those_that_fit_and_are_in_sight(room: Room) -> None:
    await room.put("aaaaa", (ADA, BOB), asked=(ADA,))
    await room.put("bbbbb", (BOB, CLEO))
    await room.put("lllll", (BOB,), phase="lobby")
    await room.put("sssss", (BOB,), phase="lobby", channel_id=SECRET)
    await room.put("ooooo", (ADA, BOB), guild_id=99)
    services = room.services
    interaction = asks(ADA, HALL)

    async def ids(aim: Aim, text: str = "") -> list[str]:
        found = await which_table.offered(services, interaction, aim, text)
        return [each.value for each in found]

    assert await ids(fitting_tables.PLAY) == ["aaaaa"]
    await room.put("mmmmm", (ADA, BOB), phase="lobby")
    assert await ids(fitting_tables.JOIN) == ["lllll"], "not just where they don't sit yet"
    assert await ids(fitting_tables.PLAY, "AAA") == ["aaaaa"]
    assert await ids(fitting_tables.PLAY, "your turn") == ["aaaaa"]
    assert await ids(fitting_tables.PLAY, "zzz") == []


async def test_no_more_tables_are_offered_than_fit(room: Room) -> None:
    for number in range(30):
        await room.put(f"aaa{chr(97 + number // 20)}{chr(97 + number % 20)}", (ADA, BOB))
    services = room.services
    assert len(await which_table.offered(services, asks(ADA, HALL), fitting_tables.PLAY, "")) == 25


def test_a_wish_comes_back_out_of_its_custom_id() -> None:
    request = Request("act", "donburiko", "add", {"card": "pond −2: a=b", "row": "", "face": "up"})
    custom_id = request.custom_id()
    assert len(custom_id) <= 100
    assert read(request) == request


def test_a_wish_too_long_for_a_custom_id_becomes_a_look_at_the_hand() -> None:
    request = Request("act", "donburiko", "add", {"card": "x" * 200})
    assert read(request) == Request("hand", "donburiko")


async def test_a_move_is_asked_for_at_tables_of_its_game(room: Room) -> None:
    await room.put("kkkkk", (ADA, BOB), game="kasane", asked=(ADA,))
    await room.put("ddddd", (ADA, BOB), channel_id=ATTIC)
    move = Request("act", "donburiko", "add")
    assert await move.table(room.services, asks(ADA, HALL), None) == "ddddd"
    assert await Request("hand").table(room.services, asks(ADA, HALL), None) == "kkkkk"


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_fits_a_custom_id(verb: str) -> None:
    assert read(Request(verb)) == Request(verb)


@pytest.mark.parametrize("text", ["", "w", "w:", "w:act", "m:act:a:b"])
def test_a_custom_id_that_never_was(text: str) -> None:
    assert routes.WHICH_TABLE.read(text) is None


@pytest.mark.parametrize("verb", ["", "fly"])
def test_a_request_that_never_was(verb: str) -> None:
    with refused_with(STALE):
        Request.read(verb, "a", "b", ())


def read(request: Request) -> Request:
    """Return what a request's id is read as."""
    values = routes.WHICH_TABLE.read(request.custom_id())
    assert values is not None, f"{request} has an id that nobody reads"
    return Request.read(*values)


async def test_a_moderator_may_mean_tables_of_channels_they_moderate_from_anywhere(
    room: Room,
) -> None:
    """What counts is their right where the table lies: elsewhere they are asked which one."""
    await room.put("aaaaa", (ADA, BOB))
    await room.put("bbbbb", (ADA, BOB), channel_id=ATTIC)
    with pytest.raises(Several) as several:
        await room.which(MODERATOR, THREAD, aim=fitting_tables.LEAD)
    assert [table.id for table in several.value.tables] == ["aaaaa"], (
        "a moderator of one channel may lead tables of another one that they only see"
    )


async def test_a_moderator_may_mean_tables_of_this_channel_alone(room: Room) -> None:
    await room.put("aaaaa", (ADA, BOB))
    await room.put("bbbbb", (ADA, BOB), channel_id=ATTIC)
    assert await room.which(MODERATOR, HALL, aim=fitting_tables.LEAD) == "aaaaa"
    assert await room.which(MODERATOR, HALL, aim=fitting_tables.PAUSE) == "aaaaa"
    for person, aim in (
        (CLEO, fitting_tables.LEAD),
        (MODERATOR, fitting_tables.RESUME),
        (MODERATOR, fitting_tables.VOTE),
    ):
        with pytest.raises(Trouble):
            await room.which(person, HALL, aim=aim)
    await room.put("ppppp", (ADA, BOB), paused=True, place_id=THREAD)
    assert await room.which(MODERATOR, THREAD, aim=fitting_tables.RESUME) == "ppppp"


async def test_each_affair_finds_the_tables_it_can_be_about(
    room: Room,
) -> None:
    await room.put("aaaaa", (ADA, BOB))
    await room.put("ppppp", (ADA, BOB), paused=True)
    await room.put("sssss", (ADA, BOB), asleep=True)
    await room.put("fffff", (ADA, BOB), phase="finished")
    await room.put("mmmmm", (ADA, BOB), motion="{}")
    await room.put("ggggg", (ADA, BOB), stand_in=("away", "left"))
    services = room.services

    async def ids(person: int, verb: str) -> list[str]:
        found = await which_table.offered(services, asks(person, HALL), VERBS[verb].tables, "")
        return sorted(each.value for each in found)

    in_play = ["aaaaa", "ggggg", "mmmmm", "ppppp", "sssss"]
    assert await ids(ADA, "back") == ["ggggg"]
    assert await ids(BOB, "back") == ["ggggg"]
    assert await ids(ADA, "leave") == in_play
    assert await ids(BOB, "leave") == [each for each in in_play if each != "ggggg"]
    assert await ids(CLEO, "replace") == ["ggggg"]
    assert await ids(ADA, "replace") == []
    assert await ids(ADA, "resume") == ["ppppp", "sssss"]
    assert await ids(BOB, "pause") == [each for each in in_play if each != "ppppp"]
    assert await ids(ADA, "vote") == ["mmmmm"]
    assert await ids(ADA, "rematch") == ["fffff"]
    assert await ids(ADA, "kick") == in_play
    assert await ids(BOB, "end") == await ids(BOB, "concede") == in_play
    assert await ids(CLEO, "end") == []
    assert await ids(MODERATOR, "end") == in_play
