"""The points of a night round by round: aligned, with a letter wherever the sum says too little."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from wcwidth import wcswidth

from bot.nights.assign_tables import Measure, SeatedRound, SeatedTable
from bot.nights.guest_list import Guest
from bot.nights.night import Night, Post, Round
from bot.nights.night_points import Void, points_so_far
from bot.nights.seating import Seating
from bot.nights.table_sizes import TableSizes
from bot.tables.rankings import points_of
from bot.tables.results import without_moves
from bot.tables.seat import Seat
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_ranking import RecapFacts, points_in_line, why_no_place
from bot.ui.pages.nights.night_recap import recap_page
from bot.ui.pages.nights.points_page import CELLS, HALF, _told_apart, points_page
from bot.ui.pages.nights.round_over import round_over_text
from bot.ui.pages.nights.standings_page import NO_POINTS, Named, shown_points
from bot.ui.pages.numbers import MEDALS
from bot.ui.pages.page import Page
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.wording import Wording
from cogs.donburiko import help as donburiko_help
from cogs.donburiko import render as donburiko_render
from cogs.donburiko import rules as donburiko
from cogs.shiranui import help as shiranui_help
from cogs.shiranui import render as shiranui_render
from cogs.shiranui import rules as shiranui
from storage.result_rows import FULL_POINTS, ResultRow
from tests.nights.sample_nights import sample_night
from tests.ui.clicks import buttons_of

HANAKO, BOB, CLEO, DAI, EMI = range(11, 16)
NAMES = {HANAKO: "花子", BOB: "Bob", CLEO: "Cleo", DAI: "Dai", EMI: "Emi"}
ENGLISH = Wording("en-GB")
NOTHING_VOID: Void = {}


def game(round_: int, number: int, *people: int) -> list[ResultRow]:
    """Return how a table has ended, its people from the first place to the last."""
    return [
        ResultRow(
            *(f"{round_}.{number}", seat, person, NAMES.get(person, "P"), 1, "donburiko"),
            *(len(people), 5, seat + 1, points_of(seat + 1, len(people)), seat == 0, 4, 0, True, 5),
            night_id="7kq7m",
            round=round_,
        )
        for seat, person in enumerate(people)
    ]


def dealt(number: int, *tables: tuple[int, ...], out: tuple[int, ...] = ()) -> Round:
    """Return a round that is over."""
    return dealt_as(number, *(SeatedTable(each, each[0]) for each in tables), out=out)


def dealt_as(number: int, *tables: SeatedTable, out: tuple[int, ...] = ()) -> Round:
    """Return a round of these tables that is over."""
    seated, sizes = SeatedRound(tables, out), TableSizes(tuple(len(e.people) for e in tables))
    return Round(number, 1, Seating(sizes, seated, Measure(0, 0)), "over", 1, 2)


def night_of(*rounds: Round, planned: int = 3) -> Night:
    """Return a night of these rounds."""
    guests = [Guest(person, name, "in", 1, came_at=1) for person, name in NAMES.items()]
    return replace(sample_night(guests, "playing", rounds=planned), rounds=rounds)


def facts_of(night: Night, rows: list[ResultRow], void: Void = NOTHING_VOID) -> RecapFacts:
    """Return what is known of its points."""
    tables = {row.table_id: (row.round or 0, int(row.table_id[-1])) for row in rows}
    return RecapFacts(points_so_far(night, rows, void), Named(NAMES), rows, tables)


def block(page: Page) -> list[str]:
    """Return the lines of the code block of a page."""
    return page.text.split("```")[1].strip("\n").split("\n")


def drawn() -> tuple[Night, RecapFacts]:
    """Return two rounds: 花子 and Bob have won one game, Dai one of two; Cleo sat out twice."""
    night = night_of(
        dealt(1, (HANAKO, DAI), (BOB, EMI), out=(CLEO,)),
        dealt(2, (EMI, DAI), out=(CLEO,)),
    )
    rows = [*game(1, 1, HANAKO, DAI), *game(1, 2, BOB, EMI)]
    return night, facts_of(night, [*rows, *game(2, 1, DAI, EMI)])


def crowd() -> tuple[Night, RecapFacts]:
    """Return ten rounds of people with long names, half of them in wide letters."""
    people = range(100, 130)
    names = {each: "W" * 40 if each % 2 else "東" * 20 for each in people}
    night = night_of(*(dealt(number, tuple(people)) for number in range(1, 11)), planned=10)
    rows = [row for number in range(1, 11) for row in game(number, 1, *people)]
    return night, replace(facts_of(night, rows), named=Named(names))


def test_round_by_round_with_half_and_without_a_place() -> None:
    night, facts = drawn()
    page = points_page(night, facts, ENGLISH, None)
    assert block(page) == [
        "      R1    R2   all",
        "1=  10.0        10.0  花子",
        "1=  10.0        10.0  Bob",
        "1=   0.0  10.0  10.0  Dai",
        "4    0.0   0.0   0.0  Emi",
        "–   *5.0  *5.0  10.0  Cleo",
    ]
    assert "-# After round 2 of 3" in page.text
    for line in (
        "`=` the place is shared",
        "`*` sat out, late, took a seat over, or no result",
        "`–` no place: finished no game that counts",
        "empty: not in that round",
    ):
        assert line in page.text, f"{line} isn't explained by its own letter: {page.text}"
    assert "`▸`" not in page.text and "`x`" not in page.text, "what isn't there is explained"
    recap = recap_page(night, facts, ENGLISH).text
    listed = recap.splitlines()
    last = "– Cleo · **10** · sat out: 5 points a round, no place"
    assert listed.index(last) == listed.index("**4** Emi · **0**") + 1, (
        f"who has no place stands between those who have: {recap}"
    )
    worth = "First place at a table: 10 night points, last place: 0, the others evenly between."
    assert page.footer.startswith(worth), "nothing says how many points can be had"
    assert points_in_line(facts, ENGLISH).replace("\u00a0", " ") == (
        "花子 10, Bob 10, Dai 10, Cleo 10 and Emi 0"
    ), "somebody who played reads no result of theirs"
    final = points_in_line(facts, ENGLISH, final=True).replace("\u00a0", " ")
    assert "Cleo 10 (no place)" in final, "as if she were among the first"
    assert "Next is round 3." in recap, "the recap looks final before the night ends"
    medals = [line[0] for line in listed if line.startswith(tuple(MEDALS.values()))]
    assert medals == ["🥇"] * 3, f"who has as many doesn't share the place: {recap}"


def test_where_there_is_one_round_alone_its_points_stand_there_once() -> None:
    night = night_of(dealt(1, (HANAKO, BOB)), planned=1)
    page = points_page(night, facts_of(night, game(1, 1, HANAKO, BOB)), ENGLISH, None)
    assert block(page) == ["     R1", "1  10.0  花子", "2   0.0  Bob"]


def test_who_comes_late_to_a_seat_that_a_computer_mostly_played_has_half_of_a_first_place() -> None:
    round_ = dealt(1, (HANAKO, BOB, CLEO))
    night = night_of(replace(round_, seating=replace(round_.seating, idle=(CLEO,))))
    late = [
        replace(each, came_at=2) if each.person == CLEO else each for each in night.guests.guests
    ]
    night = replace(night, guests=replace(night.guests, guests=tuple(late)))
    rows = game(1, 1, HANAKO, BOB)
    last = replace(rows[1], person=CLEO)
    lost = replace(last, seat=3, gone=True)
    earlier = replace(night, rounds=(replace(night.rounds[0], began_at=2),))
    seated = night.rounds[0].seating.seated
    added = replace(seated, tables=(replace(seated.tables[0], added=True),))
    seating = replace(night.rounds[0].seating, seated=added)
    waited = replace(night, rounds=(replace(night.rounds[0], seating=seating),))
    assert CLEO in night.took_part, "who came as they had said is among those who did nothing"
    for on, theirs, said in (
        (night, lost, "Cleo · **5** · came too late for round 1: 5 points, no place"),
        # Whoever made most of their moves has at least that, too, as they were told.
        (night, last, "🥈 Cleo · **5**"),
        (night, lost, "· 2 played ·"),
        (earlier, lost, "· 2 played ·"),
        (waited, lost, "· 2 played ·"),
    ):
        recap = recap_page(on, facts_of(on, [*rows, theirs]), ENGLISH).text
        assert said in recap, recap
    points = points_page(night, facts_of(night, [*rows, last]), ENGLISH, CLEO).text
    assert re.search(r"2 +\*5\.0 +5\.0 +Cleo", points), points
    coming = [replace(e, came_at=None if e.person == CLEO else 1) for e in night.guests.guests]
    seating = replace(night.rounds[0].seating, idle=())
    on = replace(night, rounds=(replace(night.rounds[0], seating=seating),))
    on = replace(on, guests=replace(on.guests, guests=tuple(coming)))
    points = points_page(on, facts_of(on, [*rows, lost]), ENGLISH, CLEO).text
    assert "`?` 5 night points if they come" in points and "`x`" not in points, points


@pytest.mark.parametrize(
    ("count", "last"),
    [
        (11, "**11** P21 · **0**"),
        (12, "**11** P21 0.9, **12** P22 0"),
        (80, "**60** P70 2.5, 20 others"),
    ],
)
def test_the_recap_names_everybody_as_far_as_there_is_room(count: int, last: str) -> None:
    """Ten on a line of their own, the others on one together; who would be alone there isn't."""
    people = range(11, 11 + count)
    night = night_of(dealt(1, tuple(people)))
    named = Named({each: f"P{each}" for each in people})
    facts = replace(facts_of(night, game(1, 1, *people)), named=named)
    said = recap_page(night, facts, ENGLISH).text
    assert any(line.endswith(last) for line in said.splitlines()), said


