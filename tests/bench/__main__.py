"""Print all figures: `make bench`, or some: `make bench ARGS="games answers start"`."""

from __future__ import annotations

import asyncio
import sys

from tests.bench import (
    ahead,
    alone,
    computers,
    dates,
    days,
    days_saved,
    engine,
    evening,
    messages,
    my_games,
    night,
    pace,
    pictures,
    positions,
    saturation,
    scale,
    search,
    seating,
    wire,
)
from tests.contract.games import games

PARTS = {
    "games": lambda: engine.run(games()),
    "search": lambda: search.run(games()),
    "answers": lambda: asyncio.run(wire.answers()),
    "computers": lambda: asyncio.run(computers.people_and_computers()),
    "alone": lambda: asyncio.run(alone.of_games(games())),
    "ahead": ahead.run,
    "days": days.run,
    "saved": days_saved.run,
    "pace": pace.run,
    "pictures": lambda: pictures.run(games()),
    "positions": lambda: positions.run(games()),
    "mine": lambda: asyncio.run(my_games.games()),
    "away": lambda: asyncio.run(my_games.away()),
    "messages": lambda: asyncio.run(messages.of_games(games())),
    "saturation": lambda: asyncio.run(saturation.run()),
    "seating": seating.run,
    "dates": dates.run,
    "evening": lambda: asyncio.run(evening.run()),
    "night": lambda: asyncio.run(night.run()),
    "scale": lambda: asyncio.run(scale.run()),
    "start": lambda: asyncio.run(wire.start()),
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
