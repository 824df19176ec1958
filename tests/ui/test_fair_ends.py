"""What everybody reads where somebody has left: the end, the card, the podium and the replay."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from bot.engine.game import Result
from bot.tables.results import is_first_by_rule
from bot.tables.table import Table
from bot.tables.table_event import TableEvent
from bot.tables.table_verbs import TableVerbs
from bot.ui.pages.nights.night_tables import DeskTable, table_line, table_state
from bot.ui.pages.nights.round_list import list_page
from bot.ui.pages.nights.standings_page import NO_POINTS
from bot.ui.pages.tables.game_end import end_message, scoring_page
from bot.ui.pages.tables.lobby_card import lobby_card_page
from bot.ui.pages.tables.replay import replay_id
from bot.ui.pictures.game_pictures import Described, GamePictures
from bot.ui.pictures.shapes import Picture
from tests.nights.sample_nights import guests_in, played_by, sample_night
from tests.ui.clicks import press
from tests.ui.conftest import ADA, BOB, CLEO, UI


async def left_by_the_winner(ui: UI) -> tuple[Table, int]:
    """Play a game to its end whose winner leaves just before it; return the winner's seat."""
    for seed in range(20):
        rng = random.Random(seed)
        table = await ui.start(ADA, BOB, CLEO)
        verbs = TableVerbs(ui.tables, ui.services.history)
        while table.phase == "playing":
            worth = table.game.worth(table._match._state)  # type: ignore[union-attr]
            best = max(range(3), key=worth.__getitem__)
            if table.step() > 20 and not table.gone():
                await verbs.leave(table.id, (ADA, BOB, CLEO)[best])
            await ui.move(table, rng)
        (gone,) = table.gone() or (None,)
        if gone in table.result().winners:
            return table, gone
    raise AssertionError("nobody who left had won")


async def test_who_is_back_before_the_end_is_not_gone_but_for_the_very_last_move(ui: UI) -> None:
    """Whose computer ends the game had no time to come back, and may gain nothing by that: the end
    says why they are last.
    """
    ended = set[bool]()
    for seed in range(40):
        rng, table = random.Random(seed), await ui.start(ADA, BOB, CLEO)
        verbs, by_computer = TableVerbs(ui.tables, ui.services.history), False
        while table.phase == "playing":
            (seat,) = table.to_act()
            by_computer = seat == 0
            if not by_computer:
                await ui.move(table, rng)
                continue
            async with ui.tables.held(table.id) as held:
                away = held.seats[0].gone_away(held.step(), held.revision)
                await ui.tables.change(held, seats=[away, *held.seats[1:]])
            await ui.services.moves.play_for_computer(
                table.id, 0, lambda _, legal: legal[0], question_number=table.question_number(0)
            )
            if table.phase == "playing":
                await verbs.back(table.id, ADA)
        end = end_message(ui.services.games["donburiko"], table.face(), ui.services.wording(table))
        assert ("away at the end, so last" in end.text) is by_computer, end.text
        ended.add(by_computer)
        if len(ended) == 2:
            return
    raise AssertionError(f"all games ended alike: {ended}")


