"""What a host changes by hand in a proposed round: who swaps places, sits out, plays which game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.nights.assign_tables import SeatedTable
from bot.nights.night import Night, Round
from bot.nights.proposals import gone_since
from bot.ui.pages.long_lists import lots
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_games import Games, title_of_game
from bot.ui.pages.nights.night_seating import (
    of_proposal,
    seated_lines,
    sits_out_text,
    too_many_lines,
)
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.page import CHOICES, Button, Choice, Page, Row, Select
from bot.ui.pages.wording import Wording

LISTS: Final = 4
"""The most lists of guests on a page: one row is for the way back."""


def swap_page(
    night: Night,
    proposal: Round,
    first: int | None,
    games: Games,
    wording: Wording,
    start: int = 0,
) -> Page:
    """Return the question who swaps places, or with whom the first one does."""
    gettext, names = wording.gettext, GuestNames(night, wording)
    seated = proposal.seating.seated
    where: dict[int, int] = {
        person: number for number, table in enumerate(seated.tables, 1) for person in table.people
    }
    people = [*where, *seated.sit_outs]
    if first is not None:
        at = where.get(first)
        people = [each for each in people if each != first and (where.get(each) != at)]
    choices = [
        Choice(
            str(person),
            gettext("{name} (table {number})", name=names.bare(person), number=where[person])
            if person in where
            else gettext("{name} (sits out)", name=names.bare(person)),
        )
        for person in people
    ]

    def swap(mark: str) -> str:
        if first is None:
            return of_proposal(desk_routes.SWAP_ONE, night, proposal, mark)
        return of_proposal(desk_routes.SWAP_TWO, night, proposal, first, mark)

    title = gettext("Who changes places?")
    if first is not None:
        title = gettext("With whom does {name} change places?", name=names.said(first))
    prompt = gettext("First of the two …") if first is None else gettext("Second of the two …")
    rows = _picks(choices, start, swap, night, wording, prompt)
    return Page(title, "\n".join(seated_lines(night, proposal, names, wording, games)), rows=rows)


def sit_out_page(
    night: Night, proposal: Round, games: Games, wording: Wording, start: int = 0
) -> Page:
    """Return the question who sits a proposed round out, or plays after all."""
    gettext, names, seating = wording.gettext, GuestNames(night, wording), proposal.seating
    gone = set(gone_since(night, proposal))
    people = [
        (person, gettext("{name} plays after all", name=names.bare(person)))
        for person in seating.rests
    ]
    people += [
        (person, gettext("{name} (table {number})", name=names.bare(person), number=number))
        for number, table in enumerate(seating.seated.tables, 1)
        for person in table.people
    ]
    choices = [Choice(str(person), label) for person, label in people if person not in gone]
    rows = _picks(
        choices,
        start,
        lambda mark: of_proposal(desk_routes.SIT_OUT_ONE, night, proposal, mark),
        night,
        wording,
        gettext("Who sits out …"),
    )
    lines = [*seated_lines(night, proposal, names, wording, games), ""]
    lines.append(sits_out_text(night, wording))
    return Page(gettext("Who sits this round out?"), "\n".join(lines), rows=rows)


def other_game_page(
    night: Night,
    proposal: Round,
    others: Sequence[tuple[int, SeatedTable]],
    games: Games,
    wording: Wording,
    start: int,
) -> Page:
    """Return the question at which table which other game is to be played, and what it takes."""
    gettext, names = wording.gettext, GuestNames(night, wording)
    text = gettext("Table {number}: {game} instead of {old}")
    choices: list[Choice] = []
    for number, table in others:
        before = proposal.seating.seated.tables[number]
        label = text.format(
            number=number + 1,
            game=title_of_game(games, table.game, wording),
            old=title_of_game(games, before.game, wording),
        )
        takes = _takes(before.computers, table.computers, wording)
        choices.append(Choice(f"{number}.{table.game}", label, more=takes))
    rows = _picks(
        choices,
        start,
        lambda mark: of_proposal(desk_routes.CHANGE_GAME_TO, night, proposal, mark),
        night,
        wording,
        gettext("Another game at …"),
        to=False,
    )
    tables = seated_lines(night, proposal, names, wording, games)
    small = (f"-# {line}" for line in too_many_lines(proposal, games, wording))
    return Page(gettext("Which game changes?"), "\n".join([*tables, *small]), rows=rows)


def _takes(before: int, computers: int, wording: Wording) -> str:
    """Return how many computers play at a table after a change; "" if none do, nor did `before`."""
    if computers:
        return wording.ngettext("With {n} computer", "With {n} computers", computers)
    return wording.gettext("Without a computer") if before else ""


def _picks(
    choices: Sequence[Choice],
    start: int,
    route: Callable[[str], str],
    night: Night,
    wording: Wording,
    prompt: str,
    *,
    to: bool = True,
) -> tuple[Row, ...]:
    """Return the choices from a start on as lists, each with a mark of its own in its `route`, and
    the way back below them. `prompt` is what a single one asks for.

    Long lists are told apart by their first choice and, unless that makes a label too long, by the
    one that they go `to`.
    """
    gettext = wording.gettext
    rows: list[Row] = []
    for number, lot in enumerate(lots(choices, start, wording, LISTS)):
        shown = prompt
        if len(choices) > CHOICES:
            shown = f"{lot[0].label} – {lot[-1].label}" if to else f"{lot[0].label} …"
        rows.append(Select(route(f"l{number}"), shown, lot))
    rows.append((Button(desk_routes.PLAN(night.id), gettext("Back")),))
    return tuple(rows)
