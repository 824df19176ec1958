"""What is posted once in a night's thread: reminders, offers, that the doors are open, etc."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ButtonStyle

from bot.engine.text import cleaned
from bot.nights.doors import HERE_ALREADY
from bot.nights.left_out import left_out_before, left_out_from
from bot.nights.night import Night, Post
from bot.nights.series_rules import next_at
from bot.nights.stages import RoundPace
from bot.nights.standing_posts import (
    ASK,
    BEFORE,
    ENDED,
    FROM,
    KEPT,
    KNOWN,
    MORNING,
    OF_DATES,
    REST,
    Holds,
    concerned,
)
from bot.tables.clock import MINUTE
from bot.ui.pages import routes
from bot.ui.pages.long_lists import fit
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.answer_buttons import answer_buttons
from bot.ui.pages.nights.call_buttons import needed_row
from bot.ui.pages.nights.doors_post import (
    STAYS,
    also_moved_line,
    answer_again,
    arrivals,
    awaited,
    calls_all,
    moved_lines,
)
from bot.ui.pages.nights.fan_page import every_line, goes_on_by, repeats, stop_button
from bot.ui.pages.nights.leading_on import leads_on, of_dates
from bot.ui.pages.nights.next_start import missing_text, too_few_line
from bot.ui.pages.nights.night_card import points_button
from bot.ui.pages.nights.night_games import Games
from bot.ui.pages.nights.night_late import expected_text, late_button
from bot.ui.pages.nights.night_post_words import (
    ASKED_LAST,
    IN_THE_MORNING,
    ONCE_ON,
    arrive_words,
    came_of_line,
    dated,
    few_words,
    is_finished,
    may_arrive,
    moved_words,
    words_of,
)
from bot.ui.pages.nights.night_words import (
    REPEATS,
    GuestNames,
    about_lines,
    cancelled_line,
    linked_card,
    linked_recap,
    named_for_host,
    plain_name_of,
    show_button,
    to_desk,
    why_lines,
)
from bot.ui.pages.nights.offline_post import offline_lines
from bot.ui.pages.nights.pilot_buttons import keeps_for_all, waits_row
from bot.ui.pages.nights.pilot_words import needed_text
from bot.ui.pages.nights.remind_post import ask_undecided, lesson_buttons, may_say_in
from bot.ui.pages.nights.round_notice import notice_row, notice_text, overtime_text
from bot.ui.pages.nights.round_over import (
    asked_back,
    back_text,
    begun_lines,
    corrected_text,
    over_row,
    round_over_text,
)
from bot.ui.pages.nights.seats_to_take import (
    asks_here,
    gone_seat_text,
    listed_text,
    lost_text,
    offer_text,
    open_text,
    taking_buttons,
    unkept_text,
    vacant_buttons,
    vacant_text,
    waits,
)
from bot.ui.pages.nights.series_page import answered_text, asked_row, asked_text
from bot.ui.pages.nights.series_words import skipped_line, warned_line
from bot.ui.pages.nights.unled_words import call_buttons
from bot.ui.pages.page import ROW, Button, Row, clip
from bot.ui.pages.tables.setting_names import span_words
from bot.ui.pages.wording import Wording, plain_name

MOST_MENTIONED: Final = 70
"""The most people that one message mentions; a message has no room for more."""
NAMED_FIRST: Final = 3
"""The most people who are named before what they are told, as one would say it."""
LONGEST: Final = 2000


@dataclass(frozen=True, slots=True)
class PostMessage:
    """A post as a message: whom it mentions, what it says, and its controls."""

    text: str
    people: tuple[int, ...]
    role: int | None
    row: tuple[Button, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return the controls as rows, which have room for so many."""
        return tuple(self.row[at : at + ROW] for at in range(0, len(self.row), ROW))

    @property
    def sign(self) -> int:
        """Return a number that changes once it shows something else."""
        return zlib.crc32(repr((self.text, self.row)).encode())


