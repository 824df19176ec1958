"""How late a guest will be: the page on which they say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.nights.guest_list import Guest
from bot.nights.guest_presses import MINUTES_LATE, ON_TIME, about_over, late_rounds
from bot.nights.night import Night, Post
from bot.tables.clock import MINUTE
from bot.ui.pages import routes
from bot.ui.pages.nights.next_start import after_the_last
from bot.ui.pages.nights.night_words import late_words, plain_name_of
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording


def late_button(night: Night, wording: Wording, number: int | str = "") -> Button:
    """Return the button by which a guest says that they will be late; posts give their number."""
    return Button(routes.LATE(night.id, mark=number), wording.gettext("I'll be late …"))


def expected_text(night: Night, post: Post, wording: Wording) -> str:
    """Return to somebody who comes late that it is about the time that they gave, and how long
    their seat is kept; or that the last game is over without them.
    """
    if "round" in post.details:
        over = wording.gettext(
            "The last game of {title} is over already.", title=f"**{plain_name_of(night)}**"
        )
        here = wording.gettext("Press **I'm here** once you're here.")
        return wording.sentences(over, here, after_the_last(night, wording))
    gettext, until = wording.gettext, int(post.details.get("until", 0))
    said = gettext(
        "You said you'd come to {title} at about {time}.",
        title=f"**{plain_name_of(night)}**",
        time=f"<t:{until}:t>",
    )
    guest = night.guests.find(post.people[0]) if post.people else None
    kept = guest is not None and guest.late and guest.kept_until == until
    keeps = gettext("Your seat is kept until then.") if kept else ""
    return wording.sentences(said, keeps, gettext("Press **I'm here** once you're here."))


def round_when(night: Night, at: int, wording: Wording) -> str:
    """Return when a later round begins, which is thought to be at a time."""
    if night.row.pilot == "host":
        return wording.gettext("when the host seats it")
    return wording.gettext("at about {time}", time=f"<t:{at}:t>")


def joins_words(night: Night, until: int, minutes: int, wording: Wording) -> str:
    """Return from which round somebody plays who comes at a time, and who does until then."""
    plays = late_rounds(night, minutes, {"at": until}).get("at")
    if plays is None and night.dealt:
        return wording.gettext("You play if a seat is free when you come.")
    if plays is None:
        return wording.gettext("You have a seat: a computer plays there until you come.")
    said = wording.gettext(
        "You play from round {number}, {when}, or sooner if a seat is free when you come.",
        number=plays[0],
        when=round_when(night, plays[1], wording),
    )
    return wording.sentences(said, until_there(wording))


def until_there(wording: Wording) -> str:
    """Return what becomes of the seat of somebody whose round begins before they come."""
    return wording.gettext("If that round begins before you come, a computer plays for you.")


def late_page(
    night: Night,
    guest: Guest,
    times: Mapping[str, int],
    minutes: int,
    wording: Wording,
) -> Page:
    """Ask a guest how late they will be; `times` are what they can choose, and when that is.

    From which round they play then, goes by the `minutes` that one takes.
    """
    gettext = wording.gettext
    joins = gettext("The host may start without you.")
    if night.row.pilot == "auto":
        joins = gettext("The others start without you.")
    planned = gettext("Planned start: {time}.", time=f"<t:{night.guests.starts_at}:F>")
    lines, rounds = [planned, joins], late_rounds(night, minutes, times)
    labels = {
        "m15": gettext("15 minutes"),
        "m30": gettext("30 minutes"),
        "m60": gettext("60 minutes"),
        "round": gettext("From round 2"),
    }
    said = {by: joins_words(night, at, minutes, wording) for by, at in times.items()}
    if len({*said.values()}) == 1:
        lines += {*said.values()}
    elif said:
        lines += _by_round(night, labels, times, rounds, wording)
    start, over = night.guests.starts_at, about_over(night, minutes)
    ends = any(start + late * MINUTE >= over for late in MINUTES_LATE.values())
    if ends and night.row.pilot != "host":
        # It says why nobody can come later.
        lines.append(gettext("The night is over at about {time}.", time=f"<t:{over}:t>"))
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
    times: Mapping[str, int],
    rounds: Mapping[str, tuple[int, int]],
    wording: Wording,
) -> Iterator[str]:
    """Yield from which round somebody plays by how late they are, those of a round in a line."""
    for number, at in sorted({*rounds.values()}):
        these = {by for by in times if rounds.get(by) == (number, at)}
        shown = wording.series(f"**{labels[by]}**" for by in labels if by in these)
        when = round_when(night, at, wording)
        plays = wording.gettext("from round {number}, {when}", number=number, when=when)
        yield wording.labelled(shown, plays)
    sooner = wording.gettext("You play sooner if a seat is free when you come.")
    yield wording.sentences(sooner, until_there(wording))
