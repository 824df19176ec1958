"""Boards that both READMEs show: `python -m tests.pictures.document_pictures` draws them anew."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from bot.ui.pictures import draw
from bot.ui.pictures.shapes import Picture
from tests.contract.games import configurations, play
from tests.contract.seen import playable_of
from tests.only import first

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SHOWN = {"kasane": (3, 16), "shiranui": (4, 23), "korpokkur": (4, 20), "kirifuda": (3, 54)}
"""How many play each game, and after how many moves the board is drawn."""


def document_pictures() -> Iterator[tuple[Path, Picture]]:
    """Yield the files of the boards, and what is drawn on each."""
    for key, (seats, moves) in SHOWN.items():
        of = first(
            (
                each
                for each in configurations()
                if each.game.info.key == key and each.seats == seats
            ),
            f"{key} for {seats}",
        )
        pictures = playable_of(of.game).pictures
        assert pictures is not None, f"{key} draws no board"
        match = first(
            (match for match, _ in play(of, random.Random(key)) if match.step == moves),
            f"{key} after {moves} moves",
        )
        yield FOLDER / f"{key}.png", pictures.of(match.public(), match.to_act())


if __name__ == "__main__":
    for file, picture in document_pictures():
        file.write_bytes(draw.png(picture))
