"""The commands in other languages: their names, descriptions, options and choices."""

from __future__ import annotations

from typing import Any, Final

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location

from bot.ui.pages.catalogues import AS_WRITTEN, catalogue
from bot.ui.pages.command_mentions import COMMAND_NAME, OPTION_NAME, in_group, is_name

LONGEST_TEXT: Final = 100
_NAMES: Final = {
    Location.group_name: COMMAND_NAME,
    Location.command_name: COMMAND_NAME,
    Location.parameter_name: OPTION_NAME,
}


class CommandTexts(app_commands.Translator):
    """Tells discord.py what Discord calls commands in the languages of the catalogues.

    What a language doesn't translate, or translates in a way that Discord wouldn't accept, stays
    English: a single name that Discord refuses would take all commands down with it.
    """

    @staticmethod
    def locales() -> list[Locale]:
        """Return the languages of Discord that have a catalogue."""
        return [each for each in Locale if catalogue(each.value) is not AS_WRITTEN]

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a text of a command in a language of Discord; None if it stays as it is."""
        texts = catalogue(locale.value)
        if texts is AS_WRITTEN:
            return None
        where, text = key(string, context)
        said = texts.gettext(text) if where is None else texts.pgettext(where, text)
        if said == text:
            return None
        if "text" in string.extras:
            fields = {name: _translated(texts, each) for name, each in string.extras.items()}
            said = said.format(**fields)
        fits = is_name(said) if context.location in _NAMES else len(said) <= LONGEST_TEXT
        return said if fits else None


def filled(text: str, **fields: object) -> app_commands.locale_str:
    """Return a description with `{fields}`, whose texts are translated as well."""
    return app_commands.locale_str(text.format(**fields), text=text, **fields)


def key(
    string: app_commands.locale_str, context: app_commands.TranslationContextTypes
) -> tuple[str | None, str]:
    """Return the context and the text under which catalogues hold a text of a command.

    Names are told apart by the group they are in: a language may have one word for to `add` a card
    and another for to `add` a guest. Descriptions are sentences and need no context.
    """
    if context.location in _NAMES:
        group = _group(context.data)
        name = _NAMES[context.location]
        return in_group(name, group) if group else name, string.message
    if context.location is Location.choice_name:
        return "choice", string.message
    return None, string.extras.get("text", string.message)


def _group(data: Any) -> str | None:
    """Return the outermost command around a command or an option; None if it has none."""
    if isinstance(data, app_commands.Parameter):
        return (data.command.root_parent or data.command).name
    root = data.root_parent if isinstance(data, app_commands.Command) else data.parent
    return None if root is None else root.name


def _translated(texts: Any, field: object) -> object:
    return texts.gettext(field) if isinstance(field, str) else field
