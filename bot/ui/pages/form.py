"""A form to fill in, as data: its fields are lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.ui.pages.page import clip

TITLE: Final = 45
LABEL: Final = 45


@dataclass(frozen=True, slots=True)
class Line:
    """One line to fill in. `id` is its custom id within the form."""

    id: str
    label: str
    value: str = ""
    most: int = 100
    needed: bool = True
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """A form. `id` is its custom id, which says what it does when it is sent."""

    id: str
    title: str
    lines: tuple[Line, ...]

    def modal(self) -> ui.Modal:
        """Return the form as Discord shows it. What is sent is read by its id alone."""
        modal = ui.Modal(title=clip(self.title, TITLE), custom_id=self.id, timeout=None)
        for line in self.lines:
            modal.add_item(
                ui.Label(
                    text=clip(line.label, LABEL),
                    component=ui.TextInput(
                        custom_id=line.id,
                        default=line.value[: line.most] or None,
                        placeholder=clip(line.hint, 100) or None,
                        required=line.needed,
                        max_length=line.most,
                    ),
                )
            )
        # discord.py neither keeps nor answers for a form that is stopped.
        modal.stop()
        return modal


def filled_in(data: Any) -> Mapping[str, str]:
    """Return what was sent with a form, by the ids of its lines; what is no text is left out."""
    return dict(_values(data.get("components") if isinstance(data, Mapping) else None))


def _values(parts: Any) -> Iterator[tuple[str, str]]:
    for part in parts if isinstance(parts, list) else ():
        if not isinstance(part, Mapping):
            continue
        name, value = part.get("custom_id"), part.get("value")
        if isinstance(name, str) and isinstance(value, str):
            yield name, value
        yield from _values(part.get("components"))
        yield from _values([part.get("component")])
