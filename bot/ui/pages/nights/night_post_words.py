"""What is posted in a night's thread, in words to be filled in: as long as it holds, and later."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.text import marked as _
from bot.nights.leading import UNSTARTED
from bot.nights.left_out import left_out_from
from bot.nights.night import Night, Post, PostKind
from bot.nights.standing_posts import (
    ASK,
    BEFORE,
    BOTH,
    FROM,
    IN_CHANNEL,
    SAID_YES,
    STARTS,
    Holds,
    on_its_day,
)
from bot.ui.pages.nights.doors_post import OPEN
from bot.ui.pages.nights.series_words import skipped_line
from bot.ui.pages.place_words import discord_address
from bot.ui.pages.wording import Wording

SAID: Final[Mapping[PostKind, str]] = {
    "announced": _("New game night: {title}. Answer here: {link}"),
    "remind": _("Reminder: {title}, {date} ({soon})."),
    "doors": OPEN,
    "late": _(
        "I was offline when the doors of {title} should have opened. A host can open them now."
    ),
    "seat": _("A seat became free at {title}, and it's yours."),
    "invite": _("You're invited to {title}. Can you come? {link}"),
    "moved": _("{title} has a new date: {date} ({soon}), not {old}. Can you come?"),
    "unconfirmed": _("{title}: {date} ({soon}). You're still in. Please confirm: can you come?"),
    "asked": _(
        "{title} is on a date you said could suit you: {date} ({soon}). Press **I'm in** if you "
        "come: {link}"
    ),
    "after_all": _("{title} takes place after all: {date} ({soon}). Can you come? {link}"),
    "told": _("{title} is announced: {date} ({soon}). Can you come? {link}"),
    "regulars": _(
        "{title}: {date} ({soon}). You come every time. This time, too?\n"
        "-# Miss two in a row without a word, and you're no longer in every time."
    ),
    "off": _("A host took you off the list of {title}. You can answer again on its card."),
    "unfollowed": _("The series {title} has ended: its host may not host game nights here now."),
    "series_moved": _("A host has moved all nights of {title} after this one, from {first} on."),
    "skipped": _("{title}: {old} is skipped. The night after that is on {first}."),
    "on_again": _("{title} takes place on {old} after all."),
    "left": _("Somebody left {title}."),
    "few": _("{title} didn't take place: too few people came. Thank you to everybody who did."),
    "word": _("{name} to everybody: {words}"),
    "paused": _("⏸️ {name} paused all tables."),
    "resumed": _("▶️ {name} let the tables go on."),
    "added": _("➕ {name} made it {number} rounds."),
    "ended": _("🏁 The night is over. {recap}"),
    "offline": _("I was offline for about {span}. Nothing is lost."),
    "cohost": _("{title}: you help to lead it now, as a co-host. The **Desk** is yours, too."),
}
"""What each kind of post says, but for free seats and rounds that are over."""
PAST: Final[Mapping[PostKind, str]] = {
    "announced": _("{title} is over: {link}"),
    "doors": _("The doors were open for {title}: {link}"),
    "late": _("I was offline when the doors of {title} should have opened."),
    "invite": _("A host invited {people} to {title}. {link}"),
    "moved": _("{title} was moved to {date}. {link}"),
    "asked": _("I asked those whom the date of {title} could suit. {link}"),
    "told": _("{title} was announced. {link}"),
    "after_all": _("{title} was cancelled, and a host took that back. {link}"),
    "off": _("A host took {people} off the list of {title}."),
    "overtime": _("Round {number} ran over time."),
}
"""What those say that don't hold any more; all others say the same as before."""
ONCE_ON: Final[Mapping[PostKind, str]] = {
    "invite": _("You're invited to {title}."),
    "moved": _("{title} has a new date: {date} ({soon}), not {old}."),
    "unconfirmed": _("{title}: {date} ({soon})."),
    "asked": _("{title} is on a date you said could suit you: {date} ({soon})."),
    "told": _("{title}: {date} ({soon})."),
    "after_all": _("{title} takes place after all: {date} ({soon})."),
    "regulars": _("{title}: {date} ({soon})."),
}
"""What those who were asked whether they come read from the doors on: they aren't asked any more,
as what is said of the doors has the buttons for who comes and who doesn't.
"""
ASKED_LAST: Final = _("{title}: {date} ({soon}). Can you come?")
"""What those who come every time are asked once the series has ended."""
SAID_YES_TO: Final = _(
    "{title} is on a date when you said you can come: {date} ({soon}). You're on the list. Please "
    "confirm: can you come?"
)
"""What those who said so before it was announced are asked as it is."""
MOVED_ALL: Final = _(
    "All nights of {title} after this one have moved: {every} from {first} on. The next one was to "
    "be on {old}."
)
MOVED_BOTH: Final = _(
    "{title} has moved to {date}, and so have all nights after it: {every} from {first} on."
)
"""What those who follow a series read where a night and all to come move at once."""
MOVED_BETWEEN: Final = _(
    "All nights of {title} have moved: {every} from {first} on. The next one was to be on {old}."
)
"""The same between two nights."""
MOVED_SINCE: Final = _("{title} has another date since: {link}")
ON_ITS_DAY: Final = {
    SAID["moved"]: _("{title} has a new time: {date} ({soon}), not {old_time}. Can you come?"),
    ONCE_ON["moved"]: _("{title} has a new time: {date} ({soon}), not {old_time}."),
    MOVED_SINCE: _("{title} starts at another time since: {link}"),
}
"""What is said where only the hour of a night is another."""
IN_THE_MORNING: Final = _("At {morning} I ping those who follow the series.")
"""What is said at night of those whom it calls later."""
MOVED_AGAIN: Final = _("{title} was moved again: {link}")


