"""What guests read, and can do, while a night waits for somebody to start it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.nights.leading import may_call_to_start
from bot.nights.night import Night
from bot.nights.rounds import closes_at
from bot.nights.stages import RoundPace
from bot.ui.pages import routes
from bot.ui.pages.page import Button
from bot.ui.pages.wording import Wording


def ends_unled(night: Night, _pace: RoundPace | None, wording: Wording) -> Iterator[str]:
    """Yield when a night for which enough are here ends if nobody leads it."""
    end = closes_at(night)
    if end is not None:
        yield wording.gettext(
            "If no host starts it, the night ends at {time}.", time=wording.at(end)
        )


def call_buttons(night: Night, wording: Wording, mark: object = "") -> tuple[Button, ...]:
    """Return the button by which guests call a host who hasn't come to start a night, if any."""
    call = Button(routes.CALL_TO_START(night.id, mark=mark), wording.gettext("Call the host"))
    return (call,) if may_call_to_start(night) else ()


def call_rows(night: Night, verb: str, wording: Wording) -> tuple[tuple[Button, ...], ...]:
    """Return its row below the answer to somebody who has said that they are here."""
    calls = call_buttons(night, wording) if verb == "here" else ()
    return (calls,) if calls else ()
