"""What a finished game of Ameno Kirifuda will be remembered for, in one sentence."""

from __future__ import annotations

from bot.engine.game import Result
from bot.ui.pages.wording import Wording
from cogs.kirifuda import card_words
from cogs.kirifuda.views import MOST_STONES, ROUNDS, ROW, SEASONS, TRICKS, Public, longest_run


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
    text = wording.gettext("{who}'s blessings brought {n}, more than the stones.")
    return text.format(who=wording.name(who), n=won["blessings"])


def _run(view: Public, result: Result, who: int, wording: Wording) -> str:
    """Tell of the longest run of the winner's stones."""
    run = longest_run(view.board, who)
    if run < 2:
        return ""
    rows = (view.board[ROW * (season - 1) : ROW * season] for season in SEASONS)
    runs = {season: longest_run(row, who) for season, row in zip(SEASONS, rows, strict=True)}
    return wording.gettext(
        "{who}'s {n} stones side by side in {season} made {a} of {b} points.",
        who=wording.name(who),
        n=run,
        season=card_words.season(max(runs, key=lambda season: runs[season]), wording),
        a=dict(result.breakdown[who])["stones"],
        b=result.scores[who],
    )
