"""Looking back at games that are over: step by step, as a file, checked, with open hands."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import re
import sqlite3
from pathlib import Path

import pytest

from bot.engine.game import AnyGame
from tests.e2e.back import (
    MY_VIEW,
    NOT_THERE,
    at_the_end,
    export,
    export_of,
    last_board,
    look,
    replay,
    verdict,
)
from tests.e2e.cafe import gone, sit, some
from tests.e2e.chairs import chairs, press_page, seat_now
from tests.e2e.play import Sitting, end_game
from tests.e2e.stage import Stage
from tests.e2e.test_replays import part
from tests.e2e.wander import move, to_the_end

FEW = 2
"""The moves that are made before Bob leaves: no game is over before Dai has sat down."""
IDS = re.compile(rb"(?<![0-9a-f])[0-9]{17,20}(?![0-9a-f])")


async def played(stage: Stage, game: AnyGame | str) -> tuple[Sitting, int]:
    """Play a game in which Dai takes Bob's seat on the way; return the last step that Bob knew."""
    rng = random.Random(game if isinstance(game, str) else game.info.key)
    if isinstance(game, str):
        sitting = await sit(stage, game, "Ada", "Bob", computers=1)
    else:
        sitting = await sit(stage, game, "Ada", "Bob")
    _ada, bob = sitting.people
    dai = stage.person("Dai", sitting.place)
    for _ in range(FEW):
        await move(sitting, rng)
    await press_page(sitting, bob, "Leave")
    gone(sitting, bob)
    await move(sitting, rng)
    outcome = await press_page(sitting, dai, "Take Bob's seat")
    assert "This seat is yours now" in outcome.text
    query = "SELECT step FROM table_events WHERE table_id = ? AND what = 'replaced'"
    ((known,),) = stage.rows(query, sitting.table_id)
    sitting.people.append(dai)
    sitting.hands.clear()
    await to_the_end(sitting, rng)
    return sitting, known


@some("kasane", "korpokkur")
@pytest.mark.long
async def test_a_game_is_looked_back_at(stage: Stage, game: AnyGame) -> None:
    """First to last by buttons: as all saw it, as each knew it, and with open hands."""
    sitting, known = await played(stage, game)
    ada, dai = sitting.people
    bob, emi = stage.person("Bob", sitting.place), stage.person("Emi", sitting.place)
    # Somebody who only looks on.
    watching = await replay(sitting, emi)
    public = await watching.page_through()
    assert watching.last == len(stage.log_of(sitting.table_id)) - 1
    assert MY_VIEW not in watching.message.buttons
    assert "has won" in public[watching.last] or "share the win" in public[watching.last]
    for label, step in (("Back", watching.last - 1), ("Last", watching.last), ("First", 0)):
        await watching.press(label)
        assert watching.step == step
        assert watching.message.text == public[step]
    for which in ("m", "0", "1", "7", "x"):
        assert await look(sitting, emi, 3, which) == public[3]
    assert (await replay(sitting, emi, button=False)).message.text == public[0]
    # Those who sat there: the same to all, and what each knew while they sat there.
    number = seat_now(sitting, dai).seat
    for person, there in (
        (ada, range(watching.last + 1)),
        (bob, range(known + 1)),
        (dai, range(known + 1, watching.last + 1)),
    ):
        own = await replay(sitting, person)
        await own.press("Public view")
        assert await own.page_through() == public
        await own.press(MY_VIEW)
        mine = await own.page_through()
        for step, page in mine.items():
            assert (NOT_THERE in page) == (step not in there), (person.name, step)
            assert ("**Your view**" in page) == (step in there)
            assert await look(sitting, person, step, str(number)) == public[step]
    # The file.
    for person, theirs in ((emi, None), (ada, 0), (bob, number), (dai, number)):
        raw = await export(sitting, person)
        whole = json.loads(raw)
        # What opened and started the game are interactions: their ids name no person.
        interactions = {whole["opened_by"].encode(), whole["started_by"].encode()}
        assert {*IDS.findall(raw)} <= interactions, "an export names people by their ids"
        assert "secret" not in whole and "log" not in whole
        mine = [part["seat"] for part in whole.get("yours", [])]
        assert mine == ([] if theirs is None else [theirs])
    assert "**Verified" in (said := await verdict(sitting, emi))
    assert "the bot's word for it" in said


