"""The board of Ameno Kirifuda as a picture: the rows, the trick next to them, people below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pictures.brushes import WIDTH, card_back, plate_width, seat_mark, seat_shape
from bot.ui.pictures.game_pictures import Described, GamePictures
from bot.ui.pictures.palette import BAD, GOLD, LIGHT, MUTED, SEATS
from bot.ui.pictures.shapes import Box, Group, Oval, Picture, Shape, Text
from cogs.kirifuda import row_art
from cogs.kirifuda.card_art import EMOJI, NIGHT, PLATE, blessing_card
from cogs.kirifuda.cover import COVER, EXAMPLES
from cogs.kirifuda.row_art import rows
from cogs.kirifuda.trick_art import (
    CARD_HEIGHT,
    CARDS_TOP,
    LEFT,
    card_place,
    free_place,
    order_of_seasons,
    trick_shapes,
)
from cogs.kirifuda.views import (
    FREE,
    ROUNDS,
    ROW,
    SEASONS,
    TRICKS,
    Public,
    Trick,
    longest_run,
    next_season,
    worth,
)

_EDGE: Final = 12
_PLATES_TOP: Final = _EDGE + row_art.HEIGHT + 12
_PLATE_HEIGHT: Final = 180
_HEIGHT: Final = _PLATES_TOP + _PLATE_HEIGHT + 10
_COURSE: Final = 30
_BLESSING_WIDTH: Final = 82
_DIGIT: Final = 17
"""The width of a digit or sign of 30 pixels."""


def board(view: Public, asked: tuple[int, ...]) -> Picture:
    """Return the board as everybody may see it."""
    shapes = [
        *rows(view.board, _EDGE, _EDGE, _open_spaces(view), view.row),
        *_course(view, asked),
        *_side(view, asked),
        *_people(view, asked),
    ]
    return Picture(WIDTH, _HEIGHT, NIGHT, tuple(shapes))


def _open_spaces(view: Public) -> list[int]:
    """Return the indexes of the spaces that a stone can go to now: placed, or pushed out."""
    season = view.row
    if season is None:
        return []
    for _each in SEASONS:
        row = range((season - 1) * ROW, season * ROW)
        free = [at for at in row if view.board[at] == FREE]
        if free:
            return free
        season = next_season(season)
    return []


# The course of the round, above the trick


def _course(view: Public, asked: Sequence[int]) -> list[Shape]:
    """Return which round it is, and a mark for each trick, or for each turn of the draft."""
    found: list[Shape] = [_round_number(view.round)]
    if view.phase == "draft":
        taken = 2 * view.seats - len(view.display)
        for turn, seat in enumerate(draft_order(view.dealer, view.seats)):
            now = turn == taken and seat in asked
            mark = seat_mark(seat, _course_at(turn), _COURSE, 14, asked=now)
            found.append(mark if turn >= taken else Group(0, 0, (mark,), faded=True))
        return found
    won = [trick for trick in view.tricks if trick.round == view.round]
    for number in range(TRICKS):
        x = _course_at(number)
        if number < len(won):
            found.append(seat_mark(won[number].winner, x, _COURSE, 14))
        elif number == len(won) and view.phase == "play":
            found.append(Group(x, _COURSE, (Oval(0, 0, 13, 13, None, LIGHT, 4),)))
        else:
            found.append(Group(x, _COURSE, (Oval(0, 0, 6, 6, "#5d6486"),)))
    return found


def _round_number(number: int) -> Group:
    return Group(LEFT, _COURSE, (Text(0, 0, f"{number}/{ROUNDS}", 34, MUTED, "lm"),))


def _course_at(number: int) -> int:
    return LEFT + 87 + number * 32


def draft_order(dealer: int, seats: int) -> list[int]:
    """Return the order in which seats take blessing cards: round to the dealer, then back."""
    clockwise = [(dealer + step) % seats for step in range(1, seats + 1)]
    return clockwise + clockwise[::-1]


# The trick, or whatever else is next to the rows


def _side(view: Public, asked: Sequence[int]) -> list[Shape]:
    if view.phase == "draft":
        return _display(view.display, view.seats)
    if view.phase == "discard":
        return [*order_of_seasons(None), *_choices(view)]
    if view.running:
        trick = Trick(view.round, view.leader, view.running, -1)
        return trick_shapes(trick, view.seats, asked)
    last = view.tricks[-1] if view.tricks and view.tricks[-1].round == view.round else None
    if last is not None:
        # Until the next card is played it shows what beat what.
        return trick_shapes(last, view.seats, asked, over=view.phase == "play")
    return trick_shapes(Trick(view.round, view.leader, (), -1), view.seats, asked)


def _display(display: Sequence[int], seats: int) -> list[Shape]:
    found: list[Shape] = []
    for number, blessing in enumerate(display):
        x, width = card_place(number % seats, seats)
        found.append(blessing_card(blessing, x, 62 + number // seats * 118, width, 110))
    return found


def _choices(view: Public) -> list[Shape]:
    """Return the marks of who has chosen what to give up, face down, and of who hasn't."""
    found: list[Shape] = []
    for seat in range(view.seats):
        left, width = card_place(seat, view.seats)
        if seat in view.deciding:
            found.append(free_place(left, width))
            place = left + width // 2, CARDS_TOP + CARD_HEIGHT // 2
            found.append(seat_mark(seat, *place, 22, asked=True))
        else:
            found.append(card_back(left, CARDS_TOP, width, CARD_HEIGHT, seat))
    return found


