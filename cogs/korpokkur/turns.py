"""What is done in a turn of 7 Little Korpokkurs: giving, KAMUY cards, calls.

A function that ends the turn returns those who have no chip left and so are out (short game). What
a quiet dealer would not say isn't put into words: searches play on by these rules very often.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.game import EVERYONE, Dealer
from cogs.korpokkur import bags, views
from cogs.korpokkur.components import (
    BUTTERBUR,
    ENOUGH,
    ISAM_POINTS,
    KORKONI_POINTS,
    KORPOKKUR,
    Card,
    Chips,
    in_order,
    without,
)
from cogs.korpokkur.state import (
    UNCHOSEN,
    State,
    card_named,
    draw,
    in_turn,
    learn,
    learn_all,
    move,
    next_player,
    put_out,
    run_out,
    score,
    show,
)

# Give your chip(s)


def hold_out(state: State, chips: Chips, number: int, dealer: Dealer) -> None:
    """Hold out chips to the next player; they stay the giver's until the answer."""
    seat = state.turn
    to = next_player(state, seat)
    state.offer = chips
    state.number = number
    state.phase = "answer"
    state.asked = (to,)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.HeldOut(seat, to, number))
        dealer.tell((seat,), views.ChipsChosen(seat, chips, number))


def take(state: State, taker: int, dealer: Dealer) -> tuple[int, ...]:
    """Move the chips held out into the bag of whoever said Eh."""
    giver, chips, number = state.turn, state.offer, state.number
    assert chips is not None
    state.offer = None
    state.number = 0
    move(state.korpokkur if chips == KORPOKKUR else state.butterbur, giver, taker, number)
    for observer, row in state.facts.items():
        if observer == giver:
            row[taker] = bags.gained(row[taker], chips, number)
        elif observer == taker:
            row[giver] = bags.lost(row[giver], chips, number)
        else:
            row[giver], row[taker] = bags.handed(row[giver], row[taker], number)
    out = run_out(state) if state.short else ()
    if dealer.speaks:
        dealer.tell(EVERYONE, views.Taken(taker, giver, number, out))
        both = (giver, taker) if giver < taker else (taker, giver)
        dealer.tell(both, views.ChipsMoved(giver, taker, chips, number))
    return out


def refuse(state: State, seat: int, dealer: Dealer) -> tuple[int, ...]:
    """Show the chips held out, give them back, and let the giver draw as many (Somo; R1)."""
    giver, chips, number = state.turn, state.offer, state.number
    assert chips is not None
    state.offer = None
    state.number = 0
    drawn = draw(state, giver, chips, number)
    learn(state, giver, bags.refused, chips, number, drawn)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.Refused(seat, giver, chips, number, drawn))
    return ()


# Use a KAMUY card


def play_card(
    state: State, seat: int, card: Card, target: int | None, dealer: Dealer
) -> tuple[int, ...] | None:
    """Discard a KAMUY card and do what it says; return None if cards are to be chosen first."""
    state.hands[seat] = without(state.hands[seat], card)
    state.discards += (card,)
    for observer, row in state.known.items():
        if card in row[seat]:
            state.known[observer] = (*row[:seat], without(row[seat], card), *row[seat + 1 :])
    if dealer.speaks:
        dealer.tell(EVERYONE, views.CardPlayed(seat, card, target))
    gone: tuple[int, ...] = ()
    match card:
        case "reverse":
            state.direction = -1 if state.direction == 1 else 1
        case "swap-bags":
            assert target is not None
            _pass_bags(state, (seat, target), dealer)
        case "swap-seats":
            assert target is not None
            order = state.order
            one, other = order.index(seat), order.index(target)
            order[one], order[other] = target, seat
        case "take-korpokkur":
            _all_take(state, KORPOKKUR, dealer)
        case "take-butterbur":
            _all_take(state, BUTTERBUR, dealer)
        case "drop-korpokkur":
            gone = _all_drop(state, KORPOKKUR, dealer)
        case "drop-butterbur":
            gone = _all_drop(state, BUTTERBUR, dealer)
        case "pass-bags":
            _pass_bags(state, in_turn(state), dealer)
        case "pass-card":
            if _ask_for_cards(state):
                return None
            move_cards(state, dealer)
    return gone


