"""Secrets in bytes where people come and go, take back, and look back at what was.

The same is done at two tables that differ in hidden cards alone. All that reaches those who can't
know the difference must be equal to the byte but for ids, times and seals: also what somebody
sees who takes a seat over, who comes back, and who looks at a game that is over.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import pytest

from bot.sandbox import Actor, Outcome
from tests.e2e.back import MY_VIEW, at_the_end, export, last_board, look, replay, verdict
from tests.e2e.chairs import come_back, press_page, table_page
from tests.e2e.follow import BY_CLICKS, follow
from tests.e2e.play import (
    Clicks,
    Script,
    Sitting,
    as_new_as,
    board_up,
    end_game,
    is_over,
    made,
    open_table,
    picture_of,
)
from tests.e2e.scenes import NO_HAND, SEAT_WENT, people
from tests.e2e.scripts import golden
from tests.e2e.spoken import JAPANESE, in_japanese, reads, said
from tests.e2e.stage import ENGLISH, LOOK, PATIENCE, Stage
from tests.e2e.test_figures import figures, free_port
from tests.e2e.test_secrets import TWINS, probe
from tests.e2e.watch import (
    RECENT,
    SPECTATOR,
    Seen,
    Stream,
    bare,
    caught_up,
    difference,
    logged,
    watched,
)

CLICKS = Clicks()
TAKE = "Take {name}'s seat"
LATE = "60"
"""Computers never come to move: what they would play may well depend on their own cards."""


def plain(text: str, sitting: Sitting) -> str:
    """Return a text without ids, seals, times (also for Discord to write out), and the port."""
    return _plain(bare(text, sitting))


@lru_cache(RECENT)
def _plain(text: str) -> str:
    text = re.sub(r"127\.0\.0\.1:[0-9]+", "PORT", text)
    # A red button's number is made from who sits there, and these people have other ids each time.
    text = re.sub(r"(a:end:TABLE:[a-z]+):[0-9]+", r"\1:SIGN", text)
    return re.sub(r"\b1[0-9]{9}\b", "TIME", text)


class Notes:
    """Writes down what reaches everybody, event by event and answer by answer."""

    def __init__(self, sitting: Sitting, streams: list[Stream]) -> None:
        self.sitting = sitting
        self.streams = streams
        self.seen = Seen()
        self.answers: dict[str, list[str]] = {}

    def answer(self, person: Actor, outcome: Outcome | str) -> None:
        """Note an answer that somebody got."""
        if isinstance(outcome, Outcome):
            controls = outcome.message.controls if outcome.message is not None else ""
            outcome = f"{outcome.text}\n{controls}"
        self.answers.setdefault(person.name, []).append(outcome)

    async def page(self, *people: Actor) -> None:
        """Let people look at the table page."""
        for person in people:
            message = await table_page(self.sitting, person)
            self.answer(person, f"{message.text}\n{message.controls}")

    async def close(self) -> None:
        """End a step: all that came so far belongs to it.

        Each thing that is done needs its own: what comes quicker than boards are drawn is drawn at
        once, and how much that is is chance.
        """
        stage, sitting = self.sitting.stage, self.sitting
        await stage.shown()
        # Open hands follow the board, also where only a vote has changed it.
        try:
            await stage.until(lambda: not behind(sitting))
        except AssertionError as error:
            raise AssertionError(f"not as new as the board: {behind(sitting)}\n{error}") from None
        # Nothing on the board tells whether a hand has said already that somebody left or came, nor
        # whether a call that is done is gone.
        await all_posted(stage)
        await caught_up(stage, self.streams)
        step: dict[str, list[str]] = {}
        for stream in self.streams:
            name = stream.person.name
            texts = [*stream.events, *self.answers.pop(name, [])]
            step[name] = sorted(plain(each, self.sitting) for each in texts)
            stream.events.clear()
        self.seen.steps.append(step)


def behind(sitting: Sitting) -> dict[str, object]:
    """Return what doesn't show yet how things stand: by what it is, where and what is seen."""
    board, asked, may = last_board(sitting), asked_to_vote(sitting), may_vote(sitting)
    hands = sitting.hands.items()
    found = {
        "hands": {
            n: [picture_of(h), picture_of(board)] for n, h in hands if not as_new_as(h, board)
        },
        "asked to vote, and may": [asked, may] if asked != may else [],
        "older hands": [h.text for h in sitting.older if not (h.deleted or is_over(h))],
    }
    return {what: seen for what, seen in found.items() if seen}


