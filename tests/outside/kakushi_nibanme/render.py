"""Second Best as people read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from bot.engine.game import Event, GameInfo
from bot.engine.text import marked as _
from bot.ui.pages.move_words import Kind, Step, Word
from bot.ui.pages.numbers import cards, framed, points
from bot.ui.pages.render import Body, Field, Render
from bot.ui.pages.wording import Wording
from kakushi_nibanme import views
from kakushi_nibanme.views import HAND, INFO, Play, Public, SeatView


class NibanmeRender(Render):
    """Turns what may be seen of a match into words."""

    info: ClassVar[GameInfo] = INFO
    summary: ClassVar[str] = _("Play a card in turn. The second highest takes the trick.")
    kinds: ClassVar[Mapping[str, Kind]] = {
        "play": Kind(
            command="Play a card from your hand",
            help=_("Any card may be played."),
            steps=(Step(_("Play a card"), {"card": "The number of the card"}),),
        )
    }
    parts: ClassVar[Mapping[str, str]] = {"Tricks": _("Tricks")}

    def headline(self, view: Public, wording: Wording) -> str:
        """Return which trick is played."""
        number = min(len(view.tricks) + 1, HAND)
        return wording.gettext("Trick {n} of {all}", n=number, all=HAND)

    def task(self, view: Public, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what is asked."""
        return wording.gettext("Be second best with a card.")

    def board(self, view: Public, wording: Wording) -> Body:
        """Return the trick, and everybody's cards and points."""
        _ = wording.gettext
        text = _("In the trick: {cards}") if view.cards else _("Nothing lies in the trick yet.")
        people = [
            f"{wording.marked(seat)} · {points(score, wording)} · {cards(size, wording)}"
            for seat, (score, size) in enumerate(zip(view.scores, view.hand_sizes, strict=True))
        ]
        trick = text.format(cards=framed(map(str, view.cards)))
        return Body(trick, (Field(_("Players"), "\n".join(people)),))

    def hand(self, view: SeatView, wording: Wording) -> Body:
        """Return the own cards."""
        _ = wording.gettext
        own = framed(map(str, view.private.hand))
        return Body(
            _("**Your cards:** {cards}", cards=own) if own else _("You have no cards left.")
        )

    def words(self, action: Play, view: SeatView, wording: Wording) -> Sequence[Word]:
        """Return the card."""
        return (Word("card", str(action.card), str(action.card)),)

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as everybody reads it."""
        _ = wording.gettext
        match event:
            case views.Dealt(leader=seat):
                return _("Everybody has six cards. {who} leads.", who=wording.name(seat))
            case views.Played(seat=seat, card=card):
                return _("{who} plays {card}.", who=wording.name(seat), card=card)
            case views.TrickTaken(seat=seat, points=won):
                return _(
                    "{who} is second best: {points}.",
                    who=wording.name(seat),
                    points=points(won, wording),
                )
            case _other:
                return super().line(event, wording)

    def heard(self, event: Event, seat: int, wording: Wording) -> str | None:
        """Return an event as a seat that heard it reads it."""
        if isinstance(event, views.HandDealt):
            return wording.gettext("You were dealt {cards}.", cards=framed(map(str, event.cards)))
        return self.line(event, wording)


RENDER = NibanmeRender()
