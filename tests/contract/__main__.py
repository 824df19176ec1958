"""`python -m tests.contract PACKAGE` runs the contract tests on the game of an installed package.

Run it in a copy of Kakushi. What follows the package is for pytest: `-k secrets`, `-m ""`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from bot.games.find_games import is_ours, packages
from tests.contract.games import ALONE, HOUSE

if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m tests.contract", description=__doc__)
    parser.add_argument("package", help="as its entry point names it")
    given, options = parser.parse_known_args()
    there = [each for each in packages().values() if not is_ours(each)]
    if given.package not in there:
        parser.error(
            f"no entry point in the group kakushi.games names a package {given.package}."
            f" Installed are: {', '.join(there) or 'none'}."
        )
    # In another process: pytest must come first, to have failed asserts say what they compared.
    command = [sys.executable, "-m", "pytest", "tests/contract", *options]
    env = {**os.environ, ALONE: given.package}
    sys.exit(subprocess.run(command, cwd=HOUSE, env=env, check=False).returncode)
