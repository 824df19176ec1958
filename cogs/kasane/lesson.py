"""Learning Colors of Kasane by playing: two rounds of three, dealt by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bot.engine.lesson import Lesson, LessonStep, Other
from bot.engine.text import marked as _
from cogs.kasane.views import Options, Take

AKARI, KAEDE = 1, 2

_DECK: Final = [
    # The rows of round 1 from back to front, those of round 2, and what is left to draw.
    *(3, 5, 1, 9, 4),
    *(5, 8, 7, 3, 6),
    *(7, 9, 1, 2, 6),
    *(0, 5, 4, 0, 8),
    *(2, 6, 4, 7, 8),
    *(8, 6, 9, 3, 2),
    *(1, 1, 2, 3, 4, 5, 7, 9, 0, 0, 0),
]
_LAST_ROUND: Final = [*(1, 8, 0, 5, 3), *(0, 9, 2, 7, 4), *(2, 0, 7, 3, 1), *(5, 0)]
"""The cards left to draw and those discarded, dealt once more."""


def _rows(*rows: int) -> Callable[[Any], bool]:
    """Return a test for moves that take from some rows."""
    return lambda move: move.row in rows


_FIRST_ROUND: Final = (
    LessonStep(
        _("A robe of many colours"),
        _(
            "You score by laying **melds** of cards on your robe, such as three cards for 3 "
            "points. Whoever has the **most points** after three rounds wins."
        ),
    ),
    LessonStep(
        _("Take a card"),
        _(
            "On your turn you take the **front** card of a row, one of those in a white frame. "
            "**Take the 4 from row 1.**"
        ),
        move=Take(1),
        done=_("The 4 is the first card of your hand."),
        others=(
            Other(
                _(
                    "You may take any front card. To see what a meld is, take the 4 from row 1 "
                    "this time."
                )
            ),
        ),
        then=((AKARI, Take(2)), (KAEDE, Take(1))),
    ),
    LessonStep(
        _("Never sort your hand"),
        _(
            "A new card goes on **top** of your hand, at its right end, and you may never sort it. "
            "Go down from your 4: **take the 3 from row 2.**"
        ),
        move=Take(2),
        done=_("Your hand is 4-3 now, and {akari} has scored the first meld."),
        others=(
            Other(
                _(
                    "4 and 6 make 10, which would score 2 points at once. You are after a meld of "
                    "3 cards: take the 3 from row 2."
                ),
                lambda move: move.meld is not None,
            ),
            Other(
                _(
                    "Any front card is allowed, but a 3 on your 4 sets up a three-card meld. "
                    "Take the 3 from row 2."
                )
            ),
        ),
        then=((AKARI, Take(3, "kasane", 2)), (KAEDE, Take(1, "juu", 2))),
    ),
    LessonStep(
        _("Your first meld"),
        _(
            "With the 2 your hand is 4-3-2, which only goes down: a run of numbers from 1 to 5, "
            "called *Kagen*. **Take the 2 from row 3, and score Kagen** for 3 points."
        ),
        move=Take(3, "kagen", 3),
        done=_(
            "You have 3 points. The box for 3 cards of Kagen has your mark now: nobody can score "
            "it again."
        ),
        others=(
            Other(
                _(
                    "You could wait for 4-3-2-1, which scores 4. But a card on your hand scores "
                    "nothing, and somebody may score Kagen first: take the 2 and score it now."
                ),
                _rows(3),
            ),
            Other(
                _(
                    "3 and 7 make 10, which scores 2 points. Kagen scores 3: take the 2 from row "
                    "3, and score it."
                ),
                lambda move: move.meld is not None,
            ),
            Other(_("That scores nothing. Take the 2 from row 3, and score Kagen.")),
        ),
        then=((AKARI, Take(2)), (KAEDE, Take(1))),
    ),
    LessonStep(
        _("Your robe helps"),
        _(
            "The **top card of your robe** can be the first card of a meld. It is your 2, and 2 "
            "and 8 make 10, which is *Juu*: **take the 8 from row 2, and score Juu.**"
        ),
        move=Take(2, "juu", 2, top=True),
        done=_("2 points for a single card of your hand: you have 5."),
        others=(
            Other(
                _(
                    "You may keep the 8, but the 2 of your robe and the 8 score 2 points at once. "
                    "Take the 8 and score Juu."
                ),
                _rows(2),
            ),
            Other(_("With that card you score nothing. Take the 8 from row 2, and score Juu.")),
        ),
        then=((AKARI, Take(3)), (KAEDE, Take(3))),
    ),
)

_SECOND_ROUND: Final = (
    LessonStep(
        _("A new round"),
        _(
            "As many cards were left as there are players: they were discarded, and new rows were "
            "dealt. Hands and robes stay, and now {akari} starts."
        ),
        then=((AKARI, Take(1)), (KAEDE, Take(2))),
    ),
    LessonStep(
        _("+1"),
        _(
            "A **+1** goes straight onto your robe and scores 1 point, but you can't score a meld "
            "on that turn. **Take the +1 from row 1**, because a long robe pays at the end."
        ),
        move=Take(1),
        done=_("1 point: you have 6. While the +1 is on top, your robe can't begin a meld."),
        others=(Other(_("Try the +1 this time, for a point at once: take it from row 1.")),),
        then=((AKARI, Take(3)), (KAEDE, Take(3, "chidori", 3))),
    ),
    LessonStep(
        _("Plan ahead"),
        _(
            "{kaede} has scored *Chidori*, 3, 8 and 9 in any order, and its box for 4 points is "
            "gone. You go for three **odd** numbers: **take the 7 from row 2.**"
        ),
        move=Take(2),
        done=_("All cards are face up, so you can see what comes next in each row."),
        others=(
            Other(_("Any card is allowed, but begin with an odd one: take the 7 from row 2.")),
        ),
        then=((AKARI, Take(2, "setsu", 3)), (KAEDE, Take(1))),
    ),
    LessonStep(
        _("Mind the next card"),
        _(
            "When you take a card, the one behind it is free for {akari}, who plays next. **Take "
            "the 9 from row 3**: behind it is only a 6."
        ),
        move=Take(3),
        done=_("Your hand is 7-9, and there is a 5 in front of row 1."),
        others=(
            Other(
                _(
                    "The 5 is odd, too, but behind it is a +1, a point for {akari}. Take the 9 "
                    "from row 3."
                ),
                _rows(1),
            ),
            Other(_("You may take that one, but you want odd numbers. Take the 9 from row 3.")),
        ),
        then=((AKARI, Take(2)), (KAEDE, Take(3))),
    ),
    LessonStep(
        _("Odd numbers"),
        _(
            "With the 5 your hand is 7-9-5: three odd numbers are *Katyou*, in any order. **Take "
            "the 5 from row 1, and score Katyou** for 3 points."
        ),
        move=Take(1, "katyou", 3),
        done=_("3 points: you have 9."),
        others=(
            Other(
                _(
                    "A fourth odd number would make it 4 points, but nobody knows which cards come "
                    "next. Take the 5 and score Katyou now."
                ),
                _rows(1),
            ),
            Other(_("That card makes no meld. Take the 5 from row 1, and score Katyou.")),
        ),
    ),
    LessonStep(
        _("Count the colours"),
        _(
            "At the end a robe of **8 cards or more** scores for its colours: 5 points for 1 or 9 "
            "colours, 0 for 5. Yours has 8 cards in 7 colours, since a +1 has none: that is worth "
            "3 points."
        ),
    ),
    LessonStep(
        _("How it ends"),
        _(
            "The third round is the last, so everybody takes 12 cards in all; who lays all 12 gets "
            "2 points more. The most points win; a tie goes to the longer robe."
        ),
    ),
    LessonStep(
        _("Now play a real game"),
        _(
            "You have seen six of the nine melds; your hand always shows which you can score, "
            "and *Rules* lists them all. **Play against computers** now, and take your time: "
            "there is no clock."
        ),
    ),
)

LESSON: Final = Lesson(
    options=Options(),
    computers=("Akari", "Kaede"),
    draws=(0, _DECK, _LAST_ROUND),
    steps=(*_FIRST_ROUND, *_SECOND_ROUND),
)
"""The lesson."""
