"""The seating of a round as its host sees it before it is dealt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ButtonStyle

from bot.nights.night import Night, Round
from bot.nights.table_sizes import TableSizes
from bot.ui.pages import routes
from bot.ui.pages.long_lists import lots
from bot.ui.pages.nights.night_words import GuestNames, newest, noticed, sizes_text
from bot.ui.pages.page import CHOICES, Button, Choice, Page, Row, Select
from bot.ui.pages.wording import SIGN, Wording

LISTS: Final = 4
"""The most lists of guests on a page: one row is for the way back."""


def seating_page(
    night: Night, proposal: Round, sizes: Sequence[int], wording: Wording, notice: str = ""
) -> Page:
    """Return a proposed round: its tables, how good it is, and what can be done with it.

    `sizes` are the seat numbers of the game.
    """
    gettext, names = wording.gettext, GuestNames(night, wording)
    seating = proposal.seating
    lines = [*_seated(proposal, names, wording), "", *_measured(night, proposal, names, wording)]
    return Page(
        title=gettext("Round {number} · proposal", number=proposal.number),
        text=noticed("\n".join(lines), notice),
        footer=gettext("Nobody sees this until you press Start all"),
        rows=tuple(_rows(night, seating.sizes, sizes, wording)),
    )


def _seated(proposal: Round, names: GuestNames, wording: Wording) -> Iterator[str]:
    """Yield the tables of a proposal, a line each."""
    for number, table in enumerate(proposal.seating.seated.tables, 1):
        people = [names.marked(person) for person in table.people]
        computer = wording.gettext("computer")
        people += [f"{SIGN} {computer}"] * table.computers
        yield f"**{number}** {wording.series(people)}"


def _measured(night: Night, proposal: Round, names: GuestNames, wording: Wording) -> Iterator[str]:
    """Yield who sits out, and how many pairs meet again."""
    gettext, seating = wording.gettext, proposal.seating
    out = [names.plain(person) for person in seating.seated.sit_outs]
    if out:
        text = wording.ngettext("{names} sits out.", "{names} sit out.", len(out))
        yield text.format(names=wording.listed(out))
    else:
        yield gettext("Nobody sits out.")
    measure = seating.measure
    if night.row.mode != "one_table" and night.dealt:
        text = gettext("{repeats} of {pairs} pairs have met tonight (least possible {least}).")
        yield text.format(repeats=measure.repeats, pairs=measure.pairs, least=max(0, measure.least))


def _rows(
    night: Night, chosen: TableSizes, legal: Sequence[int], wording: Wording
) -> Iterator[Row]:
    gettext = wording.gettext
    several = len(chosen.seats) > 1 or bool(chosen.sit_outs)
    yield (
        Button(newest(routes.START_ALL, night), gettext("Start all"), ButtonStyle.success),
        Button(newest(routes.SHUFFLE, night), gettext("Shuffle")),
        Button(newest(routes.SWAP, night), gettext("Swap two …"), disabled=not several),
        Button(newest(routes.DROP_PLAN, night), gettext("Back")),
    )
    span = max(legal) - min(legal)
    shift = night.row.size_shift
    yield (
        Button(
            newest(routes.SMALLER_TABLES, night),
            gettext("Smaller tables"),
            disabled=shift <= -span,
        ),
        Button(
            newest(routes.LARGER_TABLES, night),
            gettext("Larger tables"),
            disabled=shift >= span,
        ),
    )


def choice_page(night: Night, choices: Sequence[TableSizes], wording: Wording) -> Page:
    """Return the question how to seat a number of guests that no tables fit."""
    gettext = wording.gettext
    count = night.expected
    buttons: list[Button] = []
    lines: list[str] = []
    for number, each in enumerate(choices):
        if each.computers:
            text = wording.ngettext("Add {n} computer", "Add {n} computers", each.computers)
            label = text.format(n=each.computers)
        else:
            text = wording.ngettext("Let {n} sit out", "Let {n} sit out", each.sit_outs)
            label = text.format(n=each.sit_outs)
        buttons.append(
            Button(
                newest(routes.SEAT_CHOICE, night, f"c{number}"),
                label,
                ButtonStyle.primary,
            )
        )
        text = gettext("{choice}: {sizes}")
        lines.append(text.format(choice=label, sizes=sizes_text(each.seats)))
    text = wording.ngettext(
        "{n} guest is here, and no tables fit that number.",
        "{n} guests are here, and no tables fit that number.",
        count,
    )
    lines.insert(0, text.format(n=count))
    if any(each.sit_outs for each in choices):
        lines.append(gettext("Whoever sits out gets half the points, and plays in the next round."))
    back = Button(routes.DESK(night.id), gettext("Cancel"))
    return Page(
        gettext("Seat round {number}", number=len(night.dealt) + 1),
        "\n".join(lines),
        rows=((*buttons, back),),
    )


def swap_page(
    night: Night, proposal: Round, first: int | None, wording: Wording, start: int = 0
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
    at_now = (night.id, night.row.revision)

    def swap(mark: str) -> str:
        if first is None:
            return routes.SWAP_ONE(*at_now, mark)
        return routes.SWAP_TWO(*at_now, first, mark)

    rows: list[Row] = []
    for number, lot in enumerate(lots(choices, start, wording, LISTS)):
        prompt = f"{lot[0].label} – {lot[-1].label}" if len(choices) > CHOICES else gettext("Pick")
        rows.append(Select(swap(f"l{number}"), prompt, lot))
    rows.append((Button(routes.PLAN(night.id), gettext("Back")),))
    title = gettext("Who changes places?")
    if first is not None:
        title = gettext("With whom does {name} change places?", name=names.said(first))
    return Page(title, "\n".join(_seated(proposal, names, wording)), rows=tuple(rows))
