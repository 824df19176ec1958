"""A night that was cancelled takes place after all: the same one, with all that was answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.engine.text import marked as _
from bot.nights.announcing import asked_anew
from bot.nights.due_times import guests_after_absence
from bot.nights.fans import in_parts
from bot.nights.night import Change, Night, Now, Post, PostKind, Press, Rule, demand_lead_always
from bot.nights.nights import Nights
from bot.nights.series_rules import may_take_back
from bot.nights.standing_posts import AFTER_ALL, KEPT, REST
from bot.nights.who_is_told import who_is_told
from bot.tables.clock import MINUTE
from bot.tables.trouble import Trouble
from storage.night_rows import RIGHT_NOW

TAKEN_BACK: Final = "taken_back"
"""As it is noted."""
AT_ONCE: Final = 10 * MINUTE
"""Whoever takes a cancel back within so many seconds asks nobody again: whom the cancel
called reads that the night takes place.
"""
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
        others = await nights.followers(night.id, night.row)
        if any(each.row.state in RIGHT_NOW for each in others):
            raise Trouble(DATE_TAKEN)
        told, anew = await told_back(nights, night, press.by.id)
        rule = _asking_again(told) if anew else _at_once(await off_since(nights, night), told)
        return await nights.apply(night, press, rule), anew and bool(told)


async def told_back(nights: Nights, night: Night, by: int) -> tuple[list[int], bool]:
    """Return who is told if somebody has a night that was cancelled take place after all, but for
    them; and whether all are asked again, as it has been off for some time.
    """
    now = nights.tables.now()
    anew = now >= await off_since(nights, night) + AT_ONCE
    if anew:
        told = who_is_told(night, await nights.reader.called_by(night, ("cancelled",)))
    else:
        told = await nights.reader.called_by(night, ("cancelled",), now)
    blocked = await nights.servers.blocked(night.row.guild_id, [*told])
    return [each for each in told if each not in (*blocked, by)], anew


def _at_once(since: int, called: Sequence[int]) -> Rule:
    """Return the rule by which a night that was just cancelled is again as it was; whom that
    `called` is told.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        _demand_back(night, press, now)
        guests = guests_after_absence(night.guests, since, now.at)
        state = "open" if guests.doors == "shut" else "doors"
        night = replace(night, guests=guests).with_row(state=state, why="")
        return Change(night, TAKEN_BACK, posts=_said(night, called, {KEPT: True}))

    return rule


def _asking_again(told: Sequence[int]) -> Rule:
    """Return the rule by which a night isn't cancelled any more; all who are In are asked again,
    and all others who were `told` that it's off.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        _demand_back(night, press, now)
        at, stays = night.guests.starts_at, night.guests.doors != "shut"
        night, posts = asked_anew(night.with_row(why=""), at, press, now, stays=stays)
        return Change(night, TAKEN_BACK, posts=(*_said(night, told, {}), *posts))

    return rule


def _demand_back(night: Night, press: Press, now: Now) -> None:
    demand_lead_always(night, press)
    if night.row.state != "cancelled":
        raise Trouble(NOT_OFF)
    if not may_take_back(night, now.at):
        raise Trouble(TIME_OVER if night.guests.starts_at <= now.at else DATE_TAKEN)


def _said(night: Night, people: Sequence[int], details: Mapping[str, Any]) -> tuple[Post, ...]:
    """Return what tells people that a night takes place after all; if its doors are open, it says
    both.
    """
    doors = night.row.state == "doors"
    kind: PostKind = "doors" if doors else "after_all"
    known = {**details, AFTER_ALL: True} if doors else {**details}
    parts = enumerate(in_parts(people) or [()])
    return tuple(Post(kind, part, {**known, REST: True} if no else known) for no, part in parts)
