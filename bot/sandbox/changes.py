"""What the world's listeners hear."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.sandbox.models import Channel, Guild, Message, Person


@dataclass(slots=True)
class Change:
    """One thing that happened.

    `kind` is the name of the gateway event in lower case, or one of our own: people, commands,
    emoji, bot, interaction, dismissed, access (who sees what has changed).
    """

    kind: str
    guild: Guild | None = None
    channel: Channel | None = None
    message: Message | None = None
    person: Person | None = None
    extra: Any = None
