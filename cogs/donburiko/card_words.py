"""Cards, chips and rows of Donburiko!, spelt out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.ui.pages.numbers import framed, number, signed
from bot.ui.pages.wording import NO_BREAK, Wording
from cogs.donburiko import views
from cogs.donburiko.card_art import emoji_of
from cogs.donburiko.views import (
    FACE_UP,
    FULL,
    LOACH,
    MOST_POINTS,
    ONE_OR_FIVE,
    Count,
    Public,
    SeatView,
    points,
    totals,
)

COIN: Final = "🪙"
"""What a number of chips is shown by on a button, which can't show an emoji of the game's there."""


def rows(view: Public, wording: Wording) -> list[str]:
    """Return the rows in words, two lines each; those taken are listed by their takers."""
    taken = {each.row: each for each in view.taken if each.round == view.round}
    return [line for row in view.rows for line in _row(row, taken, view, wording)]


def _row(
    row: views.Row, taken: Mapping[int, views.TakenRow], view: Public, wording: Wording
) -> list[str]:
    _ = wording.gettext
    title = "**" + _("Row {n}", n=row.number) + "**"
    if view.taking is not None and view.taking.row == row.number:
        assert view.turn is not None
        shown = laid(view.taking.cards, view.taking.owners, wording)
        who = _("taken by {who}", who=wording.name(view.turn))
        return [f"{title} · {who}", shown]
    if not row.cards:
        gone = taken[row.number]
        who = _("taken by {who}", who=wording.name(gone.seat))
        shown = laid(gone.cards, gone.owners, wording)
        return [f"{title} · {who} · {brought(gone, wording)}", shown]
    parts = [title]
    if len(row.cards) == FULL:
        parts.append(_("seven cards: worth 0"))
    else:
        parts.append(_("worth {sum}", sum=worth(row.cards, wording)))
        parts.append(_("{n} of {most} cards", n=len(row.cards), most=FULL))
    if row.chips:
        parts.append(chips(row.chips, wording))
    return [" · ".join(parts), laid(row.cards, row.owners, wording)]


def laid(cards: Sequence[int | None], owners: Sequence[int], wording: Wording) -> str:
    """Return the cards of a row in words, naming the owner of each card that was laid face down."""
    _ = wording.gettext
    said: list[str] = []
    for card, owner in zip(cards, owners, strict=True):
        if card is None:
            said.append(_("face down: {who}", who=wording.bare(owner)))
        elif owner == FACE_UP:
            said.append(short(card, wording))
        else:
            who = wording.bare(owner)
            said.append(_("{card} (hidden by {who})", card=short(card, wording), who=who))
    return framed(said)


def own_row(row: views.Row, own: Mapping[int, int], wording: Wording) -> str:
    """Return a row in one line for somebody who knows some of its cards, by place."""
    _ = wording.gettext
    known = [own.get(place) if card is None else card for place, card in enumerate(row.cards)]
    back = wording.emoji("don_back")
    said: list[str] = []
    for open_card, card, owner in zip(row.cards, known, row.owners, strict=True):
        if card is None:
            who = _("{who}: face down", who=wording.bare(owner))
            said.append(f"{back}{wording.mark(owner)}" if back else framed([who]))
        elif open_card is None:
            mine = _("yours: {card}", card=short(card, wording))
            said.append(back + wording.emoji(emoji_of(card)) if back else framed([mine]))
        else:
            said.append(wording.drawn(emoji_of(card), framed([short(card, wording)])))
    sum_ = number(0) if len(known) == FULL else worth(known, wording)
    title = _("Row {n}", n=row.number)
    return f"**{title}** {' '.join(said)} = **{sum_}**"


def chips(count: int, wording: Wording) -> str:
    """Return a number of chips."""
    return wording.ngettext("{n} chip", "{n} chips", count)


def bank(count: int, wording: Wording) -> str:
    """Return how many chips are left in the bank."""
    return wording.ngettext("Bank: {n} chip", "Bank: {n} chips", count)


def coins(count: int, wording: Wording, *, brief: bool = False) -> str:
    """Return a number of chips won or laid, with its sign; `brief` where a button has no room."""
    if brief:
        return signed(count)
    if wording.words_alone:
        return change(count, wording)
    return f"{signed(count)}{NO_BREAK}{COIN}"


def change(count: int, wording: Wording) -> str:
    """Return a number of chips won or lost, with its sign."""
    return wording.ngettext("{n} chip", "{n} chips", abs(count), n=signed(count))


def brought(row: views.TakenRow, wording: Wording) -> str:
    """Return what a row that was taken brought, with its call, and the chips that lay on it."""
    gain = signed(row.points)
    if row.announced:
        gain = wording.gettext("{gain} (Donburiko!)", gain=gain)
    if not row.chips:
        return gain
    return wording.series([gain, wording.gettext("chips +{n}", n=row.chips)])


def typed(card: int) -> str:
    """Return a card as it is typed."""
    if card == ONE_OR_FIVE:
        return "1or5"
    return "loach" if card == LOACH else str(card)


def short(card: int, wording: Wording) -> str:
    """Return a card as a row says it: acorns by their number alone."""
    _ = wording.gettext
    if card == ONE_OR_FIVE:
        return _("1 or 5")
    if card == LOACH:
        return _("loach")
    return str(card) if card > 0 else _("pond {n}", n=number(card))


def named(card: int, wording: Wording) -> str:
    """Return a card by its whole name."""
    said = short(card, wording)
    return wording.gettext("acorn {n}", n=said) if card > 0 else said


def shown(cards: Iterable[int], wording: Wording) -> str:
    """Return cards next to each other as emoji, each in words until Discord knows its emoji."""
    return " ".join(wording.drawn(emoji_of(card), framed([named(card, wording)])) for card in cards)


def sums(cards: Sequence[int | None], wording: Wording) -> str:
    """Return all that the cards of a row which are known add up to: "4 or 8"."""
    known = tuple(card for card in cards if card is not None)
    return wording.either([number(total) for total in totals(known)])


def worth(cards: Sequence[int | None], wording: Wording) -> str:
    """Return what is known about a row's worth: its sums, and a `?` for each hidden card."""
    return sums(cards, wording) + " + ?" * cards.count(None)


