"""Every row, pressed or typed by every kind of person: done for whom it says, refused to others."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from itertools import product
from types import SimpleNamespace
from typing import Any, Final

import pytest

from bot.nights.ask_rules import NoAsk
from bot.nights.doors import NOT_TONIGHT
from bot.nights.guest_list import NOT_A_GUEST
from bot.nights.night import CHANGED_MEANWHILE, MAY_NOT_HOST, NOT_LEADING, NoNight
from bot.nights.proposals import OldProposal
from bot.tables.trouble import CHANGED, HOST_ONLY, STALE, Blocked, NoTable, NotAtTable, Trouble
from bot.tables.vote_verbs import VOTE_OVER
from bot.tables.who_decides import NOT_YOURS
from bot.ui.actions.command_options import REQUIRED
from bot.ui.actions.rights import NightDecides
from bot.ui.incoming.rows import (
    asks,
    games,
    me,
    night_desk,
    nights,
    series,
    server,
    standings,
    tables,
)
from bot.ui.incoming.rows.all_rows import CONTROLS, FORMS, NIGHT_COMMANDS, TABLE_COMMANDS
from bot.ui.incoming.rows.row import Command, Control
from bot.ui.pages import routes
from tests.ui.clicks import Answer, command
from tests.ui.conftest import ADA, CHANNEL, GUILD
from tests.ui.rows_world import ELSEWHERE, KINDS, PRIVATE, UNSEEING, Kind, World, world

NEVER: Final = "zzzzz"
"""The id of nothing that ever was."""
LACKS: Final = (NotAtTable, NightDecides, Blocked, NoTable, NoNight)
"""Refusals for want of a right."""
LACKING: Final = (
    *(HOST_ONLY, NOT_YOURS, NOT_LEADING, MAY_NOT_HOST, NOT_A_GUEST, NOT_TONIGHT),
    "Only {host}, the host, can",
    "Only the host ({host}) or a moderator can",
    "You need ",
    "There is no game night that you lead",
    "You don't host a game night",
    "Only the hosts of a night",
    "This question is from ",
)
"""How those begin that have no class of their own."""
FOR_HOSTS: Final = "The desk is for this night's host"
"""How the night begins that guests are shown instead of its desk."""
OUTDATED: Final = (
    CHANGED_MEANWHILE,
    OldProposal.text,
    CHANGED,
    STALE,
    VOTE_OVER,
    "The seats have changed since",
)
"""What is said of a control that was drawn before something changed."""
Row = Control | Command
SUBJECTS: Final[dict[str, tuple[Row, ...]]] = {
    "tables": (*tables.TABLES[:24], *tables.MOVES, *tables.OTHERS),
    "more of tables": (*tables.TABLES[24:], *tables.FORMS),
    "commands of tables": tables.COMMANDS,
    "games": (*games.CONTROLS, *games.COMMANDS),
    "one's own": (*me.CONTROLS, *me.FORMS, *me.COMMANDS),
    "a server": (*server.CONTROLS, *server.FORMS, *server.COMMANDS),
    "standings": (*standings.CONTROLS, *standings.COMMANDS),
    "nights": nights.CONTROLS[:28],
    "more of nights": (*nights.CONTROLS[28:], *nights.FORMS),
    "series": (*series.CONTROLS, *series.FORMS),
    "questions": (*asks.CONTROLS, *asks.FORMS),
    "commands of nights": (*nights.COMMANDS, *asks.COMMANDS, *night_desk.COMMANDS),
    "the desk": night_desk.CONTROLS[:23],
    "more of the desk": night_desk.CONTROLS[23:42],
    "the rest of the desk": (*night_desk.CONTROLS[42:], *night_desk.FORMS),
}
"""All rows, so many at once as take a moment to press."""


def lacks(refusals: Sequence[Trouble]) -> bool:
    """Tell whether something was refused for want of a right."""
    return any(isinstance(each, LACKS) or each.text.startswith(LACKING) for each in refusals)


def told(row: Row, kind: Kind, answer: Answer) -> str:
    """Return who was answered what, in a line."""
    return f"{name_of(row)}, for {row.who}, by {kind.name}: {answer.text[:150]!r}"


def name_of(row: Row) -> str:
    """Return what a row is called in the messages of these tests."""
    if isinstance(row, Command):
        return f"/{row.name}"
    return f"{row.route.head} with {len(row.route._changing)} values"


async def use(there: World, row: Row, kind: Kind, *, behind: int = 0) -> Answer:
    """Press or type a row as somebody."""
    if isinstance(row, Command):
        answer = Answer()
        await command(there.ui, row.name, there.asked(kind, answer), **there.typed(row))
        return answer
    custom_id = await there.example(row.route, kind, behind=behind)
    filled = await there.filled() if row in FORMS else None
    return await there.press(kind, custom_id, filled)


def meant_for(kind: Kind, row: Row) -> bool:
    """Tell whether somebody is one for whom a row says that it is."""
    at_table = row in (*tables.TABLES, *tables.MOVES, *tables.FORMS)
    if kind.in_dm and (isinstance(row, Command) or (at_table and row.route not in PRIVATE)):
        return False
    return row.who in kind.who


def is_elsewhere(kind: Kind, row: Row) -> bool:
    """Tell whether somebody can't even see a command where they are."""
    return kind.in_dm and isinstance(row, Command)


