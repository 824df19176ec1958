"""Finds and changes texts in Python code, even in f-strings, on every version of Python."""

from __future__ import annotations

import ast
import io
import json
import re
import textwrap
import tokenize
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

WIDTH = 100
"""The longest line of code; what is longer is written as several strings."""


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


def with_text(code: str, now: str, better: str) -> str:
    """Return code in which each string that is a text, in one piece or in several, is another.

    Layout is left to `ruff format`, but for the breaking of long strings.
    """
    lines = code.splitlines(keepends=True)
    for first, last, depth in reversed(_strings(code)):
        written = "".join(lines[first[0] : last[0] + 1])
        end = len(written) - len(lines[last[0]]) + last[1]
        head, string, tail = written[: first[1]], written[first[1] : end], written[end:]
        if string.lstrip("rRbB").startswith(("f", "F")):
            string = string.replace(f'"{now}"', f'"{better}"').replace(f"'{now}'", f"'{better}'")
        elif ast.literal_eval(f"({string})") == now:
            string = _literal(better, head, depth, triple=string.startswith('"""'))
        lines[first[0] : last[0] + 1] = (head + string + tail).splitlines(keepends=True)
    return "".join(lines)


Spot = tuple[int, int]
"""Line and column, both from 0."""


def _strings(code: str) -> list[tuple[Spot, Spot, int]]:
    """Return where strings start and end, and how many brackets deep; f-strings separately."""
    found: list[tuple[Spot, Spot, int]] = []
    depth, goes_on = 0, False
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.OP:
            depth += (token.string in "([{") - (token.string in ")]}")
        if token.type == tokenize.STRING:
            start, end = ((line - 1, column) for line, column in (token.start, token.end))
            plain = token.string[0] not in "fFrRbB"
            if goes_on and plain:
                start = found.pop()[0]
            found.append((start, end, depth))
            goes_on = plain
        elif token.type not in {tokenize.NL, tokenize.COMMENT}:
            goes_on = False
    return found


def _literal(text: str, head: str, depth: int, *, triple: bool) -> str:
    """Return a text as code that stands behind `head`."""
    if triple:
        return '"""' + text.replace("\\", "\\\\") + '"""'
    whole = json.dumps(text, ensure_ascii=False)
    if len(head) + len(whole) < WIDTH:
        return whole
    indent = " " * (len(head) - len(head.lstrip()) + 4)
    words = textwrap.TextWrapper(
        WIDTH - len(indent) - 12,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=False,
        replace_whitespace=False,
    )
    broken = [piece for line in re.findall(r"[^\n]*\n+|[^\n]+", text) for piece in words.wrap(line)]
    pieces = [json.dumps(piece, ensure_ascii=False) for piece in broken]
    joined = f"\n{indent}".join(pieces)
    return joined if depth else f"(\n{indent}{joined}\n)"
