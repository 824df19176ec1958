"""Who is told if a night is off, or moves."""

from __future__ import annotations

from collections.abc import Iterable

from bot.nights.night import Night
from storage.former_players import is_former


def who_is_told(
    night: Night,
    asked: Iterable[int] = (),
    by: int = 0,
    follow: Iterable[int] = (),
    *,
    moves: bool = False,
) -> tuple[int, ...]:
    """Return who is told that a night is off, or moves: whoever may have kept its date free, and
    its hosts, once each, but for who does that. `asked` are those who were called to it, or would
    have been; some of them may not have answered. `follow` are those who follow its series, if that
    ends with it. If it `moves`, whoever was called to it and couldn't come then may come now.
    """
    guests = night.guests
    couldnt = {each.person for each in guests.open_again if moves}
    listed = [each.person for each in guests.with_answer("in", "waits", "maybe", "invited")]
    silent = [each for each in asked if each in couldnt or guests.find(each) is None]
    told = dict.fromkeys([*listed, *silent, *night.leaders, *follow])
    return tuple(each for each in told if each != by and not is_former(each))
