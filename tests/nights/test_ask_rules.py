"""Which date suits: how dates are taken apart, what answers change, what comes of them."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.nights.ask_rules import (
    Ask,
    AskAnswer,
    AskedDate,
    best,
    can_on,
    close,
    closes_at,
    dated,
    games_by_wish,
    lapses_in,
    maybe_on,
    no_date,
    people_who_can,
    post,
    take_date,
    to_announce,
    would_play,
)
from bot.nights.asks import KEPT_DAYS, NewAsk
from bot.nights.date_lists import separate_dates
from bot.nights.date_reading.grammar import BadDate
from bot.nights.dates import moment, zone_of
from bot.nights.forgetting import Forgetting
from bot.nights.night import CHANGED_MEANWHILE, Press
from bot.nights.night_json import post_of
from bot.nights.standing_posts import concerned
from bot.nights.typed_dates import read
from bot.tables.clock import DAY, HOUR
from bot.tables.history import History
from bot.tables.seat import Person
from bot.tables.table_verbs import TableVerbs
from bot.tables.trouble import Trouble
from storage.ask_store import AskPlaces, DatesAskRow
from tests.nights.setup import BEGINNING, GUILD, HOST, ZONE, Setup
from tests.refusal import refused_with

BOB, CLEO, FAY = Person(101, "Bob"), Person(102, "Cleo"), Person(105, "Fay")
DATES = ("27.11. 20:00", "28.11. 19:00", "29.11. 18:00")


def asked_dates(*typed: str) -> tuple[AskedDate, ...]:
    """Return dates as they are asked about."""
    zone = zone_of(ZONE)
    read_dates = [read(each, BEGINNING, zone).first for each in typed]
    return tuple(
        dated(said, moment(each.local, zone)) for said, each in zip(typed, read_dates, strict=True)
    )


async def drafted(setup: Setup, *typed: str, **fields: Any) -> Ask:
    """Make the draft of a question."""
    dates = asked_dates(*typed or DATES)
    new: dict[str, Any] = {
        "guild_id": GUILD,
        "channel_id": 2,
        "language": "en",
        "host": HOST,
        "zone": ZONE,
        "dates": dates,
        "games": ("donburiko", "shiranui"),
        "until": dates[0].at - DAY,
        **fields,
    }
    return await setup.nights.asks.open(NewAsk(**new), setup.press())


async def opened(setup: Setup, *typed: str, **fields: Any) -> Ask:
    """Ask it."""
    ask = await drafted(setup, *typed, **fields)
    return await setup.nights.asks.change(ask.id, setup.press(), post())


async def answered(setup: Setup, ask: Ask, person: Person, rule: Any) -> Ask:
    """Let somebody answer."""
    return await setup.nights.asks.answer(ask.id, setup.press(person), rule)


# How what was typed is taken apart


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("fri 20:00, sat 19:00", ["fri 20:00", "sat 19:00"]),
        ("金曜20時、土曜19時", ["金曜20時", "土曜19時"]),
        ("金曜20時と土曜19時とあと3日", ["金曜20時", "土曜19時", "あと3日"]),
        ("fri 8 and sat 9 & sun 10", ["fri 8", "sat 9", "sun 10"]),
        ("fri 8;sat\n27.11. 20:00,", ["fri 8", "sat", "27.11. 20:00"]),
        ("2026-11-27 20:00 · in 10 days · Berlin, in 3 days", ["2026-11-27 20:00", "in 3 days"]),
    ],
)
def test_dates_are_taken_apart_at_commas(text: str, parts: list[str]) -> None:
    if "Berlin" in text:
        # What a choice says after the date ends with the next comma.
        assert separate_dates(text, ("en",))[0] == parts[0]
        return
    assert separate_dates(text, ("en", "ja")) == parts


@pytest.mark.parametrize(
    "text", ["fri 20:00, 21:00", "Fri 27 Nov, 20:00", "sat, 8pm", "fri, 19 Uhr"]
)
def test_a_time_without_a_day_is_named_back(text: str) -> None:
    """It would be read as today's, whichever day stands before the comma."""
    with pytest.raises(BadDate) as refused:
        separate_dates(text, ("en",))
    assert refused.value.why == "which day", "the time went to another day silently"
    assert refused.value.word == text.partition(", ")[2]


