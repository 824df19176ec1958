"""What many tests on the stage begin with: servers of their own, tables in play, single moves."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterable, Sequence

from bot.sandbox import Actor, Channel, Message, Outcome
from bot.sandbox.models import TEXT, embed_words
from tests.e2e.play import Chance, Choose, Clicks, Sitting, begin, done, made, menu
from tests.e2e.stage import Stage
from tests.only import first

CLICKS = Clicks()
_numbers = itertools.count(1)

MOVED_ON = "Too late: the game moved on. Nothing more was played."
NOT_SEATED = "You aren't playing at this table."
NO_HAND = f"{NOT_SEATED} Watch here, or join the next game."
SEAT_WENT = "Your seat went to {name} meanwhile."
NOT_YOUR_TURN = "It isn't your turn."
NO_TABLE = "There is no such table any more."
NOT_IN_CHARGE = "Only the host (Ada) or a moderator can do that."
OVER = "This game has ended."


def server(
    stage: Stage, name: str = "games", kind: int = TEXT, *, shard: tuple[int, int] = (0, 1)
) -> Channel:
    """Found a server where nobody has played yet; return a channel of it."""
    host = stage.sandbox.host
    guild = host.found_guild(f"Server {next(_numbers)}", shard=shard)
    return host.add_channel(guild, name, kind)


def people(stage: Stage, place: Channel, *names: str) -> list[Actor]:
    """Return some people in a channel."""
    return [stage.person(name, place) for name in names]


async def table(stage: Stage, *names: str, place: Channel | None = None) -> Sitting:
    """Begin a game in a server of its own, or in a place, and add a first card to row 1.

    Everybody has their hand open, and whoever is asked may add a card to a row or take row 1.
    """
    sitting = await begin(stage, people(stage, place or server(stage), *names), CLICKS)
    for person in sitting.people[1:]:
        await sitting.open_hand(person)
    await move(sitting, add)
    return sitting


def add(question: str, offered: Iterable[str]) -> str:
    """Choose to add a card, and otherwise the first that is offered."""
    return "add" if question == "move" else next(iter(offered))


async def asked(sitting: Sitting) -> tuple[Actor, list[Actor]]:
    """Return whose move it is, and the others."""
    person = await CLICKS.turn(sitting)
    assert person is not None, "nobody is asked for a move"
    return person, [each for each in sitting.people if each is not person]


async def move(sitting: Sitting, choose: Choose | None = None) -> Outcome:
    """Make one move by clicks, any if none is chosen, in the open hand of whoever is asked."""
    person, _ = await asked(sitting)
    last = await CLICKS.prepare(sitting, person, choose or Chance(sitting.table_id))
    outcome = await last()
    assert made(sitting.stage, outcome), outcome.text
    return outcome


async def command(person: Actor, sitting: Sitting, place: Channel) -> Outcome:
    """Make a move by a command from any place: the first that autocomplete offers."""
    here = person.in_(place)
    words: dict[str, str] = {"table": sitting.table_id}
    for option in ("card", "row", "face"):
        choices = await here.complete(f"{sitting.game} add", option, options=words)
        words[option] = choices[0]["value"]
    outcome = await here.slash(f"{sitting.game} add", words)
    assert done(outcome), outcome.text
    return outcome


def answer(stage: Stage, outcome: Outcome) -> str:
    """Return the words that the bot answered with, even if another answer has replaced them."""
    start = f"/interactions/{outcome.interaction.id}/"
    sent = [each for each in stage.sandbox.requests if each.path.startswith(start)]
    data = sent[0].body["data"]
    words = [
        data.get("content") or "",
        *(w for e in data.get("embeds", []) for w in embed_words(e)),
    ]
    return "\n".join(words)


def take(person: Actor, hand: Message) -> str:
    """Return the id of the button that takes a row."""
    taking = [path for path in menu(person, hand) if path[0] == "take"]
    wanted = ":".join(taking[0])
    ids = [control["custom_id"] for control in hand.controls]
    return first((each for each in ids if each.endswith(wanted)), f"{wanted} among {ids}")


def steps(sitting: Sitting) -> int:
    """Return how many steps of a game lie on disk."""
    return len(sitting.stage.log_of(sitting.table_id))


def games(stage: Stage) -> bytes:
    """Return a digest of all tables, seats and logs on disk, except where messages lie."""
    columns = (
        "id, game, rules_version, phase, host, guild_id, channel_id, revision, opened_by,"
        " opened_at, touched_at, language, options, result, state"
    )
    found: list[Sequence[object]] = [
        *stage.rows(f"SELECT {columns} FROM tables ORDER BY id"),
        *stage.rows("SELECT * FROM seats ORDER BY table_id, seat"),
        *stage.rows("SELECT * FROM log ORDER BY table_id, step"),
    ]
    return hashlib.sha256(repr(found).encode()).digest()


def typed(text: str) -> str:
    """Return a text with its commands as they are typed, in place of mentions to press."""
    return re.sub(r"</([a-z ]+):[0-9]+>", r"`/\1`", text)
