"""The proposal of a round: made, changed by hand, mended, dropped, dealt.

It has a number of its own, so a press on it is refused only if another host has changed it: what
guests press meanwhile is never in the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from bot.engine.text import marked as _
from bot.nights.assign_tables import (
    Measure,
    Proposal,
    SeatedRound,
    SeatedTable,
    pairs_at,
    swapped,
)
from bot.nights.doors import dealt_in
from bot.nights.guest_list import GuestList
from bot.nights.mend import Filling
from bot.nights.night import (
    CHANGED_MEANWHILE,
    SOON,
    Change,
    Night,
    Now,
    Post,
    Press,
    ProposalSign,
    Round,
    Rule,
    demand_lead,
)
from bot.nights.rounds import SeatingFacts, as_ticked, choices_now, demand_seatable, job_of, to_seat
from bot.nights.seating import Seating
from bot.nights.standing_posts import DEALT
from bot.nights.table_sizes import TableSizes, sizes_for_seats
from bot.nights.teaching import dealt_to
from bot.tables.trouble import NO_SUCH_CHOICE, Trouble
from storage.night_rows import NightEventRow

BY_PROPOSAL: Final = ("proposed", "swapped", "game", "mended", "taken_back", "dealt")
"""What changes a proposal, as it is noted."""


class OldProposal(Trouble):
    """The proposal has been changed by a host since the page with the button was drawn."""

    text = _("This seating has changed meanwhile. Nothing was done; this is the newest.")


class LeftOver(Trouble):
    """Somebody who is here has no seat in the proposal, or somebody who has one is gone."""

    text = _("Some guests have come or gone since. Press **Mend** first.")


class NoTablesFit(Trouble):
    """No tables fit those who are here now, and nobody has said what to do about it."""

    text = _("No tables fit those who are here now.")


def came_since(night: Night, round_: Round) -> list[int]:
    """Return who is to be seated and neither has a seat in a round nor sits it out."""
    known = round_.seating.seated.everybody()
    return [guest.person for guest in night.seatable if guest.person not in known]


def gone_since(night: Night, round_: Round) -> list[int]:
    """Return who has a place in a round and isn't to be seated any more."""
    there = {guest.person for guest in night.seatable}
    seated = round_.seating.seated
    people = [*(each for table in seated.tables for each in table.people), *seated.sit_outs]
    return [person for person in people if person not in there]


def measured_now(night: Night, round_: Round) -> Measure:
    """Return how good a proposed round is for those of it who are still to be seated."""
    gone = {*gone_since(night, round_)}
    if not gone:
        return round_.seating.measure
    dealt = ((each, table) for each in night.dealt for table in each.seating.seated.tables)
    met = {pair for each, table in dealt for pair in pairs_at(table, each.seating.idle)}
    tables = (sorted({*each.people} - gone) for each in round_.seating.seated.tables)
    pairs = [pair for people in tables for pair in combinations(people, 2)]
    return Measure(len(pairs), sum(pair in met for pair in pairs))


def kept_without(night: Night, round_: Round) -> list[int]:
    """Return who would have no place in a round that is started now though their seats are kept:
    they haven't come, and the doors aren't closed.
    """
    known = round_.seating.seated.everybody()
    return [
        guest.person
        for guest in night.guests.coming
        if night.guests.doors == "open"
        and guest.came_at is None
        and not guest.late
        and guest.person not in known
    ]


def left_over_since(night: Night, round_: Round) -> bool:
    """Tell whether somebody has come or gone since a round was proposed."""
    return bool(came_since(night, round_) or gone_since(night, round_))


def last_changed_by(events: Sequence[NightEventRow]) -> int | None:
    """Return who last changed a proposal of a night."""
    found = [each.by for each in events if each.what in BY_PROPOSAL]
    return found[-1] if found else None


def demand_next(night: Night, press: Press, number: int | None) -> None:
    """Raise Trouble unless a leader has pressed, and the next round of a night has this number."""
    demand_lead(night, press)
    if number not in (None, len(night.dealt) + 1):
        raise Trouble(CHANGED_MEANWHILE)


