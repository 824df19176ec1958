"""How high a page is on a phone, reckoned: what its lines and buttons take at 390 pixels of width.

It goes by the sizes of the sandbox's page, whose letters are wider than those of Discord's app, so
that what fits there fits in the app. `tests/page/test_screen_heights.py` measures how near it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final

from wcwidth import wcwidth

from bot.ui.pages.letter_widths import BOLD, OTHER, OTHER_BOLD, PLAIN
from bot.ui.pages.page import ROW as BUTTONS
from bot.ui.pages.page import Button, Page, Row
from bot.ui.pages.render import Field

TEXT: Final = 14.0
TITLE: Final = 16.0
HEADING: Final = 24.0
"""The sizes of letters."""
LINE: Final = 1.3
"""The height of a line, in sizes of its letters."""
INSIDE: Final = 303.0
"""The width that an embed leaves for its text."""
MESSAGE: Final = 328.0
"""The width of a message, which its buttons may take."""
EMOJI: Final = 1.375
"""The size of an emoji, in sizes of the letters around it."""
ROW: Final = 32.0
SELECT: Final = 40.0
COMMON_EMOJI: Final = 1.245
"""The width of an emoji that every phone has, in sizes of the letters around it."""
SLACK: Final = 0.5
"""By how many pixels a line may seem too long: widths are rounded."""
CODE: Final = 0.88
"""The size of letters in a frame, in sizes of those around it."""
KERN: Final = 0.12
"""By how much some letters move together, in sizes of theirs."""
LAST_LETTER: Final = 0x1F000
"""Wide letters after this one are emoji."""
GAP: Final = 8.0
"""Between rows, and between buttons."""

KNOWN: Final = 1 << 12
"""How many texts' widths are kept: a screen is reckoned several times, with one thing less."""

_PART: Final = re.compile(
    r"<a?:\w{2,32}:[0-9]{17,20}>|<t:[0-9]+:\w>|</[^:]+:[0-9]+>|\*\*|`|.\ufe0f|\\(.)|(.)",
    re.ASCII | re.DOTALL,
)
_LINK: Final = re.compile(r"\[([^\]\n]*)\]\(https?://[^)\s]*\)")
"""A link, of which only its label is seen."""
_NEVER_FIRST: Final = set("、。，．・：；？！）」』】〉》…,.!?:;)]%")
_NEVER_LAST: Final = set("（「『【〈《([")
"""What no line begins or ends with."""
_SPACES: Final = set(" \u2003")


def height(page: Page) -> float:
    """Return about how many pixels a page takes, from its first embed to its last button."""
    return _embed(page) + rest(page)


def rest(page: Page) -> float:
    """Return about how many pixels it takes below its first embed."""
    below = 5.0 + _embed(page.under) if page.under is not None else 0.0
    return below + rows_height(page.rows)


def rows_height(rows: Iterable[Row]) -> float:
    """Return about how many pixels rows of controls take, with the gap above each."""
    return sum(GAP + _row(row) for row in rows)


def _embed(page: Page) -> float:
    parts = [
        lines(page.author, INSIDE, bold=True) * TEXT * LINE if page.author else 0.0,
        lines(page.title, INSIDE, TITLE, bold=True) * TITLE * LINE if page.title else 0.0,
        text_height(page.text),
    ]
    parts = [each for each in parts if each]
    said = sum(parts) + 6 * max(len(parts) - 1, 0)
    if page.fields:
        said += 9 * len(page.fields) + sum(map(_field, page.fields))
    if page.image is not None:
        said += 11 + page.image.height * INSIDE / page.image.width
    if page.footer:
        said += 9 + lines(page.footer, INSIDE, 12.0) * 12 * LINE
    return 23 + said


def _field(field: Field) -> float:
    return lines(field.name, INSIDE, bold=True) * TEXT * LINE + text_height(field.text)


@lru_cache(KNOWN)
def text_height(text: str) -> float:
    """Return about how many pixels a text of several lines takes in an embed."""
    total, before = 0.0, ""
    for line in _LINK.sub(r"\1", text).splitlines():
        kind = next((each for each in ("# ", "-# ", "> ") if line.startswith(each)), "")
        said = line.removeprefix(kind)
        if kind == "# ":
            total += _high(said, INSIDE, HEADING, bold=True) + (12 if before else 6)
        elif kind == "-# ":
            total += _high(said, INSIDE, TEXT * 0.82)
        elif kind == "> ":
            total += _high(said, INSIDE - 16, TEXT) + (0 if before == kind else 6)
        else:
            total += _high(said, INSIDE, TEXT)
        before = kind or "text"
    return total


def _high(text: str, width: float, size: float, *, bold: bool = False) -> float:
    found = broken(text, width, size, bold=bold)
    return sum(size * (EMOJI if drawn else LINE) for drawn in found)


def in_lines(buttons: Sequence[Button], most: int) -> list[tuple[Button, ...]]:
    """Return buttons in rows of one line each on a phone; in longer ones if those are more than
    `most`.
    """
    rows: list[tuple[Button, ...]] = []
    for button in buttons:
        longer = (*rows[-1], button) if rows else (button,)
        if rows and len(longer) <= BUTTONS and _row(longer) <= ROW:
            rows[-1] = longer
        else:
            rows.append((button,))
    if len(rows) <= most:
        return rows
    return [(*buttons[at : at + BUTTONS],) for at in range(0, len(buttons), BUTTONS)]


