"""What is said of a night that goes on by itself or calls its hosts: on posts, card and desk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from bot.engine.text import marked as _
from bot.nights.more_tables import waiting_now
from bot.nights.night import Night
from bot.nights.night_calls import STOPPED, Call, CallWhy, StillWhy
from bot.nights.pilot import ALONE, alone, open_calls, paused
from bot.nights.rounds import closes_at
from bot.nights.stages import (
    ENDS_AFTER,
    NOTICE,
    RoundPace,
    all_here,
    deal_at,
    ends_at,
    finishes_at,
    finishes_by,
    first_start,
    goes_on_at,
    missing,
    past_start,
    round_ends_at,
)
from bot.tables.clock import MINUTE
from bot.ui.pages.long_lists import fit
from bot.ui.pages.nights.gone_guests import (
    NOT_HERE_NAMED,
    awaited_groups,
    change_groups,
    on_the_way,
)
from bot.ui.pages.nights.next_start import (
    ends_by,
    first_start_lines,
    given_up_lines,
    if_fewer_next,
    if_fewer_now,
    kept_waiting_line,
    needed_next,
)
from bot.ui.pages.nights.night_games import Games
from bot.ui.pages.nights.night_sizes import who_will_come
from bot.ui.pages.nights.night_tables import seated_lines
from bot.ui.pages.nights.night_words import (
    COMING_LATE,
    WHY,
    GuestNames,
    late_name,
)
from bot.ui.pages.nights.pilot_buttons import (
    keeps_for_all,
    keeps_words,
)
from bot.ui.pages.place_words import linked_place
from bot.ui.pages.wording import Wording
from storage.night_rows import Pilot

PILOTS: Final[Mapping[Pilot, str]] = {
    "host": _("you seat and start each round, and I don't call you for it"),
    "helper": _("you seat and start each round, and I call you when one can be seated"),
    "auto": _("it runs by itself: I open the doors, start each round and end the night"),
}
"""Who leads a night on, in words."""
HEADS: Final[Mapping[Pilot, str]] = {
    "host": _("You lead, no calls"),
    "helper": _("You lead, I call you"),
    "auto": _("It runs by itself"),
}
"""The same on buttons."""
CALLS: Final[Mapping[CallWhy, str]] = {
    "over": _("Round {round} runs over time."),
    "seated": _("Round {round} is seated, and waits until you start it."),
    "shut": _("I can't write in the channel of this night any more, so it goes on here."),
    "moved_place": _("The channel of this night is gone, so it goes on here."),
    "teacher": _("Somebody wants to learn, and nobody has offered to teach."),
    "away": _("I was offline when round {round} should have begun, so it waits for you."),
    "unled": _("None of the hosts may lead this night any more, so it waits."),
    "last": _(
        "The last round is over. End the night, which makes the recap final, or add one more round."
    ),
    "start": _("Guests are here and wait for a host: seat round {round} when you're ready."),
    "unsaid": _("I couldn't announce round {round} in time, so it waits for you."),
}
"""What hosts are called for, but for what has a number in it."""
AWAY_IN_ROUND: Final = _(
    "I was offline while round {round} was played. Its games go on; after them the night waits "
    "for you."
)
AWAY_AT_END: Final = _("I was offline when the night should have ended, so it waits for you.")
MOST_MISSED: Final = 3
"""The most people who aren't here whom a call names; more are counted."""
STILLS: Final[Mapping[StillWhy, str]] = {
    "deserted": _("All players are away, and the game waits: {tables}"),
    "paused": _("Still paused: {tables}"),
    "unseen": _("I can't show this any more: {tables}"),
    "unread": _("I can't read this any more: {tables}"),
    "slow": _("Waiting a while for one move: {tables}"),
}
"""Why tables stand still."""
TIME_UP: Final = _("When the time for a move is up, a computer plays for whoever missed it.")


