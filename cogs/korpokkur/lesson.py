"""Learning 7 Little Korpokkurs by playing: the first round, dealt by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bot.engine.lesson import Lesson, LessonStep, Other
from bot.engine.text import marked as _
from cogs.korpokkur.actions import Answer, Arwampe, Give, Kamuy, Korkoni
from cogs.korpokkur.views import Options

AKARI, KAEDE = 1, 2

_DECK: Final[list[str]] = [
    # Two cards each, then one each for the next round, then the rest.
    *("take-korpokkur", "reverse"),
    *("drop-korpokkur", "swap-seats"),
    *("swap-bags", "pass-card"),
    *("take-butterbur", "pass-bags", "drop-butterbur"),
    *("reverse", "reverse", "swap-bags", "swap-bags", "swap-seats", "swap-seats"),
    *("take-korpokkur", "take-korpokkur", "take-butterbur", "take-butterbur"),
    *("drop-korpokkur", "drop-korpokkur", "drop-butterbur", "drop-butterbur"),
    *("pass-card", "pass-card", "pass-bags", "pass-bags"),
]


def _a(*kinds: type) -> Callable[[Any], bool]:
    """Return a test for moves of some kinds."""
    return lambda move: isinstance(move, kinds)


_OFFERS: Final = (
    LessonStep(
        _("Hide-and-seek"),
        _(
            "Everybody has a secret bag with two kinds of chips: *korpokkur*, the faces, and "
            "*butterbur*, the leaves. Hold **7 korpokkur** to win a round, and have the **most "
            "points** after three rounds."
        ),
    ),
    LessonStep(
        _("Offer chips"),
        _(
            "You hold 4 korpokkur and 3 butterbur, and on your turn you may offer hidden chips to "
            "the next player. If {akari} refuses them you draw more of that kind: **offer 1 "
            "korpokkur.**"
        ),
        move=Give("korpokkur", 1),
        done=_(
            "{akari} said *Somo* (no): you took your korpokkur back and drew 1 more, so you have 5."
        ),
        tells_all=True,
        others=(
            Other(
                _("If {akari} refuses butterbur, you draw more butterbur. Offer 1 korpokkur."),
                lambda move: isinstance(move, Give) and move.chips == "butterbur",
            ),
            Other(
                _(
                    "That may bring you more, but if {akari} says yes, 2 are gone. Offer 1 "
                    "korpokkur."
                ),
                _a(Give),
            ),
            Other(_("That can wait. For now, offer 1 korpokkur.")),
        ),
        then=(
            (AKARI, Answer(eh=False)),
            (AKARI, Give("butterbur", 2)),
            (KAEDE, Answer(eh=True)),
            (KAEDE, Give("butterbur", 2)),
        ),
    ),
    LessonStep(
        _("Eh or Somo?"),
        _(
            "{kaede} has just said *Eh* (yes) to 2 hidden chips from {akari}, and now offers 2 to "
            "you. That smells of butterbur, so **say Somo.**"
        ),
        move=Answer(eh=False),
        done=_(
            "Butterbur it was! {kaede} had to take them back and draw 2 more, and {akari}'s chips "
            "may have been butterbur, too."
        ),
        others=(
            Other(
                _(
                    "With Eh you take both chips unseen. They may well be butterbur, and whoever "
                    "holds 7 butterbur can be caught: say Somo."
                )
            ),
        ),
    ),
)

_CALLS: Final = (
    LessonStep(
        _("Korkoni!"),
        _(
            "{kaede} began with 3 butterbur, drew 2, and {akari}'s 2 would make 7. Whoever "
            "holds 7 or more can be caught: under *Accuse …*, **call Korkoni! on {kaede}.**"
        ),
        move=Korkoni(KAEDE),
        done=_(
            "Caught! {kaede} lost a point, is out of the round, and had to give you 2 korpokkur."
        ),
        others=(
            Other(
                _(
                    "{akari} began with 3 butterbur and drew none. If you are wrong, you take"
                    " up to 2 of their butterbur: call Korkoni! on {kaede}."
                ),
                _a(Korkoni),
            ),
            Other(_("You may do that, but {kaede} may hold 7 butterbur now. Call Korkoni!")),
        ),
        then=((AKARI, Kamuy("drop-korpokkur", None)),),
    ),
    LessonStep(
        _("KAMUY cards"),
        _(
            "You had 7 korpokkur, but before your turn {akari} played a card by which everybody "
            "put 2 back: it leaves you 5. You have such cards, too: **play “All: +2 korpokkur”.**"
        ),
        move=Kamuy("take-korpokkur", None),
        done=_("Everybody in the round took 2 korpokkur, so you hold 7 again."),
        others=(
            Other(_("That card is for another day. Play “All: +2 korpokkur”."), _a(Kamuy)),
            Other(
                _("You could, but your card brings 2 korpokkur for certain. Play it."),
            ),
        ),
        then=((AKARI, Give("butterbur", 1)),),
    ),
    LessonStep(
        _("A harmless chip"),
        _(
            "You have 3 butterbur, so one more is no danger, and if this is a korpokkur, a Somo "
            "would bring {akari} another. **Say Eh.**"
        ),
        move=Answer(eh=True),
        done=_("It was butterbur: nobody but you and {akari} knows."),
        others=(
            Other(
                _(
                    "After Somo everybody sees the chip, and {akari} draws another of its kind. "
                    "You have nothing to fear: say Eh."
                )
            ),
        ),
    ),
    LessonStep(
        _("Arwampe!"),
        _(
            "You hold 7 korpokkur and it is your turn. Show your bag and win the round: **call "
            "Arwampe!**"
        ),
        move=Arwampe(),
        done=_("You won the round and 2 points, so you have 4!"),
        others=(Other(_("Don't wait: the next card may cost you two korpokkur. Call Arwampe!")),),
    ),
    LessonStep(
        _("Isam!"),
        _(
            "There is another way: with an **empty** bag you may call *Isam!*, leave the round and "
            "score 1 point. If all others are out, the last player in the round wins it."
        ),
    ),
    LessonStep(
        _("How it ends"),
        _(
            "Three rounds are played, with fresh bags each time; winning the last one is "
            "worth 3 points. Most points wins; if tied, fewer butterbur."
        ),
    ),
    LessonStep(
        _("Now play a real game"),
        _(
            "There are 9 kinds of KAMUY cards, and *Rules* says what each does. **Play against "
            "computers** now."
        ),
    ),
)

LESSON: Final = Lesson(
    options=Options(),
    computers=("Akari", "Kaede"),
    draws=(0, _DECK),
    steps=(*_OFFERS, *_CALLS),
)
"""The lesson."""
