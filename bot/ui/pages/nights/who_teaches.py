"""Who teaches the game on a night, or no longer does, for those who lead it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.nights.night import Night
from bot.ui.pages.nights.desk_facts import DeskFacts
from bot.ui.pages.nights.night_words import GuestNames
from bot.ui.pages.wording import Wording


def without_teacher(night: Night, wording: Wording) -> Iterator[str]:
    """Yield who wants to learn the game, if nobody who comes has offered to teach it; once rounds
    were played, if nobody who is here does.
    """
    guests = night.guests
    begun = night.dealt or night.row.state == "doors"
    here = guests.there if begun else guests.with_answer("in")
    learners = [each.person for each in here if night.row.teach and "learner" in each.marks]
    teachers = here if night.dealt else (*here, *guests.coming)
    if not learners or any("teacher" in each.marks for each in teachers):
        return
    names = wording.listed([*map(GuestNames(night, wording).said, learners)])
    said = wording.ngettext(
        "⚠️ {names} wants to learn, and nobody has offered to teach.",
        "⚠️ {names} want to learn, and nobody has offered to teach.",
        len(learners),
        names=names,
    )
    if night.dealt:
        # Who offered to may have gone home.
        said = wording.ngettext(
            "⚠️ {names} still wants to learn, and nobody here teaches.",
            "⚠️ {names} still want to learn, and nobody here teaches.",
            len(learners),
            names=names,
        )
    can = wording.gettext("If you can, press **I'm in** on the card, then **I can teach**.")
    if begun:
        can = wording.gettext(
            "If you can, press **I can teach**: it's below the answer to **I'm here** on the card."
        )
    yield wording.sentences(said, "" if night.all_dealt else can)


def untaught_lines(night: Night, facts: DeskFacts, wording: Wording) -> Iterator[str]:
    """Yield at which tables of the round that is played somebody still learns the game, and nobody
    teaches any more; between rounds, who is left without a teacher.
    """
    playing = night.playing
    if playing is None and not (night.all_played or night.over):
        yield from without_teacher(night, wording)
    for taught in () if playing is None else playing.seating.teaching:
        tables = (each for each in facts.tables if playing and each.round == playing.number)
        table = next((each for each in tables if each.number == taught.table), None)
        if table is None or table.face.phase != "playing" or table.face.played_out:
            continue
        here = {table.face.seats[seat].person for seat in table.face.people_here()}
        if taught.teachers and here & {*taught.learners} and not here & {*taught.teachers}:
            yield wording.gettext("⚠️ Nobody teaches at table {number} now.", number=taught.table)
