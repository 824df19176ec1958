"""Pages sent to a sandbox without a bot, and how high they are where they are shown."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import aiohttp

from bot.sandbox import Sandbox
from bot.sandbox.models import Channel
from bot.ui.pages.page import Page
from bot.ui.pictures import draw
from tests.page.browser import PHONE
from tests.page.tab import Tab

OpenTab = Callable[..., Awaitable[Tab]]

AT_ONCE = 50
"""How many messages are sent to one channel: a page shows no more than the newest ones."""

HEIGHT = """async (id) => {
    const message = document.querySelector(`[data-message-id="${id}"]`);
    message.scrollIntoView();
    const loaded = [...message.querySelectorAll("img")].map((one) => one.decode().catch(() => {}));
    // A picture that never comes must not hold up the test; its place is there without it.
    await Promise.race([Promise.all(loaded), new Promise((done) => setTimeout(done, 2000))]);
    const parts = [...message.querySelectorAll("[data-embed], [data-custom-id]")];
    const boxes = parts.map((part) => part.getBoundingClientRect());
    return Math.max(...boxes.map((b) => b.bottom)) - Math.min(...boxes.map((b) => b.top));
}"""
"""From the top of the embed to the bottom of the last control."""


@dataclass(frozen=True)
class Sent:
    """A page as it was sent, what it shows, and how high it is."""

    what: str
    id: str
    height: float


async def measured(
    open_tab: OpenTab, sandbox: Sandbox, pages: Iterable[tuple[str, Page]], name: str
) -> list[Sent]:
    """Send pages to channels of their own and measure them on a phone, each with what it shows.

    Pictures of them are taken as well if a folder is given for those (PAGE_PICTURES).
    """
    found: list[Sent] = []
    left = iter(pages)
    while some := [*islice(left, AT_ONCE)]:
        channel = sandbox.world.add_channel(sandbox.world.guild("Acorn Café"), "heights")
        token = {"Authorization": f"Bot {sandbox.token}"}
        async with aiohttp.ClientSession(headers=token) as session:
            sent = [(what, await send(session, sandbox, channel, page)) for what, page in some]
        ada = await open_tab("Ada", channel.id, viewport=PHONE, at=sandbox)
        shown = [Sent(what, id, await ada.page.evaluate(HEIGHT, id)) for what, id in sent]
        if folder := os.environ.get("PAGE_PICTURES"):
            await take_pictures(ada, shown, Path(folder) / name, first=len(found))
        found += shown
    return found


async def send(
    session: aiohttp.ClientSession, sandbox: Sandbox, channel: Channel, page: Page
) -> str:
    """Send a page as the bot would; return the message's id."""
    body: dict[str, Any] = {
        "embeds": [embed.to_dict() for embed in page.embeds()],
        "components": page.view().to_components(),
    }
    form = aiohttp.FormData(default_to_multipart=True)
    pages = [each for each in (page, page.under) if each is not None and each.image is not None]
    body["attachments"] = [{"id": n, "filename": each.file_name} for n, each in enumerate(pages)]
    for number, (each, picture) in enumerate(zip(pages, page.pictures(), strict=True)):
        assert "<:" not in each.alt, f"an alt text draws no emoji: {each.alt}"
        png, name = draw.png(picture), each.file_name
        form.add_field(f"files[{number}]", png, filename=name, content_type="image/png")
    form.add_field("payload_json", json.dumps(body))
    url = f"{sandbox.url}/api/v10/channels/{channel.id}/messages"
    async with session.post(url, data=form) as answer:
        made = await answer.json()
        assert answer.status == 200, made
    return made["id"]


async def take_pictures(tab: Tab, found: list[Sent], folder: Path, first: int = 0) -> None:
    """Take a picture of each message, named by what it shows and how high it is."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, one in enumerate(found, first):
        message = tab.page.locator(f'[data-message-id="{one.id}"]')
        name = f"{number:03} {one.what} {one.height:.0f}.png"
        await message.screenshot(path=folder / name.replace(" ", "-"))
