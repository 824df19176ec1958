"""How many rounds a night has once a host has added some. Pure.

One that a host has only seated counts once it starts, or is sure to by itself.
"""

from __future__ import annotations

from bot.nights.night import Night, Post, Press


def added_post(before: Night, after: Night, press: Press) -> tuple[Post, ...]:
    """Return what the thread is told where a host has added rounds to a night that is played."""
    if after.dealt and after.row.state == "playing" and after.round_count > before.round_count:
        return (Post("added", (), {"by": press.by.name, "round": after.round_count}),)
    return ()


def came_to(night: Night, rounds: int) -> bool:
    """Tell whether a night still has so many rounds; once it is over, whether they were played."""
    return (len(night.dealt) if night.over else night.round_count) >= rounds
