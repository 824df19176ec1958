"""The image of `Dockerfile`: one base, packages by their hashes, no root, only what is needed."""

from __future__ import annotations

import json
import re
from pathlib import Path

from bot.__main__ import _parser

ROOT = Path(__file__).parents[1]
IMAGE = (ROOT / "Dockerfile").read_text("utf-8")
OPERATING = (ROOT / "docs" / "operating.md").read_text("utf-8")
BASE = re.findall(r"^ARG BASE=(\S+)$", IMAGE, re.M)


def test_every_stage_is_built_on_the_one_base_that_the_page_says_how_to_renew() -> None:
    (base,) = BASE
    assert set(re.findall(r"^FROM (\S+)", IMAGE, re.M)) == {"${BASE}"}, "a stage has another base"
    named = re.fullmatch(r"(debian:[a-z]+-slim)@sha256:[0-9a-f]{64}", base)
    assert named, f"{base} isn't pinned: a tag moves, so what was tried isn't what runs"
    pulled = re.findall(r"docker pull (\S+)", OPERATING)
    inspected = re.findall(r"RepoDigests 0}}' (\S+)", OPERATING)
    assert pulled == inspected, "the digest that is shown isn't of what was pulled"
    assert pulled == [named[1]], f"the page renews {pulled}, the image is built on {base}"
    assert f"ARG BASE={named[1]}@" in OPERATING, "the page doesn't say where the digest goes"


def test_packages_come_by_their_hashes_and_nothing_runs_as_root() -> None:
    installs = [each for each in IMAGE.split("\n\n") if "pip install" in each]
    assert installs and all("--require-hashes -r requirements.lock" in each for each in installs)
    last = IMAGE[IMAGE.rindex("FROM ") :]
    assert re.findall(r"^USER (\S+)$", last, re.M) == ["kakushi"], "it runs as root"
    assert last.index("USER kakushi") < last.index("CMD ["), "its user comes too late"


def test_what_the_image_runs_are_commands_of_the_bot() -> None:
    runs = [json.loads(each) for each in re.findall(r"CMD (\[.*\])", IMAGE)]
    assert [each[:3] for each in runs] == [["python", "-m", "bot"]] * 2, (
        "no sign of life, or no bot"
    )
    for _python, _m, _bot, *words in runs:
        assert _parser().parse_args(words), f"the bot has no command {words}"


def test_only_what_the_bot_needs_goes_into_the_image() -> None:
    """No .env, no database, no history of the code."""
    first, *others = (ROOT / ".dockerignore").read_text("utf-8").split()
    kept = {each.removeprefix("!") for each in others if each.startswith("!")}
    assert first == "*", "what isn't named goes into the image"
    needed = {"bot", "cogs", "storage", "requirements.lock", "LICENSE", "PRIVACY*.md", "TERMS*.md"}
    assert kept == needed, f"too much or too little in the image: {kept ^ needed}"
    assert all(any(ROOT.glob(each)) for each in kept), "something that is copied isn't there"
