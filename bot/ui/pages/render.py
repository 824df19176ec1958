"""What a game's `render.py` provides to the shared code: pages, lines, and the words of a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, ClassVar, Final, Literal, Protocol

from bot.engine.ahead import Line
from bot.engine.game import Chosen, Event, GameInfo, MatchOver, Result
from bot.engine.views import SeatView
from bot.ui.pages.move_words import Kind, Word, reading
from bot.ui.pages.numbers import number, points
from bot.ui.pages.wording import Wording, open_ended

_ALL_ACCOUNTS: Final = 3200
_ONE_ACCOUNT: Final = 1024
"""The most characters of the accounts of all seats, and of one; longer ones are cut short."""


Mood = Literal["glad", "hurt", "awe", "last"]
"""What a computer may say something about: luck, a blow, another's feat, the last round."""


@dataclass(frozen=True, slots=True)
class Field:
    """A titled part of a page; inline ones are side by side if there is room."""

    name: str
    text: str
    inline: bool = False


def tricks_won(winners: Sequence[int], wording: Wording) -> list[Field]:
    """Return who won each trick of a round, in order; nothing before the first is over."""
    names = wording.series(wording.name(seat) for seat in winners)
    return [Field(wording.gettext("Tricks won, in order"), names)] if winners else []


@dataclass(frozen=True, slots=True)
class Body:
    """What an embed says below its title."""

    text: str = ""
    fields: tuple[Field, ...] = ()
    unchosen: str = ""
    """Follows the text of a hand until something is chosen: deeper in the menu the buttons say what
    they bring."""
    listed: str = ""
    """Ends the text of a hand where moves stand in a list: its choices aren't seen until it is
    opened."""

    def at(self, *, deeper: bool, lists: bool) -> Body:
        """Return what a hand says at a place in its menu, which is `deeper` or has `lists`."""
        more = "" if deeper else self.unchosen, self.listed if lists else ""
        return Body("\n".join(filter(None, (self.text, *more))), self.fields)


Say = Callable[[Event], str | None]
"""Words a single event in one line; None for one that needs no words."""


class Joined(Protocol):
    """Words events for a seat, who is "you", or for all (None): a trick or a turn in one line.

    Later events change at most the last line.
    """

    def __call__(
        self, events: Sequence[Event], seat: int | None, wording: Wording, say: Say, *, brief: bool
    ) -> Iterable[str | None]:
        """Return the lines; a `brief` one in few words."""
        ...


