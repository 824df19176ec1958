"""The lobby card: what is played, who sits here, and how to join."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ButtonStyle

from bot.engine.game import GameInfo
from bot.engine.text import marked as _
from bot.tables.seat import Person
from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.games.rules import rules_id
from bot.ui.pages.gone_words import why_placed
from bot.ui.pages.numbers import number
from bot.ui.pages.page import THREAD_NAME, Button, Choice, Page, Row, Select, clip, hand_id
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Body
from bot.ui.pages.tables.setting_names import TEMPOS, level_name, pace_at, pace_lines, tempo_choice
from bot.ui.pages.wording import Wording, plain_name, plain_words
from bot.ui.pictures.podium import podium, shown_score
from bot.ui.pictures.shapes import Picture

MOST_NAMED: Final = 5
"""Of so many who ask to be let in the card says the names."""
JOIN: Final = _("Press **Join** to play.")


def lobby_card_page(playable: PlayableGame, table: TableFace, wording: Wording) -> Page:
    """Return the current card of a table."""
    lines = {
        "lobby": _open_lines,
        "playing": _playing_lines,
        "finished": _finished_lines,
        "cancelled": _cancelled_lines,
    }[table.phase](playable, table, wording)
    ended = table.phase == "finished"
    title = playable.both_titles(wording)
    image, alt = _picture(playable, table, wording)
    if ended:
        # Whether anybody has won anything on a night, its round's list and the end itself say.
        of_night = table.night_id is not None
        title = wording.gettext("Ended") if of_night else end_title(playable, table, wording)
    return Page(
        title=title,
        text="\n".join(lines),
        footer=footer(table, wording),
        rows=_rows(table, wording),
        author=playable.title(wording) if ended else "",
        image=image,
        alt=alt,
    )


def _picture(
    playable: PlayableGame, table: TableFace, wording: Wording
) -> tuple[Picture | None, str]:
    """Return the cover while people gather, the podium at the end, and no picture in between; a
    table of a night has none, nor has a game that nobody has won but by rule.

    Also return what it shows, in words.
    """
    if playable.pictures is None or table.boards != "pictures":
        return None, ""
    if table.phase == "finished" and table.night_id is None and not table.first_by_rule():
        return podium_of(playable, table, wording)
    if table.phase == "lobby":
        cover = playable.pictures.cover
        return cover.picture, wording.gettext(cover.text)
    return None, ""


def podium_of(playable: PlayableGame, table: TableFace, wording: Wording) -> tuple[Picture, str]:
    """Return the podium of a finished game, and what it shows in words."""
    ending, order = table.ending(), standing_order(playable, table)
    shown = ((wording.bare(seat), shown_score(ending, seat)) for seat in order)
    places = [" · ".join(filter(None, each)) for each in shown]
    text = wording.gettext("A podium: {places}", places=wording.series(places))
    return podium(ending, order), text


def _open_lines(playable: PlayableGame, table: TableFace, wording: Wording) -> list[str]:
    """Return what is played, who sits here, and what was chosen about it."""
    _, info = wording.gettext, playable.game.info
    host = next(number for number, seat in enumerate(table.seats) if seat.person == table.host)
    if table.rematch_of is None:
        ask = _("Press **Join** to play with {host}, who presses **Start** when everybody is here.")
    else:
        ask = _("The rematch! Press **Join** to play again. {host} presses **Start**.")
    if table.start_when_full:
        ask = _("Press **Join** to play with {host}. The game begins when all seats are taken.")
    if table.starts_at is not None:
        again = table.rematch_of is not None
        asked = _("The rematch! Press **Join** to play again.") if again else _(JOIN)
        ask = wording.sentences(asked, begins_line(table, wording))
    options = [*pace_lines(table, wording), *playable.render.options(table.options, wording)]
    if table.closed:
        options.insert(0, _("Invite only"))
    return [
        _(playable.render.summary),
        size_line(info, wording),
        "",
        *_seats(table, info, wording),
        *asking_line(table.have_asked, wording),
        "",
        ask.format(host=wording.name(host)),
        f"-# {' · '.join(line.rstrip('.。') for line in options)}",
    ]


def asking_line(people: Sequence[Person], wording: Wording) -> list[str]:
    """Return who asks to be let in, on a line, if anybody does."""
    if not people:
        return []
    names = [plain_name(each.name) for each in people[:MOST_NAMED]]
    if len(people) > MOST_NAMED:
        names.append(f"+{len(people) - MOST_NAMED}")
    return [wording.gettext("Asks to join: {names}", names=wording.series(names))]


def begins_line(table: TableFace, wording: Wording) -> str:
    """Return when the game of a lobby begins by itself; "" if it doesn't."""
    if table.starts_at is None:
        return ""
    text = _("The game begins {when}.")
    if table.start_when_full:
        text = _("The game begins {when}, or once all seats are taken.")
    return wording.gettext(text, when=f"<t:{table.starts_at}:F>")


