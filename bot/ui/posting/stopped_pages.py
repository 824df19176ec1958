"""What stands on private pages and hands that aren't edited any more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from discord import ButtonStyle, ComponentType

from bot.engine.text import marked as _
from bot.tables.clock import DAY
from bot.ui.pages.page import DESCRIPTION, clip
from bot.ui.pages.posting_words import NOT_UPDATED, WAS_OFFLINE, apart
from bot.ui.pages.wording import Wording
from storage.open_page_store import OpenPageRow

BUTTON: Final = int(ComponentType.button.value)
ANY_BUTTON: Final = _("press a button")
"""What to press on a page that isn't edited any more."""

_COUNTED: Final = re.compile("<t:([0-9]+):R>")
"""A time as how long there is until then, or has been since."""
_COUNTED_TOO: Final = re.compile(r"(?<=>)(\**)\s?[(（]<t:[0-9]+:R>[)）]")
"""That behind the hour itself."""
_BY_ITSELF: Final = re.compile(
    r"(?:\n|\A)▶️ .*(?:\n(?:-# |[^\n\u2002]*\u2002).*)*| · ▶️ .*(?=\n|\Z)",
)
"""What comes next by itself, with the small lines and the tables below it; or what does at a table,
at the end of its line.
"""


def press_to_show(labels: Sequence[str], wording: Wording) -> str:
    """Return what to press on a page with these buttons to see it as it is."""
    now = wording.gettext("Show now")
    return f"**{now}**" if now in labels else wording.gettext(ANY_BUTTON)


def not_updated(text: str, wording: Wording, press: str, why: str = "") -> str:
    """Return a page's text that says since when it is out of date instead of as of when it is, what
    to press and `why`, which isn't translated yet.
    """
    rest, time = apart(text)
    line = wording.gettext(NOT_UPDATED, time=time, press=press)
    small = f"-# {wording.gettext(why)}\n" if why else ""
    return clip(f"{line}\n{small}{at_rest(rest, time)}".rstrip(), DESCRIPTION)


def stopped_page(message: Any, row: OpenPageRow, over: str = "", shows: str = "") -> dict[str, Any]:
    """Return what becomes of a page's message once it says that it stopped, or that its night is
    `over`; nothing if a question has taken its place. It keeps its buttons, unless one of them, or
    what has the id that `shows` is, shows it anew.
    """
    embed, *others = message.get("embeds") or [{}]
    text = embed.get("description", "")
    rest, time = apart(text)
    if not time:
        return {}
    wording = Wording(row.language)
    rows = message.get("components", ())
    buttons = [each for one in rows for each in one.get("components", ())]
    refresh, show = wording.gettext("Refresh"), wording.gettext("Show now")
    anew = [{**each, "label": show} for each in buttons if each.get("label") == refresh]
    if shows and not anew:
        style = int(ButtonStyle.secondary.value)
        anew = [{"type": BUTTON, "style": style, "label": show, "custom_id": shows}]
    labels = [each.get("label", "") for each in anew or buttons]
    press = press_to_show(labels, wording)
    # What one button shows anew needn't stand there as it was.
    left = text.removeprefix(rest) if anew else text
    line = over or not_updated(left, wording, press, WAS_OFFLINE)
    told: dict[str, Any] = {"description": line}
    if anew:
        told["fields"] = []
    elif fields := embed.get("fields"):
        told["fields"] = [{**e, "value": at_rest(e["value"], time)} for e in fields]
    changed: dict[str, Any] = {"embeds": [{**embed, **told}, *others]}
    return changed | ({"components": [{"type": 1, "components": anew}]} if anew else {})


def stopped_hand(message: Any, row: OpenPageRow) -> dict[str, Any]:
    """Return what becomes of a hand's message once it says that it stopped, with the same pictures
    and buttons; nothing if it says so already, as the process that said it ended right after.
    """
    embeds = [_with_its_picture(each) for each in message.get("embeds", ())]
    wording, press = Wording(row.language), Wording(row.language).gettext(ANY_BUTTON)
    changed = datetime.fromisoformat(message.get("edited_timestamp") or message["timestamp"])
    time = f"<t:{max(row.at, int(changed.timestamp()))}:t>"
    line = wording.gettext(NOT_UPDATED, time=time, press=press)
    for embed in embeds[:1]:
        text = embed.get("description", "")
        if text.startswith(wording.gettext(NOT_UPDATED).partition("{")[0]):
            return {}
        embed["description"] = f"{line}\n{text}".strip()
    return {"embeds": embeds} if embeds else {}


def _with_its_picture(embed: Any) -> Any:
    """Return an embed as it is sent again where its picture lies in the message already."""
    if "image" not in embed:
        return {**embed}
    name = urlsplit(embed["image"]["url"]).path.rpartition("/")[2]
    return {**embed, "image": {"url": f"attachment://{name}"}}


def at_rest(text: str, time: str) -> str:
    """Return a text without what was to come by itself, which may be stopped by now, and whose
    hours aren't counted down any more: what was to come by one may have come by another way since,
    and a promise would stand there as one of the past.

    `time` is as of when it is: an hour that is far from that has its day.
    """
    since = int(next(iter(re.findall("[0-9]+", time)), 0))

    def hour(found: re.Match[str]) -> str:
        near = abs(int(found[1]) - since) < DAY // 2
        return f"<t:{found[1]}:{'t' if near else 'f'}>"

    return _COUNTED.sub(hour, _COUNTED_TOO.sub(r"\1", _BY_ITSELF.sub("", text)))
