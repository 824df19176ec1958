"""What happened in Donburiko! as lines: for the log, and for a seat that it touches."""

from __future__ import annotations

from bot.engine.game import Event, Result
from bot.ui.pages.numbers import number
from bot.ui.pages.wording import Wording
from cogs.donburiko import card_words, views
from cogs.donburiko.views import ENOUGH_CHIPS


def line(event: Event, wording: Wording) -> str | None:
    """Return an event of the game's as everybody reads it; None for one without such words."""
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            return _(
                "Round {n}: {who} starts. First cards: {cards}",
                n=event.round,
                who=wording.name(event.first),
                cards=card_words.shown(event.rows, wording),
            )
        case views.AddedFaceUp():
            text = (
                _("{who} added {card} to row {row}: +1 chip.")
                if event.chip
                else _("{who} added {card} to row {row}. No chip: the bank is empty.")
            )
            said = text.format(
                who=wording.name(event.seat),
                card=card_words.shown((event.card,), wording),
                row=event.row,
            )
            return _only(said, wording) if event.forced else said
        case views.AddedFaceDown():
            return _(
                "{who} added a card face down to row {row}: −1 chip.",
                who=wording.name(event.seat),
                row=event.row,
            )
        case views.RowTaken():
            said = _(
                "{who} took row {row}: {cards}.",
                who=wording.name(event.seat),
                row=event.row,
                cards=_taken(event, wording),
            )
            return _only(said, wording) if event.forced else said
        case views.RowCounted():
            return _counted(event, wording)
        case views.TurnSkipped():
            return _(
                "{who} is skipped: no cards left, and no row to take.", who=wording.name(event.seat)
            )
        case views.FinalRoundDecided():
            return f"**{_why_last(event, wording)}**"
        case views.RoundEnded():
            return _round_ended(event, None, wording)
        case _:
            return None


def heard(event: Event, seat: int, wording: Wording) -> str | None:
    """Return an event in the words for the seat that it concerns; None for others."""
    _ = wording.gettext
    match event:
        case views.HandDealt():
            return _("You got {cards}.", cards=card_words.shown(event.hand, wording))
        case views.CardHidden():
            return _(
                "You added {card} face down to row {row}: −1 chip.",
                card=card_words.shown((event.card,), wording),
                row=event.row,
            )
        case views.RoundBegan() if seat == event.first:
            return _("Round {n}: you start.", n=event.round)
        case views.AddedFaceUp() if seat == event.seat:
            text = (
                _("You added {card} to row {row}: +1 chip.")
                if event.chip
                else _("You added {card} to row {row}. No chip: the bank is empty.")
            )
            said = text.format(card=card_words.shown((event.card,), wording), row=event.row)
            return _only(said, wording) if event.forced else said
        case views.RowTaken() if seat == event.seat:
            cards = _taken(event, wording)
            said = _("You took row {row}: {cards}.", row=event.row, cards=cards)
            return _only(said, wording) if event.forced else said
        case views.RowTaken() if seat in event.owners:
            return _(
                "{who} took row {row} with your hidden card: {cards}.",
                who=wording.name(event.seat),
                row=event.row,
                cards=_taken(event, wording),
            )
        case views.RowCounted() if seat == event.seat:
            return _counted_by_you(event, wording)
        case views.TurnSkipped() if seat == event.seat:
            return _("You were skipped: no cards left, and no row to take.")
        case views.FinalRoundDecided(reason="chips", seat=by) if by == seat:
            return "**" + _("You have {n} chips or more: last round!", n=ENOUGH_CHIPS) + "**"
        case views.RoundEnded(last=last) if last == seat:
            return _round_ended(event, seat, wording)
        case _:
            return None


def brief(event: Event, seat: int | None, wording: Wording) -> str | None:
    """Return an event in fewer words than as a line; None for one that has none."""
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            if event.first == seat:
                return _("Round {n}: you start.", n=event.round)
            return _("Round {n}: {who} starts.", n=event.round, who=wording.name(event.first))
        case views.AddedFaceUp():
            own = event.seat == seat
            said = (
                _("You added {card} to row {row}.")
                if own
                else _("{who} added {card} to row {row}.")
            )
            card = card_words.shown((event.card,), wording)
            return said.format(who=wording.name(event.seat), card=card, row=event.row)
        case views.AddedFaceDown():
            who = wording.name(event.seat)
            return _("{who} hid a card in row {row}.", who=who, row=event.row)
        case views.CardHidden():
            card = card_words.shown((event.card,), wording)
            return _("You hid {card} in row {row}.", card=card, row=event.row)
        case views.RowCounted() if event.owed:
            owed = event.owed
            if event.seat == seat:
                return wording.ngettext(
                    "The bank owes you {n} point.", "The bank owes you {n} points.", owed
                )
            return wording.ngettext(
                "The bank owes {who} {n} point.",
                "The bank owes {who} {n} points.",
                owed,
                who=wording.name(event.seat),
            )
        case views.RoundEnded() if event.ending != "donburiko":
            return _("Round {n} ended.", n=event.round)
        case views.RoundEnded():
            return _called(event, seat, wording)
        case _:
            return None


