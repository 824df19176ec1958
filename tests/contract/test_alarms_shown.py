"""The checks on secrets sound where what is shown leaks: each leak is planted here on purpose."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.tables.table import Table
from bot.ui.pages.move_words import Word
from bot.ui.pages.page import Page
from bot.ui.pages.tables import game_end
from bot.ui.pictures.brushes import chip
from cogs.donburiko.render import DonburikoRender
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import LOACH, Options
from tests.contract import seen
from tests.contract.checks import check_twins, check_worlds
from tests.contract.games import Configuration, hooks

Leak = Callable[[pytest.MonkeyPatch], None]


def hand_of(table: Table, seat: int) -> tuple[int, ...]:
    """Look at a hand that isn't one's own."""
    view: Any = table.view(seat % len(table.seats))
    return view.private.hand


def on_the_board(patch: pytest.MonkeyPatch) -> None:
    """Let the board end in a hidden number."""
    true = seen.board

    def board(game: Any, table: Table) -> Page:
        page = true(game, table)
        return replace(page, footer=f"{page.footer}{sum(hand_of(table, 0))}")

    patch.setattr(seen, "board", board)


def in_a_ping(patch: pytest.MonkeyPatch) -> None:
    """Let the ping be longer when somebody holds a loach."""
    true = seen.ping

    def ping(game: Any, table: Table, *rest: Any) -> str:
        return true(game, table, *rest) + ("!" if LOACH in hand_of(table, 0) else "")

    patch.setattr(seen, "ping", ping)


def in_the_picture(patch: pytest.MonkeyPatch) -> None:
    """Let the board's picture have a mark for each loach in a hand."""
    true = seen.board

    def board(game: Any, table: Table) -> Page:
        page = true(game, table)
        assert page.image is not None, "the board has no picture"
        marks = tuple(chip(20, 20, 20) for card in hand_of(table, 0) if card == LOACH)
        return replace(page, image=replace(page.image, shapes=(*page.image.shapes, *marks)))

    patch.setattr(seen, "board", board)


def in_the_alt_text(patch: pytest.MonkeyPatch) -> None:
    """Let the words for the picture end in a hidden number."""
    true = seen.board

    def board(game: Any, table: Table) -> Page:
        page = true(game, table)
        return replace(page, alt=f"{page.alt}{sum(hand_of(table, 0))}")

    patch.setattr(seen, "board", board)


def in_a_label(patch: pytest.MonkeyPatch) -> None:
    """Let what a button says come of a move count the loaches in somebody else's hand."""
    true = seen.hand

    def hand(playable: Any, table: Table, seat: int, wording: Any, path: Any) -> Page:
        page = true(playable, table, seat, wording, path)
        known = hand_of(table, seat + 1).count(LOACH)
        rows = [
            tuple(replace(button, label=f"{button.label} +{known}") for button in row)
            if isinstance(row, tuple)
            else row
            for row in page.rows
        ]
        return replace(page, rows=tuple(rows))

    patch.setattr(seen, "hand", hand)


def in_the_number_of_buttons(patch: pytest.MonkeyPatch) -> None:
    """Leave out a row of buttons when the next seat holds a loach."""
    true = seen.hand

    def hand(playable: Any, table: Table, seat: int, *rest: Any) -> Page:
        page = true(playable, table, seat, *rest)
        return replace(page, rows=page.rows[LOACH in hand_of(table, seat + 1) :])

    patch.setattr(seen, "hand", hand)


def in_the_name_of_the_file(patch: pytest.MonkeyPatch) -> None:
    """Let the picture of a private game be called after the state, which holds all hands."""
    true = seen.alone

    def alone(playable: Any, table: Table, *rest: Any, **more: Any) -> Page:
        page = true(playable, table, *rest, **more)
        hands = [hand_of(table, seat) for seat in range(len(table.seats))]
        return replace(page, file_name=f"{hash(tuple(hands))}.png")

    patch.setattr(seen, "alone", alone)


def below_the_board(patch: pytest.MonkeyPatch) -> None:
    """Let the second embed of a private game end in a hidden number."""
    true = seen.alone

    def alone(playable: Any, table: Table, seat: int, *rest: Any, **more: Any) -> Page:
        page = true(playable, table, seat, *rest, **more)
        assert page.under is not None or table.phase == "finished", (
            "nothing stands below a board that is being played"
        )
        below = page.under or Page("")
        text = f"{below.text}{sum(hand_of(table, seat + 1))}"
        return replace(page, under=replace(below, text=text))

    patch.setattr(seen, "alone", alone)


