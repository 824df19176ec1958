"""What is behind *Change or end …* on a night's desk besides its plan, and the questions there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.guest_list import Guest
from bot.nights.night import Night
from bot.tables.clock import HOUR
from bot.tables.clocks import may_miss
from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.form import Form, TextLine
from bot.ui.pages.long_lists import fit, part
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_card import points_button
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.night_words import (
    GuestNames,
    plain_name_of,
    series_button,
)
from bot.ui.pages.nights.seats_to_take import moves_left_there
from bot.ui.pages.nights.standings_page import SHOWN_HALF
from bot.ui.pages.page import ROW, Button, Choice, Page, Row, Select
from bot.ui.pages.wording import Wording

HALF_FOR_ALL: Final = _(
    "The game stops without a result. Whoever is still there gets {half} night points."
)
NOTHING_LEFT: Final = _(
    "The game stops without a result. Nobody is there any more, so nobody gets night points."
)
GOES_ON: Final = _("The game goes on over the next days, turn by turn. It counts when it ends.")
WHICH_GAME: Final = _("Which game has a wrong result? The record of the game stays as it was.")
ANOTHER_DAY: Final = 12 * HOUR
"""A night that starts later than that isn't today's."""
MOST_WITHOUT: Final = 5
"""The most who get no points that are named."""
POINTS_TO: Final = _(
    "Whoever has the seat at the end gets the points of its game, if they themselves made at least "
    "half of its moves."
)
NOTHING_FOR_YOU: Final = _(
    "You play at this table, too: if you do this, you yourself get no night points for this game."
)


def more_page(night: Night, wording: Wording) -> Page:
    """Return what a leader can still do about a night that is over."""
    gettext = wording.gettext
    back = Button(desk_routes.DESK(night.id), gettext("Back"))
    return Page(
        gettext("Results · {title}", title=plain_name_of(night)),
        gettext("This night is over."),
        rows=(tuple(_looked_back(night, wording)), (back,)),
    )


def more_rows(night: Night, wording: Wording) -> Iterator[Row]:
    """Yield what a leader can do about a night that isn't over, besides changing its plan."""
    again = Button(desk_routes.POST_AGAIN(night.id), wording.gettext("Post the night again"))
    yield (again, *series_button(night, wording), *_looked_back(night, wording))
    yield (*_endings(night, wording), Button(desk_routes.DESK(night.id), wording.gettext("Back")))


def _looked_back(night: Night, wording: Wording) -> Iterator[Button]:
    if night.dealt:
        yield Button(desk_routes.CORRECT(night.id), wording.gettext("Correct a result …"))
        yield Button(desk_routes.NIGHT_FILES(night.id), wording.gettext("Result files"))


def _endings(night: Night, wording: Wording) -> Iterator[Button]:
    """Yield what ends a round that is played, or the night: it is cancelled until something was
    dealt.
    """
    style = ButtonStyle.danger
    playing = night.playing
    if playing is not None and len(playing.seating.seated.tables) > 1:
        # Before the round runs late, or tables are stuck, it isn't on the desk itself.
        yield finish_all_button(night, wording)
    if not night.dealt:
        yield cancel_button(night, wording, style)
    if night.row.state != "open":
        yield ask_end_button(night, wording, style)


def cancel_button(night: Night, wording: Wording, style: ButtonStyle) -> Button:
    """Return the button that asks whether a night, or also its series, should be called off."""
    return Button(routes.ASK_CANCEL(night.id), wording.gettext("Cancel the night …"), style)


def ask_end_button(night: Night, wording: Wording, style: ButtonStyle) -> Button:
    """Return the button that asks whether a night should end."""
    ask = desk_routes.ASK_END_NIGHT(night.id, len(night.dealt))
    return Button(ask, wording.gettext("End the night …"), style)


def seat_button(night: Night, wording: Wording, style: ButtonStyle) -> Button:
    """Return the button that seats the next round, or one more than were planned."""
    coming = len(night.dealt) + 1
    label = wording.gettext("Seat round {number}", number=coming)
    if night.all_played:
        label = wording.gettext("One more round")
    return Button(desk_routes.SEAT_ROUND(night.id, coming), label, style)


