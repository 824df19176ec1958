"""Everything is compiled once before tests run, and nothing of it is run for that."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import compiled

RUN = "raise RuntimeError('it was run')\n"


def test_files_are_compiled_and_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "HOUSE", tmp_path)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    files = {
        "bot/plain.py": f"assert 1 == 1\n{RUN}",
        "tests/broken.py": "assert (\n",
        "tests/test_asserts.py": f"assert 1 == 1\n{RUN}",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    compiled.compile_files(tmp_path / name for name in files)
    made = {path.relative_to(tmp_path).as_posix(): path for path in tmp_path.rglob("*.pyc")}
    tag = sys.implementation.cache_tag
    plain, asserts = f"bot/__pycache__/plain.{tag}.pyc", f"tests/__pycache__/test_asserts.{tag}"
    rewritten = [name for name in made if name.startswith(f"{asserts}-pytest")]
    assert len(made) == 2 and plain in made, f"compiled were {[*made]}"
    assert rewritten, "the asserts of a test must have been rewritten"
    assert b"@pytest_ar" in made[rewritten[0]].read_bytes(), "they can't say what they compared"
