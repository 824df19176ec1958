"""A night whose last round computers finish: what its recap, its points and its lists say of it."""

from __future__ import annotations

import re

import pytest

from bot.nights.guest_presses import press_here, press_in
from bot.nights.night import NightGame, Press
from bot.nights.rounds import end
from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_recap import recap_page
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.points_page import points_page
from bot.ui.pages.nights.round_list import list_page
from bot.ui.pages.nights.standings_page import NO_POINTS
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.wording import Wording
from bot.ui.posting.nights.night_rounds import recap_facts
from cogs.kirifuda import help as kirifuda_help
from cogs.kirifuda import render as kirifuda_render
from cogs.kirifuda import rules as kirifuda
from cogs.shiranui import help as shiranui_help
from cogs.shiranui import render as shiranui_render
from cogs.shiranui import rules as shiranui
from tests.ui.clicks import press
from tests.ui.conftest import UI
from tests.ui.fake_discord import FakeDiscord
from tests.ui.night_evening import GUESTS, HOST, Evening, evening

NAMES = ("花子", "Lou", "Mia", "Noa", "Ole", "Pia", "Rui")
MORE = [Person(40 + number, name) for number, name in enumerate(NAMES)]
LATE = Person(77, "Late")
VOICE = Wording("en-GB")


async def move(ui: UI, table: Table, times: int = 999) -> None:
    """Play so many moves at a table, by whoever sits there; all that are left without a number."""
    while table.phase == "playing" and times:
        times -= 1
        number = table.to_act()[0]
        seat = table.seats[number]
        if seat.mind is not None:
            await ui.services.moves.play_for_computer(
                table.id,
                number,
                lambda _view, legal: legal[0],
                question_number=table.question_number(number),
            )
        else:
            await ui.services.moves.play(
                table.id,
                Person(seat.person, seat.name),
                lambda _view, legal: legal[0],
                interaction_id=ui.interaction(),
            )


async def first_round(ui: UI, night: Evening) -> tuple[str, str]:
    """Play a round in which somebody never moves, and somebody's seat is taken over; name them."""
    tables = await night.start()
    others = [table for table in tables if not table.sits(HOST.id)]
    absent, lost = others[0].seats[-1], others[1].seats[0]
    await ui.services.night_verbs.put_away(others[0].id, HOST, absent.person)
    await move(ui, others[1], 6)
    await ui.services.table_verbs.leave(others[1].id, Person(lost.person, lost.name))
    await night.answer(press_here, LATE)
    await move(ui, others[1], 12)
    await ui.services.table_verbs.replace(others[1].id, LATE, 0)
    for table in tables:
        await move(ui, table)
    await night.quiet()
    return absent.name, lost.name


async def test_who_only_had_a_seat_is_counted_on_no_recap(ui: UI) -> None:
    """However their table ended, also without a result; who stayed there is counted."""
    led = await evening(ui, 7, rounds=1)
    tables = await led.start()
    (table, *_) = [each for each in tables if not each.sits(HOST.id)]
    absent = table.seats[-1]
    await ui.services.night_verbs.put_away(table.id, HOST, absent.person)
    picked = await led.pick(await led.desk(), table.id)
    await led.click("End without a result", await led.click("End without a result …", picked))
    await led.quiet()
    text = await recap(ui, led)
    assert "· 6 played ·" in text and absent.name not in text, text