def best(cards: Sequence[int], held: int) -> int:
    """Return what a row wins, or below 0 costs, somebody who holds some chips and counts well."""
    return max(points(total, held) for total in totals(tuple(cards)))


def good(total: int) -> bool:
    """Tell whether a row of this worth wins something, or at least costs nothing."""
    return 0 <= total <= MOST_POINTS


def hand_sizes(count: int, wording: Wording) -> str:
    """Return how many cards somebody holds."""
    return wording.ngettext("{n} card in hand", "{n} cards in hand", count)


def known(row: int, view: SeatView) -> tuple[int | None, ...]:
    """Return the cards of a row as the seat knows them."""
    own = {each.place: each.card for each in view.private.hidden if each.row == row}
    cards = view.public.rows[row - 1].cards
    return tuple(own.get(place) if card is None else card for place, card in enumerate(cards))


def take_label(row: int, view: SeatView, wording: Wording, *, brief: bool) -> str:
    """Return taking a row, and what that brings, as a button says it."""
    _ = wording.gettext
    on_it = view.public.rows[row - 1].chips
    said = (
        _("Take row {row}: {points}, chips on it +{n}") if on_it else _("Take row {row}: {points}")
    )
    return said.format(row=row, points=_points(row, view, wording, brief=brief), n=on_it)


def _points(row: int, view: SeatView, wording: Wording, *, brief: bool) -> str:
    """Return the points that a row brings; its sum, if it has cards that the seat doesn't know."""
    cards = known(row, view)
    seen = [card for card in cards if card is not None]
    if len(cards) == FULL:
        return coins(0, wording, brief=brief)
    if len(seen) < len(cards):
        return worth(cards, wording)
    held = view.public.chips[view.seat] + view.public.rows[row - 1].chips
    return coins(best(seen, held), wording, brief=brief)


def turned(laid: int, cards: Sequence[int | None], wording: Wording) -> str:
    """Return how ponds count in a row if a card laid there turns some, or is turned; else ""."""
    _ = wording.gettext
    ponds = {card for card in cards if card is not None and card < 0}
    if laid > 0 or LOACH not in cards or not ponds or len(cards) == FULL:
        return ""
    if len(ponds) > 1:
        return _("ponds count plus here")
    (pond,) = ponds
    return _("{pond} counts {plus} here", pond=named(pond, wording), plus=signed(-pond))


def count_label(action: Count, view: Public, wording: Wording) -> str:
    """Return what a choice of worth brings: the chips won or paid, or what is won at the end."""
    _ = wording.gettext
    won = dict(view.taking.counts)[action.total] if view.taking is not None else 0
    total = number(action.total)
    if not good(action.total):
        return _("{total}: pay {n}", total=total, n=-won)
    if won > view.bank:
        said = _("{total}: win {n} at the end", total=total, n=won)
        if not view.final:
            said = _("{choice}, last round", choice=said)
    else:
        said = _("{total}: win {n}", total=total, n=won)
    if not action.announce:
        return said
    return _("{choice}, Donburiko!", choice=said)
