"""Look for names in docstrings that don't exist: `python -m tests.docstring_names`.

Whatever is between backticks and looks like a name must be in the code as well: a name, a word of a
text such as a custom id or a statement of SQL, or a file. What it refers to can't be told without
running the code, so only a name that is nowhere is wrong; most are left over from a renaming. One
with a digit is an example of an id, not a name.
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


def missing(code: Iterable[tuple[Path, str]], others: Iterable[str] = ()) -> list[str]:
    """Return a line for each name in a docstring that is neither in the code nor in `others`."""
    trees = [(path, ast.parse(text)) for path, text in code]
    known = {*dir(builtins), *keyword.kwlist, *others}
    for path, tree in trees:
        known |= {path.stem, *path.parts, *words(tree)}
    return [
        f"{path}:{text.lineno}: `{name}` is nowhere in the code"
        for path, tree in trees
        for text in docstrings(tree)
        for name in NAMED.findall(str(text.value))
        if not known.issuperset(name.split("."))
    ]


def of_the_project() -> list[str]:
    """Return what is missing in the bot, its cogs and its storage."""
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    statements = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.sql")]
    sql = [word for path in statements for word in WORD.findall(path.read_text("utf-8"))]
    return missing(((path.relative_to(ROOT), path.read_text("utf-8")) for path in files), sql)


if __name__ == "__main__":
    found = of_the_project()
    print("\n".join(found), end="\n" if found else "", file=sys.stderr)
    sys.exit(bool(found))
