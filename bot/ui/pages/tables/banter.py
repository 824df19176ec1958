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

LINES: Final[Mapping[Temper, Mapping[Moment, Sequence[str]]]] = {
    "calm": {
        "start": (_("Let's have a good game."),),
        "glad": (
            _("That worked out."),
            _("A good moment."),
            _("I'll gladly take it."),
        ),
        "hurt": (
            _("Well, it happens."),
            _("No harm done."),
            _("Next time, perhaps."),
        ),
        "awe": (
            _("Nicely done."),
            _("That was a fine move."),
            _("A pleasure to watch."),
        ),
        "last": (_("Last round. No hurry."),),
        "end": (
            _("Thank you, that was fun."),
            _("A good game. Well played."),
            _("I enjoyed every turn."),
        ),
    },
    "cheeky": {
        "start": (_("I hope you brought luck!"),),
        "glad": (
            _("Ha! Did you see that?"),
            _("Too easy!"),
            _("Somebody write that down!"),
        ),
        "hurt": (
            _("Ouch. I meant to do that."),
            _("That doesn't count, does it?"),
            _("I was going easy on you."),
        ),
        "awe": (
            _("Hey, that was my plan!"),
            _("Show-off!"),
            _("All right, teach me that one."),
        ),
        "last": (_("Now I start trying."),),
        "end": (
            _("Again? I dare you."),
            _("Best of three?"),
            _("Next time, no mercy!"),
        ),
    },
    "solemn": {
        "start": (_("May the cards be kind."),),
        "glad": (
            _("So it was written."),
            _("Patience is rewarded."),
            _("Fortune smiles on me."),
        ),
        "hurt": (
            _("I accept my fate."),
            _("The wind has turned."),
            _("I shall rise again."),
        ),
        "awe": (
            _("I bow to you."),
            _("This will be remembered."),
            _("A worthy rival."),
        ),
        "last": (_("The end draws near."),),
        "end": (
            _("It was an honour."),
            _("We shall meet again."),
            _("I'll keep this game in my heart."),
        ),
    },
    "dreamy": {
        "start": (_("Is it my turn? Not yet?"),),
        "glad": (
            _("Oh, I won something?"),
            _("It feels like spring."),
            _("Did I do that?"),
        ),
        "hurt": (
            _("I was watching a cloud."),
            _("Was that important?"),
            _("Away it floats …"),
        ),
        "awe": (
            _("Pretty, like fireworks."),
            _("Can I see that again?"),
            _("Like a shooting star."),
        ),
        "last": (_("So soon?"),),
        "end": (
            _("I'll dream of this one."),
            _("Oh, is it over?"),
            _("I'll hum this one on my way home."),
        ),
    },
}
"""What is said at a moment: a line a round, in turn, so that none stands twice on a screen; at the
end one for the table."""


def banter(
    render: Render, events: Sequence[Event], seats: int, wording: Wording, *, begins: bool
) -> dict[int, str]:
    """Return what computers say about the newest events, all told to everybody, by their `id`.

    In each round that begins among them, the first event that puts a computer into a mood speaks,
    in other words than in the round before. `begins` is whether the game has only just begun.
    """
    said: dict[int, str] = {}
    for round_ in _rounds(render, events):
        number: int = getattr(round_[0], "round", 1)
        found = [(event, _line(render, event, seats, wording, number)) for event in round_]
        said |= dict([(id(event), line) for event, line in found if line][:1])
        if begins:
            said[id(round_[0])] = by_somebody("start", seats, wording)
    return {event: line for event, line in said.items() if line}


def by_somebody(moment: Moment, seats: int, wording: Wording, number: int = 1) -> str:
    """Return what the computer on the lowest seat says in a round; "" if there is none."""
    first = next((seat for seat in range(seats) if wording.computer(seat)), None)
    return "" if first is None else _says(first, moment, wording, number)


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


def _line(render: Render, event: Event, seats: int, wording: Wording, number: int) -> str:
    """Return what a computer says about an event; "" if it leaves all of them cold."""
    mood = render.mood(event)
    if mood is None:
        return ""
    seat, moment = mood
    if moment == "last":
        return by_somebody(moment, seats, wording, number)
    if wording.computer(seat) is not None:
        # Nobody is in awe of themselves.
        return _says(seat, "glad" if moment == "awe" else moment, wording, number)
    return by_somebody(moment, seats, wording, number) if moment == "awe" else ""


def _says(seat: int, moment: Moment, wording: Wording, number: int) -> str:
    name = wording.computer(seat)
    assert name is not None
    lines = LINES[FACES[name].temper][moment]
    words = wording.gettext(lines[(number - 1) % len(lines)])
    said = wording.gettext("{who}: {words}", who=wording.name(seat), words=words)
    return f"{BANTER}{wording.emoji(face_emoji(name))} {said}".replace(f"{BANTER} ", BANTER)
