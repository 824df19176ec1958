"""The gallery: the games to choose from, one game with its cover, and the bot's welcome."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from bot.ui.pages import routes
from bot.ui.pages.games.rules import credits_line, lesson_id, rules_id
from bot.ui.pages.page import ROW, ROWS, Button, Page, Row, hand_id
from bot.ui.pages.render import PlayableGame
from bot.ui.pages.routes import Route
from bot.ui.pages.tables.lobby_card import size_line
from bot.ui.pages.wording import Wording


def gallery_page(
    games: Sequence[PlayableGame], wording: Wording, begun: Sequence[tuple[str, str]] = ()
) -> Page:
    """Return all games, each with a button that shows more about it.

    `begun` are the ids of the person's tables on no server, and their games' titles: each gets a
    button that brings it back.
    """
    _ = wording.gettext
    lines = [
        f"**{each.title(wording)}** · {size_line(each.game.info, wording)}\n"
        f"{_(each.render.summary)}"
        for each in games
    ]
    return Page(
        title=_("All games"),
        text="\n\n".join([_("Pick a game to see more."), *lines]),
        rows=(
            *_buttons(games, routes.SHOW_GAME, ButtonStyle.primary, wording),
            *([continue_row(begun, wording)] if begun else []),
        ),
    )


def continue_row(begun: Sequence[tuple[str, str]], wording: Wording) -> Row:
    """Return the buttons that bring back games on no server, given their tables' ids and titles."""
    text = wording.gettext("Continue {game}")
    return tuple(
        Button(hand_id(table_id), text.format(game=title), ButtonStyle.success)
        for table_id, title in begun[:ROW]
    )


def _buttons(
    games: Sequence[PlayableGame], route: Route, style: ButtonStyle, wording: Wording
) -> tuple[Row, ...]:
    """Return a button for each game; the last row is left free for others."""
    buttons = [Button(route(each.game.info.key), each.title(wording), style) for each in games]
    rows = [tuple(buttons[first : first + ROW]) for first in range(0, len(buttons), ROW)]
    return tuple(rows[: ROWS - 1])


def game_page(playable: PlayableGame, wording: Wording, *, on_server: bool = True) -> Page:
    """Return one game with its cover and the ways to play or learn it.

    Away from servers that the bot is on, the game can only be played against computers.
    """
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
        rows=_ways(playable, wording, on_server=on_server),
        image=None if pictures is None else pictures.cover.picture,
        alt="" if pictures is None else _(pictures.cover.text),
    )


def _ways(playable: PlayableGame, wording: Wording, *, on_server: bool) -> tuple[Row, ...]:
    _ = wording.gettext
    key = playable.game.info.key
    friends = Button(routes.WITH_FRIENDS(key), _("With friends"), ButtonStyle.primary)
    play = (
        Button(routes.AGAINST_COMPUTERS(key), _("Against computers"), ButtonStyle.success),
        *([friends] if on_server else []),
    )
    learn = Button(lesson_id(key), _("Learn by playing"))
    more = (
        Button(rules_id(key, 0, from_gallery=True), _("How to play")),
        Button(routes.GALLERY(), _("All games")),
    )
    return ((*play, *([] if playable.lesson is None else [learn]), *more),)


def welcome_page(games: Sequence[PlayableGame], wording: Wording) -> Page:
    """Return what the bot says once on a server that it has just joined."""
    _ = wording.gettext
    text = _(
        "I bring card games to this server, to play with friends or against "
        "computers.\n"
        "Press one to try it **against computers** right now, or see **All games** "
        "first. `/play` brings this list back. Admins: set me up with `/setup`."
    )
    games_row = _buttons(games, routes.AGAINST_COMPUTERS, ButtonStyle.success, wording)
    return Page(
        title=_("Hello! Shall we play?"),
        text=text,
        rows=(*games_row, (Button(routes.GALLERY(), _("All games"), ButtonStyle.primary),)),
    )
