"""Who isn't there, for boards and screens: for whom computers play, and which seats are free."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.nights.minded_seats import can_lose
from bot.nights.more_tables import LONG_WAITED
from bot.tables.clock import MINUTE
from bot.tables.going_on import to_go_on
from bot.tables.table_event import TableEvent
from bot.tables.table_face import PublicFacts, TableFace
from bot.ui.pages import routes
from bot.ui.pages.page import ROW, Button
from bot.ui.pages.tables.table_event_lines import table_event_line
from bot.ui.pages.wording import SIGN, Wording

STAYING_AWAY: Final = _(
    "If a computer makes more than half of your moves, or you're away at the end, you finish "
    "behind everybody who stays."
)
BEHIND_IF_AWAY: Final = _("If you don't come back in time, you finish behind everybody who stays.")
NO_POINTS_IF_AWAY: Final = _("If you don't come back in time, you get no night points.")
"""The same in a few words, for pings; this one where night points are played for."""
THEN_PLAYS: Final = _("Then a computer plays for you until you're back.")
"""What comes before it, where that isn't said yet."""
NO_POINTS_THEN: Final = _("That place brings no night points.")
"""Behind any of these where a night's points are played for; whoever came late has some anyway."""
FEW_OWN: Final = _(
    "So far {own} of your seat's {moves} choices are your own. With fewer than half, you finish "
    "behind everybody who stays."
)
TOO_LATE: Final = _(
    "Only {own} of your seat's {moves} choices so far are your own, and too few are left to catch "
    "up. So you finish behind everybody who stays."
)
ITS_POINTS: Final = _("This seat's points are yours if you make at least half of its moves.")
TOO_FEW_LEFT: Final = _(
    "You can't make half of this seat's moves any more, so it brings you no points."
)


def whom_a_computer_plays_for(table: TableFace) -> int | None:
    """Return for whose seat a computer plays now, for the title; None for nobody's or several.

    Where more are away, all of them are named below it, so the title says whose turn it is.
    """
    asked, several = table.to_act(), len(table.away()) > 1
    off = table.phase != "playing" or table.paused or table.deserted()
    if off or several or len(asked) != 1:
        return None
    seat = table.seats[asked[0]]
    return asked[0] if seat.level is None and seat.mind is not None else None


def away_line(table: TableFace, number: int, wording: Wording, *, brief: bool) -> str:
    """Return until when somebody is away whose away days go on, as a sentence; `brief` if it is
    said already that a computer plays for them, or none does now.
    """
    seat = table.seats[number]
    _, name, when = wording.gettext, wording.name(number), f"<t:{seat.back_at}:f>"
    if seat.away and not brief:
        return _("💤 {name} is away until {when}; a computer plays for them.", name=name, when=when)
    return _("💤 {name} is away until {when}.", name=name, when=when)


def come_back_line(table: TableFace, wording: Wording) -> str:
    """Return to somebody for whom a computer plays how they come back, and what goes on till then:
    nothing while the game is paused, or waits for them.
    """
    if table.paused:
        return wording.gettext("The game is paused. Press **I'm back** to play once it goes on.")
    if table.deserted():
        waits, by = wording.gettext("The game waits for you. Press **I'm back** to return."), ""
        if table.alone_until is not None:
            by = wording.gettext(
                "If nobody is back by {time}, computers finish it.",
                time=f"<t:{table.alone_until}:t>",
            )
        return wording.sentences(waits, by)
    return wording.gettext("A computer is playing for you. Press **I'm back** to return.")


def paused_line(table: TableFace, wording: Wording, mine: int | None = None) -> str:
    """Return who moves first once a paused game goes on, and where it is resumed: to the person on
    seat `mine`, or to all. On a night its hosts do that.
    """
    _, asked = wording.gettext, table.people_asked() or table.to_act()
    says = _("You move next.") if mine in asked else _("Next: {names}.", names=wording.names(asked))
    more = table.on_server and table.night_id is None
    return wording.sentences(says, _("You can resume under **More**.") if more else "")


def minded_line(moves: int, wording: Wording) -> str:
    """Return to somebody how many moves a computer has made for them, above what is told of it."""
    return wording.ngettext(
        "Meanwhile a computer made {n} choice for you, marked {sign}:",
        "Meanwhile a computer made {n} choices for you. {sign} marks the latest:",
        moves,
        sign=SIGN,
    )