def seating_button(night: Night, wording: Wording, style: ButtonStyle) -> Button:
    """Return the button that shows who sits where in the round that is seated."""
    text = wording.gettext("Seating of round {number}", number=len(night.dealt) + 1)
    return Button(desk_routes.PLAN(night.id), text, style)


def resume_all_button(night: Night, wording: Wording) -> Button:
    """Return the button by which all tables that are paused go on."""
    return Button(desk_routes.RESUME_ALL(night.id), wording.gettext("Resume all"))


def finish_all_button(night: Night, wording: Wording) -> Button:
    """Return the button that asks whether computers should finish all games of the round."""
    ask = desk_routes.ASK_FINISH_ALL(night.id, len(night.dealt))
    return Button(ask, wording.gettext("Computers finish all …"))


def add_table_button(night: Night, wording: Wording, *, disabled: bool = False) -> Button:
    """Return the button that asks whether those who wait should get a table in this round."""
    number = len(night.dealt)
    label = wording.gettext("Add a table to round {number} …", number=number)
    return Button(desk_routes.ADD_TABLE(night.id, number), label, disabled=disabled)


def early_doors_page(night: Night, now: int, wording: Wording) -> Page:
    """Return the question whether doors should open long before they would by themselves; a day
    that isn't today stands first.
    """
    gettext, starts, title = wording.gettext, night.guests.starts_at, f"**{plain_name_of(night)}**"
    day = gettext(
        "⚠️ {title} is on {date}, {when}. Open the doors only if you play now.",
        title=title,
        date=f"<t:{starts}:D>",
        when=f"<t:{starts}:R>",
    )
    soon = gettext(
        "{title} starts {when}, also if the doors open now.", title=title, when=f"<t:{starts}:R>"
    )
    told = gettext("Everybody who is in is told that they are open.")
    return Page(
        gettext("Open the doors now?"),
        wording.sentences(day if starts - now > ANOTHER_DAY else soon, told),
        rows=(
            (
                Button(
                    desk_routes.OPEN_DOORS(night.id, desk_routes.SURE),
                    gettext("Open the doors now"),
                ),
                Button(desk_routes.DESK(night.id), gettext("Back")),
            ),
        ),
    )


def void_page(night: Night, table: DeskTable, wording: Wording, *, plays: bool = False) -> Page:
    """Return the question whether a table should really end without a result.

    `plays` tells whether whoever is asked plays at that table.
    """
    gettext = wording.gettext
    title = gettext(
        "End round {round}, table {number} without a result?",
        round=table.round,
        number=table.number,
    )
    void = desk_routes.VOID(night.id, table.face.id), gettext("End without a result")
    text = NOTHING_LEFT if table.face.deserted() else HALF_FOR_ALL
    said = title, gettext(text, half=SHOWN_HALF)
    return sure_page(_shown(night, table), said, void, wording, plays=plays)


def days_page(night: Night, table: DeskTable, wording: Wording) -> Page:
    """Return the question whether a game should really go on turn by turn."""
    gettext = wording.gettext
    title = gettext(
        "Round {round}, table {number}: finish it another day?",
        round=table.round,
        number=table.number,
    )
    free = "" if night.all_dealt else gettext("Its players can join the next round.")
    text = wording.sentences(gettext(GOES_ON), free)
    go_on = desk_routes.TURN_BY_TURN(night.id, table.face.id), gettext("Finish it another day")
    return sure_page(_shown(night, table), (title, text), go_on, wording)


