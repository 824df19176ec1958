"""The rules of Ameno Kirifuda, and how their gaps are ruled on.

Two rounds. In each, hands are dealt and blessing cards drafted, any of which may be discarded for
a new stone. In eight tricks the season after the one that was led is trumps. Who wins a trick
places a stone in the row of the winning card's season; who has none left takes three back. Stones
score by how many they are and how many lie side by side, and blessing cards ask for an exact
number of them in a row.

Rulings:

R1  A run of stones stays within one row, from left to right: rows don't wrap, columns and
    diagonals count nothing.
R2  Drafting and discarding is open. All choose their discards at once, sealed, and the last choice
    shows them together.
R3  A discard must bring a stone, so nobody can discard more than the stones they have left.
R4  The stones of Bad Karma are chosen by their owner and go to the owner's hand. The winner leads.
R5  Bad Karma is to win with no stone in the hand, however many lie on the board.
R6  Where a row is full, the winner picks any stone in it, whoever's, and its new space.
R7  Round 2 brings no stones but those for discards.
R8  With three players four blessing cards are never turned up.
R9  Stones in the hand score nothing.
R10 A row has four spaces. Sixteen tricks can't fill sixteen spaces before the last stone is placed.

What all can see to be forced is done at once and isn't asked: the last card of the draft, the
eighth trick, a stone for which its row has one space left, and three stones to be taken back where
there are no others. At the discards everybody has a choice: after round 1 nobody can use more than
six stones, having been dealt two blessing cards.

What a quiet dealer would not say isn't put into words: searches play on by these rules very often.

Draws, in order, for each round: the season cards (`shuffle`): the whole hand of seat 0, of seat 1
…; then the blessing cards not turned up before (`shuffle`), of which the first are turned up.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial
from typing import ClassVar, Final

from bot.engine.dealer import QuietDealer
from bot.engine.game import EVERYONE, BadOptions, Dealer, GameInfo, Result
from cogs.kirifuda import evaluation, views
from cogs.kirifuda.bit_sets import (
    ANYWHERE,
    BIT,
    CARDS,
    OF_SEASON,
    POWERS,
    ROWS,
    best_of,
    board_of,
    cards_of,
    longest,
    lying,
    set_of,
    spots_of,
)
from cogs.kirifuda.views import (
    BLESSINGS,
    DECK,
    FIRST,
    FREE,
    INDEX,
    KARMA,
    MOST_STONES,
    ROUNDS,
    SEASONS,
    SPACES,
    TRICKS,
    Action,
    Discard,
    Draft,
    Place,
    Play,
    Return,
    next_season,
    worth,
)

START_STONES: Final = {3: 4, 4: 3}
EACH_DRAFTS: Final = 2
"""So many blessing cards each seat takes in a round; none is left over."""

NOBODY: Final = -1
"""Stands in `State.turn` when no one seat is asked."""

# Every action there is, made once.
_DRAFTS: Final = {blessing: Draft(blessing) for blessing in BLESSINGS}
_PLAYS: Final = {card: Play(card) for card in DECK[4]}
_PLACES: Final = [Place(space, None) for space in SPACES]
_PUSHES: Final = [[Place(space, to) for to in SPACES] for space in SPACES]
_ALONE: Final = [(seat,) for seat in range(max(DECK))]
"""For each seat that it alone is asked."""


@lru_cache(4096)
def _discards(blessings: tuple[int, ...], most: int) -> tuple[Discard, ...]:
    """Return every choice of discards out of the cards, fewest first."""
    return tuple(
        Discard(some)
        for size in range(min(most, len(blessings)) + 1)
        for some in itertools.combinations(blessings, size)
    )


@lru_cache(4096)
def _plays(cards: int) -> tuple[Play, ...]:
    return tuple(_PLAYS[card] for card in cards_of(cards))


@lru_cache(4096)
def _places(free: int) -> tuple[Place, ...]:
    return tuple(_PLACES[at] for at in spots_of(free))


@lru_cache(4096)
def _pushes(row: int, ways: int) -> tuple[Place, ...]:
    """Return every way to push a stone out of a row, if it can go to these spaces."""
    return tuple(_PUSHES[at][to] for at in spots_of(row) for to in spots_of(ways))


@lru_cache(256)
def _returns(mine: int) -> tuple[Return, ...]:
    spaces = [SPACES[at] for at in spots_of(mine)]
    return tuple(Return(some) for some in itertools.combinations(spaces, KARMA))


@dataclass(slots=True)
class State:
    """The whole truth about a match."""

    seats: int
    round: int
    phase: views.Phase
    dealer: int
    turn: int
    """The seat that is asked; NOBODY while all discard and when the match is over."""
    leader: int
    row: int
    """In phase "place" the season of the row, else 0."""
    hands: list[int]
    """Of each seat the set of its cards."""
    running: tuple[int, ...]
    best: int
    """The card that wins the running trick as it stands; 0 if none is played."""
    tricks: tuple[views.Trick, ...]
    stock: tuple[int, ...]
    """The blessing cards not turned up yet; sorted, since they are mixed before that."""
    display: tuple[int, ...]
    """Sorted."""
    blessings: list[tuple[int, ...]]
    """Each sorted."""
    achieved: list[tuple[int, ...]]
    """Each sorted."""
    discarded: list[tuple[int, ...]]
    """Each sorted."""
    sealed: list[tuple[int, ...] | None]
    """What each seat has chosen to discard, until all have."""
    stones: list[int]
    """In hand."""
    lies: list[int]
    """Of each seat the set of the spaces on which its stones lie."""
    free: int
    """The spaces on which no stone lies."""

    def clone(self) -> State:
        """Return a copy that shares nothing which can change."""
        return State(
            self.seats,
            self.round,
            self.phase,
            self.dealer,
            self.turn,
            self.leader,
            self.row,
            self.hands[:],
            self.running,
            self.best,
            self.tricks,
            self.stock,
            self.display,
            self.blessings[:],
            self.achieved[:],
            self.discarded[:],
            self.sealed[:],
            self.stones[:],
            self.lies[:],
            self.free,
        )


class Kirifuda:
    """The game of Ameno Kirifuda."""

    info: ClassVar[GameInfo] = views.INFO
    Options: ClassVar[type[views.Options]] = views.Options
    State: ClassVar[type[State]] = State
    Action: ClassVar = views.Action
    Event: ClassVar = views.Event

    def setup(self, seats: int, options: views.Options, dealer: Dealer) -> State:
        """Lay out a new match; raise BadOptions for a number of seats that can't play."""
        if seats not in self.info.seats:
            raise BadOptions("Ameno Kirifuda is for three or four players.")
        state = State(
            seats=seats,
            round=0,
            phase="draft",
            dealer=NOBODY,
            turn=NOBODY,
            leader=NOBODY,
            row=0,
            hands=[],
            running=(),
            best=0,
            tricks=(),
            stock=BLESSINGS,
            display=(),
            blessings=[()] * seats,
            achieved=[()] * seats,
            discarded=[()] * seats,
            sealed=[None] * seats,
            stones=[START_STONES[seats]] * seats,
            lies=[0] * seats,
            free=ANYWHERE,
        )
        _deal_round(state, dealer)
        return state

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is, or all that are still to discard; () at the end."""
        turn = state.turn
        if turn != NOBODY:
            return _ALONE[turn]
        if state.phase == "discard":
            return tuple(seat for seat, choice in enumerate(state.sealed) if choice is None)
        return ()

    def legal(self, state: State, seat: int) -> list[Action]:
        """Return all that the seat may do: cards and spaces by value, sets the smallest first."""
        if state.turn != seat:
            if state.phase == "discard" and state.sealed[seat] is None:
                left = MOST_STONES - state.stones[seat] - state.lies[seat].bit_count()
                return list(_discards(state.blessings[seat], left))
            return []
        match state.phase:
            case "play":
                hand, running = state.hands[seat], state.running
                follow = hand & OF_SEASON[running[0] // 10] if running else 0
                return list(_plays(follow or hand))
            case "place":
                row = ROWS[state.row]
                free = state.free & row
                return list(_places(free) if free else _pushes(row, _ways(state)))
            case "draft":
                return [_DRAFTS[blessing] for blessing in state.display]
            case _:
                return list(_returns(state.lies[seat]))

    def apply(self, state: State, seat: int, action: Action, dealer: Dealer) -> None:
        """Carry out a legal action in place, and every forced step after it that all can see."""
        match action:
            case Play():
                _play(state, seat, action.card, False, dealer)
                if len(state.running) == state.seats:
                    _end_trick(state, dealer)
                else:
                    state.turn = (seat + 1) % state.seats
            case Place():
                if action.to is None:
                    _place(state, seat, INDEX[action.space], False, dealer)
                else:
                    _push(state, seat, INDEX[action.space], INDEX[action.to], dealer)
                _next_trick(state, dealer)
            case Draft():
                _draft(state, seat, action.blessing, False, dealer)
                _next_draft(state, dealer)
            case Discard():
                state.sealed[seat] = action.blessings
                if not isinstance(dealer, QuietDealer):
                    dealer.tell(EVERYONE, views.Decided(seat))
                if None not in state.sealed:
                    _discard(state, dealer)
            case Return():
                _return(state, seat, action.spaces, False, dealer)
                _next_trick(state, dealer)

    def result(self, state: State) -> Result:
        """Return what stones and achieved blessings score; the most wins, ties share."""
        stones = [mine.bit_count() * longest(mine) for mine in state.lies]
        blessings = [sum(map(worth, achieved)) for achieved in state.achieved]
        scores = tuple(map(int.__add__, stones, blessings))
        best = max(scores)
        winners = tuple([seat for seat, score in enumerate(scores) if score == best])
        breakdown = tuple(
            [
                (("stones", one), ("blessings", two))
                for one, two in zip(stones, blessings, strict=True)
            ]
        )
        return Result(scores, winners, breakdown)

    def worth(self, state: State) -> tuple[float, ...]:
        """Return a guess at what each seat will score: by board, hand, stones and blessings.

        The more is to come, the more every stone counts and the less how they lie. Strong cards
        are worth something to who has stones for the tricks they win. A blessing card counts by
        how near the row comes to it, with what the hand is likely to add. What all have alike is
        left out, so it tells who leads by how much.
        """
        return evaluation.guess(state)

    def public(self, state: State) -> views.Public:
        """Return what anyone may see."""
        return views.Public(
            seats=state.seats,
            round=state.round,
            phase=state.phase,
            dealer=state.dealer,
            turn=None if state.turn == NOBODY else state.turn,
            deciding=self.to_act(state) if state.phase == "discard" else (),
            leader=state.leader,
            running=state.running,
            tricks=state.tricks,
            row=state.row or None,
            hand_sizes=tuple(map(int.bit_count, state.hands)),
            lacks=_lacks(state),
            display=state.display,
            unseen=len(state.stock),
            blessings=tuple(state.blessings),
            achieved=tuple(state.achieved),
            discarded=tuple(state.discarded),
            stones=tuple(state.stones),
            board=board_of(tuple(state.lies)),
        )

    def private(self, state: State, seat: int) -> views.Private:
        """Return the seat's hand, and what it has chosen to discard while that is sealed."""
        return views.Private(hand=cards_of(state.hands[seat]), discards=state.sealed[seat])

    def world(self, view: views.SeatView, rng: random.Random) -> State:
        """Return a random whole state that fits all the seat has seen.

        Used: the season cards that the seat hasn't seen this round, the sizes of the other hands,
        that the dealer of the round holds Spring 1 until it is played, and that who didn't follow
        a season holds none of it. Of all hands that fit, each is as likely. What else the others
        did is not read as a hint. A choice of discards that is sealed is any that its seat could
        make, each as likely. Of the blessing cards nothing else is hidden: those not turned up
        are mixed when they are.
        """
        seen, mine = view.public, view.private
        hands = _guess_hands(view, rng)
        sealed: list[tuple[int, ...] | None] = [None] * seen.seats
        if seen.phase == "discard":
            for seat in range(seen.seats):
                if seat == view.seat:
                    sealed[seat] = mine.discards
                elif seat not in seen.deciding:
                    left = MOST_STONES - seen.in_use(seat)
                    sealed[seat] = rng.choice(_discards(seen.blessings[seat], left)).blessings
        up = set(seen.display).union(*seen.blessings, *seen.discarded)
        return State(
            seats=seen.seats,
            round=seen.round,
            phase=seen.phase,
            dealer=seen.dealer,
            turn=NOBODY if seen.turn is None else seen.turn,
            leader=seen.leader,
            row=seen.row or 0,
            hands=hands,
            running=seen.running,
            best=best_of(seen.running),
            tricks=seen.tricks,
            stock=tuple(blessing for blessing in BLESSINGS if blessing not in up),
            display=seen.display,
            blessings=list(seen.blessings),
            achieved=list(seen.achieved),
            discarded=list(seen.discarded),
            sealed=sealed,
            stones=list(seen.stones),
            lies=[lying(seen.board, seat) for seat in range(seen.seats)],
            free=lying(seen.board, FREE),
        )


