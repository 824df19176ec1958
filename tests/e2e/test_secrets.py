"""Secrets, byte by byte: two games that differ in hidden cards alone look the same to the others.

The same game is played twice, by the real bot, with two deals that differ only in cards which some
people can't know. All that reaches those people (every event of their page, every answer they
get), and all that the bot writes to its own log, must be equal to the byte until a card is shown;
only ids and times are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.sandbox import Actor
from bot.sandbox.interactions import COMPONENT
from cogs.donburiko.views import DECK
from tests.e2e.play import (
    Clicks,
    Commands,
    Door,
    Script,
    Sitting,
    board_up,
    made,
    open_table,
)
from tests.e2e.scenes import people
from tests.e2e.spoken import JAPANESE, in_japanese
from tests.e2e.stage import ENGLISH, Stage
from tests.e2e.watch import SPECTATOR, Seen, bare, caught_up, difference, logged, settled, watched

NAMES = ["Ada", "Bob", "Cleo", "花子"]


@dataclass(frozen=True)
class Twins:
    """Two deals of Donburiko! that differ in one swap, and the moves that are made in both.

    A deal is written as "rows | hand of seat 0 | … | set aside", in the order of dealing.
    """

    deals: tuple[str, str]
    knowing: tuple[int, ...]
    """The seats whose first card the other deal has elsewhere: they alone may know."""

    @property
    def seats(self) -> int:
        """Return how many play: there is a row for each."""
        return len(_parts(self.deals[0])[0])

    def deck(self, twin: int) -> list[int]:
        """Return the cards in the order of dealing."""
        return [card for part in _parts(self.deals[twin]) for card in part]

    def moves(self, twin: int) -> list[tuple[int, list[str]]]:
        """Return the moves as (seat, words): of equal public part in both twins, until the last.

        Everybody adds two cards; those who know the difference lay it face down on row 1 first.
        Then row 2 is taken, where all lies open, and at last row 1, which shows it.
        """
        hands = _parts(self.deals[twin])[1:]
        made: list[tuple[int, list[str]]] = []
        for turn in range(2):
            for seat in range(self.seats):
                card = {0: "loach", 15: "1or5"}.get(hands[seat][turn], str(hands[seat][turn]))
                row = 2 + seat % (self.seats - 1)
                hide = seat in self.knowing and turn == 0
                made.append((seat, ["add", card, *(["1", "down"] if hide else [str(row), "up"])]))
        return [*made, (0, ["take", "2"]), (1, ["take", "1"])]


def _parts(deal: str) -> list[list[int]]:
    return [list(map(int, part.split())) for part in deal.split("|")]


TWINS = {
    "2 seats, hand and aside": Twins(
        (
            "1 2 | 3 2 0 -1 |  4 3 -1 0 | 5 4 -2 -2",
            "1 2 | 3 2 0 -1 | -2 3 -1 0 | 5 4  4 -2",
        ),
        knowing=(1,),
    ),
    "3 seats, hand and aside": Twins(
        (
            "1 2 3 | 3 2 0 -1 | 4 15 -1 0 |  5 4 -2 -2 | 15",
            "1 2 3 | 3 2 0 -1 | 4 15 -1 0 | 15 4 -2 -2 |  5",
        ),
        knowing=(2,),
    ),
    "3 seats, two hands": Twins(
        (
            "1 2 3 | 3 2 0 -1 |  4 4 -1 0 | 15 5 -2 -2 | 15",
            "1 2 3 | 3 2 0 -1 | 15 4 -1 0 |  4 5 -2 -2 | 15",
        ),
        knowing=(1, 2),
    ),
    "4 seats, two hands": Twins(
        (
            "1 2 3 2 | 3 0 -1 | 15 0 -1 |  5 4 -2 | -2 4 15",
            "1 2 3 2 | 3 0 -1 | 15 0 -1 | -2 4 -2 |  5 4 15",
        ),
        knowing=(2, 3),
    ),
}

QUICK = ("2 seats, hand and aside",)
"""The quick way; two hands are in `test_table_verb_secrets` then."""


async def probe(sitting: Sitting, watcher: Actor) -> list[str]:
    """Do what a curious person would, who isn't asked: every answer is part of what they see."""
    here = watcher.in_(sitting.place)
    answers = [
        str(await here.complete("donburiko add", "card")),
        str(await here.complete("donburiko add", "card", "-", row="1")),
        str(await here.complete("donburiko take", "row")),
        (await here.slash("table list")).text,
    ]
    for card in ("-2", "4", "5", "loach"):
        answers.append((await here.slash("donburiko add", card=card, row="1", face="down")).text)
        data = {"component_type": 2, "id": 1, "custom_id": f"m:{sitting.table_id}:1:add:{card}"}
        answers.append((await here.raw(COMPONENT, data, message=sitting.board)).text)
    return answers


