"""*How it was scored*: each round that was played has its line, and all sums come to the result."""

from __future__ import annotations

import re
from typing import Any

from bot.ui.pages.tables.game_end import rounds_of, scoring_page
from bot.ui.pages.tables.hand import hand_of
from bot.ui.pages.tables.screen import screen
from bot.ui.pages.wording import NO_BREAK, Wording
from tests.contract import seen
from tests.contract.games import Configuration
from tests.contract.test_replay import Played

_NUMBER = re.compile(r"[+−]?\d+")


def _all(texts: list[str]) -> int:
    return sum(int(each.replace("−", "-")) for each in texts)


def _sum_of(account: str) -> int:
    """Return what the parts of an account bring: of each, the last number or product; what stands
    in brackets behind all of them brings nothing.
    """
    said = re.sub(r" \([^()]+\)$", "", account).partition(" = ")[0]
    parts = said.split(" · ")
    if found := re.fullmatch(r"(\d+) stones? × longest run (\d+)", said):
        return int(found[1]) * int(found[2])
    return _all([_NUMBER.findall(part)[-1] for part in parts])


def _by_seat(line: str, wording: Wording, seats: int) -> list[str]:
    """Return what a line says behind the sign of each seat."""
    marks = [f"{wording.mark(seat)}{NO_BREAK}" for seat in range(seats)]
    said = re.split("|".join(marks), line)
    assert len(said) == seats + 1, f"not everybody stands in {line!r}"
    return said[1:]


def test_whoever_played_reads_where_their_own_points_came_from(
    configuration: Configuration,
) -> None:
    """And nothing where a game has no points to explain."""
    playable, seats = seen.playable_of(configuration.game), configuration.seats
    wording = Wording("en-GB", seen.NAMES[:seats])
    played = Played(configuration, configuration.rng("scored 0"))
    table = played.table(seen.NAMES[:seats])
    view, result = table.face().public(), table.face().result()
    for seat in range(seats):
        account = playable.render.account(seat, view, result, wording, brief=True)
        text = screen(playable, hand_of(table, seat), wording).text
        found = [line for line in text.splitlines() if "Your points" in line]
        assert found == [f"-# Your points: {' · '.join(account)}"] * bool(account), text


def test_every_round_has_its_line_and_all_sums_come_to_the_result(
    configuration: Configuration,
) -> None:
    playable, seats = seen.playable_of(configuration.game), configuration.seats
    wording = Wording("en-GB", seen.NAMES[:seats])
    for number in range(5):
        played = Played(configuration, configuration.rng(f"scored {number}"))
        face = played.table(seen.NAMES[:seats]).face()
        view: Any = face.public()
        result = face.result()
        rounds = rounds_of(playable, played.record(), wording)
        page = scoring_page(playable, face, rounds, wording)
        if not page.fields:
            assert set(result.scores) == {0, 1}, f"nobody's points are explained: {page.text}"
            continue
        heads = [line.split("\n")[0] for line in rounds]
        assert len(rounds) == view.round, f"{view.round} rounds, and these lines: {rounds}"
        sums = rounds[-1].split("\n")[-1] if playable.render.sums_up else None
        for n, head in enumerate(heads, 1):
            assert re.search(rf"\bround {n}\b", head, re.IGNORECASE), f"{n} isn't in {head}"
            told = head in page.text or (n == len(rounds) and sums is not None)
            assert told, f"{head} isn't on the page"
        assert sums is None or sums not in page.text, f"the accounts say it, too: {sums}"
        accounts = [
            playable.render.account(seat, view, result, wording, brief=True)[0]
            for seat in range(seats)
        ]
        assert [*map(_sum_of, accounts)] == [*result.scores], f"{accounts}: {result.scores}"
        last = [
            re.findall(r"\*\*(−?\d+)\*\*", said) for said in _by_seat(rounds[-1], wording, seats)
        ]
        assert any(last) is playable.render.sums_up
        if any(last):
            assert [*map(_all, last)] == [*result.scores], rounds[-1]
            continue
        # Each round says what its rows brought; what cards brought is in the accounts.
        brought = [0] * seats
        for line in rounds:
            for seat, said in enumerate(_by_seat(line, wording, seats)):
                brought[seat] += _all(_NUMBER.findall(said))
        for seat, account in enumerate(accounts):
            rows = re.findall(r"(?:rows|chips on rows) ([+−]?\d+)", account)
            assert brought[seat] == _all(rows), f"{account}: {rounds}"
