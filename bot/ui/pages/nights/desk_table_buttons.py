"""What can be pressed about a table that is picked on the desk of a game night."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.free_seats import freed_once_gone
from bot.nights.night import Night
from bot.tables.going_on import can_ask
from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.long_lists import part
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.desk_facts import DeskFacts, seats_to_fill
from bot.ui.pages.nights.night_games import game_by_key
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.page import ROWS, Button, Choice, Row, Select
from bot.ui.pages.phone_height import in_lines, in_their_rows
from bot.ui.pages.place_words import discord_address
from bot.ui.pages.route import Route
from bot.ui.pages.tables.end_page import back_button
from bot.ui.pages.wording import Wording, seat_names


def of_table(
    night: Night, table: DeskTable, facts: DeskFacts, start: int, wording: Wording, *, more: bool
) -> Iterator[Row]:
    """Yield the controls of a table that is picked: what matters there now, and the way back; or
    all that is behind *More …*.
    """
    gettext, here = wording.gettext, desk_routes.DESK_TABLE(night.id, table.face.id)
    of_people = _people_buttons(night, table.face, facts, wording)
    of_table = _table_buttons(night, table, facts, wording)
    rules = tuple(_rules_button(table.face, facts, wording))
    if more:
        yield from in_lines(of_people, ROWS - 2)
        yield of_table
        yield (*rules, Button(here, gettext("Back")))
        return
    first = _first_at_table(table, facts, of_people, of_table)
    behind = desk_routes.DESK_TABLE_MORE(night.id, table.face.id)
    others = len(first) < len(of_people) + len(of_table)
    places = _places(night, table, facts, start, wording)
    if isinstance(places, Select):
        yield places
    # Each button is always in the same row: what helps now, what there is besides, the ways.
    yield from in_their_rows(
        (
            (
                *(places if isinstance(places, tuple) else ()),
                *_answers(table.face, facts, wording),
                *first,
            ),
            (
                *((Button(behind, gettext("More …")),) if others else ()),
                *(rules if facts.asks != "rule" else ()),
                *(
                    ()
                    if night.over
                    else (Button(desk_routes.GUESTS(night.id), gettext("Guests …")),)
                ),
            ),
            (
                *own_way_buttons(facts, wording, table.face),
                Button(desk_routes.DESK(night.id), gettext("Back")),
                Button(here, gettext("Refresh")),
            ),
        ),
        ROWS - 2,
    )


def first_of_table(
    night: Night, table: DeskTable, facts: DeskFacts, wording: Wording
) -> Sequence[Button]:
    """Return the two buttons of a table that matter most, as they are once it is picked."""
    people = _people_buttons(night, table.face, facts, wording)
    return _first_at_table(table, facts, people, _table_buttons(night, table, facts, wording))


def _first_at_table(
    table: DeskTable, facts: DeskFacts, people: Sequence[Button], others: Sequence[Button]
) -> Sequence[Button]:
    """Return the two buttons of a table that matter most: its leader's own seat, who is asked, and
    the mildest that helps, which comes first while those who are asked can still be reminded; where
    nobody is there, that computers finish it. What can't be taken back isn't among them, unless
    there is nothing else. A table at play that has called for another reason than that somebody is
    missing needs none of them.
    """
    face, mild = table.face, [each for each in others if each.style != ButtonStyle.danger]
    asked = {face.seats[seat].person for seat in face.people_asked()}
    finish = [each for each in mild if each.id.startswith(desk_routes.ASK_FINISH.head)]
    if face.paused:
        # Nothing goes on there without it.
        first = [replace(each, style=ButtonStyle.primary) for each in mild[:1]]
    elif facts.asks in ("rule", "wrong"):
        return ()
    elif face.deserted():
        first = [
            *(replace(each, style=ButtonStyle.primary) for each in finish),
            *people[:1],
        ]
    elif asked == {facts.me}:
        # The table waits for nobody else.
        first = mild[:2]
    else:
        first = [*people[:1], *mild[:1]]
        if facts.to_nudge(face) and people[:1] and people[0].style != ButtonStyle.success:
            # Their turn has just begun: until they are reminded, nobody need be gone.
            first.reverse()
    return first or others[:1]


def _answers(face: TableFace, facts: DeskFacts, wording: Wording) -> Iterator[Button]:
    """Yield what answers a table that has called as something there isn't clear: the way there, and
    the rules where the question is about them.
    """
    if facts.asks in ("rule", "wrong") and not _sits(face, facts.me):
        yield from _way(face, wording.gettext("Go to the table"))
    if facts.asks == "rule":
        yield from _rules_button(face, facts, wording)


def own_way_buttons(
    facts: DeskFacts, wording: Wording, picked: TableFace | None = None
) -> Iterator[Button]:
    """Yield the way to the table where the leader plays, unless another is `picked`: it stays as
    long as they play there.
    """
    for table in facts.in_a_hurry:
        if _sits(table.face, facts.me) and picked in (None, table.face):
            yield from _way(table.face, wording.gettext("My table"))
            return


def _sits(face: TableFace, person: int | None) -> bool:
    return person is not None and face.seat_of(person) is not None


def _way(face: TableFace, label: str) -> Iterator[Button]:
    if face.place_id is not None:
        yield Button("", label, url=discord_address(face.guild_id, face.place_id))


def _rules_button(face: TableFace, facts: DeskFacts, wording: Wording) -> Iterator[Button]:
    """Yield the button to the rules of what is played at a table, if this bot has that game."""
    if game_by_key(facts.games, face.game_key) is not None:
        yield Button(routes.RULES_BESIDE(face.game_key), wording.gettext("Rules"))


def _table_buttons(
    night: Night, table: DeskTable, facts: DeskFacts, wording: Wording
) -> tuple[Button, ...]:
    """Return what somebody can do about a table now; not what would be refused."""
    gettext, face = wording.gettext, table.face
    finishing, days = face.left_to_computers(), face.pace == "days"

    def button(route: Route, label: str, *, on: bool = True) -> tuple[Button, ...]:
        style = ButtonStyle.danger if route is desk_routes.ASK_VOID else ButtonStyle.secondary
        return (Button(route(night.id, face.id), label, style),) if on else ()

    awaits = bool(face.people_asked())
    timed = awaits and bool(face.move_time) and not days
    # The mildest first.
    return (
        *button(desk_routes.RESUME_TABLE, gettext("Resume"), on=face.paused and not days),
        *_nudge_button(night, face, facts, wording),
        *button(desk_routes.GIVE_TIME, gettext("Give 5 minutes"), on=timed),
        *button(desk_routes.ASK_FINISH, gettext("Computers finish it …"), on=not finishing),
        *button(
            desk_routes.ASK_TURN_BY_TURN,
            gettext("Finish it another day …"),
            on=not finishing and not days,
        ),
        *button(desk_routes.ASK_VOID, gettext("End without a result …")),
    )


def _nudge_button(
    night: Night, face: TableFace, facts: DeskFacts, wording: Wording
) -> Iterator[Button]:
    """Yield the button that reminds those who are asked, which says whom, or calls all back."""
    meant = facts.to_nudge(face)
    seats = ".".join(map(str, meant))
    if meant:
        seated = Wording(wording.language, seat_names(face.seats, face.language))
        label = wording.ngettext("Nudge {n} player", "Nudge {n} players", len(meant))
        if len(meant) == 1:
            label = wording.gettext("Nudge {name}", name=seated.on_button(meant[0]))
        yield Button(desk_routes.NUDGE(night.id, face.id, seats), label)
    elif face.can_be_called and not face.to_remind():
        yield Button(desk_routes.NUDGE(night.id, face.id, seats), wording.gettext("Nudge"))


def _people_buttons(
    night: Night, face: TableFace, facts: DeskFacts, wording: Wording
) -> tuple[Button, ...]:
    """Return the buttons that are about one of those who play at a table; they may be too many."""
    back = _back_button(face, facts.me, wording)
    asks = _ask_buttons(night, face, facts, wording)
    return (*back, *asks, *_not_here_buttons(night, face, facts, wording))


def _ask_buttons(
    night: Night, face: TableFace, facts: DeskFacts, wording: Wording
) -> Iterator[Button]:
    """Yield the buttons by which a leader asks who plays with them about those the table waits for:
    deciding it alone would cost them their points.
    """
    mine, names = None if facts.me is None else face.seat_of(facts.me), GuestNames(night, wording)
    if mine is None or face.motion is not None:
        return
    for number in face.people_asked():
        person = face.seats[number].person
        if can_ask(face, mine, number) and not facts.surely_there(face, number):
            label = wording.gettext("Ask the table about {name}", name=names.bare(person))
            yield Button(desk_routes.ASK_TABLE(night.id, face.id, person), label)


def _back_button(face: TableFace, me: int | None, wording: Wording) -> Iterator[Button]:
    """Yield the button by which the leader takes up their own seat again, if they are away; the
    answer is their hand, as anywhere else.
    """
    seat = None if me is None else face.mine(me)
    if seat is not None and seat.absent and not face.left_to_computers():
        yield back_button(face.id, wording)


def own_back_buttons(facts: DeskFacts, wording: Wording) -> Iterator[Button]:
    """Yield the button by which the leader takes up their own seat again, from the desk."""
    if (table := _left_by_me(facts)) is not None:
        yield from _back_button(table.face, facts.me, wording)


def own_seat_lines(facts: DeskFacts, wording: Wording) -> Iterator[str]:
    """Yield to the leader that a computer plays on their seat, or the game waits for them."""
    if (table := _left_by_me(facts)) is not None:
        said = _("👉 A computer plays for you at table {number}. Press **I'm back**.")
        if table.face.deserted() or table.face.paused:
            said = _("👉 You're away from table {number}. Press **I'm back**.")
        yield wording.gettext(said, number=table.number)


def _left_by_me(facts: DeskFacts) -> DeskTable | None:
    """Return the table at play at which whoever looks at the desk is away."""
    for table in facts.in_a_hurry:
        seat = None if facts.me is None else table.face.mine(facts.me)
        if seat is not None and seat.absent:
            return table
    return None


def _not_here_buttons(
    night: Night, face: TableFace, facts: DeskFacts, wording: Wording
) -> Iterator[Button]:
    """Yield the buttons by which a computer plays for somebody: first for those who are asked, of
    them for who is known to have gone. Whoever plays now may be there all the same, so it is asked
    first; the seat of whoever is away already comes free.

    If the table has called as somebody is missing, only for those it waits for, but whoever has
    called, and who is away.
    """
    asks = face.pace != "days" and not face.played_out
    asked = {face.seats[number].person for number in face.people_asked()}
    sure = {seat.person for n, seat in enumerate(face.seats) if facts.surely_there(face, n)}
    there = [face.seats[number].person for number in face.people_here() if not face.paused]
    found = map(night.guests.find, there)
    guests = [guest for guest in found if guest is not None and guest.person != facts.me]
    away = map(night.guests.find, freed_once_gone(night, face))
    if facts.asks == "missing":
        guests = [guest for guest in guests if guest.person in asked - sure]
    guests += [guest for guest in away if guest is not None and guest.here]
    for guest in sorted(guests, key=lambda guest: (guest.person not in asked, guest.here)):
        name = GuestNames(night, wording).bare(guest.person)
        label = wording.gettext("{name} isn't here", name=name)
        if asks and guest.person in there:
            label = wording.gettext("{name} isn't here …", name=name)
        yield Button(desk_routes.NOT_AT_TABLE(night.id, face.id, guest.person), label)


def others_gone(
    night: Night, facts: DeskFacts, chosen: DeskTable | None, wording: Wording
) -> Iterator[str]:
    """Yield where a leader says that people are gone for whom the picked table has no button, as it
    is paused.
    """
    if chosen is None or night.over or chosen.face.phase != "playing":
        return
    if chosen.face.paused and any(s.here and s.person != facts.me for s in chosen.face.seats):
        yield wording.gettext(
            "While this table is paused, press **{button}** to say who isn't here.",
            button=wording.gettext("Guests …"),
        )


def _places(
    night: Night, table: DeskTable, facts: DeskFacts, start: int, wording: Wording
) -> Row | None:
    """Return the list of who can take whose seat, or the button if only one can take only one;
    None if nobody can.
    """
    names = GuestNames(night, wording)
    places = seats_to_fill(night, table, facts)
    choices = [
        Choice(f"{seat}.{guest.person}", put_label(table, seat, names.bare(guest.person), wording))
        for seat, guest in places
    ]
    if len(choices) == 1:
        put = desk_routes.PUT_ON_SEAT(night.id, table.face.id, choices[0].value)
        return (Button(put, choices[0].label, ButtonStyle.primary),)
    if not choices:
        return None
    return Select(
        desk_routes.PUT_ON_SEAT(night.id, table.face.id),
        wording.gettext("Give a seat to …"),
        part(choices, start, wording),
    )


def put_label(table: DeskTable, seat: int, guest: str, wording: Wording) -> str:
    """Return what a leader presses or picks to put a guest on a seat: at once if that is free, else
    it asks first.
    """
    seated = Wording(wording.language, seat_names(table.face.seats, table.face.language))
    free = seat in table.face.free()
    text = _("Put {guest} in {owner}'s free seat") if free else _("Put {guest} in {owner}'s seat …")
    return wording.gettext(text, guest=guest, owner=seated.bare(seat))