@pytest.mark.parametrize("subject", SUBJECTS)
async def test_a_row_is_refused_to_whom_it_isnt_for(subject: str, refusals: list[Trouble]) -> None:
    """And nothing is written."""
    faults: list[str] = []
    async with world() as there:
        for row, kind in product(SUBJECTS[subject], KINDS):
            # What anybody may do is judged by what it is done to, not by who they are.
            if meant_for(kind, row) or row.who == "anyone" or is_elsewhere(kind, row):
                continue
            refusals.clear()
            before = there.database.commits
            answer = await use(there, row, kind)
            refused = lacks(refusals) or any(
                each in answer.text for each in (FOR_HOSTS, NoAsk.text)
            )
            done = there.database.commits != before or not refused
            # What is shown before a refusal was shown to somebody it isn't for.
            if done or answer.sent > 1:
                faults.append(
                    f"{name_of(row)}, for {row.who}, by {kind.name}: {answer.text[:150]!r}"
                )
    assert not faults, "done for somebody it isn't for:\n" + "\n".join(faults)


@pytest.mark.parametrize("subject", SUBJECTS)
async def test_a_row_is_done_for_whom_it_is(
    subject: str, refusals: list[Trouble], caplog: pytest.LogCaptureFixture
) -> None:
    """Or refused for a reason that lies in what it is about; never by a fault."""
    caplog.set_level(logging.ERROR)
    faults: list[str] = []
    left = [each for each in product(SUBJECTS[subject], KINDS) if meant_for(each[1], each[0])]
    while left:
        async with world() as there:
            before = there.database.commits
            # The next one needs a world in which nothing was done yet.
            while left and there.database.commits == before:
                row, kind = left.pop()
                refusals.clear()
                caplog.clear()
                answer = await use(there, row, kind)
                if lacks(refusals) or caplog.records:
                    faults.append(
                        f"{name_of(row)}, for {row.who}, by {kind.name}: {answer.text[:150]!r}"
                    )
    assert not faults, "refused to somebody it is for:\n" + "\n".join(faults)


async def named(there: World, row: Row, kind: Kind) -> Mapping[str, Any]:
    """Return what names the things that a row is about: what is typed, or its id."""
    if isinstance(row, Command):
        return there.typed(row)
    return {"id": await there.example(row.route, kind)}


async def use_named(there: World, row: Row, kind: Kind, names: Mapping[str, Any]) -> str:
    """Press or type a row as somebody, about these things; return all that is answered."""
    if isinstance(row, Command):
        answer = Answer()
        await command(there.ui, row.name, there.asked(kind, answer), **names)
        return repr(answer)
    filled = await there.filled() if row in FORMS else None
    return repr(await there.press(kind, names["id"], filled))


