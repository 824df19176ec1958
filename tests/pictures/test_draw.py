"""What draws: the same picture is the same bytes, whatever was drawn before."""

from __future__ import annotations

import asyncio
import io
import sys
from dataclasses import replace

import pytest
from PIL import Image

from bot.tables.workers import Workers
from bot.ui.pictures import brushes, draw
from bot.ui.pictures.palette import INK, LIGHT, MEDALS, PAPER, SEATS
from bot.ui.pictures.shapes import Box, Group, Picture, Text
from tests.pictures.contrast import contrast

MARKS = Picture(
    800, 200, "#22262b", tuple(brushes.seat_mark(seat, 60 + 100 * seat, 60) for seat in range(6))
)


def test_a_picture_is_the_same_bytes_whatever_was_drawn_before() -> None:
    first = draw.png(MARKS)
    draw.png(Picture(300, 300, "#ffffff", (brushes.chip(50, 50, 20), brushes.crown(90, 90, 40))))
    assert draw.png(MARKS) == first, "the same shapes were drawn otherwise"


def test_a_seat_is_told_without_its_colour() -> None:
    grey = draw.flat(MARKS).convert("L")
    marks = [grey.crop((20 + 100 * seat, 20, 100 + 100 * seat, 100)) for seat in range(6)]
    dark = [mark.point([255 * (value < 60) for value in range(256)]) for mark in marks]
    assert len({image.tobytes() for image in dark}) == 6, "two seats have the same shape"


@pytest.mark.parametrize("text", ["words", "ab", "Row 2", ""])
def test_words_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no words"):
        Text(0, 0, text, 40, LIGHT)


def test_every_sign_is_drawn() -> None:
    """The built-in face lacks some, and would show the same box for each of them."""
    seen: dict[bytes, str] = {}
    for sign in "0123456789+−=?×/:.·,ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        picture = Picture(60, 60, "#000000", (Text(30, 30, sign, 40, LIGHT),))
        like = seen.setdefault(draw.flat(picture).tobytes(), sign)
        assert like == sign, f"{sign} looks like {like}"


def test_small_texts_are_refused() -> None:
    with pytest.raises(ValueError, match="phone"):
        Text(0, 0, "7", 29, LIGHT)


def test_equal_pictures_have_one_key_and_others_another() -> None:
    one = Picture(10, 10, "#000000", (Box(0, 0, 5, 5, PAPER),))
    assert one.key == Picture(10, 10, "#000000", (Box(0, 0, 5, 5, PAPER),)).key
    assert one.key != Picture(10, 10, "#000000", (Box(0, 0, 5, 6, PAPER),)).key


def test_what_is_faded_is_still_seen_and_paler() -> None:
    face = (Box(0, 0, 40, 40, "#ffffff"),)
    image = draw.flat(Picture(100, 50, "#000000", (Group(0, 0, face), Group(50, 0, face, True))))
    plain, faded = image.getpixel((20, 20)), image.getpixel((70, 20))
    assert plain == (255, 255, 255) and isinstance(faded, tuple)
    assert 80 < faded[0] < 160, f"a faded white is {faded}"


def test_an_emoji_has_no_ground() -> None:
    mark = Picture(128, 128, "#000000", (brushes.seat_mark(0, 64, 64, 56),))
    image = Image.open(io.BytesIO(draw.png(replace(mark, ground=""))))
    assert image.size == (128, 128)
    alpha = image.convert("RGBA").getpixel((1, 1))
    assert isinstance(alpha, tuple) and alpha[3] == 0, "the ground isn't transparent"


def test_marks_of_seats_are_read_on_their_discs() -> None:
    for colour in SEATS:
        assert contrast(colour, INK) >= 4.5, f"{colour} and its shape are too much alike"
    for colour in MEDALS:
        assert contrast(colour, INK) >= 4.5, f"numbers on {colour} are too faint"


async def test_the_process_that_draws_answers_with_the_same_bytes() -> None:
    drawer = Workers([sys.executable, "-m", "bot.process.drawer"], 1)
    drawer.start()
    try:
        async with asyncio.timeout(60):
            while not drawer.pids:
                await asyncio.sleep(0.05)
            assert await drawer.think(MARKS) == draw.png(MARKS)
    finally:
        await drawer.close()


def test_the_shapes_that_are_kept_take_a_limited_amount_of_memory() -> None:
    sprites = draw.Sprites(most=200_000)
    cards = [Group(0, 0, (Box(0, 0, 60 + number, 80, PAPER),)) for number in range(40)]
    for card in cards:
        sprites.of(card)
        kept = sum(image.width * image.height * 4 for image, _left, _top in sprites.all())
        assert kept == sprites.bytes <= 200_000, f"{kept} bytes are kept, {sprites.bytes} counted"
    assert len(sprites.all()) > 2, "hardly anything is kept"
    assert sprites.of(cards[-1])[0] is sprites.of(cards[-1])[0], "a kept shape is drawn again"


def test_a_shape_is_drawn_once_wherever_it_lies() -> None:
    here, there = (draw.drawn(brushes.crown(x, y, 40)) for x, y in ((50, 50), (90, 20)))
    assert here[0] is there[0], "the same crown was drawn twice"
    assert (there[1] - here[1], there[2] - here[2]) == (40, -30)
