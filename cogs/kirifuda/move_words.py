"""The words of a move of Ameno Kirifuda, as they are typed and as buttons show them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.pages.numbers import points
from bot.ui.pages.render import Word
from bot.ui.pages.wording import Wording, seat_emoji
from cogs.kirifuda import card_words
from cogs.kirifuda.card_art import card_emoji, season_emoji
from cogs.kirifuda.views import (
    FREE,
    INDEX,
    Action,
    Discard,
    Draft,
    Place,
    Play,
    Return,
    SeatView,
    longest_run,
    strength,
)


def words(action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
    """Return the words of a move, in the order of its steps."""
    match action:
        case Draft():
            return (_blessing("blessing", action.blessing, wording),)
        case Discard():
            if not action.blessings:
                return (Word("blessings", "none", wording.gettext("Keep them all")),)
            said = [_blessing("blessings", b, wording) for b in action.blessings]
            return (_several(said, wording),)
        case Play():
            return (_card(action.card, view, wording),)
        case Place():
            place = _stone(action.space, view, wording)
            return (place,) if action.to is None else (place, _space("to", action.to, wording))
        case Return():
            said = [_space("stones", space, wording) for space in action.spaces]
            return (_several(said, wording),)


def _card(card: int, view: SeatView, wording: Wording) -> Word:
    """Return a card to play; for the last of a trick also whether it wins, which is certain
    then.
    """
    _ = wording.gettext
    name, number = card_words.card(card, wording), str(card % 10)
    outcome = "{card}"
    public = view.public
    if len(public.running) == public.seats - 1:
        led = public.running[0] // 10
        if strength(card, led) > max(strength(each, led) for each in public.running):
            karma = not public.stones[view.seat]
            outcome = _("{card} (wins: Bad Karma!)") if karma else _("{card} (wins)")
    return Word(
        "card",
        card_words.typed_card(card),
        outcome.format(card=name),
        also=(name,),
        emoji=card_emoji(card),
        short=outcome.format(card=number),
    )


def _stone(space: int, view: SeatView, wording: Wording) -> Word:
    """Return the space for a stone: whose stone is there, and what one's stones score then.

    Where one's own stone is pushed out that depends on where it goes, so it isn't said.
    """
    _ = wording.gettext
    at, board = INDEX[space], list(view.public.board)
    owner = board[at]
    name, label, short = card_words.space(space, wording), "{space}", "{space}"
    if owner != FREE:
        whose = _("yours") if owner == view.seat else wording.bare(owner)
        label = _("{space} ({whose})").replace("{whose}", whose)
    if owner != view.seat:
        board[at] = view.seat
        won = points(board.count(view.seat) * longest_run(board, view.seat), wording)
        after = " → " + won
        label, short = label + after, short + after
    return Word(
        "space",
        card_words.typed_space(space),
        label.replace("{space}", name),
        also=(name,),
        emoji=season_emoji(space // 10) if owner == FREE else seat_emoji(owner),
        short=short.replace("{space}", card_words.place(space)),
    )


def _blessing(name: str, code: int, wording: Wording) -> Word:
    return Word(
        name,
        card_words.typed_card(code),
        card_words.named_blessing(code, wording),
        # In short: its row and number, or its row alone.
        also=(card_words.card(code, wording), card_words.season(code // 10, wording)),
        emoji=season_emoji(code // 10),
        short=card_words.short_blessing(code, wording),
    )


def _space(name: str, code: int, wording: Wording) -> Word:
    return Word(
        name,
        card_words.typed_space(code),
        card_words.space(code, wording),
        emoji=season_emoji(code // 10),
        short=card_words.place(code),
    )


def _several(words: Sequence[Word], wording: Wording) -> Word:
    """Return a word that stands for a set."""
    items = tuple((word.value, word.label) for word in words)
    value = "+".join(word.value for word in words)
    label = wording.series(word.label for word in words)
    one = words[0]
    if len(words) > 1:
        return Word(one.name, value, label, items, tuple(word.emoji for word in words))
    return Word(one.name, value, label, items, emoji=one.emoji, short=one.short)
