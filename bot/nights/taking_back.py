"""A night that was cancelled takes place after all: the same one, with all that was answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.engine.text import marked as _
from bot.nights.announcing import asked_anew, told_when_off
from bot.nights.due_times import after_absence
from bot.nights.fans import in_parts
from bot.nights.night import Change, Night, Now, Post, Press, Rule, demand_lead_always
from bot.nights.nights import Nights
from bot.nights.series_rules import may_take_back
from bot.nights.standing_posts import AFTER_ALL, KEPT, REST
from bot.tables.clock import MINUTE
from bot.tables.trouble import Trouble
from storage.night_rows import RIGHT_NOW

TAKEN_BACK: Final = "taken_back"
"""As it is noted."""
AT_ONCE: Final = 10 * MINUTE
"""Whoever takes a cancel back within so many seconds asks nobody again."""
NOT_OFF: Final = _("This night isn't cancelled.")
TIME_OVER: Final = _("It would have begun by now, so it stays cancelled.")
DATE_TAKEN: Final = _("Another night is announced, or will be, for the date of this one.")


async def off_since(nights: Nights, night: Night) -> int:
    """Return when a night was cancelled."""
    events = await nights.store.events(night.id)
    return max((each.at for each in events if each.what == "cancelled"), default=0)


async def take_back(nights: Nights, night_id: str, press: Press) -> tuple[Night, bool]:
    """Have a night that was cancelled take place after all; return it, and whether somebody is
    asked again: whoever was told that it is off, unless that was just now. Raises Trouble if it
    can't any more.
    """
    async with nights.held(night_id) as night:
        if await nights.done_before(press):
            return night, False
        told = await nights.reader.called_by(night, ("cancelled",))
        told = [*told_when_off(night, told)]
        blocked = {*await nights.servers.blocked(night.row.guild_id, told)}
        others = await nights.followers(night.id, night.row)
        if any(each.row.state in RIGHT_NOW for each in others):
            raise Trouble(DATE_TAKEN)
        since = await off_since(nights, night)
        if nights.tables.now() < since + AT_ONCE:
            return await nights.apply(night, press, _at_once(since)), False
        people = [each for each in told if each not in (*blocked, press.by.id)]
        return await nights.apply(night, press, _asking_again(people)), bool(people)


def _at_once(since: int) -> Rule:
    """Return the rule by which a night that was just cancelled is again as it was."""

    def rule(night: Night, press: Press, now: Now) -> Change:
        _demand_back(night, press, now)
        guests = after_absence(night.guests, since, now.at)
        state = "open" if guests.doors == "shut" else "doors"
        night = replace(night, guests=guests).with_row(state=state, why="")
        return Change(night, TAKEN_BACK, posts=(_said(night, (), {KEPT: True}),))

    return rule


def _asking_again(told: Sequence[int]) -> Rule:
    """Return the rule by which a night isn't cancelled any more; all who are In are asked again,
    and all others who were `told` that it's off.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        _demand_back(night, press, now)
        at, stays = night.guests.starts_at, night.guests.doors != "shut"
        night, posts = asked_anew(night.with_row(why=""), at, press, now, stays=stays)
        parts = enumerate(in_parts(told) or [()])
        said = (_said(night, part, {REST: True} if number else {}) for number, part in parts)
        return Change(night, TAKEN_BACK, posts=(*said, *posts))

    return rule


def _demand_back(night: Night, press: Press, now: Now) -> None:
    demand_lead_always(night, press)
    if night.row.state != "cancelled":
        raise Trouble(NOT_OFF)
    if not may_take_back(night, now.at):
        raise Trouble(TIME_OVER if night.guests.starts_at <= now.at else DATE_TAKEN)


def _said(night: Night, people: tuple[int, ...], details: Mapping[str, Any]) -> Post:
    """Return what says that a night takes place after all; if its doors are open, it says both."""
    if night.row.state == "doors":
        return Post("doors", people, {**details, AFTER_ALL: True})
    return Post("after_all", people, {**details})
