"""Chance fixed beforehand: every draw follows from a secret, so a deal can be checked later.

Draw number n (counted from 0 over the whole game) reads 64-bit words, big-endian, four from each
SHA-256 of the secret, the id of the interaction that started the game, n and a block number (all
but the secret as 8 bytes, big-endian; blocks count from 0 in every draw). The interaction comes
after the secret was fixed, so nobody can choose a secret by the deal that it gives. Games dealt
before this was introduced have no such id, and their texts leave it out.

A number below k is the next word modulo k; words at or above the largest multiple of k are skipped,
so that every number is equally likely. A shuffle goes from the last place to the second and swaps
each with the place drawn among those up to it; a pick draws one place.

Only the SHA-256 of the secret's 32 bytes is shown beforehand. Draws hash texts of 56 bytes, or of
48 without the interaction. A length extension of the hash that is shown gives hashes of 64 bytes
and more, so never a draw.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableSequence, Sequence
from hashlib import sha256
from typing import Final, Protocol, TypeVar

T = TypeVar("T")

SECRET_BYTES: Final = 32
_WORD: Final = 8


class Chance(Protocol):
    """What a live dealer draws from; `random.Random` fits it, too."""

    def shuffle(self, x: MutableSequence[T], /) -> None:
        """Put the items in a random order, in place."""
        ...

    def choice(self, items: Sequence[T], /) -> T:
        """Return one of the items."""
        ...


class SealedChance:
    """Draws that follow from a secret, from one draw of a game on."""

    def __init__(self, secret: bytes, drawn: int, started_by: int | None = None) -> None:
        """Start from a secret and the number of draws that the game has had so far.

        `started_by` is the id of the interaction that started the game, if it counts there. Raises
        ValueError if the secret has the wrong length.
        """
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        start = b"" if started_by is None else started_by.to_bytes(_WORD, "big")
        self._secret = secret + start
        self._drawn = drawn

    def shuffle(self, x: MutableSequence[T], /) -> None:
        """Put the items in the order of the next draw, in place."""
        words = self._words()
        for last in range(len(x) - 1, 0, -1):
            at = _below(last + 1, words)
            x[last], x[at] = x[at], x[last]

    def choice(self, items: Sequence[T], /) -> T:
        """Return the item that the next draw picks."""
        return items[_below(len(items), self._words())]

    def _words(self) -> Iterator[int]:
        """Return an endless iterator over the words of the next draw."""
        number, self._drawn = self._drawn, self._drawn + 1
        return _stream(self._secret + number.to_bytes(_WORD, "big"))


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret in hexadecimal, which may be shown beforehand."""
    return sha256(secret).hexdigest()


def _stream(head: bytes) -> Iterator[int]:
    block = 0
    while True:
        found = sha256(head + block.to_bytes(_WORD, "big")).digest()
        for start in range(0, len(found), _WORD):
            yield int.from_bytes(found[start : start + _WORD], "big")
        block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """Return a number from 0 to `limit` - 1, all equally likely."""
    fair = (1 << 8 * _WORD) // limit * limit
    return next(word for word in words if word < fair) % limit
