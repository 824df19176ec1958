"""Look for names in docstrings that don't exist: `python -m tests.docstring_names`.

Whatever is between backticks and looks like a name must be in the code as well: a name, a word of a
text such as a custom id or a statement of SQL, or a file. What it refers to can't be told without
running the code, so only a name that is nowhere is wrong; most are left over from a renaming. One
with a digit is an example of an id, not a name.

The documents for people who read the code are checked, too; they may name what is in the tests.
"""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("bot", "cogs", "storage")
DOCUMENTS = ("CONTRIBUTING.md", "docs/adding-a-game.md")
NAMED = re.compile(r"`([^\W\d]+(?:\.[^\W\d]+)*)(?:\(\))?`")
WORD = re.compile(r"[A-Za-z_]\w*")


def docstrings(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the standalone texts: docstrings, including those below a constant or a field."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str()) as text):
                yield text
            case _:
                pass


def words(tree: ast.AST) -> Iterator[str]:
    """Yield every name and every word of a text in the code, without docstrings."""
    passed = {id(text) for text in docstrings(tree)}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        for _field, value in ast.iter_fields(node):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str):
                    yield from WORD.findall(each)


def missing(
    code: Iterable[tuple[Path, str]],
    others: Iterable[str] = (),
    documents: Iterable[tuple[Path, str]] = (),
    tests: Iterable[str] = (),
) -> list[str]:
    """Return a line for each name in a docstring that is neither in the code nor in `others`.

    Those in `documents` may be in `tests`, too.
    """
    trees = [(path, ast.parse(text)) for path, text in code]
    known = {*dir(builtins), *keyword.kwlist, *others}
    for path, tree in trees:
        known |= {path.stem, *path.parts, *words(tree)}
    said = [
        (path, text.lineno, str(text.value), known)
        for path, tree in trees
        for text in docstrings(tree)
    ]
    more = known.union(tests)
    for path, text in documents:
        said += [(path, number, line, more) for number, line in enumerate(text.splitlines(), 1)]
    return [
        f"{path}:{number}: `{name}` is nowhere in the code"
        for path, number, text, there in said
        for name in NAMED.findall(text)
        if not there.issuperset(name.split("."))
    ]


def of_the_project() -> list[str]:
    """Return what is missing in the bot, its cogs, its storage and the documents."""
    statements = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.sql")]
    return missing(
        [each for folder in FOLDERS for each in _read((ROOT / folder).rglob("*.py"))],
        _words_in(statements),
        _read(ROOT / name for name in DOCUMENTS),
        ["py", "toml", "md", "CHANGELOG", *_words_in((ROOT / "tests").rglob("*.py"))],
    )


def _read(paths: Iterable[Path]) -> list[tuple[Path, str]]:
    return [(path.relative_to(ROOT), path.read_text("utf-8")) for path in sorted(paths)]


def _words_in(paths: Iterable[Path]) -> list[str]:
    return [word for path in paths for word in [path.stem, *WORD.findall(path.read_text("utf-8"))]]


if __name__ == "__main__":
    found = of_the_project()
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    sys.exit(bool(found))
