"""Ameno Kirifuda as people read it: board, log, hand, the words of a move, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bot.engine.game import Event, GameInfo, Result
from bot.engine.text import marked as _
from bot.ui.pages.move_words import Kind, Step, Word
from bot.ui.pages.numbers import cards, round_row, score_row, seat_row, signed
from bot.ui.pages.render import Body, Field, Mood, Render, tricks_won
from bot.ui.pages.tables.fit import EXPLAINS
from bot.ui.pages.wording import Wording
from cogs.kirifuda import (
    card_words,
    coach,
    event_lines,
    hints,
    move_words,
    story,
    views,
    what_happened,
)
from cogs.kirifuda.ahead import Case, Leads, Led
from cogs.kirifuda.views import (
    MOST_STONES,
    ROUNDS,
    SEASONS,
    TRICKS,
    Action,
    Public,
    SeatView,
    in_row,
    next_season,
    worth,
)


class KirifudaRender(Render):
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _("Win tricks to place stones, but not too often.")
    goal: ClassVar[str] = _("To win, score the most points: get your stones side by side.")
    dealt: ClassVar[tuple[type[Event], ...]] = (views.HandDealt,)
    scored: ClassVar[tuple[type[Event], ...]] = (views.RoundEnded,)
    begins_round: ClassVar[tuple[type[Event], ...]] = (views.RoundBegan,)
    joined = staticmethod(what_happened.joined)
    kinds: ClassVar[Mapping[str, Kind]] = {
        "draft": Kind(
            command="Take one of the open blessing cards",
            help=_(
                "It scores if that season's row holds exactly that many of your stones at the "
                "end of a round. “(+5)” means 5 points."
            ),
            steps=(
                Step(
                    _("Take a blessing card"),
                    {"blessing": "The card, such as spring2: exactly two stones in spring"},
                ),
            ),
        ),
        "discard": Kind(
            command="Swap some of your blessing cards for stones, or keep them all",
            help=_(
                "Each blessing card you give up becomes one more stone in your hand. "
                "You get no other new stones."
            ),
            steps=(
                Step(
                    _("Give up blessing cards"),
                    {"blessings": "The cards, such as spring2, winter0. Or: none"},
                ),
            ),
        ),
        "play": Kind(
            command="Play one of your cards",
            help=_("Trump beats the season that was led."),
            steps=(Step(_("Play a card"), {"card": "The card, such as autumn 8"}),),
        ),
        "place": Kind(
            command="Place a stone for the trick you won",
            help=_("You score your stones on the board × your longest run in one row."),
            steps=(
                Step(_("Place your stone"), {"space": "The space, such as spring A"}),
                Step(
                    _("Push that stone to"),
                    {"to": "If the row is full: where you push the stone that was there"},
                    optional=frozenset({"to"}),
                ),
            ),
        ),
        "return": Kind(
            command="Take three of your stones off the board (Bad Karma)",
            help=_("The three stones go back to your hand."),
            steps=(
                Step(
                    _("Take three of your stones off the board"),
                    {"stones": "Their spaces, such as springA, autumnB, autumnC"},
                ),
            ),
        ),
    }

    def headline(self, view: Public, wording: Wording) -> str:
        """Return one line about where the match stands: round, and trick once cards are played."""
        _ = wording.gettext
        parts = [_("Round {n} of {all}", n=view.round, all=ROUNDS)]
        if view.phase not in ("draft", "discard"):
            parts.append(_("trick {n} of {all}", n=_number(view), all=TRICKS))
        return " · ".join(parts)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what those who are to act have to do."""
        _ = wording.gettext
        match view.phase:
            case "draft":
                # Whoever picks last in the first half picks first in the second.
                again = len(view.display) == view.seats
                said = _("You pick twice: take another.")
                return said if again else _("Take a blessing card.")
            case "discard":
                return _("Keep your blessing cards, or give some up for stones.")
            case "place":
                assert view.row is not None
                row = card_words.season(view.row, wording)
                said = (
                    _("Place a stone in the {season} row.")
                    if card_words.has_room(view, view.row)
                    else _("The {season} row is full: push one stone out and take its place.")
                )
                return said.format(season=row)
            case "return":
                return _("Bad Karma! Take three of your stones off the board.")
            case _ if view.running:
                return _(
                    "Play a card, {season} if you can.",
                    season=card_words.season(view.running[0] // 10, wording),
                )
            case _:
                return _("Lead the trick with any card.")

    def doing(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what those who are to act do, for all to read."""
        return what_happened.doing(view, to_act, wording)

    def question(self, view: SeatView, wording: Wording) -> str:
        """Return what is asked of a seat: if it is to play, whether it must follow."""
        _, public = wording.gettext, view.public
        if public.phase != "play" or not public.running:
            return super().question(view, wording)
        if public.turn != view.seat:
            return _("Play a card.")
        led = public.running[0] // 10
        said = (
            _("Play {season}, which was led.")
            if any(card // 10 == led for card in view.private.hand)
            else _("Play any card: you have no {season}.")
        )
        return said.format(season=card_words.season(led, wording))

    def call(self, view: Public, seat: int, wording: Wording) -> str:
        """Return the state of the table, for the ping of a seat that is to act."""
        _ = wording.gettext
        match view.phase:
            case "draft":
                return wording.ngettext(
                    "{n} blessing card is left.", "{n} blessing cards are left.", len(view.display)
                )
            case "discard":
                return _("Keep your blessing cards, or give some up for stones.")
            case "place":
                assert view.row is not None
                row = card_words.season(view.row, wording)
                said = (
                    _("You won the trick: place a stone in {season}.")
                    if card_words.has_room(view, view.row)
                    else _("You won the trick, but the {season} row is full: push a stone out.")
                )
                return said.format(season=row)
            case "return":
                return _("Bad Karma: you won without a stone to place.")
            case _ if view.running:
                led = card_words.season(view.running[0] // 10, wording).capitalize()
                said = _("{led} was led.", led=led)
                return wording.sentences(said, card_words.who_wins(view, wording, seat))
            case _:
                return _("You lead trick {n} of {all}.", n=_number(view), all=TRICKS)

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the table as anyone may see it: trick, rows, open blessings, then people."""
        _ = wording.gettext
        parts = [*card_words.trick(view, wording), *card_words.rows(view, wording)]
        if view.display:
            parts += [_("**Blessing cards to take:**"), *self._by_season(view.display, wording)]
            parts.append(_("*2 in spring (+5)*: exactly two stones in spring bring 5 points."))
        fields = [self._person(seat, view, wording) for seat in range(view.seats)]
        winners = [trick.winner for trick in view.tricks if trick.round == view.round]
        return Body("\n".join(parts), (*fields, *tricks_won(winners, wording)))

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return what only this seat sees: its cards, what they may do now, its score so far."""
        public, seat = view.public, view.seat
        parts = self._own_cards(view, wording)
        parts += self._stones(public, seat, wording)
        parts += [self._progress(b, public, seat, wording) for b in public.blessings[seat]]
        parts += self._own_discards(view, wording)
        if public.phase == "place" and public.turn == seat and public.row is not None:
            parts += [card_words.row(public, each, wording, seat) for each in _rows_to_see(public)]
        return Body("\n".join(parts))

    def hand_below(self, view: SeatView, wording: Wording) -> Body:
        """Return the hand without stones, rows and blessings, which everybody sees."""
        parts = self._own_cards(view, wording)
        parts += self._bad_karma(view.public, view.seat, wording)
        parts += self._own_discards(view, wording)
        # While others play there is time to learn to read the picture; stones are placed by it.
        reads = view.public.turn not in (None, view.seat)
        reads |= view.public.phase in ("place", "return")
        if view.public.round == 1 and reads and not wording.words_alone:
            _ = wording.gettext
            said = _("By each player: stones in hand, then stones placed × longest run = points.")
            parts.append(EXPLAINS + said)
        return Body("\n".join(parts))

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line."""
        return event_lines.line(event, wording) or super().line(event, wording)

    def heard(self, event: Event, seat: int, wording: Wording) -> str | None:
        """Return an event as one line for a seat that heard it."""
        return event_lines.heard(event, seat, wording) or super().heard(event, seat, wording)

    def brief(self, event: Event, seat: int | None, wording: Wording) -> str | None:
        """Return an event in fewer words; None for one that has none."""
        return event_lines.brief(event, seat, wording)

    def words(self, action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the words of a move."""
        return move_words.words(action, view, wording)

    def case(self, case: Led | Leads, wording: Wording) -> str:
        """Return which season is led, or that the player leads."""
        return move_words.case(case, wording)

    def no_case(self, view: SeatView, wording: Wording) -> str:
        """Return until when nothing can be set ahead."""
        return move_words.no_case(view, wording)

    def unfit(self, cases: Sequence[Case], view: SeatView, wording: Wording) -> str:
        """Return why no card that was set could be played: what was led, or taken."""
        return move_words.unfit(view.public, wording)

    def hint(self, action: Action, view: SeatView, wording: Wording) -> str:
        """Return a move as advice to the player of a seat."""
        return hints.hint(action, view, wording)

    def because(self, action: Action, view: SeatView, wording: Wording) -> str:
        """Return why a move is a good one."""
        return hints.because(action, view, wording)

    def coach(self, view: SeatView, wording: Wording) -> str:
        """Return what helps somebody who has never played, in their position."""
        return coach.coach(view, wording)

    def round_scores(self, view: Public, wording: Wording) -> str:
        """Return everybody's points as they stand right after a round, as a sum."""
        over = view.phase == "over"
        if not over and (view.round == 1 or what_happened.begun(view)):
            return ""
        sums = [card_words.sum_of(view, seat) for seat in range(view.seats)]
        return round_row(view.round - (not over), seat_row(sums, wording), wording)

    def last_scores(self, view: Public, wording: Wording) -> str:
        """Return what blessings brought in the first round: once the second goes on, stones don't
        lie as they did.
        """
        if view.round == 1 or view.phase == "over" or not what_happened.begun(view):
            return self.round_scores(view, wording)
        won = [sum(map(worth, view.achieved[seat])) for seat in range(view.seats)]
        row = score_row(won, [0] * view.seats, wording)
        return wording.gettext("**Blessings of round {n}:** {scores}", n=view.round - 1, scores=row)

    def mood(self, event: Event) -> tuple[int, Mood] | None:
        """Return whom an event that all heard puts into which mood."""
        match event:
            case views.BadKarma():
                return event.seat, "hurt"
            case views.StonePushed() if event.owner != event.seat:
                return event.owner, "hurt"
            case views.Achieved():
                return event.seat, "glad"
            case views.RoundBegan() if event.round == ROUNDS:
                return 0, "last"
            case _:
                return None

    def outcome(self, view: Public, result: Result, wording: Wording) -> str:
        """Return the board as it is at the end."""
        return "\n".join(card_words.rows(view, wording))

    def person(self, seat: int, wording: Wording) -> str:
        """Return a seat's name after the mark of its stones."""
        return wording.marked(seat)

    def account(
        self, seat: int, view: Public, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return what stones on the board and blessings brought, on one line that adds up."""
        return story.account(seat, view, result, wording)

    def story_of(self, view: Public, result: Result, winner: int, wording: Wording) -> str:
        """Return in one sentence how a winner came to win."""
        return story.story(view, result, winner, wording)

    def next_time(self, seat: int, view: Public, result: Result, wording: Wording) -> str:
        """Return which stone was missing, or what a longer run would have made."""
        return story.next_time(seat, view, wording)

    def _by_season(self, blessings: Sequence[int], wording: Wording) -> list[str]:
        """Return blessing cards, a line for each season that has some."""
        rows = [[b for b in blessings if b // 10 == number] for number in SEASONS]
        return [card_words.blessings(row, wording) for row in rows if row]

    def _person(self, seat: int, view: Public, wording: Wording) -> Field:
        _ = wording.gettext
        won = sum(t.winner == seat and t.round == view.round for t in view.tricks)
        parts = [
            _("{stones} in hand", stones=card_words.stones(view.stones[seat], wording)),
            cards(view.hand_sizes[seat], wording),
            wording.ngettext("{n} trick", "{n} tricks", won),
        ]
        lines = [" · ".join(parts), card_words.standing(view, seat, wording)]
        if view.blessings[seat]:
            lines.append(card_words.blessings(view.blessings[seat], wording, view.achieved[seat]))
        asked = seat == view.turn or seat in view.deciding
        name = wording.marked(seat)
        return Field(f"▸ {name}" if asked else name, "\n".join(lines))

    def _own_cards(self, view: SeatView, wording: Wording) -> list[str]:
        """Return the cards of the seat, and what the current trick means for them."""
        hand = view.private.hand
        none = wording.gettext("You have no cards left.")
        parts = card_words.held(hand, wording) if hand else [none]
        return parts + self._trick(view, wording)

    def _own_discards(self, view: SeatView, wording: Wording) -> list[str]:
        """Return which blessings the seat may give up, or has chosen to."""
        if view.private.discards is not None:
            return [self._chosen(view.private.discards, wording)]
        if view.public.phase == "discard":
            return self._may_give_up(view.public, view.seat, wording)
        return []

    def _trick(self, view: SeatView, wording: Wording) -> list[str]:
        """Return what the current trick means for the seat: what it must play, who is winning."""
        _ = wording.gettext
        public, seat = view.public, view.seat
        if public.phase != "play":
            return []
        if not public.running:
            if public.turn != seat:
                return []
            return [_("The season after your card's will be trump.")]
        led = public.running[0] // 10
        trump = _("{trump} is trump.", trump=card_words.marked(next_season(led), wording))
        now = wording.sentences(trump, card_words.who_wins(public, wording, seat))
        if public.turn == seat:
            # What was led is in what is asked.
            return [now]
        if (seat - public.leader) % public.seats < len(public.running):
            said = _("{led} was led.")
        elif any(card // 10 == led for card in view.private.hand):
            said = _("{led} was led: **you must play it.**")
        else:
            said = _("{led} was led. You have none: **play any card.**")
        return [said.format(led=card_words.marked(led, wording)), now]

    def _stones(self, view: Public, seat: int, wording: Wording) -> list[str]:
        """Return the stones left, and what one's stones and blessings score so far."""
        _ = wording.gettext
        if view.phase == "over":
            return []
        score = card_words.sum_of(view, seat)
        stones = card_words.stones(view.stones[seat], wording)
        said = _("**{stones}** in hand · score {sum}", stones=stones, sum=score)
        return [said, *self._bad_karma(view, seat, wording)]

    def _bad_karma(self, view: Public, seat: int, wording: Wording) -> list[str]:
        if view.phase in ("return", "over") or view.stones[seat]:
            return []
        _ = wording.gettext
        return [_("⚠️ If you win a trick now, you lose three stones: **Bad Karma**.")]

    def _progress(self, blessing: int, view: Public, seat: int, wording: Wording) -> str:
        """Return a blessing card, and how near its row comes to it."""
        _ = wording.gettext
        said = _(
            "{sign} exactly {n} in {season} ({points})",
            sign=card_words.sign(blessing // 10, wording),
            season=card_words.season(blessing // 10, wording),
            n=blessing % 10,
            points=signed(worth(blessing)),
        )
        if blessing in view.achieved[seat]:
            return f"{said} · ✓ {_('achieved')}"
        have = in_row(view.board, seat, blessing // 10)
        return f"{said} · {_('you have {n}', n=have)}"

    def _may_give_up(self, view: Public, seat: int, wording: Wording) -> list[str]:
        """Return how many blessing cards a seat can give up if not all: each brings a stone."""
        _ = wording.gettext
        used = view.in_use(seat)
        if MOST_STONES - used >= len(view.blessings[seat]):
            return []
        said = _(
            "You have {used} of {most} stones in hand and on the board: give up {n} at most.",
            n=MOST_STONES - used,
            used=used,
            most=MOST_STONES,
        )
        return [said]

    def _chosen(self, blessings: Sequence[int], wording: Wording) -> str:
        _ = wording.gettext
        if not blessings:
            return _("You keep them all. The others see it once everybody has chosen.")
        return _(
            "You give up {cards}. The others see it once everybody has chosen.",
            cards=card_words.blessings(blessings, wording),
        )


def _number(view: Public) -> int:
    """Return which trick of the round is on the table."""
    return sum(trick.round == view.round for trick in view.tricks) + (view.phase == "play")


def _rows_to_see(view: Public) -> list[int]:
    """Return the seasons of the rows in which a stone is placed now, or pushed."""
    assert view.row is not None
    found = [view.row]
    while not card_words.has_room(view, found[-1]):
        found.append(next_season(found[-1]))
    return found


RENDER = KirifudaRender()
"""The one way to draw this game."""