def unheard(event: Event, seat: int) -> bool:
    """Tell whether the seat needs no words for an event: another one tells it the same."""
    return isinstance(event, views.AddedFaceDown) and event.seat == seat


def _only(said: str, wording: Wording) -> str:
    return wording.sentences(said, wording.gettext("(only move)"))


def _taken(event: views.RowTaken, wording: Wording) -> str:
    cards = card_words.shown(event.cards, wording)
    if not event.chips:
        return cards
    return wording.gettext(
        "{cards} and {chips}", cards=cards, chips=card_words.chips(event.chips, wording)
    )


def _counted(event: views.RowCounted, wording: Wording) -> str:
    _, who = wording.gettext, wording.name(event.seat)
    if event.announced:
        worth = _("**Donburiko!** Row {row} is worth 6.", row=event.row)
    elif event.full:
        worth = _("Row {row} has seven cards, so it is worth 0.", row=event.row)
    else:
        worth = _("Row {row} is worth {n}.", row=event.row, n=number(event.total))
    if event.owed:
        text = wording.ngettext(
            "The bank has too few chips: it owes {who} {n} point until the end.",
            "The bank has too few chips: it owes {who} {n} points until the end.",
            event.owed,
            who=who,
        )
    elif event.points > 0:
        text = wording.ngettext(
            "{who} wins {n} chip.", "{who} wins {n} chips.", event.points, who=who
        )
    elif event.points < 0:
        text = wording.ngettext(
            "{who} pays {n} chip.", "{who} pays {n} chips.", -event.points, who=who
        )
    elif not card_words.good(event.total):
        text = _("{who} has no chips to pay.", who=who)
    else:
        return worth
    return wording.sentences(worth, text)


def _counted_by_you(event: views.RowCounted, wording: Wording) -> str:
    _ = wording.gettext
    if event.announced:
        worth = _("**Donburiko!** Your row is worth 6.")
    elif event.full:
        worth = _("Your row has seven cards, so it is worth 0.")
    else:
        worth = _("Your row is worth {n}.", n=number(event.total))
    if event.owed:
        text = wording.ngettext(
            "The bank has too few chips: it owes you {n} point until the end.",
            "The bank has too few chips: it owes you {n} points until the end.",
            event.owed,
        )
        return wording.sentences(worth, text)
    if event.points:
        brought = _("{chips}.", chips=card_words.change(event.points, wording))
        return wording.sentences(worth, brought)
    if not card_words.good(event.total):
        return wording.sentences(worth, _("You have no chips to pay."))
    return worth


def _why_last(event: views.FinalRoundDecided, wording: Wording) -> str:
    _ = wording.gettext
    match event.reason:
        case "chips":
            assert event.seat is not None
            who = wording.name(event.seat)
            return _("{who} has {n} chips or more: last round!", who=who, n=ENOUGH_CHIPS)
        case "bank":
            return _("The bank is empty: last round!")
        case "owed":
            return _("The bank can't pay in full: last round!")
        case "rounds":
            return _("Round limit reached: last round!")


def why_over(event: Event, result: Result, wording: Wording) -> str:
    """Return why the last round was the last, if nobody has enough chips at its end."""
    if not isinstance(event, views.FinalRoundDecided) or max(result.scores) >= ENOUGH_CHIPS:
        return ""
    _ = wording.gettext
    return {
        "chips": _("Somebody had {n} chips or more before, so this round was the last."),
        "bank": _("The bank was empty, so this round was the last."),
        "owed": _("The bank couldn't pay in full, so this round was the last."),
        "rounds": _("Round limit reached, so this round was the last."),
    }[event.reason].format(n=ENOUGH_CHIPS)


def _round_ended(event: views.RoundEnded, seat: int | None, wording: Wording) -> str:
    _ = wording.gettext
    said = {
        "all_took": _("Round {n} ended: everybody took a row.", n=event.round),
        "donburiko": _called(event, seat, wording),
        "stuck": _("Round {n} ended: nobody can move.", n=event.round),
    }[event.ending]
    if event.chips:
        left = wording.ngettext(
            "{n} chip left on the table goes to the bank.",
            "{n} chips left on the table go to the bank.",
            event.chips,
        )
        return wording.sentences(said, left)
    return said


def _called(event: views.RoundEnded, seat: int | None, wording: Wording) -> str:
    """Return whose call ended a round: whoever had no row yet may not have seen it coming."""
    _ = wording.gettext
    if event.last == seat:
        return _("Your **Donburiko!** ended round {n}.", n=event.round)
    return _("{who}'s **Donburiko!** ended round {n}.", who=wording.name(event.last), n=event.round)
