"""Shiranui: giving tokens, playing cards, and the strong colour."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.engine.dealer import QuietDealer
from cogs.shiranui import views
from cogs.shiranui.rules import GAME
from cogs.shiranui.views import (
    Give,
    Given,
    Options,
    Play,
    Played,
    TrickWon,
)
from tests.games.shiranui.table import (
    THREE,
    B,
    G,
    R,
    W,
    Y,
    do,
    gives,
    lay,
    play,
    plays,
    pouch,
    trick_of,
)

# Give Token


def test_the_leader_gives_nothing() -> None:
    """If there is a player who has issued a card before your turn."""
    state = lay(THREE, [pouch(2, red=8)] * 3)
    assert GAME.legal(state, 0) == [Play(R + 1), Play(R + 5)]
    assert GAME.legal(state, 1) == []


def test_gives_and_plays_stand_together() -> None:
    """Give Token is optional: plays are listed along with gives, and nothing stands for passing."""
    state = lay(THREE, [pouch(), pouch(1, red=2, yellow=5), pouch()])
    play(state, R + 1)
    assert GAME.legal(state, 1) == [
        Play(R + 4),
        Give(R + 1, 0, 1),
        Give(R + 1, 1, 0),
        Give(R + 1, 1, 1),
        Give(R + 1, 2, 0),
        Give(R + 1, 2, 1),
    ]


def test_each_token_adds_one() -> None:
    """Card number 3, token 2: 3+2=5; only the card's colour or clear ([Q] green on red)."""
    state = lay([(G + 3, R), (R, R + 1), (Y, Y + 1)], [pouch(), pouch(green=2, red=6), pouch()])
    play(state, G + 3)
    assert gives(state) == [Give(G + 3, 1, 0), Give(G + 3, 2, 0)]
    assert do(state, Give(G + 3, 2, 0)) == [Given(1, 0, G + 3, 2, 0, 5)]
    assert GAME.public(state).trick == (views.Laid(0, G + 3, 2, 0),)
    assert GAME.public(state).trick[0].total == 5


def test_after_a_give_the_play_is_asked() -> None:
    """Give Token, then Play Card, one turn: one card is given to, once."""
    state = lay(THREE, [pouch(), pouch(red=3, yellow=5), pouch()])
    play(state, R + 1)
    do(state, Give(R + 1, 1, 0))
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1) == [Play(R + 4)]
    assert GAME.public(state).gave
    play(state, R + 4)
    assert GAME.to_act(state) == (2,)
    assert not GAME.public(state).gave


def test_a_card_holds_up_to_ten() -> None:
    """6 + 3 red + 2 clear = 11 is refused, 6+2+2 = 10 stands; whoever placed them."""
    hands = [(R + 6, R), (R + 1, R + 2), (Y, Y + 1), (G, G + 1)]
    state = lay(hands, [pouch(), pouch(2, red=3), pouch(2), pouch()])
    play(state, R + 6)
    assert Give(R + 6, 3, 2) not in gives(state)
    assert Give(R + 6, 2, 2) in gives(state)
    do(state, Give(R + 6, 3, 0))
    play(state, R + 1)
    assert gives(state) == [Give(R + 6, 0, 1), Give(R + 1, 0, 1), Give(R + 1, 0, 2)]
    do(state, Give(R + 6, 0, 1))
    play(state, Y)
    assert GAME.public(state).trick[0].total == 10


def test_a_full_card_takes_no_more() -> None:
    """The number of tokens that can be put on is until the total is 10."""
    state = lay([(R + 6, R), (R + 1, Y + 2), (Y, Y + 1)], [pouch(), pouch(2, red=2), pouch(red=8)])
    play(state, R + 6)
    do(state, Give(R + 6, 2, 2))
    play(state, R + 1)
    assert {give.target for give in gives(state)} == {R + 1}