class Render(ABC):
    """Turns views and events into what people read. It never sees a state."""

    info: ClassVar[GameInfo]
    summary: ClassVar[str]
    """One untranslated sentence about what the game is, for lobby card and command list."""
    goal: ClassVar[str] = ""
    """What it is to win, as a short sentence for a newcomer's first hand, untranslated."""
    kinds: ClassVar[Mapping[str, Kind]]
    """Each kind of action, in the order in which menu and commands show them."""
    scored: ClassVar[tuple[type[Event], ...]] = ()
    """Events that `round_scores` fully covers: a board with the scores has no lines about them."""
    ends: ClassVar[tuple[type[Event], ...]] = (MatchOver,)
    """Events that say who has won: no board tells it once a host has corrected the places."""
    dealt: ClassVar[tuple[type[Event], ...]] = ()
    """Events that only say what a seat was dealt: above the hand itself there are no lines about
    them."""
    begins_round: ClassVar[tuple[type[Event], ...]] = ()
    """Events with which a round begins: what computers say is counted by rounds."""
    tells_last: ClassVar[tuple[type[Event], ...]] = ()
    """Events that say that a round is the last: at the end of a game there are no lines about
    them."""
    joined: ClassVar[Joined | None] = None
    """None for a game where each event has a line of its own."""
    sums_up: ClassVar[bool] = True
    """Whether a round's scores are the points so far: after the last one the accounts say those."""
    parts: ClassVar[Mapping[str, str]] = {}
    """What the parts of `Result.breakdown` are called, untranslated, where `account` isn't the
    game's own."""

    @abstractmethod
    def headline(self, view: Any, wording: Wording) -> str:
        """Return one line about where the match stands: the round, what is left."""

    @abstractmethod
    def task(self, view: Any, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return what is asked of those who are to act; there is at least one.

        A sentence without their names, verb first: "Add a card or take a row."
        """

    def question(self, view: SeatView[Any, Any], wording: Wording) -> str:
        """Return what is asked of a seat, for its own hand; may use what only this seat knows."""
        return self.task(view.public, (view.seat,), wording)

    @abstractmethod
    def board(self, view: Any, wording: Wording) -> Body:
        """Return the table as anyone may see it."""

    def key(self, wording: Wording) -> str:
        """Return in one line for a phone what signs in the picture of the board stand for; "" for
        none.
        """
        return ""

    @abstractmethod
    def hand(self, view: SeatView[Any, Any], wording: Wording) -> Body:
        """Return what only this seat sees."""

    def hand_below(self, view: SeatView[Any, Any], wording: Wording) -> Body:
        """Return what only this seat sees, for right below the board in the same message.

        Whatever the board shows, as a picture or in words, can be left out.
        """
        return self.hand(view, wording)

    @abstractmethod
    def words(self, action: Any, view: SeatView[Any, Any], wording: Wording) -> Sequence[Word]:
        """Return the words of a move, in the order of its steps."""

    def case(self, case: Any, wording: Wording) -> str:
        """Return a case of a move that is set ahead, in a few words: "spring led".

        A game whose cases go with their moves needs no words for them.
        """
        return ""

    def brief_case(self, case: Any, wording: Wording) -> str:
        """Return the same for buttons where room is scarce."""
        return self.case(case, wording)

    def words_ahead(
        self, case: Any, action: Any, view: SeatView[Any, Any], wording: Wording
    ) -> Sequence[Word]:
        """Return the words of a move that is set ahead: as they are true wherever its case holds.

        Without a game's own they say nothing of what comes of the move.
        """
        return [each._replace(said="", more="") for each in self.words(action, view, wording)]

    def warning(self, lines: Sequence[Line], view: SeatView[Any, Any], wording: Wording) -> str:
        """Return what somebody may overlook in what they have set ahead; "" for nothing.

        It is said from this seat's view; nothing is kept from being played for it.
        """
        return ""

    def no_case(self, view: SeatView[Any, Any], wording: Wording) -> str:
        """Return why a seat that waits can set nothing ahead, or from when on: usually it is out.

        It is said from this seat's view.
        """
        return wording.gettext("You can't set a move ahead until this round is over.")

    def unfit(self, cases: Sequence[Any], view: SeatView[Any, Any], wording: Wording) -> str:
        """Return why none of the moves that were set for some cases could be played."""
        return wording.gettext("What you had set didn't fit.")

    def hint(self, action: Any, view: SeatView[Any, Any], wording: Wording) -> str:
        """Return a move as advice to a seat, verb first, without a stop; usually as in the menu."""
        kind = self.kinds[action.kind]
        words = kind.by_step(self.words(action, view, wording))
        said = [reading(of_step) for _number, of_step in words]
        prompt = wording.gettext(kind.steps[0].prompt)
        if not said:
            return prompt
        return wording.gettext("{prompt}: {answers}", prompt=prompt, answers=" · ".join(said))

    def because(self, action: Any, view: SeatView[Any, Any], wording: Wording) -> str:
        """Return why a move is a good one, as it goes on after "because"; "" if nothing is certain.

        It says only what this seat may know.
        """
        return ""

    def advice(
        self,
        action: Any,
        view: SeatView[Any, Any],
        wording: Wording,
        *,
        by_thumb: bool = False,
        only: bool = False,
    ) -> str:
        """Return a move as advice with its reason, in a sentence.

        One that was found `by_thumb` isn't called best: nobody has looked what comes of it. Nor is
        the `only` one there is.
        """
        move, reason = self.hint(action, view, wording), self.because(action, view, wording)
        if only:
            reason = wording.gettext("it's the only move that you have")
        elif not reason and by_thumb:
            reason = wording.gettext("it's usually a good move")
        elif not reason:
            reason = wording.gettext("it came out best when I played on from here many times")
        return wording.gettext("{move}, because {reason}.", move=move, reason=reason)

    def coach(self, view: SeatView[Any, Any], wording: Wording) -> str:
        """Return what helps somebody who has never played: what a rule means for their hand now.

        In two sentences at most, by what this seat may know; no move is called best unless it is.
        """
        return ""

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line; None if it needs no words.

        A game words its own events and leaves the others, such as the end, to this method.
        """
        if isinstance(event, Chosen):
            return wording.gettext("{who} has chosen.", who=wording.name(event.seat))
        if not isinstance(event, MatchOver):
            return None
        return wording.ngettext(
            "{who} wins with {points}!",
            "{who} share the win with {points} each!",
            len(event.winners),
            who=wording.names(event.winners),
            points=points(max(event.scores), wording),
        )

    def heard(self, event: Event, seat: int, wording: Wording) -> str | None:
        """Return an event as one line for a seat that heard it; None if it needs no words.

        It speaks to the seat's person ("You took row 2"), and has words for what only that seat
        heard. A game leaves to this method what it tells that seat in no words of its own.
        """
        match event:
            case Chosen() if event.seat == seat:
                return wording.gettext("You chose. The others see it once everybody has chosen.")
            case MatchOver() if event.winners == (seat,):
                won = points(max(event.scores), wording)
                return wording.gettext("**You win with {points}!**", points=won)
            case _:
                return self.line(event, wording)

    def told(
        self, events: Sequence[Event], seat: int | None, wording: Wording, *, brief: bool = False
    ) -> list[str]:
        """Return what happened as lines: as a seat heard it, or for all (None).

        A `brief` line says in few words who did it, and what came of it, where a phone has no room
        for the whole; one that is too long even so loses its middle.
        """
        say = partial(self.said, seat=seat, wording=wording, brief=brief)
        if self.joined is None:
            said: Iterable[str | None] = map(say, events)
        else:
            said = self.joined(events, seat, wording, say, brief=brief)
        return [open_ended(line) for line in said if line]

    def brief(self, event: Event, seat: int | None, wording: Wording) -> str | None:
        """Return an event that has a line in fewer words; None for one that has no such words."""
        return None

    def said(
        self, event: Event, seat: int | None, wording: Wording, *, brief: bool = False
    ) -> str | None:
        """Return an event as one line: as a seat heard it, or for all (None)."""
        line = self.line(event, wording) if seat is None else self.heard(event, seat, wording)
        return line and ((brief and self.brief(event, seat, wording)) or line)

    def doing(self, view: Any, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return who is to do what, as in "Nagi: add a card or take a row.", for all to read.

        It never speaks to its reader: that is what `question` does, for the seat's own eyes.
        """
        task = self.task(view, to_act, wording)
        return wording.gettext(
            "{who}: {task}", who=wording.names(to_act), task=task[:1].lower() + task[1:]
        )

    def call(self, view: Any, seat: int, wording: Wording) -> str:
        """Return one short sentence for the ping of a seat that is to act now; "" for none.

        It says where the table stands, "Row 2 is at 5.", using only what everybody sees.
        """
        return ""

    def round_scores(self, view: Any, wording: Wording) -> str:
        """Return the scores of the round that has just ended, in a few lines; "" at other times.

        They stay until the first move of the next round.
        """
        return ""

    def last_scores(self, view: Any, wording: Wording) -> str:
        """Return the same also after that move, for who has seen nothing since the round's end."""
        return self.round_scores(view, wording)

    def final(self, view: Any, result: Result, wording: Wording) -> Body:
        """Return scores, and where each came from, best first; who has won is said above."""
        accounts = self._accounts(view, result, wording, brief=False)
        sizes = [len(account.text) for account in accounts]
        if sum(sizes) > _ALL_ACCOUNTS or max(sizes) > _ONE_ACCOUNT:
            accounts = self._accounts(view, result, wording, brief=True)
        return Body(self.outcome(view, result, wording), tuple(accounts))

    def story(self, view: Any, result: Result, wording: Wording) -> str:
        """Return in one sentence how the match was won, from what all saw of it.

        What broke a tie comes first: the scores don't tell it. "" if nothing is worth telling.
        """
        told = (self.story_of(view, result, winner, wording) for winner in result.winners)
        return self.tie(view, result, wording) or next(filter(None, told), "")

    def tie(self, view: Any, result: Result, wording: Wording) -> str:
        """Return in one sentence what broke a tie; "" for none, or if the win is shared."""
        told = (self.tie_of(view, result, winner, wording) for winner in result.winners)
        return next(filter(None, told), "")

    def tie_of(self, view: Any, result: Result, winner: int, wording: Wording) -> str:
        """Return in one sentence what put a winner before somebody with as many points; or ""."""
        return ""

    def why_over(self, event: Event, result: Result, wording: Wording) -> str:
        """Return in one sentence why a match ended though nobody has what it is said to go up to;
        "" for an event that doesn't tell.
        """
        return ""

    def story_of(self, view: Any, result: Result, winner: int, wording: Wording) -> str:
        """Return in one sentence how a winner came to win; "" if nothing of it is worth telling."""
        return ""

    def next_time(self, seat: int, view: Any, result: Result, wording: Wording) -> str:
        """Return in one sentence what whoever didn't win may try next time; "" for nothing.

        It is true of how this match ended, by what all saw of it.
        """
        return ""

    def mood(self, event: Event) -> tuple[int, Mood] | None:
        """Return whom an event, told to all, puts into which mood; None for one that nobody minds.

        With "awe" it is whoever is admired, and with "last" it doesn't matter who.
        """
        return None

    def outcome(self, view: Any, result: Result, wording: Wording) -> str:
        """Return what is said above the accounts, such as what broke a tie; "" for nothing.

        Who has won with how many points stands there anyway.
        """
        return ""

    def order(self, view: Any, result: Result) -> Sequence[int]:
        """Return the seats in the order of their accounts: by points; of equals, winners first."""
        seats = range(len(result.scores))
        return sorted(seats, key=lambda seat: (-result.scores[seat], seat not in result.winners))

    def person(self, seat: int, wording: Wording) -> str:
        """Return a seat's name as shown above its account."""
        return wording.name(seat)

    def account(
        self, seat: int, view: Any, result: Result, wording: Wording, *, brief: bool
    ) -> Sequence[str]:
        """Return in lines where a seat's points came from; `brief` if all else is too long."""
        text = wording.gettext("{part}: {points}")
        return [
            text.format(part=wording.gettext(self.parts.get(part, part)), points=number(won))
            for part, won in result.breakdown[seat]
        ]

    def options(self, options: Any, wording: Wording) -> Sequence[str]:
        """Return a line for each chosen option that differs from the standard game."""
        return [
            _chosen(field.metadata, getattr(options, field.name), wording)
            for field in fields(options)
            if getattr(options, field.name) != field.default
        ]

    def _accounts(self, view: Any, result: Result, wording: Wording, *, brief: bool) -> list[Field]:
        title = wording.gettext("{who}: {points}")
        return [
            Field(
                title.format(
                    who=self.person(seat, wording), points=points(result.scores[seat], wording)
                ),
                "\n".join(self.account(seat, view, result, wording, brief=brief)),
            )
            for seat in self.order(view, result)
        ]


def _chosen(option: Mapping[str, Any], value: Any, wording: Wording) -> str:
    """Return what was chosen of an option: its text if it is on, else what answers it."""
    text = wording.gettext(option["text"])
    if value is True:
        return text
    # What Discord calls the choice in the command that opens a table.
    chosen = "no" if value is False else option["choices"].get(value, value)
    answer = wording.pgettext("choice", chosen)
    return wording.gettext("{prompt}: {answers}", prompt=text, answers=answer)


Help = Sequence[tuple[str, str]]
"""What a game's `help.py` provides: the rules for people who have never played, as the untranslated
(title, text) of a few short pages. Who made the game is added to the first one.
"""
