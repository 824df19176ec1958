"""The menu of a hand: buttons and lists for its legal moves, one step at a time.

A control's id contains everything that is needed to read it weeks later:
`m:<table>:<question_number>:<kind>:<token>…`. A list of choices has the id of the step before, and
its values are the tokens. A step with only one answer is skipped: the token before it goes on with
":" and that answer. Behind a button that stands for a kind of move as a whole, which has the kind
alone in its id, only the first step is, unless it is a danger or the last. `m1`, `m2` … are the
same as `m`: the number keeps the ids of several lists in one message apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from discord import ButtonStyle

from bot.ui.pages import routes
from bot.ui.pages.page import (
    BUTTON_LABEL,
    CHOICES,
    ROW,
    ROWS,
    Button,
    Choice,
    Row,
    Select,
    lines_on_phone,
)
from bot.ui.pages.phone_height import rows_height
from bot.ui.pages.tables.menu_moves import Items, MenuMove, MenuPath, StepAnswer
from bot.ui.pages.wording import Wording, escaped
from bot.ui.pages.words_ahead import MoveWords

MOST_BUTTONS: Final = 10
"""Up to this many answers of a step are buttons, five a row; more are a list."""
MOST_LINES: Final = 6
"""The most lines of buttons for which a phone has room; those that would take more are lists."""
FEW: Final = 3
"""A kind of move with more answers than this is one button beside others, if it `opens`."""


class Room(NamedTuple):
    """What a menu may take at most."""

    rows: int = ROWS
    lines: int = MOST_LINES
    """Of buttons and lists, on a phone."""
    briefly: bool = False
    """Whether all answers are to be said briefly."""


WHOLE: Final = Room()
"""All that a message and a phone have room for."""


@dataclass(slots=True)
class Group:
    """The choices of one step: a prompt, and how each next token reads."""

    path: MenuPath
    prompt: str
    choices: dict[str, StepAnswer] = field(default_factory=dict)
    sets: dict[str, Items] = field(default_factory=dict)
    """Those of the choices that are sets, by token, if some of them have several items."""
    danger: bool = False
    leads_on: bool = False
    """It is one button that stands for a kind of move."""
    comes: str = ""
    """What comes of each choice alike: none of them says it."""

    @property
    def bare(self) -> dict[str, StepAnswer]:
        """The choices as briefly as they can be said, without what is remarked beside some."""
        return {
            token: answer._replace(more="", said=answer.brief or answer.said)
            for token, answer in self.choices.items()
        }


class _Ids(NamedTuple):
    """What the ids of a menu's controls begin with, and who reads the controls."""

    route: Callable[..., str]
    table_id: str
    question_number: int
    wording: Wording

    def of(self, path: MenuPath, number: int = 0) -> str:
        return self.route(self.table_id, self.question_number, ":".join(path), number=number)


def menu_rows(
    render: MoveWords,
    found: Sequence[MenuMove],
    path: MenuPath,
    table_id: str,
    question_number: int,
    wording: Wording,
    *,
    route: Callable[..., str] = routes.MENU,
    room: Room = WHOLE,
) -> tuple[str, tuple[Row, ...]]:
    """Return the question at a path of the menu, and the controls to answer it.

    A menu outside a table, such as that of a lesson, has a `route` of its own.
    """
    ids = _Ids(route, table_id, question_number, wording)
    opened = _opened(render, found)
    if path:
        path = _with_first(render, found, path, opened)
        group = _group(render, found, path, wording, skips=path[0] not in opened)
        rows = _rows([group], room._replace(rows=room.rows - 1), ids)
        back = Button(ids.of(_back(render, found, path, opened)), wording.gettext("Back"))
        asked = _question(render, found, path, group.prompt, wording)
        return wording.sentences(asked, group.comes), (*rows, (back,))
    kinds = dict.fromkeys(move.path[0] for move in found)
    groups = [
        _opener(render, kind, wording)
        if kind in opened
        else _group(render, found, (kind,), wording)
        for kind in sorted(kinds, key=lambda kind: render.kinds[kind].danger)
    ]
    return "", tuple(_rows(groups if len(groups) <= room.rows else [_kinds(groups)], room, ids))


def _opened(render: MoveWords, found: Sequence[MenuMove]) -> set[str]:
    """Return the kinds of moves that are one button each, which leads on to all of the kind."""
    answers: dict[str, set[MenuPath]] = {}
    for move in found:
        answers.setdefault(move.path[0], set()).add(move.path[1:2])
    kinds = {kind: render.kinds[kind] for kind in answers}
    return {
        kind
        for kind, form in kinds.items()
        if form.opens
        and (form.danger or (len(kinds) > 1 and (len(form.steps) > 1 or len(answers[kind]) > FEW)))
    }


