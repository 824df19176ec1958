"""What the bot's requests and the page's server both use; it knows neither."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.sandbox.bot_clock import BotClock
from bot.sandbox.faults import Faults
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.monitor import Monitor
from bot.sandbox.rate_limits import RateLimits
from bot.sandbox.settings import Settings
from bot.sandbox.supervisor import Supervisor
from bot.sandbox.world import World


@dataclass(slots=True)
class Services:
    """The parts of one sandbox."""

    settings: Settings
    world: World
    monitor: Monitor
    gateway: Gateway
    interactions: Interactions
    ratelimits: RateLimits = field(default_factory=RateLimits)
    faults: Faults = field(default_factory=Faults)
    supervisor: Supervisor | None = None
    """The bot's process, if the page may start and stop it."""
    bot_clock: BotClock | None = None
    """The clock of that process, if the page may set it forward."""