def post_message(
    night: Night,
    post: Post,
    number: int,
    wording: Wording,
    pace: RoundPace | None = None,
    holds: Holds = "yes",
    games: Games = (),
    following: Night | None = None,
) -> PostMessage:
    """Return what a post says now. Its controls' ids end in its number, by which it is found again.

    Many people are named below what it says, where their names don't hide it on a phone; and one
    that doesn't hold any more says what came of it, calls nobody, and has no controls. `pace` is
    that of the night, for what it calls its hosts for. `games` are named where it has several, and
    a learner can begin the lesson of each. `following` is the next night, if there is one yet.
    """
    people = post.people[:MOST_MENTIONED]
    role = post.details.get("role")
    text = needed_text(night, pace, wording, people) if post.kind == "needed" else ""
    text = text or _text(night, post, wording, holds, games, pace)
    row = _row(night, post, number, wording, games, pace) if holds == "yes" else ()
    if post.kind == "goes_on" and holds != "yes":
        text = answered_text(night, following, wording)
    if post.kind in ("cancelled", "few"):
        said, leading = leads_on(night, following, wording, number)
        warned = warned_line(night, wording) if post.kind == "few" else ""
        lines = (text, said, warned, every_line(leading, wording))
        text, row = "\n".join(filter(None, lines)), leading or row
    if post.kind in OF_DATES and holds == "yes":
        said, row = of_dates(night, post, following, wording, number)
        text = "\n".join(filter(None, (text, said)))
    if post.kind == "needed":
        row = needed_row(night, pace, number, wording)
    everybody = [f"<@{person}>" for person in _called(night, post)]
    called = fit(everybody, MOST_MENTIONED, wording, apart=True, people=True)
    called = called if role is None else [f"<@&{role}>"]
    # Whoever was called to a seat that is taken by now reads that it is said to them.
    called = called if holds == "yes" or post.kind == "vacant" or not text else []
    if post.kind == "round_over" and called:
        # What they are asked stands below what all are told.
        asked = f"\n{_calling(called, back_text(night, post, wording))}"
        text = clip(text, LONGEST - len(asked)) + asked
    else:
        # What is said to all isn't said to the few who are called first.
        text = _calling(called, text, below=post.kind == "notice")
    return PostMessage(text, people, role, row)


def _called(night: Night, post: Post) -> Sequence[int]:
    """Return the people of a post whom it mentions now."""
    match post.kind:
        case "round_over":
            return asked_back(night, post)
        case "vacant":
            return [each for each in post.people if waits(night, each)]
        case "back":
            return [each for each in post.people if each in night.left_out]
        case "unkept":
            return concerned(night, post)
        case "doors" if not calls_all(night, post):
            # They have been called; from now on it says who is here, and who isn't yet.
            return ()
        case _:
            return post.people


def _calling(mentions: Sequence[str], said: str, *, below: bool = False) -> str:
    """Return what is said to these people: many, or all if `below`, are called below it."""
    if not (said and mentions) or (len(mentions) <= NAMED_FIRST and not below):
        return clip(" ".join(filter(None, [*mentions, said])), LONGEST)
    named = f"\n-# {' '.join(mentions)}"
    return clip(said, LONGEST - len(named)) + named


def direct_message(
    night: Night, post: Post, number: int, wording: Wording, games: Games
) -> PostMessage:
    """Return a reminder as a direct message to a person who wants it that way."""
    text = f"{_text(night, post, wording, 'yes')}\n{linked_card(night, wording)}"
    return PostMessage(text, (), None, _row(night, post, number, wording, games))


