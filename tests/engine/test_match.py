"""A match in progress: who may do what, what a step holds, whose question changes."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.engine.dealer import AddressedEvent, LiveDealer, ReplayDealer
from bot.engine.game import Action, Audience, BadOptions, Dealer, Event, Item
from bot.engine.match import Match, NotAsked, NotLegal, Refused, StaleQuestion
from tests.engine.toy import (
    CODEC,
    GAME,
    Dealt,
    HighCard,
    Options,
    Play,
    Public,
    Shown,
    State,
    act,
    deal,
)


def test_a_deal_is_step_nought() -> None:
    match, step = deal()
    assert (step.number, step.seat, step.action) == (0, None, None)
    assert step.to_act == match.to_act() == (0, 1)
    assert step.asks == (0, 0)
    assert len(step.draws) == 1
    assert [events.audience for events in step.events] == [(0,), (1,)]
    assert step.events[0] == AddressedEvent(
        (0,), Dealt(tuple(card.card for card in match.legal(0)))
    )
    assert match.seats == 2


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_a_number_of_seats_that_doesnt_fit_is_no_match(seats: int) -> None:
    with pytest.raises(BadOptions):
        Match.deal(GAME, CODEC, seats, Options(), LiveDealer(random.Random(1)))


def test_a_proposed_step_changes_nothing_until_it_is_accepted() -> None:
    match, opening = deal()
    view, legal = match.view(0), match.legal(0)
    step = match.propose(0, legal[0], LiveDealer(random.Random(1)))
    assert (match.step, match.view(0), match.legal(0)) == (0, view, legal)
    assert Match.resume(GAME, CODEC, opening.sealed).view(0) == view
    match.accept(step)
    assert match.step == 1
    assert match.to_act() == step.to_act == (1,)
    assert match.legal(0) == []


def test_a_step_is_accepted_once_and_in_order() -> None:
    match, _ = deal()
    one = match.propose(0, match.legal(0)[0], LiveDealer(random.Random(1)))
    other = match.propose(1, match.legal(1)[0], LiveDealer(random.Random(1)))
    match.accept(one)
    for late in (one, other):
        with pytest.raises(ValueError, match="doesn't follow"):
            match.accept(late)
    assert match.step == 1
    ahead = Match.resume(GAME, CODEC, match.sealed())
    act(ahead, 1)
    early = ahead.propose(0, ahead.legal(0)[0], LiveDealer(random.Random(1)))
    with pytest.raises(ValueError, match="step 3 doesn't follow 1"):
        match.accept(early)


def test_refusals() -> None:
    match, _ = deal()
    dealer = LiveDealer(random.Random(1))
    mine, hers = match.legal(0), match.legal(1)
    for seat in (-1, 2, 7):
        with pytest.raises(NotAsked):
            match.propose(seat, mine[0], dealer)
    with pytest.raises(NotLegal):
        match.propose(0, hers[0], dealer)
    with pytest.raises(NotLegal):
        match.propose(0, Action(kind="play"), dealer)
    with pytest.raises(StaleQuestion):
        match.propose(0, mine[0], dealer, question_number=5)
    act(match, 0)
    with pytest.raises(NotAsked):
        match.propose(0, mine[1], dealer)
    assert issubclass(NotAsked, Refused)
    assert issubclass(StaleQuestion, Refused)
    assert issubclass(NotLegal, Refused)
    assert (dealer.draws, dealer.events, match.step) == ([], [], 1)


def test_a_sealed_choice_leaves_the_others_question_as_it_is() -> None:
    match, _ = deal()
    step = act(match, 0)
    assert step.asks == (1, 0)
    assert step.events == []
    assert match.public().laid == (True, False)  # type: ignore[attr-defined]
    # Seat 1 answers what it was asked at the deal.
    match.accept(
        match.propose(1, match.legal(1)[0], LiveDealer(random.Random(2)), question_number=0)
    )
    assert (match.question_number(0), match.question_number(1)) == (2, 2)


class Keeps(HighCard):
    """High card where a card laid goes back to the hand at once, so that nothing changes."""

    def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
        """Do nothing."""


def test_who_has_answered_is_asked_anew_even_if_it_is_the_same_question() -> None:
    match, _ = Match.deal(Keeps(), CODEC, 2, Options(), LiveDealer(random.Random(1)))
    legal = match.legal(0)
    act(match, 0)
    assert match.legal(0) == legal
    assert [match.question_number(seat) for seat in (0, 1)] == [1, 0]


def test_an_answer_to_an_earlier_question_is_stale() -> None:
    match, _ = deal()
    act(match, 0)
    act(match, 1)
    assert match.to_act() == (0, 1)
    with pytest.raises(StaleQuestion):
        match.propose(0, match.legal(0)[0], LiveDealer(random.Random(1)), question_number=0)
    match.propose(0, match.legal(0)[0], LiveDealer(random.Random(1)), question_number=2)


def test_a_step_holds_the_draws_and_what_was_told() -> None:
    match, _ = deal()
    first = act(match, 0)
    second = act(match, 1)
    assert first.draws == []
    assert second.draws in ([1], [2])
    assert second.events == [AddressedEvent("all", Shown((first.action.card, second.action.card)))]  # type: ignore[union-attr]


def test_a_match_is_taken_up_from_its_sealed_text() -> None:
    match, _ = deal()
    step = act(match, 0)
    again = Match.resume(GAME, CODEC, step.sealed)
    assert again.step == 1
    assert again.seats == 2
    assert [again.question_number(seat) for seat in (0, 1)] == [1, 0]
    assert [again.view(seat) for seat in (0, 1)] == [match.view(seat) for seat in (0, 1)]
    action = match.legal(1)[0]
    ours = match.propose(1, action, ReplayDealer([1]))
    theirs = again.propose(1, action, ReplayDealer([1]))
    assert (ours.sealed, ours.asks, ours.events) == (theirs.sealed, theirs.asks, theirs.events)


def test_a_match_comes_to_its_end() -> None:
    match, _ = deal()
    step = act(match, 0)
    while match.to_act():
        assert step.to_act == match.to_act()
        assert step.result is None
        step = act(match, match.to_act()[0])
    assert step.to_act == ()
    assert step.result == match.result()
    assert sum(match.result().scores) >= 2
    with pytest.raises(NotAsked):
        match.propose(0, Play(1), LiveDealer(random.Random(1)))


class Shows(HighCard):
    """High card where every trick is worth one, so that nothing is drawn when it is shown."""

    def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
        super().apply(state, seat, action, Scripted(dealer))


class Scripted:
    """A dealer that picks the first there is, and draws nothing."""

    speaks = True

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer

    def shuffle(self, items: list[Item]) -> list[Item]:
        return self.dealer.shuffle(items)

    def pick(self, items: list[Item]) -> Item:
        return items[0]

    def tell(self, audience: Audience, event: Event) -> None:
        self.dealer.tell(audience, event)


def test_a_seat_foresees_what_is_neither_drawn_nor_shown() -> None:
    rng = random.Random(1)
    match, _ = deal()
    first = match.legal(0)[0]
    assert match.foreseen(0, first, rng, 64)
    act(match, 0)
    # The second card lets chance decide what the trick is worth.
    assert not match.foreseen(1, match.legal(1)[0], rng, 64)
    other, _ = Match.deal(Shows(), CODEC, 2, Options(), LiveDealer(random.Random(1)))
    other = other.after(0, first, LiveDealer(rng))
    # Now it draws nothing, but the first card is shown, and it could have been another.
    assert not other.foreseen(1, other.legal(1)[0], rng, 64)
    # A single card that is left, however, is known to both.
    other = other.after(1, other.legal(1)[0], LiveDealer(rng))
    assert other.foreseen(0, other.legal(0)[0], rng, 64)


class Silent(HighCard):
    """High card where no card is ever turned over."""

    def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
        state.hands[seat].remove(action.card)
        state.laid[seat] = action.card


class Whispers(Silent):
    """The other seat is told its own card again, and nobody else is."""

    def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
        super().apply(state, seat, action, dealer)
        dealer.tell((1 - seat,), Dealt((state.laid[1 - seat],)))


class AsksByCard(Silent):
    """Seat 1 is asked once more if its card is odd."""

    def to_act(self, state: State) -> tuple[int, ...]:
        return (1,) if all(state.laid) and state.laid[1] % 2 else super().to_act(state)


class ShowsByCard(Silent):
    """The score becomes the card of seat 1, without an event."""

    def public(self, state: State) -> Public:
        view = super().public(state)
        return replace(view, scores=(0, state.laid[1])) if all(state.laid) else view


@pytest.mark.parametrize(
    ("game", "foreseen"), [(Whispers(), True), (AsksByCard(), False), (ShowsByCard(), False)]
)
def test_a_seat_foresees_what_it_will_see_and_hear_itself(game: HighCard, foreseen: bool) -> None:
    match, _ = Match.deal(game, CODEC, 2, Options(), LiveDealer(random.Random(1)))
    act(match, 1)
    assert match.foreseen(0, match.legal(0)[0], random.Random(1), 64) == foreseen


class Draws(HighCard):
    """High card where something is drawn with every card laid, and nobody ever hears of it."""

    def apply(self, state: State, seat: int, action: Play, dealer: Dealer) -> None:
        super().apply(state, seat, action, Scripted(dealer))
        dealer.pick([1, 2])


def test_a_draw_that_nobody_sees_is_not_foreseen_either() -> None:
    """Taken back and made again, it would be drawn again."""
    match, _ = Match.deal(Draws(), CODEC, 2, Options(), LiveDealer(random.Random(1)))
    assert not match.foreseen(0, match.legal(0)[0], random.Random(1), 64)


def test_to_foresee_changes_nothing() -> None:
    match, _ = deal()
    act(match, 0)
    before = match.sealed()
    match.foreseen(1, match.legal(1)[0], random.Random(1), 64)
    assert match.sealed() == before


def test_a_match_goes_back_as_a_step_of_its_own() -> None:
    match, _ = deal()
    earlier = Match.resume(GAME, CODEC, match.sealed())
    act(match, 0)
    step = match.propose_back(0, earlier, ReplayDealer([]))
    assert match.step == 1
    assert (step.number, step.seat, step.action) == (2, 0, None)
    assert (step.draws, step.events, step.result) == ([], [], None)
    match.accept(step)
    assert [match.view(seat) for seat in (0, 1)] == [earlier.view(seat) for seat in (0, 1)]
    assert [match.legal(seat) for seat in (0, 1)] == [earlier.legal(seat) for seat in (0, 1)]
    assert [match.question_number(seat) for seat in (0, 1)] == [2, 2]
    assert match.sealed() == step.sealed == match.sealed()
    # What is played from here on leaves the earlier match as it was.
    there = earlier.sealed()
    act(match, 0)
    act(match, 1)
    assert earlier.sealed() == there


def test_a_match_after_a_move_is_another_match() -> None:
    match, _ = deal()
    before, action = match.sealed(), match.legal(0)[1]
    later = match.after(0, action, LiveDealer(random.Random(2)))
    assert match.sealed() == before
    assert later.sealed() == match.propose(0, action, LiveDealer(random.Random(2))).sealed
    with pytest.raises(NotAsked):
        later.after(0, action, LiveDealer(random.Random(2)))
    with pytest.raises(NotLegal):
        match.after(1, action, LiveDealer(random.Random(2)))
