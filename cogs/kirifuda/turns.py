"""What is done in a turn of Ameno Kirifuda: with blessing cards, season cards and stones.

What a quiet dealer would not say isn't put into words: searches play on by these rules very often.
"""

from __future__ import annotations

from bot.engine.game import EVERYONE, Dealer
from cogs.kirifuda import views
from cogs.kirifuda.bit_sets import BIT, POWERS
from cogs.kirifuda.state import State
from cogs.kirifuda.views import INDEX, SPACES


def draft(state: State, seat: int, blessing: int, forced: bool, dealer: Dealer) -> None:
    """Take a blessing card from the display (Round Setup)."""
    at = state.display.index(blessing)
    state.display = state.display[:at] + state.display[at + 1 :]
    state.blessings[seat] = tuple(sorted((*state.blessings[seat], blessing)))
    if dealer.speaks:
        dealer.tell(EVERYONE, views.Drafted(seat, blessing, forced))


def show_discards(state: State, dealer: Dealer) -> None:
    """Show and carry out all discards (Round Setup; R2, R3)."""
    for seat, choice in enumerate(state.sealed):
        assert choice is not None
        gone = set(choice)
        state.blessings[seat] = tuple(b for b in state.blessings[seat] if b not in gone)
        state.achieved[seat] = tuple(b for b in state.achieved[seat] if b not in gone)
        state.discarded[seat] = tuple(sorted((*state.discarded[seat], *choice)))
        state.stones[seat] += len(choice)
        if dealer.speaks:
            dealer.tell(EVERYONE, views.Discarded(seat, choice))
    state.sealed = [None] * state.seats


def play(state: State, seat: int, card: int, forced: bool, dealer: Dealer) -> None:
    """Play a card, and see whether it wins the trick as it stands (Trick Phase)."""
    state.hands[seat] ^= BIT[card]
    running = state.running
    if running:
        powers = POWERS[running[0] // 10]
        if powers[card] > powers[state.best]:
            state.best = card
    else:
        state.best = card
    state.running = (*running, card)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.CardPlayed(seat, card, forced))


def place(state: State, seat: int, index: int, forced: bool, dealer: Dealer) -> None:
    """Place a stone of the hand on a free space (Trick Phase)."""
    state.lies[seat] |= 1 << index
    state.free ^= 1 << index
    state.stones[seat] -= 1
    if dealer.speaks:
        dealer.tell(EVERYONE, views.StonePlaced(seat, SPACES[index], forced))


def push(state: State, seat: int, index: int, to: int, dealer: Dealer) -> None:
    """Place a stone where one lies, whoever's, and move that one to a free space (R6)."""
    stone, goal = 1 << index, 1 << to
    owner = 0
    while not state.lies[owner] & stone:
        owner += 1
    state.lies[owner] ^= stone | goal
    state.lies[seat] |= stone
    state.free ^= goal
    state.stones[seat] -= 1
    if dealer.speaks:
        dealer.tell(EVERYONE, views.StonePushed(seat, SPACES[index], owner, SPACES[to]))


def take_back(
    state: State, seat: int, spaces: tuple[int, ...], forced: bool, dealer: Dealer
) -> None:
    """Take stones back from the board into the hand (Bad Karma; R4)."""
    for space in spaces:
        state.lies[seat] ^= 1 << INDEX[space]
        state.free |= 1 << INDEX[space]
    state.stones[seat] += len(spaces)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.StonesReturned(seat, spaces, forced))
