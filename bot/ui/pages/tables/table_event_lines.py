"""What was done to a table besides the moves, as lines for the board and the history.

They name the person on a seat, and whoever sat there before it was taken over.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.engine.game import Event, MatchOver, kind_of
from bot.engine.text import marked as _
from bot.tables.seat import Person
from bot.tables.table_event import TableEvent, TableEventKind, decided_own
from bot.ui.pages.tables.verb_words import VERB_WORDS
from bot.ui.pages.wording import Wording, plain_name, seat_name
from storage.former_players import is_former
from storage.rows import OnTimeout, Role

LINES: Mapping[TableEventKind, str] = {
    **{words.event: words.told for words in VERB_WORDS.values()},
    "out": _("{name} ran out of time."),
    "hands_open": _("Everybody agreed to reveal all hands."),
    "nudged": _("{who} asked for the next move."),
    "more_time": _("{who} gave 5 more minutes."),
    "answered": _("{who} has read the call and is looking into it."),
    "played_out": _("{who} lets computers finish this game."),
    "host": _("{owner} is the host now."),
    "asked_end": _("{name} asks to end the game."),
    "voted_down": _("The vote failed: {name} said no."),
    "lapsed": _("{name}'s move stands: the next one was made before all had agreed."),
    "plays_on": _("The game doesn't end, as {name} is here again."),
    "forgotten": _("A player left for good: a computer plays."),
    "shared": _("{name} shared how this game ended."),
    "looked": _("Whoever runs this bot has looked at all hands."),
    "archived": _("Nobody was here for a week, so this game was archived."),
}

WHO: Mapping[Role, str] = {
    "host": _("The host"),
    "moderator": _("A moderator"),
    "player": _("Somebody"),
    "vote": _("The players"),
    "clock": _("The clock"),
    "night": _("The host of the night"),
}

LEFT_ALONE = _("Nobody seemed to be there any more, so computers finish this game.")
RAN_OVER = _("The round ran over time, so computers finish this game.")
PUT_AWAY = _("{who} had a computer play for {name}.")
OFF = _("{who} removed somebody from the table.")
"""In the lobby a seat goes with the person who sat there."""
PLAYED = _("{name} ran out of time: a computer moves.")
WENT_HOME = _("{name} went home: a computer plays.")
FOUND_GONE = _("{name} is away: a computer plays.")
TAKEN_FROM = _("{name} took over {owner}'s seat.")
PLAYS_THERE = _("{name}, who hosts the night and plays here,")
PUT_THERE = _("{who} put {name} in {owner}'s seat.")

SAID_BY: Final[Collection[TableEventKind]] = (
    *("paused", "resumed", "pace"),
    *("nudged", "more_time", "answered"),
)
"""What a leader of the night who plays there does by name: the host may be somebody else."""


def as_told(
    events: Sequence[Event | TableEvent], gone: Collection[int] = ()
) -> list[Event | TableEvent]:
    """Return events of a table in which a seat that passed from one person to another counts as one
    event: two are recorded, with a computer on the seat in between. So does a seat that is freed as
    its person goes away.

    Where seats are `gone` at the end, the game itself doesn't say who has won: it doesn't know.
    """
    told: list[Event | TableEvent] = []
    for event in events:
        if event_ends(event) and gone:
            continue
        last = told[-1] if told else None
        before = last if isinstance(last, TableEvent) else None
        if not isinstance(event, TableEvent) or before is None or before.seat != event.seat:
            told.append(event)
        elif (before.what, before.role, event.what) == ("kicked", "night", "replaced"):
            told[-1] = replace(event, role="night", whom=before.whom, whom_name=before.whom_name)
        elif (before.what, event.what) == ("away", "freed") and not decided_own(before):
            told[-1] = event
        else:
            told.append(event)
    return told


def event_ends(event: Event | TableEvent) -> bool:
    """Tell whether with an event a game says who has won."""
    return isinstance(event, Event) and event.kind == kind_of(MatchOver)


def wording_then(wording: Wording, people: Sequence[Person], language: str) -> Wording:
    """Return the words for what happened while other people sat on the seats.

    `language` is the table's: in it computers are called, whoever reads.
    """
    somebody = wording.gettext(WHO["player"])
    names = [
        ""
        if is_former(each.id)
        else seat_name(each.name or somebody, None if each.id > 0 else "-", language)
        for each in people
    ]
    then = Wording(wording.language, tuple(names), wording.known_emoji)
    return then.in_words() if wording.words_alone else then


def table_event_line(
    act: TableEvent, wording: Wording, rule: OnTimeout, language: str | None = None
) -> str:
    """Return what was done as one line; `wording` has the names of those who sat there then.

    The table's `rule` says what becomes of a move that ran out of time, and its `language` what
    computers are called; without it, that of the words does.
    """
    _ = wording.gettext
    name = "" if act.seat is None else wording.name(act.seat)
    owner = _owner(act, wording, language or wording.language) if act.whom_name else ""
    line = OFF if act.what == "kicked" and act.seat is None else LINES[act.what]
    if act.what == "played_out" and act.role == "clock":
        line = RAN_OVER if act.seat is None else LEFT_ALONE
    if act.what == "out" and rule != "ask":
        line = PLAYED
    if act.what == "freed" and act.role != "vote":
        line = WENT_HOME if act.role == "player" else FOUND_GONE
    if act.what == "replaced" and owner:
        line = PUT_THERE if act.role == "night" else TAKEN_FROM
        name = _person(act.name, wording) if act.name else name
    who = _(WHO[act.role])
    if decided_own(act):
        own = name
        if act.what == "away":
            line = PUT_AWAY
        if act.what in ("kicked", "away"):
            own = _person(act.name or "", wording)
        who = _(PLAYS_THERE, name=own)
    elif act.role == "night" and act.seat is not None and act.what in SAID_BY:
        who = name
    return _(line, who=who, name=name, owner=owner)


def finished_line(act: TableEvent, name: str, wording: Wording) -> str:
    """Return who had computers finish a game that is over, or why they did; `name` is who led its
    night then, if they are known.
    """
    if act.role != "clock":
        who = wording.gettext(WHO["night"])
        if name:
            who = wording.gettext("{name}, who hosts the night,", name=_person(name, wording))
        return wording.gettext("{who} let computers finish this game.", who=who)
    text = _("Nobody seemed to be there any more, so computers finished this game.")
    if act.seat is None:
        text = _("The round ran over time, so computers finished this game.")
    return wording.gettext(text)


def _owner(act: TableEvent, wording: Wording, language: str) -> str:
    """Return whose seat it was: somebody's, or that of a computer in place of whoever was taken
    off.
    """
    if act.whom is None or act.whom > 0:
        return _person(act.whom_name or "", wording)
    return seat_name(act.whom_name or "", "-", language)


def _person(name: str, wording: Wording) -> str:
    """Return what a person was called then, as it stands in a sentence."""
    return wording.addressed(plain_name(seat_name(name, None)))
