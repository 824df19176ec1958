"""Everything that can be done in 7 Little Korpokkurs, made once and reused."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from cogs.korpokkur.actions import (
    Action,
    Answer,
    Arwampe,
    Bag,
    Give,
    Handover,
    Isam,
    Kamuy,
    Korkoni,
)
from cogs.korpokkur.components import AIMED, BUTTERBUR, CARDS, ENOUGH, KORPOKKUR, OWN_FILLINGS, Card

# Every action there is, made once.
GIVES: Final = {
    (chips, number): Give(chips, number) for chips in (KORPOKKUR, BUTTERBUR) for number in (1, 2)
}
ANSWERS: Final = (Answer(True), Answer(False))
KAMUY: Final = {
    (card, target): Kamuy(card, target)
    for card in CARDS
    for target in (range(6) if card in AIMED else (None,))
}
KORKONI: Final = [Korkoni(target) for target in range(6)]
ISAM: Final = Isam()
ARWAMPE: Final = Arwampe()
FILLINGS: Final = tuple(Bag(korpokkur, butterbur) for korpokkur, butterbur in OWN_FILLINGS)
_HANDOVERS: Final = {card: Handover(card) for card in CARDS}


def of_turn(
    seat: int,
    playing: tuple[bool, ...],
    korpokkur: int,
    butterbur: int,
    hand: tuple[Card, ...],
    short: bool,
) -> list[Action]:
    """Return what can be done in a turn, by what is in the bag, as far as the number matters."""
    return list(_of_turn(seat, playing, korpokkur, butterbur, hand, short))


@lru_cache(1 << 12)
def _of_turn(
    seat: int,
    playing: tuple[bool, ...],
    korpokkur: int,
    butterbur: int,
    hand: tuple[Card, ...],
    short: bool,
) -> tuple[Action, ...]:
    actions = list(_of_chips(korpokkur, butterbur))
    for card in dict.fromkeys(hand):
        actions += _of_card(card, seat, playing)
    actions += _calls(seat, playing)
    if not korpokkur and not butterbur and not short:
        actions.append(ISAM)
    if korpokkur >= ENOUGH:
        actions.append(ARWAMPE)
    return tuple(actions)


@cache
def _of_chips(korpokkur: int, butterbur: int) -> tuple[Action, ...]:
    return tuple(
        GIVES[chips, number]
        for chips, held in ((KORPOKKUR, korpokkur), (BUTTERBUR, butterbur))
        for number in (1, 2)
        if number <= held
    )


@cache
def _of_card(card: Card, seat: int, playing: tuple[bool, ...]) -> tuple[Action, ...]:
    if card not in AIMED:
        return (KAMUY[card, None],)
    return tuple(KAMUY[card, other] for other in others(seat, playing))


@cache
def _calls(seat: int, playing: tuple[bool, ...]) -> tuple[Action, ...]:
    return tuple(KORKONI[other] for other in others(seat, playing))


@cache
def others(seat: int, playing: tuple[bool, ...]) -> tuple[int, ...]:
    """Return who else is in the round."""
    return tuple(other for other, is_in in enumerate(playing) if is_in and other != seat)


@lru_cache(1 << 12)
def of_hand(hand: tuple[Card, ...]) -> tuple[Handover, ...]:
    """Return what can be given from a hand: each kind of card in it."""
    return tuple(_HANDOVERS[card] for card in dict.fromkeys(hand))
