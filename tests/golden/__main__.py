"""`python -m tests.golden [GAME …]` writes transcripts; say in the commit why they changed.

Without a game it writes those that are missing or no longer replay; with games, all of theirs.
"""

from __future__ import annotations

import argparse

from tests.contract.games import configurations, games
from tests.golden.transcripts import renew

if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tests.golden", description=__doc__)
    keys = [game.info.key for game in games()]
    parser.add_argument("game", nargs="*", help=f"write all of its transcripts: {', '.join(keys)}")
    chosen = set(parser.parse_args().game)
    if unknown := chosen - set(keys):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    wanted = [each for each in configurations() if not chosen or each.game.info.key in chosen]
    for file in renew(wanted, every=bool(chosen)):
        print(file.name)
