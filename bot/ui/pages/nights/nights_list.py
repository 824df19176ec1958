"""The nights of a server, and how often somebody came, shown to one person alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.nights.ask_rules import Ask
from bot.nights.attendance import Attendance
from bot.nights.dates import Moment
from bot.nights.fans import wish_for
from bot.nights.night import Night
from bot.nights.series_rules import date_sign, undecided
from bot.ui.pages import routes
from bot.ui.pages.long_lists import on_page, page_line, turning
from bot.ui.pages.nights import series_routes
from bot.ui.pages.nights.ask_card import ask_link
from bot.ui.pages.nights.fan_page import (
    NOT_PINGED,
    Followed,
    all_button,
    next_buttons,
    wish_lines,
    wish_words,
)
from bot.ui.pages.nights.night_words import REPEATS, card_link, plain_name_of, safe_title
from bot.ui.pages.nights.no_pings import PINGS_OFF, pings_button
from bot.ui.pages.nights.series_words import series_words, title_to_come
from bot.ui.pages.page import BUTTON_LABEL, ROW, ROWS, Button, Page, Row, clip
from bot.ui.pages.wording import Wording
from storage.fan_store import FanRow

NONE_PLANNED: Final = _(
    "No game night is planned. `/night new` announces one, and `/night ask` asks which date suits."
)
MOST_LISTED: Final = 15
MOST_COMING: Final = 8
MOST_SERIES: Final = 16
"""Of how many series between two nights there are buttons."""


@dataclass(frozen=True, slots=True)
class EarlyAnswer:
    """That somebody comes to the next night of a series, which isn't announced yet."""

    night: Night
    """The one that carries the series on so far."""
    date: Moment
    moved: bool = False
    """Whether they said so of another day or time."""


def nights_page(
    nights: Sequence[Night],
    person: int,
    wording: Wording,
    page: int = 0,
    asks: Sequence[Ask] = (),
    titles: Mapping[str, str] | None = None,
    wishes: Sequence[FanRow] = (),
    between: Sequence[Night] = (),
    led: Collection[str] = (),
    to_plan: tuple[Button, ...] = (),
) -> Page:
    """Return the upcoming nights of a server, with the person's answers, and what is asked there.

    If there are many, there are several pages, counted from 0. `titles` are those of the games, by
    key, `wishes` what the person wants of the nights to come. The series that go on after nights
    `between` have no night yet; a button leads to each, of those `led` to where it is changed. If
    nothing is planned, there are the buttons `to_plan` a night.
    """
    _ = wording.gettext
    lines: list[str] = []
    shown, page, pages = on_page(nights, page, MOST_LISTED)
    for night in shown:
        lines += [*_night_lines(night, person, titles or {}, wishes, wording), ""]
    for ask in () if page else asks:
        title = _("Which date suits you?")
        there = ask.places.card_id and not ask.places.asleep
        lines.append(f"[**{title}**]({ask_link(ask)})" if there else f"**{title}**")
        dates = [f"<t:{each.at}:f>" for each in ask.dates]
        lines += [wording.series(dates), _ask_line(ask, person, wording), ""]
    for night in () if page else between:
        lines += [
            f"**{safe_title(title_to_come(night))}**",
            _series_line(night, wishes, wording),
            "",
        ]
    if not lines:
        said = _(NONE_PLANNED) if to_plan else _("No game night is planned.")
        return Page(_("Game nights"), said, rows=(to_plan,) if to_plan else ())
    # An id names a night, and any of these will do.
    row = turning(
        page, pages, lambda to, mark: routes.NIGHTS_LIST(nights[0].id, to, mark=mark), wording
    )
    rows = () if page else _series_rows(between, led)
    return Page(
        _("Game nights"),
        "\n".join(lines).rstrip(),
        footer=page_line(page, pages, wording),
        rows=(*rows, row) if row else rows,
    )


