"""Who deals at a table: the secret it was opened with, or for tests a file of recorded draws."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from bot.engine.chance import SECRET_BYTES, SealedChance
from bot.engine.dealer import AddressedEvent, LiveDealer, ReplayDealer
from bot.engine.game import AnyGame, Options
from bot.engine.match import Match, SpeakingDealer
from bot.tables.game_json import GameJson
from storage.rows import LogRow


class DealKey(NamedTuple):
    """What all draws of a game follow from."""

    secret: str
    """Hexadecimal: fixed when the table was opened."""
    started_by: int | None
    """The interaction that started the game; None if it was dealt before that counted."""


Dealers = Callable[[DealKey | None, int], SpeakingDealer]
"""Gives a dealer for one step of a table, by what its draws follow from (None if the table was
opened before there were secrets) and the number of draws before."""


def new_secret() -> bytes:
    """Return a secret that nobody can guess, from the operating system's chance."""
    return secrets.token_bytes(SECRET_BYTES)


def live() -> Dealers:
    """Return dealers that draw from a table's secret, else from the operating system's chance."""
    chance = random.SystemRandom()

    def deal(key: DealKey | None, drawn: int) -> SpeakingDealer:
        return LiveDealer(chance) if key is None else from_secret(key.secret, drawn, key.started_by)

    return deal


def from_secret(secret: str, drawn: int, started_by: int | None) -> LiveDealer:
    """Return the dealer of a step, given what draws follow from and the number of draws before it.

    Raises ValueError if it is no secret.
    """
    return LiveDealer(SealedChance(bytes.fromhex(secret), drawn, started_by))


def from_file(path: Path) -> Dealers:
    """Return dealers that give every table the draws of a file, from its beginning.

    The file is a JSON list in the order of drawing: a list for each shuffle, the item for each
    pick. A table goes on where it was, also after a restart. Raises ValueError or OSError.
    """
    draws = GameJson.load_draws(path.read_text(encoding="utf-8"))
    return lambda _key, drawn: ReplayDealer(draws[drawn:])


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
    if row.step != len(matches):
        raise ValueError(f"step {row.step} stands where {len(matches)} should be")
    if row.step == 0:
        match, _ = Match.deal(game, game_json, seats, options, dealer)
        return match
    if row.seat is None:
        raise ValueError("a step that nobody took")
    if row.back is None:
        return matches[-1].after(row.seat, game_json.load_action(row.action), dealer)
    if row.back not in range(row.step):
        raise ValueError(f"a step back to {row.back}")
    return matches[-1].back_to(matches[row.back])


def standing(log: Iterable[LogRow]) -> list[LogRow]:
    """Return the steps that led to where the game stands then: without what was taken back."""
    line: list[LogRow] = []
    for each in log:
        if each.back is None:
            line.append(each)
        else:
            line = [earlier for earlier in line if earlier.step <= each.back]
    return line
