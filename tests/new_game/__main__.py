"""`python -m tests.new_game KEY [TITLE]` writes a small game that is whole: change it into yours.

It keeps the contract as it stands. The key names its folder and its slash command.
"""

from __future__ import annotations

import argparse

from tests.new_game.skeleton import ROOT, BadKey, write

if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tests.new_game", description=__doc__)
    parser.add_argument("key", help="small letters, such as kasane")
    parser.add_argument("title", nargs="?", help="such as “Colors of Kasane”")
    given = parser.parse_args()
    try:
        files = write(given.key, given.title or given.key.capitalize())
    except BadKey as error:
        parser.error(str(error))
    for file in files:
        print(file.relative_to(ROOT))
    print("Next: python -m tests.golden, then docs/adding-a-game.md")
