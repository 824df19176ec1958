"""What decided between those with equal points on a night, for everybody or for one of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby, pairwise
from typing import Final, Literal

from bot.engine.text import marked as _
from bot.nights.standings import Standing, Standings, TieBreak
from bot.ui.pages.long_lists import fit
from bot.ui.pages.nights.standings_page import Named, addressed_name_of, name_of
from bot.ui.pages.wording import Wording

PAIRS: Final = 4
"""The most ties of a kind that are named; more are counted."""
NAMED: Final = 3
"""The most people on a side of a tie who are named."""

Why = Literal["more", "fewer", "larger", "better", "met"]
WHY: Final[dict[Why, tuple[TieBreak, str]]] = {
    "more": ("wins", _("more wins")),
    "fewer": ("wins", _("as many wins in fewer games")),
    "larger": ("wins", _("as many wins at larger tables")),
    "better": ("wins", _("better win record")),
    "met": ("met", _("stronger opponents")),
}
"""What decides by the wins, and what by those met, in words."""


def tie_lines(
    standings: Standings,
    named: Named,
    wording: Wording,
    person: int | None = None,
    among: Collection[int] | None = None,
) -> Iterator[tuple[TieBreak, str]]:
    """Yield what decided ties, those of a kind in one line: "花子 before Bob: more wins".

    `person` is the one who looks, None for everybody. `among` are the people it is about; None for
    all of them.
    """

    def listed(people: list[Standing]) -> str:
        names = [
            name_of(each.person, named, person, wording)
            if each.person == person
            else addressed_name_of(each.person, named, wording)
            for each in people
        ]
        return wording.listed(fit(names, NAMED, wording, people=True))

    found: dict[Why, list[str]] = {}
    for ahead, behind in pairwise(_places(standings)):
        if ahead[0].value != behind[0].value:
            continue
        if among is not None and not any(each.person in among for each in (*ahead, *behind)):
            continue
        pair = wording.gettext(
            "{first} before {second}", first=listed(ahead), second=listed(behind)
        )
        found.setdefault(_why(ahead, behind), []).append(pair)
    for why, pairs in found.items():
        how, text = WHY[why]
        shown = wording.series(fit(pairs, PAIRS, wording))
        yield how, wording.labelled(shown, wording.gettext(text))


def _places(standings: Standings) -> list[list[Standing]]:
    """Return who shares each place, the best first."""
    return [[*people] for _place, people in groupby(standings.listed, key=lambda each: each.place)]


def _why(ahead: list[Standing], behind: list[Standing]) -> Why:
    """Return what put people before others with as many points."""
    if "wins" not in ahead[0].broken:
        return "met"
    if min(each.wins for each in ahead) > max(each.wins for each in behind):
        return "more"
    if len({each.wins for each in (*ahead, *behind)}) > 1:
        return "better"
    least, most = min(each.games for each in behind), max(each.games for each in ahead)
    if most < least:
        return "fewer"
    return "larger" if len({each.games for each in (*ahead, *behind)}) == 1 else "better"