async def played(stage: Stage, twins: Twins, twin: int, door: Door) -> Seen:
    """Play one of the twins, and return what everybody saw."""
    seen = Seen()
    place = stage.channel("games")
    seated = people(stage, place, *NAMES[: twins.seats])
    everybody = [*seated, *people(stage, place, SPECTATOR)]
    sitting = await open_table(stage, seated, Clicks())
    # Nothing is dealt yet, and how often the card was edited so far is chance.
    await stage.until(lambda: all(each.name in sitting.card.text for each in seated))
    async with watched(stage, everybody) as streams:
        started = await door.start(sitting)
        assert started.message is not None, "the game wasn't started"
        sitting.hands[seated[0].name] = started.message
        await board_up(sitting)
        for person in seated[1:]:
            hand = await sitting.open_hand(person)
            assert in_japanese(hand.text) == (stage.language == JAPANESE), hand.text
        assert in_japanese(sitting.board.text) == (stage.language == JAPANESE), sitting.board.text
        moves = twins.moves(twin)
        for number, (seat, words) in enumerate([(None, []), *moves]):
            answers: dict[str, list[str]] = {person.name: [] for person in everybody}
            if seat is not None:
                last = await door.prepare(sitting, seated[seat], Script(words))
                outcome = await last()
                assert made(stage, outcome), outcome.text
            if number == len(moves):
                await stage.shown()
            else:
                await settled(sitting)
                asked = moves[number][0]
                for person in everybody:
                    if person is not seated[asked]:
                        answers[person.name] = await probe(sitting, person)
                await settled(sitting)
            await caught_up(stage, streams)
            step = {
                stream.person.name: sorted(
                    bare(text, sitting) for text in stream.events + answers[stream.person.name]
                )
                for stream in streams
            }
            seen.steps.append(step)
            for stream in streams:
                stream.events.clear()
    seen.log = logged(sitting)
    return seen


@pytest.mark.parametrize(
    ("name", "door", "language"),
    [
        *(
            pytest.param(
                name,
                Clicks(),
                ENGLISH,
                id=f"{name}, by clicks",
                marks=pytest.mark.takes(6) if name in QUICK else pytest.mark.long,
            )
            for name in TWINS
        ),
        *(
            pytest.param(
                name, Commands(), ENGLISH, id=f"{name}, by commands", marks=pytest.mark.long
            )
            for name in TWINS
        ),
        *(
            pytest.param(
                name,
                Clicks(),
                JAPANESE,
                id=f"{name}, in Japanese",
                marks=pytest.mark.long,
            )
            for name in TWINS
        ),
    ],
)
async def test_twins_look_the_same_to_all_who_can_not_know(
    tmp_path: Path, name: str, door: Door, language: str
) -> None:
    twins = TWINS[name]
    seen: list[Seen] = []
    assert sorted(twins.deck(0)) == sorted(twins.deck(1)) == sorted(DECK[twins.seats])
    for twin in range(2):
        folder = tmp_path / f"twin {twin}"
        folder.mkdir()
        deals = [0, *[twins.deck(twin)] * 9]
        async with Stage(folder, deals=deals, language=language, LOG_LEVEL="DEBUG") as stage:
            seen.append(await played(stage, twins, twin, door))
    assert seen[0].log == seen[1].log
    assert len(seen[0].log) > 3
    knowing = [NAMES[seat] for seat in twins.knowing]
    others = [*(n for n in NAMES[: twins.seats] if n not in knowing), SPECTATOR]
    *until_shown, shown = zip(seen[0].steps, seen[1].steps, strict=True)
    for number, (first, second) in enumerate(until_shown):
        for watcher in others:
            assert difference(first[watcher], second[watcher]) == [], (watcher, number)
            assert first[watcher], "a page that is sent nothing proves nothing"
    # It can be seen at all: by those who hold the cards at once, and by everybody in the end.
    for watcher in knowing:
        assert until_shown[0][0][watcher] != until_shown[0][1][watcher]
    for watcher in others:
        assert shown[0][watcher] != shown[1][watcher]
