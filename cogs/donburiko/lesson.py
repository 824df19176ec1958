"""Learning Donburiko! by playing: two rounds, dealt by hand."""

from __future__ import annotations

from typing import Final

from bot.engine.lesson import Lesson, LessonStep, Other
from bot.engine.text import marked as _
from cogs.donburiko.views import LOACH, ONE_OR_FIVE, Add, Count, Options, Take

AKARI, KAEDE = 1, 2

_ROUNDS: Final = (
    # The rows, then the hands of the learner, Akari and Kaede, then what is set aside.
    [*(1, 4, 15), *(2, -2, 0, 3), *(4, 5, 2, -1), *(-1, 3, 0, -2), 15],
    [*(-2, 3, 4), *(0, 15, 1, 2), *(5, 0, 15, 4), *(-1, -2, 3, 2), -1],
    [*(2, 5, -1), *(3, 15, -2, 0), *(1, 4, 2, -1), *(4, 0, 3, -2), 15],
)

_FIRST_ROUND: Final = (
    LessonStep(
        _("Have the most chips"),
        _(
            "In *Donburiko!* everybody adds cards to the rows on the table, and takes at most "
            "one row each round to win chips. Whoever has the **most chips at the end** wins; you "
            "all start with 4."
        ),
    ),
    LessonStep(
        _("What a row is worth"),
        _(
            "The number on the right is the sum of the row's cards: acorns add points (a “1 or 5” "
            "either of the two), and ponds take some away. A row worth **exactly 6** is best: you "
            "pay a chip for each point over 6 or below 0 (−2 costs 2), and a seventh card makes a "
            "row worth 0 (the red **=0**)."
        ),
    ),
    LessonStep(
        _("Add a card"),
        _(
            "On your turn you add a card, or take a row that has two cards or more. A face-up card "
            "wins you a chip: **add your 2 to row 1, face up.**"
        ),
        move=Add(2, 1, face_down=False),
        done=_("You won a chip, so you have 5."),
        others=(
            Other(
                _(
                    "A face-down card costs a chip, and you will hide one soon. This time, add "
                    "your 2 to row 1 face **up**."
                ),
                lambda move: move.face_down,
            ),
            Other(
                _(
                    "That makes row 2 worth 6, but {akari} plays next and can take it before you. "
                    "Add your 2 to row 1, face up."
                ),
                lambda move: move == Add(2, 2, face_down=False),
            ),
            Other(
                _(
                    "That would win you a chip as well. In this lesson, add your 2 to row 1, face "
                    "up."
                )
            ),
        ),
        then=((AKARI, Add(4, 2, face_down=False)), (KAEDE, Add(-1, 3, face_down=True))),
    ),
    LessonStep(
        _("Hide a card"),
        _(
            "Row 2 is worth 8, too much for anybody, but your −2 pond makes it exactly 6. **Add "
            "it to row 2 face down**: that costs you a chip, and only you know what it is."
        ),
        move=Add(-2, 2, face_down=True),
        done=_("Only you know that row 2 is worth 6: the others see 8 + ?."),
        others=(
            Other(
                _(
                    "Face up, everybody sees that row 2 is worth 6, and {akari} can take it before "
                    "you. Add your −2 face **down**."
                ),
                lambda move: move == Add(-2, 2, face_down=False),
            ),
            Other(
                _(
                    "You would win 3 chips for row 1, and then wait for the next round. You can "
                    "win 6: add your −2 to row 2, face down."
                ),
                lambda move: move == Take(1),
            ),
            Other(
                _(
                    "Row 2 is worth 8, so you would pay 2 chips for it. Make it 6 first: add your "
                    "−2 to row 2, face down."
                ),
                lambda move: move == Take(2),
            ),
            Other(
                _(
                    "Only {kaede} knows the face-down card in row 3, so nobody else can tell what "
                    "it is worth. Add your −2 to row 2, face down."
                ),
                lambda move: move == Take(3),
            ),
            Other(
                _(
                    "You may do that, but there is a better move: your −2 makes row 2 worth "
                    "exactly 6. Add it to row 2, face down."
                )
            ),
        ),
        then=(
            (AKARI, Add(2, 1, face_down=False)),
            (KAEDE, Take(3)),
            (KAEDE, Count(4, announce=False)),
        ),
    ),
    LessonStep(
        _("Take a row"),
        _(
            "{kaede} has taken a row, and now waits for the next round. Yours is ready and nobody "
            "has noticed: **take row 2.**"
        ),
        move=Take(2),
        done=_("Your −2 was turned up, and you got the chip on it back."),
        others=(
            Other(
                _(
                    "Row 1 is worth 5, which is good. Row 2 is worth 6, which is better: take "
                    "row 2."
                ),
                lambda move: move == Take(1),
            ),
            Other(
                _(
                    "Don't wait: if you add another card now, {akari} may take row 2 before you. "
                    "Take row 2."
                )
            ),
        ),
    ),
    LessonStep(
        _("Donburiko!"),
        _(
            "Your row is worth exactly 6: you win 6 chips, and you may call **Donburiko!** to end "
            "the round at once. {akari} has no row yet, so **call it.**"
        ),
        move=Count(6, announce=True),
        done=_("You won 6 chips, so you have 11. The round ended before {akari} had a row."),
        others=(
            Other(
                _(
                    "You would win 6 chips as well, but {akari} could still take row 1 for 5. "
                    "Call Donburiko!"
                )
            ),
        ),
    ),
)

