"""Nights on a real database: what is pressed, what comes of it, and what survives."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from bot.nights import proposals, rounds
from bot.nights.after_night import same_again
from bot.nights.announcing import (
    cancel,
    edit,
    next_night,
    open_now,
    publish,
    word_to_all,
)
from bot.nights.cohosts import set_cohosts
from bot.nights.dates import local_time, moment, read_stored, zone_of
from bot.nights.deal_rounds import RoundDealer
from bot.nights.guest_presses import (
    invite,
    mark_here,
    press_here,
    press_home,
    press_in,
    press_out,
    set_limit,
    take_off,
    take_seat,
)
from bot.nights.leading import UNSTARTED
from bot.nights.night import NIGHT_OVER, NOT_LEADING, Change, Night, NoNight, Now, Press
from bot.nights.night_json import post_of
from bot.nights.night_points import points_so_far
from bot.nights.night_timer import after_ring
from bot.nights.pilot import TIMER
from bot.nights.stages import RoundPace, goes_on_at, round_ends_at, too_few_by
from bot.nights.standing_posts import concerned
from bot.nights.typed_dates import read
from bot.tables.clock import DAY, HOUR, MINUTE
from bot.tables.history import History
from bot.tables.moves import Moves
from bot.tables.seat import Person
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import Trouble
from storage.night_rows import Pilot
from storage.result_rows import FULL_POINTS
from tests.nights.sample_nights import sample_night
from tests.nights.setup import BEGINNING, GUILD, HOST, Setup, people
from tests.refusal import refused_with

BOB, CLEO = Person(201, "Bob"), Person(202, "Cleo")


async def kinds(setup: Setup, night: Night) -> list[str]:
    """Return what is to be said on a night, by kind, and note that it is said."""
    posts = await setup.nights.store.unsent(night.id)
    for post in posts:
        await setup.nights.store.sent(post.id, 1)
    return [post.kind for post in posts]


PACE = RoundPace(fewest=2, minutes=15)


async def test_a_draft_is_nobodys_business_until_it_is_published(setup: Setup) -> None:
    """Its host alone leads it; published once, it is open to answers."""
    night = await setup.draft(mention=77)
    assert night.row.state == "draft"
    with refused_with(NOT_LEADING):
        await setup.nights.change(night.id, setup.press(BOB), publish())
    night = await setup.nights.change(night.id, setup.press(leads=True), publish())
    assert night.row.state == "open"
    assert await kinds(setup, night) == ["announced"]
    with pytest.raises(Trouble, match="already"):
        await setup.nights.change(night.id, setup.press(leads=True), publish())
    assert [each.id for each in await setup.nights.reader.of_guild(GUILD, ["open"])] == [night.id]


async def test_a_draft_that_nobody_publishes_goes_after_a_week(setup: Setup) -> None:
    """An announced night stays, however old."""
    draft, night = await setup.draft(), await setup.announced()
    setup.time += 6 * 24 * HOUR
    await setup.nights.sweep()
    await setup.nights.get(draft.id)
    setup.time += 2 * 24 * HOUR
    await setup.nights.sweep()
    with pytest.raises(NoNight):
        await setup.nights.get(draft.id)
    await setup.nights.get(night.id)


async def test_a_press_is_applied_once(setup: Setup) -> None:
    """The same interaction makes one draft and gives one answer."""
    press = setup.press()
    setup.interaction -= 1
    first = await setup.draft()
    assert press.interaction_id == first.row.opened_by
    night = await setup.nights.change(first.id, setup.press(leads=True), publish())
    press = setup.press(BOB)
    once = await setup.nights.answer(night.id, press, press_in())
    twice = await setup.nights.answer(night.id, press, press_out())
    assert twice.guests.with_answer("in")[0].person == BOB.id
    assert twice.row.revision == once.row.revision


async def test_beyond_the_limit_people_wait_and_are_offered_seats(setup: Setup) -> None:
    """A seat that becomes free is offered with one post; raising the limit offers as many."""
    night = await setup.announced(cap=1)
    night = await setup.guests(night, HOST, BOB, CLEO)
    assert [each.person for each in night.guests.with_answer("waits")] == [BOB.id, CLEO.id]
    night = await setup.guests(night, HOST, rule=press_out)
    assert await kinds(setup, night) == ["offer"]
    night = await setup.guests(night, BOB, rule=take_seat)
    assert [each.person for each in night.guests.with_answer("in")] == [BOB.id]
    night = await setup.nights.change(night.id, setup.press(), set_limit(2))
    assert await kinds(setup, night) == ["offer"], "the limit was raised and nobody was asked"
    assert night.guests.offered[0].person == CLEO.id
    again = await setup.nights.get(night.id)
    assert again.guests == night.guests, "the guests are others once they are read again"


async def test_only_who_leads_leads(setup: Setup) -> None:
    """Host, co-hosts and those with the right; anybody else is refused, and changes nothing."""
    night = await setup.announced()
    night = await setup.guests(night, BOB)
    for rule in (take_off(BOB.id), invite(CLEO), set_limit(3), cancel(), edit(title="No")):
        with refused_with(NOT_LEADING):
            await setup.nights.change(night.id, setup.press(CLEO), rule)
    assert (await setup.nights.get(night.id)).row.revision == night.row.revision
    night = await setup.nights.change(night.id, setup.press(), set_cohosts([CLEO]))
    night = await setup.nights.change(night.id, setup.press(CLEO), edit(title="Yes"))
    night = await setup.nights.change(
        night.id, setup.press(BOB, leads=True), edit(title="Certainly")
    )
    assert night.row.title == "Certainly"
    assert night.cohosts == (CLEO,)
    night = await setup.nights.change(night.id, setup.press(), set_cohosts([]))
    with refused_with(NOT_LEADING):
        await setup.nights.change(night.id, setup.press(CLEO), edit(title="No"))


async def test_who_is_blocked_leads_no_night_any_more(setup: Setup) -> None:
    """Also somebody who leads it with the host and isn't a guest."""
    night = await setup.announced()
    await setup.nights.change(night.id, setup.press(), set_cohosts([BOB, CLEO]))
    setup.known.blocked_people.add(CLEO.id)
    await setup.nights.take_off_blocked()
    assert (await setup.nights.get(night.id)).cohosts == (BOB,)
    with refused_with(NOT_LEADING):
        await setup.nights.change(night.id, setup.press(CLEO), edit(title="No"))


