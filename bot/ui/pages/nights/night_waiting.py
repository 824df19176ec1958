"""Who waits while a round is played, for what, and one more table for them, as whoever leads the
night sees it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from discord import ButtonStyle

from bot.nights.guest_list import Guest
from bot.nights.more_tables import let_in
from bot.nights.night import Night
from bot.nights.table_sizes import TableSizes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.desk_buttons import can_finish_all
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.night_games import Games, easiest, infos_of, title_of_game
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.night_words import GuestNames, sizes_text
from bot.ui.pages.nights.seats_offered import too_few_line
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording


def waits_for_lines(
    night: Night, facts: DeskFacts, wording: Wording, picked: DeskTable | None
) -> Iterator[str]:
    """Yield for which tables the next round waits, once some of this one are over, and what a host
    can do about it unless a table is `picked`, whose buttons say so, or one is for all.
    """
    number = len(night.dealt)
    tables = [table for table in facts.tables if table.round == number]
    on = [table for table in tables if not table.face.lets_go]
    dealt = 0 if night.playing is None else len(night.playing.seating.seated.tables)
    more = not night.over and not night.all_dealt
    if not more or len(tables) < dealt or not 0 < len(on) < len(tables):
        return
    said = wording.ngettext(
        "Round {number} waits for table {tables}.",
        "Round {number} waits for tables {tables}.",
        len(on),
        number=number + 1,
        tables=wording.listed([str(table.number) for table in on]),
    )
    if on == [picked]:
        said = wording.gettext("Round {number} waits for this table.", number=number + 1)
    way = wording.ngettext(
        "If it takes too long, pick it: computers can finish it.",
        "If they take too long, pick one: computers can finish it.",
        len(on),
    )
    by_people = any(table in facts.in_a_hurry for table in on) and night.row.pilot != "auto"
    shown = picked is not None or can_finish_all(night, facts)
    yield wording.sentences(said, way if by_people and not shown else "")


def _tables_lines(sizes: TableSizes, games: Games, wording: Wording) -> Iterator[str]:
    """Yield at which tables they would sit; where there are several games, game by game."""
    keys = sizes.games or ("",) * len(sizes.seats)
    for key in dict.fromkeys(keys):
        seats = [size for size, its in zip(sizes.seats, keys, strict=True) if its == key]
        text = wording.gettext("{sentence}.", sentence=sizes_text(seats, wording))
        yield f"{title_of_game(games, key, wording)} · {text}" if key else text


def _what_it_does(
    night: Night, sizes: TableSizes, games: Games, wording: Wording, short: Collection[str]
) -> Iterator[str]:
    """Yield what the tables for those who wait do to the evening, and to the limit of guests."""
    gettext = wording.gettext
    dealt = [each for each in infos_of(games) if each.key in sizes.games] or [easiest(games)]
    for each in (each for each in dealt if each.key in short):
        yield gettext(
            "Half the round's time is gone, so {game} is dealt as a short game.",
            game=gettext(each.title),
        )
    minutes = max(e.short_minutes if e.key in short else e.minutes for e in dealt)
    if night.all_dealt:
        text = gettext("A game takes about {minutes} minutes.")
    else:
        text = gettext("A game takes about {minutes} minutes; round {next} waits for it.")
    yield text.format(minutes=minutes, next=len(night.dealt) + 1)
    limit = let_in(night).guests.limit
    if limit != night.guests.limit:
        yield gettext("It lets in those on the waitlist: the limit becomes {limit}.", limit=limit)


def waiting_page(
    night: Night,
    guests: Sequence[Guest],
    sizes: TableSizes | None,
    games: Games,
    wording: Wording,
    short: Collection[str],
    picked: str = "",
    others: Sequence[str] = (),
    tables: Sequence[DeskTable] = (),
) -> Page:
    """Return who waits and at which tables they would sit, and what that does to the evening.

    `short` are the games that would be dealt short, `picked` is the game that a host has picked, if
    they have, and `others` are those that would do as well. `tables` are those of the round.
    """
    gettext, names = wording.gettext, GuestNames(night, wording)
    number = len(night.dealt)
    lines = [
        gettext("Here without a seat: {names}", names=names.list(each.person for each in guests))
    ]
    if sizes is None:
        lines.append(too_few_line(night, games, wording, tables, guests))
    else:
        lines += _tables_lines(sizes, games, wording)
        if sizes.sit_outs:
            text = wording.ngettext("{n} goes on waiting.", "{n} go on waiting.", sizes.sit_outs)
            lines.append(text)
        lines += _what_it_does(night, sizes, games, wording, short)
    deal = Button(
        desk_routes.DEAL_TABLE(night.id, number, picked),
        _deal_label(night, 1 if sizes is None else len(sizes.seats), wording),
        ButtonStyle.success,
        disabled=sizes is None,
    )
    instead = (
        Button(
            desk_routes.ADD_TABLE_OF(night.id, number, key),
            gettext("Play {game} instead", game=title_of_game(games, key, wording)),
        )
        for key in others
    )
    back = Button(desk_routes.DESK(night.id), gettext("Back"))
    title = gettext("Add a table to round {number}?", number=number)
    return Page(title, "\n".join(lines), rows=((deal, *instead, back),))


def _deal_label(night: Night, count: int, wording: Wording) -> str:
    """Return the button that deals so many tables more, with their numbers."""
    playing = night.playing
    first = 1 + (0 if playing is None else len(playing.seating.seated.tables))
    numbers = [str(each) for each in range(first, first + count)]
    return wording.ngettext(
        "Deal table {tables}", "Deal tables {tables}", count, tables=wording.listed(numbers)
    )


def added_text(night: Night, before: int, wording: Wording) -> str:
    """Return who sits where at the tables that were added to those `before` in the round."""
    names = GuestNames(night, wording)
    playing = night.playing
    tables = () if playing is None else playing.seating.seated.tables[before:]
    return wording.sentences(
        *(
            wording.gettext(
                "Table {table} is new: {names}.", table=number, names=names.list(each.people)
            )
            for number, each in enumerate(tables, before + 1)
        )
    )
