"""Whole games, played only by clicks or only by slash commands.

Both doors ask a `Choose` the same questions in the same order, out of what a person is offered: by
the controls of a menu, or by autocomplete. So the same choices make the same game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.sandbox import Actor, Channel, Message, NotPossible, Outcome
from bot.sandbox.json_text import Json
from bot.ui.pages.posting_words import BEGUN
from tests.e2e.spoken import pattern, reads, said
from tests.e2e.stage import Stage
from tests.only import only

Choose = Callable[[str, Iterable[str]], str]
"""Picks one of the values offered for "move", or for a word of that move."""

Click = Callable[[], Awaitable[Outcome]]
Path = tuple[str, ...]

NO_MOVES = {"new", "rules"}
JOINED = "You're in! {taken} of {most} seats are taken."


class Chance:
    """Chooses at random, the same for the same seed and the same questions."""

    def __init__(self, seed: object) -> None:
        self._rng = random.Random(str(seed))

    def __call__(self, question: str, offered: Iterable[str]) -> str:
        """Choose anything."""
        return self._rng.choice(sorted(offered))


class Script:
    """Chooses what is written down, and finds it among what is offered."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words: Iterator[str] = iter(words)

    def __call__(self, question: str, offered: Iterable[str]) -> str:
        """Choose the next word of the script."""
        word, offered = next(self._words, "nothing more"), [*offered]
        assert word in offered, f"the script says {word!r} for {question}, not {offered}"
        return word


@dataclass(eq=False)
class Sitting:
    """People at one table: where it lies, and the hand that each of them has open."""

    stage: Stage
    game: str
    people: list[Actor]
    """In the order of their seats; each is in the channel where the table was opened."""
    table_id: str
    card: Message
    hands: dict[str, Message] = field(default_factory=dict)
    """By name, the newest message with a person's hand."""
    older: list[Message] = field(default_factory=list)
    """Hands that were opened again in another message, and so are about to be deleted."""

    @property
    def place(self) -> Channel:
        """Return where the board lies."""
        return self.card.thread or self.card.channel

    @property
    def board(self) -> Message:
        """Return the board; there must be exactly one."""
        found = boards(self.people[0], self.place, self.table_id)
        assert len(found) == 1, [message.text for message in found]
        return found[0]

    def pings(self) -> list[Message]:
        """Return the short messages that call somebody to this table."""
        mark = f"t:hand:{self.table_id}:ping"
        public = [m for m in self.people[0].sees(self.place) if not m.only_me]
        return [m for m in public if any(c["custom_id"] == mark for c in m.controls)]

    def stands(self) -> str:
        """Say how the table stands on disk, and how every open hand begins."""
        columns = "name, question_number, level, stand_in, clock_left, due"
        seats = self.stage.rows(f"SELECT {columns} FROM seats WHERE table_id = ?", self.table_id)
        table = "SELECT phase, paused, pace, revision, board_revision FROM tables WHERE id = ?"
        begins = {name: hand.text[:80] for name, hand in self.hands.items()}
        return f"{self.stage.rows(table, self.table_id)}, {seats}, {begins}"

    async def open_hand(self, person: Actor) -> Message:
        """Press My hand on the board, or call /table hand; return the message with the hand."""
        my_hand = said(self.place, "My hand")
        if my_hand in self.board.buttons:
            outcome = await person.press(self.board, my_hand)
        else:
            outcome = await person.in_(self.place).slash("table hand", table=self.table_id)
        assert outcome.only_me, outcome.text
        assert outcome.message is not None, f"the hand wasn't shown: {outcome.text}"
        self.keep_hand(person, outcome.message)
        return outcome.message

    def keep_hand(self, person: Actor, hand: Message) -> None:
        """Go on in the message in which somebody's hand was opened last."""
        before = self.hands.get(person.name)
        if before is not None and before is not hand:
            self.older.append(before)
        self.hands[person.name] = hand

    async def type_move(self, person: Actor, name: str, words: Mapping[str, object]) -> Outcome:
        """Make a move by a command, which is answered with a new hand."""
        outcome = await person.in_(self.place).slash(name, words)
        if made(self.stage, outcome) and outcome.message is not None and person.name in self.hands:
            self.keep_hand(person, outcome.message)
        return outcome

    def written(self, message: Message) -> str:
        """Return everything that a message shows, except the ids that differ from run to run."""
        controls = [
            [part.get("label"), part.get("placeholder"), part.get("options"), part["custom_id"]]
            for part in message.controls
        ]
        text = f"{message.text}\n{controls}".replace(self.table_id, "TABLE")
        text = re.sub(r"<t:[0-9]+:R>", "TIME", SEAL.sub("SEAL", text))
        return re.sub(r"[0-9]{17,20}", "ID", text)


