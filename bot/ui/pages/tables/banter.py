"""What computers say at a table: a line a round at most, about something that all could see.

It stands below the line about that, in the same message: nothing comes sooner or later for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from bot.engine.game import Event
from bot.engine.text import marked as _
from bot.ui.pages.render import Mood, Render
from bot.ui.pages.what_happened import BANTER
from bot.ui.pages.wording import Wording
from bot.ui.pictures.faces import FACES, Temper, face_emoji

Moment = Mood | Literal["start", "end"]

LINES: Final[Mapping[Temper, Mapping[Moment, str]]] = {
    "calm": {
        "start": _("Let's have a good game."),
        "glad": _("That worked out."),
        "hurt": _("Well, it happens."),
        "awe": _("Nicely done."),
        "last": _("Last round. No hurry."),
        "end": _("Thank you, that was fun."),
    },
    "cheeky": {
        "start": _("I hope you brought luck!"),
        "glad": _("Ha! Did you see that?"),
        "hurt": _("Ouch. I meant to do that."),
        "awe": _("Hey, that was my plan!"),
        "last": _("Now I start trying."),
        "end": _("Again? I dare you."),
    },
    "solemn": {
        "start": _("May the cards be kind."),
        "glad": _("So it was written."),
        "hurt": _("I accept my fate."),
        "awe": _("I bow to you."),
        "last": _("The end draws near."),
        "end": _("It was an honour."),
    },
    "dreamy": {
        "start": _("Is it my turn? Not yet?"),
        "glad": _("Oh, I won something?"),
        "hurt": _("I was watching a cloud."),
        "awe": _("Pretty, like fireworks."),
        "last": _("So soon?"),
        "end": _("I'll dream of this one."),
    },
}


def banter(
    render: Render, events: Sequence[Event], seats: int, wording: Wording, *, begins: bool
) -> dict[int, str]:
    """Return what computers say about the newest events, all told to everybody, by their `id`.

    In each round that begins among them, the first event that puts a computer into a mood speaks.
    `begins` is whether the game has only just begun.
    """
    said: dict[int, str] = {}
    for round_ in _rounds(render, events):
        found = [(event, _line(render, event, seats, wording)) for event in round_]
        said |= dict([(id(event), line) for event, line in found if line][:1])
        if begins:
            said[id(round_[0])] = by_somebody("start", seats, wording)
    return {event: line for event, line in said.items() if line}


def by_somebody(moment: Moment, seats: int, wording: Wording) -> str:
    """Return what the computer on the lowest seat says; "" if there is none."""
    first = next((seat for seat in range(seats) if wording.computer(seat)), None)
    return "" if first is None else _says(first, moment, wording)


def _rounds(render: Render, events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield the events of each round that begins among these."""
    round_: list[Event] = []
    for event in events:
        if isinstance(event, render.begins_round):
            if round_:
                yield round_
            round_ = [event]
        elif round_:
            round_.append(event)
    if round_:
        yield round_


def _line(render: Render, event: Event, seats: int, wording: Wording) -> str:
    """Return what a computer says about an event; "" if it leaves all of them cold."""
    mood = render.mood(event)
    if mood is None:
        return ""
    seat, moment = mood
    if moment == "last":
        return by_somebody(moment, seats, wording)
    if wording.computer(seat) is not None:
        # Nobody is in awe of themselves.
        return _says(seat, "glad" if moment == "awe" else moment, wording)
    return by_somebody(moment, seats, wording) if moment == "awe" else ""


def _says(seat: int, moment: Moment, wording: Wording) -> str:
    name = wording.computer(seat)
    assert name is not None
    words = wording.gettext(LINES[FACES[name].temper][moment])
    said = wording.gettext("{who}: {words}", who=wording.name(seat), words=words)
    return f"{BANTER}{wording.emoji(face_emoji(name))} {said}".replace(f"{BANTER} ", BANTER)
