"""Nothing said that isn't so: all that lies on Discord of an evening, held against the night."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from bot.nights.night import NightGame
from tests.ui.conftest import UI
from tests.ui.evening_walk import Walk
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import evening
from tests.ui.test_several_games import games as games  # noqa: PLC0414

KINDS: Final[Mapping[str, Mapping[str, Any]]] = {
    "plain": {},
    "series": {"repeat": 1, "rounds": 1},
    "auto": {"pilot": "auto"},
    "helper": {"pilot": "helper"},
    "several games": {"game": "kirifuda", "further": (NightGame("shiranui", "{}"),), "cap": None},
}
"""Evenings of each kind, by what they are announced with."""


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("plain", 1),
        ("series", 27),
        *(
            pytest.param(kind, seed, marks=pytest.mark.long)
            for seed in range(1, 40)
            for kind in KINDS
            if (kind, seed) not in (("plain", 1), ("series", 27))
        ),
    ],
)
@pytest.mark.usefixtures("games")
async def test_nothing_lies_there_that_isnt_so(
    ui: UI, server: FakeDiscord, kind: str, seed: int
) -> None:
    """A night is published, answered, moved, opened, seated, played and ended or called off.

    Of a series, the night after it and what is said in between are looked at, too.
    """
    night = await evening(ui, 3, doors=False, **{"cap": 4, "mention": None, **KINDS[kind]})
    walk = Walk(ui, server, night, seed)
    for _number in range(40):
        await walk.step()
        nights = await walk.nights()
        faults = [each async for each in walk.untrue(nights)]
        assert not faults, f"after {walk.done[-6:]}:\n" + "\n".join(faults)
        state = await night.night()
        if state.over and (kind != "series" or len(nights) > 1 or state.goes_on is None):
            break
