"""Who decides at tables of a night, and that no press reaches a table of another one."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest

from bot.nights.announcing import edit
from bot.nights.cohosts import set_cohosts
from bot.nights.guest_presses import press_here
from bot.nights.leading import SILENT
from bot.nights.night import Post, Press
from bot.nights.night_points import HALF, points_of_night
from bot.nights.rounds import end
from bot.tables.night_verbs import MORE
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.table_cache import table_event_of
from bot.tables.table_verbs import TableVerbs
from bot.ui.actions.tables.requests import Request
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.tables.table_event_lines import table_event_line
from bot.ui.pages.wording import Wording
from storage.night_rows import PostRow
from tests.ui.clicks import MODERATOR, Answer, ask, command, interaction, press
from tests.ui.conftest import ADA as STRANGER
from tests.ui.conftest import BOB as OTHER
from tests.ui.conftest import CHANNEL, GUILD, UI
from tests.ui.night_evening import EVENTS, GUESTS, HOST, Evening, evening

KIM = Person(90, "Kim")
MANAGE = discord.Permissions(manage_messages=True)
LED = "This night is led by <@11>"
BUTTONS = ("a:end:{}", "a:end:{}:yes", "a:pause:{}", "a:resume:{}", "a:pace:{}:none")
"""What is decided for all who sit at a table."""


def of(table: Table) -> tuple[Any, ...]:
    """Return what a press without the right to must not change."""
    return table.revision, table.phase, table.paused, table.pace, list(table.seats), table.motion


async def seated(ui: UI, count: int = 4) -> tuple[Evening, Table, list[Person]]:
    """Begin a night; return one of its tables without its host, or the only one, and its people."""
    night = await evening(ui, count)
    tables = await night.start()
    table = next((each for each in tables if each.seat_of(HOST.id) is None), tables[0])
    people = [Person(seat.person, seat.name) for seat in table.seats]
    return night, table, sorted(people, key=lambda each: each.id != table.host)


async def typed(ui: UI, person: Person, table: Table | None, verb: str, **words: str) -> Answer:
    """Type a command of a table."""
    answer = Answer()
    may = words.pop("may", "")
    permissions = EVENTS if may == "events" else MANAGE if may else discord.Permissions.none()
    made = interaction(ui, person, CHANNEL, answer, permissions=permissions)
    named = None if table is None else table.id
    await ask(ui, made, Request(verb, words=words), named)
    return answer


@pytest.mark.walked
async def test_who_sits_at_a_nights_table_decides_nothing_for_all(ui: UI) -> None:
    """Not even the one the seating made host, nor with Manage Messages; the page says who does."""
    _night, table, people = await seated(ui, 7)
    before = of(table)
    for person in people[:2]:
        other = next(each for each in people if each != person)
        for permissions in (discord.Permissions.none(), MANAGE):
            for custom_id in BUTTONS:
                pressed = custom_id.format(table.id)
                answer = await press(ui, person, pressed, own=True, permissions=permissions)
                assert LED in answer.text, f"{pressed}: {answer.text}"
                assert "Call the host" in answer.buttons, f"{pressed} leaves nobody to ask"
                assert not {"Pause", "Ask for a pause", "End the game"} & {*answer.buttons}
            answer = await press(
                ui, person, f"a:kick:{table.id}", str(other.id), own=True, permissions=permissions
            )
            assert LED in answer.text, answer.text
        for verb, words in (
            ("end", {}),
            ("pause", {}),
            ("pace", {"pace": "none"}),
            ("kick", {"seat": other.name}),
        ):
            answer = await typed(ui, person, table, verb, may="manage", **words)
            assert LED in answer.text, f"/table {verb}: {answer.text}"
            assert "Call the host" in answer.buttons, f"/table {verb} leaves nobody to ask"
    assert of(table) == before, "somebody who plays has decided for all"


async def test_nobody_but_who_leads_or_moderates_decides_from_outside(ui: UI) -> None:
    _night, table, _people = await seated(ui, 7)
    before = of(table)
    for custom_id in BUTTONS:
        answer = await press(ui, KIM, custom_id.format(table.id), own=True)
        assert "Call the host" not in answer.buttons, "a stranger may call the hosts"
    refused = await press(ui, KIM, f"a:call:{table.id}", own=True)
    assert "aren't playing" in refused.text, refused.text
    assert of(table) == before, "a stranger has decided at a table of a night"


@pytest.mark.parametrize("who", ["host", "events", "moderator"])
async def test_who_leads_or_moderates_decides_for_a_nights_table(ui: UI, who: str) -> None:
    """By buttons and by commands: pause, go on, another pace, take off, and the end."""
    _night, table, people = await seated(ui, 7)
    person = HOST if who == "host" else MODERATOR
    may = {"host": discord.Permissions.none(), "events": EVENTS, "moderator": MANAGE}[who]

    async def does(custom_id: str, *picked: str) -> Answer:
        pressed = custom_id.format(table.id)
        return await press(ui, person, pressed, *picked, own=True, permissions=may)

    await does("a:pause:{}")
    assert table.paused, "the table goes on"
    await does("a:resume:{}")
    assert not table.paused, "the table stands still"
    await does("a:pace:{}:none")
    assert table.pace == "none", "the pace is as before"
    asked = await does("a:kick:{}", str(people[1].id))
    assert table.seat_of(people[1].id) is not None, "a player was removed without a question"
    assert "no night points" not in asked.text, "said to who doesn't play there"
    await does(asked.buttons["Remove them"])
    assert table.seat_of(people[1].id) is None, "who was taken off sits there"
    said = {"host": "", "events": "events", "moderator": "manage"}[who]
    which = await typed(ui, person, None, "pace", pace="days", may=said)
    custom_id, tables = which.lists[0]
    assert table.id in tables, "a command doesn't offer the tables that one may lead"
    await press(ui, person, custom_id, table.id, permissions=may)
    assert table.pace == "days", "the command doesn't set the pace"
    asked = await does("a:end:{}")
    assert table.phase == "playing", "the table was ended without a question"
    await press(ui, person, asked.buttons["End the game"], own=True, permissions=may)
    assert table.phase == "cancelled", "the table goes on"
    events = await ui.tables.store.table_events(table.id)
    role = "moderator" if who == "moderator" else "night"
    assert {each.role for each in events if each.person == person.id} == {role}


async def test_who_sits_there_votes_on_a_move_that_is_taken_back_alone(ui: UI) -> None:
    _night, table, people = await seated(ui, 7)
    number = table.to_act()[0]
    mover = Person(table.seats[number].person, table.seats[number].name)
    await ui.services.moves.play(
        table.id, mover, lambda _view, legal: legal[0], interaction_id=ui.interaction()
    )
    other = next(each for each in people if each != mover and table.sits(each.id))
    theirs = await press(ui, other, f"a:page:{table.id}")
    assert "Take back" not in theirs.buttons, "it would refuse who hasn't made the newest move"
    page = await press(ui, mover, f"a:page:{table.id}")
    assert {"Take back", "Leave …", "Call the host"} <= {*page.buttons}
    assert not any(each.startswith("Pace") for each in {*page.buttons, *page.grey}), page.buttons
    await press(ui, mover, page.buttons["Take back"], own=True)
    assert table.motion is not None or len(table.recent), "the others weren't asked"
    assert table.motion is None or table.motion.what == "take_back"


async def test_once_the_night_is_over_its_tables_vote_again(ui: UI) -> None:
    """Then a pause takes a vote, as at any table, and nobody is there to be called."""
    night, table, people = await seated(ui, 7)
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), end())
    page = await press(ui, people[1], f"a:page:{table.id}")
    assert "Ask for a pause" in page.buttons and "Call the host" not in page.buttons
    await press(ui, people[1], page.buttons["Ask for a pause"], own=True)
    assert table.motion is not None and table.motion.what == "pause"
    asked = await press(ui, people[0], f"a:end:{table.id}:yes", own=True)
    assert table.phase == "playing", "a guest has ended a night's table alone"
    assert "End without a result …" in asked.buttons, "they can't vote on an end"


async def test_where_all_hosts_are_blocked_nobody_is_sent_to_the_host_of_a_table(ui: UI) -> None:
    """At a table of a night that is a name; and whoever has it reads this, too."""
    _night, table, people = await seated(ui, 7)
    await ui.tables.servers.block(GUILD, HOST.id, MODERATOR.id)
    (named,) = [each for each in people if each.id == table.host]
    refused = await press(ui, named, f"a:end:{table.id}:yes", own=True)
    assert "Nobody leads this night now" in refused.text, refused.text
    assert "host of this table" not in refused.text, refused.text
    assert table.phase == "playing", "a guest has ended a night's table alone"


async def calls(ui: UI, night: Evening) -> list[PostRow]:
    """Return the calls for a night's hosts that are to be sent."""
    unsent = await ui.services.nights.store.unsent(night.id)
    return [each for each in unsent if each.kind == "needed"]


