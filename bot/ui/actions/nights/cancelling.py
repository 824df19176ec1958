"""What hosts do to call a night off: whether really, why, and who is told."""

from __future__ import annotations

from typing import Final

from bot.engine.text import marked as _
from bot.nights.announcing import LONGEST_WHY, cancel
from bot.nights.called_to import called_to
from bot.nights.night import Night
from bot.nights.series_rules import may_take_back
from bot.nights.taking_back import AT_ONCE, off_since, take_back, told_back
from bot.nights.who_is_told import who_is_told
from bot.ui.actions.nights.night_planning import NightPlanning
from bot.ui.actions.nights.nights import NightActions
from bot.ui.actions.rights import led_night, press_of
from bot.ui.pages import routes
from bot.ui.pages.form import Form, TextLine, filled_in
from bot.ui.pages.nights.leading_on import back_button
from bot.ui.pages.nights.night_preview import cancel_page
from bot.ui.pages.nights.night_words import (
    SeriesScope,
    cancelled_line,
    plain_name_of,
    series_button,
)
from bot.ui.pages.nights.series_page import scope_page, series_page
from bot.ui.pages.nights.take_back_page import only_this, take_back_page, taken_back_page
from bot.ui.pages.page import Page
from bot.ui.pages.posting_words import BACK_AT_ONCE, CANCELLED, TAKEN_BACK
from bot.ui.posting.forms import Forms
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import Interaction, Services
from storage.night_rows import RIGHT_NOW

NOBODY: Final = _("Nobody needs to be told.")


class Cancelling:
    """How a night is called off. Every method answers the interaction or raises Trouble."""

    def __init__(
        self, services: Services, nights: NightActions, planning: NightPlanning, forms: Forms
    ) -> None:
        self._services = services
        self._forms = forms
        self._messages = nights.messages
        self._planning = planning

    async def ask(self, interaction: Interaction, named: str | None) -> None:
        """Ask whether a night should really be cancelled."""
        night = await self._planning.led_night(interaction, named, ("cancel",))
        press, wording = await press_of(self._services, interaction), wording_of(interaction)
        if night.over and night.goes_on is not None:
            now = self._services.tables.now()
            await show(interaction, series_page(night, now, wording))
            return
        await self._services.nights.demand_possible(night, press, cancel())
        if night.goes_on is not None and night.row.state != "draft":
            await show(interaction, scope_page(night, "cancel", wording))
            return
        asked = await called_to(self._services.nights, night)
        await show(interaction, cancel_page(night, wording, asked=asked, me=press.by.id))

    async def ask_some(
        self, interaction: Interaction, night_id: str, scope: SeriesScope, came_from: str = ""
    ) -> None:
        """Ask whether a night of a series should really be cancelled, or all to come with it.

        `came_from` is "series" if that is the page on which it was pressed.
        """
        night, press = await led_night(self._services, interaction, night_id)
        await self._services.nights.demand_possible(night, press, cancel())
        now = self._services.tables.now()
        wording, asked = wording_of(interaction), await called_to(self._services.nights, night)
        follow = await self._follow(night, press.by.id) if scope == "all" else []
        page = cancel_page(night, wording, scope, now, asked, came_from, press.by.id, follow)
        await show(interaction, page)

    async def ask_why(self, interaction: Interaction, night_id: str, to_come: str) -> None:
        """Ask why a night is cancelled, which cancels it."""
        night, press = await led_night(self._services, interaction, night_id)
        await self._services.nights.demand_possible(night, press, cancel())
        gettext = wording_of(interaction).gettext
        line = TextLine("why", gettext("Why? Everybody reads it."), most=LONGEST_WHY)
        title = gettext("Cancel {title}", title=plain_name_of(night))
        form = Form(routes.CANCEL_WHY(night.id, to_come), title, (line,))
        await self._forms.open(interaction, form)

    async def cancel(
        self, interaction: Interaction, night_id: str, *, to_come: bool = False
    ) -> None:
        """Cancel a night, for the form's reason if any; with `to_come` its series ends as well."""
        before, press = await led_night(self._services, interaction, night_id)
        why = filled_in(interaction.data).get("why", "")
        asked = await called_to(self._services.nights, before)
        follow = await self._follow(before, press.by.id) if to_come else []
        rule = cancel(why, to_come=to_come, asked=asked, follow=follow)
        night = await self._services.nights.change(night_id, press, rule)
        await self._messages.wake(night)
        wording = wording_of(interaction)
        gettext = wording.gettext
        title, series = gettext("Cancelled"), series_button(night, wording)
        drafted, now = before.row.state == "draft", self._services.tables.now()
        back = () if drafted or not may_take_back(night, now) else (back_button(night, wording),)
        off, told = cancelled_line(night, wording), who_is_told(night, asked, press.by.id, follow)
        until = min(await off_since(self._services.nights, night) + AT_ONCE, night.guests.starts_at)

        async def say(text: str) -> None:
            if night.ended_series and not drafted:
                text = wording.sentences(text, gettext("The series has ended."))
            if series:
                # Nobody mends it once the series ends, so it promises no next night.
                shows = gettext("**{button}** shows what comes next.", button=series[0].label)
                text = wording.sentences(text, shows)
            if back and told:
                button, time = back[0].label, f"<t:{until}:t>"
                kept = gettext(
                    "**{button}** until {time} keeps all answers.", button=button, time=time
                )
                later = gettext("Later, I ask again who comes.")
                later = later if until < night.guests.starts_at else ""
                alone = only_this(night, wording)
                text = f"{text}\n-# {wording.sentences(kept, later, alone)}"
            rows = tuple(filter(None, [(*back, *series)]))
            await show(interaction, Page(title, f"{off}\n{text}", rows=rows))

        if drafted:
            await say(gettext("Nobody has seen it."))
        elif not told:
            await say(gettext(NOBODY))
        else:
            await self._planning.outcomes.tell(
                interaction, night, CANCELLED, title, off, say_done=say
            )

    async def ask_back(self, interaction: Interaction, night_id: str) -> None:
        """Ask whether a night that was cancelled should take place after all; where nobody is told,
        or it can't, no question is needed. Where that was done meanwhile, say so instead.
        """
        night, press = await led_night(self._services, interaction, night_id)
        if night.row.state in RIGHT_NOW:
            await show(interaction, taken_back_page(night, wording_of(interaction)))
            return
        told, anew = await told_back(self._services.nights, night, press.by.id)
        if not told or not may_take_back(night, self._services.tables.now()):
            await self.take_back(interaction, night_id)
            return
        wording = wording_of(interaction)
        await show(interaction, take_back_page(night, len(told), wording, anew=anew))

    async def take_back(self, interaction: Interaction, night_id: str) -> None:
        """Have a night that was cancelled take place after all."""
        night, press = await led_night(self._services, interaction, night_id)
        night, asks = await take_back(self._services.nights, night.id, press)
        await self._messages.wake(night)
        words = TAKEN_BACK if asks else BACK_AT_ONCE
        title, note = plain_name_of(night), only_this(night, wording_of(interaction))
        await self._planning.outcomes.tell(interaction, night, words, title, note)

    async def _follow(self, night: Night, but: int) -> list[int]:
        """Return who follows the series of a night, which ends with it, but for one person."""
        return [*await self._services.nights.fans_of_series(night, but)]
