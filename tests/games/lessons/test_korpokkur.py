"""The lesson of 7 Little Korpokkurs: what it says is what its rules say."""

from __future__ import annotations

from typing import TypeVar

from bot.engine.lesson import Lesson, LessonStep, positions
from cogs.korpokkur.actions import Answer, Arwampe, Give, Kamuy, Korkoni
from cogs.korpokkur.components import CARDS, ENOUGH, ISAM_POINTS, ROUND_POINTS
from cogs.korpokkur.lesson import AKARI, KAEDE, LESSON
from cogs.korpokkur.rules import GAME
from cogs.korpokkur.views import (
    AllDropped,
    AllTook,
    ArwampeCalled,
    ChipsMoved,
    HeldOut,
    KorkoniCalled,
    Private,
    Public,
    Refused,
    Taken,
)
from tests.games.lessons.claims import check

AT = positions(GAME, LESSON)
PUBLIC: list[Public] = [each.view.public for each in AT]
MINE: list[Private] = [each.view.private for each in AT]
E = TypeVar("E")


def asked(step: int) -> object:
    """Return the move that a step asks for."""
    return LESSON.steps[step].move


def told(step: int, kind: type[E]) -> list[E]:
    """Return the events of a kind between a step and the one before it."""
    return [each for each in AT[step].heard if isinstance(each, kind)]


def bag(step: int) -> tuple[int, int]:
    """Return the korpokkur and the butterbur in the learner's bag at a step."""
    return MINE[step].korpokkur, MINE[step].butterbur


def wrong_call() -> int:
    """Return the butterbur that the learner has after accusing Akari, who has one."""
    steps = (*LESSON.steps[:3], LessonStep("", "", Korkoni(AKARI)), LESSON.steps[-1])
    lesson = Lesson(LESSON.options, LESSON.computers, LESSON.draws, steps)
    return positions(GAME, lesson)[-1].view.private.butterbur


CAUGHT = told(4, KorkoniCalled)[0]
DROPPED = dict(told(4, AllDropped)[0].numbers)
TOOK = dict(told(5, AllTook)[0].numbers)
OFFER = told(5, HeldOut)[0]

CLAIMS = {
    0: {
        "Hold 7 korpokkur": ENOUGH == 7,
        "after three rounds": len(ROUND_POINTS) == 3,
    },
    1: {
        "You hold 4 korpokkur and 3 butterbur": bag(1) == (4, 3),
        "offer 1 korpokkur": asked(1) == Give("korpokkur", 1),
        "Offer 1 korpokkur": asked(1) == Give("korpokkur", 1),
        "drew 1 more, so you have 5": told(2, Refused) == [Refused(AKARI, 0, "korpokkur", 1, 1)]
        and bag(2) == (5, 3),
        "if {akari} says yes, 2 are gone": Give("korpokkur", 2) in AT[1].legal,
    },
    2: {
        "Eh (yes) to 2 hidden chips from {akari}": [
            (each.seat, each.giver, each.number) for each in told(2, Taken)
        ]
        == [(KAEDE, AKARI, 2)],
        "now offers 2 to you": (PUBLIC[2].turn, PUBLIC[2].to, PUBLIC[2].number) == (KAEDE, 0, 2),
        "Butterbur it was! {kaede} had to take them back and draw 2 more": told(3, Refused)
        == [Refused(0, KAEDE, "butterbur", 2, 2)],
        "holds 7 butterbur can be caught": CAUGHT.right,
        "say Somo": asked(2) == Answer(eh=False),
    },
    3: {
        "{kaede} began with 3 butterbur, drew 2, and {akari}'s 2 would make 7": bag(1)[1] == 3
        and 3 + told(3, Refused)[0].drawn + told(2, Taken)[0].number == ENOUGH == 7,
        "holds 7 or more can be caught": ENOUGH == 7,
        "call Korkoni! on {kaede}": asked(3) == Korkoni(KAEDE),
        "lost a point": CAUGHT.points == -1,
        "is out of the round": CAUGHT.right and not PUBLIC[4].playing[KAEDE],
        "had to give you 2 korpokkur": bag(4)[0] + DROPPED[0] == bag(3)[0] + 2,
        "{akari} began with 3 butterbur and drew none": bag(1)[1] == 3
        and not any(each.giver == AKARI for step in (2, 3) for each in told(step, Refused)),
        "you take up to 2 of their butterbur": wrong_call() == bag(3)[1] + 1,
        "may hold 7 butterbur": CAUGHT.right,
    },
    4: {
        "You had 7 korpokkur": bag(4)[0] + DROPPED[0] == 7,
        "everybody put 2 back": DROPPED == {0: 2, AKARI: 2},
        "it leaves you 5": bag(4)[0] == 5,
        "“All: +2 korpokkur”": asked(4) == Kamuy("take-korpokkur", None),
        "Everybody in the round took 2 korpokkur, so you hold 7": TOOK == {0: 2, AKARI: 2}
        and bag(5)[0] == 7,
        "brings 2 korpokkur": TOOK[0] == 2,
    },
    5: {
        "You have 3 butterbur, so one more is no danger": bag(5)[1] == 3 and bag(5)[1] + 1 < ENOUGH,
        "Say Eh": asked(5) == Answer(eh=True),
        "It was butterbur": told(6, ChipsMoved)[0].chips == "butterbur",
        "if this is a korpokkur, a Somo would bring {akari} another": OFFER.number == 1,
    },
    6: {
        "You hold 7 korpokkur": bag(6)[0] == 7,
        "call Arwampe!": asked(6) == Arwampe(),
        "2 points, so you have 4": told(7, ArwampeCalled) != []
        and ROUND_POINTS[0] == 2
        and PUBLIC[7].scores[0] == 4,
        "cost you two korpokkur": DROPPED[0] == 2,
    },
    7: {"score 1 point": ISAM_POINTS == 1},
    8: {
        "Three rounds are played": len(ROUND_POINTS) == 3,
        "winning the last one is worth 3 points": ROUND_POINTS[-1] == 3,
    },
    9: {"9 kinds of KAMUY cards": len(CARDS) == 9},
}


def test_what_the_lesson_says_is_so() -> None:
    check(LESSON, CLAIMS)