@pytest.mark.walked
@pytest.mark.parametrize("why", ["Somebody isn't here", "A question about a rule"])
async def test_a_table_calls_the_hosts_in_the_nights_thread(ui: UI, why: str) -> None:
    """It says why, and once it has called it isn't asked again."""
    night, table, people = await seated(ui, 7)
    page = await press(ui, people[0], f"a:page:{table.id}")
    asked = await press(ui, people[0], page.buttons["Call the host"], own=True)
    assert await calls(ui, night) == [], "the hosts are called before anybody has said why"
    said = await press(ui, people[0], asked.buttons[why], own=True)
    assert "Calling the hosts" in said.text, said.text
    for pressed in (page.buttons["Call the host"], asked.buttons[why]):
        again = await press(ui, people[1], pressed, own=True)
        assert "It can call again" in again.text, f"{pressed}: {again.text}"
    called = await calls(ui, night)
    assert [each.people for each in called] == ["[11]"], "the host isn't called, or called twice"
    wording = Wording("en")
    message = post_message(await night.night(), Post("needed", (11,)), 1, wording)
    asks, because = message.text.splitlines()
    there = f"https://discord.com/channels/{GUILD}/{CHANNEL}"
    named = wording.gettext("Table {number}", number=table.night_table)
    said = wording.gettext("{table} asks for a host.", table=f"[{named}]({there})")
    assert asks == f"<@11> {said}", asks
    assert because == f"> {wording.gettext(why)}"
    told = "without your name" in asked.text
    assert told is (people[0].name not in message.text), "who calls is named, or isn't"
    _desk, after = message.row
    desk = await press(ui, HOST, after.id)
    picked = "Refresh" if why.startswith("Somebody") else "More …"
    assert picked in desk.buttons, f"that table isn't picked on the desk: {[*desk.buttons]}"
    gone = post_message(await night.night(), Post("needed", (11,)), 1, wording, holds="no")
    assert gone.text == "<@11>", "it still calls, though somebody looks after it"