@pytest.mark.parametrize(
    "text", ["fri 20:00", ",".join(f"{day}.12." for day in range(1, 8)), " , "]
)
def test_there_are_two_to_six_dates(text: str) -> None:
    with pytest.raises(Trouble, match="dates with commas"):
        separate_dates(text, ("en",))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("12/4 21時 12/5 20:00 12/6 15時", ["12/4 21時", "12/5 20:00", "12/6 15時"]),
        ("金曜 20時半　土曜 19時", ["金曜 20時半", "土曜 19時"]),
        ("fri 27 nov 8 pm  sat 9pm", ["fri 27 nov 8 pm", "sat 9pm"]),
        ("fri 20:00 sat", ["fri 20:00", "sat"]),
    ],
)
def test_dates_with_spaces_alone_between_them_are_taken_apart(text: str, parts: list[str]) -> None:
    assert separate_dates(text, ("en", "ja")) == parts


@pytest.mark.parametrize(
    "text",
    [
        "20:00 fri 19:00 sat",
        "fri 20:00 21:00",
        "fri 20:00 berlin",
        "fri 20:00 tokyo sat 19:00",
        "fri 20:00 27 nov",
        "27 nov 20:00 fri",
        "fri 20:00 hello",
    ],
)
def test_dates_without_commas_are_never_guessed(text: str) -> None:
    """A time before its day, one without a day, a place of either date, and one date alone."""
    with pytest.raises(Trouble, match="dates with commas"):
        separate_dates(text, ("en",))


def test_it_closes_a_day_before_the_first_date() -> None:
    dates = asked_dates("28.11. 19:00", "27.11. 20:00")
    first = dates[1].at
    assert closes_at(dates, None, BEGINNING) == first - DAY
    assert closes_at(dates, first - HOUR, BEGINNING) == first - HOUR
    with pytest.raises(Trouble) as late:
        closes_at(dates, first + 1, BEGINNING)
    with pytest.raises(Trouble) as soon:
        closes_at(dates, None, first - 2 * HOUR + 1)
    assert late.value.values["said"] == soon.value.values["said"] == "27.11. 20:00"


