"""The form of how the evening of a draft goes: its games, rounds, newcomers and times."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.nights.night import Night, NightGame
from bot.nights.night_json import games_json
from bot.tables.trouble import NO_SUCH_CHOICE, Trouble
from bot.ui.actions.nights.night_form import (
    SEVERAL_AT_ONE_TABLE,
    games_list,
    picked_games,
    read_times,
    times_lines,
)
from bot.ui.pages.form import Dropdown, Form, Line
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.evening_page import NEWCOMERS, ROUNDS
from bot.ui.pages.nights.night_words import PLAN_EVENING, TEACH, titled
from bot.ui.pages.page import Choice
from bot.ui.pages.wording import Wording, capital
from bot.ui.services import Services


def evening_form(services: Services, night: Night, wording: Wording) -> Form:
    """Return the form, in which all is picked as it stands."""
    games = games_list(services, [each.key for each in night.games], wording)
    lists = how_it_goes(_as_it_stands(night), wording)
    lines: tuple[Line, ...] = (games, *lists, *times_lines(night, wording))
    return Form(desk_routes.PLAN_EVENING(night.id), titled(PLAN_EVENING, wording), lines)


def how_it_goes(now: Mapping[str, str], wording: Wording) -> tuple[Dropdown, ...]:
    """Return the lists from which is picked how many rounds there are, and what newcomers do; `now`
    is what is picked in each, by its id.
    """
    gettext = wording.gettext
    numbers = tuple(Choice(str(n), wording.ngettext("{n} round", "{n} rounds", n)) for n in ROUNDS)
    learn = tuple(
        Choice(each, gettext(NEWCOMERS[each]), more=capital(gettext(how)))
        for each, how in TEACH.items()
    )
    offered = {
        "rounds": (gettext("Rounds"), numbers),
        "teach": (gettext("Newcomers"), learn),
    }
    return tuple(
        Dropdown(line, label, choices, now[line])
        for line, (label, choices) in offered.items()
        if line in now
    )


def demand_offered(lines: Iterable[Dropdown], sent: Mapping[str, str]) -> None:
    """Raise Trouble for something picked that none of these lists offers."""
    for line in lines:
        if sent.get(line.id, line.value) not in [each.value for each in line.choices]:
            raise Trouble(NO_SUCH_CHOICE)


def _as_it_stands(night: Night) -> dict[str, str]:
    return {"rounds": str(night.row.rounds), "teach": "on" if night.row.teach else "off"}


def read_evening(services: Services, night: Night, sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the columns that such a form changes. Raises Trouble for what isn't offered."""
    now, wording = _as_it_stands(night), Wording(night.row.language)
    demand_offered(how_it_goes(now, wording), sent)
    new = {what: sent[what] for what in now if sent.get(what, now[what]) != now[what]}
    fields = _other_games(services, night, [each for each in picked_games(sent) if each])
    fields |= read_times(night, sent)
    if "rounds" in new:
        fields["rounds"] = int(new["rounds"])
    if "teach" in new:
        fields["teach"] = new["teach"] == "on"
    return fields


def _other_games(services: Services, night: Night, picked: Sequence[str]) -> dict[str, Any]:
    """Return the columns of a night that is to be of other games; nothing if it is of these.

    Those that it has stay as they are played. A title that only names its games follows them.
    """
    had = {each.key: each for each in night.games if each.key in services.games}
    if not picked or {*picked} == {*had}:
        return {}
    if len(picked) > 1 and night.row.mode == "one_table":
        raise Trouble(SEVERAL_AT_ONE_TABLE)
    keys = [*(key for key in had if key in picked), *(key for key in picked if key not in had)]
    first, *further = [had.get(key) or usual_game(services, key) for key in keys]
    fields = {"game": first.key, "options": first.options, "games": games_json(tuple(further))}
    wording = Wording(night.row.language)
    if night.row.title == usual_title(services, [each.key for each in night.games], wording):
        fields["title"] = usual_title(services, keys, wording)
    return fields


def usual_game(services: Services, key: str) -> NightGame:
    """Return a game as it is usually played. Raises Trouble if this bot doesn't have it."""
    options = services.game_by_key(key).game.info.variants[0]
    return NightGame(key, services.tables.json_of(key).dump_options(options))


def usual_title(services: Services, keys: Sequence[str], wording: Wording) -> str:
    """Return what a night of some games is called if nobody says otherwise."""
    first, *others = (services.title_of(key, wording) for key in keys)
    if not others:
        return wording.gettext("{game} night", game=first)
    if len(others) > 1:
        # More names would fill a phone's line before the date.
        return wording.gettext("Game night")
    return wording.gettext("{game} & {other} night", game=first, other=others[0])
