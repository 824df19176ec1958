"""Who leads a night with its host."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.night import (
    CHANGED_MEANWHILE,
    Change,
    Night,
    Now,
    Post,
    Press,
    Rule,
    demand_lead,
)
from bot.tables.seat import Person
from bot.tables.trouble import Trouble

MOST_COHOSTS: Final = 5


def sign_of_cohosts(night: Night) -> int:
    """Return a number that changes once the co-hosts are others."""
    return zlib.crc32(repr(sorted(each.id for each in night.cohosts)).encode())


def set_cohosts(people: Sequence[Person], seen: int | None = None) -> Rule:
    """Return the rule for who may lead the night besides its host: these, and nobody else.

    `seen` is the sign of the co-hosts that were known: if others have become it since, this
    raises Trouble.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead(night, press)
        if seen not in (None, sign_of_cohosts(night)):
            raise Trouble(CHANGED_MEANWHILE)
        others = [each for each in people if each.id != night.row.host]
        if len(others) > MOST_COHOSTS:
            raise Trouble(_("There can be {most} co-hosts at most."), most=MOST_COHOSTS)
        known = {each.id for each in (*night.cohosts, press.by)}
        new = tuple(each.id for each in others if each.id not in known)
        # Those of a draft are told once it is announced.
        told = (Post("cohost", new),) if new and night.row.state != "draft" else ()
        return Change(replace(night, cohosts=tuple(others)), "cohosts", posts=told)

    return rule


def told_to_lead(night: Night, by: int) -> tuple[Post, ...]:
    """Return the post that tells the co-hosts of a night that somebody announces now."""
    people = tuple(each.id for each in night.cohosts if each.id != by)
    return (Post("cohost", people),) if people else ()
