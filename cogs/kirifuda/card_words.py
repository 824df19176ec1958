"""Cards, blessings, spaces and rows of Ameno Kirifuda, spelt out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.pages.numbers import framed, points
from bot.ui.pages.wording import Wording
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

_MARKS = ("🌸", "☀️", "🍁", "❄️")
_STONES = "●▲■◆"
_KEYS = ("spring", "summer", "autumn", "winter")
"""Seasons as they are typed, in every language."""
_PLACES = "ABCD"


def season(number: int, wording: Wording) -> str:
    """Return a season's name."""
    _ = wording.gettext
    return (_("spring"), _("summer"), _("autumn"), _("winter"))[number - 1]


def marked(number: int, wording: Wording) -> str:
    """Return a season's name behind its picture."""
    return f"{_MARKS[number - 1]} **{season(number, wording)}**"


def stone(seat: int) -> str:
    """Return the shape of a seat's stones."""
    return _STONES[seat]


def card(code: int, wording: Wording) -> str:
    """Return a season card by its name."""
    _ = wording.gettext
    return _("{season} {n}").format(season=season(code // 10, wording), n=code % 10)


def typed_card(code: int) -> str:
    """Return a season card as it is typed, or a blessing: its season and number."""
    return f"{_KEYS[code // 10 - 1]}{code % 10}"


def space(code: int, wording: Wording) -> str:
    """Return a space by its name."""
    _ = wording.gettext
    return _("{season} {place}").format(
        season=season(code // 10, wording), place=_PLACES[code % 10 - 1]
    )


def typed_space(code: int) -> str:
    """Return a space as it is typed."""
    return f"{_KEYS[code // 10 - 1]}{_PLACES[code % 10 - 1]}"


def spaces(codes: Sequence[int], wording: Wording) -> str:
    """Return several spaces by their names."""
    return ", ".join(space(code, wording) for code in codes)


def blessing(code: int, wording: Wording) -> str:
    """Return a blessing card in few words: what it wants, what it is worth."""
    _ = wording.gettext
    return _("{n} in {season} → {points}").format(
        n=code % 10, season=season(code // 10, wording), points=worth(code)
    )


def named_blessing(code: int, wording: Wording) -> str:
    """Return a blessing card by its whole name."""
    _ = wording.gettext
    return _("{n} in {season} ({points})").format(
        n=code % 10, season=season(code // 10, wording), points=points(worth(code), wording)
    )


def blessings(codes: Sequence[int], wording: Wording, achieved: Sequence[int] = ()) -> str:
    """Return blessing cards side by side, the achieved ones ticked."""
    return framed([blessing(code, wording) + (" ✓" if code in achieved else "") for code in codes])


def stones(count: int, wording: Wording) -> str:
    """Return a number of stones."""
    return wording.ngettext("{n} stone", "{n} stones", count).format(n=count)


def rows(view: Public, wording: Wording) -> list[str]:
    """Return the board, a line for each season's row."""
    lines: list[str] = []
    for number in SEASONS:
        start = (number - 1) * ROW
        row = [
            f"{_PLACES[SPACES[at] % 10 - 1]} {_stone_or_not(view.board[at])}"
            for at in range(start, start + ROW)
        ]
        lines.append(f"{framed(row)} {marked(number, wording)}")
    return lines


def _stone_or_not(owner: int) -> str:
    return "·" if owner == FREE else stone(owner)


def trick(view: Public, wording: Wording) -> list[str]:
    """Return the trick on the table: what was led, what is trumps, who played what."""
    _ = wording.gettext
    leader, cards = view.leader, view.running
    if view.phase in ("place", "return"):
        leader, cards = view.tricks[-1].leader, view.tricks[-1].cards
    if not cards:
        return []
    led = cards[0] // 10
    said = _("{led} was led, {trumps} is trumps.").format(
        led=marked(led, wording), trumps=marked(next_season(led), wording)
    )
    played = [
        f"{wording.bare((leader + step) % view.seats)}: {card(each, wording)}"
        for step, each in enumerate(cards)
    ]
    return [said, framed(played)]


def standing(view: Public, seat: int, wording: Wording) -> str:
    """Return what a seat's stones on the board and achieved blessings come to now."""
    _ = wording.gettext
    count, run = view.board.count(seat), longest_run(view.board, seat)
    won = sum(map(worth, view.achieved[seat]))
    if not count and not won:
        return _("no stone on the board")
    said = _("{n} on the board × run of {run}").format(n=count, run=run)
    if won:
        said += " " + _("+ {points} for blessings").format(points=won)
    return f"{said} = {points(count * run + won, wording)}"
