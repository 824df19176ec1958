"""Colors of Kasane as people read it: the field, the robes, the hand, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bot.engine.game import Event, GameInfo, Result
from bot.engine.text import marked as _
from bot.ui.pages.move_words import Kind, Step, Word
from bot.ui.pages.numbers import number, points, score_row
from bot.ui.pages.render import Body, Mood, Render
from bot.ui.pages.wording import Wording
from cogs.kasane import card_art, card_words, coach, event_lines, hints, story, views, what_happened
from cogs.kasane.ahead import Front
from cogs.kasane.melds import Way, ways
from cogs.kasane.views import (
    BOXES,
    MELDS,
    PLUS_ONE,
    ROBE_COUNTS_FROM,
    ROUNDS,
    ROW,
    WHOLE_ROBE,
    Action,
    Public,
    SeatView,
)

NO_MELD = "none"
"""What is typed to say that no meld is wanted."""

MELD_LINES: Final = _("points = cards; a trio has 3 cards; a mark: taken")
"""How the lines of the melds are read: boxes are named by their points."""

LARGE_MELD: Final = 4
"""From so many points on a meld is admired."""


class KasaneRender(Render):
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _("Lay melds on a robe, from a hand you may never sort.")
    goal: ClassVar[str] = _("To win, score the most points with melds on your robe.")
    begins_round: ClassVar[tuple[type[Event], ...]] = (views.RoundBegan,)
    scored: ClassVar[tuple[type[Event], ...]] = (views.RoundEnded,)
    joined = staticmethod(what_happened.joined)
    kinds: ClassVar[Mapping[str, Kind]] = {
        "take": Kind(
            command="Take the front card of a row, and score a meld if you like",
            help=_("After that, you may score one meld."),
            steps=(
                Step(_("Take a card"), {"row": "The number of the row"}),
                Step(
                    _("Score a meld?"),
                    {"meld": "The meld to score, or none; needed if the card makes one"},
                    optional=frozenset({"meld"}),
                ),
            ),
        ),
    }

    def headline(self, view: Public, wording: Wording) -> str:
        """Return one line about where the match stands: the round, and how long it still takes."""
        _ = wording.gettext
        parts = [_("Round {n} of {most}", n=view.round, most=ROUNDS[view.seats])]
        if view.turn is not None:
            left = sum(map(len, view.rows)) - view.seats
            parts.append(wording.ngettext("ends in {n} card", "ends in {n} cards", left))
        return " · ".join(parts)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what the seat whose turn it is has to do."""
        return wording.gettext("Take the front card of a row.")

    def doing(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what the seat whose turn it is does, for all to read."""
        return wording.gettext("{who} takes the front card of a row.", who=wording.names(to_act))

    def call(self, view: Public, seat: int, wording: Wording) -> str:
        """Return which cards can be taken, for the ping of the seat whose turn it is."""
        fronts = dict.fromkeys(row[-1] for row in view.rows if row)
        said = [card_art.number(card) for card in fronts]
        return wording.gettext("You can take: {cards}.", cards=wording.series(said))

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the table as anyone may see it: field, people with their robes, boxes."""
        _ = wording.gettext
        people = [self._person(seat, view, wording) for seat in range(view.seats)]
        top = [_("The last card of a robe is its top card.")] if any(view.robes) else [""]
        return Body(
            "\n".join(
                [
                    *card_words.field(view, wording),
                    "",
                    *people,
                    *top,
                    "**" + _("Melds") + "** · " + _(MELD_LINES),
                    *card_words.boxes(view, wording),
                    _(
                        "Draw pile: {n}. Discarded: {discards}.",
                        n=view.pile,
                        discards=len(view.discards),
                    ),
                ]
            )
        )

    def key(self, wording: Wording) -> str:
        """Return what the signs beside the boxes ask for that a newcomer couldn't guess."""
        return wording.gettext("1·5 ↑↓: a run, like 4-3-2 · 13579: all odd")

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return what only this seat sees: its hand, and what each row would bring it."""
        _ = wording.gettext
        public, robe = view.public, view.public.robes[view.seat]
        parts = [self._own_cards(view, wording)]
        if view.private.hand:
            parts.append("-# " + _("The rightmost card is on top. A meld always includes it."))
        said = _("**Your robe:** {cards} ({n} of {most})") if robe else _("**Your robe:** empty")
        parts.append(
            said.format(cards=card_words.shown(robe, wording), n=len(robe), most=WHOLE_ROBE)
        )
        if public.turn is not None:
            aim = _(
                "Goal: score melds. At the end a robe of {n} or more cards also scores for its "
                "colours.",
                n=ROBE_COUNTS_FROM,
            )
            parts.append("-# " + aim)
        return Body("\n".join([*parts, *self._chances(view, wording)]))

    def hand_below(self, view: SeatView, wording: Wording) -> Body:
        """Return the hand without the seat's robe, which everybody sees."""
        chances = "\n".join(self._chances(view, wording))
        return Body(self._own_cards(view, wording), unchosen=chances)

    def _own_cards(self, view: SeatView, wording: Wording) -> str:
        mine, grows = view.private.hand, view.public.turn is not None
        if not mine:
            return wording.gettext("Your hand is empty.")
        return card_words.hand(mine, wording, grows=grows)

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line."""
        said = event_lines.line(event, wording)
        return super().line(event, wording) if said is None else said

    def heard(self, event: Event, seat: int, wording: Wording) -> str | None:
        """Return an event as its seat is told of it; one that doesn't concern it, as logged."""
        said = event_lines.heard(event, seat, wording)
        return super().heard(event, seat, wording) if said is None else said

    def brief(self, event: Event, seat: int | None, wording: Wording) -> str | None:
        """Return an event in fewer words; None for one that has none."""
        return event_lines.brief(event, seat, wording)

    def words(self, action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the words of a move: the row with its front card, and the meld or none."""
        _ = wording.gettext
        row = self._row(action.row, view, wording)
        if action.meld is None:
            return row, Word("meld", NO_MELD, _("no meld"), said=_("No meld yet"), implied=True)
        way = Way(action.meld, action.size, action.top)
        card = view.public.rows[action.row - 1][-1]
        hand, top = card_words.to_meld_with(view, card)
        value = f"{action.meld}{action.size}{'-top' if action.top else ''}"
        meld = card_words.way_label(way, hand, top, wording)
        said = _("{meld}: +{n}", meld=meld, n=_brings(way, card, view.public))
        return row, Word("meld", value, meld, said=said)

    def round_scores(self, view: Public, wording: Wording) -> str:
        """Return everybody's points after the round that has just ended; after the last one with
        what robes are worth.
        """
        row = score_row(view.scores, [0] * view.seats, wording)
        if view.turn is None:
            ended = wording.gettext("After round {n}, with the robes", n=view.round)
            return wording.labelled(ended, row)
        begun = sum(map(len, view.rows)) < view.seats * ROW[view.seats]
        if view.round == 1 or begun:
            return ""
        ended = wording.gettext("After round {n}", n=view.round - 1)
        return wording.labelled(ended, row)

    def words_ahead(
        self, case: Front, action: Action, view: SeatView, wording: Wording
    ) -> Sequence[Word]:
        """Return the words of a move that is set ahead: card and box are as they are now.

        What its meld brings is said behind the row, so not with that as well.
        """
        _row, meld = self.words(action, view, wording)
        return self._row(action.row, view, wording, brings=False), meld

    def unfit(self, cases: Sequence[Front], view: SeatView, wording: Wording) -> str:
        """Return why no row that was set could be taken: which have another front card."""
        _, seen = wording.gettext, view.public
        rows = [case.row for case in cases if seen.rows[case.row - 1][-1:] != (case.card,)]
        changed = [_("Row {n} changed.", n=row) for row in dict.fromkeys(rows)]
        return wording.sentences("", *changed) if changed else _("The box you had set isn't free.")

    def hint(self, action: Action, view: SeatView, wording: Wording) -> str:
        """Return a move as advice to the player of a seat."""
        return hints.hint(action, view, wording)

    def because(self, action: Action, view: SeatView, wording: Wording) -> str:
        """Return why a move is a good one."""
        return hints.because(action, view, wording)

    def coach(self, view: SeatView, wording: Wording) -> str:
        """Return what helps somebody who has never played, in their position."""
        return coach.coach(view, wording)

    def _row(self, number: int, view: SeatView, wording: Wording, *, brings: bool = True) -> Word:
        """Return a row to take from: its front card, and the most that a meld with it scores, or
        nothing of what it `brings`.
        """
        _ = wording.gettext
        card = view.public.rows[number - 1][-1]
        name = card_art.number(card)
        ways = _chance(view, card) if brings else ()
        most = max((_brings(way, card, view.public) for way in ways), default=0)
        drawn = bool(wording.emoji(card_art.card_emoji(card)))
        if drawn:
            # The button has the card on it.
            said = _("row {n}: up to +{most}") if most else _("row {n}")
        else:
            said = _("{card}, row {n}: up to +{most}") if most else _("{card}, row {n}")
        return Word(
            "row",
            str(number),
            _("row {n} ({card})", n=number, card=name),
            emoji=card_art.card_emoji(card),
            said=said.format(card=name, n=number, most=most) if brings or drawn else "",
        )

    def tie_of(self, view: Public, result: Result, winner: int, wording: Wording) -> str:
        """Return in one sentence what put a winner before somebody with as many points."""
        return story.tie(view, result, winner, wording)

    def story_of(self, view: Public, result: Result, winner: int, wording: Wording) -> str:
        """Return in one sentence how a winner came to win."""
        return story.story(view, result, winner, wording)

    def next_time(self, seat: int, view: Public, result: Result, wording: Wording) -> str:
        """Return in one sentence what to try next time."""
        return story.next_time(seat, view, result, wording)

    def mood(self, event: Event) -> tuple[int, Mood] | None:
        """Return whom an event that all heard puts into which mood."""
        match event:
            case views.MeldAchieved() if event.points >= LARGE_MELD:
                return event.seat, "awe"
            case views.MeldAchieved() if event.points == LARGE_MELD - 1:
                return event.seat, "glad"
            case views.RoundBegan(reshuffled=True):
                return 0, "last"
            case _:
                return None

    def outcome(self, view: Public, result: Result, wording: Wording) -> str:
        """Return what decided a tie."""
        if result.scores.count(max(result.scores)) > len(result.winners):
            return wording.gettext("Tie: the longer robe wins.")
        return ""

    def order(self, view: Public, result: Result) -> Sequence[int]:
        """Return the seats by points, and those with equal points by cards laid."""
        return sorted(
            range(view.seats), key=lambda seat: (-result.scores[seat], -len(view.robes[seat]))
        )

    def options(self, options: Any, wording: Wording) -> Sequence[str]:
        """Return a line for each variant that is chosen."""
        _ = wording.gettext
        said: list[str] = []
        if options.fewer_melds:
            said.append(_("Fewer melds: one “2” box of Kasane and one of Juu are closed"))
        if options.easier:
            said.append(_("Easier: you may also score a meld after taking a +1"))
        return said

    def _person(self, seat: int, view: Public, wording: Wording) -> str:
        _ = wording.gettext
        robe = view.robes[seat]
        score, size = points(view.scores[seat], wording), view.hand_sizes[seat]
        hand = wording.ngettext("{n} card in hand", "{n} cards in hand", size)
        head = f"{wording.mark(seat)} **{wording.name(seat)}** · {score} · {hand}"
        if not robe:
            return head + " · " + _("no robe yet")
        said = wording.ngettext(
            "robe of {n} card, {colours}: {robe}",
            "robe of {n} cards, {colours}: {robe}",
            len(robe),
            colours=card_words.colours(views.colours(robe), wording),
            robe=card_words.framed(robe),
        )
        return f"{head} · {said}"

    def _chances(self, view: SeatView, wording: Wording) -> list[str]:
        """Return, for each row, the melds that its front card would make at the seat's turn."""
        _ = wording.gettext
        if view.public.turn != view.seat:
            return []
        rows: dict[int, list[str]] = {}
        for row, field in enumerate(view.public.rows, start=1):
            if field:
                rows.setdefault(field[-1], []).append(str(row))
        said: list[str] = []
        with_top = False
        for card, its_rows in rows.items():
            found = _chance(view, card)
            with_top |= any(way.top for way in found)
            hand, top = card_words.to_meld_with(view, card)
            shown = [card_words.way_shown(way, hand, top, view.public, wording) for way in found]
            if shown:
                line = wording.ngettext(
                    "Row {n}: {melds}",
                    "Rows {n}: {melds}",
                    len(its_rows),
                    n=wording.series(its_rows),
                    melds=" · ".join(shown),
                )
                said.append(line)
        if with_top:
            said.append("-# " + _("[ ] is the last card of your robe. It stays there."))
        return said

    def account(
        self, seat: int, view: Public, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return what melds, +1 cards and colours brought a seat, added up in one line."""
        _ = wording.gettext
        won = dict(result.breakdown[seat])
        robe = view.robes[seat]
        parts = [
            _("{meld} +{n}", meld=card_words.title(meld, wording), n=worth)
            for meld in MELDS
            if (worth := _worth(view, seat, meld))
        ]
        if won["plus_ones"]:
            parts.append(_("“+1” cards +{n}", n=won["plus_ones"]))
        colours = card_words.colours(views.colours(robe), wording)
        without = ""
        if won["colours"]:
            parts.append(_("{colours} +{n}", colours=colours, n=won["colours"]))
        elif len(robe) < ROBE_COUNTS_FROM:
            without = _("fewer than {n} cards: no colour bonus", n=ROBE_COUNTS_FROM)
        else:
            without = _("{colours}: no bonus", colours=colours)
        if won["whole"]:
            parts.append(_("all twelve cards +{n}", n=won["whole"]))
        line = " = ".join(filter(None, (" · ".join(parts), number(result.scores[seat]))))
        line = wording.annotated(line, without) if without else line
        return [line] if brief or not robe else [line, card_words.shown(robe, wording)]


def _chance(view: SeatView, card: int) -> list[Way]:
    if card == PLUS_ONE and not view.public.easier:
        return []
    return ways(*card_words.to_meld_with(view, card), view.public.marks)


def _brings(way: Way, card: int, view: Public) -> int:
    """Return the points of a turn that takes a card and makes a meld: a +1 brings one as well."""
    return card_words.worth(way, view) + (card == PLUS_ONE)


def _worth(view: Public, seat: int, meld: views.Meld) -> int:
    """Return the points of all boxes of a meld that a seat has marked."""
    marked = zip(BOXES, view.marks, strict=True)
    return sum(box.points for box, owner in marked if box.meld == meld and owner == seat)


RENDER = KasaneRender()
"""The one way to draw this game."""
