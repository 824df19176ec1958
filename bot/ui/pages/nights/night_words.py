"""What the pages for a night's hosts share: ids, names of guests, sizes of tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from bot.engine.text import cleaned
from bot.engine.text import marked as _
from bot.nights.dates import local_time, read_stored, stored, zone_of
from bot.nights.guest_list import Guest
from bot.nights.late_times import comes_at
from bot.nights.night import Night
from bot.nights.night_calls import TableWhy
from bot.nights.rounds import recap_is_above
from bot.nights.series_rules import next_dates
from bot.nights.stages import next_round
from bot.tables.zone_names import known_zones
from bot.ui.pages import routes
from bot.ui.pages.long_lists import part
from bot.ui.pages.nights import desk_routes, series_routes
from bot.ui.pages.page import THREAD_NAME, Button, Choice, Page, Select, clip
from bot.ui.pages.place_words import discord_address
from bot.ui.pages.wording import NO_BREAK, SIGN, Wording, plain_words
from storage.night_rows import Mode

LEARNER: Final = "📖"
TEACHER: Final = "🎓"

MODES: Final[Mapping[Mode, str]] = {
    "social": _("everybody meets as many others as possible"),
    "standing": _("those with similar points tonight sit together"),
    "one_table": _("the same tables throughout"),
}
"""How guests are seated, in words."""
TEACH: Final[Mapping[str, str]] = {
    "on": _("whoever wants to be taught learns at a table with more time"),
    "off": _("newcomers play like everybody else"),
}
"""Whether newcomers get teaching tables, in words."""
REPEATS: Final[Mapping[int, str]] = {
    0: _("only this night"),
    1: _("every week"),
    2: _("every 2 weeks"),
}
"""After how many weeks a series goes on, in words; 0 for a single night."""

SeriesScope = Literal["", "one", "all"]
"""Which nights of a series are changed: one alone, or it and all to come; "" if that isn't asked.
"""

EVENING: Final = _("Rounds, repeat, leader …")
"""The button of how an evening goes."""
PLAN_EVENING: Final = _("Games, rounds …")
"""The form of how a draft's evening goes, but for the lists on its preview."""
PLAN: Final = _("Title, text, date …")
"""The button of what a night is."""
PLAN_DRAFT: Final = _("Text, date …")
"""The same of a draft, which can be announced elsewhere, too."""
NAMES: Final = _("Title, text …")
"""The button of the title and text of nights to come alone."""
TIMES: Final = _("Clock, break …")
"""The button of how long a move and a break are."""
FIRST_HERE: Final = _("You're the first one here. Play alone until others come: `/play`")
RARER: Final = _("Pings, tables …")
"""The button of a night's rarer settings; those of a draft have its co-hosts, too."""
WHY: Final[Mapping[TableWhy, str]] = {
    "missing": _("Somebody isn't here"),
    "rule": _("A question about a rule"),
    "wrong": _("Something is wrong"),
}
"""Why a table calls its hosts, in words."""
COMING_LATE: Final = _("Coming late: {names}")
CALLED: Final[Mapping[TableWhy, str]] = {
    "missing": _("This table called you: somebody isn't here."),
    "rule": _("This table called you: a question about a rule."),
    "wrong": _("This table called you: something is wrong."),
}
"""Why a table has called, once its page is open."""


def named_for_host(buttons: Sequence[Button], wording: Wording) -> tuple[Button, ...]:
    """Return a host's buttons where guests see them, too: they say whom they are for."""
    host = wording.gettext("Host")
    return tuple(replace(each, label=wording.labelled(host, each.label)) for each in buttons)


def to_desk(
    night: Night, wording: Wording, mark: object = "", *, for_leaders: bool = False
) -> Button:
    """Return the button that leads to a night's desk; it says whom it is for, unless where it
    stands is `for_leaders` alone.
    """
    desk = Button(routes.TO_DESK(night.id, mark=mark), wording.gettext("Desk"))
    return desk if for_leaders else named_for_host((desk,), wording)[0]


def night_thread_name(night: Night, wording: Wording, *, timed: bool = False) -> str:
    """Return the name of a night's thread, which its day tells from others: "27 Nov · Friday".

    The day stands first: a list of threads on a phone cuts a longer title. `timed` adds the hour,
    which tells two nights of one day apart: "27 Nov 20:00 · Friday".
    """
    local = read_stored(night.row.local)
    day = " ".join([wording.day(local), *([wording.clock(local)] if timed else [])]) + " · "
    return f"{day}{clip(cleaned(night.row.title), THREAD_NAME - len(day))}"


def plain_name_of(night: Night) -> str:
    """Return the name of a night, safe to put into any text."""
    return safe_title(night.row.title)


