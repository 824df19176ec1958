"""The arena: pairs fairly, says how sure it is, and goes on from where it was stopped."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bot.engine.computer import decide
from bot.engine.views import SeatView
from tests.arena import __main__ as command_line
from tests.arena import arena, confidence_bounds


@pytest.mark.parametrize(
    ("game", "players", "seats", "words"),
    [
        ("chess", ["sharp", "casual"], None, "no game chess"),
        ("kasane", ["sharp", "perfect"], None, "no player perfect"),
        ("kasane", ["sharp"], None, "two players"),
        ("donburiko", ["sharp", "steady", "casual", "random", "open"], None, "two players"),
        ("kasane", ["sharp", "casual"], 2, "3 or 4 do"),
    ],
)
def test_a_contest_that_cannot_be_held(
    game: str, players: list[str], seats: int | None, words: str
) -> None:
    with pytest.raises(arena.Misused, match=words):
        arena.contest(game, players, seats)


def test_the_last_player_fills_the_seats_left_over() -> None:
    assert arena.contest("kasane", ["sharp", "casual"], None).lineup() == [0, 1, 1]
    assert arena.contest("donburiko", ["sharp", "steady", "casual"], 4).lineup() == [0, 1, 2, 2]


def test_every_rotation_of_a_deal_is_dealt_the_same() -> None:
    one, other = arena.SameDealer(4), arena.SameDealer(4)
    assert one.shuffle(list(range(30))) == other.shuffle(list(range(30)))
    # What was drawn before, and from how many, says nothing about the next draw.
    one.shuffle([1, 2, 3])
    other.pick(list(range(9)))
    assert one.shuffle(list(range(30))) == other.shuffle(list(range(30)))
    assert arena.SameDealer(5).shuffle(list(range(30))) != arena.SameDealer(4).shuffle(
        list(range(30))
    )


def test_a_deal_shares_out_its_wins_and_rotates_the_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = arena.contest("donburiko", ["casual", "random"], 3)
    lineups: list[list[int]] = []
    once = arena._play_once

    def spied(contest: arena.Contest, number: int, lineup: list[int], spent: Any) -> Any:
        lineups.append(lineup)
        return once(contest, number, lineup, spent)

    monkeypatch.setattr(arena, "_play_once", spied)
    deal = arena.play(contest, 1)
    assert sorted(lineups) == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    assert sum(deal.shares) == pytest.approx(1)
    assert all(deal.milliseconds)
    assert arena.play(contest, 1).shares == deal.shares


def test_all_alike_have_an_even_share() -> None:
    """With the same play at every seat the rotations of a deal cancel out."""
    contest = arena.Contest("donburiko", ("casual", "casual"), 2)
    shares = [arena.play(contest, number).shares[0] for number in range(6)]
    assert confidence_bounds.of_share(shares)[1] < 0.5 < confidence_bounds.of_share(shares)[2]


def test_it_goes_on_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "deals.jsonl"
    contest = arena.contest("donburiko", ["casual", "random"], 2)
    first = list(arena.hold(contest, 2, file, workers=1))[-1]
    assert len(first.deals) == 2
    rows = file.read_text("utf-8").splitlines()
    assert [json.loads(row)["deal"]["number"] for row in rows] == [0, 1]

    # The last line was cut off, another contest's is in between: deal 1 alone is played again.
    other = json.loads(rows[0])
    other["contest"]["seats"] = 4
    file.write_text("\n".join([json.dumps(other), rows[0], rows[1][:40]]), "utf-8")
    again = list(arena.hold(contest, 2, file, workers=1))[-1]
    assert [each.share for each in again.standings] == [each.share for each in first.standings]
    whole = [row for row in file.read_text("utf-8").splitlines() if row != rows[1][:40]]
    assert [json.loads(row)["deal"]["number"] for row in whole] == [0, 0, 1]

    # Now that all is there, nothing is played at all.
    monkeypatch.setattr(arena, "play", None)
    assert len(list(arena.hold(contest, 2, file, workers=1))[-1].deals) == 2


def test_what_other_code_has_played_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file names the code of each of its deals: the rules, the players and the search."""
    file = tmp_path / "deals.jsonl"
    contest = arena.contest("donburiko", ["casual", "random"], 2)
    arena._write(contest, arena.Deal(0, [1.0, 0.0], [[1], [1]]), file)
    assert list(arena._read(contest, file)) == [0]
    assert arena._code("donburiko") != arena._code("kasane")
    monkeypatch.setattr(arena, "_code", lambda _game: "another")
    assert arena._read(contest, file) == {}


def test_it_stops_once_a_bound_is_shown(tmp_path: Path) -> None:
    contest = arena.contest("donburiko", ["casual", "random"], 2)
    reports = list(arena.hold(contest, 500, tmp_path / "deals.jsonl", workers=1))
    assert reports[-1].standings[0].shown
    assert len(reports[-1].deals) < 500
    assert not any(report.standings[0].shown for report in reports[:-1])
    assert "casual is above an even share" in "\n".join(arena.lines(reports[-1]))


