"""Playing a log again: the draws and moves that were recorded lead to the same matches."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.dealer import ReplayDealer, Told
from bot.engine.game import AnyGame, Options
from bot.engine.match import Match, SpeakingDealer
from bot.tables.forms import Forms
from storage.rows import LogRow


def retell(
    game: AnyGame, forms: Forms, seats: int, options: Options, log: Sequence[LogRow]
) -> tuple[list[Match], list[list[Told]]]:
    """Play a log again: return the match after each step, and what was told.

    Raises ValueError, `WrongDeal` or `Refused` if the log can't be played.
    """
    matches: list[Match] = []
    told: list[list[Told]] = []
    for row in log:
        dealer = ReplayDealer(forms.load_draws(row.draws))
        matches.append(next_match(game, forms, seats, options, matches, row, dealer))
        told.append(dealer.told)
    return matches, told


def next_match(
    game: AnyGame,
    forms: Forms,
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
        match, _ = Match.deal(game, forms, seats, options, dealer)
        return match
    if row.seat is None:
        raise ValueError("a step that nobody took")
    if row.back is None:
        return matches[-1].after(row.seat, forms.load_action(row.action), dealer)
    if row.back not in range(row.seq):
        raise ValueError(f"a step back to {row.back}")
    return matches[-1].back_to(matches[row.back])
