"""The helpers of the tests: an assert that fails in one of them says what it compared."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

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
