"""What happens in 7 Little Korpokkurs, told to a player whom it concerns."""

from __future__ import annotations

from bot.engine.game import Event, MatchOver
from bot.ui.pages.wording import Wording
from cogs.korpokkur import event_lines, views
from cogs.korpokkur.card_words import both, shown_card, some
from cogs.korpokkur.event_lines import gained, out


def heard(event: Event, seat: int, wording: Wording) -> str | None:
    """Return an event as one line for a seat; None if another event, or the hand, says it better.

    What doesn't concern the seat reads as in the log.
    """
    match event:
        case views.HeldOut(seat=giver, to=to) if seat in (giver, to):
            # The giver hears which chips they are; the hand says what is offered to its owner.
            return None
        case views.CardsMoved(givers=givers) if seat in givers:
            # Who passed a card on hears which one that was.
            return None
        case views.Taken(seat=taker, giver=giver) if seat in (taker, giver):
            # Both hear which chips they were.
            return out_of_chips(event.out, seat, wording) or None
        case _:
            return _touching(event, seat, wording) or event_lines.line(event, wording)


def _touching(event: Event, seat: int, wording: Wording) -> str | None:
    """Return an event that concerns a seat in the words for that seat; None for any other."""
    return (
        _of_bags(event, wording)
        or _of_offers(event, seat, wording)
        or _of_cards(event, seat, wording)
        or _of_calls(event, seat, wording)
        or _of_rounds(event, seat, wording)
    )


def _of_bags(event: Event, wording: Wording) -> str | None:
    """Return what only the owner of a bag or hand hears about it."""
    _ = wording.gettext
    match event:
        case views.CardsDrawn():
            drawn = [shown_card(card, wording) for card in event.cards]
            return _("You drew {cards}.", cards=wording.listed(drawn))
        case views.BagSeen():
            chips = both(event.korpokkur, event.butterbur, wording)
            return _("Your bag now holds {chips}.", chips=chips)
        case views.ChipsChosen():
            chips = some(event.chips, event.number, wording)
            return _("You offered {chips}.", chips=chips)
        case _:
            return None


def _of_offers(event: Event, seat: int, wording: Wording) -> str | None:
    """Return what the two players hear about chips that were refused, or moved between them."""
    _ = wording.gettext
    match event:
        case views.Refused(seat=refuser, giver=giver) if seat in (refuser, giver):
            return _refused(event, seat, wording)
        case views.ChipsMoved(giver=giver, taker=taker) if seat in (giver, taker):
            text = (
                _("You got {chips} from {who}.")
                if seat == taker
                else _("You gave {chips} to {who}.")
            )
            return text.format(
                chips=some(event.chips, event.number, wording),
                who=wording.name(giver if seat == taker else taker),
            )
        case _:
            return None


def _refused(event: views.Refused, seat: int, wording: Wording) -> str:
    """Return a refused offer, in words for the one who refused it or for the giver."""
    _ = wording.gettext
    chips = some(event.chips, event.number, wording)
    if seat == event.seat:
        said = _("You said Somo to {chips}.", chips=chips)
        return wording.sentences(said, event_lines.kept(event, wording))
    text = (
        _("{who} said Somo: you kept {chips} and drew {n} more.")
        if event.drawn
        else _("{who} said Somo: you kept {chips} and found none left to draw.")
    )
    return text.format(who=wording.name(event.seat), chips=chips, n=event.drawn)


def _of_cards(event: Event, seat: int, wording: Wording) -> str | None:
    """Return what a player hears about cards played, passed on or affecting their own bag."""
    _ = wording.gettext
    match event:
        case views.CardPlayed(seat=player, target=target) if seat in (player, target):
            return _card_played(event, seat, wording)
        case views.AllTook() | views.AllDropped() if seat in dict(event.numbers):
            return _with_all(event, seat, wording)
        case views.HandoverChosen(seat=giver) if seat == giver:
            return _("You chose a card to pass on.")
        case views.CardGiven(giver=giver, taker=taker) if seat in (giver, taker):
            card = shown_card(event.card, wording)
            if seat == taker:
                return _("{giver} gave you {card}.", giver=wording.name(giver), card=card)
            return _("You gave {card} to {taker}.", card=card, taker=wording.name(taker))
        case _:
            return None


