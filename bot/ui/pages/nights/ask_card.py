"""A question which date suits: its card, who can, and what is told of it.

Everybody on the server sees who answers what, and the card says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.ask_rules import (
    ALL_OVER,
    Ask,
    AskAnswer,
    best,
    lapses_in,
    others_left,
    tied_best,
)
from bot.nights.dates import read_stored
from bot.nights.stages import RoundPace
from bot.tables.zones import zone_title
from bot.ui.pages.long_lists import on_page, page_line, turning
from bot.ui.pages.nights import ask_routes
from bot.ui.pages.nights.ask_names import AskNames
from bot.ui.pages.nights.next_start import needed_line
from bot.ui.pages.nights.night_card import OFF_COLOUR
from bot.ui.pages.nights.night_words import named_for_host, safe_title
from bot.ui.pages.nights.series_words import when_words
from bot.ui.pages.page import COLOUR, Button, Choice, Page, Row, Select
from bot.ui.pages.place_words import discord_address
from bot.ui.pages.wording import Wording, plain_name, plain_words
from storage.ask_store import WhyClosed

ROOM: Final = 2600
"""The characters of all names on a card; the rest of them are on the pages of *Who can?*."""
A_PAGE: Final = 2400
"""The characters on a page of it."""
I_CAN: Final = _("I can …")
IF_NEED_BE: Final = _("If need be …")
CLOSED_AS: Final[Mapping[WhyClosed, str]] = {
    "time": _("Time is up, so it is closed."),
    "host": _("A host has closed it."),
    "place": _("Its channel was deleted, so it is closed."),
}


@dataclass(frozen=True, slots=True)
class AskFacts:
    """What a page about a question shows besides it."""

    games: Mapping[str, str] = field(default_factory=dict)
    """The titles of games, by their keys."""
    night: str = ""
    """The address of the night that has come of it."""
    at: int = 0
    """When that night is; 0 if it isn't known any more."""
    now: int = 0
    pace: RoundPace | None = None
    """What the games that are asked about say of their tables; None if all of them are gone."""

    def titles(self, ask: Ask) -> list[str]:
        """Return the titles of the games that are asked about."""
        return [self.games.get(key, key) for key in ask.games]


def ask_link(ask: Ask) -> str:
    """Return the address of a question's card, or of its channel while there is none."""
    return discord_address(ask.row.guild_id, ask.row.channel_id, ask.places.card_id)


def ask_page(ask: Ask, facts: AskFacts, wording: Wording) -> Page:
    """Return the card of a question as it stands."""
    open_ = ask.row.state in ("draft", "open")
    return Page(
        title=ask_title(ask, wording),
        text="\n".join([*_head(ask, facts, wording), *ask_lines(ask, facts, wording)]),
        rows=_rows(ask, facts, wording),
        colour=COLOUR if open_ else OFF_COLOUR,
    )


def closes_line(ask: Ask, wording: Wording) -> str:
    """Return when a question closes, to who asks it, and what happens then."""
    when = when_words(ask.row.until, wording)
    return wording.gettext(
        "It closes by {when} at the latest, and I ping you there unless you close it.", when=when
    )


def ask_title(ask: Ask, wording: Wording) -> str:
    """Return what a question is called, with its state if it is over."""
    title = wording.gettext("Which date suits you?")
    match ask.row.state:
        case "closed":
            return wording.gettext("{title} · closed", title=title)
        case "announced":
            return wording.gettext("{title} · announced", title=title)
        case _:
            return title


def _head(ask: Ask, facts: AskFacts, wording: Wording) -> list[str]:
    _, row = wording.gettext, ask.row
    if row.state == "announced":
        answer = _("Please answer there, too: only that confirms that you come.")
        return [wording.sentences(came_line(facts, wording), answer), ""]
    if row.state == "closed":
        return [best_line(ask, facts, wording), ""]
    lines = [_("Everybody here sees who answers what.")]
    if row.host_name:
        name = plain_name(row.host_name)
        lines.insert(0, _("{name} is planning a game night.", name=name))
    return [wording.sentences(*lines), ""]


