"""The board of Donburiko! as a picture: a lane per row, what is seen in it, and who has what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.numbers import number, signed
from bot.ui.pictures import brushes
from bot.ui.pictures.brushes import WIDTH
from bot.ui.pictures.game_pictures import Described, GamePictures
from bot.ui.pictures.palette import BAD, GOLD, GOOD, LIGHT, MUTED
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Picture, Polygon, Shape, Text
from cogs.donburiko import card_art
from cogs.donburiko.cover import COVER
from cogs.donburiko.views import (
    FACE_UP,
    FULL,
    LOACH,
    MOST_POINTS,
    Public,
    Row,
    TakenRow,
    Taking,
    points,
    totals,
)

FOREST: Final = "#18231d"
LANE: Final = "#25362c"
HOLE: Final = "#1c2a22"
HOLE_EDGE: Final = "#456152"
TRAP: Final = "#8a4b43"

TOP: Final = 48
"""Where the first lane begins."""
LANE_HEIGHT: Final = 90
PITCH: Final = 94
CARD_WIDTH: Final = 60
CARD_HEIGHT: Final = 80
FIRST_CARD: Final = 62
CARD_PITCH: Final = 68
SUM_LEFT: Final = 552
"""Where what a row comes to is shown, right of its seven places."""
SUM_WIDTH: Final = 226
SUM_MIDDLE: Final = SUM_LEFT + SUM_WIDTH // 2
PLATE: Final = 74


def board(view: Public, asked: tuple[int, ...]) -> Picture:
    """Return the table as anyone may see it."""
    taken = {row.row: row for row in view.taken if row.round == view.round}
    plates_top = TOP + view.seats * PITCH + 2
    shapes: list[Shape] = [*_top(view)]
    for place, row in enumerate(view.rows):
        y = TOP + place * PITCH
        shapes.append(Group(12, y, _lane(row.number)))
        if view.taking is not None and view.taking.row == row.number:
            assert view.turn is not None
            shapes += _taking(view.taking, view.turn, y)
        elif row.cards:
            shapes += _row(row, y)
        elif row.number in taken:
            shapes += _taken(taken[row.number], y)
    plates = [_plate(view, seat) for seat in range(view.seats)]
    shapes += brushes.plates(plates_top, PLATE, plates, asked)
    return Picture(WIDTH, plates_top + PLATE + 10, FOREST, tuple(shapes))


def _top(view: Public) -> list[Shape]:
    """Return the line above the lanes: the round, a flag if it is the last, and the bank."""
    middle = TOP // 2
    found: list[Shape] = [
        Group(38, middle, _round_sign()),
        brushes.label(64, middle, str(view.round), 34),
    ]
    if view.final:
        found.append(Group(140, middle, _flag()))
    found.append(Group(WIDTH - 98, middle, _chest()))
    found.append(Text(WIDTH - 20, middle, str(view.bank), 36, GOLD, "rm"))
    return found


@cache
def _lane(number: int) -> tuple[Shape, ...]:
    """Return an empty lane with its number: six places, and a seventh that makes it worth 0."""
    top = (LANE_HEIGHT - CARD_HEIGHT) // 2
    left = FIRST_CARD - 12
    holes = [
        Box(
            left + place * CARD_PITCH, top, CARD_WIDTH, CARD_HEIGHT, HOLE,
            brushes.CARD_RADIUS, TRAP if place == FULL - 1 else HOLE_EDGE,
        )
        for place in range(FULL)
    ]  # fmt: skip
    trap = Text(
        left + (FULL - 1) * CARD_PITCH + CARD_WIDTH // 2, LANE_HEIGHT // 2, "=0", 32, "#e08c80"
    )
    ground = Box(0, 0, WIDTH - 24, LANE_HEIGHT, LANE, 14)
    return (ground, Text(25, LANE_HEIGHT // 2, str(number), 40, LIGHT), *holes, trap)


def _cards(
    cards: Sequence[int | None], owners: Sequence[int], y: int, *, faded: bool = False
) -> list[Shape]:
    """Return the cards of a row. A card that had been laid face down has its owner's mark."""
    top = y + (LANE_HEIGHT - CARD_HEIGHT) // 2
    found: list[Shape] = []
    for place, (card, owner) in enumerate(zip(cards, owners, strict=True)):
        x = FIRST_CARD + place * CARD_PITCH
        # A place with a card is covered whole, also where the card is faded.
        found.append(Group(x, top, (Box(0, 0, CARD_WIDTH, CARD_HEIGHT, LANE),)))
        if card is None:
            found.append(card_art.back(x, top, CARD_WIDTH, CARD_HEIGHT, owner))
            continue
        found.append(card_art.face(card, x, top, CARD_WIDTH, CARD_HEIGHT, faded=faded))
        if card < 0 and LOACH in cards and len(cards) < FULL:
            found.append(Group(x + CARD_WIDTH - 8, top + CARD_HEIGHT - 8, _plus()))
        if owner != FACE_UP:
            found.append(brushes.seat_mark(owner, x + 9, top + CARD_HEIGHT - 9, 14))
    return found