def in_a_hint(patch: pytest.MonkeyPatch) -> None:
    """Let a hint be surer of itself when the next seat holds a loach."""
    true = seen.hint

    def hint(playable: Any, table: Table, seat: int, action: Any) -> str:
        said = true(playable, table, seat, action)
        return said + ("!" if LOACH in hand_of(table, seat + 1) else "")

    patch.setattr(seen, "hint", hint)


def in_the_coach(patch: pytest.MonkeyPatch) -> None:
    """Let the coach be silent when the next seat holds a loach."""
    true = seen.coach

    def coach(playable: Any, table: Table, seat: int) -> str:
        return "" if LOACH in hand_of(table, seat + 1) else true(playable, table, seat)

    patch.setattr(seen, "coach", coach)


def in_the_story(patch: pytest.MonkeyPatch) -> None:
    """Let the end of a game be told by what somebody still holds."""
    true = seen.end

    def end(game: Any, table: Table) -> Page | None:
        page = true(game, table)
        return None if page is None else replace(page, text=f"{page.text}{hand_of(table, 0)}")

    patch.setattr(seen, "end", end)


@pytest.mark.parametrize("said", ["told", "brief", "mood"])
def test_a_hand_that_is_told_of_or_joked_about_is_heard_in_twins(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happened, and what a computer says of it, must not hang on what is hidden."""
    true = seen.line

    def line(game: Any, match: Any, event: Any, seat: int | None) -> dict[str, object]:
        table = seen.table_of(game, match)
        hands = [hand_of(table, other) for other in range(3)]
        found = true(game, match, event, seat)
        return found | {said: (found[said], str(hands))}

    monkeypatch.setattr(seen, "line", line)
    with pytest.raises(AssertionError, match=f"in other words in twins:\n{said}"):
        check_twins(Configuration(GAME, 3, Options()), hooks(GAME), random.Random(1), 60)


@pytest.mark.parametrize(
    ("leak", "place"),
    [
        (on_the_board, r"all:\nboard\.footer"),
        (in_a_ping, r"all:\nping"),
        (in_the_picture, r"all:\nboard\.image\.shapes"),
        (in_the_alt_text, r"all:\nboard\.alt"),
        (in_a_label, r"seat \d:\nhand\[\d\]\.rows\[0\]\[0\]\.label"),
        (in_the_number_of_buttons, r"seat \d:\nhand\[0\]\.rows"),
        (in_the_name_of_the_file, r"seat \d:\nprivate game\['drawn'\]\.file_name"),
        (below_the_board, r"seat \d:\s+private game\['(drawn|in words)'\]\.under"),
        (in_the_story, r"all:\nend\.text"),
        (in_a_hint, r"seat \d:\nprivate game\['hints'\]\[0\]"),
        (in_the_coach, r"seat \d:\ncoach"),
    ],
)
def test_what_is_shown_of_a_hand_is_seen_in_worlds_and_in_twins_and_named(
    leak: Leak, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "looks_alone", "private game" in place)
    leak(monkeypatch)
    configuration = Configuration(GAME, 3, Options())
    for check in (check_worlds, check_twins):
        with pytest.raises(AssertionError, match=f"looks different to {place}"):
            check(configuration, hooks(GAME), random.Random(1), 60)


WORDS = ("coach", "because", "hint", "words", "story", "next_time", "told", "brief", "mood")
BOARD = ("headline", "task", "doing", "round_scores")


@pytest.mark.long
@pytest.mark.parametrize("of", [*WORDS, *BOARD, "podium_of"])
def test_a_leak_in_any_text_of_a_game_is_seen(of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each text is made from a hand that its game can't reach: twins, at least, tell."""
    place: Any = game_end if of == "podium_of" else DonburikoRender
    table_of, true = seen.table_of, getattr(place, of)
    hands: list[tuple[int, ...]] = []

    def noted(game: Any, match: Any, *rest: Any) -> Table:
        table = table_of(game, match, *rest)
        hands[:] = [hand_of(table, seat) for seat in range(3)]
        return table

    def leaking(*given: Any, **more: Any) -> Any:
        return leak_into(true(*given, **more), f" {[sorted(hand) for hand in hands]}")

    monkeypatch.setattr(seen, "looks_alone", True)
    monkeypatch.setattr(seen, "table_of", noted)
    monkeypatch.setattr(place, of, leaking)
    with pytest.raises(AssertionError, match=r"looks different|in other words"):
        check_twins(Configuration(GAME, 3, Options()), hooks(GAME), random.Random(1), 60)


def leak_into(said: Any, secret: str) -> Any:
    """Return a text, or what holds texts, with a secret at its end; nothing stays nothing."""
    match said:
        case str():
            return said and said + secret
        case list():
            return [leak_into(each, secret) for each in said]
        case Word():
            return said._replace(said=f"{said.said}{secret}"[:80])
        case tuple():
            return (*said[:-1], leak_into(said[-1], secret))
        case _:
            return said
