"""7 Little Korpokkurs as people read it: the table, the log, the hand, the words of a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from bot.engine.ahead import Line
from bot.engine.game import Event, GameInfo, Result
from bot.engine.text import marked as _
from bot.ui.pages.move_words import Kind, Word
from bot.ui.pages.numbers import points, score_row
from bot.ui.pages.render import Body, Field, Mood, Render
from bot.ui.pages.wording import Wording
from cogs.korpokkur import (
    coach,
    event_lines,
    hand_words,
    hints,
    move_words,
    story,
    views,
    what_happened,
)
from cogs.korpokkur.actions import Action
from cogs.korpokkur.ahead import Case, Offer
from cogs.korpokkur.card_words import (
    both,
    card_name,
    kamuy_cards,
    season,
    some,
    unseen,
)
from cogs.korpokkur.components import (
    CARDS,
    ENOUGH,
    LAST_TURN,
    ROUND_POINTS,
    START_SCORE,
    TWO_PLAYER_POINTS,
)
from cogs.korpokkur.heard_lines import heard
from cogs.korpokkur.kinds import KINDS
from cogs.korpokkur.views import Public, SeatView

LATE: Final = 150
"""The number of turns of a round after which the limit is mentioned."""


class KorpokkurRender(Render):
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _("Pass hidden chips: hold 7 korpokkur, never 7 butterbur.")
    goal: ClassVar[str] = _("Collect 7 korpokkur to win a round.")
    begins_round: ClassVar[tuple[type[Event], ...]] = (views.RoundBegan,)
    joined = staticmethod(what_happened.joined)
    kinds: ClassVar[Mapping[str, Kind]] = KINDS
    dealt: ClassVar[tuple[type[Event], ...]] = (views.CardsDrawn,)
    scored: ClassVar[tuple[type[Event], ...]] = (views.RoundEnded,)

    def headline(self, view: Public, wording: Wording) -> str:
        """Return the round and its season; near their limit also the turns taken."""
        _ = wording.gettext
        if view.short:
            parts = [_("Short game")]
        else:
            parts = [_("Round {n}", n=view.round), season(view.round, wording)]
        if view.turns >= LATE and view.phase != "over":
            parts.append(_("turn {n} of {most}", n=view.turns + 1, most=LAST_TURN))
        return " · ".join(parts)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what those who are to act have to do."""
        _ = wording.gettext
        match view.phase:
            case "bags":
                return _("Fill your bag in secret.")
            case "handover":
                return _("Choose a KAMUY card to pass on.")
            case "answer":
                return _(
                    "Say Eh (yes) or Somo (no) to {chips}.", chips=unseen(view.number, wording)
                )
            case _:
                return move_words.turn(view.hand_sizes[view.turn], wording)

    def doing(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what those who are to act do, for all to read."""
        return what_happened.doing(view, to_act, wording)

    def question(self, view: SeatView, wording: Wording) -> str:
        """Return what is asked of a seat; for an answer, also whose offer it is, as all saw."""
        if view.public.phase == "turn":
            return move_words.own_turn(view, wording)
        if view.public.phase != "answer":
            return super().question(view, wording)
        giver = wording.name(view.public.turn)
        if view.public.number == 1:
            return wording.gettext("{giver} offers you 1 chip: Eh (yes) or Somo (no)?", giver=giver)
        return wording.gettext(
            "{giver} offers you 2 chips of one kind: Eh (yes) or Somo (no)?", giver=giver
        )

    def call(self, view: Public, seat: int, wording: Wording) -> str:
        """Return what a seat is called for."""
        _ = wording.gettext
        match view.phase:
            case "bags":
                return _("Fill your bag for round {n}.", n=view.round)
            case "handover":
                return _("Choose a KAMUY card to pass on.")
            case "answer":
                return _(
                    "{giver} offers you {chips}: Eh (yes) or Somo (no)?",
                    giver=wording.name(view.turn),
                    chips=unseen(view.number, wording),
                )
            case _:
                asked = move_words.turn(view.hand_sizes[seat], wording)
                if view.short:
                    return asked
                name = season(view.round, wording)
                text = _("Round {n}, {season}.", n=view.round, season=name)
                return wording.sentences(text, asked)

    def round_scores(self, view: Public, wording: Wording) -> str:
        """Return how the round that has just ended did, what each won by it, and the scores now."""
        begun = view.phase != "over" and (view.turns > 0 or view.phase not in ("turn", "bags"))
        return "" if begun else self.last_scores(view, wording)

    def last_scores(self, view: Public, wording: Wording) -> str:
        """Return how the last round that has ended did, what it brought, and the scores then."""
        if view.short or not view.outcomes:
            return ""
        last = len(view.outcomes)
        scores = [START_SCORE] * view.seats
        won = [0] * view.seats
        for mark in view.marks:
            if mark.round <= last:
                scores[mark.seat] += mark.points
                won[mark.seat] += mark.points * (mark.round == last)
        ended = wording.gettext(
            "Round {n}: {ending}",
            n=last,
            ending=event_lines.ending(view.outcomes[-1].ending, view.outcomes[-1].winners, wording),
        )
        return f"{ended}\n{score_row(scores, won, wording)}"

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the table in words: who sits where, then chips and cards."""
        _ = wording.gettext
        lines = [self._person(seat, view, wording) for seat in view.order]
        down = _("Turns go down this list, then start again at the top.")
        up = _("Turns go up this list, then start again at the bottom.")
        fields = [
            Field(_("Players"), "\n".join([*lines, f"*{down if view.direction > 0 else up}*"])),
            Field(_("Chips on the table"), _stock(view, wording)),
        ]
        if view.discards:
            fields.append(Field(_("KAMUY cards played"), _played(view, wording)))
        if view.short:
            said = [_("Short game: whoever shows {n} korpokkur wins.", n=ENOUGH)]
        else:
            worth = TWO_PLAYER_POINTS if view.seats == 2 else ROUND_POINTS[view.round - 1]
            text = _(
                "Round {n} of {most}: {korpokkur} korpokkur win {points}.",
                n=view.round,
                most=len(ROUND_POINTS),
                korpokkur=ENOUGH,
                points=points(worth, wording),
            )
            said = [text]
        if view.to is not None:
            said.append(
                _(
                    "{giver} offers {to} {chips}.",
                    giver=wording.name(view.turn),
                    to=wording.name(view.to),
                    chips=unseen(view.number, wording),
                )
            )
        return Body("\n".join(said), tuple(fields))

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return what only this seat sees: its bag, its cards, and who can get an offer."""
        parts = hand_words.bag(view, wording)
        if view.public.phase == "turn" and view.seat in view.public.asked:
            after = wording.marked(move_words.next_player(view.public, view.seat))
            parts.append(wording.gettext("Next player: {who}", who=after))
        if view.private.offer is not None and view.public.to is not None:
            chips = some(view.private.offer, view.public.number, wording)
            who = wording.name(view.public.to)
            parts.append(wording.gettext("You offer {who} {chips}.", who=who, chips=chips))
        parts += hand_words.passed_on(view, wording)
        return Body("\n".join([*parts, *hand_words.cards(view, wording)]))

    def hand_below(self, view: SeatView, wording: Wording) -> Body:
        """Return the hand without what stands elsewhere: the next player, an offer, a card on a
        button.
        """
        parts = [*hand_words.bag(view, wording), *hand_words.passed_on(view, wording)]
        plays = view.public.phase == "turn" and view.seat in view.public.asked
        cards = hand_words.cards(view, wording)
        if not plays:
            return Body("\n".join([*parts, *cards, *hand_words.numbers(view, wording)]))
        # Who can win the round needs no card for it.
        wins = view.private.korpokkur >= ENOUGH
        listed, deeds = "\n".join(cards), hand_words.deeds(view, wording)
        return Body("\n".join(parts), unchosen="" if wins else deeds, listed="" if wins else listed)

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line; None for what only some hear."""
        return event_lines.line(event, wording)

    def heard(self, event: Event, seat: int, wording: Wording) -> str | None:
        """Return an event as one line for a seat that heard it."""
        return heard(event, seat, wording)

    def brief(self, event: Event, seat: int | None, wording: Wording) -> str | None:
        """Return an event in fewer words; None for one that has none."""
        return event_lines.brief(event, seat, wording)

    def words(self, action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the words of a move; calls about one's own bag need none."""
        return move_words.words(action, view, wording)

    def case(self, case: Case, wording: Wording) -> str:
        """Return how many chips are offered, or that it is the player's turn."""
        return move_words.case(case, wording)

    def warning(self, lines: Sequence[Line], view: SeatView, wording: Wording) -> str:
        """Return that korpokkur are given away which might win the round after Eh."""
        return move_words.warning(lines, view, wording)

    def no_case(self, view: SeatView, wording: Wording) -> str:
        """Return until when nothing can be set ahead."""
        _, seen = wording.gettext, view.public
        if seen.phase == "bags":
            return _("You can't set a move ahead until both bags are filled.")
        if seen.playing[view.seat] and seen.phase == "answer":
            return _("You can't set a move ahead until your offer is answered.")
        return super().no_case(view, wording)

    def unfit(self, cases: Sequence[Case], view: SeatView, wording: Wording) -> str:
        """Return why nothing that was set could be done: another case, or another bag."""
        return move_words.unfit(cases, view, wording)

    def words_ahead(
        self, case: Case, action: Action, view: SeatView, wording: Wording
    ) -> Sequence[Word]:
        """Return the words of a move that is set ahead, for as many chips as are offered then."""
        if isinstance(case, Offer):
            view = replace(view, public=replace(view.public, number=case.number))
        return self.words(action, view, wording)

    def hint(self, action: Action, view: SeatView, wording: Wording) -> str:
        """Return a move as advice to the player of a seat."""
        return hints.hint(action, view, wording)

    def because(self, action: Action, view: SeatView, wording: Wording) -> str:
        """Return why a move is a good one."""
        return hints.because(action, view, wording)

    def coach(self, view: SeatView, wording: Wording) -> str:
        """Return what helps somebody who has never played, in their position."""
        return coach.coach(view, wording)

    def mood(self, event: Event) -> tuple[int, Mood] | None:
        """Return whom an event that all heard puts into which mood."""
        match event:
            case views.KorkoniCalled():
                return event.target if event.right else event.seat, "hurt"
            case views.ArwampeCalled():
                return event.seat, "awe"
            case views.IsamCalled():
                return event.seat, "glad"
            case views.RoundBegan() if event.points and event.round == len(ROUND_POINTS):
                return 0, "last"
            case _:
                return None

    def final(self, view: Public, result: Result, wording: Wording) -> Body:
        """Return the end of the match; the short game has no scores to account for."""
        if view.short:
            return Body(event_lines.outcome(view.outcomes[-1], wording))
        return super().final(view, result, wording)

    def story(self, view: Public, result: Result, wording: Wording) -> str:
        """Return in one sentence how the match was won; of the short game how its round ended."""
        if view.short:
            return event_lines.outcome(view.outcomes[-1], wording)
        return super().story(view, result, wording)

    def outcome(self, view: Public, result: Result, wording: Wording) -> str:
        """Return how each round ended, and what broke a tie."""
        _ = wording.gettext
        rounds = [
            _("Round {n}: {ending}", n=number, ending=event_lines.outcome(outcome, wording))
            for number, outcome in enumerate(view.outcomes, start=1)
        ]
        if view.tie:
            rounds.append(_("Tied. {counts}.", counts=event_lines.tie(view.tie, wording)))
        return "\n".join(rounds)

    def account(
        self, seat: int, view: Public, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return a seat's points on one line that adds up; the short game has none."""
        return story.account(seat, view, result, wording)

    def tie_of(self, view: Public, result: Result, winner: int, wording: Wording) -> str:
        """Return in one sentence what put a winner before somebody with as many points."""
        return story.tie(view, result, winner, wording)

    def story_of(self, view: Public, result: Result, winner: int, wording: Wording) -> str:
        """Return in one sentence how a winner came to win."""
        return story.story(view, result, winner, wording)

    def next_time(self, seat: int, view: Public, result: Result, wording: Wording) -> str:
        """Return what somebody might have done who was caught, or never won a round."""
        return story.next_time(seat, view, wording)

    def options(self, options: Any, wording: Wording) -> Sequence[str]:
        """Return a line for the short game."""
        return (wording.gettext("Short game: one round, no points"),) if options.short else ()

    def _person(self, seat: int, view: Public, wording: Wording) -> str:
        """Return one line about a player: mark, name, score, cards, what they are about."""
        _ = wording.gettext
        size = view.hand_sizes[seat]
        parts = [f"{wording.mark(seat)} **{wording.name(seat)}**"]
        if not view.short:
            parts.append(points(view.scores[seat], wording))
        parts.append(kamuy_cards(size, wording))
        if not view.playing[seat]:
            parts.append(_("out of this round"))
        elif seat in view.asked:
            parts.append(_("**to play**") if view.phase == "turn" else _("**to choose**"))
        elif view.phase == "bags" or (view.phase == "handover" and size):
            parts.append(_("has chosen"))
        return " · ".join(parts)


def _stock(view: Public, wording: Wording) -> str:
    """Return what lies on the table, as far as all can tell."""
    _ = wording.gettext
    if view.korpokkur is not None and view.butterbur is not None:
        return both(view.korpokkur, view.butterbur, wording)
    if view.korpokkur is not None:
        return _(
            "{chips}; how many butterbur is secret",
            chips=some("korpokkur", view.korpokkur, wording),
        )
    if view.butterbur is not None:
        return _(
            "{chips}; how many korpokkur is secret",
            chips=some("butterbur", view.butterbur, wording),
        )
    return _("With two players, how many are left is secret.")


def _played(view: Public, wording: Wording) -> str:
    """Return the cards played, each kind with how often."""
    counts = Counter(view.discards)
    return wording.series(
        f"`{card_name(card, wording)}`{f' ×{counts[card]}' if counts[card] > 1 else ''}"
        for card in CARDS
        if card in counts
    )


RENDER = KorpokkurRender()
"""The one way to draw this game."""
