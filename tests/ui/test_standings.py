"""Standings and seasons on Discord: what is shown to whom, and who may change it."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.nights.standings import Standing, Standings
from bot.tables.seat import Person
from bot.ui.pages.nights.standings_page import (
    PAGE,
    Named,
    StandingsScope,
    season_page,
    seasons_page,
    shown_points,
    standings_page,
)
from bot.ui.pages.wording import Wording
from storage.result_rows import FULL_POINTS, ResultRow, SeasonRow
from tests.contract.test_render import HOSTILE, check_message
from tests.ui.clicks import Answer, buttons_of, command, interaction, offered, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, GUILD, UI
from tests.ui.night_evening import evening as a_night

VOICE = Wording("en-GB")
HOST = discord.Permissions(manage_events=True, send_messages=True)
PLAYER = discord.Permissions(send_messages=True)
AUTUMN = SeasonRow(
    id=7,
    guild_id=GUILD,
    name="Autumn",
    first_day="2026-09-01",
    last_day="2026-11-30",
    zone="Europe/Berlin",
    begins_at=1_000,
    ends_at=2_000,
)


async def call(
    ui: UI, what: str, person: Person, /, *, may: discord.Permissions = PLAYER, **given: Any
) -> Answer:
    """Type a command as somebody."""
    answer = Answer()
    asked = interaction(ui, person, CHANNEL, answer, permissions=may)
    await command(ui, what, asked, **given)
    return answer


async def offers(ui: UI, what: str, option: str, text: str, **typed: str) -> list[str]:
    """Return what an option offers."""
    asked = SimpleNamespace(
        user=SimpleNamespace(id=ADA.id),
        guild_id=GUILD,
        locale="en-GB",
        guild_locale="en-GB",
        extras={},
        namespace=SimpleNamespace(**typed),
    )
    return [choice.value for choice in await offered(ui, what, option, asked, text)]


async def played(ui: UI, number: int, *people: Person, at: int = 1_500) -> None:
    """Keep the result of a game that people played; the first has won, and so on."""
    rows = [
        ResultRow(
            *(f"t{number:04}", seat, person.id, person.name, GUILD, "donburiko", len(people)),
            *(9 - seat, 1.0 + seat, FULL_POINTS * (len(people) - 1 - seat) // (len(people) - 1)),
            *(seat == 0, 4, 0, True, at),
        )
        for seat, person in enumerate(people)
    ]
    await ui.tables.store.results.save(rows)


async def evening(ui: UI) -> None:
    """Let Ada win four games before Bob, and Cleo play two of them."""
    for number in range(4):
        await played(ui, number, ADA, BOB, *([CLEO] if number < 2 else []))


def listed(count: int) -> Standings:
    """Return the standings of many people."""
    each = [Standing(n, n, Fraction(100 - n, 100), 12, 5) for n in range(1, count + 1)]
    return Standings(tuple(each), {900: 2, 901: 1})


# What is shown


@pytest.mark.walked
async def test_a_game_that_ends_is_in_the_standings(ui: UI) -> None:
    """And nothing of one that is still played."""
    rng = random.Random(5)
    for left in ("", "Finish 2 more games", "Finish 1 more game "):
        table = await ui.start(ADA, BOB)
        while table.phase == "playing":
            during = await call(ui, "nights standings", ADA)
            assert left in during.text, "a game that isn't over counts"
            assert left or "No games yet." in during.text, "a game that isn't over counts"
            assert "won" not in during.text
            await ui.move(table, rng)
    shown = await call(ui, "nights standings", ADA)
    assert not shown.public
    assert "of 3" in shown.text
    assert "**Ada** (you)" in shown.text and "Bob" in shown.text


async def test_what_everybody_earned_is_averaged(ui: UI) -> None:
    await evening(ui)
    shown = await call(ui, "nights standings", BOB)
    lines = shown.text.split("\n")
    assert lines[1] == "-# All games"
    # (4 + 2) / 8 and (1 + 2) / 8: half of a table of three, nothing of a table of two.
    assert lines[2] == "🥇 Ada · **7.5** · won 4 of 4"
    assert lines[3] == "🥈 **Bob** (you) · **3.8** · won 0 of 4"
    assert lines[4] == "-# 1 player has finished fewer than 3 games."
    cleo = await call(ui, "nights standings", CLEO)
    assert "Finish 1 more game yourself to be listed." in cleo.text
    assert "won" in cleo.text and "(you)" not in cleo.text


@pytest.mark.walked
async def test_before_there_is_anything_to_show_it_says_why(ui: UI) -> None:
    assert "No games yet." in (await call(ui, "nights standings", ADA)).text
    await played(ui, 1, ADA, BOB)
    shown = await call(ui, "nights standings", ADA)
    assert "Players are listed here once they have finished 3 games: nobody has yet." in shown.text
    assert "Finish 2 more games yourself to be listed." in shown.text
    assert shown.buttons == {}


async def test_before_anybody_is_listed_the_last_night_says_who_leads(ui: UI) -> None:
    night = await a_night(ui, 2, rounds=1)
    for table in await night.start():
        await night.play_out(table)
    shown = await call(ui, "nights standings", ADA)
    assert "**Friday** · " in shown.text and shown.text.endswith("\u00a00"), shown.text
    points = await press(ui, ADA, shown.buttons["Night points"])
    assert "Night points · Friday" in points.text, points.text
    await ui.tables.store.results.save_season(replace(AUTUMN, name="Winter", ends_at=2_000))
    for found in (
        await call(ui, "nights standings", ADA, game="Shiranui"),
        await call(ui, "nights standings", ADA, season="Winter"),
    ):
        assert "Friday" not in found.text, f"the night isn't one of these: {found.text}"


async def test_standings_are_of_one_game_or_season_alone(ui: UI) -> None:
    await evening(ui)
    await ui.tables.store.results.save_season(AUTUMN)
    await ui.tables.store.results.save_season(
        replace(AUTUMN, name="Winter", begins_at=2_000, ends_at=3_000, game="donburiko")
    )
    shown = await call(ui, "nights standings", ADA, season="autumn", game="Donburiko!")
    assert "Standings · Autumn" in shown.text
    assert "-# Donburiko! · 1 Sept 2026 to 30 Nov 2026" in shown.text and "🥇" in shown.text
    for game in ("donburiko！", "Donburi", "ドンブリコ", "どんぶりこ"):
        typed = await call(ui, "nights standings", ADA, season="autumn", game=game)
        assert typed.text == shown.text, f"{game} is no game, or another one"
    winter = await call(ui, "nights standings", ADA, season="Winter")
    assert "-# Donburiko! ·" in winter.text and "🥇" not in winter.text
    refused = await call(ui, "nights standings", ADA, game="chess")
    assert refused.text == "There is no game “chess” here. Type one of these:\nDonburiko!"
    missing = await call(ui, "nights standings", ADA, season="Spring")
    assert "no such season" in missing.text
    assert await offers(ui, "nights standings", "season", "AUT") == ["Autumn"]
    assert await offers(ui, "nights standings", "game", "donb") == ["donburiko"]


async def test_another_server_has_standings_of_its_own(ui: UI) -> None:
    await evening(ui)
    await ui.tables.store.results.save_season(AUTUMN)
    (season,) = await ui.tables.store.results.seasons(GUILD)
    answer = Answer()
    asked = interaction(ui, ADA, CHANNEL, answer, guild_id=GUILD + 1, permissions=HOST)
    await command(ui, "nights standings", asked)
    assert "No games yet." in answer.text
    for verb in ("of", "remove", "keep"):
        told = await press(ui, ADA, f"st:{verb}:{season.id}", guild_id=GUILD + 1, permissions=HOST)
        assert "no such season" in told.text, f"{verb} reaches a season of another server"


@pytest.mark.walked
async def test_who_hides_is_a_guest_to_others_and_themselves_to_themselves(ui: UI) -> None:
    await evening(ui)
    await ui.tables.store.results.hide(ADA.id, True)
    assert "🥇 **Ada** (you)" in (await call(ui, "nights standings", ADA)).text
    others = await call(ui, "nights standings", BOB)
    assert "🥇 a guest" in others.text and "Ada" not in others.text
    # Also where the one who hides shows it to all.
    mine = await call(ui, "nights standings", ADA)
    public = await press(ui, ADA, mine.buttons["Show to all"], own=True, permissions=PLAYER)
    assert public.public
    assert "a guest" in public.text and "Ada" not in public.text
    await ui.tables.store.results.hide(ADA.id, False)
    assert "🥇 Ada" in (await call(ui, "nights standings", BOB)).text


async def test_who_was_forgotten_keeps_the_place_without_a_name(ui: UI) -> None:
    await evening(ui)
    await ui.tables.store.privacy.forget(ADA.id)
    shown = await call(ui, "nights standings", BOB)
    assert "🥇 a former player · **7.5** · won 4 of 4" in shown.text
    assert "Ada" not in shown.text


async def test_shown_to_all_there_is_nothing_of_the_one_who_asked(ui: UI) -> None:
    await evening(ui)
    mine = await call(ui, "nights standings", CLEO)
    public = await press(ui, CLEO, mine.buttons["Show to all"], own=True, permissions=PLAYER)
    assert public.public and not public.edited
    assert public.buttons == {} and "you" not in public.text.lower()
    on = SimpleNamespace(id=4711, flags=SimpleNamespace(ephemeral=True), interaction_metadata=None)
    shown = mine.buttons["Show to all"]
    twice = await asyncio.gather(
        *(press(ui, CLEO, shown, permissions=PLAYER, message=on) for _ in range(2))
    )
    assert [each.public for each in twice] == [True, False], "a double press showed them twice"
    assert "can see the standings" in twice[1].text, twice[1].text
    silent = discord.Permissions.none()
    refused = await press(ui, CLEO, mine.buttons["Show to all"], own=True, permissions=silent)
    assert not refused.public
    assert refused.text == "You can't write in this channel."


@pytest.mark.walked
async def test_pages_are_turned(ui: UI) -> None:
    people = [Person(100 + n, f"P{n}") for n in range(PAGE + 2)]
    for number in range(3):
        await played(ui, number, *people)
    first = await call(ui, "nights standings", people[-1])
    assert "P0" in first.text and "P11" not in first.text
    assert f"You: **{PAGE + 2}** · " in first.text
    assert first.grey == {"Back"}
    second = await press(ui, people[-1], first.buttons["Next page"], own=True)
    assert second.edited and "**P11** (you)" in second.text and "P0 " not in second.text
    assert "You:" not in second.text
    assert second.grey == {"Next page"}
    beyond = await press(ui, people[-1], "st:page:99:-:0:on", own=True)
    assert "**P11** (you)" in beyond.text, "a page that isn't there is the nearest one"


@pytest.mark.parametrize(
    "custom_id",
    [
        *("st:page:x:-:0:on", "st:page:1:-", "st:of", "st:of:x", "st:remove:1:no", "st:nothing"),
        *("st:all:1:-:0:more:more", f"st:page:{'9' * 40}:-:0:on", "st:page:1:-:-1:on"),
    ],
)
async def test_made_up_controls_do_nothing(ui: UI, custom_id: str) -> None:
    answer = await press(ui, ADA, custom_id, permissions=HOST)
    assert answer.text == "This button doesn't work any more."


# Seasons


@pytest.mark.walked
async def test_a_host_adds_changes_and_removes_a_season(ui: UI) -> None:
    day = {"first": "2026-09-01", "last": "2026-11-30", "tables": "all"}
    made = await call(ui, "night season", ADA, may=HOST, name="Autumn", **day)
    assert "Saved." in made.text and "All games · 1 Sept 2026 to 30 Nov 2026" in made.text
    day["last"] = "2026-12-31"
    changed = await call(
        ui,
        "night season",
        ADA,
        may=HOST,
        name="AUTUMN",
        **day | {"tables": "nights"},
        game="donburiko",
    )
    assert "Donburiko! · 1 Sept 2026 to 31 Dec 2026 · game nights only" in changed.text
    (season,) = await ui.tables.store.results.seasons(GUILD)
    assert (season.name, season.game, season.tables) == ("AUTUMN", "donburiko", "nights")
    again = await call(ui, "night season", ADA, may=HOST, name="autúmn", **day, game="donburiko")
    assert "Saved." in again.text, again.text
    names = [each.name for each in await ui.tables.store.results.seasons(GUILD)]
    assert names == ["AUTUMN"], f"typed with an accent it is another season: {names}"
    asked = await press(ui, ADA, changed.buttons["Remove …"], own=True, permissions=HOST)
    assert len(await ui.tables.store.results.seasons(GUILD)) == 1, "it is gone without a question"
    kept = await press(ui, ADA, asked.buttons["Keep it"], own=True, permissions=HOST)
    assert "AUTUMN" in kept.text
    gone = await press(ui, ADA, asked.buttons["Remove the season"], own=True, permissions=HOST)
    assert "No seasons here yet." in gone.text
    again = await press(ui, ADA, asked.buttons["Remove the season"], own=True, permissions=HOST)
    assert "no such season" in again.text


async def test_days_are_those_of_the_hosts_zone(ui: UI) -> None:
    row = replace(await ui.tables.people.row(ADA.id), zone="Asia/Tokyo")
    await ui.tables.people.keep(row)
    day = {"first": "2026-09-01", "last": "2026-09-01", "tables": "all"}
    for person in (ADA, BOB):
        await call(ui, "night season", person, may=HOST, name=person.name, **day)
    found = {each.name: each for each in await ui.tables.store.results.seasons(GUILD)}
    assert (found["Ada"].zone, found["Bob"].zone) == ("Asia/Tokyo", "UTC")
    assert found["Bob"].begins_at - found["Ada"].begins_at == 9 * 3600


@pytest.mark.parametrize("right", ["manage_events", "manage_guild"])
async def test_only_those_who_may_lead_change_seasons(ui: UI, right: str) -> None:
    """The right is checked at each use: it may be gone since a page was shown."""
    day = {"name": "A", "first": "2026-09-01", "last": "2026-11-30", "tables": "all"}
    nobody = discord.Permissions.all()
    nobody.update(manage_events=False, manage_guild=False)
    refused = await call(ui, "night season", ADA, may=nobody, **day)
    assert refused.text == "You need **Manage Events** or **Manage Server** to host game nights."
    assert await ui.tables.store.results.seasons(GUILD) == []
    may = discord.Permissions(**{right: True})
    made = await call(ui, "night season", ADA, may=may, **day)
    (season,) = await ui.tables.store.results.seasons(GUILD)
    for custom_id in (
        made.buttons["Remove …"],
        f"st:remove:{season.id}:yes",
        f"st:keep:{season.id}",
    ):
        refused = await press(ui, ADA, custom_id, own=True, permissions=nobody)
        assert "You need" in refused.text, f"{custom_id} was carried out"
    assert await ui.tables.store.results.seasons(GUILD) == [season]


async def test_what_makes_no_season_is_refused(ui: UI) -> None:
    day: dict[str, Any] = {"first": "2026-09-01", "last": "2026-11-30", "tables": "all"}
    for wrong, words in (
        ({"first": "soon"}, "“soon” isn't a day"),
        ({"first": "2026-12-01"}, "before the first day"),
        ({"game": "chess"}, "no game “chess”"),
    ):
        refused = await call(ui, "night season", ADA, may=HOST, name="A", **day | wrong)
        assert words in refused.text
    assert await ui.tables.store.results.seasons(GUILD) == []
    for number in range(25):
        await ui.tables.store.results.save_season(replace(AUTUMN, name=f"n{number}"))
    refused = await call(ui, "night season", ADA, may=HOST, name="A", **day)
    assert "Remove one first." in refused.text


@pytest.mark.walked
async def test_the_list_of_seasons_leads_to_their_standings(ui: UI) -> None:
    await evening(ui)
    await ui.tables.store.results.save_season(AUTUMN)
    shown = await call(ui, "nights season", BOB)
    assert "**Autumn** · ended" in shown.text
    ((custom_id, values),) = shown.lists
    picked = await press(ui, BOB, custom_id, values[0], own=True)
    assert "Standings · Autumn" in picked.text and "🥇 Ada" in picked.text


async def test_days_are_offered_while_they_are_typed(ui: UI) -> None:
    firsts = await offers(ui, "night season", "first", "")
    assert firsts
    assert await offers(ui, "night season", "last", "", first="2026-02-03") == [
        *("2026-02-28", "2026-03-31", "2026-04-30", "2026-07-31", "2026-12-31", "2027-01-31")
    ]
    assert await offers(ui, "night season", "last", "07-31", first="2026-02-03") == ["2026-07-31"]
    assert await offers(ui, "night season", "last", "", first="soon"), (
        "nothing typed is no reason for nothing"
    )


# The pages


@pytest.mark.parametrize("person", [None, 1, 55, 900])
@pytest.mark.parametrize("page", [0, 3, 5])
def test_pages_fit_whatever_people_call_themselves(person: int | None, page: int) -> None:
    names = {number: HOSTILE[number % len(HOSTILE)] for number in range(60)}
    scope = StandingsScope(
        "korpokkur", "7 Little Korpokkurs", replace(AUTUMN, name=HOSTILE[0][:20])
    )
    shown = standings_page(listed(60), Named(names), scope, VOICE, page=page, person=person)
    check_message(shown, 0)
    assert len(shown.embed()) < 2000
    ids = [button.id for button in buttons_of(shown)]
    assert len(set(ids)) == len(ids)
    assert all(len(each) <= 100 for each in ids)


def test_a_line_fits_a_phone() -> None:
    """A place, a name as long as one can be, and what they earned: at most two short lines."""
    shown = standings_page(
        listed(60),
        Named(dict.fromkeys(range(1, 61), "W" * 32)),
        StandingsScope(),
        VOICE,
        page=4,
        person=None,
    )
    for line in shown.text.split("\n"):
        assert len(line.replace("*", "")) <= 48, f"too long for a phone: {line}"


def test_seasons_fit_a_page() -> None:
    many = [
        replace(AUTUMN, id=n, name="W" * 20, game="korpokkur", tables="nights") for n in range(25)
    ]
    page = seasons_page(many, {"korpokkur": "7 Little Korpokkurs"}, 0, VOICE)
    assert len(page.text) <= 4096
    assert page.view()
    assert season_page(many[0], {}, VOICE).view()


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Fraction(1), "10"),
        (Fraction(0), "0"),
        (Fraction(1, 3), "3.3"),
        (Fraction(2, 3), "6.7"),
        (Fraction(1, 8), "1.3"),
        (Fraction(267, 100), "26.7"),
    ],
)
def test_points_are_shown_whole_or_with_one_decimal(value: Fraction, shown: str) -> None:
    assert shown_points(value, VOICE) == shown
    assert shown_points(value, Wording("de")) == shown.replace(".", ",")


@pytest.mark.parametrize(("language", "games"), [("en-GB", "1,234"), ("de", "1.234")])
def test_many_games_are_counted_as_the_language_writes_numbers(language: str, games: str) -> None:
    one = Standing(1, 1, Fraction(1, 2), 1234, 567)
    others = dict.fromkeys(range(2, 1236), 1)
    text = standings_page(
        Standings((one,), others), Named({}), StandingsScope(), Wording(language)
    ).text
    assert f"won 567 of {games}" in text and f"{games} players have finished fewer" in text


def test_standings_are_neutral_to_seats() -> None:
    """Who sat where is nobody's colour any more."""
    page = standings_page(listed(3), Named({1: "Ada"}), StandingsScope(), VOICE, person=1)
    assert not set("●▲■◆★✚") & set(page.text)
