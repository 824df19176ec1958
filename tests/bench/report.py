"""How a figure is printed: what was measured, the figure, and its target."""

from __future__ import annotations

import sys


def heading(title: str) -> None:
    """Print the title of a group of figures."""
    sys.stdout.write(f"\n{title}\n")
    sys.stdout.flush()


def figure(what: str, value: str, target: str = "") -> None:
    """Print one figure, with its target where it has one."""
    sys.stdout.write(f"  {what:<52} {value:>22}   {target}".rstrip() + "\n")
    sys.stdout.flush()