# A round


def _deal_round(state: State, dealer: Dealer) -> None:
    """Deal the hands, turn up blessing cards and begin the draft (Round Setup)."""
    seats = state.seats
    cards = dealer.shuffle(list(DECK[seats]))
    stock = dealer.shuffle(list(state.stock))
    state.round += 1
    state.hands = [set_of(cards[start : start + TRICKS]) for start in range(0, len(cards), TRICKS)]
    state.display = tuple(sorted(stock[: EACH_DRAFTS * seats]))
    state.stock = tuple(sorted(stock[EACH_DRAFTS * seats :]))
    state.dealer = next(seat for seat, hand in enumerate(state.hands) if hand & BIT[FIRST])
    state.leader = state.dealer
    state.phase = "draft"
    state.turn = (state.dealer + 1) % seats
    if not isinstance(dealer, QuietDealer):
        dealer.tell(EVERYONE, views.RoundBegan(state.round, state.dealer, state.display))
        for seat, hand in enumerate(state.hands):
            dealer.tell((seat,), views.HandDealt(seat, cards_of(hand)))


def _draft(state: State, seat: int, blessing: int, forced: bool, dealer: Dealer) -> None:
    at = state.display.index(blessing)
    state.display = state.display[:at] + state.display[at + 1 :]
    state.blessings[seat] = tuple(sorted((*state.blessings[seat], blessing)))
    if not isinstance(dealer, QuietDealer):
        dealer.tell(EVERYONE, views.Drafted(seat, blessing, forced))


