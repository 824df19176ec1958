"""The pictures of 7 Little Korpokkurs: the board as a ring of bags, in the order of turns."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.numbers import number, signed
from bot.ui.pictures.brushes import WIDTH, crown, seat_mark, tick
from bot.ui.pictures.game_pictures import EMOJI_SIZE, Described, GamePictures
from bot.ui.pictures.palette import BAD, GOLD, GOOD, GROUND, INK, LIGHT, PAPER
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Picture, Point, Polygon, Shape, Text
from cogs.korpokkur.card_words import CHIP_EMOJI, card_emoji
from cogs.korpokkur.components import CARDS, ROUND_POINTS, TWO_PLAYER_POINTS
from cogs.korpokkur.cover import COVER, RULES
from cogs.korpokkur.figures import (
    bag,
    blossom,
    butterbur,
    empty_bag,
    kamuy,
    korpokkur,
    season_mark,
    snowflake,
    unseen_chip,
)
from cogs.korpokkur.views import Public

GROUNDS: Final = ("#2d2532", "#1b2838", "#1d3026")
"""The ground in spring, winter and summer."""
MATS: Final = ("#3d3244", "#28394d", "#2a4335")
"""What the chips lie on in the middle."""
FAINT: Final = ("#553f55", "#35506d", "#3f6149")
"""Blossoms, snow and fireflies on the ground."""
HEIGHTS: Final = {2: 320, 3: 410, 4: 412, 5: 412, 6: 440}
RING: Final = "#93a39b"
BELOW: Final = "#c9bfae"
"""A card below another."""
HALF: Final = 54
"""Half the size of a bag."""
BLOCK: Final = (84, 62)
"""Half the width and height of what is drawn at a place: bag, score and cards."""


@lru_cache
def places(seats: int) -> tuple[tuple[Point, ...], tuple[int, int, int, int]]:
    """Return the middle of each place in the ring, clockwise from the first one, and the ring.

    The ring is its middle and half its width and height.
    """
    turn_of = {2: (180, 0), 3: (-90, 30, 150), 4: (-90, 0, 90, 180)}
    turn_of |= {5: (-90, -18, 54, 126, 198), 6: (-90, -32, 32, 90, 148, 212)}
    ring = {
        2: (400, 172, 286, 112), 3: (400, 228, 292, 156), 4: (400, 206, 296, 136),
        5: (400, 223, 300, 153), 6: (400, 224, 300, 152),
    }[seats]  # fmt: skip
    return tuple(_on(ring, degrees) for degrees in turn_of[seats]), ring


def board(view: Public, asked: tuple[int, ...]) -> Picture:
    """Return the board: bags in the order of turns, what is held out, chips left, cards played."""
    season = view.round - 1
    height = HEIGHTS[view.seats]
    way, held_out = _way(view)
    shapes: list[Shape] = [*_scenery(view.seats, season), *way]
    points, ring = places(view.seats)
    for seat, (x, y) in zip(view.order, points, strict=True):
        shapes.append(_player(seat, x, y, view, asked))
    shapes += [*held_out, _middle(view, ring[0], ring[1])]
    shapes += _heading(view)
    return Picture(WIDTH, height, GROUNDS[season], tuple(shapes))


def _heading(view: Public) -> list[Shape]:
    """Return the season with the number of the round, and what Arwampe wins, in the corners."""
    mat = MATS[view.round - 1]
    if view.short:
        return [Group(WIDTH - 76, 10, (Box(0, 0, 68, 64, mat, 20), crown(34, 34, 44)))]
    worth = TWO_PLAYER_POINTS if view.seats == 2 else ROUND_POINTS[view.round - 1]
    season = season_mark(view.round, 38, 32, 26)
    text = Text(72, 33, f"{view.round}/{len(ROUND_POINTS)}", 34, LIGHT, "lm")
    prize = (Box(0, 0, 128, 64, mat, 20), crown(32, 33, 40), Group(58, 11, _pill(f"+{worth}", 62)))
    return [
        Group(8, 10, (Box(0, 0, 136, 64, mat, 20), season, text)),
        Group(WIDTH - 136, 10, prize),
    ]


def _pill(text: str, width: int) -> tuple[Shape, ...]:
    """Return points on a golden plate."""
    return Box(0, 0, width, 42, GOLD, 12, INK), Text(width // 2, 21, text, 34, INK)


def _player(seat: int, x: int, y: int, view: Public, asked: tuple[int, ...]) -> Group:
    """Return what is drawn at a player's place: the bag with the mark, score, number of cards."""
    inside, is_asked = view.playing[seat], seat in asked
    won = seat in winners(view)
    shapes: list[Shape] = []
    # Score and cards are on the inner side, so that the ring runs along the bags.
    side = -1 if x > WIDTH // 2 else 1
    left, inner = -26 * side, 62 * side
    if inside or won:
        mark = seat_mark(seat, 0, 14, 27, asked=is_asked)
        shapes.append(bag(left, 2, HALF, (mark,), asked=is_asked))
    else:
        shapes.append(empty_bag(left, 2, HALF, (seat_mark(seat, 0, 8, 27),)))
        shapes += _changed(seat, view, left)
    if won:
        shapes.append(crown(left, -46, 40))
    if _has_chosen(seat, view):
        shapes += [Oval(left - 42 * side, -34, 20, 20, GOOD, INK, 2)]
        shapes += [tick(left - 42 * side, -34, 20, INK)]
    size = view.hand_sizes[seat]
    if not view.short:
        # The crown and the pile are those of the prize and of the cards played: they say of what.
        pill = _pill(number(view.scores[seat]), 66)
        shapes.append(Group(inner - 33, -46, (*pill, crown(33 - 31 * side, 2, 30))))
    shapes.append(Group(inner - 24, -20 if view.short else 6, (
        Box(8, -7, 42, 48, BELOW, 10, INK), Box(0, 0, 42, 48, PAPER, 10, INK),
        Text(21, 24, str(size), 32, INK),
    )))  # fmt: skip
    return Group(x, y, tuple(shapes))