def came_line(facts: AskFacts, wording: Wording) -> str:
    """Return that there is a night now and when, with its address once its card is up."""
    if not (facts.night and facts.at):
        return wording.gettext("The game night is announced.")
    return wording.gettext(
        "The game night is announced for {date}: {link}", date=f"<t:{facts.at}:F>", link=facts.night
    )


def ask_lines(ask: Ask, facts: AskFacts, wording: Wording) -> list[str]:
    """Return what a card says of its dates and answers."""
    _, names = wording.gettext, AskNames(ask, wording)
    parts = [_night(ask, facts, wording), *_dates(ask, names, wording)]
    none = [place for place, each in enumerate(ask.answers) if each.none]
    if none:
        parts.append([names.line(_("No date suits ({n}): {names}"), none, 400)])
    wanted = [wording.annotated(title, str(n)) for title, n in _wanted(ask, facts) if n]
    if wanted:
        parts.append([_("Would be played: {games}", games=wording.series(wanted))])
    parts.append([f"-# {_small(ask, facts, wording)}"])
    return [line for part in parts for line in (*part, "")][:-1]


def _night(ask: Ask, facts: AskFacts, wording: Wording) -> list[str]:
    """Return what the night is called that may come of it, what may be played, and what its host
    says of it.
    """
    title = [f"**{safe_title(ask.row.title)}**"] if ask.row.title else []
    about = [f"> {plain_words(ask.row.about)}"] if ask.row.about else []
    return [*title, wording.series(facts.titles(ask)), *about]


def best_line(ask: Ask, facts: AskFacts, wording: Wording) -> str:
    """Return which date was the best of all as it closed, before any of them, how many can come,
    and whether these are too few; and that all are over once they are.
    """
    said = _best_line(ask, wording)
    if not lapses_in(ask, facts.now):
        return wording.sentences(said, wording.gettext(ALL_OVER))
    return wording.sentences(said, _too_few(ask, facts, wording))


def _best_line(ask: Ask, wording: Wording) -> str:
    _, number = wording.gettext, best(ask, 0)
    if number is None:
        return _("Nobody has said that they can come on any of the dates.")
    when = [f"<t:{ask.dates[each].at}:F>" for each in tied_best(ask, 0)]
    said = _("The best dates: {when} (each: {count}).")
    if len(when) == 1:
        said = _("The best date: {when} ({count}).")
    return said.format(when=wording.listed(when), count=_count(ask, number, wording))


def _taken_line(ask: Ask, now: int, wording: Wording) -> str:
    """Return to a host which of several best dates is taken unless they pick another."""
    tied = tied_best(ask, now)
    if ask.row.state != "closed" or len(tied) < 2:
        return ""
    when = f"<t:{ask.dates[tied[0]].at}:F>"
    return wording.gettext("I take the earliest, {when}, unless you pick another.", when=when)


def _count(ask: Ask, number: int, wording: Wording) -> str:
    """Return how many can come on a date."""
    can, may = len(ask.who_can(number)), len(ask.who_may(number))
    if may and not can:
        return wording.gettext("{n} if need be", n=may)
    count = wording.ngettext("{n} can come", "{n} can come", can)
    more = wording.gettext("{n} more if need be", n=may)
    return wording.series([count, more]) if may else count


def _too_few(ask: Ask, facts: AskFacts, wording: Wording) -> str:
    """Return that too few can come on the best date for a table of the games, if it is so."""
    number, pace = best(ask, 0), facts.pace
    if number is None or pace is None:
        return ""
    come = len(ask.who_can(number)) + len(ask.who_may(number))
    if come < pace.enough:
        said = wording.gettext("That's too few for a table.")
        return wording.sentences(said, needed_line(pace, wording))
    if come < pace.fewest:
        return wording.gettext(
            "That's too few for a table of {n}: a computer would take a seat.", n=pace.fewest
        )
    return ""


