"""What tests press, or look for among buttons, is called so today.

Long ones would go stale unseen. Worse than one that fails is one that looks for what was once on a
button, finds it nowhere, and is content.
"""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
CATALOGUE = Path(__file__).parents[1] / "bot/locale/ja/LC_MESSAGES/kakushi.po"
LABEL = re.compile(
    r"""\.(?:press|select)\([^"\n]*,\s*"([A-Z][^"\n{]+)"|\[data-label="([^"\n{]+)"\]"""
    r"""|"([A-Z][^"\n{]+)"\ (?:not\ )?in\ [\w.()\[\]-]+\.(?:buttons|selects)\b""",
    re.VERBOSE,
)
FIELD = re.compile(r"\{\w+\}")
WORD = re.compile(r"[^\W\d_]{3}")


def unsaid(labels: set[str], texts: str) -> set[str]:
    """Return the labels that no text says, whole or in part, whatever its fields hold.

    One behind what it is about is two texts: "Host: Stop".
    """
    left = {label for label in labels if any(part not in texts for part in label.split(": "))}
    if left:
        # What has no word of its own would say everything.
        split = (FIELD.split(text) for text in texts.split("\n") if "{" in text)
        worded = [parts for parts in split if WORD.search("".join(parts))]
        shapes = [re.compile(".+".join(map(re.escape, parts))) for parts in worded]
        left = {label for label in left if not any(shape.fullmatch(label) for shape in shapes)}
    return left


def said() -> str:
    """Return all texts in both languages, each on a line of its own."""
    whole = CATALOGUE.read_text("utf-8").replace('"\n"', "").replace('\\"', '"')
    return "\n".join(re.findall(r'^msg\w+(?:\[\d\])? "(.*)"$', whole, re.MULTILINE))


def test_what_tests_press_is_called_so_today() -> None:
    stale: list[str] = []
    texts = said()
    pressed: dict[str, set[str]] = {}
    for file in TESTS.rglob("*.py"):
        # These have bots of their own.
        if file.parent.name == "sandbox" or file == Path(__file__):
            continue
        found = {"".join(label) for label in LABEL.findall(file.read_text("utf-8"))}
        pressed[str(file.relative_to(TESTS))] = found
    for label in unsaid(set().union(*pressed.values()), texts):
        stale += [f"{file}: {label!r}" for file, labels in pressed.items() if label in labels]
    assert not stale, "\n".join(["no button is called so:", *sorted(stale)])


def test_a_label_of_yesterday_is_found() -> None:
    texts = "Take back\nSeat round {n}: {title}\n{n}\nHost"
    asked = {"Take back", "Seat round 2: Friday", "Take it back", "Seat", "Host: Take back"}
    asked |= {"Host: Take it back"}
    assert unsaid(asked, texts) == {"Take it back", "Host: Take it back"}
