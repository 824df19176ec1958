"""How a game was won, in a sentence: what it says is true by what all heard in that game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from bot.engine.game import Result
from bot.ui.pages.wording import Wording
from cogs.kirifuda import views as kirifuda
from cogs.shiranui import views as shiranui
from tests.contract import seen
from tests.contract.games import Configuration, play

Told = Sequence[Any]
"""All events of a game that everybody heard."""
SEASONS = ("spring", "summer", "autumn", "winter")
Claim = Callable[[Told, Result, int, re.Match[str]], bool]


def of(told: Told, kind: str, seat: int | None = None) -> list[Any]:
    """Return the events of a kind, by a seat if one is given."""
    return [e for e in told if e.kind == kind and (seat is None or e.seat == seat)]


def in_round(told: Told, number: int) -> list[Any]:
    """Return what was told in a round."""
    begins = [at for at, event in enumerate(told) if event.kind == "round_began"]
    return [*told[begins[number - 1] : [*begins, len(told)][number]]]


def most_often(who: int, seats: Sequence[int]) -> bool:
    """Tell whether no seat is among some more often."""
    return seats.count(who) == max(map(seats.count, seats))


def _net(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    won = sum(event.chip for event in of(told, "added_face_up", who))
    return won - len(of(told, "added_face_down", who)) == int(found["n"])


def _loach(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    (row,) = of(in_round(told, int(found["r"])), "row_taken", who)
    (counted,) = of(in_round(told, int(found["r"])), "row_counted", who)
    hidden = [card for card, owner in zip(row.cards, row.owners, strict=True) if owner >= 0]
    return 0 in hidden and min(row.cards) < 0 and counted.points == int(found["n"])


def _paid(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    paid = -int(found["n"])
    (counted,) = of(in_round(told, int(found["r"])), "row_counted", who)
    missed = max(result.scores) - result.scores[who]
    return counted.points == paid and missed == int(found["m"]) <= -paid


def _donburiko(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    last = in_round(told, len(of(told, "round_began")))
    took = {event.seat for event in of(last, "row_taken")}
    return of(last, "row_counted", who)[0].announced and len(took) < len(result.scores)


def _calls(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    calls = [event.seat for event in of(told, "row_counted") if event.announced]
    return calls.count(who) == int(found["n"]) > 1 and most_often(who, calls)


def _best_row(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    (counted,) = of(in_round(told, int(found["r"])), "row_counted", who)
    rows = [event.points for event in of(told, "row_counted", who)]
    return counted.points == int(found["n"]) == max(rows)


def _melds(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    each = [len(of(told, "meld_achieved", seat)) for seat in range(len(result.scores))]
    return each[who] == int(found["n"]) and each.count(each[who]) == 1 and max(each) == each[who]


def _largest(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    melds = sorted(of(told, "meld_achieved"), key=lambda event: event.points)
    alone = len(melds) == 1 or melds[-2].points < melds[-1].points
    return alone and (melds[-1].seat, melds[-1].points) == (who, int(found["n"]))


def _trick(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    tricks = of(in_round(told, int(found["r"])), "trick_won", who)
    most = max(event.points for event in of(told, "trick_won"))
    return int(found["n"]) == max(event.points for event in tricks) == most


def _last_tricks(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    tricks = of(told, "trick_won")
    winners = [event.seat for event in tricks[-8:]]
    right = winners.count(who) == int(found["n"]) and most_often(who, winners)
    return right and bool(found["last"]) == (len(tricks) > 8)


def _called(kind: str) -> Claim:
    def claim(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
        calls = [event.seat for event in of(told, kind)]
        return calls.count(who) == int(found["n"]) and most_often(who, calls)

    return claim


def _was_last(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    (ended,) = of(in_round(told, int(found["r"])), "round_ended")
    return min(ended.scores) == ended.scores[who] and ended.scores.count(ended.scores[who]) == 1


def _few(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    won = [len(of(told, "trick_won", seat)) for seat in range(len(result.scores))]
    return won[who] == int(found["n"]) == min(won) and won.count(won[who]) == 1


def _caught(told: Told, result: Result, who: int, found: re.Match[str]) -> bool:
    calls = of(in_round(told, int(found["r"])), "korkoni_called")
    return any(event.right and event.target == who for event in calls)


CLAIMS: dict[str, Claim] = {
    r"Adding cards alone brought (?P<who>\w+) (?P<n>\d+) chips?\.": _net,
    r"A hidden loach in round (?P<r>\d+) .*: (?P<who>\w+) took .* for (?P<n>\d+)\.": _loach,
    r"(?P<who>\w+) paid (?P<n>\d+) .* round (?P<r>\d+) .* by (?P<m>\d+)\.": _paid,
    r"(?P<who>\w+)'s Donburiko! ended the last round before .* had a row\.": _donburiko,
    r"(?P<who>\w+) called Donburiko! (?P<n>\d+) times\.": _calls,
    r"(?P<who>\w+)'s best row brought (?P<n>\d+) in round (?P<r>\d+)\.": _best_row,
    r"(?P<who>\w+) laid (?P<n>\d+) melds?, more than anybody else\.": _melds,
    r"The largest meld, .* for (?P<n>\d+), was (?P<who>\w+)'s\.": _largest,
    r"(?P<who>\w+)'s .* won (?P<n>\d+) in one trick of round (?P<r>\d+)\.": _trick,
    r"(?P<who>\w+) was last after round (?P<r>\d+) and still won\.": _was_last,
    r"(?P<who>\w+) won only (?P<n>\d+) of 16 tricks, fewer than anybody else\.": _few,
    r"(?P<who>\w+) was caught in round (?P<r>\d+) and still won\.": _caught,
    r"(?P<who>\w+) called Arwampe! in (?P<n>\d+) rounds\.": _called("arwampe_called"),
    r"(?P<who>\w+) left with an empty bag in (?P<n>\d+) rounds: sure points\.": (
        _called("isam_called")
    ),
    r"(?P<who>\w+) won (?P<n>\d+) of (?P<last>the last )?8 tricks\.": _last_tricks,
    r"(?P<who>\w+) and \w+ have (?P<n>\d+) each, and (?P<who2>\w+) .*\.": (
        lambda _told, result, who, found: (
            result.scores.count(int(found["n"])) > 1 and result.winners == (who,)
        )
    ),
}
"""What a sentence says, and whether that is so; those that aren't here only count the board."""