def test_who_is_gone_from_a_table_without_a_result_has_nothing_and_no_half() -> None:
    night = night_of(dealt(1, (HANAKO, BOB), (CLEO, DAI)))
    rows = game(1, 1, HANAKO, BOB)
    page = points_page(night, facts_of(night, rows, {(1, 2): frozenset({CLEO})}), ENGLISH, None)
    lines = [" ".join(line.split()) for line in block(page)]
    assert "– *5.0 5.0 Cleo" in lines
    assert "– x 0.0 Dai" in lines


def test_equal_in_all_share_the_place_and_say_so() -> None:
    night = night_of(dealt(1, (HANAKO, BOB), (CLEO, DAI)))
    rows = [*game(1, 1, HANAKO, BOB), *game(1, 2, CLEO, DAI)]
    facts = facts_of(night, rows)
    page = points_page(night, facts, ENGLISH, BOB)
    places = [line.strip("▸ ").split()[0] for line in block(page)[1:]]
    assert places == ["1=", "1=", "3=", "3="]
    (mine,) = [line for line in block(page) if line.startswith("▸")]
    assert "Bob" in mine and " · `▸` your line" in page.text
    recap = recap_page(night, facts, ENGLISH)
    assert "At equal points" not in recap.text, "nobody is ahead of somebody with equal points"
    assert recap.text.count("🥇") == 2, "those who share the first place don't share the medal"


