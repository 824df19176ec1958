"""A game in a package of its own: installed, played, checked, taken away, and back again."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.process.check_database import Report, check_database
from tests.e2e.back import at_the_end, export, verdict
from tests.e2e.stage import ROOT, Stage
from tests.e2e.test_computers import against, play_killed
from tests.e2e.test_replays import checked
from tests.e2e.wander import move

OUTSIDE = ROOT / "tests" / "outside"
WITH_IT = os.pathsep.join(map(str, (ROOT, OUTSIDE)))
"""Where Python looks for packages while the game is installed."""
GONE = "This table can't be read"


async def report(stage: Stage, *, installed: bool) -> Report:
    """Return what a look at the whole database finds, with the game or without it."""
    with pytest.MonkeyPatch.context() as patch:
        if installed:
            patch.syspath_prepend(str(OUTSIDE))
        return await check_database(stage.database)


@pytest.mark.long
@pytest.mark.real_start
async def test_an_installed_game_is_played_to_the_end_and_frozen_without_its_package(
    tmp_path: Path,
) -> None:
    async with Stage(tmp_path, PYTHONPATH=WITH_IT) as stage:
        told = [line for line in stage.log if "the game nibanme comes with" in line]
        assert told and "(kakushi-nibanme 1.0)" in told[0], "nobody is told what was installed"
        (command,) = [
            each
            for each in stage.sandbox.world.commands[None].values()
            if each["name"] == "nibanme"
        ]
        assert command["name_localizations"] == {"ja": "二番目"}, "its catalogue isn't read"
        over = await against(stage, "nibanme", ("steady", "sharp"))
        await play_killed(stage, over, "nibanme")
        ada = over.people[0]
        assert "Verified" in await verdict(over, ada)
        await at_the_end(ada, over.board, "Reveal hands")
        file = tmp_path / "game.json"
        file.write_bytes(await export(over, ada))
        assert checked(file, WITH_IT).startswith("Verified"), "its export can't be checked"
        assert checked(file) == "", "a game was checked that isn't there"
        going_on = await against(stage, "nibanme", ("steady", "sharp"))
        assert await move(going_on, random.Random(0)) == "Ada"
        assert (await report(stage, installed=True)) == Report((), (), tables=2)

        await stage.kill()
        stage.expect("can't be read and is frozen: this version has no game 'nibanme'")
        stage.env["PYTHONPATH"] = str(ROOT)
        await stage.start()
        names = {each["name"] for each in stage.sandbox.world.commands[None].values()}
        assert "nibanme" not in names and "donburiko" in names, f"there are {names}"
        for sitting, button in ((going_on, "My hand"), (over, "Replay")):
            said = await sitting.people[0].press(sitting.board, button)
            assert said.only_me and GONE in said.text, f"{button}: {said.text}"
        found = await report(stage, installed=False)
        assert found.faults == () and len(found.notes) == 2, f"{found}"
        assert all("nibanme" in note for note in found.notes), f"{found.notes}"
        other = await against(stage, "donburiko", ("casual",))
        assert await move(other, random.Random(1)) is not None, "other games don't go on"

        await stage.kill()
        stage.env["PYTHONPATH"] = WITH_IT
        await stage.start()
        going_on.hands.clear()
        await play_killed(stage, going_on, "nibanme again")
        assert "Verified" in await verdict(going_on, going_on.people[0])


def run(outside: Path, *command: str) -> tuple[int, str]:
    """Run a command as the maker of a package does; return its exit code and all that it says."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, outside)))},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("tests.contract kakushi_nibanme", " passed"),
        ("tests.locale --of kakushi_nibanme --check", " 0 faults"),
        ("tests.arena nibanme --players casual,random --games 2", "casual"),
    ],
)
def test_whoever_makes_a_package_can_try_it(command: str, told: str) -> None:
    code, said = run(OUTSIDE, *command.split())
    assert code == 0 and told in said, f"{command}: {said}"


@pytest.mark.long
def test_a_package_without_catalogues_is_told_so_once_for_each_language(tmp_path: Path) -> None:
    shutil.copytree(OUTSIDE, tmp_path, dirs_exist_ok=True)
    shutil.rmtree(tmp_path / "kakushi_nibanme" / "locale")
    code, said = run(tmp_path, "tests.locale", "--of", "kakushi_nibanme", "--check")
    assert code == 0, said
    assert said == "ja: kakushi_nibanme has no catalogue, so it speaks English there\n"


@pytest.mark.long
def test_the_contract_finds_the_leak_of_a_package_and_no_package_that_is_not_there(
    tmp_path: Path,
) -> None:
    shutil.copytree(OUTSIDE, tmp_path, dirs_exist_ok=True)
    rules = tmp_path / "kakushi_nibanme" / "rules.py"
    sound = rules.read_text("utf-8")
    leaking = sound.replace("tuple(map(len, state.hands))", "tuple(map(sum, state.hands))")
    assert leaking != sound, "there is nothing to spoil"
    rules.write_text(leaking, "utf-8")
    code, said = run(tmp_path, "tests.contract", "kakushi_nibanme", "-k", "any_world or twins")
    assert code == 1 and "looks different" in said, f"a leak isn't found: {said}"
    code, said = run(tmp_path, "tests.contract", "kakushi_nowhere")
    assert code == 2 and "Installed are: kakushi_nibanme." in said, said