def call_line(
    night: Night,
    call: Call,
    wording: Wording,
    pace: RoundPace | None = None,
    called: Sequence[int] = (),
) -> str:
    """Return what hosts are called for; `pace` says how many guests make a table, `called` who of
    them reads that.
    """
    match call.why:
        case "doors":
            until = given_up_lines(night, pace, wording, keeps_for_all(night, pace, wording))
            until = until if missing(night, pace) else ()
            return wording.sentences(_who_came(night, call.round, wording, pace, called), *until)
        case "break":
            over = wording.gettext("The break is over.")
            until = if_fewer_next(night, pace, wording, keeps_for_all(night, pace, wording))
            came = _who_came(night, call.round, wording, pace, called)
            return wording.sentences(over, came, until)
        case "held":
            return kept_waiting_line(night, wording)
        case "waiting":
            return wording.ngettext(
                "{n} guest waits for a seat. That's enough for a table.",
                "{n} guests wait for a seat. That's enough for a table.",
                len(waiting_now(night)),
            )
        case "few":
            # Doors that were missed wait for a host.
            until = "" if night.guests.missed else ends_by(night, pace, wording)
            return wording.sentences(who_will_come(night, wording, pace), until)
        case "table":
            table = _linked_table(night, call, wording)
            said = wording.gettext("{table} asks for a host.", table=table)
            return f"{said}\n> {wording.gettext(WHY[call.asks])}" if call.asks else said
        case "away" if night.playing is not None:
            return wording.gettext(AWAY_IN_ROUND, round=call.round)
        case "away" if night.all_dealt:
            return wording.gettext(AWAY_AT_END)
        case _:
            return wording.gettext(CALLS[call.why], round=call.round)


def _who_came(
    night: Night, number: int, wording: Wording, pace: RoundPace | None, called: Sequence[int]
) -> str:
    """Return how many are here for a round, and what can be done about it."""
    count = len(night.guests.there)
    if not count:
        return wording.gettext("It should begin now, and nobody is here yet.")
    if pace is not None and count < pace.enough:
        if [guest.person for guest in night.guests.there] == [*called]:
            return wording.gettext("It should begin now, and only you are here so far.")
        return wording.ngettext(
            "It should begin now, and {n} person is here: too few for a table so far.",
            "It should begin now, and {n} people are here: too few for a table so far.",
            count,
        )
    if pace is not None and count < pace.fewest:
        return wording.ngettext(
            "{n} person is here: with a computer that's a table. "
            "Seat round {round} when you're ready.",
            "{n} people are here: with a computer that's a table. "
            "Seat round {round} when you're ready.",
            count,
            round=number,
        )
    return wording.ngettext(
        "{n} person is here. Seat round {round} when you're ready.",
        "{n} people are here. Seat round {round} when you're ready.",
        count,
        round=number,
    )


def _who_is_missing(night: Night, wording: Wording) -> Iterator[str]:
    """Yield who has come and gone since the round before as one should begin, who isn't here, and
    who comes late: a few by name.
    """
    names, awaited = GuestNames(night, wording), on_the_way(night)
    late = [late_name(names.plain(each.person), each, wording) for each in awaited if each.late]
    groups = [
        (head, [names.plain(person) for person in found]) for head, found in change_groups(night)
    ]
    groups += [
        (head, [names.plain(each.person) for each in found])
        for head, found in awaited_groups(night, awaited)
    ]
    gone = [names.plain(person) for person in night.left_out]
    for text, people in (*groups, (NOT_HERE_NAMED, gone), (COMING_LATE, late)):
        if people:
            shown = fit(people, MOST_MISSED, wording, people=True)
            yield wording.gettext(text, number=len(night.dealt), names=wording.series(shown))


def needed_text(
    night: Night, pace: RoundPace | None, wording: Wording, called: Sequence[int] = ()
) -> str:
    """Return what those who lead a night are called for now; "" if for nothing any more. `called`
    are those of them whom that mentions.
    """
    calls = _by_table(open_calls(night, pace))
    lines = [call_line(night, each, wording, pace, called) for each in calls if each.why != "still"]
    if any(each.why in ("doors", "break") for each in calls):
        lines += _who_is_missing(night, wording)
    for why, text in STILLS.items():
        tables = [_linked_table(night, each, wording) for each in calls if each.still == why]
        if tables:
            lines.append(wording.gettext(text, tables=wording.series(tables)))
    if any(each.still == "slow" for each in calls):
        lines.append(f"-# {wording.gettext(TIME_UP)}")
    left = [each for each in alone(night) if each in calls]
    if left:
        said = wording.gettext(
            "From {time} on, computers finish the games to which nobody has come back.",
            time=f"<t:{min(each.at for each in left) + ALONE}:t>",
        )
        lines.append(f"-# {said}")
    waits = any(each.still and each not in left for each in calls)
    by = finishes_by(night, pace) if waits else None
    if calls and paused(night):
        lines.append(f"-# {paused_line(wording)}")
    elif by is not None:
        lines.append(f"-# {_taken_over(by, wording)}")
    return "\n".join(lines)


