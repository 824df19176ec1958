"""What can be pressed on the desk of a game night."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.nights.guest_list import Guest
from bot.nights.minded_seats import several_minded
from bot.nights.more_tables import without_seat
from bot.nights.night import Night
from bot.nights.pilot import alone, open_calls
from bot.nights.series_rules import leads_back
from bot.nights.stages import deal_at, missing, missing_next, next_round, pace_of_games
from bot.nights.standstill import call_of, slow_at
from bot.tables.clock import HOUR, MINUTE
from bot.ui.pages.long_lists import part
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.call_buttons import SEVERAL_STUCK
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.desk_more import (
    add_table_button,
    ask_end_button,
    finish_all_button,
    resume_all_button,
    seat_button,
    seating_button,
)
from bot.ui.pages.nights.desk_table_buttons import (
    first_of_table,
    of_table,
    own_back_buttons,
    own_way_buttons,
    put_label,
)
from bot.ui.pages.nights.leading_on import back_button, to_plan
from bot.ui.pages.nights.night_card import points_button
from bot.ui.pages.nights.night_games import infos_of
from bot.ui.pages.nights.night_guests import places_for
from bot.ui.pages.nights.night_tables import DeskTable, last_on, overtime_at
from bot.ui.pages.nights.night_words import GuestNames, gone_list, series_button
from bot.ui.pages.nights.pilot_buttons import pilot_row
from bot.ui.pages.page import CHOICE_LABEL, ROWS, Button, Choice, Row, Select, first_to_fit
from bot.ui.pages.phone_height import in_their_rows
from bot.ui.pages.wording import Wording, cut, seat_names

GREEN: Final = ButtonStyle.success
DOORS_SOON: Final = 3 * HOUR
"""From so long before the doors are due on, the desk offers first to open them."""
DOORS_TODAY: Final = 12 * HOUR
"""From so long before the doors are due on, the desk offers to open them at all."""
LONG_ASKED: Final = MINUTE
"""After so long somebody may not be there for whom all others wait."""


def desk_rows(
    night: Night,
    facts: DeskFacts,
    chosen: DeskTable | None,
    wording: Wording,
    start: int,
    *,
    more: bool = False,
) -> Iterator[Row]:
    """Yield the controls of the desk; if a table is picked, that table's and the way back: what
    matters there now, or all that is behind *More …*.
    """
    gettext = wording.gettext
    live = [table for table in facts.tables if table.face.phase == "playing"]
    urgent = {table.face.id: how_urgent(night, table, facts) for table in live}
    live.sort(key=lambda table: urgent[table.face.id], reverse=True)
    lists = 0
    if live and not (more and chosen in live):
        at = live.index(chosen) if chosen in live else start
        signs = {table: sign_of(night, table, urgency) for table, urgency in urgent.items()}
        yield _tables_list(night, live, chosen, at, signs, facts.now, wording)
        lists += 1
    if chosen is not None and chosen in live:
        yield from of_table(night, chosen, facts, start, wording, more=more)
    elif night.over or night.row.state == "draft":
        if leads_back(night):
            yield (back_button(night, wording),)
        refresh = Button(desk_routes.DESK(night.id), gettext("Refresh"))
        after = (points_button(night, wording), _more_button(night, wording))
        if night.over and (coming := to_plan(night, facts.following, wording)):
            yield (replace(coming[0], style=ButtonStyle.primary), *coming[1:])
        series = series_button(facts.following or night, wording)
        yield (*(after if night.dealt else ()), *series, refresh)
    else:
        if gone := _gone_list(night, facts, start, wording):
            yield gone
            lists += 1
        # Each button is always in the same row, and what matters most first of all.
        rows = (
            (*_now_buttons(night, live, facts, wording),),
            (*_people_buttons(night, facts, wording),),
            (*_last_buttons(night, facts, wording),),
        )
        yield from in_their_rows(rows, ROWS - lists)


def _now_buttons(
    night: Night, live: Sequence[DeskTable], facts: DeskFacts, wording: Wording
) -> Iterator[Button]:
    """Yield what a leader may press now about the evening and its tables: what waits for them
    first, and last what pauses tables that go on.
    """
    pilot = pilot_row(night, pace_of_games(night, infos_of(facts.games)), wording)
    held = night.row.stage == "held"
    yield from own_back_buttons(facts, wording)
    if _comes(night, facts.me) or makes_enough(night, facts):
        yield Button(desk_routes.HERE_MYSELF(night.id), wording.gettext("I'm here"), GREEN)
    if held:
        yield from pilot
    if paused := [table for table in facts.in_a_hurry if table.face.paused]:
        resume = resume_all_button(night, wording)
        all_paused = len(paused) == len(facts.in_a_hurry)
        yield replace(resume, style=ButtonStyle.primary) if all_paused else resume
    yield from _amiss_button(night, live, facts.now, wording)
    yield from _slow_buttons(night, facts, wording)
    yield from _main_buttons(night, facts, wording)
    yield from own_way_buttons(facts, wording)
    if len(paused) < len(facts.in_a_hurry):
        yield Button(desk_routes.PAUSE_ALL(night.id), wording.gettext("Pause all"))
    if not held:
        yield from pilot


def _main_buttons(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[Button]:
    """Yield what a leader does next: the doors, the next round, or the end."""
    if night.row.state == "open":
        if _doors_soon(night, facts):
            yield _doors_button(night, wording)
    elif night.proposal is not None:
        announced = deal_at(night) is not None
        style = ButtonStyle.secondary if announced else ButtonStyle.primary
        yield seating_button(night, wording, style)
    elif night.playing is None:
        # On an evening that runs by itself nobody need press it.
        waited_for = night.row.pilot != "auto" or night.row.stage == "held"
        enough = len(night.guests.there) >= min(facts.info.seats)
        style = ButtonStyle.primary if waited_for and enough else ButtonStyle.secondary
        if night.all_dealt:
            yield ask_end_button(night, wording, ButtonStyle.primary)
            style = ButtonStyle.secondary
        yield seat_button(night, wording, style)
        if waited_for and missing_next(night, pace_of_games(night, infos_of(facts.games))):
            yield ask_end_button(night, wording, ButtonStyle.secondary)


def _people_buttons(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[Button]:
    """Yield what is about the guests: who is here, who gets a seat, and what they are told."""
    waiting = without_seat(night, facts.seated)
    few = len(waiting) < min(facts.info.seats)
    if few and (give := _give_button(night, waiting, facts, wording)):
        yield give
    elif waiting and not (few and facts.all_finishing):
        yield add_table_button(night, wording, disabled=few)
    yield Button(desk_routes.GUESTS(night.id), wording.gettext("Guests …"))
    yield Button(desk_routes.SAY(night.id), wording.gettext("Tell all …"))


def _doors_soon(night: Night, facts: DeskFacts) -> bool:
    """Tell whether the doors may be what a leader opens the desk for."""
    return night.guests.doors_at - facts.now <= DOORS_SOON


def _doors_button(night: Night, wording: Wording) -> Button:
    # Doors that should have opened wait for a leader.
    style = ButtonStyle.primary if night.guests.missed else ButtonStyle.secondary
    label = wording.gettext("Open the doors now")
    return Button(desk_routes.OPEN_DOORS(night.id, 0), label, style)


def makes_enough(night: Night, facts: DeskFacts) -> bool:
    """Tell whether a round could be played if whoever looks at the desk played, too."""
    pace = pace_of_games(night, infos_of(facts.games))
    lacks = missing(night, pace) if night.guests.doors == "closed" else 0
    guest = None if facts.me is None else night.guests.find(facts.me)
    here = facts.me is None or (guest is not None and guest.here)
    return not here and (lacks or missing_next(night, pace)) == 1


def _comes(night: Night, person: int | None) -> bool:
    """Tell whether somebody who leads a night is a guest who isn't here, or no more."""
    guest = None if person is None else night.guests.find(person)
    on = night.row.state in ("doors", "playing") and not night.all_played
    if guest is None or not on:
        return False
    return guest.answer in ("in", "waits") and not guest.here


