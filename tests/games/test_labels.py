"""What a button says comes of a move, compared with what the rules then do to the whole state."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from statistics import median
from typing import Any

import pytest

from bot.engine.dealer import LiveDealer
from bot.engine.game import AnyGame, carry_out
from bot.ui.pages.tables.menu_moves import MenuMove, menu_moves
from bot.ui.pages.wording import Wording
from cogs.donburiko import views as donburiko
from cogs.kasane import views as kasane
from cogs.kirifuda import turns as stones
from cogs.kirifuda import views as kirifuda
from cogs.kirifuda.bit_sets import ROWS, longest
from cogs.korpokkur import actions
from cogs.korpokkur import views as korpokkur
from cogs.shiranui import views as shiranui
from tests.contract.games import Configuration, configurations, play, truth
from tests.contract.seen import NAMES, playable_of
from tests.emoji import mentions
from tests.only import first, only


@dataclass
class Made:
    """A move as its controls say it, and what the rules make of it."""

    game: AnyGame
    before: Any
    seat: int
    action: Any
    first: str
    """How the answer of its first step reads."""
    label: str
    """How that of its last step reads."""
    legal: list[Any]
    """All that the seat may do."""
    promises: bool = False
    """Whether a label says more than what is played: a verb, or what comes of it."""

    def __post_init__(self) -> None:
        """Carry out the move."""
        self.after, dealer = self.before.clone(), LiveDealer(random.Random(1))
        carry_out(self.game, self.after, self.seat, self.action, dealer)
        self.events = [each.event for each in dealer.events]

    def one(self, kind: type[Any]) -> Any:
        """Return the first event of a kind; None if there is none."""
        return next((event for event in self.events if isinstance(event, kind)), None)

    def is_so(self, *labels: str) -> None:
        """Fail unless the label is one of these."""
        assert self.label in labels, f"{self.label!r}, but {labels} is so: {self.action}"


def added(made: Made) -> None:
    action, state = made.action, made.before
    cards = (*state.rows[action.row - 1], action.card)
    owners = (*state.owners[action.row - 1], made.seat)
    known = [card for card, owner in zip(cards, owners, strict=True) if owner in (-1, made.seat)]
    whole = "0"
    if len(cards) < 7:
        *some, last = map(str, donburiko.totals(tuple(known)))
        whole = f"{', '.join(some)} or {last}" if some else last
        whole += " + ?" * (len(cards) - len(known))
    if action.face_down:
        made.one(donburiko.AddedFaceDown)
        face = "down"
    else:
        # That a chip is won is in the question, so it is said if none is.
        face = "up" if made.one(donburiko.AddedFaceUp).chip else "up +0"
    made.is_so(f"Row {action.row} → {whole.replace('-', '−')}, {face}{note(known, cards)}")


def note(known: list[int], cards: tuple[int, ...]) -> str:
    """Return what is said of ponds beside a loach, as far as the seat knows them."""
    ponds = {card for card in known if card < 0}
    if cards[-1] > 0 or 0 not in known or not ponds or len(cards) == 7:
        return ""
    worth = -min(ponds)
    one = f" (pond −{worth} counts +{worth} here)"
    return one if len(ponds) == 1 else " (ponds count plus here)"


def taken(made: Made) -> None:
    row = made.one(donburiko.RowTaken)
    known = [
        card for card, owner in zip(row.cards, row.owners, strict=True) if owner in (-1, made.seat)
    ]
    chips = f", chips on it +{row.chips}" if row.chips else ""
    counted = made.one(donburiko.RowCounted)
    most = counted.points if counted else max(won for _total, won in made.after.taking.counts)
    said = f"+{most}" if most > 0 else f"−{-most}" if most else "0"
    if len(known) < len(row.cards) < 7:
        said = made.label.partition(": ")[2].partition(", chips")[0].partition(" (")[0]
        assert said.count("?") == len(row.cards) - len(known), f"{said} of {row}"
    else:
        said += "\N{NO-BREAK SPACE}🪙"
    made.is_so(f"Take row {row.row}: {said}{chips}")


def counted(made: Made) -> None:
    event, said = made.one(donburiko.RowCounted), made.label
    number = int(re.findall(r": (?:win|pay) (\d+)", said)[0])
    assert said.startswith(str(event.total).replace("-", "−")), said
    won = -number if "pay" in said else number
    assert (won, bool(event.owed)) == (event.points, "at the end" in said), f"{said}, but {event}"
    assert event.announced == ("Donburiko!" in said), said
    ends = made.one(donburiko.FinalRoundDecided)
    assert not event.owed or bool(ends) == ("last round" in said), said


def took(made: Made) -> None:
    """Check a card, and a meld; the row says what the best of its melds scores."""

    def score(after: Made) -> int:
        meld = after.one(kasane.MeldAchieved)
        return (meld.points if meld else 0) + (card == kasane.PLUS_ONE)

    row = made.action.row
    card = made.before.rows[row - 1][-1]
    named = "+1" if card == kasane.PLUS_ONE else str(card)
    others = [each for each in made.legal if each.row == row and each.meld]
    ways = [Made(made.game, made.before, made.seat, each, "", "", []) for each in others]
    most = f": up to +{max(map(score, ways))}" if ways else ""
    assert made.first == f"{named}, row {row}{most}", made.first
    if made.action.meld is None:
        made.is_so("No meld yet")
        return
    meld = made.one(kasane.MeldAchieved)
    names = {"juu": "Sum 10 (Juu)", "kagen": "Run (Kagen)", "katyou": "All odd (Katyou)"}
    cards = [*map(str, meld.cards)]
    cards[0] = f"[{cards[0]}]" if meld.top else cards[0]
    assert made.label.endswith(f") {'-'.join(cards)}: +{score(made)}"), f"{made.label}: {meld}"
    assert made.label.startswith(names.get(meld.meld, "")), made.label


def laid(made: Made) -> None:
    won = made.one(shiranui.TrickWon)
    name = f"{shiranui.KEYS[made.action.card // 10]} {made.action.card % 10}"
    if len(made.before.trick) + 1 < made.before.seats:
        # What is forced may end it yet.
        made.is_so(name)
    else:
        made.is_so(f"{name}: win {won.points}" if won.seat == made.seat else f"{name}: no win")


def given(made: Made) -> None:
    """Check tokens given: who wins, as the trick stands after the giver's best card, and what."""
    give, state = made.action, made.before
    at = state.trick.index(give.target)
    now, owner = state.totals[at], NAMES[(state.leader + at) % state.seats]
    card = f"{shiranui.KEYS[give.target // 10]} {give.target % 10}"
    named = f"{card} (now {now})" if now != give.target % 10 else card
    tokens = str(give.tokens) if not give.clear else f"{give.clear} clear"
    tokens = f"{give.tokens} + {tokens}" if give.clear and give.tokens else tokens
    assert made.first == f"{owner}'s {named}", made.first
    found = [(won if seat == made.seat else -won, seat, mine) for seat, won, mine in ends(made)]
    best = max(worth for worth, _seat, _mine in found)
    far = " so far" if len(state.trick) + 1 < state.seats else ""
    made.is_so(
        *(
            f"Give {tokens}: {winner(made, seat, mine)} wins {abs(worth)}{far}"
            for worth, seat, mine in found
            if worth == best
        )
    )


