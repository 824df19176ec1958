"""What a whole game leaves in a channel, and how much it says on the way."""

from __future__ import annotations

import random
from dataclasses import dataclass

from bot.engine.game import AnyGame
from bot.sandbox import Message
from bot.sandbox.monitor import Exchange
from tests.e2e.play import Clicks, Sitting, begin
from tests.e2e.scenes import people, server
from tests.e2e.scripts import NAMES
from tests.e2e.stage import Stage
from tests.e2e.wander import move

WRITTEN = (0, 20)
"""The types of messages that somebody has written: by themself, or as the answer to a command."""


@dataclass(frozen=True, slots=True)
class Litter:
    """A whole game in messages that everybody sees."""

    moves: int
    left: int
    """Messages that lie there at the end, besides board and card."""
    most: int
    """The most that lay there at any one time after a move, besides board and card."""
    sent: int
    """Messages that were sent on the way for this table; board and card are among them."""
    edited: int
    """Edits of those messages."""


async def played(stage: Stage, game: AnyGame, seed: int = 1) -> Litter:
    """Play a game of people with all seats taken, in a server of its own, and count."""
    names, requests = NAMES[: max(game.info.seats)], stage.sandbox.requests
    requests.clear()
    sitting = await begin(stage, people(stage, server(stage), *names), Clicks(), game.info.key)
    rng, moves, most = random.Random(seed), 0, 0
    # The card is the answer to a command.
    sent, edited = 1, 0
    while True:
        more = await move(sitting, rng) is not None
        await stage.shown()
        moves += more
        most = max(most, len(beside(sitting)))
        made = [each.method for each in requests if _is_message_of(sitting, each)]
        sent, edited = sent + made.count("POST"), edited + made.count("PATCH")
        requests.clear()
        if not more:
            return Litter(moves, len(beside(sitting)), most, sent, edited)


def beside(sitting: Sitting) -> list[Message]:
    """Return the bot's messages that everybody sees at a table, besides its board and its card."""
    person, known = sitting.people[0], (sitting.board, sitting.card)
    ended = {board for (board,) in sitting.stage.rows("SELECT board_id FROM tables")}
    places = {sitting.place.id: sitting.place, sitting.card.channel.id: sitting.card.channel}
    seen = [message for place in places.values() for message in person.sees(place)]
    return [
        m
        for m in seen
        if not m.only_me and m.type in WRITTEN and m not in known and int(m.id) not in ended
    ]


def _is_message_of(sitting: Sitting, exchange: Exchange) -> bool:
    """Tell whether a request writes or changes a message where a table lies.

    What the bot says elsewhere, such as its hello to a new server, isn't the table's.
    """
    path = exchange.path.split("/")
    if path[1] != "channels" or "messages" not in path or path[-1] == "threads":
        return False
    return path[2] in (sitting.place.id, sitting.card.channel.id)
