"""What moves set ahead tell an observer, and how many days they save.

Whole games are played by the rule of thumb over days, on a clock that is stepped: who has set
something moves when `OrderPace` says so, everybody else presses some hours later (log-normal). The
observer of `pace` sees when each move comes and what the seat was asked, and guesses whether it was
forced: 50 % is pure chance. Set alike, an order stands before as many forced moves as free ones;
set twice as often where it is forced, people do what the page warns of.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, get_args

from bot.engine.ahead import Line, Offered, first_fit, room_for, with_line
from bot.engine.dealer import LiveDealer
from bot.engine.game import kind_of
from bot.engine.match import Match
from bot.games.find_games import Opponent, opponents
from bot.tables.clock import DAY, HOUR
from bot.tables.game_json import GameJson
from bot.tables.order_pace import OrderPace
from tests.bench.pace import Seen, guessed_right
from tests.bench.report import figure, heading

MOVES: Final = 6000
"""The moves that the observer sees of each game and habit."""
GAMES: Final = {"kirifuda": 4, "shiranui": 5}
"""The games in which a seat that is asked alone may be forced without all seeing it."""
PRESS: Final = 3 * HOUR
"""The middle time from a question to a press."""
SPREAD: Final = 1.0
"""How far presses spread: the deviation of the logarithm."""
HABITS: Final = {
    "nothing set": ((0.0, 0.0), "≤ 52 %"),
    "set alike": ((0.6, 0.6), "≤ 52 %"),
    "set twice as often where forced": ((0.4, 0.8), "≤ 63 %"),
}
"""How often something is set before free and before forced moves, and how often one may guess."""
FIFTH: Final = 0.2
"""The part of all visits after which the days are compared, too: they are to be 15 % fewer."""


@dataclass
class Watched:
    """Moves as an observer saw them, and what became of the visits."""

    moves: list[Seen] = field(default_factory=list)
    games: int = 0
    seconds: float = 0.0
    visits: int = 0
    could: int = 0
    """How many visits could have been set ahead."""


def run() -> None:
    """Print how often the observer is right, and the days of a game, by habit."""
    heading(f"ahead: was it forced? {MOVES} moves each, presses around {PRESS // HOUR} hours")
    for key, seats in GAMES.items():
        usual, could = 0.0, 0.0
        for habit, (shares, most) in HABITS.items():
            seen = watched(opponents()[key], seats, shares)
            days, who = seen.seconds / seen.games / DAY, f"{key} {seats}, {habit}"
            usual, could = usual or days, seen.could / seen.visits
            figure(f"{who}: guessed right", f"{guessed_right(seen.moves):.1%}", most)
            figure(f"{who}: days", f"{days:.1f} ({days / usual - 1:+.0%})")
        figure(f"{key} {seats}: visits that could be set", f"{could:.0%}")
        share = min(1.0, FIFTH / could)
        seen = watched(opponents()[key], seats, (share, share))
        days = seen.seconds / seen.games / DAY
        target = "≤ -15 %" if key == "shiranui" else ""
        figure(
            f"{key} {seats}, a fifth of all visits set: days", f"{days / usual - 1:+.0%}", target
        )


def watched(opponent: Opponent, seats: int, shares: tuple[float, float]) -> Watched:
    """Play until enough moves were seen.

    `shares` say how often something is set before free moves, and before forced ones.
    """
    rng, seen = random.Random(f"{opponent.game.info.key} {shares}"), Watched()
    while len(seen.moves) < MOVES:
        play(opponent, seats, shares, rng, seen)
        seen.games += 1
    return seen


def play(
    opponent: Opponent,
    seats: int,
    shares: tuple[float, float],
    rng: random.Random,
    seen: Watched,
) -> None:
    """Play one game."""
    game, ahead = opponent.game, opponent.ahead
    assert ahead is not None
    kinds = [kind_of(each) for each in get_args(ahead.Case) or (ahead.Case,)]
    pace, dealer = OrderPace(rng), LiveDealer(rng)
    match, _deal = Match.deal(game, GameJson(game), seats, game.Options(), dealer)
    offered: dict[int, Sequence[Offered]] = {}
    while asked := match.to_act():
        for seat in set(range(seats)).difference(asked):
            offered[seat] = ahead.cases(match.view(seat))
        seat = asked[0]
        legal, view = match.legal(seat), match.view(seat)
        forced, alone = len(legal) == 1, len(asked) == 1
        before = offered.pop(seat, ())
        held = [each.case.kind for each in before if ahead.holds(each.case, view.public, seat)]
        line = first_fit(ahead, lines_of(before), view, legal)
        seen.visits += 1
        seen.could += line is not None
        if line is not None and rng.random() < shares[forced]:
            action, seconds = line.action, pace.asked("days", 0, DAY, None)
        else:
            action = opponent.player.choose(view, legal, rng)
            seconds = rng.lognormvariate(0, SPREAD) * PRESS
        if alone:
            hand = getattr(view.private, "hand", ())
            # Which case holds is for all to see, as is how many cards the seat has.
            kind = kinds.index(held[0]) + 1 if held else 0
            seen.moves.append(Seen(10 * len(hand) + kind, seconds, forced))
        seen.seconds += seconds
        match.accept(match.propose(seat, action, LiveDealer(rng)))


def lines_of(offered: Sequence[Offered]) -> tuple[Line, ...]:
    """Return a line for each case, as far as there is room."""
    lines: tuple[Line, ...] = ()
    for each in offered:
        if room_for(lines, each.case):
            lines = with_line(lines, Line(each.case, each.lowest or each.moves[0]))
    return lines
