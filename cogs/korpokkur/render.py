"""7 Little Korpokkurs as people read it: the table, the log, the hand, the words of a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bot.engine.game import Event, GameInfo, Result
from bot.engine.text import marked as _
from bot.ui.pages.numbers import cards, points, signed
from bot.ui.pages.render import Body, Field, Kind, Render, Step, Word
from bot.ui.pages.wording import Wording
from cogs.korpokkur import event_lines, views
from cogs.korpokkur.card_words import (
    both,
    card_deed,
    card_name,
    crowd,
    person,
    season,
    some,
    unseen,
)
from cogs.korpokkur.views import (
    CARDS,
    ROUND_POINTS,
    START_SCORE,
    TWO_PLAYER_POINTS,
    Action,
    Answer,
    Bag,
    Give,
    Handover,
    Kamuy,
    Korkoni,
    Public,
    SeatView,
)


class KorpokkurRender(Render):
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = views.INFO
    summary: ClassVar[str] = _(
        "Hide chips in your bag: gather seven korpokkur, and never hold seven butterbur."
    )
    kinds: ClassVar[Mapping[str, Kind]] = {
        "give": Kind(
            command="Hold out one or two of your chips to the next player",
            help=_("Give: hold out 1 or 2 chips of one kind, hidden, to the next player."),
            steps=(
                Step(
                    _("Give"),
                    {"chips": "korpokkur or butterbur", "number": "1 (Sinep) or 2 (Tup)"},
                ),
            ),
        ),
        "answer": Kind(
            command="Answer the player who holds out chips to you",
            help=_(
                "Eh takes the chips unseen. Somo has them shown to all: the giver keeps them and "
                "draws as many more."
            ),
            steps=(
                Step(
                    _("Your answer"),
                    {"answer": "eh takes them unseen, somo has them shown and refuses them"},
                ),
            ),
        ),
        "kamuy": Kind(
            command="Play one of your KAMUY cards",
            help=_("KAMUY: play one of your cards and do what it says."),
            steps=(
                Step(_("KAMUY"), {"card": "The card"}),
                Step(
                    _("With whom?"),
                    {"target": "The other player, if you swap bags or seats"},
                    optional=frozenset({"target"}),
                ),
            ),
        ),
        "korkoni": Kind(
            command="Call Korkoni! at a player whom you think to hold seven butterbur",
            help=_(
                "Korkoni!: with 7 butterbur or more the player you name is out; with fewer you "
                "get 2 of them."
            ),
            steps=(Step(_("Korkoni!"), {"target": "The player"}),),
        ),
        "isam": Kind(
            command="Call Isam! with an empty bag: leave the round for a point",
            help=_("Isam!: your bag is empty; leave the round and win a point."),
            steps=(Step(_("Isam!"), {}),),
        ),
        "arwampe": Kind(
            command="Call Arwampe! with seven korpokkur: win the round",
            help=_("Arwampe!: show your seven korpokkur and win the round."),
            steps=(Step(_("Arwampe!"), {}),),
        ),
        "bag": Kind(
            command="Fill your bag in secret (two players)",
            help=_("Choose in secret what your bag begins with."),
            steps=(Step(_("Fill your bag"), {"korpokkur": "3 or 4", "butterbur": "3 or 4"}),),
        ),
        "handover": Kind(
            command="Choose the KAMUY card that you give to the next player",
            help=_("Choose in secret the KAMUY card that your next player gets."),
            steps=(Step(_("Give a card"), {"card": "The card"}),),
        ),
    }

    def headline(self, view: Public, wording: Wording) -> str:
        """Return one line on where the match stands: round, what it is worth, turns taken."""
        _ = wording.gettext
        if view.short:
            parts = [_("Short game: one round")]
        else:
            worth = TWO_PLAYER_POINTS if view.seats == 2 else ROUND_POINTS[view.round - 1]
            parts = [
                _("Round {n} of {most}, {season}").format(
                    n=view.round, most=len(ROUND_POINTS), season=season(view.round, wording)
                ),
                _("Arwampe! wins {points}").format(points=points(worth, wording)),
            ]
        parts.append(_("turn {n}").format(n=view.turns + 1))
        return " · ".join(parts)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return one line on whose move it is and what is asked of them."""
        _ = wording.gettext
        who = crowd(to_act, wording)
        match view.phase:
            case "bags":
                text = wording.ngettext(
                    "{who} fills a bag in secret.", "{who} fill their bags in secret.", len(to_act)
                )
                return text.format(who=who)
            case "handover":
                text = wording.ngettext(
                    "{who} chooses a KAMUY card to pass on.",
                    "{who} choose KAMUY cards to pass on.",
                    len(to_act),
                )
                return text.format(who=who)
            case "answer":
                return _("{giver} holds out {chips} to {who}. Eh (yes) or Somo (no)?").format(
                    giver=wording.name(view.turn), chips=unseen(view.number, wording), who=who
                )
            case _:
                return _("{who} gives chips, plays a card or makes a call.").format(who=who)

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the table as anyone may see it: who sits where, then chips and cards."""
        _ = wording.gettext
        way = _("Turns go down the list ↓") if view.direction > 0 else _("Turns go up the list ↑")
        lines = [self._person(seat, view, wording) for seat in view.order]
        fields = [
            Field(_("Players"), "\n".join([*lines, f"*{way}*"])),
            Field(_("On the table"), _stock(view, wording)),
        ]
        if view.discards:
            fields.append(Field(_("KAMUY cards played"), _played(view, wording)))
        return Body("", tuple(fields))

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return what only this seat sees: its bag and its cards."""
        _ = wording.gettext
        public, mine = view.public, view.private
        parts: list[str] = []
        if mine.filling is not None:
            parts.append(
                _("You fill your bag with {chips}.").format(chips=both(*mine.filling, wording))
            )
        elif not public.playing[view.seat] and public.phase != "over":
            parts.append(_("You are out of this round."))
        elif not mine.korpokkur and not mine.butterbur:
            parts.append(_("Your bag is empty."))
        else:
            bag = both(mine.korpokkur, mine.butterbur, wording)
            parts.append(_("Your bag: {chips}").format(chips=bag))
        if public.phase == "answer" and view.seat in public.asked:
            parts.append(
                _("{giver} holds out {chips} to you.").format(
                    giver=wording.name(public.turn), chips=unseen(public.number, wording)
                )
            )
        if mine.offer is not None:
            parts.append(
                _("You hold out {chips} to {who}.").format(
                    chips=some(mine.offer, public.number, wording),
                    who=crowd(public.asked, wording),
                )
            )
        if mine.card is not None:
            parts.append(_("You pass on: {card}").format(card=f"`{card_name(mine.card, wording)}`"))
        cards = [
            f"`{card_name(card, wording)}`{f' ×{count}' if count > 1 else ''}: "
            f"{card_deed(card, wording)}"
            for card, count in Counter(mine.hand).items()
        ]
        title = _("Your KAMUY cards")
        return Body(
            "\n".join(parts), (Field(title, "\n".join(cards) if cards else _("You have none.")),)
        )

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line; what only one seat hears is shown in its hand."""
        return event_lines.line(event, wording)

    def words(self, action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the words of a move; the calls of one's own bag need none."""
        _ = wording.gettext
        match action:
            case Give():
                calls = {1: _("1 (Sinep)"), 2: _("2 (Tup)")}
                return (
                    Word("chips", action.chips, _chips(action.chips, wording)),
                    Word("number", str(action.number), calls[action.number]),
                )
            case Answer():
                said = ("eh", _("Eh (yes)")) if action.eh else ("somo", _("Somo (no)"))
                return (Word("answer", *said),)
            case Kamuy():
                card = Word("card", action.card, card_name(action.card, wording))
                if action.target is None:
                    return (card,)
                return card, _target(action.target, wording)
            case Korkoni():
                return (_target(action.target, wording),)
            case Bag():
                return (
                    Word(
                        "korpokkur",
                        str(action.korpokkur),
                        some("korpokkur", action.korpokkur, wording),
                    ),
                    Word(
                        "butterbur",
                        str(action.butterbur),
                        some("butterbur", action.butterbur, wording),
                    ),
                )
            case Handover():
                return (Word("card", action.card, card_name(action.card, wording)),)
            case _:
                return ()

    def final(self, view: Public, result: Result, wording: Wording) -> Body:
        """Return the end of the match; the short game has no scores to account for."""
        if view.short:
            return Body(event_lines.outcome(view.outcomes[-1], wording))
        return super().final(view, result, wording)

    def outcome(self, view: Public, result: Result, wording: Wording) -> str:
        """Return how each round ended, and what broke a tie."""
        _ = wording.gettext
        rounds = [
            _("Round {n}: {ending}").format(n=number, ending=event_lines.outcome(outcome, wording))
            for number, outcome in enumerate(view.outcomes, start=1)
        ]
        if view.tie:
            rounds.append(_("Tied. {counts}").format(counts=event_lines.tie(view.tie, wording)))
        return "\n".join(rounds)

    def options(self, options: Any, wording: Wording) -> Sequence[str]:
        """Return a line for the short game."""
        return (wording.gettext("Short game: one round without scores"),) if options.short else ()

    def _person(self, seat: int, view: Public, wording: Wording) -> str:
        """Return one line on a player: number, name, score, cards, what they are about."""
        _ = wording.gettext
        size = view.hand_sizes[seat]
        # The dot is escaped: Discord counts the lines of a list itself, and seats may be swapped.
        parts = [f"{seat + 1}\\. **{wording.name(seat)}**"]
        if not view.short:
            parts.append(points(view.scores[seat], wording))
        parts.append(cards(size, wording))
        if not view.playing[seat]:
            parts.append(_("out of the round"))
        elif seat in view.asked and view.phase != "turn":
            parts.append(_("is asked"))
        elif view.phase == "bags" or (view.phase == "handover" and size):
            parts.append(_("has chosen"))
        return ("▸ " if seat in view.asked else "") + " · ".join(parts)

    def account(
        self, seat: int, view: Public, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return what a seat won and lost points by."""
        _ = wording.gettext
        lines = [_("Start: {points}").format(points=signed(START_SCORE))]
        reasons = {
            "isam": _("Isam!"),
            "korkoni": _("caught by Korkoni!"),
            "arwampe": _("Arwampe!"),
            "last": _("last in the round"),
        }
        lines += [
            _("Round {n}: {reason} {points}").format(
                n=mark.round, reason=reasons[mark.reason], points=signed(mark.points)
            )
            for mark in view.marks
            if mark.seat == seat
        ]
        return lines


def _chips(chips: views.Chips, wording: Wording) -> str:
    """Return a kind of chips as a control says it."""
    _ = wording.gettext
    return _("korpokkur K●") if chips == "korpokkur" else _("butterbur B◆")


def _target(seat: int, wording: Wording) -> Word:
    """Return another player: the number tells two of the same name apart."""
    return Word("target", str(seat + 1), person(seat, wording), also=wording.bare(seat))


def _stock(view: Public, wording: Wording) -> str:
    """Return what lies on the table, as far as all can tell."""
    _ = wording.gettext
    if view.korpokkur is not None and view.butterbur is not None:
        return both(view.korpokkur, view.butterbur, wording)
    if view.korpokkur is not None:
        return _("{chips} · butterbur B◆ uncounted").format(
            chips=some("korpokkur", view.korpokkur, wording)
        )
    if view.butterbur is not None:
        return _("korpokkur K● uncounted · {chips}").format(
            chips=some("butterbur", view.butterbur, wording)
        )
    return _("korpokkur K● and butterbur B◆, uncounted")


def _played(view: Public, wording: Wording) -> str:
    """Return the cards played, each kind with how often."""
    counts = Counter(view.discards)
    return " ".join(
        f"`{card_name(card, wording)}`{f' ×{counts[card]}' if counts[card] > 1 else ''}"
        for card in CARDS
        if card in counts
    )


RENDER = KorpokkurRender()
"""The one way to draw this game."""
