"""Card, board, ping and hand: who is named, what may be done, and that the board keeps secrets."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from bot.tables.table import Table
from bot.ui.pages import phone_height
from bot.ui.pages.games.rules import rules_id
from bot.ui.pages.numbers import number
from bot.ui.pages.page import Page
from bot.ui.pages.tables.board import author, board_page
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pages.tables.hand import hand_of
from bot.ui.pages.tables.lobby_card import lobby_card_page
from bot.ui.pages.tables.screen import screen
from bot.ui.pages.tables.table_lines import lines_of, recent_lines
from bot.ui.pages.wording import Wording
from bot.ui.pictures.game_pictures import Described, GamePictures
from bot.ui.pictures.shapes import Picture
from tests.contract import seen
from tests.contract.games import Configuration, configurations, play
from tests.ui.clicks import buttons_of, press
from tests.ui.conftest import ADA, BOB, CLEO, UI


def labels(page: Page) -> list[str]:
    """Return the labels of a sheet's buttons."""
    return [button.label for button in buttons_of(page)]


def card(ui: UI, table: Table) -> Page:
    return lobby_card_page(ui.services.games["donburiko"], table.face(), ui.services.wording(table))


def board(ui: UI, table: Table) -> Page:
    wording = ui.services.wording(table)
    lately = recent_lines(ui.services.game_of(table), table, wording, 6)
    return board_page(ui.services.games["donburiko"], table.face(), lately, wording)


def hand(ui: UI, table: Table, seat: int) -> Page:
    wording = ui.services.wording(table)
    return screen(ui.services.games["donburiko"], hand_of(table, seat), wording)


