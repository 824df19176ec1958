"""The seats that are free at tables of the round that is played: said to those who wait."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.answers import may_go_on
from bot.nights.guest_list import Guest
from bot.nights.guest_presses import seats_kept
from bot.nights.more_tables import waited_in_vain, without_seat
from bot.nights.night import Night, Post
from bot.nights.seating import FreeSeat
from bot.nights.standing_posts import FREE
from bot.tables.table_face import PublicFacts
from bot.ui.pages import routes
from bot.ui.pages.nights.night_words import GuestNames, plain_name_of
from bot.ui.pages.nights.series_words import when_words
from bot.ui.pages.nights.standings_page import SHOWN_HALF
from bot.ui.pages.page import Button
from bot.ui.pages.place_words import linked_place
from bot.ui.pages.wording import Wording, plain_name

MOST_TABLES: Final = 3
"""The most tables with a button each; at more, a seat is taken by *More* at the table."""


def free_seats_line(night: Night, wording: Wording) -> str:
    """Return at which tables seats are free; "" if none is."""
    return _line(night, night.free_seats, wording)


def what_is_left(seats: Mapping[str, tuple[int | None, bool]], wording: Wording) -> Iterator[str]:
    """Yield what is left to play on seats that can be taken, and whether their points can still be
    earned: `seats` are the most moves and whether that is too late, by what they are called.
    """
    for name, left in seats.items():
        said = left_for_you(*left, wording)
        yield said if len(seats) == 1 else wording.labelled(name, said)


def left_for_you(left: int | None, late: bool, wording: Wording) -> str:
    """Return to whoever takes a seat, or has just got it, how many moves are left there at most,
    and whether its points can still be theirs. It stays true as the game goes on.
    """
    points = wording.gettext(
        "Make half of all its moves, those before you included, and the seat's points are yours."
    )
    if late:
        points = wording.gettext("That's too few for the seat's points, and you may come last.")
    half = wording.gettext(
        "If it's your first seat in this round, playing it earns you {half} night points at least.",
        half=SHOWN_HALF,
    )
    return wording.sentences(moves_left_there(left, wording), points, half)


def moves_left_there(left: int | None, wording: Wording) -> str:
    """Return how many moves are left on a seat at most; "" if nobody can tell."""
    count = wording.ngettext(
        "At most {n} move is left there.", "At most {n} moves are left there.", left or 0
    )
    return count if left else ""


def vacant_text(night: Night, post: Post, wording: Wording) -> str:
    """Return which of the seats of a post are still free, and how one of them is taken; if none
    is, that, and whether those who wait play the next round.
    """
    if free := _of_post(night, post):
        return _offered(night, free, wording)
    gettext, number = wording.gettext, len(night.dealt) + 1
    told = len(post.details.get(FREE, ()))
    said = wording.ngettext(
        "The seat isn't free any more.", "The seats aren't free any more.", told
    )
    wait = [guest for guest in without_seat(night) if guest.person in post.people]
    on = bool(wait) and all(guest.seated for guest in wait) and not night.all_dealt
    # Whoever has just taken it isn't noted as one of the round before the seat is as taken.
    then = gettext(
        "Who has no seat yet plays in round {number}: I'll call you when it starts.", number=number
    )
    return wording.sentences(said, then if on else "")


def offer_text(night: Night, post: Post, wording: Wording, values: Mapping[str, Any]) -> str:
    """Return that a seat on the list is free to somebody who waits, and until when they take it; it
    goes to nobody else where all others who wait have one. `values` name the night.
    """
    until = when_words(post.details.get("until", night.guests.starts_at), wording)
    said = wording.gettext(
        "A seat is free for you at {title}. Press **Take it** by {until}.",
        **{**values, "until": until},
    )
    then = wording.gettext("After that it goes to others.")
    return wording.sentences(said, then if may_go_on(night.guests) else "")


def open_text(night: Night, post: Post, wording: Wording, values: Mapping[str, Any]) -> str:
    """Return that seats on the list are free to those who wait, and how they take them: once the
    doors are closed, by being here. `values` name the night and its next round.
    """
    seats = min(int(post.details.get("seats", 1)), night.guests.free or 1)
    if night.guests.doors == "closed":
        return wording.ngettext(
            "A seat is free at {title}, from round {next} on. First come, first served: press "
            "**I'm here** once you're here.",
            "{n} seats are free at {title}, from round {next} on. First come, first served: press "
            "**I'm here** once you're here.",
            seats,
            **values,
        )
    return wording.ngettext(
        "A seat is free at {title}. First come, first served: press **Take it**.",
        "{n} seats are free at {title}. First come, first served: press **Take it**.",
        seats,
        **values,
    )


def gone_seat_text(night: Night, post: Post, wording: Wording) -> str:
    """Return who took the seats on the list that a post told of, so that it offers nothing; or that
    it is over, as they didn't.
    """
    title, names = f"**{plain_name_of(night)}**", GuestNames(night, wording)
    seated = {guest.person for guest in night.guests.with_answer("in")}
    takers = [names.said(person) for person in post.people if person in seated]
    if not takers:
        said = wording.gettext("The offer of a seat at {title} is over.", title=title)
        wait = [guest.person for guest in night.guests.with_answer("waits")]
        stays = len(post.people) == 1 and {*post.people} <= {*wait} and not night.over
        keeps = wording.gettext("You keep your place on the waitlist.") if stays else ""
        return wording.sentences(said, keeps)
    return wording.ngettext(
        "The free seat at {title} went to {people}.",
        "Free seats at {title} went to {people}.",
        len(takers),
        title=title,
        people=wording.listed(takers),
    )


def taking_buttons(
    night: Night, post: Post, number: int, arriving: tuple[Button, ...], wording: Wording
) -> tuple[Button, ...]:
    """Return how a seat on the list is taken: by `arriving`, once the doors are closed."""
    if post.kind == "open" and night.guests.doors == "closed":
        return arriving
    return offer_buttons(night, wording, number)


def offer_buttons(night: Night, wording: Wording, number: object = "") -> tuple[Button, Button]:
    """Return the buttons with which somebody takes a seat on the list that they are offered, or
    passes it; below a post, its `number`.
    """
    _ = wording.gettext
    take = Button(routes.PRESS_TAKE(night.id, mark=number), _("Take it"), ButtonStyle.success)
    return take, Button(routes.PRESS_PASS(night.id, mark=number), _("Pass"))


def listed_text(night: Night, post: Post, wording: Wording, values: Mapping[str, Any]) -> str:
    """Return to somebody who waited, while the rounds of a night are played, that they play from
    the next one on; a seat at a table of the one that is played is something else.
    """
    said = wording.gettext(
        "You're on the list of {title} now: you play from the next round on.", **values
    )
    (person,) = post.people
    return wording.sentences(said, called_line(night, person, wording))


def lost_text(night: Night, post: Post, wording: Wording) -> str:
    """Return to whom somebody's seat has gone, and how they play again."""
    gettext, number = wording.gettext, len(night.dealt) + 1
    table, by = post.details.get("table", 0), str(post.details.get("by", ""))
    said = gettext("You were away, so your seat at table {table} went to a computer.", table=table)
    if by:
        name = wording.addressed(plain_name(by))
        said = gettext(
            "You were away, so your seat at table {table} went to {name}.", table=table, name=name
        )
    again = gettext("You play again in round {number}.", number=number)
    if asks_here(night, post):
        again = play_again_line(night, post.people, wording)
    return wording.sentences(said, "" if night.all_dealt else again)


