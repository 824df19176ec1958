"""Colors of Kasane: the sheet by its headings, the rulings by their numbers."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.engine.dealer import LiveDealer, QuietDealer, ReplayDealer
from bot.engine.game import BadOptions
from bot.engine.views import SeatView
from bot.tables.trouble import Trouble
from bot.ui.pages.typed_words import picker
from bot.ui.pages.wording import Wording
from cogs.kasane import melds, views
from cogs.kasane.render import RENDER
from cogs.kasane.rules import GAME, State
from cogs.kasane.views import (
    BOXES,
    DECK,
    FREE,
    NEVER_FREE,
    CardTaken,
    MeldAchieved,
    Options,
    RoundBegan,
    Take,
)
from tests.contract.places import Place, hooks_of
from tests.games.kasane.laid import before, boxes_of, do, lay, places, recount, settle

# What the contract tests must know


def shown(state: State) -> Iterator[int]:
    """Yield all cards except the draw pile: everybody sees them, or has seen them."""
    yield from state.discards
    for cards in (*state.rows, *state.hands, *state.robes):
        yield from cards


HOOKS = hooks_of(
    lambda state: [Place(("pile",), ordered=True)],
    shown,
    reveals={"round_began": frozenset({"rows"})},
    conserved=lambda state: (state.marks.count(NEVER_FREE), state.fewer_melds, state.easier),
)


# Game Components, The Game Setup


def test_the_cards() -> None:
    """Five sets of 1 to 9 and seven "+1"; with three players one set and two "+1" less."""
    assert Counter(DECK[4]) == Counter({0: 7} | dict.fromkeys(range(1, 10), 5))
    assert Counter(DECK[3]) == Counter({0: 5} | dict.fromkeys(range(1, 10), 4))
    assert (len(DECK[4]), len(DECK[3])) == (52, 41)


@pytest.mark.parametrize(("seats", "row", "pile"), [(3, 5, 26), (4, 4, 36)])
def test_setup(seats: int, row: int, pile: int) -> None:
    """A grid of cards face up, as many rows as seats; R7: the first seat is drawn."""
    order = random.Random(3).sample(DECK[seats], len(DECK[seats]))
    dealer = ReplayDealer([seats - 1, order])
    state = GAME.setup(seats, Options(), dealer)
    dealt = [tuple(order[at : at + row]) for at in range(0, seats * row, row)]
    assert state.rows == dealt
    assert state.pile == tuple(order[seats * row :])
    assert len(state.pile) == pile
    assert GAME.to_act(state) == (seats - 1,)
    assert state.marks == [FREE] * 28
    (events,) = dealer.events
    assert events.event == RoundBegan(1, seats - 1, tuple(dealt), False, pile, 0)
    view = GAME.public(state)
    assert view.hand_sizes == view.scores == (0,) * seats
    # The front card, which alone may be taken, is the one dealt last.
    assert GAME.legal(state, seats - 1) == [Take(n + 1) for n in range(seats)]
    GAME.apply(state, seats - 1, Take(2), dealer)
    assert dealer.events[1].event == CardTaken(seats - 1, 2, order[2 * row - 1], False)


def test_seats() -> None:
    """Players: 3-4."""
    assert GAME.info.seats == (3, 4)


def test_the_box_table() -> None:
    """R1: the house ruling, box by box; 28 of them."""
    assert len(BOXES) == 28
    assert boxes_of("kasane") == [(2, 2), (2, 2), (3, 3), (3, 3)]
    assert boxes_of("juu") == [(2, 2), (2, 2), (3, 3), (4, 4)]
    for trio in ("sakura", "chidori", "asanoha"):
        assert boxes_of(trio) == [(3, 4), (3, 3)]
    for moon in ("kagen", "jyougen"):
        assert boxes_of(moon) == [(3, 3), (4, 4), (5, 5)]
    for scenery in ("katyou", "setsu"):
        assert boxes_of(scenery) == [(3, 3), (4, 4), (5, 5), (6, 6)]


# Details of a Turn


def test_the_example_of_player_a() -> None:
    """Hand 6-7-3-2 takes 1: 3-2-1 fills Kagen no Tsuki 3 for 3 points, 6-7 stay."""
    state = lay(before(1), (6, 7, 3, 2))
    assert GAME.legal(state, 0)[:2] == [Take(1, "kagen", 3), Take(1)]
    events = do(state, Take(1, "kagen", 3))
    assert events == [CardTaken(0, 1, 1, False), MeldAchieved(0, "kagen", (3, 2, 1), False, 3)]
    assert state.hands[0] == (6, 7)
    assert state.robes[0] == (3, 2, 1)
    assert state.rows[0] == (5, 5)
    assert GAME.public(state).scores == (3, 0, 0)
    assert GAME.to_act(state) == (1,)


def test_the_example_of_player_b() -> None:
    """Robe 8-7-6, hand 3-2-4, takes 6: the robe's 6 and 2-4-6 fill Setsu Getsu Fuka 4."""
    state = lay(before(6), (3, 2, 4), (8, 7, 6))
    four = Take(1, "setsu", 4, True)
    assert four in GAME.legal(state, 0)
    events = do(state, four)
    assert events[1] == MeldAchieved(0, "setsu", (6, 2, 4, 6), True, 4)
    assert state.robes[0] == (8, 7, 6, 2, 4, 6)
    assert state.hands[0] == (3,)
    assert GAME.public(state).scores == (4, 0, 0)


