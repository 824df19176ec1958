"""Messages: what a whole game of each kind leaves in a channel, and how much is sent on the way."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from bot.engine.game import AnyGame
from tests.bench.report import figure, heading
from tests.e2e.litter import played
from tests.e2e.stage import Stage


async def of_games(games: Iterable[AnyGame]) -> None:
    """Play a game of each kind by clicks, at the bot's own process, and count its messages."""
    heading("messages of a whole game, all seats taken (people, by clicks)")
    with tempfile.TemporaryDirectory() as folder:
        async with Stage(Path(folder)) as stage:
            for game in games:
                litter = await played(stage, game)
                title = game.info.title
                figure(f"{title}: left beside board and card", f"{litter.left}", "≤ 1 a round")
                figure("… at once on the way: the moving ping", f"{litter.most}", "1")
                figure(
                    "… moves, messages sent, edits",
                    f"{litter.moves}, {litter.sent}, {litter.edited}",
                )
