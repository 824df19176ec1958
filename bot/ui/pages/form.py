"""A form to fill in, as data: lines of text, and lists to pick one thing from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from discord import ChannelType, Object, SelectDefaultValue, SelectOption, TextStyle, ui

from bot.engine.text import cleaned
from bot.ui.pages.page import CHOICE_LABEL, Choice, clip

TITLE: Final = 45
LABEL: Final = 45
DETAIL: Final = 100


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line to fill in. `id` is its custom id within the form."""

    id: str
    label: str
    value: str = ""
    most: int = 100
    needed: bool = True
    hint: str = ""
    paragraph: bool = False
    """Whether the field is tall."""
    detail: str = ""
    """What stands below its label."""


@dataclass(frozen=True, slots=True)
class Dropdown:
    """A list from which one thing is picked, or up to `most`; `value` is what is picked already,
    with commas between.
    """

    id: str
    label: str
    choices: tuple[Choice, ...]
    value: str
    most: int = 1
    hint: str = ""
    """What stands there while nothing is picked."""


@dataclass(frozen=True, slots=True)
class RolePick:
    """A list of the server's roles, from which one or none is picked."""

    id: str
    label: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class ChannelPick:
    """A list of the server's channels of some kinds, from which one is picked, or none unless it is
    `needed`.
    """

    id: str
    label: str
    value: int | None
    kinds: tuple[ChannelType, ...]
    needed: bool = False


@dataclass(frozen=True, slots=True)
class PeoplePick:
    """A list of the server's people, from which up to `most` are picked; `value` as in a list."""

    id: str
    label: str
    value: str
    most: int


Line = TextLine | Dropdown | RolePick | ChannelPick | PeoplePick


@dataclass(frozen=True, slots=True)
class Form:
    """A form. `id` is its custom id, which says what it does when it is sent."""

    id: str
    title: str
    lines: tuple[Line, ...]
    """At most five."""

    @property
    def values(self) -> Mapping[str, str]:
        """Return what its lines are filled with, as it would be sent."""
        return {line.id: "" if line.value is None else str(line.value) for line in self.lines}

    def filled(self, typed: Mapping[str, str]) -> Form:
        """Return the form with what was typed into some of its lines."""
        return replace(self, lines=tuple(_filled(line, typed.get(line.id)) for line in self.lines))

    def modal(self) -> ui.Modal:
        """Return the form as Discord shows it. What is sent is read by its id alone."""
        modal = ui.Modal(title=clip(self.title, TITLE), custom_id=self.id, timeout=None)
        for line in self.lines:
            detail = clip(line.detail, DETAIL) if isinstance(line, TextLine) else ""
            label = ui.Label(
                text=clip(line.label, LABEL),
                description=detail or None,
                component=_component(line),
            )
            modal.add_item(label)
        # discord.py neither keeps a stopped form nor answers for it.
        modal.stop()
        return modal


def _filled(line: Line, text: str | None) -> Line:
    if text is None:
        return line
    if isinstance(line, RolePick | ChannelPick):
        return replace(line, value=int(text) if text.isdecimal() else None)
    return replace(line, value=text)


def _component(line: Line) -> ui.Item[Any]:
    if isinstance(line, TextLine):
        return ui.TextInput(
            custom_id=line.id,
            default=line.value[: line.most] or None,
            placeholder=clip(line.hint, 100) or None,
            required=line.needed,
            max_length=line.most,
            style=TextStyle.paragraph if line.paragraph else TextStyle.short,
        )
    if isinstance(line, RolePick):
        chosen = [] if line.value is None else [SelectDefaultValue.from_role(Object(line.value))]
        return ui.RoleSelect(custom_id=line.id, required=False, min_values=0, default_values=chosen)
    if isinstance(line, ChannelPick):
        there = [] if line.value is None else [SelectDefaultValue.from_channel(Object(line.value))]
        return ui.ChannelSelect(
            custom_id=line.id,
            required=line.needed,
            min_values=int(line.needed),
            default_values=there,
            channel_types=[*line.kinds],
        )
    picked = line.value.split(",")
    if isinstance(line, PeoplePick):
        return ui.UserSelect(
            custom_id=line.id,
            required=False,
            min_values=0,
            max_values=line.most,
            default_values=[SelectDefaultValue.from_user(Object(each)) for each in picked if each],
        )
    options = [
        SelectOption(
            label=clip(each.label, CHOICE_LABEL),
            value=each.value,
            description=clip(each.more, CHOICE_LABEL) or None,
            default=each.value in picked,
        )
        for each in line.choices
    ]
    return ui.Select(
        custom_id=line.id,
        options=options,
        placeholder=clip(line.hint, 100) or None,
        max_values=line.most,
    )


def filled_in(data: Any) -> Mapping[str, str]:
    """Return what was sent with a form, by the ids of its lines; "" if nothing was picked, with
    commas between several things that were.

    What can't be read is left out. Typed text is cleaned here, whichever line it is in.
    """
    found = dict(_values(data.get("components") if isinstance(data, Mapping) else None))
    return {name: cleaned(value) for name, value in found.items()}


def _values(parts: Any) -> Iterator[tuple[str, str]]:
    for part in parts if isinstance(parts, list) else ():
        if not isinstance(part, Mapping):
            continue
        name, value = part.get("custom_id"), part.get("value")
        if isinstance(name, str) and isinstance(value, str):
            yield name, value
        picked = part.get("values")
        if isinstance(name, str) and isinstance(picked, list):
            yield name, ",".join(each for each in picked if isinstance(each, str))
        yield from _values(part.get("components"))
        yield from _values([part.get("component")])
