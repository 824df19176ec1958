"""The forms with which a host changes a night: what they are filled with, and what was typed."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from discord import ChannelType

from bot.engine.text import marked as _
from bot.nights.announcing import LONGEST_ABOUT
from bot.nights.cohosts import MOST_COHOSTS, set_cohosts, sign_of_cohosts
from bot.nights.night import (
    CHANGED_MEANWHILE,
    Change,
    Night,
    Now,
    Press,
    Rule,
)
from bot.nights.seasons import Season
from bot.tables.clock import MINUTE
from bot.tables.seat import Person
from bot.tables.trouble import NO_SUCH_CHOICE, Blocked, Trouble
from bot.tables.zones import zone_title
from bot.ui.actions.mistakes import Mistakes
from bot.ui.pages import routes
from bot.ui.pages.form import ChannelPick, Dropdown, Form, PeoplePick, RolePick, TextLine
from bot.ui.pages.nights.night_words import (
    MODES,
    PLAN,
    PLAN_DRAFT,
    RARER,
    TIMES,
    SeriesScope,
    titled,
)
from bot.ui.pages.nights.series_page import What, scope_page
from bot.ui.pages.page import Choice
from bot.ui.pages.wording import Wording, capital, plain_name
from bot.ui.posting.replies import show, wording_of
from bot.ui.services import MOST_GAMES, Interaction, Services

NO_MOVE_TIME: Final = _("Minutes a move must be {least} to {most}. Nothing was changed.")
NO_LIMIT: Final = _("The limit of guests must be {least} to {most}. Nothing was changed.")
NO_PAUSE: Final = _("Minutes between rounds must be {least} to {most}. Nothing was changed.")
SEVERAL_AT_ONE_TABLE: Final = _(
    "With several games, guests can't keep their tables. Pick another way to seat them, or one "
    "game."
)
LONGEST_TITLE: Final = 80
LIMITS: Final = range(2, 61)
MINUTES_A_MOVE: Final = range(1, 11)
PAUSES: Final = range(16)
NOTHING: Final = "0"
"""Stands for no season in a list, since Discord's lists have no empty value."""


def night_form(night: Night, wording: Wording, scope: SeriesScope, *, anew: bool) -> Form:
    """Return the form, filled in with the night's current state; `anew` if it plans one.

    Once a night is announced, its card stays in its channel.
    """
    _, row, limit = wording.gettext, night.row, night.guests.limit
    draft = row.state == "draft"
    title, about = name_lines(row.title, row.about, wording)
    places = (ChannelType.text, ChannelType.news)
    channel = ChannelPick("channel", _("Announce it in"), row.channel_id, places, needed=True)
    return Form(
        routes.CHANGED(night.id, night_sign(night), "all" if scope == "all" else ""),
        _("Plan the night") if anew else titled(PLAN_DRAFT if draft else PLAN, wording),
        (
            title,
            TextLine(
                "when",
                _("Day and time ({zone})", zone=zone_title(row.zone)),
                row.local.replace("T", " "),
                most=60,
            ),
            *([channel] if draft else []),
            TextLine(
                "limit",
                _("Most guests (empty: no limit)"),
                "" if limit is None else str(limit),
                most=2,
                needed=False,
            ),
            about,
        ),
    )


def name_lines(
    title: str, about: str, wording: Wording, *, needed: bool = True
) -> tuple[TextLine, TextLine]:
    """Return the lines of a form for a night's title, which may be `needed`, and its text."""
    _ = wording.gettext
    text = _("Text (everybody reads it)")
    return (
        TextLine("title", _("Title"), title, LONGEST_TITLE, needed=needed),
        TextLine("about", text, about, LONGEST_ABOUT, needed=False, paragraph=True),
    )


def times_form(night: Night, wording: Wording, scope: SeriesScope) -> Form:
    """Return the form of how long a move and a break are."""
    return Form(
        routes.TIMES_CHANGED(night.id, night_sign(night), "all" if scope == "all" else ""),
        titled(TIMES, wording),
        times_lines(night, wording),
    )


def times_lines(night: Night, wording: Wording) -> tuple[TextLine, TextLine]:
    """Return the lines of a form for how long a move and a break are."""
    move = wording.gettext("Minutes a move ({least} to {most})")
    pause = wording.gettext("Minutes between rounds ({least} to {most})")
    return (
        _minutes_line("move_time", move, night.row.move_time, MINUTES_A_MOVE),
        _minutes_line("pause", pause, night.row.pause, PAUSES),
    )


