"""A night that was cancelled takes place after all: the same one, with all that was answered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from bot.engine.text import marked as _
from bot.nights.announcing import asked_anew, told_when_off
from bot.nights.fans import in_parts
from bot.nights.night import Change, Night, Now, Post, Press, Rule, demand_lead_always
from bot.nights.nights import Nights
from bot.nights.series_rules import may_take_back
from bot.nights.standing_posts import AFTER_ALL, REST
from bot.tables.trouble import Trouble
from storage.night_rows import RIGHT_NOW

TAKEN_BACK: Final = "taken_back"
"""As it is noted."""
NOT_OFF: Final = _("This night isn't cancelled.")
TIME_OVER: Final = _("It would have begun by now, so it stays cancelled.")
DATE_TAKEN: Final = _("Another night is announced, or will be, for the date of this one.")


async def take_back(nights: Nights, night_id: str, press: Press) -> Night:
    """Have a night that was cancelled take place after all. Whoever was told that it is off is
    called. Raises Trouble if it can't any more.
    """
    async with nights.held(night_id) as night:
        if await nights.done_before(press):
            return night
        told = await nights.reader.called_by(night, ("cancelled",))
        told = [*told_when_off(night, told)]
        blocked = {*await nights.servers.blocked(night.row.guild_id, told)}
        others = await nights.followers(night.id, night.row)
        if any(each.row.state in RIGHT_NOW for each in others):
            raise Trouble(DATE_TAKEN)
        people = [each for each in told if each not in blocked]
        return await nights.apply(night, press, _taken_back(people))


def _taken_back(told: Iterable[int]) -> Rule:
    """Return the rule by which a night isn't cancelled any more; all who are In are asked again,
    and all others who were `told` that it's off.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        demand_lead_always(night, press)
        at = night.guests.starts_at
        if night.row.state != "cancelled":
            raise Trouble(NOT_OFF)
        if not may_take_back(night, now.at):
            raise Trouble(TIME_OVER if at <= now.at else DATE_TAKEN)
        stays = night.guests.doors != "shut"
        night, posts = asked_anew(night.with_row(why=""), at, press, now, stays=stays)
        parts = in_parts([person for person in told if person != press.by.id]) or [()]
        said = (_said(night, part, rest=number > 0) for number, part in enumerate(parts))
        return Change(night, TAKEN_BACK, posts=(*said, *posts))

    return rule


def _said(night: Night, people: tuple[int, ...], *, rest: bool) -> Post:
    """Return what says that a night takes place after all; if its doors open, it says both."""
    details: dict[str, Any] = {REST: True} if rest else {}
    if night.row.state == "doors":
        return Post("doors", people, {**details, AFTER_ALL: True})
    return Post("after_all", people, details)
