"""The board of Shiranui as a picture: the trick, the scores as lights over a night sea, people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pictures.brushes import WIDTH, seat_mark
from bot.ui.pictures.game_pictures import Described, GamePictures
from bot.ui.pictures.palette import GOLD, INK, LIGHT, MUTED, SEATS
from bot.ui.pictures.shapes import Box, Group, Line, Oval, Picture, Polygon, Shape, Text
from cogs.shiranui import trick_art
from cogs.shiranui.card_art import EMOJI, NIGHT, PLATE, none_of
from cogs.shiranui.cover import COVER, RULES, moon, stars
from cogs.shiranui.trick_art import shown, total_shapes, trick_shapes
from cogs.shiranui.views import ENOUGH, TRICKS, Public

_TRICK_TOP: Final = 50
_SEA_TOP: Final = _TRICK_TOP + trick_art.HEIGHT + 8
_HORIZON: Final = _SEA_TOP + 52
_PLATES_TOP: Final = _HORIZON + 48
_STRUCK: Final = 26
"""The size of a colour that somebody has none of: three of them fit next to the tokens."""
_PLATE_HEIGHT: Final = 92
_HEIGHT: Final = _PLATES_TOP + _PLATE_HEIGHT + 10
_STARS: Final = (
    (470, 12), (512, 34), (548, 10), (586, 30), (640, 16), (672, 40), (704, 14), (404, 302),
    (196, 312), (300, 296), (454, 308), (520, 300), (618, 314), (776, 302), (106, 304),
)  # fmt: skip
_SKY: Final = (*stars(_STARS), moon(758, 26, 17))


def board(view: Public, asked: tuple[int, ...]) -> Picture:
    """Return the board as everybody may see it."""
    trick = shown(view)
    shapes = [
        *_SKY,
        *_tricks_won(view),
        *trick_shapes(trick, _TRICK_TOP, asked),
        *total_shapes(view.colours, view.thirteen, trick, _TRICK_TOP),
        *_scores(view),
        *_people(view, asked),
    ]
    return Picture(WIDTH, _HEIGHT, NIGHT, tuple(shapes))


def _tricks_won(view: Public) -> list[Shape]:
    """Return the tricks of the round: who won each, and which is being played."""
    won = view.tricks[TRICKS * (view.round - 1) :]
    found: list[Shape] = [Group(24, 25, (_trick_of_eight(view.number),))]
    for number in range(TRICKS):
        x = 104 + number * 42
        if number < len(won):
            found.append(seat_mark(won[number].seat, x, 25, 15))
        elif number == len(won):
            found.append(Group(x, 25, (Oval(0, 0, 14, 14, None, LIGHT, 4),)))
        else:
            found.append(Group(x, 25, (Oval(0, 0, 6, 6, "#5d6b8f"),)))
    return found


def _trick_of_eight(number: int) -> Text:
    return Text(0, 0, f"{number}/{TRICKS}", 34, LIGHT, "lm")


def _scores(view: Public) -> list[Shape]:
    """Return the discs on the score track: among equal scores, the one that came last is on top."""
    most = max(ENOUGH + 1, *view.scores)

    def at(score: int) -> int:
        return 44 + score * 712 // most

    sea = [
        Box(0, _HORIZON, WIDTH, 38, "#16305c"),
        Line(((0, _HORIZON), (WIDTH, _HORIZON)), "#5c7fb8", 3),
    ]
    ticks = [Oval(at(score), _HORIZON, 4, 4, "#9db4dc") for score in range(most + 1) if score % 5]
    numbers = [
        Text(at(score), _HORIZON + 20, str(score), 30, GOLD if score == ENOUGH else MUTED)
        for score in range(0, most + 1, 5)
    ]
    goal = at(ENOUGH)
    flag = (
        Line(((goal, _HORIZON), (goal, _SEA_TOP + 6)), GOLD, 4),
        Polygon(((goal, _SEA_TOP + 4), (goal + 26, _SEA_TOP + 14), (goal, _SEA_TOP + 24)), GOLD),
    )
    found: list[Shape] = [Group(0, 0, (*sea, *ticks, *numbers, *flag))]
    under: dict[int, int] = {}
    for seat in sorted(range(view.seats), key=lambda seat: view.moved[seat]):
        score = view.scores[seat]
        level = under.get(score, 0)
        under[score] = level + 1
        if not level:
            found.append(Group(at(score), _HORIZON + 7, (Line(((-9, 0), (9, 0)), SEATS[seat], 3),)))
        found.append(seat_mark(seat, at(score), _HORIZON - 16 - 10 * level, 16))
    return found


def _people(view: Public, asked: Sequence[int]) -> list[Shape]:
    """Return a plate for each seat: its score, its tokens, the colours it has none of."""
    width = (WIDTH - 24 - 8 * (view.seats - 1)) // view.seats
    found: list[Shape] = []
    for seat in range(view.seats):
        left = 12 + seat * (width + 8)
        edge = SEATS[seat] if seat in asked else None
        ground = Box(0, 0, width, _PLATE_HEIGHT, PLATE, 12, edge, 5)
        found.append(Group(left, _PLATES_TOP, (ground,)))
        found.append(seat_mark(seat, left + 34, _PLATES_TOP + 31, 18, asked=seat in asked))
        found.append(Text(left + 66, _PLATES_TOP + 32, str(view.scores[seat]), 44, GOLD, "lm"))
        found += _tokens_left(view, seat, left)
        missing = view.none_of[seat] if view.hand_sizes[seat] else ()
        size = _STRUCK if len(missing) < 4 else 19
        for number, colour in enumerate(missing):
            x = left + width - 8 - (size + 2) * (number + 1)
            found.append(none_of(colour, x, _PLATES_TOP + 84 - size, size))
    return found


def _tokens_left(view: Public, seat: int, left: int) -> list[Shape]:
    coin = (Oval(4, 4, 9, 9, "#8c99b3", INK, 2), Oval(0, 0, 9, 9, MUTED, INK, 2))
    y = _PLATES_TOP + 71
    return [
        Group(left + 25, y - 2, coin),
        Text(left + 42, y, str(view.tokens[seat]), 30, LIGHT, "lm", bold=False),
    ]


_COVER_TEXT: Final = _(
    "Five lights over the sea at night: fire, sun, leaf, water and cloud. In front of them, a"
    " trick that red 0 wins with 8 points"
)
_RULES_TEXTS: Final[Mapping[int, str]] = {
    0: _(
        "Red 7 with a token counts 8, then red 0, then green 4 with two tokens, which counts "
        "6. Red is strong with 8 against 6, and red 0 wins 8"
    ),
    3: _(
        "Red 5 with three tokens counts 8, white 6 with two tokens counts 8, then white 1. "
        "White is strong with 9 against 8, and white 1 wins 7"
    ),
    4: _("Red 4, red 1 and yellow 2. Red is strong with 5 against 2, and red 1 wins 3"),
}
"""What the pictures of the rules show, for those who can't see them: by the page, from 0."""

PICTURES: Final = GamePictures(
    board=board,
    cover=Described(COVER, _COVER_TEXT),
    emoji=EMOJI,
    rules={page: Described(drawn, _RULES_TEXTS[page]) for page, drawn in RULES.items()},
)
"""All pictures of the game."""
