"""The seating of a round as its host sees it before it is dealt."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from discord import ButtonStyle

from bot.nights.night import Night, Round
from bot.nights.proposals import came_since, gone_since, kept_without, left_over_since, measured_now
from bot.nights.rounds import to_seat
from bot.nights.stages import deal_at, runs_by_itself
from bot.nights.table_sizes import TableSizes
from bot.nights.teaching import to_be_taught
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.gone_guests import NOT_YET_NAMED, missing_lines, on_the_way
from bot.ui.pages.nights.in_line import waiting_line
from bot.ui.pages.nights.night_games import Games, left_out_lines, title_of_game
from bot.ui.pages.nights.night_sizes import teaching_words
from bot.ui.pages.nights.night_words import (
    GuestNames,
    as_of,
    away_lines,
    computer_names,
    gone_list,
    noticed,
    sizes_text,
)
from bot.ui.pages.nights.standings_page import SHOWN_HALF, shown_points
from bot.ui.pages.page import ROWS, Button, Page, Row
from bot.ui.pages.phone_height import in_lines
from bot.ui.pages.route import Route
from bot.ui.pages.wording import NO_BREAK, Wording


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """What a proposal shows besides the night itself."""

    points: Mapping[int, float] | None = None
    """Tonight's points, if guests sit by their standing."""
    elsewhere: Collection[int] = ()
    """Who plays at a live table that isn't of this night."""
    away: Collection[int] = ()
    """Who was away as the last round ended."""
    smaller: bool = True
    larger: bool = True
    """Whether there are smaller, and larger, tables for those who are here."""
    split: bool = False
    """Whether there are smaller ones only with a computer at one of them."""
    games: Games = ()
    """The games of the night."""
    other_games: bool = False
    """Whether people of some table can play another game of the night."""
    now: int = 0


def seating_page(
    night: Night, proposal: Round, facts: PlanFacts, wording: Wording, notice: str = ""
) -> Page:
    """Return a proposed round: its tables, how good it is, and what can be done with it."""
    gettext, names = wording.gettext, GuestNames(night, wording)
    lines = [*seated_lines(night, proposal, names, wording, facts.games, facts), ""]
    lines += left_out_lines(night, facts.games, wording)
    lines += [*_to_come(night, proposal, facts, wording)]
    lines += [*left_over_lines(night, proposal, names, wording)]
    lines += [*away_lines(night, facts.away, names, wording)]
    lines += [*_measured(night, proposal, names, wording, facts.now)]
    return Page(
        title=gettext("Round {number} · proposal", number=proposal.number),
        text=as_of(facts.now, noticed("\n".join(lines), notice), wording),
        footer=_who_sees(night, wording),
        rows=tuple(_rows(night, proposal, facts, wording)),
    )


def _who_sees(night: Night, wording: Wording) -> str:
    """Return whether guests see a proposal, or from when on."""
    if deal_at(night) is not None:
        return wording.gettext("Announced in the thread, and dealt by itself")
    if runs_by_itself(night):
        return wording.gettext("Your guests see this once I announce it or you start it.")
    return wording.gettext("Your guests don't see this until you start it.")


def _to_come(night: Night, proposal: Round, facts: PlanFacts, wording: Wording) -> Iterator[str]:
    """Yield which of several games nobody has played yet, if there is another round for them, and
    which can't be played in this one.
    """
    rounds = (*night.dealt, proposal)
    had = {table.game for each in rounds for table in each.seating.seated.tables}
    left = [each.title(wording) for each in facts.games if each.game.info.key not in had]
    if night.several and left and proposal.number < night.row.rounds:
        yield wording.sentences(
            wording.gettext("Not played yet: {games}.", games=wording.series(left)),
            wording.gettext("Next round, what was played least comes first, if it fits."),
        )
    if night.several and not left_over_since(night, proposal):
        for line in too_many_lines(proposal, facts.games, wording, whole=True):
            yield wording.sentences(line, _way_out(facts, wording))