def in_their_rows(groups: Sequence[Sequence[Button]], most: int) -> list[tuple[Button, ...]]:
    """Return groups of buttons, each in a row of its own or some, so that a button stays where it
    is whatever stands in the other groups; one after the other if those are more rows than `most`.
    """
    rows = [
        (*group[at : at + BUTTONS],) for group in groups for at in range(0, len(group), BUTTONS)
    ]
    return rows if len(rows) <= most else in_lines([*chain(*groups)], most)


def _row(row: Row) -> float:
    if not isinstance(row, tuple):
        return SELECT
    used, total = 0.0, 0.0
    in_line = 0.0
    for button in row:
        wide, high = _button(button.label, emoji=bool(button.emoji))
        if used and used + GAP + wide > MESSAGE:
            total, used, in_line = total + in_line + GAP, 0.0, 0.0
        used += wide + (GAP if used else 0)
        in_line = max(in_line, high)
    return total + in_line


@lru_cache(KNOWN)
def _button(label: str, *, emoji: bool) -> tuple[float, float]:
    """Return the width and the height of a button; a long label takes several lines."""
    picture = (20.0 + (7 if label else 0)) if emoji else 0.0
    room = MESSAGE - 30 - picture
    wide = _width(label, TEXT, bold=True)
    many = lines(label, room, bold=True) if label else 1
    return min(wide, room) + 30 + picture, max(ROW, many * TEXT * 1.4 + 6)


def lines(text: str, width: float, size: float = TEXT, *, bold: bool = False) -> int:
    """Return into how many lines a text is broken where it has so many pixels."""
    return len(broken(text, width, size, bold=bold))


@lru_cache(KNOWN)
def broken(text: str, width: float, size: float, *, bold: bool = False) -> tuple[bool, ...]:
    """Return for each line that a text is broken into whether one of the bot's emoji is in it."""
    parts = list(_parts(text, size, bold=bold))
    if sum([wide for _, wide in parts]) <= width + SLACK:
        # Most texts take one line.
        return (any(_drawn(part) for part, _ in parts),)
    found, used, word = [False], 0.0, 0.0
    word_drawn, before = False, ""
    for number, (part, wide) in enumerate(parts, 1):
        if _may_break(before, part):
            word, word_drawn = 0.0, False
        drawn = _drawn(part)
        wide -= size * KERN if _kerned(before, part) else 0.0
        used += wide
        word += wide
        trimmed = _trimmed(part, wide) if number < len(parts) else 0.0
        if used - trimmed > width + SLACK and part not in _SPACES:
            # The last word goes into the next line; one that is too long is broken.
            whole = word <= width
            used = word = word if whole else wide
            found.append(whole and word_drawn)
        word_drawn = word_drawn or drawn
        found[-1] = found[-1] or drawn
        before = part
    return tuple(found)


@lru_cache(KNOWN)
def _width(text: str, size: float, *, bold: bool) -> float:
    """Return how wide a text is on one line."""
    parts = list(_parts(text, size, bold=bold))
    kerned = sum(_kerned(before[0], after[0]) for before, after in pairwise(parts))
    return sum(wide for _part, wide in parts) - kerned * size * KERN


def _drawn(part: str) -> bool:
    """Tell whether a part is one of the bot's emoji."""
    return len(part) > 2 and part.startswith("<")


def _trimmed(part: str, wide: float) -> float:
    """Return how much narrower a part gets at the end of a line that has no room for it else."""
    return wide / 2 if part in _NEVER_FIRST and _wide(part) else 0.0


def _kerned(before: str, after: str) -> bool:
    """Tell whether two letters move together, as in "To" and "y."."""
    if after in ".,":
        return before != "" and before in "rvwyFPTVWY"
    return before != "" and before in "TYVF" and after in "aceorsuwy"


def _may_break(before: str, after: str) -> bool:
    """Tell whether a line may be broken between two parts."""
    if before in _SPACES:
        return True
    if not before or "\u00a0" in (before, after) or after in _SPACES:
        return False
    if before == "-":
        return after.isalpha()
    if before in _NEVER_LAST or after in _NEVER_FIRST:
        return False
    return _wide(before) or _wide(after)


def _wide(part: str) -> bool:
    return len(part) > 1 or wcwidth(part) > 1


def _parts(text: str, size: float, *, bold: bool) -> Iterator[tuple[str, float]]:
    """Yield the letters of a text with their widths, without its markdown."""
    code = False
    for match in _PART.finditer(text):
        part = match[0]
        if part == "**":
            bold = not bold
        elif part == "`":
            code = not code
            yield "`", size * CODE * 0.35
        elif part.startswith("<t:"):
            yield part, size * 4
        elif part.startswith("</"):
            for letter in part[1 : part.rindex(":")]:
                yield letter, _letter(letter, size, bold=True)
        elif part.endswith("\ufe0f"):
            yield part, size * COMMON_EMOJI
        elif len(part) > 2:
            yield part, size * EMOJI
        else:
            letter = match[1] or match[2]
            wide = _letter(letter, size, bold=bold)
            in_code = size * CODE * (0.6 if wcwidth(letter) == 1 else 1)
            yield letter, in_code if code else wide


def _letter(letter: str, size: float, *, bold: bool) -> float:
    known, other = (BOLD, OTHER_BOLD) if bold else (PLAIN, OTHER)
    if letter in known:
        return size * known[letter] / 100
    cells = max(wcwidth(letter), 0)
    if cells == 2:
        return size * (COMMON_EMOJI if ord(letter) > LAST_LETTER else 1)
    return size * cells * other / 100