def _all_take(state: State, chips: Chips, dealer: Dealer) -> None:
    """Let everybody in the round take two from the table, as long as there are any (R3)."""
    numbers = [(seat, draw(state, seat, chips, 2)) for seat in in_turn(state)]
    learn_all(state, bags.gained, chips, numbers)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.AllTook(chips, tuple(numbers)))


def _all_drop(state: State, chips: Chips, dealer: Dealer) -> tuple[int, ...]:
    """Let all in the round put back two, or what they have (R4); return those who ran out."""
    pile = state.korpokkur if chips == KORPOKKUR else state.butterbur
    numbers: list[tuple[int, int]] = []
    for seat in in_turn(state):
        number = 2 if pile[seat] >= 2 else pile[seat]
        move(pile, seat, state.seats, number)
        numbers.append((seat, number))
    learn_all(state, bags.dropped, chips, numbers)
    out = run_out(state)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.AllDropped(chips, tuple(numbers), out))
    return out


def _pass_bags(state: State, ring: tuple[int, ...], dealer: Dealer) -> None:
    """Let each of a ring of players give their whole bag to the next one, all at once."""
    steps = _steps(ring)
    for observer, row in state.facts.items():
        if observer in ring:
            row[observer] = bags.exact(state.korpokkur[observer], state.butterbur[observer])
        before = row[:]
        for giver, taker in steps:
            row[taker] = before[giver]
        if observer in ring:
            row[observer] = bags.EMPTY
    for pile in (state.korpokkur, state.butterbur):
        held = pile[:]
        for giver, taker in steps:
            pile[taker] = held[giver]
    if dealer.speaks:
        for seat in sorted(ring):
            dealer.tell((seat,), views.BagSeen(seat, state.korpokkur[seat], state.butterbur[seat]))


