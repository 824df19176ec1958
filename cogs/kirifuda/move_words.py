"""The words of a move of Ameno Kirifuda, as they are typed and as buttons show them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.pages.move_words import Word
from bot.ui.pages.numbers import signed
from bot.ui.pages.wording import Wording, seat_emoji
from cogs.kirifuda import card_words
from cogs.kirifuda.ahead import Leads, Led
from cogs.kirifuda.card_art import card_emoji, season_emoji
from cogs.kirifuda.views import (
    FREE,
    INDEX,
    ROW,
    SEASONS,
    Action,
    Discard,
    Draft,
    Place,
    Play,
    Public,
    Return,
    SeatView,
    in_row,
    longest_run,
    next_season,
    strength,
    worth,
)


def words(action: Action, view: SeatView, wording: Wording) -> Sequence[Word]:
    """Return the words of a move, in the order of its steps."""
    _ = wording.gettext
    match action:
        case Draft():
            said = card_words.blessing(action.blessing, wording)
            word = _blessing("blessing", action.blessing, wording)
            card = card_words.card(action.blessing, wording)
            # On a phone, two of these fit beside each other.
            brief = f"{card} {signed(worth(action.blessing))}"
            return (word._replace(said=said, brief=brief),)
        case Discard():
            if not action.blessings:
                return (Word("blessings", "none", _("Keep them all")),)
            return (_given_up(action.blessings, view, wording),)
        case Play():
            return (_card(action.card, view, wording),)
        case Place():
            return _place(action, view, wording)
        case Return():
            said, brief = (_back(action, view, wording, brief=short) for short in (False, True))
            spaces = [_space("stones", each, wording) for each in action.spaces]
            return (_several(spaces, said, wording)._replace(brief=brief),)


def case(case: Led | Leads, wording: Wording) -> str:
    """Return a case of a card that is set ahead."""
    _ = wording.gettext
    if isinstance(case, Leads):
        return _("you lead")
    return _("{season} is led", season=card_words.season(case.season, wording))


def unfit(view: Public, wording: Wording) -> str:
    """Return what came for which no card was set, or that what was set was taken."""
    _ = wording.gettext
    if view.phase == "draft":
        return _("What you had set is taken.")
    if not view.running:
        return _("You lead; you had set nothing for it.")
    led = card_words.season(view.running[0] // 10, wording).capitalize()
    return _("{led} was led; you had set nothing for it.", led=led)


def no_case(view: SeatView, wording: Wording) -> str:
    """Return until when nothing can be set, or that the last card needs no setting."""
    _ = wording.gettext
    if view.public.phase == "draft":
        return _("You can't set a move ahead until you've chosen which blessings to give up.")
    if len(view.private.hand) == 1:
        return _("Your last card is played by itself.")
    return _("You can't set a move ahead until this round is over.")


def _card(card: int, view: SeatView, wording: Wording) -> Word:
    """Return a card to play; for the last of a trick also whether it wins, as is certain."""
    _ = wording.gettext
    name, said, public = card_words.card(card, wording), "{card}", view.public
    if len(public.running) == public.seats - 1:
        led = public.running[0] // 10
        if strength(card, led) > max(strength(each, led) for each in public.running):
            karma = not public.stones[view.seat]
            said = _("{card}: wins: Bad Karma!") if karma else _("{card}: wins")
    typed, emoji = card_words.typed_card(card), card_emoji(card)
    # Its emoji shows the season.
    brief = said.format(card=card % 10) if wording.emoji(emoji) else ""
    return Word("card", typed, name, emoji=emoji, said=said.format(card=name), brief=brief)


def _place(place: Place, view: SeatView, wording: Wording) -> Sequence[Word]:
    """Return the space for a stone, with what it brings, and where a stone there is pushed to."""
    _ = wording.gettext
    if place.to is not None:
        return _push(place, place.to, view, wording)
    name = card_words.place(place.space)
    said, brief = (
        _("{move}: {gain}", move=name, gain=_gain(place, view, wording, brief=short, signs=short))
        for short in (False, True)
    )
    return (_space("space", place.space, wording)._replace(said=said, brief=brief),)


def _push(place: Place, to: int, view: SeatView, wording: Wording) -> Sequence[Word]:
    """Return the space of a stone that is pushed out, and where that goes.

    What comes of pushing one's own stone depends on where it goes, so it's said there.
    """
    _ = wording.gettext
    owner = view.public.board[INDEX[place.space]]
    mine, one_way = owner == view.seat, _one_way_out(place.space // 10, view.public)
    name, goal = card_words.space(place.space, wording), card_words.space(to, wording)
    first = _("{place}: push {whose} to {space}") if one_way else _("{place}: push {whose}")
    first = first.format(
        place=card_words.place(place.space),
        whose=_("yours") if mine else wording.on_button(owner),
        space=goal,
    )
    then, gain = _("to {space}", space=goal), _gain(place, view, wording)
    brief = ""
    if one_way or not mine:
        first = _("{move}, {gain}", move=first, gain=gain)
        if wording.emoji(seat_emoji(owner)):
            # It shows whose stone it is.
            brief = _(
                "{place}: push, {gain}",
                place=card_words.place(place.space),
                gain=_gain(place, view, wording, brief=True),
            )
    else:
        then = _("{move}: {gain}", move=then, gain=gain)
    label = _("{space} ({whose})", space=name, whose=_("yours") if mine else wording.bare(owner))
    space = _space("space", place.space, wording)
    return (
        space._replace(label=label, also=(name,), emoji=seat_emoji(owner), said=first, brief=brief),
        _space("to", to, wording)._replace(said=then),
    )


def _one_way_out(season: int, view: Public) -> bool:
    """Tell whether a stone that is pushed out of a full row can go to one space only."""
    while FREE not in (row := view.board[(season - 1) * ROW : season * ROW]):
        season = next_season(season)
    return row.count(FREE) == 1


def _given_up(given: Sequence[int], view: SeatView, wording: Wording) -> Word:
    """Return the blessing cards that are given up, and the points that go with them."""
    _ = wording.gettext
    held, achieved = view.public.blessings[view.seat], view.public.achieved[view.seat]
    lost = sum(worth(each) for each in given if each in achieved)
    said = _(
        "Give up {cards}",
        cards=wording.series(card_words.wanted(each, wording) for each in given),
    )
    if len(given) == 2 == len(held):
        said = _("Give up both")
    word = _several([_blessing("blessings", each, wording) for each in given], said, wording)
    if not lost:
        return word
    said = _("{move}: {gain}", move=word.said, gain=f"−{lost}")
    items = tuple(
        (value, f"{label} ✓" if each in achieved else label)
        for each, (value, label) in zip(given, word.items, strict=True)
    )
    return word._replace(said=said, items=items)


def _back(action: Return, view: SeatView, wording: Wording, *, brief: bool) -> str:
    """Return which stones are taken off the board, by row, and what that costs."""
    _ = wording.gettext
    parts: list[str] = []
    for season in SEASONS:
        places = [card_words.place(each) for each in action.spaces if each // 10 == season]
        if places:
            name = card_words.season(season, wording)
            said = _("{places} of {season}", places=wording.series(places), season=name)
            parts.append(said)
    gain = _gain(action, view, wording, brief=brief, signs=brief)
    return _("{move}: {gain}", move=" · ".join(parts), gain=gain)


def _gain(
    action: Place | Return,
    view: SeatView,
    wording: Wording,
    *,
    brief: bool = False,
    signs: bool = False,
) -> str:
    """Return what a move with stones brings: points for stones, these in all unless that is to be
    `brief`, and blessings, in words or in `signs`.

    A blessing is fulfilled or lost as it would be if the round ended with that move.
    """
    _ = wording.gettext
    seat, before, after = view.seat, view.public.board, list(view.public.board)
    if isinstance(action, Return):
        for space in action.spaces:
            after[INDEX[space]] = FREE
    else:
        at = INDEX[action.space]
        if action.to is not None:
            after[INDEX[action.to]] = after[at]
        after[at] = seat
    was, now = (board.count(seat) * longest_run(board, seat) for board in (before, after))
    said = f"+{now - was}" if now >= was else signed(now - was)
    whole = f"{after.count(seat)} × {longest_run(after, seat)} = {now}"
    parts = [said if brief else _("{gain} (total {total})", gain=said, total=whole)]
    open_ = [b for b in view.public.blessings[seat] if b not in view.public.achieved[seat]]
    held = [_fulfilled(board, seat, open_) for board in (before, after)]
    won, lost = (sum(map(worth, each)) for each in (held[1] - held[0], held[0] - held[1]))
    if won:
        parts.append(f"✓ +{won}" if signs else _("blessing +{n}", n=won))
    if lost:
        parts.append(f"✗ −{lost}" if signs else _("blessing −{n}", n=lost))
    return wording.series(parts)


def _fulfilled(board: Sequence[int], seat: int, blessings: Sequence[int]) -> set[int]:
    return {each for each in blessings if in_row(board, seat, each // 10) == each % 10}


def _blessing(name: str, code: int, wording: Wording) -> Word:
    return Word(
        name,
        card_words.typed_card(code),
        card_words.blessing(code, wording),
        # In short: its row and number, or its row alone.
        also=(card_words.card(code, wording), card_words.season(code // 10, wording)),
        emoji=season_emoji(code // 10),
    )


def _space(name: str, code: int, wording: Wording) -> Word:
    return Word(
        name,
        card_words.typed_space(code),
        card_words.space(code, wording),
        emoji=season_emoji(code // 10),
    )


def _several(words: Sequence[Word], said: str, wording: Wording) -> Word:
    """Return a word that stands for a set."""
    items = tuple((word.value, word.label) for word in words)
    value = "+".join(word.value for word in words)
    label = wording.series(word.label for word in words)
    one = words[0]
    if len(words) > 1:
        emoji = tuple(word.emoji for word in words)
        return Word(one.name, value, label, items, emoji, said=said)
    return Word(one.name, value, label, items, emoji=one.emoji, said=said)
