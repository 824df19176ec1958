"""Who has answered a game night, for its leaders: who is there, and who came before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from bot.nights.announcing import MOST_COHOSTS, sign_of_cohosts
from bot.nights.guest_list import Guest
from bot.nights.night import Night
from bot.ui.pages import routes
from bot.ui.pages.long_lists import part
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.night_card import plain_name_of
from bot.ui.pages.nights.night_words import GuestNames, noticed, unconfirmed_words
from bot.ui.pages.page import Button, Choice, Page, Row, Select, ServerSelect, first_to_fit
from bot.ui.pages.wording import Wording, plain_name

GuestDetail = Literal["all", "tonight", "names"]
"""How much is said about each guest."""
GUEST_DETAILS: Final[tuple[GuestDetail, ...]] = ("all", "tonight", "names")
"""From the most to the least."""


def guests_page(
    night: Night, facts: DeskFacts, wording: Wording, notice: str = "", start: int = 0
) -> Page:
    """Return everybody who has answered, and to how many of the last nights they came.

    Lists mark those who are there, and the co-hosts.

    With very many guests less is said about each, so that all of them fit. `start` is where a long
    list of those who aren't marked yet begins.
    """
    gettext, names = wording.gettext, GuestNames(night, wording)
    rows: list[Row] = []
    missing = [] if night.row.state == "open" else night.guests.not_here
    if missing and not night.over:
        listed = [Choice(str(guest.person), names.bare(guest.person)) for guest in missing]
        choices = part(listed, start, wording)
        rows.append(
            Select(
                routes.MARK_HERE(night.id, 0),
                gettext("Mark as here …"),
                choices,
                most=len(choices),
            )
        )
    if not night.over:
        rows.append(
            ServerSelect(
                routes.COHOSTS(night.id, sign_of_cohosts(night)),
                "people",
                gettext("Co-hosts: who may lead this night with you …"),
                tuple(each.id for each in night.cohosts),
                most=MOST_COHOSTS,
            )
        )
    rows.append((Button(routes.DESK(night.id), gettext("Back")),))
    return Page(
        gettext("Guests · {title}", title=plain_name_of(night)),
        first_to_fit(
            noticed("\n".join(_lines(night, facts, names, wording, detail)), notice)
            for detail in GUEST_DETAILS
        ),
        rows=tuple(rows),
    )


def _lines(
    night: Night, facts: DeskFacts, names: GuestNames, wording: Wording, detail: GuestDetail
) -> Iterator[str]:
    gettext = wording.gettext
    guests = [*_guests(night, facts, names, wording, detail)]
    yield from guests or [gettext("Nobody has answered yet.")]
    if night.cohosts:
        called = wording.series(plain_name(each.name) for each in night.cohosts)
        yield ""
        yield gettext("Co-hosts: {names}", names=called)


def _guests(
    night: Night, facts: DeskFacts, names: GuestNames, wording: Wording, detail: GuestDetail
) -> Iterator[str]:
    """Yield all guests by their answers: a line each, or just the names of all."""
    gettext = wording.gettext
    list_of = night.guests.with_answer
    groups = (
        (gettext("In"), night.guests.coming),
        (gettext("Gone or not here"), night.guests.missing),
        (gettext("Waitlist"), list_of("waits")),
        (gettext("Maybe"), list_of("maybe")),
        (gettext("Invited"), list_of("invited")),
        (gettext("Can't come"), list_of("out")),
    )
    for heading, found in groups:
        if not found:
            continue
        unsure = unconfirmed_words(sum(guest.unconfirmed for guest in found), wording)
        count = f"{len(found)} · {unsure}" if unsure else str(len(found))
        yield wording.annotated(f"**{heading}**", count)
        if detail == "names":
            yield wording.series(names.marked(guest.person) for guest in found)
        else:
            before = detail == "all"
            yield from (_guest_line(each, names, facts, wording, before=before) for each in found)


def _guest_line(
    guest: Guest, names: GuestNames, facts: DeskFacts, wording: Wording, *, before: bool
) -> str:
    """Return a guest with what is known; with `before`, also of the nights before this one."""
    gettext = wording.gettext
    parts = [names.marked(guest.person)]
    if guest.gone_at is not None:
        parts.append(gettext("went home"))
    elif guest.came_at is not None:
        parts.append(gettext("here"))
    elif guest.late:
        parts.append(gettext("comes at {time}", time=f"<t:{guest.late_until}:t>"))
    if guest.unconfirmed:
        parts.append(gettext("not confirmed yet"))
    if guest.person in facts.elsewhere:
        parts.append(gettext("at another table"))
    if before and guest.person in facts.came:
        found = facts.came[guest.person]
        parts.append(gettext("came to {came} of {of}", came=found.came, of=found.of))
        if found.left:
            left = wording.ngettext("left {n} game", "left {n} games", found.left, n=found.left)
            parts.append(left)
    return " · ".join(parts)
