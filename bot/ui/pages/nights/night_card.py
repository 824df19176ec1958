"""The card of a game night: what is played and when, who comes, and how to answer.

It is made from what everybody may see: when somebody wants reminders, or that they let an offer
lapse, never changes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ButtonStyle

from bot.nights.guest_list import Guest
from bot.nights.late_times import about_over
from bot.nights.leading import never_started
from bot.nights.night import Night
from bot.nights.night_points import who_played
from bot.nights.rounds import recap_due, recap_is_above
from bot.nights.stages import break_left, deal_at, pace_of_games, past_start
from bot.nights.teaching import LONGER, to_teach
from bot.tables.clock import MINUTE
from bot.ui.pages import routes
from bot.ui.pages.long_lists import fit, page_line, turning
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.answer_buttons import answer_buttons
from bot.ui.pages.nights.fan_page import every_line, fan_buttons
from bot.ui.pages.nights.gone_guests import (
    AWAY_COUNTED,
    by_their_tables,
    gone_groups,
    on_the_way_groups,
)
from bot.ui.pages.nights.leading_on import Reader, for_host, one_for_host
from bot.ui.pages.nights.next_start import after_the_last, first_start_lines, host_names
from bot.ui.pages.nights.night_games import (
    Games,
    games_line,
    infos_of,
    left_out_lines,
    rules_button,
    ticks_lines,
    ticks_list,
)
from bot.ui.pages.nights.night_late import late_button
from bot.ui.pages.nights.night_sizes import (
    has_teacher,
    newcomers_time,
    sizes_line,
    to_newcomers,
    waits_for_more,
)
from bot.ui.pages.nights.night_words import (
    LEARNER,
    TEACHER,
    GuestNames,
    about_lines,
    in_head,
    late_name,
    linked_recap,
    plain_name_of,
    to_desk,
    unconfirmed_words,
    waitlist_head,
    why_lines,
)
from bot.ui.pages.nights.seats_to_take import free_seats_line, has_table, take_buttons
from bot.ui.pages.nights.series_words import new_times_line, next_words
from bot.ui.pages.nights.what_follows import held_line
from bot.ui.pages.page import COLOUR, Button, Page, Row
from bot.ui.pages.place_words import place_line, why
from bot.ui.pages.wording import NO_BREAK, Wording

OFF_COLOUR: Final = 0x80848E
MOST_IN: Final = 60
"""The most names of those who are In; the rest are counted."""
MOST_OTHERS: Final = 30
ON_A_PAGE: Final = 80
"""The names on a page of all guests."""


def night_card_page(
    night: Night,
    games: Games,
    wording: Wording,
    options: Sequence[str] = (),
    reader: Reader | None = None,
    following: Night | None = None,
) -> Page:
    """Return the current card of a night; a game that is gone isn't among `games`.

    `options` says what differs from the standard game. Its only `reader` sees what is for hosts
    alone just if they lead it; None where everybody sees it. One that is over leads to the
    `following` night.
    """
    lines = card_lines(night, games, wording, options, following)
    rows = _rows(night, games, wording, reader, following)
    buttons = (each for row in rows if isinstance(row, tuple) for each in row)
    lines += [means] if (means := every_line(buttons, wording)) else []
    return Page(
        title=title_of(night, wording),
        text="\n".join(lines),
        rows=rows,
        colour=OFF_COLOUR if night.over else COLOUR,
    )


def title_of(night: Night, wording: Wording) -> str:
    """Return the title of a night, with its state if that is unusual."""
    _ = wording.gettext
    title = plain_name_of(night)
    match night.row.state:
        case "cancelled":
            return _("Cancelled: {title}", title=title)
        case "doors" if night.guests.doors == "closed":
            return _("Not begun yet: {title}", title=title)
        case "doors":
            return _("Doors are open: {title}", title=title)
        case "playing" if night.all_played:
            return _("All rounds are played: {title}", title=title)
        case "playing" if night.playing is None:
            return _("Between rounds: {title}", title=title)
        case "playing":
            return _("Playing: {title}", title=title)
        case "over" if not night.dealt:
            # Why is between its hosts and whoever came.
            return _("Didn't take place: {title}", title=title)
        case "over":
            return _("Over: {title}", title=title)
        case _:
            return title


def when_line(night: Night, wording: Wording) -> str:
    """Return when a night starts, in each reader's own local time, and how soon: until it began, or
    it is known that it won't.
    """
    at = night.guests.starts_at
    day = f"**<t:{at}:F>**"
    return day if night.dealt or night.over else wording.annotated(day, f"<t:{at}:R>")


def card_lines(
    night: Night,
    games: Games,
    wording: Wording,
    options: Sequence[str] = (),
    following: Night | None = None,
) -> list[str]:
    """Return the text of a night's card."""
    _ = wording.gettext
    lines = [when_line(night, wording), *filter(None, [new_times_line(night, wording)])]
    lines.append(games_line(night, games, wording))
    if night.row.state == "cancelled":
        goes_on = next_words(night, following, wording)
        small = " · ".join(filter(None, [*_hosted(night, wording), goes_on]))
        return [*lines, *why_lines(night), *([f"-# {small}"] if small else [])]
    if not night.over:
        lines += _plan(night, games, wording)
        lines += filter(None, [to_newcomers(night, wording) if games else ""])
        if night.row.pilot == "auto":
            pace = pace_of_games(night, infos_of(games)) if games else None
            lines += first_start_lines(night, pace, wording)
            lines += _by_itself_lines(night, wording)
        lines += _starting(night, wording)
        lines += [f"⏸️ {held}"] if (held := held_line(night, wording)) else []
        lines += [after_the_last(night, wording)] if night.all_played else []
        lines += ticks_lines(night, games, wording)
        lines += left_out_lines(night, games, wording)
        lines += [f"-# {line}" for line in options]
        lines += about_lines(night, wording)
    lines += [_("No host started it.")] if never_started(night) else []
    people = _people(night, wording)
    lines += ["", *people] if people else []
    lines += ["", free] if (free := free_seats_line(night, wording)) else []
    if night.row.state in ("draft", "open") or waits_for_more(night, games):
        lines += ["", said] if (said := sizes_line(night, games, wording)) else []
    small = " · ".join(_small(night, following, wording))
    gap = [""] if people else []
    lines += [*gap, f"-# {small}"] if small else []
    if not night.over and (note := why_there(night, wording)):
        lines.append(f"-# {note}")
    return lines