async def test_who_left_stands_last_everywhere_and_has_not_won(ui: UI) -> None:
    table, gone = await left_by_the_winner(ui)
    blank = Picture(800, 400, "#000000", ())
    pictures = GamePictures(board=lambda _view, _asked: blank, cover=Described(blank, "A cover"))
    playable = replace(ui.services.games["donburiko"], pictures=pictures)
    wording = ui.services.wording(table)
    name = wording.bare(gone)
    end, card = (page(playable, table.face(), wording) for page in (end_message, lobby_card_page))
    for page in (end, card):
        assert name not in page.title, f"who left has won: {page.title}"
        assert ", " not in page.title, f"the winner has fewer points in the title: {page.title}"
    lines = [line for line in end.text.splitlines() if "**" in line]
    assert name in lines[-1] and "· left, so last" in lines[-1], f"who left isn't last: {lines}"
    assert lines[-1].startswith("**3**"), f"who left has a medal: {lines[-1]}"
    others = [wording.bare(seat) for seat in range(3) if seat != gone]
    said = f"who left isn't last on the podium: {card.alt}"
    assert card.alt.index(name) > max(map(card.alt.index, others)), said
    away = next(seat for seat in range(3) if seat != gone)
    seats = list(table.face().seats)
    seats[away] = replace(seats[away], gone=10_000, stand_in="away", away_since=1)
    two = end_message(playable, replace(table.face(), seats=tuple(seats)), wording).text
    for seat, why in ((away, "away at the end, so behind"), (gone, "left, so last")):
        (line,) = [each for each in two.splitlines() if wording.bare(seat) in each]
        assert why in line, f"two are gone, and one isn't told why they stand where they do: {two}"
    seats[away] = replace(seats[away], stand_in=None)
    two = end_message(playable, replace(table.face(), seats=tuple(seats)), wording).text
    assert "too few own moves, so behind" in two, f"who is there is said to be away: {two}"
    assert "or made too few own moves finishes behind everybody" in two, two
    ends = {"gone": 10_000, "stand_in": "away", "away_since": None}
    finished = [*seats[:away], replace(seats[away], **ends), *seats[away + 1 :]]
    two = end_message(playable, replace(table.face(), seats=tuple(finished)), wording).text
    assert "made too few own moves finishes behind" in two, f"who stayed is said to be away: {two}"
    everyone = [seat if seat.gone else replace(seat, gone=10_001) for seat in seats]
    alone = scoring_page(playable, replace(table.face(), seats=tuple(everyone)), (), wording)
    assert alone.text.startswith("The others were gone"), f"somebody was here: {alone.text}"
    seats[gone] = replace(seats[gone], gone=10_000)
    two = end_message(playable, replace(table.face(), seats=tuple(seats)), wording).text
    assert "so last" not in two, f"who shares a place is said to be last: {two}"
    went = {"gone": 10_000, "stand_in": "away", "away_since": 1}
    seats = [seat if seat.gone else replace(seat, **went) for seat in table.face().seats]
    deserted = replace(table.face(), seats=tuple(seats))
    (last,) = [x for x in end_message(playable, deserted, wording).text.splitlines() if name in x]
    assert "left, so last" in last, f"all are away, and why one is last isn't told: {last}"
    scored = scoring_page(playable, deserted, (), wording)
    assert scored.text.startswith("Nobody was here at the end"), scored.text
    scored = scoring_page(playable, table.face(), (), wording)
    assert name in scored.fields[-1].name, "who left isn't last where points are explained"
    comes_last = (
        "Whoever wasn't here at the end finishes behind everybody who stayed, whatever they scored."
    )
    assert comes_last in scored.text.splitlines(), scored.text
    assert comes_last in end.text.splitlines(), end.text
    last = await press(ui, ADA, replay_id(table.id, table.step()))
    assert f"{name} wins" not in last.text, "the replay says that who left has won"
    others = frozenset(range(3)) - {gone}
    seats = list(table.face().seats)
    seats[away] = replace(seats[away], gone=1, stand_in="away", away_since=1)
    sooner = replace(table.face(), seats=tuple(seats))
    seats = list(table.face().seats)
    seats[gone] = replace(seats[gone], gave_up=True)
    given_up = replace(table.face(), seats=tuple(seats))
    lowest = min(range(3), key=table.result().scores.__getitem__)
    seats = [replace(seat, gone=None, stand_in=None) for seat in table.face().seats]
    seats[lowest] = replace(seats[lowest], gone=9, stand_in="away", away_since=1)
    by_score = replace(table.face(), seats=tuple(seats))
    none, ahead = " · no night points", "7.5 night points"
    away_last, left_last = f"away at the end, so last{none}", f"left, so last{none}"
    for face, nobodys, marks in (
        (table.face(), (), [left_last]),
        (table.face(), others, [NO_POINTS["computers"]] * 2 + [left_last]),
        (table.face(), range(3), []),
        (deserted, range(3), []),
        (
            deserted,
            (),
            [f"away last, so ahead · {ahead}"] * 2 + [left_last],
        ),
        (sooner, (), ["left, so behind · 5 night points", away_last]),
        (given_up, (), [f"gave up, so last{none}"]),
        (by_score, (), [away_last]),
        (by_score, [lowest], [away_last]),
    ):
        listed = DeskTable(1, 1, face, unearned=dict.fromkeys(nobodys, "computers"))
        listing = " · ".join(table_state(listed, playable, wording))
        assert re.findall(r"\(([\w,:. ·]+)\)", listing) == marks, f"{nobodys}: {listing}"
        desk = table_line(listed, (playable,), wording, 1, "all")
        placed = len(nobodys) < len(face.seats)
        assert ("so last" in desk) is placed, f"why isn't said, or twice: {desk}"
        assert "night points" not in desk.replace("no night points", ""), desk
        assert (": **1" in desk) is placed, f"scores don't tell who comes last: {desk}"
        nothing = sum("no night points" in mark for mark in marks)
        assert desk.count("no night points)") == nothing, (
            f"a place without points looks like any: {desk}"
        )
    people = guests_in()
    night = replace(sample_night(people, "playing"), rounds=(played_by(people),))
    both = [
        DeskTable(1, number, deserted, unearned=dict.fromkeys(range(3), "computers"))
        for number in (1, 2)
    ]
    page = list_page(night, night.rounds[0], both, (playable,), 0, wording)
    assert "computers" not in page.text.lower(), f"said at each table: {page.text}"
    assert page.footer.endswith("so there are no night points."), page.footer


