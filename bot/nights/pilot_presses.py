"""What those who lead a night press about its pilot: another one, *Stop* and *Resume*. Pure."""

from __future__ import annotations

from bot.nights.night import Change, Night, Now, Press, Rule, demand_lead
from bot.nights.stages import STEPS, usual_stage
from storage.night_rows import Pilot


def set_pilot(pilot: Pilot, *, to_come: bool = False) -> Rule:
    """Return the rule for another pilot; what stood still goes on by it.

    With `to_come`, it leads all nights of the series that come after it, too.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead(night, press)
        night = night.handing_on(pilot=pilot) if to_come else night
        return Change(night.with_row(pilot=pilot), "pilot", note=pilot)

    return rule


def stop() -> Rule:
    """Return the rule of *Stop*: from now on nothing goes on by itself."""

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead(night, press)
        if usual_stage(night) in STEPS:
            night = night.with_row(stage="held")
        return Change(night, "stopped")

    return rule


def resume() -> Rule:
    """Return the rule of *Resume the night*."""

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead(night, press)
        return Change(night, "resumed")

    return rule
