"""Proposals on a real database: changed by hosts, mended when guests come or go, and dealt."""

from __future__ import annotations

import pytest

from bot.nights import proposals, rounds
from bot.nights.assign_tables import Measure, SeatedRound, SeatedTable
from bot.nights.guest_presses import press_here, press_home, press_in
from bot.nights.more_tables import without_seat
from bot.nights.night import CHANGED_MEANWHILE, Night, Now
from bot.nights.night_points import HALF, points_of_night
from bot.nights.seating import Seating
from bot.nights.table_sizes import TableSizes
from bot.tables.seat import Person
from bot.tables.trouble import Trouble
from tests.nights.setup import Setup, people
from tests.refusal import refused_with

BOB, CLEO = Person(201, "Bob"), Person(202, "Cleo")


def test_what_starts_as_it_is_names_nobody_who_is_gone() -> None:
    """Not as a table's host, nor among those who sit out; the fourth has come and sits out."""
    seated = SeatedRound((SeatedTable((1, 2), 1),), sit_outs=(3,))
    seating = Seating(TableSizes((2,)), seated, Measure(0, 0))
    left = proposals._as_it_is(seating, [4], [1, 3])
    assert left.seated.tables == (SeatedTable((2,), 2, 1),), "the one who stayed isn't the host"
    assert left.seated.sit_outs == (4,), "somebody who went home sits out"
    assert left.sizes == TableSizes((2,), 1, 1, guests=(1,))


async def test_shuffle_and_swap_and_sizes(setup: Setup) -> None:
    """A proposal can be made otherwise until it is dealt."""
    night = await setup.announced()
    night = await setup.at_doors(night, *people(12))
    night = await setup.round_runner.seat(night.id, setup.press())
    assert night.proposal is not None
    first = night.proposal.seating.seated
    night = await setup.round_runner.seat_again(night.id, setup.press(), night.proposal.sign)
    assert night.proposal is not None
    assert night.proposal.seating.seated != first, "Shuffle gave the same tables"
    one, other = (night.proposal.seating.seated.tables[n].people[0] for n in (0, 1))
    night = await setup.round_runner.swap(night.id, setup.press(), one, other, night.proposal.sign)
    assert night.proposal is not None
    assert rounds.seat_of(night.proposal.seating.seated, one) == 2
    larger = await setup.round_runner.seat_again(night.id, setup.press(), larger=1)
    assert larger.proposal is not None
    sizes = larger.proposal.seating.sizes.seats
    assert len(sizes) < len(night.proposal.seating.sizes.seats), "larger tables are the same"
    assert larger.row.size_shift == 1
    with pytest.raises(Trouble, match="No other tables"):
        await setup.round_runner.seat_again(night.id, setup.press(), larger=1)
    back = await setup.nights.change(night.id, setup.press(), proposals.take_back())
    assert back.proposal is None
    with pytest.raises(Trouble, match="no seating yet"):
        await setup.round_runner.start_all(night.id, setup.press())


async def test_who_went_home_is_not_dealt_in(setup: Setup) -> None:
    """In each round whoever leads is told before it starts; started as it is, a computer plays."""
    night = await setup.announced()
    night = await setup.at_doors(night, *people(6))
    night = await setup.round_runner.seat(night.id, setup.press())
    for gone in people(6)[2:4]:
        night = await setup.guests(night, gone, rule=press_home)
        with pytest.raises(proposals.LeftOver):
            await setup.round_runner.start_all(night.id, setup.press())
        assert (await setup.nights.get(night.id)).playing is None, "a round was dealt"
        night = await setup.round_runner.start_all(night.id, setup.press(), as_it_is=True)
        await setup.quiet()
        number = len(night.dealt)
        found = await setup.nights.reader.tables_of(night)
        tables = [table for (round_, _), table in found.items() if round_ == number]
        assert not any(table.seat_of(gone.id) is not None for table in tables), "they were dealt in"
        assert night.dealt[-1].seating.sizes.computers == 1
        for table in tables:
            await setup.play_out(table)
        night = await setup.round_runner.seat(night.id, setup.press(), choice="computers")


async def test_who_comes_after_the_proposal_sits_out_or_is_mended_in(setup: Setup) -> None:
    """Nobody who is here is left without a place; who sits out has half the points."""
    night = await setup.announced()
    night = await setup.at_doors(night, *people(6))
    night = await setup.round_runner.seat(night.id, setup.press())
    await setup.guests(night, CLEO, rule=press_here)
    with pytest.raises(proposals.LeftOver):
        await setup.round_runner.start_all(night.id, setup.press())
    night = await setup.round_runner.start_all(night.id, setup.press(), as_it_is=True)
    await setup.quiet()
    assert night.dealt[0].seating.seated.sit_outs == (CLEO.id,)
    results, void = await setup.nights.reader.results_of(night)
    (half,) = [each for each in points_of_night(night, results, void) if each.person == CLEO.id]
    assert half.points == HALF
    for table in (await setup.nights.reader.tables_of(night)).values():
        await setup.play_out(table)
    night = await setup.round_runner.seat(night.id, setup.press())
    await setup.guests(night, people(6)[1], rule=press_home)
    night = await setup.guests(night, Person(98, "Max"), rule=press_here)
    night = await setup.round_runner.mend(night.id, setup.press(), start=True)
    await setup.quiet()
    there = {guest.person for guest in night.guests.there}
    assert night.dealt[1].seating.seated.everybody() == there, "not those who are here"
    assert len({number for number, _table in await setup.nights.reader.tables_of(night)}) == 2