async def all_posted(stage: Stage) -> None:
    """Wait until nothing waits to be posted, drawn again, or taken down."""

    async def waiting() -> dict[str, float]:
        found = (await figures(stage)).items()
        return {n: count for n, count in found if n.startswith("kakushi_posts_waiting") and count}

    async with asyncio.timeout(PATIENCE):
        while await waiting():
            await asyncio.sleep(LOOK)


def asked_to_vote(sitting: Sitting) -> set[str]:
    """Return whose hands ask for a vote."""
    ids = {
        name: [str(part.get("custom_id")) for part in hand.controls]
        for name, hand in sitting.hands.items()
    }
    return {name for name, found in ids.items() if any(id.startswith("a:say:") for id in found)}


def may_vote(sitting: Sitting) -> set[str]:
    """Return who has a hand and no say yet in the vote that is open, if one is."""
    query = "SELECT motion FROM tables WHERE id = ?"
    ((motion,),) = sitting.stage.rows(query, sitting.table_id)
    if motion is None:
        return set()
    vote = json.loads(motion)
    said_already = {sitting.people[seat].name for seat in (*vote["ayes"], *vote["noes"])}
    return sitting.hands.keys() - said_already


async def play(sitting: Sitting, seat: int, words: Sequence[str]) -> None:
    """Make a move by clicks, with a hand opened again."""
    person = sitting.people[seat]
    await sitting.open_hand(person)
    outcome = await (await CLICKS.prepare(sitting, person, Script(words)))()
    assert made(sitting.stage, outcome), outcome.text


async def look_back(notes: Notes, *people: Actor) -> None:
    """Let people do everything that can be done with a game that is over."""
    sitting = notes.sitting
    for person in people:
        record = await replay(sitting, person)
        pages = [*(await record.page_through()).values()]
        if said(person, MY_VIEW) in record.message.buttons:
            # It has opened with that one.
            await record.press("Public view")
            pages += (await record.page_through()).values()
        pages += [await look(sitting, person, step, which) for step in (0, 2) for which in "m012"]
        notes.answer(person, "\n".join(pages))
        notes.answer(person, (await export(sitting, person)).decode())
        notes.answer(person, await verdict(sitting, person))
        board = last_board(sitting)
        page = await person.press(board, said(sitting.place, "More"))
        notes.answer(person, page)


async def look_back_at_own(notes: Notes, *people: Actor) -> None:
    """Let people look back at what they saw themselves."""
    for person in people:
        record = await replay(notes.sitting, person)
        notes.answer(person, "\n".join((await record.page_through()).values()))


