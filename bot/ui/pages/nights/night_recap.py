"""What remains of a night: the recap for everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from discord import ButtonStyle

from bot.nights.night import Night
from bot.nights.night_points import who_played
from bot.nights.stages import ends_at
from bot.nights.standings import Standing
from bot.nights.teaching import taught_tonight
from bot.tables.clock import MINUTE
from bot.tables.results import SeatResult, is_computers, of_seats
from bot.ui.pages import routes
from bot.ui.pages.nights import desk_routes
from bot.ui.pages.nights.fan_page import every_line
from bot.ui.pages.nights.leading_on import early_button, leads_on, when_next
from bot.ui.pages.nights.night_ranking import LISTED, RecapFacts, place_lines, shown_people
from bot.ui.pages.nights.night_words import named_for_host, plain_name_of, series_button
from bot.ui.pages.nights.recap_remarks import by_computers, remarks, where_of
from bot.ui.pages.nights.series_words import series_words
from bot.ui.pages.nights.standings_page import (
    addressed_name_of,
    is_rounded,
    name_of,
    shown_points,
)
from bot.ui.pages.numbers import number
from bot.ui.pages.page import Button, Page
from bot.ui.pages.wording import NO_BREAK, Wording
from bot.ui.pictures.podium import night_podium

NEAR: Final = 15 * MINUTE
"""A night that begins so near to its time has begun as planned."""
NAMED: Final = 2
"""The most people, or tables, that are named as the best: of more it would say nothing."""


def recap_page(
    night: Night, facts: RecapFacts, wording: Wording, following: Night | None = None
) -> Page:
    """Return the recap of a night, for everybody; `following` is the next night, if there is one
    yet.
    """
    gettext = wording.gettext
    count = gettext("{n} played", n=len(who_played(night)))
    lines = [*_standings(night, facts, wording)]
    said, row = "", early_button(night, wording)
    if night.row.state == "over":
        said, row = leads_on(night, following, wording)
        if following is not None and not following.over:
            row = (*row, *named_for_host(series_button(following, wording), wording))
    elif following is None and row:
        said = when_next(night, None, wording)
    if said:
        lines += ["", said]
    elif following is None and (dates := series_words(night, wording)):
        lines += ["", f"-# {dates}"]
    lines += [means] if (means := every_line(row, wording)) else []
    lines += ["", *_thanks(night, facts, wording)]
    title, games = _title(night, facts, wording), _games(night, facts, wording)
    # A night without a title of its own is called by its game.
    lines += [f"-# {games}"] if games and games not in title else []
    lines.append(f"-# {_when(night)} · {count} · {_rounds(night, facts, wording)}")
    if night.row.state == "playing":
        # That is for hosts: the others read first what they have come for.
        lines.append(f"-# {_still_playing(night, wording)}")
    return Page(
        title=title,
        text="\n".join(lines).strip(),
        rows=tuple(filter(None, [_buttons(night, wording), row])),
        image=night_podium([(e.place, shown_points(e.value, wording)) for e in _winners(facts)]),
        alt=gettext("A podium with the points of the first places"),
    )


def _when(night: Night) -> str:
    """Return the day of a night; with the hour, when it began, if that was much later or earlier
    than planned.
    """
    planned = night.row.starts_at
    began = (night.dealt[0].began_at if night.dealt else None) or planned
    return f"<t:{began}:f>" if abs(began - planned) > NEAR else f"<t:{planned}:D>"


def _rounds(night: Night, facts: RecapFacts, wording: Wording) -> str:
    """Return how many rounds a night had; once it is over, of how many, and why not all, or that
    computers finished the last one, or most of it.
    """
    n, planned = len(night.dealt), night.row.rounds
    last = _tables_of(n, facts)
    if n >= planned and last and last <= {*facts.finished}:
        return wording.ngettext(
            "{n} round, finished by computers", "{n} rounds, the last finished by computers", n
        )
    if n >= planned and _mostly_finished(n, facts):
        if all(_mostly_finished(each.number, facts) for each in night.dealt):
            return wording.ngettext(
                "{n} round, mostly finished by computers",
                "{n} rounds, mostly finished by computers",
                n,
            )
        return wording.gettext("{n} rounds, the last mostly finished by computers", n=n)
    if night.row.state != "over" or n >= planned:
        return wording.ngettext("{n} round", "{n} rounds", n)
    if night.row.stage != "few":
        return wording.gettext("{n} of {most} rounds", n=n, most=planned)
    return wording.gettext(
        "{n} of {most} rounds: too few were here for round {next}", n=n, most=planned, next=n + 1
    )


def _games(night: Night, facts: RecapFacts, wording: Wording) -> str:
    """Return what was played: once if each round had the same games, else round by round."""
    titles = {each.game.info.key: each.title(wording) for each in facts.games}
    rounds: dict[int, str] = {}
    for each in night.dealt:
        keys = dict.fromkeys(at.game or night.row.game for at in each.seating.seated.tables)
        rounds[each.number] = wording.series(titles[key] for key in titles if key in keys)
    if len({*rounds.values()}) == 1:
        return next(iter(rounds.values()))
    said = wording.gettext("Round {number}: {games}")
    return " · ".join(said.format(number=n, games=games) for n, games in rounds.items() if games)


def _tables_of(number: int, facts: RecapFacts) -> set[tuple[int, int]]:
    return {where for where in facts.tables.values() if where[0] == number}


def _mostly_finished(number: int, facts: RecapFacts) -> bool:
    """Tell whether computers finished most games of a round."""
    tables = _tables_of(number, facts)
    return 2 * len(tables.intersection(facts.finished)) > len(tables)


def _title(night: Night, facts: RecapFacts, wording: Wording) -> str:
    """Return the title of a recap: that it isn't final as long as another round may follow."""
    title = plain_name_of(night)
    if night.all_played and not facts.still_on:
        return wording.ngettext(
            "{title} · night points after {n} round",
            "{title} · night points after {n} rounds",
            len(night.dealt),
            title=title,
        )
    if night.row.state == "playing":
        return wording.gettext("{title} · night points so far", title=title)
    # Without any points nobody has won.
    return f"🏆 {title}" if any(each.points for each in facts.points.earned) else title


