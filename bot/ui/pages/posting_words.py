"""What is said when something is put up in a channel: that it is under way, and what came of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.engine.text import marked as _

NOT_UPDATED: Final = _("🕓 Not updated since {time}: {press}")
"""Said above a page or a hand that isn't edited any more by itself, with what to press."""
WAS_OFFLINE: Final = _("I was offline for a while. Nothing you pressed is lost.")
"""Said below that where the process ended that edited the page: what is pressed shows it anew."""


@dataclass(frozen=True, slots=True)
class PostingWords:
    """Untranslated sentences. Only `done` says that something was put up, after it was."""

    coming: str
    done: str
    failed: str


PUBLISHED: Final = PostingWords(
    _("Posting it in {channel} …"),
    _("Announced: {link}\nYou look after the night from its **Desk**."),
    _(
        "I can't post it in {channel} just now. "
        "**Check permissions** in `/setup` says what's missing."
    ),
)
ASKED: Final = PostingWords(
    _("Posting it in {channel} …"),
    _("Asked: {link}"),
    _(
        "I can't post it in {channel} just now. "
        "**Check permissions** in `/setup` says what's missing."
    ),
)
POSTED_AGAIN: Final = PostingWords(
    _("Posting the card in {channel} …"),
    _("The card is posted again: {link}"),
    _(
        "I can't post the card in {channel} just now. "
        "**Check permissions** in `/setup` says what's missing."
    ),
)
CANCELLED: Final = PostingWords(
    _("Telling everybody who may be coming …"),
    _("I ping everybody who was In, Maybe or on the waitlist, and whoever was asked to come."),
    _("I can't write in {channel} just now, so please tell everybody who may be coming."),
)
TAKEN_BACK: Final = PostingWords(
    _("It takes place after all. Telling everybody …"),
    _("It takes place after all: {link}\nEverybody who was told that it's off is asked again."),
    _(
        "It takes place after all, but I can't write in {channel} just now, so please tell "
        "everybody who was to come."
    ),
)
BACK_AT_ONCE: Final = PostingWords(
    _("It takes place after all. Telling the thread …"),
    _("It takes place after all: {link}\nAll answers stay. I ping whoever read that it's off."),
    TAKEN_BACK.failed,
)
SAID: Final = PostingWords(
    _("Posting it in the game night's thread …"),
    _("Posted in the game night's thread."),
    _("I can't write in the game night's thread just now, so nobody has read it."),
)
INVITED: Final = PostingWords(
    _("{name} is on the list. Inviting them to {title} …"),
    _("{name} has an invitation to {title}, and presses **I'm in** to come."),
    _("{name} is on the list, but I can't write to them just now. Please tell them."),
)
RETRIED: Final = PostingWords(
    _("Trying again …"),
    _("It's posted now: {link}"),
    _("I still can't post it in {channel}. **Check permissions** in `/setup` says what's missing."),
)
REMINDED: Final = PostingWords(
    _("Reminding them …"),
    _("I reminded them."),
    _("I can't write at that table just now, so please remind them yourself."),
)
CALLED: Final = PostingWords(
    _("Calling the hosts in the night's thread."),
    _("The hosts are called in the night's thread."),
    _("I can't write in the night's thread just now, so please call a host yourself."),
)
BEGUN: Final = PostingWords(
    _("The game begins. Posting the board …"),
    _("The game begins. Go to the board: {place}"),
    _(
        "The game begins, but I can't post its board here just now. `/table board` in another "
        "channel brings it there."
    ),
)
BROUGHT: Final = PostingWords(
    _("Moving the board here."),
    "",
    _("I can't post the board here just now. Try `/table board` in another channel."),
)
_AS_OF: Final = re.compile(r"\n-# [^\n<>.。]*(<t:[0-9]+:t>)[^\n<>.。]*\Z")
"""As of when a page is, in its last line, which says nothing else."""


def apart(text: str) -> tuple[str, str]:
    """Return what a page tells, and as of when; "" if it doesn't say."""
    found = _AS_OF.search(text)
    return (text, "") if found is None else (text[: found.start()], found[1])