async def come_and_go(stage: Stage, name: str, twin: int) -> Seen:
    """Play one of two twins with much coming and going, end it, and look back at it."""
    twins = TWINS[name]
    place = stage.channel("games")
    ada, bob, cleo, dai, emi, finn = people(
        stage, place, "Ada", "Bob", "Cleo", "Dai", SPECTATOR, "Finn"
    )
    sitting = await open_table(stage, [ada, bob, cleo], CLICKS)
    await stage.shown()
    moves = twins.moves(twin)
    async with watched(stage, [ada, bob, cleo, dai, emi, finn]) as streams:
        notes = Notes(sitting, streams)
        started = await CLICKS.start(sitting)
        assert started.message is not None, "the game wasn't started"
        await board_up(sitting)
        assert in_japanese(sitting.board.text) == (stage.language == JAPANESE), sitting.board.text
        # The answer says where the board is, from the beginning or a moment later.
        await stage.until(lambda: f"<#{sitting.place.id}>" in started.message.text)  # pyright: ignore[reportOptionalMemberAccess]
        # What all see of the start is compared elsewhere; whether the answer quotes the card as it
        # was before or after is chance.
        await notes.close()
        notes.seen.steps.clear()
        await play(sitting, *moves[0])
        # An answer shows the board that it answers to as it was then.
        await stage.shown()
        await notes.page(ada, dai, emi)
        await notes.close()
        # Bob lays a card face down and takes it back; the others agree.
        await play(sitting, *moves[1])
        await notes.close()
        asked = await press_page(sitting, bob, "Take back")
        assert reads(bob, asked.text, "I've asked the others to vote."), asked.text
        await notes.close()
        for person in (ada, cleo):
            await stage.shown()
            agreed = await person.press(sitting.board, said(sitting.place, "Vote yes"))
            notes.answer(person, agreed)
            await notes.close()
        assert '"back"' not in stage.log_of(sitting.table_id)[-1].events, (
            "who came back is told in the game's own log"
        )
        assert len(stage.log_of(sitting.table_id)) == 4
        for person in (ada, emi):
            for told in await probe(sitting, person):
                notes.answer(person, told)
        await notes.close()
        await play(sitting, *moves[1])
        await notes.close()
        # Ada leaves, and is back after Cleo's move.
        notes.answer(ada, await press_page(sitting, ada, "Leave"))
        await notes.close()
        await notes.page(ada, dai, emi)
        await play(sitting, *moves[2])
        await notes.close()
        notes.answer(ada, await come_back(sitting, ada))
        await notes.close()
        # She leaves for good: Dai takes the seat and sees its hand. Finn takes Bob's.
        await press_page(sitting, ada, "Leave")
        del sitting.hands["Ada"]
        await notes.close()
        notes.answer(dai, await press_page(sitting, dai, TAKE, name="Ada"))
        await notes.close()
        hand = await sitting.open_hand(dai)
        notes.answer(dai, f"{hand.text}\n{hand.controls}")
        for what, told in (("hand", NO_HAND), ("back", SEAT_WENT)):
            refused = await ada.in_(sitting.place).slash(f"table {what}", table=sitting.table_id)
            assert refused.text == said(ada, told).format(name="Dai")
        await notes.close()
        await press_page(sitting, bob, "Leave")
        del sitting.hands["Bob"]
        await notes.close()
        await press_page(sitting, finn, TAKE, name="Bob")
        await notes.close()
        await notes.page(ada, dai, emi)
        await notes.close()
        sitting.people = [dai, finn, cleo]
        for seat, words in moves[3:-1]:
            await play(sitting, seat, words)
            await notes.close()
        ended = await end_game(emi.in_(sitting.place), sitting.table_id)
        assert said(emi, "The game has ended, without a result.") in ended.text, ended.text
        await notes.close()
        await look_back(notes, ada, dai, emi)
        await look_back_at_own(notes, bob, cleo, finn)
        await notes.close()
    notes.seen.log = [plain(line, sitting) for line in logged(sitting)]
    return notes.seen


IN_BOTH = pytest.mark.parametrize(
    "language",
    [
        pytest.param(ENGLISH, id="in English"),
        pytest.param(JAPANESE, marks=pytest.mark.long, id="in Japanese"),
    ],
)


@IN_BOTH
@pytest.mark.takes(9)
async def test_coming_and_going_tells_nobody_what_they_can_not_know(
    tmp_path: Path, language: str
) -> None:
    """Take back, leave, come back, take over, end, replay, export: equal for who can't know."""
    name, seen = "3 seats, two hands", list[Seen]()
    for twin in range(2):
        folder = tmp_path / f"twin {twin}"
        folder.mkdir()
        deals = [0, *[TWINS[name].deck(twin)] * 9]
        async with Stage(
            folder,
            deals=deals,
            language=language,
            LOG_LEVEL="DEBUG",
            METRICS_PORT=str(free_port()),
            COMPUTER_DELAY=LATE,
        ) as stage:
            seen.append(await come_and_go(stage, name, twin))
    compare(seen, ["Ada", "Dai", SPECTATOR])
    first, second = seen
    # It can be seen: by who holds the cards, also when they look back, and who took a seat over.
    assert first.steps[1]["Bob"] != second.steps[1]["Bob"]
    for knowing in ("Bob", "Cleo", "Finn"):
        assert first.steps[-1][knowing] != second.steps[-1][knowing], knowing