def _playing_lines(playable: PlayableGame, table: TableFace, wording: Wording) -> list[str]:
    _, info = wording.gettext, playable.game.info
    said = _("The game has begun.")
    if table.place_id is not None:
        said = _("The game is on: {place}", place=f"<#{table.place_id}>")
    return [said, *_seats(table, info, wording)]


def _finished_lines(playable: PlayableGame, table: TableFace, wording: Wording) -> list[str]:
    """Return everybody's score, best first, and where the game was played."""
    _ = wording.gettext
    lines = [score_of(seat, table, wording) for seat in standing_order(playable, table)]
    if table.place_id is not None:
        lines.append(_("See the end: {place}", place=f"<#{table.place_id}>"))
    return [*lines, *corrected_line(table, wording)]


def _cancelled_lines(playable: PlayableGame, table: TableFace, wording: Wording) -> list[str]:
    _ = wording.gettext
    if table.step() < 0:
        return [_("This table was closed before the game began.")]
    return [_("The game ended without a result.")]


def won_title(table: TableFace, wording: Wording) -> str:
    """Return who has won a finished game, as a title, or who is first by rule alone."""
    winners = table.ending().winners
    if table.first_by_rule():
        return wording.ngettext(
            "{names} is first", "{names} are first", len(winners), names=wording.names(winners)
        )
    return wording.ngettext(
        "🏆 {names} wins", "🏆 {names} share the win", len(winners), names=wording.names(winners)
    )


def end_title(playable: PlayableGame, table: TableFace, wording: Wording) -> str:
    """Return who has won a finished game, and the scores: "🏆 Bob wins, 22 : 21 : 9".

    Where one alone is left, or others would have won by the scores, those decided nothing; nor do
    they tell who came where if somebody was gone, who comes last whatever they have, or if a host
    has corrected the places.
    """
    result = table.result()
    alone = table.early is not None and _one_is_left(table)
    decided = alone or table.gone() or table.corrected
    if decided or set(table.ending().winners) != set(result.winners):
        return won_title(table, wording)
    points = (number(result.scores[seat]) for seat in standing_order(playable, table))
    # They belong together: none of them starts a line of its own.
    scores = "\u00a0:\u00a0".join(points)
    return wording.gettext("{winner}, {scores}", winner=won_title(table, wording), scores=scores)


def standing_order(playable: PlayableGame, table: TableFace, *, nobodys: bool = False) -> list[int]:
    """Return the seats of a finished game, best first; whoever was gone comes last.

    If all of it is `nobodys`, that earns nothing, and points alone decide.
    """
    ending = table.ending()
    order = playable.render.order(table.public(), ending.result)
    return list(order) if nobodys else ending.best_first(order)


def score_of(seat: int, table: TableFace, wording: Wording) -> str:
    """Return a seat with its mark, the points it ended with, and why it comes last if its person
    was gone.
    """
    said = f"{wording.faced(seat)} · **{number(table.result().scores[seat])}**"
    why = why_placed(seat, table, wording)
    return f"{said} · {why}" if why else said


def thread_name(playable: PlayableGame, table: TableFace, wording: Wording) -> str:
    """Return the name of a table's thread: "Donburiko! · Ada, Bob, Akari"."""
    names = wording.series(wording.brief(seat) for seat in range(len(table.seats)))
    return clip(f"{playable.title(wording)} · {names}", THREAD_NAME)


