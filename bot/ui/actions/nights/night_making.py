"""How a host makes a night: by `/night new`, and by a form if something typed there was wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final
from zoneinfo import ZoneInfo

from bot.engine.text import marked as _
from bot.nights.announcing import NewNight
from bot.nights.night import NightGame
from bot.nights.typed_dates import Readings
from bot.tables.clock import MINUTE
from bot.tables.trouble import Trouble
from bot.ui.actions.mistakes import Mistakes
from bot.ui.actions.nights.announcing_place import place_to_announce
from bot.ui.actions.nights.evening_form import (
    demand_offered,
    how_it_goes,
    usual_game,
    usual_title,
)
from bot.ui.actions.nights.night_form import (
    SEVERAL_AT_ONE_TABLE,
    demand_role,
    games_list,
    is_id,
    name_lines,
    picked_games,
    tidy_about,
    tidy_title,
    zone_field,
)
from bot.ui.actions.nights.night_planning import NightPlanning
from bot.ui.actions.rights import press_of
from bot.ui.actions.typed_dates import typed_in
from bot.ui.actions.typed_names import season_meant
from bot.ui.pages import routes
from bot.ui.pages.form import Dropdown, Form, Line, RolePick, TextLine, filled_in
from bot.ui.pages.wording import Wording
from bot.ui.posting.forms import Keeper, show_again
from bot.ui.posting.replies import OnPage, arrived, person_of, wording_of
from bot.ui.services import Interaction, Services
from storage.night_rows import Mode, Pilot

MOST_LINES: Final = 5
"""Discord lets no form have more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPlan:
    """What was typed to make a night."""

    when: str
    game: str
    game2: str | None = None
    game3: str | None = None
    title: str | None = None
    rounds: int = 3
    limit: int | None = None
    mode: Mode = "social"
    pilot: Pilot = "helper"
    teach: bool = True
    move_time: int = 2
    pause: int = 5
    repeat: int = 0
    season: str | None = None
    mention: int | None = None
    zone: str | None = None
    channel: int | None = None
    about: str | None = None
    voice: int | None = None

    @property
    def picked(self) -> dict[str, str]:
        """Return how many rounds there are, as forms have it."""
        return {"rounds": str(self.rounds)}

    @property
    def games(self) -> list[str]:
        """Return all games that were typed."""
        return [each for each in (self.game, self.game2, self.game3) if each]


