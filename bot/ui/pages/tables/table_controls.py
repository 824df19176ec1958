"""What a person may do at a table: the controls of its page, by seat and right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.tables import votes
from bot.tables.clock import TEACHING_TIME, USUAL
from bot.tables.going_on import can_go_on
from bot.tables.table_face import TableFace
from bot.tables.who_decides import Right, only_asks
from bot.ui.pages import routes
from bot.ui.pages.page import ROW, Button, Choice, Row, Select, hand_id
from bot.ui.pages.tables.absent_words import go_on_rows
from bot.ui.pages.tables.board import page_id, text_id
from bot.ui.pages.tables.hand import back_id
from bot.ui.pages.tables.lobby_card import again_buttons, seal_id
from bot.ui.pages.tables.setting_names import PACES, newcomers_choice, pace_at, tempo_choice
from bot.ui.pages.tables.verb_words import VERB_WORDS
from bot.ui.pages.tables.vote_words import vote_rows
from bot.ui.pages.wording import Wording

ASKS: Final = {
    "pause": routes.PAUSE,
    "resume": routes.RESUME,
    "takeback": routes.TAKE_BACK,
    "pace": routes.ASK_PACE,
}
"""The controls of what the others are asked for, by the verb."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a table's page, and what decides which controls are there for them."""

    person: int
    right: Right | None = None
    """By what right they decide about the table."""
    open_seats: tuple[int, ...] = ()
    """The seats that they may take over."""
    removable: tuple[int, ...] = ()
    """The seats whose people they may remove."""
    led: bool = False
    """Whether the hosts of a night decide, and who sits here votes only on taking a move back."""
    calls: bool = False
    """Whether others host the night, whom they can call if they sit here, whatever they may do."""
    helped: bool = False
    """Whether they are helped through the game, and can say that they know it."""
    moved_last: bool = True
    """Whether the newest move may be theirs to take back."""
    answered: bool = False
    """Whether computers alone have moved since their own move, which stands for that."""
    of_seats: str = ""
    """Why no free seat is for them, in finished words, or what is left to play on those that are at
    a table of a night.
    """


def control_rows(table: TableFace, viewer: Viewer, wording: Wording) -> Iterator[Row]:
    """Yield the controls for what the person may do now, by seat and right."""
    if table.over and table.step() >= 0:
        yield again_buttons(table, wording)
    if table.phase in ("lobby", "playing"):
        yield from _live_rows(table, viewer, wording)
    looks = tuple(_looks(table, viewer, wording))
    if looks:
        yield looks


def _live_rows(table: TableFace, viewer: Viewer, wording: Wording) -> Iterator[Row]:
    """Yield the controls for what the person may do in the lobby or at play."""
    _, number = wording.gettext, table.seat_of(viewer.person)
    first: list[Button] = []
    if table.phase == "playing":
        first += _first_row(table, viewer, wording)
    if viewer.calls and number is not None:
        first.append(Button(routes.CALL_HOST(table.id), _("Call the host")))
    if number is None or table.step() < 0:
        # Whoever has a hand comes from there.
        first.append(Button(page_id(table), _("Refresh")))
    if table.phase == "playing" and number is not None:
        # Who sits there ends it as a player, whatever they may decide; nobody does while away.
        if table.seats[number].here:
            first.append(Button(routes.ASK_END(table.id), _("End or give up …")))
    elif viewer.right is not None:
        first.append(Button(routes.ASK_END(table.id), _("End the game"), ButtonStyle.danger))
    if first:
        yield tuple(first)
    if table.phase == "playing":
        yield from _in_play(table, viewer, wording)
        votes_on_it = number is not None and table.seats[number].here and not viewer.led
        by_right = viewer.right is not None and table.night_id is not None
        if votes_on_it or (by_right and len(viewer.open_seats) <= ROW):
            yield _paces(table, wording)
    if viewer.right is not None and not only_asks(table, viewer.right):
        yield from _kick(table, viewer.removable, wording)


