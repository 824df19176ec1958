"""What happened in Colors of Kasane as lines: for the log, and for the seat that it concerns."""

from __future__ import annotations

from bot.engine.game import Event
from bot.ui.pages import numbers
from bot.ui.pages.numbers import points
from bot.ui.pages.wording import Wording
from cogs.kasane import card_words, views
from cogs.kasane.views import PLUS_ONE, ROBE_COUNTS_FROM, ROUNDS


def line(event: Event, wording: Wording) -> str | None:
    """Return an event of the game's as everybody reads it; None for one that isn't its own."""
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            said = _("Round {n}: {who} starts.", n=event.round, who=wording.name(event.first))
            return _last_round(said, event, wording)
        case views.CardTaken():
            said = _(
                "{who} took {card} from row {row}.",
                who=wording.name(event.seat),
                **_taken(event, wording),
            )
            return _only_move(said, event, wording)
        case views.MeldAchieved():
            return _(
                "{who} scored **{meld}** {cards}: {points}.",
                who=wording.name(event.seat),
                **_scored(event, wording),
            )
        case views.RoundEnded() if event.round == ROUNDS.get(len(event.left)):
            # What is left over matters as long as it comes back.
            return _("Round {n} ended.", n=event.round)
        case views.RoundEnded():
            return _(
                "Round {n} ended. Cards left over: {cards}",
                n=event.round,
                cards=card_words.shown(event.left, wording),
            )
        case views.RobeCounted():
            return _(
                "{who}'s robe: {outcome}",
                who=wording.name(event.seat),
                outcome=_counted(event, wording),
            )
        case _:
            return None


def heard(event: Event, seat: int, wording: Wording) -> str | None:
    """Return an event in the words for the seat that it concerns; None for others."""
    _ = wording.gettext
    match event:
        case views.RoundBegan() if event.first == seat:
            return _last_round(_("Round {n}: you start.", n=event.round), event, wording)
        case views.CardTaken() if event.seat == seat:
            said = _("You took {card} from row {row}.", **_taken(event, wording))
            return _only_move(said, event, wording)
        case views.MeldAchieved() if event.seat == seat:
            return _("You scored **{meld}** {cards}: {points}.", **_scored(event, wording))
        case views.RobeCounted() if event.seat == seat:
            return _("Your robe: {outcome}", outcome=_counted(event, wording))
        case _:
            return None


def brief(event: Event, seat: int | None, wording: Wording) -> str | None:
    """Return an event in fewer words: the cards of a meld say which it is; None without any."""
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            # The board says whether it's the last one.
            own = event.first == seat
            said = _("Round {n}: you start.") if own else _("Round {n}: {who} starts.")
            return said.format(n=event.round, who=wording.name(event.first))
        case views.MeldAchieved():
            own = event.seat == seat
            said = _("You laid {cards}: +{n}.") if own else _("{who} laid {cards}: +{n}.")
            cards = card_words.melded(event.cards, wording, top=event.top)
            return said.format(who=wording.name(event.seat), cards=cards, n=event.points)
        case views.CardTaken():
            said = _("You took {card}.") if event.seat == seat else _("{who} took {card}.")
            card = card_words.shown((event.card,), wording)
            return said.format(who=wording.name(event.seat), card=card)
        case views.RobeCounted():
            return _("{who}'s robe: +{n}.", who=wording.name(event.seat), n=brings(event))
        case views.RoundEnded():
            return _("Round {n} ended.", n=event.round)
        case _:
            return None


def brings(robe: views.RobeCounted) -> int:
    """Return the points that a robe brings at the end."""
    return robe.colour_points + robe.whole_points


def _last_round(said: str, event: views.RoundBegan, wording: Wording) -> str:
    """Return the beginning of a round with what is added if it is the last."""
    if not event.reshuffled:
        return said
    last = wording.gettext("Last round! The cards left over before were shuffled back in.")
    return wording.sentences(said, last)


def _taken(event: views.CardTaken, wording: Wording) -> dict[str, str]:
    return {"card": card_words.shown((event.card,), wording), "row": str(event.row)}


def _only_move(said: str, event: views.CardTaken, wording: Wording) -> str:
    """Return a card taken with what is said after it: its point, and that nobody chose."""
    _ = wording.gettext
    parts = [said]
    if event.card == PLUS_ONE:
        parts.append(_("+1 point."))
    if event.forced:
        parts.append(_("(only move)"))
    return wording.sentences(*parts)


def _scored(event: views.MeldAchieved, wording: Wording) -> dict[str, str]:
    return {
        "meld": card_words.name(event.meld, wording),
        "cards": card_words.melded(event.cards, wording, top=event.top),
        "points": f"+{points(event.points, wording)}",
    }


def _counted(event: views.RobeCounted, wording: Wording) -> str:
    """Return what a robe brings at the end."""
    _ = wording.gettext
    cards = numbers.cards(event.cards, wording)
    if event.cards < ROBE_COUNTS_FROM:
        return _(
            "only {cards}, so no colour bonus ({most} needed).", cards=cards, most=ROBE_COUNTS_FROM
        )
    said = (
        _("{cards} in {colours}, +{points}.")
        if event.colour_points
        else _("{cards} in {colours}: no colour bonus.")
    )
    said = said.format(
        cards=cards,
        colours=card_words.colours(event.colours, wording),
        points=points(event.colour_points, wording),
    )
    if event.whole_points:
        whole = _("All twelve cards laid, +{points}.", points=points(event.whole_points, wording))
        return wording.sentences(said, whole)
    return said
