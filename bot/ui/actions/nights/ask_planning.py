"""How a host asks which date suits: by `/night ask`, its preview, and a form that mends it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from bot.engine.text import marked as _
from bot.nights.ask_rules import (
    Ask,
    AskedDate,
    closes_at,
    dated,
    demand_different,
    named,
    post,
    read_otherwise,
    take_date,
    take_until,
)
from bot.nights.asks import NewAsk
from bot.nights.date_lists import separate_dates
from bot.nights.date_reading.grammar import BadDate
from bot.nights.dates import UnknownZone, zone_of
from bot.nights.typed_dates import Readings
from bot.tables.trouble import NO_SUCH_CHOICE, Trouble
from bot.ui.actions.nights.announcing_place import (
    amiss_there,
    demand_allowed_there,
    place_to_announce,
)
from bot.ui.actions.nights.evening_form import usual_title
from bot.ui.actions.nights.night_dates import NightDates
from bot.ui.actions.nights.night_form import (
    demand_role,
    games_list,
    is_id,
    name_lines,
    picked_games,
    tidy_about,
    tidy_title,
    zone_field,
)
from bot.ui.actions.rights import ask_here, followed_night, press_of
from bot.ui.actions.typed_dates import typed_date, typing_languages
from bot.ui.pages.form import Dropdown, Form, RolePick, TextLine, filled_in
from bot.ui.pages.nights import ask_routes
from bot.ui.pages.nights.ask_card import ask_link, closes_line
from bot.ui.pages.nights.ask_preview import ask_preview
from bot.ui.pages.nights.night_preview import mute_line
from bot.ui.pages.nights.night_words import NAMES, discarded_page, titled
from bot.ui.pages.page import Button, Page
from bot.ui.pages.posting_words import ASKED
from bot.ui.pages.typed_date_words import date_trouble
from bot.ui.pages.wording import Wording
from bot.ui.posting.forms import Keeper, show_again
from bot.ui.posting.nights.ask_messages import AskMessages, ask_facts
from bot.ui.posting.outcomes import say_outcome
from bot.ui.posting.replies import OnPage, arrived, person_of, show, wording_of
from bot.ui.services import Interaction, Services

LONGEST_DATES = 200
"""The most characters of all dates together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskPlan:
    """What was typed to ask which date suits."""

    when: str
    game: str
    game2: str | None = None
    game3: str | None = None
    until: str | None = None
    mention: int | None = None
    zone: str | None = None
    title: str | None = None
    about: str | None = None
    draft: str = ""
    """The draft that was made of it, if one was."""
    from_setup: bool = False
    """Whether *Back* leads to `/setup`, where it was begun."""


