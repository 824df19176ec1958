"""Commands with wrong words, in every game: they say what is wrong, and change nothing."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from bot.sandbox import Outcome
from bot.ui.pages.move_words import Kind, Word
from bot.ui.pages.wording import Wording
from tests.contract.games import Configuration, configurations
from tests.e2e.laid import lay
from tests.e2e.mistakes import BAD, Bad
from tests.e2e.play import done
from tests.e2e.scripts import NAMES, Move, Written, by_chance, render_of
from tests.e2e.stage import Stage
from tests.only import only

STRANGER = "Emi"
NO_TURN = "It isn't your turn."
NO_SEAT = "You aren't playing at this table."
REFUSED = re.compile(
    r"You can't pick “.*” as `\w+` now\. You can pick: .+"
    r"|You can't use `\w+` now\. .+ You can use: `.+`\."
    r"|Which `\w+`\? You can pick: .+",
    re.DOTALL,
)
GARBAGE = ("?", "-1", "99", "null", "1e1", "🀄", "red 3 red 3", "x" * 300)
SEEDS = 12
"""How many random games are looked through for a situation."""
QUICK = ("kasane-3", "korpokkur-2")
"""Where any wrong word is tried the quick way: commands of one word, and of the most kinds."""
TYPED = ("kirifuda", "korpokkur")
"""Whose mistakes are made the quick way: the contract tests type nonsense in every game."""
AGAIN = 3
"""How many wrong values are tried for each word in each situation, besides one of garbage."""


@cache
def chance_games(where: str) -> list[Written]:
    """Return some games of chance of a configuration."""
    configuration = only([each for each in configurations() if str(each) == where], where)
    return [by_chance(configuration, seed) for seed in range(SEEDS)]


def situation(bad: Bad) -> tuple[Written, int]:
    """Find a game and how many of its moves lead to a situation."""
    for written in chance_games(bad.where):
        for at, move in enumerate(written.moves):
            if bad.when(move):
                return written, at
    raise LookupError(f"{bad.where}: {bad.what} never comes about")


async def try_it(
    stage: Stage, name: str, table_id: str, command: str, words: Mapping[str, str]
) -> Outcome:
    """Send a command; fail if it changed a byte of the table, its seats or its log."""
    before = on_disk(stage, table_id)
    outcome = await stage.person(name, "games").slash(command, {**words, "table": table_id})
    said = f"{name}: /{command} {dict(words)} → {outcome.text}"
    assert outcome.only_me, said
    assert not done(outcome), said
    assert on_disk(stage, table_id) == before, said
    return outcome


def on_disk(stage: Stage, table_id: str) -> list[object]:
    """Return everything that makes up a game on disk."""
    columns = "phase, revision, host, options, result, state, touched_at"
    return [
        stage.rows(f"SELECT {columns} FROM tables WHERE id = ?", table_id),
        stage.rows("SELECT * FROM seats WHERE table_id = ? ORDER BY seat", table_id),
        stage.rows("SELECT * FROM log WHERE table_id = ? ORDER BY step", table_id),
    ]


@pytest.mark.parametrize("key", [
    pytest.param(key, marks=[] if key in TYPED else pytest.mark.long)
    for key in sorted({bad.where.partition("-")[0] for bad in BAD})
])  # fmt: skip
async def test_a_mistake_is_named_and_changes_nothing(tmp_path: Path, key: str) -> None:
    """Make each mistake that is listed, in a situation where it can be made."""
    mine = [bad for bad in BAD if bad.where.startswith(key)]
    found = [situation(bad) for bad in mine]
    stage = Stage(tmp_path)
    ids = await lay(stage, stage.channel("games"), found)
    async with stage:
        for bad, (written, at), table_id in zip(mine, found, ids, strict=True):
            move = written.moves[at]
            name, command = NAMES[move.seat], f"{key} {bad.kind}"
            outcome = await try_it(stage, name, table_id, command, bad.words(move))
            assert re.search(bad.events, outcome.text), f"{bad.what}: {outcome.text}"
            assert REFUSED.search(outcome.text), outcome.text


def wrong_words(
    kind: Kind, legal: list[dict[str, str]], known: Mapping[str, list[str]], turn: int
) -> Iterator[dict[str, str]]:
    """Yield words that fit no legal move of a kind: each is right except for one, or nearly so."""
    allowed = {tuple(sorted(words.items())) for words in legal}
    for name, n in itertools.product(kind.words, range(AGAIN + 1)):
        right = legal[(turn + n) % len(legal)]
        values = known[name] if n < AGAIN else list(GARBAGE)
        for value in values[(turn + n) % len(values) :] + values:
            words = {word: right[word] for word in kind.words if word in right} | {name: value}
            if tuple(sorted(words.items())) not in allowed:
                yield words
                break


@pytest.mark.parametrize("configuration", [
    pytest.param(each, id=str(each), marks=[] if str(each) in QUICK else pytest.mark.long)
    for each in configurations()
])  # fmt: skip
async def test_any_wrong_word_changes_nothing(tmp_path: Path, configuration: Configuration) -> None:
    """Put a wrong word into every place of every command, wherever a different choice is open."""
    key, render = configuration.game.info.key, render_of(configuration.game)
    played = [by_chance(configuration, seed) for seed in range(3)]
    wording = Wording("en-GB", NAMES[: configuration.seats])

    def by_kind(move: Move) -> dict[str, list[dict[str, str]]]:
        found: dict[str, list[dict[str, str]]] = {}
        for action in move.legal:
            words: Sequence[Word] = render.words(action, move.view, wording)
            found.setdefault(action.kind, []).append({w.name: w.value for w in words})
        return found

    open_moves = {
        (n, at): by_kind(move)
        for n, game in enumerate(played)
        for at, move in enumerate(game.moves)
    }
    known: dict[str, dict[str, list[str]]] = {}
    for kinds in open_moves.values():
        for kind, legal in kinds.items():
            for words in legal:
                for name, value in words.items():
                    values = known.setdefault(kind, {}).setdefault(name, [])
                    if value not in values:
                        values.append(value)
    different = {tuple(kinds): place for place, kinds in open_moves.items()}
    places = list(different.values())
    tables = [(played[n], at) for n, at in places]
    stage = Stage(tmp_path)
    ids = await lay(stage, stage.channel("games"), tables)
    async with stage:
        for turn, (place, table_id) in enumerate(zip(places, ids, strict=True)):
            move, kinds = played[place[0]].moves[place[1]], open_moves[place]
            asked = NAMES[move.seat]
            for kind, asked_for in render.kinds.items():
                if kind not in known:
                    continue
                command = f"{key} {kind}"
                if kind in kinds:
                    for words in wrong_words(asked_for, kinds[kind], known[kind], turn):
                        outcome = await try_it(stage, asked, table_id, command, words)
                        assert REFUSED.search(outcome.text), outcome.text
                    words = kinds[kind][0]
                    for other in not_asked(stage, table_id):
                        outcome = await try_it(stage, other, table_id, command, words)
                        assert NO_TURN in outcome.text
                    outcome = await try_it(stage, STRANGER, table_id, command, words)
                    assert NO_SEAT in outcome.text
                else:
                    words = {name: values[0] for name, values in known[kind].items()}
                    outcome = await try_it(stage, asked, table_id, command, words)
                    assert f"You can't use `{kind}` now." in outcome.text
                    assert all(f"`{each}`" in outcome.text for each in kinds)


def not_asked(stage: Stage, table_id: str) -> list[str]:
    """Return who sits at a table and isn't asked."""
    query = "SELECT name FROM seats WHERE table_id = ? AND question_number IS NULL ORDER BY seat"
    return [name for (name,) in stage.rows(query, table_id)]
