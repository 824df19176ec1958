"""What leads on from a night that is over: which one comes next, and the buttons for it."""

from __future__ import annotations

from discord import ButtonStyle

from bot.nights.dates import read_stored
from bot.nights.night import Night
from bot.ui.pages import routes
from bot.ui.pages.nights.fan_page import fan_buttons, named_for_host, next_buttons, repeats
from bot.ui.pages.nights.night_words import (
    linked_card,
    next_line,
    series_button,
    series_words,
)
from bot.ui.pages.page import Button
from bot.ui.pages.wording import Wording


def to_plan(night: Night, following: Night | None, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons by which a host has another night follow, unless one is announced, or will
    be by itself.
    """
    off = following is not None and following.row.state == "cancelled" and not repeats(following)
    return next_buttons(night, wording) if following is None or off else ()


def for_host(night: Night, following: Night | None, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons by which a host has another night follow, or else what leads to the series
    by which one does; none as long as one goes on, or once that is over.
    """
    if following is None:
        # Where it was played, the next one is announced in the morning.
        series = () if night.dealt else series_button(night, wording)
        return next_buttons(night, wording) or series
    if following.row.state != "cancelled":
        return ()
    return to_plan(night, following, wording) or series_button(following, wording)


def leads_on(
    night: Night, following: Night | None, wording: Wording, mark: object = ""
) -> tuple[str, tuple[Button, ...]]:
    """Return when the next night is, as it stands now, "" without one, and the buttons for it.

    Guests answer it while that goes, and say what they want of those after it; without one, whoever
    leads has it announced. Once that is over, too, it leads on, and this one no more.
    """
    if following is not None and following.row.state == "over":
        return "", ()
    wishes, plan = fan_buttons(night, (), wording, mark), for_host(night, following, wording)
    if following is None:
        said = "" if night.dealt else next_line(night, wording)
        return said, (*wishes, *named_for_host(plan, wording))
    state = following.row.state
    gettext, date = wording.gettext, f"<t:{following.guests.starts_at}:F>"
    if state == "cancelled":
        said = gettext("The night on {date} is cancelled.", date=date)
        if dates := series_words(following, wording):
            said += f"\n-# {dates}"
        return said, (*wishes, *named_for_host(plan, wording))
    link = linked_card(following, wording)
    said = gettext("The next one is on {date}: {link}", date=date, link=link)
    if state != "open":
        return said, wishes
    day = wording.day(read_stored(following.row.local))
    come = routes.PRESS_IN(following.id, mark=mark)
    answers = (
        Button(come, gettext("{day}: I'm in", day=day), ButtonStyle.success),
        Button(routes.PRESS_OUT(following.id, mark=mark), gettext("Can't come")),
    )
    # Whoever answers need not be told of it.
    return said, (*answers, *wishes[1:])