def compare(seen: list[Seen], watchers: Sequence[str]) -> None:
    """Hold all that reached some people in two worlds against each other."""
    first, second = seen
    assert first.log == second.log
    assert len(first.log) > 3, "too little happened to compare"
    for number, (one, two) in enumerate(zip(first.steps, second.steps, strict=True)):
        for watcher in watchers:
            assert difference(one[watcher], two[watcher]) == [], (watcher, number)
    assert all(first.steps[-1][watcher] for watcher in watchers), "a watcher saw nothing at the end"


def shows_the_end(person: Actor, sitting: Sitting) -> bool:
    """Tell whether the hand that a person opened last says who has won."""
    hands = [message for message in person.sees(sitting.place) if message.only_me]
    return not hands or "🏆" in hands[-1].text


async def finished(stage: Stage) -> Seen:
    """Play a written game to its end, and look back at it before and after hands are open."""
    written = golden(2)
    ada, bob, emi = people(stage, stage.channel("games"), "Ada", "Bob", SPECTATOR)
    sitting = await open_table(stage, [ada, bob], CLICKS)
    await stage.shown()
    async with watched(stage, [ada, bob, emi]) as streams:
        notes = Notes(sitting, streams)
        await CLICKS.start(sitting)
        await board_up(sitting)
        await notes.close()
        notes.seen.steps.clear()
        for move in written.moves:
            # One by one, so that all is said that there is to say: pings are counted by Discord.
            await follow(sitting, BY_CLICKS, [move])
            await stage.shown()
        # Their hands lie open, and are drawn again once the game is over.
        await stage.until(lambda: all(shows_the_end(each, sitting) for each in (ada, bob)))
        # What is left of the game counts here; what is shown on the way has tests of its own.
        await caught_up(stage, streams)
        for stream in streams:
            stream.events.clear()
        assert in_japanese(sitting.board.text) == (stage.language == JAPANESE), sitting.board.text
        notes.answer(emi, f"{sitting.board.text}\n{sitting.card.text}")
        await look_back(notes, ada, bob, emi)
        await notes.close()
        await at_the_end(ada, sitting.board, "Reveal hands")
        await notes.close()
        await at_the_end(bob, sitting.board, "Reveal hands")
        await notes.close()
        notes.answer(emi, (await export(sitting, emi)).decode())
        await notes.close()
    notes.seen.log = [plain(line, sitting) for line in logged(sitting)]
    return notes.seen


@IN_BOTH
@pytest.mark.takes(4.5)
async def test_a_finished_game_tells_what_was_set_aside_only_with_open_hands(
    tmp_path: Path, language: str
) -> None:
    """Two games that differ in the order of cards that nobody ever saw; all else is equal."""
    written, seen = golden(2), list[Seen]()
    other = [list(draw) if isinstance(draw, list) else draw for draw in written.draws]
    decks = [draw for draw in other if isinstance(draw, list)]
    changed = 0
    for deck in decks:
        if deck[-1] != deck[-2]:
            deck[-1], deck[-2] = deck[-2], deck[-1]
            changed += 1
    assert changed
    for number, deals in enumerate((written.draws, other)):
        folder = tmp_path / f"world {number}"
        folder.mkdir()
        async with Stage(
            folder,
            deals=deals,
            language=language,
            LOG_LEVEL="DEBUG",
            METRICS_PORT=str(free_port()),
        ) as stage:
            seen.append(await finished(stage))
    *closed, opened = zip(seen[0].steps, seen[1].steps, strict=True)
    compare(
        [
            Seen([one for one, _ in closed], seen[0].log),
            Seen([two for _, two in closed], seen[1].log),
        ],
        ["Ada", "Bob", SPECTATOR],
    )
    assert opened[0][SPECTATOR] != opened[1][SPECTATOR]
