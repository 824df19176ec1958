"""How many rounds a night has once a host has added some. Pure."""

from __future__ import annotations

from bot.nights.night import Night, Post, Press


def added_post(before: Night, after: Night, press: Press) -> tuple[Post, ...]:
    """Return what the thread is told where a host has added rounds to a night that is played."""
    if after.dealt and after.row.state == "playing" and _rounds(after) > _rounds(before):
        return (Post("added", (), {"by": press.by.name, "round": _rounds(after)}),)
    return ()


def came_to(night: Night, rounds: int) -> bool:
    """Tell whether a night still has so many rounds; once it is over, whether they were played."""
    return (len(night.dealt) if night.over else _rounds(night)) >= rounds


def _rounds(night: Night) -> int:
    """Return how many rounds a night has, also with one that a host has only seated so far."""
    return max(night.round_count, 0 if night.proposal is None else night.proposal.number)
