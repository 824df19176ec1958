"""Hand-made interactions: whatever is sent in, it is answered, and nothing changes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.sandbox import Actor, Channel, Message, Outcome
from bot.sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT, Interaction
from bot.sandbox.json_text import Json
from tests.e2e.play import Sitting, done, menu
from tests.e2e.scenes import (
    MOVED_ON,
    NOT_SEATED,
    add,
    asked,
    games,
    move,
    people,
    table,
    take,
    typed,
)
from tests.e2e.stage import Stage
from tests.only import first

GONE = "This button doesn't work any more."
NOT_POSSIBLE = "You can't make that move now."
FAULT = "Something went wrong"
TOGETHER = 40

ODD = [
    "",
    " ",
    ":",
    "-1",
    "0",
    "007",
    "1e9",
    "99999999999999999999999",
    "１２",
    "²",
    "٣",
    "null",
    "None",
    "@everyone",
    "<@1>",
    "`**x**`",
    "';DROP TABLE tables;--",
    "../../x",
    "%00",
    "\x00",
    "\u202egnol",
    "a\u0301" * 30,
    "👩‍👩‍👧‍👦",
    "鉛筆",
    "ß",
    "{table}",
    "%s",
    "up/down",
    "1/up/1/up",
    "+",
    "4+4",
    "=",
    "x" * 100,
]
LONG = ["x" * 6000, "💣" * 3000, "\u0000" * 2000, "1," * 2500]


@dataclass
class Scene:
    """Two tables in play, on two servers, with all that may be aimed at."""

    stage: Stage
    here: Sitting
    away: Sitting
    turn: Actor
    """Who is asked at the table here; the host is never among those who act by chance."""
    strangers: list[Actor]
    rng: random.Random
    control: str
    origin: Interaction
    """What a made-up form pretends to have come from."""

    @classmethod
    async def set(cls, stage: Stage, seed: object) -> Scene:
        """Start the games, and stop where somebody other than the host is asked."""
        here, away = await table(stage, "Ada", "Bob", "Cleo"), await table(stage, "Ada", "Bob")
        turn, _ = await asked(here)
        while turn.name == "Ada":
            await move(here, add)
            turn, _ = await asked(here)
        strangers = people(stage, here.place, "Dai", "花子")
        controls = (part["custom_id"] for part in here.hands[turn.name].controls)
        moves = (custom_id for custom_id in controls if custom_id.startswith("m"))
        control = first(moves, f"a move in the hand of {turn.name}")
        listed = await strangers[0].slash("table list")
        rng = random.Random(str(seed))
        return cls(stage, here, away, turn, strangers, rng, control, listed.interaction)

    @property
    def question_number(self) -> str:
        """Return the number of the question that is open."""
        return self.control.split(":")[2]

    def messages(self, person: Actor) -> list[Message]:
        """Return what a person could say that they pressed something on."""
        found = [self.here.board, self.here.card, self.away.card, self.away.board]
        hand = self.here.hands.get(person.name)
        return found if hand is None else [*found, hand]


async def send(
    scene: Scene,
    person: Actor,
    kind: int,
    data: Json,
    channel: Channel | None = None,
    message: Message | None = None,
) -> Outcome:
    """Hand in an interaction, a form as if it had been shown before."""
    if kind != SUBMIT:
        return await person.raw(kind, data, channel=channel, message=message, name="made up")
    assert channel is not None, "there is no channel to send from"
    desk = scene.stage.sandbox.interactions
    it = desk.hand_in(kind, person.person, channel, data, name="made up", origin=scene.origin)
    return await Outcome.of(person, it)


async def press(person: Actor, message: Message, custom_id: str, *values: str) -> Outcome:
    """Send what pressing a button, or choosing in a list, would send."""
    data: Json = {"custom_id": custom_id, "component_type": 3 if values else 2, "id": 1}
    if values:
        data["values"] = list(values)
    return await person.raw(COMPONENT, data, message=message)


# One by one


async def test_a_card_that_is_not_held_can_not_be_played(stage: Stage) -> None:
    scene = await Scene.set(stage, "one")
    here, turn = scene.here, scene.turn
    hand = here.hands[turn.name]
    held = {path[1] for path in menu(turn, hand) if path[0] == "add" and len(path) > 1}
    before = games(stage)
    for card in {"-2", "-1", "0", "loach", "1", "2", "3", "4", "5", "1or5"} - held:
        for rest in ("1/up", "2/down"):
            path = f"m:{here.table_id}:{scene.question_number}:add:{card}:{rest}"
            answer = await press(turn, hand, path)
            assert NOT_POSSIBLE in answer.text, path
            answer = await press(turn, hand, path.removesuffix(f":{rest}"), rest)
            assert NOT_POSSIBLE in answer.text, path
    for rest in ("4/up", "0/up", "1/sideways", "1", "/", "1/up/1/up", "1/UP"):
        answer = await press(
            turn, hand, f"m:{here.table_id}:{scene.question_number}:add:{min(held)}:{rest}"
        )
        assert NOT_POSSIBLE in answer.text, rest
    assert games(stage) == before
    # The hand is still good after all that.
    assert menu(turn, hand)


async def test_another_question_number_is_stale(stage: Stage) -> None:
    scene = await Scene.set(stage, "two")
    here, turn = scene.here, scene.turn
    hand = here.hands[turn.name]
    rest = take(turn, hand).split(":", 3)[3]
    before = games(stage)
    for question_number in (
        "0",
        str(int(scene.question_number) + 1),
        str(int(scene.question_number) + 1000),
        "9" * 18,
    ):
        answer = await press(turn, hand, f"m:{here.table_id}:{question_number}:{rest}")
        assert MOVED_ON in answer.text, question_number
    for question_number in ("-1", "", "9" * 19, "1.0", "１", "x", " 1", "+1"):
        answer = await press(turn, hand, f"m:{here.table_id}:{question_number}:{rest}")
        assert answer.text == GONE, question_number
    assert games(stage) == before


async def test_controls_that_never_were_are_answered(stage: Stage) -> None:
    scene = await Scene.set(stage, "three")
    here, turn = scene.here, scene.turn
    dai = scene.strangers[0]
    before = games(stage)
    for custom_id in (
        "x",
        "m",
        "m:",
        "t",
        "t:hand",
        f"t:steal:{here.table_id}",
        f"t:hand:{here.table_id.upper()}",
        f"T:hand:{here.table_id}",
        f"m:{here.table_id}",
        "r:donburiko",
        "r:donburiko:-1",
        "💣",
    ):
        answer = await press(dai, here.board, custom_id)
        assert answer.only_me
        assert answer.text == GONE, custom_id
    assert (await press(dai, here.board, take(turn, here.hands[turn.name]))).text.startswith(
        NOT_SEATED
    )
    rules = await press(dai, here.board, "r:donburiko:999999999999999999")
    assert "How this bot works" in rules.text, "what lies beyond the last page isn't that page"
    assert (await press(dai, here.board, "r:poker:0")).text == "There is no such game here."
    # A form that the bot never showed.
    data: Json = {"custom_id": take(turn, here.hands[turn.name]), "components": []}
    assert (await send(scene, turn, SUBMIT, data, here.place)).text == GONE
    assert games(stage) == before


async def test_which_table_was_never_asked(stage: Stage) -> None:
    """Make up answers to "Which table?"."""
    scene = await Scene.set(stage, "four")
    here, away = scene.here, scene.away
    dai = scene.strangers[0]
    before = games(stage)
    none = "There is no such table here. `/table list` shows those you can see."
    for verb in ("hand", "act", "start", "leave", "join"):
        answer = await press(dai, here.board, f"w:{verb}:donburiko:take:row=1", away.table_id)
        assert typed(answer.text) == none
        answer = await press(dai, here.board, f"w:{verb}:donburiko:take:row=1", "zzzzz", "aaaaa")
        assert typed(answer.text) == none
    said = (await press(dai, here.board, "w:act:donburiko:take:row=1", here.table_id)).text
    assert said.startswith(NOT_SEATED)
    for blank in ("", " ", "\u3000"):
        answer = await press(scene.turn, here.board, "w:leave:donburiko:", blank)
        assert typed(answer.text) == none, "a blank found the only table that there is"
    answer = await press(dai, here.board, "w:hand:shogi:", here.table_id)
    assert answer.text == f"Table `{here.table_id}` has another game."
    answer = await press(dai, here.board, "w:steal:donburiko:", here.table_id)
    assert answer.text == MOVED_ON, "a verb that never was is taken for one"
    for custom_id in ("w", "w:", "w:hand"):
        answer = await press(dai, here.board, custom_id, here.table_id)
        assert answer.text == "This button doesn't work any more.", custom_id
    assert games(stage) == before


# By chance

Make = Callable[[Scene], tuple[Actor, int, Json, Channel | None, Message | None]]


def _text(rng: random.Random) -> str:
    if rng.random() < 0.6:
        return rng.choice(ODD)
    points = (rng.randrange(1, 0x10FFFF) for _ in range(rng.randrange(1, 40)))
    return "".join(chr(p) for p in points if not 0xD800 <= p < 0xE000) or "?"


def _table(scene: Scene) -> str:
    known = [scene.here.table_id, scene.away.table_id, "zzzzz", "aaaaa"]
    return scene.rng.choice(known) if scene.rng.random() < 0.8 else _text(scene.rng)


def _token(rng: random.Random) -> str:
    words = ["1", "2", "9", "up", "down", "4", "1or5", "loach", "-2", "6!", "/", "+", "add", "take"]
    return "/".join(rng.sample(words, rng.randrange(1, 4))) if rng.random() < 0.7 else _text(rng)


def _custom_id(scene: Scene, person: Actor) -> str:
    """Return an id that may be nearly right, but that this person can't change anything with."""
    rng = scene.rng
    match rng.randrange(10):
        case 0:
            return _text(rng)[:100] or "?"
        case 8:
            verbs = ["leave", "back", "pause", "resume", "takeback", "end", "vote", "pace", "seat"]
            # Who sits there may do all of this, and strangers nothing.
            verb = rng.choice(["page", _text(rng)] if person is scene.turn else [*verbs, "kick"])
            more = [["yes"], ["live"], ["0"], ["0", "y"], [str(rng.getrandbits(62))], [_text(rng)]]
            parts = ["a", verb, _table(scene), *rng.choice(more)]
        case 9:
            verb = rng.choice(["replay", "export", "verify", "open", _text(rng)])
            parts = ["h", verb, _table(scene), rng.choice(["0", "9", _text(rng)]), _text(rng)]
        case 1:
            verb = rng.choice(["hand", "join", "leave", "start", "end", "", "HAND", _text(rng)])
            parts = ["t", verb, _table(scene), *([_text(rng)] if rng.random() < 0.3 else [])]
        case 2:
            parts = ["r", rng.choice(["donburiko", "kasane", _text(rng)]), _text(rng)]
        case 3 | 4:
            verbs = ["act", "hand", "join", "leave", "start", "kick", "end", "replay", _text(rng)]
            game = rng.choice(["donburiko", "", _text(rng)])
            kind = rng.choice(["add", "take", "count", _text(rng)])
            # The person who is asked must not hit on a move that is possible.
            row = "9" if person is scene.turn else _token(rng)
            parts = ["w", rng.choice(verbs), game, kind, f"row={row}", f"{_text(rng)}={_text(rng)}"]
        case _:
            question_number = rng.choice(
                [scene.question_number, "0", "1", str(rng.randrange(10**6)), _text(rng)]
            )
            if person is scene.turn and question_number == scene.question_number:
                question_number = str(int(question_number) + 1 + rng.randrange(5))
            kind = rng.choice(["add", "take", "count", "pass", _text(rng)])
            tokens = [_token(rng) for _ in range(rng.randrange(4))]
            prefix = rng.choice(["m", "m", "m1", "m9", "mm", "M"])
            parts = [prefix, _table(scene), question_number, kind, *tokens]
    return ":".join(parts)[:100]


