"""The lesson of Colors of Kasane: what it says is what its rules say."""

from __future__ import annotations

from bot.engine.lesson import positions
from cogs.kasane.lesson import AKARI, KAEDE, LESSON
from cogs.kasane.rules import GAME
from cogs.kasane.views import (
    BOXES,
    COLOUR_POINTS,
    MELDS,
    ROBE_COUNTS_FROM,
    ROUNDS,
    TRIOS,
    WHOLE_ROBE,
    WHOLE_ROBE_POINTS,
    Box,
    MeldAchieved,
    Public,
    Take,
    colour_points,
    colours,
)
from tests.games.lessons.claims import check
from tests.only import only

AT = positions(GAME, LESSON)
PUBLIC: list[Public] = [each.view.public for each in AT]
HAND: list[tuple[int, ...]] = [each.view.private.hand for each in AT]


def asked(step: int) -> object:
    """Return the move that a step asks for."""
    return LESSON.steps[step].move


def front(step: int, row: int) -> int:
    """Return the card in front of a row at a step."""
    return PUBLIC[step].rows[row - 1][-1]


def can_meld(step: int, row: int) -> bool:
    """Tell whether the card of a row makes a meld at a step."""
    return any(move.row == row and move.meld for move in AT[step].legal)


def scored(step: int, seat: int) -> tuple[str, int, tuple[int, ...]]:
    """Return what a seat scored between a step and the one before it."""
    melds = [e for e in AT[step].heard if isinstance(e, MeldAchieved) and e.seat == seat]
    found = only(melds, f"the meld that seat {seat} scored before step {step}")
    return found.meld, found.points, found.cards


def points(step: int) -> int:
    """Return the learner's points at a step."""
    return PUBLIC[step].scores[0]


SEEN = {e.meld for at in AT for e in at.heard if isinstance(e, MeldAchieved)}
CLAIMS = {
    0: {
        "three cards for 3 points": Box("kagen", 3, 3) in BOXES,
        "after three rounds": ROUNDS[3] == 3,
    },
    1: {
        "the 4 from row 1": front(1, 1) == 4 and asked(1) == Take(1),
        "The 4 is the first card of your hand": HAND[2] == (4,),
    },
    2: {
        "the 3 from row 2": front(2, 2) == 3 and asked(2) == Take(2),
        "from your 4": HAND[2] == (4,),
        "Your hand is 4-3 now": HAND[3] == (4, 3),
        "{akari} has scored the first meld": scored(3, AKARI)[0] == "kasane",
        "4 and 6 make 10, which would score 2 points": Take(3, "juu", 2) in AT[2].legal
        and front(2, 3) == 6
        and Box("juu", 2, 2) in BOXES,
        "a 3 on your 4 sets up a three-card meld": scored(4, 0)[2][:2] == (4, 3),
        "a meld of 3 cards": len(scored(4, 0)[2]) == 3,
    },
    3: {
        "With the 2 your hand is 4-3-2": (*HAND[3], front(3, 3)) == (4, 3, 2),
        "numbers from 1 to 5": scored(4, 0)[0] == "kagen",
        "the 2 from row 3": asked(3) == Take(3, "kagen", 3),
        "score Kagen for 3 points": scored(4, 0)[1] == 3,
        "You have 3 points": points(4) == 3,
        "The box for 3 cards of Kagen": sum(b[:2] == ("kagen", 3) for b in BOXES) == 1,
        "4-3-2-1, which scores 4": Box("kagen", 4, 4) in BOXES,
        "take the 2": front(3, 3) == 2,
        "3 and 7 make 10, which scores 2 points": Take(2, "juu", 2) in AT[3].legal
        and front(3, 2) == 7,
        "Kagen scores 3": scored(4, 0)[1] == 3,
    },
    4: {
        "It is your 2": PUBLIC[4].robes[0][-1] == 2,
        "2 and 8 make 10": front(4, 2) == 8,
        "the 8 from row 2": asked(4) == Take(2, "juu", 2, top=True),
        "2 points for a single card of your hand: you have 5": points(5) == 5
        and scored(5, 0)[1:] == (2, (2, 8)),
        "keep the 8": HAND[4] == (),
        "the 2 of your robe and the 8 score 2 points": scored(5, 0)[1] == 2,
        "Take the 8": front(4, 2) == 8,
        "With that card you score nothing": not can_meld(4, 1) and not can_meld(4, 3),
    },
    5: {"{akari} starts": PUBLIC[5].first == AKARI},
    6: {
        "+1": front(6, 1) == 0,
        "scores 1 point": points(7) == points(6) + 1,
        "from row 1": asked(6) == Take(1),
        "1 point: you have 6": points(7) == 6,
    },
    7: {
        "Chidori, 3, 8 and 9": TRIOS["chidori"] == {3, 8, 9},
        "its box for 4 points is gone": scored(7, KAEDE)[:2] == ("chidori", 4)
        and sum(box == Box("chidori", 3, 4) for box in BOXES) == 1,
        "the 7 from row 2": asked(7) == Take(2) and front(7, 2) == 7,
    },
    8: {
        "the 9 from row 3: behind it is only a 6": asked(8) == Take(3)
        and PUBLIC[8].rows[2][-2:] == (6, 9),
        "Take the 9 from row 3": asked(8) == Take(3),
        "The 5 is odd, too, but behind it is a +1": PUBLIC[8].rows[0][-2:] == (0, 5),
        "Your hand is 7-9": HAND[9] == (7, 9),
        "a 5 in front of row 1": front(9, 1) == 5,
    },
    9: {
        "With the 5 your hand is 7-9-5": (*HAND[9], front(9, 1)) == (7, 9, 5),
        "the 5 from row 1": asked(9) == Take(1, "katyou", 3),
        "score Katyou for 3 points": scored(10, 0)[:2] == ("katyou", 3),
        "3 points: you have 9": points(10) == 9,
        "A fourth odd number would make it 4 points": Box("katyou", 4, 4) in BOXES,
        "Take the 5": front(9, 1) == 5,
        "That card makes no meld": not can_meld(9, 2) and not can_meld(9, 3),
    },
    10: {
        "8 cards or more": ROBE_COUNTS_FROM == 8,
        "5 points for 1 or 9 colours, 0 for 5": [COLOUR_POINTS[n] for n in (1, 9, 5)] == [5, 5, 0],
        "8 cards in 7 colours": len(PUBLIC[10].robes[0]) == 8 and colours(PUBLIC[10].robes[0]) == 7,
        "a +1 has none": 0 in PUBLIC[10].robes[0],
        "worth 3 points": colour_points(PUBLIC[10].robes[0]) == 3,
    },
    11: {
        "everybody takes 12 cards": WHOLE_ROBE == 12,
        "lays all 12 gets 2 points": WHOLE_ROBE_POINTS == 2,
        "third round is the last": ROUNDS[3] == 3,
    },
    12: {"six of the nine melds": len(SEEN) == 6 and len(MELDS) == 9},
}


def test_what_the_lesson_says_is_so() -> None:
    check(LESSON, CLAIMS)
