"""Who may lead: blocks, the right and the night, for presses, for timers and for what follows."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from bot.nights.after_night import same_again
from bot.nights.announcing import cancel, edit, publish
from bot.nights.announcing import open_now as open_doors_now
from bot.nights.cohosts import set_cohosts
from bot.nights.guest_presses import press_home, set_limit
from bot.nights.leading import (
    CALL_AGAIN,
    SILENT,
    Host,
    answer_call,
    call_host,
    demand_impartial,
    night_that_decides,
    press_by,
    who_may_lead,
)
from bot.nights.night import MAY_NOT_HOST, NOT_LEADING, Change, Night, Now, Press
from bot.nights.night_json import post_of
from bot.nights.pilot import TIMER, open_calls
from bot.nights.rounds import end
from bot.nights.standing_posts import holds
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.tables.trouble import Blocked, Trouble
from storage.former_players import new_number
from storage.night_rows import RIGHT_NOW
from tests.nights.setup import GUILD, HOST, Setup, people
from tests.refusal import refused_with

BOB, CLEO = Person(201, "Bob"), Person(202, "Cleo")


async def by(setup: Setup, person: Person = HOST, *, leads: bool = False) -> Press:
    """Return a press as the bot makes it."""
    number = setup.press().interaction_id
    return await press_by(setup.known, GUILD, person, number, leads=leads)


async def played(setup: Setup) -> tuple[Night, list[Table]]:
    """Begin a night of two tables."""
    night = await setup.at_doors(await setup.announced(), *people(6))
    tables = await setup.dealt(night)
    return await setup.nights.get(night.id), tables


async def calls(setup: Setup, night: Night) -> list[list[int]]:
    """Return who is called by the posts that call those who lead."""
    posts = await setup.nights.store.unsent(night.id)
    return [json.loads(post.people) for post in posts if post.kind == "needed"]


async def open_now(setup: Setup, night: Night) -> list[tuple[str, int]]:
    """Return what those who lead are called for now, with the number of a table that calls."""
    night = await setup.nights.get(night.id)
    return [(each.why, each.number) for each in open_calls(night, setup.nights.pace_of(night))]


async def announced_now(setup: Setup) -> list[Night]:
    """Return the nights that are announced."""
    return await setup.nights.reader.of_guild(GUILD, RIGHT_NOW)


async def test_who_is_blocked_leads_nothing_by_no_right(setup: Setup) -> None:
    """Neither as host or co-host by name, nor by a role."""
    night = await setup.announced()
    await setup.nights.change(night.id, setup.press(), set_cohosts([BOB]))
    setup.known.blocked_people |= {HOST.id, BOB.id, CLEO.id}
    for person, leads in ((HOST, False), (BOB, False), (CLEO, True)):
        with pytest.raises(Blocked):
            await setup.nights.change(
                night.id, await by(setup, person, leads=leads), edit(title="No")
            )
    draft = await setup.draft()
    with pytest.raises(Blocked):
        await setup.nights.publish(draft.id, await by(setup, leads=True))
    assert len(await announced_now(setup)) == 1, "who is blocked has announced a night"


async def test_who_becomes_a_co_host_is_told_once(setup: Setup) -> None:
    """Not of a draft, nor who made themselves one; and no longer once they aren't."""
    draft = await setup.draft()
    change = await setup.nights.change(draft.id, setup.press(), set_cohosts([BOB]))
    assert await setup.nights.store.standing(draft.id) == [], "nobody has heard of the night"
    assert change.cohosts == (BOB,)
    night = await setup.announced()
    for cohosts in ((BOB,), (BOB, CLEO)):
        await setup.nights.change(night.id, setup.press(), set_cohosts(cohosts))
    night = await setup.nights.change(night.id, await by(setup, BOB), set_cohosts([BOB]))
    posts = [post_of(row) for row in await setup.nights.store.standing(night.id)]
    told = {each.people: holds(night, each) for each in posts if each.kind == "cohost"}
    assert told == {(BOB.id,): "yes", (CLEO.id,): "no"}, told


async def test_who_has_been_forgotten_is_called_to_nothing(setup: Setup) -> None:
    night = (await setup.announced()).with_row(host=new_number())
    night = replace(night, cohosts=(BOB, CLEO))
    setup.known.blocked_people.add(CLEO.id)
    assert await who_may_lead(setup.known, night) == (BOB.id,)