def unkept_text(night: Night, people: Collection[int], wording: Wording) -> str:
    """Return to people who are In, and aren't here at the start, until when their seats are kept;
    and once the doors are closed, what has become of them, and how they play.
    """
    guests, time = night.guests, f"<t:{night.guests.closes_at}:t>"
    said = wording.gettext("You aren't marked as here yet.")
    if guests.doors == "open":
        said = wording.gettext("We've started, and you aren't here yet.")
    elif guests.limit is not None:
        said = wording.gettext("Doors are closed, and your seat isn't kept any more.")
    elif not night.dealt:
        said = wording.gettext("Round {number} hasn't begun yet.", number=1)
    if guests.doors == "open" and not night.dealt:
        starts = wording.gettext("It's time to start.")
        kept = _("Your seat is kept until {time}: press **I'm here** by then.")
        played = _("Press **I'm here** by {time} to play in round {number}.")
        said = played if guests.limit is None else kept
        return wording.sentences(starts, wording.gettext(said, time=time, number=1))
    if night.all_dealt:
        return wording.sentences(said, no_round_line(night, wording))
    return wording.sentences(said, play_again_line(night, people, wording))


def play_again_line(night: Night, people: Collection[int], wording: Wording) -> str:
    """Return how people who aren't marked as here play in the next round."""
    gettext, number = wording.gettext, len(night.dealt) + 1
    if _has_room_for(night, people) and night.playing is not None:
        return gettext(
            "Press **I'm here** to play in round {number}, or sooner if a seat is free.",
            number=number,
        )
    if _has_room_for(night, people):
        return gettext("Press **I'm here** to play in round {number}.", number=number)
    return gettext(
        "Press **I'm here**: you play in round {number} if a seat is free.", number=number
    )


