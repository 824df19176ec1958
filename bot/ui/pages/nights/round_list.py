"""The list of a round's tables, for the channel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.nights.night import Night, Round
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.night_card import points_button
from bot.ui.pages.nights.night_games import Games, game_by_key
from bot.ui.pages.nights.night_tables import (
    DeskTable,
    LastTable,
    game_named,
    overtime_at,
    seat_listed,
    table_link,
    table_state,
)
from bot.ui.pages.nights.night_words import GuestNames, plain_name_of, to_desk
from bot.ui.pages.nights.what_follows import held_line, next_round_line
from bot.ui.pages.page import Button, Page, first_to_fit
from bot.ui.pages.tables.board import whose_turn
from bot.ui.pages.wording import Wording, seat_names


def list_page(
    night: Night,
    round_: Round,
    tables: Sequence[DeskTable],
    games: Games,
    now: int,
    wording: Wording,
    last: LastTable | None = None,
) -> Page:
    """Return the list of a round's tables, for the channel; it mentions nobody.

    Many tables with long names are listed without links. `last` is the one for which all wait.
    """
    gettext = wording.gettext
    title = gettext(
        "Round {number} of {rounds} · {title}",
        number=round_.number,
        rounds=night.round_count,
        title=plain_name_of(night),
    )
    text = first_to_fit(
        "\n".join(_listed(night, round_, tables, games, now, last, wording, linked=linked))
        for linked in (True, False)
    )
    mine = Button(list_mark(night.id, round_.number), gettext("Where do I sit?"))
    desk = to_desk(night, wording, "list")
    here = Button(routes.PRESS_HERE(night.id, mark="list"), gettext("I'm here"))
    back = (here,) if _can_come_back(night, round_) else ()
    newest = not night.over and round_.number == night.dealt[-1].number
    done = any(table.face.phase == "finished" for table in tables)
    nothing = gettext("Computers played to the end, so there are no night points.")
    footer = nothing if done and _all_by_computers(tables) else ""
    points = points_button(night, wording)
    # What is past leads nobody anywhere.
    row = (mine, *back, points, desk) if newest else (points,)
    return Page(title, text, footer=footer, rows=(row,))


def unseated_page(night: Night, wording: Wording) -> Page:
    """Return that somebody who isn't here has no seat, with the button by which they get one."""
    text = wording.gettext("You have no seat in this round. Once you're here, press **I'm here**.")
    here = Button(routes.PRESS_HERE(night.id), wording.gettext("I'm here"), ButtonStyle.success)
    return Page(plain_name_of(night), text, rows=((here,),))


def _listed(
    night: Night,
    round_: Round,
    tables: Sequence[DeskTable],
    games: Games,
    now: int,
    last: LastTable | None,
    wording: Wording,
    *,
    linked: bool,
) -> Iterator[str]:
    gettext, told = wording.gettext, _all_by_computers(tables)
    for table in tables:
        seated = Wording(
            wording.language,
            seat_names(table.face.seats, table.face.language),
        )
        seats = range(len(table.face.seats))
        said = seated.series(seat_listed(table, seat, seated) for seat in seats)
        if table.face.over:
            game = game_by_key(games, table.face.game_key)
            said = " · ".join(table_state(table, game, wording, told=told))
        elif table.face.pace == "days":
            said = gettext("{names} · turn by turn", names=said)
        elif table.face.left_to_computers():
            game = game_by_key(games, table.face.game_key)
            said = " · ".join([said, *table_state(table, game, wording)])
        link, named = table_link(table, wording, linked=linked), game_named(table, games, wording)
        yield " · ".join([link, *named, said])
    if last is not None and not last.table.face.left_to_computers():
        yield wording.sentences(_waits_for(last, wording), next_round_line(night, wording))
    if held := held_line(night, wording) if round_ is night.playing else "":
        yield f"⏸️ {held}"
    joined = {*round_.seating.joined}
    out = [each for each in round_.seating.seated.sit_outs if each not in joined]
    named = GuestNames(night, wording)
    if out:
        names = wording.listed([named.plain(person) for person in out])
        text = wording.ngettext("{names} sits out.", "{names} sit out.", len(out), names=names)
        yield text
    if absent := _can_come_back(night, round_):
        text = gettext(
            "Not here: {names}. Press **I'm here** to play round {number}.",
            names=named.list(absent),
            number=len(night.dealt) + 1,
        )
        yield text
    late = overtime_at(night, games)
    if round_.state == "dealt" and late is not None and now >= late:
        yield gettext("⏰ Over time since <t:{at}:t>", at=late)


def _waits_for(last: LastTable, wording: Wording) -> str:
    """Return for whom the table waited for which all wait, and until when at most. It says as of
    when: it isn't changed at each move.
    """
    face, gettext = last.table.face, wording.gettext
    turn = whose_turn(face, Wording(wording.language, seat_names(face.seats, face.language)))
    said = gettext("⏳ Table {number} still plays. At {at}: {turn}.")
    if last.table.ends_by is not None:
        said = gettext("⏳ Table {number} still plays. At {at}: {turn}, until {end} at the latest.")
    return said.format(
        number=last.table.number,
        at=f"<t:{last.at}:t>",
        turn=turn,
        end=f"<t:{last.table.ends_by}:t>",
    )


def _all_by_computers(tables: Sequence[DeskTable]) -> bool:
    """Tell whether computers played all the games of a round, so that there are no points."""
    return all(table.all_computers for table in tables)


def _can_come_back(night: Night, round_: Round) -> tuple[int, ...]:
    """Return who is left out of the next round, while that is still to come after a round."""
    past = night.all_dealt or round_.number < night.dealt[-1].number
    return () if past else night.left_out


def list_mark(night_id: str, number: int) -> str:
    """Return the id of the button by which the list of a round is known."""
    return desk_routes.MY_TABLE(night_id, number)
