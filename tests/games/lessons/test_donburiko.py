"""The lesson of Donburiko!: what it says is what its rules say."""

from __future__ import annotations

from bot.engine.lesson import positions
from cogs.donburiko.lesson import AKARI, KAEDE, LESSON
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import (
    ENOUGH_CHIPS,
    FULL,
    LOACH,
    MOST_POINTS,
    ONE_OR_FIVE,
    Add,
    Count,
    Public,
    RoundEnded,
    RowCounted,
    Take,
    points,
    totals,
)
from tests.games.lessons.claims import check
from tests.only import only

AT = positions(GAME, LESSON)
PUBLIC: list[Public] = [each.view.public for each in AT]
HERE = [each.view.private for each in AT]


def chips(step: int, seat: int = 0) -> int:
    """Return the chips that a seat has at a step."""
    return PUBLIC[step].chips[seat]


def worth(step: int, row: int, *more: int) -> tuple[int, ...]:
    """Return what a row can be worth at a step, by what the learner knows, with more cards."""
    own = {each.place: each.card for each in HERE[step].hidden if each.row == row}
    cards = PUBLIC[step].rows[row - 1].cards
    known = tuple(own[place] if card is None else card for place, card in enumerate(cards))
    return totals((*known, *more))


def seen(step: int, row: int) -> str:
    """Return what everybody sees at a step of what a row is worth."""
    cards = PUBLIC[step].rows[row - 1].cards
    known = totals(tuple(card for card in cards if card is not None))
    return " / ".join(map(str, known)) + " + ?" * cards.count(None)


def asked(step: int) -> object:
    """Return the move that a step asks for."""
    return LESSON.steps[step].move


def counted(step: int, seat: int) -> RowCounted:
    """Return what a seat scored between a step and the one before it."""
    found = [e for e in AT[step].heard if isinstance(e, RowCounted) and e.seat == seat]
    return only(found, f"the row that seat {seat} scored before step {step}")


BEST = points(MOST_POINTS, 0) == MOST_POINTS == 6 and points(7, 9) == -1 and points(9, 9) == -3
HIDE, TAKE, CALL, LATER, TRICK = 3, 4, 5, 7, 8

