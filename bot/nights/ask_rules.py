"""A question which of several dates suits, before a night is announced: what presses change.

Pure. A rule takes a question, a press and the time, and returns the question as it is then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.engine.text import marked as _
from bot.nights.dates import Moment
from bot.nights.fans import EarlyComer
from bot.nights.night import CHANGED_MEANWHILE, Change, Now, Press, demand_may_host
from bot.nights.standing_posts import ASK
from bot.nights.typed_dates import Readings
from bot.tables.clock import DAY, HOUR, ahead
from bot.tables.trouble import NO_SUCH_CHOICE, Trouble
from storage.ask_store import AskPlaces, DatesAskRow, WhyClosed
from storage.former_players import is_former

BEFORE_FIRST: Final = DAY
"""How long before its first date a question usually closes."""
HALF_HOUR: Final = HOUR // 2
SOONEST: Final = 2 * HOUR
"""How far away a first date is at least for which nobody has said when the question closes."""

ASK_OVER: Final = _("This question is closed. Nothing was changed.")
DATE_OVER: Final = _("“{said}” is over already. Nothing was changed.")
ALL_OVER: Final = _("All of these dates are over. `/night new` plans another.")
NOBODY_CAN: Final = _(
    "Nobody can come on any of the dates that are left. `/night ask` asks about others."
)


class NoAsk(Trouble):
    """No question has this id on this server."""

    text = _("There is no such question any more.")


@dataclass(frozen=True, slots=True)
class AskedDate:
    """A date that is asked about: as it was typed, its wall time as stored, and the moment."""

    said: str
    local: str
    at: int


@dataclass(frozen=True, slots=True)
class AskAnswer:
    """What somebody has answered: dates by their numbers, games by their keys."""

    person: int
    name: str
    can: frozenset[int] = frozenset()
    maybe: frozenset[int] = frozenset()
    games: frozenset[str] = frozenset()
    none: bool = False
    """Whether they have said that no date suits them."""

    @property
    def empty(self) -> bool:
        """Tell whether nothing is left of it."""
        return not (self.can or self.maybe or self.games or self.none)


@dataclass(frozen=True, slots=True)
class Ask:
    """A question with its answers, in the order in which people first answered."""

    row: DatesAskRow
    places: AskPlaces
    dates: tuple[AskedDate, ...]
    games: tuple[str, ...]
    answers: tuple[AskAnswer, ...] = ()

    @property
    def id(self) -> str:
        """Return its id."""
        return self.row.id

    def who_can(self, date: int) -> tuple[int, ...]:
        """Return the places among the answers of those who can come on a date."""
        return tuple(place for place, each in enumerate(self.answers) if date in each.can)

    def who_may(self, date: int) -> tuple[int, ...]:
        """Return the same of those who come on a date if need be."""
        return tuple(place for place, each in enumerate(self.answers) if date in each.maybe)

    def find(self, person: int) -> AskAnswer | None:
        """Return what somebody has answered."""
        return next((each for each in self.answers if each.person == person), None)


AskRule = Callable[[Ask, Press, Now], Ask]
"""Works out what a press changes; if it raises Trouble, nothing is changed."""


def renamed(ask: Ask, press: Press, _now: Now) -> Ask:
    """Give somebody the name they have now, as the host and among the answers."""
    by = press.by
    row = replace(ask.row, host_name=by.name) if ask.row.host == by.id else ask.row
    answers = tuple(
        replace(each, name=by.name) if each.person == by.id else each for each in ask.answers
    )
    return replace(ask, row=row, answers=answers)


# Making one


def demand_different(dates: Sequence[AskedDate]) -> None:
    """Raise Trouble that says which, if two dates are the same moment."""
    known: dict[int, AskedDate] = {}
    for each in dates:
        if each.at in known:
            raise Trouble(
                _("“{one}” and “{other}” are the same date. Nothing was changed."),
                one=known[each.at].said,
                other=each.said,
            )
        known[each.at] = each


def too_soon(at: int, now: int) -> bool:
    """Tell whether nobody can be asked about a date unless it is said when the question closes."""
    return at - SOONEST < now


def closes_at(dates: Sequence[AskedDate], until: int | None, now: int) -> int:
    """Return when a question closes; `until` is what was typed for that, if anything.

    By itself it closes a day before its first date, or halfway to that where less than an hour
    would be left to answer, at a full or half hour where one is near: so there is always an hour
    for that, and one before the date.

    Raises Trouble, with the date in question, for a time that is over or too late.
    """
    first = min(dates, key=lambda each: each.at)
    if until is not None and until > first.at:
        raise Trouble(
            _("The question must close before its first date, “{said}”. Nothing was changed."),
            said=first.said,
        )
    if until is None and too_soon(first.at, now):
        raise Trouble(
            _(
                "“{said}” is less than two hours away. Fill in **Closes**: when the question "
                "closes. Nothing was changed."
            ),
            said=first.said,
        )
    if until is not None:
        return until
    usual = first.at - BEFORE_FIRST
    if usual >= now + HOUR:
        return usual
    half = (now + first.at) // 2
    near = (half // HALF_HOUR * HALF_HOUR, -(-half // HALF_HOUR) * HALF_HOUR)
    return next((each for each in near if now + HOUR <= each <= first.at - HOUR), half)


def dated(said: str, when: Moment) -> AskedDate:
    """Return a typed date as it is kept."""
    return AskedDate(said, when.local.isoformat(timespec="minutes"), when.at)


def read_otherwise(ask: Ask, number: int, readings: Readings, at: int) -> AskedDate:
    """Return a date as another moment that it may mean. Raises Trouble if it can't."""
    found = [each for each in (readings.first, *readings.others) if each.at == at]
    if not found:
        raise Trouble(NO_SUCH_CHOICE)
    return dated(ask.dates[number].said, found[0])