def _last_buttons(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[Button]:
    """Yield what is about the round or the night as a whole."""
    if can_finish_all(night, facts):
        yield finish_all_button(night, wording)
    if len(night.dealt) > 1 or any(table.face.over for table in facts.tables):
        # Before a game is over nobody has any.
        yield points_button(night, wording)
    yield _more_button(night, wording)
    yield Button(desk_routes.DESK(night.id), wording.gettext("Refresh"))
    early = night.guests.doors_at - facts.now
    if night.row.state == "open" and DOORS_SOON < early <= DOORS_TODAY:
        # Hours before, no thumb should find it first.
        yield _doors_button(night, wording)


def can_finish_all(night: Night, facts: DeskFacts) -> bool:
    """Tell whether the desk has a button by which computers finish all games."""
    overdue = overtime_at(night, facts.games)
    late = overdue is not None and facts.now >= overdue
    stuck = sum(needs_host(night, table, facts.now) for table in facts.in_a_hurry)
    return len(facts.in_a_hurry) > 1 and (late or stuck >= SEVERAL_STUCK)


def _give_button(
    night: Night, waiting: Sequence[Guest], facts: DeskFacts, wording: Wording
) -> Button | None:
    """Return the button that gives a seat to the first of those who wait who can have one; it
    stands out if nobody claims that seat. None if there is no seat for them.
    """
    for guest in waiting:
        places = places_for(night, facts, guest.person)
        if places:
            table, seat = places[0]
            free = table.face.seats[seat].free
            name = GuestNames(night, wording).bare(guest.person)
            text = wording.gettext("Give {name} a seat …", name=name)
            if free and len(places) == 1:
                # Nothing is asked then.
                text = put_label(table, seat, name, wording)
            return Button(
                desk_routes.GIVE_SEAT_FROM_DESK(night.id, guest.person),
                text,
                ButtonStyle.primary if free else ButtonStyle.secondary,
            )
    return None


def _more_button(night: Night, wording: Wording) -> Button:
    said = wording.gettext("Results …") if night.over else wording.gettext("Change or end …")
    return Button(desk_routes.DESK_MORE(night.id), said)


def _tables_list(
    night: Night,
    live: Sequence[DeskTable],
    chosen: DeskTable | None,
    start: int,
    signs: Mapping[str, str],
    now: int,
    wording: Wording,
) -> Select:
    """Return the list of tables, with their `signs`; it is named after the one that the buttons
    below are about, or after what is to be done if several need a host.
    """
    ids = {table.face.id: table for table in live}
    choices = [Choice(at, _table_label(ids[at], wording, signs[at])) for at in ids]
    shown = part(choices, start, wording)
    named = wording.gettext("Pick a table …")
    if len(_amiss(night, live, now)) > 1:
        named = wording.gettext("Look after a table …")
    if chosen is not None and chosen in live:
        named = _table_label(chosen, wording)
    return Select(desk_routes.PICK_TABLE(night.id), named, shown)


def _table_label(table: DeskTable, wording: Wording, sign: str = "") -> str:
    """Return a table with everybody who sits there; long names are shortened to make room."""
    seats = table.face.seats
    seated = Wording(wording.language, seat_names(seats, table.face.language))
    text = wording.gettext("Round {round}, table {number}: {names}")
    series = (
        wording.series(cut(seated.bare(seat), cells) for seat in range(len(seats)))
        for cells in (20, 15, 10, 5)
    )
    labels = (
        sign + text.format(round=table.round, number=table.number, names=each) for each in series
    )
    return first_to_fit(labels, CHOICE_LABEL)


def _amiss(night: Night, live: Sequence[DeskTable], now: int) -> list[DeskTable]:
    """Return the tables of the newest round that need a host."""
    newest = len(night.dealt)
    return [table for table in live if table.round == newest and needs_host(night, table, now)]


def _amiss_button(
    night: Night, live: Sequence[DeskTable], now: int, wording: Wording
) -> Iterator[Button]:
    """Yield the button of the table that needs a host; of several, the list has them first."""
    amiss = _amiss(night, live, now)
    if len(amiss) == 1:
        yield Button(
            desk_routes.ANSWER_CALL(night.id, amiss[0].face.id),
            wording.gettext("Look after table {table}", table=amiss[0].number),
            ButtonStyle.primary,
        )


def _slow_buttons(night: Night, facts: DeskFacts, wording: Wording) -> Sequence[Button]:
    """Return what a leader can do about somebody for whom a table, or the whole round, has waited
    for long: no table need be picked for it. Of several tables, for the one that has the longest.
    """
    last, found = last_on(night, facts.tables), list[tuple[int, DeskTable]]()
    for table in facts.tables:
        face = table.face
        if table.round != len(night.dealt) or face.paused or needs_host(night, table, facts.now):
            continue
        since = [face.seats[seat].asked_at or facts.now for seat in slow_seats(table, facts)]
        asked = [face.seats[seat] for seat in face.people_asked()]
        if table is last:
            times = [seat.asked_at or facts.now for seat in asked if seat.person != facts.me]
            since += [at for at in times if at + LONG_ASKED <= facts.now]
        found += [(min(since), table)] if since else []
    if not found:
        return ()
    _since, longest = min(found, key=lambda each: each[0])
    return first_of_table(night, longest, facts, wording)


def slow_seats(table: DeskTable, facts: DeskFacts) -> list[int]:
    """Return the seats of those for whose move a table has waited for long, but whoever looks."""
    return [
        seat
        for seat, at in slow_at(table.face).items()
        if at <= facts.now and table.face.seats[seat].person != facts.me
    ]


def sign_of(night: Night, table_id: str, urgency: int) -> str:
    """Return the sign before a table that calls, or that is as urgent as `how_urgent` says; "" for
    others.
    """
    calls = open_calls(night, None)
    if any(each.why == "table" and each.table == table_id for each in calls):
        return "🔔 "
    return "⚠️ " if urgency else ""


def how_urgent(night: Night, table: DeskTable, facts: DeskFacts) -> int:
    """Return how much a table needs whoever looks at the desk: most where it needs a host, less
    where it waits for long for a move of somebody else or computers play for several, and 0 where
    it does neither.
    """
    if needs_host(night, table, facts.now):
        return 2
    return 1 if slow_seats(table, facts) or several_minded(table.face) else 0


def needs_host(night: Night, table: DeskTable, now: int) -> bool:
    """Tell whether a table that is played doesn't go on by itself, nor do computers finish it.

    Where a host leads alone nobody is called for it.
    """
    face = table.face
    if face.phase != "playing" or face.left_to_computers():
        return False
    calls = {
        each.why
        for each in open_calls(night, None)
        # A table that has just been resumed is still called for until that is noted.
        if each.table == face.id
        and (each.still != "paused" or face.paused)
        # Whom a table waits for is on the desk anyway.
        and each.still != "slow"
    }
    if any(each.table == face.id for each in alone(night)):
        return "table" in calls
    still = call_of(night, face) if night.row.pilot == "host" else None
    stands = still is not None and still.still != "slow" and still.at <= now
    return face.deserted() or bool(calls) or stands


def _gone_list(night: Night, facts: DeskFacts, start: int, wording: Wording) -> Select | None:
    """Return the list from which somebody is taken out of the next round, first of whom the desk
    says that they may have gone; None if it says so of nobody.
    """
    if next_round(night) is None:
        return None
    others = [each.person for each in night.guests.there if each.person not in facts.away]
    return gone_list(night, facts.away, desk_routes.GONE(night.id), wording, others, start)