def _changed(seat: int, view: Public, left: int) -> list[Shape]:
    """Return the points that somebody who is out left the round with."""
    found = [mark.points for mark in view.marks if (mark.round, mark.seat) == (view.round, seat)]
    if not found:
        return []
    return [Text(left, -36, signed(found[-1]), 32, GOOD if found[-1] > 0 else BAD)]


def _has_chosen(seat: int, view: Public) -> bool:
    """Tell whether a player has chosen in secret while others still do."""
    if view.phase == "bags":
        return seat not in view.asked
    handing = view.phase == "handover" and view.playing[seat] and view.hand_sizes[seat] > 0
    return handing and seat not in view.asked


def winners(view: Public) -> tuple[int, ...]:
    """Return the seats that have won the match, once it is over."""
    if view.phase != "over":
        return ()
    if view.short:
        return view.outcomes[-1].winners
    if view.tie:
        best = min((count.butterbur, -count.cards) for count in view.tie)
        return tuple(c.seat for c in view.tie if (c.butterbur, -c.cards) == best)
    return (view.scores.index(max(view.scores)),)


def _middle(view: Public, x: int, y: int) -> Group:
    """Return what lies on the table: chips that are left, and the cards played."""
    season = view.round - 1
    shapes: list[Shape] = [Box(-156, -60, 312, 120, MATS[season], 28)]
    last = view.outcomes[-1] if view.phase == "over" else None
    if last is not None and last.shown is not None:
        shapes += [seat_mark(last.winners[0], -74, 0, 34), *_counted(6, *last.shown)]
    else:
        shapes += [*_counted(-116, view.korpokkur, view.butterbur), *_played(view, season)]
    return Group(x, y, tuple(shapes))