async def test_who_is_blocked_gives_no_answer(setup: Setup) -> None:
    """Not by In, nor by I'm here; who was there is out of later rounds."""
    night = await setup.announced()
    setup.known.blocked_people.add(BOB.id)
    with pytest.raises(Trouble, match="blocked"):
        await setup.guests(night, BOB)
    setup.known.blocked_people.clear()
    night = await setup.at_doors(night, HOST, BOB, CLEO)
    setup.known.blocked_people.add(BOB.id)
    await setup.nights.take_off_blocked()
    night = await setup.nights.get(night.id)
    assert {each.person for each in night.guests.there} == {HOST.id, CLEO.id}
    assert "off" not in await kinds(setup, night), "all read that somebody was blocked"
    revision = night.row.revision
    await setup.nights.take_off_blocked()
    assert (await setup.nights.get(night.id)).row.revision == revision, "they were taken off twice"


async def test_another_date_asks_those_who_are_in_again(setup: Setup) -> None:
    """They keep their answers until they press; a date that is over is refused."""
    night = await setup.announced()
    night = await setup.guests(night, BOB)
    berlin = zone_of("Europe/Berlin")
    when = read("28.11. 19:00", int(setup.time), berlin).first
    night = await setup.nights.change(night.id, setup.press(), edit(when=when))
    assert await kinds(setup, night) == ["moved"]
    assert night.row.local == "2026-11-28T19:00"
    assert night.row.starts_at == when.at
    assert "asked" in night.guests.with_answer("in")[0].marks
    soon = moment(local_time(int(setup.time) + 10 * MINUTE, berlin), berlin)
    night = await setup.nights.change(night.id, setup.press(), edit(when=soon))
    said = await setup.nights.store.unsent(night.id)
    assert [each.kind for each in said] == ["doors"], "they are called twice"
    assert said[-1].people == f"[{BOB.id}]" and night.row.state == "doors"
    past = moment(when.local.replace(year=2025), berlin)
    with pytest.raises(Trouble, match="over"):
        await setup.nights.change(night.id, setup.press(), edit(when=past))


