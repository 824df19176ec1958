"""The private hand: what one person sees and may do, in a message that only they can see."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from discord import ButtonStyle

from bot.engine.game import Event
from bot.engine.views import PrivateView, PublicView, SeatView
from bot.tables.table import Table
from bot.tables.table_event import MindedMove
from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.games.rules import rules_id
from bot.ui.pages.page import Button, Page, Row, first_to_fit, hand_id, with_buttons
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.posting_words import NOT_UPDATED
from bot.ui.pages.render import Render
from bot.ui.pages.tables.ahead_menu import AheadPlan
from bot.ui.pages.tables.lobby_card import again_buttons, footer
from bot.ui.pages.tables.menu_moves import MenuPath
from bot.ui.pages.tables.table_event_lines import event_ends
from bot.ui.pages.what_happened import (
    NOTHING,
    UNMINDED,
    Told,
    alike,
    brief_lines,
    told_lines,
    without_banter,
)
from bot.ui.pages.wording import Wording, phone_lines

HINT: Final = "💡"
COACH: Final = "💬"
DO_IT: Final = 9
"""Tells the id of the button that follows a hint from that of the same move in the menu."""
MOST_HEARD: Final = 6
"""The most lines above a hand that say what its seat has heard."""
HEARD_ON_PHONE: Final = 6
"""The most lines they may take on a phone, so that the hand has room below them."""
HEARD_WRITTEN: Final = 1500
"""The most characters of their source: an emoji is one to the reader, and fifty in the source."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint that somebody has asked for, in finished words; it stands while it can be followed."""

    question_number: int
    path: MenuPath
    """The whole way through the menu to the move."""
    text: str


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat sees of a table and may do there. For the eyes of its person alone."""

    table: TableFace
    seat: int
    view: SeatView[PublicView, PrivateView]
    legal: list[Any]
    question_number: int
    helped: bool = False
    """Whether its person is helped through a first game of this kind."""
    advice: Advice | None = None
    next: Button | None = None
    """Leads to the next table that waits for its person."""
    plan: AheadPlan | None = None
    """What is set ahead, and can be; None where nothing ever can."""
    own_moves: tuple[int, int] = (0, 0)
    """How many of the seat's moves so far its person made, and how many there were."""
    note: str = field(default="", repr=False)
    """What its person has noted about the table."""


def hand_of(table: Table, seat: int) -> Hand:
    """Return what a seat sees of a table now. Raises NotBegun and Frozen."""
    view = table.view(seat)
    own = table.own_moves(seat)
    question = table.question_number(seat)
    return Hand(table.face(), seat, view, table.legal(seat), question, own_moves=own)


