"""How many come, at which tables they would sit, and until when a night waits for others."""

from __future__ import annotations

from collections.abc import Iterator

from bot.nights.night import Night
from bot.nights.rounds import SeatingFacts, choices, sizes_of
from bot.nights.stages import RoundPace, pace_of_games
from bot.nights.table_sizes import TableSizes
from bot.tables.clock import MINUTE, teaching_times
from bot.ui.pages.nights.next_start import given_up_lines, needed_line
from bot.ui.pages.nights.night_games import Games, infos_of, picks_words
from bot.ui.pages.nights.night_words import counted_words, sizes_text
from bot.ui.pages.wording import Wording


def waits_for_more(night: Night, games: Games) -> bool:
    """Tell whether guests arrive, and too few for a table are here, or to come by open doors."""
    arrive = night.row.state == "doors" and bool(games)
    count = night.expected if night.guests.doors == "closed" else len(night.guests.coming)
    return arrive and count < pace_of_games(night, infos_of(games)).enough


def takes_place(night: Night, games: Games, wording: Wording) -> Iterator[str]:
    """Yield, in small, with how many people a night takes place, and with how many and a computer;
    nothing while its games aren't there.
    """
    if not games:
        return
    pace = pace_of_games(night, infos_of(games))
    said = wording.gettext("It takes place with {n} or more.", n=pace.fewest)
    if pace.enough < pace.fewest:
        said = wording.gettext(
            "It takes place with {n} or more, or {enough} and a computer.",
            n=pace.fewest,
            enough=pace.enough,
        )
    yield f"-# {said}"


def newcomers_time(night: Night, wording: Wording) -> str:
    """Return how much time a move has in the first games of those who want to be taught; "" if
    nobody does.
    """
    learns = any("learner" in guest.marks for guest in night.guests.coming)
    if not (learns and night.row.teach):
        return ""
    return wording.gettext(
        "newcomers' first games may take longer: {time}", time=teaching_words(night, wording)
    )


def teaching_words(night: Night, wording: Wording) -> str:
    """Return how much time a move has for those who learn."""
    first, later = (each // MINUTE for each in teaching_times(night.row.move_time))
    return wording.gettext(
        "{first} minutes for the first move, {later} for each later one", first=first, later=later
    )


def has_teacher(night: Night) -> bool:
    """Tell whether somebody who comes can teach newcomers, unless these play like others."""
    return night.row.teach and any(
        "teacher" in guest.marks for guest in night.guests.with_answer("in")
    )


def to_newcomers(night: Night, wording: Wording) -> str:
    """Return to those who don't know the game how they come to learn it, while they can say that
    they come; "" where newcomers play like others. A preview has it among its settings.
    """
    if not night.row.teach or night.row.state != "open" or night.guests.missed:
        return ""
    if has_teacher(night):
        return wording.gettext(
            "📖 New to it? Press **I'm in**, then **Teach me**: somebody can teach you."
        )
    return wording.gettext(
        "📖 New to it? Press **I'm in**, then **Teach me**: you needn't know the rules."
    )


def sizes_line(night: Night, games: Games, wording: Wording) -> str:
    """Return the tables at which those who may come would sit: "11 would sit at 4 + 4 + 3."."""
    if not games or (not night.expected and night.row.state == "draft"):
        return ""
    pace = pace_of_games(night, infos_of(games))
    if night.expected < pace.enough:
        said = wording.sentences(
            _too_few(night, pace, wording), *given_up_lines(night, pace, wording)
        )
    else:
        facts = SeatingFacts(sizes_of(night, infos_of(games)))
        sizes = choices(night, facts)[0]
        said = wording.sentences(
            _would_sit(night.expected, sizes, games, wording),
            picks_words(night, games, night.expected, sizes, wording),
        )
    return wording.sentences(said, counted_words(night, wording))


def _too_few(night: Night, pace: RoundPace, wording: Wording) -> str:
    """Return how many more are needed; once guests arrive, how many make a table."""
    if night.row.state == "doors":
        return wording.sentences(wording.gettext("Not enough yet."), needed_line(pace, wording))
    return wording.ngettext(
        "{n} more is needed.", "{n} more are needed.", pace.enough - night.expected
    )


def _would_sit(count: int, sizes: TableSizes, games: Games, wording: Wording) -> str:
    """Return at which tables so many would sit, and if that is one, which game alone has it."""
    _ = wording.gettext
    if len(sizes.seats) == 1 and sizes.exact:
        fitting = [each.title(wording) for each in games if count in each.game.info.seats]
        if len(fitting) == 1 < len(games):
            return _("{n} would play {game} at 1 table.", n=count, game=fitting[0])
        return _("{n} would sit at 1 table.", n=count)
    if len(sizes.seats) == 1:
        return _would_play(count, sizes, wording)
    shown = sizes_text(sizes.seats, wording)
    if sizes.exact:
        return _("{n} would sit at {sizes}.", n=count, sizes=shown)
    if sizes.computers:
        return wording.ngettext(
            "{n} would sit at {sizes} with {computers} computer.",
            "{n} would sit at {sizes} with {computers} computers.",
            sizes.computers,
            n=count,
            sizes=shown,
            computers=sizes.computers,
        )
    return _(
        "{n} would sit at {sizes}, and {out} would sit out.",
        n=count,
        sizes=shown,
        out=sizes.sit_outs,
    )


def _would_play(count: int, sizes: TableSizes, wording: Wording) -> str:
    """Return that so many would play at their only table, with computers, or without some."""
    if sizes.computers:
        return wording.ngettext(
            "{n} would play with a computer.",
            "{n} would play with {computers} computers.",
            sizes.computers,
            n=count,
            computers=sizes.computers,
        )
    out = sizes.sit_outs
    return wording.gettext("{n} would play, and {out} would sit out.", n=count - out, out=out)


def who_will_come(night: Night, wording: Wording, pace: RoundPace | None) -> str:
    """Return how many will come to a night for which they are too few."""
    gettext, ngettext, count = wording.gettext, wording.ngettext, night.expected
    counted = counted_words(night, wording)
    if pace is None:
        return wording.sentences(gettext("Too few have said that they'll come."), counted)
    needed = needed_line(pace, wording)
    if not count:
        said = gettext("Nobody has said that they'll come.")
        return wording.sentences(said, needed, counted)
    unsure = sum(each.to_confirm and not each.late for each in night.guests.coming)
    waits = ngettext("{n} of them is yet to confirm.", "{n} of them are yet to confirm.", unsure)
    waits = waits if unsure else ""
    if count >= pace.enough:
        said = ngettext(
            "{n} person is expected: with a computer that's a table.",
            "{n} people are expected: with a computer that's a table.",
            count,
        )
        return wording.sentences(said, waits, counted)
    said = ngettext("{n} person is expected.", "{n} people are expected.", count)
    if unsure == count == 1:
        said, waits = gettext("1 person is expected, and has yet to confirm."), ""
    return wording.sentences(said, waits, needed, counted)
