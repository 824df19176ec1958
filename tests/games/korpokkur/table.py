"""A table of 7 Little Korpokkurs laid as a test wants it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from bot.engine.dealer import ReplayDealer
from bot.engine.game import Event, carry_out
from cogs.korpokkur import bags
from cogs.korpokkur.actions import Action
from cogs.korpokkur.bags import EVERYBODY
from cogs.korpokkur.components import BUTTERBURS, KORPOKKURS, Card, in_order
from cogs.korpokkur.rules import GAME, State
from cogs.korpokkur.state import UNCHOSEN, know_bags, show


def lay(
    chips: Sequence[tuple[int, int]],
    hands: Sequence[Sequence[Card]] = (),
    *,
    turn: int = 0,
    order: Sequence[int] = (),
    direction: Literal[1, -1] = 1,
    out: Sequence[int] = (),
    scores: Sequence[int] = (),
    round_: int = 1,
    turns: int = 0,
    short: bool = False,
    stock: tuple[int, int] | None = None,
    deck: Sequence[Card] = (),
) -> State:
    """Return a table in play, of which all bags are known; those who are out have an empty one."""
    seats = len(chips)
    korpokkur, butterbur = (sum(pile) for pile in zip(*chips, strict=True))
    table = (KORPOKKURS - korpokkur, BUTTERBURS - butterbur) if stock is None else stock
    state = State(
        seats=seats,
        short=short,
        round=round_,
        first=turn,
        turns=turns,
        phase="turn",
        turn=turn,
        asked=(turn,),
        offer=None,
        number=0,
        order=list(order or range(seats)),
        direction=direction,
        playing=[seat not in out for seat in range(seats)],
        scores=list(scores or [2] * seats),
        korpokkur=[each for each, _ in chips] + [table[0]],
        butterbur=[each for _, each in chips] + [table[1]],
        stock_seen=[True, True],
        hands=[in_order(hand) for hand in hands] or [()] * seats,
        deck=tuple(deck),
        discards=(),
        chosen=[UNCHOSEN] * seats,
        facts={observer: [] for observer in (EVERYBODY, *range(seats))},
        known=dict.fromkeys(range(seats), ((),) * seats),
        marks=(),
        outcomes=(),
    )
    know_bags(state, bags.EMPTY)
    for seat, bag in enumerate(chips):
        show(state, seat, bags.exact(*bag))
    return state


def do(state: State, seat: int, action: Action) -> list[Event]:
    """Do a legal action that draws nothing; return what was told."""
    assert seat in GAME.to_act(state), f"seat {seat} isn't asked, but {GAME.to_act(state)}"
    assert action in GAME.legal(state, seat), f"{action} isn't among {GAME.legal(state, seat)}"
    dealer = ReplayDealer([])
    carry_out(GAME, state, seat, action, dealer)
    return [events.event for events in dealer.events]


def heard(state: State, seat: int, action: Action, listener: int | None) -> list[Event]:
    """Do a legal action; return what a seat, or a spectator (None), hears of it."""
    dealer = ReplayDealer([])
    carry_out(GAME, state, seat, action, dealer)
    return [
        events.event
        for events in dealer.events
        if events.audience == "all" or (listener is not None and listener in events.audience)
    ]


def bags_of(state: State) -> list[tuple[int, int]]:
    """Return (korpokkur, butterbur) for each bag and, last, for the table."""
    return list(zip(state.korpokkur, state.butterbur, strict=True))


def kinds(events: list[Event]) -> list[str]:
    """Return the kinds of events."""
    return [event.kind for event in events]