@pytest.mark.long
async def test_hands_are_opened_by_all_and_then_to_all(stage: Stage) -> None:
    """Some agree, the others are named; with all of them the secret is shown, as promised.

    Bob has to agree too, who has left: he held a hand.
    """
    sitting, _known = await played(stage, "kasane")
    ada, dai = sitting.people
    bob, emi = stage.person("Bob", sitting.place), stage.person("Emi", sitting.place)
    promised = sealed((await at_the_end(ada, last_board(sitting), "Check the deal")).text)[0]
    query = "SELECT secret, commitment FROM tables WHERE id = ?"
    ((secret, commitment),) = stage.rows(query, sitting.table_id)
    assert promised == commitment
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == commitment
    shown = part(await emi.press(last_board(sitting), "More")).buttons
    assert "Reveal hands" not in shown, "whoever held no hand is asked to open the hands"
    await at_the_end(ada, last_board(sitting), "Reveal hands")
    await stage.shown()
    assert "Still to press **Reveal hands**: Bob and Dai" in plain(last_board(sitting).text)
    await at_the_end(bob, last_board(sitting), "Reveal hands")
    await stage.restart()
    await stage.shown()
    assert "Still to press **Reveal hands**: Dai" in plain(last_board(sitting).text)
    assert secret[:32] not in last_board(sitting).text
    for person in (ada, emi):
        assert "secret" not in await export_of(sitting, person)
    shown = part(await ada.press(last_board(sitting), "More")).buttons
    assert "Reveal hands" not in shown, "whoever has agreed is asked again"
    await at_the_end(dai, last_board(sitting), "Reveal hands")
    await stage.shown()
    board = last_board(sitting)
    assert "Reveal hands" not in part(await ada.press(board, "More")).buttons
    watching = await replay(sitting, emi)
    names = [each.name for each in chairs(sitting)]
    for label in [label for label in watching.message.buttons if any(n in label for n in names)]:
        page = await watching.press(label)
        assert "view**" in page
        assert label in plain(page)
    assert len(await watching.page_through()) == watching.last + 1
    whole = await export_of(sitting, emi)
    assert whole["secret"] == secret
    assert [step["step"] for step in whole["log"]] == list(watching.pages)
    said = await verdict(sitting, emi)
    assert "**Verified" in said
    assert "you can check it yourself" in said
    assert secret in sealed(said)


def plain(text: str) -> str:
    """Return a text without the marks that keep names apart from their surroundings, or whole."""
    return re.sub(r"[\u2066-\u2069]", "", text).replace("\xa0", " ")


def sealed(text: str) -> list[str]:
    """Return the fingerprints and secrets in a text: 64 digits on two lines each."""
    return ["".join(pair) for pair in re.findall(r"\b([0-9a-f]{32})\n([0-9a-f]{32})\b", text)]


