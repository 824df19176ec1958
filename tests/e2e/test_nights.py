"""A game night on the real bot, from its announcement to the doors."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.sandbox import Actor, Message
from tests.e2e.stage import Stage

GUESTS = ("Ada", "Bob", "Cleo", "Dai", "Emi", "Finn", "Gus", "Hana")


def card_of(stage: Stage, person: Actor) -> Message:
    """Return the card of the only night that anybody sees."""
    (found,) = [each for each in person.sees("games") if "Night " in each.text]
    return found


async def shown(stage: Stage) -> None:
    """Wait until every night shows its newest state, and has said what it had to say."""
    query = (
        "SELECT id FROM nights WHERE state <> 'draft' AND (shown_seq < seq"
        " OR id IN (SELECT night_id FROM night_posts WHERE message_id IS NULL))"
    )
    await stage.stored(lambda: not stage.rows(query))


async def announce(stage: Stage, host: Actor, **options: object) -> Message:
    """Announce a night in ten days; return its card."""
    given = {"when": "in 10 days", "game": "donburiko", "zone": "Europe/Berlin", **options}
    preview = await host.slash("night new", given)
    assert preview.only_me and "Preview" in preview.text, preview.text
    assert not [each for each in host.sees("games") if "Night " in each.text and not each.only_for]
    assert preview.message is not None
    published = await host.press(preview.message, "Publish")
    assert "Announced" in published.text, published.text
    await shown(stage)
    return card_of(stage, host)


async def press_all(people: Sequence[Actor], card: Message, which: str) -> list[str]:
    """Have people press the same button one after the other; return what they are told."""
    return [(await person.press(card, which)).text for person in people]


async def test_a_night_is_announced_and_people_come_in(tmp_path: Path) -> None:
    async with Stage(tmp_path) as stage:
        people = [stage.person(name, "games") for name in GUESTS[:4]]
        card = await announce(stage, people[0], limit=2, title="Friday of tricks")
        told = await press_all(people, card, "I'm in")
        assert ["You're in!" in text for text in told] == [True, True, False, False], told
        assert "number 2 on the waitlist" in told[3]
        await shown(stage)
        card = card_of(stage, people[0])
        assert "In (2 of 2)" in card.text and "Waitlist (2)" in card.text, card.text
