"""Everything that can be done in 7 Little Korpokkurs, made once and handed out again and again."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cogs.korpokkur.views import (
    AIMED,
    BUTTERBUR,
    CARDS,
    ENOUGH,
    KORPOKKUR,
    OWN_FILLINGS,
    Action,
    Answer,
    Arwampe,
    Bag,
    Card,
    Give,
    Handover,
    Isam,
    Kamuy,
    Korkoni,
)

# Every action there is, made once.
_GIVES: Final = {
    (chips, number): Give(chips, number) for chips in (KORPOKKUR, BUTTERBUR) for number in (1, 2)
}
ANSWERS: Final = (Answer(True), Answer(False))
_KAMUY: Final = {
    (card, target): Kamuy(card, target)
    for card in CARDS
    for target in (range(6) if card in AIMED else (None,))
}
_KORKONI: Final = [Korkoni(target) for target in range(6)]
_ISAM: Final = Isam()
_ARWAMPE: Final = Arwampe()
FILLINGS: Final = tuple(Bag(korpokkur, butterbur) for korpokkur, butterbur in OWN_FILLINGS)
_HANDOVERS: Final = {card: Handover(card) for card in CARDS}


@lru_cache(1 << 15)
def of_turn(
    seat: int,
    playing: tuple[bool, ...],
    korpokkur: int,
    butterbur: int,
    hand: tuple[Card, ...],
    short: bool,
) -> tuple[Action, ...]:
    """Return what can be done in a turn with so many chips, up to as many as matter."""
    actions: list[Action] = []
    for chips, held in ((KORPOKKUR, korpokkur), (BUTTERBUR, butterbur)):
        actions += [_GIVES[chips, number] for number in (1, 2) if number <= held]
    others = [other for other, is_in in enumerate(playing) if is_in and other != seat]
    for card in dict.fromkeys(hand):
        if card in AIMED:
            actions += [_KAMUY[card, other] for other in others]
        else:
            actions.append(_KAMUY[card, None])
    actions += [_KORKONI[other] for other in others]
    if not korpokkur and not butterbur and not short:
        actions.append(_ISAM)
    if korpokkur >= ENOUGH:
        actions.append(_ARWAMPE)
    return tuple(actions)


@lru_cache(1 << 12)
def of_hand(hand: tuple[Card, ...]) -> tuple[Action, ...]:
    """Return what can be given of a hand: each kind of card in it."""
    return tuple(_HANDOVERS[card] for card in dict.fromkeys(hand))
