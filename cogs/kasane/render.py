"""Colors of Kasane as people read it: the field, the robes, the log, the hand, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.game import Event, GameInfo, Result
from bot.engine.text import marked as _
from bot.ui.pages import numbers
from bot.ui.pages.numbers import points
from bot.ui.pages.render import Body, Field, Kind, Render, Step, Word
from bot.ui.pages.wording import Wording
from cogs.kasane import card_words, views
from cogs.kasane.melds import Way, ways
from cogs.kasane.views import (
    BOXES,
    MELDS,
    PLUS_ONE,
    ROBE_COUNTS_FROM,
    ROUNDS,
    Action,
    Public,
    SeatView,
)

NO_MELD = "none"
"""How it is typed that no meld is wanted."""


class KasaneRender(Render):
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _(
        "Layer a robe of twelve cards, in melds, from a hand that is never sorted."
    )
    kinds: ClassVar[Mapping[str, Kind]] = {
        "take": Kind(
            command="Take the front card of a row, and achieve a meld if you like",
            help=_(
                "Take the front card of a row onto your hand (a +1 onto your robe); then achieve "
                "one meld with the cards on top of your hand, or none."
            ),
            steps=(
                Step(_("Take a card"), {"row": "The number of the row"}),
                Step(
                    _("Achieve a meld with it?"),
                    {"meld": "The meld to achieve, or none; needed where the card makes one"},
                    optional=frozenset({"meld"}),
                ),
            ),
        ),
    }

    def headline(self, view: Public, wording: Wording) -> str:
        """Return one line on where the match stands: round, draw pile, discards."""
        _ = wording.gettext
        parts = [_("Round {n} of {most}").format(n=view.round, most=ROUNDS[view.seats])]
        if view.round == ROUNDS[view.seats]:
            parts[0] = f"**{parts[0]}**"
        parts.append(_("{who} started it").format(who=wording.name(view.first)))
        parts.append(_("draw pile: {n}").format(n=view.pile))
        if view.discards:
            parts.append(_("discarded: {n}").format(n=len(view.discards)))
        return " · ".join(parts)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return one line on whose move it is and what is asked of them."""
        _ = wording.gettext
        return _("{who} takes a card.").format(who=wording.names(to_act))

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the table as anyone may see it: field, people with their robes, boxes."""
        _ = wording.gettext
        people = [self._person(seat, view, wording) for seat in range(view.seats)]
        boxes = [
            card_words.boxes(view, wording),
            _("A number is a free box: so many cards, so many points (3=4: 3 cards, 4 points)."),
            _("x: marked. ↑↓: strictly up or down, gaps allowed."),
        ]
        if any(view.robes):
            people.append(_("The last card of a robe lies on top."))
        return Body(
            "\n".join([self._field(view, wording), *people]),
            (Field(_("Melds"), "\n".join(boxes)),),
        )

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return what only this seat sees: its hand, and what each row would bring it."""
        _ = wording.gettext
        public, seat, hand = view.public, view.seat, view.private.hand
        robe = public.robes[seat]
        parts = [
            _("**Your hand:** {cards} ◂ the top").format(cards=card_words.framed(hand))
            if hand
            else _("Your hand is empty."),
            _("**Your robe:** {cards} ◂ the top").format(cards=card_words.framed(robe))
            if robe
            else _("Your robe has no cards yet."),
        ]
        if public.turn is not None:
            parts.append(self._field(public, wording))
        if public.turn == seat:
            parts += self._chances(view, wording)
        return Body("\n".join(parts))

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line."""
        _ = wording.gettext
        match event:
            case views.RoundBegan():
                return self._round_began(event, wording)
            case views.CardTaken():
                text = (
                    _("{who} took {card} from row {row}: 1 point.")
                    if event.card == PLUS_ONE
                    else _("{who} took {card} from row {row}.")
                )
                said = text.format(
                    who=wording.name(event.seat),
                    card=card_words.framed((event.card,)),
                    row=event.row,
                )
                return f"{said} {_('Nothing else was possible.')}" if event.forced else said
            case views.MeldAchieved():
                return _("{who} achieved **{meld}** `{cards}`: {points}.").format(
                    who=wording.name(event.seat),
                    meld=card_words.name(event.meld),
                    cards=card_words.joined(event.cards, top=event.top),
                    points=points(event.points, wording),
                )
            case views.RoundEnded():
                return _("Round {n} is over; left in the field: {cards}").format(
                    n=event.round, cards=card_words.framed(event.left)
                )
            case views.RobeCounted():
                return self._robe_counted(event, wording)
            case _:
                return super().line(event, wording)

    def words(self, action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the words of a move: the row with its front card, and the meld or none."""
        _ = wording.gettext
        public = view.public
        card = public.rows[action.row - 1][-1]
        label = _("row {n} ({card})").format(n=action.row, card=card_words.card(card))
        row = Word("row", str(action.row), label)
        if action.meld is None:
            return row, Word("meld", NO_MELD, _("no meld"))
        way = Way(action.meld, action.size, action.top)
        hand, top = _to_meld_with(view, card)
        value = f"{action.meld}{action.size}{'-top' if action.top else ''}"
        return row, Word("meld", value, card_words.way_label(way, hand, top, public, wording))

    def outcome(self, view: Public, result: Result, wording: Wording) -> str:
        """Return the points that won, and what decided between equals."""
        best = max(result.scores)
        text = super().outcome(view, result, wording)
        if result.scores.count(best) > len(result.winners):
            text += " " + wording.gettext("Of equal points, more cards laid win.")
        return text

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
            said.append(_("Fewer melds: a 2 of Kasane and a 2 of Juu start marked"))
        if options.easier:
            said.append(_("Easier: a meld may follow a +1"))
        return said

    def _field(self, view: Public, wording: Wording) -> str:
        _ = wording.gettext
        title = "**" + _("Field") + "** · " + _("the card in [ ] is in front, the next lies behind")
        return f"{title}\n{card_words.field(view, wording)}"

    def _person(self, seat: int, view: Public, wording: Wording) -> str:
        """Return a seat's score, hand size and robe."""
        _ = wording.gettext
        robe = view.robes[seat]
        hand = _("hand: {n}").format(n=view.hand_sizes[seat])
        mark = "▸ " if seat == view.turn else ""
        score = points(view.scores[seat], wording)
        head = f"{mark}**{wording.name(seat)}** · {score} · {hand}"
        if not robe:
            return f"{head}\n{_('no robe yet')}"
        colours = card_words.colours(views.colours(robe), wording)
        return f"{head}\n{card_words.framed(robe)} {numbers.cards(len(robe), wording)}, {colours}"

    def _chances(self, view: SeatView, wording: Wording) -> list[str]:
        """Return, for each row, the melds that its front card would make."""
        _ = wording.gettext
        public = view.public
        said: list[str] = []
        with_top = False
        for row, cards in enumerate(public.rows, start=1):
            if not cards:
                continue
            card = cards[-1]
            hand, top = _to_meld_with(view, card)
            found = ways(hand, top, public.marks) if card or public.easier else []
            with_top |= any(way.top for way in found)
            labels = [card_words.way_label(way, hand, top, public, wording) for way in found]
            if card == PLUS_ONE:
                labels.insert(0, _("1 point"))
            if labels:
                said.append(
                    _("Row {n}: {melds}").format(n=row, melds=" · ".join(f"`{o}`" for o in labels))
                )
        if with_top:
            said.append(_("A card in [ ] is the one on top of your robe."))
        return said or [_("No card in front makes a meld for you.")]

    def _round_began(self, event: views.RoundBegan, wording: Wording) -> str:
        _ = wording.gettext
        said = _("Round {n} begins; {who} starts.").format(
            n=event.round, who=wording.name(event.first)
        )
        if event.reshuffled:
            said += " " + _("It is the last: the discards were shuffled into the draw pile.")
        return said

    def _robe_counted(self, event: views.RobeCounted, wording: Wording) -> str:
        _ = wording.gettext
        who = wording.name(event.seat)
        cards = numbers.cards(event.cards, wording)
        if event.cards < ROBE_COUNTS_FROM:
            return _("The robe of {who} has {cards}: nothing for its colours.").format(
                who=who, cards=cards
            )
        said = _("The robe of {who} has {cards} in {colours}: {points}.").format(
            who=who,
            cards=cards,
            colours=card_words.colours(event.colours, wording),
            points=points(event.colour_points, wording),
        )
        if event.whole_points:
            whole = _("All twelve are laid: {points}.")
            said += " " + whole.format(points=points(event.whole_points, wording))
        return said

    def account(
        self, seat: int, view: Public, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return a seat's robe, and what melds, +1 cards and colours brought."""
        _ = wording.gettext
        parts = dict(result.breakdown[seat])
        robe = view.robes[seat]
        made = [
            f"{card_words.name(meld).split()[0]} {' + '.join(map(str, worth))}"
            for meld in MELDS
            if (worth := _worth(view, seat, meld))
        ]
        lines = [
            card_words.framed(robe) if robe else _("no robe"),
            _("Melds: {points}").format(points=parts["melds"])
            + (f" ({' · '.join(made)})" if made else ""),
            _("+1 cards: {points}").format(points=parts["plus_ones"]),
        ]
        colours = card_words.colours(views.colours(robe), wording)
        about = f"{numbers.cards(len(robe), wording)}, {colours}"
        lines.append(_("Colours: {points} ({about})").format(points=parts["colours"], about=about))
        if parts["whole"]:
            lines.append(_("All twelve cards laid: {points}").format(points=parts["whole"]))
        return lines


def _to_meld_with(view: SeatView, card: int) -> tuple[tuple[int, ...], int]:
    """Return the hand and the robe's top card, as they are once a card is taken."""
    hand, robe = view.private.hand, view.public.robes[view.seat]
    if card == PLUS_ONE:
        return hand, PLUS_ONE
    return (*hand, card), robe[-1] if robe else PLUS_ONE


def _worth(view: Public, seat: int, meld: views.Meld) -> list[int]:
    """Return the points of each box of a meld that a seat has marked."""
    return [
        box.points
        for box, owner in zip(BOXES, view.marks, strict=True)
        if box.meld == meld and owner == seat
    ]


RENDER = KasaneRender()
"""The one way to draw this game."""
