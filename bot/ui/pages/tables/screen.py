"""The screen: the board, one person's hand and its buttons, in one message that only they see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Final, Protocol

from discord import ButtonStyle

from bot.tables.honours import Honour
from bot.tables.table_face import TableFace
from bot.tables.trouble import GAVE_UP
from bot.tables.votes import open_to
from bot.ui.pages import phone_height, routes
from bot.ui.pages.games.rules import rules_id
from bot.ui.pages.page import ROWS, Button, Page, Row, Select, hand_id, with_buttons
from bot.ui.pages.playable_game import PlayableGame
from bot.ui.pages.render import Body, Field, Render
from bot.ui.pages.tables.absent_words import (
    alone_line,
    come_back_line,
    few_own_moves,
    paused_line,
    staying_away,
)
from bot.ui.pages.tables.ahead_menu import AHEAD, said_of, set_button, set_rows, undo_buttons
from bot.ui.pages.tables.board import (
    GREY,
    author,
    key_line,
    shown_board,
    whole_names,
    whose_turn,
)
from bot.ui.pages.tables.fit import EXPLAINS, drawn_large, first_that_fits, says_all
from bot.ui.pages.tables.game_end import NO_HONOURS, end_message, is_nobodys
from bot.ui.pages.tables.hand import COACH, HINT, Advice, Hand, back_id, do_button, hint_button
from bot.ui.pages.tables.menu import MOST_LINES, Room, menu_rows
from bot.ui.pages.tables.menu_moves import MenuMove, MenuPath, leads_on, menu_moves
from bot.ui.pages.tables.my_note import note_line
from bot.ui.pages.tables.verb_words import VERB_WORDS
from bot.ui.pages.tables.vote_words import points_line, proposal, vote_rows
from bot.ui.pages.wording import NAME_CELLS, NO_BREAK, SIGN, Wording, capital
from bot.ui.pictures.palette import SEATS, number_of

MANY_SEATS: Final = 5
"""With so many seats or more, names are cut short."""
SHORT_NAME: Final = 8
"""How many cells of a name are left then."""
KNOWN_BY: Final = 5
"""How many cells of a name tell who it is, also where it is cut."""
LEGEND_LINES: Final = 2
"""The most lines on a phone that tell the seats in the picture apart."""
SLEEPS: Final = "💤"
"""Stands behind the name of whoever is away for some days."""
NO_SIGNS: Final[Mapping[int, str]] = {}


def screen(
    playable: PlayableGame,
    hand: Hand,
    wording: Wording,
    path: MenuPath = (),
    honours: Mapping[int, Honour] = NO_HONOURS,
    *,
    drawn: bool = True,
    failed: bool = False,
) -> Page:
    """Return the board as everybody sees it, and below it one seat's hand, for its person alone.

    `path` is how deep into the menu they have gone. The board is a picture unless the table or the
    game has none or it can't be `drawn` now. With `failed` it may be out of date, since it couldn't
    be drawn again, and a button for that replaces the rules. `honours` are of a finished game.
    """
    render = playable.render
    if hand.table.phase == "finished":
        return _named(_ended(playable, hand, wording, honours, drawn=drawn))
    found = menu_moves(render, hand.legal, hand.view, wording) if _may_play(hand) else []
    setting = path[:1] == (AHEAD,) and not found and hand.plan is not None
    path = path if setting or leads_on(found, path) else ()
    body = render.hand_below(hand.view, wording)
    advice = _standing(hand, found)
    board = _board(playable, hand, wording, moves=bool(found), drawn=drawn)
    ways: tuple[Row, ...] = ()
    above = tip = ""
    if not path:
        asks, votes = _vote(playable, hand, wording)
        ways = (*votes, _ways(playable, hand, wording, advice, asked=bool(found), failed=failed))
        tip = _tip(render, hand, advice, wording)
        left = playable.game.moves_left(hand.table.public(), hand.seat)
        few = few_own_moves(hand.table, hand.seat, hand.own_moves, wording, left)
        alone = alone_line(hand.table, hand.seat, wording)
        key = "" if board.image is None else key_line(render, wording)
        ahead = _set_ahead(render, hand, wording)
        newcomer = render.goal and hand.helped and not hand.own_moves[1]
        goal = f"{EXPLAINS}{wording.gettext(render.goal)}" if newcomer else ""
        said = (key, asks, few, alone, goal, tip, ahead, note_line(hand.note))
        above = "\n".join(filter(None, said))
    elif setting and hand.plan is not None and (hand.plan.straight or path[1:]):
        # Where the cases are listed, each says what is set for it.
        above = _set_ahead(render, hand, wording)
    coached = tip.startswith(COACH)
    if coached:
        body = replace(body, text=_without_help(body.text))

    def laid_out(lines: int, *, first: bool, briefly: bool = False) -> Page:
        if found:
            room = Room(ROWS - len(ways), lines, briefly)
            asked, rows = _asked(render, hand, found, path, wording, room, coached=coached)
        else:
            asked, rows = _waiting(hand, render, path, wording, lines)
        said = body.at(deeper=bool(path), lists=any(isinstance(row, Select) for row in rows))
        page = replace(board, rows=(*rows, *ways), under=_below(said, asked, board.colour, above))
        return _with_first(playable, hand, page, wording) if first else page

    return _named(_most_that_fits(laid_out, told=not path and advice is None))


class _LaysOut(Protocol):
    """Lays a screen out, with so many `lines` of buttons and with what a game begins with."""

    def __call__(self, lines: int, *, first: bool, briefly: bool = False) -> Page: ...


def _most_that_fits(laid_out: _LaysOut, *, told: bool) -> Page:
    """Return the fullest page that a phone shows whole."""
    whole, briefly = laid_out(MOST_LINES, first=True), False
    # What explains the game gives way before one's own cards get small.
    begins = drawn_large(whole, told=told)
    whole = whole if begins else laid_out(MOST_LINES, first=False)
    if not says_all(whole, told=told):
        # Buttons say less before what happened, the coach and the cards do.
        brief = laid_out(MOST_LINES, first=begins, briefly=True)
        briefly = phone_height.height(brief) < phone_height.height(whole)
        whole = brief if briefly else whole
    # They are pressed sooner than lists, so they give way only where a phone has no room.
    _most, *fewer = product((True, False) if begins else (False,), range(MOST_LINES, 1, -1))
    less = (laid_out(lines, first=first, briefly=briefly) for first, lines in fewer)
    return first_that_fits(chain((whole,), less), told=told)


def _board(
    playable: PlayableGame, hand: Hand, wording: Wording, *, moves: bool, drawn: bool
) -> Page:
    """Return the board alone, with a legend that is short enough for a phone.

    Above it is whose turn it is: that of the seat, if it has `moves`.
    """
    table, seats = hand.table, len(hand.table.seats)
    board = shown_board(
        playable,
        table.public(),
        table.to_act(),
        seats,
        wording,
        drawn=drawn and table.boards == "pictures",
    )
    above = author(playable, table, wording, private=True)
    title = wording.gettext("Your turn") if moves else _waiting_title(table, wording)
    if table.night_id is not None or (table.on_server and table.pace != "live"):
        of_game = capital(wording.gettext("game: {where}", where=""))
        above, title = with_game(above, title, playable.title(wording), of_game)
    return replace(
        board,
        text=board.text if board.image is None else short_legend(seats, wording, _signs(table)),
        title=title,
        author=above,
        colour=number_of(SEATS[hand.seat]) if moves else GREY,
    )


def with_game(above: str, title: str, game: str, of_game: str = "") -> tuple[str, str]:
    """Return a title and the line above it, one of which says the game: several may wait, and on a
    night each round may be of another.

    Where neither has room for it, the line above says less of where the match stands, and the game
    instead of `of_game`.
    """
    if game in above:
        return above, title
    whole, size = f"{title} · {game}", phone_height.TITLE
    if phone_height.lines(whole, phone_height.INSIDE, size, bold=True) == 1:
        return above, whole
    less = f"{game} · {above.removeprefix(of_game).partition(' · ')[0]}"
    fits = phone_height.lines(less, phone_height.INSIDE, bold=True) == 1
    return less if fits else game, title


def _signs(table: TableFace) -> Mapping[int, str]:
    """Return what stands behind the names of those who aren't there: who goes from hand to hand
    sees no board that says so.
    """
    played = () if table.deserted() else (*table.absent(), *table.given_up())
    return dict.fromkeys(table.on_away_days(), SLEEPS) | dict.fromkeys(played, SIGN)


def short_legend(seats: int, wording: Wording, signs: Mapping[int, str] = NO_SIGNS) -> str:
    """Return the marks of the seats with their names, cut until they fit, and the `signs` of some
    behind theirs.

    Faces of computers go before names are cut so short that nobody is known by theirs.
    """
    lines: list[str] = []
    behind = [f"{NO_BREAK}{signs[seat]}" if seat in signs else "" for seat in range(seats)]
    most = SHORT_NAME if seats >= MANY_SEATS else NAME_CELLS
    ways = ((wording.faced, KNOWN_BY, "\u2003"), (wording.marked, 3, "\u2002"))
    for named, least, gap in ways:
        for cells in range(most, least - 1, -1):
            lines = whole_names([named(seat, cells) + behind[seat] for seat in range(seats)], gap)
            if len(lines) <= LEGEND_LINES:
                return "\n".join(lines)
    return "\n".join(lines)


def _may_play(hand: Hand) -> bool:
    table = hand.table
    return table.phase == "playing" and table.seats[hand.seat].here and not table.paused


def _asked(
    render: Render,
    hand: Hand,
    found: Sequence[MenuMove],
    path: MenuPath,
    wording: Wording,
    room: Room,
    *,
    coached: bool,
) -> tuple[str, tuple[Row, ...]]:
    """Return what somebody is asked, and the controls to answer.

    What those do isn't explained to whom the coach speaks: it would be said twice.
    """
    question, rows = menu_rows(
        render,
        found,
        path,
        hand.table.id,
        hand.question_number,
        wording,
        room=room,
    )
    if path:
        return question, rows
    asked = f"**{render.question(hand.view, wording)}**"
    if hand.plan is not None and hand.plan.due:
        # They needn't do anything.
        asked = wording.gettext("Or move yourself:")
    said = "\n".join([asked, *_helps(render, found, wording)])
    return _without_help(said) if coached else said, rows


def _without_help(text: str) -> str:
    """Return a text without the lines that only explain something: the coach does that."""
    return "\n".join(line for line in text.split("\n") if not line.startswith(EXPLAINS))


def _vote(playable: PlayableGame, hand: Hand, wording: Wording) -> tuple[str, tuple[Row, ...]]:
    """Return what somebody's vote is awaited on, and the buttons to vote with."""
    table, motion = hand.table, hand.table.motion
    if motion is None or table.phase != "playing" or hand.seat not in open_to(table, motion):
        return "", ()
    public = wording.gettext("Everybody here sees how you vote.")
    said = f"**{proposal(motion, wording)}**\n{EXPLAINS}{public}"
    points = playable.game.points_now(table.public()) if motion.what == "end_points" else None
    if points is not None:
        said = f"{said}\n{points_line(points, wording)}"
    return said, vote_rows(table, wording, routes.VOTE_ON_SCREEN)


