"""Learning Ameno Kirifuda by playing: the draft and four tricks, dealt by hand."""

from __future__ import annotations

from typing import Final

from bot.engine.lesson import Lesson, LessonStep, Other
from bot.engine.text import marked as _
from cogs.kirifuda.views import Discard, Draft, Options, Place, Play

AKARI, KAEDE = 1, 2

_CARDS: Final = [
    # Of the learner, Akari and Kaede: the tens are the season, from spring to winter.
    *(11, 15, 16, 21, 26, 36, 43, 44),
    *(12, 13, 22, 23, 24, 25, 41, 42),
    *(14, 31, 32, 33, 34, 35, 45, 46),
]
_BLESSINGS: Final = [
    *(12, 40, 21, 33, 31, 42),
    *(10, 11, 13, 20, 22, 23, 30, 32, 41, 43),
]
"""The tens are the season, the ones the number of stones; the first six are turned up."""

_DRAFT: Final = (
    LessonStep(
        _("Stones side by side"),
        _(
            "You win tricks to place stones on the board, and at the end you score your stones "
            "**times** your longest run side by side in one row. Blessing cards add points, and "
            "the most points after two rounds win."
        ),
        then=((AKARI, Draft(33)), (KAEDE, Draft(21))),
    ),
    LessonStep(
        _("Blessing cards"),
        _(
            "A blessing card scores if a row holds **exactly** its number of your stones when a "
            "round ends. **Take the one for exactly 2 in spring**, which is worth 5 points."
        ),
        move=Draft(12),
        done=_("You have your first blessing card, and may take the next at once."),
        others=(
            Other(
                _("That is a fair choice too. In this lesson, take the one for 2 in spring."),
            ),
        ),
    ),
    LessonStep(
        _("Zero can score, too"),
        _(
            "The other way round is easier: exactly 0 in **winter** scores 2 points if you never "
            "place a stone there. **Take it.**"
        ),
        move=Draft(40),
        done=_("Everybody has two blessing cards, and all can see them."),
        others=(
            Other(_("That is a fair choice too. In this lesson, take the one for 0 in winter.")),
        ),
        then=((KAEDE, Draft(42)),),
    ),
    LessonStep(
        _("Keep or swap"),
        _(
            "Now everybody decides in secret whether to give up blessing cards, each for one more "
            "stone. You have 4 stones and fine cards: **keep both.**"
        ),
        move=Discard(()),
        done=_("Nobody gave up a card, and the tricks begin."),
        tells_all=True,
        others=(
            Other(
                _(
                    "A stone more is worth having, but these two cards can score 7 points. Keep "
                    "both."
                )
            ),
        ),
        then=((AKARI, Discard(())), (KAEDE, Discard(()))),
    ),
)

_TRICKS: Final = (
    LessonStep(
        _("Lead a trick"),
        _(
            "You hold spring 1, so you lead, and anyone holding your season must play it. Its "
            "highest card wins unless somebody plays trump: **lead your spring 6.**"
        ),
        move=Play(16),
        done=_("Both others had to play spring, and your 6 was the highest."),
        others=(Other(_("You may lead that too. In this lesson, begin with your spring 6.")),),
        then=((AKARI, Play(12)), (KAEDE, Play(14))),
    ),
    LessonStep(
        _("Place a stone"),
        _(
            "The winner places a stone in the row of the **card that won**, which is spring. "
            "**Place it on B**, where there is room on both sides."
        ),
        move=Place(12, None),
        done=_("Your first stone lies on spring B, and you have 3 more."),
        others=(
            Other(
                _("On C there is room on both sides as well. For now, place it on B."),
                lambda move: move == Place(13, None),
            ),
            Other(_("At the edge there is room on one side only. Place it on B.")),
        ),
    ),
    LessonStep(
        _("The next season is trump"),
        _(
            "The winner leads the next trick. No autumn card is higher than your 6, so try "
            "it: **lead your autumn 6.**"
        ),
        move=Play(36),
        done=_(
            "{akari} had no autumn and played winter 1: the next season is trump, and beats your 6!"
        ),
        tells_all=True,
        others=(Other(_("You may lead that too, but see what happens to autumn 6. Lead it.")),),
        then=(
            (AKARI, Play(41)),
            (KAEDE, Play(31)),
            (AKARI, Place(42, None)),
            (AKARI, Play(13)),
            (KAEDE, Play(45)),
        ),
    ),
    LessonStep(
        _("Win in spring again"),
        _(
            "{akari} leads spring, summer would be trump, and {kaede} has played winter, which "
            "can't win here. You want a second stone in spring: **play your spring 5.**"
        ),
        move=Play(15),
        done=_("Spring 5 is higher than spring 3, and nobody played summer: you win."),
        others=(Other(_("Spring 1 loses to spring 3. Play your spring 5.")),),
    ),
    LessonStep(
        _("Side by side"),
        _(
            "Two stones side by side are a run of 2, so your 2 stones score 2 × 2 = 4 points. "
            "**Place this one on C**, next to the other."
        ),
        move=Place(13, None),
        done=_("A run of 2! On A it would have been one as well, but C leaves both ends open."),
        others=(
            Other(
                _(
                    "On A it is next to your other stone, but then the run is at the edge. Place "
                    "it on C."
                ),
                lambda move: move == Place(11, None),
            ),
            Other(_("On D it isn't next to your other stone. Place it on C.")),
        ),
    ),
    LessonStep(
        _("Know when to lose"),
        _(
            "You have exactly the 2 stones in spring that your blessing card asks for, and each "
            "trick you win costs you a stone. So lose this one: **lead your summer 1.**"
        ),
        move=Play(21),
        done=_("{kaede} had no summer and won with autumn 2, which is trump here."),
        others=(
            Other(
                _(
                    "If it wins, you have 3 stones in spring, and your blessing card asks for "
                    "exactly 2. Lead your summer 1."
                ),
                lambda move: move == Play(11),
            ),
            Other(
                _(
                    "If it wins, you have a stone in winter, and your blessing card asks for 0 "
                    "there. Lead your summer 1."
                ),
                lambda move: move in (Play(43), Play(44)),
            ),
            Other(_("That is the highest summer card and might win. Lead your summer 1.")),
        ),
        then=((AKARI, Play(22)), (KAEDE, Play(32)), (KAEDE, Place(32, None))),
    ),
    LessonStep(
        _("Bad Karma"),
        _(
            "You have 2 stones left, and there are 4 more tricks in this round. "
            "Win a trick with **no stone left**, and you take three of yours off the board "
            "instead."
        ),
    ),
    LessonStep(
        _("How it ends"),
        _(
            "Blessing cards that fit when a round ends are *achieved*, wherever stones go later; "
            "the stones stay for round 2. With this board you would score 2 × 2 for your stones "
            "and 5 + 2 for your blessings: 11 points."
        ),
    ),
    LessonStep(
        _("Now play a real game"),
        _(
            "Where a row is full, the winner pushes a stone to the next season, so no row is ever "
            "safe. **Play against computers** now, and find the rest in *Rules*."
        ),
    ),
)

LESSON: Final = Lesson(
    options=Options(),
    computers=("Akari", "Kaede"),
    draws=(_CARDS, _BLESSINGS),
    steps=(*_DRAFT, *_TRICKS),
)
"""The lesson."""