def _row(row: Row, y: int) -> list[Shape]:
    """Return a row that everybody can see: its cards, and what can be seen of its worth."""
    shown = tuple(card for card in row.cards if card is not None)
    hidden = len(row.cards) - len(shown)
    found = _cards(row.cards, row.owners, y)
    if len(row.cards) >= FULL:
        return [*found, *_sum("0", LIGHT, y), *_pips(0, hidden=False, y=y)]
    reached = totals(shown)
    text = " / ".join(map(number, reached))
    best = max(reached, key=lambda total: points(total, 99))
    colour = LIGHT
    if not hidden and best == MOST_POINTS:
        colour = GOOD
    elif not hidden and not 0 <= best <= MOST_POINTS:
        colour = BAD
    return [
        *found,
        *_sum(text + " + ?" * hidden, colour, y),
        *_pips(best, hidden=hidden > 0, y=y),
    ]


def _sum(text: str, colour: str, y: int) -> list[Shape]:
    """Return what a row comes to, as large as there is room."""
    size = 44 if len(text) <= 8 else 36 if len(text) <= 11 else 30
    if len(text) > 15:
        text = text.replace(" ", "")
    return [Text(SUM_MIDDLE, y + 33, text, size, colour)]


def _pips(total: int, *, hidden: bool, y: int) -> list[Shape]:
    """Return a bar of six parts, filled by what is seen: green at six, red above it.

    The filled part is striped while a card lies face down, as the sum may still change.
    """
    step, width, height, top = 36, 32, 16, y + 64
    left = SUM_MIDDLE - (MOST_POINTS * step - (step - width)) // 2
    colour = GOOD if total == MOST_POINTS else BAD if total > MOST_POINTS else GOLD
    found: list[Shape] = []
    for pip in range(MOST_POINTS):
        x = left + pip * step
        if pip >= total:
            part: tuple[Shape, ...] = (Box(0, 0, width, height, "#101813", 5),)
        elif hidden:
            part = (
                Box(0, 0, width, height, "#101813", 5, colour, 3),
                *(Line(((at, height - 4), (at + 6, 4)), colour, 3) for at in (5, 13, 21)),
            )
        else:
            part = (Box(0, 0, width, height, colour, 5),)
        found.append(Group(x, top, part))
    return found


