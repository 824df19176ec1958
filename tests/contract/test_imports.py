"""The rules of games and the engine use the standard library, each other, and nothing else.

import-linter holds the arrows between our rooms (see pyproject.toml); this holds the rest.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path

import pytest

from bot.games.find_games import folders_of
from storage import rows
from tests.contract.games import games, package_of
from tests.only import only

HOUSE = Path(__file__).parents[2]

CLOCKS_AND_CHANCE = {"calendar", "datetime", "os", "sched", "secrets", "time", "uuid", "zoneinfo"}
"""Modules of the standard library that would let the hour or the machine into a game."""

GENERATORS = {"Random", "SystemRandom"}
"""What of `random` may be named: the kinds of generators, never the global one's functions."""

MAY_USE = {
    "views": {"bot.engine", "{game}.components"},
    "rules": {"bot.engine", "{game}.views"},
    "player": {"bot.engine", "{game}.views"},
    "ahead": {"bot.engine", "{game}.views"},
}
"""The modules of our own that each pure file of a game may import."""

OPTIONAL = {"ahead"}
"""Those that a game may do without."""

PURE_OF_NIGHTS = ("assign_tables", "seating_search", "table_sizes")
"""The files of game nights that know each other and nothing else of ours."""

NO_ROOMS = {"help", "player", "render", "rules"}
"""The files of a game that its rules and its player never import."""


def pure_files() -> Iterator[tuple[Path, set[str]]]:
    """Yield every pure file with the modules of our own that it may import."""
    for file in sorted((HOUSE / "bot" / "engine").rglob("*.py")):
        yield file, {"bot.engine"}
    for name in PURE_OF_NIGHTS:
        yield (
            HOUSE / "bot" / "nights" / f"{name}.py",
            {f"bot.nights.{one}" for one in PURE_OF_NIGHTS},
        )
    for game in games():
        package = package_of(game.info.key)
        folder = Path(only(folders_of(package), f"folder of {package}"))
        own = rooms(folder, package)
        within = {f"{package}.{room}" for room in own}
        for name, modules in MAY_USE.items():
            if name in OPTIONAL and not (folder / f"{name}.py").is_file():
                continue
            may_use = {one.format(game=package) for one in modules}
            yield folder / f"{name}.py", may_use | (within if name != "views" else set())
        for room in sorted(own):
            yield folder / f"{room}.py", {"bot.engine", f"{package}.views"} | within


def rooms(folder: Path, package: str) -> set[str]:
    """Return the further files of a game that its rules or its player use: they are pure too."""
    found: set[str] = set()
    asked = [
        file for name in ("rules", "player", "ahead") if (file := folder / f"{name}.py").is_file()
    ]
    while asked:
        for _, module, name in imported(ast.parse(asked.pop().read_text("utf-8"))):
            room = f"{module}.{name}".removeprefix(f"{package}.").partition(".")[0]
            file = folder / f"{room}.py"
            if room not in NO_ROOMS | MAY_USE.keys() | found and file.is_file():
                found.add(room)
                asked.append(file)
    return found


def imported(tree: ast.AST) -> Iterator[tuple[int, str, str | None]]:
    """Yield line, module and imported name (None for the module itself) of each import."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                yield node.lineno, one.name, None
        elif isinstance(node, ast.ImportFrom):
            for one in node.names:
                yield node.lineno, "." * node.level + (node.module or ""), one.name


WRITES_CODE = "bot/engine/copies.py"
"""The one pure file that may run code it has made: out of declared fields, for each class once."""


def complaints(source: str, own: set[str]) -> list[str]:
    """Say of each import and each use of `random` in `source` what is wrong with it."""
    tree = ast.parse(source)
    found: list[str] = []
    nicknames = {"random"}
    for line, module, name in imported(tree):
        top = module.partition(".")[0]
        full = module if name is None else f"{module}.{name}"
        if any(f"{full}.".startswith(f"{one}.") for one in own):
            continue
        if top not in sys.stdlib_module_names:
            found.append(f"line {line}: imports {full}")
        elif top in CLOCKS_AND_CHANCE:
            found.append(f"line {line}: imports {full}, a clock or chance")
        elif top == "random" and name is not None and name not in GENERATORS:
            found.append(f"line {line}: draws with {full}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            nicknames |= {one.asname for one in node.names if one.name == "random" and one.asname}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in nicknames:
                # A generator that was handed in may be called `random` nowhere: say `rng`.
                if attr not in GENERATORS:
                    found.append(f"line {node.lineno}: draws with random.{attr}")
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module" | "eval" | "exec" as name)
            ):
                found.append(f"line {node.lineno}: calls {name}")
            case _:
                pass
    return found


@pytest.mark.parametrize(
    ("file", "own"),
    [pytest.param(file, own, id=f"{file.parent.name}/{file.name}") for file, own in pure_files()],
)
def test_pure_files_know_no_discord_no_clock_and_no_chance(file: Path, own: set[str]) -> None:
    found = complaints(file.read_text("utf-8"), own)
    if file == HOUSE / WRITES_CODE:
        found = [each for each in found if not each.endswith("calls exec")]
    assert found == []


def test_what_is_on_discord_names_no_rows_of_the_database() -> None:
    """It asks tables and nights; of the rows it knows ids and literals alone."""
    hidden = {name for name, each in vars(rows).items() if is_dataclass(each)} | {"Seated"}
    assert {"SeatRow", "TableHead"} <= hidden, "the rows are called something else now"
    found = [
        f"{file.relative_to(HOUSE)}:{line} {name}"
        for folder in ("bot/ui", "cogs")
        for file in sorted((HOUSE / folder).rglob("*.py"))
        for line, module, name in imported(ast.parse(file.read_text("utf-8")))
        if module.partition(".")[0] == "storage" and (name in hidden or name is None)
    ]
    assert not found, f"rows are for storage, tables and nights: {found}"


def test_the_id_of_a_control_is_made_and_read_among_the_routes_alone() -> None:
    """What goes through an id's text elsewhere would not know when that is made otherwise."""
    by_hand = re.compile(
        r"(?:custom_id(?: or \"\")?|pressed|opener)\)?"
        r"\.(?:r?partition|r?split|startswith|endswith|removeprefix|removesuffix)\("
    )
    found = [
        f"{file.relative_to(HOUSE)}: {each}"
        for folder in ("bot/ui", "cogs")
        for file in sorted((HOUSE / folder).rglob("*.py"))
        if not file.stem.endswith(("route", "routes"))
        for each in by_hand.findall(file.read_text("utf-8"))
    ]
    assert not found, f"ids are read in bot/ui/pages/routes.py: {found}"


