"""The privacy policy and the terms, filled in for whoever runs this bot."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from bot.engine.text import marked as _
from bot.settings import Settings
from bot.tables.servers import KEPT_DAYS

ROOT: Final = Path(__file__).parents[1]
Policy = Literal["PRIVACY.md", "TERMS.md"]
NOBODY: Final = _("The operator")
NOWHERE: Final = _("ask on the server where you met it")


@dataclass(frozen=True, slots=True)
class Operator:
    """Who runs the bot, how to reach them, and what they have set about what is kept."""

    name: str = NOBODY
    contact: str = NOWHERE
    keep_days: int | None = None
    """For how many days finished games are kept; None for ever."""
    backups: str = "ask whoever runs the bot how long they keep them"
    """How long copies of the database are kept."""

    def policy(self, which: Policy) -> str:
        """Return a policy, filled in."""
        keep = "until you or a server has them deleted"
        if self.keep_days is not None:
            keep = f"for {self.keep_days} days, and results until a season that counts them is over"
        return (
            (ROOT / which)
            .read_text("utf-8")
            .format(
                operator=self.name,
                contact=self.contact,
                keep=keep,
                server_days=KEPT_DAYS,
                backups=self.backups,
            )
        )


def operator_of(settings: Settings) -> Operator:
    """Return who runs the bot, as the settings say."""
    operator = Operator(
        settings.operator_name or NOBODY, settings.contact or NOWHERE, settings.keep_days
    )
    if settings.backup_every is None:
        return operator
    days = math.ceil(settings.backup_every * settings.backup_keep / 24)
    return replace(operator, backups=f"the bot's own go within {days} days")
