"""A table of Shiranui, laid as a test wants it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.dealer import ReplayDealer
from bot.engine.game import Event, carry_out
from cogs.shiranui import views
from cogs.shiranui.rules import GAME, State
from cogs.shiranui.views import (
    Give,
    Play,
    Trick,
    TrickWon,
)
from tests.only import first

R, Y, G, B, W = 10, 20, 30, 40, 50
"""Colours as they stand in front of the number of a card: R + 3 is red 3."""


def pouch(clear: int = 0, **tokens: int) -> tuple[int, ...]:
    """Return tokens by colour."""
    return (clear, *(tokens.get(key, 0) for key in views.KEYS[1:]))


def lay(
    hands: Sequence[Sequence[int]],
    tokens: Sequence[tuple[int, ...]] | None = None,
    *,
    turn: int = 0,
    scores: Sequence[int] | None = None,
    moved: Sequence[int] | None = None,
    thirteen: bool = False,
    round_: int = 1,
) -> State:
    """Return a table before a trick; whoever holds fewer than eight cards has played that many."""
    seats = len(hands)
    before = 8 - len(hands[0])
    nothing = pouch()
    return State(
        seats=seats,
        thirteen=thirteen,
        colours=(1, 2, 3, 4, 5)[:seats],
        round=round_,
        first=turn,
        leader=turn,
        turn=turn,
        strong=0,
        gave=False,
        scores=list(scores or [0] * seats),
        moved=list(moved or [0] * seats),
        hands=[tuple(sorted(hand)) for hand in hands],
        tokens=list(tokens or [nothing] * seats),
        given=[nothing] * seats,
        gifts=(),
        bag=nothing,
        played=[()] * seats,
        none_of=[()] * seats,
        trick=(),
        totals=(),
        put_clear=(),
        last=(),
        tricks=(Trick(0, R, 0, 0),) * (8 * (round_ - 1) + before),
    )


def deal(state: State) -> ReplayDealer:
    """Return who deals the next round, if there is one, in the order of the deck."""
    cards = [10 * colour + number for colour in state.colours for number in range(8)]
    return ReplayDealer([cards, [colour for colour in state.colours for _ in range(9)]])


def do(state: State, action: Give | Play) -> list[Event]:
    """Do a legal action of the seat whose turn it is; return what was told."""
    (seat,) = GAME.to_act(state)
    assert action in GAME.legal(state, seat), f"{action} isn't among {GAME.legal(state, seat)}"
    dealer = deal(state)
    carry_out(GAME, state, seat, action, dealer)
    return [events.event for events in dealer.events]


def play(state: State, *cards: int) -> list[Event]:
    """Play cards, one seat after the other; return what was told at the last."""
    return [do(state, Play(card)) for card in cards][-1]


def gives(state: State) -> list[Give]:
    """Return the gives that are open to the seat whose turn it is."""
    (seat,) = GAME.to_act(state)
    return [action for action in GAME.legal(state, seat) if isinstance(action, Give)]


def plays(state: State) -> list[int]:
    """Return the cards that the seat whose turn it is may play."""
    (seat,) = GAME.to_act(state)
    return [action.card for action in GAME.legal(state, seat) if isinstance(action, Play)]


def trick_of(events: list[Event]) -> TrickWon:
    """Return how the trick was won; the last may have played itself after it."""
    won = (event for event in events if isinstance(event, TrickWon))
    return first(won, f"a trick that was won among {events}")


THREE = [(R + 1, R + 5), (R + 4, Y + 2), (G + 3, Y + 6)]
"""Hands for three: seat 0 leads red, which seat 1 can follow."""


def view_of(state: State, seat: int) -> views.SeatView:
    """Return what a seat sees."""
    return GAME.view(state, seat)