def _tokens_left(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    last = in_round(told, len(of(told, "round_began")))
    given = sum(event.tokens + event.clear for event in of(last, "given", seat))
    return shiranui.DRAWN + last[0].clear[seat] - given == int(found["n"])


def _tricks_won(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    (winner,) = result.winners
    own, theirs = (len(of(told, "trick_won", each)) for each in (seat, winner))
    more = own >= theirs and result.scores[winner] > result.scores[seat]
    return (own, theirs) == (int(found["n"]), int(found["m"])) and more == bool(found["more"])


def _no_stone(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    return dict(result.breakdown[seat])["stones"] == 0


def _no_arwampe(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    return not of(told, "arwampe_called", seat)


def _longer_run(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    a, b, n, points = (int(found[name]) for name in ("a", "b", "n", "points"))
    stones = dict(result.breakdown[seat])["stones"]
    return b == a + 1 and n * a == stones and n * b == points and b <= n


def _one_stone(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    """Tell whether a blessing of the seat's misses its number of stones by one."""
    lies: dict[int, int] = {}
    for event in told:
        match event:
            case kirifuda.StonePlaced():
                lies[event.space] = event.seat
            case kirifuda.StonePushed():
                lies[event.to], lies[event.space] = event.owner, event.seat
            case kirifuda.StonesReturned():
                for space in event.spaces:
                    del lies[space]
            case _:
                pass
    season = SEASONS.index(found["season"]) + 1
    have = [space // 10 for space, owner in lies.items() if owner == seat].count(season)
    wants = have + (1 if found["how"] == "more" else -1)
    held = [event.blessing for event in of(told, "drafted", seat)]
    gone = {each for event in of(told, "discarded", seat) for each in event.blessings}
    done = {each for event in of(told, "achieved", seat) for each in event.blessings}
    blessing = 10 * season + wants
    return blessing in set(held) - gone - done and kirifuda.worth(blessing) == int(found["n"])


def _chips_paid(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    counted = of(told, "row_counted", seat)
    return -sum(min(event.points, 0) for event in counted) == int(found["n"])


def _rowless(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    rounds = len(of(told, "round_began"))
    return (rounds - len(of(told, "row_taken", seat)), rounds) == (int(found["n"]), int(found["m"]))


def _no_six(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    best = int(found["n"].replace("−", "-"))
    return max(event.points for event in of(told, "row_counted", seat)) == best < 6


def _cards_left(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    numbers = [event.card for event in of(told, "card_taken", seat) if event.card]
    laid = sum(len(event.cards) - event.top for event in of(told, "meld_achieved", seat))
    return len(numbers) - laid == int(found["n"])


def _few_colours(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    (robe,) = of(told, "robe_counted", seat)
    return robe.cards >= 8 and (robe.colours, robe.colour_points) == (int(found["n"]), 0)


def _melds_scored(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    own, theirs = (len(of(told, "meld_achieved", each)) for each in (seat, result.winners[0]))
    return (own, theirs) == (int(found["n"]), int(found["m"])) and own < theirs


def _plus_ones(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    taken = [event.seat for event in of(told, "card_taken") if not event.card]
    own, theirs = taken.count(seat), taken.count(result.winners[0])
    return (own, theirs) == (int(found["n"]), int(found["m"])) and own < theirs


def _short_robe(told: Told, result: Result, seat: int, found: re.Match[str]) -> bool:
    (robe,) = of(told, "robe_counted", seat)
    return robe.cards == int(found["n"]) < 8


TIPS: dict[str, Claim] = {
    r"Rows over 6 or below 0 cost you (?P<n>\d+) chips in all\. Once you have no cards left, you "
    r"must take a row, even a bad one\.": _chips_paid,
    r"You had no row in (?P<n>\d+) of (?P<m>\d+) rounds: even a row worth 3 wins more than "
    r"none\.": _rowless,
    r"Your best row brought (?P<n>[−\d]+): a card that only you know can bring a row to 6\.": (
        _no_six
    ),
    r"(?P<n>\d+) cards left in your hand scored nothing: .*": _cards_left,
    r"With 4 or 6 colours instead of (?P<n>5), your robe would have brought 2 more\.": _few_colours,
    r"Melds scored: you (?P<n>\d+), \w+ (?P<m>\d+)\. .*": _melds_scored,
    r"“\+1” cards: you (?P<n>\d), \w+ (?P<m>\d)\. Each is a point for certain\.": _plus_ones,
    r"A robe scores its colours from 8 cards on: yours had (?P<n>\d)\.": _short_robe,
    r"You had (?P<n>\d+) tokens left at the end: .*": _tokens_left,
    r"Tricks won: you (?P<n>\d+), \w+ (?P<m>\d+)(?P<more>, but .*?)?\. .*": _tricks_won,
    r"You were caught in round (?P<r>\d): .*": _caught,
    r"You won no round by Arwampe! this time\. .*": _no_arwampe,
    r"You had no stone on the board: win a trick while you have one in hand\.": _no_stone,
    r"With a run of (?P<b>\d) instead of (?P<a>\d), your (?P<n>\d) stones would have made "
    r"(?P<points>\d+)\.": _longer_run,
    r"One (?:stone )?(?P<how>more|fewer) (?:stone )?in (?P<season>\w+) would have fulfilled .*: "
    r"\+(?P<n>\d)\.": _one_stone,
}
"""What a player who didn't win is told to try next time, and what must be so then."""


def test_what_to_try_next_time_is_true_of_the_game(configuration: Configuration) -> None:
    render = seen.playable_of(configuration.game).render
    wording = Wording("en-GB", seen.NAMES[: configuration.seats])
    for number in range(3):
        steps = list(play(configuration, configuration.rng(f"story {number}")))
        match, result = steps[-1][0], steps[-1][0].result()
        told = [e.event for _, step in steps for e in step.events if e.audience == "all"]
        for seat in set(range(configuration.seats)) - set(result.winners):
            said = render.next_time(seat, match.public(), result, wording)
            assert len(said) <= 120 and "\n" not in said, f"more than two lines: {said}"
            claims = ((claim, re.fullmatch(tip, said)) for tip, claim in TIPS.items())
            made = [claim(told, result, seat, found) for claim, found in claims if found]
            assert made == [True] * bool(said), f"it isn't so, or nobody checks it: {said}"


def test_a_story_is_true(configuration: Configuration) -> None:
    render = seen.playable_of(configuration.game).render
    names = seen.NAMES[: configuration.seats]
    wording = Wording("en-GB", names)
    for number in range(3):
        steps = list(play(configuration, configuration.rng(f"story {number}")))
        match = steps[-1][0]
        told = [e.event for _, step in steps for e in step.events if e.audience == "all"]
        result = match.result()
        said = render.story(match.public(), result, wording)
        assert len(said) <= 200 and "\n" not in said, f"more than a sentence: {said}"
        tied = result.scores.count(max(result.scores)) > len(result.winners)
        tie = render.tie(match.public(), result, wording)
        assert bool(tie) is tied and said.startswith(tie), f"what broke a tie: {tie!r}, {said!r}"
        for pattern, claim in CLAIMS.items():
            found = re.fullmatch(pattern, said)
            if found is not None:
                who = names.index(found["who"])
                assert claim(told, result, who, found), f"it isn't so: {said}"
