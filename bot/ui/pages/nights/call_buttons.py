"""The buttons of a call for those who lead a night."""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle

from bot.nights.night import Night
from bot.nights.night_calls import STOPPED
from bot.nights.pilot import open_calls
from bot.nights.stages import RoundPace, missing, missing_next
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.desk_more import (
    add_table_button,
    ask_end_button,
    cancel_button,
    finish_all_button,
    resume_all_button,
    seat_button,
    seating_button,
)
from bot.ui.pages.nights.night_words import named_for_host, to_desk
from bot.ui.pages.nights.pilot_buttons import resume_button, waits_row
from bot.ui.pages.page import ROW, Button
from bot.ui.pages.wording import Wording

SEVERAL_STUCK: Final = 2
"""From so many tables on that stand still, computers can finish all games at one press."""
MOST_LOOKS: Final = 2
"""A call for more tables has no button for each."""


def needed_row(
    night: Night, pace: RoundPace | None, number: int, wording: Wording
) -> tuple[Button, ...]:
    """Return the buttons of a call: the desk, and what answers it. Guests see them, too."""
    calls = sorted(open_calls(night, pace), key=lambda each: each.number)
    whys = {each.why for each in calls}
    stuck = {each.table for each in calls if each.still == "deserted"}
    row = list[Button]()
    if whys & {*STOPPED, "held"}:
        row.append(resume_button(night, wording))
    elif ("break" in whys and not missing_next(night, pace)) or (
        whys & {"doors", "start"} and not missing(night, pace)
    ):
        row.append(seat_button(night, wording, ButtonStyle.primary))
    if "seated" in whys:
        row.append(seating_button(night, wording, ButtonStyle.primary))
    if whys & {"doors", "break"}:
        row += waits_row(night, pace, wording)
    if "few" in whys:
        again = Button(desk_routes.POST_AGAIN(night.id), wording.gettext("Post the night again"))
        date = Button(routes.CHANGE(night.id), wording.gettext("Another date …"))
        row += (again, date, cancel_button(night, wording, ButtonStyle.secondary))
    if "last" in whys:
        row.append(ask_end_button(night, wording, ButtonStyle.primary))
        row.append(seat_button(night, wording, ButtonStyle.secondary))
    if "waiting" in whys:
        row.append(add_table_button(night, wording))
    if any(each.still == "paused" for each in calls):
        row.append(resume_all_button(night, wording))
    if "over" in whys or len(stuck) >= SEVERAL_STUCK:
        row.append(finish_all_button(night, wording))
    looks = [
        Button(
            desk_routes.ANSWER_CALL(night.id, table),
            wording.gettext("Look after table {table}", table=number or "?"),
        )
        for table, number in {each.table: each.number for each in calls if each.table}.items()
    ]
    # The desk has a list of more.
    looks = looks if len(looks) <= MOST_LOOKS else []
    answers = named_for_host((*row, *looks)[: ROW - 1], wording)
    return (to_desk(night, wording, number), *answers)