@pytest.mark.parametrize(("by", "stays"), [(30 * MINUTE, True), (DAY, False)])
async def test_who_is_here_stays_here_as_a_night_is_moved_by_some_minutes(
    setup: Setup, by: int, stays: bool
) -> None:
    """Those who haven't come are asked again, all are to another day."""
    night, berlin = await setup.announced(), zone_of("Europe/Berlin")
    night = await setup.guests(night, BOB, CLEO)
    night = await setup.nights.change(night.id, setup.press(), open_now())
    night = await setup.nights.answer(night.id, setup.press(BOB), press_here())
    when = moment(local_time(night.guests.starts_at + by, berlin), berlin)
    night = await setup.nights.change(night.id, setup.press(), edit(when=when))
    assert night.row.state == ("doors" if stays else "open")
    here = [each.person for each in night.guests.there]
    asked = {each.person for each in night.guests.unconfirmed}
    assert here == [BOB.id][: int(stays)] and asked == {BOB.id, CLEO.id} - {*here}


async def test_reminders_and_doors_come_by_themselves_and_once(setup: Setup) -> None:
    """The timer's rings say each thing once, also if they are rung again."""
    night = await setup.announced(pilot="host")
    await setup.guests(night, BOB)
    said: list[str] = []
    night = await setup.nights.get(night.id)
    for _ in range(20):
        assert night.row.due is not None
        setup.time = max(setup.time + 1, night.row.due)
        night = await setup.timer.ring(night.id)
        said += await kinds(setup, night)
        night = await setup.timer.ring(night.id)
        assert await kinds(setup, night) == [], "a second ring at the same time said something"
        if night.row.state == "over":
            break
    assert said == ["remind", "doors", "unkept", "few"]
    assert night.row.state == "over", "a night that nobody led never ended"


async def test_an_evening_of_two_rounds(setup: Setup) -> None:
    """Seated, dealt, played, over; standings add up to half a point for each guest a round."""
    night = await setup.announced()
    night = await setup.at_doors(night, *people(7))
    assert night.row.state == "doors"
    for number in (1, 2):
        tables = await setup.dealt(night)
        assert sum(len(table.seats) for table in tables) == 7
        for table in tables:
            assert table.pace == "live"
            assert table.on_timeout == "seat"
            assert (table.night_round, table.move_time) == (number, 120)
            await setup.play_out(table)
        night = await setup.nights.get(night.id)
        assert night.playing is None, "all tables have ended and the round goes on"
        assert night.dealt[-1].state == "over"
    results, void = await setup.nights.reader.results_of(night)
    standings = points_so_far(night, results, void).standings
    assert len(standings.listed) == 7
    assert sum(each.value for each in standings.listed) == 7
    night = await setup.nights.change(night.id, setup.press(), rounds.end())
    assert night.row.state == "over"
    with refused_with(NIGHT_OVER):
        await setup.guests(night, BOB)


async def test_whoever_deals_stops_when_the_bot_ends(setup: Setup) -> None:
    dealer = RoundDealer(setup.nights, setup.lobby_verbs, between_tables=0)
    dealing = asyncio.create_task(asyncio.sleep(3600))
    dealer._dealing["aaaaa"] = dealing
    await asyncio.wait_for(dealer.close(), 60)
    assert dealing.cancelled(), "the end of the bot waits for all tables to be dealt"


