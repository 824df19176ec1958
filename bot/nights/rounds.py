"""The rounds of a night: whom to seat, when one is over; and the end of the night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.engine.game import GameInfo
from bot.engine.text import marked as _
from bot.nights.answers import set_mark
from bot.nights.assign_tables import GuestToSeat, SeatedRound, SeatingJob, pairs_at
from bot.nights.doors import not_at_table, press_here, seen_at_table
from bot.nights.game_sizes import (
    GameSizes,
    all_sizes,
    choices_of_games,
    sizes_of_games,
    with_room_for,
)
from bot.nights.guest_list import Guest, News
from bot.nights.guest_presses import asked_back, posts_for
from bot.nights.night import (
    CHANGED_MEANWHILE,
    Change,
    Night,
    Now,
    Post,
    Press,
    Round,
    Rule,
    demand_lead,
)
from bot.nights.table_sizes import SeatingMode, TableSizes, table_sizes
from bot.tables.clock import HOUR
from bot.tables.trouble import Trouble

CLOSES_AFTER: Final = 2 * HOUR
"""How long after its last table ended a night that nobody leads any more is over."""
NEVER_BEGAN: Final = 6 * HOUR
"""How long after its beginning a night of which no round was dealt is over."""

Groups = Iterable[tuple[int, ...]]
"""People who sat at a table at one time each."""


@dataclass(frozen=True, slots=True)
class SeatingFacts:
    """What is known about guests besides the night itself, for seating them."""

    games: tuple[GameSizes, ...]
    """The sizes of the tables of each game that can be played."""
    points: Mapping[int, float] = field(default_factory=dict)
    """Tonight's points so far, by person."""
    earlier: tuple[tuple[int, int, int], ...] = ()
    """Pairs, and on how many of the last nights they sat together."""
    apart: tuple[tuple[int, int], ...] = ()
    """Pairs that mustn't sit together."""
    away: tuple[int, ...] = ()
    """Who was away as the last round ended."""
    new: tuple[tuple[str, int], ...] = ()
    """Who hasn't finished a game of a kind tonight, of those who are there."""

    @property
    def legal(self) -> tuple[int, ...]:
        """Return the sizes of all tables that there can be."""
        return all_sizes(self.games)

    def shifted(self, night: Night) -> tuple[GameSizes, ...]:
        """Return the games with the sizes that the host of a night would rather have."""
        return tuple(game.shifted(night.row.size_shift) for game in self.games)


def sizes_of(night: Night, games: Iterable[GameInfo]) -> tuple[GameSizes, ...]:
    """Return the sizes of tables of the games of a night."""
    return tuple(
        GameSizes(info.key if night.several else "", tuple(info.seats), info.wanted_seats)
        for info in games
    )


def choices(
    night: Night, facts: SeatingFacts, guests: int | None = None, late: int = 0
) -> list[TableSizes]:
    """Return the sizes of tables for some guests, `late` of them after the round has begun; by
    default for those who are expected. Several if the host has to choose.

    It goes by their number alone, as if nobody had ticked a game. Whoever is late makes no other
    tables than there are without them, as long as these have a seat for them, too.
    """
    if guests is None:
        guests, late = night.expected, sum(guest.late for guest in _expected(night))
    if late:
        for sizes in choices(night, facts, guests - late)[:1]:
            if (found := with_room_for(late, sizes, facts.shifted(night))) is not None:
                return [found]
    return _choices_for(night, facts, guests)


def _expected(night: Night) -> tuple[Guest, ...]:
    """Return those on the list whom tables are counted for."""
    if night.row.state in ("doors", "playing"):
        return night.seatable
    late = night.late_for_first
    return tuple(guest for guest in night.guests.coming if guest not in late)


def _choices_for(night: Night, facts: SeatingFacts, count: int) -> list[TableSizes]:
    games, mode = facts.shifted(night), SeatingMode(night.row.mode)
    if night.several:
        many, left, played = _more_tables(night), _left(night), _played(night)
        return [*choices_of_games(count, games, many=many, left=left, played=played)]
    legal, wanted = games[0].legal, games[0].wanted
    return [*table_sizes(count, legal, wanted, mode=mode, rounds=_left(night))]