def _night_lines(
    night: Night,
    person: int,
    titles: Mapping[str, str],
    wishes: Sequence[FanRow],
    wording: Wording,
) -> Iterator[str]:
    """Yield a night that is planned, when it is, of several games which, and what a person has
    answered and wants of it.
    """
    at, name = night.guests.starts_at, plain_name_of(night)
    there = night.places.card_id and not night.places.asleep
    yield f"[**{name}**]({card_link(night)})" if there else f"**{name}**"
    yield wording.annotated(f"<t:{at}:F>", _stands(night, wording))
    if night.several:
        yield wording.series(titles.get(each.key, each.key) for each in night.games)
    wish = wish_for(night, wishes)
    said = [
        _answer(night, person, wording),
        *([wish_words(wish, wording)] if wish else []),
        *([wording.gettext(REPEATS[night.goes_on.weeks])] if night.goes_on else []),
    ]
    yield " · ".join(said)


def to_plan_buttons(last: Sequence[Night], wording: Wording) -> tuple[Button, ...]:
    """Return what a host presses if nothing is planned; `last` is the last night, if any was."""
    plan = Button(routes.NEW_NIGHT(), wording.gettext("Plan a night …"))
    return (plan, *(each for night in last for each in next_buttons(night, wording)[:1]))


def _series_line(night: Night, wishes: Sequence[FanRow], wording: Wording) -> str:
    """Return what somebody wants of a series between two nights, and how it goes on."""
    wish = wish_for(night, wishes)
    said = [*([wish_words(wish, wording)] if wish else []), series_words(night, wording)]
    return " · ".join(said)


def _stands(night: Night, wording: Wording) -> str:
    """Return how soon a night is; once it isn't to come any more, whether it has begun."""
    match night.row.state:
        case "open":
            return f"<t:{night.guests.starts_at}:R>"
        case "doors" if night.guests.doors == "open":
            return wording.gettext("doors are open")
        case "doors":
            return wording.gettext("not begun yet")
        case _:
            return wording.gettext("on now")


def _series_rows(between: Sequence[Night], led: Collection[str]) -> tuple[Row, ...]:
    """Return the buttons that lead to series: to change them, or to be told of their nights."""
    buttons = [
        Button(
            (series_routes.SERIES if each.id in led else series_routes.WISH)(each.id),
            clip(f"{cleaned(title_to_come(each))} …", BUTTON_LABEL),
        )
        for each in between[:MOST_SERIES]
    ]
    return tuple(tuple(buttons[at : at + 4]) for at in range(0, len(buttons), 4))


def _ask_line(ask: Ask, person: int, wording: Wording) -> str:
    """Return whether somebody has answered a question, and when it closes."""
    _ = wording.gettext
    said = _("You haven't answered") if ask.find(person) is None else _("You've answered")
    return " · ".join([said, _("Closes {when}", when=f"<t:{ask.row.until}:R>")])


def _answer(night: Night, person: int, wording: Wording, *, first: bool = False) -> str:
    """Return a person's answer, and where they give another if that was for an older date; or also
    their `first` one.
    """
    said, guest = answer_words(night, person, wording), night.guests.find(person)
    label = wording.gettext("Answer")
    there = night.places.card_id and not night.places.asleep
    if guest is None or guest.answer == "invited":
        asked = first and night.row.state == "open" and person not in night.leaders
    else:
        asked = "asked" in guest.marks
        if guest.unconfirmed and not guest.to_confirm:
            # They were put on the list, and nobody has asked them yet.
            label = wording.gettext("Change")
    if not asked or not there:
        return said
    return wording.labelled(said, f"[{label}]({card_link(night)})")


def answer_words(night: Night, person: int, wording: Wording) -> str:
    """Return a person's answer in a few words."""
    _, guests = wording.gettext, night.guests
    guest = guests.find(person)
    match None if guest is None else guest.answer:
        case "in" if guest is not None and guest.to_confirm:
            return _("You're in, please confirm")
        case "in":
            return _("You're in")
        case "waits":
            return _("Number {n} on the waitlist", n=guests.position(person))
        case "maybe":
            return _("You said maybe")
        case "out" if guest is not None and guest.open_again:
            return _("You couldn't come on the old date")
        case "out":
            return _("You can't come")
        case "invited":
            return _("You're invited")
        case None if person in night.leaders:
            return _("You host it")
        case None:
            return _("You haven't answered")