async def test_a_round_goes_on_where_the_bot_died(setup: Setup) -> None:
    """What was dealt isn't dealt again, what was missing is."""
    night = await setup.announced()
    night = await setup.at_doors(night, *people(9))
    night = await setup.round_runner.seat(night.id, setup.press())
    night = await setup.nights.change(night.id, setup.press(), proposals.start_all())
    playing = night.playing
    assert playing is not None
    first = await setup.lobby_verbs.open_and_deal(
        setup.round_runner.dealer._new_table(night, playing, 1)
    )
    anew = RoundDealer(setup.nights, setup.lobby_verbs, between_tables=0)
    for night_id in await setup.nights.store.to_deal():
        anew.deal(night_id)
    while anew._dealing:
        await anew._dealing[night.id]
    tables = await setup.nights.reader.tables_of(night)
    assert tables[1, 1].id == first.id
    assert len(tables) == len(playing.seating.seated.tables)


async def test_void_tables_and_those_who_left(setup: Setup) -> None:
    """A table without a result gives half to those there; who left gets nothing for the round."""
    night = await setup.announced()
    night = await setup.at_doors(night, *people(6))
    one, other = await setup.dealt(night)
    verbs = TableVerbs(setup.tables, History(setup.tables))
    leaver = Person(other.seats[0].person, other.seats[0].name)
    await verbs.leave(other.id, leaver)
    while other.phase == "playing":
        seat = other.to_act()[0]
        if other.seats[seat].mind is None:
            setup.interaction += 1
            who = Person(other.seats[seat].person, other.seats[seat].name)
            await Moves(setup.tables).play(
                other.id, who, lambda _v, legal: legal[0], interaction_id=setup.interaction
            )
        else:
            await Moves(setup.tables).play_for_computer(
                other.id,
                seat,
                lambda _v, legal: legal[0],
                question_number=other.question_number(seat),
            )
    await setup.quiet()
    night = await setup.nights.get(night.id)
    assert night.playing and leaver.id not in night.took_part, (
        "who has moved nothing counts as having played until the other table is over"
    )
    await verbs.end(one.id, Person(900, "Zoe"), "night")
    await setup.quiet()
    night = await setup.nights.get(night.id)
    results, void = await setup.nights.reader.results_of(night)
    there = frozenset(seat.person for seat in one.seats)
    assert void == {(1, one.night_table): there}, "somebody who was there has no half"
    standings = points_so_far(night, results, void).standings
    half = {seat.person for seat in one.seats}
    for person in half:
        assert standings.of(person) is None, "half the points alone give a place"
        assert standings.unplaced[person] * FULL_POINTS == FULL_POINTS // 2
    assert standings.of(leaver.id) is None, "who left has a place"
    assert leaver.id not in standings.unplaced, "who has moved nothing has played"
    seating = replace(night.dealt[0].seating, idle=())
    as_if = night.with_round(replace(night.dealt[0], seating=seating))
    assert points_so_far(as_if, results, void).standings.unplaced[leaver.id] == 0


async def test_a_series_goes_on_the_morning_after(setup: Setup) -> None:
    """The next night keeps the wall time over the clock change, and nobody has answered it."""
    night = await setup.announced("27.03.2027 20:00", repeat=1)
    night = await setup.guests(night, BOB)
    night = await setup.nights.change(night.id, setup.press(), cancel())
    assert night.row.due is not None
    setup.time = night.row.due
    night = await setup.timer.ring(night.id)
    following = await setup.following(night)
    assert following is not None
    assert following.row.state == "open"
    assert following.row.local == "2027-04-03T20:00"
    assert following.row.starts_at - night.row.starts_at == 7 * 24 * HOUR - HOUR
    assert following.guests.guests == ()
    setup.time += 30 * 24 * HOUR
    await setup.timer.ring(night.id)
    again = await setup.following(night)
    assert again is not None and again.id == following.id, "a night was followed twice"