def _starting(night: Night, wording: Wording) -> list[str]:
    """Return when the next round starts, once that is announced."""
    number, at = len(night.dealt) + 1, deal_at(night)
    text = wording.gettext("Round {number} starts at {time}.", number=number, time=f"<t:{at}:t>")
    return [] if at is None else [f"▶️ {text}"]


def why_there(night: Night, wording: Wording) -> str:
    """Return why a night has no thread, was moved to another channel, or is shown nowhere."""
    places = night.places
    if places.asleep and places.place_code:
        said = why(places.place_code, wording)
        return wording.gettext("I can't post anything for this night now: {why}.", why=said)
    moved = places.thread_id != night.row.channel_id
    return place_line(places.place_code, wording, moved=moved)


def guest_name(night: Night, guest: Guest, names: GuestNames, wording: Wording) -> str:
    """Return a guest's name with what everybody sees next to it."""
    name, notes = names.plain(guest.person), list[str]()
    if guest.person == night.row.host:
        notes.append(wording.pgettext("of a night", "host"))
    elif any(guest.person == each.id for each in night.cohosts):
        notes.append(wording.gettext("co-host"))
    said = night.row.state == "open" and all(each.to_confirm for each in night.guests.coming)
    if guest.to_confirm and not said:
        # Of all of them it stands above their names.
        notes.append(wording.gettext("yet to confirm"))
    if notes:
        name = wording.annotated(name, wording.series(notes), NO_BREAK)
    if "teacher" in guest.marks:
        name += NO_BREAK + TEACHER
    if "learner" in guest.marks:
        name += NO_BREAK + LEARNER
    if guest.late:
        name = late_name(name, guest, wording)
    return name


def _plan(night: Night, games: Games, wording: Wording) -> Iterator[str]:
    """Yield how many rounds there are and how long they take, a fact a line."""
    _, row = wording.gettext, night.row
    rounds = wording.ngettext("{n} round", "{n} rounds", night.round_count)
    if not games:
        yield rounds
        return
    minutes = [info.minutes for info in infos_of(games)]
    span = wording.span(min(minutes), max(minutes))
    yield _("{rounds} of about {minutes} minutes", rounds=rounds, minutes=span)
    if row.state in ("draft", "open", "doors"):
        if to_teach(night):
            yield _("Round 1 with newcomers: up to {n} minutes", n=LONGER * max(minutes))
        if not (past_start(night) or night.guests.missed):
            # Once it should have begun, nobody knows: its rounds wait for guests or a host.
            over = about_over(night, max(minutes))
            yield _("Until about {time}", time=wording.times(over.soonest, over.latest))
    if has_teacher(night) and not to_newcomers(night, wording):
        yield _("Somebody can teach newcomers.")


