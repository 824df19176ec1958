"""What people read at a table of 7 Little Korpokkurs."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Literal

import pytest

from bot.engine.dealer import QuietDealer
from bot.engine.game import Result
from bot.tables.trouble import Trouble
from bot.ui.pages.typed_words import picker
from bot.ui.pages.wording import Wording
from cogs.korpokkur import ahead
from cogs.korpokkur.actions import Answer, Give, Kamuy
from cogs.korpokkur.card_words import card_name
from cogs.korpokkur.components import (
    BUTTERBURS,
    CARDS,
    ENOUGH,
    ISAM_POINTS,
    KORKONI_POINTS,
    KORPOKKURS,
    LAST_TURN,
    OF_EACH_CARD,
    ROUND_POINTS,
    START_SCORE,
    TWO_PLAYER_POINTS,
)
from cogs.korpokkur.help import HELP
from cogs.korpokkur.render import RENDER
from cogs.korpokkur.rules import FEW_CARDS, FILLINGS, GAME, SHORT_FILLING, START_CARDS, State
from cogs.korpokkur.views import Card, Mark, Outcome, Public, TieCount
from tests.contract.games import Configuration, configurations, play
from tests.contract.seen import NAMES
from tests.games.korpokkur.table import lay

CONFIGURATIONS = [each for each in configurations() if each.game is GAME]
VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


def hand(state: State, seat: int) -> str:
    """Return what a seat reads above its cards."""
    return RENDER.hand(GAME.view(state, seat), VOICE).text


def test_a_hand_says_what_is_held_out_and_to_whom() -> None:
    """The one who answers reads how many chips, and not which; the giver reads both."""
    said = {}
    for chips in ("korpokkur", "butterbur"):
        state = lay([(3, 3), (3, 3), (3, 3)])
        GAME.apply(state, 0, Give(chips, 2), QuietDealer(random.Random(0)))
        assert "Ada offers you 2 chips of one kind: " in RENDER.question(GAME.view(state, 1), VOICE)
        assert "offer" not in hand(state, 2)
        said[chips] = hand(state, 1), hand(state, 2)
        assert f"You offer Bob 2 {chips}." in hand(state, 0)
    assert said["korpokkur"] == said["butterbur"]


def test_whoever_had_set_something_reads_why_it_is_not_played() -> None:
    """It was for something else than what came, or the bag may be another."""
    state = lay([(3, 3), (3, 3), (3, 3)])
    one, two, turn = (each.case for each in ahead.cases(GAME.view(state, 1)))
    assert isinstance(one, ahead.Offer) and isinstance(two, ahead.Offer)
    assert isinstance(turn, ahead.Turn)
    GAME.apply(state, 0, Give("korpokkur", 2), QuietDealer(random.Random(0)))
    offered = GAME.view(state, 1)
    GAME.apply(state, 1, Answer(True), QuietDealer(random.Random(0)))
    asked, touched = GAME.view(state, 1), "Your bag may have changed."
    said = [
        RENDER.unfit(cases, view, VOICE)
        for view, cases in [
            (offered, [one, turn]),
            (offered, [one, two]),
            (asked, [one]),
            (asked, [turn]),
        ]
    ]
    assert said == [
        "2 chips were offered; you had set nothing for it.",
        touched,
        "It's your turn; you had set nothing for it.",
        touched,
    ]


def test_who_waits_with_an_offer_reads_until_when_nothing_can_be_set() -> None:
    state = lay([(3, 3), (3, 3), (3, 3)])
    GAME.apply(state, 0, Give("korpokkur", 2), QuietDealer(random.Random(0)))
    view = GAME.view(state, 0)
    assert not ahead.cases(view)
    assert RENDER.no_case(view, VOICE).endswith("until your offer is answered.")


def test_whoever_has_filled_their_bag_reads_until_when_nothing_can_be_set() -> None:
    state = replace(lay([(0, 0), (0, 0)]), phase="bags", turn=None, asked=(1,))
    view = GAME.view(state, 0)
    assert not ahead.cases(view)
    assert RENDER.no_case(view, VOICE).endswith("until both bags are filled.")


def test_the_board_lists_players_as_they_sit_with_their_own_marks() -> None:
    state = lay([(3, 3), (3, 3), (3, 3)], hands=[("swap-seats",), (), ()])
    GAME.apply(state, 0, Kamuy("swap-seats", 2), QuietDealer(random.Random(0)))
    players = RENDER.board(GAME.public(state), VOICE).fields[0].text.split("\n")
    assert players[:3] == [
        "■ **Cleo** · 2 points · 0 KAMUY cards · **to play**",
        "▲ **Bob** · 2 points · 0 KAMUY cards",
        "● **Ada** · 2 points · 0 KAMUY cards",
    ]


def test_all_read_who_offers_what_to_whom() -> None:
    state = lay([(3, 3), (3, 3), (3, 3)], [[], ["reverse"], []], turn=1)
    view = GAME.public(state)
    assert RENDER.task(view, (1,), VOICE) == "Offer chips, play a card, or accuse."
    offers = RENDER.question(GAME.view(state, 1), VOICE)
    assert offers == "Offer Cleo chips, play a card, or accuse.", "nobody says to whom"
    none = replace(view, hand_sizes=(0, 0, 0))
    winning = GAME.view(lay([(3, 3), (7, 0), (3, 3)], turn=1), 1)
    asked = RENDER.question(winning, VOICE)
    assert asked == "Call Arwampe! and win the round.", "the win isn't named"
    assert RENDER.task(none, (1,), VOICE) == "Offer chips or accuse."
    assert RENDER.doing(none, (1,), VOICE) == "Bob offers chips or accuses."
    assert RENDER.call(view, 1, VOICE).startswith("Round 1, Spring. Offer ")
    GAME.apply(state, 1, Give("butterbur", 2), QuietDealer(random.Random(0)))
    # Whose turn it is offers, not who started the round.
    view = replace(GAME.public(state), first=0)
    assert RENDER.task(view, (2,), VOICE) == "Say Eh (yes) or Somo (no) to 2 chips."
    assert RENDER.call(view, 2, VOICE) == "Bob offers you 2 chips: Eh (yes) or Somo (no)?"
    said = RENDER.board(view, VOICE).text.split("\n")
    assert said == ["Round 1 of 3: 7 korpokkur win 2 points.", "Bob offers Cleo 2 chips."]
    asked = "Bob offers you 2 chips of one kind: Eh (yes) or Somo (no)?"
    assert RENDER.question(GAME.view(state, 2), VOICE) == asked
    assert "offers you" not in hand(state, 2), "whose offer it is stands above and in the question"


def test_a_move_that_has_to_wait_is_refused_with_whose_offer_comes_first() -> None:
    state = lay([(3, 3), (3, 3), (3, 3)], turn=1)
    GAME.apply(state, 1, Give("butterbur", 2), QuietDealer(random.Random(0)))
    view, pick = GAME.view(state, 2), picker("korpokkur give", RENDER, {}, VOICE)
    with pytest.raises(Trouble) as refused:
        pick(view, GAME.legal(state, 2))
    said = refused.value.say(VOICE.gettext)
    assert "Bob offers you 2 chips of one kind: Eh (yes) or Somo (no)?" in said, said


def test_the_scores_of_a_round_stay_until_the_next_one_has_ended() -> None:
    view = GAME.public(lay([(3, 3), (3, 3), (3, 3)], round_=2))
    assert RENDER.round_scores(view, VOICE) == "", "there are scores before a round has ended"
    ended = replace(
        view,
        scores=(1, 5, 2),
        marks=(Mark(1, 1, "arwampe", 2), Mark(1, 0, "korkoni", -1), Mark(2, 1, "isam", 1)),
        outcomes=(Outcome("arwampe", (1,), (7, 3)),),
    )
    assert RENDER.round_scores(ended, VOICE).split("\n") == [
        "Round 1: Bob wins with Arwampe!",
        "●\u00a0**1** (−1)\u2002▲\u00a0**4** (+2)\u2002■\u00a0**2**",
    ]
    over = replace(ended, turns=9, phase="over")
    assert RENDER.round_scores(over, VOICE), "the last round has no scores"


def test_a_bag_says_how_near_the_aim_and_the_danger_are() -> None:
    """Chips are drawn where Discord knows their emoji, small if they are many, or only counted."""
    drawn = Wording("en-GB", ("Ada", "Bob"), {"kor_k": "<:k:1>", "kor_b": "<:b:2>"})
    state = lay([(4, 3), (7, 8), (0, 0), (1, 5), (5, 4)])
    said = [RENDER.hand(GAME.view(state, seat), drawn).text for seat in range(5)]
    assert said[0].split("\n")[:2] == [
        "# " + "<:k:1>" * 4 + "<:b:2>" * 3,
        "**4 of 7 korpokkur** · 3 butterbur",
    ]
    assert said[1].split("\n") == [
        "<:k:1> **7 korpokkur**: call Arwampe! on your turn and win",
        "<:b:2> **8 butterbur**: anybody can catch you!",
    ]
    assert said[4].startswith("<:k:1>" * 5 + "<:b:2>" * 4 + "\n**5 of 7 korpokkur**"), said[4]
    assert said[3].split("\n")[1] == "**1 of 7 korpokkur** · **5 butterbur** (avoid 7)"
    assert said[2] == "Your bag is empty: on your turn you can leave with Isam! for 1 point."
    assert hand(state, 1).split("\n")[0].startswith("**7 korpokkur**"), "emoji nobody knows"


def test_a_bag_asks_for_nothing_once_the_match_is_over() -> None:
    state = lay([(4, 3), (7, 7), (0, 0)])
    state.phase = "over"
    said = [hand(state, seat).split("\n")[0] for seat in range(3)]
    assert said == [
        "4 korpokkur and 3 butterbur",
        "7 korpokkur and 7 butterbur",
        "no korpokkur and no butterbur",
    ], "a hand says what to do or to fear though the game has ended"


CARDS_ARE = "**Your cards:**"


def test_cards_are_explained_while_one_waits() -> None:
    """Whoever is asked has buttons for them, or can't play them: they are read at a glance."""
    state = lay([(3, 3)] * 3, hands=[("reverse", "pass-bags"), ("swap-bags", "swap-bags"), ()])
    assert hand(state, 0).split("\n")[-1] == f"{CARDS_ARE} `Reverse turns` · `All pass bags on`"
    assert (
        hand(state, 1).split("\n")[-1] == f"{CARDS_ARE} `Swap bags` ×2: trade bags with one player"
    )
    GAME.apply(state, 0, Give("butterbur", 1), QuietDealer(random.Random(0)))
    assert hand(state, 1).split("\n")[-1] == f"{CARDS_ARE} `Swap bags` ×2"
    many = lay([(3, 3)] * 3, hands=[(), CARDS[:4], ()])
    assert hand(many, 1).split("\n")[-1].count(" · ") == 3, "many cards share lines"


