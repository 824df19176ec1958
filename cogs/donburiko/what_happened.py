"""What happened in Donburiko!, a turn in one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.engine.game import Event
from bot.engine.text import marked as _
from bot.ui.pages.numbers import signed
from bot.ui.pages.what_happened import units
from bot.ui.pages.wording import Wording
from cogs.donburiko import card_words, views


def told(
    events: Sequence[Event],
    seat: int | None,
    wording: Wording,
    say: Callable[[Event], str | None],
    *,
    briefly: bool = False,
) -> list[str]:
    """Return what happened as lines, for a seat or for all (None); `say` words a single event."""
    lines: list[str | None] = []
    for unit in units(events, _joins):
        match unit:
            case [views.RowTaken() as taken, views.RowCounted() as counted]:
                lines.append(_turn(taken, counted, seat, wording, briefly=briefly))
            case [event] if briefly and say(event):
                lines.append(_brief(event, seat, wording) or say(event))
            case _:
                lines += map(say, unit)
    return [line for line in lines if line]


def _brief(event: Event, seat: int | None, wording: Wording) -> str | None:
    """Return a single event in fewer words; None for one that has none."""
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            if event.first == seat:
                return _("Round {n}: you start.", n=event.round)
            return _("Round {n}: {who} starts.", n=event.round, who=wording.name(event.first))
        case views.AddedFaceUp():
            own = event.seat == seat
            said = (
                _("You added {card} to row {row}.")
                if own
                else _("{who} added {card} to row {row}.")
            )
            card = card_words.shown((event.card,), wording)
            return said.format(who=wording.name(event.seat), card=card, row=event.row)
        case views.AddedFaceDown():
            who = wording.name(event.seat)
            return _("{who} hid a card in row {row}.", who=who, row=event.row)
        case views.CardHidden():
            card = card_words.shown((event.card,), wording)
            return _("You hid {card} in row {row}.", card=card, row=event.row)
        case views.RoundEnded():
            return _("Round {n} ended.", n=event.round)
        case _:
            return None


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
    briefly: bool,
) -> str:
    text = _("{who} took row {row} ({cards}): {brought}.")
    if briefly:
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
