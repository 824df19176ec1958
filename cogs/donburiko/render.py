"""Donburiko! as people read it: the table, the hand, the words of a move, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from bot.engine.game import Event, GameInfo, Result
from bot.engine.text import marked as _
from bot.ui.pages.move_words import Kind, Step, Word
from bot.ui.pages.numbers import number, signed, whose
from bot.ui.pages.render import Body, Field, Mood, Render
from bot.ui.pages.wording import NO_BREAK, Wording
from cogs.donburiko import card_words, coach, event_lines, hints, story, views, what_happened
from cogs.donburiko.ahead import Untouched
from cogs.donburiko.card_art import emoji_of
from cogs.donburiko.views import (
    ENOUGH_CHIPS,
    FULL,
    START_CHIPS,
    Action,
    Add,
    Count,
    Public,
    SeatView,
    Take,
)

GOOD_ROW: Final = 4
"""From so many points on a row makes its taker glad."""
LOW_BANK: Final = 10
"""With so few chips the bank may soon run out, which makes a round the last."""


class DonburikoRender(Render):
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _("Build acorn rows and take one worth exactly 6.")
    goal: ClassVar[str] = _("To win, have the most chips at the end.")
    dealt: ClassVar[tuple[type[Event], ...]] = (views.HandDealt,)
    begins_round: ClassVar[tuple[type[Event], ...]] = (views.RoundBegan,)
    scored: ClassVar[tuple[type[Event], ...]] = (views.RoundEnded,)
    tells_last: ClassVar[tuple[type[Event], ...]] = (views.FinalRoundDecided,)
    joined = staticmethod(what_happened.joined)
    sums_up: ClassVar[bool] = False
    kinds: ClassVar[Mapping[str, Kind]] = {
        "add": Kind(
            command="Add one of your cards to a row",
            help=_(
                "A card placed face up in a row wins you a chip; face down, you put one of "
                "yours on it."
            ),
            steps=(
                Step(_("Add a card"), {"card": "The card, such as 4, 1 or 5, loach, pond -2"}),
                Step(
                    _("To which row, face up or down (±1 chip)?"),
                    {
                        "row": "The number of the row",
                        "face": "up: win a chip. down: put one of your chips on the card",
                    },
                ),
            ),
        ),
        "take": Kind(
            command="Take a row and score it",
            help=_("Take a row, score it, then sit out the round."),
            steps=(Step(_("Take a row"), {"row": "The number of the row"}),),
            opens=_("Take a row …"),
            asks=_("Take which row?"),
        ),
        "count": Kind(
            command="Choose what the row you took is worth",
            help=_("Nearest to 6 without going over wins most; over 6 you pay."),
            steps=(
                Step(_("What is your row worth?"), {"total": "Its worth; 6! calls Donburiko!"}),
            ),
        ),
    }

    def headline(self, view: Public, wording: Wording) -> str:
        """Return one line about where the match stands: the round, and what makes it the last."""
        _ = wording.gettext
        parts = [_("Round {n}", n=view.round)]
        if view.final:
            parts.append("**" + _("last round!") + "**")
        else:
            parts.append(wording.pgettext("chips", "to {n} chips", n=ENOUGH_CHIPS))
            if view.bank <= LOW_BANK:
                parts.append(_("bank: {n}", n=view.bank))
        return " · ".join(parts)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what the seat whose turn it is has to do, as far as everybody sees it."""
        _ = wording.gettext
        if view.taking is not None:
            return _("Choose what row {row} is worth.", row=view.taking.row)
        if not self._may_add(view, to_act):
            return _("Take a row.")
        if any(len(row.cards) > 1 for row in view.rows):
            return _("Add a card or take a row.")
        return _("Add a card to a row.")

    def doing(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what the seat whose turn it is does, for all to read."""
        _ = wording.gettext
        row = 0 if view.taking is None else view.taking.row
        if view.taking is not None:
            said = _("{who} chooses what row {row} is worth.")
        elif not self._may_add(view, to_act):
            said = _("{who} takes a row.")
        elif any(len(row.cards) > 1 for row in view.rows):
            said = _("{who} adds a card or takes a row.")
        else:
            said = _("{who} adds a card to a row.")
        return said.format(who=wording.names(to_act), row=row)

    def _may_add(self, view: Public, to_act: tuple[int, ...]) -> bool:
        room = any(0 < len(row.cards) < FULL for row in view.rows)
        return room and any(view.hand_sizes[seat] for seat in to_act)

    def call(self, view: Public, seat: int, wording: Wording) -> str:
        """Return what the best row is worth, as far as everybody sees it."""
        _ = wording.gettext
        if view.taking is not None:
            worth = card_words.sums(view.taking.cards, wording)
            return _("Row {row} is worth {sum}.", row=view.taking.row, sum=worth)
        takeable = [row for row in view.rows if 1 < len(row.cards) < FULL]
        if not takeable:
            return _("No row can be taken yet.")
        held = view.chips[seat]
        best = max(
            takeable,
            key=lambda row: card_words.best([each for each in row.cards if each is not None], held),
        )
        at = card_words.worth(best.cards, wording)
        return _("Row {row} is at {sum}.", row=best.number, sum=at)

    def round_scores(self, view: Public, wording: Wording) -> str:
        """Return what each seat's row brought in the round that has just ended."""
        begun = view.turn is not None and any(len(row.cards) != 1 for row in view.rows)
        return "" if begun else self.last_scores(view, wording)

    def last_scores(self, view: Public, wording: Wording) -> str:
        """Return what each seat's row brought in the last round that has ended."""
        ended = view.round if view.turn is None else view.round - 1
        if not ended:
            return ""
        _ = wording.gettext
        rows = {row.seat: row for row in view.taken if row.round == ended}
        said = [
            f"{whose(seat, wording)}{NO_BREAK}"
            + (card_words.brought(rows[seat], wording) if seat in rows else _("no row"))
            for seat in range(view.seats)
        ]
        return _("**Round {n}:** {scores}", n=ended, scores=" · ".join(said))

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the table as anyone may see it, in words: rows, then people."""
        _ = wording.gettext
        parts = [*card_words.rows(view, wording), card_words.bank(view.bank, wording)]
        if view.aside:
            aside = wording.ngettext(
                "{n} card is set aside. Nobody knows it.",
                "{n} cards are set aside. Nobody knows them.",
                view.aside,
            )
            parts.append(aside)
        people = [self._person(seat, view, wording) for seat in range(view.seats)]
        return Body("\n".join(parts), (Field(_("Players"), "\n".join(people)),))

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return what only this seat sees: its hand, and the rows with its own hidden cards."""
        rows = [row for row in view.public.rows if row.cards]
        whole = self._hand(view, [self._own_chips(view, wording)], rows, wording)
        return whole.at(deeper=False, lists=False)

    def hand_below(self, view: SeatView, wording: Wording) -> Body:
        """Return the hand without chips and rows that everybody knows."""
        owed = self._owed(view, wording)
        hidden = {each.row for each in view.private.hidden}
        rows = [row for row in view.public.rows if row.number in hidden]
        return self._hand(view, [owed] if owed else [], rows, wording)

    def _hand(
        self, view: SeatView, chips: list[str], rows: Sequence[views.Row], wording: Wording
    ) -> Body:
        _ = wording.gettext
        public, mine = view.public, view.private
        parts = [self._own_cards(mine.hand, wording), *chips]
        if public.turn is None:
            return Body("\n".join(parts))
        if public.out[view.seat] and public.taking is None:
            parts.append(
                _("You have your row. You're done: this is the last round.")
                if public.final
                else _("You have your row. The next round begins when everybody has one.")
            )
        elif not public.out[view.seat]:
            parts.append("-# " + _("**6 is best.** Over 6 or below 0, you pay."))
            if not public.bank:
                parts.append("-# " + _("The bank is empty: a face-up card wins no chip now."))
        own = {
            row.number: {each.place: each.card for each in mine.hidden if each.row == row.number}
            for row in public.rows
        }
        shown = [card_words.own_row(row, own[row.number], wording) for row in rows]
        if mine.hidden:
            back = wording.emoji("don_back")
            known = _("Only you know the card behind {back}.", back=back)
            shown.append("-# " + (known if back else _("Only you know the cards marked *yours*.")))
        return Body("\n".join(parts), unchosen="\n".join(shown))

    def _own_cards(self, hand: tuple[int, ...], wording: Wording) -> str:
        _ = wording.gettext
        if not hand:
            return _("You have no cards left.")
        cards = card_words.shown(hand, wording)
        if all(wording.emoji(emoji_of(card)) for card in hand):
            return f"# {cards}"
        return _("**Your cards:** {cards}", cards=cards)

    def _own_chips(self, view: SeatView, wording: Wording) -> str:
        _ = wording.gettext
        have = _("You have {chips}.", chips=card_words.chips(view.public.chips[view.seat], wording))
        return wording.sentences(have, self._owed(view, wording))

    def _owed(self, view: SeatView, wording: Wording) -> str:
        """Return what the bank owes the seat, "" for nothing."""
        owed = view.public.owed[view.seat]
        if not owed:
            return ""
        return wording.ngettext(
            "The bank owes you {n} point until the end.",
            "The bank owes you {n} points until the end.",
            owed,
        )

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as everybody reads it."""
        said = event_lines.line(event, wording)
        return super().line(event, wording) if said is None else said

    def heard(self, event: Event, seat: int, wording: Wording) -> str | None:
        """Return an event in the words for a seat that heard it."""
        if event_lines.unheard(event, seat):
            return None
        said = event_lines.heard(event, seat, wording)
        return super().heard(event, seat, wording) if said is None else said

    def brief(self, event: Event, seat: int | None, wording: Wording) -> str | None:
        """Return an event in fewer words; None for one that has none."""
        return event_lines.brief(event, seat, wording)

    def words(self, action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the words of a move: card, row and face; or row; or total."""
        _ = wording.gettext
        match action:
            case Add():
                return self._add_words(action, view, wording)
            case Take():
                said, brief = (
                    card_words.take_label(action.row, view, wording, brief=short)
                    for short in (False, True)
                )
                return (
                    Word(
                        "row",
                        str(action.row),
                        _("row {n}", n=action.row),
                        said=said,
                        brief=brief,
                    ),
                )
            case Count():
                value = f"{action.total}{'!' if action.announce else ''}"
                said = card_words.count_label(action, view.public, wording)
                still_in = not all(view.public.out)
                ends = wording.gettext("ends the round") if action.announce and still_in else ""
                return (Word("total", value, said, more=ends),)

    def words_ahead(
        self, case: Untouched, action: Action, view: SeatView, wording: Wording
    ) -> Sequence[Word]:
        """Return the words of a move that is set ahead: its row is as it is now."""
        return self.words(action, view, wording)

    def unfit(self, cases: Sequence[Untouched], view: SeatView, wording: Wording) -> str:
        """Return why nothing that was set could be done: which rows were touched."""
        _ = wording.gettext
        rows = dict.fromkeys(case.row for case in cases)
        return wording.sentences("", *(_("Row {n} changed.", n=row) for row in rows))

    def hint(self, action: Action, view: SeatView, wording: Wording) -> str:
        """Return a move as advice to the player of a seat."""
        return hints.hint(action, view, wording)

    def because(self, action: Action, view: SeatView, wording: Wording) -> str:
        """Return why a move is a good one."""
        return hints.because(action, view, wording)

    def coach(self, view: SeatView, wording: Wording) -> str:
        """Return what helps somebody who has never played, in their position."""
        return coach.coach(view, wording)

    def _add_words(self, add: Add, view: SeatView, wording: Wording) -> Sequence[Word]:
        _ = wording.gettext
        after = (*card_words.known(add.row, view), add.card)
        worth = number(0) if len(after) == FULL else card_words.worth(after, wording)
        # What a card costs or wins is in the question: two buttons fit on a phone's line.
        if add.face_down:
            face, said = ("down", _("face down")), _("Row {n} → {worth}, down")
        else:
            face, said = ("up", _("face up")), _("Row {n} → {worth}, up")
            said = said if view.public.bank else _("Row {n} → {worth}, up +0")
        return (
            Word(
                "card",
                card_words.typed(add.card),
                card_words.named(add.card, wording),
                emoji=emoji_of(add.card),
            ),
            Word("row", str(add.row), _("Row {n}", n=add.row)),
            Word(
                "face",
                *face,
                said=said.format(n=add.row, worth=worth),
                more=card_words.turned(add.card, after, wording),
            ),
        )

    def story_of(self, view: Public, result: Result, winner: int, wording: Wording) -> str:
        """Return in one sentence how a winner came to win."""
        return story.story(view, result, winner, wording)

    def why_over(self, event: Event, result: Result, wording: Wording) -> str:
        """Return why the last round was the last, if nobody has enough chips at its end."""
        return event_lines.why_over(event, result, wording)

    def next_time(self, seat: int, view: Public, result: Result, wording: Wording) -> str:
        """Return in one sentence what to try next time."""
        return story.next_time(seat, view, wording)

    def mood(self, event: Event) -> tuple[int, Mood] | None:
        """Return whom an event that all heard puts into which mood."""
        match event:
            case views.RowCounted(announced=True):
                return event.seat, "awe"
            case views.RowCounted() if event.points < 0:
                return event.seat, "hurt"
            case views.RowCounted() if event.points >= GOOD_ROW:
                return event.seat, "glad"
            case views.FinalRoundDecided():
                return 0, "last"
            case _:
                return None

    def account(
        self, seat: int, view: Public, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return in one sum where a seat's points came from."""
        _ = wording.gettext
        rows = [row for row in view.taken if row.seat == seat]
        start, score = START_CHIPS[view.seats], result.scores[seat]
        won, on_them = sum(row.points for row in rows), sum(row.chips for row in rows)
        parts = [_("start {n}", n=start), _("rows {n}", n=signed(won))]
        if on_them:
            parts.append(_("chips on rows {n}", n=signed(on_them)))
        parts.append(_("cards laid {n}", n=signed(score - start - won - on_them)))
        return [f"{' · '.join(parts)} = {number(score)}"]

    def _person(self, seat: int, view: Public, wording: Wording) -> str:
        _ = wording.gettext
        parts = [
            wording.marked(seat),
            card_words.chips(view.chips[seat], wording),
            card_words.hand_sizes(view.hand_sizes[seat], wording),
        ]
        if view.owed[seat]:
            parts.append(_("the bank owes {n}", n=view.owed[seat]))
        if view.out[seat]:
            parts.append(_("took a row"))
        return " · ".join(parts)


RENDER = DonburikoRender()
"""The one way to draw this game."""
