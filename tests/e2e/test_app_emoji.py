"""The bot's own emoji: all of them get to Discord, whatever happens on the way, and no others."""

from __future__ import annotations

import itertools
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.sandbox.monitor import Exchange
from bot.ui.pictures import draw
from tests.e2e.play import Clicks, begin, has_menu
from tests.e2e.stage import Stage
from tests.emoji import every_emoji, plant

DAY = 24 * 3600
NAMES = {emoji.name_at_discord for emoji in every_emoji()}
FEW = 6
ROUTE = "/applications/*/emojis"


@pytest_asyncio.fixture
async def nearly(tmp_path: Path) -> AsyncIterator[Stage]:
    """Yield a stage with a clock where Discord has all emoji except a few; the bot isn't up."""
    stage = Stage(tmp_path, emoji=True, clock=True)
    plant(stage.sandbox)
    for emoji in list(stage.sandbox.world.emojis.values())[:FEW]:
        stage.sandbox.world.remove_emoji(emoji)
    await stage.sandbox.__aenter__()
    try:
        yield stage
        stage.check()
    finally:
        await stage.kill()
        await stage.sandbox.__aexit__(None, None, None)


def there(stage: Stage) -> list[str]:
    """Return the names of the emoji that Discord has."""
    return [emoji.name for emoji in stage.sandbox.world.emojis.values()]


def asked(stage: Stage, method: str) -> list[Exchange]:
    """Return the requests of a kind about emoji."""
    return [
        each for each in stage.sandbox.requests if "/emojis" in each.path and each.method == method
    ]


async def complete(stage: Stage) -> None:
    """Wait until the bot says that nothing is left to do; then Discord has each emoji once."""
    await stage.until(lambda: any(", 0 still to upload" in line for line in stage.log))
    assert sorted(there(stage)) == sorted(NAMES), "some are missing, or there twice, or nobody's"


@pytest.mark.long
async def test_a_new_bot_gives_discord_all_its_emoji(tmp_path: Path) -> None:
    async with Stage(tmp_path, emoji=True) as stage:
        await complete(stage)
        made = {emoji.name: emoji.data for emoji in stage.sandbox.world.emojis.values()}
        for emoji in every_emoji():
            assert made[emoji.name_at_discord] == draw.png(emoji.picture), emoji.name
        assert len(asked(stage, "POST")) == len(NAMES), "some were sent more than once"
        posts = len(asked(stage, "POST"))
        stage.log.clear()
        await stage.restart(kill=False)
        await complete(stage)
        assert len(asked(stage, "POST")) == posts, "the next start sends them again"


async def test_only_what_is_missing_is_sent(nearly: Stage) -> None:
    await nearly.start()
    await complete(nearly)
    assert len(asked(nearly, "POST")) == FEW


@pytest.mark.parametrize("unheard", [False, True])
async def test_after_a_kill_the_next_start_goes_on(nearly: Stage, unheard: bool) -> None:
    nearly.dying_at(FEW // 2, "POST", ROUTE, unheard=unheard)
    await nearly.start()
    await nearly.until(lambda: nearly.dead)
    assert len(there(nearly)) == len(NAMES) - FEW + FEW // 2 - unheard
    nearly.sandbox.faults.clear()
    await nearly.start()
    await complete(nearly)
    assert len(asked(nearly, "POST")) == FEW + unheard, "what was there already was sent again"


async def test_it_waits_as_long_as_discord_says(nearly: Stage) -> None:
    seconds = 0.5
    nearly.sandbox.faults.fail("POST", ROUTE, status=429, retry_after=seconds, times=3)
    await nearly.start()
    await complete(nearly)
    sent = asked(nearly, "POST")
    told = [each.status for each in sent]
    assert told == [429] * 3 + [201] * FEW
    for one, after in itertools.pairwise(sent[:4]):
        assert after.at - one.at >= seconds, "it came back too early"


async def test_the_usual_limit_is_never_gone_over(nearly: Stage) -> None:
    nearly.sandbox.ratelimits.usual()
    nearly.sandbox.ratelimits.limits["emoji"] = (2, 0.6)
    await nearly.start()
    await complete(nearly)
    assert {each.status for each in asked(nearly, "POST")} == {201}


async def test_one_that_is_refused_holds_up_no_other(nearly: Stage) -> None:
    nearly.sandbox.faults.fail("POST", ROUTE, status=400, code=50035)
    await nearly.start()
    await nearly.until(lambda: any(", 1 still to upload" in line for line in nearly.log))
    (missing,) = NAMES - set(there(nearly))
    assert any(missing in line and "50035" in line for line in nearly.log), "the log names it"


async def test_words_stand_in_while_emoji_are_refused(stage: Stage) -> None:
    people = [stage.person(name, "games") for name in ("Ada", "Bob")]
    sitting = await begin(stage, people, Clicks())
    await stage.until(lambda: any("emoji: 403" in line for line in stage.log))
    for person in people:
        hand = await sitting.open_hand(person)
        shown = sitting.written(hand) + sitting.written(sitting.board)
        assert "<:" not in shown, "an emoji is named that Discord doesn't have"
        assert has_menu(hand) is (await Clicks().turn(sitting) is person)
    assert there(stage) == []


async def test_stale_emoji_go_after_a_month_and_others_emoji_stay(nearly: Stage) -> None:
    world = nearly.sandbox.world
    png = draw.png(every_emoji()[0].picture)
    for name in ("kk_old_01234567", "somebody_elses"):
        world.add_emoji(name, "image/png", png, animated=False)
    extra = {"kk_old_01234567", "somebody_elses"}
    for days, kept in ((0, extra), (29, extra), (2, {"somebody_elses"})):
        nearly.later(days * DAY)
        nearly.log.clear()
        await nearly.start()
        await nearly.until(lambda: any(", 0 still to upload" in line for line in nearly.log))
        assert set(there(nearly)) == NAMES | kept, f"{days} days later"
        await nearly.kill()
    assert len(asked(nearly, "DELETE")) == 1


def test_names_fit_discord() -> None:
    assert len(NAMES) == len(every_emoji()), "two emoji have one name"
    for name in NAMES:
        assert re.fullmatch(r"kk_[a-z0-9_]{2,20}_[0-9a-f]{8}", name), name


async def test_a_hand_is_drawn_once_discord_knows_the_emoji(nearly: Stage) -> None:
    await nearly.start()
    await complete(nearly)
    people = [nearly.person(name, "games") for name in ("Ada", "Bob")]
    sitting = await begin(nearly, people, Clicks())
    for person in people:
        hand = await sitting.open_hand(person)
        drawn = set(re.findall(r"<:(kk_\w+):\d+>", hand.text))
        drawn |= {part["emoji"]["name"] for part in hand.controls if "emoji" in part}
        assert drawn & NAMES, f"a hand without emoji: {hand.text}"
        assert drawn <= NAMES
