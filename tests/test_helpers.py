"""The helpers of the tests: an assert that fails in one of them says what it compared."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

from tests.only import first, only

TESTS = Path(__file__).parent
# The benches run without pytest; a __main__ runs when it is imported.
HELPERS = [
    file
    for file in sorted(TESTS.rglob("*.py"))
    if not file.name.startswith(("test_", "__", "conftest"))
    and file.parent.name != "bench"
    and "\n    assert " in file.read_text("utf-8")
]


@pytest.mark.parametrize("file", HELPERS, ids=lambda file: str(file.relative_to(TESTS)))
def test_asserts_of_helpers_explain_themselves(file: Path) -> None:
    parts = file.relative_to(TESTS.parent).with_suffix("").parts
    # pytest leaves this name in every module whose asserts it has rewritten.
    assert "@pytest_ar" in vars(importlib.import_module(".".join(parts))), "its asserts say nothing"


SUSPECT = re.compile(
    r"raise AssertionError$|,\) = |\bnext\($|\bnext\(.* for |assert (not )?(await .*|[\w.]+)$",
    re.MULTILINE,
)


def _says_nothing(node: ast.AST) -> str | None:
    """Return the complaint about an error that names nobody; None if all is well."""
    match node:
        case ast.Assert(test=ast.Constant(value=False), msg=None):
            return "say why with `raise AssertionError(…)`"
        case (
            ast.Assert(test=ast.UnaryOp(operand=tested), msg=None)
            | ast.Assert(test=tested, msg=None)
        ) if isinstance(tested, ast.Name | ast.Attribute | ast.Await):
            return "say what was wanted: pytest can show no more than True or False here"
        case ast.Raise(exc=ast.Name(id="AssertionError")):
            return "say why with `raise AssertionError(…)`"
        case ast.Assign(targets=[ast.Tuple(elts=[_])], value=ast.ListComp() | ast.GeneratorExp()):
            return "`only` of tests/only.py says what was wanted and what there was"
        case ast.Call(func=ast.Name(id="next"), args=[ast.GeneratorExp()]):
            return "`first` of tests/only.py says what was wanted"
        case _:
            return None


def test_helpers_say_what_was_wanted() -> None:
    """A helper that finds too little stops many tests, and StopIteration tells nobody why."""
    found: list[str] = []
    for file in sorted(TESTS.rglob("*.py")):
        text = file.read_text("utf-8")
        # To read all of them in would take seconds.
        if not SUSPECT.search(text):
            continue
        for function in ast.walk(ast.parse(text)):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            if function.name.startswith("test_"):
                continue
            for node in ast.walk(function):
                if (instead := _says_nothing(node)) is not None:
                    at = getattr(node, "lineno", 0)
                    found.append(f"{file.relative_to(TESTS)}:{at}: {instead}")
    assert not found, "\n".join(["helpers that say nothing:", *sorted(set(found))])


def test_what_there_was_instead_of_the_one_thing_is_said() -> None:
    assert only([3], "a number") == first(iter([3, 4]), "a number") == 3
    for found, said in (([], r"the board: wanted one, and found 0: \[\]"), ([1, 2], r"\[1, 2\]")):
        with pytest.raises(AssertionError, match=said):
            only(found, "the board")
    with pytest.raises(AssertionError, match="Ada: there is none"):
        first([], "Ada")