def test_a_table_at_play_is_open_and_not_empty() -> None:
    night = night_of(replace(dealt(1, (HANAKO, BOB), (CLEO, DAI)), state="dealt"))
    facts = replace(facts_of(night, game(1, 1, HANAKO, BOB)), still_on=[(1, 2)])
    page = points_page(night, facts, ENGLISH, None)
    assert "Round 1 of 3 is being played" in page.text
    assert block(page)[-1].split() == ["–", "·", "0.0", "Dai"], "who is counted isn't listed"
    assert "Still on: table 2 of round 1." in page.text
    both = points_page(night, replace(facts, still_on=[(1, 1), (1, 2)]), ENGLISH, None).text
    on = "Still on: table 1 and table 2 of round 1."
    assert on in both, f"a round is named at each table: {both}"
    more = night_of(dealt(1, (CLEO, DAI)), replace(dealt(2, (CLEO, DAI)), state="dealt"))
    facts = replace(facts_of(more, game(1, 1, CLEO, DAI)), still_on=[(2, 1)])
    page = points_page(more, facts, ENGLISH, None)
    assert [line.split()[2] for line in block(page)[1:]] == ["·", "·"]
    assert "-# `·` still at play" in page.text


@pytest.mark.parametrize("language", ["en-GB", "ja", "de"])
def test_lines_fit_on_a_phone_and_columns_stand_below_each_other(language: str) -> None:
    night, facts = crowd()
    wording = Wording(language)
    first = points_page(night, facts, wording, 101, 0, 0)
    shown = [
        points_page(night, facts, wording, 101, part, page) for part in (0, 3) for page in (0, 1)
    ]
    for page in shown:
        widths = {wcswidth(line) for line in block(page)[1:]}
        assert max(widths) <= CELLS, f"a line breaks on a phone: {widths}"
        ends = {
            next(at for at, letter in enumerate(line) if letter in "東W…")
            for line in block(page)[1:]
        }
        assert len(ends) == 1, f"columns don't stand below each other: {block(page)}"
        assert len(page.text) <= 4096
        ids = [each.id for each in buttons_of(page)]
        assert len(ids) == len(set(ids)) == 4, f"{ids} aren't told apart"
    assert "`0`" not in first.text, "a 0 of a place is explained as one of a game called off"
    assert ("R10" not in block(first)[0] and "R10" in block(shown[-1])[0]) or language == "ja"
    last = points_page(night, facts, wording, 101)
    assert block(last)[0] == block(shown[2])[0], "the last rounds aren't shown first"