def test_the_other_choice_of_player_b() -> None:
    """The player could also use the 6s in hand and robe for Kasane with two cards."""
    state = lay(before(6), (3, 2, 4), (8, 7, 6))
    events = do(state, Take(1, "kasane", 2, True))
    assert events[1] == MeldAchieved(0, "kasane", (6, 6), True, 2)
    assert state.robes[0] == (8, 7, 6, 6)
    assert state.hands[0] == (3, 2, 4)


def test_without_a_meld_the_card_goes_on_top_of_the_hand() -> None:
    """A new card must be added to the top of the hand; the order doesn't change."""
    state = lay(before(1), (6, 7, 3, 2))
    assert do(state, Take(1)) == [CardTaken(0, 1, 1, False)]
    assert state.hands[0] == (6, 7, 3, 2, 1)
    assert state.robes[0] == ()


def test_a_meld_is_of_the_top_of_the_hand() -> None:
    """No cards from the middle: 3-2 makes nothing with a 1 while an 8 lies on top of it."""
    assert Take(1, "kagen", 3) in GAME.legal(lay(before(1), (8, 3, 2)), 0)
    assert not [take for take in GAME.legal(lay(before(1), (3, 2, 8)), 0) if take.meld]


def test_a_plus_one_goes_onto_the_robe() -> None:
    """It scores 1 at once, and no meld follows in that turn."""
    state = lay([[5, 0], [5, 3], [5, 3]], (5, 5), (8, 7))
    assert [take for take in GAME.legal(state, 0) if take.row == 1] == [Take(1)]
    assert do(state, Take(1)) == [CardTaken(0, 1, 0, False)]
    assert state.robes[0] == (8, 7, 0)
    assert state.hands[0] == (5, 5)
    assert GAME.public(state).scores == (1, 0, 0)


def test_a_plus_one_on_the_robe_is_no_part_of_a_meld() -> None:
    """If "+1" is on the top of the robe, it cannot be used, nor what lies below."""
    under = lay(before(6), (), (6, 0))
    assert not [take for take in GAME.legal(under, 0) if take.meld]
    over = lay(before(6), (), (0, 6))
    assert Take(1, "kasane", 2, True) in GAME.legal(over, 0)


def test_only_the_top_card_of_the_robe_and_only_first() -> None:
    """Only the top-most card can be used."""
    state = lay(before(6), (), (6, 6))
    found = [take for take in GAME.legal(state, 0) if take.meld]
    assert found == [Take(1, "kasane", 2, True)]
    # 4-6-5 is no walk up; as 6 lies on the robe, it could only be first: 6-4-5 isn't one either.
    state = lay(before(5), (4,), (6,))
    assert Take(1, "kagen", 3, True) not in GAME.legal(state, 0)