def _people(night: Night, wording: Wording) -> list[str]:
    """Return who comes, by their answers, or by who is there."""
    called = GuestNames(night, wording)
    lines: list[str] = []
    for group in _groups(night, wording):
        everybody = [guest_name(night, guest, called, wording) for guest in group.guests]
        names = fit(everybody, group.most, wording, people=True)
        lines += [group.head, wording.series(names) or group.nobody]
    return lines


def everybody_page(night: Night, page: int, wording: Wording) -> Page:
    """Return a page of all who stand on a night's card, which has room for some; from 0."""
    pages = guest_pages(night, wording)
    page = min(page, len(pages) - 1)
    row = turning(
        page, len(pages), lambda to, mark: routes.EVERYBODY(night.id, to, mark=mark), wording
    )
    return Page(
        wording.gettext("Guests · {title}", title=plain_name_of(night)),
        "\n".join(pages[page]),
        rows=(row,) if row else (),
        footer=page_line(page, len(pages), wording),
    )


def guest_pages(night: Night, wording: Wording) -> list[list[str]]:
    """Return everybody who stands on a night's card, as the lines of one or more pages."""
    called = GuestNames(night, wording)
    pages: list[list[str]] = [[]]
    room = ON_A_PAGE
    for group in _groups(night, wording):
        left = group.guests
        while left:
            names = [guest_name(night, guest, called, wording) for guest in left[:room]]
            pages[-1] += [group.head, wording.series(names)]
            left, room = left[room:], room - len(names)
            if not room:
                pages.append([])
                room = ON_A_PAGE
    return [page for page in pages if page] or [[wording.gettext("Nobody yet.")]]


@dataclass(frozen=True, slots=True)
class _Group:
    """Guests who stand together on a card."""

    head: str
    guests: tuple[Guest, ...]
    most: int
    nobody: str

    @property
    def cut(self) -> bool:
        """Tell whether the card hasn't room for all of them."""
        return len(self.guests) > self.most


def _groups(night: Night, wording: Wording) -> Iterator[_Group]:
    """Yield the guests of a night by what they have answered, or by who is there."""
    _, guests = wording.gettext, night.guests
    unsure = unconfirmed_words(guests.coming, wording)

    def group(
        head: str, people: Iterable[Guest], most: int = MOST_OTHERS, *, nobody: str = ""
    ) -> Iterator[_Group]:
        found = tuple(people)
        if found or nobody:
            said = head.format(n=len(found), limit=guests.limit, unsure=unsure)
            yield _Group(f"**{said}**", found, most, nobody)

    if night.row.state in ("draft", "open"):
        # A draft's preview has the limit among its settings.
        nobody = _("Nobody yet.") if night.row.state == "open" else ""
        yield from group(in_head(night, wording), guests.coming, MOST_IN, nobody=nobody)
        yield from group(_("Maybe ({n})"), guests.with_answer("maybe"))
        yield from group(waitlist_head(night, wording), guests.with_answer("waits"))
    elif night.row.state == "over" and not night.dealt:
        yield from group(_("Came ({n})"), (one for one in guests.guests if one.came_at), MOST_IN)
    elif night.row.state == "over":
        played, there = who_played(night), night.took_part | night.came
        for head, people in ((_("Played ({n})"), played), (_("Didn't play ({n})"), there - played)):
            yield from group(head, (e for e in guests.guests if e.person in people), MOST_IN)
    else:
        line = [one for one in guests.with_answer("waits") if one.how_gone is None]
        # Who has a table without a seat on the list plays now, and doesn't wait.
        plays = [one for one in line if one.here and has_table(night, one.person)]
        there, away = by_their_tables(night)
        nobody = "" if away else _("Nobody yet.")
        yield from group(_("Here ({n})"), (*there, *plays), MOST_IN, nobody=nobody)
        yield from group(_(AWAY_COUNTED), away)
        for head, coming in on_the_way_groups(night):
            yield from group(_(head), coming)
        if night.row.state == "doors":
            yield from group(_("Maybe ({n})"), guests.with_answer("maybe"))
        yield from group(waitlist_head(night, wording), (one for one in line if one not in plays))
        for head, gone in gone_groups(night, wording):
            yield from group(head, gone)


