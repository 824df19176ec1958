"""What leads on from a night that is over: which one comes next, and the buttons for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.left_out import left_out_before
from bot.nights.night import Night, Post, PostKind
from bot.nights.rounds import recap_due
from bot.nights.series_rules import date_sign, leads_back, next_dates, undecided
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes, series_routes
from bot.ui.pages.nights.fan_page import (
    LAST_NIGHT,
    fan_buttons,
    next_buttons,
    repeats,
    stop_button,
)
from bot.ui.pages.nights.night_late import over_too_soon_words
from bot.ui.pages.nights.night_words import (
    cancelled_line,
    linked_card,
    linked_recap,
    named_for_host,
    series_button,
    show_button,
    to_desk,
    why_lines,
)
from bot.ui.pages.nights.seats_to_take import no_seat_line
from bot.ui.pages.nights.series_words import next_line, skipped_line
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording
from storage.fan_store import FanRow

NEXT_IN: Final = _("Next night: I'm in")
NEXT_OUT: Final = _("Next night: can't come")
ANSWERED: Final[Mapping[PostKind, str]] = {
    "skipped": _(
        "If you pressed **{button}**, that was for the skipped date only: answer again below."
    ),
    "on_again": _("If you were in for that date, you still are."),
    "series_moved": _("If you were in, you still are: please confirm below."),
}
"""What becomes of an answer to the next night that was given before its date changed."""
UNANSWERED: Final = "unanswered"
"""In the details of a post that a date is skipped: nobody had answered for that."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who alone reads a page: whether they lead the night, and what they want of the next."""

    leads: bool
    wishes: Sequence[FanRow]


