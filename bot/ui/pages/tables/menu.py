"""The menu of a hand: the legal moves as a tree of clicks, one step at a time.

A control's id contains everything that is needed to read it weeks later:
`m:<table>:<question_number>:<kind>:<token>…`.
A token answers one step of the move: the values of its words, joined by "/". A list of choices has
the id of the step before, and its values are the tokens. A step with only one answer is skipped:
the token before it goes on with ":" and that answer. Where several are picked together (a word that
is a set), they make one token, whatever order they were picked in. `m1`, `m2` … are the same as
`m`: the number keeps the ids of several lists in one message apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.engine.views import SeatView
from bot.tables.trouble import NOT_POSSIBLE, Trouble
from bot.ui.pages import routes
from bot.ui.pages.page import CHOICES, ROW, ROWS, Button, Choice, Row, Select
from bot.ui.pages.render import Kind, Render, Word
from bot.ui.pages.routes import Route
from bot.ui.pages.wording import Wording, escaped

BUTTONS = 5
"""A group of up to this many is shown as buttons in one row, a bigger one as a list."""
MOST_BUTTONS = 6
"""A step inside the menu, which has the message to itself, is shown as up to this many buttons, two
in a row. On a phone each takes a line: with eight the hand would be too high.
"""

Path = tuple[str, ...]
"""A kind of action and the tokens chosen so far; () is the start of the menu."""

Items = tuple[Choice, ...]
"""The items of a set."""


class StepAnswer(NamedTuple):
    """How the answer of a step reads: its label or, in a narrow place, an emoji and what follows.

    Without an emoji that Discord knows, it is the label everywhere.
    """

    label: str
    emoji: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True)
class MenuMove:
    """A legal action with the tokens of its steps, and how each reads."""

    action: Any
    path: Path
    answers: tuple[StepAnswer, ...]
    items: tuple[Items, ...]
    """For each step, the items of its word if that is a set."""
    steps: tuple[int, ...]
    """Which of its kind's steps they are: those it has a word for."""


