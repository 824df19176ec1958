"""What people know of the games, kept in memory, so that a screen can be drawn without waiting."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from storage.learnt_store import LearntRow
from storage.store import Store


class Learners:
    """Knows who is helped through which game; what was read once is kept in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[tuple[int, str], LearntRow] = {}

    async def read(self, person: int, game: str) -> None:
        """Read what a person knows of a game, unless that was done before."""
        if (person, game) not in self._known:
            found = await self._store.learnt(person, game)
            # What has changed while it was read is newer.
            self._known.setdefault((person, game), found)

    def helped(self, person: int, game: str, steps: int) -> bool:
        """Tell whether a person is helped through a game, whose lesson has some steps.

        They are until they have finished one, or the lesson, or say that they know it; and again
        once they ask for tips. Nobody is of whom nothing was read.
        """
        row = self._known.get((person, game))
        if row is None:
            return False
        if row.known is not None:
            return not row.known
        return not row.ended and not 0 < steps <= row.step + 1

    async def say(self, person: int, games: Collection[str], known: bool) -> None:
        """Save whether a person says that they know some games, or wants tips in them."""
        await self._store.save_known(person, games, known)
        for game in games:
            if (row := self._known.get((person, game))) is not None:
                self._known[person, game] = replace(row, known=known)

    async def at_step(self, person: int, game: str, step: int) -> None:
        """Save the step of a game's lesson that a person is at."""
        await self._store.save_lesson_step(person, game, step)
        if (row := self._known.get((person, game))) is not None:
            self._known[person, game] = replace(row, step=step)

    def ended(self, people: Collection[int], game: str) -> None:
        """Read again what these people know of a game: they have finished one."""
        for person in people:
            self._known.pop((person, game), None)

    def forget(self, person: int) -> None:
        """Read again what a person knows of all games."""
        for key in [key for key in self._known if key[0] == person]:
            del self._known[key]