def _by_table(calls: Iterable[Call]) -> list[Call]:
    """Return calls in the order of their tables, not as they came."""
    return sorted(calls, key=lambda each: each.number)


def _linked_table(night: Night, call: Call, wording: Wording) -> str:
    """Return which table a call is about, and lead there if it can be seen."""
    named = wording.gettext("Table {number}", number=call.number or "?")
    return linked_place(named, night.row.guild_id, call.place)


# On the desk, and where it is chosen


def pilot_lines(
    night: Night,
    pace: RoundPace,
    games: Games,
    wording: Wording,
    *,
    hurries: bool,
    rests: bool = False,
    brief: bool = False,
) -> Iterator[str]:
    """Yield what the desk says about what happens by itself.

    `hurries` tells whether there is a game that computers could take over, and `rests` whether one
    is paused. If `brief`, nothing is said of what stops it.
    """
    row = night.row
    yield from _before_the_doors(night, pace, wording)
    at, end, coming = deal_at(night), ends_at(night, pace), len(night.dealt) + 1
    if end is not None and row.pilot != "auto":
        keeps = keeps_words(night, pace, wording)
        yield f"⚠️ {needed_next(night, pace, wording, keeps)}"
        return
    if row.pilot == "host" or night.over or row.state in ("draft", "open"):
        return
    finish = finishes_at(night) if hurries else None
    if row.stage == "held":
        yield _on_hold(night, wording, plays=hurries and not rests)
        reasons = [each for each in night.calls if each.why in STOPPED][-1:]
        yield from (f"-# {call_line(night, each, wording)}" for each in reasons)
    elif at is not None and night.proposal is not None:
        yield _starts(coming, at, wording)
        yield from seated_lines(night, night.proposal, games, wording)
    elif rests:
        yield paused_line(wording)
    elif finish is not None:
        yield f"▶️ {_taken_over(finish, wording)}"
    elif end is not None:
        said = wording.gettext("▶️ The night ends by itself at {time}.", time=wording.at(end))
        keeps = keeps_words(night, pace, wording)
        yield said if night.all_dealt else f"▶️ {needed_next(night, pace, wording, keeps)}"
    elif row.pilot == "auto":
        yield from _by_itself(night, pace, wording, hurries=hurries)
        if not brief and not keeps_words(night, pace, wording):
            waits = wording.gettext(
                "You needn't press anything. With **Hold the night** no round starts, and the "
                "night doesn't end, until you resume it. Games go on meanwhile."
            )
            yield f"-# {waits}"
    elif night.proposal is None and not _called_already(night, pace):
        yield from _called_when(night, pace, wording)


def _before_the_doors(night: Night, pace: RoundPace, wording: Wording) -> Iterator[str]:
    """Yield what happens by itself on a night whose doors aren't open yet."""
    if night.row.state == "open" and night.guests.missed:
        yield wording.gettext(
            "⚠️ I was offline when the doors should have opened. Press **{button}**. If nobody does "
            "by {time}, the night is over.",
            button=wording.gettext("Open the doors now"),
            time=wording.at(closes_at(night) or 0),
        )
    elif night.row.state == "open":
        opens = wording.gettext(
            "▶️ Doors open by themselves at {time}.", time=wording.at(night.guests.doors_at)
        )
        rest, few = wording.gettext("You needn't press anything before."), ""
        if night.row.pilot == "auto":
            rest = wording.gettext(
                "I start each round, too, and end the night: you needn't press anything."
            )
            few = ends_by(night, pace, wording) if night.expected < pace.enough else ""
        yield wording.sentences(opens, rest, few)


def _on_hold(night: Night, wording: Wording, *, plays: bool) -> str:
    """Return what waits on a night that a host holds, and that they can seat the next round all the
    same; `plays` tells whether games go on.
    """
    held = wording.gettext("⏸️ On hold: nothing happens by itself until you resume the night.")
    if night.playing is None and not night.all_dealt and night.proposal is None:
        held = wording.gettext(
            "⏸️ On hold: nothing happens by itself until you resume the night, or seat round "
            "{number} yourself.",
            number=len(night.dealt) + 1,
        )
    return wording.sentences(held, wording.gettext("Games go on meanwhile.") if plays else "")


def paused_line(wording: Wording) -> str:
    """Return what becomes of a paused game: computers finish none of its round meanwhile."""
    return wording.gettext(
        "⏸️ A paused game waits until a host resumes it, even if the round runs over time."
    )


