"""Slash commands and their options in texts, named as the reader's Discord shows them.

Once Discord has reported their ids, pressing a command opens it. That only works for names as they
are in the code: pressing a translated one opens nothing, and Discord shows what is written, so a
command that has a translation is only named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

IDS: Final[dict[str, str]] = {}
"""The id of each command by its name, the first word.

Like the catalogues it is the same for everybody, and empty until Discord has reported the ids.
"""
LONGEST_NAME: Final = 32
COMMAND_NAME: Final = "command name"
OPTION_NAME: Final = "option name"
_NAME = re.compile(r"[-_'\w]+")
NAMED = re.compile(r"`/([a-z]+)((?: [a-z]+)*)`")


def learn(ids: Mapping[str, str]) -> None:
    """Take over the ids of all commands, as Discord reports them."""
    IDS.clear()
    IDS.update(ids)


Pgettext = Callable[[str, str], str]


def mentioned(text: str, pgettext: Pgettext) -> str:
    """Return one of the bot's texts with each `/command` as the catalogue's Discord shows it.

    It can be pressed if its id is known and it has no other name in that language. Where markdown
    isn't read (buttons, lists, footers), a text names a command without backticks.
    """
    return NAMED.sub(partial(_mention, pgettext), text) if "`/" in text else text


def command_name(command: str, pgettext: Pgettext) -> str:
    """Return what a command is called, in all its words: "table leave"."""
    group, *rest = command.split()
    within = in_group(COMMAND_NAME, group)
    return " ".join(
        [said_name(COMMAND_NAME, group, pgettext), *(said_name(within, e, pgettext) for e in rest)]
    )


def option_name(command: str, option: str, pgettext: Pgettext) -> str:
    """Return what an option of a command is called."""
    return said_name(in_group(OPTION_NAME, command.split(maxsplit=1)[0]), option, pgettext)


def in_group(context: str, group: str) -> str:
    """Return the context under which catalogues hold a name within a group of commands."""
    return f"{context} in /{group}"


def said_name(context: str, name: str, pgettext: Pgettext) -> str:
    """Return a name in another language, if Discord accepts it as one."""
    said = pgettext(context, name)
    return said if is_name(said) else name


def is_name(said: str) -> bool:
    """Tell whether something can be the name of a command or an option."""
    return len(said) <= LONGEST_NAME and said == said.lower() and bool(_NAME.fullmatch(said))


def _mention(pgettext: Pgettext, named: re.Match[str]) -> str:
    name, rest = named.groups()
    if (said := command_name(name + rest, pgettext)) != name + rest:
        return f"`/{said}`"
    return f"</{name}{rest}:{IDS[name]}>" if name in IDS else named[0]