async def test_the_next_of_a_series_calls_the_role_of_the_one_before(setup: Setup) -> None:
    """As the first one did when it was published; a night without a role calls nobody."""
    for mention, wanted in ((77, ["announced"]), (None, [])):
        night = await setup.announced(repeat=1, mention=mention)
        night = await setup.nights.change(night.id, setup.press(), cancel())
        setup.time = night.row.due or 0
        night = await setup.timer.ring(night.id)
        following = await setup.following(night)
        assert following is not None, "the series ends with its first night"
        posts = await setup.nights.store.unsent(following.id)
        assert [post.kind for post in posts] == wanted, f"with the role {mention}"
        assert all(json.loads(post.details)["role"] == 77 for post in posts)
        setup.time = BEGINNING


async def test_same_again_of_a_night_that_is_followed_is_followed_by_nothing_yet(
    setup: Setup,
) -> None:
    """Else its series would end with it: what has a follower gets no other one."""
    night = await setup.announced(repeat=1)
    night = await setup.nights.change(night.id, setup.press(), cancel())
    setup.time = night.row.due or 0
    night = await setup.timer.ring(night.id)
    again = await same_again(setup.nights, night.id, setup.press())
    assert await setup.following(night) is not None
    assert again.series is None, "the draft is in the series before it is announced"
    assert (again.row.state, again.row.host) == ("draft", HOST.id)
    assert again.row.starts_at > setup.time, "it begins in the past"
    assert (again.guests.guests, again.rounds) == ((), ())


def test_the_next_night_begins_with_nothing_of_the_one_before() -> None:
    used = sample_night(
        doors="closed",
        size_shift=1,
        stage="late",
        stage_at=5,
        called_at=6,
        calls="[{}]",
        revision=7,
        why="rain",
        due=8,
    )
    when = moment(read_stored("2026-12-04T20:00"), zone_of(used.row.zone))
    row = next_night(used, "bbbbb", when, 9, 4)
    found = row.doors, row.size_shift, row.stage, row.stage_at, row.called_at
    assert found == ("shut", 0, "", None, None), "it goes on where the one before ended"
    assert (row.calls, row.revision, row.why, row.due) == ("[]", 0, "", None)


async def test_a_draft_is_what_its_form_said(setup: Setup) -> None:
    said = {
        "title": "Tricks",
        "game": "donburiko",
        "mode": "standing",
        "rounds": 4,
        "repeat": 2,
        "move_time": 3 * MINUTE,
        "pause": MINUTE,
        "cap": 9,
        "season": 8,
        "mention": 77,
    }
    night = await setup.draft(**said)
    weeks = 0 if night.goes_on is None else night.goes_on.weeks
    assert {name: getattr(night.row, name, weeks) for name in said} == said
    assert (night.guests.limit, night.row.opened_by) == (9, setup.interaction)
    assert (night.row.host, night.row.touched_at) == (HOST.id, int(setup.time))


async def test_what_happens_by_itself_was_done_by_nobody(setup: Setup) -> None:
    """The end of a round, and that somebody is off the list who was blocked."""
    night = await setup.announced()
    night = await setup.at_doors(night, *people(4))
    for table in await setup.dealt(night):
        await setup.play_out(table)
    setup.known.blocked_people.add(people(4)[1].id)
    await setup.nights.take_off_blocked()
    events = {each.what: each for each in await setup.nights.store.events(night.id)}
    assert events["dealt"].by == HOST.id
    by = {what: events[what].by for what in ("round_over", "blocked", "rang")}
    assert set(by.values()) == {None}, f"a person is said to have done it: {by}"
    assert events["blocked"].whom == people(4)[1].id


async def test_a_round_keeps_when_it_was_over(setup: Setup) -> None:
    """By that a night knows, after a restart too, how long nobody has led it."""
    night = await setup.announced()
    night = await setup.at_doors(night, *people(4))
    tables = await setup.dealt(night)
    setup.time += 20 * MINUTE
    for table in tables:
        await setup.play_out(table)
    (over,) = (await setup.nights.get(night.id)).rounds
    assert (over.state, over.over_at) == ("over", int(setup.time))
    assert over.began_at == int(setup.time) - 20 * MINUTE


