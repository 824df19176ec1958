"""What the documents point at is there: files, chapters, modules, and functions in their files."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from tests.locale.extract import read, written

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])

LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)")
FILE = re.compile(r"`((?:bot|cogs|storage|tests|docs)/[^`\s]*)`")
MODULE = re.compile(r"python -m ((?:bot|tests)[\w.]*)")
DEFINED = re.compile(r"`([\w.]+)` \(`([^`]+\.py)`\)")

NAMED = re.compile(r"「(?:\*\*)?([^」*]+)(?:\*\*)?」")
"""What a Japanese document says is written on the screen."""
NOT_OURS = {"、", "興味あり"}
"""A mark, and a button of Discord's own."""
PRESSED = re.compile(r"(?<![*\w])\*([A-Z][^*]*)\*(?![*\w])")
"""What an English document says is written on the screen."""
DISCORDS = {"Bot", "Installation", "Tools", "User Install"}
DISCORDS |= {"Manage Events", "Manage Messages", "Manage Server"}
"""What Discord itself calls so."""
FIELD = re.compile(r"\{[a-z_]+\}")

each_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.name)


def found(path: str) -> list[Path]:
    """Return the files or folders that a path in a document means; `<game>` is any name."""
    return list(ROOT.glob(re.sub(r"<[^>]+>", "*", path.rstrip("/"))))


def chapters(document: Path) -> set[str]:
    """Return what the chapters of a document are called in links."""
    titles = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in titles}