def away_costs(table: PublicFacts, wording: Wording, *, then: bool = False) -> str:
    """Return what it costs somebody to leave their seat to a computer; `then` says that one plays
    there, behind what comes before it.
    """
    plays = wording.gettext(THEN_PLAYS) if then else ""
    said = wording.sentences(plays, wording.gettext(STAYING_AWAY))
    return wording.sentences(said, _no_points(table, wording))


def _no_points(table: PublicFacts, wording: Wording) -> str:
    """Return that it also costs the points of a night, if these are played for; "" if not."""
    counts = table.night_id is not None and table.pace != "days"
    return wording.gettext(NO_POINTS_THEN) if counts else ""


def brief_costs(table: TableFace, number: int, wording: Wording) -> str:
    """Return in a few words what it costs to stay away from a seat; "" if that costs nothing."""
    if table.seats[number].gone is None or table.deserted():
        return ""
    if table.night_id is not None and table.pace != "days":
        return wording.gettext(NO_POINTS_IF_AWAY)
    return wording.gettext(BEHIND_IF_AWAY)


def staying_away(table: TableFace, number: int, wording: Wording, until: int | None = None) -> str:
    """Return what it costs somebody to leave their seat to a computer, as sentences; "" if that
    costs nothing. `until` is when others may have it, if that is known.
    """
    falls = table.seats[number].gone is not None and not table.deserted()
    taken = may_be_taken(table, number, wording, until)
    return wording.sentences(taken, away_costs(table, wording) if falls else "")


def may_be_taken(table: TableFace, number: int, wording: Wording, until: int | None = None) -> str:
    """Return to somebody who isn't there from when others may have their seat: at `until`, if that
    is known; "" if they may not.
    """
    if table.seats[number].free and number in table.free():
        return wording.gettext("Until then somebody else may take your seat.")
    if not can_lose(table, number):
        return ""
    if until is not None:
        return wording.gettext(
            "From {time} on, or sooner if a host says so, somebody who waits may get your seat.",
            time=f"<t:{until}:t>",
        )
    return wording.ngettext(
        "Once you've been away for {n} minute, or sooner if a host says so, somebody who waits may "
        "get your seat.",
        "Once you've been away for {n} minutes, or sooner if a host says so, somebody who waits "
        "may get your seat.",
        LONG_WAITED // MINUTE,
    )


def alone_line(table: TableFace, number: int, wording: Wording) -> str:
    """Return to somebody on a night that they are the last of several people at their table, and
    how they get out; "" to others.
    """
    left = [seat.person for seat in table.seats if seat.level is None and not seat.here]
    on = table.night_id is not None and table.phase == "playing" and not table.paused
    if not on or not left or table.people_here() != (number,):
        return ""
    return wording.gettext(
        "Only computers play against you now. Press **More**, then **End or give up …**, to stop."
    )


def few_own_moves(
    table: TableFace,
    number: int,
    own_moves: tuple[int, int],
    wording: Wording,
    left: int | None = None,
) -> str:
    """Return what it costs somebody that others, or computers, have made half of their seat's moves
    or more; "" as long as they haven't, or if it costs nothing. Of a seat that they took over that
    is whether its points can still be theirs.

    `own_moves` is how many of them they made themselves, and how many there were; no more than
    `left` are to come, if that is known.
    """
    (own, moves), seat = own_moves, table.seats[number]
    had_it = seat.first == seat.person
    # Off nights whoever took the seat over has nothing to lose.
    concerns = had_it or table.night_id is not None
    settled = table.practice or table.played_out or seat.gave_up
    if moves < 2 or 2 * own > moves or settled or not concerns:
        return ""
    if left is not None and left < moves - 2 * own:
        if not had_it:
            return wording.gettext(TOO_FEW_LEFT)
        late = wording.gettext(TOO_LATE, own=own, moves=moves)
        return wording.sentences(late, _no_points(table, wording))
    if not had_it:
        return wording.gettext(ITS_POINTS)
    few = wording.gettext(FEW_OWN, own=own, moves=moves)
    return wording.sentences(few, _no_points(table, wording))


