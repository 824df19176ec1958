"""Finds the marked texts in Python code, in f-strings, too, on every version of Python."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any


def marked_texts(
    code: IO[bytes],
    keywords: Collection[str],
    _comment_tags: Collection[str],
    options: Mapping[str, Any],
) -> Iterator[tuple[int, str, tuple[str | None, ...], list[str]]]:
    """Yield what Babel asks for: place, name of the call, its arguments, no comments.

    The place is the number of the call, not its line: Python before 3.12 doesn't know on which
    line a part of an f-string is, and Babel's own reader finds nothing there.
    """
    del options
    for number, call in enumerate(_calls(ast.parse(code.read()))):
        name = _name(call.func)
        if name in keywords:
            yield number, name, tuple(map(_text, call.args)), []


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    """Yield all calls in the order in which they are written."""
    if isinstance(node, ast.Call):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _calls(child)


def _name(called: ast.expr) -> str:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _text(argument: ast.expr) -> str | None:
    """Return what an argument says; None if that isn't written there."""
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    return None
