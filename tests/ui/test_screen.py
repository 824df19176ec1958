"""The screen: board, hand and buttons in one private message, at every table."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.tables.seat import Person
from bot.tables.table import Table
from bot.ui.pages import routes
from bot.ui.pages.page import Page
from bot.ui.pages.phone_height import INSIDE, lines
from bot.ui.pages.tables import screen as screen_module
from bot.ui.pages.tables.board import board_page, legend
from bot.ui.pages.tables.fit import Notice, fitted
from bot.ui.pages.tables.hand import hand_of
from bot.ui.pages.tables.menu_moves import menu_moves
from bot.ui.pages.tables.screen import LEGEND_LINES, screen, short_legend, with_game
from bot.ui.pages.wording import Wording, phone_lines, seat_names
from bot.ui.pictures.drawings import Drawings
from bot.ui.pictures.game_pictures import Described
from bot.ui.pictures.shapes import Picture
from bot.ui.pictures.uploads import Uploads
from bot.ui.posting.answers_first import AnswersFirst
from bot.ui.posting.tables.open_hands import OpenHands
from cogs.donburiko.picture import PICTURES
from tests.contract import seen
from tests.contract.games import configurations, play
from tests.emoji import mentions
from tests.ui.clicks import Answer, interaction, press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI
from tests.ui.fake_discord import failure
from tests.ui.test_open_hands import drawn, lay_open, redrawn


class Drawer:
    """Draws at once, and the same for each picture."""

    async def think(self, job: Picture, /) -> bytes:
        """Return a picture's key as if that were its PNG."""
        return job.key.encode()


@pytest.fixture
def pictures(ui: UI) -> None:
    """Let Donburiko! have its pictures."""
    playable = ui.services.games["donburiko"]
    ui.services.games["donburiko"] = replace(playable, pictures=PICTURES)
    ui.services.drawings = Drawings(Drawer())


def shown(ui: UI, table: Table, seat: int, *, failed: bool = False) -> Page:
    """Return the screen of a seat."""
    playable = ui.services.games["donburiko"]
    return screen(playable, hand_of(table, seat), ui.services.wording(table), failed=failed)


def labels(page: Page) -> list[list[str]]:
    """Return the labels of a page's buttons, row by row."""
    return [[each.label for each in row] for row in page.rows if isinstance(row, tuple)]


@pytest.mark.usefixtures("pictures")
async def test_a_hand_has_the_very_board_that_the_thread_shows(ui: UI) -> None:
    table, rng = await ui.start(ADA, BOB, CLEO), random.Random(2)
    for _move in range(4):
        board = board_page(
            ui.services.games["donburiko"], table.face(), [], ui.services.wording(table)
        )
        for seat in range(3):
            page = shown(ui, table, seat)
            assert page.image is board.image, "the hand's board has to be drawn once more"
            assert page.author == board.author and page.alt == board.alt
            assert page.under is not None and "Your cards" in page.under.text
        await ui.move(table, rng)