def hosted_page(ask: Ask, facts: AskFacts, wording: Wording) -> Page:
    """Return what a host sees who closes a question: whether they really do; once it is closed, who
    did that and what follows; then, what came of it.
    """
    if ask.row.state in ("draft", "open"):
        return _close_page(ask, facts, wording)
    if ask.row.state == "announced":
        return Page(ask_title(ask, wording), came_line(facts, wording))
    buttons = announce_button(ask, facts.now, wording)
    why = wording.gettext(CLOSED_AS[ask.row.why]) if ask.row.why else ""
    taken = _taken_line(ask, facts.now, wording)
    text = wording.sentences(why, best_line(ask, facts, wording), taken)
    rows = (buttons, *_other_dates(ask, facts.now, wording)) if buttons else ()
    return Page(ask_title(ask, wording), text, rows=rows)


def _close_page(ask: Ask, facts: AskFacts, wording: Wording) -> Page:
    gettext = wording.gettext
    close = Button(ask_routes.CLOSE_NOW(ask.id), gettext("Close it"), ButtonStyle.danger)
    lines = [
        wording.sentences(
            gettext("Once it's closed, nobody can answer, and you can't open it again."),
            gettext("Then you can announce the best date."),
        ),
        best_line(ask, facts, wording),
    ]
    who = Button(ask_routes.WHO(ask.id, 0), gettext("Who can?"))
    return Page(gettext("Close this question?"), "\n".join(lines), rows=((close, who),))


def who_page(ask: Ask, facts: AskFacts, page: int, wording: Wording) -> Page:
    """Return a page of everybody who has answered, counted from 0."""
    shown, page, pages = on_page(_pages(ask, facts, wording), page, 1)
    row = turning(page, pages, lambda to, mark: ask_routes.WHO(ask.id, to, mark=mark), wording)
    return Page(
        wording.gettext("Who can?"),
        "\n".join(shown[0]).strip() or wording.gettext("Nobody has answered yet."),
        rows=(row,) if row else (),
        footer=page_line(page, pages, wording),
    )


def answered_page(
    ask: Ask, facts: AskFacts, person: int, wording: Wording, before: AskAnswer | None = None
) -> Page:
    """Return what somebody has answered by now, for them alone; `before` is what they had."""
    _, mine = wording.gettext, ask.find(person)
    title = _("Your answer")
    if mine is None:
        return Page(title, _("Your answer is taken back."))

    def said(text: str, numbers: Iterable[int], moved: Collection[int], other: str) -> list[str]:
        note = _("moved from **{list}**", list=_(other))
        dates = (f"<t:{ask.dates[each].at}:F>" for each in sorted(numbers))
        notes = (note if each in moved else "" for each in sorted(numbers))
        listed = [f"- {' · '.join(filter(None, each))}" for each in zip(dates, notes, strict=True)]
        return [text, *listed] if listed else []

    could, might = (before.can, before.maybe) if before else ((), ())
    lines = said(_("You can come:"), mine.can, might, IF_NEED_BE)
    lines += said(_("If need be:"), mine.maybe, could, I_CAN)
    if mine.none:
        lines.append(_("No date suits you."))
    titles = [facts.games.get(key, key) for key in ask.games if key in mine.games]
    if titles:
        lines.append(_("You'd play: {games}", games=wording.listed(titles)))
    again = _("Until it closes, picking again in a list replaces what you picked there before.")
    if mine.none:
        again = _("Until it closes, you can still pick dates.")
    if ask.row.state != "open":
        again = _(CLOSED_AS[ask.row.why]) if ask.row.why else ""
    more = wording.sentences(_("Everybody here sees this."), again)
    return Page(title, "\n".join([*lines, "", f"-# {more}"]))


