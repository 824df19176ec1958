"""A game that is played to its end, and where it leaves those who played: in the standings."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from bot.sandbox import Actor
from tests.e2e.play import Chance, Commands, Sitting, begin, page_of, play_on
from tests.e2e.stage import Stage


async def game(stage: Stage, people: list[Actor], seed: int) -> Sitting:
    """Play a game to its end."""
    sitting = await begin(stage, people, Commands())
    await play_on(sitting, Commands(), Chance(seed))
    return sitting


async def given_up(stage: Stage, people: list[Actor]) -> None:
    """Begin a game that its first player gives up."""
    sitting = await begin(stage, people, Commands())
    here = people[0].in_(sitting.place)
    outcome = await here.slash("table concede", table=sitting.table_id)
    for button in ("I give up …", "I give up"):
        outcome = await here.press(page_of(outcome), button)


@pytest.mark.long
async def test_games_that_end_are_in_the_standings_and_survive_a_kill(tmp_path: Path) -> None:
    async with Stage(tmp_path) as stage:
        people = [stage.person(name, "games") for name in ("Ada", "Bob")]
        ada, bob = people
        first = await game(stage, people, 1)
        points = stage.rows("SELECT points FROM results WHERE table_id = ?", first.table_id)
        assert sum(each for (each,) in points) == 5040, f"points of two that aren't one: {points}"
        early = await bob.slash("nights standings")
        assert early.only_me
        assert "Finish 2 more games yourself to be listed." in early.text
        await asyncio.gather(*(game(stage, people, seed) for seed in (2, 3)))
        await stage.restart()
        shown = await ada.slash("nights standings", game="donburiko")
        assert shown.message is not None
        assert "of 3" in shown.text and "Ada" in shown.text and "Bob" in shown.text, shown.text
        hidden = await bob.slash("me hide")
        assert "a guest" in hidden.text
        public = await ada.press(shown.message, "Show to all")
        assert not public.only_me
        assert "a guest" in public.text and "Bob" not in public.text, public.text


async def test_a_host_adds_a_season_and_players_find_it(tmp_path: Path) -> None:
    async with Stage(tmp_path) as stage:
        # Ada owns the server.
        host, player = stage.person("Ada", "games"), stage.person("Bob", "games")
        season = {"name": "Autumn", "first": "2026-01-01", "last": "2026-12-31", "tables": "all"}
        refused = await player.slash("night season", season)
        assert "Manage Events" in refused.text, refused.text
        made = await host.slash("night season", season)
        assert "Saved." in made.text, made.text
        listed = await player.slash("nights season")
        assert "Autumn" in listed.text
        assert listed.message is not None
        picked = await player.select(listed.message, "See the standings of …", "Autumn")
        assert "Standings · Autumn" in picked.text


async def test_games_of_before_are_found_after_a_kill(tmp_path: Path) -> None:
    """The database is one that has kept no results so far."""
    async with Stage(tmp_path) as stage:
        people = [stage.person(name, "games") for name in ("Ada", "Bob")]
        for _game in range(2):
            await given_up(stage, people)
        query = "SELECT * FROM results ORDER BY table_id, seat"
        before = stage.rows(query)
        assert len(before) == 4
        await stage.kill()
        with contextlib.closing(sqlite3.connect(stage.database)) as link, link:
            link.execute("DELETE FROM results")
            link.execute("DELETE FROM meta WHERE key = 'results'")
        await stage.launch()
        await stage.kill()
        await stage.start()
        await stage.stored(lambda: stage.rows(query) == before)
