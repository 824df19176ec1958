"""The legal moves of a hand as a tree of clicks, one step at a time.

A path is a kind of move and a token for each step. A token answers one step of the move: the values
of its words, joined by "/". Where several are picked together (a word that is a set), they make one
token, whatever order they were picked in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bot.engine.text import marked as _
from bot.engine.views import SeatView
from bot.tables.trouble import NOT_POSSIBLE, Trouble
from bot.ui.pages.move_words import Kind, Word, labels
from bot.ui.pages.page import Choice
from bot.ui.pages.wording import Wording, escaped
from bot.ui.pages.words_ahead import MoveWords

MenuPath = tuple[str, ...]
"""A kind of action and the tokens chosen so far; () is the start of the menu."""

Items = tuple[Choice, ...]
"""The items of a set."""


class StepAnswer(NamedTuple):
    """How the answer of a step reads: by its words alone, and as a control says it."""

    label: str
    said: str = ""
    """Verb or thing, and result; "" for the label."""
    more: str = ""
    emoji: str = ""
    """Precedes it; "" unless Discord knows it."""
    brief: str = ""
    """What is said instead where a phone has no room for it; "" for the same."""
    bare: str = ""
    """What is said instead where what `comes` of it is the same for all."""
    comes: str = ""


@dataclass(frozen=True, slots=True)
class MenuMove:
    """A legal action with the tokens of its steps, and how each reads."""

    action: Any
    path: MenuPath
    answers: tuple[StepAnswer, ...]
    items: tuple[Items, ...]
    """For each step, the items of its word if that is a set."""
    steps: tuple[int, ...]
    """Which of its kind's steps they are: those it has a word for."""


def menu_moves(
    render: MoveWords, legal: Sequence[Any], view: SeatView[Any, Any], wording: Wording
) -> list[MenuMove]:
    """Return the legal actions as paths through the menu, in the order of the render's kinds."""
    return [
        _move(render, form, action, view, wording)
        for kind, form in render.kinds.items()
        for action in legal
        if action.kind == kind
    ]


def _move(
    render: MoveWords, form: Kind, action: Any, view: SeatView[Any, Any], wording: Wording
) -> MenuMove:
    steps = form.by_step(render.words(action, view, wording))
    return MenuMove(
        action,
        (action.kind, *(_token(said) for _number, said in steps)),
        tuple(_answer(said, wording) for _number, said in steps),
        tuple(_items(said[0], wording) if len(said) == 1 else () for _number, said in steps),
        tuple(number for number, _said in steps),
    )


def _items(word: Word, wording: Wording) -> Items:
    emoji = word.item_emoji or [""] * len(word.items)
    return tuple(
        Choice(value, label, wording.emoji(name))
        for (value, label), name in zip(word.items, emoji, strict=True)
    )


def _answer(words: Sequence[Word], wording: Wording) -> StepAnswer:
    """Return how the words of one step read together."""

    def first(texts: Iterable[str]) -> str:
        return next(filter(None, texts), "")

    return StepAnswer(
        labels(words),
        first(word.said for word in words),
        first(word.more for word in words),
        first(wording.emoji(word.emoji) for word in words),
        first(word.brief for word in words),
        first(word.bare for word in words),
        first(word.comes for word in words),
    )


def _token(said: Sequence[Word]) -> str:
    return "/".join(
        together(value for value, _label in word.items) if word.items else word.value
        for word in said
    )


def together(values: Iterable[str]) -> str:
    """Return the token of values that were picked together, whatever their order."""
    return "+".join(sorted(values))


def chosen(
    render: MoveWords,
    legal: Sequence[Any],
    view: SeatView[Any, Any],
    wording: Wording,
    path: MenuPath,
) -> Any | None:
    """Return the action that a complete path means; None if it leads on, or nowhere."""
    form = render.kinds.get(path[0]) if path else None
    if form is None:
        return None
    for action in legal:
        if action.kind == path[0]:
            steps = form.by_step(render.words(action, view, wording))
            if path[1:] == tuple(_token(said) for _number, said in steps):
                return action
    return None


def no_move(found: Sequence[MenuMove], path: MenuPath, wording: Wording) -> Trouble:
    """Return why a path leads to no move; things that can't be picked together are named."""
    step = len(path) - 2
    labels = {
        item.value: item.label
        for move in found
        if move.path[:-1] == path[:-1] and step >= 0
        for item in move.items[step]
    }
    picked = path[-1].split("+") if path else []
    if len(picked) < 2 or not all(value in labels for value in picked):
        return Trouble(NOT_POSSIBLE)
    said = wording.series(escaped(label) for value, label in labels.items() if value in picked)
    return Trouble(_("You can't choose these together: {items}."), items=said)


def leads_on(found: Sequence[MenuMove], path: MenuPath) -> bool:
    """Tell whether a path is the beginning of some move."""
    return any(move.path[: len(path)] == path for move in found)
