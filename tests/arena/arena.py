"""The arena: computer players against each other, to see who is the stronger, and how surely.

A deal is played once for every way round the table, with the same draws each time: so the luck of
the cards favours nobody, and one deal counts as one observation, however many games it takes.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import multiprocessing
import os
import random
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from bot.engine.computer import LEVELS, Player, decide
from bot.engine.dealer import QuietDealer
from bot.engine.game import Action, AnyGame, Item
from bot.engine.search import think
from bot.engine.views import SeatView
from bot.games.find_games import folders_of, is_ours, opponent, packages, packages_with, rules
from tests.arena import confidence_bounds, flat_player, habits

OPEN: Final = "open"
"""Searches the truth instead of worlds: it sees all cards, so it shows how much can be won."""
FLAT: Final = "flat"
"""Owes nothing to the search and the rules of thumb (`flat_player`): it shows what they miss.

It thinks as long as the search it plays against, or for `SECONDS`.
"""
RANDOM: Final = "random"
PLAYERS: Final = (*LEVELS, RANDOM, OPEN, FLAT)

SECONDS: Final = 0.1
"""CPU time of a decision of `flat` as long as no search shows how long it takes."""

FIRST_LOOK: Final = 10
"""How many deals are played before the first look at the bounds; each later look doubles it."""
NICENESS: Final = 10
"""How far the players yield to whatever else the machine does."""

_HOUSE: Final = Path(__file__).parents[2]
_ENGINE: Final = _HOUSE / "bot" / "engine"


class Misused(Exception):
    """A contest that can't be held; `str()` says why."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what: the first player is judged, the last one fills the seats left over."""

    game: str
    players: tuple[str, ...]
    seats: int

    def lineup(self) -> list[int]:
        """Return each seat's player by its place in `players`, before any rotation."""
        last = len(self.players) - 1
        return [min(seat, last) for seat in range(self.seats)]


@dataclass(frozen=True, slots=True)
class Deal:
    """How one deal went, in all rotations together."""

    number: int
    shares: list[float]
    """For each player how much of the wins it had, 1 being all; they add up to 1."""
    milliseconds: list[list[int]]
    """For each player the CPU time of each decision that left it a choice."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of one player in a contest."""

    player: str
    share: float
    low: float
    high: float
    even: float
    """What it would have if all played alike."""
    mean: float
    """CPU seconds for a decision."""
    median: float
    most: float

    @property
    def shown(self) -> bool:
        """Tell whether the player is shown to be better or worse than even."""
        return self.low > self.even or self.high < self.even


@dataclass(frozen=True, slots=True)
class Report:
    """How a contest went so far."""

    contest: Contest
    deals: list[Deal]
    standings: list[Standing]


class SameDealer(QuietDealer):
    """Draws the same in every rotation of a deal: each draw is a function of deal and turn."""

    def __init__(self, deal: int) -> None:
        super().__init__(random.Random())
        self._deal = deal
        self._drawn = 0

    def shuffle(self, items: list[Item]) -> list[Item]:
        """Return the items in the order that this draw of the deal brings."""
        self._next()
        return super().shuffle(items)

    def pick(self, items: list[Item]) -> Item:
        """Return the item that this draw of the deal brings."""
        self._next()
        return super().pick(items)

    def _next(self) -> None:
        self._drawn += 1
        self._rng.seed(f"{self._deal} {self._drawn}")


def contest(game: str, players: Sequence[str], seats: int | None) -> Contest:
    """Return a contest, with as few seats as the players and the game allow if none are given.

    Raises Misused if it can't be held.
    """
    known = sorted(packages_with("player"))
    if game not in known:
        raise Misused(f"There is no game {game}. Choose one of: {', '.join(known)}.")
    there = (*PLAYERS, *habits_of(game))
    for player in players:
        if player not in there:
            raise Misused(f"There is no player {player}. Choose from: {', '.join(there)}.")
    allowed = [each for each in rules_of(game).info.seats if each >= len(players)]
    if len(players) < 2 or not allowed:
        raise Misused("Name at least two players, and no more than the game has seats.")
    if seats is not None and seats not in allowed:
        raise Misused(f"{seats} seats don't fit; {' or '.join(map(str, allowed))} do.")
    return Contest(game, tuple(players), seats or allowed[0])


@cache
def rules_of(game: str) -> AnyGame:
    """Return the rules of a game."""
    return rules(game, packages()[game])


@cache
def player_of(game: str) -> Player:
    """Return the computer player of a game."""
    return opponent(game, packages()[game]).player


@cache
def habits_of(game: str) -> dict[str, habits.Habit]:
    """Return the simple habits in the game in a folder, by name."""
    return getattr(_known_of(game), "HABITS", {})