def _row(
    night: Night,
    post: Post,
    number: int,
    wording: Wording,
    games: Games,
    pace: RoundPace | None = None,
) -> tuple[Button, ...]:
    _ = wording.gettext
    show = show_button(night, wording, number)
    answer, out = answer_buttons(night, wording, number)
    desk = to_desk(night, wording, number)
    here = Button(routes.PRESS_HERE(night.id, mark=number), _("I'm here"), ButtonStyle.success)
    match post.kind:
        case kind if (kind in ONCE_ON or kind == "seat") and _is_on(night):
            return (here, show) if may_arrive(night, post) else (show,)
        case "remind":
            learn = lesson_buttons(night, post, number, wording, games)
            first = (answer,) if may_say_in(night, post) else ()
            first = (here,) if night.row.state == "doors" else first
            return (*first, late_button(night, wording, number), out, show, *learn)
        case "doors":
            late = late_button(night, wording, number)
            return _doors_row(night, here, late, out, desk, call_buttons(night, wording, number))
        case "missing":
            keeps = named_for_host(waits_row(night, pace, wording), wording)
            return (here, show, *keeps, desk)
        case "vacant":
            return (*vacant_buttons(night, post, wording), show)
        case "back" | "lost" | "expected" | "unkept" if asks_here(night, post):
            warned = post.kind == "unkept" and night.guests.doors == "open"
            return (here, late_button(night, wording, number), out) if warned else (here,)
        case "offer" | "open":
            return taking_buttons(night, post, number, (here, out, show), wording)
        case "regulars" if repeats(night):
            come = Button(answer.id, wording.pgettext("to a night", "Yes"), ButtonStyle.success)
            return (come, Button(out.id, _("Not this time")))
        case "moved" | "unconfirmed" | "regulars" | "after_all" if KEPT not in post.details:
            return (Button(answer.id, _("I can come"), ButtonStyle.success), out)
        case "invite" | "asked":
            return (answer, out)
        case "unfollowed" if night.row.state == "open":
            return (answer, out, show)
        case "told":
            return (answer, out, stop_button(night, wording))
        case "round_over":
            return over_row(night, post, (here, show, desk), wording)
        case "notice":
            return notice_row(night, post, number, wording)
        case "goes_on":
            return asked_row(night, number, wording)
        case "corrected" | "ended":
            return (points_button(night, wording), show)
        case "overtime" | "cohost":
            return (desk, show)
        case "late":
            return (*named_for_host((_opening(night, wording),), wording), desk)
        case _:
            return (show,)


def _opening(night: Night, wording: Wording) -> Button:
    doors = desk_routes.OPEN_DOORS(night.id, desk_routes.SURE)
    return Button(doors, wording.gettext("Open the doors now"), ButtonStyle.primary)


def _doors_row(
    night: Night, here: Button, late: Button, out: Button, desk: Button, calls: Sequence[Button]
) -> tuple[Button, ...]:
    if night.row.state == "playing":
        return (desk,) if night.all_played else (here, desk)
    return (here, late, out, *calls, desk)


def _text(
    night: Night,
    post: Post,
    wording: Wording,
    holds: Holds,
    games: Games = (),
    pace: RoundPace | None = None,
) -> str:
    said = _words(night, post, wording, holds, pace)
    values = _values(night, post, wording)
    if holds == "cancelled" or post.kind == "cancelled":
        return "\n".join([cancelled_line(night, wording), *why_lines(night)])
    match post.kind:
        case "doors" if holds == "yes":
            said = arrivals(night, wording).format(**values)
            lines = [said, *moved_lines(night, post, wording), *awaited(night, pace, wording)]
            lines += about_lines(night, wording)
            return "\n".join([*lines, *begun_lines(night, post, wording)])
        case "missing" if holds == "yes":
            return missing_text(night, pace, keeps_for_all(night, pace, wording), wording)
        case "goes_on":
            return asked_text(night, wording)
        case "offer" if holds == "yes":
            return offer_text(night, post, wording, values)
        case "offer" | "open" | "seat" if holds == "no":
            return gone_seat_text(night, post, wording)
        case "open" if holds == "yes":
            return open_text(night, post, wording, values)
        case "round_over":
            return round_over_text(night, post, wording, pace)
        case "corrected":
            return corrected_text(post, wording)
        case "seat" if holds == "yes" and night.dealt:
            listed = listed_text(night, post, wording, values)
            return wording.sentences(listed, arrive_words(night, post, wording))
        case "vacant" | "back" | "lost":
            said_of = {"vacant": vacant_text, "back": back_text, "lost": lost_text}
            return said_of[post.kind](night, post, wording)
        case "unkept":
            return unkept_text(night, concerned(night, post), wording)
        case "expected":
            return expected_text(night, post, wording)
        case "notice":
            return notice_text(night, post, games, wording)
        case "overtime" if holds == "yes":
            return overtime_text(night, post, wording)
        case _:
            pass
    later = f"\n-# {wording.gettext(IN_THE_MORNING)}" if MORNING in post.details else ""
    return f"{said}{later}".format(**values)


def _values(night: Night, post: Post, wording: Wording) -> dict[str, Any]:
    """Return what the words of posts name, by the names that they have for it."""
    details = post.details
    return {
        "title": f"**{plain_name_of(night)}**",
        "link": linked_card(night, wording),
        "recap": linked_recap(night, wording),
        "name": f"**{plain_name(str(details.get('by', '?')))}**",
        "number": details.get("round", 0),
        "next": len(night.dealt) + 1,
        # Whom a post of one person is about, once nobody is mentioned there.
        "people": GuestNames(night, wording).said(post.people[0]) if post.people else "",
        "span": span_words(MINUTE * details.get("minutes", 0), wording),
        "words": cleaned(str(details.get("text", ""))),
        **_times(night, post, wording),
    }