def _has_room_for(night: Night, people: Collection[int]) -> bool:
    """Tell whether the list has a seat for each of some people, as it is now."""
    guests = map(night.guests.find, {*people} - {*seats_kept(night)})
    return sum(guest is None or not guest.seated for guest in guests) <= night.guests.free


def asks_here(night: Night, post: Post) -> bool:
    """Tell whether a post asks its people to say that they are here."""
    guests = map(night.guests.find, post.people)
    gone = any(guest is not None and not guest.here for guest in guests)
    return post.kind in ("back", "expected", "unkept") or (gone and not night.all_dealt)


def vacant_buttons(night: Night, post: Post, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons by which they are taken."""
    return _buttons(_of_post(night, post), wording)


def waits(night: Night, person: int) -> bool:
    """Tell whether somebody is here and has had no seat in the round that is played."""
    return any(guest.person == person for guest in without_seat(night))


def may_sit_at(night: Night, person: int, table: str) -> bool:
    """Tell whether somebody who waits can sit at a table of the round that is played."""
    return night.playing is not None and night.playing.seating.may_sit(person, table)


def has_table(night: Night, person: int) -> bool:
    """Tell whether somebody who is here has, or had, a seat in the round that is played."""
    return night.playing is not None and not waits(night, person)


def called_line(night: Night, person: int, wording: Wording) -> str:
    """Return to somebody who waits that they are called for a seat that becomes free in the round
    that is played; "" to whoever has one there, or had it, or can take one now whose points
    can still be earned.
    """
    if not waits(night, person) or any(not each.late for each in _open_to(night, person)):
        return ""
    if _waits_again(night, person):
        other = _(
            "If a seat becomes free at another table with enough left to play, I call you: you can "
            "take it."
        )
        return wording.sentences(wording.gettext(other), barred_line(night, person, wording))
    return wording.gettext(
        "If a seat becomes free before then with enough left to play, I call you: you can take it."
    )


def sat_before(night: Night, person: int) -> list[int]:
    """Return the tables of the round that is played at which somebody who waits was dealt in, so
    that they can't sit there again.
    """
    if night.playing is None or not _waits_again(night, person):
        return []
    tables = night.playing.seating.seated.tables
    return [number for number, table in enumerate(tables, 1) if person in table.people]


def barred_line(night: Night, person: int, wording: Wording) -> str:
    """Return to somebody who waits where they can't sit, as they sat there before; "" if they can
    sit everywhere.
    """
    before = wording.listed([*map(str, sat_before(night, person))])
    gettext = wording.gettext
    return before and gettext(
        "You can't go back to table {table}, where you sat before.", table=before
    )


def _waits_again(night: Night, person: int) -> bool:
    """Tell whether somebody waits who has lost a seat of the round that is played."""
    return night.playing is not None and person in dict(night.playing.seating.again)


def no_round_line(night: Night, wording: Wording, guest: Guest | None = None) -> str:
    """Return what comes once no round is planned; a guest who is here reads of free seats below,
    and nobody else is called to them.
    """
    here = guest is not None and guest.here
    none = wording.gettext("No further round is planned, unless a host adds one.")
    if night.playing is None:
        return wording.sentences(no_seat_line(night, guest.person, wording) if guest else "", none)
    if guest is not None and here:
        called = called_line(night, guest.person, wording)
        if not called or _waits_again(night, guest.person):
            return wording.sentences(none, called)
    if not here:
        return wording.gettext(
            "No further round is planned. Once you're here, I call you if a seat becomes free in "
            "this one with enough left to play."
        )
    return wording.gettext(
        "No further round is planned. If a seat becomes free in this one with enough left to play, "
        "I call you: you can take it."
    )


def no_seat_line(night: Night, person: int, wording: Wording) -> str:
    """Return to somebody who has waited for a seat till the last round was over that they got none,
    as no other was free or others were faster, or that the night ended before; "" to others.
    """
    in_vain = waited_in_vain(night, person)
    if in_vain and night.over and len(night.dealt) < night.row.rounds:
        return wording.gettext(
            "The night ended after round {number}, so no round came in which you'd have played.",
            number=len(night.dealt),
        )
    return wording.gettext("No seat was left for you in the last round.") if in_vain else ""


def take_buttons(night: Night, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons by which free seats are taken, one for each table."""
    return _buttons(night.free_seats, wording)


def own_seats_lines(night: Night, person: int, wording: Wording) -> Iterator[str]:
    """Yield to somebody who waits which seats are free, and how one of them is taken."""
    if free := _open_to(night, person):
        # As the thread says it, where others may take it, too.
        yield _offered(night, free, wording)
        yield from filter(None, [barred_line(night, person, wording)])


def may_be_free_line(
    night: Night, table: PublicFacts, seat: int, until: int | None, wording: Wording
) -> str:
    """Return to somebody who waits that a computer plays for somebody, as the board says, and until
    when these must be back so that others don't get the seat; or, without a time, that too little
    is left to play there.
    """
    name = GuestNames(night, wording).said(table.seats[seat].person)
    plays = wording.gettext(
        "At table {number}, a computer plays for {name}.", number=table.night_table, name=name
    )
    if until is None and seat in table.played_off():
        left = wording.gettext("Too little is left to play on that seat.")
        return wording.sentences(plays, left)
    if until is None:
        few = wording.gettext(
            "Too few moves are left there for its points, so I don't offer it. A host can still "
            "give it to you."
        )
        return wording.sentences(plays, few)
    return wording.sentences(plays, not_back_line(name, until, wording))


def not_back_line(name: str, until: int, wording: Wording) -> str:
    """Return by when somebody must be back so that others aren't offered their seat. Its game may
    be over before that, or as good as over.
    """
    return wording.gettext(
        "If {name} isn't back by {time} and enough is left to play, that seat is offered to "
        "whoever waits.",
        name=name,
        time=f"<t:{until}:t>",
    )


def own_take_buttons(night: Night, person: int, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons by which somebody who waits takes one; none for anybody else."""
    return _buttons(_open_to(night, person), wording)


def _open_to(night: Night, person: int) -> list[FreeSeat]:
    """Return the free seats that somebody can take who waits; none for anybody else."""
    seats = night.free_seats if waits(night, person) else ()
    return [each for each in seats if may_sit_at(night, person, each.table)]


def _of_post(night: Night, post: Post) -> list[FreeSeat]:
    told = [tuple(each) for each in post.details.get(FREE, ())]
    return [each for each in night.free_seats if (each.table, each.seat) in told]


def _offered(night: Night, seats: Sequence[FreeSeat], wording: Wording) -> str:
    press = wording.gettext("First come, first served: press **Take the seat**.")
    return wording.sentences(_line(night, seats, wording), press)


def _line(night: Night, seats: Sequence[FreeSeat], wording: Wording) -> str:
    guild, gettext = night.row.guild_id, wording.gettext
    places = {gettext("Table {number}", number=each.number): each.place for each in seats}
    named = [linked_place(name, guild, place) for name, place in places.items()]
    said = wording.ngettext(
        "A seat is free: {tables}.",
        "{n} seats are free: {tables}.",
        len(seats),
        tables=wording.listed(named),
    )
    left = {
        gettext("Table {number}", number=each.number): (each.left, each.late)
        for each in _first_at_each(seats)
    }
    return "\n".join([said, *what_is_left(left, wording)]) if seats else ""


def _first_at_each(seats: Sequence[FreeSeat]) -> list[FreeSeat]:
    """Return the first of some seats at each table: the one that a press takes."""
    first = {each.number: each for each in reversed(seats)}
    return [first[number] for number in sorted(first)]


def _buttons(seats: Sequence[FreeSeat], wording: Wording) -> tuple[Button, ...]:
    """Return the buttons that take the first of some seats at each table."""
    found = _first_at_each(seats)
    text = wording.gettext("Take the seat")
    if len(found) > 1:
        text = wording.gettext("Take the seat at table {number}")
    return tuple(
        Button(
            routes.TAKE_SEAT(each.table, each.seat),
            text.format(number=each.number),
            ButtonStyle.primary,
        )
        for each in found[:MOST_TABLES]
    )
