"""What a screen has to know of its reader, kept in memory, so that it is drawn without waiting."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from storage.learnt_store import LearntRow
from storage.store import Store


class Readers:
    """Knows who is helped through which game, and who reads words in place of pictures."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._learnt: dict[tuple[int, str], LearntRow] = {}
        self._words: dict[int, bool] = {}

    async def read(self, person: int, game: str) -> None:
        """Read what is to be known of somebody before a screen of a game is drawn for them."""
        await self.reads_words(person)
        if (person, game) not in self._learnt:
            found = await self._store.learnt.of(person, game)
            # What has changed while it was read is newer.
            self._learnt.setdefault((person, game), found)

    # How they read

    async def reads_words(self, person: int) -> bool:
        """Tell whether a person reads words in place of pictures."""
        if person not in self._words:
            self._words.setdefault(person, await self._store.learnt.reads_words(person))
        return self._words[person]

    def in_words(self, person: int) -> bool:
        """Tell whether a person of whom that was read reads words in place of pictures."""
        return self._words.get(person, False)

    async def prefer(self, person: int, words: bool) -> None:
        """Save whether a person reads words in place of pictures."""
        await self._store.learnt.save_words(person, words)
        self._words[person] = words

    # What they know

    def helped(self, person: int, game: str, steps: int, *, taught: bool = False) -> bool:
        """Tell whether a person is helped through a game, whose lesson has some steps.

        They are until they have finished one, or the lesson, or say that they know it; and again
        once they ask for tips. Where somebody is `taught`, only what they say counts. Nobody is of
        whom nothing was read.
        """
        row = self._learnt.get((person, game))
        if row is None:
            return False
        if row.known is not None:
            return not row.known
        return taught or not (row.ended or row.lesson or 0 < steps <= row.step + 1)

    async def say(self, person: int, games: Collection[str], known: bool) -> None:
        """Save whether a person says that they know some games, or wants tips in them."""
        await self._store.learnt.save_known(person, games, known)
        for game in games:
            if (row := self._learnt.get((person, game))) is not None:
                self._learnt[person, game] = replace(row, known=known)

    async def at_step(self, person: int, game: str, step: int) -> None:
        """Save the step of a game's lesson that a person is at."""
        await self._store.learnt.save_lesson_step(person, game, step)
        if (row := self._learnt.get((person, game))) is not None:
            self._learnt[person, game] = replace(row, step=step)

    async def has_done(self, person: int, game: str) -> None:
        """Save that a person has been through a game's lesson, also if it is begun again."""
        await self._store.learnt.save_lesson_done(person, game)
        self._learnt.pop((person, game), None)
        await self.read(person, game)

    def ended(self, people: Collection[int], game: str) -> None:
        """Read again what these people know of a game: they have finished one."""
        for person in people:
            self._learnt.pop((person, game), None)

    def forget(self, person: int) -> None:
        """Read again whatever is to be known of a person."""
        self._words.pop(person, None)
        for key in [key for key in self._learnt if key[0] == person]:
            del self._learnt[key]
