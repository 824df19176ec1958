"""How many visits can be set ahead, and the days that games take if most of those are.

A visit is all that a seat answers before another is asked. As soon as something can be set for it,
the seat imagines worlds that fit what it sees, plays each on by the rule of thumb until it is
asked, and sets what it would then do most often: at most once, whatever happens after. A visit
could be set ahead if what fires is then a move that the rule of thumb would choose, question by
question. So this counts sensible moves; `ahead` counts all that would be legal.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from bot.engine.ahead import Ahead, Line, Offered, first_fit, room_for, used_up, with_line
from bot.engine.dealer import QuietDealer
from bot.engine.game import AnyGame
from bot.engine.views import SeatView
from bot.games.find_games import Opponent, opponents
from bot.tables.clock import DAY, HOUR, MINUTE
from tests.bench.report import figure, heading

MATCHES: Final = 40
WORLDS: Final = 12
"""How many worlds a seat imagines before it sets something."""
CHOICES: Final = 6
"""How often the rule of thumb chooses where it mixes: all of that is sensible."""
PRESS: Final = 5 * HOUR
ORDER: Final = 55 * MINUTE
"""The seconds that a visit takes if somebody presses, and if it was set ahead."""
SET: Final = 0.6
"""The part that is set of the visits that can be."""


class Aim(NamedTuple):
    """What was reckoned before anything was built: the share of visits, and days without and with
    moves set ahead.
    """

    share: int
    usual: float
    set: float


AIMS: Final = {
    ("kirifuda", 3): Aim(57, 10.2, 7.3),
    ("kirifuda", 4): Aim(63, 14.1, 9.7),
    ("shiranui", 3): Aim(44, 4.9, 3.8),
    ("shiranui", 5): Aim(45, 17.9, 13.9),
    ("korpokkur", 3): Aim(41, 6.4, 5.1),
    ("korpokkur", 6): Aim(22, 9.0, 8.0),
    ("kasane", 3): Aim(38, 7.4, 6.0),
    ("kasane", 4): Aim(34, 10.0, 8.3),
    ("donburiko", 2): Aim(25, 3.2, 2.8),
    ("donburiko", 4): Aim(22, 8.3, 7.4),
}


def run() -> None:
    """Print by game and size which part of the visits can be set, and the days of a game."""
    heading(f"days: {MATCHES} games each, {SET:.0%} set of the visits that can be")
    for (key, seats), aim in AIMS.items():
        rng, played = random.Random(f"{key} {seats}"), list[_Played]()
        for _ in range(MATCHES):
            played.append(_Played(opponents()[key], seats, rng))
        share = sum(each.could for each in played) / sum(each.visits for each in played)
        figure(f"{key} {seats}: visits that can be set", f"{share:.0%}", f"{aim.share} % ± 3")
        usual, some = (sum(days) / MATCHES for days in zip(*(p.days for p in played), strict=True))
        value = f"{usual:.1f} → {some:.1f} ({some / usual - 1:+.0%})"
        target = f"{aim.usual} → {aim.set} ({aim.set / aim.usual - 1:+.0%})"
        figure(f"{key} {seats}: days", value, target)


class _Played:
    """A match played to its end, and what became of its visits."""

    def __init__(self, opponent: Opponent, seats: int, rng: random.Random) -> None:
        assert opponent.ahead is not None
        self.game: AnyGame = opponent.game
        self.ahead: Ahead = opponent.ahead
        self._player, self._rng, self._dealer = opponent.player, rng, QuietDealer(rng)
        self._state = self.game.setup(seats, self.game.Options(), self._dealer)
        self._seats = range(seats)
        self.visits = self.could = 0
        seconds = [0.0, 0.0]
        lines: dict[int, tuple[Line, ...]] = {}
        while asked := self.game.to_act(self._state):
            for seat in set(self._seats).difference(asked):
                lines[seat] = lines.get(seat) or self._planned(seat)
            # Whoever is asked together takes their time together.
            could = [self._visit(seat, lines.pop(seat, ())) for seat in asked]
            self.visits += len(could)
            self.could += sum(could)
            ordered = [each and rng.random() < SET for each in could]
            seconds[0] += PRESS
            seconds[1] += ORDER if all(ordered) else PRESS
        self.days = [each / DAY for each in seconds]

    def _visit(self, seat: int, lines: Sequence[Line]) -> bool:
        """Let a seat answer all that it is asked; tell whether what it has set does it sensibly."""
        could, left = True, tuple(lines)
        while seat in self.game.to_act(self._state):
            view, legal = self.game.view(self._state, seat), self.game.legal(self._state, seat)
            sensible = [self._player.choose(view, legal, self._rng) for _ in range(CHOICES)]
            line = first_fit(self.ahead, left, view, legal) if could else None
            could = line is not None and line.action in sensible
            if could and line is not None:
                left = used_up(left, line)
            action = line.action if could and line is not None else sensible[0]
            self.game.apply(self._state, seat, action, self._dealer)
        return could

    def _planned(self, seat: int) -> tuple[Line, ...]:
        """Return what a seat sets, by what it sees now."""
        view = self.game.view(self._state, seat)
        offered = self.ahead.cases(view)
        if not offered:
            return ()
        chosen = Counter[tuple[int, Any]]()
        for _ in range(WORLDS):
            self._imagine(view, offered, chosen)
        lines: tuple[Line, ...] = ()
        for (at, action), _times in chosen.most_common():
            case = offered[at].case
            if room_for(lines, case) and all(each.case != case for each in lines):
                lines = with_line(lines, Line(case, action))
        return lines

    def _imagine(
        self, view: SeatView[Any, Any], offered: Sequence[Offered], chosen: Counter[tuple[int, Any]]
    ) -> None:
        """Play on in a world that fits a view; count what its seat does in each case on its next
        visit.
        """
        game, rng = self.game, self._rng
        state, dealer = game.world(view, rng), QuietDealer(rng)
        begun = False
        while asked := game.to_act(state):
            mine = view.seat in asked
            if begun and not mine:
                return
            begun, seat = mine, view.seat if mine else asked[0]
            action = self._player.choose(game.view(state, seat), game.legal(state, seat), rng)
            if mine:
                public = game.public(state)
                held = [
                    at
                    for at, each in enumerate(offered)
                    if action in each.moves and self.ahead.holds(each.case, public, seat)
                ]
                if not held:
                    return
                chosen.update((at, action) for at in held)
            game.apply(state, seat, action, dealer)