def _small(night: Night, following: Night | None, wording: Wording) -> list[str]:
    _, row = wording.gettext, night.row
    named = (each for group in _groups(night, wording) for each in group.guests[: group.most])
    # Among the names above, its hosts are marked.
    said = [] if {*night.leaders} <= {each.person for each in named} else _hosted(night, wording)
    if row.state == "open" and night.guests.missed:
        said.append(_("waits for a host"))
    elif row.state in ("draft", "open") and not night.guests.missed:
        if row.state == "open":
            # A draft's preview has it among its settings.
            moves = row.move_time // MINUTE
            said.append(wording.ngettext("{n} minute a move", "{n} minutes a move", moves))
            # Where they are taught in round 1, how long that takes is above.
            said += filter(None, ["" if to_teach(night) else newcomers_time(night, wording)])
        said.append(_("Doors open {time}", time=f"<t:{night.guests.doors_at}:t>"))
    if row.state == "playing" and night.dealt:
        text = _("Round {n} of {rounds}") if night.playing else _("Round {n} of {rounds} is over")
        said.append(text.format(n=len(night.dealt), rounds=night.round_count))
        if (until := break_left(night)) is not None and deal_at(night) is None:
            said.append(_("break until {time}", time=wording.at(until)))
    if row.stage == "held" and night.playing is None and not night.over:
        said.append(_("waits for a host"))
    if night.over and night.places.recap_id and recap_due(night) and not recap_is_above(night):
        said.append(linked_recap(night, wording))
    thread = night.places.thread_id
    if thread not in (None, night.places.card_id, row.channel_id):
        # A card that was posted again doesn't have its thread below it.
        said.append(f"<#{thread}>")
    return [*said, *filter(None, [next_words(night, following, wording)])]


def _hosted(night: Night, wording: Wording) -> list[str]:
    """Return who hosts a night, whether or not they come; nothing if nobody knows any more."""
    names = [wording.addressed(each) for each in host_names(night)]
    return [wording.gettext("Hosted by {name}", name=wording.listed(names))] if names else []


def _rows(
    night: Night, games: Games, wording: Wording, reader: Reader | None, following: Night | None
) -> tuple[Row, ...]:
    """Return the controls of a card; where it names only some guests, one that shows them all."""
    rows = _presses(night, wording, reader, following)
    if not (night.over or night.all_played):
        rows = *rows, *ticks_list(night, games, wording)
    if not any(group.cut for group in _groups(night, wording)):
        return rows
    everybody = Button(routes.EVERYBODY(night.id, 0), wording.gettext("All guests"))
    return *rows, (everybody,)


def _presses(
    night: Night, wording: Wording, reader: Reader | None, following: Night | None
) -> tuple[Row, ...]:
    _, one = wording.gettext, night.id
    rules = rules_button(night, wording)
    to_lead = to_desk(night, wording, for_leaders=reader is not None)
    desk = () if reader and not reader.leads else (to_lead,)
    answer, out = answer_buttons(night, wording)
    here = Button(routes.PRESS_HERE(one), _("I'm here"), ButtonStyle.success)
    match night.row.state:
        case "draft" | "open":
            return (
                (answer, Button(routes.PRESS_MAYBE(one), _("Maybe")), out),
                (rules, *desk),
            )
        case "doors":
            # On a phone, there is no room for three answers in a row.
            return ((here, late_button(night, wording)), (out, rules, *desk))
        case "playing" if night.all_played:
            return ((rules, *_points(night, wording), *desk),)
        case "playing":
            home = Button(routes.PRESS_HOME(one), _("I'm going home"))
            take = take_buttons(night, wording)
            return ((here, home, *take), (rules, *_points(night, wording), *desk))
        case "over" if night.dealt:
            return (_points(night, wording),)
        case _:
            hosts = () if reader and not reader.leads else for_host(night, following, wording)
            hosts = hosts if reader else one_for_host(night, hosts, wording)
            # As in what its thread says: once the next night is over, that one leads on.
            past = following is not None and following.row.state == "over"
            wishes = fan_buttons(night, reader.wishes if reader else (), wording)
            return tuple(filter(None, (() if past else wishes, hosts)))


def _points(night: Night, wording: Wording) -> tuple[Button, ...]:
    """Return the button that shows the points, once somebody may have some."""
    return (points_button(night, wording),) if night.dealt else ()


def points_button(night: Night, wording: Wording) -> Button:
    """Return the button that shows the points of a night as they are now."""
    return Button(desk_routes.NIGHT_POINTS(night.id), wording.gettext("Night points"))


def _by_itself_lines(night: Night, wording: Wording) -> Iterator[str]:
    """Yield what guests do on a night that runs by itself; nothing once its doors are open."""
    if night.row.state in ("draft", "open") and not night.guests.missed:
        yield wording.gettext(
            "It runs by itself: press **I'm here** when the doors open to get a table."
        )
