"""The catalogues of translations: text files that are read as they are, with nothing to compile.

A game that was installed besides brings catalogues of its own, for the texts that ours don't have.
"""

from __future__ import annotations

import gettext
import io
import logging
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALE = Path(__file__).parents[2] / "locale"
"""Holds a folder for each language, with one file in it: adding a language is adding that file."""
FILE = Path("LC_MESSAGES") / "kakushi.po"
ENGLISH = "en"
"""The language of the texts in the code; it needs no catalogue."""


AS_WRITTEN: Final = gettext.NullTranslations()
"""The texts as they are in the code, for languages without a catalogue."""

log = logging.getLogger(__name__)
_added: dict[str, dict[str, Catalog]] = {}
"""The catalogues of installed packages, by package and language."""


class _Texts(gettext.GNUTranslations):
    """The texts of a catalogue. The empty text stays empty and doesn't become the file's header."""

    def gettext(self, message: str) -> str:
        return super().gettext(message) if message else ""


def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, spelt like Discord's: "ja", "pt-BR"."""
    return _languages(LOCALE)


def own_name(language: str) -> str:
    """Return what its speakers call a language: "日本語"."""
    return locale_of(language).get_display_name() or language


@lru_cache
def locale_of(language: str) -> Locale:
    """Return how dates are written in a language; as in English if Babel doesn't know it."""
    try:
        return Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale.parse(ENGLISH)


def catalogue(language: str) -> gettext.NullTranslations:
    """Return the texts of a language; the English ones if it has no catalogue.

    A country's own catalogue takes precedence: "pt-BR" reads "pt_BR", or else "pt".
    """
    return _catalogue(LOCALE, language)


def add_texts(package: str, folders: Sequence[str]) -> None:
    """Take what a package says in our languages, from the `locale` in one of its folders.

    What is no catalogue raises an error, and none is taken.
    """
    found: dict[str, Catalog] = {}
    for language in languages():
        files = [Path(each) / "locale" / _file(language) for each in folders]
        there = next((file for file in files if file.is_file()), None)
        if there is None:
            log.warning("%s has no texts in %s: there it speaks English", package, language)
        else:
            found[language] = _read(there)
    _added[package] = found
    _catalogue.cache_clear()


def _file(language: str) -> Path:
    """Return where a language's catalogue is, below a folder of catalogues."""
    return Path(language.replace("-", "_")) / FILE


def _read(file: Path) -> Catalog:
    with file.open("rb") as lines:
        return read_po(lines, locale=file.parents[1].name, abort_invalid=True)


@lru_cache
def _languages(folder: Path) -> tuple[str, ...]:
    return tuple(
        sorted(file.parents[1].name.replace("_", "-") for file in folder.glob(f"*/{FILE}"))
    )


@lru_cache
def _catalogue(folder: Path, language: str) -> gettext.NullTranslations:
    base = language.partition("-")[0]
    if base != language and language not in _languages(folder):
        return _catalogue(folder, base)
    if language not in _languages(folder):
        return AS_WRITTEN
    texts = _read(folder / _file(language))
    for package, added in _added.items():
        if language in added:
            _join(texts, package, added[language])
    compiled = io.BytesIO()
    # Texts without a translation are left out, so they appear in English.
    write_mo(compiled, texts)
    compiled.seek(0)
    return _Texts(compiled)


def _join(texts: Catalog, package: str, added: Catalog) -> None:
    """Add what a package says to a catalogue, but for the texts that are there already."""
    for message in added:
        if not message.id or not message.string:
            continue
        there = texts.get(message.id, message.context)
        if there is None:
            texts.add(message.id, message.string, context=message.context)
        elif there.string != message.string:
            log.warning("%s can't say in other words: %r", package, message.id)