def ask_call_text(ask: Ask, facts: AskFacts, wording: Wording) -> str:
    """Return what its host is told once it is closed; then, what came of it."""
    link = ask_link(ask)
    if ask.row.state == "announced":
        return came_line(facts, wording)
    gettext = wording.gettext
    said = gettext("You asked which date suits: {link}", link=link)
    why = gettext(CLOSED_AS[ask.row.why]) if ask.row.why else ""
    taken = _taken_line(ask, facts.now, wording)
    there = (
        gettext("Announce the best date below, or another one on its card.")
        if announce_button(ask, facts.now, wording)
        else ""
    )
    best_one = best_line(ask, facts, wording)
    return "\n".join([said, wording.sentences(why, best_one, taken, there)])


def ask_call_rows(ask: Ask, now: int, wording: Wording) -> tuple[Row, ...]:
    """Return the controls of what its host is told, by which it is found again after a crash: who
    can, and the best date to announce. The others are on the card alone.
    """
    if ask.row.state == "announced":
        return ()
    who = Button(ask_routes.WHO(ask.id, 0, mark=CALL), wording.gettext("Who can?"))
    announces = (
        replace(each, id=ask_routes.ANNOUNCE(ask.id, mark=CALL))
        for each in announce_button(ask, now, wording)
    )
    return ((*named_for_host((*announces,), wording), who),)


CALL: Final = "call"
"""What the ids of controls end with below the message that calls its host."""


def announce_button(ask: Ask, now: int, wording: Wording) -> tuple[Button, ...]:
    """Return the button that makes a night for the best date of those left, if there is one."""
    if ask.row.state != "closed" or best(ask, now) is None:
        return ()
    label = wording.gettext("Announce the best …")
    return (Button(ask_routes.ANNOUNCE(ask.id), label, ButtonStyle.success),)


def _other_dates(
    ask: Ask, now: int, wording: Wording, *, for_host: bool = False
) -> tuple[Select, ...]:
    """Return the list of the dates that may be announced instead of the best one, if there are any;
    `for_host` where all see it.
    """
    others = others_left(ask, now)
    if best(ask, now) is None or not others:
        return ()
    said = wording.gettext("Announce another date …")
    said = wording.labelled(wording.gettext("Host"), said) if for_host else said
    counts = {each: f"{_count(ask, each, wording)} · {zone_title(ask.row.zone)}" for each in others}
    choices = (Choice(str(n), date_label(ask, n, wording), more=more) for n, more in counts.items())
    return (Select(ask_routes.ANNOUNCE_ON(ask.id), said, (*choices,)),)


def date_label(ask: Ask, number: int, wording: Wording) -> str:
    """Return a date as a list has it: in the zone in which it was typed."""
    local = read_stored(ask.dates[number].local)
    return f"{number + 1} · {wording.moment(local)}"


def _rows(ask: Ask, facts: AskFacts, wording: Wording) -> tuple[Row, ...]:
    _, one = wording.gettext, ask.id
    who = Button(ask_routes.WHO(one, 0), _("Who can?"))
    if ask.row.state == "closed":
        row = (who, *named_for_host(announce_button(ask, facts.now, wording), wording))
        return (row, *_other_dates(ask, facts.now, wording, for_host=True))
    if ask.row.state == "announced":
        return ((who,),)
    zone = zone_title(ask.row.zone)
    dates = tuple(
        Choice(str(number), date_label(ask, number, wording), more=zone)
        for number in range(len(ask.dates))
    )
    games = tuple(Choice(str(place), title) for place, title in enumerate(facts.titles(ask)))
    rows: list[Row] = [
        Select(ask_routes.CAN(one), _(I_CAN), dates, least=0, most=len(dates)),
        Select(ask_routes.MAYBE(one), _(IF_NEED_BE), dates, least=0, most=len(dates)),
    ]
    if len(games) > 1:
        # The list of a night's card says that nobody sees it.
        said = _("I'd play … (everybody sees it)")
        rows.append(Select(ask_routes.GAMES(one), said, games, least=0, most=len(games)))
    none = Button(ask_routes.NO_DATE(one), _("No date suits me"))
    close = Button(ask_routes.CLOSE(one), _("Close …"))
    return (*rows, (none, who, *named_for_host((close,), wording)))


