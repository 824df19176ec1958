"""What happened in Shiranui as lines: for the log, and for a seat that it concerns."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.game import Event
from bot.ui.pages.numbers import points, signed
from bot.ui.pages.wording import Wording
from cogs.shiranui import card_words, views
from cogs.shiranui.views import UNLUCKY


def line(event: Event, wording: Wording) -> str | None:
    """Return an event of the game's as everybody reads it; None for one without such words."""
    match event:
        case views.RoundBegan():
            return _round_began(event, None, wording)
        case views.Given():
            return _given(event, None, wording)
        case views.Played():
            return _played(event, None, wording)
        case views.TrickWon():
            return _trick_won(event, None, wording)
        case views.RoundEnded():
            scores = " · ".join(
                f"{wording.name(seat)} {score}" for seat, score in enumerate(event.scores)
            )
            return wording.gettext("Round {n} ended: {scores}", n=event.round, scores=scores)
        case views.MatchOver() if event.tied:
            return _tied(event, wording)
        case _:
            return None


def heard(event: Event, seat: int, wording: Wording) -> str | None:
    """Return an event in the words for the seat that it concerns; None for others."""
    _ = wording.gettext
    match event:
        case views.HandDealt():
            return _(
                "You got {cards} and these tokens: {tokens}.",
                cards=" ".join(card_words.shown(code, wording) for code in event.hand),
                tokens=card_words.pouch(event.tokens, wording),
            )
        case views.RoundBegan():
            return _round_began(event, seat, wording)
        case views.Given() if seat in (event.seat, event.owner):
            return _given(event, seat, wording)
        case views.Played() if seat == event.seat:
            return _played(event, seat, wording)
        case views.TrickWon() if seat == event.seat:
            return _trick_won(event, seat, wording)
        case views.MatchOver() if seat == event.winner and event.tied:
            return _(
                "**You win with {points}!** It was a tie with {others}: you got there last.",
                points=points(max(event.scores), wording),
                others=wording.names(event.tied),
            )
        case _:
            return None


def brief(event: Event, seat: int | None, wording: Wording) -> str | None:
    """Return an event in fewer words than as a line; None for one that has none."""
    _ = wording.gettext
    match event:
        case views.RoundBegan():
            return _round_began(replace(event, clear=()), seat, wording)
        case views.RoundEnded():
            return _("Round {n} ended.", n=event.round)
        case views.Given():
            who = _("You") if event.seat == seat else wording.name(event.seat)
            return wording.labelled(who, gift(event, seat, wording))
        case _:
            return None


def gift(event: views.Given, seat: int | None, wording: Wording) -> str:
    """Return how many tokens were given to which card."""
    n, card = event.tokens + event.clear, card_words.shown(event.target, wording)
    if event.owner == seat:
        return wording.ngettext(
            "{n} token on your {card}", "{n} tokens on your {card}", n, card=card
        )
    return wording.ngettext("{n} token on {card}", "{n} tokens on {card}", n, card=card)


def _tied(event: views.MatchOver, wording: Wording) -> str:
    """Return the end of a match in which others have as many points as the winner."""
    return wording.gettext(
        "{who} wins with {points}! It was a tie with {others}: {who} got there last.",
        who=wording.name(event.winner),
        points=points(max(event.scores), wording),
        others=wording.names(event.tied),
    )


def _round_began(event: views.RoundBegan, seat: int | None, wording: Wording) -> str:
    _ = wording.gettext
    if event.first == seat:
        said = _("Round {n}: you lead.", n=event.round)
    else:
        said = _("Round {n}: {who} leads.", n=event.round, who=wording.name(event.first))
    helped = tuple(each for each, clear in enumerate(event.clear) if clear)
    if not helped:
        return said
    if seat in helped:
        others = tuple(each for each in helped if each != seat)
        clear = (
            _("You and {who} are last and get 1 clear token each.")
            if others
            else _("You are last and get 2 clear tokens.")
        )
        return wording.sentences(said, clear.format(who=wording.names(others)))
    clear = (
        _("{who} are last and get 1 clear token each.")
        if len(helped) > 1
        else _("{who} is last and gets 2 clear tokens.")
    )
    return wording.sentences(said, clear.format(who=wording.names(helped)))


