"""What a reminder says to its people: to decide, and to learn."""

from __future__ import annotations

from bot.nights.answers import would_wait
from bot.nights.guest_list import Guest
from bot.nights.night import Night, Post
from bot.ui.pages.nights.night_games import Games, learn_buttons
from bot.ui.pages.page import Button
from bot.ui.pages.wording import Wording


def lesson_buttons(
    night: Night, post: Post, number: int, wording: Wording, games: Games
) -> tuple[Button, ...]:
    """Return the button with which learners among the people of a post begin a lesson."""
    learns = any("learner" in guest.marks for guest in _guests(night, post))
    return learn_buttons(night, games, wording, number) if learns else ()


def may_say_in(night: Night, post: Post) -> bool:
    """Tell whether somebody of a post hasn't said of this night that they come: who hasn't decided,
    or is on the list by having said so of every night, or of another date.
    """
    return any(each.answer == "maybe" or each.unconfirmed for each in _guests(night, post))


def ask_undecided(night: Night, post: Post, wording: Wording) -> str:
    """Return the question to those who haven't decided yet; "" if all have.

    It names nobody in public: their mention calls them anyhow.
    """
    guests, gettext = night.guests, wording.gettext
    maybes = [each for each in _guests(night, post) if each.answer == "maybe"]
    if not maybes:
        return ""
    full = all(would_wait(guests, each) for each in maybes)
    if full and night.row.state == "open":
        return gettext(
            "Still a maybe? All seats are taken: **I'm in** puts you on the waitlist, **Can't "
            "come** takes you off the list."
        )
    return gettext("Still a maybe? Press **I'm in** or **Can't come**.")


def _guests(night: Night, post: Post) -> list[Guest]:
    """Return the people of a post who are on the list."""
    return [guest for guest in map(night.guests.find, post.people) if guest is not None]
