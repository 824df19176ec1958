"""Standings and seasons as they are shown, to one person or to everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.night import Night
from bot.nights.seasons import Season
from bot.nights.standings import ADDED_GAMES, LEAST_GAMES, Standing, Standings
from bot.tables.results import WhyNobodys
from bot.tables.zones import zone_title
from bot.ui.pages import routes
from bot.ui.pages.long_lists import on_page, page_line, turning
from bot.ui.pages.numbers import place_mark
from bot.ui.pages.page import Button, Choice, Page, Row, Select
from bot.ui.pages.route import Route
from bot.ui.pages.wording import Wording, bare_name, escaped, plain_name

PAGE: Final = 10
"""How many people are on a page."""
SHOWN_POINTS: Final = 10
"""What a first place is worth as it is shown."""

SHOWN_HALF: Final = SHOWN_POINTS // 2
"""What half of a first place is, the same way."""

NO_POINTS: Final[dict[WhyNobodys, str]] = {
    "computers": _("too few own moves: no night points"),
    "few": _("too few own moves: no night points"),
    "decided": _("stepped in as host at their own table: no night points"),
}
"""Why nobody gets the points of a seat."""
HALF_POINTS: Final[dict[WhyNobodys, str]] = {
    "late": _("came late: {half} night points"),
    "soon": _("the night ended before their time: {half} night points"),
    "coming": _("{half} night points if they come, or the night ends before their time"),
    "out": _("sat out first: {half} night points"),
    "joined": _("took the seat over: {half} night points"),
}
"""Why whoever has a seat has half of a first place instead of its points."""


@dataclass(frozen=True, slots=True)
class StandingsScope:
    """What standings are about."""

    game: str | None = None
    """The key of a game; None for all."""
    title: str | None = None
    """The title of that game."""
    season: Season | None = None

    def includes(self, night: Night) -> bool:
        """Tell whether games of a night are among them."""
        days, at = self.season, night.row.starts_at
        fits = days is None or days.begins_at <= at < days.ends_at
        return fits and (self.game is None or self.game in [each.key for each in night.games])

    def id(self, route: Route, page: int, mark: str = "") -> str:
        """Return the id of a control of these standings; marks tell the same ones apart."""
        season = self.season.id if self.season else 0
        return route(page, self.game or routes.ALL_GAMES, season, mark=mark)


@dataclass(frozen=True, slots=True)
class Named:
    """What people are called in standings, and who doesn't want to be named."""

    names: Mapping[int, str]
    hidden: frozenset[int] = frozenset()


def people_on(standings: Standings, page: int) -> list[int]:
    """Return who is on a page of standings; on the nearest one if there is no such page."""
    return [each.person for each in on_page(standings.listed, page, PAGE)[0]]


def standings_page(
    standings: Standings,
    named: Named,
    scope: StandingsScope,
    wording: Wording,
    *,
    page: int = 0,
    person: int | None = None,
    last: tuple[str, Button] | None = None,
) -> Page:
    """Return a page of standings, counted from 0.

    `person` is the one who looks at it; None is everybody, and then pages can't be turned. `last`
    says what the last night has brought, and leads there, for as long as nobody is listed.
    """
    gettext = wording.gettext
    title = gettext("Standings")
    if scope.season is not None:
        title = f"{title} · {plain_name(scope.season.name)}"
    lines = [f"-# {scope_line(scope, wording)}"]
    if not standings.listed:
        lines.append(_nobody(standings, wording))
    shown, page, pages = on_page(standings.listed, page, PAGE)
    for each in shown:
        name = name_of(each.person, named, person, wording)
        lines.append(f"{_mark(each, standings)} {name} · {_score(each, wording)}")
    lines += _below(standings, person, page, wording)
    footer = gettext(
        "Average points a game: {full} for first place, 0 for last or a game left to a computer. "
        "Everybody starts with {added} games at {half}.",
        full=SHOWN_POINTS,
        half=SHOWN_HALF,
        added=ADDED_GAMES,
    )
    footer = " · ".join(filter(None, (footer, page_line(page, pages, wording))))
    rows = () if person is None else _rows(standings, scope, page, pages, wording)
    if last is not None and not standings.listed:
        lines.append(last[0])
        rows = ((last[1],),)
    return Page(title, "\n".join(lines), footer=footer if standings.listed else "", rows=rows)


