"""A question which date suits before it is asked: its preview, and the form that mends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import ButtonStyle

from bot.nights.ask_rules import Ask
from bot.nights.typed_dates import Readings
from bot.ui.pages import routes
from bot.ui.pages.nights import ask_routes
from bot.ui.pages.nights.ask_card import AskFacts, ask_lines, ask_title
from bot.ui.pages.nights.night_preview import Amiss, place_notes
from bot.ui.pages.nights.night_words import NAMES
from bot.ui.pages.page import ROW, ROWS, Button, Page, Row
from bot.ui.pages.typed_date_words import date_help, other_label
from bot.ui.pages.wording import Wording, plain_name

MOST_OTHERS: Final = (ROWS - 1) * ROW
"""How many other readings have a button."""


def ask_preview(
    ask: Ask,
    facts: AskFacts,
    read: Mapping[int, Readings],
    amiss: Amiss,
    wording: Wording,
    kept: str,
    *,
    back: bool,
) -> Page:
    """Return the preview of a question, with whatever else its dates may mean.

    `read` says how each date was read, by its place; at the place after the last, when it closes.
    `kept` is said of its time zone. It leads `back` to `/setup` if it was begun there.
    """
    _ = wording.gettext
    lines = [*ask_lines(ask, facts, wording), ""]
    buttons: list[Button] = []
    zone_said = False
    for place, readings in sorted(read.items()):
        last = place == len(ask.dates)
        at = ask.row.until if last else ask.dates[place].at
        said = ask.row.until_said if last else ask.dates[place].said
        help_ = date_help(readings, at, ask.row.zone, facts.now, wording)
        if not zone_said:
            lines += [help_.lines[0], *([f"-# {kept}"] if kept else [])]
        zone_said = True
        lines += [wording.labelled(plain_name(said), each) for each in help_.lines[1:]]
        number = _("Closes") if last else str(place + 1)
        for other in help_.others:
            label = f"{number} · {other_label(other, facts.now, wording)}"
            buttons.append(Button(ask_routes.OTHER(ask.id, place, other.at), label))
    if buttons:
        lines.append(
            _(
                "⚠️ Some of what you typed could also mean another time: press a button to "
                "take that one."
            )
        )
    posted = _("Posted in {channel} when you press **Ask**.", channel=f"<#{ask.row.channel_id}>")
    ticks = _("Everybody there can pick the dates that suit them, and sees who picks what.")
    closes = _("When its time is up, I ping you there.")
    lines += [wording.sentences(posted, ticks, closes, _("Then you can announce the best date."))]
    lines += place_notes(ask.row.mention, amiss, wording)
    controls = (
        Button(ask_routes.POST(ask.id), _("Ask"), ButtonStyle.success),
        Button(ask_routes.NEW(mark="change"), _("Change …")),
        Button(ask_routes.NAME(ask.id), _(NAMES)),
        Button(ask_routes.DISCARD(ask.id), _("Discard")),
        *([Button(routes.SETUP(), _("Back"))] if back else []),
    )
    buttons = buttons[:MOST_OTHERS]
    others: list[Row] = [tuple(buttons[at : at + ROW]) for at in range(0, len(buttons), ROW)]
    return Page(
        title=_("Preview: {title}", title=ask_title(ask, wording)),
        text="\n".join(lines),
        rows=(*others, controls),
    )
