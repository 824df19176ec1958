"""Who has answered a game night, for whoever leads it: who is there, and who came before."""

from __future__ import annotations

from bot.nights.announcing import MOST_COHOSTS
from bot.nights.guest import Guest
from bot.nights.night import Night
from bot.ui.pages.night_card import plain_name_of
from bot.ui.pages.night_desk import DeskFacts
from bot.ui.pages.night_words import GuestNames, desk_id, newest_id, noticed
from bot.ui.pages.page import CHOICES, Button, Choice, Page, Row, Select, ServerSelect
from bot.ui.pages.wording import Wording, plain_name


def guests_page(night: Night, facts: DeskFacts, wording: Wording, notice: str = "") -> Page:
    """Return everybody who has answered, to how many of the last nights they came, a list from
    which those are marked who are there, and one of co-hosts.
    """
    gettext, names = wording.gettext, GuestNames(night, wording)
    headings = {
        "in": gettext("In"),
        "waits": gettext("Waitlist"),
        "maybe": gettext("Maybe"),
        "invited": gettext("Invited"),
        "out": gettext("Can't come"),
    }
    lines: list[str] = []
    for answer, heading in headings.items():
        found = night.guests.with_answer(answer)  # pyright: ignore[reportArgumentType]
        if not found:
            continue
        lines.append(wording.beside(f"**{heading}**", str(len(found))))
        lines += [_guest_line(guest, names, facts, wording) for guest in found]
    if not lines:
        lines.append(gettext("Nobody has answered yet."))
    if night.cohosts:
        called = wording.series(plain_name(each.name) for each in night.cohosts)
        lines += ["", gettext("Co-hosts: {names}").format(names=called)]
    rows: list[Row] = []
    missing = [] if night.row.state == "open" else night.guests.not_here[:CHOICES]
    if missing and not night.over:
        choices = tuple(Choice(str(guest.person), names.bare(guest.person)) for guest in missing)
        rows.append(
            Select(
                newest_id("here", night),
                gettext("They are here: mark …"),
                choices,
                most=len(choices),
            )
        )
    if not night.over:
        rows.append(
            ServerSelect(
                newest_id("cohosts", night),
                "people",
                gettext("Co-hosts: who may lead this night with you …"),
                tuple(each.id for each in night.cohosts),
                most=MOST_COHOSTS,
            )
        )
    rows.append((Button(desk_id("desk", night), gettext("Back")),))
    return Page(
        gettext("Guests · {title}").format(title=plain_name_of(night)),
        noticed("\n".join(lines), notice),
        rows=tuple(rows),
    )


def _guest_line(guest: Guest, names: GuestNames, facts: DeskFacts, wording: Wording) -> str:
    gettext = wording.gettext
    parts = [names.marked(guest.person)]
    if guest.gone_at is not None:
        parts.append(gettext("went home"))
    elif guest.came_at is not None:
        parts.append(gettext("here"))
    if guest.person in facts.elsewhere:
        parts.append(gettext("at another table"))
    if guest.person in facts.came:
        found = facts.came[guest.person]
        parts.append(gettext("came to {came} of {of}").format(came=found.came, of=found.of))
        if found.left:
            left = wording.ngettext("left {n} game", "left {n} games", found.left)
            parts.append(left.format(n=found.left))
    return " · ".join(parts)