def _click(scene: Scene) -> tuple[Actor, int, Json, Channel | None, Message | None]:
    rng = scene.rng
    person = rng.choice([scene.turn, *scene.strangers])
    custom_id = _custom_id(scene, person)
    data: Json = {"custom_id": custom_id, "component_type": rng.choice([2, 3, 3, 5, 8]), "id": 1}
    if data["component_type"] != 2:
        picked = [rng.choice([_table(scene), _token(rng)]) for _ in range(rng.randrange(26))]
        if person is scene.turn and custom_id.startswith("w:"):
            picked = [_text(rng)]
        data["values"] = picked
    return person, COMPONENT, data, None, rng.choice(scene.messages(person))


def _form(scene: Scene) -> tuple[Actor, int, Json, Channel | None, Message | None]:
    rng = scene.rng
    person = rng.choice([scene.turn, *scene.strangers])
    field = {"type": 4, "id": 2, "custom_id": _text(rng) or "?", "value": rng.choice(ODD + LONG)}
    rows: list[Json] = [{"type": 1, "id": 1, "components": [field]}] * rng.randrange(4)
    data: Json = {"custom_id": _custom_id(scene, person), "components": rows}
    return person, SUBMIT, data, scene.here.place, None


def _option(rng: random.Random, names: Sequence[str]) -> Json:
    name = rng.choice([*names, "row", "card", "table", "nothing"])
    value: Any
    kind, value = rng.choice(
        [
            (3, rng.choice([*ODD, *LONG, _token(rng)])),
            (3, _text(rng)),
            (4, rng.randrange(-(2**53), 2**53)),
            (5, rng.random() < 0.5),
            (10, rng.choice([1.5, -1e300, 0.0])),
        ]
    )
    return {"type": kind, "name": name, "value": value}