def heard_lines(
    render: Render,
    events: Sequence[tuple[Event, Wording]],
    seat: int,
    after: int = 0,
    scores: str = "",
    says: Mapping[int, str] = NOTHING,
    moved: int = 0,
    *,
    seen: Collection[str] | None = None,
    over: bool = False,
    minded: Mapping[int, MindedMove] = UNMINDED,
) -> list[Told]:
    """Return what a seat has heard after so many of the events, oldest first. For its eyes only.

    What was dealt lies below it. It concerns its person if it is worded differently for them than
    for all, or is how a round has ended. `scores` are those of the last round that has ended, in
    words: they stand before the next round began. `says` is what computers say about events.
    `seen` are the lines that its person's screen has shown; None if that isn't known: then it is
    what had happened after so many events, when they `moved`. Once a game is `over`, who won it and
    its last round stands above. `minded` is as for `told_lines`.
    """
    shown = (*render.dealt, *(render.scored if scores or over else ()))
    shown += render.tells_last if over else ()

    def told_here(each: tuple[Event, Wording]) -> bool:
        return not isinstance(each[0], shown) and not (over and event_ends(each[0]))

    next_round = list(filter(told_here, _since_round(render, events)))
    after, moved = (sum(map(told_here, events[:many])) for many in (after, max(after, moved)))
    rounds = [each for each in events if isinstance(each[0], render.scored)]
    events = list(filter(told_here, events))
    by_all = {*told_lines(render, events, None)} - {*told_lines(render, rounds, None)}
    begins = [each for each in events if isinstance(each[0], render.begins_round)]
    begun = {*told_lines(render, begins, seat)}
    told, others, plain = _signed_and_plain(render, events, seat, says, minded)
    brief = _brief(render, events, seat, minded, [*map(str.__ne__, told, others)])
    # A line that had begun before is told whole.
    older, known = (
        alike(told, told_lines(render, events[:many], seat, says, minded=minded))
        for many in (after, moved)
    )
    lines = [
        Told(
            line,
            bare not in by_all,
            at < known if seen is None else without_banter(line) in seen,
            brief=short,
            begins_round=bare in begun,
            minded=line != other,
        )
        for at, (line, short, other, own) in enumerate(zip(told, brief, others, plain, strict=True))
        for bare in (without_banter(own),)
        if at >= older
    ]
    if scores:
        at = max(len(lines) - len(told_lines(render, next_round, seat, says)), 0)
        was_seen, ended = scores in (seen or ()), _ended(render, rounds, seat)
        lines.insert(at, Told(scores, True, was_seen, ends_round=True, brief=ended))
    return lines


def _brief(
    render: Render,
    events: Sequence[tuple[Event, Wording]],
    seat: int,
    minded: Mapping[int, MindedMove],
    for_reader: Sequence[bool],
) -> list[str]:
    """Return lines in few words; "" for what computers did `for_reader`, if few words leave it out.

    Else somebody would look in vain for what became of their turn.
    """
    signed = brief_lines(render, events, seat, minded)
    if not any(for_reader):
        return signed
    unsigned = brief_lines(render, events, seat, _of_others(minded, seat))
    return [
        line if not theirs or line != other else ""
        for line, other, theirs in zip(signed, unsigned, for_reader, strict=True)
    ]


def _of_others(minded: Mapping[int, MindedMove], seat: int) -> Mapping[int, MindedMove]:
    """Return the moves that computers made for other people than a seat's."""
    return {event: move for event, move in minded.items() if move.seat != seat}


def _signed_and_plain(
    render: Render,
    events: Sequence[tuple[Event, Wording]],
    seat: int,
    says: Mapping[int, str],
    minded: Mapping[int, MindedMove],
) -> tuple[list[str], list[str], list[str]]:
    """Return lines with the sign of computers where these moved for people, where they did so for
    others than the seat's, and without.
    """
    of_others = _of_others(minded, seat)
    told = told_lines(render, events, seat, says, minded=minded)
    others = told_lines(render, events, seat, says, minded=of_others) if minded else told
    return told, others, told_lines(render, events, seat, says) if minded else told


def _ended(render: Render, rounds: Sequence[tuple[Event, Wording]], seat: int | None) -> str:
    """Return in few words that the last of some rounds has ended; "" if none of them is told."""
    return "\n".join(brief_lines(render, rounds[-1:], seat))


def _since_round(
    render: Render, events: Sequence[tuple[Event, Wording]]
) -> Sequence[tuple[Event, Wording]]:
    """Return the events after the end of the last round that has ended."""
    ended = began = -1
    for at, (event, _wording) in enumerate(events):
        ended = at if isinstance(event, render.scored) else ended
        began = at if isinstance(event, render.begins_round) else began
    if ended >= 0:
        return events[ended + 1 :]
    return events[began:] if began >= 0 else ()


def heard_notice(first: str, lines: Sequence[Told]) -> str:
    """Return a notice for above a hand: a sentence, and what the seat has heard, oldest first.

    It takes at most `HEARD_ON_PHONE` lines on a phone, or is just one line: what computers say is
    left out first, then what concerns others, the oldest of it first.
    """
    kept = list(lines)
    if _too_much(kept):
        kept = [Told(without_banter(each.text), each.touches) for each in kept]
    while len(kept) > 1 and _too_much(kept):
        kept.remove(next((each for each in kept if not each.touches), kept[0]))
    said = [f"• {each.text}" for each in kept]
    return "\n".join([first, *said] if first else said)


