"""How a finished game of Ameno Kirifuda is told: its story, where points came from, what to try."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.game import Result
from bot.ui.pages.numbers import number, signed
from bot.ui.pages.wording import Wording
from cogs.kirifuda import card_words
from cogs.kirifuda.views import (
    MOST_STONES,
    ROUNDS,
    ROW,
    SEASONS,
    TRICKS,
    Public,
    in_row,
    longest_run,
    worth,
)


def story(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Return the first sentence that fits a winner; "" if none does."""
    return (
        _few_tricks(view, who, wording)
        or _all_stones(view, who, wording)
        or _blessings(result, who, wording)
        or _run(view, result, who, wording)
    )


def _few_tricks(view: Public, who: int, wording: Wording) -> str:
    won = [sum(trick.winner == seat for trick in view.tricks) for seat in range(view.seats)]
    if any(won[who] >= count for seat, count in enumerate(won) if seat != who):
        return ""
    return wording.gettext(
        "{who} won only {n} of {all} tricks, fewer than anybody else.",
        who=wording.name(who),
        n=won[who],
        all=ROUNDS * TRICKS,
    )


def _all_stones(view: Public, who: int, wording: Wording) -> str:
    if view.board.count(who) < MOST_STONES:
        return ""
    return wording.gettext("{who} has all seven stones on the board.", who=wording.name(who))


def _blessings(result: Result, who: int, wording: Wording) -> str:
    won = dict(result.breakdown[who])
    if won["blessings"] <= won["stones"]:
        return ""
    return wording.gettext(
        "{who}'s blessings brought {n}, more than the stones.",
        who=wording.name(who),
        n=won["blessings"],
    )


def _run(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Tell of the longest run of the winner's stones."""
    _ = wording.gettext
    run = longest_run(view.board, who)
    if run <= 2:
        return ""
    rows = (view.board[ROW * (season - 1) : ROW * season] for season in SEASONS)
    runs = {season: longest_run(row, who) for season, row in zip(SEASONS, rows, strict=True)}
    made, points = dict(result.breakdown[who])["stones"], result.scores[who]
    said = (
        _("{who}'s run of {n} in {season}, times {stones}, made {a} of {b} points.")
        if made < points
        else _("{who}'s run of {n} in {season}, times {stones}, made all {b} points.")
    )
    return said.format(
        who=wording.name(who),
        n=run,
        season=card_words.season(max(runs, key=lambda season: runs[season]), wording),
        stones=card_words.stones(view.board.count(who), wording),
        a=made,
        b=points,
    )


def account(seat: int, view: Public, result: Result, wording: Wording) -> Sequence[str]:
    """Return what stones on the board and blessings brought a seat, on one line that adds up."""
    _ = wording.gettext
    count, run = view.board.count(seat), longest_run(view.board, seat)
    stones = card_words.stones(count, wording)
    parts = [
        _(
            "{stones} × longest run {run}: {points}",
            stones=stones,
            run=run,
            points=signed(count * run),
        )
    ]
    for blessing in view.achieved[seat]:
        name = _(
            "{n} in {season}",
            n=blessing % 10,
            season=card_words.season(blessing // 10, wording),
        )
        parts.append(wording.labelled(name, signed(worth(blessing))))
    if len(parts) == 1:
        return [
            _(
                "{stones} × longest run {run} = {points}",
                stones=stones,
                run=run,
                points=number(result.scores[seat]),
            )
        ]
    return [f"{' · '.join(parts)} = {result.scores[seat]}"]


def next_time(seat: int, view: Public, wording: Wording) -> str:
    """Return the one stone that would have brought a seat most, by its blessings or its run."""
    _ = wording.gettext
    count, run = view.board.count(seat), longest_run(view.board, seat)
    if not count:
        return _("You had no stone on the board: win a trick while you have one in hand.")
    longer = count if run < min(count, ROW) else 0
    missed = [
        (worth(blessing), blessing, have)
        for blessing in view.blessings[seat]
        if blessing not in view.achieved[seat]
        and abs((have := in_row(view.board, seat, blessing // 10)) - blessing % 10) == 1
    ]
    points, blessing, have = max(missed, default=(0, 0, 0))
    if points >= max(longer, 1):
        said = (
            _("One more stone in {season} would have fulfilled your blessing there: +{n}.")
            if have < blessing % 10
            else _("One stone fewer in {season} would have fulfilled your blessing there: +{n}.")
        )
        return said.format(season=card_words.season(blessing // 10, wording), n=points)
    if not longer:
        return ""
    return _(
        "With a run of {b} instead of {a}, your {n} stones would have made {points}.",
        a=run,
        b=run + 1,
        n=count,
        points=count * (run + 1),
    )
