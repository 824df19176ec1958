"""What a reminder says of its people: who hasn't decided yet, and who learns."""

from __future__ import annotations

from typing import Final

from bot.nights.answers import would_wait
from bot.nights.guest_list import Guest
from bot.nights.night import Night, Post
from bot.ui.pages.long_lists import fit
from bot.ui.pages.nights.in_line import WOULD_WAIT
from bot.ui.pages.nights.night_games import Games, learn_buttons
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.page import Button
from bot.ui.pages.wording import Wording

MOST_NAMED: Final = 10
"""The most people who are asked by name whether they come."""


def lesson_buttons(
    night: Night, post: Post, number: int, wording: Wording, games: Games
) -> tuple[Button, ...]:
    """Return the button with which learners among the people of a post begin a lesson."""
    learns = any("learner" in guest.marks for guest in _guests(night, post))
    return learn_buttons(night, games, wording, number) if learns else ()


def undecided(night: Night, post: Post) -> list[int]:
    """Return who of a post hasn't decided yet whether they come."""
    return [guest.person for guest in _guests(night, post) if guest.answer == "maybe"]


def may_say_in(night: Night, post: Post) -> bool:
    """Tell whether somebody of a post hasn't said of this night that they come: who hasn't decided,
    or is on the list by having said so of every night, or of another date.
    """
    return any(each.answer == "maybe" or each.unconfirmed for each in _guests(night, post))


def ask_undecided(night: Night, post: Post, wording: Wording) -> str:
    """Return the question to those who haven't decided yet, by name if others read it; "" if all
    have.
    """
    gettext, people = wording.gettext, undecided(night, post)
    if not people:
        return ""
    guests = night.guests
    full = all(would_wait(guests, each) for each in _guests(night, post) if each.answer == "maybe")
    waits = gettext(WOULD_WAIT) if full and night.row.state == "open" else ""
    if len(people) == len(post.people):
        asked = gettext("Still a maybe? Press **I'm in** or **Can't come**.")
        return wording.sentences(asked, waits)
    named = fit([*map(GuestNames(night, wording).plain, people)], MOST_NAMED, wording, people=True)
    asked = gettext(
        "{names}: still a maybe? Press **I'm in** or **Can't come**.", names=wording.series(named)
    )
    return wording.sentences(asked, waits)


def _guests(night: Night, post: Post) -> list[Guest]:
    """Return the people of a post who are on the list."""
    return [guest for guest in map(night.guests.find, post.people) if guest is not None]
