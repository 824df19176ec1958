"""A full house on the desk of its host, in a language with longer words: nothing is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.engine.game import AnyGame
from bot.engine.match import Match
from bot.nights import rounds
from bot.nights.after_night import Correction
from bot.nights.assign_tables import Measure, SeatedRound, SeatedTable
from bot.nights.attendance import Attendance
from bot.nights.guest_list import Guest, Mark
from bot.nights.night import Night, Round
from bot.nights.night_points import Earned, NightPoints
from bot.nights.seating import Seating
from bot.nights.standings import Standing, Standings
from bot.nights.table_sizes import TableSizes
from bot.tables.seat import Person, Seat
from bot.tables.table import Table
from bot.tables.who_sits import brief_of
from bot.ui.pages.nights import left_over, night_seating, seating_changes
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.desk_more import void_page
from bot.ui.pages.nights.desk_page import desk_page
from bot.ui.pages.nights.finishing_pages import ToFinish, end_night_page
from bot.ui.pages.nights.night_card import night_card_page
from bot.ui.pages.nights.night_guests import guests_page
from bot.ui.pages.nights.night_preview import Amiss, edit_page, preview_page
from bot.ui.pages.nights.night_ranking import RecapFacts
from bot.ui.pages.nights.night_recap import recap_page
from bot.ui.pages.nights.night_tables import DeskTable
from bot.ui.pages.nights.night_words import which_night
from bot.ui.pages.nights.points_page import points_page
from bot.ui.pages.nights.replays_page import replays_page
from bot.ui.pages.nights.round_list import list_page
from bot.ui.pages.nights.standings_page import Named
from bot.ui.pages.page import Page
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.wording import Wording
from storage.night_rows import Answer, NightPlaces, NightState
from storage.result_rows import FULL_POINTS, ResultRow
from storage.rows import SeatRow
from tests.contract import seen
from tests.contract.games import Configuration, games, play
from tests.locale.pseudo import check_all_said
from tests.nights.sample_nights import in_series, sample_night
from tests.storage.samples import a_table

LANGUAGE = "de"
ID = 10**18
"""What the ids of Discord are about as large as."""
FULL = 60
"""The most guests that a night can be limited to."""
WAITING = 20
ALL = FULL + WAITING + 10
ELSEWHERE = 5
LATE = 2 * 10**9
each_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.info.key)


@pytest.fixture(autouse=True)
def spoken(speak_longer: Callable[[str], None]) -> None:
    speak_longer(LANGUAGE)


def name_of(number: int) -> str:
    """Return a name as long as any shown, in letters that nobody takes for English."""
    return f"{'Ω' * 18}{number:02}"


def guests(*, here: bool, taught: bool = True) -> list[Guest]:
    """Return a full house and people who wait; every third one wants to learn."""
    came = 60 if here else None
    found: list[Guest] = []
    for n in range(ALL):
        answer: Answer = "in" if n < FULL else "waits" if n < FULL + WAITING else "maybe"
        found.append(Guest(ID + n, name_of(n), answer, n, came_at=came))
        if n % 3 == 0:
            marks: frozenset[Mark] = frozenset({"learner", *(("teacher",) if taught else ())})
            found[-1] = replace(found[-1], marks=marks)
    return found


def night_of(game: AnyGame, state: NightState, *, here: bool, taught: bool = True) -> Night:
    """Return a night of this game with a full house."""
    return sample_night(
        guests(here=here, taught=taught),
        state,
        limit=FULL,
        places=NightPlaces(),
        id="77777",
        game=game.info.key,
        title="Ω" * 80,
        host=ID,
        guild_id=ID,
        channel_id=ID,
        rounds=9,
        language=LANGUAGE,
    )


def seating(size: int, *, computers: int = 0, sit_outs: int = 0) -> Seating:
    """Return a seating of the whole house at tables of a size."""
    people = [ID + n for n in range(FULL - sit_outs)]
    seated = [
        SeatedTable(tuple(people[at : at + size]), people[at], computers)
        for at in range(0, len(people), size)
    ]
    out = tuple(ID + n for n in range(FULL - sit_outs, FULL))
    sizes = TableSizes((size,) * len(seated), computers, sit_outs)
    return Seating(sizes, SeatedRound(tuple(seated), out), Measure(90, 0))


def tables_of(game: AnyGame, dealt: Round, *, over: bool, away: bool) -> list[DeskTable]:
    """Return the tables of a round, in play or over."""
    return [
        DeskTable(dealt.number, number, table.face(), dict.fromkeys(table.to_act(), LATE))
        for number, table in enumerate(_tables(game, dealt, over=over, away=away), 1)
    ]


def _tables(game: AnyGame, dealt: Round, *, over: bool, away: bool) -> Iterator[Table]:
    people = dealt.seating.seated.tables
    match = _match(game, len(people[0].people), over=over)
    for number, seated in enumerate(people):
        yield replace(
            seen.table_of(game, match, tuple(name_of(n - ID) for n in seated.people)),
            id=f"{number + 1000}",
            guild_id=ID,
            channel_id=ID,
            place_id=ID + number,
            language=LANGUAGE,
            night_id="77777",
            pace="days" if away and number % 3 == 1 else "live",
            seats=[
                Seat(each, name_of(each - ID), stand_in="away" if gone else None)
                for at, each in enumerate(seated.people)
                # At every third table somebody is away, and at the first everybody.
                for gone in (away and (not number or number % 3 == 0 == at),)
            ],
        )


def _match(game: AnyGame, seats: int, *, over: bool) -> Match:
    """Return a match some way on, or at its end."""
    configuration = Configuration(game, seats, game.info.variants[0])
    match: Match | None = None
    for now, _step in play(configuration, configuration.rng("full house")):
        match = now
        if now.step > 6 and not over:
            break
    assert match is not None, "there is no game"
    return match


def fitting(game: AnyGame) -> tuple[int, int]:
    """Return the smallest and the largest number of seats that divide a full house."""
    found = [seats for seats in game.info.seats if FULL % seats == 0]
    return min(found), max(found)


def desks(game: AnyGame) -> Iterator[tuple[str, Page]]:
    """Yield the desk at each hour of a night, and what is asked there."""
    playable, wording = seen.playable_of(game), Wording(LANGUAGE)
    legal = rounds.SeatingFacts(rounds.sizes_of(sample_night(), [game.info]))
    busy = [ID + n for n in range(ELSEWHERE)]
    came = {ID + n: Attendance(9, 10, 2) for n in range(ALL)}
    hours: list[tuple[NightState, bool]] = [
        ("open", False),
        ("doors", False),
        ("doors", True),
        ("playing", True),
    ]
    for state, here in hours:
        night = night_of(game, state, here=here, taught=False)
        sizes = rounds.choices(night, legal, FULL)
        facts = DeskFacts([playable], LATE, (), sizes, came, busy)
        yield f"desk, {state}", desk_page(night, facts, wording)
        yield f"guests, {state}", guests_page(night, facts, wording)
        yield f"card, {state}", night_card_page(night, [playable], wording)
        yield "which night", which_night([night] * 3, ["desk"], wording)
        yield "end", end_night_page(night, ToFinish((), {}, 0), wording)
        # Its text has a date.
        yield "more", replace(edit_page(night, "", wording), text="")
    for size in sorted({*fitting(game)}):
        for over in (False, True):
            for away in (False, True):
                yield from _dealt(playable, size, wording, over=over, away=away)


def _dealt(
    playable: PlayableGame, size: int, wording: Wording, *, over: bool, away: bool
) -> Iterator[tuple[str, Page]]:
    game = playable.game
    night = night_of(game, "playing", here=True)
    state = "over" if over else "dealt"
    dealt = Round(1, 1, seating(size), state, began_at=70, over_at=90 if over else None)
    night = replace(night, rounds=(dealt,))
    shown = tables_of(game, dealt, over=over, away=away)
    busy = [ID + FULL + n for n in range(ELSEWHERE)]
    facts = DeskFacts([playable], LATE, shown, elsewhere=busy)
    said = f"tables of {size}, over: {over}, away: {away}"
    yield f"desk, {said}", desk_page(night, facts, wording, picked=shown[0].face.id)
    yield f"list, {said}", list_page(night, dealt, shown, [playable], LATE, wording)
    yield f"void, {said}", void_page(night, shown[-1], wording)


def plans(game: AnyGame) -> Iterator[tuple[str, Page]]:
    """Yield what is proposed for a round, and the questions about it."""
    wording = Wording(LANGUAGE)
    night = night_of(game, "playing", here=True)
    size = fitting(game)[0]
    first = Round(1, 1, seating(size), "over", began_at=70, over_at=90)
    for computers, sit_outs in ((0, 0), (1, 0), (0, size)):
        proposal = Round(2, 1, seating(size, computers=computers, sit_outs=sit_outs))
        told = replace(night, rounds=(first, proposal))
        plan = night_seating.PlanFacts({ID: 2.5}, {ID})
        yield "proposal", night_seating.seating_page(told, proposal, plan, wording)
        swaps = ((ID, ID + 1),) * 40
        by_hand = replace(proposal, seating=replace(proposal.seating, swaps=swaps))
        yield "undo", night_seating.undo_page(told, by_hand, "smaller", wording)
        absent = replace(told, guests=replace(told.guests, guests=()))
        yield "all gone", night_seating.seating_page(absent, proposal, plan, wording)
        yield "left over, gone", left_over.left_over_page(absent, proposal, None, LATE, wording)
        nobody = replace(proposal, seating=replace(proposal.seating, seated=SeatedRound(())))
        yield "left over, come", left_over.left_over_page(told, nobody, proposal, LATE, wording)
        for one in (None, ID):
            yield "swap", seating_changes.swap_page(told, proposal, one, [], wording)
        yield "sit out", seating_changes.sit_out_page(told, proposal, [], wording)
    proposed = replace(night, rounds=(replace(first, state="proposed"),))
    for sizes in ((1, 0), (2, 0), (0, 1), (0, 2)):
        found = [TableSizes((size,) * (FULL // size), *sizes)]
        yield "choice", night_seating.choice_page(night, found, wording)
        yield "mend", night_seating.mend_choice_page(proposed, found, wording)
        yield "mend for a sit-out", night_seating.mend_choice_page(proposed, found, wording, ID)


def tied(n: int) -> Standing:
    """Return a standing with as many points as all others."""
    return Standing(n // 2 + 1, ID + n, Fraction(9, 10), 9 + n, 50)


def recaps(game: AnyGame) -> Iterator[tuple[str, Page]]:
    """Yield what is left of a night whose games are over, or go on, or were corrected."""
    wording, playable = Wording(LANGUAGE), seen.playable_of(game)
    size = fitting(game)[0]
    dealt = Round(1, 1, seating(size), "over", began_at=70, over_at=90)
    where = {f"{number}": (1, number + 1) for number in range(FULL // size)}
    rows = [
        ResultRow(
            *(table, seat, ID + number * size + seat if number else None, name_of(seat), ID),
            *(game.info.key, size, 1000, 1.0, FULL_POINTS, True, 9, 0, True, 90),
        )
        for number, table in enumerate(where)
        for seat in range(size)
    ]
    seated = {
        table: brief_of(
            (
                a_table(table, phase="finished"),
                [
                    SeatRow(table, seat, ID + number * size + seat, name_of(seat), None)
                    for seat in range(size)
                ],
            )
        )
        for number, table in enumerate(where)
    }
    standings = Standings(
        tuple(tied(n) for n in range(FULL)),
        {},
        {ID + FULL: Fraction(1, 2)},
    )
    half = Earned(1, ID + FULL, FULL_POINTS // 2)
    points = NightPoints(standings, (half,))
    named = Named({ID + n: name_of(n) for n in range(FULL)}, frozenset({ID + 1}))
    for repeat, season, people in ((0, None, named), (2, 3, Named({}))):
        night = replace(night_of(game, "over", here=True), rounds=(dealt,))
        night = in_series(night.with_row(season=season), repeat)
        corrected = [Correction("1", "Ω" * 200)]
        facts = RecapFacts(points, people, rows, where, [*where.values()][:5], corrected)
        facts = replace(facts, seated=seated)
        yield "recap", recap_page(night, facts, wording)
        seen_by_all = replace(facts, named=Named({ID + n: name_of(n) for n in range(FULL + 1)}))
        for page in (0, 3):
            yield "points", points_page(night, seen_by_all, wording, ID + FULL, page=page)
        yield "replays", replays_page(night, facts, wording, None)
        yield "desk, over", desk_page(night, DeskFacts([playable], LATE), wording)
        yield "guests, over", guests_page(night, DeskFacts([playable], LATE), wording)
        yield "card, over", night_card_page(night, [playable], wording)


@each_game
@pytest.mark.parametrize("pages", [desks, plans, recaps])
def test_a_full_house(
    game: AnyGame, pages: Callable[[AnyGame], Iterator[tuple[str, Page]]]
) -> None:
    faults = []
    for what, page in pages(game):
        try:
            check_all_said(page, game.info.title)
        except AssertionError as fault:
            faults.append(f"{what}: {str(fault)[:600]}")
    assert not faults, "\n".join(faults)


def few(game: AnyGame) -> Iterator[Page]:
    """Yield the pages of nights at which nobody is yet, or a few, and of what is wrong there."""
    playable, wording = seen.playable_of(game), Wording(LANGUAGE)
    legal = rounds.SeatingFacts(rounds.sizes_of(sample_night(), [game.info]))
    for count in range(13):
        for state in ("open", "doors", "playing"):
            people = [Guest(ID + n, name_of(n), "in", n, came_at=60) for n in range(count)]
            night = sample_night(people, state, id="77777", game=game.info.key, title="Ω")  # pyright: ignore[reportArgumentType]
            facts = DeskFacts([playable], LATE, (), rounds.choices(night, legal, count))
            yield night_card_page(night, [playable], wording)
            yield desk_page(night, facts, wording)
            yield guests_page(night, facts, wording)
    draft = sample_night(state="draft", id="77777", title="Ω", language=wording.language)
    yield desk_page(draft, DeskFacts([playable], LATE), wording)
    skipped = replace(draft.row, local="2026-03-29T02:30")
    yield preview_page(replace(draft, row=skipped), [playable], wording, [], [], Amiss())
    taught = [Guest(ID, name_of(0), "in", 0, frozenset({"teacher"}), came_at=60)]
    taught += [Guest(ID + n, name_of(n), "in", n, came_at=90) for n in range(1, 9)]
    home = [Guest(ID + n, name_of(n), "in", n, came_at=60, gone_at=95) for n in range(9, 12)]
    dealt = Round(1, 1, seating(fitting(game)[0]), "dealt", began_at=70)
    night = sample_night([*taught, *home], "playing", id="77777", host=ID, title="Ω")
    proposed = replace(dealt, number=2, state="proposed", began_at=None)
    over = replace(dealt, state="over", over_at=90)
    unread = [
        replace(each, face=replace(each.face, frozen=True))
        for each in tables_of(game, dealt, over=False, away=False)[:3]
    ]
    facts = DeskFacts([playable], LATE, unread)
    for played in ((dealt,), (over,), (over, proposed)):
        told = replace(night, rounds=played)
        yield desk_page(told, facts, wording)
        yield guests_page(told, facts, wording)
        yield night_card_page(told, [playable], wording)
    named = Named({ID: name_of(0)})
    left = replace(night, rounds=(over,)).with_row(state="over")
    recap = RecapFacts(NightPoints(Standings((), {})), named, [], {})
    yield recap_page(left, recap, wording)
    yield replays_page(left, recap, wording, None)


@each_game
def test_a_night_of_a_few(game: AnyGame) -> None:
    for page in few(game):
        check_all_said(page, game.info.title, "So., 29. März")


def test_a_night_led_by_several() -> None:
    """The co-hosts of a full house, on its card and on the page of its guests."""
    game = games()[0]
    playable, wording = seen.playable_of(game), Wording(LANGUAGE)
    hosts = tuple(Person(ID + n, name_of(n)) for n in range(1, 6))
    night = replace(night_of(game, "open", here=False), cohosts=hosts)
    check_all_said(night_card_page(night, [playable], wording), game.info.title)
    check_all_said(guests_page(night, DeskFacts([playable], LATE), wording), game.info.title)
