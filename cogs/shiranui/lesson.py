"""Learning Shiranui by playing: five tricks of a round, dealt by hand."""

from __future__ import annotations

from typing import Final

from bot.engine.lesson import Lesson, LessonStep, Other
from bot.engine.text import marked as _
from cogs.shiranui.views import Give, Options, Play

AKARI, KAEDE = 1, 2

_CARDS: Final = [
    # Of the learner, Akari and Kaede: the tens are the colour (red, yellow, green).
    *(11, 12, 14, 17, 21, 23, 30, 32),
    *(10, 13, 15, 20, 22, 24, 25, 26),
    *(16, 27, 31, 33, 34, 35, 36, 37),
]
_TOKENS: Final = [
    *(2, 2, 2, 2, 1, 1, 3, 3),
    *(1, 1, 1, 1, 2, 2, 2, 3),
    *(3, 3, 3, 3, 3, 1, 1, 2),
    *(1, 2, 3),
]

_LOW_CARDS: Final = (
    LessonStep(
        _("The lowest card wins"),
        _(
            "Everybody plays one card, and the colour with the **highest** total is *strong*. The "
            "**lowest** card of that colour wins the trick, and tricks score points."
        ),
    ),
    LessonStep(
        _("Lead a card"),
        _(
            "You lead, and at first your colour is the strong one: anyone who has it must "
            "play it. Low is good, so **play your red 1.**"
        ),
        move=Play(11),
        done=_(
            "You win! The winner scores the gap to the next higher card of the colour: 5 − 1 = 4 "
            "points."
        ),
        others=(
            Other(
                _(
                    "The card with the lowest total wins, so a high card seldom does. Play your "
                    "red 1."
                ),
                lambda move: move in (Play(14), Play(17)),
            ),
            Other(_("You may lead that too. In this lesson, begin with your red 1.")),
        ),
        then=((AKARI, Play(15)), (KAEDE, Play(16))),
    ),
    LessonStep(
        _("Lower than low"),
        _(
            "The winner leads the next trick, so it is your turn again. Nothing is lower than a "
            "0: **play your green 0.**"
        ),
        move=Play(30),
        done=_("{akari} had no green, and a red 3 has taken the trick from you!"),
        others=(Other(_("You may lead that, but try what a 0 does. Play your green 0.")),),
        then=((AKARI, Play(13)), (KAEDE, Play(31))),
    ),
    LessonStep(
        _("The strong colour changes"),
        _(
            "After each card the totals are compared: red had 3 and green only 0, so red became "
            "strong and your green couldn't win. The only card of the strong colour scores its "
            "own number, 3 points for {akari}."
        ),
        then=((AKARI, Play(22)), (KAEDE, Play(27))),
    ),
)

_TOKEN_TRICKS: Final = (
    LessonStep(
        _("Give tokens"),
        _(
            "Your yellow 1 would win, but only 2 − 1 = 1 point. Before you play you may put tokens "
            "on **one** card, and each adds 1 to it: **put 4 yellow tokens on the yellow 2.**"
        ),
        move=Give(22, 4, 0),
        done=_("{akari}'s yellow 2 counts 6 now."),
        others=(
            Other(
                _(
                    "The 7 isn't the next higher card, so that doesn't change the gap. Put 4 "
                    "tokens on the yellow 2."
                ),
                lambda move: isinstance(move, Give) and move.target == 27,
            ),
            Other(
                _("More tokens make the gap bigger. Put 4 on the yellow 2."),
                lambda move: isinstance(move, Give),
            ),
            Other(
                _(
                    "The yellow 1 would win 1 point. Make the gap bigger first: put 4 yellow "
                    "tokens on the yellow 2."
                ),
                lambda move: move == Play(21),
            ),
            Other(
                _(
                    "Then the yellow 2 is the lowest, and {akari} wins. Put 4 yellow tokens on it "
                    "first."
                )
            ),
        ),
    ),
    LessonStep(
        _("Cash in"),
        _(
            "You have yellow, so you must play it, and the lowest card wins (of two equal, the "
            "later). **Play your yellow 1**: the next higher card is the 2 with its tokens, which "
            "counts 6."
        ),
        move=Play(21),
        done=_("6 − 1 = 5 points: you have 9."),
        others=(Other(_("Your 3 would win too, but 6 − 3 is only 3 points. Play your yellow 1.")),),
    ),
    LessonStep(
        _("The others have tokens too"),
        _(
            "Everybody sees how many tokens you have left, but only you know their colours. Lead "
            "again: **play your green 2.**"
        ),
        move=Play(32),
        done=_(
            "{kaede} put 4 green tokens on your 2, which made it 6, and won with a green 4: 6 − 4 "
            "= 2 points."
        ),
        tells_all=True,
        others=(Other(_("You may lead that too, but let us see your green 2. Play it.")),),
        then=(
            (AKARI, Play(10)),
            (KAEDE, Give(32, 4, 0)),
            (KAEDE, Play(34)),
            (KAEDE, Play(33)),
        ),
    ),
    LessonStep(
        _("Turn the tables"),
        _(
            "{kaede} leads green 3, and you have no green left, so you may play **any** card. Red "
            "7 is more than green 3 and makes red strong: **play your red 7.**"
        ),
        move=Play(17),
        done=_("Yours was the only red card, so it scored its own number: 7 points. You have 16!"),
        others=(
            Other(
                _(
                    "Tokens alone never change which colour is strong, and they would make green "
                    "stronger. Just play your red 7."
                ),
                lambda move: isinstance(move, Give),
            ),
            Other(
                _(
                    "That isn't more than green 3, so green stays strong. Red 7 makes red strong: "
                    "play it."
                ),
                lambda move: move in (Play(12), Play(23)),
            ),
            Other(
                _(
                    "Red 4 is more than green 3, but {akari} may top it with another colour. Red 7 "
                    "is safer, and scores more: play it."
                )
            ),
        ),
        then=((AKARI, Play(20)),),
    ),
    LessonStep(
        _("A whole round"),
        _(
            "A round has 8 tricks, and tokens you give are gone for the round; then all cards and "
            "tokens are dealt again. If one player alone is last, they get 2 *clear* tokens, which "
            "go with any colour."
        ),
    ),
    LessonStep(
        _("How it ends"),
        _(
            "The round in which somebody reaches **15 points** is the last, and with your 16 that "
            "is this one. The most points win; if two are equal, whoever reached that score last."
        ),
    ),
    LessonStep(
        _("Now play a real game"),
        _(
            "The picture always shows which colour is strong, who is winning and for how many "
            "points. **Play against computers** now; *Rules* has the rest, and a harder "
            "game for later."
        ),
    ),
)

LESSON: Final = Lesson(
    options=Options(),
    computers=("Akari", "Kaede"),
    draws=(0, _CARDS, _TOKENS),
    steps=(*_LOW_CARDS, *_TOKEN_TRICKS),
)
"""The lesson."""