async def test_only_another_hosts_press_makes_a_proposal_old(setup: Setup) -> None:
    """What guests press never does; a proposal that was dropped doesn't come back."""
    night = await setup.announced()
    night = await setup.at_doors(night, *people(8))
    runner = setup.round_runner
    night = await runner.seat(night.id, setup.press())
    assert night.proposal is not None
    sign = night.proposal.sign
    await setup.guests(night, CLEO, rule=press_here)
    await setup.guests(night, people(8)[3], rule=press_home)
    night = await runner.mend(night.id, setup.press(), sign)
    assert night.proposal is not None and night.proposal.sign != sign
    old, sign = sign, night.proposal.sign
    seated = night.proposal.seating.seated
    one, other = (table.people[0] for table in seated.tables[:2])
    for doing in (
        lambda: runner.mend(night.id, setup.press(), old),
        lambda: runner.swap(night.id, setup.press(), one, other, old),
        lambda: runner.seat_again(night.id, setup.press(), old),
        lambda: runner.start_all(night.id, setup.press(), old),
        lambda: setup.nights.change(night.id, setup.press(), proposals.take_back(old)),
    ):
        with pytest.raises(proposals.OldProposal):
            await doing()
    assert (await setup.nights.get(night.id)).proposal == night.proposal, "it was changed"
    await setup.nights.change(night.id, setup.press(), proposals.take_back(sign))
    again = await runner.seat(night.id, setup.press())
    assert again.proposal is not None and again.proposal.sign not in (sign, old)
    assert (await runner.seat(night.id, setup.press())).proposal == again.proposal
    with refused_with(CHANGED_MEANWHILE):
        await runner.seat(night.id, setup.press(), number=2)


async def test_swaps_by_hand_outlive_a_mend_and_name_nobody_once_it_is_dealt(setup: Setup) -> None:
    night = await setup.announced()
    night = await setup.at_doors(night, *people(9))
    night = await setup.round_runner.seat(night.id, setup.press())
    assert night.proposal is not None
    tables = night.proposal.seating.seated.tables
    one, other = (table.people[0] for table in tables[:2])
    night = await setup.round_runner.swap(night.id, setup.press(), one, other)
    night = await setup.guests(night, CLEO, rule=press_here)
    night = await setup.round_runner.mend(night.id, setup.press())
    assert night.proposal is not None
    seating = night.proposal.seating
    places = [rounds.seat_of(seating.seated, person) for person in (one, other)]
    assert places == [2, 1], "a mend has undone a swap"
    assert seating.swaps == ((one, other),)
    night = await setup.round_runner.start_all(night.id, setup.press())
    assert night.dealt[-1].seating.swaps == ()


async def test_a_host_has_somebody_sit_out_through_all_that_changes_the_proposal(
    setup: Setup,
) -> None:
    """Few move for it; who sits out so has half the points, and a seat in the next round."""
    night = await setup.at_doors(await setup.announced(), *people(9))
    runner = setup.round_runner
    night = await runner.seat(night.id, setup.press())
    assert night.proposal is not None
    sign, tables = night.proposal.sign, night.proposal.seating.seated.tables
    who, gone = tables[0].people[1], tables[1].people[0]

    def out(night: Night) -> tuple[int, ...]:
        assert night.proposal is not None
        seated = night.proposal.seating.seated
        there = {guest.person for guest in night.guests.there}
        assert seated.everybody() == there, "not those who are here"
        assert not night.proposal.seating.sizes.sit_outs, "somebody else sits out, too"
        return seated.sit_outs

    night = await runner.sit_out(night.id, setup.press(), who, sign)
    assert out(night) == (who,)
    assert night.proposal is not None
    after = night.proposal.seating.seated.tables
    assert {*after[0].people} | {who} == {*tables[0].people}, "others have moved"
    with pytest.raises(proposals.OldProposal):
        await runner.sit_out(night.id, setup.press(), who, sign)
    night = await setup.guests(night, Person(gone, "?"), rule=press_home)
    night = await runner.mend(night.id, setup.press())
    assert out(night) == (who,), "a mend has given them a seat"
    assert night.proposal is not None
    for larger in (0, -1):
        night = await runner.seat_again(night.id, setup.press(), larger=larger)
        assert out(night) == (who,), "another seating has given them a seat"
    assert night.proposal is not None
    other = night.proposal.seating.seated.tables[0].people[0]
    night = await runner.swap(night.id, setup.press(), who, other)
    assert out(night) == (other,), "who takes the seat of another doesn't sit out for them"
    night = await runner.mend(night.id, setup.press(), start=True)
    await setup.quiet()
    assert other not in {guest.person for guest in without_seat(night)}, "who sits out waits"
    results, void = await setup.nights.reader.results_of(night)
    halves = [each for each in points_of_night(night, results, void) if each.points == HALF]
    assert [each.person for each in halves] == [other]
    for table in (await setup.nights.reader.tables_of(night)).values():
        await setup.play_out(table)
    night = await runner.seat(night.id, setup.press())
    assert out(night) == (), "who sat out must do so again"