def definitions(node: ast.AST, within: str = "") -> Iterator[str]:
    """Yield the names of classes, functions and constants of a file, members with their class."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            yield within + each.target.id
        elif isinstance(each, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield within + each.name
            if isinstance(each, ast.ClassDef):
                yield from definitions(each, f"{within}{each.name}.")


def on_screens(parts: Collection[str], texts: Iterable[str | Sequence[str] | None]) -> set[str]:
    """Return which of these a text says, whatever its fields hold."""
    shown = {each for text in texts for each in ([text] if isinstance(text, str) else text or ())}
    # One that is all fields fits everything.
    meant = [each for each in shown if len(re.findall(r"\w", FIELD.sub("", each))) > 1]
    fits = [re.compile(".+".join(map(re.escape, FIELD.split(each)))) for each in meant]
    return {part for part in parts if part in shown or any(fit.fullmatch(part) for fit in fits)}


@each_document
def test_every_link_leads_somewhere(document: Path) -> None:
    for name, chapter in LINK.findall(document.read_text("utf-8")):
        there = (document.parent / name).resolve() if name else document
        assert there.exists(), f"{document.name} has a link to {name}, which isn't there"
        if chapter:
            assert chapter in chapters(there), f"{document.name}: {name} has no chapter #{chapter}"


@each_document
def test_every_file_that_is_named_is_there(document: Path) -> None:
    text = document.read_text("utf-8")
    modules = [module.replace(".", "/") for module in MODULE.findall(text)]
    for path in FILE.findall(text):
        # Another language's catalogue is only an example.
        assert "pt_BR" in path or found(path), f"{document.name} names {path}, which isn't there"
    for module in modules:
        assert found(f"{module}.py") or found(f"{module}/__main__.py"), (
            f"{document.name}: there is no module {module} to run"
        )


@each_document
def test_every_function_is_in_the_file_that_is_said(document: Path) -> None:
    for name, path in DEFINED.findall(document.read_text("utf-8")):
        where = found(path)
        assert where, f"{document.name} names {path}, which isn't there"
        there = {each for file in where for each in definitions(ast.parse(file.read_text("utf-8")))}
        method = any(each.endswith(f".{name}") for each in there)
        assert name in there or method, f"{document.name}: {name} isn't in {path}"


@pytest.mark.parametrize("name", ["README.md", "docs/hosting.md"])
def test_what_an_english_document_quotes_is_on_english_screens(name: str) -> None:
    found = PRESSED.findall((ROOT / name).read_text("utf-8"))
    quoted = {" ".join(each.split()) for each in found}
    assert len(quoted) > 20, "they are quoted in another form than the test reads"
    texts = [each.id for each in read(written("ja")) if each.id]
    # "Host: Start now" is two of them.
    left = quoted - on_screens(quoted, texts)
    parts = {part for each in left for part in re.split(": | → ", each)} - DISCORDS
    known = on_screens(parts, texts)
    assert known == parts, f"{name} quotes what no screen says: {sorted(parts - known)}"


@pytest.mark.parametrize("name", ["README.ja.md", "docs/hosting.ja.md"])
def test_what_a_japanese_document_quotes_is_on_japanese_screens(name: str) -> None:
    quoted = set(NAMED.findall((ROOT / name).read_text("utf-8"))) - NOT_OURS
    assert len(quoted) > 20, "they are quoted in another form than the test reads"
    # "Host: Start now" is two of them.
    parts = {part for each in quoted for part in each.split("：")}
    known = on_screens(parts, [each.string for each in read(written("ja")) if each.id])
    assert known == parts, f"{name} quotes what no screen says: {sorted(parts - known)}"


def test_the_japanese_guide_names_commands_as_a_japanese_discord_does() -> None:
    there: dict[str, dict[str, object]] = {}
    for each in read(written("ja")):
        there.setdefault(each.context or "", {})[str(each.id)] = each.string
    groups = {called: name for name, called in there["command name"].items()}
    text = (ROOT / "docs" / "hosting.ja.md").read_text("utf-8")
    said = re.findall(r"(?:`|^    )/([^`\n]+)", text, re.M)
    assert len(said) > 20, "they are named in another form than the test reads"
    for each in said:
        group, *behind = each.split()
        assert group in groups, f"/{each}: there is no /{group}"
        commands = there.get(f"command name in /{groups[group]}", {}).values()
        options = there.get(f"option name in /{groups[group]}", {}).values()
        named = [word.partition(":")[0] for word in behind if re.match(r"[^\W\d]\w*:", word)]
        assert set(named) <= set(options), f"/{each}: which options are {named}?"
        if behind and ":" not in behind[0]:
            assert behind[0] in commands, f"/{each}: there is no such command"


def test_both_guides_for_hosts_have_the_same_chapters() -> None:
    texts = [(ROOT / "docs" / each).read_text("utf-8") for each in ("hosting.md", "hosting.ja.md")]
    english, japanese = (re.findall(r"^#+(?= )", each, re.M) for each in texts)
    assert english == japanese, "one of them has a chapter that the other hasn't"


def test_the_walks_are_checked() -> None:
    walks = DEFINED.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert len(walks) > 20, "the walks name their functions in another form than the test reads"


@pytest.mark.parametrize("folder", ["bot/tables", "bot/nights"])
def test_a_folder_of_many_modules_says_where_each_belongs(folder: str) -> None:
    there = {each.stem for each in (ROOT / folder).glob("*.py")} - {"__init__"}
    about = ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text("utf-8")))
    named = re.findall(r"`(\w+)`", about or "")
    assert sorted(named) == sorted(there), (
        f"{folder}/__init__.py: {sorted(there.symmetric_difference(named))}, or one of them twice"
    )


def test_no_file_is_longer_than_is_said() -> None:
    said = re.search(r"none of the bot's more than (\d+)", (ROOT / "CONTRIBUTING.md").read_text())
    assert said is not None, "CONTRIBUTING.md doesn't say how long a file may be"
    for path in (
        each for room in ("bot", "cogs", "storage") for each in ROOT.glob(f"{room}/**/*.py")
    ):
        lines = path.read_bytes().count(b"\n")
        assert lines <= int(said[1]), f"{path.relative_to(ROOT)} has {lines} lines: cut it in two"
