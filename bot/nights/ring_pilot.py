"""One ring of a night's pilot: what it must know is found out, and what it decides is saved."""

from __future__ import annotations

from bot.nights import pilot, stages
from bot.nights.guest_presses import BY_GUESTS
from bot.nights.leading import who_may_lead
from bot.nights.night import Night, Now
from bot.nights.nights import Nights
from bot.nights.pilot import TIMER, Facts
from bot.nights.run_rounds import RoundRunner
from bot.nights.stages import Pace


async def ring_pilot(
    nights: Nights, round_runner: RoundRunner, night: Night, now: Now, pace: Pace
) -> Night:
    """Do what is due for the pilot of a night whose lock is held, in one transaction."""
    notice = await nights.store.newest(night.id, "notice")
    waiting, _sizes = await round_runner.waiting(night)
    facts = Facts(
        pace,
        await who_may_lead(nights.servers, night),
        await nights.store.last_led(night.id, BY_GUESTS),
        notice.sent_at if notice is not None and notice.message_id else None,
        noticed=notice is not None,
        waiting=len(waiting),
        still=await round_runner.standstills.lasts_at(night),
        seat=await round_runner.seating_now(night) if _seats(night, pace) else None,
    )
    change = pilot.ring(night, now, facts)
    if change.what == "finishing":
        # Done twice it is the same, so it comes first: a crash in between loses nothing.
        await round_runner.finish(night)
    night = await nights.save(night, change, TIMER, now.at)
    if change.what == "dealt":
        round_runner.dealer.deal(night.id)
    return night


def _seats(night: Night, pace: Pace) -> bool:
    """Tell whether a ring may seat those who are here."""
    may = night.row.pilot == "auto" and stages.usual_stage(night) in ("doors", "break")
    return may and night.row.stage != "held" and len(night.guests.there) >= pace.enough
