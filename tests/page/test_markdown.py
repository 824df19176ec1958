"""The page's markdown: what Discord draws, drawn; what is typed, never run."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

pytestmark = [pytest.mark.page, pytest.mark.asyncio(loop_scope="session")]

DRAW = """async ([text, options]) => {
    const { ink } = await import("/page/ink.js");
    const look = {
        me: "1",
        personName: (id) => ({ 1: "Ada", 2: "<b>Bob</b>" })[id] ?? null,
        roleName: (id) => (id === "7" ? "Moderator" : null),
        channel: (id) => (id === "5" ? { id: "5", name: "games" } : null),
        open: () => {}, useCommand: () => {},
    };
    const root = document.createElement("div");
    root.append(...ink(text, look, options ?? undefined));
    for (const one of root.querySelectorAll("*")) {
        for (const { name } of [...one.attributes]) if (name !== "href") one.removeAttribute(name);
    }
    return root.innerHTML;
}"""


async def draw(page: Page, text: str, options: dict[str, bool] | None = None) -> str:
    """Draw a text and give the markup back, without attributes other than addresses."""
    return await page.evaluate(DRAW, [text, options])


def span(markup: str) -> str:
    """Wrap the markup of a mention."""
    return f"<span>{markup}</span>"


def quote(*blocks: str) -> str:
    """Wrap the markup of a quote."""
    return f"<blockquote>{''.join(blocks)}</blockquote>"


def line(markup: str) -> str:
    """Wrap the markup of a plain paragraph."""
    return f"<div>{markup}</div>"


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("**bold** and *it* and _it_", "<strong>bold</strong> and <em>it</em> and <em>it</em>"),
        ("__under__ ~~gone~~", "<u>under</u> <s>gone</s>"),
        ("***both***", "<strong><em>both</em></strong>"),
        ("**a *b* c**", "<strong>a <em>b</em> c</strong>"),
        ("snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4"),
        (r"\*not\* \_this\_ \`nor\`", "*not* _this_ `nor`"),
        ("`**raw** <@1>`", "<code>**raw** &lt;@1&gt;</code>"),
        ("``a ` b``", "<code>a ` b</code>"),
        ("||hush||", "<span><span>hush</span></span>"),
        ("[a](https://example.org/x_(y)) b", '<a href="https://example.org/x_(y)">a</a> b'),
        ("see https://example.org.", 'see <a href="https://example.org/">https://example.org</a>.'),
        ("<https://example.org>", '<a href="https://example.org/">https://example.org</a>'),
        (
            "<@1> <@!1> <@2>",
            " ".join([span("@Ada"), span("@Ada"), span("@&lt;b&gt;Bob&lt;/b&gt;")]),
        ),
        (
            "<@9> <@&7> <@&8>",
            " ".join([span("&lt;@9&gt;"), span("@Moderator"), span("&lt;@&amp;8&gt;")]),
        ),
        ("<#5> <#6>", "<button>#games</button> <span>#unknown</span>"),
        ("</donburiko new:12>", "<button>/donburiko new</button>"),
        ("@everyone", "<span>@everyone</span>"),
        ("<:acorn:123> <a:acorn:123>", "<img> <img>"),
        ("<:a:123> <:acorn:x>", "&lt;:a:123&gt; &lt;:acorn:x&gt;"),
        ("<t:99999999999999:R> <t:1:x>", "&lt;t:99999999999999:R&gt; &lt;t:1:x&gt;"),
        ("one\ntwo\n\nthree", "one\ntwo\n\nthree"),
    ],
)
async def test_lines(bare: Page, text: str, markup: str) -> None:
    assert await draw(bare, text) == line(markup)


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        (
            "# One\n## Two\n### Three\n#### no",
            "<h3>One</h3><h4>Two</h4><h5>Three</h5>" + line("#### no"),
        ),
        ("#no heading", line("#no heading")),
        ("-# small *it*", "<div>small <em>it</em></div>"),
        (
            "> a\n> **b**\nc",
            quote(line("a\n<strong>b</strong>")) + line("c"),
        ),
        (">>> a\nb", quote(line("a\nb"))),
        (
            "a\n```py\nx\n\n  y\n```\nb",
            line("a") + "<pre><code>x\n\n  y</code></pre>" + line("b"),
        ),
        ("```# no heading```", "<pre><code># no heading</code></pre>"),
        (r"\```no block\```", line("```no block```")),
        (
            "- a\n  - b\n2. c",
            "<ul>" + "".join(f"<li><span>{x}</span></li>" for x in "abc") + "</ul>",
        ),
    ],
)
async def test_blocks(bare: Page, text: str, markup: str) -> None:
    assert await draw(bare, text) == markup


async def test_how_far_a_moment_is_goes_by_the_bots_clock(bare: Page) -> None:
    """The bot may be ahead of this machine: "in 5 hours" means its hours."""
    said = await bare.evaluate(
        """async () => {
          const { ink } = await import("/page/ink.js");
          const { botTime } = await import("/page/dom.js");
          const box = document.createElement("div");
          const text = `<t:${Math.floor(Date.now() / 1000) + 5 * 3600 + 60}:R>`;
          botTime.ahead = 2 * 3600;
          box.append(...ink(text, {}));
          botTime.ahead = 0;
          return box.textContent;
        }"""
    )
    assert said == "in 3 hours"


async def test_titles_know_no_blocks_and_no_masked_links(bare: Page) -> None:
    text = "# **a** [b](https://example.org)"
    markup = await draw(bare, text, {"blocks": False, "links": False})
    assert markup == "# <strong>a</strong> [b](https://example.org)"


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=alert(1)>",
        "<script>alert(1)</script>",
        "**<svg onload=alert(1)>**",
        "```html\n<b>bold</b>\n```",
        "[x](javascript:alert(1))",
        "[x](data:text/html,hello)",
        "</donburiko <b>:1>",
        "> <iframe src='//example.org'></iframe>",
    ],
)
async def test_markup_stays_text(bare: Page, text: str) -> None:
    markup = await draw(bare, text)
    for tag in ("<img", "<script", "<svg", "<b>", "<iframe", "<a"):
        assert tag not in markup


@pytest.mark.parametrize(
    "unit", ["*", "**a ", "||", "> ", "_ ", "`", "[", "[a](", "\\", "- ", "<t:", "~~x"]
)
async def test_long_nonsense_is_drawn(bare: Page, unit: str) -> None:
    text = (unit * 4096)[:4096]
    assert await draw(bare, text)


ANSWER = """async (text) => {
    const { drawMessage } = await import("/page/message.js");
    const look = {
        me: "1", personName: (id) => ({ 1: "Ada" })[id] ?? null,
        message: () => null, channel: () => null,
    };
    const author = { id: "9", username: "Kakushi", bot: true };
    const bare = { author, timestamp: "2026-01-01T00:00:00Z", mentions: [] };
    const original = { ...bare, id: "10", content: text };
    const answer = {
        ...bare, id: "11", content: "so it is",
        message_reference: { message_id: "10" }, referenced_message: original,
    };
    return drawMessage(answer, look, {}).querySelector(".context-text").textContent;
}"""


async def test_an_answer_quotes_the_message_as_it_is_read(bare: Page) -> None:
    text = "<@1> **your** turn: `row 2`, <:kk_acorn_1:7> is in front"
    quoted = await bare.evaluate(ANSWER, text)
    assert quoted == "@Ada your turn: row 2, :kk_acorn_1: is in front", (
        f"it is quoted as “{quoted}”"
    )
