"""What happens in 7 Little Korpokkurs, as lines of the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.engine.game import Event, MatchOver
from bot.ui.pages.numbers import points, signed
from bot.ui.pages.wording import NO_BREAK, Wording
from cogs.korpokkur import views
from cogs.korpokkur.card_words import (
    CHIP_EMOJI,
    both,
    card_emoji,
    crowd,
    kamuy_cards,
    people,
    season,
    shown_card,
    some,
    unseen,
)
from cogs.korpokkur.components import KORPOKKUR, LAST_TURN


def line(event: Event, wording: Wording) -> str | None:
    """Return an event as one log line; None for what only some hear."""
    return (
        _of_chips(event, wording)
        or _of_cards(event, wording)
        or _of_calls(event, wording)
        or _of_rounds(event, wording)
    )


def brief(event: Event, seat: int | None, wording: Wording) -> str | None:
    """Return an event in fewer words than as a line; None for one that has none."""
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            who = wording.name(event.first)
            starts = _("you start") if seat == event.first else _("{who} starts", who=who)
            return round_began(replace(event, korpokkur=0), starts, wording)
        case views.CardGiven():
            card = wording.drawn(card_emoji(event.card), shown_card(event.card, wording))
            if event.taker == seat:
                return _("{giver} gave you {card}.", giver=wording.name(event.giver), card=card)
            return _("You gave {card} to {taker}.", card=card, taker=wording.name(event.taker))
        case views.CardPlayed(target=None) if wording.emoji(card_emoji(event.card)):
            own = wording.pgettext("KAMUY card", "You played {card}.")
            said = own if seat == event.seat else _("{who} plays {card}.")
            card = shown_card(event.card, wording)
            return said.format(who=wording.name(event.seat), card=card)
        case views.CardPlayed() if event.target is not None and seat != event.target:
            said = (
                _("You played {card} with {target}.")
                if seat == event.seat
                else _("{who} plays {card} with {target}.")
            )
            card = wording.drawn(card_emoji(event.card), shown_card(event.card, wording))
            who, target = wording.name(event.seat), wording.name(event.target)
            return said.format(who=who, card=card, target=target)
        case views.KorkoniCalled():
            return _accused(event, seat, wording)
        case views.ArwampeCalled() if shown := wording.emoji(CHIP_EMOJI[KORPOKKUR]):
            said = (
                _("**Arwampe!** {chips}.")
                if seat == event.seat
                else _("**Arwampe!** {who}: {chips}.")
            )
            leaves = wording.emoji(CHIP_EMOJI["butterbur"])
            chips = f"{event.korpokkur}{NO_BREAK}{shown} {event.butterbur}{NO_BREAK}{leaves}"
            return said.format(who=wording.name(event.seat), chips=chips)
        case views.IsamCalled():
            said = (
                _("**Isam!** {points}.") if seat == event.seat else _("**Isam!** {who}: {points}.")
            )
            won = gained(event.points, wording)
            return said.format(who=wording.name(event.seat), points=won)
        case views.RoundEnded(winners=(winner,), points=won) if won and winner != seat:
            who = wording.name(winner)
            return _(
                "{who} wins round {n}: {points}.",
                who=who,
                n=event.round,
                points=gained(won, wording),
            )
        case _:
            return None


def _accused(event: views.KorkoniCalled, seat: int | None, wording: Wording) -> str:
    """Return in few words what came of an accusation, for who is in it or for others."""
    _ = wording.gettext
    if seat == event.target:
        caught = _("{who} caught you: {points}.")
        said = caught if event.points else _("{who} caught you.")
        said = said if event.right else _("{who} accused you: wrong.")
    elif seat == event.seat:
        right, wrong = _("You caught {target}."), _("You accused {target}: wrong.")
        said = right if event.right else wrong
    else:
        right, wrong = _("{who} caught {target}."), _("{who} accuses {target}: wrong.")
        said = right if event.right else wrong
    return said.format(
        who=wording.name(event.seat),
        target=wording.name(event.target),
        points=gained(event.points, wording),
    )


def _of_chips(event: Event, wording: Wording) -> str | None:
    _ = wording.gettext
    match event:
        case views.BagChosen():
            return _("{who} has filled a bag in secret.", who=wording.name(event.seat))
        case views.BagsFilled():
            return _("Both bags are filled. {who} starts.", who=wording.name(event.first))
        case views.HeldOut():
            return _(
                "{who} offers {to} {chips}.",
                who=wording.name(event.seat),
                to=wording.name(event.to),
                chips=unseen(event.number, wording),
            )
        case views.Taken():
            said = _(
                "Eh: {who} takes {chips} from {giver}.",
                who=wording.name(event.seat),
                chips=unseen(event.number, wording),
                giver=wording.name(event.giver),
            )
            return wording.sentences(said, out(event.out, wording))
        case views.Refused():
            said = _(
                "Somo: {who} refuses {chips}.",
                who=wording.name(event.seat),
                chips=some(event.chips, event.number, wording),
            )
            return wording.sentences(said, kept(event, wording))
        case _:
            return None


def _of_cards(event: Event, wording: Wording) -> str | None:
    _ = wording.gettext
    match event:
        case views.CardPlayed():
            return _card_played(event, wording)
        case views.AllTook():
            return _of_all(event, wording)
        case views.AllDropped():
            return wording.sentences(_of_all(event, wording), out(event.out, wording))
        case views.HandoverChosen():
            return _("{who} has chosen a card to pass on.", who=wording.name(event.seat))
        case views.CardsMoved():
            if not event.givers:
                return _("Nobody has a card to pass on.")
            return wording.ngettext(
                "{who} passes a card on.",
                "{who} pass a card on.",
                len(event.givers),
                who=crowd(event.givers, wording),
            )
        case _:
            return None


def _of_calls(event: Event, wording: Wording) -> str | None:
    _ = wording.gettext
    match event:
        case views.KorkoniCalled():
            return _korkoni(event, wording)
        case views.IsamCalled():
            return _(
                "**Isam!** {who} leaves the round with an empty bag: +{points}.",
                who=wording.name(event.seat),
                points=points(event.points, wording),
            )
        case views.ArwampeCalled():
            return _(
                "**Arwampe!** {who} shows {chips}.",
                who=wording.name(event.seat),
                chips=both(event.korpokkur, event.butterbur, wording),
            )
        case _:
            return None


def _of_rounds(event: Event, wording: Wording) -> str | None:
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            who = _("{who} starts", who=wording.name(event.first))
            drawn = wording.ngettext(
                "Everybody draws {n} KAMUY card.", "Everybody draws {n} KAMUY cards.", event.cards
            )
            return wording.sentences(round_began(event, who, wording), drawn)
        case views.RoundEnded(ending="arwampe", winners=winners, round=round_, points=won):
            text = _("{who} wins round {n}: {points}.") if won else _("{who} wins round {n}.")
            return text.format(who=wording.names(winners), n=round_, points=gained(won, wording))
        case views.RoundEnded():
            text = (
                _("Round {n} ended. {ending} ({points})")
                if event.points
                else _("Round {n} ended. {ending}")
            )
            return text.format(
                n=event.round,
                ending=ending(event.ending, event.winners, wording),
                points=gained(event.points, wording),
            )
        case views.BagsCounted():
            return _("The scores are tied. {counts}.", counts=tie(event.counts, wording))
        case MatchOver():
            # Without the points: the short game has none.
            return wording.ngettext(
                "{who} wins the game!",
                "{who} share the win!",
                len(event.winners),
                who=crowd(event.winners, wording),
            )
        case _:
            return None


def kept(event: views.Refused, wording: Wording) -> str:
    """Return what the giver did with chips that were refused."""
    giver = wording.name(event.giver)
    if not event.drawn:
        return wording.ngettext(
            "{giver} keeps it, but there is none left to draw.",
            "{giver} keeps them, but there are none left to draw.",
            event.number,
            giver=giver,
        )
    return wording.ngettext(
        "{giver} keeps it and draws {n} more.",
        "{giver} keeps them and draws {n} more.",
        event.number,
        giver=giver,
        n=event.drawn,
    )


def gained(number: int, wording: Wording) -> str:
    """Return points won or lost, with their sign."""
    return wording.ngettext("{n} point", "{n} points", abs(number), n=signed(number))


def ending(how: views.Ending, winners: tuple[int, ...], wording: Wording) -> str:
    """Return how a round ended."""
    _ = wording.gettext
    who = crowd(winners, wording)
    match how:
        case "arwampe":
            return _("{who} wins with Arwampe!", who=who)
        case "last":
            return _("{who} is the last player left.", who=who)
        case "none":
            return _("Nobody is left: {who} share the win.", who=who)
        case "turns":
            text = (
                _("Turn limit reached ({n}): {who} share the win.")
                if winners
                else _("Turn limit reached ({n}): nobody wins.")
            )
            return text.format(n=LAST_TURN, who=who)


def outcome(how: views.Outcome, wording: Wording) -> str:
    """Return how a round ended, with the bag that was shown."""
    said = ending(how.ending, how.winners, wording)
    if not how.shown:
        return said
    return wording.gettext("{ending} ({chips})", ending=said, chips=both(*how.shown, wording))


def tie(counts: Iterable[views.TieCount], wording: Wording) -> str:
    """Return what was counted to break a tie."""
    _ = wording.gettext
    return _("; ").join(
        _(
            "{who}: {butterbur}, {cards}",
            who=wording.name(count.seat),
            butterbur=some("butterbur", count.butterbur, wording),
            cards=kamuy_cards(count.cards, wording),
        )
        for count in counts
    )


def round_began(event: views.RoundBegan, starts: str, wording: Wording) -> str:
    """Return how a round begins; `starts` says who makes the first move."""
    _ = wording.gettext
    said = _("Short game: {starts}.") if not event.points else _("Round {n}, {season}: {starts}.")
    said = said.format(n=event.round, season=season(event.round, wording), starts=starts)
    if not event.korpokkur:
        return said
    chips = both(event.korpokkur, event.butterbur, wording)
    return wording.sentences(said, _("{chips} each.", chips=chips))


def _card_played(event: views.CardPlayed, wording: Wording) -> str:
    _ = wording.gettext
    who, card = wording.name(event.seat), shown_card(event.card, wording)
    if event.target is None:
        return _("{who} plays {card}.", who=who, card=card)
    return _(
        "{who} plays {card} with {target}.", who=who, card=card, target=wording.name(event.target)
    )


def _of_all(event: views.AllTook | views.AllDropped, wording: Wording) -> str:
    """Return how many chips each player took from the table, or put back on it."""
    _, took = wording.gettext, isinstance(event, views.AllTook)
    different = {number for _seat, number in event.numbers}
    if len(different) == 1:
        every = _("Everybody takes {chips}.") if took else _("Everybody returns {chips}.")
        return every.format(chips=some(event.chips, min(different), wording))
    each = _("Taken: {counts}.") if took else _("Returned: {counts}.")
    return each.format(counts=_counts(event, wording))


def of_others(event: views.AllTook | views.AllDropped, seat: int, wording: Wording) -> str:
    """Return how many chips each player but one took from the table, or put back on it."""
    return wording.gettext("The others: {counts}.", counts=_counts(event, wording, but=seat))


def _counts(
    event: views.AllTook | views.AllDropped, wording: Wording, but: int | None = None
) -> str:
    """Return how many chips players moved, those with the same number together."""
    by_number: dict[int, list[int]] = {}
    for seat, number in event.numbers:
        if seat != but:
            by_number.setdefault(number, []).append(seat)
    return wording.series(
        wording.gettext(
            "{chips} ({who})",
            chips=some(event.chips, number, wording),
            who=people(by_number[number], wording),
        )
        for number in sorted(by_number, reverse=True)
    )


def _korkoni(event: views.KorkoniCalled, wording: Wording) -> str:
    _ = wording.gettext
    who, target = wording.name(event.seat), wording.name(event.target)
    if not event.right:
        said = _(
            "**Korkoni!** {who} accuses {target}, but is wrong and takes up to 2 butterbur from "
            "{target}. Only the two of them know how many.",
            who=who,
            target=target,
        )
        return wording.sentences(said, out(event.out, wording))
    said = _(
        "**Korkoni!** {who} accuses {target}, is right and gets up to 2 korpokkur.",
        who=who,
        target=target,
    )
    rest = (
        _("{target} returns {chips} and is out ({points}).")
        if event.points
        else _("{target} returns {chips} and is out.")
    ).format(
        target=target,
        chips=both(event.korpokkur, event.butterbur, wording),
        points=gained(event.points, wording),
    )
    return wording.sentences(said, rest)


def out(seats: tuple[int, ...], wording: Wording) -> str:
    """Return who ran out of chips; nothing if nobody did."""
    if not seats:
        return ""
    return wording.gettext("Out, with no chips left: {who}.", who=crowd(seats, wording))
