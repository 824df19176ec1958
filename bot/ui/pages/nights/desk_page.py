"""The desk of a game night: its current state, for its leaders. It never shows a hand.

Only the public faces of tables come in, even for a host who plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.nights.leading import never_started
from bot.nights.more_tables import without_seat
from bot.nights.night import Night
from bot.nights.pilot import left_alone
from bot.nights.proposals import gone_since
from bot.nights.rounds import recap_due
from bot.nights.series_rules import never_opened
from bot.nights.stages import next_round, pace_of_games
from bot.tables.clock import HOUR
from bot.ui.pages.gone_words import GOES_AFTER
from bot.ui.pages.nights.desk_between import between_lines, proposed_lines, seat_lines
from bot.ui.pages.nights.desk_buttons import (
    desk_rows,
    how_urgent,
    makes_enough,
    sign_of,
    slow_seats,
)
from bot.ui.pages.nights.desk_facts import DeskFacts, not_seated, off_their_table, resting, unseated
from bot.ui.pages.nights.desk_table_buttons import others_gone, own_seat_lines
from bot.ui.pages.nights.gone_guests import (
    came_lines,
    coming_late,
    early_lines,
    missing_lines,
)
from bot.ui.pages.nights.in_line import waiting_line
from bot.ui.pages.nights.leading_on import leads_on, to_plan
from bot.ui.pages.nights.next_start import needed_line, needed_now
from bot.ui.pages.nights.night_games import infos_of, left_out_lines, picks_words
from bot.ui.pages.nights.night_guests import places_for, silent_lines
from bot.ui.pages.nights.night_sizes import newcomers_time
from bot.ui.pages.nights.night_tables import (
    LINKED,
    SEATED,
    UNLINKED,
    DeskTable,
    TableDetail,
    goes_after,
    overtime_at,
    table_line,
)
from bot.ui.pages.nights.night_waiting import waits_for_lines
from bot.ui.pages.nights.night_words import (
    GuestNames,
    as_of,
    away_lines,
    counted_words,
    linked_recap,
    noticed,
    offer_lines,
    plain_name_of,
    sizes_text,
    unconfirmed_words,
)
from bot.ui.pages.nights.pilot_buttons import keeps_words
from bot.ui.pages.nights.pilot_words import HEADS, pilot_lines
from bot.ui.pages.nights.seats_offered import minded_lines, too_few_line
from bot.ui.pages.nights.who_teaches import untaught_lines, without_teacher
from bot.ui.pages.page import Page, first_to_fit
from bot.ui.pages.phone_height import height
from bot.ui.pages.wording import Wording, capital
from storage.night_rows import Answer

SCREEN: Final = 600.0
"""The most pixels of a desk, so that all that can be pressed is in sight: what is around it and the
field to write in take the rest of a phone. One that is higher says less of each table.
"""
NAMED_SCREEN: Final = 740.0
"""The same for one that names who sits where: rather that than all buttons in sight."""
FEW: Final = 2
"""So few tables that still play always have how far their games are."""


def desk_page(
    night: Night,
    facts: DeskFacts,
    wording: Wording,
    notice: str = "",
    picked: str | None = None,
    start: int = 0,
    *,
    more: bool = False,
) -> Page:
    """Return the desk, with the controls of a table if one is picked: those that matter there now,
    or `more`.

    `notice`, in finished words, is shown above. `start` is where a long list begins: the seats of
    the picked table, or else the tables.
    """
    chosen = facts.table(picked)

    def text(detail: TableDetail) -> str:
        said = "\n".join(_lines(night, facts, chosen, detail, wording))
        # What stays as it is needn't say as of when.
        on = not night.over or any(table.face.phase == "playing" for table in facts.tables)
        return as_of(facts.now, noticed(said, notice), wording) if on else noticed(said, notice)

    quiet = night.over or night.row.stage == "held"
    leads = wording.labelled(wording.gettext("Who leads"), wording.gettext(HEADS[night.row.pilot]))
    page = Page(
        title=_title(night, wording),
        text="",
        footer="" if quiet else leads,
        rows=tuple(desk_rows(night, facts, chosen, wording, start, more=more)),
    )
    for detail in LINKED:
        page = replace(page, text=text(detail))
        if height(page) <= (NAMED_SCREEN if detail == "people" else SCREEN):
            return page
    return replace(page, text=first_to_fit([page.text, *map(text, UNLINKED)]))


def _title(night: Night, wording: Wording) -> str:
    gettext = wording.gettext
    title = plain_name_of(night)
    if night.dealt:
        return gettext(
            "Desk · {title} · round {number} of {rounds}",
            title=title,
            number=len(night.dealt),
            rounds=night.round_count,
        )
    return gettext("Desk · {title}", title=title)


def _lines(
    night: Night, facts: DeskFacts, chosen: DeskTable | None, detail: TableDetail, wording: Wording
) -> Iterator[str]:
    gettext = wording.gettext
    if night.over:
        said, _buttons = leads_on(night, facts.following, wording, leads=True)
        yield over_line(night, wording)
        yield from _came(night, wording)
        if said:
            yield said
        unplayed = night.row.state == "over" and not night.dealt
        if unplayed and to_plan(night, facts.following, wording):
            yield gettext("Pick another date below, or ask which one suits.")
    elif night.row.state == "draft":
        yield gettext("This night isn't announced yet.")
    elif not night.dealt:
        yield from _before(night, facts, wording)
    if night.dealt:
        yield from own_seat_lines(facts, wording)
        yield from between_lines(night, facts, wording)
        yield from _tables(night, facts, chosen, detail, wording)
        yield from untaught_lines(night, facts, wording)
        yield from others_gone(night, facts, chosen, wording)
        yield from minded_lines(night, chosen, facts.seated, wording)
        yield from _overtime(night, facts, wording)
    if not night.over:
        yield from left_out_lines(night, facts.games, wording)
        yield from proposed_lines(night, wording)
        yield from seat_lines(night, facts, wording)
    pace = pace_of_games(night, infos_of(facts.games))
    hurries, brief = bool(facts.in_a_hurry), detail != "all"
    rests = any(table.face.paused for table in facts.in_a_hurry)
    yield from pilot_lines(
        night, pace, facts.games, wording, hurries=hurries, rests=rests, brief=brief
    )
    if makes_enough(night, facts):
        yield gettext("Do you play, too? Press **I'm here**.")
    if night.row.state in ("doors", "playing"):
        yield from _people(night, facts, wording)
    if facts.note and not night.over:
        yield f"-# {facts.note}"


def over_line(night: Night, wording: Wording) -> str:
    """Return that a night is over, or cancelled, why nothing was played, and where its recap is."""
    gettext = wording.gettext
    few = gettext("Too few people came.") if night.row.stage == "few" and not night.dealt else ""
    unplayed = night.row.state == "over" and not night.dealt
    if unplayed and not any(guest.came_at for guest in night.guests.guests):
        few = gettext("Nobody came.")
    if never_started(night):
        few = gettext("No host started it.")
    if never_opened(night):
        few = gettext("Its doors never opened.")
    recap = linked_recap(night, wording) if recap_due(night) else ""
    off, over = gettext("This night is cancelled."), gettext("This night is over.")
    return wording.sentences(off if night.row.state == "cancelled" else over, few, recap)


def _came(night: Night, wording: Wording) -> Iterator[str]:
    """Yield who came to a night of which nothing was played; nothing if nobody did."""
    came = [guest.person for guest in night.guests.guests if guest.came_at]
    if came and not night.dealt:
        names = GuestNames(night, wording).list(came)
        yield wording.gettext("Came: {names}", names=names)


def _before(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    """Yield when it starts, who comes, and what is wrong."""
    gettext, guests = wording.gettext, night.guests
    said = gettext("Start: <t:{at}:F> (<t:{at}:R>)")
    if abs(guests.starts_at - facts.now) < HOUR:
        # The day says nothing then.
        said = gettext("Start: <t:{at}:t> (<t:{at}:R>)")
    yield said.format(at=guests.starts_at)
    taken = str(len(guests.coming))
    if guests.limit is not None:
        taken = gettext("{taken} of {limit}", taken=taken, limit=guests.limit)
    unsure = unconfirmed_words(guests.coming, wording)
    said = gettext("In: {count}", count=taken)
    parts = [wording.annotated(said, unsure) if unsure else said]
    if night.row.state == "doors" and guests.doors != "open" and guests.limit is None:
        # Who is here counts, and no answer any longer: whoever is In and isn't here is named.
        parts.clear()
    others: tuple[tuple[Answer, str], ...] = (
        ("maybe", gettext("Maybe: {n}")),
        ("waits", gettext("Waiting: {n}")),
        ("out", gettext("Can't come: {n}")),
    )
    for answer, text in others:
        count = sum(not each.open_again for each in guests.with_answer(answer))
        shown = {"maybe": bool(parts), "out": night.row.state == "open"}.get(answer, True)
        if count and shown:
            parts.append(text.format(n=count))
    if night.row.state == "doors":
        parts.append(gettext("Here: {n}", n=len(guests.there)))
    yield " · ".join(parts)
    yield from offer_lines(night, GuestNames(night, wording), wording)
    yield from silent_lines(night, wording)
    if night.proposal is None:
        # Else that says how they sit.
        yield from _seated(night, facts, wording)
        pace = pace_of_games(night, infos_of(facts.games))
        yield from early_lines(night, pace, facts.now, wording)
    yield from without_teacher(night, wording)
    if night.proposal is None and (longer := newcomers_time(night, wording)):
        # Else that says it of its tables.
        yield wording.gettext("{sentence}.", sentence=capital(longer))


def _seated(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    """Yield how those who may come, or are here, would be seated."""
    guests, count = night.guests, night.expected
    pace = pace_of_games(night, infos_of(facts.games))
    fits = count >= min(facts.info.seats) and bool(facts.sizes) and facts.sizes[0].exact
    awaited = night.row.state == "doors" and guests.doors == "open" and bool(guests.not_here)
    keeps = keeps_words(night, pace, wording)
    if (needed := needed_now(night, pace, keeps, wording)) and night.row.stage != "held":
        if night.row.pilot != "auto":
            # Else what happens by itself says it.
            yield f"⚠️ {needed}"
    elif fits or not awaited:
        # Else they come in one by one, and nothing is wrong with that.
        said = _seated_line(night, count, facts, wording)
        if fits and awaited:
            said = wording.gettext("So far {said}", said=said)
        yield wording.sentences(said, counted_words(night, wording))


def _seated_line(night: Night, count: int, facts: DeskFacts, wording: Wording) -> str:
    """Return at which tables so many would sit, or why that doesn't work out."""
    pace, guests = pace_of_games(night, infos_of(facts.games)), night.guests
    needed, gettext = needed_line(pace, wording), wording.gettext
    # Nothing is wrong while there is time to answer.
    soon = night.row.state != "open" or guests.starts_at - facts.now <= HOUR
    if not count and not guests.coming and night.row.state == "open":
        nobody = wording.sentences(gettext("⚠️ Nobody is in yet."), needed)
        return nobody if soon else gettext("Nobody is in yet.")
    if not count and night.row.state == "doors":
        return wording.sentences(gettext("⚠️ Nobody is here yet."), needed)
    if count < pace.enough:
        said = wording.ngettext("⚠️ {n} player so far.", "⚠️ {n} players so far.", count)
        if not soon:
            said = wording.ngettext("{n} player so far.", "{n} players so far.", count)
        return wording.sentences(said, needed)
    if count < pace.fewest:
        said = gettext("{n} players: one table, which a computer fills up.", n=count)
    elif not facts.sizes or not facts.sizes[0].exact:
        said = gettext(
            "⚠️ {n} players don't fit: a computer fills up, or somebody sits out.", n=count
        )
    elif len(facts.sizes[0].seats) == 1:
        said = gettext("{n} players: one table.", n=count)
    else:
        sizes = sizes_text(facts.sizes[0].seats, wording)
        said = gettext("{n} players: {sizes}.", n=count, sizes=sizes)
    first = facts.sizes[0] if facts.sizes else None
    return wording.sentences(said, picks_words(night, facts.games, count, first, wording))


