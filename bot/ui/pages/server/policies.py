"""The privacy policy and the terms, filled in for whoever runs this bot."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from bot.engine.text import marked as _
from bot.tables.servers import KEPT_DAYS
from bot.ui.pages.wording import Wording

ROOT: Final = Path(__file__).parents[4]
Policy = Literal["PRIVACY.md", "TERMS.md"]
NOBODY: Final = _("The operator")
NOWHERE: Final = _("ask on the server where you met it")


@dataclass(frozen=True, slots=True)
class Operator:
    """Who runs the bot, how to reach them, and what they have decided about what is kept."""

    name: str = NOBODY
    contact: str = NOWHERE
    keep_days: int | None = None
    """For how many days finished games are kept; None for ever."""
    backup_days: int | None = None
    """For how many days the bot keeps its own copies of the database; None if it makes none."""

    def policy(self, which: Policy, wording: Wording) -> str:
        """Return a policy, filled in; in English if there is none in the person's language."""
        file = _translated(which, wording.language)
        if file is None:
            file, wording = ROOT / which, wording.in_english()
        _ = wording.gettext
        return _(
            file.read_text("utf-8"),
            operator=_(self.name),
            contact=_(self.contact),
            keep=self._keep(wording),
            server_days=KEPT_DAYS,
            backups=self._backups(wording),
        )

    def _keep(self, wording: Wording) -> str:
        if self.keep_days is None:
            return wording.gettext(
                "Finished games and their results are kept until you or a server has them deleted."
            )
        return wording.ngettext(
            "Finished games and their results are kept for {n} day. The results of a season are "
            "kept until {n} day after its end.",
            "Finished games and their results are kept for {n} days. The results of a season are "
            "kept until {n} days after its end.",
            self.keep_days,
            n=wording.number(self.keep_days),
        )

    def _backups(self, wording: Wording) -> str:
        if self.backup_days is None:
            return wording.gettext("Ask whoever runs the bot how long they keep them.")
        return wording.ngettext(
            "The bot deletes its own within {n} day.",
            "The bot deletes its own within {n} days.",
            self.backup_days,
            n=wording.number(self.backup_days),
        )


def _translated(which: Policy, language: str) -> Path | None:
    """Return the file of a policy in a language, such as `TERMS.ja.md`; None if there is none."""
    name = which.removesuffix(".md")
    files = (ROOT / f"{name}.{each}.md" for each in (language, language.partition("-")[0]))
    return next((file for file in files if file.is_file()), None)
