"""The JSON forms of a game: strict, and told apart by `kind`."""

from __future__ import annotations

import types
from functools import cache
from typing import Annotated, Any, cast, get_args

from pydantic import Field, TypeAdapter

from bot.engine.ahead import Ahead, Case
from bot.engine.dealer import AddressedEvent, Draw
from bot.engine.game import Action, AnyGame, Audience, Event, MatchOver, Options, Result, kind_of
from bot.engine.match import Sealed
from bot.tables.table_event import Motion

_RESULT: TypeAdapter[Result] = TypeAdapter(Result)
_DRAWS: TypeAdapter[list[Draw]] = TypeAdapter(list[Draw])
_MOTION: TypeAdapter[Motion] = TypeAdapter(Motion)


class GameJson:
    """Turns one game's options, actions, events and sealed matches into JSON and back.

    Every `load_…` raises ValueError for a text that isn't exactly the form.
    """

    def __init__(self, game: AnyGame) -> None:
        # The checker can't read types that are known only when a game is seated: hence Any.
        event: Any = _told_apart(_with_the_end(game.Event))
        events: Any = types.GenericAlias(list, types.GenericAlias(tuple, (Audience, event)))
        sealed: Any = cast(Any, Sealed)[game.State]
        self._options: TypeAdapter[Options] = TypeAdapter(game.Options)
        self._action: TypeAdapter[Action] = TypeAdapter(_told_apart(game.Action))
        self._events: TypeAdapter[list[tuple[Audience, Event]]] = TypeAdapter(events)
        self._sealed: TypeAdapter[Sealed[Any]] = TypeAdapter(sealed)

    def seal(self, sealed: Sealed[Any]) -> str:
        """Return the text of a sealed match."""
        return _dump(self._sealed, sealed)

    def unseal(self, text: str) -> Sealed[Any]:
        """Return the sealed match of a text."""
        return _load(self._sealed, text)

    def can_unseal(self, text: str | None) -> bool:
        """Tell whether a text is that of a sealed match, in the form that this build gives it."""
        try:
            self.unseal(text or "")
        except ValueError:
            return False
        return True

    def dump_options(self, options: Options) -> str:
        """Return the text of a game's options."""
        return _dump(self._options, options)

    def load_options(self, text: str) -> Options:
        """Return the options of a text."""
        return _load(self._options, text)

    def dump_action(self, action: Action) -> str:
        """Return the text of an action."""
        return _dump(self._action, action)

    def load_action(self, text: str) -> Action:
        """Return the action of a text."""
        return _load(self._action, text)

    def dump_events(self, events: list[AddressedEvent]) -> str:
        """Return the text of events with their audiences."""
        return _dump(self._events, [(each.audience, each.event) for each in events])

    def load_events(self, text: str) -> list[AddressedEvent]:
        """Return the events of a text with their audiences."""
        return [AddressedEvent(audience, event) for audience, event in _load(self._events, text)]

    @staticmethod
    def dump_draws(draws: list[Draw]) -> str:
        """Return the text of recorded draws."""
        return _dump(_DRAWS, draws)

    @staticmethod
    def load_draws(text: str) -> list[Draw]:
        """Return the draws of a text."""
        return _load(_DRAWS, text)

    @staticmethod
    def dump_result(result: Result) -> str:
        """Return the text of a result."""
        return _dump(_RESULT, result)

    @staticmethod
    def load_result(text: str) -> Result:
        """Return the result of a text."""
        return _load(_RESULT, text)


class CaseJson:
    """Turns the cases of one game's moves set ahead into JSON and back, as `GameJson` does."""

    def __init__(self, ahead: Ahead) -> None:
        self._case: TypeAdapter[Case] = TypeAdapter(_told_apart(ahead.Case))

    def dump(self, case: Case) -> str:
        """Return the text of a case."""
        return _dump(self._case, case)

    def load(self, text: str) -> Case:
        """Return the case of a text."""
        return _load(self._case, text)


@cache
def game_json(game: AnyGame) -> GameJson:
    """Return the JSON forms of a game, which are expensive to make and never change."""
    return GameJson(game)


@cache
def case_json(ahead: Ahead) -> CaseJson:
    """Return the JSON forms of the cases of a game, which are expensive to make, too."""
    return CaseJson(ahead)


def dump_motion(motion: Motion) -> str:
    """Return the text of a vote."""
    return _dump(_MOTION, motion)


def load_motion(text: str) -> Motion:
    """Return the vote of a text."""
    return _load(_MOTION, text)


def _with_the_end(union: Any) -> Any:
    """Return a game's events with the end that the engine tells, if it has no end of its own."""
    kinds = map(kind_of, get_args(union) or (union,))
    return union if kind_of(MatchOver) in kinds else union | MatchOver


def _told_apart(union: Any) -> Any:
    # A union of one is no union: pydantic then has nothing to tell apart.
    return Annotated[union, Field(discriminator="kind")] if hasattr(union, "__args__") else union


def _dump(form: TypeAdapter[Any], thing: Any) -> str:
    return form.dump_json(thing, warnings="error").decode()


def _load(form: TypeAdapter[Any], text: str) -> Any:
    return form.validate_json(text, strict=True, extra="forbid")
