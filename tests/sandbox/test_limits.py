"""Discord's limits on what a message, a form or a command may hold."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from bot.sandbox import Sandbox, components, embeds, page_feed
from bot.sandbox.command_schema import letters
from bot.sandbox.errors import Refusal
from bot.sandbox.validation import Form
from tests.sandbox.conftest import Answer, Wire

Json = dict[str, Any]


def button(number: int = 0, **more: Any) -> Json:
    """Return a good button, changed."""
    return {"type": 2, "style": 1, "label": "Go", "custom_id": f"go{number}", **more}


def row(*parts: Json) -> Json:
    """Return a row of components."""
    return {"type": 1, "components": list(parts)}


def select(count: int = 2, **more: Any) -> Json:
    """Return a good select, changed."""
    offered = [{"label": f"o{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": offered, **more}


def thing(kind: int, **more: Any) -> Json:
    """Return a good select of people, roles or channels, changed."""
    return {"type": kind, "custom_id": "s", **more}


def embed(**parts: Any) -> Json:
    """Return a message of one embed."""
    return {"embeds": [parts]}


def rows(*parts: Json) -> Json:
    """Return a message of one row."""
    return {"content": "x", "components": [row(*parts)]}


def codes(errors: Json, path: str = "") -> set[str]:
    """Return `path:code` for everything wrong with a form."""
    found: set[str] = set()
    for key, inner in errors.items():
        if key == "_errors":
            found |= {f"{path}:{each['code']}" for each in inner}
        else:
            found |= codes(inner, f"{path}/{key}".lstrip("/"))
    return found


GOOD: list[Json] = [
    {"content": "x" * 2000},
    embed(title="x" * 256, description="x" * 4096, footer={"text": "x" * 1648}),
    embed(fields=[{"name": "x" * 100, "value": "y" * 100}] * 25),
    {"embeds": [{"title": "x"}] * 10},
    rows(*(button(n) for n in range(5))),
    rows(select(25, min_values=0, max_values=25)),
    {"content": "x", "components": [row(button(n)) for n in range(5)]},
    rows(button(label=None, emoji={"name": "🌰", "id": None})),
    rows({"type": 2, "style": 5, "label": "Go", "url": "https://example.org/"}),
]
PICTURE = {"url": "https://example.org/a.png"}
GOOD += [
    rows(
        thing(
            7,
            max_values=2,
            default_values=[{"id": "5", "type": "user"}, {"id": "6", "type": "role"}],
        )
    ),
    rows(thing(8, min_values=0, channel_types=[0, 5], default_values=[])),
    {
        "content": "x",
        "components": [row({"type": kind, "custom_id": f"s{kind}"}) for kind in (5, 6, 7, 8)],
    },
    embed(
        title="t",
        url="https://example.org",
        color=0xFFFFFF,
        timestamp="2026-11-20T10:00:00Z",
        footer={"text": "f", "icon_url": PICTURE["url"]},
        author={"name": "a", "url": "https://example.org", "icon_url": PICTURE["url"]},
        image=PICTURE,
        thumbnail=PICTURE,
    ),
]

BAD: list[tuple[Json, str]] = [
    ({"content": "x" * 2001}, "content:BASE_TYPE_MAX_LENGTH"),
    ({"content": 5}, "content:STRING_TYPE_CONVERT"),
    (embed(title="x" * 257), "embeds/0/title:BASE_TYPE_MAX_LENGTH"),
    (embed(description="x" * 4097), "embeds/0/description:BASE_TYPE_MAX_LENGTH"),
    (embed(footer={"text": "x" * 2049}), "embeds/0/footer/text:BASE_TYPE_MAX_LENGTH"),
    (embed(author={"name": "x" * 257}), "embeds/0/author/name:BASE_TYPE_MAX_LENGTH"),
    (embed(title="x", color=1 << 24), "embeds/0/color:NUMBER_TYPE_MAX"),
    (embed(title="x", url="ftp://x.org"), "embeds/0/url:URL_TYPE_INVALID_SCHEME"),
    (embed(fields=[{"name": "", "value": "x"}]), "embeds/0/fields/0/name:BASE_TYPE_REQUIRED"),
    (embed(fields=[{"name": "x", "value": " "}]), "embeds/0/fields/0/value:BASE_TYPE_REQUIRED"),
    (
        embed(fields=[{"name": "x", "value": "x" * 1025}]),
        "embeds/0/fields/0/value:BASE_TYPE_BAD_LENGTH",
    ),
    (embed(fields=[{"name": "x", "value": "y"}] * 26), "embeds/0/fields:BASE_TYPE_BAD_LENGTH"),
    (embed(image={"url": "attachment://no.png"}), "embeds/0/image/url:EMBED_ATTACHMENT_NOT_FOUND"),
    ({"embeds": [{"title": "x"}] * 11}, "embeds:BASE_TYPE_BAD_LENGTH"),
    (
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]},
        "embeds:MAX_EMBED_SIZE_EXCEEDED",
    ),
    ({"content": "x", "components": [row(button(n)) for n in range(6)]}, "components:"),
    (rows(), "components/0/components:BASE_TYPE_BAD_LENGTH"),
    (rows(*(button(n) for n in range(6))), "components/0/components:BASE_TYPE_BAD_LENGTH"),
    (rows(button(), select()), "components/0/components:COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (
        rows(button(), button()),
        "components/0/components/1/custom_id:COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (rows(button(custom_id="x" * 101)), "components/0/components/0/custom_id:BASE_TYPE_BAD_LENGTH"),
    (rows(button(custom_id="")), "components/0/components/0/custom_id:BASE_TYPE_REQUIRED"),
    (rows(button(label="x" * 81)), "components/0/components/0/label:BASE_TYPE_MAX_LENGTH"),
    (rows(button(label="")), "components/0/components/0:BUTTON_COMPONENT_LABEL_REQUIRED"),
    (rows(button(style=7)), "components/0/components/0/style:NUMBER_TYPE_MAX"),
    (rows(button(url="https://x.org")), "components/0/components/0:BUTTON_COMPONENT_CUSTOM_ID_URL"),
    (
        rows(button(emoji={"name": "acorn"})),
        "components/0/components/0/emoji/name:BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (rows(select(0)), "components/0/components/0/options:BASE_TYPE_BAD_LENGTH"),
    (rows(select(26)), "components/0/components/0/options:BASE_TYPE_BAD_LENGTH"),
    (
        rows(thing(5, max_values=26)),
        "components/0/components/0/max_values:NUMBER_TYPE_MAX",
    ),
    (rows(button(style=None)), "components/0/components/0/style:BASE_TYPE_REQUIRED"),
    (rows(select(2, max_values=3)), "components/0/components/0/max_values:BASE_TYPE_BAD_LENGTH"),
    (rows(select(2, min_values=2)), "components/0/components/0:SELECT_COMPONENT_MIN_MAX"),
    (rows(select(placeholder="x" * 151)), "components/0/components/0/placeholder:BASE_TYPE_MAX"),
    (
        rows(select(options=[{"label": "a", "value": "v"}, {"label": "b", "value": "v"}])),
        "components/0/components/0/options/1/value:SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        rows(select(options=[{"label": v, "value": v, "default": True} for v in "ab"])),
        "components/0/components/0/options:SELECT_COMPONENT_DEFAULT_OPTIONS_EXCEEDED",
    ),
    (
        rows(select(options=[{"label": "x" * 101, "value": "v"}])),
        "components/0/components/0/options/0/label:BASE_TYPE_BAD_LENGTH",
    ),
    (
        rows(select(options=[{"label": "x", "value": "v", "description": "x" * 101}])),
        "components/0/components/0/options/0/description:BASE_TYPE_MAX_LENGTH",
    ),
    (
        rows(thing(5, default_values=[{"id": "5", "type": "role"}])),
        "components/0/components/0/default_values/0/type:BASE_TYPE_CHOICES",
    ),
    (
        rows(thing(8, default_values=[{"id": "x", "type": "channel"}])),
        "components/0/components/0/default_values/0/id:NUMBER_TYPE_COERCE",
    ),
    (
        rows(thing(6, default_values=[{"id": str(n), "type": "role"} for n in range(2)])),
        "components/0/components/0/default_values:BASE_TYPE_BAD_LENGTH",
    ),
    (
        rows(thing(8, channel_types=[0, 99])),
        "components/0/components/0/channel_types/1:BASE_TYPE_CHOICES",
    ),
    ({"components": [button()]}, "components/0/type:BASE_TYPE_CHOICES"),
    ({"components": [{"type": 10, "content": "x"}]}, "components/0/type:BASE_TYPE_CHOICES"),
    ({"flags": 1 << 15, "components": []}, "flags:SANDBOX_UNSUPPORTED"),
    ({"content": "x", "poll": {"question": {"text": "?"}}}, "poll:SANDBOX_UNSUPPORTED"),
    ({"content": "x", "sticker_ids": ["1"]}, "sticker_ids:SANDBOX_UNSUPPORTED"),
    (
        {"content": "x", "allowed_mentions": {"parse": ["all"]}},
        "allowed_mentions/parse/0:BASE_TYPE",
    ),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions:MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "x", "message_reference": {"message_id": "1"}},
        "message_reference:SANDBOX_UNSUPPORTED",
    ),
    ({"content": "x", "nonce": "x" * 26, "enforce_nonce": True}, "nonce:NONCE_TYPE_TOO_LONG"),
]


@pytest.mark.parametrize("body", GOOD)
async def test_what_just_fits_is_taken(sandbox: Sandbox, wire: Wire, body: Json) -> None:
    answer = await wire.say(sandbox.channel("games").id, **body)
    assert answer.status == 200, answer.body


@pytest.mark.parametrize(("body", "wrong"), BAD)
async def test_what_is_too_much_is_refused(
    sandbox: Sandbox, wire: Wire, body: Json, wrong: str
) -> None:
    answer = await wire.say(sandbox.channel("games").id, **body)
    assert answer.verdict == (400, 50035)
    found = codes(answer.body["errors"])
    assert any(each.startswith(wrong) for each in found), found
    assert sandbox.channel("games").messages == {}


@pytest.mark.parametrize(
    "body", [{}, {"content": ""}, {"content": " \n"}, {"embeds": []}, embed(color=5)]
)
async def test_an_empty_message_is_refused(sandbox: Sandbox, wire: Wire, body: Json) -> None:
    answer = await wire.say(sandbox.channel("games").id, **body)
    assert answer.verdict == (400, 50006)


async def test_an_edit_may_not_empty_a_message(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    made = await wire.say(channel.id, content="x", embeds=[{"title": "t"}])
    path = f"/channels/{channel.id}/messages/{made.body['id']}"
    assert (await wire("PATCH", path, {"content": None})).body["content"] == ""
    assert (await wire("PATCH", path, {"embeds": []})).verdict == (400, 50006)
    assert sandbox.message(made.body["id"]).embeds[0]["title"] == "t"


async def test_blanks_around_a_text_are_cut(sandbox: Sandbox, wire: Wire) -> None:
    made = await wire.say(sandbox.channel("games").id, content="\n x \n", embeds=[{"title": " t "}])
    assert made.body["content"] == "x" and made.body["embeds"][0]["title"] == "t"


async def test_a_misspelt_field_is_noted(sandbox: Sandbox, wire: Wire) -> None:
    made = await wire.say(sandbox.channel("games").id, content="x", embed={"title": "old way"})
    assert made.status == 200 and made.body["embeds"] == []
    assert [p.kind for p in sandbox.problems] == ["field"]
    sandbox.problems.clear()


async def test_broken_json(sandbox: Sandbox, wire: Wire) -> None:
    head = {"Authorization": f"Bot {sandbox.token}", "Content-Type": "application/json"}
    url = f"{sandbox.url}/api/v10/channels/{sandbox.channel('games').id}/messages"
    async with wire.session.post(url, data=b"{nope", headers=head) as answer:
        assert answer.status == 400 and (await answer.json())["code"] == 50109
    assert (await wire("POST", url, [1])).verdict == (400, 50109)
    for what, raw in (
        ("nested without end", b"[" * 100_000),
        ("nested too deep", b'{"embeds":' * 500 + b"0" + b"}" * 500),
        ("half a letter", rb'{"content": "\ud83c"}'),
    ):
        async with wire.session.post(url, data=raw, headers=head) as answer:
            verdict = answer.status, (await answer.json())["code"]
            assert verdict == (400, 50109), f"JSON that is {what}: {verdict}"


async def test_files_come_along(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    sandbox.host.bot_permissions(channel, give=["attach_files"])
    picture = (
        b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (7).to_bytes(4, "big") + (9).to_bytes(4, "big")
    )

    async def send(**body: Any) -> Answer:
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps(body), content_type="application/json")
        form.add_field("files[0]", picture, filename="a b.png", content_type="image/png")
        url = f"{sandbox.url}/api/v10/channels/{channel.id}/messages"
        head = {"Authorization": f"Bot {sandbox.token}"}
        async with wire.session.post(url, data=form, headers=head) as answer:
            return Answer(answer.status, await answer.json(), answer.headers)

    made = await send(
        embeds=[{"image": {"url": "attachment://a_b.png", "description": "a picture"}}],
        attachments=[{"id": 0, "filename": "a_b.png", "description": "a file"}],
    )
    assert made.status == 200, made.body
    assert sandbox.requests[-1].files == (len(picture),), "how large a file was isn't on record"
    assert made.body["attachments"] == [], "an embed shows it, so it isn't shown apart"
    (shape,) = sandbox.message(made.body["id"]).attachments
    assert (shape["width"], shape["height"], shape["size"]) == (7, 9, len(picture))
    assert made.body["embeds"][0]["image"]["url"] == shape["url"]
    said = made.body["embeds"][0]["image"].get("description")
    assert said == "a picture", f"the embed's image is described as {said!r}"
    on_page = page_feed.shown(sandbox.message(made.body["id"]), sandbox.world)
    assert on_page["attachments"] == [], "the page gets what Discord gives nobody"
    too_long = await send(
        embeds=[{"image": {"url": "attachment://a_b.png", "description": "x" * 4097}}]
    )
    assert too_long.verdict == (400, 50035), "an image may be described at any length"
    async with wire.session.get(shape["url"]) as answer:
        assert await answer.read() == picture and answer.content_type == "image/png"
    async with wire.session.get(shape["url"].partition("?")[0]) as answer:
        assert answer.status == 404
    sandbox.host.bot_permissions(channel, take=["attach_files"])
    refused = await send(content="x")
    assert refused.verdict == (403, 50013)
    sandbox.host.delete_message(sandbox.message(made.body["id"]))
    assert sandbox.world.blobs == {}


async def test_whom_a_message_pings(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    ada, bob = sandbox.person("Ada"), sandbox.person("Bob")
    text = f"{ada.mention} {bob.mention} <@1> @everyone"

    async def pinged(**more: Any) -> tuple[list[str], bool]:
        made = await wire.say(channel.id, content=text, **more)
        return [each["username"] for each in made.body["mentions"]], made.body["mention_everyone"]

    assert await pinged() == (["Ada", "Bob"], False)
    assert await pinged(allowed_mentions={"parse": []}) == ([], False)
    assert await pinged(allowed_mentions={"users": [bob.id]}) == (["Bob"], False)
    sandbox.host.bot_permissions(channel, give=["mention_everyone"])
    assert await pinged(allowed_mentions={"parse": ["everyone"]}) == ([], True)


async def test_a_nonce_belongs_to_its_channel(sandbox: Sandbox, wire: Wire) -> None:
    first = await wire.say(sandbox.channel("games").id, content="x", nonce=7, enforce_nonce=True)
    other = await wire.say(sandbox.channel("general").id, content="x", nonce=7, enforce_nonce=True)
    assert first.body["id"] != other.body["id"]


async def test_the_same_nonce_is_the_same_message(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    first = await wire.say(channel.id, content="x", nonce="7", enforce_nonce=True)
    second = await wire.say(channel.id, content="x", nonce="7", enforce_nonce=True)
    third = await wire.say(channel.id, content="x", nonce="7")
    assert first.body["id"] == second.body["id"] != third.body["id"]
    assert len(channel.messages) == 2


async def test_the_oldest_nonce_is_forgotten_first(
    sandbox: Sandbox, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.sandbox.world.NONCES_KEPT", 2)
    channel = sandbox.channel("games").id

    async def said(nonce: int) -> str:
        return (await wire.say(channel, content="x", nonce=nonce, enforce_nonce=True)).body["id"]

    first, _second, third = [await said(nonce) for nonce in (1, 2, 3)]
    assert await said(3) == third, "the newest nonce is forgotten"
    assert await said(1) != first, "more nonces are kept than should be"


async def test_a_message_has_the_flags_that_a_bot_may_set_and_an_edit_keeps_the_others(
    sandbox: Sandbox, wire: Wire
) -> None:
    hides, quiet, thread = 4, 4096, 32
    channel = sandbox.channel("games").id
    said = (await wire.say(channel, content="x", flags=hides | quiet | thread)).body
    assert said["flags"] == hides | quiet, "a bot's flags aren't those that it may set"
    path = f"/channels/{channel}/messages/{said['id']}"
    changed = await wire("PATCH", path, {"embeds": [], "flags": 0})
    assert changed.body["flags"] == quiet, "an edit can show embeds again, and nothing else"


async def test_what_is_not_supported_is_named(sandbox: Sandbox, wire: Wire) -> None:
    channel = sandbox.channel("games")
    said = await wire.say(channel.id, content="x")
    reference = {"channel_id": channel.id, "message_id": said.body["id"]}
    for body, name in (
        ({"poll": {"question": {"text": "?"}}}, "Polls"),
        ({"message_reference": {"type": 1, **reference}}, "Forwards"),
        ({"content": "x", "message_reference": reference}, "Replies"),
    ):
        answer = await wire.say(channel.id, **body)
        assert answer.verdict == (400, 50035)
        assert f"{name} are not supported" in json.dumps(answer.body), answer.body


async def test_a_file_under_a_wrong_name(sandbox: Sandbox, wire: Wire) -> None:
    form = aiohttp.FormData()
    form.add_field("payload_json", '{"content": "x"}', content_type="application/json")
    form.add_field("files[one]", b"x", filename="a.txt", content_type="text/plain")
    url = f"{sandbox.url}/api/v10/channels/{sandbox.channel('games').id}/messages"
    head = {"Authorization": f"Bot {sandbox.token}"}
    async with wire.session.post(url, data=form, headers=head) as answer:
        assert answer.status == 200, "a form's strange field must not break the request"
        assert (await answer.json())["attachments"] == []


def test_a_truth_value_is_no_number() -> None:
    form = Form()
    assert form.number((), True, 0, 5) is None, "true passes for 1"
    assert form.number((), 5, 0, 5) == 5, "a number is refused"


def test_the_letters_of_a_command_are_counted_to_the_last() -> None:
    option = {
        "name": "row",
        "description": "Which",
        "name_localizations": {"ja": "列", "de": "Reihe"},
    }
    made = {"name": "take", "description": "Take it", "options": [option]}
    assert letters(made) == len("take" + "Take it" + "Reihe" + "Which")


def test_an_author_links_and_a_footer_does_not() -> None:
    form, url = Form(), "https://example.org"
    raw = {"author": {"name": "a", "url": url}, "footer": {"text": "f", "url": url}, "title": "t"}
    (made,) = embeds.embeds(form, [raw], {})
    form.check()
    assert made["author"] == {"name": "a", "url": url}
    assert made["footer"] == {"text": "f"}


def test_components_without_a_number_get_one_that_none_asks_for() -> None:
    form = Form()
    (made,) = components.read_message(form, [row(button(0, id=3), button(1))], {})
    form.check()
    assert [made["id"], *(each["id"] for each in made["components"])] == [1, 3, 4]


def test_a_label_says_more_below_it_if_there_is_more_to_say() -> None:
    def read(more: str | None) -> Json:
        typed = {"type": 4, "custom_id": "t", "style": 1}
        label = {"type": 18, "label": "l", "component": typed, "description": more}
        body = {"custom_id": "f", "title": "t", "components": [label]}
        return components.read_modal(Form(), body, {})["components"][0]

    assert read("m" * 100)["description"] == "m" * 100
    assert "description" not in read(None)
    with pytest.raises(Refusal):
        read("m" * 101)
