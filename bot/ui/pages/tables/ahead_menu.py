"""Setting moves ahead: what is set, said on a hand that waits, and the menu where it is set.

The menu is a place on the hand, below the board: `AHEAD`, then a case, then the steps of a move as
in the menu of a turn. Where the cases go with the moves, it asks for the moves right away. The ids
of its controls have a number that changes with the cases: an older menu leads to the fresh one.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ButtonStyle

from bot.engine.ahead import Line, Offered, room_for
from bot.engine.text import marked as _
from bot.engine.views import SeatView
from bot.tables.order import Order
from bot.ui.pages import routes
from bot.ui.pages.move_words import Word, reading
from bot.ui.pages.page import BUTTON_LABEL, ROW, ROWS, Button, Row, clip, hand_id, lines_on_phone
from bot.ui.pages.render import Render
from bot.ui.pages.tables.menu import Room, menu_rows
from bot.ui.pages.tables.menu_moves import MenuPath, chosen, leads_on, menu_moves
from bot.ui.pages.typed_words import Suggestion
from bot.ui.pages.wording import Wording, capital, escaped
from bot.ui.pages.words_ahead import WordsAhead

AHEAD: Final = "ahead:"
"""How the path to a place in this menu begins; no kind of move is called so."""
ANY: Final = "-"
"""Stands for the case where the cases go with the moves."""
LAST: Final = "last"
"""Stands for taking off the last of the choices, whose number follows."""
UNDO_CHOICE: Final = (_("Undo first choice"), _("Undo second choice"), _("Undo third choice"))
"""What the buttons say that do that."""
CHOICE: Final = "next"
"""What a command says in place of a case where the cases go with the moves."""
SET: Final = "⏩"
MOST_CASES: Final = 3
"""The most lines of cases on a phone; in more they don't say what is set for each."""


@dataclass(frozen=True, slots=True)
class AheadPlan:
    """What a seat that waits can set ahead, and what is set. For the eyes of its person alone."""

    offered: Sequence[Offered] = ()
    order: Order | None = None
    lines: tuple[Line, ...] = ()
    """Those of it that may still be played as the table stands."""
    live: bool = False
    away: bool = False
    """Whether its person is away for some days, which all can see."""
    caseless: bool = False
    """Whether nothing of it fits since what is asked can't be set ahead."""
    stays: bool = False
    """Whether its person is asked something else first, and it is played after that."""

    @property
    def due(self) -> bool:
        """Whether something of it is about to be played: its person is asked and needn't press."""
        return self.order is not None and self.order.due is not None

    @property
    def straight(self) -> bool:
        """Whether the cases go with the moves."""
        return bool(self.offered) and all(each.case.with_move for each in self.offered)

    @property
    def sign(self) -> int:
        """Return a number that changes with the cases."""
        return zlib.crc32(repr([each.case for each in self.offered]).encode())


def set_button(table_id: str, plan: AheadPlan, wording: Wording) -> tuple[Button, ...]:
    """Return the button that leads to the menu, if there is anything to set, and one that takes off
    what is set.
    """
    _ = wording.gettext
    label = _("Change my next move …") if plan.lines else _("Set my next move …")
    leads = Button(routes.AHEAD(table_id, plan.sign), label)
    is_set = plan.order is not None and plan.order.stands
    undo = [_undo_all(table_id, plan, wording)] if is_set else []
    return (*([leads] if plan.offered else []), *undo)


def undo_buttons(table_id: str, plan: AheadPlan | None, wording: Wording) -> tuple[Button, ...]:
    """Return the button that takes off what waits to be played on a seat that is asked."""
    if plan is None or not (plan.due or plan.stays):
        return ()
    return (Button(routes.AHEAD_UNDO(table_id), f"{SET} {wording.gettext('Undo')}"),)


def said_of(plan: AheadPlan, render: Render, view: SeatView[Any, Any], wording: Wording) -> str:
    """Return in a line what is set on a seat, or why it isn't any more; "" for nothing."""
    _, order = wording.gettext, plan.order
    if order is None:
        return ""
    if order.dropped == "moved":
        return f"> {SET} " + _("What you had set is gone: you moved yourself.")
    if order.dropped == "back":
        return f"> {SET} " + _("What you had set is gone: the game went back.")
    if plan.caseless:
        return f"> {SET} " + _("This can't be set ahead, so what you had set is gone.")
    if order.dropped == "unfit":
        cases = [line.case for line in order.lines]
        why = render.unfit(cases, view, wording)
        return f"> {SET} " + wording.sentences(why, _("Nothing is set now."))
    if not plan.lines:
        cases = [line.case for line in order.lines if line.case.with_move]
        why = render.unfit(cases, view, wording) if cases else ""
        gone = _("What you had set can't be played any more.")
        return f"> {SET} " + wording.sentences(why, gone)
    moves = [_drawn(line, render, view, wording) for line in plan.lines]
    if all(line.case.with_move for line in plan.lines):
        text = moves[0]
        for each in moves[1:]:
            text = _("{first}, else {then}", first=text, then=each)
    else:
        text = " · ".join(moves)
    said = _("Still set: {moves}", moves=text) if plan.stays else _("Set: {moves}", moves=text)
    said = f"> {SET} {said}"
    if plan.due:
        # Who has nothing to do is called all the same.
        due = _("You needn't press: I'll play it. I still ping you, so nobody can tell.")
        if plan.away:
            due = wording.sentences(_("You needn't press: I'll play it."), _tells(wording))
        said = f"{said}\n> {due}"
    warning = render.warning(plan.lines, view, wording)
    return f"{said}\n> ⚠️ {warning}" if warning else said


