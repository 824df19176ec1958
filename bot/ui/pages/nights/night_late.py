"""How late a guest will be: the page on which they say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from bot.nights.guest_list import Guest
from bot.nights.guest_presses import ON_TIME
from bot.nights.night import Night
from bot.ui.pages import routes
from bot.ui.pages.nights.night_words import late_words, plain_name_of
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording


def late_button(night: Night, wording: Wording, number: int | str = "") -> Button:
    """Return the button by which a guest says that they will be late; posts give their number."""
    return Button(routes.LATE(night.id, mark=number), wording.gettext("I'll be late …"))


def round_when(night: Night, at: int, wording: Wording) -> str:
    """Return when a later round begins, which is thought to be at a time."""
    if night.row.pilot == "host":
        return wording.gettext("when the host seats it")
    return wording.gettext("at about {time}", time=f"<t:{at}:t>")


def late_page(
    night: Night,
    guest: Guest,
    times: Mapping[str, int],
    rounds: Mapping[str, tuple[int, int]],
    wording: Wording,
) -> Page:
    """Ask a guest how late they will be; `times` are what they can choose, and when that is.

    Where they play from a later round on, `rounds` say from which one, and about when that begins.
    """
    gettext = wording.gettext
    joins = gettext("The host may start without you.")
    if night.row.pilot == "auto":
        joins = gettext("The others start without you.")
    until = "" if rounds else gettext("A computer then plays for you until you're here.")
    planned = gettext("Planned start: {time}.", time=f"<t:{night.guests.starts_at}:F>")
    lines = [planned, wording.sentences(joins, until)]
    labels = {
        "m15": gettext("15 minutes"),
        "m30": gettext("30 minutes"),
        "m60": gettext("60 minutes"),
        "round": gettext("From round 2"),
    }
    if len({*rounds.values()}) == 1:
        ((number, at),) = {*rounds.values()}
        plays = gettext(
            "You play from round {number}, {when}, or sooner if a seat is free when you come.",
            number=number,
            when=round_when(night, at, wording),
        )
        lines.append(plays)
    elif rounds:
        lines += _by_round(night, labels, rounds, wording)
    if night.guests.doors != "closed":
        until = gettext("doors stay open until {time}, but the host may start before")
        if night.row.pilot == "auto":
            until = gettext("doors stay open until {time}")
        until = until.format(time=f"<t:{night.guests.closes_at}:t>")
        lines.append(wording.labelled(f"**{gettext('On time')}**", until))
    if guest.late:
        lines.append(gettext("You've said: {late}.", late=late_words(guest, wording)))
    offered = [*times]
    if night.guests.doors != "closed":
        labels[ON_TIME] = gettext("On time")
        offered.append(ON_TIME)
    buttons = tuple(Button(routes.LATE_BY(night.id, by), labels[by]) for by in offered)
    title = gettext("How late will you be? · {title}", title=plain_name_of(night))
    return Page(title, "\n".join(lines), rows=(buttons,) if buttons else ())


def _by_round(
    night: Night,
    labels: Mapping[str, str],
    rounds: Mapping[str, tuple[int, int]],
    wording: Wording,
) -> Iterator[str]:
    """Yield from which round somebody plays by how late they are, those of a round in a line."""
    for (number, at), alike in groupby(sorted(rounds, key=rounds.__getitem__), rounds.__getitem__):
        these, when = {*alike}, round_when(night, at, wording)
        shown = wording.series(f"**{labels[by]}**" for by in labels if by in these)
        plays = wording.gettext("from round {number}, {when}", number=number, when=when)
        yield wording.labelled(shown, plays)
    yield wording.gettext("You play sooner if a seat is free when you come.")