def test_the_engine_and_every_game_are_looked_at() -> None:
    names = {file.relative_to(HOUSE).as_posix() for file, _ in pure_files()}
    assert "bot/engine/game.py" in names
    for rules in (HOUSE / "cogs").glob("*/rules.py"):
        for name in MAY_USE.keys() - OPTIONAL:
            assert f"cogs/{rules.parent.name}/{name}.py" in names


@pytest.mark.parametrize(
    "source",
    [
        "import discord",
        "import discord.ui as ui",
        "from pydantic import BaseModel",
        "import aiosqlite",
        "import time",
        "from datetime import datetime",
        "from os import urandom",
        "import secrets",
        "import random\nrandom.shuffle([1])",
        "import random as dice\ndice.randint(1, 6)",
        "from random import choice",
        "from random import *",
        "from . import rules",
        "from .rules import State",
        "import bot.tables",
        "from bot import engineering",
        "from bot import ui",
        "from cogs.acorn.rules import State",
        "from cogs.oak.views import Add",
        "def f():\n    import storage",
        "__import__('discord')",
    ],
)
def test_a_wrong_import_is_seen(source: str) -> None:
    assert complaints(source, {"bot.engine", "cogs.acorn.views"})


@pytest.mark.parametrize(
    "source",
    [
        "import random\n\ndef draw(rng: random.Random) -> int:\n    return rng.randrange(6)",
        "from random import Random",
        "from bot.engine.game import State",
        "from bot import engine",
        "from cogs.acorn import views",
        "from cogs.acorn.views import Add, Take",
        "from collections.abc import Iterator\nimport itertools\nimport json",
    ],
)
def test_a_right_import_is_left_alone(source: str) -> None:
    assert complaints(source, {"bot.engine", "cogs.acorn.views"}) == []


def test_no_circle_of_imports_between_files() -> None:
    """Imports for type checking alone count: whoever reads one file shouldn't need the other."""
    graph = {name: imports_of(name, path) for name, path in files().items()}
    found = circle(graph)
    assert not found, f"these files import each other in a circle: {' → '.join(found)}"


@cache
def files() -> dict[str, Path]:
    """Return every file of ours, by its name as a module."""
    found: dict[str, Path] = {}
    for top in ("bot", "cogs", "storage"):
        for path in (HOUSE / top).rglob("*.py"):
            parts = path.relative_to(HOUSE).with_suffix("").parts
            found[".".join(part for part in parts if part != "__init__")] = path
    return found


def imports_of(name: str, path: Path) -> set[str]:
    """Return the files of ours that a file imports, by their names as modules."""
    known = files()
    found: set[str] = set()
    for _, module, member in imported(ast.parse(path.read_text("utf-8"))):
        full = f"{module}.{member}"
        found.add(full if full in known else module)
    return found & known.keys() - {name}


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Return a circle of a graph, its first node again at the end; [] if there is none."""
    done: set[str] = set()

    def walk(node: str, way: list[str]) -> list[str]:
        if node in way:
            return [*way[way.index(node) :], node]
        if node in done:
            return []
        for after in sorted(graph[node]):
            found = walk(after, [*way, node])
            if found:
                return found
        done.add(node)
        return []

    return next((found for node in sorted(graph) if (found := walk(node, []))), [])


def test_a_circle_of_imports_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["b", "c", "b"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []
