"""The files of a new game: those of the example in `tests/outside`, called otherwise.

So there is one small game to keep, and it is played and held to the contract anyway.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.games.find_games import packages

ROOT: Final = Path(__file__).parents[2]
EXAMPLE: Final = ROOT / "tests" / "outside" / "kakushi_nibanme"
HOOKS: Final = "hooks.py"
_KEY: Final = re.compile(r"[a-z][a-z0-9]{1,31}")

DEALER: Final = """\
from bot.engine.dealer import ReplayDealer
from bot.engine.game import EVERYONE"""
WORDS: Final = """\
from kakushi_nibanme.views import DECK, INFO, Dealt, Play, Played, TrickTaken"""
TESTS: Final = """

def test_the_second_highest_takes_the_trick_and_leads() -> None:
    # The draws of the deal: seat 1 leads; seat 0 has the cards from 1 to 6, seat 1 from 7 to 12 …
    dealer = ReplayDealer([1, [*DECK]])
    state = GAME.setup(3, INFO.variants[0], dealer)
    for card in (8, 13, 1):
        GAME.apply(state, state.turn, Play(card), dealer)
    assert [each.event for each in dealer.events if each.audience == EVERYONE] == [
        Dealt(1),
        Played(1, 8),
        Played(2, 13),
        Played(0, 1),
        TrickTaken(1, 1),
    ]
    assert state.turn == 1, "somebody else leads"
"""
"""What stands in the game's test file beside its hooks: above them, and below."""


class BadKey(Exception):
    """A key that no game can have."""


def write(key: str, title: str, root: Path = ROOT) -> list[Path]:
    """Write a new game; return its files. Raises BadKey, and then writes nothing."""
    title = " ".join(title.replace("\\", "").replace('"', "").split())
    if not _KEY.fullmatch(key):
        raise BadKey(f"{key!r} is no key: small letters and digits, a letter first")
    files = {root / name: text for name, text in _texts(key, title).items()}
    if key in packages() or any(file.exists() for file in files):
        raise BadKey(f"there is something called {key} already")
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return [*files]


def _texts(key: str, title: str) -> Mapping[str, str]:
    """Return what each file says, by its path."""
    found: dict[str, str] = {}
    for file in sorted(EXAMPLE.glob("*.py")):
        text = file.read_text("utf-8")
        name = f"cogs/{key}/{file.name}"
        if file.name == HOOKS:
            name, text = f"tests/games/test_{key}.py", _test_file(text)
        found[name] = _renamed(text, key, title)
    return found


def _test_file(hooks: str) -> str:
    """Return the hooks as they begin a game's test file."""
    _docstring, rest = hooks.removeprefix('"""').split('"""', 1)
    rest = rest.replace("import State\n", f"import GAME, State\n{WORDS}\n", 1)
    rest = rest.replace("from kaku", f"{DEALER}\nfrom kaku", 1)
    return f'"""Second Best, by its rules."""{rest}{TESTS}'


def _renamed(text: str, key: str, title: str) -> str:
    """Return a text of the example's in which it is called as the new game is."""
    text = re.sub(r'\n    reading=".*",', "", text)
    others = {
        "A game for Kakushi in a package of its own: the second": f"{title}: the second",
        "from kakushi_nibanme import": f"from cogs.{key} import",
        "kakushi_nibanme": f"cogs.{key}",
        "nibanme": key,
        "Nibanme": key.capitalize(),
        "Second Best": title,
        "二番目": title,
        "whoever wrote Kakushi": "whoever made the game",
        "the tests of Kakushi": "whoever published it",
    }
    for now, new in others.items():
        text = text.replace(now, new)
    return text
