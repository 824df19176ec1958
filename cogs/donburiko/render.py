"""Donburiko! as people read it: the table, the log, the hand, the words of a move, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bot.engine.game import Event, GameInfo, Result
from bot.engine.text import marked as _
from bot.ui.pages.numbers import cards, number, points, rounds, signed
from bot.ui.pages.render import Body, Field, Kind, Render, Step, Word
from bot.ui.pages.wording import Wording
from cogs.donburiko import card_words, views
from cogs.donburiko.views import (
    FULL,
    MOST_POINTS,
    Action,
    Add,
    Count,
    Public,
    SeatView,
    Take,
)


class DonburikoRender(Render):
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _(
        "Pile acorns into rows and take one worth up to six, before somebody else does."
    )
    kinds: ClassVar[Mapping[str, Kind]] = {
        "add": Kind(
            command="Add one of your cards to a row",
            help=_(
                "Add a card to a row: face up wins a chip from the bank, "
                "face down leaves one of yours on it."
            ),
            steps=(
                Step(_("Add a card"), {"card": "The card: 4, 1 or 5, loach, pond -2"}),
                Step(
                    _("To which row? Face up wins a chip, face down costs one."),
                    {
                        "row": "The number of the row",
                        "face": "up wins a chip from the bank, down leaves one of yours",
                    },
                ),
            ),
        ),
        "take": Kind(
            command="Take a row and score it",
            help=_("Take a row and its chips: you score it and sit out the rest of the round."),
            steps=(Step(_("Take a row"), {"row": "The number of the row"}),),
        ),
        "count": Kind(
            command="Say what the row you took counts as",
            help=_("Say what the row you took counts as; a Donburiko! ends the round for all."),
            steps=(
                Step(
                    _("What does your row count?"), {"total": "The total; 6! announces a Donburiko"}
                ),
            ),
        ),
    }

    def headline(self, view: Public, wording: Wording) -> str:
        """Return one line on where the match stands: round, bank, whether it is the last."""
        _ = wording.gettext
        parts = [
            _("Round {n}").format(n=view.round),
            _("bank: {chips}").format(chips=card_words.chips(view.bank, wording)),
        ]
        if view.aside:
            aside = wording.ngettext("{n} card set aside", "{n} cards set aside", view.aside)
            parts.append(aside.format(n=view.aside))
        if view.final:
            parts.append("**" + _("last round!") + "**")
        return " · ".join(parts)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return one line on whose move it is and what is asked of them."""
        _ = wording.gettext
        who = wording.names(to_act)
        if view.taking is not None:
            return _("{who} took row {row} and says what it counts.").format(
                who=who, row=view.taking.row
            )
        return _("{who} adds a card or takes a row.").format(who=who)

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the table as anyone may see it: rows, then people."""
        _ = wording.gettext
        parts = card_words.rows(view, {}, wording)
        if any(card is None for row in view.rows for card in row.cards):
            parts.append(_("▮ lies face down: who laid it, and a chip of theirs on it"))
        people = [self._person(seat, view, wording) for seat in range(view.seats)]
        return Body("\n".join(parts), (Field(_("Players"), "\n".join(people)),))

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return what only this seat sees: its hand, and the rows with its own hidden cards."""
        _ = wording.gettext
        public, mine = view.public, view.private
        parts = [
            _("**Your cards:** {cards}").format(cards=card_words.framed_cards(mine.hand, wording))
            if mine.hand
            else _("You have no cards left.")
        ]
        chips = _("You have {chips}.").format(
            chips=card_words.chips(public.chips[view.seat], wording)
        )
        if public.turn is not None and public.out[view.seat] and public.taking is None:
            chips += " " + _("You have taken a row and play again in the next round.")
        own = {(each.row, each.place): each.card for each in mine.hidden}
        parts += [chips, "", *card_words.rows(public, own, wording)]
        if own:
            parts.append(_("▮ with a card is yours: nobody else knows it"))
        return Body("\n".join(parts))

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line; what only one seat hears is shown in its hand."""
        _ = wording.gettext
        match event:
            case views.RoundBegan():
                return _("Round {n} begins; {who} starts. Rows: {cards}").format(
                    n=event.round,
                    who=wording.name(event.first),
                    cards=card_words.framed_cards(event.rows, wording),
                )
            case views.AddedFaceUp():
                text = (
                    _("{who} added {card} to row {row} and won a chip.")
                    if event.chip
                    else _("{who} added {card} to row {row}; the bank has no chip for it.")
                )
                said = text.format(
                    who=wording.name(event.seat),
                    card=card_words.framed_cards((event.card,), wording),
                    row=event.row,
                )
                return f"{said} {_('Nothing else was possible.')}" if event.forced else said
            case views.AddedFaceDown():
                return _("{who} added a card face down to row {row}, with a chip on it.").format(
                    who=wording.name(event.seat), row=event.row
                )
            case views.RowTaken():
                said = _("{who} took row {row}: {cards}").format(
                    who=wording.name(event.seat),
                    row=event.row,
                    cards=card_words.shown_cards(event.cards, event.owners, wording),
                )
                if event.chips:
                    said += " · " + _("with {chips}").format(
                        chips=card_words.chips(event.chips, wording)
                    )
                return f"{said} · {_('nothing else was possible')}" if event.forced else said
            case views.RowCounted():
                return self._counted(event, wording)
            case views.TurnSkipped():
                return _("{who} has no card and no row to take: skipped.").format(
                    who=wording.name(event.seat)
                )
            case views.FinalRoundDecided():
                return "**" + self._why_final(event, wording) + "**"
            case views.RoundEnded():
                return self._round_ended(event, wording)
            case _:
                return super().line(event, wording)

    def words(self, action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the words of a move: card, row and face; or row; or total."""
        _ = wording.gettext
        match action:
            case Add():
                face = ("down", _("face down")) if action.face_down else ("up", _("face up"))
                return (
                    Word(
                        "card",
                        card_words.typed(action.card),
                        card_words.named(action.card, wording),
                    ),
                    _row_word(action.row, wording),
                    Word("face", *face),
                )
            case Take():
                return (_row_word(action.row, wording),)
            case Count():
                value = f"{action.total}{'!' if action.announce else ''}"
                return (Word("total", value, _count_label(action, view.public, wording)),)

    def outcome(self, view: Public, result: Result, wording: Wording) -> str:
        """Return the points that won, and after how many rounds."""
        return wording.gettext("{points}, after {rounds}.").format(
            points=points(max(result.scores), wording), rounds=rounds(view.round, wording)
        )

    def account(
        self, seat: int, view: Public, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return the chips of a seat, and what each row it took counted."""
        _ = wording.gettext
        lines = [card_words.chips(view.chips[seat], wording)]
        if view.owed[seat]:
            owed = _("{n} that the bank couldn't pay").format(n=view.owed[seat])
            lines[0] += " + " + owed
        rows = [row for row in view.taken if row.seat == seat]
        if not brief:
            return [*lines, *(self._row_account(row, wording) for row in rows)]
        short = [
            _("R{round} {points}").format(round=row.round, points=signed(row.points))
            for row in rows
        ]
        if short:
            lines.append(_("Rows taken: {rows}").format(rows=" · ".join(short)))
        return lines

    def _person(self, seat: int, view: Public, wording: Wording) -> str:
        _ = wording.gettext
        parts = [
            f"**{wording.name(seat)}**",
            card_words.chips(view.chips[seat], wording),
            cards(view.hand_sizes[seat], wording),
        ]
        if view.owed[seat]:
            parts.append(_("{n} owed by the bank").format(n=view.owed[seat]))
        if view.out[seat]:
            parts.append(_("has taken a row"))
        return ("▸ " if seat == view.turn else "") + " · ".join(parts)

    def _counted(self, event: views.RowCounted, wording: Wording) -> str:
        _ = wording.gettext
        who, row, n = wording.name(event.seat), event.row, number(event.total)
        if event.announced:
            said = _("**Donburiko!** Row {row} counts 6 for {who}.")
        elif event.full:
            said = _("Row {row} is full and counts 0 for {who}.")
        else:
            said = _("Row {row} counts {n} for {who}.")
        said = said.format(row=row, n=n, who=who)
        if event.owed:
            owed = wording.ngettext(
                "The bank can't pay, so {n} point is owed till the end.",
                "The bank can't pay, so {n} points are owed till the end.",
                event.owed,
            )
            return f"{said} {owed.format(n=event.owed)}"
        if event.points < 0:
            paid = card_words.chips(-event.points, wording)
            return f"{said} {_('Paid: {chips}.').format(chips=paid)}"
        if event.points:
            won = card_words.chips(event.points, wording)
            return f"{said} {_('Won: {chips}.').format(chips=won)}"
        if event.total < 0 or event.total > MOST_POINTS:
            return f"{said} {_('There is no chip to pay with.')}"
        return said

    def _why_final(self, event: views.FinalRoundDecided, wording: Wording) -> str:
        _ = wording.gettext
        match event.reason:
            case "chips":
                assert event.seat is not None
                who = wording.name(event.seat)
                return _("{who} has 20 chips or more: this round is the last.").format(who=who)
            case "bank":
                return _("The bank is empty: this round is the last.")
            case "owed":
                return _("The bank can't pay: this round is the last.")
            case "rounds":
                return _("It has been long enough: this round is the last.")

    def _round_ended(self, event: views.RoundEnded, wording: Wording) -> str:
        _ = wording.gettext
        said = {
            "all_took": _("Round {n} is over: all have taken a row."),
            "donburiko": _("Round {n} is over."),
            "stuck": _("Round {n} is over: nobody can do anything more."),
        }[event.ending].format(n=event.round)
        if event.chips:
            left = _("The bank gets {chips} from the rows.")
            said += " " + left.format(chips=card_words.chips(event.chips, wording))
        return said

    def _row_account(self, row: views.TakenRow, wording: Wording) -> str:
        """Return what a row brought its taker."""
        _ = wording.gettext
        if row.announced:
            said = _("Round {round}: {cards} = 6, Donburiko!: {points}")
        elif len(row.cards) == FULL:
            said = _("Round {round}: {cards}: seven cards count 0")
        else:
            said = _("Round {round}: {cards} = {total}: {points}")
        line = said.format(
            round=row.round,
            cards=", ".join(card_words.short(card, wording) for card in row.cards),
            total=number(row.total),
            points=signed(row.points),
        )
        if row.owed:
            line += " " + _("(owed)")
        if row.chips:
            chips = card_words.chips(row.chips, wording)
            line += ", " + _("and {chips} on it").format(chips=chips)
        return line


def _row_word(row: int, wording: Wording) -> Word:
    return Word("row", str(row), wording.gettext("row {n}").format(n=row))


def _count_label(action: Count, view: Public, wording: Wording) -> str:
    """Return what a count comes to: its total, and what is won or paid."""
    _ = wording.gettext
    if action.announce:
        return _("6: win 6, Donburiko!")
    points = dict(view.taking.counts)[action.total] if view.taking is not None else 0
    total = number(action.total)
    if not 0 <= action.total <= MOST_POINTS:
        return _("{total}: pay {n}").format(total=total, n=-points)
    return _("{total}: win {n}").format(total=total, n=points)


RENDER = DonburikoRender()
"""The one way to draw this game."""
