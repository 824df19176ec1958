"""What guests press on a night's card and in its thread, and what hosts press about guests.

Each function gives a rule: what a press changes. Nothing here knows of Discord or storage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, Literal

from bot.engine.text import marked as _
from bot.nights import answers, doors
from bot.nights.guest_list import (
    DoorsLate,
    DoorsOpened,
    GotSeat,
    GuestList,
    Invited,
    News,
    NotConfirmed,
    NotHere,
    Offered,
    Outcome,
    Remind,
    ReminderDue,
    SaysLate,
    SeatsOpen,
    TakenOffList,
)
from bot.nights.night import (
    Change,
    Night,
    Now,
    Post,
    Press,
    Rule,
    demand_lead,
    demand_open,
)
from bot.nights.stages import next_round
from bot.tables.seat import Person
from bot.tables.trouble import Trouble

BY_GUESTS: Final = (
    *("in", "maybe", "out", "take", "pass", "here", "home", "absent"),
    *("learner", "teacher", "remind", "comes_late", "called", "in_next", "out_next"),
)
"""What people do as guests, as it is noted; everything else that is pressed is done by whoever
leads.
"""


class PlaysTonight(Trouble):
    """Somebody who was dealt in says that they won't come; they are asked whether to go home."""

    text = _("You've been dealt in tonight. Press **I'm going home** if you leave.")


def press_in() -> Rule:
    """Return the rule for *In*."""
    return _answer("in", lambda guests, by, now: answers.press_in(guests, *by, now.at, now.quiets))


def press_maybe() -> Rule:
    """Return the rule for *Maybe*."""
    return _not_coming("maybe")


def press_out() -> Rule:
    """Return the rule for *Can't*."""
    return _not_coming("out")


def asked_back(night: Night) -> tuple[int, ...]:
    """Return who is asked after the newest round whether they are still here: they had a place in
    it, and were found gone.
    """
    people = night.dealt[-1].seating.placed
    return tuple(each for each in night.left_out if each in people)


def seats_kept(night: Night) -> tuple[int, ...]:
    """Return who of them has a seat in the next round if they answer by now: it isn't dealt yet."""
    return () if next_round(night) is None else asked_back(night)


def take_seat() -> Rule:
    """Return the rule for *Take it*, on an offer."""
    return _answer("take", lambda guests, by, now: answers.take(guests, by[0], now.at, now.quiets))


def pass_seat() -> Rule:
    """Return the rule for *Pass*, on an offer."""
    return _answer(
        "pass", lambda guests, by, now: answers.pass_on(guests, by[0], now.at, now.quiets)
    )


def press_here() -> Rule:
    """Return the rule for *I'm here*. Whoever was found gone from the last round has a seat in the
    next one until it is dealt, also if theirs on the list went to somebody else.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        kept = press.by.id in seats_kept(night)
        here = _answer(
            "here",
            lambda guests, by, now: doors.press_here(guests, *by, now.at, now.quiets, kept=kept),
        )
        return here(night, press, now)

    return rule


def come_late(until: int | None, *, second: bool = False) -> Rule:
    """Return the rule for *I'll be late*: In, and the seat is kept until then, or for the second
    round; None: they come on time.
    """
    return _answer(
        "comes_late",
        lambda guests, by, now: doors.come_late(
            guests, *by, until, now.at, now.quiets, second=second
        ),
    )


def press_home() -> Rule:
    """Return the rule for *I'm going home*."""
    return _answer("home", lambda guests, by, now: doors.go_home(guests, by[0], now.at, now.quiets))


def press_absent() -> Rule:
    """Return the rule for *I'm not here*: not seated until they are, and not gone for good."""
    return _answer(
        "absent", lambda guests, by, now: doors.not_at_table(guests, by[0], now.at, now.quiets)
    )


def toggle(mark: Literal["learner", "teacher"]) -> Rule:
    """Return the rule for *Teach me* and *I can teach*: In, and the mark; again, it goes."""

    def change(guests: GuestList, by: tuple[int, str], now: Now) -> Outcome:
        guest = guests.find(by[0])
        if guest is not None and guest.answer in ("in", "waits"):
            return answers.set_mark(guests, by[0], mark, on=mark not in guest.marks), ()
        guests, news = answers.press_in(guests, *by, now.at, now.quiets)
        return answers.set_mark(guests, by[0], mark, on=True), news

    return _answer(mark, change)


PRESSES: Final[Mapping[str, Callable[[], Rule]]] = {
    "in": press_in,
    "maybe": press_maybe,
    "out": press_out,
    "take": take_seat,
    "pass": pass_seat,
    "here": press_here,
    "home": press_home,
    "absent": press_absent,
    "learn": lambda: toggle("learner"),
    "teach": lambda: toggle("teacher"),
}
"""What guests press, by the verb in the ids of the controls."""