def winner(made: Made, seat: int, mine: int) -> str:
    """Return who wins, as a label says it: a card of the giver's, or another."""
    if seat != made.seat:
        return NAMES[seat]
    same = mine // 10 == made.action.target // 10
    return f"your {mine % 10}" if same else f"your {shiranui.KEYS[mine // 10]} {mine % 10}"


def ends(made: Made) -> Iterator[tuple[int, int, int]]:
    """Yield who wins a trick as it stands after a move and each card of the same seat, what they
    win, and that card.
    """
    hand = made.before.hands[made.seat]
    for card in [each for each in hand if each // 10 == made.before.strong] or hand:
        after, dealer = made.before.clone(), LiveDealer(random.Random(1))
        made.game.apply(after, made.seat, made.action, dealer)
        if not any(isinstance(each.event, shiranui.Played) for each in dealer.events):
            # With another card to play, none was played for them.
            made.game.apply(after, made.seat, shiranui.Play(card), dealer)
        events = [each.event for each in dealer.events]
        own = first((e for e in events if isinstance(e, shiranui.Played)), "the card after tokens")
        ended = next((each for each in events if isinstance(each, shiranui.TrickWon)), None)
        state, give = made.before, made.action
        if ended and len(state.trick) + 1 == state.seats:
            yield ended.seat, ended.points, card
        else:
            # Others' last cards, which may have been played after it, are in nobody's label.
            totals = [*state.totals, own.card % 10]
            totals[state.trick.index(give.target)] += give.tokens + give.clear
            cards = (*state.trick, own.card)
            at, won, _void = shiranui.won(cards, totals, own.strong, state.thirteen)
            yield (state.leader + at) % state.seats, won, card


def held_out(made: Made) -> None:
    event = made.one(korpokkur.ChipsChosen)
    made.is_so(f"Offer {event.number} {event.chips}")


def answered(made: Made) -> None:
    thing = "it" if made.before.number == 1 else "them"
    made.is_so(f"Eh: take {thing}" if made.one(korpokkur.Taken) else f"Somo: refuse {thing}")


def kamuy(made: Made) -> None:
    """Check a card's name against the event that tells what it did."""
    target = None if made.action.target is None else NAMES[made.action.target]
    happens = {
        "reverse": ("Reverse turns", made.after.direction != made.before.direction),
        "swap-bags": (f"Swap bags with {target}", made.one(korpokkur.CardPlayed)),
        "swap-seats": (f"Swap seats with {target}", made.one(korpokkur.CardPlayed)),
        "pass-card": ("All pass a card on", made.one(korpokkur.CardPlayed)),
        "pass-bags": ("All pass bags on", made.one(korpokkur.CardPlayed)),
    }
    for way, sign, event in (
        ("take", "+", korpokkur.AllTook),
        ("drop", "−", korpokkur.AllDropped),
    ):
        for chips in ("korpokkur", "butterbur"):
            moved = made.one(event)
            happens[f"{way}-{chips}"] = (
                f"All: {sign}2 {chips}",
                moved and moved.chips == chips and max(n for _seat, n in moved.numbers) <= 2,
            )
    said, so = happens[made.action.card]
    made.is_so(said)
    # In a round that ended turns go clockwise again.
    assert so or made.one(korpokkur.RoundEnded), f"{said} didn't happen"
    if target is not None:
        alone = made.before.playing.count(True) == 2
        assert made.first == (said if alone else f"{said.partition(' with')[0]} …"), made.first


def accused(made: Made) -> None:
    """Check who is accused; and, once for all, that the question about it holds."""
    event = made.one(korpokkur.KorkoniCalled)
    moved = [each for each in made.events if isinstance(each, korpokkur.ChipsMoved)]
    right = made.before.butterbur[event.target] >= 7
    assert event.right == right, event
    kind = "korpokkur" if right else "butterbur"
    assert all(each.chips == kind and each.number <= 2 for each in moved), moved
    made.is_so(f"Accuse {NAMES[event.target]}")


def isam(made: Made) -> None:
    made.is_so(f"Isam! Leave, +{made.one(korpokkur.IsamCalled).points} point")


def arwampe(made: Made) -> None:
    assert made.one(korpokkur.RoundEnded).winners == (made.seat,)
    made.is_so("Arwampe! Win the round")


def filled(made: Made) -> None:
    made.is_so(f"{made.action.korpokkur} korpokkur, {made.action.butterbur} butterbur")


def played(made: Made) -> None:
    """Check the card that ends a trick: who wins it, and whether that is bad luck."""
    won = made.one(kirifuda.TrickWon)
    seasons = ("", "spring", "summer", "autumn", "winter")
    name = f"{seasons[made.action.card // 10]} {made.action.card % 10}"
    if len(made.before.running) + 1 < made.before.seats or won.seat != made.seat:
        made.is_so(name)
        return
    karma = made.one(kirifuda.BadKarma)
    made.is_so(
        f"{name}: wins: Bad Karma!" if karma and karma.seat == made.seat else f"{name}: wins"
    )


def drafted(made: Made) -> None:
    blessing = made.one(kirifuda.Drafted).blessing
    worth = kirifuda.BLESSING_POINTS[blessing % 10]
    assert re.fullmatch(rf"{blessing % 10} in [a-z]+ \(\+{worth}\)", made.label), made.label


def gave_up(made: Made) -> None:
    achieved = made.before.achieved[made.seat]
    lost = sum(
        kirifuda.BLESSING_POINTS[each % 10] for each in made.action.blessings if each in achieved
    )
    if not made.action.blessings:
        made.is_so("Keep them all")
    elif lost:
        assert made.label.endswith(f": −{lost}"), f"{made.label}, but {lost} points are lost"
    elif made.label == "Give up both":
        assert len(made.action.blessings) == 2, made.action
        assert len(made.before.blessings[made.seat]) == 2, "there are more"
    else:
        assert made.label.startswith("Give up "), made.label
        counts = [int(each) for each in re.findall(r"(\d) in", made.label)]
        assert counts == [each % 10 for each in made.action.blessings], made.label


def placed(made: Made) -> None:
    """Check what a stone brings: by the stones alone, before anything forced follows."""
    state, action = made.before.clone(), made.action
    at, dealer = kirifuda.INDEX[action.space], LiveDealer(random.Random(1))
    letter = "ABCD"[action.space % 10 - 1]
    if action.to is None:
        stones.place(state, made.seat, at, False, dealer)
        made.is_so(f"{letter}: {brought(made, state)}")
        return
    stones.push(state, made.seat, at, kirifuda.INDEX[action.to], dealer)
    pushed = only([each.event for each in dealer.events], "event of a push")
    assert isinstance(pushed, kirifuda.StonePushed), "no stone was pushed"
    gain, own = brought(made, state), pushed.owner == made.seat
    whose = "yours" if own else NAMES[pushed.owner]
    seasons = ("", "spring", "summer", "autumn", "winter")
    goal = f"{seasons[action.to // 10]} {'ABCD'[action.to % 10 - 1]}"
    alone = sum(each.space == action.space for each in made.legal) == 1
    made.is_so(f"to {goal}: {gain}" if own and not alone else f"to {goal}")
    told = f"push {whose} to {goal}, {gain}" if alone else f"push {whose}"
    told = f"{told}, {gain}" if not alone and not own else told
    assert made.first == f"{letter}: {told}", f"{made.first!r}, but {told!r} is so"


def brought(made: Made, after: Any) -> str:
    """Return what the stones score more, what in all, and which blessings change."""
    seat, scores, held, whole = made.seat, [], [], ""
    for state in (made.before, after):
        lies = state.lies[seat]
        scores.append(lies.bit_count() * longest(lies))
        whole = f"{lies.bit_count()} × {longest(lies)} = {scores[-1]}"
        wanted = set(state.blessings[seat]) - set(state.achieved[seat])
        held.append({b for b in wanted if (lies & ROWS[b // 10]).bit_count() == b % 10})
    gain = scores[1] - scores[0]
    said = [f"+{gain} (total {whole})" if gain >= 0 else f"−{-gain} (total {whole})"]
    for sign, those in (("+", held[1] - held[0]), ("−", held[0] - held[1])):
        if those:
            said.append(f"blessing {sign}{sum(kirifuda.BLESSING_POINTS[b % 10] for b in those)}")
    return ", ".join(said)


def returned(made: Made) -> None:
    state, dealer = made.before.clone(), LiveDealer(random.Random(1))
    stones.take_back(state, made.seat, made.action.spaces, False, dealer)
    assert made.label.endswith(f": {brought(made, state)}"), made.label
    places = re.findall(r"\b[ABCD]\b", made.label.partition(":")[0])
    assert places == ["ABCD"[space % 10 - 1] for space in made.action.spaces], made.label


CHECKS: dict[type[Any], Callable[[Made], None]] = {
    donburiko.Add: added,
    donburiko.Take: taken,
    donburiko.Count: counted,
    kasane.Take: took,
    shiranui.Play: laid,
    shiranui.Give: given,
    actions.Give: held_out,
    actions.Answer: answered,
    actions.Kamuy: kamuy,
    actions.Korkoni: accused,
    actions.Isam: isam,
    actions.Arwampe: arwampe,
    actions.Bag: filled,
    kirifuda.Play: played,
    kirifuda.Draft: drafted,
    kirifuda.Discard: gave_up,
    kirifuda.Place: placed,
    kirifuda.Return: returned,
}
UNPROMISING = {actions.Handover}
"""Their labels are names alone, though shorter ones than in lists."""


def told(move: MenuMove, render: Any) -> list[str]:
    """Return how the answers of a move read, with their remarks; of one without, its prompt."""
    said = [
        (answer.said or answer.label) + (answer.more and f" ({answer.more})")
        for answer in move.answers
    ]
    return said or [render.kinds[move.action.kind].steps[0].prompt]


def moves(configuration: Configuration, match: Any) -> Iterator[Made]:
    """Yield all that can be done in a position."""
    game, wording = configuration.game, Wording("en-GB", NAMES[: configuration.seats])
    render = playable_of(game).render
    for seat in match.to_act():
        legal, view = match.legal(seat), match.view(seat)
        for move in menu_moves(render, legal, view, wording):
            first, *_more = *_rest, last = told(move, render)
            state = truth(match).state
            more = any(answer.said or answer.more for answer in move.answers)
            yield Made(game, state, seat, move.action, first, last, legal, more)


def check(key: str, games: int, positions: float) -> tuple[set[type[Any]], list[int]]:
    """Check all moves in a share of the positions of some games; return kinds, and lengths."""
    kinds = [each for each in configurations() if each.game.info.key == key]
    seen: set[type[Any]] = set()
    lengths: list[int] = []
    for number in range(games):
        rng = random.Random(f"labels {number}")
        kind = kinds[number % len(kinds)]
        for match, _step in play(kind, rng):
            if rng.random() >= positions:
                continue
            for made in moves(kind, match):
                seen.add(type(made.action))
                lengths.append(len(made.label))
                if is_so := CHECKS.get(type(made.action)):
                    is_so(made)
                elif type(made.action) not in UNPROMISING:
                    assert not made.promises, f"nothing checks what {made.label!r} promises"
    return seen, lengths


GAMES = sorted({each.game.info.key for each in configurations()})


@pytest.mark.parametrize("key", GAMES)
def test_what_a_button_promises_is_so(key: str) -> None:
    _seen, lengths = check(key, 20, 0.2)
    assert max(lengths) <= 80 and median(lengths) <= 28, "labels are too long for buttons"


@pytest.mark.parametrize("known", [mentions(), {}], ids=["emoji", "words"])
@pytest.mark.parametrize("key", GAMES)
def test_the_briefest_answers_of_a_step_are_told_apart(key: str, known: Mapping[str, str]) -> None:
    for kind in (each for each in configurations() if each.game.info.key == key):
        wording = Wording("en-GB", NAMES[: kind.seats], known)
        for match, _step in islice(play(kind, random.Random("brief")), 40):
            for seat in match.to_act():
                render, legal = playable_of(kind.game).render, match.legal(seat)
                found: defaultdict[Any, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
                for move in menu_moves(render, legal, match.view(seat), wording):
                    for depth, answer in enumerate(move.answers, 1):
                        said = f"{answer.emoji} {answer.brief or answer.said or answer.label}"
                        found[move.path[:depth]][said].add(move.path[depth])
                for said, tokens in ((k, v) for each in found.values() for k, v in each.items()):
                    assert len(tokens) == 1, f"{kind}: {said} is on buttons for {sorted(tokens)}"


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_what_every_button_promises_is_so(key: str) -> None:
    seen, _lengths = check(key, 100, 1)
    kinds = {kind for kind in {*CHECKS, *UNPROMISING} if f".{key}." in kind.__module__}
    assert kinds <= seen, f"never met: {kinds - seen}"
