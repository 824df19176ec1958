"""Which texts of the catalogues the walk through all screens shows, and which it never does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from bot.ui.pages import catalogues
from tests.locale.extract import ROOT, read, written

Key = tuple[str | None, str]
"""A text, with its context if it has one."""
WALK: Final = ("tests/contract/test_pseudo_language.py", "tests/ui")
CHOSEN: Final = "pseudo or longer"
"""By this the tests that walk are known among those of these folders."""
PASSED_OVER: Final[Mapping[str, str]] = {}
"""Texts that the walk needn't come by, each with the reason."""


class BrokenWalk(Exception):
    """A test of the walk failed, so nothing can be said about what it reaches."""


def unreached() -> list[Key]:
    """Walk, in this process, and return the texts that were never said, in their order."""
    said: set[Key] = set()
    with pytest.MonkeyPatch.context() as patch:
        note(said, patch)
        paths = [str(ROOT / each) for each in WALK]
        plain = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", f"--rootdir={ROOT}"]
        # This module was imported before pytest began, and needs none of its asserts.
        plain += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        if pytest.main([*plain, "-k", CHOSEN, *paths]):
            raise BrokenWalk("the walk failed, so what it comes by isn't known")
    return [key for key in all_texts() if key not in said and key[1] not in PASSED_OVER]


def all_texts() -> list[Key]:
    """Return the texts of all catalogues, from the one that has them all."""
    return [
        (message.context, str(message.id if isinstance(message.id, str) else message.id[0]))
        for message in read(written("ja"))
        if message.id
    ]


def note(said: set[Key], patch: pytest.MonkeyPatch) -> None:
    """Note every text that is said in a language other than the code's."""
    texts: Any = catalogues._Texts
    gettext, ngettext, pgettext = texts.gettext, texts.ngettext, texts.pgettext

    def plain(self: Any, text: str) -> str:
        said.add((None, text))
        return gettext(self, text)

    def plural(self: Any, one: str, many: str, count: int) -> str:
        said.add((None, one))
        return ngettext(self, one, many, count)

    def inside(self: Any, context: str, text: str) -> str:
        said.add((context, text))
        return pgettext(self, context, text)

    patch.setattr(texts, "gettext", plain)
    patch.setattr(texts, "ngettext", plural)
    patch.setattr(texts, "pgettext", inside)
