"""What is wrong with a form, all of it at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from bot.engine.text import marked as _
from bot.tables.trouble import Gettext, Trouble
from bot.ui.posting.replies import OnPage

UNCHANGED: Final = _("Nothing was changed.")


class Troubles(Trouble):
    """Several things for which something can't be done."""

    def __init__(self, found: Sequence[Trouble]) -> None:
        """Take them, in the order in which they are said."""
        super().__init__()
        self.found = found

    def say(self, gettext: Gettext) -> str:
        """Return a line for each; that nothing was changed is said once."""
        said = [each.say(gettext) for each in self.found]
        end = gettext(UNCHANGED)
        return "\n".join([*(each.removesuffix(end).strip() for each in said[:-1]), said[-1]])


class Mistakes:
    """Notes what is wrong with the fields of a form, one after the other."""

    def __init__(self) -> None:
        self._found: list[Trouble] = []

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what is wrong here and go on; a question of ours ends everything."""
        try:
            yield
        except OnPage:
            raise
        except Trouble as trouble:
            self._found.append(trouble)

    def tell(self) -> None:
        """Raise Trouble with all that was noted, if anything was."""
        if self._found:
            raise self._found[0] if len(self._found) == 1 else Troubles(self._found)
