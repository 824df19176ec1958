"""The options of slash commands: what each takes, and what is offered while somebody types it."""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bot.ui.actions.actions import Actions
from bot.ui.pages.typed_words import Suggestion
from bot.ui.services import Interaction

Offers = Callable[[Actions, Interaction, str], Awaitable[Sequence[Suggestion]]]
"""Returns what may be filled in, given what was typed so far. If it raises, nothing is offered."""

REQUIRED: Final[Any] = inspect.Parameter.empty
"""Instead of what is usual, where something must be typed."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command; one that is usually None may be left out.

    `choices` are what each value reads as on Discord, unless the type is a `Literal` that says so.
    """

    name: str
    type: Any
    text: str
    usual: Any = REQUIRED
    choices: Mapping[Any, str] = field(default_factory=dict)
    offers: Offers | None = None

    @property
    def parameter(self) -> str:
        """Return what the function that does the command calls it: `from_` for `from`."""
        return f"{self.name}_" if keyword.iskeyword(self.name) else self.name


def typed_so_far(interaction: Interaction, option: str) -> str | None:
    """Return what another option of the command being typed has in it so far, if anything."""
    return getattr(interaction.namespace, option, None) or None
