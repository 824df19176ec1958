"""The lesson of Shiranui: what it says is what its rules say."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.lesson import positions
from cogs.shiranui.lesson import AKARI, KAEDE, LESSON
from cogs.shiranui.rules import GAME
from cogs.shiranui.views import (
    CLEAR_TOKENS,
    ENOUGH,
    GREEN,
    RED,
    TRICKS,
    YELLOW,
    Give,
    Given,
    Play,
    Played,
    Public,
    TrickWon,
)
from tests.games.lessons.claims import check
from tests.only import first
from tests.only import only as one

AT = positions(GAME, LESSON)
PUBLIC: list[Public] = [each.view.public for each in AT]
HAND: list[tuple[int, ...]] = [each.view.private.hand for each in AT]


def asked(step: int) -> object:
    """Return the move that a step asks for."""
    return LESSON.steps[step].move


def won(step: int) -> TrickWon:
    """Return the trick that was won between a step and the one before it."""
    found = [e for e in AT[step].heard if isinstance(e, TrickWon)]
    return one(found, f"the trick that was won before step {step}")


def played(step: int, seat: int) -> Played:
    """Return the first card that a seat played between a step and the one before it."""
    found = (e for e in AT[step].heard if isinstance(e, Played) and e.seat == seat)
    return first(found, f"the card that seat {seat} played before step {step}")


def only(step: int) -> bool:
    """Tell whether a trick was won by the only card of its colour, for its own number."""
    trick = won(step)
    return trick.totals == (trick.points,) == (trick.card % 10,)


def equal_won_by() -> int:
    """Return whose the trick is when a later card comes to the same as one with its tokens."""
    trick = PUBLIC[5].trick
    level = replace(PUBLIC[5], trick=(trick[0], replace(trick[1], card=YELLOW * 10 + 6)))
    winning = level.winning()
    assert winning is not None, "nobody has played"
    assert len({laid.total for laid in level.trick}) == 1, "the totals aren't equal"
    return winning[0].seat


CLAIMS = {
    1: {
        "your red 1": asked(1) == Play(11),
        "5 − 1 = 4 points": won(2).totals[:2] == (1, 5) and won(2).points == 4,
        "You win": won(2).seat == 0,
    },
    2: {
        "your green 0": asked(2) == Play(30),
        "than a 0": asked(2) == Play(30),
        "what a 0 does": asked(2) == Play(30),
        "The winner leads": PUBLIC[2].leader == 0,
        "{akari} had no green, and a red 3 has taken the trick": played(3, AKARI).card == 13
        and GREEN in PUBLIC[3].none_of[AKARI]
        and won(3).seat == AKARI,
    },
    3: {
        "red had 3 and green only 0": played(3, AKARI).card == 13
        and (played(3, AKARI).before, played(3, AKARI).strong) == (GREEN, RED),
        "only card of the strong colour scores its own number, 3 points": only(3)
        and won(3).points == 3,
    },
    4: {
        "Your yellow 1 would win, but only 2 − 1 = 1 point": PUBLIC[4].trick[0].card == 22
        and 21 in HAND[4],
        "4 yellow tokens on the yellow 2": asked(4) == Give(22, 4, 0),
        "{akari}'s yellow 2 counts 6": AT[5].heard[-1] == Given(0, AKARI, 22, 4, 0, 6),
        "each adds 1 to it": AT[5].heard[-1] == Given(0, AKARI, 22, 4, 0, 2 + 4),
        "The 7 isn't the next higher card": PUBLIC[4].trick[1].card == 27,
        "4 tokens on the yellow 2": asked(4) == Give(22, 4, 0),
        "Put 4 on the yellow 2": asked(4) == Give(22, 4, 0),
        "yellow 1 would win 1 point": 21 in HAND[4],
        "the yellow 2 is the lowest": PUBLIC[4].trick[0].card == 22,
        "Put 4 yellow tokens": asked(4) == Give(22, 4, 0),
    },
    5: {
        "your yellow 1": asked(5) == Play(21),
        "of two equal, the later": equal_won_by() == KAEDE,
        "You have yellow, so you must play it": set(AT[5].legal) == {Play(21), Play(23)}
        and PUBLIC[5].strong == YELLOW,
        "the 2 with its tokens, which counts 6": won(6).totals[1] == 6,
        "6 − 1 = 5 points: you have 9": won(6).points == 5 and PUBLIC[6].scores[0] == 9,
        "Your 3 would win too, but 6 − 3 is only 3 points": 23 in HAND[5]
        and won(6).totals[1:] == (6, 7),
    },
    6: {
        "your green 2": asked(6) == Play(32),
        "{kaede} put 4 green tokens on your 2, which made it 6": Given(KAEDE, 0, 32, 4, 0, 6)
        in AT[7].heard,
        "won with a green 4: 6 − 4 = 2 points": won(7).card == 34
        and won(7).totals == (4, 6)
        and won(7).points == 2,
    },
    7: {
        "{kaede} leads green 3": PUBLIC[7].trick[0].card == 33,
        "you have no green left": not any(card // 10 == GREEN for card in HAND[7]),
        "Red 7 is more than green 3 and makes red strong": played(8, 0).strong == RED,
        "your red 7": asked(7) == Play(17),
        "only red card, so it scored its own number: 7 points": only(8) and won(8).points == 7,
        "You have 16": PUBLIC[8].scores[0] == 16,
        "isn't more than green 3": max(12 % 10, 23 % 10) <= 3,
        "Red 7 makes red strong": played(8, 0).strong == RED,
        "Red 4 is more than green 3": 14 in HAND[7],
        "Red 7 is safer": all(card % 10 < 7 for card in PUBLIC[8].played[AKARI]),
    },
    8: {
        "A round has 8 tricks": TRICKS == 8,
        "they get 2 clear tokens": CLEAR_TOKENS == 2,
    },
    9: {
        "15 points is the last": ENOUGH == 15,
        "with your 16 that is this one": PUBLIC[9].scores[0] == 16,
    },
}


def test_what_the_lesson_says_is_so() -> None:
    check(LESSON, CLAIMS)
