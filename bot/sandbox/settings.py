"""Where this Discord lies, the bot's token, and Discord's deadlines."""

import base64
from dataclasses import dataclass, field


@dataclass(slots=True)
class Deadlines:
    """Discord's deadlines in seconds; tests may shorten them."""

    ack_seconds: float = 3.0
    token_seconds: float = 900.0
    old_message_seconds: float = 3600.0


@dataclass(slots=True)
class Settings:
    """What everything here must know. Port 0 becomes the real one once the port is open."""

    port: int
    token: str
    deadlines: Deadlines = field(default_factory=Deadlines)

    @property
    def url(self) -> str:
        """The address that the bot and the browser use."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def gateway_url(self) -> str:
        """The address of the websocket."""
        return f"ws://127.0.0.1:{self.port}/"


def token_for(bot_id: str) -> str:
    """Make a token as Discord's look: the bot's id, a time and a signature; some clients check it.

    It opens nothing but this sandbox, so it need not be secret.
    """
    parts = (bot_id.encode(), b"sand", b"no secret: a sandbox's token")
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in parts)