async def test_a_night_is_not_over_while_its_host_is_at_it(setup: Setup) -> None:
    """Two hours after the last table, or after the last thing that anybody has pressed."""
    night = await setup.announced()
    night = await setup.at_doors(night, *people(4))
    for table in await setup.dealt(night):
        await setup.play_out(table)
    setup.time += 2 * HOUR - MINUTE
    await setup.nights.change(night.id, setup.press(), edit(title="We are still here"))
    for after, state in ((MINUTE, "playing"), (2 * HOUR - 2 * MINUTE, "playing"), (MINUTE, "over")):
        setup.time += after
        night = await setup.nights.get(night.id)
        night = after_ring(night, Now(int(setup.time)), PACE).night
        assert night.row.state == state, f"{after} seconds later"


@pytest.mark.parametrize(("came", "unstarted"), [(1, False), (4, True)])
async def test_who_came_is_told_why_a_night_ended_also_long_after(
    setup: Setup, came: int, *, unstarted: bool
) -> None:
    """The bot was away as it should have ended; where enough came, nobody has started it."""
    night = await setup.at_doors(await setup.announced(), *people(came))
    now = Now(night.guests.starts_at + 24 * HOUR)
    change = after_ring(await setup.nights.get(night.id), now, PACE)
    assert change.night.row.state == "over"
    said = [bool(each.details.get(UNSTARTED)) for each in change.posts if each.kind == "few"]
    assert said == [unstarted]
    assert (change.night.row.stage == "few") != unstarted, "the card says another reason"


async def test_a_night_with_a_game_going_on_is_never_over_by_itself(setup: Setup) -> None:
    night = await setup.announced()
    night = await setup.at_doors(night, *people(4))
    await setup.dealt(night)
    setup.time += 20 * HOUR
    night = after_ring(await setup.nights.get(night.id), Now(int(setup.time)), PACE).night
    assert night.row.state == "playing", "a night was ended over people's heads"


async def test_what_the_host_says_goes_to_those_who_are_there(setup: Setup) -> None:
    """And to all who are still expected; nobody is called by their own word."""
    night = await setup.announced()
    night = await setup.guests(night, HOST, BOB, CLEO)
    await setup.nights.change(night.id, setup.press(), word_to_all("Pizza at nine"))
    (post,) = await setup.nights.store.unsent(night.id)
    assert post.people == f"[{BOB.id}, {CLEO.id}]"
    await kinds(setup, night)
    setup.time = night.guests.doors_at
    await setup.timer.ring(night.id)
    await kinds(setup, night)
    night = await setup.nights.change(night.id, setup.press(), mark_here([BOB.id]))
    night = await setup.nights.change(night.id, setup.press(), word_to_all("Pizza is here"))
    (post,) = await setup.nights.store.unsent(night.id)
    assert post.people == f"[{BOB.id}, {CLEO.id}]"


async def test_time_in_which_the_bot_was_away_lengthens_offers(setup: Setup) -> None:
    """An offer and open doors last longer by the time it was down."""
    night = await setup.announced(cap=1)
    night = await setup.guests(night, HOST, BOB)
    night = await setup.guests(night, HOST, rule=press_out)
    until = night.guests.offered[0].offered_until
    assert until is not None
    since = int(setup.time)
    setup.time += 3 * HOUR
    await setup.timer.start(since)
    await setup.timer.close()
    night = await setup.nights.get(night.id)
    assert night.guests.offered[0].offered_until == until + 3 * HOUR


