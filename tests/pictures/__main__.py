"""Draw every picture of the games, to be looked at: `python -m tests.pictures FOLDER [GAME]`.

For each number of seats it plays a game by the rule of thumb and draws boards along the way; then
the cover, the pictures of the rules, and all emoji on one sheet.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from bot.ui.pictures import draw
from bot.ui.pictures.game_pictures import EMOJI_SIZE, GamePictures
from bot.ui.pictures.shapes import Group, Picture
from tests.contract.games import Configuration, configurations, games, play
from tests.contract.seen import playable_of

BOARDS = 6
"""How many boards of each game played are drawn."""


def main(folder: Path, wanted: str | None) -> None:
    """Draw the pictures of one game, or of all."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn: set[tuple[str, int]] = set()
    for each in configurations():
        name = each.game.info.key
        pictures = playable_of(each.game).pictures
        if pictures is None or name != (wanted or name) or (name, each.seats) in drawn:
            continue
        if not any(name == key for key, _ in drawn):
            _draw_others(folder, name, pictures)
        drawn.add((name, each.seats))
        _draw_boards(folder, each, pictures)


def _draw_boards(folder: Path, configuration: Configuration, pictures: GamePictures) -> None:
    found: list[Picture] = []
    last: list[Picture] = []
    for match, _step in play(configuration, configuration.rng("pictures")):
        found.append(pictures.of(match.public(), match.to_act()))
        last = [found[-1]]
    step = max(1, len(found) // BOARDS)
    for number, picture in enumerate([*found[::step][:BOARDS], *last]):
        _save(folder / f"{configuration.game.info.key}-{configuration.seats}-{number}.png", picture)


def _draw_others(folder: Path, name: str, pictures: GamePictures) -> None:
    _save(folder / f"{name}-cover.png", pictures.cover.picture)
    for number, drawn in pictures.rules.items():
        _save(folder / f"{name}-rules-{number}.png", drawn.picture)
    if pictures.emoji:
        shapes = tuple(
            Group(8 + n % 8 * (EMOJI_SIZE + 8), 8 + n // 8 * (EMOJI_SIZE + 8), each.shapes)
            for n, each in enumerate(pictures.emoji.values())
        )
        rows = -(-len(shapes) // 8)
        size = EMOJI_SIZE + 8
        _save(
            folder / f"{name}-emoji.png", Picture(8 * size + 8, rows * size + 8, "#313338", shapes)
        )


def _save(path: Path, picture: Picture) -> None:
    draw.png(picture)
    start = time.process_time()
    png = draw.png(picture)
    took = (time.process_time() - start) * 1000
    path.write_bytes(png)
    print(f"{path.name}: {len(png) / 1024:.1f} KB, {took:.1f} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tests.pictures", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("game", nargs="?", choices=[game.info.key for game in games()])
    given = parser.parse_args()
    main(given.folder, given.game)
