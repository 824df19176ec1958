"""Names in docstrings: one that is nowhere in the code is reported, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docstring_names import missing

CODE = """
class Table:
    '''{}'''

    def leave(self, person: int) -> str:
        return f"a:page:{{person}}"
"""


@pytest.mark.parametrize("name", ["Affairs", "Affairs.leave", "Table.depart", "gone()"])
def test_a_name_that_nothing_bears_is_told(name: str) -> None:
    (line,) = missing([(Path("bot/table.py"), CODE.format(f"As `{name}` does."))])
    assert line.startswith("bot/table.py:3: "), "it isn't said where"


@pytest.mark.parametrize(
    "name",
    [
        "Table.leave",
        "leave()",
        "person",
        "page",
        "bot.table",
        "None",
        "len",
        "/me hide",
        "a:b",
        "m1",
        "x",
    ],
)
def test_what_is_there_or_is_no_name_is_passed_over(name: str) -> None:
    assert missing([(Path("bot/table.py"), CODE.format(f"As `{name}` does."))], ["x"]) == []


def test_a_name_is_not_proved_by_another_docstring() -> None:
    code = CODE.format("`Affairs`") + '\n\nLEFT = 1\n"""As Affairs and `Affairs` say."""\n'
    assert len(missing([(Path("bot/table.py"), code)])) == 2


def test_a_document_may_name_what_is_in_the_tests_and_nothing_that_is_nowhere() -> None:
    document = (Path("CONTRIBUTING.md"), "# Names\n\n`Table.leave`, `HOOKS`, `Affairs`")
    (line,) = missing([(Path("bot/table.py"), CODE)], (), [document], ["HOOKS"])
    assert line == "CONTRIBUTING.md:3: `Affairs` is nowhere in the code"
