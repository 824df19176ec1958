"""One thing is called the same wherever it is picked, and nothing is said twice in one place."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args, get_type_hints

import pytest

from bot.engine.game import AnyGame
from bot.ui.pages.page import CHOICE_LABEL, clip
from bot.ui.pages.tables import menu_moves
from bot.ui.pages.typed_words import choices, folded, typed_moves
from bot.ui.pages.wording import Wording
from tests.contract import seen
from tests.contract.games import Configuration, play

LANGUAGES = ("en-GB", "ja")
MOST_CHOICES = 25
OFTEN = 3
"""Every so many positions of a match are looked at."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_listed_for_typing_reads_as_the_answer_of_its_step(
    configuration: Configuration, language: str
) -> None:
    """So it's named above the next step; its button may say more of the move."""
    render = seen.playable_of(configuration.game).render
    wording = Wording(language, seen.NAMES[: configuration.seats])
    for match, _made in play(configuration, configuration.rng("alike")):
        if match.step % OFTEN:
            continue
        for seat in match.to_act():
            view, legal = match.view(seat), match.legal(seat)
            for drawn in menu_moves.menu_moves(render, legal, view, wording):
                kind = drawn.action.kind
                (typed,) = typed_moves(render, kind, view, [drawn.action], wording)
                steps = [render.kinds[kind].steps[number] for number in drawn.steps]
                for step, answer in zip(steps, drawn.answers, strict=True):
                    said = [word for name, word in typed.words.items() if name in step.words]
                    offered = [
                        shown.label
                        for word in said
                        for shown in choices([typed], word.name, {}, "")
                    ]
                    typed_so = " · ".join(offered)
                    assert answer.label == typed_so, (
                        f"{kind}: the answer is {answer.label!r}, typing offers {typed_so!r}"
                    )
                    # Japanese advises in other words than it names a move.
                    assert "ましょう" not in answer.said, f"a button is no advice: {answer.said}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_prompt_says_what_its_help_says(game: AnyGame, language: str) -> None:
    """Nor does a step's prompt repeat the text of its word, or that of the command."""
    wording = Wording(language)
    for name, kind in seen.playable_of(game).render.kinds.items():
        prompts = {bare(wording.gettext(step.prompt)) for step in kind.steps}
        assert bare(wording.gettext(kind.help)) not in prompts, f"{name}: {kind.help}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_of_a_hand_is_said_again_by_a_help_below_it(
    configuration: Configuration, language: str
) -> None:
    render = seen.playable_of(configuration.game).render
    wording = Wording(language, seen.NAMES[: configuration.seats])
    for match, _made in play(configuration, configuration.rng("asked")):
        if match.step % OFTEN:
            continue
        for seat in match.to_act():
            asked = bare(render.question(match.view(seat), wording))
            helps = {
                bare(wording.gettext(render.kinds[action.kind].help))
                for action in match.legal(seat)
            }
            assert asked not in helps, f"a hand says twice: {asked}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_are_told_apart_by_what_is_said_of_their_options(
    game: AnyGame, language: str
) -> None:
    """On the card of a table, and in the list of a night's preview, which clips a line."""
    render, wording = seen.playable_of(game).render, Wording(language)
    standard, *others = (render.options(each, wording) for each in game.info.variants)
    assert not standard, f"the standard game is said to be another: {standard}"
    shown = [clip(" ".join(lines), CHOICE_LABEL) for lines in others]
    assert all(shown), "a variant looks like the standard game"
    assert len(set(shown)) == len(shown), f"two variants look alike: {shown}"


def test_the_choices_of_an_option_are_its_values_and_fit_discord(game: AnyGame) -> None:
    types = get_type_hints(game.Options)
    for option in fields(game.Options):
        choices = option.metadata["choices"]
        values = get_args(types[option.name]) or ("not a Literal",)
        assert not choices or set(choices) == set(values), f"{option.name}: {values}, {choices}"
        assert len(values) <= MOST_CHOICES, f"{option.name}: Discord offers no more choices"
        longest = max((choices.get(value, value) for value in values), key=len)
        assert len(longest) <= CHOICE_LABEL, f"{option.name}: too long: {longest}"


def bare(text: str) -> str:
    """Return a sentence as it is compared: without its mark at the end, bold and case."""
    return folded(text.replace("*", "")).rstrip(".。!！")