SEAL = re.compile(r"\b[0-9a-f]{32}\b")
"""A line of a fingerprint or of a secret: drawn again for each table, and useless to anyone."""


def boards(person: Actor, place: Channel, table_id: str) -> list[Message]:
    """Return the boards of a table that a person sees in a place; the end message once it ended."""
    wanted = {f"t:hand:{table_id}", f"h:more:{table_id}"}
    public = [message for message in person.sees(place) if not message.only_me]
    return [m for m in public if any(c["custom_id"] in wanted for c in m.controls)]


class Door(Protocol):
    """A way to take part in a game."""

    async def join(self, sitting: Sitting, person: Actor) -> Outcome:
        """Take a seat."""
        ...

    async def start(self, sitting: Sitting) -> Outcome:
        """Begin, as the host."""
        ...

    async def turn(self, sitting: Sitting) -> Actor | None:
        """Return who is asked now; None when the game is over."""
        ...

    async def prepare(self, sitting: Sitting, person: Actor, choose: Choose) -> Click:
        """Choose a move, and return its last step, which makes it."""
        ...


async def open_table(
    stage: Stage,
    people: Sequence[Actor],
    door: Door,
    game: str = "donburiko",
    options: Mapping[str, object] | None = None,
) -> Sitting:
    """Open a table and have everybody sit down."""
    opened = await people[0].slash(f"{game} new", options)
    assert opened.message is not None, opened.text
    sitting = Sitting(stage, game, list(people), table_id_of(opened.message), opened.message)
    for person in people[1:]:
        joined = await door.join(sitting, person)
        assert joined.only_me, joined.text
        assert reads(person, joined.text, JOINED), joined.text
    return sitting


async def begin(
    stage: Stage,
    people: Sequence[Actor],
    door: Door,
    game: str = "donburiko",
    options: Mapping[str, object] | None = None,
) -> Sitting:
    """Open a table, have everybody sit down, and start; return when the board lies there."""
    sitting = await open_table(stage, people, door, game, options)
    started = await door.start(sitting)
    assert started.only_me, started.text
    told = any(reads(people[0], started.text, each) for each in (BEGUN.coming, BEGUN.done))
    assert told, f"nobody is told that the game begins: {started.text}"
    assert started.message is not None, f"the game didn't begin: {started.text}"
    sitting.hands[people[0].name] = started.message
    await board_up(sitting)
    return sitting


async def board_up(sitting: Sitting) -> None:
    """Wait until the board lies where it belongs."""
    ada, table_id = sitting.people[0], sitting.table_id
    await sitting.stage.until(lambda: boards(ada, sitting.place, table_id))


async def play_on(
    sitting: Sitting,
    door: Door,
    choose: Choose,
    seen: Callable[[Outcome], None] = lambda _: None,
) -> int:
    """Play a game that has begun to its end; return how many moves it took."""
    moves = 0
    while (person := await door.turn(sitting)) is not None:
        last = await door.prepare(sitting, person, choose)
        outcome = await last()
        assert made(sitting.stage, outcome), outcome.text
        moves += 1
        seen(outcome)
    await sitting.stage.shown()
    return moves


def done(outcome: Outcome) -> bool:
    """Tell whether an answer says that the move was made."""
    return outcome.only_me and says_done(outcome.text)


def page_of(outcome: Outcome) -> Message:
    """Return the message that somebody was answered with."""
    assert outcome.message is not None, outcome.text
    return outcome.message


def made(stage: Stage, outcome: Outcome) -> bool:
    """Tell whether a move came of an answer, also where a screen had no room left to say so."""
    return outcome.only_me and stage.applied(outcome.interaction)


def is_hand(outcome: Outcome) -> bool:
    """Tell whether an answer is somebody's hand, which leads to the rules and to all else.

    While its picture can't be drawn it leads to a newer hand in place of the rules.
    """
    buttons = outcome.message.buttons if outcome.message is not None else []
    leads = {"Rules", "Refresh"} & set(buttons)
    return outcome.only_me and bool(leads) and buttons[-1] == "More"


