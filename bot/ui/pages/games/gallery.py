"""The gallery: the games to choose from, one game with its cover, and the bot's welcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from discord import ButtonStyle

from bot.ui.pages import routes
from bot.ui.pages.games.rules import credits_line, lesson_id, rules_id
from bot.ui.pages.page import CHOICES, ROW, ROWS, Button, Choice, Page, Row, Select, hand_id
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.lobby_card import size_line
from bot.ui.pages.wording import Wording
from bot.ui.pictures.cover_strip import cover_strip


class Begun(NamedTuple):
    """A private game that goes on: its table, its title, and when it was dealt."""

    table_id: str
    title: str
    opened_at: int


def gallery_page(
    games: Sequence[PlayableGame], wording: Wording, begun: Sequence[Begun] = ()
) -> Page:
    """Return all games, each with a button that shows more about it.

    `begun` are the person's private games: each gets a button that brings it back.
    """
    _ = wording.gettext
    title = _("Which game shall we play?")
    lead = _("Press a game to play it, against computers or with friends, or to learn it.")
    rows = (*_buttons(games, wording), *([continue_row(begun, wording)] if begun else []))
    return replace(_listed(games, title, lead, wording), rows=rows)


def welcome_page(
    games: Sequence[PlayableGame], wording: Wording, begun: Sequence[Begun] = ()
) -> Page:
    """Return what the bot says once on a server that it has just joined, and to whoever writes to
    it: each of their private games, which are `begun`, gets a button that brings it back.
    """
    _ = wording.gettext
    first = games[0]
    play = Button(
        routes.AGAINST_COMPUTERS(first.game.info.key),
        _("Play {game}", game=first.title(wording)),
        ButtonStyle.success,
    )
    others = tuple(
        Choice(each.game.info.key, each.title(wording), more=_(each.render.summary))
        for each in games[1 : CHOICES + 1]
    )
    more = Select(routes.PLAY_ANOTHER.head, _("Play another against computers …"), others)
    buttons = (play, Button(routes.GALLERY(), _("All games"), ButtonStyle.primary))
    sizes = [size for each in games for size in each.game.info.seats]
    lead = _(
        "Games for {fewest} to {most} people, with friends or against computers.",
        fewest=min(sizes),
        most=max(sizes),
    )
    page = _listed(games, _("Hello! Shall we play?"), lead, wording)
    on = (continue_row(begun, wording),) if begun else ()
    return replace(page, rows=(*on, buttons, *([more] if others else [])))


def full_page(
    title: str,
    begun: Sequence[Begun],
    instead: Callable[[str], str],
    wording: Wording,
) -> Page:
    """Return what is asked of somebody who plays enough private games and wants one more.

    `begun` are those that they play; `instead` gives the id of the button that ends one of them for
    the new one.
    """
    _ = wording.gettext
    ends = tuple(
        Button(instead(each.table_id), _("End {game} and play this", game=game), ButtonStyle.danger)
        for each, game in _told_apart(begun, wording)
    )
    return Page(
        title=_("Play {game}", game=title),
        text=_(
            "You're playing {n} games against computers, and that's the most at once. "
            "Go on with one, or end one to play this.",
            n=len(begun),
        ),
        rows=(continue_row(begun, wording), ends),
    )


def _listed(games: Sequence[PlayableGame], title: str, lead: str, wording: Wording) -> Page:
    """Return all games a line each, numbered as in the picture of their covers."""
    _ = wording.gettext
    lines = (lead, *(_line(number, each, wording) for number, each in enumerate(games, 1)))
    covers = [each.pictures.cover.picture if each.pictures else None for each in games]
    return Page(
        title=title,
        text="\n".join(lines),
        image=cover_strip(covers) if any(covers) else None,
        alt=_("The covers of the games, numbered as above") if any(covers) else "",
    )


def _line(number: int, playable: PlayableGame, wording: Wording) -> str:
    _, info = wording.gettext, playable.game.info
    parts = [
        f"{number} **{playable.title(wording)}**",
        *([_("start here")] if info.start_here else []),
        _("{minutes}\u00a0min", minutes=info.minutes),
        _(playable.render.summary),
    ]
    return " · ".join(parts)


def continue_row(
    begun: Sequence[Begun], wording: Wording, style: ButtonStyle = ButtonStyle.success
) -> Row:
    """Return the buttons that bring back private games."""
    text = wording.gettext("Continue {game}")
    return tuple(
        Button(hand_id(each.table_id), text.format(game=game), style)
        for each, game in _told_apart(begun, wording)
    )


def _told_apart(begun: Sequence[Begun], wording: Wording) -> list[tuple[Begun, str]]:
    """Return a row of private games with their titles; of two alike, one is the newer."""
    _ = wording.gettext
    named: list[tuple[Begun, str]] = []
    for each in begun[:ROW]:
        alike = [other for other in begun if other.title == each.title]
        newest, title = max(alike, key=lambda game: game.opened_at), each.title
        if len(alike) > 1:
            said = _("the newer {game}") if each == newest else _("the older {game}")
            title = said.format(game=title)
        named.append((each, title))
    return named


def _buttons(games: Sequence[PlayableGame], wording: Wording) -> tuple[Row, ...]:
    """Return a button for each game that shows it; the last row is left free for others."""
    buttons = [
        Button(routes.SHOW_GAME(each.game.info.key), each.title(wording), ButtonStyle.primary)
        for each in games
    ]
    rows = [tuple(buttons[first : first + ROW]) for first in range(0, len(buttons), ROW)]
    return tuple(rows[: ROWS - 1])


def game_page(playable: PlayableGame, wording: Wording) -> Page:
    """Return one game with its cover and the ways to play or learn it."""
    _ = wording.gettext
    info, pictures = playable.game.info, playable.pictures
    said = [
        _(playable.render.summary),
        size_line(info, wording),
        f"-# {credits_line(info, wording)}",
    ]
    return Page(
        title=playable.both_titles(wording),
        text="\n".join(said),
        rows=_ways(playable, wording),
        image=None if pictures is None else pictures.cover.picture,
        alt="" if pictures is None else _(pictures.cover.text),
    )


def _ways(playable: PlayableGame, wording: Wording) -> tuple[Row, ...]:
    _ = wording.gettext
    key = playable.game.info.key
    play = (
        Button(routes.AGAINST_COMPUTERS(key), _("Against computers"), ButtonStyle.success),
        Button(routes.WITH_FRIENDS(key), _("Play with friends"), ButtonStyle.primary),
    )
    learn = Button(lesson_id(key), _("Learn by playing"))
    more = (
        Button(rules_id(key, 0, from_gallery=True), _("Rules")),
        Button(routes.GALLERY(), _("All games")),
    )
    counts = tuple(
        Choice(str(count - 1), wording.ngettext("{n} computer", "{n} computers", count - 1))
        for count in playable.game.info.seats
    )
    against = Select(routes.AGAINST_SO_MANY(key), _("Against more or fewer computers …"), counts)
    return ((*play, *([] if playable.lesson is None else [learn]), *more), against)
