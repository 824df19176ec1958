"""Where this Discord is served, the bot's token, and Discord's deadlines."""

import base64
from dataclasses import dataclass, field

from bot.sandbox.sharding import Sharding


@dataclass(slots=True)
class Deadlines:
    """Discord's deadlines in seconds; tests may shorten them."""

    ack_seconds: float = 3.0
    token_seconds: float = 900.0
    old_message_seconds: float = 3600.0


@dataclass(slots=True)
class Settings:
    """What everything here needs to know. Port 0 becomes the real one once it is open."""

    port: int
    token: str
    deadlines: Deadlines = field(default_factory=Deadlines)
    sharding: Sharding = field(default_factory=Sharding)
    tokens: int = 1
    """How many tokens there have been."""

    def reset_token(self, bot_id: str) -> None:
        """Give the bot a new token; the old one becomes worthless."""
        self.tokens += 1
        self.token = token_for(bot_id, self.tokens)

    @property
    def url(self) -> str:
        """The address that the bot and the browser use."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def gateway_url(self) -> str:
        """The address of the websocket."""
        return f"ws://127.0.0.1:{self.port}/"


def token_for(bot_id: str, number: int = 1) -> str:
    """Make a token that looks like Discord's: the bot's id, a time and a signature.

    Some clients check that.

    It opens nothing but this sandbox, so it needn't be secret. `number` counts the tokens.
    """
    made = b"sand" if number == 1 else f"s{number:03}".encode()
    parts = (bot_id.encode(), made, b"no secret: a sandbox's token")
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