def _tables(
    night: Night, facts: DeskFacts, chosen: DeskTable | None, detail: TableDetail, wording: Wording
) -> Iterator[str]:
    left = left_alone(night, pace_of_games(night, infos_of(facts.games)))
    urgent = {table.face.id: how_urgent(night, table, facts) for table in facts.tables}
    signs = {table: sign_of(night, table, urgency) for table, urgency in urgent.items()}
    mine = {table.face.id for table in facts.tables if _own_turn(table, facts.me)}

    def waits(table: DeskTable) -> tuple[bool, int]:
        return table.face.id not in mine, -urgent[table.face.id]

    # What waits for whoever looks at it stands first.
    for table in sorted(facts.tables, key=waits):
        own = table.face.id in mine
        shown = table is chosen and table.face.phase == "playing" and night.playing is not None
        mark = ("▸ " if shown else "") + ("👉 " if own else "") + signs[table.face.id]
        by = left.get(table.face.id) if table.face.deserted() else None
        newest, about = len(night.dealt), _about(table, facts, chosen, detail)
        yield mark + table_line(
            table,
            facts.games,
            wording,
            newest,
            about,
            by=by,
            own=own,
            slow=bool(slow_seats(table, facts)),
        )
    playing = night.playing
    if playing is not None:
        yield from waits_for_lines(night, facts, wording, chosen)
        coming = len(playing.seating.seated.tables) - sum(
            table.round == playing.number for table in facts.tables
        )
        if coming > 0:
            yield wording.ngettext(
                "{n} table is being dealt …", "{n} tables are being dealt …", coming
            )


