"""The question before a round starts though somebody has come or gone since it was seated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ButtonStyle

from bot.nights.night import Night, Round
from bot.nights.proposals import came_since, gone_since, kept_without
from bot.nights.rounds import seat_of
from bot.nights.seating import Teaching
from bot.nights.teaching import to_be_taught
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.gone_guests import gone_sentences
from bot.ui.pages.nights.night_seating import mend_words, of_proposal, sit_out_line
from bot.ui.pages.nights.night_words import GuestNames, as_of
from bot.ui.pages.nights.standings_page import SHOWN_HALF
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import Wording

MOST_MOVED: Final = 8
"""The most guests of whom it is said where they go as a seating is mended."""


def left_over_page(
    night: Night, proposal: Round, mended: Round | None, now: int, wording: Wording
) -> Page:
    """Return the question whether to start though somebody has come or gone since.

    `mended` is what the proposal would be like if it were mended; None if that asks something.
    """
    gettext = wording.gettext
    _mend, label = mend_words(night, proposal, wording)
    mend = of_proposal(desk_routes.MEND_AND_START, night, proposal)
    start = of_proposal(desk_routes.START_AS_IT_IS, night, proposal)
    return Page(
        gettext("Somebody has come or gone. Start all?"),
        as_of(now, "\n".join(_left_over_lines(night, proposal, mended, wording)), wording),
        rows=(
            (
                Button(mend, label, ButtonStyle.success),
                Button(start, gettext("Start as it is")),
                Button(desk_routes.PLAN(night.id), gettext("Back")),
            ),
        ),
    )


def without_page(night: Night, proposal: Round, now: int, wording: Wording) -> Page:
    """Return the question whether to start without those who haven't come, and have their seats."""
    gettext = wording.gettext
    start = of_proposal(desk_routes.START_WITHOUT, night, proposal)
    outs = gettext(
        "Who comes by then and finds the round started sits it out, and gets {half} night points.",
        half=SHOWN_HALF,
    )
    return Page(
        gettext("Start without those who aren't here yet?"),
        as_of(now, wording.sentences(kept_line(night, proposal, wording), outs), wording),
        rows=(
            (
                Button(start, gettext("Start without them"), ButtonStyle.danger),
                Button(desk_routes.PLAN(night.id), gettext("Wait")),
            ),
        ),
    )


def kept_line(night: Night, proposal: Round, wording: Wording) -> str:
    """Return whose seats are kept though they have no place in a proposal, and until when; "" if
    nobody's is.
    """
    kept, names = kept_without(night, proposal), GuestNames(night, wording)
    said = wording.ngettext(
        "The seat of {names} is kept until {time}.",
        "The seats of {names} are kept until {time}.",
        len(kept),
        names=wording.listed([names.said(each) for each in kept]),
        time=f"<t:{night.guests.closes_at}:t>",
    )
    return said if kept else ""


def _left_over_lines(
    night: Night, proposal: Round, mended: Round | None, wording: Wording
) -> list[str]:
    """Return who is left over, and what becomes of them if the seating is mended, and if not."""
    gettext, names = wording.gettext, GuestNames(night, wording)
    came, gone = came_since(night, proposal), gone_since(night, proposal)
    seats = {person for table in proposal.seating.seated.tables for person in table.people}
    empty = [person for person in gone if person in seats]

    def listed(people: Sequence[int]) -> str:
        return wording.listed([names.said(each) for each in people])

    lines: list[str] = []
    small: list[str] = []
    if came:
        text = wording.ngettext(
            "{names} is here and has no seat.",
            "{names} are here and have no seat.",
            len(came),
            names=listed(came),
        )
        lines.append(text)
        text = wording.ngettext(
            "{names} sits this round out and gets {half} night points.",
            "{names} sit this round out and get {half} night points.",
            len(came),
            names=listed(came),
            half=SHOWN_HALF,
        )
        small.append(text)
    if gone:
        lines += gone_sentences(night, gone, names, wording)
    if kept := kept_line(night, proposal, wording):
        lines.append(kept)
    if empty:
        text = wording.ngettext(
            "A computer takes the seat of {names}.",
            "Computers take the seats of {names}.",
            len(empty),
            names=listed(empty),
        )
        small.append(text)
        small += _with_computers_alone(proposal, gone, names, wording)
    mend, moves = mend_words(night, proposal, wording)[1], _moves(night, proposal, mended, wording)
    said = [gettext("**{button}**: {what}", button=mend, what=wording.sentences(*moves))]
    if small:
        said.append(gettext("**Start as it is**: {what}", what=wording.sentences(*small)))
    return [*lines, "", *(f"-# {each}" for each in said)]