def night_thread_name(round_: int, number: int, day: str, wording: Wording, game: str) -> str:
    """Return the name of the thread of a night's table: "R1 table 2 · 27 Nov".

    `game` is given if the night has several: "R1 table 2 · Shiranui · 27 Nov".

    The round's list says who sits there; the day, with the hour where there are two nights that
    day, tells it from those of other nights. A list of threads on a phone shows some 24 letters:
    round and table, and most of a game's title.
    """
    gettext = wording.gettext
    if game:
        return gettext(
            "R{round} table {table} · {game} · {day}",
            round=round_,
            table=number,
            game=game,
            day=day,
        )
    return gettext("R{round} table {table} · {day}", round=round_, table=number, day=day)


def footer(table: TableFace, wording: Wording) -> str:
    """Return the line that names a table: on a night by its round, as its people know it."""
    return night_place(table, wording) or wording.gettext("Table {table}", table=table.id)


def night_place(table: TableFace, wording: Wording) -> str:
    """Return which table of which round of a night it is; "" if it belongs to none."""
    if table.night_id is None or table.night_round is None:
        return ""
    where = {"round": table.night_round, "table": table.night_table}
    return wording.gettext("Night round {round}, table {table}", **where)


def size_line(info: GameInfo, wording: Wording) -> str:
    """Return how many a game is for and how long it takes: "2–4 players · 20 min"."""
    players = wording.span(min(info.seats), max(info.seats))
    return wording.gettext(
        "{players} players · {minutes}\u00a0min", players=players, minutes=info.minutes
    )


def in_code(fingerprint: str) -> str:
    """Return 64 hexadecimal digits as a block of two lines, which fits on a phone."""
    half = len(fingerprint) // 2
    return f"```\n{fingerprint[:half]}\n{fingerprint[half:]}\n```"


def started(fingerprint: str, wording: Wording) -> str:
    """Return the fingerprint of what was agreed at the start, and what it stands for."""
    said = wording.gettext("Options, rules and seats at the start:")
    return f"{said}\n{in_code(fingerprint)}"


def seal_id(table: TableFace) -> str:
    """Return the id of the button that shows what a deal can be checked by."""
    return routes.SEAL(table.id)


def _seats(table: TableFace, info: GameInfo, wording: Wording) -> list[str]:
    """Return who sits on which seat, and how many more may join.

    Before a rematch no seat has a sign: they are only given out as it begins.
    """
    _ = wording.gettext
    lines: list[str] = []
    unsigned = table.phase == "lobby" and table.rematch_of is not None
    for seat, sitting in enumerate(table.seats):
        said = wording.listing(seat) if unsigned else wording.marked(seat)
        if sitting.person == table.host and table.night_id is None:
            said = wording.annotated(said, _("host"))
        if sitting.level is not None:
            said = wording.annotated(said, level_name(sitting.level, wording))
        lines.append(said)
    free = max(info.seats) - len(table.seats)
    if table.phase == "lobby" and free:
        lines.append(wording.ngettext("{n} free seat", "{n} free seats", free))
    return lines


def again_buttons(table: TableFace, wording: Wording) -> tuple[Button, ...]:
    """Return what can be done with a game that is over.

    At a table of a night what comes next is its next round, so that has no rematch.
    """
    _ = wording.gettext
    rematch = (Button(routes.REMATCH(table.id), _("Rematch"), ButtonStyle.primary),)
    rematch = rematch if table.night_id is None else ()
    replay = Button(routes.REPLAY_AT(table.id, 0), _("Replay"))
    return (*rematch, *reveal_buttons(table, wording), replay)


def reveal_buttons(table: TableFace, wording: Wording) -> list[Button]:
    """Return the button that agrees to open all hands; none where they are open, or can't be."""
    if table.phase != "finished" or table.hands_open:
        return []
    return [Button(routes.REVEAL_HANDS(table.id), wording.gettext("Reveal hands"))]


def won(table: TableFace, wording: Wording) -> str:
    """Return who has won a finished game."""
    winners = table.ending().winners
    return wording.ngettext(
        "**{names} has won.**",
        "**{names} share the win.**",
        len(winners),
        names=wording.names(winners),
    )


def corrected_line(table: TableFace, wording: Wording) -> list[str]:
    """Return that a host of its night has corrected the places of a game, and why, if one has."""
    if not table.corrected:
        return []
    reason = plain_words(table.why_corrected)
    return [wording.gettext("A host of the night corrected the places: {reason}", reason=reason)]