def _set_ahead(render: Render, hand: Hand, wording: Wording) -> str:
    """Return what somebody has set ahead, or why that isn't played; "" for nothing."""
    return "" if hand.plan is None else said_of(hand.plan, render, hand.view, wording)


def _waiting(
    hand: Hand, render: Render, path: MenuPath, wording: Wording, lines: int
) -> tuple[str, tuple[Row, ...]]:
    """Return what somebody can do who isn't asked: set their next move, or come back, if a computer
    plays for them. `path` is how deep into the menu of that they have gone.
    """
    _, table, plan = wording.gettext, hand.table, hand.plan
    if table.seats[hand.seat].here:
        stands = paused_line(table, wording, hand.seat) if table.paused else ""
        if plan is None or table.phase != "playing":
            return stands or _awaited(render, table, wording), ()
        if not path:
            buttons = set_button(table.id, plan, wording)
            none = table.pace != "live" and not plan.offered and plan.order is None
            why = f"{EXPLAINS}{render.no_case(hand.view, wording)}" if none else ""
            said = stands or "\n".join(filter(None, (_awaited(render, table, wording), why)))
            return said, (buttons,) if buttons else ()
        return set_rows(table.id, plan, render, hand.view, wording, path[1:], lines)
    if table.seats[hand.seat].gave_up:
        return _(GAVE_UP), ()
    if table.left_to_computers():
        # The title says that, and nobody can come back.
        return "", ()
    back = Button(back_id(table), _(VERB_WORDS["back"].button), ButtonStyle.success)
    said = come_back_line(table, wording)
    return wording.sentences(said, staying_away(table, hand.seat, wording)), ((back,),)


