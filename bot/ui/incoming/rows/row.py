"""What a row says: of a control, or of a slash command."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Literal

from discord import app_commands

from bot.engine.text import marked as _
from bot.ui.actions.command_options import Option
from bot.ui.actions.rights import Who
from bot.ui.pages.route import Route

Do = Callable[..., Awaitable[object]]
"""A method of one of the actions, or a function that is given them all. It is called with the
interaction and the values of the id; for a command, with what was typed, by the option. Answers, or
raises Trouble.
"""

Elsewhere = Literal["refused", "covers", "shows"]
"""At a table on no server, which has one message: it can't be used there; what it shows takes the
place of the game, as it does wherever it is pressed below somebody's hand; or it shows the game."""


@dataclass(frozen=True, slots=True)
class Control:
    """What a button, a list or a form does.

    With `newest` it is done only if what it is about stands as it did when it was drawn: its id
    carries a number that tells. With `on_page` a refusal is said on the table page, if the control
    lies there.
    """

    route: Route
    do: Do
    who: Who
    newest: bool = False
    on_page: bool = False
    alone: Elsewhere = "refused"


@dataclass(frozen=True, slots=True)
class Command:
    """What a slash command does. `name` is all it is called: "night new"."""

    name: str
    text: str | app_commands.locale_str
    do: Do
    who: Who
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Top:
    """What holds for all commands that begin with a word; with `text` it is a group of them.

    Without `anywhere` they are for servers; `managers` alone see them unless a server decides
    otherwise.
    """

    text: str = ""
    anywhere: bool = False
    managers: bool = False


UNKNOWN_CONTROL: Final = _("This button doesn't work any more.")