@pytest.mark.parametrize("turn", [True, False])
async def test_who_looks_after_another_table_has_more_time_for_their_own_move(
    ui: UI, turn: bool
) -> None:
    """Once for each call; not while somebody else is asked where they play."""
    night = await evening(ui, 8)
    tables = await night.start()
    own = next(each for each in tables if each.sits(HOST.id))
    other = next(each for each in tables if each is not own)
    while (HOST.id in {own.seats[at].person for at in own.people_asked()}) is not turn:
        seat = own.seats[own.people_asked()[0]]
        await ui.services.moves.play(
            own.id, Person(seat.person, seat.name), lambda _view, legal: legal[0],
            interaction_id=ui.interaction(),
        )  # fmt: skip
    caller = Person(other.seats[0].person, other.seats[0].name)
    await press(ui, caller, f"a:call:{other.id}:rule", own=True)

    def left() -> list[int]:
        return [each.running.left for each in own.seats if each.running is not None]

    before = left()
    answer = desk_routes.ANSWER_CALL(night.id, other.id)
    desk = await press(ui, HOST, answer, own=True)
    assert ("I gave you 5 more minutes" in desk.text) is turn, desk.text
    assert left() == [each + MORE * turn for each in before]
    again = await press(ui, HOST, answer, own=True)
    assert "I gave you" not in again.text and left() == [each + MORE * turn for each in before]