# People


def _people(view: Public, asked: Sequence[int]) -> list[Shape]:
    """Return a plate for each seat: stones in hand, score so far, blessing cards."""
    width = plate_width(view.seats)
    found: list[Shape] = []
    for seat in range(view.seats):
        left = _EDGE + seat * (width + 8)
        edge = SEATS[seat] if seat in asked else None
        ground = Box(0, 0, width, _PLATE_HEIGHT, PLATE, 12, edge, 5)
        found.append(Group(left, _PLATES_TOP, (ground,)))
        found.append(seat_mark(seat, left + 28, _PLATES_TOP + 28, 18, asked=seat in asked))
        found.append(_stones(seat, view.stones[seat], left + 58, _PLATES_TOP + 28))
        found.append(_score(view, seat, left + 9, _PLATES_TOP + 68))
        found += _blessings(view, seat, left + 10, width - 20)
    return found


def _blessings(view: Public, seat: int, left: int, room: int) -> list[Shape]:
    """Return the blessing cards before a seat next to each other, as wide as there is room."""
    cards = view.blessings[seat]
    width = min(_BLESSING_WIDTH, (room - 4 * (len(cards) - 1)) // max(1, len(cards)))
    return [
        blessing_card(
            blessing,
            left + number * (width + 4),
            _PLATES_TOP + 88,
            width,
            84,
            achieved=blessing in view.achieved[seat],
        )
        for number, blessing in enumerate(cards)
    ]


def _stones(seat: int, count: int, x: int, y: int) -> Group:
    """Return the stones in the hand of a seat; having none is a warning."""
    if not count:
        return Group(x, y, (Text(0, 0, "0", 34, BAD, "lm"),))
    shapes = [seat_shape(seat, 8 + 17 * number, 0, 8, SEATS[seat]) for number in range(count)]
    return Group(x, y, tuple(shape for each in shapes for shape in each))


def _score(view: Public, seat: int, x: int, y: int) -> Group:
    """Return how the score of a seat adds up so far: stones × run + achieved blessings."""
    count, run = view.board.count(seat), longest_run(view.board, seat)
    won = sum(map(worth, view.achieved[seat]))
    sum_ = f"{count}×{run}" + (f"+{won}" if won else "") + "="
    total = str(count * run + won)
    parts = (
        Text(0, 0, sum_, 30, MUTED, "lm", bold=False),
        Text(len(sum_) * _DIGIT + 7, 0, total, 34, GOLD, "lm"),
    )
    return Group(x, y, parts)


_COVER_TEXT: Final = _(
    "A red gate in front of the moon, with cards of the four seasons and a row of stones"
)
_RULES_TEXTS: Final[Mapping[int, str]] = {
    0: _(
        "Autumn 2, 3 and 8 and winter 1 lie in the trick. Winter 1 wins, and ◆ has a second "
        "stone in the winter row, beside the first"
    ),
    2: _(
        "The seasons in a circle: each is beaten by the next. In the trick, autumn 2, 3 and 8"
        " and summer 5: autumn 8 wins"
    ),
    3: _("■ places a stone on summer B. The stone of ▲ that lay there is pushed to autumn C"),
    4: _(
        "● has five stones on the board, three of them side by side in autumn: 5 × 3 = 15. A "
        "blessing card with two stones in spring adds 5: 20"
    ),
}
"""What the pictures of the rules show, for those who can't see them: by the page, from 0."""

PICTURES: Final = GamePictures(
    board=board,
    cover=Described(COVER, _COVER_TEXT),
    emoji=EMOJI,
    rules={page: Described(drawn, _RULES_TEXTS[page]) for page, drawn in EXAMPLES.items()},
)
"""All pictures of the game."""
