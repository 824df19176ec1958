"""Playing a log again: the draws and moves that were recorded lead to the same matches."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.dealer import AddressedEvent, ReplayDealer
from bot.engine.game import AnyGame, Options
from bot.engine.match import Match, SpeakingDealer
from bot.tables.game_json import GameJson
from storage.rows import LogRow


def replay_log(
    game: AnyGame, game_json: GameJson, seats: int, options: Options, log: Sequence[LogRow]
) -> tuple[list[Match], list[list[AddressedEvent]]]:
    """Play a log again: return the match after each step, and what was told.

    Raises ValueError, `WrongDeal` or `Refused` if the log can't be played.
    """
    matches: list[Match] = []
    events: list[list[AddressedEvent]] = []
    for row in log:
        dealer = ReplayDealer(game_json.load_draws(row.draws))
        matches.append(next_match(game, game_json, seats, options, matches, row, dealer))
        events.append(dealer.events)
    return matches, events


def next_match(
    game: AnyGame,
    game_json: GameJson,
    seats: int,
    options: Options,
    matches: Sequence[Match],
    row: LogRow,
    dealer: SpeakingDealer,
) -> Match:
    """Return the match after one more step; `matches` are those after the steps before.

    Raises ValueError or `Refused` for a step that can't be taken.
    """
    if row.seq != len(matches):
        raise ValueError(f"step {row.seq} stands where {len(matches)} should be")
    if row.seq == 0:
        match, _ = Match.deal(game, game_json, seats, options, dealer)
        return match
    if row.seat is None:
        raise ValueError("a step that nobody took")
    if row.back is None:
        return matches[-1].after(row.seat, game_json.load_action(row.action), dealer)
    if row.back not in range(row.seq):
        raise ValueError(f"a step back to {row.back}")
    return matches[-1].back_to(matches[row.back])
