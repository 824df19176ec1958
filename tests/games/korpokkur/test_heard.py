"""What a player of 7 Little Korpokkurs reads of what touches them, word for word."""

from __future__ import annotations

import pytest

from bot.engine.dealer import AddressedEvent
from bot.engine.game import Event, MatchOver, kind_of
from bot.ui.pages.wording import Wording, phone_lines
from cogs.korpokkur.render import RENDER
from cogs.korpokkur.rules import GAME
from cogs.korpokkur.views import (
    AllDropped,
    AllTook,
    ArwampeCalled,
    BagChosen,
    BagSeen,
    BagsFilled,
    CardGiven,
    CardPlayed,
    CardsDrawn,
    CardsMoved,
    ChipsChosen,
    ChipsMoved,
    HandoverChosen,
    HeldOut,
    IsamCalled,
    KorkoniCalled,
    Refused,
    RoundBegan,
    RoundEnded,
    Taken,
)
from tests.contract.games import Configuration, configurations, play
from tests.contract.seen import NAMES, heard
from tests.emoji import mentions
from tests.games.test_korpokkur import HOOKS

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))
CONFIGURATIONS = [each for each in configurations() if each.game is GAME]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            RoundBegan(2, 0, 4, 3, 1, 2),
            "Round 2, Winter: you start. 4 korpokkur and 3 butterbur each.",
        ),
        (CardsDrawn(0, ("reverse", "swap-bags")), "You drew `Reverse turns` and `Swap bags`."),
        (BagChosen(0), "You filled your bag."),
        (BagsFilled(0), "Both bags are filled. You start."),
        (BagSeen(0, 3, 4), "Your bag now holds 3 korpokkur and 4 butterbur."),
        (HeldOut(1, 2, 1), "Bob offers Cleo 1 chip."),
        (ChipsChosen(0, "butterbur", 2), "You offered 2 butterbur."),
        (Taken(1, 0, 2, (0,)), "You're out, with no chips left."),
        (Taken(0, 2, 2, (2,)), "Out, with no chips left: Cleo."),
        (ChipsMoved(2, 0, "butterbur", 2), "You got 2 butterbur from Cleo."),
        (ChipsMoved(0, 1, "korpokkur", 1), "You gave 1 korpokkur to Bob."),
        (
            Refused(0, 2, "korpokkur", 2, 2),
            "You said Somo to 2 korpokkur. Cleo keeps them and draws 2 more.",
        ),
        (
            Refused(1, 0, "korpokkur", 2, 0),
            "Bob said Somo: you kept 2 korpokkur and found none left to draw.",
        ),
        (CardPlayed(0, "reverse", None), "You played `Reverse turns`."),
        (CardPlayed(0, "swap-seats", 2), "You played `Swap seats` with Cleo."),
        (CardPlayed(2, "swap-bags", 0), "Cleo plays `Swap bags` with you."),
        (
            AllTook("korpokkur", ((1, 2), (2, 2), (0, 1))),
            "You took 1 korpokkur. The others: 2 korpokkur (Bob, Cleo).",
        ),
        (
            AllDropped("butterbur", ((0, 2), (1, 2), (2, 2)), (1, 0)),
            "Everybody returned 2 butterbur, you too. You're out, with no chips left. Out, "
            "with no chips left: Bob.",
        ),
        (AllTook("korpokkur", ((1, 2), (2, 2))), "Everybody takes 2 korpokkur."),
        (HandoverChosen(0), "You chose a card to pass on."),
        (CardGiven(0, 1, "pass-bags"), "You gave `All pass bags on` to Bob."),
        (CardGiven(2, 0, "reverse"), "Cleo gave you `Reverse turns`."),
        (KorkoniCalled(0, 1, True, 0, 7, -1, ()), "**Korkoni!** You were right: Bob is out."),
        (
            KorkoniCalled(0, 1, False, 0, 0, 0, ()),
            "**Korkoni!** You accused Bob, but were wrong.",
        ),
        (
            KorkoniCalled(1, 0, True, 0, 7, -1, ()),
            "**Korkoni!** Bob caught you. You're out of this round: −1 point.",
        ),
        (
            KorkoniCalled(1, 0, False, 0, 0, 0, ()),
            "**Korkoni!** Bob accused you, but was wrong.",
        ),
        (IsamCalled(0, 1), "**Isam!** You left the round: +1 point."),
        (ArwampeCalled(0, 7, 2), "**Arwampe!** You showed 7 korpokkur and 2 butterbur."),
        (RoundEnded(1, "arwampe", (0,), 2), "You won round 1: +2 points."),
        (MatchOver((5, 4, 3), (0,)), "You win the game!"),
        (MatchOver((5, 6, 3), (1,)), "Bob wins the game!"),
    ],
)
def test_a_player_reads_what_touches_them(event: Event, line: str) -> None:
    assert RENDER.heard(event, 0, VOICE) == line