def _still_playing(night: Night, wording: Wording) -> str:
    """Return that a night isn't over yet, and when it is if nobody does anything."""
    end, coming = ends_at(night, None), len(night.dealt) + 1
    if night.playing is not None:
        return wording.gettext("Round {number} is being played.", number=night.playing.number)
    if night.proposal is not None:
        return wording.gettext("Round {number} is being seated.", number=coming)
    if not night.all_dealt:
        return wording.gettext("Next is round {number}.", number=coming)
    if end is None:
        return wording.gettext(
            "The night is still on: a host ends it, or adds one more round (`/night desk`)."
        )
    return wording.gettext(
        "The night ends at {time}. Until then a host can add one more round (`/night desk`).",
        time=f"<t:{end}:t>",
    )


def _standings(night: Night, facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield who came where."""
    gettext = wording.gettext
    if not any(each.points for each in facts.points.earned):
        # There is nothing to tell apart.
        yield by_computers(facts, wording) or gettext("Nobody has any night points.")
        yield from _played(night, facts, wording)
        return
    yield from place_lines(night, facts, wording)
    if any(is_rounded(value) for _person, value in facts.points.standings.by_value):
        yield f"-# {gettext('Points are rounded.')}"
    if facts.points.standings.listed and not facts.points.from_results:
        yield gettext("No podium: too few games were finished by their players.")


def _played(night: Night, facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield who played what, where points don't tell who was there."""
    keys = {facts.tables.get(row.table_id): row.game for row in facts.results}
    people: dict[str, list[int]] = {}
    for each in night.dealt:
        for at, table in enumerate(each.seating.seated.tables, 1):
            if key := keys.get((each.number, at)):
                there = (*table.people, *table.came)
                people.setdefault(key, []).extend(e for e in there if e in night.took_part)
    for game in facts.games:
        there = dict.fromkeys(people.get(game.game.info.key, ()))
        names = [name_of(each, facts.named, None, wording) for each in there]
        if names:
            shown = wording.listed(shown_people(names, LISTED, wording))
            title = game.title(wording)
            yield wording.gettext("**Played {game}** {names}", game=title, names=shown)


def recap_mark(night_id: str) -> str:
    """Return the id of the button by which a recap is known."""
    return desk_routes.NIGHT_STANDINGS(night_id)


def _winners(facts: RecapFacts) -> list[Standing]:
    """Return those with a place, the best first, if there is a podium."""
    points = facts.points
    return [each for each in points.standings.listed if each.value] if points.from_results else []


def best_lines(facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield what the sums alone don't say of who played best, unless many did as well as they."""
    several = len({row.game for row in facts.results}) > 1
    yield from _best_at(facts, wording) if several else _best(facts, wording)


def _best(facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield the closest of several tables, if one was close, and the highest score, both of people
    who played to the end.
    """
    gettext = wording.gettext
    games: dict[str, list[SeatResult]] = {}
    for row in of_seats(facts.results):
        games.setdefault(row.table_id, []).append(row)
    games = {table: rows for table, rows in games.items() if len({r.person for r in rows}) > 1}
    if not games:
        return
    scores = {
        table: sorted((row.score for row in rows), reverse=True)
        for table, rows in games.items()
        if not any(row.gone or is_computers(row) for row in rows)
        and facts.tables.get(table) not in facts.finished
    }
    close = {table: found for table, found in scores.items() if _is_close(found)}
    if close and len(scores) > 1:
        least = min(map(_gaps, close.values()))
        closest = [table for table, found in close.items() if _gaps(found) == least]
        closest.sort(key=lambda table: facts.tables.get(table, (9, 9)))
        shown = [_scored(each, scores[each], facts, wording) for each in closest]
        if len(shown) <= NAMED:
            yield gettext("**Closest table** {what}", what=wording.listed(shown))
    highest = max(row.score for row in facts.results)
    best = [row for row in facts.results if row.score == highest and not row.gone]
    people = [each for each in dict.fromkeys(row.person for row in best) if each is not None]
    if 0 < len(people) <= NAMED:
        # Where nobody has played that to the end, scores in the lists of rounds are higher.
        names = wording.listed([addressed_name_of(each, facts.named, wording) for each in people])
        what = wording.annotated(number(highest), names)
        yield gettext("**Highest score in a game** {what}", what=what)


def _scored(table: str, scores: Sequence[int], facts: RecapFacts, wording: Wording) -> str:
    """Return the scores of a table, the best first, and where it was."""
    shown = f"{NO_BREAK}:{NO_BREAK}".join(map(number, scores))
    where = where_of(table, facts, wording)
    return wording.annotated(shown, where) if where else shown


def _gaps(scores: Sequence[int]) -> tuple[int, int]:
    """Return by how much the first of some scores leads: on the second, then on the last."""
    return scores[0] - scores[1], scores[0] - scores[-1]


def _is_close(scores: Sequence[int]) -> bool:
    """Tell whether the first of some scores leads by a fifth of their own, or a point, at most."""
    lead, _last = _gaps(scores)
    return lead <= max(1, scores[0] // 5)


def _best_at(facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield who has come first most often at each game: scores of different games can't be
    compared, and an average would put one lucky game before many good ones.
    """
    of_table = {row.table_id: row.game for row in facts.results}
    won = [e.result for e in facts.points.earned if e.result is not None and e.result.won]
    for game in facts.games:
        key = game.game.info.key
        times = Counter(each.person for each in won if of_table.get(each.table_id) == key)
        most = max(times.values(), default=0)
        best = sorted(person for person, n in times.items() if n == most)
        if most < 2 or len(best) > NAMED:
            # Once, somebody comes first at each table.
            continue
        names = wording.listed([addressed_name_of(each, facts.named, wording) for each in best])
        wins = wording.ngettext("{n} first place", "{n} first places", most)
        if len(best) > 1:
            wins = wording.ngettext("{n} first place each", "{n} first places each", most)
        yield wording.gettext(
            "**Best at {game}** {names}",
            game=game.title(wording),
            names=wording.annotated(names, wins),
        )


def _thanks(night: Night, facts: RecapFacts, wording: Wording) -> Iterator[str]:
    """Yield whom everybody thanks once the night is over, and what the sums alone don't say."""
    learners, teachers = taught_tonight(night, facts.results, facts.new)
    if first := [each for each in learners if _is_named(each[0], facts)]:
        yield _learned(night, first, facts, wording)
    if night.over and (thanks := _thanked(night, teachers, facts, wording)):
        yield thanks
    yield from remarks(facts, wording)


def _thanked(night: Night, teachers: Sequence[int], facts: RecapFacts, wording: Wording) -> str:
    """Return thanks to the hosts of a night, and to those who taught; "" to nobody."""
    gettext = wording.gettext
    known, setting_up = _is_named(night.row.host, facts), ""
    hosts = _hosts(night, facts) if known else [night.row.host]
    if night.row.pilot == "auto" and night.row.host not in night.came:
        # It ran by itself, and its host wasn't there.
        name = addressed_name_of(night.row.host, facts.named, wording)
        text = gettext("Thanks to {host} for setting it up.", host=name)
        setting_up = text if known else gettext("Thanks to the host for setting it up.")
        known, hosts = True, _hosts(night, facts)[1:]
    name = wording.listed([addressed_name_of(each, facts.named, wording) for each in hosts])
    taught = known and bool(hosts) and {*hosts} <= {*teachers}
    others = [each for each in teachers if (known and not taught) or each not in hosts]
    names = wording.listed([addressed_name_of(each, facts.named, wording) for each in others])
    if not hosts:
        text = gettext("Thanks to {teachers} for teaching.") if others else ""
    elif taught and others:
        text = gettext("Thanks to {host} for hosting and teaching, and to {teachers} for teaching.")
    elif taught:
        text = gettext("Thanks to {host} for hosting and teaching.")
    elif others and known:
        text = gettext("Thanks to {host} for hosting and to {teachers} for teaching.")
    elif others:
        text = gettext("Thanks to the host for hosting and to {teachers} for teaching.")
    elif known:
        text = gettext("Thanks to {host} for hosting.")
    else:
        text = gettext("Thanks to the host for hosting.")
    return "\n".join(filter(None, [setting_up, text.format(host=name, teachers=names)]))


def _learned(
    night: Night, learners: Sequence[tuple[int, str]], facts: RecapFacts, wording: Wording
) -> str:
    """Return who asked to be taught and was, or played without a teacher, and which game where the
    night has several: others may have played for the first time, too.
    """
    gettext = wording.gettext
    titles = {each.game.info.key: each.title(wording) for each in facts.games}
    called = {who: addressed_name_of(who, facts.named, wording) for who, _game in learners}
    if len(titles) > 1:
        called = {
            who: wording.annotated(
                name, wording.series(titles.get(key, key) for by, key in learners if by == who)
            )
            for who, name in called.items()
        }
    teachings = [each for round_ in night.dealt for each in round_.seating.teaching]
    taught = {who for each in teachings if each.teachers for who in each.learners}
    learned = [name for who, name in called.items() if who in taught]
    alone = [name for who, name in called.items() if who not in taught]
    said = gettext("Learned to play: {names}.", names=wording.listed(learned))
    first = gettext("First time: {names}.", names=wording.listed(alone))
    return wording.sentences(said if learned else "", first if alone else "")


def _hosts(night: Night, facts: RecapFacts) -> list[int]:
    """Return who hosted a night, co-hosts who came included."""
    others = [each.id for each in night.cohosts if each.id in night.came]
    return [night.row.host, *(each for each in others if _is_named(each, facts))]


def _is_named(person: int, facts: RecapFacts) -> bool:
    return person in facts.named.names and person not in facts.named.hidden


def _buttons(night: Night, wording: Wording) -> tuple[Button, ...]:
    gettext = wording.gettext
    found = [
        Button(recap_mark(night.id), gettext("Night points"), ButtonStyle.primary),
        Button(desk_routes.REPLAYS(night.id), gettext("Replays")),
    ]
    if night.row.season is not None:
        found.append(Button(routes.STANDINGS_OF(night.row.season), gettext("Season")))
    return tuple(found)