async def test_nobody_else_calls_the_hosts(ui: UI) -> None:
    """Nor does who was blocked meanwhile; an answer that never was is none."""
    night, table, people = await seated(ui, 7)
    await ui.tables.servers.block(GUILD, people[0].id, MODERATOR.id)
    for person, said in ((people[0], "have blocked you"), (KIM, "aren't playing")):
        for pressed in (f"a:call:{table.id}", f"a:call:{table.id}:rule"):
            refused = await press(ui, person, pressed, own=True)
            assert said in refused.text, f"{person.name}, {pressed}: {refused.text}"
    odd = await press(ui, people[1], f"a:call:{table.id}:@everyone", own=True)
    assert "doesn't work any more" in odd.text, odd.text
    assert await calls(ui, night) == [], "the hosts are called by somebody who may not"


async def test_a_leader_who_plays_leaves_the_end_of_their_table_to_another(ui: UI) -> None:
    """While another one is here who doesn't play there; the only one here may."""
    night = await evening(ui, 7)
    table = next(each for each in await night.start() if each.seat_of(HOST.id) is not None)
    own = f"d:{{}}:{night.id}:{table.id}"
    cohost = next(each for each in GUESTS[:7] if table.seat_of(each.id) is None)
    nights = ui.services.nights
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([cohost]))
    for verb in ("void", "void:yes", "finish"):
        name, _, rest = verb.partition(":")
        answer = await press(ui, HOST, own.format(name) + (f":{rest}" if rest else ""), own=True)
        assert f"leave that to <@{cohost.id}>." in answer.text, answer.text
        assert answer.edited and answer.text.startswith("Desk · "), "it is said beside the desk"
    assert table.phase == "playing" and not table.played_out
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([]))
    asked = await press(ui, HOST, own.format("void"), own=True)
    assert "another host" not in asked.text, "the only host here can't end a table"


async def test_a_leader_is_offered_no_seat_to_give_where_they_play_and_another_decides(
    ui: UI,
) -> None:
    night = await evening(ui, 8)
    tables = await night.start()
    own = next(each for each in tables if each.sits(HOST.id))
    cohost = next(each for each in GUESTS[:8] if own.seat_of(each.id) is None)
    gone: dict[int, str] = {}
    for table in tables:
        async with ui.tables.held(table.id) as held:
            seats = [*held.seats]
            at = next(n for n, s in enumerate(seats) if s.person not in (HOST.id, cohost.id))
            seats[at] = seats[at].gone_away(held.step(), None)
            await ui.tables.change(held, [], seats=seats)
        gone[HOST.id if table is own else cohost.id] = table.seats[at].name
    await night.answer(press_here, KIM)
    desk = await night.click("Give Kim a seat …", await night.desk())
    assert len(desk.lists[0][1]) == len(tables) == 2, "the only leader decides everywhere"
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([cohost]))
    for leader, other in ((HOST, cohost), (cohost, HOST)):
        asked = await night.click("Give Kim a seat …", await night.desk(leader), leader)
        assert f"Put Kim in {gone[other.id]}'s seat?" in asked.text, asked.text