def _starts(number: int, at: int, wording: Wording) -> str:
    return wording.gettext(
        "▶️ Round {number} starts by itself at {time}.", number=number, time=wording.at(at)
    )


def _called_already(night: Night, pace: RoundPace) -> bool:
    """Tell whether a host was called for the next step of the evening."""
    return any(each.why in ("doors", "break", "last") for each in open_calls(night, pace))


def _called_when(night: Night, pace: RoundPace, wording: Wording) -> Iterator[str]:
    """Yield what a host is called for next on a night that they lead with help; nothing once the
    last game is over, as the desk asks them then.
    """
    number, at = len(night.dealt) + 1, goes_on_at(night, pace)
    times = first_start(night)
    if at is not None and times is not None and times[0] < times[1]:
        said = wording.gettext(
            "▶️ I call you in the thread for round {n} at {start}. If somebody isn't here by then, "
            "I wait until {end} at most."
        )
        if past_start(night):
            said = wording.gettext("▶️ I call you in the thread for round {n} by {end}.")
        start, end = (f"<t:{each}:t>" for each in times)
        yield said.format(n=number, start=start, end=end)
    elif at is not None and not night.all_dealt and _waits_for_the_time(night):
        # It can be seated now, if a host won't wait.
        yield wording.gettext(
            "▶️ I call you in the thread for round {n} at {time}.", n=number, time=f"<t:{at}:t>"
        )
    elif not night.all_dealt:
        yield wording.gettext("▶️ I call you in the thread when round {n} can be seated.", n=number)
    elif night.playing is not None:
        yield wording.gettext(
            "▶️ I call you in the thread once the last game is over. Then end the night here."
        )


def _waits_for_the_time(night: Night) -> bool:
    """Tell whether a host is called at a time alone: as a break ends, or the night starts, for
    which all are here.
    """
    early = night.row.stage == "doors" and all_here(night) and not past_start(night)
    return early or night.row.stage == "break"


def _by_itself(night: Night, pace: RoundPace, wording: Wording, *, hurries: bool) -> Iterator[str]:
    """Yield what happens next on an evening that runs by itself, if no host presses anything."""
    coming, at = len(night.dealt) + 1, goes_on_at(night, pace)
    if night.row.stage == "doors":
        begins = _begins(night, pace, wording)
        keeps = keeps_words(night, pace, wording)
        yield wording.sentences(begins, if_fewer_now(night, pace, wording, keeps))
    elif night.row.stage == "break" and at is not None:
        yield _starts(coming, at + NOTICE, wording)
    elif night.all_dealt:
        yield wording.gettext(
            "▶️ The night ends by itself {n} minutes after the last game.",
            n=ENDS_AFTER // MINUTE,
        )
    elif needed := needed_next(night, pace, wording):
        yield f"▶️ {needed}"
    else:
        said = wording.gettext(
            "▶️ Round {number} starts by itself {n} minutes after this round's last game.",
            number=coming,
            n=night.pause // MINUTE,
        )
        yield wording.sentences(said, if_fewer_next(night, pace, wording))
    by, usual = finishes_by(night, pace) if hurries else None, round_ends_at(night, pace)
    if by is not None and usual is not None:
        latest = wording.gettext(
            "This round should end by about {usual}. If games still go on at {time}, computers "
            "finish them, and the night ends later.",
            usual=f"<t:{usual}:t>",
            time=f"<t:{by}:t>",
        )
        yield f"-# {latest}"


def _begins(night: Night, pace: RoundPace, wording: Wording) -> str:
    """Yield when the first round starts, in the words that guests read, as far as is known from who
    is here.
    """
    if told := [*first_start_lines(night, pace, wording, waits=False)]:
        return f"▶️ {told[0]}"
    text = wording.gettext("▶️ Round {number} starts by itself once {n} are here (so far: {here}).")
    if night.guests.doors == "open":
        text = wording.gettext(
            "▶️ From {time} on, round {number} starts by itself once {n} are here (so far: {here})."
        )
    return text.format(
        time=f"<t:{night.guests.starts_at}:t>",
        number=len(night.dealt) + 1,
        n=pace.enough,
        here=len(night.guests.there),
    )


def _taken_over(at: int, wording: Wording) -> str:
    """Return when computers finish those games of a round that people still play."""
    return wording.gettext(
        "At {time} at the latest, computers finish the games that still go on.", time=wording.at(at)
    )