def proposed(night: Night, press: Press, sign: ProposalSign | None = None) -> Round:
    """Return the proposal of a night for somebody who may change it.

    Raises Trouble if there is none, and OldProposal unless it is the one of that sign.
    """
    demand_lead(night, press)
    if sign is not None and (night.proposal is None or night.proposal.sign != sign):
        raise OldProposal
    demand_seatable(night, press)
    if night.proposal is None:
        number = len(night.dealt) + 1
        raise Trouble(_("There's no seating yet. Press **Seat round {number}**."), number=number)
    return night.proposal


def propose(
    sizes: TableSizes,
    proposal: Proposal,
    seed: int,
    shift: int | None = None,
    new: tuple[tuple[str, int], ...] = (),
    rests: tuple[int, ...] = (),
) -> Rule:
    """Return the rule for a round that is proposed, in place of any earlier proposal.

    `new` says who hasn't finished a game of which kind tonight, `rests` whom a host has sit it out.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        demand_seatable(night, press)
        seated = _with_rests(proposal.now, rests)
        seating = Seating(sizes, seated, proposal.measure, proposal.later, new=new, rests=rests)
        number = len(night.dealt) + 1
        night = _with(night, Round(number, seed, seating))
        if shift is not None:
            night = night.with_row(size_shift=shift)
        return Change(night, "proposed")

    return rule


def mend(
    sizes: TableSizes,
    proposal: Proposal,
    sign: ProposalSign | None = None,
    new: tuple[tuple[str, int], ...] = (),
    rests: tuple[int, ...] = (),
) -> Rule:
    """Return the rule for a proposal in which who has come has a place, and who is gone has none.

    Swaps made by hand stay, and `rests` sit it out as a host wants. What was planned for later
    rounds doesn't hold any more.
    """

    def rule(night: Night, press: Press, _now: Now) -> Change:
        round_ = proposed(night, press, sign)
        seating = replace(
            round_.seating,
            sizes=sizes,
            seated=_with_rests(proposal.now, rests),
            measure=proposal.measure,
            plan=(),
            new=new,
            rests=rests,
        )
        return Change(_with(night, replace(round_, seating=seating)), "mended")

    return rule


def with_sit_out(night: Night, round_: Round, person: int) -> Round:
    """Return a proposal, still to be mended, in which a guest who has a seat is to sit out; whom a
    host has had sit out is to have a seat again.
    """
    seating = round_.seating
    seats = {each for table in seating.seated.tables for each in table.people}
    rests = tuple(each for each in seating.rests if each != person)
    if rests == seating.rests:
        if person not in seats or person in gone_since(night, round_):
            raise Trouble(_("Pick somebody who is here and has a seat."))
        rests = (*rests, person)
    outs = tuple(each for each in seating.seated.sit_outs if each != person)
    seating = replace(seating, rests=rests, seated=replace(seating.seated, sit_outs=outs))
    changed = replace(round_, seating=seating)
    if not to_seat(night.with_round(changed)):
        raise Trouble(_("Somebody has to play. Let others have their seats first."))
    return changed


def swap(facts: SeatingFacts, one: int, other: int, sign: ProposalSign | None = None) -> Rule:
    """Return the rule for two people whose places the host swaps, also if one of them is gone."""

    def rule(night: Night, press: Press, _now: Now) -> Change:
        round_ = proposed(night, press, sign)
        seating = round_.seating
        if one == other or not {one, other} <= seating.seated.everybody():
            raise Trouble(_("Pick two of these guests."))
        other_way = {one: other, other: one}
        rests = tuple(other_way.get(each, each) for each in seating.rests)
        seating = replace(seating, rests=rests)
        changed = night.with_round(replace(round_, seating=seating))
        job = job_of(changed, facts, seating.sizes, round_.seed)
        found = swapped(job, Proposal(seating.seated, seating.measure), one, other)
        swaps = (*seating.swaps, (one, other))
        seating = Seating(
            seating.sizes,
            found.now,
            found.measure,
            swaps=swaps,
            new=facts.new,
            games_picked=seating.games_picked,
            rests=rests,
        )
        return Change(_with(night, replace(round_, seating=seating)), "swapped")

    return rule


def other_games(night: Night, facts: SeatingFacts, round_: Round) -> list[tuple[int, SeatedTable]]:
    """Return each table of a proposal, by its number from 0, as it would be with each other game
    that its people can play: with the fewest computers.
    """
    found: list[tuple[int, SeatedTable]] = []
    for number, table in enumerate(round_.seating.seated.tables if night.several else ()):
        people = len(table.people)
        for game in facts.games:
            seats = min((size for size in game.legal if size >= people), default=None)
            if game.key != table.game and seats is not None:
                found.append((number, replace(table, game=game.key, computers=seats - people)))
    return found


def change_game(
    facts: SeatingFacts, number: int, key: str, sign: ProposalSign | None = None
) -> Rule:
    """Return the rule for another game at a table of the proposal, counted from 0."""

    def rule(night: Night, press: Press, _now: Now) -> Change:
        round_ = proposed(night, press, sign)
        others = {(at, table.game): table for at, table in other_games(night, facts, round_)}
        if (number, key) not in others:
            raise Trouble(NO_SUCH_CHOICE)
        seating, tables = round_.seating, [*round_.seating.seated.tables]
        tables[number] = others[number, key]
        seating = replace(
            seating,
            sizes=_sizes_of(tables, seating.sizes.sit_outs),
            seated=replace(seating.seated, tables=tuple(tables)),
            games_picked=seating.games_picked + 1,
        )
        return Change(_with(night, replace(round_, seating=seating)), "game")

    return rule


def take_back(sign: ProposalSign | None = None) -> Rule:
    """Return the rule for *Discard*: the proposal is dropped, with a round that was added by it."""

    def rule(night: Night, press: Press, now: Now) -> Change:
        round_ = proposed(night, press, sign)
        if round_.seating.added and night.row.rounds == round_.number:
            # It was to begin by itself: the night ends as if its last round were over now.
            night = night.with_row(rounds=len(night.dealt), stage="break", stage_at=now.at)
        return Change(night.without_proposal(), "taken_back")

    return rule


def start_all(sign: ProposalSign | None = None, *, as_it_is: bool = False) -> Rule:
    """Return the rule for *Start all*: from now on the tables follow the seating.

    Raises LeftOver if somebody has come or gone since it was proposed. With `as_it_is` it starts
    nevertheless: computers take the seats of who is gone, and who has come sits this round out.
    """

    def rule(night: Night, press: Press, now: Now) -> Change:
        round_ = proposed(night, press, sign)
        came, gone = came_since(night, round_), gone_since(night, round_)
        if (came or gone) and not as_it_is:
            raise LeftOver
        # Who was placed by hand is of no use any more, and names people.
        kept = tuple(kept_without(night, round_))
        seating = replace(round_.seating, swaps=(), kept=kept)
        if came or gone:
            seating = _as_it_is(seating, came, gone)
        if not seating.seated.tables:
            raise Trouble(_("None of them is there any more. Press **Mend** first."))
        seating = dealt_to(night, seating)
        dealt = replace(round_, seating=seating, state="dealt", began_at=now.at)
        guests = dealt_in(night.guests, seating.seated.everybody())
        posts = tuple(_to_their_table(night.guests, dealt, now.at))
        night = replace(night.with_round(dealt).with_row(state="playing"), guests=guests)
        return Change(night, "dealt", posts=posts)

    return rule


def _to_their_table(guests: GuestList, dealt: Round, now: int) -> Iterator[Post]:
    """Yield the call of each of some guests who come late to a seat in a round that begins now: in
    place of the one before their time, if that is near or they gave none.
    """
    for person in sorted(dealt.seating.from_the_start):
        guest = guests.find(person)
        if guest is not None and guest.late and (guest.kept_until or 0) <= now + SOON:
            yield Post("expected", (person,), {DEALT: dealt.number})


def filling_of(sizes: TableSizes) -> Filling | None:
    """Return what was done about guests whom no tables fit; None if all had a seat."""
    if sizes.computers:
        return "computers"
    return "sit_outs" if sizes.sit_outs else None


def next_shift(night: Night, facts: SeatingFacts, by: int) -> int | None:
    """Return how much larger than usual tables must be wanted to have fewer of them than now.

    `by` is 1 for larger tables and -1 for smaller ones, of which there are more. No more computers
    fill up for that, and nobody else sits out. None if no such tables fit, or nothing is proposed.
    """
    if night.proposal is None:
        return None
    now = night.proposal.seating.sizes
    span = max(max(game.legal) - min(game.legal) for game in facts.games)
    shift = night.row.size_shift
    while abs(shift + by) <= span:
        shift += by
        asked = night.with_row(size_shift=shift)
        other = sizes_to_propose(asked, facts, filling_of(now) or "computers")
        if other is not None and _goes(now, other, by):
            return shift
    return None


def split(night: Night, facts: SeatingFacts) -> TableSizes | None:
    """Return more tables than those proposed, of which one has a computer.

    None if there are none with two guests at each, or a computer or somebody who sits out makes up
    for what doesn't fit already.
    """
    if night.proposal is None or not night.proposal.seating.sizes.exact:
        return None
    span = max(max(game.legal) - min(game.legal) for game in facts.games)
    asked = night.with_row(size_shift=-span)
    game, seats = facts.shifted(asked)[0], None
    if not night.several:
        count = len(to_seat(night)) + 1
        seats = sizes_for_seats(count, game.legal, game.wanted, many=True)
    found = as_ticked(asked, facts, TableSizes(seats or (), computers=1))
    more = len(found.seats) > len(night.proposal.seating.sizes.seats)
    return found if more and min(found.guests_by_table()) > 1 else None


def still_split(night: Night, facts: SeatingFacts) -> TableSizes | None:
    """Return the tables proposed if a host has had them split, and that still seats everybody."""
    if night.proposal is None or night.proposal.seating.games_picked:
        return None
    now = night.proposal.seating.sizes
    usual = choices_now(night, facts)[:1]
    if (now.computers, now.sit_outs) != (1, 0) or not all(each.exact for each in usual):
        return None
    return now if sum(now.guests_by_table()) == len(to_seat(night)) else None


def _goes(now: TableSizes, other: TableSizes, by: int) -> bool:
    """Tell whether tables are larger, or smaller, than those now, at no other cost."""
    fewer = len(now.seats) - len(other.seats)
    dearer = other.computers > now.computers or other.sit_outs > now.sit_outs
    return fewer * by > 0 and not dearer


def sizes_to_propose(
    night: Night, facts: SeatingFacts, choice: Filling | None
) -> TableSizes | None:
    """Return the sizes of tables for those who are to be seated; None if there is nobody.

    `choice` is what is done about guests whom no tables fit. Raises NoTablesFit without it.
    """
    sizes = choices_now(night, facts)
    if not sizes:
        return None
    if choice is None and not sizes[0].exact:
        raise NoTablesFit
    fitting = [each for each in sizes if filling_of(each) == choice]
    return as_ticked(night, facts, (fitting or sizes)[0])


def _with(night: Night, round_: Round) -> Night:
    """Return a night with a proposal that is made, or changed, now: it has a new number."""
    added = night.all_dealt or (night.proposal is not None and night.proposal.seating.added)
    seating = replace(round_.seating, revision=night.row.revision + 1, added=added)
    return night.with_round(replace(round_, seating=seating))


def _with_rests(seated: SeatedRound, rests: tuple[int, ...]) -> SeatedRound:
    """Return a seating in which those sit out, too, whom a host wants to."""
    return replace(seated, sit_outs=(*seated.sit_outs, *rests))


def _as_it_is(seating: Seating, came: Sequence[int], gone: Sequence[int]) -> Seating:
    """Return a seating without those who are gone, in which those who have come sit out."""
    tables: list[SeatedTable] = []
    for table in seating.seated.tables:
        people = tuple(person for person in table.people if person not in gone)
        computers = table.computers + len(table.people) - len(people)
        if people:
            host = table.host if table.host in people else people[0]
            tables.append(SeatedTable(people, host, computers, table.game))
    outs = [person for person in seating.seated.sit_outs if person not in gone]
    sizes = _sizes_of(tables, len(outs) + len(came))
    return replace(seating, sizes=sizes, seated=SeatedRound(tuple(tables), (*outs, *came)), plan=())


def _sizes_of(tables: Sequence[SeatedTable], sit_outs: int) -> TableSizes:
    """Return the sizes of tables as they are, while so many sit out."""
    computers = sum(table.computers for table in tables)
    return TableSizes(
        tuple(len(table.people) + table.computers for table in tables),
        computers,
        sit_outs,
        tuple(table.game for table in tables) if any(table.game for table in tables) else (),
        tuple(len(table.people) for table in tables) if computers else (),
    )