async def test_the_only_leader_who_ends_their_own_table_gets_nothing_there(ui: UI) -> None:
    """Everybody reads that they play there; the others get half the points."""
    night = await evening(ui, 7)
    table = next(each for each in await night.start() if each.seat_of(HOST.id) is not None)
    asked = await press(ui, HOST, f"d:void:{night.id}:{table.id}", own=True)
    assert "if you do this, you yourself get no night points for this game." in asked.text, (
        asked.text
    )
    sure = f"d:void:{night.id}:{table.id}:yes"
    assert "without a result" in (await press(ui, HOST, sure, own=True)).text
    results, void = await ui.services.nights.reader.results_of(await night.night())
    points = {
        each.person: each.points for each in points_of_night(await night.night(), results, void)
    }
    others = {seat.person for seat in table.seats} - {HOST.id}
    assert points[HOST.id] == 0, "a leader who ended the table where they play has points for it"
    assert {points[each] for each in others} == {HALF}, "the others there don't have half"
    told = [table_event_of(row) for row in await ui.tables.store.table_events(table.id)]
    line = table_event_line(told[-1], ui.services.wording(table), table.on_timeout)
    assert line == "Ada, who hosts the night and plays here, ended the game.", line


async def test_a_leader_pauses_where_they_play_but_takes_no_seat_while_another_is_here(
    ui: UI,
) -> None:
    """The only one here may take somebody off, which all read, and earns nothing in that game."""
    night = await evening(ui, 7)
    table = next(each for each in await night.start() if each.seat_of(HOST.id) is not None)
    whom = next(seat.person for seat in table.seats if seat.person != HOST.id)
    cohost = next(each for each in GUESTS[:7] if table.seat_of(each.id) is None)
    nights = ui.services.nights
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([cohost]))
    await press(ui, HOST, f"a:pause:{table.id}", own=True)
    assert table.paused, "a host who plays can't pause their own table"
    await press(ui, HOST, f"a:resume:{table.id}", own=True)
    for made in (
        await press(ui, HOST, f"a:kick:{table.id}", str(whom), own=True),
        await typed(ui, HOST, table, "end", how="void"),
    ):
        assert f"leave that to <@{cohost.id}>." in made.text, made.text
    assert table.seat_of(whom) is not None and table.phase == "playing"
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([]))
    asked = await press(ui, HOST, f"a:kick:{table.id}", str(whom), own=True)
    assert "you yourself get no night points" in asked.text, "a leader isn't told what it costs"
    await press(ui, HOST, asked.buttons["Remove them"], own=True)
    assert table.seat_of(whom) is None, "the only host here can't take anybody off"
    told = [table_event_of(row) for row in await ui.tables.store.table_events(table.id)]
    line = table_event_line(told[-1], ui.services.wording(table), table.on_timeout)
    assert line.startswith("Ada, who hosts the night and plays here, removed somebody"), line
    await night.play_out(table)
    results, void = await nights.reader.results_of(await night.night())
    points = points_of_night(await night.night(), results, void)
    assert {each.points for each in points if each.person == HOST.id} == {0}, "that paid"


async def test_who_may_host_but_doesnt_lead_this_night_calls_its_host_from_where_they_play(
    ui: UI,
) -> None:
    """What they decide there is said by name, and what another must decide isn't offered."""
    _night, table, people = await seated(ui, 8)
    plays, page = people[0], routes.TABLE_PAGE(table.id)
    shown = await press(ui, plays, page, permissions=EVENTS, own=True)
    assert {"Pause", "Call the host"} <= {*shown.buttons}
    assert not [each for each, _said in shown.lists if each.startswith("a:kick:")]
    called = await press(ui, plays, shown.buttons["Call the host"], own=True, permissions=EVENTS)
    assert "Why do you need a host?" in called.text, called.text
    await press(ui, plays, f"a:pause:{table.id}", own=True, permissions=EVENTS)
    (row,) = await ui.tables.store.table_events(table.id)
    line = table_event_line(table_event_of(row), ui.services.wording(table), table.on_timeout)
    assert line == f"{plays.name} paused the game.", "the host of the night didn't"


