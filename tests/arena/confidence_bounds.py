"""How sure one may be of what was counted in the arena: 95 % bounds."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from math import inf, sqrt
from typing import Final

DOUBT: Final = 0.05


def of_share(shares: Sequence[float], look: int = 1) -> tuple[float, float, float]:
    """Return the mean of one player's shares, deal by deal, and its 95 % bounds.

    Whoever looks often and stops when it suits will sooner or later see what isn't there. So the
    doubt is shared among the looks: the n-th may err in one of n (n + 1) parts of it, which add up
    to the whole however many looks there are. Two made-up deals, one all won and one all lost, keep
    few deals that went alike from looking certain.
    """
    mean = statistics.fmean(shares)
    padded = [*shares, 0.0, 1.0]
    doubt = DOUBT / (look * (look + 1))
    error = _student(1 - doubt / 2, len(shares) - 1) * statistics.stdev(padded) / sqrt(len(padded))
    middle = statistics.fmean(padded)
    return mean, max(0.0, middle - error), min(1.0, middle + error)


def of_edge(
    mine: Sequence[float], theirs: Sequence[float], even: float
) -> tuple[float, float, float]:
    """Return how much of another player's edge over an even share one has, with 95 % bounds.

    Both played the same deals, so they are compared deal by deal: the bounds are those shares at
    which the difference might still be nothing but luck (Fieller, 1954). As in `of_share` there are
    two made-up deals, which each wins once. Raises ValueError if the other isn't shown to have an
    edge at all: then there is nothing to have a share of.
    """
    ours = [share - even for share in (*mine, 0.0, 1.0)]
    others = [share - even for share in (*theirs, 1.0, 0.0)]
    certain = _student(1 - DOUBT / 2, len(mine) - 1) ** 2 / len(ours)
    top, bottom = statistics.fmean(ours), statistics.fmean(others)
    # A share may be luck where its parabola, these being its coefficients, isn't above zero.
    square = bottom**2 - certain * statistics.variance(others)
    half = top * bottom - certain * statistics.covariance(ours, others)
    rest = top**2 - certain * statistics.variance(ours)
    if bottom <= 0 or square <= 0:
        raise ValueError("no edge is shown")
    width = sqrt(max(0.0, half**2 - square * rest))
    share = (statistics.fmean(mine) - even) / (statistics.fmean(theirs) - even)
    return share, (half - width) / square, (half + width) / square


def _student(chance: float, freedom: int) -> float:
    """Return the quantile of Student's distribution, by its expansion around the normal one."""
    if freedom < 1:
        return inf
    z = statistics.NormalDist().inv_cdf(chance)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
