"""Failed asserts in all modules of the tests say what they compared, and chance can be repeated."""

from __future__ import annotations

import gc
import os
import random
import secrets
from collections.abc import Callable, Generator
from functools import cache
from itertools import count
from pathlib import Path
from typing import cast

import pytest

# Not `tests` itself: it is imported already when this runs, which pytest would warn about.
for each in Path(__file__).parent.iterdir():
    pytest.register_assert_rewrite(f"tests.{each.stem}")

from bot.process.garbage import NEW_OBJECTS  # noqa: E402
from tests import processor_time  # noqa: E402
from tests.compiled import HOUSE, compile_all  # noqa: E402
from tests.parts import Part, in_part, part  # noqa: E402
from tests.run_order import in_order  # noqa: E402

CHANCE = os.environ.get("CHANCE", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a run be one part of several, and be refused for what it took."""
    parser.addoption(
        "--part",
        type=part,
        default=(1, 1),
        metavar="K/N",
        help="run part K of N, or kills-and-secrets",
    )
    parser.addoption(
        "--limit-processor-time",
        action="store_true",
        help="fail if a test, or all of them, took more processor time than a quick one may",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Compile once for all processes that run tests; count the processor time where they do.

    It is added up where the run was called.
    """
    plugins = config.pluginmanager
    limited = bool(config.getoption(processor_time.LIMITED))
    starts_others = bool(config.getoption("numprocesses", None))
    if starts_others and config.rootpath == HOUSE:
        compile_all()
    measure = None if starts_others else processor_time.Measure(limited=limited)
    if measure is not None:
        plugins.register(measure)
    if not hasattr(config, "workerinput"):
        plugins.register(processor_time.Account(limited=limited, alone=measure))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while thousands of tests are made, which all stay; later seldom."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS)
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of other parts, and put the rest in order."""
    which = cast(Part, config.getoption("part"))
    wanted = in_part([each.nodeid for each in items], which)
    others = [each for each in items if each.nodeid not in wanted]
    if others:
        items[:] = [each for each in items if each.nodeid in wanted]
        config.hook.pytest_deselected(items=others)
    items[:] = in_order(items)


def pytest_report_header() -> str:
    """Say which seed the tests run with."""
    return f"chance: CHANCE={CHANCE} (another number deals other cards)"


@pytest.fixture(autouse=True, scope="session")
def _no_wait_for_the_disk() -> Generator[None]:
    """Let databases not wait for the disk: see `tests/up_to_date.py`."""
    from storage import database
    from tests.up_to_date import HASTY

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "PRAGMAS", HASTY)
        yield


@pytest.fixture(autouse=True)
def _no_command_is_known() -> Generator[None]:
    """Forget the ids of commands that a bot in this process has told to Discord."""
    from bot.ui.pages import command_mentions

    yield
    command_mentions.learn({})


@pytest.fixture(autouse=True)
def repeatable_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the system's randomness repeat itself in each test, so that failures can be examined.

    Only in the test's own process: a bot that is started as a process draws for itself.
    """
    seed = f"{CHANCE} {request.node.nodeid}"
    numbers = count()

    class Repeatable(random.Random):
        """Replaces random.SystemRandom; no two start alike."""

        def __init__(self) -> None:
            super().__init__(f"{seed} {next(numbers)}")

    source = Repeatable()
    monkeypatch.setattr(random, "SystemRandom", Repeatable)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: source.randbytes(size))


@pytest.fixture(scope="session")
def folder_of_longer(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return what makes a folder of catalogues: the longer language alone, as another one's."""
    # Most tests do without, and importing it takes a while.
    from filelock import FileLock

    from tests.locale.pseudo import write_language

    # The processes of one run share what the first of them writes.
    base = tmp_path_factory.getbasetemp()
    there = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base

    @cache
    def made(language: str) -> Path:
        folder = there / f"longer {language}"
        with FileLock(f"{folder}.lock"):
            if not folder.exists():
                write_language(folder, language)
        return folder

    return made


@pytest.fixture
def speak_longer(
    folder_of_longer: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], None]:
    """Return what puts the longer language in place of another one."""
    from bot.ui.pages import catalogues

    return lambda language: monkeypatch.setattr(catalogues, "LOCALE", folder_of_longer(language))