@pytest.mark.parametrize(
    ("pilot", "away", "longer"),
    [("helper", 2 * HOUR, 2 * HOUR), ("auto", HOUR // 2, HOUR // 2), ("auto", 3 * HOUR, 0)],
)
async def test_a_round_may_take_longer_by_the_time_in_which_the_bot_was_away(
    setup: Setup, pilot: Pilot, away: int, longer: int
) -> None:
    """All clocks stood still meanwhile. If it would be over by far, a host is called as before."""
    night = await setup.at_doors(await setup.announced(pilot=pilot), *people(3))
    await setup.dealt(night)
    before, pace = await setup.nights.get(night.id), setup.nights.pace_of(night)
    since = int(setup.time) + 5 * MINUTE
    setup.time = since + away
    await setup.timer.start(since)
    await setup.timer.close()
    after = await setup.nights.get(night.id)
    due = goes_on_at(before, pace)
    assert due is not None and goes_on_at(after, pace) == due + longer
    usual = round_ends_at(before, pace)
    assert usual is not None and round_ends_at(after, pace) == usual + longer


@pytest.mark.parametrize("doors", ["open", "closed"])
async def test_a_night_that_is_on_is_told_once_an_hour_that_the_bot_was_offline(
    setup: Setup, doors: str
) -> None:
    """Not of a minute, which any restart may take; nobody is called for it. Each time if doors
    close later by it.
    """
    night = await setup.announced()
    told: list[dict[str, object]] = []
    for minutes, goes_on in ((5, 0), (1, 0), (4, 0), (2, 0), (3, HOUR)):
        since = int(setup.time)
        setup.time += minutes * MINUTE
        await setup.timer.start(since)
        await setup.timer.close()
        for row in await setup.nights.store.unsent(night.id):
            if row.kind == "offline":
                assert row.people == "[]", row.people
                told.append({"told": minutes, **json.loads(row.details)})
                await setup.nights.store.sent(row.id, 1)
        if night.row.state == "open":
            night = await setup.at_doors(night, *people(3))
            setup.time = night.guests.closes_at if doors == "closed" else setup.time
            await setup.timer.ring(night.id)
        setup.time += goes_on or MINUTE
    found = [(each["told"], each["minutes"], each["round"]) for each in told]
    others = [] if doors == "closed" else [(2, 2, 0), (3, 3, 0)]
    assert found == [(4, 4, 0), *others], found
    setup.time += HOUR
    await setup.dealt(night)
    await setup.timer.start(int(setup.time) - 90)
    await setup.timer.close()
    (row,) = [e for e in await setup.nights.store.unsent(night.id) if e.kind == "offline"]
    assert json.loads(row.details)["round"] == 1, row.details


@pytest.mark.parametrize(
    ("pilot", "minutes", "told"),
    [("auto", -10, False), ("auto", 10, True), ("auto", 31, False), ("helper", 10, False)],
)
async def test_of_doors_that_open_after_the_start_by_themselves_it_is_told_why(
    setup: Setup, pilot: Pilot, minutes: int, told: bool
) -> None:
    """Where they wait for a host, their call says it."""
    night = await setup.announced(pilot=pilot)
    since = night.guests.doors_at - MINUTE
    setup.time = night.guests.starts_at + minutes * MINUTE
    await setup.timer.start(since)
    await setup.timer.close()
    kinds = [row.kind for row in await setup.nights.store.unsent(night.id)]
    assert ("offline" in kinds) is told, kinds


@pytest.mark.parametrize(("minutes", "opened"), [(-25, True), (30, True), (31, False)])
async def test_late_doors_open_by_themselves_on_a_night_that_runs_by_itself(
    setup: Setup, minutes: int, opened: bool
) -> None:
    """As long as it can still begin; their guests are called then, and else its host."""
    night = await setup.announced(pilot="auto")
    await setup.guests(night, BOB)
    setup.time = night.guests.starts_at + minutes * MINUTE
    night = await setup.timer.ring(night.id)
    assert night.row.state == ("doors" if opened else "open"), "nobody leads a night by itself"
    posts = await kinds(setup, night)
    assert ("doors" in posts, "late" in posts) == (opened, not opened), posts


@pytest.mark.parametrize("lately", [False, True])
@pytest.mark.parametrize("pilot", ["host", "helper", "auto"])
async def test_hosts_who_lead_are_called_as_the_doors_open(
    setup: Setup, pilot: str, *, lately: bool
) -> None:
    """Also if they don't come as guests; by the post that all read, unless they were just called;
    not where the night runs by itself.
    """
    night = await setup.announced(pilot=pilot)
    await setup.guests(night, BOB, CLEO)
    setup.time = night.guests.doors_at
    at = setup.time - MINUTE if lately else None

    def called(night: Night, _press: Press, _now: Now) -> Change:
        return Change(night.with_row(called_at=at), "rang")

    await setup.nights.change(night.id, TIMER, called)
    night = await setup.timer.ring(night.id)
    posts = [each for each in await setup.nights.store.unsent(night.id) if each.kind == "doors"]
    (mentioned,) = [concerned(night, post_of(each)) for each in posts]
    also = {*mentioned} - {BOB.id, CLEO.id}
    assert also == ({HOST.id} if pilot != "auto" and not lately else set()), also


@pytest.mark.parametrize("pilot", ["helper", "auto"])
async def test_a_host_who_opens_doors_past_the_start_does_not_keep_the_night(
    setup: Setup, pilot: str
) -> None:
    """Guests read when it ends if too few come, and which press of a host keeps it waiting."""
    night = await setup.announced(pilot=pilot)
    setup.time = night.guests.starts_at + 45 * MINUTE
    await setup.timer.ring(night.id)
    setup.time += 3 * MINUTE
    night = await setup.nights.change(night.id, setup.press(leads=True), open_now())
    assert night.row.state == "doors"
    await setup.guests(night, BOB, rule=press_here)
    setup.time = too_few_by(night)
    for _ring in range(3):
        night = await setup.timer.ring(night.id)
    assert (night.row.state, night.row.stage) == ("over", "few"), (
        "it waits, though it said when not"
    )


@pytest.mark.parametrize("pilot", ["host", "helper", "auto"])
async def test_a_night_that_a_host_keeps_says_anew_when_it_ends(setup: Setup, pilot: str) -> None:
    """What they press after the start gives it half an hour more, each time; nothing else does."""
    night = await setup.announced(pilot=pilot)
    setup.time = night.guests.doors_at
    await setup.timer.ring(night.id)
    setup.time = night.guests.starts_at + 10 * MINUTE
    await setup.timer.ring(night.id)
    await setup.nights.change(night.id, setup.press(leads=True), edit(pause=MINUTE))
    for kept in (True, False):
        night = await setup.nights.get(night.id)
        setup.time = too_few_by(night)
        night = await setup.timer.ring(night.id)
        assert (night.row.state == "doors") is kept, "who leads it has pressed something since"
        ends = too_few_by(night)
        assert not kept or ends == setup.time + 30 * MINUTE, "nobody reads when it ends"


async def test_late_doors_ask_the_host(setup: Setup) -> None:
    """The bot was away for longer than a quarter of an hour: nothing starts by itself."""
    night = await setup.announced()
    await setup.guests(night, BOB)
    setup.time = night.guests.doors_at + 40 * MINUTE
    night = await setup.timer.ring(night.id)
    assert night.row.state == "open"
    assert "late" in await kinds(setup, night)
    with pytest.raises(Trouble, match="Open the doors"):
        await setup.round_runner.seat(night.id, setup.press())


async def test_nothing_is_left_of_a_refused_press(setup: Setup) -> None:
    """The night is the same before and after."""
    night = await setup.announced()
    for rule in (press_here(), take_seat(), press_home()):
        with pytest.raises(Trouble):
            await setup.guests(night, BOB, rule=lambda rule=rule: rule)
    after = await setup.nights.get(night.id)
    assert replace(after.row, due=None) == replace(night.row, due=None)
    assert after.guests == night.guests
    assert night.row.starts_at > BEGINNING


async def test_offers_and_doors_last_as_long_though_the_clock_is_set(setup: Setup) -> None:
    night = await setup.announced(cap=1)
    night = await setup.at_doors(night, HOST)
    before = (await setup.nights.get(night.id)).guests.closes_at
    setup.time += HOUR
    await setup.timer._leapt(HOUR)
    night = await setup.nights.get(night.id)
    assert night.guests.closes_at == before + HOUR, "doors close as much sooner"
