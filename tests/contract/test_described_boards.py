"""Whoever can't see a board's picture reads all of it: no card, stone, token or point is left out.

What must be said is worked out from the view alone, without the words of the game.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest

from bot.ui.pages.page import ALT_TEXT
from bot.ui.pages.tables.board import shown_board
from bot.ui.pages.wording import NO_BREAK, SEAT_SHAPES, Wording
from tests.contract.games import Configuration, play
from tests.contract.seen import playable_of
from tests.only import first

LONG: Final = tuple(letter * 32 for letter in "MWQGOD")
"""Names as long and wide as Discord takes them."""
SEASONS: Final = ("spring", "summer", "autumn", "winter")
COLOURS: Final = ("red", "yellow", "green", "blue", "white")


def numbers(text: str) -> list[str]:
    """Return the numbers in a text, with their signs, as they stand."""
    return re.findall(r"[+−]?\d+", text)


def line_of(said: str, start: str) -> str:
    """Return the one line that begins so."""
    found = [line for line in said.split("\n") if line.startswith(start)]
    assert len(found) == 1, f"{len(found)} lines begin with “{start}”: {said}"
    return found[0]


def seat_line(said: str, seat: int) -> str:
    """Return the line of a seat."""
    return line_of(said, SEAT_SHAPES[seat])


def kasane(view: Any, said: str) -> None:
    """Check the rows, the robes, all points and who has which boxes."""
    card = {0: "+1"} | {number: str(number) for number in range(1, 10)}
    for number, row in enumerate(view.rows, start=1):
        shown = numbers(line_of(said, f"Row {number}:").split(":")[1])
        assert shown == [card[each] for each in reversed(row)], "a row"
    for seat in range(view.seats):
        _name, points, hand, robe = seat_line(said, seat).split(" · ")
        assert numbers(points) == [str(view.scores[seat])], "points"
        assert numbers(hand) == [str(view.hand_sizes[seat])], "a hand"
        assert numbers(robe.partition(": ")[2]) == [card[each] for each in view.robes[seat]], "robe"
    marked = Counter(re.findall(f"[{SEAT_SHAPES}]", said.partition("\nMelds")[2]))
    assert all(marked[SEAT_SHAPES[seat]] == view.marks.count(seat) for seat in range(view.seats)), (
        "boxes"
    )
    pile = numbers(line_of(said, "Draw pile"))
    assert pile == [str(view.pile), str(len(view.discards))], "the pile"


def donburiko(view: Any, said: str) -> None:
    """Check the cards that lie open, whose the others are, and all chips."""
    lines = said.split("\n")
    taken = {each.row: each for each in view.taken if each.round == view.round}
    for row in view.rows:
        counted = taken.get(row.number, row)
        lies = view.taking if view.taking and view.taking.row == row.number else counted
        below = lines[lines.index(line_of(said, f"Row {row.number} ·")) + 1]
        assert len(below.split(", ")) == len(lies.cards), f"how many cards: {below}"
        for shown, card, owner in zip(below.split(", "), lies.cards, lies.owners, strict=True):
            assert owner < 0 or LONG[owner][:1] in shown, f"whose a card is: {below}"
            if card is not None and card < 0:
                assert numbers(shown) == [str(card).replace("-", "−")], f"a pond: {below}"
            elif card in range(1, 5):
                assert numbers(shown) == [str(card)], f"an acorn: {below}"
    for seat in range(view.seats):
        chips, hand, *_more = seat_line(said, seat).split(" · ")[1:]
        assert numbers(chips) == [str(view.chips[seat])], "chips"
        assert numbers(hand) == [str(view.hand_sizes[seat])], "a hand"
        assert ("took a row" in seat_line(said, seat)) == view.out[seat], "who is out"


def korpokkur(view: Any, said: str) -> None:
    """Check how people sit, their points, what lies on the table and what was played."""
    shown = [line for line in said.split("\n") if line[:1] in SEAT_SHAPES]
    assert [line[0] for line in shown] == [SEAT_SHAPES[seat] for seat in view.order], "the order"
    for seat in range(view.seats):
        *points, cards = (p for p in seat_line(said, seat).split(" · ") if numbers(p))
        assert view.short or numbers(points[-1]) == [str(view.scores[seat])], "points"
        assert numbers(cards) == [str(view.hand_sizes[seat])], "KAMUY cards"
        assert view.playing[seat] == ("out of this round" not in seat_line(said, seat)), "who is in"
    assert ("go down" in said) == (view.direction > 0), "which way turns go"
    if view.korpokkur is not None:
        stock = said.partition("Chips on the table\n")[2].split("\n")[0]
        chips = numbers(stock.replace("no ", "0 "))
        assert chips == [str(view.korpokkur), str(view.butterbur)], "chips on the table"
    if view.discards:
        played = said.partition("KAMUY cards played\n")[2].split(", ")
        count = sum(int((re.findall(r" ×(\d+)$", each) or ["1"])[0]) for each in played)
        assert count == len(view.discards), f"cards played: {played}"
        assert len(played) == len(set(view.discards)), f"kinds of cards played: {played}"


def kirifuda(view: Any, said: str) -> None:
    """Check the stones on the board and in hand, the cards of the trick, and the blessings."""
    for at, season in enumerate(SEASONS):
        places = first((line for line in said.split("\n") if f"{season.title()}: " in line), season)
        for seat in range(view.seats):
            spaces = range(4 * at, 4 * at + 4)
            wanted = ["ABCD"[space % 4] for space in spaces if view.board[space] == seat]
            part = re.search(rf"([A-D](?:, [A-D])*(?: and [A-D])?) {SEAT_SHAPES[seat]}", places)
            assert (re.findall("[A-D]", part[1]) if part else []) == wanted, places
    for turn, card in enumerate(view.running):
        seat = (view.leader + turn) % view.seats
        shown = rf"{SEAT_SHAPES[seat]} \w+…? {SEASONS[card // 10 - 1]} {card % 10}\b"
        assert re.search(shown, said), f"{shown}: {said}"
    people = re.split(rf"^(?:▸ )?([{SEAT_SHAPES}]) \w+…?$", said, flags=re.M)
    for seat in range(view.seats):
        about = people[people.index(SEAT_SHAPES[seat]) + 1]
        assert re.search(rf"\n{view.stones[seat]} stones? in hand", about), f"stones: {about}"
        assert re.search(rf"\b{view.hand_sizes[seat]} cards?\b", about), f"cards: {about}"
        assert about.count("→") == len(view.blessings[seat]), f"blessings: {about}"


def shiranui(view: Any, said: str) -> None:
    """Check the cards of the trick, with their tokens, and what everybody has."""
    for laid in view.trick:
        shown = f"{COLOURS[laid.card // 10 - 1]} {laid.card % 10}"
        found = [line for line in said.split("\n") if shown in line]
        assert any(SEAT_SHAPES[laid.seat] in line for line in found), f"{shown}: {said}"
        if laid.total != laid.card % 10:
            assert any(f"= {laid.total}" in line for line in found), f"{shown} = {laid.total}"
    people = said[said.index("\nPlayers") :]
    for seat in range(view.seats):
        points, hand, tokens, *_lacks = line_of(people, SEAT_SHAPES[seat]).split(" · ")[1:]
        assert numbers(points)[0] == str(view.scores[seat]), "points"
        assert numbers(hand) == [str(view.hand_sizes[seat])], "a hand"
        assert numbers(tokens)[0] == str(view.tokens[seat]), "tokens"


CHECKS: Final[dict[str, Callable[[Any, str], None]]] = {
    "donburiko": donburiko,
    "kasane": kasane,
    "kirifuda": kirifuda,
    "korpokkur": korpokkur,
    "shiranui": shiranui,
}


@pytest.mark.long
def test_the_words_for_a_board_leave_out_nothing_that_lies_there(
    configuration: Configuration,
) -> None:
    playable = playable_of(configuration.game)
    check = CHECKS.get(configuration.game.info.key)
    for language in ("en-GB", "ja"):
        wording = Wording(language, LONG[: configuration.seats])
        for match, _step in play(configuration, random.Random(str(configuration))):
            view = match.public()
            page = shown_board(
                playable, view, match.to_act(), configuration.seats, wording, drawn=True
            )
            assert page.image is None or len(page.alt) < ALT_TEXT, f"cut short: {page.alt}"
            if page.image is not None and language == "en-GB" and check is not None:
                check(view, page.alt.replace(NO_BREAK, " "))