def _way_out(facts: PlanFacts, wording: Wording) -> str:
    """Return what makes tables small enough for such a game, if it is offered; "" if it isn't."""
    if not (facts.smaller or facts.split):
        return ""
    smaller = wording.gettext("Smaller tables, 1 computer" if facts.split else "Smaller tables")
    return wording.gettext("**{button}** makes smaller ones.", button=smaller)


def too_many_lines(
    proposal: Round, games: Games, wording: Wording, *, whole: bool = False
) -> Iterator[str]:
    """Yield which games can't be played at which tables of a proposal, as more people sit there; if
    `whole`, only those that no table can play.
    """
    tables = proposal.seating.seated.tables
    for each in games:
        most = max(each.game.info.seats)
        full = [at for at, table in enumerate(tables, 1) if len(table.people) > most]
        if full and (not whole or len(full) == len(tables)):
            yield wording.ngettext(
                "Table {tables} has too many people for {game} ({most} at most).",
                "Tables {tables} have too many people for {game} ({most} at most).",
                len(full),
                game=each.title(wording),
                most=most,
                tables=wording.listed([*map(str, full)]),
            )


def seated_lines(
    night: Night,
    proposal: Round,
    names: GuestNames,
    wording: Wording,
    games: Games,
    facts: PlanFacts | None = None,
) -> Iterator[str]:
    """Yield the tables of a proposal, a line each; who is gone is crossed out.

    With `facts` they say what its host should know of them.
    """
    gone = set(gone_since(night, proposal))
    late = {guest.person for guest in night.seatable if not guest.here}
    taught = {} if facts is None else to_be_taught(night, proposal.seating)

    def said(person: int) -> str:
        name = names.marked(person)
        if person in gone:
            return f"~~{name}~~"
        if facts is None:
            return name
        if person in late:
            return wording.annotated(name, wording.gettext("not here yet"))
        if facts.points is not None:
            points = shown_points(Fraction(facts.points.get(person, 0)), wording)
            name = f"{name}{NO_BREAK}{points}"
        if person in facts.elsewhere:
            name = wording.annotated(name, wording.gettext("at another table"))
        return name

    for number, table in enumerate(proposal.seating.seated.tables, 1):
        people = [said(person) for person in table.people]
        people += computer_names(table.computers, wording)
        named = [title_of_game(games, table.game, wording)] if table.game else []
        note: list[str] = []
        if number in taught:
            time = teaching_words(night, wording)
            note.append(wording.gettext("who learns may take longer: {time}", time=time))
        if number in taught and not taught[number].teachers:
            note.append(wording.gettext("⚠️ nobody teaches"))
        table = f"**{wording.gettext('Table {number}', number=number)}**"
        yield " · ".join([table, *named, wording.series(people), *note])


def left_over_lines(
    night: Night, proposal: Round, names: GuestNames, wording: Wording
) -> Iterator[str]:
    """Yield who has come, and who is gone, since it was proposed."""
    gettext = wording.gettext
    came, gone = came_since(night, proposal), gone_since(night, proposal)
    if came:
        yield "⚠️ " + gettext("Came since: {names}", names=names.list(came))
    came_ever = {each.person for each in night.guests.guests if each.came_at is not None}
    never, left = ([e for e in gone if (e in came_ever) is here] for here in (False, True))
    if never:
        yield "⚠️ " + gettext(NOT_YET_NAMED, names=names.list(never))
    if left:
        yield "⚠️ " + gettext("Gone since: {names}", names=names.list(left))