@pytest.mark.parametrize(("rounds", "heads"), [(4, "R1 R2 R3 R4 all"), (5, "R3 R4 R5 rest all")])
def test_each_page_adds_up(rounds: int, heads: str) -> None:
    """The rounds that a page doesn't show have a column for their sum."""
    people = (HANAKO, BOB, CLEO, DAI)
    numbers = range(1, rounds + 1)
    night = night_of(*(dealt(n, (*people[-n:], *people[:-n])) for n in numbers), planned=rounds)
    rows = [row for n in numbers for row in game(n, 1, *people[-n:], *people[:-n])]
    page = points_page(night, facts_of(night, rows), ENGLISH, None)
    head, *lines = (each.split() for each in block(page))
    assert head == heads.split()
    for line in lines:
        *parts, total = map(float, line[1 : len(head) + 1])
        assert abs(sum(parts) - total) < 0.2, line
    assert ("`rest` the other rounds" in page.text) is ("rest" in head)
    assert ("Earlier rounds" in [each.label for each in buttons_of(page)]) is ("rest" in head)


def test_the_recap_tells_what_was_played() -> None:
    """Round by round where that wasn't the same."""
    games = [
        PlayableGame(donburiko.GAME, donburiko_render.RENDER, donburiko_help.HELP),
        PlayableGame(shiranui.GAME, shiranui_render.RENDER, shiranui_help.HELP),
    ]

    def said(*rounds: tuple[str, ...], title: str = "Friday") -> str:
        night = night_of(
            *(
                dealt_as(n, *(SeatedTable((HANAKO, BOB), HANAKO, game=key) for key in keys))
                for n, keys in enumerate(rounds, 1)
            )
        ).with_row(state="over", title=title, game="donburiko")
        facts = replace(facts_of(night, game(1, 1, HANAKO, BOB)), games=games)
        lines = recap_page(night, facts, ENGLISH).text.splitlines()
        return " | ".join(each for each in lines if "Donburiko" in each)

    assert said(("",)) == "-# Donburiko!"
    assert said(("",), title="Donburiko! for all") == "", "it stands in the title"
    both = ("shiranui", "donburiko", "shiranui")
    assert said(both, both) == "-# Donburiko!, Shiranui"
    assert said(both, ("shiranui",)) == "-# Round 1: Donburiko!, Shiranui · Round 2: Shiranui"


def test_who_came_first_as_often_at_a_game_is_best_at_it_too() -> None:
    """And one lucky game isn't better than several good ones."""
    night = night_of(dealt(1, (HANAKO, BOB), (CLEO, DAI, EMI)), dealt(2, (BOB, HANAKO), (DAI, EMI)))
    rows = [*game(1, 1, HANAKO, BOB), *game(1, 2, CLEO, DAI, EMI)]
    rows += [replace(row, game="shiranui") for row in game(2, 1, BOB, HANAKO)]
    games = [
        PlayableGame(donburiko.GAME, donburiko_render.RENDER, donburiko_help.HELP),
        PlayableGame(shiranui.GAME, shiranui_render.RENDER, shiranui_help.HELP),
    ]

    def best(*more: ResultRow) -> str:
        facts = replace(facts_of(night, [*rows, *more]), games=games)
        assert "Best at" not in recap_page(night, facts, ENGLISH).text, "the standings are enough"
        lines = points_page(night.with_row(state="over"), facts, ENGLISH, None).text.splitlines()
        return "".join(line for line in lines if "Best at Donburiko!" in line)

    assert not best(), "everybody who has won a game is best at it"
    lost_and_won_twice = [*game(2, 2, DAI, EMI), *game(3, 2, DAI, EMI)]
    assert best(*lost_and_won_twice) == "**Best at Donburiko!** Dai (2 first places)"
    again = [*lost_and_won_twice, *game(3, 1, HANAKO, BOB)]
    assert best(*again) == "**Best at Donburiko!** 花子 and Dai (2 first places each)"
    assert not best(*again, *game(4, 1, CLEO, BOB)), "three are as good, which says nothing"