def _times(night: Night, post: Post, wording: Wording) -> dict[str, str]:
    """Return the moments that posts name, by the names that their words have for these."""
    start, before = night.guests.starts_at, post.details.get(FROM)
    first, before = before or next_at(night) or night.guests.starts_at, before or start
    then = first
    if post.kind in ("skipped", "series_moved"):
        _left, then = left_out_from(night, first)
    if post.kind == "skipped":
        first = then
    elif post.kind == "series_moved":
        before = post.details.get(KNOWN, post.details.get(BEFORE, before))
    weeks = 1 if night.series is None else night.series.weeks
    return {
        "every": wording.gettext(REPEATS[weeks]),
        "date": f"<t:{start}:F>",
        "soon": f"<t:{start}:R>",
        "time": f"<t:{start}:t>",
        "old": f"<t:{before}:F>",
        "old_time": f"<t:{before}:t>",
        "first": f"<t:{first}:F>",
        "then": f"<t:{then}:F>",
        "morning": f"<t:{post.details.get(MORNING, 0)}:t>",
    }


def _words(night: Night, post: Post, wording: Wording, holds: Holds, pace: RoundPace | None) -> str:
    """Return the words of a post, to be filled in, which depend on how the night stands."""
    gettext, said = wording.gettext, wording.gettext(dated(night, post, words_of(post.kind, holds)))
    match post.kind:
        case kind if kind in ONCE_ON and holds == "yes" and _is_on(night):
            said = gettext(dated(night, post, ONCE_ON[kind]))
            return wording.sentences(said, arrive_words(night, post, wording))
        case "moved" if holds == "yes" and REST not in post.details:
            return wording.sentences(
                said, also_moved_line(post, wording), answer_again(night, wording)
            )
        case "regulars" if holds == "yes" and not repeats(night):
            return gettext(ASKED_LAST)
        case "after_all" if holds == "yes" and KEPT in post.details:
            said = gettext("{title} takes place after all: {date} ({soon}).")
            return wording.sentences(said, gettext(STAYS))
        case "doors" | "announced" if holds == "no" and night.over and not night.dealt:
            # As on its card. Else what is said of its last round says that it is over.
            return gettext("{title} didn't take place: {link}")
        case "offline" if holds == "yes":
            return wording.sentences(said, *offline_lines(night, post, wording))
        case "seat" if holds == "yes" and {*post.people} <= {e.person for e in night.guests.there}:
            return wording.sentences(said, gettext(HERE_ALREADY))
        case "seat" if holds == "yes":
            return wording.sentences(said, arrive_words(night, post, wording))
        case "few":
            return few_words(post, wording) or said
        case "remind" if holds == "yes":
            lines = [
                said,
                too_few_line(night, post.people, pace, wording),
                ask_undecided(night, post, wording),
            ]
            return "\n".join(filter(None, lines))
        case "overtime" if holds == "no" and is_finished(night, post):
            # It isn't edited any more once they have.
            return wording.sentences(said, gettext("Computers took over what was still on."))
        case "announced" if holds == "yes" and ASK in post.details:
            return f"{said}\n-# {came_of_line(night, post, wording)}"
        case "unfollowed" if post.details.get(ENDED):
            last = gettext("The series ends: {title} on {date} is the last night.")
            if post.people:
                stop = gettext("After that, this series doesn't ask or ping you any more.")
                last = wording.sentences(last, stop)
            return gettext("The series {title} has ended.") if night.over else last
        case "series_moved":
            return moved_words(night, post, said, wording)
        case "unfollowed":
            return wording.sentences(said, goes_on_by(night, wording))
        case "told" | "regulars" if holds == "yes":
            skipped = skipped_line(left_out_before(night), wording)
            return "\n-# ".join(filter(None, [said, skipped]))
        case _:
            return said


def _is_on(night: Night) -> bool:
    """Tell whether the doors of a night have opened, and it isn't over."""
    return night.row.state in ("doors", "playing")