def test_the_same_meld_with_and_without_the_robe() -> None:
    """The robe's top card is optional, and which cards are used is the player's choice."""
    state = lay(before(4), (2, 8), (6,))
    legal = GAME.legal(state, 0)
    assert Take(1, "setsu", 3, True) in legal
    assert Take(1, "setsu", 3, False) in legal
    one, other = state.clone(), state.clone()
    do(one, Take(1, "setsu", 3, True))
    do(other, Take(1, "setsu", 3, False))
    assert (one.hands[0], one.robes[0]) == ((2,), (6, 8, 4))
    assert (other.hands[0], other.robes[0]) == ((), (6, 2, 8, 4))


def test_an_empty_row_cant_be_chosen() -> None:
    """The player must take the front card of a row."""
    state = lay([[1, 2], [], [3, 4, 5]])
    assert [take.row for take in GAME.legal(state, 0)] == [1, 3]
    assert GAME.legal(state, 1) == []


# Variant Rules


@pytest.mark.parametrize("easier", [False, True])
def test_fewer_melds(easier: bool) -> None:
    """Three players: a 2 of Juu and a 2 of Kasane start marked, for nobody's points."""
    options = Options(fewer_melds=True, easier=easier)
    state = GAME.setup(3, options, LiveDealer(random.Random(1)))
    marked = [at for at, owner in enumerate(state.marks) if owner != FREE]
    assert marked == [places("kasane", 2)[0], places("juu", 2)[0]]
    assert {state.marks[at] for at in marked} == {NEVER_FREE}
    assert GAME.public(state).scores == (0, 0, 0)
    assert (state.fewer_melds, state.easier) == (True, easier)
    state.rows, state.turn = [(2,), (3,), (4, 4, 4)], 0
    state.hands[0] = (2,)
    settle(state)
    assert Take(1, "kasane", 2) in GAME.legal(state, 0)
    do(state, Take(1, "kasane", 2))
    assert not melds.ways((2, 2), 0, state.marks)
    with pytest.raises(BadOptions, match="three players"):
        GAME.setup(4, options, LiveDealer(random.Random(1)))


def test_easier() -> None:
    """R6: after a "+1" the top of the hand as it was may be a meld, without the robe's top."""
    rows = [[5, 0], [5, 9], [5, 9]]
    hard = lay(rows, (2, 4, 6), (6,))
    easy = lay(rows, (2, 4, 6), (6,), easier=True)
    assert [take for take in GAME.legal(hard, 0) if take.row == 1] == [Take(1)]
    found = [take for take in GAME.legal(easy, 0) if take.row == 1]
    assert found == [Take(1, "juu", 2), Take(1, "setsu", 3), Take(1)]
    events = do(easy, Take(1, "setsu", 3))
    assert events == [CardTaken(0, 1, 0, False), MeldAchieved(0, "setsu", (2, 4, 6), False, 3)]
    assert easy.robes[0] == (6, 0, 2, 4, 6)
    assert easy.hands[0] == ()
    assert GAME.public(easy).scores[0] == 1 + 3
    # The card laid last is no "+1": it may be used again.
    easy.rows[1], easy.turn = (5, 6), 0
    settle(easy)
    assert Take(2, "kasane", 2, True) in GAME.legal(easy, 0)


@pytest.mark.parametrize(
    ("seats", "options"), [(3, Options()), (3, Options(fewer_melds=True)), (4, Options())]
)
def test_what_a_table_keeps_of_its_rows_and_marks(seats: int, options: Options) -> None:
    """After every action, and in every world, it is what a new count says."""
    rng = random.Random(3)
    for _ in range(20):
        dealer = QuietDealer(rng)
        state = GAME.setup(seats, options, dealer)
        while acting := GAME.to_act(state):
            (seat,) = acting
            kept = (state.marked, state.points, state.left)
            assert kept == recount(state)
            world = GAME.world(GAME.view(state, seat), rng)
            assert (world.marked, world.points, world.left) == kept
            # Rather a meld than none: so boxes get marked.
            legal = GAME.legal(state, seat)
            melds = [action for action in legal if action.meld]
            GAME.apply(state, seat, rng.choice(melds or legal), dealer)
        assert max(state.points)
        assert (state.marked, state.points, state.left) == recount(state)


# Who may know what