def test_who_is_counted_on_the_recap_is_listed() -> None:
    """Also who took over a seat in mid-game, and whose result isn't theirs."""
    round_ = dealt(1, (HANAKO, BOB))
    night = night_of(replace(round_, seating=replace(round_.seating, joined=(BOB, CLEO))))
    recap = recap_page(night, facts_of(night, game(1, 1, HANAKO, BOB)), ENGLISH).text
    half = "– Cleo · **5** · took a seat over: 5 points a round, no place"
    assert "· 3 played ·" in recap and half in recap, f"who sat out has half, Cleo hasn't: {recap}"
    assert "**2** Bob" in recap and "– Bob" not in recap, recap
    lines = block(points_page(night, facts_of(night, game(1, 1, HANAKO, BOB)), ENGLISH, None))
    assert lines[-1].split() == ["–", "*5.0", "5.0", "Cleo"], lines


def test_no_podium_where_most_points_come_from_no_result() -> None:
    night = night_of(dealt(1, (HANAKO, BOB), (CLEO, DAI)), dealt(2, (HANAKO, BOB), (CLEO, DAI)))
    rows = game(1, 1, HANAKO, BOB)
    void = {(2, 1): frozenset({HANAKO, BOB}), (2, 2): frozenset({CLEO, DAI})}
    void[1, 2] = frozenset({CLEO, DAI})
    recap = recap_page(night, facts_of(night, rows, void), ENGLISH)
    assert recap.image is None, "a podium, though most games ended without a result"
    assert "No podium: too few games were finished by their players." in recap.text
    assert "🥇" not in recap.text and "**1** 花子 · **15**" in recap.text
    alike = "– Cleo and Dai · **10** · game without a result: 5 points a round, no place"
    assert alike in recap.text, "half points have won a place"
    lost = [replace(row, seat=row.seat + 2, points=0) for row in game(1, 2, CLEO, DAI)]
    recap = recap_page(night, facts_of(night, [*rows, *lost], void), ENGLISH)
    assert alike in recap.text, "points are said to be for what a computer played"
    won = recap_page(night, facts_of(night, rows), ENGLISH)
    assert "🥇 花子" in won.text and "No podium" not in won.text
    assert won.image is None, "somebody stands alone on a podium"
    two = recap_page(night, facts_of(night, [*rows, *game(1, 2, CLEO, DAI)]), ENGLISH)
    assert two.image is not None, "no podium for two"
    assert "**2** Bob · **0**" in won.text, "a medal for no points at all"


def test_who_comes_last_as_they_were_gone_has_the_same_sign_whoever_made_their_moves() -> None:
    night = night_of(dealt(1, (HANAKO, BOB, CLEO)))
    rows = [replace(row, gone=row.seat > 0) for row in game(1, 1, HANAKO, BOB, CLEO)]
    few = replace(rows[2], seat=3, points=0)
    for results in (rows, [*rows[:2], replace(rows[2], person=None), few]):
        page = points_page(night, facts_of(night, results), ENGLISH, None)
        (line,) = [each for each in block(page) if "Cleo" in each]
        assert re.search(r" x +0\.0 +Cleo$", line), line
        assert re.search(r" 5\.0 +5\.0 +Bob$", page.text, re.MULTILINE), page.text


def test_who_left_a_game_that_was_called_off_reads_why_there_is_nothing_for_it() -> None:
    night = night_of(dealt(1, (CLEO, DAI)))
    facts = facts_of(night, [], {(1, 1): frozenset({CLEO})})
    page = points_page(night, facts, ENGLISH, None)
    assert block(page)[1:] == ["–  *5.0  5.0  Cleo", "–     x  0.0  Dai"], page.text
    why = "no points: left, away at the end, or too few moves"
    assert f"`x` {why}" in page.text, "nothing beside half points isn't explained"
    recap = recap_page(night, facts, ENGLISH).text
    assert "– Dai · **0** · a computer played for them" in recap.splitlines(), recap
    facts, why = replace(facts, decided={(1, DAI)}), NO_POINTS["decided"]
    page = points_page(night, facts, ENGLISH, None)
    assert block(page)[2] == "–     !  0.0  Dai" and f"`!` {why}" in page.text, page.text
    assert f"– Dai · **0** · {why}" in recap_page(night, facts, ENGLISH).text


