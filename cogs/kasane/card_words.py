"""Cards, rows, robes and boxes of Colors of Kasane, spelt out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wcwidth import wcswidth

from bot.engine.text import marked as _
from bot.ui.pages.numbers import NO_BREAK, points
from bot.ui.pages.wording import Wording, cut
from cogs.kasane.melds import BOXES_OF, Way, cards_of
from cogs.kasane.views import BOXES, FREE, MELDS, PLUS_ONE, Meld, Public

_CELLS: Final = 32
"""A line of a code block is no wider on a phone."""


NAMES: Final[dict[Meld, tuple[str, str]]] = {
    "kasane": ("Kasane", "襲ね"),
    "juu": ("Juu", "拾"),
    "sakura": ("Sakura Chirashi", "桜散らし"),
    "chidori": ("Chidori", "千鳥"),
    "asanoha": ("Asanoha", "麻ノ葉"),
    "kagen": ("Kagen no Tsuki", "下弦ノ月"),
    "jyougen": ("Jyougen no Tsuki", "上弦ノ月"),
    "katyou": ("Katyou Fugetsu", "花鳥風月"),
    "setsu": ("Setsu Getsu Fuka", "雪月風花"),
}
"""Each meld's name and how it is written in Japanese."""

_ASKS: Final[dict[Meld, str]] = {
    "kasane": _("alike"),
    "juu": _("sum 10"),
    "sakura": "1 2 6",
    "chidori": "3 8 9",
    "asanoha": "4 5 7",
    "kagen": "1-5 ↑↓",
    "jyougen": "5-9 ↑↓",
    "katyou": _("odd"),
    "setsu": _("even"),
}
"""What each meld asks of its cards, as short as can be."""


def card(number: int) -> str:
    """Return a card as it is read and typed."""
    return "+1" if number == PLUS_ONE else str(number)


def framed(cards: Sequence[int]) -> str:
    """Return cards side by side in one frame that no line break goes through, the top one last."""
    return f"`{NO_BREAK.join(map(card, cards))}`"


def joined(cards: Sequence[int], *, top: bool) -> str:
    """Return the cards of a meld; the first is in brackets if it is the robe's top card."""
    said = [card(each) for each in cards]
    if top:
        said[0] = f"[{said[0]}]"
    return "-".join(said)


def colours(number: int, wording: Wording) -> str:
    """Return a number of colours."""
    return wording.ngettext("{n} colour", "{n} colours", number).format(n=number)


def name(meld: Meld) -> str:
    """Return a meld's whole name."""
    return NAMES[meld][0]


def field(view: Public, wording: Wording) -> str:
    """Return the rows of the field in a code block, each from its front card backwards."""
    row = wording.gettext("row")
    lines = [
        f"{row} {number}  " + (_row(cards) if cards else "–")
        for number, cards in enumerate(view.rows, start=1)
    ]
    return _block(lines)


def _row(cards: Sequence[int]) -> str:
    front, *behind = [card(each) for each in reversed(cards)]
    return f"[{front}]".rjust(4) + "".join(each.rjust(3) for each in behind)


def boxes(view: Public, wording: Wording) -> str:
    """Return what each meld asks for and which of its boxes are free, in a code block."""
    names = {meld: name(meld).split()[0] for meld in MELDS}
    asks = {meld: wording.gettext(text) for meld, text in _ASKS.items()}
    name_cells = max(map(wcswidth, names.values()))
    ask_cells = max(map(wcswidth, asks.values()))
    lines: list[str] = []
    for meld in MELDS:
        marks = [
            (_box(box.size, box.points) if owner == FREE else "x")
            for box, owner in zip(BOXES, view.marks, strict=True)
            if box.meld == meld
        ]
        start = f"{_wide(names[meld], name_cells)} {_wide(asks[meld], ask_cells)}"
        lines.append(f"{start}  {' '.join(marks)}")
    return _block(lines)


def _box(size: int, worth: int) -> str:
    return str(size) if size == worth else f"{size}={worth}"


def _wide(text: str, cells: int) -> str:
    return text + " " * (cells - wcswidth(text))


def _block(lines: Sequence[str]) -> str:
    return "\n".join(["```", *(cut(line, _CELLS) for line in lines), "```"])


def worth(way: Way, view: Public) -> int:
    """Return what a meld that can be made is worth now: the points of the box it would mark."""
    return next(
        BOXES[box].points for box in BOXES_OF[way.meld, way.size] if view.marks[box] == FREE
    )


def way_label(way: Way, hand: Sequence[int], top: int, view: Public, wording: Wording) -> str:
    """Return a meld that can be made: its name, its cards, its points."""
    cards = joined(cards_of(way, hand, top), top=way.top)
    return f"{name(way.meld)} {cards}, {points(worth(way, view), wording)}"