def resting(night: Night) -> tuple[int, ...]:
    """Return who is there and sits the proposed round out because a host wants it so."""
    rests = () if night.proposal is None else night.proposal.seating.rests
    return tuple(guest.person for guest in night.seatable if guest.person in rests)


def to_seat(night: Night) -> list[Guest]:
    """Return those who are to be seated in the next round, or to sit out if no tables fit."""
    rests = resting(night)
    return [guest for guest in night.seatable if guest.person not in rests]


def choices_now(night: Night, facts: SeatingFacts) -> list[TableSizes]:
    """Return the sizes of tables for those who are to be seated, as `choices` does."""
    guests = to_seat(night)
    return choices(night, facts, len(guests), sum(guest.late for guest in guests))


def as_ticked(
    night: Night,
    facts: SeatingFacts,
    sizes: TableSizes,
    guests: Sequence[Guest] | None = None,
    *,
    fill: bool = True,
) -> TableSizes:
    """Return the tables in place of some that were chosen by number: by what guests would play.

    If those had a seat for everybody, and a guest for every seat, that is weighed with the rest;
    else, or without `fill`, as many computers fill up and as many guests sit out as there.
    """
    if not night.several:
        return sizes
    guests = to_seat(night) if guests is None else guests
    here = [guest for guest in guests if not guest.late]
    filling = None if fill and sizes.exact else (sizes.computers, sizes.sit_outs)
    if filling is None and len(here) < len(guests):
        found = _ticked(night, facts, here, None)
        found = found and with_room_for(len(guests) - len(here), found, facts.shifted(night))
        if found is not None:
            return found
    return _ticked(night, facts, guests, filling) or sizes


def _ticked(
    night: Night, facts: SeatingFacts, guests: Sequence[Guest], filling: tuple[int, int] | None
) -> TableSizes | None:
    return sizes_of_games(
        [guest.games for guest in guests],
        facts.shifted(night),
        filling,
        many=_more_tables(night),
        left=_left(night),
        played=_played(night),
    )


def _more_tables(night: Night) -> bool:
    """Tell whether near ties go to more tables: there are others to meet in later rounds."""
    return night.row.mode == "social" and _left(night) > 1


def _played(night: Night) -> Counter[str]:
    """Return the seats that each game has had tonight."""
    tables = [table for each in night.dealt for table in each.seating.seated.tables]
    found = Counter[str]()
    for table in tables:
        found[table.game] += len(table.people)
    return found


def _learns(guest: Guest, night: Night, facts: SeatingFacts, played: Collection[int]) -> bool:
    """Tell whether somebody wants to be taught what they haven't played tonight: of the games they
    ticked, if they ticked any. Whoever hasn't played tonight wants to in any case.
    """
    theirs = guest.games & {game.key for game in facts.games} if night.several else ()
    new = [game for game, person in facts.new if person == guest.person]
    more = any(not theirs or game in theirs for game in new)
    return night.row.teach and "learner" in guest.marks and (guest.person not in played or more)


def job_of(
    night: Night, facts: SeatingFacts, sizes: TableSizes, seed: int, *, planned: bool = True
) -> SeatingJob:
    """Return what is needed to seat the next round."""
    tonight = tuple(each.seating.seated for each in night.dealt)
    # What was planned knows nothing of who met as a seat was taken in mid-game.
    follows = night.dealt and planned and not night.dealt[-1].seating.joined
    last = night.dealt[-1].seating.plan if follows else ()
    known = {game.key for game in facts.games}
    played = {person for one in tonight for table in one.tables for person in table.everybody}
    return SeatingJob(
        guests=tuple(
            GuestToSeat(
                guest.person,
                _learns(guest, night, facts, played),
                "teacher" in guest.marks,
                facts.points.get(guest.person, 0.0),
                tuple(sorted(guest.games & known)),
                tuple(sorted(known - {game for game, who in facts.new if who == guest.person}))
                if night.several and guest.person in played
                else (),
            )
            for guest in to_seat(night)
        ),
        sizes=sizes,
        seed=seed,
        mode=SeatingMode(night.row.mode),
        # What is played in later rounds isn't known yet.
        rounds=1 if night.several else _left(night),
        tonight=tonight,
        idle=tuple(each.seating.idle for each in night.dealt),
        earlier=facts.earlier,
        apart=facts.apart,
        away=facts.away,
        plan=last,
    )


