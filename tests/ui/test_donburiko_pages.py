"""What the pages of Donburiko! say: cards, chips, who is out, and where points came from."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from bot.engine.dealer import LiveDealer
from bot.engine.game import Result
from bot.engine.views import SeatView
from bot.ui.pages.move_words import reading
from bot.ui.pages.numbers import NO_BREAK, signed
from bot.ui.pages.wording import Wording
from cogs.donburiko import views
from cogs.donburiko.help import HELP
from cogs.donburiko.picture import PICTURES
from cogs.donburiko.render import RENDER
from cogs.donburiko.rules import GAME
from cogs.donburiko.views import (
    DECK,
    ENOUGH_CHIPS,
    FACE_UP,
    HAND_SIZE,
    LAST_ROUND,
    LOACH,
    START_BANK,
    START_CHIPS,
    Action,
    Add,
    Count,
    OwnCard,
    Private,
    Public,
    Row,
    Take,
    TakenRow,
    Taking,
)

VOICE = Wording("en-GB", ("Ada", "Bob", "Cleo"))


@pytest.fixture
def public() -> Public:
    """Return a table with one row taken, one of seven cards, one with face-down cards."""
    state = GAME.setup(3, views.Options(), LiveDealer(random.Random(1)))
    return replace(
        GAME.public(state),
        round=2,
        turn=1,
        bank=1,
        chips=(7, 0, 12),
        owed=(0, 3, 0),
        hand_sizes=(2, 1, 0),
        out=(False, False, True),
        rows=(
            Row(1, (), (), 0),
            Row(2, (15, None, 15, -2, None), (FACE_UP, 0, FACE_UP, FACE_UP, 1), 2),
            Row(3, (0, -1, 1, 2, 2, 3, 3), (FACE_UP,) * 7, 0),
        ),
        taken=(TakenRow(2, 2, 1, (4, 2), (FACE_UP, FACE_UP), 0, 6, 6, 0, False),),
    )


def lines(public: Public) -> list[str]:
    """Return the lines of the board."""
    return spaced(RENDER.board(public, VOICE).text).split("\n")


def spaced(text: str) -> str:
    """Return a text with common spaces, wherever a line may break."""
    return text.replace(NO_BREAK, " ")


def test_the_board_says_who_took_a_row_and_what_was_in_it(public: Public) -> None:
    earlier = public.taken[0]._replace(round=1, seat=0, cards=(5,))
    for taken in (public.taken, (earlier, *public.taken)):
        shown = lines(replace(public, taken=taken))[:2]
        assert shown == ["**Row 1** · taken by Cleo · +6", "`4` `2`"]


def test_the_board_says_in_words_whose_a_hidden_card_was(public: Public) -> None:
    taken = public.taken[0]._replace(owners=(FACE_UP, 1), chips=1)
    shown = lines(replace(public, taken=(taken,)))[:2]
    assert shown == ["**Row 1** · taken by Cleo · +6, chips +1", "`4` `2 (hidden by Bob)`"]


def test_the_board_says_what_a_row_shows_and_who_laid_what_is_hidden(public: Public) -> None:
    assert lines(public)[2:4] == [
        "**Row 2** · worth 0, 4 or 8 + ? + ? · 5 of 7 cards · 2 chips",
        "`1 or 5` `face down: Ada` `1 or 5` `pond −2` `face down: Bob`",
    ]


def test_the_board_says_that_a_full_row_is_worth_nothing(public: Public) -> None:
    assert lines(public)[4] == "**Row 3** · seven cards: worth 0"


def test_the_board_says_what_everybody_has(public: Public) -> None:
    (people,) = RENDER.board(public, VOICE).fields
    assert people.text.split("\n") == [
        "●\u00a0Ada · 7 chips · 2 cards in hand",
        "▲\u00a0Bob · 0 chips · 1 card in hand · the bank owes 3",
        "■\u00a0Cleo · 12 chips · 0 cards in hand · took a row",
    ]


def test_the_board_says_how_many_cards_lie_aside(public: Public) -> None:
    assert lines(public)[-1] == "1 card is set aside. Nobody knows it."
    assert lines(replace(public, aside=4))[-1] == "4 cards are set aside. Nobody knows them."


def test_no_line_breaks_within_a_card(public: Public) -> None:
    cards = RENDER.board(public, VOICE).text.split("\n")[3]
    assert cards.split(" ") == [
        f"`{card.replace(' ', NO_BREAK)}`"
        for card in ("1 or 5", "face down: Ada", "1 or 5", "pond −2", "face down: Bob")
    ]


def test_the_headline_says_when_the_round_is_the_last(public: Public) -> None:
    assert RENDER.headline(public, VOICE) == "Round 2 · to 20 chips · bank: 1"
    assert RENDER.headline(replace(public, bank=30), VOICE) == "Round 2 · to 20 chips"
    assert "last round" in RENDER.headline(replace(public, final=True), VOICE)


def test_the_task_says_what_can_be_done_as_all_see_it(public: Public) -> None:
    first, second, full = public.rows
    alone = replace(second, cards=(4,), owners=(FACE_UP,), chips=0)
    assert RENDER.task(public, (1,), VOICE) == "Add a card or take a row."
    assert RENDER.task(public, (2,), VOICE) == "Take a row.", "who has no cards can't add one"
    assert RENDER.task(replace(public, rows=(first, full)), (1,), VOICE) == "Take a row."
    assert RENDER.task(replace(public, rows=(first, alone)), (1,), VOICE) == "Add a card to a row."
    assert RENDER.doing(public, (1,), VOICE) == "Bob adds a card or takes a row."
    assert RENDER.doing(public, (2,), VOICE) == "Cleo takes a row."


def test_a_ping_names_the_best_row_as_all_see_it(public: Public) -> None:
    first, second, full = public.rows
    five = replace(second, number=4, cards=(2, 3), owners=(FACE_UP, FACE_UP), chips=0)
    assert RENDER.call(public, 1, VOICE) == "Row 2 is at 0, 4 or 8 + ? + ?."
    assert RENDER.call(replace(public, rows=(first, second, five)), 1, VOICE) == "Row 4 is at 5."
    assert RENDER.call(replace(public, rows=(first, full)), 1, VOICE) == "No row can be taken yet."


def test_the_round_that_has_just_ended_has_its_scores_on_the_board(public: Public) -> None:
    taken = (
        TakenRow(1, 0, 1, (4, 2), (FACE_UP, 1), 1, 6, 6, 0, True),
        TakenRow(1, 2, 3, (5, 4), (FACE_UP, FACE_UP), 0, 9, -3, 0, False),
        *public.taken,
    )
    playing, over = replace(public, taken=taken), replace(public, taken=taken, turn=None)
    assert RENDER.round_scores(playing, VOICE) == "", "they stay after a move of the next round"
    dealt = [replace(row, cards=(4,), owners=(FACE_UP,), chips=0) for row in public.rows]
    playing = replace(playing, rows=tuple(dealt))
    assert RENDER.round_scores(replace(public, round=1, taken=()), VOICE) == ""
    assert RENDER.round_scores(playing, VOICE) == (
        "**Round 1:** ●\u00a0+6 (Donburiko!), chips +1 · ▲\u00a0no row · ■\u00a0−3"
    )
    assert RENDER.round_scores(over, VOICE).startswith("**Round 2:** ●\u00a0no row")


def test_the_hand_shows_own_cards_that_lie_face_down_and_where(public: Public) -> None:
    view = SeatView(0, public, Private((-1, 4), (OwnCard(2, 1, 0),)))
    said = spaced(RENDER.hand(view, VOICE).text).split("\n")
    assert said == [
        "**Your cards:** `pond −1` `acorn 4`",
        "You have 7 chips.",
        "-# **6 is best.** Over 6 or below 0, you pay.",
        "**Row 2** `1 or 5` `yours: loach` `1 or 5` `pond −2` `Bob: face down` = "
        "**4, 8 or 12 + ?**",
        "**Row 3** `loach` `pond −1` `1` `2` `2` `3` `3` = **0**",
        "-# Only you know the cards marked *yours*.",
    ]


def test_the_hand_shows_emoji_once_they_are_known(public: Public) -> None:
    emoji = {name: f"<:{name}:1>" for name in (*PICTURES.emoji, "seat_2")}
    view = SeatView(0, public, Private((-1, 4), (OwnCard(2, 1, 0),)))
    said = RENDER.hand(view, Wording("en-GB", ("Ada", "Bob", "Cleo"), emoji)).text.split("\n")
    assert said[0] == "# <:don_pond1:1> <:don_acorn4:1>"
    assert said[3] == (
        "**Row 2** <:don_acorn15:1> <:don_back:1><:don_loach:1> <:don_acorn15:1> "
        "<:don_pond2:1> <:don_back:1><:seat_2:1> = **4, 8 or 12 + ?**"
    )


def test_the_hand_says_what_is_owed_and_that_an_empty_bank_pays_nothing(public: Public) -> None:
    view = SeatView(1, replace(public, bank=0), Private((4,), ()))
    said = RENDER.hand(view, VOICE).text
    assert "The bank owes you 3 points until the end." in said
    assert "The bank is empty: a face-up card wins no chip now." in said


def test_who_took_a_row_reads_when_they_play_again(public: Public) -> None:
    view = SeatView(2, public, Private((), ()))
    last = SeatView(2, replace(public, final=True), Private((), ()))
    assert "The next round begins when everybody has one." in RENDER.hand(view, VOICE).text
    assert "this is the last round" in RENDER.hand(last, VOICE).text
    assert "The next round" not in RENDER.hand(last, VOICE).text


COIN = f"{NO_BREAK}🪙"


def outcomes(view: SeatView, *actions: Action) -> list[str]:
    """Return how moves read, with what comes of them and the remark on that."""
    found = [RENDER.words(action, view, VOICE)[-1] for action in actions]
    return [reading([word]) + (word.more and f" ({word.more})") for word in found]


def test_a_button_says_what_a_card_makes_of_a_row(public: Public) -> None:
    view = SeatView(0, public, Private((-1, 4), (OwnCard(2, 1, 0),)))
    # Its own loach turns both ponds; Bob's card stays hidden.
    assert outcomes(view, Add(-1, 2, False), Add(-1, 2, True)) == [
        "Row 2 → 5, 9 or 13 + ?, up (ponds count plus here)",
        "Row 2 → 5, 9 or 13 + ?, down (ponds count plus here)",
    ]
    six = replace(public.rows[1], cards=(1,) * 6, owners=(FACE_UP,) * 6)
    full = replace(public, bank=0, rows=(public.rows[0], six, public.rows[2]))
    assert outcomes(SeatView(0, full, Private((4,), ())), Add(4, 2, False)) == ["Row 2 → 0, up +0"]


def test_a_button_says_what_taking_a_row_brings(public: Public) -> None:
    first, second, full = public.rows
    seen = replace(second, cards=(4, None), owners=(FACE_UP, 0), chips=1)
    busted = replace(second, cards=(5, 4), owners=(FACE_UP, FACE_UP), chips=0)
    for row, label in (
        (seen, f"Take row 2: +6{COIN}, chips on it +1"),
        (replace(seen, owners=(FACE_UP, 1)), "Take row 2: 4 + ?, chips on it +1"),
        (busted, f"Take row 2: −3{COIN}"),
        (
            replace(seen, cards=(-2, None)),
            f"Take row 2: +2{COIN}, chips on it +1",
        ),
    ):
        own = (OwnCard(2, 1, 2 if row is seen else LOACH),) if row.owners[1] == 0 else ()
        view = SeatView(0, replace(public, rows=(first, row, full)), Private((), own))
        assert outcomes(view, Take(2)) == [label]
    view = SeatView(0, public, Private((), ()))
    assert outcomes(view, Take(3)) == [f"Take row 3: 0{COIN}"]


def test_a_count_says_what_it_wins_or_costs(public: Public) -> None:
    taking = Taking(2, (15, 15), (FACE_UP, FACE_UP), 0, ((6, 6), (2, 2), (10, 0)))
    counts = (Count(6, True), Count(6, False), Count(2, False), Count(10, False))
    view = SeatView(1, replace(public, bank=9, taking=taking), Private((1,), ()))
    assert [RENDER.words(count, view, VOICE)[0].value for count in counts] == ["6!", "6", "2", "10"]
    assert outcomes(view, *counts) == [
        "6: win 6, Donburiko! (ends the round)",
        "6: win 6",
        "2: win 2",
        "10: pay 0",
    ]
    all_in = replace(view.public, out=(True, True, True))
    last = outcomes(SeatView(1, all_in, view.private), counts[0])
    assert last == ["6: win 6, Donburiko!"], "the round ends whatever is said"
    later = replace(view.public, round=5)
    assert RENDER.task(later, (1,), VOICE) == "Choose what row 2 is worth."
    assert RENDER.call(later, 1, VOICE) == "Row 2 is worth 2, 6 or 10."


def test_a_count_that_the_bank_cannot_pay_says_so(public: Public) -> None:
    taking = Taking(2, (15, 1), (FACE_UP, FACE_UP), 0, ((6, 6), (2, 2)))
    view = SeatView(1, replace(public, bank=3, taking=taking), Private((1,), ()))
    last = SeatView(1, replace(view.public, final=True), Private((1,), ()))
    assert outcomes(view, Count(6, True), Count(2, False)) == [
        "6: win 6 at the end, last round, Donburiko! (ends the round)",
        "2: win 2",
    ]
    assert outcomes(last, Count(6, False)) == ["6: win 6 at the end"]


def test_the_final_page_adds_each_score_up_in_one_line(public: Public) -> None:
    taken = (
        *public.taken,
        TakenRow(1, 1, 3, (15, 15, 4), (FACE_UP, 0, FACE_UP), 1, 14, -5, 0, False),
        TakenRow(2, 1, 2, (1, 2), (FACE_UP, FACE_UP), 0, 3, 3, 3, False),
    )
    result = Result((7, 3, 12), (2,), ((("chips", 7),), (("owed", 3),), (("chips", 12),)))
    page = RENDER.final(replace(public, taken=taken), result, VOICE)
    assert page.text == "", "what its first account says stands there twice"
    assert [(field.name, field.text) for field in page.fields] == [
        ("Cleo: 12 points", "start 4 · rows +6 · cards laid +2 = 12"),
        ("Ada: 7 points", "start 4 · rows 0 · cards laid +3 = 7"),
        ("Bob: 3 points", "start 4 · rows −2 · chips on rows +1 · cards laid 0 = 3"),
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_account_tells_what_was_won_and_paid(seats: int) -> None:
    """The part for cards face up and down is what the events of a whole match add up to."""
    rng = random.Random(seats)
    dealer = LiveDealer(rng)
    state, by_cards = GAME.setup(seats, views.Options(), dealer), [0] * seats
    while asked := GAME.to_act(state):
        GAME.apply(state, asked[0], rng.choice(GAME.legal(state, asked[0])), dealer)
    for each in dealer.events:
        if isinstance(each.event, views.AddedFaceUp):
            by_cards[each.event.seat] += each.event.chip
        elif isinstance(each.event, views.AddedFaceDown):
            by_cards[each.event.seat] -= 1
    result, wording = GAME.result(state), Wording("en-GB", ("A",) * seats)
    for seat, won in enumerate(by_cards):
        (line,) = RENDER.account(seat, GAME.public(state), result, wording, brief=False)
        said, _equals, score = line.partition(" = ")
        parts = [int(part.replace("−", "-")) for part in re.findall(r"[+−]?\d+", said)]
        assert parts[-1] == won, f"{line}: cards brought {signed(won)}"
        assert sum(parts) == int(score) == result.scores[seat], f"{line} doesn't add up"


def test_the_rules_name_the_cards_and_chips_there_are() -> None:
    """They are written out so that they can be translated; here they are held against the deck."""
    text = "\n".join(text for _title, text in HELP)
    numbers = {1: "one", 2: "two"}
    for card in (1, 2, 3, 4, 5):
        count = DECK[4].count(card)
        assert f"{numbers[count]} {card}{'s' if count > 1 else ''}" in text, f"acorn {card}"
    assert f"**{len(DECK[4])} cards:**" in text and DECK[4].count(15) == 2
    assert DECK[3] == DECK[4] and 15 not in DECK[2], "the rules say who plays with 1 or 5"
    assert [DECK[4].count(card) for card in (-2, -1, 0)] == [2, 2, 2], "ponds and loaches"
    for seats in (2, 3, 4):
        aside = len(DECK[seats]) - seats - seats * HAND_SIZE[seats]
        rows = {2: "Two", 3: "Three", 4: "Four"}[seats]
        said = (
            f"**{seats} players:** {START_CHIPS[seats]} chips each, "
            f"{START_BANK[seats]} in the bank. {rows} rows, {HAND_SIZE[seats]} cards each, "
            f"{aside or 'none'} set aside."
        )
        assert said in text, said
    assert f"**{ENOUGH_CHIPS} chips**" in text and f"Round {LAST_ROUND} is" in text