def _helps(render: Render, found: Sequence[MenuMove], wording: Wording) -> list[str]:
    """Return what each available kind of move does: in grey, but for a warning.

    What leads to a step of its own is warned of there.
    """
    kinds = [render.kinds[kind] for kind in dict.fromkeys(move.path[0] for move in found)]
    helps = [
        (wording.gettext(each.help), each.danger and not each.asks) for each in kinds if each.help
    ]
    return [text if danger else f"{EXPLAINS}{text}" for text, danger in helps]


def _standing(hand: Hand, found: Sequence[MenuMove]) -> Advice | None:
    """Return the hint that was asked for, as long as it can be followed."""
    advice = hand.advice
    if advice is None or advice.question_number != hand.question_number:
        return None
    return advice if any(move.path == advice.path for move in found) else None


def _tip(render: Render, hand: Hand, advice: Advice | None, wording: Wording) -> str:
    """Return what stands above the hand: a hint, or else what the coach says to a newcomer."""
    if advice is not None:
        return f"{HINT} {advice.text}"
    needless = not _may_play(hand) or (hand.plan is not None and hand.plan.due)
    said = "" if needless or not hand.helped else render.coach(hand.view, wording)
    return f"{COACH} {said}" if said else ""


def _with_first(playable: PlayableGame, hand: Hand, page: Page, wording: Wording) -> Page:
    """Return a screen with the picture that a newcomer to the game is shown, if there is one."""
    pictures = playable.pictures
    if not hand.helped or page.image is None or pictures is None or pictures.first is None:
        return page
    first = pictures.first(hand.view)
    if first is None:
        return page
    name, alt = f"first-{first.picture.key[:16]}.png", wording.gettext(first.text)
    below = page.under or Page("", colour=page.colour)
    return replace(page, under=replace(below, image=first.picture, alt=alt, file_name=name))