def _dates(ask: Ask, names: AskNames, wording: Wording) -> list[list[str]]:
    """Return each date with who can; all dates together while nobody has answered."""
    _, open_ = wording.gettext, ask.row.state == "open"
    heads = [
        f"**{number + 1}** · {_when(date.at, wording)}" for number, date in enumerate(ask.dates)
    ]
    if not ask.answers:
        return [heads, *([[_("Nobody has answered yet.")]] if open_ else [])]
    room = ROOM // len(heads)
    parts: list[list[str]] = []
    for number, head in enumerate(heads):
        can, may = ask.who_can(number), ask.who_may(number)
        groups = [names.line(_("Can come ({n}): {names}"), can, room * 2 // 3)] if can else []
        groups += [names.line(_("If need be ({n}): {names}"), may, room // 3)] if may else []
        nobody = [_("Nobody yet.")] if open_ else []
        parts.append([head, *(groups or nobody)])
    return parts


def _when(at: int, wording: Wording) -> str:
    return wording.annotated(f"**<t:{at}:F>**", f"<t:{at}:R>")


def _small(ask: Ask, facts: AskFacts, wording: Wording) -> str:
    _, row, at = wording.gettext, ask.row, f"<t:{ask.row.until}:f>"
    if row.state in ("draft", "open"):
        when = wording.annotated(at, f"<t:{row.until}:R>")
        said = [_("Closes {when}, then a host can pick the date", when=when)]
        numbers = [str(each + 1) for each in tied_best(ask, 0)]
        if numbers and row.state == "open":
            leads = _("Best so far: dates {number}")
            if len(numbers) == 1:
                leads = _("Best so far: date {number}")
            said.insert(0, leads.format(number=wording.listed(numbers)))
        return " · ".join(said)
    return _(CLOSED_AS[row.why]) if row.why else _("Closed.")


def _wanted(ask: Ask, facts: AskFacts) -> list[tuple[str, int]]:
    return [
        (title, sum(key in each.games for each in ask.answers))
        for key, title in zip(ask.games, facts.titles(ask), strict=True)
    ]


def _pages(ask: Ask, facts: AskFacts, wording: Wording) -> list[list[str]]:
    """Return everybody's answers as the lines of one or more pages, in the order of the card."""
    _, names = wording.gettext, AskNames(ask, wording)
    lines: list[str] = []
    for number, date in enumerate(ask.dates):
        can, may = ask.who_can(number), ask.who_may(number)
        if ask.answers:
            lines += ["", f"**{number + 1}** · {_when(date.at, wording)}"]
        if ask.answers and not (can or may):
            lines.append(_("Nobody yet.") if ask.row.state == "open" else _("Nobody."))
        lines += names.lines(_("Can come ({n}): {names}"), can)
        lines += names.lines(_("If need be ({n}): {names}"), may)
    none = [place for place, each in enumerate(ask.answers) if each.none]
    if none:
        lines += ["", *names.lines(_("No date suits ({n}): {names}"), none)]
    lines.append("")
    for key, title in zip(ask.games, facts.titles(ask), strict=True):
        play = [place for place, each in enumerate(ask.answers) if key in each.games]
        text = _("Would play {game} ({n}): {names}")
        lines += names.lines(text, play, game=title)
    pages: list[list[str]] = [[]]
    for line in lines:
        if sum(map(len, pages[-1])) + len(line) > A_PAGE:
            pages.append([])
        pages[-1].append(line)
    return pages