def test_it_closes_halfway_where_a_day_before_is_over_or_soon() -> None:
    dates = asked_dates("28.11. 19:00", "27.11. 20:00")
    first = dates[1].at
    for left in (25 * HOUR - 1, DAY, 3 * HOUR, 2 * HOUR):
        assert closes_at(dates, None, first - left) == first - left // 2 - left % 2, left
    assert closes_at(dates, None, first - 25 * HOUR) == first - DAY
    for left, before in ((21 * HOUR - 1020, 21 * HOUR // 2), (2 * HOUR + 60, HOUR)):
        assert closes_at(dates, None, first - left) == first - before, "at an odd minute"


# Answers


async def test_no_date_takes_the_place_of_another(setup: Setup) -> None:
    """Two readings of one date are pressed at once, and the first puts it behind the others."""
    ask = await drafted(setup)
    first = ask.dates[0]
    later, latest = (replace(first, at=first.at + days * DAY) for days in (5, 6))
    ask = await setup.nights.asks.change(ask.id, setup.press(), take_date(0, later))
    with refused_with(CHANGED_MEANWHILE):
        await setup.nights.asks.change(ask.id, setup.press(), take_date(0, latest))
    ask = await setup.nights.asks.get(ask.id)
    assert sorted(each.said for each in ask.dates) == sorted(DATES), "a date is lost"


async def test_what_is_picked_replaces_what_was_picked(setup: Setup) -> None:
    """A date is in one of the lists at most; whoever has nothing left isn't there any more."""
    ask = await opened(setup)
    await answered(setup, ask, BOB, can_on([0, 1]))
    await answered(setup, ask, BOB, maybe_on([1, 2]))
    ask = await answered(setup, ask, BOB, would_play([1]))
    (mine,) = ask.answers
    assert (mine.can, mine.maybe, mine.games) == ({0}, {1, 2}, {"shiranui"})
    ask = await answered(setup, ask, BOB, no_date())
    (mine,) = ask.answers
    assert mine.none and not mine.can and not mine.maybe, "no date suits, and yet one does"
    ask = await answered(setup, ask, BOB, can_on([2]))
    assert not ask.answers[0].none
    await answered(setup, ask, BOB, can_on([]))
    ask = await answered(setup, ask, BOB, would_play([]))
    assert ask.answers == (), "an empty answer stays"
    for rule in (can_on([3]), maybe_on([9]), would_play([2])):
        with pytest.raises(Trouble):
            await answered(setup, ask, BOB, rule)


async def test_a_press_that_is_repeated_changes_nothing(setup: Setup) -> None:
    ask = await opened(setup)
    first = await answered(setup, ask, BOB, can_on([0]))
    again = await answered(setup, ask, BOB, can_on([0]))
    assert again.row.revision == first.row.revision and len(again.answers) == 1


def test_the_best_date_is_where_most_can_then_if_need_be_then_the_earliest() -> None:
    """Against a slow search, for many ways to answer; never one that is over."""
    dates = asked_dates("27.11. 20:00", "28.11. 19:00", "29.11. 18:00", "30.11. 18:00")
    row = DatesAskRow(
        id="aaaaa", guild_id=1, channel_id=2, language="en", host=1, host_name="", zone=ZONE,
        dates="[]", games="[]", until=0, until_said="", made_at=0, opened_by=1,
    )  # fmt: skip
    rng = random.Random(7)
    for _turn in range(300):
        answers: list[AskAnswer] = []
        for person in range(rng.randrange(5)):
            how = [rng.choice(("can", "maybe", "no")) for _each in dates]
            can, maybe = (
                frozenset(number for number, each in enumerate(how) if each == kind)
                for kind in ("can", "maybe")
            )
            answers.append(AskAnswer(person, "", can, maybe))
        ask = Ask(row, AskPlaces(), dates, ("x",), tuple(answers))
        now = rng.choice((BEGINNING, dates[1].at))
        wanted = None
        for number, date in enumerate(dates):
            votes = [sum(number in each.can for each in answers)]
            votes.append(sum(number in each.maybe for each in answers))
            if date.at > now and any(votes) and (wanted is None or votes > wanted[0]):
                wanted = votes, number
        assert best(ask, now) == (None if wanted is None else wanted[1])
        assert lapses_in(ask, now) == dates[-1].at - now, "it lapses with the last of its dates"


def test_the_game_that_most_would_play_comes_first() -> None:
    row: Any = None
    answers = (AskAnswer(1, "", games=frozenset("b")), AskAnswer(2, "", games=frozenset("bc")))
    ask = Ask(row, AskPlaces(), (), ("a", "b", "c"), answers)
    assert games_by_wish(ask) == ("b", "c", "a"), "its host has asked for all of them"
    assert games_by_wish(replace(ask, answers=())) == ("a", "b", "c"), "nobody has said"


# Closing


async def test_it_closes_by_itself_and_calls_its_host_after_quiet_hours(setup: Setup) -> None:
    ask = await opened(setup)
    people = setup.tables.people
    row = replace(await people.row(HOST.id), zone=ZONE, quiet_from=19 * 60, quiet_to=22 * 60)
    await people.keep(row)
    setup.time = ask.row.until - 1
    await setup.nights.asks.due_timer.round()
    assert (await setup.nights.asks.get(ask.id)).row.state == "open"
    setup.time = ask.row.until
    with pytest.raises(Trouble, match="closed"):
        await answered(setup, ask, BOB, can_on([0]))
    await setup.nights.asks.due_timer.round()
    ask = await setup.nights.asks.get(ask.id)
    assert (ask.row.state, ask.row.why) == ("closed", "time")
    assert ask.row.call_at == ask.row.until + 2 * HOUR, "its host is called in quiet hours"


async def test_who_closes_it_isnt_called(setup: Setup) -> None:
    """But its host is if somebody else has closed it."""
    asks = setup.nights.asks
    one = await opened(setup)
    one = await asks.change(one.id, setup.press(HOST), close())
    other = await opened(setup)
    other = await asks.change(other.id, setup.press(BOB, leads=True), close())
    assert one.row.call_at is None and other.row.call_at == int(setup.time)
    with pytest.raises(Trouble):
        await answered(setup, one, BOB, can_on([0]))


@pytest.mark.parametrize("rule", [post(), close()])
async def test_only_who_may_host_at_that_moment_may_ask_and_close(setup: Setup, rule: Any) -> None:
    """Its host, too: the right may be lost meanwhile."""
    ask = await drafted(setup)
    with pytest.raises(Trouble, match="may not host"):
        await setup.nights.asks.change(ask.id, setup.press(HOST, leads=False), rule)


async def test_nothing_is_asked_for_a_date_that_is_over_meanwhile(setup: Setup) -> None:
    ask = await drafted(setup)
    setup.time = ask.dates[0].at
    with pytest.raises(Trouble) as refused:
        await setup.nights.asks.change(ask.id, setup.press(), post())
    assert refused.value.values["said"] == DATES[0]


# What comes of it


async def to_draft(setup: Setup, ask: Ask, number: int, **fields: Any) -> str:
    """Make the draft of a night from a question, as *Announce the best* does; return its id."""
    draft = await setup.draft(ask.dates[number].said, ask=ask.id, **fields)
    return draft.id


async def test_those_who_can_are_asked_once_the_night_is_announced(setup: Setup) -> None:
    """The blocked aren't, nor whoever announces it, nor those who can on other dates. Those who can
    keep their place until they have confirmed it, while there is room.

    A second night doesn't come of it.
    """
    asks, dan, emi = setup.nights.asks, Person(103, "Dan"), Person(104, "Emi")
    ask = await answered(setup, await opened(setup), FAY, maybe_on([1]))
    for person, dates in ((HOST, [0, 1]), (BOB, [1]), (CLEO, [0]), (dan, [1]), (emi, [1])):
        ask = await answered(setup, ask, person, can_on(dates))
    with pytest.raises(Trouble, match="Close"):
        to_announce(ask, setup.press(), int(setup.time))
    ask = await asks.change(ask.id, setup.press(), close())
    assert to_announce(ask, setup.press(), int(setup.time)) == 1
    setup.known.blocked_people = {dan.id}
    first, second = [await to_draft(setup, ask, 1, cap=2) for _each in range(2)]
    assert await asks.store.draft_from(ask.id, HOST.id) == second
    night = await setup.nights.publish(first, setup.press())
    told = {each.kind: each for each in await setup.nights.store.unsent(night.id)}
    people = {kind: each.people for kind, each in told.items()}
    wanted = {"unconfirmed": f"[{BOB.id}]", "asked": f"[{FAY.id}, {emi.id}]"}
    assert people == wanted, "who can come isn't on the list, or who comes if need be is"
    coming = {each.person: each.to_confirm for each in night.guests.coming}
    assert coming == {HOST.id: False, BOB.id: True}, "a host confirms the date they have chosen"
    night = await setup.guests(night, BOB, emi)
    assert concerned(night, post_of(told["asked"])) == (FAY.id,), "who is in is asked to come"
    assert not concerned(night, post_of(told["unconfirmed"])), "who has confirmed is asked again"
    ask = await asks.get(ask.id)
    assert (ask.row.state, ask.row.night_id) == ("announced", first)
    with pytest.raises(Trouble, match="already"):
        await setup.nights.publish(second, setup.press())
    assert (await setup.nights.get(second)).row.state == "draft"
    assert people_who_can(ask, ask.dates[0].at + 1) == ()
    need = replace(ask, answers=(AskAnswer(1, "A", maybe=frozenset({1})), AskAnswer(2, "B")))
    assert people_who_can(need, ask.dates[1].at) == (1,), "who is counted isn't asked"


async def test_the_same_press_announces_once(setup: Setup) -> None:
    ask = await opened(setup)
    ask = await answered(setup, ask, BOB, can_on([0]))
    await setup.nights.asks.change(ask.id, setup.press(), close())
    night_id = await to_draft(setup, ask, 0)
    press = setup.press()
    await setup.nights.publish(night_id, press)
    night = await setup.nights.publish(night_id, press)
    kinds = [each.kind for each in await setup.nights.store.unsent(night.id)]
    assert kinds.count("unconfirmed") == 1


async def test_a_command_that_is_repeated_makes_one_question(setup: Setup) -> None:
    asks = setup.nights.asks
    dates = asked_dates(*DATES)
    new = NewAsk(
        guild_id=GUILD, channel_id=2, language="en", host=HOST, zone=ZONE, dates=dates,
        games=("donburiko",), until=dates[0].at,
    )  # fmt: skip
    press = setup.press()
    assert (await asks.open(new, press)).id == (await asks.open(new, press)).id


# People


async def test_whoever_is_blocked_doesnt_answer_and_is_taken_off(setup: Setup) -> None:
    ask = await opened(setup)
    await answered(setup, ask, BOB, can_on([0]))
    ask = await answered(setup, ask, CLEO, can_on([1]))
    setup.known.blocked_people = {BOB.id}
    with pytest.raises(Trouble, match="blocked"):
        await answered(setup, ask, BOB, can_on([1]))
    await setup.nights.take_off_blocked()
    left = (await setup.nights.asks.get(ask.id)).answers
    assert [each.person for each in left] == [CLEO.id]


async def test_its_host_who_was_forgotten_isnt_called(setup: Setup) -> None:
    """And the drafts are gone, with the answers; others who may host lead on."""
    asks = setup.nights.asks
    draft, ask = await drafted(setup), await opened(setup)
    await answered(setup, ask, HOST, can_on([0]))
    await answered(setup, ask, BOB, can_on([0]))
    told: list[Ask] = []
    asks.listeners.append(told.append)
    verbs = TableVerbs(setup.tables, History(setup.tables))
    await Forgetting(setup.nights, verbs).forget(HOST.id, [HOST.name])
    assert await asks.find(draft.id) is None
    ask = await asks.get(ask.id)
    assert ask.row.host < 0 and ask.row.host_name == ""
    assert [each.person for each in ask.answers] == [BOB.id]
    assert ask in told, "the card still shows the name"
    setup.time = ask.row.until
    await asks.due_timer.round()
    ask = await asks.get(ask.id)
    assert ask.row.state == "closed" and ask.row.call_at is None
    assert to_announce(ask, setup.press(BOB, leads=True), int(setup.time)) == 0


async def test_drafts_go_after_a_week_and_all_else_a_month_after_its_end(setup: Setup) -> None:
    asks = setup.nights.asks
    draft, ask = await drafted(setup), await opened(setup)
    setup.time += 8 * DAY
    await setup.nights.sweep()
    assert await asks.find(draft.id) is None and await asks.find(ask.id) is not None
    setup.time = ask.row.until + (KEPT_DAYS + 1) * DAY
    await setup.nights.sweep()
    assert await asks.find(ask.id) is not None, "what is open was deleted"
    await asks.change(ask.id, Press(HOST, None, leads=True), close())
    await setup.nights.sweep()
    assert await asks.find(ask.id) is None


async def test_what_is_stored_is_what_was_saved(setup: Setup) -> None:
    ask = await opened(setup, until_said="thu", mention=7)
    ask = await answered(setup, ask, BOB, can_on([1, 2]))
    assert await setup.nights.asks.get(ask.id) == ask
    (found,) = await setup.nights.asks.of_guild(GUILD, ("open",))
    assert replace(found, places=ask.places) == ask