def _opener(render: MoveWords, kind: str, wording: Wording) -> Group:
    """Return the one button for a kind of move."""
    text = wording.gettext(render.kinds[kind].opens)
    danger = render.kinds[kind].danger
    return Group((kind,), text, {"": StepAnswer(text)}, danger=danger, leads_on=True)


def _question(
    render: MoveWords, found: Sequence[MenuMove], path: MenuPath, prompt: str, wording: Wording
) -> str:
    if len(path) == 1:
        asks = render.kinds[path[0]].asks
        return wording.gettext(asks) if asks else prompt
    there = next((move for move in found if move.path[: len(path)] == path), None)
    answers = () if there is None else there.answers[: len(path) - 1]
    said = [f"{answer.emoji} **{escaped(answer.label)}**".strip() for answer in answers]
    return f"{' · '.join(said)} … {prompt}"


def _group(
    render: MoveWords,
    found: Sequence[MenuMove],
    path: MenuPath,
    wording: Wording,
    *,
    skips: bool = True,
) -> Group:
    """Return the choices at a path; if it `skips`, those lead past steps with one answer."""
    step = len(path) - 1
    open_moves = [move for move in found if move.path[: len(path)] == path]
    asked = next((move.steps[step] for move in open_moves if len(move.steps) > step), 0)
    kind = render.kinds[path[0]]
    prompt = wording.gettext(kind.steps[asked].prompt)
    group = Group(path, prompt, danger=kind.danger)
    for move in open_moves:
        if len(move.path) > len(path):
            token = move.path[len(path)]
            if skips and not move.items[step]:
                token = ":".join(_onward(open_moves, (*path, token))[len(path) :])
            group.choices.setdefault(token, move.answers[step])
            if move.items[step]:
                group.sets.setdefault(token, move.items[step])
        else:
            group.choices.setdefault("", StepAnswer(prompt))
    if all(len(items) < 2 for items in group.sets.values()):
        # Sets of one item are picked like anything else.
        group.sets = {}
    come = {answer.comes for answer in group.choices.values()}
    if len(group.choices) > 1 and len(come) == 1 and all(come):
        (group.comes,) = come
        for token, answer in group.choices.items():
            group.choices[token] = answer._replace(said=answer.bare, brief="")
    return group


def _onward(found: Sequence[MenuMove], path: MenuPath) -> MenuPath:
    """Return where pressing a path leads: steps with only one answer are skipped."""
    further = [move.path for move in found if move.path[: len(path)] == path]
    while all(len(each) > len(path) for each in further):
        following = {each[len(path)] for each in further}
        if len(following) > 1:
            break
        path = (*path, *following)
    return path


def _with_first(
    render: MoveWords, found: Sequence[MenuMove], path: MenuPath, opened: Collection[str]
) -> MenuPath:
    """Return a path with the answer of its kind's first step, if that has only one and leads on."""
    kind, *chosen = path
    if chosen or kind not in opened or render.kinds[kind].danger:
        return path
    moves = [move for move in found if move.path[0] == kind]
    if any(len(move.path) < 3 or move.items[0] for move in moves):
        return path
    further = {move.path[:2] for move in moves}
    return path if len(further) > 1 else further.pop()


def _back(
    render: MoveWords, found: Sequence[MenuMove], path: MenuPath, opened: Collection[str]
) -> MenuPath:
    """Return the last place before a path that was shown; () for the first."""
    opens = path[0] in opened
    for depth in range(len(path) - 1, 0, -1):
        following = {move.path[depth] for move in found if move.path[:depth] == path[:depth]}
        if depth > 1 and (opens or len(following) > 1):
            return path[:depth]
    return path[:1] if opens and _with_first(render, found, path[:1], opened) != path else ()


def _kinds(groups: list[Group]) -> Group:
    """Return one group that asks for the kind of move first."""
    kinds = {group.path[0]: StepAnswer(group.prompt) for group in groups}
    return Group((), groups[0].prompt, kinds)