def safe_title(title: str) -> str:
    """Return a typed title on one line, without anything that would format or mention."""
    return plain_words(title)


def titled(label: str, wording: Wording) -> str:
    """Return the title of what a button opens: what the button says, without its dots."""
    return wording.gettext(label).rstrip(" …")


def plan_buttons(night: Night, wording: Wording) -> tuple[Button, ...]:
    """Return the buttons with which a host changes what a night is, each named for what it asks:
    the form of the night itself, how its evening goes, its times, and its rarer settings.
    """
    gettext, one = wording.gettext, night.id
    rarer = Button(routes.MORE_SETTINGS(one), gettext(RARER))
    if night.row.state == "draft":
        evening = Button(desk_routes.PLAN_EVENING(one), gettext(PLAN_EVENING))
        return Button(routes.CHANGE(one), gettext(PLAN_DRAFT)), evening, rarer
    return (
        Button(routes.CHANGE(one), gettext(PLAN)),
        Button(desk_routes.PILOT(one), gettext(EVENING)),
        Button(routes.TIMES(one), gettext(TIMES)),
        rarer,
    )


class GuestNames:
    """What the guests of a night are called on pages, with namesakes told apart."""

    def __init__(self, night: Night, wording: Wording) -> None:
        guests = night.guests.guests
        self._numbers = {guest.person: number for number, guest in enumerate(guests)}
        self._wording = Wording(wording.language, tuple(guest.name for guest in guests))
        self._unknown = wording.gettext("a guest")
        self._marks = {
            guest.person: f"{TEACHER if 'teacher' in guest.marks else ''}"
            f"{LEARNER if 'learner' in guest.marks else ''}"
            for guest in guests
        }

    def plain(self, person: int) -> str:
        """Return the name of a guest as a list has it, safe to put into any text."""
        number = self._numbers.get(person)
        return self._unknown if number is None else self._wording.listing(number)

    def said(self, person: int) -> str:
        """Return the name of a guest as a sentence says it, safe to put into any text."""
        number = self._numbers.get(person)
        return self._unknown if number is None else self._wording.name(number)

    def bare(self, person: int) -> str:
        """Return the name of a guest for labels."""
        number = self._numbers.get(person)
        return self._unknown if number is None else self._wording.bare(number)

    def marked(self, person: int) -> str:
        """Return the name of a guest, and whether they are learning or teaching."""
        marks = self._marks.get(person, "")
        return f"{self.plain(person)}{NO_BREAK}{marks}" if marks else self.plain(person)

    def list(self, people: Iterable[int]) -> str:
        """Return several names, separated by commas."""
        return self._wording.series(self.plain(person) for person in people)


def late_name(name: str, guest: Guest, wording: Wording) -> str:
    """Return the name of a guest who comes late, with from when on they are there."""
    return wording.annotated(name, late_words(guest, wording).replace(" ", NO_BREAK), NO_BREAK)


def late_words(guest: Guest, wording: Wording, zone: str = "") -> str:
    """Return from when on a guest is there who comes late; by the clocks of a zone for a label, in
    which Discord writes no times.
    """
    until = comes_at(guest)
    if until is None:
        return wording.gettext("from round {n}", n=2)
    time = f"<t:{until}:t>"
    if zone in known_zones():
        time = wording.clock(local_time(until, zone_of(zone)))
    return wording.gettext("from {time}", time=time)


def late_lines(late: Sequence[Guest], names: GuestNames, wording: Wording) -> Iterator[str]:
    """Yield from when on these guests are there, who come late; nothing if nobody does."""
    parts = [late_name(names.plain(each.person), each, wording) for each in late]
    if parts:
        yield wording.gettext(COMING_LATE, names=wording.series(parts))


def in_head(night: Night, wording: Wording) -> str:
    """Return the heading of those who are In, whose number is still to be put in."""
    gettext, guests = wording.gettext, night.guests
    asked = any(each.to_confirm for each in guests.coming)
    if asked and guests.limit is None:
        return gettext("In ({n}, {unsure})")
    if asked:
        return gettext("In ({n} of {limit}, {unsure})")
    return gettext("In ({n})") if guests.limit is None else gettext("In ({n} of {limit})")


def waitlist_head(night: Night, wording: Wording) -> str:
    """Return the heading of those who wait, whose number is still to be put in.

    Fewer than the limit are In while seats are offered. How many says nothing of who was asked, or
    has passed: it depends on what everybody may count.
    """
    guests = night.guests
    offered = min((guests.limit or 0) - len(guests.coming), len(guests.with_answer("waits")))
    if offered > 0 and night.row.state in ("open", "doors"):
        return wording.gettext("Waitlist ({n}), seats offered: {offered}", offered=offered, n="{n}")
    return wording.gettext("Waitlist ({n})")