async def test_a_night_that_computers_finish(ui: UI) -> None:
    ui.services.add_game(PlayableGame(kirifuda.GAME, kirifuda_render.RENDER, kirifuda_help.HELP))
    ui.services.add_game(PlayableGame(shiranui.GAME, shiranui_render.RENDER, shiranui_help.HELP))
    further = (NightGame("shiranui", "{}"), NightGame("donburiko", "{}"))
    led = await evening(ui, len(GUESTS), doors=False, game="kirifuda", further=further)
    await led.answer(press_in, *MORE)
    await led.click("Open the doors now", await led.desk())
    await led.answer(press_here, *GUESTS, *MORE)
    absent, lost = await first_round(ui, led)
    night = await led.night()
    points = points_page(night, await recap_facts(ui.services, night), VOICE, HOST.id).text
    assert f"Away from start to finish: {absent}." in points, points
    assert "· 18 played ·" in await recap(ui, led), points
    assert re.search(rf"– +x +0.0 +{lost}\n", points), f"what they have isn't said: {points}"
    one, *others = sorted(await led.start(), key=lambda table: table.sits(HOST.id))
    # The host's game is among those that computers finish.
    tables = [one, others.pop(), *others]
    for table in tables:
        await move(ui, table, 999 if table is tables[-1] else 1 if table is tables[0] else 8)
    for table in tables[:-1]:
        await ui.services.night_verbs.play_out(table.id, HOST)
        await move(ui, table)
    await led.quiet()
    await ui.services.nights.change(led.id, Press(HOST, ui.interaction(), leads=True), end())
    night, text = await led.night(), await recap(ui, led)
    winner, *_rest, last = text.splitlines()
    # Whoever was dealt in and never moved, which the seating decides, isn't counted.
    said = re.fullmatch(r"[^·]+ · (\d+)( of 19)? played · (2 rounds, the last .+)", last)
    assert said and said[3] == "2 rounds, the last mostly finished by computers", last
    assert re.fullmatch(r"🥇 .+ · \*\*[0-9.]+\*\* night points", winner), winner
    assert "Computers finished" not in text, f"whoever had moved made half of theirs: {text}"
    points = points_page(night, await recap_facts(ui.services, night), VOICE, HOST.id).text
    assert len(points.split("```")[1].strip("\n").splitlines()) == 1 + int(said[1]), points
    assert re.search(r"▸.*  !  .*Ada\n", points), (
        f"it isn't said why the host has nothing: {points}"
    )
    assert (
        "  x  " in points and "`x` no points: left, away at the end, or too few moves" in points
    ), f"who stayed at a game that computers finished is said to have left: {points}"
    card = night_card_page(night, ui.services.games_of(night), VOICE).text
    assert f"Played ({said[1]})" in card and ":R>" not in card, (
        f"time runs to what has begun: {card}"
    )
    unearned = await ui.services.nights.reader.unearned_of(night, tables)
    shown = [
        DeskTable(2, at, table.face(), unearned=unearned[table.id])
        for at, table in enumerate(tables, 1)
        if table.sits(HOST.id)
    ]
    listed = list_page(night, night.dealt[1], shown, ui.services.games_of(night), 0, VOICE).text
    why = NO_POINTS["decided"]
    assert re.search(rf"Ada\s[0-9]+\s\({why}\)", listed), listed


async def recap(ui: UI, led: Evening) -> str:
    """Return the recap as it stands."""
    night = await led.night()
    return recap_page(night, await recap_facts(ui.services, night), VOICE).text


@pytest.mark.parametrize(
    ("by", "rounds", "said"),
    [
        (HOST, 1, "Ada, who hosts the night, let computers finish this game."),
        (
            None,
            2,
            "The round ran over time, so computers finished this game. If you're still on the "
            "list, you play again in round 2.",
        ),
    ],
)
async def test_the_end_tells_all_who_sat_there_why_computers_finished_it_and_when_they_play_again(
    ui: UI, server: FakeDiscord, by: Person | None, rounds: int, said: str
) -> None:
    (table,) = await (await evening(ui, 2, rounds=rounds)).start()
    await ui.messages._update(table.id)
    await ui.services.night_verbs.play_out(table.id, by)
    more = (await press(ui, HOST, routes.TABLE_PAGE(table.id))).text
    assert "Computers finish this game." in more and "(away" not in more, more
    await move(ui, table)
    await ui.messages._update(table.id)
    assert table.place_id is not None and table.end_id is not None
    up = server.places[table.place_id].up[table.end_id]
    assert up.embed is not None, "it has no embed"
    foot = up.embed.footer.text
    assert foot == "Night round 1, table 1 · finished by computers", foot
    assert (up.embed.description or "").startswith(f"{said}\n"), up.embed.description
    sat = [f"<@{each.person}>" for each in table.seats if each.level is None]
    assert len(sat) > 1 and up.content == " ".join(sat), f"not all are told: {up.content}"