def says_done(text: str) -> bool:
    """Tell whether the words of an answer say that the move was made."""
    return "\n> ✓ " in f"\n{text}"


def table_id_of(message: Message) -> str:
    """Return the table that a card or board names at its foot."""
    foot = pattern(message.channel, "Table {table}", "[a-z2-7]{5}")
    found = re.search(rf"{foot}\b", message.text)
    assert found is not None, message.text
    return found[1]


class Clicks:
    """Take part by buttons and lists alone. Only opening a table needs a command."""

    async def join(self, sitting: Sitting, person: Actor) -> Outcome:
        """Press Join on the card."""
        return await person.press(sitting.card, said(sitting.card.channel, "Join"))

    async def start(self, sitting: Sitting) -> Outcome:
        """Press Start on the card."""
        start = said(sitting.card.channel, "Start")
        return await sitting.people[0].press(sitting.card, start)

    async def turn(self, sitting: Sitting) -> Actor | None:
        """Wait until some open hand has a menu, or all show that the game is over."""
        hands = sitting.hands
        for person in sitting.people:
            if person.name not in hands:
                await sitting.open_hand(person)

        def settled() -> bool:
            return any(map(has_menu, hands.values())) or all(map(is_over, hands.values()))

        try:
            await sitting.stage.until(settled)
        except AssertionError as error:
            raise AssertionError(f"nobody can move: {sitting.stands()}\n{error}") from None
        return next((p for p in sitting.people if has_menu(hands[p.name])), None)

    async def prepare(self, sitting: Sitting, person: Actor, choose: Choose) -> Click:
        """Walk through the menu of the open hand, up to the last click."""
        hand = sitting.hands[person.name]
        kind = choose("move", dict.fromkeys(path[0] for path in menu(person, hand)))
        path: Path = (kind,)
        words = len(options_of(sitting, kind))
        while True:
            found = menu(person, hand)
            further = {there: found[there] for there in found if there[: len(path)] == path}
            tokens = dict.fromkeys(there[len(path)] for there in further if len(there) > len(path))
            if path in found and not tokens:
                click = found[path]
            else:
                token = _token(kind, tokens, choose)
                ways = [each for each in further.items() if each[0][len(path) :][:1] == (token,)]
                there, click = only(ways, f"the way in the menu from {path} to {token}")
                for passed in "/".join(there[len(path) + 1 :]).split("/"):
                    # A step with one answer is passed over; a command asks for it all the same.
                    if passed:
                        choose(kind, [passed])
                path = there
            # More than it needs are words that a command may leave out.
            if sum(token.count("/") + 1 for token in path[1:]) >= words:
                return click
            outcome = await click()
            assert outcome.kind == "edit", outcome.text
            assert not done(outcome), outcome.text


class Commands:
    """Take part by slash commands alone, filled in from what autocomplete offers."""

    async def join(self, sitting: Sitting, person: Actor) -> Outcome:
        """Call /table join."""
        return await person.slash("table join", table=sitting.table_id)

    async def start(self, sitting: Sitting) -> Outcome:
        """Call /table start."""
        return await sitting.people[0].slash("table start", table=sitting.table_id)

    async def turn(self, sitting: Sitting) -> Actor | None:
        """Find the one who is asked, and to whom autocomplete offers anything.

        Who waits is offered moves, too, to be set ahead.
        """
        query = "SELECT person FROM seats WHERE table_id = ? AND question_number IS NOT NULL"
        asked = {str(person) for (person,) in sitting.stage.rows(query, sitting.table_id)}
        for person in sitting.people:
            if person.id in asked and await self._kinds(sitting, person):
                return person
        return None

    async def prepare(self, sitting: Sitting, person: Actor, choose: Choose) -> Click:
        """Fill in a command, word by word."""
        here = person.in_(sitting.place)
        kind = choose("move", await self._kinds(sitting, person))
        name = f"{sitting.game} {kind}"
        words: dict[str, str] = {}
        for option in options_of(sitting, kind):
            choices = await here.complete(name, option, options=words)
            words[option] = choose(kind, [each["value"] for each in choices])
        return lambda: sitting.type_move(person, name, words)

    async def _kinds(self, sitting: Sitting, person: Actor) -> list[str]:
        here = person.in_(sitting.place)
        found: list[str] = []
        for kind in kinds_of(sitting):
            first = options_of(sitting, kind)[0]
            if await here.complete(f"{sitting.game} {kind}", first):
                found.append(kind)
        return found


