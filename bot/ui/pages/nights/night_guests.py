"""Who has answered a game night, for its leaders: who is there, and who came before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.nights.cohosts import MOST_COHOSTS, sign_of_cohosts
from bot.nights.guest_list import Guest
from bot.nights.more_tables import without_seat
from bot.nights.night import Night
from bot.ui.pages.gone_words import gone_word, seat_word
from bot.ui.pages.long_lists import fit, part
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.desk_facts import DeskFacts, claim, not_seated, resting, seats_to_fill
from bot.ui.pages.nights.desk_more import add_table_button
from bot.ui.pages.nights.gone_guests import (
    AWAY,
    NOT_YET,
    UNKEPT,
    by_their_tables,
    comes_late,
    gone_head,
    is_unkept,
    on_the_way,
    with_how,
)
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.night_words import (
    GuestNames,
    as_of,
    late_words,
    noticed,
    plain_name_of,
    unconfirmed_words,
)
from bot.ui.pages.nights.seats_offered import too_few_line
from bot.ui.pages.page import Button, Choice, Page, Row, Select, ServerSelect, first_to_fit
from bot.ui.pages.wording import Wording, plain_name, seat_names
from storage.former_players import is_former
from storage.night_rows import Answer

FEW: Final = 8
"""Of how many guests there is a line each; more would push the buttons off a phone."""
NAMED: Final = (20, 12, 6, 3)
"""The most guests with the same answer who are named, if there are more than a few; fewer if not
all of that fits.
"""
_ANSWERS: Final[Mapping[Answer, str]] = {
    "in": _("In"),
    "waits": _("Waitlist"),
    "maybe": _("Maybe"),
    "invited": _("Invited"),
    "out": _("Can't come"),
}
"""What guests have answered, in words."""
OPEN_AGAIN: Final = _("Couldn't come on the old date")


def guests_page(
    night: Night, facts: DeskFacts, wording: Wording, notice: str = "", start: int = 0
) -> Page:
    """Return everybody who has answered, and to how many of the last nights they came.

    Lists mark those who are there, and the co-hosts, and lead to one guest.

    With more than a few guests they stand in a line by their answers, and what is known of one is
    behind the list. `start` is where long lists begin.
    """
    gettext, names = wording.gettext, GuestNames(night, wording)
    named = (None,) if len(night.guests.guests) <= FEW else NAMED
    rows: list[Row] = []
    if not night.over:
        rows += _lists(night, facts, names, wording, start)
    rows.append((Button(desk_routes.DESK(night.id), gettext("Back")),))
    return Page(
        gettext("Guests · {title}", title=plain_name_of(night)),
        first_to_fit(
            as_of(
                facts.now,
                noticed("\n".join(_lines(night, facts, names, wording, most)), notice),
                wording,
            )
            for most in named
        ),
        rows=tuple(rows),
    )


def guest_page(night: Night, facts: DeskFacts, guest: Guest, wording: Wording, notice: str) -> Page:
    """Return one guest, with what a leader can do about them."""
    gettext, names = wording.gettext, GuestNames(night, wording)
    doors = night.row.state in ("doors", "playing")
    comes = guest.answer in ("in", "waits", "maybe")

    def does(what: str, label: str, *, can: bool) -> tuple[Button, ...]:
        button = Button(desk_routes.GUEST_IS(night.id, guest.person, what), label)
        return (button,) if can and not night.over else ()

    limit, waits = night.guests.limit or 0, doors and guest.here and guest.answer == "waits"
    can = (
        *does("here", gettext("Here"), can=doors and comes and not guest.here),
        *does("not", gettext("Not here"), can=doors and guest.here),
        *does("let", gettext("Let in (limit {n})", n=limit + 1), can=bool(limit) and waits),
        *does("off", gettext("Take off the list …"), can=guest.answer != "out"),
    )
    rows: list[Row] = [can] if can else []
    unseated: list[str] = []
    if places_for(night, facts, guest.person):
        give = desk_routes.GIVE_SEAT(night.id, guest.person)
        rows.append((Button(give, gettext("Give a seat …")),))
    elif night.playing is not None and guest in not_seated(night, facts):
        waiting = without_seat(night, facts.seated)
        if guest in waiting and len(waiting) >= min(facts.info.seats):
            rows.append((add_table_button(night, wording),))
        else:
            unseated = [*_why_unseated(night, guest, facts, wording)]
    if guest.unconfirmed and not doors:
        asks = gettext("Ask again") if guest.to_confirm else gettext("Ask whether they come")
        rows.append(does("ask", asks, can=True))
    rows.append((Button(desk_routes.GUESTS(night.id), gettext("Back")),))
    # Of who is here or has gone home, that they were In says nothing.
    came = guest.answer == "in" and (guest.here or guest.gone_at is not None)
    said = gettext(OPEN_AGAIN if guest.open_again else _ANSWERS[guest.answer])
    answer = "" if came or guest.how_gone == "off" else said
    counts = gettext("Only nights before this one on which a game was played count.")
    counts = f"-# {counts}" if guest.person in facts.came else ""
    lines = [_guest_line(night, guest, names, facts, wording), counts, answer, *unseated]
    title = gettext("Guest · {title}", title=plain_name_of(night))
    text = as_of(facts.now, noticed("\n".join(filter(None, lines)), notice), wording)
    return Page(title, text, rows=tuple(rows))


def _why_unseated(night: Night, guest: Guest, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    """Yield why a guest who is here can't have a seat in the round that is played, and when they
    play.
    """
    gettext, number = wording.gettext, len(night.dealt) + 1
    if guest.person in resting(night):
        yield gettext("They sit this round out.")
    elif guest not in without_seat(night, facts.seated):
        yield gettext("They've had a seat in this round.")
    elif facts.all_finishing:
        yield gettext("Computers are finishing this round.")
    else:
        yield too_few_line(night, facts.games, wording, facts.tables, [guest])
    if night.all_dealt:
        yield gettext("No further round is planned, unless a host adds one.")
    elif guest.seated:
        yield gettext("They're on the list for round {number}.", number=number)
    else:
        yield gettext("They play in round {number} if a seat is free.", number=number)


def seat_line(facts: DeskFacts, person: int, wording: Wording) -> str:
    """Return what becomes of the seat at a table that somebody leaves; "" if they have none."""
    seats = [table.face.mine(person) for table in facts.in_a_hurry]
    kept = [seat for seat in seats if seat is not None]
    if not kept:
        return ""
    if not any(seat.here for seat in kept):
        return wording.gettext(
            "A computer plays their seat until they're back or somebody else takes it."
        )
    waiting = tables_waiting_for(facts, person)
    said = wording.gettext("Their table has no clock and waits for them.")
    if all(table.face.has_clock for table in waiting):
        said = wording.gettext(
            "Their seat stays theirs: a computer plays there once their time runs out."
        )
    at_once = wording.gettext("To have a computer play there now, pick their table on the desk.")
    return wording.sentences(said, "" if any(each.face.paused for each in waiting) else at_once)


def tables_waiting_for(facts: DeskFacts, person: int) -> list[DeskTable]:
    """Return the tables that are at play and at which somebody plays themselves."""
    found = ((table, table.face.mine(person)) for table in facts.in_a_hurry)
    return [table for table, seat in found if seat is not None and seat.here]


def places_for(night: Night, facts: DeskFacts, person: int) -> list[tuple[DeskTable, int]]:
    """Return each seat that can be given to a guest, with its table; unclaimed ones first."""
    places = [
        (table, seat)
        for table in facts.tables
        for seat, guest in seats_to_fill(night, table, facts)
        if guest.person == person
    ]
    return sorted(places, key=lambda place: claim(night, *place))


def places_page(
    night: Night, facts: DeskFacts, guest: Guest, wording: Wording, start: int, *, at_desk: bool
) -> Page:
    """Return the seats of those who are away, to give one of them to a guest, who was picked on
    their page, or `at_desk`.
    """
    gettext, names = wording.gettext, GuestNames(night, wording)
    choices: list[Choice] = []
    for table, seat in places_for(night, facts, guest.person):
        seated = Wording(wording.language, seat_names(table.face.seats, table.face.language))
        label = place_label(table, seat, seated)
        choices.append(Choice(f"{table.face.id}.{seat}", label))
    rows: list[Row] = []
    text = gettext("Nobody's seat can be given away now.")
    if choices:
        text = gettext("Whose seat does {name} get?", name=names.said(guest.person))
        give = desk_routes.GIVE_SEAT(night.id, guest.person)
        rows.append(Select(give, gettext("Give a seat …"), part(choices, start, wording)))
    guest_page = desk_routes.GUEST(night.id, guest.person)
    back = desk_routes.DESK(night.id) if at_desk else guest_page
    rows.append((Button(back, gettext("Back")),))
    title = gettext("Give a seat · {title}", title=plain_name_of(night))
    return Page(title, text, rows=tuple(rows))


def place_label(table: DeskTable, seat: int, wording: Wording) -> str:
    """Return whose seat can be given away and at which table, and how that person has gone.

    `wording` knows the names of those who sit there.
    """
    return wording.gettext(
        "{name} (round {round}, table {number}; {gone})",
        name=wording.bare(seat),
        round=table.round,
        number=table.number,
        gone=seat_word(table.face.seats[seat].how_gone or "away", wording),
    )


def _lists(
    night: Night, facts: DeskFacts, names: GuestNames, wording: Wording, start: int
) -> Iterator[Row]:
    """Yield the lists below the guests: who is to be marked as here, one of all, the co-hosts."""
    gettext = wording.gettext
    found_gone = (each for each in night.guests.guests if each.how_gone == "not_here")
    missing = (*night.guests.not_here, *found_gone, *night.guests.with_answer("maybe"))
    missing = () if night.row.state == "open" else missing
    if missing:
        listed = [Choice(str(guest.person), names.bare(guest.person)) for guest in missing]
        choices = part(listed, start, wording)
        here = desk_routes.MARK_HERE(night.id, 0)
        yield Select(here, gettext("Mark as here …"), choices, most=len(choices))
    zone = night.row.zone
    everybody = [
        Choice(
            str(guest.person),
            names.bare(guest.person),
            more=" · ".join([heading, *_notes(guest, facts, wording, unsure=True, zone=zone)]),
        )
        for heading, found in _groups(night, wording)
        for guest in found
        if not is_former(guest.person)
    ]
    if everybody:
        shown = part(everybody, start, wording)
        yield Select(desk_routes.GUEST(night.id), gettext("Pick a guest …"), shown)
    yield ServerSelect(
        desk_routes.COHOSTS(night.id, sign_of_cohosts(night)),
        "people",
        gettext("Co-hosts: who may lead this night with you …"),
        tuple(each.id for each in night.cohosts),
        most=MOST_COHOSTS,
    )


def _lines(
    night: Night, facts: DeskFacts, names: GuestNames, wording: Wording, most: int | None
) -> Iterator[str]:
    gettext = wording.gettext
    guests = [*_guests(night, facts, names, wording, most)]
    yield from guests or [gettext("Nobody has answered yet.")]
    if night.cohosts:
        called = wording.series(plain_name(each.name) for each in night.cohosts)
        yield ""
        yield gettext("Co-hosts: {names}", names=called)
        if night.goes_on is not None:
            yield f"-# {gettext('Co-hosts lead the later nights of this series, too.')}"


def _guests(
    night: Night, facts: DeskFacts, names: GuestNames, wording: Wording, most: int | None
) -> Iterator[str]:
    """Yield all guests by their answers: a line each, or the names of so many in a line."""
    for heading, found in _groups(night, wording):
        count = wording.pgettext("of people", "{n}", n=len(found))
        parts = filter(None, (count, unconfirmed_words(found, wording)))
        yield wording.annotated(f"**{heading}**", wording.series([*parts]))
        if most is None:
            yield from (
                _guest_line(night, each, names, facts, wording, headed=True) for each in found
            )
        else:
            yield _in_line(found, names, facts, wording, most)


def _groups(night: Night, wording: Wording) -> Iterator[tuple[str, Sequence[Guest]]]:
    """Yield the guests by how they stand, those who are here first."""
    gettext, list_of = wording.gettext, night.guests.with_answer
    there, gone = night.guests.there, dict(with_how(night, "never", "home", "not_here", "off"))
    here, away = by_their_tables(night)

    def answered(answer: Answer) -> tuple[str, Sequence[Guest]]:
        found = [each for each in list_of(answer) if each.how_gone is None and each not in there]
        found = [each for each in found if not each.open_again]
        return gettext(_ANSWERS[answer]), found

    coming = [answered("in")]
    if night.row.state in ("doors", "playing"):
        # As on the card; until a round is dealt, also whose seats aren't kept.
        expected = on_the_way(night)
        unkept = [each for each in expected if is_unkept(night, each)]
        kept = [each for each in expected if each not in unkept]
        coming = [(gettext(NOT_YET), kept), (gettext(UNKEPT), unkept)]
        gone["never"] = [each for each in gone.get("never", ()) if each not in expected]
    groups = (
        (gettext("Here"), here),
        (gettext(AWAY), away),
        *coming,
        *((gone_head(how, wording), found) for how, found in gone.items() if how != "off"),
        *map(answered, ("waits", "maybe", "invited", "out")),
        (gettext(OPEN_AGAIN), night.guests.open_again),
        (gone_head("off", wording), gone.get("off", ())),
    )
    yield from ((heading, found) for heading, found in groups if found)


def _in_line(
    found: Sequence[Guest], names: GuestNames, facts: DeskFacts, wording: Wording, most: int
) -> str:
    """Return so many guests in a line, those first about whom there is something to say, but who
    comes late last.
    """
    noted, plain, late = list[str](), list[str](), list[str]()
    all_unsure = all(each.to_confirm for each in found)
    for guest in found:
        name = names.marked(guest.person)
        notes = [*_notes(guest, facts, wording, unsure=not all_unsure)]
        if notes:
            said = late if comes_late(guest, facts.now) else noted
            said.append(wording.annotated(name, " · ".join(notes)))
        else:
            plain.append(name)
    return wording.series(fit([*noted, *plain, *late], most, wording, people=True))


def _notes(
    guest: Guest, facts: DeskFacts, wording: Wording, *, unsure: bool, zone: str = ""
) -> Iterator[str]:
    """Yield what hosts should know of a guest tonight; `unsure` also says who hasn't confirmed, and
    the `zone` is for a label.
    """
    if guest.here and guest.person in facts.left_table:
        yield wording.gettext("left the table")
    elif guest.here and guest.person in facts.away:
        yield gone_word("away", wording)
    elif comes_late(guest, facts.now):
        yield late_words(guest, wording, zone)
    if guest.to_confirm and unsure:
        yield wording.gettext("yet to confirm")
    if guest.offered_until is not None and zone:
        yield wording.gettext("a seat is offered")
    elif guest.offered_until is not None:
        time = f"<t:{guest.offered_until}:t>"
        yield wording.gettext("a seat is offered until {time}", time=time)
    if guest.person in facts.elsewhere:
        yield wording.gettext("at another table")


def _guest_line(
    night: Night,
    guest: Guest,
    names: GuestNames,
    facts: DeskFacts,
    wording: Wording,
    *,
    headed: bool = False,
) -> str:
    """Return a guest with what is known, also of the nights before this one; whether they are here
    isn't said where a heading does.
    """
    gettext = wording.gettext
    parts = [names.marked(guest.person)]
    if guest.how_gone is not None and not headed:
        on_the_way = guest.how_gone == "never" and not night.dealt
        parts.append(gettext("not here yet") if on_the_way else gone_word(guest.how_gone, wording))
    elif guest.here and not headed and guest.person not in facts.away:
        parts.append(gettext("here"))
    parts += _notes(guest, facts, wording, unsure=True)
    if guest.person in facts.came:
        found = facts.came[guest.person]
        came = wording.ngettext(
            "came to {came} of {n} night", "came to {came} of {n} nights", found.of, came=found.came
        )
        parts.append(came)
        if found.left:
            left = wording.ngettext("left {n} game", "left {n} games", found.left)
            parts.append(left)
    return " · ".join(parts)


def silent_lines(night: Night, wording: Wording) -> Iterator[str]:
    """Yield who hasn't said before the doors open whether they come on this date; not that it is
    all who are In, which their number says.
    """
    guests = night.guests
    unsure = [each for each in guests.coming if each.to_confirm]
    if len(unsure) == len(guests.coming):
        unsure.clear()
    silent, names = [*guests.with_answer("invited"), *unsure], GuestNames(night, wording)
    if night.row.state != "open":
        return
    if silent:
        listed = names.list(guest.person for guest in silent)
        yield wording.gettext("No answer yet: {names}", names=listed)
    if couldnt := guests.open_again:
        # Nobody pings them: they may answer again.
        head = wording.gettext(OPEN_AGAIN)
        yield wording.labelled(head, names.list(guest.person for guest in couldnt))