def _typed(scene: Scene) -> tuple[Actor, int, Json, Channel | None, Message | None]:
    """Call or type into a command that may be there or not, with options of any kind."""
    rng = scene.rng
    known = list(scene.stage.sandbox.world.commands[None].values())
    command = rng.choice(known)
    person = rng.choice(scene.strangers)
    subs = [each for each in command.get("options", []) if each["type"] == 1]
    # What may rightly open or move a table is none of these.
    subs = [each for each in subs if each["name"] not in ("new", "board")]
    kind = rng.choice([COMMAND, COMMAND, AUTOCOMPLETE])
    sub = rng.choice(subs) if subs else None
    takes = (sub or command).get("options", [])
    given = [_option(rng, [each["name"] for each in takes]) for _ in range(rng.randrange(4))]
    given = list({each["name"]: each for each in given}.values())
    if kind == AUTOCOMPLETE and given:
        given[-1]["focused"] = rng.random() < 0.9
    options: list[Json] = given
    if sub is not None:
        name = sub["name"] if rng.random() < 0.8 else rng.choice([_text(rng), "add", "list"])
        options = [{"type": 1, "name": name, "options": given}]
        if rng.random() < 0.1:
            options = [{"type": 2, "name": rng.choice([name, "more"]), "options": options}]
    named = command["name"] if rng.random() < 0.9 else _text(rng)
    data: Json = {"id": command["id"], "name": named, "type": 1, "options": options}
    if rng.random() < 0.05:
        data |= {"type": rng.choice([2, 3]), "target_id": person.id, "options": []}
    if rng.random() < 0.05:
        data["guild_id"] = "1"
    place = rng.choice([scene.here.place, scene.here.card.channel, scene.away.place])
    return person, kind, data, place, None