def _rows(groups: list[Group], room: Room, ids: _Ids) -> list[Row]:
    """Lay the groups out in rows: as buttons where a phone has room for them, or else as lists."""
    laid = [_buttons(group, group.choices, number, ids) for number, group in enumerate(groups)]
    if room.briefly or sum(map(_lines, laid)) > room.lines:
        # Answers are said briefly before a list costs a press more.
        laid = [_buttons(group, group.bare, number, ids) for number, group in enumerate(groups)]
    folded: set[int] = set()

    def fold(number: int) -> None:
        folded.add(number)
        laid[number] = _folded(groups[number], number, ids)

    for number, group in enumerate(groups):
        if len(group.choices) > MOST_BUTTONS:
            fold(number)
    while sum(map(len, laid)) > room.rows or sum(map(_lines, laid)) > room.lines:
        rest = [n for n in range(len(groups)) if n not in folded and _lines(laid[n]) > 1]
        if not rest:
            break
        # The first kind is the usual one: its buttons stay as long as possible.
        fold(max(rest, key=lambda n: (n > 0, _lines(laid[n]))))
    return _joined(groups, laid)


def _joined(groups: Sequence[Group], laid: Sequence[list[Row]]) -> list[Row]:
    """Return all rows, each button that leads on beside those before it if a phone has room."""
    found: list[Row] = []
    for group, rows in zip(groups, laid, strict=True):
        last = found[-1] if found else None
        if group.leads_on and isinstance(last, tuple):
            (opener,) = rows
            both = (*last, *opener) if isinstance(opener, tuple) else last
            if len(last) < len(both) <= ROW and lines_on_phone(both) == lines_on_phone(last):
                found[-1] = both
                continue
        found += rows
    return found


def _lines(rows: list[Row]) -> int:
    return sum(map(lines_on_phone, rows))


def _folded(group: Group, number: int, ids: _Ids) -> list[Row]:
    """Return the rows of a group as lists: one in which its sets are picked, if it has some."""
    single = {token: each for token, each in group.choices.items() if token not in group.sets}
    if not group.sets:
        return _lists(group, single, ids)
    few = len(single) <= ROW
    rows = _buttons(group, single, number, ids) if few else _lists(group, single, ids)
    return [*rows, _pick(group, len(single), ids)]


def _buttons(group: Group, choices: Mapping[str, StepAnswer], number: int, ids: _Ids) -> list[Row]:
    """Return choices of the `number`th group as buttons."""
    # Grey ones beside others read as if they were off, green ones as if they were advised.
    style = ButtonStyle.primary
    if group.danger:
        style = ButtonStyle.secondary if group.leads_on else ButtonStyle.danger
    made = [
        Button(
            ids.of((*group.path, token) if token else group.path),
            _label(group, answer, ids.wording, alone=not number),
            style,
            emoji=answer.emoji,
        )
        for token, answer in choices.items()
    ]
    return _spread(made)


def _spread(made: Sequence[Button]) -> list[Row]:
    """Return buttons in as few rows as there can be, as low on a phone as they can, about as long.

    Measured, not roughly reckoned: two wide ones may just fill a line, and a third stands alone.
    """
    fewest = math.ceil(len(made) / ROW)
    sizes = range(math.ceil(len(made) / fewest), ROW + 1) if made else ()
    ways: list[list[Row]] = [
        [tuple(made[start : start + size]) for start in range(0, len(made), size)] for size in sizes
    ]
    return min(ways, key=rows_height, default=[])


def _label(group: Group, answer: StepAnswer, wording: Wording, *, alone: bool) -> str:
    """Return the text on the button of an answer; after the question, unless that is plain."""
    said = answer.said or answer.label
    remarked = wording.gettext("{name} ({more})", name=said, more=answer.more)
    if answer.more and len(remarked) <= BUTTON_LABEL:
        return remarked
    plain = alone or answer.said or answer.label == group.prompt
    return said if plain else wording.labelled(group.prompt, said)


def _lists(group: Group, answers: Mapping[str, StepAnswer], ids: _Ids) -> list[Row]:
    choices = [
        Choice(token, answer.said or answer.label, answer.emoji, answer.more)
        for token, answer in answers.items()
    ]
    rows: list[Row] = []
    for number, start in enumerate(range(0, len(choices), CHOICES)):
        part = tuple(choices[start : start + CHOICES])
        prompt = group.prompt
        if len(choices) > CHOICES:
            prompt = ids.wording.labelled(prompt, f"{part[0].label} – {part[-1].label}")
        rows.append(Select(ids.of(group.path, number), prompt, part))
    return rows


def _pick(group: Group, singles: int, ids: _Ids) -> Row:
    """Return the list in which the items of a set are picked together."""
    choices = tuple({item.value: item for each in group.sets.values() for item in each}.values())
    sizes = [len(each) for each in group.sets.values()]
    # Its number tells it from the lists of the group's other choices.
    path = ids.of(group.path, -(-singles // CHOICES))
    return Select(path, group.prompt, choices, min(sizes), max(sizes))