def _steps(ring: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return each of a ring of players with the next one."""
    return list(zip(ring, ring[1:] + ring[:1], strict=True))


def _ask_for_cards(state: State) -> bool:
    """Ask all in the round for a card to give; tell whether anybody has a choice (R5)."""
    asked: list[int] = []
    for seat, hand in enumerate(state.hands):
        if hand and state.playing[seat]:
            if len(hand) == 1:
                state.chosen[seat] = hand[0]
            else:
                asked.append(seat)
    if asked:
        state.phase = "handover"
        state.asked = tuple(asked)
    return bool(asked)


def move_cards(state: State, dealer: Dealer) -> None:
    """Give every chosen card to the next player, all at once (R5)."""
    gifts: list[tuple[int, int, Card]] = [
        (giver, taker, card_named(state.chosen[giver]))
        for giver, taker in _steps(in_turn(state))
        if state.chosen[giver] != UNCHOSEN
    ]
    rows = {observer: list(row) for observer, row in state.known.items()}
    arriving = _see_leave(rows, gifts, state.hands)
    for giver, _, card in gifts:
        state.chosen[giver] = UNCHOSEN
        state.hands[giver] = without(state.hands[giver], card)
    for _, taker, card in gifts:
        state.hands[taker] = in_order((*state.hands[taker], card))
    for row, taker, card in arriving:
        row[taker] = in_order((*row[taker], card))
    state.known = {observer: tuple(row) for observer, row in rows.items()}
    if not dealer.speaks:
        return
    dealer.tell(EVERYONE, views.CardsMoved(tuple(giver for giver, _, _ in gifts)))
    for giver, taker, card in gifts:
        both = (giver, taker) if giver < taker else (taker, giver)
        dealer.tell(both, views.CardGiven(giver, taker, card))


def _see_leave(
    rows: dict[int, list[tuple[Card, ...]]],
    gifts: Sequence[tuple[int, int, Card]],
    hands: Sequence[tuple[Card, ...]],
) -> list[tuple[list[tuple[Card, ...]], int, Card]]:
    """Remove what may leave hands from what each observer knows about them; return what arrives.

    As (what the observer knows, who gets the card, the card), for those who can tell which card it
    is. `hands` are those before the cards move.
    """
    arriving: list[tuple[list[tuple[Card, ...]], int, Card]] = []
    for giver, taker, card in gifts:
        for observer, row in rows.items():
            known = row[giver]
            if observer == giver:
                arriving.append((row, taker, card))
            elif not known:
                continue
            elif observer == taker:
                if card in known:
                    row[giver] = without(known, card)
            elif len(known) == len(hands[giver]) and len(set(known)) == 1:
                arriving.append((row, taker, card))
                row[giver] = known[1:]
            else:
                for each in set(known):
                    row[giver] = without(row[giver], each)
    return arriving


# Declare


def call_korkoni(state: State, seat: int, target: int, dealer: Dealer) -> tuple[int, ...]:
    """Call Korkoni: a target with enough butterbur is out, else the caller pays some."""
    if state.butterbur[target] >= ENOUGH:
        return _korkoni_right(state, seat, target, dealer)
    return _korkoni_wrong(state, seat, target, dealer)


def _korkoni_right(state: State, seat: int, target: int, dealer: Dealer) -> tuple[int, ...]:
    """Pay the caller two korpokkur, put the rest back and be out (1)."""
    seats = state.seats
    number = min(2, state.korpokkur[target])
    korpokkur, butterbur = state.korpokkur[target] - number, state.butterbur[target]
    move(state.korpokkur, target, seat, number)
    move(state.korpokkur, target, seats, korpokkur)
    move(state.butterbur, target, seats, butterbur)
    for observer, row in state.facts.items():
        if observer == seat:
            continue
        least = most = number
        if observer != target and not korpokkur:
            # With korpokkur left over it paid two; with none it may have had less.
            fact = bags.limited(row[target], BUTTERBUR, butterbur, butterbur)
            least, most = min(fact[0], 2), min(fact[1], 2)
        row[seat] = bags.spread(row[seat], KORPOKKUR, least, most)
    put_out(state, target)
    points = 0
    if not state.short:
        points = KORKONI_POINTS
        score(state, target, "korkoni", points)
    if dealer.speaks:
        called = views.KorkoniCalled(seat, target, True, korpokkur, butterbur, points, ())
        dealer.tell(EVERYONE, called)
        _tell_payment(seat, target, KORPOKKUR, number, dealer)
    return ()


def _korkoni_wrong(state: State, seat: int, target: int, dealer: Dealer) -> tuple[int, ...]:
    """Give the caller two butterbur or what there is; how many is not told (2)."""
    number = min(2, state.butterbur[target])
    move(state.butterbur, target, seat, number)
    for observer, row in state.facts.items():
        if observer == seat:
            fact = bags.limited(row[target], BUTTERBUR, 0, ENOUGH - 1)
            row[target] = bags.dropped(fact, BUTTERBUR, number)
        elif observer == target:
            row[seat] = bags.gained(row[seat], BUTTERBUR, number)
        else:
            row[target], row[seat] = bags.settled(row[target], row[seat])
    out = run_out(state)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.KorkoniCalled(seat, target, False, 0, 0, 0, out))
        _tell_payment(seat, target, BUTTERBUR, number, dealer)
    return out


def _tell_payment(seat: int, target: int, chips: Chips, number: int, dealer: Dealer) -> None:
    both = (seat, target) if seat < target else (target, seat)
    dealer.tell(both, views.ChipsMoved(target, seat, chips, number))


def leave(state: State, seat: int, dealer: Dealer) -> None:
    """Leave the round with an empty bag (Isam)."""
    put_out(state, seat)
    score(state, seat, "isam", ISAM_POINTS)
    if dealer.speaks:
        dealer.tell(EVERYONE, views.IsamCalled(seat, ISAM_POINTS))


def show_bag(state: State, seat: int, dealer: Dealer) -> None:
    """Show enough korpokkur and win the round (Arwampe)."""
    korpokkur, butterbur = state.korpokkur[seat], state.butterbur[seat]
    show(state, seat, bags.exact(korpokkur, butterbur))
    state.turns += 1
    if dealer.speaks:
        dealer.tell(EVERYONE, views.ArwampeCalled(seat, korpokkur, butterbur))
