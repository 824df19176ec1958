"""A server is set up, its limits hold, and who is blocked comes in by no way."""

from __future__ import annotations

from pathlib import Path

from bot.sandbox import Actor
from bot.sandbox.message_body import Message
from tests.e2e.play import is_hand, page_of
from tests.e2e.stage import Stage

COMPONENT = 3


async def setup_page(host: Actor, **options: str) -> Message:
    """Return the page that `/setup` shows."""
    shown = await host.slash("setup", options)
    assert shown.only_me, "others see the settings"
    return page_of(shown)


async def test_from_setup_to_the_cap_to_a_block(tmp_path: Path) -> None:
    async with Stage(tmp_path, capped=True) as stage:
        # Ada owns the server.
        ada, bob, cleo = (stage.person(name, "games") for name in ("Ada", "Bob", "Cleo"))
        games, lounge = stage.channel("games"), stage.channel("general")
        page = await setup_page(ada, zone="Europe/Berlin")
        assert "Europe/Berlin" in page.text, page.text
        await ada.press(page, "More settings")
        await ada.select(page, "s:tables", [games.id])
        await ada.select(page, "s:nights", [lounge.id])
        shown = await ada.select(page, "s:most", "2")
        assert f"<#{games.id}>" in shown.text and "2 tables" in shown.text, shown.text
        await ada.press(page, "Back")
        checked = await ada.press(page, "Check permissions")
        assert f"<#{games.id}>" in checked.text and f"<#{lounge.id}>" in checked.text
        back = await ada.press(page, "Back")
        await ada.press(page, "Check permissions")
        before = len(ada.sees(games))
        tried = await ada.press(page, "Try a table")
        assert "It works" in tried.text, tried.text
        assert len(ada.sees(games)) == before, "the table that was tried is still there"
        await stage.restart()
        assert "2 tables" in (await setup_page(ada)).text, "a kill has lost the settings"
        assert back.message is not None

        elsewhere = await bob.in_(lounge).slash("kasane new")
        assert elsewhere.only_me and f"<#{games.id}>" in elsewhere.text, elsewhere.text
        cards = [(await bob.slash("kasane new")).message for _ in range(2)]
        assert None not in cards
        third = await bob.slash("donburiko new")
        assert third.only_me and "2 open tables" in third.text, third.text
        play = await bob.slash("play")
        assert play.message is not None

        card = cards[0]
        assert card is not None
        joined = await cleo.press(card, "Join")
        assert "You're in" in joined.text
        blocked = await ada.slash("block add", person=cleo.id, days=3, note="spam")
        assert blocked.only_me and "spam" in blocked.text, blocked.text
        await stage.shown()
        ((table_id,),) = stage.rows("SELECT id FROM tables WHERE card_id = ?", int(card.id))
        assert "Cleo" not in card.text, "who is blocked still sits there"
        for said in (
            await cleo.press(card, "Join"),
            await cleo.slash("kasane new"),
            await cleo.slash("table join", table=table_id),
        ):
            assert said.only_me and "blocked you" in said.text, said.text
        free = await ada.slash("block remove", person=cleo.id)
        assert "again" in free.text
        joined = await cleo.press(card, "Join")
        assert "removed from this table" in joined.text, "a table forgot whom it lost"


async def test_made_up_presses_on_the_settings_change_nothing(tmp_path: Path) -> None:
    async with Stage(tmp_path, capped=True) as stage:
        ada, bob = stage.person("Ada", "games"), stage.person("Bob", "games")
        page = await setup_page(ada, zone="Asia/Tokyo")
        await ada.press(page, "More settings")
        games = stage.channel("games")
        await ada.select(page, "s:tables", [games.id])
        before = stage.rows("SELECT * FROM servers")
        presses = [
            ("s:hosts", 6, []),
            ("s:tables", 8, []),
            ("s:tables", 8, [games.id]),
            ("s:nights", 8, [games.id]),
            ("s:most", 3, ["25"]),
            ("s:check", 2, []),
            ("s:try", 2, []),
            ("s:page", 2, []),
            ("s:more", 2, []),
            ("s:blocks:0", 2, []),
        ]
        for custom_id, kind, values in presses:
            data = {"component_type": kind, "custom_id": custom_id, "values": values}
            answer = await bob.raw(COMPONENT, data, message=page)
            assert "Manage Server" in answer.text, f"{custom_id}: {answer.text}"
        for custom_id in ("s:most:26", "s:most:x", "s:most:0", "s:", "s", "s:hosts:x", "s:blocks:"):
            data = {"component_type": 2, "custom_id": custom_id}
            answer = await ada.raw(COMPONENT, data, message=page)
            assert answer.only_me, custom_id
        assert stage.rows("SELECT * FROM servers") == before, "a made-up press has changed it"


async def test_a_closed_table_begins_as_its_last_guest_sits_down(tmp_path: Path) -> None:
    async with Stage(tmp_path, capped=True) as stage:
        ada, bob, cleo = (stage.person(name, "games") for name in ("Ada", "Bob", "Cleo"))
        dai = stage.person("花子", "games")
        opened = await ada.slash("kasane new", join="invited", start="full")
        card = opened.message
        assert card is not None
        assert "Invite only" in card.text, card.text
        assert "invitation" in (await bob.press(card, "Join")).text
        refused = await bob.press(card, "Settings")
        assert "Only Ada" in refused.text, refused.text
        page = (await ada.press(card, "Settings")).message
        assert page is not None
        await ada.select(page, "Invite people …", [bob.id, cleo.id, dai.id])
        assert len(bob.pings("games")) == len(cleo.pings("games")) == 1
        await ada.select(page, "Invite people …", [bob.id])
        assert len(bob.pings("games")) == 1, "somebody was called twice for one invitation"
        for person in (bob, cleo):
            assert "You're in" in (await person.press(card, "Join")).text
        last = await dai.press(card, "Join")
        assert "The game begins" in last.text and is_hand(last), last.text
        assert stage.rows("SELECT phase FROM tables") == [("playing",)]
        await stage.shown()