async def test_a_vote_from_when_nobody_led_isnt_joined_once_somebody_leads(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    night, table, people = await seated(ui, 7)
    later = ui.tables.now() + SILENT
    monkeypatch.setattr(ui.tables, "now", lambda: later)
    await press(ui, people[1], f"a:pause:{table.id}", own=True)
    assert table.motion is not None, "nobody leads, and they can't vote"
    await ui.services.nights.change(night.id, Press(HOST, ui.interaction()), edit(title="Back"))
    vote = f"a:vote:{table.id}:{table.motion.revision}:"
    refused = await press(ui, people[0], f"{vote}y", own=True)
    assert LED in refused.text and not table.paused, refused.text
    await press(ui, people[0], f"{vote}n", own=True)
    assert table.motion is None or table.motion.noes, "nobody can end the vote"


async def test_a_leader_who_played_leaves_a_correction_to_another(ui: UI) -> None:
    """While another one is here who didn't play there; the only one here may."""
    night = await evening(ui, 7)
    table = next(each for each in await night.start() if each.seat_of(HOST.id) is not None)
    await night.play_out(table)
    cohost = next(each for each in GUESTS[:7] if table.seat_of(each.id) is None)
    nights = ui.services.nights
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([cohost]))
    order = ", ".join(str(seat + 1) for seat in range(len(table.seats)))

    async def correct() -> str:
        answer = Answer()
        asked = interaction(ui, HOST, CHANNEL, answer)
        typed = {"table": table.id, "places": order, "reason": "Miscounted"}
        await command(ui, "night correct", asked, **typed)
        return answer.text

    before = await ui.tables.store.results.of_table(table.id)
    assert f"leave that to <@{cohost.id}>." in await correct()
    assert await ui.tables.store.results.of_table(table.id) == before, (
        "a refused correction was made"
    )
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([]))
    assert "Correct it like this?" in await correct(), "the only host here can't correct a table"


async def test_who_is_blocked_leads_nothing_by_click_or_command(ui: UI) -> None:
    night, table, _people = await seated(ui, 7)
    nights = ui.services.nights
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([KIM]))
    pages = [await night.desk(), await night.desk(KIM)]
    for person in (HOST, KIM):
        await ui.tables.servers.block(GUILD, person.id, MODERATOR.id)
    before, revision = of(table), (await night.night()).row.revision
    for person, page in zip((HOST, KIM), pages, strict=True):
        assert len(page.buttons) > 3, page.text
        for permissions in (discord.Permissions.none(), EVENTS):
            # Whatever leads to a table is a link.
            for custom_id in {*page.buttons.values()} - {"", desk_routes.NIGHT_POINTS(night.id)}:
                answer = await press(ui, person, custom_id, own=True, permissions=permissions)
                assert "its moderators have blocked you" in answer.text, custom_id
        answer = await press(ui, person, f"a:pause:{table.id}", own=True, permissions=EVENTS)
        assert not table.paused, "who is blocked has paused a table"
    assert (await night.night()).row.revision == revision, "who is blocked has changed the night"
    assert of(table) == before, "who is blocked has changed a table"


async def test_a_draft_is_published_only_with_the_right_at_that_moment(ui: UI) -> None:
    """Also by *Same again*, as a co-host or as the host of old."""
    night = await evening(ui, 3)
    nights = ui.services.nights
    await nights.change(night.id, Press(HOST, ui.interaction()), set_cohosts([KIM]))
    again = f"d:again:{night.id}"
    for person in (HOST, KIM):
        refused = await press(ui, person, again, own=True)
        assert "You need **Manage Events**" in refused.text, refused.text
    assert await nights.reader.of_guild(GUILD, ("draft",)) == [], (
        "a draft was made without the right"
    )
    preview = await press(ui, KIM, again, own=True, permissions=EVENTS)
    refused = await press(ui, KIM, preview.buttons["Publish"], own=True)
    assert "You need **Manage Events**" in refused.text, refused.text
    assert len(await nights.reader.of_guild(GUILD, ("draft",))) == 1, (
        "it was published without the right"
    )
    done = await press(ui, KIM, preview.buttons["Publish"], own=True, permissions=EVENTS)
    assert "Posting it in" in done.text, done.text


