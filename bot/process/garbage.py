"""Garbage collection made rare, and kept away from objects that stay until the end.

Python frees nearly everything the moment it is let go. What refers to itself in a circle, as
interactions of discord.py do, it has to look for: after every 700 new objects, and now and then
among all there are. With the games loaded, those are 200,000. In all this took a fifth of the time
of a click, and a search among all of them held everybody up for 160 ms.
"""

from __future__ import annotations

import gc
from typing import Final

NEW_OBJECTS: Final = 20_000
"""The number of new objects after which Python looks among them: a few megabytes, and a few
milliseconds.
"""


def look_seldom() -> None:
    """Collect garbage rarely from now on; what exists by now is assumed to stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
