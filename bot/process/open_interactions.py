"""The interactions that have come in and wait for their first answer."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import discord

LATE: Final = 3.0
"""Seconds after which Discord no longer takes a first answer."""

Interaction = discord.Interaction[Any]

KINDS: Final = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "component",
    discord.InteractionType.modal_submit: "modal",
}
"""What people do, as metrics call it."""


def request_kind(interaction: Interaction) -> str:
    """Return the kind of thing a person has done."""
    return KINDS.get(interaction.type, "other")


class OpenInteractions:
    """Knows who is waiting, from the moment that Discord reports a click or a command."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Take a clock in seconds that never goes back."""
        self._now = now
        self._since: dict[int, tuple[float, Interaction]] = {}
        """When each arrived, by its id, the oldest first."""
        self.late: Counter[str] = Counter(dict.fromkeys(KINDS.values(), 0))
        """How many had no answer by the time it was too late for one, by kind."""

    def came(self, interaction: Interaction) -> None:
        """Record one that has just come in."""
        self._let_late_ones_go()
        self._since[interaction.id] = (self._now(), interaction)

    def answered(self, interaction_id: int) -> tuple[Interaction, float] | None:
        """Record that one was answered; return it and the seconds; None if nobody waits."""
        found = self._since.pop(interaction_id, None)
        return None if found is None else (found[1], self._now() - found[0])

    def waiting(self) -> int:
        """Return how many wait for an answer that can still reach them."""
        self._let_late_ones_go()
        return sum(not each.response.is_done() for _since, each in self._since.values())

    def _let_late_ones_go(self) -> None:
        before = self._now() - LATE
        while self._since:
            oldest = next(iter(self._since))
            if self._since[oldest][0] > before:
                return
            _since, interaction = self._since.pop(oldest)
            self.late[request_kind(interaction)] += not interaction.response.is_done()
