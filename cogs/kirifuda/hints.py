"""A move of Ameno Kirifuda as advice: a blessing, a card, or a stone, and why."""

from __future__ import annotations

from bot.ui.pages.wording import Wording
from cogs.kirifuda import card_words
from cogs.kirifuda.outlook import best_in_trick, open_blessing
from cogs.kirifuda.views import (
    INDEX,
    Action,
    Discard,
    Draft,
    Place,
    Play,
    Return,
    SeatView,
    in_row,
    longest_run,
    strength,
)


def hint(action: Action, view: SeatView, wording: Wording) -> str:
    """Return what a move does, verb first."""
    _ = wording.gettext
    match action:
        case Draft():
            return _("Take {blessing}", blessing=card_words.blessings([action.blessing], wording))
        case Discard():
            if not action.blessings:
                return _("Keep all your blessing cards")
            cards = card_words.blessings(action.blessings, wording)
            return _("Give up {cards} for stones", cards=cards)
        case Play():
            card = card_words.shown((action.card,), wording)
            return (
                _("Play {card}", card=card) if view.public.running else _("Lead {card}", card=card)
            )
        case Place():
            space = card_words.space(action.space, wording)
            if action.to is None:
                return _("Place your stone on {space}", space=space)
            to = card_words.space(action.to, wording)
            return _(
                "Place your stone on {space} and push the one there to {to}", space=space, to=to
            )
        case Return():
            return _(
                "Take your stones off {spaces}", spaces=card_words.spaces(action.spaces, wording)
            )


def because(action: Action, view: SeatView, wording: Wording) -> str:
    """Return the first good reason for a move that the seat can be sure of; "" for none."""
    match action:
        case Play():
            return _card(action.card, view, wording)
        case Place():
            return _stone(action, view, wording)
        case _:
            return ""


def _card(card: int, view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    public = view.public
    if not public.running:
        return ""
    stones = public.stones[view.seat]
    if strength(card, public.running[0] // 10) <= best_in_trick(view):
        if stones:
            return _("it loses, so you place no stone")
        return _("it loses, and you have no stone")
    if not stones:
        return ""
    season = card_words.season(card // 10, wording)
    return _("it wins as it stands, for a stone in {season}", season=season)


def _stone(place: Place, view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    board = list(view.public.board)
    season, seat = place.space // 10, view.seat
    before = in_row(board, seat, season), longest_run(board, seat)
    if place.to is not None:
        board[INDEX[place.to]] = board[INDEX[place.space]]
    board[INDEX[place.space]] = seat
    count, run = in_row(board, seat, season), longest_run(board, seat)
    if count > before[0] and open_blessing(season, count, view) is not None:
        return _("it fulfils your blessing")
    return _("your run grows to {n}", n=run) if run > max(1, before[1]) else ""
