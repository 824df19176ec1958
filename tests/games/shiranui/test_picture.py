"""Shiranui in pictures: what is drawn of tricks and scores, and what the rules show."""

from __future__ import annotations

import pytest

from bot.ui.pictures.brushes import seat_mark
from bot.ui.pictures.shapes import Group, Picture, Text
from cogs.shiranui.card_art import EMOJI, card_emoji, none_of, token_emoji
from cogs.shiranui.cover import EXAMPLES
from cogs.shiranui.help import HELP
from cogs.shiranui.picture import board
from cogs.shiranui.rules import GAME, State
from cogs.shiranui.trick_art import badge, prize, shown
from cogs.shiranui.views import (
    CLEAR,
    CLEAR_TOKENS,
    COLOURS,
    DRAWN,
    ENOUGH,
    MOST,
    OF_EACH,
    TRICKS,
    Give,
    Laid,
    judged,
    sums,
    won,
)
from tests.contract.test_pictures import flattened
from tests.games.shiranui.table import B, G, R, Y, do, lay, play, pouch


def drawn(state: State) -> Picture:
    """Return the board of a state."""
    return board(GAME.public(state), GAME.to_act(state))


def texts(picture: Picture) -> list[str]:
    """Return all texts of a picture."""
    return [shape.text for shape in flattened(picture.shapes) if isinstance(shape, Text)]


def holds(picture: Picture, group: Group) -> bool:
    """Tell whether a picture holds these shapes, wherever they lie."""
    groups = [shape for shape in picture.shapes if isinstance(shape, Group)]
    return any(each.shapes == group.shapes for each in groups)


def tokens_given() -> State:
    """Return a table at which red 4 has two tokens, a clear one among them, and Cleo is asked."""
    hands = [(R + 4, Y, Y + 2), (R + 6, Y + 1, Y + 3), (R + 5, B + 1, B + 2)]
    state = lay(hands, [pouch(), pouch(1, red=1), pouch()])
    play(state, R + 4)
    do(state, Give(R + 4, 1, 1))
    play(state, R + 6)
    return state


def test_totals_and_who_wins_now_are_drawn() -> None:
    picture = drawn(tokens_given())
    trick = shown(GAME.public(tokens_given()))
    assert (trick.best, trick.points, trick.over) == (1, 6, False), "the later of two sixes wins"
    assert holds(picture, prize(0, 0, 6)), "what the winning card is worth isn't drawn"
    assert holds(picture, badge(0, 0, 6)), "the total of the card with tokens isn't drawn"
    assert "12" in texts(picture), "the total of red isn't drawn"


def test_a_trick_that_has_ended_lies_there_until_the_next_card() -> None:
    """With its tokens, so that everybody sees what beat them."""
    state = tokens_given()
    play(state, R + 5)
    view = GAME.public(state)
    assert not view.trick
    assert view.last == (Laid(0, R + 4, 1, 1), Laid(1, R + 6, 0, 0), Laid(2, R + 5, 0, 0))
    trick = shown(view)
    assert (trick.seats, trick.best, trick.points, trick.over) == ((0, 1, 2), 2, 1, True)
    assert holds(drawn(state), prize(0, 0, 1))
    play(state, B + 1)
    trick = shown(GAME.public(state))
    assert (trick.seats, trick.laid, trick.over) == ((2, 0, 1), (Laid(2, B + 1, 0, 0),), False)


def test_a_trick_is_remembered_in_order_whoever_led_it() -> None:
    hands = [(R + 4, Y, Y + 2), (R + 6, Y + 1, Y + 3), (R + 5, B + 1, B + 2)]
    state = lay(hands, turn=2)
    play(state, R + 5, R + 4, R + 6)
    assert [laid.seat for laid in GAME.public(state).last] == [2, 0, 1]
    assert shown(GAME.public(state)).best == 0


def test_of_equal_scores_the_disc_that_came_last_lies_on_top() -> None:
    state = lay([(R + 4, Y), (R + 6, Y + 1), (R + 5, B + 1)], scores=(4, 4, 4), moved=(3, 5, 2))
    discs = [seat_mark(seat, 0, 0, 16).shapes for seat in range(3)]
    shapes = [shape.shapes for shape in drawn(state).shapes if isinstance(shape, Group)]
    order = sorted(range(3), key=lambda seat: shapes.index(discs[seat]))
    assert order == [2, 0, 1], "what is drawn later lies on top"


def test_colours_that_a_seat_has_none_of_are_struck_through() -> None:
    state = lay([(R + 4, Y), (G + 6, Y + 1), (R + 5, B + 1)])
    assert not holds(drawn(state), none_of(1, 0, 0, 26))
    play(state, R + 4, G + 6)
    assert holds(drawn(state), none_of(1, 0, 0, 26)), "all have seen that Bob has no red"


def test_each_card_and_token_has_an_emoji() -> None:
    cards = {card_emoji(10 * colour + number) for colour in COLOURS for number in range(TRICKS)}
    tokens = {token_emoji(colour) for colour in (CLEAR, *COLOURS)}
    assert set(EMOJI) == cards | tokens
    assert len({repr(picture) for picture in EMOJI.values()}) == len(EMOJI), "two look alike"


@pytest.mark.parametrize(
    ("page", "total", "points"), [(0, "red adds up to 8", 8), (3, "White is now 9", 7), (4, "5", 3)]
)
def test_the_tricks_in_the_rules_are_as_the_rules_say(page: int, total: str, points: int) -> None:
    laid, strong = EXAMPLES[page]
    cards, totals = [each.card for each in laid], [each.total for each in laid]
    found = cards[0] // 10
    for count in range(1, len(cards) + 1):
        found = judged(found, sums(cards[:count], totals[:count]))
    assert found == strong, "another colour is strong"
    assert won(cards, totals, strong, thirteen=False)[1] == points
    text = HELP[page][1]
    assert total in text, text
    assert str(sums(cards, totals)[strong]) in text


@pytest.mark.parametrize(
    ("page", "said"),
    [
        (0, f"**{ENOUGH} points**"),
        (1, f"**0 to {TRICKS - 1}** once"),
        (1, f"**{OF_EACH} of each colour**"),
        (1, f"You draw **{DRAWN}**"),
        (1, f"There are **{CLEAR_TOKENS}**"),
        (2, f"above **{MOST}**"),
        (4, f"**{ENOUGH} points**"),
    ],
)
def test_the_rules_say_the_numbers_of_the_game(page: int, said: str) -> None:
    assert said in HELP[page][1], f"page {page} doesn't say “{said}”"