def _given(event: views.Given, seat: int | None, wording: Wording) -> str:
    _ = wording.gettext
    if event.seat == seat:
        said = _("You gave {tokens} to {owner}'s {card} (now {total}).")
    elif event.owner == seat:
        said = _("{who} gave {tokens} to your {card} (now {total}).")
    else:
        said = _("{who} gave {tokens} to {owner}'s {card} (now {total}).")
    return said.format(
        who=wording.name(event.seat),
        tokens=card_words.given(event.target // 10, event.tokens, event.clear, wording),
        card=card_words.shown(event.target, wording),
        owner=wording.name(event.owner),
        total=event.total,
    )


def _played(event: views.Played, seat: int | None, wording: Wording) -> str:
    _ = wording.gettext
    own = event.seat == seat
    if event.led and event.forced:
        said = _("You led {card} (only move).") if own else _("{who} led {card} (only move).")
    elif event.led:
        said = _("You led {card}.") if own else _("{who} led {card}.")
    elif event.forced:
        said = _("You played {card} (only move).") if own else _("{who} played {card} (only move).")
    else:
        said = _("You played {card}.") if own else _("{who} played {card}.")
    said = said.format(who=wording.name(event.seat), card=card_words.shown(event.card, wording))
    parts = [said]
    if not event.followed and not own:
        none = _("No {colour} in hand.", colour=card_words.marked(event.before, wording))
        parts.append(none)
    if event.strong != event.before:
        now = _("Now {colour} is strong.", colour=card_words.bold(event.strong, wording))
        parts.append(now)
    return wording.sentences(*parts)


def _trick_won(event: views.TrickWon, seat: int | None, wording: Wording) -> str:
    _ = wording.gettext
    if event.seat == seat:
        said = _("**You won trick {n}** with {card}: {points}, now {score}.")
    else:
        said = _("**{who} won trick {n}** with {card}: {points}, now {score}.")
    said = said.format(
        who=wording.name(event.seat),
        n=event.number,
        card=card_words.shown(event.card, wording),
        points=signed(event.points),
        score=points(event.score, wording),
    )
    # In Thirteen the winner scores its own total, otherwise the lowest wins.
    wins = event.points if event.void else event.totals[0]
    at = event.totals.index(wins)
    each = [f"**{n}**" if place == at else str(n) for place, n in enumerate(event.totals)]
    totals = wording.labelled(
        card_words.marked(event.card // 10, wording),
        (" + " if event.void else " · ").join(each),
    )
    if event.void:
        said = wording.sentences(said, _unlucky(totals, wording))
    else:
        said = wording.sentences(said, _("({totals})", totals=totals))
    return wording.sentences(said, _tie(event, wording))


def why(event: views.TrickWon, wording: Wording) -> str:
    """Return why another card of a trick that seems as good didn't win; "" if there was none."""
    return wording.sentences(void(event, wording), _tie(event, wording))


def void(event: views.TrickWon, wording: Wording) -> str:
    """Return why the lowest card of a trick couldn't win; "" if it could."""
    return _unlucky(" + ".join(map(str, event.totals)), wording) if event.void else ""


def _tie(event: views.TrickWon, wording: Wording) -> str:
    wins = event.points if event.void else event.totals[0]
    if event.totals.count(wins) == 1:
        return ""
    return wording.gettext("(Tie: the later card wins.)")


def _unlucky(totals: str, wording: Wording) -> str:
    return wording.gettext("({totals} = {n}, so the lowest can't win.)", totals=totals, n=UNLUCKY)
