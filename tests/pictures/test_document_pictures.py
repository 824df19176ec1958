"""The READMEs show boards as they are drawn today."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageStat

from bot.ui.pictures import draw
from tests.pictures.document_pictures import document_pictures

HARDLY = 2
"""How far the mean colour may be off (of 255): as far as another build of Pillow smooths edges."""


def test_the_readmes_show_the_boards_of_today() -> None:
    for file, picture in document_pictures():
        with Image.open(file) as shown:
            drawn = draw.flat(picture)
            old = shown.size != drawn.size
            off = (
                0
                if old
                else max(ImageStat.Stat(ImageChops.difference(shown.convert("RGB"), drawn)).mean)
            )
        assert not old and off <= HARDLY, (
            f"{file.name} shows an older board; run `python -m tests.pictures.document_pictures`"
        )
