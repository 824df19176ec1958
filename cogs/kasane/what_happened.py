"""What happened in Colors of Kasane, a turn in one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.engine.game import Event
from bot.ui.pages.what_happened import units
from bot.ui.pages.wording import Wording
from cogs.kasane import card_art, card_words, views
from cogs.kasane.views import PLUS_ONE


def told(
    events: Sequence[Event],
    seat: int | None,
    wording: Wording,
    say: Callable[[Event], str | None],
    *,
    briefly: bool = False,
) -> list[str]:
    """Return what happened as lines, for a seat or for all (None); `say` words a single event.

    A robe that brings nothing at the end isn't news, nor is one's own, whose points are added up.
    """
    lines: list[str | None] = []
    for unit in units(events, _joins):
        match unit:
            case [views.CardTaken() as taken, views.MeldAchieved() as meld] if not briefly:
                lines.append(_turn(taken, meld, taken.seat == seat, wording))
            case [views.RobeCounted() as robe] if robe.seat == seat or not _brings(robe):
                pass
            case [*_, event] if briefly:
                lines.append(_brief(event, seat, wording, say))
            case _:
                lines += map(say, unit)
    return [line for line in lines if line]


def _brief(
    event: Event, seat: int | None, wording: Wording, say: Callable[[Event], str | None]
) -> str | None:
    """Return an event in few words: the cards of a meld say which it is."""
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            # The board says whether it's the last one.
            return say(replace(event, reshuffled=False))
        case views.MeldAchieved():
            own = event.seat == seat
            said = _("You laid {cards}: +{n}.") if own else _("{who} laid {cards}: +{n}.")
            cards = card_words.melded(event.cards, wording, top=event.top)
            return said.format(who=wording.name(event.seat), cards=cards, n=event.points)
        case views.CardTaken():
            said = _("You took {card}.") if event.seat == seat else _("{who} took {card}.")
            card = card_words.shown((event.card,), wording)
            return said.format(who=wording.name(event.seat), card=card)
        case views.RobeCounted():
            return _("{who}'s robe: +{n}.", who=wording.name(event.seat), n=_brings(event))
        case views.RoundEnded():
            return _("Round {n} ended.", n=event.round)
        case _:
            return say(event)


def _brings(robe: views.RobeCounted) -> int:
    return robe.colour_points + robe.whole_points


def _joins(unit: Sequence[Event], event: Event) -> bool:
    """Tell if an event is the meld made with the card just taken; a "+1" has its own line."""
    last = unit[-1]
    took = isinstance(last, views.CardTaken) and last.card != PLUS_ONE
    return took and isinstance(event, views.MeldAchieved)


def _turn(taken: views.CardTaken, meld: views.MeldAchieved, own: bool, wording: Wording) -> str:
    _ = wording.gettext
    said = (
        _("You took {card} from row {row}: {meld} {cards}, +{n}.")
        if own
        else _("{who} took {card} from row {row}: {meld} {cards}, +{n}.")
    )
    return said.format(
        who=wording.name(taken.seat),
        card=wording.drawn(card_art.card_emoji(taken.card), card_art.number(taken.card)),
        row=taken.row,
        meld=card_words.name(meld.meld, wording),
        cards=card_words.melded(meld.cards, wording, top=meld.top),
        n=meld.points,
    )