def test_a_card_on_a_button_isnt_said_again_below_the_board() -> None:
    cards: tuple[Card, ...] = ("reverse", "pass-bags")
    state = lay([(3, 3)] * 3, hands=[cards, cards, ()])
    plays, waits = (RENDER.hand_below(GAME.view(state, seat), VOICE) for seat in (0, 1))
    assert "Reverse turns" in waits.text, f"who waits doesn't see their cards: {waits}"
    assert "Reverse turns" not in plays.text, f"the cards stand on buttons, too: {plays}"
    assert "Reverse turns" in plays.listed, f"a list hides the cards: {plays}"


def test_what_a_card_does_is_said_where_its_name_doesnt() -> None:
    cards: tuple[Card, ...] = ("reverse", "swap-seats")
    state = lay([(3, 3)] * 3, hands=[cards, (), ()])
    plays = RENDER.hand_below(GAME.view(state, 0), VOICE)
    assert plays.unchosen == "-# `Swap seats`: trade places for good", plays


def test_a_hand_says_who_is_next() -> None:
    """Whoever is out is passed over, and the direction counts."""
    ways: list[tuple[Literal[1, -1], str]] = [
        (1, "Next player: ◆\u00a0Dai"),
        (-1, "Next player: ■\u00a0Cleo"),
    ]
    for direction, said in ways:
        state = lay([(3, 3)] * 4, turn=0, order=(0, 1, 3, 2), out=[1], direction=direction)
        voice = Wording("en-GB", ("Ada", "Bob", "Cleo", "Dai"))
        assert said in RENDER.hand(GAME.view(state, 0), voice).text.split("\n")
        assert "Next player" not in RENDER.hand(GAME.view(state, 3), voice).text