def _counted(left: int, korpokkurs: int | None, butterburs: int | None) -> list[Shape]:
    """Return how many chips there are of each kind; None for what nobody can tell."""
    said = ["?" if count is None else str(count) for count in (korpokkurs, butterburs)]
    return [
        korpokkur(left, -26, 24),
        Text(left + 34, -29, said[0], 36, LIGHT, "lm"),
        butterbur(left, 27, 24),
        Text(left + 34, 29, said[1], 36, LIGHT, "lm"),
    ]


def _played(view: Public, season: int) -> list[Shape]:
    """Return the pile of KAMUY cards played, the last one on top, and how many they are."""
    count = len(view.discards)
    if not count:
        return [Box(14, -36, 72, 72, GROUNDS[season], 18, RING)]
    below = [
        Box(14 + 5 * deep, -36 - 5 * deep, 72, 72, BELOW, 18, INK)
        for deep in range(min(2, count - 1), 0, -1)
    ]
    return [*below, kamuy(view.discards[-1], 50, 0, 36), Text(102, 0, str(count), 36, LIGHT, "lm")]


# The ring


def _way(view: Public) -> tuple[list[Group], list[Group]]:
    """Return the ring in the direction of turns, golden where chips are held out, and those."""
    seats = view.seats
    golden: list[int] = []
    if view.to is not None:
        at = view.order.index(view.turn)
        while view.order[at] != view.to:
            golden.append(at if view.direction > 0 else (at - 1) % seats)
            at = (at + view.direction) % seats
    way = [
        _stretch(seats, place, view.direction, GOLD if place in golden else RING)
        for place in range(seats)
    ]
    if not golden:
        return way, []
    return way, _held_out(stretch(seats, golden[0])[:: view.direction], view.number)