async def test_who_is_blocked_takes_no_decision_from_a_leader_who_plays(setup: Setup) -> None:
    night, tables = await played(setup)
    (own,) = (each for each in tables if each.sits(HOST.id))
    (other,) = (each for each in tables if each is not own)
    cohost = Person(other.seats[0].person, other.seats[0].name)
    night, press = replace(night, cohosts=(cohost,)), await by(setup)
    with pytest.raises(Trouble, match="leave that to"):
        await demand_impartial(setup.known, night, press, own)
    setup.known.blocked_people.add(cohost.id)
    await demand_impartial(setup.known, night, press, own)


async def test_publishing_needs_the_right_at_that_moment(setup: Setup) -> None:
    """However the draft was made: by who had it then, or as a co-host by *Same again*."""
    draft, night = await setup.draft(), await setup.announced()
    await setup.nights.change(night.id, setup.press(), set_cohosts([BOB]))
    with refused_with(MAY_NOT_HOST):
        await setup.nights.publish(draft.id, await by(setup))
    for person in (HOST, BOB):
        with refused_with(MAY_NOT_HOST):
            await same_again(setup.nights, night.id, await by(setup, person))
    made = await same_again(setup.nights, night.id, await by(setup, BOB, leads=True))
    with refused_with(MAY_NOT_HOST):
        await setup.nights.publish(made.id, await by(setup, BOB))
    assert [each.id for each in await announced_now(setup)] == [night.id]
    assert (await setup.nights.publish(draft.id, await by(setup, leads=True))).row.state == "open"


@pytest.mark.parametrize("why", ["blocked", "without the right"])
async def test_a_series_ends_with_its_hosts_right(setup: Setup, why: str) -> None:
    """Nothing is announced by itself for somebody who may not announce; the thread says so."""
    night = await setup.announced(repeat=1, mention=7)
    if why == "blocked":
        setup.known.blocked_people.add(HOST.id)
    else:
        setup.known.host = Host(hosts=False)
    await setup.nights.change(night.id, setup.press(leads=True), cancel())
    night = await setup.nights.get(night.id)
    assert night.row.due is not None
    setup.time = night.row.due
    night = await setup.timer.ring(night.id)
    assert await announced_now(setup) == [], f"a night was announced for a host {why}"
    assert night.goes_on is None and night.row.due is None, "the series goes on"
    posts = await setup.nights.store.unsent(night.id)
    assert [each.kind for each in posts if each.kind == "unfollowed"], "nobody is told of it"


async def test_a_series_waits_while_its_hosts_right_is_unknown(setup: Setup) -> None:
    """As right after the start, before the bot knows its servers; then it goes on."""
    night = await setup.announced(repeat=1)
    night = await setup.nights.change(night.id, setup.press(), cancel())
    assert night.row.due is not None
    setup.time, setup.known.host = night.row.due, None
    await setup.timer.due_timer.round()
    night = await setup.nights.get(night.id)
    assert night.row.due is not None and night.goes_on is not None, "the series was given up"
    setup.known.host = Host(hosts=True)
    setup.timer.due_timer.put_off.clear()
    await setup.timer.due_timer.round()
    assert len(await announced_now(setup)) == 1


async def test_a_series_calls_a_role_only_as_its_host_may(setup: Setup) -> None:
    """The bot may mention more roles than its host; that is not lent out."""
    for calls_it in (False, True):
        setup.known.host = Host(hosts=True, calls=calls_it)
        night = await setup.announced(title=f"Series {calls_it}", repeat=1, mention=7)
        night = await setup.nights.change(night.id, setup.press(), cancel())
        night = await setup.nights.get(night.id)
        setup.time = night.row.due or 0
        following = await setup.following(await setup.timer.ring(night.id))
        assert following is not None
        posts = [each.kind for each in await setup.nights.store.unsent(following.id)]
        assert posts == (["announced"] if calls_it else []), f"{calls_it}: {posts}"
        setup.time = night.row.starts_at - 10 * 24 * 3600


async def test_a_published_night_calls_a_role_only_as_its_presser_may(setup: Setup) -> None:
    draft = await setup.draft(mention=7)
    press = Press(HOST, setup.press().interaction_id, leads=True, calls=False)
    await setup.nights.change(draft.id, press, publish())
    assert await setup.nights.store.unsent(draft.id) == [], "a role was called that they may not"