def attendance_page(
    found: Attendance,
    wording: Wording,
    wishes: Sequence[FanRow] = (),
    series: Mapping[str, Followed] | None = None,
    coming: Sequence[Night] = (),
    person: int = 0,
    guild_id: int = 0,
    early: Sequence[EarlyAnswer] = (),
    *,
    off: bool = False,
) -> Page:
    """Return how often somebody came, in words, not as a score, and what they want of the nights to
    come, of these series, by id; what they have answered to nights that are `coming`, and `early`
    to those that aren't announced yet.

    Whoever wants nothing is offered to be told of all nights of the server, and whoever wants to
    can switch all pings off; or on again, if they are `off`.
    """
    _ = wording.gettext
    if not found.of:
        text = _("You haven't played at a game night here yet.")
    elif not found.came:
        text = _("You didn't come to any of the last {n} game nights you signed up for here.")
        if found.of == 1:
            text = _("You didn't come to the last game night you signed up for here.")
    else:
        text = _("You came to {came} of the last {n} game nights you signed up for here.")
        if found.of == 1:
            text = _("You came to your last game night here.")
    text = text.format(n=found.of, came=found.came)
    if found.left:
        left = wording.ngettext(
            "You left {n} game before it ended.",
            "You left {n} games before they ended.",
            found.left,
        )
        text += "\n" + left
    note = wording.sentences(
        _("Only nights on which a game was played count."), _("You and the hosts can see this.")
    )
    lines = [text, f"-# {note}", ""]
    if coming or early:
        answers = [_coming(night, person, wording) for night in coming[:MOST_COMING]]
        answers += [_early_line(each, wording) for each in early[:MOST_COMING]]
        lines += [f"**{_('Nights to come')}**", *answers, ""]
    pings, rows = wish_lines(wishes, series or {}, wording)
    pings = [_(PINGS_OFF), *pings] if off else pings or [_(NOT_PINGED)]
    lines += [f"**{_('Pings')}**", *pings]
    to_all = () if rows or off else (all_button(guild_id, wording),)
    rows = (*rows, (*to_all, pings_button(guild_id, wording, off=off)))
    if buttons := [button for each in early for button in _early_buttons(each, wording)][:ROW]:
        rows = (tuple(buttons), *rows[: ROWS - 1])
    return Page(_("Your game nights"), "\n".join(lines), rows=rows)


def _coming(night: Night, person: int, wording: Wording) -> str:
    """Return a night to come with somebody's answer, and where they give one."""
    said = [f"<t:{night.guests.starts_at}:F>", _answer(night, person, wording, first=True)]
    return " · ".join([f"**{plain_name_of(night)}**", *said])


def _early_line(early: EarlyAnswer, wording: Wording) -> str:
    """Return to somebody that they come to a night that isn't announced yet, as far as it's known
    when that is.
    """
    said, date = wording.gettext("You're in"), f"<t:{early.date.at}:F>"
    note = wording.gettext("Once it's announced, I put you on the list.")
    if undecided(early.night):
        note = wording.gettext("A host decides whether the series goes on.")
    elif early.moved:
        said = wording.gettext("You're in, please confirm")
    title = f"**{safe_title(title_to_come(early.night))}**"
    return "\n-# ".join([f"{title} · {date} · {said}", note])


def _early_buttons(early: EarlyAnswer, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons by which somebody doesn't come after all, or confirms another date."""
    sign, title = date_sign(early.date.local), cleaned(title_to_come(early.night))
    out = wording.gettext("Can't come: {title}", title=title)
    come = wording.gettext("I'm in: {title}", title=title)
    confirm = Button(
        series_routes.NEXT_IN(early.night.id, sign), clip(come, BUTTON_LABEL), ButtonStyle.success
    )
    leave = Button(series_routes.NEXT_OUT(early.night.id, sign), clip(out, BUTTON_LABEL))
    return (confirm, leave) if early.moved and not undecided(early.night) else (leave,)