def go_on_rows(
    table: TableFace, wording: Wording, mine: int | None = None
) -> tuple[tuple[Button, ...], ...]:
    """Return the row of buttons with which the others can be asked to go on without somebody.

    None while a vote is open, and none about seat `mine`.
    """
    if table.motion is not None:
        return ()
    _ = wording.gettext
    labels = {"stand_in": _("Let a computer play for {name}"), "free": _("Free {name}'s seat")}
    row = tuple(
        Button(
            routes.GO_ON(table.id, what, number),
            labels[what].format(name=wording.on_button(number)),
        )
        for what, number in to_go_on(table, mine)[:ROW]
    )
    return (row,) if row else ()


def deserted_line(table: TableFace, wording: Wording) -> str:
    """Return whom a game waits for while nobody is there; whoever gave up can't come back to it.

    On a game night it may not wait for long.
    """
    _, until = wording.gettext, table.alone_until
    names = wording.either([wording.name(seat) for seat in table.away()])
    if until is not None and table.vacated():
        return _(
            "If nobody comes back or takes a seat by {time}, computers finish the game.",
            time=f"<t:{until}:t>",
        )
    if until is not None:
        return _(
            "{names} can come back until {time}. After that, computers finish the game.",
            names=names,
            time=f"<t:{until}:t>",
        )
    if table.vacated():
        return _("The game waits until somebody takes a seat.")
    if table.night_id is not None:
        return _("{names} can still come back.", names=names)
    return _("The game waits until {names} is back.", names=names)


def absent_lines(table: TableFace, wording: Wording) -> list[str]:
    """Return who is away and which seats are free, for the board; no lines if all are here, or
    nothing is played any more. Where computers finish the game, why, as its title says that alone.
    """
    if table.phase != "playing":
        return []
    if table.left_to_computers():
        told = (each for each in reversed(table.recent) if isinstance(each, TableEvent))
        why = [
            table_event_line(each, wording, table.on_timeout, table.language)
            for each in told
            if each.what == "played_out"
        ]
        return [*why[:1], wording.gettext("Nobody can come back to it.")]
    played_for, on_days = whom_a_computer_plays_for(table), table.on_away_days()
    still = table.deserted()
    days = [
        away_line(table, number, wording, brief=still or number == played_for) for number in on_days
    ]
    if still:
        return [deserted_line(table, wording), *days]
    lines: list[str] = days
    gone = tuple(each for each in table.away() if each != played_for and each not in on_days)
    vacated, free = table.vacated(), table.free()
    left = tuple(number for number in vacated if number in free)
    if gone:
        text = wording.ngettext(
            "A computer is playing for {names}.",
            "Computers are playing for {names}.",
            len(gone),
            names=wording.names(gone),
        )
        lines.append(text)
    back = tuple(each for each in table.away() if each not in on_days)
    if back and table.night_id is not None:
        lines.append(
            wording.gettext(
                "{names}: press **My hand**, then **I'm back**.", names=wording.names(back)
            )
        )
    gave_up = table.given_up()
    if gave_up:
        text = wording.ngettext(
            "A computer plays for {names} to the end.",
            "Computers play for {names} to the end.",
            len(gave_up),
            names=wording.names(gave_up),
        )
        lines.append(text)
    if left:
        lines.append(_free_line(table, left, wording))
    if nearly_over := tuple(number for number in vacated if number not in free):
        text = wording.ngettext(
            "A computer plays for {names}: hardly a move is left there.",
            "Computers play for {names}: hardly a move is left there.",
            len(nearly_over),
            names=wording.names(nearly_over),
        )
        lines.append(text)
    return lines


def _free_line(table: TableFace, left: tuple[int, ...], wording: Wording) -> str:
    """Return which seats are free, and how whoever may have one takes it."""
    n, names = len(left), wording.names(left)
    if table.night_id is not None:
        return wording.ngettext(
            "The seat of {names} is free. If you have no other table in this round, press **More** "
            "to take it.",
            "The seats of {names} are free. If you have no other table in this round, press "
            "**More** to take one.",
            n,
            names=names,
        )
    return wording.ngettext(
        "The seat of {names} is free. If you aren't playing here, press **More** to take it.",
        "The seats of {names} are free. If you aren't playing here, press **More** to take one.",
        n,
        names=names,
    )