def demand_seatable(night: Night, press: Press) -> None:
    """Raise Trouble unless a host may seat a round of a night now."""
    demand_lead(night, press)
    if night.row.state not in ("doors", "playing"):
        raise Trouble(_("Open the doors first."))
    if night.playing is not None:
        raise Trouble(_("Round {number} is still being played."), number=night.playing.number)
    if not night.guests.there:
        raise Trouble(_("Nobody has pressed **I'm here** yet."))


def round_over(
    number: int,
    sat: Iterable[int] = (),
    away: Iterable[int] = (),
    *,
    learnt: Iterable[int] = (),
    tables: int | None = None,
) -> Rule:
    """Return the rule for a round whose last table has ended: so has the round, unless it has more
    than `tables` by now.

    `sat` are those who sat at its tables at last, and `away` those of them who weren't there. These
    aren't seated again before they say that they are here. All of the round who are left out of the
    next one are asked to. Nobody who has `learnt` all that is played wants to be taught any more.
    """
    people, absent, done = tuple(sat), tuple(away), tuple(learnt)

    def rule(night: Night, _press: Press, now: Now) -> Change:
        found = next((each for each in night.rounds if each.number == number), None)
        if found is None or found.state != "dealt":
            return Change(night, "round_over")
        if tables is not None and tables < len(found.seating.seated.tables):
            return Change(night, "round_over")
        seated, joined = found.seating.seated.everybody(), found.seating.joined
        night = night.with_round(replace(found, state="over", over_at=now.at))
        out = () if night.all_dealt else absent
        guests, news = night.guests, list[News]()
        for person in dict.fromkeys((*seated, *joined)):
            played = person in people and person not in absent
            guests, more = seen_at_table(guests, person, now.at, now.quiets, played=played)
            news += more
        for person in filter(guests.find, out):
            guests, more = not_at_table(guests, person, now.at, now.quiets)
            news += more
        for person in filter(guests.find, done):
            guests = set_mark(guests, person, "learner", on=False)
        night = replace(night, guests=guests)
        asked = () if night.all_dealt else asked_back(night)
        # Once the night is over, its recap says it.
        said = () if night.over else (Post("round_over", asked, {"round": number}),)
        posts = (*said, *posts_for(news))
        return Change(night, "round_over", posts=(*posts, *_too_late(night, seated)))

    return rule


def _too_late(night: Night, seated: Collection[int]) -> Iterator[Post]:
    """Yield what those are told who come late to a night whose last round is over: in place of the
    call that they would still get. `seated` is who was to play in that round.
    """
    for guest in night.guests.with_answer("in") if night.all_played else ():
        if guest.came_at is None and (guest.late or guest.person in seated):
            yield Post("expected", (guest.person,), {"round": len(night.dealt)})


def note_back(people: Collection[int]) -> Rule:
    """Return the rule that notes who plays again at their table in a round: they are here, though
    they went home or a host marked them as gone, or they hadn't come before.
    """

    def rule(night: Night, _press: Press, now: Now) -> Change:
        guests, news = night.guests, list[News]()
        for person in people if night.playing is not None else ():
            guest = guests.find(person)
            if guest is not None and not guest.here:
                guests, more = press_here(guests, person, guest.name, now.at, now.quiets)
                news += more
        return Change(replace(night, guests=guests), "here", posts=posts_for(news))

    return rule


def note_played(number: int, sat: Mapping[int, Groups], idle: Iterable[int] = ()) -> Rule:
    """Return the rule that notes who has taken a seat in a round that is played, and who has only
    had one: `sat` has who sat together after the first at its tables, by their numbers; `idle` is
    who neither stayed nor moved at those that have ended.
    """
    unmoved = tuple(idle)

    def rule(night: Night, _press: Press, _now: Now) -> Change:
        if night.playing is None or night.playing.number != number:
            return Change(night, "joined")
        return Change(night.with_round(with_played(night.playing, sat, unmoved)), "joined")

    return rule


