"""The lesson of Ameno Kirifuda: what it says is what its rules say."""

from __future__ import annotations

from bot.engine.lesson import positions
from cogs.kirifuda.lesson import AKARI, KAEDE, LESSON
from cogs.kirifuda.rules import GAME
from cogs.kirifuda.views import (
    BLESSING_POINTS,
    KARMA,
    SPACES,
    Discard,
    Draft,
    Place,
    Play,
    Public,
    TrickWon,
)
from tests.games.lessons.claims import check

AT = positions(GAME, LESSON)
PUBLIC: list[Public] = [each.view.public for each in AT]
HAND: list[tuple[int, ...]] = [each.view.private.hand for each in AT]
SPRING, SUMMER, AUTUMN, WINTER = 1, 2, 3, 4


def asked(step: int) -> object:
    """Return the move that a step asks for."""
    return LESSON.steps[step].move


def mine(step: int) -> set[int]:
    """Return the spaces on which the learner has stones at a step."""
    return {space for space, owner in zip(SPACES, PUBLIC[step].board, strict=True) if owner == 0}


def wins(step: int) -> list[tuple[int, int]]:
    """Return who won with which card between a step and the one before it."""
    return [(e.seat, e.card) for e in AT[step].heard if isinstance(e, TrickWon)]


def without(step: int, season: int) -> bool:
    """Tell whether the learner holds no card of a season at a step."""
    return not any(card // 10 == season for card in HAND[step])


TWO_IN_SPRING = BLESSING_POINTS[2] == 5 and set(PUBLIC[3].blessings[0]) == {12, 40}
NONE_IN_WINTER = BLESSING_POINTS[0] == 2 and set(PUBLIC[3].blessings[0]) == {12, 40}

CLAIMS = {
    1: {
        "exactly 2 in spring, which is worth 5 points": asked(1) == Draft(12)
        and BLESSING_POINTS[2] == 5,
        "for 2 in spring": asked(1) == Draft(12),
        "may take the next at once": AT[2].to_act == (0,),
    },
    2: {
        "exactly 0 in winter scores 2 points": asked(2) == Draft(40) and BLESSING_POINTS[0] == 2,
        "for 0 in winter": asked(2) == Draft(40),
        "Everybody has two blessing cards": all(len(each) == 2 for each in PUBLIC[3].blessings),
    },
    3: {
        "You have 4 stones": PUBLIC[3].stones[0] == 4,
        "keep both": asked(3) == Discard(()),
        "can score 7 points": TWO_IN_SPRING
        and NONE_IN_WINTER
        and BLESSING_POINTS[2] + BLESSING_POINTS[0] == 7,
        "Nobody gave up a card": all(len(each) == 2 for each in PUBLIC[4].blessings),
    },
    4: {
        "You hold spring 1, so you lead": 11 in HAND[4] and AT[4].to_act == (0,),
        "your spring 6": asked(4) == Play(16),
        "Both others had to play spring, and your 6 was the highest": wins(5) == [(0, 16)],
    },
    5: {
        "Place it on B": asked(5) == Place(12, None),
        "you have 3 more": PUBLIC[6].stones[0] == 3 and mine(6) == {12},
    },
    6: {
        "No autumn card is higher than your 6": asked(6) == Play(36),
        "your autumn 6": asked(6) == Play(36),
        "to autumn 6": asked(6) == Play(36),
        "played winter 1": wins(7) == [(AKARI, 41)],
        "beats your 6": wins(7) == [(AKARI, 41)],
    },
    7: {
        "{akari} leads spring": PUBLIC[7].running[0] == 13,
        "{kaede} has played winter": PUBLIC[7].running[1] // 10 == WINTER,
        "your spring 5": asked(7) == Play(15),
        "Spring 5 is higher than spring 3": wins(8) == [(0, 15)],
        "Spring 1 loses to spring 3": {11, 15} == {move.card for move in AT[7].legal},
    },
    8: {
        "a run of 2, so your 2 stones score 2 × 2 = 4 points": mine(9) == {12, 13},
        "Place this one on C": asked(8) == Place(13, None),
        "A run of 2": mine(9) == {12, 13},
    },
    9: {
        "exactly the 2 stones in spring": mine(9) == {12, 13} and TWO_IN_SPRING,
        "your summer 1": asked(9) == Play(21),
        "{kaede} had no summer and won with autumn 2": wins(10) == [(KAEDE, 32)],
        "you have 3 stones in spring": all(space // 10 == SPRING for space in mine(9)),
        "asks for exactly 2": TWO_IN_SPRING,
        "asks for 0 there": NONE_IN_WINTER,
        "That is the highest summer card": 26 in HAND[9],
        "Lead your summer 1": asked(9) == Play(21),
    },
    10: {
        "You have 2 stones left": PUBLIC[10].stones[0] == 2,
        "4 more tricks": len(HAND[10]) == 4,
        "take three of yours off": KARMA == 3,
    },
    11: {
        "for round 2": PUBLIC[11].round == 1,
        "2 × 2 for your stones and 5 + 2 for your blessings: 11 points": mine(11) == {12, 13}
        and TWO_IN_SPRING
        and NONE_IN_WINTER,
    },
}


def test_what_the_lesson_says_is_so() -> None:
    check(LESSON, CLAIMS)
