"""What happens in 7 Little Korpokkurs, as lines of the log."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.game import Event, MatchOver
from bot.ui.pages.numbers import cards, points
from bot.ui.pages.wording import Wording
from cogs.korpokkur import views
from cogs.korpokkur.card_words import both, card_name, crowd, people, season, some, unseen


def line(event: Event, wording: Wording) -> str | None:
    """Return an event as one log line; None for what only some hear."""
    return (
        _of_chips(event, wording)
        or _of_cards(event, wording)
        or _of_calls(event, wording)
        or _of_rounds(event, wording)
    )


def _of_chips(event: Event, wording: Wording) -> str | None:
    """Return what is said of bags that are filled and chips that are held out."""
    _ = wording.gettext
    match event:
        case views.BagChosen():
            return _("{who} has filled a bag in secret.").format(who=wording.name(event.seat))
        case views.BagsFilled():
            return _("Both bags are filled; {who} starts.").format(who=wording.name(event.first))
        case views.HeldOut():
            call = _("Sinep") if event.number == 1 else _("Tup")
            return _("{call}: {who} holds out {chips} to {to}.").format(
                call=call,
                who=wording.name(event.seat),
                chips=unseen(event.number, wording),
                to=wording.name(event.to),
            )
        case views.Taken():
            said = _("Eh: {who} takes the {chips} of {giver}.").format(
                who=wording.name(event.seat),
                chips=wording.ngettext("{n} chip", "{n} chips", event.number).format(
                    n=event.number
                ),
                giver=wording.name(event.giver),
            )
            return said + _out(event.out, wording)
        case views.Refused():
            return _("Somo: {who} refuses {chips}. {giver} keeps them and draws {drawn}.").format(
                who=wording.name(event.seat),
                chips=some(event.chips, event.number, wording),
                giver=wording.name(event.giver),
                drawn=_("{n} more").format(n=event.drawn) if event.drawn else _("none"),
            )
        case _:
            return None


def _of_cards(event: Event, wording: Wording) -> str | None:
    """Return what is said of KAMUY cards and what they do."""
    _ = wording.gettext
    match event:
        case views.CardPlayed():
            return _card_played(event, wording)
        case views.AllTook():
            return _numbers(event.numbers, _("From the table: {counts}."), event.chips, wording)
        case views.AllDropped():
            said = _numbers(event.numbers, _("Back to the table: {counts}."), event.chips, wording)
            return said + _out(event.out, wording)
        case views.HandoverChosen():
            return _("{who} has chosen a card to pass on.").format(who=wording.name(event.seat))
        case views.CardsMoved():
            if not event.givers:
                return _("Nobody has a card to pass on.")
            return _("The cards are passed on, by {who}.").format(who=crowd(event.givers, wording))
        case _:
            return None


def _of_calls(event: Event, wording: Wording) -> str | None:
    """Return what is said of the three calls."""
    _ = wording.gettext
    match event:
        case views.KorkoniCalled():
            return _korkoni(event, wording)
        case views.IsamCalled():
            return _("**Isam!** {who} leaves the round with an empty bag: +{points}.").format(
                who=wording.name(event.seat), points=points(event.points, wording)
            )
        case views.ArwampeCalled():
            return _("**Arwampe!** {who} shows {chips}.").format(
                who=wording.name(event.seat), chips=both(event.korpokkur, event.butterbur, wording)
            )
        case _:
            return None


def _of_rounds(event: Event, wording: Wording) -> str | None:
    """Return what is said of how rounds and the match begin and end."""
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            return _round_began(event, wording)
        case views.RoundEnded():
            said = _("Round {n} is over. {ending}").format(
                n=event.round, ending=ending(event.ending, event.winners, wording)
            )
            return f"{said} (+{points(event.points, wording)})" if event.points else said
        case views.BagsCounted():
            return _("The scores are tied. {counts}").format(counts=tie(event.counts, wording))
        case MatchOver():
            # Without the points: the short game has none.
            return _("{who}: the game is won!").format(who=crowd(event.winners, wording))
        case _:
            return None


def ending(how: views.Ending, winners: tuple[int, ...], wording: Wording) -> str:
    """Return how a round ended."""
    _ = wording.gettext
    who = crowd(winners, wording)
    match how:
        case "arwampe":
            return _("{who} wins it with Arwampe!").format(who=who)
        case "last":
            return _("{who} is the last one in it.").format(who=who)
        case "none":
            return _("Nobody is left: {who} share it.").format(who=who)
        case "turns":
            if winners:
                return _("It has been long enough: {who} share it.").format(who=who)
            return _("It has been long enough, and nobody wins it.")


def outcome(how: views.Outcome, wording: Wording) -> str:
    """Return how a round ended, with the bag that was shown."""
    said = ending(how.ending, how.winners, wording)
    return f"{said} {both(*how.shown, wording)}" if how.shown else said


def tie(counts: Iterable[views.TieCount], wording: Wording) -> str:
    """Return what was counted to break a tie."""
    _ = wording.gettext
    return (
        "; ".join(
            _("{who}: {butterbur}, {cards}").format(
                who=wording.name(count.seat),
                butterbur=_("{n} B◆").format(n=count.butterbur),
                cards=cards(count.cards, wording),
            )
            for count in counts
        )
        + "."
    )


def _round_began(event: views.RoundBegan, wording: Wording) -> str:
    _ = wording.gettext
    said = (
        _("The short game: {who} starts.")
        if not event.points
        else _("Round {n}, {season}: {who} starts.")
    )
    said = said.format(
        n=event.round, season=season(event.round, wording), who=wording.name(event.first)
    )
    if event.korpokkur:
        chips = both(event.korpokkur, event.butterbur, wording)
        said += " " + _("In each bag: {chips}.").format(chips=chips)
    drawn = wording.ngettext(
        "Each draws {n} KAMUY card.", "Each draws {n} KAMUY cards.", event.cards
    )
    return f"{said} {drawn.format(n=event.cards)}"


def _card_played(event: views.CardPlayed, wording: Wording) -> str:
    _ = wording.gettext
    who, card = wording.name(event.seat), f"`{card_name(event.card, wording)}`"
    if event.card == "reverse":
        return _("{who} plays {card}: turns go the other way now.").format(who=who, card=card)
    if event.target is None:
        return _("{who} plays {card}.").format(who=who, card=card)
    return _("{who} plays {card} with {target}.").format(
        who=who, card=card, target=wording.name(event.target)
    )


def _numbers(
    numbers: Iterable[tuple[int, int]], text: str, chips: views.Chips, wording: Wording
) -> str:
    """Return how many chips each player moved, those with the same number together."""
    by_number: dict[int, list[int]] = {}
    for seat, number in numbers:
        by_number.setdefault(number, []).append(seat)
    if len(by_number) == 1:
        (number,) = by_number
        each = wording.gettext("{chips} each").format(chips=some(chips, number, wording))
        return text.format(counts=each)
    counts = "; ".join(
        f"{some(chips, number, wording)} – {people(by_number[number], wording)}"
        for number in sorted(by_number, reverse=True)
    )
    return text.format(counts=counts)


def _korkoni(event: views.KorkoniCalled, wording: Wording) -> str:
    _ = wording.gettext
    who, target = wording.name(event.seat), wording.name(event.target)
    if not event.right:
        said = _(
            "**Korkoni!** {who} calls it at {target}, and is wrong: gets butterbur, 2 or what "
            "there is."
        ).format(who=who, target=target)
        return said + _out(event.out, wording)
    said = _(
        "**Korkoni!** {who} calls it at {target}, and is right: gets korpokkur, 2 or what there "
        "is. Put back: {chips}. {target} is out."
    ).format(who=who, target=target, chips=both(event.korpokkur, event.butterbur, wording))
    return f"{said} −{points(-event.points, wording)}." if event.points else said


def _out(seats: tuple[int, ...], wording: Wording) -> str:
    """Return who ran out of chips, as another sentence; nothing if nobody did."""
    if not seats:
        return ""
    _ = wording.gettext
    return " " + _("Out, without a chip: {who}.").format(who=crowd(seats, wording))