class AskPlanning:
    """What makes a question. Every method answers the interaction or raises Trouble."""

    def __init__(self, services: Services, messages: AskMessages, dates: NightDates) -> None:
        self._services = services
        self._asks = services.nights.asks
        self._messages = messages
        self._dates = dates
        self._plans: Keeper[tuple[int, int], AskPlan] = Keeper(services.tables.now)

    async def make(self, interaction: Interaction, plan: AskPlan) -> None:
        """Make a draft and show its preview to the host alone.

        If something typed is wrong, all of it is kept for a form that asks again.
        """
        self._keep(interaction, plan)
        try:
            channel = await place_to_announce(self._services, interaction)
            await self._make(interaction, plan, channel)
        except OnPage:
            raise
        except Trouble as trouble:
            why = trouble.say(wording_of(interaction).gettext)
            await show_again(interaction, why, ask_routes.NEW())

    async def ask_again(self, interaction: Interaction) -> None:
        """Show the form with what was typed, or from `/setup` anew, unless somebody has just gone
        back there to change something.
        """
        if interaction.custom_id == ask_routes.NEW() and not await self._went_back(interaction):
            self._keep(interaction, AskPlan(when="", game="", from_setup=True))
        plan, wording = self._plan(interaction), wording_of(interaction)
        usual, zone = await self._dates.asked_zone(interaction, plan.zone)
        typed = [*filter(None, (plan.game, plan.game2, plan.game3))]
        games = games_list(self._services, typed, wording)
        form = new_ask_form(replace(plan, zone=zone), games, usual, wording)
        await arrived(interaction, interaction.response.send_modal(form.modal()), first=True)

    async def _went_back(self, interaction: Interaction) -> bool:
        """Tell whether somebody has a draft that they began in `/setup`."""
        plan = self._kept(interaction)
        if plan is None or not plan.from_setup:
            return False
        draft = await self._asks.find(plan.draft)
        return draft is not None and draft.row.state == "draft"

    async def ask_about(self, interaction: Interaction, night_id: str) -> None:
        """Show the form for a night that nobody has played, with its games, role and zone."""
        night, _press = await followed_night(self._services, interaction, night_id)
        services, row, wording = self._services, night.row, Wording(night.row.language)
        usual = await services.zone_name(row.guild_id, interaction.user.id)
        keys = [each.key for each in night.games if each.key in services.games]
        first, second, third = [*keys, None, None, None][:3]
        zone = None if row.zone == usual else row.zone
        plan = AskPlan(
            when="",
            game=first or "",
            game2=second,
            game3=third,
            mention=row.mention,
            zone=zone,
            title="" if row.title == usual_title(services, keys, wording) else row.title,
            about=row.about,
        )
        self._keep(interaction, plan)
        await self.ask_again(interaction)

    async def make_again(self, interaction: Interaction) -> None:
        """Make a draft as the form says, in place of the one that was made before."""
        before, sent = self._plan(interaction), filled_in(interaction.data)
        draft = await self._asks.find(before.draft)
        first, second, third = picked_games(sent)
        role = sent.get("mention", "")
        plan = replace(
            before,
            when=sent.get("when", ""),
            game=first,
            game2=second,
            game3=third,
            until=sent.get("until", "").strip() or None,
            zone=sent.get("zone", before.zone or "").strip() or None,
            mention=int(role) if is_id(role) else None,
            title=before.title if draft is None else draft.row.title,
            about=before.about if draft is None else draft.row.about,
        )
        await self.make(interaction, plan)
        if before.draft and self._plan(interaction).draft != before.draft:
            await self._asks.store.discard(before.draft)

    def _keep(self, interaction: Interaction, plan: AskPlan) -> None:
        self._plans.put((interaction.user.id, interaction.guild_id or 0), plan)

    def _kept(self, interaction: Interaction) -> AskPlan | None:
        return self._plans.get((interaction.user.id, interaction.guild_id or 0))

    def _plan(self, interaction: Interaction) -> AskPlan:
        plan = self._kept(interaction)
        if plan is None:
            raise Trouble(_("What you typed isn't kept any more. Please type `/night ask` again."))
        return plan

    async def _make(self, interaction: Interaction, plan: AskPlan, channel: int) -> None:
        services, wording = self._services, wording_of(interaction)
        demand_role(plan.mention, interaction.guild_id or 0)
        typed = (plan.game, plan.game2, plan.game3)
        games = dict.fromkeys(services.typed_games(typed, wording))
        zone = await self._dates.zone(interaction, plan.zone)
        given, now = plan.zone is not None, services.tables.now()
        try:
            parts = separate_dates(plan.when, await typing_languages(services, interaction))
        except BadDate as bad:
            raise date_trouble(bad, bad.word) from None
        read = [await typed_date(services, interaction, each, zone, given=given) for each in parts]
        dates = [dated(said, each.first) for said, each in zip(parts, read, strict=True)]
        demand_different(dates)
        until = None
        if plan.until:
            until = await typed_date(services, interaction, plan.until, zone, given=given)
        new = NewAsk(
            guild_id=interaction.guild_id or 0,
            channel_id=channel,
            language=await services.language(interaction),
            host=person_of(interaction),
            zone=zone.key,
            dates=tuple(sorted(dates, key=lambda each: each.at)),
            games=tuple(games),
            until=closes_at(dates, None if until is None else until.first.at, now),
            until_said=plan.until or "",
            mention=plan.mention,
            title=tidy_title(plan.title),
            about=tidy_about(plan.about),
        )
        ask = await self._asks.open(new, await press_of(services, interaction))
        self._keep(interaction, replace(plan, draft=ask.id))
        await self._show_draft(
            interaction, ask, await self._dates.keep_first(interaction, zone.key)
        )

    async def _show_draft(self, interaction: Interaction, ask: Ask, kept: str = "") -> None:
        wording = wording_of(interaction)
        facts = await ask_facts(self._services, ask, wording)
        amiss = amiss_there(interaction, ask.row.channel_id, ask.row.mention)
        read = await self._read(interaction, ask)
        plan = self._kept(interaction)
        back = plan is not None and plan.from_setup and plan.draft == ask.id
        kept = await self._dates.of_first(interaction, ask.id, ask.row.zone, kept)
        page = ask_preview(ask, facts, read, amiss, wording, kept, back=back)
        await show(interaction, page)

    async def ask_name(self, interaction: Interaction, ask_id: str) -> None:
        """Show the form for what the night is called that may come of a draft, and its text."""
        ask = await ask_here(self._services, interaction, ask_id)
        form = name_form(ask, wording_of(interaction))
        await arrived(interaction, interaction.response.send_modal(form.modal()), first=True)

    async def name(self, interaction: Interaction, ask_id: str) -> None:
        """Give the night of a draft the title and the text that the form says."""
        await ask_here(self._services, interaction, ask_id)
        sent, press = filled_in(interaction.data), await press_of(self._services, interaction)
        rule = named(tidy_title(sent.get("title")), tidy_about(sent.get("about")))
        await self._show_draft(interaction, await self._asks.change(ask_id, press, rule))

    async def _read(self, interaction: Interaction, ask: Ask) -> Mapping[int, Readings]:
        """Return what each date of a draft may mean, by its place; the last is when it closes."""
        services, row = self._services, ask.row
        usual = await services.zone_name(row.guild_id, interaction.user.id)
        said = [each.said for each in ask.dates] + ([row.until_said] if row.until_said else [])
        found: dict[int, Readings] = {}
        for place, text in enumerate(said):
            try:
                found[place] = await typed_date(
                    services,
                    interaction,
                    text,
                    zone_of(row.zone),
                    given=row.zone != usual,
                    now=row.made_at,
                )
            except (Trouble, UnknownZone):
                # It was read before, and stays as it was.
                continue
        return found

    async def take_other(self, interaction: Interaction, ask_id: str, place: int, at: int) -> None:
        """Take another moment that a typed date may mean."""
        ask = await ask_here(self._services, interaction, ask_id)
        readings = (await self._read(interaction, ask)).get(place)
        if readings is None:
            raise Trouble(NO_SUCH_CHOICE)
        if place < len(ask.dates):
            date: AskedDate = read_otherwise(ask, place, readings, at)
            rule = take_date(place, date)
        elif at in {each.at for each in (readings.first, *readings.others)}:
            rule = take_until(at)
        else:
            raise Trouble(NO_SUCH_CHOICE)
        press = await press_of(self._services, interaction)
        await self._show_draft(interaction, await self._asks.change(ask_id, press, rule))

    async def post(self, interaction: Interaction, ask_id: str) -> None:
        """Ask what a draft says, with its role if both the person and the bot may call it.

        What is asked already is put up again if it couldn't be. Raises Trouble if permissions are
        missing.
        """
        ask = await ask_here(self._services, interaction, ask_id)
        amiss = demand_allowed_there(interaction, ask.row.channel_id, ask.row.mention)
        wording = wording_of(interaction)
        press = replace(await press_of(self._services, interaction), calls=not amiss.mute_for)
        role = ask.row.mention if ask.row.state == "draft" else None
        ask = await self._asks.change(ask_id, press, post())
        await self._messages.wake(ask)
        note = mute_line(role, amiss, wording)

        async def say(text: str) -> None:
            found = await self._asks.get(ask_id)
            channel = f"<#{found.row.channel_id}>"
            said = wording.gettext(text, channel=channel, link=ask_link(found))
            if text == ASKED.done and found.row.state == "open":
                said += f"\n{closes_line(found, wording)}"
            again = Button(ask_routes.POST(ask_id), wording.gettext("Try again"))
            rows = ((again,),) if text == ASKED.failed else ()
            title = wording.gettext("Which date suits you?")
            await show(interaction, Page(title, f"{said}\n{note}".strip(), rows=rows))

        await say_outcome(ASKED, partial(self._messages.came_of, ask_id), say)

    async def discard(self, interaction: Interaction, ask_id: str) -> None:
        """Delete a draft."""
        ask = await ask_here(self._services, interaction, ask_id)
        if ask.row.state != "draft":
            raise Trouble(_("This has been asked already."))
        await self._asks.store.discard(ask_id)
        await show(interaction, discarded_page(wording_of(interaction)))


def new_ask_form(plan: AskPlan, games: Dropdown, usual: str | None, wording: Wording) -> Form:
    """Return the form with all that can be wrong in a `/night ask`, as it was typed."""
    gettext = wording.gettext
    until = gettext("Closes (usually a day before the first date)")
    return Form(
        ask_routes.NEW(),
        gettext("Ask which date suits"),
        (
            TextLine(
                *("when", gettext("Dates, with commas"), plan.when, LONGEST_DATES),
                hint=gettext("fri 20:00, sat 19:00"),
            ),
            games,
            TextLine("until", until, plan.until or "", most=60, needed=False),
            zone_field(plan.zone, usual, wording),
            RolePick("mention", gettext("Role to mention when you ask"), plan.mention),
        ),
    )


def name_form(ask: Ask, wording: Wording) -> Form:
    """Return the form for what the night is called that may come of a draft, and for its text."""
    row = ask.row
    return Form(
        ask_routes.NAME(ask.id),
        titled(NAMES, wording),
        name_lines(row.title, row.about, wording, needed=False),
    )
