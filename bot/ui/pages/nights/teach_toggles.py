"""Who wants to be taught, or can teach: what guests say of it in the answer to *I'm in*.

The card has no room for it on a phone.
"""

from __future__ import annotations

from bot.nights.guest_list import Guest
from bot.nights.night import Night
from bot.ui.pages import routes
from bot.ui.pages.nights.night_words import LEARNER, TEACHER
from bot.ui.pages.page import Button
from bot.ui.pages.wording import Wording


def teach_toggles(night: Night, guest: Guest | None, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons by which somebody who comes wants to be taught, or can teach, or takes
    that back; none where newcomers play like others, or no round is left to be seated.
    """
    _ = wording.gettext
    if guest is None or not night.row.teach or night.all_dealt or night.over:
        return ()
    if guest.answer not in ("in", "waits") or guest.to_confirm:
        return ()
    learns = Button(routes.PRESS_LEARN(night.id), _("Teach me"), emoji=LEARNER)
    teaches = Button(routes.PRESS_TEACH(night.id), _("I can teach"), emoji=TEACHER)
    if "learner" in guest.marks:
        return (Button(learns.id, _("Don't teach me"), emoji=LEARNER),)
    if "teacher" in guest.marks:
        return (Button(teaches.id, _("I'd rather not teach"), emoji=TEACHER),)
    return learns, teaches


def taught_words(guest: Guest, verb: str, wording: Wording) -> str:
    """Return what came of it that somebody has pressed one of them."""
    _ = wording.gettext
    if verb == "learn":
        if "learner" in guest.marks:
            return _("📖 You'd like to be taught.")
        return _("You aren't down to be taught any more.")
    if "teacher" in guest.marks:
        return _("🎓 You can teach.")
    return _("You aren't down as a teacher any more.")