def line_of(
    line: Line,
    render: Render,
    view: SeatView[Any, Any],
    wording: Wording,
    said: Callable[[Sequence[Word]], str] = reading,
) -> str:
    """Return a line in words, with its case unless that goes with the move.

    What answers a step reads as it is `said`; on a button, in plain words.
    """
    kind = render.kinds[line.action.kind]
    words = kind.by_step(render.words_ahead(line.case, line.action, view, wording))
    told = (of_step for _number, of_step in words if not all(each.implied for each in of_step))
    move = " · ".join(map(said, told))
    if line.case.with_move:
        return move
    return wording.gettext("{case} → {move}", case=render.case(line.case, wording), move=move)


def _drawn(line: Line, render: Render, view: SeatView[Any, Any], wording: Wording) -> str:
    """Return a line for a text, with the same emoji as on the buttons where it was set."""

    def said(words: Sequence[Word]) -> str:
        emoji = (wording.emoji(each.emoji) for each in words if each.emoji)
        return " ".join([*filter(None, emoji), escaped(reading(words))])

    return line_of(line, render, view, wording, said)


def case_options(offered: Sequence[Offered], render: Render, wording: Wording) -> list[Suggestion]:
    """Return the cases as they may be typed: by their words, also in English, or their numbers.

    Where they go with the moves, there is one answer: the next choice.
    """
    _, english = wording.gettext, wording.in_english()
    if any(each.case.with_move for each in offered):
        return [Suggestion(CHOICE, _("as my next choice"), (english.gettext("as my next choice"),))]
    return [
        Suggestion(
            str(number),
            _("if {case}", case=render.case(each.case, wording)),
            tuple(
                text
                for words in (wording, english)
                for text in (
                    render.case(each.case, words),
                    words.gettext("if {case}", case=render.case(each.case, words)),
                )
            ),
        )
        for number, each in enumerate(offered, start=1)
    ]


def set_rows(
    table_id: str,
    plan: AheadPlan,
    render: Render,
    view: SeatView[Any, Any],
    wording: Wording,
    path: MenuPath,
    lines: int,
) -> tuple[str, tuple[Row, ...]]:
    """Return what is asked at a place in the menu, and its controls, in so many lines on a phone.

    `path` is what follows AHEAD.
    """
    _ = wording.gettext
    # What is set was kept at once, so nothing is left to be done.
    back = Button(hand_id(table_id), _("Done") if plan.lines else _("Back"))
    if not plan.offered:
        return render.no_case(view, wording), ((back,),)
    if not path and not plan.straight:
        return _told(plan, wording), _case_rows(table_id, plan, render, view, wording, back)
    case, *steps = path or (ANY,)
    offered = _offered(plan, case)
    if plan.straight and not offered:
        text = f"{_when(plan, wording)}\n{_('All your choices are set.')}"
        return text, ((*_undo_last(table_id, plan, wording), back),)
    if not offered:
        return set_rows(table_id, plan, render, view, wording, (), lines)
    moves = WordsAhead(render, offered)
    found = menu_moves(moves, moves.moves, view, wording)
    steps = tuple(steps) if leads_on(found, tuple(steps)) else ()

    def route(table: str, sign: int, to: str, *, number: int = 0) -> str:
        return routes.AHEAD(table, sign, f"{case}:{to}" if to else case, number=number)

    room = Room(ROWS - 1, lines)
    asked, rows = menu_rows(
        moves, found, steps, table_id, plan.sign, wording, route=route, room=room
    )
    if steps:
        return asked, rows
    if case == ANY:
        return _told(plan, wording), (*rows, (*_undo_last(table_id, plan, wording), back))
    back = Button(routes.AHEAD(table_id, plan.sign), _("Back"))
    asked = _("**If {case}:**", case=render.case(offered[0].case, wording))
    return asked, (*rows, (back,))


def set_move(
    plan: AheadPlan, render: Render, view: SeatView[Any, Any], wording: Wording, path: MenuPath
) -> Line | None:
    """Return the line that a whole path means; None if it leads on, or nowhere."""
    if not path:
        return None
    case, *steps = path
    moves = WordsAhead(render, _offered(plan, case))
    action = chosen(moves, moves.moves, view, wording, tuple(steps))
    return None if action is None else Line(moves.case_of(action), action)