MAKE: list[Make] = [_click, _click, _click, _form, _typed, _typed, _typed]


async def storm(stage: Stage, seed: object, count: int) -> None:
    """Send in this many random interactions; each must be answered, and none may do anything."""
    scene = await Scene.set(stage, seed)
    await stage.shown()
    before = games(stage)
    for sent in range(0, count, TOGETHER):
        if sent % 1000 < TOGETHER:
            # The sandbox keeps this many messages for one person's eyes, and then forgets the
            # oldest.
            await scene.here.open_hand(scene.turn)
        made = [scene.rng.choice(MAKE)(scene) for _ in range(TOGETHER)]
        answers = await asyncio.gather(*(send(scene, *each) for each in made))
        for (person, kind, data, _, _), answer in zip(made, answers, strict=True):
            wanted = ("choices",) if kind == AUTOCOMPLETE else ("message", "edit")
            assert answer.kind in wanted, (person.name, kind, data)
            assert FAULT not in answer.text, (person.name, kind, data)
            if answer.message is not None:
                assert answer.only_me, (person.name, kind, data)
        stage.check()
    assert games(stage) == before, "hostile requests changed a game"
    # The table has taken no harm.
    hand = await scene.here.open_hand(scene.turn)
    played = await scene.turn.press(hand, take(scene.turn, hand))
    assert done(played), played.text


@pytest.mark.takes(4)
async def test_a_thousand_by_chance_change_nothing(stage: Stage) -> None:
    await storm(stage, "quick", 1000)


@pytest.mark.long
async def test_ten_thousand_by_chance_change_nothing(tmp_path: Path) -> None:
    async with Stage(tmp_path) as stage:
        await storm(stage, "long", 10_000)
