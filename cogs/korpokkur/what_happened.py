"""What happened in 7 Little Korpokkurs, a turn in one line, and who is doing what now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.game import Event
from bot.ui.pages.render import Say
from bot.ui.pages.what_happened import units
from bot.ui.pages.wording import Wording
from cogs.korpokkur import components, views
from cogs.korpokkur.card_words import CHIP_EMOJI, some, unseen
from cogs.korpokkur.event_lines import kept
from cogs.korpokkur.heard_lines import out_of_chips

_OFFER: Final = (views.HeldOut, views.ChipsChosen, views.Taken, views.Refused)
"""How a unit begins that is an offer, or its answer."""


def joined(
    events: Sequence[Event],
    seat: int | None,
    wording: Wording,
    say: Say,
    *,
    brief: bool,
) -> Iterator[str | None]:
    """Yield what happened as lines, for a seat or for all (None); `say` words a single event.

    In `brief` a line says who did what, what their own bag then holds, and who is out for it.
    """
    for unit in units(events, _joins):
        if isinstance(unit[0], _OFFER):
            yield _offer(unit, seat, wording, brief=brief)
            continue
        said = [each for each in map(say, _settled(unit)) if each]
        if brief:
            gone = tuple(one for each in unit for one in getattr(each, "out", ()))
            out = out_of_chips(gone, seat, wording)
            seen = filter(None, (say(each) for each in unit[1:] if isinstance(each, views.BagSeen)))
            said = [*said[:1], *seen, *(() if said and out in said[0] else (out,))]
        yield wording.sentences("", *said)


def _settled(unit: Sequence[Event]) -> Sequence[Event]:
    """Return the events of a turn without the choice of cards to pass on, once those are passed.

    That they are passed on is what the card says that was played for it.
    """
    moved = unit[-1]
    if not isinstance(moved, views.CardsMoved):
        return unit
    left = [each for each in unit if not isinstance(each, views.HandoverChosen)]
    return left[:-1] if len(left) > 1 and moved.givers else left


def _joins(unit: Sequence[Event], event: Event) -> bool:
    """Tell whether an event belongs to the turn that the others are of."""
    last = unit[-1]
    match event:
        case views.ChipsChosen():
            return isinstance(last, views.HeldOut)
        case views.Taken() | views.Refused():
            return isinstance(last, views.HeldOut | views.ChipsChosen)
        case views.ChipsMoved():
            return isinstance(last, views.Taken | views.KorkoniCalled)
        case views.AllTook() | views.AllDropped() | views.BagSeen():
            return isinstance(last, views.CardPlayed)
        case views.HandoverChosen() | views.CardsMoved():
            return isinstance(last, views.CardPlayed | views.HandoverChosen)
        case _:
            return False


def _offer(unit: Sequence[Event], seat: int | None, wording: Wording, *, brief: bool) -> str | None:
    """Return an offer with its answer, in words for the giver, for who was asked, or for others."""
    chips = _known(unit)
    for event in unit:
        if isinstance(event, views.Refused):
            said = _answered(event, chips, seat, wording, brief=brief)
            return said if brief else wording.sentences(said, _kept(event, seat, wording))
        if isinstance(event, views.Taken):
            said = _answered(event, chips, seat, wording, brief=brief)
            return wording.sentences(said, out_of_chips(event.out, seat, wording))
    return _held_out(unit[0], chips, seat, wording)


def _known(unit: Sequence[Event]) -> components.Chips | None:
    """Return which chips an offer is of, as far as these events tell."""
    chips: components.Chips | None = None
    for event in unit:
        if isinstance(event, views.ChipsChosen | views.ChipsMoved | views.Refused):
            chips = event.chips
    return chips


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
    *,
    brief: bool,
) -> str:
    """Return an offer that was answered; `chips` are None where they aren't known.

    In `brief`, others read which chips were refused only if an emoji says it.
    """
    _ = wording.gettext
    emoji = "" if chips is None else wording.emoji(CHIP_EMOJI[chips])
    refused = isinstance(event, views.Refused)
    if event.giver == seat:
        said = short = _("{to} said {answer} to your {chips}.")
        if emoji:
            short = (
                _("{to} refused your {n} {drawn}.") if refused else _("{to} took your {n} {drawn}.")
            )
    elif event.seat == seat:
        said, short = _("You said {answer} to {who}'s {chips}."), _("You said {answer} to {chips}.")
    elif brief and emoji and refused:
        return _(
            "{to} refused {who}'s {n} {chips}.",
            who=wording.name(event.giver),
            to=wording.name(event.seat),
            n=event.number,
            chips=emoji,
        )
    else:
        said = _("{who} offered {to} {chips}, {to} said {answer}.")
        short = _("{to} refused {who}'s {chips}.") if refused else _("{to} took {who}'s {chips}.")
    text = short if brief else said
    return text.format(
        who=wording.name(event.giver),
        to=wording.name(event.seat),
        chips=unseen(event.number, wording)
        if chips is None
        else some(chips, event.number, wording),
        answer=_("Somo") if refused else _("Eh"),
        n=event.number,
        drawn=emoji,
    )


def _kept(event: views.Refused, seat: int | None, wording: Wording) -> str:
    """Return what the giver did with chips that were refused."""
    if event.giver != seat:
        return kept(event, wording)
    if not event.drawn:
        return wording.ngettext(
            "You kept it, but there is none left to draw.",
            "You kept them, but there are none left to draw.",
            event.number,
        )
    return wording.ngettext(
        "You kept it and drew {n} more.",
        "You kept them and drew {n} more.",
        event.number,
        n=event.drawn,
    )


def doing(view: views.Public, to_act: tuple[int, ...], wording: Wording) -> str:
    """Return what those who are to act do, for all to read."""
    _, many, who = wording.gettext, len(to_act), wording.names(to_act)
    match view.phase:
        case "bags":
            return wording.ngettext(
                "{who} fills a bag in secret.", "{who} fill their bags in secret.", many, who=who
            )
        case "handover":
            return wording.ngettext(
                "{who} chooses a KAMUY card to pass on.",
                "{who} choose KAMUY cards to pass on.",
                many,
                who=who,
            )
        case "answer":
            chips = unseen(view.number, wording)
            return _("{who} says Eh (yes) or Somo (no) to {chips}.", who=who, chips=chips)
        case _ if not view.hand_sizes[view.turn]:
            return _("{who} offers chips or accuses.", who=who)
        case _:
            return _("{who} offers chips, plays a card, or accuses.", who=who)
