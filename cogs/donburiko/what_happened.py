"""What happened in Donburiko!, a turn in one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.game import Event
from bot.engine.text import marked as _
from bot.ui.pages.numbers import signed
from bot.ui.pages.render import Say
from bot.ui.pages.what_happened import units
from bot.ui.pages.wording import Wording
from cogs.donburiko import card_words, views


def joined(
    events: Sequence[Event],
    seat: int | None,
    wording: Wording,
    say: Say,
    *,
    brief: bool,
) -> Iterator[str | None]:
    """Yield what happened as lines, for a seat or for all (None); `say` words a single event."""
    for unit in units(events, _joins):
        match unit:
            case [views.RowTaken() as taken, views.RowCounted() as counted]:
                yield _turn(taken, counted, seat, wording, brief=brief)
            case _:
                yield from map(say, unit)


def _joins(unit: Sequence[Event], event: Event) -> bool:
    """Tell whether an event is what the row just taken was worth, if the bank could pay that."""
    counted = isinstance(event, views.RowCounted) and not event.owed
    return counted and isinstance(unit[-1], views.RowTaken)


def _turn(
    taken: views.RowTaken,
    counted: views.RowCounted,
    seat: int | None,
    wording: Wording,
    *,
    brief: bool,
) -> str:
    text = _("{who} took row {row} ({cards}): {brought}.")
    if brief:
        own = taken.seat == seat
        text = _("You took row {row}: {brought}.") if own else _("{who} took row {row}: {brought}.")
    elif taken.seat == seat:
        text = _("You took row {row} ({cards}): {brought}.")
    elif seat in taken.owners:
        text = _("{who} took row {row} with your hidden card ({cards}): {brought}.")
    # Said with what stands in it: nothing follows a call's own "!".
    return wording.gettext(
        text,
        who=wording.name(taken.seat),
        row=taken.row,
        cards=card_words.shown(taken.cards, wording),
        brought=_brought(taken, counted, wording),
    )


def _brought(taken: views.RowTaken, counted: views.RowCounted, wording: Wording) -> str:
    """Return what a row brought: points, the chips that lay on it, and what is said about it."""
    _ = wording.gettext
    parts = [signed(counted.points)]
    if not counted.points and not card_words.good(counted.total):
        parts = [_("no chips to pay")]
    if taken.chips:
        parts.append(_("chips +{n}", n=taken.chips))
    if counted.announced:
        parts.append(_("**Donburiko!**"))
    elif counted.full:
        parts.append(_("seven cards"))
    brought = wording.series(parts)
    if taken.forced:
        return _("{brought} (only move)", brought=brought)
    return brought