def came_to_round(night: Night, guests: GuestList) -> Night:
    """Return a night with its guests as they are now: who has come while their seat was kept, after
    a leader had started the round without them, sits that out.
    """
    after, playing = replace(night, guests=guests), night.playing
    if playing is None:
        return after
    found: list[int] = []
    for person in playing.seating.kept:
        before, now = night.guests.find(person), guests.find(person)
        waited = before is not None and before.seated and before.came_at is None
        placed = person in playing.seating.placed
        if waited and not placed and now is not None and now.here:
            found.append(person)
    seated = playing.seating.seated
    seated = replace(seated, sit_outs=(*seated.sit_outs, *found))
    changed = replace(playing, seating=replace(playing.seating, seated=seated))
    return after.with_round(changed) if found else after


def remind_me(when: frozenset[Remind]) -> Rule:
    """Return the rule for *Remind me*: all that are wanted, or none."""
    return _answer("remind", lambda guests, by, _now: (answers.set_remind(guests, by[0], when), ()))


def renamed(person: Person) -> Rule:
    """Return the rule for somebody whose name has changed, as a guest or a co-host."""

    def rule(night: Night, _press: Press, _now: Now) -> Change:
        guests, guest = night.guests, night.guests.find(person.id)
        if guest is not None:
            guests = guests.put(replace(guest, name=person.name))
        cohosts = tuple(person if each.id == person.id else each for each in night.cohosts)
        return Change(replace(night, guests=guests, cohosts=cohosts), "renamed", person.id)

    return rule


def not_every_time() -> Rule:
    """Return the rule for whoever doesn't come every time any more: off the list of a night to
    which they haven't said more than that, as if they had never been on it.
    """

    def change(guests: GuestList, by: tuple[int, str], now: Now) -> Outcome:
        guest = guests.find(by[0])
        if guest is None or not guest.only_regular:
            return guests, ()
        guests, news = answers.take_off(guests, by[0], now.at, now.quiets)
        others = tuple(each for each in guests.guests if each.person != by[0])
        told = tuple(each for each in news if not isinstance(each, TakenOffList))
        return replace(guests, guests=others), told

    return _answer("out", change)


# What hosts press about guests


def take_off(person: int) -> Rule:
    """Return the rule for taking somebody off; they may answer again."""

    def rule(night: Night, press: Press, now: Now) -> Change:
        demand_lead(night, press)
        guests, home = night.guests, ()
        if person in night.dealt_in and guests.find(person) is not None:
            guests, home = doors.go_home(guests, person, now.at, now.quiets)
        guests, off = answers.take_off(guests, person, now.at, now.quiets)
        posts = posts_for((*home, *off))
        return Change(replace(night, guests=guests), "taken_off", person, posts=posts)

    return rule


def invite(person: Person) -> Rule:
    """Return the rule for an invitation: they press *In* themselves."""
    return _led(
        "invited", person.id, lambda guests, _now: answers.invite(guests, person.id, person.name)
    )


def mark_here(people: Iterable[int]) -> Rule:
    """Return the rule for a host who sees that guests are there, for example in a voice channel."""
    chosen = tuple(people)

    def change(guests: GuestList, now: Now) -> Outcome:
        news: list[News] = []
        for person in chosen:
            guests, more = doors.mark_here(guests, person, now.at, now.quiets)
            news += more
        return guests, tuple(news)

    return _led("marked_here", chosen[0] if len(chosen) == 1 else None, change)


def mark_not_here(*people: int) -> Rule:
    """Return the rule for a host who sees that some aren't there: dealt in, they went home."""

    def rule(night: Night, press: Press, now: Now) -> Change:
        demand_lead(night, press)
        guests, news = night.guests, list[News]()
        for person in people:
            leave = doors.not_at_table if person in night.dealt_in else doors.mark_not_here
            guests, more = leave(guests, person, now.at, now.quiets)
            news += more
        after, posts = replace(night, guests=guests), posts_for(news)
        number = next_round(after)
        asked = tuple(each for each in after.left_out if each in people)
        asked = tuple(each for each in asked if each not in night.left_out)
        if number is not None and asked:
            # What the thread was told as the round ended called others, and an edit calls nobody.
            posts = (*posts, Post("back", asked, {"round": number}))
        whom = people[0] if len(people) == 1 else None
        return Change(after, "marked_not_here", whom, posts=posts)

    return rule


def as_planned(night: Night) -> str | None:
    """Return the limit, the time for a move and the break while guests arrive or play, noted as one
    of them is changed: that is for this evening alone. None before.
    """
    if night.row.state not in ("doors", "playing"):
        return None
    return f"{night.guests.limit or 0} {night.row.move_time} {night.row.pause}"


