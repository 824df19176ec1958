"""People who play a written game again, of any kind: by clicks alone or by slash commands alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from bot.sandbox import Actor, Channel, Message
from bot.sandbox.json_text import Json
from bot.ui.pages.wording import Wording
from tests.e2e.play import Click, Clicks, Commands, Door, Path, Sitting, begin, done, made
from tests.e2e.scripts import NAMES, Move, Written, render_of
from tests.e2e.spoken import said
from tests.e2e.stage import Stage

CLICKS, COMMANDS = Clicks(), Commands()
OFFERED = 25
"""Autocomplete shows no more than this many; a person types on if theirs isn't among them."""


class Way(Protocol):
    """A way to make a move that is written down."""

    door: Door
    """The same way, for all but moves."""

    async def reach(self, sitting: Sitting, move: Move) -> Click:
        """Get ready to make the move, and return its last step."""
        ...


class ByClicks:
    """Walk through the menu of the open hand."""

    door: Door = CLICKS

    async def reach(self, sitting: Sitting, move: Move) -> Click:
        """Choose step by step what the menu offers, up to the last click."""
        person = sitting.people[move.seat]
        hand = sitting.hands.get(person.name) or await sitting.open_hand(person)
        # Where another's move has brought the question, the open hand follows by itself.
        await sitting.stage.until(lambda: toward(person, hand, move.path))
        gone = 0
        while True:
            found = toward(person, hand, move.path)
            assert found is not None, f"{move} is not in the menu: {hand.controls}"
            there, click = found
            assert len(there) > gone, f"{move} leads nowhere: {hand.controls}"
            if there == move.path:
                return click
            gone = len(there)
            outcome = await click()
            assert outcome.kind == "edit", outcome.text
            assert not done(outcome), outcome.text


class ByCommands:
    """Fill in a slash command with what autocomplete offers."""

    door: Door = COMMANDS

    async def reach(self, sitting: Sitting, move: Move) -> Click:
        """Fill in the command word by word."""
        here = sitting.people[move.seat].in_(sitting.place)
        name = f"{sitting.game} {move.kind}"
        given: dict[str, str] = {}
        for word, value in move.typed.items():
            offered = await here.complete(name, word, options=given)
            if len(offered) == OFFERED and value not in values(offered):
                offered = await here.complete(name, word, value, options=given)
            assert value in values(offered), f"{word}: {value!r} is not offered, but {offered}"
            given[word] = value
        return lambda: sitting.type_move(sitting.people[move.seat], name, given)


class ByWords:
    """Type the words of a slash command as they read in the person's language, and pick nothing."""

    door: Door = COMMANDS

    def __init__(self, written: Written) -> None:
        """Take the game that is played."""
        self._names = NAMES[: written.seats]
        self._render = render_of(written.configuration.game)
        self.typed: list[str] = []
        """All words that were typed."""

    async def reach(self, sitting: Sitting, move: Move) -> Click:
        """Type the command word by word; on the way, autocomplete offers what is typed."""
        person = sitting.people[move.seat]
        wording = Wording(person.person.locale, self._names)
        name = f"{sitting.game} {move.kind}"
        given: dict[str, str] = {}
        for word in self._render.words(move.action, move.view, wording):
            offered = await person.in_(sitting.place).complete(
                name, word.name, word.label, options=given
            )
            shown = {each["value"]: each["name"] for each in offered}
            assert shown.get(word.value) == word.label[:100], f"{word} is not offered, but {shown}"
            given[word.name] = word.label
        self.typed += given.values()
        return lambda: sitting.type_move(person, name, given)


BY_CLICKS, BY_COMMANDS = ByClicks(), ByCommands()


def toward(person: Actor, hand: Message, path: Path) -> tuple[Path, Click] | None:
    """Return the click in a hand that leads furthest toward a path, and how far; None if none.

    A step with one answer is passed over: its word stands behind a colon, as in `swap-bags:1`.
    """
    best: tuple[Path, Click] | None = None
    for part in hand.controls:
        name = part["custom_id"]
        prefix, _table, *rest = name.split(":")
        if prefix.rstrip("0123456789") != "m" or part.get("label") == said(person, "Back"):
            continue
        length = _steps(path, rest[1:])
        chosen: list[str] = []
        if part["type"] != 2:
            if length is None or length >= len(path):
                continue
            chosen, length = _picked(part, path, length)
        if length and (best is None or length > len(best[0])):
            best = path[:length], _click(person, hand, name, chosen)
    return best


def _steps(path: Path, tokens: Sequence[str]) -> int | None:
    """Return how many steps of a path tokens are that lead along it; None if they don't."""
    joined = ":".join(tokens)
    return next((n for n in range(len(path) + 1) if ":".join(path[:n]) == joined), None)


def _picked(part: Json, path: Path, gone: int) -> tuple[list[str], int]:
    """Return what is to be picked in a list to go on along a path, and how far it leads then."""
    offered = values(part["options"])
    for token in offered:
        length = _steps(path, [*path[:gone], token])
        if length:
            return [token], length
    several = path[gone].split("+")
    return (several, gone + 1) if set(several) <= set(offered) and len(several) > 1 else ([], 0)


def _click(person: Actor, hand: Message, name: str, chosen: list[str]) -> Click:
    if chosen:
        return lambda: person.select(hand, name, chosen)
    return lambda: person.press(hand, name)


def values(offered: Sequence[Json]) -> list[Any]:
    """Return the values of choices."""
    return [each["value"] for each in offered]


async def sit_down(stage: Stage, written: Written, way: Way, place: Channel | str) -> Sitting:
    """Begin a written game in a place."""
    people = [stage.person(name, place) for name in NAMES[: written.seats]]
    return await begin(stage, people, way.door, written.game, written.options)


async def follow(sitting: Sitting, way: Way, moves: Sequence[Move]) -> None:
    """Make the moves, each when it is due."""
    for move in moves:
        outcome = await (await way.reach(sitting, move))()
        assert made(sitting.stage, outcome), f"{move}: {outcome.text}"