def _next_draft(state: State, dealer: Dealer) -> None:
    """Give the draft to the next: clockwise up to the dealer, then back again (Round Setup)."""
    seats, left = state.seats, len(state.display)
    if left > seats:
        state.turn = (state.dealer + 1 - left) % seats
    else:
        state.turn = (state.dealer + left) % seats
    if left == 1:
        _draft(state, state.turn, state.display[0], True, dealer)
        state.phase = "discard"
        state.turn = NOBODY


def _discard(state: State, dealer: Dealer) -> None:
    """Show and carry out all discards, and begin the first trick (Round Setup; R2, R3)."""
    for seat, choice in enumerate(state.sealed):
        assert choice is not None
        gone = set(choice)
        state.blessings[seat] = tuple(b for b in state.blessings[seat] if b not in gone)
        state.achieved[seat] = tuple(b for b in state.achieved[seat] if b not in gone)
        state.discarded[seat] = tuple(sorted((*state.discarded[seat], *choice)))
        state.stones[seat] += len(choice)
        if not isinstance(dealer, QuietDealer):
            dealer.tell(EVERYONE, views.Discarded(seat, choice))
    state.sealed = [None] * state.seats
    state.phase = "play"
    state.turn = state.dealer


def _play(state: State, seat: int, card: int, forced: bool, dealer: Dealer) -> None:
    state.hands[seat] ^= BIT[card]
    running = state.running
    if running:
        powers = POWERS[running[0] // 10]
        if powers[card] > powers[state.best]:
            state.best = card
    else:
        state.best = card
    state.running = (*running, card)
    if not isinstance(dealer, QuietDealer):
        dealer.tell(EVERYONE, views.CardPlayed(seat, card, forced))


def _end_trick(state: State, dealer: Dealer) -> None:
    """Find who wins the trick, and what is to be done with stones for it (Trick Phase)."""
    cards = state.running
    card = state.best
    winner = (state.leader + cards.index(card)) % state.seats
    state.tricks += (views.Trick(state.round, state.leader, cards, winner),)
    state.running = ()
    state.best = 0
    state.leader = state.turn = winner
    if not isinstance(dealer, QuietDealer):
        number = TRICKS - state.hands[winner].bit_count()
        dealer.tell(EVERYONE, views.TrickWon(number, winner, card, cards))
    if not state.stones[winner]:
        if not isinstance(dealer, QuietDealer):
            dealer.tell(EVERYONE, views.BadKarma(winner))
        state.phase = "return"
        ways = _returns(state.lies[winner])
        if len(ways) == 1:
            _return(state, winner, ways[0].spaces, True, dealer)
            _next_trick(state, dealer)
        return
    state.phase = "place"
    state.row = card // 10
    places = _places(state.free & ROWS[state.row])
    if len(places) == 1:
        _place(state, winner, INDEX[places[0].space], True, dealer)
        _next_trick(state, dealer)


def _place(state: State, seat: int, index: int, forced: bool, dealer: Dealer) -> None:
    state.lies[seat] |= 1 << index
    state.free ^= 1 << index
    state.stones[seat] -= 1
    if not isinstance(dealer, QuietDealer):
        dealer.tell(EVERYONE, views.StonePlaced(seat, SPACES[index], forced))


def _push(state: State, seat: int, index: int, to: int, dealer: Dealer) -> None:
    stone, place = 1 << index, 1 << to
    owner = 0
    while not state.lies[owner] & stone:
        owner += 1
    state.lies[owner] ^= stone | place
    state.lies[seat] |= stone
    state.free ^= place
    state.stones[seat] -= 1
    if not isinstance(dealer, QuietDealer):
        dealer.tell(EVERYONE, views.StonePushed(seat, SPACES[index], owner, SPACES[to]))


def _return(state: State, seat: int, spaces: tuple[int, ...], forced: bool, dealer: Dealer) -> None:
    for space in spaces:
        state.lies[seat] ^= 1 << INDEX[space]
        state.free |= 1 << INDEX[space]
    state.stones[seat] += len(spaces)
    if not isinstance(dealer, QuietDealer):
        dealer.tell(EVERYONE, views.StonesReturned(seat, spaces, forced))


def _next_trick(state: State, dealer: Dealer) -> None:
    """Let the winner lead; play the last cards of all hands, which leave no choice."""
    state.row = 0
    state.turn = state.leader
    hand = state.hands[0]
    if not hand:
        _end_round(state, dealer)
    elif hand & (hand - 1):
        state.phase = "play"
    else:
        for step in range(state.seats):
            seat = (state.leader + step) % state.seats
            _play(state, seat, CARDS[state.hands[seat].bit_length() - 1], True, dealer)
        _end_trick(state, dealer)


def _end_round(state: State, dealer: Dealer) -> None:
    """See which blessings are achieved; then deal again or end (Achievement Phase)."""
    if not isinstance(dealer, QuietDealer):
        dealer.tell(EVERYONE, views.RoundEnded(state.round))
    for seat, mine in enumerate(state.lies):
        before = state.achieved[seat]
        new = _fulfilled(mine, state.blessings[seat], before)
        if new:
            state.achieved[seat] = tuple(sorted(before + new))
            if not isinstance(dealer, QuietDealer):
                dealer.tell(EVERYONE, views.Achieved(seat, new))
    if state.round < ROUNDS:
        _deal_round(state, dealer)
        return
    state.phase = "over"
    state.turn = NOBODY
    if not isinstance(dealer, QuietDealer):
        result = GAME.result(state)
        dealer.tell(EVERYONE, views.MatchOver(result.scores, result.winners))


@lru_cache(4096)
def _fulfilled(mine: int, blessings: tuple[int, ...], before: tuple[int, ...]) -> tuple[int, ...]:
    """Return the blessing cards that stones on such spaces achieve, but for those of before."""
    return tuple(
        blessing
        for blessing in blessings
        if blessing not in before and (mine & ROWS[blessing // 10]).bit_count() == blessing % 10
    )


def _ways(state: State) -> int:
    """Return where a stone pushed out of the row can go: the next row with free spaces."""
    season = next_season(state.row)
    while not state.free & ROWS[season]:
        season = next_season(season)
    return state.free & ROWS[season]


# What can be known of hands


def _lacks(state: State) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the seasons that it couldn't follow this round."""
    shown: list[set[int]] = [set() for _ in range(state.seats)]
    for trick in reversed(state.tricks):
        if trick.round != state.round:
            break
        _look(shown, trick.leader, trick.cards)
    _look(shown, state.leader, state.running)
    return tuple(tuple(sorted(each)) for each in shown)


def _look(shown: list[set[int]], leader: int, cards: tuple[int, ...]) -> None:
    """Note who didn't follow in a trick, be it whole or not."""
    for step in range(1, len(cards)):
        led = cards[0] // 10
        if cards[step] // 10 != led:
            shown[(leader + step) % len(shown)].add(led)


def _guess_hands(view: views.SeatView, rng: random.Random) -> list[int]:
    """Return hands that fit all the seat has seen, each as likely as another."""
    seen, mine = view.public, view.private
    played = {card for trick in seen.tricks if trick.round == seen.round for card in trick.cards}
    known = played.union(seen.running, mine.hand)
    others = [seat for seat in range(seen.seats) if seat != view.seat]
    dealt: list[list[int]] = [[] for _ in others]
    if FIRST not in known:
        dealt[others.index(seen.dealer)].append(FIRST)
        known.add(FIRST)
    unseen = [card for card in DECK[seen.seats] if card not in known]
    rng.shuffle(unseen)
    rooms = [seen.hand_sizes[seat] - len(dealt[at]) for at, seat in enumerate(others)]
    lacks = [seen.lacks[seat] if rooms[at] else () for at, seat in enumerate(others)]
    tight = [season for season in SEASONS if any(season in lack for lack in lacks)]
    loose = [card for card in unseen if card // 10 not in tight]
    # Cards of a season which all may hold fill up what room the others leave.
    groups = [[card for card in unseen if card // 10 == season] for season in tight]
    closed = [[season in lack for lack in lacks] for season in tight]
    sizes = [len(group) for group in groups]
    for group, split in zip(groups, _split(sizes, closed, rooms, rng), strict=True):
        for at, many in enumerate(split):
            dealt[at] += [group.pop() for _ in range(many)]
            rooms[at] -= many
    for at, room in enumerate(rooms):
        dealt[at] += [loose.pop() for _ in range(room)]
    hands = [set_of(cards) for cards in dealt]
    hands.insert(view.seat, set_of(mine.hand))
    return hands


Split = tuple[int, ...]
"""How many cards go into each hand."""


def _split(
    sizes: list[int], closed: list[list[bool]], rooms: list[int], rng: random.Random
) -> list[Split]:
    """Return how many cards of each group go where, each way of dealing them being as likely.

    `sizes` counts the cards of each group, `closed` tells for each group which hands can't hold
    it, `rooms` counts what each hand can still take; other cards fill what is left of it.
    """
    groups = tuple(zip(sizes, map(tuple, closed), strict=True))
    room = tuple(rooms)
    found: list[Split] = []
    for at in range(len(groups)):
        ways, options = _options(groups[at:], room)
        left = rng.randrange(ways)
        for split, rest, weight in options:
            left -= weight
            if left < 0:
                found.append(split)
                room = rest
                break
    return found


@lru_cache(4096)
def _options(
    groups: tuple[tuple[int, tuple[bool, ...]], ...], room: Split
) -> tuple[int, tuple[tuple[Split, Split, int], ...]]:
    """Return in how many ways cards can be dealt, and each split of the first group of them.

    With each split goes the room after it, and the ways that begin with it.
    """
    if not groups:
        return _orders(room), ()
    size, closed = groups[0]
    most = [0 if shut else each for shut, each in zip(closed, room, strict=True)]
    options: list[tuple[Split, Split, int]] = []
    for split in _splits(size, most):
        rest = tuple(each - many for each, many in zip(room, split, strict=True))
        options.append((split, rest, _orders(split) * _options(groups[1:], rest)[0]))
    return sum(weight for _, _, weight in options), tuple(options)


def _splits(many: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to put so many cards into hands of which each takes so many at the most."""
    if not most:
        if not many:
            yield ()
        return
    for here in range(max(0, many - sum(most[1:])), min(many, most[0]) + 1):
        for rest in _splits(many - here, most[1:]):
            yield (here, *rest)


def _orders(parts: Sequence[int]) -> int:
    """Return in how many ways cards can be dealt into parts of these sizes."""
    ways = factorial(sum(parts))
    for part in parts:
        ways //= factorial(part)
    return ways


GAME: Final = Kirifuda()
"""The one game of this folder."""
