"""What a night's thread is told once the bot is there again: which times are others now."""

from __future__ import annotations

from collections.abc import Iterator

from bot.nights.night import Night, Post
from bot.nights.pilot import paused
from bot.nights.stages import deal_at, finishes_at
from bot.nights.standing_posts import ANNOUNCED, MINDED
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.nights.seats_to_take import not_back_line
from bot.ui.pages.wording import Wording


def offline_lines(night: Night, post: Post, wording: Wording) -> Iterator[str]:
    """Yield what the bot's absence has changed, as long as that is to come."""
    gettext, back_at = wording.gettext, int(post.details.get("at", 0))
    if night.playing is not None:
        yield gettext("Your time to move stood still meanwhile.")
    starts = deal_at(night) or 0
    if night.row.state == "doors" and night.guests.doors == "open" and not starts:
        yield gettext("Doors now close at {time}.", time=f"<t:{night.guests.closes_at}:t>")
    # What was due meanwhile is said anew only after this, and what wasn't announced before has a
    # post of its own below.
    if starts > back_at and post.details.get(ANNOUNCED, True):
        number = len(night.dealt) + 1
        yield gettext("Round {number} starts at {time}.", number=number, time=f"<t:{starts}:t>")
    if (at := finishes_at(night) or 0) > back_at and not paused(night):
        yield gettext(
            "Round {number} runs over time. Computers finish its games at {time}.",
            number=len(night.dealt),
            time=f"<t:{at}:t>",
        )
    minded = () if night.playing is None else night.playing.seating.minded
    for each in minded:
        if [each.table, each.until] in post.details.get(MINDED, ()):
            name = GuestNames(night, wording).said(each.person)
            yield not_back_line(name, each.until, wording)
