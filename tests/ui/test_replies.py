"""What is said, and what is noted, when something goes wrong."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest

from bot.ui.pages.page import Page, picture_words
from bot.ui.pages.routes import table_in
from bot.ui.pictures.shapes import Picture
from bot.ui.posting.replies import refuse, show, tell
from storage.errors import WriteRefused
from tests.ui.fake_discord import failure


@pytest.mark.parametrize(
    ("custom_id", "table"),
    [
        ("t:start:abcde", "abcde"),
        ("t:hand:abcde:card", "abcde"),
        ("m:abcde:23456:add", "abcde"),
        ("m2:abcde:7:add:4", "abcde"),
        ("h:replay:abcde:0", "abcde"),
        ("a:start:abcde", "abcde"),
        ("t:start:", "-"),
        ("t:start:</b>:x", "-"),
        ("r:donburiko:0", "-"),
        ("", "-"),
    ],
)
def test_a_fault_is_noted_with_the_table_that_its_control_names(custom_id: str, table: str) -> None:
    assert table_in(custom_id) == table


SECRET = "winter 4 in Ada's hand"
"""What an error may say of a hand."""


def asked(*, answered: bool = False, own: bool = False) -> Any:
    """Return an interaction that was answered already or not, maybe on a message of one's own."""
    response = MagicMock(send_message=AsyncMock(), edit_message=AsyncMock())
    response.is_done.return_value = answered
    return SimpleNamespace(
        id=1,
        type=discord.InteractionType.component,
        guild_id=2,
        locale=discord.Locale.british_english,
        guild_locale=discord.Locale.british_english,
        extras={},
        message=SimpleNamespace(flags=SimpleNamespace(ephemeral=own)),
        custom_id="t:start:abcde",
        response=response,
        followup=SimpleNamespace(send=AsyncMock()),
        edit_original_response=AsyncMock(),
    )


def private(sent: AsyncMock) -> bool:
    """Tell whether what was sent once is for one person alone."""
    assert sent.await_count == 1, f"sent {sent.await_count} times"
    assert sent.await_args is not None, "nothing was sent"
    return sent.await_args.kwargs.get("ephemeral") is True


async def test_whatever_is_said_or_shown_is_for_the_person_alone() -> None:
    page = Page("Your hand", SECRET)
    made = asked()
    assert await tell(made, SECRET)
    assert private(made.response.send_message), "the first answer is for all to see"
    made = asked(answered=True)
    assert await tell(made, SECRET)
    assert private(made.followup.send), "what follows the first answer is for all to see"
    made = asked()
    assert await show(made, page)
    assert private(made.response.send_message), "a page is for all to see"
    made = asked(own=True)
    assert await show(made, page)
    assert made.response.edit_message.await_count == 1, "a page isn't changed in its place"
    assert not made.response.send_message.await_count


async def test_a_fault_is_answered_politely_and_noted_without_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    made = asked()
    with caplog.at_level(logging.DEBUG):
        await refuse(made, KeyError(SECRET))
    said = made.response.send_message.await_args.args[0]
    assert "Something went wrong" in said
    assert "KeyError" in caplog.text, "the kind of the fault isn't noted"
    assert "abcde" in caplog.text, "its table isn't noted"
    assert SECRET not in caplog.text + said, "the words of an error are written down"


async def test_a_write_that_is_refused_is_no_fault_of_ours(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Also where nobody has turned it into a player's trouble, and without a line for each."""
    made = asked()
    await refuse(made, WriteRefused("no room"))
    said = made.response.send_message.await_args.args[0]
    assert said == "That couldn't be saved, so nothing has changed. Please try again in a moment."
    assert not caplog.records, "every click writes a line to a disk that is full"


async def test_what_fails_on_the_wire_is_noted_without_what_was_sent(
    caplog: pytest.LogCaptureFixture,
) -> None:
    made = asked()
    made.response.send_message.side_effect = failure(400, 50035, SECRET)
    with caplog.at_level(logging.DEBUG):
        assert not await tell(made, "x"), "an answer that didn't arrive counts as said"
        made.response.send_message.side_effect = None
        await refuse(made, failure(500, words=SECRET))
    assert "400 50035" in caplog.text
    assert SECRET not in caplog.text, "what Discord says may hold what was sent"
    assert "rejected that" in made.response.send_message.await_args.args[0]


async def test_an_answer_that_was_taken_the_first_time_has_arrived() -> None:
    """discord.py sends it again after a broken line, and is told that there was one."""
    made = asked()
    made.response.send_message.side_effect = failure(400, 40060)
    assert await show(made, Page("x")), "a hand that lies open would be forgotten"
    made = asked(answered=True)
    made.followup.send.side_effect = failure(400, 40060)
    assert not await tell(made, "x"), "what follows an answer is no first answer"


@pytest.mark.parametrize("answered", [False, True], ids=["first answer", "after an answer"])
async def test_a_page_whose_message_has_gone_comes_in_a_new_private_one(answered: bool) -> None:
    """They dismissed it while the answer was on its way, and would wait for nothing."""
    made = asked(answered=answered, own=True)
    gone = discord.NotFound(MagicMock(status=404), {"code": 10008, "message": "Unknown Message"})
    made.response.edit_message.side_effect = made.edit_original_response.side_effect = gone
    assert await show(made, Page("Your hand", SECRET)), "nobody was answered"
    new = made.followup.send if answered else made.response.send_message
    assert private(new), "a hand is for all to see"


async def test_a_page_goes_without_words_for_its_picture_where_discord_refuses_those(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(picture_words, "taken", True)
    page = Page("Title", image=Picture(8, 4, "#000000", ()), alt="A board")
    refused = failure(400, 50035)
    refused.text = "In embeds.0.image.description: This field is not allowed."
    made = asked()
    made.response.send_message.side_effect = [refused, None]
    assert await show(made, page, (b"png",)), "nobody was answered"
    image = made.response.send_message.await_args.kwargs["embed"].to_dict()["image"]
    assert image == {"url": "attachment://board.png"}, "it was sent again as it was refused"


async def test_a_page_that_discord_refuses_otherwise_is_not_sent_twice() -> None:
    made = asked(own=True)
    refused = discord.NotFound(MagicMock(status=404), {"code": 10062, "message": "Too late"})
    made.response.edit_message.side_effect = refused
    assert not await show(made, Page("Your hand", SECRET)), "an answer that came too late counts"
    assert not made.response.send_message.await_count, "a new message hides what went wrong"


@pytest.mark.parametrize("own", [False, True])
async def test_a_page_that_discord_refuses_is_noted_by_its_fields_and_answered(
    own: bool, caplog: pytest.LogCaptureFixture
) -> None:
    said = f'Invalid Form Body\nIn data.embeds.0.description: "{SECRET}" is too long.'
    made = asked(own=own)
    made.response.edit_message.side_effect = failure(400, 50035, said)
    made.response.send_message.side_effect = [*([] if own else [failure(400, 50035, said)]), None]
    with caplog.at_level(logging.ERROR):
        assert not await show(made, Page("Your hand", SECRET))
    answer = made.response.send_message.await_args
    assert answer is not None and "Something went wrong" in answer.args[0], "nobody was answered"
    assert "at table abcde: refused data.embeds.0.description" in caplog.text
    assert SECRET not in caplog.text, "the log tells a hand"
