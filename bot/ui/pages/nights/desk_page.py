"""The desk of a game night: its current state, for its leaders. It never shows a hand.

Only the public faces of tables come in, even for a host who plays.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from discord import ButtonStyle

from bot.engine.game import GameInfo
from bot.engine.text import marked as _
from bot.nights.guest_list import Guest
from bot.nights.more_tables import waiting as waiting_now
from bot.nights.night import Attendance, Night
from bot.nights.rounds import break_until
from bot.nights.table_sizes import TableSizes
from bot.ui.pages import routes
from bot.ui.pages.long_lists import part
from bot.ui.pages.nights.night_card import plain_name_of, points_button
from bot.ui.pages.nights.night_tables import (
    TABLE_DETAILS,
    DeskTable,
    TableDetail,
    overtime_at,
    table_line,
)
from bot.ui.pages.nights.night_waiting import too_few_line
from bot.ui.pages.nights.night_words import GuestNames, noticed, sizes_text
from bot.ui.pages.page import (
    CHOICE_LABEL,
    Button,
    Choice,
    Page,
    Row,
    Select,
    first_to_fit,
)
from bot.ui.pages.render import PlayableGame
from bot.ui.pages.routes import Route
from bot.ui.pages.wording import Wording, cut


@dataclass(frozen=True, slots=True)
class DeskFacts:
    """What the desk shows besides the night itself."""

    playable: PlayableGame
    now: int
    tables: Sequence[DeskTable] = ()
    """The tables of the last round that was dealt, and older ones that go on, in order."""
    sizes: Sequence[TableSizes] = ()
    """How those who are In, or present, would be seated."""
    came: Mapping[int, Attendance] = field(default_factory=dict)
    """How often each guest came to the last nights."""
    elsewhere: Collection[int] = ()
    """Who plays at a live table that isn't of this night."""
    note: str = ""
    """Why the night has no thread, if it should have one."""

    @property
    def info(self) -> GameInfo:
        """Return what the game says about itself."""
        return self.playable.game.info

    @property
    def seated(self) -> set[int]:
        """Return who sits at a table that is played now."""
        return {
            seat.person
            for table in self.tables
            if not table.face.over and table.face.pace != "days"
            for seat in table.face.seats
        }

    def table(self, table_id: str | None) -> DeskTable | None:
        """Return a table by its id; None if it isn't one of these."""
        return next((each for each in self.tables if each.face.id == table_id), None)


def desk_page(
    night: Night,
    facts: DeskFacts,
    wording: Wording,
    notice: str = "",
    picked: str | None = None,
    start: int = 0,
) -> Page:
    """Return the desk, with the controls of a table if one is picked.

    `notice`, in finished words, is shown above. `start` is where a long list begins: the seats of
    the picked table, or else the tables.
    """
    chosen = facts.table(picked)
    return Page(
        title=_title(night, wording),
        text=first_to_fit(
            noticed("\n".join(_lines(night, facts, chosen, detail, wording)), notice)
            for detail in TABLE_DETAILS
        ),
        footer=wording.gettext("Night {night} · only you can see this", night=night.id),
        rows=tuple(_rows(night, facts, chosen, wording, start)),
    )


def seats_to_fill(night: Night, table: DeskTable, facts: DeskFacts) -> list[tuple[int, Guest]]:
    """Return each seat that can be given away, with each guest who could have it."""
    if table.face.phase != "playing" or table.face.paused or table.face.played_out:
        return []
    had_hands = {holder.person for holder in table.face.holders}
    had_hands |= {seat.person for seat in table.face.seats}
    return [
        (seat, guest)
        for seat in table.face.absent()
        for guest in not_seated(night, facts)
        if guest.person not in had_hands
    ]


def not_seated(night: Night, facts: DeskFacts) -> list[Guest]:
    """Return the guests who are there and have no seat at a table at play."""
    seated = facts.seated
    if night.playing is not None:
        # Those whose table is about to be dealt have a seat there.
        dealt = {table.number for table in facts.tables if table.round == night.playing.number}
        for number, table in enumerate(night.playing.seating.seated.tables, 1):
            if number not in dealt:
                seated.update(table.people)
    return [guest for guest in night.guests.can_sit if guest.person not in seated]


def _title(night: Night, wording: Wording) -> str:
    gettext = wording.gettext
    title = plain_name_of(night)
    if night.dealt:
        text = gettext("Desk · {title} · round {number} of {rounds}")
        rounds = max(night.row.rounds, len(night.dealt))
        return text.format(title=title, number=len(night.dealt), rounds=rounds)
    return gettext("Desk · {title}", title=title)