@cache
def preference_of(game: str) -> flat_player.Preference | None:
    """Return what `flat` uses instead of chance when it plays on in the game, if anything."""
    return getattr(_known_of(game), "prefer", None)


def _known_of(game: str) -> ModuleType | None:
    """Return what the arena knows about a game; None if that is nothing."""
    package = packages()[game]
    path = f"tests.arena.{game}" if is_ours(package) else f"{package}.arena"
    return importlib.import_module(path) if importlib.util.find_spec(path) else None


def play(contest: Contest, number: int) -> Deal:
    """Play one deal in all rotations."""
    lineup = contest.lineup()
    shares = [0.0] * len(contest.players)
    spent: list[list[int]] = [[] for _ in contest.players]
    for turn in range(contest.seats):
        rotated = lineup[turn:] + lineup[:turn]
        winners = _play_once(contest, number, rotated, spent)
        for seat in winners:
            shares[rotated[seat]] += 1 / len(winners) / contest.seats
    return Deal(number, shares, spent)


def _play_once(
    contest: Contest, number: int, lineup: list[int], spent: list[list[int]]
) -> tuple[int, ...]:
    """Play one game and return its winners."""
    game, player = rules_of(contest.game), player_of(contest.game)
    rngs = [random.Random(f"{number} {seat} {lineup}") for seat in range(contest.seats)]
    dealer = SameDealer(number)
    state: Any = game.setup(contest.seats, game.info.variants[0], dealer)
    while acting := game.to_act(state):
        seat = acting[0]
        legal = game.legal(state, seat)
        name = contest.players[lineup[seat]]
        before = time.process_time()
        seconds = _seconds(contest, spent) if name == FLAT else 0.0
        action = _decide(game, player, name, state, seat, legal, rngs[seat], seconds)
        if len(legal) > 1:
            spent[lineup[seat]].append(round(1000 * (time.process_time() - before)))
        game.apply(state, seat, action, dealer)
    return game.result(state).winners


def _seconds(contest: Contest, spent: list[list[int]]) -> float:
    """Return how long `flat` may think: on average as long as the searches it plays against."""
    levels = player_of(contest.game).LEVELS
    searched = [
        milliseconds
        for name, each in zip(contest.players, spent, strict=True)
        if name in levels or name == OPEN
        for milliseconds in each
    ]
    return max(statistics.mean(searched), 1) / 1000 if searched else SECONDS


def _decide(
    game: AnyGame,
    player: Player,
    name: str,
    state: Any,
    seat: int,
    legal: Sequence[Action],
    rng: random.Random,
    seconds: float,
) -> Action:
    """Return what a player chooses; only `flat` asks how many seconds it may take."""
    if name == RANDOM:
        return rng.choice(legal)
    view: SeatView[Any, Any] = game.view(state, seat)
    habit = habits_of(game.info.key).get(name)
    if habit is not None:
        return habits.choose(habit, player, view, legal, rng)
    if name not in (OPEN, FLAT):
        return decide(game, player, name, view, rng)
    if len(legal) == 1:
        return legal[0]
    if name == FLAT:
        end = time.process_time() + seconds
        return flat_player.choose(
            game,
            view,
            legal,
            rng,
            lambda _: 1 - (end - time.process_time()) / seconds,
            preference_of(game.info.key),
        )
    rough = player.choose(view, legal, rng)
    strength = player.LEVELS["sharp"]
    return think(game, view, legal, strength, rng, hint=rough, draw=state.clone).action


# Many deals


def hold(
    contest: Contest,
    deals: int,
    resume: Path | None = None,
    workers: int | None = None,
    *,
    whole: bool = False,
) -> Iterator[Report]:
    """Play up to `deals` deals on all cores; yield a report at each look, the last one at the end.

    Stops at the first look that shows the first player above or below an even share; a `whole`
    contest has only one look, at the end. Deals already played are read from `resume`, and new ones
    added to it, one line of JSON for each; those played by other code are skipped.
    """
    played = {} if resume is None else _read(contest, resume)
    missing = [number for number in range(deals) if number not in played]
    looks = [deals] if whole else list(_looks(deals))
    # Spawned, never forked: nothing of this process should be visible in them.
    with ProcessPoolExecutor(
        workers or os.cpu_count(),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=os.nice,
        initargs=(NICENESS,),
    ) as pool:
        coming = pool.map(play, [contest] * len(missing), missing)
        try:
            for at, look in enumerate(looks, start=1):
                while any(number not in played for number in range(look)):
                    deal = next(coming)
                    played[deal.number] = deal
                    if resume is not None:
                        _write(contest, deal, resume)
                report = _report(contest, [played[number] for number in range(look)], at)
                yield report
                if report.standings[0].shown:
                    return
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _looks(deals: int) -> Iterator[int]:
    look = FIRST_LOOK
    while look < deals:
        yield look
        look *= 2
    yield deals