def may_arrive(night: Night, post: Post) -> bool:
    """Tell whether some of those whom a post calls may still arrive, and play: its doors are open,
    and another round is to come.
    """
    here = {each.person for each in night.guests.there}
    on = night.row.state in ("doors", "playing") and not night.all_dealt
    return on and not (post.people and {*post.people} <= here)


def is_finished(night: Night, post: Post) -> bool:
    """Tell whether computers are finishing the round of a post."""
    return night.row.stage == "finishing" and post.details.get("round") == len(night.dealt)


def arrive_words(night: Night, post: Post, wording: Wording) -> str:
    """Return what those do whom a post calls once doors are open; "" where nobody is to come."""
    if not may_arrive(night, post):
        return ""
    opened = wording.gettext("Doors are open.") if night.guests.doors == "open" else ""
    return wording.sentences(opened, wording.gettext("Press **I'm here** when you arrive."))


def dated(night: Night, post: Post, said: str) -> str:
    """Return words of a date as they are where they are about another hour of the same day, or for
    those who have said before it was announced that they can come then.
    """
    before = post.details.get(FROM, post.details.get(STARTS, 0))
    if SAID_YES in post.details and said == SAID["unconfirmed"]:
        return SAID_YES_TO
    return ON_ITS_DAY.get(said, said) if on_its_day(night, before) else said


def words_of(kind: PostKind, holds: Holds) -> str:
    """Return the words of a post by whether it holds."""
    if holds == "moved":
        return MOVED_AGAIN if kind == "moved" else MOVED_SINCE
    said = SAID.get(kind, "")
    return said if holds == "yes" else PAST.get(kind, said)


def came_of_line(night: Night, post: Post, wording: Wording) -> str:
    """Return to whoever has answered a question that its night is announced: some can't come."""
    channel, card = post.details[ASK]
    return wording.gettext(
        "It comes of the question which date suits: {link}",
        link=discord_address(night.row.guild_id, channel, card),
    )


def few_words(post: Post, wording: Wording) -> str:
    """Return that a night is over as too few came, where nobody or one person did, or its host, who
    didn't, hears of it as well; or as no host started it; else "". That nobody came isn't said
    where all can read it.
    """
    came = post.details.get("came", len(post.people))
    if UNSTARTED in post.details:
        return wording.gettext(
            "{title} didn't take place: no host started it. Thank you to everybody who came."
        )
    if not came:
        return wording.gettext("{title} didn't take place.")
    if came < len(post.people):
        return wording.gettext("{title} didn't take place: too few people came.")
    if came == 1:
        return wording.gettext(
            "{title} didn't take place: too few people came. Thank you for coming."
        )
    return ""


def moved_words(night: Night, post: Post, said: str, wording: Wording) -> str:
    """Return that all nights of a series have moved, with which of them are left out since; `said`
    is what a post says that doesn't know when the first was to be.
    """
    gettext = wording.gettext
    if BOTH in post.details and night.row.state == "open":
        said = gettext(MOVED_BOTH)
    elif BEFORE in post.details:
        said = gettext(MOVED_BETWEEN if IN_CHANNEL in post.details else MOVED_ALL)
    at = post.details.get(FROM, 0)
    left, takes_place = left_out_from(night, at)
    first = gettext("The first of them is on {then}.") if takes_place != at else ""
    return wording.sentences(said, skipped_line(left, wording), first)