# What it says


def _lines(
    night: Night, facts: DeskFacts, chosen: DeskTable | None, detail: TableDetail, wording: Wording
) -> Iterator[str]:
    gettext = wording.gettext
    if night.over:
        yield gettext("This night is over.")
    elif night.row.state == "draft":
        yield gettext("This night isn't announced yet.")
    elif not night.dealt:
        yield from _before(night, facts, wording)
    if night.dealt:
        yield from _tables(night, facts, chosen, detail, wording)
        yield from _overtime(night, facts, wording)
    if night.row.state in ("doors", "playing"):
        yield from _people(night, facts, wording)
    if facts.note and not night.over:
        yield f"-# {facts.note}"


def _before(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    """Yield when it starts, who comes, and what is wrong."""
    gettext, guests = wording.gettext, night.guests
    yield gettext("Starts <t:{at}:F> (<t:{at}:R>)", at=guests.starts_at)
    taken = str(len(guests.coming))
    if guests.limit is not None:
        taken = gettext("{taken} of {limit}", taken=taken, limit=guests.limit)
    parts = [gettext("In: {count}", count=taken)]
    for answer, text in (("maybe", gettext("Maybe: {n}")), ("waits", gettext("Waiting: {n}"))):
        count = len(guests.with_answer(answer))  # pyright: ignore[reportArgumentType]
        if count:
            parts.append(text.format(n=count))
    if night.row.state == "doors":
        parts.append(gettext("Here: {n}", n=len(guests.there)))
    else:
        parts.append(gettext("Doors open <t:{at}:R>", at=guests.doors_at))
    yield " · ".join(parts)
    yield from amiss(night, facts, wording)


def amiss(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    """Yield what a host should know before the first round, and how guests would be seated."""
    gettext, guests = wording.gettext, night.guests
    coming = guests.there if night.row.state == "doors" else guests.with_answer("in")
    count = night.expected
    fewest = min(facts.info.seats)
    if count < fewest:
        text = wording.ngettext(
            "⚠️ {n} player so far: {game} needs {fewest}.",
            "⚠️ {n} players so far: {game} needs {fewest}.",
            count,
        )
        yield text.format(n=count, game=wording.gettext(facts.info.title), fewest=fewest)
    elif facts.sizes and facts.sizes[0].exact and len(facts.sizes[0].seats) == 1:
        yield gettext("{n} players: one table.", n=count)
    elif facts.sizes and facts.sizes[0].exact:
        text = gettext("{n} players: tables of {sizes}.")
        yield text.format(n=count, sizes=sizes_text(facts.sizes[0].seats))
    else:
        text = gettext("⚠️ {n} players don't fit: a computer fills up, or somebody sits out.")
        yield text.format(n=count)
    learners = [guest.person for guest in coming if "learner" in guest.marks]
    if learners and not any("teacher" in guest.marks for guest in coming):
        text = wording.ngettext(
            "⚠️ {names} wants to learn the game, and nobody has offered to teach.",
            "⚠️ {names} want to learn the game, and nobody has offered to teach.",
            len(learners),
        )
        names = GuestNames(night, wording)
        yield text.format(names=wording.listed([names.said(each) for each in learners]))


def _tables(
    night: Night, facts: DeskFacts, chosen: DeskTable | None, detail: TableDetail, wording: Wording
) -> Iterator[str]:
    gettext = wording.gettext
    for table in facts.tables:
        mark = "▸ " if table is chosen else ""
        yield mark + table_line(table, facts.playable, wording, len(night.dealt), detail)
    playing = night.playing
    if playing is not None:
        coming = len(playing.seating.seated.tables) - sum(
            table.round == playing.number for table in facts.tables
        )
        if coming > 0:
            text = wording.ngettext(
                "{n} more table is being dealt …",
                "{n} more tables are being dealt …",
                coming,
                n=coming,
            )
            yield text
    elif night.row.state == "playing" and not night.all_dealt:
        until = break_until(night)
        pause = "" if until is None else gettext("Break until {time}.", time=f"<t:{until}:t>")
        over = gettext("Round {number} is over.", number=len(night.dealt))
        yield wording.sentences(over, pause)
    elif night.row.state == "playing":
        yield gettext("All rounds are over. Seat another one, or end the night.")


def _overtime(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    at = overtime_at(night, facts.info)
    if at is not None and facts.now >= at:
        yield wording.gettext("⏰ This round has been running over time since <t:{at}:R>.", at=at)


def _people(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    gettext, names = wording.gettext, GuestNames(night, wording)
    if night.dealt:
        playing = night.playing
        waiting = not_seated(night, facts) if playing is not None else []
        began = 0 if playing is None else playing.began_at or 0
        parts = [
            gettext("{name} (came <t:{at}:t>)", name=names.plain(each.person), at=each.came_at)
            if (each.came_at or 0) > began
            else names.plain(each.person)
            for each in waiting
        ]
        if parts:
            yield gettext("Here without a seat: {names}", names=wording.series(parts))
        count = len(waiting_now(night, facts.seated))
        if 0 < count < min(facts.info.seats):
            yield f"-# {too_few_line(count, facts.info, wording)}"
        home = [guest.person for guest in night.guests.guests if guest.gone_at is not None]
        if home:
            yield gettext("Went home: {names}", names=names.list(home))
        if night.playing is None:
            text = gettext("Here for the next round: {n}")
            yield text.format(n=len(night.guests.there))
    if night.playing is None:
        line = [each.person for each in night.guests.with_answer("waits") if each.here]
        if line:
            text = gettext("Here, but on the waitlist: {names}")
            yield text.format(names=names.list(line))
        if line and night.guests.doors == "open" and night.guests.not_here:
            text = gettext("They get the seats of those who aren't here when doors close {when}.")
            yield "-# " + text.format(when=f"<t:{night.guests.closes_at}:R>")
    absent = [guest.person for guest in night.guests.not_here]
    if absent:
        yield gettext("Not here yet: {names}", names=names.list(absent))
    busy = [
        guest.person
        for guest in night.guests.guests
        if guest.person in facts.elsewhere and (guest.here or guest.person in absent)
    ]
    if busy:
        yield gettext("At another table now: {names}", names=names.list(busy))


# What can be pressed


def _rows(
    night: Night, facts: DeskFacts, chosen: DeskTable | None, wording: Wording, start: int
) -> Iterator[Row]:
    gettext = wording.gettext
    live = [table for table in facts.tables if table.face.phase == "playing"]
    if live:
        at = live.index(chosen) if chosen in live else start
        yield _tables_list(night, live, at, wording)
    if chosen is not None and chosen in live:
        yield _table_buttons(night, chosen, wording)
        places = _place_list(night, chosen, facts, start, wording)
        if places is not None:
            yield places
    if night.over or night.row.state == "draft":
        more = (points_button(night, wording), files_button(night, wording))
        yield (Button(routes.DESK(night.id), gettext("Refresh")), *(more if night.dealt else ()))
    else:
        yield tuple(_main_buttons(night, live, chosen, wording))
    if not night.over and night.row.state != "draft":
        yield tuple(_last_buttons(night, facts, wording))


def _main_buttons(
    night: Night, live: Sequence[DeskTable], chosen: DeskTable | None, wording: Wording
) -> Iterator[Button]:
    gettext = wording.gettext
    coming = len(night.dealt) + 1
    if night.row.state == "open":
        yield Button(routes.OPEN_DOORS(night.id, 0), gettext("Open the doors now"))
    elif night.proposal is not None:
        text = gettext("Seating of round {number}", number=coming)
        yield Button(routes.PLAN(night.id), text, ButtonStyle.primary)
    else:
        yield Button(
            routes.SEAT_ROUND(night.id, coming),
            gettext("Seat round {number}", number=coming),
            ButtonStyle.primary,
            disabled=night.playing is not None,
        )
    yield Button(routes.GUESTS(night.id), gettext("Guests …"))
    yield Button(routes.SAY(night.id), gettext("Say to all …"))
    if not live:
        yield Button(routes.LIMIT(night.id), gettext("Limit …"))
    elif all(table.face.paused for table in live):
        yield Button(routes.RESUME_ALL(night.id), gettext("Resume all"))
    else:
        yield Button(routes.PAUSE_ALL(night.id), gettext("Pause all"))
    same = routes.DESK(night.id)
    if chosen is not None:
        same = routes.DESK_TABLE(night.id, chosen.face.id)
    yield Button(same, gettext("Refresh"))


def _last_buttons(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[Button]:
    gettext = wording.gettext
    count = len(waiting_now(night, facts.seated))
    if count:
        yield Button(
            routes.SEAT_WAITING(night.id, len(night.dealt)),
            gettext("Seat those waiting …"),
            disabled=count < min(facts.info.seats),
        )
    if night.dealt:
        yield points_button(night, wording)
        yield files_button(night, wording)
    yield Button(routes.POST_AGAIN(night.id), gettext("Post again"))
    if night.row.state != "open":
        yield Button(
            routes.ASK_END_NIGHT(night.id, len(night.dealt)),
            gettext("End the night …"),
            ButtonStyle.danger,
        )


def files_button(night: Night, wording: Wording) -> Button:
    """Return the button that gives results and attendance as files."""
    return Button(routes.NIGHT_FILES(night.id), wording.gettext("Files"))


def _tables_list(night: Night, live: Sequence[DeskTable], start: int, wording: Wording) -> Select:
    choices = [Choice(table.face.id, _table_label(table, wording)) for table in live]
    shown = part(choices, start, wording)
    return Select(routes.PICK_TABLE(night.id), wording.gettext("Pick a table …"), shown)


def _table_label(table: DeskTable, wording: Wording) -> str:
    """Return a table with everybody who sits there; long names are shortened to make room."""
    seats = table.face.seats
    seated = Wording(wording.language, tuple(seat.name for seat in seats))
    text = wording.gettext("Round {round}, table {number}: {names}")
    series = (
        wording.series(cut(seated.bare(seat), cells) for seat in range(len(seats)))
        for cells in (20, 15, 10, 5)
    )
    labels = (text.format(round=table.round, number=table.number, names=each) for each in series)
    return first_to_fit(labels, CHOICE_LABEL)


def _table_buttons(night: Night, table: DeskTable, wording: Wording) -> tuple[Button, ...]:
    gettext, face = wording.gettext, table.face

    def button(route: Route, label: str, *, off: bool = False) -> Button:
        style = ButtonStyle.danger if route is routes.ASK_VOID else ButtonStyle.secondary
        return Button(route(night.id, face.id), label, style, disabled=off)

    return (
        button(routes.NUDGE, gettext("Nudge"), off=face.paused),
        button(routes.GIVE_TIME, gettext("Give 5 minutes"), off=face.paused),
        button(routes.FINISH, gettext("Computers finish it"), off=face.played_out),
        button(routes.TURN_BY_TURN, gettext("Go on turn by turn"), off=face.pace == "days"),
        button(routes.ASK_VOID, gettext("Void it …")),
    )


def _place_list(
    night: Night, table: DeskTable, facts: DeskFacts, start: int, wording: Wording
) -> Select | None:
    """Return the list of who can take whose seat; None if nobody can."""
    names = GuestNames(night, wording)
    seated = Wording(wording.language, tuple(seat.name for seat in table.face.seats))
    text = wording.gettext("Put {guest} on {owner}'s seat")
    choices = [
        Choice(
            f"{seat}.{guest.person}",
            text.format(guest=names.bare(guest.person), owner=seated.bare(seat)),
        )
        for seat, guest in seats_to_fill(night, table, facts)
    ]
    if not choices:
        return None
    return Select(
        routes.PUT_ON_SEAT(night.id, table.face.id),
        wording.gettext("Give a seat to …"),
        part(choices, start, wording),
    )


NOTHING_FOR_YOU: Final = _("You play there, so you get none.")


def really_page(
    night: Night,
    what: str,
    wording: Wording,
    table: DeskTable | None = None,
    *,
    plays: bool = False,
) -> Page:
    """Return the question whether a host really wants to end a table or the night.

    `plays` tells whether they play at that table.
    """
    gettext = wording.gettext
    if table is not None:
        title = gettext(
            "Void round {round}, table {number}?", round=table.round, number=table.number
        )
        text = gettext("The game stops without a result. Everybody there gets half the points.")
        if plays:
            text = f"{text} {gettext(NOTHING_FOR_YOU)}"
        void = routes.VOID(night.id, table.face.id)
        yes = Button(void, gettext("Void it"), ButtonStyle.danger)
        back = Button(routes.DESK_TABLE(night.id, table.face.id), gettext("Back"))
    else:
        title = gettext("End {title}?", title=plain_name_of(night))
        text = gettext("No more rounds. Games that are still on go on and count when they end.")
        end = routes.END_NIGHT(night.id, len(night.dealt))
        yes = Button(end, gettext("End the night"), ButtonStyle.danger)
        back = Button(routes.DESK(night.id), gettext("Back"))
    return Page(title, text, rows=((yes, back),))