def test_gives_are_counted_by_a_second_opinion() -> None:
    """Every give there is, and no other: tried one by one."""
    rng = random.Random(5)
    for _ in range(300):
        dealer = QuietDealer(rng)
        state = GAME.setup(rng.choice([3, 4, 5]), Options(), dealer)
        state.scores = [rng.randint(0, 5) for _ in state.scores]
        for seat in range(state.seats):
            state.tokens[seat] = (rng.randint(0, 2), *state.tokens[seat][1:])
        for _ in range(rng.randint(1, 30)):
            if seats := GAME.to_act(state):
                GAME.apply(state, seats[0], rng.choice(GAME.legal(state, seats[0])), dealer)
        if not GAME.to_act(state):
            continue
        (seat,) = GAME.to_act(state)
        view = GAME.public(state)
        own = state.tokens[seat]
        expected = {
            (laid.card, tokens, clear)
            for laid in view.trick
            for tokens in range(9)
            for clear in range(3)
            if 0 < tokens + clear <= 10 - laid.total
            and tokens <= own[laid.card // 10]
            and clear <= own[0]
            and not view.gave
        }
        found = [(give.target, give.tokens, give.clear) for give in gives(state)]
        assert len(found) == len(expected)
        assert set(found) == expected


def test_given_tokens_are_spent() -> None:
    """R7: for the round, clear ones too; all see what was given and how many are left."""
    state = lay(THREE, [pouch(), pouch(2, red=3, yellow=4), pouch(green=8)])
    play(state, R + 1)
    do(state, Give(R + 1, 2, 1))
    assert state.tokens[1] == pouch(1, red=1, yellow=4)
    public = GAME.public(state)
    assert public.given[1] == pouch(1, red=2)
    assert (public.tokens, public.clear) == ((0, 6, 8), (0, 1, 0))
    play(state, R + 4)
    play(state, G + 3)
    assert GAME.private(state, 1).tokens == pouch(1, red=1, yellow=4)
    assert GAME.public(state).given[1] == pouch(1, red=2)


# Play Card: the Law of Shiranui


def test_the_strong_colour_must_be_followed() -> None:
    """Tableau piles of one colour: the same colour if there is one, else any card."""
    state = lay([(R + 1, Y, Y + 1), (R + 4, Y + 2, Y + 3), (G + 3, Y + 5, Y + 6)])
    play(state, R + 1)
    assert plays(state) == [R + 4]
    play(state, R + 4)
    assert plays(state) == [Y + 5, Y + 6, G + 3]
    assert GAME.public(state).none_of == ((), (), ())
    events = do(state, Play(Y + 6))
    assert events[0] == Played(2, Y + 6, False, 2, 1, False, False)
    assert GAME.public(state).none_of == ((), (), (1,))


def test_another_colour_becomes_strong() -> None:
    """[red]5+3=8 against [white]6+2 and 1: white has 9 and is strong."""
    hands = [(R + 5, Y), (W + 6, Y + 1), (W + 1, Y + 2), (W + 3, R + 3), (G, G + 1)]
    tokens = [pouch(), pouch(red=3), pouch(white=2), pouch(), pouch(green=1)]
    state = lay(hands, tokens)
    play(state, R + 5)
    do(state, Give(R + 5, 3, 0))
    play(state, W + 6)
    do(state, Give(W + 6, 2, 0))
    assert state.strong == 1
    events = do(state, Play(W + 1))
    assert events == [Played(2, W + 1, False, 5, 1, False, False)]
    assert plays(state) == [W + 3]


def test_equal_totals_change_nothing() -> None:
    """When the total for each color is the same the leader's green stays; one more is enough."""
    state = lay([(G + 4, R), (B + 4, R + 1), (Y + 1, R + 2), (B + 1, R + 3)])
    play(state, G + 4, B + 4, Y + 1)
    assert state.strong == 3
    events = do(state, Play(B + 1))
    assert events[0] == Played(3, B + 1, False, 4, 3, False, False)


def test_tokens_alone_change_no_strong_colour() -> None:
    """Judgment timing: C puts two blue tokens on blue and red goes on; R3: it is followed."""
    hands = [(R + 3, Y), (B + 2, Y + 1), (B + 5, R + 4), (Y + 2, Y + 3)]
    state = lay(hands, [pouch(), pouch(), pouch(blue=2), pouch()])
    play(state, R + 3, B + 2)
    do(state, Give(B + 2, 2, 0))
    assert state.strong == 1
    assert views.sums([R + 3, B + 2], [3, 4])[4] == 4
    assert plays(state) == [R + 4]
    events = do(state, Play(R + 4))
    assert events == [Played(2, R + 4, False, 1, 1, True, False)]


def test_who_gives_and_follows_has_the_colours_judged() -> None:
    """Judgment timing: three tokens make blue the stronger, though the card played is red."""
    hands = [(R + 3, Y), (B + 2, Y + 1), (R + 1, Y + 2), (B + 5, R + 4)]
    state = lay(hands, [pouch(), pouch(), pouch(blue=3), pouch()])
    play(state, R + 3, B + 2)
    do(state, Give(B + 2, 3, 0))
    events = do(state, Play(R + 1))
    assert events == [Played(2, R + 1, False, 4, 1, True, False)], (
        "red comes to 4 and blue to 5 once red is followed: blue is strong"
    )
    assert plays(state) == [B + 5], "the next must follow blue, the strong colour now"


def test_a_leading_zero_is_strong() -> None:
    """If you put out a 0 card first: its colour is strong; others must follow it."""
    state = lay([(G, R), (G + 7, R + 1), (Y + 1, R + 2)])
    assert do(state, Play(G)) == [Played(0, G, True, 3, 3, True, False)]
    assert plays(state) == [G + 7]


def test_two_others_that_share_the_top_change_nothing() -> None:
    """R8: blue and yellow come to four each, green to one, and green stays strong."""
    hands = [(G + 1, R), (B, R + 1), (Y + 4, R + 2), (G + 4, R + 3)]
    for blue, strong in ((4, 3), (3, 2)):
        state = lay(hands, [pouch(), pouch(), pouch(blue=4), pouch()])
        play(state, G + 1, B)
        do(state, Give(B, blue, 0))
        assert do(state, Play(Y + 4)) == [Played(2, Y + 4, False, strong, 3, False, False)]


def test_the_last_card_is_judged_too() -> None:
    """R4: it makes its colour strong, and so wins with it."""
    state = lay([(R + 1, R), (R + 2, Y + 1), (B + 7, B + 6)])
    events = play(state, R + 1, R + 2, B + 7)
    assert trick_of(events) == TrickWon(2, 7, B + 7, (7,), 7, 7, False)


def naive_strong(plays: Sequence[tuple[int, int]]) -> int:
    """Judge a trick again; each play has its card, and what was then on every card, itself too."""
    strong = plays[0][0] // 10
    for count in range(1, len(plays) + 1):
        piles: dict[int, int] = {}
        for card, extra in plays[:count]:
            piles[card // 10] = piles.get(card // 10, 0) + card % 10 + extra
        ranked = sorted(piles.items(), key=lambda pile: -pile[1])
        if len(ranked) == 1 or ranked[0][1] > ranked[1][1]:
            strong = ranked[0][0]
    return strong


def test_the_judgement_as_a_second_opinion_has_it() -> None:
    """Strength of color: with tokens given in one go, whatever was led."""
    rng = random.Random(9)
    for _ in range(2000):
        seats = rng.choice([3, 4, 5])
        cards = rng.sample([10 * c + n for c in range(1, seats + 1) for n in range(8)], seats)
        extra = [rng.randint(0, 10 - card % 10) for card in cards]
        strong = cards[0] // 10
        for count in range(1, seats + 1):
            totals = [card % 10 + more for card, more in zip(cards, extra, strict=True)][:count]
            strong = views.judged(strong, views.sums(cards[:count], totals))
        assert strong == naive_strong(list(zip(cards, extra, strict=True)))


# Forced last cards


def test_the_last_trick_plays_itself_without_tokens() -> None:
    """Common rules: all see that the last cards are forced; here they end the match."""
    state = lay([(R + 1, R + 2), (R + 4, R + 5), (R + 6, Y + 6)], scores=(14, 0, 1))
    play(state, R + 1, R + 4)
    events = do(state, Play(R + 6))
    assert [event.kind for event in events] == [
        "played",
        "trick_won",
        "played",
        "played",
        "played",
        "trick_won",
        "round_ended",
        "match_over",
    ]
    assert events[2:5] == [
        Played(0, R + 2, True, 1, 1, True, True),
        Played(1, R + 5, False, 1, 1, True, True),
        Played(2, Y + 6, False, 1, 1, False, True),
    ]
    assert GAME.to_act(state) == ()


def test_who_may_hold_tokens_is_asked() -> None:
    """Common rules: a token that nobody can see may fit, so its seat is asked; then it plays."""
    tokens = [pouch(), pouch(green=1), pouch(2)]
    state = lay([(R + 1, R + 2), (R + 4, R + 5), (R + 6, Y + 6)], tokens)
    play(state, R + 1, R + 4, R + 6)
    # Seat 0 leads and is forced; seat 1 could hold red tokens for all that is known.
    assert state.trick == (R + 2,)
    assert GAME.to_act(state) == (1,)
    assert GAME.legal(state, 1) == [Play(R + 5)]
    play(state, R + 5)
    assert GAME.to_act(state) == (2,)
    events = do(state, Give(R + 5, 0, 2))
    assert [event.kind for event in events][:3] == ["given", "played", "trick_won"]
    assert events[1] == Played(2, Y + 6, False, 1, 1, False, True)


def test_no_tokens_of_a_colour_are_left_to_anybody() -> None:
    """Common rules: nine red ones were given in the open; and a full card takes none."""
    tokens = [pouch(), pouch(green=1), pouch()]
    state = lay([(R + 1, R + 2), (R + 4, R + 5), (R + 6, Y + 6)], tokens)
    state.given[2] = pouch(red=9)
    events = play(state, R + 1, R + 4, R + 6)
    assert [event.kind for event in events].count("played") == 4
    one_left = lay([(R + 1, R + 2), (R + 4, R + 5), (R + 6, Y + 6)], tokens)
    one_left.given[2] = pouch(red=8)
    play(one_left, R + 1, R + 4, R + 6)
    assert GAME.to_act(one_left) == (1,), "for all that is seen, seat 1 may hold the ninth red one"
    full = lay([(R + 1, R + 2), (R + 4, R + 5), (R + 6, Y + 6)], tokens)
    full.tokens[1], full.tokens[2] = pouch(2, red=6), pouch(green=1)
    play(full, R + 1, R + 4, R + 6)
    do(full, Give(R + 2, 6, 2))
    # Red 2 is at ten; red 5 isn't, and seat 2 has a token of unknown colour.
    assert GAME.to_act(full) == (2,)
