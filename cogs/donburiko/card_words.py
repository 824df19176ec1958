"""Cards, chips and rows of Donburiko!, spelt out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.ui.pages.numbers import framed, number
from bot.ui.pages.wording import Wording
from cogs.donburiko import views
from cogs.donburiko.views import FACE_UP, FULL, LOACH, ONE_OR_FIVE, Public, totals


def rows(view: Public, own: Mapping[tuple[int, int], int], wording: Wording) -> list[str]:
    """Return the rows, two lines for each: those that were taken lie open before their takers.

    `own` holds the face-down cards that the reader knows, by row and place.
    """
    taken = {each.row: each for each in view.taken if each.round == view.round}
    return [line for row in view.rows for line in _row(row, taken, view, own, wording)]


def _row(
    row: views.Row,
    taken: Mapping[int, views.TakenRow],
    view: Public,
    own: Mapping[tuple[int, int], int],
    wording: Wording,
) -> list[str]:
    _ = wording.gettext
    title = "**" + _("Row {n}").format(n=row.number) + "**"
    if view.taking is not None and view.taking.row == row.number:
        assert view.turn is not None
        shown = shown_cards(view.taking.cards, view.taking.owners, wording)
        return [f"{title} · {_('taken by {who}').format(who=wording.name(view.turn))}", shown]
    if not row.cards:
        gone = taken[row.number]
        shown = framed([short(card, wording) for card in gone.cards])
        return [f"{title} · {_('taken by {who}').format(who=wording.name(gone.seat))}", shown]
    known = [
        own.get((row.number, place)) if card is None else card
        for place, card in enumerate(row.cards)
    ]
    parts = [title]
    if len(row.cards) == FULL:
        parts.append(_("full: counts 0"))
    else:
        shows = _("you know of {total}") if known != list(row.cards) else _("shows {total}")
        parts.append(shows.format(total=totals_of(known, wording)))
        parts.append(_("{n} of {most} cards").format(n=len(row.cards), most=FULL))
    if row.chips:
        parts.append(chips(row.chips, wording))
    cards: list[str] = []
    for open_card, card, owner in zip(row.cards, known, row.owners, strict=True):
        if card is None:
            cards.append(f"▮ {wording.bare(owner)}")
        else:
            cards.append(("▮ " if open_card is None else "") + short(card, wording))
    return [" · ".join(parts), framed(cards)]


def chips(count: int, wording: Wording) -> str:
    """Return a number of chips."""
    return wording.ngettext("{n} chip", "{n} chips", count).format(n=count)


def typed(card: int) -> str:
    """Return a card as it is typed."""
    if card == ONE_OR_FIVE:
        return "1or5"
    return "loach" if card == LOACH else str(card)


def short(card: int, wording: Wording) -> str:
    """Return a card as the board says it: acorns by their number alone."""
    _ = wording.gettext
    if card == ONE_OR_FIVE:
        return _("1 or 5")
    if card == LOACH:
        return _("loach")
    return str(card) if card > 0 else _("pond {n}").format(n=number(card))


def named(card: int, wording: Wording) -> str:
    """Return a card by its whole name."""
    said = short(card, wording)
    return wording.gettext("acorn {n}").format(n=said) if card > 0 else said


def framed_cards(cards: Sequence[int], wording: Wording) -> str:
    """Return cards side by side, each in its own frame."""
    return framed([named(card, wording) for card in cards])


def shown_cards(cards: Sequence[int], owners: Sequence[int], wording: Wording) -> str:
    """Return the cards of a row that was taken, with who had laid one face down."""
    said: list[str] = []
    for card, owner in zip(cards, owners, strict=True):
        hidden = "" if owner == FACE_UP else f" ▮ {wording.bare(owner)}"
        said.append(short(card, wording) + hidden)
    return framed(said)


def totals_of(cards: Sequence[int | None], wording: Wording) -> str:
    """Return what the face-up cards of a row come to by themselves."""
    shown = tuple(card for card in cards if card is not None)
    said = [number(total) for total in totals(shown)]
    if len(said) == 1:
        return said[0]
    some, last = ", ".join(said[:-1]), said[-1]
    return wording.gettext("{some} or {last}").format(some=some, last=last)
