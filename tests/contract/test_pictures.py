"""What holds for the pictures of every game: size, legibility, no words, seats told by shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, groupby, pairwise

import pytest
from PIL import Image, ImageChops, ImageFilter

from bot.engine.game import AnyGame
from bot.ui.pictures import draw
from bot.ui.pictures.brushes import MOST_HEIGHT, WIDTH, seat_shape
from bot.ui.pictures.game_pictures import EMOJI_SIZE, Described, GamePictures
from bot.ui.pictures.palette import INK, SEATS
from bot.ui.pictures.shapes import Group, Oval, Picture, Shape, Text
from tests.contract.games import Configuration, play
from tests.contract.seen import playable_of
from tests.pictures.contrast import contrast

LEAST_CONTRAST = 4.5
MOST_BYTES = 45 * 1024
LEAST_DIFFERENT = 100
"""How many pixels of the outlines of two emoji must differ; a card in another colour has 7."""
EDGE = 30
"""The least step in brightness that is an edge."""
# How red, green and blue look to people without the cones for green (Viénot, Brettel and Mollon).
DEUTERANOPIA = (0.29, 0.71, 0.0, 0.0, 0.29, 0.71, 0.0, 0.0, -0.02, 0.02, 1.0, 0.0)
FIRST = 2
"""The most pictures that a newcomer is shown above a first hand, one after the other."""
DRAWN = 4
"""How many boards of a played game are drawn and looked into; of all the shapes are checked."""


def pictures_of(game: AnyGame) -> GamePictures:
    pictures = playable_of(game).pictures
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
            # Pillow clears a table of as many colours as it is to find.
            _count, most = max(under.getcolors(under.width * under.height) or [(0, (0, 0, 0))])
            assert isinstance(most, tuple)
            ground = "#{:02x}{:02x}{:02x}".format(*most)
            if contrast(shape.colour, ground) < LEAST_CONTRAST:
                ratio = contrast(shape.colour, ground)
                found.append(f"“{shape.text}” {shape.colour} on {ground}: {ratio:.1f}")
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


@pytest.mark.heavy
def test_texts_are_read_on_what_lies_under_them(configuration: Configuration) -> None:
    found = list(boards(configuration))
    for picture in found[:: max(1, len(found) // DRAWN)]:
        assert not unread(picture), f"texts with too little contrast: {unread(picture)}"
        size = len(draw.png(picture))
        assert size <= MOST_BYTES, f"a board of {size} bytes is too large"


def test_every_seat_is_told_by_its_shape(configuration: Configuration) -> None:
    for picture in boards(configuration):
        found = set(marked(picture.shapes))
        missing = set(range(configuration.seats)) - found
        assert not missing, f"the shapes of the seats {missing} aren't in the picture"


def marked(shapes: tuple[Shape, ...]) -> Iterator[int]:
    """Yield the seats whose shapes lie on discs of their colours."""
    for group in groups(shapes):
        for disc, on_it in pairwise(group.shapes):
            if isinstance(disc, Oval) and disc.fill in SEATS:
                seat = SEATS.index(disc.fill)
                shape, *_more = seat_shape(seat, disc.x, disc.y, disc.across * 6 // 10, INK)
                if on_it == shape:
                    yield seat


def groups(shapes: tuple[Shape, ...]) -> Iterator[Group]:
    """Yield all groups, including those within others."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape
            yield from groups(shape.shapes)


@pytest.mark.parametrize("eyes", ["grey", "deuteranopia"])
def test_cards_and_chips_are_told_apart_without_colours(game: AnyGame, eyes: str) -> None:
    outlines = {name: outline(picture, eyes) for name, picture in pictures_of(game).emoji.items()}
    for (one, first), (other, second) in combinations(outlines.items(), 2):
        different = ImageChops.difference(first, second).histogram()[255]
        assert different >= LEAST_DIFFERENT, f"{one} and {other} differ by their colours alone"


def outline(picture: Picture, eyes: str) -> Image.Image:
    """Return where the edges are in an emoji as some eyes see it: white on black."""
    image = draw.flat(replace(picture, ground="#808080"))
    seen_as = image.convert("L") if eyes == "grey" else image.convert("RGB", DEUTERANOPIA)
    edges = seen_as.convert("L").filter(ImageFilter.FIND_EDGES)
    return edges.point([255 * (value > EDGE) for value in range(256)])


def test_cover_rules_and_emoji(game: AnyGame) -> None:
    pictures = pictures_of(game)
    cover = pictures.cover.picture
    assert (cover.width, cover.height) == (800, 400), "covers are 800 by 400"
    pages = len(playable_of(game).help)
    assert all(0 <= page < pages for page in pictures.rules), "a picture for a page there isn't"
    for described in (pictures.cover, *pictures.rules.values()):
        assert described.text, "a picture has no words for those who can't see it"
        picture = described.picture
        check_inside(picture)
        assert picture.width == WIDTH and picture.height <= MOST_HEIGHT
        assert not unread(picture), f"texts with too little contrast: {unread(picture)}"
        assert len(draw.png(picture)) <= MOST_BYTES
    for name, picture in pictures.emoji.items():
        assert re.fullmatch(r"[a-z0-9_]{2,20}", name), f"{name} is no name for an emoji"
        assert (picture.width, picture.height) == (EMOJI_SIZE, EMOJI_SIZE), f"{name}: not 128 wide"
        check_inside(picture)
        assert len(draw.png_on_nothing(picture)) <= 64 * 1024, f"{name} is too large"


def test_what_newcomers_are_shown_is_low_and_stays_away(configuration: Configuration) -> None:
    """It is one fixed picture after the other; none comes back."""
    pictures = pictures_of(configuration.game)
    if pictures.first is None:
        pytest.skip("a game may do without it")
    shown: list[list[Described | None]] = [[] for _seat in range(configuration.seats)]
    for match, _step in play(configuration, configuration.rng("first")):
        for seat, seen in enumerate(shown):
            found = pictures.first(match.view(seat))
            seen.append(found)
            if found is not None:
                assert (found.picture.width, found.picture.height) == (WIDTH, 150)
                assert found.text, "nobody is told what it shows"
    kinds: dict[int, Described] = {}
    for seen in shown:
        there = [each for each in seen if each is not None]
        assert there, "a newcomer is shown nothing"
        assert seen[: len(there)] == there, "it comes back once it was gone"
        turns = [each for each, _same in groupby(there, id)]
        assert len(turns) == len(set(turns)), "an earlier picture comes back"
        kinds |= {id(each): each for each in there}
    assert len(kinds) <= FIRST, "they aren't fixed: each game draws others"
    for each in kinds.values():
        assert not unread(each.picture)
        check_inside(each.picture)