def scope_line(scope: StandingsScope, wording: Wording) -> str:
    """Return what standings are about: which days, games and tables."""
    gettext = wording.gettext
    season = scope.season
    parts = [scope.title or gettext("All games")]
    if season is not None:
        parts.append(_days(season, wording))
        if season.tables == "nights":
            parts.append(gettext("game nights only"))
    return " · ".join(parts)


def worth_line(wording: Wording) -> str:
    """Return what places are worth on a night, which tells its points from a game's own."""
    return wording.gettext(
        "First place at a table: {full} night points, last place: 0, the others evenly between.",
        full=SHOWN_POINTS,
    )


def is_rounded(value: Fraction) -> bool:
    """Tell whether points are shown as a little more or less than they are."""
    return (value * SHOWN_POINTS * 10).denominator > 1


def shown_points(value: Fraction, wording: Wording, *, in_column: bool = False) -> str:
    """Return points as they are shown: whole, or with one decimal; a half is rounded up.

    In a column all of them have their decimal.
    """
    tenths = int(value * SHOWN_POINTS * 10 + Fraction(1, 2))
    if tenths % 10 or in_column:
        return wording.number(Decimal(tenths).scaleb(-1))
    return wording.number(tenths // 10)


def _mark(each: Standing, standings: Standings) -> str:
    alike = [other for other in standings.listed if other.place == each.place]
    return place_mark(each.place, shared=len(alike) > 1)


def _score(each: Standing, wording: Wording) -> str:
    won = wording.gettext(
        "won {wins} of {games}", wins=wording.number(each.wins), games=wording.number(each.games)
    )
    return f"**{shown_points(each.value, wording)}** · {won}"


def name_of(who: int, named: Named, person: int | None, wording: Wording) -> str:
    """Return what somebody is called for the person who looks."""
    name = escaped(bare_name_of(who, named, person, wording))
    return wording.gettext("**{name}** (you)", name=name) if who == person else name


def addressed_name_of(who: int, named: Named, wording: Wording) -> str:
    """Return what somebody is called in a sentence that everybody reads."""
    name = name_of(who, named, None, wording)
    is_named = named.names.get(who) and who not in named.hidden
    return wording.addressed(name) if is_named else name


def bare_name_of(who: int, named: Named, person: int | None, wording: Wording) -> str:
    """Return the same for a code block, and without saying who looks."""
    if who < 0:
        return wording.gettext("a former player")
    if who in named.hidden and who != person:
        return wording.gettext("a guest")
    return bare_name(named.names.get(who) or wording.gettext("a player"))


def _nobody(standings: Standings, wording: Wording) -> str:
    if standings.unlisted:
        return wording.gettext(
            "Players are listed here once they have finished {least} games: nobody has yet.",
            least=LEAST_GAMES,
        )
    return wording.gettext(
        "No games yet. A game counts once at least two people have played it to the end."
    )


def _below(standings: Standings, person: int | None, page: int, wording: Wording) -> list[str]:
    """Return the person's rank if they aren't on the page, and how many aren't listed."""
    lines: list[str] = []
    if person is not None and person not in people_on(standings, page):
        mine, games = standings.of(person), standings.unlisted.get(person)
        if mine is not None:
            said = wording.gettext(
                "You: {place} · {score}", place=_mark(mine, standings), score=_score(mine, wording)
            )
            lines.append(said)
        elif games is not None:
            left = LEAST_GAMES - games
            text = wording.ngettext(
                "Finish {n} more game yourself to be listed.",
                "Finish {n} more games yourself to be listed.",
                left,
            )
            lines.append(text)
    others = len(standings.unlisted)
    if others:
        text = wording.ngettext(
            "-# {n} player has finished fewer than {least} games.",
            "-# {n} players have finished fewer than {least} games.",
            others,
            n=wording.number(others),
            least=LEAST_GAMES,
        )
        lines.append(text)
    return lines


def _rows(
    standings: Standings, scope: StandingsScope, page: int, pages: int, wording: Wording
) -> tuple[Row, ...]:
    if not standings.listed:
        return ()
    turns = turning(page, pages, lambda to, mark: scope.id(routes.STANDINGS, to, mark), wording)
    share = Button(scope.id(routes.SHOW_STANDINGS, page), wording.gettext("Show to all"))
    return ((*turns, share),)


# Seasons


def seasons_page(
    seasons: Sequence[Season], titles: Mapping[str, str], now: int, wording: Wording
) -> Page:
    """Return a server's seasons, and a list of their standings; `titles` are of games, by key."""
    gettext = wording.gettext
    if not seasons:
        text = gettext(
            "No seasons here yet. Whoever hosts game nights can add one: `/night season`."
        )
        return Page(gettext("Seasons"), text)
    lines: list[str] = []
    for each in seasons:
        scope = StandingsScope(each.game, _title(each, titles), each)
        state = _state(each, now, wording)
        name = plain_name(each.name)
        lines.append(f"**{name}** · {state}\n-# {scope_line(scope, wording)}")
    choices = tuple(Choice(str(each.id), bare_name(each.name)) for each in seasons)
    pick = Select(routes.STANDINGS_OF(), gettext("See the standings of …"), choices)
    return Page(gettext("Seasons"), "\n".join(lines), rows=(pick,))


def season_page(season: Season, titles: Mapping[str, str], wording: Wording) -> Page:
    """Return a season as it was saved, for hosts."""
    gettext = wording.gettext
    scope = StandingsScope(season.game, _title(season, titles), season)
    text = gettext(
        "Saved. Whoever has finished {least} games is listed.\n{scope}\n-# Days in {zone}",
        least=LEAST_GAMES,
        scope=scope_line(scope, wording),
        zone=zone_title(season.zone).replace("_", " "),
    )
    return Page(
        plain_name(season.name),
        text,
        rows=(
            (
                Button(routes.STANDINGS_OF(season.id), gettext("Standings"), ButtonStyle.primary),
                Button(routes.REMOVE_SEASON(season.id), gettext("Remove …")),
            ),
        ),
    )


def remove_page(season: Season, wording: Wording) -> Page:
    """Return the question whether a season should be removed."""
    gettext = wording.gettext
    return Page(
        gettext("Remove {name}?", name=plain_name(season.name)),
        gettext("Only the season goes. The results of its games stay."),
        rows=(
            (
                Button(
                    routes.REALLY_REMOVE_SEASON(season.id),
                    gettext("Remove the season"),
                    ButtonStyle.danger,
                ),
                Button(routes.KEEP_SEASON(season.id), gettext("Keep it")),
            ),
        ),
    )


def _title(season: Season, titles: Mapping[str, str]) -> str | None:
    return None if season.game is None else titles.get(season.game, season.game)


def _days(season: Season, wording: Wording) -> str:
    first, last = map(date.fromisoformat, (season.first_day, season.last_day))
    return wording.gettext(
        "{first} to {last}", first=wording.whole_day(first), last=wording.whole_day(last)
    )


def _state(season: Season, now: int, wording: Wording) -> str:
    gettext = wording.gettext
    if now < season.begins_at:
        return gettext("starts {when}", when=f"<t:{season.begins_at}:R>")
    if now < season.ends_at:
        return gettext("ends {when}", when=f"<t:{season.ends_at}:R>")
    return gettext("ended")
