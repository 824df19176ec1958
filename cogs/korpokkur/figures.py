"""What the pictures of 7 Little Korpokkurs are made of: chips, bags, cards, seasons.

Every figure is drawn around a point and takes half its size, so that one fits board and emoji.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from bot.ui.pictures.brushes import KEPT, arrow, seat_mark
from bot.ui.pictures.palette import GOLD, INK, LIGHT, PAPER
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Point, Polygon, Shape, Text
from cogs.korpokkur.components import BUTTERBUR, KORPOKKUR, Card, Chips

SKIN: Final = "#ffcfa3"
HAIR: Final = "#5a3a28"
CHEEK: Final = "#f08a7a"
LEAF: Final = "#6fc25c"
LEAF_EDGE: Final = "#2c5a2a"
STALK: Final = "#b9dd8a"
SACK: Final = "#a07c54"
SACK_EDGE: Final = "#3a2a1c"
SACK_LIGHT: Final = "#c9a678"
EMPTY_SACK: Final = "#6d7176"
EMPTY_EDGE: Final = "#3c4045"
DEED: Final = "#2d4a7a"
"""Arrows and signs on the cards."""


@lru_cache(KEPT)
def korpokkur(x: int, y: int, half: int) -> Group:
    """Return a korpokkur chip: a small face under a leaf."""
    at = _parts_of(half)
    eye = max(2, at(11))
    shapes: tuple[Shape, ...] = (
        Oval(0, at(8), at(88), at(88), SKIN, INK, max(2, at(7))),
        Oval(0, at(8), at(88), at(88), HAIR, INK, max(2, at(7)), 200, 340),
        Oval(0, at(-2), at(74), at(46), SKIN),
        Oval(at(-30), at(22), eye, at(15), INK),
        Oval(at(30), at(22), eye, at(15), INK),
        Oval(at(-52), at(46), at(13), at(9), CHEEK),
        Oval(at(52), at(46), at(13), at(9), CHEEK),
        Oval(0, at(46), at(20), at(16), None, INK, max(2, at(8)), 15, 165),
        *_leaf_shapes(0, at(-62), at(62), at(40)),
        Line(((0, at(-62)), (at(10), at(-104))), LEAF_EDGE, max(3, at(11))),
    )
    return Group(x, y, shapes)


@lru_cache(KEPT)
def butterbur(x: int, y: int, half: int, *, stalk: bool = True) -> Group:
    """Return a butterbur chip: a round leaf with a notch, its veins and its stalk."""
    at = _parts_of(half)
    edge = max(2, at(7))
    stem = Line(((0, at(30)), (at(-6), at(70)), (at(-26), at(104))), STALK, max(4, at(17)))
    veins = [
        Line(((0, at(34)), (at(dx), at(dy))), STALK, max(2, at(7)))
        for dx, dy in ((-66, 8), (-48, -48), (0, -66), (48, -48), (66, 8))
    ]
    blade = Polygon(_blade(at(98)), LEAF, LEAF_EDGE, edge)
    return Group(x, y, (*([stem] if stalk else []), blade, *veins))


def chips(kind: Chips, x: int, y: int, half: int) -> Group:
    """Return a chip of a kind."""
    return korpokkur(x, y, half) if kind == KORPOKKUR else butterbur(x, y, half)


def unseen_chip(x: int, y: int, half: int) -> Group:
    """Return a chip that nobody can see the kind of."""
    rim = Oval(0, 0, half, half, PAPER, INK, 3)
    return Group(x, y, (rim, Text(0, 1, "?", max(30, half * 13 // 10), INK)))


def bag(x: int, y: int, half: int, marks: Sequence[Shape] = (), *, asked: bool = False) -> Group:
    """Return a full bag, `marks` on its belly, in its own pixels; `asked` makes its edge bright."""
    at = _parts_of(half)
    edge = max(2, at(6))
    ruffle = ((-46, -96), (-22, -88), (0, -98), (22, -88), (46, -96), (24, -54), (-24, -54))
    mouth = tuple((at(px), at(py)) for px, py in ruffle)
    shapes: list[Shape] = []
    if asked:
        rim = at(12)
        shapes.append(Polygon(mouth, LIGHT, LIGHT, 2 * rim))
        shapes.append(Oval(0, at(22), at(92) + rim, at(78) + rim, LIGHT))
    shapes += [
        Polygon(mouth, SACK_LIGHT, SACK_EDGE, edge),
        Oval(0, at(22), at(92), at(78), SACK, SACK_EDGE, edge),
        Line(((at(-30), at(-54)), (at(30), at(-54))), SACK_EDGE, max(5, at(20))),
        Line(((at(-28), at(-54)), (at(28), at(-54))), GOLD, max(2, at(8))),
        *marks,
    ]
    return Group(x, y, tuple(shapes))


def empty_bag(x: int, y: int, half: int, marks: Sequence[Shape] = ()) -> Group:
    """Return the bag of a player who is out of the round: flat and grey."""
    at = _parts_of(half)
    edge = max(2, at(6))
    heap = ((-96, 84), (-80, 52), (-40, 40), (0, 50), (40, 38), (82, 54), (96, 84))
    shapes = (
        Polygon(tuple((at(px), at(py)) for px, py in heap), EMPTY_SACK, EMPTY_EDGE, edge),
        Line(((at(-54), at(62)), (at(-20), at(54)), (at(10), at(64))), EMPTY_EDGE, max(2, at(5))),
        Line(((at(24), at(56)), (at(62), at(66))), EMPTY_EDGE, max(2, at(5))),
        *marks,
    )
    return Group(x, y, shapes)


@lru_cache(KEPT)
def kamuy(card: Card, x: int, y: int, half: int) -> Group:
    """Return a KAMUY card, as wide as it is high, with what it does drawn on it."""
    at = _parts_of(half)
    edge = max(2, at(6))
    face = Box(-half, -half, 2 * half, 2 * half, PAPER, at(26), DEED, edge)
    return Group(x, y, (face, *_deed(card, half)))


def spirit(x: int, y: int, half: int, colour: str = DEED) -> tuple[Shape, ...]:
    """Return somebody at the table: a head and shoulders."""
    at = _parts_of(half)
    return (
        Oval(x, y - at(50), at(42), at(42), colour),
        Oval(x, y + at(90), at(80), at(84), colour, None, 2, 180, 360),
    )


@lru_cache(KEPT)
def blossom(x: int, y: int, half: int, colour: str = "#f3a9bd", heart: str = GOLD) -> Group:
    """Return a blossom: spring."""
    petals = [
        Oval(round(half * 0.55 * math.cos(turn)), round(half * 0.55 * math.sin(turn)),
             max(2, half * 43 // 100), max(2, half * 43 // 100), colour)
        for turn in (math.radians(-90 + 72 * number) for number in range(5))
    ]  # fmt: skip
    return Group(x, y, (*petals, Oval(0, 0, max(1, half // 4), max(1, half // 4), heart)))


@lru_cache(KEPT)
def snowflake(x: int, y: int, half: int, colour: str = "#cfe6ff") -> Group:
    """Return a snowflake: winter."""
    thick = max(2, half // 8)
    arms: list[Shape] = []
    for number in range(6):
        turn = math.radians(60 * number - 90)
        arms.append(Line(((0, 0), _polar(half, turn)), colour, thick))
        if half >= 8:
            inner, outer = _polar(half * 0.55, turn), 0.4 * half
            for side in (-1, 1):
                twig = _polar(outer, turn + side * math.radians(45))
                end = (inner[0] + twig[0], inner[1] + twig[1])
                arms.append(Line((inner, end), colour, thick))
    return Group(x, y, tuple(arms))


@lru_cache(KEPT)
def sun(x: int, y: int, half: int) -> Group:
    """Return a sun: summer."""
    rays = [
        Line((_polar(half * 0.72, turn), _polar(half, turn)), GOLD, max(2, half // 7))
        for turn in (math.radians(45 * number) for number in range(8))
    ]
    return Group(x, y, (*rays, Oval(0, 0, half * 52 // 100, half * 52 // 100, GOLD)))


def season_mark(round_: int, x: int, y: int, half: int) -> Group:
    """Return the sign of the season in which a round is played."""
    if round_ == 1:
        return blossom(x, y, half)
    return snowflake(x, y, half) if round_ == 2 else sun(x, y, half)


@lru_cache(KEPT)
def marked_bag(seat: int, x: int, y: int, half: int, *, asked: bool = False) -> Group:
    """Return a full bag with its owner's mark."""
    return bag(x, y, half, (seat_mark(seat, 0, half * 26 // 100, half * 48 // 100),), asked=asked)


def _deed(card: Card, half: int) -> tuple[Shape, ...]:
    at = _parts_of(half)
    thick = max(3, at(13))
    match card:
        case "reverse":
            return (
                Oval(0, 0, at(56), at(56), None, DEED, thick, 200, 330),
                Oval(0, 0, at(56), at(56), None, DEED, thick, 20, 150),
                _tip(at(56), -30, at(26)), _tip(at(56), 150, at(26)),
            )  # fmt: skip
        case "swap-bags":
            return (
                bag(at(-46), at(2), at(38)), bag(at(46), at(2), at(38)),
                *_exchange(half),
            )  # fmt: skip
        case "swap-seats":
            return (
                *spirit(at(-46), at(0), at(36)), *spirit(at(46), at(0), at(36), "#8a5a10"),
                *_exchange(half),
            )  # fmt: skip
        case "pass-card":
            backs = Group(0, 0, (
                Box(at(-64), at(-80), at(84), at(116), "#46355c", at(12), INK, 2),
                Oval(at(-22), at(-22), at(24), at(24), None, LIGHT, max(2, at(8))),
            ))  # fmt: skip
            return (backs, arrow((at(-44), at(66)), (at(76), at(66)), DEED, thick))
        case "pass-bags":
            return (
                bag(at(-10), at(-18), at(66)),
                arrow((at(-40), at(66)), (at(72), at(66)), DEED, thick),
            )
        case "take-korpokkur" | "take-butterbur" | "drop-korpokkur" | "drop-butterbur":
            kind: Chips = KORPOKKUR if card.endswith("korpokkur") else BUTTERBUR
            sign = "+2" if card.startswith("take") else "−2"
            return (
                chips(kind, at(26), at(36), at(52)),
                Text(at(-26), at(-56), sign, max(30, at(70)), INK),
            )


def _parts_of(half: int) -> Callable[[int], int]:
    """Return a function that turns hundredths of half a figure's size into pixels."""
    return lambda part: round(half * part / 100)


def _exchange(half: int) -> tuple[Shape, ...]:
    """Return two arrows, one above and one below, in opposite directions."""
    at = _parts_of(half)
    thick = max(3, at(10))
    return (
        arrow((at(-50), at(-66)), (at(56), at(-66)), DEED, thick),
        arrow((at(50), at(70)), (at(-56), at(70)), DEED, thick),
    )


def _tip(far: int, degrees: int, size: int) -> Polygon:
    """Return the head of an arrow that goes clockwise round a circle."""
    turn = math.radians(degrees)
    x, y = _polar(far, turn)
    ahead, out = turn + math.pi / 2, turn
    front = _polar(size, ahead)
    side = _polar(size * 0.8, out)
    return Polygon(
        ((x + front[0], y + front[1]), (x + side[0], y + side[1]), (x - side[0], y - side[1])),
        DEED,
    )


def _leaf_shapes(x: int, y: int, across: int, down: int) -> tuple[Shape, ...]:
    """Return a leaf seen from the side, like a hat."""
    return (
        Oval(x, y, across, down, LEAF, LEAF_EDGE, max(2, across // 10), 180, 360),
        Line(((x - across, y), (x + across, y)), LEAF_EDGE, max(2, across // 9)),
    )


def _blade(half: int) -> tuple[Point, ...]:
    """Return the outline of a butterbur leaf: round, with a notch where the stalk begins."""
    points: list[Point] = []
    for degrees in range(-240, 61, 6):
        turn = math.radians(degrees)
        wave = 1 + 0.02 * math.cos(8 * turn)
        points.append(
            (round(half * wave * math.cos(turn)), round(half * 0.88 * wave * math.sin(turn)))
        )
    return (*points, (0, round(half * 0.34)))


def _polar(far: float, turn: float) -> Point:
    """Return a point at a distance and an angle, in radians clockwise from 3 o'clock."""
    return round(far * math.cos(turn)), round(far * math.sin(turn))
