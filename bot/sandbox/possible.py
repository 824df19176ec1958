"""The word for what people can't do."""


class NotPossible(Exception):
    """Somebody tried what Discord's client would not have let them do; `str()` says why."""