def test_the_end_says_what_brought_and_cost_points_the_winner_first() -> None:
    state = lay([(3, 3), (3, 3), (3, 3)])
    marks = (Mark(1, 2, "arwampe", 2), Mark(2, 0, "korkoni", -1), Mark(3, 0, "last", 3))
    view = replace(
        GAME.public(state),
        marks=marks,
        outcomes=(Outcome("arwampe", (2,), (7, 4)), Outcome("turns", (), None)),
        tie=(TieCount(0, 5, 1), TieCount(2, 2, 0)),
    )
    page = RENDER.final(view, Result((4, 2, 4), (2,), ((), (), ())), VOICE)
    assert page.text.split("\n") == [
        "Round 1: Cleo wins with Arwampe! (7 korpokkur and 4 butterbur)",
        "Round 2: Turn limit reached (200): nobody wins.",
        "Tied. Ada: 5 butterbur, 1 KAMUY card; Cleo: 2 butterbur, 0 KAMUY cards.",
    ]
    assert [(field.name, field.text) for field in page.fields] == [
        ("Cleo: 4 points", "start 2 · round 1: Arwampe! +2 = 4"),
        ("Ada: 4 points", "start 2 · round 2: caught −1 · round 3: last one left +3 = 4"),
        ("Bob: 2 points", "2 from the start, none since"),
    ]


