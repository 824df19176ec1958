"""The podium: who came where in a finished game, and with how many points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.tables.rankings import Ending
from bot.ui.pictures.brushes import WIDTH, crown, seat_mark
from bot.ui.pictures.palette import GOLD, GROUND, INK, LIGHT, MEDALS, PANEL, SEATS, SLOT
from bot.ui.pictures.shapes import Box, Group, Oval, Picture, Polygon, Shape, Text

HEIGHT: Final = 400
STEPS: Final = (190, 140, 105, 75)
"""The height of each place's block; all places after the third are as low as the fourth."""
COLUMN: Final = 190
"""The most pixels that a seat takes from side to side."""
COLUMN_OF_NIGHT: Final = 150
PODIUM: Final = 3
"""The last place that stands on the podium of a night."""
MOST_SHOWN: Final = 5


def podium(ending: Ending, order: Sequence[int]) -> Picture:
    """Return the podium of a game; `order` is the seats from the best to the last.

    Winners stand on the highest blocks whatever others scored: a game may break ties in its own
    way. Whoever was gone comes last with any points, which aren't shown there: they'd seem wrong.
    """
    width = min(COLUMN, (WIDTH - 40) // len(order))
    left = (WIDTH - width * len(order)) // 2
    shapes: list[Shape] = [*_confetti()]
    for number, seat in enumerate(_as_they_stand(order)):
        place = ending.place(seat)
        x = left + number * width
        points = shown_score(ending, seat)
        shapes.append(_column(points, seat, place, x, width - 8))
    shapes.append(Box(0, HEIGHT - 14, WIDTH, 14, SLOT))
    return Picture(WIDTH, HEIGHT, GROUND, tuple(shapes))


def _on_podium(places: Sequence[int]) -> list[int]:
    """Return which of these places, best first, stand on the podium of a night, from left to right.

    It is the first three, and those who share their places, as long as all of a place fit, up to
    five in all; nobody stands there alone.
    """
    best = [place for place in places if place <= PODIUM]
    fit = [place for place in best if sum(each <= place for each in best) <= MOST_SHOWN]
    shown = range(len(fit))
    return _as_they_stand(shown) if len(shown) > 1 else []


def night_podium(places: Sequence[tuple[int, str]]) -> Picture | None:
    """Return the podium of a night, on which the text names those who stand there.

    `places` are places with their points, best first. None if nobody stands there.
    """
    shown = _on_podium([place for place, _points in places])
    if not shown:
        return None
    left = (WIDTH - COLUMN_OF_NIGHT * len(shown)) // 2
    shapes: list[Shape] = [*_confetti()]
    for number, at in enumerate(shown):
        place, points = places[at]
        x = left + number * COLUMN_OF_NIGHT
        shapes.append(_place(place, points, x, COLUMN_OF_NIGHT - 8))
    shapes.append(Box(0, HEIGHT - 14, WIDTH, 14, SLOT))
    return Picture(WIDTH, HEIGHT, GROUND, tuple(shapes))


def _place(place: int, points: str, x: int, width: int) -> Group:
    """Return a block with its points, and on it the medal that the text has before the name."""
    height = STEPS[min(place, len(STEPS)) - 1]
    top, middle = HEIGHT - 14 - height, width // 2
    metal = MEDALS[place - 1]
    shapes: list[Shape] = [
        Box(0, top, width, height, metal, 10, INK),
        Text(middle, top + height // 2, points, 52, INK),
        *(_ribbon(middle, top - 78, side) for side in (-1, 1)),
        Oval(middle, top - 44, 38, 38, metal, INK),
        Oval(middle, top - 44, 30, 30, edge=INK, edge_width=2),
        Text(middle, top - 44, str(place), 40, INK),
    ]
    if place == 1:
        shapes.append(crown(middle, top - 152, 60))
    return Group(x, 0, tuple(shapes))


def _ribbon(x: int, y: int, side: int) -> Polygon:
    """Return one of the two bands that a medal hangs from; `side` is −1 for the left one."""
    points = ((12 * side, -42), (36 * side, -42), (14 * side, 12), (-10 * side, 12))
    return Polygon(tuple((x + dx, y + dy) for dx, dy in points), SEATS[1], INK, 2)


def shown_score(ending: Ending, seat: int) -> str:
    """Return the points of a seat as a podium has them: none of whoever was gone."""
    return "" if seat in ending.gone else str(ending.result.scores[seat]).replace("-", "−")


def _column(score: str, seat: int, place: int, x: int, width: int) -> Group:
    height = STEPS[min(place, len(STEPS)) - 1]
    top, middle = HEIGHT - 14 - height, width // 2
    shapes: list[Shape] = [
        Box(0, top, width, height, GOLD if place == 1 else PANEL, 10, INK),
        seat_mark(seat, middle, top - 52, 44, asked=place == 1),
    ]
    if score:
        ink = INK if place == 1 else LIGHT
        shapes.insert(1, Text(middle, top + height // 2, score, 56, ink))
    if place == 1:
        shapes.append(crown(middle, top - 128, 64))
    return Group(x, 0, tuple(shapes))


def _as_they_stand(order: Sequence[int]) -> list[int]:
    """Return the seats from left to right: the best in the middle, the next ones on both sides."""
    standing: list[int] = []
    for number, seat in enumerate(order):
        standing.insert(0 if number % 2 else len(standing), seat)
    return standing


def _confetti() -> list[Shape]:
    """Return some falling confetti, always the same."""
    spots = [(61 * n % 780 + 10, 97 * n % 170 + 12, SEATS[n % len(SEATS)]) for n in range(34)]
    return [
        Oval(x, y, 5, 5, colour) if n % 3 else Box(x, y, 12, 6, colour, 2)
        for n, (x, y, colour) in enumerate(spots)
    ]