def test_who_was_gone_as_a_game_ended_is_not_said_to_have_been_played_for() -> None:
    """Their table says how they had gone."""
    night = night_of(dealt(1, (HANAKO, BOB)))
    rows = [replace(row, gone=row.person == BOB) for row in game(1, 1, HANAKO, BOB)]
    rows[1] = replace(rows[1], person=None)
    rows.append(replace(rows[1], person=BOB, seat=2, points=0))
    facts = facts_of(night, rows)
    seats = [Seat(HANAKO, "花子"), Seat(BOB, "Bob").gone_away(5, 7)]
    table: Any = SimpleNamespace(over=True, seats=seats)
    said = why_no_place(BOB, night, replace(facts, seated={rows[0].table_id: table}), ENGLISH)
    assert said == "wasn't there at the end", said
    assert why_no_place(BOB, night, facts, ENGLISH) == "a computer played for them"


def test_who_was_dealt_in_and_never_came_is_neither_counted_nor_listed() -> None:
    round_ = dealt(1, (HANAKO, BOB, CLEO), (DAI, EMI))
    seated = replace(round_.seating, idle=(CLEO,))
    night = night_of(replace(round_, seating=seated)).with_row(state="over")
    rows = game(1, 1, HANAKO, BOB, CLEO)
    lost = replace(rows[2], seat=3, decisions=0, gone=True)
    assert without_moves([rows[0], rows[1], replace(rows[2], person=None), lost]) == [CLEO]
    facts = facts_of(night, [rows[0], rows[1], lost])
    facts = replace(facts, still_on=[(1, 2)])
    recap = recap_page(night, facts, ENGLISH).text
    unmoved = "Away from start to finish: Cleo."
    assert "· 4 played ·" in recap and "Cleo" not in recap, recap
    so_far = recap_page(night.with_row(state="playing"), facts, ENGLISH).text
    assert "· 4 played ·" in so_far, f"the points so far count others: {so_far}"
    assert "– Dai and Emi · **0** · still at play" in recap, recap
    points = points_page(night, facts, ENGLISH, None)
    assert "Cleo" not in "".join(block(points)) and unmoved in points.text, points.text
    hides = replace(facts, named=replace(facts.named, hidden=frozenset({CLEO})))
    points = points_page(night, hides, ENGLISH, None)
    assert "1 guest was away from start to finish." in points.text, points.text
    assert "Played (4)" in night_card_page(night, [], ENGLISH).text


def test_who_was_away_at_the_end_has_no_place_however_their_seat_went_on() -> None:
    night = night_of(dealt(1, (HANAKO, BOB, CLEO), (DAI, EMI)))
    rows = [*game(1, 1, HANAKO, BOB, CLEO), *game(1, 2, DAI, EMI)]
    rows[2] = replace(rows[2], gone=True)
    rows[4] = replace(rows[4], person=None)
    lost = replace(rows[4], seat=2, person=EMI, gone=True)
    facts = facts_of(night, [*rows, lost])
    assert "– Cleo and Emi · **0**" in recap_page(night, facts, ENGLISH).text
    said = block(points_page(night, facts, ENGLISH, None))
    assert [line[0] for line in said if "Cleo" in line or "Emi" in line] == ["–", "–"], said


def test_who_came_and_got_no_seat_is_named_in_the_end() -> None:
    night = night_of(dealt(1, (HANAKO, BOB, CLEO, DAI)))
    facts = facts_of(night, game(1, 1, HANAKO, BOB, CLEO, DAI))
    said = "Came, but got no seat: Emi."
    assert said not in points_page(night, facts, ENGLISH, None).text, "they may still play"
    night = night.with_row(state="over")
    assert said in points_page(night, facts, ENGLISH, None).text
    facts = replace(facts, named=replace(facts.named, hidden=frozenset({EMI})))
    assert "1 guest came, but got no seat." in points_page(night, facts, ENGLISH, None).text


def test_a_recap_says_that_who_stepped_in_has_nothing_for_that() -> None:
    night, facts = drawn()
    said = "Stepped in as host at their own table: Dai. That game gives them no night points."
    assert said in recap_page(night, replace(facts, decided={(1, DAI)}), ENGLISH).text