def test_a_tie_is_not_said_to_go_by_the_bag_of_who_was_out() -> None:
    state = lay([(3, 3), (3, 3), (3, 3)], out=[0])
    view = replace(GAME.public(state), tie=(TieCount(0, 0, 0), TieCount(2, 2, 0)))
    told = RENDER.tie(view, Result((2, 1, 2), (0,), ((), (), ())), VOICE)
    assert told == (
        "Ada and Cleo have 2 each, and Ada was out of the last round, which counts as 0 butterbur."
    ), "who was caught with 7 butterbur is said to have held fewer"


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_every_account_adds_up(configuration: Configuration) -> None:
    voice = Wording("en-GB", NAMES[: configuration.seats])
    for number in range(10):
        *_, (match, _step) = play(configuration, configuration.rng(f"account {number}"))
        view, result = match.public(), match.result()
        assert isinstance(view, Public)
        for seat in range(configuration.seats):
            account = RENDER.account(seat, view, result, voice, brief=True)
            if view.short:
                assert not account, "the short game has no points"
                continue
            (line,) = account
            if line == f"{START_SCORE} from the start, none since":
                assert result.scores[seat] == START_SCORE, line
                continue
            said, _, total = line.replace("−", "-").partition(" = ")
            parts = [int(part.rsplit(" ", 1)[1]) for part in said.split(" · ")]
            assert sum(parts) == int(total) == result.scores[seat], f"{line} doesn't add up"


def test_the_table_shows_the_way_of_turns_and_what_the_round_is_worth() -> None:
    ways = {
        1: "*Turns go down this list, then start again at the top.*",
        -1: "*Turns go up this list, then start again at the bottom.*",
    }
    for direction, way in ways.items():
        view = replace(GAME.public(lay([(3, 3)] * 3)), direction=direction)
        assert RENDER.board(view, VOICE).fields[0].text.endswith(way)
    view = GAME.public(lay([(3, 3)] * 3, round_=3, turns=4))
    assert RENDER.headline(view, VOICE) == "Round 3 · Summer"
    assert RENDER.board(view, VOICE).text == "Round 3 of 3: 7 korpokkur win 3 points."
    late = RENDER.headline(replace(view, turns=180), VOICE)
    assert late.endswith(" · turn 181 of 200"), "the limit is near, and nobody reads of it"


def test_the_rules_tell_the_numbers_that_are_played_by() -> None:
    """The pages are plain text: this keeps them from drifting away from the game."""
    pages = "\n".join(text for _title, text in HELP)
    cards = len(CARDS) * OF_EACH_CARD
    said = [
        f"{cards} cards, {OF_EACH_CARD} of each kind. You start with {START_CARDS} ",
        f"There are {KORPOKKURS} korpokkur and {BUTTERBURS} butterbur.",
        f"You start with {START_SCORE} points.",
        f"you start with {FEW_CARDS} KAMUY cards.",
        f"and {FEW_CARDS} KAMUY cards. No Isam!",
        f"starts with {SHORT_FILLING[0]} korpokkur, {SHORT_FILLING[1]} butterbur ",
        f"Arwampe! always scores {TWO_PLAYER_POINTS} points",
        f"Isam! (+{ISAM_POINTS}) or being caught (−{-KORKONI_POINTS})",
        f"After {LAST_TURN} turns, a round ends",
        f"Collect {ENOUGH} korpokkur",
    ]
    seasons = ("Spring", "Winter", "Summer")
    for season, filling, worth in zip(seasons, FILLINGS, ROUND_POINTS, strict=True):
        bag = f"{filling[0]} korpokkur, {filling[1]} butterbur"
        said.append(f"• {season}: {bag}, **{worth}** points")
    for text in said:
        assert text in pages, f"the rules don't say “{text}”"


def test_the_rules_name_every_card() -> None:
    (page,) = [text for title, text in HELP if "KAMUY" in title]
    for card in CARDS:
        name = card_name(card, VOICE).removeprefix("All: ")
        assert name in page, f"the rules don't explain {name}"
