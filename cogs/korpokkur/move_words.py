"""The words of a move of 7 Little Korpokkurs, as they are typed and as buttons show them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.ahead import Line
from bot.ui.pages.move_words import Word
from bot.ui.pages.wording import Wording, seat_emoji
from cogs.korpokkur import components
from cogs.korpokkur.actions import Action, Answer, Bag, Give, Handover, Kamuy, Korkoni
from cogs.korpokkur.ahead import Case, Offer, Turn
from cogs.korpokkur.card_words import (
    CHIP_EMOJI,
    card_emoji,
    card_name,
    person,
    some,
)
from cogs.korpokkur.components import Card
from cogs.korpokkur.views import Public, SeatView


def words(action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
    """Return the words of a move, in the order of its steps; calls about one's bag need none."""
    _ = wording.gettext
    match action:
        case Give():
            number = str(action.number)
            chips = some(action.chips, action.number, wording)
            said = wording.pgettext("move", "Offer {chips}", chips=chips)
            brief = (
                wording.pgettext("move", "{n} korpokkur", n=number)
                if action.chips == components.KORPOKKUR
                else wording.pgettext("move", "{n} butterbur", n=number)
            )
            return _chips(action.chips, wording), Word(
                "number", number, number, said=said, brief=brief
            )
        case Answer():
            one = view.public.number == 1
            eh = _("Eh: take it") if one else _("Eh: take them")
            somo = _("Somo: refuse it") if one else _("Somo: refuse them")
            return (Word("answer", "eh", eh) if action.eh else Word("answer", "somo", somo),)
        case Kamuy():
            if action.target is None:
                return (_card(action.card, wording),)
            return _swap(action.card, action.target, view.public, wording)
        case Korkoni():
            said = wording.pgettext("move", "Accuse {who}", who=wording.on_button(action.target))
            return (_target(action.target, said, wording),)
        case Bag():
            return _filling(action, wording)
        case Handover():
            return (_card(action.card, wording),)
        case _:
            return ()


def own_turn(view: SeatView, wording: Wording) -> str:
    """Return what a seat may do in its turn: win with enough korpokkur, leave with an empty bag, or
    offer chips to whom.
    """
    _, mine = wording.gettext, view.private
    if mine.korpokkur >= components.ENOUGH:
        return _("Call Arwampe! and win the round.")
    if mine.korpokkur or mine.butterbur:
        who = wording.name(next_player(view.public, view.seat))
        if mine.hand:
            return _("Offer {who} chips, play a card, or accuse.", who=who)
        return _("Offer {who} chips or accuse.", who=who)
    return _("Leave, play a card, or accuse.") if mine.hand else _("Leave or accuse.")


def next_player(view: Public, seat: int) -> int:
    """Return who plays after a seat: whoever its offers go to."""
    way = view.order[:: view.direction]
    at = way.index(seat) + 1
    return next(other for other in way[at:] + way[:at] if view.playing[other])


def turn(cards: int, wording: Wording) -> str:
    """Return what somebody may do in a turn, with so many cards."""
    _ = wording.gettext
    return _("Offer chips, play a card, or accuse.") if cards else _("Offer chips or accuse.")


def case(case: Case, wording: Wording) -> str:
    """Return a case of a move that is set ahead: one's bag is untouched in all of them."""
    if isinstance(case, Offer):
        return wording.ngettext("{n} chip is offered", "{n} chips are offered", case.number)
    return wording.pgettext("case", "it's your turn")


def warning(lines: Sequence[Line], view: SeatView, wording: Wording) -> str:
    """Return that korpokkur are given away which might win the round after Eh; "" otherwise."""
    taken = [
        line.case.number
        for line in lines
        if isinstance(line.case, Offer) and line.action == Answer(True)
    ]
    gives = [line.action for line in lines if isinstance(line.action, Give)]
    away = any(give.chips == components.KORPOKKUR for give in gives)
    if not away or view.private.korpokkur + max(taken, default=0) < components.ENOUGH:
        return ""
    return wording.gettext(
        "With {n} korpokkur you could win; this gives some away.", n=components.ENOUGH
    )


def unfit(cases: Sequence[Case], view: SeatView, wording: Wording) -> str:
    """Return why nothing that was set could be done: it was for something else, or the bag may be
    another.
    """
    _, seen = wording.gettext, view.public
    if seen.phase == "turn":
        if any(isinstance(each, Turn) for each in cases):
            return _("Your bag may have changed.")
        return _("It's your turn; you had set nothing for it.")
    if any(isinstance(each, Offer) and each.number == seen.number for each in cases):
        return _("Your bag may have changed.")
    return wording.ngettext(
        "{n} chip was offered; you had set nothing for it.",
        "{n} chips were offered; you had set nothing for it.",
        seen.number,
    )


def _chips(chips: components.Chips, wording: Wording) -> Word:
    _ = wording.gettext
    label = _("korpokkur") if chips == components.KORPOKKUR else _("butterbur")
    return Word("chips", chips, label, emoji=CHIP_EMOJI[chips])


def _card(card: Card, wording: Wording) -> Word:
    name = card_name(card, wording)
    return Word("card", card, name, emoji=card_emoji(card), said=name)


def _swap(card: Card, target: int, view: Public, wording: Wording) -> tuple[Word, Word]:
    """Return a card that is played at another player; with a choice of them it leads on."""
    _ = wording.gettext
    said = _("Swap bags with {who}") if card == "swap-bags" else _("Swap seats with {who}")
    said = said.format(who=wording.on_button(target))
    leads_on = _("{card} …", card=card_name(card, wording))
    first = said if view.playing.count(True) == 2 else leads_on
    return _card(card, wording)._replace(said=first), _target(target, said, wording)


def _target(seat: int, said: str, wording: Wording) -> Word:
    """Return another player; the number of the seat may be typed, too."""
    return Word(
        "target",
        str(seat + 1),
        person(seat, wording),
        also=(wording.bare(seat),),
        emoji=seat_emoji(seat),
        said=said,
    )


def _filling(bag: Bag, wording: Wording) -> Sequence[Word]:
    parts: dict[components.Chips, int] = {"korpokkur": bag.korpokkur, "butterbur": bag.butterbur}
    labels = [some(kind, n, wording) for kind, n in parts.items()]
    said = wording.series(labels)
    return [
        Word(kind, str(n), label, said=said)
        for (kind, n), label in zip(parts.items(), labels, strict=True)
    ]