def test_views_remember_what_all_have_seen() -> None:
    """Every card is public at the moment it is taken; the draw pile's order never is."""
    for seats in (3, 4):
        dealer = LiveDealer(random.Random(seats))
        state = GAME.setup(seats, Options(), dealer)
        rng = random.Random(9)
        while to_act := GAME.to_act(state):
            GAME.apply(state, to_act[0], rng.choice(GAME.legal(state, to_act[0])), dealer)
            assert GAME.public(state).hands == heard(dealer, seats)
            assert GAME.private(state, 0) == views.Private(state.hands[0])


def heard(dealer: LiveDealer, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the hands as a careful listener knows them."""
    hands: list[list[int]] = [[] for _ in range(seats)]
    for events in dealer.events:
        event = events.event
        if isinstance(event, CardTaken) and event.card:
            hands[event.seat].append(event.card)
        elif isinstance(event, MeldAchieved):
            for _ in range(len(event.cards) - event.top):
                hands[event.seat].pop()
    return tuple(map(tuple, hands))


def test_neither_board_nor_another_hand_shows_a_hand() -> None:
    """The hand is hidden from the board, not from memory."""
    wording = Wording("en-GB", ("Ada", "Bob", "Cleo"))
    state = lay(before(6), hands=[(3, 2, 4), (1, 1), (7,)])
    seen = GAME.public(state)
    other = replace(seen, hands=((9, 9, 9), (8, 8), (7,)))
    assert RENDER.board(other, wording) == RENDER.board(seen, wording)
    assert RENDER.headline(other, wording) == RENDER.headline(seen, wording)
    mine = views.Private((7,))
    assert RENDER.hand(SeatView(2, other, mine), wording) == RENDER.hand(
        SeatView(2, seen, mine), wording
    )


def test_the_board_says_which_end_of_a_robe_is_its_top() -> None:
    """Which melds a player can make goes by the card on top."""
    wording = Wording("en-GB", ("Ada", "Bob", "Cleo"))
    bare, robed = lay(before(6)), lay(before(6), robes=[(8, 7, 6), (), ()])
    said = "The last card of a robe is its top card."
    assert said not in RENDER.board(GAME.public(bare), wording).text
    assert f"{said}\n" in RENDER.board(GAME.public(robed), wording).text + "\n"


def test_worlds_are_as_likely_as_they_should_be() -> None:
    """Every order of the draw pile comes as often as any other."""
    state = GAME.setup(4, Options(), LiveDealer(random.Random(4)))
    rest = list(state.pile)
    for card in (1, 2, 3, 4):
        rest.remove(card)
    state.pile, state.discards = (1, 2, 3, 4), tuple(sorted(rest))
    view = GAME.view(state, 0)
    rng = random.Random(11)
    found = Counter(GAME.world(view, rng).pile for _ in range(4800))
    ways = Counter(itertools.permutations(state.pile))
    assert found.keys() == ways.keys()
    expected = 4800 / len(ways)
    chi = sum((found[way] - expected) ** 2 / expected for way in ways)
    # 23 degrees of freedom: 65 is beyond one in a hundred thousand.
    assert chi < 65


# What is typed


def test_what_is_typed() -> None:
    """The row is enough where no meld is in question; else the reply lists what is possible."""
    wording = Wording("en-GB", ("Ada", "Bob", "Cleo"))
    state = lay(before(6), (3, 2, 4), (8, 7, 6))
    view = GAME.view(state, 0)
    legal = GAME.legal(state, 0)

    def typed(**given: str) -> Take:
        action = picker("game take", RENDER, given, wording)(view, legal)
        assert isinstance(action, Take)
        return action

    assert typed(row="2") == typed(row="2", meld="none") == Take(2)
    assert typed(row="1", meld="no meld") == Take(1)
    assert typed(row="1", meld="Setsu4-TOP") == Take(1, "setsu", 4, True)
    label = "all even (setsu) [6]-2-4-6"
    assert typed(row="row 1 (6)", meld=label) == Take(1, "setsu", 4, True)
    for given, part in (
        ({"row": "1"}, "All the same \\(Kasane\\)"),
        ({"row": "4"}, "row 3"),
        ({"row": "2", "meld": "kasane2"}, "no meld"),
        ({"meld": "none"}, "row 2"),
    ):
        with pytest.raises(Trouble) as caught:
            typed(**given)
        assert part in caught.value.say(wording.gettext)
