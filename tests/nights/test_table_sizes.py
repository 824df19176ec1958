"""The sizes of tables: legal, as few left over as can be, near the wanted size, social in a tie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from bot.games.find_games import opponents
from bot.nights.table_sizes import NEAR, SeatingMode, TableSizes, table_sizes
from tests.nights.evenings import KIRIFUDA, misfit, wanted

GAMES = {key: one.game.info for key, one in opponents().items()}
SEATS = sorted({info.seats for info in GAMES.values()})


def partitions(players: int, legal: Sequence[int], most: int = 99) -> Iterator[tuple[int, ...]]:
    """Yield every way to seat this many players, largest table first."""
    if not players:
        yield ()
    for size in legal:
        if size <= min(players, most):
            for others in partitions(players - size, legal, size):
                yield (size, *others)


@pytest.mark.parametrize("mode", SeatingMode)
@pytest.mark.parametrize("legal", SEATS, ids=str)
def test_every_number_of_guests_is_seated_legally_or_the_host_is_asked(
    legal: tuple[int, ...], mode: SeatingMode
) -> None:
    for guests in range(1, 61):
        for shift in (-2, -1, 0, 1, 2):
            found = table_sizes(guests, legal, wanted(legal) + shift, mode=mode, rounds=3)
            assert found, f"{guests} guests have no tables and no choice"
            for one in found:
                told = f"{guests} guests at {legal}: {one}"
                assert set(one.seats) <= set(legal), f"a table of a size that isn't legal: {told}"
                assert sum(one.seats) == guests + one.computers - one.sit_outs, told
                assert sum(one.guests_by_table()) == guests - one.sit_outs, told
                assert min(one.guests_by_table()) > 0, f"computers have a table alone: {told}"
                assert list(one.seats) == sorted(one.seats, reverse=True), told
            possible = next(partitions(guests, legal), None) is not None
            assert found[0].exact == possible, f"{guests} guests at {legal}: {found}"
            assert len(found) == 1 or not possible, f"a choice where none is needed: {found}"


@pytest.mark.parametrize("legal", SEATS, ids=str)
@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_the_sizes_are_the_nearest_that_there_are(legal: tuple[int, ...], shift: int) -> None:
    """Among all ways to seat them, tried one by one."""
    size = wanted(legal) + shift
    for guests in range(2, 25):
        every = list(partitions(guests, legal))
        if not every:
            continue
        least = min(misfit(one, size) for one in every)
        (social,) = table_sizes(guests, legal, size, rounds=3)
        near = [one for one in every if misfit(one, size) <= least + NEAR]
        assert social.seats in near, f"{guests} guests: {social.seats} is far from {size}"
        assert len(social.seats) == max(map(len, near)), f"{guests}: {social.seats} of {near}"
        for one in (
            table_sizes(guests, legal, size, mode=SeatingMode.STANDING, rounds=3),
            table_sizes(guests, legal, size, mode=SeatingMode.ONE_TABLE, rounds=3),
            table_sizes(guests, legal, size, rounds=1),
        ):
            assert misfit(one[0].seats, size) == least, f"{guests} guests: {one}"
            nearest = [each for each in every if misfit(each, size) == least]
            assert len(one[0].seats) == min(map(len, nearest)), f"{guests}: {one} of {nearest}"


@pytest.mark.parametrize(
    ("guests", "legal", "seats"),
    [
        (10, (3, 4), (4, 3, 3)),
        (11, (3, 4), (4, 4, 3)),
        (12, (3, 4), (3, 3, 3, 3)),
        (10, (3, 4, 5), (4, 3, 3)),
        (13, (2, 3, 4, 5, 6), (4, 3, 3, 3)),
        # Two alone at a table are no company.
        (4, (2, 3, 4), (4,)),
        (7, (2, 3, 4), (4, 3)),
        (8, (2, 3, 4), (4, 4)),
        (11, (2, 3, 4), (4, 4, 3)),
        (5, (2, 3, 4), (3, 2)),
    ],
)
def test_a_social_night_of_several_rounds_has_more_tables(
    guests: int, legal: tuple[int, ...], seats: tuple[int, ...]
) -> None:
    assert table_sizes(guests, legal, wanted(legal), rounds=3) == (TableSizes(seats),)


def test_larger_and_smaller_tables_are_asked_for_by_the_wanted_size() -> None:
    assert table_sizes(12, KIRIFUDA, 4.5, rounds=3)[0].seats == (4, 4, 4)
    assert table_sizes(24, (3, 4, 5), 4, rounds=3)[0].seats == (4, 4, 4, 4, 4, 4)
    assert table_sizes(24, (3, 4, 5), 3, rounds=3)[0].seats == (3,) * 8
    assert table_sizes(25, (3, 4, 5), 5, rounds=3)[0].seats == (5,) * 5


def test_a_number_that_fits_no_tables_is_for_the_host_to_choose() -> None:
    assert table_sizes(5, KIRIFUDA, 3.5) == (
        TableSizes((3, 3), computers=1),
        TableSizes((4,), sit_outs=1),
    )
    assert table_sizes(2, KIRIFUDA, 3.5) == (TableSizes((3,), computers=1),)
    assert table_sizes(1, KIRIFUDA, 3.5) == (TableSizes((3,), computers=2),)
    assert table_sizes(0, KIRIFUDA, 3.5) == ()


def test_computers_go_to_the_last_tables_one_each() -> None:
    assert TableSizes((4, 3, 3), computers=2).guests_by_table() == (4, 2, 2)
    assert TableSizes((3,), computers=2).guests_by_table() == (1,)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_game_wants_tables_of_its_best_size_or_the_middle(key: str) -> None:
    info = GAMES[key]
    assert info.wanted_seats == (info.best or wanted(info.seats))
    assert min(info.seats) <= info.wanted_seats <= max(info.seats)
