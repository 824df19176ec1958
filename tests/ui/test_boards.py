"""Boards that are pictures: uploaded when they change, written out where they can't be shown."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.tables.seat_rules import put
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.ui.pages.catalogues import languages
from bot.ui.pages.page import ALT_TEXT, Page, picture_words
from bot.ui.pages.tables.absent_words import absent_lines
from bot.ui.pages.tables.board import board_page, legend, text_page, without_marks
from bot.ui.pages.tables.game_end import end_message
from bot.ui.pages.tables.replay import ALL, MINE, replay_id, replay_page
from bot.ui.pages.tables.table_event_lines import table_event_line
from bot.ui.pages.tables.table_lines import recent_lines
from bot.ui.pages.wording import Wording
from bot.ui.pictures.drawings import Drawings
from bot.ui.pictures.game_pictures import Described, GamePictures
from bot.ui.pictures.palette import SEATS, number_of
from bot.ui.pictures.shapes import Box, Picture
from bot.ui.posting.request_budget import RequestBudget
from bot.ui.posting.tables import boards as posting
from bot.ui.posting.tables.boards import FAR, TooSoon
from bot.ui.posting.tables.calm_boards import CalmBoards
from bot.ui.posting.tables.lost_hands import LostHands
from cogs.donburiko.views import Public, RoundEnded
from tests.only import first, only
from tests.ui.clicks import press
from tests.ui.conftest import ADA, BOB, CHANNEL, CLEO, UI, Drawer, begun
from tests.ui.fake_discord import FakeDiscord, Message, Place, failure
from tests.ui.night_evening import evening


def drawn(view: Public, asked: tuple[int, ...]) -> Picture:
    """Return a picture that tells two positions apart."""
    sizes = sum(len(row.cards) for row in view.rows), sum(view.chips), view.round
    return Picture(800, 400, "#000000", tuple(Box(0, 0, n + 1, 9) for n in (*sizes, *asked)))


COVER = Described(Picture(800, 400, "#000000", ()), "An acorn")
PICTURES = GamePictures(drawn, COVER)


@pytest.fixture
def server(server: FakeDiscord, ui: UI) -> FakeDiscord:
    """Make the bot show its game in pictures, and return a server for it."""
    playable = ui.services.games["donburiko"]
    ui.services.games["donburiko"] = replace(playable, pictures=PICTURES)
    return server


def board_of(place: Place, table: Table) -> Message:
    """Return the board of a table."""
    found = [each for each in place.up.values() if each.id == table.board_id]
    return only(found, f"the board of table {table.id}")


def embed_of(message: Message) -> discord.Embed:
    """Return what a message shows."""
    assert message.embed is not None, "the message has no embed"
    return message.embed


def described(message: Message) -> str:
    """Return what a message's picture shows, in words, as Discord would read it out."""
    image: Any = embed_of(message).to_dict().get("image", {})
    return image.get("description", "")


def drawer_of(ui: UI) -> Any:
    """Return what draws for the bot."""
    return ui.services.drawings._drawer


async def play_to_the_end(ui: UI, table: Table) -> None:
    """Play by chance until the game is over."""
    rng = random.Random(4)
    while table.phase == "playing":
        await ui.move(table, rng)


# What it shows


