"""Make Python look for garbage seldom, and never among what stays until the end.

Python frees nearly everything the moment it is let go. What refers to itself in a circle, as
interactions of discord.py do, it has to look for: after every 700 new objects, and now and then
among all there are. With the games loaded these are 200,000. All of it took a fifth of the time of
a click, and a search among all of them held up everybody for 160 ms.
"""

from __future__ import annotations

import gc
from typing import Final

NEW_OBJECTS: Final = 20_000
"""After so many new objects Python looks among them: a few megabytes, and a few milliseconds."""


def look_seldom() -> None:
    """Look for garbage seldom from now on; what is there by now is taken to stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)
