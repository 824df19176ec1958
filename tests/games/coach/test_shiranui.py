"""What the coach of Shiranui says is so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

from cogs.shiranui.state import State
from tests.contract.seen import NAMES
from tests.games.coach.claims import Line, Sayings, check_coach, check_reached

COLOURS = ("", "red", "yellow", "green", "blue", "white")


class End(NamedTuple):
    """How a trick would end with one card more."""

    strong: int
    winner: int
    """Which card of it wins, counted from 0."""
    points: int
    void: bool


def name(card: int) -> str:
    """Return a card's name."""
    return f"{COLOURS[card // 10]} {card % 10}"


def owner(state: State, place: int) -> str:
    """Return who played a card of the trick."""
    return NAMES[(state.leader + place) % state.seats]


def end(state: State, card: int, place: int = 0, tokens: int = 0) -> End:
    """Return how the trick would end with a card, after some tokens on another, by the sheet."""
    cards = [*state.trick, card]
    totals = [*state.totals, card % 10]
    totals[place] += tokens
    added = {
        colour: sum(t for c, t in zip(cards, totals, strict=True) if c // 10 == colour)
        for colour in range(1, 6)
    }
    top = [colour for colour in added if added[colour] == max(added.values())]
    return ends(state, cards, totals, top[0] if len(top) == 1 else state.strong)


def ends(state: State, cards: Sequence[int], totals: Sequence[int], strong: int) -> End:
    """Return how a trick of these cards ends where a colour is strong, by the sheet."""
    mine = [(total, -at) for at, total in enumerate(totals) if cards[at] // 10 == strong]
    void = state.thirteen and sum(total for total, _at in mine) == 13
    if void:
        mine = [each for each in mine if each[0] > min(mine)[0]]
    low, at = min(mine)
    higher = [total for total, _at in mine if total > low]
    return End(strong, -at, low if void or not higher else min(higher) - low, void)


def bound(state: State, seat: int) -> list[int]:
    """Return the cards that follow the strong colour."""
    return [card for card in state.hands[seat] if state.trick and card // 10 == state.strong]


def free(state: State, seat: int) -> list[int]:
    """Return the hand of a seat that may play any card, but doesn't lead."""
    return list(state.hands[seat]) if state.trick and not bound(state, seat) else []


def wins(state: State, card: int, place: int = 0, tokens: int = 0) -> int | None:
    """Return what a card would win as the trick stands."""
    then = end(state, card, place, tokens)
    return then.points if then.winner == len(state.trick) else None


def sure(state: State, seat: int, *, gap: bool) -> Sayings:
    """It plays last, and nothing that it may play wins more: the gap to a higher card, or not."""
    if len(state.trick) < state.seats - 1:
        return []
    cards = bound(state, seat) or state.hands[seat]
    won = {card: points for card in cards if (points := wins(state, card))}
    found: list[tuple[object, ...]] = []
    for card, n in won.items():
        colour = end(state, card).strong
        totals = [t for c, t in zip(state.trick, state.totals, strict=True) if c // 10 == colour]
        is_gap = any(total - card % 10 == n for total in totals) and card % 10 < min(totals)
        if n == max(won.values()) and is_gap == gap:
            found.append((name(card), n, COLOURS[colour]) if gap else (name(card), n))
    return found


def gifts(state: State, seat: int) -> Iterator[tuple[int, int]]:
    """Yield the places of the trick that tokens may still go to, and how many of the seat's."""
    for place, card in enumerate(state.trick if not state.gave else ()):
        most = min(10 - state.totals[place], state.tokens[seat][card // 10] + state.tokens[seat][0])
        if most > 0:
            yield place, most


def with_tokens(state: State, seat: int, *, one: bool) -> Sayings:
    """Nothing wins without tokens, and no fewer do."""
    mine = bound(state, seat)
    if any(wins(state, card) is not None for card in mine):
        return []
    ways = [
        (n, owner(state, place), name(state.trick[place]), name(card))
        for place, most in gifts(state, seat)
        for n in range(1, most + 1)
        for card in mine
        if wins(state, card, place, n)
    ]
    fewest = min([way[0] for way in ways], default=0)
    return [way for way in ways if way[0] == fewest and (fewest == 1) == one]


def lows(state: State, seat: int) -> Iterator[int]:
    """Yield the bound cards that would win as the lowest, alone at that."""
    for card in bound(state, seat):
        then = end(state, card)
        alike = [
            total
            for each, total in zip(state.trick, state.totals, strict=True)
            if each // 10 == then.strong and total <= card % 10
        ]
        if then.winner == len(state.trick) and not alike:
            yield card


def gap(state: State, seat: int) -> Sayings:
    """A token on a strong card adds one point."""
    for card in lows(state, seat):
        for place, _most in gifts(state, seat):
            now, other = end(state, card), state.trick[place]
            if other // 10 == now.strong and wins(state, card, place, 1) == now.points + 1:
                yield name(card), owner(state, place), name(other)


def spend(state: State, seat: int) -> Sayings:
    """Trick 6 or later, and tokens that may be given."""
    number = len(state.tricks) - 8 * (state.round - 1) + 1
    return [()] if number >= 6 and list(gifts(state, seat)) else []


def clear(state: State, seat: int) -> Sayings:
    """In the first trick of a round, whoever was last has clear tokens."""
    if len(state.tricks) % 8 or not state.tokens[seat][0]:
        return []
    return [(state.tokens[seat][0],)] if state.scores[seat] == min(state.scores) else []


def as_low(state: State, seat: int) -> Sayings:
    """It would win, though another strong card comes to the same."""
    for card in bound(state, seat):
        if wins(state, card) is not None:
            for place, other in enumerate(state.trick):
                if other // 10 == card // 10 and state.totals[place] == card % 10:
                    yield name(card), owner(state, place), name(other)


def lowest(state: State, seat: int) -> Sayings:
    """It would win as the lowest."""
    for card in lows(state, seat):
        yield COLOURS[card // 10].capitalize(), name(card)


def not_lowest(state: State, seat: int) -> list[int]:
    """Return what it must follow with, if it can't win and the strong colour stays what it is."""
    mine = bound(state, seat)
    looks = [end(state, card) for card in mine]
    kept = all(e.strong == state.strong and e.winner < len(state.trick) for e in looks)
    return mine if kept else []


def only_one(state: State, seat: int) -> Sayings:
    """It has no choice."""
    for card in not_lowest(state, seat) if len(bound(state, seat)) == 1 else ():
        yield COLOURS[state.strong].capitalize(), name(card)


def leaves(state: State, seat: int, *, less: bool) -> Sayings:
    """A card of several leaves whoever wins the trick less than they have without it; or none."""
    mine = not_lowest(state, seat)
    if len(mine) < 2:
        return
    now, colour = ends(state, state.trick, state.totals, state.strong), COLOURS[state.strong]
    looks = {card: end(state, card) for card in mine}
    left = {card: then.points for card, then in looks.items() if then.winner == now.winner}
    fewest = min(left.values(), default=now.points)
    if not less:
        yield from [(colour.capitalize(),)] if fewest >= now.points else []
        return
    for card, n in left.items():
        if n == fewest < now.points:
            yield colour.capitalize(), name(card), owner(state, now.winner), n, now.points


def turning(state: State, seat: int, *, alone: bool) -> Iterator[int]:
    """Yield the cards that would make their colour strong, from a hand without the strong one."""
    for card in free(state, seat):
        lies = any(other // 10 == card // 10 for other in state.trick)
        if end(state, card).strong == card // 10 and lies != alone:
            yield card


def turns_alone(state: State, seat: int) -> Sayings:
    """The most that such a card scores."""
    cards = list(turning(state, seat, alone=True))
    most = max([card % 10 for card in cards], default=0)
    for card in cards:
        if wins(state, card) == card % 10 == most:
            strong, colour = COLOURS[state.strong], COLOURS[card // 10]
            yield strong, name(card), colour, card % 10


def turns(state: State, seat: int) -> Sayings:
    """Others of that colour lie there."""
    for card in turning(state, seat, alone=False):
        yield COLOURS[state.strong], name(card), COLOURS[card // 10]


def no_turn(state: State, seat: int) -> Sayings:
    """It may play any card, and none changes the strong colour."""
    cards = free(state, seat)
    if cards and all(end(state, card).strong != card // 10 for card in cards):
        yield (COLOURS[state.strong],)


LINES = [
    Line(
        r"You play last, so this is sure: (.+) wins (\d+), the gap to the next (\w+) card.",
        lambda state, seat: sure(state, seat, gap=True),
    ),
    Line(
        r"You play last, so this is sure: (.+) wins (\d+).",
        lambda state, seat: sure(state, seat, gap=False),
    ),
    Line(
        r"With (\d) token on (\w+)'s (.+), your (.+) would be winning.",
        lambda state, seat: with_tokens(state, seat, one=True),
    ),
    Line(
        r"With (\d) tokens on (\w+)'s (.+), your (.+) would be winning.",
        lambda state, seat: with_tokens(state, seat, one=False),
    ),
    Line(
        r"Your (.+) would be the lowest so far and score the gap to the next card. A token on "
        r"(\w+)'s (.+) adds 1.",
        gap,
    ),
    Line(r"Tokens left after trick 8 are lost: you may give some before you play.", spend),
    Line(
        r"You were last, so you have (\d) clear tokens?: (?:it|each) adds 1 to a card of any "
        r"colour.",
        clear,
    ),
    Line(
        r"Your (.+) comes to the same as (\w+)'s (.+), and of two equal totals the later one "
        r"wins.",
        as_low,
    ),
    Line(
        r"(\w+) must be played, and your (.+) would be the lowest so far: the lowest wins.",
        lowest,
    ),
    Line(
        r"(\w+) must be played, and none you hold of it wins now: play one you don't need.",
        lambda state, seat: leaves(state, seat, less=False),
    ),
    Line(
        r"(\w+) must be played, and none you hold of it wins now. But with your (.+), (\w+) wins "
        r"only (\d+) so far, not (\d+).",
        lambda state, seat: leaves(state, seat, less=True),
    ),
    Line(r"(\w+) is strong and (.+) is all you hold of it: you must play it.", only_one),
    Line(
        r"You have no (\w+), but (.+) would make (\w+) strong and, while it's the only one, "
        r"score (\d).",
        turns_alone,
    ),
    Line(r"You have no (\w+), but (.+) would make (\w+) strong.", turns),
    Line(
        r"You have no (\w+) and no card that changes the strong colour: get rid of one you "
        r"don't need.",
        no_turn,
    ),
    Line(
        r"Lead low if you want to win: your colour is strong at first, and its lowest card "
        r"wins. It scores the gap to the next one.",
        lambda state, _seat: [] if state.trick else [()],
    ),
    Line(
        r"The colour with the highest total is strong, and its lowest card wins the trick. Each "
        r"token adds 1 to a card.",
        lambda _state, _seat: [()],
    ),
]


def test_what_the_coach_says_is_so() -> None:
    check_coach("shiranui", LINES, 8, "few")


@pytest.mark.long
def test_the_coach_says_each_of_its_lines() -> None:
    check_reached(LINES, check_coach("shiranui", LINES, 200, "many"))
