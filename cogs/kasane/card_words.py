"""Cards, rows, robes and boxes of Colors of Kasane, spelt out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.wording import NO_BREAK, Wording
from cogs.kasane.card_art import NEXT, card_emoji, number
from cogs.kasane.melds import Way, box_of, cards_of
from cogs.kasane.views import BOXES, FREE, MELDS, PLUS_ONE, Meld, Public, SeatView

NAMES: Final[dict[Meld, str]] = {
    "kasane": _("all the same (Kasane)"),
    "juu": _("sum 10 (Juu)"),
    "sakura": _("trio (Sakura)"),
    "chidori": _("trio (Chidori)"),
    "asanoha": _("trio (Asanoha)"),
    "kagen": _("run (Kagen)"),
    "jyougen": _("run (Jyougen)"),
    "katyou": _("all odd (Katyou)"),
    "setsu": _("all even (Setsu)"),
}
"""What each meld is called in play, within a sentence: in everyday words, and by its name."""

_ASKS: Final[dict[Meld, str]] = {
    "sakura": _("1, 2, 6"),
    "chidori": _("3, 8, 9"),
    "asanoha": _("4, 5, 7"),
    "kagen": _("1 to 5, up or down"),
    "jyougen": _("5 to 9, up or down"),
}
"""What a meld asks of its cards, if what it's called doesn't say it."""


def name(meld: Meld, wording: Wording) -> str:
    """Return what a meld is called."""
    return wording.gettext(NAMES[meld])


def title(meld: Meld, wording: Wording) -> str:
    """Return what a meld is called where that stands by itself."""
    said = name(meld, wording)
    return said[0].upper() + said[1:]


def framed(cards: Sequence[int]) -> str:
    """Return cards side by side in one frame without line breaks; the top one comes last."""
    return f"`{NO_BREAK.join(map(number, cards))}`"


def shown(cards: Sequence[int], wording: Wording) -> str:
    """Return cards as pictures side by side; until there are any, their numbers in a frame."""
    pictures = [wording.emoji(card_emoji(code)) for code in cards]
    return "".join(pictures) if all(pictures) else framed(cards)


def hand(cards: Sequence[int], wording: Wording, *, grows: bool = False) -> str:
    """Return a hand as a large line, its top card last, or a place for one if it `grows`."""
    if not all(wording.emoji(card_emoji(code)) for code in cards):
        return f"**{shown(cards, wording)}**"
    return f"# {shown(cards, wording)}{wording.emoji(NEXT) if grows else ''}"


def joined(cards: Sequence[int], *, top: bool) -> str:
    """Return the cards of a meld; the first is in brackets if it lay on the robe already."""
    said = [number(each) for each in cards]
    if top:
        said[0] = f"[{said[0]}]"
    return "-".join(said)


def melded(cards: Sequence[int], wording: Wording, *, top: bool) -> str:
    """Return the cards of a meld as pictures, or their numbers in a frame."""
    pictures = [wording.emoji(card_emoji(code)) for code in cards]
    if not all(pictures):
        return f"`{joined(cards, top=top)}`"
    return f"[{pictures[0]}]{''.join(pictures[1:])}" if top else "".join(pictures)


def colours(count: int, wording: Wording) -> str:
    """Return a number of colours."""
    return wording.ngettext("{n} colour", "{n} colours", count)


def field(view: Public, wording: Wording) -> list[str]:
    """Return the rows of the field, each from its front card backwards."""
    _ = wording.gettext
    lines: list[str] = []
    for row, cards in enumerate(view.rows, start=1):
        if not cards:
            lines.append(_("Row {n}: empty", n=row))
            continue
        front, *behind = reversed(cards)
        said = _("Row {n}: **{front}**", n=row, front=number(front))
        if behind:
            rest = NO_BREAK.join(map(number, behind))
            said += " · " + _("behind it {cards}", cards=rest)
        lines.append(said)
    return lines


def boxes(view: Public, wording: Wording) -> list[str]:
    """Return what each meld asks for, which of its boxes are free, and whose the others are."""
    _ = wording.gettext
    lines: list[str] = []
    for meld in MELDS:
        free: list[str] = []
        taken: list[str] = []
        for box, owner in zip(BOXES, view.marks, strict=True):
            if box.meld != meld:
                continue
            if owner == FREE:
                free.append(str(box.points))
            elif owner < 0:
                taken.append(_("{n} closed", n=box.points))
            else:
                taken.append(f"{box.points}{NO_BREAK}{wording.mark(owner)}")
        parts = [f"**{title(meld, wording)}**"]
        if meld in _ASKS:
            parts.append(wording.gettext(_ASKS[meld]))
        if free:
            parts.append(_("free: {boxes}", boxes=wording.series(free)))
        if taken:
            parts.append(wording.series(taken))
        lines.append(" · ".join(parts))
    return lines


def worth(way: Way, view: Public) -> int:
    """Return what a meld that can be made is worth now: the points of the box it would mark."""
    return BOXES[box_of(way.meld, way.size, view.marks)].points


def way_label(way: Way, hand: Sequence[int], top: int, wording: Wording) -> str:
    """Return a meld that can be made: its name and its cards."""
    return f"{title(way.meld, wording)} {joined(cards_of(way, hand, top), top=way.top)}"


def way_shown(way: Way, hand: Sequence[int], top: int, view: Public, wording: Wording) -> str:
    """Return a meld that can be made as a text shows it: name, pictures of cards, points."""
    cards = melded(cards_of(way, hand, top), wording, top=way.top)
    meld = f"**{title(way.meld, wording)}** {cards}"
    return wording.gettext("{meld}: +{n}", meld=meld, n=worth(way, view))


def to_meld_with(view: SeatView, card: int) -> tuple[tuple[int, ...], int]:
    """Return the hand and the robe's top card, as they are once a card has been taken."""
    hand, robe = view.private.hand, view.public.robes[view.seat]
    if card == PLUS_ONE:
        return hand, PLUS_ONE
    return (*hand, card), robe[-1] if robe else PLUS_ONE
