"""Shiranui as people read it: the trick, the hand, the words of a move, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.game import Event, GameInfo, MatchOver, Result
from bot.engine.text import marked as _
from bot.ui.pages.move_words import Kind, Step, Word
from bot.ui.pages.numbers import number, points, round_row, score_row, signed
from bot.ui.pages.render import Body, Field, Mood, Render, tricks_won
from bot.ui.pages.tables.fit import EXPLAINS
from bot.ui.pages.wording import Wording
from cogs.shiranui import card_words, coach, event_lines, hints, story, views, what_happened
from cogs.shiranui.ahead import Case, Leads
from cogs.shiranui.card_art import card_emoji, token_emoji
from cogs.shiranui.outlook import gifts
from cogs.shiranui.story import MANY
from cogs.shiranui.views import (
    CLEAR,
    ENOUGH,
    TRICKS,
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
    summary: ClassVar[str] = _("The lowest card of the strongest colour wins.")
    goal: ClassVar[str] = _("To win, score the most points in tricks.")
    scored: ClassVar[tuple[type[Event], ...]] = (views.RoundEnded,)
    ends: ClassVar[tuple[type[Event], ...]] = (views.MatchOver,)
    dealt: ClassVar[tuple[type[Event], ...]] = (views.HandDealt,)
    begins_round: ClassVar[tuple[type[Event], ...]] = (views.RoundBegan,)
    joined = staticmethod(what_happened.joined)
    kinds: ClassVar[Mapping[str, Kind]] = {
        "play": Kind(
            command="Play a card from your hand",
            help=_("The colour with the highest total is strong."),
            steps=(Step(_("Play a card"), {"card": "The card, such as red 3"}),),
        ),
        "give": Kind(
            command="Give tokens to a card of this trick, before you play your own card",
            help=_("Each token adds 1. All go on one card: tokens of its colour, or clear ones."),
            steps=(
                Step(
                    _("Give tokens to"),
                    {"target": "The card on the table, such as red 3, or its owner's name"},
                ),
                Step(
                    _("How many tokens? Each adds 1. Wins count the card you then play."),
                    {
                        "tokens": "How many tokens of the card's colour; 0 to give only clear ones",
                        "clear": "How many clear tokens; leave it empty for none",
                    },
                    optional=frozenset({"clear"}),
                ),
            ),
            opens=_("Give tokens …"),
            asks=_("Give tokens to which card? Only its colour and clear ones fit."),
        ),
    }

    def headline(self, view: Public, wording: Wording) -> str:
        """Return in one line where the match stands: round, trick, whether it is the last."""
        _ = wording.gettext
        parts = [_("Round {n}", n=view.round), _("trick {n}/{most}", n=view.number, most=TRICKS)]
        if max(view.scores) < ENOUGH:
            parts.append(_("to {n} points", n=ENOUGH))
        else:
            # Where there is little room, the trick goes first.
            parts.insert(1, "**" + _("last round!") + "**")
        return " · ".join(parts)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what the seat whose turn it is has to do."""
        _ = wording.gettext
        if not view.trick:
            return _("Lead the trick with any card.")
        if view.gave:
            return _("Now play a card.")
        if not view.tokens[to_act[0]]:
            return _("Play a card.")
        return _("Play a card, or give tokens first.")

    def doing(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what the seat whose turn it is may do, for all to read."""
        _ = wording.gettext
        if not view.trick:
            said = _("{who} leads the trick with any card.")
        elif view.gave:
            said = _("{who} gave tokens and now plays a card.")
        elif not view.tokens[to_act[0]]:
            said = _("{who} plays a card.")
        else:
            said = _("{who} may give tokens, then plays a card.")
        return said.format(who=wording.names(to_act))

    def question(self, view: SeatView, wording: Wording) -> str:
        """Return what a seat has to do; of tokens nothing if none of its own can be given."""
        if view.public.trick and not view.public.gave and not any(gifts(view)):
            return wording.gettext("Play a card.")
        return super().question(view, wording)

    def call(self, view: Public, seat: int, wording: Wording) -> str:
        """Return the state of the trick, for the ping of the seat whose turn it is."""
        _ = wording.gettext
        best = view.winning()
        if best is None or view.strong is None:
            return _("You lead trick {n} of {most}.", n=view.number, most=TRICKS)
        strong = card_words.colour(view.strong, wording)
        laid, worth = best
        return _(
            "The strong colour is {colour}, and {who} is winning ({points}).",
            colour=strong,
            who=wording.name(laid.seat),
            points=points(worth, wording),
        )

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the table as anyone may see it: the trick, then people."""
        _ = wording.gettext
        people = [self._person(seat, view, wording) for seat in range(view.seats)]
        deck = _(
            "{colours}: 0 to {most} of each",
            colours=card_words.colours(view.colours, wording),
            most=TRICKS - 1,
        )
        fields = [Field(_("Players"), "\n".join(people)), Field(_("Cards in play"), deck)]
        given = [sum(each) for each in zip(*view.given, strict=True)]
        if any(given):
            fields.append(Field(_("Tokens given this round"), card_words.pouch(given, wording)))
        winners = [trick.seat for trick in view.tricks[TRICKS * (view.round - 1) :]]
        fields += tricks_won(winners, wording)
        return Body("\n".join(self._trick(view, wording)), tuple(fields))

    def _trick(self, view: Public, wording: Wording) -> list[str]:
        """Return the current trick in lines; until a card is led, the one before it."""
        _ = wording.gettext
        if view.trick and view.strong is not None:
            strong = _("Strong colour: {colour}.", colour=card_words.bold(view.strong, wording))
            return [
                *card_words.in_lines(view.trick, wording),
                card_words.totals(view.trick, wording),
                strong,
                card_words.winning(view, wording),
            ]
        lines = [] if view.turn is None else [_("No cards on the table yet.")]
        if view.last:
            won = _(
                "Last trick: {who} won {points} with {card}.",
                who=wording.name(view.tricks[-1].seat),
                points=points(view.tricks[-1].points, wording),
                card=card_words.shown(view.tricks[-1].card, wording),
            )
            lines += [won, card_words.in_a_line(view.last, wording)]
        return lines

    def _person(self, seat: int, view: Public, wording: Wording) -> str:
        _ = wording.gettext
        score = points(view.scores[seat], wording)
        if self._ahead(seat, view):
            score = _("{points} (ahead in the tie)", points=score)
        size, clear = view.hand_sizes[seat], view.clear[seat]
        tokens = wording.ngettext("{n} token", "{n} tokens", view.tokens[seat])
        if clear:
            tokens = _("{tokens} ({n} clear)", tokens=tokens, n=clear)
        parts = [
            f"{wording.mark(seat)} **{wording.name(seat)}**",
            score,
            wording.ngettext("{n} card in hand", "{n} cards in hand", size),
            tokens,
        ]
        if view.none_of[seat] and size:
            none = _("has no {colours}", colours=card_words.colours(view.none_of[seat], wording))
            parts.append(none)
        return " · ".join(parts)

    def _ahead(self, seat: int, view: Public) -> bool:
        """Tell whether a seat is ahead of another with the same points, as it had them first."""
        tied = [
            view.moved[other]
            for other in range(view.seats)
            if other != seat and view.scores[other] == view.scores[seat]
        ]
        return bool(tied) and view.moved[seat] > max(tied)

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return what only this seat sees: its cards and tokens, and how the trick stands."""
        laid = card_words.in_a_line(view.public.trick, wording, brief=True)
        table = wording.gettext("**On the table:** {cards}", cards=laid)
        return self._hand(view, [table], wording, self._what_wins(wording))

    def hand_below(self, view: SeatView, wording: Wording) -> Body:
        """Return the hand without the cards of the trick, which everybody sees."""
        struck = any(
            colours and left
            for colours, left in zip(view.public.none_of, view.public.hand_sizes, strict=True)
        )
        said = self._what_wins(wording)
        if view.private.tokens[CLEAR]:
            said = wording.gettext("Your clear tokens go on a card of any colour.")
        elif struck:
            said = wording.gettext(
                "Crossed out in the picture: a colour that somebody has none of."
            )
        return self._hand(view, [], wording, said)

    def _what_wins(self, wording: Wording) -> str:
        return wording.gettext("The lowest card of the strong colour wins.")

    def _hand(self, view: SeatView, table: list[str], wording: Wording, explained: str) -> Body:
        _ = wording.gettext
        public, mine = view.public, view.private
        lines = [
            card_words.row(mine.hand, wording) if mine.hand else _("You have no cards left."),
            _("**Tokens:** {tokens}", tokens=card_words.pouch(mine.tokens, wording, brief=True))
            if any(mine.tokens)
            else _("You have no tokens left."),
        ]
        if public.turn is None:
            return Body("\n".join(lines))
        if public.strong is None:
            lines.append(EXPLAINS + explained)
        else:
            lines += table
            lines.append(self._strong(view, public.strong, wording))
            lines.append(card_words.winning(public, wording, view.seat))
        return Body("\n".join(lines))

    def _strong(self, view: SeatView, strong: int, wording: Wording) -> str:
        """Return which colour is strong, and what that means for the seat if it is asked."""
        _ = wording.gettext
        said, first = _("**Strong:** {colour}"), False
        if view.public.turn == view.seat:
            first = any(card // 10 == strong for card in view.private.hand)
            said = (
                _("{colour} is strong: **you must play it.**")
                if first
                else _("You have no {colour}: **play any card.**")
            )
        return said.format(colour=card_words.marked(strong, wording, first=first))

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line; what only one seat hears has words for that seat."""
        said = event_lines.line(event, wording)
        return super().line(_ending(event), wording) if said is None else said

    def heard(self, event: Event, seat: int, wording: Wording) -> str | None:
        """Return an event as its seat is told of it; one that doesn't concern it, as logged."""
        said = event_lines.heard(event, seat, wording)
        return super().heard(_ending(event), seat, wording) if said is None else said

    def brief(self, event: Event, seat: int | None, wording: Wording) -> str | None:
        """Return an event in fewer words; None for one that has none."""
        return event_lines.brief(event, seat, wording)

    def words(self, action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the words of a move: the card; or the card, and how many tokens of each kind."""
        match action:
            case Play():
                return (self._card(action.card, view.public, wording),)
            case Give():
                return self._gift(action, view, wording)

    def case(self, case: Case, wording: Wording) -> str:
        """Return which colour is strong, or that the player leads."""
        _ = wording.gettext
        if isinstance(case, Leads):
            return _("you lead")
        return _("{colour} is strong", colour=card_words.colour(case.colour, wording))

    def brief_case(self, case: Case, wording: Wording) -> str:
        """Return a case in two words."""
        if isinstance(case, Leads):
            return self.case(case, wording)
        colour = card_words.colour(case.colour, wording)
        return wording.gettext("{colour} strong", colour=colour)

    def unfit(self, cases: Sequence[Case], view: SeatView, wording: Wording) -> str:
        """Return why no card that was set could be played: which colour is strong."""
        _, strong = wording.gettext, view.public.strong
        if strong is None:
            return _("You lead; you had set nothing for it.")
        colour = card_words.colour(strong, wording).capitalize()
        return _("{colour} is strong; you had set nothing for it.", colour=colour)

    def hint(self, action: Action, view: SeatView, wording: Wording) -> str:
        """Return a move as advice to the player of a seat."""
        return hints.hint(action, view, wording)

    def because(self, action: Action, view: SeatView, wording: Wording) -> str:
        """Return why a move is a good one."""
        return hints.because(action, view, wording)

    def coach(self, view: SeatView, wording: Wording) -> str:
        """Return what helps somebody who has never played, in their position."""
        return coach.coach(view, wording)

    def _card(self, card: int, view: Public, wording: Wording) -> Word:
        """Return a card to play; for the last of a trick also what it wins, as is certain."""
        _, name, emoji = wording.gettext, card_words.card(card, wording), card_emoji(card)
        said, brief = "", "{card}"
        worth = None
        if view.strong is not None and len(view.trick) + 1 == view.seats:
            worth = view.wins_with(card)
            wins = _("{card}: win {n}")
            said, brief = (_("{card}: no win"), brief) if worth is None else (wins, wins)
        said = said.format(card=name, n=worth)
        # Its emoji shows the colour.
        brief = brief.format(card=card % 10, n=worth) if wording.emoji(emoji) else ""
        return Word("card", card_words.typed(card), name, emoji=emoji, said=said, brief=brief)

    def _gift(self, give: Give, view: SeatView, wording: Wording) -> Sequence[Word]:
        _ = wording.gettext
        colour = give.target // 10
        (laid,) = [laid for laid in view.public.trick if laid.card == give.target]
        name, who = card_words.card(give.target, wording), wording.bare(laid.seat)
        target = Word(
            "target",
            card_words.typed(give.target),
            _("{card} ({who})", card=name, who=who),
            also=(who,),
            emoji=card_emoji(give.target),
            said=_(
                "{who}'s {card}",
                who=wording.on_button(laid.seat),
                card=card_words.total(give.target, laid.total, wording),
            ),
        )
        tokens = Word(
            "tokens",
            str(give.tokens),
            card_words.some(colour, give.tokens, wording),
            emoji=token_emoji(colour if give.tokens else CLEAR),
            said=card_words.gift(give, view, wording),
            brief=card_words.gift(give, view, wording, brief=True),
            bare=card_words.gift_alone(give, wording),
            comes=card_words.comes_of(give, view, wording),
        )
        if not give.clear:
            return [target, tokens]
        clear = Word("clear", str(give.clear), card_words.some(CLEAR, give.clear, wording))
        return [target, tokens, clear]

    def round_scores(self, view: Public, wording: Wording) -> str:
        """Return what the round that has just ended brought each seat, and its score now."""
        begun = view.turn is not None and (
            len(view.tricks) + len(view.trick) > TRICKS * (view.round - 1)
        )
        return "" if begun else self.last_scores(view, wording)

    def last_scores(self, view: Public, wording: Wording) -> str:
        """Return what the last round that has ended brought each seat, and its score then."""
        ended = view.round if view.turn is None else view.round - 1
        if not ended:
            return ""
        won, score = [0] * view.seats, [0] * view.seats
        for at, trick in enumerate(view.tricks[: TRICKS * ended]):
            score[trick.seat] += trick.points
            if at >= TRICKS * (ended - 1):
                won[trick.seat] += trick.points
        return round_row(ended, score_row(score, won, wording), wording)

    def mood(self, event: Event) -> tuple[int, Mood] | None:
        """Return whom an event that all heard puts into which mood."""
        match event:
            case views.TrickWon() if event.score - event.points < ENOUGH <= event.score:
                return 0, "last"
            case views.TrickWon() if event.points >= MANY:
                return event.seat, "awe"
            case views.TrickWon() if event.points == MANY - 1:
                return event.seat, "glad"
            case _:
                return None

    def outcome(self, view: Public, result: Result, wording: Wording) -> str:
        """Return what decided a tie."""
        if result.scores.count(max(result.scores)) == 1:
            return ""
        return wording.gettext(
            "It was a tie: {who} got there last and wins.", who=wording.names(result.winners)
        )

    def account(
        self, seat: int, view: Public, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return what each round brought a seat, added up in one line."""
        named = wording.gettext("round {n}: {points}")
        parts = [
            named.format(n=n, points=signed(won))
            for n, (_part, won) in enumerate(result.breakdown[seat], start=1)
        ]
        return (
            parts if len(parts) == 1 else [f"{' · '.join(parts)} = {number(result.scores[seat])}"]
        )

    def tie_of(self, view: Public, result: Result, winner: int, wording: Wording) -> str:
        """Return in one sentence what put a winner before somebody with as many points."""
        return story.tie(view, result, winner, wording)

    def story_of(self, view: Public, result: Result, winner: int, wording: Wording) -> str:
        """Return in one sentence how a winner came to win."""
        return story.story(view, result, winner, wording)

    def next_time(self, seat: int, view: Public, result: Result, wording: Wording) -> str:
        """Return what became of a seat's tokens, or how its tricks compare with the winner's."""
        return story.next_time(seat, view, result, wording)

    def options(self, options: Any, wording: Wording) -> Sequence[str]:
        """Return a line for the variant, and one for the colours that are left out."""
        _ = wording.gettext
        assert isinstance(options, Options)
        lines = [_("Thirteen")] if options.thirteen else []
        out = [card_words.colour(colour, wording) for colour in left_out(options.without)]
        if out:
            lines.append(_("without {colours}", colours=wording.series(out)))
        return lines


def _ending(event: Event) -> Event:
    """Return the end of a match without a tie as that of any game; other events stay."""
    if isinstance(event, views.MatchOver) and not event.tied:
        return MatchOver(event.scores, (event.winner,))
    return event


RENDER = ShiranuiRender()
"""The one way to draw this game."""