def early_line(table: TableFace, wording: Wording) -> list[str]:
    """Return that people ended a game before it was over, if they did, and what decided it."""
    if table.early is None:
        return []
    if not _one_is_left(table):
        return [wording.gettext("The game ended early, with the points scored so far.")]
    left = wording.gettext("Whoever is left wins, whatever the points.")
    gave_up = table.given_up()
    if not gave_up:
        return [left]
    said = wording.gettext("{name} gave up.", name=wording.names(gave_up))
    return [wording.sentences(said, left)]


def _one_is_left(table: TableFace) -> bool:
    """Tell whether all others had gone; who made too few own moves may be there still."""
    gone = table.gone()
    left = not any(table.seats[seat].stayed for seat in gone)
    return left and len(gone) == len(table.seats) - 1


def final_body(playable: PlayableGame, table: TableFace, wording: Wording) -> Body:
    """Return the end of a game: where all points came from.

    What the game itself says of who won isn't so where somebody had left, or a host has corrected
    it.
    """
    if table.early is not None:
        # The game itself can't account for points before its end.
        scores = [score_of(seat, table, wording) for seat in standing_order(playable, table)]
        said = [*early_line(table, wording), *scores, *corrected_line(table, wording)]
        return Body("\n".join(said))
    render, view, result = playable.render, table.public(), table.ending().result
    said = render.final(view, result, wording)
    # The game goes by points alone; a short one may have no accounts.
    accounts = dict(zip(render.order(view, result), said.fields, strict=False))
    fields = tuple(accounts[s] for s in standing_order(playable, table) if s in accounts)
    above = corrected_line(table, wording) or gone_last(table, wording)
    return Body("\n".join(above) if above else said.text, fields)


def gone_last(table: TableFace, wording: Wording) -> list[str]:
    """Return that whoever was gone at the end of a game comes behind; no line if nobody was, if one
    alone is left, or if a host has corrected the places.
    """
    gone = table.gone()
    if not gone or table.corrected or (table.early is not None and _one_is_left(table)):
        return []
    stayed = any(table.seats[seat].stayed for seat in gone)
    text = _(
        "Whoever wasn't here at the end finishes behind everybody who stayed, whatever they scored."
    )
    if len(gone) == len(table.seats):
        text = _("Nobody was here at the end: whoever stayed longest wins, whatever they scored.")
        if stayed:
            text = _("The others were gone: whoever stayed longest wins, whatever they scored.")
    elif stayed:
        text = _(
            "Whoever left, was away at the end or made too few own moves finishes behind everybody "
            "else, whatever they scored."
        )
    return [wording.gettext(text)]


def _rows(table: TableFace, wording: Wording) -> tuple[Row, ...]:
    _ = wording.gettext
    learn = Button(rules_id(table.game_key, 0), _("Rules"))
    rules = Button(rules_id(table.game_key, 0), _("Rules"))
    hand = Button(hand_id(table.id, card=True), _("My hand"))
    match table.phase:
        case "lobby":
            return (
                (
                    Button(routes.JOIN(table.id), _("Join"), ButtonStyle.success),
                    Button(routes.LEAVE_LOBBY(table.id), _("Leave")),
                    Button(routes.START(table.id), _("Start"), ButtonStyle.primary),
                    Button(routes.COMPUTERS(table.id), _("Add computer")),
                    learn,
                ),
                _pace_list(table, wording),
                # Only a seal that was visible before the deal proves anything.
                (
                    Button(seal_id(table), _("Check the deal")),
                    Button(routes.SETTINGS(table.id), _("Settings")),
                ),
            )
        case "playing":
            return ((hand, rules),)
        case "finished":
            return ((rules, *again_buttons(table, wording)),)
        case _:
            return ((rules,),)


def _pace_list(table: TableFace, wording: Wording) -> Select:
    choices = tuple(Choice(tempo, tempo_choice(tempo, wording)) for tempo in TEMPOS)
    prompt = wording.gettext("Pace: {pace}", pace=pace_at(table, wording))
    return Select(routes.LOBBY_PACE(table.id), prompt, choices)
