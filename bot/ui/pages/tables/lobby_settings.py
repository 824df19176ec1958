"""The host's private page of a lobby: who may join, who is invited, and when the game begins."""

from __future__ import annotations

from discord import ButtonStyle

from bot.engine.text import marked as _
from bot.nights.typed_dates import LONGEST
from bot.tables.away import ALLOWANCES
from bot.tables.table_face import TableFace
from bot.ui.pages import routes
from bot.ui.pages.form import Form, TextLine
from bot.ui.pages.page import Button, Choice, Page, Select, ServerSelect
from bot.ui.pages.place_words import discord_address
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.tables.lobby_card import asking_line, begins_line, footer
from bot.ui.pages.tables.setting_names import away_words
from bot.ui.pages.wording import Wording, bare_name

AT_ONCE = 10
"""How many people can be invited at once."""


def lobby_settings_page(
    playable: PlayableGame, table: TableFace, wording: Wording, notice: str = ""
) -> Page:
    """Return the page for a table's current state; `notice`, in finished words, is shown above.

    Once the game has begun, people are invited to seats that become free.
    """
    _ = wording.gettext
    if table.phase != "lobby":
        return _settings_in_play(playable, table, wording, notice)
    who = _("Anyone here can join.")
    if table.closed:
        who = _("Only people you invite can join.")
    when = _("The game begins when you press **Start**.")
    if table.start_when_full:
        when = _("The game begins when all seats are taken, or when you press **Start**.")
    if table.starts_at is not None:
        when = wording.sentences(
            begins_line(table, wording), _("You can press **Start** earlier, too.")
        )
    lines = [f"> {notice}"] if notice else []
    lines += [who, when, *_invited(table, wording), *asking_line(table.asking, wording)]
    if away_words(table, wording):
        lines.append(away_words(table, wording))
    if table.asking:
        lines.append(_("Whoever you turn down isn't told."))
    closed = Button(routes.ENTRY(table.id, "invited"), _("Invited people only"))
    if table.closed:
        closed = Button(routes.ENTRY(table.id, "anyone"), _("Let anyone join"))
    full = Button(routes.ENTRY(table.id, "full"), _("Start when full"))
    if table.start_when_full:
        full = Button(routes.ENTRY(table.id, "host"), _("I press Start myself"))
    return Page(
        title=_("Settings · {game}", game=playable.title(wording)),
        text="\n".join(lines),
        footer=footer(table, wording),
        rows=(
            _invite(table, wording),
            # Two and two: more don't fit beside each other on a phone.
            (full, Button(routes.START_AT(table.id), _("Start at a time …"))),
            (closed, banter_button(table, wording), *_away_days(table, wording)),
            *_answers(table, wording),
        ),
    )


def _away_days(table: TableFace, wording: Wording) -> tuple[Button, ...]:
    """Return the button for the next number of days for which a table's clocks stop."""
    if table.pace != "days":
        return ()
    more = (days for days in ALLOWANCES if days > table.away_days)
    days = next(more, ALLOWANCES[0])
    label = wording.gettext("Change away days to {n}", n=days)
    return (Button(routes.AWAY_DAYS(table.id, days), label),)


def _answers(table: TableFace, wording: Wording) -> tuple[Select, ...]:
    """Return the lists of those who ask to be let in: to let one in, or to turn one down."""
    _ = wording.gettext
    people = tuple(Choice(str(each.id), bare_name(each.name)) for each in table.asking)
    if not people:
        return ()
    return (
        Select(routes.LET_IN(table.id), _("Let in …"), people),
        Select(routes.TURN_DOWN(table.id), _("Not this time …"), people),
    )


def asking_page(playable: PlayableGame, table: TableFace, wording: Wording, *, asked: bool) -> Page:
    """Return what somebody reads who isn't invited: that they can ask, or have asked.

    However they were answered, it says the same.
    """
    _ = wording.gettext
    host = wording.name(table.seat_of(table.host) or 0)
    text = _("{host}'s table is by invitation.", host=host)
    if asked:
        text = wording.sentences(
            text, _("You have asked to be let in. The card says so, and {host} decides.", host=host)
        )
    ask = Button(routes.ASK_IN(table.id), _("Ask to be let in"), ButtonStyle.primary)
    return Page(
        title=_("Table · {game}", game=playable.title(wording)),
        text=text,
        footer=footer(table, wording),
        rows=() if asked else ((ask,),),
    )


def start_form(table: TableFace, now_set: str, wording: Wording) -> Form:
    """Return the form that asks when the game should begin by itself; `now_set` is what was typed
    for the time that is set, "" for none.
    """
    _ = wording.gettext
    line = TextLine(
        "at",
        _("Day and time (empty: none)"),
        now_set,
        most=LONGEST,
        needed=False,
        hint=_("fri 20:00 · tonight 9 · in 2 h"),
    )
    return Form(routes.START_SET(table.id), _("Start at a time"), (line,))


def _settings_in_play(
    playable: PlayableGame, table: TableFace, wording: Wording, notice: str
) -> Page:
    _ = wording.gettext
    who = _("Anyone here can take a seat that becomes free.")
    if table.closed:
        who = _("Only people you invite can take a seat that becomes free.")
    return Page(
        title=_("Settings · {game}", game=playable.title(wording)),
        text="\n".join([*([f"> {notice}"] if notice else []), who, *_invited(table, wording)]),
        footer=footer(table, wording),
        rows=(_invite(table, wording), (banter_button(table, wording),)),
    )


def banter_button(table: TableFace, wording: Wording) -> Button:
    """Return the button that has computers say something now and then, or be quiet."""
    _ = wording.gettext
    if table.banter:
        return Button(routes.BANTER(table.id, "off"), _("Turn banter off"))
    return Button(routes.BANTER(table.id, "on"), _("Turn banter on"))


def _invited(table: TableFace, wording: Wording) -> list[str]:
    invited = table.invited - {table.host}
    if not invited:
        return []
    people = wording.series(f"<@{person}>" for person in sorted(invited))
    return [wording.gettext("Invited: {people}", people=people)]


def _invite(table: TableFace, wording: Wording) -> ServerSelect:
    prompt = wording.gettext("Invite people …")
    return ServerSelect(routes.INVITE(table.id), "people", prompt, most=AT_ONCE)


def invitation(
    playable: PlayableGame, table: TableFace, host: str, people: list[int], wording: Wording
) -> str:
    """Return the text that invites people to a table, mentions them and links its card.

    Once the game has begun it invites them to a free seat, and links the board.
    """
    mentioned = wording.listed([f"<@{person}>" for person in people])
    if table.phase != "lobby":
        return wording.gettext(
            "{host} invites {people} to a free seat in {game}. Press **More** at the board: "
            "{board}",
            host=host,
            people=mentioned,
            game=playable.title(wording),
            board=f"<#{table.place_id or table.channel_id}>",
        )
    text = _("{host} invites {people} to {game}. Press **Join** here: {card}")
    if all(table.sits(person) for person in people):
        text = _("{host} has let {people} in: you have a seat in {game}. {card}")
    return wording.gettext(
        text,
        host=host,
        people=mentioned,
        game=playable.title(wording),
        card=discord_address(table.guild_id, table.channel_id, table.card_id),
    )
