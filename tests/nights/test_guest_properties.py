"""Whatever people press in whatever order: no seat twice, nobody lost, the order kept."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from bot.nights import answers, doors, due_times
from bot.nights.dates import zone_of
from bot.nights.guest_list import GuestList, News, Offered, SeatsOpen
from bot.tables.clock import HOUR, MINUTE, Quiet
from bot.tables.trouble import Trouble
from tests.nights.night_with_guests import DAY, STARTS, Evening

PEOPLE = 9


def pressed(rng: random.Random, evening: Evening) -> str:
    """Do one thing that can happen, at random; return what it was."""
    person = rng.randrange(1, PEOPLE + 1)
    now, quiets = evening.now, evening.quiets
    things: dict[str, tuple[int, Callable[[], object]]] = {
        "in": (8, lambda: evening.press_in(person)),
        "out": (3, lambda: evening.out(person)),
        "take": (4, lambda: evening.take(person)),
        "pass": (2, lambda: evening.pass_on(person)),
        "off": (1, lambda: evening.told(answers.take_off(evening.guests, person, now, quiets))),
        "invite": (1, lambda: evening.told(answers.invite(evening.guests, person, "x"))),
        "limit": (1, lambda: evening.set_limit(rng.choice([1, 2, 3, 4, 6, None]))),
        "here": (4, lambda: evening.here(person)),
        "home": (1, lambda: evening.home(person)),
        "late": (2, lambda: evening.late(person, rng.choice([None, later(rng, now)]))),
        "time": (4, lambda: evening.until(later(rng, now))),
        "away": (1, lambda: evening.wake(later(rng, now))),
    }
    if rng.random() < 0.01:
        evening.move(now + rng.randrange(2 * DAY))
        return "moved"
    thing = rng.choices(list(things), [weight for weight, _ in things.values()])[0]
    try:
        things[thing][1]()
    except Trouble:
        return "refused"
    return f"{thing} {person}"


def later(rng: random.Random, now: int) -> int:
    """Return a time after now, near or far."""
    return now + rng.choice([0, 1, MINUTE, 10 * MINUTE, HOUR, 5 * HOUR, 12 * HOUR])


def waitlist(guests: GuestList) -> list[int]:
    """Return who waits, in order."""
    return [guest.person for guest in guests.with_answer("waits")]


def check_seats(before: GuestList, evening: Evening, thing: str) -> None:
    """Check that seats aren't given twice, and that none is idle while somebody waits for it."""
    guests = evening.guests
    old = Evening()
    old.guests = before
    if guests.limit is not None and not thing.startswith("limit"):
        assert evening.held <= max(guests.limit, old.held), f"{thing}: too many seats"
    hoping = [
        guest
        for guest in guests.with_answer("waits")
        if guest.offered_until is None and not guest.marks & {"passed", "lapsed"}
    ]
    if guests.doors != "shut":
        assert not guests.free or not any(guest.here for guest in hoping), f"{thing}: idle seat"
    elsewhere = {guest.answer for guest in guests.guests if guest.here} - {"in", "waits"}
    assert not elsewhere, f"{thing}: somebody is here whose answer is {elsewhere}"
    if guests.doors == "closed":
        over = [one for one in guests.guests if one.late and (one.late_until or 0) <= evening.now]
        assert not over, f"{thing}: a seat is kept for ever for who said they would be late"
        return
    if guests.free and hoping:
        assert guests.last_hour(evening.now), f"{thing}: a free seat isn't offered"
        assert any("called" in guest.marks for guest in hoping), f"{thing}: nobody is called"


