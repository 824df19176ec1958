"""Slash commands named in texts: once Discord has told their ids, a press on one opens it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

IDS: Final[dict[str, str]] = {}
"""The id of each command by its name, the first word. Like the catalogues of texts it is the same
for everybody, and empty until Discord has told it."""
_NAMED = re.compile(r"`/([a-z]+)((?: [a-z]+)*)`")


def learn(ids: Mapping[str, str]) -> None:
    """Take over the ids of all commands."""
    IDS.clear()
    IDS.update(ids)


def mentioned(text: str) -> str:
    """Return a text of the bot's in which each `/command` can be pressed, if its id is known.

    Where markdown isn't read (buttons, lists, footers) a text names a command without backticks.
    """
    return _NAMED.sub(_mention, text) if IDS and "`/" in text else text


def commands_in(texts: Iterable[str]) -> set[str]:
    """Return the commands that texts name, without the slash: "table leave"."""
    return {"".join(found) for text in texts for found in _NAMED.findall(text)}


def _mention(named: re.Match[str]) -> str:
    name, rest = named.groups()
    return f"</{name}{rest}:{IDS[name]}>" if name in IDS else named[0]
