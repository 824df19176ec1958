"""What holds for the pictures of every game: size, legibility, no words, seats told by shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.engine.game import AnyGame
from bot.ui.pictures import draw
from bot.ui.pictures.brushes import MOST_HEIGHT, WIDTH
from bot.ui.pictures.game_pictures import EMOJI_SIZE, GamePictures
from bot.ui.pictures.palette import SEATS, contrast
from bot.ui.pictures.shapes import Group, Picture, Shape, Text
from tests.contract.games import Configuration, play
from tests.contract.seen import offer_of

LEAST_CONTRAST = 4.5
MOST_BYTES = 45 * 1024
DRAWN = 8
"""How many boards of a played game are drawn and looked into; of all the shapes are checked."""


def pictures_of(game: AnyGame) -> GamePictures:
    pictures = offer_of(game).pictures
    if pictures is None:
        pytest.skip("a game may do without pictures")
    return pictures


def boards(configuration: Configuration) -> Iterator[Picture]:
    """Yield the boards of a game played to its end."""
    pictures = pictures_of(configuration.game)
    for match, _step in play(configuration, configuration.rng("boards")):
        yield pictures.of(match.public(), match.to_act())


def unread(picture: Picture) -> list[str]:
    """Return each text that can't be read well on what lies under it, with the contrast."""
    found: list[str] = []
    canvas = draw.flat(Picture(picture.width, picture.height, picture.ground, ()))
    for shape in flattened(picture.shapes):
        left, top, right, bottom = draw.bounds(shape)
        if isinstance(shape, Text):
            under = canvas.crop((left, top, right, bottom)).convert("RGB")
            _count, most = max(under.getcolors(1 << 20) or [(0, (0, 0, 0))])
            assert isinstance(most, tuple)
            ground = "#{:02x}{:02x}{:02x}".format(*most)
            if contrast(shape.colour, ground) < LEAST_CONTRAST:
                ratio = contrast(shape.colour, ground)
                found.append(f"“{shape.text}” {shape.colour} on {ground}: {ratio:.1f}")
        part = draw.flat(Picture(1, 1, picture.ground, ()))
        part, x, y = draw.drawn(shape)
        canvas.paste(part, (x, y), part)
    return found


def flattened(shapes: tuple[Shape, ...], x: int = 0, y: int = 0) -> Iterator[Shape]:
    """Yield all shapes out of their groups, at their places in the picture."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from flattened(shape.shapes, x + shape.x, y + shape.y)
        else:
            yield draw.moved(shape, x, y)


def check_inside(picture: Picture) -> None:
    for shape in picture.shapes:
        left, top, right, bottom = draw.bounds(shape)
        inside = left >= -3 and top >= -3 and right <= picture.width + 3
        assert inside and bottom <= picture.height + 3, (
            f"{shape} reaches from {left}, {top} to {right}, {bottom}, "
            f"out of {picture.width} × {picture.height}"
        )


def test_boards_keep_their_size_and_all_is_in_sight(configuration: Configuration) -> None:
    sizes: set[tuple[int, int]] = set()
    for picture in boards(configuration):
        sizes.add((picture.width, picture.height))
        check_inside(picture)
    assert len(sizes) == 1, f"the board jumps between sizes: {sorted(sizes)}"
    width, height = sizes.pop()
    assert width == WIDTH and height <= MOST_HEIGHT, f"{width} × {height} is no size of a board"


def test_texts_are_read_on_what_lies_under_them(configuration: Configuration) -> None:
    found = list(boards(configuration))
    for picture in found[:: max(1, len(found) // DRAWN)]:
        assert not unread(picture), f"texts with too little contrast: {unread(picture)}"
        size = len(draw.png(picture))
        assert size <= MOST_BYTES, f"a board of {size} bytes is too large"


def test_every_seat_is_told_by_its_shape(configuration: Configuration) -> None:
    for picture in boards(configuration):
        text = repr(picture.shapes)
        for seat in range(configuration.seats):
            # The mark's own colour shows in the picture; that it comes with its shape is held by
            # `seat_mark`, the one brush that has these colours.
            assert f"'{SEATS[seat]}'" in text, f"seat {seat} isn't in the picture"


def test_cover_rules_and_emoji(game: AnyGame) -> None:
    pictures = pictures_of(game)
    assert (pictures.cover.width, pictures.cover.height) == (800, 400), "covers are 800 by 400"
    pages = len(offer_of(game).help)
    assert all(0 <= page < pages for page in pictures.rules), "a picture for a page there isn't"
    for picture in (pictures.cover, *pictures.rules.values()):
        check_inside(picture)
        assert picture.width == WIDTH and picture.height <= MOST_HEIGHT
        assert not unread(picture), f"texts with too little contrast: {unread(picture)}"
        assert len(draw.png(picture)) <= MOST_BYTES
    for name, picture in pictures.emoji.items():
        assert re.fullmatch(r"[a-z0-9_]{2,20}", name), f"{name} is no name for an emoji"
        assert (picture.width, picture.height) == (EMOJI_SIZE, EMOJI_SIZE), f"{name}: not 128 wide"
        check_inside(picture)
        assert len(draw.png_on_nothing(picture)) <= 64 * 1024, f"{name} is too large"
