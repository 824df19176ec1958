"""What Discord sends and discord.py can't read is noted and passed over."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

from bot.ui.posting.replies import report

Parser = Callable[[Any], None]


def pass_over_unreadable(parsers: MutableMapping[str, Parser]) -> None:
    """Have each of discord.py's parsers, by the name of its event, never raise.

    An error there would pass through the gateway's reader and end the whole process: one event of
    an unexpected shape, and nobody plays any more.
    """
    for event, parser in parsers.items():
        parsers[event] = _careful(event, parser)


def _careful(event: str, parser: Parser) -> Parser:
    def read(data: Any) -> None:
        try:
            parser(data)
        except Exception as error:
            # What it was about may be private, so only the kind of event is noted.
            report(error, f"the event {event} can't be read")

    return read
