"""Shiranui as people read it: the trick, the log, the hand, the words of a move, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.game import Event, GameInfo, Result
from bot.engine.text import marked as _
from bot.ui.render import Field, Kind, Page, Word
from bot.ui.voice import Voice
from cogs.shiranui import spelt, views
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

_DETAILED = 3200
"""The final page names each winning card while it all stays within so many characters."""


class ShiranuiRender:
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _(
        "Win tricks with the lowest card of the strongest colour, and meddle with others' cards."
    )
    kinds: ClassVar[Mapping[str, Kind]] = {
        "play": Kind(
            steps=(("card",),),
            prompts=(_("Play"),),
            help=_("Play a card: it ends your turn, and then it is judged which colour is strong."),
        ),
        "give": Kind(
            steps=(("target",), ("tokens", "clear")),
            prompts=(_("Give tokens to"), _("How many tokens? Each adds 1 to the card.")),
            help=_("If you like, first put tokens on one card of this trick; you play after that."),
        ),
    }

    def headline(self, view: Public, voice: Voice) -> str:
        """Return one line on where the match stands: round, trick, whether it is the last round."""
        _ = voice.gettext
        parts = [
            _("Round {n}").format(n=view.round),
            _("trick {n} of {most}").format(n=view.number, most=TRICKS),
        ]
        if max(view.scores) < ENOUGH:
            parts.append(_("{n} points end the game").format(n=ENOUGH))
        else:
            parts.append("**" + _("last round!") + "**")
        return " · ".join(parts)

    def waiting(self, view: Public, to_act: tuple[int, ...], voice: Voice) -> str:
        """Return one line on whose move it is and what is asked of them."""
        _ = voice.gettext
        if not to_act:
            return _("The game is over.")
        who = voice.names(to_act)
        if not view.trick:
            return _("{who} leads the trick with any card.").format(who=who)
        if view.gave:
            return _("{who} has given tokens and now plays a card.").format(who=who)
        return _("{who} plays a card, and may give tokens before.").format(who=who)

    def board(self, view: Public, voice: Voice) -> Page:
        """Return the table as anyone may see it: the running trick, then people."""
        _ = voice.gettext
        people = [self._person(seat, view, voice) for seat in range(view.seats)]
        cards = _("{colours}, 0 to 7 of each").format(colours=spelt.colours(view.colours, voice))
        fields = [Field(_("Players"), "\n".join(people)), Field(_("Cards in play"), cards)]
        given = [sum(each) for each in zip(*view.given, strict=True)]
        if any(given):
            fields.append(Field(_("Tokens given this round"), spelt.pouch(given, voice)))
        return Page("\n".join(spelt.trick(view, voice)), tuple(fields))

    def hand(self, view: SeatView, voice: Voice) -> Page:
        """Return what only this seat sees: its cards and tokens, above the trick."""
        _ = voice.gettext
        public, mine = view.public, view.private
        parts = [
            _("**Your cards:** {cards}").format(cards=spelt.framed(mine.hand, voice))
            if mine.hand
            else _("You have no cards left."),
            _("**Your tokens:** {tokens}").format(tokens=spelt.pouch(mine.tokens, voice))
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
            parts.append(said.format(colour=spelt.bold(public.strong, voice)))
        lying = spelt.trick(public, voice)
        return Page("\n".join([*parts, *([""] if lying else []), *lying]))

    def line(self, event: Event, voice: Voice) -> str | None:
        """Return an event as one log line; what only one seat hears is shown in its hand."""
        _ = voice.gettext
        match event:
            case views.RoundBegan():
                said = _("Round {n} begins; {who} leads.").format(
                    n=event.round, who=voice.name(event.first)
                )
                helped = tuple(seat for seat, clear in enumerate(event.clear) if clear)
                if not helped:
                    return said
                each = max(event.clear)
                clear = voice.ngettext(
                    "{n} clear token each for {who}, who are last.",
                    "{n} clear tokens for {who}, who is last.",
                    each,
                )
                return f"{said} {clear.format(n=each, who=voice.names(helped))}"
            case views.Given():
                tokens = spelt.given(event.target // 10, event.tokens, event.clear, voice)
                return _("{who} gave {tokens} to {card} of {owner}, which counts {total}.").format(
                    who=voice.name(event.seat),
                    tokens=tokens,
                    card=spelt.shown(event.target, voice),
                    owner=voice.name(event.owner),
                    total=event.total,
                )
            case views.Played():
                return self._played(event, voice)
            case views.TrickWon():
                return self._trick_won(event, voice)
            case views.RoundEnded():
                scores = " · ".join(
                    f"{voice.name(seat)} {score}" for seat, score in enumerate(event.scores)
                )
                return _("Round {n} is over: {scores}").format(n=event.round, scores=scores)
            case views.MatchOver():
                points = spelt.points(max(event.scores), voice)
                who = voice.name(event.winner)
                if event.tied:
                    return _("{who}: {points}, later than {others}, and the game!").format(
                        who=who, points=points, others=voice.names(event.tied)
                    )
                return _("{who}: {points}, and the game!").format(who=who, points=points)
            case _:
                return None

    def words(self, action: Action, view: SeatView, voice: Voice) -> Sequence[Word]:
        """Return the words of a move: the card; or the card, and how many tokens of each kind."""
        _ = voice.gettext
        match action:
            case Play():
                return (Word("card", spelt.typed(action.card), spelt.card(action.card, voice)),)
            case Give():
                tokens = spelt.some(action.target // 10, action.tokens, voice)
                (owner,) = [laid.seat for laid in view.public.trick if laid.card == action.target]
                who = voice.bare(owner)
                target = _("{card} ({who})").format(card=spelt.card(action.target, voice), who=who)
                said = [
                    Word("target", spelt.typed(action.target), target, also=who),
                    Word("tokens", str(action.tokens), tokens),
                ]
                if action.clear:
                    clear = spelt.some(CLEAR, action.clear, voice)
                    said.append(Word("clear", str(action.clear), clear))
                return said

    def final(self, view: Public, result: Result, voice: Voice) -> Page:
        """Return the end of the match: scores, and what each trick brought.

        Who has won is said above it.
        """
        _ = voice.gettext
        best = max(result.scores)
        text = _("{points}, after {rounds}.").format(
            points=spelt.points(best, voice),
            rounds=voice.ngettext("{n} round", "{n} rounds", view.round).format(n=view.round),
        )
        if result.scores.count(best) > 1:
            text += " " + _("Of equal scores the one reached last wins.")
        winners = result.winners
        order = sorted(
            range(view.seats), key=lambda seat: (-result.scores[seat], seat not in winners)
        )
        fields = [self._account(seat, view, result, voice, detailed=True) for seat in order]
        if sum(len(field.text) for field in fields) > _DETAILED or any(
            len(field.text) > 1024 for field in fields
        ):
            fields = [self._account(seat, view, result, voice, detailed=False) for seat in order]
        return Page(text, tuple(fields))

    def options(self, options: Any, voice: Voice) -> Sequence[str]:
        """Return a line for the variant, and one for the colours that are left out."""
        _ = voice.gettext
        assert isinstance(options, Options)
        lines = [_("Thirteen")] if options.thirteen else []
        out = [spelt.colour(colour, voice) for colour in left_out(options.without)]
        if out:
            lines.append(_("without {colours}").format(colours=", ".join(out)))
        return lines

    def _person(self, seat: int, view: Public, voice: Voice) -> str:
        _ = voice.gettext
        score = spelt.points(view.scores[seat], voice)
        if self._on_top(seat, view):
            score += f" ({_('disc on top')})"
        size, clear = view.hand_sizes[seat], view.clear[seat]
        tokens = voice.ngettext("{n} token", "{n} tokens", view.tokens[seat])
        tokens = tokens.format(n=view.tokens[seat])
        if clear:
            tokens += f" ({_('{n} clear').format(n=clear)})"
        parts = [
            f"**{voice.name(seat)}**",
            score,
            voice.ngettext("{n} card", "{n} cards", size).format(n=size),
            tokens,
        ]
        if view.none_of[seat] and size:
            none = _("holds no {colours}")
            parts.append(none.format(colours=spelt.colours(view.none_of[seat], voice)))
        return ("▸ " if seat == view.turn else "") + " · ".join(parts)

    def _on_top(self, seat: int, view: Public) -> bool:
        """Tell whether a seat's disc lies on another, having come to its score later."""
        under = [
            view.moved[other]
            for other in range(view.seats)
            if other != seat and view.scores[other] == view.scores[seat]
        ]
        return bool(under) and view.moved[seat] > max(under)

    def _played(self, event: views.Played, voice: Voice) -> str:
        _ = voice.gettext
        said = _("{who} led {card}.") if event.led else _("{who} played {card}.")
        parts = [said.format(who=voice.name(event.seat), card=spelt.shown(event.card, voice))]
        if event.forced:
            parts.append(_("Nothing else was possible."))
        if not event.followed:
            none = _("They hold no {colour}.")
            parts.append(none.format(colour=spelt.marked(event.before, voice)))
        if event.strong != event.before:
            now = _("Now {colour} is strong.")
            parts.append(now.format(colour=spelt.bold(event.strong, voice)))
        return " ".join(parts)

    def _trick_won(self, event: views.TrickWon, voice: Voice) -> str:
        _ = voice.gettext
        said = _("**{who} wins trick {n}** with {card}: {points}, {score} in all.").format(
            who=voice.name(event.seat),
            n=event.number,
            card=spelt.shown(event.card, voice),
            points=spelt.points(event.points, voice),
            score=event.score,
        )
        # In Thirteen the winner scores its own total, else it is the lowest that wins.
        wins = event.points if event.void else event.totals[0]
        at = event.totals.index(wins)
        each = [f"**{n}**" if place == at else str(n) for place, n in enumerate(event.totals)]
        totals = spelt.marked(event.card // 10, voice) + ": "
        totals += (" + " if event.void else " · ").join(each)
        if event.void:
            void = _("{totals} = {n}, so the lowest is void.")
            return f"{said} {void.format(totals=totals, n=UNLUCKY)}"
        return f"{said} ({totals})"

    def _account(
        self, seat: int, view: Public, result: Result, voice: Voice, *, detailed: bool
    ) -> Field:
        """Return where a seat's points came from, round by round."""
        _ = voice.gettext
        title = _("{who}: {points}").format(
            who=voice.name(seat), points=spelt.points(result.scores[seat], voice)
        )
        lines: list[str] = []
        for number, (_part, points) in enumerate(result.breakdown[seat], start=1):
            if not detailed:
                lines.append(_("R{round} {points}").format(round=number, points=points))
                continue
            tricks = view.tricks[TRICKS * (number - 1) : TRICKS * number]
            own = [trick for trick in tricks if trick.seat == seat]
            head = _("Round {n}: {points}").format(n=number, points=spelt.points(points, voice))
            won = ", ".join(f"{spelt.shown(trick.card, voice)} +{trick.points}" for trick in own)
            lines.append(f"{head} ({won})" if own else head)
        return Field(title, ("\n" if detailed else " · ").join(lines))


RENDER = ShiranuiRender()
"""The one way to draw this game."""