class NightMaking:
    """What makes a night. Every method answers the interaction or raises Trouble."""

    def __init__(self, services: Services, planning: NightPlanning) -> None:
        self._services = services
        self._planning = planning
        self._plans: Keeper[tuple[int, int], NightPlan] = Keeper(services.tables.now)

    async def make(self, interaction: Interaction, plan: NightPlan) -> None:
        """Make a draft and show its preview to the host alone.

        If something typed is wrong, all of it is kept for a form that asks again.
        """
        try:
            channel = await place_to_announce(self._services, interaction, plan.channel)
            await self._make(interaction, plan, channel)
        except OnPage:
            raise
        except Trouble as trouble:
            self._plans.put(_place(interaction), plan)
            why = trouble.say(wording_of(interaction).gettext)
            await show_again(interaction, why, routes.NEW_NIGHT())

    async def ask(self, interaction: Interaction) -> None:
        """Show the form for a night: with what was typed for one that couldn't be made, or anew."""
        wording = wording_of(interaction)
        if (interaction.custom_id or "") != routes.again(routes.NEW_NIGHT()):
            self._plans.put(_place(interaction), NightPlan(when="", game=""))
        plan = self._plan(interaction)
        games = games_list(self._services, plan.games, wording)
        usual, zone = await self._planning.dates.asked_zone(interaction, plan.zone)
        seasons = bool(await self._services.seasons(interaction))
        form = new_night_form(replace(plan, zone=zone), games, usual, wording, seasons=seasons)
        await arrived(interaction, interaction.response.send_modal(form.modal()), first=True)

    async def make_again(self, interaction: Interaction) -> None:
        """Make a draft as the form says, and otherwise as it was typed before."""
        plan, sent = self._plan(interaction), filled_in(interaction.data)
        role = sent.get("mention", "")
        first, second, third = picked_games(sent)
        lists = how_it_goes(plan.picked, wording_of(interaction))
        demand_offered(lists, sent)
        plan = replace(
            plan,
            title=sent.get("title", plan.title),
            about=sent.get("about", plan.about),
            rounds=int(sent.get("rounds", plan.rounds)),
            when=sent.get("when", ""),
            game=first,
            game2=second,
            game3=third,
            zone=sent.get("zone", plan.zone or "").strip() or None,
            season=sent.get("season", "").strip() or None,
            mention=int(role) if is_id(role) else None,
        )
        await self.make(interaction, plan)

    def _plan(self, interaction: Interaction) -> NightPlan:
        plan = self._plans.get(_place(interaction))
        if plan is None:
            raise Trouble(_("What you typed isn't kept any more. Please type `/night new` again."))
        return plan

    async def _make(self, interaction: Interaction, plan: NightPlan, channel: int) -> None:
        services = self._services
        assert interaction.guild_id is not None
        games, zone, when, season = await self._read(interaction, plan)
        language = await services.language(interaction)
        title = usual_title(services, [each.key for each in games], Wording(language))
        new = NewNight(
            guild_id=interaction.guild_id,
            channel_id=channel,
            language=language,
            host=person_of(interaction),
            title=tidy_title(plan.title) or title,
            game=games[0].key,
            options=games[0].options,
            further=tuple(games[1:]),
            when=when.first,
            zone=zone.key,
            mode=plan.mode,
            pilot=plan.pilot,
            teach=plan.teach,
            rounds=plan.rounds,
            move_time=plan.move_time * MINUTE,
            pause=plan.pause * MINUTE,
            cap=plan.limit,
            season=season,
            repeat=plan.repeat or when.weeks,
            mention=plan.mention,
            about=tidy_about(plan.about),
            voice=plan.voice,
        )
        night = await services.nights.open(new, await press_of(self._services, interaction))
        self._planning.dates.keep(night.id, when)
        kept = await self._planning.dates.keep_first(interaction, zone.key)
        await self._planning.show_draft(interaction, night, kept=kept)

    async def _read(
        self, interaction: Interaction, plan: NightPlan
    ) -> tuple[list[NightGame], ZoneInfo, Readings, int | None]:
        """Return what was typed, as it is meant. Raises Trouble with all that is wrong."""
        mistakes, games, season = Mistakes(), list[NightGame](), None
        zone: ZoneInfo | None = None
        when: Readings | None = None
        with mistakes.noted():
            games = self._games(interaction, plan)
        with mistakes.noted():
            zone = await self._planning.dates.zone(interaction, plan.zone)
        with mistakes.noted():
            when = await typed_in(
                self._services, interaction, plan.when, zone, given=plan.zone is not None
            )
        with mistakes.noted():
            season = None if plan.season is None else await self._season(interaction, plan.season)
        with mistakes.noted():
            demand_role(plan.mention, interaction.guild_id or 0)
        mistakes.tell()
        assert zone is not None
        assert when is not None
        return games, zone, when, season

    def _games(self, interaction: Interaction, plan: NightPlan) -> list[NightGame]:
        """Return the games that were typed, each as it is usually played."""
        services, wording = self._services, wording_of(interaction)
        keys = services.typed_games(plan.games, wording)
        if len({*keys}) < len(keys):
            raise Trouble(_("Name each game once."))
        if len(keys) > 1 and plan.mode == "one_table":
            raise Trouble(SEVERAL_AT_ONE_TABLE)
        return [usual_game(services, key) for key in keys]

    async def _season(self, interaction: Interaction, name: str) -> int:
        return season_meant(await self._services.seasons(interaction), name).id


def new_night_form(
    plan: NightPlan,
    games: Dropdown,
    usual: str | None,
    wording: Wording,
    *,
    seasons: bool,
) -> Form:
    """Return the form that makes a night, as far as something is typed already.

    `usual` is the zone in which dates are meant, `seasons` tells whether the server has any. Where
    a season or a role was typed, that may be wrong, and the rest stays as it was typed. Who leads
    isn't asked: its preview says so, and changes it.
    """
    gettext = wording.gettext
    hint = gettext("fri 20:00 · tonight 9 · in 2 h")
    weekly = gettext("Every week? Type: every fri 20:00")
    lines: list[Line] = [
        TextLine("when", gettext("Day and time"), plan.when, 60, hint=hint, detail=weekly),
        games,
    ]
    if usual is None or plan.zone is not None:
        lines.append(zone_field(plan.zone, usual, wording))
    if plan.season is None and plan.mention is None:
        # Where a zone is asked, too, it's the text that finds no room: the preview has its button.
        lines += how_it_goes(plan.picked, wording)
        lines += name_lines(plan.title or "", plan.about or "", wording, needed=False)
    else:
        season = TextLine(
            "season", gettext("Season for the standings"), plan.season or "", needed=False
        )
        lines += [season] if seasons or plan.season else []
        lines.append(RolePick("mention", gettext("Role to mention when announced"), plan.mention))
    return Form(routes.NEW_NIGHT(), gettext("Plan the night"), tuple(lines[:MOST_LINES]))


def _place(interaction: Interaction) -> tuple[int, int]:
    """Return who plans a night, and on which server."""
    return interaction.user.id, interaction.guild_id or 0