def _taking(taking: Taking, seat: int, y: int) -> list[Shape]:
    """Return a row that was just taken and shown, and what its taker can make of it."""
    reached = sorted({total for total, _ in taking.counts})
    text = " / ".join(map(number, reached))
    return [
        *_cards(taking.cards, taking.owners, y),
        brushes.seat_mark(seat, SUM_LEFT + 34, y + LANE_HEIGHT // 2, 24, asked=True),
        Text(SUM_LEFT + 150, y + LANE_HEIGHT // 2, text, 44 if len(text) < 7 else 34, LIGHT),
    ]


def _taken(row: TakenRow, y: int) -> list[Shape]:
    """Return a row that was taken this round, pale, with its taker and what it brought."""
    middle = y + LANE_HEIGHT // 2
    won = signed(row.points)
    colour = BAD if row.points < 0 else GOOD if row.points == MOST_POINTS else LIGHT
    found = [
        *_cards(row.cards, row.owners, y, faded=True),
        brushes.seat_mark(row.seat, SUM_LEFT + 34, middle, 24),
        Text(SUM_LEFT + 122, middle, won, 44, colour),
        brushes.chip(SUM_LEFT + 186, middle, 17),
    ]
    if row.announced:
        found.append(brushes.crown(SUM_LEFT + 34, y + 14, 30))
    return found


def _plate(view: Public, seat: int) -> tuple[Shape, ...]:
    """Return what a seat has: chips, what the bank owes it, cards; a tick if it took a row."""
    upper, lower = 21, PLATE - 21
    found: list[Shape] = [
        brushes.chip(16, upper, 14),
        brushes.label(38, upper, str(view.chips[seat]), 34, GOLD),
        Group(5, lower - 15, _small_back()),
        brushes.label(38, lower, str(view.hand_sizes[seat]), 34, LIGHT),
    ]
    if view.owed[seat]:
        found.append(brushes.label(84, upper, f"+{view.owed[seat]}", 30, MUTED))
    if view.out[seat]:
        found.append(brushes.tick(96, lower, 28, GOOD))
    return tuple(found)


@cache
def _small_back() -> tuple[Shape, ...]:
    return (
        Box(0, 0, 22, 30, "#46355c", 5, LIGHT, 2),
        Line(((6, 10), (16, 10)), "#8d78a8", 2),
        Line(((6, 19), (16, 19)), "#8d78a8", 2),
    )


@cache
def _round_sign() -> tuple[Shape, ...]:
    return (
        Oval(0, 0, 14, 14, edge=MUTED, edge_width=4, start=-40, end=250),
        Polygon(((5, -20), (5, -4), (-8, -13)), MUTED),
    )


@cache
def _flag() -> tuple[Shape, ...]:
    squares = [
        Box(-11 + 10 * column, -17 + 8 * line, 10, 8, "#000000" if (column + line) % 2 else LIGHT)
        for column in range(4)
        for line in range(3)
    ]
    return (Line(((-14, -18), (-14, 18)), LIGHT, 4), *squares)


@cache
def _chest() -> tuple[Shape, ...]:
    return (brushes.chip(-12, 6, 13), brushes.chip(12, 6, 13), brushes.chip(0, -8, 13))


@cache
def _plus() -> tuple[Shape, ...]:
    """Return a sign that a pond counts plus, thanks to a loach."""
    return (
        Oval(0, 0, 11, 11, "#0d3a20", GOOD, 2),
        Line(((-5, 0), (5, 0)), GOOD, 3),
        Line(((0, -5), (0, 5)), GOOD, 3),
    )


def _example(*rows: tuple[int | None, ...]) -> Picture:
    """Return some rows as they lie on a board; what is face down in them is the second seat's."""
    shapes: list[Shape] = []
    for place, cards in enumerate(rows):
        owners = tuple(1 if card is None else FACE_UP for card in cards)
        shapes.append(Group(12, 10 + place * PITCH, _lane(place + 1)))
        shapes += _row(Row(place + 1, cards, owners, cards.count(None)), 10 + place * PITCH)
    return Picture(WIDTH, 16 + len(rows) * PITCH, FOREST, tuple(shapes))


def _faces() -> Picture:
    """Return a card laid face up, for which the bank gives a chip, and one laid face down."""
    width, height, top = 105, 140, 25
    middle = top + height // 2
    ways = (
        (card_art.face(4, 0, 0, width, height), "+1", GOOD),
        (card_art.back(0, 0, width, height, 1), "−1", BAD),
    )
    shapes: list[Shape] = []
    for left, (card, change, colour) in zip((12, 404), ways, strict=True):
        shapes += (
            Box(left, 10, 384, height + 30, LANE, 14),
            Group(left + 30, top, (card,)),
            brushes.seat_mark(1, left + 205, middle, 32),
            Text(left + 280, middle, change, 54, colour),
            brushes.chip(left + 342, middle, 24),
        )
    return Picture(WIDTH, height + 50, FOREST, tuple(shapes))


RULES: Final = {
    0: _example((2, None), (4, 2), (5, 4, 3)),
    1: _faces(),
    2: _example((4, 2), (5, 4), (3, -2), (3, -2, LOACH)),
}
"""What is shown on pages of the rules: some rows, the two ways to lay a card, what rows are
worth.
"""

_COVER_TEXT: Final = _(
    "Two acorns roll from an oak down a hill; a third falls into a pond, where a loach looks out"
)
_RULES_TEXTS: Final[Mapping[int, str]] = {
    0: _(
        "Row 1: a 2 and a face-down card, worth 2 plus what nobody knows. Row 2: 4 and 2, "
        "worth 6. Row 3: 5, 4 and 3, worth 12"
    ),
    1: _(
        "A face-up card wins its player a chip; a face-down card with a chip on it costs its "
        "player one"
    ),
    2: _(
        "Row 1: 4 and 2, worth 6. Row 2: 5 and 4, worth 9. Row 3: 3 and −2, worth 1. Row 4: "
        "3, −2 and a loach, worth 5"
    ),
}
"""What the pictures of the rules show, for those who can't see them: by the page, from 0."""

PICTURES: Final = GamePictures(
    board=board,
    cover=Described(COVER, _COVER_TEXT),
    emoji=card_art.EMOJI,
    rules={page: Described(drawn, _RULES_TEXTS[page]) for page, drawn in RULES.items()},
)
"""All pictures of the game."""
