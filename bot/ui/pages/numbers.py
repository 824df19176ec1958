"""Numbers, points and cards, worded the same way in every game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.ui.pages.wording import NO_BREAK, Wording, phone_lines

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


def number(value: int) -> str:
    """Return a number with a minus sign that doesn't look like a dash."""
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    """Return a number of points won or lost, with its sign."""
    return f"+{value}" if value > 0 else number(value)


def points(count: int, wording: Wording) -> str:
    """Return a number of points."""
    return wording.ngettext("{n} point", "{n} points", count, n=number(count))


def cards(count: int, wording: Wording) -> str:
    """Return a number of cards."""
    return wording.ngettext("{n} card", "{n} cards", count)


def whose(seat: int, wording: Wording) -> str:
    """Return whose points stand behind it: by their sign, and in words alone by their name."""
    return wording.marked(seat) if wording.words_alone else wording.mark(seat)


def score_row(scores: Sequence[int], won: Sequence[int], wording: Wording) -> str:
    """Return everybody's points after a round, and what it brought: six fit on a phone's line."""
    each = [
        f"**{number(score)}**{f' ({signed(won[seat])})' if won[seat] else ''}"
        for seat, score in enumerate(scores)
    ]
    return seat_row(each, wording)


def seat_row(texts: Sequence[str], wording: Wording) -> str:
    """Return a short text for each seat, behind its sign, in a row."""
    each = [f"{whose(seat, wording)}{NO_BREAK}{text}" for seat, text in enumerate(texts)]
    return ("; " if wording.words_alone else "\u2002").join(each)


def round_row(ended: int, row: str, wording: Wording) -> str:
    """Return everybody's points after a round: in one line, unless a phone breaks that."""
    said = wording.gettext("**Round {n}:** {scores}", n=ended, scores=row)
    if phone_lines(f"• {said.replace('**', '')}") == 1:
        return said
    return f"{wording.gettext('Round {n} ended.', n=ended)}\n{row}"


def framed(texts: Iterable[str]) -> str:
    """Return texts next to each other, each in a frame that no line break splits."""
    return " ".join(f"`{text.replace(' ', NO_BREAK)}`" for text in texts)


def place_mark(place: int, *, medal: bool = True, shared: bool = False) -> str:
    """Return a place as shown before a name: a medal or a number, with a sign where it is `shared`;
    whoever was gone has no `medal`.

    Discord would turn a second "1." into "2.", although two may share a place.
    """
    sign = "=" * shared
    return f"{MEDALS[place]}{sign}" if medal and place in MEDALS else f"**{place}{sign}**"
