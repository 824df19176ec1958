"""What happened in Colors of Kasane, a turn in one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.game import Event
from bot.ui.pages.render import Say
from bot.ui.pages.what_happened import units
from bot.ui.pages.wording import Wording
from cogs.kasane import card_art, card_words, event_lines, views
from cogs.kasane.views import PLUS_ONE


def joined(
    events: Sequence[Event],
    seat: int | None,
    wording: Wording,
    say: Say,
    *,
    brief: bool,
) -> Iterator[str | None]:
    """Yield what happened as lines, for a seat or for all (None); `say` words a single event.

    A robe that brings nothing at the end isn't news, nor is one's own, whose points are added up.
    """
    for unit in units(events, _joins):
        match unit:
            case [views.CardTaken() as taken, views.MeldAchieved() as meld] if not brief:
                yield _turn(taken, meld, taken.seat == seat, wording)
            case [views.RobeCounted() as robe] if robe.seat == seat or not event_lines.brings(robe):
                pass
            case [*_, event] if brief:
                yield say(event)
            case _:
                yield from map(say, unit)


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
