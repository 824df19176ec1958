"""Shiranui as people read it: the trick, the log, the hand, the words of a move, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.game import Event, GameInfo, MatchOver, Result
from bot.engine.text import marked as _
from bot.ui.pages.numbers import cards, points, rounds
from bot.ui.pages.render import Body, Field, Kind, Render, Step, Word
from bot.ui.pages.wording import Wording
from cogs.shiranui import card_words, views
from cogs.shiranui.views import (
    CLEAR,
    ENOUGH,
    TRICKS,
    UNLUCKY,
    Action,
    Give,
    Options,
    Play,
    Public,
    SeatView,
    left_out,
)


class ShiranuiRender(Render):
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _(
        "Win tricks with the lowest card of the strongest colour, and meddle with others' cards."
    )
    kinds: ClassVar[Mapping[str, Kind]] = {
        "play": Kind(
            command="Play a card from your hand",
            help=_("Play a card: it ends your turn, and then it is judged which colour is strong."),
            steps=(Step(_("Play"), {"card": "The card, such as red 3"}),),
        ),
        "give": Kind(
            command="Put tokens on a card of this trick, before you play your own",
            help=_("If you like, first put tokens on one card of this trick; you play after that."),
            steps=(
                Step(
                    _("Give tokens to"),
                    {"target": "The card on the table, such as red 3, or whose it is"},
                ),
                Step(
                    _("How many tokens? Each adds 1 to the card."),
                    {
                        "tokens": "How many tokens of the card's colour; "
                        "0 to give clear ones alone",
                        "clear": "How many of your clear tokens; leave it out for none",
                    },
                    optional=frozenset({"clear"}),
                ),
            ),
        ),
    }

    def headline(self, view: Public, wording: Wording) -> str:
        """Return one line on where the match stands: round, trick, whether it is the last round."""
        _ = wording.gettext
        parts = [
            _("Round {n}").format(n=view.round),
            _("trick {n} of {most}").format(n=view.number, most=TRICKS),
        ]
        if max(view.scores) < ENOUGH:
            parts.append(_("{n} points end the game").format(n=ENOUGH))
        else:
            parts.append("**" + _("last round!") + "**")
        return " · ".join(parts)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return one line on whose move it is and what is asked of them."""
        _ = wording.gettext
        who = wording.names(to_act)
        if not view.trick:
            return _("{who} leads the trick with any card.").format(who=who)
        if view.gave:
            return _("{who} has given tokens and now plays a card.").format(who=who)
        return _("{who} plays a card, and may give tokens before.").format(who=who)

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the table as anyone may see it: the running trick, then people."""
        _ = wording.gettext
        people = [self._person(seat, view, wording) for seat in range(view.seats)]
        cards = _("{colours}, 0 to 7 of each").format(
            colours=card_words.colours(view.colours, wording)
        )
        fields = [Field(_("Players"), "\n".join(people)), Field(_("Cards in play"), cards)]
        given = [sum(each) for each in zip(*view.given, strict=True)]
        if any(given):
            fields.append(Field(_("Tokens given this round"), card_words.pouch(given, wording)))
        return Body("\n".join(card_words.trick(view, wording)), tuple(fields))

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return what only this seat sees: its cards and tokens, above the trick."""
        _ = wording.gettext
        public, mine = view.public, view.private
        parts = [
            _("**Your cards:** {cards}").format(cards=card_words.framed(mine.hand, wording))
            if mine.hand
            else _("You have no cards left."),
            _("**Your tokens:** {tokens}").format(tokens=card_words.pouch(mine.tokens, wording))
            if any(mine.tokens)
            else _("You have no tokens left."),
        ]
        if public.turn == view.seat and public.strong is not None:
            must = any(card // 10 == public.strong for card in mine.hand)
            said = (
                _("The strong colour is {colour}: you must play it.")
                if must
                else _("The strong colour is {colour}. You have none, so you play any card.")
            )
            parts.append(said.format(colour=card_words.bold(public.strong, wording)))
        lying = card_words.trick(public, wording)
        return Body("\n".join([*parts, *([""] if lying else []), *lying]))

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line; what only one seat hears is shown in its hand."""
        _ = wording.gettext
        match event:
            case views.RoundBegan():
                said = _("Round {n} begins; {who} leads.").format(
                    n=event.round, who=wording.name(event.first)
                )
                helped = tuple(seat for seat, clear in enumerate(event.clear) if clear)
                if not helped:
                    return said
                each = max(event.clear)
                clear = wording.ngettext(
                    "{n} clear token each for {who}, who are last.",
                    "{n} clear tokens for {who}, who is last.",
                    each,
                )
                return f"{said} {clear.format(n=each, who=wording.names(helped))}"
            case views.Given():
                tokens = card_words.given(event.target // 10, event.tokens, event.clear, wording)
                return _("{who} gave {tokens} to {card} of {owner}, which counts {total}.").format(
                    who=wording.name(event.seat),
                    tokens=tokens,
                    card=card_words.shown(event.target, wording),
                    owner=wording.name(event.owner),
                    total=event.total,
                )
            case views.Played():
                return self._played(event, wording)
            case views.TrickWon():
                return self._trick_won(event, wording)
            case views.RoundEnded():
                scores = " · ".join(
                    f"{wording.name(seat)} {score}" for seat, score in enumerate(event.scores)
                )
                return _("Round {n} is over: {scores}").format(n=event.round, scores=scores)
            case views.MatchOver():
                if not event.tied:
                    return super().line(MatchOver(event.scores, (event.winner,)), wording)
                return _("{who}: {points}, later than {others}, and the game!").format(
                    who=wording.name(event.winner),
                    points=points(max(event.scores), wording),
                    others=wording.names(event.tied),
                )
            case _:
                return super().line(event, wording)

    def words(self, action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the words of a move: the card; or the card, and how many tokens of each kind."""
        _ = wording.gettext
        match action:
            case Play():
                return (
                    Word(
                        "card", card_words.typed(action.card), card_words.card(action.card, wording)
                    ),
                )
            case Give():
                tokens = card_words.some(action.target // 10, action.tokens, wording)
                (owner,) = [laid.seat for laid in view.public.trick if laid.card == action.target]
                who = wording.bare(owner)
                target = _("{card} ({who})").format(
                    card=card_words.card(action.target, wording), who=who
                )
                said = [
                    Word("target", card_words.typed(action.target), target, also=who),
                    Word("tokens", str(action.tokens), tokens),
                ]
                if action.clear:
                    clear = card_words.some(CLEAR, action.clear, wording)
                    said.append(Word("clear", str(action.clear), clear))
                return said

    def outcome(self, view: Public, result: Result, wording: Wording) -> str:
        """Return the points that won, after how many rounds, and what decided between equals."""
        _ = wording.gettext
        best = max(result.scores)
        text = _("{points}, after {rounds}.").format(
            points=points(best, wording), rounds=rounds(view.round, wording)
        )
        if result.scores.count(best) > 1:
            text += " " + _("Of equal scores the one reached last wins.")
        return text

    def options(self, options: Any, wording: Wording) -> Sequence[str]:
        """Return a line for the variant, and one for the colours that are left out."""
        _ = wording.gettext
        assert isinstance(options, Options)
        lines = [_("Thirteen")] if options.thirteen else []
        out = [card_words.colour(colour, wording) for colour in left_out(options.without)]
        if out:
            lines.append(_("without {colours}").format(colours=", ".join(out)))
        return lines

    def _person(self, seat: int, view: Public, wording: Wording) -> str:
        _ = wording.gettext
        score = points(view.scores[seat], wording)
        if self._on_top(seat, view):
            score += f" ({_('disc on top')})"
        size, clear = view.hand_sizes[seat], view.clear[seat]
        tokens = wording.ngettext("{n} token", "{n} tokens", view.tokens[seat])
        tokens = tokens.format(n=view.tokens[seat])
        if clear:
            tokens += f" ({_('{n} clear').format(n=clear)})"
        parts = [
            f"**{wording.name(seat)}**",
            score,
            cards(size, wording),
            tokens,
        ]
        if view.none_of[seat] and size:
            none = _("holds no {colours}")
            parts.append(none.format(colours=card_words.colours(view.none_of[seat], wording)))
        return ("▸ " if seat == view.turn else "") + " · ".join(parts)

    def _on_top(self, seat: int, view: Public) -> bool:
        """Tell whether a seat's disc lies on another, having come to its score later."""
        under = [
            view.moved[other]
            for other in range(view.seats)
            if other != seat and view.scores[other] == view.scores[seat]
        ]
        return bool(under) and view.moved[seat] > max(under)

    def _played(self, event: views.Played, wording: Wording) -> str:
        _ = wording.gettext
        said = _("{who} led {card}.") if event.led else _("{who} played {card}.")
        parts = [
            said.format(who=wording.name(event.seat), card=card_words.shown(event.card, wording))
        ]
        if event.forced:
            parts.append(_("Nothing else was possible."))
        if not event.followed:
            none = _("They hold no {colour}.")
            parts.append(none.format(colour=card_words.marked(event.before, wording)))
        if event.strong != event.before:
            now = _("Now {colour} is strong.")
            parts.append(now.format(colour=card_words.bold(event.strong, wording)))
        return " ".join(parts)

    def _trick_won(self, event: views.TrickWon, wording: Wording) -> str:
        _ = wording.gettext
        said = _("**{who} wins trick {n}** with {card}: {points}, {score} in all.").format(
            who=wording.name(event.seat),
            n=event.number,
            card=card_words.shown(event.card, wording),
            points=points(event.points, wording),
            score=event.score,
        )
        # In Thirteen the winner scores its own total, else it is the lowest that wins.
        wins = event.points if event.void else event.totals[0]
        at = event.totals.index(wins)
        each = [f"**{n}**" if place == at else str(n) for place, n in enumerate(event.totals)]
        totals = card_words.marked(event.card // 10, wording) + ": "
        totals += (" + " if event.void else " · ").join(each)
        if event.void:
            void = _("{totals} = {n}, so the lowest is void.")
            return f"{said} {void.format(totals=totals, n=UNLUCKY)}"
        return f"{said} ({totals})"

    def account(
        self, seat: int, view: Public, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return what each round brought a seat, with the cards that won."""
        _ = wording.gettext
        won = [points for _part, points in result.breakdown[seat]]
        if brief:
            short = [
                _("R{round} {points}").format(round=number, points=each)
                for number, each in enumerate(won, start=1)
            ]
            return [" · ".join(short)]
        lines: list[str] = []
        for number, each in enumerate(won, start=1):
            tricks = view.tricks[TRICKS * (number - 1) : TRICKS * number]
            head = _("Round {n}: {points}").format(n=number, points=points(each, wording))
            cards = ", ".join(
                f"{card_words.shown(trick.card, wording)} +{trick.points}"
                for trick in tricks
                if trick.seat == seat
            )
            lines.append(f"{head} ({cards})" if cards else head)
        return lines


RENDER = ShiranuiRender()
"""The one way to draw this game."""
