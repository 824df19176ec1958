"""What happened in a match of Ameno Kirifuda, in words: for the log, and for who heard it."""

from __future__ import annotations

from bot.engine.game import Event
from bot.ui.pages.wording import Wording
from cogs.kirifuda import card_words, views


def line(event: Event, wording: Wording) -> str | None:
    """Return an event as one log line; None for one that isn't the game's own."""
    return _said(event, None, wording)


def heard(event: Event, seat: int, wording: Wording) -> str | None:
    """Return an event as one line for a seat that heard it."""
    return _said(event, seat, wording)


def brief(event: Event, you: int | None, wording: Wording) -> str | None:
    """Return an event in fewer words than as a line; None for one that has none."""
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            said = (
                _("Round {n}: you lead trick 1.")
                if event.dealer == you
                else _("Round {n}: {who} leads trick 1.")
            )
            return said.format(n=event.round, who=wording.name(event.dealer))
        case views.Drafted(forced=True):
            cards = card_words.blessings((event.blessing,), wording)
            said = (
                _("Left for you: {cards}.") if event.seat == you else _("Left for {who}: {cards}.")
            )
            return said.format(who=wording.name(event.seat), cards=cards)
        case views.Achieved():
            cards = card_words.brief_blessings(event.blessings, wording)
            said = _("You achieved {cards}.") if event.seat == you else _("{who} achieved {cards}.")
            return said.format(who=wording.name(event.seat), cards=cards)
        case _:
            return None


def _said(event: Event, you: int | None, wording: Wording) -> str | None:
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            return _round_began(event, you, wording)
        case views.HandDealt():
            # Only its owner hears of it.
            cards = card_words.shown(event.hand, wording)
            return _("You got {cards}.", cards=cards) if event.seat == you else None
        case views.Drafted() | views.Decided() | views.Discarded() | views.Achieved():
            return _of_blessings(event, event.seat == you, wording)
        case views.CardPlayed():
            said = _("You played {card}.") if event.seat == you else _("{who} played {card}.")
            card = card_words.shown((event.card,), wording)
            return said.format(who=wording.name(event.seat), card=card)
        case views.TrickWon():
            said = (
                _("**You won trick {n}** with {card}.")
                if event.seat == you
                else _("**{who} won trick {n}** with {card}.")
            )
            card = card_words.shown((event.card,), wording)
            return said.format(who=wording.name(event.seat), n=event.number, card=card)
        case views.StonePlaced() | views.BadKarma() | views.StonesReturned():
            return _of_stones(event, event.seat == you, wording)
        case views.StonePushed():
            return _pushed(event, you, wording)
        case views.RoundEnded():
            return _("Round {n} ended.", n=event.round)
        case _:
            return None


def _round_began(event: views.RoundBegan, you: int | None, wording: Wording) -> str:
    _ = wording.gettext
    said = (
        _("Round {n}: you have spring 1 and lead trick 1.")
        if event.dealer == you
        else _("Round {n}: {who} has spring 1 and leads trick 1.")
    )
    return said.format(n=event.round, who=wording.name(event.dealer))


def _of_blessings(
    event: views.Drafted | views.Decided | views.Discarded | views.Achieved,
    own: bool,
    wording: Wording,
) -> str:
    """Return what happened to somebody's blessing cards; `own` speaks to that player."""
    _ = wording.gettext
    who = wording.name(event.seat)
    match event:
        case views.Decided():
            if own:
                # Above their cards it is said what they chose, and when the others see it.
                return _("You chose.")
            return _("{who} chose which blessing cards to keep.", who=who)
        case views.Drafted():
            cards = card_words.blessings((event.blessing,), wording)
            if event.forced:
                said = (
                    _("You got the last one: {cards}.")
                    if own
                    else _("{who} got the last one: {cards}.")
                )
            else:
                said = _("You took {cards}.") if own else _("{who} took {cards}.")
        case views.Discarded():
            cards = card_words.blessings(event.blessings, wording)
            if not event.blessings:
                said = (
                    _("You kept all your blessing cards.")
                    if own
                    else _("{who} kept all blessing cards.")
                )
            else:
                said = (
                    _("You gave up {cards} and got {stones}.")
                    if own
                    else _("{who} gave up {cards} and got {stones}.")
                )
            stones = card_words.stones(len(event.blessings), wording)
            return said.format(who=who, cards=cards, stones=stones)
        case views.Achieved():
            cards = card_words.blessings(event.blessings, wording)
            said = _("You achieved {cards}.") if own else _("{who} achieved {cards}.")
    return said.format(who=who, cards=cards)


def _of_stones(
    event: views.StonePlaced | views.BadKarma | views.StonesReturned, own: bool, wording: Wording
) -> str:
    """Return what happened to somebody's own stones; `own` speaks to that player."""
    _ = wording.gettext
    who = wording.name(event.seat)
    match event:
        case views.StonePlaced():
            said = (
                _("You placed a stone on {space}.")
                if own
                else _("{who} placed a stone on {space}.")
            )
            if event.forced:
                said = (
                    _("You placed a stone on {space}, the only free space.")
                    if own
                    else _("{who} placed a stone on {space}, the only free space.")
                )
            return said.format(who=who, space=card_words.space(event.space, wording))
        case views.BadKarma():
            said = (
                _("**Bad Karma!** You won without a stone to place.")
                if own
                else _("**Bad Karma!** {who} won without a stone to place.")
            )
            return said.format(who=who)
        case views.StonesReturned():
            said = (
                _("You took three stones off the board: {spaces}.")
                if own
                else _("{who} took three stones off the board: {spaces}.")
            )
            return said.format(who=who, spaces=card_words.spaces(event.spaces, wording))


def _pushed(event: views.StonePushed, you: int | None, wording: Wording) -> str:
    """Say whose stone was pushed where, and that the new one took its place."""
    _ = wording.gettext
    if event.owner == event.seat:
        text = (
            _("You pushed your own stone from {space} to {to} and put a new one on {space}.")
            if event.seat == you
            else _(
                "{who} pushed their own stone from {space} to {to} and put a new one on {space}."
            )
        )
    elif event.owner == you:
        text = _("{who} pushed your stone from {space} to {to} and took its place.")
    else:
        text = (
            _("You pushed {owner}'s stone from {space} to {to} and took its place.")
            if event.seat == you
            else _("{who} pushed {owner}'s stone from {space} to {to} and took its place.")
        )
    return text.format(
        who=wording.name(event.seat),
        owner=wording.name(event.owner),
        space=card_words.space(event.space, wording),
        to=card_words.space(event.to, wording),
    )
