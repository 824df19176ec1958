"""A move of Ameno Kirifuda as advice: a blessing, a card, or a stone, and its outcome."""

from __future__ import annotations

from bot.ui.pages.wording import Wording, escaped
from cogs.kirifuda import card_words, move_words
from cogs.kirifuda.views import Action, Discard, Draft, Place, Play, Return, SeatView, strength


def hint(action: Action, view: SeatView, wording: Wording) -> str:
    """Return a move as advice to the player of a seat."""
    _ = wording.gettext
    match action:
        case Draft():
            blessing = card_words.blessings([action.blessing], wording)
            return _("Take {blessing}.", blessing=blessing)
        case Discard():
            if not action.blessings:
                return _("Keep all your blessing cards.")
            return _(
                "Give up {cards} and get {stones}.",
                cards=card_words.blessings(action.blessings, wording),
                stones=card_words.stones(len(action.blessings), wording),
            )
        case Play():
            return _play(action.card, view, wording)
        case Place():
            return _place(action, view, wording)
        case Return():
            spaces = card_words.spaces(action.spaces, wording)
            return _("Take your stones off {spaces}.", spaces=spaces)


def _play(card: int, view: SeatView, wording: Wording) -> str:
    """Return a card to play, and whether it wins the trick as it stands."""
    _ = wording.gettext
    public = view.public
    shown = card_words.shown((card,), wording)
    if not public.running:
        return _("Lead {card}.", card=shown)
    led = public.running[0] // 10
    wins = strength(card, led) > max(strength(each, led) for each in public.running)
    if len(public.running) + 1 < public.seats:
        said = (
            _("Play {card}. It's the best card of the trick so far.")
            if wins
            else _("Play {card}. Another card of the trick is better.")
        )
    else:
        said = (
            _("Play {card}. It wins the trick.")
            if wins
            else _("Play {card}. It doesn't win the trick.")
        )
    return said.format(card=shown)


def _place(place: Place, view: SeatView, wording: Wording) -> str:
    """Return where to put a stone, what the stones score then, and where one there is pushed."""
    _ = wording.gettext
    space = escaped(move_words.words(place, view, wording)[0].label)
    if place.to is None:
        return _("Place a stone: {space}.", space=space)
    return _(
        "Place a stone: {space}. Push the stone there to {to}.",
        space=space,
        to=card_words.space(place.to, wording),
    )