def _looks(table: TableFace, viewer: Viewer, wording: Wording) -> Iterator[Button]:
    """Yield what else there is to see; the page may lie where the person's hand was."""
    _, number = wording.gettext, table.seat_of(viewer.person)
    if table.step() >= 0:
        if number is not None:
            yield Button(hand_id(table.id), _("My hand"), ButtonStyle.primary)
        yield Button(text_id(table), _("As text"))
    if table.phase == "playing" and number is not None:
        if viewer.helped:
            yield known_button(table, wording)
        yield Button(routes.MINE_HERE(table.id), _("Calls, note …"))
    if table.phase == "finished":
        yield Button(routes.VERIFY_FROM_TABLE(table.id), _("Check the deal"))
    elif table.commitment is not None:
        yield Button(seal_id(table), _("Check the deal"))


def known_button(table: TableFace, wording: Wording) -> Button:
    """Return the button that ends the help through this kind of game."""
    return Button(routes.KNOW(table.id), wording.gettext("End tips"))


def _first_row(table: TableFace, viewer: Viewer, wording: Wording) -> Iterator[Button]:
    """Yield leaving or coming back, and what the person can ask for or do at once."""
    _, number = wording.gettext, table.seat_of(viewer.person)
    here = number is not None and table.seats[number].here
    if number is not None and here:
        waited_for = can_go_on(table, "stand_in", number, table.touched_at)
        leave = Button(routes.ASK_LEAVE(table.id), _(VERB_WORDS["leave"].button))
        yield _back(table, wording) if waited_for else leave
    elif number is not None and not (table.seats[number].gave_up or table.left_to_computers()):
        yield _back(table, wording)
    for verb, words in VERB_WORDS.items():
        if words.motion is None or not words.button or not votes.pause_fits(table, words.motion):
            continue
        if words.motion == "pause" and table.deserted():
            # It stands still as it is.
            continue
        subject = votes.SUBJECTS[words.motion]
        if subject.of_move and not _can_go_back(table, viewer):
            continue
        at_once = viewer.right is not None and subject.at_once
        if (here and (subject.of_move or not viewer.led)) or at_once:
            sure = at_once or len(table.people_here()) == 1
            label = words.button if sure else words.ask_button or words.button
            yield Button(_asking(verb, table), _(label))


def _can_go_back(table: TableFace, viewer: Viewer) -> bool:
    """Tell whether somebody has a move that they, or others who are here, can let be taken back."""
    theirs = viewer.moved_last and len(table.people_here()) > 1
    return table.step() > 0 and (table.practice or theirs)


def _back(table: TableFace, wording: Wording) -> Button:
    said = wording.gettext(VERB_WORDS["back"].button)
    return Button(back_id(table), said, ButtonStyle.success)


def _asking(verb: str, table: TableFace) -> str:
    """Return the id of the button for a verb; alone a move is taken back once by each press."""
    if verb == "takeback" and table.practice:
        return routes.TAKE_BACK(table.id, table.step())
    return ASKS[verb](table.id)


def _in_play(table: TableFace, viewer: Viewer, wording: Wording) -> Iterator[Row]:
    """Yield the vote, or the free seats: what fits whether or not one sits here."""
    _, number = wording.gettext, table.seat_of(viewer.person)
    if number is None:
        buttons = [
            Button(
                routes.TAKE_SEAT(table.id, seat),
                _("Take {name}'s seat", name=wording.on_button(seat)),
            )
            for seat in viewer.open_seats
        ]
        for start in range(0, len(buttons), ROW):
            yield tuple(buttons[start : start + ROW])
    elif table.seats[number].here:
        yield from vote_rows(table, wording, mine=number)
        if not viewer.led:
            yield from go_on_rows(table, wording, number)


def _paces(table: TableFace, wording: Wording) -> Select:
    now = (table.pace, table.move_time, table.reserve)
    others = [pace for pace in PACES if (pace, USUAL[pace], 0) != now]
    choices = [Choice(pace, tempo_choice(pace, wording)) for pace in others]
    if table.teaching and not table.learners and now != ("live", TEACHING_TIME, 0):
        choices.insert(0, Choice(routes.NEWCOMERS, newcomers_choice(wording)))
    prompt = wording.gettext("Pace: {pace}", pace=pace_at(table, wording))
    return Select(routes.ASK_PACE(table.id), prompt, tuple(choices))


def _kick(table: TableFace, removable: tuple[int, ...], wording: Wording) -> Iterator[Row]:
    people = tuple(
        Choice(str(table.seats[number].person), wording.bare(number)) for number in removable
    )
    if people:
        prompt = wording.gettext("Remove a player …")
        yield Select(routes.KICK(table.id), prompt, people)
