"""Secrets of every game, byte by byte: a person's page can't tell two worlds apart.

A table lies in the database, once as it is and once with two things exchanged that one seat can't
see. The real bot takes it up, hands are opened, moves of equal public part are made, and who isn't
asked tries what they can. All that reaches the one who may not know, and somebody who only looks
on, and all that the bot writes to its own log, must be equal to the byte; but ids and times.
"""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import Actor, Message
from tests.contract.games import Configuration, configurations
from tests.e2e import twins as both
from tests.e2e.follow import BY_CLICKS
from tests.e2e.laid import lay
from tests.e2e.play import Sitting, as_new_as, boards, done, has_menu, is_over, made, waits
from tests.e2e.scripts import NAMES, one_of_each
from tests.e2e.spoken import JAPANESE, in_japanese
from tests.e2e.stage import ENGLISH, Stage
from tests.e2e.twins import Twins, World
from tests.e2e.watch import SPECTATOR, Seen, bare, caught_up, difference, logged, watched

# What is of one game alone is proved in tests/contract; through the process one is enough.
QUICK = {name for name in one_of_each(0) if name.startswith("kirifuda-")}
IN_JAPANESE = one_of_each(-1)


async def board_of(stage: Stage, looker: Actor, table_id: str) -> Sitting:
    """Find the table where the bot has put it up."""
    await stage.shown()
    channels = list(stage.sandbox.world.channels.values())
    found = [
        board
        for channel in channels
        if channel.guild is not None and looker.id in channel.guild.members
        for board in boards(looker, channel, table_id)
    ]
    (board,) = found
    return Sitting(stage, "", [], table_id, board)


async def probe(sitting: Sitting, watcher: Actor, twins: Twins) -> list[str]:
    """Do what a curious person would: complete every word of every command, and make moves."""
    here, answers = watcher.in_(sitting.place), list[str]()
    for move in {move.kind: move for move in twins.written.moves}.values():
        command = f"{sitting.game} {move.kind}"
        for word in move.typed:
            answers.append(str(await here.complete(command, word)))
        if watcher.name not in asked(sitting):
            outcome = await here.slash(command, {**move.typed, "table": sitting.table_id})
            assert not done(outcome)
            answers.append(outcome.text)
    answers.append((await here.slash("table list")).text)
    hand = await here.slash("table hand", table=sitting.table_id)
    if hand.message is not None and watcher.name in sitting.hands:
        sitting.keep_hand(watcher, hand.message)
    return [*answers, hand.text, str(hand.message.controls if hand.message else "")]


def asked(sitting: Sitting) -> set[str]:
    """Return the names of those who are asked."""
    query = "SELECT name FROM seats WHERE table_id = ? AND question_number IS NOT NULL"
    return {name for (name,) in sitting.stage.rows(query, sitting.table_id)}


async def at_rest(sitting: Sitting, before: set[str] | None) -> set[str]:
    """Wait until board and open hands show what they will; return who is asked.

    Hands of others follow when somebody else is asked than `before`, and with every new picture.
    """
    await sitting.stage.shown()
    now = asked(sitting)
    board = sitting.board

    def drawn(name: str, hand: Message) -> bool:
        says = has_menu(hand) if name in now else now == before or waits(hand, board)
        return says and as_new_as(hand, board)

    def closed() -> bool:
        return all(hand.deleted or is_over(hand) for hand in sitting.older)

    await sitting.stage.until(
        lambda: closed() and all(drawn(*each) for each in sitting.hands.items())
    )
    return now