async def test_an_early_end_says_of_nobody_who_is_there_that_they_left(ui: UI) -> None:
    """A computer made most of their moves, so they come last; the other isn't the only one left."""
    table = await ui.start(ADA, BOB)
    while table.phase == "playing":
        await ui.move(table, random.Random(1))
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    seats = (table.seats[0], replace(table.seats[1], gone=10_000))
    result = Result((2, 4), (1,), ((), ()))
    face = replace(table.face(), seats=seats, end_result=result, early=result)
    page = end_message(playable, face, wording)
    assert page.title == f"🏆 {wording.bare(0)} wins", page.title
    assert "too few own moves, so last" in page.text, page.text
    assert "Whoever is left wins" not in page.text, f"who agreed to the end had left: {page.text}"


async def test_who_is_first_by_rule_alone_is_not_crowned_and_a_correction_keeps_other_reasons(
    ui: UI,
) -> None:
    """The others scored more, but were gone: their lines say why, and the title claims no win."""
    table, gone = await left_by_the_winner(ui)
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    stays, away = (seat for seat in range(3) if seat != gone)
    seats = list(table.face().seats)
    seats[away] = replace(seats[away], gone=10_000, stand_in="away", away_since=1)
    scores = tuple(0 if seat == stays else 20 for seat in range(3))
    result = replace(table.result(), scores=scores, winners=(gone,))
    face = replace(table.face(), seats=tuple(seats), end_result=result)
    for page in (end_message(playable, face, wording), lobby_card_page(playable, face, wording)):
        assert page.title == f"{wording.bare(stays)} is first", f"they have won: {page.title}"
        assert page.image is None, "they stand on a podium with fewer points than others"
    assert "🥇" not in end_message(playable, face, wording).text
    found = {row.seat: row for row in await ui.tables.store.results.of_table(table.id)}
    rows = [
        replace(found[seat], score=scores[seat], place=place, gone=seat != stays)
        for seat, place in enumerate(face.ending().places)
    ]
    store = ui.tables.store
    assert await is_first_by_rule(store, rows), "the lists of finished games crown them"
    await ui.tables.change(table, [TableEvent("conceded", "player", stays)])
    assert not await is_first_by_rule(store, rows), "who is left of a game that ended has won"
    # As if a host put the one who was away first: who left is still last, as they left.
    places = {away: 1.0, stays: 2.0, gone: 3.0}
    put = replace(face, corrected=tuple(places[seat] for seat in range(3)))
    text = end_message(playable, put, wording).text
    assert "left, so last" in text and "away at the end" not in text, text


async def test_scores_that_are_equal_say_why_one_of_them_is_first(ui: UI) -> None:
    """Also once a host has corrected the places of others; not of those whom they put there."""
    table = await ui.start(ADA, BOB, CLEO)
    while table.phase == "playing":
        await ui.move(table, random.Random(1))
    playable, wording = ui.services.games["donburiko"], ui.services.wording(table)
    tied = Result((17, 17, 9), (1,), ((),) * 3)
    face = replace(table.face(), end_result=tied)

    def listed(corrected: tuple[float, ...] | None) -> str:
        shown = DeskTable(1, 1, replace(face, corrected=corrected))
        return " · ".join(table_state(shown, playable, wording))

    first = f"{wording.bare(1)}\N{NO-BREAK SPACE}17\N{NO-BREAK SPACE}(won the tie)"
    assert first in listed(None) and listed(None).count("won the tie") == 1, listed(None)
    assert "won the tie" not in listed((1.0, 2.0, 3.0)), "a host has put them there"
    assert not replace(face, end_result=replace(tied, winners=(0, 1))).won_tie(0), "it is shared"
    four = replace(tied, scores=(17, 17, 9, 5), breakdown=((),) * 4)
    seats = (*face.seats, face.seats[2])
    put = replace(face, seats=seats, end_result=four, corrected=(2.0, 1.0, 4.0, 3.0))
    assert put.won_tie(1) and not put.won_tie(0), "nothing says why the first is before an equal"