def _too_much(lines: Sequence[Told]) -> bool:
    """Tell whether lines take more room than there is above a hand."""
    said = [line for each in lines for line in f"• {each.text}".split("\n")]
    return (
        len(lines) > MOST_HEARD
        or sum(map(phone_lines, said)) > HEARD_ON_PHONE
        or sum(len(line) + 3 for line in said) > HEARD_WRITTEN
    )


def hint_button(hand: Hand, wording: Wording) -> Button:
    """Return the button that asks for a hint on what a seat is asked now."""
    custom_id = routes.HINT(hand.table.id, hand.question_number)
    return Button(custom_id, wording.gettext("Hint"))


def do_button(render: Render, hand: Hand, advice: Advice, wording: Wording) -> Button:
    """Return the button that follows a hint; it makes the move as the menu would."""
    danger = render.kinds[advice.path[0]].danger
    style = ButtonStyle.danger if danger else ButtonStyle.success
    path = ":".join(advice.path)
    custom_id = routes.MENU(hand.table.id, hand.question_number, path, number=DO_IT)
    return Button(custom_id, wording.gettext("Do it"), style)


def stopped_page(page: Page, table: TableFace, at: int, wording: Wording) -> Page:
    """Return a hand that isn't drawn again by itself, with the time of that and a way to see more.

    What it offers can still be done for as long as its question is open.
    """
    _ = wording.gettext
    # Beside whose turn it is: that may be over by then.
    line = _(NOT_UPDATED, time=f"<t:{at}:t>", press=f"**{_('Show now')}**")
    text = first_to_fit((f"{line}\n{page.text}".strip(), page.text))
    show = Button(hand_id(table.id), _("Show now"))
    return replace(page, text=text, rows=_with_room_for(show, page.rows, table))


def _with_room_for(show: Button, rows: tuple[Row, ...], table: TableFace) -> tuple[Row, ...]:
    """Return the rows of a hand with a button that shows it anew, if need be for its rules."""
    gives_way = {show.id, rules_id(table.game_key, 0, table_id=table.id)}
    for number, row in enumerate(rows):
        if isinstance(row, tuple) and any(each.id in gives_way for each in row):
            changed = tuple(show if each.id in gives_way else each for each in row)
            return (*rows[:number], changed, *rows[number + 1 :])
    return with_buttons(rows, show)


def back_id(table: TableFace) -> str:
    """Return the id of the button by which somebody takes up their seat again."""
    return routes.BACK(table.id)


def handed_on_page(playable: PlayableGame, table: TableFace, seat: int, wording: Wording) -> Page:
    """Return what replaces the hand of somebody who doesn't have that seat any more."""
    _ = wording.gettext
    text = _("A computer has your seat now. Its hand isn't shown to you any more.")
    if table.seats[seat].person > 0:
        text = _(
            "{name} has your seat now. Its hand isn't shown to you any more.",
            name=wording.name(seat),
        )
    rows = ()
    if table.night_id is not None:
        rows = ((Button(routes.SHOW_NIGHT(table.night_id), _("Show the night")),),)
    return Page(playable.title(wording), text, footer=footer(table, wording), rows=rows)


def over_page(playable: PlayableGame, table: TableFace, wording: Wording) -> Page:
    """Return what replaces a hand at a table that was closed, with what can be done instead."""
    _ = wording.gettext
    again = again_buttons(table, wording)
    if table.night_id is not None:
        again = (Button(routes.SHOW_NIGHT(table.night_id), _("Show the night")), *again)
    return Page(
        title=playable.title(wording),
        text=_("This game ended without a result."),
        rows=(again if table.on_server else again[:1],),
    )
