"""A move of Ameno Kirifuda as advice: a blessing, a card, or a stone, and why."""

from __future__ import annotations

from bot.ui.pages.wording import Wording
from cogs.kirifuda import card_words
from cogs.kirifuda.outlook import best_in_trick, open_blessing
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
    in_row,
    longest_run,
    strength,
    unseen_cards,
    worth,
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
        case Draft():
            return _blessing(action.blessing, view, wording)
        case Discard():
            return _swaps(action, view, wording)
        case Return():
            return _taken_off(action, view, wording)


def _blessing(blessing: int, view: SeatView, wording: Wording) -> str:
    """Return how near a blessing is: by the stones in its row, and the cards that win there."""
    _ = wording.gettext
    season, wanted = divmod(blessing, 10)
    said = card_words.season(season, wording)
    lie = in_row(view.public.board, view.seat, season)
    held = sum(card // 10 == season for card in view.private.hand)
    if lie == wanted and lie:
        return _("you have exactly {n} stones in {season} already", n=lie, season=said)
    if wanted > lie and held:
        return wording.ngettext(
            "you hold {n} card that can win a stone in {season}",
            "you hold {n} cards that can win stones in {season}",
            held,
            season=said,
        )
    if not wanted and not lie and not held:
        return _("you have no stone in {season}, and no card that could win one there", season=said)
    if not wanted and not lie:
        return wording.ngettext(
            "you have no stone in {season}, and {n} card that could win one there",
            "you have no stone in {season}, and {n} cards that could win one there",
            held,
            season=said,
        )
    return ""


def _swaps(discard: Discard, view: SeatView, wording: Wording) -> str:
    given = len(discard.blessings)
    if given:
        return wording.ngettext(
            "you get {n} more stone to place", "you get {n} more stones to place", given
        )
    mine = view.public.blessings[view.seat]
    return wording.gettext("they can pay {n} in all", n=sum(map(worth, mine)))


def _taken_off(taken: Return, view: SeatView, wording: Wording) -> str:
    board, seat = list(view.public.board), view.seat
    for space in taken.spaces:
        board[INDEX[space]] = FREE
    stays = longest_run(board, seat)
    return wording.gettext("your longest run is {n} then", n=stays) if stays > 1 else ""


def _card(card: int, view: SeatView, wording: Wording) -> str:
    _ = wording.gettext
    public = view.public
    if not public.running:
        return _lead(card, view, wording)
    stones = public.stones[view.seat]
    if strength(card, public.running[0] // 10) <= best_in_trick(view):
        if stones:
            return _("it loses, so you place no stone")
        return _("it loses, and you have no stone")
    if not stones:
        return _("it wins as it stands, and three stones come off the board")
    season = card_words.season(card // 10, wording)
    return _("it wins as it stands, for a stone in {season}", season=season)


def _lead(card: int, view: SeatView, wording: Wording) -> str:
    """Return how likely a card that is led is to win, by the higher ones that others may hold."""
    _ = wording.gettext
    season = card_words.season(card // 10, wording)
    higher = sum(each // 10 == card // 10 and each > card for each in unseen_cards(view))
    if not higher:
        return _("nobody can have a higher {season} card", season=season)
    if higher == 1:
        return _("only one {season} card can be higher", season=season)
    return _("{n} {season} cards can be higher, and you don't have to win", n=higher, season=season)


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
    if run > max(1, before[1]):
        return _("your run grows to {n}", n=run)
    if place.to is not None and (owner := view.public.board[INDEX[place.space]]) != seat:
        return _("it pushes {who}'s stone out of the row", who=wording.name(owner))
    return _("your stones score {a} × {b} then", a=board.count(seat), b=run)