def menu(person: Actor, hand: Message) -> dict[Path, Click]:
    """Return the paths that a hand's controls lead to, each with its click."""
    found: dict[Path, Click] = {}
    for part in hand.controls:
        name = part["custom_id"]
        prefix, _table, *rest = name.split(":")
        if prefix.rstrip("0123456789") != "m" or part.get("label") == said(person, "Back"):
            continue
        path = tuple(rest[1:])
        if part["type"] == 2:
            found[path] = lambda name=name: person.press(hand, name)
            continue
        for option in part["options"]:
            value = option["value"]
            click = lambda name=name, value=value: person.select(hand, name, [value])  # noqa: E731
            found[(*path, *value.split(":"))] = click
    return found


def waits(hand: Message, board: Message) -> bool:
    """Tell whether a hand says that it waits for those whose turn it is by the board."""
    place, title = board.channel, title_of(board)
    turn = re.fullmatch(pattern(place, "{name}'s turn"), title)
    if turn is not None:
        title = said(place, "Waiting for {names}").format(names=turn[1])
    # Where the line above has no room for the game, the title says it.
    return title_of(hand) == title or title_of(hand).startswith(f"{title} · ")


def as_new_as(hand: Message, board: Message) -> bool:
    """Tell whether a hand has no other picture than the board: each move changes both."""
    pictures = [picture_of(hand), picture_of(board)]
    return "" in pictures or pictures[0] == pictures[1]


def picture_of(message: Message) -> str:
    """Return what the picture of the board shows, in words; nothing where there is none."""
    return message.embeds[0].get("image", {}).get("description", "")


def title_of(message: Message) -> str:
    """Return the title of the embed in a message."""
    return message.embeds[0].get("title", "")


def has_menu(hand: Message) -> bool:
    """Tell whether a hand offers a move."""
    return any(re.match(r"m[0-9]*:", part["custom_id"]) for part in hand.controls)


def is_over(hand: Message) -> bool:
    """Tell whether a hand shows that its game has ended."""
    ids = [part["custom_id"] for part in hand.controls]
    return not ids or any(each.startswith(("a:rematch:", "h:more:")) for each in ids)


def kinds_of(sitting: Sitting) -> list[str]:
    """Return the game's commands that are moves."""
    group = _command(sitting)
    return [sub["name"] for sub in group["options"] if sub["name"] not in NO_MOVES]


def options_of(sitting: Sitting, kind: str) -> list[str]:
    """Return the words that a move needs, in the order in which they are asked for."""
    for sub in _command(sitting)["options"]:
        if sub["name"] == kind:
            return [option["name"] for option in sub["options"] if option.get("required")]
    raise NotPossible(f"there is no /{sitting.game} {kind}")


def _command(sitting: Sitting) -> Json:
    told = sitting.stage.sandbox.world.commands.get(None, {})
    named = {command["name"]: command for command in told.values()}
    assert sitting.game in named, f"Discord was told no /{sitting.game}, only {sorted(named)}"
    return named[sitting.game]


def _token(kind: str, tokens: Iterable[str], choose: Choose) -> str:
    """Choose word by word among tokens such as "1/up"."""
    left = [tuple(token.split("/")) for token in tokens]
    chosen: Path = ()
    while len(chosen) < max(map(len, left)):
        n = len(chosen)
        chosen = (*chosen, choose(kind, [values[n] for values in left]))
        left = [values for values in left if values[: n + 1] == chosen]
    return "/".join(chosen)


async def end_game(who: Actor, table: str | None = None, *, agree: Sequence[Actor] = ()) -> Outcome:
    """End a table by its command, which asks first; return what is said last, or the refusal.

    At a table where they play themselves others must `agree`.
    """
    words = {} if table is None else {"table": table}
    asked = await who.slash("table end", words)
    if asked.message is None:
        return asked
    if said(who, "End the game") in asked.message.buttons:
        return await who.press(asked.message, said(who, "End the game"))
    end = said(who, "End without a result …")
    if end not in asked.message.buttons:
        return asked
    sure = await who.press(asked.message, end)
    assert sure.message is not None, sure.text
    last = await who.press(sure.message, said(who, "End without a result"))
    for each in agree:
        last = await each.slash("table vote", {**words, "answer": "yes"})
    return last
