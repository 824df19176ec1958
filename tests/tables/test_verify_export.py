"""`python -m bot verify`: an honest file is equal, a change is named, the rest is refused."""

from __future__ import annotations

import hmac
import json
from pathlib import Path
from typing import Any

import pytest

from bot import __main__ as command_line
from bot.engine.chance import commitment
from bot.tables import fingerprints
from bot.tables.history import History
from tests.contract.games import Configuration
from tests.tables.conftest import Setup
from tests.tables.played import DONBURIKO, KIRIFUDA, STANDARD, finished

EQUAL, DIFFERS, REFUSED = 0, 1, 2


async def exported(
    setup: Setup, configuration: Configuration, *, hands_open: bool = True
) -> dict[str, Any]:
    """Return the file of a finished game."""
    table = await finished(setup, configuration, taken_back=2)
    async with setup.tables.held(table.id) as held:
        await setup.tables.change(held, hands_open=hands_open)
    own = table.seats[0].person
    return json.loads(json.dumps(await History(setup.tables).export(table.id, own)))


def seal_log(file: dict[str, Any]) -> None:
    """Make the fingerprint of the log fit, as somebody who knows the secret could."""
    key, text = bytes.fromhex(file["secret"]), fingerprints.canonical(file["log"])
    file["log_print"] = hmac.new(key, text, "sha256").hexdigest()


class Check:
    """Checks files as the command line does."""

    def __init__(self, folder: Path, said: pytest.CaptureFixture[str]) -> None:
        self._file = folder / "game.json"
        self._said = said

    def __call__(self, content: object) -> tuple[int, str]:
        """Return the exit code and the lines that were said."""
        text = content if isinstance(content, str) else json.dumps(content)
        self._file.write_text(text, "utf-8")
        code = command_line.main(["verify", str(self._file)])
        said = self._said.readouterr()
        assert bool(said.out) != bool(said.err), "said in one place, not in both"
        assert bool(said.err) == (code == REFUSED), "only what can't be checked is an error"
        return code, said.out + said.err


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Return what checks a file."""
    return Check(tmp_path, capsys)


@pytest.mark.parametrize("configuration", STANDARD, ids=str)
async def test_an_honest_file_is_equal(
    setup: Setup, check: Check, configuration: Configuration
) -> None:
    """With moves taken back; and it says what to compare with card and board."""
    file = await exported(setup, configuration)
    assert file["yours"], "the file holds nothing that a seat alone heard"
    code, said = check(file)
    assert code == EQUAL, said
    assert said.startswith("Verified.")
    assert file["commitment"] in said
    assert file["log_print"] in said


async def test_one_press_is_said(setup: Setup, check: Check) -> None:
    """Then nobody saw the seal before the deal; a file of an older game says nothing of it."""
    file = await exported(setup, DONBURIKO)
    assert "one press" not in check(file)[1]
    assert "one press" in check(file | {"opened_by": file["started_by"]})[1]
    assert not file["begun_by_itself"] and "set time" not in check(file)[1]
    assert "set time" in check(file | {"begun_by_itself": True})[1]
    code, said = check({key: value for key, value in file.items() if key != "started_by"})
    assert (code, "at step 0" in said) == (DIFFERS, True), "the start isn't mixed into the draws"


async def test_what_was_changed_is_named(setup: Setup, check: Check) -> None:
    honest = json.dumps(await exported(setup, KIRIFUDA))

    def said(change: str, /, **fields: object) -> str:
        """Return what is said about a file in which something is changed."""
        file = json.loads(honest)
        file |= fields
        log = file["log"]
        match change:
            case "draw":
                log[0]["draws"][0].reverse()
            case "told":
                log[3]["told"] = log[3]["told"][1:]
            case "move":
                log[2]["action"] = log[-1]["action"]
            case "gap":
                del log[4]
            case "end":
                del log[-1]
            case "seen":
                file["steps"][3]["told"] = file["steps"][2]["told"]
            case "fewer":
                del file["steps"][-1]
            case "heard":
                file["yours"] = [{"seat": 0, "steps": [{"step": 0, "action": 1, "told": []}]}]
        if change != "log print":
            seal_log(file)
        code, found = check(file)
        assert code == DIFFERS, found
        assert found.startswith("Something doesn't match: "), found
        return found

    other = bytes(range(32))
    assert "the secret doesn't match the code shown" in said("", secret=other.hex())
    fields = {"secret": other.hex(), "commitment": commitment(other)}
    assert "at step 0: the draw doesn't follow from the secret" in said("", **fields)
    assert "at step 0: the draw doesn't follow from the secret" in said("draw")
    assert "at step 3: the rules give a different outcome" in said("told")
    assert "at step 3: the rules give a different outcome" in said("seen")
    assert f"step {len(json.loads(honest)['log']) - 1} is missing" in said("fewer")
    assert "at step 0: the rules give a different outcome" in said("heard")
    assert "step 2" in said("move")
    assert "step 4 is missing or out of place" in said("gap")
    assert "the log stops before the game has ended" in said("end")
    assert "the log doesn't match the code shown" in said("log print", log_print="00" * 32)
    assert "the log leads to a different result" in said("", result={})
    assert "the options" in said("", options={"other": 1})
    seats = [{"name": "Ada", "computer": None}] * 9
    assert "Something doesn't match" in said("", seats=seats)


async def test_a_file_that_cannot_be_checked_says_why_and_what_to_do(
    setup: Setup, check: Check
) -> None:
    honest = await exported(setup, KIRIFUDA)

    def refused(content: object) -> str:
        code, said = check(content)
        assert code == REFUSED, said
        assert len(said.splitlines()) == 1, said
        return said

    for text in ("", "no JSON", '{"format": 1', "[" * 100_000):
        assert "isn't JSON. Give the file that /table export gave you" in refused(text)
    for other in ([], 7, {}, {"name": "a package"}):
        assert "isn't the file of a game. Give the file" in refused(other)
    newer = refused(honest | {"format": 2})
    assert "format 2, and this copy of the bot reads format 1. Use the version" in newer
    sealed = await exported(setup, KIRIFUDA, hands_open=False)
    assert "doesn't hold the secret" in refused(sealed)
    assert "Have everybody who held a hand press Reveal hands" in refused(sealed)
    assert "before deals could be checked" in refused(honest | {"commitment": None})
    assert "wasn't played to its end" in refused(honest | {"phase": "cancelled"})
    for game in ("chess", "tables", "..", "os.path"):
        assert f"a game “{game}”, which this copy" in refused(honest | {"game": game})
    assert "by version 99 of its rules" in refused(honest | {"rules_version": 99})
    log = [*honest["log"]]
    log[5] = {name: value for name, value in log[5].items() if name != "draws"}
    assert "log.5.draws: Field required" in refused(honest | {"log": log})
    assert "Export the game again" in refused(honest | {"seats": "three"})


def test_a_file_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (tmp_path / "nowhere.json", tmp_path):
        assert command_line.main(["verify", str(path)]) == REFUSED
        assert f"{path} can't be read: " in capsys.readouterr().err