_SECOND_ROUND: Final = (
    LessonStep(
        _("A new round"),
        _(
            "The chips stay with the players, and all cards are shuffled and dealt again. You "
            "took the last row, so you start this round."
        ),
    ),
    LessonStep(
        _("The loach"),
        _(
            "A loach is a fish: it is worth 0, but it turns every pond in its row into **plus** "
            "points. Let nobody know that −2 is worth +2 in row 1: **add your loach to row 1 face "
            "down.**"
        ),
        move=Add(LOACH, 1, face_down=True),
        done=_("The others can't tell that ponds are worth plus points in row 1."),
        others=(
            Other(
                _("Face up, everybody would see your loach. Add it to row 1 face **down**."),
                lambda move: move == Add(LOACH, 1, face_down=False),
            ),
            Other(
                _(
                    "There is no pond in that row, so the loach would do nothing. Add it to row "
                    "1, face down."
                ),
                lambda move: move.card == LOACH,
            ),
            Other(
                _(
                    "You may do that, but try your loach now, the card with a 0. Add it to row 1, "
                    "face down."
                )
            ),
        ),
        then=((AKARI, Add(5, 1, face_down=False)), (KAEDE, Add(-1, 1, face_down=False))),
    ),
    LessonStep(
        _("1 or 5"),
        _(
            "The others see 2 + ? in row 1, but it is worth 8: leave it to them. **Add your “1 or "
            "5” to row 2, face up**; whoever takes the row chooses which of the two it is."
        ),
        move=Add(ONE_OR_FIVE, 2, face_down=False),
        done=_("{akari} fell for your loach! Row 1 was worth 8, which is 2 over 6."),
        others=(
            Other(
                _(
                    "With your loach, row 1 is worth 8: you would pay 2 chips. Leave it, and add "
                    "your “1 or 5” to row 2, face up."
                ),
                lambda move: isinstance(move, Take),
            ),
            Other(
                _("There is nothing to hide this time. Add your “1 or 5” to row 2, face **up**."),
                lambda move: move == Add(ONE_OR_FIVE, 2, face_down=True),
            ),
            Other(
                _("You may do that, but try this: add your “1 or 5” to row 2, face up."),
            ),
        ),
        then=((AKARI, Take(1)), (KAEDE, Add(-2, 3, face_down=False))),
    ),
    LessonStep(
        _("Take it, then choose"),
        _(
            "Row 2 shows 4 / 8, because the “1 or 5” is still open. You choose once you have the "
            "row: **take row 2.**"
        ),
        move=Take(2),
        others=(
            Other(
                _("Row 3 is worth 2, and row 2 can be worth 4. Take row 2."),
                lambda move: isinstance(move, Take),
            ),
            Other(
                _(
                    "You may go on adding cards, but {kaede} could take row 2 before you. Take "
                    "row 2."
                )
            ),
        ),
    ),
    LessonStep(
        _("Choose its worth"),
        _(
            "With a 5 your row is worth 8, and you pay 2 chips; with a 1 it is worth 4, and you "
            "win 4. **Choose 4.**"
        ),
        move=Count(4, announce=False),
        done=_("You won 4 chips, so you have 15. {kaede} took the last row, and the round ended."),
        others=(Other(_("8 is 2 over 6, so you would pay 2 chips. Choose 4: you win 4.")),),
        then=((KAEDE, Add(3, 3, face_down=False)), (KAEDE, Take(3))),
    ),
    LessonStep(
        _("How it ends"),
        _(
            "The round in which somebody reaches **20 chips** is the last, and so is one in which "
            "the bank runs out. Then the most chips win: {kaede} has 16 now and you have 15, so "
            "this may be the last round."
        ),
    ),
    LessonStep(
        _("Now play a real game"),
        _(
            "That is nearly all of it. **Play against computers** now, and look at *Rules* "
            "whenever you are in doubt."
        ),
    ),
)

LESSON: Final = Lesson(
    options=Options(),
    computers=("Akari", "Kaede"),
    draws=(0, *_ROUNDS),
    steps=(*_FIRST_ROUND, *_SECOND_ROUND),
)
"""The lesson."""