def check_people(before: GuestList, evening: Evening, thing: str) -> None:
    """Check that nobody is lost, and that nobody gets ahead of somebody on the waitlist."""
    guests = evening.guests
    known = [guest.person for guest in guests.guests]
    assert len(set(known)) == len(known), f"{thing}: somebody is there twice"
    assert {guest.person for guest in before.guests} <= set(known), f"{thing}: somebody is lost"
    counted = sum(
        len(guests.with_answer(one)) for one in ("invited", "in", "waits", "maybe", "out")
    )
    assert counted == len(known), f"{thing}: somebody has no answer"
    places = [guest.place for guest in guests.guests if guest.answer in ("in", "waits")]
    assert None not in places and len(set(places)) == len(places), f"{thing}: {places}"
    now = waitlist(guests)
    for first, second in combinations(waitlist(before), 2):
        if first in now and second in now:
            assert now.index(first) < now.index(second), f"{thing}: {second} overtook {first}"
    for guest in guests.offered:
        assert guest.answer == "waits", f"{thing}: {guest} has an offer and doesn't wait"
        assert guest.offered_until is not None and guest.offered_until > evening.now, (
            f"an offer is over and stands still: {guest}"
        )
    for guest in guests.guests:
        if guest.answer != "waits":
            assert not guest.marks & {"passed", "lapsed", "called"}, f"{thing}: {guest}"


def check_news(before: GuestList, evening: Evening, news: list[News], thing: str) -> None:
    """Check that nobody with an offer is offered a seat, and nobody is called twice to one."""
    if not thing.startswith(("time", "away")):
        standing = {guest.person for guest in before.offered if guest.offered_until}
        expired = {
            guest.person for guest in before.offered if (guest.offered_until or 0) <= evening.now
        }
        offers = [one.person for one in news if isinstance(one, Offered)]
        assert len(set(offers)) == len(offers), f"{thing}: two offers at once"
        assert not set(offers) & (standing - expired), f"{thing}: offered again"
    for one in news:
        if isinstance(one, SeatsOpen):
            assert one.people and 0 < one.seats <= len(one.people), f"{thing}: {one}"


@pytest.mark.parametrize(
    "seed", [pytest.param(each, marks=pytest.mark.long if each >= 24 else ()) for each in range(60)]
)
def test_random_evenings(seed: int) -> None:
    rng = random.Random(seed)
    asleep = Quiet(zone_of("Europe/Berlin"), 22 * 60, 8 * 60)
    quiets = {person: asleep for person in range(1, PEOPLE + 1) if rng.random() < 0.4}
    start = STARTS - rng.choice([HOUR // 2, 3 * HOUR, DAY, 4 * DAY])
    evening = Evening(rng.choice([1, 2, 3, 5, None]), now=start, quiets=quiets)
    done: list[str] = []
    for _ in range(250):
        before, told = evening.guests, len(evening.heard)
        # A service rings before it lets anybody press.
        evening.told(due_times.ring(before, evening.now, evening.quiets))
        before = evening.guests
        thing = pressed(rng, evening)
        done.append(thing)
        news = evening.heard[told:]
        check_seats(before, evening, thing)
        check_people(before, evening, thing)
        check_news(before, evening, news, thing)
        again = due_times.ring(evening.guests, evening.now, evening.quiets)
        due = due_times.guests_due(evening.guests)
        rung = due_times.guests_due(again[0])
        assert rung is None or rung > evening.now, f"{thing}: {due} never ends"
        if thing == "refused":
            assert evening.guests == before, "a refusal changes nothing"
    assert len({one.split()[0] for one in done}) >= 8, f"the evening was dull: {set(done)}"


@pytest.mark.parametrize("seed", range(30))
def test_a_second_press_of_the_same_button_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    evening = Evening(rng.choice([1, 2, 3]), now=STARTS - DAY)
    presses: list[Callable[[int], object]] = [evening.press_in, evening.out, evening.here]
    evening.told(doors.open_doors(evening.guests, evening.now))
    for _ in range(150):
        person, press = rng.randrange(1, PEOPLE + 1), rng.choice(presses)
        press(person)
        once = evening.guests
        press(person)
        # Who is out stays out, in a row of the same order.
        assert evening.guests == replace(once, rung=evening.guests.rung), f"{press} by {person}"
        evening.now += rng.randrange(20) * MINUTE
