"""The command line of the arena: `python -m tests.arena GAME`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.arena import arena


def main(arguments: list[str] | None = None) -> str | int:
    """Let computer players play each other, and print how they stand at each look.

    Returns the exit status: 0, or why it couldn't be done.
    """
    parser = _parser()
    asked = parser.parse_args(arguments)
    try:
        contest = arena.contest(asked.game, asked.players, asked.seats)
    except arena.Misused as error:
        parser.error(str(error))
    how = (contest, asked.games, asked.resume, asked.workers)
    try:
        if asked.beside_open:
            for line in arena.beside_open(*how):
                print(line, flush=True)
            return 0
        for report in arena.hold(*how):
            print(*arena.lines(report), sep="\n", flush=True)
    except OSError as error:
        return f"{asked.resume}: {error.strerror or error}"
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.arena", description="Lets computer players play each other."
    )
    parser.add_argument("game", metavar="GAME", help="the game, as in /GAME new")
    parser.add_argument(
        "--players",
        default="sharp,casual",
        type=lambda text: text.split(","),
        metavar="A,B,…",
        help="two or more of sharp, steady, casual, random, open (which sees all cards) and flat"
        " (which knows the rules alone). The first is judged; the last also fills the seats left"
        " over (default: sharp,casual)",
    )
    parser.add_argument(
        "--games",
        default=100,
        type=_count,
        metavar="N",
        help="the most deals to play (default: 100)",
    )
    parser.add_argument(
        "--seats", type=_count, metavar="N", help="how many seats (default: the fewest that fit)"
    )
    parser.add_argument(
        "--beside-open",
        action="store_true",
        help="play all the deals again with a player who sees all cards, and say how much of that"
        " player's edge the first one gets",
    )
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="FILE",
        help="keep the deals in this file, and don't play again what it has",
    )
    parser.add_argument(
        "--workers",
        type=_count,
        metavar="N",
        help="how many processes (default: one for each core)",
    )
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError("give a whole number, 1 or more")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