def take_date(number: int, date: AskedDate) -> AskRule:
    """Return the rule for taking another reading of a date of a draft."""

    def rule(ask: Ask, press: Press, now: Now) -> Ask:
        demand_may_host(press)
        _demand_draft(ask)
        if ask.dates[number].said != date.said:
            # Another press has put the dates into another order.
            raise Trouble(CHANGED_MEANWHILE)
        dates = tuple(date if place == number else each for place, each in enumerate(ask.dates))
        demand_different(dates)
        dates = tuple(sorted(dates, key=lambda each: each.at))
        until = None if not ask.row.until_said else ask.row.until
        until = closes_at(dates, until, now.at)
        return replace(ask, dates=dates, row=replace(ask.row, until=until))

    return rule


def take_until(until: int) -> AskRule:
    """Return the rule for taking another reading of when a draft closes."""

    def rule(ask: Ask, press: Press, now: Now) -> Ask:
        demand_may_host(press)
        _demand_draft(ask)
        until_then = closes_at(ask.dates, until, now.at)
        return replace(ask, row=replace(ask.row, until=until_then))

    return rule


def named(title: str, about: str) -> AskRule:
    """Return the rule for what the night is called that may come of a draft, and for its text."""

    def rule(ask: Ask, press: Press, _now: Now) -> Ask:
        demand_may_host(press)
        _demand_draft(ask)
        return replace(ask, row=replace(ask.row, title=title, about=about))

    return rule


def post() -> AskRule:
    """Return the rule of *Ask*: from now on everybody sees it and may answer.

    It needs the right to host at that moment; its role is called only if whoever posts it may call
    it.
    """

    def rule(ask: Ask, press: Press, now: Now) -> Ask:
        demand_may_host(press)
        if ask.row.state != "draft":
            return ask
        over = next((each for each in ask.dates if each.at <= now.at), None)
        if over is not None:
            raise Trouble(DATE_OVER, said=over.said)
        if ask.row.until <= now.at:
            raise Trouble(_("The time at which the question closes is over. Change it first."))
        mention = ask.row.mention if press.calls else None
        return replace(ask, row=replace(ask.row, state="open", mention=mention))

    return rule


# Answering


def can_on(dates: Collection[int]) -> AskRule:
    """Return the rule for *I can*: on these dates, and no others."""
    chosen = frozenset(dates)
    return _answer(
        chosen, lambda each: replace(each, can=chosen, maybe=each.maybe - chosen, none=False)
    )


def maybe_on(dates: Collection[int]) -> AskRule:
    """Return the rule for *If need be*: on these dates, and no others."""
    chosen = frozenset(dates)
    return _answer(
        chosen, lambda each: replace(each, maybe=chosen, can=each.can - chosen, none=False)
    )


def would_play(numbers: Collection[int]) -> AskRule:
    """Return the rule for *I'd play*: these games, by their numbers, and no others."""

    def rule(ask: Ask, press: Press, now: Now) -> Ask:
        if any(each >= len(ask.games) for each in numbers):
            raise Trouble(NO_SUCH_CHOICE)
        chosen = frozenset(ask.games[each] for each in numbers)
        return _answer((), lambda each: replace(each, games=chosen))(ask, press, now)

    return rule


def no_date() -> AskRule:
    """Return the rule for *No date suits me*."""
    return _answer((), lambda each: replace(each, can=frozenset(), maybe=frozenset(), none=True))


def _answer(dates: Collection[int], change: Callable[[AskAnswer], AskAnswer]) -> AskRule:
    """Return the rule for an answer; one of which nothing is left is taken off."""

    def rule(ask: Ask, press: Press, now: Now) -> Ask:
        if ask.row.state != "open" or ask.row.until <= now.at:
            raise Trouble(ASK_OVER)
        if any(each >= len(ask.dates) for each in dates):
            raise Trouble(NO_SUCH_CHOICE)
        before = ask.find(press.by.id)
        after = change(before or AskAnswer(press.by.id, press.by.name))
        after = replace(after, name=press.by.name)
        if before is None:
            answers = (*ask.answers, after)
        else:
            answers = tuple(after if each is before else each for each in ask.answers)
        return replace(ask, answers=tuple(each for each in answers if not each.empty))

    return rule


