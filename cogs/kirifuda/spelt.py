"""Cards, blessings, spaces and rows of Ameno Kirifuda, spelt out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.voice import Voice
from cogs.kirifuda.views import (
    FREE,
    ROW,
    SEASONS,
    SPACES,
    Public,
    longest_run,
    next_season,
    worth,
)

NO_BREAK = "\u00a0"
_MARKS = ("🌸", "☀️", "🍁", "❄️")
_STONES = "●▲■◆"
_KEYS = ("spring", "summer", "autumn", "winter")
"""Seasons as they are typed, in every language."""
_PLACES = "ABCD"


def season(number: int, voice: Voice) -> str:
    """Return a season's name."""
    _ = voice.gettext
    return (_("spring"), _("summer"), _("autumn"), _("winter"))[number - 1]


def marked(number: int, voice: Voice) -> str:
    """Return a season's name behind its picture."""
    return f"{_MARKS[number - 1]} **{season(number, voice)}**"


def stone(seat: int) -> str:
    """Return the shape of a seat's stones."""
    return _STONES[seat]


def card(code: int, voice: Voice) -> str:
    """Return a season card by its name."""
    _ = voice.gettext
    return _("{season} {n}").format(season=season(code // 10, voice), n=code % 10)


def typed_card(code: int) -> str:
    """Return a season card as it is typed, or a blessing: its season and number."""
    return f"{_KEYS[code // 10 - 1]}{code % 10}"


def space(code: int, voice: Voice) -> str:
    """Return a space by its name."""
    _ = voice.gettext
    return _("{season} {place}").format(
        season=season(code // 10, voice), place=_PLACES[code % 10 - 1]
    )


def typed_space(code: int) -> str:
    """Return a space as it is typed."""
    return f"{_KEYS[code // 10 - 1]}{_PLACES[code % 10 - 1]}"


def spaces(codes: Sequence[int], voice: Voice) -> str:
    """Return several spaces by their names."""
    return ", ".join(space(code, voice) for code in codes)


def blessing(code: int, voice: Voice) -> str:
    """Return a blessing card in few words: what it wants, what it is worth."""
    _ = voice.gettext
    return _("{n} in {season} → {points}").format(
        n=code % 10, season=season(code // 10, voice), points=worth(code)
    )


def named_blessing(code: int, voice: Voice) -> str:
    """Return a blessing card by its whole name."""
    _ = voice.gettext
    return _("{n} in {season} ({points})").format(
        n=code % 10, season=season(code // 10, voice), points=points(worth(code), voice)
    )


def blessings(codes: Sequence[int], voice: Voice, achieved: Sequence[int] = ()) -> str:
    """Return blessing cards side by side, the achieved ones ticked."""
    return framed([blessing(code, voice) + (" ✓" if code in achieved else "") for code in codes])


def points(count: int, voice: Voice) -> str:
    """Return a number of points."""
    return voice.ngettext("{n} point", "{n} points", count).format(n=count)


def stones(count: int, voice: Voice) -> str:
    """Return a number of stones."""
    return voice.ngettext("{n} stone", "{n} stones", count).format(n=count)


def framed(texts: Sequence[str]) -> str:
    """Return texts side by side, each in a frame that no line break goes through."""
    return " ".join(f"`{text.replace(' ', NO_BREAK)}`" for text in texts)


def rows(view: Public, voice: Voice) -> list[str]:
    """Return the board, a line for each season's row."""
    lines: list[str] = []
    for number in SEASONS:
        start = (number - 1) * ROW
        row = [
            f"{_PLACES[SPACES[at] % 10 - 1]} {_stone_or_not(view.board[at])}"
            for at in range(start, start + ROW)
        ]
        lines.append(f"{framed(row)} {marked(number, voice)}")
    return lines


def _stone_or_not(owner: int) -> str:
    return "·" if owner == FREE else stone(owner)


def trick(view: Public, voice: Voice) -> list[str]:
    """Return the trick on the table: what was led, what is trumps, who played what."""
    _ = voice.gettext
    leader, cards = view.leader, view.running
    if view.phase in ("place", "return"):
        leader, cards = view.tricks[-1].leader, view.tricks[-1].cards
    if not cards:
        return []
    led = cards[0] // 10
    said = _("{led} was led, {trumps} is trumps.").format(
        led=marked(led, voice), trumps=marked(next_season(led), voice)
    )
    played = [
        f"{voice.bare((leader + step) % view.seats)}: {card(each, voice)}"
        for step, each in enumerate(cards)
    ]
    return [said, framed(played)]


def standing(view: Public, seat: int, voice: Voice) -> str:
    """Return what a seat's stones on the board and achieved blessings come to now."""
    _ = voice.gettext
    count, run = view.board.count(seat), longest_run(view.board, seat)
    won = sum(map(worth, view.achieved[seat]))
    if not count and not won:
        return _("no stone on the board")
    said = _("{n} on the board × run of {run}").format(n=count, run=run)
    if won:
        said += " " + _("+ {points} for blessings").format(points=won)
    return f"{said} = {points(count * run + won, voice)}"