def _key(contest: Contest) -> dict[str, Any]:
    """Return what must be equal for two deals to belong to the same contest."""
    levels = player_of(contest.game).LEVELS
    strengths = {name: asdict(levels[name]) for name in contest.players if name in levels}
    if OPEN in contest.players:
        strengths[OPEN] = asdict(levels["sharp"])
    key = asdict(contest) | {"code": _code(contest.game), "strengths": strengths}
    return json.loads(json.dumps(key, default=_plain))


@cache
def _code(game: str) -> str:
    """Return a fingerprint of all that decides how a game is played and how its players think."""
    folders = (_ENGINE, *map(Path, folders_of(packages()[game])))
    files = [file for folder in folders for file in sorted(folder.glob("*.py"))]
    files.append(Path(flat_player.__file__))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def _plain(thing: Any) -> Any:
    """Return what JSON can represent of a set of kinds, or of a whim."""
    return sorted(thing) if isinstance(thing, frozenset) else thing.__qualname__


def _read(contest: Contest, file: Path) -> dict[int, Deal]:
    """Return the deals of this contest in a file; those of others are left alone."""
    key = _key(contest)
    found: dict[int, Deal] = {}
    if file.exists():
        for line in file.read_text("utf-8").splitlines():
            try:
                row = json.loads(line)
                if row["contest"] == key:
                    found[row["deal"]["number"]] = Deal(**row["deal"])
            except (ValueError, KeyError, TypeError):
                # A line that was cut off when the arena was stopped; its deal is played again.
                continue
    return found


def _write(contest: Contest, deal: Deal, file: Path) -> None:
    row = json.dumps({"contest": _key(contest), "deal": asdict(deal)})
    cut_off = file.exists() and not file.read_bytes().endswith(b"\n") and file.stat().st_size > 0
    with file.open("a", encoding="utf-8") as out:
        out.write("\n" * cut_off + row + "\n")


def _report(contest: Contest, deals: Sequence[Deal], look: int) -> Report:
    standings: list[Standing] = []
    lineup = contest.lineup()
    for place, player in enumerate(contest.players):
        share, low, high = confidence_bounds.of_share([deal.shares[place] for deal in deals], look)
        spent = sorted(ms / 1000 for deal in deals for ms in deal.milliseconds[place])
        standings.append(
            Standing(
                player,
                share,
                low,
                high,
                lineup.count(place) / contest.seats,
                statistics.mean(spent) if spent else 0.0,
                statistics.median(spent) if spent else 0.0,
                spent[-1] if spent else 0.0,
            )
        )
    return Report(contest, list(deals), standings)


def lines(report: Report) -> Iterable[str]:
    """Yield what a report says, in lines."""
    deals, seats = len(report.deals), report.contest.seats
    yield f"{report.contest.game}, {seats} seats: {deals} deals, {deals * seats} games"
    for each in report.standings:
        yield (
            f"  {each.player:7} {each.share:6.1%} of the wins, {each.low:.1%} to {each.high:.1%},"
            f" even would be {each.even:.1%};"
            f" {each.mean:.3f} s CPU a decision, the median {each.median:.3f} s,"
            f" {each.most:.3f} s at the most"
        )
    first = report.standings[0]
    if first.shown:
        yield f"  {first.player} is {'above' if first.low > first.even else 'below'} an even share."


def beside_open(
    contest: Contest, deals: int, resume: Path | None = None, workers: int | None = None
) -> Iterator[str]:
    """Play all the deals, and again with `open` in the first player's place.

    Yields the findings in lines: how both stand, and how much of the edge of a player who sees all
    cards the first player has.
    """
    seeing = replace(contest, players=(OPEN, *contest.players[1:]))
    shares: list[list[float]] = []
    even = 0.0
    for each in (contest, seeing):
        for report in hold(each, deals, resume, workers, whole=True):
            yield from lines(report)
            shares.append([deal.shares[0] for deal in report.deals])
            even = report.standings[0].even
    try:
        share, low, high = confidence_bounds.of_edge(shares[0], shares[1], even)
    except ValueError:
        yield f"  {OPEN} is not shown to have an edge."
    else:
        yield (
            f"  {contest.players[0]} takes {share:.2f} of the edge that {OPEN} has,"
            f" {low:.2f} to {high:.2f}."
        )