def _offered(plan: AheadPlan, case: str) -> Sequence[Offered]:
    """Return what is offered for a case, as the id of a control says it; () if there is none.

    A further choice is offered as long as there is room, and where it may come to it.
    """
    if case == ANY:
        free = [each for each in plan.offered if room_for(plan.lines, each.case)]
        set_ahead = [line.case for line in plan.lines]
        return [
            each
            for each in free
            if each.case.with_move and not any(case.covers(each.case) for case in set_ahead)
        ]
    numbered = enumerate(plan.offered)
    return [each for number, each in numbered if str(number) == case and not each.case.with_move]


def _when(plan: AheadPlan, wording: Wording) -> str:
    """Return what setting ahead is for, and in small letters what the others can tell of it."""
    _ = wording.gettext
    if plan.live:
        when = _("Choose now, and I'll play it 2 to 5 seconds after your turn begins.")
    else:
        when = _("Choose now, and I'll play it 20 to 90 minutes after your turn begins.")
        if plan.away:
            return wording.sentences(when, _tells(wording))
    if plan.lines:
        # It stood there before the first was set.
        return when
    looks = _("To the others it looks as if you pressed yourself.")
    return f"{when}\n-# {looks}"


def _tells(wording: Wording) -> str:
    return wording.gettext("While you're away, the others can tell that it was set ahead.")


def _told(plan: AheadPlan, wording: Wording) -> str:
    """Return what is said above the menu: when it is played, and what can be guessed from it."""
    _, when = wording.gettext, _when(plan, wording)
    if not plan.straight:
        done = {line.case for line in plan.lines}
        if done.issuperset(each.case for each in plan.offered):
            return when
        if done:
            # When it is played stood above the first. Who is called for what is left out, all see.
            when = _("Set all of these, or the others may guess what you hold.")
        asked = _("**What will you do if …**")
        return f"{when}\n{asked}"
    choices: Sequence[Callable[[], str]] = (
        lambda: _("**First choice**, if you can still play it then:"),
        lambda: _("**Second choice**, if you can't play the first:"),
        lambda: _("**Third choice**, if you can't play either:"),
    )
    said = choices[len(plan.lines)]()
    # When it is played stands above the first choice.
    return said if plan.lines else f"{when}\n{said}"


def _case_rows(
    table_id: str,
    plan: AheadPlan,
    render: Render,
    view: SeatView[Any, Any],
    wording: Wording,
    back: Button,
) -> tuple[Row, ...]:
    """Return a button for each case, with what is set for it, and what can be done at once."""
    _, done = wording.gettext, {line.case: line for line in plan.lines}

    def laid(*, brief: bool) -> list[Row]:
        buttons: list[Button] = []
        for number, each in enumerate(plan.offered):
            line, case = done.get(each.case), render.case(each.case, wording)
            if line is None:
                said = _("{case} …", case=case)
            else:
                short = f"{render.brief_case(each.case, wording)} ✓"
                said = short if brief else line_of(line, render, view, wording)
            style = ButtonStyle.primary if line is None else ButtonStyle.secondary
            leads = routes.AHEAD(table_id, plan.sign, str(number))
            buttons.append(Button(leads, clip(capital(said), BUTTON_LABEL), style))
        return [tuple(buttons[at : at + ROW]) for at in range(0, len(buttons), ROW)]

    rows = laid(brief=False)
    if sum(map(lines_on_phone, rows)) > MOST_CASES:
        rows = laid(brief=True)
    last: list[Button] = []
    lowest = any(each.lowest is not None and each.case not in done for each in plan.offered)
    if lowest and len(plan.offered) > 1:
        label = _("The lowest for the rest") if done else _("Always the lowest")
        last.append(Button(routes.AHEAD_LOWEST(table_id, plan.sign), label))
    if plan.lines:
        last.append(_undo_all(table_id, plan, wording))
    return (*rows, (*last, back))


def _undo_all(table_id: str, plan: AheadPlan, wording: Wording) -> Button:
    """Return the button that takes off all that is set."""
    many = plan.order is not None and len(plan.order.lines) > 1
    label = wording.gettext("Undo all") if many else wording.gettext("Undo")
    return Button(routes.AHEAD_UNDO(table_id), label)


def _undo_last(table_id: str, plan: AheadPlan, wording: Wording) -> tuple[Button, ...]:
    """Return the button that takes off the last of the choices, if there is one, to set another."""
    if not plan.lines:
        return ()
    number = len(plan.lines)
    label = wording.gettext(UNDO_CHOICE[number - 1])
    return (Button(routes.AHEAD(table_id, plan.sign, f"{LAST}:{number}"), label),)
