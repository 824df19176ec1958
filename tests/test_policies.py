"""The privacy policy and the terms are filled in, and fit into a message."""

from __future__ import annotations

import pytest

from bot.policies import Operator, Policy
from bot.ui.pages.page import DESCRIPTION
from bot.ui.pages.privacy_page import POLICIES, about_page, policy_page
from bot.ui.pages.wording import Wording

LONG = Operator("N" * 200, "C" * 200, 30, "the bot's own go within 14 days")


@pytest.mark.parametrize("which", POLICIES.values())
def test_policies_name_who_runs_the_bot(which: Policy) -> None:
    """Whoever that is, and whatever they call themselves: nothing is cut off or left open."""
    for operator in (Operator(), LONG, Operator("{contact}", "{}")):
        text = operator.policy(which)
        assert operator.name in text and operator.contact in text
        page = policy_page(operator, which, Wording("en-GB"))
        assert len(page.text) < DESCRIPTION
        assert page.text == page.embed().description, "something was cut off"


def test_it_is_said_for_how_long_things_are_kept() -> None:
    assert "for 30 days" in LONG.policy("PRIVACY.md")
    assert "within 14 days" in LONG.policy("PRIVACY.md")
    assert "for 30 days" not in Operator().policy("PRIVACY.md")


def test_the_short_page_says_whom_to_ask() -> None:
    fields = [field.text for field in about_page(LONG, Wording("en-GB")).fields]
    assert any(LONG.name in value and LONG.contact in value for value in fields)