def _measured(
    night: Night, proposal: Round, names: GuestNames, wording: Wording, now: int
) -> Iterator[str]:
    """Yield who sits out, who is gone, who is awaited, and how many pairs meet again."""
    gettext, seating = wording.gettext, proposal.seating
    if seating.seated.sit_outs:
        yield sit_out_line(seating.seated.sit_outs, names, wording)
    elif not came_since(night, proposal):
        yield gettext("Nobody sits out.")
    if line := waiting_line(night, names, wording):
        yield line
    since = gone_since(night, proposal)
    before = [person for person in night.guests.gone if person not in since]
    awaited = night.guests.not_here
    later = [each for each in on_the_way(night) if each.late and each not in night.seatable]
    absent = [guest.person for guest in awaited if not guest.late]
    early = night.guests.starts_at if night.guests.starts_at > now and not night.dealt else None
    if absent and early is not None:
        when, listed = f"<t:{early}:R>", names.list(absent)
        yield gettext("⚠️ The start is {when}. Not here yet: {names}", when=when, names=listed)
        awaited = ()
    yield from missing_lines(night, before, later, awaited, names, wording)
    measure = measured_now(night, proposal)
    if night.row.mode != "one_table" and measure.repeats:
        met = gettext(
            "Already played together tonight: {repeats} of {pairs} pairs.",
            repeats=measure.repeats,
            pairs=measure.pairs,
        )
        idle = any(each.seating.idle for each in night.dealt)
        uncounted = gettext("Whoever let a computer play a whole game hasn't met the others there.")
        yield wording.sentences(met, uncounted if idle else "")


def sit_out_line(people: Sequence[int], names: GuestNames, wording: Wording) -> str:
    """Return who sits out."""
    listed = wording.listed([names.plain(each) for each in people])
    return wording.ngettext("{names} sits out.", "{names} sit out.", len(people), names=listed)


def _rows(night: Night, proposal: Round, facts: PlanFacts, wording: Wording) -> Iterator[Row]:
    # It keeps the proposal, other than *Discard* below.
    back = Button(desk_routes.DESK(night.id), wording.gettext("Back"))
    yield (*_starts(night, proposal, wording), back)
    rows = ROWS - 1
    if missed := gone_list(night, facts.away, desk_routes.GONE_BEFORE_ROUND(night.id), wording):
        yield missed
        rows -= 1
    yield from in_lines([*_changes(night, proposal, facts, wording)], rows)


def _changes(night: Night, proposal: Round, facts: PlanFacts, wording: Wording) -> Iterator[Button]:
    """Yield what changes a proposal; what would be refused isn't there, rather than grey."""
    gettext, seating = wording.gettext, proposal.seating
    tables, outs = len(seating.sizes.seats), len(seating.seated.sit_outs)
    several = tables > 1 or bool(outs)
    found = (
        # At one table it could change only who sits out, unless a host has said that.
        (desk_routes.SHUFFLE, gettext("Shuffle"), tables > 1 or outs > len(seating.rests)),
        (desk_routes.SWAP, gettext("Swap two …"), several),
        (desk_routes.SIT_OUT, gettext("Sit out …"), True),
        (desk_routes.CHANGE_GAME, gettext("Change game …"), night.several and facts.other_games),
        (desk_routes.SMALLER_TABLES, gettext("Smaller tables"), facts.smaller),
        (desk_routes.SMALLER_TABLES, gettext("Smaller tables, 1 computer"), facts.split),
        (desk_routes.LARGER_TABLES, gettext("Larger tables"), facts.larger),
        (desk_routes.DROP_PLAN, gettext("Discard"), True),
    )
    for route, label, can in found:
        if can:
            yield Button(of_proposal(route, night, proposal), label)


def _starts(night: Night, proposal: Round, wording: Wording) -> Iterator[Button]:
    """Yield what starts a proposal; it asks first if somebody has come or gone since, or may
    still come.
    """
    gettext, left_over = wording.gettext, left_over_since(night, proposal)
    asks = left_over or kept_without(night, proposal)
    label = gettext("Start all …") if asks else gettext("Start all")
    start = of_proposal(desk_routes.START_ALL, night, proposal)
    yield Button(start, label, ButtonStyle.success)
    if left_over:
        mend = of_proposal(desk_routes.MEND, night, proposal)
        yield Button(mend, mend_words(night, proposal, wording)[0])


def mend_words(night: Night, proposal: Round, wording: Wording) -> tuple[str, str]:
    """Return what it is called to mend a proposal, and to start it at the same press."""
    gettext = wording.gettext
    if gone_since(night, proposal):
        return gettext("Mend"), gettext("Mend and start")
    return gettext("Seat them"), gettext("Seat them and start")