CLAIMS = {
    0: {"start with 4": PUBLIC[0].chips == (4, 4, 4)},
    1: {
        "exactly 6 is best": BEST,
        "a “1 or 5” either": set(totals((ONE_OR_FIVE,))) == {1, 5},
        "each point over 6": BEST,
        "or below 0 (−2 costs 2)": points(-2, 9) == -2,
        "a seventh card makes a row worth 0 (the red =0)": FULL == 7 and totals((1,) * 7) == (0,),
    },
    2: {
        "your 2 to row 1": asked(2) == Add(2, 1, face_down=False),
        "costs a chip": chips(HIDE) - chips(TAKE) == 1,
        "so you have 5": chips(HIDE) == 5,
        "That makes row 2 worth 6": worth(2, 2, 2) == (6,),
        "win you a chip": chips(HIDE) == chips(2) + 1,
    },
    HIDE: {
        "Row 2 is worth 8": worth(HIDE, 2) == (8,),
        "−2 pond makes it exactly 6": worth(HIDE, 2, -2) == (6,) and -2 in HERE[HIDE].hand,
        "row 2 is worth 6": worth(HIDE, 2, -2) == (6,),
        "your −2": -2 in HERE[HIDE].hand,
        "to row 2, face down": asked(HIDE) == Add(-2, 2, face_down=True),
        "Add it to row 2 face down": asked(HIDE) == Add(-2, 2, face_down=True),
        "the others see 8 + ?": seen(TAKE, 2) == "8 + ?",
        "win 3 chips for row 1": worth(HIDE, 1) == (3,),
        "can win 6": BEST,
        "pay 2 chips": points(8, chips(HIDE)) == -2,
        "Make it 6": worth(HIDE, 2, -2) == (6,),
        "−2 to row 2": -2 in HERE[HIDE].hand,
        "face-down card in row 3": PUBLIC[HIDE].rows[2].owners == (-1, KAEDE),
        "makes row 2 worth exactly 6": worth(HIDE, 2, -2) == (6,),
    },
    TAKE: {
        "{kaede} has taken a row": PUBLIC[TAKE].out[KAEDE],
        "take row 2": worth(TAKE, 2) == (6,),
        "Take row 2": worth(TAKE, 2) == (6,),
        "Row 1 is worth 5": worth(TAKE, 1) == (5,),
        "Row 2 is worth 6": worth(TAKE, 2) == (6,),
        "Your −2 was turned up": -2 in PUBLIC[CALL].gone,
        "got the chip on it back": chips(CALL) == chips(TAKE) + 1,
    },
    CALL: {
        "exactly 6: you win 6 chips": counted(6, 0).points == 6,
        "You won 6 chips, so you have 11": chips(6) == 11,
        "The round ended before {akari} had a row": counted(6, 0).announced
        and not PUBLIC[CALL].out[AKARI],
        "win 6 chips as well": BEST,
        "row 1 for 5": worth(CALL, 1) == (5,),
    },
    6: {"you start this round": PUBLIC[6].first == 0},
    LATER: {
        "−2 is worth +2 in row 1": worth(LATER, 1) == (-2,) and worth(LATER, 1, LOACH) == (2,),
        "add your loach to row 1 face down": asked(LATER) == Add(LOACH, 1, face_down=True),
        "Add it to row 1": asked(LATER) == Add(LOACH, 1, face_down=True),
        "plus points in row 1": asked(LATER) == Add(LOACH, 1, face_down=True),
        "a 0": LOACH == 0,
        "is worth 0": LOACH == 0,
    },
    TRICK: {
        "The others see 2 + ? in row 1": seen(TRICK, 1) == "2 + ?",
        "it is worth 8": worth(TRICK, 1) == (8,),
        "1 or 5": totals((ONE_OR_FIVE,)) == (1, 5),
        "“1 or 5” to row 2": asked(TRICK) == Add(ONE_OR_FIVE, 2, face_down=False),
        "Row 1 was worth 8, which is 2 over 6": counted(9, AKARI).total == 8
        and counted(9, AKARI).points == -2,
        "row 1 is worth 8: you would pay 2 chips": points(8, chips(TRICK)) == -2,
    },
    9: {
        "Row 2 shows 4 / 8": seen(9, 2) == "4 / 8",
        "1 or 5": ONE_OR_FIVE in PUBLIC[9].rows[1].cards,
        "take row 2": asked(9) == Take(2),
        "Take row 2": asked(9) == Take(2),
        "Row 3 is worth 2, and row 2 can be worth 4": worth(9, 3) == (2,) and 4 in worth(9, 2),
    },
    10: {
        "a 5 your row is worth 8": 8 in dict(PUBLIC[10].taking.counts if PUBLIC[10].taking else ()),
        "you pay 2 chips": points(8, chips(10)) == -2,
        "a 1 it is worth 4, and you win 4": points(4, chips(10)) == 4,
        "Choose 4": asked(10) == Count(4, announce=False),
        "You won 4 chips, so you have 15": chips(11) == 15 and counted(11, 0).points == 4,
        "{kaede} took the last row, and the round ended": any(
            isinstance(e, RoundEnded) and e.last == KAEDE for e in AT[11].heard
        ),
        "8 is 2 over 6, so you would pay 2 chips": points(8, chips(10)) == -2,
        "you win 4": counted(11, 0).points == 4,
    },
    11: {
        "20 chips": ENOUGH_CHIPS == 20,
        "{kaede} has 16 now and you have 15": (chips(11, KAEDE), chips(11)) == (16, 15),
    },
}


def test_what_the_lesson_says_is_so() -> None:
    check(LESSON, CLAIMS)