async def test_the_last_row_always_leads_to_the_rules_and_to_all_else(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    (asked,) = table.to_act()
    assert labels(shown(ui, table, asked))[-1] == ["Rules", "More"]
    assert labels(shown(ui, table, 1 - asked)) == [["Rules", "More"]]
    assert labels(shown(ui, table, 1 - asked, failed=True)) == [["Refresh", "More"]], (
        "whoever looks at what may be out of date can't have it drawn again"
    )


async def test_room_for_what_was_heard_is_kept_only_where_it_is_told(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Deeper in the menu buttons needn't give way to it."""
    kept: list[bool] = []

    def first(pages: Iterable[Page], *, told: bool) -> Page:
        kept.append(told)
        return next(iter(pages))

    monkeypatch.setattr(screen_module, "first_that_fits", first)
    table = await ui.start(ADA, BOB)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    hand = hand_of(table, table.to_act()[0])
    path = menu_moves(playable.render, hand.legal, hand.view, wording)[0].path
    for where in ((), path[:1]):
        screen(playable, hand, wording, where)
    assert kept == [True, False], "no room is kept first, or some is kept deeper in the menu"


def test_buttons_say_less_before_anything_else_gives_way() -> None:
    """Six blessing cards, a line each, pushed the board off a phone."""
    configuration = next(each for each in configurations() if str(each) == "kirifuda-3")
    match = next(play(configuration, random.Random(1), None))[0]
    (seat,) = match.to_act()
    playable = seen.playable_of(configuration.game)
    table = seen.table_of(configuration.game, match)
    wording = Wording("en-GB", seat_names(table.seats, "en-GB"), mentions())
    page = screen(playable, replace(hand_of(table, seat), helped=True), wording)
    taken, *_ways = labels(page)
    named = r"(spring|summer|autumn|winter) [0-3] \+[2358]"
    assert all(re.fullmatch(named, label) for label in taken), f"no season is named: {taken}"
    assert page.under is not None and "\n# <" in page.under.text, "cards are small all the same"
    words = screen(playable, hand_of(table, seat), wording.in_words(), drawn=False)
    assert " in " in labels(words)[0][0], "without emoji nobody knows which row it is"


@pytest.mark.parametrize("name", ["donburiko", "kasane", "kirifuda", "korpokkur", "shiranui"])
def test_a_hand_that_waits_says_what_somebody_else_is_asked(name: str) -> None:
    configuration = next(c for c in configurations() if str(c) == f"{name}-3")
    playable, told = seen.playable_of(configuration.game), set[bool]()
    for match, _step in play(configuration, configuration.rng("waits")):
        asked, table = match.to_act(), seen.table_of(configuration.game, match)
        wording = Wording("en-GB", seat_names(table.seats, "en-GB"), mentions())
        for seat in {*range(3)} - {*asked} if asked else ():
            under = screen(playable, hand_of(table, seat), wording).under
            assert under is not None
            said = "\n".join([under.text, *(field.text for field in under.fields)])
            alone = len(asked) == 1
            assert (playable.render.doing(match.public(), asked, wording) in said) is alone, said
            told.add(alone)
    assert True in told, "nobody has waited"


@pytest.mark.parametrize("name", ["donburiko", "kasane", "kirifuda", "korpokkur", "shiranui"])
def test_the_first_hand_of_a_newcomer_says_what_winning_is(name: str) -> None:
    configuration = next(c for c in configurations() if str(c) == f"{name}-3")
    playable = seen.playable_of(configuration.game)
    match = next(play(configuration, random.Random(1), None))[0]
    (seat,) = match.to_act()
    table = seen.table_of(configuration.game, match)
    wording = Wording("en-GB", seat_names(table.seats, "en-GB"), mentions())
    hand = replace(hand_of(table, seat), helped=True)
    texts = [
        "\n".join(each.text for each in (fitted(page, Notice()).under,) if each)
        for page in (
            screen(playable, each, wording) for each in (hand, replace(hand, own_moves=(1, 1)))
        )
    ]
    first, later = texts
    assert " win" in first.casefold(), f"nothing says what it is to win: {first}"
    assert playable.render.goal not in later, f"it is said again: {later}"


def test_what_explains_a_game_gives_way_before_the_hand_gets_small() -> None:
    """Examples of melds took the room in which one's own cards are large."""
    configuration = next(each for each in configurations() if str(each) == "kasane-4")
    playable, explained = seen.playable_of(configuration.game), 0
    for match, _step in play(configuration, configuration.rng("heights")):
        for seat in match.to_act():
            table = seen.table_of_one(configuration.game, match, seat)
            wording = Wording("en-GB", seat_names(table.seats, "en-GB"), mentions())
            hand = replace(hand_of(table, seat), helped=True)
            whole = screen(playable, hand, wording)
            page = fitted(whole, Notice("", ()))
            assert whole.under is not None and page.under is not None
            if page.under.image is not None and "# <" in whole.under.text:
                explained += 1
                assert "# <" in page.under.text, f"the cards are small: {page.under.text}"
    assert explained, "this test has shown nothing"


def test_computers_lose_their_faces_before_their_names() -> None:
    """Of six, two letters each were left, on three lines."""
    names = ("Finn", *(f"🤖 {each}" for each in ("Hotaru", "Koharu", "Hinata", "Momiji", "Minato")))
    said = short_legend(len(names), Wording("en-GB", names, mentions()))
    assert phone_lines(said) <= LEGEND_LINES, said
    assert all(name.removeprefix("🤖 ") in said for name in names), said
    assert "face_" in short_legend(2, Wording("en-GB", names[:2], mentions())), "there is room"


def test_names_are_cut_until_the_legend_takes_two_lines_on_a_phone() -> None:
    long = "Wolfeschlegelsteinhausen"
    for seats in range(2, 7):
        said = short_legend(seats, Wording("en-GB", (*(long for _ in range(seats - 1)), "🤖 Nagi")))
        assert phone_lines(said) <= LEGEND_LINES, said
        assert all(mark in said for mark in "●▲■◆★✚"[:seats]) and "Nagi" in said, said
    six = short_legend(6, Wording("en-GB", ("Alexandrina",) * 6))
    assert "Alexand…" in six or "Alexan" in six, six
    assert "Alexandrina" in short_legend(2, Wording("en-GB", ("Alexandrina", "Bob")))


def test_whoever_is_not_there_bears_a_sign_behind_their_name() -> None:
    """Who goes from hand to hand sees no board that says so."""
    said = short_legend(3, Wording("en-GB", ("Ada", "Bob", "🤖 Nagi")), {0: "💤", 1: "🤖"})
    assert "Ada\N{NO-BREAK SPACE}💤" in said and "Bob\N{NO-BREAK SPACE}🤖" in said, said
    longs = Wording("en-GB", ("Wolfeschlegelsteinhausen",) * 6)
    assert phone_lines(short_legend(6, longs, dict.fromkeys(range(1, 6), "🤖"))) <= LEGEND_LINES


@pytest.mark.parametrize(
    ("above", "title", "game", "shown"),
    [
        ("Shiranui · Round 1", "Your turn", "Shiranui", ("Shiranui · Round 1", "Your turn")),
        ("Round 1 · trick 1", "Your turn", "Kasane", ("Round 1 · trick 1", "Your turn · Kasane")),
        (
            "Round 2 of 4 · ends in 2 cards",
            "Waiting for Alexandrina",
            "Colors of Kasane",
            ("Colors of Kasane · Round 2 of 4", "Waiting for Alexandrina"),
        ),
        (
            "Game: Round 2 of 4 · ends in 2 cards",
            "Waiting for Alexandrina",
            "Colors of Kasane",
            ("Colors of Kasane · Round 2 of 4", "Waiting for Alexandrina"),
        ),
    ],
)
def test_where_several_games_wait_a_hand_says_its_game(
    above: str, title: str, game: str, shown: tuple[str, str]
) -> None:
    assert with_game(above, title, game, "Game: ") == shown


def test_a_hand_of_a_night_names_its_game() -> None:
    """The line above it says "Game: Round 1" where the name has no room, and each round of the
    night may be of another game.
    """
    configuration = next(each for each in configurations() if str(each) == "kasane-3")
    playable = seen.playable_of(configuration.game)
    match = next(play(configuration, random.Random(1), None))[0]
    (seat,) = match.to_act()
    hand = hand_of(seen.table_of(configuration.game, match), seat)
    hand = replace(hand, table=replace(hand.table, night_id="abcde", pace="live"))
    for language, said in (("en-GB", "Your turn"), ("ja", "あなたの手番")):
        wording = Wording(language, seat_names(hand.table.seats, language), mentions())
        page = screen(playable, hand, wording)
        assert playable.title(wording) in f"{page.author} {page.title}", page
        assert page.title.startswith(said), "whose turn it is doesn't come first"


def test_a_name_in_the_legend_stays_on_the_line_of_its_mark() -> None:
    for names in (
        ("Ada", "🤖 Minato", "🤖 Hinata"),
        ("Ada", "🤖 みなと", "🤖 ひなたのか"),
        ("Cleo", "🤖 Tsubaki", "🤖 Koharu"),
    ):
        wording = Wording("en-GB", names)
        for said in (short_legend(3, wording).split("\n"), legend(3, wording).split("\n")):
            whole = [each for line in said for each in line.split("\u2003")]
            assert whole == [wording.faced(seat) for seat in range(3)], said
            for line in said:
                assert lines(line, INSIDE) == 1, f"a name is broken, or away from its mark: {line}"


async def test_what_is_shown_in_its_place_is_not_drawn_over(ui: UI, hands: OpenHands) -> None:
    """More and the rules lie in the same message, until their person goes back to the game."""
    table = await ui.start(ADA, BOB)
    for custom_id in (routes.TABLE_PAGE(table.id), routes.RULES("donburiko", 0, table.id)):
        edit = lay_open(ui, table, BOB)
        held: Any = hands._open[table.id, BOB.id].interaction
        held.message = SimpleNamespace(
            flags=SimpleNamespace(ephemeral=True),
            interaction_metadata=SimpleNamespace(id=5),
            embeds=[],
            components=[],
            reference=None,
        )
        held.type = discord.InteractionType.component
        page = await press(ui, BOB, custom_id, own=True, message=held.message)
        await ui.services.table_verbs.pause(table.id, ADA, "host")
        await drawn(hands)
        assert not edit.await_count, f"{custom_id}: the hand was drawn over what had replaced it"
        back = page.buttons.get("My hand") or page.buttons["Back to the game"]
        assert back == routes.HAND(table.id), "nothing leads back to the hand"
        await ui.services.table_verbs.resume(table.id, ADA, "host")


# Where its picture is


async def answered(
    ui: UI, table: Table, person: Person, *refused: Any, bears: Sequence[str] = ()
) -> AsyncMock:
    """Press My hand on a message that bears the picture, or others; return what has changed it.

    The first attempts are `refused`.
    """
    made: Any = interaction(ui, person, CHANNEL, Answer(), is_expired=lambda: False)
    seat = table.seat_of(person.id)
    assert seat is not None, "they don't sit there"
    names = bears or (ui.hands.screens.page(table, seat, "en-GB").file_name,)
    made.type = discord.InteractionType.component
    made.message = SimpleNamespace(
        flags=SimpleNamespace(ephemeral=True),
        interaction_metadata=SimpleNamespace(id=5),
        embeds=[
            SimpleNamespace(image=SimpleNamespace(url=f"https://cdn/a/{number}/{name}?ex=1"))
            for number, name in enumerate(names, 1)
        ],
        components=[],
        reference=None,
    )
    made.response.edit_message = AsyncMock(side_effect=[*refused, None])
    await ui.requests.actions.play.show_named_hand(made, table.id)
    return made.response.edit_message


@pytest.mark.usefixtures("pictures")
async def test_a_picture_that_its_message_bears_is_not_sent_again(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    (call,) = (await answered(ui, table, ADA)).await_args_list
    assert "attachments" not in call.kwargs, "the same picture was uploaded again"


@pytest.mark.usefixtures("pictures")
async def test_the_board_is_drawn_while_the_move_is_written_down(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever moves waits for both, but not for one after the other."""
    table, rng, store = await ui.start(ADA, BOB), random.Random(2), ui.tables.store
    save = store.save_step
    drawn_meanwhile: list[set[str]] = []

    async def slow(*rows: Any) -> None:
        await asyncio.sleep(0)
        drawn_meanwhile.append({*ui.services.drawings._kept})
        await save(*rows)

    monkeypatch.setattr(store, "save_step", slow)
    await ui.move(table, rng)
    image = shown(ui, table, 0).image
    assert image is not None and drawn_meanwhile == [{image.key}], "the answer waits for drawing"


@pytest.mark.usefixtures("pictures")
async def test_a_move_counts_though_its_board_cannot_be_drawn_up(ui: UI) -> None:
    table, playable = await ui.start(ADA, BOB), ui.services.games["donburiko"]
    broken = replace(PICTURES, board=lambda _view, _asked: 1 // 0)
    ui.services.games["donburiko"] = replace(playable, pictures=broken)
    step = table.step()
    await ui.move(table, random.Random(2))
    assert table.step() > step, "a game's broken picture holds its moves up"


@pytest.mark.usefixtures("pictures")
async def test_a_picture_that_another_answer_took_away_is_sent_again(ui: UI) -> None:
    """Two presses at once: the first opens the rules there, and the message has no picture."""
    table = await ui.start(ADA, BOB)
    _first, again = (await answered(ui, table, ADA, failure(400, 50035))).await_args_list
    assert len(again.kwargs["attachments"]) == 1, "who pressed was not answered, or in words"


@pytest.mark.usefixtures("pictures")
async def test_of_two_pictures_the_one_that_has_changed_is_sent(ui: UI) -> None:
    """What a newcomer is shown below the board stays in the message, move after move."""
    table, playable = await ui.start(ADA, BOB), ui.services.games["donburiko"]
    melds = Described(Picture(800, 150, "#000000", ()), "three melds")
    ui.services.games["donburiko"] = replace(
        playable, pictures=replace(PICTURES, first=lambda _view: melds)
    )
    await ui.tables.readers.read(ADA.id, "donburiko")
    below = ui.hands.screens.page(table, 0, "en-GB").under
    assert below is not None and below.image is melds.picture, "this test shows nothing"
    edit = await answered(ui, table, ADA, bears=("older.png", below.file_name))
    board, stays = edit.await_args_list[-1].kwargs["attachments"]
    assert isinstance(board, discord.File) and stays.to_dict()["id"] == 2, "both were uploaded"
    made: Any = ui.hands._open[table.id, ADA.id].interaction
    made.edit_original_response = AsyncMock(return_value=made.message)
    ui.hands._open[table.id, ADA.id].shown = Page("an older board")
    await redrawn(ui, table, ADA)
    board, stays = made.edit_original_response.await_args_list[-1].kwargs["attachments"]
    assert isinstance(board, discord.File) and stays.to_dict()["id"] == 2, "both were uploaded"
    other = Described(Picture(800, 150, "#ffffff", ()), "one meld")
    ui.services.games["donburiko"] = replace(
        playable, pictures=replace(PICTURES, first=lambda _view: other)
    )
    hand = ui.hands._open[table.id, ADA.id]
    hand.shown, hand.below = Page("an older board"), stays
    await redrawn(ui, table, ADA)
    both = made.edit_original_response.await_args_list[-1].kwargs["attachments"]
    assert [type(each) for each in both] == [discord.File] * 2, "a picture stays that is another"
    ui.services.games["donburiko"] = replace(
        playable, pictures=replace(PICTURES, first=lambda _view: melds)
    )
    lost = await answered(ui, table, ADA, failure(400, 50035), bears=("older.png", below.file_name))
    again = lost.await_args_list[-1].kwargs["attachments"]
    assert [type(each) for each in again] == [discord.File] * 2, "what is gone isn't sent again"


@pytest.mark.usefixtures("pictures")
async def test_a_picture_that_is_refused_is_replaced_by_words(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    edit = await answered(ui, table, ADA, failure(400, 50035), failure(413))
    last = edit.await_args_list[-1].kwargs
    assert not last["attachments"] and "Bob" in str(last["embeds"][0].to_dict()), "no board"


@pytest.mark.usefixtures("pictures")
async def test_an_open_hand_that_lost_its_picture_gets_it_again(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    edit = lay_open(ui, table, ADA)
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    edit.side_effect = [failure(400, 50035), None]
    await redrawn(ui, table, ADA)
    first, again = (each.kwargs for each in edit.await_args_list)
    assert "attachments" not in first and len(again["attachments"]) == 1, "it shows an old table"


# What stands above it


async def test_a_hint_stays_until_the_table_moves_on(ui: UI) -> None:
    """A picture that comes late, or a pause, has the hand drawn again."""
    table = await ui.start(ADA, BOB)
    edit = lay_open(ui, table, ADA)
    hand = ui.hands._open[table.id, ADA.id]
    hand.step, hand.notice = table.step(), Notice("💡 Take row 1.")
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    await redrawn(ui, table, ADA)
    said = edit.await_args_list[-1].kwargs["embeds"][-1].description
    assert "💡 Take row 1." in said, "the hint is gone before anybody has moved"
    await ui.services.table_verbs.resume(table.id, ADA, "host")
    await ui.move(table, random.Random(1))
    await redrawn(ui, table, ADA)
    said = edit.await_args_list[-1].kwargs["embeds"][-1].description
    assert "💡" not in said, "the hint is about a table that has moved on"


async def test_a_hand_that_could_not_be_drawn_again_says_how_to(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    edit = lay_open(ui, table, ADA)
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    edit.side_effect = [failure(500), None]
    with pytest.raises(discord.HTTPException):
        await redrawn(ui, table, ADA)
    await redrawn(ui, table, ADA)
    buttons = [each.label for each in edit.await_args_list[-1].kwargs["view"].children]
    assert buttons == ["Refresh", "More"], buttons


@pytest.mark.usefixtures("pictures")
async def test_who_waits_is_drawn_again_after_a_pause_and_who_is_asked_at_once(ui: UI) -> None:
    hands = ui.hands = OpenHands(ui.services, AnswersFirst(), pause=3600)
    table, rng = await ui.start(ADA, BOB, CLEO), random.Random(1)
    people = (ADA, BOB, CLEO)
    (mover,) = table.to_act()
    edits = [lay_open(ui, table, each) for each in people]
    await ui.move(table, rng)
    (asked,) = table.to_act()
    assert asked != mover, "this test would see nothing"
    for each in people:
        await redrawn(ui, table, each)
    assert edits[asked].await_count == 1, "who is asked waits for their picture"
    idle = next(seat for seat in range(3) if seat != asked)
    assert not edits[idle].await_count, "who waits is drawn again with each move"
    hands._open[table.id, people[idle].id].drawn_at -= 3601
    await redrawn(ui, table, people[idle])
    assert edits[idle].await_count == 1, "who waits is never drawn again"


@pytest.mark.usefixtures("pictures")
async def test_who_waits_is_drawn_again_later_while_too_much_is_uploaded(ui: UI) -> None:
    ui.services.uploads = Uploads(kb_a_second=0)
    table, rng = await ui.start(ADA, BOB, CLEO), random.Random(1)
    people = (ADA, BOB, CLEO)
    edits = [lay_open(ui, table, each) for each in people]
    shown = await press(ui, ADA, f"t:hand:{table.id}")
    assert shown.pictures, "an answer waits for its picture"
    await ui.move(table, rng)
    (asked,) = table.to_act()
    (waits,) = {1, 2} - {asked}
    for seat in (asked, waits):
        await redrawn(ui, table, people[seat])
    assert edits[asked].await_count, "who is asked waits for their picture"
    assert edits[asked].await_args_list[0].kwargs["attachments"], "who is asked gets words"
    assert not edits[waits].await_count, "who waits is drawn again, however much is uploaded"
    ui.services.uploads = Uploads()
    await redrawn(ui, table, people[waits])
    assert edits[waits].await_count == 1, "who waits is never drawn again"


async def test_what_buttons_do_is_not_explained_beside_the_coach(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    playable, wording = ui.services.games["donburiko"], Wording("en-GB", ("Ada", "Bob"))
    hand = hand_of(table, table.to_act()[0])
    alone, coached = [
        screen(playable, replace(hand, helped=helped), wording).under for helped in (False, True)
    ]
    assert alone is not None and coached is not None
    explained = playable.render.kinds["add"].help
    assert explained in alone.text, "nothing is explained to anybody, so this shows nothing"
    assert "💬" in coached.text and explained not in coached.text, f"said twice: {coached.text}"


def test_what_a_hand_explains_is_not_said_beside_the_coach() -> None:
    """As that the lowest card wins, to who leads in Shiranui."""
    configuration = next(each for each in configurations() if str(each) == "shiranui-3")
    match = next(play(configuration, random.Random(1), None))[0]
    (seat,) = match.to_act()
    table, playable = seen.table_of(configuration.game, match), seen.playable_of(configuration.game)
    wording = Wording("en-GB", seat_names(table.seats, "en-GB"), mentions())
    alone, coached = [
        screen(playable, replace(hand_of(table, seat), helped=helped), wording).under
        for helped in (False, True)
    ]
    assert alone is not None and coached is not None
    explained = "The lowest card of the strong colour wins."
    assert explained in alone.text and explained not in coached.text, coached.text


def test_signs_in_a_picture_are_explained_in_one_line_where_they_stand() -> None:
    """Nobody guesses that 1·5 with two arrows is a run."""
    configuration = next(each for each in configurations() if str(each) == "kasane-3")
    match = next(play(configuration, random.Random(1), None))[0]
    playable = seen.playable_of(configuration.game)
    table = seen.table_of(configuration.game, match)
    for language in ("en-GB", "ja"):
        wording = Wording(language, seat_names(table.seats, language), mentions())
        key = playable.render.key(wording)
        assert "4-3-2" in key and lines(key, INSIDE, 14 * 0.82) == 1, key
        hand = hand_of(table, match.to_act()[0])
        for pictured in (True, False):
            page = screen(playable, hand, wording, drawn=pictured)
            assert page.under is not None
            board = board_page(playable, table.face(), [], wording, drawn=pictured)
            said = [f"-# {key}" in text for text in (board.text, page.under.text)]
            assert said == [pictured, pictured], f"no key, or one without a picture: {said}"