def without(people: Collection[int]) -> AskRule:
    """Return the rule that takes off what some people have answered: they may not come any more."""

    def rule(ask: Ask, _press: Press, _now: Now) -> Ask:
        left = tuple(each for each in ask.answers if each.person not in people)
        return replace(ask, answers=left)

    return rule


# What comes of it


def best(ask: Ask, now: int) -> int | None:
    """Return the number of the best date that isn't over: most can, then if need be, then earliest.

    None if nobody could come on any.
    """
    left = [number for number, each in enumerate(ask.dates) if each.at > now]
    found = max(left, key=lambda number: (*_votes(ask, number), -number), default=None)
    return found if found is not None and any(_votes(ask, found)) else None


def tied_best(ask: Ask, now: int) -> list[int]:
    """Return the numbers of all dates that are as good as the best one, in order."""
    first = best(ask, now)
    if first is None:
        return []
    later = range(first, len(ask.dates))
    return [each for each in later if _votes(ask, each) == _votes(ask, first)]


def lapses_in(ask: Ask, now: int) -> int:
    """Return in how many seconds the last of its dates is over; 0 once all are."""
    return max(0, max(each.at for each in ask.dates) - now)


def games_by_wish(ask: Ask) -> tuple[str, ...]:
    """Return its games, the most wanted first: its host has asked for all of them."""

    def wanted(game: str) -> int:
        return sum(game in each.games for each in ask.answers)

    return tuple(sorted(ask.games, key=lambda game: -wanted(game)))


def _votes(ask: Ask, date: int) -> tuple[int, int]:
    return len(ask.who_can(date)), len(ask.who_may(date))


def close() -> AskRule:
    """Return the rule of *Close*; its host is called unless they have pressed it."""

    def rule(ask: Ask, press: Press, now: Now) -> Ask:
        demand_may_host(press)
        if ask.row.state == "draft":
            raise NoAsk
        return closed(ask, "host", now, calls=press.by.id != ask.row.host)

    return rule


def closed(ask: Ask, why: WhyClosed, now: Now, *, calls: bool = True) -> Ask:
    """Return a question that is closed; its host is called after their quiet hours, if at all."""
    if ask.row.state != "open":
        return ask
    call_at = None
    if calls and not is_former(ask.row.host):
        call_at = ahead(now.at, 0, now.quiets.get(ask.row.host))
    return replace(ask, row=replace(ask.row, state="closed", why=why, call_at=call_at))


def others_left(ask: Ask, now: int) -> list[int]:
    """Return the dates besides the best one that aren't over, the better ones first."""
    left = [number for number in best_first(ask) if ask.dates[number].at > now]
    return [number for number in left if number != best(ask, now)]


def best_first(ask: Ask) -> list[int]:
    """Return the numbers of all dates, the better ones first."""
    numbers = range(len(ask.dates))
    return sorted(numbers, key=lambda number: (*_votes(ask, number), -number), reverse=True)


def to_announce(ask: Ask, press: Press, now: int, picked: int | None = None) -> int:
    """Return the date for which a night may be made from a question now: the one that was
    `picked`, or the best.

    Raises Trouble if the person may not host, it isn't closed, or no date is left.
    """
    demand_may_host(press)
    if ask.row.state == "announced":
        raise Trouble(_("This has been announced already."))
    if ask.row.state != "closed":
        raise Trouble(_("Close the question first."))
    if not lapses_in(ask, now):
        raise Trouble(ALL_OVER)
    found = best(ask, now) if picked is None else picked
    if found is None:
        raise Trouble(NOBODY_CAN)
    if found >= len(ask.dates):
        raise Trouble(NO_SUCH_CHOICE)
    if ask.dates[found].at <= now:
        raise Trouble(DATE_OVER, said=ask.dates[found].said)
    return found


def people_who_can(ask: Ask, at: int) -> tuple[int, ...]:
    """Return who has said that they can come at a moment, also if need be, as they are counted for
    it; nobody if that isn't one of its dates.
    """
    numbers = {number for number, each in enumerate(ask.dates) if each.at == at}
    return tuple(each.person for each in ask.answers if (each.can | each.maybe) & numbers)


def put_on_list(
    ask: Ask, at: int, limit: int | None, gone: Collection[int], host: int
) -> list[EarlyComer]:
    """Return who is on the list of a night at a moment from the start, as they have said that they
    can come then, not just if need be: as many as it has room for. Only its host, who has chosen
    the date, needn't confirm that; nobody who is `gone` is among them.
    """
    numbers = {number for number, each in enumerate(ask.dates) if each.at == at}
    found = [each for each in ask.answers if each.can & numbers and each.person not in gone]
    return [
        EarlyComer(each.person, each.name, unsure=each.person != host) for each in found[:limit]
    ]


def of_ask(change: Change, ask: Ask) -> Change:
    """Return the announcement of a night that has come of a question, which leads there."""
    card = {ASK: [ask.row.channel_id, ask.places.card_id]}
    posts = (
        replace(each, details={**each.details, **card}) if each.kind == "announced" else each
        for each in change.posts
    )
    return replace(change, posts=tuple(posts))


def _demand_draft(ask: Ask) -> None:
    if ask.row.state != "draft":
        raise Trouble(_("This has been asked already."))
