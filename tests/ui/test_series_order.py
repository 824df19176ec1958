"""In which order the nights of a series follow each other, as their cards and threads say it."""

from __future__ import annotations

from dataclasses import replace

from bot.nights.announcing import cancel, edit
from bot.nights.dates import local_time, moment, zone_of
from bot.nights.next_night import announce_next
from bot.nights.night import Change, Night, Post, Press, Rule
from bot.nights.series_rules import date_sign, end_series, next_dates
from bot.tables.clock import DAY
from bot.ui.pages.nights import series_routes
from bot.ui.pages.nights.night_posts import post_message
from bot.ui.pages.wording import Wording
from tests.nights.sample_nights import sample_night
from tests.only import only
from tests.ui.clicks import press
from tests.ui.conftest import ADA, GUILD, UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.test_nights import HOST, announced, card_in, shown, thread_of


async def test_a_night_moved_before_one_that_was_called_off_is_still_the_next(
    ui: UI, server: FakeDiscord
) -> None:
    """Nights follow each other as they were announced; one that is over only if its date is later,
    too, so whoever reads of the one that was called off is led to the night after both.
    """

    async def led(rule: Rule, on: str) -> Night:
        await ui.services.nights.change(on, Press(ADA, ui.interaction(), leads=True), rule)
        await shown(ui, on)
        return await ui.services.nights.get(on)

    def says() -> str:
        messages = thread_of(server, off).up.values()
        message = only((each for each in messages if "Snow" in each.content), "messages of it")
        return f"{message.content}{card_in(server, off)}"

    off = await led(cancel("Snow"), (await announced(ui, repeat="weekly")).id)
    (date, *_more) = next_dates(off, ui.tables.now())
    announce = Press(ADA, ui.interaction(), leads=True)
    await announce_next(ui.services.nights, off.id, announce, date_sign(date.local))
    after = only(await ui.services.nights.reader.of_guild(GUILD, ("open",)), "the next night")
    await shown(ui, after.id)
    zone, early = zone_of(after.row.zone), off.guests.starts_at - DAY
    after = await led(edit(moment(local_time(early, zone), zone)), after.id)
    assert f"<t:{early}:F>" in says() and str(date.at) not in says(), says()
    store = ui.services.nights.store.series
    assert await store.following(after.id) is None, "a night called off before it is its next"
    await led(lambda now, _press, _at: Change(now.with_row(state="over"), "e"), after.id)
    assert "The next one" not in says(), "a night that is over is the next"
    # It was for a later date than that one: the one after both is its next.
    (date, *_more) = next_dates(await ui.services.nights.get(after.id), ui.tables.now())
    announce = replace(announce, interaction_id=ui.interaction())
    await announce_next(ui.services.nights, after.id, announce, date_sign(date.local))
    last = only(await ui.services.nights.reader.of_guild(GUILD, ("open",)), "the last night")
    await shown(ui, last.id)
    assert f"<t:{date.at}:F>" in says(), says()


def test_who_came_to_a_night_that_failed_is_thanked() -> None:
    night = sample_night(weeks=1).with_row(state="over", stage="few")
    for people, said in ((1, "Thank you for coming."), (2, "Thank you to everybody who did.")):
        page = post_message(night, Post("few", (*range(people),)), 1, Wording("en-GB"))
        assert said in page.text, page.text
    page = post_message(night, Post("few", (9,), {"came": 0}), 1, Wording("en-GB"))
    assert "<@9>" in page.text and "didn't take place.\nThe next night is on <t:" in page.text, (
        page.text
    )


async def test_an_old_page_of_a_series_becomes_the_present_one_at_a_press(
    ui: UI, server: FakeDiscord
) -> None:
    """It isn't kept up to date for days, and what stands there may be over."""
    night = await announced(ui, repeat="weekly")
    await ui.services.nights.change(
        night.id, Press(ADA, ui.interaction(), leads=True), cancel("Snow")
    )
    page = await press(ui, ADA, series_routes.SERIES(night.id), own=True, permissions=HOST)
    assert page.text.splitlines()[-1].startswith("-# as of <t:"), page.text
    skips = next(each for said, each in page.buttons.items() if said.startswith("Skip"))
    ended = Press(ADA, ui.interaction(), leads=True)
    await ui.services.nights.change(night.id, ended, end_series())
    for pressed in (skips, page.buttons["End the series …"]):
        told = await press(ui, ADA, pressed, own=True, permissions=HOST)
        assert "Series · " in told.text and "This series has ended." in told.text, told.text
        assert "End the series …" not in told.buttons and not told.public, told.buttons
