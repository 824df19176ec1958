"""What happened in Shiranui, a trick in one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from bot.engine.game import Event
from bot.ui.pages.render import Say
from bot.ui.pages.what_happened import TrickEvents, lead_and_newest, trick_lines, units
from bot.ui.pages.wording import Wording
from cogs.shiranui import card_words, event_lines, views

_TRICKS: Final = TrickEvents(views.RoundBegan, (views.Played, views.Given), views.TrickWon)


def joined(
    events: Sequence[Event],
    seat: int | None,
    wording: Wording,
    say: Say,
    *,
    brief: bool,
) -> Iterator[str | None]:
    """Yield what happened as lines, for a seat or for all (None); `say` words a single event."""
    trick = partial(_brief_trick if brief else _trick, seat=seat, wording=wording)
    return trick_lines(units(events, _joins), _TRICKS, partial(map, say), trick)


def _joins(unit: Sequence[Event], event: Event) -> bool:
    """Tell whether an event belongs to the trick that the others are of."""
    going_on = isinstance(unit[-1], views.Played | views.Given)
    leads = isinstance(event, views.Played) and event.led
    return going_on and not leads and isinstance(event, views.Played | views.Given | views.TrickWon)


def _trick(unit: Sequence[Event], number: int, seat: int | None, wording: Wording) -> str:
    """Return a trick so far: who played and gave what, and once it is over who won it."""
    _ = wording.gettext
    leads = isinstance(unit[0], views.Played) and unit[0].led
    # How a trick began that was broken in two is told before.
    plays, end, gave = ([] if leads else ["…"]), "", None
    for event in unit:
        match event:
            case views.Given():
                gave = event
            case views.Played():
                if gave is not None and event.forced and event.seat == seat:
                    # Only the gift was of their own doing.
                    plays.append(_gave(gave, seat, wording))
                    plays.append(_forced(card_words.shown(event.card, wording), wording))
                else:
                    plays.append(_played(event, gave, seat, wording))
                gave = None
            case views.TrickWon():
                end = _won(event, event.seat == seat, wording)
            case _:
                pass
    if gave is not None:
        plays.append(_gave(gave, seat, wording))
    said = _("Trick {n}: {plays}.", n=number, plays=wording.series(plays))
    return wording.sentences(said, end)


def _brief_trick(unit: Sequence[Event], number: int, seat: int | None, wording: Wording) -> str:
    """Return the lead and what came last in a trick, without gifts that a card has followed; or who
    won it, and what lay on the card of a reader who lost it. Only that reader is told who wins a
    tie.
    """
    _, end = wording.gettext, unit[-1]
    if not isinstance(end, views.TrickWon):
        played = [each for each in unit if isinstance(each, views.Played)]
        plays = [_played(each, None, seat, wording) for each in played]
        if isinstance(end, views.Given):
            plays.append(_gave(end, seat, wording))
        led = bool(played) and played[0].led
        shown = lead_and_newest(plays) if led else ("…", plays[-1])
        return _("Trick {n}: {plays}.", n=number, plays=wording.series(shown))
    hits = [each for each in unit if isinstance(each, views.Given) and each.owner == seat]
    if hits and end.seat != seat:
        plays = wording.series(_gave(each, seat, wording) for each in hits)
        said = _("Trick {n}: {plays}.", n=number, plays=plays)
        return wording.sentences(said, _won(end, False, wording))
    said = (
        _("Trick {n}: you won {points} with {card}.")
        if end.seat == seat
        else _("Trick {n}: {who} won {points} with {card}.")
    )
    card = card_words.shown(end.card, wording)
    said = said.format(n=number, who=wording.name(end.seat), points=end.points, card=card)
    return wording.sentences(said, event_lines.void(end, wording))


def _played(
    event: views.Played, gave: views.Given | None, seat: int | None, wording: Wording
) -> str:
    """Return who played which card, and in brackets what they gave to another before."""
    _, own = wording.gettext, event.seat == seat
    if event.led:
        said = _("you led {card}") if own else _("{who} led {card}")
    else:
        said = _("you {card}") if own else _("{who} {card}")
    card = card_words.shown(event.card, wording)
    said = said.format(who=wording.name(event.seat), card=card)
    if gave is not None:
        said = wording.annotated(said, event_lines.gift(gave, seat, wording))
    return _forced(said, wording) if event.forced and own else said


def _forced(play: str, wording: Wording) -> str:
    """Return that a card was played for its owner, who had no other."""
    return wording.gettext("{play} (your only card, played for you)", play=play)


def _gave(event: views.Given, seat: int | None, wording: Wording) -> str:
    """Return a gift that no card of whose it is has followed."""
    _ = wording.gettext
    said = _("you put {gift}") if event.seat == seat else _("{who} put {gift}")
    gift = event_lines.gift(event, seat, wording)
    return said.format(who=wording.name(event.seat), gift=gift)


def _won(event: views.TrickWon, own: bool, wording: Wording) -> str:
    _ = wording.gettext
    said = _("You won {n} with {card}.") if own else _("{who} won {n} with {card}.")
    card = card_words.shown(event.card, wording)
    said = said.format(who=wording.name(event.seat), n=event.points, card=card)
    return wording.sentences(said, event_lines.why(event, wording))