def offer_lines(night: Night, names: GuestNames, wording: Wording) -> Iterator[str]:
    """Yield who on the waitlist is thinking about a free seat, and until when it is theirs."""
    parts = [
        wording.annotated(
            names.plain(each.person),
            wording.gettext("until {time}", time=f"<t:{each.offered_until}:t>"),
        )
        for each in night.guests.offered
    ]
    if parts:
        yield wording.gettext("Free seat offered to: {names}", names=wording.series(parts))


def still_away(night: Night, away: Collection[int]) -> list[int]:
    """Return who would be seated in the next round though they were away as the last one ended, and
    who hasn't said since that they are here.
    """
    over_at = (night.dealt[-1].over_at if night.dealt else None) or 0
    return [
        guest.person
        for guest in night.guests.there
        if guest.person in away and (guest.came_at or 0) <= over_at
    ]


def away_lines(
    night: Night, away: Collection[int], names: GuestNames, wording: Wording
) -> Iterator[str]:
    """Yield who those are, and what to press if they aren't here any more."""
    found = still_away(night, away)
    if found:
        yield wording.gettext(
            "⚠️ Away as round {number} ended, but still on the list: {names}",
            number=len(night.dealt),
            names=names.list(found),
        )
        pick = wording.gettext("Use **Who isn't here …** to pick whoever isn't here any more.")
        # Nobody is asked back to a round that isn't planned.
        asks = wording.gettext("I'll ask them whether they're here.") if next_round(night) else ""
        yield f"-# {wording.sentences(pick, asks)}"


def gone_list(
    night: Night,
    away: Collection[int],
    picked: str,
    wording: Wording,
    others: Sequence[int] = (),
    start: int = 0,
) -> Select | None:
    """Return the list from which some are taken out of the next round: those who may have gone,
    then `others`; None if nobody may have. `picked` is the list's id.
    """
    found, names = still_away(night, away), GuestNames(night, wording)
    said = wording.pgettext("of a player", "away")
    choices = [Choice(str(person), names.bare(person), more=said) for person in found]
    choices += [Choice(str(person), names.bare(person)) for person in others if person not in found]
    shown, prompt = part(choices, start, wording), wording.gettext("Who isn't here …")
    return Select(picked, prompt, shown, most=len(shown)) if found else None


def computer_names(count: int, wording: Wording) -> list[str]:
    """Return what stands for computers at a table that isn't dealt yet, in a list of names."""
    return [f"{SIGN} {wording.gettext('computer')}"] * count


def unconfirmed_words(guests: Sequence[Guest], wording: Wording) -> str:
    """Return how many of those who are In were asked to confirm that, and haven't; "" if none."""
    count = sum(guest.to_confirm for guest in guests)
    if count == len(guests):
        return wording.gettext("yet to confirm") if count else ""
    text = wording.gettext("{n} yet to confirm", n=count)
    return text if count else ""


def counted_words(night: Night, wording: Wording) -> str:
    """Return who is counted where it is said how many come to the first round: those who may come;
    of one that isn't the last, not those who come late. "" if there are none of them.
    """
    if night.row.state == "doors" and any(each.late for each in night.seatable):
        return wording.gettext("Whoever comes late is counted.")
    if night.row.state not in ("draft", "open"):
        return ""
    n, may = night.expected, night.guests.may_come
    maybe = wording.gettext("Counted: {n} In, {maybe} Maybe.", n=n - may, maybe=may) if may else ""
    late = wording.gettext("Whoever comes late isn't counted yet.") if night.late_for_first else ""
    return wording.sentences(maybe, late)


def which_night(
    nights: Sequence[Night], then: Sequence[str], wording: Wording, start: int = 0
) -> Page:
    """Return the question which night is meant; `then` is the verb of what it is asked for."""
    gettext = wording.gettext
    choices = [Choice(each, label) for each, label in night_labels(nights).items()]
    # A list's id names a night, and any of these will do.
    where = routes.WHICH_NIGHT(nights[0].id, ":".join(then))
    pick = Select(where, gettext("Pick a night"), part(choices, start, wording))
    return Page(gettext("Which night?"), "", rows=(pick,))


def night_labels(nights: Sequence[Night]) -> dict[str, str]:
    """Return each night in a few words, by its id, for places without markdown; with the id only if
    it takes that to tell two apart.
    """
    labels = {night.id: _label(night) for night in nights}
    times = Counter(labels.values())
    return {each: f"{said} · {each}" if times[said] > 1 else said for each, said in labels.items()}