async def test_who_is_blocked_leads_no_night_that_follows(setup: Setup) -> None:
    """A co-host of a night that is over is one of the next, unless they are blocked by then."""
    night = await setup.announced()
    await setup.nights.change(night.id, setup.press(), set_cohosts([BOB, CLEO]))
    setup.known.blocked_people.add(BOB.id)
    draft = await same_again(setup.nights, night.id, await by(setup, leads=True))
    assert draft.cohosts == (CLEO,)


@pytest.mark.parametrize("late", [False, True])
async def test_same_again_has_the_limit_from_before_the_evening(
    setup: Setup, *, late: bool
) -> None:
    """One that is changed once the doors are open is for that evening alone."""
    night = await setup.announced()
    lead = await by(setup, leads=True)
    night = await setup.nights.change(night.id, lead, set_limit(8))
    if late:
        night = await setup.nights.change(night.id, await by(setup, leads=True), open_doors_now())
    for limit in (12, None):
        press = await by(setup, leads=True)
        night = await setup.nights.change(night.id, press, set_limit(limit))
    draft = await same_again(setup.nights, night.id, await by(setup, leads=True))
    assert draft.guests.limit == (8 if late else None)


async def test_two_presses_on_same_again_make_one_draft(setup: Setup) -> None:
    night = await setup.announced()
    presses = [await by(setup, leads=True) for _ in range(2)]
    one, other = await asyncio.gather(
        *(same_again(setup.nights, night.id, each) for each in presses)
    )
    assert one.id == other.id, "a double press made two drafts of one night"
    assert len(await setup.nights.reader.of_guild(GUILD, ("draft",))) == 1


async def test_a_night_is_announced_once_for_a_moment(setup: Setup) -> None:
    """Two hosts press *Same again*, each with a draft of their own, and publish at once."""
    night = await setup.announced()
    await setup.nights.change(night.id, setup.press(), set_cohosts([BOB]))
    drafts = [
        (await same_again(setup.nights, night.id, await by(setup, each, leads=True)), each)
        for each in (HOST, BOB)
    ]
    assert drafts[0][0].id != drafts[1][0].id, "a draft is its host's alone"
    presses = [await by(setup, each, leads=True) for _made, each in drafts]
    done = await asyncio.gather(
        *(setup.nights.publish(made.id, p) for (made, _), p in zip(drafts, presses, strict=True)),
        return_exceptions=True,
    )
    refused = [each for each in done if isinstance(each, Trouble)]
    assert len(refused) == 1 and "already announced" in str(refused[0]), done
    assert len(await announced_now(setup)) == 2


async def test_a_series_doesnt_announce_what_same_again_has(setup: Setup) -> None:
    night = await setup.announced(repeat=1)
    draft = await same_again(setup.nights, night.id, await by(setup, leads=True))
    await setup.nights.publish(draft.id, await by(setup, leads=True))
    await setup.nights.change(night.id, setup.press(), cancel())
    night = await setup.nights.get(night.id)
    setup.time = night.row.due or 0
    following = await setup.following(await setup.timer.ring(night.id))
    assert following is not None and following.id == draft.id, "two nights follow at one moment"
    assert [each.id for each in await announced_now(setup)] == [draft.id]


async def test_a_draft_whose_time_zone_is_gone_joins_its_series_all_the_same(setup: Setup) -> None:
    night = await setup.announced(repeat=1)
    draft = await same_again(setup.nights, night.id, await by(setup, leads=True))
    await setup.nights.change(draft.id, await by(setup, leads=True), edit(zone="Gone/Away"))
    published = await setup.nights.publish(draft.id, await by(setup, leads=True))
    assert published.goes_on is not None and published.goes_on.local == draft.row.local


# Tables of a night


async def test_a_table_calls_its_hosts_once_in_five_minutes(setup: Setup) -> None:
    """Two presses at once, and presses after a restart; a table that calls meanwhile is named in
    the call that is there.
    """
    night, tables = await played(setup)
    await setup.nights.change(night.id, setup.press(), set_cohosts([BOB, CLEO]))
    setup.known.blocked_people.add(CLEO.id)
    person = Person(tables[0].seats[1].person, tables[0].seats[1].name)
    presses = [await by(setup, person) for _ in range(2)]
    done = await asyncio.gather(
        *(call_host(setup.nights, setup.known, tables[0], each, "wrong") for each in presses),
        return_exceptions=True,
    )
    assert sum(isinstance(each, Trouble) for each in done) == 1, done
    assert person != HOST
    assert await calls(setup, night) == [[HOST.id]], "leaders who are here are called once"
    await call_host(setup.nights, setup.known, tables[1], await by(setup, person), "wrong")
    assert await open_now(setup, night) == [("table", 1), ("table", 2)]
    assert len(await calls(setup, night)) == 1, "a second message, though one is there"
    setup.time += CALL_AGAIN - 1
    with pytest.raises(Trouble, match="has called"):
        await call_host(setup.nights, setup.known, tables[0], await by(setup, person), "wrong")
    setup.time += 2
    await call_host(setup.nights, setup.known, tables[0], await by(setup, person), "wrong")
    assert len(await calls(setup, night)) == 2, "nobody notices that it calls again"
    assert await open_now(setup, night) == [("table", 2), ("table", 1)]