def set_limit(limit: int | None, *, to_come: bool = False) -> Rule:
    """Return the rule for a new limit; seats that it adds are offered at once.

    With `to_come`, it holds for all nights of the series that come after it, too.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        demand_lead(night, press)
        guests, news = answers.set_limit(night.guests, limit, now.at, now.quiets)
        night = night.handing_on(cap=limit) if to_come else night
        after, note = replace(night, guests=guests), as_planned(night)
        return Change(after, "limit", posts=posts_for(news), note=note)

    return rule


def let_in(person: int) -> Rule:
    """Return the rule for giving a seat on the list to somebody who is here and waits, whoever else
    does: if none is free, the limit grows by one, for this evening alone.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead(night, press)
        guests, guest = night.guests, night.guests.find(person)
        if guest is None or not guest.here or guest.answer != "waits":
            return Change(night, "limit", person, note=as_planned(night))
        if guests.limit is not None and not guests.free:
            guests = replace(guests, limit=guests.limit + 1)
        guests = guests.put(answers.with_seat(guest))
        after, note = replace(night, guests=guests), as_planned(night)
        return Change(after, "limit", person, note=note, posts=posts_for([GotSeat(person)]))

    return rule


def blocked(person: int, what: str = "blocked") -> Rule:
    """Return the rule for somebody who may not come any more: off the list, out of later rounds,
    and no co-host.

    `what` is how it is noted.
    """

    def rule(night: Night, _press: Press, now: Now) -> Change:
        guests = night.guests
        cohosts = tuple(each for each in night.cohosts if each.id != person)
        night = replace(night, cohosts=cohosts)
        if guests.find(person) is None:
            return Change(night, what, person)
        guests, home = doors.go_home(guests, person, now.at, now.quiets)
        guests, off = answers.take_off(guests, person, now.at, now.quiets)
        # They are told by whoever blocked them, or not at all.
        news = [each for each in (*home, *off) if not isinstance(each, TakenOffList)]
        return Change(replace(night, guests=guests), what, person, posts=posts_for(news))

    return rule


def posts_for(news: Iterable[News]) -> tuple[Post, ...]:
    """Return what the thread is told of a press; most is only for the person who pressed."""
    return tuple(post for each in news if (post := _post(each)) is not None)


def _post(news: News) -> Post | None:
    match news:
        case Offered(person, until):
            return Post("offer", (person,), {"until": until})
        case SeatsOpen(people, seats):
            return Post("open", people, {"seats": seats})
        case GotSeat(person):
            return Post("seat", (person,))
        case Invited(person):
            return Post("invite", (person,))
        case TakenOffList(person):
            return Post("off", (person,))
        case NotConfirmed(people, regular):
            return Post("regulars" if regular else "unconfirmed", people)
        case ReminderDue(kind, people):
            return Post("remind", people, {"when": kind})
        case SaysLate(person, until, at):
            # Whoever gives no time after all isn't called: this takes the place of the other.
            return Post("expected", (person,), {"until": until or 0}, at)
        case DoorsOpened(people):
            return Post("doors", people)
        case NotHere(people):
            return Post("unkept", people)
        case DoorsLate():
            return Post("late")
        case _:
            return None


def _not_coming(answer: Literal["maybe", "out"]) -> Rule:
    """Return the rule for *Maybe* and *Can't come*, which take *I'm here* back.

    Raises PlaysTonight for whoever is there and was dealt in: they go home instead.
    """
    press = _answer(
        answer,
        lambda guests, by, now: answers.press_other(guests, *by, answer, now.at, now.quiets),
    )

    def rule(night: Night, by: Press, now: Now) -> Change:
        guest = night.guests.find(by.by.id)
        if guest is not None and guest.here and guest.person in night.dealt_in:
            demand_open(night)
            raise PlaysTonight
        return press(night, by, now)

    return rule


def _answer(what: str, change: Callable[[GuestList, tuple[int, str], Now], Outcome]) -> Rule:
    """Return the rule for something that anybody may press on a night that isn't over."""

    def rule(night: Night, press: Press, now: Now) -> Change:
        demand_open(night)
        guests, news = change(night.guests, (press.by.id, press.by.name), now)
        return Change(came_to_round(night, guests), what, press.by.id, posts=posts_for(news))

    return rule


def _led(what: str, whom: int | None, change: Callable[[GuestList, Now], Outcome]) -> Rule:
    """Return the rule for something about guests that only hosts may press."""

    def rule(night: Night, press: Press, now: Now) -> Change:
        demand_lead(night, press)
        guests, news = change(night.guests, now)
        return Change(came_to_round(night, guests), what, whom, posts=posts_for(news))

    return rule
