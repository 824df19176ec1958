"""Ameno Kirifuda as people read it: board, log, hand, the words of a move, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bot.engine.game import Event, GameInfo, Result
from bot.engine.text import marked as _
from bot.ui.pages.numbers import cards, framed, points
from bot.ui.pages.render import Body, Field, Kind, Render, Step, Word
from bot.ui.pages.wording import Wording
from cogs.kirifuda import card_words, views
from cogs.kirifuda.views import (
    INDEX,
    ROUNDS,
    SEASONS,
    TRICKS,
    Action,
    Discard,
    Draft,
    Place,
    Play,
    Public,
    Return,
    SeatView,
    in_row,
    longest_run,
    worth,
)


class KirifudaRender(Render):
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _(
        "Win tricks with the season that comes next, and line up your stones on the board."
    )
    kinds: ClassVar[Mapping[str, Kind]] = {
        "draft": Kind(
            command="Take one of the blessing cards that lie open",
            help=_("Take a blessing card: it scores if you have exactly so many stones there."),
            steps=(
                Step(
                    _("Take a blessing card"),
                    {"blessing": "The card, such as spring2: two stones in spring"},
                ),
            ),
        ),
        "discard": Kind(
            command="Give up some of your blessing cards, each for a new stone",
            help=_("Give up any of your blessing cards; each brings you one more stone."),
            steps=(
                Step(
                    _("Give up blessing cards"),
                    {"blessings": "The cards, such as spring2, winter0 — or none"},
                ),
            ),
        ),
        "play": Kind(
            command="Play one of your cards",
            help=_("Play a card; you must follow the season that was led if you can."),
            steps=(Step(_("Play a card"), {"card": "The card, such as autumn 8"}),),
        ),
        "place": Kind(
            command="Place a stone for the trick you won",
            help=_("Place a stone; where the row is full, one of its stones moves on for it."),
            steps=(
                Step(_("Where does your stone go?"), {"space": "The space, such as spring A"}),
                Step(
                    _("Where does the stone go that lay there?"),
                    {"to": "If the row is full: where the stone that lay there goes"},
                    optional=frozenset({"to"}),
                ),
            ),
        ),
        "return": Kind(
            command="Take three of your stones back for Bad Karma",
            help=_("Take three of your stones off the board, back into your hand."),
            steps=(
                Step(
                    _("Take three of your stones back"),
                    {"stones": "Their spaces, such as springA, autumnB, autumnC"},
                ),
            ),
        ),
    }

    def headline(self, view: Public, wording: Wording) -> str:
        """Return one line on where the match stands: round, trick, cards not turned up yet."""
        _ = wording.gettext
        parts = [_("Round {n} of {all}").format(n=view.round, all=ROUNDS)]
        if view.phase in ("draft", "discard"):
            parts.append(_("first dealer: {who}").format(who=wording.name(view.dealer)))
            unseen = wording.ngettext(
                "{n} blessing card face down", "{n} blessing cards face down", view.unseen
            )
            parts.append(unseen.format(n=view.unseen))
        else:
            number = sum(trick.round == view.round for trick in view.tricks)
            number += view.phase == "play"
            parts.append(_("trick {n} of {all}").format(n=number, all=TRICKS))
        return " · ".join(parts)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return one line on whose move it is and what is asked of them."""
        _ = wording.gettext
        who = wording.names(to_act)
        match view.phase:
            case "draft":
                return _("{who} takes a blessing card.").format(who=who)
            case "discard":
                said = wording.ngettext(
                    "{who} chooses which blessing cards to keep.",
                    "{who} choose which blessing cards to keep.",
                    len(to_act),
                )
                return said.format(who=who)
            case "place":
                assert view.row is not None
                row = card_words.season(view.row, wording)
                return _("{who} won and places a stone in {season}.").format(who=who, season=row)
            case "return":
                return _("{who} has Bad Karma and takes three stones back.").format(who=who)
            case _ if view.running:
                return _("{who} plays a card.").format(who=who)
            case _:
                return _("{who} leads the next trick.").format(who=who)

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the table as anyone may see it: trick, rows, open blessings, then people."""
        _ = wording.gettext
        parts = [*card_words.trick(view, wording), *card_words.rows(view, wording)]
        if view.display:
            parts += [_("**To be taken:**"), *self._by_season(view.display, wording)]
            parts.append(_("*2 in spring → 5*: exactly two stones there bring 5 points."))
        return Body(
            "\n".join(parts), tuple(self._person(s, view, wording) for s in range(view.seats))
        )

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return what only this seat sees: its cards, its blessings, and the board beside them."""
        _ = wording.gettext
        public, mine, seat = view.public, view.private, view.seat
        parts = [_("**Your cards:**") if mine.hand else _("You have no cards left.")]
        for number in SEASONS:
            held = [str(card % 10) for card in mine.hand if card // 10 == number]
            if held:
                parts.append(f"{card_words.marked(number, wording)} {framed(held)}")
        parts.append(self._stones_left(public, seat, wording))
        if public.blessings[seat]:
            parts.append(_("**Your blessing cards:**"))
            parts += [self._progress(b, public, seat, wording) for b in public.blessings[seat]]
        if mine.discards is not None:
            parts.append(self._chosen(mine.discards, wording))
        if public.phase != "over":
            shapes = [f"{card_words.stone(s)} {wording.bare(s)}" for s in range(public.seats)]
            shapes[seat] = f"{card_words.stone(seat)} {_('you')}"
            parts += ["", *card_words.trick(public, wording)]
            if public.phase == "play" and public.turn == seat and not public.running:
                parts.append(_("You lead: any card will do."))
            parts += card_words.rows(public, wording)
            parts.append(framed(shapes))
        return Body("\n".join(parts))

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line; what only one seat hears is shown in its hand."""
        _ = wording.gettext
        match event:
            case views.RoundBegan():
                return _("Round {n} begins. {who} has spring 1 and is the first dealer.").format(
                    n=event.round, who=wording.name(event.dealer)
                )
            case views.Drafted():
                text = (
                    _("{who} gets the last blessing card: {card}")
                    if event.forced
                    else _("{who} takes a blessing card: {card}")
                )
                card = card_words.blessings((event.blessing,), wording)
                return text.format(who=wording.name(event.seat), card=card)
            case views.Decided():
                return _("{who} has chosen which blessing cards to keep.").format(
                    who=wording.name(event.seat)
                )
            case views.Discarded():
                return self._discarded(event, wording)
            case views.CardPlayed():
                return _("{who} plays {card}.").format(
                    who=wording.name(event.seat), card=card_words.card(event.card, wording)
                )
            case views.TrickWon():
                return _("**{who} wins trick {n}** with {card}: {cards}").format(
                    who=wording.name(event.seat),
                    n=event.number,
                    card=card_words.card(event.card, wording),
                    cards=framed([card_words.card(card, wording) for card in event.cards]),
                )
            case views.StonePlaced():
                return _("{who} places a stone on {space}.").format(
                    who=wording.name(event.seat), space=card_words.space(event.space, wording)
                )
            case views.StonePushed():
                return self._pushed(event, wording)
            case views.BadKarma():
                return _("**Bad Karma!** {who} has no stone to place.").format(
                    who=wording.name(event.seat)
                )
            case views.StonesReturned():
                return _("{who} takes three stones back: {spaces}.").format(
                    who=wording.name(event.seat), spaces=card_words.spaces(event.spaces, wording)
                )
            case views.Achieved():
                return _("{who} achieves {cards}").format(
                    who=wording.name(event.seat),
                    cards=card_words.blessings(event.blessings, wording),
                )
            case views.RoundEnded():
                return _("Round {n} is over.").format(n=event.round)
            case _:
                return super().line(event, wording)

    def words(self, action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the words of a move."""
        _ = wording.gettext
        match action:
            case Draft():
                return (Word("blessing", *_blessing(action.blessing, wording)),)
            case Discard():
                if not action.blessings:
                    return (Word("blessings", "none", _("keep them all")),)
                return (_several("blessings", [_blessing(b, wording) for b in action.blessings]),)
            case Play():
                return (
                    Word(
                        "card",
                        card_words.typed_card(action.card),
                        card_words.card(action.card, wording),
                    ),
                )
            case Place():
                label = card_words.space(action.space, wording)
                if action.to is None:
                    return (Word("space", card_words.typed_space(action.space), label),)
                owner = view.public.board[INDEX[action.space]]
                label += f" ({card_words.stone(owner)} {wording.bare(owner)})"
                return (
                    Word("space", card_words.typed_space(action.space), label),
                    Word("to", *_space(action.to, wording)),
                )
            case Return():
                return (_several("stones", [_space(space, wording) for space in action.spaces]),)

    def outcome(self, view: Public, result: Result, wording: Wording) -> str:
        """Return the board as it lies at the end."""
        return "\n".join(card_words.rows(view, wording))

    def person(self, seat: int, wording: Wording) -> str:
        """Return a seat's name behind the shape of its stones."""
        return f"{card_words.stone(seat)} {wording.name(seat)}"

    def _by_season(self, blessings: Sequence[int], wording: Wording) -> list[str]:
        """Return blessing cards, a line for each season that has some."""
        rows = [[b for b in blessings if b // 10 == number] for number in SEASONS]
        return [card_words.blessings(row, wording) for row in rows if row]

    def _person(self, seat: int, view: Public, wording: Wording) -> Field:
        _ = wording.gettext
        won = sum(t.winner == seat and t.round == view.round for t in view.tricks)
        parts = [
            _("{stones} in hand").format(stones=card_words.stones(view.stones[seat], wording)),
            cards(view.hand_sizes[seat], wording),
            wording.ngettext("{n} trick", "{n} tricks", won).format(n=won),
        ]
        lines = [" · ".join(parts), card_words.standing(view, seat, wording)]
        if view.blessings[seat]:
            lines.append(card_words.blessings(view.blessings[seat], wording, view.achieved[seat]))
        asked = seat == view.turn or seat in view.deciding
        name = self.person(seat, wording)
        return Field(f"▸ {name}" if asked else name, "\n".join(lines))

    def _stones_left(self, view: Public, seat: int, wording: Wording) -> str:
        _ = wording.gettext
        if not view.stones[seat] and view.phase != "over":
            return _("You have **no stone** in hand: to win a trick now is Bad Karma.")
        return _("You have {stones} in hand.").format(
            stones=card_words.stones(view.stones[seat], wording)
        )

    def _progress(self, blessing: int, view: Public, seat: int, wording: Wording) -> str:
        _ = wording.gettext
        if blessing in view.achieved[seat]:
            return f"{card_words.blessings((blessing,), wording)} ✓ {_('achieved')}"
        have = in_row(view.board, seat, blessing // 10)
        return f"{card_words.blessings((blessing,), wording)} {_('you have {n}').format(n=have)}"

    def _chosen(self, blessings: Sequence[int], wording: Wording) -> str:
        _ = wording.gettext
        if not blessings:
            return _("You keep them all. It is shown once all have chosen.")
        return _("You give up {cards}. It is shown once all have chosen.").format(
            cards=card_words.blessings(blessings, wording)
        )

    def _discarded(self, event: views.Discarded, wording: Wording) -> str:
        _ = wording.gettext
        who = wording.name(event.seat)
        if not event.blessings:
            return _("{who} keeps all blessing cards.").format(who=who)
        return _("{who} gives up {cards} for {stones}.").format(
            who=who,
            cards=card_words.blessings(event.blessings, wording),
            stones=card_words.stones(len(event.blessings), wording),
        )

    def _pushed(self, event: views.StonePushed, wording: Wording) -> str:
        _ = wording.gettext
        text = (
            _("{who} moves an own stone from {space} to {to} and places one there.")
            if event.owner == event.seat
            else _("{who} moves {owner}'s stone from {space} to {to} and takes its place.")
        )
        return text.format(
            who=wording.name(event.seat),
            owner=wording.name(event.owner),
            space=card_words.space(event.space, wording),
            to=card_words.space(event.to, wording),
        )

    def account(
        self, seat: int, view: Public, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return what stones on the board and blessings brought, and what brought nothing."""
        _ = wording.gettext
        count, run = view.board.count(seat), longest_run(view.board, seat)
        lines = [
            _("{stones} on the board × run of {run} = {points}").format(
                stones=card_words.stones(count, wording),
                run=run,
                points=points(count * run, wording),
            )
        ]
        done = view.achieved[seat]
        if done:
            lines.append(
                _("Blessings: {cards} = {points}").format(
                    cards=card_words.blessings(done, wording),
                    points=points(sum(map(worth, done)), wording),
                )
            )
        missed = [blessing for blessing in view.blessings[seat] if blessing not in done]
        if missed:
            lines.append(
                _("Not achieved: {cards}").format(cards=card_words.blessings(missed, wording))
            )
        if view.stones[seat]:
            left = card_words.stones(view.stones[seat], wording)
            lines.append(_("{stones} left in hand: no points").format(stones=left))
        return lines


def _blessing(code: int, wording: Wording) -> tuple[str, str]:
    """Return a blessing card as it is typed and as it is read."""
    return card_words.typed_card(code), card_words.named_blessing(code, wording)


def _space(code: int, wording: Wording) -> tuple[str, str]:
    """Return a space as it is typed and as it is read."""
    return card_words.typed_space(code), card_words.space(code, wording)


def _several(name: str, items: Sequence[tuple[str, str]]) -> Word:
    """Return a word that stands for a set."""
    value = "+".join(value for value, _label in items)
    return Word(name, value, ", ".join(label for _value, label in items), tuple(items))


RENDER = KirifudaRender()
"""The one way to draw this game."""