def with_played(round_: Round, sat: Mapping[int, Groups], idle: Iterable[int]) -> Round:
    """Return a round with those noted who have sat together at its tables, or had a seat only."""
    seated = round_.seating.seated
    tables = [
        replace(table, together=tuple(dict.fromkeys((*table.together, *sat.get(number, ())))))
        for number, table in enumerate(seated.tables, 1)
    ]
    dealt = {person for table in tables for person in table.people}
    came = [person for table in tables for person in table.came if person not in dealt]
    joined = tuple(dict.fromkeys((*round_.seating.joined, *came)))
    seated = replace(seated, tables=tuple(tables))
    seating = replace(round_.seating, seated=seated, joined=joined, idle=tuple(idle))
    return replace(round_, seating=seating)


def end(dealt: int | None = None) -> Rule:
    """Return the rule for *End the night*: tables that go on count when they end.

    Raises Trouble if more rounds than `dealt` have been dealt meanwhile.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_lead(night, press)
        if dealt not in (None, len(night.dealt)):
            raise Trouble(CHANGED_MEANWHILE)
        if night.row.state not in ("doors", "playing"):
            raise Trouble(_("This night hasn't begun. You can cancel it."))
        return Change(ended(night), "ended")

    return rule


def recap_due(night: Night) -> bool:
    """Tell whether there is something to look back on: the night is over, or all its rounds are."""
    if not night.dealt:
        return False
    all_played = len(night.dealt) >= night.row.rounds and night.playing is None
    return night.row.state == "over" or all_played


def recap_is_above(night: Night) -> bool:
    """Tell whether the recap stands above the list of a round that was added, and is due again:
    then it is put up anew below that, and what leads to it now will be gone.
    """
    recap, lists = night.places.recap_id, [each.list_id or 0 for each in night.dealt]
    return bool(recap) and recap_due(night) and max(lists, default=0) > (recap or 0)


def ended(night: Night) -> Night:
    """Return a night that is over."""
    return night.without_proposal().with_row(state="over")


def end_for_few(night: Night, leaders: Collection[int]) -> Change:
    """End a night to which too few have come. Whoever stayed away needs no call; but its host, one
    of the `leaders`, needn't have come where it runs by itself, and hears of it. Once a round was
    played, its recap says why.
    """
    if night.dealt:
        return Change(ended(night).with_row(stage="few"), "ended")
    there, host = tuple(guest.person for guest in night.guests.there), night.row.host
    hears = night.row.pilot == "auto" and host in leaders and host not in there
    post = Post("few", (*there, *([host] if hears else [])), {"came": len(there)})
    return Change(ended(night).with_row(stage="few"), "few", posts=(post,))


def closes_at(night: Night) -> int | None:
    """Return when a night is over by itself, if nobody does anything; None while games go on."""
    if night.row.state not in ("open", "doors", "playing") or night.playing is not None:
        return None
    if not night.dealt:
        return night.guests.starts_at + NEVER_BEGAN
    last = max(each.over_at or 0 for each in night.dealt)
    return max(last, night.row.touched_at) + CLOSES_AFTER


def pairs_before(nights: Sequence[Night]) -> tuple[tuple[int, int, int], ...]:
    """Return pairs, and on how many of some nights they sat together."""
    times: dict[tuple[int, int], int] = {}
    for night in nights:
        met = {
            pair
            for each in night.dealt
            for table in each.seating.seated.tables
            for pair in pairs_at(table, each.seating.idle)
        }
        for pair in met:
            times[pair] = times.get(pair, 0) + 1
    return tuple((one, other, count) for (one, other), count in sorted(times.items()))


def seat_of(seated: SeatedRound, person: int) -> int | None:
    """Return the number of the table, from 1, at which somebody sits; None if at none."""
    for number, table in enumerate(seated.tables, 1):
        if person in table.people:
            return number
    return None


def _left(night: Night) -> int:
    """Return how many rounds are to come, including the next one."""
    return max(1, night.row.rounds - len(night.dealt))