def _about(
    table: DeskTable, facts: DeskFacts, chosen: DeskTable | None, detail: TableDetail
) -> TableDetail:
    """Return how much is said about a table where so much is said of all."""
    if detail in SEATED and chosen in facts.in_a_hurry and table is not chosen:
        # The buttons are about the table that is picked.
        return "links"
    if detail in LINKED and sum(each.face.phase == "playing" for each in facts.tables) <= FEW:
        # How long they still take is what everybody waits for.
        return "all"
    return "people" if detail == "links" and table is chosen else detail


def _own_turn(table: DeskTable, me: int | None) -> bool:
    """Tell whether whoever looks at the desk is to move at a table: their clock runs meanwhile."""
    seat = None if me is None else table.face.seat_of(me)
    return seat in table.face.people_asked()


def _overtime(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    at = overtime_at(night, facts.games)
    if at is not None and facts.now >= at and night.row.stage != "finishing":
        yield wording.gettext("⏰ This round has been running over time since <t:{at}:t>.", at=at)


def _people(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    gettext, names = wording.gettext, GuestNames(night, wording)
    if night.dealt:
        playing = night.playing
        waiting = [] if playing is None else unseated(night, facts)
        began = 0 if playing is None else playing.began_at or 0
        parts = [
            gettext("{name} (came <t:{at}:t>)", name=names.plain(each.person), at=each.came_at)
            if (each.came_at or 0) > began
            else names.plain(each.person)
            for each in waiting
        ]
        if parts:
            yield gettext("Here without a seat: {names}", names=wording.series(parts))
        if out := [
            each.person for each in not_seated(night, facts) if each.person in resting(night)
        ]:
            yield gettext("Sitting out: {names}", names=names.list(sorted(out)))
        yield from _off(night, facts, names, wording)
        waits = without_seat(night, facts.seated)
        free = any(places_for(night, facts, each.person) for each in waits)
        if 0 < len(waits) < min(facts.info.seats) and not free and not facts.all_finishing:
            yield f"-# {too_few_line(night, facts.games, wording, facts.tables, waits)}"
        if next_round(night) is not None:
            yield gettext("Here for the next round: {n}", n=len(night.guests.there))
            if playing is None:
                yield from came_lines(night, names, wording)
                yield from away_lines(night, facts.away, names, wording)
    if night.playing is None:
        if line := waiting_line(night, names, wording):
            yield line
        # Doors that opened days before the hour still stand open once rounds are played.
        if line and not night.dealt and night.guests.doors == "open" and night.guests.not_here:
            text = gettext(
                "They get the seats of those who aren't here when doors close {when}.",
                when=f"<t:{night.guests.closes_at}:R>",
            )
            yield "-# " + text
    awaited = [each for each in night.guests.not_here if each.late or not night.all_played]
    late = coming_late(night, facts.now)
    home, proposal = night.guests.gone_home, night.proposal
    since = () if proposal is None else gone_since(night, proposal)
    yield from _goes_after(facts, names, wording)
    playing_on = {*_still_playing(facts)}
    left = [each for each in night.guests.gone if each in home or each not in since]
    left = [each for each in left if each not in playing_on]
    gone = left if night.dealt else ()
    yield from missing_lines(night, gone, late, awaited, names, wording)
    absent = [guest.person for guest in awaited if not guest.late]
    busy = [
        guest.person
        for guest in night.guests.guests
        if guest.person in facts.elsewhere and (guest.here or guest.late or guest.person in absent)
    ]
    if busy:
        yield gettext("At another table now: {names}", names=names.list(busy))


def _still_playing(facts: DeskFacts) -> Iterator[int]:
    """Yield who has said that they go home, and still plays."""
    for table in facts.tables:
        seats = enumerate(table.face.seats)
        yield from (each.person for seat, each in seats if goes_after(table, seat))


def _goes_after(facts: DeskFacts, names: GuestNames, wording: Wording) -> Iterator[str]:
    if people := [*_still_playing(facts)]:
        yield wording.gettext(GOES_AFTER, names=names.list(people))


def _off(night: Night, facts: DeskFacts, names: GuestNames, wording: Wording) -> Iterator[str]:
    """Yield who is here and not at their table any more, and when they play again."""
    off = [each.person for each in off_their_table(night, facts)]
    if off and not night.all_dealt:
        yield wording.gettext(
            "No longer at their table, back in round {number}: {names}",
            number=len(night.dealt) + 1,
            names=names.list(off),
        )
    elif off:
        yield wording.gettext("No longer at their table: {names}", names=names.list(off))