async def played(folder: Path, twins: Twins, world: World, language: str) -> Seen:
    """Let the bot take up one of two worlds; return what everybody saw."""
    seen, written = Seen(), twins.written
    folder.mkdir()
    deals = [*written.draws[: twins.drawn], *world.draws]
    async with Stage(folder, deals=deals, language=language, LOG_LEVEL="DEBUG") as stage:
        await stage.kill()
        stage.log.clear()
        (table_id,) = await lay(stage, stage.channel("games"), [(written, twins.made)])
        exchange(stage, table_id, world.state)
        await stage.start()
        seated = [stage.person(name, "games") for name in NAMES[: written.seats]]
        looker = stage.person(SPECTATOR, "games")
        sitting = await board_of(stage, looker, table_id)
        sitting.game, sitting.people = written.game, seated
        watchers = [seated[twins.seat], looker]
        async with watched(stage, [*seated, looker]) as streams:
            for person in seated:
                hand = await sitting.open_hand(person)
                assert in_japanese(hand.text) == (language == JAPANESE), hand.text
            assert in_japanese(sitting.board.text) == (language == JAPANESE), sitting.board.text
            now: set[str] | None = None
            for move in (None, *world.moves):
                if move is not None:
                    outcome = await (await BY_CLICKS.reach(sitting, move))()
                    assert made(stage, outcome), outcome.text
                now = await at_rest(sitting, now)
                answers = {
                    watcher.name: await probe(sitting, watcher, twins) for watcher in watchers
                }
                # A hand that was shown by a command is the newest: the one on the board is stale.
                await sitting.open_hand(seated[twins.seat])
                await at_rest(sitting, now)
                await caught_up(stage, streams)
                step: dict[str, list[str]] = {}
                for stream in streams:
                    name = stream.person.name
                    texts = [*stream.events, *answers.get(name, [])]
                    step[name] = sorted(bare(each, sitting) for each in texts)
                    stream.events.clear()
                seen.steps.append(step)
        seen.log = logged(sitting)
    return seen


def exchange(stage: Stage, table_id: str, state: str) -> None:
    """Put another state into a table that lies on disk while the bot is dead."""
    assert stage.dead, "the bot is still running, and would write over it"
    with contextlib.closing(sqlite3.connect(stage.database)) as connection, connection:
        changed = connection.execute(
            "UPDATE tables SET state = ? WHERE id = ?", (state, table_id)
        ).rowcount
    assert changed == 1, f"{changed} tables have the id {table_id}"


def marked(configuration: Configuration) -> Any:
    """Return a configuration as a parameter; most take the long way."""
    name = str(configuration)
    marks = [] if name in QUICK else [pytest.mark.long]
    return pytest.param(configuration, 0, ENGLISH, marks=marks, id=name)


@pytest.mark.parametrize(
    ("configuration", "seed", "language"),
    [
        *map(marked, configurations()),
        *(
            pytest.param(each, seed, ENGLISH, marks=pytest.mark.long, id=f"{each} again {seed}")
            for each in configurations()
            for seed in (1, 2)
        ),
        *(
            pytest.param(each, 3, JAPANESE, marks=pytest.mark.long, id=f"{each} in Japanese")
            for each in configurations()
            if str(each) in IN_JAPANESE
        ),
    ],
)
@pytest.mark.takes(5.5)
async def test_worlds_look_the_same_to_who_can_not_know(
    tmp_path: Path, configuration: Configuration, seed: int, language: str
) -> None:
    twins = both.find(configuration, seed)
    first, second = [
        await played(tmp_path / f"world {n}", twins, world, language)
        for n, world in enumerate(twins.worlds)
    ]
    assert difference(first.log, second.log) == [], "the log of the bot tells"
    assert first.log, "a log in which nothing stands proves nothing"
    for number, (one, two) in enumerate(zip(first.steps, second.steps, strict=True)):
        for name in (NAMES[twins.seat], SPECTATOR):
            assert difference(one[name], two[name]) == [], f"{name} is told in step {number}"
            assert one[name], "a page that is sent nothing proves nothing"
    # It can be seen: by somebody who holds what differs, at once.
    knowing = [NAMES[seat] for seat in twins.knowing]
    seen = any(first.steps[0][name] != second.steps[0][name] for name in knowing)
    assert seen or not knowing, f"none of {knowing} sees what only they may see"