@pytest.mark.long
async def test_whatever_is_changed_on_disk_is_named(stage: Stage) -> None:
    """Change a row behind the bot's back: verify says what differs, and where."""
    sitting, _known = await played(stage, "donburiko")
    ada = sitting.people[0]
    log = stage.log_of(sitting.table_id)
    assert "**Verified" in await verdict(sitting, ada)
    table, at = sitting.table_id, 5
    added = next(s for s in log if s.step > at and '"add"' in s.action and s.seat is not None)
    draws = json.loads(log[0].draws)
    draws[-1] = list(reversed(draws[-1]))
    events = json.loads(log[at].events)
    events[0][0] = [0]
    other = next(s for s in log if s.action not in ("null", added.action) and '"add"' in s.action)
    row = "UPDATE log SET {} = ? WHERE table_id = ? AND step = ?"
    head = "UPDATE tables SET {} = ? WHERE id = ?"
    cases = [
        (row.format("draws"), [json.dumps(draws), table, 0], "at step 0: the draw"),
        (row.format("events"), [json.dumps(events), table, at], f"at step {at}: the rules give"),
        (row.format("action"), [other.action, table, added.step], f"at step {added.step}"),
        ("DELETE FROM log WHERE table_id = ? AND step = ?", [table, len(log) - 1], "the log stops"),
        ("DELETE FROM log WHERE table_id = ? AND step = ?", [table, 3], "step 3 is missing"),
        (head.format("secret"), ["00" * 32, table], "the secret doesn't match"),
        (head.format("log_print"), ["00" * 32, table], "the log doesn't match"),
        (head.format("start_print"), ["00" * 32, table], "the order of the seats at the start"),
        (
            "UPDATE seats SET first = 7 WHERE table_id = ? AND seat = ?",
            [table, 1],
            "the order of the seats at the start",
        ),
    ]
    for query, values, said in cases:
        await stage.kill()
        kept = stage.database.with_name("kept.sqlite3")
        with contextlib.closing(sqlite3.connect(stage.database)) as found:
            put_back(stage.database, kept)
            with found:
                found.execute("DROP TRIGGER log_is_never_changed")
                found.execute("DROP TRIGGER log_leaves_only_with_its_table")
                assert found.execute(query, values).rowcount == 1
        await stage.start()
        answer = await verdict(sitting, ada)
        assert "**Something doesn't match:**" in answer, (query, answer)
        assert said in answer, (query, answer)
        await stage.kill()
        put_back(kept, stage.database)
    await stage.start()
    assert "**Verified" in await verdict(sitting, ada)


def put_back(kept: Path, there: Path) -> None:
    """Make one database hold what another holds."""
    with (
        contextlib.closing(sqlite3.connect(kept)) as source,
        contextlib.closing(sqlite3.connect(there)) as target,
    ):
        source.backup(target)


@pytest.mark.long
async def test_a_game_that_is_still_on_is_not_looked_back_at(stage: Stage) -> None:
    """Replay, export and verify of a running game are refused, to its players too."""
    sitting = await sit(stage, "donburiko", "Ada", "Bob", computers=0)
    await move(sitting, random.Random(1))
    emi = stage.person("Emi", sitting.place)
    for person in (sitting.people[0], emi):
        for what in ("replay", "export", "verify"):
            outcome = await person.in_(sitting.place).slash(f"table {what}", table=sitting.table_id)
            assert "This game is still on." in outcome.text, outcome.text
            assert outcome.message is not None and not outcome.message.attachments
    ended = await end_game(stage.person("Emi", sitting.place), sitting.table_id)
    assert "has ended" in ended.text
    await stage.shown()
    record = await replay(sitting, emi)
    await record.page_through()
    assert "Check the deal" not in record.message.buttons
    assert "wasn't played to its end" in await verdict(sitting, emi)


@pytest.mark.parametrize("where", [pytest.param("elsewhere", marks=pytest.mark.long), "hidden"])
async def test_who_may_not_see_a_table_may_not_look_back(stage: Stage, where: str) -> None:
    """A table of another server, or of a channel that is hidden, is no table."""
    sitting = await sit(stage, "donburiko", "Ada", "Bob", computers=0)
    ended = await end_game(stage.person("Emi", sitting.place), sitting.table_id)
    assert "has ended" in ended.text
    await stage.shown()
    finn = stage.person("Finn", "games")
    if where == "hidden":
        host = stage.sandbox.host
        host.overwrite(stage.channel("games"), finn.person, deny=["view_channel"])
        finn = finn.in_(stage.channel("general"))
    else:
        finn = finn.in_(next(iter(stage.sandbox.guild("River House").channels.values())))
    for what in ("replay", "export", "verify"):
        outcome = await finn.slash(f"table {what}", table=sitting.table_id)
        assert outcome.text.startswith("There is no"), outcome.text
