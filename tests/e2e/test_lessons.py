"""Lessons through the real process: by the path, by wrong tries, through kills, to a real game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.pages.games.lesson import lesson_of, lesson_wording
from bot.ui.pages.games.rules import lesson_id
from bot.ui.pages.playable_game import PlayableGame
from tests.contract import seen
from tests.e2e.lesson_path import Learner
from tests.e2e.play import has_menu
from tests.e2e.stage import Stage

QUICK = "korpokkur"
"""The shortest."""


def marked(playable: PlayableGame) -> Any:
    """Return a game with a lesson as a parameter; one goes the quick way."""
    key = playable.game.info.key
    return pytest.param(playable, marks=[] if key == QUICK else pytest.mark.long, id=key)


LESSONS = pytest.mark.parametrize("playable", [marked(each) for each in seen.lessons()])


@LESSONS
async def test_a_lesson_is_left_killed_resumed_and_ends_in_a_game(
    stage: Stage, playable: PlayableGame
) -> None:
    """Every step is done, the first ones after a wrong try; in the middle the bot dies."""
    ada = stage.person("Ada", "games")
    learner = await Learner.begin(ada, playable)
    tries = 0
    while (number := learner.number) < learner.steps - 1:
        if number == learner.steps // 2:
            before, old = learner.title, learner
            await stage.restart()
            learner = await Learner.begin(ada, playable)
            assert learner.message is not old.message, "the lesson isn't there anew"
            # Its board may be written out: what draws pictures is only starting.
            assert (learner.number, learner.title) == (number, before), "it goes on elsewhere"
            assert "Start over" in learner.message.buttons
            learner.clicks = old.clicks
            # The message from before the kill can be used as well.
            learner.message = old.message
        for move in learner.wrong()[:1] if tries < 3 else []:
            clicks = learner.clicks
            await learner.make(move)
            assert learner.number == number, "a wrong try leads on"
            assert "> ✗ " in learner.message.text, learner.message.text
            learner.clicks, tries = clicks, tries + 1
        await learner.go_on()
    assert tries, "no step can be done wrongly"
    print(f"{playable.game.info.key}: {learner.steps} steps, {learner.clicks} clicks")
    kept = stage.rows("SELECT game, step FROM lessons WHERE person = ?", int(ada.id))
    assert kept == [(playable.game.info.key, learner.steps - 1)]
    begun = await ada.press(learner.message, "Play against computers")
    assert begun.only_me and "always brings this game back" in begun.text, begun.text
    assert begun.message is not None
    hand = begun.message
    await stage.until(lambda: has_menu(hand) or "computer" in hand.text or "thinking" in hand.text)
    (seats,) = stage.rows("SELECT count(*) FROM seats WHERE level IS NOT NULL")
    assert seats == (2,), "it isn't a game against computers"


async def test_a_lesson_goes_on_in_a_direct_message_and_in_japanese(stage: Stage) -> None:
    """Where it was left on a server, it goes on; its message there is changed as well."""
    (playable,) = [each for each in seen.lessons() if each.game.info.key == QUICK]
    ada = stage.person("Ada", "games")
    await (await Learner.begin(ada, playable)).go_on()
    stage.sandbox.host.set_locale(ada.person, "ja")
    home = ada.in_(stage.sandbox.world.dm(ada.person))
    learner = await Learner.begin(home, playable)
    assert learner.number == 1
    for _ in range(2):
        await learner.go_on()
    assert len(home.sees(stage.sandbox.world.dm(ada.person))) == 1, "there are several messages"
    step = lesson_of(playable).steps[learner.number]
    wording = lesson_wording(lesson_of(playable), "Ada", "ja")
    assert learner.title == wording.gettext(step.title)
    assert (await Learner.begin(ada, playable)).number == learner.number


@pytest.mark.long
@pytest.mark.parametrize("playable", seen.lessons(), ids=lambda each: each.game.info.key)
async def test_a_lesson_in_japanese_takes_the_same_path(
    stage: Stage, playable: PlayableGame
) -> None:
    """With one wrong try at each step."""
    ada = stage.person("Ada", "games")
    stage.sandbox.host.set_locale(ada.person, "ja")
    learner = await Learner.begin(ada, playable)
    while (number := learner.number) < learner.steps - 1:
        for move in learner.wrong()[-1:]:
            await learner.make(move)
            assert learner.number == number and "> ✗ " in learner.message.text
        await learner.go_on()


async def test_a_lesson_is_found_where_rules_and_games_are(stage: Stage) -> None:
    ada = stage.person("Ada", "games")
    for command in ("donburiko rules", "play"):
        found = await ada.slash(command)
        assert found.message is not None
        if command == "play":
            await ada.press(found.message, "Donburiko!")
        await ada.press(found.message, lesson_id("donburiko"))
        assert "Lesson, 1 of" in str(found.message.embeds[0]["author"]), found.message.text
    offered = await ada.complete("learn", "game", "donb")
    assert [each["name"] for each in offered] == ["Donburiko!"]
    typed = await ada.slash("learn", game="donburiko!")
    assert "Lesson, 1 of" in typed.text, typed.text
    said = await ada.slash("learn", game="Chess")
    assert "no game “Chess”" in said.text and said.only_me


@pytest.mark.real_start(when_long=True)
async def test_whoever_is_forgotten_starts_anew(stage: Stage) -> None:
    (playable,) = [each for each in seen.lessons() if each.game.info.key == QUICK]
    ada, bob = stage.person("Ada", "games"), stage.person("Bob", "games")
    for person in (ada, bob):
        await (await Learner.begin(person, playable)).go_on()
    asked = (await ada.slash("privacy delete")).message
    assert asked is not None
    await ada.press(asked, "Delete my data")
    await stage.until(lambda: "are deleted" in asked.text)
    assert stage.rows("SELECT person FROM lessons") == [(int(bob.id),)]
    assert (await Learner.begin(ada, playable)).number == 0
    assert lesson_of(playable).steps[0].title in (await Learner.begin(ada, playable)).title
