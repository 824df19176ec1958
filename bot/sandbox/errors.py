"""What is refused: to the bot with Discord's codes, to people because their client can't do it."""

from collections.abc import Mapping

from bot.sandbox.json_text import Json


class NotPossible(Exception):
    """Somebody tried what Discord's client wouldn't have let them do; `str()` says why."""


class Refusal(Exception):
    """A request that Discord wouldn't carry out: HTTP status, code, words, nested errors."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: Json | None = None,
        headers: Mapping[str, str] | None = None,
        extra: Json | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.headers = dict(headers or {})
        self.extra = extra or {}

    def body(self) -> Json:
        """Return the JSON body of this refusal."""
        body: Json = {"message": self.message, "code": self.code, **self.extra}
        if self.errors:
            body["errors"] = self.errors
        return body


_KNOWN: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10070: (404, "Unknown Guild Scheduled Event"),
    20012: (403, "You are not authorized to perform this action on this application"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30038: (400, "Maximum number of guild scheduled events reached (100)"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "This interaction has hit the maximum number of follow up messages"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    180000: (400, "Cannot update a finished event"),
}


def refuse(code: int) -> Refusal:
    """Return Discord's refusal with this code."""
    status, message = _KNOWN[code]
    return Refusal(status, code, message)


def unauthorised() -> Refusal:
    """Return the refusal of a missing or wrong bot token."""
    return Refusal(401, 0, "401: Unauthorized")
