"""*Report to the bot's owner*: a form on the table page, read by whoever runs the bot."""

from __future__ import annotations

from typing import Final

from bot.tables.reports import KEPT_DAYS, LONGEST
from bot.ui.actions.tables.table_page import TablePage
from bot.ui.pages import routes
from bot.ui.pages.form import Form, TextLine, filled_in
from bot.ui.pages.wording import Wording
from bot.ui.posting.forms import Forms
from bot.ui.posting.replies import wording_of
from bot.ui.services import Interaction, Services

FIELD: Final = "words"
"""The line of the form."""


class ReportActions:
    """Lets people report what is wrong at a table. Every method answers, or raises Trouble."""

    def __init__(self, services: Services, page: TablePage, forms: Forms) -> None:
        self._services = services
        self._page = page
        self._forms = forms

    async def ask(self, interaction: Interaction, table_id: str) -> None:
        """Show the form to somebody who may see the table."""
        table = await self._services.table(interaction, table_id)
        await self._forms.open(interaction, report_form(table.id, wording_of(interaction)))

    async def send(self, interaction: Interaction, table_id: str) -> None:
        """Keep what the form says, and tell its number."""
        table = await self._services.table(interaction, table_id)
        typed = filled_in(interaction.data).get(FIELD, "")
        number = await self._services.reports.send(table, interaction.user.id, typed)
        notice = wording_of(interaction).gettext(
            "Thanks. Report {number}. Whoever runs this bot can look into it; it is kept for "
            "{days} days.",
            number=f"`{number}`",
            days=KEPT_DAYS,
        )
        await self._page.show(interaction, table.id, notice)


def report_form(table_id: str, wording: Wording) -> Form:
    """Return the form that asks what is wrong at a table."""
    _ = wording.gettext
    line = TextLine(
        FIELD,
        _("Read by whoever runs this bot"),
        most=LONGEST,
        hint=_("What is wrong, and what did you expect?"),
        paragraph=True,
    )
    return Form(routes.REPORT_SENT(table_id), _("Report to the bot's owner"), (line,))