def _minutes_line(line_id: str, label: str, seconds: int, allowed: range) -> TextLine:
    label = label.format(least=allowed[0], most=allowed[-1])
    return TextLine(line_id, label, str(seconds // MINUTE), most=2)


def settings_form(
    night: Night, seasons: Sequence[Season], wording: Wording, scope: SeriesScope = ""
) -> Form:
    """Return the form of rarely changed settings: who sits with whom, season, role, voice; of a
    draft its co-hosts, too.

    A form has at most five fields, so these have their own. In which season it counts is asked only
    where the server has one.
    """
    _, row = wording.gettext, night.row
    known = [Choice(str(each.id), each.name) for each in seasons]
    season = str(row.season) if any(each.id == row.season for each in seasons) else NOTHING
    choices = (Choice(NOTHING, _("No season")), *known)
    counts = [Dropdown("season", _("Season for the standings"), choices, season)] if known else []
    draft, people = row.state == "draft", ",".join(str(each.id) for each in night.cohosts)
    cohosts = PeoplePick("cohosts", _("Co-hosts"), people, MOST_COHOSTS)
    voice = (ChannelType.voice, ChannelType.stage_voice)
    return Form(
        routes.MORE_CHANGED(night.id, night_sign(night), "all" if scope == "all" else ""),
        titled(RARER, wording),
        (
            Dropdown(
                "mode",
                _("Who sits with whom"),
                tuple(
                    Choice(mode, capital(_(text)))
                    for mode, text in MODES.items()
                    if mode != "one_table" or not night.several
                ),
                row.mode,
            ),
            *counts,
            RolePick("mention", _("Role to mention when announced"), row.mention),
            *([cohosts] if draft else []),
            ChannelPick("voice", _("Voice channel to talk in"), row.voice, voice),
        ),
    )


def picked_games(sent: Mapping[str, str]) -> tuple[str, str | None, str | None]:
    """Return the games that were picked in a form; None for those left out."""
    first, second, third = (*sent.get("game", "").split(","), None, None)[:MOST_GAMES]
    return first or "", second, third


def games_list(services: Services, games: Sequence[str], wording: Wording) -> Dropdown:
    """Return the list of a form from which games are picked; none is until somebody has.

    `games` were picked or typed before: what means none is left out.
    """
    known: list[str] = []
    for each in services.apart(games, wording):
        with contextlib.suppress(Trouble):
            known.append(services.typed_game(each, wording))
    choices = tuple(Choice(key, title) for key, title in services.titles(wording).items())
    label = wording.gettext("Games (1 to {most}; I pick for each round)", most=MOST_GAMES)
    hint = wording.gettext("Which game?")
    most = min(MOST_GAMES, len(choices))
    return Dropdown("game", label, choices, ",".join(known[:most]), most, hint)


def zone_field(zone: str | None, usual: str | None, wording: Wording) -> TextLine:
    """Return the line of a form for a time zone, needed where nobody has said the usual one."""
    label = wording.gettext("Time zone, as in: Berlin · Japan")
    if usual is not None:
        label = wording.gettext("Time zone (empty: {zone})", zone=zone_title(usual))
    return TextLine("zone", label, zone or "", needed=usual is None)


async def scope_asked(
    interaction: Interaction, night: Night, what: What, scope: SeriesScope
) -> bool:
    """Ask which nights of a series are meant, if that isn't said; tell whether it was asked.

    Who changes how an evening is led while it is on means that one, and is in a hurry.
    """
    tonight = what == "pilot" and night.row.state in ("doors", "playing")
    if scope or tonight or night.goes_on is None or night.row.state == "draft":
        return False
    await show(interaction, scope_page(night, what, wording_of(interaction)))
    return True


def night_sign(night: Night) -> int:
    """Return a number that changes once a host has changed what the forms show.

    It doesn't depend on what guests answer meanwhile.
    """
    row = night.row
    shown = (
        *(row.title, row.local, night.guests.limit, row.move_time, row.mode),
        *(row.pause, row.season, row.mention, row.about, row.voice),
    )
    if row.state == "draft":
        shown += (row.channel_id, sign_of_cohosts(night))
    return zlib.crc32(repr(shown).encode())


def changed_by_form(sign: int, rule: Rule) -> Rule:
    """Return a rule that refuses a form that was filled in for another state."""

    def checked(night: Night, press: Press, now: Now) -> Change:
        if night_sign(night) != sign:
            raise Trouble(CHANGED_MEANWHILE)
        return rule(night, press, now)

    return checked


def also_cohosts(rule: Rule, people: Sequence[Person]) -> Rule:
    """Return the rule of a change to a draft that also sets who leads it with its host."""

    def both(night: Night, press: Press, now: Now) -> Change:
        change = rule(night, press, now)
        return replace(change, night=set_cohosts(people)(change.night, press, now).night)

    return both


def read_form(
    night: Night, sent: Mapping[str, str], mistakes: Mistakes
) -> tuple[dict[str, Any], str | None]:
    """Return the columns that a form changes, and another date if typed; note what is wrong."""
    row, fields = night.row, dict[str, Any]()
    title = tidy_title(sent.get("title"))
    if title and title != row.title:
        fields["title"] = title
    about = tidy_about(sent.get("about"))
    if about != row.about:
        fields["about"] = about
    typed = sent.get("limit", "").strip()
    with mistakes.noted():
        limit = typed_number(typed, LIMITS, NO_LIMIT) if typed else None
        if limit != night.guests.limit:
            fields["cap"] = limit
    channel = sent.get("channel", "")
    if row.state == "draft" and is_id(channel) and int(channel) != row.channel_id:
        fields["channel_id"] = int(channel)
    said = " ".join(sent.get("when", "").split())
    return fields, None if said == row.local.replace("T", " ") else said


def read_times(night: Night, sent: Mapping[str, str]) -> dict[str, Any]:
    """Return the columns that the form of times changes. Raises Trouble for bad input."""
    found, mistakes = dict[str, int](), Mistakes()
    with mistakes.noted():
        found["move_time"] = (
            typed_number(sent.get("move_time"), MINUTES_A_MOVE, NO_MOVE_TIME) * MINUTE
        )
    with mistakes.noted():
        found["pause"] = typed_number(sent.get("pause"), PAUSES, NO_PAUSE) * MINUTE
    mistakes.tell()
    return {name: value for name, value in found.items() if value != getattr(night.row, name)}


def demand_role(role: int | None, guild_id: int) -> None:
    """Raise Trouble for @everyone, which Discord doesn't treat as a role in mentions."""
    if role == guild_id:
        raise Trouble(_("I never mention @everyone. Pick another role, or none."))


def read_night_settings(
    night: Night, sent: Mapping[str, str], seasons: Sequence[Season]
) -> dict[str, Any]:
    """Return the columns that the other form changes. Raises Trouble for a season that is gone."""
    row, mode, picked = night.row, sent.get("mode"), sent.get("season", NOTHING)
    role, voice = sent.get("mention", ""), sent.get("voice", "")
    known = {str(each.id): each.id for each in seasons} | {NOTHING: None}
    if (
        mode not in MODES
        or picked not in known
        or not all(is_id(each) for each in (role, voice) if each)
    ):
        raise Trouble(NO_SUCH_CHOICE)
    if mode == "one_table" and night.several:
        raise Trouble(SEVERAL_AT_ONE_TABLE)
    found = {
        "mode": mode,
        "season": known[picked],
        "mention": int(role) if role else None,
        "voice": int(voice) if voice else None,
    }
    return {name: value for name, value in found.items() if value != getattr(row, name)}


def read_people(sent: str) -> list[int]:
    """Return the people who were picked in a form. Raises Trouble for what is no list of them."""
    picked = [each for each in sent.split(",") if each]
    if not all(is_id(each) for each in picked):
        raise Trouble(NO_SUCH_CHOICE)
    return [int(each) for each in picked]


def tidy_title(text: str | None) -> str:
    """Return a typed title, cut to the length that is kept."""
    return (text or "")[:LONGEST_TITLE].strip()


def tidy_about(text: str | None) -> str:
    """Return what a host says of a night, cut to the length that is kept."""
    return (text or "")[:LONGEST_ABOUT].strip()


def is_id(text: str) -> bool:
    """Tell whether a text is an id of Discord."""
    return text.isascii() and text.isdecimal() and len(text) < 20


def typed_number(text: object, allowed: range, refusal: str) -> int:
    """Return a number that was typed, in any digits; raise Trouble, which says what it can be."""
    said = str(text or "").strip()
    if not said.isdecimal() or int(said) not in allowed:
        raise Trouble(refusal, least=allowed[0], most=allowed[-1])
    return int(said)


async def demand_other_may_come(services: Services, night: Night, person: Person) -> None:
    """Raise Trouble, worded for a host, if somebody else may not come to a night."""
    try:
        await services.nights.demand_may_come(night, person.id)
    except Blocked:
        raise Trouble(
            _("{name} is blocked on this server."), name=plain_name(person.name)
        ) from None
