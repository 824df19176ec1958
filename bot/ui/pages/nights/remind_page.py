"""When a guest of a night is reminded of it: chosen on a page for them alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.nights.guest_list import Guest, Remind
from bot.nights.night import Night
from bot.ui.pages import routes
from bot.ui.pages.nights.night_answers import answer_first_page, calendar_button, guest_buttons
from bot.ui.pages.nights.night_words import plain_name_of, show_button
from bot.ui.pages.nights.no_pings import PINGS_OFF, pings_button
from bot.ui.pages.nights.teach_toggles import teach_toggles
from bot.ui.pages.page import Choice, Page, Row, Select
from bot.ui.pages.wording import Wording

REMINDS: Final[tuple[Remind, ...]] = ("day", "hour", "doors")
REMINDED: Final = ("in", "late", "maybe", "learn", "teach")
"""What those have pressed who may pick next when they are reminded."""


def remind_page(night: Night, person: int, wording: Wording, *, off: bool = False) -> Page:
    """Return the page on which a guest chooses when to be reminded; whoever isn't, as they haven't
    said that they come, is asked for that first. Nobody is whose pings are `off`.
    """
    _ = wording.gettext
    guest = night.guests.find(person)
    if off:
        on = pings_button(night.row.guild_id, wording, off=True)
        row = on, calendar_button(night, wording)
        return Page(plain_name_of(night), _(PINGS_OFF), rows=(row,))
    if guest is None or guest.answer in ("invited", "out"):
        return _not_reminded(night, guest, wording)
    chosen = guest.remind
    words = _remind_words(wording)
    # Whoever wants any reminder is called as doors open, too, unless they come later.
    called = chosen | {"doors"} if chosen and not guest.late else chosen
    now = wording.listed([words[each] for each in REMINDS if each in called])
    text = _("No reminders for this night: I don't call you when doors open, either.")
    if now:
        text = _(
            "I remind you {when}. Pick below to change it.\n`/me reminders` sets where that comes.",
            when=now,
        )
    if now and guest.answer == "waits" and night.row.state == "open":
        only = _("Until you have a seat, I only call you when one is free and when doors open.")
        text = f"{text}\n{only}"
    return Page(
        title=plain_name_of(night),
        text=text,
        rows=(
            remind_select(night, wording),
            (calendar_button(night, wording), show_button(night, wording)),
        ),
    )


def may_be_reminded(night: Night, person: int) -> bool:
    """Tell whether somebody who has answered may pick when they are reminded of a night."""
    guest = night.guests.find(person)
    comes = guest is not None and guest.answer in ("in", "waits", "maybe")
    return comes and night.row.state == "open"


def own_rows(night: Night, person: int, wording: Wording) -> tuple[Row, ...]:
    """Return the controls of somebody's answer to a night, which stay when they follow its series
    there: how they are taught, come late, and are reminded.
    """
    toggles = teach_toggles(night, night.guests.find(person), wording)
    reminds = (remind_select(night, wording),) if may_be_reminded(night, person) else ()
    return (*filter(None, (toggles, guest_buttons(night, person, wording))), *reminds)


def remind_select(night: Night, wording: Wording) -> Select:
    """Return the list from which a guest picks when to be reminded."""
    words = _remind_words(wording)
    choices = [Choice(each, words[each]) for each in REMINDS]
    choices.append(Choice(routes.NEVER, wording.gettext("no reminders")))
    label = wording.gettext("Remind me …")
    return Select(routes.REMINDED(night.id), label, tuple(choices), most=len(REMINDS))


def _not_reminded(night: Night, guest: Guest | None, wording: Wording) -> Page:
    page = answer_first_page(night, wording)
    if guest is None or guest.answer != "out" or guest.open_again or guest.how_gone == "off":
        return page
    said = wording.gettext("You said that you can't come. Can you come after all?")
    return replace(page, text=said)


def read_reminds(picked: Sequence[str]) -> frozenset[Remind] | None:
    """Return what was picked from the list of reminders; None if that isn't on it."""
    if not picked or not set(picked) <= {*REMINDS, routes.NEVER}:
        return None
    if routes.NEVER in picked:
        return frozenset()
    return frozenset(each for each in REMINDS if each in picked)


def _remind_words(wording: Wording) -> dict[Remind, str]:
    _ = wording.gettext
    return {
        "day": _("a day before"),
        "hour": _("an hour before"),
        "doors": _("when doors open"),
    }
