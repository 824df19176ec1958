"""How many requests an evening of twelve guests makes, from its announcement to the recap."""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from pathlib import Path

from bot.sandbox.monitor import Exchange
from tests.bench.report import figure, heading
from tests.e2e.night_host import Evening, evening
from tests.e2e.stage import Stage

GUESTS = 12
ROUNDS = 2
BEFORE = 120
"""How many it made besides answers and moves before nights could go on by themselves."""
ANSWERS = "answers to presses"
MOVES = "moves shown on boards"
START = re.compile("/gateway|/users/@me|/applications/")
"""What a bot asks as it starts."""


async def run() -> None:
    """Print the requests of an evening whose host plays, by kind."""
    heading(f"the requests of an evening of {GUESTS} guests, {ROUNDS} rounds of Donburiko!")
    with tempfile.TemporaryDirectory() as folder:
        async with Stage(Path(folder)) as stage:
            night = await evening(stage, GUESTS, game="donburiko", rounds=ROUNDS)
            for number in range(1, ROUNDS + 1):
                tables = await night.start(number)
                await stage.shown()
                await night.finish(*tables)
                await night.over(number)
                await stage.shown()
            await end(night)
            await stage.shown()
            found = Counter(filter(None, (kind(night, each) for each in stage.sandbox.requests)))
    own = sum(found.values()) - found[ANSWERS] - found[MOVES]
    figure("besides answers and moves", str(own), f"≤ 0.9 × {BEFORE}")
    for name, count in found.most_common():
        figure(f"  {name}", str(count))


async def end(night: Evening) -> None:
    """Press *End the night*, which may ask first."""
    page = await night.desk()
    while labels := [each for each in page.buttons if each.startswith("End the night")]:
        page = await night.press(page, labels[0])


def kind(night: Evening, request: Exchange) -> str:
    """Return what a request is for; "" for what a bot asks as it starts."""
    path, rows = request.path, night.stage.rows
    if START.search(path):
        return ""
    if "/interactions/" in path or "/webhooks/" in path:
        return ANSWERS
    ((card, thread, recap),) = rows("SELECT card_id, thread_id, recap_id FROM nights")
    lists = [each for (each,) in rows("SELECT list_id FROM rounds")]
    places = [each for (each,) in rows("SELECT place_id FROM tables")]
    if f"/channels/{thread}/" in path:
        return f"the night's thread, {request.method}"
    if any(f"/channels/{each}/" in path for each in places):
        return MOVES if request.method == "PATCH" else f"threads of tables, {request.method}"
    for name, messages in (("card", [card]), ("list of a round", lists), ("recap", [recap])):
        if any(f"/messages/{each}" in path for each in messages):
            return f"{name}, {request.method}"
    return f"channel, {request.method}"