async def test_the_card_loses_the_buttons_that_make_no_sense_any_more(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    lobby = ("Join", "Leave", "Start", "Add computer", "Rules", "Check the deal", "Settings")
    assert labels(card(ui, table)) == [*lobby]
    assert "●\u00a0Ada (host)\n▲\u00a0Bob\n2 free seats" in card(ui, table).text
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    assert labels(card(ui, table)) == ["My hand", "Rules"]
    of_a_night = replace(table.face(), night_id="77777")
    page = lobby_card_page(ui.services.games["donburiko"], of_a_night, ui.services.wording(table))
    assert "(host)" not in page.text, "who hosts a night is told wrongly at its tables"
    for page in (card(ui, table), board(ui, table)):
        ids = [button.id for button in buttons_of(page) if button.label == "Rules"]
        assert ids == [rules_id("donburiko", 0)], f"Rules leads elsewhere than to page 1: {ids}"
    await ui.tables.save_whereabouts(table.id, place_id=77)
    assert "<#77>" in card(ui, table).text
    await ui.end(table.id)
    assert labels(card(ui, table)) == ["Rules"]
    assert "ended without a result" in card(ui, table).text


async def test_the_card_shows_what_people_read_and_no_fingerprint(ui: UI) -> None:
    rng = random.Random(4)
    table = await ui.open(ADA, BOB)
    shown = [card(ui, table)]
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    shown.append(card(ui, table))
    while table.phase == "playing":
        await ui.move(table, rng)
    await ui.tables.save_whereabouts(table.id, place_id=77)
    shown.append(card(ui, table))
    for page in shown:
        assert not re.search("[0-9a-f]{16}", str(page)), "hexadecimal digits stand on the card"
    scores = "\u00a0:\u00a0".join(map(str, sorted(table.result().scores, reverse=True)))
    assert shown[-1].title.endswith(scores), "the scores are left out, or may be broken apart"
    assert "<#77>" in shown[-1].text, "nothing leads to the game that was played"


async def test_the_card_has_a_cover_before_the_game_and_the_podium_after(ui: UI) -> None:
    cover = Picture(800, 400, "#000000", ())
    pictures = GamePictures(board=lambda _view, _asked: cover, cover=Described(cover, "A cover"))
    playable = replace(ui.services.games["donburiko"], pictures=pictures)
    table = await ui.open(ADA, BOB)
    assert lobby_card_page(playable, table.face(), ui.services.wording(table)).image == cover
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    assert lobby_card_page(playable, table.face(), ui.services.wording(table)).image is None
    rng = random.Random(4)
    while table.phase == "playing":
        await ui.move(table, rng)
    image = lobby_card_page(playable, table.face(), ui.services.wording(table)).image
    assert image is not None, "no podium on the card"
    written = repr(image)
    missing = [score for score in table.result().scores if f"text='{number(score)}'" not in written]
    assert not missing, f"the podium leaves out the scores {missing}"


async def test_the_board_counts_down_for_who_is_asked(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    (asked,) = table.to_act()
    said = board_page(playable, table.face(), [], wording, {asked: 1_800_000_000}).text.splitlines()
    assert said[0].endswith(" · ⏳ deadline <t:1800000000:R>")
    assert "⏳" not in board_page(playable, table.face(), [], wording).text
    # A computer's move isn't waited for by the clock.
    other = {(asked + 1) % 3: 1_800_000_000}
    assert "⏳" not in board_page(playable, table.face(), [], wording, other).text


async def test_the_board_says_what_comes_after_a_late_move(ui: UI) -> None:
    """Once somebody was reminded; not where the table asks, or where nobody else is there."""
    table = await ui.start(ADA, BOB, CLEO)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    (asked,) = table.to_act()
    late = [replace(each, nudged=n == asked) for n, each in enumerate(table.seats)]
    alone = [replace(s, stand_in=None if n == asked else "away") for n, s in enumerate(late)]
    for seats, rule, said in (
        (table.seats, "move", False),
        (late, "move", True),
        (late, "seat", True),
        (late, "ask", False),
        (alone, "seat", False),
    ):
        face = replace(table.face(), seats=tuple(seats), on_timeout=rule)
        text = board_page(playable, face, [], wording, {asked: 1_800_000_000}).text
        assert ("<t:1800000000:R> · then a computer plays" in text) is said, f"{rule}: {text}"


async def test_a_game_ends_on_board_card_and_hands(ui: UI) -> None:
    rng = random.Random(4)
    table = await ui.start(ADA, BOB, CLEO)
    while table.phase == "playing":
        asked = table.to_act()[0]
        assert labels(hand(ui, table, (asked + 1) % 3)) == ["Rules", "More"]
        assert hand(ui, table, asked).rows
        await ui.move(table, rng)
    wording = ui.services.wording(table)
    winners = wording.names(table.result().winners)
    end = end_message(ui.services.games["donburiko"], table.face(), wording)
    for text in (end.title, card(ui, table).title, str(hand(ui, table, 0))):
        assert winners in text
    assert labels(hand(ui, table, 0)) == labels(end), "the screen offers something else at the end"
    assert board(ui, table).title == "Ended"
    assert labels(board(ui, table)) == [], "a board that nobody plays on has buttons"
    assert labels(end) == ["Rematch", "Another game", "Replay", "More"]
    assert labels(card(ui, table)) == ["Rules", "Rematch", "Reveal hands", "Replay"]


async def test_the_board_is_the_same_whatever_the_hands_hold(ui: UI) -> None:
    """Swap two hands in the truth itself, all through a game: no byte of the board may follow."""
    rng = random.Random(9)
    table = await ui.start(ADA, BOB, CLEO)
    differed = 0
    for _move in range(60):
        if table.phase != "playing":
            break
        before = board(ui, table), card(ui, table), labels(hand(ui, table, 0))
        assert table._match is not None
        state = table._match._state
        mine, other = state.hands[0], state.hands[1]
        if len(mine) == len(other):
            state.hands[0], state.hands[1] = other, mine
            assert (board(ui, table), card(ui, table)) == before[:2]
            differed += mine != other
            state.hands[0], state.hands[1] = mine, other
        await ui.move(table, rng)
    assert differed > 5


async def test_a_board_shows_the_newest_lines_and_no_more(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    lines = [f"{number} {'x' * 400}" for number in range(6)]
    shown = board_page(playable, table.face(), lines, wording).text
    told = [line for line in shown.splitlines() if line.startswith("• ")]
    assert [line[:3] for line in told] == ["• 4", "• 5"], "the newest lines were left out"
    assert all(len(line) < 320 for line in told), "a long line fills the board"


async def test_what_was_told_last_is_what_happened_last(ui: UI) -> None:
    table, wording = await ui.start(ADA, BOB), Wording("en-GB", ("Ada", "Bob"))
    for _ in range(4):
        await ui.move(table, random.Random(1))
    all_lines = lines_of(ui.services.game_of(table), table, table.recent, wording)
    assert len(all_lines) > 2
    assert recent_lines(ui.services.game_of(table), table, wording, 2) == all_lines[-2:], (
        "old lines are shown"
    )


async def test_a_computer_has_no_time_that_runs_out(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    await ui.services.lobby_verbs.add_computer(table.id, ADA.id, "casual")
    await ui.services.lobby_verbs.start(table.id, ADA, ui.interaction())
    rng = random.Random(1)
    while table.to_act() != (2,):
        await ui.move(table, rng)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    shown = board_page(playable, table.face(), [], wording, {2: 1_800_000_000})
    assert "⏳" not in shown.text, "the board counts down for a computer"


async def test_a_table_speaks_its_own_language_and_a_hand_that_of_its_person(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    assert ui.services.wording(table).language == table.language
    assert ui.services.wording(table, "ja").language == "ja", "a hand speaks the table's language"


async def test_the_seal_is_shown_to_anybody_before_the_deal(ui: UI) -> None:
    table = await ui.open(ADA, BOB)
    assert table.commitment is not None
    said = await press(ui, CLEO, f"a:seal:{table.id}")
    shown = said.text.replace("\n", "")
    assert table.commitment in shown, "the seal can't be seen while the cards aren't dealt yet"


@pytest.mark.parametrize("language", ["en-GB", "ja"])
@pytest.mark.parametrize(
    "of", {each.game.info.key: each for each in configurations()}.values(), ids=str
)
def test_a_board_says_its_game_and_whose_round_it_is(of: Configuration, language: str) -> None:
    """Others play others in the same channel. A night has rounds as well, whose number stands on
    the board, too.
    """
    playable, wording = seen.playable_of(of.game), Wording(language)
    title = playable.title(wording)
    for match in (match for match, _step in play(of, of.rng("night"))):
        table = seen.table_of(of.game, match)
        if table.phase == "playing":
            night = replace(table, night_id="night")
            for each, behind in ((table, " · "), (night, "[:：]")):
                said = author(playable, each.face(), wording)
                assert re.match(f"{re.escape(title)}{behind}", said), f"which round of what? {said}"
                high = phone_height.lines(said, phone_height.INSIDE, bold=True)
                assert high == 1, f"it takes two lines on a phone: {said}"
