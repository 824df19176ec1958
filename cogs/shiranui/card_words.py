"""Colours, cards and tokens of Shiranui, spelt out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.ui.pages import numbers
from bot.ui.pages.numbers import NO_BREAK
from bot.ui.pages.wording import Wording
from cogs.shiranui.views import CLEAR, KEYS, Laid, Public, sums

_MARKS = ("◇", "🔺", "⭐", "🍀", "🔷", "⚪")
"""A shape for each colour, clear ones first: they differ in more than their colour."""


def colour(number: int, wording: Wording) -> str:
    """Return a colour's name, 0 being clear."""
    _ = wording.gettext
    names = (_("clear"), _("red"), _("yellow"), _("green"), _("blue"), _("white"))
    return names[number]


def marked(number: int, wording: Wording) -> str:
    """Return a colour's name behind its shape."""
    return f"{_MARKS[number]}{NO_BREAK}{colour(number, wording)}"


def bold(number: int, wording: Wording) -> str:
    """Return a colour's name in bold behind its shape."""
    return f"{_MARKS[number]}{NO_BREAK}**{colour(number, wording)}**"


def colours(numbers: Iterable[int], wording: Wording) -> str:
    """Return several colours behind their shapes."""
    return ", ".join(marked(number, wording) for number in numbers)


def card(code: int, wording: Wording) -> str:
    """Return a card's name."""
    _ = wording.gettext
    return _("{colour} {n}").format(colour=colour(code // 10, wording), n=code % 10)


def typed(code: int) -> str:
    """Return a card as it is typed."""
    return f"{KEYS[code // 10]}{code % 10}"


def shown(code: int, wording: Wording) -> str:
    """Return a card's name behind its shape."""
    return f"{_MARKS[code // 10]}{NO_BREAK}{card(code, wording)}"


def framed(codes: Sequence[int], wording: Wording) -> str:
    """Return cards side by side, each in a frame that no line break goes through."""
    return numbers.framed(shown(code, wording) for code in codes)


def some(number: int, count: int, wording: Wording) -> str:
    """Return so many tokens of a colour, as the answer to how many: none are said in words."""
    _ = wording.gettext
    name = colour(number, wording)
    if not count:
        return _("no {colour}").format(colour=name)
    return _("{n} {colour}").format(n=count, colour=name)


def given(number: int, tokens: int, clear: int, wording: Wording) -> str:
    """Return what is given together: tokens of a colour, clear ones, or both."""
    _ = wording.gettext
    parts = [some(each, n, wording) for each, n in ((number, tokens), (CLEAR, clear)) if n]
    if len(parts) == 1:
        return parts[0]
    return _("{some} and {last}").format(some=parts[0], last=parts[1])


def pouch(tokens: Sequence[int], wording: Wording) -> str:
    """Return the tokens somebody has, by colour, clear ones last; "" if there are none."""
    order = [*range(1, len(tokens)), CLEAR]
    return " · ".join(
        f"{_MARKS[number]}{NO_BREAK}{some(number, tokens[number], wording)}"
        for number in order
        if tokens[number]
    )


def trick(view: Public, wording: Wording) -> list[str]:
    """Return the running trick, a line for each card, and what the colours come to."""
    _ = wording.gettext
    if view.turn is None:
        return []
    if not view.trick:
        return [_("No card lies on the table yet.")]
    return [*(_laid(laid, wording) for laid in view.trick), _judgement(view, wording)]


def _laid(laid: Laid, wording: Wording) -> str:
    _ = wording.gettext
    said = f"{_MARKS[laid.card // 10]}{NO_BREAK}**{card(laid.card, wording)}**"
    if laid.tokens or laid.clear:
        parts = [str(laid.card % 10)]
        parts += [str(laid.tokens)] if laid.tokens else []
        parts += [_("{n} clear").format(n=laid.clear)] if laid.clear else []
        said += f": {' + '.join(parts)} = **{laid.total}**"
    return f"{said} · {wording.name(laid.seat)}"


def _judgement(view: Public, wording: Wording) -> str:
    """Return what each colour on the table comes to, and which of them is strong."""
    _ = wording.gettext
    assert view.strong is not None
    cards = [laid.card for laid in view.trick]
    by_colour = sums(cards, [laid.total for laid in view.trick])
    lying = dict.fromkeys(each // 10 for each in cards)
    parts = " · ".join(f"{marked(each, wording)} {by_colour[each]}" for each in lying)
    strong = _("strong: {colour}").format(colour=bold(view.strong, wording))
    return f"{_('Totals:')} {parts} → {strong}"
