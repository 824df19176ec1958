"""What decided between those with equal points on a night."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, Literal

from bot.engine.text import marked as _
from bot.nights.standings import Standing, Standings
from bot.ui.pages.long_lists import fit
from bot.ui.pages.nights.standings_page import Named, addressed_name_of
from bot.ui.pages.wording import Wording

PAIRS: Final = 4
"""The most ties of a kind that are named; more are counted."""
NAMED: Final = 3
"""The most people on a side of a tie who are named."""

Why = Literal["more", "fewer", "larger", "better", "met"]
WHY: Final[dict[Why, str]] = {
    "more": _("more wins"),
    "fewer": _("as many wins in fewer games"),
    "larger": _("as many wins, and more players at their tables"),
    "better": _("better win record"),
    "met": _("opponents with more points a game"),
}
"""What decides, by the wins or by those met, in words."""


@dataclass(frozen=True, slots=True)
class Tie:
    """Those at two places in a row who have as many points, and what decided between them."""

    ahead: list[Standing]
    behind: list[Standing]
    why: Why


def ties(standings: Standings) -> Iterator[Tie]:
    """Yield all ties, the best places first."""
    for ahead, behind in pairwise(_places(standings)):
        if ahead[0].value == behind[0].value:
            yield Tie(ahead, behind, _why(ahead, behind))


def tie_lines(
    standings: Standings, named: Named, wording: Wording, among: Collection[int] | None = None
) -> Iterator[str]:
    """Yield what decided ties, those of a kind in one line: "花子 before Bob: more wins".

    `among` are the people it is about; None for all of them.
    """

    def listed(people: list[Standing]) -> str:
        names = [addressed_name_of(each.person, named, wording) for each in people]
        return wording.listed(fit(names, NAMED, wording, people=True))

    found: dict[Why, list[str]] = {}
    for tie in ties(standings):
        people = (*tie.ahead, *tie.behind)
        if among is None or any(each.person in among for each in people):
            pair = wording.gettext(
                "{first} before {second}", first=listed(tie.ahead), second=listed(tie.behind)
            )
            found.setdefault(tie.why, []).append(pair)
    for why, pairs in found.items():
        shown = wording.series(fit(pairs, PAIRS, wording))
        yield wording.gettext("{pairs}: {why}", pairs=shown, why=wording.gettext(WHY[why]))


def _places(standings: Standings) -> list[list[Standing]]:
    """Return who shares each place, the best first."""
    return [[*people] for _place, people in groupby(standings.listed, key=lambda each: each.place)]


def _why(ahead: list[Standing], behind: list[Standing]) -> Why:
    """Return what put people before others with as many points."""
    if ahead[0].beyond == behind[0].beyond:
        return "met"
    if min(each.wins for each in ahead) > max(each.wins for each in behind):
        return "more"
    if len({each.wins for each in (*ahead, *behind)}) > 1:
        return "better"
    least, most = min(each.games for each in behind), max(each.games for each in ahead)
    if most < least:
        return "fewer"
    as_many = len({each.games for each in (*ahead, *behind)}) == 1
    larger = min(each.players for each in ahead) > max(each.players for each in behind)
    return "larger" if as_many and larger else "better"