def to_plan(night: Night, following: Night | None, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons by which a host has another night follow, unless one is announced, or will
    be by itself.
    """
    off = following is not None and following.row.state == "cancelled" and not repeats(following)
    return next_buttons(night, wording) if following is None or off else ()


def back_button(night: Night, wording: Wording) -> Button:
    """Return the button that asks whether a night that is cancelled takes place after all."""
    return Button(routes.ASK_UNCANCEL(night.id), wording.gettext("Take it back"))


def for_host(night: Night, following: Night | None, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons by which a host has another night follow, or this one take place after
    all, or else what leads to the series by which one follows; none as long as one goes on, or once
    that is over.
    """
    back = (back_button(night, wording),) if leads_back(night) else ()
    if following is None:
        return *back, *(next_buttons(night, wording) or series_button(night, wording))
    if following.row.state != "cancelled":
        return ()
    return *back, *(to_plan(night, following, wording) or series_button(following, wording))


def one_for_host(
    night: Night, buttons: Sequence[Button], wording: Wording, mark: object = ""
) -> tuple[Button, ...]:
    """Return a host's buttons where guests see them, too: of several only one, to the desk, where
    they stand.
    """
    if len(buttons) > 1:
        return (to_desk(night, wording, mark),)
    return named_for_host(buttons, wording)


def when_next(
    night: Night, following: Night | None, wording: Wording, *, leads: bool = False, now: int = 0
) -> str:
    """Return in a sentence or two when the night after another one is, as it stands `now`, as
    guests read it or those who lead it; "" if there is none, or once that is over, too.
    """
    if following is None:
        return next_line(night, wording, leads=leads)
    gettext, date = wording.gettext, f"<t:{following.guests.starts_at}:F>"
    skipped = skipped_line(left_out_before(following, now), wording)
    match following.row.state:
        case "over":
            return ""
        case "cancelled":
            off = gettext("The night on {date} is cancelled.", date=date)
            return wording.sentences(skipped, off, next_line(following, wording, leads=leads))
        case "doors" | "playing":
            # Its hour isn't to come any more.
            return gettext("Next night: {link}", link=linked_card(following, wording))
        case _:
            said = gettext("The next one is on {date}: {link}")
            if following.series is not None and following.series.state == "ended":
                said = gettext(LAST_NIGHT)
            said = said.format(date=date, link=linked_card(following, wording))
            return wording.sentences(skipped, said)


def early_button(night: Night, wording: Wording, mark: object = "") -> tuple[Button, ...]:
    """Return the button by which somebody comes to the next night of a series before that is
    announced; none as long as it isn't decided when it is, or whether.
    """
    return early_buttons(night, wording, mark)[:1]


def early_buttons(night: Night, wording: Wording, mark: object = "") -> tuple[Button, ...]:
    """Return the same, and the one by which they don't come after all."""
    dates = [] if undecided(night) else next_dates(night, night.row.touched_at, 1)
    if not dates:
        return ()
    sign, gettext = date_sign(dates[0].local), wording.gettext
    come = series_routes.NEXT_IN(night.id, sign, mark=mark)
    return (
        Button(come, gettext(NEXT_IN), ButtonStyle.success),
        Button(series_routes.NEXT_OUT(night.id, sign, mark=mark), gettext(NEXT_OUT)),
    )


def of_dates(
    night: Night, post: Post, following: Night | None, wording: Wording, mark: object
) -> tuple[str, tuple[Button, ...]]:
    """Return what becomes of answers to the next night as a series' dates change, "" where nobody
    answers it yet, and the buttons below that.
    """
    # Who was pinged by it may want none any more.
    rest = (stop_button(night, wording, mark),) if post.people else ()
    if not night.over:
        return "", (*rest, show_button(night, wording, mark))
    answers = early_buttons(night, wording, mark)
    if following is not None:
        answers = _next_answers(following, wording, mark)
        rest = *rest, show_button(following, wording, mark)
    said = wording.gettext(ANSWERED[post.kind], button=wording.gettext(NEXT_IN))
    concerns = answers and not post.details.get(UNANSWERED)
    return said if concerns else "", (*answers, *rest)


def _next_answers(following: Night, wording: Wording, mark: object) -> tuple[Button, ...]:
    """Return the buttons by which guests answer the next night, which is announced."""
    come = routes.PRESS_IN(following.id, mark=mark)
    return (
        Button(come, wording.gettext(NEXT_IN), ButtonStyle.success),
        Button(routes.PRESS_OUT(following.id, mark=mark), wording.gettext(NEXT_OUT)),
    )


def leads_on(
    night: Night,
    following: Night | None,
    wording: Wording,
    mark: object = "",
    *,
    leads: bool = False,
) -> tuple[str, tuple[Button, ...]]:
    """Return when the next night is, as it stands now, "" without one, and the buttons for it.

    Guests answer it while that goes, and say what they want of those after it; without one, whoever
    leads has it announced, who reads this if `leads`. Once that is over, too, it leads on, and this
    one no more.
    """
    if following is not None and following.row.state == "over":
        return "", ()
    wishes = fan_buttons(night, (), wording, mark)
    if following is None or following.row.state == "cancelled":
        plan = one_for_host(night, for_host(night, following, wording), wording, mark)
        said = when_next(night, following, wording, leads=leads)
        # The date that is named is of the newest night's series, which may be cancelled.
        come = early_button(following or night, wording, mark)
        said = "" if following is None and night.dealt and not come else said
        return said, (*come, *wishes, *plan)
    said = when_next(night, following, wording)
    if following.row.state != "open":
        return said, wishes
    # Whoever answers need not be told of it.
    return said, (*_next_answers(following, wording, mark), *wishes[1:])


def over_words(night: Night, person: int, wording: Wording) -> str:
    """Return that a night is over, to somebody who has its page open."""
    if night.row.state == "cancelled":
        return "\n".join([cancelled_line(night, wording), *why_lines(night)])
    recap = linked_recap(night, wording) if recap_due(night) else ""
    over = wording.gettext("This night is over.")
    late = over_too_soon_words(night, person, wording)
    return wording.sentences(over, late, no_seat_line(night, person, wording), recap)


def over_page(
    night: Night, following: Night | None, person: int, wording: Wording, now: int, *, leads: bool
) -> Page:
    """Return to somebody who presses something about a night that is over or cancelled that it is,
    when the next one is, and the ways on: for whoever leads it, the desk as well.
    """
    coming = when_next(night, following, wording, leads=leads, now=now)
    desk = Button(desk_routes.DESK(night.id), wording.gettext("Desk"))
    row = (show_button(night, wording), *((desk,) if leads else ()))
    lines = over_words(night, person, wording), coming
    return Page("", "\n".join(filter(None, lines)), rows=(row,))