def _card_played(event: views.CardPlayed, seat: int, wording: Wording) -> str:
    """Return a card that a player played, or that was played with that player."""
    _ = wording.gettext
    card = shown_card(event.card, wording)
    if seat == event.target:
        return _("{who} plays {card} with you.", who=wording.name(event.seat), card=card)
    if event.target is None:
        return wording.pgettext("KAMUY card", "You played {card}.", card=card)
    return _("You played {card} with {target}.", card=card, target=wording.name(event.target))


def _with_all(event: views.AllTook | views.AllDropped, seat: int, wording: Wording) -> str:
    """Return how many chips a player took or put back, and how many the others."""
    _ = wording.gettext
    mine = some(event.chips, dict(event.numbers)[seat], wording)
    alike = len({number for _seat, number in event.numbers}) == 1
    if isinstance(event, views.AllTook):
        if alike:
            return _("Everybody took {chips}, you too.", chips=mine)
        said = _("You took {chips}.", chips=mine)
        return wording.sentences(said, event_lines.of_others(event, seat, wording))
    gone = out_of_chips(event.out, seat, wording)
    if alike:
        said = _("Everybody returned {chips}, you too.", chips=mine)
        return wording.sentences(said, gone)
    said = _("You returned {chips}.", chips=mine)
    return wording.sentences(said, event_lines.of_others(event, seat, wording), gone)


def _of_calls(event: Event, seat: int, wording: Wording) -> str | None:
    """Return what callers hear, and those at whom a call was made."""
    _ = wording.gettext
    match event:
        case views.BagChosen(seat=chooser) if seat == chooser:
            return _("You filled your bag.")
        case views.KorkoniCalled(seat=caller, target=target) if seat in (caller, target):
            return _korkoni(event, seat, wording)
        case views.IsamCalled(seat=caller) if seat == caller:
            return _(
                "**Isam!** You left the round: {points}.", points=gained(event.points, wording)
            )
        case views.ArwampeCalled(seat=caller) if seat == caller:
            chips = both(event.korpokkur, event.butterbur, wording)
            return _("**Arwampe!** You showed {chips}.", chips=chips)
        case _:
            return None


def _korkoni(event: views.KorkoniCalled, seat: int, wording: Wording) -> str:
    """Return an accusation, in words for the accuser or the accused."""
    _ = wording.gettext
    if seat == event.seat:
        text = (
            _("**Korkoni!** You were right: {other} is out.")
            if event.right
            else _("**Korkoni!** You accused {other}, but were wrong.")
        )
        said = text.format(other=wording.name(event.target))
        return wording.sentences(said, out_of_chips(event.out, seat, wording))
    other = wording.name(event.seat)
    if not event.right:
        said = _("**Korkoni!** {other} accused you, but was wrong.", other=other)
        return wording.sentences(said, out_of_chips(event.out, seat, wording))
    text = (
        _("**Korkoni!** {other} caught you. You're out of this round: {points}.")
        if event.points
        else _("**Korkoni!** {other} caught you. You're out of this round.")
    )
    return text.format(other=other, points=gained(event.points, wording))


def _of_rounds(event: Event, seat: int, wording: Wording) -> str | None:
    _ = wording.gettext
    match event:
        case views.RoundBegan(first=first):
            # Which cards are drawn is told separately.
            who = wording.name(first)
            starts = _("you start") if seat == first else _("{who} starts", who=who)
            return event_lines.round_began(event, starts, wording)
        case views.BagsFilled(first=first) if seat == first:
            return _("Both bags are filled. You start.")
        case views.RoundEnded(winners=(winner,), points=points) if seat == winner and points:
            return _("You won round {n}: {points}.", n=event.round, points=gained(points, wording))
        case MatchOver(winners=(winner,)) if seat == winner:
            return _("You win the game!")
        case _:
            return None


def out_of_chips(seats: tuple[int, ...], seat: int | None, wording: Wording) -> str:
    """Return who ran out of chips, the reader first."""
    if seat not in seats:
        return out(seats, wording)
    others = tuple(other for other in seats if other != seat)
    said = wording.gettext("You're out, with no chips left.")
    return wording.sentences(said, out(others, wording))
