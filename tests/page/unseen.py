"""Moves made while nobody looks at the page: what it draws of them costs twenty times as much."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from typing import Any, Final

from bot.sandbox import Channel, Message, NotPossible, Sandbox

LISTED: Final = 3
"""The type of a control that is a list."""
MENU: Final = re.compile(r"m\d*:")
BACK: Final = ("Back", "戻る")


def newest_hand(house: Sandbox, place: Channel, name: str) -> Message | None:
    """Return the hand that somebody opened last."""
    own = [each for each in house.person(name).sees(place) if each.only_me]
    return own[-1] if own else None


def leading_on(hand: Message | None) -> list[Mapping[str, Any]]:
    """Return the controls of a hand that lead to a move."""
    controls = [] if hand is None else hand.controls
    return [
        each for each in controls if MENU.match(each["custom_id"]) and each.get("label") not in BACK
    ]


async def use_one(house: Sandbox, place: Channel, name: str) -> None:
    """Use the first control that leads to a move; of a list, as many choices as it needs."""
    hand = newest_hand(house, place, name)
    control = leading_on(hand)[0]
    assert hand is not None, "there is no hand"
    # It may have been drawn again since: then there is another control.
    with contextlib.suppress(NotPossible):
        if control["type"] == LISTED:
            values = [each["value"] for each in control["options"]]
            few = values[: max(1, control.get("min_values", 1))]
            await house.person(name).select(hand, control["custom_id"], few)
        else:
            await house.person(name).press(hand, control["custom_id"])
