"""How a game asks for a move, and what answers it: kinds of moves, their steps, and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Word(NamedTuple):
    """The answer to one question of a move: the card, the row, the face.

    `name` is the slash command's option, `value` what is sent and may be typed (only letters,
    digits and `+-!`), `label` what people read.

    An answer that is a set ("these three stones") lists its `items` as (value, label), at most 25
    in all sets of a question; `value` is the items' values joined by "+". Such a word has a step to
    itself: several items are picked in one list, and may be typed one after the other. The empty
    set is a word without items, with a button of its own. `item_emoji` names the emoji of each
    item, in the same order, if they have any.

    `also` are ways to type it that several answers may share, such as a person's name; each is
    understood where only one answer has it.

    `emoji` is the name of one of the game's emoji. Once Discord has it, it precedes the answer.

    `said` is how the answer of its step reads on a button or in a list: a verb or a thing, and what
    comes of the move as far as its player knows, such as "Row 1 → 4, up". It stands
    for all words of the step, and isn't part of what may be typed. Without it the step reads as its
    labels.
    `more` is a remark on that: in brackets on a button, below it in a list.
    `brief` stands on a button instead of `said` where a phone has no room for that.
    `bare` stands instead of `said` where what `comes` of the move, a sentence, is the same for all
    answers: that is said once above them.
    `implied` answers go without saying where a whole move is told: without a meld.
    """

    name: str
    value: str
    label: str
    items: tuple[tuple[str, str], ...] = ()
    item_emoji: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    emoji: str = ""
    said: str = ""
    more: str = ""
    brief: str = ""
    bare: str = ""
    comes: str = ""
    implied: bool = False


def reading(words: Sequence[Word]) -> str:
    """Return how the words that answer one step read together."""
    return next((word.said for word in words if word.said), labels(words))


def labels(words: Sequence[Word]) -> str:
    """Return the labels of the words that answer one step."""
    return " · ".join(word.label for word in words)


@dataclass(frozen=True, slots=True)
class Step:
    """One click of a move in the menu, and what it answers.

    `prompt` is an untranslated text such as "Add a card". `words` has, for each word that the click
    answers, the text that describes it as an option of the slash command; a move may do without
    those in `optional`.
    """

    prompt: str
    words: Mapping[str, str]
    optional: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of action is asked for.

    `command` describes its slash command. `help` is an untranslated sentence about what the move
    does, shown in the hand while it is open to the player. A move that needs no words has one step
    without any, whose prompt is on its button.

    `opens` is an untranslated text such as "Take a row …". Beside other kinds, this kind is one
    button with that text if it is a `danger`, has further steps or more than three answers. What
    it leads to asks the sentence `asks`, or else the prompt of the first step, and passes over no
    step, though it has one answer only. `danger` is for what a player may regret: it is the last
    of the kinds, always asks, and its answers are red.
    """

    command: str
    help: str
    steps: tuple[Step, ...]
    opens: str = ""
    asks: str = ""
    danger: bool = False

    def by_step(self, words: Sequence[Word]) -> list[tuple[int, list[Word]]]:
        """Return the words of a move by the steps that they answer, without those left open."""
        found = (
            (number, [word for word in words if word.name in step.words])
            for number, step in enumerate(self.steps)
        )
        return [(number, said) for number, said in found if said]

    @property
    def words(self) -> dict[str, str]:
        """Return the texts of all its words by name, in the order in which they are asked for."""
        return {name: text for step in self.steps for name, text in step.words.items()}

    @property
    def optional(self) -> frozenset[str]:
        """Return the names of the words that a move may do without."""
        return frozenset[str]().union(*(step.optional for step in self.steps))
