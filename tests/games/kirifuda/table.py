"""A table of Ameno Kirifuda, laid as a test wants it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from bot.engine.dealer import ReplayDealer
from bot.engine.game import Event, carry_out
from cogs.kirifuda import views
from cogs.kirifuda.bit_sets import ANYWHERE, best_of, set_of
from cogs.kirifuda.rules import GAME, State
from cogs.kirifuda.views import (
    BLESSINGS,
    DECK,
    INDEX,
    Action,
    Discard,
    Phase,
    Trick,
)


def lay(
    hands: Sequence[Sequence[int]] = (),
    *,
    seats: int = 4,
    phase: Phase = "play",
    turn: int = 0,
    running: Sequence[int] = (),
    board: dict[int, int] | None = None,
    stones: Sequence[int] | None = None,
    blessings: Sequence[Sequence[int]] = (),
    achieved: Sequence[Sequence[int]] = (),
    display: Sequence[int] = (),
    round_: int = 1,
    row: int = 0,
    tricks: Sequence[Trick] = (),
    dealer: int = 0,
) -> State:
    """Return a table in play; `board` says for each space whose stone lies there."""
    cards = [set_of(hand) for hand in hands] or [0] * seats
    lies = [0] * len(cards)
    for space, owner in (board or {}).items():
        lies[owner] |= 1 << INDEX[space]
    held = [tuple(sorted(each)) for each in blessings] or [()] * len(cards)
    out = {*display, *itertools.chain(*held)}
    return State(
        seats=len(cards),
        round=round_,
        phase=phase,
        dealer=dealer,
        turn=turn,
        leader=(turn - len(running)) % len(cards),
        row=row,
        hands=cards,
        running=tuple(running),
        best=best_of(running),
        tricks=tuple(tricks),
        stock=tuple(each for each in BLESSINGS if each not in out),
        display=tuple(display),
        blessings=held,
        achieved=[tuple(each) for each in achieved] or [()] * len(cards),
        discarded=[()] * len(cards),
        sealed=[None] * len(cards),
        stones=list(stones) if stones is not None else [{3: 4, 4: 3}[len(cards)]] * len(cards),
        lies=lies,
        free=ANYWHERE - sum(lies),
    )


def do(state: State, seat: int, action: Action, *draws: Any) -> list[Event]:
    """Do a legal action with the draws as said; return what was told."""
    assert seat in GAME.to_act(state), f"seat {seat} isn't asked, but {GAME.to_act(state)}"
    assert action in GAME.legal(state, seat), f"{action} isn't among {GAME.legal(state, seat)}"
    dealer = ReplayDealer(draws)
    carry_out(GAME, state, seat, action, dealer)
    return [events.event for events in dealer.events]


def deal(seats: int, *hands: Sequence[int]) -> list[int]:
    """Return season cards in an order that deals these hands first, and the rest as it comes."""
    first = [card for hand in hands for card in hand]
    return first + [card for card in DECK[seats] if card not in first]


def board_of(state: State) -> tuple[int, ...]:
    """Return whose stone lies in each space, or FREE."""
    return GAME.public(state).board


def kinds(events: Sequence[Event]) -> list[str]:
    """Return the kinds of events."""
    return [event.kind for event in events]


def choices_of(state: State, seat: int) -> list[Discard]:
    """Return what a seat may discard."""
    return [action for action in GAME.legal(state, seat) if isinstance(action, Discard)]


def view_of(state: State, seat: int) -> views.SeatView:
    """Return what a seat knows."""
    return GAME.view(state, seat)
