"""Games where no server is: in DMs, in groups, and on servers without the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.games.find_games import games
from bot.process.check_database import check_database
from tests.e2e.alone import Alone
from tests.e2e.stage import Stage

TITLES = {key: game.info.title for key, game in games().items()}
QUICK = "shiranui"


@pytest_asyncio.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Stage]:
    """Yield a stage where computers move at once."""
    async with Stage(tmp_path, COMPUTER_DELAY="0.01", PICTURE_PAUSE="0.01") as opened:
        yield opened


@pytest.mark.parametrize(
    "game", [pytest.param(key, marks=[] if key == QUICK else pytest.mark.long) for key in TITLES]
)
@pytest.mark.takes(3)
async def test_a_whole_game_in_a_dm(hasty: Stage, game: str) -> None:
    ada = hasty.sandbox.person("Ada").in_dm()
    alone = await Alone.begin(hasty, ada, TITLES[game])
    assert not alone.message.only_me, "what is in the DM with the bot is to stay"
    await alone.play(3)
    table_id = alone.table_id
    await hasty.restart(kill=True)
    await alone.refresh()
    await alone.play()
    assert ada.sees() == [alone.message], "one message is all there is of a game"
    assert alone.message.attachments, "the end has no picture of who won"
    ((phase, guild, place),) = hasty.rows(
        "SELECT phase, guild_id, place_id FROM tables WHERE id = ?", table_id
    )
    assert (phase, guild, place) == ("finished", 0, None)
    assert hasty.rows("SELECT * FROM results") == [], "a game on no server counts somewhere"
    assert (await check_database(hasty.database)).faults == ()
    print(f"{game}: {alone.presses} presses")


@pytest.mark.parametrize(
    "game", [pytest.param(key, marks=[] if key == QUICK else pytest.mark.long) for key in TITLES]
)
@pytest.mark.takes(3)
async def test_a_whole_game_by_words_alone(hasty: Stage, game: str) -> None:
    """Also after the process was killed: who reads words is kept."""
    ada = hasty.sandbox.person("Ada").in_dm()
    shown = await ada.slash("me text")
    assert shown.message is not None, shown.text
    await ada.press(shown.message, "Words instead of pictures")
    alone = await Alone.begin(hasty, ada, TITLES[game])
    await alone.play(2)
    await hasty.restart(kill=True)
    await alone.refresh()
    while not alone.over:
        await alone.until_asked()
        assert not alone.message.attachments, f"there is a picture: {alone.message.attachments}"
        assert not any("image" in each for each in alone.message.embeds), "a picture is shown"
        assert "<:" not in alone.message.text, f"there is an emoji: {alone.message.text}"
        if not alone.over:
            await alone.choose()
    assert not alone.message.attachments, "the game ends with a picture"


@pytest.mark.long
async def test_a_whole_game_on_a_server_without_the_bot(hasty: Stage) -> None:
    sandbox = hasty.sandbox
    sandbox.host.kick_bot("River House")
    ada = sandbox.person("Ada").in_(sandbox.channel("games", "River House"))
    assert ada.commands() == [], "an app that nobody has added is there"
    ada.install()
    assert {"play", "me", "privacy"} <= {*ada.commands()}, "the own app isn't there"
    assert not {"table", "hand", QUICK} & {*ada.commands()}, "what is for servers is there"
    since = len(sandbox.requests)
    alone = await Alone.begin(hasty, ada, TITLES[QUICK])
    assert alone.message.only_me, "others on the server see somebody's hand"
    await alone.play(2)
    table_id = alone.table_id
    await hasty.restart(kill=True)
    # The old message is still there, and works; what is asked for again replaces it.
    brought = await ada.slash("play")
    assert brought.message is not None
    back = await ada.press(brought.message, f"Continue {TITLES[QUICK]}")
    assert back.message is brought.message and back.only_me
    again = Alone(hasty, ada, brought.message)
    assert again.table_id == table_id
    await again.refresh()
    await again.play()
    stranger = sandbox.person("Bob").in_(ada.channel or "")
    assert stranger.sees() == [], "something was posted on a server without the bot"
    places = {
        f"/channels/{channel.id}" for channel in sandbox.guild("River House").channels.values()
    }
    asked = [each.path for each in [*sandbox.requests][since:]]
    assert not [each for each in asked if any(place in each for place in places)], asked
    assert not [each for each in asked if sandbox.guild("River House").id in each]
    ((phase, guild),) = hasty.rows("SELECT phase, guild_id FROM tables WHERE id = ?", table_id)
    assert (phase, guild) == ("finished", 0)


async def test_what_is_open_in_a_group_is_one_persons_alone(hasty: Stage) -> None:
    sandbox = hasty.sandbox
    ada, bob = sandbox.person("Ada"), sandbox.person("Bob")
    ada.install()
    here = ada.in_dm(bob, sandbox.person("Cleo"))
    alone = await Alone.begin(hasty, here, TITLES[QUICK])
    assert here.sees() == [alone.message]
    assert bob.sees(here.channel) == [], "Bob sees Ada's hand"
    bob.install()
    for part in alone.message.controls:
        # No client would let him; whoever makes up a press gets nothing by it.
        data = {"custom_id": part["custom_id"], "component_type": part["type"]}
        if part["type"] == 3:
            data["values"] = [part["options"][0]["value"]]
        answer = await bob.raw(3, data, message=alone.message)
        if part["custom_id"].startswith(("r:", "learn:")):
            continue
        assert "There is no such table" in answer.text, (part["custom_id"], answer.text)
    hasty.sandbox.host.kick_bot("Acorn Café")
    told = await here.slash("me games")
    assert f"Continue {TITLES[QUICK]}" in (told.message.buttons if told.message else [])


async def test_a_page_in_the_dm_with_the_bot_stays_and_words_go(hasty: Stage) -> None:
    ada = hasty.sandbox.person("Ada").in_dm()
    await ada.say("hello")
    await hasty.until(lambda: "Play Donburiko!" in ada.sees()[-1].buttons)
    await ada.say("are you there?")
    privacy = await ada.slash("privacy about")
    assert privacy.message is not None and not privacy.only_me
    assert len(ada.sees()) == 4, "it is answered again at once"
    data = await ada.slash("privacy show")
    assert data.only_me, "a file of all that is kept stays in the DM"
    clock = await ada.slash("me clock", zone="nowhere")
    assert clock.only_me, "a refusal stays in the DM"