def put_page(
    night: Night,
    table: DeskTable,
    seat: int,
    guest: Guest,
    wording: Wording,
    *,
    left: tuple[int | None, bool],
    costs: bool,
    own: bool,
) -> Page:
    """Return the question whether a guest should really get the seat of somebody who is away;
    `own` tells whether that is whoever is asked, `costs` whether they get no night points for it.
    `left` are the most moves that are left there, and whether those are too few for points.
    """
    gettext = wording.gettext
    seated = Wording(wording.language, tuple(each.name for each in table.face.seats))
    who = GuestNames(night, wording).said(guest.person)
    for_good = gettext(
        "{owner} can't come back to it, and gets none of its points.", owner=seated.name(seat)
    )
    if own:
        for_good = gettext("You can't come back to it, and get none of its points.")
    moves, too_few = left
    points = gettext(POINTS_TO)
    if too_few:
        points = gettext(
            "That's too few for the seat's points: {guest} may come last whatever the score.",
            guest=who,
        )
    half = gettext(
        "If it's their first seat in this round, playing it earns {guest} {half} night points at "
        "least.",
        guest=who,
        half=SHOWN_HALF,
    )
    said = (
        gettext("Put {guest} in {owner}'s seat?", owner=seated.bare(seat), guest=guest.name),
        wording.sentences(
            gettext("{guest} plays the rest of this game.", guest=who),
            for_good,
            moves_left_there(moves, wording),
            points,
            half,
        ),
    )
    value = f"{seat}.{guest.person}"
    put = desk_routes.PUT_FOR_GOOD(night.id, table.face.id, value), gettext("Give the seat")
    return sure_page(_shown(night, table), said, put, wording, plays=costs)


def put_away_page(
    night: Night, table: DeskTable, person: int, wording: Wording, *, plays: bool
) -> Page:
    """Return the question whether somebody really isn't there who plays at a table; `plays` tells
    whether whoever is asked plays there, too.
    """
    gettext, names = wording.gettext, GuestNames(night, wording)
    again = gettext("{name} plays the next round only after coming back.", name=names.said(person))
    said = (
        gettext("Have a computer play for {name}?", name=names.bare(person)),
        wording.sentences(
            gettext(
                "It plays until {name} is back or somebody takes the seat.", name=names.said(person)
            ),
            "" if night.all_dealt else again,
            gettext(POINTS_TO),
            _by_itself(table.face, person, names, wording),
        ),
    )
    gone = desk_routes.SURELY_NOT_AT_TABLE(night.id, table.face.id, person)
    label = gettext("Have a computer play")
    return sure_page(_shown(night, table), said, (gone, label), wording, plays=plays)


def _by_itself(face: TableFace, person: int, names: GuestNames, wording: Wording) -> str:
    """Return after how many moves that somebody misses a computer plays for them anyway; "" if
    none ever does.
    """
    seat = face.mine(person)
    left = None if seat is None or not face.has_clock else may_miss(seat, face.on_timeout)
    if left is None:
        return ""
    return wording.ngettext(
        "If you do nothing, a computer plays after {n} more move that {name} misses.",
        "If you do nothing, a computer plays after {n} more moves in a row that {name} misses.",
        left,
        name=names.said(person),
    )


def off_page(night: Night, guest: Guest, wording: Wording) -> Page:
    """Return the question whether a guest should really be taken off the list."""
    gettext, name = wording.gettext, GuestNames(night, wording).bare(guest.person)
    place = gettext("They lose their place.") if guest.answer in ("in", "waits") else ""
    told = gettext("They're told in the night's thread. They can answer again.")
    off = desk_routes.SURELY_OFF(night.id, guest.person), gettext("Take off the list")
    back = desk_routes.GUEST(night.id, guest.person)
    title = gettext("Take {name} off the list?", name=name)
    return sure_page(back, (title, wording.sentences(place, told)), off, wording)


def _shown(night: Night, table: DeskTable) -> str:
    """Return the id of what shows a table on the desk."""
    return desk_routes.DESK_TABLE(night.id, table.face.id)