def _ways(
    playable: PlayableGame,
    hand: Hand,
    wording: Wording,
    advice: Advice | None,
    *,
    asked: bool,
    failed: bool,
) -> tuple[Button, ...]:
    """Return the buttons that lead elsewhere: always the last row, in the same order."""
    _, table = wording.gettext, hand.table
    hints = [hint_button(hand, wording)] if asked and table.practice else []
    if advice is not None:
        hints = [do_button(playable.render, hand, advice, wording)]
    helps: list[Button] = []
    if hand.helped and playable.lesson is not None:
        helps.append(Button(routes.LEARN_BESIDE(table.game_key), _("Learn")))
    rules = Button(rules_id(table.game_key, 0, table_id=table.id), _("Rules"))
    again = Button(hand_id(table.id), _("Refresh"))
    more = Button(routes.TABLE_PAGE(table.id), _("More"))
    nexts = [hand.next] if hand.next is not None else []
    undo = undo_buttons(table.id, hand.plan, wording)
    return (*hints, *undo, *nexts, again if failed else rules, *helps, more)


def _waiting_title(table: TableFace, wording: Wording) -> str:
    """Return the title for somebody who isn't asked: whose move the game waits for."""
    asked = table.people_asked()
    if table.paused or len(table.to_act()) != 1 or len(asked) != 1:
        return whose_turn(table, wording)
    return wording.gettext("Waiting for {names}", names=wording.names(asked))


def _awaited(render: Render, table: TableFace, wording: Wording) -> str:
    """Return what the one person does whom the game waits for; "" for several, or for nobody."""
    asked = table.people_asked()
    if table.phase != "playing" or len(asked) != 1 or table.to_act() != asked:
        return ""
    return render.doing(table.public(), asked, wording)


def _below(body: Body, asked: str, colour: int, above: str = "") -> Page | None:
    """Return a hand with what its person is asked, for below the board, and what stands `above` it.

    It is None if nothing is left to say: Discord refuses empty embeds.
    """
    text = "\n".join(part for part in (above, body.text, "" if body.fields else asked) if part)
    fields = [*body.fields, *([Field("\u200b", asked)] if asked and body.fields else [])]
    return Page("", text, tuple(fields), colour=colour) if text or fields else None


def _ended(
    playable: PlayableGame,
    hand: Hand,
    wording: Wording,
    honours: Mapping[int, Honour],
    *,
    drawn: bool,
) -> Page:
    """Return the end as everybody sees it: what was left in a hand counts no more.

    Where their points came from and the way to the next table are its person's own.
    """
    page = end_message(playable, hand.table, wording, honours)
    page = page.without_picture() if not drawn or wording.words_alone else page
    own = [] if is_nobodys(hand.table, honours) else _own_points(playable.render, hand, wording)
    text = "\n".join([page.text, *own])
    more = () if hand.next is None else (hand.next,)
    return replace(page, text=text, rows=with_buttons(page.rows, *more))


def _own_points(render: Render, hand: Hand, wording: Wording) -> list[str]:
    """Return where a seat's points came from, and what to try next time if it didn't win.

    A game that was ended early has neither, nor does somebody who took the seat over; and there is
    no advice to somebody for whom others, or computers, have moved.
    """
    table, seat = hand.table, hand.table.seats[hand.seat]
    if table.early is not None or seat.first not in (None, seat.person):
        return []
    view, result = table.public(), table.result()
    account = " · ".join(render.account(hand.seat, view, result, wording, brief=True))
    # A short game may have no points to explain.
    said = [EXPLAINS + wording.gettext("Your points: {account}", account=account)]
    said = said if account else []
    own, moves = hand.own_moves
    if hand.seat in table.ending().winners or own < moves:
        return said
    tip = render.next_time(hand.seat, view, result, wording)
    return [*said, f"{COACH} {tip}"] if tip else said


def _named(page: Page) -> Page:
    """Return a page whose picture's file is named after what it shows.

    So a message tells which picture it has, even to a process that didn't put it up.
    """
    if page.image is None:
        return page
    # Whether the message bears both is asked by this name alone.
    more = "" if page.under is None or page.under.image is None else "-first"
    return replace(page, file_name=f"{page.image.key[:16]}{more}.png")