@dataclass(slots=True)
class Group:
    """The choices of one step: a prompt, and how each next token reads."""

    path: Path
    prompt: str
    choices: dict[str, StepAnswer] = field(default_factory=dict)
    sets: dict[str, Items] = field(default_factory=dict)
    """The choices that are sets, by token, if some of them have several items."""
    button: str = ""
    """How a button reads next to those of other groups, with `{answer}`; "" for just the answer."""
    danger: bool = False

    def lines(self, *, folded: bool) -> int:
        """Return how many rows it takes, as buttons or folded into lists."""
        per = CHOICES if folded else ROW
        return -(-len(self.choices) // per) + bool(self.sets)


def menu_moves(
    render: Render, legal: Sequence[Any], view: SeatView[Any, Any], wording: Wording
) -> list[MenuMove]:
    """Return the legal actions as paths through the menu, in the order of the render's kinds."""
    return [
        _move(render, form, action, view, wording)
        for kind, form in render.kinds.items()
        for action in legal
        if action.kind == kind
    ]


def _move(
    render: Render, form: Kind, action: Any, view: SeatView[Any, Any], wording: Wording
) -> MenuMove:
    steps = _steps(form, render.words(action, view, wording))
    return MenuMove(
        action,
        (action.kind, *(_token(said) for _number, said in steps)),
        tuple(_answer(said, wording) for _number, said in steps),
        tuple(_items(said[0], wording) if len(said) == 1 else () for _number, said in steps),
        tuple(number for number, _said in steps),
    )


def _steps(form: Kind, words: Sequence[Word]) -> list[tuple[int, list[Word]]]:
    """Return the words of a move by the steps of its kind, skipping steps without a word."""
    found = (
        (number, [word for word in words if word.name in step.words])
        for number, step in enumerate(form.steps)
    )
    return [(number, said) for number, said in found if said]


def _items(word: Word, wording: Wording) -> Items:
    emoji = word.item_emoji or [""] * len(word.items)
    return tuple(
        Choice(value, label, wording.emoji(name))
        for (value, label), name in zip(word.items, emoji, strict=True)
    )


def _answer(said: Sequence[Word], wording: Wording) -> StepAnswer:
    """Return how the words of one step read together; the first emoji stands for its word."""
    outcome = "".join(word.outcome for word in said)
    label = " · ".join(word.label for word in said) + outcome
    for shown in said:
        emoji = wording.emoji(shown.emoji)
        if emoji:
            rest = (word.short if word is shown else word.label for word in said)
            return StepAnswer(label, emoji, " · ".join(part for part in rest if part) + outcome)
    return StepAnswer(label)


def _token(said: Sequence[Word]) -> str:
    return "/".join(
        together(value for value, _label in word.items) if word.items else word.value
        for word in said
    )


def together(values: Iterable[str]) -> str:
    """Return the token of values that were picked together, whatever their order."""
    return "+".join(sorted(values))


def chosen(
    render: Render, legal: Sequence[Any], view: SeatView[Any, Any], wording: Wording, path: Path
) -> Any | None:
    """Return the action that a complete path means; None if it leads on, or nowhere."""
    form = render.kinds.get(path[0]) if path else None
    if form is None:
        return None
    for action in legal:
        if action.kind == path[0]:
            steps = _steps(form, render.words(action, view, wording))
            if path[1:] == tuple(_token(said) for _number, said in steps):
                return action
    return None


def no_move(found: Sequence[MenuMove], path: Path, wording: Wording) -> Trouble:
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


def leads_on(found: Sequence[MenuMove], path: Path) -> bool:
    """Tell whether a path is the beginning of some move."""
    return any(move.path[: len(path)] == path for move in found)


class _Ids(NamedTuple):
    """What the ids of a menu's controls begin with."""

    route: Route
    table_id: str
    question_number: int

    def of(self, path: Path, number: int = 0) -> str:
        return self.route(self.table_id, self.question_number, ":".join(path), number=number)


def menu_rows(
    render: Render,
    found: Sequence[MenuMove],
    path: Path,
    table_id: str,
    question_number: int,
    wording: Wording,
    *,
    route: Route = routes.MENU,
    room: int = ROWS,
) -> tuple[str, tuple[Row, ...]]:
    """Return the question at a path of the menu, and the controls to answer it.

    A menu outside a table, such as that of a lesson, has a `route` of its own. It takes `room` rows
    at most.
    """
    _ = wording.gettext
    ids = _Ids(route, table_id, question_number)
    if path:
        groups = [_group(render, found, path, wording)]
        question = _question(found, path, groups[0].prompt)
    else:
        kinds = dict.fromkeys(move.path[0] for move in found)
        groups = [_group(render, found, (kind,), wording) for kind in kinds]
        groups.sort(key=lambda group: group.danger)
        question = ""
        if len(groups) > room:
            groups = [_kinds(groups)]
    alone = bool(path) and len(groups[0].choices) <= MOST_BUTTONS and not groups[0].sets
    if alone and len(groups[0].choices) > BUTTONS:
        rows = _buttons(groups[0], ids, ButtonStyle.primary, "", a_row=2)
    else:
        rows = _rows(groups, room - bool(path), ids)
    if path:
        # A kind by itself is a place in the menu only if the kinds didn't fit next to each other.
        back = _back(found, path)
        rows.append((Button(ids.of(back), _("Back")),))
    return question, tuple(rows)


def _question(found: Sequence[MenuMove], path: Path, prompt: str) -> str:
    there = next((move for move in found if move.path[: len(path)] == path), None)
    answers = () if there is None else there.answers[: len(path) - 1]
    said = [f"{answer.emoji} **{escaped(answer.label)}**".strip() for answer in answers]
    return f"{' · '.join(said)} … {prompt}" if said else prompt


def _group(render: Render, found: Sequence[MenuMove], path: Path, wording: Wording) -> Group:
    step = len(path) - 1
    open_moves = [move for move in found if move.path[: len(path)] == path]
    asked = next((move.steps[step] for move in open_moves if len(move.steps) > step), 0)
    kind = render.kinds[path[0]]
    prompt = wording.gettext(kind.steps[asked].prompt)
    pattern = kind.button and wording.gettext(kind.button)
    group = Group(path, prompt, button=pattern, danger=kind.danger)
    for move in open_moves:
        if len(move.path) > len(path):
            token = move.path[len(path)]
            if not move.items[step]:
                token = ":".join(_onward(open_moves, (*path, token))[len(path) :])
            group.choices.setdefault(token, move.answers[step])
            if move.items[step]:
                group.sets.setdefault(token, move.items[step])
        else:
            group.choices.setdefault("", StepAnswer(prompt))
    if all(len(items) < 2 for items in group.sets.values()):
        # Sets of one item are picked like anything else.
        group.sets = {}
    group.choices = {token: c for token, c in group.choices.items() if token not in group.sets}
    return group


def _onward(found: Sequence[MenuMove], path: Path) -> Path:
    """Return where pressing a path leads: steps with only one answer are skipped."""
    further = [move.path for move in found if move.path[: len(path)] == path]
    while all(len(each) > len(path) for each in further):
        following = {each[len(path)] for each in further}
        if len(following) > 1:
            break
        path = (*path, *following)
    return path


def _back(found: Sequence[MenuMove], path: Path) -> Path:
    """Return the last place before a path with something to choose; () for the first."""
    for depth in range(len(path) - 1, 1, -1):
        following = {move.path[depth] for move in found if move.path[:depth] == path[:depth]}
        if len(following) > 1:
            return path[:depth]
    return ()


def _kinds(groups: list[Group]) -> Group:
    """Return one group that asks for the kind of move first."""
    return Group(
        (), groups[0].prompt, {group.path[0]: StepAnswer(group.prompt) for group in groups}
    )


def _rows(groups: list[Group], room: int, ids: _Ids) -> list[Row]:
    """Lay the groups out in rows: as buttons if they are few, or else as lists."""
    folded = [len(group.choices) > BUTTONS for group in groups]

    def needed() -> int:
        return sum(group.lines(folded=fold) for group, fold in zip(groups, folded, strict=True))

    while needed() > room and not all(folded):
        biggest = max(
            (n for n, fold in enumerate(folded) if not fold), key=lambda n: len(groups[n].choices)
        )
        folded[biggest] = True
    rows: list[Row] = []
    styles = (ButtonStyle.primary, ButtonStyle.secondary, ButtonStyle.success)
    for number, (group, fold) in enumerate(zip(groups, folded, strict=True)):
        if fold:
            rows += _lists(group, ids)
        else:
            style = ButtonStyle.danger if group.danger else styles[number % len(styles)]
            pattern = group.button or (f"{group.prompt}: {{answer}}" if number else "")
            named = pattern if len(groups) > 1 else ""
            rows += _buttons(group, ids, style, named)
        if group.sets:
            rows.append(_pick(group, ids))
    return rows


def _buttons(
    group: Group, ids: _Ids, style: ButtonStyle, pattern: str, a_row: int = ROW
) -> list[Row]:
    made = [
        Button(
            ids.of((*group.path, token) if token else group.path),
            _label(pattern if answer.label != group.prompt else "", answer),
            style,
            emoji=answer.emoji,
        )
        for token, answer in group.choices.items()
    ]
    return [tuple(made[start : start + a_row]) for start in range(0, len(made), a_row)]


def _label(pattern: str, answer: StepAnswer) -> str:
    """Return the text on the button of an answer, after its emoji if it has one."""
    said = answer.short if answer.emoji else answer.label
    return pattern.replace("{answer}", said).strip() if pattern else said


def _lists(group: Group, ids: _Ids) -> list[Row]:
    choices = [Choice(token, answer.label, answer.emoji) for token, answer in group.choices.items()]
    rows: list[Row] = []
    for number, start in enumerate(range(0, len(choices), CHOICES)):
        part = tuple(choices[start : start + CHOICES])
        prompt = group.prompt
        if len(choices) > CHOICES:
            prompt = f"{prompt}: {part[0].label} – {part[-1].label}"
        rows.append(Select(ids.of(group.path, number), prompt, part))
    return rows


def _pick(group: Group, ids: _Ids) -> Row:
    """Return the list in which the items of a set are picked together."""
    choices = tuple({item.value: item for each in group.sets.values() for item in each}.values())
    sizes = [len(each) for each in group.sets.values()]
    # Its number tells it from the lists of the group's other choices.
    path = ids.of(group.path, -(-len(group.choices) // CHOICES))
    return Select(path, group.prompt, choices, min(sizes), max(sizes))
