"""What an id of a control is made of: text, and parts that change. `routes.py` has them all."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an id that changes: what fits, as a regular expression, and how it is read."""

    fits: str
    read: Callable[[str], Any] = str
    optional: bool = False
    """Whether it may be missing."""
    missing: Any = ""
    """What it is read as if it is missing."""


class Route:
    """The ids of one control, or of several that do the same thing about something else.

    They begin with `head`. Parts that are text stand there as they are. An id may end with `marks`,
    which tell controls of one message apart that do the same; they mean nothing. With `numbers`
    the head may be followed by a number, for the same reason.
    """

    def __init__(
        self, head: str, *parts: Part | str, marks: bool = False, numbers: bool = False
    ) -> None:
        self.head = head
        self.prefix = head.partition(":")[0]
        """What all ids of a subject begin with."""
        self._parts = parts
        self._changing = [each for each in parts if isinstance(each, Part)]
        self._marks = marks
        said = [re.escape(head) + ("[0-9]*" if numbers else "")]
        for each in parts:
            if isinstance(each, str):
                said.append(f":{re.escape(each)}")
            else:
                said.append(f"(?::({each.fits}))?" if each.optional else f":({each.fits})")
        self._pattern = re.compile("".join(said) + ("(?::.*)?" if marks else ""), re.S)

    def __repr__(self) -> str:
        return f"Route({self.head!r}, {', '.join(map(repr, self._parts))})"

    def __call__(self, *values: object, mark: object = "", number: int = 0) -> str:
        """Return an id, given the values of its parts; of a list, without what is picked there."""
        given = list(values)
        said = [f"{self.head}{number or ''}"]
        for each in self._parts:
            if isinstance(each, str):
                said.append(each)
            elif given:
                value = str(given.pop(0))
                said += [value] if value or not each.optional else []
        assert not given, f"{self} has no parts for {given}"
        return ":".join(said if mark == "" else [*said, str(mark)])

    def read(self, custom_id: str) -> list[Any] | None:
        """Return the values of an id, of a list with what was picked; None if it is another's."""
        found = self._pattern.fullmatch(custom_id)
        if found is None:
            return None
        return [
            part.missing if text is None else part.read(text)
            for part, text in zip(self._changing, found.groups(), strict=True)
        ]
