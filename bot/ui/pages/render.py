"""What a game's `render.py` gives to the shared rooms: pages, lines, and the words of a move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from bot.engine.game import Event, GameInfo, Result
from bot.engine.views import SeatView
from bot.ui.pages.wording import Wording


@dataclass(frozen=True, slots=True)
class Field:
    """A titled part of a page; inline ones stand side by side where there is room."""

    name: str
    text: str
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Body:
    """What an embed says below its title."""

    text: str = ""
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """The answer to one question of a move: the card, the row, the face.

    `name` is the slash command's option, `value` what is sent and may be typed (letters, digits
    and `+-!` only), `label` what is read.

    An answer that is a set ("these three stones") lists its `items` as (value, label), 25 at the
    most in all sets of a question; `value` is the items' values joined by "+". Such a word has a
    step to itself: several items are picked in one list, and may be typed one after the other.
    The empty set is a word without items: it has a button of its own.

    `also` is a way to type it that several answers may share, such as a person's name; it is
    understood where one answer alone has it.
    """

    name: str
    value: str
    label: str
    items: tuple[tuple[str, str], ...] = ()
    also: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """How one kind of action is asked for.

    `steps` groups the names of its words: each group is one click in the menu. `prompts` has one
    untranslated text for each step, such as "Add a card"; a move without steps has one, for its
    button. `help` is an untranslated sentence on what the move does, shown in the hand while it is
    open to the player.
    """

    steps: tuple[tuple[str, ...], ...]
    prompts: tuple[str, ...]
    help: str


class Render(Protocol):
    """Turns views and events into what people read. It never sees a state."""

    info: ClassVar[GameInfo]
    summary: ClassVar[str]
    """One untranslated sentence on what the game is, for lobby card and command list."""
    kinds: ClassVar[Mapping[str, Kind]]
    """Each kind of action, in the order in which the menu shows them."""

    def headline(self, view: Any, wording: Wording) -> str:
        """Return one line on where the match stands: round, what is left."""
        ...

    def waiting(self, view: Any, to_act: tuple[int, ...], wording: Wording) -> str:
        """Return one line on whose move it is and what is asked of them."""
        ...

    def board(self, view: Any, wording: Wording) -> Body:
        """Return the table as anyone may see it."""
        ...

    def hand(self, view: SeatView[Any, Any], wording: Wording) -> Body:
        """Return what only this seat sees."""
        ...

    def line(self, event: Event, wording: Wording) -> str | None:
        """Return an event as one log line; None for one that needs no words."""
        ...

    def words(self, action: Any, view: SeatView[Any, Any], wording: Wording) -> Sequence[Word]:
        """Return the words of a move, in the order of its steps."""
        ...

    def final(self, view: Any, result: Result, wording: Wording) -> Body:
        """Return the end of the match: scores, and where each score came from."""
        ...

    def options(self, options: Any, wording: Wording) -> Sequence[str]:
        """Return a line for each chosen option that differs from the standard game."""
        ...


class Help(Protocol):
    """What a game's `help.py` gives: the rules for people, on short pages."""

    def pages(self, wording: Wording) -> Sequence[tuple[str, str]]:
        """Return (title, text) of each page, made for someone who has never played."""
        ...