def undo_page(night: Night, proposal: Round, how: str, wording: Wording) -> Page:
    """Return the question whether swaps made by hand may be lost to another seating."""
    gettext, swaps = wording.gettext, len(proposal.seating.swaps)
    changes = swaps + proposal.seating.games_picked
    words = {
        "shuffle": gettext("Shuffle"),
        "smaller": gettext("Smaller tables"),
        "larger": gettext("Larger tables"),
    }
    yes = Button(
        of_proposal(desk_routes.UNDO_SWAPS, night, proposal, how), words[how], ButtonStyle.danger
    )
    text = wording.ngettext(
        "This undoes {n} swap of yours.", "This undoes {n} swaps of yours.", swaps
    )
    if changes > swaps:
        text = wording.ngettext(
            "This undoes {n} change of yours.", "This undoes {n} changes of yours.", changes
        )
    return Page(
        gettext("Seat everybody anew?"),
        text,
        rows=((yes, Button(desk_routes.PLAN(night.id), gettext("Back"))),),
    )


def of_proposal(route: Route, night: Night, proposal: Round, *more: object) -> str:
    """Return the id of a control that does nothing once a host has changed the proposal."""
    return route(night.id, desk_routes.proposal_part(proposal.sign), *more)


def choice_page(night: Night, choices: Sequence[TableSizes], wording: Wording) -> Page:
    """Return the question how to seat a number of guests that no tables fit."""
    number = len(night.dealt) + 1
    back = Button(desk_routes.DESK(night.id), wording.gettext("Cancel"))
    return _choice_page(
        night,
        choices,
        lambda filling: desk_routes.SEAT_CHOICE(night.id, number, filling),
        back,
        wording,
    )


def sits_out_text(night: Night, wording: Wording) -> str:
    """Return what becomes of whoever sits the coming round out."""
    if len(night.dealt) + 1 >= night.row.rounds:
        return wording.gettext("Whoever sits out gets {half} night points.", half=SHOWN_HALF)
    return wording.gettext(
        "Whoever sits out gets {half} night points, and plays in the next round.", half=SHOWN_HALF
    )


def mend_choice_page(
    night: Night, choices: Sequence[TableSizes], wording: Wording, sits_out: int | None = None
) -> Page:
    """Return the question how to mend a night's proposal for a number of guests that no tables fit.

    `sits_out` is for whose sitting out, or playing after all, it is mended.
    """
    proposal = night.proposal
    assert proposal is not None
    back = Button(desk_routes.PLAN(night.id), wording.gettext("Back"))

    def choose(filling: str) -> str:
        if sits_out is None:
            return of_proposal(desk_routes.MEND_CHOICE, night, proposal, filling)
        return of_proposal(desk_routes.SIT_OUT_CHOICE, night, proposal, sits_out, filling)

    return _choice_page(night, choices, choose, back, wording)


def _choice_page(
    night: Night,
    choices: Sequence[TableSizes],
    choose: Callable[[str], str],
    back: Button,
    wording: Wording,
) -> Page:
    gettext = wording.gettext
    count = len(to_seat(night))
    buttons: list[Button] = []
    lines: list[str] = []
    for each in choices:
        if each.computers:
            label = wording.ngettext("Add {n} computer", "Add {n} computers", each.computers)
        else:
            label = wording.ngettext("Let {n} sit out", "Let {n} sit out", each.sit_outs)
        filling = "c0" if each.computers else "c1"
        buttons.append(Button(choose(filling), label, ButtonStyle.primary))
        lines.append(
            gettext("{choice}: {sizes}", choice=label, sizes=sizes_text(each.seats, wording))
        )
    text = wording.ngettext(
        "{n} guest is to play, and no tables fit that number.",
        "{n} guests are to play, and no tables fit that number.",
        count,
    )
    lines.insert(0, text)
    if any(each.sit_outs for each in choices):
        lines.append(sits_out_text(night, wording))
    return Page(
        gettext("Seat round {number}", number=len(night.dealt) + 1),
        "\n".join(lines),
        rows=((*buttons, back),),
    )