async def test_a_board_is_a_picture_with_words_for_who_cannot_see_it(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    board = board_of(place, table)
    assert embed_of(board).image.url == "attachment://board.png"
    assert embed_of(board).fields == [], "what the picture shows is written out as well"
    said = described(board)
    assert "Row 1" in said, f"the embed's image isn't described: {said!r}"
    assert "**" not in said, "a screen reader would read out markdown"
    assert len(said) <= ALT_TEXT
    before = board.files
    await ui.messages._boards.show(table, ui.messages._posted[table.id].board)
    assert board.files == before, "an edit uploads the picture again"
    assert described(board) == said, "an edit takes the words for the picture away"
    names = (embed_of(board).description or "").splitlines()[-1]
    told = "●\u00a0Ada\u2003▲\u00a0Bob\u2003■\u00a0Cleo"
    assert names == told, (
        "the picture's marks are told by no name, or a line may break between them"
    )


async def test_the_title_says_whose_turn_it_is_and_the_edge_has_their_colour(ui: UI) -> None:
    table = await ui.start(ADA, BOB)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    (asked,) = table.to_act()
    page = board_page(playable, table.face(), [], wording)
    assert page.title == f"{('Ada', 'Bob')[asked]}'s turn"
    assert page.colour == number_of(SEATS[asked])
    assert page.author.startswith("Donburiko! · Round 1"), page.author
    several = board_page(playable, replace(table.face(), asked=(0, 1)), [], wording)
    assert several.title == "Waiting for Ada and Bob"
    assert several.colour not in map(number_of, SEATS)
    minds = [replace(seat, level="casual") for seat in table.face().seats]
    thinking = replace(table.face(), asked=(0, 1), seats=tuple(minds))
    title = board_page(playable, thinking, [], ui.services.wording(thinking)).title
    assert "Ada" in title and "Bob" in title, f"it waits for computers, and names nobody: {title}"
    computer = replace(table.seats[asked], level="casual", name="Akari")
    seats = [computer if n == asked else seat for n, seat in enumerate(table.face().seats)]
    thinking = replace(table.face(), seats=tuple(seats))
    titles = board_page(playable, thinking, [], ui.services.wording(thinking)).title
    assert titles == "🤖\u00a0Akari is thinking"
    away = replace(table.face().seats[asked], stand_in="once")
    seats = [away if n == asked else seat for n, seat in enumerate(table.face().seats)]
    played_for = board_page(playable, replace(table.face(), seats=tuple(seats)), [], wording)
    assert played_for.title == f"A computer is playing for {('Ada', 'Bob')[asked]}"
    assert played_for.text.startswith(f"**🤖\u00a0{('Ada', 'Bob')[asked]} adds"), played_for.text
    paused = board_page(playable, replace(table.face(), paused=True), [], wording)
    assert (paused.title, paused.colour) == ("Paused", several.colour)
    mover = ("Ada", "Bob")[asked]
    assert paused.text.startswith(f"Next: {mover}. You can resume under **More**."), paused.text


async def test_a_board_says_once_that_a_computer_plays_for_somebody(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    (asked,) = table.to_act()
    until = "is away until <t:9:f>."
    for how, brief in ((None, None), ("computer", until), ("clock", until), ("table", until)):
        for seat in range(3):
            away = replace(table.seats[seat], stand_in="away")
            if how is not None:
                away = replace(away, back_at=9, away_how=how)
            seats = [away if n == seat else each for n, each in enumerate(table.face().seats)]
            page = board_page(playable, replace(table.face(), seats=tuple(seats)), [], wording)
            said = f"{page.title}\n{page.text}".lower().count("a computer ")
            assert said == 1, f"it is said {said} times that a computer plays: {page.text}"
            assert seat != asked or (brief or "") in page.text, "until when isn't said any more"
    away = replace(table.seats[asked], stand_in="away")
    seats = [away if n in (asked, (asked + 1) % 3) else each for n, each in enumerate(table.seats)]
    both = board_page(playable, replace(table.face(), seats=tuple(seats)), [], wording)
    assert "Computers are playing for" in both.text, f"one of them isn't named: {both.text}"
    assert both.title.endswith("'s turn"), both.title


@pytest.mark.parametrize("language", ["en-GB", *languages()])
async def test_a_board_does_not_say_again_who_has_just_gone(ui: UI, language: str) -> None:
    table = await ui.start(ADA, BOB)
    playable, wording = ui.services.games["donburiko"], Wording(language, ("Ada", "Bob"))
    gone = 1 - table.to_act()[0]
    away = replace(table.seats[gone], stand_in="away")
    face = replace(table.face(), seats=put(table, gone, away))
    told = table_event_line(TableEvent("away", "vote", gone), wording, "move")
    assert told in board_page(playable, face, [], wording).text
    text = board_page(playable, face, [told], wording).text
    assert text.count(told) == 1, f"it is said twice: {text}"
    ended = board_page(playable, replace(face, phase="finished"), [], wording).text
    assert told not in ended, f"the game has ended, and nobody plays any more: {ended}"


async def test_a_board_tells_who_gave_up_from_who_may_come_back(ui: UI) -> None:
    table = await ui.start(ADA, BOB, CLEO)
    wording = ui.services.wording(table)
    away = replace(table.seats[0], stand_in="away")
    seats = [away, replace(away, name="Bob", gave_up=True), table.seats[2]]
    face = replace(table.face(), seats=tuple(seats))
    assert absent_lines(face, wording) == [
        "A computer is playing for Ada.",
        "A computer plays for Bob to the end.",
    ]
    on_a_night = absent_lines(replace(face, night_id="abcde"), wording)
    assert on_a_night[1] == "Ada: press **My hand**, then **I'm back**.", on_a_night


async def test_a_table_may_have_its_boards_in_words(ui: UI, server: FakeDiscord) -> None:
    table, place = await begun(ui, server)
    table.become(replace(table, boards="text"))
    await ui.messages._update(table.id)
    board = board_of(place, table)
    assert board.files == []
    assert embed_of(board).image.url is None
    assert "Row 1" in (embed_of(board).description or "")


async def test_anyone_may_read_the_board_as_text(ui: UI, server: FakeDiscord) -> None:
    table, _place = await begun(ui, server)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    page = text_page(playable, table.face(), wording)
    assert page.image is None
    assert "Row 1" in page.text
    seen = await press(ui, CLEO, f"a:text:{table.id}")
    assert "Row 1" in seen.text
    assert not seen.public


async def test_what_the_scores_say_is_not_said_again_above_them(
    ui: UI, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await ui.start(ADA, BOB)
    playable, rng = ui.services.games["donburiko"], random.Random(1)
    wording = ui.services.wording(table)
    monkeypatch.setattr(type(playable.render), "scored", ())

    def said() -> str:
        return "\n".join(recent_lines(ui.services.game_of(table), table, wording, 99))

    while "Round 1 ended" not in said():
        await ui.move(table, rng)
    before = said().splitlines()
    monkeypatch.setattr(type(playable.render), "scored", (RoundEnded,))
    assert said().splitlines() == [line for line in before if "Round 1 ended" not in line]
    monkeypatch.setattr(type(playable.render), "round_scores", lambda *_: "")
    assert said().splitlines() == before, "the end of a round without scores is kept quiet"


async def test_a_game_is_looked_back_at_in_pictures(ui: UI, server: FakeDiscord) -> None:
    table, _place = await begun(ui, server)
    await play_to_the_end(ui, table)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    record = await ui.services.history.record(table.id)

    def page(look: str) -> Page:
        return replay_page(playable, table.face(), record, 1, look, ADA.id, wording)

    public = page(ALL)
    assert public.image == PICTURES.of(record.public(1), record.to_act(1))
    assert "Row 1" in public.alt
    assert "Row 1" not in public.text, "what the picture shows is written out as well"
    assert legend(len(table.seats), wording) in public.text
    mine = page(MINE)
    assert mine.image == public.image, "a hand is in a picture"
    assert legend(len(table.seats), wording) in mine.text, "nobody knows whose signs are drawn"
    shown = await press(ui, CLEO, replay_id(table.id, 1))
    assert "Row 1" not in shown.text
    drawer: Drawer = drawer_of(ui)
    drawer.fails = True
    ui.services.drawings = Drawings(drawer)
    shown = await press(ui, CLEO, replay_id(table.id, 2))
    assert "Row 1" in shown.text, "what can't be drawn isn't written out"


def test_plain_words_keep_what_was_escaped() -> None:
    assert without_marks("**Row 1** · `4` a\\*b", Wording("en-GB")) == "Row 1 · 4 a*b"
    assert without_marks("`4` `5`", Wording("ja")) == "4、5"


# When it is uploaded


async def test_a_picture_that_has_not_changed_is_not_uploaded_again(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    uploads = place.uploads
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    await ui.messages._update(table.id)
    board = board_of(place, table)
    assert embed_of(board).title == "Paused", "the board shows an old state"
    assert place.uploads == uploads, "the same picture was uploaded twice"
    assert embed_of(board).image.url == "attachment://board.png"
    await ui.services.table_verbs.resume(table.id, ADA, "host")
    await ui.move(table, random.Random(1))
    await ui.messages._update(table.id)
    assert place.uploads == uploads + 1, "the new picture wasn't uploaded"
    assert len(board_of(place, table).files) == 1


async def test_what_is_remembered_of_a_board_holds_no_picture(ui: UI, server: FakeDiscord) -> None:
    """One takes more memory than the table; ten thousand would fill that of the process."""
    table = await ui.start(ADA, BOB)
    await ui.messages._update(table.id)
    remembered = repr(ui.messages._posted[table.id])
    assert "picture='" in remembered, "no board with a picture was put up"
    assert "Polygon(" not in remembered, "a whole picture is remembered"


async def test_a_table_uploads_at_most_one_picture_in_a_while(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, place = await begun(ui, server)
    shown = embed_of(board_of(place, table))
    uploads = place.uploads
    monkeypatch.setattr(ui.messages._boards, "_pause", 600)
    later: list[float] = []
    monkeypatch.setattr(ui.messages._boards, "schedule_in", lambda _id, secs: later.append(secs))
    await ui.move(table, random.Random(1))
    await ui.messages._update(table.id)
    assert place.uploads == uploads
    assert embed_of(board_of(place, table)) is shown, "an old picture stands below new words"
    assert table.board_revision < table.revision, "what isn't shown counts as shown"
    assert len(later) == 1, "nobody comes back to it"
    with pytest.raises(TooSoon):
        await ui.messages._boards.show(table, ui.messages._posted[table.id].board)
    monkeypatch.setattr(ui.messages._boards, "_pause", 0)
    await ui.messages._update(table.id)
    assert place.uploads == uploads + 1
    assert table.board_revision == table.revision


async def test_a_board_that_is_put_up_anew_bears_its_picture(ui: UI, server: FakeDiscord) -> None:
    table, place = await begun(ui, server)
    for _ in range(FAR):
        ui.messages.count_message(place.id)
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    await ui.messages._update(table.id)
    assert len(board_of(place, table).files) == 1


# Where it can't be shown


@pytest.mark.parametrize(
    "refusal", [failure(413), failure(429), failure(400, 50035), failure(403, 50013)], ids=str
)
async def test_a_picture_that_is_refused_is_written_out_and_tried_again(
    ui: UI,
    server: FakeDiscord,
    refusal: discord.HTTPException,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, place = await begun(ui, server)
    later: list[float] = []
    monkeypatch.setattr(ui.messages._boards, "schedule_in", lambda _id, secs: later.append(secs))
    place.no_files = refusal
    await ui.move(table, random.Random(1))
    await ui.messages._update(table.id)
    board = board_of(place, table)
    assert (embed_of(board).image.url, board.files) == (None, [])
    assert "Row 1" in (embed_of(board).description or ""), "the board can't be read"
    assert table.board_revision == table.revision
    assert later == [posting.REFUSED]
    place.no_files = None
    await ui.messages._update(table.id)
    assert board_of(place, table).files == [], "it was tried again at once"
    ui.messages._posted[table.id].board.written_until = 0
    await ui.messages._update(table.id)
    assert len(board_of(place, table).files) == 1, "the picture never came back"


async def test_a_picture_goes_without_its_words_where_discord_refuses_those(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_words, "taken", True)
    table, place = await begun(ui, server)
    refused = failure(400, 50035)
    refused.text = "In embeds.0.image.description: This field is not allowed."
    place.failures["edit"] = [refused]
    await ui.move(table, random.Random(1))
    await ui.messages._update(table.id)
    board = board_of(place, table)
    assert len(board.files) == 1, "the board is written out, though only its words were refused"
    assert described(board) == "", "words are sent again that Discord has refused"
    assert table.board_revision == table.revision


async def test_a_picture_that_cannot_be_drawn_is_written_out(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, place = await begun(ui, server)
    later: list[float] = []
    monkeypatch.setattr(ui.messages._boards, "schedule_in", lambda _id, secs: later.append(secs))
    drawer: Drawer = drawer_of(ui)
    drawer.fails = True
    await ui.move(table, random.Random(1))
    await ui.messages._update(table.id)
    assert "Row 1" in (embed_of(board_of(place, table)).description or "")
    assert later == [posting.NOT_DRAWN]


async def test_a_picture_that_was_lost_is_uploaded_again(ui: UI, server: FakeDiscord) -> None:
    """Should a message ever be without the picture that it bore, it is no reason for a text."""
    table, place = await begun(ui, server)
    board_of(place, table).files = []
    await ui.services.table_verbs.pause(table.id, ADA, "host")
    await ui.messages._update(table.id)
    assert len(board_of(place, table).files) == 1


async def test_what_is_to_be_tried_again_is_forgotten_when_the_bot_leaves(ui: UI) -> None:
    rung: list[str] = []
    budget = RequestBudget(45)
    calm = CalmBoards(budget, 25, 0)
    lost = LostHands(ui.services)
    boards = posting.BoardMessages(ui.services, rung.append, 0, budget, calm, lost)
    boards.schedule_in("abcde", 0.0)
    boards.close()
    await asyncio.sleep(0.01)
    assert rung == []


async def test_the_board_of_a_night_says_that_its_round_runs_over_time(
    ui: UI, server: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if nobody moves then: it is looked after again at that moment."""
    night = await evening(ui, 4)
    table = first(await night.start(), "a table")
    budget, lost = RequestBudget(45), LostHands(ui.services)
    boards = posting.BoardMessages(
        ui.services, lambda _table: None, 0, budget, CalmBoards(budget, 25, 0), lost
    )
    playing, info = (await night.night()).playing, ui.services.games["donburiko"].game.info
    assert playing is not None and playing.began_at is not None
    late = playing.began_at + 2 * 60 * info.minutes
    for now, wanted in ((late - 60, False), (late, True)):
        monkeypatch.setattr(ui.tables, "now", lambda now=now: now)
        text = (await boards._page(table, drawn=False)).text
        assert (f"⏰ Over time since <t:{late}:t>" in text) is wanted, text
    assert table.id in boards._rounds._set, "nothing looks after it at that moment"
    boards.close()


# The end


def ends(place: Place, table: Table) -> list[Message]:
    """Return the end messages of a table."""
    return [each for each in place.up.values() if f"h:more:{table.id}" in each.controls]


async def test_a_game_ends_with_a_message_that_calls_everybody_once(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    await play_to_the_end(ui, table)
    await ui.messages._update(table.id)
    (end,) = ends(place, table)
    assert end.mentions == {ADA.id, BOB.id, CLEO.id}
    wording = ui.services.wording(table)
    assert (
        embed_of(end).title
        == end_message(ui.services.games["donburiko"], table.face(), wording).title
    )
    assert len(end.files) == 1, "the podium isn't shown"
    board = board_of(place, table)
    assert embed_of(board).title == "Ended"
    told = [each for each in (embed_of(board).description or "").splitlines() if each[0] == "•"]
    assert len(told) == 1 and "win" not in told[0], f"who has won is said twice: {told}"
    assert board.controls == []
    assert embed_of(board).image.url == "attachment://board.png", "the board has lost its picture"
    assert table.end_id == end.id
    for person in (ADA, BOB, CLEO):
        await ui.services.after_game.agree(table.id, person)
    await ui.messages._update(table.id)
    assert ends(place, table) == [end], "a second end message was put up"
    assert "All hands are revealed" in (embed_of(end).description or "")
    assert len(board.files) == 1, "the board hasn't its last picture"


async def test_an_end_message_that_was_sent_before_a_crash_is_taken_over(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    await play_to_the_end(ui, table)
    place.lost["send"] = [failure(500)]
    with pytest.raises(discord.HTTPException):
        await ui.messages._update(table.id)
    (sent,) = ends(place, table)
    assert table.end_id is None
    await ui.messages._update(table.id)
    assert ends(place, table) == [sent], "everybody is called twice for one end"
    assert table.end_id == sent.id
    assert embed_of(board_of(place, table)).title == "Ended"


async def test_where_files_are_refused_the_end_comes_without_a_picture(
    ui: UI, server: FakeDiscord
) -> None:
    table, place = await begun(ui, server)
    place.no_files = failure(413)
    await play_to_the_end(ui, table)
    await ui.messages._update(table.id)
    (end,) = ends(place, table)
    assert end.files == []
    assert embed_of(end).image.url is None


# The card


async def test_where_files_are_refused_the_card_comes_without_its_cover(
    ui: UI, server: FakeDiscord
) -> None:
    server.places[CHANNEL].no_files = failure(413)
    table = await ui.open(ADA, BOB)
    await ui.messages._update(table.id)
    (card,) = server.places[CHANNEL].up.values()
    assert embed_of(card).image.url is None


async def test_where_the_bot_may_not_attach_files_none_is_tried(
    ui: UI, server: FakeDiscord
) -> None:
    channel = server.places[CHANNEL]
    channel.channel.permissions_for.return_value.attach_files = False
    channel.no_files = failure(500)
    table = await ui.open(ADA, BOB)
    await ui.messages._update(table.id)
    (card,) = channel.up.values()
    assert embed_of(card).image.url is None
