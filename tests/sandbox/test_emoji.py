"""The application's own emoji: what Discord accepts, keeps, and lets a bot show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from PIL import Image

from bot.sandbox import Sandbox, image_files
from tests.sandbox.conftest import Answer, Wire
from tests.sandbox.images import data_uri, png
from tests.sandbox.small_bot import Small
from tests.sandbox.test_limits import button, codes, row, select


def path_of(sandbox: Sandbox, emoji_id: str = "") -> str:
    """Return the path of all emoji, or of one."""
    return f"/applications/{sandbox.world.bot_id}/emojis{'/' * bool(emoji_id)}{emoji_id}"


async def made(sandbox: Sandbox, wire: Wire, name: str, data: bytes | None = None) -> Answer:
    """Ask for an emoji to be made."""
    body = {"name": name, "image": data_uri(png() if data is None else data)}
    return await wire("POST", path_of(sandbox), body)


async def test_an_emoji_is_made_renamed_and_deleted(sandbox: Sandbox, wire: Wire) -> None:
    answer = await made(sandbox, wire, "acorn_4")
    assert answer.status == 201, answer.body
    number = answer.body["id"]
    assert answer.body["name"] == "acorn_4" and answer.body["animated"] is False
    listed = await wire("GET", path_of(sandbox))
    assert listed.body == {"items": [answer.body]}
    assert (await wire("GET", path_of(sandbox, number))).body == answer.body
    for ending in ("", ".png", ".webp"):
        async with wire.session.get(f"{sandbox.url}/emojis/{number}{ending}") as served:
            assert await served.read() == png() and served.content_type == "image/png"
    renamed = await wire("PATCH", path_of(sandbox, number), {"name": "acorn_5"})
    assert renamed.status == 200 and renamed.body["name"] == "acorn_5"
    assert (await wire("DELETE", path_of(sandbox, number))).status == 204
    for method, body in (("GET", None), ("PATCH", {"name": "xy"}), ("DELETE", None)):
        answer = await wire(method, path_of(sandbox, number), body)
        assert answer.verdict == (404, 10014), f"{method} of an emoji that is gone"
    async with wire.session.get(f"{sandbox.url}/emojis/{number}.png") as served:
        assert served.status == 404


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"name": "a"}, "name:BASE_TYPE_BAD_LENGTH"),
    ({"name": "a" * 33}, "name:BASE_TYPE_BAD_LENGTH"),
    ({"name": "no-dash"}, "name:STRING_TYPE_REGEX"),
    ({"name": "körnig"}, "name:STRING_TYPE_REGEX"),
    ({"name": None}, "name:BASE_TYPE_REQUIRED"),
    ({"name": "taken"}, "name:APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
    ({"image": None}, "image:BASE_TYPE_REQUIRED"),
    ({"image": "hello"}, "image:IMAGE_INVALID"),
    ({"image": data_uri(b"hello")}, "image:IMAGE_INVALID"),
    ({"image": "data:image/png;base64,!!!"}, "image:IMAGE_INVALID"),
    ({"image": data_uri(png(), "image/gif")}, "image:IMAGE_INVALID"),
    ({"image": data_uri(png(129, 1))}, "image:SANDBOX_UNSUPPORTED"),
    ({"image": data_uri(png() + b"x" * 256 * 1024)}, "image:BINARY_TYPE_MAX_SIZE"),
]


@pytest.mark.parametrize(("change", "fault"), REFUSED)
async def test_what_is_refused(
    sandbox: Sandbox, wire: Wire, change: dict[str, Any], fault: str
) -> None:
    await made(sandbox, wire, "taken")
    body = {"name": "fresh", "image": data_uri(png()), **change}
    answer = await wire("POST", path_of(sandbox), body)
    assert answer.verdict == (400, 50035), answer.body
    assert codes(answer.body["errors"]) == {fault}
    assert len(sandbox.world.emojis) == 1


async def test_another_name_is_checked_as_the_first_was(sandbox: Sandbox, wire: Wire) -> None:
    await made(sandbox, wire, "taken")
    own = (await made(sandbox, wire, "own")).body["id"]
    assert (await wire("PATCH", path_of(sandbox, own), {"name": "own"})).status == 200
    answer = await wire("PATCH", path_of(sandbox, own), {"name": "taken"})
    assert codes(answer.body["errors"]) == {"name:APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}


async def test_two_thousand_are_the_most(sandbox: Sandbox, wire: Wire) -> None:
    for number in range(1999):
        sandbox.world.add_emoji(f"e{number}", "image/png", png(1, 1), animated=False)
    assert (await made(sandbox, wire, "last")).status == 201
    assert (await made(sandbox, wire, "over")).verdict == (400, 30008)


async def test_other_applications_have_their_own(sandbox: Sandbox, wire: Wire) -> None:
    assert (await wire("GET", "/applications/1/emojis")).verdict == (403, 20012)


async def test_emoji_have_a_limit_of_their_own(sandbox: Sandbox, wire: Wire) -> None:
    sandbox.ratelimits.usual()
    most = 5
    sandbox.ratelimits.limits["emoji"] = (most, 10.0)
    answers = [await wire("GET", path_of(sandbox)) for _ in range(most + 1)]
    assert [each.status for each in answers] == [200] * most + [429]
    assert 0 < answers[-1].body["retry_after"] <= 10
    assert (await made(sandbox, wire, "late")).status == 429, "making one is counted too"
    said = await wire.say(sandbox.channel("games").id, content="x")
    assert said.status == 200, "messages are counted apart"


async def test_only_own_emoji_stand_in_components(sandbox: Sandbox, wire: Wire) -> None:
    games = sandbox.channel("games").id
    number = (await made(sandbox, wire, "acorn")).body["id"]
    own = {"id": number, "name": "whatever"}
    option = {"label": "o", "value": "v", "emoji": own}
    parts = [row(button(label=None, emoji=own)), row(select(options=[option]))]
    said = await wire.say(games, content="x", components=parts)
    assert said.status == 200, said.body
    shown = {"id": number, "name": "acorn", "animated": False}
    buttons, selects = said.body["components"]
    assert buttons["components"][0]["emoji"] == shown
    assert selects["components"][0]["options"][0]["emoji"] == shown
    await wire("DELETE", path_of(sandbox, number))
    refused = await wire.say(games, content="x", components=parts)
    assert codes(refused.body["errors"]) == {
        "components/0/components/0/emoji/id:BUTTON_COMPONENT_INVALID_EMOJI",
        "components/1/components/0/options/0/emoji/id:BUTTON_COMPONENT_INVALID_EMOJI",
    }
    assert sandbox.message(said.body["id"]).buttons == ["acorn"], "what is said already stays"


async def test_discord_py_makes_and_reads_them(sandbox: Sandbox, bot: Small) -> None:
    first = await bot.create_application_emoji(name="one", image=png())
    await bot.create_application_emoji(name="two", image=png(32, 16))
    assert [str(each) for each in await bot.fetch_application_emojis()] == [
        f"<:{each.name}:{each.id}>" for each in sandbox.world.emojis.values()
    ]
    await first.delete()
    assert [each.name for each in sandbox.world.emojis.values()] == ["two"]


async def test_emoji_are_there_tomorrow(tmp_path: Path) -> None:
    file = tmp_path / "world.sqlite3"
    async with Sandbox(data=file) as sandbox, aiohttp.ClientSession() as session:
        sandbox.ratelimits.generous()
        wire = Wire(sandbox, session)
        kept = (await made(sandbox, wire, "kept")).body
        gone = (await made(sandbox, wire, "gone")).body["id"]
        await wire("DELETE", path_of(sandbox, gone))
        await wire("PATCH", path_of(sandbox, kept["id"]), {"name": "renamed"})
    async with Sandbox(port=sandbox.port, data=file) as again, aiohttp.ClientSession() as session:
        listed = await Wire(again, session)("GET", path_of(again))
        assert listed.body == {"items": [{**kept, "name": "renamed"}]}
        assert again.world.emojis[kept["id"]].data == png()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP"])
def test_the_head_of_a_picture_tells_its_size(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "picture"
    Image.new("RGB", (37, 21), "#204060").save(file, kind)
    head = image_files.read(file.read_bytes())
    assert head == image_files.ImageFile(f"image/{kind.lower()}", 37, 21)


def test_what_is_no_picture() -> None:
    for data in (b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF\0\0\0\0WEBP", b"x"):
        assert image_files.read(data) is None, data


async def test_a_file_that_an_embed_shows_is_no_attachment_apart(
    sandbox: Sandbox, wire: Wire
) -> None:
    games = sandbox.channel("games")
    sandbox.host.bot_permissions(games, give=["attach_files"])
    base = f"{sandbox.url}/api/v10/channels/{games.id}/messages"

    async def send(method: str, url: str, file: bytes | None = None, **body: Any) -> Answer:
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        if file is not None:
            form.add_field("files[0]", file, filename="board.png", content_type="image/png")
        head = {"Authorization": f"Bot {sandbox.token}"}
        async with wire.session.request(method, url, data=form, headers=head) as answer:
            return Answer(answer.status, await answer.json(), answer.headers)

    embeds = [{"title": "t", "image": {"url": "attachment://board.png"}}]
    said = await send("POST", base, png(80, 40), embeds=embeds)
    image = said.body["embeds"][0]["image"]
    assert said.body["attachments"] == [] and (image["width"], image["height"]) == (80, 40)
    message = f"{base}/{said.body['id']}"
    kept = await send("PATCH", message, embeds=embeds)
    assert kept.body["embeds"][0]["image"] == image, "it is still there, though nobody named it"
    newer = await send("PATCH", message, png(8, 4), embeds=embeds, attachments=[{"id": 0}])
    assert newer.body["embeds"][0]["image"]["url"] != image["url"]
    assert len(sandbox.world.blobs) == 1, "the file that was replaced is gone"
    by_link = [{"title": "t", "image": {"url": newer.body["embeds"][0]["image"]["url"]}}]
    apart = await send("PATCH", message, embeds=by_link)
    assert len(apart.body["attachments"]) == 1, "an address doesn't make it the embed's own"
