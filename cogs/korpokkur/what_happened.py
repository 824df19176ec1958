"""What happened in 7 Little Korpokkurs, a turn in one line, and who is doing what now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.engine.game import Event
from bot.ui.pages.what_happened import units
from bot.ui.pages.wording import Wording
from cogs.korpokkur import components, views
from cogs.korpokkur.card_words import some, unseen
from cogs.korpokkur.event_lines import kept
from cogs.korpokkur.heard_lines import out_of_chips

_OFFER: Final = (views.HeldOut, views.ChipsChosen, views.Taken, views.Refused, views.ChipsMoved)
"""What an offer consists of, its answer included."""


def told(
    events: Sequence[Event],
    seat: int | None,
    wording: Wording,
    say: Callable[[Event], str | None],
) -> list[str]:
    """Return what happened as lines, for a seat or for all (None); `say` words a single event."""
    lines: list[str | None] = []
    for unit in units(events, _joins):
        if isinstance(unit[0], _OFFER) and not isinstance(unit[0], views.ChipsMoved):
            lines.append(_offer(unit, seat, wording))
        else:
            lines.append(wording.sentences("", *(say(each) or "" for each in unit)))
    return [line for line in lines if line]


def _joins(unit: Sequence[Event], event: Event) -> bool:
    """Tell whether an event belongs to the turn that the others are of."""
    last = unit[-1]
    match event:
        case views.ChipsChosen():
            return isinstance(last, views.HeldOut)
        case views.Taken() | views.Refused():
            return isinstance(last, views.HeldOut | views.ChipsChosen)
        case views.ChipsMoved():
            return isinstance(last, views.Taken)
        case views.AllTook() | views.AllDropped() | views.CardsMoved():
            return isinstance(last, views.CardPlayed)
        case _:
            return False


def _offer(unit: Sequence[Event], seat: int | None, wording: Wording) -> str | None:
    """Return an offer with its answer, in words for the giver, for who was asked, or for others."""
    chips: components.Chips | None = None
    for event in unit:
        if isinstance(event, views.ChipsChosen | views.ChipsMoved):
            chips = event.chips
    for event in unit:
        if isinstance(event, views.Refused):
            said = _answered(event, event.chips, seat, wording)
            return wording.sentences(said, _kept(event, seat, wording))
        if isinstance(event, views.Taken):
            said = _answered(event, chips, seat, wording)
            return wording.sentences(said, out_of_chips(event.out, seat, wording))
    return _held_out(unit[0], chips, seat, wording)


def _held_out(
    event: Event, chips: components.Chips | None, seat: int | None, wording: Wording
) -> str | None:
    """Return an offer that isn't answered yet; None for who is asked, whose hand says it."""
    _ = wording.gettext
    if not isinstance(event, views.HeldOut) or event.to == seat:
        return None
    to = wording.name(event.to)
    shown = unseen(event.number, wording)
    if event.seat == seat:
        shown = shown if chips is None else some(chips, event.number, wording)
        return _("You offered {to} {chips}.", to=to, chips=shown)
    return _("{who} offers {to} {chips}.", who=wording.name(event.seat), to=to, chips=shown)


def _answered(
    event: views.Taken | views.Refused,
    chips: components.Chips | None,
    seat: int | None,
    wording: Wording,
) -> str:
    """Return an offer that was answered; `chips` are None where they aren't known."""
    _ = wording.gettext
    if event.giver == seat:
        text = _("{to} said {answer} to your {chips}.")
    elif event.seat == seat:
        text = _("You said {answer} to {who}'s {chips}.")
    else:
        text = _("{who} offered {to} {chips}, {to} said {answer}.")
    return text.format(
        who=wording.name(event.giver),
        to=wording.name(event.seat),
        chips=wording.pgettext("chips", "{n}", n=event.number)
        if chips is None
        else some(chips, event.number, wording),
        answer=_("Eh") if isinstance(event, views.Taken) else _("Somo"),
    )


def _kept(event: views.Refused, seat: int | None, wording: Wording) -> str:
    """Return what the giver did with chips that were refused."""
    if event.giver != seat:
        return kept(event, wording)
    if not event.drawn:
        return wording.gettext("You kept them, but there are none left to draw.")
    return wording.gettext("You kept them and drew {n} more.", n=event.drawn)


def doing(view: views.Public, to_act: tuple[int, ...], wording: Wording) -> str:
    """Return what those who are to act do, for all to read."""
    _, many = wording.gettext, len(to_act)
    match view.phase:
        case "bags":
            said = wording.ngettext(
                "{who} fills a bag in secret.", "{who} fill their bags in secret.", many
            )
        case "handover":
            said = wording.ngettext(
                "{who} chooses a KAMUY card to pass on.",
                "{who} choose KAMUY cards to pass on.",
                many,
            )
        case "answer":
            said = _("{who} says Eh (yes) or Somo (no) to {chips}.")
        case _:
            said = _("{who} offers chips, plays a card, or accuses.")
    chips = unseen(view.number, wording)
    return said.format(who=wording.names(to_act), chips=chips)
