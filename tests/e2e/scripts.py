"""Games that are written down: draws and moves, as golden transcripts have them or as chance has.

A move is held in the words in which it is typed, and in the tokens in which a menu has it.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from bot.engine import transcript
from bot.engine.dealer import LiveDealer, ReplayDealer
from bot.engine.game import Action, AnyGame
from bot.engine.views import SeatView
from bot.ui.pages.render import Render
from bot.ui.pages.tables import menu_moves
from bot.ui.pages.wording import Wording
from cogs.donburiko.views import DECK
from tests.contract.games import Configuration, configurations, must_have
from tests.golden.transcripts import transcript_of
from tests.only import first

NAMES = ("Ada", "Bob", "Cleo", "花子", "Dai", "Grandma Oh")
"""Who sits at the tables, in the order of seats."""
_SCORES = re.compile(r"^scores (\[.*\]) · winners (\[.*\])$", re.MULTILINE)


@dataclass(frozen=True)
class Move:
    """One move: whose, its kind and the tokens of its steps, and each of its words by name."""

    seat: int
    path: tuple[str, ...]
    typed: Mapping[str, str]
    action: Any = field(repr=False)
    view: SeatView[Any, Any] = field(repr=False)
    """What the seat knew."""
    legal: list[Any] = field(repr=False)
    """All that it might have done."""

    @property
    def kind(self) -> str:
        """Return the kind of move: the name of its command."""
        return self.path[0]

    @property
    def words(self) -> list[str]:
        """Return the kind and the words, as somebody says them one after the other."""
        return [self.kind, *self.typed.values()]


@dataclass(frozen=True)
class Written:
    """A whole match: who plays what, the draws, each move, and how it ended."""

    configuration: Configuration
    draws: list[Any]
    moves: list[Move]
    scores: list[int]
    winners: list[int]

    @property
    def game(self) -> str:
        """Return the key of the game."""
        return self.configuration.game.info.key

    @property
    def seats(self) -> int:
        """Return how many it is for."""
        return self.configuration.seats

    @property
    def options(self) -> dict[str, Any]:
        """Return the options that differ from the standard game."""
        chosen, standard = self.configuration.options, type(self.configuration.options)()
        return {
            each.name: getattr(chosen, each.name)
            for each in fields(chosen)
            if getattr(chosen, each.name) != getattr(standard, each.name)
        }

    @property
    def words(self) -> list[str]:
        """Return the words of all moves in a row."""
        return [word for move in self.moves for word in move.words]


def one_of_each(variant: int) -> set[str]:
    """Return the names of one configuration of each game, with its second number of seats.

    `variant` counts those that such a match may have: 0 is the standard one, -1 the last.
    """
    found: dict[str, list[str]] = {}
    for each in configurations():
        if each.seats == each.game.info.seats[:2][-1]:
            found.setdefault(each.game.info.key, []).append(str(each))
    return {names[variant] for names in found.values()}


def golden(seats: int, game: str = "donburiko") -> Written:
    """Read the transcript of a game, the standard one, for this many seats."""
    wanted = f"{game}-{seats}"
    return golden_of(first((c for c in configurations() if str(c) == wanted), wanted))


def golden_of(configuration: Configuration) -> Written:
    """Read the transcript of a configuration."""
    text = transcript_of(configuration)
    lines = text.splitlines()
    moves = iter([line.split(": ", 1)[1] for line in lines if line[5:10] == "seat "])

    def choose(view: SeatView[Any, Any], legal: list[Any]) -> Action:
        move = next(moves)
        found = (action for action in legal if transcript.words(action) == move)
        return first(found, f"{move} of the transcript among the legal moves")

    draws = [json.loads(line[5:]) for line in lines if line.startswith("draw ")]
    return _written(configuration, ReplayDealer(draws), choose)


def by_chance(configuration: Configuration, seed: int) -> Written:
    """Play a match in which everything is done at random."""
    rng = configuration.rng(f"e2e {seed}")

    def choose(view: SeatView[Any, Any], legal: list[Any]) -> Action:
        return rng.choice(legal)

    return _written(configuration, LiveDealer(rng), choose)


def _written(
    configuration: Configuration,
    dealer: LiveDealer | ReplayDealer,
    choose: Callable[[SeatView[Any, Any], list[Any]], Action],
) -> Written:
    game, seats = configuration.game, configuration.seats
    render, wording = render_of(game), Wording("en-GB", NAMES[:seats])
    moves: list[Move] = []

    def noted(view: SeatView[Any, Any], legal: list[Any]) -> Action:
        action = choose(view, legal)
        (found,) = menu_moves.menu_moves(render, [action], view, wording)
        words = render.words(action, view, wording)
        typed = {word.name: word.value for word in words}
        moves.append(Move(view.seat, found.path, typed, action, view, legal))
        return action

    text = transcript.write(game, seats, configuration.options, dealer, noted)
    found = _SCORES.search(text)
    assert found is not None, "the transcript has no scores"
    scores, winners = json.loads(found[1]), json.loads(found[2])
    return Written(configuration, list(dealer.draws), moves, scores, winners)


def render_of(game: AnyGame) -> Render:
    """Return how a game is drawn."""
    return must_have(game, "render").RENDER


def endless(seats: int, seed: int) -> list[object]:
    """Return draws for the longest match of Donburiko! there can be, whatever is played."""
    rng = random.Random(seed)
    deck = DECK[seats]
    return [rng.randrange(seats), *(rng.sample(deck, len(deck)) for _ in range(60))]