@pytest.mark.parametrize("mentions", [False, True])
async def test_the_preview_promises_the_call_that_the_presser_may_make(
    ui: UI, mentions: bool
) -> None:
    """The bot may mention every role; who publishes may not by that."""
    night = await evening(ui, 3, mention=9)
    guild = MagicMock(spec=discord.Guild, id=GUILD)
    guild.get_role.return_value = SimpleNamespace(id=9, mentionable=False)
    may = discord.Permissions(manage_events=True, mention_everyone=mentions)
    more = {"own": True, "permissions": may, "guild": guild}
    preview = await press(ui, HOST, f"d:again:{night.id}", **more)
    said = "will be mentioned once" if mentions else "its settings don't let you"
    assert said in preview.text, preview.text
    done = await press(ui, HOST, preview.buttons["Publish"], **more)
    assert "Posting it in" in done.text
    assert ("won't be mentioned" in done.text) is not mentions, done.text
    (draft_id,) = {preview.buttons["Publish"].split(":")[2]}
    posts = [each.kind for each in await ui.services.nights.store.unsent(draft_id)]
    assert posts == (["announced"] if mentions else [])


# `/table end`


@pytest.mark.walked
async def test_the_end_that_is_typed_asks_first_as_the_button_does(ui: UI) -> None:
    for begin, person in ((ui.open, STRANGER), (ui.start, MODERATOR)):
        table = await begin(STRANGER, OTHER)
        asked = await typed(ui, person, table, "end", may="manage")
        assert table.phase != "cancelled", "the command ended a game without a question"
        assert "You can't undo this" in asked.text, asked.text
        sure = asked.buttons["End the game"]
        await press(ui, person, sure, own=True, permissions=MANAGE)
        assert table.phase == "cancelled"


async def test_a_table_that_cannot_be_read_asks_before_its_end_too(ui: UI) -> None:
    table = await ui.start(STRANGER, OTHER)
    table.become(replace(table, frozen=True))
    asked = await typed(ui, STRANGER, table, "end")
    assert "You can't undo this" in asked.text, asked.text
    await press(ui, STRANGER, asked.buttons["End the game"], own=True)
    assert (await ui.tables.get(table.id)).phase == "cancelled"


# Controls that carry a night and a table


@pytest.mark.parametrize("where", ["another night", "no night", "another server"])
async def test_no_night_reaches_a_table_that_isnt_its_own(ui: UI, where: str) -> None:
    """Every control of a desk that names a table does nothing at one of somewhere else."""
    mine, theirs = await evening(ui, 4), await evening(ui, 4, title="Other")
    await mine.start()
    table = (await theirs.start())[0]
    if where == "another server":
        table.become(replace(table, guild_id=GUILD + 1))
    elif where == "no night":
        table = await ui.start(*GUESTS[:3])
    gone = table.seats[1]
    await TableVerbs(ui.tables, ui.services.history).leave(table.id, Person(gone.person, gone.name))
    await mine.answer(press_here, KIM)
    before = of(table)
    for verb in ("void", "void:yes", "finish", "days", "nudge", "time", f"put:1.{KIM.id}"):
        name, _, rest = verb.partition(":")
        custom_id = f"d:{name}:{mine.id}:{table.id}" + (f":{rest}" if rest else "")
        answer = await press(ui, HOST, custom_id, own=True)
        assert "no such table any more" in answer.text, f"{custom_id}: {answer.text}"
        assert of(table) == before, f"{custom_id} reached a table of {where}"
    shown = await press(ui, HOST, f"d:pick:{mine.id}:{table.id}", own=True)
    assert "End without a result …" not in shown.buttons, "a table of elsewhere can be picked"
    replay = await press(ui, HOST, f"d:replay:{mine.id}:l0:{table.id}", own=True)
    assert "no such table" in replay.text, replay.text
