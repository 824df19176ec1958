"""The privacy policy and the terms are filled in, and fit into a message, in each language."""

from __future__ import annotations

import json
import re
import string
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest

from bot.process.app import operator_of
from bot.process.settings import Settings
from bot.ui.pages import catalogues
from bot.ui.pages.page import DESCRIPTION
from bot.ui.pages.server.policies import ROOT, Operator, Policy
from bot.ui.pages.server.privacy_page import about_page, own_file, policy_page
from bot.ui.pages.wording import Wording
from tests.locale.pseudo import write_language

LONG = Operator("N" * 200, "C" * 200, 30, 14)
ENGLISH, JAPANESE = Wording("en-GB"), Wording("ja")
POLICIES: tuple[Policy, ...] = get_args(Policy)


def form(text: str) -> tuple[list[str], list[str]]:
    """Return the marks of the headings of a policy, and the names of what is filled in."""
    fields = [name for _text, name, _form, _how in string.Formatter().parse(text) if name]
    return re.findall(r"^#+ ", text, re.MULTILINE), sorted(set(fields))


@pytest.mark.parametrize("wording", [ENGLISH, JAPANESE], ids=["en", "ja"])
@pytest.mark.parametrize("which", POLICIES)
def test_policies_name_who_runs_the_bot(which: Policy, wording: Wording) -> None:
    """Whoever that is, and whatever they call themselves: nothing is cut off or left open."""
    for operator in (Operator(), LONG, Operator("{contact}", "{}")):
        text = operator.policy(which, wording)
        for named in (operator.name, operator.contact):
            assert wording.gettext(named) in text, f"{named} isn't named"
        page = policy_page(operator, which, wording)
        assert len(page.text) < DESCRIPTION
        assert page.text == page.embed().description, "something was cut off"


@pytest.mark.parametrize("which", POLICIES)
def test_a_policy_has_the_same_form_in_every_language(which: Policy) -> None:
    meant = form((ROOT / which).read_text("utf-8"))
    others = sorted(ROOT.glob(which.replace(".md", ".*.md")))
    assert f"{which[:-3]}.ja.md" in [file.name for file in others]
    for file in others:
        assert form(file.read_text("utf-8")) == meant, f"{file.name} differs from {which}"


def test_a_policy_is_in_the_person_s_language_or_all_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A language is one catalogue and nothing else: no sentence in it stands among English ones."""
    assert "運営者" in Operator().policy("TERMS.md", JAPANESE)
    assert "`/プライバシー 説明`" in Operator().policy("TERMS.md", JAPANESE), (
        "a command has another name than on Discord"
    )
    write_language(tmp_path, "de")
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    other = Wording("de")
    assert other.gettext("Terms") != "Terms", "there is no such language"
    for operator, which in product((Operator(), LONG), POLICIES):
        assert operator.policy(which, other) == operator.policy(which, ENGLISH)


@pytest.mark.parametrize(
    ("wording", "kept", "copies"),
    [(ENGLISH, "for 30 days", "within 14 days"), (JAPANESE, "30日間", "14日以内")],
    ids=["en", "ja"],
)
def test_it_is_said_for_how_long_things_are_kept(wording: Wording, kept: str, copies: str) -> None:
    said = LONG.policy("PRIVACY.md", wording)
    assert kept in said and copies in said
    assert kept not in Operator(backup_days=14).policy("PRIVACY.md", wording)
    assert copies not in Operator(keep_days=30).policy("PRIVACY.md", wording)


def test_the_short_page_says_whom_to_ask() -> None:
    fields = [field.text for field in about_page(LONG, ENGLISH).fields]
    assert any(LONG.name in value and LONG.contact in value for value in fields)


def test_the_file_of_all_that_is_kept_says_what_it_is_in_the_person_s_language() -> None:
    said = [json.loads(own_file(1, {}, 0, each))["about"] for each in (ENGLISH, JAPANESE)]
    assert "Cards aren't in it" in said[0] and "手札は含まれません" in said[1]


@pytest.mark.parametrize(
    ("every", "keep", "days"), [(6, 7, 2), (5, 5, 2), (24, 7, 7), (1, 7, 1), (24.5, 2, 3)]
)
def test_the_days_of_backups_are_never_told_too_few(every: float, keep: int, days: int) -> None:
    """A copy goes once as many newer ones are there as are kept."""
    values: Any = {"_env_file": None, "backup_every": every, "backup_keep": keep}
    found = operator_of(Settings(**values)).backup_days
    assert found == days, f"{keep} copies, one every {every} hours, are told to go in {found} days"