def test_cards_passed_on_are_told_once() -> None:
    chosen = HandoverChosen(0), HandoverChosen(2)
    moved = CardsMoved((0, 2)), CardGiven(0, 1, "reverse"), CardGiven(2, 0, "swap-bags")
    own = ["You gave `Reverse turns` to Bob.", "Cleo gave you `Swap bags`."]
    assert RENDER.told((*chosen, *moved), 0, VOICE) == own
    assert RENDER.told((*chosen, moved[0]), None, VOICE) == ["Ada and Cleo pass a card on."]
    told = "You chose a card to pass on. Cleo has chosen a card to pass on."
    assert RENDER.told(chosen, 0, VOICE) == [told], "what was chosen is told until it is passed on"


def test_refused_chips_are_named_in_few_words_too() -> None:
    """All saw them; those that were taken only two know."""
    drawing = Wording("en-GB", ("Ada", "Bob", "Cleo"), {"kor_k": "<:k:1>", "kor_b": "<:b:2>"})
    held, refused = HeldOut(1, 2, 2), Refused(2, 1, "butterbur", 2, 2)
    for seat in (0, None):
        said = RENDER.told((held, refused), seat, drawing, brief=True)
        assert said == ["Cleo refused Bob's 2 <:b:2>"], "which chips all saw isn't said"
        assert RENDER.told((held, Taken(2, 1, 2, ())), seat, drawing, brief=True) == [
            "Cleo took Bob's 2 chips."
        ]


@pytest.mark.parametrize(
    "event", [HeldOut(0, 1, 2), HeldOut(1, 0, 2), Taken(0, 2, 1, ()), CardsMoved((0, 2))]
)
def test_what_is_said_better_elsewhere_is_not_said_twice(event: Event) -> None:
    """Chips chosen and moved are told with their kind; what is offered now stands in the hand."""
    assert RENDER.heard(event, 0, VOICE) is None


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_all_private_events_have_words_that_speak_to_their_reader(
    configuration: Configuration,
) -> None:
    voice = Wording("en-GB", NAMES[: configuration.seats])
    kinds: set[str] = set()
    for number in range(10):
        for _match, step in play(configuration, configuration.rng(f"heard {number}")):
            for seat in range(configuration.seats):
                lines = {
                    event: RENDER.heard(event, seat, voice) for event in heard(step.events, seat)
                }
                for event, line in lines.items():
                    if event.kind in HOOKS.private:
                        kinds.add(event.kind)
                        assert line, f"no words for {event}"
                        assert line.partition(" ")[0] in ("You", "Your") or "gave you" in line
                        assert NAMES[seat] not in line, f"{line} speaks of its reader"
                assert any(lines.values()) or offered(step.events, seat), f"{seat} reads nothing"
    assert {"cards_drawn", "chips_chosen", "chips_moved"} <= kinds


@pytest.mark.parametrize("language", ["en-GB", "ja"])
@pytest.mark.parametrize(
    "events",
    [
        (KorkoniCalled(0, 1, False, 0, 0, 0, ()),),
        (KorkoniCalled(1, 0, False, 0, 0, 0, ()),),
        (KorkoniCalled(0, 1, True, 2, 7, -1, ()),),
        (KorkoniCalled(1, 0, True, 2, 7, -1, ()),),
        (KorkoniCalled(1, 2, True, 2, 7, -1, ()),),
        (ArwampeCalled(0, 8, 6),),
        (ArwampeCalled(1, 8, 6),),
        (IsamCalled(0, 1),),
        (IsamCalled(1, 1),),
        (Refused(1, 0, "korpokkur", 2, 2),),
        (HeldOut(0, 1, 2), Taken(1, 0, 2, ()), ChipsMoved(0, 1, "korpokkur", 2)),
        (RoundEnded(2, "last", (1,), 2),),
    ],
    ids=str,
)
def test_what_touches_somebody_has_words_for_one_line(
    events: tuple[Event, ...], language: str
) -> None:
    """There is room for few that take more."""
    wording = Wording(language, ("Ada", "🤖 Tsubaki", "🤖 Akari"), mentions())
    (line,) = RENDER.told(events, 0, wording, brief=True)
    assert phone_lines(line.replace("**", "")) == 1, f"it takes more than a line: {line}"


def offered(events: list[AddressedEvent], seat: int) -> bool:
    """Tell whether chips are now offered to a seat: its hand says so."""
    return any(isinstance(each.event, HeldOut) and each.event.to == seat for each in events)


def test_every_private_event_was_worded() -> None:
    """What `HOOKS` calls private is among the events above."""
    worded = {CardsDrawn, BagSeen, ChipsChosen, ChipsMoved, CardGiven}
    assert {kind_of(kind) for kind in worded} == HOOKS.private