def test_it_is_said_that_points_are_rounded_where_they_are() -> None:
    night = night_of(dealt(1, (HANAKO, BOB)))
    for points, said in ((FULL_POINTS // 2, False), (FULL_POINTS * 5 // 8, True)):
        rows = [replace(row, points=points) for row in game(1, 1, HANAKO, BOB)]
        facts = facts_of(night, rows)
        for page in (points_page(night, facts, ENGLISH, None), recap_page(night, facts, ENGLISH)):
            lines = page.text.lower().count("points are rounded")
            assert lines == said, f"sums seem wrong: {page.text}"


def test_the_end_of_a_round_in_which_nobody_moved_says_why_there_are_no_points() -> None:
    round_ = dealt(1, (HANAKO, BOB))
    post, why = Post("round_over", (), {"round": 1}), "Nobody moved in it, so it gives no night"
    for idle in ((HANAKO,), (HANAKO, BOB)):
        unmoved = replace(round_.seating, idle=idle)
        said = round_over_text(night_of(replace(round_, seating=unmoved)), post, ENGLISH)
        assert (why in said) == (len(idle) == 2), said


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ([(1, 2), (3, 4), (5, 6)], "P1 10, P3 10, P5 10, P2 0, P4 0 and P6 0"),
        (
            [(n, n + 1, n + 2) for n in (1, 4, 7, 10)],
            "P1 10, P4 10, P7 10, P10 10 and 8 others with fewer points",
        ),
        (
            [(n, n + 1) for n in range(1, 15, 2)],
            "P1 10, P3 10, P5 10, P7 10, P9 10 and 2 others with 10",
        ),
        (
            [(n, n + 1, n + 2) for n in range(1, 18, 3)],
            "P1 10, P4 10, P7 10, P10 10, P13 10, P16 10 and 12 others with fewer points",
        ),
    ],
)
def test_a_line_of_points_names_all_or_cuts_between_ties(
    tables: list[tuple[int, ...]], said: str
) -> None:
    night = night_of(dealt(1, *tables))
    rows = [row for at, table in enumerate(tables, 1) for row in game(1, at, *table)]
    named = Named({person: f"P{person}" for table in tables for person in table})
    facts = replace(facts_of(night, rows), named=named)
    assert points_in_line(facts, ENGLISH).replace("\u00a0", " ") == said


def test_who_sat_out_and_got_a_seat_has_what_is_more_not_both() -> None:
    """Half of a first place, or what the seat earned: nobody gets more than for playing on."""
    for at_table, cells in (
        ((BOB, HANAKO, CLEO), [f"{HALF}5.0", "5.0"]),
        ((CLEO, BOB), ["10.0", "10.0"]),
    ):
        night = night_of(dealt(1, (HANAKO, BOB), out=(CLEO,)))
        lines = block(points_page(night, facts_of(night, game(1, 1, *at_table)), ENGLISH, None))
        (line,) = [each for each in lines if "Cleo" in each]
        assert line.split()[1:3] == cells, f"a seat and half a first place: {line}"


def test_a_place_that_is_shared_says_so_and_is_not_cut_in_two() -> None:
    """Three tables of four, of which twelve people have a place: the last three share it."""
    tables = [tuple(range(at, at + 4)) for at in (1, 5, 9)]
    night = night_of(dealt(1, *tables))
    rows = [row for at, people in enumerate(tables, 1) for row in game(1, at, *people)]
    named = Named({person: f"P{person}" for person in range(1, 13)})
    text = recap_page(night, replace(facts_of(night, rows), named=named), ENGLISH).text
    assert "**4=** P2" in text and text.count("**10=** ") == 3, text
    assert "… and" not in text, f"some of those who share a place aren't named: {text}"


def test_tables_that_were_as_close_are_named_together() -> None:
    night = night_of(dealt(1, (HANAKO, DAI), (BOB, EMI)))
    rows = [*game(1, 1, HANAKO, DAI), *game(1, 2, BOB, EMI)]
    facts = facts_of(night, rows)
    text = points_page(night.with_row(state="over"), facts, ENGLISH, None).text.replace(
        "\u00a0", " "
    )
    score = f"{rows[0].score} : {rows[1].score}"
    both = f"{score} (round 1, table 1) and {score} (round 1, table 2)"
    assert f"**Closest table** {both}" in text, f"one of equals is named alone: {text}"