def _label(night: Night) -> str:
    """Return the title and the date of a night; one that is over stands for its series, with the
    next date.
    """
    dates = next_dates(night, 0, 1) if night.over else []
    local = stored(dates[0].local) if dates else night.row.local
    return f"{cleaned(night.row.title)} · {local.replace('T', ' ')}"


def discarded_page(wording: Wording) -> Page:
    """Return that a draft is gone, of a night or of a question, and what plans another."""
    again = Button(routes.NEW_NIGHT(), wording.gettext("Plan a night …"))
    text = wording.gettext("Nobody has seen it.")
    return Page(wording.gettext("Discarded"), text, rows=((again,),))


def about_lines(night: Night, wording: Wording) -> list[str]:
    """Return what a host says of a night, and where its guests talk; as little as is known."""
    row = night.row
    said = [f"> {plain_words(row.about)}"] if row.about else []
    where = wording.gettext("Voice channel: {channel}", channel=f"<#{row.voice}>")
    return [*said, *([where] if row.voice else [])]


def series_button(night: Night, wording: Wording) -> tuple[Button, ...]:
    """Return the button that leads to the series of a night, if it has one."""
    if night.goes_on is None:
        return ()
    return (Button(series_routes.SERIES(night.id), wording.gettext("Series …")),)


def sizes_text(seats: Sequence[int], wording: Wording) -> str:
    """Return how many tables there are of each size: "2 tables of 4 and 1 of 3"."""
    (size, count), *others = sorted(Counter(seats).items(), reverse=True)
    first = wording.ngettext("{n} table of {size}", "{n} tables of {size}", count, size=size)
    more = (wording.gettext("{count} of {size}", count=count, size=size) for size, count in others)
    return wording.listed([first, *more])


def as_of(at: int, text: str, wording: Wording) -> str:
    """Return the text of a page that follows what it tells of, above as of when it is."""
    return f"{text}\n-# {wording.gettext('as of {time}', time=f'<t:{at}:t>')}"


def noticed(text: str, notice: str, *, first: bool = False) -> str:
    """Return a text above what came of the last press, in finished words.

    That stands right above the buttons: on a phone, the head of a long text is off the screen. It
    comes `first` where the text fits on one, and ends in small print.
    """
    quoted = "\n".join(f"> {line}" for line in notice.splitlines())
    both = (quoted, text) if first else (text, quoted)
    return "\n\n".join(each for each in both if each)


def show_button(night: Night, wording: Wording, mark: object = "") -> Button:
    """Return the button that shows a night to somebody alone, as it stands then."""
    return Button(routes.SHOW_NIGHT(night.id, mark=mark), wording.gettext("Show the night"))


def card_link(night: Night) -> str:
    """Return the address of a night's card, or of its channel while there is none."""
    return discord_address(night.row.guild_id, night.row.channel_id, night.places.card_id)


def linked_card(night: Night, wording: Wording) -> str:
    """Return that address for a text: with what it leads to instead of the bare address."""
    return f"[{wording.gettext('Show the night')}]({card_link(night)})"


def linked_recap(night: Night, wording: Wording) -> str:
    """Return the address of the recap for a text, which is called by its points until the night is
    over; its channel while it isn't up, or is about to be put up anew.
    """
    channel, recap = night.row.channel_id, night.places.recap_id
    if not recap or recap_is_above(night):
        text = wording.gettext("The recap is in {channel}.")
        if night.row.state == "playing":
            text = wording.gettext("The night points are in {channel}.")
        return text.format(channel=f"<#{channel}>")
    address = discord_address(night.row.guild_id, channel, recap)
    label = wording.gettext("Show the recap")
    if night.row.state == "playing":
        label = wording.gettext("Show the night points")
    return f"[{label}]({address})"


def linked_round(night: Night, number: int, wording: Wording) -> str:
    """Return the address of the list of a round's tables for a text; the card's while there is no
    list.
    """
    lists = [each.list_id for each in night.dealt if each.number == number and each.list_id]
    if not lists:
        return linked_card(night, wording)
    address = discord_address(night.row.guild_id, night.row.channel_id, lists[0])
    return f"[{wording.gettext('Show the tables')}]({address})"


def cancelled_line(night: Night, wording: Wording) -> str:
    """Return that a night is cancelled: one of a series isn't the whole of it."""
    return wording.gettext(
        "{title} on {date} is cancelled.",
        title=f"**{plain_name_of(night)}**",
        date=f"<t:{night.guests.starts_at}:F>",
    )


def why_lines(night: Night) -> list[str]:
    """Return why a night was cancelled, if a host has said so."""
    return [f"> {plain_words(night.row.why)}"] if night.row.why else []