def _with_computers_alone(
    proposal: Round, gone: Sequence[int], names: GuestNames, wording: Wording
) -> Iterator[str]:
    """Yield who would play with computers alone as some are gone from their table."""
    for number, table in enumerate(proposal.seating.seated.tables, 1):
        left = [person for person in table.people if person not in gone]
        if len(left) == 1 < len(table.people):
            yield wording.gettext(
                "{name} plays with computers alone at table {number}.",
                name=names.said(left[0]),
                number=number,
            )


def _moves(night: Night, proposal: Round, mended: Round | None, wording: Wording) -> Iterator[str]:
    """Yield who gets another place than in a proposal once it is mended."""
    if mended is None:
        yield wording.gettext("No tables fit that number, so you're asked what to do.")
        return
    names, before, after = (
        GuestNames(night, wording),
        proposal.seating.seated,
        mended.seating.seated,
    )
    moved = {
        number: [each for each in table.people if seat_of(before, each) != number]
        for number, table in enumerate(after.tables, 1)
    }
    out = [each for each in after.sit_outs if each not in before.sit_outs]
    count = sum(map(len, (*moved.values(), out)))
    if count > MOST_MOVED:
        mend = mend_words(night, proposal, wording)[0]
        yield wording.gettext(
            "{n} guests get another place. Go back and press **{button}** to see them.",
            n=count,
            button=mend,
        )
        return
    for number, people in moved.items():
        if people:
            yield wording.ngettext(
                "{names} goes to table {number}.",
                "{names} go to table {number}.",
                len(people),
                names=wording.listed([names.said(each) for each in people]),
                number=number,
            )
    if out:
        yield sit_out_line(out, names, wording)
    if not count:
        yield wording.gettext("Nobody changes tables.")
    more = mended.seating.sizes.computers - proposal.seating.sizes.computers
    if more > 0:
        yield wording.ngettext("{n} computer is added.", "{n} computers are added.", more)
    yield from _other_sizes(proposal, mended, wording)
    if alone := _without_teacher(night, proposal, mended):
        yield wording.ngettext(
            "{names} then has no teacher.",
            "{names} then have no teacher.",
            len(alone),
            names=wording.listed([names.said(each) for each in alone]),
        )


def _other_sizes(proposal: Round, mended: Round, wording: Wording) -> Iterator[str]:
    """Yield which tables of a proposal are of another size once it is mended, or how many fewer
    there are: the others have other numbers then.
    """
    before, after = proposal.seating.sizes.seats, mended.seating.sizes.seats
    if len(after) < len(before):
        n = len(before) - len(after)
        yield wording.ngettext("{n} table is closed.", "{n} tables are closed.", n)
        return
    for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
        if old != new:
            yield wording.ngettext(
                "Table {number} then has {n} seat.",
                "Table {number} then has {n} seats.",
                new,
                number=number,
            )


def _without_teacher(night: Night, proposal: Round, mended: Round) -> list[int]:
    """Return who is taught in a proposal, and not any more once it is mended."""
    then = {person for each in _taught(night, mended) for person in each.learners}
    before = [person for each in _taught(night, proposal) for person in each.learners]
    seated = mended.seating.seated
    return [each for each in before if each not in then and seat_of(seated, each) is not None]


def _taught(night: Night, proposal: Round) -> Iterator[Teaching]:
    """Yield where somebody teaches in a proposal."""
    yield from (each for each in to_be_taught(night, proposal.seating).values() if each.teachers)
