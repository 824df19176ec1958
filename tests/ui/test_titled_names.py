"""A name in a Japanese text has its さん once: from what fills it in, or from the text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.locale.check import strings
from tests.locale.extract import read, written

HOUSE = Path(__file__).parents[2]
TITLED = ("addressed", "addressed_name_of", "name", "names", "on_button", "said")
"""What returns a person's name with what a language puts behind it."""


def titled_fields(code: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each text that a function fills with a name that has its さん, and the field."""
    for function in ast.walk(code):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        nodes = [*ast.walk(function)]
        titled = {
            target.id
            for node in nodes
            if isinstance(node, ast.Assign) and _titled(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for call in (node for node in nodes if isinstance(node, ast.Call)):
            texts = [each.value for each in call.args if isinstance(each, ast.Constant)]
            for field in call.keywords:
                named = isinstance(field.value, ast.Name) and field.value.id in titled
                if field.arg and (named or _titled(field.value)):
                    yield from ((text, field.arg) for text in texts if isinstance(text, str))


def _titled(value: ast.expr) -> bool:
    """Tell whether a value is a name with its さん."""
    called = value.func if isinstance(value, ast.Call) else None
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in TITLED
        case _:
            return False


def test_no_name_is_titled_twice() -> None:
    said = {
        text: " ".join(strings(each.string))
        for each in read(written("ja"))
        for text in strings(each.id)
    }
    files = [file for folder in ("bot", "cogs") for file in (HOUSE / folder).rglob("*.py")]
    found = [each for file in files for each in titled_fields(ast.parse(file.read_text("utf-8")))]
    assert len(found) > 100, "nothing is seen of what fills the texts"
    twice = sorted({text for text, field in found if f"{{{field}}}さん" in said.get(text, "")})
    assert not twice, twice
