"""Checking a request's body: `Form` collects what is wrong, nested by field, as Discord does."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from bot.sandbox.errors import Refusal
from bot.sandbox.json_text import Json
from bot.sandbox.snowflake import is_snowflake

Path = tuple[str | int, ...]


class Form:
    """A body being checked: every fault is kept, and `check` refuses once with all of them.

    `inside` is where the checked part lies in the whole body, such as the `data` of a callback.
    """

    def __init__(self, inside: Path = ()) -> None:
        self.errors: Json = {}
        self.inside = inside

    def fault(self, path: Path, code: str, words: str) -> None:
        """Note what is wrong with the field at this path."""
        place = self.errors
        for step in (*self.inside, *path):
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": words})

    def check(self) -> None:
        """Raise Refusal (50035) if anything was wrong with the body."""
        if self.errors:
            raise Refusal(400, 50035, "Invalid Form Body", errors=self.errors)

    def required(self, path: Path) -> None:
        """Note that a field is missing."""
        self.fault(path, "BASE_TYPE_REQUIRED", "This field is required")

    def unsupported(self, path: Path, what: str) -> None:
        """Note that a field is fine for Discord, but not for this sandbox."""
        self.fault(path, "SANDBOX_UNSUPPORTED", f"{what} are not supported by this sandbox.")

    def choice(self, path: Path, allowed: Collection[Any]) -> None:
        """Note that a value isn't one of those allowed."""
        listed = ", ".join(str(each) for each in allowed)
        self.fault(path, "BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")

    def text(
        self, path: Path, value: object, low: int = 0, high: int = 0, *, required: bool = False
    ) -> str | None:
        """Read a text of `low` to `high` characters (0: no limit); None if absent or wrong."""
        if value is None:
            if required:
                self.required(path)
            return None
        if not isinstance(value, str):
            self.fault(path, "STRING_TYPE_CONVERT", "Could not interpret as string.")
            return None
        if len(value) < low or (high and len(value) > high):
            if required and not value:
                self.required(path)
            elif low and high:
                words = f"Must be between {low} and {high} in length."
                self.fault(path, "BASE_TYPE_BAD_LENGTH", words)
            elif high and len(value) > high:
                words = f"Must be {high} or fewer in length."
                self.fault(path, "BASE_TYPE_MAX_LENGTH", words)
            else:
                self.fault(path, "BASE_TYPE_MIN_LENGTH", f"Must be {low} or more in length.")
            return None
        return value

    def number(
        self, path: Path, value: object, low: int, high: int, *, default: int | None = None
    ) -> int | None:
        """Read a whole number between two bounds; the default if absent, None if wrong."""
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return None
        if not low <= value <= high:
            if value < low:
                words = f"int value should be greater than or equal to {low}."
                self.fault(path, "NUMBER_TYPE_MIN", words)
            else:
                self.fault(path, "NUMBER_TYPE_MAX", f"int value should be <= {high}.")
            return None
        return value

    def truth(self, path: Path, value: object) -> bool:
        """Read a yes or no; absent means no."""
        if value is None or isinstance(value, bool):
            return bool(value)
        self.fault(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return False

    def listing(
        self, path: Path, value: object, low: int, high: int, *, required: bool = False
    ) -> list[Any]:
        """Read a list of `low` to `high` things; empty if absent or wrong."""
        if value is None:
            if required:
                self.required(path)
            return []
        if not isinstance(value, list):
            self.fault(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            words = f"Must be between {low} and {high} in length."
            self.fault(path, "BASE_TYPE_BAD_LENGTH", words)
            return []
        return value

    def record(self, path: Path, value: object) -> Json:
        """Read an object; empty if it isn't one."""
        if isinstance(value, dict):
            return value
        self.fault(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return {}

    def ids(self, path: Path, value: object, high: int) -> list[str]:
        """Read a list of ids, each once."""
        found: list[str] = []
        for place, each in enumerate(self.listing(path, value, 0, high)):
            if not is_snowflake(each):
                self.fault(
                    (*path, place), "NUMBER_TYPE_COERCE", f'Value "{each}" is not snowflake.'
                )
            elif str(each) in found:
                self.fault(path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains it")
            else:
                found.append(str(each))
        return found

    def url(
        self, path: Path, value: object, *, files: bool = False, high: int = 2048
    ) -> str | None:
        """Read an http address, or attachment:// if `files` may be meant."""
        text = self.text(path, value, 0, high)
        if text is None:
            return None
        schemes = ("http", "https", "attachment") if files else ("http", "https", "discord")
        parts = urlsplit(text)
        if parts.scheme not in schemes:
            words = f"Scheme must be one of ({', '.join(schemes)})."
            self.fault(path, "URL_TYPE_INVALID_SCHEME", words)
            return None
        if not parts.netloc or re.search(r"\s", text):
            self.fault(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
            return None
        return text