@pytest.mark.parametrize(
    ("seeing", "said"),
    [
        ([1.0, 1.0, 0.5, 1.0] * 10, "casual takes 0.67 of the edge that open has, 0."),
        ([0.0, 1.0, 0.5, 0.5] * 10, "open is not shown to have an edge"),
    ],
)
def test_an_edge_is_told_beside_open(tmp_path: Path, seeing: list[float], said: str) -> None:
    """All the deals count, though a bound is shown long before; open plays in the first place."""
    file = tmp_path / "deals.jsonl"
    for player, shares in (("casual", [1.0, 0.75, 0.5, 0.75] * 10), (arena.OPEN, seeing)):
        contest = arena.contest("donburiko", [player, "random"], 2)
        for number, share in enumerate(shares):
            arena._write(contest, arena.Deal(number, [share, 1 - share], [[1], [1]]), file)
    lines = list(arena.beside_open(arena.contest("donburiko", ["casual", "random"], 2), 40, file))
    assert [line for line in lines if "40 deals" in line] == [
        "donburiko, 2 seats: 40 deals, 80 games"
    ] * 2
    assert said in lines[-1]


def test_flat_thinks_as_long_as_the_search_beside_it() -> None:
    """Where there is none, as long as `SECONDS`."""
    beside_sharp = arena.contest("kasane", ["sharp", "flat"], 3)
    assert arena._seconds(beside_sharp, [[200, 100], [900]]) == pytest.approx(0.15)
    assert arena._seconds(beside_sharp, [[], [900]]) == arena.SECONDS
    assert arena._seconds(beside_sharp, [[0], []]) > 0
    beside_casual = arena.contest("kasane", ["casual", "flat"], 3)
    assert arena._seconds(beside_casual, [[3, 3], [900]]) == arena.SECONDS


def test_flat_plays_in_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "SECONDS", 1e-6)
    contest = arena.contest("donburiko", ["flat", "random"], 2)
    report = arena._report(contest, [arena.play(contest, number) for number in range(4)], 1)
    assert [each.player for each in report.standings] == ["flat", "random"]
    assert sum(each.share for each in report.standings) == pytest.approx(1)
    assert "flat" in "\n".join(arena.lines(report))


@pytest.mark.parametrize("level", ["open", "flat", "random"])
def test_who_is_for_the_arena_alone_is_refused_elsewhere(level: str) -> None:
    game, player = arena.rules_of("donburiko"), arena.player_of("donburiko")
    state: Any = game.setup(2, game.info.variants[0], arena.SameDealer(1))
    (seat,) = game.to_act(state)
    view: SeatView[Any, Any] = game.view(state, seat)
    with pytest.raises(KeyError):
        decide(game, player, level, view, random.Random(1))


def test_a_habit_of_a_game_is_a_player() -> None:
    contest = arena.contest("kasane", ["never-melds", "casual"], 3)
    shares = [arena.play(contest, number).shares[0] for number in range(6)]
    assert sum(shares) < 1, "who never melds wins against those who do"
    with pytest.raises(arena.Misused, match="no player never-melds"):
        arena.contest("donburiko", ["never-melds", "casual"], 3)


def test_the_command_plays_what_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(arena, "contest", lambda *asked: f"contest of {asked}")
    monkeypatch.setattr(arena, "hold", lambda *how: [how])
    monkeypatch.setattr(arena, "lines", lambda report: ["report", *map(str, report)])
    monkeypatch.setattr(arena, "beside_open", lambda *how: ["beside", *map(str, how)])
    given = [
        "g",
        "--players",
        "a,b",
        "--seats",
        "3",
        "--games",
        "9",
        "--resume",
        "r",
        "--workers",
        "2",
    ]
    assert command_line.main(given) == 0
    contest = "contest of ('g', ['a', 'b'], 3)"
    assert capsys.readouterr().out.split("\n") == ["report", contest, "9", "r", "2", ""]
    assert command_line.main([*given, "--beside-open"]) == 0
    assert capsys.readouterr().out.split("\n") == ["beside", contest, "9", "r", "2", ""]


def test_the_command_says_what_can_not_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        command_line.main(["chess"])
    assert "There is no game chess." in capsys.readouterr().err

    def refused(*_how: object) -> list[Any]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(arena, "hold", refused)
    told = command_line.main(["donburiko", "--resume", "deals.json"])
    assert told == "deals.json: Permission denied"


def test_how_many_is_a_whole_number() -> None:
    for text in ("0", "-1", "x", "1.5", ""):
        with pytest.raises(SystemExit, match="2"):
            command_line.main(["kasane", "--games", text])