async def test_a_table_calls_until_somebody_who_leads_looks_after_it(setup: Setup) -> None:
    """Or until its game is over."""
    night, tables = await played(setup)
    person = Person(tables[0].seats[1].person, tables[0].seats[1].name)
    for table in tables[:2]:
        await call_host(setup.nights, setup.known, table, await by(setup, person), "rule")
    with refused_with(NOT_LEADING):
        await setup.nights.change(night.id, await by(setup, BOB), answer_call(tables[0].id))
    await setup.nights.change(night.id, setup.press(), answer_call(tables[0].id))
    assert await open_now(setup, night) == [("table", 2)]
    await setup.play_out(tables[1])
    await asyncio.gather(*setup.round_runner.standstills._looks)
    assert await open_now(setup, night) == [], "a table calls that is over"


async def test_a_leader_who_calls_is_called_by_no_message_of_their_own(setup: Setup) -> None:
    night, tables = await played(setup)
    await setup.nights.change(night.id, setup.press(), set_cohosts([BOB]))
    guest = Person(77, "Guest")
    await call_host(setup.nights, setup.known, tables[0], await by(setup, guest), "rule")
    await call_host(setup.nights, setup.known, tables[1], await by(setup, HOST), "rule")
    assert (await calls(setup, night))[1:] == [[BOB.id]], "the other host isn't called"


async def test_a_table_calls_anew_where_hosts_were_called_by_other_words(setup: Setup) -> None:
    """That a round runs over time has just called them; an older call lies far above that."""
    night, tables = await played(setup)
    guest = Person(77, "Guest")
    await call_host(setup.nights, setup.known, tables[0], await by(setup, guest), "rule")
    setup.time += 2 * CALL_AGAIN

    def late(night: Night, _press: Press, now: Now) -> Change:
        return Change(night.with_row(called_at=now.at), "late")

    await setup.nights.change(night.id, setup.press(), late)
    setup.time += 60
    await call_host(setup.nights, setup.known, tables[1], await by(setup, guest), "wrong")
    assert len(await calls(setup, night)) == 2, "nobody notices that another table calls"


async def test_people_decide_for_themselves_once_nobody_leads(setup: Setup) -> None:
    """Guests' presses don't count as leading; the end of the night does it at once."""
    night, tables = await played(setup)
    assert await night_that_decides(setup.nights, tables[0]) is not None
    setup.time += SILENT - 1
    await setup.guests(night, people(6)[5], rule=press_home)
    assert await night_that_decides(setup.nights, tables[0]) is not None
    setup.time += 2
    assert await night_that_decides(setup.nights, tables[0]) is None, "a host is waited for"
    for pilot, decides in (("auto", True), ("helper", False)):
        night = await setup.nights.get(night.id)
        by_itself = Change(night.with_row(pilot=pilot), "rang")
        await setup.nights.change(night.id, TIMER, lambda *_given, change=by_itself: change)
        found = await night_that_decides(setup.nights, tables[0])
        assert bool(found) is decides, f"{pilot}: guests may vote away what is planned"
    await setup.nights.change(night.id, setup.press(), edit(title="Still here"))
    assert await night_that_decides(setup.nights, tables[0]) is not None
    await setup.nights.change(night.id, setup.press(), end())
    assert await night_that_decides(setup.nights, tables[0]) is None
    with pytest.raises(Trouble, match="among yourselves"):
        await call_host(setup.nights, setup.known, tables[0], await by(setup), "wrong")


async def test_who_does_not_lead_is_told_so(setup: Setup) -> None:
    night = await setup.announced()
    with refused_with(NOT_LEADING):
        await same_again(setup.nights, night.id, await by(setup, BOB))
