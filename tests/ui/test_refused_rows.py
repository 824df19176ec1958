"""No control and no command says that something is done which Discord refused: all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.posting import outcomes
from bot.ui.posting.retry_queue import RetryQueue
from tests.only import first
from tests.ui.clicks import Answer
from tests.ui.rows_world import KINDS, World, world
from tests.ui.test_outcomes import CLAIMS, GONE, REFUSALS
from tests.ui.test_outcomes import KINDS as REQUESTS
from tests.ui.test_rows import SUBJECTS, meant_for, name_of, use

DATE = "Announced: <t:"
"""The page of a series names the date of the night that is announced; that is no answer."""


@asynccontextmanager
async def refused_world(refusal: str) -> AsyncIterator[World]:
    """Yield a server on which what is put up is put up by itself, and Discord refuses it."""
    async with world() as there:
        ui = there.ui
        for part in (ui.messages, ui.night_messages, ui.night_messages.asks):
            for queue in vars(part).values():
                if isinstance(queue, RetryQueue):
                    queue._closed = False
        discord: Any = ui.services.bot
        if refusal == GONE:
            discord.places.clear()
        else:
            discord.refusing = dict.fromkeys(REQUESTS, REFUSALS[refusal])
        yield there
        for part in (ui.messages, ui.hands, ui.night_messages):
            await part.close()


def listen(there: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list in which all is noted that is said, also after the first answer."""
    said: list[str] = []
    asked_there = there.asked

    def asked(kind: Any, answer: Answer, **more: Any) -> Any:
        made = asked_there(kind, answer, **more)
        show = made.response.send_message

        async def say(text: str | None = None, **sent: Any) -> Any:
            made.response.is_done = lambda: True
            shown = await show(text or sent.pop("content", None), **sent)
            said.append(answer.text.replace(DATE, ""))
            return shown

        made.response.send_message = made.response.edit_message = say
        made.edit_original_response, made.followup = say, SimpleNamespace(send=say)
        made.is_expired = lambda: False
        return made

    monkeypatch.setattr(there, "asked", asked)
    return said


@pytest.mark.long
@pytest.mark.parametrize("refusal", [*REFUSALS, GONE])
async def test_no_row_says_that_something_refused_is_done(
    refusal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is pressed or typed by somebody for whom it is."""
    monkeypatch.setattr(outcomes, "SOON", 5.0)
    monkeypatch.setattr(outcomes, "LATER", 5.0)
    faults: list[str] = []
    rows = [row for subject in SUBJECTS.values() for row in subject]
    while rows:
        async with refused_world(refusal) as there:
            said = listen(there, monkeypatch)
            before = there.database.commits
            # The next one needs a server on which nothing was done yet.
            while rows and there.database.commits == before:
                row = rows.pop()
                kind = first((each for each in KINDS if meant_for(each, row)), name_of(row))
                said.clear()
                await use(there, row, kind)
                if any(claim in text for claim in CLAIMS for text in said):
                    faults.append(f"{name_of(row)}, by {kind.name}: {said}")
    assert not faults, "said to be done though Discord refused it:\n" + "\n".join(faults)
