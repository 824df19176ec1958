"""A private hand that lies open: where it is, and what it shows."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.ui.pages.page import Button, Page
from bot.ui.pages.tables.fit import NO_NOTICE, Notice
from bot.ui.pages.tables.hand import Advice
from bot.ui.pages.tables.menu_moves import MenuPath
from bot.ui.posting.kept_pictures import KeptPicture
from bot.ui.services import Interaction


@dataclass(slots=True, eq=False)
class OpenHand:
    """A hand that lies open: how to change it and what it shows."""

    interaction: Interaction
    """Its answer is the hand."""
    path: MenuPath
    """How far into the menu the person has gone."""
    shown: Page
    """What was drawn, except the notice above it and the shapes of its picture."""
    seat: int
    since: int
    """What the seat hears after this step is said above the hand once the table has moved on."""
    used_at: int
    """When its person last used it, in seconds since 1970."""
    step: int = -1
    """The table's newest step when it was last drawn, or found to be up to date."""
    new: bool = False
    """Whether it lies in a message of its own, below all others, and not where a control was."""
    notice: Notice = NO_NOTICE
    """What is said above it until the table moves on, such as how a game began."""
    drawn_at: float = float("-inf")
    """When it was last drawn, by the loop's clock."""
    failed: bool = False
    """Whether it couldn't be drawn again at some time since its person last used it."""
    advice: Advice | None = None
    """The hint that its person has asked for."""
    below: KeptPicture | None = None
    """The picture below the board's, if its message is known to have it."""
    next: Button | None = None
    """Leads to the next table that waits for its person."""
    question: int = -1
    """The number of the question that `path` begins to answer."""
    told: frozenset[str] = frozenset()
    """The lines on what its seat has heard since then that the screen tells."""
    seen: frozenset[str] = frozenset()
    """Those that it told before, while its person could read them: not those that a computer's move
    took away at once.
    """
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while it is drawn again."""
