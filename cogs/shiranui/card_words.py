"""Colours, cards and tokens of Shiranui, spelt out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.ui.pages.numbers import signed
from bot.ui.pages.wording import NO_BREAK, Wording, seat_emoji
from cogs.shiranui.card_art import card_emoji, token_emoji
from cogs.shiranui.outlook import best_after
from cogs.shiranui.views import CLEAR, KEYS, UNLUCKY, Give, Laid, Public, SeatView, sums

_MARKS: Final = ("🫧", "🔥", "☀️", "🍃", "💧", "☁️")
"""A shape for each colour, clear first, as in the pictures; they are used until Discord has the
pictures.
"""
_NAMES: Final = (_("clear"), _("red"), _("yellow"), _("green"), _("blue"), _("white"))


def colour(number: int, wording: Wording) -> str:
    """Return a colour's name, 0 being clear."""
    return wording.gettext(_NAMES[number])


def mark(number: int, wording: Wording) -> str:
    """Return a colour's shape."""
    return wording.drawn(token_emoji(number), _MARKS[number])


def marked(number: int, wording: Wording, *, first: bool = False) -> str:
    """Return a colour's name after its shape; `first` if a sentence begins with it."""
    name = colour(number, wording)
    return f"{mark(number, wording)}{NO_BREAK}{name.capitalize() if first else name}"


def bold(number: int, wording: Wording) -> str:
    """Return a colour's name in bold after its shape."""
    return f"{mark(number, wording)}{NO_BREAK}**{colour(number, wording)}**"


def colours(numbers: Iterable[int], wording: Wording) -> str:
    """Return several colours after their shapes."""
    return wording.series(marked(number, wording) for number in numbers)