@pytest.mark.parametrize("by_then", [True, False])
async def test_who_comes_while_their_seat_is_kept_sits_out_a_round_that_began_early(
    setup: Setup, by_then: bool
) -> None:
    """Once doors are closed no seat is kept any more, and a round is none that they had."""
    night = await setup.at_doors(await setup.announced(), *people(4))
    night = await setup.guests(night, CLEO, BOB, rule=press_in)
    setup.time = night.guests.starts_at - 60
    await setup.round_runner.seat(night.id, setup.press())
    night = await setup.round_runner.start_all(night.id, setup.press())
    await setup.quiet()
    if not by_then:
        setup.time = night.guests.closes_at + 1
        await setup.timer.ring(night.id)
    night = await setup.guests(night, CLEO, rule=press_here)
    out = night.dealt[0].seating.seated.sit_outs
    assert out == ((CLEO.id,) if by_then else ()), "the seat wasn't kept as was promised"
    results, void = await setup.nights.reader.results_of(night)
    halves = [each.person for each in points_of_night(night, results, void) if each.points == HALF]
    assert halves == [*out], "whoever was In and came in time has nothing"


async def test_who_sat_out_by_a_hosts_hand_plays_after_all(setup: Setup) -> None:
    night = await setup.at_doors(await setup.announced(), *people(3))
    runner = setup.round_runner
    night = await runner.seat(night.id, setup.press())
    first, second, third = (each.id for each in people(3))
    night = await runner.sit_out(night.id, setup.press(), first)
    with pytest.raises(proposals.NoTablesFit):
        await runner.sit_out(night.id, setup.press(), second)
    night = await runner.sit_out(night.id, setup.press(), second, choice="computers")
    assert night.proposal is not None and night.proposal.seating.rests == (first, second)
    with pytest.raises(Trouble, match="Somebody has to play"):
        await runner.sit_out(night.id, setup.press(), third)
    with pytest.raises(Trouble, match="has a seat"):
        await runner.sit_out(night.id, setup.press(), CLEO.id)
    night = await runner.sit_out(night.id, setup.press(), first)
    assert night.proposal is not None and night.proposal.seating.rests == (second,)
    assert night.proposal.seating.seated.sit_outs == (second,)
    night = await setup.guests(night, people(3)[1], rule=press_home)
    night = await runner.mend(night.id, setup.press())
    night = await setup.guests(night, people(3)[1], rule=press_here)
    night = await runner.mend(night.id, setup.press())
    assert night.proposal is not None
    assert not night.proposal.seating.seated.sit_outs, "who comes back sits out as before"


async def test_whom_a_host_had_sit_out_plays_once_nobody_else_is_left(setup: Setup) -> None:
    """A table without anybody can't be seated; by a press, and by a pilot."""
    night = await setup.at_doors(await setup.announced(), *people(4))
    runner, (ada, bob, *gone) = setup.round_runner, people(4)
    await runner.seat(night.id, setup.press())
    for rests in (ada, bob):
        await runner.sit_out(night.id, setup.press(), rests.id, choice="computers")
    night = await setup.guests(night, *gone, rule=press_home)
    rule = await runner.seating_now(night)
    found = rule(night, setup.press(), Now(int(setup.time))).night.proposal
    assert found is not None
    both = {ada.id, bob.id}
    assert {*found.seating.seated.tables[0].people} == both, "a pilot seats nobody"
    night = await runner.mend(night.id, setup.press())
    assert night.proposal is not None and night.proposal.seating.rests == ()
    assert {*night.proposal.seating.seated.tables[0].people} == both, "a mend seats nobody"
    await runner.sit_out(night.id, setup.press(), ada.id, choice="computers")
    await setup.guests(night, bob, rule=press_home)
    night = await runner.seat_again(night.id, setup.press())
    assert night.proposal is not None
    assert night.proposal.seating.seated.everybody() == {ada.id}, "a shuffle seats nobody"