def _held_out(way: tuple[Point, ...], count: int) -> list[Group]:
    """Return the chips held out on a part of the ring: in its middle, behind the arrow's head.

    Where there is little room two lie side by side, else one after another.
    """
    tip, middle = way[-1], way[len(way) // 2]
    dx, dy = tip[0] - middle[0], tip[1] - middle[1]
    far = max(1.0, math.hypot(dx, dy))
    ux, uy = dx / far, dy / far
    back = min(0.0, far - 44)
    x, y = middle[0] + ux * back, middle[1] + uy * back
    apart = 20 * (count - 1)
    if far < 62:
        ux, uy = -uy, ux
    return [
        unseen_chip(round(x + ux * side), round(y + uy * side), 23)
        for side in dict.fromkeys((-apart, apart))
    ]


@lru_cache
def stretch(seats: int, place: int) -> tuple[Point, ...]:
    """Return the points of the ring between a place and the next one, clockwise."""
    points, ring = places(seats)
    start = _degrees(ring, points[place])
    end = _degrees(ring, points[(place + 1) % seats])
    if end <= start:
        end += 360
    found = [_on(ring, start + (end - start) * step / 240) for step in range(241)]
    across, down = BLOCK
    return tuple(
        (x, y)
        for x, y in found
        if all(abs(x - px) > across + 10 or abs(y - py) > down + 6 for px, py in points)
    )


@lru_cache
def _stretch(seats: int, place: int, direction: int, colour: str) -> Group:
    """Return a part of the ring with the head of an arrow at its end."""
    points = stretch(seats, place)[::direction]
    tip, before = points[-1], points[max(0, len(points) - 16)]
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    far = max(1.0, math.hypot(dx, dy))
    ux, uy = dx / far, dy / far
    neck = (tip[0] - ux * 22, tip[1] - uy * 22)
    head = (
        tip,
        (round(neck[0] - uy * 14), round(neck[1] + ux * 14)),
        (round(neck[0] + uy * 14), round(neck[1] - ux * 14)),
    )
    # Few points make the line smooth: each is rounded to whole pixels.
    line = (*points[:-8:14], points[-8])
    return Group(0, 0, (Line(line, colour, 6), Polygon(head, colour)))


def _on(ring: tuple[int, int, int, int], degrees: float) -> Point:
    """Return the point of the ring at an angle, clockwise from 3 o'clock."""
    x, y, across, down = ring
    turn = math.radians(degrees)
    return round(x + across * math.cos(turn)), round(y + down * math.sin(turn))


def _degrees(ring: tuple[int, int, int, int], point: Point) -> float:
    """Return the angle at which a point lies on the ring."""
    x, y, across, down = ring
    return math.degrees(math.atan2((point[1] - y) / down, (point[0] - x) / across))


# The ground


_SPOTS: Final = (
    (28, 128, 9), (220, 24, 7), (240, 130, 6), (580, 22, 8), (600, 140, 6), (772, 112, 10),
    (22, 226, 6), (580, 226, 6), (782, 236, 6), (36, 320, 10), (566, 316, 7), (762, 310, 8),
    (250, 306, 6), (30, 404, 7), (216, 402, 6), (596, 396, 9), (772, 404, 6), (400, 330, 6),
)  # fmt: skip
"""The place where something lies on the ground, and half its size."""


@lru_cache
def _scenery(seats: int, season: int) -> tuple[Shape, ...]:
    """Return what the season strews over the ground, where nothing else stands."""
    colour = FAINT[season]
    points, (middle, level, _across, _down) = places(seats)
    taken = [(x, y, *BLOCK) for x, y in points] + [(middle, level, 156, 60)]
    found: list[Shape] = []
    for x, y, half in _SPOTS:
        covered = any(abs(x - px) < across + 20 and abs(y - py) < down + 20
                      for px, py, across, down in taken)  # fmt: skip
        if covered or y + half > HEIGHTS[seats] - 8:
            continue
        if season == 0:
            found.append(blossom(x, y, half + 3, colour, GROUNDS[0]))
        elif season == 1:
            found.append(snowflake(x, y, half + 3, colour))
        else:
            found.append(Group(x, y, (_blade_of_grass(half + 4, colour),)))
    return tuple(found)


def _blade_of_grass(half: int, colour: str) -> Polygon:
    return Polygon(
        ((-half, half), (-half // 4, -half), (0, 0), (half, -half // 2), (0, half)), colour
    )


_MIDDLE: Final = EMOJI_SIZE // 2


def _of(*shapes: Shape) -> Picture:
    return Picture(EMOJI_SIZE, EMOJI_SIZE, GROUND, shapes)


EMOJI: Final[dict[str, Picture]] = {
    CHIP_EMOJI["korpokkur"]: _of(korpokkur(_MIDDLE, _MIDDLE, 60)),
    CHIP_EMOJI["butterbur"]: _of(butterbur(_MIDDLE, _MIDDLE - 3, 60)),
    **{card_emoji(card): _of(kamuy(card, _MIDDLE, _MIDDLE, 60)) for card in CARDS},
}
"""All emoji by name."""

_COVER_TEXT: Final = _(
    "Three little people hold up butterbur leaves at night, and a fourth looks out of a bag"
)
_RULES_TEXTS: Final[Mapping[int, str]] = {
    0: _("A bag with seven korpokkur wins the round; a bag with seven butterbur is caught"),
    1: _(
        "A hidden chip goes from one bag to the next player. With Eh it goes into their bag. "
        "With Somo it goes back, and a second one with it"
    ),
    3: _(
        "The nine KAMUY cards, three of each: reverse, swap bags, swap seats, +2 korpokkur, "
        "+2 butterbur, −2 korpokkur, −2 butterbur, pass a card on, pass bags on"
    ),
}
"""What the pictures of the rules show, for those who can't see them: by the page, from 0."""

PICTURES: Final = GamePictures(
    board=board,
    cover=Described(COVER, _COVER_TEXT),
    emoji=EMOJI,
    rules={page: Described(drawn, _RULES_TEXTS[page]) for page, drawn in RULES.items()},
)
"""All pictures of this game."""