def card(code: int, wording: Wording) -> str:
    """Return a card's name."""
    _ = wording.gettext
    return _("{colour} {n}", colour=colour(code // 10, wording), n=code % 10)


def typed(code: int) -> str:
    """Return a card as it is typed."""
    return f"{KEYS[code // 10]}{code % 10}"


def shown(code: int, wording: Wording) -> str:
    """Return a card as a picture of it; until there is one, its name after its shape."""
    words = f"{_MARKS[code // 10]}{NO_BREAK}{card(code, wording)}"
    return wording.drawn(card_emoji(code), words)


def row(codes: Sequence[int], wording: Wording) -> str:
    """Return cards next to each other: a large line of pictures, or until there are any, names."""
    pictures = [wording.emoji(card_emoji(code)) for code in codes]
    if all(pictures):
        return "# " + "".join(pictures)
    words = (f"**{card(code, wording)}**".replace(" ", NO_BREAK) for code in codes)
    parts = [
        f"{_MARKS[code // 10]}{NO_BREAK}{each}" for code, each in zip(codes, words, strict=True)
    ]
    return " · ".join(parts)


def some(number: int, count: int, wording: Wording) -> str:
    """Return a number of tokens of a colour, as the answer to how many: 0 is said in words."""
    _ = wording.gettext
    name = colour(number, wording)
    if not count:
        return _("no {colour}", colour=name)
    return _("{n} {colour}", n=count, colour=name)


def given(number: int, tokens: int, clear: int, wording: Wording) -> str:
    """Return what is given together: tokens of a colour, clear ones, or both."""
    parts = [some(each, n, wording) for each, n in ((number, tokens), (CLEAR, clear)) if n]
    return wording.listed(parts)


def pouch(tokens: Sequence[int], wording: Wording, *, brief: bool = False) -> str:
    """Return the tokens somebody has, by colour, clear ones last; "" if there are none.

    If it is to be brief, pictures replace the names of the colours once there are any; a clear
    one's says nothing to whoever sees it first.
    """
    order = [*range(1, len(tokens)), CLEAR]
    found: list[str] = []
    for number in order:
        if count := tokens[number]:
            drawn = brief and number != CLEAR and wording.emoji(token_emoji(number))
            said = str(count) if drawn else some(number, count, wording).replace(" ", NO_BREAK)
            found.append(f"{mark(number, wording)}{NO_BREAK}{said}")
    return " · ".join(found)


def now(code: int, total: int, wording: Wording) -> str:
    """Return a card as a picture, with its total if tokens lie on it."""
    return _with_total(shown(code, wording), code, total, wording)


def total(code: int, total: int, wording: Wording) -> str:
    """Return a card's name, with its total if tokens lie on it."""
    return _with_total(card(code, wording), code, total, wording)


def _with_total(said: str, code: int, total: int, wording: Wording) -> str:
    if total == code % 10:
        return said
    return wording.gettext("{card} (now {total})", card=said, total=total)


def in_a_line(laid: Sequence[Laid], wording: Wording, *, brief: bool = False) -> str:
    """Return the cards of a trick in one line, each with its owner.

    If it is to be brief, the marks of the seats replace their names once there are pictures.
    """
    found: list[str] = []
    for each in laid:
        owner = brief and wording.emoji(seat_emoji(each.seat))
        said = now(each.card, each.total, wording)
        found.append(f"{owner or wording.marked(each.seat)} {said}")
    return " · ".join(found)


def in_lines(laid: Sequence[Laid], wording: Wording) -> list[str]:
    """Return a line for each card of a trick: what it adds up to, and whose it is."""
    return [_line(each, wording) for each in laid]


def _line(laid: Laid, wording: Wording) -> str:
    _ = wording.gettext
    said = f"{mark(laid.card // 10, wording)}{NO_BREAK}**{card(laid.card, wording)}**"
    if laid.tokens or laid.clear:
        parts = [str(laid.card % 10)]
        parts += [str(laid.tokens)] if laid.tokens else []
        parts += [_("{n} clear", n=laid.clear)] if laid.clear else []
        said = wording.labelled(said, f"{' + '.join(parts)} = **{laid.total}**")
    return f"{said} · {wording.marked(laid.seat)}"


def totals(laid: Sequence[Laid], wording: Wording) -> str:
    """Return what each colour on the table adds up to."""
    cards = [each.card for each in laid]
    by_colour = sums(cards, [each.total for each in laid])
    lying = dict.fromkeys(each // 10 for each in cards)
    parts = " · ".join(f"{marked(each, wording)} {by_colour[each]}" for each in lying)
    return wording.gettext("Totals: {totals}", totals=parts)


def winning(view: Public, wording: Wording, reader: int | None = None) -> str:
    """Return who is winning the trick so far, how many points, and why; "" before a card."""
    _ = wording.gettext
    best = view.winning()
    if best is None or view.strong is None:
        return ""
    laid, points = best
    name = colour(view.strong, wording)
    lowest = min(each.total for each in view.trick if each.card // 10 == view.strong)
    if laid.total > lowest:
        why = _("{n} in all: the lowest {colour} can't win", n=UNLUCKY, colour=name)
    elif reader is None:
        why = _("lowest {colour}", colour=name)
    else:
        # Which colour is strong stands right above.
        why = _("lowest")
    return _(
        "**Winning:** {who}, {points} ({why})",
        who=_("you") if laid.seat == reader else wording.marked(laid.seat),
        points=signed(points),
        why=why,
    )


def gift(give: Give, view: SeatView, wording: Wording, *, brief: bool = False) -> str:
    """Return how much is given, and who wins the trick after the giver's best card, which isn't
    named if that is to be `brief`.
    """
    _ = wording.gettext
    who, points, mine = _after(give, view)
    if who != view.public.turn:
        said = _("Give {tokens}: {who} wins {points}")
    else:
        said = (
            _("Give {tokens}: win {points}")
            if brief
            else _("Give {tokens}: your {mine} wins {points}")
        )
    if len(view.public.trick) + 1 < view.public.seats:
        said = _("{move} so far", move=said)
    return said.format(
        tokens=_amount(give, wording),
        who=wording.on_button(who),
        mine=mine % 10 if mine // 10 == give.target // 10 else card(mine, wording),
        points=points,
    )


def gift_alone(give: Give, wording: Wording) -> str:
    """Return how much is given, without what comes of it."""
    return wording.pgettext("move", "Give {tokens}", tokens=_amount(give, wording))


def comes_of(give: Give, view: SeatView, wording: Wording) -> str:
    """Return who wins the trick after a gift and the giver's best card, in a sentence."""
    _ = wording.gettext
    who, points, mine = _after(give, view)
    own, last = who == view.public.turn, len(view.public.trick) + 1 == view.public.seats
    if last:
        said = (
            _("Your {mine} then wins {n}.")
            if own
            else _("With your {mine} played, {who} wins {n}.")
        )
    else:
        said = (
            _("Your {mine} then wins {n} so far.")
            if own
            else _("With your {mine} played, {who} wins {n} so far.")
        )
    return said.format(who=wording.name(who), mine=card(mine, wording), n=points)


def _after(give: Give, view: SeatView) -> tuple[int, int, int]:
    """Return who wins the trick, and how much, after a gift and the giver's best card; and that."""
    place = [laid.card for laid in view.public.trick].index(give.target)
    return best_after(view, place, give.tokens + give.clear)


def _amount(give: Give, wording: Wording) -> str:
    _ = wording.gettext
    if not give.clear:
        return str(give.tokens)
    tokens = _("{n} + {clear} clear") if give.tokens else _("{clear} clear")
    return tokens.format(n=give.tokens, clear=give.clear)
