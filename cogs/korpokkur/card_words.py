"""How chips, cards and people of 7 Little Korpokkurs are named wherever they are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.wording import Wording
from cogs.korpokkur.views import KORPOKKUR, Card, Chips

_NAMES: Final[dict[Card, str]] = {
    "reverse": _("Turn around"),
    "swap-bags": _("Swap bags"),
    "swap-seats": _("Swap seats"),
    "take-korpokkur": _("All take 2 K●"),
    "take-butterbur": _("All take 2 B◆"),
    "drop-korpokkur": _("All drop 2 K●"),
    "drop-butterbur": _("All drop 2 B◆"),
    "pass-card": _("All pass a card"),
    "pass-bags": _("All pass bags"),
}

_DEEDS: Final[dict[Card, str]] = {
    "reverse": _("turns go the other way round"),
    "swap-bags": _("you and another player swap bags with all that is in them"),
    "swap-seats": _("you and another player swap places, bags and hands go along"),
    "take-korpokkur": _("all in the round take 2 korpokkur from the table"),
    "take-butterbur": _("all in the round take 2 butterbur from the table"),
    "drop-korpokkur": _("all in the round put back 2 korpokkur, or what they have"),
    "drop-butterbur": _("all in the round put back 2 butterbur, or what they have"),
    "pass-card": _("all in the round give a KAMUY card to their next player"),
    "pass-bags": _("all in the round give their bag to their next player"),
}

_SEASONS: Final = (_("Spring"), _("Winter"), _("Summer"))


def card_name(card: Card, wording: Wording) -> str:
    """Return a card by its name."""
    return wording.gettext(_NAMES[card])


def card_emoji(card: Card) -> str:
    """Return the name of the emoji of a card."""
    return "kor_" + card.replace("-", "_").replace("korpokkur", "k").replace("butterbur", "b")


def card_deed(card: Card, wording: Wording) -> str:
    """Return what a card does, as the end of a sentence."""
    return wording.gettext(_DEEDS[card])


def season(round_: int, wording: Wording) -> str:
    """Return the season of a round."""
    return wording.gettext(_SEASONS[round_ - 1])


def some(chips: Chips, number: int, wording: Wording) -> str:
    """Return a number of chips of one kind, with its letter and shape."""
    _ = wording.gettext
    if chips == KORPOKKUR:
        return _("{n} korpokkur K●").format(n=number)
    return _("{n} butterbur B◆").format(n=number)


def both(korpokkur: int, butterbur: int, wording: Wording) -> str:
    """Return chips of both kinds."""
    return f"{some('korpokkur', korpokkur, wording)} · {some('butterbur', butterbur, wording)}"


def unseen(number: int, wording: Wording) -> str:
    """Return a number of chips that nobody but their owner sees."""
    return wording.ngettext("{n} chip", "{n} chips of one kind", number).format(n=number)


def person(seat: int, wording: Wording) -> str:
    """Return a player by number and name, where markdown isn't read."""
    return f"{seat + 1}. {wording.bare(seat)}"


def people(seats: Iterable[int], wording: Wording) -> str:
    """Return players one after the other, where there may be many."""
    return ", ".join(wording.name(seat) for seat in seats)


def crowd(seats: tuple[int, ...], wording: Wording) -> str:
    """Return players by name if they are few, else how many they are."""
    if len(seats) <= 3:
        return wording.names(seats)
    return wording.ngettext("{n} player", "{n} players", len(seats)).format(n=len(seats))