def test_the_closest_table_was_close_and_of_people_alone() -> None:
    """Nor is one named that computers finished."""
    night = night_of(dealt(1, (HANAKO, DAI), (BOB, EMI)))

    def closest(one: tuple[int, int], other: tuple[int, int], **more: object) -> str:
        rows = [*game(1, 1, HANAKO, DAI), *game(1, 2, BOB, EMI)]
        rows = [replace(row, score=s) for row, s in zip(rows, (*one, *other), strict=True)]
        if more.get("computer"):
            rows[1] = replace(rows[1], person=None, by_computer=4)
        finished = [(1, 1)] if more.get("finished") else []
        facts = replace(facts_of(night, rows), finished=finished)
        text = points_page(night.with_row(state="over"), facts, ENGLISH, None).text.replace(
            "\u00a0", " "
        )
        return text.partition("**Closest table** ")[2].partition("\n")[0]

    assert closest((20, 16), (30, 20)) == "20 : 16 (round 1, table 1)"
    assert closest((2, 1), (30, 20)) == "2 : 1 (round 1, table 1)", "a point is close"
    assert closest((20, 15), (30, 20)) == "", "nothing was close"
    assert closest((20, 19), (30, 25), computer=True) == "", "a computer's score"
    assert closest((20, 19), (30, 25), finished=True) == "", "computers finished it"


def test_a_place_among_computers_alone_is_said_to_count() -> None:
    """Else who has fewer of the game's own points there seems to have too many of the night's."""
    night = night_of(dealt(1, (HANAKO, BOB), (CLEO, DAI)))
    rows = [*game(1, 1, HANAKO, BOB), *game(1, 2, CLEO, DAI)]
    said = "At table 2 of round 1 one guest played against computers. It counts like any other."
    assert said not in points_page(night, facts_of(night, rows), ENGLISH, None).text
    rows[-1] = replace(rows[-1], person=None, by_computer=rows[-1].decisions)
    for page in (
        points_page(night, facts_of(night, rows), ENGLISH, None),
        recap_page(night, facts_of(night, rows), ENGLISH),
    ):
        assert said in page.text, page.text
    rows[-1] = replace(rows[-1], by_computer=rows[-1].decisions - 1)
    assert said not in points_page(night, facts_of(night, rows), ENGLISH, None).text, "Dai moved"


def test_hidden_and_former_guests_are_named_nowhere() -> None:
    night, facts = drawn()
    facts = replace(facts, named=Named(NAMES, frozenset({EMI})))
    text = points_page(night, facts, ENGLISH, BOB).text
    assert "Emi" not in text and "a guest" in text
    assert "Emi" in points_page(night, facts, ENGLISH, EMI).text, "nobody finds their own line"


def test_a_name_cannot_leave_the_code_block() -> None:
    night, facts = drawn()
    facts = replace(facts, named=Named({**NAMES, EMI: "```\n# hi"}))
    text = points_page(night, facts, ENGLISH, None).text
    assert text.count("```") == 2 and "# hi" in block(points_page(night, facts, ENGLISH, None))[4]


def test_the_card_leads_to_the_points_once_there_is_a_round() -> None:
    night, _facts = drawn()
    for shown in (night, night.with_row(state="over")):
        assert "Night points" in [
            each.label for each in buttons_of(night_card_page(shown, [], ENGLISH))
        ]
    before = replace(night, rounds=())
    for shown in (before, before.with_row(state="over")):
        labels = [each.label for each in buttons_of(night_card_page(shown, [], ENGLISH))]
        assert "Night points" not in labels, "points of a night without a round"
    assert shown_points(Fraction(1), ENGLISH) == "10"


def test_long_names_that_begin_alike_are_told_apart() -> None:
    names = ["Guest 10", "Guest 11", "Bob", "Bob", "Takahashi"]
    assert _told_apart(names, 7) == ["Gues…10", "Gues…11", "Bob", "Bob", "Takaha…"]


def test_a_recap_names_who_stands_on_its_podium_once() -> None:
    night = night_of(dealt(1, (HANAKO, BOB, CLEO, DAI)), planned=1)
    page = recap_page(night, facts_of(night, game(1, 1, HANAKO, BOB, CLEO, DAI)), ENGLISH)
    assert page.image is not None
    assert "🥈 Bob" in page.text and "Bob" not in page.footer, page