def sure_page(
    back: str, said: tuple[str, str], yes: tuple[str, str], wording: Wording, *, plays: bool = False
) -> Page:
    """Return the question before what can't be taken back on the desk.

    `back` is the id of what shows what it is about, `said` its title and what that means, `yes` the
    id and the label of the button that does it.
    """
    title, text = said
    if plays:
        text = wording.sentences(text, wording.gettext(NOTHING_FOR_YOU))
    buttons = Button(*yes, ButtonStyle.danger), Button(back, wording.gettext("Back"))
    return Page(title, text, rows=(buttons,))


def correct_page(night: Night, games: Sequence[Choice], wording: Wording, start: int) -> Page:
    """Return the question which game of a night should be corrected."""
    gettext = wording.gettext
    rows: list[Row] = []
    text = gettext("No game of this night has ended yet.")
    if games:
        text = gettext(WHICH_GAME)
        pick = desk_routes.CORRECT(night.id)
        rows.append(Select(pick, gettext("Pick a game …"), part(games, start, wording)))
    rows.append((Button(desk_routes.DESK_MORE(night.id), gettext("Back")),))
    title = gettext("Correct a result · {title}", title=plain_name_of(night))
    return Page(title, text, rows=tuple(rows))


def ask_corrected_page(
    night: Night, corrected: str, text: str, changes: Sequence[str], wording: Wording
) -> Page:
    """Return the question whether a result should really be corrected: what the `text` says, and
    what changes by it, both in finished words. `corrected` is the id of what does it.
    """
    gettext = wording.gettext
    lines = [text, "", gettext("**Night points**")]
    lines += changes or [gettext("They stay as they are.")]
    told = _(
        "Everybody can then read it in the night's thread, with your name. Nobody gets a ping."
    )
    lines += ["", gettext(told)]
    correct = Button(corrected, gettext("Correct it"), ButtonStyle.primary)
    back = Button(desk_routes.CORRECT(night.id), gettext("Back"))
    return Page(gettext("Correct it like this?"), "\n".join(lines), rows=((correct, back),))


def corrected_page(night: Night, table_id: str, done: str, wording: Wording) -> Page:
    """Return what was corrected, in finished words, and the ways to the points and the desk, and to
    another correction of that table: nothing else takes one back.
    """
    again = Button(
        desk_routes.CORRECT_GAME(night.id, table_id), wording.gettext("Wrong? Correct again …")
    )
    desk = Button(desk_routes.DESK(night.id), wording.gettext("Desk"))
    return Page("", done, rows=((points_button(night, wording), again, desk),))


def which_correction(games: Sequence[Choice], wording: Wording) -> Page:
    """Return the question which of several games was meant: each by what opens its form again."""
    buttons = [Button(routes.again(each.value), each.label) for each in games]
    title, text = wording.gettext("Correct a result"), wording.gettext(WHICH_GAME)
    rows = tuple(tuple(buttons[at : at + ROW]) for at in range(0, len(buttons), ROW))
    return Page(title, text, rows=rows)


def no_points_line(names: Sequence[str], wording: Wording) -> str:
    """Return who gets no points of a seat whatever its place, why, and what a host can do about it
    instead, where they don't come last already; "" for nobody. `names` are as they stand in a
    sentence.
    """
    if not names:
        return ""
    return wording.ngettext(
        "{names} made fewer than half of the moves of their seat, so no place gives them night "
        "points. Put them last, and the others move up.",
        "{names} made fewer than half of the moves of their seats, so no place gives them night "
        "points. Put them last, and the others move up.",
        len(names),
        names=wording.listed(fit(names, MOST_WITHOUT, wording, people=True)),
    )


def correct_form(
    night: Night, table_id: str, order: str, most: tuple[int, int], wording: Wording
) -> Form:
    """Return the form for a corrected result, with the order as it is; `most` is how much fits."""
    gettext = wording.gettext
    return Form(
        desk_routes.ASK_CORRECTED(night.id, table_id),
        gettext("Correct a result"),
        (
            TextLine(
                "places", gettext("Order, ties with =, as in: Bob, Ada = Cleo"), order, most=most[0]
            ),
            TextLine("reason", gettext("Why (everybody reads it)"), most=most[1]),
        ),
    )