@pytest.mark.parametrize("kind", [*ELSEWHERE, UNSEEING], ids=lambda kind: kind.name)
async def test_nobody_can_tell_whether_there_is_what_is_not_there_for_them(kind: Kind) -> None:
    """They are answered as if it had never been, whatever they press or type."""
    faults: list[str] = []
    async with world() as there:
        things = {each for each in there.things.values() if re.fullmatch(routes.TABLE.fits, each)}
        private = there.things[f"private of {ADA.id}"]
        unseen = kind.guild != GUILD or kind is UNSEEING
        known = {each: each for each in things} if unseen else {}
        ways = (known, dict.fromkeys(things, private), dict.fromkeys(things, NEVER))
        of_things = re.compile("|".join((*things, private)))
        for row in (*CONTROLS, *FORMS, *TABLE_COMMANDS, *NIGHT_COMMANDS):
            names = await named(there, row, kind)
            if is_elsewhere(kind, row) or not of_things.search(f"{names}"):
                continue
            answers: set[str] = set()
            for way in filter(None, ways):
                meant = {
                    name: of_things.sub(lambda found, way=way: way[found[0]], said)
                    if isinstance(said, str)
                    else said
                    for name, said in names.items()
                }
                answer = await use_named(there, row, kind, meant)
                answers.add(of_things.sub(NEVER, answer))
            if len(answers) > 1:
                faults.append(f"{name_of(row)}, by {kind.name}: {answers}")
    assert not faults, "what is there is told from what isn't:\n" + "\n".join(faults)


async def test_no_list_or_suggestion_names_what_its_reader_does_not_see() -> None:
    """Of no command, whatever is typed: no id, no title, no name of who plays there."""
    faults: list[str] = []
    async with world() as there:
        title = (await there.ui.services.nights.get(there.things["night"])).row.title
        things = [each for each in there.things.values() if not each.isdecimal()]
        hidden = re.compile("|".join([*things, re.escape(title), f"<#{CHANNEL}>"]))
        words = ["", title, *(there.things[each] for each in ("playing", "night", "question"))]
        for row in (*TABLE_COMMANDS, *NIGHT_COMMANDS):
            typed = there.typed(row)
            for option, text in product(row.options, words):
                if option.offers is None:
                    continue
                asked = there.asked(UNSEEING, Answer(), namespace=SimpleNamespace(**typed))
                offers = await there.ui.requests.offered(asked, option.offers, text)
                if found := [each.name for each in offers if shows(hidden, each, text)]:
                    faults.append(f"{option.name} of {name_of(row)} for {text!r}: {found}")
            left_out = {name for name, said in typed.items() if said in things}
            if any(each.usual is REQUIRED for each in row.options if each.parameter in left_out):
                continue
            names = {name: said for name, said in typed.items() if name not in left_out}
            said = await use_named(there, row, UNSEEING, names)
            if found := hidden.findall(said):
                faults.append(f"{name_of(row)} shows {found}: {said[:300]}")
    assert not faults, "named to somebody who doesn't see it:\n" + "\n".join(faults)


def shows(hidden: re.Pattern[str], offer: Any, typed: str) -> bool:
    """Tell whether an offer names something hidden, or somebody who plays there."""
    # What can't be read is handed back as it was typed, with the reason for a name.
    said = offer.name if offer.value == typed else f"{offer.name} {offer.value}"
    return bool(hidden.search(said)) or bool({"Ada", "Bob", "Cleo"} & {*said.split()})


@pytest.mark.usefixtures("no_page_noted")
async def test_what_was_drawn_before_a_change_is_refused_where_that_matters() -> None:
    faults: list[str] = []
    async with world() as there:
        for row in (*CONTROLS, *FORMS):
            if not row.newest:
                continue
            kind = next(each for each in KINDS if meant_for(each, row))
            before = there.database.commits
            answer = await use(there, row, kind, behind=1)
            refused = any(each in answer.text for each in OUTDATED)
            if there.database.commits != before or not refused:
                faults.append(f"{name_of(row)}: {answer.text[:150]!r}")
    assert not faults, "done though something has changed since:\n" + "\n".join(faults)


def test_every_row_is_pressed_or_typed_here() -> None:
    rows = [row for each in SUBJECTS.values() for row in each]
    for row in (*CONTROLS, *FORMS, *TABLE_COMMANDS, *NIGHT_COMMANDS):
        assert rows.count(row) == 1, f"{name_of(row)} is in no subject, or in two"
