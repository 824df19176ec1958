"""How chips, cards and people of 7 Little Korpokkurs are named wherever they are read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.wording import SEAT_SHAPES, Wording
from cogs.korpokkur.components import KORPOKKUR, Card, Chips

_NAMES: Final[dict[Card, str]] = {
    "reverse": _("Reverse turns"),
    "swap-bags": _("Swap bags"),
    "swap-seats": _("Swap seats"),
    "take-korpokkur": _("All: +2 korpokkur"),
    "take-butterbur": _("All: +2 butterbur"),
    "drop-korpokkur": _("All: −2 korpokkur"),
    "drop-butterbur": _("All: −2 butterbur"),
    "pass-card": _("All pass a card on"),
    "pass-bags": _("All pass bags on"),
}

_DEEDS: Final[dict[Card, str]] = {
    "swap-bags": _("trade bags with one player"),
    "swap-seats": _("trade places for good"),
}
"""What the cards whose names don't say it do."""

_SEASONS: Final = (_("Spring"), _("Winter"), _("Summer"))

CHIP_EMOJI: Final[dict[Chips, str]] = {"korpokkur": "kor_k", "butterbur": "kor_b"}


def card_name(card: Card, wording: Wording) -> str:
    """Return a card by its name."""
    return wording.gettext(_NAMES[card])


def several(card: Card, count: int, wording: Wording) -> str:
    """Return a card, and how many there are of it if not just one."""
    return shown_card(card, wording) + (f" ×{count}" if count > 1 else "")


def says_more(card: Card) -> bool:
    """Tell whether a card does what its name doesn't say."""
    return card in _DEEDS


def told_card(card: Card, count: int, wording: Wording) -> str:
    """Return one or several cards with what they do, if their names don't say it."""
    said = several(card, count, wording)
    if not says_more(card):
        return said
    return wording.gettext("{card}: {deed}", card=said, deed=wording.gettext(_DEEDS[card]))


def card_emoji(card: Card) -> str:
    """Return the name of the emoji of a card."""
    return "kor_" + card.replace("-", "_").replace("korpokkur", "k").replace("butterbur", "b")


def shown_card(card: Card, wording: Wording) -> str:
    """Return a card by its name as a text shows it: after its emoji, or framed without one."""
    name, emoji = card_name(card, wording), wording.emoji(card_emoji(card))
    return f"{emoji} {name}" if emoji else f"`{name}`"


def kamuy_cards(count: int, wording: Wording) -> str:
    """Return a number of KAMUY cards."""
    return wording.ngettext("{n} KAMUY card", "{n} KAMUY cards", count)


def season(round_: int, wording: Wording) -> str:
    """Return the season of a round."""
    return wording.gettext(_SEASONS[round_ - 1])


def some(chips: Chips, number: int, wording: Wording) -> str:
    """Return a number of chips of one kind."""
    _ = wording.gettext
    if not number:
        return _("no korpokkur") if chips == KORPOKKUR else _("no butterbur")
    text = _("{n} korpokkur") if chips == KORPOKKUR else _("{n} butterbur")
    return text.format(n=number)


def both(korpokkur: int, butterbur: int, wording: Wording) -> str:
    """Return chips of both kinds, in a sentence."""
    return wording.gettext(
        "{korpokkur} and {butterbur}",
        korpokkur=some("korpokkur", korpokkur, wording),
        butterbur=some("butterbur", butterbur, wording),
    )


def unseen(number: int, wording: Wording) -> str:
    """Return a number of chips that nobody but their owner sees."""
    return wording.ngettext("{n} chip", "{n} chips", number)


def person(seat: int, wording: Wording) -> str:
    """Return a player by mark and name, where markdown isn't read."""
    return f"{SEAT_SHAPES[seat]} {wording.bare(seat)}"


def people(seats: Iterable[int], wording: Wording) -> str:
    """Return players one after another, where there may be many."""
    return wording.series(wording.name(seat) for seat in seats)


def crowd(seats: tuple[int, ...], wording: Wording) -> str:
    """Return players by name if they are few, else by their number."""
    if len(seats) <= 3:
        return wording.names(seats)
    return wording.ngettext("{n} player", "{n} players", len(seats))
