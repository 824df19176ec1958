"""Ameno Kirifuda as people read it: board, log, hand, the words of a move, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.game import Event, GameInfo, Result
from bot.engine.text import marked as _
from bot.ui.render import Field, Kind, Page, Word
from bot.ui.voice import Voice
from cogs.kirifuda import spelt, views
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


class KirifudaRender:
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _(
        "Win tricks with the season that comes next, and line up your stones on the board."
    )
    kinds: ClassVar[Mapping[str, Kind]] = {
        "draft": Kind(
            steps=(("blessing",),),
            prompts=(_("Take a blessing card"),),
            help=_("Take a blessing card: it scores if you have exactly so many stones there."),
        ),
        "discard": Kind(
            steps=(("blessings",),),
            prompts=(_("Give up blessing cards"),),
            help=_("Give up any of your blessing cards; each brings you one more stone."),
        ),
        "play": Kind(
            steps=(("card",),),
            prompts=(_("Play a card"),),
            help=_("Play a card; you must follow the season that was led if you can."),
        ),
        "place": Kind(
            steps=(("space",), ("to",)),
            prompts=(_("Where does your stone go?"), _("Where does the stone go that lay there?")),
            help=_("Place a stone; where the row is full, one of its stones moves on for it."),
        ),
        "return": Kind(
            steps=(("stones",),),
            prompts=(_("Take three of your stones back"),),
            help=_("Take three of your stones off the board, back into your hand."),
        ),
    }

    def headline(self, view: Public, voice: Voice) -> str:
        """Return one line on where the match stands: round, trick, cards not turned up yet."""
        _ = voice.gettext
        parts = [_("Round {n} of {all}").format(n=view.round, all=ROUNDS)]
        if view.phase in ("draft", "discard"):
            parts.append(_("first dealer: {who}").format(who=voice.name(view.dealer)))
            unseen = voice.ngettext(
                "{n} blessing card face down", "{n} blessing cards face down", view.unseen
            )
            parts.append(unseen.format(n=view.unseen))
        else:
            number = sum(trick.round == view.round for trick in view.tricks)
            number += view.phase == "play"
            parts.append(_("trick {n} of {all}").format(n=number, all=TRICKS))
        return " · ".join(parts)

    def waiting(self, view: Public, to_act: tuple[int, ...], voice: Voice) -> str:
        """Return one line on whose move it is and what is asked of them."""
        _ = voice.gettext
        if not to_act:
            return _("The game is over.")
        who = voice.names(to_act)
        match view.phase:
            case "draft":
                return _("{who} takes a blessing card.").format(who=who)
            case "discard":
                said = voice.ngettext(
                    "{who} chooses which blessing cards to keep.",
                    "{who} choose which blessing cards to keep.",
                    len(to_act),
                )
                return said.format(who=who)
            case "place":
                assert view.row is not None
                row = spelt.season(view.row, voice)
                return _("{who} won and places a stone in {season}.").format(who=who, season=row)
            case "return":
                return _("{who} has Bad Karma and takes three stones back.").format(who=who)
            case _ if view.running:
                return _("{who} plays a card.").format(who=who)
            case _:
                return _("{who} leads the next trick.").format(who=who)

    def board(self, view: Public, voice: Voice) -> Page:
        """Return the table as anyone may see it: trick, rows, open blessings, then people."""
        _ = voice.gettext
        parts = [*spelt.trick(view, voice), *spelt.rows(view, voice)]
        if view.display:
            parts += [_("**To be taken:**"), *self._by_season(view.display, voice)]
            parts.append(_("*2 in spring → 5*: exactly two stones there bring 5 points."))
        return Page(
            "\n".join(parts), tuple(self._person(s, view, voice) for s in range(view.seats))
        )

    def hand(self, view: SeatView, voice: Voice) -> Page:
        """Return what only this seat sees: its cards, its blessings, and the board beside them."""
        _ = voice.gettext
        public, mine, seat = view.public, view.private, view.seat
        parts = [_("**Your cards:**") if mine.hand else _("You have no cards left.")]
        for number in SEASONS:
            held = [str(card % 10) for card in mine.hand if card // 10 == number]
            if held:
                parts.append(f"{spelt.marked(number, voice)} {spelt.framed(held)}")
        parts.append(self._stones_left(public, seat, voice))
        if public.blessings[seat]:
            parts.append(_("**Your blessing cards:**"))
            parts += [self._progress(b, public, seat, voice) for b in public.blessings[seat]]
        if mine.discards is not None:
            parts.append(self._chosen(mine.discards, voice))
        if public.phase != "over":
            shapes = [f"{spelt.stone(s)} {voice.bare(s)}" for s in range(public.seats)]
            shapes[seat] = f"{spelt.stone(seat)} {_('you')}"
            parts += ["", *spelt.trick(public, voice)]
            if public.phase == "play" and public.turn == seat and not public.running:
                parts.append(_("You lead: any card will do."))
            parts += spelt.rows(public, voice)
            parts.append(spelt.framed(shapes))
        return Page("\n".join(parts))

    def line(self, event: Event, voice: Voice) -> str | None:
        """Return an event as one log line; what only one seat hears is shown in its hand."""
        _ = voice.gettext
        match event:
            case views.RoundBegan():
                return _("Round {n} begins. {who} has spring 1 and is the first dealer.").format(
                    n=event.round, who=voice.name(event.dealer)
                )
            case views.Drafted():
                text = (
                    _("{who} gets the last blessing card: {card}")
                    if event.forced
                    else _("{who} takes a blessing card: {card}")
                )
                card = spelt.blessings((event.blessing,), voice)
                return text.format(who=voice.name(event.seat), card=card)
            case views.Decided():
                return _("{who} has chosen which blessing cards to keep.").format(
                    who=voice.name(event.seat)
                )
            case views.Discarded():
                return self._discarded(event, voice)
            case views.CardPlayed():
                return _("{who} plays {card}.").format(
                    who=voice.name(event.seat), card=spelt.card(event.card, voice)
                )
            case views.TrickWon():
                return _("**{who} wins trick {n}** with {card}: {cards}").format(
                    who=voice.name(event.seat),
                    n=event.number,
                    card=spelt.card(event.card, voice),
                    cards=spelt.framed([spelt.card(card, voice) for card in event.cards]),
                )
            case views.StonePlaced():
                return _("{who} places a stone on {space}.").format(
                    who=voice.name(event.seat), space=spelt.space(event.space, voice)
                )
            case views.StonePushed():
                return self._pushed(event, voice)
            case views.BadKarma():
                return _("**Bad Karma!** {who} has no stone to place.").format(
                    who=voice.name(event.seat)
                )
            case views.StonesReturned():
                return _("{who} takes three stones back: {spaces}.").format(
                    who=voice.name(event.seat), spaces=spelt.spaces(event.spaces, voice)
                )
            case views.Achieved():
                return _("{who} achieves {cards}").format(
                    who=voice.name(event.seat), cards=spelt.blessings(event.blessings, voice)
                )
            case views.RoundEnded():
                return _("Round {n} is over.").format(n=event.round)
            case views.MatchOver():
                return _("{who}: {points}, and the game!").format(
                    who=voice.names(event.winners), points=spelt.points(max(event.scores), voice)
                )
            case _:
                return None

    def words(self, action: Action, view: SeatView, voice: Voice) -> Sequence[Word]:
        """Return the words of a move."""
        _ = voice.gettext
        match action:
            case Draft():
                return (Word("blessing", *_blessing(action.blessing, voice)),)
            case Discard():
                if not action.blessings:
                    return (Word("blessings", "none", _("keep them all")),)
                return (_several("blessings", [_blessing(b, voice) for b in action.blessings]),)
            case Play():
                return (
                    Word("card", spelt.typed_card(action.card), spelt.card(action.card, voice)),
                )
            case Place():
                label = spelt.space(action.space, voice)
                if action.to is None:
                    return (Word("space", spelt.typed_space(action.space), label),)
                owner = view.public.board[INDEX[action.space]]
                label += f" ({spelt.stone(owner)} {voice.bare(owner)})"
                return (
                    Word("space", spelt.typed_space(action.space), label),
                    Word("to", *_space(action.to, voice)),
                )
            case Return():
                return (_several("stones", [_space(space, voice) for space in action.spaces]),)

    def final(self, view: Public, result: Result, voice: Voice) -> Page:
        """Return the end of the match: the board as it lies, and where each score came from."""
        order = sorted(range(view.seats), key=lambda seat: -result.scores[seat])
        fields = tuple(self._account(seat, view, result, voice) for seat in order)
        return Page("\n".join(spelt.rows(view, voice)), fields)

    def options(self, options: Any, voice: Voice) -> Sequence[str]:
        """Return nothing: there is nothing to choose."""
        return ()

    def _by_season(self, blessings: Sequence[int], voice: Voice) -> list[str]:
        """Return blessing cards, a line for each season that has some."""
        rows = [[b for b in blessings if b // 10 == number] for number in SEASONS]
        return [spelt.blessings(row, voice) for row in rows if row]

    def _person(self, seat: int, view: Public, voice: Voice) -> Field:
        _ = voice.gettext
        size = view.hand_sizes[seat]
        won = sum(t.winner == seat and t.round == view.round for t in view.tricks)
        parts = [
            _("{stones} in hand").format(stones=spelt.stones(view.stones[seat], voice)),
            voice.ngettext("{n} card", "{n} cards", size).format(n=size),
            voice.ngettext("{n} trick", "{n} tricks", won).format(n=won),
        ]
        lines = [" · ".join(parts), spelt.standing(view, seat, voice)]
        if view.blessings[seat]:
            lines.append(spelt.blessings(view.blessings[seat], voice, view.achieved[seat]))
        asked = seat == view.turn or seat in view.deciding
        name = f"{spelt.stone(seat)} {voice.name(seat)}"
        return Field(f"▸ {name}" if asked else name, "\n".join(lines))

    def _stones_left(self, view: Public, seat: int, voice: Voice) -> str:
        _ = voice.gettext
        if not view.stones[seat] and view.phase != "over":
            return _("You have **no stone** in hand: to win a trick now is Bad Karma.")
        return _("You have {stones} in hand.").format(stones=spelt.stones(view.stones[seat], voice))

    def _progress(self, blessing: int, view: Public, seat: int, voice: Voice) -> str:
        _ = voice.gettext
        if blessing in view.achieved[seat]:
            return f"{spelt.blessings((blessing,), voice)} ✓ {_('achieved')}"
        have = in_row(view.board, seat, blessing // 10)
        return f"{spelt.blessings((blessing,), voice)} {_('you have {n}').format(n=have)}"

    def _chosen(self, blessings: Sequence[int], voice: Voice) -> str:
        _ = voice.gettext
        if not blessings:
            return _("You keep them all. It is shown once all have chosen.")
        return _("You give up {cards}. It is shown once all have chosen.").format(
            cards=spelt.blessings(blessings, voice)
        )

    def _discarded(self, event: views.Discarded, voice: Voice) -> str:
        _ = voice.gettext
        who = voice.name(event.seat)
        if not event.blessings:
            return _("{who} keeps all blessing cards.").format(who=who)
        return _("{who} gives up {cards} for {stones}.").format(
            who=who,
            cards=spelt.blessings(event.blessings, voice),
            stones=spelt.stones(len(event.blessings), voice),
        )

    def _pushed(self, event: views.StonePushed, voice: Voice) -> str:
        _ = voice.gettext
        text = (
            _("{who} moves an own stone from {space} to {to} and places one there.")
            if event.owner == event.seat
            else _("{who} moves {owner}'s stone from {space} to {to} and takes its place.")
        )
        return text.format(
            who=voice.name(event.seat),
            owner=voice.name(event.owner),
            space=spelt.space(event.space, voice),
            to=spelt.space(event.to, voice),
        )

    def _account(self, seat: int, view: Public, result: Result, voice: Voice) -> Field:
        """Return where a seat's points came from."""
        _ = voice.gettext
        title = _("{who}: {points}").format(
            who=f"{spelt.stone(seat)} {voice.name(seat)}",
            points=spelt.points(result.scores[seat], voice),
        )
        count, run = view.board.count(seat), longest_run(view.board, seat)
        lines = [
            _("{stones} on the board × run of {run} = {points}").format(
                stones=spelt.stones(count, voice),
                run=run,
                points=spelt.points(count * run, voice),
            )
        ]
        done = view.achieved[seat]
        if done:
            lines.append(
                _("Blessings: {cards} = {points}").format(
                    cards=spelt.blessings(done, voice),
                    points=spelt.points(sum(map(worth, done)), voice),
                )
            )
        missed = [blessing for blessing in view.blessings[seat] if blessing not in done]
        if missed:
            lines.append(_("Not achieved: {cards}").format(cards=spelt.blessings(missed, voice)))
        if view.stones[seat]:
            left = spelt.stones(view.stones[seat], voice)
            lines.append(_("{stones} left in hand: no points").format(stones=left))
        return Field(title, "\n".join(lines))


def _blessing(code: int, voice: Voice) -> tuple[str, str]:
    """Return a blessing card as it is typed and as it is read."""
    return spelt.typed_card(code), spelt.named_blessing(code, voice)


def _space(code: int, voice: Voice) -> tuple[str, str]:
    """Return a space as it is typed and as it is read."""
    return spelt.typed_space(code), spelt.space(code, voice)


def _several(name: str, items: Sequence[tuple[str, str]]) -> Word:
    """Return a word that stands for a set."""
    value = "+".join(value for value, _label in items)
    return Word(name, value, ", ".join(label for _value, label in items), tuple(items))


RENDER = KirifudaRender()
"""The one way to draw this game."""
