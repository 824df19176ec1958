"""What is pressed on the card of a question which date suits, and below its host's call."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.after_night import with_settings
from bot.nights.announcing import NewNight, edit
from bot.nights.ask_rules import Ask, AskRule, best, close, games_by_wish, to_announce
from bot.nights.dates import Moment, UnknownZone, moment, read_stored, zone_of
from bot.tables.trouble import Trouble
from bot.ui.actions.nights.evening_form import evening_form, usual_game, usual_title
from bot.ui.actions.nights.night_dates import ZONE_GONE
from bot.ui.actions.rights import ask_here, hosted_ask, known_of, press_of
from bot.ui.pages.nights.ask_card import (
    answered_page,
    hosted_page,
    who_page,
)
from bot.ui.pages.nights.night_words import as_of
from bot.ui.pages.page import Page
from bot.ui.pages.wording import Wording
from bot.ui.posting.forms import Forms
from bot.ui.posting.nights.ask_messages import AskMessages, ask_facts
from bot.ui.posting.replies import person_of, show, wording_of
from bot.ui.services import Interaction, Services

MOST_LOOKED: Final = 20
"""Among how many of the last nights of a server one is looked for that the host has led."""


class AskAnswers:
    """Answers, and what hosts make of them. Every method answers or raises Trouble."""

    def __init__(self, services: Services, messages: AskMessages, forms: Forms) -> None:
        self._services = services
        self._asks = services.nights.asks
        self._messages = messages
        self._forms = forms

    async def answer(self, interaction: Interaction, ask_id: str, rule: AskRule) -> None:
        """Save what somebody has answered, and show them all that they have."""
        before = await ask_here(self._services, interaction, ask_id)
        press = await press_of(self._services, interaction)
        ask = await self._asks.answer(ask_id, press, rule)
        await self._messages.wake(ask)
        mine = before.find(press.by.id)

        async def draw() -> Page:
            now = await self._asks.get(ask_id)
            wording = wording_of(interaction)
            facts = await ask_facts(self._services, now, wording)
            page = answered_page(now, facts, press.by.id, wording, mine)
            return replace(page, text=as_of(facts.now, page.text, wording))

        page, pages = await draw(), self._messages.pages
        if await show(interaction, page, anew=not pages.pressed(ask_id, "answer", interaction)):
            await pages.lay_open(ask_id, "answer", interaction, page, draw)

    async def show_who(self, interaction: Interaction, ask_id: str, page: int) -> None:
        """Show everybody who has answered, a page of them."""
        ask = await ask_here(self._services, interaction, ask_id)
        wording = wording_of(interaction)
        facts = await ask_facts(self._services, ask, wording)
        await show(interaction, who_page(ask, facts, page, wording))

    async def ask_to_close(self, interaction: Interaction, ask_id: str) -> None:
        """Ask whether a question should really be closed; of one that is, say what came of it."""
        await hosted_ask(self._services, interaction, ask_id)
        ask = await self._asks.get(ask_id)
        if ask.row.state != "open":
            await self.close(interaction, ask_id)
            return
        await self._show_hosted(interaction, ask)

    async def close(self, interaction: Interaction, ask_id: str) -> None:
        """Close a question, and say which date is the best."""
        press = await hosted_ask(self._services, interaction, ask_id)
        ask = await self._asks.change(ask_id, press, close())
        await self._messages.wake(ask)
        await self._show_hosted(interaction, ask)

    async def _show_hosted(self, interaction: Interaction, ask: Ask) -> None:
        """Show a host what they can do about a question, for as long as that is so."""
        page = await self._hosted(interaction, ask)

        async def again() -> Page:
            return await self._hosted(interaction, await self._asks.get(ask.id))

        if await show(interaction, page):
            await self._messages.pages.lay_open(ask.id, "ask", interaction, page, again)

    async def _hosted(self, interaction: Interaction, ask: Ask) -> Page:
        wording = wording_of(interaction)
        facts = await ask_facts(self._services, ask, wording)
        page = hosted_page(ask, facts, wording)
        return replace(page, text=as_of(facts.now, page.text, wording))

    async def announce(
        self, interaction: Interaction, ask_id: str, picked: int | None = None
    ) -> None:
        """Ask by a form how the evening of a night goes, for the best date or the one that was
        `picked`: of a new draft, or the one made before. Once it is sent, its preview is shown.
        """
        press = await hosted_ask(self._services, interaction, ask_id)
        nights, now = self._services.nights, self._services.tables.now()
        async with self._asks.held(ask_id) as ask:
            drafted = await self._asks.store.draft_from(ask_id, press.by.id)
            begun = drafted is not None and ask.row.state != "announced"
            if picked is None and begun:
                picked = best(ask, now)
            else:
                picked = to_announce(ask, press, now, picked)
            if drafted is None or not begun:
                new = await self._night(interaction, ask, picked or 0)
                drafted = (await nights.open(new, press)).id
        night = await nights.get(drafted)
        if picked is not None and night.guests.starts_at != ask.dates[picked].at:
            # Whoever publishes holds the night before its question.
            night = await nights.change(drafted, press, edit(_when(ask, picked)))
        wording = wording_of(interaction)
        form = evening_form(self._services, night, wording)
        form = replace(form, title=wording.gettext("Announce the game night"))
        await self._forms.open(interaction, form, form.id)

    async def _night(self, interaction: Interaction, ask: Ask, number: int) -> NewNight:
        """Return the night that comes of a question, on one of its dates: what that doesn't say is
        as on the last night here that the person hosted; without one, that anybody did.
        """
        services, row = self._services, ask.row
        keys = [each for each in games_by_wish(ask) if each in services.games]
        if not keys:
            raise Trouble(_("There is no such game here."))
        games = [usual_game(services, each) for each in keys]
        language = await services.language(interaction)
        new = NewNight(
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            language=language,
            host=person_of(interaction),
            title=row.title or usual_title(services, keys, Wording(language)),
            about=row.about,
            game=games[0].key,
            options=games[0].options,
            further=tuple(games[1:]),
            when=_when(ask, number),
            zone=row.zone,
            ask=ask.id,
        )
        last = await services.nights.reader.last(row.guild_id, MOST_LOOKED)
        known = await known_of(services, interaction, last)
        own = [each for each in known if each.row.host == new.host.id]
        like = next(iter(own or known), None)
        return new if like is None else await with_settings(services.nights, new, like)


def _when(ask: Ask, number: int) -> Moment:
    """Return one of a question's dates. Raises Trouble if this machine has its zone no more."""
    try:
        return moment(read_stored(ask.dates[number].local), zone_of(ask.row.zone))
    except UnknownZone:
        raise Trouble(ZONE_GONE) from None
